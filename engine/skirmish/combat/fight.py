"""The eleven steps of a combat, one after the other (B8.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from engine.core import Draw, Drawn, Illegal, Seat
from engine.notation import verb
from engine.skirmish import board, harm, windows
from engine.skirmish.actions import Action, Advance, Commit, Counter, Done, Pursue, Push, Stay
from engine.skirmish.combat import cards
from engine.skirmish.combat.advance import advances, counter, follow, may_counter, pursuit, ways
from engine.skirmish.combat.course import both, course, defender, hurt, roller, with_combat
from engine.skirmish.combat.results import (
    FRENZY,
    HEAVY_SWING,
    HEROIC,
    LORE,
    NOBODY,
    POISON,
    REND,
    STUNNING_BLOW,
    committed,
    guards,
    held_off,
    morale,
    retreating,
    suffering,
    unmoved_by,
    uses,
)
from engine.skirmish.combat.retreat import retreat
from engine.skirmish.combat.strength import dice, played
from engine.skirmish.events import (
    AttackDeclared,
    Declined,
    DiceRolled,
    Event,
    HeroicSpent,
    Ignored,
    LoreGained,
)
from engine.skirmish.handler import Handler, Handlers, Step
from engine.skirmish.state import Attacking, Combat, Commitment, Fighting, State, Unit
from engine.values import replace

Onward = Callable[[State, Combat], Step | None]
"""What a step of a combat does by itself; None while somebody must decide or chance is wanted."""


def begun(state: State, combat: Combat, attacking: Attacking) -> Step:
    """A combat is declared: an attack, or a counter within another combat (B8.3 step 1)."""
    attacker, target = both(state, combat)
    told = AttackDeclared(
        attacker.owner,
        attacker.number,
        attacker.kind,
        combat.start,
        target.number,
        target.kind,
        combat.aim,
        combat.how,
        combat.outer is not None,
    )
    return replace(state, phase=Fighting(combat, attacking)), (told,)


def _at(state: State, combat: Combat, step: str) -> State:
    return with_combat(state, replace(combat, step=step))


def _fighting(state: State) -> Fighting:
    assert isinstance(state.phase, Fighting)
    return state.phase


# Steps 1 to 3: the roll, and the windows around it


def _before(state: State, combat: Combat) -> Step:
    timings = ("own_before_roll", "defend_before_roll+defend_after_roll")
    after = replace(_fighting(state), combat=replace(combat, step="roll"))
    return windows.opened(state, timings, roller(state, combat), after), ()


def _wanted(state: State) -> Draw | None:
    combat = course(state)
    return Draw("dice", _count(state, combat), len(state.rules.tables.faces)) if combat.step == "roll" else None


def _count(state: State, combat: Combat) -> int:
    attacker, target = both(state, combat)
    count, _ = dice(state, attacker, target, combat.how, combat)
    return count


def _rolled(state: State, drawn: Drawn) -> Step:
    combat = course(state)
    faces = tuple(state.rules.tables.faces[value - 1] for value in drawn.values)
    told = DiceRolled(roller(state, combat), combat.attacker, faces)
    return with_combat(state, replace(combat, dice=faces, step="after")), (told,)


def _after(state: State, combat: Combat) -> Step:
    """What the defender left word for happens first, then both may play cards; he is asked if he wanted to be."""
    state, events = _instructed(state, combat)
    combat = course(state)
    timings = ("own_after_roll", "defend_after_roll" if combat.wants_word else "")
    after = replace(_fighting(state), combat=replace(combat, step="commit"))
    return windows.opened(state, timings, roller(state, combat), after), events


def _instructed(state: State, combat: Combat) -> Step:
    """The cards that the defender wanted if the damage would be so much: without each of them, and if he can pay."""
    seat = defender(state, combat)
    events: tuple[Event, ...] = ()
    for word in combat.instructions:
        side, row = state.sides[seat], state.rules.tables.lore[word.card]
        if (
            word.card in side.hand
            and row.cost <= side.lore
            and word.targets in cards.targets(state, seat, word.card)
            and suffering(state, course(state)) >= word.least
        ):
            state, more = windows.play(state, seat, word.card, word.targets)
            events += more
    return with_combat(state, replace(course(state), instructions=())), events


# Step 4: heroic dice


def _commit(state: State, combat: Combat) -> Step | None:
    if combat.commitments or any(uses(state, combat)):
        return None
    return _at(state, combat, "damage"), ()


def _committed(state: State, combat: Combat, action: Commit) -> Step:
    spent = Commitment(action.use, "" if action.target == NOBODY else action.target)
    told = HeroicSpent(roller(state, combat), action.use, action.target)
    return with_combat(state, replace(combat, commitments=(*combat.commitments, spent))), (told,)


# Steps 5 to 7: damage, and what is ignored


def _damage(state: State, combat: Combat) -> Step:
    attacker, target = both(state, combat)
    events: list[Event] = [
        Ignored(target.number, target.kind, target.owner, target.hex, "damage", held, why)
        for why, held in held_off(state, combat)
    ]
    rends = [(state.at(one.target), one) for one in combat.commitments if one.use == REND]
    blows = [(target.number, suffering(state, combat), "hit")]
    blows += [(number, taken, card) for number, card, taken in guards(state, combat)]
    blows += [(unit.number, 1, REND) for unit, _ in rends if unit is not None]
    blows += [(attacker.number, committed(combat, FRENZY), FRENZY)]
    results = morale(state, combat) + committed(combat, HEAVY_SWING, target.hex)
    for number, amount, why in blows:
        state, told = hurt(state, number, amount, why)
        events += told
    for use, does in ((STUNNING_BLOW, harm.stun), (POISON, harm.poison)):
        if committed(combat, use):
            state, told = does(state, target.number)
            events += told
    left = 0
    if (standing := state.unit(target.number)) is not None:
        events += _unmoved(state, combat, standing, results)
        left = retreating(state, combat, standing, results)
    return with_combat(state, replace(course(state), step="ferocity", retreats=left)), tuple(events)


def _unmoved(state: State, combat: Combat, unit: Unit, results: int) -> tuple[Event, ...]:
    return tuple(
        Ignored(unit.number, unit.kind, unit.owner, unit.hex, "retreat", held, why)
        for why, held in unmoved_by(state, combat, unit, results)
    )


# Step 8: retreats, before them the counter of Ferocity (B11.12)


def _ferocity(state: State, combat: Combat) -> Step | None:
    if _offers_ferocity(state, combat):
        return None
    return _at(state, combat, "retreat"), ()


def _offers_ferocity(state: State, combat: Combat) -> bool:
    target = state.unit(combat.target)
    if target is None or not combat.retreats or not may_counter(state, combat):
        return False
    return cards.ferocious(state, combat, target)


def _retreat(state: State, combat: Combat) -> Step | None:
    target = state.unit(combat.target)
    if target is None or not combat.retreats:
        return _at(state, combat, "pushes"), ()
    directions = board.retreats(combat.start, combat.aim)
    if combat.direction < 0 and len(directions) > 1:
        return None
    direction = combat.direction if combat.direction >= 0 else directions[0]
    state = with_combat(state, replace(combat, direction=direction, retreats=0, step="pushes"))
    # Of what the target ignored, Heavy Swing's results were the first: its owner would want it so (B19.6).
    swings = min(committed(combat, HEAVY_SWING, combat.aim), max(0, combat.retreats - morale(state, combat)))
    return retreat(state, target, direction, combat.retreats, swings)


def _pushed(state: State, combat: Combat, direction: str) -> Step:
    return with_combat(state, replace(combat, direction=board.COMPASS.index(direction))), ()


def _pushes(state: State, combat: Combat) -> Step:
    """Heavy Swing on others than the target, in the order in which they were named first (B19.5)."""
    events: tuple[Event, ...] = ()
    named = dict.fromkeys(one.target for one in combat.commitments if one.use == HEAVY_SWING)
    for at in named:
        unit, swings = state.at(at), committed(combat, HEAVY_SWING, at)
        if at == combat.aim or unit is None:
            continue
        events += _unmoved(state, combat, unit, swings)
        left = retreating(state, combat, unit, swings)
        (direction,) = board.retreats(combat.start, at)
        state, told = retreat(state, unit, direction, left, left)
        events += told
    return _at(state, course(state), "lore"), events


# Step 9: lore


def _lore(state: State, combat: Combat) -> Step:
    """Lore of the dice, and what a card wants done once damage has been dealt; a counter ends here (B10.1)."""
    seat = roller(state, combat)
    events: tuple[Event, ...] = ()
    if any(hurt for number, hurt in combat.suffered if number != combat.attacker):
        for effect in played(combat, "drain"):
            state, told = harm.heal(state, combat.attacker, effect.amount)
            events += told
    if gained := combat.dice.count(LORE):
        side = state.sides[seat]
        state = state.with_side(seat, replace(side, lore=side.lore + gained))
        events += (LoreGained(seat, gained, "dice"),)
    if combat.outer is not None:
        return with_combat(state, combat.outer), events
    return _at(state, combat, "counter"), events


# Step 10: the counter


def _counter(state: State, combat: Combat) -> Step | None:
    if not combat.countered and may_counter(state, combat):
        return None
    return _at(state, combat, "advance"), ()


def _countered(state: State, combat: Combat, action: Counter | Stay) -> Step:
    """The target strikes back or does without, before its retreat or after the lore: it is asked once."""
    further = "retreat" if combat.step == "ferocity" else "advance"
    combat = replace(combat, countered=True, step=further)
    if isinstance(action, Stay):
        return with_combat(state, combat), (Declined(defender(state, combat), "counter"),)
    return begun(state, counter(state, combat), _fighting(state).attacking)


# Step 11: the advance


def _advance(state: State, combat: Combat) -> Step | None:
    if any(advances(state, combat)):
        return None
    return _at(state, combat, "done"), ()


def _advanced(state: State, combat: Combat, action: Advance | Pursue | Stay) -> Step:
    state = _at(state, combat, "done")
    unit = state.unit(combat.attacker)
    assert unit is not None, "only who stands is asked to advance"
    match action:
        case Stay():
            return state, (Declined(unit.owner, "advance"),)
        case Advance():
            return follow(state, unit, (unit.hex, combat.aim), "advance")
        case Pursue():
            path = ways(state, unit, combat.aim, pursuit(state, unit))[action.to]
            state = replace(state, phase=replace(_fighting(state), attacking=Attacking(unit.number)))
            return follow(state, unit, path, "pursue")


def _done(state: State, combat: Combat) -> Step:
    """Back to the Attack Step; the attacker has had one attack more."""
    unit = state.unit(combat.attacker)
    if unit is not None:
        state = state.with_unit(replace(unit, attacks=unit.attacks + 1))
    return replace(state, phase=_fighting(state).attacking), ()


# The phase

_ONWARD: Mapping[str, Onward] = {
    "before": _before,
    "after": _after,
    "commit": _commit,
    "damage": _damage,
    "ferocity": _ferocity,
    "retreat": _retreat,
    "pushes": _pushes,
    "lore": _lore,
    "counter": _counter,
    "advance": _advance,
    "done": _done,
}


def _onward(state: State) -> Step | None:
    combat = course(state)
    return None if combat.step == "roll" else _ONWARD[combat.step](state, combat)


def _waiting(state: State) -> tuple[Seat, ...]:
    combat = course(state)
    match combat.step:
        case "commit" | "retreat" | "advance":
            return (roller(state, combat),)
        case "ferocity" | "counter":
            return (defender(state, combat),)
        case _:
            return ()


def _legal(state: State, seat: Seat) -> Iterator[Action]:
    combat = course(state)
    match combat.step:
        case "commit":
            yield from uses(state, combat)
            yield Done()
        case "ferocity" | "counter":
            yield Counter()
            yield Stay()
        case "retreat":
            yield from (Push(board.COMPASS[side]) for side in board.retreats(combat.start, combat.aim))
        case "advance":
            yield from advances(state, combat)
            yield Stay()


def _apply(state: State, seat: Seat, action: Action) -> Step:
    combat = course(state)
    match action:
        case Commit():
            return _committed(state, combat, action)
        case Push():
            return _pushed(state, combat, action.direction)
        case Advance() | Pursue():
            return _advanced(state, combat, action)
        case Stay() if combat.step == "advance":
            return _advanced(state, combat, action)
        case Counter() | Stay():
            return _countered(state, combat, action)
        case _:
            assert isinstance(action, Done), f"{action} is nothing to do in a combat"
            return _at(state, combat, "damage"), ()


def _refusal(state: State, seat: Seat, action: Action) -> Illegal | None:
    combat = course(state)
    possible = tuple(type(one) for one in _legal(state, seat))
    if type(action) not in possible and not (isinstance(action, Commit) and combat.step == "commit"):
        verbs = tuple(dict.fromkeys(map(verb, possible)))
        return Illegal("combat-step", step=combat.step, verbs=verbs)
    match action:
        case Commit():
            return _no_use(state, combat, action)
        case Push():
            sides = tuple(board.COMPASS[side] for side in board.retreats(combat.start, combat.aim))
            return Illegal("push-direction", direction=action.direction, possible=sides)
        case Pursue():
            reached = tuple(one.to for one in advances(state, combat) if isinstance(one, Pursue))
            return Illegal("pursue-to", to=action.to, possible=reached)
        case _:
            return None


def _no_use(state: State, combat: Combat, action: Commit) -> Illegal:
    """Why a heroic die cannot be put to this: none is left, the unit has no such ability, or not on that unit."""
    found = tuple(uses(state, combat))
    left = combat.dice.count(HEROIC) - len(combat.commitments)
    if not left:
        return Illegal("heroic-none", spent=len(combat.commitments))
    on = tuple(one.target for one in found if one.use == action.use)
    if not on:
        return Illegal("heroic-use", use=action.use, uses=tuple(dict.fromkeys(one.use for one in found)))
    return Illegal("heroic-target", use=action.use, target=action.target, possible=on)


HANDLERS: Handlers = {
    Fighting: Handler(
        "fighting",
        (Commit, Done, Push, Counter, Advance, Pursue, Stay),
        _waiting,
        _legal,
        _apply,
        _refusal,
        _wanted,
        _rolled,
        _onward,
    )
}
