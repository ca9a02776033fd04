"""Strikes: who may strike whom, with how many dice and which number, and what may be carried on (R13-R15)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.core import Draw, Drawn, Illegal, Seat
from engine.hexes import bits
from engine.phases import current
from engine.titan.actions import Action, Carry, Done, Strike
from engine.titan.battle.field import Battlefield, changed
from engine.titan.battle.frame import NEIGHBOURS
from engine.titan.battle.ground import HEXES, INDEX
from engine.titan.battle.pairs import Contacts, Pair
from engine.titan.events import Carried, Struck
from engine.titan.handler import Step
from engine.titan.state import Aimed, Carrying, Fighter, Fighting, State, Striking
from engine.values import replace


@dataclass(frozen=True, slots=True)
class StrikeOption:
    """One way to strike: hexes as indices; `carries` are the hexes excess hits may go on to (R14.2)."""

    striker: int
    target: int
    dice: int
    number: int
    ranged: bool
    carries: tuple[int, ...]


def legal(state: State, seat: Seat) -> Iterator[Action]:
    """Every strike of the striking side, strikers in hex order; then the end, once nobody must strike any more."""
    phase, must = current(state.phase, Fighting), False
    field, step = Battlefield(state, phase), current(phase.battle.step, Striking)
    for fighter in strikers(field, step):
        for blow in blows(field, fighter, step):
            must = must or not blow.ranged
            yield Strike(HEXES[blow.striker], HEXES[blow.target], blow.dice, blow.number)
    if not must:
        yield Done()


def striking_side(phase: Fighting, step: Striking | Aimed | Carrying) -> int:
    """The side that strikes now: the mover's, then the other (R13.1)."""
    return 1 - phase.battle.mover if step.responding else phase.battle.mover


def strikers(field: Battlefield, step: Striking) -> Iterator[Fighter]:
    """The characters on the map that have not struck in this phase, the slain among them (R13.3)."""
    side = 1 - field.battle.mover if step.responding else field.battle.mover
    for hex_ in bits(field.masks[side]):
        if not field.at[hex_].struck:
            yield field.at[hex_]


def blows(field: Battlefield, fighter: Fighter, step: Striking) -> Iterator[StrikeOption]:
    """Every way for a character to strike now: in contact it must strike (R13.2), else it may rangestrike (R15)."""
    if field.contacts(fighter):
        yield from _melee(field, fighter)
    elif _may_shoot(field, fighter, step):
        for hex_, (dice, number) in _in_range(field, fighter).items():
            yield StrikeOption(fighter.hex, hex_, dice, number, True, ())


def targets(field: Battlefield, fighter: Fighter, step: Striking) -> dict[int, Pair]:
    """The hexes that a character may strike or rangestrike now, with the due dice and strike number."""
    if field.contacts(fighter):
        return _in_contact(field, fighter)
    return _in_range(field, fighter) if _may_shoot(field, fighter, step) else {}


def _may_shoot(field: Battlefield, fighter: Fighter, step: Striking) -> bool:
    """Whether a character in no contact may rangestrike, if anybody is in range (R15.1, R15.2)."""
    if step.responding or not field.rules.kinds[fighter.creature].rangestrikes:
        return False
    return not (field.rules.rangestrike_nonadjacent and beside(fighter.hex, field.masks[1 - fighter.side]))


def beside(hex_: int, others: int) -> int:
    """Those of other hexes that lie beside one, whatever is between, as a mask."""
    return NEIGHBOURS[hex_] & others


def _in_contact(field: Battlefield, fighter: Fighter) -> dict[int, Pair]:
    """The due pair for each living enemy in contact (R13.5)."""
    melee, kinds, here, at = field.ground.melee, field.rules.kinds, fighter.hex, field.at
    kind, power = kinds[fighter.creature], field.power(fighter)
    enemies = field.ground.contacts[here] & field.living[1 - fighter.side]
    return {hex_: melee(kind, power, here, kinds[at[hex_].creature], hex_) for hex_ in bits(enemies)}


def _in_range(field: Battlefield, fighter: Fighter) -> dict[int, Pair]:
    """The pair for each living enemy that it may rangestrike (R15)."""
    rangestrike, kinds, here, occupied = field.ground.rangestrike, field.rules.kinds, fighter.hex, field.occupied
    kind, power = kinds[fighter.creature], field.power(fighter)
    due = {}
    for hex_ in bits(field.living[1 - fighter.side] & field.ground.within(kind, here)):
        pair = rangestrike(kind, power, here, kinds[field.at[hex_].creature], hex_, occupied)
        if pair is not None:
            due[hex_] = pair
    return due


def _melee(field: Battlefield, fighter: Fighter) -> Iterator[StrikeOption]:
    """The due pair for each target, and the worse pairs that would let excess be carried (R14.4)."""
    due = _in_contact(field, fighter)
    spread = Contacts(field.rules, field.ground, field.rules.kinds[fighter.creature], fighter.hex, due)
    for target in due:
        need = field.power(field.at[target]) - field.at[target].hits
        for pair in spread.pairs(target, need):
            yield StrikeOption(fighter.hex, target, *pair, False, spread.carries(target, pair))


def aim(state: State, action: Strike) -> State:
    """The state with the dice of a strike in the air."""
    phase = current(state.phase, Fighting)
    step = current(phase.battle.step, Striking)
    striker, target = INDEX[action.striker], INDEX[action.target]
    ranged = not Battlefield(state, phase).ground.contacts[striker] >> target & 1
    aimed = Aimed(step.responding, striker, target, action.dice, action.number, ranged)
    return replace(state, phase=replace(phase, battle=replace(phase.battle, step=aimed)))


def wants(state: State) -> Draw:
    """The dice of an announced strike."""
    return Draw("strike", current(current(state.phase, Fighting).battle.step, Aimed).dice, 6)


def rolled(state: State, drawn: Drawn) -> Step:
    """The dice fell: each that shows at least the strike number is a hit (R13.5)."""
    phase = current(state.phase, Fighting)
    field, battle, step = Battlefield(state, phase), phase.battle, current(phase.battle.step, Aimed)
    striker, target = field.at[step.striker], field.at[step.target]
    aimed = (step.target, step.dice, step.number)
    ways = blows(field, striker, Striking(step.responding))
    blow = next(blow for blow in ways if (blow.target, blow.dice, blow.number) == aimed)
    hits = sum(value >= step.number for value in drawn.values)
    dealt = min(hits, field.power(target) - target.hits)
    struck = replace(target, hits=target.hits + dealt)
    battle = replace(battle, fighters=changed(battle, striker, replace(striker, struck=True)))
    battle = replace(battle, fighters=changed(battle, target, struck))
    excess = 0 if step.ranged else hits - dealt
    carrying = Carrying(step.responding, step.striker, step.dice, step.number, excess, blow.carries)
    following = carrying if excess and blow.carries else Striking(step.responding)
    event = Struck(
        seat=phase.engagement.seats[striker.side],
        striker=striker.creature,
        hex=HEXES[striker.hex],
        target=target.creature,
        target_hex=HEXES[target.hex],
        dice=step.dice,
        number=step.number,
        rolls=drawn.values,
        dealt=dealt,
        hits=struck.hits,
        slain=field.slain(struck),
        excess=excess,
        ranged=step.ranged,
    )
    return replace(state, phase=replace(phase, battle=replace(battle, step=following))), (event,)


def _carrying(state: State) -> Carrying:
    return current(current(state.phase, Fighting).battle.step, Carrying)


def carries(state: State, seat: Seat) -> Iterator[Action]:
    """Whom the excess may go on to, or nobody (R14.5)."""
    yield from (Carry(HEXES[hex_]) for hex_ in _carrying(state).targets)
    yield Done()


def carry(state: State, seat: Seat, action: Carry | Done) -> Step:
    """The state after excess hits went on to another, or were let go (R14.5, R14.6)."""
    phase, step = current(state.phase, Fighting), _carrying(state)
    battle, after = phase.battle, Striking(step.responding)
    if isinstance(action, Done):
        return replace(state, phase=replace(phase, battle=replace(battle, step=after))), ()
    field, hex_ = Battlefield(state, phase), INDEX[action.target]
    target = field.at[hex_]
    dealt = min(step.excess, field.power(target) - target.hits)
    struck = replace(target, hits=target.hits + dealt)
    left, targets = step.excess - dealt, tuple(other for other in step.targets if other != hex_)
    following = replace(step, excess=left, targets=targets) if left and targets else after
    battle = replace(battle, fighters=changed(battle, target, struck), step=following)
    event = Carried(seat, target.creature, action.target, dealt, struck.hits, field.slain(struck), left)
    return replace(state, phase=replace(phase, battle=battle)), (event,)


def no_carry(state: State, seat: Seat, action: Action) -> Illegal | None:
    """Why excess hits can't go on there."""
    targets = tuple(HEXES[hex_] for hex_ in _carrying(state).targets)
    return Illegal("carry-not-possible", targets=targets) if isinstance(action, Carry) else None


def refusal(state: State, seat: Seat, action: Action) -> Illegal | None:
    """Why not, for the striking player."""
    phase = current(state.phase, Fighting)
    field, step = Battlefield(state, phase), current(phase.battle.step, Striking)
    options = {fighter.hex: tuple(blows(field, fighter, step)) for fighter in strikers(field, step)}
    match action:
        case Done():
            must = [hex_ for hex_, ways in options.items() if any(not blow.ranged for blow in ways)]
            return Illegal("must-strike", strikers=tuple(HEXES[hex_] for hex_ in must))
        case Strike():
            striker = INDEX.get(action.striker, -1)
            mine = options.get(striker)
            if mine is None:
                there = field.at.get(striker)
                if there is not None and there.side == striking_side(phase, step):
                    return Illegal("struck-already", striker=action.striker)
                return Illegal("character-unknown", character=action.striker)
            if not mine:
                return Illegal("no-strike", striker=action.striker)
            at = [blow for blow in mine if HEXES[blow.target] == action.target]
            if not at:
                targets = tuple(dict.fromkeys(HEXES[blow.target] for blow in mine))
                return Illegal("target-out", striker=action.striker, target=action.target, targets=targets)
            return Illegal("pair-not-possible", pairs=tuple((blow.dice, blow.number) for blow in at))
        case _:
            return None
