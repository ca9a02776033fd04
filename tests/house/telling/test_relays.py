"""Channels that follow a game, also in other servers: what everybody knows, as long as its table allows it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from cogs.house.house import House
from cogs.house.table.insiders import Author
from cogs.house.table.table import Table
from cogs.house.values.records import AuditEntry, PostStyle
from cogs.house.values.sender import Post
from engine.core import Illegal, Seat
from tests.house.conftest import BOB, CAT, CHANNEL, GUILD, MODERATORS, THREADS, Opened, Recorder, game, until
from tests.house.telling.test_cards import ROLLING, turn
from tests.toy import Done, Lay, Roll, ToyWords

DAN = 104
ELSEWHERE, FAR = 2, 77
"""Another server, and a channel in it."""


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Retries follow at once."""
    monkeypatch.setattr("cogs.house.background.outbox.pause", lambda attempts: 0.01)


@pytest.fixture
async def house(opened: Opened, discord: Recorder) -> AsyncIterator[House]:
    discord.threads[FAR] = []
    async with opened(kit=ROLLING) as running:
        yield running


async def followed(house: House, posts: PostStyle = PostStyle.CARD) -> Table:
    """A game of Ann and Bob that a channel of another server follows; it is Ann's turn."""
    table = await game(house, posts=posts)
    await table.settings.change({"abroad": "on"}, MODERATORS)
    await table.spectators.relay(ELSEWHERE, FAR)
    await house.settled()
    return table


def lines(posts: list[Post]) -> list[str]:
    return [line for post in posts for line in post.text.split("\n")]


async def refused(table: Table, guild: int = ELSEWHERE, channel: int = FAR) -> str:
    with pytest.raises(Illegal) as illegal:
        await table.spectators.relay(guild, channel)
    return illegal.value.code


async def test_a_channel_that_follows_is_told_of_scenes_turns_and_the_end_and_of_nothing_else(
    house: House, discord: Recorder
) -> None:
    table = await followed(house)
    (present,) = discord.threads[FAR]
    assert present.text == "card-title Friday\nphase 0 False"
    assert len(present.pictures) == 1
    handed = 0
    while table.awaiting:
        await turn(table)
        await house.settled()
        handed += 1

    told = discord.threads[FAR]
    assert handed < len(told) <= 1 + 2 * handed
    assert "the end" in told[-1].text
    assert not any(post.buttons or post.mentions for post in told)
    assert not any("<#" in post.text or "<@" in post.text for post in told), "no places that nobody there can open"
    boards = [post for post in told if post.pictures]
    assert len(boards) == 1 + handed, "one after each turn"
    public = {line for at, posts in discord.threads.items() if at != FAR for line in lines(posts)}
    public |= set(lines(discord.channel)) | {post.text.split("\n")[-1] for post in boards}
    assert set(lines(told)) <= public | {"card-title Friday"}, "and nothing that is not everybody's"
    assert {picture.name for post in boards for picture in post.pictures} == {"table.png"}


async def test_what_waits_is_joined_so_that_the_channel_gets_little_at_once(house: House, discord: Recorder) -> None:
    table = await followed(house)
    discord.failures = 10_000
    before = len(discord.threads[FAR])
    for _ in range(3):
        await turn(table)
    discord.failures = 0
    await until(lambda: any("phase 3 False" in post.text for post in discord.threads[FAR]))

    told = discord.threads[FAR][before:]
    assert len(told) <= 2
    assert "phase 3 False" in told[-1].text, "as it is by then"


async def test_no_channel_of_another_server_follows_a_game_that_does_not_allow_it(
    house: House, discord: Recorder
) -> None:
    table = await game(house)
    assert not table.game.abroad, "if nothing is said"
    assert await refused(table) == "follow-unknown"
    with pytest.raises(Illegal, match="lobby-not-host"):
        await table.settings.change({"abroad": "on"}, Author(BOB))
    assert await refused(table, GUILD, CHANNEL) == "follow-own-channel"
    await table.spectators.relay(GUILD, FAR)
    await table.settings.change({"abroad": "on"}, MODERATORS)
    await house.settled()

    assert "abroad-on" in discord.texts, "everybody is told"
    for channel in range(100, 109):
        await table.spectators.relay(ELSEWHERE, channel)
    assert await refused(table, ELSEWHERE, 109) == "follow-full"


async def test_what_the_table_no_longer_allows_ends_at_once_but_in_its_own_server(
    house: House, discord: Recorder
) -> None:
    table = await followed(house)
    discord.threads[78] = []
    await table.spectators.relay(GUILD, 78)
    await house.settled()
    before = len(discord.threads[FAR])

    await table.settings.change({"abroad": "off"}, MODERATORS)
    await turn(table)
    await house.settled()

    assert len(discord.threads[FAR]) == before
    assert len(discord.threads[78]) > 1
    assert await table.spectators.unrelay(78)
    assert not await table.spectators.unrelay(78)
    told = len(discord.threads[78])
    await turn(table)
    await house.settled()
    assert len(discord.threads[78]) == told


async def test_a_game_that_not_everybody_may_see_is_told_elsewhere_with_leave_alone(
    house: House, discord: Recorder
) -> None:
    """Whoever reads there may not have been let in. What was not told is not told later either."""
    table = await game(house)
    discord.threads[78] = []
    await table.spectators.relay(GUILD, 78)
    await house.settled()
    discord.unseen.add((CHANNEL, None))
    before = len(discord.threads[78])

    await turn(table)
    assert await house.settled(), "nothing waits"
    assert len(discord.threads[78]) == before

    await table.settings.change({"abroad": "on"}, MODERATORS)
    await turn(table)
    await house.settled()
    assert len(discord.threads[78]) > before


async def test_news_come_only_to_those_who_still_see_the_channel_and_the_follow_of_others_ends(
    house: House, discord: Recorder
) -> None:
    table = await game(house)
    for user in (CAT, DAN):
        await house.store.spectators.follow(table.game.id, user, follows=True)
    discord.unseen.add((CHANNEL, CAT))

    await turn(table)
    assert await house.settled(), "nothing waits"

    assert CAT not in discord.people
    assert discord.people[DAN]
    assert not await house.store.spectators.follows(table.game.id, CAT), (
        "and is not taken up again, should they come back"
    )
    assert await house.store.spectators.follows(table.game.id, DAN)


async def test_that_discord_does_not_say_who_sees_it_ends_no_follow(house: House, discord: Recorder) -> None:
    table = await game(house)
    await house.store.spectators.follow(table.game.id, CAT, follows=True)
    discord.silent = True
    await turn(table)
    await until(lambda: (GUILD, CHANNEL, CAT) in discord.asked)
    assert CAT not in discord.people

    discord.silent = False

    await until(lambda: bool(discord.people.get(CAT)))
    assert await house.store.spectators.follows(table.game.id, CAT)


async def test_a_channel_that_is_gone_follows_nothing_and_harms_nobody(house: House, discord: Recorder) -> None:
    table = await followed(house)
    other = await game(house, channel=11)
    await other.settings.change({"abroad": "on"}, MODERATORS)
    await other.spectators.relay(ELSEWHERE, FAR)
    await house.settled()
    discord.gone.add(FAR)

    await turn(table)
    await house.settled()

    assert table.game.suspended is None
    assert not await table.spectators.unrelay(FAR)
    assert not await other.spectators.unrelay(FAR)
    assert any("Ann scores" in text for text in lines(discord.threads[THREADS])), "the game is told as ever"


async def test_a_game_whose_own_channel_is_gone_is_still_told_where_it_is_followed(
    house: House, discord: Recorder
) -> None:
    table = await followed(house)
    discord.gone.add(CHANNEL)
    await turn(table)
    await house.settled()
    assert table.game.suspended is not None
    before = len(discord.threads[FAR])

    await turn(table)
    await house.settled()

    assert len(discord.threads[FAR]) > before


async def test_a_server_that_is_purged_and_a_game_that_is_leave_nothing_behind(house: House) -> None:
    table = await followed(house)
    await house.purge_server(ELSEWHERE, AuditEntry(ELSEWHERE, None, 999, "purge-server", ""))
    assert not await table.spectators.unrelay(FAR)

    await table.spectators.relay(ELSEWHERE, FAR)
    await house.purge(table.game.id, AuditEntry(GUILD, table.game.id, 999, "purge", ""), even_open=True)
    assert await house.settled()


async def test_news_of_a_scene_lead_to_its_place(house: House, discord: Recorder) -> None:
    """They wait until there is one."""
    table = await game(house, posts=PostStyle.CARD)
    await house.store.spectators.follow(table.game.id, CAT, follows=True)

    (seat,) = table.awaiting
    await table.submit(seat, Roll())
    await table.submit(seat, Lay(table.view(seat).cards[0]))
    await house.settled()
    assert not discord.people.get(CAT), "a roll alone is told in its place"
    await table.submit(seat, Done())
    await house.settled()

    (news,) = discord.people[CAT]
    (place,) = (number for number, name in discord.names.items() if name == "Roll of turn 0")
    assert news.text.startswith(f"from-table Friday https://discord.com/channels/{GUILD}/{CHANNEL} <#{place}>\n")


async def test_where_there_can_be_no_threads_news_lead_to_the_channel(house: House, discord: Recorder) -> None:
    discord.no_threads = True
    table = await game(house, posts=PostStyle.CARD)
    await house.store.spectators.follow(table.game.id, CAT, follows=True)
    await turn(table)
    await house.settled()

    assert discord.people[CAT][0].text.startswith(f"from-table Friday https://discord.com/channels/{GUILD}/{CHANNEL}\n")


class German(ToyWords):
    """The same sentences, marked."""

    def text(self, key: str, group: object = "", **facts: object) -> str:
        return f"de: {super().text(key, **facts)}"


async def test_that_the_players_have_ended_it_is_told_to_all_who_follow_each_in_his_language(
    opened: Opened, discord: Recorder
) -> None:
    german = replace(ROLLING, language="de", words=German())
    kit = replace(ROLLING, translated=lambda language: german if language == "de" else None)
    discord.threads[FAR] = []
    async with opened(kit=kit) as house:
        table = await followed(house)
        await house.languages.choose(DAN, "de")
        for user in (CAT, DAN):
            await house.store.spectators.follow(table.game.id, user, follows=True)
        await turn(table)
        await table.voting.ask_end(Seat(0), "draw")
        (vote,) = table.voting.open
        await table.voting.cast(vote.id, Seat(1), "yes")
        await house.settled()

    assert table.game.agreed == "draw"
    assert discord.people[CAT][-1].text.endswith("\nagreed-draw")
    assert discord.people[DAN][-1].text.endswith("\nde: agreed-draw")
    assert "agreed-draw" in discord.threads[FAR][-1].text
