"""A game as a file: all of it once it is over, before that what the channel was told. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.house.announce import Entry
from cogs.house.dice import words_of
from cogs.house.kit import Kit
from cogs.house.records import Chair, Game, Line, Status
from engine import record
from engine.core import CHANCE, Draw


def public(game: Game, chairs: Sequence[Chair], told: Sequence[str]) -> str:
    """What everybody knows of a game: its options, what its dice are bound to, and what was said."""
    words = words_of(chairs) if game.status is Status.RUNNING else ()  # in the lobby they are their owners' own
    head = record.head(
        game.id, game.ruleset, game.version, game.options, len(chairs), game.status.value, game.commitment, words
    )
    return "\n".join((*head, "", *told, ""))


def whole(kit: Kit, game: Game, chairs: Sequence[Chair], entries: Sequence[Entry], lines: Sequence[Line]) -> str:
    """A game that is over, with its seed: `entries` are those that `lines` of the log became."""
    written = tuple(
        record.Entry(line.seq, line.seat, line.line, _asked(kit, entry))
        for line, entry in zip(lines, entries, strict=True)
    )
    words = words_of(chairs)
    known = record.Record(game.id, game.ruleset, game.version, game.options, words, game.commitment, game.seed, written)
    return record.text(known, game.status.value)


def _asked(kit: Kit, entry: Entry) -> Draw | None:
    return kit.rules.wants(entry.before.state) if entry.before and entry.seat == CHANCE else None
