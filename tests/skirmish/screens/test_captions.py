"""Words in skirmish's pictures: every picture in every language, with each word whole, and no text that is not used."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

import render.skirmish
from cogs.house.game.pictures import Look
from cogs.house.words.words import Words
from cogs.skirmish.kit import skirmish_kit
from cogs.skirmish.words.captions import captions_in
from engine.skirmish.events import PoisonRolled
from engine.skirmish.ruleset import SKIRMISH
from engine.skirmish.sheets import tables
from engine.skirmish.state import Over
from engine.values import replace
from render import lettering
from render.skirmish.cards import cards, kinds
from render.skirmish.cards.hand import draw as hand
from render.skirmish.cards.kinds import draw as unit
from render.skirmish.cards.muster import draw as muster
from render.skirmish.cards.pages import draw_card as card
from render.skirmish.cards.pages import draw_terrain as terrain
from render.skirmish.cards.score import draw as standing
from render.skirmish.field.board import draw as board
from render.skirmish.field.dice import draw as dice
from render.skirmish.pieces import counters
from render.skirmish.pieces.captions import Captions
from render.theme import DARK, Theme
from tests.deep import deep_but
from tests.skirmish.field import DAQAN, THUNDERCLAP, UTHUK, field
from tests.skirmish.sights import ENGLISH, EVERY, LANGUAGES, NAMES, PREPARED, crowd, public

every_language = pytest.mark.parametrize("captions", EVERY, ids=LANGUAGES)
with_long_words = pytest.mark.parametrize("captions", deep_but(EVERY, EVERY[LANGUAGES.index("de")]), ids=LANGUAGES)
"""For what takes long: German says it at the greatest length."""


@pytest.fixture
def cuts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that had no room, as they are met; they are shortened all the same."""
    found: list[str] = []
    shortened = lettering.shortened

    def watched(text: str, file: str, size: int, room: float) -> str:
        said = shortened(text, file, size, room)
        if said != text:
            found.append(f"{text!r} in {round(room)} pixels at {size}")
        return said

    monkeypatch.setattr(lettering, "shortened", watched)
    return found


@pytest.fixture(scope="module")
def fresh() -> Theme:
    """A theme in which nothing has been drawn and kept yet: what is drawn here once, words are looked for in then."""
    return replace(DARK)


@with_long_words
def test_no_word_is_cut_in_the_pictures_of_a_turn(captions: Captions, cuts: list[str], fresh: Theme) -> None:
    state = crowd()
    peeked = (("C11", "blood_harvesters"), ("B5", "citadel_guard"))
    looked = replace(state, sides=(replace(state.sides[0], peeked=peeked), state.sides[1]))
    for place, played in enumerate(tables().commands):
        turn = replace(state.turn, card=played, how=("text", "one")[place % 2])
        board(public(replace(state, turn=turn)), captions, fresh, NAMES)
    hand(SKIRMISH.view(looked, DAQAN), captions, fresh, NAMES)
    dice(public(state), captions, fresh, NAMES)
    poison = (PoisonRolled(11, "blood_harvesters", UTHUK, "F7", "cleave", 1),)
    dice(public(replace(state, deeds=poison)), captions, fresh, NAMES)
    for reason in ("destroyed", "points", "cards", "conceded", "agreed-draw"):
        over = public(replace(state, phase=Over(UTHUK, reason)))
        standing(over, captions, fresh, NAMES)
        board(over, captions, fresh, NAMES)
    standing(public(state), captions, fresh, {})

    assert not cuts


@with_long_words
def test_no_word_is_cut_before_the_first_turn(captions: Captions, cuts: list[str], fresh: Theme) -> None:
    for state in PREPARED:
        for viewer in (DAQAN, None):
            view = SKIRMISH.view(replace(state, pool=("mountain_giant",)), viewer)
            muster(view, captions, fresh, NAMES)
            board(view, captions, fresh, NAMES)

    assert not cuts


@with_long_words
def test_no_word_is_cut_on_pages_that_are_looked_up(captions: Captions, cuts: list[str], fresh: Theme) -> None:
    known = tables()
    for kind in known.kinds:
        unit(kind, captions, fresh)
    for named in (*known.commands, *known.lore):
        cards.face(named, captions, fresh)
    card("patrol_center", captions, fresh)
    card("oath_of_the_citadel", captions, fresh)
    terrain(captions, fresh)

    assert not cuts


@every_language
def test_what_a_card_does_has_room_on_it(captions: Captions) -> None:
    """In the smallest type that there is at the latest."""
    small = cards.WIDE - 26
    for named in (*tables().commands, *tables().lore):
        type_, lines = cards.fit(captions.card(named), DARK.plain, small, 150, cards.LEAST)
        assert len(lines) * type_.size * cards.LEADING <= 150, named


def asked() -> set[str]:
    """The keys below `skirmish.caption` that pictures name, with `*` for what they put in."""
    sources = Path(render.skirmish.__path__[0]).rglob("*.py")
    found = set()
    for node in chain.from_iterable(ast.walk(ast.parse(path.read_text(encoding="utf-8"))) for path in sources):
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


TABLED = {
    "points", "cards", "lore", "commands", "lore-cards", "deck", "left", "center", "right", "units-left",
    "ignored-damage", "retreats", "ignored-retreats", "gained", "own",
}  # fmt: skip
"""Keys that stand in tables of the modules that ask for them."""


def test_every_text_that_pictures_ask_for_is_in_the_files_and_none_is_idle() -> None:
    known = {key.removeprefix("skirmish.caption.") for key in Words().known if key.startswith("skirmish.caption.")}
    patterns = [re.compile(re.escape(key).replace(r"\*", r"[\w-]+") + "$") for key in (*asked(), *TABLED)]

    assert [pattern for pattern in patterns if not any(pattern.match(key) for key in known)] == []
    assert {key for key in known if not any(pattern.match(key) for pattern in patterns)} == set()


@every_language
def test_pictures_speak_their_language(captions: Captions) -> None:
    view = public(field("", scenario=THUNDERCLAP))

    assert (board(view, captions).tobytes() == board(view, ENGLISH).tobytes()) == (captions is ENGLISH)


def test_pictures_and_their_words_have_the_figures_that_a_game_began_with() -> None:
    """What is kept of a picture is kept for each of the tables apart."""
    now = tables()
    dear = {
        "portal": replace(now.lore["portal"], cost=9),
        "counterstroke": replace(now.lore["counterstroke"], cost=9),
    }
    guard = replace(now.kinds["citadel_guard"], combat=9, cost=9)
    then = replace(now, lore={**now.lore, **dear}, kinds={**now.kinds, "citadel_guard": guard})
    state = field("citadel_guard@A1 viper_legion@I1", hands=("portal", ""), lore=(3, 0))
    before = replace(state, rules=replace(state.rules, tables=then))
    look = Look(focus="citadel_guard", theme="dark")
    of_card = replace(look, focus="portal")
    pictures = skirmish_kit("en").pictures
    views = [SKIRMISH.view(each, DAQAN) for each in (state, before)]

    for kind, seen in (("hand", look), ("creature", look), ("muster", look), ("card", of_card)):
        told = [pictures[kind].alt(view, {}, seen) for view in views]
        assert told[0] != told[1], kind
        if kind != "muster":  # nothing is mustered any more
            assert pictures[kind].draw(views[0], {}, seen) != pictures[kind].draw(views[1], {}, seen), kind
            assert pictures[kind].draw(views[0], {}, seen) == pictures[kind].draw(SKIRMISH.view(state, DAQAN), {}, seen)
    colours = counters.livery(views[0], DAQAN, DARK)
    tiles = [kinds.tile("citadel_guard", captions_in("en", each), DARK, colours).tobytes() for each in (now, then)]
    assert tiles[0] != tiles[1]
