"""A scene that goes on for long before somebody is asked: all its sentences, one replay and the last picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from cogs.house.game.kit import Deciding, Kit
from cogs.house.game.pictures import Look
from cogs.house.game.public_history import Moment
from cogs.house.game.telling import Scene, Scenes
from cogs.house.values.records import PostStyle
from cogs.house.values.sender import Post
from cogs.house.words.words import Names
from engine.core import Seat
from tests.house.conftest import ANN, Opened, Recorder, game, lobby, until
from tests.house.telling.test_cards import said
from tests.toy import KIT, Action, Done, Lay, Roll, State, View


def played_out(state: State, seat: Seat) -> Action | None:
    """Once somebody has rolled everything goes by itself: a card a turn, up to the end."""
    if not state.rolled and state.turn == 0:
        return None
    return Done() if state.laid else Lay(state.hands[seat][0])


def quick(view: View, legal: Sequence[Action], pick: object) -> Action:
    """A bot that lays a card and is done."""
    return Done() if Done() in legal else next(action for action in legal if isinstance(action, Lay))


def shown(view: View, moments: Sequence[Moment], names: Names, look: Look, check: Callable[[], None]) -> Any:
    check()
    told = [type(event).__name__ for moment in moments for event in moment.events]
    return f"{view.turn} {view.scores} {look.theme}".encode(), f"again for {names[Seat(0)]}: {' '.join(told)}"


LONG: Kit = replace(
    KIT,
    deciding=replace(KIT.deciding, forced=played_out),
    scenes=Scenes(
        now=lambda view: None if view.active is None else Scene("all", "The match", "about the match"), replay=shown
    ),
    pictures=replace(KIT.pictures, kinds=(replace(KIT.pictures["table"], scenic=True), KIT.pictures["hand"])),
)


def names(posts: Sequence[Post]) -> list[str]:
    return [picture.name for post in posts for picture in post.pictures]


@pytest.mark.parametrize("manner", list(PostStyle))
async def test_many_pictures_at_once_become_one_replay_and_the_last(
    opened: Opened, discord: Recorder, manner: PostStyle
) -> None:
    async with opened(kit=LONG) as house:
        table = await game(house, posts=manner)
        place = discord.thread("The match") if manner is PostStyle.CARD else discord.channel
        before = len(place)

        await table.submit(Seat(0), Roll())
        await house.settled()

        told = place[before:]
        scored = [line for line in said(told) if " scores " in line]
        assert len(scored) == 6, "each turn has its sentence"
        assert names(told)[-2:] == ["replay.webp", "table.png"]
        assert names(told).count("replay.webp") == names(told).count("table.png") == 1
        (film,) = (picture for post in told for picture in post.pictures if picture.name == "replay.webp")
        assert film.data == b"0 (0, 0) dark", "from what was before it"
        assert film.alt.startswith("again for Ann: ")
        assert film.alt.count("Scored") == 6
        assert film.alt.endswith("Ended")


async def test_a_few_pictures_are_posted_as_ever(opened: Opened, discord: Recorder) -> None:
    """A turn that is played by hand, and one that goes by itself after it."""
    async with opened(kit=replace(LONG, deciding=KIT.deciding)) as house:
        table = await game(house, posts=PostStyle.CARD)
        for _ in range(2):
            (seat,) = table.awaiting
            await table.submit(seat, Lay(table.view(seat).cards[0]))
            await table.submit(seat, Done())
        await house.settled()

        assert set(names(discord.thread("The match"))) == {"table.png"}


async def test_where_there_is_no_replay_every_picture_is_posted(opened: Opened, discord: Recorder) -> None:
    async with opened(kit=replace(LONG, scenes=replace(LONG.scenes, replay=None))) as house:
        table = await game(house, posts=PostStyle.CARD)
        await table.submit(Seat(0), Roll())
        await house.settled()

        assert names(discord.thread("The match")).count("table.png") == 6


async def test_what_cannot_be_drawn_is_told_all_the_same(opened: Opened, discord: Recorder) -> None:
    def broken(*_: object) -> Any:
        raise ZeroDivisionError

    async with opened(kit=replace(LONG, scenes=replace(LONG.scenes, replay=broken))) as house:
        table = await game(house, posts=PostStyle.CARD)
        await table.submit(Seat(0), Roll())
        await house.settled()

        assert sum(" scores " in line for line in said(discord.thread("The match"))) == 6
        assert names(discord.thread("The match"))[-1] == "table.png"


async def test_a_replay_that_the_end_of_the_program_cut_off_is_posted_by_the_next(
    opened: Opened, discord: Recorder
) -> None:
    async with opened(kit=LONG, sender=None) as house:
        table = await game(house, posts=PostStyle.CARD)
        await table.submit(Seat(0), Roll())
    async with opened(kit=LONG) as house:
        await house.settled()

        assert names(discord.thread("The match")).count("replay.webp") == 1
        again = await house.table(table.game.id)
        assert again.seq == table.seq


async def test_a_replay_of_what_was_taken_back_says_so(opened: Opened, discord: Recorder) -> None:
    """Like a picture."""
    deciding = replace(LONG.deciding, forced=lambda state, seat: played_out(state, seat) if state.turn < 4 else None)
    async with opened(kit=replace(LONG, deciding=deciding)) as house:
        table = await game(house, posts=PostStyle.CARD)
        await table.submit(Seat(0), Roll())
        await house.settled()

        await table.in_turn(lambda: table.rewinding.go_back(Seat(0), 1, None))
        await house.settled()

        (post,) = (one for one in discord.thread("The match") if "replay.webp" in names([one]))
        assert post.text.startswith("taken-back-post")


async def test_what_bots_do_among_themselves_is_shown_once_a_person_is_asked(opened: Opened, discord: Recorder) -> None:
    """Each of their acts is a submit of its own; a film goes back to the last picture that was posted."""
    async with opened(kit=replace(LONG, deciding=Deciding({"quick": quick}, KIT.deciding.default))) as house:
        table = await lobby(house, seats=4, posts=PostStyle.CARD)
        for _ in range(3):
            await table.lobby.add_bot("quick")
        await table.lobby.start(ANN)
        await house.settled()
        place = discord.thread("The match")
        before = len(place)

        await table.submit(Seat(0), Lay(table.view(Seat(0)).cards[0]))
        await table.submit(Seat(0), Done())
        await until(lambda: Seat(0) in table.awaiting)
        await house.settled()

        told = place[before:]
        assert sum(" scores " in line for line in said(told)) == 4, "each turn has its sentence"
        assert names(told) == ["replay.webp", "table.png"]
        (film,) = (picture for post in told for picture in post.pictures if picture.name == "replay.webp")
        assert film.data == b"0 (0, 0, 0, 0) dark"
        assert film.alt.count("Scored") == 4
