"""What a line that somebody reads may say of legions: what his views show, and what left the game before all (R3.3)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from cogs.house.game.announce import Entry
from engine.core import Seat
from engine.titan.events import Agreed, Conceded, Eliminated, Fled, NotEntered, Slain
from engine.titan.view import View
from tests.games.reading import HAZARDS, KINDS, WORDS, creatures, markers

Known = Mapping[str, Counter[str]]
"""What a viewer may know of legions, at most, by marker."""

STACKS = WORDS.text("titan.position.caretaker")
"""The line above the caretaker's stacks."""

TITLE = f"({WORDS.text('titan.title')})"
"""What a table says of its game, which bears the name of a creature."""


def known(views: Sequence[View], gone: Known) -> Known:
    """The most that the views and what was revealed as it left say of each legion; fighters under `battle`."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for marker, counter in gone.items():
        found[marker] |= counter
    for view in views:
        for legion in view.legions:
            found[legion.marker] |= Counter(legion.creatures)
        if view.parley and view.engaged:
            for marker, contents in zip(view.engaged.markers, view.parley.contents, strict=True):
                found[marker] |= Counter(contents)
        if view.battle:
            for side, marker in enumerate(view.battle.markers):
                there = Counter(f.creature for f in view.battle.fighters if f.side == side)
                both = there + Counter(view.battle.fallen[side])
                found[marker] |= both
                found[f"battle {side}"] |= both
    return found


def revealed(entries: Sequence[Entry]) -> Known:
    """What R3.4 shows of characters as they leave the game."""
    gone: dict[str, Counter[str]] = defaultdict(Counter)
    for entry in entries:
        for event in entry.told.events:
            match event:
                case Fled() | Conceded() | NotEntered() | Slain():
                    gone[event.legion] |= Counter(event.creatures)
                case Agreed(_, lost, survivor, losses):
                    for marker, contents in lost:
                        gone[marker] |= Counter(contents)
                    gone[survivor] |= Counter(losses)
                case Eliminated(_, _, legions, _):
                    for marker, _, contents in legions:
                        gone[marker] |= Counter(contents)
                case _:
                    pass
    return gone


def most(contents: Iterable[Iterable[str]]) -> Counter[str]:
    """Of each creature the greatest number in one of them."""
    found: Counter[str] = Counter()
    for each in contents:
        found |= Counter(each)
    return found


def stacks(view: View) -> str:
    """The caretaker's stacks and the dead, as they are written: public at any time (R3.2)."""
    return ", ".join(
        f"{KINDS[code].name} {left}" + (f" ({dead} dead)" if dead else "") for code, left, dead in view.caretaker
    )


def beside_stacks(text: str, public: Iterable[str]) -> Iterator[str]:
    """The lines of a text that tell of legions, if they tell of creatures: all but `public` stacks and land's lines.

    The stacks stand below their heading, cut where a text has no more room, or are what their picture shows.
    """
    for above, line in pairwise(("", *text.replace(TITLE, "").split("\n"))):
        cut = line.removesuffix("…") if above == STACKS else None
        listed = any(
            line in (said, f"The caretaker's stacks, and the dead. {said}.")
            or (cut is not None and cut != line and said.startswith(cut))
            for said in public
        )
        if not listed and line not in HAZARDS:
            yield line


def beyond(line: str, viewer: Seat | None, seen: Known, own: Known) -> dict[str, int]:
    """The creatures of a line, which the viewer gets, of which he may not know that there are so many."""
    found = creatures(line)
    others = [marker for marker in markers(line) if marker not in own]
    if viewer is not None and not others:
        return {}
    of = markers(line) or [marker for marker in seen if marker.startswith("battle ")]
    limit = sum((seen.get(m, Counter()) + own.get(m, Counter()) for m in of), Counter[str]())
    if viewer is not None:
        limit |= most(tuple(counter.elements()) for counter in own.values())
    return {code: number for code, number in found.items() if number > limit[code]}
