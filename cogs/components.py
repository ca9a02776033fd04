"""Builds every view that the bot sends: plain buttons and selects, within Discord's limits, kept nowhere in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import discord

from cogs.choices import BUTTONS_A_ROW, ID_ROOM, LABEL_ROOM, MOST_OPTIONS, OPEN, PICK, ROWS, Layout, fitted, shortened

VERSION = "t1"
GREEN = frozenset({"done", "roll", "join", "start", "fight"})


def custom_id(game: int, began: int, carries: str) -> str:
    """`t1:<game>:<began>:<line>`, at most 100 characters; a line too long for it is its digest."""
    head = f"{VERSION}:{game}:{began}:"
    return head + fitted(carries, ID_ROOM - len(head))


def button(game: int, began: int, carries: str, label: str) -> discord.ui.Button[discord.ui.View]:
    """A button that the router understands, after a restart too."""
    style = discord.ButtonStyle.secondary
    if carries == OPEN:
        style = discord.ButtonStyle.primary
    elif carries.partition(" ")[0] in GREEN:
        style = discord.ButtonStyle.success
    return discord.ui.Button(style=style, label=shortened(label, LABEL_ROOM), custom_id=custom_id(game, began, carries))


def buttons(game: int, began: int, pairs: Iterable[tuple[str, str]]) -> discord.ui.View | None:
    """A view of buttons, each a pair of what it carries and its label; None if there are none."""
    view = discord.ui.View(timeout=None)
    for carries, label in list(pairs)[: ROWS * BUTTONS_A_ROW]:
        view.add_item(button(game, began, carries, label))
    view.stop()
    return view if view.children else None


def panel(game: int, began: int, layout: Layout, about: Callable[[str], str], last: tuple[str, str]) -> discord.ui.View:
    """The choices of one person: selects above, buttons below, `last` as the last button.

    `about` says for a verb what its select is for.
    """
    view = discord.ui.View(timeout=None)
    for row, menu in enumerate(layout.menus):
        select: discord.ui.Select[discord.ui.View] = discord.ui.Select(
            custom_id=custom_id(game, began, f"{PICK}{row}"), placeholder=shortened(about(menu.verb), 150), row=row
        )
        for option in menu.options[:MOST_OPTIONS]:
            select.add_option(label=shortened(option.label, 100), value=fitted(option.carries, ID_ROOM))
        view.add_item(select)
    room = (ROWS - len(layout.menus)) * BUTTONS_A_ROW - 1
    for press in layout.buttons[:room]:
        view.add_item(button(game, began, press.carries, press.label))
    view.add_item(button(game, began, *last))
    view.stop()
    return view
