"""Records, leaderboards and figures of a server on Discord: what is told of whom, and what is never told."""

from __future__ import annotations

import json
import re
from dataclasses import replace

from cogs.house.game import timeline as timelines
from cogs.house.game.tally import finished
from cogs.house.store.results import count_deadlines
from cogs.house.table.statistics import RankedBy
from cogs.house.values.clocks import HOUR
from cogs.house.values.finished import Finish, Result, Standing
from cogs.house.values.records import Chair, Game, Status, StoredLine
from cogs.house.words.words import languages
from cogs.titan.kit import titan_kit
from engine.core import Seat
from engine.titan.ruleset import TITAN
from tests.discord.conftest import Play, labels, text_of
from tests.discord.lobby.test_moderating import manager
from tests.discord.lobby.test_table_rules import opened, post
from tests.selfplay import selfplay

MENU = "Record of games"
DAY = 24 * HOUR


async def record(play: Play, who: str, of: str) -> str:
    """What somebody is told by the entry in another's menu."""
    result = await play.people[who].context_menu(play.channel, MENU, play.people[of])
    await play.settle()
    assert result.response is not None
    assert result.response.ephemeral
    return text_of(result)


async def ended(play: Play, loser: str = "Ann") -> None:
    """A game of Ann and Ben in which one of them resigned, counted."""
    await play.resigned(await play.set_up("Ann", "Ben"), loser)
    await play.house.count()


async def kept(play: Play, number: int, seats: list[Chair], results: list[Result]) -> None:
    """A game of long ago that is over in this server, with its results."""
    game = Game(
        0, play.guild.id, 1000 + number, 1, "Long ago", "titan", 1, {}, len(seats), Status.OVER, 0, frozenset(), None,
        bytes(32),
    )  # fmt: skip
    made = await play.store.games.open(game, seats, ())
    await play.store.results.keep(Finish(made, "standard", 12, 90, 0.0, 9 * DAY, True, tuple(results)))


async def many(play: Play, people: int) -> None:
    """A game of each two neighbours, of which the first won; the first of all are the strongest."""
    for number in range(1, people):
        pair = [(1000 + number, f"P{number:02}"), (1001 + number, f"P{number + 1:02}")]
        seats = [Chair(Seat(seat), user, name, None) for seat, (user, name) in enumerate(pair)]
        figures = dict.fromkeys(("battles", "won", "chance", "dice", "hits", "due", "slain"), 0.0)
        results = [
            Result(Seat(seat), user, Standing(seat + 1, 100, None, figures)) for seat, (user, _) in enumerate(pair)
        ]
        await kept(play, number, seats, results)


async def test_who_has_won_stands_above_who_has_not_and_anybody_is_told_in_private(play: Play) -> None:
    assert "Nobody's on the list yet" in await play.said("Cleo", "watch leaderboard")
    await ended(play, loser="Ann")

    for order in RankedBy:
        told = await play.said("Cleo", "watch leaderboard", by=order.value)
        if order is RankedBy.RELIABILITY:
            assert "Nobody's on the list yet" in told
            continue
        assert {"Ann", "Ben"} <= set(re.findall(r"\w+", told))
        assert order is RankedBy.GAMES or told.index("Ben") < told.index("Ann")
        assert "Titan, to the last Titan" in told
    assert "`2` Ann: **0 won**, 1 game" in await play.said("Cleo", "watch leaderboard", by="wins")
    assert "`1` Ann: **1 game**" in await play.said("Cleo", "watch leaderboard", by="games")


async def test_a_record_is_shown_to_its_person_and_to_who_asks(play: Play) -> None:
    await ended(play, loser="Ann")

    own, others = await play.said("Ann", "me profile"), await record(play, "Cleo", "Ann")

    assert "Finished games: 1, against people: 1" in own
    assert "Places in them: #2 × 1" in own
    assert "Others can see this" in own
    assert others.split("\n") == own.split("\n")[:-1]
    assert "Nothing to show of Cleo" in await play.said("Cleo", "me profile")


async def test_who_does_not_want_to_be_shown_is_not_and_the_others_stay_where_they_were(play: Play) -> None:
    await ended(play, loser="Ann")
    (line,) = (each for each in (await play.said("Ann", "watch leaderboard")).split("\n") if "Ben" in each)

    assert "Only you see this" in await play.said("Ann", "me profile", shown="off")
    await play.restart()

    for order in RankedBy:
        assert "Ann" not in await play.said("Cleo", "watch leaderboard", by=order.value)
    assert line in await play.said("Cleo", "watch leaderboard")
    assert await record(play, "Cleo", "Ann") == (await record(play, "Cleo", "Dan")).replace("Dan", "Ann")
    assert "against people: 1" in await play.said("Ann", "me profile")
    await play.said("Ann", "me profile", shown="on")
    assert "Ann" in await play.said("Cleo", "watch leaderboard")


async def test_export_gives_results_and_forget_takes_them(play: Play) -> None:
    await ended(play, loser="Ben")
    user = play.people["Ann"].id

    known = json.loads(json.dumps(await play.store.people.known(user)))
    assert [(row["place"], row["seat"]) for row in known["result"]] == [(1, 0)]

    await play.press("Ann", (await play.slash("Ann", "me forget")).response, label="Forget me")

    assert "Ann" not in await play.said("Cleo", "watch leaderboard")
    assert "Ben" in await play.said("Cleo", "watch leaderboard")
    assert (await play.store.people.known(user))["result"] == []
    assert "Nothing to show" in await play.said("Ann", "me profile")


async def test_a_long_leaderboard_has_pages_that_turn_after_a_restart_too(play: Play) -> None:
    await many(play, 23)
    first = await play.slash("Cleo", "watch leaderboard", by="rating")
    assert "Page 1 of 3" in text_of(first)
    assert re.findall(r"`(\d+)` P", text_of(first)) == [str(rank) for rank in range(1, 11)]
    await play.restart()

    named = re.findall(r"P\d\d", text_of(first))
    for buttons in (["After"], ["Before", "After"]):
        assert labels(first.response) == buttons
        page = await play.press("Cleo", first.response, label="After")
        named += re.findall(r"P\d\d", text_of(page))

    assert labels(first.response) == ["Before"]
    assert sorted(named) == [f"P{number:02}" for number in range(1, 24)]


async def test_a_running_game_changes_no_figure_that_anybody_can_ask_for(play: Play) -> None:
    """Two worlds: before a game and in the midst of it, whatever has happened in it and whoever asks."""
    await many(play, 3)
    commands = [("watch leaderboard", {"by": order.value}) for order in RankedBy]
    before = [await play.said("Ann", command, **given) for command, given in commands]
    own = await play.said("Ann", "me profile")

    table = await play.set_up("Ann", "Ben")
    while table.view(None).phase != "move":
        await play.first(table)

    assert [await play.said("Ann", command, **given) for command, given in commands] == before
    assert await play.said("Ann", "me profile") == own
    server = await play.house.results.server(play.guild.id, "titan")
    assert (server.counted, server.handoffs) == (2, 180)


async def test_a_manager_is_told_figures_of_the_server_and_no_names(play: Play) -> None:
    boss = await manager(play, "Dan")
    await many(play, 4)
    await play.set_up("Ann", "Ben")

    told = await play.said(boss, "titan-admin stats")

    assert "0 not begun, 1 running, 3 finished, 0 called off" in told
    assert "9 days, 12 turns" in told
    assert "Hand-offs in them: 270, or 90 a game." in told
    assert "3 of 3" in told
    assert not re.search(r"Ann|Ben|P\d\d", told)


async def test_a_lobby_with_deadlines_tells_who_keeps_them(play: Play) -> None:
    ann = play.people["Ann"].id
    await opened(play)
    await play.agreed("Ann", "titan settings", pace="daily")
    assert "on time" not in post(play)
    table = await play.table()
    async with play.store.database.transaction() as tx:
        for was_kept in (True, True, True, False):
            await count_deadlines(tx, table.game.id, [ann], was_kept)

    await play.slash("Ben", "titan leave")
    assert "Ann – on time: 75%" in post(play)
    assert "Ann – on time: 75%" in await play.said("Cleo", "titan status")

    await play.slash("Ann", "me profile", shown="off")
    await play.slash("Ben", "titan join")
    assert "on time" not in post(play)
    await play.slash("Ann", "me profile", shown="on")
    await play.agreed("Ann", "titan settings", pace="none")
    assert "on time" not in post(play)


async def test_a_whole_game_is_told_in_every_language(play: Play) -> None:
    """A game that the program has played, told as that of the people here."""
    levels = ("steady", "random", "steady", "random")
    played, kit = selfplay(levels, 7), titan_kit()
    seats = [Chair(Seat(seat), person.id, name, None) for seat, (name, person) in enumerate(play.people.items())]
    game = Game(2, play.guild.id, 1, 1, "", "titan", TITAN.version, {}, 4, Status.OVER, 0, frozenset(), None, bytes(32))
    lines = [StoredLine(number, seat, line, 60.0 * number) for number, (seat, line) in enumerate(played.lines, 1)]
    entries = tuple(timelines.replayed(kit, timelines.opened(kit, 4, game).after, lines))
    made = await play.store.games.open(game, seats, ())
    await play.store.results.keep(finished(kit, replace(game, id=made), seats, entries))
    winner = tuple(play.people)[played.winners[0]]
    figures = (await play.store.results.finishes(play.guild.id, "titan"))[0].results[played.winners[0]].standing.figures

    for language in languages():
        await play.slash("Cleo", "me language", language=language)
        told = await record(play, "Cleo", winner)
        for number in ("dice", "hits", "battles", "won"):
            assert str(round(figures[number])) in told, (language, number)
        assert winner in await play.said("Cleo", "watch leaderboard")
