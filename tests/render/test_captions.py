"""Words in pictures: every picture of a game in every language, with each word whole."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from types import MappingProxyType

import pytest

import render.titan
from cogs.house.words.words import Words
from engine.core import Seat
from engine.titan.events import Struck
from engine.titan.ruleset import TITAN
from engine.titan.view import knowledge_of
from render import lettering
from render.parts import Parts, collisions, outside
from render.theme import DARK, Theme
from render.titan.battles.battle import draw as battle
from render.titan.battles.strikes import draw as strikes
from render.titan.cards import creature as card
from render.titan.cards import terrain as sheet
from render.titan.cards.caretaker import caretaker
from render.titan.cards.chains import recruits
from render.titan.cards.creature import creature
from render.titan.cards.hand import hand
from render.titan.cards.legion import legion
from render.titan.cards.results import draw as standing
from render.titan.cards.terrain import terrain
from render.titan.masterboard.private_board import draw as own_board
from render.titan.masterboard.zoom import draw as zoom
from render.titan.masterboard.zoom import land
from render.titan.pieces.captions import Captions, called, headline, standing_note
from tests.captions import ENGLISH, EVERY, LANGUAGES
from tests.deep import deep_but
from tests.render import views
from tests.render.played import states

RULES = views.rules()
NAMES = MappingProxyType({Seat(place): name for place, name in enumerate(("Ann", "Ben", "Cid", "Dan", "Eve", "Fay"))})
SOURCES = tuple(Path(render.titan.__path__[0]).rglob("*.py"))
ASKED = re.compile(r"^titan\.caption\.")

every_language = pytest.mark.parametrize("captions", EVERY, ids=LANGUAGES)
with_long_words = pytest.mark.parametrize("captions", deep_but(EVERY, EVERY[LANGUAGES.index("de")]), ids=LANGUAGES)
"""For what takes long: German says it at the greatest length."""


@dataclass
class Cuts:
    """The texts that had no room, as they are met."""

    found: list[str] = field(default_factory=list)


@pytest.fixture
def cuts(monkeypatch: pytest.MonkeyPatch) -> Cuts:
    """Watches what is shortened while pictures are drawn; it is shortened all the same."""
    seen, shortened = Cuts(), lettering.shortened

    def watched(text: str, file: str, size: int, room: float) -> str:
        said = shortened(text, file, size, room)
        if said != text:
            seen.found.append(f"{text!r} in {round(room)} pixels at {size}")
        return said

    monkeypatch.setattr(lettering, "shortened", watched)
    return seen


@pytest.fixture(scope="module")
def fresh() -> Theme:
    """A theme in which nothing has been drawn and kept yet: what is drawn here once, words are looked for in then."""
    return replace(DARK)


@pytest.mark.deep
@pytest.mark.parametrize("every", [100, 25])
@every_language
def test_no_word_is_cut_in_the_pictures_of_a_played_game(
    captions: Captions, cuts: Cuts, fresh: Theme, every: int
) -> None:
    """Of battles more than of the board, whose pictures are of more sorts."""
    kinds = set()
    for place, state in enumerate(states(4, 2)):
        if place % (3 * every) and not (place % every == 0 and TITAN.view(state, None).battle):
            continue
        public = TITAN.view(state, None)
        if public.battle is not None:
            battle(public, captions, fresh, NAMES)
            kinds.add("battle")
            if any(isinstance(deed, Struck) for deed in public.deeds):
                strikes(public, captions, fresh, NAMES)
                kinds.add("strikes")
            continue
        if not public.legions:
            continue
        own = TITAN.view(state, Seat(place // (3 * every) % 4))
        own_board(own, captions, fresh, NAMES)
        standing(public, captions, fresh, NAMES)
        hand(own, captions, fresh, NAMES)
        caretaker(public, captions, fresh)
        label = public.legions[0].land
        zoom(public, captions, fresh, str(label))
        land(public, captions, fresh, str(label))
        for one in (public.legions[0], public.legions[-1]):
            known = knowledge_of(state, own.viewer, one.marker) if one.owner != own.viewer else None
            legion(own, one.marker, captions, known, fresh, NAMES)
        kinds.add("board")

    assert kinds == {"battle", "strikes", "board"}
    assert not cuts.found


@with_long_words
def test_no_word_is_cut_where_much_is_to_be_told(captions: Captions, cuts: Cuts, fresh: Theme) -> None:
    crowd = views.crowd()
    for first in (1, 2):
        fallen = tuple(replace(player, out=first + place, score=400) for place, player in enumerate(crowd.players[1:]))
        view = replace(crowd, players=(crowd.players[0], *fallen))
        standing(view, captions, fresh, NAMES)
        own_board(view, captions, fresh, NAMES)
    for phase in ("setup", "split", "roll", "move", "engage", "parley", "battle", "gather", "muster", "over"):
        own_board(replace(crowd, phase=phase, turn=120, roll=6), captions, fresh, NAMES)
    hand(views.holdings(12, 7), captions, fresh, NAMES)
    for name in RULES.grounds:
        battle(views.fight(name, off=7), captions, fresh, NAMES)

    assert not cuts.found


@with_long_words
def test_no_word_is_cut_on_cards(captions: Captions, cuts: Cuts, fresh: Theme) -> None:
    for code in RULES.kinds:
        creature(RULES, code, captions, fresh, (18, 18))
        creature(RULES, code, captions, fresh, (0, 0))
    for name in RULES.board.terrains:
        terrain(RULES, name, captions, fresh)
        recruits(RULES, captions, fresh, name)
    recruits(RULES, captions, fresh)

    assert not cuts.found


@every_language
def test_cards_tell_the_same_in_every_language_without_a_collision(captions: Captions) -> None:
    for code in RULES.kinds:
        parts = card.scene(RULES, code, captions, stack=(3, 4))
        assert not collisions(parts)
        assert not outside(parts, card.WIDTH, card.tall(parts))
        assert facts_of(parts, "trait") == facts_of(card.scene(RULES, code, ENGLISH, stack=(3, 4)), "trait")
    for name in RULES.board.terrains:
        parts = sheet.scene(RULES, name, captions)
        assert not collisions(parts)
        assert not outside(parts, sheet.WIDTH, sheet.tall(parts))
        assert facts_of(parts, "hazard") == facts_of(sheet.scene(RULES, name, ENGLISH), "hazard")


def facts_of(parts: Parts, told: str) -> list[tuple[object, ...]]:
    """What all parts tell, in their order; of those with lines of words, which are of the sort `told`, the rest."""
    return [(part.sort, *(fact for fact in part.facts if part.sort != told or not _lines(fact))) for part in parts]


def _lines(fact: object) -> bool:
    return isinstance(fact, tuple) and bool(fact) and isinstance(fact[0], str)


def asked() -> set[str]:
    """The keys below `titan.caption` that the program names, with `*` for what it puts in."""
    found = set()
    for node in chain.from_iterable(ast.walk(ast.parse(path.read_text(encoding="utf-8"))) for path in SOURCES):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "told":
            found |= set(_keys(node.args[0])) if node.args else set()
    return found


def _keys(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(key)):
            yield key
        case ast.IfExp(body=one, orelse=other):
            yield from (*_keys(one), *_keys(other))
        case ast.JoinedStr(values=pieces):
            yield "".join(str(p.value) if isinstance(p, ast.Constant) else "*" for p in pieces)
        case _:
            pass  # a name: what it stands for is in a table of the module


TABLED = {"mustered", "here", "law-1", "law-2", "power", "skill", "value"}
"""Keys that stand in tables of the modules that ask for them."""


def test_every_text_that_pictures_ask_for_is_in_the_files_and_none_is_idle() -> None:
    known = {ASKED.sub("", key) for key in Words().known if ASKED.match(key)}
    patterns = [re.compile(re.escape(key).replace(r"\*", r"[\w-]+") + "$") for key in (*asked(), *TABLED)]

    assert all(any(pattern.match(key) for key in known) for pattern in patterns), patterns
    assert {key for key in known if not any(pattern.match(key) for pattern in patterns)} == set()


@every_language
def test_pictures_speak_their_language(captions: Captions) -> None:
    view = replace(views.crowd(), turn=3, phase="move")
    own = [headline(view, captions), *(standing_note(view, player, captions)[0] for player in view.players)]
    english = [headline(view, ENGLISH), *(standing_note(view, player, ENGLISH)[0] for player in view.players)]

    assert (own == english) == (captions is ENGLISH)
    drawn, standard = (own_board(view, words, DARK, NAMES).tobytes() for words in (captions, ENGLISH))
    assert (drawn == standard) == (captions is ENGLISH)


@every_language
def test_a_name_that_runs_to_the_left_leaves_the_sentence_around_it_in_its_order(captions: Captions) -> None:
    def set_(name: str) -> str:
        player = views.fight("Hills").players[0]
        said = captions.told("strikes", player=called(player, {player.seat: name}, captions), round=4)
        return "".join(run.text for run in lettering.runs(said, DARK.strong.file, 20))

    assert set_("שרה") == set_("Ann").replace("Ann", "הרש")
