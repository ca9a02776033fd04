"""The private panel of one person: what is to decide, his own things, and his choices."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace

import discord

from cogs.face.choices import Choice, Layout, layout, rows
from cogs.face.face import Face
from cogs.face.presses import FillIn, GoTo, Intent, ListLines, Where, at, parse, recalled
from cogs.face.screen import BUTTON, Form, Menu, Press, Row, Screen, Sight, headline, with_own
from cogs.house.game.game_types import Told
from cogs.house.game.pictures import AS_IT_IS, Look
from cogs.house.table.table import Table
from cogs.house.values.records import Status
from cogs.house.values.sender import OPEN
from cogs.interactions.components import buttons, panel
from cogs.interactions.context import Context, Prints, Reply, explained, picture_of
from cogs.interactions.waiting_texts import rests_said
from cogs.panel.advice import ODDS, because, hint_screen, may_ask, next_hint, odds, own_battle
from cogs.panel.digest import SINCE, has_news, leads_there, looked_back
from engine.core import Action, Event, Illegal, Seat, View
from engine.log import Undo

ORDERS = "orders"
"""What the button carries that leads to the panel of orders ahead, and what begins all that is pressed there."""

DONE = "done"
"""The line that ends something, which may forget what could still be done."""

TAKE_BACK = "takeback"
"""What the button carries that takes back the end of a phase."""

REMEMBERED = 16
"""Seats of which all choices are remembered as they were last asked for."""


def choices(
    context: Context, table: Table, seat: Seat, verb: str | None = None, line: str | None = None
) -> tuple[Choice, ...]:
    """Everything the seat may do, or that of one verb or line, with labels.

    All of it is remembered for a few seats: it is asked for again with every letter that somebody types.
    """
    if line is not None or not table.legal(seat):
        return tuple(_made(context, table, seat, verb, line))
    asked = table.game.id, seat, context.words.language, tuple(sorted(table.plain_names.items()))
    timeline, known = context.choices.get(asked, (None, ()))
    if timeline is not table.timeline:
        known = tuple(_made(context, table, seat))
        context.choices[asked] = table.timeline, known
        while len(context.choices) > REMEMBERED:
            context.choices.popitem(last=False)
    context.choices.move_to_end(asked)
    return tuple(each for each in known if verb in (None, each.words[0]))


def _made(
    context: Context, table: Table, seat: Seat, verb: str | None = None, line: str | None = None
) -> Iterator[Choice]:
    face, view = context.face(table), table.view(seat)
    called = _labels(context, table, view)
    for action in table.legal(seat):
        each = table.line(action)
        words = tuple(each.split(" "))
        if line in (None, each) and verb in (None, words[0]):
            yield Choice(
                words, called(action), _said(context, face, action, words, view), face.panel.emoji(action, view)
            )


def _labels(context: Context, table: Table, view: View) -> Callable[[Action], str]:
    """What a button for an action says. Names in labels are plain: Discord reads no formatting there."""
    face, plain = context.face(table), table.plain_names

    def called(action: Action) -> str:
        if isinstance(action, Undo):
            return face.panel.undo([called(step) for step in table.steps(action)])
        return face.kit.words.action(action, view, plain)

    return called


def _said(context: Context, face: Face, action: Action, words: tuple[str, ...], view: View) -> tuple[str, ...]:
    """What each word of a line means to people."""
    names = [part.name for part in fields(type(action))]
    verb = label(context, words[0])
    return (verb, *(face.panel.said(words[0], name, word, view) for name, word in zip(names, words[1:], strict=True)))


def label(context: Context, verb: str) -> str:
    """What a verb is called on a button or above a select."""
    key = f"discord.verb.{verb}"
    return context.words.text(key) if key in context.words else verb.replace("-", " ").capitalize()


def sight(context: Context, table: Table, seat: Seat, place: tuple[str, ...] = ()) -> Sight:
    """What the game makes the screen of a place of."""
    view = table.view(seat)

    def illegal(action: Action) -> Illegal:
        refused = table.refused(seat, action)
        assert refused is not None, "what is asked after is not among the actions"
        return refused

    return Sight(
        view=view,
        seat=seat,
        names=table.names,
        plain=table.plain_names,
        actions=table.legal(seat),
        place=place,
        line=table.line,
        label=_labels(context, table, view),
        emoji=lambda action: context.face(table).panel.emoji(action, view),
        steps=table.steps,
        illegal=illegal,
        advised=table.game.hints,
        orders=table.orders.of(seat),
    )


def form_of(context: Context, table: Table, seat: Seat, press: Intent) -> Form | None:
    """The form that a press opens; None if it opens none, or there is none now."""
    return (
        context.face(table).panel.form(sight(context, table, seat, press.words)) if isinstance(press, FillIn) else None
    )


def forgotten(context: Context, table: Table, seat: Seat) -> GoTo | None:
    """The place in the panel that says what would be forgotten if the seat were done now; None if nothing would."""
    place = parse(context.face(table).panel.forgotten(sight(context, table, seat)))
    return place if isinstance(place, GoTo) else None


async def before_done(context: Context, table: Table, seat: Seat, line: str, note: str = "") -> Reply | None:
    """The place in the panel that says what a line would forget that ends something, below a note; None if nothing."""
    user, place = table.person(seat), forgotten(context, table, seat) if line == DONE else None
    return None if place is None or user is None else await my_turn(context, table, user, note, place)


async def my_turn(
    context: Context,
    table: Table,
    user_id: int,
    note: str = "",
    where: Where | None = None,
    displayed: Prints | None = None,
) -> Reply:
    """The panel of whoever asks: the choices of a player, the public position for a spectator.

    `note` is said first. `where` is a place in it: one of the game's own, or a list of what begins with some words;
    None: its beginning. `displayed` are the pictures that the message shows already.
    """
    await context.house.answered(table)
    shown = await _shown(context, table, user_id, note, where, displayed)
    return replace(shown, panel=table.game.id)


async def _shown(
    context: Context, table: Table, user_id: int, note: str, where: Where | None, displayed: Prints | None
) -> Reply:
    seat = table.seat_of(user_id)
    if table.game.status is Status.LOBBY:
        return Reply(_joined(note, context.words.text("discord.lobby-waits", group=table.game.ruleset)))
    words = context.words
    if table.game.agreed:  # by the rules somebody would still have to decide
        return await _watching(context, table, user_id, _joined(note, words.text(f"agreed-{table.game.agreed}")))
    if seat is None:
        return await _watching(context, table, user_id, _joined(note, words.text("discord.watching")))
    if table.game.frozen is not None:
        return Reply(_joined(note, rests_said(context, table)), (), again(context, table))
    if where == GoTo((ODDS,)) and (battle := own_battle(context, table, seat)) is not None:
        with explained(context, table):
            picture = await odds(context, context.face(table), table, user_id, battle)
        back = Press(OPEN, words.text("discord.button.back"), style="plain")
        shown = panel(table.game.id, table.began, ((back,),))
        return Reply(_joined(note, words.text("discord.hint.odds-are")), (picture,), shown)
    if where == GoTo((SINCE,)):
        found = await looked_back(context, table, seat, user_id)
        return replace(found, text=_joined(note, found.text), view=again(context, table))
    screen, where, _ = screen_at(context, table, seat, where)
    here = "" if where is None else str(where)
    view = panel(table.game.id, table.began, rows_at(context, table, seat, where), (), context.emojis, here)
    return await with_pictures(context, table, user_id, Reply(_joined(note, screen.text), (), view), screen, displayed)


def rows_at(context: Context, table: Table, seat: Seat, where: Where | None) -> tuple[Row, ...]:
    """All that can be pressed at a place: what its screen has, and the panel's own."""
    screen, where, own = screen_at(context, table, seat, where)
    words, face = context.words, context.face(table)
    beside: list[Press] = []
    more = list(screen.more)
    if where is not None:
        beside.append(Press(OPEN, words.text("discord.button.back"), style="plain"))
    elif may_ask(context, table, seat):
        beside.append(next_hint(context, 0))
    elif seat not in table.awaiting:
        beside.append(Press(OPEN, words.text("discord.button.refresh"), style="plain"))
    if where is None and has_news(table, seat):
        beside.append(leads_there(context))
    if back := table.rewinding.take_backs(seat)[:1]:
        did = face.kit.words.action(back[0].action, back[0].own, table.plain_names)
        (more if screen.rows else beside).append(Press(TAKE_BACK, words.text("discord.button.take-back", what=did)))
    if where is None:
        if own_battle(context, table, seat) is not None:
            more.append(Press(at(ODDS), words.text("discord.hint.odds")))
        if face.ahead is not None:
            more.append(Press(ORDERS, words.text("discord.button.orders")))
    if own:
        more.append(Press(str(ListLines()), words.text("discord.button.all")))
    return with_own(screen.rows, beside, more, words.text("discord.more"))


async def with_pictures(
    context: Context, table: Table, user_id: int, reply: Reply, screen: Screen, displayed: Prints | None
) -> Reply:
    """The reply with the pictures of a screen, which are drawn unless they are `displayed` in the message already."""
    seat = table.seat_of(user_id)
    looks = [(kind, await table.look(user_id, look)) for kind, look in screen.pictures]
    prints = tuple(hash((table.game.id, kind, table.view(seat), look, context.words.language)) for kind, look in looks)
    if prints == displayed:
        return replace(reply, keep=True, prints=prints)
    pictures = tuple([await picture_of(table, kind, seat, user_id, look) for kind, look in screen.pictures])
    return replace(reply, pictures=pictures, prints=prints)


def screen_at(
    context: Context, table: Table, seat: Seat, where: Where | None = None
) -> tuple[Screen, Where | None, bool]:
    """A screen, its place, and whether it is one of the game's own: the one asked for, else the first if it is no more.

    Where the game has none the list of all that may be done is the first.
    """
    face = context.face(table)
    if (advised := hint_screen(context, table, seat, where)) is not None:
        return replace(advised, pictures=screen_at(context, table, seat)[0].pictures), where, False
    if isinstance(where, ListLines) and (listing := _all(context, table, seat, where)) is not None:
        return listing, where, False
    if isinstance(where, GoTo) and (own := face.panel.screen(sight(context, table, seat, where.words))) is not None:
        return own, where, True
    if (first := face.panel.screen(sight(context, table, seat))) is not None:
        return _advised(context, table, seat, first), None, True
    everything = _all(context, table, seat, ListLines())
    assert everything is not None, "all that may be done can always be listed"
    return everything, None, False


def _all(context: Context, table: Table, seat: Seat, where: ListLines) -> Screen | None:
    """Everything that may be done, or what begins as `where` says; None if nothing does."""
    face, view = context.face(table), table.view(seat)
    beginning = where.words
    offered = tuple(choice for choice in choices(context, table, seat) if choice.words[0] not in face.panel.aside)
    if beginning and not any(choice.words[: len(beginning)] == beginning for choice in offered):
        return None
    arranged = layout(offered, beginning, where.page or 0)
    paragraphs = [headline(face.panel.prompt(view, seat, table.names))]
    if any(listing.shown < listing.total for listing in arranged.lists):
        paragraphs.append(context.words.text("discord.more-in-pages"))
    marked = Look(actions=tuple(table.legal(seat)))
    looks = tuple((kind, marked if face.kit.pictures[kind].marked else AS_IT_IS) for kind in face.panel.shown(view))
    laid = listed(context, arranged)
    if (place := forgotten(context, table, seat)) is not None:
        way = str(place)
        laid = tuple(row if isinstance(row, Menu) else tuple(_asked(press, way) for press in row) for row in laid)
    return Screen(_joined(*paragraphs), laid, looks)


def _advised(context: Context, table: Table, seat: Seat, screen: Screen) -> Screen:
    """A screen with what the bot would do and why: its button stands out, where there is one, else it is said."""
    found = because(context, table, seat)
    if found is None or found.does is None:
        return screen
    words, line, here = context.words, table.line(found.does), False

    def marked(press: Press) -> Press:
        nonlocal here
        label = words.text("discord.hint.button-advised", label=press.label)
        if press.carries != line or len(label) > BUTTON:
            return press
        here = True
        return replace(press, label=label, style=press.style if press.style == "grave" else "good")

    rows = tuple(row if isinstance(row, Menu) else tuple(map(marked, row)) for row in screen.rows)
    if not found.text:
        return replace(screen, rows=rows)
    label = _labels(context, table, table.view(seat))(found.does)
    said = words.text("discord.hint.why" if here else "discord.hint.because", label=label, why=found.text)
    return replace(screen, text=_below_first(screen.text, said), rows=rows)


def _below_first(text: str, line: str) -> str:
    """A text with a line below its first one."""
    first, _, rest = text.partition("\n")
    return "\n".join(filter(None, (first, line, rest)))


def _asked(press: Press, way: str) -> Press:
    """A press of a list; for *Done* the way to what would be forgotten."""
    return replace(press, carries=way) if press.carries == DONE else press


def listed(context: Context, arranged: Layout) -> tuple[Row, ...]:
    """A layout as the rows of a screen."""
    return rows(arranged, lambda verb: context.words.text("discord.choose", verb=label(context, verb)))


def found_again(context: Context, table: Table, seat: Seat, press: Intent) -> Intent:
    """What a press of the panel means, also one whose own words were too long for it; see `recalled`."""
    lines = (table.line(action) for action in table.legal(seat))
    return recalled(press, lines, lambda where: screen_at(context, table, seat, where)[0])


async def _watching(context: Context, table: Table, user_id: int, note: str) -> Reply:
    """What everybody may see, for somebody without a seat."""
    face, view = context.face(table), table.view(None)
    kinds = [kind for kind in face.panel.shown(view) if kind != face.kit.pictures.hand] or [face.kit.pictures.board]
    pictures = tuple([await picture_of(table, kind, None, user_id) for kind in kinds])
    shown = panel(table.game.id, table.began, (), (Press(OPEN, context.words.text("discord.button.refresh")),))
    return Reply(_joined(note, f"**{face.kit.flow.phase(view, table.names)}**"), pictures, shown)


def again(context: Context, table: Table) -> discord.ui.View | None:
    """A lone *My turn* button."""
    return buttons(table.game.id, table.began, [(OPEN, context.words.text("discord.button.open"))])


async def done_it(context: Context, table: Table, seat: Seat, user_id: int, told: Told) -> Reply:
    """After a decision: what happened, and the fresh panel."""
    return await my_turn(context, table, user_id, note=_joined(*sentences(context, table, seat, told)))


def sentences(context: Context, table: Table, seat: Seat, told: Told) -> tuple[str, ...]:
    """What the author of an entry is told of it."""
    return _said_of(context, table, seat, told, lambda event: False)


def news_of(context: Context, table: Table, seat: Seat, told: Told, chosen: bool) -> tuple[str, ...]:
    """The same above the fresh panel, without what that shows anyway; see `Face.obvious` for `chosen`."""
    obvious = context.face(table).panel.obvious
    return _said_of(context, table, seat, told, lambda event: obvious(event, chosen))


def _said_of(
    context: Context, table: Table, seat: Seat, told: Told, left_out: Callable[[Event], bool]
) -> tuple[str, ...]:
    kit = context.face(table).kit
    events = (kit.rules.seen(event, seat) for event in (*told.events, *told.staged))
    said = [kit.words.event(event, table.names) for event in events if event is not None and not left_out(event)]
    return tuple(sentence for sentence in said if sentence)


def _joined(*paragraphs: str) -> str:
    return "\n\n".join(paragraph for paragraph in paragraphs if paragraph)
