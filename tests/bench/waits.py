"""How long the event loop waits at the longest while people ask for much: `python -m tests.bench.waits`.

Late games that are played and looked at are measured in `tests.bench.late`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from bot import MIGRATIONS, games, settle_in
from cogs.commands.rules import titles_like
from cogs.commands.watch import verified
from cogs.house.house import House
from cogs.house.runtime.environment import Environment
from cogs.house.runtime.queueing import LONG, ODDS
from cogs.house.store.store import Store
from cogs.house.table.importing import MOST_ENTRIES, MOST_UNDOS
from cogs.house.table.table import Table
from cogs.house.values.records import AuditEntry
from cogs.house.words.words import Words
from cogs.interactions.context import TRIALS, Context, in_turn
from cogs.panel.advice import SECONDS, why_not
from cogs.titan.words.advice import TitanAdvice
from cogs.titan.words.advice_odds import OddsRequest, question
from engine import chance, log
from engine.core import CHANCE
from engine.record import Record, RecordedEntry, text
from engine.titan.ruleset import TITAN
from tests.bench.measuring import longest
from tests.late import choice

SEED = b"waits".ljust(32, b".")
WORDS = ("",) * 6
HESITANT = 0.6
"""How often who may take something back does so."""
PEOPLE = 10
MUCH = ("x " * 3000, "d" * 6000, "split bu01 " * 546, "qzxv wqzx " * 600)
ADMITTED = 500
"""So much of it may be typed as orders."""
KINDS = ("Lion", "Ogre", "Troll", "Ranger", "Hydra", "Cyclops", "Giant", "Dragon", "Griffon", "Colossus")


def recorded(entries: int, seats: int, undos: int = 0) -> str:
    """A game of so many entries that its players then called a draw, as it is exported.

    Before that they have taken back so often all that they could.
    """
    timeline, said, whims = log.opening(TITAN, seats, {}), list[RecordedEntry](), Random(5)
    words = WORDS[:seats]
    while len(said) < entries and (TITAN.wants(timeline.state) or TITAN.awaiting(timeline.state)):
        action: Any
        if draw := TITAN.wants(timeline.state):
            seat, action = CHANCE, chance.answer(SEED, words, 1, timeline.seq + 1, draw)
        else:
            seat = min(TITAN.awaiting(timeline.state))
            back = tuple(log.undoings(TITAN, timeline, seat)) if undos and whims.random() < HESITANT else ()
            undos -= bool(back)
            action = (
                back[-1] if back else choice(TITAN.view(timeline.state, seat), TITAN.legal(timeline.state, seat), whims)
            )
        said.append(RecordedEntry(timeline.seq + 1, seat, TITAN.notation.line(action), draw))
        timeline, _ = log.step(TITAN, timeline, seat, action)
    names = tuple(f"Player {seat}" for seat in range(seats))
    made = Record(
        1, TITAN.name, TITAN.version, {}, words, chance.commitment(SEED), SEED, tuple(said), "Long", names, (), "draw"
    )
    return text(made, "over")


def desk_for(house: House) -> Context:
    """A context in English."""
    return Context(house, {face.kit.rules.name: face for face in games()}, Words())


async def typing(context: Context, table: Table) -> None:
    """As much as anybody can send, and as much of it as is looked at, in an order and while words are searched for."""
    seat = min(table.awaiting)
    for much in MUCH:
        for said in (much, much[:ADMITTED]):
            why_not(context, table, seat, said[:ADMITTED])
            await titles_like(context, context.faces[TITAN.name], said[:100])
            await asyncio.sleep(0)


async def odds(context: Context, people: int = PEOPLE, seconds: float = SECONDS) -> None:
    """So many people ask for the odds of battles, each of another one."""
    face = context.faces[TITAN.name]
    assert isinstance(face.advice, TitanAdvice), "odds are Titan's"
    terms = face.advice.terms

    async def one(user: int, kind: str) -> None:
        asked = question(
            terms, face.reference.blank, OddsRequest(f"7 {kind}", f"titan 90, 6 {KINDS[-1 - user]}", "Jungle")
        )
        await in_turn(context, ODDS, user, lambda: context.house.workers.sampled(asked.trials(), TRIALS, seconds))

    await asyncio.gather(*(one(user, kind) for user, kind in enumerate(KINDS[:people])))


async def checking(context: Context, table: Table, people: int = PEOPLE) -> None:
    """So many people have the dice of a game computed again, and nobody knows of the others' answers."""

    async def one(user: int) -> None:
        context.verdicts.clear()
        await verified(context, table, user)

    await asyncio.gather(*(one(user) for user in range(people)))


async def bringing_in(context: Context, written: str, channel: int = 10) -> Table:
    """A game is brought in."""
    data = written.encode()
    table, _ = await in_turn(
        context, LONG, 1, lambda: context.house.bring_in(1, channel, data, "en", AuditEntry(1, None, 5, "import", ""))
    )
    return table


async def opening(house: House, channel: int) -> Table:
    """A game of six whose first split is to be decided, which can be made in very many ways."""
    table = await house.open(1, channel, 100, "0", TITAN.name, 6, "bench", {})
    for user in range(1, 6):
        await table.lobby.join(100 + user, str(user))
    await table.lobby.start(100)
    while table.view(None).phase != "split":
        seat = min(table.awaiting)
        await table.submit(seat, table.legal(seat)[0])
    return table


async def waits(folder: Path, entries: int = MOST_ENTRIES) -> Mapping[str, tuple[float, float]]:
    """The longest wait in milliseconds, by the clock and of the processor, while each is done."""
    written = recorded(entries, 6, MOST_UNDOS)
    store = await Store.open(f"sqlite:///{folder}/waits.db", MIGRATIONS)
    house = House(store, {face.kit.rules.name: face.kit for face in games()}, Environment())
    context, found = desk_for(house), {}
    try:
        young, brought = await opening(house, 2), list[Table]()

        async def bring_in() -> None:
            brought.append(await bringing_in(context, written))

        rows: Mapping[str, Callable[[], Awaitable[None]]] = {
            "6,000 characters typed": lambda: typing(context, young),
            f"a game of {written.count(chr(10)):,} lines with {written.count(' undo '):,} undos brought in": bring_in,
            f"{PEOPLE} have the dice of it checked": lambda: checking(context, brought[0]),
            f"{PEOPLE} ask for odds": lambda: odds(context),
        }
        settle_in()  # as the bot does before anybody plays
        for what, work in rows.items():
            found[what] = await longest(work())
    finally:
        await house.close()
        await store.close()
    return found


def told(found: Mapping[str, tuple[float, float]]) -> str:
    """The figures as text."""
    return "\n".join(
        f"the event loop waits {by_clock:.1f} ms at the longest, {own:.1f} ms of it for us (goal 50 ms): {what}"
        for what, (by_clock, own) in found.items()
    )


if __name__ == "__main__":
    with TemporaryDirectory() as here:
        print(told(asyncio.run(waits(Path(here)))))
