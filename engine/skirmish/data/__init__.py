"""The figures of the game, as TOML, each marked with its source, and the function that reads them."""

from __future__ import annotations

import tomllib
from importlib.resources import files

from engine.values import Sheet


def sheet(name: str) -> Sheet:
    """The tables of `<name>.toml`, as tomllib gives them."""
    return tomllib.loads(files(__name__).joinpath(f"{name}.toml").read_text("utf-8"))
