"""What pictures are made with that is no code: fonts, and as TOML the drawings and colours."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any


def sheet(name: str) -> dict[str, Any]:
    """The tables of `<name>.toml`, as tomllib gives them."""
    return tomllib.loads(files(__name__).joinpath(f"{name}.toml").read_text("utf-8"))
