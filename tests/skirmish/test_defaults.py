"""What is done for whoever lets the time pass, and what nobody is asked for."""

from __future__ import annotations

from random import Random

import pytest

from engine.core import CHANCE, Drawn
from engine.skirmish.actions import Attack, Cast, Concede, Done, EndAsDraw, Order, Pass, Place, Play
from engine.skirmish.defaults import default, forced
from engine.skirmish.ruleset import SKIRMISH
from engine.skirmish.state import Attacking, Commanding, Moving, Ordering, Over, Placing, State, Window
from engine.skirmish.units import Turn
from tests.skirmish.field import DAQAN, UTHUK, Table, field
from tests.skirmish.fights import battle


def drawn(state: State, source: Random) -> Drawn:
    wanted = SKIRMISH.wants(state)
    assert wanted is not None
    faces = range(1, wanted.sides + 1)
    values = source.sample(faces, wanted.count) if wanted.distinct else source.choices(faces, k=wanted.count)
    return Drawn(tuple(values))


@pytest.mark.parametrize("scenario", ["thunderclap", "free"])
def test_two_who_let_the_time_pass_play_on_and_give_nothing_away(scenario: str) -> None:
    """A8.5: no card is played, nobody attacks, nothing is conceded; both have an army, and turns go on."""
    source, state = Random(1), SKIRMISH.new_game(2, {"scenario": scenario})
    seen = set()
    for _ in range(400):
        waiting = sorted(SKIRMISH.awaiting(state))
        if not waiting and isinstance(state.phase, Over):
            break
        if waiting:
            seat = waiting[0]
            action = default(SKIRMISH.view(state, seat), tuple(SKIRMISH.legal(state, seat)))
            assert action in SKIRMISH.legal(state, seat)
            assert not isinstance(action, Attack | Cast | Concede | EndAsDraw | Order)
            seen.add(type(action))
            state, _ = SKIRMISH.apply(state, seat, action)
        else:
            state, _ = SKIRMISH.apply(state, CHANCE, drawn(state, source))
    assert state.round > 10
    assert all(len(state.own(seat)) > 1 for seat in (DAQAN, UTHUK))
    assert seen >= {Play, Place, Done}
    assert all(side.lore == state.rules.tables.most_lore for side in state.sides), "none of it is lost"


def test_a_command_card_is_played_for_one_unit_and_nobody_is_ordered() -> None:
    """B6.1, B6.3: the card that could order the fewest goes."""
    state = field("citadel_guard@B3 viper_legion@F6", commands=("attack_left unstoppable pincer", ""))

    action = default(SKIRMISH.view(state, DAQAN), tuple(SKIRMISH.legal(state, DAQAN)))

    assert action == Play("unstoppable", "one")


def test_who_has_nobody_to_order_is_not_asked() -> None:
    """B6.2: no cavalry, no order; nor who has none left. What was closed so can be taken back for a while."""
    charge = Turn(card="mounted_charge", how="text")
    nobody = field("citadel_guard@B3 viper_legion@F6", Ordering(), turn=charge)
    somebody = field("riverwatch_riders@B3 viper_legion@F6", Ordering(), turn=charge)
    ordered = field("riverwatch_riders@B3,ordered viper_legion@F6", Ordering(), turn=charge)

    assert forced(nobody, DAQAN) == Done()
    assert forced(somebody, DAQAN) is None
    assert forced(ordered, DAQAN) == Done()
    assert forced(nobody, UTHUK) is None


@pytest.mark.parametrize(
    ("units", "lore", "hand", "passes"),
    [
        ("citadel_guard@B3,ordered", 0, "portal", False),
        ("citadel_guard@B3,ordered,moved=1", 0, "portal", True),
        ("citadel_guard@B3", 0, "portal", True),
        ("citadel_guard@B3", 9, "", True),
        ("citadel_guard@B3", 9, "keen_eyes", False),
    ],
)
def test_the_move_step_passes_by_itself_where_nobody_moves_and_no_card_could_be_played(
    units: str, lore: int, hand: str, passes: bool
) -> None:
    """DESIGN 2.3: what is held plays no part; keen eyes are for no Move Step, and who might hold another is asked."""
    state = field(f"{units} viper_legion@F6", Moving(), lore=(lore, 0), hands=(hand, ""))

    assert forced(state, DAQAN) == (Done() if passes else None)
    assert forced(state, UTHUK) is None


def test_once_the_last_unit_is_gone_the_move_step_and_the_game_are_over() -> None:
    """B14.2: it walked into ruins; the winner is not made to wait for who has nothing left to say."""
    table = Table(field("citadel_guard@B3:1,ordered viper_legion@F6", Moving(), ruins={"B4"}, lore=(8, 0)))
    table.does(DAQAN, "move B3 B4 0")

    assert forced(table.state, DAQAN) == Done()
    assert table.does(DAQAN, "done").view().winner == UTHUK


def test_with_the_last_heroic_die_put_nobody_is_asked_again() -> None:
    table = Table(field("uthuk/mountain_giant@D7,ordered yeoman_archers@E7 viper_legion@I1", Attacking(), active=UTHUK))
    table.does(UTHUK, "attack D7 E7 strike").rolls("HPPP")
    assert forced(table.state, UTHUK) is None

    assert forced(table.does(UTHUK, "commit heavy_swing E7").state, UTHUK) == Done()


@pytest.mark.parametrize(
    ("units", "dice", "done"),
    [
        ("viper_legion@E5,ordered citadel_guard@E7", "HH", "commit poison -"),
        ("rune_golems@E6,ordered blood_harvesters@E7", "HHMM", "commit stunning_blow -"),
        ("blood_harvesters@E6,ordered yeoman_archers@E7", "HMM", None),
    ],
)
def test_a_heroic_die_that_can_only_poison_or_stun_the_target_does(units: str, dice: str, done: str | None) -> None:
    """Frenzy, the last, hurts its own unit: that is for its owner to say."""
    active = DAQAN if units.startswith("rune") else UTHUK
    table = battle(units, active=active)
    first, second, *_ = (part.split("@")[1].split(",")[0] for part in units.split())
    table.does(active, f"attack {first} {second} {'ranged' if 'viper' in units else 'strike'}").rolls(dice)

    found = forced(table.state, active)

    assert (found and SKIRMISH.notation.line(found)) == done


def test_who_holds_no_command_card_is_not_asked_for_one() -> None:
    state = field("citadel_guard@B3 viper_legion@F6", Commanding())

    assert forced(state, DAQAN) == Done()
    assert forced(field("citadel_guard@B3 viper_legion@F6", commands=("pincer", "")), DAQAN) is None


def test_a_unit_with_one_hex_to_go_to_is_placed_by_itself() -> None:
    """B23.16: A1 has two neighbours."""
    phase = Placing(UTHUK, "blood_harvesters", "A1", Commanding())
    free = field("citadel_guard@E2 viper_legion@F6", phase, scenario="thunderclap")
    narrow = field("citadel_guard@A2 viper_legion@F6", phase, scenario="thunderclap")

    assert forced(free, UTHUK) is None
    assert forced(narrow, UTHUK) == Place("blood_harvesters", "B1")


def test_whoever_is_asked_for_a_card_answers_himself() -> None:
    """DESIGN 2.3: an answer that comes at once would tell what is in a hand."""
    window = Window(("own_after_move+any_after_move", "any_after_move"), DAQAN, False, Commanding())
    state = field("citadel_guard@B3:2 viper_legion@F6", window, hands=("dispel", ""), lore=(8, 0))

    assert SKIRMISH.awaiting(state) == {DAQAN}
    assert forced(state, DAQAN) is None
    assert default(SKIRMISH.view(state, DAQAN), tuple(SKIRMISH.legal(state, DAQAN))) == Pass("now")
