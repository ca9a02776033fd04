"""What the house needs to know of a game: its rules, pictures, words and bots."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeVar

from cogs.house.values.finished import Standing
from engine import log
from engine.core import Action, Event, Illegal, Seat, View
from engine.ruleset import A, E, Ruleset, S

V = TypeVar("V", bound=View)
V_in = TypeVar("V_in", bound=View, contravariant=True)
A_in = TypeVar("A_in", bound=Action, contravariant=True)
E_in = TypeVar("E_in", bound=Event, contravariant=True)

Opaque = Any
"""What a game is given back that it has made: its own view, action, event or state.

Each part of a game is written for its own types, and checked with them. The house has them as `View`, `Action`, `Event`
and `State`, of which it knows nothing but that they are not each other.
"""

AnyRules = Ruleset[Opaque, Opaque, Opaque, Opaque]
Timeline = log.Timeline[Opaque, Action, Event]
Told = log.Told[Event]

Names = Mapping[Seat, str]
"""The name of each seat, escaped."""

Chooser = Callable[[V, Sequence[A], random.Random], A]
"""How a bot chooses: its view, everything it may do, and a source for its whims."""

SetupChooser = Callable[[V, Sequence[A], random.Random], A | None]
"""How somebody is made ready for the first turn: a bot's choice, None once there is nothing to decide before it."""

LAW = "law"
"""The preset of the standard rules, which every game has."""

STANDARD_ALONE: Mapping[str, Mapping[str, str]] = MappingProxyType({LAW: MappingProxyType({})})

Replay = Callable[[Opaque, Sequence[Opaque], Names, "Look", Callable[[], None]], tuple[bytes, str]]
"""A part of a game as one animated picture, and what that shows in words, in a look and with the names as they are.

It is given the channel's view from before it and its moments, see `cogs.house.game.public_history`; what is called now
and then raises once nobody waits for it any more.
"""

Further = Callable[[Opaque, Sequence[Opaque]], Action | None]
"""How somebody who asked for several steps goes on after each: his view, everything he may do; None to stop."""


Occasion = tuple[Seat, str]
"""Whose great or bad moment something is, and which of OCCASIONS."""

OCCASIONS = AGAIN, UPSET, GREAT, FALL, WON = "again", "upset", "great", "fall", "won"
"""A roll is rejected, a fight won against the odds, something great is gained, all is lost, and won."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A part of a game that everybody may follow in a place of its own, such as a battle.

    `key` is its own among those of the game, `name` what the place is called, `about` what is told at its beginning.
    """

    key: str
    name: str
    about: str


@dataclass(frozen=True, slots=True)
class Question:
    """What those who only watch may foretell: the sentence that asks it, and every answer with its words."""

    text: str
    answers: Mapping[str, str]


class Questions(Protocol[V_in, E_in]):
    """What can be foretold of a game. All of it follows from what everybody knows, the number of answers too.

    A question has a key that is its own among those of the game and from which its words can be made at any time.
    """

    def open(self, view: V_in) -> tuple[str, ...]:
        """The keys of what can be foretold now, from the channel's view."""
        ...

    def question(self, key: str, names: Names) -> Question:
        """A question that was asked at some time."""
        ...

    def answers(self, view: V_in, events: Sequence[E_in]) -> Mapping[str, str]:
        """What is decided, by question, by what the channel heard since its `view`; also of what nobody was asked.

        Empty for what cannot be foretold any more but is still to come.
        """
        ...


class Filed(Protocol):
    """An order given ahead, a frozen value of the game's own: a secret of its owner. `number` is its own among his."""

    @property
    def number(self) -> int: ...


F = TypeVar("F", bound=Filed)
F_out = TypeVar("F_out", bound=Filed, covariant=True)


class Fired(Protocol[F_out]):
    """What the orders of a seat say to its decision: the `action` that is done, or `why` its owner is asked.

    Neither if they wait for another. `by` is the order, `left` what it is afterwards, None if it is used up.
    """

    @property
    def by(self) -> F_out: ...
    @property
    def action(self) -> Action | None: ...
    @property
    def why(self) -> Illegal | None: ...
    @property
    def left(self) -> F_out | None: ...


class Orders(Protocol[V_in, A_in, F]):
    """Orders given ahead, as a game has them. Whatever is asked here is asked of the view of their owner alone."""

    def filed(self, text: str, number: int, view: V_in, advice: bool) -> F:
        """The order that a text says, looked through; `advice`: the program advises at this table. Raises Illegal."""
        ...

    def text(self, one: F) -> str:
        """An order as its owner would write it."""
        ...

    def kept(self, one: F) -> str:
        """The line that an order is stored as."""
        ...

    def restored(self, line: str) -> F:
        """The order of a line that `kept` gave."""
        ...

    def standing(self, orders: Sequence[F], view: V_in) -> Sequence[F]:
        """Those of the orders whose time is not over, and which are not void."""
        ...

    def void(self, one: F, view: V_in) -> bool:
        """Whether what an order is about is no more."""
        ...

    def fire(self, orders: Sequence[F], view: V_in, actions: Sequence[A_in], advice: bool) -> Fired[F] | None:
        """What the first order that settles the decision does; None if there is none. `actions` are all that he may do.

        It is asked anew for each step, with the orders as they stand; sooner or later it has no more to say.
        """
        ...

    def sides(self, view: V_in) -> Sequence[Seat]:
        """Whose agreement it takes that what is played now in the open is played out by orders alone (A6.10).

        By the channel's view; none where there is nothing of the kind.
        """
        ...

    def settling(self, orders: Sequence[F], view: V_in, advice: bool) -> tuple[Sequence[int], Sequence[str]]:
        """How one of them comes not to be asked any more: the numbers of his orders that go, the texts of others."""
        ...

    def at_once(self, view: V_in) -> bool:
        """Whether all is public that an order could be about, so that nothing is told by answering at once (A3.6)."""
        ...


@dataclass(frozen=True, slots=True)
class Chronicle:
    """A game as a written story: all of it as Markdown, and what a message says of it."""

    text: str
    summary: str


@dataclass(frozen=True, slots=True)
class LogFormat(Generic[E]):
    """How a game is looked up once it has happened.

    `part(event, names)` is the name of the part of the game that begins with an event, such as a player's turn; empty
    if none does. `about(event)` are the names of what an event is about, by which it can be found: whatever an event
    as somebody has seen it names, they know of. `short(event, names)` is it in a notation, empty where that has nothing
    for it; `opened(event, names)` is what is said of an event with a secret to those whose it was not, once all is
    open. `chronicle(title, moments, names, opened)` tells the game by its
    moments, see `cogs.house.game.public_history`, as far as they show it; None for a game that nobody tells.
    """

    part: Callable[[E, Names], str] = lambda event, names: ""
    about: Callable[[E], tuple[str, ...]] = lambda event: ()
    short: Callable[[E, Names], str] = lambda event, names: ""
    opened: Callable[[E, Names], str] = lambda event, names: ""
    chronicle: Callable[[str, Sequence[Opaque], Names, bool], Chronicle] | None = None


class GameWords(Protocol[V_in, A_in, E_in]):
    """Sentences in one language, among them those of `cogs/locale/required.toml`."""

    def event(self, event: E_in, names: Names) -> str: ...
    def refusal(self, illegal: Illegal, names: Names) -> str: ...
    def text(self, key: str, **facts: object) -> str: ...
    def action(self, action: A_in, view: V_in, names: Names) -> str: ...
    def order(self, one: Opaque) -> str: ...


@dataclass(frozen=True, slots=True)
class Typed:
    """How the value of an option is typed, where there are more than can be listed.

    `read` is the value that a text means, raising Illegal with why it means none; `said` is a value in words. `help`
    says all that can be typed, `example` is one.
    """

    read: Callable[[str], str]
    said: Callable[[str], str]
    help: str
    example: str


@dataclass(frozen=True, slots=True, eq=False)
class Option:
    """A rule that can be chosen until the game begins.

    `values` are what it can be, the default first, each with its words; `name` is what is said before these, `about`
    what the command says of it. In the files of a language they stand below `<ruleset>.option.<key>`, values by their
    names. With `only` there is the option beside that value of another one alone. Those of a `group` stand together.
    Where it is `typed`, the values are those that are offered ready made. `always`: its value is told to
    everybody even if it is the default. A `former` one can't be chosen any more: it is there in games that have it.
    """

    key: str
    name: str
    about: str
    values: Mapping[str, str]
    only: tuple[str, str] | None = None
    typed: Typed | None = None
    always: bool = False
    group: str = "game"
    former: bool = False

    @property
    def default(self) -> str:
        return next(iter(self.values))

    def says(self, value: str) -> str:
        """A value in words."""
        if value in self.values or self.typed is None:
            return self.values[value]
        return self.typed.said(value)

    def read(self, text: str) -> str:
        """The value that a text means. Raises Illegal if it can be typed and means none."""
        return text if text in self.values or self.typed is None else self.typed.read(text)


class Seen(Protocol):
    """Something that happened, as everybody saw it, and the game right after it with nothing hidden."""

    @property
    def events(self) -> tuple[Opaque, ...]: ...
    @property
    def view(self) -> Opaque: ...


class Tally(Protocol[V_in]):
    """What a game counts once it is over, and how that is said."""

    def count(self, happened: Sequence[Seen], final: V_in) -> tuple[Standing, ...]:
        """How each seat did, by seat, from all that happened and the game as it is now, with nothing hidden.

        Where the players have agreed on a draw it is not at its end; those who still play share the first place.
        """
        ...

    def turns(self, final: V_in) -> int:
        """How many turns the game had that ended so."""
        ...

    def said(self, figures: Mapping[str, float]) -> tuple[str, ...]:
        """Figures of one game or of several together, in words, a line each; nothing of what was never counted."""
        ...


@dataclass(frozen=True, slots=True)
class Look:
    """How something is looked at: in a `theme` of that name, at a `focus` in the game's own words, a legion or a land.

    `actions` are what the viewer may do there, for pictures that show it; `known` is what follows for him of something
    secret there, as the game's own `knowledge` has it. `phone`: in the form that is made for a phone, where
    there is one.
    """

    theme: str = "dark"
    focus: str = ""
    actions: tuple[Opaque, ...] = ()
    known: Opaque = None
    phone: bool = False


AS_IT_IS = Look()
"""Nothing in particular, in the theme that is nobody's choice."""


class Digests(Protocol):
    """What a game tells whoever comes back of what the others have done since their turn, by the moments of that.

    The first of these is the one in which that turn ended, see `cogs.house.game.public_history`.
    """

    def lines(self, seat: Seat, moments: Sequence[Opaque], names: Names) -> tuple[str, ...]:
        """A line for each player but `seat` who has done something, in the order of their turns."""
        ...

    def film(
        self, seat: Seat, moments: Sequence[Opaque], names: Names, look: Look, check: Callable[[], None]
    ) -> tuple[bytes, str]:
        """The same as one short moving picture, and what that shows in words; with the names as they are.

        What is called now and then raises once nobody waits for it any more.
        """
        ...


# The parts of a game

Painting = Callable[[V, Names, Look], bytes]
Alt = Callable[[V, Names, Look], str]


@dataclass(frozen=True, slots=True)
class PictureKind(Generic[V]):
    """A kind of picture: how it is drawn, with the names as they are and not escaped, and what it shows in words.

    `phone` draws the form for a phone, of the same facts, where there is one. One that is `scenic` is told in the place
    of a scene alone, the others in the game's log too. On one that is `marked` stands what its viewer may do.
    """

    kind: str
    draw: Painting[V]
    alt: Alt[V]
    phone: Painting[V] | None = None
    scenic: bool = False
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Pictures(Generic[V, E]):
    """All kinds of pictures of a game; the first of them is the board, which shows where the game stands.

    `due(before, after, events)` are the kinds that are due in the channel after an entry, from the channel's views and
    events. `before` is None at the opening, and when the present is asked for anew.
    `hand` is the kind for a seat's own secret things, drawn from the seat's view, and its `alt` is also the text of the
    message. `rules.hand` is false while it is empty.
    `themes` are those that every picture can be drawn in, the standard one first; `bases(theme)` draw what the pictures
    in a theme share, each a part of it, so that the first of them is as quick as the others.
    """

    kinds: tuple[PictureKind[V], ...]
    due: Callable[[V | None, V, Sequence[E]], tuple[str, ...]]
    hand: str = "hand"
    themes: tuple[str, ...] = (AS_IT_IS.theme,)
    bases: Callable[[str], Iterable[Callable[[], object]]] = lambda theme: ()

    def __iter__(self) -> Iterator[str]:
        return (each.kind for each in self.kinds)

    def __getitem__(self, kind: str) -> PictureKind[V]:
        return {each.kind: each for each in self.kinds}[kind]

    @property
    def board(self) -> str:
        """The kind that shows where the game stands."""
        return self.kinds[0].kind

    def fitting(self, kind: str, look: Look) -> Look:
        """A look at a kind of picture, in a form that this has."""
        return replace(look, phone=False) if look.phone and self[kind].phone is None else look

    def draw(self, kind: str, view: V, names: Names, look: Look) -> bytes:
        """A picture of a kind, in the form that the look asks for if it has that."""
        found = self[kind]
        return (found.phone if look.phone and found.phone else found.draw)(view, names, look)


@dataclass(frozen=True, slots=True)
class Flow(Generic[V]):
    """Where a game stands, each by the channel's view.

    `waiting` are the seats that the channel is told are waited for. `public_actions` are the buttons below public
    posts, as pairs of line and key of the label: nothing that only some may know is possible. `phase` is the line of a
    prompt that says where the game stands, `beside` the same beside a call that says the step; `todo` what those do
    next who are waited for, in a few words. `turn` is which turn it is and whose, `following` whose comes next,
    `playing` who is still in the game, None if all are. `tint` is the color, as 0xRRGGBB, of whoever has the turn.
    """

    waiting: Callable[[V], tuple[Seat, ...]]
    public_actions: Callable[[V], tuple[tuple[str, str], ...]] = lambda view: ()
    phase: Callable[[V, Names], str] = lambda view, names: ""
    beside: Callable[[V, Names], str] | None = None
    todo: Callable[[V], str] = lambda view: ""
    turn: Callable[[V], tuple[int, Seat | None]] = lambda view: (0, None)
    following: Callable[[V], Seat | None] = lambda view: None
    playing: Callable[[V], frozenset[Seat] | None] = lambda view: None
    tint: Callable[[V], int | None] = lambda view: None


@dataclass(frozen=True, slots=True)
class Deciding(Generic[S, A, V]):
    """What is decided by nobody at the table: by bots, for those whose time is up, and by the rules alone.

    `default` is what is done for a seat whose time is up, of what it may do and take back: nothing that it may rue
    (A8.5). `forced(state, seat)` is what the table does for a seat that has no choice, None if it has: only where the
    choice, and that there is none, are public.
    `ready` decides for a seat what there is to decide before the first turn, and nothing (None) from then on; there is
    no such thing if it is None. `drawn` is whether a new game has it do so for everybody.
    `knowledge(state, seat, of)` is the engine's answer to what follows for a seat (None: the channel) of something
    secret of that name; it is worked out in a worker thread.
    """

    bots: Mapping[str, Chooser[V, A]]
    default: Callable[[V, Sequence[Opaque], random.Random], Opaque] = lambda view, legal, pick: legal[0]
    forced: Callable[[S, Seat], A | None] = lambda state, seat: None
    ready: SetupChooser[V, A] | None = None
    drawn: bool = False
    knowledge: Callable[[S, Seat | None, str], object] = lambda state, seat, of: None


@dataclass(frozen=True, slots=True)
class Variants:
    """What can be chosen of a game before it begins.

    `moot(chosen)` are the keys of an option that changes nothing and of the one that sees to it. `by_now(chosen,
    version)` is what was chosen for a game of a version of the rules, with the names and against the defaults of now.
    `presets` are rules that can be chosen at once, the standard ones first: what each has of the options. `key` is
    that of an option that goes with each of them, together with those that there are beside it alone; a preset has
    either that option or others. Empty if there is none. `quick` are the options of a game that somebody wants to play
    at once. `apart` is the key of the option whose values have leaderboards of their own, empty if there is none.
    """

    options: tuple[Option, ...] = ()
    presets: Mapping[str, Mapping[str, str]] = field(default_factory=lambda: STANDARD_ALONE)
    key: str = ""
    quick: Mapping[str, str] = field(default_factory=lambda: STANDARD_ALONE[LAW])
    apart: str = ""
    moot: Callable[[Mapping[str, str]], tuple[str, str] | None] = lambda chosen: None
    by_now: Callable[[Mapping[str, str], int], Mapping[str, str]] = lambda chosen, version: chosen


@dataclass(frozen=True, slots=True)
class Scenes(Generic[V, E]):
    """Parts of a game that are told in places of their own.

    `now(view)` is the scene that is played, by the channel's view; the pictures of the `scenic` kinds and the events
    that are `within` one are told in its place alone, the others in the game's log too. `replay` shows a scene that has
    gone on for long at once.
    """

    now: Callable[[V], Scene | None] = lambda view: None
    within: Callable[[E], bool] = lambda event: False
    replay: Replay | None = None


@dataclass(frozen=True, slots=True)
class Telling(Generic[V, E]):
    """What a game tells of what has happened.

    `log_format` is how that is looked up, `since` shows what has happened since somebody's turn, `tally` is what is
    counted once it is over, `questions` are what those who only watch can foretell; None where there is nothing of the
    kind. `occasions(event, before)` are the moments that an event is, as everybody saw it, at which a bot may say a
    word; `before()` is the channel's view of right before its entry. In no player's turn has a seat two, save for the
    end. `summary(view, names)` is told in place of each decision that `Deciding.ready` has made, by the channel's view.
    """

    log_format: LogFormat[E] = field(default_factory=LogFormat)
    since: Digests | None = None
    tally: Tally[V] | None = None
    questions: Questions[V, E] | None = None
    occasions: Callable[[E, Callable[[], V]], tuple[Occasion, ...]] = lambda event, before: ()
    summary: Callable[[V, Names], str] = lambda view, names: ""


@dataclass(frozen=True, slots=True)
class Kit:
    """A game as the house sees it: its rules and words, for how many it is, and its parts.

    `usual` is how many play it mostly, 0 for the fewest that can. `orders` are those that can be given ahead, None if
    there are none. `language` is that of its words; `translated(language)` is the same game in another one, None if it
    is not told in that.
    """

    rules: AnyRules
    words: GameWords[Opaque, Opaque, Opaque]
    seats: range
    pictures: Pictures[Opaque, Opaque]
    flow: Flow[Opaque]
    deciding: Deciding[Opaque, Opaque, Opaque]
    usual: int = 0
    variants: Variants = Variants()
    scenes: Scenes[Opaque, Opaque] = field(default_factory=Scenes)
    telling: Telling[Opaque, Opaque] = field(default_factory=Telling)
    orders: Orders[Opaque, Opaque, Opaque] | None = None
    language: str = "en"
    translated: Callable[[str], Kit | None] = lambda language: None

    @property
    def places(self) -> int:
        """For how many a game is opened where nobody says."""
        return self.usual or min(self.seats)

    @property
    def title(self) -> str:
        """What the game is called, by the key `<ruleset>.title`."""
        return self.words.text(f"{self.rules.name}.title")

    def speaking(self, language: str) -> Kit:
        """The same game in a language; itself if it is not told in that."""
        return self if language == self.language else self.translated(language) or self
