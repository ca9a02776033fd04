"""*Rules* on the lobby post: everybody reads the rules of the table, its host chooses them until the game begins."""

from __future__ import annotations

import re
from typing import Any

import pytest

from cogs import table_rules
from cogs.house.options import in_force
from tests.discord.conftest import Play, labels, text_of
from tests.discord.thumb import Thumb

YOURS = "Choose a rule to change it"
HOSTS = "Ann chooses them until the game begins"
FIXED = "The rules stay as they are"


async def rules(play: Play, who: str, label: str = "Rules") -> Thumb:
    """The panel of somebody who has pressed *Rules* on the lobby post."""
    thumb = Thumb(play, who)
    thumb._take(await play.press(who, play.last_with(label), label=label))
    return thumb


def post(play: Play) -> str:
    return play.public()[0].content


async def opened(play: Play, **said: Any) -> None:
    await play.slash("Ann", "titan new", seats=2, **said)
    await play.slash("Ben", "titan join")


async def test_anybody_reads_all_rules_with_those_first_that_were_chosen(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_rules, "PAGE", 700)
    await opened(play, mulligan="none")

    for who in ("Ben", "Dan"):
        panel = await rules(play, who)
        text = panel.text
        while following := [label for label in panel.buttons() if label.endswith("›")]:
            await panel.tap(following[0])
            text += panel.text
        assert panel.taps > 1
        assert HOSTS in text
        assert YOURS not in text
        assert not panel.lists()
        kit = play.client.desk.faces["titan"].kit
        for option, value in in_force(kit, {"mulligan": "none"}).items():
            assert f"{option.name}: **{option.says(value)}**" in text
        assert text.index("Mulligan") < text.index("As in the standard rules") < text.index("Towers")
    assert len(play.public()) == 1, "nothing of it is public"


async def test_the_host_chooses_with_two_taps_and_the_lobby_post_tells_it(play: Play) -> None:
    await opened(play)
    panel = await rules(play, "Ann")
    assert YOURS in panel.text
    before = len(play.public())

    await panel.choose("Mulligan", "Choose a rule")
    assert "How often a movement roll" in panel.text
    assert "Now: **once in the first turn**" in panel.text
    assert panel.options()[:2] == ["once in the first turn (standard)", "none, every roll stands"]
    await panel.choose("none")

    assert "Chosen. Mulligan: none, every roll stands" in panel.text
    assert panel.text.index("Mulligan: **none") < panel.text.index("As in the standard rules")
    assert (await play.table()).game.options == {"mulligan": "none"}
    assert len(play.public()) == before, "a change is no message of its own"
    assert "Rules: Mulligan: none, every roll stands; otherwise standard rules." in post(play)
    assert re.search(r"-# Changed since the game was opened: Mulligan: none[\w ,]* \(<t:\d+:R>\)\.", post(play))


async def test_the_value_that_is_now_is_marked_and_there_is_a_way_back(play: Play) -> None:
    await opened(play, mulligan="unlimited")
    panel = await (await rules(play, "Ann")).choose("Mulligan")

    (listed,) = panel.lists()
    marked = [option["label"] for option in listed["options"] if option.get("description") == "as it is now"]
    assert marked == ["without limit in every turn"]

    await panel.tap("Back")
    assert YOURS in panel.text
    assert (await play.table()).game.options == {"mulligan": "unlimited"}


async def test_back_leads_to_the_page_that_the_rule_is_on(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_rules, "PAGE", 700)
    await opened(play)
    panel = await rules(play, "Ann")
    await panel.tap("Page 2")
    second = panel.text
    await panel.choose(panel.options()[-1])

    await panel.tap("Back")

    assert panel.text == second


async def test_what_was_changed_last_stands_first_and_three_are_told(play: Play) -> None:
    await opened(play)
    panel = await rules(play, "Ann")
    for option, value in (("Mulligan", "none"), ("Memory", "every"), ("Towers", "spread"), ("Teleports in", "not")):
        await (await panel.choose(option)).choose(value)
    await (await panel.choose("Memory")).choose("what was ever")

    (line,) = (line for line in post(play).splitlines() if line.startswith("-# Changed"))

    assert re.findall(r"[A-Z][\w ]+: [\w ,]+(?= \(<t)", line) == [
        "Memory aid: what was ever revealed",
        "Teleports in the first turn: not allowed",
        "Towers: spread evenly round the board",
    ]


async def test_who_is_not_the_host_changes_nothing_with_the_hosts_own_lists(play: Play) -> None:
    await opened(play)
    theirs = await (await rules(play, "Ann")).choose("Mulligan")
    value = theirs.lists()[0]
    await play.slash("Ann", "titan leave")  # Ben is host now

    await theirs.choose("none")

    assert "Ben" in theirs.text
    assert not theirs.lists()
    assert (await play.table()).game.options == {}
    panel = await (await rules(play, "Ben")).choose("Mulligan")
    assert panel.lists()[0]["options"] == value["options"]
    await panel.choose("none")
    assert (await play.table()).game.options == {"mulligan": "none"}


async def test_after_the_start_old_lists_are_refused_and_the_rules_can_still_be_read(play: Play) -> None:
    await opened(play)
    panel, other = await rules(play, "Ann"), await (await rules(play, "Ann")).choose("Mulligan")
    await play.slash("Ben", "titan start")
    assert "Rules" not in labels(play.public()[0])

    await other.choose("none")
    assert "The game has begun" in other.text
    assert FIXED in other.text
    await panel.choose("Towers")
    assert FIXED in panel.text
    assert not panel.lists()

    assert (await play.table()).game.options == {}
    settings = await play.slash("Dan", "titan settings")
    assert "Rules: standard rules" in text_of(settings)
    read = await play.press("Dan", settings.response, label="Rules")
    assert FIXED in text_of(read)


async def test_a_panel_goes_on_after_a_restart(play: Play) -> None:
    await opened(play)
    panel = await (await rules(play, "Ann")).choose("Mulligan")
    await play.restart()

    await panel.choose("none")

    assert "Chosen. Mulligan" in panel.text
    await play.restart()
    assert "Mulligan: none" in await play.said("Dan", "titan status")
    assert "Changed since" in await play.said("Dan", "titan status")
    await play.slash("Cleo", "titan join")
    assert "Changed since" in post(play)


async def test_two_panels_of_the_host_both_count_and_the_post_shows_both(play: Play) -> None:
    """On a telephone and at a desk; that two choices at once both count is shown in tests/house/test_options.py."""
    await opened(play)
    one, two = await (await rules(play, "Ann")).choose("Mulligan"), await (await rules(play, "Ann")).choose("Towers")

    await one.choose("none")
    await two.choose("spread")

    assert (await play.table()).game.options == {"mulligan": "none", "tower_assignment": "balanced"}
    assert "Mulligan: none" in post(play)
    assert "Towers: spread evenly" in post(play)


async def test_a_rule_that_would_change_nothing_is_refused_where_it_was_chosen(play: Play) -> None:
    """R7.8"""
    await opened(play, **{"no-tower-teleport": "on"})
    panel = await (await rules(play, "Ann")).choose("Tower teleports")

    await panel.choose("to towers only")

    assert "changes nothing beside" in panel.text
    assert "Now: **to lands and towers**" in panel.text
    assert (await play.table()).game.options == {"no_tower_teleport": "on"}


async def test_status_in_private_has_the_button_and_stays(play: Play) -> None:
    await opened(play)
    status = await play.slash("Ann", "titan status")

    panel = await play.press("Ann", status.response, label="Rules")

    assert YOURS in text_of(panel)
    assert panel.response is not None
    assert status.response is not None
    assert panel.response.id != status.response.id
