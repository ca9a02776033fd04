"""What the host can change of a game at any time: how it looks, speaks, advises and is told."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cogs.house import themes
from cogs.house.answers import Answer
from cogs.house.drafts import Draft
from cogs.house.kept import KeptGame
from cogs.house.records import Manner, Status
from cogs.house.spoken_time import answer_said


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one game. Each raises Illegal `lobby-not-host` for anybody but its host."""

    kept: KeptGame

    async def paint(self, theme: str, by: int) -> None:
        """Has the public pictures drawn in another theme from now on, if the host wants it.

        Raises Illegal `lobby-not-host` or `theme-unknown`.
        """
        self.kept.check_host(by)
        kept = themes.chosen(self.kept.kit, theme)

        async def doing() -> None:
            await self.kept.means.store.paint(self.kept.game.id, kept, self._shown_anew())
            self.kept.game = replace(self.kept.game, theme=kept)
            self.kept.written()

        await self.kept.in_turn(doing)

    async def speak(self, language: str, by: int) -> None:
        """Has everybody told of the game in another language from now on, if the host wants it.

        Raises Illegal `lobby-not-host`.
        """
        self.kept.check_host(by)

        async def doing() -> None:
            await self.kept.means.store.speak(self.kept.game.id, language, self._shown_anew())
            self.kept.game = replace(self.kept.game, language=language)
            self.kept.written()

        await self.kept.in_turn(doing)

    async def allow_hints(self, allowed: bool, by: int) -> None:
        """Lets the program give hints and odds from now on, or keeps it from that, for all players alike.

        Raises Illegal `lobby-not-host`.
        """
        self.kept.check_host(by)

        async def doing() -> None:
            await self.kept.means.store.allow_hints(self.kept.game.id, allowed, self.kept.lobby_post())
            self.kept.game = replace(self.kept.game, hints=allowed)
            self.kept.written()

        await self.kept.in_turn(doing)

    async def answer(self, answer: Answer, by: int) -> None:
        """Has orders given ahead wait so long from now on, if the host wants it; all are told.

        Raises Illegal `lobby-not-host`.
        """
        self.kept.check_host(by)

        async def doing() -> None:
            kept, before = self.kept, self.kept.game
            if answer is before.answer:
                return
            drafts = [kept.sentence("answer-changed", answer=answer_said(kept.kit.words, answer))]
            running = before.status is Status.RUNNING
            with kept.paced("answer", before.status):
                await kept.means.store.choose_answer(before.id, answer, drafts if running else ())
            kept.game = replace(before, answer=answer)
            kept.written()

        await self.kept.in_turn(doing)

    async def behave(self, posts: Manner, by: int) -> None:
        """Has the game told in another manner from now on, if the host wants it. Raises Illegal `lobby-not-host`."""
        self.kept.check_host(by)

        async def doing() -> None:
            kept, before = self.kept, self.kept.game
            changed = posts is not before.posts and before.status is Status.RUNNING
            with kept.paced("posts", before.status):
                await kept.means.store.behave(before.id, posts, kept.present(posts) if changed else ())
            kept.game = replace(before, posts=posts)
            kept.written()

        await self.kept.in_turn(doing)

    def _shown_anew(self) -> tuple[Draft, ...]:
        """The lobby post, and the live card, as the game looks and speaks from now on."""
        kept = self.kept
        return kept.lobby_post() + (kept.card() if kept.game.status is Status.RUNNING else ())
