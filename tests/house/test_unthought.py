"""An event of which nobody thought who may know it reaches nobody: no post, no answer, no log, no replay, no story."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from cogs.house.table.history import LogReading
from cogs.house.values.records import PostStyle, Status
from cogs.house.words.words import Names
from engine.core import Drawn, Seat
from tests.house.conftest import ANN, Opened, Recorder, game
from tests.toy import KIT, Action, Done, Event, Lay, State, Toy, ToyWords

SECRET = "the cards of seat"


@dataclass(frozen=True, slots=True)
class Muttered:
    """What nobody thought of: the hand of who lays a card."""

    seat: Seat
    cards: tuple[int, ...]


class Muttering(Toy):
    """The toy, which tells of more than it says whose it is."""

    def apply(self, state: State, seat: Seat, action: Action | Drawn) -> tuple[State, tuple[Event, ...]]:
        after, events = super().apply(state, seat, action)
        muttered: Any = Muttered(seat, state.hands[seat] if seat >= 0 else ())  # the type checker would see it
        return after, (*events, muttered)


class Telling(ToyWords):
    """Sentences for whatever comes."""

    def event(self, event: Any, names: Names) -> str:
        return f"{SECRET} {event.seat}: {event.cards}" if isinstance(event, Muttered) else super().event(event, names)


async def test_what_nobody_thought_of_reaches_nobody_in_the_end_either(opened: Opened, discord: Recorder) -> None:
    told: list[str] = []
    async with opened(kit=replace(KIT, rules=Muttering(), words=Telling())) as house:
        table = await game(house, posts=PostStyle.CARD)
        while table.awaiting:
            (seat,) = table.awaiting
            told.append(await table.export())
            for action in (Lay(table.view(seat).cards[0]), Done()):
                answer = await table.submit(seat, action)
                told += map(repr, (*answer.events, *answer.staged))
        await house.settled()

        assert table.game.status is Status.OVER
        for reading in (LogReading(None), LogReading(Seat(0)), LogReading(Seat(1)), LogReading(None, opened=True)):
            lines = await table.history.lines(reading)
            assert lines
            told += [line.text for line in lines]
        told += map(repr, [event for moment in await table.deeds(opened=True) for event in moment.events])
        told.append((await table.history.chronicle(ANN)).text)
    told += [post.text for post in (*discord.channel, *discord.lobbies)]
    told += [post.text for posts in (*discord.threads.values(), *discord.people.values()) for post in posts]

    assert len(told) > 40
    assert not [text for text in told if SECRET in text or Muttered.__name__ in text]
