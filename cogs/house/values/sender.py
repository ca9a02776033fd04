"""What the outbox hands to Discord, and how Discord's answers look to it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Protocol

from cogs.house.values.drafts import Message


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

FORETELL = "foretell"
"""What a button carries that asks those who only watch what they foretell."""

AGREE, REFUSE = "consent", "decline"
"""With the number of a request behind them: whether the game goes back as somebody has asked."""


VOTE = "vote"
"""With the number of a vote and a choice behind it: somebody's ballot."""

SEAT = "seat"
"""With the number of a seat behind it: somebody wants to see what it is that may be taken."""


@dataclass(frozen=True, slots=True)
class ColoredLine:
    """A line of a post's text that stands by itself beside a bar of a color, 0xRRGGBB, where that can be shown."""

    tint: int
    line: str


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
    bar: ColoredLine | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """A message of the bot's own that stands somewhere, beside a post that is to stand there.

    `same`: it is that post. `lines` are those of its buttons, if they are of the same game.
    """

    id: int
    same: bool
    lines: frozenset[str] = frozenset()


class Sender(Protocol):
    """Does what the outbox asks for at Discord. Raises the kinds of Undelivered below, and nothing else of Discord's.

    A thread is a channel. What is done a second time, but posting and opening, is as good as done once.
    """

    async def to_channel(self, channel_id: int, post: Post) -> int:
        """Posts in a channel or thread, and gives the id of the message."""
        ...

    async def to_user(self, user_id: int, post: Post) -> int:
        """Posts in a person's direct messages, and gives the id of the message."""
        ...

    async def in_channel(self, channel_id: int, post: Post) -> tuple[Found, ...]:
        """The bot's own among the last messages of a channel or thread, the newest first; none if it can't know."""
        ...

    async def with_user(self, user_id: int, post: Post) -> tuple[Found, ...]:
        """The bot's own among the last messages to a person, the newest first; none if it can't know."""
        ...

    async def stands(self, message: Message) -> bool:
        """Whether a message is still there, as far as the bot may know."""
        ...

    async def edit(self, message: Message, post: Post) -> None:
        """Puts a post in the place of a message; nobody is notified."""
        ...

    async def repair(self, message: Message, text: str, pictures: bool = True) -> None:
        """Changes the text of a message and takes its buttons away, and unless they are kept its pictures."""
        ...

    async def unbutton(self, message: Message) -> None:
        """Takes the buttons of a message away, and nothing else."""
        ...

    async def pin(self, message: Message, pinned: bool) -> None:
        """Pins a message in its channel, or takes its pin away."""
        ...

    async def open_thread(self, guild_id: int, channel_id: int, name: str, known: Collection[int] | None) -> int:
        """Opens a public thread in a channel, and gives its id.

        With `known` it was tried before and may be there: a thread of the bot with that name that is none of these is
        taken instead.
        """
        ...

    async def wake_thread(self, thread_id: int) -> None:
        """Takes a thread out of the archive."""
        ...

    async def sees(self, channel_id: int) -> bool:
        """Whether there is such a channel or thread, and the bot may see it."""
        ...

    async def seen_by(self, guild_id: int, channel_id: int, user_id: int | None) -> bool:
        """Whether a person is in a server and may view a channel or thread of it now; None: everybody in it.

        Nobody sees one that is gone, or of a server that the bot is not in any more. Raises TryLater where Discord does
        not say, and nothing else.
        """
        ...

    async def lacks(self, channel_id: int) -> str:
        """The permission that it lacks to post in a channel or thread; empty if it has all, or that is not known."""
        ...

    async def close_thread(self, thread_id: int) -> None:
        """Puts a thread into the archive, locked where that is permitted."""
        ...


class Undelivered(Exception):
    """Why something was not done; `reason` is for the host, with Discord's codes and without the post's content."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Refused(Undelivered):
    """Discord will not have this: 400 or 403; for a person, his direct messages are closed (50007)."""


class Forbidden(Refused):
    """The bot may not do this here, whatever the post says: 403, or as many threads as there may be."""


class Locked(Forbidden):
    """The thread is locked, and the bot may not unlock it: it may write in others."""


class Nested(Forbidden):
    """There can be no thread there, whatever the bot may do: it is one already."""


class Missing(Undelivered):
    """There is no such message any more: 10008."""


class TooOld(Undelivered):
    """This old message may not be edited now, nor may others: 30046."""


class Gone(Undelivered):
    """There is no such channel or person any more: 404, 10003."""


class TryLater(Undelivered):
    """Server errors, lost connections, limits: the same may be possible later, after `seconds` if that is known."""

    def __init__(self, reason: str, seconds: float | None = None) -> None:
        super().__init__(reason)
        self.seconds = seconds
