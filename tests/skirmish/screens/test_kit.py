"""Skirmish as the house has it: which pictures are due, what can be chosen, foretold and counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from cogs.house.game.options import told
from cogs.house.game.pictures import Look
from cogs.house.game.public_history import Moment
from cogs.house.table.lobby_post import PICTURE, LobbyPicture, Sitting
from cogs.house.words.words import ALT, Words, languages
from cogs.skirmish.history.chronicle import chronicle
from cogs.skirmish.kit import emoji_of, public_actions, shown, skirmish_face, skirmish_kit
from cogs.skirmish.words.labels import meant
from cogs.skirmish.words.terms import Terms
from engine.core import CHANCE, Drawn, Seat
from engine.skirmish.actions import Buy, Concede, Done, Move, Pass
from engine.skirmish.bots import LEVELS
from engine.skirmish.rules import option_values
from engine.skirmish.ruleset import SKIRMISH
from engine.skirmish.state import Attacking, Moving, Over, State, Window
from engine.values import replace
from tests.skirmish.field import DAQAN, UTHUK, Table, field

KIT = skirmish_kit()
PAGES = ("muster", "creature", "card", "terrain", "sequence")
"""Pictures that no game draws by itself; the others are drawn in the games of
`tests/discord/turns/test_skirmish.py`.
"""
NAMES: Mapping[Seat, str] = {DAQAN: "Ann", UTHUK: "Ben"}


def game(seed: int, scenario: str = "thunderclap") -> list[tuple[State, Seat, Any, State, tuple[Any, ...]]]:
    """A game of two programs: every step with the state before and after it, and what the channel heard."""
    source, state = Random(seed), SKIRMISH.new_game(2, {"scenario": scenario})
    steps: list[tuple[State, Seat, Any, State, tuple[Any, ...]]] = []
    while True:
        wanted, waiting = SKIRMISH.wants(state), sorted(SKIRMISH.awaiting(state))
        action: Any
        if wanted is not None:
            faces = range(1, wanted.sides + 1)
            values = source.sample(faces, wanted.count) if wanted.distinct else source.choices(faces, k=wanted.count)
            seat, action = CHANCE, Drawn(tuple(values))
        elif waiting:
            seat = waiting[0]
            action = LEVELS["steady"](SKIRMISH.view(state, seat), tuple(SKIRMISH.legal(state, seat)), source)
        else:
            return steps
        after, events = SKIRMISH.apply(state, seat, action)
        heard = tuple(seen for event in events if (seen := SKIRMISH.seen(event, None)) is not None)
        steps.append((state, seat, action, after, heard))
        state = after


@pytest.fixture(scope="module")
def played() -> list[tuple[State, Seat, Any, State, tuple[Any, ...]]]:
    return game(4)


def due(before: State | None, after: State, events: Sequence[Any] = ()) -> tuple[str, ...]:
    return KIT.pictures.due(None if before is None else SKIRMISH.view(before, None), SKIRMISH.view(after, None), events)


# Pictures


def test_every_picture_is_drawn_and_described_in_every_language() -> None:
    state = field("citadel_guard@B3 viper_legion@F6", hands=("portal", ""), commands=("pincer", ""))
    looks = {"creature": Look(focus="citadel_guard"), "card": Look(focus="portal"), "terrain": Look(focus="forest")}
    looks |= {"sequence": Look(focus="turn"), "half": Look(focus="daqan_high_ground")}
    view = SKIRMISH.view(state, DAQAN)
    gathering = LobbyPicture("Skirmish", "Thunderclap", (Sitting("Ann", "host"), None), "free seat")
    for language in languages():
        kit = skirmish_kit(language)
        assert kit.pictures.board == "board"
        for kind in kit.pictures:
            look, shown = looks.get(kind, Look()), gathering if kind == PICTURE else view
            assert 0 < len(kit.pictures[kind].alt(shown, NAMES, look)) <= ALT
            if kind in PAGES and language == "en":
                assert kit.pictures[kind].draw(shown, NAMES, look).startswith(b"\x89PNG")


def test_an_attack_step_has_one_field_at_its_end(played: list[Any]) -> None:
    for before, _, _, after, heard in played:
        was, now = (SKIRMISH.view(state, None) for state in (before, after))
        attacking = [view.combat is not None or view.phase == "attacking" for view in (was, now)]
        if was.combat is not None:
            shown = due(before, after, heard)
            assert ("board" in shown or "moment-end" in shown) is not attacking[1]


def test_pictures_come_once_a_step_and_show_what_was_done(played: list[Any]) -> None:
    kinds: Counter[str] = Counter()
    for before, _, action, after, heard in played:
        found = due(before, after, heard)
        assert len(set(found)) == len(found)
        kinds.update(found)
        if isinstance(action, Done) and SKIRMISH.view(before, None).phase in ("ordering", "preparing") and not heard:
            assert found == ()
        if "dice" in found:
            assert KIT.pictures["dice"].draw(SKIRMISH.view(after, None), NAMES, Look())
    combats = sum(
        type(event).__name__ == "AttackDeclared" and not event.counter for *_, heard in played for event in heard
    )
    assert kinds["standing"] == 1
    assert combats * 0.9 <= kinds["dice"] <= combats + 10
    assert due(played[-1][3], played[-1][3]) == ()


def test_an_attack_step_has_no_field_before_its_end_though_its_only_attacker_has_fallen() -> None:
    units = "citadel_guard@E6:1,ordered citadel_guard@B4,ordered blood_harvesters@E7 viper_legion@B5"
    table = Table(field(units, Attacking()))
    table.does(DAQAN, "attack E6 E7 strike").rolls("PPP").does(UTHUK, "counter")
    before = table.state
    table.rolls("SSS"[: table.wanted])
    fallen = table.state
    table.does(DAQAN, "done")

    assert not any(unit.hex == "E6" for unit in fallen.units)
    assert due(before, fallen) == ("dice",)
    assert due(fallen, table.state) == ("board",)


def test_where_the_game_stands_is_shown_when_it_is_asked_for_anew() -> None:
    assert due(None, field("citadel_guard@B3 viper_legion@F6")) == ("board",)


# What people may press and see


def test_buttons_below_posts_follow_from_public_facts() -> None:
    window = Window(("own_after_order", ""), DAQAN, False, Moving())
    holding = field("citadel_guard@B3 viper_legion@F6", window, hands=("portal", ""), lore=(4, 0))
    other = field("citadel_guard@B3 viper_legion@F6", window, hands=("keen_eyes", ""), lore=(4, 0))

    assert public_actions(SKIRMISH.view(holding, None)) == public_actions(SKIRMISH.view(other, None))
    assert [line for line, _ in public_actions(SKIRMISH.view(holding, None))] == [SKIRMISH.notation.line(Pass())]
    assert public_actions(SKIRMISH.view(replace(holding, phase=Over(DAQAN, "points")), None)) == ()


def test_a_panel_begins_with_what_is_decided_on() -> None:
    hand = field("citadel_guard@B3 viper_legion@F6", commands=("pincer", "overrun"))
    moving = field("citadel_guard@B3,ordered viper_legion@F6", Moving())

    assert shown(SKIRMISH.view(hand, DAQAN)) == ("hand",)
    assert shown(SKIRMISH.view(hand, None)) == ("board",)
    assert shown(SKIRMISH.view(moving, DAQAN)) == ("own-board",)
    assert shown(SKIRMISH.view(replace(hand, phase=Over(DAQAN, "points")), UTHUK)) == ("standing", "board")


def test_whose_turn_it_is_and_whose_comes_next() -> None:
    state = field("citadel_guard@B3 viper_legion@F6", active=UTHUK, round_=3)

    assert KIT.flow.turn(SKIRMISH.view(state, None)) == (3, UTHUK)
    assert KIT.flow.following(SKIRMISH.view(state, None)) == DAQAN
    assert KIT.flow.turn(SKIRMISH.view(SKIRMISH.new_game(2, {}), None)) == (0, None)
    assert KIT.flow.following(SKIRMISH.view(replace(state, phase=Over(None, "agreed-draw")), None)) is None


def test_choices_have_the_emblem_of_the_unit_that_they_are_about() -> None:
    view = SKIRMISH.view(field("citadel_guard@B3,ordered viper_legion@F6", Moving()), DAQAN)
    known = skirmish_face().panel.emojis()

    assert emoji_of(Buy("roc_warrior"), view) == "skirmish_roc_warrior"
    assert emoji_of(Move("B3", "C4"), view) == "skirmish_citadel_guard"
    assert emoji_of(Concede(), view) == ""
    assert emoji_of(Buy("roc_warrior"), view) in known


def test_words_of_a_line_are_told_as_people_say_them() -> None:
    view = SKIRMISH.view(field("citadel_guard@B3 viper_legion@F6"), DAQAN)
    terms = Terms(Words())

    assert meant(terms, "unit", "B3", view) == "Guard B3"
    assert meant(terms, "unit", "roc_warrior", view) == "Roc Warrior"
    assert meant(terms, "card", "portal", view) == "Portal"
    assert meant(terms, "commands", "pincer,pincer", view) == "2 × Pincer"
    assert meant(terms, "how", "one", view) == "for any one unit"
    assert meant(terms, "targets", "-", view) == "nothing"
    assert meant(terms, "to", "E7", view) == "E7"


# Options


def test_every_option_has_a_name_and_its_values_in_words() -> None:
    for language in languages():
        offered = {option.key: option for option in skirmish_kit(language).variants.options}
        assert set(offered) == set(option_values())
        for key, values in option_values().items():
            assert tuple(offered[key].values) == tuple(values)
            assert offered[key].default == values[0]
        assert offered["south"].only == offered["packs"].only == ("scenario", "free")


def test_what_is_told_of_the_rules_begins_with_the_scenario() -> None:
    for language in languages():
        kit = skirmish_kit(language)
        for chosen in ({}, {"first_seat": "uthuk"}, {"scenario": "free"}, {"scenario": "free", "packs": "2"}):
            scenario = kit.words.text(f"skirmish.preset.{chosen.get('scenario', 'law')}")
            assert told(kit, chosen).startswith(kit.words.text("rules-preset", preset=scenario).rstrip(".")), chosen


# What is foretold and counted


def test_who_wins_and_how_is_foretold_until_the_third_round_and_decided_at_the_end(played: list[Any]) -> None:
    questions = KIT.telling.questions
    assert questions is not None
    early, late = SKIRMISH.view(played[0][0], None), SKIRMISH.view(played[-1][0], None)

    assert {"winner", "how"} <= set(questions.open(early))
    assert not {"winner", "how"} & set(questions.open(late))
    assert set(questions.question("winner", NAMES).answers.values()) == {"Ann", "Ben", "Nobody: a draw"}
    answers = questions.answers(late, played[-1][4])
    final = played[-1][3].phase
    assert isinstance(final, Over)
    assert answers["winner"] == str(final.winner)
    assert answers["how"] == final.reason
    assert answers["how"] in questions.question("how", NAMES).answers


def test_every_attack_that_was_asked_about_is_decided_and_none_after_its_dice(played: list[Any]) -> None:
    """What is asked follows from public facts, and is closed as soon as dice are cast."""
    questions = KIT.telling.questions
    assert questions is not None
    asked, decided = set[str](), dict[str, str]()
    for before, _, _, after, heard in played:
        view = SKIRMISH.view(before, None)
        for key, answer in questions.answers(view, heard).items():
            decided[key] = answer or decided.get(key, "")
        for key in questions.open(SKIRMISH.view(after, None)):
            if key.startswith("attack"):
                asked.add(key)
                told = questions.question(key, NAMES)
                assert told.text.startswith("Round ")
                assert set(told.answers) == {"yes", "no"}
    assert asked
    assert all(decided.get(key) in ("yes", "no") for key in asked), asked - set(decided)
    assert {"yes", "no"} <= {decided[key] for key in asked}


def test_the_tally_has_places_points_and_dice(played: list[Any]) -> None:
    moments = [Moment(n, heard, None, SKIRMISH, after, True) for n, (*_, after, heard) in enumerate(played)]
    final = SKIRMISH.opened(played[-1][3])
    tally = KIT.telling.tally
    assert tally is not None

    one, other = tally.count(moments, final)

    assert sorted((one.place, other.place)) == [1, 2]
    assert one.figures["destroyed"] <= other.figures["lost"]
    assert one.figures["dice"] > one.figures["hits"] > 0
    assert tally.turns(final) == final.round
    assert all(tally.said(each.figures) for each in (one, other))


def test_the_story_tells_every_round_and_what_attacks_cost(played: list[Any]) -> None:
    moments = [Moment(n, heard, None, SKIRMISH, after, True) for n, (*_, after, heard) in enumerate(played)]
    terms = Terms(Words())

    story = chronicle(terms, "A game", moments, NAMES, opened=True)

    assert story.text.startswith("# A game\n")
    assert story.text.count("\n## Round ") in (played[-1][3].round, played[-1][3].round - 1)
    assert story.text.count("destroyed.") >= sum(
        type(event).__name__ == "Destroyed" for *_, heard in played for event in heard
    )
    assert "{" not in story.text
    assert "_" not in story.text
    assert len(story.summary) < 1700
