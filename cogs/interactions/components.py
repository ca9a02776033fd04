"""Builds every view and form that the bot sends: within Discord's limits, and kept nowhere in memory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

import discord

from cogs.face.choices import ID_ROOM, LABEL_ROOM, shortened
from cogs.face.presses import ChooseIn, fitted
from cogs.face.screen import BUTTONS_A_ROW, ROWS, Field, Form, Menu, Press, Row
from cogs.house.values.sender import OPEN

VERSION = "t1"
Emojis = Mapping[str, discord.PartialEmoji]
"""The emojis that the application has, by name. Whatever names one that is not there is shown without."""

NO_EMOJIS: Emojis = MappingProxyType({})

GREEN = frozenset({"done", "roll", "join", "start", "fight"})

STYLES = {
    "good": discord.ButtonStyle.success,
    "grave": discord.ButtonStyle.danger,
    "main": discord.ButtonStyle.primary,
}

OPTION_ROOM = 100
TITLE_ROOM = FIELD_ROOM = 45


def custom_id(game: int, began: int, carries: str, here: str = "") -> str:
    """`t1:<game>:<began>:<line>`, at most 100 characters; what is too long for it is its digest, see `fitted`."""
    return _identity(_head(game, began), carries, here)


def _head(game: int, began: int) -> str:
    return f"{VERSION}:{game}:{began}:"


def _identity(head: str, carries: str, here: str) -> str:
    return head + fitted(carries, ID_ROOM - len(head), here)


def button(
    game: int, began: int, press: Press, emoji: discord.PartialEmoji | None = None, here: str = ""
) -> discord.ui.Button[discord.ui.View]:
    """A button that the router understands, after a restart too."""
    return _button(_head(game, began), press, emoji, here)


def _button(
    head: str, press: Press, emoji: discord.PartialEmoji | None, here: str
) -> discord.ui.Button[discord.ui.View]:
    style = STYLES.get(press.style, discord.ButtonStyle.secondary)
    if press.carries == OPEN and not press.style:
        style = discord.ButtonStyle.primary
    elif not press.style and press.carries.partition(" ")[0] in GREEN:
        style = discord.ButtonStyle.success
    identity, label = _identity(head, press.carries, here), shortened(press.label, LABEL_ROOM)
    return discord.ui.Button(style=style, label=label, custom_id=identity, emoji=emoji, disabled=press.off)


def buttons(game: int, began: int, pairs: Iterable[tuple[str, str]]) -> discord.ui.View | None:
    """A view of buttons, each a pair of what it carries and its label; None if there are none."""
    view = discord.ui.View(timeout=None)
    for carries, label in list(pairs)[: ROWS * BUTTONS_A_ROW]:
        view.add_item(button(game, began, Press(carries, label)))
    view.stop()
    return view if view.children else None


def panel(
    game: int, began: int, rows: Iterable[Row], last: Iterable[Press] = (), emojis: Emojis = NO_EMOJIS, here: str = ""
) -> discord.ui.View:
    """The choices of one person in their rows; the presses of `last` fill up the last row or follow it.

    `here` is the place in the panel that is shown, as a press carries it.
    """
    laid = list(rows)
    for press in last:
        below = laid[-1] if laid else ()
        if isinstance(below, Menu) or not 0 < len(below) < BUTTONS_A_ROW:
            laid.append((press,))
        else:
            laid[-1] = (*below, press)
    return shown(_head(game, began), laid, emojis, here)


def shown(head: str, rows: Sequence[Row], emojis: Emojis, here: str) -> discord.ui.View:
    """Choices in their rows. The id of each begins with `head`, which says whose answer it is."""
    assert len(rows) <= ROWS, f"a panel of {len(rows)} rows"
    view = discord.ui.View(timeout=None)
    for at, row in enumerate(rows):
        if isinstance(row, Menu):
            view.add_item(_select(head, at, row, emojis, here))
            continue
        for press in row:
            made = _button(head, press, emojis.get(press.emoji), here)
            made.row = at
            view.add_item(made)
    view.stop()
    return view


def _select(head: str, at: int, menu: Menu, emojis: Emojis, here: str) -> discord.ui.Select[discord.ui.View]:
    select: discord.ui.Select[discord.ui.View] = discord.ui.Select(
        custom_id=_identity(head, str(ChooseIn(str(at))), here),
        placeholder=shortened(menu.about, 150),
        row=at,
        max_values=min(menu.most, len(menu.options)),
    )
    for option in menu.options:
        select.add_option(
            label=shortened(option.label, OPTION_ROOM),
            value=fitted(option.carries, ID_ROOM, here),
            description=shortened(option.note, OPTION_ROOM) or None,
            emoji=emojis.get(option.emoji),
        )
    return select


def people(game: int, began: int, carries: str, about: str, at: int) -> discord.ui.UserSelect[discord.ui.View]:
    """A list of the server's people in the row `at` of a panel; a choice carries that, and whom it is about."""
    identity = custom_id(game, began, carries)
    return discord.ui.UserSelect(custom_id=identity, placeholder=shortened(about, 150), row=at)


def modal(game: int, began: int, carries: str, form: Form, emojis: Emojis = NO_EMOJIS) -> discord.ui.Modal:
    """A form whose submission comes to the router as what it was opened with; `carries` is that."""
    made = discord.ui.Modal(
        title=shortened(form.title, TITLE_ROOM), custom_id=custom_id(game, began, carries), timeout=None
    )
    for field in form.fields:
        component = _asked(field, emojis)
        about = shortened(field.about, OPTION_ROOM) or None
        made.add_item(discord.ui.Label(text=shortened(field.label, FIELD_ROOM), description=about, component=component))
    made.stop()
    return made


def _asked(field: Field, emojis: Emojis) -> discord.ui.Item[discord.ui.Modal]:
    if field.room:
        return discord.ui.TextInput(custom_id=field.name, default=" ".join(field.before), max_length=field.room)
    return _ticks(field) if field.ticks else _list(field, emojis)


def _ticks(field: Field) -> discord.ui.CheckboxGroup[discord.ui.Modal]:
    options = [
        discord.CheckboxGroupOption(
            label=shortened(option.label, OPTION_ROOM),
            value=option.carries,
            description=shortened(option.note, OPTION_ROOM) or None,
            default=option.carries in field.before,
        )
        for option in field.options
    ]
    most = min(field.most, len(options))
    return discord.ui.CheckboxGroup(
        custom_id=field.name, options=options, min_values=field.least, max_values=most, required=field.least > 0
    )


def _list(field: Field, emojis: Emojis) -> discord.ui.Select[discord.ui.Modal]:
    select: discord.ui.Select[discord.ui.Modal] = discord.ui.Select(
        custom_id=field.name,
        min_values=field.least,
        max_values=min(field.most, len(field.options)),
        required=field.least > 0,
    )
    for option in field.options:
        select.add_option(
            label=shortened(option.label, OPTION_ROOM),
            value=option.carries,
            description=shortened(option.note, OPTION_ROOM) or None,
            emoji=emojis.get(option.emoji),
            default=option.carries in field.before,
        )
    return select
