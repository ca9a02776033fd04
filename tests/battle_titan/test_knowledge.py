"""What follows of a legion that came back (V6.4, V7.7, R3.4-R3.7), held against an enumeration of every world."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement

import pytest

from engine.titan.facts import Divided, Fact, Formed, Joined, Showed
from engine.titan.families import COMMONER, UNKNOWN, possible, surely, together
from engine.titan.shown_facts import History
from tests.deep import deep_but
from tests.engine.enumerated import ME, World, followed, halved, played_on, split

KINDS = ("CEN", "LIO", "OGR")
"""The kinds of which the hidden ones are."""

NEVER = ("X", "Y")
"""Kinds that are never shown: for all that is known, any hidden one may be of them."""

ENOUGH = 2500
"""Worlds at which a history is long enough."""


def worlds_of(formed: Formed) -> frozenset[World]:
    """Every world in which a legion was formed with so many of which nothing is known."""
    kinds = (*KINDS, *NEVER) if formed.commoners else (*KINDS, "ANG", *NEVER)
    hidden = combinations_with_replacement(kinds, formed.unknown)
    return frozenset(frozenset({formed.legion: tuple(sorted((*formed.creatures, *way)))}.items()) for way in hidden)


def come_back(dice: random.Random) -> Iterator[Fact]:
    """The facts of a legion that came back: its lords are known, or by option its Titan alone."""
    hide, unknown = dice.random() < 0.5, dice.randint(2, 3)
    creatures = ("TTN",) if hide else ("ANG", "TTN")
    kinds = (*KINDS, "ANG") if hide else KINDS
    truth = {"A": [*creatures, *(dice.choice(kinds) for _ in range(unknown))]}
    spare = list("BCDEFGHIJKLMN")
    yield Formed("A", creatures, unknown, commoners=not hide)
    if not hide and dice.random() < 0.5:
        yield from halved(truth, "A", spare.pop(0), dice)
        yield from parted_again(truth, spare, dice)
    yield from played_on(truth, spare, dice)


def parted_again(truth: dict[str, list[str]], spare: list[str], dice: random.Random) -> Iterator[Fact]:
    """One of the halves splits again in the same turn, and a part goes back under the marker of any other (R6.9)."""
    legion = dice.choice(sorted(truth))
    if len(truth[legion]) < 2:
        return
    child = spare.pop(0)
    yield from split(truth, legion, child, dice.sample(truth[legion], 1))
    if dice.random() < 0.7:
        into, back = dice.sample(sorted(truth), 2)
        truth[into] += truth.pop(back)
        spare.insert(0, back)
        yield Joined(back, into)


def matches(pattern: tuple[str, ...], way: tuple[str, ...]) -> bool:
    """Whether these contents are such as the pattern says, its blanks filled."""
    known, held = Counter(pattern), Counter(way)
    commoners, unknown = known.pop(COMMONER, 0), known.pop(UNKNOWN, 0)
    rest = held - known
    return known <= held and rest.total() == commoners + unknown and not (commoners and rest["ANG"] + rest["TTN"])


def filled(pattern: tuple[str, ...], code: str) -> tuple[str, ...]:
    return tuple(sorted(code if kind in (COMMONER, UNKNOWN) else kind for kind in pattern))


@pytest.mark.parametrize("chunk", deep_but(range(8), *range(2)))
def test_v7_7_what_follows_of_a_legion_that_came_back_is_what_an_enumeration_finds(chunk: int) -> None:
    """V6.4, V7.7: sound, and complete as far as nothing of the hidden ones was shown."""
    asked = 0
    for seed in range(chunk * 80, (chunk + 1) * 80):
        worlds: frozenset[World] = frozenset()
        facts: tuple[Fact, ...] = ()
        for fact in come_back(random.Random(seed)):
            worlds = (
                worlds_of(fact)
                if isinstance(fact, Formed)
                else frozenset(after for world in worlds for after in followed(world, fact))
            )
            facts += (fact,)
            if len(worlds) > ENOUGH:
                break
            now = History().after(*facts).known(ME)
            legions = dict(next(iter(worlds)))
            every = [sum((Counter(held) for _, held in world), Counter()) for world in worlds]
            certain = every[0].copy()
            for held in every:
                certain &= held
            assert_same(together(now[legion] for legion in legions), certain, (seed, facts))
            for legion in legions:
                asked += 1
                ways = {dict(world)[legion] for world in worlds}
                common = Counter(min(ways)).copy()
                for way in ways:
                    common &= Counter(way)
                assert Counter(surely(now[legion], legion)) == common, (seed, facts)
                patterns = possible(now[legion], legion)
                assert all(any(matches(pattern, way) for pattern in patterns) for way in ways), (seed, facts)
                assert {filled(pattern, "X") for pattern in patterns} <= ways, (seed, facts)
    assert asked > 500


def assert_same(together_now: Counter[str], certain: Counter[str], case: object) -> None:
    known = {code: count for code, count in together_now.items() if code not in (COMMONER, UNKNOWN) and count}
    assert known == dict(certain), case


def test_v6_6_parts_of_different_halves_may_be_joined() -> None:
    """V6.6, R6.9: eight are split four and four, both halves again, and nobody can leave: nothing is lost of it."""
    facts: tuple[Fact, ...] = (Formed("A", ("ANG", "TTN"), 6, commoners=True), Divided("A", "B", 4, opening=True))
    facts += (Divided("A", "C", 2), Divided("B", "D", 2))
    for back, into in (("B", "A"), ("C", "A"), ("D", "A")):
        facts += (Joined(back, into),)
        known = History().after(*facts).known(ME)
        assert surely(known["A"], "A") == (("ANG", "TTN") if back == "D" else ())

    known = History().after(*facts, Divided("A", "B", 4, opening=True), Showed("B", ("TTN",))).known(ME)
    assert surely(known["A"], "A") == ("ANG",)
