"""What people have written themselves, names or what they typed, so that it does nothing where it is shown. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from engine.core import Seat

_MARKS = re.compile(r"([\\*_~|`>\[\]()#+\-.@<]|:(?=\S))")
"""What Discord could read as more than a letter; a colon only where it can begin an emoji or a link."""

MOST = 100
"""So many characters of what somebody typed are said again."""


class Safe(str):
    """A text that does nothing in a sentence; `code` is the same between backticks, where nothing can be escaped."""

    code: str

    def __new__(cls, text: str, code: str = "") -> Safe:
        made = super().__new__(cls, text)
        made.code = code or text
        return made


def quoted(said: str) -> Safe:
    """What somebody typed, made safe to stand in a sentence and short. What is safe already stays as it is."""
    if isinstance(said, Safe):
        return said
    kept = " ".join(plain(" ".join(said.split())).split()) if said.strip() else ""
    short = kept if len(kept) <= MOST else kept[: MOST - 1] + "…"
    return escaped(short) if short else Safe("")


def escaped(name: str) -> Safe:
    """A person's name so that it reads as it was written: no formatting, no mention, no turned direction."""
    kept = plain(name)
    return Safe(isolated(_MARKS.sub(r"\\\1", kept).replace("@", "@\u200b")), isolated(kept.replace("`", "'")))


def plain(name: str) -> str:
    """A name where nothing is formatted, as on a button: without what can't be seen and turns or breaks a line."""
    kept = (c for c in name if unicodedata.category(c) not in ("Cc", "Cf", "Zl", "Zp") or c == "\u200d")
    return "".join(kept).strip() or "?"


def isolated(name: str) -> str:
    """A name so that a sentence around it keeps its order, whichever way its letters run."""
    return f"\u2068{name}\u2069" if any(unicodedata.bidirectional(c) in ("R", "AL") for c in name) else name


def all_isolated(names: Mapping[Seat, str]) -> dict[Seat, str]:
    """Names by seats, each so that a sentence around it keeps its order."""
    return {seat: isolated(name) for seat, name in names.items()}
