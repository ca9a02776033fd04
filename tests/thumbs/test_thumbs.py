"""Everything can be decided by pressing what is offered, and it does not take long (UX U4, U6, U16)."""

from __future__ import annotations

from pathlib import Path
from statistics import median

import pytest

from tests.thumbs.games import played
from tests.thumbs.playing import Count


async def counted(folder: Path, seeds: range, most_turns: int) -> Count:
    """What people did in games by thumb, where everything was within reach and a quiet turn handed on once at most."""
    count = Count()
    for seed in seeds:
        count.add(await played(folder, seed, most_turns))
    print(*count.told(), sep="\n")

    assert not count.by_list, f"only the list of everything leads to {dict(count.by_list)}"
    assert all(handed <= 1 for _, handed in count.quiet)
    return count


@pytest.mark.deep
async def test_games_are_played_by_thumb(tmp_path: Path) -> None:
    """The beginnings of games of two, three and four: screens of the game's own lead to every decision.

    That of four goes on through two battles.
    """
    count = await counted(tmp_path, range(2), most_turns=2)
    count.add(await counted(tmp_path, range(2, 3), most_turns=4))

    assert count.decisions.total() > 100
    assert median(taps for taps, _ in count.quiet) <= 6


@pytest.mark.deep
async def test_many_games_are_played_by_thumb(tmp_path: Path) -> None:
    """All options, all languages, both manners of posting; whatever is sent is held against what Discord takes."""
    count = await counted(tmp_path, range(30), most_turns=15)

    assert median(taps for taps, _ in count.quiet) <= 6
    assert median(handed / turns for _, handed, turns in count.battles) <= 1


@pytest.mark.deep
async def test_whole_games_are_played_by_thumb(tmp_path: Path) -> None:
    """To the end, where more and more legions walk about: a tap more is allowed."""
    count = await counted(tmp_path, range(30, 40), most_turns=60)

    assert median(taps for taps, _ in count.quiet) <= 7
    assert median(handed / turns for _, handed, turns in count.battles) <= 1
