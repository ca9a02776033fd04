"""What `test_by_files_alone` plays and draws, in a process of its own: `python -m tests.project.by_files_alone FOLDER`.

`engine`, `render` and `cogs` are those of that folder, to which a Basilisk and its Wastes were added by files.
"""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path
from random import Random

from PIL import Image

import cogs
import engine
import render
from cogs.house.game.pictures import Look
from cogs.house.words.words import Words, languages
from cogs.titan.kit import titan_kit
from cogs.titan.words.terms import Terms
from cogs.titan.words.typed import read
from engine.core import CHANCE, Seat
from engine.ruleset import play
from engine.titan.bots import choose_steady
from engine.titan.rules import rules_for
from engine.titan.ruleset import TITAN
from engine.titan.state import Fighting, State
from render.theme import DARK
from render.titan.pieces.emblems import emblem
from tests.engine.positions import battle, contents, do, lines, position
from tests.selfplay import answer

PLAYERS = {Seat(0): "Ann", Seat(1): "Bob"}
NAMES = {"en": ("Basilisk", "Wastes"), "de": ("Basilisk", "Ödland"), "ru": ("Василиск", "Пустошь")}


def mustered() -> State:
    """Two Ogres walk from their Tower to the Wastes, and get a Basilisk there."""
    start = position("Red: Rd01@100 TTN OGR OGR CEN", "Blue: Bu01@200 TTN OGR OGR LIO")
    (walk,) = (line for line in lines(start) if line.startswith("move Rd01 41 "))
    moved = do(start, walk, "done")
    assert "muster Rd01 BAS OGR,OGR" in lines(moved), lines(moved)
    after = do(moved, "muster Rd01 BAS OGR,OGR")
    assert sorted(contents(after, "Rd01").split()) == ["BAS", "CEN", "OGR", "OGR", "TTN"]
    assert after.bank["BAS"] == start.bank["BAS"] - 1 == 14
    return after


def fought() -> tuple[State, State]:
    """A battle in the Wastes that bots fight to its end: somewhere within it, and when it is over."""
    state = within = battle("Wastes", "BAS D4, BAS C3, OGR D1", "LIO D6, OGR E5, CEN E4", in_round=1)
    dice, steps = Random(7), 0
    while isinstance(state.phase, Fighting):
        if draw := TITAN.wants(state):
            state, _ = TITAN.apply(state, CHANCE, answer(draw, dice))
            continue
        seat = min(TITAN.awaiting(state))
        action = choose_steady(TITAN.view(state, seat), tuple(TITAN.legal(state, seat)), dice)
        state, _ = play(TITAN, state, seat, action)
        steps += 1
        within = state if steps < 12 and isinstance(state.phase, Fighting) else within
    return within, state


def seen(kind: str, state: State, language: str, focus: str = "", theme: str = "dark") -> bytes:
    """The pixels of a picture, of which something is said too."""
    kit, view, look = titan_kit(language), TITAN.view(state, Seat(0)), Look(theme=theme, focus=focus)
    assert kit.pictures[kind].alt(view, PLAYERS, look)
    return Image.open(BytesIO(kit.pictures[kind].draw(view, PLAYERS, look))).convert("RGB").tobytes()


def main(tree: Path) -> None:
    """Fails if anything of it cannot be played, drawn or said."""
    for package in (engine, render, cogs):
        assert Path(str(package.__file__)).is_relative_to(tree), package.__file__
    kind = rules_for({}).kinds["BAS"]
    assert kind.natives == {"bog", "slope"}
    after, (within, over) = mustered(), fought()
    assert within.phase != over.phase

    drawn, unknown = (emblem(code, 64, kind.paint, DARK).tobytes() for code in ("BAS", "???"))
    assert drawn != unknown
    for language in languages():
        creature, land = NAMES[language]
        terms = Terms(Words(language))
        assert (terms.creature("BAS"), terms.terrain("Wastes")) == (creature, land)
        assert read(terms, f"muster Rd01 {creature}")[:3] == ("muster", "Rd01", "BAS")
        assert seen("creature", after, language, "BAS")
    assert seen("board", after, "en") != seen("board", after, "en", theme="safe")
    for picture in ("recruits", "caretaker", "hand"):
        assert seen(picture, after, "en")
    for picture in ("recruits", "terrain"):
        assert seen(picture, after, "en", "Wastes")
    assert seen("battle", within, "en")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
