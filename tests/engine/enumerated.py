"""Every world that fits what was shown, one by one: slow and obvious. And histories as games make them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations

from engine.core import Seat
from engine.titan.facts import Divided, Fact, Formed, Gained, Joined, Lost, Showed, Vanished
from engine.titan.rules import rules_for

START = tuple(sorted(rules_for({}).start))
ME, OTHER = Seat(1), Seat(2)
World = frozenset[tuple[str, tuple[str, ...]]]


def followed(world: World, fact: Fact) -> Iterator[World]:
    """Every world that a world may become by a fact which `ME` sees: none if it contradicts it."""
    legions = dict(world)
    match fact:
        case Formed():
            legions[fact.legion] = fact.creatures
        case Showed() if fact.to and ME not in fact.to:
            pass
        case Showed():
            here, shown = Counter(legions[fact.legion]), Counter(fact.creatures)
            if shown - here or (fact.whole and shown != here):
                return
        case Gained():
            legions[fact.legion] = tuple(sorted((*legions[fact.legion], fact.creature)))
        case Lost():
            here, gone = Counter(legions[fact.legion]), Counter(fact.creatures)
            if gone - here:
                return
            legions[fact.legion] = tuple(sorted((here - gone).elements()))
        case Divided():
            yield from divided(legions, fact)
            return
        case Joined():
            legions[fact.into] = tuple(sorted(legions[fact.into] + legions.pop(fact.child)))
        case Vanished():
            del legions[fact.legion]
    yield frozenset(legions.items())


def divided(legions: dict[str, tuple[str, ...]], fact: Divided) -> Iterator[World]:
    """Every way to split, in the opening only those with one lord in each half (R4.2)."""
    whole = legions[fact.parent]
    for left in {tuple(sorted(part)) for part in combinations(whole, fact.left)}:
        rest = tuple(sorted((Counter(whole) - Counter(left)).elements()))
        if not fact.opening or lords(left) == lords(rest) == 1:
            yield frozenset({**legions, fact.parent: rest, fact.child: left}.items())


def lords(creatures: Iterable[str]) -> int:
    return sum(code in ("TTN", "ANG") for code in creatures)


def random_history(dice: random.Random) -> Iterator[Fact]:
    """Facts as a game makes them, for one player's legions."""
    truth: dict[str, list[str]] = {"A": list(START)}
    spare = list("BCDEFGHIJKLMN")
    yield Formed("A", START)
    yield from halved(truth, "A", spare.pop(0), dice)
    yield from played_on(truth, spare, dice)


def halved(truth: dict[str, list[str]], parent: str, child: str, dice: random.Random) -> Iterator[Fact]:
    """The split that parts two lords."""
    while True:
        left = dice.sample(truth[parent], len(truth[parent]) // 2)
        if lords(left) == 1:
            break
    yield from split(truth, parent, child, left, opening=True)


def played_on(truth: dict[str, list[str]], spare: list[str], dice: random.Random) -> Iterator[Fact]:
    """What may happen to the legions of a player."""
    for _ in range(dice.randint(3, 14)):
        legion = dice.choice(sorted(truth))
        held = truth[legion]
        match dice.choice(("split", "split", "show", "secret", "gain", "gain", "lose", "whole", "gone")):
            case "split" if len(held) >= 4:
                child = spare.pop(0)
                parts = [legion, child]
                yield from split(truth, legion, child, dice.sample(held, dice.randint(2, len(held) - 2)))
                if len(held) >= 4:
                    second = spare.pop(0)
                    parts.append(second)
                    yield from split(truth, legion, second, dice.sample(held, 2))
                if dice.random() < 0.4:
                    into, back = dice.sample(parts, 2)
                    truth[into] += truth.pop(back)
                    spare.insert(0, back)
                    yield Joined(back, into)
            case "show" | "secret" as how if held:
                to = (OTHER,) if how == "secret" and dice.random() < 0.5 else (ME,) if how == "secret" else ()
                yield Showed(legion, tuple(dice.sample(held, dice.randint(1, min(3, len(held))))), to)
            case "gain" if len(held) < 7:
                held.append(dice.choice(("CEN", "OGR", "LIO", "TRO", "ANG")))
                yield Gained(legion, held[-1])
            case "lose" if len(truth) > 1:
                gone = [held.pop(dice.randrange(len(held))) for _ in range(dice.randint(1, len(held)))]
                yield Lost(legion, tuple(gone))
                if not held:
                    del truth[legion]
                    spare.insert(0, legion)
                    yield Vanished(legion)
            case "whole":
                yield Showed(legion, tuple(held), whole=True)
            case "gone" if len(truth) > 2:
                yield Showed(legion, tuple(truth.pop(legion)), whole=True)
                spare.insert(0, legion)
                yield Vanished(legion)
            case _:
                pass


def split(
    truth: dict[str, list[str]], parent: str, child: str, left: list[str], opening: bool = False
) -> Iterator[Fact]:
    for code in left:
        truth[parent].remove(code)
    truth[child] = left
    yield Divided(parent, child, len(left), opening)
