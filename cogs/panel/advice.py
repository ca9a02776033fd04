"""What a player is told of his choices when he asks: why not, and hints. In private, and from his own view alone."""

from __future__ import annotations

from cogs.face.face import Face, Hint, OddsQuestion
from cogs.face.presses import GoTo, Where, at
from cogs.face.screen import Press, Screen, in_rows
from cogs.house.game.pictures import Look
from cogs.house.runtime.queueing import ODDS as LANE
from cogs.house.table.table import Table
from cogs.house.values.records import Status
from cogs.house.values.sender import Picture
from cogs.interactions.context import Context, in_turn, picture_of, refusal
from engine.core import Action, Illegal, Seat

HINT = "hint"
"""The place in a panel where hints are: `/hint 1`."""

ODDS = "odds"
"""The place in a panel where the odds of one's own battle are, and the kind of their picture."""

SECONDS = 2.5
"""So long, in seconds of work, is a battle fought again and again."""

KEPT = 32
"""Questions whose answers are remembered."""

FIRST, LAST = 1, 2
"""The steps of a hint: what the bot would do, and what else there is to think of."""


def why_not(context: Context, table: Table, seat: Seat, wanted: Action | str) -> str:
    """Why a seat may not do something, with the clause and the nearest thing that it may; empty if it may.

    `wanted` is an action or a line. For screens that show a choice greyed, and for that seat alone.
    """
    try:
        action = table.parse(wanted) if isinstance(wanted, str) else wanted
    except Illegal as illegal:
        return refusal(context, table, illegal, seat, wanted)
    refused = table.refused(seat, action)
    return "" if refused is None else refusal(context, table, refused, seat, action)


def check_hints(table: Table) -> None:
    """Raises Illegal `hints-off` while a game is played in which the bot gives no advice (ASYNC_PLAY A13.4)."""
    if table.game.status is Status.RUNNING and not table.game.hints:
        raise Illegal("hints-off", commands=table.command("settings"))


def hint(context: Context, table: Table, seat: Seat, step: int) -> Hint:
    """A hint for a seat, from its own view. Raises Illegal `hints-off`."""
    check_hints(table)
    advice = context.face(table).advice
    if advice is None:
        return Hint(context.words.text("discord.hint.none"))
    legal = table.legal(seat, undo=False) if seat in table.awaiting else ()
    return advice.hint(table.view(seat), legal, step, table.plain_names)


def because(context: Context, table: Table, seat: Seat) -> Hint | None:
    """What the bot would do and why, in a line for the beginning of a panel; None if nothing may be said."""
    advice = context.face(table).advice
    if advice is None or not may_ask(context, table, seat):
        return None
    return advice.because(table.view(seat), table.legal(seat, undo=False), table.plain_names)


def hint_screen(context: Context, table: Table, seat: Seat, where: Where | None) -> Screen | None:
    """The screen of a hint, if that is the place; the next one is a press away."""
    match where:
        case GoTo((place, step)) if place == HINT and step.isdecimal() and FIRST <= int(step) <= LAST:
            pass
        case _:
            return None
    try:
        found = hint(context, table, seat, int(step))
    except Illegal as illegal:
        return Screen(refusal(context, table, illegal), ())
    presses = [] if found.does is None else [do_it(context, table, found.does)]
    if int(step) < LAST:
        presses.append(next_hint(context, int(step)))
    return Screen(found.text, in_rows(presses))


def do_it(context: Context, table: Table, advised: Action) -> Press:
    """What does just that which a hint advises."""
    return Press(table.line(advised), context.words.text("discord.hint.do-it"), style="good")


def next_hint(context: Context, step: int) -> Press:
    """What leads on from a hint; from none, with `step` 0, to the first."""
    key = "discord.hint.next" if step else "discord.hint.button"
    return Press(at(HINT, str(step + 1)), context.words.text(key))


async def odds(context: Context, face: Face, table: Table | None, user: int, asked: OddsQuestion) -> Picture:
    """The odds of a battle of a game as a picture with its description, for whoever asked.

    Takes some seconds the first time, once it is their turn. Raises Illegal as `in_turn` does, or `odds-too-long` if
    not even one battle came to its end.
    """

    async def fought() -> None:
        if asked not in context.endings:  # nobody has asked the same meanwhile
            found = await context.house.workers.sampled(asked.trials(), context.trials, SECONDS)
            if not found:
                raise Illegal("odds-too-long")
            context.endings[asked] = found

    if asked not in context.endings:
        await in_turn(context, LANE, user, fought)
    context.endings.move_to_end(asked)
    while len(context.endings) > KEPT:
        context.endings.popitem(last=False)
    assert face.advice is not None, "there was a question"
    look = Look(known=face.advice.odds(asked, context.endings[asked]))
    if table is not None:
        return await picture_of(table, ODDS, table.seat_of(user), user, look)
    data = await context.house.picture(face.kit, ODDS, face.reference.blank, look, user)
    return Picture(f"{ODDS}.png", data, face.kit.pictures[ODDS].alt(face.reference.blank, {}, look))


def own_battle(context: Context, table: Table, seat: Seat) -> OddsQuestion | None:
    """The battle or engagement of a seat, if its odds may be told."""
    advice = context.face(table).advice
    if advice is None or table.game.status is not Status.RUNNING or not table.game.hints:
        return None
    return advice.battle(table.view(seat))


def may_ask(context: Context, table: Table, seat: Seat) -> bool:
    """Whether a seat can be given a hint now. Whoever need not decide has no use for one."""
    running = table.game.status is Status.RUNNING
    return running and table.game.hints and context.face(table).advice is not None and seat in table.awaiting
