"""How an engagement ends: points, eliminated players, and the winner's additions (R16-R19)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.core import Illegal, Seat
from engine.phases import Handler, current
from engine.titan.actions import Acquire, Action, Done, Reinforce, Summon
from engine.titan.events import Acquired, Creatures, Eliminated, Event, GameEnded, Reinforced, Scored, Summoned
from engine.titan.facts import Gained, Lost, Marker, Showed, Vanished
from engine.titan.handler import Handlers, Step
from engine.titan.phases.muster import enlist, musters, no_way
from engine.titan.phases.turn import over
from engine.titan.points import Reckoning
from engine.titan.rules import Rules
from engine.titan.sides import ATTACKER, DEFENDER
from engine.titan.state import Engagement, Engaging, Gathering, Legion, Over, State
from engine.values import replace, without


@dataclass(frozen=True, slots=True)
class Outcome:
    """How an engagement was settled, pairs by side: `how`, `lost` and `fought` as in `points.Reckoning`.

    `gone` are those that each side lost, the `absent` among them who never came onto the map; `entered` those who did,
    living or not. What was eliminated is in the dead pile already; only the living companions of a Titan slain in
    battle are still in their legion.
    """

    how: str
    lost: tuple[bool, bool]
    gone: tuple[Creatures, Creatures]
    absent: tuple[Creatures, Creatures] = ((), ())
    entered: tuple[Creatures, Creatures] = ((), ())
    fought: bool = False
    may_summon: bool = False
    may_reinforce: bool = False


def value(state: State, seat: Seat, creatures: Creatures) -> int:
    """Points that characters of a player are worth: Power x Skill, a Titan by its Power now (R18.5)."""
    return state.rules.worth(creatures, state.players[seat].score)


def bury(state: State, marker: Marker, creatures: Creatures) -> State:
    """The state with characters of a legion eliminated. All go to the dead pile until the engagement is over."""
    if not creatures:
        return state
    legion = state.legions[marker]
    dead = {code: count + creatures.count(code) for code, count in state.dead.items()}
    state = state.put(replace(legion, creatures=without(legion.creatures, creatures)))
    return replace(state, dead=dead).note(Lost(marker, creatures))


def disband(state: State, marker: Marker) -> State:
    """The state without a legion that has nobody left; the marker is its owner's again (R3.1)."""
    owner = state.legions[marker].owner
    markers = tuple(sorted((*state.players[owner].markers, marker)))
    return state.drop(marker).with_player(owner, markers=markers).note(Vanished(marker))


def settle(state: State, engagement: Engagement, outcome: Outcome) -> Step:
    """Points, elimination and markers in the order of R18.2; then the winner's additions.

    A loser who scores is entitled to no angel (V4.6). Of a Titan that falls as both legions are lost the other player
    is the slayer, unless there is no such exception to mutual elimination, or both Titans fall (R19.6).
    """
    events: tuple[Event, ...] = ()
    titans = fallen_titans(state, outcome.gone)
    points = state.rules.points(_reckoning(state, engagement, outcome))
    state = _trophies(state, engagement, outcome)
    for side, marker in enumerate(engagement.markers):
        if outcome.lost[side] and not titans[side]:
            state = disband(state, marker)
    due: tuple[int, ...] = ()
    winner = None if all(outcome.lost) else outcome.lost.index(False)
    for side, seat in enumerate(engagement.seats):
        if points[side]:
            before = state.players[seat].score
            state, scored = score(state, seat, points[side], outcome.how if side == winner else "consolation")
            events += scored
            due = thresholds(before, state.players[seat].score) if side == winner else due
    if any(titans):
        unslain = all(titans) or (all(outcome.lost) and not state.rules.mutual_titan_exception)
        facing = zip(engagement.seats, reversed(engagement.seats), titans, strict=True)
        state, out = eliminate(state, {seat: None if unslain else enemy for seat, enemy, fell in facing if fell})
        events += out
        if isinstance(state.phase, Over):
            return give_back(state), events
    if winner is None:
        return finish(state, engagement), events
    gathering = Gathering(
        engagement,
        winner,
        due,
        may_summon=outcome.may_summon and winner == ATTACKER and not engagement.summoned,
        may_reinforce=outcome.may_reinforce and winner == DEFENDER,
        secret=not outcome.fought,
    )
    return replace(state, phase=gathering), events


def fallen_titans(state: State, gone: tuple[Creatures, Creatures]) -> tuple[bool, bool]:
    """Whose Titan is among these, by side; where nobody is eliminated it counts like any other (R19.2, V1.3)."""
    return state.rules.are_fatal(gone[ATTACKER]), state.rules.are_fatal(gone[DEFENDER])


def _reckoning(state: State, engagement: Engagement, outcome: Outcome) -> Reckoning:
    """What the points follow from, by the values that everybody had before (V4.7)."""

    def both(creatures: tuple[Creatures, Creatures]) -> tuple[int, int]:
        attacker, defender = engagement.seats
        return value(state, attacker, creatures[ATTACKER]), value(state, defender, creatures[DEFENDER])

    gone, absent = both(outcome.gone), both(outcome.absent)
    seen = (gone[ATTACKER] - absent[ATTACKER], gone[DEFENDER] - absent[DEFENDER])
    return Reckoning(outcome.how, outcome.lost, outcome.fought, seen, absent, both(outcome.entered))


def _trophies(state: State, engagement: Engagement, outcome: Outcome) -> State:
    """The state with the kills of each side on its list: all that the other lost, but for those who fled, who did not
    fight, or who were left when time ran out, and return to the stacks (V5.6)."""
    for side, seat in enumerate(engagement.seats):
        lost, back = outcome.gone[1 - side], engagement.returning[1 - side]
        if state.rules.given_up_are_kills and not outcome.fought:
            back = lost if outcome.how == "flight" else ()
        killed = without(lost, back)
        state = state.with_player(seat, trophies=state.rules.arranged((*state.players[seat].trophies, *killed)))
    return state


def score(state: State, seat: Seat, points: int, why: str) -> Step:
    """The state with points added to a score."""
    total = state.players[seat].score + points
    return state.with_player(seat, score=total), (Scored(seat, points, total, why),)


def thresholds(before: int, after: int) -> tuple[int, ...]:
    """The multiples of 100 that a score reached or passed, rising (R18.6)."""
    return tuple(range((before // 100 + 1) * 100, after + 1, 100))


def eliminate(state: State, slayers: Mapping[Seat, Seat | None], resigned: bool = False) -> Step:
    """Players leave the game together: half-points, markers, and the end if at most one is left (R19.2-R19.8).

    Of a player who resigns where nobody is eliminated there is neither (V1.2, V2.6).
    """
    events: tuple[Event, ...] = ()
    place = 1 + max(player.out for player in state.players)
    for seat in slayers:
        state = state.with_player(seat, out=place)
    halves: list[tuple[Seat, int]] = []
    for seat, slayer in slayers.items():
        legions = tuple(state.own(seat))
        halves += _half_points(state, seat, slayer, legions).items() if state.rules.eliminates else ()
        dead = dict(state.dead)
        for legion in legions:
            for code in legion.creatures:
                dead[code] += 1
            if legion.creatures:
                state = state.note(Showed(legion.marker, legion.creatures, whole=True))
            state = state.note(Vanished(legion.marker))
        spoils = (*state.players[seat].markers, *(legion.marker for legion in legions))
        state = replace(state.drop(*(legion.marker for legion in legions)), dead=dead).with_player(seat, markers=())
        if slayer is not None:
            markers = tuple(sorted((*state.players[slayer].markers, *spoils)))
            state = state.with_player(slayer, markers=markers)
        gone = tuple((legion.marker, legion.land, legion.creatures) for legion in legions if legion.creatures)
        events += (Eliminated(seat, slayer, gone, resigned),)
    for seat, points in halves:
        state, scored = score(state, seat, points, "half")
        events += scored
    if len(state.alive) <= 1:
        if not state.rules.eliminates:
            state, ended = over(state)
            return state, events + ended
        winners = state.alive or tuple(slayers)
        return replace(state, phase=Over(winners)), (*events, GameEnded(winners))
    return state, events


def _half_points(state: State, seat: Seat, slayer: Seat | None, legions: tuple[Legion, ...]) -> dict[Seat, int]:
    """Who scores how much for a player's remaining legions: the engaged third players, else the slayer (R19.3)."""
    values: dict[Seat, int] = {}
    for legion in legions:
        others = (leg.owner for leg in state.legions.values() if leg.land == legion.land and leg.owner != seat)
        gainer = next(others, slayer)
        if gainer is not None and not state.players[gainer].out:
            companions = tuple(code for code in legion.creatures if code != "TTN")
            values[gainer] = values.get(gainer, 0) + value(state, seat, companions)
    return {gainer: total // 2 for gainer, total in values.items() if total // 2}


def give_back(state: State, *returning: Creatures) -> State:
    """Slain Lords and Demi-Lords return to the caretaker's stacks, Titans only where they may come back (R18.2, R20.2,
    V1.5); of the others those `returning` (V5.2, V5.4)."""
    bank, dead = dict(state.bank), dict(state.dead)
    for code, kind in state.rules.kinds.items():
        comes_back = kind.returns or (code == "TTN" and not state.rules.eliminates)
        back = dead[code] if comes_back else sum(creatures.count(code) for creatures in returning)
        bank[code] += back
        dead[code] -= back
    return replace(state, bank=bank, dead=dead)


def finish(state: State, engagement: Engagement) -> State:
    """The engagement is over; the mover chooses the next one."""
    return replace(give_back(state, *engagement.returning), phase=Engaging(engagement.summoned, engagement.spawned))


# --- the winner's additions ---


def donors(state: State, engagement: Engagement, side: int = ATTACKER) -> Iterator[tuple[Marker, str]]:
    """The legions of the attacker that an angel may be summoned from, and which (R16.2)."""
    seat = engagement.seats[side]
    contested = {legion.land for legion in state.legions.values() if legion.owner != seat}
    for legion in state.own(seat):
        if legion.land not in contested and legion.marker not in engagement.markers:
            for code in dict.fromkeys(legion.creatures):
                if state.rules.kinds[code].summonable:
                    yield legion.marker, code


def angels(state: State, due: tuple[int, ...]) -> tuple[str, ...]:
    """The kinds that may be acquired for these multiples, as far as the stacks hold them (R18.6, R18.7)."""
    return tuple(code for code in ("ARC", "ANG") if state.bank[code] > 0 and slot(state, due, code) is not None)


def slot(state: State, due: tuple[int, ...], code: str) -> int | None:
    """Which of the multiples due is used up by acquiring this kind: for an Angel rather one that gives no Archangel."""
    rules, archangels = state.rules, state.bank["ARC"]
    step = rules.kinds["ARC"].acquire_every
    fitting = [multiple for multiple in due if code in kinds_for(rules, multiple, archangels)]
    return min(fitting, key=lambda multiple: (multiple % step == 0, multiple), default=None)


def kinds_for(rules: Rules, multiple: int, archangels: int) -> tuple[str, ...]:
    """The kinds that a multiple entitles to while there are so many Archangels, the dearer first (R18.6, R18.7)."""
    if multiple % rules.kinds["ARC"].acquire_every:
        return ("ANG",)
    return ("ARC",) if rules.archangel_choice == "strict" and archangels else ("ARC", "ANG")


def entitled(rules: Rules, due: tuple[int, ...], stacks: Mapping[str, int]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """What may be acquired for each of the multiples due if the dearest is for all before it; none beyond the stacks.

    `stacks` are how many there are of each kind.
    """
    left = dict(stacks)
    for multiple in due:
        kinds = tuple(code for code in kinds_for(rules, multiple, left["ARC"]) if left[code])
        if kinds:
            left[kinds[0]] -= 1
            yield multiple, kinds


def _winner(state: State) -> tuple[Seat, ...]:
    phase = current(state.phase, Gathering)
    return (phase.engagement.seats[phase.side],)


def legal(state: State, seat: Seat) -> Iterator[Action]:
    """The additions still open to the winner, in any order, then the end of them (R18.2)."""
    phase = current(state.phase, Gathering)
    engagement = phase.engagement
    legion = state.legions[engagement.markers[phase.side]]
    if legion.height < state.rules.max_height:
        yield from (Acquire(code) for code in angels(state, phase.due))
        if phase.may_summon:
            yield from (Summon(donor, code) for donor, code in donors(state, engagement))
        if phase.may_reinforce:
            yield from (Reinforce(recruit, shown) for recruit, shown in musters(state, legion))
    yield Done()


def onward(state: State) -> Step | None:
    """The engagement is over once, by what everybody knows, the winner has nothing more to add."""
    phase = current(state.phase, Gathering)
    return None if is_open(state, phase) else (finish(state, phase.engagement), ())


def is_open(state: State, phase: Gathering) -> bool:
    """Whether, by what everybody knows, the winner may still have something to add.

    Of a legion that did not fight in the open the contents are secret, and so is whether it may be reinforced;
    where a player's angels stand is always secret.
    """
    engagement = phase.engagement
    legion = state.legions[engagement.markers[phase.side]]
    if legion.height >= state.rules.max_height:
        return False
    if angels(state, phase.due):
        return True
    if phase.may_summon:
        contested = {leg.land for leg in state.legions.values() if leg.owner != legion.owner}
        return any(leg.land not in contested and leg.marker != legion.marker for leg in state.own(legion.owner))
    return phase.may_reinforce and (phase.secret or any(musters(state, legion)))


def apply(state: State, seat: Seat, action: Action) -> Step:
    """The state after an addition, or after the engagement."""
    phase = current(state.phase, Gathering)
    engagement = phase.engagement
    legion = state.legions[engagement.markers[phase.side]]
    match action:
        case Acquire():
            used = slot(state, phase.due, action.creature)
            due = tuple(multiple for multiple in phase.due if multiple != used)
            state = enlist(state, legion, action.creature, ())
            acquired = Acquired(seat, legion.marker, action.creature)
            return replace(state, phase=replace(phase, due=due)), (acquired,)
        case Summon():
            state, summoned = transfer(state, legion, action.donor, action.creature)
            engagement = replace(engagement, summoned=True)
            return replace(state, phase=replace(phase, engagement=engagement, may_summon=False)), (summoned,)
        case Reinforce():
            state = enlist(state, legion, action.recruit, action.shown)
            reinforced = Reinforced(seat, legion.marker, action.recruit, action.shown)
            return replace(state, phase=replace(phase, may_reinforce=False)), (reinforced,)
        case Done():
            return finish(state, engagement), ()
        case _:
            raise AssertionError(f"{action} is no addition")


def transfer(state: State, legion: Legion, marker: Marker, code: str) -> tuple[State, Summoned]:
    """The state with a character gone from the donor to the legion; an emptied donor is no more (R16.7)."""
    donor = state.legions[marker]
    left = without(donor.creatures, (code,))
    state = state.put(replace(legion, creatures=state.rules.arranged((*legion.creatures, code))))
    state = state.put(replace(donor, creatures=left)).note(Lost(marker, (code,)), Gained(legion.marker, code))
    if not left:
        state = disband(state, marker)
    return state, Summoned(legion.owner, legion.marker, marker, code, not left)


def refusal(state: State, seat: Seat, action: Action) -> Illegal | None:
    """Why not, for the winner during the additions."""
    phase = current(state.phase, Gathering)
    legion = state.legions[phase.engagement.markers[phase.side]]
    full = legion.height >= state.rules.max_height
    match action:
        case Acquire():
            if full:
                return Illegal("legion-full", legion=legion.marker)
            if slot(state, phase.due, action.creature) is not None:
                return Illegal("stock-empty", recruit=action.creature)
            return Illegal("acquire-not-due", creature=action.creature, due=angels(state, phase.due))
        case Summon():
            if not phase.may_summon:
                return Illegal("summon-not-now")
            return no_summon(state, phase.engagement, legion, action)
        case Reinforce():
            if not phase.may_reinforce:
                return Illegal("reinforce-not-now")
            return no_way(state, legion, action.recruit, action.shown)
        case _:
            return None


def no_summon(state: State, engagement: Engagement, legion: Legion, action: Summon) -> Illegal:
    """Why this character can't be summoned from there, while summoning is open."""
    if legion.height >= state.rules.max_height:
        return Illegal("legion-full", legion=legion.marker)
    possible = tuple(donors(state, engagement))
    markers = tuple(dict.fromkeys(marker for marker, _ in possible))
    if action.donor not in markers:
        return Illegal("summon-donor", donor=action.donor, donors=markers)
    kinds = tuple(code for marker, code in possible if marker == action.donor)
    return Illegal("summon-creature", donor=action.donor, creature=action.creature, possible=kinds)


HANDLERS: Handlers = {
    Gathering: Handler("gather", (Acquire, Summon, Reinforce, Done), _winner, legal, apply, refusal, onward=onward),
}
