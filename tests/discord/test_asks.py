"""Whatever anybody does, it is asked whether they may look at the game before anything of the game is looked at."""

from __future__ import annotations

from collections.abc import Awaitable, Iterator, Mapping
from typing import Any

import pytest

from cogs.commands import moderating
from cogs.panel.confirming import DEEDS
from tests.deep import deep_but
from tests.discord.asks import (
    COMPLETED_WITHOUT,
    FORMS,
    GAME,
    GRAVE,
    LOOKING,
    NUMBERED,
    OF_A_GAME,
    OF_A_NEW_GAME,
    OF_NO_GAME,
    PRESSES,
    PRESSES_OF_NO_GAME,
    Asking,
    commands,
    completions,
    done_gravely,
    inside,
    menus,
    verbs,
    watched,
)
from tests.discord.conftest import Play, text_of
from tests.discord.crowd import Crowd
from tests.discord.lobby.test_moderating import manager
from tests.discord.test_seeing import TITLE, allowed, elsewhere, hidden_game

OF_THE_PAST = "watch verify-dice"
"""It is about what was played to its end."""
SAID = {("watch replay", "number"): {"what": "turn"}}
"""What has to be said before an option is completed at all."""
OWN = {("me orders", "game")}
"""What is completed by the games that one sits in."""
ONLY_TOLD = "You can only watch this game from here."
MENUS = frozenset({"Board at this point", "Record of games"})


def test_every_press_that_there_is_is_played() -> None:
    assert verbs() == PRESSES.keys() | PRESSES_OF_NO_GAME.keys()
    assert not PRESSES.keys() & PRESSES_OF_NO_GAME.keys()


async def test_every_command_that_there_is_is_played(play: Play) -> None:
    kinds: list[Mapping[str, Any]] = [OF_A_GAME, OF_NO_GAME, OF_A_NEW_GAME]
    listed = [name for kind in kinds for name in kind]

    assert sorted(listed) == sorted(commands(play)), "each stands in one of the lists"
    assert menus(play) == MENUS
    named = {name for name, each in commands(play).items() for part in each.parameters if part.display_name == "game"}
    kinds_of_games = {name for name, option in COMPLETED_WITHOUT if option == "game"}
    assert named - kinds_of_games == NUMBERED.keys()


async def typed(play: Play, who: str, where: Any, name: str, options: Mapping[str, Any]) -> str:
    result = await play.people[who].slash(where, name, **options)
    await play.settle()
    return text_of(result)


def actor(name: str, boss: str) -> str:
    """Who plays a command: somebody at the table, or who may manage the server."""
    return boss if name.startswith("titan-admin") else "Ann"


async def test_each_command_asks_of_the_game_of_its_channel_before_it_looks_at_it(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play.set_up("Ann", "Ben")
    boss = await manager(play)
    with watched(play, monkeypatch) as found:
        for name, options in OF_A_GAME.items():
            if name != OF_THE_PAST:
                await typed(play, actor(name, boss), play.channel, name, options)
                assert found[-1].asked(1), name
                assert not found[-1].unasked, name


async def test_what_is_about_the_last_game_that_was_played_to_its_end_asks_of_that(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await play.set_up("Ann", "Ben")
    await play.resigned(table, play.who(table))
    with watched(play, monkeypatch) as found:
        await typed(play, "Dan", play.channel, OF_THE_PAST, {})

    assert found[-1].asked(1)
    assert not found[-1].unasked


async def test_what_is_about_no_game_looks_at_none(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    await play.set_up("Ann", "Ben")
    boss = await manager(play)
    with watched(play, monkeypatch) as found:
        for name in OF_NO_GAME:
            await typed(play, actor(name, boss), play.channel, name, {})
            assert not found[-1].noted, name


async def test_what_begins_a_game_looks_at_its_own_alone(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    await hidden_game(play)
    with watched(play, monkeypatch) as found:
        for number, name in enumerate(OF_A_NEW_GAME, 2):
            if name == "titan-admin import":
                continue  # it wants a file; what is wrong with one is said before anything else
            free = play.guild.create_text_channel(f"free-{number}")
            await typed(play, "Dan", free, name, {})
            assert found[-1].touched == {number}, name


async def test_a_game_that_is_named_is_asked_about_and_no_more_where_it_is_not_for_the_person(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From its server and another one, and by who manages the server: the words are those for no game at all."""
    table, _ = await hidden_game(play)
    places = {"Dan": play.channel, await manager(play): play.channel, "Zoe": elsewhere(play)}
    unknown = str(table.game.id + 900)
    with watched(play, monkeypatch) as found:
        for who, place in places.items():
            for name, options in NUMBERED.items():
                if name.startswith("titan-admin") and who in ("Dan", "Zoe"):
                    continue  # hidden from who manages nothing, and refused to them before
                said = await typed(play, who, place, name, options)
                assert only_asked(found[-1]), (who, name)
                instead = await typed(play, who, place, name, {**options, "game": unknown})
                assert said == instead.replace(unknown, GAME), (who, name)
                assert TITLE not in said, (who, name)
                assert found[-1].reads == found[-2].reads, "and it costs the same"


def only_asked(asking: Asking) -> bool:
    return asking.asked(1) and not asking.touched


async def test_each_completion_asks_of_the_game_before_it_looks_at_it(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play.set_up("Ann", "Ben")
    boss = await manager(play)
    with watched(play, monkeypatch) as found:
        for name, option in completions(play):
            await play.completed(actor(name, boss), name, option, **SAID.get((name, option), {}))
            if (name, option) in COMPLETED_WITHOUT:
                assert not found[-1].touched, (name, option)
            else:
                assert found[-1].asked(1) or (name, option) in OWN, (name, option)
                assert not found[-1].unasked, (name, option)


async def test_no_completion_offers_a_game_or_what_is_in_it_to_who_may_not_look(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    await hidden_game(play)
    boss = await manager(play)
    with watched(play, monkeypatch) as found:
        for name, option in completions(play):
            for filled in ({}, {"game": GAME}) if option != "game" and name in NUMBERED else ({},):
                offered = await play.people[boss].autocomplete(play.channel, name, option, "", **filled)
                assert not found[-1].touched, (name, option)
                assert not any(TITLE in str(each["name"]) for each in offered), (name, option)


async def test_each_press_and_form_asks_of_its_game_before_it_looks_at_it(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await play.set_up("Ann", "Ben")
    boss = await manager(play)
    panel = (await play.press("Ann", play.last_with("My turn"), label="My turn")).response
    own = (await play.slash(boss, "titan-admin doctor")).response
    with watched(play, monkeypatch) as found:
        for verb, carries in PRESSES.items():
            who, below = (boss, own) if verb in moderating.PRESSES else ("Ann", panel)
            await Crowd(play).press(who, below, f"t1:1:{table.began}:{carries}").answers()
            assert found[-1].asked(1), verb
            assert not found[-1].unasked, verb
        for kind, carries in FORMS.items():
            await Crowd(play).writes("Ann", panel, f"t1:1:{table.began}:{carries}", "typed", "x").answers()
            assert found[-1].asked(1), kind
            assert not found[-1].unasked, kind


async def test_a_forged_press_or_form_is_asked_about_and_no_more(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a member of the server who may not see the channel, by one of another server, by who manages the server."""
    table, _ = await hidden_game(play)
    boss = await manager(play)
    ours = elsewhere(play)
    where = {
        "Dan": (await play.slash("Dan", "titan help")).response,
        boss: (await play.slash(boss, "titan help")).response,
        "Zoe": (await play.people["Zoe"].slash(ours, "titan help")).response,
    }
    await play.settle()
    with watched(play, monkeypatch) as found:
        for who, message in where.items():
            for verb, carries in PRESSES.items():
                if who != boss and verb in moderating.PRESSES:
                    continue  # refused before, since they manage nothing
                said = [await pressed(play, who, message, f"t1:{game}:{table.began}:{carries}") for game in (1, 999)]
                assert said[0] == said[1].replace("999", "1"), (who, verb)
                assert only_asked(found[-2]), (who, verb)
                assert found[-1].reads == found[-2].reads, "and it costs the same"
            for kind, carries in FORMS.items():
                await Crowd(play).writes(who, message, f"t1:1:{table.began}:{carries}", "typed", "x").answers()
                assert only_asked(found[-1]), (who, kind)


async def pressed(play: Play, who: str, message: Any, custom_id: str) -> str:
    (answer,) = await Crowd(play).press(who, message, custom_id).answers()
    return text_of(answer)


async def relayed(play: Play) -> tuple[str, int]:
    """A private game that a channel of its own server and one of another follow with leave; the channel here, and the
    beginning of its phase. Dan, who manages the server, and Zoe read there and do not see the game's own."""
    table, private = await hidden_game(play)
    await allowed(play, private, abroad="on")
    await table.spectators.relay(play.guild.id, play.channel.id)
    await play.settle()
    assert table.game.abroad
    return GAME, table.began


@pytest.mark.parametrize("where", ["its own server", "another server"])
async def test_whoever_reads_of_a_game_where_it_is_only_told_looks_and_foretells_there_and_does_nothing_else(
    play: Play, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """By forged ids: every press that is not named as one that only looks."""
    game, began = await relayed(play)
    who, place = await manager(play), play.channel
    if where == "another server":
        who, place = "Zoe", elsewhere(play)
        await (await play.house.table(int(game))).spectators.relay(play.guild.id + 1, place.id)
    message = (await play.people[who].slash(place, "titan help")).response
    await play.settle()
    with watched(play, monkeypatch) as found:
        for verb, carries in {**PRESSES, "rules set": "rules set hints off", "seats of": "seats of 3"}.items():
            if verb in moderating.PRESSES and who == "Zoe":
                continue  # refused before, since they manage nothing
            said = await pressed(play, who, message, f"t1:{game}:{began}:{carries}")
            if verb in LOOKING:
                assert found[-1].touched == {1}, verb
                assert ONLY_TOLD not in said, verb
            else:
                assert only_asked(found[-1]), verb
                assert ONLY_TOLD in said or verb == "purge", verb
        for kind, carries in FORMS.items():
            await Crowd(play).writes(who, message, f"t1:{game}:{began}:{carries}", "typed", "x").answers()
            assert only_asked(found[-1]), kind


async def test_presses_about_no_game_look_at_none(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    await hidden_game(play)
    message = (await play.slash("Dan", "titan help")).response
    with watched(play, monkeypatch) as found:
        for verb in PRESSES_OF_NO_GAME:
            await pressed(play, "Dan", message, f"t1:1:1:{verb}")
            assert not found[-1].noted, verb


async def test_the_menus_ask_of_the_game_that_a_post_told_of(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    await play.set_up("Ann", "Ben")
    with watched(play, monkeypatch) as found:
        post = play.last_with("My turn")
        await play.people["Ann"].context_menu(play.channel, "Board at this point", post)
        assert found[-1].asked(1)
        assert not found[-1].unasked


# The other two questions


OF_ALL = ("theme", "language", "hints", "posts", "pace", "absent", "answer", "abroad", "frozen", "unrated")
"""What of a game concerns everybody at the table, and is changed by nobody's move."""


OF_PLAYERS = ("game hand-over", "game sitter", "titan resign", "hand-over", "take-seat", "game pause", "game resume")
"""What any player does with their own seat, or asks the others for."""


ALONE: Mapping[str, Mapping[str, Any]] = {
    "titan settings": {"pace": "36"},
    "titan-admin seat": {"number": 2, "level": "steady"},
    "titan-admin freeze": {},
    "titan-admin unfreeze": {},
}
"""What somebody who plays does alone where nobody else is there, in this order, with what it takes."""


async def of_all(play: Play) -> tuple[object, ...]:
    """That, who sits where, and which seats are open."""
    (game,) = await play.store.database.read("SELECT * FROM game WHERE id = 1")
    seats = await play.store.database.read("SELECT seat, user_id, bot FROM seat WHERE game_id = 1 ORDER BY seat")
    vacant = await play.store.database.read("SELECT seat, invited FROM vacancy WHERE game_id = 1 ORDER BY seat")
    return (*(game[name] for name in OF_ALL), *map(tuple, (*seats, *vacant)))


def every_choice(play: Play, name: str) -> Iterator[Mapping[str, Any]]:
    """What a command is told, and then each of its options alone, with each of the values that it offers."""
    yield OF_A_GAME[name]
    for part in commands(play)[name].parameters:
        yield from ({**OF_A_GAME[name], part.display_name: each.value} for each in part.choices)


@pytest.mark.parametrize("alone", deep_but([True, False], False), ids=["nobody else there", "others there"])
async def test_whatever_concerns_the_whole_running_game_asks_who_is_inside(
    play: Play, monkeypatch: pytest.MonkeyPatch, alone: bool
) -> None:
    """By its host, who manages the server too: with nobody else there it is done at once, so that each is met."""
    boss = await manager(play)
    table = await (play.set_up(boss, bots=1) if alone else play.set_up(boss, "Ben"))
    panel = (await play.press(boss, play.last_with("My turn"), label="My turn")).response
    changed = set[str]()
    with watched(play, monkeypatch) as found:
        inside(monkeypatch)

        async def compared(what: str, doing: Awaitable[Any]) -> None:
            before = await of_all(play)
            await doing
            await play.settle()
            if await of_all(play) != before:
                assert ("inside", 1, True) in found[-1].noted, what
                changed.add(what)

        for verb, carries in {"rules": "rules set pace own 36", **PRESSES}.items():
            if verb not in OF_PLAYERS:
                await compared(verb, Crowd(play).press(boss, panel, f"t1:1:{table.began}:{carries}").answers())
        for name in dict.fromkeys((*ALONE, *OF_A_GAME)):
            if name not in OF_PLAYERS and name != OF_THE_PAST:
                for options in every_choice(play, name):
                    await compared(name, typed(play, boss, play.channel, name, {**options, **ALONE.get(name, {})}))

    assert changed == set() if not alone else changed >= ALONE.keys()


async def test_nothing_grave_is_done_but_by_the_yes_of_its_question(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every command and press, and each deed as a press of old or a forged one carries it."""
    boss = await manager(play)
    table = await play.set_up("Ann", "Ben")
    panel = (await play.press("Ann", play.last_with("My turn"), label="My turn")).response
    own = (await play.slash(boss, "titan-admin doctor")).response
    assert [each for each in DEEDS if not any(carries.startswith(each) for carries in GRAVE.values())] == []
    with watched(play, monkeypatch) as found:
        done_gravely(monkeypatch)
        for name, options in {**OF_A_GAME, "me forget": {}}.items():
            await typed(play, actor(name, boss), play.channel, name, options)
            assert ("grave", 1, True) not in found[-1].noted, name
        for carries in (*PRESSES.values(), *GRAVE.values()):
            who, below = (boss, own) if carries.partition(" ")[0] in moderating.PRESSES else ("Ann", panel)
            await Crowd(play).press(who, below, f"t1:1:{table.began}:{carries}").answers()
            assert ("grave", 1, True) not in found[-1].noted, carries
