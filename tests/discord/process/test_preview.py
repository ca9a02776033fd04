"""The local table, used as a browser uses it. It touches private parts of SimCord: one that moved them fails here."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any

import aiohttp

import bot
from cogs import preview
from cogs.face.face import Face
from cogs.house.store.store import Store
from cogs.house.values.records import Status
from cogs.titan.kit import titan_face
from tests.toy_face import toy_face

PATIENCE = 20.0


async def eventually(true: Callable[[], bool]) -> None:
    """Waits for what the bot does by itself."""
    async with asyncio.timeout(PATIENCE):
        while not true():  # noqa: ASYNC110 -- nobody tells of it
            await asyncio.sleep(0.05)


def found(message: dict[str, Any], label: str) -> dict[str, Any]:
    """The button of that label on a message, as its page has it; empty if it has none."""
    parts = (part for row in message["components"] for part in row["components"])
    return next((part for part in parts if part.get("label") == label), {})


class Browser:
    """One page of the local table, looked at by one person."""

    def __init__(self, http: aiohttp.ClientSession, url: str, viewer: int) -> None:
        address, secret = url.split("#")
        self._http, self._address, self._viewer = http, address, viewer
        self._headers = {"X-Simcord-Capability": secret}
        self._sequence = itertools.count(1)
        self.page: dict[str, Any] = {}

    async def open(self) -> Browser:
        answer = await self._http.post(
            f"{self._address}api/pages", json={"viewer_id": str(self._viewer)}, headers=self._headers
        )
        self.page = await answer.json()
        self._headers["X-Simcord-Context"] = self.page["context"]["id"]
        return self

    async def look(self) -> list[dict[str, Any]]:
        """The messages as they are shown now."""
        answer = await self._http.get(f"{self._address}api/state", headers=self._headers)
        self.page = await answer.json()
        return sorted(self.page["messages"].values(), key=lambda message: int(message["id"]))

    async def until(self, shown: Callable[[list[dict[str, Any]]], bool]) -> list[dict[str, Any]]:
        """Polls, as the page does, until something is shown."""
        async with asyncio.timeout(PATIENCE):
            while not shown(messages := await self.look()):  # noqa: ASYNC110 -- as the page polls
                await asyncio.sleep(0.1)
        return messages

    async def act(self, kind: str, **said: Any) -> dict[str, Any]:
        body = {
            **said,
            "kind": kind,
            "protocol_version": 3,
            "sequence": next(self._sequence),
            "request_id": f"r{self._viewer}-{id(said)}",
            "generation": self.page["context"]["generation"],
            "bot_generation": self.page["botGeneration"],
            "published_revision": self.page["publishedRevision"],
        }
        answer = await self._http.post(f"{self._address}api/action", json=body, headers=self._headers)
        result: dict[str, Any] = await answer.json()
        assert answer.status == 200, result
        assert not result.get("rejected"), result
        return result

    async def press(self, label: str) -> None:
        """Presses the newest button of that label, once there is one."""
        shown = await self.until(lambda messages: any(found(message, label) for message in messages))
        message = next(message for message in reversed(shown) if found(message, label))
        await self.act("click", control_key=found(message, label)["control_key"], target_id=message["id"])


@asynccontextmanager
async def tables(
    url: str, faces: Sequence[Face] | None = None
) -> AsyncIterator[tuple[preview.World, aiohttp.ClientSession]]:
    """The local table as `make run` makes it, with the games of these `faces`."""
    store = await Store.open(url, bot.MIGRATIONS)
    house_for, client_for = partial(bot.house_for, faces=faces), partial(bot.client_for, faces=faces)
    world = await preview.world_for(store, house_for, client_for)
    await preview.opened(world)
    await preview.again(world)
    pump = asyncio.create_task(world.pump())
    async with aiohttp.ClientSession() as http:
        try:
            yield world, http
        finally:
            pump.cancel()
            with suppress(asyncio.CancelledError):
                await pump
            await preview.closed(world)
            await store.close()


def says(text: str) -> Callable[[list[dict[str, Any]]], bool]:
    return lambda messages: any(text in message["content"] for message in messages)


async def begun(world: preview.World) -> None:
    """A game of Ann and a program."""
    ann = world.people["Ann"]
    await world.act(lambda: ann.slash(world.channels["titan"], "titan new", seats=2))
    await world.act(lambda: ann.slash(world.channels["titan"], "titan add-bot", level="random"))


async def test_a_game_is_begun_and_played_in_the_browser(url: str) -> None:
    async with tables(url) as (world, http):
        await begun(world)
        ann, ben = world.people["Ann"].id, world.people["Ben"].id
        mine = await Browser(http, world.pages["titan"].url, ann).open()
        others = await Browser(http, world.pages["titan"].url, ben).open()

        await mine.press("Start")

        # What the outbox and the program post comes to every page by itself.
        for browser in (mine, others):
            messages = await browser.until(says("your move"))
            assert any(message["attachments"] for message in messages)
        await mine.press("My turn")
        panel = (
            await mine.until(
                lambda messages: any(message["ephemeral"] and message["components"] for message in messages)
            )
        )[-1]
        assert panel["content"].startswith("**Split ")
        assert not any(message["ephemeral"] for message in await others.look())
        assert not world.env.errors


async def test_direct_messages_have_a_page_of_their_own(url: str) -> None:
    async with tables(url) as (world, http):
        await begun(world)
        ann = world.people["Ann"]
        table = await world.house.at(world.channels["titan"].id)
        assert table is not None
        await world.act(lambda: ann.slash(world.channels["titan"], "titan start"))
        letters = await Browser(http, world.pages["Ann"].url, ann.id).open()
        async with asyncio.timeout(PATIENCE):
            while table.view(None).phase == "setup":
                seat = table.seat_of(ann.id)
                if seat in table.awaiting and seat is not None:
                    line = table.line(table.legal(seat)[0])
                    await world.act(lambda line=line: ann.slash(world.channels["titan"], "play do", line=line))  # type: ignore[misc]
                await asyncio.sleep(0.05)

        messages = await letters.until(says("Titan, Angel"))

        assert messages[-1]["attachments"]


async def test_stopped_and_started_again_it_finds_the_game_and_shows_it(url: str) -> None:
    async with tables(url) as (world, http):
        await begun(world)
        ann = world.people["Ann"]
        await world.act(lambda: ann.slash(world.channels["titan"], "titan start"))
        channel, people = world.channels["titan"].id, {name: person.id for name, person in world.people.items()}
    async with tables(url) as (world, http):
        assert world.channels["titan"].id == channel
        assert {name: person.id for name, person in world.people.items()} == people
        table = await world.house.at(channel)
        assert table is not None
        mine = await Browser(http, world.pages["titan"].url, people["Ann"]).open()
        await eventually(lambda: table.seat_of(people["Ann"]) in table.awaiting)
        await mine.until(says("your move"))
        seq = table.seq
        line = table.line(table.legal(table.seats[0].seat)[0])

        said = await world.act(lambda: world.people["Ann"].slash(world.channels["titan"], "play do", line=line))

        # The simulated Discord gives the same ids in every run; they are not taken for those of the run before.
        assert said.response is not None
        assert "already" not in said.response.content
        assert table.seq > seq


async def test_a_long_game_lets_its_oldest_posts_go(url: str) -> None:
    async with tables(url) as (world, http):
        await begun(world)
        mine = await Browser(http, world.pages["titan"].url, world.people["Ann"].id).open()
        channel = world.client.get_partial_messageable(world.channels["titan"].id)
        for number in range(preview.KEPT + 20):
            await channel.send(f"post {number}")

        await mine.until(says(f"post {preview.KEPT + 19}"))

        await eventually(lambda: len(world.channels["titan"].history()) == preview.KEPT)
        status = await world.act(lambda: world.people["Ann"].slash(world.channels["titan"], "titan status"))
        assert status.response is not None


async def test_it_ends_when_it_is_told_to(url: str) -> None:
    stop, said = asyncio.Event(), list[str]()
    store = await Store.open(url, bot.MIGRATIONS)
    running = asyncio.create_task(preview.local_table(store, bot.house_for, bot.client_for, stop, said.append))
    await eventually(lambda: any("Ctrl-C" in line for line in said))
    stop.set()

    await asyncio.wait_for(running, PATIENCE)
    await store.close()

    assert said[0].startswith("Open this: http://127.0.0.1:"), "one line to open comes first"
    assert sum("http://127.0.0.1:" in line for line in said) == len(bot.games()) + len(preview.PEOPLE)
    assert "Stopped" in said[-1]


async def test_each_game_has_a_page_of_its_own_and_both_can_be_played_at_once(url: str) -> None:
    async with tables(url, (titan_face(), toy_face())) as (world, http):
        await begun(world)
        ann = world.people["Ann"]
        await world.act(lambda: ann.slash(world.channels["toy"], "toy new", seats=2))
        await world.act(lambda: ann.slash(world.channels["toy"], "toy add-bot", level="random"))
        cards = await Browser(http, world.pages["toy"].url, ann.id).open()
        boards = await Browser(http, world.pages["titan"].url, ann.id).open()

        await cards.press("Start")

        await cards.until(says("your-turn"))
        await cards.press("button-open")
        await cards.until(says("Ann, it is your turn"))
        assert any("(Titan)" in message["content"] for message in await boards.look())
        assert not any("toy.title" in message["content"] for message in await boards.look())
        assert not world.env.errors


async def test_an_empty_channel_greets_and_one_press_there_begins_a_game(url: str) -> None:
    async with tables(url) as (world, http):
        ann = world.people["Ann"].id
        for game in ("titan", "skirmish"):
            page = await Browser(http, world.pages[game].url, ann).open()
            (greeting,) = await page.look()
            assert greeting["attachments"]
            await page.press("Play now against bots")
            table = await world.house.at(world.channels[game].id)
            assert table is not None
            assert table.seat_of(ann) is not None
            assert table.game.status is Status.RUNNING
        assert not world.env.errors
    async with tables(url) as (world, http):
        page = await Browser(http, world.pages["titan"].url, ann).open()
        messages = await page.until(lambda messages: bool(messages))
        assert not any("Play now" in str(message["components"]) for message in messages), (
            "where a game was left none does"
        )
