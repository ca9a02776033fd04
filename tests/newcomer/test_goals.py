"""A first session takes no more presses, posts, pictures and words than `docs/performance.md` says."""

from __future__ import annotations

import pytest

from tests.deep import deep_but
from tests.newcomer.goals import SESSIONS, missed, played


@pytest.mark.parametrize("name", deep_but(SESSIONS, *(name for name in SESSIONS if name != "titan-local")))
async def test_a_first_session_holds_its_goals(name: str) -> None:
    assert missed(name, await played(name, lambda text: None)) == []
