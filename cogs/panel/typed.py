"""`/play do`: orders in text, several at once, read as people write them and completed from what is legal."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

import discord
from discord import app_commands

from cogs.face.choices import Choice, layout, shortened
from cogs.face.limits import CHOICE
from cogs.face.presses import fitted, resolved
from cogs.face.screen import MOST_OPTIONS, Press
from cogs.house.table.table import NOBODYS, Table
from cogs.house.values.safe_text import quoted
from cogs.house.values.sender import OPEN
from cogs.house.words.words import Words
from cogs.interactions.access import table_here
from cogs.interactions.completing import or_nothing
from cogs.interactions.components import GREEN, panel
from cogs.interactions.context import Context, Reply, context_of, refusal, running, seated, verbs_now
from cogs.panel.confirming import ConfirmationAsked, submit
from cogs.panel.panel import before_done, choices, label, listed, my_turn, sentences
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
    context = context_of(interaction)
    table = running(await table_here(interaction))
    seat = seated(table, interaction.user.id)
    orders = [order.strip() for order in PARTED.split(text) if order.strip()]
    if len(orders) == 1 and orders[0].casefold() in helps(context):
        return await my_turn(context, table, interaction.user.id, able(context, table, seat))
    if not orders:
        return await _open_orders(context, table, seat, interaction.user.id)
    if (gone := await gone_on(context, table, interaction.user.id, phases)) is not None:
        return gone
    said: list[str] = []
    began = table.began
    for number, order in enumerate(orders):
        reading = read(context, table, seat, order)
        meant, question = _meant(context, table, seat, reading)
        if question:
            return _asked(context, table, seat, meant, "\n".join([*said, question]))
        left = [*said, *_not_done(context, orders, number)]
        try:
            action = table.parse(meant[0]) if meant else understood(context, table, seat, reading)
            note = "\n".join([*left, *_rest(context, orders, number)])
            if (reply := await before_done(context, table, seat, table.line(action), note)) is not None:
                return reply
            told = await submit(context, table, seat, action, interaction.id if number == 0 else None, began)
        except ConfirmationAsked as asked:
            raise asked.after([*left, *_rest(context, orders, number)]) from None
        except Illegal as illegal:
            wanted = None if illegal.code == "line-unclear" else _parsed(table, reading) or reading.line
            why = refusal(context, table, illegal, seat, wanted)
            return await my_turn(context, table, interaction.user.id, "\n".join([*left, why]))
        began = table.began
        said += sentences(context, table, seat, told)
    return await my_turn(context, table, interaction.user.id, "\n".join(said))


async def gone_on(context: Context, table: Table, user_id: int, phases: Mapping[int, int]) -> Reply | None:
    """The panel of now, for an order that came in one of `phases` which is over; None if it is not."""
    if phases.get(table.game.id, table.began) == table.began:
        return None
    return await my_turn(context, table, user_id, refusal(context, table, Illegal("game-has-gone-on")))


def _not_done(context: Context, orders: Sequence[str], number: int) -> Iterator[str]:
    """Of several orders, which one was the first that was not done."""
    if len(orders) > 1:
        order = quoted(shortened(orders[number], 60))
        yield context.words.text("discord.stopped-at", order=order, done=number, all=len(orders))


def _rest(context: Context, orders: Sequence[str], number: int) -> Iterator[str]:
    """Of several orders, those behind one that is asked about: they are not done after its *Yes*, either."""
    if rest := orders[number + 1 :]:
        yield context.words.text("discord.not-done", orders=quoted(shortened("; ".join(rest), 120)))


@dataclass(frozen=True, slots=True)
class TypedOrder:
    """An order as it was typed, and the words of the notation that were meant; without any if it has no word at all."""

    order: str
    words: tuple[str, ...]

    @property
    def line(self) -> str:
        """The line that was meant, as far as it is one."""
        return " ".join(self.words) or self.order


def read(context: Context, table: Table, seat: Seat, order: str) -> TypedOrder:
    """What was typed, or completed by what is too long to be carried."""
    order = resolved(order, (table.line(action) for action in table.legal(seat)))
    return TypedOrder(order, context.face(table).typing.read(order, table.view(seat)))


def _meant(context: Context, table: Table, seat: Seat, reading: TypedOrder) -> tuple[Sequence[str], str]:
    """The lines that an order may mean, and the question which of them; empty where it surely is the first."""
    text = context.words.text
    found, sure = _fitting(context, table, seat, reading)
    if not found and (strange := context.face(table).typing.strange(reading.order)):
        if kept := _without(reading.order, strange):
            found, _ = _fitting(context, table, seat, read(context, table, seat, kept))
        note = text("typed.read-part", kept=_again(kept), strange=_again(" ".join(strange)))
        return found, note if found else ""
    if len(found) > 1 or (found and not sure):
        return found, text("discord.which-order", order=quoted(reading.order), number=len(found))
    return found, ""


def _fitting(context: Context, table: Table, seat: Seat, reading: TypedOrder) -> tuple[Sequence[str], bool]:
    """The lines that an order may mean, and whether it surely means one of them; of those that are alike the first."""
    legal = {table.line(action): action for action in table.legal(seat)}
    found, sure = fitting(legal, reading)
    if sure and (
        found[0].split(" ")[0] == "undo"
        or context.face(table).typing.alike([legal[line] for line in found], table.view(seat))
    ):
        found = found[:1]
    return found, sure


def fitting(lines: Iterable[str], reading: TypedOrder) -> tuple[Sequence[str], bool]:
    """Those of the lines that an order may mean, and whether it surely means one of them.

    They are the line itself, else those that have all its words, else those it begins; else, to be asked about, those
    whose lists hold more than was typed, or to which only a verb is missing.
    """
    typed, meant = reading.order.split(), reading.words
    itself = " ".join(typed).casefold()
    if (exact := next((line for line in lines if line.casefold() == itself), None)) is not None:
        return (exact,), True
    ways: Sequence[tuple[Callable[[tuple[str, ...]], bool], bool]] = (
        (lambda line: line == meant, True),
        (lambda line: has_words(line, meant), True),
        (lambda line: begins(line, typed), True),
        (lambda line: has_words(line, meant, whole=False), False),
        (lambda line: has_words(line, (line[0], *meant)), False),
    )
    parted = [tuple(line.split(" ")) for line in lines]
    for fits, sure in ways:
        if found := [" ".join(line) for line in parted if fits(line)]:
            return found, sure
    return (), False


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


def begins(line: Sequence[str], typed: Sequence[str]) -> bool:
    """Whether the words typed so far are those of the line; the last may be unfinished."""
    if not typed:
        return False
    *whole, last = (word.casefold() for word in typed)
    words = [word.casefold() for word in line]
    return words[: len(whole)] == whole and len(words) > len(whole) and words[len(whole)].startswith(last)


def helps(context: Context) -> frozenset[str]:
    """The words that ask what can be typed."""
    return frozenset(word for words in (context.words, Words()) for word in words.text("typed.help").split())


def able(context: Context, table: Table, seat: Seat) -> str:
    """What a seat can do right now, by the first words of its orders."""
    if not (now := verbs_now(context, table, seat)):
        return context.words.text("discord.no-lines")
    return context.words.text("typed.able", verbs=context.words.listing(map(context.words.verb, now), "comma"))


def _without(order: str, strange: Sequence[str]) -> str:
    """An order without the words in it that mean nothing."""
    return " ".join(word for word in order.split() if word.strip(".,:!?") not in strange)


def _again(text: str) -> str:
    """What was typed, as it is said again."""
    return quoted(shortened(text, QUOTED))


def understood(context: Context, table: Table, seat: Seat, reading: TypedOrder) -> Action:
    """The action that an order says.

    Raises Illegal where it says none: why there can be nothing like it now, or how it is written, with an example of
    this very position.
    """
    if (action := _parsed(table, reading)) is not None:
        return action
    face, notation = context.face(table), table.kit.rules.notation
    said = reading.words or (reading.order,)
    verb, lines = said[0], [table.line(action) for action in table.legal(seat)]
    alike = [line for line in lines if line.split(" ")[0] == verb]
    if alike:
        line = nearest_line(alike, " ".join(said)) or alike[0]
        if (refused := _refused_as_far(table, seat, said, line)) is not None:
            raise refused
        example = line if face.typing.example is None else face.typing.example(table.parse(line))
        raise Illegal("line-unclear", line=shortened(reading.order, QUOTED), example=example)
    if verb not in notation.verbs or verb in NOBODYS:
        raise Illegal("verb-unknown", verb=shortened(verb, QUOTED), verbs=())
    refused = table.refused(seat, notation.blank(verb))
    if refused is not None and refused.code in OF_THE_MOMENT:
        raise refused
    raise Illegal("verb-not-now", verb=label(context, verb), verbs=())


def _parsed(table: Table, reading: TypedOrder) -> Action | None:
    """The action that an order is a line of, as it is meant or as it was typed; None if it is none."""
    for line in (reading.line, reading.order):
        with suppress(Illegal):
            return table.parse(line)
    return None


def _refused_as_far(table: Table, seat: Seat, read: Sequence[str], like: str) -> Illegal | None:
    """Why an order that lacks its last words can't be done, whatever they are; None if it lacks none.

    They are those of an order `like` it. What is possible is never begun so: it would have been found.
    """
    with suppress(Illegal):
        return table.refused(seat, table.parse(" ".join((*read, *like.split(" ")[len(read) :]))))
    return None


def _asked(context: Context, table: Table, seat: Seat, lines: Sequence[str], note: str) -> Reply:
    """Which of several was meant."""
    meant = [choice for choice in choices(context, table, seat) if choice.line in lines]
    last = Press(OPEN, context.words.text("discord.button.open"))
    arranged = layout(meant, meant[0].words[:1])
    view = panel(table.game.id, table.began, listed(context, arranged), (last,), context.emojis)
    return Reply(f"{note}\n{_listing(context, meant)}", (), view)


async def _open_orders(context: Context, table: Table, seat: Seat, user_id: int) -> Reply:
    """What may be ordered."""
    grave = context.face(table).panel.grave
    offered = likely(choices(context, table, seat))
    mild = [choice for choice in offered if choice.words[0] not in grave]
    if not mild:
        return await my_turn(context, table, user_id, context.words.text("discord.no-lines"))
    return Reply(_listing(context, [*mild, *(choice for choice in offered if choice not in mild)]))


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


def _wanted_so_far(context: Context, table: Table, choice: Choice, text: str) -> bool:
    """Whether a choice is offered to who has typed that: anything mild, what is grave once its word was begun."""
    said = choice.words[0]
    if said not in context.face(table).panel.grave:
        return True
    first = next(iter(text.split()), "").casefold()
    return bool(first) and any(name.startswith(first) for name in (said, label(context, said).casefold()))


def _listing(context: Context, offered: Sequence[Choice]) -> str:
    """Orders: what they mean, and behind it how they are written."""
    note = context.words.text("discord.lines", shown=min(len(offered), MOST_OPTIONS), total=len(offered))
    return "\n".join([note, *(f"{choice.label} `{choice.line}`" for choice in offered[:MOST_OPTIONS])])


@or_nothing
async def completed(interaction: discord.Interaction, text: str) -> list[app_commands.Choice[str]]:
    """Completes a line from what is legal for the typist; of several orders the last is left as it is typed."""
    context = context_of(interaction)
    table = running(await table_here(interaction))
    seat = seated(table, interaction.user.id)
    if PARTED.search(text):
        return [app_commands.Choice(name=text, value=text)] if len(text) <= CHOICE else []
    offered = [c for c in likely(choices(context, table, seat)) if _wanted_so_far(context, table, c, text)]
    parts, meant, said = text.split(), context.face(table).typing.read(text, table.view(seat)), text.strip().casefold()
    found = [
        choice
        for choice in offered
        if begins(choice.words, parts) or has_words(choice.words, meant) or said in choice.label.casefold()
    ]
    return [
        app_commands.Choice(name=shortened(f"{each.label} · {each.line}", CHOICE), value=fitted(each.line, CHOICE))
        for each in found[:MOST_OPTIONS]
    ]
