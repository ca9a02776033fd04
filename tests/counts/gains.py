"""What a legion may gain: recruits, angels due and summoned ones; and the words before a battle (R8, R9, R16-R18)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core import Seat
from engine.titan.sides import ATTACKER, DEFENDER
from engine.titan.state import Engagement, Gathering, Parleying, State
from tests.counts.figures import CHAINS, CODES, CREATURES, LANDS, LORDS, MOST, listed, parts


def justified(creatures: Sequence[str], terrain: str, self_muster: bool) -> set[tuple[str, str]]:
    """R8.3-R8.7: each recruit with the recruiters shown, as notation writes them."""
    if terrain == "Tower":
        found = {(CODES[name], "-") for name in ("Centaur", "Gargoyle", "Ogre")}
        for code in creatures:
            if CREATURES[code]["class"] == "creature" and creatures.count(code) >= 3:
                found.add((CODES["Guardian"], listed([code] * 3)))
            if code == "TTN":
                found.add((CODES["Warlock"], code))
            if code in (CODES["Guardian"], CODES["Warlock"]) and self_muster:
                found.add((code, code))
        return found
    found = set()
    chain = CHAINS[terrain]
    for place, (recruit, need) in enumerate(chain):
        if place > 0 and creatures.count(chain[place - 1][0]) >= need:
            found.add((recruit, listed([chain[place - 1][0]] * need)))
        found |= {(recruit, other) for other, _ in chain[place:] if other in creatures}
    return found


def recruits(state: State, land: int, creatures: Sequence[str]) -> Iterator[str]:
    """R8.1, R8.9: what these characters may take here and now."""
    if len(creatures) >= MOST:
        return
    for recruit, shown in justified(creatures, LANDS[land]["terrain"], state.rules.demilord_self_muster):
        too_early = recruit == CODES["Warlock"] and state.turn == 1 and state.rules.no_first_turn_warlock
        if state.bank[recruit] > 0 and not too_early:
            yield f"{recruit} {shown}"


def musters(state: State, seat: Seat) -> Iterator[str]:
    """Enlistment: one recruit for each legion that moved (R8.1), or the end of the turn."""
    if seat != state.active:
        return
    for legion in state.legions.values():
        if legion.owner == seat and legion.moved and not legion.mustered:
            yield from (f"muster {legion.marker} {way}" for way in recruits(state, legion.land, legion.creatures))
    yield "done"


def summonings(state: State, engagement: Engagement) -> Iterator[str]:
    """R16.1, R16.2: the angels of the attacker's legions that are in no unsettled engagement."""
    mover = engagement.seats[ATTACKER]
    if engagement.summoned:
        return
    for donor in state.legions.values():
        if donor.owner != mover or donor.marker == engagement.markers[ATTACKER]:
            continue
        if not any(other.land == donor.land for other in state.legions.values() if other.owner != mover):
            for code in {code for code in donor.creatures if code in (CODES["Angel"], CODES["Archangel"])}:
                yield f"summon {donor.marker} {code}"


def additions(state: State, phase: Gathering, seat: Seat) -> Iterator[str]:
    """R18.2: due angels, a summoning, a reinforcement, as long as there is room for them."""
    engagement = phase.engagement
    if seat != engagement.seats[phase.side]:
        return
    legion = state.legions[engagement.markers[phase.side]]
    if len(legion.creatures) < MOST:
        angel, archangel = CODES["Angel"], CODES["Archangel"]
        may = set()
        for multiple in phase.due:  # R18.6, R18.7
            if multiple % 500 == 0:
                may.add(archangel)
            if multiple % 500 or state.rules.archangel_choice != "strict" or not state.bank[archangel]:
                may.add(angel)
        yield from (f"acquire {code}" for code in may if state.bank[code])
        if phase.may_summon and phase.side == ATTACKER:
            yield from summonings(state, engagement)
        if phase.may_reinforce and phase.side == DEFENDER:
            yield from (f"reinforce {way}" for way in recruits(state, engagement.land, legion.creatures))
    yield "done"


def exchange(state: State, phase: Parleying, seat: Seat) -> Iterator[str]:
    """R9.4-R9.9: what one of the two may say before a battle."""
    if seat not in phase.engagement.seats:
        return
    side = phase.engagement.seats.index(seat)
    mine, theirs = phase.offers[side], phase.offers[1 - side]
    legions = [state.legions[marker] for marker in phase.engagement.markers]
    if phase.may_flee:
        if side == DEFENDER:
            yield "waive"
            if not set(legions[DEFENDER].creatures) & set(LORDS):  # R9.4
                yield "flee"
    else:
        yield "concede"  # R9.9
    if side == DEFENDER or not phase.insists:
        yield "fight"
    if theirs:
        yield f"accept {theirs.lost} {listed(theirs.losses)}"
        yield "refuse"
    if mine:
        yield "withdraw"
    if phase.made[side] < 3:  # R9.6
        standing = f"offer {mine.lost} {listed(mine.losses)}" if mine else ""
        offers = {"offer both -"}
        for lost, survivor in (("attacker", legions[DEFENDER]), ("defender", legions[ATTACKER])):
            for number in range(len(survivor.creatures)):  # R9.7: one is left, and a Titan always
                losses = parts([code for code in survivor.creatures if code != "TTN"], number)
                offers |= {f"offer {lost} {loss}" for loss in losses}
        yield from offers - {standing}
