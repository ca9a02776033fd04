"""What a first session may take, and which sessions are held to that."""

from __future__ import annotations

import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median

from tests.discord.conftest import Play
from tests.newcomer.person import Say
from tests.newcomer.sessions import Figures, at_the_local_table, on_discord, skirmish, titan

Place = Callable[[Path], AbstractAsyncContextManager[Play]]


@dataclass(frozen=True, slots=True)
class Goal:
    """At most so many of something: what it is, and how many it was in a session."""

    what: str
    most: int
    reached: Callable[[Figures], int]


OPENING = Goal("presses to the first own decision", 2, lambda figures: figures.opening)
TITAN = (
    OPENING,
    Goal("presses from there to the end of turn 1", 7, lambda figures: figures.first),
    Goal("words read in turn 1", 250, lambda figures: figures.words),
)
QUIET = Goal("presses of a quiet later turn", 4, lambda figures: max(figures.quiet, default=0))
SKIRMISH = (
    OPENING,
    Goal("presses from there to the end of round 1", 14, lambda figures: figures.first),
    Goal("words read in round 1", 350, lambda figures: figures.words),
)


def _told(posts: int, pictures: int) -> tuple[Goal, Goal]:
    """What a quiet round of four may cost the channel."""
    return (
        Goal("posts of a round in the channel", posts, lambda figures: max(figures.posts, default=0)),
        Goal("pictures of a round in the channel", pictures, lambda figures: max(figures.pictures, default=0)),
    )


@dataclass(frozen=True, slots=True)
class Kind:
    """A session: where it is played, what is played there, and what it is held to."""

    about: str
    place: Place
    play: Callable[[Play, Say], Awaitable[Figures]]
    goals: tuple[Goal, ...]


async def _joined(session: Callable[..., Awaitable[Figures]], play: Play, say: Say) -> Figures:
    """The same for Ben, at a table that Ann has opened."""
    return await session(play, say, "Ann")


TABLES = {game: partial(at_the_local_table, game=game) for game in ("titan", "skirmish")}

SESSIONS = {
    "titan": Kind("Titan alone, on Discord", on_discord, titan, (*TITAN, QUIET, *_told(2, 1))),
    "titan-local": Kind("Titan alone, at the local table", TABLES["titan"], titan, (*TITAN, QUIET, *_told(3, 2))),
    "titan-joined": Kind("Titan, at Ann's table on Discord", on_discord, partial(_joined, titan), TITAN),
    "skirmish": Kind("Skirmish alone, on Discord", on_discord, skirmish, SKIRMISH),
    "skirmish-local": Kind("Skirmish alone, at the local table", TABLES["skirmish"], skirmish, SKIRMISH),
    "skirmish-joined": Kind("Skirmish, at Ann's table on Discord", on_discord, partial(_joined, skirmish), SKIRMISH),
}


async def played(name: str, say: Say) -> Figures:
    """Plays a session from nothing on."""
    kind = SESSIONS[name]
    with tempfile.TemporaryDirectory() as folder:
        async with kind.place(Path(folder)) as play:
            return await kind.play(play, say)


def missed(name: str, figures: Figures) -> list[str]:
    """The goals that a session does not hold, each with its figure."""
    goals = ((goal, goal.reached(figures)) for goal in SESSIONS[name].goals)
    return [f"{goal.what}: {found}, at most {goal.most}" for goal, found in goals if found > goal.most]


def table(name: str, figures: Figures) -> Iterator[str]:
    """A session's figures, a row each."""
    kind = SESSIONS[name]
    yield f"| {kind.about} | reached | at most | |"
    yield "| --- | ---: | ---: | --- |"
    for goal in kind.goals:
        found = goal.reached(figures)
        yield f"| {goal.what} | {found} | {goal.most} | {'' if found <= goal.most else 'not reached'} |"
    yield f"| commands typed before | {figures.typed} | | |"
    yield f"| words read before the game began | {figures.greeting} | | |"
    yield f"| words by direct message | {figures.private} | | |"
    if figures.quiet:
        middle = median(figures.quiet)
        yield f"| presses of a quiet later turn, median of {len(figures.quiet)} | {middle:g} | | |"
    yield ""
