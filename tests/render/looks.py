"""The themes in which pictures are drawn by default; in the others the deep run draws them."""

from __future__ import annotations

import pytest

from render.theme import THEMES
from tests.deep import deep_but


def _of(*names: str) -> pytest.MarkDecorator:
    looks = deep_but(THEMES.values(), *(THEMES[name] for name in names))
    return pytest.mark.parametrize("theme", looks, ids=list(THEMES))


dark = _of("dark")
"""For limits of size, which take as long as many pictures."""

dark_and_light = _of("dark", "light")
"""For limits of size and the colours that are kept: files are hardly larger in any other theme."""

far_from_dark = _of("light", "contrast")
"""For what has only to come about: on a light ground, and without shadows. Most other tests draw in the dark theme."""
