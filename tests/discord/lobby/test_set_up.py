"""What there is to decide before the first turn: drawn for everybody at the start, unless the table wants to choose."""

from __future__ import annotations

from cogs.house.values.records import Setup
from engine.proof import check
from engine.record import parse
from engine.titan.ruleset import TITAN
from tests.discord.conftest import Play


async def started(play: Play, setup: str) -> None:
    await play.new("Ann", seats=3, setup=setup)
    await play.slash("Ben", "titan join")
    await play.slash("Ann", "titan add-bot", level="random")
    await play.slash("Ann", "titan start")


async def test_colors_and_first_markers_are_drawn_for_everybody_if_nobody_says_otherwise(play: Play) -> None:
    await play.slash("Ann", "titan new", seats=2)
    assert (await play.table()).game.setup is Setup.DRAWN
    await play.slash("Ben", "titan join")

    await play.slash("Ann", "titan start")

    table = await play.table()
    view = table.view(None)
    assert view.phase == "split"
    assert len({player.colour for player in view.players}) == 2
    assert all(player.colour for player in view.players)
    assert len(view.legions) == 2


async def test_they_are_told_in_one_line_and_not_in_one_for_each(play: Play) -> None:
    await started(play, "drawn")

    table = await play.table()
    lines = [line for line in play.public_text().split("\n") if "Starting towers" in line]
    assert len(lines) == 1
    view = table.view(None)
    for player in view.players:
        assert f"{table.names[player.seat]} {player.tower} {player.colour}" in lines[0]
    assert "starts in" not in play.public_text()


async def test_they_are_entries_of_the_log_like_any_other(play: Play) -> None:
    """So nothing of the rules, of replays or of the proof of the dice is different."""
    await started(play, "drawn")
    table = await play.table()

    log = await play.said("Ann", "show log")

    assert log.count(" starts in Tower ") == 3
    await table.voting.ask_end(table.seats[0].seat, "draw")
    await table.voting.cast(table.voting.open[0].id, table.seats[1].seat, "yes")
    exported = await table.export()
    assert " colour " in exported
    assert check(parse(exported), TITAN).finding is None


async def test_chance_that_draws_colors_is_not_that_of_the_dice(play: Play) -> None:
    """A roll follows from the seed and the number of its entry; what is drawn for looks is nobody's roll."""
    await started(play, "drawn")

    table = await play.table()
    lines = await play.store.log.lines(table.game.id, 0, table.seq)
    assert [line.line.split(" ")[0] for line in lines[:7]] == ["draw", *("colour", "marker") * 3]
    assert [line.seat for line in lines[:1]] == [-1]
    assert all(line.seat >= 0 for line in lines[1:7])


async def test_where_a_table_wants_to_choose_everybody_is_asked(play: Play) -> None:
    await started(play, "chosen")

    assert (await play.table()).view(None).phase == "setup"


async def test_a_skirmish_is_set_up_by_its_players_unless_its_table_wants_it_ready(play: Play) -> None:
    for setup, phase in (("chosen", "preparing"), ("drawn", "commanding")):
        table = await play.new("Ann", "skirmish", setup=setup)
        await play.slash("Ben", "skirmish join")
        await play.slash("Ann", "skirmish start")

        assert table.view(None).phase == phase
        await table.voting.ask_end(table.seats[0].seat, "off")
        await table.voting.cast(table.voting.open[0].id, table.seats[1].seat, "yes")
        await play.settle()
