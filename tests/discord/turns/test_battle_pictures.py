"""What is shown of a battle to who fights in it, and to who does not."""

from __future__ import annotations

import random

import pytest

from cogs.house.game import dice
from cogs.house.table.table import Table
from engine.titan.actions import Maneuver, Strike
from engine.titan.bots import LEVELS
from render.titan.battles.strikes import latest
from tests.discord.conftest import Play
from tests.discord.turns.test_engagements import engaged


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same game every time: the seed is the only chance there is."""
    monkeypatch.setattr(dice, "new_seed", lambda: b"third seed".ljust(32, b"."))


async def fighting(play: Play) -> tuple[Table, dict[str, str]]:
    """A battle in its first maneuver phase: the table, and who is `attacker`, `defender` and `third`."""
    table, attacker, defender, third = await engaged(play)
    for who in (defender, attacker):
        if table.view(None).battle is None:
            await play.said(who, "play do", line="fight")
    assert table.view(None).battle is not None
    return table, {"attacker": attacker, "defender": defender, "third": third}


async def on_until_struck(table: Table) -> None:
    """Calm play until dice have been thrown."""
    whims = random.Random(5)
    for _ in range(400):
        view = table.view(None)
        if view.battle is not None and latest(view):
            return
        seat = min(table.awaiting)
        await table.submit(seat, LEVELS["steady"](table.view(seat), table.legal(seat), whims))
    raise AssertionError("nobody ever struck")


async def test_one_sees_where_ones_own_character_may_go(play: Play) -> None:
    table, who = await fighting(play)
    seat = table.seat_of(play.people[who["defender"]].id)
    assert seat is not None
    move = next(action for action in table.legal(seat) if isinstance(action, Maneuver))
    reach = [a.hex for a in table.legal(seat) if isinstance(a, Maneuver) and a.character == move.character]

    offered = await play.completed(who["defender"], "show battle", "character")
    said = await play.said(who["defender"], "show battle", character=move.character)

    assert move.character in offered
    assert f"may go to {', '.join(reach)}." in said


async def test_others_characters_are_nobodys_to_ask_for(play: Play) -> None:
    _, who = await fighting(play)

    assert await play.completed(who["third"], "show battle", "character") == []
    assert "one of your creatures" in await play.said(who["third"], "show battle", character="D4")
    assert "one of your creatures" in await play.said(who["attacker"], "show battle", character="Kraken")
    assert "no seat" in await play.said("Dan", "show battle", character="D4")


async def test_dice_are_shown_once_some_were_thrown(pictured: Play) -> None:
    table, who = await fighting(pictured)
    assert "No dice" in await pictured.said(who["third"], "show dice")

    await on_until_struck(table)
    await pictured.settle()
    before = len(pictured.public())
    shown = await pictured.slash("Dan", "show dice")

    struck = latest(table.view(None))[-1]
    assert shown.response is not None
    assert [file.filename for file in shown.response.attachments] == ["dice.png"]
    assert f"{struck.hex} at " in shown.response.content
    assert len(pictured.public()) == before


async def test_one_sees_whom_ones_own_character_may_strike(play: Play) -> None:
    table, who = await fighting(play)
    await on_until_struck(table)
    for _ in range(60):
        for name in (who["attacker"], who["defender"]):
            seat = table.seat_of(play.people[name].id)
            assert seat is not None
            blow = next((action for action in table.legal(seat) if isinstance(action, Strike)), None)
            if blow is not None:
                said = await play.said(name, "show battle", character=blow.striker)
                assert "may strike" in said
                assert f"{blow.target} with" in said
                return
        seat = min(table.awaiting)
        await table.submit(seat, LEVELS["steady"](table.view(seat), table.legal(seat), random.Random(1)))
    raise AssertionError("no strike was ever to be chosen")
