"""What a viewer is told of a legion's contents, in positions of games (R3.7)."""

from __future__ import annotations

from collections import Counter
from itertools import islice

from engine.core import Seat
from engine.titan.families import possible, possible_within
from engine.titan.view import knowledge_of
from tests.engine.positions import position
from tests.secrets.pairs import positions


def test_what_is_told_is_what_follows_and_the_truth_is_among_it() -> None:
    asked = uncertain = 0
    for game in range(1, 5):
        for at in islice(positions(game), 5, 400, 45):
            for viewer in (None, Seat(0)):
                for marker, legion in at.state.legions.items():
                    told = knowledge_of(at.state, viewer, marker)
                    assert told is not None
                    if not told.kept or legion.owner == viewer:
                        assert not told.kept or told.sure == legion.creatures
                        continue
                    ways = possible(at.state.history.known(viewer)[marker], marker)
                    sure, held = Counter(told.sure), Counter(legion.creatures)
                    assert sure <= held
                    assert told.ways == len(ways)
                    assert set(held - sure) <= {code for code, _ in told.more}
                    beyond = Counter(code for way in ways for code in Counter(way) - sure)
                    assert dict(told.more) == beyond
                    asked += 1
                    uncertain += bool(told.more)

    assert asked > 200
    assert uncertain > 100


def test_a_table_that_keeps_nothing_tells_of_own_legions_alone() -> None:
    state = position("Red: Rd01@1 TTN OGR", "Blue: Bu01@30 TTN ANG", options={"memory_aid": "own_only"})

    own, other = knowledge_of(state, Seat(0), "Rd01"), knowledge_of(state, Seat(0), "Bu01")

    assert own is not None
    assert (own.kept, own.sure, own.ways) == (True, ("TTN", "OGR"), 1)
    assert other is not None
    assert (other.kept, other.sure, other.ways, other.more) == (False, (), 0, ())


def test_an_open_table_tells_everything() -> None:
    state = position("Red: Rd01@1 TTN OGR", "Blue: Bu01@30 TTN ANG", options={"memory_aid": "open"})

    told = knowledge_of(state, None, "Bu01")

    assert told is not None
    assert told.sure == state.legions["Bu01"].creatures


def test_there_is_nothing_to_know_of_a_legion_that_is_not_there() -> None:
    assert knowledge_of(position("Red: Rd01@1 TTN", "Blue: Bu01@30 TTN"), None, "Rd07") is None


def test_too_many_possible_contents_are_not_counted() -> None:
    for at in islice(positions(3), 30, 300, 30):
        known = at.state.history.known(None)
        for marker, family in known.items():
            ways = possible(family, marker)
            assert possible_within(family, marker, len(ways)) == ways
            assert possible_within(family, marker, len(ways) - 1) is None
