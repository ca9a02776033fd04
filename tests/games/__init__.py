"""Whole games of Titan on a simulated Discord, from `/titan new` to the last Titan standing."""

import pytest

pytest.register_assert_rewrite(*(f"{__name__}.{name}" for name in ("playing", "reading", "watching", "world")))
