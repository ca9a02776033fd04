"""*Rules* on the lobby post: every option of a game with its value, for all to read, and for its host to choose.

The panel is private and kept nowhere. In the lobby its host chooses an option, then a value of it; each choice is
stored at once and shown on the lobby post. A press carries `rules` and one of:

- nothing: the panel, in a message of its own;
- `all 1`: its second page;
- `of mulligan 0`: the values of an option;
- `set mulligan none`: that value is chosen; what was typed in a form means the same;
- `type end_condition`: the form to type one in; with what was typed before, if that was refused and is not too long.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

import discord

from cogs.access import at_hand, table_of, table_seen
from cogs.asked import asked
from cogs.components import modal, panel
from cogs.desk import Desk, Reply, desk_of, explained, in_private, opened, refusal
from cogs.house.deeds import Choose
from cogs.house.kit import Option
from cogs.house.lobby_post import RULES, host_said
from cogs.house.options import in_force, option_said
from cogs.house.records import Status
from cogs.house.table import Table
from cogs.permissions import author_of
from cogs.screen import MOST_OPTIONS, Field, Filled, Form, Menu, Press, Row, in_pages
from cogs.timing import ABSENT, ANSWER, PACE, timing_options
from cogs.watching import ABROAD, LATE_VIEW, choose_late, watching_options
from engine.core import Illegal

PRESSES = (RULES,)
"""The first word of what the buttons and lists here carry."""

ALL, OF, SET, TYPE = "all", "of", "set", "type"

PAGE = 1200
"""So much of a page are options: with what stands above, and a refusal, it is one message."""

TYPED = "typed"
"""The field of the form."""

MOST_TYPED = 200

MOST_CARRIED = 70
"""So many characters a button has, whatever the numbers of the game are."""


async def rules_press(interaction: discord.Interaction, game: int, began: int, carries: str) -> None:
    """A press in the panel or on the lobby post, of any age."""
    verb, _, key = carries.removeprefix(RULES).strip().partition(" ")
    if verb == TYPE and await _form_opened(interaction, game, *key.partition(" ")[::2]):
        return
    await in_private(interaction, lambda: _pressed(interaction, game, carries), fresh=carries == RULES)


async def rules_filled(interaction: discord.Interaction, game: int, carries: str, values: Filled) -> None:
    """A form of the panel that was sent."""
    meant = _meant(carries.rpartition(" ")[2], values)
    await in_private(interaction, lambda: _pressed(interaction, game, meant))


def _meant(key: str, values: Filled) -> str:
    """What a press would carry that means the same as the form of an option."""
    return f"{RULES} {SET} {key} {' '.join(values.get(TYPED, ()))}"


async def _form_opened(interaction: discord.Interaction, game: int, key: str, typed: str) -> bool:
    """Opens the form of an option, with what was `typed` there; says whether there was one.

    Nothing is waited for before.
    """
    desk = desk_of(interaction)
    table = at_hand(interaction, game)
    if desk.duty.draining or table is None or not _may_choose(table, interaction.user.id):
        return False
    option = _option(desk, table, key)
    if option is None or option.typed is None:
        return False
    value = _value(_in_force(desk, table), option)
    about = desk.words.text("table-rules.example", example=option.typed.example)
    line = Field(TYPED, desk.words.text("table-rules.typed"), about=about, before=(typed or value,), room=MOST_TYPED)
    return await opened(
        desk,
        interaction,
        modal(game, table.began, f"{RULES} {TYPE} {key}", Form(option.name, (line,), partial(_meant, key))),
    )


async def _pressed(interaction: discord.Interaction, game: int, carries: str) -> Reply:
    desk, user = desk_of(interaction), interaction.user.id
    with explained(desk, None):
        table = await (table_of if carries.startswith(f"{RULES} {SET} ") else table_seen)(interaction, game)
    match carries.split(" ", 3)[1:]:
        case [verb, key, text] if verb == SET:
            return await _chosen(interaction, desk, table, key, text)
        case [verb, key, *page] if verb in (OF, TYPE) and (option := _option(desk, table, key)) is not None:
            note = desk.words.text("discord.form-again") if verb == TYPE else ""
            return values_of(desk, table, user, option, _number(page), note)
        case [verb, *page] if verb == ALL:
            return rules_of(desk, table, user, _number(page))
        case _:
            return rules_of(desk, table, user)


async def _chosen(interaction: discord.Interaction, desk: Desk, table: Table, key: str, text: str) -> Reply:
    user = interaction.user.id
    try:
        if key == LATE_VIEW:
            await choose_late(table, text, user)
        elif key in (PACE, ABSENT, ANSWER, ABROAD):
            request = await desk.house.asking(table).do(Choose({key: text}), author_of(interaction, table))
            if request is not None:
                return asked(desk, table, request)
        else:
            await table.lobby.choose(key, text, user)
    except Illegal as illegal:
        note, option = refusal(desk, table, illegal), _option(desk, table, key)
        if option is None or not _may_choose(table, user):
            return rules_of(desk, table, user, note=note)
        return values_of(desk, table, user, option, note=note, typed=text)
    said = _said(desk, table, key)
    return rules_of(desk, table, user, note=desk.words.text("table-rules.chosen", what=said))


def rules_of(desk: Desk, table: Table, user_id: int, page: int = 0, note: str = "") -> Reply:
    """A page of all the rules of a table with their values, those first that are not the standard."""
    words, host = desk.words, _may_choose(table, user_id)
    values = _in_force(desk, table)
    leaves = _leaves(desk, values)
    here = page % len(leaves)
    text, options = leaves[here]
    if table.game.status is not Status.LOBBY:
        about = words.text("table-rules.fixed")
    else:
        about = words.text("table-rules.yours") if host else words.text("table-rules.hosts", host=host_said(table))
    title = f"**{words.text('table-rules.title')}**"
    rows: list[Row] = []
    if host:
        offered = (Press(_of(option), option.name, note=option.says(values[option])) for option in options)
        rows.append(Menu(words.text("table-rules.which"), tuple(offered)))
    ways = {
        to: words.text("table-rules.before" if to < here else "table-rules.after", number=to + 1, of=len(leaves))
        for to in (here - 1, here + 1)
        if to in range(len(leaves))
    }
    if ways:
        rows.append(tuple(Press(_all(to), label) for to, label in ways.items()))
    view = panel(table.game.id, table.began, rows) if rows else None
    return Reply("\n".join(filter(None, (note, title, about, text))), (), view)


def values_of(
    desk: Desk, table: Table, user_id: int, option: Option, page: int = 0, note: str = "", typed: str = ""
) -> Reply:
    """An option, what it is about, and the values that the host can choose; for others the rules of the table.

    `typed` is what was refused.
    """
    if not _may_choose(table, user_id):
        return rules_of(desk, table, user_id, note=note)
    words, values = desk.words, _in_force(desk, table)
    now = _value(values, option)

    def press(value: str) -> Press:
        said = option.says(value)
        label = words.text("discord.option.default", value=said) if value == option.default else said
        return Press(f"{RULES} {SET} {option.key} {value}", label, note=words.text("table-rules.now") * (value == now))

    def turn(to: int, number: int, pages: int) -> Press:
        return Press(_of(option, to), words.text("table-rules.after", number=number, of=pages))

    menu = Menu(words.text("table-rules.what"), in_pages([press(value) for value in option.values], page, turn))
    ways = [Press(_all(_leaf_of(desk, values, option)), words.text("discord.button.back"))]
    if option.typed is not None:
        again = f"{RULES} {TYPE} {option.key} {typed}".strip()
        carries = again if len(again) <= MOST_CARRIED else f"{RULES} {TYPE} {option.key}"
        ways.insert(0, Press(carries, words.text("table-rules.other")))
    text = (
        note,
        f"**{option.name}**",
        option.about,
        option.typed.help if option.typed is not None else "",
        words.text("table-rules.is", value=option.says(now)),
    )
    return Reply("\n".join(filter(None, text)), (), panel(table.game.id, table.began, (menu, tuple(ways))))


def _leaves(desk: Desk, values: Mapping[Option, str]) -> tuple[tuple[str, tuple[Option, ...]], ...]:
    """The pages of all rules: the text of each, and the options that stand on it."""
    leaves: list[tuple[str, tuple[Option, ...]]] = []
    heading = ""
    for above, option, line in _lines(desk, values):
        text, options = leaves[-1] if leaves else ("", ())
        added = "\n".join(filter(None, (text, above if above != heading else "", line)))
        if leaves and len(added) <= PAGE and len(options) < MOST_OPTIONS:
            leaves[-1] = added, (*options, option)
        else:
            leaves.append((f"{above}\n{line}", (option,)))
        heading = above
    return tuple(leaves)


def _lines(desk: Desk, values: Mapping[Option, str]) -> Iterator[tuple[str, Option, str]]:
    """Each option in its line, with what stands above those of its kind."""
    words = desk.words
    for tells, key in ((True, "table-rules.differs"), (False, "table-rules.standard")):
        for option, value in values.items():
            if option.tells(value) == tells:
                line = words.text("table-rules.rule", name=option.name, value=option.says(value))
                yield f"__{words.text(key)}__", option, line


def _in_force(desk: Desk, table: Table) -> dict[Option, str]:
    """Every rule of the table with its value: those of the game, how long it waits, and what those see who watch."""
    rules = in_force(desk.face(table).kit, table.game.options)
    return {**rules, **timing_options(desk, table), **watching_options(desk, table)}


def _value(values: Mapping[Option, str], option: Option) -> str:
    """The value of an option."""
    return next(value for each, value in values.items() if each.key == option.key)


def _said(desk: Desk, table: Table, key: str) -> str:
    """A rule with its value."""
    found = next(((option, value) for option, value in _in_force(desk, table).items() if option.key == key), None)
    if found is None:
        return option_said(desk.face(table).kit, table.game.options, key)
    return desk.words.text("rules-one", name=found[0].name, value=found[0].says(found[1]))


def _leaf_of(desk: Desk, values: Mapping[Option, str], option: Option) -> int:
    """The page that an option stands on."""
    return next(
        number for number, (_, options) in enumerate(_leaves(desk, values)) if option.key in [o.key for o in options]
    )


def _may_choose(table: Table, user_id: int) -> bool:
    return table.game.status is Status.LOBBY and user_id == table.host


def _option(desk: Desk, table: Table, key: str) -> Option | None:
    """An option of the table, if there is one of that name now."""
    return next((o for o in _in_force(desk, table) if o.key == key), None)


def _all(page: int) -> str:
    return f"{RULES} {ALL} {page}"


def _of(option: Option, page: int = 0) -> str:
    return f"{RULES} {OF} {option.key} {page}"


def _number(page: list[str]) -> int:
    """The page that a press carries, from 0."""
    return int(page[0]) if page and page[0].isdecimal() and len(page[0]) < 4 else 0
