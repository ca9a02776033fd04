"""What the level `steady` makes of a position: what matters, what is good, and what speaks for its choice.

Everything follows from the view and from the list of what its seat may do. The good choices are those that the
program takes one after the other; figures are those of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.core import Seat
from engine.log import Undo
from engine.pick import Pick
from engine.skirmish import outlook, purse
from engine.skirmish.actions import (
    Action,
    Advance,
    Attack,
    Cast,
    Counter,
    Done,
    Learn,
    Move,
    Order,
    Pass,
    Peek,
    Place,
    Play,
    Pursue,
    Stay,
)
from engine.skirmish.bots import LEVELS
from engine.skirmish.bots.random_bot import SHUNNED
from engine.skirmish.combat.reach import within_reach
from engine.skirmish.state import other
from engine.skirmish.steps.turn import GAINS, LORE
from engine.skirmish.units import Unit
from engine.skirmish.view import View

MOST = 3
"""So many good choices are named, and so many things of a kind that matter."""

LIKELY = 0.1
"""A chance to destroy from which on it is worth a word."""

CLOSING = (Done, Pass, Stay)
"""What ends the step or the choice that is open."""


@dataclass(frozen=True, slots=True)
class Matter:
    """Something that matters: `what` it is, with its facts by name.

    `hex` and `target` are hexes with a unit, `hexes` several, `kind` is a kind of unit, `card` a card, `percent` a
    chance, `expected` a mean of damage.
    """

    what: str
    facts: Mapping[str, object]


def good(view: View, actions: Sequence[Action | Undo], pick: Pick, most: int = MOST) -> tuple[Action, ...]:
    """What `steady` would do, then what it would do if it could not, and so on.

    It ends where it would rather close what it is at. `actions` are all of the seat; `pick` decides between equals.
    """
    left = [action for action in actions if not isinstance(action, SHUNNED)]
    found: list[Action] = []
    while left and len(found) < most:
        best = LEVELS["steady"](view, left, pick)
        found.append(best)
        if isinstance(best, CLOSING):
            break
        left = [action for action in left if action != best]
    return tuple(found)


# --- what matters ---


def matters(view: View, actions: Sequence[Action | Undo]) -> tuple[Matter, ...]:
    """What is to be seen before anything is decided: what wins, danger, chances. At least one point."""
    assert view.viewer is not None, "a seat asks, the channel does not"
    return tuple(_matters(view, view.viewer, actions)) or (Matter("nothing", {}),)


def _matters(view: View, seat: Seat, actions: Sequence[Action | Undo]) -> Iterator[Matter]:
    for side in (seat, other(seat)):
        yield from _wins(view, side, "own" if side == seat else "other")
    yield from _threats(view, seat)
    yield from _chances(view, [action for action in actions if isinstance(action, Attack)])
    if stunned := tuple(unit.hex for unit in view.units if unit.owner == seat and unit.stunned):
        yield Matter("stunned", {"hexes": stunned})
    if cards := _affordable(view, seat):
        yield Matter("affordable", {"cards": cards, "lore": view.side(seat).lore})


def _wins(view: View, seat: Seat, whose: str) -> Iterator[Matter]:
    """How far a side is from winning (B14.1, B23.14, B23.15)."""
    side, scenario = view.side(seat), view.rules.scenario
    if scenario is None:
        need = view.rules.tables.field.victory_points
        yield Matter(f"{whose}-points", {"number": max(0, need - side.victory), "need": need})
        return
    if (enough := scenario.special.wins_at.get(side.faction)) is not None:
        yield Matter(f"{whose}-points", {"number": max(0, enough - side.victory), "need": enough})
    for kind, number in scenario.special.wins_by_cards.get(side.faction, {}).items():
        left = dict(view.hidden_left).get(kind, 0)
        yield Matter(f"{whose}-cards", {"kind": kind, "number": number - (scenario.hidden[kind] - left)})


def _threats(view: View, seat: Seat) -> Iterator[Matter]:
    """Whom the enemy can attack from where it stands."""
    found: dict[str, list[str]] = {}
    for enemy in view.units:
        if enemy.owner != seat and not enemy.stunned:
            for attack in within_reach(view, enemy):
                found.setdefault(attack.target, []).append(enemy.hex)
    worst = sorted(found.items(), key=lambda pair: -len(set(pair[1])))
    for hex_, by in worst[:MOST]:
        yield Matter("threatened", {"hex": hex_, "hexes": tuple(dict.fromkeys(by))})


def _chances(view: View, attacks: Sequence[Attack]) -> Iterator[Matter]:
    """The attacks that most likely destroy."""
    rated = sorted(((outlook.prospect(view, attack), attack) for attack in attacks), key=lambda pair: -pair[0].destroys)
    for prospect, attack in rated[:MOST]:
        if prospect.destroys >= LIKELY:
            facts = {"hex": attack.unit, "target": attack.target, "percent": round(100 * prospect.destroys)}
            yield Matter("may-destroy", facts)


def _affordable(view: View, seat: Seat) -> tuple[str, ...]:
    if view.own is None:
        return ()
    lore, cards = view.side(seat).lore, view.rules.tables.lore
    return tuple(card for card in dict.fromkeys(view.own.hand) if cards[card].cost <= lore)


# --- what speaks for a choice ---


def reasons(view: View, chosen: Action) -> tuple[Matter, ...]:
    """What speaks for a choice of the bot, as far as it can be said."""
    return tuple(_reasons(view, chosen))


def _reasons(view: View, chosen: Action) -> Iterator[Matter]:
    match chosen:
        case Attack():
            prospect = outlook.prospect(view, chosen)
            facts = {"hex": chosen.unit, "target": chosen.target, "dice": prospect.dice}
            yield Matter("attack", facts | {"expected": prospect.expected, "percent": round(100 * prospect.destroys)})
        case Counter() if (struck := outlook.counter(view)) is not None:
            facts = {"dice": struck.dice, "expected": struck.expected}
            yield Matter("counter", facts | {"percent": round(100 * struck.destroys)})
        case Move(hex_, to):
            yield from _moves(view, hex_, to)
        case Play(card, how):
            yield Matter("orders", {"card": card, "hexes": outlook.orderable(view, card, how)})
        case Order(hex_) if aims := outlook.aims(view, hex_, hex_):
            yield Matter("could-attack", {"hex": hex_, "hexes": aims})
        case Place(_, to) if view.rules.tables.terrains[view.terrain(to)].ignores_damage:
            yield Matter("protected", {"to": to})
        case Cast(card):
            yield Matter("card", {"card": card})
        case Learn():
            assert view.viewer is not None, "a seat learns"
            facts = {"lore": view.side(view.viewer).lore, "number": len(view.own.hand) if view.own else 0}
            room = purse.room(view.rules.tables, view.side(view.viewer).lore)
            if room < GAINS[LORE]:
                yield Matter("learning-near", {"lore": facts["lore"], "most": view.rules.tables.most_lore})
            else:
                yield Matter("learning", facts)
        case Peek():
            yield Matter("peek", {})
        case Pass() | Stay() | Done():
            yield Matter("nothing-better", {})
        case Advance() | Pursue():
            yield Matter("ground", {})


def _moves(view: View, hex_: str, to: str) -> Iterator[Matter]:
    """What a unit gains by going somewhere: whom it can attack from there, cover, a hex that counts."""
    unit, terrain = view.at(hex_), view.rules.tables.terrains[view.terrain(to)]
    if unit is None:
        return
    if aims := outlook.aims(view, hex_, to):
        yield Matter("could-attack-from", {"hex": hex_, "to": to, "hexes": aims})
    if terrain.ignores_damage:
        yield Matter("protected", {"to": to})
    if to in dict(view.hidden):
        yield Matter("hidden-there", {"to": to})
    if to in _banners(view):
        yield Matter("banner", {"to": to})
    if len(_attackers(view, unit, to)) < len(_attackers(view, unit, hex_)):
        yield Matter("safer", {"hex": hex_, "to": to})


def _banners(view: View) -> tuple[str, ...]:
    rules = view.rules
    return rules.tables.field.banners if rules.scenario is None else rules.scenario.banners


def _attackers(view: View, unit: Unit, at: str) -> list[str]:
    """The enemies who could attack a unit on a hex from where they stand."""
    there = outlook.moved(view, unit, at)
    return [
        enemy.hex
        for enemy in there.units
        if enemy.owner != unit.owner and any(attack.target == at for attack in within_reach(there, enemy))
    ]
