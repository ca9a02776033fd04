"""What Discord makes of a text, as far as it is more than letters; and whether any of that was typed by somebody.

Written after Discord's own grammar and not after what the project does against it: what is code is read first, then
what is escaped, then everything that has a beginning and an end, mentions, links, and what begins a line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Active:
    """Something that is not shown as it was written: what it is, and the places of the signs that make it so."""

    kind: str
    signs: tuple[Span, ...]


ESCAPE = re.compile(r"\\[^0-9A-Za-z\s]")
CODE = re.compile(r"(`+)([\s\S]*?[^`])\1(?!`)")
TICKS = re.compile("`+")
BLOCK = re.compile(r"```(?:[a-z0-9_+\-.#]+\n)?[\s\S]*?\S[\s\S]*?```", re.IGNORECASE)
ALONE = (
    ("mention", re.compile(r"<@[!&]?\d+>|<#\d+>|<id:\w+(?::\d+)?>|@everyone|@here")),
    ("command", re.compile(r"</[^:\n>]{1,100}:\d+>")),
    ("emoji", re.compile(r"<a?:\w+:\d+>|:\+1:|:[a-z_]+:", re.IGNORECASE)),
    ("timestamp", re.compile(r"<t:-?\d{1,17}(?::[tTdDfFRsS])?>")),
    ("link", re.compile(r"<(?:[a-z][a-z0-9+.-]*:/|mailto:|tel:|sms:)[^ >\n]+>", re.IGNORECASE)),
    ("link", re.compile(r"(?:https?|steam|discord)://[^\s<]+", re.IGNORECASE)),
    ("invite", re.compile(r"\bdiscord(?:\.gg|app\.com/invite|\.com/invite)/\w+", re.IGNORECASE)),
)
MASKED = re.compile(
    r"\[((?:\\[\s\S]|[^\\\[\]]|\[[^\]\n]*\])+)(\]\(\s*<?)(?:https?|discord|mailto|tel):[^\s)]+>?(?:\s+['\"][^)]*)?\s*\)"
)
PAIRS = (
    ("bold italic", "***"), ("bold", "**"), ("underline", "__"), ("strike", "~~"), ("spoiler", "||"),
    ("italic", "*"), ("italic", "_"),
)  # fmt: skip
LINE = re.compile(r"(?m)^[ \t]*(#{1,3}[ \t]+(?=\S)|-#[ \t]+(?=\S)|[-*][ \t]+(?=\S)|\d+\.[ \t]+(?=\S)|>(?:>>)?[ \t]+)")
TURNING = re.compile("[\u202a-\u202e\u200e\u200f\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u2028\u2029]")
"""What turns the direction of what follows, or breaks it: nothing to be seen by itself."""

BLANK = "\ufffc"


def active(text: str) -> list[Active]:
    """Everything in a message that is more than letters, outermost first where it nests."""
    found: list[Active] = []
    left = _without_code(text, found)
    for at, end in _spans(ESCAPE, left):
        left = _blanked(left, at, end)
    found += [Active("line", (match.span(1),)) for match in LINE.finditer(left)]
    found += [
        Active("link", ((match.start(), match.start() + 1), match.span(2), (match.end() - 1, match.end())))
        for match in MASKED.finditer(left)
    ]
    for kind, pattern in ALONE:
        for at, end in _spans(pattern, left):
            found.append(Active(kind, ((at, end),)))
            left = _blanked(left, at, end)
    for kind, sign in PAIRS:
        left = _paired(kind, sign, left, found)
    return found


def _without_code(text: str, found: list[Active]) -> str:
    """The text with blanks for its code; a sign that is escaped begins none."""
    at = 0
    while at < len(text):
        if text[at] == "\\":
            at += 2
            continue
        match = BLOCK.match(text, at) or CODE.match(text, at)
        if match is None:
            ticks = TICKS.match(text, at)
            at = at + 1 if ticks is None else ticks.end()
            continue
        wide = 3 if match.re is BLOCK else len(match[1])
        found.append(Active("code", ((at, at + wide), (match.end() - wide, match.end()))))
        text = _blanked(text, at, match.end())
        at = match.end()
    return text


def _paired(kind: str, sign: str, text: str, found: list[Active]) -> str:
    """Finds what stands between two of a sign, and blanks the signs."""
    mark = re.escape(sign)
    inner = r"(?=\S)" if sign in ("*", "_", "***") else r"(?=[\s\S])"
    alone = rf"(?<!{re.escape(sign[0])})" if len(sign) == 1 else ""
    word = r"(?<![0-9A-Za-z_])" if sign == "_" else ""
    after = r"(?![0-9A-Za-z_])" if sign == "_" else rf"(?!{re.escape(sign[0])})" if len(sign) == 1 else ""
    before = r"(?<=\S)" if sign == "*" else ""
    pattern = re.compile(rf"{word}{alone}({mark}){inner}(?!{mark})((?:(?!\n\n)[\s\S])+?){before}({mark}){after}")
    at = 0
    while (match := pattern.search(text, at)) is not None:
        found.append(Active(kind, (match.span(1), match.span(3))))
        text = _blanked(_blanked(text, *match.span(1)), *match.span(3))
        at = match.start()
    return text


def _blanked(text: str, at: int, end: int) -> str:
    return text[:at] + "".join(each if each == "\n" else BLANK for each in text[at:end]) + text[end:]


def _spans(pattern: re.Pattern[str], text: str) -> list[Span]:
    return [match.span() for match in pattern.finditer(text)]


# --- what of it was typed ---

SKIPPED = frozenset("\\\u200b\u2068\u2069")
"""What is put between the signs of somebody's text so that they do nothing."""


def typed_in(text: str, typed: str, marks: Sequence[str]) -> Iterator[Span]:
    """Where what somebody typed stands in a message, found by its marks and followed from each as far as it goes."""
    said, lowered = typed.casefold(), text.casefold()
    if len(lowered) != len(text) or len(said) != len(typed):
        said, lowered = typed.lower(), text.lower()
        if len(lowered) != len(text) or len(said) != len(typed):
            said, lowered = typed, text
    for mark in marks:
        origin = said.find(mark)
        at = lowered.find(mark)
        while at >= 0 and origin >= 0:
            yield (
                at - _followed(lowered[:at][::-1], said[:origin][::-1], backwards=True),
                at + _followed(lowered[at:], said[origin:], backwards=False),
            )
            at = lowered.find(mark, at + 1)


def _followed(text: str, said: str, backwards: bool) -> int:
    """How many characters of a text are what was said, whatever was put in between or left out.

    Where only a part of what was said is shown, a sign behind that part is ours, though the next said is alike.
    """
    at = reached = 0
    for char in said:
        here = at
        while here < len(text) and text[here] in SKIPPED and text[here] != char:
            here += 1
        if here < len(text) and (text[here] == char or _stands_for(text[here], char)):
            at = reached = here + 1
        elif not _left_out(char):
            if text[at : at + 1] != "…":
                while reached and not text[reached - 1].isalnum():
                    reached -= 1
            return reached
    while backwards and reached and reached < len(text) and text[reached] in SKIPPED:
        reached += 1
    return reached


def _stands_for(shown: str, char: str) -> bool:
    return (char == "`" and shown in "'ˋ’") or (char.isspace() and shown.isspace())


def _left_out(char: str) -> bool:
    return char.isspace() or not char.isprintable()


def escapes(text: str, typed: str, marks: Sequence[str]) -> list[str]:
    """What of a text that somebody typed is more than letters in a message."""
    places = list(typed_in(text, typed, marks))
    if not places:
        return []
    faults = []
    for each in active(text):
        for at, end in each.signs:
            if any(begins < end and at < ends for begins, ends in places):
                faults.append(f"{each.kind} by {text[at:end]!r}")
    faults += [f"turned by {match[0]!r}" for match in TURNING.finditer(text) if _within(match.start(), places)]
    return faults


def _within(at: int, places: Sequence[Span]) -> bool:
    return any(begins <= at < ends for begins, ends in places)
