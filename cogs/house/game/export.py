"""A game as a file: all of it once it is over, before that what the channel was told. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cogs.house.game.announce import Entry
from cogs.house.game.dice import words_of
from cogs.house.game.kit import Kit
from cogs.house.values.records import Chair, Game, Status, StoredLine
from cogs.house.values.safe_text import plain
from engine import record
from engine.core import CHANCE, Draw


def public(game: Game, chairs: Sequence[Chair], told: Sequence[str]) -> str:
    """What everybody knows of a game: its options, what its dice are bound to, and what was said."""
    # in the lobby words are their owners' own
    words = words_of(chairs) if game.status is Status.RUNNING else ("",) * len(chairs)
    return "\n".join((*record.head(_record(game, chairs, words), game.status.value), "", *told, ""))


def written(kit: Kit, entries: Sequence[Entry], lines: Sequence[StoredLine]) -> tuple[record.RecordedEntry, ...]:
    """Entries as they stand in the file of a game that is over: those that `lines` of the log became."""
    return tuple(
        record.RecordedEntry(line.seq, line.seat, line.line, _asked(kit, entry), line.proxy)
        for line, entry in zip(lines, entries, strict=True)
    )


def whole(game: Game, chairs: Sequence[Chair], entries: Iterable[record.RecordedEntry]) -> str:
    """A game that is over, with its seed and what was `written` of all its entries."""
    return record.text(_record(game, chairs, words_of(chairs), game.seed, tuple(entries)), game.status.value)


def _record(
    game: Game,
    chairs: Sequence[Chair],
    words: tuple[str, ...],
    seed: bytes = b"",
    entries: tuple[record.RecordedEntry, ...] = (),
) -> record.Record:
    """Who sat where is told by name: nobody's number stands in a file."""
    seated = sorted(chairs, key=lambda chair: chair.seat)
    bots = tuple(chair.bot or "" for chair in seated)
    return record.Record(
        game.number, game.ruleset, game.version, game.options, words, game.commitment, seed, entries,
        one_line(game.name), tuple(one_line(chair.name) for chair in seated), bots if any(bots) else (), game.agreed,
    )  # fmt: skip


def one_line(name: str) -> str:
    """A name as it stands in a file: on one line, without what can't be seen."""
    return " ".join(plain(name).split()) or "?"


def _asked(kit: Kit, entry: Entry) -> Draw | None:
    return kit.rules.wants(entry.before.state) if entry.before and entry.seat == CHANCE else None
