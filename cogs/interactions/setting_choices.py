"""The settings of a game as a command offers them: a value to choose, in the words of the person's language."""

from __future__ import annotations

from collections.abc import Mapping

from discord import app_commands

from cogs.house.game.kit import Kit
from cogs.house.game.variants import Option, Typed
from cogs.house.table.lobby_post import setup_said
from cogs.house.table.settings import OFF, ON
from cogs.house.table.table import Table
from cogs.house.values.records import Joining, PostStyle, Setup
from cogs.house.words.words import Words, languages
from cogs.interactions.context import Context, localised


def language_said(language: str) -> str:
    """What a language is called by those who speak it."""
    return Words(language).text("language.name")


def preset_choices(kit: Kit) -> list[app_commands.Choice[str]]:
    """The rules that can be chosen at once, the standard ones first."""
    keys = {name: f"{kit.rules.name}.preset.{name}" for name in kit.variants.presets}
    return [app_commands.Choice(name=localised(key), value=name) for name, key in keys.items()]


def setting_option(
    words: Words, subject: str, key: str, values: Mapping[str, str], group: str, typed: Typed | None = None
) -> Option:
    """A setting of a subject, such as `timing`, as the rules are chosen, by its key and its values with their words."""
    name, about = (words.text(f"discord.{subject}.{key}{part}") for part in ("", "-about"))
    return Option(key, name, about, values, typed=typed, group=group)


def table_options(context: Context, table: Table) -> dict[Option, str]:
    """How a table looks, speaks, advises and is told, and who sits down: as its rules are chosen, with what is now."""
    text, game, kit = context.words.text, table.game, context.face(table).kit

    def option(key: str, values: Mapping[str, str], group: str) -> Option:
        name, about = (text(f"table-rules.{key}.{part}") for part in ("name", "about"))
        return Option(key, name, about, values, group=group)

    ways = sorted(Setup, key=lambda each: (each is Setup.DRAWN) != kit.deciding.drawn)
    setup = {each.value: setup_said(kit, each) for each in ways}
    joining = {each.value: text(f"discord.joining.{each.value}") for each in Joining}
    told = {post_style.value: text(f"discord.posts.{post_style.value}") for post_style in PostStyle}
    advises = {ON: text("discord.setting.allowed"), OFF: text("discord.setting.forbidden")}
    themes = {theme: text(f"discord.theme.{theme}") for theme in kit.pictures.themes}
    return {
        **({option("setup", setup, "start"): game.setup.value} if kit.deciding.ready is not None else {}),
        option("joining", joining, "start"): game.joining.value,
        option("posts", told, "told"): game.posts.value,
        option("language", {each: language_said(each) for each in languages()}, "told"): game.language,
        option("theme", themes, "told"): table.theme,
        option("hints", advises, "told"): ON if game.hints else OFF,
    }
