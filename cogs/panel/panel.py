"""The private panel of one person: what is to decide, his own things, and his choices."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace

import discord

from cogs.face.choices import Choice, Layout, layout, rows
from cogs.face.presses import FillIn, GoTo, Intent, ListLines, Where, at, parse, recalled
from cogs.face.screen import BUTTON, Form, Menu, Press, Row, Screen, Sight, headline, with_own
from cogs.house.game.kit import AS_IT_IS, Look, Told
from cogs.house.table.table import Table
from cogs.house.values.records import Status
from cogs.house.values.sender import OPEN
from cogs.interactions.components import buttons, panel
from cogs.interactions.context import Desk, Face, Prints, Reply, explained, picture_of
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
    desk: Desk, table: Table, seat: Seat, verb: str | None = None, line: str | None = None
) -> tuple[Choice, ...]:
    """Everything the seat may do, or that of one verb or line, with labels.

    All of it is remembered for a few seats: it is asked for again with every letter that somebody types.
    """
    if line is not None or not table.legal(seat):
        return tuple(_made(desk, table, seat, verb, line))
    asked = table.game.id, seat, desk.words.language, tuple(sorted(table.plain_names.items()))
    course, known = desk.choices.get(asked, (None, ()))
    if course is not table.course:
        known = tuple(_made(desk, table, seat))
        desk.choices[asked] = table.course, known
        while len(desk.choices) > REMEMBERED:
            desk.choices.popitem(last=False)
    desk.choices.move_to_end(asked)
    return tuple(each for each in known if verb in (None, each.words[0]))


def _made(desk: Desk, table: Table, seat: Seat, verb: str | None = None, line: str | None = None) -> Iterator[Choice]:
    face, view = desk.face(table), table.view(seat)
    called = _labels(desk, table, view)
    for action in table.legal(seat):
        each = table.line(action)
        words = tuple(each.split(" "))
        if line in (None, each) and verb in (None, words[0]):
            yield Choice(words, called(action), _said(desk, face, action, words, view), face.panel.emoji(action, view))


def _labels(desk: Desk, table: Table, view: View) -> Callable[[Action], str]:
    """What a button for an action says. Names in labels are plain: Discord reads no formatting there."""
    face, plain = desk.face(table), table.plain_names

    def called(action: Action) -> str:
        if isinstance(action, Undo):
            return face.panel.undo([called(step) for step in table.steps(action)])
        return face.kit.words.action(action, view, plain)

    return called


def _said(desk: Desk, face: Face, action: Action, words: tuple[str, ...], view: View) -> tuple[str, ...]:
    """What each word of a line means to people."""
    names = [part.name for part in fields(type(action))]
    verb = label(desk, words[0])
    return (verb, *(face.panel.said(words[0], name, word, view) for name, word in zip(names, words[1:], strict=True)))


def label(desk: Desk, verb: str) -> str:
    """What a verb is called on a button or above a select."""
    key = f"discord.verb.{verb}"
    return desk.words.text(key) if key in desk.words else verb.replace("-", " ").capitalize()


def sight(desk: Desk, table: Table, seat: Seat, place: tuple[str, ...] = ()) -> Sight:
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
        label=_labels(desk, table, view),
        emoji=lambda action: desk.face(table).panel.emoji(action, view),
        steps=table.steps,
        illegal=illegal,
        advised=table.game.hints,
        orders=table.orders.of(seat),
    )


def form_of(desk: Desk, table: Table, seat: Seat, press: Intent) -> Form | None:
    """The form that a press opens; None if it opens none, or there is none now."""
    return desk.face(table).panel.form(sight(desk, table, seat, press.words)) if isinstance(press, FillIn) else None


def forgotten(desk: Desk, table: Table, seat: Seat) -> GoTo | None:
    """The place in the panel that says what would be forgotten if the seat were done now; None if nothing would."""
    place = parse(desk.face(table).panel.forgotten(sight(desk, table, seat)))
    return place if isinstance(place, GoTo) else None


async def before_done(desk: Desk, table: Table, seat: Seat, line: str, note: str = "") -> Reply | None:
    """The place in the panel that says what a line would forget that ends something, below a note; None if nothing."""
    user, place = table.person(seat), forgotten(desk, table, seat) if line == DONE else None
    return None if place is None or user is None else await my_turn(desk, table, user, note, place)


async def my_turn(
    desk: Desk, table: Table, user_id: int, note: str = "", where: Where | None = None, hung: Prints | None = None
) -> Reply:
    """The panel of whoever asks: the choices of a player, the public position for a spectator.

    `note` is said first. `where` is a place in it: one of the game's own, or a list of what begins with some words;
    None: its beginning. `hung` are the pictures that the message shows already.
    """
    await desk.house.answered(table)
    shown = await _shown(desk, table, user_id, note, where, hung)
    return replace(shown, panel=table.game.id)


async def _shown(desk: Desk, table: Table, user_id: int, note: str, where: Where | None, hung: Prints | None) -> Reply:
    seat = table.seat_of(user_id)
    if table.game.status is Status.LOBBY:
        return Reply(_joined(note, desk.words.text("discord.lobby-waits", group=table.game.ruleset)))
    words = desk.words
    if table.game.agreed:  # by the rules somebody would still have to decide
        return await _watching(desk, table, user_id, _joined(note, words.text(f"agreed-{table.game.agreed}")))
    if seat is None:
        return await _watching(desk, table, user_id, _joined(note, words.text("discord.watching")))
    if table.game.frozen is not None:
        return Reply(_joined(note, rests_said(desk, table)), (), again(desk, table))
    if where == GoTo((ODDS,)) and (battle := own_battle(desk, table, seat)) is not None:
        with explained(desk, table):
            picture = await odds(desk, desk.face(table), table, user_id, battle)
        back = Press(OPEN, words.text("discord.button.back"), style="plain")
        shown = panel(table.game.id, table.began, ((back,),))
        return Reply(_joined(note, words.text("discord.hint.odds-are")), (picture,), shown)
    if where == GoTo((SINCE,)):
        found = await looked_back(desk, table, seat, user_id)
        return replace(found, text=_joined(note, found.text), view=again(desk, table))
    screen, where, _ = screen_at(desk, table, seat, where)
    view = panel(table.game.id, table.began, rows_at(desk, table, seat, where), (), desk.emojis, _here(where))
    return await hanging(desk, table, user_id, Reply(_joined(note, screen.text), (), view), screen, hung)


def _here(where: Where | None) -> str:
    """A place as it is carried behind a digest."""
    return "" if where is None else str(where)


def rows_at(desk: Desk, table: Table, seat: Seat, where: Where | None) -> tuple[Row, ...]:
    """All that can be pressed at a place: what its screen has, and the panel's own."""
    screen, where, own = screen_at(desk, table, seat, where)
    words, face = desk.words, desk.face(table)
    beside: list[Press] = []
    more = list(screen.more)
    if where is not None:
        beside.append(Press(OPEN, words.text("discord.button.back"), style="plain"))
    elif may_ask(desk, table, seat):
        beside.append(next_hint(desk, 0))
    elif seat not in table.awaiting:
        beside.append(Press(OPEN, words.text("discord.button.refresh"), style="plain"))
    if where is None and has_news(table, seat):
        beside.append(leads_there(desk))
    if back := table.past.take_backs(seat)[:1]:
        did = face.kit.words.action(back[0].action, back[0].own, table.plain_names)
        (more if screen.rows else beside).append(Press(TAKE_BACK, words.text("discord.button.take-back", what=did)))
    if where is None:
        if own_battle(desk, table, seat) is not None:
            more.append(Press(at(ODDS), words.text("discord.hint.odds")))
        if face.ahead is not None:
            more.append(Press(ORDERS, words.text("discord.button.orders")))
    if own:
        more.append(Press(str(ListLines()), words.text("discord.button.all")))
    return with_own(screen.rows, beside, more, words.text("discord.more"))


async def hanging(desk: Desk, table: Table, user_id: int, reply: Reply, screen: Screen, hung: Prints | None) -> Reply:
    """The reply with the pictures of a screen, which are drawn unless they are `hung` in the message already."""
    seat = table.seat_of(user_id)
    looks = [(kind, await table.look(user_id, look)) for kind, look in screen.pictures]
    prints = tuple(hash((table.game.id, kind, table.view(seat), look, desk.words.language)) for kind, look in looks)
    if prints == hung:
        return replace(reply, keep=True, prints=prints)
    pictures = tuple([await picture_of(table, kind, seat, user_id, look) for kind, look in screen.pictures])
    return replace(reply, pictures=pictures, prints=prints)


def screen_at(desk: Desk, table: Table, seat: Seat, where: Where | None = None) -> tuple[Screen, Where | None, bool]:
    """A screen, its place, and whether it is one of the game's own: the one asked for, else the first if it is no more.

    Where the game has none the list of all that may be done is the first.
    """
    face = desk.face(table)
    if (advised := hint_screen(desk, table, seat, where)) is not None:
        return replace(advised, pictures=screen_at(desk, table, seat)[0].pictures), where, False
    if isinstance(where, ListLines) and (listing := _all(desk, table, seat, where)) is not None:
        return listing, where, False
    if isinstance(where, GoTo) and (own := face.panel.screen(sight(desk, table, seat, where.words))) is not None:
        return own, where, True
    if (first := face.panel.screen(sight(desk, table, seat))) is not None:
        return _advised(desk, table, seat, first), None, True
    everything = _all(desk, table, seat, ListLines())
    assert everything is not None, "all that may be done can always be listed"
    return everything, None, False


def _all(desk: Desk, table: Table, seat: Seat, where: ListLines) -> Screen | None:
    """Everything that may be done, or what begins as `where` says; None if nothing does."""
    face, view = desk.face(table), table.view(seat)
    beginning = where.words
    offered = tuple(choice for choice in choices(desk, table, seat) if choice.words[0] not in face.panel.aside)
    if beginning and not any(choice.words[: len(beginning)] == beginning for choice in offered):
        return None
    arranged = layout(offered, beginning, where.page or 0)
    paragraphs = [headline(face.panel.prompt(view, seat, table.names))]
    if any(listing.shown < listing.total for listing in arranged.lists):
        paragraphs.append(desk.words.text("discord.more-in-pages"))
    marked = Look(actions=tuple(table.legal(seat)))
    looks = tuple((kind, marked if face.kit.pictures[kind].marked else AS_IT_IS) for kind in face.panel.shown(view))
    laid = listed(desk, arranged)
    if (place := forgotten(desk, table, seat)) is not None:
        way = str(place)
        laid = tuple(row if isinstance(row, Menu) else tuple(_asked(press, way) for press in row) for row in laid)
    return Screen(_joined(*paragraphs), laid, looks)


def _advised(desk: Desk, table: Table, seat: Seat, screen: Screen) -> Screen:
    """A screen with what the bot would do and why: its button stands out, where there is one, else it is said."""
    found = because(desk, table, seat)
    if found is None or found.does is None:
        return screen
    words, line, here = desk.words, table.line(found.does), False

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
    label = _labels(desk, table, table.view(seat))(found.does)
    said = words.text("discord.hint.why" if here else "discord.hint.because", label=label, why=found.text)
    return replace(screen, text=_below_first(screen.text, said), rows=rows)


def _below_first(text: str, line: str) -> str:
    """A text with a line below its first one."""
    first, _, rest = text.partition("\n")
    return "\n".join(filter(None, (first, line, rest)))


def _asked(press: Press, way: str) -> Press:
    """A press of a list; for *Done* the way to what would be forgotten."""
    return replace(press, carries=way) if press.carries == DONE else press


def listed(desk: Desk, arranged: Layout) -> tuple[Row, ...]:
    """A layout as the rows of a screen."""
    return rows(arranged, lambda verb: desk.words.text("discord.choose", verb=label(desk, verb)))


def found_again(desk: Desk, table: Table, seat: Seat, press: Intent) -> Intent:
    """What a press of the panel means, also one whose own words were too long for it; see `recalled`."""
    lines = (table.line(action) for action in table.legal(seat))
    return recalled(press, lines, lambda where: screen_at(desk, table, seat, where)[0])


async def _watching(desk: Desk, table: Table, user_id: int, note: str) -> Reply:
    """What everybody may see, for somebody without a seat."""
    face, view = desk.face(table), table.view(None)
    kinds = [kind for kind in face.panel.shown(view) if kind != face.kit.pictures.hand] or [face.kit.pictures.board]
    pictures = tuple([await picture_of(table, kind, None, user_id) for kind in kinds])
    shown = panel(table.game.id, table.began, (), (Press(OPEN, desk.words.text("discord.button.refresh")),))
    return Reply(_joined(note, f"**{face.kit.flow.phase(view, table.names)}**"), pictures, shown)


def again(desk: Desk, table: Table) -> discord.ui.View | None:
    """A lone *My turn* button."""
    return buttons(table.game.id, table.began, [(OPEN, desk.words.text("discord.button.open"))])


async def done_it(desk: Desk, table: Table, seat: Seat, user_id: int, told: Told) -> Reply:
    """After a decision: what happened, and the fresh panel."""
    return await my_turn(desk, table, user_id, note=_joined(*sentences(desk, table, seat, told)))


def sentences(desk: Desk, table: Table, seat: Seat, told: Told) -> tuple[str, ...]:
    """What the author of an entry is told of it."""
    return _said_of(desk, table, seat, told, lambda event: False)


def news_of(desk: Desk, table: Table, seat: Seat, told: Told, chosen: bool) -> tuple[str, ...]:
    """The same above the fresh panel, without what that shows anyway; see `Face.obvious` for `chosen`."""
    obvious = desk.face(table).panel.obvious
    return _said_of(desk, table, seat, told, lambda event: obvious(event, chosen))


def _said_of(desk: Desk, table: Table, seat: Seat, told: Told, left_out: Callable[[Event], bool]) -> tuple[str, ...]:
    kit = desk.face(table).kit
    events = (kit.rules.seen(event, seat) for event in (*told.events, *told.staged))
    said = [kit.words.event(event, table.names) for event in events if event is not None and not left_out(event)]
    return tuple(sentence for sentence in said if sentence)


def _joined(*paragraphs: str) -> str:
    return "\n\n".join(paragraph for paragraph in paragraphs if paragraph)
