"""A battle that was fought at once, shown again for everybody: which shots, in what words, as a picture."""

from __future__ import annotations

import io
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from PIL import Image

from cogs.house.game import timeline as timelines
from cogs.house.game.announce import AT_ONCE, Entry, announce
from cogs.house.game.pictures import Look
from cogs.house.game.public_history import moments
from cogs.house.values.drafts import PostDraft, PostKind
from cogs.house.values.records import Chair, PostStyle
from cogs.house.words.words import ALT
from cogs.titan.kit import titan_kit
from engine import log
from engine.core import Seat
from engine.log import Timeline
from engine.pick import FIRST
from engine.titan.actions import Action, Fight
from engine.titan.bots import choose_steady
from engine.titan.events import Carried, Struck
from engine.titan.ruleset import TITAN
from engine.titan.state import Fighting, State
from tests.deep import deep_but
from tests.engine.ordering import attacked
from tests.engine.positions import do
from tests.selfplay import answer
from tests.titan.test_titan_words import NAMES

CHAIRS = tuple(Chair(seat, 100 + seat, name, None) for seat, name in NAMES.items())


def going_on(state: State, seat: Seat) -> Action | None:
    """What the program would do in battle, whoever is asked."""
    if not isinstance(state.phase, Fighting):
        return None
    return choose_steady(TITAN.view(state, seat), tuple(TITAN.legal(state, seat)), FIRST)


KIT = replace(titan_kit(), deciding=replace(titan_kit().deciding, forced=going_on))


@pytest.fixture(scope="module")
def fought() -> tuple[Entry, ...]:
    """The entries of a whole battle, from the answer that began it on."""
    state = do(attacked("TRO OGR", "CEN"), "0: fight")
    dice = Random(3)
    timeline: Timeline[State, Any, Any] = Timeline(state, state)
    entries, _ = timelines.decided(KIT, lambda number, draw: answer(draw, dice), timeline, Seat(1), Fight())
    return entries


def drafts(entries: tuple[Entry, ...], manner: PostStyle) -> list[PostDraft]:
    return [one for one in announce(KIT, CHAIRS, NAMES, entries, manner) if one.seat is None]


@pytest.mark.parametrize("manner", list(PostStyle))
def test_a_whole_battle_is_all_its_sentences_one_replay_and_the_last_map(
    fought: tuple[Entry, ...], manner: PostStyle
) -> None:
    told = drafts(fought, manner)

    shown = [one.body for one in told if one.kind is PostKind.PICTURE]
    assert shown == ["aftermath", "board"]
    (again,) = (one for one in told if one.kind is PostKind.REPLAY)
    assert (int(again.body), again.seq) == (fought[0].after.seq, fought[-1].after.seq)
    strikes = sum(isinstance(event, Struck) for entry in fought for event in entry.told.events)
    said = "\n".join(each.text for one in told for each in one.said)
    assert said.count(" strikes ") + said.count(" rangestrikes ") == strikes


def test_of_a_phase_of_a_battle_the_last_map_alone_is_posted(fought: tuple[Entry, ...]) -> None:
    """What led to it is shown again beside it, where that has more than so many pictures."""
    maps = [place for place in range(1, len(fought)) if _pictures(fought[: place + 1]) == AT_ONCE]
    phase = fought[: maps[0] + 1]
    told = drafts(phase, PostStyle.CARD)

    (picture,) = (one for one in told if one.kind is PostKind.PICTURE)
    (again,) = (one for one in told if one.kind is PostKind.REPLAY)
    assert (picture.body, picture.seq) == ("battle", phase[-1].after.seq)
    assert (int(again.body), again.seq) == (phase[0].after.seq, picture.seq)


def _pictures(entries: tuple[Entry, ...]) -> int:
    silent = replace(KIT, scenes=replace(KIT.scenes, replay=None))
    told = announce(silent, CHAIRS, NAMES, entries, PostStyle.CARD)
    return sum(one.kind is PostKind.PICTURE and KIT.pictures[one.body].scenic for one in told)


@pytest.mark.parametrize("since", deep_but([0, 8], 8))
def test_every_strike_is_shown_from_wherever_it_begins(fought: tuple[Entry, ...], since: int) -> None:
    """Also in the midst of a battle: from the map as it stood."""
    entries = fought[since:]
    before = entries[0].before
    assert before is not None
    found = tuple(moments(TITAN, entries))
    replay = KIT.scenes.replay
    assert replay is not None

    data, alt = replay(log.view(KIT.rules, before, None), found, NAMES, Look(), lambda: None)

    blows = sum(isinstance(event, Struck | Carried) for moment in found for event in moment.events)
    picture = Image.open(io.BytesIO(data))
    assert getattr(picture, "n_frames", 1) > blows
    assert picture.format == "WEBP"
    assert len(data) < 2_000_000
    assert alt.startswith("Replay of ⚔ T2 Rd01–Bu04 Marsh 41: ")
    assert 100 < len(alt) <= ALT
