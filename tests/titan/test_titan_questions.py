"""What can be foretold of games of Titan: that it is asked, closed and answered as it happens, whatever is hidden."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest

from cogs.house.game.announce import Entry
from cogs.house.game.prediction_questions import closing
from cogs.house.values.records import PostStyle
from cogs.house.words.words import languages
from cogs.titan.kit import titan_kit
from engine import log
from engine.core import CHANCE, Seat
from engine.titan.actions import Move, Teleport
from engine.titan.bots import LEVELS
from engine.titan.events import Agreed, BattleBegan, BattleEnded, Conceded, Fled, GameEnded, Struck
from engine.titan.ruleset import TITAN
from tests.selfplay import answer

NAMES = {Seat(seat): name for seat, name in enumerate(("Ann", "Ben", "Cleo"))}
KIT = titan_kit()

SETTLED = {BattleBegan: "battle", Agreed: "agreed", Fled: "defender"}


def played(seed: int, most: int = 4000) -> Iterator[tuple[Any, Entry]]:
    """The entries of a game of three that seek battle, each with the channel's view before it."""
    dice, timeline = Random(seed), log.opening(TITAN, 3, {})
    for _ in range(most):
        action: Any
        before, draw = timeline, TITAN.wants(timeline.state)
        awaiting = TITAN.awaiting(timeline.state)
        if draw is not None:
            seat, action = CHANCE, answer(draw, dice)
        elif awaiting:
            seat = min(awaiting)
            view, legal = log.view(TITAN, timeline, seat), tuple(TITAN.legal(timeline.state, seat))
            enemies = {legion.land for legion in view.legions if legion.owner != seat}
            attacks = [a for a in legal if isinstance(a, Move | Teleport) and a.land in enemies]
            action = attacks[0] if attacks else LEVELS["steady"](view, legal, dice)
        else:
            return
        timeline, told = log.step(TITAN, timeline, seat, action)
        yield log.view(TITAN, before, None), Entry(seat, before, timeline, told, action)


@pytest.fixture(scope="module")
def game() -> tuple[tuple[Any, Entry], ...]:
    return tuple(played(5))


def closed_by(view: Any, entry: Entry) -> Mapping[str, str]:
    found = closing(KIT, view, [entry], PostStyle.CARD)
    return {} if found is None else found.questions


def test_every_engagement_and_battle_that_was_asked_about_is_answered_as_it_happened(
    game: tuple[tuple[Any, Entry], ...],
) -> None:
    assert KIT.telling.questions is not None
    asked: set[str] = set()
    answers: dict[str, str] = {}
    made = Counter[str]()
    for view, entry in game:
        asked |= set(KIT.telling.questions.open(view))
        for key, said in closed_by(view, entry).items():
            assert not answers.get(key), "nothing is decided twice"
            answers[key] = said
            made[f"{key.split(' ')[0]} {said}"] += 1
        for event in entry.told.events:
            land = getattr(event, "land", None)
            if type(event) in SETTLED:
                assert any(k.startswith("engaged") and k.endswith(f" {land}") and v == SETTLED[type(event)]
                           for k, v in answers.items())  # fmt: skip
    assert isinstance(game[-1][1].told.events[-1], GameEnded)
    unanswered = {key for key in asked if not answers.get(key)}
    assert not unanswered, "in this game nobody left an engagement by resigning"
    assert {kind for kind, *_ in map(str.split, made)} == {"engaged", "battle", "winner", "end"}
    assert made["battle attacker"] + made["battle defender"] + made["battle none"] >= 5


def test_a_battle_is_foretold_up_to_its_first_dice_and_never_after(game: tuple[tuple[Any, Entry], ...]) -> None:
    assert KIT.telling.questions is not None
    closed: set[str] = set()
    open_before = 0
    for view, entry in game:
        battles = {key for key in KIT.telling.questions.open(view) if key.startswith("battle")} - closed
        closed |= closed_by(view, entry).keys()
        if any(isinstance(event, Struck) for event in entry.told.events):
            (key,) = [key for key in closed_by(view, entry) if key.startswith("battle")]
            open_before += key in battles
            assert key in closed
        if view.battle is None and entry.after.state and any(isinstance(e, BattleBegan) for e in entry.told.events):
            after = KIT.telling.questions.open(log.view(KIT.rules, entry.after, None))
            assert any(key.startswith("battle") for key in after)
    assert open_before >= 5, "up to the first dice it was open"


def test_all_engagements_are_asked_about_alike(game: tuple[tuple[Any, Entry], ...]) -> None:
    """Whether a legion may flee, has a Lord, or is worth an offer: no question and no answer to it tells (A3.1)."""
    assert KIT.telling.questions is not None
    texts, answers = set(), set()
    for view, _ in game:
        for key in KIT.telling.questions.open(view):
            if not key.startswith("engaged"):
                continue
            question = KIT.telling.questions.question(key, NAMES)
            _, _, mover, other, _ = key.split(" ")
            plain = question.text.split(":", 1)[1]
            for seat, mark in ((mover, "A"), (other, "D")):
                plain = plain.replace(NAMES[Seat(int(seat))], mark)
            texts.add(plain)
            answers.add(tuple(question.answers))
    assert texts == {" A attacks D. How does it end?"}
    assert answers == {("battle", "defender", "attacker", "agreed")}


def test_what_is_asked_follows_from_what_everybody_sees_alone(game: tuple[tuple[Any, Entry], ...]) -> None:
    """No kind of event decides a question but those that everybody hears of in the same words."""
    public = (BattleBegan, BattleEnded, Agreed, Fled, Conceded, GameEnded, Struck)
    for view, entry in game:
        decided = {key: answer for key, answer in closed_by(view, entry).items() if answer}
        heard = [KIT.rules.seen(event, None) for event in entry.told.events]
        assert not decided or any(isinstance(event, public) for event in heard)


@pytest.mark.parametrize("language", languages())
def test_every_answer_fits_into_a_list(language: str) -> None:
    """With six players: 25 answers of 100 characters, and the same words whenever it is asked."""
    questions = titan_kit(language).telling.questions
    assert questions is not None
    names = {Seat(seat): "x" * 32 for seat in range(6)}
    for key in ("winner", "end", "engaged 31 0 5 1000", "battle 31 0 5 1000"):
        question = questions.question(key, names)
        assert 3 * len(question.answers) <= 25
        assert all(len(said) <= 75 for said in question.answers.values()), "with how sure one is 100 at most"
