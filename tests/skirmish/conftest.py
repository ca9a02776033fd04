"""What tests of the skirmish share."""

from __future__ import annotations

import pytest

from tests.skirmish import field


@pytest.fixture
def windows_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of version 2 of the rules: every moment for lore cards has a window, see `Rules.cards_with_steps`."""
    monkeypatch.setattr(field, "BEGUN", 2)
