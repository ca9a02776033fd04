"""Whole wishes before the first turn, and orders as people type them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from cogs.house.words.words import Words
from cogs.skirmish.words import armies, completing, wishes
from cogs.skirmish.words.terms import Terms
from cogs.skirmish.words.typed import LORE, UNITS, counted, read
from engine import ruleset
from engine.core import CHANCE, Drawn, Illegal, Seat
from engine.skirmish import outlook
from engine.skirmish.actions import Place
from engine.skirmish.ruleset import SKIRMISH
from engine.skirmish.state import State
from tests.skirmish.field import DAQAN, field

TERMS = Terms(Words("en"))


@pytest.fixture
def mustering() -> tuple[State, Seat]:
    """Thunderclap, where the Daqan player musters first."""
    return begun(SKIRMISH.new_game(2, {}))


def begun(state: State) -> tuple[State, Seat]:
    """The first moment at which somebody decides, and who."""
    whims = random.Random(1)
    while (wanted := SKIRMISH.wants(state)) is not None:
        values = tuple(whims.sample(range(1, wanted.sides + 1), wanted.count))
        state, _ = SKIRMISH.apply(state, CHANCE, Drawn(values))
    return state, min(SKIRMISH.awaiting(state))


def does(state: State, seat: Seat, *lines: str) -> State:
    """The state after these decisions."""
    for line in lines:
        state, _ = ruleset.play(SKIRMISH, state, seat, SKIRMISH.notation.parse(line))
    return state


def fulfilled(state: State, seat: Seat, place: Sequence[str]) -> State:
    """The state once a wish is fulfilled. Raises Illegal where a step of it is refused."""
    step = wishes.towards(place)
    assert step is not None, "it is a wish"
    while (action := step(SKIRMISH.view(state, seat), tuple(SKIRMISH.legal(state, seat)))) is not None:
        state, _ = ruleset.play(SKIRMISH, state, seat, action)
    return state


def view(state: State, seat: Seat) -> Any:
    return SKIRMISH.view(state, seat)


# An army


def test_an_army_is_typed_in_a_line(mustering: tuple[State, Seat]) -> None:
    state, seat = mustering

    wanted = wishes.army(TERMS, view(state, seat), "3 citadel guard, 1 roc")

    after = fulfilled(state, seat, (wishes.ARMY, *wanted))
    assert Counter(after.side(seat).bought) == {"citadel_guard": 3, "roc_warrior": 1}
    assert after.side(seat).points == 26 - 22


def test_a_wish_for_another_army_gives_back_what_it_has_no_use_for(mustering: tuple[State, Seat]) -> None:
    state, seat = mustering
    state = does(state, seat, "buy roc_warrior", "buy rune_golems")

    after = fulfilled(state, seat, (wishes.ARMY, "rune_golems:2"))

    assert Counter(after.side(seat).bought) == {"rune_golems": 2}


def test_scenario_110_an_army_of_more_points_than_there_are_is_refused_with_its_cost(
    mustering: tuple[State, Seat],
) -> None:
    state, seat = mustering
    state = does(state, seat, "buy roc_warrior")

    with pytest.raises(Illegal) as refused:
        wishes.army(TERMS, view(state, seat), "3 citadel guard, 3 yeoman archers")

    assert refused.value.code == "wish-points"
    assert refused.value.facts == {"costs": 27, "points": 26}, "what was bought before counts"


@pytest.mark.parametrize(("typed", "code"), [("1 mountain giant", "unit-neutral"), ("4 citadel guard", "supply")])
def test_scenario_110_what_is_not_for_sale_is_refused_by_its_own_reason(
    mustering: tuple[State, Seat], typed: str, code: str
) -> None:
    state, seat = mustering

    with pytest.raises(Illegal) as refused:
        fulfilled(state, seat, (wishes.ARMY, *wishes.army(TERMS, view(state, seat), typed)))

    assert refused.value.code == code


def test_what_is_no_unit_is_named_and_those_that_are_stand_beside(mustering: tuple[State, Seat]) -> None:
    state, seat = mustering

    with pytest.raises(Illegal) as refused:
        wishes.army(TERMS, view(state, seat), "2 citadel guard, 3 dragons")

    assert refused.value.facts["text"] == "3 dragons"
    assert "roc_warrior" in tuple(refused.value.facts["units"])  # type: ignore[arg-type]


def test_each_army_that_is_suggested_can_be_mustered_and_spends_all_that_can_be_spent(
    mustering: tuple[State, Seat],
) -> None:
    state, seat = mustering

    suggested = armies.armies(view(state, seat))

    assert len(suggested) > 2
    for army in suggested.values():
        after = fulfilled(state, seat, (wishes.ARMY, *wishes.said(army)))
        assert after.side(seat).points == 0, "these costs add up to 26"


# The lore deck


@pytest.fixture
def learning(mustering: tuple[State, Seat]) -> tuple[State, Seat]:
    state, seat = mustering
    return does(state, seat, "buy roc_warrior", "done"), seat


def test_a_change_of_the_deck_is_typed_as_two_lists(learning: tuple[State, Seat]) -> None:
    state, seat = learning

    wanted = wishes.deck(TERMS, view(state, seat), "keen eyes, portal", "bodyguard, dispel")

    after = fulfilled(state, seat, (wishes.DECK, *wanted))
    assert after.side(seat).swaps == (("keen_eyes", "bodyguard"), ("portal", "dispel"))


def test_another_change_takes_the_place_of_the_one_before(learning: tuple[State, Seat]) -> None:
    state, seat = learning
    state = does(state, seat, "swap keen_eyes bodyguard", "swap portal dispel")

    after = fulfilled(state, seat, (wishes.DECK, *wishes.change(view(state, seat), ["rune_blade"], ["dispel"])))

    assert after.side(seat).swaps == (("rune_blade", "dispel"),)


@pytest.mark.parametrize(
    ("out", "into", "code"),
    [
        ("keen eyes, portal", "bodyguard", "wish-unequal"),
        ("2 keen eyes, 2 rune blade, portal, arrow storm", "bodyguard, dispel, 4 hold the gate", "wish-swaps"),
        ("keen eyes, excalibur", "bodyguard, dispel", "wish-no-card"),
    ],
)
def test_a_change_that_cannot_be_is_refused_by_what_is_wrong_with_it(
    learning: tuple[State, Seat], out: str, into: str, code: str
) -> None:
    state, seat = learning

    with pytest.raises(Illegal) as refused:
        wishes.deck(TERMS, view(state, seat), out, into)

    assert refused.value.code == code


# The field


def test_a_deployment_is_typed_with_the_hexes_behind_each_unit(mustering: tuple[State, Seat]) -> None:
    state, seat = mustering
    state = does(state, seat, "buy citadel_guard", "buy citadel_guard", "buy roc_warrior", "done", "done")
    state = does(state, seat, "place roc_warrior A4")

    wanted = wishes.field(TERMS, view(state, seat), "citadel guard a4 A6, roc b3")

    after = fulfilled(state, seat, (wishes.FIELD, *wanted))
    placed = {("citadel_guard", "A4"), ("citadel_guard", "A6"), ("roc_warrior", "B3")}
    assert set(after.side(seat).placed) == placed


def test_a_unit_that_stands_already_goes_where_it_is_wanted(mustering: tuple[State, Seat]) -> None:
    state, seat = mustering
    state = does(state, seat, "buy roc_warrior", "done", "done", "place roc_warrior A4")

    after = fulfilled(state, seat, (wishes.FIELD, *wishes.field(TERMS, view(state, seat), "roc B3")))

    assert after.side(seat).placed == (("roc_warrior", "B3"),)


def test_more_of_a_kind_than_there_are_is_refused(mustering: tuple[State, Seat]) -> None:
    state, seat = mustering
    state = does(state, seat, "buy roc_warrior", "done", "done")

    with pytest.raises(Illegal) as refused:
        fulfilled(state, seat, (wishes.FIELD, *wishes.field(TERMS, view(state, seat), "roc B3 A4")))

    assert refused.value.code == "no-such-unit-left"


def test_scenario_110_a_hex_that_is_no_position_is_refused(mustering: tuple[State, Seat]) -> None:
    state, seat = mustering
    state = does(state, seat, "buy roc_warrior", "done", "done")

    with pytest.raises(Illegal) as refused:
        fulfilled(state, seat, (wishes.FIELD, *wishes.field(TERMS, view(state, seat), "roc E7")))

    assert refused.value.code == "not-a-position"


# Typed orders


@pytest.mark.parametrize(
    ("language", "typed", "line"),
    [
        ("en", "c6 > e7", "move C6 E7"),
        ("en", "Attack E6 with E7", "attack E6 E7"),
        ("en", "buy Roc", "buy roc_warrior"),
        ("en", "cast Crushing Force on c7", "cast crushing_force C7"),
        ("en", "play main thrust center", "play main_thrust center"),
        ("en", "cast arrow_storm e7", "cast arrow_storm E7"),
        ("de", "buy zitadellengarde", "buy citadel_guard"),
        ("de", "cast Zermalmende Kraft C7", "cast crushing_force C7"),
        ("ru", "buy Рунные големы", "buy rune_golems"),
        ("ru", "cast Напролом", "cast shortcut"),
        ("ru", "cast Сокрушающая сила C7", "cast crushing_force C7"),
        ("ru", "cast сокрушающую силу C7", "cast crushing_force C7"),
        ("ru", "cast грубой силой", "cast brute_strength"),
        ("ru", "place Горный гигант H8", "place mountain_giant H8"),
        ("ru", "place горного гиганта H8", "place mountain_giant H8"),
        ("ru", "place сборщиков крови D4", "place blood_harvesters D4"),
        ("ru", "commit тяжёлый взмах C8", "commit heavy_swing C8"),
        ("ru", "commit Тяжёлым взмахом C8", "commit heavy_swing C8"),
        ("en", "commit heavy swing C8", "commit heavy_swing C8"),
        ("ru", "buy стражу Цитадели", "buy citadel_guard"),
        ("en", "buy Zitadellengarde", "buy citadel_guard"),
        ("de", "buy лучники", "buy yeoman_archers"),
        ("en", "order guard", "order C6"),
        ("en", "Order Guard C6", "order C6"),
        ("ru", "order стража", "order C6"),
        ("en", "guard > e7", "move C6 E7"),
        ("en", "attack with roc", "attack E6"),
        ("en", "attack roc vipers", "attack E6 F6"),
        ("en", "order archers", "order"),
        ("en", "order vipers", "order F6"),
        ("en", "play pincer", "play pincer text"),
        ("en", "play main thrust", "play main_thrust"),
        ("en", "Strike back", "counter"),
        ("en", "no card", "pass now"),
        ("en", "Stop asking until my turn", "pass mine"),
        ("de", "Zurückschlagen", "counter"),
        ("en", "Ready!", "done"),
    ],
)
def test_an_order_is_read_in_any_reasonable_spelling(language: str, typed: str, line: str) -> None:
    """Whatever is printed in any language; a unit in place of its hex, unless several of one's own are called so."""
    units = "citadel_guard@C6 roc_warrior@E6 yeoman_archers@A3 yeoman_archers@A5 viper_legion@F6"

    assert " ".join(read(Terms(Words(language)), typed, SKIRMISH.view(field(units), DAQAN))) == line


def test_numbers_stand_before_or_behind_and_a_word_of_its_own_is_enough_for_a_name() -> None:
    assert counted(TERMS, UNITS, "2 golems, Roc x1; archers×3") == (
        Counter(rune_golems=2, roc_warrior=1, yeoman_archers=3),
        (),
    )
    assert counted(TERMS, LORE, "keen, 99 eyes of newt")[1] == ("99 eyes of newt",)


def test_a_word_that_two_units_share_is_no_name() -> None:
    _, strange = counted(TERMS, LORE, "blood")

    assert strange == ("blood",)


# What may follow while one types


def test_an_army_is_completed_whole_or_by_its_last_unit(mustering: tuple[State, Seat]) -> None:
    state, seat = mustering

    whole = list(completing.army(TERMS, view(state, seat), ""))
    last = list(completing.army(TERMS, view(state, seat), "2 Citadel Guard, 3 arch"))

    assert len(whole) == len(armies.armies(view(state, seat)))
    assert last == ["2 Citadel Guard, 3 Yeoman Archers"]
    for text in whole:
        fulfilled(state, seat, (wishes.ARMY, *wishes.army(TERMS, view(state, seat), text)))


def test_cards_are_completed_by_those_that_are_left(learning: tuple[State, Seat]) -> None:
    state, seat = learning
    able = outlook.available(view(state, seat))

    assert "Bodyguard" in completing.cards(TERMS, able, "")
    assert "Bodyguard, Dispel" in completing.cards(TERMS, able, "Bodyguard, d")
    assert "Bodyguard, Bodyguard" not in completing.cards(TERMS, able, "Bodyguard, "), "there is one of it"


def test_a_deployment_is_completed_by_units_and_then_by_free_hexes(mustering: tuple[State, Seat]) -> None:
    state, seat = mustering
    state = does(state, seat, "buy citadel_guard", "buy citadel_guard", "buy roc_warrior", "done", "done")
    places = [action for action in SKIRMISH.legal(state, seat) if isinstance(action, Place)]

    def found(typed: str) -> list[str]:
        return list(completing.field(TERMS, view(state, seat), places, typed))

    assert found("") == ["Roc Warrior", "Citadel Guard"] or found("") == ["Citadel Guard", "Roc Warrior"]
    assert found("Citadel Guard A4, ro") == ["Citadel Guard A4, Roc Warrior"]
    assert "Citadel Guard A4 A6" in found("Citadel Guard a4")
    assert "Citadel Guard A4, Roc Warrior A4" not in found("Citadel Guard A4, Roc Warrior")


RUSSIAN = Terms(Words("ru"))


@pytest.mark.parametrize(
    ("sort", "text", "wanted"),
    [
        (UNITS, "3 стражей Цитадели", {"citadel_guard": 3}),
        (UNITS, "рунных големов x2, 2 лучника", {"rune_golems": 2, "yeoman_archers": 2}),
        (UNITS, "горного гиганта", {"mountain_giant": 1}),
        (UNITS, "4 громил; громил на потрошителях", {"flesh_ripper_brutes": 5}),
        (LORE, "сокрушающую силу", {"crushing_force": 1}),
    ],
)
def test_names_are_read_in_every_form(sort: str, text: str, wanted: dict[str, int]) -> None:
    """DESIGN 2.7."""
    assert counted(RUSSIAN, sort, text) == (wanted, ())


def test_a_deployment_is_read_and_completed_in_every_form(mustering: tuple[State, Seat]) -> None:
    seen = view(*mustering)

    assert wishes.field(RUSSIAN, seen, "горного гиганта H8, лучников A4") == ("mountain_giant:H8", "yeoman_archers:A4")
    places = [Place("mountain_giant", "H8"), Place("citadel_guard", "H9")]
    assert [*completing.field(RUSSIAN, seen, places, "горного гиганта")] == ["Горный гигант H8"]
