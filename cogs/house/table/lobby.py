"""A game before it begins: who takes a seat and who leaves it, the rules, words for the dice, and the start."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from cogs.house.game import dice, seating
from cogs.house.game import timeline as timelines
from cogs.house.game.options import begun_with, changed, chosen_for, in_force, told
from cogs.house.game.seating import Chairs
from cogs.house.table.stored_game import Decision, StoredGame
from cogs.house.values.drafts import PostDraft, PostKind, Sentence
from cogs.house.values.order_delays import OrderDelay
from cogs.house.values.records import Joining, Setup, Status
from cogs.house.words.spoken_time import answer_told, timing_said
from engine.core import Illegal, Seat


@dataclass(frozen=True, slots=True)
class Lobby:
    """What people do at a table until the game begins. Raises Illegal `lobby-started` from then on."""

    kept: StoredGame

    async def join(self, user_id: int, name: str) -> Seat:
        """Takes the first free seat for a person. Raises Illegal `lobby-host-seats` where the host seats everybody."""
        kept = self.kept

        def joined(chairs: Chairs) -> Chairs:
            if kept.game.joining is Joining.HOST and user_id != kept.host and kept.seat_of(user_id) is None:
                raise Illegal("lobby-host-seats", host=next(each.shown for each in chairs if each.user_id == kept.host))
            return seating.joined(chairs, kept.game.places, user_id, name)

        return (await kept.reseat(joined))[-1].seat

    async def invite(self, user_id: int, name: str, by: int) -> Seat:
        """Gives the first free seat to somebody whom the host wants there. They may leave it."""

        def invited(chairs: Chairs) -> Chairs:
            self.kept.check_host(by)
            return seating.joined(chairs, self.kept.game.places, user_id, name)

        return (await self.kept.reseat(invited))[-1].seat

    async def add_bot(self, level: str, taken: int | None = None) -> Seat:
        """Gives the first free seat to a bot.

        `taken` is how many were when a button for it was shown, so that pressed twice it counts once. Raises Illegal
        `lobby-changed` if it is not so any more.
        """

        def added(chairs: Chairs) -> Chairs:
            if taken is not None and taken != len(chairs):
                raise Illegal("lobby-changed")
            game = self.kept.game
            return seating.with_bot(chairs, game.places, self.kept.kit, level, game.id)

        after = await self.kept.reseat(added)
        return after[-1].seat

    async def fill(self, level: str) -> None:
        """Gives all free seats to bots."""
        kept = self.kept
        await kept.reseat(lambda chairs: seating.filled(chairs, kept.game.places, kept.kit, level, kept.game.id))

    async def leave(self, user_id: int) -> None:
        """Frees a person's seat before the game begins.

        When the host leaves, the next person is host; without a person the game is called off.
        """
        after = await self.kept.reseat(lambda chairs: seating.left(chairs, user_id))
        if all(chair.user_id is None for chair in after):
            await self.kept.in_turn(self._abandon)

    async def choose(self, key: str, text: str, by: int) -> None:
        """Has an option be one of its values from now on, or what was typed for it, if the host wants it; or a preset
        be what is played.

        Raises Illegal `lobby-not-host`, or what `options.changed` says of it.
        """

        async def doing() -> None:
            kept, game = self.kept, self.kept.game
            if game.status is not Status.LOBBY:
                raise kept.too_late()
            kept.check_host(by)
            kit = kept.kit_for(by)
            after = changed(kit, game.places, game.options, key, text)
            if after == game.options:
                return
            new = {each for each, _ in after.items() ^ game.options.items()}
            now = dict.fromkeys(
                (option.key for option in kit.variants.options if option.key in new), kept.services.now()
            )
            times = {each: at for each, at in game.changes.items() if each not in new} | now
            still = {option.key for option in in_force(kit, after)}
            changes = {each: at for each, at in times.items() if each in still}
            await kept.services.store.games.choose(game, after, changes, kept.lobby_post())
            kept.game = replace(game, options=after, changes=changes)
            kept.written()

        await self.kept.in_turn(doing)

    async def add_word(self, user_id: int, typed: str) -> str:
        """Adds a person's word to the dice, or another in its place, and gives it as it counts.

        The channel is told that there is one; what it is, when the game begins. Raises Illegal `too-often`.
        """
        word = dice.fit(typed)
        with self.kept.paced("word", user_id):
            after = await self.kept.reseat(
                lambda chairs: seating.worded(chairs, user_id, word),
                lambda chairs: [dice.word_added(self.kept.kit, self.kept.game, seating.chair_of(chairs, user_id))],
            )
        return seating.chair_of(after, user_id).word

    async def remove(self, seat: Seat, by: int) -> None:
        """Frees a seat that the host wants free."""

        def freed(chairs: Chairs) -> Chairs:
            self.kept.check_host(by)
            return seating.freed(chairs, seat)

        await self.kept.reseat(freed)

    async def cancel(self, user_id: int, anybody: bool = False) -> None:
        """Calls the game off before it begins; `anybody` for those who may manage the server."""

        async def doing() -> None:
            if not anybody:
                self.kept.check_host(user_id)
            await self._end()

        await self.kept.in_turn(doing)

    async def start(self, user_id: int, anybody: bool = False) -> None:
        """Begins the game when all seats are taken."""

        async def doing() -> None:
            if not anybody and self.kept.seat_of(user_id) is None:
                raise Illegal("not-at-the-table")
            await self._start()

        await self.kept.in_turn(doing)

    async def play_against(self, level: str, user_id: int) -> None:
        """Gives all free seats to bots and begins the game, so that nothing is told of its lobby."""
        kept = self.kept

        async def doing() -> None:
            kept.check_host(user_id)
            game = kept.game
            if len(kept.seats) < game.places:
                await kept.put(seating.filled(kept.seats, game.places, kept.kit, level, game.id), lambda _: ())
            await self._start()

        await kept.in_turn(doing)

    async def _start(self) -> None:
        kept = self.kept
        if kept.game.status is not Status.LOBBY:
            raise kept.too_late()
        if len(kept.seats) < kept.game.places:
            raise Illegal("lobby-seats-free", free=kept.game.places - len(kept.seats))
        options = begun_with(kept.kit, kept.game.options)
        opening = timelines.opened(kept.kit, len(kept.seats), replace(kept.game, options=options))
        going = dice.of(kept.game, kept.seats, kept.services.now)
        entries, lines = timelines.drawn(kept.kit, going, opening.after)
        if kept.game.setup is Setup.DRAWN and kept.kit.deciding.ready is not None:
            timeline, pick = (opening, *entries)[-1].after, dice.new_whim()
            ready = await kept.services.workers.work(partial(timelines.made_ready, kept.kit, going, timeline, pick))
            entries, lines = (*entries, *ready[0]), (*lines, *ready[1])
        seq = opening.after.seq + len(lines)
        rules = [told(kept.kit, chosen_for(kept.kit, kept.game))]
        if kept.pace.window is not None:
            rules.append(timing_said(kept.kit.words, kept.game))
        if kept.kit.orders is not None and kept.game.answer is not OrderDelay.RANDOM_SHORT:
            rules.append(answer_told(kept.kit.words, kept.game.answer))
        if kept.game.late:
            rules.append(kept.kit.words.text("late-told", number=kept.game.late))
        said = tuple(Sentence(seq, text) for text in (*rules, *dice.words_told(kept.kit, kept.seats)))
        first = PostDraft(PostKind.TEXT, None, seq, said=said, place=dice.place_of(kept.game))
        await kept.keep(Decision((opening, *entries), lines, first=(first,), options=options))

    async def _abandon(self) -> None:
        """Calls the game off unless somebody has sat down meanwhile, in turn."""
        if self.kept.game.status is Status.LOBBY and not self.kept.people:
            await self._end()

    async def _end(self) -> None:
        """Calls the game off, in turn."""
        if self.kept.game.status is not Status.LOBBY:
            raise self.kept.too_late()
        await self.kept.services.store.games.call_off(self.kept.game, self.kept.lobby_post())
        self.kept.game = replace(self.kept.game, status=Status.ENDED)
        self.kept.written()
