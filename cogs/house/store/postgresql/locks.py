"""What transactions on PostgreSQL exclude each other by: advisory locks, which go with the transaction.

Each is a class, as listed here, and a number. Classes from 16 on are free for others.
"""

from __future__ import annotations

from dataclasses import dataclass

from cogs.house.store.database import Revision, Subject

GONE_ON = "TN001"
"""The code of the error by which the database says that a game is not at the revision that was expected."""

_EVERYTHING, _PLACE, _PERSON, _GAME = 1, 2, 3, 4


@dataclass(frozen=True, slots=True)
class Scope:
    """What a transaction is about; nothing of it: everything, or nothing at all if it is `quiet`."""

    game: int | None
    person: int | None
    place: int | None
    quiet: bool

    @property
    def begin(self) -> str:
        """The statements that begin it; they end when nobody else is at the same. The order is everybody's."""
        keys = ((_PLACE, self.place), (_PERSON, self.person), (_GAME, self.game))
        locks = [f"SELECT pg_advisory_xact_lock({kind}, {_key(number)})" for kind, number in keys if number is not None]
        if locks:
            locks.insert(0, f"SELECT pg_advisory_xact_lock_shared({_EVERYTHING}, 0)")
        elif not self.quiet:
            locks.append(everything())
        return "; ".join(("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE", *locks))

    def begin_at(self, at: Revision) -> str:
        """The same, with an error GONE_ON unless the game and everything are still at a revision once the locks are
        had."""
        return f"{self.begin}; SELECT check_revision({self.game}, {at.game}, {at.everything})"

    def commit(self, process: str) -> str:
        """The statements that end it, by which other processes hear of it from this one, unless it is quiet."""
        said = [f"SELECT tell('{process}', '{kind}', {number})" for kind, number in self._subjects()]
        return "; ".join((*said, "COMMIT"))

    @property
    def counts(self) -> bool:
        """Whether it is another revision of its game, or of everything."""
        return not self.quiet and (self.game is not None or (self.person is None and self.place is None))

    def _subjects(self) -> list[tuple[Subject, int]]:
        if self.quiet:
            return []
        named: tuple[tuple[Subject, int | None], ...] = (
            ("place", self.place), ("person", self.person), ("game", self.game),
        )  # fmt: skip
        return [(kind, number) for kind, number in named if number is not None] or [("everything", 0)]


def everything() -> str:
    """Waits until no transaction is open that is about anything, and has the others wait."""
    return f"SELECT pg_advisory_xact_lock({_EVERYTHING}, 0)"


def _key(number: int) -> int:
    """A number in the 32 bits beside a lock's class. Where two share one, they wait for each other, and need not."""
    folded = (number ^ number >> 32) & 0xFFFFFFFF
    return folded - (1 << 32) if folded >> 31 else folded
