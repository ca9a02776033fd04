"""A skirmish on Discord: played by thumb to its end, with what can go wrong on the way, and who learns what."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from typing import Any

import pytest

from cogs.house.game import dice
from cogs.house.values.clocks import HOUR
from cogs.house.values.records import Status
from cogs.house.words.words import Words
from cogs.skirmish.words.terms import Terms
from engine.core import Illegal, Seat
from engine.skirmish.actions import Attack, Commit
from engine.skirmish.actions import Counter as Back
from engine.skirmish.events import AttackDeclared
from tests.discord.conftest import Play, Starts, components, text_of
from tests.discord.skirmish import Player, opened, until
from tests.discord.test_controls import crafted
from tests.discord.thumb import Thumb

SEED = b"skirmish"

EVERY = {
    "preparing:muster", "discarding:ready", "commanding:ready", "ordering:ready",
    "moving:ready", "attacking:ready", "learning:ready", "window:ready", "window:roll", "fighting:counter",
}  # fmt: skip
"""The panels that a person has in every game of Thunderclap as the Daqan player."""

DAY = 24 * HOUR


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same game every time: the seed is the only chance there is."""
    monkeypatch.setattr(dice, "new_seed", lambda: SEED.ljust(32, b"."))


@pytest.fixture
async def skirmish(starts: Starts) -> AsyncIterator[Play]:
    """A server in which both games are played; what is on pictures is not the question."""
    async with starts() as playing:
        yield playing


def cards_named(text: str) -> set[str]:
    """The cards of either deck that a text names."""
    terms = Terms(Words("en"))
    return {id_ for id_ in (*terms.tables.lore, *terms.tables.commands) if terms.card(id_) in text}


@pytest.mark.deep
async def test_a_person_plays_thunderclap_to_its_end_by_his_panel_alone(skirmish: Play) -> None:
    table = await opened(skirmish, "Ann", level="steady")
    player = Player(Thumb(skirmish, "Ann"), table)

    await player.plays()

    assert table.game.status is Status.OVER
    assert set(player.seen) >= EVERY
    assert table.view(None).phase == "over"
    assert f"🏆 {table.names[table.view(None).winner]} wins" in skirmish.public_text()


@pytest.mark.deep
@pytest.mark.parametrize("seed", [b"one", b"two", b"three"])
@pytest.mark.parametrize("chosen", [{"first-seat": "uthuk"}, {"scenario": "free"}])
async def test_a_person_plays_either_side_of_any_game_to_its_end(
    skirmish: Play, monkeypatch: pytest.MonkeyPatch, seed: bytes, chosen: dict[str, str]
) -> None:
    monkeypatch.setattr(dice, "new_seed", lambda: seed.ljust(32, b"."))
    table = await opened(skirmish, "Ann", level="steady", **chosen)
    player = Player(Thumb(skirmish, "Ann"), table)

    await player.plays()

    assert table.game.status is Status.OVER


# Who learns what


async def test_scenario_134_whoever_does_not_play_gets_the_public_view_and_changes_nothing(skirmish: Play) -> None:
    table = await opened(skirmish, "Ann", "Ben")
    seat = await until(skirmish, table, lambda view, legal: view.phase == "commanding")
    who = skirmish.name(table, seat)
    own = await Thumb(skirmish, who).open()
    line = own.lists()[0]["options"][0]["value"]
    seq = table.seq

    watching = await Thumb(skirmish, "Cleo").open()
    post = await crafted(skirmish, f"t1:{table.game.id}:{table.began}:{line}")
    pressed = await skirmish.press("Cleo", post, label="x")

    assert cards_named("\n".join((own.text, *own.buttons(), *own.options()))), "who plays sees his cards"
    for told in (watching.text, text_of(pressed), skirmish.public_text()):
        assert not cards_named(told)
    assert pressed.response is not None
    assert pressed.response.ephemeral
    assert table.seq == seq


async def test_each_player_sees_his_own_cards_and_never_the_others(skirmish: Play) -> None:
    table = await opened(skirmish, "Ann", "Ben")
    await until(skirmish, table, lambda view, legal: view.phase == "commanding")

    for name in ("Ann", "Ben"):
        seat = table.seat_of(skirmish.people[name].id)
        assert seat is not None
        own = table.view(seat).own
        told = [(await Thumb(skirmish, name).open()).text, await skirmish.said(name, "skirmish hand")]
        told += [message.content for message in skirmish.dms(name)]
        heard = "\n".join(await table.sentences(viewer=seat))
        mine = {*own.commands, *own.hand, *own.deck} | cards_named(heard)
        for text in told:
            assert cards_named(text) <= mine
        assert cards_named(told[1]) >= {*own.commands, *own.hand}


async def test_scenario_135_closed_direct_messages_leave_the_hand_within_reach(skirmish: Play) -> None:
    ben = skirmish.people["Ben"].user.dm_channel.id
    skirmish.env.inject_error("POST", f"/channels/{ben}/messages", status=403, code=50007, times=None)
    table = await opened(skirmish, "Ann", "Ben")
    await until(skirmish, table, lambda view, legal: view.phase == "commanding")

    assert cards_named(await skirmish.said("Ben", "skirmish hand"))
    assert skirmish.public_text().count("Something private waits for Ben") <= 1
    assert not cards_named(skirmish.public_text())
    assert table.game.status is Status.RUNNING


# What can go wrong on the way


def attacks(view: Any, legal: Any) -> bool:
    return any(isinstance(action, Attack) for action in legal)


async def test_scenario_133_of_two_clicks_on_an_attack_one_is_made(skirmish: Play) -> None:
    table = await opened(skirmish, "Ann", "Ben")
    who = skirmish.name(table, await until(skirmish, table, attacks))
    seat = table.seat_of(skirmish.people[who].id)
    assert seat is not None
    thumb = await Thumb(skirmish, who).open()
    button = next(part for part in thumb.parts() if ":attack " in part["custom_id"])
    before = table.seq
    attack = table.parse(button["custom_id"].split(":", 3)[3])

    results = await asyncio.gather(
        *(table.submit(seat, attack, 1000 + each, table.began) for each in range(2)), return_exceptions=True
    )
    await skirmish.settle()
    again = await skirmish.press(who, thumb.message, custom_id=button["custom_id"])

    lines = [line.line for line in (await skirmish.store.log.lines(table.game.id))[before:]]
    assert sum(line.startswith("attack") for line in lines) == 1
    assert sum(isinstance(result, Illegal) for result in results) == 1
    assert text_of(again).startswith("The game has moved on"), "a later click is answered with the present panel"


async def test_scenario_131_a_restart_between_the_roll_and_its_use_changes_nothing(skirmish: Play) -> None:
    table = await opened(skirmish, "Ann", "Ben")
    seat = await until(skirmish, table, lambda view, legal: any(isinstance(action, Commit) for action in legal))
    who = skirmish.name(table, seat)
    before = await Thumb(skirmish, who).open()
    rolled = next(line for line in before.text.splitlines() if line.startswith("Rolled:"))

    await skirmish.restart()
    after = await Thumb(skirmish, who).open()

    assert rolled in after.text
    assert after.buttons() == before.buttons()
    seq = table.seq
    await after.tap("Use ")
    (line, *_) = (await skirmish.store.log.lines(table.game.id))[seq:]
    assert line.line.startswith("commit "), line.line


async def test_scenario_136_when_the_time_for_a_lore_card_is_up_it_is_a_pass_and_no_hand_is_told(
    skirmish: Play,
) -> None:
    table = await opened(skirmish, "Ann", "Ben")
    await skirmish.agreed("Ann", "skirmish settings", pace="daily", absent="once")
    seat = await until(skirmish, table, lambda view, legal: view.window is not None and view.viewer != view.active)
    said = skirmish.public_text()

    await skirmish.passes(6 * DAY)

    news = skirmish.public_text().removeprefix(said)
    assert table.seq
    lines = [line.line for line in await skirmish.store.log.lines(table.game.id)]
    assert "pass now" in lines[-4:], "the bot passed for him"
    assert seat not in table.awaiting or table.view(seat).window is None
    assert not cards_named(news) - cards_named(said)


# Whole wishes and commands


async def test_an_army_is_mustered_and_deployed_in_two_lines_and_a_lore_deck_changed_in_one(skirmish: Play) -> None:
    table = await opened(skirmish, "Ann", "Ben")
    (seat,) = table.awaiting
    who = skirmish.name(table, seat)

    assert len(await skirmish.completed(who, "skirmish muster", "units")) > 2, "whole armies"
    await skirmish.said(who, "skirmish muster", units="3 citadel guard, 1 roc")
    assert table.view(seat).own.bought == ("citadel_guard", "citadel_guard", "citadel_guard", "roc_warrior")
    left = await skirmish.slash(who, "play do", line="done")
    assert "You still have 4 points to spend." in text_of(left)
    await skirmish.press(who, left.response, label="Go on without")
    assert await skirmish.completed(who, "skirmish lore", "in", "Dispel, body") == ["Dispel, Bodyguard"]
    said = await skirmish.said(who, "skirmish lore", out="keen eyes, portal", **{"in": "bodyguard, dispel"})
    assert "Swapped: Keen Eyes → Bodyguard; Portal → Dispel." in said
    await skirmish.slash(who, "play do", line="done")
    assert "Roc Warrior B3" in await skirmish.completed(who, "skirmish deploy", "units", "roc")
    said = await skirmish.said(who, "skirmish deploy", units="citadel guard a4 a6 a8, roc d3")

    assert "Placed: Guard A4 A6 A8, Roc D3." in said
    assert "Still to place" not in said
    assert ("roc_warrior", "D3") in table.view(seat).own.placed
    assert "Keen Eyes" not in skirmish.public_text(), "nobody hears of a change of the deck"


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("3 citadel guard, 3 archers", "That army costs 27 points; you have 26."),
        ("4 citadel guard", "Citadel Guard: there are only 3."),
        ("mountain giant", "Mountain Giant comes by the draft only."),
        ("3 dragons", "I don't know “3 dragons”. You can have Citadel Guard,"),
    ],
)
async def test_scenario_110_a_whole_wish_that_cannot_be_is_refused_by_its_reason_and_nothing_of_it_kept(
    skirmish: Play, typed: str, why: str
) -> None:
    table = await opened(skirmish, "Ann", "Ben")
    (seat,) = table.awaiting
    seq = table.seq

    said = await skirmish.said(skirmish.name(table, seat), "skirmish muster", units=typed)

    assert why in said
    assert table.seq == seq
    assert table.view(seat).own.bought == ()


async def test_the_lore_deck_is_changed_in_a_form_all_at_once(skirmish: Play) -> None:
    table = await opened(skirmish, "Ann", "Ben")
    (seat,) = table.awaiting
    who = skirmish.name(table, seat)
    thumb = await Thumb(skirmish, who).open()
    await (await (await thumb.choose("Roc Warrior", "Add")).tap("Done")).tap("Go on without")

    await thumb.fill("Swap cards", {"out": ["keen_eyes.1", "keen_eyes.2"], "into": ["bodyguard.1"]})
    assert "2 out but 1 in: swap as many in as out." in thumb.text
    await thumb.fill("Swap cards", {"out": ["keen_eyes.1", "keen_eyes.2"], "into": ["bodyguard.1", "dispel.1"]})

    assert table.view(seat).own.swaps == (("keen_eyes", "bodyguard"), ("keen_eyes", "dispel"))
    assert "Keen Eyes → Bodyguard; Keen Eyes → Dispel" in thumb.text
    before = table.seq
    await thumb.fill("Swap cards", {"out": ["keen_eyes.1", "keen_eyes.2"], "into": ["bodyguard.1", "dispel.1"]})
    assert "Your deck is like that already." in thumb.text
    assert table.seq == before
    await thumb.fill("Swap cards", {"out": [], "into": []})
    assert table.view(seat).own.swaps == ()


@pytest.mark.parametrize("way", ["panel", "all choices", "typed", "typed in a row"])
async def test_an_army_with_points_left_is_asked_about_however_it_is_closed(skirmish: Play, way: str) -> None:
    table = await opened(skirmish, "Ann", "Ben")
    (seat,) = table.awaiting
    who = skirmish.name(table, seat)
    thumb = await (await Thumb(skirmish, who).open()).choose("Roc Warrior", "Add")
    before = table.seq

    match way:
        case "panel":
            await thumb.tap("Done")
        case "all choices":
            await (await thumb.tap("Everything I can do")).tap("Finish my army")
        case _:
            line = "done" if way == "typed" else "done; done"
            thumb.message = (await skirmish.slash(who, "play do", line=line)).response
    assert "You still have 19 points to spend." in thumb.message.content
    assert (table.seq, table.view(seat).own.stage) == (before, "muster")
    await thumb.tap("Go on without")

    assert table.view(seat).own.stage == "lore"


async def test_an_army_that_takes_every_point_is_taken_at_once(skirmish: Play) -> None:
    table = await opened(skirmish, "Ann", "Ben")
    (seat,) = table.awaiting
    thumb = await Thumb(skirmish, skirmish.name(table, seat)).open()
    await thumb.choose(thumb.options("")[0])
    legal = [table.line(action) for action in table.legal(seat)]
    assert not any(line.startswith("buy") for line in legal)

    await thumb.tap("Done")

    assert table.view(seat).own.stage == "lore"


async def test_one_press_sets_everything_up_and_nothing_that_it_does_not_say(skirmish: Play) -> None:
    """An army for all the points, the deck as it is, everybody in place; the opening hand is still to be decided."""
    table = await opened(skirmish, "Ann", "Ben")
    (seat,) = table.awaiting
    thumb = await Thumb(skirmish, skirmish.name(table, seat)).open()

    await thumb.tap("Ready")

    own = table.view(seat).own
    assert (own.stage, own.points, own.swaps) == ("ready", 0, ())
    assert len(own.bought) == len(own.placed) == len(set(own.bought))
    assert table.awaiting == {Seat(1 - seat)}, "only the other is waited for"


async def test_an_opening_hand_is_put_away_in_a_form(skirmish: Play) -> None:
    table = await opened(skirmish, "Ann", "Ben")
    seat = await until(skirmish, table, lambda view, legal: view.phase == "discarding")
    thumb = await Thumb(skirmish, skirmish.name(table, seat)).open()
    own = table.view(seat).own
    away = [*dict.fromkeys(own.commands)][:2]

    await thumb.fill("Choose", {"commands": [f"{card}.1" for card in away], "lore": [f"{own.hand[0]}.1"]})

    after = table.view(seat).own
    assert Counter(own.commands) - Counter(after.commands) == Counter(away)
    assert len(after.hand) == len(own.hand) - 1


async def test_a_turn_is_played_by_commands_completed_from_what_is_legal(skirmish: Play) -> None:
    table = await opened(skirmish, "Ann", "Ben")
    seat = await until(skirmish, table, lambda view, legal: view.phase == "commanding" and view.round > 1)
    who = skirmish.name(table, seat)

    card = (await skirmish.completed(who, "skirmish play", "card"))[0]
    await skirmish.slash(who, "skirmish play", card=card, how="one")
    assert table.view(seat).phase == "ordering"
    unit = (await skirmish.completed(who, "skirmish order", "unit"))[0]
    await skirmish.slash(who, "skirmish order", unit=unit)
    await skirmish.slash(who, "play do", line="done")
    if table.view(seat).window is not None:
        await skirmish.slash(who, "skirmish window", choice="pass turn")
    to = (await skirmish.completed(who, "skirmish move", "to", unit=unit))[0]
    await skirmish.slash(who, "skirmish move", unit=unit.lower(), to=to)

    assert table.view(seat).at(to) is not None
    assert table.view(seat).at(to).moved


async def test_a_move_that_cannot_be_says_why_and_where_one_could_go(skirmish: Play) -> None:
    table = await opened(skirmish, "Ann", "Ben")
    seat = await until(skirmish, table, lambda view, legal: view.phase == "moving" and len(legal) > 3)
    who = skirmish.name(table, seat)
    unit = (await skirmish.completed(who, "skirmish move", "unit"))[0]
    seq = table.seq

    said = await skirmish.said(who, "play do", line=f"move {unit} A1")
    by_command = await skirmish.said(who, "skirmish move", unit=unit.lower(), to="a1")

    for told in (said, by_command):
        assert "can't reach A1 with a move of" in told
        assert "Closest legal move:" in told
    assert table.seq == seq


async def test_an_attack_that_cannot_be_says_why_though_its_way_was_left_open(skirmish: Play) -> None:
    table = await opened(skirmish, "Ann", "Ben")
    seat = await until(skirmish, table, attacks)
    who = skirmish.name(table, seat)
    unit = (await skirmish.completed(who, "skirmish attack", "unit"))[0]

    said = await skirmish.said(who, "skirmish attack", unit=unit, target="A13")

    assert "No enemy is on A13" in said


async def test_looking_at_the_field_and_a_hex_is_for_everybody_and_giving_up_asks_first(skirmish: Play) -> None:
    table = await opened(skirmish, "Ann", "Ben")
    await until(skirmish, table, lambda view, legal: view.phase == "commanding")

    assert "Building" in await skirmish.said("Cleo", "skirmish board", hex="d3")
    assert "There's no hex J9" in await skirmish.said("Cleo", "skirmish board", hex="J9")
    assert not cards_named(await skirmish.said("Cleo", "skirmish hand"))
    asked = await skirmish.slash("Ann", "skirmish concede")
    assert table.view(None).phase != "over"
    assert "If you concede, the other side wins at once." in text_of(asked)
    yes = next(part for part in components(asked.response) if "concede" in part["custom_id"])
    await skirmish.press("Ann", asked.response, custom_id=yes["custom_id"])

    assert table.game.status is Status.OVER


async def test_an_order_ahead_strikes_back_without_being_asked_and_its_owner_hears_of_it(skirmish: Play) -> None:
    table = await opened(skirmish, "Ann", "Ben")
    await until(skirmish, table, lambda view, legal: view.phase == "commanding")
    seat = table.seat_of(skirmish.people["Ann"].id)
    thumb = await Thumb(skirmish, "Ann").open()
    await thumb.tap("Plan ahead")
    assert "No plans yet." in thumb.text
    await thumb.choose("When you may strike back", "Plan for")
    await thumb.choose("Strike back", "Choose what")
    assert "It stands until you drop it." in thumb.text

    def asked(view: Any, legal: Any) -> bool:
        return view.viewer == seat and any(isinstance(action, Back) for action in legal)

    def countered(view: Any) -> bool:
        told = (event for event in (*view.before, *view.deeds) if isinstance(event, AttackDeclared))
        return any(event.counter and event.seat == seat for event in told)

    await until(skirmish, table, lambda view, legal: asked(view, legal) or countered(view))

    assert countered(table.view(None)), "she is never asked"
    await (await thumb.open()).tap("Plan ahead")
    assert "Your plan made 1 decision, for all to see:** When you may strike back: strike back" in thumb.text
    await thumb.choose("1:")
    await thumb.tap("Drop this plan")
    assert "No plans yet." in thumb.text


async def test_orders_ahead_for_a_combat_are_offered_before_anybody_is_on_the_field(skirmish: Play) -> None:
    """There is no list of one's units then, and it is left out; it broke."""
    table = await opened(skirmish, "Ann", "Ben")
    (seat,) = table.awaiting
    thumb = await Thumb(skirmish, skirmish.name(table, seat)).open()
    await thumb.tap("Plan ahead")

    await thumb.choose("When you may strike back")

    assert "When you may strike back" in thumb.text
    assert len(thumb.lists()) == 1
