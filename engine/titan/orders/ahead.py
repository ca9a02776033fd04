"""What could be ordered ahead, by all that the owner of the orders sees of the board as it stands (ASYNC_PLAY A3.8).

Whether it can be done when the time comes is another matter: then what can't be is asked about (A2.4).
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.titan.actions import Move, Teleport
from engine.titan.events import Creatures
from engine.titan.orders.acts import ATTACKED
from engine.titan.orders.filing import FiledOrder, coming
from engine.titan.orders.phrases import ANY
from engine.titan.outlook import enemies
from engine.titan.phases.move import jumps
from engine.titan.phases.muster import ways
from engine.titan.view import LegionView, View


def own(view: View) -> tuple[LegionView, ...]:
    """The viewer's legions on the board, in the order of their markers."""
    return tuple(sorted((one for one in view.legions if one.owner == view.viewer), key=lambda one: one.marker))


def walks(view: View, one: LegionView, roll: int) -> tuple[Move, ...]:
    """Where a legion of the viewer's can walk by a roll, with every side (R6.3-R6.8).

    A land in which another own legion stands is among them: that one may have left before.
    """
    reach = view.rules.board.reach(one.land, roll, enemies(view), frozenset())
    return tuple(Move(one.marker, land, side) for land, side in reach)


def teleports(view: View, one: LegionView) -> tuple[Teleport, ...]:
    """Where a legion of the viewer's can teleport by a six in the viewer's next turn, with every lord and side (R7)."""
    lands = frozenset(each.land for each in own(view))
    stands = one.marker, one.land, one.creatures
    return tuple(jumps(view.rules, coming(view), view.players[one.owner].score, stands, enemies(view), lands))


def recruits(view: View, creatures: Creatures) -> Creatures:
    """Whom these characters could muster in one land or another, the dearest first (R8.3)."""
    rules = view.rules
    terrains = {land.terrain for land in rules.board.lands.values()}
    return rules.dearest({recruit for terrain in terrains for recruit, _ in ways(rules, terrain, creatures)})


def undefended(view: View, orders: Sequence[FiledOrder]) -> tuple[str, ...]:
    """The viewer's legions about which none of the orders says what to do if they are attacked (ASYNC_PLAY 5.4)."""
    about = {one.order.trigger.legion for one in orders if one.order.trigger.kind == ATTACKED}
    return tuple(one.marker for one in own(view) if not about & {ANY, one.marker})
