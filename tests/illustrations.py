"""The pictures of the README and of docs, and the bot's portrait and banner, again: `python -m tests.illustrations`, or
some of them by their names.

They come from games of bots, always the same ones. Run it when pictures, or the words in them, have changed, and look
at what has come of it.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

from cogs.commands.watch import TURN
from cogs.house.game import public_history as told
from cogs.house.game.announce import Entry
from cogs.house.game.pictures import Look
from cogs.house.words.words import Words
from cogs.titan.history.replay import TitanReplays
from cogs.titan.kit import titan_face
from cogs.titan.words.game_words import TitanWords
from engine import log
from engine.core import Seat
from engine.titan.events import Moved, Struck
from engine.titan.rules import rules_for
from engine.titan.ruleset import TITAN
from engine.titan.view import View
from render.replay import go_on
from render.skirmish.cards.hand import hand
from render.skirmish.field.board import board
from render.theme import DARK
from render.titan.cards.portrait import banner, portrait
from tests.selfplay import selfplay
from tests.skirmish import gallery as skirmish

FOLDER = Path(__file__).parents[1] / "docs"
KIT = titan_face().kit
NAMES = MappingProxyType({Seat(0): "Ann", Seat(1): "Ada (bot)", Seat(2): "Boris (bot)", Seat(3): "Chloe (bot)"})

SEED, FELLED = 6, "7 Green"
"""The game of Titan, and the turn in it in which Ann fells a Titan."""


@lru_cache(maxsize=1)
def entries() -> tuple[Entry, ...]:
    """A whole game of Titan."""
    timeline, found = log.opening(TITAN, len(NAMES), {}), []
    for seat, line in selfplay(("steady",) * len(NAMES), SEED).lines:
        before = timeline
        timeline, news = log.step(TITAN, before, seat, TITAN.notation.parse(line))
        found.append(Entry(seat, before, timeline, news))
    return tuple(found)


@lru_cache(maxsize=1)
def views() -> tuple[View, ...]:
    """What everybody sees of it after each entry."""
    return tuple(TITAN.view(entry.after.state, None) for entry in entries())


def _most(kind: type, phase: str) -> View:
    """Where the most of a kind has happened in a phase."""
    return max((view for view in views() if view.phase == phase), key=lambda view: _deeds(view, kind))


def _deeds(view: View, kind: type) -> int:
    return sum(isinstance(deed, kind) for deed in view.deeds)


def _of_titan(kind: str, view: View, focus: str = "") -> bytes:
    return KIT.pictures.draw(kind, view, NAMES, Look(DARK.name, focus=focus))


def turn() -> bytes:
    """Ann splits a legion, rolls, attacks a Titan and fells it."""
    maker, played = TitanReplays(TitanWords(Words())), tuple(told.moments(TITAN, entries()))
    (chapter,) = (each for each in maker.chapters(TURN, played, NAMES) if each.key == FELLED)
    return maker.draw(TURN, maker.shots(TURN, played, chapter, NAMES), "webp", NAMES, Look(DARK.name), go_on)


def skirmish_board() -> bytes:
    """The field of Thunderclap in the busiest turn."""
    advances = (m.public for m in skirmish.moments() if m.public.rules.scenario and m.public.step == "advance")
    view = max(advances, key=lambda view: len(view.deeds))
    return board(view, skirmish.CAPTIONS, DARK, NAMES)


def skirmish_hand() -> bytes:
    """Ann's fullest hand in that game, as a turn of hers begins."""
    hers = (m.own for m in skirmish.moments() if m.seat == 0 and m.own.phase == "commanding")
    held = (view for view in hers if view.rules.scenario)
    view = max(held, key=lambda view: len(view.own.hand) if view.own else 0)
    return hand(view, skirmish.CAPTIONS, DARK, NAMES)


PICTURES: Mapping[str, Callable[[], bytes]] = MappingProxyType(
    {
        "portrait.png": lambda: portrait(rules_for({})),
        "banner.png": lambda: banner(rules_for({})),
        "turn.webp": turn,
        "board.png": lambda: _of_titan("board", _most(Moved, "move")),
        "battle.png": lambda: _of_titan("battle", _most(Struck, "battle")),
        "caretaker.png": lambda: _of_titan("caretaker", views()[-1]),
        "creature.png": lambda: _of_titan("creature", views()[-1], "HYD"),
        "skirmish-board.png": skirmish_board,
        "skirmish-hand.png": skirmish_hand,
    }
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", choices=[[], *PICTURES])
    for name in parser.parse_args().names or PICTURES:
        (FOLDER / name).write_bytes(PICTURES[name]())
        print(f"{name}: {(FOLDER / name).stat().st_size / 1000:.0f} KB", flush=True)


if __name__ == "__main__":
    main()
