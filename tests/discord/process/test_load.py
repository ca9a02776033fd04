"""The load script: that it presses what the bot understands, and counts what it answers."""

from __future__ import annotations

from pathlib import Path

from tests.load import simulated as load


async def test_every_press_of_the_load_is_acknowledged_and_answered(tmp_path: Path) -> None:
    small = await load.loaded(3, 10, tmp_path / "load.db", 1, late=60)
    try:
        await load.run(small, 10.0, 1.0)
    finally:
        await load.ended(small)

    watched = small.watched
    assert watched.sent
    assert set(watched.acknowledged) == set(watched.answered) == set(watched.sent)
    assert all(sent < watched.acknowledged[press] for press, sent in watched.sent.items())
    lines = list(load.told(small, warm=0.0))
    assert lines[0].startswith(f"acknowledged: {len(watched.sent)} of {len(watched.sent)}; ms: median ")
