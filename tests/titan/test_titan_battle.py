"""The panels of engagements and battles, from views alone: what can be decided can be pressed, and fits Discord."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

import pytest

from cogs.face.presses import SETTLE, Sign
from cogs.face.presses import run as run_of
from cogs.face.screen import BUTTON_ROWS, ROWS, Menu, Press, Screen
from cogs.titan.screens.screens import form, run, screen
from engine.core import Illegal, Seat
from engine.titan.actions import NOTATION, Concede, Done, Maneuver, Offer, Reinforce, Resign, Strike, Summon
from engine.titan.battle.prospects import prospects, useful
from engine.titan.phases.engage import choices as engagements
from engine.titan.rules import rules_for
from engine.titan.ruleset import TITAN
from engine.titan.sides import ATTACKER, DEFENDER
from engine.titan.state import Engagement, Fighting, Gathering, Parleying, State
from engine.values import replace
from tests.engine.fought import met
from tests.engine.positions import battle, battling, do, lines, position
from tests.titan.sights import TERMS, sight

LINE_ROOM = 1_900


def shown(state: State, seat: int, *place: str) -> Screen:
    """The screen of a place, which there is."""
    made = screen(TERMS, sight(state, seat, *place))
    assert made is not None, f"there is no {place}"
    return made


def pressable(state: State, seat: int) -> set[str]:
    """Every line that can be pressed in the panel, by whatever way through it."""
    lines: set[str] = set()
    seen: set[tuple[str, ...]] = set()
    ahead: list[tuple[str, ...]] = [()]
    while ahead:
        place = ahead.pop()
        if place in seen:
            continue
        seen.add(place)
        for press in shown(state, seat, *place).presses():
            if press.off:
                continue
            if press.carries.startswith("/"):
                ahead.append(tuple(press.carries[1:].split()))
            elif press.carries != SETTLE and not press.carries.startswith(("!", Sign.RUN, Sign.ORDERING)):
                lines.add(press.carries.removeprefix(Sign.YES))
    return lines


def lists(made: Screen) -> Iterator[Menu]:
    return (row for row in made.rows if isinstance(row, Menu))


def buttons(made: Screen) -> dict[str, Press]:
    return {press.label: press for row in made.rows if not isinstance(row, Menu) for press in row}


def fought(seed: int) -> list[tuple[State, Seat]]:
    """The decisions of a battle between random legions, with room for one more and angels elsewhere."""
    chance = Random(seed)
    kinds = ("OGR", "CEN", "GAR", "LIO", "TRO", "CYC", "RAN", "GOR", "MIN", "WLK", "HYD", "GIA", "DRA", "BEH", "ANG")
    terrain = chance.choice(("Plains", "Desert", "Brush", "Hills", "Mountains", "Tower", "Jungle", "Tundra", "Swamp"))
    sides = [", ".join(chance.choice(kinds) for _ in range(chance.randint(3, 6))) for _ in (0, 1)]
    state = battle(terrain, *sides, in_round=1, red="Rd02@1 TTN ANG; Rd03@2 ANG", blue="Bu02@3 TTN OGR")
    return met(state, chance, Fighting, Gathering)


@pytest.fixture(scope="module")
def decisions() -> list[tuple[State, Seat]]:
    return [each for seed in range(14) for each in fought(seed)]


def test_every_decision_of_a_battle_can_be_pressed(decisions: list[tuple[State, Seat]]) -> None:
    """All that is legal, but for resigning and for pairs that gain nothing, is somewhere in the panel."""
    kinds: set[str] = set()
    for state, seat in decisions[::3]:
        wanted = {NOTATION.line(action) for action in TITAN.legal(state, seat) if not isinstance(action, Resign)}

        assert pressable(state, seat) == wanted
        kinds |= {line.split()[0] for line in wanted}
    assert {"maneuver", "strike", "carry", "done", "concede", "summon", "acquire"} <= kinds


def test_every_panel_fits_a_message(decisions: list[tuple[State, Seat]]) -> None:
    for state, seat in decisions:
        for other in (seat, Seat(1 - seat)):
            made = screen(TERMS, sight(state, other))
            if made is None:
                assert state.phase.__class__ is Gathering, "only the winner has additions"
                continue
            assert len(made.text) < LINE_ROOM
            assert len(made.rows) < ROWS, "there is room for what the panel itself adds"
            assert sum(not isinstance(row, Menu) for row in made.rows) <= BUTTON_ROWS
            ids = [press.carries for row in made.rows if not isinstance(row, Menu) for press in row]
            assert len(ids) == len(set(ids)), "no two buttons carry the same"
            for menu in lists(made):
                assert len({press.carries for press in menu.options}) == len(menu.options)
                assert all(len(press.label) <= 100 and len(press.note) <= 100 for press in menu.options)


def test_an_addition_is_offered_where_somebody_may_be_called_and_nowhere_else() -> None:
    maneuver = battle("Plains", "OGR C1", "LIO D6", mover=ATTACKER, red="Rd02@2 ANG")
    assert "Summon …" not in buttons(shown(maneuver, 0))

    phase = battling(maneuver)
    open_ = replace(maneuver, phase=replace(phase, battle=replace(phase.battle, window=True)))
    assert "Summon …" in buttons(shown(open_, 0))
    assert [press.carries for menu in lists(shown(open_, 0, "call")) for press in menu.options] == ["summon Rd02 ANG"]

    defender = battle("Plains", "OGR C1", "LIO D6", mover=1)
    assert "Reinforce …" not in buttons(shown(defender, 1))


def test_that_nobody_could_answer_a_summoning_shows_to_the_attacker_alone() -> None:
    """The panel stops for them; that they have no angel they alone find; the other sees no difference (A3.3)."""
    with_angel, without = (
        battle("Plains", "OGR C3, TRO D3", "LIO C4, CEN D4", mover=ATTACKER, red=f"Rd02@2 {code}")
        for code in ("ANG", "OGR")
    )
    opened = []
    for state in (with_angel, without):
        phase = battling(state)
        opened.append(replace(state, phase=replace(phase, battle=replace(phase.battle, window=True))))

    others = [shown(state, 1) for state in opened]
    assert others[0] == others[1]
    own = [shown(state, 0) for state in opened]
    assert ["Summon …" in buttons(made) for made in own] == [True, False]


def test_a_strike_is_listed_with_its_figures() -> None:
    state = battle("Plains", "CYC C3, OGR D3", "CEN C4, LIO D4", mover=ATTACKER, step="strike")

    (menu,) = lists(shown(state, 0))
    found = {press.label: press.note for press in menu.options}
    assert found["Cyclops C3 → Centaur C4"].startswith("9 dice, 6+, expects 1.5, slays 18%")


def test_strikes_without_a_choice_are_rolled_by_one_press_that_says_how_many() -> None:
    """And the end of the maneuver says it where the rules of version 1 roll a single one."""
    state = battle("Plains", "OGR C3, TRO E3", "LIO C4, CEN E4", mover=ATTACKER, step="strike")
    made = shown(state, 0)
    assert "There is no choice" in made.text
    assert buttons(made)["Roll all 2 strikes"].carries == run_of("forced")
    assert "No more strikes" not in buttons(made), "what can't be done is not offered"

    one, two = (
        battle("Plains", attackers, "LIO C4, CEN E4", mover=ATTACKER) for attackers in ("OGR C3", "OGR C3, TRO E3")
    )
    old = replace(one, rules=rules_for({}, 1))
    assert "Done moving, roll the one strike" in buttons(shown(old, 0))
    assert all("Done moving" in buttons(shown(state, 0)) for state in (one, two))


@pytest.mark.parametrize(
    ("step", "seat", "line", "label", "told"),
    [
        ("strike", 0, "strike C3 C4 6 5", "Roll: Ogre → Lion", "Ogre C3 → Lion C4: 6 dice, 5+, expects 2.0"),
        ("strike-back", 1, "strike C4 C3 5 3", "Roll: Lion → Ogre", "Lion C4 → Ogre C3: 5 dice, 3+, expects 3.3"),
    ],
)
def test_an_only_strike_is_one_press_with_its_figures(step: str, seat: int, line: str, label: str, told: str) -> None:
    made = shown(battle("Plains", "OGR C3", "LIO C4, CEN E4", mover=ATTACKER, step=step), seat)

    assert not list(lists(made))
    assert [(press.label, press.carries, press.style) for press in buttons(made).values()] == [(label, line, "good")]
    assert made.text.startswith("**Round 2 in Plains 1: roll your only strike.**\n" + told)


def test_an_only_rangestrike_may_be_left_and_one_without_a_choice_among_others_is_not_it() -> None:
    shot = shown(battle("Plains", "RAN C1, OGR F1", "OGR C3", mover=ATTACKER, step="strike"), 0)
    assert list(buttons(shot)) == ["Roll: Ranger ⇢ Ogre", "No more strikes"]
    assert "choose your strikes" in shot.text

    some = shown(battle("Plains", "OGR C3, RAN E2", "LIO C4, CEN E4", mover=ATTACKER, step="strike"), 0)
    assert "Roll the one without a choice" in buttons(some)
    assert list(lists(some))


def test_the_numbers_of_a_strike_are_explained_once_it_is_chosen() -> None:
    state = battle("Plains", "CYC C3, OGR D3", "CEN C4, LIO D4", mover=ATTACKER, step="strike")

    asked = shown(state, 0, "why")
    assert asked.text == "**Which strike shall I explain?**"
    (menu,) = lists(asked)
    chosen = menu.options[1]
    told = shown(state, 0, *chosen.carries.removeprefix("/").split())
    assert told.text.startswith("**" + chosen.label.split(" ")[0])
    assert "Roll this strike" in buttons(told)


def test_a_worse_pair_is_listed_where_it_lets_hits_be_carried_and_nowhere_else() -> None:
    state = battle(
        "Plains", "HYD C3", "OGR C4, LIO D4", mover=ATTACKER, step="strike", options={"raise_strike_number": "any"}
    )
    (menu,) = lists(shown(state, 0))
    view, legal = sight(state, 0).view, sight(state, 0).actions

    listed = {press.carries for press in menu.options}
    assert listed == {NOTATION.line(p.strike) for p in useful(prospects(view, legal))}
    assert len(listed) < sum(isinstance(action, Strike) for action in legal)
    assert any("by choice" in press.note for press in menu.options)


def test_who_could_still_enter_is_not_lost_by_a_slip() -> None:
    state = battle("Plains", "OGR, LIO", "CEN C5", mover=ATTACKER, in_round=1)
    confirm = buttons(shown(state, 0))["Done moving"]

    assert confirm.carries == "/leave"
    leave = shown(state, 0, "leave")
    assert "Ogre and Lion" in leave.text
    assert [press.carries for press in leave.presses()] == ["done"]


def test_a_titan_is_never_left_outside_of_a_full_tower_by_a_slip() -> None:
    """V6.9: of eight who has placed seven others."""
    placed = "LIO C3, LIO D5, LIO D4, LIO C4, LIO D3, LIO E3"
    for outside, carries in (("TTN, LIO E4", "/leave"), ("OGR, TTN E4", "done")):
        state = battle(
            "Tower", "OGR", f"{placed}, {outside}", mover=DEFENDER, in_round=1, options={"variant": "battle_titan"}
        )
        confirm = next(press for press in shown(state, 1).presses() if press.label == "Done moving")
        assert confirm.carries == carries
    state = battle("Tower", "OGR", f"{placed}, TTN, LIO E4", mover=DEFENDER, in_round=1)
    assert "Still outside: Titan" in shown(state, 1, "leave").text


def test_conceding_says_what_it_costs_before_it_is_done() -> None:
    """The legion with what has fallen of it, the points, an angel for the other, and the game if the Titan is in it."""
    state = battle("Plains", "TTN C3, OGR D3", "LIO C4", mover=ATTACKER, scores=(30, 70))
    phase = battling(state)
    state = replace(state, phase=replace(phase, battle=replace(phase.battle, fallen=(("CYC",), ()))))

    said = shown(state, 0, "concede").text
    points = 24 + 12 + 18
    assert f"{points} points" in said
    assert f"then has {70 + points}" in said
    assert "passes a hundred" in said
    assert "you're out of the game" in said
    assert Concede() in TITAN.legal(state, Seat(0))
    after = do(state, "concede")
    assert after.players[1].score == 70 + points, "the points that were told"


def summoning(options: Mapping[str, str], donor: str) -> State:
    """Round 2: Ann's Rd01 has summoned an Angel out of Rd03, who is not on the map yet."""
    state = battle("Plains", "LIO C3, LIO D3", "OGR D5, CEN C5", mover=ATTACKER, red=donor, options=options)
    phase = battling(state)
    return do(replace(state, phase=replace(phase, battle=replace(phase.battle, window=True))), "summon Rd03 ANG")


def test_conceding_takes_nobody_who_was_called_and_has_not_entered() -> None:
    """R16.5: the Angel goes back to its donor."""
    state = summoning({}, "Rd02@1 TTN; Rd03@2 ANG OGR")

    assert "2 Lions" in shown(state, 0, "concede").text
    assert "Angel" not in shown(state, 0, "concede").text
    assert state.legions["Rd01"].height == 3
    assert "ANG" in do(state, "concede").legions["Rd03"].creatures


def test_a_reinforcement_that_has_not_entered_is_not_conceded() -> None:
    """R17.3: it goes back to the stack."""
    state = battle("Plains", "OGR C3", "CEN D5, CEN C5", mover=DEFENDER, in_round=4)
    phase = battling(state)
    state = replace(state, phase=replace(phase, battle=replace(phase.battle, window=True)))
    state = do(state, next(line for line in lines(state, 1) if line.startswith("reinforce LIO")), seat=1)

    said = shown(state, 1, "concede").text
    assert "2 Centaurs" in said
    assert "Lion" not in said


def test_the_legion_that_an_angel_goes_back_to_is_not_the_last_that_was_lost() -> None:
    """R16.7: an emptied donor stands again."""
    options = {"variant": "battle_titan", "respawn_on": "titan_lost"}
    state = summoning(options, "Rd03@2 ANG")

    assert "your last legion" not in shown(state, 0, "concede").text
    assert do(state, "concede").legions["Rd03"].creatures == ("ANG",)
    entered = do(state, next(line for line in lines(state) if "ANG" in line))
    assert "your last legion" in shown(entered, 0, "concede").text


def test_what_was_told_of_a_strike_back_that_is_the_others_is_a_map_a_plan_and_the_way_out() -> None:
    state = battle("Plains", "OGR C3, TRO D3", "LIO C4, CEN D4", mover=ATTACKER, step="strike-back")

    made = shown(state, 0)
    assert "Ben is striking back" in made.text
    assert [press.label for press in made.more] == ["Battle plan …", "Concede …"]
    assert screen(TERMS, sight(state, 0, "shots")) is None


# --- before the battle ---


def engaged(attackers: str, defenders: str, *others: str) -> State:
    """An engagement in its exchange."""
    state = position(f"Red: Rd01@5>3 {attackers}; Rd02@1 TTN ANG", f"Blue: Bu01@5 {defenders}; Bu02@2 TTN", *others)
    return do(state, "done") if not isinstance(state.phase, Parleying) else state


def test_a_third_player_sees_the_same_panel_whatever_the_two_hold_and_do() -> None:
    """There is no screen of his own; what the general one says is built from his view, which is alike (A3.1)."""
    made = []
    for defenders, steps in (
        ("OGR OGR", ()),
        ("ANG OGR", ()),
        ("OGR OGR", ("0: offer both -",)),
        ("OGR OGR", ("1: waive",)),
    ):
        state = engaged("CEN CEN", defenders, "Green: Gr01@3 TTN OGR")
        for step in steps:
            state = do(state, step)
        made.append((screen(TERMS, sight(state, 2)), form(TERMS, sight(state, 2, "offer", "defender"))))
        assert TITAN.view(state, Seat(2)) == TITAN.view(engaged("CEN CEN", defenders, "Green: Gr01@3 TTN OGR"), Seat(2))
    assert made == [(None, None)] * 4


@pytest.mark.parametrize(("defenders", "may"), [("OGR OGR", True), ("ANG OGR", False)])
def test_flight_is_offered_only_where_it_is_legal(defenders: str, may: bool) -> None:
    state = engaged("CEN CEN", defenders)

    assert ("Flee …" in buttons(shown(state, 1))) == may
    assert "Flee …" not in buttons(shown(state, 0)), "the attacker never may"
    assert (screen(TERMS, sight(state, 1, "flee")) is not None) == may
    if may:
        assert "half its value, 12 points" in shown(state, 1, "flee").text


def test_all_of_an_exchange_can_be_pressed() -> None:
    """But offers with losses, which the form makes."""
    for steps in ((), ("1: waive",), ("0: offer both -",), ("1: offer attacker -",), ("0: fight",)):
        state = engaged("CEN CEN OGR", "OGR LIO")
        for step in steps:
            state = do(state, step)
        for seat in (0, 1):
            wanted = {
                NOTATION.line(a)
                for a in TITAN.legal(state, Seat(seat))
                if not isinstance(a, Resign) and not (isinstance(a, Offer) and a.lost != "both")
            }
            assert pressable(state, seat) == wanted


def test_the_form_of_an_offer_makes_each_that_is_legal() -> None:
    """Tick by tick: every settlement in which the survivor keeps one character, and its Titan (R9.6, R9.7)."""
    state = position("Red: Rd01@5>3 TTN OGR OGR; Rd02@1 ANG", "Blue: Bu01@5 ANG LIO CEN; Bu02@2 TTN")
    state = do(state, "done")
    for seat in (0, 1):
        made: set[str] = {"offer both -"}
        for lost in ("attacker", "defender"):
            asked = form(TERMS, sight(state, seat, "offer", lost))
            assert asked is not None
            (field,) = asked.fields
            values = [option.carries for option in field.options]
            for chosen in range(2 ** len(values)):
                ticked = tuple(value for at, value in enumerate(values) if chosen >> at & 1)
                if len(ticked) <= field.most:
                    made.add(asked.makes({field.name: ticked}))
        wanted = {NOTATION.line(a) for a in TITAN.legal(state, Seat(seat)) if isinstance(a, Offer)}
        assert made == wanted


def test_who_stays_alone_can_lose_nothing_and_needs_no_form() -> None:
    state = engaged("CEN", "OGR OGR")

    assert form(TERMS, sight(state, 0, "offer", "defender")) is None
    assert buttons(shown(state, 0))["Ask them to give up Bu01 …"].carries == "offer defender -"


def test_the_surest_engagement_is_first() -> None:
    state = position(
        "Red: Rd01@5>3 OGR OGR; Rd02@7>3 SER SER SER; Rd03@1 TTN", "Blue: Bu01@5 SER SER SER; Bu02@7 OGR; Bu03@2 TTN"
    )
    state = do(state, "done")

    made = shown(state, 0)
    assert [press.carries for menu in lists(made) for press in menu.options] == [
        NOTATION.line(action) for action in engagements(state, Seat(0))
    ]
    assert next(iter(buttons(made).values())).carries == "engage 7"


# --- after it ---


def won(score: int, due: tuple[int, ...], contents: str = "OGR OGR TRO", side: int = 0) -> State:
    """A legion has won; angels are due for these multiples."""
    state = position(
        f"Red {score}: Rd01@5>3 {contents}; Rd02@1 TTN ANG; Rd03@3 ANG ARC", f"Blue: Bu01@9 {contents}; Bu02@2 TTN"
    )
    markers = ("Rd01", "Bu01")
    engagement = Engagement(5, markers, (Seat(0), Seat(1)), summoned=False)
    return replace(state, phase=Gathering(engagement, side, due, side == 0, side == 1, secret=True))


def test_all_additions_fit_in_one_form_and_are_done_together() -> None:
    state = won(510, (400, 500))
    asked = form(TERMS, sight(state, 0, "add"))
    assert asked is not None
    fields = {field.name: field for field in asked.fields}
    assert [option.label for option in fields["angel-400"].options] == ["Angel", "Nobody"]
    assert [option.label for option in fields["angel-500"].options] == ["Archangel", "Nobody"]

    carried = asked.makes({"angel-400": ("acquire:ANG",), "angel-500": ("acquire:ARC",), "other": ("summon:Rd03:ANG",)})
    assert carried.startswith(Sign.RUN)
    adding = run(sight(state, 0, *carried.removeprefix(Sign.RUN).split()))
    assert adding is not None
    while (step := adding(TITAN.view(state, Seat(0)), tuple(TITAN.legal(state, Seat(0))))) is not None:
        state = do(state, NOTATION.line(step))

    assert sorted(state.legions["Rd01"].creatures) == ["ANG", "ANG", "ARC", "OGR", "OGR", "TRO"]
    assert not isinstance(state.phase, Gathering), "it is over without another press"


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(("land", "more", "told"), [(400, "GAR GOR", True), (400, "GAR", False), (5, "GAR GOR", False)])
def test_the_owner_of_eight_in_a_tower_is_told_when_it_is_attacked(seat: int, land: int, more: str, told: bool) -> None:
    """V6.9: as the panel asks whether to fight, and him alone."""
    state = position(
        f"Red: Rd01@{land}>3 OGR OGR; Rd09@20 TTN",
        f"Blue: Bu01@{land} TTN ANG CEN LIO OGR TRO {more}; Bu09@30 TTN",
        options={"variant": "battle_titan"},
    )
    text = shown(do(state, "done"), seat).text

    assert ("Only seven of your eight fit in the Tower" in text) == (told and seat == 1)


@pytest.mark.parametrize(
    ("options", "stock", "due", "offered"),
    [
        ({}, {}, (400, 500), {"angel-400": ["ANG"], "angel-500": ["ARC"]}),
        ({}, {"ARC": 0}, (400, 500), {"angel-400": ["ANG"], "angel-500": ["ANG"]}),
        ({}, {"ARC": 1}, (500, 1000), {"angel-500": ["ARC"], "angel-1000": ["ANG"]}),
        ({}, {"ANG": 1}, (300, 400, 500), {"angel-300": ["ANG"], "angel-500": ["ARC"]}),
        ({"archangel_choice": "may_take_angel"}, {}, (400, 500), {"angel-400": ["ANG"], "angel-500": ["ARC", "ANG"]}),
    ],
)
def test_the_form_has_for_each_multiple_what_that_entitles_to(
    options: dict[str, str], stock: dict[str, int], due: tuple[int, ...], offered: dict[str, list[str]]
) -> None:
    """R18.6, R18.7: an Archangel instead of an Angel as long as there is one, and no more than there are."""
    state = won(1010, due)
    state = replace(state, rules=rules_for(options), bank={**state.bank, **stock})
    asked = form(TERMS, sight(state, 0, "add"))
    assert asked is not None

    assert {
        field.name: [press.carries.removeprefix("acquire:") for press in field.options[:-1]]
        for field in asked.fields
        if field.name != "other"
    } == offered


def added(state: State, *chosen: str) -> State:
    """The state after a form was filled so and has done what it can."""
    adding = run(sight(state, 0, "add", *chosen))
    assert adding is not None
    while (step := adding(TITAN.view(state, Seat(0)), tuple(TITAN.legal(state, Seat(0))))) is not None:
        state = do(state, NOTATION.line(step))
    return state


def test_angels_of_one_form_may_use_up_the_last_archangel() -> None:
    state = won(1010, (500, 1000))
    state = added(replace(state, bank={**state.bank, "ARC": 1}), "acquire:ARC", "acquire:ANG")

    assert sorted(state.legions["Rd01"].creatures) == ["ANG", "ARC", "OGR", "OGR", "TRO"]
    assert not isinstance(state.phase, Gathering)


def test_a_form_that_could_not_do_all_leaves_the_rest_to_be_chosen() -> None:
    """Whoever asks for an Angel instead of an Archangel has not said that he wants nobody (R18.7)."""
    state = added(won(510, (400, 500)), "acquire:ANG", "acquire:ANG")

    assert sorted(state.legions["Rd01"].creatures) == ["ANG", "OGR", "OGR", "TRO"]
    assert isinstance(state.phase, Gathering)
    assert state.phase.due == (500,)


def test_more_than_there_is_room_for_is_refused_before_anything_is_done() -> None:
    state = won(510, (400, 500), "OGR OGR TRO TRO LIO CEN")
    asked = form(TERMS, sight(state, 0, "add"))
    assert asked is not None

    with pytest.raises(Illegal) as refused:
        asked.makes({"angel-400": ("acquire:ANG",), "angel-500": ("acquire:ARC",), "other": ("-",)})

    assert refused.value.code == "additions-room"
    assert refused.value.facts == {"legion": "Rd01", "number": 1}


def test_nobody_but_the_winner_has_a_form() -> None:
    state = won(110, (100,))

    assert screen(TERMS, sight(state, 1)) is None
    assert form(TERMS, sight(state, 1, "add")) is None
    assert run(sight(state, 1, "add", "acquire:ANG")) is None


def test_additions_are_pressed_one_by_one_as_well() -> None:
    for state, seat in ((won(510, (400, 500)), 0), (won(0, (), side=1), 1)):
        wanted = {NOTATION.line(a) for a in TITAN.legal(state, Seat(seat)) if not isinstance(a, Resign)}
        assert pressable(state, seat) == wanted
        assert NOTATION.line(Done()) in wanted
        assert any(isinstance(a, Summon | Reinforce) for a in TITAN.legal(state, Seat(seat)))


def test_a_character_is_asked_about_with_its_own_reach() -> None:
    """The map of a panel shows where the character may go that the list asks about."""
    state = battle("Plains", "OGR C1, LIO D1", "CEN D6", mover=ATTACKER)
    for who in ("C1", "D1"):
        made = shown(state, 0, "who", who)
        ((kind, look),) = made.pictures
        assert (kind, look.focus) == ("battle", who)
        goals = {action for action in look.actions if isinstance(action, Maneuver) and action.character == who}
        listed = {press.carries for menu in lists(made) for press in menu.options if press.carries.startswith("man")}
        assert listed == {NOTATION.line(action) for action in goals}


def test_where_advice_is_not_allowed_nothing_is_suggested() -> None:
    """The figures stay: they are the rules' own. Orders, formations, estimates and what goes by them do not."""
    striking = battle("Plains", "CYC C3, OGR D3", "CEN C4, LIO D4", mover=ATTACKER, step="strike")
    moving = battle("Plains", "OGR C1", "LIO D6", mover=ATTACKER)
    duel = engaged("CEN CEN", "OGR OGR")
    several = position("Red: Rd01@5>3 OGR; Rd02@7>3 SER; Rd03@1 TTN", "Blue: Bu01@5 SER; Bu02@7 OGR; Bu03@2 TTN")
    for state, advice, place in (
        (striking, "Strike for me", "best"),
        (moving, "Move everyone for me", "form-up"),
        (duel, "Rough odds", ""),
        (do(several, "done"), "Surest", ""),
    ):
        for advised in (True, False):
            made = screen(TERMS, sight(state, 0, advised=advised))
            assert made is not None
            said = [made.text, *(press.label for press in made.presses())]
            assert any(advice in one for one in said) == advised
            if place:
                assert (run(sight(state, 0, place, advised=advised)) is not None) == advised


def test_two_of_a_kind_are_told_apart() -> None:
    """By their hexes, and who is not on the map yet by that."""
    state = battle("Plains", "CEN C1, CEN D1, CEN", "LIO D6", mover=ATTACKER, in_round=1)

    who = next(lists(shown(state, 0)))

    assert [press.label for press in who.options] == ["Centaur C1", "Centaur D1", "Centaur (outside)"]
