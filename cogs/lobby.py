"""Opening a game, joining it, and what is the same in every game: status, resigning, what this is."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands

from cogs.components import buttons
from cogs.desk import (
    Desk,
    No,
    Reply,
    described,
    desk_of,
    explained,
    in_private,
    localised,
    option,
    running,
    seated,
)
from cogs.house.kit import Kit
from cogs.house.options import option_said, told
from cogs.house.records import Manner, Status, escaped
from cogs.house.store import StoreUnavailable
from cogs.house.table import Table
from cogs.house.words import ENGLISH, Words, shortened, spoken
from cogs.panel import ask_first, label
from cogs.permissions import missing
from cogs.settings import (
    ON,
    hint_choices,
    language_choices,
    language_said,
    option_choices,
    posts_choices,
    theme_choices,
)
from cogs.tutorial import tutorial
from engine.core import Illegal

log = logging.getLogger(__name__)

LOBBY = ("join", "leave", "add-bot", "start")
"""What the buttons of a lobby post carry that are about who plays."""

RULES = "rules"
"""What the one carries that shows the rules of the table, and lets the host choose them, see `cogs.table_rules`."""

RULES_ROOM = 600
"""So much of the lobby post the rules may take; six long names and the dice must fit as well."""

CHANGES, CHANGE_ROOM = 3, 70
"""So many changes of the rules are told on the lobby post, the latest first, and so much of each."""

IN_DMS = ("about", "tutorial")
"""Those of these commands that need no channel of a server."""

Places = app_commands.Range[int, 2, 6]
GameName = app_commands.Range[str, 1, 60]
Word = app_commands.Range[str, 1, 60]


def needs_channel(command: app_commands.Command[Any, ..., Any]) -> bool:
    """Whether a command is about the game of a channel, and means nothing in direct messages."""
    return isinstance(command.root_parent, Lobby) and command.name not in IN_DMS


class Lobby(app_commands.Group):
    """`/titan`: open a game, join it, start it."""

    def __init__(self, kit: Kit) -> None:
        anywhere = app_commands.AppCommandContext(guild=True, dm_channel=True)
        super().__init__(name="titan", description=described("titan"), allowed_contexts=anywhere)
        self.add_command(_new(kit))
        self.add_command(_settings(kit.themes))
        self.add_command(tutorial)

    @app_commands.command(name="join", description=described("titan-join"))
    async def join(self, interaction: discord.Interaction) -> None:
        await _here(interaction, "join")

    @app_commands.command(name="leave", description=described("titan-leave"))
    async def leave(self, interaction: discord.Interaction) -> None:
        await _here(interaction, "leave")

    @app_commands.command(name="add-bot", description=described("titan-add-bot"))
    @app_commands.describe(level=option("level"))
    async def add_bot(self, interaction: discord.Interaction, level: str | None = None) -> None:
        await _here(interaction, "add-bot", level)

    @add_bot.autocomplete("level")
    async def levels(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        desk = desk_of(interaction)
        known = desk.faces[desk.ruleset].kit.bots
        return [app_commands.Choice(name=level, value=level) for level in known if typed.lower() in level][:25]

    @app_commands.command(name="start", description=described("titan-start"))
    async def start(self, interaction: discord.Interaction) -> None:
        await _here(interaction, "start")

    @app_commands.command(name="word", description=described("titan-word"))
    @app_commands.describe(text=option("text"))
    async def word(self, interaction: discord.Interaction, text: Word) -> None:
        desk = desk_of(interaction)

        async def work() -> Reply:
            table = await desk.table_here(interaction)
            with explained(desk, table):
                word = await table.lobby.add_word(interaction.user.id, text)
            return Reply(desk.words.text("discord.done.word", word=word, commitment=table.game.commitment))

        await in_private(interaction, work)

    @app_commands.command(name="status", description=described("titan-status"))
    async def status(self, interaction: discord.Interaction) -> None:
        desk = desk_of(interaction)

        async def work() -> Reply:
            table = await desk.table_here(interaction)
            lobby = table.game.status is Status.LOBBY
            view = _lobby_buttons(desk, table) if lobby else buttons(table.game.id, table.began, _open(desk))
            return Reply(lobby_text(desk, table) if lobby else status_text(desk, table), (), view)

        await in_private(interaction, work)

    @app_commands.command(name="resign", description=described("titan-resign"))
    async def resign(self, interaction: discord.Interaction) -> None:
        desk = desk_of(interaction)

        async def work() -> Reply:
            table = await desk.table_here(interaction)
            with explained(desk, table):
                seat = seated(running(table), interaction.user.id)
            if "resign" not in {table.line(action) for action in table.legal(seat)}:
                raise No(Reply(desk.words.text("discord.cannot-resign")))
            return ask_first(desk, table, "resign", label(desk, "resign"))

        await in_private(interaction, work)

    @app_commands.command(name="about", description=described("titan-about"))
    async def about(self, interaction: discord.Interaction) -> None:
        async def work() -> Reply:
            return Reply(desk_of(interaction).words.text("discord.about"))

        await in_private(interaction, work)


def _new(kit: Kit) -> app_commands.Command[Any, ..., None]:
    """`/titan new`: the seats, a name, a theme, a language, and a choice for each option that needs no other one."""
    offered = tuple(each for each in kit.options if each.only is None)

    async def new(
        interaction: discord.Interaction,
        seats: int | None = None,
        name: str | None = None,
        theme: app_commands.Choice[str] | None = None,
        language: app_commands.Choice[str] | None = None,
        hints: app_commands.Choice[str] | None = None,
        posts: app_commands.Choice[str] | None = None,
        **given: app_commands.Choice[str] | None,
    ) -> None:
        chosen = {key: choice.value for key, choice in given.items() if choice is not None}
        settings = {"theme": theme, "language": language, "hints": hints, "posts": posts}
        said = {key: choice.value for key, choice in settings.items() if choice is not None}
        if seats is not None:
            said["seats"] = str(seats)
        await in_private(interaction, lambda: _open_game(interaction, name, said, chosen))

    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    choice = app_commands.Choice[str] | None
    new.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            inspect.Parameter("interaction", kind, annotation=discord.Interaction),
            inspect.Parameter("seats", kind, default=None, annotation=Places | None),
            inspect.Parameter("name", kind, default=None, annotation=GameName | None),
            inspect.Parameter("theme", kind, default=None, annotation=choice),
            inspect.Parameter("language", kind, default=None, annotation=choice),
            inspect.Parameter("hints", kind, default=None, annotation=choice),
            inspect.Parameter("posts", kind, default=None, annotation=choice),
            *(inspect.Parameter(each.key, kind, default=None, annotation=choice) for each in offered),
        ]
    )
    body: Any = app_commands.describe(
        seats=option("seats"),
        name=option("name"),
        theme=option("theme", "titan"),
        language=option("language", "titan"),
        hints=option("hints", "titan"),
        posts=option("posts"),
        **{each.key: localised(f"{kit.rules.name}.option.{each.key}.about") for each in offered},
    )(new)
    body = app_commands.rename(**{each.key: each.key.replace("_", "-") for each in offered})(body)
    body = app_commands.choices(
        theme=theme_choices(kit.themes),
        language=language_choices(),
        hints=hint_choices(),
        posts=posts_choices(),
        **{each.key: option_choices(kit.rules.name, each) for each in offered},
    )(body)
    return app_commands.Command(name="new", description=described("titan-new"), callback=body)


def _settings(themes: Sequence[str]) -> app_commands.Command[Any, ..., None]:
    """`/titan settings`: what was chosen for the game, and what its host can still change."""

    @app_commands.describe(
        theme=option("theme", "titan"),
        language=option("language", "titan"),
        hints=option("hints", "titan"),
        posts=option("posts"),
    )
    @app_commands.choices(
        theme=theme_choices(themes), language=language_choices(), hints=hint_choices(), posts=posts_choices()
    )
    async def settings(
        interaction: discord.Interaction,
        theme: app_commands.Choice[str] | None = None,
        language: app_commands.Choice[str] | None = None,
        hints: app_commands.Choice[str] | None = None,
        posts: app_commands.Choice[str] | None = None,
    ) -> None:
        desk = desk_of(interaction)

        async def work() -> Reply:
            table = await desk.table_here(interaction)
            with explained(desk, table):
                if theme is not None:
                    await table.settings.paint(theme.value, interaction.user.id)
                if language is not None:
                    await table.settings.speak(language.value, interaction.user.id)
                if hints is not None:
                    await table.settings.allow_hints(hints.value == ON, interaction.user.id)
                if posts is not None:
                    await table.settings.behave(Manner(posts.value), interaction.user.id)
            if any(each is not None for each in (theme, language, hints)):
                await show_lobby(interaction.client, desk, table)
            said = (_rules_said, _theme_said, _language_said, _hints_said, _posts_said)
            all_rules = [(RULES, desk.words.text("discord.button.rules"))]
            view = buttons(table.game.id, table.began, all_rules)
            return Reply("\n".join(each(desk, table) for each in said), (), view)

        await in_private(interaction, work)

    return app_commands.Command(name="settings", description=described("titan-settings"), callback=settings)


def _servers(interaction: discord.Interaction) -> str:
    """The language that the server is set to, if we have it."""
    return spoken(interaction.guild_locale.value) if interaction.guild_locale else ENGLISH


async def _open_game(
    interaction: discord.Interaction, name: str | None, said: dict[str, str], chosen: dict[str, str]
) -> Reply:
    """Opens a game as it was `said`; what was not is as the server has it, else as it is everywhere."""
    desk, host = desk_of(interaction), interaction.user
    lacking = missing(interaction)
    if lacking:
        raise Illegal("missing-permission", permissions=lacking)
    said = {**await desk.house.presets(interaction.guild_id or 0), **said}
    language = said.get("language") or _servers(interaction)
    places = desk.faces[desk.ruleset].kit.seats
    if "seats" not in said:
        raise Illegal("seats-wanted", low=min(places), high=max(places))
    with explained(desk, None):
        table = await desk.house.open(
            interaction.guild_id or 0,
            interaction.channel_id or 0,
            host.id,
            host.display_name,
            desk.ruleset,
            int(said["seats"]),
            name or Words(language).text("discord.game-name", host=host.display_name),
            chosen,
            said.get("theme", ""),
            language,
            said.get("hints", ON) == ON,
            Manner(said.get("posts", desk.posts)),
        )
    await show_lobby(interaction.client, desk, table)
    return Reply(desk.words.text("discord.opened", name=escaped(table.game.name)))


async def _here(interaction: discord.Interaction, verb: str, level: str | None = None) -> None:
    """A lobby command in the channel of the lobby."""
    desk = desk_of(interaction)

    async def work() -> Reply:
        return await _act(interaction, desk, await desk.table_here(interaction), verb, level)

    await in_private(interaction, work)


async def lobby_press(interaction: discord.Interaction, game: int, taken: int, verb: str) -> None:
    """A press on a lobby post, of any age, that showed so many seats `taken`."""
    desk = desk_of(interaction)

    async def work() -> Reply:
        return await _act(interaction, desk, await desk.house.table(game), verb, None, taken)

    await in_private(interaction, work, fresh=True)


async def _act(
    interaction: discord.Interaction, desk: Desk, table: Table, verb: str, level: str | None, taken: int | None = None
) -> Reply:
    user = interaction.user
    said = {"name": escaped(table.game.name)}
    with explained(desk, table):
        match verb:
            case "join":
                await table.lobby.join(user.id, user.display_name)
            case "leave":
                await table.lobby.leave(user.id)
            case "add-bot":
                if table.seat_of(user.id) is None and user.id != table.game.host:
                    raise Illegal("not-at-the-table")
                seat = await table.lobby.add_bot(level or _first_level(desk, table), taken)
                said["bot"] = table.names[seat]
            case _:
                await table.lobby.start(user.id)
    await show_lobby(interaction.client, desk, table)
    return Reply(desk.words.text(f"discord.done.{verb}", **said))


def _first_level(desk: Desk, table: Table) -> str:
    """The level of a bot if none is named: the last and best."""
    return tuple(desk.face(table).kit.bots)[-1]


async def show_lobby(client: discord.Client, desk: Desk, table: Table) -> None:
    """Brings the lobby post up to date; posts it if there is none, or if it was deleted."""
    desk = desk.public(table)
    key = f"lobby-post:{table.game.id}"
    channel = client.get_partial_messageable(table.game.channel)
    nobody = discord.AllowedMentions.none()
    known = await desk.house.setting(key)
    open_still = table.game.status is Status.LOBBY  # from here on without waiting: of two calls the later tells more
    text, view = lobby_text(desk, table), _lobby_buttons(desk, table) if open_still else None
    try:
        if known is not None:
            try:
                await channel.get_partial_message(int(known)).edit(content=text, view=view, allowed_mentions=nobody)
                return
            except discord.NotFound:
                log.info("game %s: the lobby post is gone", table.game.id)
        if open_still:
            assert view is not None, "an open lobby has buttons"
            message = await channel.send(text, view=view, allowed_mentions=nobody)
            await desk.house.keep_setting(key, str(message.id))
    except (discord.HTTPException, StoreUnavailable) as error:
        # The lobby stands without its post: everything can be done by commands, and `/titan status` shows it.
        log.warning("game %s: the lobby post could not be shown: %s", table.game.id, error)


def lobby_text(desk: Desk, table: Table) -> str:
    """Who sits where, and what is still missing."""
    words = desk.words
    lines = [words.text("discord.lobby.title", name=escaped(table.game.name), host=host_said(table))]
    taken = {chair.seat: chair for chair in table.seats}
    for number in range(table.game.places):
        chair = next((c for seat, c in taken.items() if seat == number), None)
        shown = words.text("discord.lobby.free") if chair is None else _chair(table, chair.seat)
        lines.append(words.text("discord.lobby.seat", number=number + 1, who=shown))
    closing = {
        Status.LOBBY: "discord.lobby.full" if len(taken) == table.game.places else "discord.lobby.waits",
        Status.RUNNING: "discord.lobby.began",
        Status.OVER: "discord.lobby.over",
        Status.ENDED: "discord.lobby.ended",
    }[table.game.status]
    key = "discord.lobby.dice" if table.game.status is Status.LOBBY else "discord.lobby.dice-fixed"
    dice = words.text(key, commitment=table.game.commitment)
    chosen = (*_chosen(desk, table, RULES_ROOM), *_changes_said(desk, table))
    return "\n".join([*lines, "", words.text(closing), *chosen, dice])


def status_text(desk: Desk, table: Table) -> str:
    """Where a game stands, in public terms."""
    kit, words = desk.face(table).kit, desk.words
    view = table.view(None)
    waiting = [table.names[seat] for seat in kit.waiting(view)]
    if table.game.status is not Status.RUNNING:
        closing = words.text("discord.lobby.over")
    else:
        closing = words.text("discord.status.waits", who=words.listing(waiting))
    seats = [_chair(table, chair.seat) for chair in table.seats]
    title = words.text("discord.status.title", name=escaped(table.game.name))
    return "\n".join([title, words.listing(seats, "comma"), closing, *_chosen(desk, table)])


def _chosen(desk: Desk, table: Table, room: int | None = None) -> list[str]:
    """What was chosen for the game: its rules, and its theme and what is said of hints if that is not the standard."""
    said = [_rules_said(desk, table, room)]
    if table.game.theme:
        said.append(_theme_said(desk, table))
    if not table.game.hints:
        said.append(_hints_said(desk, table))
    return said


def _rules_said(desk: Desk, table: Table, room: int | None = None) -> str:
    """What differs from the standard rules, in words; all of it, or what there is room for."""
    return told(desk.face(table).kit, table.game.options, room)


def _changes_said(desk: Desk, table: Table) -> list[str]:
    """What the host has changed of the rules last, in a line: whoever sat down before has chosen other ones."""
    kit, words, game = desk.face(table).kit, desk.words, table.game
    latest = list(game.changes.items())[::-1]
    whats = ((shortened(option_said(kit, game.options, key), CHANGE_ROOM), at) for key, at in latest[:CHANGES])
    said = [words.text("discord.lobby.changed-one", what=what, when=f"<t:{int(at)}:R>") for what, at in whats]
    return [words.text("discord.lobby.changed", what=words.listing(said, "semicolon"))] if said else []


def _theme_said(desk: Desk, table: Table) -> str:
    return desk.words.text("discord.lobby.theme", theme=desk.words.text(f"discord.theme.{table.theme}"))


def _language_said(desk: Desk, table: Table) -> str:
    return desk.words.text("discord.lobby.language", language=language_said(table.game.language))


def _hints_said(desk: Desk, table: Table) -> str:
    return desk.words.text("discord.setting.hints-on" if table.game.hints else "discord.setting.hints-off")


def _posts_said(desk: Desk, table: Table) -> str:
    return desk.words.text("discord.posts.said", posts=desk.words.text(f"discord.posts.{table.game.posts.value}"))


def _chair(table: Table, seat: int) -> str:
    """Who sits there; the name of a program says that it is one, and of what level."""
    return next(chair.shown for chair in table.seats if chair.seat == seat)


def host_said(table: Table) -> str:
    """Who may change the settings of a game and, in its lobby, its rules."""
    return next((chair.shown for chair in table.seats if chair.user_id == table.host), f"<@{table.host}>")


def _open(desk: Desk) -> list[tuple[str, str]]:
    return [("open", desk.words.text("discord.button.open"))]


def _lobby_buttons(desk: Desk, table: Table) -> discord.ui.View | None:
    verbs = (*LOBBY, RULES)
    return buttons(
        table.game.id, len(table.seats), [(verb, desk.words.text(f"discord.button.{verb}")) for verb in verbs]
    )
