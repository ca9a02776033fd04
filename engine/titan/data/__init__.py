"""The figures of the game, as TOML, and the functions that read and check them.

Each reader checks what it reads: a game on wrong figures must not begin.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files

from engine.values import Sheet


def sheet(name: str) -> Sheet:
    """The tables of `<name>.toml`, as tomllib gives them."""
    return tomllib.loads(files(__name__).joinpath(f"{name}.toml").read_text("utf-8"))


def count(sheet: Sheet, **found: int) -> None:
    """Raises ValueError unless there are as many of each as the file itself expects."""
    for what, number in found.items():
        expected = sheet["expects"][what]
        check(number == expected, f"{expected} {what} are expected, {number} are there")


def check(holds: bool, complaint: str) -> None:
    """Raises ValueError with the complaint unless it holds."""
    if not holds:
        raise ValueError(complaint)
