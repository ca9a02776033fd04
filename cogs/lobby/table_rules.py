"""*Rules* on the lobby post: every option of a game with its value, for all to read, and for its host to choose.

The panel is private and kept nowhere. Options stand in groups. In the lobby its host chooses one, then a value of it;
each choice is stored at once and shown on the lobby post. A press carries `rules` and one of:

- nothing: the panel, in a message of its own;
- `all`: its groups;
- `in battle`: the options of a group;
- `of mulligan 0`: the values of an option;
- `set mulligan none`: that value is chosen; what was typed in a form means the same;
- `type end_condition`: the form to type one in; with what was typed before, if that was refused and is not too long.
"""

from __future__ import annotations

from functools import partial

import discord

from cogs.face.screen import Field, Filled, Form, Menu, Press, Row, in_pages
from cogs.house.game.options import PRESET, chosen_for, in_force, option_said, preset_of, preset_said, told
from cogs.house.game.variants import Option
from cogs.house.table.interventions import Choose
from cogs.house.table.lobby_post import RULES, host_said
from cogs.house.table.settings import BEFORE
from cogs.house.table.table import Table
from cogs.house.values.records import Status
from cogs.interactions.access import at_hand, table_of, table_seen
from cogs.interactions.components import modal, panel
from cogs.interactions.context import Context, Reply, context_of, explained, in_private, opened, refusal
from cogs.interactions.permissions import author_of
from cogs.interactions.request_answers import asked
from cogs.interactions.setting_choices import table_options
from cogs.interactions.waiting_texts import timing_options
from cogs.lobby.watching import LATE_VIEW, choose_late, watching_options
from engine.core import Illegal

PRESSES = (RULES,)
"""The first word of what the buttons and lists here carry."""

ALL, IN, OF, SET, TYPE = "all", "in", "of", "set", "type"

SETTINGS = frozenset(
    {"theme", "language", "hints", "posts", "pace", "absent", "answer", "abroad", *(BEFORE - {"places"})}
)
"""What a table chooses beside its rules, and is changed as a setting."""

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
    context = context_of(interaction)
    table = at_hand(interaction, game)
    if context.duty.draining or table is None or not _may_choose(table, interaction.user.id):
        return False
    option = _option(context, table, key)
    if option is None or option.typed is None:
        return False
    value = _value(context, table, option)
    about = context.words.text("table-rules.example", example=option.typed.example)
    line = Field(TYPED, context.words.text("table-rules.typed"), about=about, before=(typed or value,), room=MOST_TYPED)
    return await opened(
        context,
        interaction,
        modal(game, table.began, f"{RULES} {TYPE} {key}", Form(option.name, (line,), partial(_meant, key))),
    )


async def _pressed(interaction: discord.Interaction, game: int, carries: str) -> Reply:
    context, user = context_of(interaction), interaction.user.id
    with explained(context, None):
        table = await (table_of if carries.startswith(f"{RULES} {SET} ") else table_seen)(interaction, game)
    match carries.split(" ", 3)[1:]:
        case [verb, key, text] if verb == SET:
            return await _chosen(interaction, context, table, key, text)
        case [verb, key, *page] if verb in (OF, TYPE) and (option := _option(context, table, key)) is not None:
            note = context.words.text("discord.form-again") if verb == TYPE else ""
            return values_of(context, table, user, option, _number(page), note)
        case [verb, group] if verb == IN:
            return group_of(context, table, user, group)
        case _:
            return rules_of(context, table, user)


async def _chosen(interaction: discord.Interaction, context: Context, table: Table, key: str, text: str) -> Reply:
    user = interaction.user.id
    try:
        if key == LATE_VIEW:
            await choose_late(table, text, user)
        elif key in SETTINGS:
            request = await context.house.consent(table).do(Choose({key: text}), author_of(interaction, table))
            if request is not None:
                return asked(context, table, request)
        else:
            await table.lobby.choose(key, text, user)
    except Illegal as illegal:
        note, option = refusal(context, table, illegal), _option(context, table, key)
        if option is None or not _may_choose(table, user):
            return rules_of(context, table, user, note=note)
        return values_of(context, table, user, option, note=note, typed=text)
    note, option = (
        context.words.text("table-rules.chosen", what=_said(context, table, key)),
        _option(context, table, key),
    )
    if option is None or key == PRESET:
        return rules_of(context, table, user, note=note)
    return group_of(context, table, user, option.group, note)


def rules_of(context: Context, table: Table, user_id: int, note: str = "") -> Reply:
    """What a table is played by, and the groups of what can be chosen of it."""
    words, kit, values = context.words, context.face(table).kit, _in_force(context, table)
    if table.game.status is not Status.LOBBY:
        about = words.text("table-rules.fixed")
    elif _may_choose(table, user_id):
        about = words.text("table-rules.yours")
    else:
        about = words.text("table-rules.hosts", host=host_said(table))
    groups: dict[str, list[Option]] = {}
    for option in values:
        groups.setdefault(option.group, []).append(option)
    offered = [
        Press(
            f"{RULES} {IN} {group}", _group_said(context, group), note=words.listing((o.name for o in options), "comma")
        )
        for group, options in groups.items()
    ]
    if _may_choose(table, user_id) and len(kit.variants.presets) > 1:
        preset = _preset(context, table)
        offered.insert(
            0, Press(_of(preset), preset.name, note=preset.says(preset_of(kit, chosen_for(kit, table.game))))
        )
    menu = Menu(words.text("table-rules.which"), tuple(offered))
    text = "\n".join(filter(None, (note, f"**{about}**", told(kit, chosen_for(kit, table.game)))))
    return Reply(text, (), panel(table.game.id, table.began, (menu,)))


def group_of(context: Context, table: Table, user_id: int, group: str, note: str = "") -> Reply:
    """The options of a group with their values, and what each is about; the list is for the host."""
    words, values = context.words, _in_force(context, table)
    options = [option for option in values if option.group == group]
    if not options:
        return rules_of(context, table, user_id, note)
    lines = [
        words.text("table-rules.rule", name=option.name, value=option.says(values[option]), about=option.about)
        for option in options
    ]
    back = (Press(f"{RULES} {ALL}", words.text("discord.button.back")),)
    rows: list[Row] = [back]
    if _may_choose(table, user_id):
        offered = tuple(Press(_of(option), option.name, note=option.says(values[option])) for option in options)
        rows.insert(0, Menu(words.text("table-rules.change"), offered))
    text = "\n".join(filter(None, (note, f"**{_group_said(context, group)}**", *lines)))
    return Reply(text, (), panel(table.game.id, table.began, rows))


def values_of(
    context: Context, table: Table, user_id: int, option: Option, page: int = 0, note: str = "", typed: str = ""
) -> Reply:
    """An option, what it is about, and the values that the host can choose; for others the rules of the table.

    `typed` is what was refused.
    """
    if not _may_choose(table, user_id):
        return rules_of(context, table, user_id, note=note)
    words, now = context.words, _value(context, table, option)

    def press(value: str) -> Press:
        said = option.says(value)
        standard = value == option.default and option.key != PRESET
        label = words.text("discord.option.default", value=said) if standard else said
        return Press(f"{RULES} {SET} {option.key} {value}", label, note=words.text("table-rules.now") * (value == now))

    def turn(to: int, number: int, pages: int) -> Press:
        return Press(_of(option, to), words.text("table-rules.after", number=number, of=pages))

    menu = Menu(words.text("table-rules.what"), in_pages([press(value) for value in option.values], page, turn))
    to = ALL if option.key == PRESET else f"{IN} {option.group}"
    ways = [Press(f"{RULES} {to}", words.text("discord.button.back"))]
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


def _in_force(context: Context, table: Table) -> dict[Option, str]:
    """Every rule of the table with its value: those of the game, how long it waits, how it is told and to whom."""
    kit = context.face(table).kit
    rules = in_force(kit, chosen_for(kit, table.game))
    beside = {**timing_options(context, table), **table_options(context, table), **watching_options(context, table)}
    return {**rules, **beside}


def _value(context: Context, table: Table, option: Option) -> str:
    """The value of an option, or the preset."""
    if option.key == PRESET:
        kit = context.face(table).kit
        return preset_of(kit, chosen_for(kit, table.game))
    return next(value for each, value in _in_force(context, table).items() if each.key == option.key)


def _said(context: Context, table: Table, key: str) -> str:
    """A rule with its value."""
    kit = context.face(table).kit
    if key == PRESET:
        return told(kit, chosen_for(kit, table.game))
    found = next(((option, value) for option, value in _in_force(context, table).items() if option.key == key), None)
    if found is None:
        return option_said(kit, chosen_for(kit, table.game), key)
    return context.words.text("rules-one", name=found[0].name, value=found[0].says(found[1]))


def _may_choose(table: Table, user_id: int) -> bool:
    return table.game.status is Status.LOBBY and user_id == table.host


def _option(context: Context, table: Table, key: str) -> Option | None:
    """An option of the table, or its preset, if there is one of that name now."""
    return next((o for o in (_preset(context, table), *_in_force(context, table)) if o.key == key), None)


def _preset(context: Context, table: Table) -> Option:
    """The presets of the game, as an option is chosen."""
    words, kit = context.words, context.face(table).kit
    values = {name: preset_said(kit, name) for name in kit.variants.presets}
    return Option(PRESET, words.text("table-rules.preset.name"), words.text("table-rules.preset.about"), values)


def _group_said(context: Context, group: str) -> str:
    """What a group of options is called."""
    return context.words.text(f"table-rules.group.{group}")


def _of(option: Option, page: int = 0) -> str:
    return f"{RULES} {OF} {option.key} {page}"


def _number(page: list[str]) -> int:
    """The page that a press carries, from 0."""
    return int(page[0]) if page and page[0].isdecimal() and len(page[0]) < 4 else 0
