"""What people have written themselves, such as their names, so that it does nothing where it is shown. Pure."""

from __future__ import annotations

import re
import unicodedata

_MARKS = re.compile(r"([\\*_~|`>\[\]()#+\-.:@<])")


def escaped(name: str) -> str:
    """A person's name so that it reads as it was written: no formatting, no mention, no turned direction."""
    return isolated(_MARKS.sub(r"\\\1", plain(name)).replace("@", "@\u200b"))


def plain(name: str) -> str:
    """A name where nothing is formatted, as on a button: without what can't be seen and turns or breaks a line."""
    kept = (c for c in name if unicodedata.category(c) not in ("Cc", "Cf", "Zl", "Zp") or c == "\u200d")
    return "".join(kept).strip() or "?"


def isolated(name: str) -> str:
    """A name so that a sentence around it keeps its order, whichever way its letters run."""
    return f"\u2068{name}\u2069" if any(unicodedata.bidirectional(c) in ("R", "AL") for c in name) else name
