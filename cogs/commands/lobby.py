"""Opening a game, joining it, and what is the same in every game: status, its settings, what this is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import discord
from discord import app_commands

from cogs.commands.greeting import greeting
from cogs.commands.rules import rules_of
from cogs.face.face import AnyCommand, Face
from cogs.face.lengths import GameNameText, NameText, WordText
from cogs.house.game.kit import Kit
from cogs.house.table.interventions import Choose
from cogs.house.table.lobby_post import (
    DICE,
    RULES,
    hints_said,
    lobby_buttons,
    lobby_pictures,
    lobby_text,
    shares_of,
    theme_said,
    watching_said,
)
from cogs.house.table.table import Table
from cogs.house.values.records import Status
from cogs.house.values.sender import OPEN
from cogs.house.words.spoken_time import answer_told, timing_said
from cogs.interactions.access import table_here, table_of
from cogs.interactions.components import buttons
from cogs.interactions.context import (
    SHOWN,
    Context,
    Reply,
    context_of,
    described,
    explained,
    in_private,
    is_private,
    localised,
    option,
    title_key,
)
from cogs.interactions.permissions import author_of
from cogs.interactions.request_answers import asked
from cogs.interactions.setting_choices import preset_choices
from cogs.interactions.setting_options import (
    ABROAD,
    ABSENT,
    ANSWER,
    HINTS,
    JOIN,
    LANGUAGE,
    PACE,
    TOLD,
    SettingOption,
    settings_command,
    theme_option,
)
from cogs.lobby.introducing import bots_shown
from cogs.lobby.listing import listing
from cogs.lobby.opening import best, open_said, opened
from cogs.lobby.status import posts_said, rules_said, status_text, tongue_said
from cogs.panel.panel import again, my_turn
from cogs.panel.seats import levels_completed
from engine.core import Illegal


class LobbyCommands(app_commands.Group):
    """`/titan`, `/skirmish`: open a game, join it, start it, and what the game adds.

    The group bears the name of its game, which is what `new` opens, `rules` looks up and `help` greets with; all else
    is about the game of the channel, whichever that is. Discord takes 25 commands: 11 are those of every lobby.
    """

    def __init__(self, face: Face) -> None:
        kit = face.kit
        super().__init__(
            name=kit.rules.name,
            description=localised("discord.command.lobby", game=title_key(kit)),
        )
        self.add_command(_new(kit))
        self.add_command(_settings(kit.pictures.themes))
        self.add_command(rules_of(kit.rules.name))
        for command in face.commands():
            self.add_command(command)

    @app_commands.command(name="list", description=described("lobby-list"))
    async def list(self, interaction: discord.Interaction) -> None:
        await in_private(interaction, lambda: listing(context_of(interaction), interaction))

    @app_commands.command(name="join", description=described("lobby-join"))
    async def join(self, interaction: discord.Interaction) -> None:
        await _here(interaction, "join")

    @app_commands.command(name="leave", description=described("lobby-leave"))
    async def leave(self, interaction: discord.Interaction) -> None:
        await _here(interaction, "leave")

    @app_commands.command(name="add-bot", description=described("lobby-add-bot"))
    @app_commands.describe(level=option("level"))
    async def add_bot(self, interaction: discord.Interaction, level: NameText | None = None) -> None:
        await _here(interaction, "add-bot", level)

    add_bot.autocomplete("level")(levels_completed)

    @app_commands.command(name="start", description=described("lobby-start"))
    async def start(self, interaction: discord.Interaction) -> None:
        await _here(interaction, "start")

    @app_commands.command(name="word", description=described("lobby-word"))
    @app_commands.describe(text=option("text"))
    async def word(self, interaction: discord.Interaction, text: WordText) -> None:
        context = context_of(interaction)

        async def work() -> Reply:
            table = await table_here(interaction)
            with explained(context, table):
                word = await table.lobby.add_word(interaction.user.id, text)
            return Reply(context.words.text("discord.done.word", word=word))

        await in_private(interaction, work)

    @app_commands.command(name="status", description=described("lobby-status"))
    async def status(self, interaction: discord.Interaction) -> None:
        context = context_of(interaction)

        async def work() -> Reply:
            table = await table_here(interaction)
            if table.game.status is Status.LOBBY:
                return await _lobby(context, table)
            seat = table.seat_of(interaction.user.id)
            shown = await bots_shown(context, table, interaction.user.id)
            pairs = [
                (OPEN, context.words.text("discord.button.open")),
                (DICE, context.words.text(f"discord.button.{DICE}")),
            ]
            return Reply(status_text(context, table, seat), shown, buttons(table.game.id, table.began, pairs))

        await in_private(interaction, work)

    @app_commands.command(name="help", description=described("lobby-help"))
    async def help(self, interaction: discord.Interaction) -> None:
        await in_private(interaction, lambda: greeting(context_of(interaction), self.name, interaction.user.id))


def _new(kit: Kit) -> AnyCommand:
    """`new`: the seats, a name, a preset of rules, and what a host may want to say at once; nothing has to be said.

    Of a game that is for one number of players alone the seats are not asked for, nor the rules where there is one set.
    """
    low, high, presets = min(kit.seats), max(kit.seats), kit.variants.presets
    options = [SettingOption("name", "name", option("name"), kind=GameNameText | None)]
    if len(kit.seats) > 1:
        most = {"low": str(low), "high": str(high), "usual": str(kit.places)}
        places = app_commands.Range[int, low, high] | None
        options.insert(0, SettingOption("seats", "seats", localised("discord.option.lobby-seats", **most), kind=places))
    if len(presets) > 1:
        options.append(SettingOption("rules", "rules", option("rules", "lobby"), preset_choices(kit)))

    async def choose(interaction: discord.Interaction, said: dict[str, str]) -> Reply:
        name, preset = said.pop("name", None), said.pop("rules", None)
        chosen = {} if preset is None else presets[preset]
        return open_said(interaction, await opened(interaction, kit.rules.name, name, said, chosen))

    about = localised("discord.command.lobby-new", game=title_key(kit))
    return settings_command("new", about, (*options, PACE, TOLD, LANGUAGE, JOIN), choose)


def _settings(themes: Sequence[str]) -> AnyCommand:
    """`settings`: what was chosen for the game, and what its host can still change."""
    options = (theme_option(themes), LANGUAGE, HINTS, TOLD, PACE, ABSENT, ANSWER, ABROAD)
    return settings_command("settings", described("lobby-settings"), options, _settled)


async def _settled(interaction: discord.Interaction, wanted: Mapping[str, str]) -> Reply:
    """What is chosen for the game here, once what is wanted is, or its players are asked for it."""
    context, table = context_of(interaction), await table_here(interaction)
    with explained(context, table):
        if wanted:
            request = await context.house.consent(table).do(Choose(wanted), author_of(interaction, table))
            if request is not None:
                return asked(context, table, request)
    said = [
        rules_said(context, table),
        timing_said(context.words, table.game),
        answer_told(context.words, table.game.answer),
        theme_said(context.words, table),
        tongue_said(context, table),
        hints_said(context.words, table),
        posts_said(context, table),
        *watching_said(context.words, table),
    ]
    all_rules = [(RULES, context.words.text("discord.button.rules"))]
    return Reply("\n".join(said), (), buttons(table.game.id, table.began, all_rules))


async def _here(interaction: discord.Interaction, verb: str, level: str | None = None) -> None:
    """A lobby command in the channel of the lobby."""
    context = context_of(interaction)

    async def work() -> Reply:
        return await _act(interaction, context, await table_here(interaction), verb, level)

    await in_private(interaction, work)


async def lobby_press(interaction: discord.Interaction, game: int, verb: str) -> None:
    """A press on a lobby post, of any age, which shows what came of it; on a private copy that is made anew."""
    context, copy = context_of(interaction), is_private(interaction.message)

    async def work() -> Reply:
        table = await table_of(interaction, game)
        await _act(interaction, context, table, verb, None)
        if not copy:
            return SHOWN
        lobby = table.game.status is Status.LOBBY
        return (
            await _lobby(context, table)
            if lobby
            else Reply(context.words.text(f"discord.done.{verb}"), (), again(context, table))
        )

    await in_private(interaction, work, shows=True)


async def former_press(interaction: discord.Interaction, game: int) -> None:
    """A press on what lobby posts have no more: how the table stands now, with why nothing was done."""
    context = context_of(interaction)

    async def work() -> Reply:
        table = await table_of(interaction, game)
        if table.game.status is Status.LOBBY:
            return await _lobby(context, table, context.words.text("discord.button-former"))
        return await my_turn(context, table, interaction.user.id, context.words.text("discord.gone-on"))

    await in_private(interaction, work, panel=True)


async def _lobby(context: Context, table: Table, note: str = "") -> Reply:
    """The lobby post for one person, in their language, below a note."""
    words, shares = context.words, await shares_of(table)
    view = buttons(table.game.id, len(table.seats), lobby_buttons(words))
    pictures = await lobby_pictures(words, table, shares)
    text = lobby_text(words, context.face(table).kit, table, shares)
    return Reply("\n".join(filter(None, (note, text))), pictures, view)


async def _act(interaction: discord.Interaction, context: Context, table: Table, verb: str, level: str | None) -> Reply:
    user, said = interaction.user, dict[str, str]()
    with explained(context, table):
        match verb:
            case "join":
                await table.lobby.join(user.id, user.display_name)
            case "leave":
                await table.lobby.leave(user.id)
            case "add-bot" | "fill":
                if table.seat_of(user.id) is None and user.id != table.host:
                    raise Illegal("not-at-the-table")
                level = level or best(context.face(table).kit)
                if verb == "fill":
                    await table.lobby.fill(level)
                else:
                    seat = await table.lobby.add_bot(level)
                    said["bot"] = table.names[seat]
            case _:
                await table.lobby.start(user.id)
    return Reply(context.words.text(f"discord.done.{verb}", **said))
