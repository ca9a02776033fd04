"""Buttons and selects: of any age, after a restart, by anybody, twice, and at once."""

from __future__ import annotations

import asyncio
from typing import Any

import discord

from cogs.commands.game import PRESSES
from cogs.house.table.lobby_post import LOBBY, RULES
from cogs.house.table.table import Table
from cogs.router import Router
from engine.titan.ruleset import TITAN
from tests.discord.conftest import Play, components, custom_ids, labels, text_of


async def my_turn(play: Play, who: str) -> Any:
    """Somebody's private panel."""
    result = await play.press(who, play.last_with("My turn"), label="My turn")
    assert result.response is not None
    assert result.response.ephemeral
    return result.response


async def crafted(play: Play, *ids: str) -> discord.Message:
    """A post with buttons of these ids, as an older bot may have left them."""
    view = discord.ui.View(timeout=None)
    for custom_id in ids:
        view.add_item(discord.ui.Button(label="x", custom_id=custom_id))
    view.stop()
    return await play.client.get_partial_messageable(play.channel.id).send("x", view=view)


async def test_my_turn_shows_ones_legions_and_choices_to_oneself(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    who = play.who(table)

    panel = await my_turn(play, who)

    assert panel.content.startswith("**Split ")
    assert [file.filename for file in panel.attachments] == ["hand.png"]
    assert any(part["type"] == 3 for part in components(panel))


async def test_a_turn_is_played_by_buttons_and_selects(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    who = play.who(table)
    person = play.people[who]
    panel = await my_turn(play, who)

    others = await person.click(panel, label="Other splits …")
    assert others.response is not None
    (splits,) = (part for part in components(others.response) if part["type"] == 3)
    assert len(splits["options"]) == 14
    parted = await person.select(others.response, [splits["options"][3]["value"]], custom_id=splits["custom_id"])
    assert text_of(parted) == "**Nothing left to split: roll.**", "the panel has changed: nothing is said again"
    assert parted.response is not None
    assert any(label.startswith("Undo: split") for label in labels(parted.response))
    rolled = await person.click(parted.response, label="Roll")
    await play.settle()

    assert "Move at least one legion first." in text_of(rolled)
    assert table.view(None).phase == "move"


async def rolling(play: Play) -> Table:
    """A game in a second turn of somebody: nobody has to split any more, so *Roll* is below the card."""
    table = await play.set_up("Ann", "Ben")
    while table.view(None).turn == 1:
        await play.first(table)
    return table


async def test_the_card_offers_what_everybody_can_see_to_be_possible(play: Play) -> None:
    """Not to roll while eight must split, nor to be done while nobody may have moved: that could be refused."""
    table = await play.set_up("Ann", "Ben")

    assert labels(play.last_with("My turn")) == ["My turn"]
    for phase, beside in (("move", []), ("muster", ["Done"])):
        while table.view(None).phase != phase:
            await play.first(table)
        assert labels(play.last_with("My turn")) == ["My turn", *beside]
    while table.view(None).phase != "split" or table.view(None).turn == 1:
        await play.first(table)
    assert labels(play.last_with("My turn")) == ["My turn", "Roll"]


async def test_buttons_work_after_a_restart(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    who = play.who(table)
    panel = await my_turn(play, who)
    await play.restart()

    again = await play.press(who, play.last_with("My turn"), label="My turn")
    (select,) = (part for part in components(panel) if part["type"] == 3)
    chosen = await play.people[who].select(panel, [select["options"][0]["value"]], custom_id=select["custom_id"])

    assert "**Split " in text_of(again)
    assert chosen.response is not None
    assert len(components(chosen.response)) > 1


async def test_the_router_stays_registered(play: Play) -> None:
    """The library forgets a dynamic item for the whole bot in some cases; then every button is dead."""
    await play.set_up("Ann", "Ben")
    await my_turn(play, "Ann")

    store: Any = play.client._connection._view_store

    assert Router in store._dynamic_items.values()
    assert not store._views
    assert not store._synced_message_views


async def test_an_old_button_is_answered_with_the_fresh_panel(play: Play) -> None:
    table = await rolling(play)
    who = play.who(table)
    old = await crafted(play, f"t1:{table.game.id}:{table.began}:roll")
    await play.press(who, old, label="x")
    seq = table.seq

    late = await play.press(who, old, label="x")

    assert "moved on" in text_of(late)
    assert "Move at least one legion first." in text_of(late)
    assert late.response is not None
    assert late.response.ephemeral
    assert table.seq == seq


async def test_my_turn_works_at_any_age(play: Play) -> None:
    """It once stood below every post, with the number of the phase then."""
    table = await play.set_up("Ann", "Ben")
    oldest = await crafted(play, f"t1:{table.game.id}:1:open")

    result = await play.press(play.who(table), oldest, label="x")

    assert "**Split " in text_of(result)


async def test_a_second_press_changes_nothing_and_is_answered_calmly(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    who = play.who(table)
    await play.first(table)
    await play.said(who, "play roll")
    seat = table.seat_of(play.people[who].id)
    assert seat is not None
    line = next(line for action in table.legal(seat) if (line := table.line(action)).startswith("move "))
    post = await crafted(play, f"t1:{table.game.id}:{table.began}:{line}")

    fresh = (await play.press(who, post, label="x")).response
    assert fresh is not None
    offered = labels(fresh)
    seq = table.seq
    second = await play.press(who, post, label="x")

    assert any(label.startswith("Undo: ") and "→" in label for label in offered)
    assert "has moved this turn" in text_of(second)
    assert table.seq == seq


async def test_the_wrong_person_is_told_whose_choice_it_is(play: Play) -> None:
    table = await rolling(play)
    other = "Ben" if play.who(table) == "Ann" else "Ann"
    seq = table.seq

    for who in (other, "Dan"):
        result = await play.press(who, play.last_with("Roll"), label="Roll")
        assert f"waits for {play.who(table)}" in text_of(result)
        assert result.response is not None
        assert result.response.ephemeral

    assert table.seq == seq


async def test_a_spectator_sees_only_what_is_public(play: Play) -> None:
    """R3.2, R3.3: heights of both halves of a split, once it is firm, and not who went; no button of his is dead."""
    table = await play.set_up("Ann", "Ben")
    (seat,) = table.awaiting
    await play.first(table)
    (early,) = (await my_turn(play, "Dan")).attachments
    assert "(4)" not in (early.description or ""), "it may still be taken back"
    await play.said(play.who(table), "play roll")
    markers = [legion.marker for legion in table.view(seat).legions if legion.owner == seat]

    panel = await my_turn(play, "Dan")

    assert "You're watching" in panel.content
    (picture,) = panel.attachments
    assert all(f"{marker} (4) in " in (picture.description or "") for marker in markers)
    assert "Titan" not in (picture.description or "").replace("Titan power", "")
    assert labels(panel) == ["Refresh"]
    again = await play.press("Dan", panel, label="Refresh")
    assert text_of(again) == panel.content


async def test_ids_of_other_versions_and_broken_ids_get_a_fresh_panel(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    who = play.who(table)
    broken = ("t9:1:1:open", "t1:nonsense", "t1:1:1:", "t1:77:1:open", "t1:1:99999:done")
    post = await crafted(play, *broken, f"t1:1:{table.began}:#12345678", f"t1:1:{table.began}:~split@x")
    seq = table.seq

    for custom_id in custom_ids(post):
        result = await play.press(who, post, custom_id=custom_id)
        assert text_of(result), custom_id
        assert result.response is not None
        assert result.response.ephemeral

    assert table.seq == seq


async def test_a_grave_choice_asks_first(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    who = play.who(table)
    post = await crafted(play, f"t1:{table.game.id}:{table.began}:?resign")

    result = await play.press(who, post, label="x")

    assert "your legions leave the board" in text_of(result)
    assert table.game.status.value == "running"


async def test_of_two_presses_at_once_one_counts(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    seat = table.seat_of(play.people[play.who(table)].id)
    assert seat is not None
    actions = [action for action in table.legal(seat) if table.line(action).startswith("split")][:2]

    results = await asyncio.gather(
        *(table.submit(seat, action, 1000 + i, table.began) for i, action in enumerate(actions)), return_exceptions=True
    )

    assert sum(isinstance(result, Exception) for result in results) == 1


def test_the_words_of_the_bots_own_buttons_are_no_verbs_of_a_game() -> None:
    """Else a press in a game would be taken for one of these: a refused offer for an answer to another question."""
    assert not {*LOBBY, RULES, *PRESSES} & set(TITAN.notation.verbs)
