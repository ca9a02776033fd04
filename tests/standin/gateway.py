"""The gateway of the stand-in: shards with their sessions, which hear of the servers that fall to them.

As at Discord a shard may be connected several times, and then all of its sessions hear the same; a session whose
connection broke keeps what it missed for a while, and a RESUME gets it.
"""

from __future__ import annotations

import asyncio
import json
import zlib
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import count
from time import monotonic
from types import SimpleNamespace
from typing import Any

import discord
from aiohttp import WSCloseCode, web
from simcord.backend import Backend, serializers
from simcord.backend.access import channel_accessible
from simcord.gateway import FakeGateway

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, RESUME, RECONNECT, INVALID, HELLO, ACK = 0, 1, 2, 3, 6, 7, 9, 10, 11
INTERVAL = 41.25
"""Seconds between two heartbeats."""
KEPT = 1000
"""So many events a session keeps for a RESUME."""
NOT_AUTHENTICATED, BAD_TOKEN, BAD_SHARD = 4003, 4004, 4010
TIMED_OUT = 4009

Payload = dict[str, Any]


class _Parsers:
    """SimCord looks for what is done with an event by its name: each is sent."""

    def __init__(self, send: Callable[[str, Payload], None]) -> None:
        self._send = send

    def __getitem__(self, event: str) -> Callable[[Payload], None]:
        return lambda payload: self._send(event, payload)


class Session:
    """What one IDENTIFY has begun: a shard, its intents, the process that it named itself, and what was sent to it."""

    def __init__(self, number: int, shard: tuple[int, int], intents: int, backend: Backend, process: str = "") -> None:
        self.id, self.shard, self.process = f"session-{number}", shard, process
        state = SimpleNamespace(intents=discord.Intents._from_value(intents), parsers=_Parsers(self._dispatch))
        self._filter = FakeGateway(backend, state)
        self._sent: deque[tuple[int, str]] = deque(maxlen=KEPT)
        self.sequence = 0
        self.line: Line | None = None

    def hears(self, event: str, payload: Mapping[str, Any]) -> None:
        """Sends an event, if the session's intents let it."""
        self._filter.feed(event, payload)

    def _dispatch(self, event: str, payload: Payload) -> None:
        self.sequence += 1
        text = json.dumps({"op": DISPATCH, "t": event, "s": self.sequence, "d": payload})
        self._sent.append((self.sequence, text))
        if self.line is not None:
            self.line.put(text)

    def missed(self, sequence: int) -> list[str] | None:
        """What was sent after a sequence number; None if that is not kept any more."""
        if sequence > self.sequence or (self._sent and sequence < self._sent[0][0] - 1):
            return None
        return [text for number, text in self._sent if number > sequence]


class Line:
    """One connection: what is put is sent in order, compressed as it was asked for."""

    def __init__(self, socket: web.WebSocketResponse, compressed: bool) -> None:
        self.socket = socket
        self._packer = zlib.compressobj() if compressed else None
        self._queue: asyncio.Queue[str] = asyncio.Queue()
        self.sending = asyncio.create_task(self._send())

    def put(self, text: str) -> None:
        """Sends a text after those before it."""
        self._queue.put_nowait(text)

    async def _send(self) -> None:
        while True:
            text = await self._queue.get()
            try:
                if self._packer is None:
                    await self.socket.send_str(text)
                else:
                    packed = self._packer.compress(text.encode()) + self._packer.flush(zlib.Z_SYNC_FLUSH)
                    await self.socket.send_bytes(packed)
            except (ConnectionError, RuntimeError):
                return


@dataclass
class Gateway:
    """All sessions. `shards` is how many are recommended; of one key one IDENTIFY is taken in `every` seconds."""

    backend: Backend
    token: str
    url: str = ""
    shards: int = 1
    concurrency: int = 1
    every: float = 5.0
    remaining: int = 1000
    guilds_after: float = 0.0
    """Seconds after READY until the servers of a shard are told."""
    away: bool = False
    """Nobody gets a connection."""
    identified: list[tuple[int, int]] = field(default_factory=list)
    """The shards that were identified, in order."""
    refused: int = 0
    """So many IDENTIFYs came too soon."""
    sessions: dict[str, Session] = field(default_factory=dict)
    _numbers: count[int] = field(default_factory=lambda: count(1))
    _last: dict[int, float] = field(default_factory=dict)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.backend.subscribers.append(self._emitted)

    def told(self, process: str = "") -> Payload:
        """What `/gateway/bot` answers to a process, which may have a name of its own in its addresses."""
        limit = {"total": 1000, "remaining": self.remaining, "reset_after": 1000, "max_concurrency": self.concurrency}
        return {"url": self._address(process), "shards": self.shards, "session_start_limit": limit}

    def listening(self, guild_id: int | None) -> list[Session]:
        """The connected sessions that hear of a server, or of direct messages."""
        return [each for each in self.sessions.values() if each.line is not None and _falls_to(each.shard, guild_id)]

    def _address(self, process: str) -> str:
        return self.url.replace("/gateway/", f"/of/{process}/gateway/") if process else self.url

    def _emitted(self, event: str, payload: Mapping[str, Any]) -> None:
        guild = payload.get("guild_id")
        if guild is None and event in ("GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE"):
            guild = payload.get("id")
        if event == "GUILD_CREATE":  # the bot has come there: of those that it was in READY has told
            payload = {key: said for key, said in payload.items() if key != "unavailable"}
        for session in tuple(self.sessions.values()):
            if _falls_to(session.shard, None if guild is None else int(guild)):
                session.hears(event, payload)

    async def connected(self, request: web.Request) -> web.WebSocketResponse:
        """One connection, from its HELLO to its end."""
        if self.away:
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse(max_msg_size=4096)
        await socket.prepare(request)
        line = Line(socket, request.query.get("compress") == "zlib-stream")
        line.put(json.dumps({"op": HELLO, "d": {"heartbeat_interval": int(INTERVAL * 1000)}}))
        process = request.match_info.get("process", "")
        session: Session | None = None
        try:
            while True:
                message = await socket.receive(timeout=1.5 * INTERVAL)
                if message.type is not web.WSMsgType.TEXT:
                    break
                said = json.loads(message.data)
                if said["op"] == HEARTBEAT:
                    line.put(json.dumps({"op": ACK}))
                elif said["op"] in (IDENTIFY, RESUME):
                    answer = self._introduced(line, process, said["op"], said["d"])
                    if isinstance(answer, int):
                        await socket.close(code=answer)
                        break
                    session = answer or session
                elif session is None:
                    await socket.close(code=NOT_AUTHENTICATED)
                    break
        except TimeoutError:
            await socket.close(code=TIMED_OUT)
        finally:
            line.sending.cancel()
            if session is not None and session.line is line:
                session.line = None
                if socket.close_code in (WSCloseCode.OK, WSCloseCode.GOING_AWAY):
                    del self.sessions[session.id]
        return socket

    def _introduced(self, line: Line, process: str, op: int, said: Payload) -> Session | int | None:
        """The session of an IDENTIFY or RESUME; None if it is refused, a number if the connection is to be closed."""
        if said["token"] != self.token:
            return BAD_TOKEN
        if op == RESUME:
            return self._resumed(line, said)
        shard = int(said.get("shard", [0, 1])[0]), int(said.get("shard", [0, 1])[1])
        if not 0 <= shard[0] < shard[1]:
            return BAD_SHARD
        key, now = shard[0] % self.concurrency, monotonic()
        if now - self._last.get(key, float("-inf")) < self.every or self.remaining < 1:
            self.refused += 1
            line.put(json.dumps({"op": INVALID, "d": False}))
            return None
        self._last[key] = now
        self.remaining -= 1
        self.identified.append(shard)
        session = Session(next(self._numbers), shard, int(said["intents"]), self.backend, process)
        session.line = line
        self.sessions[session.id] = session
        self._begin(session)
        return session

    def _begin(self, session: Session) -> None:
        """READY, and then the servers of the shard one by one."""
        guilds = [guild for guild in self.backend.guilds.values() if _falls_to(session.shard, guild.id)]
        session.hears("READY", {
            "v": 10,
            "user": dict(serializers.user_payload(self.backend.bot_user)),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self._address(session.process),
            "shard": list(session.shard),
            "application": {"id": str(self.backend.application_id), "flags": 0},
        })  # fmt: skip

        def tell() -> None:
            for guild in guilds:
                if guild.id in self.backend.guilds:
                    session.hears("GUILD_CREATE", self._guild(guild.id))

        if not self.guilds_after:
            tell()
        else:
            asyncio.get_running_loop().call_later(self.guilds_after, tell)

    def _guild(self, guild_id: int) -> Payload:
        """A server as the gateway tells of it: with the threads that are not in the archive, and that the bot sees."""
        payload: Payload = dict(serializers.guild_create_payload(self.backend, self.backend.guilds[guild_id]))
        payload["threads"] = [
            each
            for each in payload["threads"]
            if not each["thread_metadata"]["archived"]
            and channel_accessible(self.backend, int(each["id"]), self.backend.bot_user.id)
        ]
        return payload

    def _resumed(self, line: Line, said: Payload) -> Session | None:
        session = self.sessions.get(said["session_id"])
        missed = None if session is None else session.missed(said["seq"])
        if session is None or missed is None:
            line.put(json.dumps({"op": INVALID, "d": False}))
            return None
        if session.line is not None:
            self._soon(session.line.socket.close(code=4000))
        session.line = line
        for text in missed:
            line.put(text)
        session.hears("RESUMED", {})
        return session

    def drop(self, shard: int | None = None) -> int:
        """Breaks the connections of a shard, or of all, without a word; their sessions can be resumed. How many."""
        cut = [each for each in self.sessions.values() if each.line is not None and shard in (None, each.shard[0])]
        for session in cut:
            assert session.line is not None, "it is connected"
            transport = session.line.socket._req.transport if session.line.socket._req is not None else None
            if transport is not None:
                transport.abort()
        return len(cut)

    def forget(self, shard: int | None = None) -> None:
        """Forgets the sessions of a shard, or of all, whose connections were broken: they can't be resumed."""
        for session in tuple(self.sessions.values()):
            if session.line is None and shard in (None, session.shard[0]):
                del self.sessions[session.id]

    def _soon(self, doing: Any) -> None:
        task = asyncio.ensure_future(doing)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _falls_to(shard: tuple[int, int], guild_id: int | None) -> bool:
    """Whether a shard hears of a server; of direct messages the first does."""
    return shard[0] == (0 if guild_id is None else (guild_id >> 22) % shard[1])
