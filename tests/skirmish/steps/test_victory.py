"""Victory points and the end of a game (B14, B22.6, B22.7, B23.14, B23.20)."""

from __future__ import annotations

import pytest

from engine.core import Seat
from engine.skirmish import harm
from engine.skirmish.events import DrawOffered, GameOver, Scored
from engine.skirmish.rules import FREE, rules_for
from engine.skirmish.state import Attacking, Commanding, Phase, State, other
from engine.skirmish.steps import turn
from engine.skirmish.units import Turn
from engine.values import replace
from tests.skirmish.field import DAQAN, THUNDERCLAP, UTHUK, Table, field

BOTH = "citadel_guard@A1 viper_legion@I1 "


def upkeep(state: State) -> Table:
    """The Victory Point Step of the active side."""
    return Table(replace(state, phase=Attacking())).does(state.active, "done")


def halved(state: State, daqan: str = "", uthuk: str = "") -> State:
    """A game of these halves; the terrain is as the state has it."""
    one, two = state.sides
    return replace(state, sides=(replace(one, half=daqan), replace(two, half=uthuk)))


def started(seat: Seat, **more: object) -> Table:
    state, events = turn.start(field(BOTH, **more), seat)  # type: ignore[arg-type]
    table = Table(state)
    table.events += events
    return table


def test_scenario_159_sixteen_points_win_at_the_start_of_the_first_players_turn() -> None:
    table = started(UTHUK, victory=(17, 15), first=UTHUK)

    assert (table.view().winner, table.view().reason) == (DAQAN, "points")
    assert table.told(GameOver) == [GameOver(DAQAN, "points")]
    assert table.can(UTHUK) == table.can(DAQAN) == set()


def test_scenario_159_both_with_equal_points_play_on() -> None:
    assert isinstance(started(UTHUK, victory=(16, 16)).state.phase, Commanding)


@pytest.mark.parametrize("victory", [(16, 15), (16, 0)])
def test_sixteen_are_enough(victory: tuple[int, int]) -> None:
    """B14.1."""
    assert started(UTHUK, victory=victory).view().winner == DAQAN


def test_of_two_with_enough_the_higher_wins() -> None:
    assert started(UTHUK, victory=(17, 18)).view().winner == UTHUK


def test_nobody_wins_in_the_middle_of_a_round_or_with_fifteen() -> None:
    assert isinstance(started(DAQAN, victory=(17, 0)).state.phase, Commanding)
    assert isinstance(started(UTHUK, victory=(15, 15)).state.phase, Commanding)


def test_scenario_161_banners_score_in_the_owners_step_alone() -> None:
    units = BOTH + "citadel_guard@E4 citadel_guard@E7 viper_legion@E10"

    own = upkeep(field(units, active=DAQAN))
    assert [side.victory for side in own.state.sides] == [2, 0]
    assert own.told(Scored) == [Scored(DAQAN, 2, 2, "banner")]

    others = upkeep(field(units, active=UTHUK))
    assert [side.victory for side in others.state.sides] == [0, 1]


@pytest.mark.parametrize(
    ("half", "units", "land", "points"),
    [
        ("daqan_village_line", "citadel_guard@C4 citadel_guard@C10", {"C4": "building", "C10": "building"}, 1),
        ("daqan_village_line", "citadel_guard@C4", {"C4": "building", "C10": "building"}, 0),
        ("daqan_high_ground", "citadel_guard@C6 citadel_guard@D7", {}, 1),
        ("daqan_high_ground", "citadel_guard@C6", {}, 0),
        ("daqan_river_watch", "citadel_guard@A4", {}, 1),
        ("daqan_river_watch", "citadel_guard@A4 viper_legion@C7", {}, 0),
        ("daqan_river_watch", "citadel_guard@A4 viper_legion@D7", {}, 1),
    ],
)
def test_the_line_of_a_half_in_the_south(half: str, units: str, land: dict[str, str], points: int) -> None:
    """B14.3."""
    state = halved(field(BOTH + units, land=land), daqan=half)

    assert upkeep(state).state.sides[DAQAN].victory == points


@pytest.mark.parametrize(
    ("half", "units", "land", "points"),
    [
        ("uthuk_black_wood", "viper_legion@G11", {"G11": "forest"}, 0),
        ("uthuk_black_wood", "viper_legion@G11 viper_legion@C6", {"G11": "forest", "C6": "forest"}, 1),
        ("uthuk_black_wood", "viper_legion@C1 viper_legion@C2 viper_legion@C3 viper_legion@C4 viper_legion@C5",
         {f"C{number}": "forest" for number in range(1, 6)}, 2),
        ("uthuk_ash_hills", "viper_legion@D7", {}, 1),
        ("uthuk_ash_hills", "viper_legion@F7", {}, 0),
    ],
)  # fmt: skip
def test_the_line_of_a_half_in_the_north(half: str, units: str, land: dict[str, str], points: int) -> None:
    """B14.3: rows and hexes are those of whoever sits there."""
    state = halved(field(BOTH + units, land=land, active=UTHUK), uthuk=half)

    assert upkeep(state).state.sides[UTHUK].victory == points


@pytest.mark.parametrize(
    ("half", "units", "points"),
    [
        ("daqan_high_ground", "citadel_guard@G8 citadel_guard@F6", 1),
        ("daqan_high_ground", "citadel_guard@C6 citadel_guard@D7", 0),
        ("daqan_village_line", "citadel_guard@G10 citadel_guard@G4", 1),
        ("daqan_river_watch", "viper_legion@C7", 1),
        ("daqan_river_watch", "viper_legion@G7", 0),
    ],
)
def test_a_half_in_the_north_has_its_hexes_turned_round(half: str, units: str, points: int) -> None:
    """B4.2: Daqan sits in the north; its C4 has become G10."""
    far = "citadel_guard@I1 viper_legion@D1 "
    state = replace(field(far + units, land={}), rules=rules_for({"scenario": FREE, "south": "uthuk"}))

    assert upkeep(halved(state, daqan=half)).state.sides[DAQAN].victory == points


def test_a_half_that_scores_for_the_kills_of_the_turn() -> None:
    state = halved(field(BOTH, active=UTHUK), uthuk="uthuk_broken_farms")

    assert upkeep(state).state.sides[UTHUK].victory == 0
    killed = upkeep(replace(state, turn=Turn(killed=True)))
    assert killed.told(Scored) == [Scored(UTHUK, 1, 1, "half")]


def test_ruined_buildings_of_a_half_are_still_its_buildings() -> None:
    """B17.6: for the rules of the scenario."""
    land = {"C4": "building", "C10": "building"}
    state = halved(
        field(BOTH + "citadel_guard@C4 citadel_guard@C10", land=land, ruins=["C4"]), daqan="daqan_village_line"
    )

    assert upkeep(state).state.sides[DAQAN].victory == 1


@pytest.mark.parametrize(("kind", "points"), [("viper_legion", 1), ("chaos_lord", 2), ("uthuk/mountain_giant", 2)])
def test_scenario_162_kills_score_in_free_play(kind: str, points: int) -> None:
    state, _ = harm.suffer(field(BOTH + f"{kind}@C4:1"), 3, 1, "hit", DAQAN)

    assert state.sides[DAQAN].victory == points


@pytest.mark.parametrize("active", [DAQAN, UTHUK])
def test_scenario_127_banners_and_sixteen_points_mean_nothing_in_thunderclap(active: Seat) -> None:
    """B22.7, and B23.14 instead for Daqan."""
    units = "citadel_guard@E4 viper_legion@E7"
    state = field(units, scenario=THUNDERCLAP, active=active, victory=(0, 20))
    assert [side.victory for side in upkeep(state).state.sides] == [0, 20]

    for seat in (DAQAN, UTHUK):
        begun, _ = turn.start(state, seat)
        assert isinstance(begun.phase, Commanding)


def test_scenario_125_eight_points_win_at_the_start_of_daqans_turn_only() -> None:
    state = field(BOTH, scenario=THUNDERCLAP, victory=(8, 0), hidden={"B5": "citadel_guard"})
    during = upkeep(state)
    assert during.view().phase != "over"

    uthuks, _ = turn.start(state, UTHUK)
    assert isinstance(uthuks.phase, Commanding)

    daqans, _ = turn.start(state, DAQAN)
    assert Table(daqans).view().winner == DAQAN


def test_scenario_155_the_scenarios_points_for_kills_replace_those_of_the_base_game() -> None:
    """B22.5, B23.8: a legend is 1, the giant 2, and Uthuk scores nothing."""
    state = field(BOTH + "chaos_lord@C4:1 uthuk/mountain_giant@C6:1 roc_warrior@C8:1", scenario=THUNDERCLAP)

    assert harm.suffer(state, 3, 1, "hit", DAQAN)[0].sides[DAQAN].victory == 1
    assert harm.suffer(state, 4, 1, "hit", DAQAN)[0].sides[DAQAN].victory == 2
    assert harm.suffer(state, 5, 1, "hit", UTHUK)[0].sides[UTHUK].victory == 0


def late(units: str, round_: int = 41, victory: tuple[int, int] = (0, 0)) -> Table:
    """Thunderclap after so many rounds."""
    return Table(field(units, scenario=THUNDERCLAP, round_=round_, victory=victory, commands=("pincer", "pincer")))


EVEN = "citadel_guard@A1 viper_legion@I1:3"
"""Of both sides as much health."""


@pytest.mark.parametrize("round_", [40, 41])
def test_scenario_128_after_forty_rounds_whoever_leads_ends_it_as_a_draw(round_: int) -> None:
    """B23.20: by points, whoever opened the game; before it was for the host alone."""
    table = late(EVEN, round_, victory=(2, 3))

    if round_ == 40:
        for seat in (DAQAN, UTHUK):
            refusal = table.refused(seat, "end-as-draw")
            assert (refusal.code, refusal.facts["after"]) == ("too-early-for-draw", 40)
        return
    assert "end-as-draw" not in table.can(DAQAN)
    assert table.refused(DAQAN, "end-as-draw").code == "draw-behind"
    assert table.does(UTHUK, "end-as-draw").view().reason == "agreed-draw"


def test_scenario_128_with_as_many_points_the_health_of_all_units_leads() -> None:
    table = late("citadel_guard@A1:2 viper_legion@I1:1", victory=(3, 3))

    assert table.refused(UTHUK, "end-as-draw").code == "draw-behind"
    assert table.does(DAQAN, "end-as-draw").view().winner is None


@pytest.mark.parametrize("first", [DAQAN, UTHUK])
def test_scenario_128_with_both_equal_both_must_agree_within_a_turn(first: Seat) -> None:
    table = late(EVEN).does(first, "end-as-draw")

    assert table.told(DrawOffered) == [DrawOffered(first)]
    assert table.refused(first, "end-as-draw").code == "draw-offered"
    assert table.view().phase == "commanding", "nothing happens by itself"
    again = Table(turn.end(table.state)[0])
    assert again.does(first, "end-as-draw").view().phase != "over", "the offer is gone with the turn"
    assert table.does(other(first), "end-as-draw").view().reason == "agreed-draw"


@pytest.mark.usefixtures("windows_of_their_own")
def test_in_a_game_of_version_2_a_draw_is_the_hosts() -> None:
    table = late(EVEN, victory=(0, 3))

    assert "end-as-draw" not in table.can(UTHUK)
    assert table.does(DAQAN, "end-as-draw").view().reason == "agreed-draw"


@pytest.mark.parametrize("phase", [Commanding(), Attacking()])
def test_conceding_loses_at_once(phase: Phase) -> None:
    table = Table(field(BOTH, phase)).does(UTHUK, "concede")

    assert (table.view().winner, table.view().reason) == (DAQAN, "conceded")
