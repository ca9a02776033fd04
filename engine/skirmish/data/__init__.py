"""The figures of the game, as TOML, each marked with where it comes from, and how they are read."""

from __future__ import annotations

import tomllib
from importlib.resources import files

from engine.values import Sheet


def sheet(name: str) -> Sheet:
    """The tables of `<name>.toml`, as tomllib gives them."""
    return tomllib.loads(files(__name__).joinpath(f"{name}.toml").read_text("utf-8"))
