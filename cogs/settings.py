"""The settings of a game as a command offers them: a value to choose, in the words of the person's language."""

from __future__ import annotations

from collections.abc import Sequence

from discord import app_commands
from discord.app_commands import locale_str

from cogs.desk import localised, standard
from cogs.house.kit import Option
from cogs.house.records import Manner
from cogs.house.settings import OFF, ON
from cogs.house.words import Words, languages


def theme_choices(themes: Sequence[str]) -> list[app_commands.Choice[str]]:
    """The themes of a game in words, the standard one marked."""
    keys = {theme: f"discord.theme.{theme}" for theme in themes}
    return [app_commands.Choice(name=_marked(key, theme == themes[0]), value=theme) for theme, key in keys.items()]


def hint_choices() -> list[app_commands.Choice[str]]:
    """Whether the program advises the players: it does if nothing is said."""
    keys = {ON: "discord.setting.allowed", OFF: "discord.setting.forbidden"}
    return [app_commands.Choice(name=_marked(key, value == ON), value=value) for value, key in keys.items()]


def language_choices() -> list[app_commands.Choice[str]]:
    """The languages, each by its own name."""
    return [app_commands.Choice(name=language_said(language), value=language) for language in languages()]


def language_said(language: str) -> str:
    """What a language is called by those who speak it."""
    return Words(language).text("language.name")


def posts_choices() -> list[app_commands.Choice[str]]:
    """The ways in which a game can be told, in words, the standard one marked."""
    keys = {manner: f"discord.posts.{manner.value}" for manner in Manner}
    return [app_commands.Choice(name=_marked(key, m is Manner.CARD), value=m.value) for m, key in keys.items()]


def option_choices(ruleset: str, option: Option) -> list[app_commands.Choice[str]]:
    """The values of an option in words, the default marked."""
    keys = {value: f"{ruleset}.option.{option.key}.{value}" for value in option.values}
    return [app_commands.Choice(name=_marked(key, value == option.default), value=value) for value, key in keys.items()]


def _marked(key: str, is_standard: bool) -> locale_str:
    return standard(key) if is_standard else localised(key)
