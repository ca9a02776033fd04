"""Skirmish's orders given ahead as the house has them."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.house.game.orders import Orders
from engine.core import Seat
from engine.skirmish import orders
from engine.skirmish.actions import Action
from engine.skirmish.orders import FiledOrder, FiredOrder
from engine.skirmish.view import View


class SkirmishOrders:
    """What `engine.skirmish.orders` knows of them."""

    def filed(self, text: str, number: int, view: View, advice: bool) -> FiledOrder:
        """No order asks the program for advice, so it is all one whether there is any."""
        return orders.filed(orders.parse(text), number, view)

    def text(self, one: FiledOrder) -> str:
        return orders.text(one.order)

    def kept(self, one: FiledOrder) -> str:
        return orders.kept(one)

    def restored(self, line: str) -> FiledOrder:
        return orders.restored(line)

    def standing(self, filed: Sequence[FiledOrder], view: View) -> tuple[FiledOrder, ...]:
        return orders.standing(filed, view)

    def void(self, one: FiledOrder, view: View) -> bool:
        """No order is about a thing that can be gone for good."""
        return False

    def fire(
        self, filed: Sequence[FiledOrder], view: View, actions: Sequence[Action], advice: bool
    ) -> FiredOrder | None:
        return orders.fire(filed, view, actions)

    def sides(self, view: View) -> tuple[Seat, ...]:
        """Nothing is played out by orders alone: whoever is asked for a card has a secret."""
        return ()

    def settling(
        self, filed: Sequence[FiledOrder], view: View, advice: bool
    ) -> tuple[tuple[int, ...], tuple[str, ...]]:
        raise AssertionError("nothing is played out by orders alone")

    def at_once(self, view: View) -> bool:
        """Counters and advances go by what everybody sees; in a window the hand is a secret (B13.1)."""
        return view.phase == "fighting"


ORDERS: Orders[View, Action, FiledOrder] = SkirmishOrders()
