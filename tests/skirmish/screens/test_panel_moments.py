"""The panel in moments that games seldom come to: each is crawled whole, and says what its player must know."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cogs.house.words.words import Words, languages
from cogs.skirmish.screens.screens import screen
from cogs.skirmish.words.terms import Terms
from engine.core import Seat
from engine.skirmish.actions import Concede, EndAsDraw
from engine.skirmish.outlook import with_half
from engine.skirmish.rules import FREE, rules_for
from engine.skirmish.ruleset import SKIRMISH
from engine.skirmish.state import Moving, Ordering
from engine.skirmish.units import Turn
from engine.values import replace
from render.skirmish.field.board import aims
from tests.skirmish.field import DAQAN, THUNDERCLAP, UTHUK, Table, field
from tests.skirmish.fights import battle
from tests.skirmish.screens.test_panel import Position, crawled, kind, positions, sight

Moment = tuple[Table, Seat]


def push() -> Moment:
    table = battle("yeoman_archers@E7* viper_legion@C7").does(DAQAN, "attack E7 C7 ranged")
    return table.rolls("MM"), DAQAN


def ferocity() -> Moment:
    table = battle("citadel_guard@E6* obscenes@E7").does(DAQAN, "attack E6 E7 strike")
    return table.rolls("MLH"), UTHUK


def pursuit() -> Moment:
    table = battle("flesh_ripper_brutes@E6* citadel_guard@E7:1 citadel_guard@E8", active=UTHUK)
    return table.does(UTHUK, "attack E6 E7 strike").rolls("SSS"), UTHUK


def pursued() -> Moment:
    table, seat = pursuit()
    return table.does(seat, "pursue E7"), seat


def attacked() -> Moment:
    table = battle("citadel_guard@E6* viper_legion@E7", lore=(0, 5), hands=("", "unnatural_vigor venom_rain"))
    return table.does(DAQAN, "attack E6 E7 strike"), UTHUK


def bodyguard() -> Moment:
    table = battle(
        "viper_legion@E6* citadel_guard@E7 citadel_guard@E8 citadel_guard@F7",
        active=UTHUK,
        lore=(6, 0),
        hands=("bodyguard steady_the_line", ""),
    )
    return table.does(UTHUK, "attack E6 E7 ranged"), DAQAN


def heavy_swing() -> Moment:
    table = battle("uthuk/mountain_giant@E6* citadel_guard@E7 citadel_guard@D6 citadel_guard@F6", active=UTHUK)
    return table.does(UTHUK, "attack E6 E7 strike").rolls("HHPM"), UTHUK


def fleet() -> Moment:
    units = "citadel_guard@A3,ordered yeoman_archers@A6,ordered roc_warrior@A9,ordered viper_legion@I1"
    state = field(units, Ordering(), lore=(8, 0), hands=("fleet_of_foot portal rally_the_guard", ""), turn=ALL)
    # of version 2: by now these cards are played in the Move Step, which has no window for them
    return Table(replace(state, rules=rules_for({"scenario": FREE}, 2))).does(DAQAN, "done"), DAQAN


def many_moves() -> Moment:
    units = " ".join(f"riverwatch_riders@A{number},ordered" for number in (2, 5, 8, 11))
    return Table(field(f"{units} viper_legion@E7", Moving(), turn=ALL)), DAQAN


def storm() -> Moment:
    table = battle(
        "blood_harvesters@D3 viper_legion@E3 blood_harvesters@C7 viper_legion@C8",
        active=UTHUK,
        scenario=THUNDERCLAP,
        land={"D3": "building", "C7": "building"},
    )
    state = table.state
    hidden = (("D3", "citadel_guard"), ("C7", "blood_harvesters"))
    return Table(replace(state, hidden=hidden)).does(UTHUK, "done"), UTHUK


ALL = Turn("main_thrust", "center")

MOMENTS: dict[str, tuple[Callable[[], Moment], str, str]] = {
    "fighting:retreat": (push, "which way is the retreat?", "Retreat "),
    "fighting:ferocity": (ferocity, "Your counter: 4 dice", "Strike back"),
    "fighting:advance": (pursuit, "Rolled: Strike, Strike, Strike.", "Pursue to E7"),
    "attacking": (pursued, "", "Rippers E7 ⚔️ Guard E8"),
    "window:roll": (attacked, ": 3 dice, ", "Plan Unnatural Vigor"),
    "window:roll guarded": (bodyguard, ": 2 dice, ", "Plan Bodyguard"),
    "fighting:commit": (heavy_swing, "So far: no effect. Ignored: 1 retreat.", "Heavy"),
    "window": (fleet, "Fleet of Foot", "Portal"),
    "moving": (many_moves, "Move your ordered units", "Riders A2"),
    "revealing": (storm, "D3 or C7", "Reveal"),
}
"""By the kind of the position: how it comes about, what the panel says, what one of its presses is called."""


@pytest.mark.parametrize("name", MOMENTS)
def test_a_seldom_moment_offers_all_that_is_legal_and_says_what_matters(name: str) -> None:
    made, said, pressed = MOMENTS[name]
    table, seat = made()
    position = Position(table.state, seat, kind(table.state, seat))
    assert position.kind == name.partition(" ")[0]
    terms = Terms(Words("en"))
    shown = screen(terms, sight(terms, table.state, seat))
    assert shown is not None

    assert said in shown.text
    assert any(pressed in press.label for press in shown.presses())
    legal = SKIRMISH.legal(table.state, seat)
    assert crawled(terms, position) == {
        SKIRMISH.notation.line(action) for action in legal if not isinstance(action, Concede | EndAsDraw)
    }


@pytest.mark.parametrize("language", [each for each in languages() if each != "en"])
def test_seldom_moments_keep_to_their_room_in_every_language(language: str) -> None:
    terms = Terms(Words(language))
    for made, _, _ in MOMENTS.values():
        table, seat = made()
        crawled(terms, Position(table.state, seat, kind(table.state, seat)))


def test_a_half_of_the_map_is_shown_where_it_would_lie_for_who_chooses() -> None:
    """The north has it turned round (B4.2)."""
    started = (each for each in positions(1, 50, scenario="free") if each.kind == "choosing")
    position = next(each for each in started if each.seat == UTHUK)
    terms = Terms(Words("en"))
    first = screen(terms, sight(terms, position.state, position.seat))
    assert first is not None
    look = next(press for press in first.presses() if press.label.startswith("Look at"))

    shown = screen(terms, sight(terms, position.state, position.seat, look.carries))

    assert shown is not None
    ((kind_, at),) = shown.pictures
    assert kind_ == "half"
    land = dict(with_half(SKIRMISH.view(position.state, UTHUK), at.focus).land)
    assert land
    assert all(hex_[0] in "FGHI" for hex_ in land)
    assert all(hex_ in first.text for hex_ in land), "the same is said in words"


def test_the_picture_marks_what_a_card_can_be_played_on_next() -> None:
    table, seat = fleet()
    terms = Terms(Words("en"))

    def marked(place: str) -> set[str]:
        shown = screen(terms, sight(terms, table.state, seat, place))
        assert shown is not None
        ((kind_, look),) = shown.pictures
        assert kind_ == "own-board"
        view = SKIRMISH.view(table.state, seat)
        return {at for sort, at in aims(view, look.focus, look.actions) if sort == "legal"}

    assert marked("/cast portal") == {"A3", "A6", "A9"}, "whom it is for"
    there = marked("/cast portal A3")
    assert {"A1", "E5"} <= there
    assert not there & {"A3", "A6", "I1"}, "empty hexes within four"
