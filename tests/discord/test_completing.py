"""What is offered while an option is being typed: what fits, in order, within Discord's limits; nothing in trouble."""

from __future__ import annotations

import pytest
from discord import app_commands

from cogs.face import limits
from cogs.house.store.store import StoreUnavailable
from cogs.interactions.completing import offered, or_nothing
from cogs.interactions.context import No, Reply
from engine.core import Illegal, Seat
from tests.discord.conftest import Play
from tests.discord.lobby.test_moderating import manager


def test_what_was_typed_is_looked_for_in_the_labels_whatever_its_case() -> None:
    found = [("b", "Second Hydra"), ("a", "First hydra"), ("hydra", "Ogre")]

    assert [choice.value for choice in offered(found, " HYDRA ")] == ["b", "a"]
    assert [choice.value for choice in offered(found, "")] == ["b", "a", "hydra"]


def test_no_more_is_offered_and_no_longer_names_than_discord_takes() -> None:
    said = offered(((number, f"{number} " + "W" * 200) for number in range(60)), "w")

    assert [choice.value for choice in said] == list(range(limits.CHOICES))
    assert all(len(choice.name) <= limits.CHOICE for choice in said)


@pytest.mark.parametrize(
    "trouble", [Illegal("no-game-here"), No(Reply("not here")), StoreUnavailable("reading: disk I/O error")]
)
async def test_what_is_refused_or_can_not_be_read_offers_nothing(trouble: Exception) -> None:
    @or_nothing
    async def complete(typed: str) -> list[app_commands.Choice[str]]:
        raise trouble

    assert await complete("a") == []


async def test_our_own_mistakes_are_not_hidden() -> None:
    @or_nothing
    async def complete(typed: str) -> list[app_commands.Choice[str]]:
        raise KeyError(typed)

    with pytest.raises(KeyError):
        await complete("a")


async def test_what_a_command_of_the_past_is_about_need_not_be_there(play: Play) -> None:
    for command, option in (("show log", "turn"), ("show log", "legion"), ("watch replay", "game")):
        assert await play.completed("Ann", command, option) == []


async def test_a_level_of_the_program_is_offered_wherever_one_is_chosen(play: Play) -> None:
    await play.set_up("Ann", "Ben")
    context = play.client.context
    levels = list(context.faces["titan"].kit.deciding.bots)

    boss = await manager(play)

    for command in ("titan add-bot", "game replace", "titan-admin seat"):
        assert await play.completed(boss, command, "level") == levels
        assert await play.completed(boss, command, "level", levels[-1].upper()) == levels[-1:]


async def test_a_seat_is_offered_by_its_number_and_who_sits_there(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")

    (seat,) = await play.completed("Ann", "game replace", "seat", "ben")

    assert table.plain_names[Seat(int(seat) - 1)] == "Ben"
