"""Titan's orders given ahead as the house has them."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.house.game.orders import Orders
from engine.core import Seat
from engine.titan import orders
from engine.titan.actions import Action
from engine.titan.orders import FiledOrder, FiredOrder, plans
from engine.titan.view import View


class TitanOrders:
    """What `engine.titan.orders` knows of them."""

    def filed(self, text: str, number: int, view: View, advice: bool) -> FiledOrder:
        return orders.filed(orders.parse(text), number, view, advice=advice)

    def text(self, one: FiledOrder) -> str:
        return orders.text(one.order)

    def kept(self, one: FiledOrder) -> str:
        return orders.kept(one)

    def restored(self, line: str) -> FiledOrder:
        return orders.restored(line)

    def standing(self, filed: Sequence[FiledOrder], view: View) -> tuple[FiledOrder, ...]:
        return orders.standing(filed, view)

    def void(self, one: FiledOrder, view: View) -> bool:
        """That a legion which is gone fights no more its owner need not be told."""
        return orders.void(one, view) and one.order.trigger.kind not in plans.FOUGHT

    def fire(
        self, filed: Sequence[FiledOrder], view: View, actions: Sequence[Action], advice: bool
    ) -> FiredOrder | None:
        """Where the program gives no advice any more, orders that ask for it are silent."""
        return orders.fire([one for one in filed if advice or not orders.advised(one.order)], view, actions)

    def sides(self, view: View) -> tuple[Seat, ...]:
        """The two of a battle."""
        return view.battle.seats if view.battle else ()

    def settling(
        self, filed: Sequence[FiledOrder], view: View, advice: bool
    ) -> tuple[tuple[int, ...], tuple[str, ...]]:
        """His battle is led by his orders, else as by the program (A6.10)."""
        assert view.battle is not None, "a battle is fought out"
        assert view.viewer is not None, "by one of the two"
        marker = view.battle.markers[view.battle.seats.index(view.viewer)]
        gone, come = plans.settling(filed, marker, view, advice)
        return tuple(one.number for one in gone), tuple(map(orders.text, come))

    def at_once(self, view: View) -> bool:
        """In battle all is public (R3.4)."""
        return view.battle is not None


ORDERS: Orders[View, Action, FiledOrder] = TitanOrders()
