"""Shards of several processes: they come and go, are handed over, and nothing that is pressed is lost or done twice."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest

from cogs.shards import FixedShards, Shards
from tests.standin.conftest import Claimed, Given, Town, comes
from tests.standin.control import VIEW


def two(town: Town) -> tuple[int, int]:
    """A channel of a server of each of two shards."""
    control, people = town.standin.control, tuple(town.people.values())
    made = [control.channel(control.guild(f"Guild {shard}", people, shard, 2)) for shard in (0, 1)]
    return made[0], made[1]


async def helped(town: Town, channel: int, who: str = "Ann") -> dict[str, Any]:
    """What somebody gets who asks for help."""
    answer: dict[str, Any] = await town.standin.control.command(town.people[who], channel, "titan help")
    return answer


async def test_a_process_without_shards_says_that_it_hears_none_of_how_many(town: Town) -> None:
    """Else it would not know which nobody hears, and hold games there to their deadlines."""
    nothing = Given(Shards(frozenset(), 2))
    nothing.told = Shards(frozenset({0}), 1)
    async with town.process(nothing):
        await comes(lambda: nothing.told == Shards(frozenset(), 2))


async def test_each_of_two_processes_hears_of_its_own_shard(town: Town) -> None:
    first, second = two(town)
    claims = Claimed()
    one, other = Given(Shards(frozenset({0}), 2)), Given(Shards(frozenset({1}), 2))
    async with town.process(one, claims) as here, town.process(other, claims) as there:
        await here.connected({0})
        await there.connected({1})
        await town.registered()

        for channel in (first, second):
            answer = await helped(town, channel)
            assert (answer["hearing"], answer["callbacks"]) == (1, 1)
        assert {guild.shard_id for guild in here.client.guilds} == {0}
        assert {guild.shard_id for guild in there.client.guilds} == {1}
        assert [one.told.ids, other.told.ids] == [frozenset({0}), frozenset({1})]


async def test_a_shard_is_connected_and_let_go_without_touching_the_others(town: Town) -> None:
    first, second = two(town)
    source = Given(Shards(frozenset({0}), 2))
    async with town.process(source) as process:
        assert not process.client.is_ready()
        await process.connected({0})
        assert process.client.is_ready()
        (session,) = town.standin.gateway.sessions

        source.gives({0, 1})
        await process.connected({0, 1})
        await town.registered()
        assert (await helped(town, second))["acknowledged"] is not None
        source.gives({0})
        await process.connected({0})

        assert list(town.standin.gateway.sessions) == [session], "the first is the same all the time"
        assert (await helped(town, first))["acknowledged"] is not None
        assert {guild.shard_id for guild in process.client.guilds} == {0}, "of the other nothing is known any more"
        assert process.client.shards.keys() == {0}


async def test_with_another_number_of_shards_all_are_connected_anew(town: Town) -> None:
    two(town)
    source = Given(Shards(frozenset({0, 1}), 2))
    async with town.process(source) as process:
        await process.connected({0, 1})
        source.gives({0, 1, 2}, 3)
        await process.connected({0, 1, 2})

        assert sorted(town.standin.control.report()["connected"]) == [[0, 3], [1, 3], [2, 3]]
        assert len(process.client.guilds) == len(town.standin.backend.guilds)


async def test_while_two_processes_hear_a_shard_each_press_is_answered_once(town: Town) -> None:
    """A planned hand-over: the old session listens until the new one is there, and presses go on all the time."""
    claims, channel = Claimed(), town.channel
    one, other = Given(Shards(frozenset({0}), 1)), Given(Shards(frozenset(), 1))
    async with town.process(one, claims) as here, town.process(other, claims, begins=False) as there:
        await here.connected({0})
        await town.registered()
        answers: list[dict[str, Any]] = []
        over = asyncio.Event()

        async def presses(who: str) -> None:
            while not over.is_set():
                answers.append(await helped(town, channel, who))

        people = [asyncio.create_task(presses(who)) for who in town.people]
        await comes(lambda: len(answers) > 2)
        other.gives({0})
        await there.connected({0})
        both = len(answers)
        await comes(lambda: len(answers) > both + 6)
        one.gives(set())
        await here.connected(set())
        alone = len(answers)
        await comes(lambda: len(answers) > alone + 4)
        over.set()
        await asyncio.gather(*people)

    assert {each["hearing"] for each in answers} == {1, 2}
    assert all(each["acknowledged"] is not None for each in answers), "nothing is lost"
    assert all((each["callbacks"], each["refused"]) == (1, 0) for each in answers), "the loser stays silent"
    assert len(claims.asked) > len(claims.taken), "both have heard some"


async def test_what_is_pressed_before_the_servers_are_known_is_answered_as_later(town: Town) -> None:
    """READY comes, and the servers only much later: who sees what is then asked for."""
    control, ann, ben = town.standin.control, town.people["Ann"], town.people["Ben"]
    cleo = control.user("Cleo")
    control.joins(town.guild, cleo)
    hidden, inner = control.channel(town.guild, "hidden", seen_by=[ann]), control.role(town.guild, "inner")
    control.gives(town.guild, cleo, inner)
    control.overwrite(hidden, inner, allow=VIEW)
    places = {
        "Open": control.channel(town.guild, "open"),
        "Hidden": hidden,
        "Thread": control.thread(town.channel, "thread", ann),
        "Inner": control.thread(town.channel, "inner", ann, private=True, members=[cleo]),
    }
    source = Given(Shards(frozenset({0}), 1))
    async with town.process(source) as process:
        await process.connected({0})
        await town.registered()
        for name, place in places.items():
            await control.command(cleo if name == "Inner" else ann, place, "titan new", {"seats": 2, "name": name})
        before = [await listed(town, user) for user in (ann, ben, cleo)]
        control.gateway(guilds_after=60.0)
        source.gives(set())
        await process.connected(set())
        source.gives({0})
        await comes(lambda: bool(town.standin.gateway.listening(town.guild)))

        assert [await listed(town, user) for user in (ann, ben, cleo)] == before
        assert all(guild.unavailable for guild in process.client.guilds)
        offered = await control.complete(ben, town.channel, "watch follow", "game", "")

    assert [{name for name in places if name in said} for said in before] == [
        {"Open", "Hidden", "Thread"}, {"Open", "Thread"}, {"Open", "Hidden", "Thread", "Inner"}
    ]  # fmt: skip
    assert len(offered) == 2


async def listed(town: Town, user: int) -> str:
    """The games that somebody is told of."""
    answer = await town.standin.control.command(user, town.channel, "titan list")
    return str(answer["message"]["content"])


async def test_a_shard_whose_connection_breaks_resumes_and_hears_what_was_pressed_meanwhile(town: Town) -> None:
    async with town.process() as process:
        await process.connected({0})
        await town.registered()
        (session,) = town.standin.gateway.sessions
        town.standin.control.gateway(away=True)
        assert town.standin.control.drop() == 1
        await comes(lambda: town.standin.gateway.sessions[session].line is None)
        town.standin.control.gateway(away=False)

        answer = await helped(town, town.channel)

        assert (answer["hearing"], answer["callbacks"]) == (0, 1)
        await process.connected({0})
        assert list(town.standin.gateway.sessions) == [session]
        assert len(town.standin.gateway.identified) == 1


async def test_a_shard_that_can_not_resume_identifies_anew(town: Town) -> None:
    async with town.process() as process:
        await process.connected({0})
        await town.registered()
        town.standin.control.gateway(away=True)
        town.standin.control.drop()
        await comes(lambda: not town.standin.gateway.listening(town.guild))
        town.standin.gateway.forget()
        town.standin.control.gateway(away=False)
        await comes(lambda: len(town.standin.gateway.identified) == 2)
        await process.connected({0})

        assert (await helped(town, town.channel))["acknowledged"] is not None
        assert [guild.id for guild in process.client.guilds] == [town.guild]


async def test_of_each_key_one_shard_identifies_at_a_time(town: Town) -> None:
    town.standin.control.gateway(concurrency=2)
    async with town.process(Given(Shards(frozenset(range(6)), 6))) as process:
        await process.connected(set(range(6)))

    report = town.standin.control.report()
    assert sorted(report["identified"]) == [[number, 6] for number in range(6)]
    assert report["identified_too_soon"] == 0


async def test_two_processes_whose_shards_are_fixed_both_get_their_turn(town: Town) -> None:
    """Nobody tells them apart but Discord, which refuses what comes too soon."""
    town.standin.control.gateway(every=0.5)
    one, other = (FixedShards(Shards(frozenset(ids), 4)) for ids in ({0, 1}, {2, 3}))
    async with town.process(one) as here, town.process(other) as there:
        await here.connected({0, 1})
        await there.connected({2, 3})

        assert town.standin.control.report()["identified_too_soon"] > 0


async def test_where_no_more_sessions_may_be_started_it_is_waited_for(town: Town) -> None:
    """The thousandth and first IDENTIFY of a day would cost the bot its token."""
    town.standin.control.gateway(remaining=0)
    async with town.process() as process:
        await comes(lambda: sum(each.path == "/gateway/bot" for each in town.standin.api.log) > 4)
        town.standin.control.gateway(remaining=10)
        await process.connected({0})

        assert town.standin.control.report()["identified_too_soon"] == 0


async def test_a_process_without_shards_has_begun_all_the_same(town: Town) -> None:
    async with town.process(Given(Shards(frozenset(), 4))) as process:
        await town.registered()
        await process.house.woken()

        assert process.client.is_ready()
        assert list(process.client.guilds) == []


async def test_all_shards_are_connected_that_discord_recommends(town: Town) -> None:
    town.standin.control.gateway(shards=3)
    async with town.process() as process:
        await process.connected({0, 1, 2})

    assert sorted(town.standin.control.report()["identified"]) == [[0, 3], [1, 3], [2, 3]]


async def test_whoever_runs_too_few_shards_is_warned(town: Town, caplog: pytest.LogCaptureFixture) -> None:
    town.standin.control.gateway(shards=16)
    with caplog.at_level(logging.WARNING, "cogs.shards"):
        async with town.process(FixedShards(Shards(frozenset({0}), 8))) as process:
            await process.connected({0})
            await comes(lambda: "Discord recommends 16 shards, and there are 8" in caplog.text)


async def test_a_token_that_is_taken_back_ends_the_connection(town: Town) -> None:
    """Nothing is tried for ever that Discord wants none of."""
    async with town.process(ends=True) as process:
        await process.connected({0})
        town.standin.gateway.token = "another"
        town.standin.gateway.drop()
        await comes(process.running.done)

        assert "4004" in str(process.running.exception())


async def test_the_owner_of_a_new_server_is_greeted_by_one_of_two_processes(town: Town) -> None:
    claims, control = Claimed(), town.standin.control
    one, other = Given(Shards(frozenset({0}), 1)), Given(Shards(frozenset({0}), 1))
    async with town.process(one, claims) as here, town.process(other, claims) as there:
        await here.connected({0})
        await there.connected({0})
        await town.registered()
        new = control.guild("New here")
        await comes(lambda: len(claims.asked) == 2)
        await comes(lambda: len(control.direct(control.owner(new))) >= len(here.client.context.faces))

    assert len(control.direct(control.owner(new))) == len(here.client.context.faces)


@pytest.mark.parametrize(
    ("written", "ids", "count"),
    [("0-3/8", {0, 1, 2, 3}, 8), ("5/8", {5}, 8), ("0/1", {0}, 1), ("0-7/8", {*range(8)}, 8)],
)
def test_shards_are_written_as_a_part_of_all(written: str, ids: set[int], count: int) -> None:
    assert Shards.read(written) == Shards(frozenset(ids), count)


@pytest.mark.parametrize(
    "written", ["", "8", "3-0/8", "8/8", "0-8/8", "0-3", "0-3/8 ", "a/8", "-1/8", "0,1/8", "٣/8", "0/0"]
)
def test_what_is_no_part_of_all_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match="shards"):
        Shards.read(written)
