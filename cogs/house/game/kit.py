"""What the house needs to know of a game: its rules, pictures, words and bots."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Protocol

from cogs.house.game.game_types import A_in, AnyRules, E_in, Opaque, V, V_in
from cogs.house.game.orders import Orders
from cogs.house.game.pictures import Pictures
from cogs.house.game.telling import Scenes, Telling
from cogs.house.game.variants import Variants
from cogs.house.words.words import Names
from engine.core import Illegal, Seat
from engine.ruleset import A, S

Chooser = Callable[[V, Sequence[A], random.Random], A]
"""How a bot chooses: its view, everything it may do, and a source for its whims."""

SetupChooser = Callable[[V, Sequence[A], random.Random], A | None]
"""How somebody is made ready for the first turn: a bot's choice, None once there is nothing to decide before it."""


class GameWords(Protocol[V_in, A_in, E_in]):
    """Sentences in one language, among them those of `cogs/locale/required.toml`."""

    def event(self, event: E_in, names: Names) -> str: ...
    def refusal(self, illegal: Illegal, names: Names) -> str: ...
    def text(self, key: str, **facts: object) -> str: ...
    def action(self, action: A_in, view: V_in, names: Names) -> str: ...
    def order(self, one: Opaque) -> str: ...


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
