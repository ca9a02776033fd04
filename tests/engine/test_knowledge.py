"""What follows from what was shown (R3.4-R3.7), held against an enumeration of every world."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations

import pytest

from engine.core import Seat
from engine.titan.knowledge import Knowledge, knowledge, possible, surely
from engine.titan.rules import rules_for
from engine.titan.state import Divided, Fact, Formed, Gained, Joined, Lost, Showed, Vanished

START = tuple(sorted(rules_for({}).start))
ME, OTHER = Seat(1), Seat(2)
World = frozenset[tuple[str, tuple[str, ...]]]
ENOUGH = 4000
"""Worlds at which a history is long enough: the enumeration is slow, and meant to be."""


def known(*facts: Fact) -> Knowledge:
    return knowledge(facts, ME)


def sure(legion: str, *facts: Fact) -> str:
    return " ".join(surely(known(*facts)[legion], legion))


def test_a_starting_legion_is_known() -> None:
    assert sure("Rd01", Formed("Rd01", START)) == " ".join(START)


def test_the_opening_split_leaves_only_one_lord_each() -> None:
    facts = (Formed("Rd01", START), Divided("Rd01", "Rd02", 4, opening=True))

    ways = possible(known(*facts)["Rd02"], "Rd02")

    assert sure("Rd01", *facts) == ""
    assert all(("TTN" in way) != ("ANG" in way) for way in ways)
    assert len(ways) == 14


def test_where_the_titan_is_shown_the_angel_is_not() -> None:
    facts = (Formed("Rd01", START), Divided("Rd01", "Rd02", 4, opening=True), Showed("Rd02", ("TTN",)))

    assert sure("Rd02", *facts) == "TTN"
    assert sure("Rd01", *facts) == "ANG"


def test_what_was_shown_before_a_split_is_owed_by_both_parts_together() -> None:
    shown = (
        Formed("Rd01", START),
        Divided("Rd01", "Rd02", 4, opening=True),
        Gained("Rd01", "LIO"),
        Gained("Rd01", "LIO"),
        Divided("Rd01", "Rd03", 3),
    )

    assert sure("Rd01", *shown) == sure("Rd03", *shown) == ""
    assert sure("Rd01", *shown, Showed("Rd03", ("CEN", "GAR", "OGR"), whole=True)) == "LIO LIO"


def test_a_legion_seen_whole_tells_of_its_sister() -> None:
    facts = (
        Formed("Rd01", START),
        Divided("Rd01", "Rd02", 4, opening=True),
        Showed("Rd02", ("CEN", "GAR", "OGR", "TTN"), whole=True),
    )

    assert sure("Rd01", *facts) == "ANG CEN GAR OGR"


def test_what_another_was_shown_alone_is_not_known() -> None:
    facts = (
        Formed("Rd01", START),
        Divided("Rd01", "Rd02", 4, opening=True),
        Showed("Rd02", ("CEN", "GAR", "OGR", "TTN"), to=(OTHER,), whole=True),
    )

    assert sure("Rd02", *facts) == ""
    assert sure("Rd02", *facts[:2], Showed("Rd02", ("CEN", "GAR", "OGR", "TTN"), to=(ME,), whole=True)) != ""


@pytest.mark.parametrize("chunk", range(10))
def test_what_is_possible_and_what_is_sure_is_exactly_what_an_enumeration_finds(chunk: int) -> None:
    """Sound and complete over random histories of splits, gains, losses, shows and rejoinings."""
    for seed in range(chunk * 150, (chunk + 1) * 150):
        worlds: frozenset[World] = frozenset((frozenset(),))
        facts: tuple[Fact, ...] = ()
        for fact in random_history(random.Random(seed)):
            facts += (fact,)
            worlds = frozenset(after for world in worlds for after in followed(world, fact))
            if len(worlds) > ENOUGH:
                break
            now = knowledge(facts, ME)
            for legion in dict(next(iter(worlds))):
                ways = {dict(world)[legion] for world in worlds}
                assert possible(now[legion], legion) == ways, (seed, facts)
                common = Counter(min(ways)).copy()
                for way in ways:
                    common &= Counter(way)
                assert Counter(surely(now[legion], legion)) == common, (seed, facts)


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
    while True:
        left = dice.sample(truth["A"], 4)
        if lords(left) == 1:
            break
    yield from split(truth, "A", spare.pop(0), left, opening=True)
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
