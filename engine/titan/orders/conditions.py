"""The facts that a condition may ask, each when its owner may know it, from their view alone (ASYNC_PLAY 5.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import eq, ge, gt, le, lt, ne
from typing import Any

from engine.core import Illegal
from engine.titan.bots.suggest import chance
from engine.titan.events import Creatures
from engine.titan.orders.acts import ATTACKED, BATTLE, ENGAGEMENT, MANEUVER, OFFER, PARLEY, ROLL, TRIGGERS
from engine.titan.orders.phrases import PARTIES, SIDE_WORDS, Phrase, filled
from engine.titan.view import FighterView, LegionView, View

COMPARISONS: Mapping[str, Callable[[Any, Any], bool]] = {
    ">=": ge, "<=": le, "!=": ne, "=": eq, ">": gt, "<": lt,
}  # fmt: skip
"""How a fact is compared with a value; texts only by the two of equality."""

ALWAYS = tuple(TRIGGERS)
ENGAGED = (*PARLEY, *BATTLE)


@dataclass(frozen=True, slots=True)
class Condition:
    """A fact of a kind of `FACTS`, for its blanks, compared with a value."""

    fact: str
    compare: str
    value: int | str
    who: str = ""
    creature: str = ""
    colour: str = ""
    land: int = 0


@dataclass(frozen=True, slots=True)
class ConditionFact:
    """What a condition may ask. `at` are the triggers at which it is known; `text` if its value is a word.

    `read` gives it for a view, None if there is no such thing just now: then no comparison is true.
    """

    phrase: Phrase
    at: tuple[str, ...]
    read: Callable[[View, Condition], int | str | None]
    text: bool = False


def holds(view: View, condition: Condition) -> bool:
    """Whether a condition is true for the viewer now."""
    value = FACTS[condition.fact].read(view, condition)
    return value is not None and COMPARISONS[condition.compare](value, condition.value)


def check(view: View, condition: Condition, trigger: str) -> None:
    """Raises Illegal unless a condition may be asked at a trigger.

    That is `order-unseen` for what its owner may not know, `order-fact-when` for what is not known by then,
    `order-compare` for a word that is compared by size, `order-name` for a colour that nobody plays.
    """
    fact = FACTS[condition.fact]
    secret = condition.fact in ("value", "count")
    own = condition.who in own_markers(view)
    if condition.who == PARTIES[-1] or (secret and condition.who not in ("", *PARTIES) and not own):
        raise Illegal("order-unseen", who=condition.who)
    if condition.colour and condition.colour not in {player.colour for player in view.players}:
        raise Illegal("order-name", said=condition.colour)
    party = condition.who in PARTIES
    if trigger not in fact.at or (party and trigger not in ENGAGED):
        raise Illegal("order-fact-when", said=subject(condition), when=TRIGGERS[trigger].shown)
    if fact.text and condition.compare not in ("=", "!="):
        raise Illegal("order-compare", said=subject(condition))


def subject(condition: Condition) -> str:
    """What a condition asks for, as it is written."""
    return FACTS[condition.fact].phrase.write(filled(condition))


def own_markers(view: View) -> tuple[str, ...]:
    """The markers of the viewer: those on the board, then those that may still be taken."""
    mine = [legion.marker for legion in view.legions if legion.owner == view.viewer]
    free = [marker for player in view.players if player.seat == view.viewer for marker in player.markers]
    return (*mine, *free)


def legion(view: View, marker: str) -> LegionView | None:
    """A legion on the board; None if there is none of that marker."""
    return next((found for found in view.legions if found.marker == marker), None)


# --- what is read ---


def _named(view: View, who: str) -> LegionView | None:
    """The legion of a marker, or of a side of the engagement."""
    if who not in PARTIES:
        return legion(view, who)
    return legion(view, view.engaged.markers[PARTIES.index(who)]) if view.engaged else None


def _contents(view: View, who: str) -> Creatures | None:
    """The living of a legion: of one's own, or of a side that the viewer has seen (R9.3)."""
    if who not in PARTIES:
        found = legion(view, who)
        return found.creatures if found and found.owner == view.viewer else None
    side = PARTIES.index(who)
    if view.battle:
        return tuple(f.creature for f in view.battle.fighters if f.side == side and not f.slain)
    return view.parley.contents[side] if view.parley else None


def _value(view: View, condition: Condition) -> int | None:
    found, creatures = _named(view, condition.who), _contents(view, condition.who)
    if found is None or creatures is None:
        return None
    return view.rules.worth(creatures, view.players[found.owner].score)


def _count(view: View, condition: Condition) -> int | None:
    creatures = _contents(view, condition.who)
    return None if creatures is None else creatures.count(condition.creature)


def _height(view: View, condition: Condition) -> int | None:
    found = _named(view, condition.who)
    return found.height if found else None


def _land(view: View, condition: Condition) -> int | None:
    found = _named(view, condition.who) if condition.who else None
    if condition.who:
        return found.land if found else None
    return view.engaged.land if view.engaged else None


def _marker(view: View, condition: Condition) -> str | None:
    found = _named(view, condition.who)
    return found.marker if found else None


def _colour(view: View, condition: Condition) -> str | None:
    found = _named(view, condition.who)
    return view.players[found.owner].colour if found else None


def _side(view: View, condition: Condition) -> str | None:
    found = _named(view, "attacker")
    return SIDE_WORDS.get(found.side) if found else None


def _player(figure: str) -> Callable[[View, Condition], int | None]:
    """A public figure of the player of a colour, without one of the viewer."""

    def read(view: View, condition: Condition) -> int | None:
        found = (
            p for p in view.players if (p.colour == condition.colour if condition.colour else p.seat == view.viewer)
        )
        return next((int(getattr(player, figure)) for player in found), None)

    return read


def _caretaker(place: int) -> Callable[[View, Condition], int | None]:
    """The stack of a kind, 1, or its dead, 2."""
    return lambda view, condition: {row[0]: row[1:] for row in view.caretaker}[condition.creature][place - 1]


def _kept(view: View, condition: Condition) -> int | None:
    """The points of what the viewer keeps by the offer that stands; 0 if their legion is lost by it."""
    if view.parley is None or view.engaged is None:
        return None
    me = view.engaged.seats.index(view.viewer) if view.viewer in view.engaged.seats else 0
    side = PARTIES[me]
    for offer in view.parley.offers:
        if offer.by != view.viewer:
            if offer.lost in (side, "both"):
                return 0
            score = next(player.score for player in view.players if player.seat == view.viewer)
            return view.rules.worth(view.parley.contents[me], score) - view.rules.worth(offer.losses, score)
    return None


def _living(view: View, condition: Condition) -> int | None:
    fighters = _fighters(view, condition.who)
    return None if fighters is None else sum(not fighter.slain for fighter in fighters)


def _hits(view: View, condition: Condition) -> int | None:
    """The hits on the one of a kind that has most."""
    taken = [f.hits for f in _fighters(view, condition.who) or () if f.creature == condition.creature]
    return max(taken, default=None)


def _fighters(view: View, who: str) -> tuple[FighterView, ...] | None:
    """Those of a legion that fights, the slain among them; of a battle all is public (R3.4)."""
    named = _named(view, who)
    if view.battle is None or named is None or named.marker not in view.battle.markers:
        return None
    side = view.battle.markers.index(named.marker)
    return tuple(fighter for fighter in view.battle.fighters if fighter.side == side)


FACTS: Mapping[str, ConditionFact] = {
    "roll": ConditionFact(Phrase("roll"), (ROLL,), lambda view, _: view.roll or None),
    "turn": ConditionFact(Phrase("turn"), ALWAYS, lambda view, _: view.turn),
    "score": ConditionFact(Phrase("score [{colour}]"), ALWAYS, _player("score")),
    "legions": ConditionFact(Phrase("legions [{colour}]"), ALWAYS, _player("legions")),
    "titan-power": ConditionFact(Phrase("titan power [{colour}]"), ALWAYS, _player("titan_power")),
    "stack": ConditionFact(Phrase("stack {creature}"), ALWAYS, _caretaker(1)),
    "dead": ConditionFact(Phrase("dead {creature}"), ALWAYS, _caretaker(2)),
    "height": ConditionFact(Phrase("{who} height"), ALWAYS, _height),
    "where": ConditionFact(Phrase("{who} land"), ALWAYS, _land),
    "value": ConditionFact(Phrase("{who} value"), ALWAYS, _value),
    "count": ConditionFact(Phrase("{who} count {creature}"), ALWAYS, _count),
    "marker": ConditionFact(Phrase("{who} marker"), ENGAGED, _marker, text=True),
    "colour": ConditionFact(Phrase("{who} colour"), ENGAGED, _colour, text=True),
    "land": ConditionFact(Phrase("land"), ENGAGED, _land),
    "side": ConditionFact(Phrase("side"), ENGAGED, _side, text=True),
    "summons": ConditionFact(
        Phrase("summons left"), ENGAGED, lambda view, _: int(not view.summoned) if view.engaged is not None else None
    ),
    "lost": ConditionFact(
        Phrase("lost in {land}"), ALWAYS, lambda view, asked: dict(view.outcomes).get(asked.land), text=True
    ),
    "estimate": ConditionFact(
        Phrase("estimate"),
        (ATTACKED, ENGAGEMENT, OFFER),
        lambda view, _: round(100 * chance(view)) if view.parley else None,
    ),
    "kept": ConditionFact(Phrase("offer keeps"), (ATTACKED, ENGAGEMENT, OFFER), _kept),
    "round": ConditionFact(Phrase("round"), BATTLE, lambda view, _: view.battle.round if view.battle else None),
    "window": ConditionFact(
        Phrase("window"), (MANEUVER,), lambda view, _: int(view.battle.window) if view.battle else None
    ),
    "living": ConditionFact(Phrase("{who} living"), BATTLE, _living),
    "hits": ConditionFact(Phrase("{who} hits {creature}"), BATTLE, _hits),
}
"""All facts by their kinds. Of opposing contents nothing is known before the engagement is opened (R9.3)."""
