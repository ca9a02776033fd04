"""Bots. A chooser gets a view, the list of legal actions, and `pick`, from which it draws its random choices.

It gets what a person gets and nothing else. `random` picks anything that keeps the game going; `steady` is sound
greedy play. Neither ever takes back, concedes or ends a game as a draw while there is something else to do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from engine.pick import Pick
from engine.skirmish.actions import Action
from engine.skirmish.bots.random_bot import choose_random
from engine.skirmish.bots.steady import choose_steady
from engine.skirmish.view import View

Chooser = Callable[[View, Sequence[Action], Pick], Action]

LEVELS: Mapping[str, Chooser] = MappingProxyType({"random": choose_random, "steady": choose_steady})
"""The choosers by the name of their level."""

__all__ = ["LEVELS", "Chooser", "choose_random", "choose_steady"]
