"""The rules of a table: chosen when it is opened and by its host until the game begins, kept, and told."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from cogs.house.game.export import public
from cogs.house.game.options import PRESET, changed, chosen_for, in_force, preset_of, told
from cogs.house.house import House
from cogs.house.store.store import Clash
from engine.core import Illegal, Seat
from tests.house.conftest import ANN, BOB, CHANNEL, GUILD, Opened, Recorder, lobby
from tests.toy import KIT

LONG = {"pace": "long"}


def keys(chosen: dict[str, str]) -> list[str]:
    return [option.key for option in in_force(KIT, chosen)]


def test_an_option_for_a_value_of_another_is_there_beside_that_alone() -> None:
    assert keys({}) == ["bonus", "calm", "pace"]
    assert keys({"pace": "short"}) == keys({})
    assert keys(LONG) == ["bonus", "calm", "pace", "stake", "swaps"]


def test_what_is_no_longer_there_is_dropped_with_the_choice_that_brought_it() -> None:
    chosen = {"bonus": "50", **LONG, "stake": "stake 9", "swaps": "on"}

    assert changed(KIT, 2, chosen, "pace", "short") == {"bonus": "50"}
    assert changed(KIT, 2, chosen, "bonus", "0") == {**LONG, "stake": "stake 9", "swaps": "on"}


@pytest.mark.parametrize(("text", "value"), [("stake 9", "stake 9"), ("STAKE  7", "stake 7"), ("012", "stake 12")])
def test_what_is_typed_is_kept_as_the_rules_read_it(text: str, value: str) -> None:
    assert changed(KIT, 2, LONG, "stake", text) == {**LONG, "stake": value}


def test_the_default_typed_is_the_default() -> None:
    assert changed(KIT, 2, {**LONG, "stake": "stake 9"}, "stake", " 5 ") == LONG


@pytest.mark.parametrize(
    ("chosen", "key", "text", "code"),
    [
        (LONG, "stake", "a lot", "stake-unclear"),
        ({}, "stake", "7", "option-without-long"),
        ({}, "swaps", "on", "option-without-long"),
        ({}, "nothing", "on", "option-unknown"),
        ({"bonus": "50"}, "calm", "on", "option-moot"),
    ],
)
def test_what_cannot_be_is_refused_by_the_rules(chosen: dict[str, str], key: str, text: str, code: str) -> None:
    with pytest.raises(Illegal) as refused:
        changed(KIT, 2, chosen, key, text)

    assert refused.value.code == code


@pytest.mark.parametrize(
    ("chosen", "line"),
    [
        ({}, "rules-preset toy.preset.law"),
        ({"bonus": "50"}, "rules-other rules-changed toy.preset.law rules-one Bonus fifty"),
        (LONG, "rules-other rules-changed toy.preset.law rules-one Pace a long game; rules-one Stake five"),
        (
            {**LONG, "stake": "stake 7"},
            "rules-other rules-changed toy.preset.law rules-one Pace a long game; rules-one Stake a stake 7",
        ),
    ],
)
def test_what_differs_is_told_and_what_everybody_must_know(chosen: dict[str, str], line: str) -> None:
    assert told(KIT, chosen) == line


def test_in_little_room_it_is_told_how_many_more_there_are() -> None:
    chosen = {"bonus": "50", **LONG, "swaps": "on"}

    assert told(KIT, chosen, 1000) == told(KIT, chosen)
    assert (
        told(KIT, chosen, 104)
        == "rules-more rules-changed toy.preset.law rules-one Bonus fifty; rules-one Pace a long game 2"
    )
    assert told(KIT, chosen, 5) == "rules-more rules-changed toy.preset.law rules-one Bonus fifty 3"


async def test_the_host_chooses_until_the_game_begins(house: House) -> None:
    table = await lobby(house)
    await table.lobby.join(BOB, "Bob")

    with pytest.raises(Illegal) as refused:
        await table.lobby.choose("bonus", "50", BOB)
    assert refused.value.code == "lobby-not-host"
    assert table.game.options == {}

    await table.lobby.choose("bonus", "50", ANN)
    await table.lobby.choose("pace", "long", ANN)
    await table.lobby.choose("stake", "7", ANN)
    await table.lobby.start(BOB)

    assert table.view(None).scores == (57, 57)
    with pytest.raises(Illegal) as refused:
        await table.lobby.choose("bonus", "0", ANN)
    assert refused.value.code == "lobby-started"


async def test_who_is_host_after_the_host_has_left_chooses(house: House) -> None:
    table = await lobby(house)
    await table.lobby.join(BOB, "Bob")
    await table.lobby.leave(ANN)

    await table.lobby.choose("bonus", "50", BOB)

    assert table.game.options == {"bonus": "50"}


async def test_a_game_that_was_called_off_keeps_its_rules(house: House) -> None:
    table = await lobby(house)
    await table.lobby.cancel(ANN)

    with pytest.raises(Illegal) as refused:
        await table.lobby.choose("bonus", "50", ANN)

    assert refused.value.code == "game-not-running"


async def test_choices_and_when_they_were_made_are_kept_over_restarts(opened: Opened) -> None:
    async with opened() as house:
        table = await lobby(house)
        for key, text in (("bonus", "50"), ("pace", "long"), ("stake", "8"), ("swaps", "on"), ("bonus", "0")):
            await table.lobby.choose(key, text, ANN)
        changes = table.game.changes
        assert list(changes) == ["pace", "stake", "swaps", "bonus"]
        assert sorted(changes.values()) == list(changes.values())

    async with opened() as house:
        table = await house.table(table.game.id)
        assert table.game.options == {**LONG, "stake": "stake 8", "swaps": "on"}
        assert list(table.game.changes.items()) == list(changes.items())

        await table.lobby.choose("pace", "short", ANN)

        assert list(table.game.changes) == ["bonus", "pace"]


async def test_what_is_chosen_again_is_no_change(house: House) -> None:
    table = await lobby(house)
    await table.lobby.choose("bonus", "0", ANN)
    assert table.game.changes == {}

    await table.lobby.choose("bonus", "50", ANN)
    before = table.game.changes
    await table.lobby.choose("bonus", "50", ANN)

    assert table.game.changes == before


async def test_two_choices_at_once_both_count(house: House) -> None:
    table = await lobby(house)

    await asyncio.gather(table.lobby.choose("bonus", "50", ANN), table.lobby.choose("pace", "long", ANN))

    assert table.game.options == {"bonus": "50", **LONG}
    stored = await house.store.games.load(table.game.id)
    assert stored is not None
    assert stored[0] == table.game


async def test_of_a_choice_and_the_start_one_comes_first_and_the_game_is_played_by_what_is_kept(house: House) -> None:
    for channel in range(100, 110):
        table = await lobby(house, channel)
        await table.lobby.join(BOB, "Bob")
        acts = [table.lobby.choose("bonus", "50", ANN), table.lobby.start(ANN)]
        if channel % 2:
            acts.reverse()

        await asyncio.gather(*acts, return_exceptions=True)

        chosen = chosen_for(KIT, table.game)
        assert table.view(None).scores == ((50, 50) if chosen else (0, 0))
        assert bool(chosen) == (channel % 2 == 0)


async def test_the_store_keeps_no_rules_for_what_is_no_lobby_or_has_others(house: House) -> None:
    table = await lobby(house)
    early = table.game
    await table.lobby.choose("bonus", "50", ANN)

    with pytest.raises(Clash):
        await house.store.games.choose(early, LONG, {}, ())

    await table.lobby.join(BOB, "Bob")
    waiting = table.game
    await table.lobby.start(ANN)
    with pytest.raises(Clash):
        await house.store.games.choose(waiting, LONG, {}, ())
    stored = await house.store.games.load(table.game.id)
    assert stored is not None
    assert chosen_for(KIT, stored[0]) == {"bonus": "50"}


async def test_a_game_keeps_all_that_was_in_force_when_it_began(opened: Opened) -> None:
    """Whatever the defaults come to be, it goes on as it began, and its file says by what."""
    async with opened() as house:
        table = await lobby(house)
        await table.lobby.join(BOB, "Bob")
        await table.lobby.choose("pace", "long", ANN)
        await table.lobby.start(ANN)
        everything = {"bonus": "0", "calm": "off", "pace": "long", "stake": "stake 5", "swaps": "off"}
        assert table.game.options == everything
        assert chosen_for(KIT, table.game) == LONG

    async with opened() as house:
        table = await house.table(table.game.id)
        assert table.game.options == everything
        lines = public(table.game, table.seats, ()).splitlines()
        assert [f"option {key} {value}" for key, value in everything.items()] == [
            line for line in lines if line.startswith("option")
        ]


async def test_the_start_tells_what_it_is_played_by(house: House, discord: Recorder) -> None:
    table = await house.open(GUILD, CHANNEL, ANN, "Ann", "toy", 2, "Friday")
    await table.lobby.join(BOB, "Bob")
    for key, text in (("pace", "long"), ("stake", "7")):
        await table.lobby.choose(key, text, ANN)

    await table.lobby.start(ANN)
    await house.settled()

    told_to_all = [discord.texts, *("\n".join(post.text for post in posts) for posts in discord.threads.values())]
    assert any("rules-one Pace a long game; rules-one Stake a stake 7" in text for text in told_to_all)
    assert table.seat_of(ANN) == Seat(0)


async def test_of_a_preset_all_is_chosen_at_once_and_all_of_it_counts_as_changed(house: House) -> None:
    kit = replace(
        KIT,
        variants=replace(KIT.variants, presets={"law": {}, "slow": {"pace": "long", "stake": "stake 9"}}),
    )
    assert changed(kit, 2, {"bonus": "50"}, PRESET, "slow") == {"pace": "long", "stake": "stake 9"}
    assert {preset_of(kit, chosen) for chosen in ({}, {"bonus": "50"}, {"pace": "long"})} == {"law"}
    assert preset_of(kit, {"pace": "long", "stake": "stake 9", "bonus": "50"}) == "slow"
    with pytest.raises(Illegal) as refused:
        changed(kit, 2, {}, PRESET, "never")
    assert refused.value.code == "preset-unknown"

    table = await lobby(house)
    await table.lobby.choose("bonus", "50", ANN)
    await table.lobby.choose(PRESET, "law", ANN)
    assert table.game.options == {}
    assert list(table.game.changes) == ["bonus"], "whoever sat down has chosen other rules"
