"""Steady play before a battle: flight, offers, and whether to fight at all. Both legions are open to the two (R9.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.pick import Pick
from engine.titan.actions import Accept, Action, Concede, Done, Fight, Flee, Offer, Refuse, Waive, Withdraw
from engine.titan.bots.aims import Sides, beaten, consolation
from engine.titan.bots.bot_board import BotBoard
from engine.titan.bots.estimate import BattleOutlook, KnownSide
from engine.titan.rules import Rules
from engine.titan.sides import ATTACKER


@dataclass(frozen=True, slots=True)
class Stakes:
    """What an exchange is about: both sides, attacker first, and how their battle would go by the quick guess.

    `me` is the side of whoever asks, `chance` their chance to win, 0 to 1.
    """

    me: int
    sides: Sides
    chance: float
    outlook: BattleOutlook

    @property
    def keeps(self) -> float:
        """The share of their legion that they keep if they win, 0 to 1."""
        return self.outlook.attacker_keeps if self.me == ATTACKER else self.outlook.defender_keeps

    def prizes(self, rules: Rules) -> Prizes:
        """What both ends of the battle score, if the winner of it loses nobody."""
        won, lost = (rules.points(beaten(rules, self.sides, winner)) for winner in (self.me, 1 - self.me))
        return Prizes(won[self.me], lost[1 - self.me], consolation(rules, self.sides))


@dataclass(frozen=True, slots=True)
class Prizes:
    """What a battle scores: for oneself when it is `won`, for the other when it is `lost`, and the `consolation` of an
    attacker who loses it, at least; those slain may be worth more (V4.1, V4.2)."""

    won: int
    lost: int
    consolation: int


def stakes(table: BotBoard) -> Stakes:
    """What the exchange that the table's seat is in is about."""
    view, engaged = table.view.parley, table.view.engaged
    assert view is not None, "only the engaged two are asked, and they see the exchange"
    assert engaged is not None, "an exchange is about an engagement"
    me = engaged.seats.index(table.me)
    attacker, defender = (
        KnownSide(held, table.scores[seat], table.turn) for held, seat in zip(view.contents, engaged.seats, strict=True)
    )
    outlook = table.battle(attacker, defender, engaged.land)
    chance = outlook.chance if me == ATTACKER else 1 - outlook.chance
    return Stakes(me, (attacker, defender), chance, outlook)


def parley(table: BotBoard, actions: Sequence[Action], pick: Pick) -> Action:
    """Flee when the battle is lost, take an offer that beats the battle, fight otherwise. It makes no offers itself,
    so that an exchange is over when both have spoken."""
    view, at_stake = table.view.parley, stakes(table)
    assert view is not None, "there is something at stake"
    me, sides = at_stake.me, at_stake.sides
    fought = table.aims.fought(table.rules, sides, me, at_stake.outlook)
    have = {type(action): action for action in actions}

    if Flee in have and table.aims.fled(table.rules, sides) > fought:
        return have[Flee]
    for offer in view.offers:
        if offer.by == table.me or Accept not in have:
            continue
        if table.aims.settled(table.rules, sides, me, offer.lost, offer.losses) > fought:
            return have[Accept]
    for kind in (Fight, Refuse, Waive, Done):
        if kind in have:
            return have[kind]
    return next(a for a in actions if not isinstance(a, Concede | Offer | Withdraw))
