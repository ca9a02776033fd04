"""`/play do`: orders in text, several at once, read as people write them and completed from what is legal."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress

import discord
from discord import app_commands

from cogs.access import table_here
from cogs.choices import DIGEST, OPEN, Choice, fitted, layout, resolved, shortened
from cogs.completing import or_nothing
from cogs.components import GREEN, panel
from cogs.desk import Desk, Reply, desk_of, refusal, running, seated, verbs_now
from cogs.grave import Asked, submit
from cogs.house.safe_text import quoted
from cogs.house.table import NOBODYS, Table
from cogs.house.words import Words
from cogs.limits import CHOICE
from cogs.panel import choices, forgotten, label, listed, my_turn, sentences
from cogs.screen import MOST_OPTIONS, Press
from engine.core import Action, Illegal, Seat
from engine.likeness import nearest_line

PARTED = re.compile(r"[;\n]")
"""What stands between two orders."""

QUOTED = 60
"""So much of what was typed is said again."""

OF_THE_MOMENT = frozenset({"eliminated", "game-over", "not-your-turn", "phase-other", "stage-other", "undo-nothing"})
"""Refusals that hold for whatever of its kind was wanted."""


async def typed(interaction: discord.Interaction, text: str, phases: Mapping[int, int]) -> Reply:
    """Does the orders one after the other, up to the first that cannot be done; says what was done, and what is wrong.

    One that may mean several is asked about, and so is what is grave, or would forget something. Without any, those
    that are open are listed. `phases` are those of the games when the orders came: they count for no later one, such
    as a press at the same moment may have led to.
    """
    desk = desk_of(interaction)
    table = running(await table_here(interaction))
    seat = seated(table, interaction.user.id)
    orders = [order.strip() for order in PARTED.split(text) if order.strip()]
    if len(orders) == 1 and orders[0].casefold() in helps(desk):
        return await my_turn(desk, table, interaction.user.id, able(desk, table, seat))
    if not orders:
        return await _open_orders(desk, table, seat, interaction.user.id)
    if (gone := await gone_on(desk, table, interaction.user.id, phases)) is not None:
        return gone
    said: list[str] = []
    began = table.began
    for number, order in enumerate(orders):
        meant, sure = _meant(desk, table, seat, order)
        if not meant and (strange := desk.face(table).typing.strange(order)):
            kept = _without(order, strange)
            if kept and (meant := _meant(desk, table, seat, kept)[0]):
                note = desk.words.text("typed.read-part", kept=_again(kept), strange=_again(" ".join(strange)))
                return _asked(desk, table, meant, "\n".join([*said, note]))
        if len(meant) > 1 or (meant and not sure):
            note = desk.words.text("discord.which-order", order=quoted(order), number=len(meant))
            return _asked(desk, table, meant, "\n".join([*said, note]))
        try:
            action = understood(desk, table, seat, meant[0].line if meant else order)
            if table.line(action) == "done" and (place := forgotten(desk, table, seat)):
                note = "\n".join([*said, *_not_done(desk, orders, number), *_rest(desk, orders, number)])
                return await my_turn(desk, table, interaction.user.id, note, place)
            told = await submit(desk, table, seat, action, interaction.id if number == 0 else None, began)
        except Asked as asked:
            raise asked.after([*said, *_not_done(desk, orders, number), *_rest(desk, orders, number)]) from None
        except Illegal as illegal:
            wanted = None if illegal.code == "line-unclear" else _wanted(desk, table, seat, order)
            why = refusal(desk, table, illegal, seat, wanted)
            return await my_turn(
                desk, table, interaction.user.id, "\n".join([*said, *_not_done(desk, orders, number), why])
            )
        began = table.began
        said += sentences(desk, table, seat, told)
    return await my_turn(desk, table, interaction.user.id, "\n".join(said))


async def gone_on(desk: Desk, table: Table, user_id: int, phases: Mapping[int, int]) -> Reply | None:
    """The panel of now, for an order that came in one of `phases` which is over; None if it is not."""
    if phases.get(table.game.id, table.began) == table.began:
        return None
    return await my_turn(desk, table, user_id, refusal(desk, table, Illegal("game-has-gone-on")))


def _not_done(desk: Desk, orders: Sequence[str], number: int) -> Iterator[str]:
    """Of several orders, which one was the first that was not done."""
    if len(orders) > 1:
        order = quoted(shortened(orders[number], 60))
        yield desk.words.text("discord.stopped-at", order=order, done=number, all=len(orders))


def _rest(desk: Desk, orders: Sequence[str], number: int) -> Iterator[str]:
    """Of several orders, those behind one that is asked about: they are not done after its *Yes*, either."""
    if rest := orders[number + 1 :]:
        yield desk.words.text("discord.not-done", orders=quoted(shortened("; ".join(rest), 120)))


def _meant(desk: Desk, table: Table, seat: Seat, order: str) -> tuple[tuple[Choice, ...], bool]:
    """The choices that an order may mean, and whether it surely means one of them.

    They are the line itself, else those that have all its words, else those it begins; else, to be asked about, those
    whose lists hold more than was typed, or to which only a verb is missing.
    """
    lines = [table.line(action) for action in table.legal(seat)]
    if order.startswith(DIGEST):
        order = resolved(order, lines)
    face, words = desk.face(table), tuple(order.split())
    exact = next((line for line in lines if line.casefold() == " ".join(words).casefold()), None)
    if exact is not None:
        return choices(desk, table, seat, line=exact), True
    offered, read = choices(desk, table, seat), face.typing.read(order, table.view(seat))
    found = [choice for choice in offered if choice.words == read]
    found = found or [choice for choice in offered if has_words(choice.words, read)]
    found = found or [choice for choice in offered if begins(choice, words)]
    if not found:
        near = [choice for choice in offered if has_words(choice.words, read, whole=False)]
        return tuple(near or [choice for choice in offered if has_words(choice.words, (choice.words[0], *read))]), False
    legal = {table.line(action): action for action in table.legal(seat)}
    if found[0].words[0] == "undo" or face.typing.alike([legal[choice.line] for choice in found], table.view(seat)):
        found = found[:1]
    return tuple(found), True


def has_words(line: Sequence[str], read: Sequence[str], whole: bool = True) -> bool:
    """Whether a line of the verb has all these words in this order, and maybe others between them.

    Unless `whole`, a list may hold more than was read.
    """
    if not read or line[0] != read[0]:
        return False
    rest = iter(line[1:])
    return all(any(word == each or (not whole and _within(word, each)) for each in rest) for word in read[1:])


def _within(word: str, line: str) -> bool:
    return not Counter(word.split(",")) - Counter(line.split(","))


def begins(choice: Choice, typed: Sequence[str]) -> bool:
    """Whether the words typed so far are those of the line; the last may be unfinished."""
    if not typed:
        return False
    *whole, last = (word.casefold() for word in typed)
    words = [word.casefold() for word in choice.words]
    return words[: len(whole)] == whole and len(words) > len(whole) and words[len(whole)].startswith(last)


def helps(desk: Desk) -> frozenset[str]:
    """The words that ask what can be typed."""
    return frozenset(word for words in (desk.words, Words()) for word in words.text("typed.help").split())


def able(desk: Desk, table: Table, seat: Seat) -> str:
    """What a seat can do right now, by the first words of its orders."""
    if not (now := verbs_now(desk, table, seat)):
        return desk.words.text("discord.no-lines")
    return desk.words.text("typed.able", verbs=desk.words.listing(map(desk.words.verb, now), "comma"))


def _without(order: str, strange: Sequence[str]) -> str:
    """An order without the words in it that mean nothing."""
    return " ".join(word for word in order.split() if word.strip(".,:!?") not in strange)


def _again(text: str) -> str:
    """What was typed, as it is said again."""
    return quoted(shortened(text, QUOTED))


def understood(desk: Desk, table: Table, seat: Seat, order: str) -> Action:
    """The action that an order says.

    Raises Illegal where it says none: why there can be nothing like it now, or how it is written, with an example of
    this very position.
    """
    face, notation = desk.face(table), table.kit.rules.notation
    read = face.typing.read(order, table.view(seat)) or (order,)
    for line in (" ".join(read), order):
        with suppress(Illegal):
            return table.parse(line)
    verb, offered = read[0], choices(desk, table, seat)
    alike = [choice for choice in offered if choice.words[0] == verb]
    if alike:
        line = nearest_line([choice.line for choice in alike], " ".join(read)) or alike[0].line
        if (refused := _refused_as_far(table, seat, read, line)) is not None:
            raise refused
        example = line if face.typing.example is None else face.typing.example(table.parse(line))
        raise Illegal("line-unclear", line=shortened(order, QUOTED), example=example)
    if verb not in notation.verbs or verb in NOBODYS:
        raise Illegal("verb-unknown", verb=shortened(verb, QUOTED), verbs=())
    refused = table.refused(seat, notation.blank(verb))
    if refused is not None and refused.code in OF_THE_MOMENT:
        raise refused
    raise Illegal("verb-not-now", verb=label(desk, verb), verbs=())


def _refused_as_far(table: Table, seat: Seat, read: Sequence[str], like: str) -> Illegal | None:
    """Why an order that lacks its last words can't be done, whatever they are; None if it lacks none.

    They are those of an order `like` it. What is possible is never begun so: it would have been found.
    """
    with suppress(Illegal):
        return table.refused(seat, table.parse(" ".join((*read, *like.split(" ")[len(read) :]))))
    return None


def _wanted(desk: Desk, table: Table, seat: Seat, order: str) -> object:
    """What was wanted, for advice: an action if it is one, else the words."""
    read = " ".join(desk.face(table).typing.read(order, table.view(seat))) or order
    for line in (read, order):
        with suppress(Illegal):
            return table.parse(line)
    return read


def _asked(desk: Desk, table: Table, meant: Sequence[Choice], note: str) -> Reply:
    """Which of several was meant."""
    last = Press(OPEN, desk.words.text("discord.button.open"))
    arranged = layout(meant, meant[0].words[:1])
    return Reply(
        f"{note}\n{_listing(desk, meant)}",
        (),
        panel(table.game.id, table.began, listed(desk, arranged), (last,), desk.emojis),
    )


async def _open_orders(desk: Desk, table: Table, seat: Seat, user_id: int) -> Reply:
    """What may be ordered."""
    grave = desk.face(table).panel.grave
    offered = likely(choices(desk, table, seat))
    mild = [choice for choice in offered if choice.words[0] not in grave]
    if not mild:
        return await my_turn(desk, table, user_id, desk.words.text("discord.no-lines"))
    return Reply(_listing(desk, [*mild, *(choice for choice in offered if choice not in mild)]))


def likely(offered: Iterable[Choice]) -> list[Choice]:
    """Choices as they are most likely wanted: what goes on, then of every verb the first, the second and so on.

    Within that they are in the order of what is legal, and what takes back comes last.
    """
    count = Counter[str]()

    def place(choice: Choice) -> tuple[bool, bool, int]:
        said = choice.words[0]
        count[said] += 1
        return said == "undo", said not in GREEN, count[said]

    return sorted(offered, key=place)


def _wanted_so_far(desk: Desk, table: Table, choice: Choice, text: str) -> bool:
    """Whether a choice is offered to who has typed that: anything mild, what is grave once its word was begun."""
    said = choice.words[0]
    if said not in desk.face(table).panel.grave:
        return True
    first = next(iter(text.split()), "").casefold()
    return bool(first) and any(name.startswith(first) for name in (said, label(desk, said).casefold()))


def _listing(desk: Desk, offered: Sequence[Choice]) -> str:
    """Orders: what they mean, and behind it how they are written."""
    note = desk.words.text("discord.lines", shown=min(len(offered), MOST_OPTIONS), total=len(offered))
    return "\n".join([note, *(f"{choice.label} `{choice.line}`" for choice in offered[:MOST_OPTIONS])])


@or_nothing
async def completed(interaction: discord.Interaction, text: str) -> list[app_commands.Choice[str]]:
    """Completes a line from what is legal for the typist; of several orders the last is left as it is typed."""
    desk = desk_of(interaction)
    table = running(await table_here(interaction))
    seat = seated(table, interaction.user.id)
    if PARTED.search(text):
        return [app_commands.Choice(name=text, value=text)] if len(text) <= CHOICE else []
    offered = [c for c in likely(choices(desk, table, seat)) if _wanted_so_far(desk, table, c, text)]
    words, read = text.split(), desk.face(table).typing.read(text, table.view(seat))
    found: list[Choice] = [
        c
        for c in offered
        if not words or begins(c, words) or has_words(c.words, read) or text.strip().casefold() in c.label.casefold()
    ]
    return [
        app_commands.Choice(name=shortened(f"{c.label} · {c.line}", CHOICE), value=fitted(c.line, CHOICE))
        for c in found[:MOST_OPTIONS]
    ]
