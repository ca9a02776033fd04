"""What was seen in a part of the game that was taken back, as it holds before that part: what was shown stays known.

A legion that showed two Lions after it had mustered one of them held a Lion before; what two halves of a split
showed was in the whole. So every showing is followed back through what has happened between, to the legions that there
were before. It never says more of a legion than was true of it then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from engine.core import Seat
from engine.titan.facts import Divided, Fact, Formed, Gained, Joined, Lost, Marker, Showed, Vanished

Group = frozenset[Marker]
HeldTogether = dict[Group, Counter[str]]
"""What legions hold together at least: mostly of one alone, of two where it is not known which of them held it."""


def beyond(seen: Sequence[Fact], kept: Sequence[Fact]) -> Iterator[Showed]:
    """What `seen` tells of the legions before it that does not follow from `kept`, which begins there as well."""
    public = _beyond(seen, kept, ())
    yield from _showings(public, ())
    for to in dict.fromkeys(fact.to for fact in seen if isinstance(fact, Showed) and fact.to):
        private = _beyond(seen, kept, to)
        yield from _showings({m: held for m, held in private.items() if not held <= public.get(m, Counter())}, to)


def _showings(held: dict[Marker, Counter[str]], to: tuple[Seat, ...]) -> Iterator[Showed]:
    for marker in sorted(held):
        yield Showed(marker, tuple(sorted(held[marker].elements())), to)


def _beyond(seen: Sequence[Fact], kept: Sequence[Fact], to: tuple[Seat, ...]) -> dict[Marker, Counter[str]]:
    """Of single legions alone: a group says nothing that a showing can say."""
    known = _before(kept, to)
    new = {group: held for group, held in _before(seen, to).items() if not held <= known.get(group, Counter())}
    return {marker: held for group, held in new.items() if len(group) == 1 for marker in group}


def _before(facts: Iterable[Fact], to: tuple[Seat, ...]) -> HeldTogether:
    """What those who saw what everybody saw, and what only `to` did, can say of the legions before all that."""
    held: HeldTogether = {}
    for fact in reversed(tuple(facts)):
        match fact:
            case Showed():
                if not fact.to or fact.to == to:
                    _add(held, frozenset((fact.legion,)), Counter(fact.creatures))
            case Gained():
                for group in (group for group in held if fact.legion in group):
                    held[group] = held[group] - Counter((fact.creature,))
            case Lost():
                held.setdefault(frozenset((fact.legion,)), Counter())
                for group in (group for group in held if fact.legion in group):
                    held[group] = held[group] + Counter(fact.creatures)
            case Joined():
                held = {group | {fact.child} if fact.into in group else group: has for group, has in held.items()}
            case Divided():
                held = _whole(held, fact)
            case Formed() | Vanished():
                held = {group: has for group, has in held.items() if fact.legion not in group}
    return held


def _whole(held: HeldTogether, fact: Divided) -> HeldTogether:
    """Before a split: what both halves held, the parent held."""
    parent, child = frozenset((fact.parent,)), frozenset((fact.child,))
    before: HeldTogether = {}
    _add(before, parent, held.get(parent, Counter()) + held.get(child, Counter()))
    for group, has in held.items():
        _add(before, group - child | parent if fact.child in group else group, has)
    return before


def _add(held: HeldTogether, group: Group, has: Counter[str]) -> None:
    """Notes that a group holds at least this as well; what two things say of the same may be the same characters."""
    held[group] = held.get(group, Counter()) | has
