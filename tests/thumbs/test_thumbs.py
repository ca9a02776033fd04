"""Everything can be decided by pressing what is offered, and it does not take long (UX U4, U6, U16)."""

from __future__ import annotations

from pathlib import Path
from statistics import median

import pytest

from tests.thumbs.games import played
from tests.thumbs.playing import Count


async def test_games_are_played_by_thumb(tmp_path: Path) -> None:
    """The beginnings of games of two, three and four: screens of the game's own lead to every decision."""
    count = Count()
    for seed in range(3):
        count.add(await played(tmp_path, seed, most_turns=4))

    assert count.decisions.total() > 100
    assert not count.by_list, f"only the list of everything leads to {dict(count.by_list)}"
    assert median(taps for taps, _ in count.quiet) <= 6
    assert all(handed <= 1 for _, handed in count.quiet)


@pytest.mark.deep
async def test_many_games_are_played_by_thumb(tmp_path: Path) -> None:
    """All options, all languages, both manners of posting; whatever is sent is held against what Discord takes."""
    count = Count()
    for seed in range(30):
        count.add(await played(tmp_path, seed, most_turns=15))
    print(*count.told(), sep="\n")

    assert not count.by_list, f"only the list of everything leads to {dict(count.by_list)}"
    assert median(taps for taps, _ in count.quiet) <= 6
    assert all(handed <= 1 for _, handed in count.quiet)
    assert median(handed / turns for _, handed, turns in count.battles) <= 1


@pytest.mark.deep
async def test_whole_games_are_played_by_thumb(tmp_path: Path) -> None:
    """To the end, where more and more legions walk about."""
    count = Count()
    for seed in range(30, 40):
        count.add(await played(tmp_path, seed, most_turns=60))
    print(*count.told(), sep="\n")

    assert not count.by_list, f"only the list of everything leads to {dict(count.by_list)}"
    assert all(handed <= 1 for _, handed in count.quiet)
    assert median(handed / turns for _, handed, turns in count.battles) <= 1
