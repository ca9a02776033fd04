"""Hands and cards in words: the same facts as the pictures, read back from the sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from cogs.house.words.words import ALT, Words
from cogs.titan.words import cards, position
from cogs.titan.words.game_words import TitanWords
from engine.core import Seat
from engine.titan.actions import Muster
from engine.titan.events import Creatures
from engine.titan.outlook import enlists
from engine.titan.rules import rules_for
from engine.titan.ruleset import TITAN
from engine.titan.view import KnownView, View, knowledge_of
from render.parts import collisions, outside, told
from render.titan.cards import chains
from render.titan.cards import creature as card
from render.titan.cards import legion as single
from render.titan.cards import terrain as sheet
from render.titan.cards.caretaker import caretaker
from render.titan.cards.caretaker import scene as stacks
from render.titan.cards.hand import Holding, hand, tall
from render.titan.cards.hand import scene as holdings
from render.titan.pieces.rows import WIDTH
from tests.captions import ENGLISH
from tests.render.played import GAMES, states
from tests.render.titan.test_titan_hand import HANDS

RULES = rules_for({})
NAMES = {Seat(seat): f"P{seat}" for seat in range(6)}
CODES = {word: code for code, kind in RULES.kinds.items() for word in (kind.name, kind.plural)}

OWN = re.compile(
    r"(?P<marker>\w\w\d\d) “(?P<picture>[\w-]+)” in (?P<terrain>\w+) (?P<land>\d+) \((?P<height>\d+)\): "
    r"(?P<creatures>.+), (?P<worth>\d+) points?(?P<moved>, moved)?(?:, can muster (?P<enlists>.+))?"
)
STACK = re.compile(r"(?P<kind>\w+) (?P<left>\d+)(?: \((?P<dead>\d+) dead\))?")


@pytest.fixture(scope="module")
def words() -> TitanWords:
    return TitanWords(Words("en"))


def views(seats: int, seed: int, every: int = 5) -> Iterator[View]:
    """The views of the players in a game as it is played."""
    for step, state in enumerate(states(seats, seed)):
        if step % every == 0:
            yield TITAN.view(state, Seat(step // every % seats))


def codes(said: str) -> Creatures:
    """`2 Ogres and Lion` as codes."""
    found: list[str] = []
    for part in re.split(", | and | or ", said):
        number, _, name = part.rpartition(" ")
        found += [CODES[name]] * int(number or 1)
    return RULES.arranged(found)


def held(line: str) -> Holding:
    """The facts of a line about one's own legion."""
    found = OWN.fullmatch(line)
    assert found, line
    return Holding(
        found["marker"],
        int(found["land"]),
        int(found["height"]),
        codes(found["creatures"]),
        int(found["worth"]),
        found["moved"] is not None,
        codes(found["enlists"]) if found["enlists"] else (),
    )


def same_hand(view: View, words: TitanWords) -> None:
    """Fails unless picture, text and description tell the same of the viewer's legions."""
    assert view.viewer is not None
    shown = {part.facts[0] for part in holdings(view) if part.sort == "legion"}
    _, figures, *lines, free = cards.mine(words.terms, view, NAMES).splitlines()
    assert {held(line) for line in lines if line != "You have no legions."} == shown
    (player,) = next(iter(told(holdings(view), "player")))
    assert figures.startswith(f"{player.score} point") or player.score == 0
    assert not player.markers or all(marker in free for marker in player.markers)
    alt = cards.hand_alt(words.terms, view, NAMES)
    assert len(alt) <= ALT
    assert all(each.marker in alt for each in shown)
    if shown and "; " in alt and all(f"({each.height}): " in alt for each in shown):
        assert {held(part) for part in alt.partition(". ")[2].partition(". ")[2].split("; ")} == shown


@pytest.mark.parametrize("name", HANDS)
def test_the_worst_hands_are_told_as_they_are_drawn(name: str, words: TitanWords) -> None:
    same_hand(HANDS[name], words)


def test_a_hand_of_many_captured_markers_is_still_described_with_every_legion(words: TitanWords) -> None:
    """R1.5: a victor takes the markers of those he has beaten."""
    held = HANDS["twelve of seven"]
    colours = ("Red", "Gold", "Black", "Brown")
    spare = iter(marker for name in colours for marker in RULES.colours[name].markers)
    many = replace(held, legions=(*held.legions, *(replace(held.legions[0], marker=next(spare)) for _ in range(36))))

    same_hand(many, words)


@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_hands_of_a_played_game_are_told_as_they_are_drawn(seats: int, seed: int, words: TitanWords) -> None:
    for view in views(seats, seed):
        parts = holdings(view)
        same_hand(view, words)
        assert not collisions(parts)
        assert not outside(parts, WIDTH, tall(view))


@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_stacks_of_a_played_game_are_told_as_they_are_drawn(seats: int, seed: int, words: TitanWords) -> None:
    for view in views(seats, seed, every=20):
        shown = told(stacks(view), "stack")
        for said in (cards.caretaker_alt(words.terms, view), position.caretaker(words.terms, view)):
            found = [m for m in STACK.finditer(said) if m["kind"] in CODES]
            assert {(CODES[m["kind"]], int(m["left"]), int(m["dead"] or 0)) for m in found} == shown
            assert len(said) <= ALT


def test_pictures_of_a_played_game_can_be_drawn() -> None:
    for view in views(4, 2, every=67):
        assert hand(view, ENGLISH).startswith(b"\x89PNG")
        assert caretaker(view, ENGLISH).startswith(b"\x89PNG")


@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_a_legion_may_muster_what_the_rules_allow_there_and_then(seats: int, seed: int) -> None:
    """What follows from the view is what the engine offers."""
    found = 0
    for state in states(seats, seed):
        if TITAN.view(state, None).phase != "muster":
            continue
        view = TITAN.view(state, state.active)
        legal = {(m.legion, m.recruit) for m in TITAN.legal(state, state.active) if isinstance(m, Muster)}
        assert {(legion.marker, code) for legion in view.legions for code in enlists(view, legion)} == legal
        found += len(legal)
    assert found


# --- cards ---


BLANK = TITAN.view(TITAN.new_game(2, {}), None)
STEP = re.compile(r"(?:(?P<number>\d+) |(?P<shown>[A-Z]\w+) )?(?P<alike>of one kind )?for (?P<recruit>[A-Z]\w+)")


def steps(said: str) -> set[tuple[str, str, int, str]]:
    """What earns what, out of `Plains: Centaur, 2 for Lion; ...`, without what earns its like."""
    found = set()
    for terrain, row in re.findall(rf"({'|'.join(RULES.board.terrains)}): ([^;.:]+)", said):
        last = ""
        for part in row.split(", "):
            step = STEP.fullmatch(part)
            if step is None:
                last = part
                continue
            shown = "any" if step["alike"] else CODES[step["shown"] or last]
            last = step["recruit"]
            if shown != CODES[last]:
                found.add((terrain, shown, int(step["number"] or 1), CODES[last]))
    return found


@pytest.mark.parametrize("terrain", ["", *RULES.board.terrains])
def test_chains_are_told_as_they_are_drawn(terrain: str, words: TitanWords) -> None:
    said = cards.recruits(words.terms, BLANK, terrain)

    assert steps(said) == told(chains.scene(RULES, terrain), "earns")
    assert len(said) <= ALT


@pytest.mark.parametrize("code", RULES.kinds)
@pytest.mark.parametrize("turn", [0, 3])
def test_kinds_are_told_as_they_are_drawn(code: str, turn: int, words: TitanWords) -> None:
    view = replace(BLANK, turn=turn)
    said, stack = cards.creature(words.terms, view, code), cards.stack_of(view, code)
    parts = card.scene(RULES, code, ENGLISH, stack=stack)

    figures = re.search(r"Power (\d+), Skill (\d+), value (\d+)", said)
    assert figures
    assert {(name, int(n)) for name, n in zip(("power", "skill", "value"), figures.groups(), strict=True)} == told(
        parts, "figure"
    )
    assert all(cards.trait(words.terms, code, facts[0]) in said for facts in told(parts, "trait"))
    assert all(" ".join(facts[1]) in said for facts in told(parts, "trait"))
    assert steps(said) == told(parts, "earns")
    left = re.search(r"(\d+) left, (\d+) dead", said)
    drawn = [tuple(part.facts) for part in parts if part.sort in ("left", "dead")]
    assert drawn == ([(int(n),) for n in left.groups()] if left else [])
    assert bool(left) == bool(turn)
    assert len(said) <= ALT


@pytest.mark.parametrize("name", RULES.board.terrains)
def test_terrains_are_told_as_they_are_drawn(name: str, words: TitanWords) -> None:
    said = cards.terrain(words.terms, BLANK, name)
    parts = sheet.scene(RULES, name, ENGLISH)

    lands = re.search(r"(\d+) lands, ([\d, ]+)\.", said)
    assert lands
    (drawn,) = told(parts, "lands")
    assert tuple(map(int, lands[2].split(", "))) == drawn
    assert int(lands[1]) == len(drawn)
    assert steps(said) == told(parts, "earns")
    for hazard, effects, *_ in told(parts, "hazard"):
        part = said.partition(f"{hazard.capitalize()}")[2].partition(";")[0]
        assert all(cards.effect(words.terms, effect) in part for effect in effects)
        assert all(RULES.kinds[c].name in part for h, c in told(parts, "native") if h == hazard)
    assert len(said) <= ALT


def same_legion(view: View, marker: str, known: KnownView | None, words: TitanWords) -> None:
    """Fails unless picture and words tell the same of a legion."""
    said, parts = cards.legion(words.terms, view, marker, known, NAMES), single.scene(view, marker, known)
    shown = [part.facts[1] for part in parts if part.sort == "character"]
    sure = RULES.arranged(code for code in shown if code != "?")
    assert not collisions(parts)
    assert not outside(parts, WIDTH, single.tall(parts))
    if "?" not in shown:
        assert held(said).creatures == sure
        return
    contents = said.partition("): ")[2].partition(". ")[0].removesuffix(", moved")
    named, _, rest = contents.rpartition(" and ") if sure else ("", "", contents)
    assert (codes(named) if named else ()) == sure
    assert rest == f"{shown.count('?')} unseen"
    listed = {(CODES[kind], int(n)) for kind, n in re.findall(r"(\w+) in (\d+)%", said.partition(". ")[2])}
    possible = set(told(parts, "possible"))
    assert listed == {(code, round(100 * number / ways)) for code, number, ways in possible}


@pytest.mark.parametrize(("seats", "seed"), GAMES[:2])
def test_single_legions_of_a_played_game_are_told_as_they_are_drawn(seats: int, seed: int, words: TitanWords) -> None:
    for step, state in enumerate(states(seats, seed)):
        if step % 41 == 0 and state.legions:
            viewer = Seat(step % seats) if step % 3 else None
            view = TITAN.view(state, viewer)
            for marker in sorted(state.legions)[:3]:
                same_legion(view, marker, knowledge_of(state, viewer, marker), words)
