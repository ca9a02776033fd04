"""Orders of the toy game: `always if score 5 then roll; lay low; done`, the steps one after the other in one turn.

`always` and the condition, that somebody has so many points, may be left out. A step is an action, or `lay low` or
`lay high`, or `ask`. An order that names a card is void once its owner has lost it. While nobody has more than one card
all is public, let us say.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from engine.core import Illegal, Seat
from engine.notation import Notation

if TYPE_CHECKING:
    from tests.toy import View

TEXT = re.compile(r"(?P<always>always )?(?:if score (?P<score>\d+) then )?(?P<steps>[a-z0-9 ;]+)")
LINE = re.compile(r"(\d+) (\d+) (-?\d+) (.+)")
EXTREMES = {"lay low": min, "lay high": max}
UNSAID = ("ask", *EXTREMES)


@dataclass(frozen=True, slots=True)
class ToyFiledOrder:
    """`next` is the step that comes next, in `turn`, -1 before it has begun."""

    number: int
    text: str
    next: int = 0
    turn: int = -1

    @property
    def always(self) -> bool:
        return self.text.startswith("always ")

    @property
    def score(self) -> int:
        found = TEXT.fullmatch(self.text)
        assert found is not None
        return int(found["score"] or 0)

    @property
    def steps(self) -> tuple[str, ...]:
        found = TEXT.fullmatch(self.text)
        assert found is not None
        return tuple(found["steps"].split("; "))


@dataclass(frozen=True, slots=True)
class ToyFiredOrder:
    by: ToyFiledOrder
    action: Any | None
    why: Illegal | None
    left: ToyFiledOrder | None


class ToyOrders:
    """What the house asks of them."""

    def __init__(self, notation: Notation) -> None:
        self._notation = notation

    def filed(self, text: str, number: int, view: View, advice: bool) -> ToyFiledOrder:
        if not TEXT.fullmatch(text):
            raise Illegal("order-malformed", said=text, form="roll; lay low; done")
        one = ToyFiledOrder(number, text)
        for step in one.steps:
            if step not in UNSAID:
                self._notation.parse(step)
        if not self.standing([one], view):
            raise Illegal("order-name", said=text)
        return one

    def text(self, one: ToyFiledOrder) -> str:
        return one.text

    def kept(self, one: ToyFiledOrder) -> str:
        return f"{one.number} {one.next} {one.turn} {one.text}"

    def restored(self, line: str) -> ToyFiledOrder:
        found = LINE.fullmatch(line)
        assert found is not None
        return ToyFiledOrder(int(found[1]), found[4], int(found[2]), int(found[3]))

    def standing(self, orders: Sequence[ToyFiledOrder], view: View) -> tuple[ToyFiledOrder, ...]:
        return tuple(one for one in orders if _stands(one, view))

    def void(self, one: ToyFiledOrder, view: View) -> bool:
        return not _has_cards(one, view)

    def fire(
        self, orders: Sequence[ToyFiledOrder], view: View, actions: Sequence[Any], advice: bool
    ) -> ToyFiredOrder | None:
        for one in orders:
            begun = one.turn == view.turn
            at = one.next if begun else 0
            if actions and at < len(one.steps) and (begun or max(view.scores) >= one.score):
                return self._fired(one, at, view, actions)
        return None

    def _fired(self, one: ToyFiledOrder, at: int, view: View, actions: Sequence[Any]) -> ToyFiredOrder:
        step = one.steps[at]
        if step == "ask":
            return ToyFiredOrder(one, None, Illegal("order-asks"), replace(one, next=at, turn=view.turn))
        wanted = f"lay {EXTREMES[step](view.cards)}" if step in EXTREMES and view.cards else step
        action = next((action for action in actions if self._notation.line(action) == wanted), None)
        if action is None:
            return ToyFiredOrder(
                one, None, Illegal("order-not-exact", said=step), replace(one, next=at, turn=view.turn)
            )
        left = replace(one, next=at + 1, turn=view.turn)
        return ToyFiredOrder(one, action, None, left if one.always or at + 1 < len(one.steps) else None)

    def sides(self, view: View) -> tuple[Seat, ...]:
        """All who hold cards, once all is public."""
        return tuple(Seat(seat) for seat, held in enumerate(view.heights) if held) if self.at_once(view) else ()

    def settling(
        self, orders: Sequence[ToyFiledOrder], view: View, advice: bool
    ) -> tuple[tuple[int, ...], tuple[str, ...]]:
        return tuple(one.number for one in orders if "ask" in one.steps), ("always lay low; done",)

    def at_once(self, view: View) -> bool:
        return max(view.heights) <= 1


def _stands(one: ToyFiledOrder, view: View) -> bool:
    return (one.always or not 0 <= one.turn < view.turn) and _has_cards(one, view)


def _has_cards(one: ToyFiledOrder, view: View) -> bool:
    left = one.steps[one.next if one.turn == view.turn else 0 :]
    return all(int(step.split()[1]) in view.cards for step in left if re.fullmatch(r"lay \d+", step))
