"""What one of several processes knows of the games that it has in memory, against what the database says of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from cogs.house.store.database import Revision


class KnownRevisions:
    """Up to which revision this process knows each game.

    Nobody is told which number a commit got. But each commit counts one: as long as only this process has written, what
    it knew before and its own commits add up to what the database says. Once another has written they never do again,
    until the game is taken up anew.
    """

    def __init__(self) -> None:
        self._known: dict[int, Revision] = {}

    def of(self, game: int) -> Revision | None:
        """Up to which revision a game is known; None if it is not."""
        return self._known.get(game)

    def put(self, game: int, at: Revision) -> None:
        """It is known up to there."""
        self._known[game] = at

    def drop(self, game: int) -> None:
        """A game is not known any more."""
        self._known.pop(game, None)

    def before(self, game: int | None) -> Mapping[int, Revision]:
        """What is known of a game, or without one of all games, before something is committed about it."""
        if game is None:
            return dict(self._known)
        return {game: self._known[game]} if game in self._known else {}

    def committed(self, game: int | None, before: Mapping[int, Revision]) -> None:
        """Counts an own commit about a game, or without one about everything.

        A game that was taken up meanwhile may have it in that already: counted twice it would hide somebody else's. One
        whose answer was lost is not counted: if it took place, the game is taken up anew.
        """
        for each, at in before.items():
            if self._known.get(each) == at:
                counted = replace(at, everything=at.everything + 1) if game is None else replace(at, game=at.game + 1)
                self._known[each] = counted
