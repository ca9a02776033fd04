"""A drill from its start to its evidence: what runs, who presses, what is killed and cut, and what is left of it."""

from __future__ import annotations

import asyncio
import re
import signal
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic

import bot
from cogs.house.background.delivery import nonce_of
from cogs.house.house import NONCE_KEY
from cogs.house.runtime.environment import Environment
from cogs.house.store.store import Store, StoreUnavailable
from cogs.house.values.drafts import Message
from cogs.house.values.records import Status
from tests.drill.processes.answers import IDENTITY
from tests.drill.processes.cable import Cable
from tests.drill.processes.evidence import PATIENCE, Decided, Evidence, Posted, Told
from tests.drill.processes.games import Kind, Place, Stored, stored
from tests.drill.processes.people import MY_TURN, People
from tests.drill.processes.programs import ROOT, Bot, discord, postgresql
from tests.postgresql.server import Server
from tests.standin.bot import PLAIN
from tests.standin.control import Remote

NAMES = ("one", "two", "three", "four")
"""What the processes are called."""

SHARDS = 8
SERVERS_A_SHARD = 2

PLAYED = (
    Kind(5), Kind(25), Kind(60), Kind(110), Kind(25, bot=True), Kind(70, bot=True),
    Kind(12, timed=True), Kind(45, timed=True),
)  # fmt: skip
"""The kinds of games, each as often as the others."""

ERROR = "[ERROR   ] "
EXPECTED = re.compile(r"^(StoreUnavailable|Uncertain)|the database could not be")

CONNECTS = 90.0
"""Seconds in which all shards are connected at the start."""
RESTS = 90.0
"""Seconds in which everything is dealt with at the end."""
AWAY = (0.5, 3.0)
"""Seconds until a process that was killed is started again."""
GAPS = (0.2, 1.8)
"""What lies between two kills, in parts of what does on average."""
PRESENT = 0.5
"""How often the process is killed that hears the server in which somebody presses, of all times."""
OLDER = 0.5
"""How often a process of an older version is started as one again, in the first half of a drill."""
LOOKS = 1.0
"""Seconds between two looks at what is overdue and who is connected."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How long a drill is, and what happens in it: it ends after so many `kills`, and not before so many `seconds`.

    `restarts` and `cuts` are when PostgreSQL is started anew, how, and when the cable of the first process is cut for
    `cut` seconds: parts of `seconds`. `first` and `last` are when deadlines pass, in the same parts.
    """

    processes: int = 3
    games: int = 200
    kinds: tuple[Kind, ...] = PLAYED
    kills: int = 100
    seconds: float = 600.0
    decisions: int = 20
    """So many are taken before anything happens, and after it."""
    rate: float = 6.0
    restarts: tuple[tuple[float, signal.Signals], ...] = ((0.25, signal.SIGINT), (0.75, signal.SIGQUIT))
    cuts: tuple[float, ...] = (0.5,)
    cut: float = 10.0
    away: float = 1.5
    """Seconds for which PostgreSQL is gone."""
    deadlines: tuple[float, float] = (0.05, 0.8)
    patience: float = PATIENCE
    drawn: bool = True
    """Whether pictures are drawn: else they have one point."""
    older: Path | None = None
    """A checkout of an older version, by which the processes are started at first, and some after they were killed."""
    postgresql: bool = True
    seed: int = 1


@dataclass
class Drill:
    """What runs in a drill. `say` is told what happens."""

    plan: Plan
    folder: Path
    remote: Remote
    store: Store
    server: Server | None
    cable: Cable | None
    bots: Sequence[Bot]
    games: Sequence[Stored]
    say: Callable[[str], None]
    evidence: Evidence = field(default_factory=Evidence)
    began: float = 0.0
    kills: int = 0
    ends: float = 0.0
    """When the processes were asked to end: what is due later need not be done."""
    _connected: dict[int, float] = field(default_factory=dict)

    async def run(self) -> Evidence:
        """All of it; what is left for the referee, which is kept beside the logs, too."""
        if self.server is None:
            await self._timed()  # nobody else may write to a file
        for each in self.bots:
            await each.start()
        await self.connected()
        self.say(f"{len(self.games)} games, {len(self.bots)} processes")
        self.evidence.patience = self.plan.patience
        played = [each for each in self.games if not each.kind.timed]
        people = People(self.remote, played, self.plan.seed, self.plan.patience)
        async with asyncio.TaskGroup() as doing:
            going = [doing.create_task(each) for each in (people.come(self.plan.rate), self._watched())]
            await people.decide(self.plan.decisions)
            if self.server is not None:
                await self._timed()
            self.began = monotonic()
            troubles = [doing.create_task(each) for each in (self._killed(people), *self._troubles())]
            await asyncio.wait(troubles)
            await people.decide(self.plan.decisions)
            going[0].cancel()
            await people.gone()
            self.say(f"{self.kills} kills; the processes are left alone")
            for process in self.bots:
                if process.running is None:
                    await process.start()
            await self._rested()
            going[1].cancel()
        self.ends = time.time()
        for each in self.bots:
            self.evidence.codes[each.name] = await each.stop()
        self.evidence.presses = [await people.known_at_last(press) for press in people.presses]
        for why, number in people.astray.items():
            self.say(f"{number} presses were not possible: {why}")
        await self._gathered()
        self.evidence.keep(self.folder / "evidence.json")
        return self.evidence

    # What happens

    async def _killed(self, people: People) -> None:
        """Kills processes, until there were enough of it and it has lasted long enough."""
        whims, again = Random(self.plan.seed), set[asyncio.Task[None]]()
        while self.kills < self.plan.kills:
            await asyncio.sleep(whims.uniform(*GAPS) * self.plan.seconds / self.plan.kills)
            if (victim := await self._victim(people, whims)) is not None:
                await victim.kill()
                self.kills += 1
                if self.plan.older is not None:
                    stays = self.kills < self.plan.kills / 2 and whims.random() < OLDER
                    victim.root = self.plan.older if stays else ROOT
                again.add(asyncio.create_task(self._again(victim, whims.uniform(*AWAY))))
        await asyncio.gather(*again)
        await asyncio.sleep(self.began + self.plan.seconds - monotonic())

    async def _victim(self, people: People, whims: Random) -> Bot | None:
        """Whom to kill of those that Discord knows: often whoever hears the server in which somebody is just pressing.

        Nobody, if no other process would be left: nothing is promised of a bot that is not there.
        """
        connected = await self.remote("connected")
        known = {name for names in connected.values() for name in names}
        if len(known) == 1 < len(self.bots):
            return None
        found = [each for each in self.bots if each.running is not None and each.name in known]
        if people.pressing is not None and whims.random() < PRESENT:
            hearing = connected.get(str((people.pressing.place.guild >> 22) % SHARDS), [])
            found = [each for each in found if each.name in hearing] or found
        return whims.choice(found) if found else None

    async def _again(self, process: Bot, seconds: float) -> None:
        await asyncio.sleep(seconds)
        await process.start()

    def _troubles(self) -> Iterator[Coroutine[None, None, None]]:
        """What happens at its time beside the kills."""
        if self.server is not None:
            yield from (self._restarted(at, how) for at, how in self.plan.restarts)
        if self.cable is not None:
            yield from map(self._cut, self.plan.cuts)

    async def _restarted(self, at: float, how: signal.Signals) -> None:
        assert self.server is not None, "there is one"
        await asyncio.sleep(at * self.plan.seconds)
        self.say(f"PostgreSQL ends by {how.name}")
        since = monotonic()
        await asyncio.to_thread(self.server.stop, how)
        await asyncio.sleep(self.plan.away)
        await asyncio.to_thread(self.server.start)
        self.evidence.away.append((since, monotonic()))
        self.say("PostgreSQL is back")

    async def _cut(self, at: float) -> None:
        assert self.cable is not None, "there is one"
        await asyncio.sleep(at * self.plan.seconds)
        self.say(f"the cable of {self.bots[0].name} is cut")
        since = monotonic()
        self.cable.cut()
        await asyncio.sleep(self.plan.cut)
        self.cable.mend()
        self.evidence.away.append((since, monotonic()))
        self.say("the cable is mended")

    async def _timed(self) -> None:
        """Has the deadlines of the games with clocks pass one after the other: they are set as another process does."""
        timed = [each.game for each in self.games if each.kind.timed]
        first, last = (part * self.plan.seconds for part in self.plan.deadlines)
        for number, game in enumerate(timed):
            due = time.time() + first + (last - first) * number / len(timed)
            async with self.store.database.transaction(game=game) as tx:
                await tx.write("UPDATE clock SET bank = 0 WHERE game_id = ?", game)
                await tx.write(
                    "UPDATE clock SET due = ?1, ends = ?1 WHERE game_id = ?2 AND since IS NOT NULL", due, game
                )

    # What is seen meanwhile

    async def _watched(self) -> None:
        """Looks again and again at what is overdue, and at which shards nobody is connected."""
        while True:
            now = monotonic()
            for shard in range(SHARDS):
                self._connected.setdefault(shard, now)
            for shard in map(int, await self.remote("connected")):
                self._connected[shard] = now
            for shard, last in self._connected.items():
                self.evidence.alone[shard] = max(self.evidence.alone.get(shard, 0.0), now - last)
            with suppress(StoreUnavailable):
                for game, seconds in (await self._overdue()).items():
                    self.evidence.late[game] = max(self.evidence.late.get(game, 0.0), seconds)
            await asyncio.sleep(LOOKS)

    async def _overdue(self, at: float | None = None) -> dict[int, float]:
        """By how many seconds the deadlines have passed that were not dealt with, by game: by now, or by a moment."""
        now = time.time() if at is None else at
        rows = await self.store.database.read(
            "SELECT game_id, min(ends) AS ends FROM ending JOIN game ON game.id = game_id"
            " WHERE ends < ? AND status = 'running' AND frozen IS NULL AND suspended IS NULL GROUP BY game_id",
            now,
        )
        return {row["game_id"]: now - row["ends"] for row in rows}

    async def _all_connected(self) -> bool:
        return len(await self.remote("connected")) == SHARDS

    async def connected(self) -> None:
        """Waits until there is a process for every shard. Raises TimeoutError."""
        async with asyncio.timeout(CONNECTS):
            while True:
                if await self._all_connected():
                    return
                await asyncio.sleep(LOOKS)

    async def _rested(self) -> None:
        """Waits until everything due is dealt with; what is not by then the referee will see."""
        quiet, ends = 0, monotonic() + RESTS
        while quiet < 3 and monotonic() < ends:
            await asyncio.sleep(1.0)
            with suppress(StoreUnavailable):
                owed = await self.store.database.read(
                    "SELECT 1 FROM sendable WHERE not_before < ? AND aside = 0 LIMIT 1", time.time()
                )
                quiet = 0 if owed or await self._overdue() or not await self._all_connected() else quiet + 1

    # What is left

    async def _gathered(self) -> None:
        """Takes down what the database, Discord and the processes have kept."""
        found = self.evidence
        found.lives = {each.name: [*each.lives] for each in self.bots}
        found.killed = {each.name: [*each.killed] for each in self.bots}
        found.ended = {each.name: each.ended for each in self.bots}
        found.broken = {each.name: broken(each.log) for each in self.bots}
        found.overdue = [game for game, seconds in (await self._overdue(self.ends)).items() if seconds > LOOKS]
        found.posted = [
            Posted(each["channel"], each["nonce"], each["id"]) for each in await self.remote("posts")
        ]  # fmt: skip
        found.wrong = (await self.remote("report"))["wrong"]
        found.told = await self._told()
        await self._read()
        for each in self.games:
            messages = await self.remote("messages", channel=each.place.channel)
            found.pins[each.game] = sum(message["pinned"] for message in messages)
            names = Counter(thread["name"] for thread in await self.remote("threads", channel=each.place.channel))
            if twice := [name for name, number in names.items() if number > 1]:
                found.twice[each.game] = twice

    async def _told(self) -> list[Told]:
        token = await self.store.settings.value(NONCE_KEY)
        assert token is not None, "it is kept before anything is told"
        rows = await self.store.database.read("SELECT * FROM outbox ORDER BY id")
        return [
            Told(
                row["id"], row["game_id"], row["kind"], nonce_of(token, row["id"]),
                Message.of(row["message_id"]).id if row["message_id"] else None,
                row["done_at"] is None and row["not_before"] < self.ends - LOOKS, row["aside"] > 0, row["error"],
            )
            for row in rows
        ]  # fmt: skip

    async def _read(self) -> None:
        """Replays every log."""
        house = bot.house_for(self.store, Environment())
        for each in self.games:
            try:
                table = await house.table(each.game)
                entries = await table.entries(1, table.seq)
                lines = await self.store.log.lines(each.game)
            except Exception as error:  # noqa: BLE001 - whatever it is, the referee tells of it
                self.evidence.unreadable[each.game] = f"{type(error).__name__} {error}"
                continue
            rows = await self.store.database.read("SELECT seq, interaction_id FROM log WHERE game_id = ?", each.game)
            by = {row["seq"]: row["interaction_id"] for row in rows}
            for line, entry in zip(lines, entries, strict=True):
                interaction = int(by[line.seq].rpartition(":")[2]) if by[line.seq] else None
                self.evidence.decided.append(Decided(each.game, line.seq, line.seat, entry.after.began, interaction))
            if table.game.status is Status.RUNNING:
                self.evidence.phase[each.game] = table.began
                button = await self.remote("newest", channel=each.place.channel, ending=MY_TURN)
                match = IDENTITY.fullmatch(button["custom_id"]) if button is not None else None
                self.evidence.card[each.game] = int(match["phase"]) if match is not None else None
        await house.close()


def broken(log: Path) -> list[str]:
    """What a process logged as an error, and what kind it was; that the store was away is none."""
    found: list[str] = []
    first = last = ""
    for line in (*log.read_text(encoding="utf-8", errors="replace").splitlines(), "["):
        if line.startswith("["):
            if ERROR in first and not EXPECTED.search(last):
                found.append(f"{first.partition(ERROR)[2]}: {last.strip()}")
            first = last = line
        elif line.strip():
            last = line
    return found


@asynccontextmanager
async def drill(plan: Plan, folder: Path, say: Callable[[str], None]) -> AsyncIterator[Drill]:
    """Everything that a drill needs, with its games stored and nothing of the bot started; logs go into the folder.

    Raises ValueError if that is not empty.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise ValueError(f"{folder} is not empty")
    async with AsyncExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="titan-", ignore_cleanup_errors=True)))
        data.chmod(0o711)  # PostgreSQL may run as another user
        server = cable = None
        url = others = f"sqlite:///{data}/titan.db"
        if plan.postgresql:
            server = await stack.enter_async_context(postgresql(data / "server"))
            cable = Cable(data / "cable", server.url)
            await cable.lay()
            stack.push_async_callback(cable.take_up)
            url, others = cable.url, server.url
        remote = await stack.enter_async_context(discord(folder))
        await remote("gateway", shards=SHARDS, concurrency=SHARDS, remaining=1_000_000)
        places = await _places(remote, plan)
        root = plan.older or ROOT
        store = await Store.open(others, root / bot.MIGRATIONS.relative_to(ROOT))
        stack.push_async_callback(store.close)
        games = await stored(store, places, plan.seed)
        urls = (url, *[others] * (plan.processes - 1))
        settings = {} if plan.drawn else {PLAIN: "yes"}
        bots = [Bot(name, each, remote.url, folder, settings, root) for name, each in zip(NAMES, urls, strict=False)]
        for each in bots:
            stack.push_async_callback(each.kill)
        yield Drill(plan, folder, remote, store, server, cable, bots, games, say)


async def _places(remote: Remote, plan: Plan) -> dict[Kind, list[Place]]:
    """Servers of every shard, and in them channels and people for the games, by their kinds."""
    servers = [
        await remote("guild", name=f"Friends {number}", shard=number % SHARDS, count=SHARDS)
        for number in range(min(plan.games, SHARDS * SERVERS_A_SHARD))
    ]
    found: dict[Kind, list[Place]] = {}
    for number in range(plan.games):
        guild = servers[number % len(servers)]
        people = [await remote("user", name=f"{name}{number}") for name in ("Ann", "Ben")]
        for person in people:
            await remote("joins", guild=guild, user=person)
        channel = await remote("channel", guild=guild, name=f"titan-{number}")
        kind = plan.kinds[(number + number // len(servers)) % len(plan.kinds)]  # every server has games of every kind
        found.setdefault(kind, []).append(Place(guild, channel, tuple(people)))
    return found
