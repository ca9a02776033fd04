"""Skirmish on a simulated Discord: games opened and brought forward, and a person who plays by thumb alone."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from cogs.house.table.table import Table
from cogs.house.values.records import Status
from engine.core import Seat
from engine.skirmish.actions import Concede, EndAsDraw
from engine.skirmish.bots import LEVELS
from tests.discord.conftest import Play
from tests.discord.thumb import Thumb

MOST = 3_000

Wanted = Callable[[Any, Sequence[Any]], bool]
"""Whether a position is wanted, by the view of whoever must decide and what he may do."""


async def opened(play: Play, *names: str, level: str = "", **chosen: Any) -> Table:
    """A running game of these people, the first being the host, or of one against the program."""
    host, *others = names
    await play.new(host, "skirmish", **chosen)
    for name in others:
        await play.slash(name, "skirmish join")
    if level:
        await play.slash(host, "skirmish add-bot", level=level)
    await play.slash(host, "skirmish start")
    return await play.table()


async def until(play: Play, table: Table, wanted: Wanted) -> Seat:
    """Lets all play steadily until a position is wanted, and gives whose decision it is; then people see it."""
    whims = random.Random(1)
    for _ in range(MOST):
        seat = min(table.awaiting)
        view, legal = table.view(seat), table.legal(seat, undo=False)
        if wanted(view, legal):
            await play.settle()
            return seat
        await table.submit(seat, LEVELS["steady"](view, legal, whims))
    raise AssertionError("this game never comes to that")


# What a thumb presses, by the beginning of a label: the first of these that is there.
FIRST = (
    "Ready", "Do this, then attack", "Let the bot", "Done", "Go on without",
    "Keep deck", "Strike back", "Advance", "Take 1 lore and a card", "Don't look",
)  # fmt: skip
PASSING = ("Stop asking this turn", "No card")
ASIDE = (
    "Refresh", "Back", "Everything I can do", "Undo", "Take it back", "Plan ahead", "Hint", "A hint",
    "Odds",
)  # fmt: skip


@dataclass
class Player:
    """Somebody who does what his panel offers first, without knowing the rules. `seen` is every panel he had, by phase.

    `tired` are buttons that have changed nothing in the present panel.
    """

    thumb: Thumb
    table: Table
    seen: dict[str, tuple[str, list[str]]] = field(default_factory=dict)
    tired: set[str] = field(default_factory=set)

    async def plays(self, most: int = MOST) -> None:
        """Plays to the end of the game."""
        await self.thumb.open()
        for _ in range(most):
            seat = self.table.seat_of(self.thumb.play.people[self.thumb.who].id)
            assert seat is not None
            if self.table.game.status is not Status.RUNNING:
                return
            await self.presses(seat)
        raise AssertionError("it goes on and on")

    async def presses(self, seat: Seat) -> None:
        """Presses or chooses one thing."""
        view, thumb = self.table.view(seat), self.thumb
        if seat not in self.table.awaiting or self._is_past():  # the bot has its turn, or has had it
            await thumb.play.settle()
            await thumb.open()
            return
        self.seen[":".join((view.phase, view.step or view.own.stage))] = (thumb.text, thumb.buttons())
        before = self.table.seq
        await self._does("Play " if view.phase == "commanding" and not view.round % 2 else "")
        if self.table.seq == before and thumb.pressed[-1] in self.tired:
            raise AssertionError(f"{thumb.pressed[-1]} changes nothing, in: {thumb.text}")
        self.tired = self.tired | {thumb.pressed[-1]} if self.table.seq == before else set()

    def _is_past(self) -> bool:
        """Whether the panel that is open leads nowhere any more."""
        return not self.thumb.lists() and all(label.startswith(ASIDE) for label in self.thumb.buttons())

    async def _does(self, rather: str) -> None:
        """What is first, or what is wanted `rather`: every other turn is played step by step."""
        thumb = self.thumb
        buttons = [label for label in thumb.buttons() if label not in self.tired]
        for label in filter(None, (rather, *FIRST, *PASSING)):
            if found := next((each for each in buttons if each.startswith(label)), None):
                await thumb.tap(found)
                return
        if thumb.lists():
            await thumb.choose(str(thumb.lists()[0]["options"][0]["label"]))
            return
        await thumb.tap(next(each for each in buttons if not each.startswith(ASIDE)))


def grave(action: Any) -> bool:
    """Whether an action ends the game."""
    return isinstance(action, Concede | EndAsDraw)
