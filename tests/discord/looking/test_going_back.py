"""Going back as people see it: the button after *Done*, `/game takeback`, `/game rewind`."""

from __future__ import annotations

from cogs.house.table.table import Table
from cogs.panel.panel import TAKE_BACK
from tests.discord.conftest import Play, custom_ids, labels, text_of
from tests.discord.test_controls import crafted, my_turn

TAKE = "Undo"
TURN, MOVES = f"{TAKE}: End turn", f"{TAKE}: Done moving"


async def moved_on(play: Play) -> tuple[str, str]:
    """The first player has ended his turn without showing anything; who that was, and whose turn it is now."""
    table = await play.set_up("Ann", "Ben")
    one = play.who(table)
    other = next(name for name in ("Ann", "Ben") if name != one)
    while play.who(table) == one:
        if "done" in lines(play, table, one):
            await play.slash(one, "play do", line="done")
        else:
            await play.first(table)
    return one, other


def lines(play: Play, table: Table, who: str) -> set[str]:
    seat = table.seat_of(play.people[who].id)
    assert seat is not None
    return {table.line(action) for action in table.legal(seat)}


async def test_who_is_done_by_mistake_takes_it_back_by_a_button_of_his_panel(play: Play) -> None:
    one, other = await moved_on(play)
    table = await play.table()

    panel = await my_turn(play, one)
    assert TURN in labels(panel)
    assert not {TURN, MOVES} & {*labels(await my_turn(play, other))}
    old = await crafted(play, next(each for each in custom_ids(panel) if each.endswith(f":{TAKE_BACK}")))
    taken = await play.press(one, panel, label=TURN)

    assert "Undone" in text_of(taken)
    assert play.who(table) == one
    assert f"{one} went back. It's again:" in play.public_text()
    assert table.view(None).phase == "muster"
    late = await play.press(one, old, label="x")
    assert "has gone on" in text_of(late)
    assert table.view(None).phase == "muster"
    further = await play.press(one, late.response, label=MOVES)
    assert table.view(None).phase == "move", "the phase before was ended within the two minutes too"
    assert not {TURN, MOVES} & {*labels(further.response)}, "the die was thrown before"


async def test_a_button_of_before_is_refused_kindly_after_going_back(play: Play) -> None:
    one, other = await moved_on(play)
    stale = await play.press(other, play.last_with("My turn"), label="My turn")
    await play.slash(one, "game takeback")

    pressed = await play.press(other, stale.response, label="Everything I can do")

    assert "moved on" in text_of(pressed)
    assert play.who(await play.table()) == one


async def test_after_two_minutes_the_other_is_asked_and_answers_by_a_button(play: Play) -> None:
    one, other = await moved_on(play)
    table = await play.table()
    later = table.services.now() + 121
    object.__setattr__(table.services, "now", lambda: later)
    (offered, *_) = await play.completed(one, "game takeback", "to")

    said = await play.said(one, "game takeback", to=offered)
    assert other in said
    question = play.last_with("Agree to go back")
    assert labels(question) == ["Agree to go back", "Play on"], "My turn stands on the card alone"
    assert f"<@{play.people[other].id}>" in question.content
    refused = await play.press("Cleo", question, label="Agree to go back")
    assert "You have no seat" in text_of(refused)
    await play.restart()
    agreed = await play.press(other, question, label="Agree to go back")

    assert "The game went back." in text_of(agreed)
    assert play.who(await play.table()) == one
    asked = next(message for message in play.public() if message.id == question.id)
    assert labels(asked) == [], "what was answered has no buttons any more"


async def test_a_refusal_is_told_and_the_game_goes_on(play: Play) -> None:
    one, other = await moved_on(play)
    began = (await play.completed(one, "game rewind", "to"))[-1]
    await play.slash(one, "game rewind", to=began)

    await play.press(other, play.last_with("Play on"), label="Play on")

    assert f"{other} would rather play on." in play.public_text()
    assert play.who(await play.table()) == other


async def test_the_whole_table_goes_back_to_the_beginning_of_a_phase(play: Play) -> None:
    one, other = await moved_on(play)
    table = await play.table()
    roll = table.view(None).roll
    points = await table.rewinding.phase_points()
    movement = next(point for point in points if point.view.phase == "move")
    await play.slash(one, "game rewind", to=str(movement.began))

    await play.press(other, play.last_with("Agree to go back"), label="Agree to go back")

    view = table.view(None)
    assert (view.phase, view.active, view.roll) == ("move", table.seat_of(play.people[one].id), roll or view.roll)
    assert not any(legion.moved for legion in view.legions)


async def test_nobody_without_a_seat_or_a_game_asks_to_go_back(play: Play) -> None:
    assert "No game is open" in await play.said("Ann", "game takeback")
    await moved_on(play)

    assert await play.completed("Cleo", "game takeback", "to") == []
    assert await play.completed("Cleo", "game rewind", "to") == []
    assert "The game can't go back" in await play.said("Ann", "game rewind", to="99999")
    assert await play.said("Cleo", "game takeback")
    assert f"{TAKE}: " not in play.public_text()
