"""However much is asked at once, everybody is acknowledged at once, and answered in turn."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest

from cogs.interactions import pacing
from cogs.interactions.pacing import AT_ONCE, Pacing
from tests.discord.conftest import Play


async def work(paced: Pacing, number: int, begun: list[int], over: asyncio.Event) -> None:
    async with paced.working():
        begun.append(number)
        await over.wait()


async def test_whoever_comes_later_waits_in_the_order_in_which_they_came() -> None:
    paced, begun = Pacing(), list[int]()
    ends = [asyncio.Event() for _ in range(2 * AT_ONCE)]
    tasks = [asyncio.create_task(work(paced, number, begun, over)) for number, over in enumerate(ends)]
    await asyncio.sleep(0.01)
    assert begun == [*range(AT_ONCE)]

    for number, over in enumerate(ends):
        over.set()
        await asyncio.gather(tasks[number])
        assert begun == [*range(min(AT_ONCE + number + 1, len(ends)))]


async def test_what_fails_or_is_cancelled_gives_way() -> None:
    paced, begun, never = Pacing(), list[int](), asyncio.Event()
    tasks = [asyncio.create_task(work(paced, number, begun, never)) for number in range(AT_ONCE)]
    await asyncio.sleep(0.01)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for _ in range(AT_ONCE):
        with pytest.raises(KeyError):
            async with paced.working():
                raise KeyError

    async with asyncio.timeout(1.0), AsyncExitStack() as stack:
        for _ in range(AT_ONCE):
            await stack.enter_async_context(paced.working())


async def test_what_takes_long_holds_up_nobody_and_counts_no_more_when_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pacing, "LONGEST", 0.02)
    paced, begun, slow = Pacing(), list[int](), asyncio.Event()
    tasks = [asyncio.create_task(work(paced, number, begun, slow)) for number in range(2 * AT_ONCE)]
    await asyncio.sleep(0.2)
    assert begun == [*range(len(tasks))]
    slow.set()
    await asyncio.gather(*tasks)
    monkeypatch.setattr(pacing, "LONGEST", 60.0)

    begun.clear()
    later = [asyncio.create_task(work(paced, number, begun, asyncio.Event())) for number in range(2 * AT_ONCE)]
    await asyncio.sleep(0.1)
    assert len(begun) == AT_ONCE, "none has made room twice"
    for task in later:
        task.cancel()
    await asyncio.gather(*later, return_exceptions=True)


async def test_while_much_is_worked_on_others_are_acknowledged(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pacing, "LONGEST", 60.0)
    table = await play.set_up("Ann", "Ben")

    def acknowledged() -> int:
        return sum(request.path.endswith("/callback") for request in play.env.http_requests)

    async with AsyncExitStack() as busy:
        for _ in range(AT_ONCE):
            await busy.enter_async_context(play.client.context.pacing.working())
        before = acknowledged()
        asked = asyncio.create_task(play.said("Ann", "titan status"))
        for _ in range(200):
            await asyncio.sleep(0)
        assert acknowledged() == before + 1
        assert not asked.done()

    assert table.game.name in await asked
