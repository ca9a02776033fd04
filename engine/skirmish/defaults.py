"""What is done for somebody whose time is up, and what nobody needs to be asked for.

Nothing is given away for them: they play no lore card, attack nobody, and order nobody. What they can't do without,
such as an army, they get in the plainest way (A8.5).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from engine.core import Seat
from engine.pick import Pick
from engine.skirmish import purse
from engine.skirmish.actions import (
    Action,
    Buy,
    Commit,
    Discard,
    Done,
    Keep,
    Learn,
    Pass,
    Place,
    Play,
    Stay,
)
from engine.skirmish.bots.random_bot import going_on
from engine.skirmish.combat.results import POISON, STUNNING_BLOW
from engine.skirmish.phases import PHASES
from engine.skirmish.state import Commanding, Fighting, Moving, Ordering, Placing, Revealing, State
from engine.skirmish.steps.move import may_be_played
from engine.skirmish.steps.turn import unwasted
from engine.skirmish.tables import CommandCard
from engine.skirmish.view import View

A = TypeVar("A")

PLAIN: tuple[Action, ...] = (Pass(), Stay())
"""What is always safe to do, wherever it can be done."""

ONE = "one"

FREE = (POISON, STUNNING_BLOW)
"""Uses of a heroic die that cost nothing and are for the target alone: where there is no other, they are made."""


def default(view: View, actions: Sequence[Action], pick: Pick | None = None) -> Action:
    """What is done for the viewer, who must decide now; `actions` are all that they may do.

    It follows from what they see, the same each time, without any whim. Acting so until nothing more is asked
    ends every phase.
    """
    for plain in PLAIN:
        if plain in actions:
            return plain
    if learns := _those(actions, Learn):
        return _learnt(view, learns)
    if (buys := _those(actions, Buy)) and view.own is not None:
        return _bought(view, view.own.bought, buys)
    if Done() in actions:
        return Done()
    if plays := _those(actions, Play):
        return _played(view, plays)
    if discards := _those(actions, Discard):
        return min(discards, key=lambda one: _worth(view, one))
    if keeps := _those(actions, Keep):
        return max(keeps, key=lambda one: view.rules.tables.lore[one.card].cost)
    return next(iter(_those(actions, Place)), going_on(actions)[0])


def _those(actions: Sequence[Action], kind: type[A]) -> list[A]:
    return [action for action in actions if isinstance(action, kind)]


def _learnt(view: View, learns: Sequence[Learn]) -> Learn:
    """Lore, and a card where there is no room for it (B5.5)."""
    assert view.viewer is not None, "a seat learns"
    room = purse.room(view.rules.tables, view.side(view.viewer).lore)
    return Learn(unwasted((one.way for one in learns), room))


def _bought(view: View, army: Sequence[str], buys: Sequence[Buy]) -> Buy:
    """Points that are not spent are lost (B4.4): of all kinds alike, the dearest first."""
    kinds = view.rules.tables.kinds
    return min(buys, key=lambda one: (army.count(one.unit), -kinds[one.unit].cost))


def _played(view: View, plays: Sequence[Play]) -> Play:
    """The card that could order the fewest, for one unit anywhere (B6.3)."""
    single = [one for one in plays if one.how == ONE] or list(plays)
    return min(single, key=lambda one: _orders(view.rules.tables.commands[one.card]))


def _orders(card: CommandCard) -> int:
    return sum(card.orders.values()) or card.most


def _worth(view: View, discard: Discard) -> tuple[int, int]:
    """Orders and lore of cards that go."""
    tables = view.rules.tables
    return sum(_orders(tables.commands[card]) for card in discard.commands), sum(
        tables.lore[card].cost for card in discard.lore
    )


def forced(state: State, seat: Seat) -> Action | None:
    """What the table does for a seat that has no choice; None if it has one.

    Only where it follows from what everybody knows that nothing else can be done: for a seat that has no command card,
    no order left to give, nobody to move and no card that could be played, no heroic die left or nothing to do with
    it but to poison or stun the target, or one hex to place a unit on.
    """
    if not isinstance(state.phase, Commanding | Ordering | Moving | Placing | Revealing | Fighting):
        return None
    if isinstance(state.phase, Fighting) and state.phase.combat.step != "commit":
        return None
    if isinstance(state.phase, Moving) and state.own(seat) and may_be_played(state, seat):
        return None
    possible = tuple(PHASES.legal(state, seat))
    if isinstance(state.phase, Moving) and not state.own(seat):
        return Done() if possible else None  # its last unit is gone, and with it the game (B14.2)
    if len(commits := _those(possible, Commit)) == 1 and commits[0].use in FREE:
        return commits[0]
    return possible[0] if len(possible) == 1 else None
