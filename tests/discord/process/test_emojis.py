"""Emojis of the application: given once, shown beside private choices, and never needed."""

from __future__ import annotations

import re
from io import BytesIO
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from PIL import Image

import bot
from cogs.face.choices import Choice, layout, rows
from cogs.face.presses import Sign
from cogs.face.screen import Press
from cogs.house.values.sender import OPEN
from cogs.interactions.components import panel
from cogs.interactions.emojis import Upload, learn, pictures_of, upload
from cogs.titan.kit import emojis
from engine.titan.rules import rules_for
from tests.discord.conftest import Play, components
from tests.discord.looking.test_secrets import played
from tests.discord.test_controls import my_turn
from tests.plain import plain_face

KINDS = rules_for({}).kinds
PNG = b"\x89PNG\r\n\x1a\n"
"""How a picture begins. The simulated Discord looks no further."""

PICTURES = {f"titan_{kind.name.lower()}": PNG + kind.name.encode() for kind in KINDS.values()}


def requests(play: Play, method: str) -> list[Any]:
    """What the bot has asked of Discord about emojis."""
    return [r for r in play.env.http_requests if r.method == method and "/emojis" in r.path]


async def given(play: Play) -> None:
    """The application with all its emojis, and the bot aware of them."""
    assert await upload(play.client, play.house.store.settings, PICTURES) == Upload(new=len(KINDS), kept=0)
    await learn(play.client, play.client.context)


def shown(message: Any) -> list[str]:
    """The names of the emojis in a message, on buttons and in lists."""
    parts = components(message)
    options = [option for part in parts if part["type"] == 3 for option in part["options"]]
    return [part["emoji"]["name"] for part in (*parts, *options) if part.get("emoji")]


# --- the pictures ---


def test_there_is_a_picture_for_each_kind_that_discord_takes() -> None:
    pictures = emojis()

    assert set(pictures) == set(PICTURES)
    assert all(re.fullmatch(r"[a-z0-9_]{2,32}", name) for name in pictures)
    assert len(set(pictures.values())) == len(pictures)
    for data in pictures.values():
        image = Image.open(BytesIO(data))
        assert (image.format, image.mode, image.size) == ("PNG", "RGBA", (128, 128))
        assert len(data) < 64 * 1024
        assert image.getchannel("A").getextrema() == (0, 255)


# --- giving them ---


async def test_emojis_are_given_once(play: Play) -> None:
    first = await upload(play.client, play.house.store.settings, PICTURES)
    again = await upload(play.client, play.house.store.settings, PICTURES)

    assert first == Upload(new=len(KINDS), kept=0)
    assert again == Upload(new=0, kept=len(KINDS))
    assert len(requests(play, "POST")) == len(KINDS)
    assert not requests(play, "DELETE")


async def test_an_emoji_is_given_anew_if_its_picture_changed_or_it_was_taken_away(play: Play) -> None:
    await given(play)
    lion = next(e for e in await play.client.fetch_application_emojis() if e.name == "titan_lion")
    await lion.delete()

    done = await upload(play.client, play.house.store.settings, {**PICTURES, "titan_ogre": PNG + b"another"})

    assert done == Upload(new=2, kept=len(KINDS) - 2)
    names = [emoji.name for emoji in await play.client.fetch_application_emojis()]
    assert sorted(names) == sorted(PICTURES)


async def test_an_emoji_of_unknown_picture_is_replaced_and_others_are_left_alone(play: Play) -> None:
    await play.client.create_application_emoji(name="titan_lion", image=PNG + b"of another database")
    other = await play.client.create_application_emoji(name="friends", image=PNG + b"somebody's own")

    assert (await upload(play.client, play.house.store.settings, PICTURES)).new == len(KINDS)

    found = await play.client.fetch_application_emojis()
    assert sorted(emoji.name for emoji in found) == sorted([*PICTURES, "friends"])
    assert other.id in {emoji.id for emoji in found}


async def test_what_discord_refuses_ends_it_and_the_next_time_goes_on(play: Play) -> None:
    some = dict(list(PICTURES.items())[:5])
    await upload(play.client, play.house.store.settings, some)
    play.env.inject_error("POST", "/applications/*/emojis", status=400, code=30008, message="Maximum number reached")

    refused = await upload(play.client, play.house.store.settings, PICTURES)

    assert (refused.new, refused.kept) == (0, 5)
    assert "Maximum number reached" in refused.refused
    assert await upload(play.client, play.house.store.settings, PICTURES) == Upload(new=len(KINDS) - 5, kept=5)


# --- showing them ---


async def test_choices_of_creatures_show_their_emoji(play: Play) -> None:
    await given(play)
    table = await play.set_up("Ann", "Ben")
    who = play.who(table)

    first = await my_turn(play, who)
    usual = [part for part in components(first) if "Titan" in part.get("label", "") or "Angel" in part.get("label", "")]
    assert len(usual) == 3
    assert all(part["emoji"]["name"] in PICTURES for part in usual)
    splits = (await play.people[who].click(first, label="Other splits …")).response
    assert splits is not None
    (select,) = (part for part in components(splits) if part["type"] == 3)
    assert len(select["options"]) == 14
    for option in select["options"]:
        name = option["emoji"]["name"]
        assert name in PICTURES
        assert name.removeprefix("titan_").capitalize() in option["label"]
        assert option["emoji"]["id"]


async def test_without_emojis_choices_are_words_alone(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    who = play.who(table)

    splits = await my_turn(play, who)

    assert len(components(splits)) > 1
    assert shown(splits) == []


async def test_emojis_are_known_after_a_restart(play: Play) -> None:
    await given(play)

    await play.restart()

    assert set(play.client.context.emojis) == set(PICTURES)


async def test_a_bot_that_can_not_learn_its_emojis_plays_without(play: Play) -> None:
    await given(play)
    play.env.inject_error("GET", "/applications/*/emojis", status=500, times=None)

    await play.restart()

    assert play.client.context.emojis == {}
    assert await play.said("Ann", "titan help")


async def test_no_public_post_has_an_emoji(play: Play) -> None:
    """R3.3: which creatures are about is for those who see them."""
    await given(play)

    await played(play)

    assert len(play.public()) > 5
    assert [shown(message) for message in play.public()] == [[]] * len(play.public())
    assert not any("titan_" in message.content for message in play.public())


def test_a_list_of_several_kinds_has_an_emoji_where_all_that_follows_is_of_one() -> None:
    """Options that lead to more choices tell of no kind that only some of them are about."""
    lions = [Choice(("strike", "A1", f"B{n}"), "x", ("Strike", "Lion A1", "y"), "titan_lion") for n in range(20)]
    mixed = [Choice(("strike", "A2", f"B{n}"), "x", ("Strike", "Any A2", "y"), f"titan_{n}") for n in range(20)]

    arranged = layout([*lions, *mixed])

    options = arranged.lists[0].options
    assert [(option.carries, option.emoji) for option in options] == [
        (f"{Sign.PART}strike A1", "titan_lion"),
        (f"{Sign.PART}strike A2", ""),
    ]


async def test_buttons_and_options_show_only_emojis_that_are_there() -> None:
    lion = discord.PartialEmoji(name="titan_lion", id=7)
    few = [Choice((verb,), verb, (verb,), f"titan_{verb}") for verb in ("lion", "ogre")]
    many = [Choice(("summon", f"{n}"), f"{n}", ("Summon", f"{n}"), "titan_lion") for n in range(20)]

    buttons = panel(1, 1, rows(layout(few), str), (Press(OPEN, "Refresh"),), {"titan_lion": lion})
    select = panel(1, 1, rows(layout(many), str), (Press(OPEN, "Refresh"),), {"titan_lion": lion})

    shown = [item.emoji for item in buttons.children if isinstance(item, discord.ui.Button)]
    assert shown == [lion, None, None]
    (menu,) = [item for item in select.children if isinstance(item, discord.ui.Select)]
    assert {option.emoji for option in menu.options} == {lion}


# --- the owner's commands ---


async def managed(play: Play, owner: str) -> None:
    """Ann and Ben manage the server; the bot is `owner`'s."""
    role = play.guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
    for name in ("Ann", "Ben"):
        play.people[name + "'s other"] = play.guild.add_member(play.env.create_user(name.lower() + "2"), roles=[role])
    application = play.client.application
    assert application is not None
    application.owner = play.people[owner].user  # type: ignore[assignment]
    application.team = None


async def test_the_owner_gives_the_bot_its_emojis_and_they_show_at_once(play: Play) -> None:
    await managed(play, "Ann's other")

    said = await play.said("Ann's other", "titan-admin emojis")
    again = await play.said("Ann's other", "titan-admin emojis")

    every = pictures_of(map(plain_face, bot.games()))
    assert said == f"{len(every)} emojis are new, 0 were there already."
    assert again == f"0 emojis are new, {len(every)} were there already."
    assert set(play.client.context.emojis) == set(every)


async def test_nobody_else_gives_the_bot_emojis(play: Play) -> None:
    await managed(play, "Ann's other")

    assert "owner" in await play.said("Ben's other", "titan-admin emojis")
    assert not requests(play, "POST")


async def test_everybody_of_the_team_that_owns_the_bot_may_give_it_emojis(play: Play) -> None:
    await managed(play, "Ann's other")
    member: Any = SimpleNamespace(id=play.people["Ben's other"].id)
    assert play.client.application is not None
    play.client.application.team = SimpleNamespace(members=[member])  # type: ignore[assignment]

    every = pictures_of(map(plain_face, bot.games()))
    assert f"{len(every)} emojis are new" in await play.said("Ben's other", "titan-admin emojis")
    assert "owner" in await play.said("Ann's other", "titan-admin emojis")


@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_a_refusal_is_said_to_the_owner(play: Play, method: str) -> None:
    await managed(play, "Ann's other")
    play.env.inject_error(method, "/applications/*/emojis", status=403, code=50013, message="Not today", times=None)

    said = await play.said("Ann's other", "titan-admin emojis")

    assert said.startswith("0 emojis are new, 0 were there already, then Discord refused: Not today")


async def test_without_a_token_the_program_says_what_is_missing(
    tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = bot.Settings(token="", database=f"sqlite:///{tmp_path}/titan.db", level="INFO")

    code = await bot.emojis(settings)

    assert code == bot.UNUSABLE
    assert "DISCORD_TOKEN" in capsys.readouterr().err
    assert not (tmp_path / "titan.db").exists()


async def test_a_bad_token_is_said_by_the_errand_too(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def refused(self: discord.http.HTTPClient, *args: object, **kwargs: object) -> None:
        raise discord.LoginFailure("Improper token has been passed.")

    monkeypatch.setattr(discord.http.HTTPClient, "static_login", refused)
    settings = bot.Settings(token="a.secret.token", database=f"sqlite:///{tmp_path}/titan.db", level="INFO")

    assert await bot.emojis(settings) == bot.UNUSABLE
    assert "does not accept" in capsys.readouterr().err
