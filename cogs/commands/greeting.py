"""The greeting of a game: what it is, in two sentences and a picture, and three ways into it.

It stands where nobody has played yet, answers `help`, and is sent to whoever owns a server that the bot was added to.
It belongs to no game that is played, so its presses carry the name of a game and a way alone.
"""

from __future__ import annotations

import logging
import re

import discord

from cogs.commands.tutorial import lesson
from cogs.face import limits
from cogs.face.face import Face
from cogs.house.game.pictures import AS_IT_IS
from cogs.house.table.settings import ON
from cogs.house.values.records import Setup
from cogs.house.values.sender import Picture
from cogs.house.words.words import Words, spoken
from cogs.interactions.acknowledging import UNANSWERED, why
from cogs.interactions.context import (
    SHOWN,
    Context,
    Reply,
    client_context,
    context_of,
    explained,
    file_of,
    in_private,
    is_private,
)
from cogs.lobby.entry_buttons import LEARN, OPEN, OURS, WAYS, way_button
from cogs.lobby.opening import best, open_said, opened
from cogs.panel.panel import my_turn

log = logging.getLogger(__name__)

PICTURE = "greeting"
"""The kind of the picture, in games that have one."""

Read = tuple[str, tuple[Picture, ...], discord.ui.View]
"""A greeting: its text, its picture, and the ways."""


class GreetingButton(discord.ui.DynamicItem[discord.ui.Item[discord.ui.View]], template=OURS):
    """Every button of a greeting: `g1:<game>:<way>`."""

    def __init__(self, item: discord.ui.Item[discord.ui.View], game: str, way: str) -> None:
        super().__init__(item)
        self.game = game
        self.way = way

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[discord.ui.View], match: re.Match[str], /
    ) -> GreetingButton:
        """Reads the id and nothing else: this counts in the three seconds."""
        return cls(item, match["game"], match["way"])

    async def callback(self, interaction: discord.Interaction) -> None:
        """Goes where the button leads. That a table was opened shows in the channel, so nothing is said of it there."""
        shows = self.way == OPEN and not is_private(interaction.message)
        await in_private(interaction, lambda: _gone(interaction, self.game, self.way, shows), shows=shows, panel=True)


async def greeting(context: Context, game: str, user: int) -> Reply:
    """A game's greeting for one person, in the theme that they have chosen."""
    text, pictures, view = await _read(context, context.faces[game], user)
    return Reply(text, pictures, view)


async def greet(client: discord.Client, channel: discord.abc.Messageable, game: str, language: str) -> None:
    """Posts a game's greeting. What Discord does not take is not sent."""
    context = client_context(client).speaking(language)
    await _post(channel, await _read(context, context.faces[game]))


async def welcome(client: discord.Client, guild: discord.Guild) -> None:
    """Greets the owner of a server that the bot was added to, by direct message: once, and not if that is closed."""
    if guild.owner_id is None:
        return
    language = spoken(guild.preferred_locale.value)
    context = client_context(client).speaking(language)
    commands = Words(language).listing((f"`/{game} help`" for game in context.faces), "or")
    try:
        owner = await client.create_dm(discord.Object(guild.owner_id))
    except UNANSWERED as error:
        log.info("server %d: nobody is greeted: %s", guild.id, why(error))
        return
    for number, face in enumerate(context.faces.values()):
        text, pictures, view = await _read(context, face)
        first = context.words.text("greeting.welcome", server=guild.name, commands=commands)
        if not await _post(owner, (f"{first}\n\n{text}" if number == 0 else text, pictures, view)):
            return


async def _post(channel: discord.abc.Messageable, read: Read) -> bool:
    text, pictures, view = read
    limits.check("a post", text, view, (picture.alt for picture in pictures))
    nobody = discord.AllowedMentions.none()
    try:
        await channel.send(text, files=[file_of(each) for each in pictures], view=view, allowed_mentions=nobody)
    except UNANSWERED as error:
        log.info("a greeting could not be sent: %s", why(error))
        return False
    return True


async def _read(context: Context, face: Face, user: int = 0) -> Read:
    game = face.kit.rules.name
    view = discord.ui.View(timeout=None)
    for way in WAYS:
        view.add_item(way_button(context.words, game, way))
    view.stop()
    return face.kit.words.text(f"{game}.greeting.text"), await _pictures(context, face, user), view


async def _pictures(context: Context, face: Face, user: int) -> tuple[Picture, ...]:
    """A moment of the game's lesson: a real position, and nobody's secret."""
    kit, found = face.kit, face.reference.lesson
    if PICTURE not in kit.pictures or found is None:
        return ()
    places = [place for place, step in enumerate(found.steps) if step.name == face.greeting]
    view = found.rules.view(found.state((*places, 0)[0]), None)
    data = await context.house.picture(kit, PICTURE, view, AS_IT_IS, user)
    return (Picture(f"{PICTURE}.png", data, kit.pictures[PICTURE].alt(view, {}, AS_IT_IS)),)


# The ways


async def _gone(interaction: discord.Interaction, game: str, way: str, shows: bool) -> Reply:
    context = context_of(interaction)
    if game not in context.faces:  # of a game that this bot does not know any more
        return Reply(context.words.text("discord.old-button"))
    if way == LEARN:
        return await lesson(context, interaction, game)
    if way == OPEN:
        table = await opened(interaction, game, None, {}, {})
        here = table.game.channel == interaction.channel_id
        return SHOWN if shows and here else open_said(interaction, table)
    return await _played(interaction, context, game)


async def _played(interaction: discord.Interaction, context: Context, game: str) -> Reply:
    """A running game of whoever pressed against bots, with all drawn that there is to draw, and their panel of it."""
    kit, user = context.faces[game].kit, interaction.user.id
    said = {"seats": str(kit.places), "hints": ON, "setup": Setup.DRAWN.value}
    table = await opened(interaction, game, None, said, kit.variants.quick, quietly=True)
    with explained(context, table):
        await table.lobby.play_against(best(kit), user)
    here = table.game.channel == interaction.channel_id
    return await my_turn(context, table, user, "" if here else open_said(interaction, table).text)
