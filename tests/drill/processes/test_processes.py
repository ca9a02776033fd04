"""Three processes on one PostgreSQL, of which any may die at any moment: everything is there, and once."""

from __future__ import annotations

import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.drill.processes.drilling import Plan, broken, drill
from tests.drill.processes.evidence import Evidence, Posted, Verdict
from tests.drill.processes.games import Kind
from tests.drill.processes.referee import LATEST, violations

SHORT = Plan(
    games=12, kinds=(Kind(5), Kind(15, bot=True), Kind(8, timed=True)), kills=3, seconds=6.0,
    rate=3.0, decisions=4, restarts=((0.4, signal.SIGQUIT),), cuts=(), deadlines=(0.2, 1.0), away=1.0,
    patience=6.0, drawn=False,
)  # fmt: skip
"""What is in the usual run of tests; `make drill DATABASE=postgresql PROCESSES=3` is the whole drill."""


def lose_a_decision(evidence: Evidence) -> str:
    done = {press.number for press in evidence.presses if press.verdict is Verdict.DONE}
    number, entry = next((at, each) for at, each in enumerate(evidence.decided) if each.interaction in done)
    evidence.decided[number] = replace(entry, interaction=None)
    return f"interaction {entry.interaction} of"


def post_twice(evidence: Evidence) -> str:
    evidence.posted.append(Posted(evidence.posted[0].channel, evidence.posted[0].nonce, 1))
    return "it was posted 2 times"


def show_an_older_game(evidence: Evidence) -> str:
    last = max((press for press in evidence.presses if press.shows), key=lambda press: press.over)
    evidence.presses.append(replace(last, at=last.at + 60, shows=0))
    return f"it shows phase 0, after {last.shows} was seen"


def miss_a_deadline(evidence: Evidence) -> str:
    evidence.late[1] = LATEST + 5
    return "game 1: a deadline was dealt with 25 s late"


async def test_processes_are_killed_and_the_database_too_and_nothing_is_lost_doubled_or_old(tmp_path: Path) -> None:
    said: list[str] = []
    async with drill(SHORT, tmp_path / "logs", said.append) as ready:
        evidence = await ready.run()

    assert not violations(evidence), "\n".join((*said, *violations(evidence)))
    assert any(press.verdict is Verdict.DONE for press in evidence.presses), "somebody has decided something"
    assert any(entry.interaction is None for entry in evidence.decided), "and the program did"
    assert sum(map(len, evidence.killed.values())) >= SHORT.kills
    for plant in (lose_a_decision, post_twice, show_an_older_game, miss_a_deadline):
        assert_is_found(evidence, plant)


def assert_is_found(evidence: Evidence, plant: Callable[[Evidence], str]) -> None:
    """What is planted in a copy of the evidence is a violation there."""
    planted = replace(evidence, presses=[*evidence.presses], decided=[*evidence.decided], posted=[*evidence.posted])
    planted.late = dict(evidence.late)
    expected = plant(planted)

    assert any(expected in line for line in violations(planted)), expected


async def test_logs_of_another_drill_are_not_mixed_with_those_of_this_one(tmp_path: Path) -> None:
    (tmp_path / "one.log").touch()

    with pytest.raises(ValueError, match="is not empty"):
        async with drill(SHORT, tmp_path, print):
            pass


def test_errors_in_a_log_are_found_but_for_those_of_a_database_that_was_away(tmp_path: Path) -> None:
    log = tmp_path / "one.log"
    log.write_text(
        "[2026-11-27 19:26:46] [INFO    ] discord.gateway: Shard ID 3 has connected to Gateway.\n"
        "[2026-11-27 19:26:46] [ERROR   ] cogs.panel.digest: game 21: no digest\n"
        '  File "people.py", line 156, in display\n'
        "StoreUnavailable\n"
        "[2026-11-27 19:26:47] [ERROR   ] cogs.house.runtime.tasks: delivery 7: KeyError; again in 1 s\n"
        '  File "outbox.py", line 3, in serve\n'
        "KeyError\n"
    )

    assert broken(log) == ["cogs.house.runtime.tasks: delivery 7: KeyError; again in 1 s: KeyError"]
