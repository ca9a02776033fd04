"""The log page by page, and the board as it was: at a line, and at any post of the bot (UX U8)."""

from __future__ import annotations

import re

import pytest

from cogs.commands.logbook import MARGIN, PAGE, ROOM, fitted
from cogs.house.game import dice
from cogs.house.table.history import LogLine
from cogs.house.table.table import Table
from tests.discord.conftest import Play, components, labels, text_of
from tests.discord.looking.test_replay import to_phase

MENU = "Board at this point"


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dice, "new_seed", lambda: bytes(32))


async def turns(play: Play, most: int) -> Table:
    """A game of Ann and Ben in which so many more things were done, at once."""
    table = await play.opened("Ann", "Ben")
    for _ in range(4 + most):
        (seat,) = table.awaiting
        await table.submit(seat, table.legal(seat, undo=False)[0])
    await play.settle()
    return table


async def test_the_log_leads_from_page_to_page_and_to_the_board_of_each_line(play: Play) -> None:
    table = await turns(play, 12)
    before = len(play.public())
    shown = await play.slash("Ann", "show log")
    newest = text_of(shown)
    page, pages = found(newest)
    assert page == pages > 1

    turned = await play.press("Ann", shown.response, label="Older")

    assert found(text_of(turned)) == (pages - 1, pages)
    assert text_of(turned) != newest
    assert turned.response is not None
    choice = next(part for part in components(turned.response) if part.get("options"))
    value = choice["options"][-1]["value"]
    picked = await play.people["Ann"].select(turned.response, [value], custom_id=choice["custom_id"])
    await play.settle()
    number = int(value.removeprefix("log-at "))
    assert f"after line {number} " in text_of(picked)
    assert picked.response is not None
    assert picked.response.ephemeral
    assert [file.filename for file in picked.response.attachments] == ["board.png", "hand.png"]
    phase = play.client.context.faces["titan"].kit.flow.phase
    then = await table.history.at(await table.history.entry_of(number))
    view = await then.view(table.seat_of(play.people["Ann"].id))
    assert phase(view, table.names) in text_of(picked)
    assert labels(picked.response) == ["Log around it"]
    near = await play.press("Ann", picked.response, label="Log around it")
    assert f"`{number}` " in text_of(near)
    assert len(play.public()) == before


def found(text: str) -> tuple[int, int]:
    """Which page of how many it is."""
    (pair,) = re.findall(r"page (\d+) of (\d+)", text)
    return int(pair[0]), int(pair[1])


@pytest.mark.parametrize("who", ["Ann", "Dan"])
async def test_a_post_gives_the_board_as_it_was_to_each_as_he_saw_it(play: Play, who: str) -> None:
    table = await play.set_up("Ann", "Ben")
    await to_phase(play, table, "move")
    seq = table.seq
    seat = table.seat_of(play.people[who].id)
    then = table.view(seat)
    await play.settle()
    post = next(m for m in reversed(play.thread("Log")) if "rolls" in m.content)
    for _ in range(3):
        await play.first(table)
    await play.restart()
    thread = next(thread for thread in play.channel.threads if thread.id == post.channel.id)

    result = await play.people[who].context_menu(thread, MENU, post)
    await play.settle()

    table = await play.table()
    assert result.response is not None
    assert result.response.ephemeral
    assert "The game after line" in text_of(result)
    names = [file.filename for file in result.response.attachments]
    assert names == (["board.png"] if seat is None else ["board.png", "hand.png"])
    assert await (await table.history.at(seq)).view(seat) == then
    assert ("secrets of yours" in text_of(result)) == (seat is not None)


async def test_a_message_that_tells_of_no_game_is_answered_in_private(play: Play) -> None:
    await play.set_up("Ann", "Ben")
    other = await play.people["Dan"].send(play.channel, "hello")
    result = await play.people["Dan"].context_menu(play.channel, MENU, other)
    await play.settle()
    assert result.response is not None
    assert result.response.ephemeral
    assert "isn't one of my messages" in text_of(result)

    lobby = play.cards()[0]
    result = await play.people["Dan"].context_menu(play.channel, MENU, lobby)
    await play.settle()
    assert "I don't know which moment" in text_of(result)


async def test_the_log_is_found_by_turn_and_by_legion(play: Play) -> None:
    table = await turns(play, 3)
    first = table.view(None).legions[0].marker

    told = await play.said("Dan", "show log", legion=first.lower())
    assert all(first in line for line in told.splitlines() if line.startswith("`"))
    assert first in await play.completed("Dan", "show log", "legion", "")
    assert (await play.completed("Dan", "show log", "turn", "1"))[-1].startswith("Turn 1")
    assert "Turn 1" in await play.said("Dan", "show log", turn="1")
    assert "No turn is called" in await play.said("Dan", "show log", turn="77")
    assert "The log has nothing about" in await play.said("Dan", "show log", legion="Zz09")
    assert "once the game is over" in await play.said("Dan", "show log", full=True)


async def test_the_chronicle_is_a_file_for_oneself_or_for_all_who_read_the_channel(play: Play) -> None:
    table = await turns(play, 5)
    await play.people["Dan"].slash(play.channel, "me language", language="de")
    mine = await play.slash("Dan", "watch chronicle")
    before = len(play.cards())

    refused = await play.said("Dan", "watch chronicle", share=True)
    told = await play.said("Ann", "watch chronicle", share=True)
    again = await play.said("Ben", "watch chronicle", share=True)

    assert "Die Chronik von" in text_of(mine)
    assert mine.response is not None
    assert [file.filename for file in mine.response.attachments] == [f"chronicle-{table.game.id}.md"]
    assert (await mine.response.attachments[0].read()).decode().startswith("# Die Chronik von ")
    assert "Nur Mitspieler und Verwalter" in refused
    assert "is in the channel" in told
    assert "already" in again
    (post,) = play.cards()[before:]
    assert post.content.startswith("**The chronicle of")
    assert [file.filename for file in post.attachments] == [f"chronicle-{table.game.id}.md"]


async def test_after_the_end_the_truth_stands_beside_what_each_could_know(pictured: Play) -> None:
    table = await pictured.set_up("Ann", "Ben")
    await to_phase(pictured, table, "move")
    mover = table.view(None).active
    marker = next(legion.marker for legion in table.view(None).legions if legion.owner == mover)
    line = await table.history.number_at(table.seq)
    own = await pictured.said(pictured.who(table), "show knowledge", legion=marker, line=line)
    theirs = await pictured.said("Dan", "show knowledge", legion=marker, line=line)
    assert "once the game is over" in await pictured.said("Dan", "show knowledge", legion=marker, full=True)
    await pictured.resigned(table, "Ben")

    result = await pictured.slash("Dan", "show knowledge", legion=marker.lower(), line=line, full=True)

    text = text_of(result)
    held = next(
        legion for legion in (await (await table.history.at(table.seq - 1)).opened()).legions if legion.marker == marker
    )
    other = next(name for seat, name in table.names.items() if seat != mover)
    truth, *knew = re.split(r"\*\*.*could know:\*\*", text)
    assert "It held:" in truth
    assert len(knew) == 1
    assert f"**{other} and everybody else could know:**" in text
    assert held.height == len(held.creatures)
    assert not any("Titan" in said and "Certain" in said for said in knew)
    assert "Titan" in own or "Angel" in own
    assert theirs != own
    assert result.response is not None
    assert [file.filename for file in result.response.attachments] == ["truth.png", "knew-1.png"]
    assert "no legion" in await pictured.said("Dan", "show knowledge", legion="Zz01", full=True)
    log = await pictured.slash("Dan", "show log", full=True)
    choice = next(part for part in components(log.response) if part.get("options"))
    values = [option["value"] for option in choice["options"]]
    split = next(option for option in choice["options"] if " form " in option["label"])
    assert re.search(r"(Ann|Ben) splits .*(Titan|Angel)", split["label"])
    assert all(value.endswith(" open") for value in values)
    assert log.response is not None
    picked = await pictured.people["Dan"].select(log.response, [split["value"]], custom_id=choice["custom_id"])
    await pictured.settle()
    assert "As it really was" in text_of(picked)


@pytest.mark.parametrize(
    "lengths", [[5_000], [1_000] * PAGE, [*range(1, 900, 90), 5_000], [96] * PAGE, [60], [3, 1_500]]
)
def test_a_page_of_the_log_is_one_message_however_long_its_lines_are(lengths: list[int]) -> None:
    lines = [LogLine(n, n, 0, "x" * length, own=False, secret=False) for n, length in enumerate(lengths, 1)]

    page = list(fitted(lines))

    assert [line.number for line in page] == [line.number for line in lines]
    assert sum(len(line.text) + MARGIN for line in page) <= ROOM
    assert all(line in page for line in lines if len(line.text) <= 96), "what is short is whole"


async def test_a_replay_goes_from_one_line_of_the_log_to_another(play: Play) -> None:
    table = await turns(play, 6)
    last = await table.history.number_at(table.seq)

    shown = await play.slash("Dan", "watch replay", what="lines", first=last, last=2)

    assert text_of(shown).startswith(f"Replay of Lines 2 to {last}")
    assert shown.response is not None
    assert [file.filename for file in shown.response.attachments] == ["replay.webp"]
    assert f"no line {last + 5}" in await play.said("Dan", "watch replay", what="lines", first=last + 5)


async def test_games_that_were_played_in_the_channel_are_still_found_when_another_has_begun(play: Play) -> None:
    first = await play.set_up("Ann", "Ben", name="The *first*")
    await play.resigned(first, "Ben")
    second = await play.opened("Ann", "Ben")
    elsewhere = play.guild.create_text_channel("elsewhere")

    offered = await play.completed("Dan", "watch chronicle", "game")
    told = await play.said("Dan", "watch chronicle", game=str(first.game.id))
    log = await play.said("Dan", "show log", game=f"{first.game.id}: The first")

    assert offered == [str(second.game.id), str(first.game.id)]
    assert "wins" in told
    assert " is out" in log
    assert "No game of that number" in await play.said("Dan", "watch replay", what="game", game="77")
    result = await play.people["Dan"].slash(elsewhere, "show log", game=str(first.game.id))
    await play.settle()
    assert "No game of that number" in text_of(result)
