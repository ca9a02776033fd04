"""What the outbox hands to Discord, and how Discord's answers look to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Picture:
    """A file to send. `name` is the same for all pictures of a kind, so that it tells nothing."""

    name: str
    data: bytes = field(repr=False)
    alt: str


@dataclass(frozen=True, slots=True)
class Button:
    """A button of the game: its label, and the line that a press submits (`OPEN`: My turn)."""

    label: str
    line: str


OPEN = "open"
"""The line of the button that opens one's own private panel; it works at any age."""


@dataclass(frozen=True, slots=True)
class Post:
    """A message to be sent. Nobody is notified but `mentions`, whose `<@id>` stands in the text.

    `began` is the number that the buttons carry. A nonce sent again within minutes gives the first message back.
    """

    game: int
    began: int
    text: str
    nonce: str
    pictures: tuple[Picture, ...] = ()
    buttons: tuple[Button, ...] = ()
    mentions: tuple[int, ...] = ()


class Sender(Protocol):
    """Sends a post and gives the id of the message. Raises Refused, Gone or TryLater, and nothing else of Discord's."""

    async def to_channel(self, channel_id: int, post: Post) -> int: ...

    async def to_user(self, user_id: int, post: Post) -> int: ...


class Undelivered(Exception):
    """Why a post did not arrive; `reason` is for the host, with Discord's codes and without the post's content."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Refused(Undelivered):
    """Discord will not have this post: 400 or 403; for a person, his direct messages are closed (50007)."""


class Gone(Undelivered):
    """There is no such channel or person any more: 404, 10003."""


class TryLater(Undelivered):
    """Server errors, lost connections, limits: the same post may arrive later, after `seconds` if that is known."""

    def __init__(self, reason: str, seconds: float | None = None) -> None:
        super().__init__(reason)
        self.seconds = seconds
