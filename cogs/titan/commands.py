"""Titan's own commands: what `/titan` adds, `/play` with a verb for each decision, `/show` with odds."""

from __future__ import annotations

from discord import app_commands

from cogs.commands.plays import play_group
from cogs.commands.show import ShowCommands
from cogs.face.face import AnyCommand
from cogs.panel.seats import giving_up
from cogs.titan.odds import odds_command
from engine.log import Undo
from engine.titan.actions import (
    Accept,
    Acquire,
    Carry,
    Colour,
    Concede,
    Done,
    Engage,
    Fight,
    FirstMarker,
    Flee,
    Maneuver,
    Move,
    Mulligan,
    Muster,
    Offer,
    Refuse,
    Reinforce,
    Roll,
    Split,
    Strike,
    Summon,
    Teleport,
    Withdraw,
)

VERBS: tuple[type, ...] = (
    Colour, FirstMarker, Split, Roll, Mulligan, Move, Teleport, Engage, Flee, Fight, Offer, Withdraw, Accept, Refuse,
    Concede, Maneuver, Strike, Carry, Summon, Reinforce, Muster, Acquire, Undo, Done,
)  # fmt: skip
"""What `/play` can do, in the order of a turn, beside `do`: with it these are 25, and Discord takes no more.

Resigning is `/titan resign`, which asks first. `waive` is a button, and `/play do waive`.
"""


def titan_commands() -> tuple[AnyCommand, ...]:
    """What `/titan` has beside that which every game has in its group."""
    return (giving_up("titan", "resign"),)


def play() -> app_commands.Group:
    """`/play`."""
    return play_group(VERBS)


def show() -> app_commands.Group:
    """`/show`."""
    group = ShowCommands()
    group.add_command(odds_command())
    return group
