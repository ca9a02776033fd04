"""The private panel of one person: what is to decide, his own things, and his choices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

import discord

from cogs.choices import OPEN, Choice, layout
from cogs.components import buttons, panel
from cogs.desk import Desk, Face, No, Reply, explained, picture_of
from cogs.house.kit import AS_IT_IS, Look, View
from cogs.house.records import Status
from cogs.house.sender import Picture
from cogs.house.table import Table
from cogs.house.words import shortened
from engine.core import Seat
from engine.log import Told, Undo

ABOVE = 900
"""How much of a message one's own things may take; `/show mine` has all of them."""


def choices(desk: Desk, table: Table, seat: Seat, verb: str | None = None) -> tuple[Choice, ...]:
    """Everything the seat may do, or that of one verb, with labels.

    Names in labels are plain: Discord reads no formatting there.
    """
    face = desk.face(table)
    view = table.view(seat)
    plain = {chair.seat: chair.name for chair in table.seats}

    def called(action: Any) -> str:
        if isinstance(action, Undo):
            return face.undo([called(step) for step in table.steps(action)])
        return face.kit.words.action(action, view, plain)

    def choice(action: Any, line: str) -> Choice:
        words = tuple(line.split(" "))
        return Choice(words, called(action), _said(desk, face, action, words, view), face.emoji(action, view))

    lines = ((action, table.line(action)) for action in table.legal(seat))
    return tuple(choice(action, line) for action, line in lines if verb in (None, line.partition(" ")[0]))


def _said(desk: Desk, face: Face, action: Any, words: tuple[str, ...], view: View) -> tuple[str, ...]:
    """What each word of a line means to people."""
    names = [part.name for part in fields(type(action))]
    verb = label(desk, words[0])
    return (verb, *(face.said(words[0], name, word, view) for name, word in zip(names, words[1:], strict=True)))


def label(desk: Desk, verb: str) -> str:
    """What a verb is called on a button or above a select."""
    key = f"discord.verb.{verb}"
    return desk.words.text(key) if key in desk.words else verb.replace("-", " ").capitalize()


async def my_turn(
    desk: Desk,
    table: Table,
    user_id: int,
    note: str = "",
    beginning: Sequence[str] = (),
    page: int = 0,
) -> Reply:
    """The panel of whoever asks: the choices of a player, the public position for a spectator.

    `note` is said first. With a `beginning` only the choices whose lines begin so are shown, and the pictures stay.
    """
    seat = table.seat_of(user_id)
    if table.game.status is Status.LOBBY:
        return Reply(_joined(note, desk.words.text("discord.lobby-waits")))
    if seat is None:
        return await _watching(desk, table, user_id, note)
    face, words = desk.face(table), desk.words
    view = table.view(seat)
    offered = tuple(choice for choice in choices(desk, table, seat) if choice.words[0] not in face.aside)
    if beginning and not any(choice.words[: len(beginning)] == tuple(beginning) for choice in offered):
        beginning, page = (), 0
    arranged = layout(offered, beginning, page, face.grave)
    own = face.kit.alt[face.kit.hand](view, table.names, AS_IT_IS)
    paragraphs = [note, f"**{face.prompt(view, seat, table.names)}**", shortened(own, ABOVE)]
    if any(menu.shown < menu.total for menu in arranged.menus):
        paragraphs.append(words.text("discord.more-in-pages"))
    last = (OPEN, words.text("discord.button.back" if beginning else "discord.button.refresh"))
    view_of_it = panel(
        table.game.id,
        table.began,
        arranged,
        lambda verb: words.text("discord.choose", verb=label(desk, verb)),
        last,
        desk.emojis,
    )
    pictures: tuple[Picture, ...] = ()
    if not beginning:
        marked = Look(actions=tuple(table.legal(seat)))
        looks = {kind: marked if kind in face.marked else AS_IT_IS for kind in face.shown(view)}
        pictures = tuple([await picture_of(table, kind, seat, user_id, look) for kind, look in looks.items()])
    return Reply(_joined(*paragraphs), pictures, view_of_it, keep=bool(beginning))


async def _watching(desk: Desk, table: Table, user_id: int, note: str) -> Reply:
    """What everybody may see, for somebody without a seat."""
    face, view = desk.face(table), table.view(None)
    kinds = [kind for kind in face.shown(view) if kind != face.kit.hand] or [next(iter(face.kit.draw))]
    pictures = tuple([await picture_of(table, kind, None, user_id) for kind in kinds])
    text = _joined(note, desk.words.text("discord.watching"), face.kit.alt[kinds[0]](view, table.names, AS_IT_IS))
    return Reply(text, pictures, again(desk, table))


def again(desk: Desk, table: Table) -> discord.ui.View | None:
    """A lone *My turn* button."""
    return buttons(table.game.id, table.began, [(OPEN, desk.words.text("discord.button.open"))])


async def done_it(desk: Desk, table: Table, seat: Seat, user_id: int, told: Told) -> Reply:
    """After a decision: what happened, and the fresh panel."""
    return await my_turn(desk, table, user_id, note=_joined(*sentences(desk, table, seat, told)))


def sentences(desk: Desk, table: Table, seat: Seat, told: Told) -> tuple[str, ...]:
    """What the author of an entry is told of it."""
    kit = desk.face(table).kit
    events = (kit.rules.seen(event, seat) for event in (*told.events, *told.staged))
    said = (kit.words.event(event, table.names) for event in events if event is not None)
    return tuple(sentence for sentence in said if sentence)


async def submit(
    desk: Desk, table: Table, seat: Seat, user_id: int, action: object, interaction_id: int, began: int | None = None
) -> Reply:
    """Submits through the door, and gives the fresh panel."""
    with explained(desk, table):
        told = await table.submit(seat, action, interaction_id, began)
    return await done_it(desk, table, seat, user_id, told)


def ask_first(desk: Desk, table: Table, line: str, action_label: str) -> Reply:
    """A second look before something grave."""
    view = buttons(
        table.game.id,
        table.began,
        [
            (line, desk.words.text("discord.button.yes", action=action_label)),
            (OPEN, desk.words.text("discord.button.back")),
        ],
    )
    return Reply(desk.words.text("discord.really", action=action_label), (), view, keep=True)


def _joined(*paragraphs: str) -> str:
    return "\n\n".join(paragraph for paragraph in paragraphs if paragraph)


__all__ = ["No", "again", "ask_first", "choices", "done_it", "label", "my_turn", "sentences", "submit"]
