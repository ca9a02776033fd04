"""A turn up to its attacks as one plan: the command card, who is ordered, lore cards, moves.

What `steady` would do is found out by playing on from a state that is as the view shows it: orders and moves depend on
nothing that is hidden. The plan can be changed, and is then done step by step as far as the rules allow it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.core import Seat
from engine.pick import FIRST
from engine.skirmish.actions import Action, Cast, Done, Move, Order, Play
from engine.skirmish.bots import LEVELS
from engine.skirmish.combat import reach
from engine.skirmish.outlook import supposed
from engine.skirmish.ruleset import SKIRMISH
from engine.skirmish.state import Commanding, Moving, Ordering, State
from engine.skirmish.steps.move import ENDING
from engine.skirmish.view import View

PHASES = ("commanding", "ordering", "moving")
"""The phases of a turn between which nothing happens but what its player does."""

MOST = 60
"""No turn has more steps than this up to its attacks."""


@dataclass(frozen=True, slots=True)
class TurnProposal:
    """A turn up to its attacks: the card, the hexes of those ordered, lore cards and moves in their order.

    `closes`: the Move Step is closed behind them. `cards` are the lore cards that are held before it, `round` is when.
    `silent` is why nobody could attack then, see `reach.silent`.
    """

    round: int
    play: Play
    orders: tuple[str, ...]
    steps: tuple[Cast | Move, ...]
    closes: bool
    cards: tuple[str, ...]
    silent: str = ""

    def step(self, view: View, actions: Sequence[Action]) -> Action | None:
        """The next step of it; None if it is done, can't go on, or the game waits for somebody else."""
        if view.round != self.round or view.phase not in PHASES or view.viewer != view.active or view.own is None:
            return None
        match view.phase:
            case "commanding":
                wanted: Action | None = self.play
            case "ordering":
                missing = [hex_ for hex_ in self.orders if (unit := view.at(hex_)) is None or not unit.ordered]
                wanted = Order(missing[0]) if missing else Done()
            case _:
                wanted = self._moving(view, actions)
        return wanted if wanted in actions else None

    def _moving(self, view: View, actions: Sequence[Action]) -> Action | None:
        left = [step for step in self.steps if not self._done(step, view)]
        now = [step for step in left if not _ending(view, step)]
        if now:  # one may have to go before another can
            return now[0] if isinstance(now[0], Cast) else next((step for step in now if step in actions), None)
        return left[0] if left else Done() if self.closes else None

    def _done(self, step: Cast | Move, view: View) -> bool:
        """Whether a step is behind: the card is gone, or nobody that could still go there is where it begins."""
        assert view.own is not None, "a turn is somebody's own"
        if isinstance(step, Cast):
            return view.own.hand.count(step.card) < self.cards.count(step.card)
        unit = view.at(step.unit)
        return unit is None or unit.owner != view.viewer or bool(unit.moved)


def _ending(view: View, step: Cast | Move) -> bool:
    """Whether it is a card that is played in place of closing the Move Step."""
    return isinstance(step, Cast) and view.rules.tables.lore[step.card].timing in ENDING


def best(view: View, actions: Sequence[Action]) -> Play | None:
    """The card that `steady` would play; None if there is none to play."""
    if view.phase != "commanding" or not any(isinstance(action, Play) for action in actions):
        return None
    chosen = _chosen(view, actions)
    return chosen if isinstance(chosen, Play) else None


@lru_cache(maxsize=64)
def proposed(view: View, play: Play) -> TurnProposal:
    """The turn with a card as `steady` would have it."""
    assert view.viewer is not None, "somebody's turn is planned"
    assert view.own is not None, "somebody's turn is planned"
    state, _ = SKIRMISH.apply(supposed(view, Commanding()), view.viewer, play)
    orders, steps = list[str](), list[Cast | Move]()
    for _ in range(MOST):
        if not isinstance(state.phase, Ordering | Moving):
            break
        action = _chosen(SKIRMISH.view(state, view.viewer), tuple(SKIRMISH.legal(state, view.viewer)))
        if isinstance(action, Order):
            orders.append(action.unit)
        if isinstance(action, Cast | Move):
            steps.append(action)
            if _ending(view, action):
                break
        if isinstance(state.phase, Moving) and isinstance(action, Done):
            break
        state, _ = SKIRMISH.apply(state, view.viewer, action)
    return TurnProposal(
        view.round, play, tuple(orders), tuple(steps), True, view.own.hand, reach.silent(state, view.viewer)
    )


def ordered(view: View, play: Play, orders: Sequence[str]) -> tuple[Action, ...]:
    """What can be done in the Move Step once these have their orders by a card. Raises Illegal where they can't."""
    assert view.viewer is not None, "somebody's turn is planned"
    state, seat = supposed(view, Commanding()), view.viewer
    steps: tuple[Action, ...] = (play, *map(Order, orders), Done())
    for action in steps:
        state = _checked(state, seat, action)
    return tuple(SKIRMISH.legal(state, seat))


def _checked(state: State, seat: Seat, action: Action) -> State:
    if action not in SKIRMISH.legal(state, seat):
        raise SKIRMISH.refusal(state, seat, action)
    after, _ = SKIRMISH.apply(state, seat, action)
    return after


def _chosen(view: View, actions: Sequence[Action]) -> Action:
    return LEVELS["steady"](view, actions, FIRST)
