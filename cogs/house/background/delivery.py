"""What is done at Discord for one row of the outbox: a post, a card, a repair. What follows from it is a note to keep.

Rows for everybody go to the channel or to a place of their own: a thread, opened when something is first to be told
there. Where threads are not permitted the channel gets the live card and, when a turn of somebody's begins, a digest of
what has happened; the rest is in the log, for whoever asks.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace

from cogs.house.background.posting import card, in_words, past_card, post, repaired
from cogs.house.game.announce import scene_place
from cogs.house.game.reminders import AFTERWARDS, PRESENT
from cogs.house.runtime.environment import Environment
from cogs.house.runtime.workers import Workers
from cogs.house.store.outbox_rows import REPLACED
from cogs.house.store.store import Store
from cogs.house.table.lobby_post import LOBBY, lobby_post
from cogs.house.table.table import Table
from cogs.house.values.drafts import LOG, LiveCard, Message, PostDraft, PostKind, PostRow, Thread
from cogs.house.values.records import Status
from cogs.house.values.safe_text import plain
from cogs.house.values.sender import (
    OPEN,
    Forbidden,
    Found,
    Gone,
    Locked,
    Missing,
    Nested,
    Post,
    Refused,
    Sender,
    TooOld,
    TryLater,
)

DM_AGAIN = 24 * 3600.0
"""Seconds after which closed direct messages are tried again."""
THREADS_AGAIN = 3600.0
"""Seconds after which threads are tried again where they were not permitted, or locked."""
YOUNG = 50 * 60.0
"""Seconds for which a card is edited: Discord limits edits of messages that are older than an hour."""
ASLEEP = 6 * 24 * 3600.0
"""Seconds after its last post when a thread may be in the archive: threads are opened to stay out of it for a week."""
EDITS_AGAIN = 20.0
LOOKS_AFTER = 600.0
"""Seconds after which a card that was not touched since is looked for when something is told beside it."""
FORGETS = 60.0
"""Seconds after which Discord may have forgotten a nonce: it promises a few minutes."""
NOW = {PostKind.CARD: OPEN, PostKind.PROMPT: OPEN, PostKind.LOBBY: LOBBY[0]}
"""What tells everybody the present, and the line of a button by which it is known."""
CLOSED = "direct messages closed"
UNSEEN = "may not be seen there"
NAME = 100
"""The longest name of a thread."""

_log = logging.getLogger(__name__)

WriteDown = Callable[[], Awaitable[None]]
"""Writes down what was done. It may be called again until it has succeeded."""


def nonce_of(token: str, row: int) -> str:
    """What marks the message of a row. Clients can read it: it does not tell how many private rows came between."""
    return hashlib.blake2s(str(row).encode(), key=token.encode(), digest_size=10).hexdigest()


class Delivery:
    """Delivers through `sender`. `token` makes the nonces of this database its own."""

    def __init__(self, store: Store, workers: Workers, environment: Environment, token: str, sender: Sender) -> None:
        self._store, self._workers, self._environment, self._token, self._sender = (
            store,
            workers,
            environment,
            token,
            sender,
        )

    async def deliver(self, table: Table, row: PostRow) -> WriteDown:
        """Does what a row asks for. Raises Undelivered if it was not to be done."""
        if row.relay is not None:
            return await self._to_relay(table, row, row.relay)
        if row.user is not None:
            return await self._to_person(table, row, row.user)
        if row.seat is not None:
            person = table.person(row.seat)
            return self._over(row, "nobody sits there") if person is None else await self._to_person(table, row, person)
        match row.kind:
            case PostKind.CARD:
                return await self._card(table, row)
            case PostKind.LOBBY:
                return await self._lobby(table, row)
            case PostKind.TIDY:
                return await self._tidy(table, row)
            case PostKind.REPAIR:
                return await self._repair(table, row)
            case PostKind.CLOSE:
                return await self._close(table, row)
            case PostKind.MOVED:
                return await self._moved(table, row)
            case _:
                return await self._post(table, row)

    async def lacking(self, table: Table, row: PostRow) -> tuple[PostDraft, ...]:
        """What the host is told of it that a row is not permitted: which permission is missing, as far as is known."""
        if row.kind is PostKind.TIDY or (row.seat, row.user, row.relay) != (None, None, None):
            return ()
        lacks = await self._sender.lacks(table.game.channel)
        return (PostDraft(PostKind.NOTICE, None, row.seq, f"no-card-{lacks}" if lacks else "no-card"),)

    def _over(self, row: PostRow, reason: str) -> WriteDown:
        return lambda: self._store.outbox.delivered(row, None, reason)

    def _message(self, where: int, number: int) -> Message:
        return Message(self._environment.world, where, number)

    def _is_here(self, message: Message) -> bool:
        """Whether a message is in the world that there is now."""
        return message.world == self._environment.world

    # People

    async def _to_person(self, table: Table, row: PostRow, person: int) -> WriteDown:
        if row.kind is PostKind.NEWS and not await self._may_follow(table, person):
            return lambda: self._store.spectators.follow_over(row, UNSEEN)
        if row.kind in (PostKind.REMIND, PostKind.ORDERED):
            now = self._environment.now()
            if (woken := table.services.habit(person).waking(now)) > now:
                raise TryLater("quiet hours", woken - now)
            if table.timing.comes_after_orders(row):
                raise TryLater("orders first", AFTERWARDS)
        if (
            row.kind is PostKind.REMIND
            and 0 <= (idle := self._environment.now() - table.services.seen(row.game, person)) < PRESENT
        ):
            raise TryLater("is there", PRESENT - idle)
        then = table.timing.reminded(row)
        if await self._store.dms.closed(person, DM_AGAIN):
            return lambda: self._store.dms.undeliverable(row, person, CLOSED, tried=False, drafts=then)
        made = await post(table, row, self._workers, self._nonce(row))
        if made is None:
            return self._over(row, REPLACED)
        try:
            before = await self._before(row, person, made, self._sender.with_user)
            sent = before or self._message(person, await self._sender.to_user(person, made))
        except (Refused, Gone) as error:
            reason = f"{CLOSED}: {error.reason}"
            return lambda: self._store.dms.undeliverable(row, person, reason, tried=True, drafts=then)

        async def note() -> None:
            await self._store.outbox.delivered(row, sent, drafts=then)
            await self._store.dms.reachable(person)

        return note

    async def _may_follow(self, table: Table, person: int) -> bool:
        """Whether somebody may be told the news of a game: they sit there, or still see its channel."""
        game = table.game
        return table.seat_of(person) is not None or await self._sender.seen_by(game.guild, game.channel, person)

    def _nonce(self, row: PostRow) -> str:
        return nonce_of(self._token, row.id)

    # What was sent without our knowing

    async def _before(
        self, row: PostRow, where: int, made: Post, own: Callable[[int, Post], Awaitable[tuple[Found, ...]]]
    ) -> Message | None:
        """The message that a row became when it was tried long ago, as far as that can be seen; as it is to be now.

        What tells the present may have told another one then: it is known by a button that nothing else of ours has.
        """
        if row.tried_at is None or row.attempts == 1 or self._environment.now() - row.tried_at < FORGETS:
            return None
        found = {self._message(where, each.id): each for each in await own(where, made)}
        known = await self._store.outbox.known_among(found)
        for message, each in found.items():
            if message in known:
                continue
            if each.same:
                return message
            if NOW.get(row.kind) in each.lines:
                try:
                    await self._sender.edit(message, made)
                except TooOld as error:
                    raise TryLater(error.reason, EDITS_AGAIN) from error
                return message
        return None

    # Channels that follow a game

    async def _to_relay(self, table: Table, row: PostRow, channel: int) -> WriteDown:
        """Tells a channel that follows the game, unless it does no longer. One that is gone follows nothing.

        Without its host's leave nothing of a game goes to another server, and nothing of one that not everybody in its
        own server may see.
        """
        guild, game = await self._store.spectators.relayed_to(row.game, channel), table.game
        if guild is None:
            return self._over(row, "follows no more")
        if not game.abroad and (
            guild != game.guild or not await self._sender.seen_by(game.guild, game.channel, user_id=None)
        ):
            return self._over(row, UNSEEN)
        made = await post(table, row, self._workers, self._nonce(row))
        assert made is not None, "the game was as it was"
        try:
            sent = await self._in_channel(row, channel, made)
        except Gone as error:
            reason = error.reason
            return lambda: self._store.spectators.relay_gone(row, reason)
        return lambda: self._store.outbox.delivered(row, sent)

    # Everybody

    async def _moved(self, table: Table, row: PostRow) -> WriteDown:
        """Tells the channel that the game was in where it went, if it is still there and may be written in."""
        made = await post(table, row, self._workers, self._nonce(row))
        assert made is not None, "it is in words"
        try:
            sent = await self._in_channel(row, int(row.body), made)
        except (Gone, Refused) as error:
            return self._over(row, error.reason)
        return lambda: self._store.outbox.delivered(row, sent)

    async def _post(self, table: Table, row: PostRow) -> WriteDown:
        if row.place and await self._is_moot(table, row):
            return self._over(row, REPLACED)
        made = await post(table, row, self._workers, self._nonce(row))
        if made is None:
            return self._over(row, REPLACED)
        if row.place and row.kind is not PostKind.DIGEST:
            sent = await self._in_place(table, row, made)
            if sent is None:
                return self._over(row, REPLACED)
            drafts = await self._missed(table)
            return lambda: self._store.outbox.delivered(row, sent, drafts=drafts)
        sent = await self._in_channel(row, table.game.channel, made)
        if made.buttons and (row.kind is PostKind.PROMPT or row.buttons):
            return lambda: self._store.cards.shows(row, sent, "")
        return lambda: self._store.outbox.delivered(row, sent)

    async def _is_moot(self, table: Table, row: PostRow) -> bool:
        """Whether nobody is told what is for a place: there can be no thread. A digest is for just that."""
        thread = await self._store.threads.at(table.game.id, row.place, self._environment.world)
        return thread.is_shut(self._environment.now(), THREADS_AGAIN) is not (row.kind is PostKind.DIGEST)

    async def _in_channel(self, row: PostRow, channel: int, made: Post) -> Message:
        if (before := await self._before(row, channel, made, self._sender.in_channel)) is not None:
            return before
        try:
            return self._message(channel, await self._sender.to_channel(channel, made))
        except Forbidden:
            raise
        except Refused as error:
            if not made.pictures:
                raise
            _log.warning("channel %d takes no picture: %s", channel, error.reason)
            return self._message(channel, await self._sender.to_channel(channel, in_words(made)))

    async def _in_place(self, table: Table, row: PostRow, made: Post) -> Message | None:
        """The message in the thread of the row's place; None if Discord would not have that."""
        thread = await self._store.threads.at(table.game.id, row.place, self._environment.world)
        if thread.id is not None:
            try:
                if self._environment.now() - thread.posted_at > ASLEEP:
                    with suppress(Refused):  # then it may take the post anyway
                        await self._sender.wake_thread(thread.id)
                return await self._in_channel(row, thread.id, made)
            except Gone:
                await self._store.threads.keep(table.game.id, row.place, self._environment.world, None)
            except Forbidden as error:
                await self._refused(table, row, error)
                return None
        try:
            opened = await self._opened(table, row, thread)
            return await self._in_channel(row, opened, made)
        except Refused as error:
            await self._refused(table, row, error)
            return None

    async def _opened(self, table: Table, row: PostRow, thread: Thread) -> int:
        """A new thread for a place; the one that was opened before, if only we have not noted it."""
        world, game = self._environment.world, table.game
        known = await self._store.threads.all(world) if row.attempts > 1 else None
        name = self._name(table, thread)[:NAME]
        opened = await self._sender.open_thread(game.guild, game.channel, name, known)
        await self._store.threads.keep(game.id, row.place, world, opened)
        return opened

    def _name(self, table: Table, thread: Thread) -> str:
        if thread.place.key == LOG.key:
            return table.kit.words.text("place-log", name=plain(table.game.name))
        return thread.place.name

    async def _refused(self, table: Table, row: PostRow, error: Refused) -> None:
        """Notes that there can be no thread, or that one takes nothing, and has the host told."""
        level = logging.INFO if isinstance(error, Nested) else logging.WARNING
        _log.log(level, "game %d: no thread: %s", table.game.id, error.reason)
        # Of a game that is played in a thread itself there is nothing that its host could do.
        locked = isinstance(error, Locked)
        told = PostDraft(PostKind.NOTICE, None, row.seq, "thread-locked" if locked else "no-threads")
        await self._store.threads.refuse(table.game.id, row.place, locked, None if isinstance(error, Nested) else told)

    # The live card

    async def _card(self, table: Table, row: PostRow) -> WriteDown:
        """Edits the card while it is young; posts it afresh when the game is handed to somebody, and in the end."""
        old = await self._store.cards.live(table.game.id)
        handed = await self._store.cards.called(row)
        line = past_card(table)
        made = await card(table, handed, await self._links(table), self._workers, self._nonce(row))
        if old is not None and self._is_editable(table, old) and not made.mentions:
            try:
                await self._sender.edit(old.message, made)
            except (Missing, TooOld, Refused) as error:
                _log.info("game %d: the card is posted afresh: %s", table.game.id, error.reason)
            else:
                return lambda: self._store.cards.shows(row, old.message, line)
        sent = await self._in_channel(row, table.game.channel, made)
        return lambda: self._store.cards.shows(row, sent, line)

    def _is_editable(self, table: Table, old: LiveCard) -> bool:
        young = self._environment.now() - old.posted_at < YOUNG
        shown = bool(old.line)  # else it is a post of the story, which stays what it is
        return shown and young and self._is_here(old.message) and table.game.status is Status.RUNNING

    async def _missed(self, table: Table) -> tuple[PostDraft, ...]:
        """The card once more, if somebody has deleted it: that is seen when something is told, now and then."""
        card = await self._store.cards.live(table.game.id)
        if card is None or self._environment.now() - card.shown_at < LOOKS_AFTER or not self._is_here(card.message):
            return ()
        return () if await self._sender.stands(card.message) else table.card()

    async def _links(self, table: Table) -> tuple[int, ...]:
        """The threads that the card leads to: of the scene that is played, and of the log."""
        keys = (scene_place(table.scene).key, LOG.key) if table.scene else (LOG.key,)
        threads = [await self._store.threads.at(table.game.id, key, self._environment.world) for key in keys]
        return tuple(thread.id for thread in threads if thread.id is not None)

    async def _tidy(self, table: Table, row: PostRow) -> WriteDown:
        if row.body:
            told, pinned, line = row.body.split(" ", 2)
            await self._put_away(Message.of(told), pinned == "1", line)
        new = await self._store.cards.live(table.game.id)
        if new is None or new.pinned or not self._is_here(new.message) or table.game.status is not Status.RUNNING:
            return self._over(row, REPLACED)
        if not new.line:  # what belongs to the story is not pinned
            return self._over(row, REPLACED)
        try:
            await self._pin(new.message, pinned=True)
        except Missing:
            return self._over(row, REPLACED)
        return lambda: self._store.cards.pinned(row)

    async def _put_away(self, old: Message, pinned: bool, line: str) -> None:
        """Of an older card a line stays that says what it showed, its picture stands in the log; of a post of the story
        all but the buttons."""
        if not self._is_here(old):
            return
        try:
            await (self._sender.repair(old, line, pictures=False) if line else self._sender.unbutton(old))
        except Missing:
            return
        except Refused as error:
            _log.info("an older card stays as it is: %s", error.reason)
        except TooOld as error:
            raise TryLater(error.reason, EDITS_AGAIN) from error
        if pinned:
            with suppress(Missing):
                await self._pin(old, pinned=False)

    async def _pin(self, message: Message, pinned: bool) -> None:
        """Pins a message, or takes its pin away. That it is not permitted is told to whoever asks for the state."""
        try:
            await self._sender.pin(message, pinned)
        except Forbidden as error:
            raise Forbidden(f"no pin: {error.reason}") from error

    # The lobby post

    async def _lobby(self, table: Table, row: PostRow) -> WriteDown:
        """Edits the lobby post; posts it if there is none, as long as the game has not begun."""
        known = await self._store.cards.lobby_post(table.game.id)
        made = await lobby_post(table, self._nonce(row))
        if known is not None and self._is_here(known):
            try:
                await self._sender.edit(known, made)
            except Missing:
                _log.info("game %d: the lobby post is gone", table.game.id)
            except TooOld as error:
                raise TryLater(error.reason, EDITS_AGAIN) from error
            else:
                return lambda: self._store.cards.lobby_shown(row, known)
        if table.game.status is not Status.LOBBY and row.attempts == 1:
            return self._over(row, REPLACED)
        # One that was tried may stand there without our knowing: its nonce gives it back.
        sent = await self._in_channel(row, table.game.channel, made)
        return lambda: self._store.cards.lobby_shown(row, sent)

    # What was told before

    async def _repair(self, table: Table, row: PostRow) -> WriteDown:
        told = await self._store.outbox.row(int(row.body))
        if told.message is None or not self._is_here(told.message):
            return self._over(row, REPLACED)
        try:
            await self._sender.repair(told.message, repaired(table, told))
        except (Missing, Gone):
            return self._over(row, REPLACED)
        except TooOld as error:
            raise TryLater(error.reason, EDITS_AGAIN) from error
        return lambda: self._store.outbox.delivered(replace(row, place=""), told.message)

    async def _close(self, table: Table, row: PostRow) -> WriteDown:
        """Closes a place, unless the game has gone back to what is played there: its end closes it once more."""
        thread = await self._store.threads.at(table.game.id, row.place, self._environment.world)
        if thread.id is not None and not (table.scene and row.place == scene_place(table.scene).key):
            try:
                await self._sender.close_thread(thread.id)
            except (Gone, Refused) as error:
                _log.info("thread %d stays open: %s", thread.id, error.reason)
        return self._over(row, REPLACED)
