"""Going back in a game: the ends of phases that are taken back, rewinds that were agreed to, and moderators' own.

How far one can go stands in `cogs.house.going_back`, how people ask each other in `cogs.house.asking`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from itertools import islice

from cogs.house import course as courses
from cogs.house import dice, going_back
from cogs.house.going_back import Point, TakeBack
from cogs.house.kept import KeptGame
from cogs.house.records import Deed, Status
from cogs.house.store import Repeated
from engine import log
from engine.core import MODERATOR, Illegal, Seat
from engine.log import Rewind

MOST_POINTS = 300
"""Beginnings of phases that are offered to go back to; older ones are not listed."""


@dataclass(slots=True)
class Phases:
    """The beginnings of phases, as they were found when the game had `seq` entries."""

    seq: int = 0
    points: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class Past:
    """Where one game can go back to, and going there. `phases` remembers what is dear to find."""

    kept: KeptGame
    phases: Phases

    def take_backs(self, seat: Seat, now: float | None = None) -> tuple[TakeBack, ...]:
        """The ends of phases that `seat` can take back at the time `now`, the newest first: a button in his panel."""
        if self.kept.game.status is not Status.RUNNING or self.kept.game.frozen is not None:
            return ()
        when = self.kept.means.now() if now is None else now
        return tuple(going_back.take_backs(self.kept.kit, self.kept.recent, self.kept.course, seat, when))

    async def take_back(self, seat: Seat, interaction_id: int | None = None, began: int | None = None) -> None:
        """Takes back the newest end of a phase. Raises Illegal `take-back-late` or what `submit` raises."""

        async def where() -> int:
            open_still = self.take_backs(seat)
            if not open_still:
                raise Illegal("take-back-late", minutes=int(going_back.WINDOW // 60))
            return open_still[0].entry

        await self._rewound(seat, where, interaction_id, began)

    async def phase_points(self) -> tuple[Point, ...]:
        """The beginnings of phases, the newest first, for everybody."""
        seq, kit = self.kept.seq, self.kept.kit
        if self.phases.seq != seq:
            entries = await self.kept.entries(1, seq)
            points = await self.kept.means.studio.work(
                lambda: tuple(islice(going_back.phase_points(kit, entries), MOST_POINTS))
            )
            self.phases.seq, self.phases.points = seq, points
        return self.phases.points

    async def phase(self, began: int) -> Point:
        """The beginning of the phase that is counted `began`. Raises Illegal `rewind-nowhere`."""
        for point in await self.phase_points():
            if point.began == began:
                return point
        raise Illegal("rewind-nowhere")

    async def own_points(self, seat: Seat) -> tuple[Point, ...]:
        """Where `seat` can ask to go back to, the newest first. For that seat alone."""
        kit, entries = self.kept.kit, await self.kept.entries(1, self.kept.seq)
        return await self.kept.means.studio.work(lambda: tuple(going_back.own_points(kit, entries, seat)))

    async def roll_back(self, began: int, deed: Deed, interaction_id: int | None = None) -> None:
        """Sets the game back to the beginning of the phase counted `began`, for a moderator whose `deed` is kept.

        Raises Illegal `rewind-nowhere`.
        """

        async def where() -> int:
            return (await self.phase(began)).entry

        await self._rewound(MODERATOR, where, interaction_id, None, deed)

    async def go_back(
        self, seat: Seat, entry: int, interaction: str | None, request: int | None = None, deed: Deed | None = None
    ) -> None:
        """Goes back to what the game was after `entry`, in turn: whoever must agree has agreed.

        A `request` that led to it is closed, a moderator's `deed` kept.
        """
        past, kit = await self.kept.course_at(entry), self.kept.kit
        lines = await self.kept.means.store.lines(self.kept.game.id)
        actions = (kit.rules.notation.parse(line.line) for line in lines)
        log.check_rewind(kit.rules, Rewind(entry), actions, past)
        going = dice.of(self.kept.game, self.kept.seats, self.kept.means.now)
        entries, lines = courses.decided(kit, going, self.kept.course, seat, Rewind(entry), past=past)
        try:
            await self.kept.keep(entries, lines, interaction, request=request, deed=deed)
        except Repeated:
            raise Illegal("already-done") from None
        waiting = await self.kept.means.store.open_request(self.kept.game.id)
        if waiting is not None:  # whoever asked has asked of a game that is no more
            await self.kept.means.store.close_request(waiting, "late")

    async def _rewound(
        self,
        seat: Seat,
        where: Callable[[], Awaitable[int]],
        interaction_id: int | None,
        began: int | None,
        deed: Deed | None = None,
    ) -> None:
        interaction = self.kept.interaction(interaction_id)

        async def doing() -> None:
            try:
                self.kept.check_going(even_frozen=deed is not None)
                if began is not None and began != self.kept.began:
                    raise Illegal("game-has-gone-on")
                entry = await where()
            except Illegal:
                if interaction is not None and await self.kept.means.store.knows(interaction):
                    raise Illegal("already-done") from None
                raise
            await self.go_back(seat, entry, interaction, deed=deed)

        await self.kept.in_turn(doing)
