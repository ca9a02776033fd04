"""What the house keeps of games and people, as plain values: the rows of the store without any SQL."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from cogs.house.values.clocks import NO_PACE, Absent, Clock
from cogs.house.values.drafts import PostDraft
from cogs.house.values.order_delays import OrderDelay, Written
from cogs.house.values.safe_text import Safe, escaped
from engine.chance import commitment
from engine.core import Seat


class Status(StrEnum):
    """How far a game is. Only a lobby or a running game occupies its channel."""

    LOBBY = "lobby"
    RUNNING = "running"
    OVER = "over"
    """Played to its end, or to the one that its players have agreed on: what was hidden in it is open."""
    ENDED = "ended"
    """Called off before it was over."""


class PostStyle(StrEnum):
    """How a game is told to everybody; its host chooses."""

    CARD = "card"
    """One live card in the channel; sentences and pictures in threads."""
    CHANNEL = "channel"
    """Everything in the channel."""


class Setup(StrEnum):
    """Who decides what there is to decide before the first turn."""

    CHOSEN = "chosen"
    """Each player."""
    DRAWN = "drawn"
    """The house, for everybody, at the start."""


class Joining(StrEnum):
    """Who may take a seat before the game begins; its host chooses."""

    ALL = "all"
    """Everybody who sees the channel."""
    HOST = "host"
    """Whom the host seats."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game. `places` is how many seats it was opened for; `suspended` says why nothing is delivered any more.

    `theme` is what its public pictures are drawn in, empty for the standard one; `language` is what is said in public.
    `hints` says whether the program gives hints and odds to its players; `frozen` says why nobody may act for now.
    `options` are what differs from the standard rules, from the start on all that are in force; `changes` says which of
    the options the host has changed since the game was opened, and when each of them last, in seconds since 1970, the
    latest last.
    `abroad`: channels of other servers may follow it; `late` is how many turns late those who only watch may see it
    opened, 0 for never.
    `pace` is the key of how long the game waits, `absent` what happens then, `answer` how long orders given ahead wait.
    `agreed` is one of ENDINGS if the players have ended it before its end. `held` is since when it rests.
    `unrated`: somebody who plays has changed it alone, so that it counts for nobody, see `cogs.house.table.insiders`.
    `setup` and `joining` matter until it begins.
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
    posts: PostStyle = PostStyle.CARD
    frozen: str | None = None
    changes: Mapping[str, float] = field(default_factory=dict)
    pace: str = NO_PACE.key
    late: int = 0
    abroad: bool = False
    absent: Absent = Absent.WAIT
    answer: OrderDelay = OrderDelay.RANDOM_SHORT
    origin: int | None = None
    agreed: str = ""
    held: float | None = None
    unrated: bool = False
    setup: Setup = Setup.CHOSEN
    joining: Joining = Joining.ALL

    @property
    def number(self) -> int:
        """What its dice know it by: its number where it was played."""
        return self.id if self.origin is None else self.origin

    @property
    def commitment(self) -> str:
        """What binds the game to its seed, for everybody from the first post on."""
        return commitment(self.seed)


@dataclass(frozen=True, slots=True)
class SoughtGame:
    """A game that a person asks for in a channel, and what of the two decides whether they may look at it.

    `sits`: they have a seat in it. `follows`: they have its news sent, or have foretold something in it. `relayed`: the
    channel follows it.
    """

    game: Game
    sits: bool
    follows: bool
    relayed: bool


@dataclass(frozen=True, slots=True)
class Chair:
    """Who sits on a seat: the person `user_id`, or the bot at level `bot` (or SITTER) when there is none.

    `word` is what somebody added to the dice on this seat before the game began; the others see it from then on.
    `since` is the entry of the log after which he took the seat.
    """

    seat: Seat
    user_id: int | None
    name: str
    bot: str | None
    word: str = field(default="", repr=False)
    since: int = 0

    @property
    def shown(self) -> Safe:
        """The bare name as it may stand in a message; `company.called` marks a bot by it."""
        return escaped(self.name)

    @property
    def level(self) -> str:
        """The level of the bot that plays there; empty for a person, and where a seat is only held for somebody."""
        return "" if self.bot is None or self.bot == SITTER else self.bot


@dataclass(frozen=True, slots=True)
class StoredLine:
    """An entry of the log."""

    seq: int
    seat: Seat
    line: str = field(repr=False)
    at: float = 0.0
    """When it was written, in seconds since 1970."""
    proxy: bool = False
    """Whether the program decided it in the place of whoever sits there."""


PAUSED = "pause"
"""The `frozen` of a game that its players have agreed to let rest."""


class Wish(StrEnum):
    """What somebody asks the others for."""

    BACK = "back"
    """To go back."""
    PAUSE = "pause"
    """To let the game rest."""
    RESUME = "resume"
    """To let it go on."""
    SETTLE = "settle"
    """To let the program play out what is played in the open."""
    DEED = "deed"
    """To do what a host or manager who plays may not do alone."""


@dataclass(frozen=True, slots=True)
class Request:
    """Somebody asks to go back to what the game was after `entry`, or for `what` else; `began` is the phase of then.

    The seats `wanted` must agree, those in `agreed` have. `closed` is empty while it waits for answers. `deed` is what
    a host or manager wants to be done, as `cogs.house.table.interventions` writes it; empty for what players ask each
    other.
    """

    id: int
    game: int
    seat: Seat
    entry: int
    began: int
    asked_at: float
    wanted: frozenset[Seat]
    agreed: frozenset[Seat] = frozenset()
    closed: str = ""
    what: Wish = Wish.BACK
    deed: str = ""


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """What somebody did who may manage the server, or a host; `game` is None where it was about none in particular.

    `unrated`: the game counts for nobody from then on. `request` is the one by which all have agreed to it.
    """

    guild: int
    game: int | None
    user: int
    what: str
    reason: str
    at: float = 0.0
    unrated: bool = False
    request: int | None = None


PURGES = PURGE, PURGE_SERVER = "purge", "purge-server"
"""What those deeds are called of which the game is gone."""


SURE: Mapping[int, tuple[int, int]] = {1: (1, 0), 2: (2, -2), 3: (3, -6)}
"""How sure somebody can be of what he foretells: to the points if he is right, and if he is not.

Who is right two times in three gains as much by the second as by the first, who is right four times in five as much by
the third: it pays to say how sure one is, and a guess costs nothing.
"""


def points(sure: int, right: bool) -> int:
    """What a prediction brings."""
    return SURE[sure][0 if right else 1]


@dataclass(frozen=True, slots=True)
class Prediction:
    """What a person foretells: his answer to a question of a game, and how sure he is, a key of `SURE`.

    `points` are None until it is decided; till then nobody else may learn that there is one.
    """

    question: str
    user: int
    name: str
    answer: str
    sure: int
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Ranked:
    """A person among those who have foretold something in a server: `right` of what he `made` of it.

    `hidden`: he does not want to be named.
    """

    user: int
    name: str
    points: int
    made: int
    right: int
    hidden: bool


@dataclass(frozen=True, slots=True)
class ClosedQuestions:
    """Questions that nobody can answer any more, each with its answer, empty while that is still to come.

    `told` is what becomes of those that are decided, should anybody have foretold them.
    """

    questions: Mapping[str, str]
    told: PostDraft


@dataclass(frozen=True, slots=True)
class Submit:
    """Entries that go into the log together, with all that follows from them: what `status` the game has then, whom it
    waits for, and what is to be told.

    The `interaction` stands at the first entry; a `request` that they fulfil is closed, a moderator's `deed` kept. If
    the game `goes_back`, so is whatever else was asked for: it was asked of a game that is no more. The `chairs` are
    who must sit there then, if it counts. What the entries `taken_back` told is struck. The `clocks` are kept, and what
    was still to remind the seats `reminded` of is dropped before the drafts are written. What becomes of orders given
    ahead is `written`, what is `closing` told after it all. The people `punctual` have kept a deadline by it. `options`
    take the place of those of the game.
    """

    lines: Sequence[StoredLine]
    status: Status
    awaiting: Iterable[Seat]
    drafts: Iterable[PostDraft] = ()
    interaction: str | None = None
    chairs: Sequence[Chair] | None = None
    taken_back: Collection[int] = ()
    request: int | None = None
    goes_back: bool = False
    deed: AuditEntry | None = None
    clocks: Collection[Clock] = ()
    reminded: Collection[Seat] = ()
    written: Written | None = None
    closing: ClosedQuestions | None = None
    punctual: Collection[int] = ()
    options: Mapping[str, str] | None = None


SITTER = "sitter"
"""The `bot` of a seat that nobody has: the program does there what it does for who is absent, and it is marked."""


class About(StrEnum):
    """What those at a table vote on."""

    ABSENT = "absent"
    """What shall happen now that somebody's time is up."""
    REPLACE = "replace"
    """Whether the program shall play a seat whose player is absent."""
    END = "end"
    """Whether the game shall end here, each in secret (A8.9)."""


YES, NO = "yes", "no"


ENDINGS = DRAW, OFF = "draw", "off"
"""How players can end a game: as a draw of all who are still in it, or without a result."""


@dataclass(frozen=True, slots=True)
class Vote:
    """A question to the seats `voters`, about the seat `seat`; for an end it is that of who asked.

    `what` is the level of the program that shall play there, or how the game shall end. `began` is the phase in which
    it was asked. `ballots` are nobody's business until it is decided; `ends` is when it is without those who are
    silent.
    """

    id: int
    game: int
    about: About
    seat: Seat
    began: int
    asked_at: float
    ends: float
    voters: frozenset[Seat]
    what: str = ""
    ballots: Mapping[Seat, str] = field(default_factory=dict, repr=False)


class VacancyReason(StrEnum):
    """Why somebody may take a seat of a game that runs."""

    OFFERED = "offered"
    """Its player hands it over, and plays until then."""
    ABSENT = "absent"
    """Its player does not come; he has it back if he does."""
    EMPTY = "empty"
    """Nobody sits there but the program."""


@dataclass(frozen=True, slots=True)
class Vacancy:
    """A seat of a running game that may be taken: since when, until when if it lapses, by whom if not by anybody."""

    seat: Seat
    why: VacancyReason
    since: float
    ends: float | None = None
    invited: int | None = None


def newcomers(before: Iterable[Chair], after: Iterable[Chair]) -> frozenset[Seat]:
    """The seats on which somebody else sits than before, or nobody."""
    known = {chair.seat: chair.user_id for chair in before}
    now = {chair.seat: chair.user_id for chair in after}
    return frozenset(seat for seat in known | now if known.get(seat) != now.get(seat))


def listed(seats: Iterable[Seat]) -> str:
    """Seats as rows keep them: `0,2`, empty for none."""
    return ",".join(map(str, sorted(seats)))


def seats_of(text: str) -> tuple[Seat, ...]:
    """The seats of such a list, in order."""
    return tuple(Seat(int(seat)) for seat in text.split(",") if seat)


@dataclass(frozen=True, slots=True)
class Display:
    """What a person has chosen for what he alone sees: a theme, None for that of each game, and whether it is to be as
    large as what everybody sees; else it is made for a phone, on which it is mostly seen.
    """

    theme: str | None = None
    large: bool = False


AS_GAMES_HAVE_IT = Display()
"""Nothing chosen."""
