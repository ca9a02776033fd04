"""A digest tells nobody anything that the posts of the game did not (R3, A3, B13.1)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random

import pytest

from cogs.house.game.announce import Entry, sentences
from cogs.house.game.kit import Kit
from cogs.house.game.pictures import AS_IT_IS
from cogs.house.game.public_history import moments
from cogs.house.words.short_lines import LINE
from cogs.skirmish.kit import skirmish_kit
from cogs.titan.kit import titan_kit
from engine import log
from engine.core import CHANCE, Action, Seat
from tests.secrets.test_replays import NAMES, begun, walked
from tests.selfplay import answer

LEGION = re.compile(r"\b[A-Z][a-z]\d\d\b")


def test_two_worlds_alike_to_a_spectator_give_the_same_lines_and_the_same_film() -> None:
    """Who went in a split is its owner's secret (R3.3): the Titan's half or the Angel's."""
    worlds = [walked(begun("TTN,CEN,CEN,GAR")), walked(begun("ANG,GAR,OGR,OGR"))]
    assert worlds[0].timeline.state.legions != worlds[1].timeline.state.legions
    since = titan_kit().telling.since
    assert since is not None

    for seat in (Seat(0), Seat(1)):
        lines = [since.lines(seat, world.moments, NAMES) for world in worlds]
        assert lines[0] == lines[1]
        if lines[0]:
            films = [since.film(seat, world.moments, NAMES, AS_IT_IS, lambda: None) for world in worlds]
            assert films[0] == films[1]
            assert films[0][1].startswith("Replay of Since your last turn")


def turns(kit: Kit, seats: int, level: str, seed: int, most: int) -> Iterator[Sequence[Entry]]:
    """The entries of a game since each turn of each seat, as its next one begins; bots of a level play."""
    rules, dice = kit.rules, Random(seed)
    action: Action
    timeline, entries = log.opening(rules, seats, {}), list[Entry]()
    ended: dict[Seat | None, int] = {}
    while len(entries) < most and (rules.awaiting(timeline.state) or rules.wants(timeline.state)):
        draw = rules.wants(timeline.state)
        if draw is not None:
            seat, action = CHANCE, answer(draw, dice)
        else:
            seat = min(rules.awaiting(timeline.state))
            legal = tuple(rules.legal(timeline.state, seat))
            action = kit.deciding.bots[level](rules.view(timeline.state, seat), legal, dice)
        before = timeline
        timeline, told = log.step(rules, before, seat, action)
        entries.append(Entry(seat, before, timeline, told, action))
        was, now = (kit.flow.turn(rules.view(each.state, None)) for each in (before, timeline))
        if was != now:
            if now[1] in ended:
                yield entries[ended[now[1]] :]
            ended[was[1]] = len(entries) - 1


@pytest.mark.parametrize(("kit", "seats"), [(titan_kit(), 4), (skirmish_kit(), 2)], ids=["titan", "skirmish"])
def test_all_that_a_digest_names_was_named_to_everybody_since(kit: Kit, seats: int) -> None:
    """Each line is of another player's turn, and short; each legion, land, kind and card in it was told before."""
    since, names = kit.telling.since, {Seat(seat): NAMES[Seat(seat)] for seat in range(seats)}
    assert since is not None
    compared = 0
    for entries in turns(kit, seats, "steady", 3, 700):
        timeline = entries[-1].after
        seat = kit.flow.turn(kit.rules.view(timeline.state, None))[1]
        assert seat is not None
        lines = since.lines(seat, tuple(moments(kit.rules, entries)), names)
        public = " ".join(sentences(kit, names, entries, None))
        for line in lines:
            assert len(line) <= LINE
            assert not line.startswith(f"**{names[seat]}**")
            told = line.partition("** ")[2]
            for word in {*LEGION.findall(told), *re.findall(r"\b[A-Z][a-z]{3,}", told)}:
                assert word[:5] in public, line  # a kind is told in the singular, or counted
        assert len({line.partition("** ")[0] for line in lines}) == len(lines)
        compared += len(lines)
    assert compared >= 6
    assert seat is not None
    data, alt = since.film(seat, tuple(moments(kit.rules, entries)), names, AS_IT_IS, lambda: None)
    assert data.startswith(b"RIFF")
    assert alt
