"""What the house keeps of a game, as plain values: the rows of the store without any SQL."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from engine.chance import commitment
from engine.core import Seat


class Status(StrEnum):
    """How far a game is. Only a lobby or a running game occupies its channel."""

    LOBBY = "lobby"
    RUNNING = "running"
    OVER = "over"
    """Played to its end."""
    ENDED = "ended"
    """Called off before it was over."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game. `places` is how many seats it was opened for; `suspended` says why nothing is delivered any more.

    `theme` is what its public pictures are drawn in, empty for the standard one; `language` is what is said in public.
    `hints` says whether the program gives hints and odds to its players.
    """

    id: int
    guild: int
    channel: int
    host: int
    name: str
    ruleset: str
    version: int
    options: Mapping[str, str]
    places: int
    status: Status
    seq: int
    awaiting: frozenset[Seat]
    suspended: str | None
    seed: bytes = field(repr=False)
    theme: str = ""
    language: str = "en"
    hints: bool = True

    @property
    def commitment(self) -> str:
        """What binds the game to its seed, for everybody from the first post on."""
        return commitment(self.seed)


@dataclass(frozen=True, slots=True)
class Chair:
    """Who sits on a seat: the person `user_id`, or the program at level `bot` when there is none.

    `word` is what somebody added to the dice on this seat before the game began; the others see it from then on.
    """

    seat: Seat
    user_id: int | None
    name: str
    bot: str | None
    word: str = field(default="", repr=False)

    @property
    def shown(self) -> str:
        """The name as it may stand in a message."""
        return escaped(self.name)


@dataclass(frozen=True, slots=True)
class Line:
    """An entry of the log."""

    seq: int
    seat: Seat
    line: str = field(repr=False)


class Kind(StrEnum):
    """What an outbox row delivers."""

    TEXT = "text"
    """Sentences for the channel, ready made."""
    PICTURE = "picture"
    """A picture for the channel of the game as it was at `seq`, with the sentences that lead to it."""
    PROMPT = "prompt"
    """Who must act now, with buttons: the present."""
    HAND = "hand"
    """A seat's own secret things: the present."""
    PRIVATE = "private"
    """What the entries up to `seq` told one seat alone."""
    WAITS = "waits"
    """To the channel: a private message for a seat could not be delivered."""


@dataclass(frozen=True, slots=True)
class Draft:
    """An outbox row to be written. `seat` None is the channel. Neither `body` nor what is `said` ever holds a secret.

    `body` is the kind of a picture, the seat of a waits, and the first entry of a private; `said` are sentences.
    """

    kind: Kind
    seat: Seat | None
    seq: int
    body: str = ""
    said: str = ""
    buttons: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """An outbox row to be delivered."""

    id: int
    game: int
    kind: Kind
    seat: Seat | None
    seq: int
    body: str
    said: str
    buttons: bool
    attempts: int
    not_before: float


_MARKS = re.compile(r"([\\*_~|`>\[\]()#+\-.:@<])")


def escaped(name: str) -> str:
    """A person's name so that it reads as it was written: no formatting, no mention, no turned direction."""
    plain = "".join(c for c in name if unicodedata.category(c) not in ("Cc", "Cf", "Zl", "Zp") or c == "\u200d")
    shown = _MARKS.sub(r"\\\1", plain.strip()).replace("@", "@\u200b") or "?"
    return isolated(shown)


def isolated(name: str) -> str:
    """A name so that a sentence around it keeps its order, whichever way its letters run."""
    return f"\u2068{name}\u2069" if any(unicodedata.bidirectional(c) in ("R", "AL") for c in name) else name
