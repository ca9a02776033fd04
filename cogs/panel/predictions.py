"""`/watch predict`: what those who only watch foretell of a game, in a private panel.

A press carries `foretell` and one of:

- nothing: the panel, in a message of its own;
- `all`: the panel, in the place of what was shown;
- `of battle 5 0 2 118`: the answers to a question;
- `set attacker 2 battle 5 0 2 118`: that answer, that sure;
- `drop battle 5 0 2 118`: none any more;
- `best`: who has foretold most in the games of this server; in another one that only follows the game it is not shown;
- `unnamed` and `named`: whether one's name is told once it is decided.
"""

from __future__ import annotations

from collections.abc import Mapping

import discord

from cogs.face.face import Face
from cogs.face.screen import Menu, Press, Row
from cogs.house.game.telling import Question
from cogs.house.table.predictions import signed
from cogs.house.table.table import Table
from cogs.house.values.records import SURE, Prediction, Ranked
from cogs.house.values.safe_text import escaped
from cogs.house.values.sender import FORETELL
from cogs.interactions.access import table_seen
from cogs.interactions.components import panel
from cogs.interactions.context import Context, Reply, context_of, explained, in_private, refusal
from engine.core import Illegal

PRESSES = (FORETELL,)
"""The first word of what the buttons and lists here carry."""

ALL, OF, SET, DROP, BEST, UNNAMED, NAMED = "all", "of", "set", "drop", "best", "unnamed", "named"

LISTED, LATEST = 10, 3
"""So many of the best are listed, and so many of what one has foretold and is decided."""


async def foretold_press(interaction: discord.Interaction, game: int, began: int, carries: str) -> None:
    """A press in the panel, or on news of a game, of any age."""
    await in_private(interaction, lambda: _pressed(interaction, game, carries), fresh=carries == FORETELL)


async def _pressed(interaction: discord.Interaction, game: int, carries: str) -> Reply:
    context, user, guild = context_of(interaction), interaction.user, interaction.guild_id
    with explained(context, None):
        table = await table_seen(interaction, game)
    match carries.split(" ", 3)[1:]:
        case [verb] if verb == BEST:
            return await _best(context, table, user.id, guild)
        case [verb] if verb in (NAMED, UNNAMED):
            await context.house.store.people.name(user.id, verb == NAMED)
            return await _best(context, table, user.id, guild, context.words.text(f"discord.foretell.{verb}"))
        case [verb, *key] if verb == OF:
            return await answers_of(context, table, user.id, guild, " ".join(key))
        case [verb, *key] if verb == DROP:
            try:
                await table.predictions.withdraw(user.id, " ".join(key))
            except Illegal as illegal:
                return await panel_of(context, table, user.id, guild, refusal(context, table, illegal))
            return await panel_of(context, table, user.id, guild, context.words.text("discord.foretell.dropped"))
        case [verb, answer, rest] if verb == SET:
            sure, _, of = rest.partition(" ")
            return await _set(context, table, user, guild, answer, sure, of)
        case _:
            return await panel_of(context, table, user.id, guild)


async def _set(
    context: Context,
    table: Table,
    user: discord.User | discord.Member,
    guild: int | None,
    answer: str,
    sure: str,
    key: str,
) -> Reply:
    if not sure.isdecimal() or int(sure) not in SURE:
        return await panel_of(context, table, user.id, guild)
    try:
        await table.predictions.predict(Prediction(key, user.id, user.display_name, answer, int(sure)))
    except Illegal as illegal:
        return await panel_of(context, table, user.id, guild, refusal(context, table, illegal))
    return await panel_of(context, table, user.id, guild, context.words.text("discord.foretell.kept"))


async def panel_of(context: Context, table: Table, user_id: int, guild: int | None, note: str = "") -> Reply:
    """What can be foretold of a game now, and what the person has: for them alone, in that server."""
    try:
        await table.predictions.check(user_id)
    except Illegal as illegal:
        return await _best(context, table, user_id, guild, refusal(context, table, illegal))
    words = context.words
    asked, own = await table.predictions.open(user_id), await table.predictions.own(user_id)
    plain = await table.predictions.open(user_id, plain=True)
    lines = [words.text("discord.foretell.title", name=table.shown_name), words.text("discord.foretell.rule")]
    lines += [_said(context, question, own.get(key)) for key, question in asked.items()]
    if not asked:
        when = context.face(table).kit.words.text(f"{table.game.ruleset}.foretelling")
        lines.append(words.text("discord.foretell.none", when=when))
    lines += [_brought(context, question, made) for question, made in (await table.predictions.past(user_id))[-LATEST:]]
    rows: list[Row] = []
    if plain:
        offered = tuple(Press(f"{FORETELL} {OF} {key}", question.text) for key, question in plain.items())
        rows.append(Menu(words.text("discord.foretell.which"), offered))
    if _shows_best(table, guild):
        rows.append((Press(f"{FORETELL} {BEST}", words.text("discord.foretell.best")),))
    return Reply("\n".join(filter(None, (note, *lines))), (), panel(table.game.id, table.began, rows))


def _brought(context: Context, question: Question, made: Prediction) -> str:
    """What the person foretold of a question that is decided, and what that brought."""
    said = {"question": question.text, "answer": question.answers.get(made.answer, made.answer)}
    return context.words.text("discord.foretell.brought", points=signed(made.points or 0), **said)


def _said(context: Context, question: Question, made: Prediction | None) -> str:
    """A question, with what the person has foretold."""
    if made is None:
        return context.words.text("discord.foretell.open", question=question.text)
    sure = context.words.text(f"discord.foretell.sure-{made.sure}")
    answer = question.answers.get(made.answer, made.answer)
    return context.words.text("discord.foretell.own", question=question.text, answer=answer, sure=sure)


async def answers_of(context: Context, table: Table, user_id: int, guild: int | None, key: str) -> Reply:
    """Every answer to a question, and how sure one is of it, to be chosen in one."""
    with explained(context, table):
        await table.predictions.check(user_id)
    words, plain = context.words, await table.predictions.open(user_id, plain=True)
    own = await table.predictions.own(user_id)
    if key not in plain:
        return await panel_of(context, table, user_id, guild, refusal(context, table, Illegal("foretell-late")))
    rows: list[Row] = [Menu(words.text("discord.foretell.what"), _answers(context, key, plain[key]))]
    ways = [Press(f"{FORETELL} {ALL}", words.text("discord.button.back"))]
    if key in own:
        ways.insert(0, Press(f"{FORETELL} {DROP} {key}", words.text("discord.foretell.drop")))
    rows.append(tuple(ways))
    asked = await table.predictions.open(user_id)
    text = (_said(context, asked.get(key, plain[key]), own.get(key)), words.text("discord.foretell.rule"))
    return Reply("\n".join(text), (), panel(table.game.id, table.began, rows))


def _answers(context: Context, key: str, question: Question) -> tuple[Press, ...]:
    """Each answer with each sureness, and what it brings."""
    words = context.words
    stakes: Mapping[int, str] = {
        sure: words.text("discord.foretell.stakes", right=signed(right), wrong=signed(wrong))
        for sure, (right, wrong) in SURE.items()
    }
    return tuple(
        Press(
            f"{FORETELL} {SET} {answer} {sure} {key}",
            words.text("discord.foretell.answer", answer=said, sure=words.text(f"discord.foretell.sure-{sure}")),
            note=note,
        )
        for answer, said in question.answers.items()
        for sure, note in stakes.items()
    )


async def _best(context: Context, table: Table, user_id: int, guild: int | None, note: str = "") -> Reply:
    """The best of the table's server, and whether the person wants to be named."""
    words = context.words
    if _shows_best(table, guild):
        best = await best_said(context, context.face(table), table.game.guild, user_id)
    else:
        best = words.text("discord.foretell.best-elsewhere")
    named = await context.house.store.people.is_named(user_id)
    way = UNNAMED if named else NAMED
    ways = [Press(f"{FORETELL} {way}", words.text(f"discord.foretell.be-{way}"))]
    if await table.predictions.open(user_id):
        ways.insert(0, Press(f"{FORETELL} {ALL}", words.text("discord.button.back")))
    return Reply("\n".join(filter(None, (note, best))), (), panel(table.game.id, table.began, (tuple(ways),)))


def _shows_best(table: Table, guild: int | None) -> bool:
    """Whether the best are told: in their own server alone, and in direct messages to those who see games there."""
    return guild in (None, table.game.guild)


async def best_said(context: Context, face: Face, guild: int, user_id: int) -> str:
    """Who has foretold best in a server's games of one kind, and where the person stands."""
    ranked = await context.house.store.predictions.ranked(guild, face.kit.rules.name)
    lines = [context.words.text("discord.foretell.best-title", game=face.kit.title)]
    for place, one in enumerate(ranked, 1):
        if place <= LISTED or one.user == user_id:
            lines.append(_place(context, place, one, is_own=one.user == user_id))
    if not ranked:
        lines.append(context.words.text("discord.foretell.best-none"))
    return "\n".join(lines)


def _place(context: Context, place: int, one: Ranked, is_own: bool) -> str:
    words = context.words
    if is_own:
        who = words.text("discord.foretell.you")
    else:
        who = words.text("foretold-unnamed") if one.hidden else escaped(one.name)
    points = signed(one.points)
    return words.text("discord.foretell.place", place=place, who=who, points=points, right=one.right, made=one.made)
