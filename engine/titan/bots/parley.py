"""Steady play before a battle: flight, offers, and whether to fight at all. Both legions are open to the two (R9.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.titan.actions import Accept, Action, Concede, Done, Fight, Flee, Offer, Refuse, Waive, Withdraw
from engine.titan.bots.estimate import TITAN, Side, legion_worth
from engine.titan.bots.masterboard import eagerness
from engine.titan.bots.pick import Pick
from engine.titan.bots.table import TITAN_LOSS, Table
from engine.titan.events import Creatures
from engine.titan.view import OfferView

ATTACKER, DEFENDER = 0, 1


@dataclass(frozen=True, slots=True)
class Stakes:
    """What an exchange is about: both sides, attacker first, and how their battle would go by the quick guess.

    `me` is the side of whoever asks, `chance` that he wins, 0 to 1; `keeps` the share that each side keeps if it wins.
    """

    me: int
    sides: tuple[Side, Side]
    chance: float
    keeps: tuple[float, float]


def stakes(table: Table) -> Stakes:
    """What the exchange that the table's seat is in is about."""
    view, engaged = table.view.parley, table.view.engaged
    assert view is not None, "only the engaged two are asked, and they see the exchange"
    assert engaged is not None, "an exchange is about an engagement"
    me = engaged.seats.index(table.me)
    attacker, defender = (
        Side(held, table.scores[seat], table.turn) for held, seat in zip(view.contents, engaged.seats, strict=True)
    )
    outlook = table.battle(attacker, defender, engaged.land)
    chance = outlook.chance if me == ATTACKER else 1 - outlook.chance
    return Stakes(me, (attacker, defender), chance, (outlook.attacker_keeps, outlook.defender_keeps))


def parley(table: Table, actions: Sequence[Action], pick: Pick) -> Action:
    """Flee when the battle is lost, take an offer that beats the battle, fight otherwise. It makes no offers itself,
    so that an exchange is over when both have spoken."""
    view, at_stake = table.view.parley, stakes(table)
    assert view is not None, "there is something at stake"
    me, sides, chance, keeps = at_stake.me, at_stake.sides, at_stake.chance, at_stake.keeps
    mine, other = sides[me], sides[1 - me]
    hurt = 1 - keeps[1 - me]
    fought = chance * (_prize(table, other) - (1 - keeps[me]) * _cost(table, mine, titan=False))
    fought -= (1 - chance) * (_cost(table, mine, titan=True) - 0.8 * hurt * legion_worth(table.rules, other))
    eager = eagerness(table.turn)
    have = {type(action): action for action in actions}

    if Flee in have and eager < 1.0:
        fled = -_cost(table, mine, titan=True) + 0.5 * legion_worth(table.rules, mine)
        if fled > fought:
            return have[Flee]
    for offer in view.offers:
        if offer.by != table.me and Accept in have and _settled(table, sides, me, offer) > fought:
            return have[Accept]
    for kind in (Fight, Refuse, Waive, Done):
        if kind in have:
            return have[kind]
    return next(a for a in actions if not isinstance(a, Concede | Offer | Withdraw))


def _cost(table: Table, side: Side, *, titan: bool) -> float:
    """What losing it costs: the legion, the points it gives, and the game if the Titan is in it."""
    return 1.7 * legion_worth(table.rules, side) + (TITAN_LOSS if titan and TITAN in side.creatures else 0.0)


def _prize(table: Table, side: Side) -> float:
    return 1.2 * legion_worth(table.rules, side) + (TITAN_LOSS if TITAN in side.creatures else 0.0)


def _settled(table: Table, sides: Sequence[Side], me: int, offer: OfferView) -> float:
    """What a proposal is worth."""
    gone: tuple[Creatures, Creatures] = (
        sides[ATTACKER].creatures if offer.lost in ("attacker", "both") else offer.losses,
        sides[DEFENDER].creatures if offer.lost in ("defender", "both") else offer.losses,
    )
    mine = Side(gone[me], sides[me].score, sides[me].turn)
    other = Side(gone[1 - me], sides[1 - me].score, sides[1 - me].turn)
    return _prize(table, other) - _cost(table, mine, titan=True)
