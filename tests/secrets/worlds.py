"""Another world that a viewer can't tell from this one: what he does not know of, dealt anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from engine.core import Seat
from engine.titan.engage import OFFERS, proposals
from engine.titan.events import Creatures
from engine.titan.knowledge import Family, Node, knowledge, possible
from engine.titan.spoils import donors
from engine.titan.state import Fact, Fighting, Legion, Marker, Parleying, Proposal, Showed, State

Deal = dict[Marker, Counter[str]]


def other_world(
    state: State, viewer: Seat | None, dice: Random, kept: tuple[Marker, ...] = (), said: bool = False
) -> State:
    """The state with everything hidden from `viewer` in another way that fits all he knows (R3.3).

    The legions `kept` are as they were, and with `said` what was said before a battle as far as it can be. What only
    others were shown of each other is no part of the other world: it would have been something else.
    """
    shown = (Showed(marker, state.legions[marker].creatures, whole=True) for marker in kept)
    known = knowledge((*state.history, *shown), viewer)
    families = {id(known[marker]): known[marker] for marker in sorted(known)}
    contents: dict[Marker, Creatures] = {}
    for family in families.values():
        for marker, held in dealt(family, dice).items():
            contents[marker] = state.rules.arranged(held.elements())
            assert tuple(sorted(contents[marker])) in possible(family, marker), "a deal that is not possible"
    legions = {
        marker: legion if legion.owner == viewer else replace(legion, creatures=contents[marker])
        for marker, legion in state.legions.items()
    }
    other = replace(state, legions=legions, history=tuple(told(state.history, viewer)))
    return _phased(state, other, viewer, dice, said)


def told(history: tuple[Fact, ...], viewer: Seat | None) -> Iterator[Fact]:
    """The facts that `viewer` has seen."""
    return (fact for fact in history if not (isinstance(fact, Showed) and fact.to and viewer not in fact.to))


def dealt(family: Family, dice: Random) -> Deal:
    """The characters of a family dealt to its legions so that every node's least is met. Every such deal may come."""
    root = dice.choice(family)
    return dict(_dealt(root, root.least, dice))


def _dealt(node: Node, held: Counter[str], dice: Random) -> Iterator[tuple[Marker, Counter[str]]]:
    """What is needed further down goes there; the rest goes anywhere there is room."""
    if not node.children:
        yield node.marker, held
        return
    needs = [need(child) for child in node.children]
    free = list((held - sum(needs, Counter())).elements())
    dice.shuffle(free)
    for child, needed in zip(node.children, needs, strict=True):
        room = child.size - needed.total()
        yield from _dealt(child, needed + Counter(free[:room]), dice)
        free = free[room:]
    assert not free


def need(node: Node) -> Counter[str]:
    """What the legions below a node hold together at least."""
    return node.least | sum((need(child) for child in node.children), Counter())


def _phased(before: State, state: State, viewer: Seat | None, dice: Random, said: bool) -> State:
    """The other world's phase: what is said in an exchange is for the two alone, and who may say what (R9.4, R9.6)."""
    match state.phase:
        case Parleying(engagement) as phase if viewer not in engagement.seats:
            holder = state.legions[engagement.markers[1]]
            lords = any(state.rules.kinds[code].rank == "lord" for code in holder.creatures)
            if said:
                possible_now = (None, *proposals(state, engagement))
                offers = tuple(offer if offer in possible_now else None for offer in phase.offers)
                kept = replace(phase, may_flee=phase.may_flee and not lords, offers=(offers[0], offers[1]))
                return replace(state, phase=replace(kept, insists=phase.insists and kept.may_flee))
            may_flee = not lords and dice.random() < 0.7
            standing, made = _offers(state, phase, may_flee, dice)
            insists = may_flee and not any(standing) and dice.random() < 0.3
            return replace(state, phase=Parleying(engagement, may_flee, insists, standing, made))
        case Fighting(engagement, battle) if battle.donor is not None:
            gone = Counter(battle.donor.creatures) - Counter(_held(before, battle.donor.marker))
            creatures = state.rules.arranged((*_held(state, battle.donor.marker), *gone.elements()))
            donor: Legion = replace(battle.donor, creatures=creatures)
            return replace(state, phase=Fighting(engagement, replace(battle, donor=donor)))
        case _:
            return state


def _offers(
    state: State, phase: Parleying, may_flee: bool, dice: Random
) -> tuple[tuple[Proposal | None, Proposal | None], tuple[int, int]]:
    """Proposals that may stand in the other world: while flight is open only the attacker can have made one."""
    every = tuple(proposals(state, phase.engagement))
    standing = [dice.choice(every) if dice.random() < 0.3 else None for _ in range(2)]
    if may_flee:
        standing[1] = None
    made = [OFFERS - dice.randint(0, OFFERS - 1) if offer else 0 for offer in standing]
    return (standing[0], standing[1]), (made[0], made[1])


def _held(state: State, marker: Marker) -> Creatures:
    return state.legions[marker].creatures if marker in state.legions else ()


def differ(one: State, other: State) -> bool:
    """Whether the worlds hold different things anywhere."""
    return one.legions != other.legions or one.phase != other.phase


def check_legal(state: State, other: State, viewer: Seat | None) -> None:
    """Nobody is lost or doubled, every player has what he had, and a viewer's own legions are as they were."""
    for seat in range(len(state.players)):
        mine, theirs = (Counter(c for leg in world.own(Seat(seat)) for c in leg.creatures) for world in (state, other))
        assert mine == theirs, "every player keeps his characters"
        assert theirs["TTN"] <= 1
    assert [leg.height for leg in state.legions.values()] == [leg.height for leg in other.legions.values()]
    if viewer is not None:
        assert list(state.own(viewer)) == list(other.own(viewer))
    if isinstance(state.phase, Fighting):
        engagement = state.phase.engagement
        assert all(state.legions[m].creatures == other.legions[m].creatures for m in engagement.markers)
        if viewer in engagement.seats[:1]:
            assert list(donors(state, engagement)) == list(donors(other, engagement))
