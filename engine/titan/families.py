"""Legions split from one, when it is not known who went where: trees of splits, and what follows from them.

The legions that stem from one legion last known in full are a *family*: a tree of splits with the present legions as
leaves. Each node has `least`, the characters that its leaves hold together at least; the root's is all there are. A way
to deal the characters to the leaves is possible just if it meets every node's `least`: what was shown of a legion
before it split is owed by its parts together.

For one kind the most that its node or its children's needs ask for is the node's `need`. Needs can be met together
just if no node's needs are more than its leaves have places: any unit still owed to a node fits into any of its leaves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import reduce
from itertools import pairwise
from typing import NamedTuple

from engine.titan.events import Creatures
from engine.titan.facts import Marker

UNKNOWN = "?"
"""A character of which nothing was ever shown: of legions that come back, and in positions that are set up."""

COMMONER = "*"
"""The same, but it is certainly no lord."""

Held = Mapping[str, int]
"""Characters by kind; a kind of which there is none is left out. Never changed in place: nodes share them."""


class Node(NamedTuple):
    """A legion, or one that has split: places of its leaves, and what they hold together at least.

    `need` is what they must hold together: `least`, or more if the needs of the children add up to more.
    """

    size: int
    least: Held
    need: Held
    marker: Marker = ""
    children: tuple[Node, ...] = ()


@dataclass(frozen=True, eq=False, slots=True)
class Family:
    """Legions that stem from one, by the roots of the trees that are possible.

    These are two after an opening split, for the Titan's half is not known; else one.
    """

    trees: tuple[Node, ...]
    _sure: dict[Marker, Creatures] = field(default_factory=dict, init=False, repr=False)
    """What `surely` has found. It follows from the trees, so it does no harm if two threads find it at a time."""

    def __reduce__(self) -> tuple[object, ...]:
        return Family, (self.trees,)


def leaf(marker: Marker, size: int, least: Held) -> Node:
    """A legion of so many, of which these are known."""
    return Node(size, least, least, marker)


def over(size: int, least: Held, children: tuple[Node, ...]) -> Node:
    """A legion that has split into these."""
    owed: dict[str, int] = {}
    for child in children:
        for code, number in child.need.items():
            owed[code] = owed.get(code, 0) + number
    return Node(size, least, most(least, owed), "", children)


def most(one: Held, other: Held) -> Held:
    """Of each kind as many as the one that has more of it; the first itself, if that is so of all."""
    found: dict[str, int] | None = None
    for code, number in other.items():
        if number > one.get(code, 0):
            if found is None:
                found = {**one}
            found[code] = number
    return one if found is None else found


def plus(one: Held, other: Held) -> Held:
    """Both together."""
    found = {**one}
    for code, number in other.items():
        found[code] = found.get(code, 0) + number
    return found


def minus(one: Held, other: Held) -> Held:
    """What is left of the one without the other, as far as it has that."""
    found = {**one}
    for code, number in other.items():
        left = found.pop(code, 0) - number
        if left > 0:
            found[code] = left
    return found


def total(held: Held) -> int:
    """How many characters these are."""
    return sum(held.values())


def counted(creatures: Iterable[str]) -> dict[str, int]:
    """The characters of a list."""
    found: dict[str, int] = {}
    for code in creatures:
        found[code] = found.get(code, 0) + 1
    return found


def path_to(root: Node, marker: Marker) -> tuple[Node, ...]:
    """The nodes from the root down to a leaf."""
    if root.marker == marker:
        return (root,)
    for child in root.children:
        if below := path_to(child, marker):
            return (root, *below)
    return ()


def leaves_of(node: Node) -> list[Node]:
    """The legions that there are, in order."""
    if not node.children:
        return [node]
    return [found for child in node.children for found in (leaves_of(child) if child.children else (child,))]


def is_known(node: Node) -> bool:
    """Whether every character of a legion is known."""
    return total(node.least) == node.size


def is_possible(root: Node) -> bool:
    """Whether the characters can be dealt to the leaves so that every node gets its least."""
    return root.need == root.least and _fits(root)


def _fits(node: Node) -> bool:
    return total(node.need) <= node.size and all(map(_fits, node.children))


# --- what follows ---


@dataclass(frozen=True, slots=True)
class _Slack:
    """What else than its need a leaf may hold. `levels`, from the leaf's parent up to the root: the units owed to each
    node that are free to go to this leaf, and how many free units of it and the nodes below this leaf must take."""

    need: Held
    places: int
    levels: tuple[tuple[Held, int], ...]


def _slack(root: Node, marker: Marker) -> _Slack:
    path = path_to(root, marker)[::-1]
    end = path[0]
    places = end.size - total(end.need)
    levels = []
    for _, node in pairwise(path):
        free = node.need
        for child in node.children:
            free = minus(free, child.need)
        levels.append((free, places - (node.size - total(node.need))))
    return _Slack(end.need, places, tuple(levels))


def surely(family: Family, marker: Marker) -> Creatures:
    """The characters that the legion holds in every way to deal them, sorted by code."""
    kept = family._sure.get(marker)
    if kept is None:
        held = common(_certain(_slack(root, marker)) for root in family.trees)
        kept = tuple(sorted(code for code in Counter(held).elements() if code not in (UNKNOWN, COMMONER)))
        family._sure[marker] = kept
    return kept


def together(families: Iterable[Family]) -> Counter[str]:
    """The characters that the legions of these families hold in all, for certain, however they are dealt."""
    held: Held = {}
    for family in {id(family): family for family in families}.values():
        held = plus(held, common(root.least for root in family.trees))
    return Counter(held)


def common(each: Iterable[Held]) -> Held:
    """What is in each of them."""
    return reduce(lambda one, other: minus(one, minus(one, other)), each)


def _certain(slack: _Slack) -> Held:
    """What the leaf needs, and the free units that it must take, since there are not enough of other kinds."""
    held = {**slack.need}
    for code in {code for free, _ in slack.levels for code in free}:
        forced = others = 0
        for free, must in slack.levels:
            others += total(free) - free.get(code, 0)
            forced = max(forced, must - others)
        if forced:
            held[code] = held.get(code, 0) + forced
    return held


def possible(family: Family, marker: Marker) -> frozenset[Creatures]:
    """Everything that may be in the legion, each as a list sorted by code."""
    return frozenset(_every(family, marker))


def possible_within(family: Family, marker: Marker, most: int) -> frozenset[Creatures] | None:
    """Like `possible`; None if there are more than `most`."""
    found: set[Creatures] = set()
    for contents in _every(family, marker):
        found.add(contents)
        if len(found) > most:
            return None
    return frozenset(found)


def _every(family: Family, marker: Marker) -> Iterator[Creatures]:
    return (contents for root in family.trees for contents in _fillings(_slack(root, marker)))


def _fillings(slack: _Slack) -> Iterator[Creatures]:
    """The need with every choice of free units that takes enough of those owed further down."""
    stock: Held = {}
    for free, _ in slack.levels:
        stock = plus(stock, free)
    for chosen in _choices(sorted(stock.items()), slack.places):
        taken, left = 0, chosen
        for free, must in slack.levels:
            further = minus(left, free)
            taken += total(left) - total(further)
            left = further
            if taken < must:
                break
        else:
            yield tuple(sorted(Counter(plus(slack.need, chosen)).elements()))


def _choices(stock: list[tuple[str, int]], places: int) -> Iterator[Held]:
    """Every multiset of so many units out of a stock."""
    if not stock:
        if not places:
            yield {}
        return
    (code, count), rest = stock[0], stock[1:]
    for taken in range(min(count, places) + 1):
        for others in _choices(rest, places - taken):
            yield {**others, code: taken} if taken else others
