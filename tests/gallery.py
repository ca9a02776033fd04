"""Every kind of picture in every theme: `make gallery`, or `python -m tests.gallery board hand --themes dark,print`.

Positions come from games that the program plays by itself, always the same ones. Each picture is written to `gallery/`
with `index.html`, where it is seen as large as a phone shows it and leads to its full size. A line each tells its size
and how long it took, once what pictures share is there.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from io import BytesIO
from pathlib import Path
from random import Random
from time import perf_counter
from types import MappingProxyType

from PIL import Image

from cogs.house.kit import Look
from cogs.titan_kit import titan_face
from engine import log
from engine.core import CHANCE, Seat
from engine.titan.actions import Action, Concede, Resign
from engine.titan.bots import choose_steady
from engine.titan.ruleset import TITAN
from engine.titan.state import State
from engine.titan.view import KnownView, View, knowledge_of
from render.theme import THEMES
from tests.selfplay import answer

KIT = titan_face().kit
FOLDER = Path(__file__).parents[1] / "gallery"
PHONE = 400
"""How many pixels wide a phone shows a picture."""

GAMES = ((6, 3, 1_600), (3, 5, 900))
"""Seats, seed and how many entries are played."""

NAMES = MappingProxyType(
    {
        Seat(0): "Ann",
        Seat(1): "Бен Фёдоров",
        Seat(2): "陳大文",
        Seat(3): "Dan 🐉",
        Seat(4): "שרה",
        Seat(5): "Maximiliane von und zu",
    }
)


@dataclass(frozen=True, slots=True)
class Sight:
    """A picture to be drawn: what is special about it, what is seen and how."""

    title: str
    view: View
    focus: str = ""
    actions: tuple[Action, ...] = ()
    known: KnownView | None = None

    def look(self, theme: str) -> Look:
        """How it is looked at in a theme."""
        return Look(theme, self.focus, self.actions, self.known)


@dataclass(frozen=True, slots=True)
class Moment:
    """A position of a game, and who decides there."""

    state: State
    public: View
    seat: Seat | None
    own: View | None
    actions: tuple[Action, ...]


@lru_cache(maxsize=1)
def moments() -> tuple[Moment, ...]:
    """The positions of the games, in order, where somebody decides or all is over."""
    return tuple(moment for game in GAMES for moment in played(*game))


def played(seats: int, seed: int, entries: int) -> Iterator[Moment]:
    """A game of steady seats who never give up."""
    chance, course = Random(seed), log.opening(TITAN, seats, {})
    for _ in range(entries):
        state = course.state
        draw = TITAN.wants(state)
        if draw is not None:
            course, _ = log.step(TITAN, course, CHANCE, answer(draw, chance))
            continue
        waiting = sorted(TITAN.awaiting(state))
        if not waiting:
            yield Moment(state, TITAN.view(state, None), None, None, ())
            return
        seat = Seat(chance.choice(waiting))
        actions = tuple(each for each in TITAN.legal(state, seat) if not isinstance(each, Resign | Concede))
        own = TITAN.view(state, seat)
        yield Moment(state, TITAN.view(state, None), seat, own, actions)
        course, _ = log.step(TITAN, course, seat, choose_steady(own, actions, chance))


def board() -> Iterator[Sight]:
    """The masterboard: at the start, in every phase, and when it is fullest."""
    for phase in dict.fromkeys(moment.public.phase for moment in moments() if moment.public.battle is None):
        of_phase = [moment.public for moment in moments() if moment.public.phase == phase]
        yield Sight(phase, max(of_phase[len(of_phase) // 2 :], key=lambda view: len(view.legions)))
    yield Sight("fullest", max((moment.public for moment in moments()), key=lambda view: len(view.legions)))


def battle() -> Iterator[Sight]:
    """A battle in every kind of land, the fullest one at its second round or later."""
    fights = [moment.public for moment in moments() if moment.public.battle is not None]
    for terrain in TITAN.view(TITAN.new_game(2, {}), None).rules.board.terrains:
        here = [view for view in fights if view.battle is not None and view.battle.terrain == terrain]
        later = [view for view in here if view.battle is not None and view.battle.round > 1]
        if here:
            yield Sight(terrain, max(later or here, key=_fighters))


def _fighters(view: View) -> int:
    return len(view.battle.fighters) if view.battle is not None else 0


def aftermath() -> Iterator[Sight]:
    """The last map of a battle."""
    yield Sight("", next(moment.public for moment in moments() if moment.public.aftermath is not None))


def own() -> Iterator[Sight]:
    """What a player alone sees: at the start, and with the most legions."""
    mine = [moment.own for moment in moments() if moment.own is not None and moment.own.battle is None]
    yield Sight("start", next(view for view in mine if view.legions))
    yield Sight("most", max(mine, key=lambda view: sum(legion.owner == view.viewer for legion in view.legions)))


def legion() -> Iterator[Sight]:
    """One's own legion, and one of another's of which something is certain."""
    later = [moment for moment in moments() if moment.own is not None and moment.own.battle is None]
    moment = max(later, key=lambda each: len(each.public.legions))
    view = moment.own
    assert view is not None
    mine = next(each.marker for each in view.legions if each.owner == view.viewer)
    theirs = max((each for each in view.legions if each.owner != view.viewer), key=lambda each: len(each.creatures))
    for title, marker in (("own", mine), ("other", theirs.marker)):
        yield Sight(title, view, marker, known=knowledge_of(moment.state, view.viewer, marker))


def creature() -> Iterator[Sight]:
    """The card of every kind."""
    view = next(anything()).view
    yield from (Sight(kind.name, view, code) for code, kind in view.rules.kinds.items())


def terrain() -> Iterator[Sight]:
    """The card of every terrain."""
    view = next(anything()).view
    yield from (Sight(name, view, name) for name in view.rules.board.terrains)


def recruits() -> Iterator[Sight]:
    """All chains, and one alone."""
    view = next(anything()).view
    yield from (Sight(name, view, name) for name in ("", "Mountains", "Tower"))


def anything() -> Iterator[Sight]:
    """For kinds that show the public position in another way."""
    yield Sight("", max((moment.public for moment in moments()), key=lambda view: len(view.legions)))


SIGHTS: Mapping[str, Callable[[], Iterator[Sight]]] = MappingProxyType(
    {
        "board": board,
        "battle": battle,
        "aftermath": aftermath,
        "hand": own,
        "legion": legion,
        "creature": creature,
        "terrain": terrain,
        "recruits": recruits,
    }
)
"""What is worth seeing of a kind of picture; of any other, the fullest public position."""


def drawn(kind: str, sight: Sight, theme: str) -> tuple[bytes, float]:
    """A picture and how many milliseconds it took, when everything that can be kept was."""
    look = sight.look(theme)
    KIT.draw[kind](sight.view, NAMES, look)
    began = perf_counter()
    data = KIT.draw[kind](sight.view, NAMES, look)
    return data, (perf_counter() - began) * 1000


def page(entries: Sequence[tuple[str, str, str, int]]) -> str:
    """The index: each picture at a phone's width with its caption, and a link to it."""
    figures = "\n".join(
        f'<figure><a href="{name}"><img src="{name}" width="{PHONE}" alt="{escape(alt)}" loading="lazy"></a>'
        f"<figcaption>{escape(caption)}</figcaption></figure>"
        for name, caption, alt, _ in entries
    )
    style = (
        "body{font:15px sans-serif;background:#777}figure{display:inline-block;margin:8px;vertical-align:top}"
        "figcaption{color:#fff}"
    )
    return f'<!doctype html>\n<meta charset="utf-8">\n<title>Gallery</title>\n<style>{style}</style>\n{figures}\n'


def main() -> None:
    """Draws what was asked for, or everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", choices=[[], *KIT.draw], help="kinds of pictures; all without any")
    parser.add_argument("--themes", default=",".join(THEMES), help="themes, with commas")
    said = parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    entries = []
    for kind in said.kinds or KIT.draw:
        for sight in SIGHTS.get(kind, anything)():
            for theme in said.themes.split(","):
                data, ms = drawn(kind, sight, theme)
                name = "-".join(filter(None, (kind, sight.title.lower().replace(" ", "-"), theme)))
                file = FOLDER / f"{name}.{Image.open(BytesIO(data)).format}".lower()
                file.write_bytes(data)
                width, height = Image.open(BytesIO(data)).size
                caption = f"{name}: {width} × {height}, {len(data) / 1000:.0f} KB, {ms:.1f} ms"
                alt = KIT.alt[kind](sight.view, NAMES, sight.look(theme))
                entries.append((file.name, caption, alt, len(data)))
                print(caption, flush=True)
    (FOLDER / "index.html").write_text(page(entries), encoding="utf-8")
    print(f"{len(entries)} pictures; {FOLDER / 'index.html'} shows them")


if __name__ == "__main__":
    main()
