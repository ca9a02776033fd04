"""Where commands can be used: in servers, and in direct messages those that work there."""

from __future__ import annotations

from typing import Any

import pytest
from discord import app_commands

from tests.discord.conftest import Play, Starts, components, custom_ids, labels, listed, text_of
from tests.discord.test_private_answers import filled, leaves

IN_SERVERS, IN_DMS = 0, 1
FOR_DMS = {"me", "rules", "tutorial"}


def dms_leaves(play: Play) -> list[app_commands.Command[Any, ..., Any]]:
    return [each for each in leaves(play) if each.qualified_name.split()[0] in FOR_DMS]


async def in_dm(play: Play, who: str, command: str, **options: Any) -> Any:
    """A command in the person's direct messages, answered."""
    result = await play.people[who].user.slash(command, **options)
    await play.settle()
    assert result.response is not None, command
    return result


async def pressed_in_dm(play: Play, who: str, message: Any, **which: Any) -> Any:
    """A press on a button, or by `label` on what stands in a list."""
    user, found = play.people[who].user, listed(message, which.get("label", ""))
    if found is None:
        result = await user.click(message, **which)
    else:
        menu, value = found
        result = await user.select(message, [value], custom_id=menu)
    await play.settle()
    return result


async def test_every_command_says_where_it_can_be_used_and_none_can_be_taken_elsewhere(play: Play) -> None:
    """Nobody adds the bot to themselves: a server without it has none of its commands."""
    payloads = [each.to_dict(play.client.tree) for each in play.client.tree.get_commands()]

    assert len(payloads) > 9
    for payload in payloads:
        wanted = [IN_SERVERS, IN_DMS] if payload["name"] in FOR_DMS else [IN_SERVERS]
        assert payload["contexts"] == wanted, payload["name"]
        assert payload["integration_types"] == [0], payload["name"]
    assert {payload["name"] for payload in payloads if IN_DMS in payload["contexts"]} == FOR_DMS


async def test_what_discord_keeps_of_the_commands_is_what_they_say(play: Play) -> None:
    kept = play.env.backend.find_command("titan", None)
    assert kept is not None

    assert (kept["contexts"], kept["integration_types"]) == ([IN_SERVERS], [0])


@pytest.mark.parametrize("everything", [False, True], ids=["bare", "filled"])
async def test_each_command_of_direct_messages_is_answered_there_without_a_server(
    starts: Starts, everything: bool
) -> None:
    """Of what it says nothing speaks of this channel or of a server, for there is none."""
    async with starts(names=("Ann", "Ben")) as play:
        await play.set_up("Ann", "Ben")
        known = dms_leaves(play)
        assert {each.qualified_name.split()[0] for each in known} == FOR_DMS

        for command in known:
            said = text_of(await in_dm(play, "Ann", command.qualified_name, **filled(play, command, everything)))
            assert said.strip("\u200b\n "), command.qualified_name
            assert "in this channel" not in said, command.qualified_name
            assert "Something went wrong" not in said, command.qualified_name


async def test_everything_below_me_works_in_direct_messages(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    ann = play.people["Ann"].id

    await in_dm(play, "Ann", "me display", theme="print")
    await in_dm(play, "Ann", "me pings", handoff="dm")
    await in_dm(play, "Ann", "me quiet", begins="22:00", ends="7:00", zone="Europe/Berlin")
    vacation = text_of(await in_dm(play, "Ann", "me vacation", days=2))
    games = text_of(await in_dm(play, "Ann", "me games"))
    exported = await in_dm(play, "Ann", "me export")
    sits = text_of(await in_dm(play, "Ann", "me forget"))
    language = text_of(await in_dm(play, "Ann", "me language", language="de"))

    habit = play.house.habits.of(ann)
    assert (await play.house.store.people.display(ann)).theme == "print"
    assert (habit.pings.value, habit.quiet, habit.zone, len(habit.away)) == ("dm", (1320, 420), "Europe/Berlin", 1)
    assert "days" in vacation
    assert f"<#{table.game.channel}>" in games
    assert exported.response.attachments[0].filename == "titan-data.json"
    assert "You still play in" in sits
    assert "Deutsch" in language


async def test_orders_ahead_are_given_in_direct_messages_for_the_only_game_or_the_one_that_is_named(play: Play) -> None:
    nothing = text_of(await in_dm(play, "Ann", "me orders"))
    table = await play.set_up("Ann", "Ben")
    seat = table.seat_of(play.people["Ann"].id)
    assert seat is not None
    legion = next(each.marker for each in table.view(seat).legions if each.owner == seat)
    one = await in_dm(play, "Ann", "me orders", text=f"when attacked {legion} then fight")
    listed = await in_dm(play, "Ann", "me orders")
    pressed = await pressed_in_dm(play, "Ann", listed.response, custom_id=custom_ids(listed.response)[-1])

    assert nothing == "You aren't in a running game."
    assert len(table.orders.of(seat)) == 1, text_of(one)
    assert text_of(pressed)

    other = play.guild.create_text_channel("second")
    for who, command, options in (
        ("Ann", "titan new", {"seats": 2}), ("Ben", "titan join", {}), ("Ann", "titan start", {}),
    ):  # fmt: skip
        await play.people[who].slash(other, command, **options)
        await play.settle()
    which = text_of(await in_dm(play, "Ann", "me orders"))
    named = text_of(await in_dm(play, "Ann", "me orders", game=str(table.game.id)))

    assert which == "You play in more than one game. Say which with `game:`."
    assert legion in named


async def test_a_profile_in_direct_messages_has_every_server_in_which_one_has_played(play: Play) -> None:
    none = text_of(await in_dm(play, "Ann", "me profile"))
    table = await play.set_up("Ann", "Ben")
    await play.resigned(table, "Ann")

    said = text_of(await in_dm(play, "Ann", "me profile"))

    assert none.startswith("Nothing to show of Ann")
    assert said.startswith("**Ann** on Friends\n**Titan")
    assert "Finished games: 1" in said
    assert said.endswith("-# Others can see this, and leaderboards name you. `/me profile shown:no` ends both.")


async def test_who_is_forgotten_in_direct_messages_is_forgotten(play: Play) -> None:
    await in_dm(play, "Dan", "me display", theme="print")
    asked = await in_dm(play, "Dan", "me forget")

    done = await pressed_in_dm(play, "Dan", asked.response, label="Forget me")

    assert "You're forgotten" in text_of(done)
    assert (await play.house.store.people.display(play.people["Dan"].id)).theme is None


async def test_the_rules_of_each_game_are_read_in_direct_messages(play: Play) -> None:
    mustering = await in_dm(play, "Ann", "rules search", words="muster", game="Titan")
    giant = await in_dm(play, "Ann", "rules search", words="mountain giant", game="skirmish")
    card = await in_dm(play, "Ann", "rules creature", name="Mountain Giant", game="Skirmish")
    unknown = text_of(await in_dm(play, "Ann", "rules sequence", game="chess"))
    completed = await play.people["Ann"].user.autocomplete("rules search", "game", "")

    turned = await pressed_in_dm(play, "Ann", giant.response, custom_id=_turning(giant.response))

    assert custom_ids(mustering.response)[0].startswith("b1:titan:")
    assert custom_ids(giant.response)[0].startswith("b1:skirmish:")
    assert card.response.attachments
    assert unknown == "I have no rules for chess. Did you mean Titan or Skirmish?"
    assert [each["name"] for each in completed] == ["Titan", "Skirmish"]
    assert text_of(turned).startswith("## ")


def _turning(message: Any) -> str:
    """A button of a page of the rules that leads on."""
    return next(str(part["custom_id"]) for part in components(message) if part.get("label") and "custom_id" in part)


async def test_a_lesson_is_gone_through_in_direct_messages_and_names_a_rule_that_can_be_read_there(play: Play) -> None:
    for game in ("titan", "skirmish"):
        first = await in_dm(play, "Ann", f"tutorial {game}")
        learning = await pressed_in_dm(play, "Ann", first.response, label="Next")
        hint = await pressed_in_dm(play, "Ann", learning.response, label="Hint")
        clause = text_of(hint).split("`/rules search ")[1].split("`")[0]
        rule = await in_dm(play, "Ann", "rules search", words=clause)
        shown = await pressed_in_dm(play, "Ann", first.response, label="Back")
        left = await pressed_in_dm(play, "Ann", shown.response, label="Leave for now")

        assert custom_ids(rule.response)[0].startswith(f"b1:{game}:")
        assert f"`/tutorial {game}` goes on from there" in text_of(left)
        assert "Go on" in labels(left.response)


async def test_a_lesson_that_ends_in_direct_messages_says_where_games_are(play: Play) -> None:
    for game in ("titan", "skirmish"):
        await play.house.store.people.keep_lesson(play.people["Ann"].id, game, 999)

        end = await in_dm(play, "Ann", f"tutorial {game}")

        assert f"try `/{game} help` in one" in text_of(end)
        assert labels(end.response) == ["Previous step", "Start over"]


async def test_a_command_that_discord_still_offers_in_direct_messages_is_refused_there(play: Play) -> None:
    """For a while after a change it has those of before."""
    for name in ("titan", "show"):
        kept = play.env.backend.find_command(name, None)
        assert kept is not None
        kept["contexts"] = [IN_SERVERS, IN_DMS]

    said = {text_of(await in_dm(play, "Ann", command)) for command in ("titan new", "show board")}

    assert len(said) == 1
    assert said.pop().endswith("try that there. Here you can use `/rules`, `/tutorial` and `/me`.")
    assert await play.people["Ann"].user.autocomplete("show board", "land", "") == []
