"""The pictures of a game: how each kind is drawn and described, and how somebody looks at it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Generic

from cogs.house.game.game_types import Opaque, V
from cogs.house.words.words import Names
from engine.ruleset import E


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
