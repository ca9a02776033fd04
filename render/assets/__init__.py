"""The files that pictures are made from: fonts, and drawings and colors as TOML."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def sheet(name: str) -> Mapping[str, Any]:
    """The tables of `<name>.toml`, as tomllib gives them: read once."""
    return tomllib.loads(files(__name__).joinpath(f"{name}.toml").read_text("utf-8"))
