"""The border between the bot and Discord: each request is known by its kind, and here the bot can be killed.

What SimCord leaves out is added: a nonce that comes again within minutes gives the first message back, a thread may be
closed by whoever opened it, and a request may be done although its answer is lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
from simcord import _runtime as runtime
from simcord.backend import Backend, serializers
from simcord.backend.errors import BackendError
from simcord.http import client as transport
from simcord.http import router
from yarl import URL

from tests.drill.lives import LIFE

REMEMBERED = 300.0
"""Seconds for which Discord knows a nonce: 'the past few minutes'."""

_runtime: Any = runtime

OWNERS = {"archived", "auto_archive_duration"}
"""What whoever has opened a thread may change of it; SimCord wants the right to manage channels."""

for _name in ("FakeHTTPClient", "FakeWebhookAdapter", "_attach_bot"):
    assert hasattr(_runtime, _name), "SimCord has changed how it stands in for Discord"


class Fault(StrEnum):
    """What happens at a request."""

    BEFORE = "before"
    """The bot is killed, and Discord never hears of it."""
    AFTER = "after"
    """Discord has done it, and the bot is killed before it learns that."""
    REPEATED = "502"
    """Discord has done it and answers 502; the library asks again at once."""
    FAILED = "500"
    """Discord has done it and answers 500 each time the library asks."""
    LOST = "lost"
    """Discord has done it, and the connection breaks before the answer comes."""


KILLS = (Fault.BEFORE, Fault.AFTER)
LOSSES = (Fault.REPEATED, Fault.FAILED, Fault.LOST)


ANY = "any"
"""Of whatever kind."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to happen at the request of a kind that comes as number `nth`, from 0, since it was asked for."""

    kind: str
    nth: int
    fault: Fault


@dataclass
class Wire:
    """What Discord knows beside what SimCord keeps; `seen` are the kinds of requests since `begin`."""

    now: float = 0.0
    nonces: dict[tuple[str, str], tuple[float, Any]] = field(default_factory=dict)
    seen: list[str] = field(default_factory=list)
    asked: Asked | None = None
    happened: bool = False

    def begin(self, asked: Asked | None = None) -> None:
        """Counts requests from here on, and waits for the one that is asked for."""
        self.seen, self.asked, self.happened = [], asked, False

    def fault(self, kind: str) -> Fault | None:
        """What is to happen at this request, which is counted."""
        met = (kind, self.seen.count(kind)), (ANY, len(self.seen))
        self.seen.append(kind)
        if self.asked is None or (self.asked.kind, self.asked.nth) not in met:
            return None
        fault, self.asked, self.happened = self.asked.fault, None, True
        return fault

    def dispatch(self, backend: Backend, method: str, path: str, json: Any, **more: Any) -> Any:
        """What Discord answers; to a nonce that it still knows with the message that this has become."""
        marked = method == "POST" and isinstance(json, dict) and json.get("enforce_nonce")
        key = (path, str(json["nonce"])) if marked else None
        now = backend.clock.elapsed
        if key is not None and key in self.nonces and now - self.nonces[key][0] <= REMEMBERED:
            return self.nonces[key][1]
        if method == "PATCH" and (thread := _own_thread(backend, path)) is not None and json.keys() <= OWNERS:
            return dict(serializers.channel_payload(backend, backend.edit_channel(thread, {}, thread_metadata=json)))
        answer = router.dispatch(backend, method, path, json=json, **more)
        if key is not None:
            self.nonces[key] = (now, answer)
        return answer


async def passes(backend: Backend, method: str, path: str, json: Any, **more: Any) -> Any:
    """One request from the process of this context, and what it learns of it."""
    life, wire = LIFE.get(), backend.wire  # type: ignore[attr-defined]
    await life.lives()
    fault = wire.fault(kind_of(backend, method, path, json))

    def done() -> Any:
        try:
            return wire.dispatch(backend, method, path, json, **more)
        except (router.RouteNotImplemented, router.UnsupportedField):
            raise
        except BackendError as refused:
            transport._raise_for(refused)

    if fault is Fault.BEFORE:
        life.kill()
        await life.lives()
    answer = done()
    if fault is Fault.AFTER:
        life.kill()
        await life.lives()
    if fault in LOSSES:
        await _traced(life.trace, path, fault)
    if fault is Fault.REPEATED:
        answer = done()
    if fault is Fault.FAILED:
        answered = cast("aiohttp.ClientResponse", transport._FakeResponse(500))
        raise discord.DiscordServerError(answered, "after it was done")
    if fault is Fault.LOST:
        raise aiohttp.ServerDisconnectedError
    return answer


async def _traced(trace: aiohttp.TraceConfig | None, path: str, fault: Fault) -> None:
    """Tells whoever traces the requests what has become of one, as the real session does."""
    if trace is None:
        return
    session: Any = None
    told: Any = SimpleNamespace(url=URL(f"https://discord.com/api/v10{path}"), response=SimpleNamespace(status=502))
    for each in trace.on_request_exception if fault is Fault.LOST else trace.on_request_end:
        await each(session, SimpleNamespace(), told)


class Http(transport.FakeHTTPClient):
    """The bot's requests with its token."""

    async def request(self, route: Any, *, files: Any = None, form: Any = None, **kwargs: Any) -> Any:
        """As of `FakeHTTPClient`, by way of the wire."""
        json, sent = kwargs.get("json"), list(files or [])
        if form is not None:
            payload, sent = router.parse_form(list(form), sent)
            json = json if payload is None else payload
        return await passes(
            self.backend, route.method, transport._path_of(route.url), json,
            params=kwargs.get("params"), files=sent, reason=kwargs.get("reason"),
            message_content_access=self.message_content_access,
        )  # fmt: skip


class Webhooks(transport.FakeWebhookAdapter):
    """The bot's answers to interactions."""

    async def request(
        self, route: Any, session: Any, *, payload: Any = None, multipart: Any = None, files: Any = None,
        params: Any = None, **kwargs: Any,
    ) -> Any:  # fmt: skip
        """As of `FakeWebhookAdapter`, by way of the wire."""
        json, sent = payload, list(files or [])
        if multipart:
            parsed, sent = router.parse_form(multipart, sent)
            json = json if parsed is None else parsed
        return await passes(
            self.backend, route.method, transport._path_of(route.url), json,
            params=params, files=sent, reason=kwargs.get("reason"), message_content_access=self.message_content_access,
        )  # fmt: skip


@contextmanager
def wired() -> Iterator[None]:
    """Has SimCord send every request by way of the wire."""
    plain = _runtime.FakeHTTPClient, _runtime.FakeWebhookAdapter
    _runtime.FakeHTTPClient, _runtime.FakeWebhookAdapter = Http, Webhooks
    try:
        yield
    finally:
        _runtime.FakeHTTPClient, _runtime.FakeWebhookAdapter = plain


def _own_thread(backend: Backend, path: str) -> int | None:
    """The thread that a path leads to, if the bot has opened it."""
    parts = path.strip("/").split("/")
    channel = backend.channels.get(int(parts[1])) if len(parts) == 2 and parts[0] == "channels" else None
    return channel.id if channel is not None and channel.owner_id == backend.bot_user.id else None


# Kinds

CALLBACKS = {4: "answer at once", 5: "defer", 6: "defer", 7: "answer at once", 8: "completion", 9: "form"}
LOBBY = ":join"
"""How the id of a button ends that only a lobby post has."""


def kind_of(backend: Backend, method: str, path: str, json: Any) -> str:
    """What a request is, with where it goes if that makes a difference."""
    match (method, *path.strip("/").split("/")):
        case "POST", "interactions", _, _, "callback":
            return CALLBACKS[json["type"]]
        case "PATCH", "webhooks", _, _, "messages", _:
            return "answer"
        case "DELETE", "webhooks", _, _, "messages", _:
            return "take away"
        case "POST", "webhooks", _, _:
            return "follow-up"
        case "POST", "channels", channel, "messages":
            return f"post: {_lobby(json.get('components')) or place_of(backend, int(channel))}"
        case "PATCH", "channels", channel, "messages", message:
            before = backend.get_message(int(channel), int(message)).components
            return f"edit: {_lobby(before) or place_of(backend, int(channel))}"
        case "PUT", "channels", _, "messages", "pins", _:
            return "pin"
        case "DELETE", "channels", _, "messages", "pins", _:
            return "unpin"
        case "GET", "channels", _, "messages", "pins":
            return "pins"
        case "DELETE", "channels", _, "messages", _:
            return "delete"
        case "GET", "channels", _, "messages":
            return "history"
        case "GET", "channels", _, "messages", _:
            return "message"
        case "POST", "channels", _, "threads":
            return "thread"
        case "PATCH", "channels", _:
            return "edit a thread"
        case "POST", "users", "@me", "channels":
            return "direct messages"
        case _:
            return f"{method} {[part for part in path.split('/') if not part.isdigit()][-1]}"


def _lobby(rows: Any) -> str:
    there = [str(part.get("custom_id", "")) for row in rows or () for part in row.get("components", ())]
    return "lobby" if any(one.endswith(LOBBY) for one in there) else ""


def place_of(backend: Backend, channel: int) -> str:
    """Where in the world of the drill a channel is."""
    found = backend.get_channel(channel)
    if found.guild_id is None:
        return "direct"
    if not found.is_thread:
        return "channel"
    return "log" if (found.name or "").startswith("Log") else "battle"
