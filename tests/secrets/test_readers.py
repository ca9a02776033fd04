"""Two stored worlds, and those who read round the views: a manager who plays, a former player, a follower elsewhere.

Whatever they ask, by every command that only looks and by the completions of every option, and whatever they are sent,
is the same in both worlds as long as these differ only in what is hidden from them (R3.3, A3, B13.1).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from random import Random
from shutil import copy
from typing import Any, cast

import pytest

from cogs.house.table.table import Table
from engine import log
from engine.core import CHANCE, Seat
from engine.log import Timeline
from engine.skirmish.ruleset import SKIRMISH
from engine.titan.actions import Move, Teleport
from engine.titan.ruleset import TITAN
from tests.deep import deep_but
from tests.discord.conftest import custom_ids
from tests.secrets import field_pairs, pairs
from tests.secrets.readers import READERS, Views, World, parting, same_chance, thrown, told, world_of
from tests.secrets.stage import Played, Stage

RULES: dict[str, Any] = {"titan": TITAN, "skirmish": SKIRMISH}
SEATS = {"titan": 4, "skirmish": 2}
VIEWER = {"titan": Seat(2), "skirmish": Seat(1)}
"""Where the manager sits who must not be able to tell the worlds apart."""

MOST = 90
"""A walk has so many acts at most."""

BEGUN = 8
"""So many acts no more than choose colours and markers."""

ASKED = 8
"""So much of what a reader can ask is asked each time, and everything once a game."""

EVERYTHING = 1000


@dataclass
class Ahead:
    """A game as the engine has it, before it is played in a house: for choosing what is done there."""

    rules: Any
    timeline: Timeline[Any, Any, Any]

    @property
    def seats(self) -> range:
        return range(SEATS[self.rules.name])

    @property
    def awaiting(self) -> frozenset[Seat]:
        return frozenset(self.rules.awaiting(self.timeline.state))

    def legal(self, seat: Seat) -> tuple[Any, ...]:
        return tuple(self.rules.legal(self.timeline.state, seat))

    def view(self, seat: Seat | None) -> Any:
        return log.view(self.rules, self.timeline, seat)

    def does(self, seat: Seat, action: Any) -> None:
        """Goes on by an act, and by all that chance says to it."""
        self.timeline, _ = log.step(self.rules, self.timeline, seat, action)
        self.chance()

    def chance(self) -> None:
        while (draw := self.rules.wants(self.timeline.state)) is not None:
            self.timeline, _ = log.step(self.rules, self.timeline, CHANCE, thrown(draw))


class Titan(pairs.Pair):
    """What is done in two houses: mostly attacks, so that there is something to be said in secret.

    Not by the viewer, and not on them: what an engagement shows its two players would part the worlds.
    """

    def _picked(self, seat: Seat, both: Any, whole: bool) -> Any:
        owners = {legion.land: legion.owner for legion in self.here.view(None).legions if legion.owner != seat}
        met = {each: owners.get(each.land) for each in both if isinstance(each, Move | Teleport)}
        attacks = [each for each, owner in met.items() if owner not in (None, self.viewer)]
        if attacks and seat != self.viewer and self.dice.random() < 0.8:
            return self.dice.choice(attacks)
        shown = [each for each, owner in met.items() if owner is not None and self.viewer in (owner, seat)]
        return super()._picked(seat, tuple(each for each in both if each not in shown) or both, whole and not shown)


@dataclass(frozen=True)
class Done:
    """What somebody does in one of the worlds; `mara`: it is done in their place by somebody who manages."""

    seat: Seat
    line: str
    mara: bool


Script = list[tuple[Done | None, Done | None]]


PAUSE = 120.0
"""Seconds after which somebody may act for others once more."""

SEARCHED = 8
"""So many walks are looked at, of which that is played in which most is hidden."""


def planned(group: str, seed: int) -> Script:
    """What is done here and there, until something that is shown would part the two worlds."""
    walks = [_planned(group, SEARCHED * seed + number) for number in range(SEARCHED)]
    return max(walks, key=lambda walk: (_uneven(walk), sum(here != there for here, there in walk), len(walk)))


def _uneven(script: Script) -> int:
    """How many steps there are in one world alone."""
    return sum(there is None for _, there in script)


def _planned(group: str, seed: int) -> Script:
    dice, rules, viewer = Random(seed), RULES[group], VIEWER[group]
    worlds = [Ahead(rules, log.opening(rules, SEATS[group], {})) for _ in range(2)]
    for world in worlds:
        world.chance()
    here, there = (cast("Played", world) for world in worlds)
    stage = cast("Stage", None)  # nothing is staged: the houses tell of it themselves
    choose: Any = (
        field_pairs.Pair(stage, viewer, here, there, dice)
        if group == "skirmish"
        else Titan(stage, viewer, here, there, dice, cast("pairs.Position", None))
    )
    script: Script = []
    while len(script) < MOST and (chosen := choose._chosen()) is not None:
        ready = [act is not None and act[0] in world.awaiting for world, act in zip(worlds, chosen, strict=True)]
        seats = {act and act[0] for act in chosen}  # that somebody acts for them is told to all
        mara, done = all(ready) and len(seats) == 1 and dice.random() < 0.3, list[Done | None]()
        for world, act in zip(worlds, chosen, strict=True):
            if act is None:
                done.append(None)
                continue
            done.append(Done(act[0], rules.notation.line(act[1]), mara and act[0] != viewer))
            world.does(*act)
        if any(worlds[0].view(seat) != worlds[1].view(seat) for seat in (None, viewer)) or not worlds[0].awaiting:
            break
        script.append((done[0], done[1]))
    return script


async def played(world: World, script: Script, at: int, seed: int, every: int) -> list[tuple[str, str]]:
    """Plays it in one of the houses; what its readers were told on the way."""
    table, found, asked, split = await world.play.table(), list[tuple[str, str]](), False, set[Seat]()
    for number, both in enumerate(script):
        done = both[at]
        if any(each is not None and each.mara for each in both):
            await world.play.passes(PAUSE)
        if done is not None and done.mara:
            before, given = table.seq, {"seat": done.seat + 1, "line": done.line}
            answer = await world.play.slash("Mara", "titan-admin act-for", **given)
            if table.seq == before:  # what is grave is asked about first
                await world.play.press("Mara", answer.response, custom_id=custom_ids(answer.response)[0])
        elif done is not None:
            await table.submit(done.seat, table.parse(done.line))
        await world.play.settle()
        splits = table.view(None).phase == "split" and VIEWER[table.game.ruleset] not in table.awaiting
        first = splits and number + 1 >= BEGUN and not table.awaiting <= split
        split |= table.awaiting if first else set()
        whole = number + 1 >= BEGUN and not asked and (splits or table.game.ruleset == "skirmish")
        often = number + 1 >= BEGUN and ((number + 1 - BEGUN) % every == 0 or both[1] is None)
        if whole or first or often:
            seat = await staged_split(world, table) if at else None
            most, asked = EVERYTHING if whole else ASKED if often else 0, asked or whole
            for reader in READERS:
                found += await told(world, reader, Random(f"{seed} {number} {reader}"), most)
            if seat is not None:
                undo = next(each for each in table.legal(seat) if table.line(each).startswith("undo"))
                await table.submit(seat, undo)
    return found


async def staged_split(world: World, table: Table) -> Seat | None:
    """Whoever splits in one of the worlds and will take it back: nobody else sees that before the legions are firm."""
    seat = min(table.awaiting - {VIEWER[table.game.ruleset]}, default=None)
    if seat is None or table.view(None).phase != "split":
        return None
    split = next((each for each in table.legal(seat, undo=False) if table.line(each).startswith("split")), None)
    if split is None:
        return None
    await table.submit(seat, split)
    await world.play.settle()
    return seat


async def told_alike(
    folder: Path, new: Path, monkeypatch: pytest.MonkeyPatch, group: str, seed: int, asked: int, every: int
) -> Counter[str]:
    """Walks through games until so many pairs were compared. Gives what was asked, by reader and question."""
    same_chance(monkeypatch)
    pairs_made, questions = 0, Counter[str]()
    while pairs_made < asked:
        seed += 1
        script = planned(group, seed)
        views: Views = {}
        heard = []
        for at in range(2):
            copy(new, file := folder / f"{seed}-{at}.db")
            async with world_of(file, group, {}, views) as world:
                heard.append(await played(world, script, at, seed, every))
        for (what, one), (other_what, other) in zip(*heard, strict=True):
            assert what == other_what
            assert one == other, f"seed {seed}, {what}:\n{parting(one, other)}"
            questions[what] += 1
            pairs_made += what.endswith(" is sent")
    return questions


@pytest.mark.parametrize("group", deep_but(["titan", "skirmish"], "titan"))
async def test_who_reads_round_the_views_is_told_the_same(
    tmp_path: Path, new_database: Path, monkeypatch: pytest.MonkeyPatch, group: str
) -> None:
    told = await told_alike(tmp_path, new_database, monkeypatch, group, seed=1, asked=4, every=16)

    assert {what.partition(" ")[0] for what in told if what.endswith("is sent")} == set(READERS)


@pytest.mark.deep
@pytest.mark.parametrize("part", range(5))
@pytest.mark.parametrize("group", ["titan", "skirmish"])
async def test_who_reads_round_the_views_is_told_the_same_in_2000_pairs(
    tmp_path: Path, new_database: Path, monkeypatch: pytest.MonkeyPatch, group: str, part: int
) -> None:
    told = await told_alike(tmp_path, new_database, monkeypatch, group, seed=1000 * (part + 1), asked=200, every=5)

    assert sum(number for what, number in told.items() if what.endswith("is sent")) >= 200
