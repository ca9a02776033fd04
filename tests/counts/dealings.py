"""Exchanges before a battle and additions after one, made up by chance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from engine.core import Seat
from engine.titan.sides import ATTACKER, DEFENDER
from engine.titan.state import Engagement, Gathering, Parleying, Proposal, State
from tests.counts.figures import CREATURES, LANDS, LORDS, MOST
from tests.engine.positions import position


def _contents(random: Random, most: int = MOST) -> str:
    """One to `most` characters, at most one of them a Titan."""
    few = random.sample([code for code in CREATURES if code != "TTN"], random.randint(1, 4))
    found = random.choices(few, k=random.randint(1, most))
    return " ".join([*found[1:], random.choice((found[0], "TTN"))])


def _meeting(random: Random, options: Mapping[str, str] | None) -> tuple[State, Engagement]:
    """Red and Blue in some land, and further legions of Red, one of them in another engagement."""
    land, *others = random.sample(list(LANDS), 5)
    red = [f"Rd01@{land}>3 {_contents(random)}"]
    for number, at in enumerate(others, start=2):
        angels = " ".join(random.choices(("ANG", "ARC", "OGR"), k=random.randint(1, 3)))
        red.append(f"Rd0{number}@{at}>3 {angels}")
    blue = f"Blue {random.choice((0, 480))}: Bu01@{land} {_contents(random)}; Bu02@{others[0]} OGR"
    turn = random.choice((1, 2))
    state = position(f"Red {random.choice((0, 90))}: {'; '.join(red)}", blue, turn=turn, options=options)
    state = replace(state, bank={code: random.choice((0, 1, 5)) for code in CREATURES})
    return state, Engagement(land, ("Rd01", "Bu01"), (Seat(0), Seat(1)), summoned=random.random() < 0.2)


def _proposal(random: Random, state: State) -> Proposal | None:
    lost = random.choice(("", "both", "attacker", "defender"))
    if lost in ("", "both"):
        return Proposal(lost, ()) if lost else None
    creatures = state.legions["Bu01" if lost == "attacker" else "Rd01"].creatures
    losses = random.sample(creatures, random.randint(0, len(creatures) - 1))
    return Proposal(lost, state.rules.arranged(code for code in losses if code != "TTN"))


def parley(random: Random, options: Mapping[str, str] | None = None) -> State:
    """Anywhere in an exchange before a battle."""
    state, engagement = _meeting(random, options)
    lords = set(state.legions["Bu01"].creatures) & set(LORDS)
    may_flee = not lords and random.random() < 0.5
    phase = Parleying(
        engagement,
        may_flee,
        insists=may_flee and random.random() < 0.3,
        offers=(_proposal(random, state), None if may_flee else _proposal(random, state)),
        made=(random.randint(0, 3), 0 if may_flee else random.randint(0, 3)),
    )
    return replace(state, phase=phase)


def spoils(random: Random, options: Mapping[str, str] | None = None) -> State:
    """One of the two has won, and may add this and that."""
    state, engagement = _meeting(random, options)
    side = random.choice((ATTACKER, DEFENDER))
    multiples = sorted(random.sample(range(100, 1100, 100), random.randint(0, 3)))
    phase = Gathering(
        engagement,
        side,
        due=tuple(multiples),
        may_summon=side == ATTACKER and not engagement.summoned,
        may_reinforce=side == DEFENDER and random.random() < 0.8,
        secret=random.random() < 0.5,
    )
    return replace(state.drop(engagement.markers[1 - side]), phase=phase)
