"""The message that an outbox row becomes.

It is made when it is sent, so that nothing secret lies about in the store, and prompts and hands tell the present.
"""

from __future__ import annotations

import logging
from dataclasses import replace

from cogs.house.announce import POST_LIMIT, waiting
from cogs.house.kit import Kit, Look, View
from cogs.house.records import Kind, Row
from cogs.house.sender import OPEN, Button, Picture, Post
from cogs.house.studio import Studio
from cogs.house.table import Table
from engine.core import Seat
from engine.log import Course

ALT_LIMIT = 1_024

Offer = tuple[View, int]
"""What buttons follow from: the channel's view, and the number of its phase."""

_log = logging.getLogger(__name__)


async def post(table: Table, row: Row, studio: Studio, nonce: str) -> Post | None:
    """The message for a row; None if there is nothing to say any more."""
    kit = table.kit
    match row.kind:
        case Kind.TEXT:
            offer = _offer(table, await table.course_at(row.seq)) if row.buttons else None
            return _post(table, row.said, nonce, offer)
        case Kind.PICTURE:
            course = await table.course_at(row.seq)
            view = kit.rules.view(course.state, None)
            offer = _offer(table, course) if row.buttons else None
            try:
                picture = await _picture(table, studio, kit, row.body, view, await table.look(None))
            except Exception:  # a bug in drawing must not keep the news back
                if not row.said:
                    raise
                _log.exception("game %d, entry %d: no %s", table.game.id, row.seq, row.body)
                return _post(table, row.said, nonce, offer)
            return _post(table, row.said, nonce, offer, (picture,))
        case Kind.PROMPT:
            return _prompt(table, nonce)
        case Kind.WAITS:
            name = table.names.get(Seat(int(row.body)))
            return _post(table, kit.words.text("something-waits", who=name), nonce, None) if name else None
        case Kind.HAND:
            assert row.seat is not None
            view, person = table.view(row.seat), table.person(row.seat)
            kit, look = table.kit_for(person), await table.look(person)
            picture = await _picture(table, studio, kit, kit.hand, view, look)
            text = f"<#{table.game.channel}>\n{kit.alt[kit.hand](view, table.names, look)}"
            return _post(table, text, nonce, None, (picture,))
        case Kind.PRIVATE:
            assert row.seat is not None
            said = await table.secret_sentences(row.seat, max(1, int(row.body)), row.seq)
            return _post(table, "\n".join((f"<#{table.game.channel}>", *said)), nonce, None) if said else None


def in_words(made: Post) -> Post:
    """The post for a channel that takes no files: its pictures told."""
    told = "\n".join(filter(None, (made.text, *(picture.alt for picture in made.pictures))))
    return replace(made, text=_fit(told, POST_LIMIT), pictures=())


def _prompt(table: Table, nonce: str) -> Post | None:
    view = table.view(None)
    seats = sorted(waiting(table.kit, view))
    people = tuple(person for seat in seats if (person := table.person(seat)) is not None)
    if not people:
        return None
    who = " ".join(f"<@{person}>" for person in people)
    lines = table.kit.phase(view, table.names), table.kit.words.text("your-turn", who=who)
    return _post(table, "\n".join(filter(None, lines)), nonce, (view, table.began), mentions=people)


def _offer(table: Table, course: Course) -> Offer:
    return table.kit.rules.view(course.state, None), course.began


async def _picture(table: Table, studio: Studio, kit: Kit, kind: str, view: View, look: Look) -> Picture:
    data = await studio.picture(kit, kind, view, table.plain_names, look)
    return Picture(f"{kind}.png", data, _fit(kit.alt[kind](view, table.names, look), ALT_LIMIT))


def _post(
    table: Table,
    text: str,
    nonce: str,
    offer: Offer | None,
    pictures: tuple[Picture, ...] = (),
    mentions: tuple[int, ...] = (),
) -> Post:
    words, began = table.kit.words, table.began
    buttons: tuple[Button, ...] = ()
    if offer is not None:
        view, began = offer
        public = table.kit.public_actions(view)
        buttons = (Button(words.text("button-open"), OPEN), *(Button(words.text(key), line) for line, key in public))
    return Post(table.game.id, began, _fit(text, POST_LIMIT), nonce, pictures, buttons, mentions)


def _fit(text: str, limit: int) -> str:
    return text if len(text) <= limit else f"{text[: limit - 1]}…"
