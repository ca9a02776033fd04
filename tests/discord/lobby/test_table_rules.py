"""*Rules* on the lobby post: everybody reads the rules of the table, its host chooses them until the game begins."""

from __future__ import annotations

import re
from typing import Any

import pytest

from cogs.house.game.options import chosen_for, differing, in_force
from cogs.house.words.words import languages
from cogs.titan.kit import titan_kit
from cogs.titan.words.options import READY
from engine.titan.end_conditions import ENDS, ends_of, told
from engine.titan.options import PRESETS
from tests.deep import deep_but
from tests.discord.conftest import Play, Starts, labels, text_of
from tests.discord.thumb import Thumb

YOURS = "Change the rules here"
HOSTS = "Ann chooses the rules until the game begins"
FIXED = "The game has begun, so these rules stay"


async def rules(play: Play, who: str, label: str = "Rules") -> Thumb:
    """The panel of somebody who has pressed *Rules* on the lobby post."""
    thumb = Thumb(play, who)
    thumb._take(await play.press(who, play.last_with(label), label=label))
    return thumb


def post(play: Play) -> str:
    return play.public()[0].content


async def opened(play: Play, **said: Any) -> None:
    await play.new("Ann", seats=2, **said)
    await play.slash("Ben", "titan join")


async def at(panel: Thumb, option: str) -> Thumb:
    """The host's panel with the values of an option, whatever it showed and whatever group that is in."""
    while panel.buttons():
        await panel.tap(panel.buttons()[-1])  # back
    for group in panel.options():
        if group == option == "Preset":
            return await panel.choose(option)
        await panel.choose(group)
        if len(panel.buttons()) == 1 and any(each.startswith(option) for each in panel.options()):
            return await panel.choose(option)
        while panel.buttons():
            await panel.tap(panel.buttons()[-1])
    raise AssertionError(f"{option} is in no group")


async def test_anybody_reads_all_rules_in_their_groups(play: Play) -> None:
    await opened(play, mulligan="none")

    for who in ("Ben", "Dan"):
        panel = await rules(play, who)
        assert HOSTS in panel.text
        assert YOURS not in panel.text
        assert "Mulligan: none, every roll stands" in panel.text
        text = ""
        for group in panel.options():
            await panel.choose(group)
            assert not panel.lists(), "there is nothing to choose"
            text += panel.text
            await panel.tap("Back")
        kit = play.client.context.faces["titan"].kit
        for option, value in in_force(kit, {"mulligan": "none"}).items():
            assert f"{option.name}: **{option.says(value)}**\n-# {option.about}." in text
        for name in ("Time to decide", "Where it is told", "Language", "Hints and odds", "Who may join", "Set-up"):
            assert f"{name}: **" in text
    assert len(play.public()) == 1, "nothing of it is public"


async def test_the_host_chooses_with_three_taps_and_the_lobby_post_tells_it(play: Play) -> None:
    await opened(play)
    panel = await rules(play, "Ann")
    assert YOURS in panel.text
    before = len(play.public())

    await panel.choose("Move")
    await panel.choose("Mulligan", "Choose a rule")
    assert "How often you can reroll the movement die" in panel.text
    assert "Now: **once in the first turn**" in panel.text
    assert panel.options()[:2] == ["once in the first turn (standard)", "none, every roll stands"]
    await panel.choose("none")

    assert "Done. Mulligan: none, every roll stands" in panel.text
    assert "Mulligan: **none, every roll stands**" in panel.text, "and there is more of the group to choose"
    assert (await play.table()).game.options == {"mulligan": "none"}
    assert len(play.public()) == before, "a change is no message of its own"
    assert "Rules: standard, changed. Mulligan: none, every roll stands." in post(play)
    assert re.search(r"-# Changed: Mulligan \(<t:\d+:R>\)\.", post(play))


async def test_the_value_that_is_now_is_marked_and_back_leads_to_the_group(play: Play) -> None:
    await opened(play, mulligan="unlimited")
    panel = await at(await rules(play, "Ann"), "Mulligan")

    (listed,) = panel.lists()
    marked = [option["label"] for option in listed["options"] if option.get("description") == "now"]
    assert marked == ["without limit in every turn"]

    await panel.tap("Back")
    assert "**Move**" in panel.text
    await panel.tap("Back")
    assert YOURS in panel.text
    assert (await play.table()).game.options == {"mulligan": "unlimited"}


async def test_a_preset_is_all_its_rules_and_battle_titan_goes_with_each(play: Play) -> None:
    await opened(play, mulligan="unlimited")
    panel = await at(await rules(play, "Ann"), "Preset")
    assert panel.options() == ["standard", "Valley Games", "Colossus", "Battle Titan"]

    await panel.choose("Valley Games")
    assert (await play.table()).game.options == PRESETS["valley"]
    await (await at(panel, "Preset")).choose("standard")
    assert (await play.table()).game.options == {}
    await (await at(panel, "Preset")).choose("Battle Titan")

    assert (await play.table()).game.options == {"variant": "battle_titan"}
    assert "Rules: Battle Titan." in post(play)
    assert "Rules: Battle Titan." in panel.text
    await (await at(panel, "Preset")).choose("Colossus")
    assert "Rules: Colossus, Battle Titan." in panel.text


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("Set-up", "each player", "Set-up: each player picks a color and a marker."),
        ("Who may join", "only people", "Ann seats the players."),
        ("Hints and odds", "off", "Hints and odds: off."),
        ("Pictures", "for print", "Pictures: for print."),
    ],
)
async def test_settings_of_the_table_are_chosen_there_too(play: Play, option: str, value: str, said: str) -> None:
    await play.slash("Ann", "titan new", seats=2)
    panel = await at(await rules(play, "Ann"), option)

    await panel.choose(value)

    assert f"Done. {option}: {value}" in panel.text
    assert said in post(play)


async def test_what_was_changed_last_stands_first_and_three_are_told(play: Play) -> None:
    await opened(play)
    panel = await rules(play, "Ann")
    for option, value in (("Mulligan", "none"), ("Memory", "every"), ("Towers", "spread"), ("Teleports in", "not")):
        await (await at(panel, option)).choose(value)
    await (await at(panel, "Memory")).choose("what was ever")

    (line,) = (line for line in post(play).splitlines() if line.startswith("-# Changed"))

    assert re.findall(r"[A-Z][\w ]+(?= \(<t)", line) == ["Memory aid", "Teleports in the first turn", "Towers"]


async def test_who_is_not_the_host_changes_nothing_with_the_hosts_own_lists(play: Play) -> None:
    await opened(play)
    theirs = await at(await rules(play, "Ann"), "Mulligan")
    value = theirs.lists()[0]
    await play.slash("Ann", "titan leave")  # Ben is host now

    await theirs.choose("none")

    assert "Ben" in theirs.text
    assert theirs.lists()[0]["placeholder"] == "Choose a group of rules", "which are for all to read"
    assert (await play.table()).game.options == {}
    panel = await at(await rules(play, "Ben"), "Mulligan")
    assert panel.lists()[0]["options"] == value["options"]
    await panel.choose("none")
    assert (await play.table()).game.options == {"mulligan": "none"}


async def test_after_the_start_old_lists_are_refused_and_the_rules_can_still_be_read(play: Play) -> None:
    await opened(play)
    panel, other = await rules(play, "Ann"), await at(await rules(play, "Ann"), "Mulligan")
    await play.slash("Ben", "titan start")
    assert "Rules" not in labels(play.public()[0])

    await other.choose("none")
    assert "The game has begun" in other.text
    assert FIXED in other.text
    await panel.choose("Start and secrets")
    assert "Towers: **" in panel.text
    assert not panel.lists()

    table = await play.table()
    assert chosen_for(table.kit, table.game) == {}
    settings = await play.slash("Dan", "titan settings")
    assert "Rules: standard." in text_of(settings)
    read = await play.press("Dan", settings.response, label="Rules")
    assert FIXED in text_of(read)


async def test_a_panel_goes_on_after_a_restart(play: Play) -> None:
    await opened(play)
    panel = await at(await rules(play, "Ann"), "Mulligan")
    await play.restart()

    await panel.choose("none")

    assert "Done. Mulligan" in panel.text
    await play.restart()
    assert "Mulligan: none" in await play.said("Dan", "titan status")
    assert "-# Changed: " in await play.said("Dan", "titan status")
    await play.slash("Cleo", "titan join")
    assert "-# Changed: " in post(play)


async def test_two_panels_of_the_host_both_count_and_the_post_shows_both(play: Play) -> None:
    """On a telephone and at a desk; that two choices at once both count is shown in tests/house/test_options.py."""
    await opened(play)
    one, two = await at(await rules(play, "Ann"), "Mulligan"), await at(await rules(play, "Ann"), "Towers")

    await one.choose("none")
    await two.choose("spread")

    assert (await play.table()).game.options == {"mulligan": "none", "tower_assignment": "balanced"}
    assert "Mulligan: none" in post(play)
    assert "Towers: spread evenly" in post(play)


async def test_a_rule_that_would_change_nothing_is_refused_where_it_was_chosen(play: Play) -> None:
    """R7.8"""
    await opened(play, **{"no-tower-teleport": "on"})
    panel = await at(await rules(play, "Ann"), "Tower teleports")

    await panel.choose("to towers only")

    assert "changes nothing with" in panel.text
    assert "Now: **to lands and towers**" in panel.text
    assert (await play.table()).game.options == {"no_tower_teleport": "on"}


async def test_a_rule_of_a_variant_that_would_change_nothing_is_refused_too(play: Play) -> None:
    """V4.4"""
    await opened(play, variant="battle_titan")
    panel = await rules(play, "Ann")
    await chosen(panel, ("Kills of a losing", "don't count"), ("Consolation when both", "kills don't count"))

    assert "changes nothing with “Kills of a losing attacker: don" in panel.text
    assert (await play.table()).game.options == {"variant": "battle_titan", "loser_kill_credit": "none"}


async def test_status_in_private_has_the_button_and_stays(play: Play) -> None:
    await opened(play)
    status = await play.slash("Ann", "titan status")

    panel = await play.press("Ann", status.response, label="Rules")

    assert YOURS in text_of(panel)
    assert panel.response is not None
    assert status.response is not None
    assert panel.response.id != status.response.id


async def chosen(panel: Thumb, *pairs: tuple[str, str]) -> Thumb:
    """Chooses values of options, wherever in the panel they are."""
    for option, value in pairs:
        await (await at(panel, option)).choose(value)
    return panel


async def test_a_variant_brings_its_own_rules_and_takes_them_along(play: Play) -> None:
    await opened(play)
    panel = await rules(play, "Ann")
    await panel.choose("The game")
    assert panel.options() == ["Game"]

    await chosen(panel, ("Game", "Battle Titan"), ("Equal totals", "the living value"), ("Mulligan", "none"))
    await chosen(panel, ("End of the game", "turn 20 is the last or somebody has 300"))

    assert (await play.table()).game.options == {
        "variant": "battle_titan",
        "end_condition": "turns 20, score 300",
        "tiebreak": "living_value",
        "mulligan": "none",
    }
    line = (
        "Rules: Battle Titan, changed. "
        "End of the game: turn 20 is the last or somebody has 300 points; Equal totals: the living value decides; "
        "Mulligan: none, every roll stands."
    )
    assert line in post(play)
    assert line in await play.said("Ben", "titan settings")

    await chosen(panel, ("Game", "Titan, to the last"))

    assert (await play.table()).game.options == {"mulligan": "none"}
    assert "Equal totals" not in post(play)
    assert "Equal totals" not in panel.options()


async def test_the_end_of_a_variant_is_told_even_if_it_is_the_standard_one(play: Play) -> None:
    await opened(play, variant="battle_titan")

    assert "End of the game: turn 12 is the last." in post(play)


async def test_an_end_is_typed_and_kept_as_the_rules_read_it(play: Play) -> None:
    await opened(play, variant="battle_titan")
    panel = await at(await rules(play, "Ann"), "End of the game")
    assert "`wipeouts 3`" in panel.text

    await panel.fill("Other", {"typed": " score   250 ,turns 30, appearance serpent"})

    assert (await play.table()).game.options["end_condition"] == "turns 30, appearance SER, score 250"
    said = "turn 30 is the last, the first Serpent joins a legion or somebody has 250 points"
    assert f"Done. End of the game: {said}" in panel.text
    assert said in post(play)


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("for ever", "doesn't end a game"),
        ("turns many", "takes a number from 1 to"),
        ("appearance OGR", "doesn't go with"),
        ("deadline 2026-12-24T20:00+01:00", "could go on forever"),
        ("@everyone `x`", "doesn't end a game"),
    ],
)
async def test_what_cannot_be_an_end_is_said_in_private_with_the_form_again(play: Play, typed: str, why: str) -> None:
    await opened(play, variant="battle_titan")
    panel = await at(await rules(play, "Ann"), "End of the game")
    before = play.public_text()

    await panel.fill("Other", {"typed": typed})

    assert why in panel.text
    assert "Now: **turn 12 is the last**" in panel.text
    assert (await play.table()).game.options == {"variant": "battle_titan"}
    assert play.public_text() == before
    form = await panel.form("Other")
    assert form.modal is not None
    assert f"'value': {typed!r}" in str(form.modal)
    await panel.fill("Other", {"typed": "turns 7"})
    assert (await play.table()).game.options["end_condition"] == "turns 7"


async def test_a_form_that_waited_is_refused_once_the_game_has_begun(play: Play) -> None:
    await opened(play, variant="battle_titan")
    panel = await at(await rules(play, "Ann"), "End of the game")
    form = await panel.form("Other")
    await play.slash("Ben", "titan start")

    result = await play.people["Ann"].submit_modal(form, {"typed": "turns 7"})
    await play.settle()

    assert "The game has begun" in text_of(result)
    table = await play.table()
    assert chosen_for(table.kit, table.game) == {"variant": "battle_titan"}
    assert [end.value for end in table.view(None).rules.ends] == ["12"]


async def test_after_a_restart_the_form_is_asked_for_once_more(play: Play) -> None:
    await opened(play, variant="battle_titan")
    panel = await at(await rules(play, "Ann"), "End of the game")
    await play.restart()

    await panel.tap("Other")
    assert "Please press once more" in panel.text

    await panel.fill("Other", {"typed": "turns 7"})
    assert (await play.table()).game.options["end_condition"] == "turns 7"


async def test_a_list_of_a_variant_that_is_gone_chooses_nothing(play: Play) -> None:
    await opened(play, variant="battle_titan")
    old, panel = await at(await rules(play, "Ann"), "Equal totals"), await rules(play, "Ann")
    form = await (await at(await rules(play, "Ann"), "End of the game")).form("Other")
    await chosen(panel, ("Game", "Titan, to the last"))

    await old.choose("the living value")
    late = await play.people["Ann"].submit_modal(form, {"typed": "turns 7"})
    await play.settle()

    for text in (old.text, text_of(late)):
        assert "belongs to the variant" in text
        assert YOURS in text
    assert (await play.table()).game.options == {}


async def test_the_game_is_played_by_the_variant_that_was_chosen_and_the_start_tells_it(play: Play) -> None:
    await opened(play)
    panel = await rules(play, "Ann")
    await chosen(panel, ("Game", "Battle Titan"), ("A new legion", "also when only"))
    await play.slash("Ben", "titan start")

    began = play.public()[1].content
    assert "Rules: Battle Titan, changed. End of the game: turn 12 is the last" in began
    assert "A new legion: also when only the Titan is lost" in began
    played_by = (await play.table()).view(None).rules
    assert not played_by.eliminates
    assert played_by.respawn_on == "titan_lost"
    assert dict(played_by.options)["variant"] == "battle_titan"


HOSTILE = tuple(f"{mark * 31}{number}" for number, mark in enumerate("*_~|`>", 1))
LONGEST = (
    "turns 250, deadline 2026-12-24T20:00+01:00, appearance SER, extinction SER, score 10000, stacks 19, wipeouts 60"
)


@pytest.mark.parametrize("language", deep_but(languages(), "de"))
async def test_everything_chosen_otherwise_keeps_discords_limits(starts: Starts, language: str) -> None:
    """Every request is held against Discord's limits when the test ends, see `tests.discord.door`."""
    async with starts(HOSTILE) as play:
        host, *others = HOSTILE
        await play.new(host, seats=6, name="*" * 60, language=language, theme="safe", hints="off")
        await play.slash(host, "me language", language=language)
        for name in others:
            await play.slash(name, "titan join")
        table = await play.table()
        kit = play.client.context.faces["titan"].kit.speaking(language)
        moot = {"tower_to_tower_only", "no_first_turn_tower_to_tower", "mutual_attacker"}
        for option in in_force(kit, {"variant": "battle_titan"}):
            panel = await at(await rules(play, host, labels(play.public()[0])[4]), option.name[:95])
            assert len(panel.text) <= 2000
            longest = max(list(option.values)[1:], key=lambda value: len(option.values[value]))
            if option.typed is not None:
                await panel.fill(panel.buttons()[0], {"typed": LONGEST})
                await panel.choose(option.name)
                assert option.says(LONGEST) in panel.text
                await panel.fill(panel.buttons()[0], {"typed": "appearance " + "x" * 180})
                assert len(panel.text) <= 1900, "a refusal needs no second message"
            elif option.key not in moot:
                panel._take(await play.people[host].select(panel.message, [f"rules set {option.key} {longest}"]))
        assert set(table.game.options) == {option.key for option in kit.variants.options if not option.former} - moot
        assert len(play.public()[0].content) <= 2000
        reader = await rules(play, others[0], labels(play.public()[0])[4])
        for group in reader.options():
            await reader.choose(group)
            assert len(reader.text) <= 2000
            await reader.tap(reader.buttons()[-1])
        await play.slash(host, "titan settings")

        await play.slash(host, "titan start")

        said = play.public_text()
        assert all(option.says(value) in said for option, value in differing(kit, table.game.options).items())


def test_what_presses_carry_fits_into_them() -> None:
    for option in titan_kit().variants.options:
        assert all(len(f"rules set {option.key} {value}") <= 100 for value in option.values)


def test_the_ends_that_are_offered_are_spelled_as_they_are_kept() -> None:
    assert [told(text) for text in READY] == list(READY)
    assert {end.key for text in READY for end in ends_of(text)} == set(ENDS) - {"deadline"}
