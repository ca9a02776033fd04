"""The stand-in itself: the HTTP API, the gateway and what a test does, behind one port."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from aiohttp import web
from simcord.backend import Backend

from tests.discord import quick_simcord
from tests.standin.control import Control
from tests.standin.discord_api import Api, WallClock
from tests.standin.gateway import Gateway

quick_simcord.install()

TOKEN = "stand.in.token"
LARGEST = 30 * 2**20
"""Bytes of a request."""


class StandIn:
    """A Discord with one bot, whose token is `TOKEN`; `url` is known once it is started."""

    def __init__(self) -> None:
        self.backend = Backend(clock=WallClock())
        self.gateway = Gateway(self.backend, TOKEN)
        self.api = Api(self.backend, self.gateway)
        self.control = Control(self.backend, self.gateway, self.api)
        self.url = ""
        app = web.Application(client_max_size=LARGEST)
        for named in ("", "/of/{process}"):  # several processes may have addresses of their own, to be told apart by
            app.router.add_get(f"{named}/gateway/", self.gateway.connected)
            app.router.add_route("*", f"{named}/api/v10/{{path:.*}}", self.api.handle)
        app.router.add_post("/standin/{method}", self._controlled)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)

    async def start(self, port: int = 0) -> None:
        """Begins to answer at 127.0.0.1; port 0 is any that is free."""
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", port).start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        self.gateway.url = f"{self.url.replace('http', 'ws')}/gateway/"

    async def stop(self) -> None:
        """Ends all connections."""
        await self._runner.cleanup()

    @property
    def api_url(self) -> str:
        """What discord.py has to take for Discord: `discord.http.Route.BASE`."""
        return f"{self.url}/api/v10"

    async def _controlled(self, request: web.Request) -> web.Response:
        said: dict[str, Any] = await request.json()
        method = getattr(self.control, request.match_info["method"])
        try:
            answer = method(**said)
            if asyncio.iscoroutine(answer):
                answer = await answer
        except Exception as error:  # noqa: BLE001 - told to whoever asked
            return web.json_response({"error": f"{type(error).__name__}: {error}"}, status=400)
        return web.Response(body=json.dumps({"answer": answer}).encode(), content_type="application/json")
