"""What was changed while something older was read counts, of one person and of all."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from cogs.house.runtime.remembered import Remembered
from tests.house.conftest import ANN, BOB

Reads = Callable[[Remembered[str], asyncio.Event, str], Coroutine[Any, Any, None]]


async def of_all(known: Remembered[str], answered: asyncio.Event, said: str) -> None:
    async def reading() -> dict[int, str]:
        await answered.wait()
        return {ANN: said, BOB: said}

    await known.read(reading)


async def of_one(known: Remembered[str], answered: asyncio.Event, said: str) -> None:
    async def reading() -> str:
        await answered.wait()
        return said

    await known.read_of(ANN, reading)


READS = pytest.mark.parametrize("reads", [of_all, of_one])


@READS
async def test_what_is_read_takes_the_place_of_what_was_known(reads: Reads) -> None:
    known, answered = Remembered[str](), asyncio.Event()
    known.put(ANN, "before")
    answered.set()

    await reads(known, answered, "read")

    assert known.of(ANN) == "read"


@READS
@pytest.mark.parametrize("put", ["chosen", None])
async def test_what_was_put_while_it_was_read_is_newer(reads: Reads, put: str | None) -> None:
    known, answered = Remembered[str](), asyncio.Event()
    known.put(ANN, "before")
    reading = asyncio.create_task(reads(known, answered, "older"))
    await asyncio.sleep(0)

    known.put(ANN, put)
    answered.set()
    await reading

    assert known.of(ANN) == put
    assert known.of(BOB) == ("older" if reads is of_all else None)


@READS
async def test_of_two_that_read_the_later_counts_whoever_is_answered_first(reads: Reads) -> None:
    known, slow, quick = Remembered[str](), asyncio.Event(), asyncio.Event()
    quick.set()
    first = asyncio.create_task(reads(known, slow, "older"))
    await asyncio.sleep(0)
    second = asyncio.create_task(reads(known, quick, "newer"))
    await asyncio.sleep(0)

    slow.set()
    await asyncio.gather(first, second)

    assert known.of(ANN) == "newer"
