"""Another world that a viewer can't tell from this one: what he does not know of, dealt anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from random import Random

from engine.core import Seat
from engine.titan.events import Creatures
from engine.titan.facts import Fact, Marker, Showed
from engine.titan.families import COMMONER, UNKNOWN, Family, Node, possible, surely, together
from engine.titan.knowledge import Knowledge
from engine.titan.phases.engage import OFFERS, proposals
from engine.titan.phases.settlement import donors
from engine.titan.phases.spawn import composed
from engine.titan.shown_facts import History
from engine.titan.state import Fighting, Legion, Parleying, Proposal, Spawning, State

Deal = dict[Marker, Counter[str]]


def other_world(
    state: State, viewer: Seat | None, dice: Random, kept: tuple[Marker, ...] = (), said: bool = False
) -> State:
    """The state with everything hidden from `viewer` in another way that fits all he knows (R3.3).

    The legions `kept` are as they were, and with `said` what was said before a battle as far as it can be. What only
    others were shown of each other is no part of the other world: it would have been something else.
    """
    shown = (Showed(marker, state.legions[marker].creatures, whole=True) for marker in kept)
    known = state.history.after(*shown).known(viewer)
    families = {id(known[marker]): known[marker] for marker in sorted(known)}
    deal: Deal = {}
    for family in families.values():
        dealt_out = dealt(family, dice)
        for marker, held in dealt_out.items():
            assert tuple(sorted(held.elements())) in possible(family, marker), "a deal that is not possible"
        if any(state.legions[marker].owner != viewer for marker in dealt_out):
            deal |= identified(state, dealt_out, dice)
    bank = _exchanged(state, known, deal, viewer, dice, kept) if state.rules.hide_stacks_on_spawn else state.bank
    legions = {
        marker: legion
        if legion.owner == viewer
        else replace(legion, creatures=state.rules.arranged(deal[marker].elements()))
        for marker, legion in state.legions.items()
    }
    other = replace(state, legions=legions, bank=bank, history=History().after(*told(state.history, viewer)))
    return _phased(state, other, viewer, dice, said)


def identified(state: State, deal: Deal, dice: Random) -> Deal:
    """The deal with somebody in the place of each of whom nothing is known: those who are there in truth (V7.7)."""
    truth = Counter(code for marker in deal for code in state.legions[marker].creatures)
    named = {marker: Counter({c: n for c, n in held.items() if c not in BLANKS}) for marker, held in deal.items()}
    hidden = truth - sum(named.values(), Counter())
    pool = list(hidden.elements())
    dice.shuffle(pool)
    for marker, held in deal.items():
        blanks = held.total() - named[marker].total()
        named[marker] += Counter(pool[:blanks])
        pool = pool[blanks:]
    assert not pool
    return named


def _exchanged(
    state: State, known: Knowledge, deal: Deal, viewer: Seat | None, dice: Random, kept: tuple[Marker, ...]
) -> Mapping[str, int]:
    """The stacks, after some of those whom they hide were exchanged in the deal for others (V7.7).

    Only creatures of which there are many, and who is in play stays so: a legion that comes back tells its owner.
    """
    bank = dict(state.bank)
    named = {end.value for end in state.rules.ends}
    public = state.history.known(None)
    for seat in state.alive:
        mine = [m for m in deal if state.legions[m].owner == seat and seat != viewer and m not in kept]
        held = Counter(code for legion in state.own(seat) for code in legion.creatures)
        hidden = held - together(public[legion.marker] for legion in state.own(seat))
        for marker in mine:
            sure = Counter(surely(known[marker], marker))
            playing = Counter(code for contents in deal.values() for code in contents.elements())
            gone = [
                c for c in deal[marker] - sure if hidden[c] and playing[c] > 1 and bank[c] > MANY and c not in named
            ]
            come = [c for c, left in bank.items() if left > MANY and playing[c] and c not in named]
            come = [c for c in come if state.rules.kinds[c].rank == "creature"]
            gone = [c for c in gone if state.rules.kinds[c].rank == "creature"]
            if gone and come and dice.random() < 0.7:
                old, new = dice.choice(gone), dice.choice(come)
                deal[marker] = deal[marker] - Counter((old,)) + Counter((new,))
                hidden -= Counter((old,))
                bank[old] += 1
                bank[new] -= 1
    return bank


BLANKS = (UNKNOWN, COMMONER)
MANY = 6
"""So many of a kind are left that it is not used up while a pair is followed."""


def told(history: Iterable[Fact], viewer: Seat | None) -> Iterator[Fact]:
    """The facts that `viewer` has seen."""
    return (fact for fact in history if not (isinstance(fact, Showed) and fact.to and viewer not in fact.to))


def dealt(family: Family, dice: Random) -> Deal:
    """The characters of a family dealt to its legions so that every node's least is met. Every such deal may come."""
    root = dice.choice(family.trees)
    return dict(_dealt(root, Counter(root.least), dice))


def _dealt(node: Node, held: Counter[str], dice: Random) -> Iterator[tuple[Marker, Counter[str]]]:
    """What is needed further down goes there; the rest goes anywhere there is room."""
    if not node.children:
        yield node.marker, held
        return
    needs = [Counter(child.need) for child in node.children]
    free = list((held - sum(needs, Counter())).elements())
    dice.shuffle(free)
    for child, needed in zip(node.children, needs, strict=True):
        room = child.size - needed.total()
        yield from _dealt(child, needed + Counter(free[:room]), dice)
        free = free[room:]
    assert not free


def _phased(before: State, state: State, viewer: Seat | None, dice: Random, said: bool) -> State:
    """The other world's phase: what is said in an exchange is for the two alone, and who may say what (R9.4, R9.6)."""
    match state.phase:
        case Spawning(tower) if viewer != state.active:
            chosen: Creatures = ()
            while dice.random() < 0.7 and (options := composed(state, chosen).options):
                chosen = (*chosen, dice.choice(options))
            return replace(state, phase=Spawning(tower, chosen))
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
    return one.legions != other.legions or one.phase != other.phase or one.bank != other.bank


def supplies(state: State) -> Counter[str]:
    """All characters, wherever they are."""
    held = Counter(code for legion in state.legions.values() for code in legion.creatures)
    return held + Counter(dict(state.bank)) + Counter(dict(state.dead))


def check_legal(state: State, other: State, viewer: Seat | None) -> None:
    """Nobody is lost or doubled, every player has what he had, and a viewer's own legions are as they were."""
    for seat in range(len(state.players)):
        mine, theirs = (Counter(c for leg in world.own(Seat(seat)) for c in leg.creatures) for world in (state, other))
        assert mine == theirs or state.rules.hide_stacks_on_spawn, "every player keeps his characters"
        assert theirs["TTN"] == mine["TTN"]
    assert supplies(state) == supplies(other)
    assert [leg.height for leg in state.legions.values()] == [leg.height for leg in other.legions.values()]
    if viewer is not None:
        assert list(state.own(viewer)) == list(other.own(viewer))
    if isinstance(state.phase, Fighting):
        engagement = state.phase.engagement
        assert all(state.legions[m].creatures == other.legions[m].creatures for m in engagement.markers)
        if viewer in engagement.seats[:1]:
            assert list(donors(state, engagement)) == list(donors(other, engagement))
