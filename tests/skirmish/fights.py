"""Tables at the Attack Step, for tests of combat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.core import Seat
from engine.skirmish.events import Damaged, Ignored, Moved
from engine.skirmish.sheets import tables
from engine.skirmish.state import Attacking, Phase
from engine.skirmish.units import Turn
from tests.skirmish.field import DAQAN, Table, field

FAR_AWAY = ("yeoman_archers@A1", "viper_legion@I1")
"""One of either side, so that nobody has lost when the others are gone, and out of everybody's reach."""


def battle(
    units: str,
    *,
    active: Seat = DAQAN,
    land: Mapping[str, str] | None = None,
    ruins: Iterable[str] = (),
    lore: tuple[int, int] = (0, 0),
    hands: tuple[str, str] = ("", ""),
    turn: Turn | None = None,
    scenario: str = "free",
    alone: bool = False,
    phase: Phase | None = None,
) -> Table:
    """The Attack Step of `active`, on plains unless `land` says otherwise, or another `phase`.

    There are reserves far away unless the units are to be `alone`. Who has `*` behind its hex has an order.
    """
    text = units.replace("*", ",ordered")
    if not alone:
        text = " ".join((text, *FAR_AWAY))
    state = field(
        text, phase or Attacking(), active=active, land=land or {}, ruins=ruins, lore=lore, hands=hands, turn=turn,
        scenario=scenario,
    )  # fmt: skip
    return Table(state)


def damage(table: Table, hex_: str) -> int:
    """All the damage that was told of a hex."""
    return sum(event.damage for event in table.told(Damaged) if event.hex == hex_)


def moves(table: Table, why: str) -> list[str]:
    """The ways that units went for this reason: `E7-E8`."""
    return ["-".join(event.path) for event in table.told(Moved) if event.why == why]


def ignored(table: Table) -> list[tuple[str, str, int, str]]:
    """What was ignored: hex, what, how much, why."""
    return [(event.hex, event.what, event.amount, event.why) for event in table.told(Ignored)]


def full(kind: str) -> int:
    """The health of an unhurt unit of a kind."""
    return tables().kinds[kind].full
