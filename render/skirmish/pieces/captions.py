"""The words in skirmish's pictures. They come from outside, in some language; here is what is said where."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from engine.core import Seat
from engine.skirmish.tables import Half, Kind, Tables, Terrain
from engine.skirmish.view import View
from render.canvas import Type
from render.lettering import isolated

Names = Mapping[Seat, str]
"""What the players are called; a seat that is not in it is called by its faction."""

NOBODY: Names = MappingProxyType({})


class Say(Protocol):
    """A text by its key, with its blanks filled; a blank that is counted by picks the form of the plural."""

    def __call__(self, key: str, **facts: object) -> str: ...


@dataclass(frozen=True, slots=True, eq=False)
class Captions:
    """The words of one language with the figures of `tables`: those of now, or those that a game began with.

    There is one value for each language and tables, so that it is itself its key.

    `say` knows the texts of skirmish by their keys: `unit.citadel_guard`, `terrain.forest`, `caption.round`. `card` is
    what the card of an id does, in a sentence or some; `timing` when cards of that id are played; `abilities` are the
    names of what a kind can do, each with its sentence; `effects` the sentences of what a terrain does;
    `half_points` how a half scores.
    """

    language: str
    tables: Tables
    say: Say
    card: Callable[[str], str]
    timing: Callable[[str], str]
    abilities: Callable[[Kind], Iterable[tuple[str, str]]]
    effects: Callable[[Terrain], Iterable[str]]
    half_points: Callable[[Half], str]

    def told(self, key: str, **facts: object) -> str:
        """A text that pictures alone need."""
        return self.say(f"caption.{key}", **facts)

    def unit(self, kind: str) -> str:
        """`Citadel Guard`."""
        return self.say(f"unit.{kind}")

    def unit_within(self, kind: str, face: Type, room: float) -> str:
        """The name of a kind, or the short one where the whole is wider than `room` pixels."""
        whole = self.unit(kind)
        return whole if face.width(whole) <= room else self.told(f"unit.{kind}")

    def faction(self, faction: str) -> str:
        """`Daqan`."""
        return self.say(f"faction.{faction}")

    def terrain(self, terrain: str) -> str:
        """`Forest`."""
        return self.say(f"terrain.{terrain}")

    def named(self, card: str) -> str:
        """`Main Thrust`: what a card is called."""
        return self.say(f"card.{card}")


def called(view: View, seat: Seat, names: Names, captions: Captions) -> str:
    """A player's name, or what stands for it."""
    return isolated(names[seat]) if seat in names else captions.faction(view.side(seat).faction)


def headline(view: View, captions: Captions) -> str:
    """The round, or what comes before the first one."""
    if view.phase == "over":
        return captions.told("over")
    return captions.told("round", number=view.round) if view.round else captions.told("preparations")


def phase_line(view: View, captions: Captions) -> str:
    """The step of the turn; of a combat which of its own it has reached; of the preparations the viewer's stage."""
    if view.phase == "over":
        return captions.told(f"reason.{view.reason}")
    if view.combat is not None:
        said = captions.say(f"combat-step.{view.step}")
    elif view.phase == "preparing" and view.own is not None:
        said = captions.say(f"stage.{view.own.stage}")
    else:
        said = captions.say(f"phase-name.{view.phase}")
    return said[:1].upper() + said[1:]


def goal(view: View, seat: Seat) -> tuple[int, int, str]:
    """What a seat has of what it needs to win, how much that is, and which: `points`, or `cards` that are revealed."""
    faction, scenario, tables = view.side(seat).faction, view.rules.scenario, view.rules.tables
    if scenario is None:
        return view.side(seat).victory, tables.field.victory_points, "points"
    wanted = scenario.special.wins_by_cards.get(faction)
    if wanted:
        (kind, number), *_ = wanted.items()
        return view.shown.count(kind), number, "cards"
    return view.side(seat).victory, scenario.special.wins_at.get(faction, 0), "points"
