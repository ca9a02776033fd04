"""The restart script: that the bot it starts answers at once, and does all that is due."""

from __future__ import annotations

from pathlib import Path

from tests import restart


async def test_a_start_with_everything_due_answers_first_and_then_does_it_all(tmp_path: Path) -> None:
    file = tmp_path / "restart.db"
    await restart.built(file, 6, 60)

    figures = await restart.restarted(file, 0.0, 60.0)

    assert len(figures.waits) == figures.asked > 0
    assert figures.left == 0, "what was due is delivered"
    assert figures.first < figures.done
    assert [line.partition(":")[0] for line in restart.told(figures)] == [
        "first acknowledged",
        "acknowledged",
        "all due done",
        "memory",
    ]
