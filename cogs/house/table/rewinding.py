"""Going back in a game: the ends of phases that are taken back, rewinds that were agreed to, and moderators' own.

How far one can go stands in `cogs.house.game.rewind_points`, how people ask each other in `cogs.house.table.consent`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field, replace
from functools import partial

from cogs.house.game import dice, rewind_points
from cogs.house.game import timeline as timelines
from cogs.house.game.announce import Entry
from cogs.house.game.rewind_points import RewindPoint, TakeBack
from cogs.house.store.store import Repeated
from cogs.house.table.checkpoints import EVERY, by_checkpoint
from cogs.house.table.insiders import Author, Insiders, Warrant
from cogs.house.table.interventions import RollBack, deed_said
from cogs.house.table.stored_game import Decision, StoredGame
from cogs.house.values.drafts import PostDraft
from cogs.house.values.records import AuditEntry, Status
from cogs.house.values.safe_text import escaped
from engine import log
from engine.core import MODERATOR, Illegal, Seat
from engine.log import Rewind

MOST_POINTS = 250
"""Beginnings of phases that are offered to go back to; older ones are not listed."""


@dataclass(slots=True)
class FoundPhases:
    """The beginnings of phases that were found so far, by entry, what went back over them or not.

    `noted` is up to which entry the part of the log after each checkpoint was looked at. `own` are where single seats
    could go back to when the game had so many entries.
    """

    points: dict[int, RewindPoint] = field(default_factory=dict)
    noted: dict[int, int] = field(default_factory=dict)
    own: dict[Seat, tuple[int, tuple[RewindPoint, ...]]] = field(default_factory=dict)
    finding: asyncio.Lock = field(default_factory=asyncio.Lock)


@dataclass(frozen=True, slots=True)
class Rewinding:
    """Where one game can go back to, and going there. `phases` remembers what is dear to find."""

    kept: StoredGame
    phases: FoundPhases

    def take_backs(self, seat: Seat, now: float | None = None) -> tuple[TakeBack, ...]:
        """The ends of phases that `seat` can take back at the time `now`, the newest first: a button in his panel."""
        if self.kept.game.status is not Status.RUNNING or self.kept.game.frozen is not None:
            return ()
        when = self.kept.services.now() if now is None else now
        return tuple(rewind_points.take_backs(self.kept.kit, self.kept.recent, self.kept.timeline, seat, when))

    async def take_back(self, seat: Seat, interaction_id: int | None = None, began: int | None = None) -> None:
        """Takes back the newest end of a phase. Raises Illegal `take-back-late` or what `submit` raises."""

        async def where() -> tuple[int, None]:
            open_still = self.take_backs(seat)
            if not open_still:
                raise Illegal("take-back-late", minutes=int(rewind_points.WINDOW // 60))
            return open_still[0].entry, None

        await self._rewound(seat, where, interaction_id, began)

    async def phase_points(self) -> tuple[RewindPoint, ...]:
        """The beginnings of phases that somebody had to decide in, the newest first, for everybody.

        The newest is left out while the channel sees the game as it was then: whether something was done in secret
        since is told to nobody.
        """
        found: list[RewindPoint] = []
        async with self.phases.finding:  # whoever types asks again with each letter
            for numbers in by_checkpoint((await self.kept.standing())[1:]):
                await self._note(numbers[0])
                found += (self.phases.points[number] for number in numbers if number in self.phases.points)
                if len(found) > MOST_POINTS:
                    break
        is_now = bool(found) and found[0].view == self.kept.view(None)
        return tuple(found[is_now : is_now + MOST_POINTS])

    async def phase(self, began: int) -> RewindPoint:
        """The beginning of the phase that is counted `began`. Raises Illegal `rewind-nowhere`."""
        for point in await self.phase_points():
            if point.began == began:
                return point
        raise Illegal("rewind-nowhere")

    async def own_points(self, seat: Seat) -> tuple[RewindPoint, ...]:
        """Where `seat` can ask to go back to, the newest first. For that seat alone."""
        kit, present, found = self.kept.kit, self.kept.timeline, list[RewindPoint]()
        seq, known = self.phases.own.get(seat, (0, ()))
        if seq == present.seq:
            return known
        async for entries in self._stood():
            points, further = await self.kept.services.workers.work(
                partial(rewind_points.own_points, kit, entries, present, seat)
            )
            found += points
            if not further:
                break
        self.phases.own[seat] = present.seq, tuple(found)
        return tuple(found)

    async def affected(self, point: RewindPoint, seat: Seat) -> frozenset[Seat]:
        """Who must agree that `seat` goes back: whom the channel has seen to be waited for since, else all others.

        Only people are asked, and nobody for what the game has gone back from already.
        """
        kit, others, waited = self.kept.kit, self.kept.people - {seat}, frozenset[Seat]()
        async for entries in self._stood(point.entry):
            waited |= await self.kept.services.workers.work(partial(rewind_points.waited_in, kit, entries))
        return waited & others or others

    async def roll_back(self, began: int, by: Author, interaction_id: int | None = None, reason: str = "") -> None:
        """Sets the game back to the beginning of the phase counted `began`, as a deed of a host or manager.

        All are told who did it, and why. Raises Illegal `rewind-nowhere`, and what `Insiders.warrant` does.
        """
        insiders, kept = Insiders(self.kept), self.kept

        async def where() -> tuple[int, Warrant]:
            insiders.check(by)
            point = await self.phase(began)
            warrant = await insiders.warrant(by, "rollback", reason, deed_said(kept, RollBack(began)))
            told = kept.sentence("discord.admin.rolled-by", who=by.name, reason=escaped(reason) or "–")
            if warrant.outside:
                return point.entry, replace(warrant, told=(told,) if by.name else ())
            return point.entry, replace(warrant, told=(*warrant.told, *((told,) if reason else ())))

        await self.phase_points()  # what is dear of it, while nobody has to wait for it
        await self._rewound(MODERATOR, where, interaction_id, None)

    async def go_back(
        self,
        seat: Seat,
        entry: int,
        interaction: str | None,
        request: int | None = None,
        deed: AuditEntry | None = None,
        first: tuple[PostDraft, ...] = (),
    ) -> None:
        """Goes back to what the game was after `entry`, in turn: whoever must agree has agreed. `first` is told before.

        A `request` that led to it is closed, and whatever else was asked for; a moderator's `deed` is kept.
        """
        stands, kit = await self.kept.standing(), self.kept.kit
        if entry not in stands:
            raise Illegal("rewind-nowhere")
        past = await self.kept.course_at(entry)
        log.check_rewind(kit.rules, Rewind(entry), stands, past)
        going = dice.of(self.kept.game, self.kept.seats, self.kept.services.now)
        entries, lines = timelines.decided(kit, going, self.kept.timeline, seat, Rewind(entry), past=past)
        try:
            await self.kept.keep(Decision(entries, lines, interaction, first, request, deed))
        except Repeated:
            raise Illegal("already-done") from None

    async def _rewound(
        self,
        seat: Seat,
        where: Callable[[], Awaitable[tuple[int, Warrant | None]]],
        interaction_id: int | None,
        began: int | None,
    ) -> None:
        interaction = self.kept.interaction(interaction_id)

        async def doing() -> None:
            try:
                self.kept.check_going(even_frozen=seat == MODERATOR)
                if began is not None and began != self.kept.began:
                    raise Illegal("game-has-gone-on")
                entry, warrant = await where()
            except Illegal:
                if interaction is not None and await self.kept.services.store.log.knows(interaction):
                    raise Illegal("already-done") from None
                raise
            deed, first = (None, ()) if warrant is None else (warrant.deed, warrant.told)
            await self.go_back(seat, entry, interaction, deed=deed, first=first)

        await self.kept.in_turn(doing)

    async def _note(self, number: int) -> None:
        """Finds the beginnings of phases in the part of the log that an entry is in."""
        first, phases = (number - 1) // EVERY * EVERY + 1, self.phases
        last = min(first + EVERY - 1, self.kept.seq)
        noted = phases.noted.get(first, first - 1)
        if noted < last:
            kit, entries = self.kept.kit, await self.kept.entries(noted + 1, last)
            points = await self.kept.services.workers.work(lambda: tuple(rewind_points.phase_points(kit, entries)))
            phases.points.update({point.entry: point for point in points})
            phases.noted[first] = last

    async def _stood(self, after: int = 0) -> AsyncIterator[tuple[Entry, ...]]:
        """The entries above a number that the present has come of, the newest first, as many at a time as one replay
        gives."""
        stands = tuple(number for number in await self.kept.standing() if number > after)
        for numbers in by_checkpoint(stands):
            among, entries = frozenset(numbers), await self.kept.entries(numbers[-1], numbers[0])
            yield tuple(entry for entry in reversed(entries) if entry.after.seq in among)
