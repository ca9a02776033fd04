"""Paces, moments, what happens to who is absent, and how long orders wait, in words. Pure."""

from __future__ import annotations

from typing import Protocol

from cogs.house.values.clocks import HOUR, PRESETS, Absent, pace_of
from cogs.house.values.order_delays import OrderDelay
from cogs.house.values.records import Game


class Texts(Protocol):
    """Sentences by their keys, as a game's words and those of a language have them."""

    def text(self, key: str, **facts: object) -> str: ...


def pace_said(words: Texts, key: str) -> str:
    """A pace in words, by its key."""
    pace = pace_of(key)
    if pace.key in PRESETS or pace.window is None:
        return words.text(f"pace-{pace.key}")
    return words.text("pace-own", number=round(pace.window / HOUR))


def absent_said(words: Texts, absent: Absent) -> str:
    """What happens to who is absent, in words."""
    return words.text(f"absent-{absent.value}")


def answer_said(words: Texts, answer: OrderDelay) -> str:
    """How long orders given ahead wait, in words."""
    return words.text(f"answer-{answer.value}")


def answer_told(words: Texts, answer: OrderDelay) -> str:
    """When orders given ahead are carried out."""
    return words.text("answer-told", answer=answer_said(words, answer))


def timing_said(words: Texts, game: Game) -> str:
    """How long a game waits, and what happens then."""
    return words.text("pace-told", pace=pace_said(words, game.pace), absent=absent_said(words, game.absent))


def moment(at: float) -> str:
    """A moment as Discord shows it to each in his own zone."""
    return f"<t:{int(at)}:f>"


def stamp(at: float) -> str:
    """The same, and in how long that is."""
    return f"{moment(at)} (<t:{int(at)}:R>)"
