"""A game as it is at Discord: what its panels ask and show, how it is typed, what can be looked up of it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol

from discord import app_commands

from cogs.face.overview import Overview, Reference, Replays
from cogs.face.screen import Form, Screen, Sight
from cogs.house.game.game_types import A_in, Further, Opaque, V, V_in
from cogs.house.game.kit import Kit
from cogs.house.words.words import Names
from engine.core import Action, Illegal, Seat
from engine.ruleset import A, E


class OddsQuestion(Hashable, Protocol):
    """A battle whose odds are asked for."""

    def trials(self) -> Iterator[object]:
        """The endings of one battle after the other, without end, and None between the steps of each."""
        ...


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint in words, and the action that it advises, if it does."""

    text: str
    does: Action | None = None


class Advice(Protocol[V_in, A_in]):
    """What a game can tell a player of his choices, from his own view and from what he may do."""

    def why_not(
        self, view: V_in, illegal: Illegal, said: str, legal: Sequence[A_in], wanted: Opaque, names: Names
    ) -> str:
        """A refusal, whose sentence is `said`, with its clauses and the nearest thing that is possible.

        `wanted` is the action that was refused, or a line that could not be read.
        """
        ...

    def hint(self, view: V_in, legal: Sequence[A_in], step: int, names: Names) -> Hint:
        """A hint: 1 is what the bot would do and why, 2 what matters here and what else is good."""
        ...

    def because(self, view: V_in, legal: Sequence[A_in], names: Names) -> Hint | None:
        """What the bot would do, and why in a line, which may be empty; None if there is nothing to say."""
        ...

    def battle(self, view: V_in) -> OddsQuestion | None:
        """The battle of the view, or its viewer's own that may come, whose odds can be told; None if there is none."""
        ...

    def odds(self, asked: Opaque, endings: Sequence[Opaque]) -> object:
        """What endings of a question show, as the `known` of the look of the picture `odds`."""
        ...


class OrderScreens(Protocol):
    """What people see of a game's orders ahead, of which those of a seat are in its sight.

    Presses carry places, forms, and what is done with orders, as `cogs.face.presses` has them.
    """

    def screen(self, sight: Sight) -> Screen | None:
        """The screen of a place, None if there is none (any more); the empty one is the list of all."""
        ...

    def form(self, sight: Sight) -> Form | None:
        """The form of a place; None if there is none now."""
        ...

    def again(self, typed: str) -> str:
        """What a press carries that opens the form to write an order in, with this in it."""
        ...

    def after(self, one: Opaque) -> str:
        """What a press would carry for what is shown once an order was filed."""
        ...

    def said(self, one: Opaque) -> str:
        """An order in a sentence."""
        ...

    def completed(self, view: Opaque, typed: str) -> tuple[str, ...]:
        """What a typed order may go on with."""
        ...


AnyCommand = app_commands.Command[Any, ..., None]


@dataclass(frozen=True, slots=True)
class Panel(Generic[V, A, E]):
    """What a private panel of a game asks and shows, and what things are called in it.

    `prompt(view, seat, names)` says what the seat has to decide, `said(verb, field, word, view)` what a word of a line
    means to people, `undo(labels)` is the label for taking back steps. `shown(view)` are the kinds of pictures that a
    panel begins with. `emoji(action, view)` names the emoji beside a choice, empty if there is none; `emojis()` are the
    pictures of all. `grave` verbs give something up for good, or end or offer something that does, and are asked about
    (`cogs.panel.confirming`); those in `aside` give up the whole game, and are in no panel.
    `screen(sight)` is the panel of a place in it, None where the game has none of its own and the list of all that may
    be done serves; `form(sight)` is the form of a place, None if there is none (any more). `run(sight)` is how the seat
    goes on by itself, by the name that the place has; None if it may not. `forgotten(sight)` is the place that says
    what somebody who is done has left undone, empty if that is nothing. `obvious(event, chosen)` is whether it only
    repeats what the panel shows its author from then on; `chosen`: they chose it, and not the bot for them.
    """

    prompt: Callable[[V, Seat, Names], str]
    shown: Callable[[V], tuple[str, ...]]
    said: Callable[[str, str, str, V], str] = lambda verb, name, word, view: word
    undo: Callable[[Sequence[str]], str] = ", ".join
    emoji: Callable[[A, V], str] = lambda action, view: ""
    emojis: Callable[[], Mapping[str, bytes]] = dict
    grave: frozenset[str] = frozenset()
    aside: frozenset[str] = frozenset()
    screen: Callable[[Sight], Screen | None] = lambda sight: None
    form: Callable[[Sight], Form | None] = lambda sight: None
    run: Callable[[Sight], Further | None] = lambda sight: None
    forgotten: Callable[[Sight], str] = lambda sight: ""
    obvious: Callable[[E, bool], bool] = lambda event, chosen: False


@dataclass(frozen=True, slots=True)
class Typing(Generic[V, A]):
    """How orders are typed.

    `read(text, view)` are the words of the notation that a typed order means; `alike(actions, view)` is whether it does
    not matter which of them is done. Both are of the view of whoever typed. `strange(text)` are the words of it that
    mean nothing, `example(action)` is an order as it would be typed, its line where there is no other form.
    """

    read: Callable[[str, V], tuple[str, ...]] = lambda text, view: tuple(text.split())
    strange: Callable[[str], tuple[str, ...]] = lambda text: ()
    example: Callable[[A], str] | None = None
    alike: Callable[[Sequence[A], V], bool] = lambda actions, view: False


@dataclass(frozen=True, slots=True)
class Face:
    """What the commands need to know of a game beside its kit.

    `overview`, `reference` and `replays` are what it tells when it is looked at; not every game can be shown again.
    `advice` is what it can tell a player of their choices, `ahead` how its orders ahead are shown and given; None if
    there is none.
    `commands()` are those of its own in the group that bears its name, made anew for each client, beside those that
    every game has there (`cogs.commands.lobby`). `beside` are the groups whose commands were made for it: those that
    it shares with other games. `greeting` is the step of its lesson whose picture a greeting shows.
    `translated(language)` is the same game in another language, None if it is not told in that.
    """

    kit: Kit
    panel: Panel[Opaque, Opaque, Opaque]
    overview: Overview[Opaque]
    reference: Reference
    replays: Replays | None = None
    typing: Typing[Opaque, Opaque] = field(default_factory=Typing)
    advice: Advice[Opaque, Opaque] | None = None
    ahead: OrderScreens | None = None
    commands: Callable[[], Sequence[AnyCommand]] = tuple
    beside: tuple[str, ...] = ()
    greeting: str = ""
    translated: Callable[[str], Face | None] = lambda language: None

    @property
    def groups(self) -> tuple[str, ...]:
        """Where its own commands are: in the group that bears its name, and in those in `beside`."""
        return (*self.beside, self.kit.rules.name)

    def speaking(self, language: str) -> Face:
        """The same game in a language; itself if it is not told in that."""
        return self if language == self.kit.language else self.translated(language) or self
