"""Is this grave? What can't be had back: one list of it, one question about it, and one way past the question.

Of a game it is what its face calls `grave`, of the house the deeds in `DEEDS`. Wherever such a thing comes from - a
line that was typed, alone or in a row, a command, a completion, a list, a form, a button of any age - it is asked about
and not done. Only the *Yes* of the question does it: a button in a private message that carries `Confirm`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import discord

from cogs.face.presses import Confirm, GoTo, parse, yes
from cogs.face.screen import Press
from cogs.house.game.game_types import Further, Told
from cogs.house.table.table import Table
from cogs.house.values.sender import OPEN, VOTE
from cogs.interactions.components import panel
from cogs.interactions.context import Context, No, Reply
from cogs.panel.panel import label, my_turn, screen_at
from engine.core import Action, Illegal, Seat, View
from engine.notation import verb

HAND_OVER, OFFER, LEFT = "hand-over", "offer", "left"
ASK_END = "vote-end"
ROLLBACK, PURGE, ACT = "rollback", "purge", "act"
FORGET = "forget"

DEEDS = (f"{HAND_OVER} {LEFT}", ASK_END, VOTE, ROLLBACK, PURGE, ACT, FORGET)
"""What the house does for good, by the first words of the press: to give one's seat away, to ask for the end of a game
or agree to it, to set a game back or delete it, to act for a seat by a grave line, to be forgotten."""


class ConfirmationAsked(No):
    """Nothing was done: what is grave is asked about first."""

    def after(self, said: Iterable[str]) -> ConfirmationAsked:
        """The same question below what was done before it."""
        return ConfirmationAsked(replace(self.reply, text="\n".join((*said, self.reply.text))))


def is_grave(context: Context, table: Table, action: Action) -> bool:
    """Whether an action gives something up for good, however its line was written."""
    return verb(type(action)) in context.face(table).panel.grave


def said_yes(interaction: discord.Interaction) -> bool:
    """Whether this is the *Yes* of a question: a button in a private message, which carries that."""
    data: Any = interaction.data or {}
    private = interaction.message is not None and interaction.message.flags.ephemeral
    pressed = interaction.type is discord.InteractionType.component and not data.get("values")
    return private and pressed and isinstance(parse(str(data.get("custom_id", "")).split(":", 3)[-1]), Confirm)


async def submit(
    context: Context,
    table: Table,
    seat: Seat,
    action: Action,
    interaction_id: int | None,
    began: int,
    further: Further | None = None,
    sure: bool = False,
) -> Told:
    """Does what somebody has decided: the one way from commands and presses to `Table.submit`.

    `sure` is what the *Yes* of the question is. Raises ConfirmationAsked for what is grave and legal otherwise, with
    nothing done; what goes on `further` by itself ends before anything grave. Raises Illegal as the table does.
    """
    if sure or not is_grave(context, table, action):
        on = None if further is None else _mildly(context, table, further)
        return await table.submit(seat, action, interaction_id, began, on)
    table.check_going()
    if began != table.began:
        raise Illegal("game-has-gone-on")
    if (illegal := table.refused(seat, action)) is not None:
        raise illegal
    raise ConfirmationAsked(await question(context, table, seat, action))


def _mildly(context: Context, table: Table, further: Further) -> Further:
    def step(view: View, actions: Sequence[Action]) -> Action | None:
        action = further(view, actions)
        return None if action is None or is_grave(context, table, action) else action

    return step


async def question(context: Context, table: Table, seat: Seat, action: Action) -> Reply:
    """Whether a legal act is really meant, and what it costs.

    The game's own question stands at the place that bears the verb. Who would give up the whole game may hand the seat
    to somebody else instead (A8.8).
    """
    face, line, said = context.face(table), table.line(action), verb(type(action))
    text = context.words.text
    place = GoTo((said,))
    screen, found, _ = screen_at(context, table, seat, place)
    if found == place and any(press.carries == yes(line) for press in screen.presses()):
        user = table.person(seat)
        assert user is not None, "only people are asked"
        return await my_turn(context, table, user, where=place)
    if said not in face.panel.aside:
        about = text("discord.really", action=face.kit.words.action(action, table.view(seat), table.names))
        return really(context, table, about, line, text("discord.button.yes", action=label(context, said)))
    ways = [Press(yes(line), label(context, said), style="grave")]
    if seat not in table.vacant:
        ways.insert(0, Press(f"{HAND_OVER} {OFFER}", text("discord.seat.offer")))
    return _asking(context, table, face.kit.words.text(f"{table.game.ruleset}.giving-up"), ways)


def really(context: Context, table: Table | None, text: str, carries: str, said: str) -> Reply:
    """The question about a deed of the house, whose *Yes* carries that and says so."""
    return _asking(context, table, text, [Press(yes(carries), said, style="grave")])


def _asking(context: Context, table: Table | None, text: str, ways: Sequence[Press]) -> Reply:
    game, began = (0, 0) if table is None else (table.game.id, table.began)
    back = () if table is None else (Press(OPEN, context.words.text("discord.button.back")),)
    return Reply(text, (), panel(game, began, ((*ways, *back),)), keep=True, panel=game)
