"""Replays of a game that runs show what everybody saw when it happened, and nothing else (R3, A3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Any

import pytest

from cogs.commands.watch import BATTLE, GAME, LINES, TURN
from cogs.house.game.announce import Entry
from cogs.house.game.pictures import AS_IT_IS
from cogs.house.game.public_history import Moment, moments
from cogs.house.words.words import Words
from cogs.titan.history.replay import TitanReplays
from cogs.titan.kit import titan_kit
from cogs.titan.words.game_words import TitanWords
from engine import log
from engine.core import CHANCE, Seat
from engine.log import Timeline, Undo
from engine.titan.bots import choose_random, choose_steady
from engine.titan.events import Carried, Examined, Struck, Talked
from engine.titan.ruleset import TITAN
from engine.titan.state import Over
from render.replay import MOST_SHOTS, Shot
from tests.deep import deep_but
from tests.selfplay import answer

NAMES = {Seat(seat): name for seat, name in enumerate(("Ann", "Ben", "Cleo", "Dan"))}
REPLAYS = TitanReplays(TitanWords(Words("en")))


class Game:
    """A game in the making: its timeline and its entries."""

    def __init__(self, seats: int) -> None:
        self.timeline: Timeline[Any, Any, Any] = log.opening(TITAN, seats, {})
        self.entries: list[Entry] = []

    def does(self, seat: Seat, action: object) -> None:
        before = self.timeline
        self.timeline, told = log.step(TITAN, before, seat, action)
        self.entries.append(Entry(seat, before, self.timeline, told))

    def do(self, line: str) -> None:
        """Does the line for whoever may; chance draws it if it begins with `draw`."""
        seat = CHANCE if line.startswith("draw") else next(iter(TITAN.awaiting(self.timeline.state)))
        action = TITAN.notation.parse(line)
        if seat != CHANCE and not isinstance(action, Undo):
            assert action in TITAN.legal(self.timeline.state, seat), line
        self.does(seat, action)

    @property
    def moments(self) -> tuple[Moment, ...]:
        return tuple(moments(TITAN, self.entries))


def begun(*creatures: str) -> Game:
    """A game of two; the first splits with these creatures, staged."""
    game = Game(2)
    game.do("draw 1,4")
    for line in ("colour Red", "colour Blue", "marker Rd01", "marker Bu01"):
        seat = next(iter(TITAN.awaiting(game.timeline.state)))
        legal = {TITAN.notation.line(action): action for action in TITAN.legal(game.timeline.state, seat)}
        game.does(seat, legal.get(line, next(iter(legal.values()))))
    for chosen in creatures:
        state = game.timeline.state
        seat = next(iter(TITAN.awaiting(state)))
        splits = [TITAN.notation.line(action) for action in TITAN.legal(state, seat)]
        game.do(next(line for line in splits if line.startswith("split") and line.endswith(chosen)))
    return game


def walked(game: Game) -> Game:
    """The first legion moves by the first way there is; then nobody musters, and the next turn has begun."""
    game.do("roll")
    game.do("draw 3")
    state = game.timeline.state
    seat = next(iter(TITAN.awaiting(state)))
    moves = (line for action in TITAN.legal(state, seat) if (line := TITAN.notation.line(action)).startswith("move"))
    game.do(sorted(moves)[0])
    game.do("done")
    if TITAN.view(game.timeline.state, None).phase == "muster":
        game.do("done")
    return game


def shots(told: Sequence[Moment], what: str, place: int = -1) -> tuple[Shot, ...]:
    return REPLAYS.shots(what, told, REPLAYS.chapters(what, told, NAMES)[place], NAMES)


@pytest.mark.parametrize("what", [TURN, GAME])
@pytest.mark.parametrize("form", deep_but(["webp", "gif"], "webp"))
def test_two_worlds_alike_to_a_spectator_give_the_same_bytes(what: str, form: str) -> None:
    """Who went in a split is its owner's secret (R3.3): the Titan's half or the Angel's."""
    worlds = [walked(begun("TTN,CEN,CEN,GAR")), walked(begun("ANG,GAR,OGR,OGR"))]
    assert worlds[0].timeline.state.legions != worlds[1].timeline.state.legions

    drawn = [REPLAYS.draw(what, shots(world.moments, what, 0), form, NAMES, AS_IT_IS, lambda: None) for world in worlds]

    assert drawn[0] == drawn[1]


def test_what_is_staged_is_shown_only_when_it_is_firm() -> None:
    game = begun("TTN,CEN,CEN,GAR")
    before = [shot.view for shot in shots(game.moments, TURN)]
    assert {legion.height for view in before for legion in view.legions} == {8}

    game.do("roll")
    game.do("draw 3")

    last = shots(game.moments, TURN)[-1].view
    assert sorted(legion.height for legion in last.legions) == [4, 4, 8]


def test_what_was_taken_back_is_never_shown() -> None:
    game = begun("TTN,CEN,CEN,GAR")
    game.do(TITAN.notation.line(Undo((game.timeline.steps[0].number,))))
    again = begun("ANG,CEN,CEN,GAR").entries[-1]
    told = again.after.steps[0].action
    game.does(again.seat, told)
    game.do("roll")
    game.do("draw 3")

    splits = [shot for shot in shots(game.moments, TURN) if "splits" in shot.caption]

    assert len(splits) == 1
    assert splits[0].caption.count("splits") == 1


def played(seats: int, seed: int, most: int) -> Iterator[Game]:
    """A game after each of its entries, played by sound and by random seats, who take back now and then."""
    dice, game = Random(seed), Game(seats)
    while len(game.entries) < most and not isinstance(game.timeline.state.phase, Over):
        state = game.timeline.state
        draw = TITAN.wants(state)
        if draw is not None:
            game.does(CHANCE, answer(draw, dice))
        else:
            seat = dice.choice(sorted(TITAN.awaiting(state)))
            undoings = tuple(log.undoings(TITAN, game.timeline, seat))
            legal = [action for action in TITAN.legal(state, seat) if TITAN.notation.line(action) != "resign"]
            choose = choose_steady if dice.random() < 0.9 else choose_random
            chosen = choose(TITAN.view(state, seat), legal, dice)
            game.does(seat, dice.choice(undoings) if undoings and dice.random() < 0.2 else chosen)
        yield game


@pytest.mark.parametrize(("seats", "seed"), [(2, 4), (4, 2)])
def test_every_moment_tells_what_the_channel_was_told_and_shows_no_more(seats: int, seed: int) -> None:
    """Nothing is left out, nothing is told twice; and an entry's last moment is the channel's view of that time."""
    for game in played(seats, seed, 900):
        entry = game.entries[-1]
        made = tuple(moments(TITAN, (entry,)))
        if made and not isinstance(entry.after.state.phase, Over):
            assert made[-1].view.legions == TITAN.view(entry.after.state, None).legions
            assert all(moment.view.viewer is None for moment in made)
            assert all(moment.view.parley is None and moment.view.gathering is None for moment in made)
        for moment in made:
            assert not any(isinstance(event, Examined | Talked) for event in moment.events)
    told = [event for moment in game.moments for event in moment.events]
    heard = [
        seen
        for entry in game.entries
        for event in entry.told.events
        if (seen := titan_kit().rules.seen(event, None)) is not None
    ]
    taken_back = [event for entry in game.entries for event in entry.told.undone]
    staged = [event for step in game.timeline.steps for event in step.events if event in heard]
    assert sorted(map(repr, [*told, *taken_back, *staged])) == sorted(map(repr, heard))


@lru_cache
def whole() -> Game:
    """A game of three as far as 1500 entries go."""
    *_, game = played(3, 6, 1500)
    return game


def test_every_turn_and_battle_of_a_game_can_be_shown() -> None:
    told = whole().moments
    hit = Counter[bool]()

    for what, least in ((TURN, 20), (BATTLE, 1), (GAME, 1)):
        chapters = REPLAYS.chapters(what, told, NAMES)
        assert len(chapters) >= least
        for chapter in chapters:
            found = REPLAYS.shots(what, told, chapter, NAMES)
            assert found[0].title == chapter.label
            assert all(shot.caption for shot in found)
            assert all(200 <= shot.milliseconds <= 10_000 for shot in found)
            assert found[-1].milliseconds >= 6_000
            assert all((shot.view.battle is not None) >= (what == BATTLE) for shot in found)
            assert len(REPLAYS.alt(chapter, found)) <= 1024
            hit.update(isinstance(deed, Carried) for shot in found for deed in blows(shot))
    assert hit[False] > 20


def test_lines_of_the_log_are_shown_wherever_they_begin_and_end() -> None:
    """From the board before the first of them on; in a battle from its map on. Nothing that can be shown lacks."""
    told, dice = whole().moments, Random(2)
    ends = sorted({moment.seq for moment in told})
    battles = 0

    for _ in range(25):
        first, last = sorted(dice.sample(ends, 2))
        last = min(last, first + 80)
        chapter = REPLAYS.lines(1, 2, told, (first, last))
        assert chapter is not None
        found = REPLAYS.shots(LINES, told, chapter, NAMES)
        assert found[0].title == "Lines 1 to 2"
        assert all(200 <= shot.milliseconds <= 10_000 for shot in found)
        within = told[chapter.first : chapter.last + 1]
        assert {moment.seq for moment in within} <= set(range(first, last + 1))
        wanted = [event for moment in within for event in moment.events if isinstance(event, Struck)]
        shown = [deed for shot in found for deed in blows(shot) if isinstance(deed, Struck)]
        assert set(shown) <= set(wanted)
        assert len(found) > MOST_SHOTS - 5 or set(shown) == set(wanted)
        battles += bool(wanted)
    assert battles > 5
    assert REPLAYS.lines(1, 2, told, (0, 0)) is None


def blows(shot: Shot) -> Iterator[Struck | Carried]:
    """The strikes and carried hits that a shot shows: whoever is hit is on its map, slain or not as it is told."""
    for deed in shot.view.deeds:
        if isinstance(deed, Struck | Carried):
            assert shot.view.battle is not None
            there = {fighter.hex: fighter for fighter in shot.view.battle.fighters}
            target = there[deed.target_hex if isinstance(deed, Struck) else deed.hex]
            assert (target.creature, target.hits, target.slain) == (deed.target, deed.hits, deed.slain)
            assert not isinstance(deed, Struck) or there[deed.hex].creature == deed.striker
            yield deed
