"""What is to be told, as plain values: drafts, the rows of the outbox that they become, and what these became."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine.core import Seat


class PostKind(StrEnum):
    """What an outbox row delivers."""

    TEXT = "text"
    """Sentences for everybody, ready made."""
    PICTURE = "picture"
    """A picture for everybody of the game as it was at `seq`, with the sentences that lead to it."""
    REPLAY = "replay"
    """One animated picture of what happened up to `seq`, with sentences as a picture. `body` is the first entry.

    It goes back to the last picture of its place, and is left out where there would not have been many since.
    """
    CARD = "card"
    """The live card: the present. `body` are the seats that the game was handed to."""
    DIGEST = "digest"
    """What has happened since the last turn of the seat `body`, where no thread tells it."""
    PROMPT = "prompt"
    """Who must act now, with buttons, where there is no live card: the present. `body` as of a card."""
    LOBBY = "lobby"
    """The lobby post: the present. It is edited, or posted as long as the game has not begun."""
    TIDY = "tidy"
    """An older card is put away, and the present one pinned. `body`: the older message, if it is pinned, what is left.

    It is empty if there is no older one.
    """
    REPAIR = "repair"
    """A post is struck through as far as it was taken back. `body` is the row that became it."""
    CLOSE = "close"
    """A place that nothing happens in any more is closed."""
    HAND = "hand"
    """A seat's own secret things: the present."""
    PRIVATE = "private"
    """What the entries up to `seq` told one seat alone. `body` is the first of them."""
    REQUEST = "request"
    """Somebody asks for something, with buttons. `body`: the request's number, who must agree, and what is asked."""
    VOTE = "vote"
    """Some are asked for their vote, with buttons. `body`: the number of the vote, and what it is about."""
    SEAT = "seat"
    """A seat may be taken, with a button. `body` is the seat."""
    WAITS = "waits"
    """To everybody: a private message for the seat `body` could not be delivered."""
    NEWS = "news"
    """Public news for those who follow the game. `body` is END when it is over."""
    MOVED = "moved"
    """Where the game went, for those in the channel that it was in. `body` is that channel."""
    RELAY = "relay"
    """What everybody was told, for the channels that follow a game, as it was at `seq`.

    `body` is TURN after the end of a turn, END after that of the game, empty for news alone.
    """
    FORETOLD = "foretold"
    """What was foretold by those who watch, now that it is decided. `body`: the keys of the questions, a line each."""
    REMIND = "remind"
    """To whoever the game waits for: that it does. `body`: what kind of reminder, and the phase that it is for."""
    ORDERED = "ordered"
    """To whoever gave orders ahead: what became of them. `body` are the numbers of the notes."""
    NOTICE = "notice"
    """To the host: what the bot may not do. `body` is the key of the sentence."""


OWED = (PostKind.CARD, PostKind.PROMPT, PostKind.LOBBY, PostKind.TIDY)
"""What is owed until it stands: where the bot may not do it now it is done as soon as the bot may."""

PRIORITY_LANES: Mapping[PostKind, int] = {PostKind.CLOSE: 1, PostKind.REMIND: 1, PostKind.ORDERED: 2, PostKind.LOBBY: 3}
"""What holds up nothing else: what is written down long before it is due, what waits until somebody is awake, and the
lobby post, which Discord may not let be edited often."""


@dataclass(frozen=True, slots=True)
class PostPlace:
    """Where posts go: the game's channel if `key` is empty, else a thread of its own, of that name."""

    key: str = ""
    name: str = ""


CHANNEL = PostPlace()


LOG = PostPlace("log")
"""The game's history; its thread has the name of the game."""


END, TURN = "end", "turn"
"""The `body` of the last news of a game, and of what channels that follow it are told after a turn."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A public sentence, and the entry that told it. `struck`: what it tells was taken back."""

    seq: int
    text: str
    struck: bool = False


@dataclass(frozen=True, slots=True)
class PostDraft:
    """An outbox row to be written. `seat` None is for everybody. Neither `body` nor what is `said` ever holds a secret.

    `body` is the kind of a picture, and what else `PostKind` says. `buttons`: with *My turn* and those of the phase,
    which no other post has from then on. `delay` is in seconds.
    """

    kind: PostKind
    seat: Seat | None
    seq: int
    body: str = ""
    said: tuple[Sentence, ...] = ()
    buttons: bool = False
    place: PostPlace = CHANNEL
    delay: float = 0.0


@dataclass(frozen=True, slots=True)
class PostRow:
    """An outbox row to be delivered: to `seat`, to the person `user`, or to everybody in the place of the key `place`.

    With `relay` it is for that channel, which follows the game.

    `message` is what it became, if it was delivered; `tried_at` is when that was first tried, and `claimed_by` the
    process that tried it last and has not said what came of it.
    """

    id: int
    game: int
    kind: PostKind
    seat: Seat | None
    seq: int
    body: str
    said: tuple[Sentence, ...]
    buttons: bool
    attempts: int
    not_before: float
    place: str = ""
    user: int | None = None
    relay: int | None = None
    struck: bool = False
    message: Message | None = None
    tried_at: float | None = None
    claimed_by: str | None = None

    @property
    def target(self) -> Target:
        """What rows are delivered one after the other for."""
        return self.game, self.seat, self.user, self.relay, PRIORITY_LANES.get(self.kind, 0)


Target = tuple[int, Seat | None, int | None, int | None, int]


@dataclass(frozen=True, slots=True)
class Message:
    """A message that was sent: the world that it was sent in, its channel or thread, and its id."""

    world: str
    where: int
    id: int

    def __str__(self) -> str:
        return f"{self.world}:{self.where}:{self.id}"

    @classmethod
    def of(cls, text: str) -> Message:
        """The message that `str` made the text of."""
        world, where, number = text.rsplit(":", 2)
        return cls(world, int(where), int(number))


@dataclass(frozen=True, slots=True)
class LiveCard:
    """The live card of a game: the outbox row that it shows, its message, and since when it stands there.

    `shown_at` is when it last was put there or changed, `line` is what will be left of it when another takes its place.
    """

    row: int
    message: Message
    posted_at: float
    pinned: bool
    line: str
    shown_at: float


@dataclass(frozen=True, slots=True)
class Thread:
    """What is known of a place: its thread, None if there is none in this world, and when it got its last post.

    `refused_at` is when Discord last would not have a thread of the game, `locked_at` when it would not let us write in
    this one alone.
    """

    place: PostPlace
    id: int | None
    posted_at: float
    refused_at: float | None
    locked_at: float | None = None

    def is_shut(self, now: float, seconds: float) -> bool:
        """Whether it was tried in vain within the last so many seconds."""
        return any(at is not None and now - at < seconds for at in (self.refused_at, self.locked_at))
