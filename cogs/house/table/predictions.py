"""What those who only watch foretell of a game: sealed until it is decided, then opened in one post.

Whoever sits at the table, or did, knows more than everybody and foretells nothing. Nobody learns what others have
foretold, nor that anybody has, before it is decided.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from cogs.house.game.telling import Question
from cogs.house.table.insiders import Insiders
from cogs.house.table.stored_game import StoredGame
from cogs.house.values.records import Prediction, Status
from cogs.house.values.safe_text import escaped
from engine.core import Illegal

MOST_NAMED = 12
"""So many who gave the same answer are named."""


@dataclass(frozen=True, slots=True)
class Predictions:
    """What is foretold of one game."""

    kept: StoredGame

    async def check(self, user_id: int) -> None:
        """Raises Illegal `foretell-knows` for who knows more than everybody, `foretell-nothing` where nothing is asked,
        `game-not-running`."""
        kept = self.kept
        if kept.game.status is not Status.RUNNING:
            raise Illegal("game-not-running", status=kept.game.status.value)
        if await Insiders(kept).knows(user_id):
            raise Illegal("foretell-knows")
        if kept.kit.telling.questions is None:
            raise Illegal("foretell-nothing")

    async def open(self, reader: int, plain: bool = False) -> Mapping[str, Question]:
        """What can be foretold now, in the language of the reader; `plain` for where nothing is formatted."""
        kept, kit = self.kept, self.kept.kit_for(reader)
        if kept.game.status is not Status.RUNNING or kit.telling.questions is None:
            return {}
        closed = await kept.services.store.predictions.closed(kept.game.id)
        names = kept.plain_names if plain else kept.names
        asked = kit.telling.questions.open(kept.view(None))
        return {key: kit.telling.questions.question(key, names) for key in asked if key not in closed}

    async def own(self, user_id: int) -> Mapping[str, Prediction]:
        """What a person has foretold, decided or not, by question. For that person alone."""
        made = await self.kept.services.store.predictions.of(self.kept.game.id, user_id)
        return {each.question: each for each in made}

    async def past(self, reader: int) -> tuple[tuple[Question, Prediction], ...]:
        """What a person has foretold that is decided, the latest last. For that person alone."""
        questions, names = self.kept.kit_for(reader).telling.questions, self.kept.names
        if questions is None:
            return ()
        made = await self.kept.services.store.predictions.of(self.kept.game.id, reader)
        return tuple((questions.question(one.question, names), one) for one in made if one.points is not None)

    async def predict(self, made: Prediction) -> None:
        """Keeps what a person foretells, in place of what it was before.

        Raises Illegal as `check` does, and `foretell-late` for what cannot be foretold, or no longer.
        """

        async def doing() -> None:
            await self.check(made.user)
            question = (await self.open(made.user)).get(made.question)
            if question is None or made.answer not in question.answers:
                raise Illegal("foretell-late")
            if not await self.kept.services.store.predictions.make(self.kept.game.id, made):
                raise Illegal("foretell-late")

        await self.kept.in_turn(doing)

    async def withdraw(self, user_id: int, key: str) -> None:
        """Takes back what a person has foretold. Raises Illegal `foretell-late` once its question is closed."""

        async def doing() -> None:
            if key not in await self.open(user_id) or not await self.kept.services.store.predictions.withdraw(
                self.kept.game.id, key, user_id
            ):
                raise Illegal("foretell-late")

        await self.kept.in_turn(doing)

    async def opened(self, keys: Iterable[str]) -> str:
        """What was foretold of questions that are decided, for everybody; empty if nothing is left of it."""
        store, game = self.kept.services.store, self.kept.game.id
        told = [(key, *await store.predictions.decided(game, key)) for key in keys]
        return "\n".join(self._said(key, answer, made) for key, answer, made in told if made)

    def _said(self, key: str, answer: str, made: Sequence[Prediction]) -> str:
        """A question with its answer, then each answer that was given with those who gave it, the right one first."""
        kit = self.kept.kit
        assert kit.telling.questions is not None, "what was asked is a question of the game"
        question, text = kit.telling.questions.question(key, self.kept.names), kit.words.text
        lines = [text("foretold", question=question.text, answer=question.answers[answer])]
        for given in sorted({each.answer for each in made}, key=lambda given: (given != answer, given)):
            of = [each for each in made if each.answer == given]
            points = ((each.name, signed(each.points or 0)) for each in of[:MOST_NAMED])
            unnamed = text("foretold-unnamed")
            named = [text("foretold-by", who=escaped(name) if name else unnamed, points=each) for name, each in points]
            if len(of) > MOST_NAMED:
                named.append(text("foretold-more", number=len(of) - MOST_NAMED))
            lines.append(text("foretold-answer", answer=question.answers[given], who=", ".join(named)))
        return "\n".join(lines)


def signed(points: int) -> str:
    """`+3`, `0`, `−6`."""
    return f"{points:+d}".replace("-", "−") if points else "0"
