"""The course of a battle: rounds, halves of a strike phase, removal of the slain, and the end (R10-R13, R18)."""

from __future__ import annotations

from engine.core import Seat
from engine.phases import Handler, current
from engine.titan.actions import Carry, Concede, Done, Maneuver, Reinforce, Strike, Summon
from engine.titan.battle import maneuver, strike
from engine.titan.battle.field import Battlefield
from engine.titan.battle.ground import HEXES
from engine.titan.events import (
    BattleBegan,
    BattleEnded,
    Conceded,
    Creatures,
    Drifted,
    Event,
    ManeuverBegan,
    NotEntered,
    Slain,
    TurnedBack,
)
from engine.titan.facts import Gained, Lost, Showed
from engine.titan.handler import Handlers, Step
from engine.titan.phases.settlement import Outcome, bury, fallen_titans, settle
from engine.titan.sides import ATTACKER, DEFENDER
from engine.titan.state import OFF, Aimed, Battle, Carrying, Engagement, Fighter, Fighting, Maneuvering, State, Striking
from engine.values import replace, without

ROUNDS = 7
"""A battle that is not over after so many is lost for the attacker (R11.3)."""

Change = tuple[State, Fighting, tuple[Event, ...]]


def begin_battle(state: State, engagement: Engagement) -> Step:
    """Both legions are laid open, all characters off the map; the defender maneuvers first (R10.3, R11.1)."""
    attacker, defender = (state.legions[marker] for marker in engagement.markers)
    terrain = state.rules.board.lands[engagement.land].terrain
    fighters = tuple(Fighter(ATTACKER, code) for code in attacker.creatures)
    fighters += tuple(Fighter(DEFENDER, code) for code in defender.creatures)
    first_round = 1 if _first(state, terrain) == DEFENDER else 0
    battle = Battle(terrain, attacker.side, first_round, DEFENDER, Maneuvering(), fighters)
    state = state.note(*(Showed(leg.marker, leg.creatures, whole=True) for leg in (attacker, defender)))
    began = BattleBegan(
        engagement.land,
        terrain,
        attacker.marker,
        defender.marker,
        attacker.side,
        attacker.creatures,
        defender.creatures,
    )
    return replace(state, phase=Fighting(engagement, battle)), (began, ManeuverBegan(defender.owner, first_round))


def _first(state: State, terrain: str) -> int:
    """The side that maneuvers first in each round: the defender; in a Tower by option the attacker (R11.1, R11.4)."""
    return ATTACKER if terrain == "Tower" and state.rules.tower_round_order == "attacker_first" else DEFENDER


def acting(state: State) -> tuple[Seat, ...]:
    """Who must decide now, unless dice are in the air."""
    phase = current(state.phase, Fighting)
    step = phase.battle.step
    side = phase.battle.mover if isinstance(step, Maneuvering) else strike.striking_side(phase, step)
    return (phase.engagement.seats[side],)


def may_concede(state: State, seat: Seat) -> bool:
    """Whether a player may give a battle up now: who must decide, by option the other as well (R9.9)."""
    phase = state.phase
    if not isinstance(phase, Fighting) or isinstance(phase.battle.step, Aimed):
        return False
    anytime = state.rules.concession_window == "anytime"
    return seat in (phase.engagement.seats if anytime else acting(state))


def _maneuver(state: State, seat: Seat, action: Maneuver | Summon | Reinforce | Done) -> Step:
    return _end_maneuver(state) if isinstance(action, Done) else maneuver.apply(state, seat, action)


def _nobody_moves(state: State) -> Step | None:
    """A Maneuver Phase without a maneuver passes. All of it is public.

    But it waits while there is a window for an addition, since who can be summoned is a secret; and once somebody has
    moved in it, it waits for `done`, since until then moves can be taken back.
    """
    phase = current(state.phase, Fighting)
    battle = phase.battle
    begun = any(fighter.moved for fighter in battle.fighters if fighter.side == battle.mover)
    if battle.window or begun or next(maneuver.maneuvers(state, phase), None) is not None:
        return None
    return _end_maneuver(state)


def _strike(state: State, seat: Seat, action: Strike | Done) -> Step:
    return _end_strikes(state) if isinstance(action, Done) else (strike.aim(state, action), ())


def _nobody_strikes(state: State) -> Step | None:
    """A half of a strike phase without a strike passes. In games of version 1 an only strike is announced, see
    `Rules.only_strikes_wait`."""
    options = strike.legal(state, acting(state)[0])
    first = next(options)
    if isinstance(first, Done):
        return _end_strikes(state)
    if state.rules.only_strikes_wait or next(options, None) is not None:
        return None
    assert isinstance(first, Strike), "an only option besides ending is a strike"
    return strike.aim(state, first), ()


# --- the phases of a round ---


def _end_maneuver(state: State) -> Step:
    """Whoever is not on the map is lost, or goes back where it came from; strikes follow (R10.3, R16.5, R17.3)."""
    phase = current(state.phase, Fighting)
    battle, engagement = phase.battle, phase.engagement
    seat, marker = engagement.seats[battle.mover], engagement.markers[battle.mover]
    events: tuple[Event, ...] = ()
    outside = [fighter for fighter in battle.fighters if fighter.side == battle.mover and fighter.hex == OFF]
    left_out = tuple(fighter.creature for fighter in outside if not fighter.came)
    if left_out:
        state = bury(state, marker, left_out)
        fallen, absent = (_add(pair, battle.mover, left_out) for pair in (battle.fallen, battle.absent))
        battle = replace(battle, fallen=fallen, absent=absent)
        engagement = _spared(state, engagement, battle.mover, left_out)
        events += (NotEntered(seat, marker, left_out, state.rules.offboard_returns),)
    for fighter in outside:
        if fighter.came:
            state, battle, engagement, back = _turn_back(state, battle, engagement, fighter)
            events += (back,)
    here = tuple(replace(f, moved=False, struck=False) for f in battle.fighters if f not in outside)
    battle = replace(battle, fighters=here, window=False, step=Striking())
    if battle.round == 0:
        phase = Fighting(engagement, battle)
        if any(lost(state, phase)):  # no strikes follow the deployment, at whose end this would be seen
            state, ended = _end(state, phase, lost(state, phase), "titan" if any(titans(state, phase)) else "battle")
            return replace(state, aftermath=phase), events + ended
        battle = replace(battle, round=1, mover=ATTACKER, step=Maneuvering())
        began = ManeuverBegan(engagement.seats[ATTACKER], 1)
        return replace(state, phase=Fighting(engagement, battle)), (*events, began)
    state, drifted = _drift(replace(state, phase=Fighting(engagement, battle)))
    return state, events + drifted


def _spared(state: State, engagement: Engagement, side: int, creatures: Creatures) -> Engagement:
    """The engagement, in a variant with these going back to the stacks when it is over (V5.2, V5.4)."""
    return engagement.sent_back(side, creatures) if state.rules.offboard_returns else engagement


def _add(pair: tuple[Creatures, Creatures], side: int, more: Creatures) -> tuple[Creatures, Creatures]:
    return (pair[0] + more, pair[1]) if side == ATTACKER else (pair[0], pair[1] + more)


def sent_back(state: State, phase: Fighting) -> Change:
    """A battle is given up: who was called to it and has not entered yet goes back where it came from, and is not
    scored, whosever it is (R16.5, R17.3)."""
    if not state.rules.late_ones_go_back:
        return state, phase, ()
    battle, engagement = phase.battle, phase.engagement
    events: tuple[Event, ...] = ()
    for fighter in battle.fighters:
        if fighter.came and fighter.hex == OFF:
            state, battle, engagement, back = _turn_back(state, battle, engagement, fighter)
            battle = replace(battle, fighters=tuple(other for other in battle.fighters if other is not fighter))
            events += (back,)
    phase = Fighting(engagement, battle)
    return replace(state, phase=phase), phase, events


def _turn_back(
    state: State, battle: Battle, engagement: Engagement, fighter: Fighter
) -> tuple[State, Battle, Engagement, TurnedBack]:
    """A later arrival that found no way onto the map: back to the stack or to its donor, as if never called."""
    seat, marker, code = engagement.seats[fighter.side], engagement.markers[fighter.side], fighter.creature
    legion = state.legions[marker]
    state = state.put(replace(legion, creatures=without(legion.creatures, (code,)))).note(Lost(marker, (code,)))
    if fighter.came == "mustered":
        bank = {**state.bank, code: state.bank[code] + 1}
        back = TurnedBack(seat, code, donor="")
        return replace(state, bank=bank), replace(battle, reinforced=False), engagement, back
    donor = battle.donor
    assert donor is not None, "a summoned character has a donor"
    if donor.marker not in state.legions:
        free = tuple(m for m in state.players[donor.owner].markers if m != donor.marker)
        state = state.with_player(donor.owner, markers=free).put(replace(donor, creatures=()))
    left = state.legions[donor.marker]
    state = state.put(replace(left, creatures=state.rules.arranged((*left.creatures, code))))
    state = state.note(Gained(donor.marker, code))
    return state, battle, replace(engagement, summoned=False), TurnedBack(seat, code, donor.marker)


def _drift(state: State) -> Step:
    """Each non-native in drift takes a hit at the beginning of every Strike Phase (R15.9)."""
    phase = current(state.phase, Fighting)
    field, battle = Battlefield(state, phase), phase.battle
    events: tuple[Event, ...] = ()
    fighters = []
    for fighter in battle.fighters:
        kind = state.rules.kinds[fighter.creature]
        if fighter.hex != OFF and (hits := field.ground.drift_hits(kind, fighter.hex)):
            fighter = replace(fighter, hits=fighter.hits + hits)
            seat = phase.engagement.seats[fighter.side]
            slain = field.slain(fighter)
            events += (Drifted(seat, fighter.creature, HEXES[fighter.hex], fighter.hits, slain),)
        fighters.append(fighter)
    if not events:
        return state, ()
    return replace(state, phase=replace(phase, battle=replace(battle, fighters=tuple(fighters)))), events


def _end_strikes(state: State) -> Step:
    """The responding player strikes back; after that the slain are removed, and the battle may be over (R11.2)."""
    phase = current(state.phase, Fighting)
    if not current(phase.battle.step, Striking).responding:
        battle = replace(phase.battle, step=Striking(responding=True))
        return replace(state, phase=replace(phase, battle=battle)), ()
    fought = phase
    state, phase, events = remove_slain(state, phase)
    over = lost(state, phase)
    if any(over):
        state, ended = _end(state, phase, over, "titan" if any(titans(state, phase)) else "battle")
        return replace(state, aftermath=fought), events + ended
    battle = phase.battle
    first = _first(state, battle.terrain)
    if battle.mover == first:
        following = replace(battle, mover=1 - first, step=Maneuvering())
    elif battle.round < ROUNDS:
        following = replace(battle, mover=first, round=battle.round + 1, step=Maneuvering())
    else:
        state, ended = _time_loss(state, phase)
        return replace(state, aftermath=fought), events + ended
    phase = maneuver.opened(state, replace(phase, battle=following))
    began = ManeuverBegan(phase.engagement.seats[following.mover], following.round)
    return replace(state, phase=phase), (*events, began)


def remove_slain(state: State, phase: Fighting) -> Change:
    """Slain characters leave the map; the first of the defender's opens the attacker's chance to summon (R16.3)."""
    field, battle, events = Battlefield(state, phase), phase.battle, []
    for side, marker in enumerate(phase.engagement.markers):
        slain = tuple(fighter.creature for fighter in field.side(side) if field.slain(fighter))
        if slain:
            state = bury(state, marker, slain)
            battle = replace(battle, fallen=_add(battle.fallen, side, slain))
            events.append(Slain(phase.engagement.seats[side], marker, slain))
            if side == DEFENDER and battle.summons == "none":
                battle = replace(battle, summons="earned")
    living = tuple(fighter for fighter in battle.fighters if not field.slain(fighter))
    phase = replace(phase, battle=replace(battle, fighters=living))
    return replace(state, phase=phase), phase, tuple(events)


# --- the end ---


def titans(state: State, phase: Fighting) -> tuple[bool, bool]:
    """Whose Titan has fallen in this battle, where that ends it (R18.1, V1.3)."""
    return fallen_titans(state, phase.battle.fallen)


def lost(state: State, phase: Fighting) -> tuple[bool, bool]:
    """Which legions are lost: nobody left, or the Titan among the slain (R18.1)."""
    living = {fighter.side for fighter in phase.battle.fighters}
    slain = titans(state, phase)
    return slain[ATTACKER] or ATTACKER not in living, slain[DEFENDER] or DEFENDER not in living


def _end(state: State, phase: Fighting, lost: tuple[bool, bool], how: str, before: Fighting | None = None) -> Step:
    """A battle is over: points (R18.3), then what may be added (R9.11, R16.6, R17.4).

    `before` is the battle as it was before a side was given up.
    """
    engagement, battle = phase.engagement, phase.battle
    loser = None if all(lost) else lost.index(True)
    attacked = before is None or any(f.side == ATTACKER and f.hex != OFF for f in before.battle.fighters)
    outcome = Outcome(
        how if how in ("time", "concession") else "battle",
        lost,
        gone=battle.fallen,
        absent=battle.absent,
        entered=_entered(before or phase),
        fought=True,
        may_summon=True,
        may_reinforce=not battle.reinforced and attacked,
    )
    winner = "" if loser is None else engagement.markers[1 - loser]
    ended = BattleEnded(engagement.land, winner, "" if loser is None else engagement.markers[loser], how, battle.round)
    state, events = settle(state, engagement, outcome)
    return state, (ended, *events)


def _entered(phase: Fighting) -> tuple[Creatures, Creatures]:
    """Who has come onto the map, living or slain, by side."""
    battle = phase.battle
    slain = (without(fallen, absent) for fallen, absent in zip(battle.fallen, battle.absent, strict=True))
    entered = [
        gone + tuple(f.creature for f in battle.fighters if f.side == side and f.hex != OFF)
        for side, gone in enumerate(slain)
    ]
    return entered[ATTACKER], entered[DEFENDER]


def _time_loss(state: State, phase: Fighting) -> Step:
    """After seven rounds the attacker's remaining characters are eliminated; nobody scores for them (R11.3, V5.4)."""
    fought, marker = phase, phase.engagement.markers[ATTACKER]
    left = state.legions[marker].creatures
    phase = _all_fall(replace(phase, engagement=_spared(state, phase.engagement, ATTACKER, left)), ATTACKER)
    return _end(bury(state, marker, left), phase, (True, False), "time", fought)


def _all_fall(phase: Fighting, side: int) -> Fighting:
    battle = phase.battle
    rest = tuple(fighter.creature for fighter in battle.fighters if fighter.side == side)
    left = tuple(fighter for fighter in battle.fighters if fighter.side != side)
    return replace(phase, battle=replace(battle, fighters=left, fallen=_add(battle.fallen, side, rest)))


def concede(state: State, phase: Fighting, seat: Seat) -> Step:
    """Takes effect at once: what is slain is removed, the rest of the conceding legion is eliminated (R9.9, R9.10)."""
    side = phase.engagement.seats.index(seat)
    marker = phase.engagement.markers[side]
    fought = phase
    state, phase, events = remove_slain(state, phase)
    state, phase, late = sent_back(state, phase)
    events += late
    given_up = state.legions[marker].creatures
    state = bury(state, marker, given_up)
    phase = _all_fall(phase, side)
    state, ended = _end(state, phase, lost(state, phase), "concession", fought)
    conceded = Conceded(phase.engagement.land, seat, marker, given_up, True)
    return replace(state, aftermath=fought), (*events, conceded, *ended)


HANDLERS: Handlers = {
    Maneuvering: Handler(
        "battle",
        (Maneuver, Summon, Reinforce, Done, Concede),
        acting,
        maneuver.legal,
        _maneuver,
        maneuver.refusal,
        onward=_nobody_moves,
    ),
    Striking: Handler(
        "battle", (Strike, Done, Concede), acting, strike.legal, _strike, strike.refusal, onward=_nobody_strikes
    ),
    Aimed: Handler("battle", wants=strike.wants, drawn=strike.rolled),
    Carrying: Handler("battle", (Carry, Done, Concede), acting, strike.carries, strike.carry, strike.no_carry),
}
"""A battle goes by its steps; giving it up is asked of in each, see `may_concede`."""
