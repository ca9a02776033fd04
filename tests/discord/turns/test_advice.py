"""Hints, odds and reasons in play: for whoever asks, from what he knows, and not where the host forbids them."""

from __future__ import annotations

import pytest

from cogs.house.game import dice
from tests.discord.conftest import Play, components, labels, text_of
from tests.discord.turns.test_engagements import engaged

TYPED = {"attackers": "2 lion, rangr", "defenders": "troll and 2 ogres", "terrain": "Plains", "side": "1"}


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same game every time: the seed is the only chance there is."""
    monkeypatch.setattr(dice, "new_seed", lambda: b"third seed".ljust(32, b"."))


async def test_odds_of_any_two_forces_are_told_without_a_game(pictured: Play) -> None:
    result = await pictured.slash("Ann", "show odds", **TYPED)

    said = text_of(result)
    assert said.startswith("Attackers: 2 Lions, Ranger\nDefenders: 2 Ogres, Troll\nPlains, from the east")
    assert "Attacker wins: " in said
    assert "battles, played out by bots." in said
    assert result.response is not None
    (picture,) = result.response.attachments
    assert picture.filename == "odds.png"
    assert (picture.description or "")[:200] == said[:200]


async def test_a_name_that_is_none_gets_the_near_miss(play: Play) -> None:
    said = await play.said("Ann", "show odds", **{**TYPED, "attackers": "2 lionesses"})

    assert said == "There is no creature called lionesses. Did you mean Lion?"
    assert "seven" in await play.said("Ann", "show odds", **{**TYPED, "attackers": "8 ogres"})
    assert "Tell me two armies" in await play.said("Ann", "show odds")


async def test_names_are_completed_with_their_number(play: Play) -> None:
    assert "2 Lion, 3 Ogre" in await play.completed("Ann", "show odds", "attackers", "2 Lion, 3 og")


async def test_the_two_engaged_are_told_their_odds_and_a_third_is_not(play: Play) -> None:
    """R3.5: contents before a battle are for the two; who has not seen them types a guess."""
    table, attacker, defender, third = await engaged(play)
    markers = table.view(None).engaged.markers

    mine = await play.said(attacker, "show odds")
    assert mine == await play.said(defender, "show odds")
    assert "Tell me two armies" in await play.said(third, "show odds")
    guess = await play.said(third, "show odds", attackers=markers[0], defenders="2 ogre", terrain="Plains")
    assert guess.startswith(f"You haven't seen all of {markers[0]}.")
    assert markers[0] not in await play.completed(third, "show odds", "attackers", markers[0])
    assert markers[0] in await play.completed(attacker, "show odds", "attackers", markers[0])


async def test_who_is_engaged_has_the_odds_in_the_panel(play: Play) -> None:
    _, attacker, _, third = await engaged(play)
    panel = await play.press(attacker, play.last_with("My turn"), label="My turn")
    told = await play.press(attacker, panel.response, label="Odds")

    assert text_of(told) == "**The odds of your battle**"
    assert told.response is not None
    (picture,) = told.response.attachments
    assert picture.filename == "odds.png"
    assert (picture.description or "")[:200] == (await play.said(attacker, "show odds"))[:200]
    assert "Back" in labels(told.response)
    watching = await play.press(third, play.last_with("My turn"), label="My turn")
    assert "Odds" not in labels(watching.response)


async def test_a_hint_says_what_to_do_and_why_and_what_else_in_the_panel_and_by_command(play: Play) -> None:
    _, attacker, *_ = await engaged(play)
    first = await play.slash(attacker, "show hint")
    assert text_of(first).startswith("**Try this: ")
    assert {"Do it", "What else is good?"} <= {*labels(first.response)}

    second = await play.press(attacker, first.response, label="What else is good?")
    assert text_of(second).startswith("**What matters here**")
    assert "**Good choices**" in text_of(second)
    assert "What else is good?" not in labels(second.response)
    assert text_of(second) == await play.said(attacker, "show hint", step=2)


async def test_do_it_does_what_the_hint_says_and_the_picture_stays(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    mover, seat = play.who(table), next(iter(table.awaiting))
    panel = await play.press(mover, play.last_with("My turn"), label="My turn")
    assert panel.response is not None
    shown = [file.filename for file in panel.response.attachments]

    hint = await play.press(mover, panel.response, label="Hint")
    assert hint.response is not None
    assert [file.filename for file in hint.response.attachments] == shown == ["hand.png"]
    before = len(table.view(seat).legions)
    await play.press(mover, hint.response, label="Do it")

    assert len(table.view(seat).legions) == before + 1, "the first thing is to split"


async def test_the_first_reason_stands_in_the_panel_itself(play: Play) -> None:
    """Below the line that says what to do; not where hints are off, nor for who need not decide."""
    table = await play.set_up("Ann", "Ben")
    mover = play.who(table)
    (other,) = {"Ann", "Ben"} - {mover}

    async def second_line(who: str) -> str:
        panel = await play.press(who, play.last_with("My turn"), label="My turn")
        return [*text_of(panel).split("\n"), ""][1]

    assert (await second_line(mover)).startswith("💡 ")
    assert "💡" not in await second_line(other)
    await play.agreed("Ann", "titan settings", hints="off")
    assert "💡" not in await second_line(mover)


async def test_the_panel_of_who_must_decide_has_a_hint(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    mover = play.who(table)
    (other,) = {"Ann", "Ben"} - {mover}
    panel = await play.press(mover, play.last_with("My turn"), label="My turn")
    hint = await play.press(mover, panel.response, label="Hint")

    assert "Both halves keep pairs" in text_of(hint)
    assert components(hint.response)
    idle = await play.press(other, play.last_with("My turn"), label="My turn")
    assert "Hint" not in labels(idle.response)


async def test_a_host_can_forbid_hints_and_odds_for_all(play: Play) -> None:
    """ASYNC_PLAY A13.4: for all or for none."""
    table = await play.set_up("Ann", "Ben")
    mover = play.who(table)
    assert "only the host" in (await play.said("Ben", "titan settings", hints="off")).lower()

    await play.agreed("Ann", "titan settings", hints="off")

    assert "Hints and odds: off." in await play.said("Ann", "titan settings")
    refused = "Hints and odds are off in this game. Its host can turn them on with `/titan settings`."
    assert await play.said(mover, "show hint") == refused
    assert await play.said(mover, "show odds", **TYPED) == refused
    panel = await play.press(mover, play.last_with("My turn"), label="My turn")
    assert "Hint" not in labels(panel.response)
    await play.restart()
    assert await play.said(mover, "show hint") == refused
    await play.agreed("Ann", "titan settings", hints="on")
    assert "Try this" in await play.said(mover, "show hint")


async def test_a_game_can_be_opened_without_hints(play: Play) -> None:
    await play.new("Ann", seats=2, hints="off")

    assert "Hints and odds: off." in play.public_text()
    assert not (await play.table()).game.hints


async def test_a_refused_order_tells_its_rule_and_what_is_near(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    mover = play.who(table)
    (split, *_) = (line for line in map(table.line, table.legal(next(iter(table.awaiting)))) if "split" in line)
    _, legion, marker, _ = split.split(" ")

    said = await play.said(mover, "play do", line=f"split {legion} {marker} TTN,ANG,CEN,CEN")

    assert "-# Rule: `/rules search R" in said
    assert "R4.2" in said
    assert "Closest legal choice: Split " in said
