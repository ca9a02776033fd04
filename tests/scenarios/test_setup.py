"""Setup and turn order: T-001 to T-010."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import permutations

import pytest

from engine.core import Drawn, Illegal, Seat
from engine.titan.ruleset import TITAN
from engine.titan.state import Mustering, State
from tests.engine.positions import do, lines, position, refused

START = ("ANG", "CEN", "CEN", "GAR", "GAR", "OGR", "OGR", "TTN")


def drawn(*towers: int) -> State:
    """A new game in which the seats got these towers."""
    state = TITAN.new_game(len(towers), {})
    return do(state, "draw " + ",".join(str(tower // 100) for tower in towers))


def chosen(*towers: int) -> State:
    """The same with colours and markers chosen, as they come."""
    state = drawn(*towers)
    while state.turn == 0:
        state = do(state, lines(state, state.active)[0], seat=state.active)
    return state


def choice_order(state: State) -> list[int]:
    """The towers in the order in which their players choose a colour."""
    towers = []
    while state.turn == 0:
        towers.append(state.players[state.active].tower)
        for _ in range(2):
            state = do(state, lines(state, state.active)[0], seat=state.active)
    return towers


def test_t001_the_higher_tower_moves_first_and_chooses_last() -> None:
    """R1.3, R1.4"""
    state = drawn(300, 500)

    assert state.order == (1, 0)
    assert choice_order(state) == [300, 500]
    assert chosen(300, 500).active == 1


def test_t002_turns_fall_and_choices_rise_with_the_towers() -> None:
    """R1.3, R1.4"""
    state = drawn(100, 300, 400, 600)

    assert [state.players[seat].tower for seat in state.order] == [600, 400, 300, 100]
    assert choice_order(state) == [100, 300, 400, 600]


def test_t003_every_seat_gets_every_tower_as_often() -> None:
    """R1.2: over all answers that chance can give, which are all different numbers."""
    start = TITAN.new_game(6, {})
    wanted = TITAN.wants(start)
    assert wanted is not None
    assert (wanted.count, wanted.sides, wanted.distinct) == (6, 6, True)

    counts: Counter[tuple[int, int]] = Counter()
    for values in permutations(range(1, 7)):
        state, _ = TITAN.apply(start, Seat(-1), Drawn(values))
        towers = [player.tower for player in state.players]
        assert sorted(towers) == [100, 200, 300, 400, 500, 600]
        counts.update(enumerate(towers))

    assert set(counts.values()) == {120}


def test_t004_a_colour_is_taken_once() -> None:
    """R1.4"""
    state = do(drawn(300, 500), "colour Blue", "marker Bu07")

    assert refused(state, "colour Blue", seat=1) == "colour-taken"
    assert TITAN.awaiting(state) == {1}


def test_nobody_chooses_out_of_turn() -> None:
    """R1.4: not before it is his turn, nor once he has chosen."""
    state = drawn(300, 500)
    assert lines(state, 1) == []
    assert refused(state, "colour Blue", seat=1) == "not-your-turn"

    state = do(state, "colour Blue", "marker Bu07")
    assert lines(state, 0) == []
    assert refused(state, "marker Bu08") == "not-your-turn"


def test_t005_a_player_starts_with_a_legion_of_eight_in_his_tower() -> None:
    """R1.5-R1.7"""
    state = chosen(300, 500)

    for seat, player in enumerate(state.players):
        (legion,) = state.own(Seat(seat))
        assert sorted(legion.creatures) == list(START)
        assert legion.land == player.tower
        assert (player.score, len(player.markers)) == (0, 11)
        assert sum(state.rules.value(code, 0) for code in legion.creatures) == 120
        assert TITAN.view(state, None).players[seat].titan_power == 6


@pytest.mark.parametrize(
    ("players", "angels", "centaurs", "gargoyles", "ogres"),
    [pytest.param(3, 15, 19, 15, 19, id="T-006"), pytest.param(6, 12, 13, 9, 13, id="T-007")],
)
def test_the_starting_legions_come_out_of_the_stacks(
    players: int, angels: int, centaurs: int, gargoyles: int, ogres: int
) -> None:
    """R1.7, R20.1"""
    state = chosen(*range(100, 100 * players + 1, 100))

    left = {"ANG": angels, "CEN": centaurs, "GAR": gargoyles, "OGR": ogres, "TTN": 6 - players}
    for code, kind in state.rules.kinds.items():
        assert state.bank[code] == left.get(code, kind.stack)


def three(turn: int) -> State:
    """Seats 0, 1 and 2 on the towers 600, 500 and 400, the first at the end of his turn."""
    return position(
        "Red: Rd01@1 TTN OGR", "Blue: Bu01@5 TTN OGR", "Green: Gr01@9 TTN OGR", phase=Mustering(), turn=turn
    )


def test_t008_an_eliminated_player_is_skipped() -> None:
    """R1.3, R2.2"""
    state = do(three(turn=4), "1: resign", "done")

    assert (state.active, state.turn) == (2, 4)


def test_t009_the_first_living_player_of_the_order_begins_a_game_turn() -> None:
    """R2.2"""
    state = do(replace(three(turn=5), active=Seat(2)), "0: resign", "2: done")

    assert (state.active, state.turn) == (1, 6)


def test_t010_seven_are_too_many() -> None:
    """R1.1"""
    with pytest.raises(Illegal) as refusal:
        TITAN.new_game(7, {})

    assert refusal.value.code == "seats-number"


def test_nobody_plays_alone() -> None:
    """R1.1"""
    with pytest.raises(Illegal) as refusal:
        TITAN.new_game(1, {})

    assert refusal.value.code == "seats-number"
