"""The masterboard in words: the same facts as on its picture, over whole games, and within the limit at its fullest."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from cogs.house.words.words import ALT, Words
from cogs.titan.words.board import board_alt, land_alt, zoom_alt
from cogs.titan.words.game_words import TitanWords
from cogs.titan.words.position import position as position_told
from engine.core import Seat
from engine.titan.actions import Move, Teleport
from engine.titan.ruleset import TITAN
from engine.titan.state import State
from engine.titan.view import View
from render.parts import Parts, told
from render.titan.masterboard.board import scene
from render.titan.masterboard.private_board import scene as own_scene
from render.titan.masterboard.zoom import land_scene, lands_shown
from tests.render import views
from tests.render.played import GAMES, states

NAMES = dict(zip(map(Seat, range(6)), ("Ann", "Ben", "Clara", "Dan", "Eve", "Fyodor"), strict=True))
LONG = dict.fromkeys(NAMES, "W" * 32)

LEGION = re.compile(r"\b([A-Z][a-z]|)(\d\d) (?:\((\d+)\) in (\d+)|(\d+)@(\d+))(\*?)")
PLAYER = re.compile(
    r"(?:\. |; |^)(\w+) \((\w+)\),? (?:score )?(\d+)(?:, out of the game|, (?:power |T)(\d+), (?:markers |m)(\d+): )"
)
DEED = re.compile(r"What happened: (.*?)\.(?: |$|\n)")
WALK = re.compile(r"(\w{2}\d\d) (\d+) (to|teleports to) (\d+)$")
PARTED = re.compile(r"(\w{2}\d\d) \((\d+)\) split off (\w{2}\d\d)$")
GAINED = re.compile(r"(\w{2}\d\d) \+ ([A-Z][a-z]+)(?: from (\w{2}\d\d))?$")
LOST = re.compile(r"(\w{2}\d\d) lost in (\d+)$")
TEXT_LEGION = re.compile(r"^(\w{2}\d\d) [^\n]*? in \w+ (\d+)(?:: | \()(\d+)[^\n]*?(, moved)?$", re.MULTILINE)
TEXT_PLAYER = re.compile(
    r"^\*\*(\w+) \(\w+\)\*\*: (\d+) points?, "
    r"(?:out of the game|Titan power (\d+), (\d+) legions?, (\d+) markers? left)",
    re.MULTILINE,
)


@pytest.fixture(scope="module")
def titan() -> TitanWords:
    return TitanWords(Words("en"))


# --- what is drawn ---


def drawn(shown: Parts) -> dict[str, frozenset[Any]]:
    """The facts of a picture."""
    legions = [entry for (entry,) in told(shown, "legion")]
    walks = [walk for walk, _ in told(shown, "walk")]
    return {
        "legions": frozenset((one.marker, one.land, one.height, one.moved) for one in legions),
        "players": frozenset(
            (seat, score) if out else (seat, score, power, markers)
            for seat, score, power, _, markers, out, _ in told(shown, "player")
        ),
        "engaged": frozenset(land for land, *_ in told(shown, "engaged")),
        "waiting": frozenset(facts[0] for facts in told(shown, "player") if facts[6]),
        "walks": frozenset((w.legion, w.start, w.land, w.teleport) for w in walks if not w.donor),
        "donors": frozenset((walk.legion, walk.donor) for walk in walks if walk.donor),
        "parted": frozenset((p.child, p.left, p.parent) for (p,) in told(shown, "parting")),
        "gained": frozenset((gain.legion, code) for (gain,) in told(shown, "gain") for code in gain.codes),
        "lost": frozenset((loss.legion, loss.land) for (loss,) in told(shown, "loss")),
    }


# --- what is said ---


def heard(said: str) -> dict[str, frozenset[Any]]:
    """The facts read back from a description."""
    by_name = {name: seat for seat, name in NAMES.items()}
    happened = DEED.search(said)
    engaged = re.search(r"Engagements in (.*?)(?:, now in \d+)?\.", said)
    waits = re.search(r"Waiting for (.*?)\.", said)
    return {
        "legions": frozenset(legions(DEED.sub("", said))),
        "players": frozenset(
            (by_name[name], int(score), int(power), int(markers)) if power else (by_name[name], int(score))
            for name, _, score, power, markers in PLAYER.findall(said)
        ),
        "engaged": frozenset(map(int, re.findall(r"\d+", engaged[1]))) if engaged else frozenset(),
        "waiting": frozenset(by_name[name] for name in re.findall(r"\w+", waits[1]) if name != "and")
        if waits
        else frozenset(),
        **deeds(happened[1] if happened else ""),
    }


def legions(said: str) -> Iterator[tuple[str, int, int, bool]]:
    """Every legion, its colour that of the one before where it is not said."""
    colour = ""
    for named, number, height, land, tall, at, moved in LEGION.findall(said):
        colour = named or colour
        yield colour + number, int(land or at), int(height or tall), bool(moved)


def deeds(said: str) -> dict[str, frozenset[Any]]:
    """What happened, read back."""
    kinds = {views.rules().kinds[code].name: code for code in views.rules().kinds}
    found: dict[str, set[Any]] = {"walks": set(), "donors": set(), "parted": set(), "gained": set(), "lost": set()}
    for part in filter(None, said.split("; ")):
        if match := WALK.match(part):
            found["walks"].add((match[1], int(match[2]), int(match[4]), match[3] != "to"))
        elif match := PARTED.match(part):
            found["parted"].add((match[1], int(match[2]), match[3]))
        elif match := GAINED.match(part):
            found["gained"].add((match[1], kinds[match[2]]))
            found["donors"] |= {(match[1], match[3])} if match[3] else set()
        else:
            match = LOST.match(part)
            assert match is not None, part
            found["lost"].add((match[1], int(match[2])))
    return {sort: frozenset(facts) for sort, facts in found.items()}


def heard_goals(said: str) -> Iterator[tuple[int, str, bool]]:
    """Where to go, read back: land, legion, and whether by teleport alone."""
    for part in said.partition("Where to go: ")[2].split("; "):
        lands, _, how = part.partition(" for ")
        for land in re.findall(r"\b(\d+)(?:, |$)", lands):
            for legion in re.findall(r"\w\w\d\d", how):
                yield int(land), legion, "by teleport" in how


def positions(seats: int, seed: int, every: int) -> Iterator[tuple[State, View]]:
    """States of a game that steady seats play for a while, each so manieth, with the channel's view of each."""
    return ((state, TITAN.view(state, None)) for state in islice(states(seats, seed), 0, None, every))


def games(*played: tuple[int, int]) -> list[object]:
    """Games by seats and seed, a third of each in an ordinary run, and all of it in the deep one."""
    deep = [pytest.param(seats, seed, 1, marks=pytest.mark.deep) for seats, seed in played]
    return [*(pytest.param(seats, seed, 3) for seats, seed in played), *deep]


@pytest.mark.parametrize(("seats", "seed", "every"), games(*GAMES))
def test_description_and_picture_of_the_board_tell_the_same(
    seats: int, seed: int, every: int, titan: TitanWords
) -> None:
    seen: set[str] = set()
    for _, view in positions(seats, seed, every):
        if all(player.colour for player in view.players):
            facts = drawn(scene(view))
            said = heard(board_alt(titan.terms, view, NAMES))
            assert said == facts
            seen |= {sort for sort, found in facts.items() if found}
    assert {"legions", "players", "engaged", "waiting", "walks", "parted", "gained", "lost"} <= seen


@pytest.mark.parametrize(("seats", "seed", "every"), games(*GAMES[1:]))
def test_text_and_picture_of_the_board_tell_the_same(seats: int, seed: int, every: int, titan: TitanWords) -> None:
    for _, view in positions(seats, seed, every):
        if view.battle is not None or not all(player.colour for player in view.players):
            continue
        said, facts = position_told(titan.terms, view, NAMES), drawn(scene(view))
        by_name = {name: seat for seat, name in NAMES.items()}
        assert facts["legions"] == {
            (marker, int(land), int(height), bool(moved)) for marker, land, height, moved in TEXT_LEGION.findall(said)
        }
        assert facts["players"] == {
            (by_name[name], int(score), int(power), int(markers)) if power else (by_name[name], int(score))
            for name, score, power, _, markers in TEXT_PLAYER.findall(said)
        }
        happened = DEED.search(said)
        told_ = deeds(happened[1] if happened else "")
        assert all(facts[sort] == told_[sort] for sort in told_)


def test_the_fullest_board_is_told_in_codes_within_the_limit(titan: TitanWords) -> None:
    """72 legions: each with its height and its land."""
    view = views.crowd()
    players = tuple(replace(player, out=0) for player in view.players)
    said = board_alt(titan.terms, replace(view, players=players), NAMES)

    assert len(said) <= ALT
    assert len(heard(said)["legions"]) == 72
    assert len(board_alt(titan.terms, replace(view, players=players), LONG)) <= ALT


def test_a_players_own_board_tells_where_he_may_go_and_for_what(titan: TitanWords) -> None:
    asked = 0
    for state, public in positions(4, 2, 1):
        if public.phase != "move" or not TITAN.awaiting(state):
            continue
        seat = public.active
        view, actions = TITAN.view(state, seat), tuple(TITAN.legal(state, seat))
        moves = [action for action in actions if isinstance(action, Move | Teleport)]
        for focus in ("", *sorted({move.legion for move in moves})[:1]):
            goals = {goal for (goal,) in told(own_scene(view, focus=focus, actions=actions), "goal")}
            wanted = [move for move in moves if focus in ("", move.legion)]
            said = board_alt(titan.terms, view, NAMES, focus, actions)
            assert {goal.land for goal in goals} == {move.land for move in wanted}
            if len(said) == ALT:
                continue  # cut
            asked += 1
            assert set(heard_goals(said)) == {
                (goal.land, legion, goal.teleport) for goal in goals for legion in goal.legions
            }
    assert asked > 20


@pytest.mark.parametrize("label", sorted(views.rules().board.lands))
def test_the_picture_of_a_land_and_its_words_tell_the_same(label: int, titan: TitanWords) -> None:
    view = views.crowd()
    said, shown = land_alt(titan.terms, view, label), land_scene(view, str(label))

    out, into = said.partition("Ways in:")[0], said.partition("Ways in:")[2].partition("Mustered")[0]
    for direction, sign, to in told(shown, "way"):
        words = titan.terms.say(f"sign.{sign}")
        assert f"{titan.terms.land(to)} by {words}" in (out if direction == "out" else into)
    for code, _, _, left in told(shown, "recruit"):
        assert re.search(rf"{titan.terms.creature(code)} (?:for [^)]*|free )\({left} left\)", said)
    for (legion,) in told(shown, "legion"):
        assert f"{titan.terms.marker(legion.marker)} in {label}: {legion.height} creatures" in said
    assert len(said) <= ALT


@pytest.mark.parametrize("label", sorted(views.rules().board.lands)[::7])
def test_surroundings_are_told_with_all_their_legions(label: int, titan: TitanWords) -> None:
    view, shown = views.crowd(), lands_shown(views.rules().board, label)
    said = zoom_alt(titan.terms, view, NAMES, shown, label)

    assert heard(said)["legions"] == {
        (one.marker, one.land, one.height, one.moved) for one in view.legions if one.land in shown
    }
    assert len(said) <= ALT
