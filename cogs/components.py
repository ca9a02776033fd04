"""Builds every view that the bot sends: plain buttons and selects, within Discord's limits, kept nowhere in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

import discord

from cogs.choices import BUTTONS_A_ROW, ID_ROOM, LABEL_ROOM, MOST_OPTIONS, OPEN, PICK, ROWS, Layout, fitted, shortened

VERSION = "t1"
Emojis = Mapping[str, discord.PartialEmoji]
"""The emojis that the application has, by name. Whatever names one that is not there is shown without."""

NO_EMOJIS: Emojis = MappingProxyType({})

GREEN = frozenset({"done", "roll", "join", "start", "fight"})


def custom_id(game: int, began: int, carries: str) -> str:
    """`t1:<game>:<began>:<line>`, at most 100 characters; a line too long for it is its digest."""
    head = f"{VERSION}:{game}:{began}:"
    return head + fitted(carries, ID_ROOM - len(head))


def button(
    game: int, began: int, carries: str, label: str, emoji: discord.PartialEmoji | None = None
) -> discord.ui.Button[discord.ui.View]:
    """A button that the router understands, after a restart too."""
    style = discord.ButtonStyle.secondary
    if carries == OPEN:
        style = discord.ButtonStyle.primary
    elif carries.partition(" ")[0] in GREEN:
        style = discord.ButtonStyle.success
    identity = custom_id(game, began, carries)
    return discord.ui.Button(style=style, label=shortened(label, LABEL_ROOM), custom_id=identity, emoji=emoji)


def buttons(game: int, began: int, pairs: Iterable[tuple[str, str]]) -> discord.ui.View | None:
    """A view of buttons, each a pair of what it carries and its label; None if there are none."""
    view = discord.ui.View(timeout=None)
    for carries, label in list(pairs)[: ROWS * BUTTONS_A_ROW]:
        view.add_item(button(game, began, carries, label))
    view.stop()
    return view if view.children else None


def panel(
    game: int,
    began: int,
    layout: Layout,
    about: Callable[[str], str],
    last: tuple[str, str],
    emojis: Emojis = NO_EMOJIS,
) -> discord.ui.View:
    """The choices of one person: selects above, buttons below, `last` as the last button.

    `about` says for a verb what its select is for.
    """
    view = discord.ui.View(timeout=None)
    for row, menu in enumerate(layout.menus):
        select: discord.ui.Select[discord.ui.View] = discord.ui.Select(
            custom_id=custom_id(game, began, f"{PICK}{row}"), placeholder=shortened(about(menu.verb), 150), row=row
        )
        for option in menu.options[:MOST_OPTIONS]:
            value = fitted(option.carries, ID_ROOM)
            select.add_option(label=shortened(option.label, 100), value=value, emoji=emojis.get(option.emoji))
        view.add_item(select)
    room = (ROWS - len(layout.menus)) * BUTTONS_A_ROW - 1
    for press in layout.buttons[:room]:
        view.add_item(button(game, began, press.carries, press.label, emojis.get(press.emoji)))
    view.add_item(button(game, began, *last))
    view.stop()
    return view
