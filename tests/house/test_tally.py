"""What is counted of a game that is over, against games written by hand; ratings and deadlines by themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

import pytest

from cogs.house.game import timeline as timelines
from cogs.house.game.tally import finished, summed
from cogs.house.values.clocks import HOUR, Clock, Waiting
from cogs.house.values.finished import Finish, Result, Standing
from cogs.house.values.ratings import NEW, ratings
from cogs.house.values.records import Chair, Game, Status, StoredLine
from cogs.house.values.reliability import HALF_LIFE, LEAST, Reliability, kept_by, missed_by
from engine.core import Seat
from tests.toy import KIT

ANN, BOB, CAT = 11, 12, 13
GAME = Game(7, 1, 10, ANN, "Friday", "toy", 1, {}, 2, Status.OVER, 0, frozenset(), None, bytes(32))

BY_HAND = """
0    -1 draw 1,2,3,4,5,6
10    0 roll
10   -1 draw 6
40    0 lay 1
60    0 lay 2
100   0 done
400   1 lay 4
500   1 lay 5
500   1 done
520   0 roll
520  -1 draw 2
530   0 lay 3
540   0 done
1000  1 lay 6
1240  1 done
"""
"""Ann has 1+2+3 on her cards and 6+2 by dice, Bob 4+5+6. Her turns take 100 and 40 seconds, his 400 and 700."""


def entries(text: str) -> list[StoredLine]:
    """The lines of a log: time, seat, line."""
    parts = (line.split(maxsplit=2) for line in text.split("\n") if line)
    return [StoredLine(number, Seat(int(seat)), said, float(at)) for number, (at, seat, said) in enumerate(parts, 1)]


def counted(text: str, chairs: Sequence[Chair] = (), game: Game = GAME) -> Finish:
    sat = chairs or (Chair(Seat(0), ANN, "Ann", None), Chair(Seat(1), BOB, "Bob", None))
    start = timelines.opened(KIT, 2, game)
    return finished(KIT, game, sat, tuple(timelines.replayed(KIT, start.after, entries(text))))


def test_a_game_is_counted_as_it_is_by_hand() -> None:
    finish = counted(BY_HAND)

    ann, bob = finish.results
    assert (finish.game, finish.began_at, finish.ended_at, finish.turns, finish.rated) == (7, 0.0, 1240.0, 4, True)
    assert ann.standing == Standing(2, 14, None, {"rolled": 8.0, "due": 7.0})
    assert bob.standing == Standing(1, 15, None, {"rolled": 0.0, "due": 0.0})
    assert (ann.user, bob.user) == (ANN, BOB)
    assert finish.handoffs == 4
    assert ann.seconds == (100 + 40) / 2
    assert bob.seconds == (400 + 700) / 2


def test_what_was_taken_back_counts_for_nobody_though_its_time_was_spent() -> None:
    """Ann rolls a 6 again after everything was set back to the deal; the first roll is no longer hers."""
    back = BY_HAND.replace("40    0 lay 1\n", "30   -2 rewind 1\n35    0 roll\n35   -1 draw 6\n40    0 lay 1\n")

    finish = counted(back)

    assert finish.results[0].standing == counted(BY_HAND).results[0].standing
    assert finish.results[0].seconds == counted(BY_HAND).results[0].seconds


def test_equal_points_share_a_place() -> None:
    finish = counted(BY_HAND.replace("draw 2\n", "draw 3\n"))

    assert [result.standing.place for result in finish.results] == [1, 1]


@pytest.mark.parametrize("lines", [1, 3, 7])
def test_in_a_draw_by_consent_those_who_still_play_share_the_first_place(lines: int) -> None:
    """The players may agree at any time: nothing may have been told to all by then."""
    finish = counted("\n".join(BY_HAND.strip().split("\n")[:lines]))

    assert [result.standing.place for result in finish.results] == [1, 1]
    assert finish.results[0].standing.figures["rolled"] == (6.0 if lines >= 3 else 0.0)


@pytest.mark.parametrize(("since", "whose"), [(0, CAT), (7, CAT), (8, None), (14, None)])
def test_a_result_is_for_who_sat_there_for_half_of_the_game_and_else_for_nobody(since: int, whose: int | None) -> None:
    late = Chair(Seat(0), CAT, "Cat", None, since=since)

    finish = counted(BY_HAND, (late, Chair(Seat(1), BOB, "Bob", None)))

    assert [result.user for result in finish.results] == [whose, BOB]
    assert finish.rated is (whose is not None)


def test_a_game_against_the_program_alone_is_not_rated() -> None:
    finish = counted(BY_HAND, (Chair(Seat(0), ANN, "Ann", None), Chair(Seat(1), None, "Bot", "random")))

    assert not finish.rated
    assert finish.results[1].user is None
    assert ratings([finish]) == {}


def test_an_option_can_have_leaderboards_of_its_own() -> None:
    assert counted(BY_HAND).category == "short"
    assert counted(BY_HAND, game=replace(GAME, options={"pace": "long", "stake": "stake 5"})).category == "long"


def test_figures_of_several_games_add_up() -> None:
    assert summed([{"a": 1.5, "b": 1.0}, {"a": 2.0}]) == {"a": 3.5, "b": 1.0}


# Ratings


def ended(*places: tuple[int | None, int], number: int = 1) -> Finish:
    """A rated game in which these people came to these places."""
    results = tuple(Result(Seat(seat), user, Standing(place, 0)) for seat, (user, place) in enumerate(places))
    return Finish(number, "", 1, 1, 0.0, 0.0, True, results)


def test_who_comes_before_another_is_rated_above_him() -> None:
    found = ratings([ended((ANN, 1), (BOB, 2), (CAT, 3))])

    assert found[ANN].points > found[BOB].points > found[CAT].points
    assert found[ANN].points > NEW > found[CAT].points


def test_a_shared_place_is_rated_alike_and_above_the_next() -> None:
    found = ratings([ended((ANN, 1), (BOB, 1), (CAT, 3))])

    assert found[ANN].points == pytest.approx(found[BOB].points)
    assert found[BOB].points > found[CAT].points


def test_in_which_order_people_sit_does_not_matter() -> None:
    before = [ended((ANN, 1), (BOB, 2), (CAT, 3)), ended((BOB, 1), (ANN, 2))]
    expected = ratings([*before, ended((ANN, 2), (BOB, 1), (CAT, 3))])

    for order in permutations([(ANN, 2), (BOB, 1), (CAT, 3)]):
        found = ratings([*before, ended(*order)])
        assert {user: found[user].points for user in found} == pytest.approx(
            {user: expected[user].points for user in expected}
        )


def test_to_win_against_a_better_one_is_worth_more() -> None:
    better = [ended((BOB, 1), (CAT, 2), number=number) for number in range(5)]

    above = ratings([*better, ended((ANN, 1), (BOB, 2))])[ANN].points
    below = ratings([*better, ended((ANN, 1), (CAT, 2))])[ANN].points

    assert above > below


def test_the_program_is_no_rival_and_who_is_forgotten_has_no_rating() -> None:
    with_program = ended((ANN, 2), (None, 1), (BOB, 3))

    assert ratings([with_program]) == ratings([ended((ANN, 1), (BOB, 2))])
    assert set(ratings([ended((ANN, 1), (-2, 2))])) == {ANN}


# Deadlines

RUNNING = Clock(Seat(0), since=0.0, due=10.0, ends=20.0)
STOPPED = replace(RUNNING, since=None, due=None, ends=None)
ALONE, BOTH = Waiting(frozenset({Seat(0)}), 1), Waiting(frozenset({Seat(0), Seat(1)}), 1)


def test_a_deadline_is_kept_when_the_game_no_longer_waits_for_who_had_one() -> None:
    assert kept_by(Seat(0), RUNNING, STOPPED, ALONE)
    assert not kept_by(Seat(0), RUNNING, RUNNING, ALONE)
    assert not kept_by(Seat(0), RUNNING, None, ALONE)
    assert not kept_by(Seat(0), replace(RUNNING, out=True), STOPPED, ALONE)
    assert not kept_by(Seat(0), replace(RUNNING, due=None, ends=None), STOPPED, ALONE)


def test_where_several_are_waited_for_no_deadline_counts_either_way() -> None:
    """A3.1: whose answer was wanted must not be seen from who is known for being late."""
    assert not kept_by(Seat(0), RUNNING, STOPPED, BOTH)
    assert missed_by({Seat(0): RUNNING, Seat(1): RUNNING}, BOTH) == ()
    assert missed_by({Seat(0): RUNNING}, ALONE) == (Seat(0),)


def test_the_share_of_deadlines_kept_forgets_old_ones() -> None:
    known = Reliability(at=0.0)
    for _ in range(3):
        known = known.with_one(was_kept=False, now=0.0)
    for _ in range(3):
        known = known.with_one(was_kept=True, now=HALF_LIFE)

    assert (known.kept, known.missed) == (3, 3)
    assert known.share(HALF_LIFE) == pytest.approx(3 / (3 + 3 / 2))
    assert known.share(20 * HALF_LIFE) is None


def test_of_who_is_new_nothing_is_said() -> None:
    known = Reliability()
    for number in range(int(LEAST)):
        assert known.share(0.0) is None, number
        known = known.with_one(was_kept=True, now=0.0)

    assert known.share(0.0) == 1.0
    assert known.share(HOUR) is None
