"""Coming back, and games that end by agreement: what the person sees whom it concerns, and what the others see."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cogs.house.game.announce import Entry
from cogs.house.words.words import Words
from cogs.interactions.components import custom_id
from cogs.lobby.status import status_text
from cogs.panel.panel import my_turn
from cogs.titan.overview import TitanOverview
from cogs.titan.words.board import board_alt
from cogs.titan.words.cards import hand_alt, mine
from cogs.titan.words.game_words import TitanWords
from cogs.titan.words.position import position as position_told
from cogs.titan.words.position import scores, standing_alt
from cogs.titan.words.terms import Terms
from cogs.titan.words.typed import read
from engine import log
from engine.core import Illegal, Seat
from engine.log import Timeline
from engine.titan.actions import Spawn
from engine.titan.ruleset import TITAN
from engine.titan.state import Engaging, Phase, Spawning, Splitting, State
from tests.carried import place
from tests.discord.thumb import MARK
from tests.engine.positions import do, position
from tests.secrets.stage import NAMES, Stage, staged

VARIANT = {"variant": "battle_titan"}
ANN, BEN = Seat(0), Seat(1)
SEEN = {Seat(seat): name for seat, name in enumerate(NAMES)}
WORDS = TitanWords(Words("en"))


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    async with staged(tmp_path) as found:
        yield found


def coming_back(tower: int = 400, muster: str = "off") -> State:
    """Ann has nobody left. Lions, Trolls and a Behemoth are in play, and the stacks have nobody of the Jungle."""
    state = position(
        "Red 212:",
        "Blue: Bu07@400 RAN RAN LIO; Bu01@41 LIO TRO BEH",
        phase=Spawning(tower),
        turn=5,
        options=VARIANT | {"spawn_attack_may_muster": muster},
    )
    ann = replace(state.players[ANN], wiped=True, wipeouts=1)
    bank = {**state.bank, "GAR": 0, "CYC": 0, "BEH": 0, "SER": 0}
    return replace(state, players=(ann, *state.players[1:]), bank=bank)


async def panel(stage: Stage, state: State, seat: Seat = ANN, where: str = "") -> tuple[str, list[str], list[str]]:
    """What a panel says, the labels of its buttons that can be pressed, and of the options in its lists."""
    reply = await my_turn(stage.context, stage.table(state, 50, 50), 100 + seat, "", place(where))
    assert reply.view is not None
    parts = [part for row in reply.view.to_components() for part in row["components"]]
    pressed = (part["label"] for part in parts if part["type"] == 2 and not part.get("disabled"))
    buttons = [label.removeprefix(MARK) for label in pressed]
    return reply.text, buttons, [option["label"] for part in parts if part["type"] == 3 for option in part["options"]]


# --- the new legion ---


async def test_each_place_of_a_new_legion_says_from_what_it_follows(stage: Stage) -> None:
    """V7.2, the fourth worked example."""
    text, buttons, _ = await panel(stage, coming_back())

    assert "Who takes the strong place of the Jungle path?" in text
    assert "- Always: Titan of power 8 and Angel\n" in text
    assert "- Plains, up to Lion in play (tier 2): Lion and Centaur\n" in text
    assert "- Marsh, up to Troll in play (tier 2): Troll and Ogre\n" in text
    assert "- Jungle, up to Behemoth in play (tier 4): **yours to choose**\n" in text
    assert buttons[:2] == ["Giant 7-4, 28 points", "Dragon 9-3, 27 points"]


async def test_one_place_after_the_other_is_filled_and_then_a_marker_is_chosen(stage: Stage) -> None:
    weak = do(coming_back(), "spawn DRA")
    whole = do(weak, "spawn LIO")

    text, buttons, _ = await panel(stage, weak)
    assert "Who takes the weak place of the Jungle path?" in text
    assert "Dragon (no Behemoth left) and **yours to choose**" in text
    assert [label.split()[0] for label in buttons[:4]] == ["Warbear", "Minotaur", "Troll", "Lion"]

    text, _, options = await panel(stage, whole)
    assert "is complete. Pick its marker" in text
    assert "Dragon (no Behemoth left) and Lion (no Cyclops left)" in text
    assert options[:12] == [WORDS.terms.marker(marker) for marker in whole.players[ANN].markers]


async def test_a_choice_for_a_new_legion_is_taken_back_at_will(stage: Stage) -> None:
    state = coming_back()
    before: Timeline[State, Any, Any] = Timeline(state, state, (), 50, 50)
    after, told = log.step(TITAN, before, ANN, Spawn("DRA"))
    table = stage.table(state, 50, 50)
    table.lay((Entry(ANN, before, after, told, Spawn("DRA")),))

    reply = await my_turn(stage.context, table, 100 + ANN)

    undo = next(action for action in table.legal(ANN) if isinstance(action, log.Undo))
    assert reply.view is not None
    parts = [part for row in reply.view.to_components() for part in row["components"]]
    assert [part["label"] for part in parts if part["custom_id"] == custom_id(7, table.began, table.line(undo))] == [
        "Undo: Dragon"
    ]
    back, _ = log.step(TITAN, after, ANN, undo)
    assert TITAN.view(back.state, ANN).spawning == TITAN.view(state, ANN).spawning


async def test_nobody_else_learns_of_a_new_legion_what_it_will_be(stage: Stage) -> None:
    state = do(coming_back(), "spawn DRA")

    text, buttons, _ = await panel(stage, state, BEN)

    assert "is on the move" in text
    assert "Dragon" not in text
    assert not any("Dragon" in label for label in buttons)
    assert TITAN.view(state, BEN).spawning is None


@pytest.mark.parametrize(
    ("muster", "after"),
    [
        ("off", "That is your whole turn."),
        ("on", "No split and no roll; afterwards it may muster."),
    ],
)
async def test_who_stands_in_the_tower_is_said_beforehand_and_attacked_at_once(
    stage: Stage, muster: str, after: str
) -> None:
    """V6.7, V6.8."""
    state = coming_back(muster=muster)

    text, *_ = await panel(stage, state)
    enemy = WORDS.terms.marker("Bu07")
    assert f"Ben's {enemy} stands in Tower 400 (3 creatures): you attack it at once, from the south." in text
    assert after in text

    attacking = do(state, "spawn DRA", "spawn LIO", "marker Rd01")
    text, buttons, _ = await panel(stage, attacking)
    assert text.startswith("**Your Rd01 attacks Bu07 in Tower 400.")
    assert "You: Titan, Angel" in text
    assert "Insist on battle" in buttons


async def test_in_an_empty_tower_a_turn_follows_in_which_the_eight_are_halved(stage: Stage) -> None:
    """V6.6."""
    state = coming_back(500)
    text, *_ = await panel(stage, state)
    assert "Tower 500 is free, so an ordinary turn follows." in text

    split = do(state, "spawn DRA", "spawn LIO", "marker Rd01")
    text, buttons, _ = await panel(stage, split)
    assert "Split Rd01 4–4, a Lord in each half: who leaves?" in text
    assert "Roll" not in buttons
    assert "Other splits …" in buttons
    _, _, halves = await panel(stage, split, where="/split Rd01")
    assert len(halves) == 25
    assert all(("Titan" in label) != ("Angel" in label) for label in halves)

    first = next(line for line in TITAN.legal(split, ANN) if TITAN.notation.line(line).startswith("split Rd01 Rd02"))
    text, buttons, _ = await panel(stage, do(split, TITAN.notation.line(first)))
    assert "split Rd01 and Rd02 first" in text, "the first turn alone allows one split and no more"
    assert "Roll" in buttons


async def test_a_wiped_out_player_is_told_that_he_comes_back(stage: Stage) -> None:
    state = replace(coming_back(), phase=Splitting(), active=BEN)

    text, *_ = await panel(stage, state)

    assert "You're wiped out – but you spawn with a new legion on your next turn." in text
    text, *_ = await panel(stage, replace(state, reached=state.rules.ends))
    assert "If your last turn is still to come, you spawn then." in text
    assert "Your next turn begins" in mine(WORDS.terms, TITAN.view(state, ANN), SEEN)
    for told in (mine, hand_alt):
        said = told(WORDS.terms, TITAN.view(coming_back(), ANN), SEEN)
        assert (
            "A new legion in Tower 400: Titan, Angel, Lion, Centaur, Troll and Ogre. Next comes Giant or Dragon."
            in said
        )
        assert "nothing" not in said
    assert "spawns next turn" in scores(WORDS.terms, TITAN.view(state, None), SEEN)


# --- typed ---


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        ("en", "spawn a Lion"),
        ("en", "Take lion"),
        ("de", "aufnehmen Löwe"),
        ("de", "spawn löwen"),
        ("ru", "набрать Лев"),
    ],
)
def test_whom_to_take_is_typed_in_any_language(language: str, typed: str) -> None:
    assert read(Terms(Words(language)), typed) == ("spawn", "LIO")


def test_a_near_miss_names_who_can_be_had() -> None:
    state = coming_back()

    with pytest.raises(Illegal) as refused:
        do(state, "spawn OGR")

    said = WORDS.refusal(refused.value, SEEN)
    assert said == "You can't take Ogre for this place. You can take Giant or Dragon."


# --- giving up ---


def engaged(attacker: str, defender: str) -> State:
    start = position(f"Red 90: Rd01@41>3 {attacker}", f"Blue: Bu01@41 {defender}", phase=Engaging(), options=VARIANT)
    return do(start, "engage 41", "1: waive")


async def test_what_giving_up_costs_and_brings_follows_from_the_table_of_the_variant(stage: Stage) -> None:
    """V4.1: an attacker who gives up before the battle scores nothing, the defender half."""
    state = engaged("TTN LIO LIO OGR", "CYC CYC")

    text, *_ = await panel(stage, state, ANN, "/concede")
    assert "Ben scores 33 points for it and then has 33." in text
    assert "you aren't out: you spawn with a new one on your next turn" in text
    assert "you're out of the game" not in text

    text, *_ = await panel(stage, state, BEN, "/concede")
    assert "Ann scores 36 points for it and then has 126." in text
    assert "Ann may get an angel" in text


async def test_what_battle_and_offers_would_bring_is_said_to_both(stage: Stage) -> None:
    state = do(engaged("LIO LIO OGR", "SER"), "1: offer attacker -")

    for seat in (ANN, BEN):
        text, *_ = await panel(stage, state, seat)
        assert "Ann scores 36 by winning. If the defense wins, Ben scores 21 and Ann at least 21" in text
        assert "offer: Ann scores 0, Ben 21." in text


# --- the end ---


def ending(phase: Phase | None = None, **chosen: str) -> State:
    """Ann leads, and has killed two Ogres; Ben has been wiped out once."""
    state = position(
        "Red 237: Rd01@41 TTN ANG LIO OGR OGR", "Blue 90: Bu01@16 OGR", phase=phase, turn=7, options=VARIANT | chosen
    )
    ann, ben = state.players
    return replace(state, players=(replace(ann, trophies=("OGR", "OGR")), replace(ben, wipeouts=1)))


def test_the_end_is_told_with_how_near_it_is() -> None:
    state = ending(end_condition="turns 12, score 300, extinction DRA, stacks 3, wipeouts 4, appearance SER")

    said = position_told(WORDS.terms, TITAN.view(state, None), SEEN)

    assert said.startswith("Turn 7 of 12, Ann (Red): Move, rolled 1.\n**The game ends**")
    for line in (
        "- turn 12 is the last (now 7)",
        "- somebody has 300 points (best so far: 237)",
        "- no Dragon is left (dead so far: 0)",
        "- 3 of the caretaker's stacks are empty (so far 0)",
        "- players have been wiped out 4 times (so far 1)",
        "- the first Serpent joins a legion\n",
    ):
        assert line in said
    assert "wiped out once" in said
    assert "-# Trophies: 2 Ogres" in said


def test_a_deadline_is_told_in_everybodys_own_time_but_not_where_discord_does_not_show_it() -> None:
    state = ending(end_condition="deadline 2026-12-24T20:00+01:00, turns none")

    assert "the deadline of <t:1798138800:f> has passed" in scores(WORDS.terms, TITAN.view(state, None), SEEN)
    assert WORDS.terms.end("deadline", "2026-12-24T20:00+01:00") == "the deadline of 2026-12-24 20:00+01:00 has passed"


def test_what_one_would_have_in_all_is_ones_own_affair(stage: Stage) -> None:
    """V3.4, the worked example of V3."""
    table = stage.table(ending(), 50, 50)

    own, other, watcher = (status_text(stage.context, table, seat) for seat in (ANN, BEN, None))

    assert "You now: 284 in all if it ended now (237 battle score, 47 for the living)." in own
    for told in (other, watcher):
        assert "284" not in told
        assert "turn 12 is the last (now 7)" in told
    for viewer in (BEN, None):
        view = TITAN.view(ending(), viewer)
        assert "284" not in "".join(
            (
                scores(WORDS.terms, view, SEEN),
                position_told(WORDS.terms, view, SEEN),
                standing_alt(WORDS.terms, view, SEEN),
                board_alt(WORDS.terms, view, SEEN),
            )
        )
    assert "284 in all" in scores(WORDS.terms, TITAN.view(ending(), ANN), SEEN)


def test_the_last_turn_is_said_to_be_the_last() -> None:
    state = ending(end_condition="score 237")
    view = TITAN.view(replace(state, reached=state.rules.ends), None)

    assert "This is the last turn." in board_alt(WORDS.terms, view, SEEN)
    assert "- somebody has 237 points: that's the case now" in position_told(WORDS.terms, view, SEEN)


def test_in_the_end_all_have_their_places_by_their_totals() -> None:
    state = do(ending(), "resign")
    view = TITAN.view(state, None)

    assert WORDS.phase(view, SEEN) == "Game over: Ben (Blue) wins with 96 in all"
    assert "1. Ben (Blue): 96 in all (90 battle score, 6 for the living), wiped out once" in scores(
        WORDS.terms, view, SEEN
    )
    assert "1, winner: Ben (Blue), 90 points, 96 in all" in standing_alt(WORDS.terms, view, SEEN)


def test_who_has_lost_the_titan_plays_on_and_is_reminded_of_it() -> None:
    """V1.4."""
    state = position("Red 90: Rd01@41 ANG OGR", "Blue: Bu01@16 TTN OGR", turn=7, options=VARIANT)

    assert "no Titan until you spawn" in mine(WORDS.terms, TITAN.view(state, ANN), SEEN)
    for viewer in (BEN, None):
        assert "no Titan" not in position_told(WORDS.terms, TITAN.view(state, viewer), SEEN)


def test_the_standard_game_knows_none_of_this(stage: Stage) -> None:
    state = position("Red 237: Rd01@41 TTN ANG LIO", "Blue 90: Bu01@16 TTN OGR", turn=7)
    view = TITAN.view(state, ANN)
    said = "\n".join(say(WORDS.terms, view, SEEN) for say in (position_told, scores, mine))

    assert "Turn 7, Ann (Red)" in said
    for word in ("in all", "Trophies", "wiped", "The game ends"):
        assert word not in said
    assert TitanOverview(WORDS.terms).agreed(view) == ()
