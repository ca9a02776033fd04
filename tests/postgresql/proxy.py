"""A way to the PostgreSQL of the tests that can be cut."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import parse_qs, urlencode, urlsplit


class Proxy:
    """Passes everything on, both ways. `url` leads through it.

    `late`: so many seconds pass before what the server says is heard. `mute`: what it says from then on is lost, and
    the connections seem to be there; `deaf`: what it is told. `cut_after`: once somebody says that to the server, the
    server hears it, and nobody hears the answer: all connections end.
    """

    def __init__(self) -> None:
        self.url = ""
        self.late = 0.0
        self.mute = self.deaf = False
        self.cut_after: bytes | None = None
        self._writers: set[asyncio.StreamWriter] = set()

    def cut(self) -> None:
        """Ends all connections without a goodbye."""
        for writer in self._writers:
            writer.transport.abort()

    async def _asked(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async for said in _said(reader):
            last = self.cut_after is not None and self.cut_after in said
            if last:
                self.mute = True
            if not self.deaf:
                writer.write(said)
                await writer.drain()
            if last:
                await asyncio.sleep(0.2)  # it has said so long ago, and nobody was told
                self.cut_after, self.mute = None, False
                self.cut()

    async def _answered(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async for said in _said(reader):
            if self.late:
                await asyncio.sleep(self.late)
            if not self.mute:
                writer.write(said)
                await writer.drain()


async def _said(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    while said := await reader.read(65536):
        yield said


@asynccontextmanager
async def proxied(url: str) -> AsyncIterator[Proxy]:
    """A proxy to a database, and its end."""
    proxy = Proxy()
    parts = urlsplit(url)
    options = {name: values[0] for name, values in parse_qs(parts.query).items()}
    host = options.pop("host", parts.hostname or "localhost")

    async def passed(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        port = parts.port or 5432
        there, back = (
            await asyncio.open_unix_connection(f"{host}/.s.PGSQL.{port}")
            if host.startswith("/")
            else await asyncio.open_connection(host, port)
        )
        proxy._writers |= {writer, back}
        try:
            ways = (proxy._asked(reader, back), proxy._answered(there, writer))
            passing = [asyncio.ensure_future(way) for way in ways]
            await asyncio.wait(passing, return_when=asyncio.FIRST_COMPLETED)
            for way in passing:
                way.cancel()
            await asyncio.gather(*passing, return_exceptions=True)
        finally:
            proxy._writers -= {writer, back}
            writer.close()
            back.close()

    server = await asyncio.start_server(passed, "127.0.0.1")
    address, port = server.sockets[0].getsockname()
    who = f"{parts.username}{f':{parts.password}' if parts.password else ''}@" if parts.username else ""
    proxy.url = parts._replace(netloc=f"{who}{address}:{port}", query=urlencode(options)).geturl()
    try:
        yield proxy
    finally:
        proxy.cut()
        server.close()
