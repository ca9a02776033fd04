"""The HTTP API of the stand-in: SimCord's routes over real connections, with what it leaves out."""

from __future__ import annotations

import asyncio
import io
import json
import re
from collections import Counter, defaultdict, deque
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from time import monotonic
from types import SimpleNamespace
from typing import Any

from aiohttp import BodyPartReader, web
from simcord._clock import Clock
from simcord.backend import Backend
from simcord.backend.errors import BackendError
from simcord.http import router

from tests.drill.wire import REMEMBERED, Wire
from tests.standin.gateway import Gateway

LOGGED = 100_000
"""So many of the last requests are kept, without what was in them."""

NONCES = 20_000
"""So many nonces are kept until those are forgotten that Discord does not know any more."""

CALLBACK = re.compile(r"/interactions/(\d+)/[^/]+/callback")
ANSWER = re.compile(r"/webhooks/\d+/simcord_interaction_(\d+)(?:/messages/@original)?")
POST = re.compile(r"/channels/(\d+)/messages")
TAKEN = 40060


class WallClock(Clock):
    """The time of the machine."""

    @property
    def elapsed(self) -> float:
        """Seconds since some moment; they only go on."""
        return monotonic()

    @elapsed.setter
    def elapsed(self, _: float) -> None:
        pass

    def now(self) -> datetime:
        """The date and time."""
        return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Logged:
    """A request: when it came, its method and path, what was answered, and in which seconds."""

    at: float
    method: str
    path: str
    status: int
    seconds: float


@dataclass
class Heard:
    """What has become of an interaction: each first answer that came, taken or not, and the answer itself."""

    began: float
    acknowledged: float | None = None
    answered: float | None = None
    callbacks: int = 0
    refused: int = 0
    news: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass
class Api:
    """What is behind the HTTP API. `wrong` is what no bot should have sent."""

    backend: Backend
    gateway: Gateway
    log: deque[Logged] = field(default_factory=lambda: deque(maxlen=LOGGED))
    wrong: Counter[str] = field(default_factory=Counter)
    posts: defaultdict[tuple[str, str], list[int]] = field(default_factory=lambda: defaultdict(list))
    """The messages by channel and nonce: more than one is a post that was sent twice."""
    interactions: dict[int, Heard] = field(default_factory=dict)
    wire: Wire = field(default_factory=Wire)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """One request of a bot."""
        began, path = monotonic(), request.match_info["path"]
        process = request.match_info.get("process", "")
        status, answer = await self._answered(request, f"/{path}", process)
        self.log.append(Logged(began, request.method, f"/{path}", status, monotonic() - began))
        self._note(request.method, f"/{path}", status, answer)
        self.backend.http_requests.clear()
        self.backend.transcript.clear()
        if answer is None:
            return web.Response(status=204)
        return web.Response(body=json.dumps(answer).encode(), status=status, content_type="application/json")

    async def _answered(self, request: web.Request, path: str, process: str) -> tuple[int, Any]:
        tokenless = path.startswith(("/interactions/", "/webhooks/"))
        if not tokenless and request.headers.get("Authorization") != f"Bot {self.gateway.token}":
            return 401, {"code": 0, "message": "401: Unauthorized"}
        if path == "/gateway/bot":
            return 200, self.gateway.told(process)
        try:
            body, files = await _read(request)
            answer = self.wire.dispatch(
                self.backend, request.method, path, body, params=dict(request.query), files=files,
                reason=request.headers.get("X-Audit-Log-Reason"),
            )  # fmt: skip
        except BackendError as refused:
            return refused.status, refused.to_json()
        except ConnectionError:  # the process has ended in the middle of its request, which is none
            return 400, {"code": 0, "message": "broken off"}
        except Exception as error:  # noqa: BLE001 - whatever SimCord stumbles over is reported to the test
            self.wrong[f"{request.method} {re.sub(r'[0-9]{6,}', 'N', path)}: {type(error).__name__} {error}"] += 1
            return 501, {"code": 0, "message": "not understood"}
        self._nonce(request.method, path, body, answer)
        return (200, answer)

    def _nonce(self, method: str, path: str, body: Any, answer: Any) -> None:
        match = POST.fullmatch(path) if method == "POST" else None
        if match is not None and isinstance(body, dict) and body.get("nonce") is not None:
            made, key = int(answer["id"]), (match[1], str(body["nonce"]))
            if made not in self.posts[key]:
                self.posts[key].append(made)
            if len(self.wire.nonces) > NONCES:
                now, known = monotonic(), self.wire.nonces
                self.wire.nonces = {each: kept for each, kept in known.items() if now - kept[0] <= REMEMBERED}

    def _note(self, method: str, path: str, status: int, answer: Any) -> None:
        """What a request is to an interaction: its first answer, one too many, or what follows."""
        match, first = CALLBACK.fullmatch(path), True
        if match is None:
            match, first = ANSWER.fullmatch(path), False
        heard = self.interactions.get(int(match[1])) if match is not None else None
        if match is None or heard is None:
            return
        now = monotonic()
        if first:
            heard.callbacks += 1
            heard.refused += isinstance(answer, dict) and answer.get("code") == TAKEN
        if status < 300 and first:
            heard.acknowledged = now
            if not self.backend.interactions[int(match[1])].deferred:
                heard.answered = now
        elif status < 300 and method in ("PATCH", "POST"):
            heard.answered = heard.answered or now
        heard.news.set()

    def doubled(self) -> dict[str, list[int]]:
        """The posts that stand somewhere several times, by channel and nonce."""
        return {":".join(key): messages for key, messages in self.posts.items() if len(messages) > 1}


async def _read(request: web.Request) -> tuple[Any, list[Any]]:
    """The body of a request, and its files: of each a digest stands for what is in it."""
    if not request.can_read_body:
        return None, []
    if not request.content_type.startswith("multipart/"):
        return await request.json(), []
    form: list[dict[str, Any]] = []
    files: list[Any] = []
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader), "no parts within a part"
        data = await part.read()
        if part.filename is None:
            form.append({"name": part.name, "value": data.decode()})
        else:
            digest = io.BytesIO(sha256(data).hexdigest().encode())
            files.append(SimpleNamespace(filename=part.filename, fp=digest, description=None))
    body, _ = router.parse_form(form, files)
    said = {int(each["id"]): each.get("description") for each in (body or {}).get("attachments", ()) if "id" in each}
    for number, file in enumerate(files):
        file.description = said.get(number)
    return body, files
