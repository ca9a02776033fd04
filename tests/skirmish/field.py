"""Positions of the skirmish game as short text, and a table to play on from them: `Table(field("citadel_guard@C7"))`.

A unit is `citadel_guard@C7`, with less health `citadel_guard@C7:2`, with marks `citadel_guard@C7:2,ordered,moved=1`;
one that belongs to neither faction says whose it is: `uthuk/mountain_giant@D7`. Dice are letters: S strike, C cleave,
P pierce, M morale, H heroic, L lore.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

import pytest

from engine import ruleset
from engine.core import CHANCE, Drawn, Illegal, Seat
from engine.skirmish.events import Event
from engine.skirmish.rules import FREE, VERSION, rules_for
from engine.skirmish.ruleset import SKIRMISH
from engine.skirmish.sheets import tables
from engine.skirmish.state import Commanding, Phase, Side, State
from engine.skirmish.units import STUNNED, Turn, Unit
from engine.skirmish.view import View
from engine.values import replace

T = TypeVar("T")

DAQAN, UTHUK = Seat(0), Seat(1)
"""The seats of a field: the Daqan player opened the game and sits in the south."""

BEGUN = VERSION
"""By which version of the rules a field is played; see `windows_of_their_own`."""

FACTIONS = ("daqan", "uthuk")
THUNDERCLAP = "thunderclap"


def field(
    units: str,
    phase: Phase | None = None,
    *,
    active: Seat = DAQAN,
    scenario: str = FREE,
    land: Mapping[str, str] | None = None,
    ruins: Iterable[str] = (),
    hidden: Mapping[str, str] | None = None,
    lore: tuple[int, int] = (0, 0),
    victory: tuple[int, int] = (0, 0),
    hands: tuple[str, str] = ("", ""),
    commands: tuple[str, str] = ("", ""),
    turn: Turn | None = None,
    round_: int = 1,
    first: Seat = UTHUK,
) -> State:
    """A state in the middle of a game, on plains in free play, or on the map of a scenario.

    `land` is terrain by hex and replaces the map. What is by side has the Daqan player's first; `hands` are lore cards
    and `commands` command cards, parted by blanks. Decks have everything that is in no hand, in the order of the
    tables. The phase is the Command Step if nothing else is said.
    """
    rules = rules_for({"scenario": scenario}, BEGUN)
    if land is None:
        land = {} if rules.scenario is None else rules.scenario.terrain
    kinds = rules.tables
    sides = tuple(
        Side(
            faction=faction,
            lore=lore[seat],
            victory=victory[seat],
            commands=tuple(commands[seat].split()),
            hand=tuple(hands[seat].split()),
            deck=_without(kinds.core(faction), hands[seat].split()),
            stage="ready",
            discarded=True,
        )
        for seat, faction in enumerate(FACTIONS)
    )
    found = tuple(_unit(text, number) for number, text in enumerate(units.split(), 1))
    return State(
        rules=rules,
        sides=(sides[0], sides[1]),
        phase=phase or Commanding(),
        units=found,
        land=tuple(land.items()),
        ruins=frozenset(ruins),
        hidden=tuple((hidden or {}).items()),
        command_deck=_without(kinds.command_deck, " ".join(commands).split()),
        first=first,
        active=active,
        round=round_,
        turn=turn or Turn(),
        next_number=len(found) + 1,
    )


def _without(cards: tuple[str, ...], gone: Iterable[str]) -> tuple[str, ...]:
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)


def _unit(text: str, number: int) -> Unit:
    place, *marks = text.split(",")
    name, _, at = place.partition("@")
    hex_, _, health = at.partition(":")
    owner, _, kind = name.rpartition("/")
    found = tables().kinds[kind]
    unit = Unit(number, kind, Seat(FACTIONS.index(owner or found.faction)), hex_, int(health or found.full))
    for mark in marks:
        field_, _, value = mark.partition("=")
        given = int(value) if value else STUNNED if field_ == "stunned" else True
        unit = replace(unit, **{field_: given})  # type: ignore[arg-type]  # a mark is a field by its name
    return unit


def opened(**options: str) -> Table:
    """A game before its first decision."""
    return Table(SKIRMISH.new_game(2, options))


class Table:
    """A game in play: what is decided goes through the door, what was told is kept in `events`."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def does(self, seat: Seat, *lines: str) -> Table:
        """`seat` decides these, one after the other. Raises Illegal."""
        for line in lines:
            self._after(ruleset.play(SKIRMISH, self.state, seat, SKIRMISH.notation.parse(line)))
        return self

    def rolls(self, letters: str) -> Table:
        """The dice fall so; exactly so many are wanted."""
        faces = [face[0].upper() for face in tables().faces]
        return self.draws(*(faces.index(letter) + 1 for letter in letters))

    def draws(self, *values: int) -> Table:
        """Chance says this; exactly so much is wanted."""
        wanted = SKIRMISH.wants(self.state)
        assert wanted is not None, f"nothing is drawn for in {self.state.phase}"
        assert wanted.count == len(values), wanted
        self._after(SKIRMISH.apply(self.state, CHANCE, Drawn(values)))
        return self

    def shuffled(self) -> Table:
        """Chance leaves everything as it lies, as often as it is asked for a shuffle now."""
        while (wanted := SKIRMISH.wants(self.state)) is not None and wanted.distinct:
            self.draws(*range(1, wanted.count + 1))
        return self

    def _after(self, step: tuple[State, tuple[Event, ...]]) -> None:
        self.state, events = step
        self.events += events

    def refused(self, seat: Seat, line: str) -> Illegal:
        """Why `seat` may not do this; fails if it may."""
        action = SKIRMISH.notation.parse(line)
        with pytest.raises(Illegal) as refusal:
            ruleset.play(SKIRMISH, self.state, seat, action)
        return refusal.value

    def can(self, seat: Seat, verb: str = "") -> set[str]:
        """The lines that `seat` may say now, those that begin with a word if one is given."""
        lines = map(SKIRMISH.notation.line, SKIRMISH.legal(self.state, seat))
        return {line for line in lines if not verb or line.split()[0] == verb}

    @property
    def wanted(self) -> int:
        """How many dice or cards chance is asked for, 0 if it is not."""
        draw = SKIRMISH.wants(self.state)
        return 0 if draw is None else draw.count

    @property
    def awaited(self) -> frozenset[Seat]:
        return SKIRMISH.awaiting(self.state)

    def view(self, viewer: Seat | None = None) -> View:
        return SKIRMISH.view(self.state, viewer)

    def at(self, hex_: str) -> Unit:
        """The unit on a hex, which must be there."""
        unit = self.state.at(hex_)
        assert unit is not None, f"nobody on {hex_}"
        return unit

    def told(self, kind: type[T]) -> list[T]:
        """The events of a kind, so far."""
        return [event for event in self.events if isinstance(event, kind)]
