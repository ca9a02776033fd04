"""Lore cards that are played outside of combat: on what, and what each does (B13, B21).

What a card does is the id of an effect in the tables, one function each; the numbers are in the card's row. The units
and hexes that it is played on follow from public facts alone, so that they also tell whether its window opens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations

from engine.core import Draw, Drawn, Seat
from engine.phases import Handler, current
from engine.skirmish import harm, purse, scenario
from engine.skirmish.board import HEXES, distance, within
from engine.skirmish.events import CardsSeen, DiceRolled, Event, Moved, Ordered
from engine.skirmish.ground import sees
from engine.skirmish.handler import Handlers, Step
from engine.skirmish.state import Rolling, State, other
from engine.skirmish.tables import LoreCard
from engine.skirmish.units import Effect, Unit
from engine.values import replace

Targets = Iterator[tuple[str, ...]]
CardTargets = Callable[[State, Seat, LoreCard], Targets]
CardEffect = Callable[[State, Seat, LoreCard, tuple[str, ...]], Step]


def targets(state: State, seat: Seat, card: str) -> Targets:
    """Everything that a card can be played on now, as hexes; one empty tuple if it needs none, nothing if it can't."""
    row = state.rules.tables.lore[card]
    return _EFFECTS[row.does][0](state, seat, row)


def public(state: State, seat: Seat, card: str) -> bool:
    """Whether the card could be played, by what everybody knows (DESIGN 2.3)."""
    return next(targets(state, seat, card), None) is not None


def cast(state: State, seat: Seat, card: str, targets: tuple[str, ...]) -> Step:
    """What the card does (B13.2). The phase is what comes after it; where chance is wanted first, `Rolling` before."""
    row = state.rules.tables.lore[card]
    return _EFFECTS[row.does][1](state, seat, row, targets)


# Whom cards are for


def _ordered(state: State, seat: Seat, select: str = "any") -> tuple[Unit, ...]:
    return tuple(unit for unit in state.own(seat) if unit.ordered and state.kind(unit).fits(select))


def _on(state: State, hex_: str) -> Unit:
    unit = state.at(hex_)
    assert unit is not None, f"a unit stands on {hex_}"
    return unit


def _enemies_near(state: State, seat: Seat, card: LoreCard) -> Iterator[Unit]:
    """Enemies within reach of an own unit of the card's class, and in its sight if the card says so."""
    own = [unit for unit in state.own(seat) if state.kind(unit).fits(card.select)]
    for enemy in state.own(other(seat)):
        if any(
            distance(unit.hex, enemy.hex) <= card.reach and (not card.sight or sees(state, unit.hex, enemy.hex))
            for unit in own
        ):
            yield enemy


def _untargeted(state: State, seat: Seat, card: LoreCard) -> Targets:
    """For a side whose ordered units the card helps."""
    if _ordered(state, seat):
        yield ()


# Cards after the Order Step


def _chosen(state: State, seat: Seat, card: LoreCard) -> Targets:
    """As many ordered units of the class as the card is for."""
    units = _ordered(state, seat, card.select)
    yield from (at for at in combinations([unit.hex for unit in units], min(card.most, len(units))) if at)


def _for_the_side(state: State, seat: Seat, card: LoreCard, targets: tuple[str, ...]) -> Step:
    return _with_effects(state, Effect(card.does, card.amount, 0, card.id)), ()


def _for_units(state: State, seat: Seat, card: LoreCard, targets: tuple[str, ...]) -> Step:
    effects = (Effect(card.does, card.amount, _on(state, at).number, card.id) for at in targets)
    return _with_effects(state, *effects), ()


def _with_effects(state: State, *effects: Effect) -> State:
    return replace(state, turn=replace(state.turn, effects=(*state.turn.effects, *effects)))


def _gates(state: State, seat: Seat, card: LoreCard) -> Targets:
    """An ordered unit and an empty hex that it could stand on."""
    taken = {unit.hex for unit in state.units}
    for unit in _ordered(state, seat):
        for at in within(unit.hex, card.reach):
            if at not in taken and state.terrain(at).passable:
                yield unit.hex, at


def _teleport(state: State, seat: Seat, card: LoreCard, targets: tuple[str, ...]) -> Step:
    """It has moved, so that it moves no more, suffers for ruins (B17.3) and has not stood still (B11.2)."""
    unit, to = _on(state, targets[0]), targets[1]
    state = state.with_unit(replace(unit, hex=to, moved=1))
    moved = Moved(seat, unit.number, unit.kind, (unit.hex, to), "card")
    state, hurt = harm.suffer(state, unit.number, state.terrain(to).hurts, "ruins", None)
    return state, (moved, *hurt)


def _without_order(state: State, seat: Seat, card: LoreCard) -> Targets:
    """As many units that could have an order as the card orders (B11.16)."""
    units = [unit.hex for unit in state.own(seat) if not unit.ordered and not unit.stunned]
    yield from (at for at in combinations(units, min(card.amount, len(units))) if at)


def _order(state: State, seat: Seat, card: LoreCard, targets: tuple[str, ...]) -> Step:
    events: tuple[Event, ...] = ()
    for at in targets:
        unit = _on(state, at)
        state = state.with_unit(replace(unit, ordered=True))
        events += (Ordered(seat, unit.number, unit.kind, at),)
    return state, events


# Cards after the Move Step


def _buildings(state: State, seat: Seat, card: LoreCard) -> Targets:
    """Buildings near a unit of the card's kind and in its sight; the hex that it stands on is (B21.3, B21.4)."""
    own = [unit.hex for unit in state.own(seat) if unit.kind == card.unit]
    for at in HEXES:
        if state.terrain(at).building and any(
            distance(here, at) <= card.reach and sees(state, here, at) for here in own
        ):
            yield (at,)


def _crush(state: State, seat: Seat, card: LoreCard, targets: tuple[str, ...]) -> Step:
    """Ruins; who stands there suffers and is stunned; only then the hidden card (B21.3, B23.9)."""
    at, after = targets[0], state.phase
    state, events = scenario.ruined(state, at)
    unit = state.at(at)
    if unit is not None:
        state, hurt = harm.suffer(state, unit.number, 1, card.id, seat)
        state, stunned = harm.stun(state, unit.number)
        events += hurt + stunned
        if (over := harm.ended(state)) is not None:
            return over[0], events + over[1]
    state, shown = scenario.ruins_reveal(state, at, after)
    return state, events + shown


def _strong(state: State, seat: Seat, card: LoreCard) -> Targets:
    """For a side with an ordered unit of the class that the card is for."""
    if _ordered(state, seat, card.select):
        yield ()


def _wounded(state: State, seat: Seat, card: LoreCard) -> Targets:
    yield from ((unit.hex,) for unit in state.own(seat) if unit.health < state.kind(unit).full)


def _heal(state: State, seat: Seat, card: LoreCard, targets: tuple[str, ...]) -> Step:
    number = _on(state, targets[0]).number
    state, healed = harm.heal(state, number, card.amount)
    state, cured = harm.cure(state, number, card.cures)
    return state, healed + cured


def _enemy_near(state: State, seat: Seat, card: LoreCard) -> Targets:
    yield from ((enemy.hex,) for enemy in _enemies_near(state, seat, card))


def _enemy_to_poison(state: State, seat: Seat, card: LoreCard) -> Targets:
    yield from ((enemy.hex,) for enemy in _enemies_near(state, seat, card) if not enemy.poisoned)


def _poison(state: State, seat: Seat, card: LoreCard, targets: tuple[str, ...]) -> Step:
    return harm.poison(state, _on(state, targets[0]).number)


def _hand_to_see(state: State, seat: Seat, card: LoreCard) -> Targets:
    if state.sides[other(seat)].hand:
        yield ()


def _afflicted(state: State, seat: Seat, card: LoreCard) -> Targets:
    if any(unit.stunned or unit.poisoned for unit in state.own(seat)):
        yield ()


def _cleanse(state: State, seat: Seat, card: LoreCard, targets: tuple[str, ...]) -> Step:
    return cleansed(state, tuple(unit.number for unit in state.own(seat)))


def cleansed(state: State, units: tuple[int, ...]) -> Step:
    """Units lose all stun and poison."""
    events: tuple[Event, ...] = ()
    for number in units:
        for of in ("stun", "poison"):
            state, cured = harm.cure(state, number, of)
            events += cured
    return state, events


def _able_to_bleed(state: State, seat: Seat, card: LoreCard) -> Targets:
    """The units that the card can hurt without destroying them; none where there is no room for its lore (B5.5)."""
    if purse.room(state.rules.tables, state.sides[seat].lore - card.cost):
        yield from ((unit.hex,) for unit in state.own(seat) if unit.health > card.amount)


def _sacrifice(state: State, seat: Seat, card: LoreCard, targets: tuple[str, ...]) -> Step:
    state, hurt = harm.suffer(state, _on(state, targets[0]).number, card.amount, card.id, seat)
    state, gained = purse.gained(state, seat, card.lore, card.id)
    return state, (*hurt, *gained)


def _poisoned(state: State, seat: Seat, card: LoreCard) -> Targets:
    if any(unit.poisoned for unit in state.own(other(seat))):
        yield ()


def _rot(state: State, seat: Seat, card: LoreCard, targets: tuple[str, ...]) -> Step:
    events: tuple[Event, ...] = ()
    for unit in state.own(other(seat)):
        if unit.poisoned:
            state, hurt = harm.suffer(state, unit.number, card.amount, card.id, seat)
            state, cured = harm.cure(state, unit.number, "poison")
            events += hurt + cured
    return state, events


# Chance in the middle of a card


def _to_roll(state: State, seat: Seat, card: LoreCard, targets: tuple[str, ...]) -> Step:
    return replace(state, phase=Rolling(card.id, seat, targets, state.phase)), ()


def _rolling(state: State) -> tuple[Rolling, LoreCard]:
    rolling = current(state.phase, Rolling)
    return rolling, state.rules.tables.lore[rolling.card]


def _wants(state: State) -> Draw | None:
    rolling, card = _rolling(state)
    if card.dice:
        return Draw("dice", card.dice, len(state.rules.tables.faces))
    cards = len(state.sides[other(rolling.seat)].hand)
    return Draw("cards to look at", min(card.amount, cards), cards, distinct=True)


def _drawn(state: State, drawn: Drawn) -> Step:
    rolling, card = _rolling(state)
    state = replace(state, phase=rolling.after)
    if not card.dice:
        hand = state.sides[other(rolling.seat)].hand
        seen = CardsSeen(rolling.seat, tuple(hand[value - 1] for value in drawn.values))
        return replace(state, learnt=state.learnt + 1), (seen,)
    faces = tuple(state.rules.tables.faces[value - 1] for value in drawn.values)
    number, hits = _on(state, rolling.targets[0]).number, sum(face in card.hits for face in faces)
    state, hurt = harm.suffer(state, number, hits, card.id, rolling.seat)
    return state, (DiceRolled(rolling.seat, 0, faces, card.id), *hurt)


_EFFECTS: Mapping[str, tuple[CardTargets, CardEffect]] = {
    "forest_march": (_untargeted, _for_the_side),
    "march": (_chosen, _for_units),
    "rush": (_chosen, _for_units),
    "leap": (_chosen, _for_units),
    "teleport": (_gates, _teleport),
    "order": (_without_order, _order),
    "crush": (_buildings, _crush),
    "might": (_strong, _for_the_side),
    "heal": (_wounded, _heal),
    "barrage": (_enemy_near, _to_roll),
    "poison": (_enemy_to_poison, _poison),
    "spy": (_hand_to_see, _to_roll),
    "cleanse": (_afflicted, _cleanse),
    "sacrifice": (_able_to_bleed, _sacrifice),
    "rot": (_poisoned, _rot),
}
"""For each id of an effect what a card is played on, and what comes of it."""

EFFECTS = frozenset(_EFFECTS)
"""The effects of cards outside of combat."""

HANDLERS: Handlers = {Rolling: Handler("rolling", wants=_wants, drawn=_drawn)}
