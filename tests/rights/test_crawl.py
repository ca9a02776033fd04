"""Nobody learns and nobody does what is not theirs, wherever they type and press, and whatever ids they send.

What each act has changed in the store, what it was answered and what was sent of it is held against the table of
rights in `watching.py`. A failing act is done again by its seed and number.
"""

from __future__ import annotations

import json
import re
from random import Random

import pytest

from tests.discord.conftest import Starts
from tests.rights.acting import Act, Acting
from tests.rights.town import HOME, Town, built
from tests.rights.watching import Facts, facts, now, wrongs

GRAVE = re.compile(r"\b(resign|concede|draw|purge|left|server|forget|done|off)\b")
"""What would soon leave nothing to crawl over, where the person might do it: it is done seldom."""

OFTEN, PAUSE = 25, 600.0
"""After so many acts the clock is put on by so many seconds, and who manages has done something again."""


ENOUGH = 5
"""After so many acts that went wrong no more are done."""


async def crawled(starts: Starts, seed: int, acts: int) -> None:
    dice = Random(seed)
    async with starts(names=HOME) as play:
        town = await built(play)
        acting, before, wrong = Acting(town, dice), facts(town), list[str]()
        gather(acting)
        for number in range(acts):
            if number % OFTEN == 0:
                await play.passes(PAUSE)
                await town.remember()
                before = now(town, before)
            act = await acting.chosen()
            while dice.random() < 0.95 and is_grave(act, before, town):
                act = await acting.chosen()
            before = now(town, before)
            found, before, told = await wrongs(acting, act, before)
            wrong += ["\n".join((f"act {number} of seed {seed}: {act}", *found))] if found else []
            assert len(wrong) < ENOUGH, "\n\n".join(wrong)
            learnt(acting, told)
            if number % OFTEN == 0:
                gather(acting)
        assert not wrong, "\n\n".join(wrong)
        assert len(before.store["game"]) >= 5, "there is still something to be seen and changed"
        town.database.close()


def is_grave(act: Act, before: Facts, town: Town) -> bool:
    """Whether the person might end something by it."""
    game = act.about
    if not GRAVE.search(act.said):
        return False
    user = act.place.actor.id
    seated = any(row["user_id"] == user for row in before.store["seat"].values())
    return seated or act.place.person in ("Mara", "Mike", "Zoe") or game is None


def gather(acting: Acting) -> None:
    """The ids of all buttons that stand anywhere."""
    for posts in acting.town.play.env.backend.messages.values():
        for post in posts.values():
            learnt(acting, post.components)


def learnt(acting: Acting, told: object) -> None:
    found = re.findall(r'"custom_id": "(t1:[^"\\]*)"', json.dumps(told, default=str))
    known = set(acting.known)
    acting.known += [each for each in dict.fromkeys(found) if each not in known]
    del acting.known[:-600]


async def test_nobody_changes_or_reads_what_is_not_theirs(starts: Starts) -> None:
    await crawled(starts, seed=1, acts=120)


@pytest.mark.deep
@pytest.mark.parametrize("part", range(20))
async def test_nobody_changes_or_reads_what_is_not_theirs_in_10000_acts(starts: Starts, part: int) -> None:
    await crawled(starts, seed=100 + part, acts=500)
