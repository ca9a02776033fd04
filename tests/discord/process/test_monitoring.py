"""Whether the bot is alive and ready, and its figures, asked over HTTP as whoever runs it asks."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

import bot
from cogs.client import Client
from cogs.house.runtime.environment import Environment
from cogs.house.store.store import Store
from cogs.interactions.acknowledging import Duty
from cogs.monitoring.address import Address, AddressTaken
from cogs.monitoring.endpoint import Figures, answering
from cogs.monitoring.prometheus import PrometheusMetrics
from tests.discord.conftest import Play

Answer = tuple[int, str]


def free() -> Address:
    """An address at which nobody listens."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return Address("127.0.0.1", found.getsockname()[1])


async def got(client: Client, path: str, figures: Figures | None = None) -> Answer:
    """What is answered at a path: the status and the text."""
    address = free()
    async with (
        answering(address, client, figures),
        aiohttp.ClientSession() as session,
        session.get(f"http://{address}/{path}") as response,
    ):
        return response.status, await response.text()


@asynccontextmanager
async def unconnected(url: str) -> AsyncIterator[Client]:
    """The bot before it has heard anything of Discord."""
    store = await Store.open(url, bot.MIGRATIONS)
    house = bot.house_for(store, Environment())
    try:
        yield bot.client_for(house, Environment())
    finally:
        await house.close()
        await store.close()


async def test_a_bot_that_plays_is_alive_and_ready(play: Play) -> None:
    await play.set_up("Ann", "Ben")

    assert await got(play.client, "alive") == (200, "ok\n")
    assert await got(play.client, "ready") == (200, "ok\n")


async def test_before_it_is_connected_it_is_alive_and_not_ready(url: str) -> None:
    async with unconnected(url) as client:
        assert await got(client, "alive") == (200, "ok\n")
        status, said = await got(client, "ready")

    assert (status, said) == (503, "Not connected to Discord yet.\nThe games are still being started.\n")


async def test_while_discord_is_out_of_reach_it_is_not_ready(play: Play) -> None:
    await play.client.on_shard_disconnect(0)
    lost = await got(play.client, "ready")
    alive = await got(play.client, "alive")
    await play.client.on_shard_resumed(0)

    assert lost == (503, "The connection to Discord is lost.\n")
    assert alive == (200, "ok\n")
    assert await got(play.client, "ready") == (200, "ok\n")


async def test_a_bot_that_stops_is_not_ready(play: Play) -> None:
    await play.client.drain()

    assert await got(play.client, "ready") == (503, "Stopping.\n")


async def test_a_loop_that_has_died_is_told_by_its_name(play: Play) -> None:
    """A task that cancels itself, as no failure does."""

    async def cancels() -> None:
        raise asyncio.CancelledError

    play.house._tasks.loop("clocks", cancels)
    await play.settle()

    assert await got(play.client, "alive") == (503, "Stopped unexpectedly: Deadlines.\n")


async def test_what_only_fails_and_is_tried_again_is_alive(play: Play) -> None:
    """A database or a Discord that is away for a while comes back without a restart."""

    async def fails() -> None:
        raise ValueError("split Bk01 Bk02 TTN")

    play.house._tasks.loop("clocks", fails)
    await play.env.settle()

    assert [each.name for each in play.house.health() if not each.well] == ["clocks"]
    assert await got(play.client, "alive") == (200, "ok\n")


async def test_figures_are_there_only_where_they_are_asked_for(play: Play) -> None:
    assert (await got(play.client, "metrics"))[0] == 404


async def test_presses_are_measured_until_discord_has_taken_their_acknowledgement(play: Play) -> None:
    metrics = PrometheusMetrics(play.store, Environment())
    play.client.context = replace(play.client.context, duty=Duty(metrics))
    await play.set_up("Ann", "Ben")
    before = await samples(play.client, metrics)
    await play.slash("Ann", "titan status")
    after = await samples(play.client, metrics)

    count = "caretaker_acknowledgement_seconds_count"
    assert after[count] == before[count] + 1 > 1
    assert after["caretaker_unacknowledged_total"] == 0
    assert after["caretaker_shard_latency_seconds"] >= 0


async def samples(client: Client, metrics: PrometheusMetrics) -> dict[str, float]:
    """The figures without their labels."""
    status, text = await got(client, "metrics", metrics)
    assert status == 200
    return {sample.name: sample.value for family in text_string_to_metric_families(text) for sample in family.samples}


async def test_nothing_else_is_answered(play: Play) -> None:
    assert [(await got(play.client, path))[0] for path in ("", "games", "alive/1", "..%2fmetrics")] == [404] * 4


async def test_an_address_at_which_somebody_listens_is_taken(url: str) -> None:
    async with unconnected(url) as client:
        address = free()
        async with answering(address, client):
            with pytest.raises(AddressTaken):
                async with answering(address, client):
                    pytest.fail("two listen")


async def test_a_house_that_nobody_measures_has_nothing_to_be_measured_by(url: str) -> None:
    async with unconnected(url) as client:
        assert type(client.context.house.metrics).__name__ == "Metrics"


@pytest.mark.parametrize(
    ("text", "host", "port", "shown"),
    [
        ("8080", "127.0.0.1", 8080, "127.0.0.1:8080"),
        ("0.0.0.0:1", "0.0.0.0", 1, "0.0.0.0:1"),
        ("localhost:65535", "localhost", 65535, "localhost:65535"),
        ("[::1]:8080", "::1", 8080, "[::1]:8080"),
    ],
)
def test_a_port_alone_is_one_of_loopback(text: str, host: str, port: int, shown: str) -> None:
    address = Address.read(text)

    assert (address.host, address.port, str(address)) == (host, port, shown)


@pytest.mark.parametrize(
    "text", ["0", "65536", "-1", "port", ":8080", "host:", "host", "::1:8080", "[]:8080", "8080:", "٣", "1.5", "on"]
)
def test_other_addresses_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no"):
        Address.read(text)
