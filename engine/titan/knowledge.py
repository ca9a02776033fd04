"""What is known of legions after each fact: exactly what follows, no less and no more (R3.4, R3.5, R3.7).

Every gain and loss is public, so the characters of a player are known as a whole; only how they were divided in
splits is not: see `families`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from engine.titan.facts import Divided, Fact, Formed, Gained, Joined, Lost, Marker, Showed, Vanished
from engine.titan.families import (
    COMMONER,
    UNKNOWN,
    Family,
    Held,
    Node,
    counted,
    is_known,
    is_possible,
    leaf,
    leaves_of,
    minus,
    most,
    over,
    path_to,
    plus,
    total,
)

LORDS = ("TTN", "ARC", "ANG")
"""The kinds of which a legion of eight has two in all, which its split parts (R4.2, V6.6)."""

Knowledge = Mapping[Marker, Family]
"""The family of each legion."""


# --- what is known after each fact ---

KnowledgeChange = Mapping[Marker, Family | None]
"""The families of legions that are known otherwise than before, None of those that are gone."""


def learnt(known: Knowledge, fact: Fact) -> KnowledgeChange:
    """What changes in somebody's knowledge by a fact that they were shown."""
    match fact:
        case Showed():
            shown = counted(fact.creatures)
            return _told(known, fact.legion, lambda node: (node.size, most(node.least, shown)), fact.whole)
        case Gained():
            one = {fact.creature: 1}
            if fact.legion not in known:
                return {fact.legion: Family((leaf(fact.legion, 1, one),))}
            return _told(known, fact.legion, lambda node: (node.size + 1, plus(node.least, one)))
        case Lost():
            lost = counted(fact.creatures)
            gone = len(fact.creatures)
            return _told(known, fact.legion, lambda node: (node.size - gone, minus(most(node.least, lost), lost)))
        case Divided():
            return _families(tuple(half for root in known[fact.parent].trees for half in _divided(root, fact)))
        case Vanished():
            return {fact.legion: None}
        case Formed():
            everybody = counted(fact.creatures)
            if fact.unknown:
                everybody[COMMONER if fact.commoners else UNKNOWN] = fact.unknown
            return {fact.legion: Family((leaf(fact.legion, total(everybody), everybody),))}
        case Joined():
            trees = tuple(_joined(root, fact.child, fact.into) for root in known[fact.child].trees)
            return {fact.child: None, **_settled(trees)}


def grown(known: Knowledge, change: KnowledgeChange) -> Knowledge:
    """The knowledge with a change."""
    if not change:
        return known
    found = {**known}
    for marker, family in change.items():
        if family is None:
            del found[marker]
        else:
            found[marker] = family
    return found


def _told(
    known: Knowledge, marker: Marker, told: Callable[[Node], tuple[int, Held]], whole: bool = False
) -> KnowledgeChange:
    """The families after a legion and all that it stems from became `told`, and what that rules out was dropped."""
    family = known[marker].trees
    trees = tuple([_along(root, marker, told) for root in family])
    for root in trees:
        if whole or UNKNOWN in root.least or COMMONER in root.least:
            trees = tuple(map(_identified, trees))
            break
    if trees[0] is family[0] and trees == family:
        return {}
    if len(trees) > 1 or (trees[0].children and is_known(path_to(trees[0], marker)[-1])):
        return _settled(trees)
    return _families(trees)


def _along(node: Node, marker: Marker, told: Callable[[Node], tuple[int, Held]]) -> Node:
    """The tree with a leaf and all nodes above it changed; itself if nothing is new."""
    if node.marker == marker:
        size, least = told(node)
        return node if least is node.least and size == node.size else Node(size, least, least, marker)
    for place, old in enumerate(node.children):
        new = _along(old, marker, told)
        if new is not old:
            return over(*told(node), (*node.children[:place], new, *node.children[place + 1 :]))
    return node


def _identified(root: Node) -> Node:
    """A root whose unknown characters are fewer by what was shown of its parts beyond the known ones."""
    beyond = total(root.need) - root.size
    blank = COMMONER if COMMONER in root.least else UNKNOWN
    more_lords = any(root.need.get(lord, 0) > root.least.get(lord, 0) for lord in LORDS)
    if not 0 < beyond <= root.least.get(blank, 0) or (more_lords and blank == COMMONER):
        return root
    return _holding(root, minus(root.need, {blank: beyond}))


def _holding(node: Node, least: Held) -> Node:
    return over(node.size, least, node.children) if node.children else leaf(node.marker, node.size, least)


def _divided(root: Node, fact: Divided) -> Iterator[Node]:
    """The tree with a leaf split in two. A split whose parent was never shown to hold anything adds no level."""
    old = path_to(root, fact.parent)[-1]
    stays, leaves = old.size - fact.left, fact.left
    lords = tuple(lord for lord in LORDS for _ in range(old.least.get(lord, 0)))
    if fact.opening and len(set(lords)) == len(lords) == 2:
        for first, second in (lords, lords[::-1]):
            halves = leaf(fact.parent, stays, {first: 1}), leaf(fact.child, leaves, {second: 1})
            yield _replaced(root, old, (over(old.size, old.least, halves),))
        return
    parts = leaf(fact.parent, stays, {}), leaf(fact.child, leaves, {})
    if old.least or old is root:
        yield _replaced(root, old, (over(old.size, old.least, parts),))
    else:
        yield _replaced(root, old, parts)


def _replaced(node: Node, old: Node, new: tuple[Node, ...]) -> Node:
    """The tree with one node replaced by others in its place."""
    if node is old:
        return new[0]
    if not node.children:
        return node
    children: list[Node] = []
    for child in node.children:
        children.extend(new if child is old else (_replaced(child, old, new),))
    return over(node.size, node.least, tuple(children))


def _joined(root: Node, child: Marker, into: Marker) -> Node:
    """The tree with two of its legions together under the marker `into`.

    Mostly they were one before their split. Of eight that came back both halves may have split again at once, and a
    part of each be joined: of these it is only kept what they all hold together.
    """
    one, other = path_to(root, child), path_to(root, into)
    shared = sum(mine is theirs for mine, theirs in zip(one, other, strict=False))
    above, first, second = one[shared - 1], one[shared], other[shared]
    gone, kept = one[-1], other[-1]
    both = leaf(into, gone.size + kept.size, plus(gone.least, kept.least))
    if first is gone:
        branch = _grown(second, kept, gone, both)
    elif second is kept:
        branch = _grown(first, gone, kept, both)
    else:
        halves = (*one[shared:-1], *other[shared:-1])
        apart = (part for half in halves for part in half.children if part not in (*one, *other))
        branch = over(first.size + second.size, plus(first.least, second.least), (*apart, both))
    rest = tuple(node for node in above.children if node not in (first, second))
    if not rest:
        return _replaced(root, above, (_holding(branch, most(above.least, branch.least)),))
    return _replaced(root, above, (over(above.size, above.least, (*rest, branch)),))


def _grown(node: Node, old: Node, more: Node, both: Node) -> Node:
    """A branch with a leaf of it grown by another, from outside."""
    if node is old:
        return both
    if not any(found is old for found in leaves_of(node)):
        return node
    children = tuple(_grown(child, old, more, both) for child in node.children)
    return over(node.size + more.size, plus(node.least, more.least), children)


def _settled(trees: tuple[Node, ...]) -> dict[Marker, Family]:
    """The families of these trees: impossible ones dropped, leaves that are known in full on their own."""
    possible = tuple(root for root in trees if is_possible(root)) if len(trees) > 1 else trees
    assert possible, "what was shown contradicts what was known"
    found = {}
    while possible and (alone := _known_leaf(possible)):
        found[alone.marker] = Family((alone,))
        possible = tuple(rest for root in possible if (rest := _without(root, alone.marker)))
    return {**found, **_families(possible)} if possible else found


def _families(trees: tuple[Node, ...]) -> dict[Marker, Family]:
    return dict.fromkeys([found.marker for found in leaves_of(trees[0])], Family(trees))


def _known_leaf(trees: tuple[Node, ...]) -> Node | None:
    """A leaf whose characters are all known, the same in every tree."""
    first, *others = trees
    for found in filter(is_known, leaves_of(first)):
        twins = (path_to(root, found.marker)[-1] for root in others)
        if all(is_known(twin) and twin.least == found.least for twin in twins):
            return found
    return None


def _without(root: Node, marker: Marker) -> Node | None:
    return _dropped(root, path_to(root, marker)[-1])


def _dropped(node: Node, gone: Node) -> Node | None:
    """The tree without a leaf, its characters owed by nobody any more. Lone children take their parent's place."""
    if node is gone:
        return None
    if not any(found is gone for found in leaves_of(node)):
        return node
    children = tuple(kept for child in node.children if (kept := _dropped(child, gone)) is not None)
    least, size = minus(node.least, gone.least), node.size - gone.size
    if not children:
        return None
    if len(children) == 1:
        (only,) = children
        return _holding(only, most(only.least, least))
    return over(size, least, children)
