"""The options of commands that choose settings: what each is called, what is said of it, and what it can be."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass

import discord
from discord import app_commands
from discord.app_commands import locale_str

from cogs.face.face import AnyCommand
from cogs.face.lengths import NameText
from cogs.house.table.settings import OFF, ON
from cogs.house.values.clocks import Absent
from cogs.house.values.order_delays import OrderDelay
from cogs.house.values.records import Joining, PostStyle
from cogs.house.words.words import languages
from cogs.interactions.context import Reply, in_private, localised, option, standard
from cogs.interactions.setting_choices import language_said
from cogs.interactions.waiting_texts import paces_completed

Completion = Callable[[discord.Interaction, str], Coroutine[object, None, list[app_commands.Choice[str]]]]


@dataclass(frozen=True, slots=True)
class SettingOption:
    """An option of a command, and the setting that it chooses: one of its `choices`, or else what its `kind` takes.

    `completed` offers values for what was typed so far.
    """

    name: str
    setting: str
    about: locale_str
    choices: Sequence[app_commands.Choice[str]] = ()
    kind: object = app_commands.Choice[str] | None
    default: object = None
    completed: Completion | None = None


def settings_command(
    name: str,
    about: locale_str,
    options: Sequence[SettingOption],
    choose: Callable[[discord.Interaction, dict[str, str]], Awaitable[Reply]],
) -> AnyCommand:
    """A command that answers in private what comes of it to `choose`: the values that were given, by their settings."""

    async def doing(interaction: discord.Interaction, **given: object) -> None:
        values = {each.setting: given[each.name] for each in options if given[each.name] != each.default}
        chosen = {
            key: str(value.value) if isinstance(value, app_commands.Choice) else str(value)
            for key, value in values.items()
        }
        await in_private(interaction, lambda: choose(interaction, chosen))

    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    doing.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            inspect.Parameter("interaction", kind, annotation=discord.Interaction),
            *(inspect.Parameter(each.name, kind, default=each.default, annotation=each.kind) for each in options),
        ]
    )
    described = app_commands.describe(**{each.name: each.about for each in options})(doing)
    offering = app_commands.choices(**{each.name: list(each.choices) for each in options if each.choices})(described)
    command = AnyCommand(name=name, description=about, callback=offering)
    for each in options:
        if each.completed is not None:
            command.autocomplete(each.name)(each.completed)
    return command


def language_choices() -> list[app_commands.Choice[str]]:
    """The languages, each by its own name."""
    return [app_commands.Choice(name=language_said(language), value=language) for language in languages()]


def _choices(keys: Mapping[str, str], usual: str) -> list[app_commands.Choice[str]]:
    """Values by the keys of their words, the one that holds when nothing is chosen marked as such."""
    return [
        app_commands.Choice(name=standard(key) if value == usual else localised(key), value=value)
        for value, key in keys.items()
    ]


def _named(values: Iterable[str], prefix: str) -> dict[str, str]:
    return {str(value): f"{prefix}{value}" for value in values}


def theme_option(themes: Sequence[str]) -> SettingOption:
    """The themes of a game, of which the first is the standard one."""
    return SettingOption(
        "theme", "theme", option("theme", "lobby"), _choices(_named(themes, "discord.theme."), themes[0])
    )


LANGUAGE = SettingOption("language", "language", option("language", "lobby"), language_choices())
HINTS = SettingOption(
    "hints",
    "hints",
    option("hints", "lobby"),
    _choices({ON: "discord.setting.allowed", OFF: "discord.setting.forbidden"}, ON),
)
TOLD = SettingOption("told", "posts", option("posts"), _choices(_named(PostStyle, "discord.posts."), PostStyle.CARD))
JOIN = SettingOption(
    "join", "joining", option("join", "lobby"), _choices(_named(Joining, "discord.joining."), Joining.ALL)
)
PACE = SettingOption("pace", "pace", option("pace"), kind=NameText | None, completed=paces_completed)
ABSENT = SettingOption("absent", "absent", option("absent"), _choices(_named(Absent, "absent-"), Absent.WAIT))
ANSWER = SettingOption(
    "answer", "answer", option("answer"), _choices(_named(OrderDelay, "answer-"), OrderDelay.RANDOM_SHORT)
)
ABROAD = SettingOption(
    "abroad", "abroad", option("abroad"), _choices(_named((ON, OFF), "discord.watching.abroad-"), OFF)
)
