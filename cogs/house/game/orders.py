"""Orders given ahead, as a game has them: read, kept, carried out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from cogs.house.game.game_types import A_in, V_in
from engine.core import Action, Illegal, Seat


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
