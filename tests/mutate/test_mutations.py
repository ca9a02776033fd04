"""The list of mutations is in order; and twenty of it, tried once more, still make the tests fail that it names."""

from __future__ import annotations

import pytest

from tests.mutate.breaking import ROOT, stale
from tests.mutate.listed import ENGINES, Mutation, listed
from tests.mutate.running import killed, run

ALL = tuple(listed())
LEAST = 150
"""So many rules of each engine are broken, those left out that change nothing."""

REPEATED = 10
"""So many of each engine are tried once more, spread over the list."""


def repeated(engine: str) -> list[Mutation]:
    known = [one for one in ALL if one.engine == engine and one.killed]
    return known[:: max(1, len(known) // REPEATED)][:REPEATED]


def test_nothing_is_listed_twice() -> None:
    assert len({one.key for one in ALL}) == len(ALL)


@pytest.mark.parametrize("engine", ENGINES)
def test_there_are_rules_enough(engine: str) -> None:
    assert sum(one.engine == engine and not one.equivalent for one in ALL) >= LEAST


def test_each_says_which_rule_it_breaks() -> None:
    assert [one.key for one in ALL if not one.rule] == []


def test_each_still_applies() -> None:
    """What does not was edited away: say the same of the function as it is now, or take it out of the list."""
    assert stale(ALL) == {}


def test_the_tests_that_are_named_are_there() -> None:
    texts = {one.file: (ROOT / one.file).read_text(encoding="utf-8") for one in ALL if one.killed}
    named = ((one.key, one.file, one.killed.rpartition("::")[2]) for one in ALL if "::" in one.killed)

    assert [(key, test) for key, file, test in named if f"def {test}(" not in texts[file]] == []


@pytest.mark.deep
def test_the_tests_pass_where_nothing_is_broken() -> None:
    tests = sorted({one.killed for engine in ENGINES for one in repeated(engine)})

    ran = run(tests)

    assert (ran.code, ran.failed) == (0, "")


@pytest.mark.deep
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("at", range(REPEATED))
def test_a_broken_rule_makes_its_test_fail(engine: str, at: int) -> None:
    mutation = repeated(engine)[at]

    ran = run([mutation.killed], mutation)

    assert killed(ran, [mutation.killed]), f"{mutation.key}: {mutation.killed} passes"
