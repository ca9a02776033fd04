"""Opening a game, joining it, and what is the same in every game: status, its settings, what this is."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import app_commands

from cogs.access import table_here, table_of
from cogs.asked import asked
from cogs.components import buttons
from cogs.desk import (
    Desk,
    Face,
    No,
    Reply,
    described,
    desk_of,
    explained,
    in_private,
    localised,
    option,
    refusal,
    title_key,
)
from cogs.house.clocks import NO_PACE, Absent
from cogs.house.deeds import Choose
from cogs.house.kit import Kit
from cogs.house.lobby_post import (
    RULES,
    hints_said,
    lobby_buttons,
    lobby_text,
    shares_of,
    theme_said,
    watching_said,
)
from cogs.house.records import Manner, Status
from cogs.house.safe_text import escaped
from cogs.house.settings import ON
from cogs.house.spoken_time import answer_told, timing_said
from cogs.house.table import Table
from cogs.house.words import ENGLISH, Words, spoken
from cogs.introducing import bots_shown
from cogs.lengths import GameName, Named, Word
from cogs.listing import listing
from cogs.panel import again
from cogs.permissions import author_of, missing
from cogs.places import HOME, Opener, above, home_of, opener
from cogs.rules import rules_of
from cogs.seats import levels_completed
from cogs.settings import (
    hint_choices,
    language_choices,
    option_choices,
    posts_choices,
    theme_choices,
)
from cogs.status import posts_said, rules_said, status_text, tongue_said
from cogs.timing import absent_choices, answer_choices, paces_completed
from cogs.watching import abroad_choices
from engine.core import Illegal


class Lobby(app_commands.Group):
    """`/titan`, `/skirmish`: open a game, join it, start it, and what the game adds.

    The group bears the name of its game, which is what `new` opens, `rules` looks up and `about` tells of; all else is
    about the game of the channel, whichever that is. Discord takes 25 commands: 11 are those of every lobby.
    """

    def __init__(self, face: Face) -> None:
        kit = face.kit
        super().__init__(
            name=kit.rules.name,
            description=localised("discord.command.lobby", game=title_key(kit)),
        )
        self.add_command(_new(kit))
        self.add_command(_settings(kit.themes))
        self.add_command(rules_of(kit.rules.name))
        for command in face.commands():
            self.add_command(command)

    @app_commands.command(name="list", description=described("lobby-list"))
    async def list(self, interaction: discord.Interaction) -> None:
        await in_private(interaction, lambda: listing(desk_of(interaction), interaction))

    @app_commands.command(name="join", description=described("lobby-join"))
    async def join(self, interaction: discord.Interaction) -> None:
        await _here(interaction, "join")

    @app_commands.command(name="leave", description=described("lobby-leave"))
    async def leave(self, interaction: discord.Interaction) -> None:
        await _here(interaction, "leave")

    @app_commands.command(name="add-bot", description=described("lobby-add-bot"))
    @app_commands.describe(level=option("level"))
    async def add_bot(self, interaction: discord.Interaction, level: Named | None = None) -> None:
        await _here(interaction, "add-bot", level)

    add_bot.autocomplete("level")(levels_completed)

    @app_commands.command(name="start", description=described("lobby-start"))
    async def start(self, interaction: discord.Interaction) -> None:
        await _here(interaction, "start")

    @app_commands.command(name="word", description=described("lobby-word"))
    @app_commands.describe(text=option("text"))
    async def word(self, interaction: discord.Interaction, text: Word) -> None:
        desk = desk_of(interaction)

        async def work() -> Reply:
            table = await table_here(interaction)
            with explained(desk, table):
                word = await table.lobby.add_word(interaction.user.id, text)
            return Reply(desk.words.text("discord.done.word", word=word, commitment=table.game.commitment))

        await in_private(interaction, work)

    @app_commands.command(name="status", description=described("lobby-status"))
    async def status(self, interaction: discord.Interaction) -> None:
        desk = desk_of(interaction)

        async def work() -> Reply:
            table = await table_here(interaction)
            if table.game.status is Status.LOBBY:
                view = buttons(table.game.id, len(table.seats), lobby_buttons(desk.words))
                kit, shares = desk.face(table).kit, await shares_of(table)
                return Reply(lobby_text(desk.words, kit, table, shares), (), view)
            seat = table.seat_of(interaction.user.id)
            shown = await bots_shown(desk, table, interaction.user.id)
            return Reply(status_text(desk, table, seat), shown, again(desk, table))

        await in_private(interaction, work)

    @app_commands.command(name="about", description=described("lobby-about"))
    async def about(self, interaction: discord.Interaction) -> None:
        async def work() -> Reply:
            return Reply(desk_of(interaction).faces[self.name].kit.words.text(f"{self.name}.about"))

        await in_private(interaction, work)


def _new(kit: Kit) -> app_commands.Command[Any, ..., None]:
    """`new`: the seats, a name, a theme, a language, and a choice for each option that needs no other one.

    Of a game that is for one number of players alone the seats are not asked for.
    """
    offered = tuple(each for each in kit.options if each.only is None)
    most = {"low": str(min(kit.seats)), "high": str(max(kit.seats))}
    about = {"seats": localised("discord.option.lobby-seats", **most)} if len(kit.seats) > 1 else {}

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
        await in_private(interaction, lambda: _open_game(interaction, kit.rules.name, name, said, chosen))

    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    choice = app_commands.Choice[str] | None
    places = app_commands.Range[int, min(kit.seats), max(kit.seats)] | None
    new.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            inspect.Parameter("interaction", kind, annotation=discord.Interaction),
            *(inspect.Parameter(each, kind, default=None, annotation=places) for each in about),
            inspect.Parameter("name", kind, default=None, annotation=GameName | None),
            inspect.Parameter("theme", kind, default=None, annotation=choice),
            inspect.Parameter("language", kind, default=None, annotation=choice),
            inspect.Parameter("hints", kind, default=None, annotation=choice),
            inspect.Parameter("posts", kind, default=None, annotation=choice),
            *(inspect.Parameter(each.key, kind, default=None, annotation=choice) for each in offered),
        ]
    )
    body: Any = app_commands.describe(
        **about,
        name=option("name"),
        theme=option("theme", "lobby"),
        language=option("language", "lobby"),
        hints=option("hints", "lobby"),
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
    description = localised("discord.command.lobby-new", game=title_key(kit))
    return app_commands.Command(name="new", description=description, callback=body)


def _settings(themes: Sequence[str]) -> app_commands.Command[Any, ..., None]:
    """`settings`: what was chosen for the game, and what its host can still change."""

    @app_commands.describe(
        theme=option("theme", "lobby"),
        language=option("language", "lobby"),
        hints=option("hints", "lobby"),
        posts=option("posts"),
        pace=option("pace"),
        absent=option("absent"),
        answer=option("answer"),
        abroad=option("abroad"),
    )
    @app_commands.choices(
        theme=theme_choices(themes),
        language=language_choices(),
        hints=hint_choices(),
        posts=posts_choices(),
        absent=absent_choices(),
        answer=answer_choices(),
        abroad=abroad_choices(),
    )
    async def settings(
        interaction: discord.Interaction,
        theme: app_commands.Choice[str] | None = None,
        language: app_commands.Choice[str] | None = None,
        hints: app_commands.Choice[str] | None = None,
        posts: app_commands.Choice[str] | None = None,
        pace: Named | None = None,
        absent: app_commands.Choice[str] | None = None,
        answer: app_commands.Choice[str] | None = None,
        abroad: app_commands.Choice[str] | None = None,
    ) -> None:
        desk = desk_of(interaction)
        given = {
            "theme": theme, "language": language, "hints": hints, "posts": posts, "absent": absent, "answer": answer,
            "abroad": abroad,
        }  # fmt: skip
        wanted = {key: choice.value for key, choice in given.items() if choice is not None}
        wanted |= {} if pace is None else {"pace": pace}

        async def work() -> Reply:
            table = await table_here(interaction)
            with explained(desk, table):
                if wanted:
                    request = await desk.house.asking(table).do(Choose(wanted), author_of(interaction, table))
                    if request is not None:
                        return asked(desk, table, request)
            said = [
                rules_said(desk, table),
                timing_said(desk.words, table.game),
                answer_told(desk.words, table.game.answer),
                theme_said(desk.words, table),
                tongue_said(desk, table),
                hints_said(desk.words, table),
                posts_said(desk, table),
                *watching_said(desk.words, table),
            ]
            all_rules = [(RULES, desk.words.text("discord.button.rules"))]
            view = buttons(table.game.id, table.began, all_rules)
            return Reply("\n".join(said), (), view)

        await in_private(interaction, work)

    command = app_commands.Command[Any, ..., None](
        name="settings", description=described("lobby-settings"), callback=settings
    )
    command.autocomplete("pace")(paces_completed)
    return command


def _servers(interaction: discord.Interaction) -> str:
    """The language that the server is set to, if we have it."""
    return spoken(interaction.guild_locale.value) if interaction.guild_locale else ENGLISH


async def _open_game(
    interaction: discord.Interaction, ruleset: str, name: str | None, said: dict[str, str], chosen: dict[str, str]
) -> Reply:
    """Opens a game as it was `said`; what was not is as the server has it where the game can be so, else as everywhere.

    Raises Illegal `seats-wanted`.
    """
    desk, host = desk_of(interaction), interaction.user
    kit = desk.faces[ruleset].kit
    said = {**_fitting(await desk.house.presets(interaction.guild_id or 0), kit), **said}
    lacking = missing(interaction)
    if lacking and HOME not in said:
        raise Illegal("missing-permission", permissions=lacking)
    language = said.get("language") or _servers(interaction)
    if "seats" not in said:
        raise Illegal("seats-wanted", low=min(kit.seats), high=max(kit.seats))
    title = name or Words(language).text("discord.game-name", host=host.display_name)

    async def opened(where: int | Opener) -> Table:
        return await desk.house.open(
            interaction.guild_id or 0,
            where,
            host.id,
            host.display_name,
            ruleset,
            int(said["seats"]),
            title,
            chosen,
            said.get("theme", ""),
            language,
            said.get("hints", ON) == ON,
            Manner(said.get("posts", desk.posts)),
            said.get("pace", NO_PACE.key),
            Absent(said.get("absent", Absent.WAIT)),
        )

    with explained(desk, None):
        if HOME in said:
            home = await home_of(interaction, int(said[HOME]))
            table = await opened(opener(home, title, host.display_name, language))
        else:
            try:
                table = await opened(interaction.channel_id or 0)
            except Illegal as illegal:
                beside = above(interaction)
                if illegal.code != "channel-busy" or beside is None:
                    raise
                try:
                    table = await opened(opener(beside, title, host.display_name, language))
                except Illegal as none:
                    why = (refusal(desk, None, each) for each in (illegal, none))
                    raise No(Reply("\n".join(why))) from none
    if table.game.channel == interaction.channel_id:
        return Reply(desk.words.text("discord.opened", name=escaped(table.game.name), group=ruleset))
    where = f"<#{table.game.channel}>"
    return Reply(desk.words.text("discord.place.opened", name=escaped(table.game.name), where=where, group=ruleset))


def _fitting(presets: Mapping[str, str], kit: Kit) -> dict[str, str]:
    """What the server has chosen for new games, less what this game can't be; where it can be but one thing, that."""
    known = {"seats": [str(number) for number in kit.seats], "theme": kit.themes}
    only = {"seats": str(kit.seats[0])} if len(kit.seats) == 1 else {}
    return only | {key: value for key, value in presets.items() if value in known.get(key, (value,))}


async def _here(interaction: discord.Interaction, verb: str, level: str | None = None) -> None:
    """A lobby command in the channel of the lobby."""
    desk = desk_of(interaction)

    async def work() -> Reply:
        return await _act(interaction, desk, await table_here(interaction), verb, level)

    await in_private(interaction, work)


async def lobby_press(interaction: discord.Interaction, game: int, taken: int, verb: str) -> None:
    """A press on a lobby post, of any age, that showed so many seats `taken`."""
    desk = desk_of(interaction)

    async def work() -> Reply:
        return await _act(interaction, desk, await table_of(interaction, game), verb, None, taken)

    await in_private(interaction, work, fresh=True)


async def _act(
    interaction: discord.Interaction, desk: Desk, table: Table, verb: str, level: str | None, taken: int | None = None
) -> Reply:
    user = interaction.user
    said: dict[str, str] = {"name": escaped(table.game.name)}
    with explained(desk, table):
        match verb:
            case "join":
                await table.lobby.join(user.id, user.display_name)
            case "leave":
                await table.lobby.leave(user.id)
            case "add-bot":
                if table.seat_of(user.id) is None and user.id != table.host:
                    raise Illegal("not-at-the-table")
                seat = await table.lobby.add_bot(level or _first_level(desk, table), taken)
                said["bot"] = table.names[seat]
            case _:
                await table.lobby.start(user.id)
    return Reply(desk.words.text(f"discord.done.{verb}", **said))


def _first_level(desk: Desk, table: Table) -> str:
    """The level of a bot if none is named: the last and best."""
    return tuple(desk.face(table).kit.bots)[-1]
