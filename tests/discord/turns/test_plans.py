"""Battle plans through the panels: left in private, fought at once, told as one piece (issue 7, ASYNC_PLAY 6)."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.house.game import dice
from cogs.house.table.standing_orders import COLLECTED
from cogs.house.table.table import Table
from engine.core import Seat
from tests.discord.conftest import Play, components, labels, text_of
from tests.discord.thumb import Thumb
from tests.discord.turns.test_engagements import engaged


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same game every time: the seed is the only chance there is."""
    monkeypatch.setattr(dice, "new_seed", lambda: b"c2".ljust(32, b"."))


async def opened(play: Play, who: str) -> Any:
    return await play.press(who, play.last_with("My turn"), label="My turn")


async def planned(play: Play, who: str) -> str:
    """Leaves the plan that is offered, by three presses; what is said of it before it is left."""
    screen = await play.press(who, (await opened(play, who)).response, label="Battle plan …")
    said = text_of(screen)
    done = await play.press(who, screen.response, label="Use this plan")
    assert "Noted." in text_of(done)
    assert done.response is not None
    assert "Stop my plan" in labels(done.response)
    return said


def everything(play: Play) -> list[Any]:
    """What everybody can see, with every button."""
    return [(post.content, [file.filename for file in post.attachments], components(post)) for post in play.public()]


def panel_of(result: Any) -> Any:
    """What a panel says and offers."""
    return text_of(result), components(result.response)


def files(posts: Any) -> list[str]:
    return [file.filename for post in posts for file in post.attachments]


async def fight(play: Play, table: Table, *names: str) -> None:
    for who in names:
        if table.view(None).phase == "parley":
            await play.said(who, "play do", line="fight")
    await play.settle()


async def changed(play: Play, who: str, screen: Any, **chosen: str) -> Any:
    """The screen of the plan once its form was filled in."""
    form = await play.press(who, screen.response, label="Change …")
    filled = {"leads": "advised", "asks": "titan", "strikes": "standard", "calls": "best", **chosen}
    result = await play.people[who].submit_modal(form, {name: [value] for name, value in filled.items()})
    await play.settle()
    return result


async def test_a_battle_with_plans_on_both_sides_is_fought_at_once_and_shown_again(play: Play) -> None:
    """Three presses each, and Fight. It stops where a Titan is hit, and his owner lets it go on."""
    table, attacker, defender, third = await engaged(play)
    before, spectator = everything(play), text_of(await opened(play, third))
    other = panel_of(await opened(play, attacker))
    assert "The bot maneuvers for you" in await planned(play, defender)
    assert panel_of(await opened(play, attacker)) == other, "the other side has no way to tell"
    assert "The bot maneuvers for you" in await planned(play, attacker)
    assert everything(play) == before, "nothing public tells that there are plans"
    assert text_of(await opened(play, third)) == spectator

    await fight(play, table, attacker, defender)

    seat, battle = table.seat_of(play.people[attacker].id), table.view(None).battle
    assert seat is not None
    assert battle is not None
    assert table.awaiting == {seat}, "by this seed the attacker's Titan is hit"
    assert battle.round > 1
    assert [battle.seats[f.side] for f in battle.fighters if f.creature == "TTN" and f.hits] == [seat]
    assert files(play.thread("⚔"))[-2:] == ["replay.webp", "battle.png"]
    stopped = await play.press(attacker, (await opened(play, attacker)).response, label="Stop my plan")
    assert "you decide that yourself" in text_of(stopped)
    screen = await play.press(attacker, stopped.response, label="Battle plan …")
    screen = await changed(play, attacker, screen, asks="never")
    assert "You aren't asked about maneuvers at all." in text_of(screen)
    left = await play.press(attacker, screen.response, label="Use this plan")
    assert "is on the move" in text_of(left), "his panel shows what came of it: his turn is over"

    assert table.view(None).battle is None, "nobody was asked any more"
    place = play.thread("⚔")
    assert files(place)[-1] == "aftermath.png"
    assert files(place).count("replay.webp") <= 2
    assert files(place).count("battle.png") <= 4
    texts = "\n".join(post.content for post in place)
    assert texts.count(" strikes ") + texts.count(" rangestrikes ") >= 3
    await play.passes(COLLECTED)
    for who in (attacker, defender):
        notes = [note.content for note in play.dms(who) if "Your plan" in note.content]
        assert any("for all to see" in note for note in notes)
    assert not [note for note in play.dms(third) if "plan" in note.content]


async def test_a_plan_on_one_side_asks_the_other_alone(play: Play) -> None:
    table, attacker, defender, _ = await engaged(play)
    await planned(play, defender)
    await fight(play, table, attacker, defender)
    seats = {who: table.seat_of(play.people[who].id) for who in (attacker, defender)}

    view = table.view(None)
    assert view.battle is not None
    assert table.awaiting == {seats[attacker]}, "the defender has come onto the map by his plan"
    assert any(fighter.side == 1 and fighter.hex for fighter in view.battle.fighters)

    stopped = await play.press(defender, (await opened(play, defender)).response, label="Stop my plan")
    assert "you decide that yourself" in text_of(stopped)
    assert stopped.response is not None
    assert "Battle plan …" in labels(stopped.response)
    assert table.orders.of(seats[defender] or Seat(0)) == ()


async def test_a_plan_can_be_changed_by_its_form_before_it_is_left(play: Play) -> None:
    table, _, defender, _ = await engaged(play)
    screen = await play.press(defender, (await opened(play, defender)).response, label="Battle plan …")

    screen = await changed(play, defender, screen, leads="stay", calls="nobody")

    assert "then everybody holds" in text_of(screen)
    assert "It calls nobody." in text_of(screen)
    await play.press(defender, screen.response, label="Use this plan")
    seat = table.seat_of(play.people[defender].id)
    assert seat is not None
    said = [table.orders.said(one) for one in table.orders.of(seat)]
    assert any(one.endswith("then enter; hold expires after battle") for one in said)


@pytest.mark.parametrize("panel", ["Battle plan …", "Plan ahead"])
async def test_both_agree_in_public_to_let_the_program_fight_it_out(play: Play, panel: str) -> None:
    """A6.10: asked for by one of the two, granted by the other, and by nobody else."""
    table, attacker, defender, third = await engaged(play)
    await fight(play, table, attacker, defender)
    refused = await play.said(third, "game settle")
    assert "Only the two fighting a battle" in refused
    mine = await Thumb(play, defender).open()
    await mine.tap(panel)
    if panel == "Plan ahead":
        battle = table.view(None).battle
        assert battle is not None
        await (await mine.tap("In battle")).choose(battle.markers[1])
    await mine.tap("Offer to fight it out at once")
    assert "once these agree" in mine.text
    post = play.last_with("Agree")
    assert "asks to let the bot fight this battle out" in post.content
    assert play.people[attacker].mention in post.content
    await play.press(third, post, label="Agree")
    assert table.view(None).battle is not None

    await play.press(attacker, post, label="Agree")
    await play.settle()

    assert table.view(None).battle is None
    assert "the bot fights this battle out for both sides" in play.public_text()
    assert files(play.thread("⚔"))[-2:] == ["replay.webp", "aftermath.png"]
