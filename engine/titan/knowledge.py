"""What a viewer can know of legions, from what was shown: exactly what follows, no less and no more (R3.4, R3.5, R3.7).

Every gain and loss is public, so the characters of a player are known as a whole; only how they were divided in
splits is not. The legions that stem from one legion last known in full are a *family*: a tree of splits with the
present legions as leaves. Each node has `least`, the characters that its leaves hold together at least; the root's is
all there are. A way to deal the characters to the leaves is possible just if it meets every node's `least`: what was
shown of a legion before it split is owed by its parts together.

For one kind the most that its node or its children's needs ask for is the node's `need`. Needs can be met together
just if no node's needs are more than its leaves have places: any unit still owed to a node fits into any of its leaves.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import pairwise
from threading import Lock

from engine.core import Seat
from engine.titan.events import Creatures
from engine.titan.facts import Divided, Fact, Formed, Gained, Joined, Lost, Marker, Showed, Vanished
from engine.values import replace

UNKNOWN = "?"
"""A character of which nothing was ever shown: of legions that come back, and in positions that are set up."""

COMMONER = "*"
"""The same, but it is certain to be no lord."""

LORDS = ("TTN", "ARC", "ANG")
"""The kinds of which a legion of eight has two in all, which its split parts (R4.2, V6.6)."""


@dataclass(frozen=True, eq=False, slots=True)
class Node:
    """A legion, or one that has split: places of its leaves, and what they hold together at least."""

    size: int
    least: Counter[str]
    marker: Marker = ""
    children: tuple[Node, ...] = ()


Family = tuple[Node, ...]
"""The roots of the trees that are possible: two after an opening split, for the Titan's half is not known; else one."""

Knowledge = Mapping[Marker, Family]
"""The family of each legion."""


# --- what is known after each fact ---


def learnt(known: Knowledge, fact: Fact, viewer: Seat | None) -> Knowledge:
    """What `viewer` knows once `fact` was seen by those it was shown to."""
    match fact:
        case Formed():
            everybody = Counter(fact.creatures)
            if fact.unknown:
                everybody[COMMONER if fact.commoners else UNKNOWN] = fact.unknown
            return {**known, fact.legion: (Node(everybody.total(), everybody, fact.legion),)}
        case Showed():
            if fact.to and viewer not in fact.to:
                return known
            return _told(known, fact.legion, lambda node: _at_least(node, fact.creatures), whole=fact.whole)
        case Gained():
            if fact.legion not in known:
                return {**known, fact.legion: (Node(1, Counter((fact.creature,)), fact.legion),)}
            return _told(known, fact.legion, lambda node: _more(node, fact.creature))
        case Lost():
            return _told(known, fact.legion, lambda node: _fewer(node, fact.creatures))
        case Divided():
            return _told(known, fact.parent, lambda node: node, split=fact)
        case Joined():
            family = tuple(_joined(root, fact.child, fact.into) for root in known[fact.child])
            return _settled({m: old for m, old in known.items() if m != fact.child}, family)
        case Vanished():
            return {m: old for m, old in known.items() if m != fact.legion}


def _told(
    known: Knowledge,
    marker: Marker,
    told: Callable[[Node], Node],
    whole: bool = False,
    split: Divided | None = None,
) -> Knowledge:
    """The knowledge with every node above a legion changed, and what that rules out dropped."""
    family = tuple(_along(root, marker, told) for root in known[marker])
    if whole or any(root.least[UNKNOWN] or root.least[COMMONER] for root in family):
        family = tuple(map(_identified, family))
    if split:
        family = tuple(divided for root in family for divided in _divided(root, split))
    return _settled(known, family)


def _along(node: Node, marker: Marker, told: Callable[[Node], Node]) -> Node:
    """The tree with a leaf and all nodes above it changed."""
    if node.marker == marker:
        return told(node)
    if not node.children:
        return node
    children = tuple(_along(child, marker, told) for child in node.children)
    if all(new is old for new, old in zip(children, node.children, strict=True)):
        return node
    return replace(told(node), children=children)


def _at_least(node: Node, creatures: Creatures) -> Node:
    return replace(node, least=node.least | Counter(creatures))


def _more(node: Node, creature: str) -> Node:
    return replace(node, size=node.size + 1, least=node.least + Counter((creature,)))


def _fewer(node: Node, creatures: Creatures) -> Node:
    lost = Counter(creatures)
    return replace(node, size=node.size - lost.total(), least=(node.least | lost) - lost)


def _identified(root: Node) -> Node:
    """A root whose unknown characters are fewer by what was shown of its parts beyond the known ones."""
    least = _need(root)
    beyond = least.total() - root.size
    blank = COMMONER if root.least[COMMONER] else UNKNOWN
    more_lords = any(least[lord] > root.least[lord] for lord in LORDS)
    if not 0 < beyond <= root.least[blank] or (more_lords and blank == COMMONER):
        return root
    least[blank] -= beyond
    return replace(root, least=+least)


def _divided(root: Node, fact: Divided) -> Iterator[Node]:
    """The tree with a leaf split in two. A split whose parent was never shown to hold anything adds no level."""
    path = _path(root, fact.parent)
    leaf = path[-1]
    parts = (
        Node(leaf.size - fact.left, Counter(), fact.parent),
        Node(fact.left, Counter(), fact.child),
    )
    lords = tuple(lord for lord in LORDS for _ in range(leaf.least[lord]))
    if fact.opening and len(set(lords)) == len(lords) == 2:
        for first, second in (lords, lords[::-1]):
            halves = _at_least(parts[0], (first,)), _at_least(parts[1], (second,))
            yield _replaced(root, leaf, (Node(leaf.size, leaf.least, children=halves),))
    elif leaf.least or leaf is root:
        yield _replaced(root, leaf, (Node(leaf.size, leaf.least, children=parts),))
    else:
        yield _replaced(root, leaf, parts)


def _replaced(node: Node, old: Node, new: tuple[Node, ...]) -> Node:
    """The tree with one node replaced by others in its place."""
    if node is old:
        return new[0]
    children: list[Node] = []
    for child in node.children:
        children.extend(new if child is old else (_replaced(child, old, new),))
    return replace(node, children=tuple(children))


def _joined(root: Node, child: Marker, into: Marker) -> Node:
    """The tree with two of its legions together under the marker `into`.

    Mostly they were one before their split. Of eight that came back both halves may have split again at once, and a
    part of each be joined: of these it is only kept what they all hold together.
    """
    one, other = _path(root, child), _path(root, into)
    shared = sum(mine is theirs for mine, theirs in zip(one, other, strict=False))
    above, first, second = one[shared - 1], one[shared], other[shared]
    leaf, kept = one[-1], other[-1]
    both = Node(leaf.size + kept.size, leaf.least + kept.least, into)
    if first is leaf:
        branch = _grown(second, kept, leaf, both)
    elif second is kept:
        branch = _grown(first, leaf, kept, both)
    else:
        halves = (*one[shared:-1], *other[shared:-1])
        apart = (part for half in halves for part in half.children if part not in (*one, *other))
        branch = Node(first.size + second.size, first.least + second.least, children=(*apart, both))
    rest = tuple(node for node in above.children if node not in (first, second))
    if not rest:
        return _replaced(root, above, (replace(branch, least=above.least | branch.least),))
    return _replaced(root, above, (replace(above, children=(*rest, branch)),))


def _grown(node: Node, leaf: Node, more: Node, both: Node) -> Node:
    """A branch with a leaf of it grown by another, from outside."""
    if node is leaf:
        return both
    if not any(found is leaf for found in _leaves(node)):
        return node
    children = tuple(_grown(child, leaf, more, both) for child in node.children)
    return replace(node, size=node.size + more.size, least=node.least + more.least, children=children)


def _path(root: Node, marker: Marker) -> tuple[Node, ...]:
    """The nodes from the root down to a leaf."""
    if root.marker == marker:
        return (root,)
    for child in root.children:
        if below := _path(child, marker):
            return (root, *below)
    return ()


def _leaves(node: Node) -> Iterator[Node]:
    if not node.children:
        yield node
    for child in node.children:
        yield from _leaves(child)


def _settled(known: Knowledge, family: Family) -> Knowledge:
    """The knowledge with a changed family: impossible trees dropped, leaves that are known in full on their own."""
    possible = tuple(root for root in family if _is_possible(root)) if len(family) > 1 else family
    assert possible, "what was shown contradicts what was known"
    found = dict(known)
    while possible and (alone := _known_leaf(possible)):
        found[alone.marker] = (alone,)
        possible = tuple(rest for root in possible if (rest := _without(root, alone.marker)))
    for root in possible[:1]:
        for leaf in _leaves(root):
            found[leaf.marker] = possible
    return found


def _known_leaf(family: Family) -> Node | None:
    """A leaf whose characters are all known, the same in every tree."""
    for leaf in _leaves(family[0]):
        twins = (_path(root, leaf.marker)[-1] for root in family)
        if all(twin.least.total() == twin.size and twin.least == leaf.least for twin in twins):
            return leaf
    return None


def _without(root: Node, marker: Marker) -> Node | None:
    return _dropped(root, _path(root, marker)[-1])


def _dropped(node: Node, gone: Node) -> Node | None:
    """The tree without a leaf, its characters owed by nobody any more. Lone children take their parent's place."""
    if node is gone:
        return None
    if not any(leaf is gone for leaf in _leaves(node)):
        return node
    children = tuple(kept for child in node.children if (kept := _dropped(child, gone)) is not None)
    least, size = node.least - gone.least, node.size - gone.size
    if not children:
        return None
    if len(children) == 1:
        (only,) = children
        return replace(only, least=only.least | least)
    return replace(node, size=size, least=least, children=children)


# --- what follows ---


def _need(node: Node) -> Counter[str]:
    """What the leaves of a node must hold together: its own least, or more if its children's needs add up to more."""
    if not node.children:
        return node.least
    return node.least | sum((_need(child) for child in node.children), Counter())


def _is_possible(root: Node) -> bool:
    """Whether the characters can be dealt to the leaves so that every node gets its least."""
    return _need(root) == root.least and _fits(root)


def _fits(node: Node) -> bool:
    return _need(node).total() <= node.size and all(map(_fits, node.children))


@dataclass(frozen=True, slots=True)
class _Slack:
    """What else than its need a leaf may hold. `levels`, from the leaf's parent up to the root: the units owed to each
    node that are free to go to this leaf, and how many free units of it and the nodes below this leaf must take."""

    need: Counter[str]
    places: int
    levels: tuple[tuple[Counter[str], int], ...]


def _slack(root: Node, marker: Marker) -> _Slack:
    path = _path(root, marker)[::-1]
    leaf = path[0]
    need = leaf.least
    levels = []
    for _, node in pairwise(path):
        children = sum((_need(child) for child in node.children), Counter())
        mine = _need(node)
        must = (mine.total() - need.total()) - (node.size - leaf.size)
        levels.append((mine - children, must))
    return _Slack(need, leaf.size - need.total(), tuple(levels))


@lru_cache(maxsize=4096)
def surely(family: Family, marker: Marker) -> Creatures:
    """The characters that the legion holds in every way to deal them, sorted by code."""
    found: Counter[str] | None = None
    for root in family:
        slack = _slack(root, marker)
        kinds = set(slack.need)
        for free, _ in slack.levels:
            kinds |= set(free)
        least = Counter({code: slack.need[code] + _forced(slack, code) for code in kinds})
        found = least if found is None else found & least
    assert found is not None, "a family has a tree"
    return tuple(sorted(code for code in found.elements() if code not in (UNKNOWN, COMMONER)))


def together(families: Iterable[Family]) -> Counter[str]:
    """The characters that the legions of these families hold in all, for certain, however they are dealt."""
    trees = {id(family): family for family in families}
    least = (common(root.least for root in family) for family in trees.values())
    return sum(least, Counter())


def common(counts: Iterable[Counter[str]]) -> Counter[str]:
    """What is in each of them."""
    return reduce(Counter.__and__, counts)


def _forced(slack: _Slack, code: str) -> int:
    """How many free units of a kind the leaf must take, since there are not enough of other kinds."""
    forced = others = 0
    for free, must in slack.levels:
        others += free.total() - free[code]
        forced = max(forced, must - others)
    return forced


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
    return (contents for root in family for contents in _fillings(_slack(root, marker)))


def _fillings(slack: _Slack) -> Iterator[Creatures]:
    """The need with every choice of free units that takes enough of those owed further down."""
    stock = sum((free for free, _ in slack.levels), Counter())
    for chosen in _choices(sorted(stock.items()), slack.places):
        taken, left = 0, chosen.copy()
        for free, must in slack.levels:
            here = left & free
            taken += here.total()
            left -= here
            if taken < must:
                break
        else:
            yield tuple(sorted((slack.need + chosen).elements()))


def _choices(stock: list[tuple[str, int]], places: int) -> Iterator[Counter[str]]:
    """Every multiset of so many units out of a stock."""
    if not stock:
        if not places:
            yield Counter()
        return
    (code, count), rest = stock[0], stock[1:]
    for taken in range(min(count, places) + 1):
        for others in _choices(rest, places - taken):
            yield others + Counter({code: taken})


# --- kept for the next question ---

_RECENT = 256
_lock = Lock()
_cache: OrderedDict[tuple[Seat | None, int], tuple[tuple[Fact, ...], Knowledge]] = OrderedDict()


def knowledge(history: tuple[Fact, ...], viewer: Seat | None) -> Knowledge:
    """What `viewer` (None: the channel) knows after these facts.

    A history mostly continues one that was asked for before: the latest such one for each viewer and length is kept.
    Several threads may ask at a time.
    """
    with _lock:
        return _continued(history, viewer)


def _continued(history: tuple[Fact, ...], viewer: Seat | None) -> Knowledge:
    start, known = 0, _NOTHING
    for length in range(len(history), max(0, len(history) - 64), -1):
        kept = _cache.get((viewer, length))
        if kept is not None and kept[0] == history[:length]:
            start, known = length, kept[1]
            break
    for fact in history[start:]:
        known = learnt(known, fact, viewer)
    _cache[viewer, len(history)] = (history, known)
    _cache.move_to_end((viewer, len(history)))
    while len(_cache) > _RECENT:
        _cache.popitem(last=False)
    return known


_NOTHING: Knowledge = {}
