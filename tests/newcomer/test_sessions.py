"""Somebody new plays their first turn, and all that they press and read is counted."""

from __future__ import annotations

import re

import pytest

from tests.newcomer.goals import SESSIONS, missed, played, table
from tests.newcomer.sessions import Figures
from tests.project.tables import ROOT


@pytest.mark.parametrize("name", ["titan-joined", "skirmish-joined"])
async def test_all_that_is_pressed_and_read_is_counted(name: str) -> None:
    said: list[str] = []

    figures = await played(name, said.append)

    presses = [line for line in said if " presses “" in line]
    lists = [line for line in said if line.endswith("(the list)")]
    assert figures.opening + figures.first == len(presses) + len(lists)
    assert figures.words > 0
    assert figures.words + figures.greeting <= sum(int(line.split()[0]) for line in said if line.startswith("  "))
    assert figures.typed == 0, "Ben comes to a table by its buttons alone"


def test_what_is_not_reached_is_told_with_its_figure() -> None:
    figures = Figures(opening=5, first=7, words=251, quiet=[3, 5], posts=[2], pictures=[1])

    assert missed("titan", figures) == [
        "presses to the first own decision: 5, at most 2",
        "words read in turn 1: 251, at most 250",
        "presses of a quiet later turn: 5, at most 4",
    ]
    assert sum("not reached" in row for row in table("titan", figures)) == 3


def test_the_page_tells_the_goals() -> None:
    page = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")
    told = page[page.index("## What a first session takes") :].partition("holds it to this:")[2]
    cells = [row.split("|")[2:4] for row in told.splitlines() if row.startswith("| ")]
    titan, skirmish = ([goal.most for goal in SESSIONS[name].goals] for name in ("titan", "skirmish"))

    columns = [
        [int(figure) for cell in column for figure in re.findall(r"\d+", cell)] for column in zip(*cells, strict=True)
    ]

    assert columns == [[*titan, *(goal.most for goal in SESSIONS["titan-local"].goals[-2:])], skirmish]


def test_the_page_tells_what_was_reached_and_it_is_no_more_than_the_goals() -> None:
    page = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")
    told = page[page.index("## What a first session takes") :].partition("holds it to this:")[0]
    rows = [row.split("|")[1:-1] for row in told.splitlines() if row.startswith("| ")][2:]
    reached = [[int(cell) for cell in cells if cell.strip()] for _, *cells in rows]

    assert [row[0].strip() for row in rows] == [kind.about for kind in SESSIONS.values()]
    for figures, kind in zip(reached, SESSIONS.values(), strict=True):
        assert len(figures) == len(kind.goals)
        assert all(figure <= goal.most for figure, goal in zip(figures, kind.goals, strict=True)), kind.about


def test_both_games_are_played_alone_and_joined_on_discord_and_at_the_local_table() -> None:
    assert set(SESSIONS) == {
        f"{game}{place}" for game in ("titan", "skirmish") for place in ("", "-local", "-joined")
    }  # fmt: skip
