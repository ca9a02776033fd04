"""What can be changed of a game at any time: how it looks, speaks, advises, is told, and how long it waits."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace

from cogs.house.game import themes
from cogs.house.game.kit import Kit
from cogs.house.game.options import kept as agreed
from cogs.house.store.store import Clash
from cogs.house.table.insiders import Author, Insiders
from cogs.house.table.interventions import Choose, deed_said
from cogs.house.table.stored_game import StoredGame
from cogs.house.table.timing import Timing
from cogs.house.values.clocks import Absent, pace_of
from cogs.house.values.drafts import PostDraft
from cogs.house.values.order_delays import OrderDelay
from cogs.house.values.records import Game, Joining, PostStyle, Setup, Status
from engine.core import Illegal

ON, OFF = "on", "off"
"""What a setting of two values is given as."""

SHOWN = ("theme", "language", "pace", "absent")
"""What the live card shows."""

BEFORE = frozenset({"places", "setup", "joining"})
"""What matters until the game begins, and can be changed till then alone."""

TOLD = {"posts": "posts", "pace": "pace", "absent": "pace", "answer": "answer", "abroad": "abroad"}
"""What is told in the lobby too, by what it is paced: in a game that runs everything is."""


def settled(kit: Kit, game: Game, wanted: Mapping[str, str]) -> Game:
    """A game with settings as they are wanted, by their keys. Raises Illegal `theme-unknown`, `pace-unclear`."""
    return replace(
        game,
        theme=themes.chosen(kit, wanted["theme"]) if "theme" in wanted else game.theme,
        language=wanted.get("language", game.language),
        hints=wanted.get("hints", ON if game.hints else OFF) == ON,
        posts=PostStyle(wanted.get("posts", game.posts)),
        pace=pace_of(wanted.get("pace", game.pace)).key,
        absent=Absent(wanted.get("absent", game.absent)),
        answer=OrderDelay(wanted.get("answer", game.answer)),
        abroad=wanted.get("abroad", ON if game.abroad else OFF) == ON,
        setup=Setup(wanted.get("setup", game.setup)),
        joining=Joining(wanted.get("joining", game.joining)),
    )


@dataclass(frozen=True, slots=True)
class TableSettings:
    """The settings of one game."""

    kept: StoredGame

    async def change(self, wanted: Mapping[str, str], by: Author) -> None:
        """Has settings be so from now on: in the lobby if the host wants it, in a game that runs as a deed of a host or
        manager; then all are told.

        Raises Illegal `lobby-not-host`, `theme-unknown`, `pace-unclear`, `seats-not-allowed`, `lobby-seats-taken`,
        `too-often`, `lobby-started` for what matters before the start alone, `game-not-running` once it is over, and
        what `Insiders.warrant` does.
        """
        timing, insiders = Timing(self.kept), Insiders(self.kept)

        async def doing() -> None:
            kept, before = self.kept, self.kept.game
            runs = before.status is not Status.LOBBY
            if runs and wanted.keys() & BEFORE:
                raise kept.too_late()
            if runs:
                insiders.check(by)
            else:
                kept.check_host(by.user)
            after = replace(settled(kept.kit, before, wanted), places=self._places(wanted))
            changed = {key: value for key, value in wanted.items() if getattr(after, key) != getattr(before, key)}
            if not changed:
                return
            drafts, clocks, deed = kept.lobby_post(), timing.clocks_by(after) if runs else {}, None
            if runs:
                reason = ", ".join(f"{key} {value}" for key, value in changed.items())
                warrant = await insiders.warrant(by, "settings", reason, deed_said(kept, Choose(changed)))
                deed = warrant.deed
                drafts += (*timing.reminders(clocks, pace_of(after.pace)), *warrant.told, *self._present(changed))
            with ExitStack() as paced:
                for what in {TOLD.get(key, key) for key in changed if runs or key in TOLD}:
                    paced.enter_context(kept.paced(what, before.status))
                if not await kept.services.store.games.keep_settings(after, tuple(clocks.values()), drafts, deed):
                    raise Clash
            kept.game, kept.clocks = after, {**kept.clocks, **clocks}
            kept.did(deed)
            kept.written()

        await self.kept.in_turn(doing)

    def _places(self, wanted: Mapping[str, str]) -> int:
        """So many seats as are wanted, if the game can have them and nobody would be without one."""
        kept = self.kept
        number = int(wanted.get("places", kept.game.places))
        if number == kept.game.places:
            return number
        if number not in kept.kit.seats:
            raise Illegal("seats-not-allowed", seats=number, low=min(kept.kit.seats), high=max(kept.kit.seats))
        if number < len(kept.seats):
            raise Illegal("lobby-seats-taken", taken=len(kept.seats), seats=number)
        agreed(kept.kit, number, kept.game.options)
        return number

    def _present(self, changed: Mapping[str, str]) -> tuple[PostDraft, ...]:
        """The game that runs as it looks and speaks from now on."""
        if "posts" in changed:
            return self.kept.present(PostStyle(changed["posts"]))
        return self.kept.card() if changed.keys() & set(SHOWN) else ()
