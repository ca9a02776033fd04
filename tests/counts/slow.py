"""Everything legal, by the sentences of the rules: which of them speaks in which phase."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core import Seat
from engine.titan.sides import ATTACKER, DEFENDER
from engine.titan.state import (
    OFF,
    Aimed,
    Carrying,
    Choosing,
    Engaging,
    Fighting,
    Gathering,
    Maneuvering,
    Moving,
    Mustering,
    Over,
    Parleying,
    Rolling,
    Splitting,
    State,
    Striking,
    TowersDrawing,
)
from tests.counts import board, gains, strikes
from tests.counts.field import ENTRIES, LABELS, WALLED, maneuvers, range_of
from tests.counts.figures import COLOURS, MOST, power
from tests.counts.strikes import Stander


def lines(state: State, seat: Seat, aimed_at: str = "") -> list[str]:
    """Every line that is legal for a seat. `aimed_at` is the hex that the strike went to whose hits are carried on."""
    phase = state.phase
    if state.players[seat].out or isinstance(phase, TowersDrawing | Rolling | Over):
        return []
    match phase:
        case Choosing():
            return list(_choices(state, seat))
        case Splitting():
            found = board.splits(state, seat)
        case Moving():
            found = board.moves(state, phase, seat)
        case Engaging():
            found = _engagements(state, seat)
        case Parleying():
            found = gains.exchange(state, phase, seat)
        case Fighting():
            if isinstance(phase.battle.step, Aimed):
                return []
            found = _battle(state, phase, seat, aimed_at)
        case Gathering():
            found = gains.additions(state, phase, seat)
        case Mustering():
            found = gains.musters(state, seat)
    return [*found, "resign"]  # R19.9


def _choices(state: State, seat: Seat) -> Iterator[str]:
    """R1.4, R1.5: a colour, then a marker; the lowest Tower first."""
    settled = {legion.owner for legion in state.legions.values()}
    waiting = [other for other in range(len(state.players)) if other not in settled]
    if seat != min(waiting, key=lambda other: state.players[other].tower):
        return
    mine = state.players[seat].colour
    if mine:
        yield from (f"marker {marker}" for marker in COLOURS[mine])
    else:
        taken = {player.colour for player in state.players}
        yield from (f"colour {colour}" for colour in COLOURS if colour not in taken)


def _engagements(state: State, seat: Seat) -> Iterator[str]:
    """R9.1, R9.2"""
    if seat == state.active:
        mine = {legion.land for legion in state.legions.values() if legion.owner == seat}
        theirs = {legion.land for legion in state.legions.values() if legion.owner != seat}
        yield from (f"engage {land}" for land in mine & theirs)


# --- battle ---


def _battle(state: State, phase: Fighting, seat: Seat, aimed_at: str) -> Iterator[str]:
    if seat not in phase.engagement.seats:
        return
    battle, step = phase.battle, phase.battle.step
    side = phase.engagement.seats.index(seat)
    responding = isinstance(step, Striking | Carrying) and step.responding
    acts = side == (1 - battle.mover if responding else battle.mover)
    if acts or state.rules.concession_window == "anytime":
        yield "concede"  # R9.9
    if not acts:
        return
    field = standing(state, phase)
    match step:
        case Maneuvering():
            yield from _maneuvers(state, phase, field)
            if battle.window and sum(fighter.side == side for fighter in battle.fighters) < MOST:
                yield from _called(state, phase, side)
            yield "done"
        case Striking():
            yield from _strikes(state, phase, step, field, side)
        case Carrying():
            striker = field[LABELS[step.striker]]
            pair = step.dice, step.number
            found = strikes.carries(battle.terrain, striker, aimed_at, *pair, field, state.rules.carry_needs_benefit)
            yield from (f"carry {label}" for label in found)
            yield "done"


def standing(state: State, phase: Fighting) -> dict[str, Stander]:
    """Everybody on the map, by hex."""
    found = {}
    for fighter in phase.battle.fighters:
        if fighter.hex != OFF:
            label = LABELS[fighter.hex]
            score = state.players[phase.engagement.seats[fighter.side]].score
            code = fighter.creature
            found[label] = Stander(code, label, fighter.side, power(code, score), fighter.hits)
    return found


def _maneuvers(state: State, phase: Fighting, field: dict[str, Stander]) -> set[str]:
    battle, rules, found = phase.battle, state.rules, set()
    for fighter in battle.fighters:
        if fighter.side != battle.mover or fighter.moved:
            continue
        start = None if fighter.hex == OFF else LABELS[fighter.hex]
        if start and strikes.enemies_in_contact(battle.terrain, field[start], field):
            continue  # R12.3
        entries = ENTRIES[battle.side][fighter.side].split()
        if not start and fighter.side == DEFENDER and battle.terrain == "Tower" and battle.round <= 1:
            there = set(WALLED) - set(field)  # R10.4
        else:
            options = rules.cumulative_slow, rules.one_hex_always
            there = maneuvers(battle.terrain, fighter.creature, start, entries, field, *options)
        found |= {f"maneuver {start or fighter.creature} {label}" for label in there}
    return found


def _called(state: State, phase: Fighting, side: int) -> Iterator[str]:
    """R16.3 and R17.2: the one opportunity of each."""
    battle = phase.battle
    if side == ATTACKER and battle.fallen[DEFENDER]:
        yield from gains.summonings(state, phase.engagement)
    if side == DEFENDER and battle.round == 4 and not battle.reinforced:
        living = [fighter.creature for fighter in battle.fighters if fighter.side == DEFENDER]
        yield from (f"reinforce {way}" for way in gains.recruits(state, phase.engagement.land, living))


def _barred(state: State, striker: Stander, field: dict[str, Stander]) -> bool:
    """By option, whoever stands beside an enemy, living or slain, whatever lies between (R15.2)."""
    near = {other.side for other in field.values() if range_of(striker.hex, other.hex) == 2}
    return state.rules.rangestrike_nonadjacent and 1 - striker.side in near


def _strikes(state: State, phase: Fighting, step: Striking, field: dict[str, Stander], side: int) -> Iterator[str]:
    battle, rules, must = phase.battle, state.rules, False
    for fighter in battle.fighters:
        if fighter.side != side or fighter.hex == OFF or fighter.struck:
            continue
        striker = field[LABELS[fighter.hex]]
        touching = strikes.enemies_in_contact(battle.terrain, striker, field)
        for target in field.values():
            if target.side == side or target.slain:
                continue
            ways: set[tuple[int, int]] = set()
            if target in touching:
                must = True  # R13.2
                how = rules.raise_strike_number, rules.carry_needs_benefit
                ways = strikes.pairs(battle.terrain, striker, target, field, *how)
            elif not touching and not step.responding and not _barred(state, striker, field):  # R15.1, R15.2
                way = strikes.rangestrike(battle.terrain, striker, target, field, rules.los_any_character_blocks)
                ways = {way} if way else set()
            yield from (f"strike {striker.hex} {target.hex} {dice} {number}" for dice, number in ways)
    if not must:
        yield "done"
