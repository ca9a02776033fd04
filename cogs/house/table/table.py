"""One game: who sits at it, what they may see and do, and the one way to do it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from cogs.house.game import dice, export, themes
from cogs.house.game import timeline as timelines
from cogs.house.game.announce import Entry, retold, secret_sentences, sentences
from cogs.house.game.game_types import Further, Opaque, Told
from cogs.house.game.kit import Kit
from cogs.house.game.pictures import AS_IT_IS, Look
from cogs.house.game.public_history import Moment
from cogs.house.game.telling import Scene
from cogs.house.runtime.workers import Check
from cogs.house.store.store import Repeated
from cogs.house.table.history import GameHistory
from cogs.house.table.insiders import Insiders
from cogs.house.table.lobby import Lobby
from cogs.house.table.log_marks import Notes
from cogs.house.table.moderation import Moderation
from cogs.house.table.predictions import Predictions
from cogs.house.table.rewinding import FoundPhases, Rewinding
from cogs.house.table.running_game import Services
from cogs.house.table.settings import TableSettings
from cogs.house.table.since_last_turn import SinceLastTurn
from cogs.house.table.spectators import Spectators
from cogs.house.table.standing_orders import StandingOrders
from cogs.house.table.stored_game import Decision, StoredGame
from cogs.house.table.timing import Timing
from cogs.house.table.vacancies import Vacancies
from cogs.house.table.voting import Voting
from cogs.house.values.drafts import PostDraft, PostKind, Sentence
from cogs.house.values.records import Chair, Game, Status
from engine import log, record
from engine.core import Action, Drawn, Event, Illegal, Seat
from engine.log import Rewind, Undo

T = TypeVar("T")

NOBODYS = ("draw", "rewind")
"""Verbs of entries that no line of a player's makes."""


class Table(StoredGame):
    """A kept game and what people do at it: look and play here, the rest by its subjects."""

    @classmethod
    async def load(cls, services: Services, kit: Kit, game: Game, seats: tuple[Chair, ...]) -> Table:
        """The table of a stored game, as its log has it."""
        table = cls(services, kit, game, seats)
        await table.refresh()
        return table

    @property
    def lobby(self) -> Lobby:
        """What is done before the game begins."""
        return Lobby(self)

    @property
    def settings(self) -> TableSettings:
        """What can be changed of it at any time."""
        return TableSettings(self)

    @property
    def timing(self) -> Timing:
        """How long it waits for whom, and what becomes of who is absent."""
        return Timing(self)

    @property
    def orders(self) -> StandingOrders:
        """What its players have ordered ahead."""
        return StandingOrders(self)

    @property
    def insiders(self) -> Insiders:
        """Who knows more of it than everybody, and what they may do to it."""
        return Insiders(self)

    @property
    def predictions(self) -> Predictions:
        """What those who only watch foretell of it."""
        return Predictions(self)

    @property
    def spectators(self) -> Spectators:
        """What it lets those see who only watch."""
        return Spectators(self)

    @property
    def voting(self) -> Voting:
        """What those who play decide together."""
        return Voting(self)

    @property
    def vacancies(self) -> Vacancies:
        """Its seats that others may take."""
        return Vacancies(self)

    @property
    def rewinding(self) -> Rewinding:
        """Going back in it."""
        return Rewinding(self, self.services.cache.of(FoundPhases, self.game.id))

    @property
    def history(self) -> GameHistory:
        """What has happened in it, and what it was at any time."""
        return GameHistory(self, self.services.cache.of(Notes, self.game.id))

    @property
    def since_last_turn(self) -> SinceLastTurn:
        """What has happened in it since somebody's last turn."""
        return SinceLastTurn(self, self.history)

    @property
    def moderation(self) -> Moderation:
        """What moderators do to it."""
        return Moderation(self)

    # What there is

    @property
    def scene(self) -> Scene | None:
        """What is being played in a place of its own."""
        return self.kit.scenes.now(self.view(None))

    @property
    def awaiting(self) -> frozenset[Seat]:
        """The seats that must decide now. For the table and for each of these seats alone: it may tell a secret."""
        return self.game.awaiting

    def legal(self, seat: Seat, undo: bool = True) -> tuple[Opaque, ...]:
        """Everything that `seat` may do now, ways to take back last; nothing in the lobby and after the end."""
        if self.game.status is not Status.RUNNING or self.game.frozen is not None:
            return ()
        rules = self.kit.rules
        own = self.once(("legal", seat), lambda timeline: tuple(rules.legal(timeline.state, seat)))
        if not undo:
            return own
        return (*own, *self.once(("undo", seat), lambda timeline: tuple(log.undoings(rules, timeline, seat))))

    def refused(self, seat: Seat, action: Action) -> Illegal | None:
        """Why `seat` may not do `action` now; None if it may. For that seat alone."""
        try:
            timelines.check(self.kit, self.timeline, seat, action)
        except Illegal as illegal:
            return illegal
        return None

    def steps(self, undo: Undo) -> tuple[Action, ...]:
        """The actions that `undo` would take back."""
        return tuple(step.action for step in self.timeline.steps if step.number in undo.entries)

    def line(self, action: Action) -> str:
        return self.kit.rules.notation.line(action)

    def parse(self, line: str) -> Action:
        """The action of a line. Raises Illegal `line-unknown-verb` or `line-malformed`, for chance's lines too."""
        action: Action = self.kit.rules.notation.parse(line)
        if isinstance(action, Drawn | Rewind):
            verb, *_ = line.split()
            verbs = tuple(known for known in self.kit.rules.notation.verbs if known not in NOBODYS)
            raise Illegal("line-unknown-verb", verb=verb, verbs=verbs)
        return action

    @property
    def theme(self) -> str:
        """What pictures for everybody are drawn in."""
        return themes.in_force(self.kit, self.game.theme)

    async def look(self, reader: int | None, look: Look = AS_IT_IS) -> Look:
        """A look as the person has chosen it who alone will see the picture, or as the game has it for everybody."""
        if reader is None:
            return themes.public(self.kit, look, self.game.theme)
        return themes.private(self.kit, look, await self.services.store.people.display(reader), self.game.theme)

    async def picture(self, kind: str, seat: Seat | None, reader: int, look: Look) -> tuple[bytes, str]:
        """A picture of the present as `seat` may see it, for the person who asked, and what it shows in words."""
        kit, view, look = self.kit_for(reader), self.view(seat), await self.look(reader, look)
        drawing = await self.services.workers.picture(kit, kind, view, self.plain_names, look)
        return drawing, kit.pictures[kind].alt(view, self.names, look)

    async def knowledge(self, seat: Seat | None, of: str) -> Opaque:
        """What follows for `seat` of something secret, by the game's own answer; None if it has none."""
        kit, timeline = self.kit, self.timeline
        return await self.services.workers.work(
            lambda: kit.deciding.knowledge(log.known(kit.rules, timeline, seat), seat, of)
        )

    async def sentences(
        self, last: int | None = None, viewer: Seat | None = None, reader: int | None = None
    ) -> tuple[str, ...]:
        """What has happened, in words for a viewer; only the `last` if said. `reader` is who alone will read it."""
        kit, names, voices, said = self.kit_for(reader), self.names, self.voices, list[str]()
        async for entries in self.pieces(1, self.seq):
            said += await self.services.workers.work(partial(sentences, kit, names, entries, viewer, voices))
        return tuple(said) if last is None else tuple(said[-last:])

    async def secret_sentences(self, seat: Seat, first: int, last: int) -> tuple[str, ...]:
        """What entries told `seat` beyond what the channel heard, and was not his own act, in his own language."""
        return secret_sentences(self.kit_for(self.person(seat)), self.names, await self.entries(first, last), seat)

    async def retold(self, said: Sequence[Sentence], reader: int) -> tuple[Sentence, ...]:
        """News as they were told, in the language of the person who alone will read them."""
        kit, struck = self.kit_for(reader), {each.seq: each.struck for each in said}
        if kit is self.kit:
            return tuple(said)
        agreed = f"agreed-{self.game.agreed}"
        if self.game.agreed and said[0].text == self.kit.words.text(agreed):  # the one piece of news that is no entry's
            return (Sentence(said[0].seq, kit.words.text(agreed)),)
        entries = {entry.after.seq: entry for entry in await self.entries(min(struck), max(struck))}
        told = ((seq, retold(kit, self.names, entries[seq], self.voices)) for seq in struck)
        return tuple(Sentence(seq, text, struck[seq]) for seq, texts in told for text in texts)

    async def moments(self, opened: bool = False) -> tuple[Moment, ...]:
        """The game deed by deed, as everybody saw it or, once it is over, `opened`.

        Raises Illegal `not-open-yet` for that in a game that still runs.
        """
        if opened and self.game.status is not Status.OVER:
            raise Illegal("not-open-yet")
        return await self.deeds(opened)

    async def long_work(self, job: Callable[[Check], T]) -> T:
        """The result of a pure job of many seconds, in its turn. Raises Stopped when the bot stops meanwhile."""
        return await self.services.workers.long_work(job)

    async def export(self) -> str:
        """The game as text: once it is over each line with the seed, before that only what the channel was told."""
        game, seats = self.game, self.seats
        if game.status is not Status.OVER:
            return export.public(game, seats, await self.sentences())
        kit, work, found = self.kit, self.services.workers.work, list[record.RecordedEntry]()
        async for entries in self.pieces(1, self.seq):
            lines = await self.services.store.log.lines(game.id, len(found), len(found) + len(entries))
            found += await work(partial(export.written, kit, entries, lines))
        return await work(lambda: export.whole(game, seats, found))

    # The game

    async def submit(
        self,
        seat: Seat,
        action: Action,
        interaction_id: int | None = None,
        began: int | None = None,
        further: Further | None = None,
        proxy: bool = False,
    ) -> Told:
        """Does `action`, with all that chance says to it, and gives what its author may learn of it.

        `began` is what a button was offered under. With `further` the seat goes on after each step, and all of it is
        kept together or not at all. `proxy`: the program decides for whoever sits there. Raises Illegal with the rules'
        own refusals, or `already-done` for an interaction that came twice, `game-has-gone-on`, `game-not-running`,
        `restarting`.
        """
        interaction = self.interaction(interaction_id)
        doing = partial(self._submit, seat, action, interaction, began, further, proxy)
        entries = await self.in_turn(doing)
        seen = self.kit.rules.seen
        events = (event for entry in entries for event in entry.told.events)
        return log.Told(
            tuple(mine for event in events if (mine := seen(event, seat)) is not None),
            tuple(mine for event in _still_staged(entries) if (mine := seen(event, seat)) is not None),
        )

    async def remind(self, hands: bool = False) -> None:
        """Shows and calls for the present once more, and everybody's own things if `hands`."""
        lobby = self.game.status is Status.LOBBY
        drafts = [*(self.lobby_post() if lobby else self.present())]
        if hands and not lobby:
            drafts += [
                PostDraft(PostKind.HAND, chair.seat, self.seq) for chair in self.seats if chair.user_id is not None
            ]
        await self.services.store.outbox.enqueue(self.game.id, drafts)
        self.written()

    async def suspend(self, reason: str | None) -> None:
        """Stops what is sent, because the channel is gone, and has the host told of it once; None goes on."""
        drafts = () if reason is None else (PostDraft(PostKind.NOTICE, None, self.seq, "channel-gone"),)
        async with self._lock:
            await self.services.store.games.suspend(self.game.id, reason, drafts)
            self.game = replace(self.game, suspended=reason)
        self.written()

    async def _submit(
        self,
        seat: Seat,
        action: Action,
        interaction: str | None,
        began: int | None,
        further: Further | None,
        proxy: bool,
    ) -> tuple[Entry, ...]:
        try:
            self.check_going()
            if proxy and seat not in self.acted_for:
                raise Illegal("game-has-gone-on")  # whoever sits there is back
            timeline = self.timeline
            if began is not None and began != timeline.began:
                raise Illegal("game-has-gone-on")
            timelines.check(self.kit, timeline, seat, action)
        except Illegal:
            if interaction is not None and await self.services.store.log.knows(interaction):
                raise Illegal("already-done") from None
            raise
        entries, lines = timelines.decided(
            self.kit, dice.of(self.game, self.seats, self.services.now), timeline, seat, action, further
        )
        found = await self.orders.followed(entries, lines)
        try:
            await self.keep(Decision(found.entries, found.lines, interaction, proxy=proxy, fired=found.change))
        except Repeated:
            raise Illegal("already-done") from None
        return entries


def _still_staged(entries: Sequence[Entry]) -> tuple[Event, ...]:
    """What entries of one decision told as staged, but for what one of them made firm: that one tells it itself."""
    staged: tuple[Event, ...] = ()
    for entry in entries:
        staged = (*(staged if entry.after.steps else ()), *entry.told.staged)
    return staged
