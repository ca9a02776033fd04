"""A cable between one process and its PostgreSQL, which can be cut: nothing gets through, and nobody is told so."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

SOCKET = ".s.PGSQL.5432"
"""What the socket of a PostgreSQL is called in its folder."""

PIECE = 65_536


class Cable:
    """Leads from a socket in a folder of its own to that of the server at a URL."""

    def __init__(self, folder: Path, server: str) -> None:
        self._socket = folder / SOCKET
        self._server = Path(parse_qs(urlsplit(server).query)["host"][0]) / SOCKET
        self._whole = asyncio.Event()
        self._whole.set()
        self._listening: asyncio.Server | None = None
        self._ends: set[asyncio.Task[None]] = set()
        folder.mkdir()
        self.url = f"{urlsplit(server)._replace(query='').geturl()}?host={folder}"

    async def lay(self) -> None:
        """From now on it leads there."""
        self._listening = await asyncio.start_unix_server(self._led, self._socket)

    def cut(self) -> None:
        """Nothing gets through any more. What is sent waits, as a network would send it again."""
        self._whole.clear()

    def mend(self) -> None:
        """All gets through again."""
        self._whole.set()

    async def take_up(self) -> None:
        """Ends all that goes through it."""
        assert self._listening is not None, "it was laid"
        self._listening.close()
        for each in self._ends:
            each.cancel()
        await asyncio.gather(*self._ends, return_exceptions=True)

    async def _led(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._whole.wait()
        try:
            beyond = await asyncio.open_unix_connection(self._server)
        except OSError:
            writer.close()
            return
        for source, target in ((reader, beyond[1]), (beyond[0], writer)):
            end = asyncio.create_task(self._carried(source, target))
            self._ends.add(end)
            end.add_done_callback(self._ends.discard)

    async def _carried(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while piece := await source.read(PIECE):
                await self._whole.wait()
                target.write(piece)
                await target.drain()
        await self._whole.wait()
        target.close()
