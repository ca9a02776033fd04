"""The dice of one game: its seed, the players' words, and what the channel is told of both.

How numbers follow from them stands in `engine.chance`, for everybody to check.
"""

from __future__ import annotations

import random
import secrets
import unicodedata
from collections.abc import Callable, Sequence
from datetime import datetime

from cogs.house.game.kit import Kit
from cogs.house.values.drafts import CHANNEL, LOG, PostDraft, PostKind, PostPlace, Sentence
from cogs.house.values.records import Chair, Game, PostStyle
from engine import chance
from engine.core import Draw, Drawn, Illegal

WORD = 60
"""Characters of a player's word, after what can't be seen was taken out."""

Dice = Callable[[int, Draw], Drawn]
"""The answer to a draw that becomes the entry of this number."""


def new_seed() -> bytes:
    """A seed for a new game, from the system's own randomness."""
    return secrets.token_bytes(chance.SEED_BYTES)


def new_whim() -> random.Random:
    """What decides how a game is set up for everybody: no rule asks it, so it needs no proof."""
    return random.Random(secrets.randbits(64))


def of(game: Game, chairs: Sequence[Chair], now: Callable[[], float]) -> Dice:
    """The dice of a game that begins with these chairs, or began with chairs that had the same words.

    Whether an instant has passed they are told by `now`, in seconds since 1970.
    """
    words = words_of(chairs)

    def answer(seq: int, draw: Draw) -> Drawn:
        if draw.instant:
            return Drawn(
                (chance.PASSED if datetime.fromisoformat(draw.instant).timestamp() <= now() else chance.AHEAD,)
            )
        return chance.answer(game.seed, words, game.number, seq, draw)

    return answer


def words_of(chairs: Sequence[Chair]) -> chance.SeatWords:
    """One for each seat."""
    return tuple(chair.word for chair in sorted(chairs, key=lambda chair: chair.seat))


def fit(typed: str) -> str:
    """A word as it counts: one line of characters that everybody sees alike. Raises Illegal `word-unfit`.

    A back quote would end the code that words are shown in.
    """
    composed = unicodedata.normalize("NFC", typed).replace("`", "'")
    seen = "".join(c for c in composed if c.isspace() or unicodedata.category(c)[0] != "C")
    word = " ".join(seen.split())
    if not word or len(word) > WORD:
        raise Illegal("word-unfit", most=WORD)
    return word


def word_added(kit: Kit, game: Game, chair: Chair) -> PostDraft:
    """To the channel: somebody has added a word, which stays his own until the game begins."""
    said = kit.words.text("word-added", who=chair.shown)
    return PostDraft(PostKind.TEXT, None, game.seq, said=(Sentence(game.seq, said),))


def words_told(kit: Kit, chairs: Sequence[Chair]) -> list[str]:
    """At the start: the words that were added to the dice, which were secret until then."""
    text = kit.words.text
    return [text("dice-word", seat=chair.seat + 1, who=chair.shown, word=chair.word) for chair in chairs if chair.word]


def revealed(kit: Kit, game: Game, seq: int) -> PostDraft:
    """After the end: that everybody can check the dice now."""
    return PostDraft(
        PostKind.TEXT, None, seq, said=(Sentence(seq, kit.words.text("dice-revealed")),), place=place_of(game)
    )


def place_of(game: Game) -> PostPlace:
    """Where what belongs to the game's history is told."""
    return LOG if game.posts is PostStyle.CARD else CHANNEL
