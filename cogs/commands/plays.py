"""Commands out of actions: a verb is a subcommand, the fields of its dataclass are its options.

What may be chosen, completed and done is always `table.legal` of the person who types; no rule stands here.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any

import discord
from discord import app_commands

from cogs.face.choices import Choice, layout, shortened
from cogs.face.face import AnyCommand
from cogs.face.lengths import LinesText, PartText
from cogs.face.limits import CHOICE
from cogs.face.presses import fitted, resolved
from cogs.face.screen import MOST_OPTIONS, Press
from cogs.house.table.table import Table
from cogs.house.values.sender import OPEN
from cogs.interactions.access import table_here
from cogs.interactions.completing import or_nothing
from cogs.interactions.components import panel
from cogs.interactions.context import (
    Context,
    Reply,
    context_of,
    described,
    explained,
    in_private,
    option,
    running,
    seated,
)
from cogs.panel.confirming import submit
from cogs.panel.panel import before_done, choices, done_it, label, listed, my_turn
from cogs.panel.typed import completed, gone_on, read, typed, understood
from engine.core import Illegal, Seat
from engine.notation import verb

GivenOptions = Mapping[str, str]
"""The options that were filled in, as typed."""


def play_group(kinds: Iterable[type]) -> app_commands.Group:
    """`/play`: a command for each kind of action, and `do` for a line of the notation."""
    group = app_commands.Group(name="play", description=described("play"))
    for kind in kinds:
        group.add_command(deciding(kind, f"play-{verb(kind)}"))
    group.add_command(_do())
    return group


def deciding(kind: type, key: str) -> AnyCommand:
    """A command for a kind of action, which bears its verb; its texts stand below `key`."""
    names = tuple(part.name for part in fields(kind))

    async def play(interaction: discord.Interaction, **given: str | None) -> None:
        filled = {name: text.strip() for name, text in given.items() if text and text.strip()}
        phases = context_of(interaction).house.phases()
        await in_private(interaction, lambda: _play(interaction, kind, names, filled, phases))

    command = _made(verb(kind), key, play, names)
    for name in names:
        command.autocomplete(name)(_completion(kind, names, name))
    return command


def picking(name: str, key: str, kinds: Sequence[type]) -> AnyCommand:
    """A command for several kinds of actions, whose one option is the whole of a choice."""
    verbs = tuple(map(verb, kinds))

    async def pick(interaction: discord.Interaction, choice: str | None = None) -> None:
        phases = context_of(interaction).house.phases()
        await in_private(interaction, lambda: _picked(interaction, kinds, (choice or "").strip(), phases))

    @or_nothing
    async def complete(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        context, table, seat = await _deciding(interaction, kinds[0])
        found = [each for verb in verbs for each in choices(context, table, seat, verb)]
        fitting = (each for each in found if _contains(each.label, typed) | _contains(each.line, typed))
        return [_choice(each.label, each.line) for each in fitting][:MOST_OPTIONS]

    command = _made(name, key, pick, ("choice",))
    command.autocomplete("choice")(complete)
    return command


def _made(
    name: str, key: str, body: Callable[..., Awaitable[None]], options: Sequence[str], text: Any = PartText
) -> AnyCommand:
    """A command whose options, all optional and of one kind of `text`, are listed rather than written as parameters."""
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    first = inspect.Parameter("interaction", kind, annotation=discord.Interaction)
    rest = (inspect.Parameter(each, kind, default=None, annotation=text | None) for each in options)
    body.__signature__ = inspect.Signature([first, *rest])  # type: ignore[attr-defined]
    if options:
        body = app_commands.describe(**{each: option(each, key) for each in options})(body)
    return app_commands.Command(name=name, description=described(key), callback=body)  # type: ignore[arg-type]


async def _here(interaction: discord.Interaction) -> tuple[Context, Table, Seat]:
    """The running game of the channel, and the seat of the person. Raises Illegal."""
    context = context_of(interaction)
    table = running(await table_here(interaction))
    return context, table, seated(table, interaction.user.id)


async def _deciding(interaction: discord.Interaction, kind: type) -> tuple[Context, Table, Seat]:
    """The same, for a kind of action that the game has. Raises Illegal `other-game` if it has none such.

    What the game keeps aside is none such either: of another game's verb it may have the name and not the weight.
    """
    context, table, seat = await _here(interaction)
    face = context.face(table)
    if not face.kit.rules.notation.has(kind) or verb(kind) in face.panel.aside:
        raise context.other_game(face)
    return context, table, seat


async def _play(
    interaction: discord.Interaction, kind: type, names: Sequence[str], given: GivenOptions, phases: Mapping[int, int]
) -> Reply:
    said = verb(kind)
    context, table, seat = await _deciding(interaction, kind)
    if (gone := await gone_on(context, table, interaction.user.id, phases)) is not None:
        return gone
    open_to = choices(context, table, seat, said)
    meant = matching(open_to, names, given)
    if said == "undo" and not given:
        meant = meant[:1]
    if len(meant) == 1:
        if (asked := await before_done(context, table, seat, meant[0].line)) is not None:
            return asked
        return await _submit(interaction, context, table, seat, meant[0].line)
    if meant:
        return offer(
            context, table, meant, context.words.text("discord.which", verb=label(context, said), number=len(meant))
        )
    return await _refused(interaction, context, table, seat, said, names, given, open_to)


async def _picked(
    interaction: discord.Interaction, kinds: Sequence[type], typed: str, phases: Mapping[int, int]
) -> Reply:
    context, table, seat = await _deciding(interaction, kinds[0])
    if (gone := await gone_on(context, table, interaction.user.id, phases)) is not None:
        return gone
    found = [each for kind in kinds for each in choices(context, table, seat, verb(kind))]
    if not found:
        return await _refused(interaction, context, table, seat, verb(kinds[0]), (), {"": typed}, ())
    line = resolved(typed, (each.line for each in found)).casefold()
    meant = [each for each in found if line in (each.line.casefold(), each.label.casefold())]
    meant = meant or [each for each in found if _contains(each.label, typed)]
    if len(meant) == 1:
        return await _submit(interaction, context, table, seat, meant[0].line)
    asked = meant or found
    return offer(context, table, asked, context.words.text("discord.which-choice", number=len(asked)))


async def _submit(interaction: discord.Interaction, context: Context, table: Table, seat: Seat, line: str) -> Reply:
    with explained(context, table, seat, line):
        action = understood(context, table, seat, read(context, table, seat, line))
    with explained(context, table, seat, action):
        told = await submit(context, table, seat, action, interaction.id, table.began)
    return await done_it(context, table, seat, interaction.user.id, told)


async def _refused(
    interaction: discord.Interaction,
    context: Context,
    table: Table,
    seat: Seat,
    said: str,
    names: Sequence[str],
    given: GivenOptions,
    open_to: Sequence[Choice],
) -> Reply:
    """Why it may not be done: the rules' reason if it was said in full, else what is possible.

    What was left out is as in the first choice that has some of what was given.
    """
    like = max(open_to, key=lambda choice: len(_shared(choice, names, given)), default=None)
    if len(given) == len(names):
        return await _submit(interaction, context, table, seat, _line(said, [given[name] for name in names]))
    if like is not None and (shared := _shared(like, names, given)):
        parts = [given.get(name, like.words[number]) for number, name in enumerate(names, 1)]
        if len(shared) < len(given):
            return await _submit(interaction, context, table, seat, _line(said, parts))
    if not open_to and seat not in table.awaiting:
        waiting = context.face(table).kit.flow.waiting(table.view(None))
        with explained(context, table):
            raise Illegal("not-your-turn", waiting=waiting)
    note = context.words.text("discord.none-such" if open_to else "discord.not-now", verb=label(context, said))
    return offer(context, table, open_to, note) if open_to else await my_turn(context, table, interaction.user.id, note)


def _shared(choice: Choice, names: Sequence[str], given: GivenOptions) -> list[str]:
    """Which of the options that were filled in are those of a choice."""
    return [name for name in given if matching([choice], names, {name: given[name]})]


def _line(said: str, parts: Sequence[str]) -> str:
    """The order of a verb with these fields, each as it was typed or as the notation has it."""
    return " ".join((said, *map(_tight, parts)))


def _tight(text: str) -> str:
    """What was typed for one field, as one word of a line."""
    return ",".join(part for part in text.replace(",", " ").split())


def matching(offered: Iterable[Choice], names: Sequence[str], given: GivenOptions) -> list[Choice]:
    """The choices whose fields are as given: as the notation writes them, or as they are called."""

    def fits(choice: Choice, name: str, text: str) -> bool:
        at = names.index(name) + 1
        return text.casefold() in (choice.words[at].casefold(), choice.said[at].casefold()) or (
            _tight(text).casefold() == choice.words[at].casefold()
        )

    return [choice for choice in offered if all(fits(choice, name, text) for name, text in given.items())]


def offer(context: Context, table: Table, offered: Sequence[Choice], note: str) -> Reply:
    """Choices to pick one of, in private, below a note."""
    last = Press(OPEN, context.words.text("discord.button.open"))
    alike = len({each.words[0] for each in offered}) == 1
    arranged = layout(offered, offered[0].words[:1] if alike else ())
    view = panel(table.game.id, table.began, listed(context, arranged), (last,), context.emojis)
    return Reply(note, (), view)


Completion = Callable[[discord.Interaction, str], Coroutine[object, None, list[app_commands.Choice[str]]]]


def _completion(kind: type, names: Sequence[str], focused: str) -> Completion:
    """Completes one option from what is legal for the typist and fits the other options."""

    @or_nothing
    async def complete(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        context, table, seat = await _deciding(interaction, kind)
        filled = {
            name: str(text).strip()
            for name in names
            if name != focused and (text := getattr(interaction.namespace, name, None))
        }
        at = names.index(focused) + 1
        found: dict[str, str] = {}
        for choice in matching(choices(context, table, seat, verb(kind)), names, filled):
            word, shown = choice.words[at], choice.said[at]
            if word not in found and _contains(shown, typed) | _contains(word, typed):
                found[word] = shown
        return [_choice(shown, word) for word, shown in found.items()][:MOST_OPTIONS]

    return complete


def _contains(text: str, typed: str) -> bool:
    return typed.strip().casefold() in text.casefold()


def _choice(shown: str, value: str) -> app_commands.Choice[str]:
    return app_commands.Choice(name=shortened(shown, CHOICE) or value, value=fitted(value, CHOICE))


def _do() -> AnyCommand:
    async def do(interaction: discord.Interaction, line: str | None = None) -> None:
        phases = context_of(interaction).house.phases()
        await in_private(interaction, lambda: typed(interaction, line or "", phases))

    command = _made("do", "play-do", do, ("line",), LinesText)
    command.autocomplete("line")(completed)
    return command
