"""What follows from what was shown (R3.4-R3.7), held against an enumeration of every world."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine.titan.facts import Divided, Fact, Formed, Gained, Showed
from engine.titan.families import possible, surely
from engine.titan.knowledge import Knowledge
from engine.titan.shown_facts import History
from tests.deep import deep_but
from tests.engine.enumerated import ME, OTHER, START, World, followed, random_history

ENOUGH = 4000
"""Worlds at which a history is long enough: the enumeration is slow, and meant to be."""


def known(*facts: Fact) -> Knowledge:
    return History().after(*facts).known(ME)


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


@pytest.mark.parametrize("chunk", deep_but(range(10), *range(3)))
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
            now = known(*facts)
            for legion in dict(next(iter(worlds))):
                ways = {dict(world)[legion] for world in worlds}
                assert possible(now[legion], legion) == ways, (seed, facts)
                common = Counter(min(ways)).copy()
                for way in ways:
                    common &= Counter(way)
                assert Counter(surely(now[legion], legion)) == common, (seed, facts)
