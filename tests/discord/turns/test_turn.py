"""A turn on the masterboard by thumb: what is offered first, what asks first, and that each thing is done once."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cogs.house.game import dice
from cogs.house.table.table import Table
from engine.core import Seat
from engine.titan.actions import Done, Move, Muster, Roll, Teleport
from engine.titan.bots import LEVELS
from tests.discord.conftest import Play, components, custom_ids, text_of
from tests.discord.crowd import Crowd
from tests.discord.test_controls import crafted
from tests.discord.thumb import Thumb


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same game every time: the seed is the only chance there is."""
    monkeypatch.setattr(dice, "new_seed", lambda: b"thumbs".ljust(32, b"."))


async def until(play: Play, wanted: Any) -> tuple[Table, Seat, Thumb]:
    """A game of two that steady play has brought to a position that is wanted: `wanted(view, legal)`."""
    table, whims = await play.opened("Ann", "Ben"), random.Random(1)
    for _ in range(4000):
        seat = min(table.awaiting)
        view, legal = table.view(seat), table.legal(seat, undo=False)
        if wanted(view, legal):
            await play.settle()
            return table, seat, await Thumb(play, play.who(table)).open()
        await table.submit(seat, LEVELS["steady"](view, legal, whims))
    raise AssertionError("this game never comes to that")


def quiet(view: Any) -> bool:
    return view.phase == "move" and not view.engagements


# --- splitting ---


async def test_the_first_split_is_one_of_three_buttons_or_of_a_list_of_fourteen(play: Play) -> None:
    """The list is a press away, so that nobody has to read it; the advised split stands out and comes first."""
    table = await play.set_up("Ann", "Ben")

    thumb = await Thumb(play, play.who(table)).open()

    usual = [label for label in thumb.buttons() if "Titan" in label or "Angel" in label]
    assert len(usual) == 3
    assert thumb.advised() == usual[:1]
    assert thumb.text.split("\n")[1].startswith("💡 Both halves"), "the button says what, the line says why"
    assert not thumb.lists()
    assert thumb.greyed() == ["Roll"]
    assert "**Split " in thumb.text
    assert "4–4" in thumb.text.split("\n")[0]
    await thumb.tap("Other splits")
    assert len(thumb.options("Who leaves?")) == 14
    assert thumb.options("Who leaves?")[:3] == usual
    seq = table.seq
    await thumb.choose(thumb.options("Who leaves?")[-1])
    assert table.seq == seq + 1


async def test_any_split_is_made_by_boxes_and_shown_before_it_is_done(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    thumb = await Thumb(play, play.who(table)).open()
    seq = table.seq

    await thumb.fill("Split", {"who": ["TTN.1", "OGR.1", "OGR.2", "GAR.1"], "marker": [other_marker(table)]})

    assert table.seq == seq, "nothing is done before it is confirmed"
    assert "keeps Angel, 2 Centaurs and Gargoyle" in thumb.text
    assert "gets Titan, Gargoyle and 2 Ogres" in thumb.text
    await thumb.tap("Split like this")
    assert table.seq == seq + 1
    assert "Roll" in thumb.buttons()


def other_marker(table: Table) -> str:
    """Another free marker than the first."""
    (seat,) = table.awaiting
    marker: str = table.view(seat).players[seat].markers[4]
    return marker


async def test_a_split_that_cannot_be_is_refused_in_words_and_changes_nothing(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    thumb = await Thumb(play, play.who(table)).open()
    seq = table.seq

    await thumb.fill("Split", {"who": ["TTN.1", "ANG.1", "OGR.2", "GAR.1"], "marker": [other_marker(table)]})

    assert "the Titan goes one way, the Angel the other" in thumb.text
    assert "Split like this" not in thumb.buttons()
    assert table.seq == seq


async def test_a_form_works_after_a_restart(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    who = play.who(table)
    thumb = await Thumb(play, who).open()
    opened = await thumb.form("Split")
    ticked = {"who": ["TTN.1", "OGR.1", "OGR.2", "GAR.1"], "marker": [other_marker(table)]}
    await play.restart()

    sent = await play.people[who].submit_modal(opened, ticked)
    await play.settle()

    assert "keeps Angel" in text_of(sent), "a form that was opened before is understood"
    assert sent.response is not None
    assert sent.response.ephemeral


async def test_a_form_whose_table_is_not_in_memory_asks_for_one_more_press(play: Play) -> None:
    """A form cannot follow an acknowledgement, and loading a game may take longer than the three seconds."""
    table = await play.set_up("Ann", "Ben")
    who = play.who(table)
    thumb = await Thumb(play, who).open()
    await play.restart()

    await thumb.tap("Split")
    assert "press once more" in thumb.text
    mine = next(label for label in thumb.buttons() if "my way" in label)
    await thumb.fill(mine, {"who": ["TTN.1", "OGR.1", "OGR.2", "GAR.1"], "marker": [other_marker(table)]})

    assert "keeps Angel" in thumb.text


async def test_a_form_of_a_phase_that_is_over_changes_nothing(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    who = play.who(table)
    thumb = await Thumb(play, who).open()
    opened = await thumb.form("Split")
    ticked = {"who": ["TTN.1", "OGR.1", "OGR.2", "GAR.1"], "marker": [other_marker(table)]}
    await play.first(table)
    await play.said(who, "play roll")
    seq = table.seq

    late = await play.people[who].submit_modal(opened, ticked)
    await play.settle()

    assert "moved on" in text_of(late)
    assert table.seq == seq


async def test_usual_splits_of_a_full_legion_are_buttons(play: Play) -> None:
    def full(view: Any, legal: Any) -> bool:
        mine = [legion for legion in view.legions if legion.owner == view.viewer]
        return view.phase == "split" and view.turn > 1 and any(legion.height == 7 for legion in mine)

    table, seat, thumb = await until(play, full)
    before = len(table.view(seat).legions)

    ready = [label for label in thumb.buttons() if label.startswith("Split ") and ": " in label]
    assert 1 <= len(ready) <= 9
    await thumb.tap(ready[0])

    assert len(table.view(seat).legions) == before + 1
    await thumb.tap("Undo: split")
    assert len(table.view(seat).legions) == before


# --- moving ---


async def test_a_legion_moves_by_one_tap_and_the_panel_says_why_done_waits(play: Play) -> None:
    table, seat, thumb = await until(play, lambda view, legal: quiet(view) and Done() not in legal and view.turn == 1)
    move = next(label for label in thumb.buttons() if "→" in label)

    assert "Done moving" in thumb.greyed()
    assert "Move at least one legion first." in thumb.text.split("\n")[0]
    await thumb.tap(move)

    assert any(legion.moved for legion in table.view(seat).legions)
    assert "Undo: " in " ".join(thumb.buttons())
    assert "reach.png" in [file.filename for file in thumb.message.attachments]


async def test_what_could_be_mustered_stands_beside_a_goal(play: Play) -> None:
    _, _, thumb = await until(play, lambda view, legal: quiet(view) and view.turn == 2)

    assert any("→" in label and ": " in label for label in thumb.buttons())


async def test_the_side_is_asked_only_where_an_enemy_is_and_it_can_be_chosen(play: Play) -> None:
    lands = set[int]()

    def many_sides(view: Any, legal: Any) -> bool:
        lands.clear()
        lands.update(legion.land for legion in view.legions if legion.owner != view.viewer)
        ways = [(a.legion, a.land) for a in legal if isinstance(a, Move) and a.land in lands]
        return len(ways) > len(set(ways))

    table, seat, thumb = await until(play, many_sides)
    ways = [(a.legion, a.land, a.side) for a in table.legal(seat) if isinstance(a, Move)]
    legion, land = next(way[:2] for way in ways if sum(other[:2] == way[:2] for other in ways) > 1 and way[1] in lands)
    seq = table.seq

    enemy = next(other for other in table.view(seat).legions if other.land == land and other.owner != seat)
    goal = f"Attack {enemy.marker} ({enemy.height}) with {legion}"
    if goal in thumb.buttons():
        await thumb.tap(goal)
    else:  # many legions: the last ones stand in a list
        await thumb.choose(goal, "More moves")

    assert table.seq == seq
    assert sum(label.startswith("from the") for label in thumb.buttons()) == sum(
        way[:2] == (legion, land) for way in ways
    )
    await thumb.tap("from the")
    assert table.seq == seq + 1


async def test_a_teleport_is_chosen_in_steps_and_says_what_it_shows(play: Play) -> None:
    table, seat, thumb = await until(play, lambda view, legal: any(isinstance(a, Teleport) for a in legal))
    seq = table.seq

    await thumb.tap("Teleport")
    if thumb.lists():
        await thumb.choose("", "Which legion")
    await thumb.tap("Tower (")
    await thumb.choose("")

    assert "Everybody sees" in thumb.text
    assert table.seq == seq
    await thumb.tap("Teleport")
    assert table.seq == seq + 1
    assert table.view(seat).phase == "move"


# --- mustering and the end ---


async def test_the_turn_is_ended_with_all_that_can_be_mustered_by_one_press(play: Play) -> None:
    def musters(view: Any, legal: Any) -> bool:
        return view.phase == "muster" and sum(isinstance(a, Muster) for a in legal) > 0

    table, seat, thumb = await until(play, musters)
    height = sum(legion.height for legion in table.view(seat).legions if legion.owner == seat)

    await thumb.tap(next(label for label in thumb.buttons() if "end turn" in label))

    after = table.view(seat)
    assert sum(legion.height for legion in after.legions if legion.owner == seat) > height
    assert after.active != seat


async def test_who_is_done_is_told_what_is_left_undone(play: Play) -> None:
    table, _, thumb = await until(
        play, lambda view, legal: view.phase == "muster" and any(isinstance(a, Muster) for a in legal)
    )
    seq, who = table.seq, thumb.who

    public = await play.press(who, play.last_with("Done"), label="Done")
    assert "You can still muster" in text_of(public)
    typed = await play.said(who, "play done")
    assert "You can still muster" in typed
    await (await thumb.open()).tap("End turn")
    assert "You can still muster" in thumb.text
    assert table.seq == seq
    await thumb.tap("Skip them, end turn")

    assert table.seq > seq
    assert table.view(None).phase == "split"


async def test_movement_and_turn_end_in_one_press_where_nobody_is_engaged(play: Play) -> None:
    table, seat, thumb = await until(play, lambda view, legal: quiet(view) and Done() in legal and view.turn > 1)

    await thumb.tap(next(label for label in thumb.buttons() if "nd turn" in label))

    assert table.view(None).active != seat
    assert table.view(None).phase == "split"


async def test_a_quiet_turn_takes_at_most_six_taps(play: Play) -> None:
    """From the public *Roll* on: two legions move, what can be is mustered, and the turn is over (UX U16)."""
    table, seat, _ = await until(play, lambda view, legal: view.turn == 2 and Roll() in legal)
    thumb = Thumb(play, play.who(table))
    result = await play.press(thumb.who, play.last_with("Roll"), label="Roll")
    thumb._take(result)

    for _ in range(2):
        await thumb.tap(next(label for label in thumb.buttons() if "→" in label))
    await thumb.tap(next(label for label in thumb.buttons() if "nd turn" in label))

    assert table.view(None).active != seat
    assert thumb.taps <= 6


async def test_a_quiet_turn_takes_four_presses_with_the_bots_help(play: Play) -> None:
    """*My turn*, roll, the walks, the end; the first turn's split is one more."""
    table = await play.set_up("Ann", "Ben")
    taps = []
    for player_turn in range(4):
        (seat,) = table.awaiting
        thumb = await Thumb(play, play.who(table)).open()
        if player_turn < 2:
            await thumb.tap(thumb.advised()[0])
        await thumb.tap("Roll")
        await thumb.tap("Let the bot move the rest")
        await thumb.tap(next(label for label in thumb.buttons() if "nd turn" in label))
        assert table.view(None).active != seat
        taps.append(thumb.taps)

    assert taps == [5, 5, 4, 4]


# --- the panel as such ---


async def test_a_chain_pressed_twice_is_done_once(play: Play) -> None:
    table, _, thumb = await until(
        play, lambda view, legal: view.phase == "muster" and any(isinstance(a, Muster) for a in legal)
    )
    chain = next(each for each in custom_ids(thumb.message) if ";done" in each)
    post = await crafted(play, chain)

    await play.press(thumb.who, post, custom_id=chain)
    seq = table.seq
    again = await play.press(thumb.who, post, custom_id=chain)

    assert "moved on" in text_of(again)
    assert table.seq == seq


async def test_a_chain_stops_at_the_first_that_is_refused_and_says_what_was_done(play: Play) -> None:
    table, _, thumb = await until(play, lambda view, legal: quiet(view) and Done() in legal and view.turn > 1)
    moves = [table.line(a) for a in table.legal(min(table.awaiting)) if isinstance(a, Move)]
    post = await crafted(play, f"t1:{table.game.id}:{table.began}:{moves[0]};{moves[0]};done")
    seq = table.seq

    result = await play.press(thumb.who, post, label="x")

    assert " moves " in text_of(result)
    assert f"{moves[0].split()[1]} has moved this turn and stands in " in text_of(result)
    assert table.seq == seq + 1


async def test_a_picture_is_sent_again_only_when_it_has_changed(pictured: Play) -> None:
    table = await pictured.set_up("Ann", "Ben")
    thumb = await Thumb(pictured, pictured.who(table)).open()
    before = len(pictured.env.http_requests)

    await thumb.tap("Everything I can do")
    await thumb.tap("Back")
    sent: list[Any] = [request.json for request in pictured.env.http_requests[before:] if request.method == "PATCH"]
    assert not any("attachments" in (body or {}) for body in sent)
    assert [file.filename for file in thumb.message.attachments] == ["hand.png"]

    await thumb.tap(thumb.advised()[0])
    assert [file.filename for file in thumb.message.attachments] == ["hand.png"]
    last: Any = [request.json for request in pictured.env.http_requests if request.method == "PATCH"][-1]
    assert "attachments" in last


async def test_all_choices_are_one_press_away(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    thumb = await Thumb(play, play.who(table)).open()

    await thumb.tap("Everything I can do")

    assert any(part["type"] == 3 for part in components(thumb.message))
    assert "Back" in thumb.buttons()


async def test_a_form_with_what_it_does_not_offer_is_refused_and_the_panel_comes_anew(play: Play) -> None:
    """Sent by nobody's Discord, or opened before the game went on; it broke where nobody expected that."""
    table = await play.set_up("Ann", "Ben")
    thumb = await Thumb(play, play.who(table)).open()
    opened, before = await thumb.form("Split"), table.seq
    assert opened.modal is not None
    identity = opened.modal["custom_id"]
    crowd = Crowd(play)
    for who in (["SER.1", "OGR.1"], ["OGR.1", "OGR.1"], ["x" * 100], ["OGR"]):
        crowd.fills(thumb.who, thumb.message, identity, {"who": who, "marker": ["<@17>"]})

    answers = await crowd.answers()

    assert all("The game has moved on" in text_of(answer) for answer in answers)
    assert table.seq == before
