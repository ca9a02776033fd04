"""Where the bot is asked how it does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

LOOPBACK = "127.0.0.1"


class AddressTaken(Exception):
    """An address can't be listened at. The text is for whoever runs the bot."""


@dataclass(frozen=True, slots=True)
class Address:
    """A host, by its name or number, and a TCP port."""

    host: str
    port: int

    @classmethod
    def read(cls, text: str) -> Self:
        """`8080`, on loopback alone, `0.0.0.0:8080` or `[::1]:8080`. Raises ValueError."""
        host, colon, port = text.rpartition(":")
        bare = host.removeprefix("[").removesuffix("]") if host.startswith("[") and host.endswith("]") else host
        if colon and (not bare or (":" in bare and bare == host)):
            raise ValueError("no host")
        if not (port.isascii() and port.isdecimal() and 0 < int(port) < 2**16):
            raise ValueError("no port")
        return cls(bare or LOOPBACK, int(port))

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"
