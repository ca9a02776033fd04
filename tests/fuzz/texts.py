"""What strangers type: markup, mentions, odd letters and half-legal lines, with marks to find them again by."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from random import Random

MARK = "zq{act}t{text}w{place}y"
"""A mark stands between any two pieces of a text, and inside of each that could hide it: `zq17t0w3y`."""

SOMEBODY = "90000000000000017"
"""The id of nobody."""

MARKUP = (
    "**{m}**", "__{m}__", "*{m}*", "_{m}_", "~~{m}~~", "||{m}||", "`{m}`", "``{m}``", "```{m}```", "```py\n{m}\n```",
    "`", "``", "```", "**", "||", "__", "~~", "*", "_",
    "[{m}](http://a.example/b)", "[{m}](<https://a.example> 'b')", "[{m}]", "](http://a.example)", "[",
    "http://a.example/{m}", "<https://a.example/{m}>", "https://discord.gg/{m}", "a@b.example", "<tel:+15551234>",
    "\\", "\\`{m}\\`", "\\\\**{m}**", "\\[{m}](http://a.example)", ":smile:", ":+1:",
)  # fmt: skip

MENTIONS = (
    "<@{who}>", "<@!{who}>", "<@&{who}>", "<#{who}>", "@everyone", "@here", "</titan new:{who}>", "<id:browse>",
    "<:a_b:{who}>", "<a:a_b:{who}>", "<t:1>", "<t:1700000000:R>", "<@{who}", "@\u200beveryone", "\\<@{who}>",
)  # fmt: skip

LINES = (
    "\n# {m}", "\n### {m}", "\n-# {m}", "\n- {m}", "\n* {m}", "\n1. {m}", "\n> {m}", "\n>>> {m}", "\n```\n{m}",
    "\r\n- {m}",
)  # fmt: skip
"""What is markup at the beginning of a line only."""

FIRST = tuple(line.lstrip("\r\n") for line in LINES)

LETTERS = (
    "\u200b", "\u200d", "\ufeff", "\u202e", "\u202d{m}\u202c", "\u2066", "\u2069", "\u200f", "שלום", "ع",
    "\x00", "\x1b[31m", "\x07", "\x7f", "\u0085", "\u2028", "\u2029", "\t", "\r", "e\u0301\u0323\u0300" * 4,
    "Z͑ͫ̓ͪ̂", "🎲", "👨‍👩‍👧‍👦", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "𝔘𝔫𝔦", "\ufffd", "\uffff", "\U0010ffff", "\ue000", "ß", "ﬁ", "İ", "ı",
    "ǅ", "\u3164", "\u00a0", "\u00ad", "\u2800", "　",
)  # fmt: skip

NUMBERS = (
    "0", "-1", "1", "7", "999999999999999999999", "9" * 60, "-0", "1e9", "0x1f", "١٢٣", "²", "½", "1_000", "+3", " 5 ",
    "٣:٠٠", "Ⅷ", "3.14", "NaN", "inf", "2026-11-25T20:00+01:00", "0000-00-00", "9999-12-31T23:59:60Z", "24:00", "-1:-1",
    "22:61", "turns 12, score 300", "turns ٣", "23:59", "7:00",
)  # fmt: skip

PROGRAM = (
    "'; drop table games; --", '" or 1=1', "%s%n%d", "%", "{{0}}", "{{x!r}}", "{{}}", "{{", "}}", "${{x}}",
    "$(id)", "../../x", "(a+)+$", "(((((((((", "[[[[[[", "a" * 40 + "!", "^.*$", "\\d+", "*" * 30, "|" * 30,
    "_" * 31, "<" * 20, ";" * 20, "&amp;", "&#64;", "<b>", "null", "None", "true", "—", "\\u0041",
    "#0123456789", "#", "~", "=1", "?done", "/split", "!split", ">best", "open", "orders", "rules set pace 1",
    "t1:1:1:done",
)  # fmt: skip

NOTATION = (
    "split", "split Bk01", "split Bk01 Bk02 OGR,OGR", "split Bk01 Bk02", "split bu01 bu02 cen;gar", "roll",
    "done", "roll; done", "move Bk01 41", "move Bk01 41 bottom", "move Bk01 999999999", "attack Bk01 5 left",
    "teleport Bk01 1 left TTN", "engage 5", "offer attacker", "offer both OGR", "accept none", "flee",
    "strike A1 B1 6 4", "strike A1", "maneuver a1 b2", "carry B2", "muster Bk01 LIO CEN,CEN", "muster Bk01 -",
    "acquire ANG", "summon Bk01 ANG", "undo 1", "undo 1,2,3", "undo ٣", "colour Black", "marker Bk01", "Bk01",
    "Rd12", "Gd11", "TTN", "OGR,OGR,CEN", "Titan", "Lion", "Plains", "Brush 24", "41", "Tower", "A1", "F4",
    "Black", "Colossus", "7 Lion", "7 lion, 2 ogre", "Titan (8)", "Bk01 'Sun'", "when my turn then roll",
    "when my turn then split Bk01 Bk02 OGR,OGR; roll", "when roll 3 then move Bk01 41; stop",
    "when attacked any then fight expires never", "when engagement any then", "when", "then",
    "when when then then", "when my turn if score >= 300 then roll", "when my turn if height Bk01 > then end",
    "when may muster any then auto LIO", "order E5", "order 5", "attack E5 E6", "advance E5 E6",
    "buy 3 archers", "3 archers, 2 spearmen", "archers A1 A2", "A5", "hold", "play scout_left",
    "swap keen_eyes for eternal_flame", "Keen Eyes", "learn cards", "pass now", "peek C3", "deploy",
    "when I may attack then attack", "when combat if hits > 1 then card none", "half north",
    "discard scout_left scout_right", "Europe/Berlin", "../etc/passwd", "Etc/GMT-14", "europe/berlin", "UTC",
    "steady", "random", "all", "none", "-", "undo", "last",
)  # fmt: skip

KINDS = (MARKUP, MENTIONS, LINES, LETTERS, NUMBERS, PROGRAM, NOTATION)


def hostile(whims: Random, key: tuple[int, int], room: int, known: Sequence[str], people: Sequence[int]) -> str:
    """Something to type, mostly within `room` characters; `key` is the number of the act and of its text.

    `known` is what was offered there or stands in the games, `people` are the ids of those who are there.
    """
    kind = whims.random()
    if known and kind < 0.12:
        return whims.choice(known)
    if kind < 0.14:
        return (whims.choice((*LETTERS, *PROGRAM, *NOTATION)).replace("{m}", "") or "x") * whims.choice((30, 300, 3000))
    pieces: list[str] = []
    act, number = key
    marks = (MARK.format(act=act, text=number, place=place) for place in count())
    next_mark = partial(next, marks)

    if whims.random() < 0.4:
        pieces.append(_piece(whims, FIRST if whims.random() < 0.5 else whims.choice(KINDS), people, next_mark))
    if known and whims.random() < 0.3:
        pieces.append(whims.choice(known) + whims.choice((" ", "", ";", "; ", ",")))
    if whims.random() < 0.1:
        return "".join(pieces)
    pieces.append(next_mark())
    for _ in range(whims.choice((1, 1, 1, 2, 3, 5))):
        glue = whims.choice(("", "", " ", "; ", ","))
        piece = _piece(whims, whims.choice(KINDS), people, next_mark)
        pieces += (glue, piece, whims.choice(("", "", " ")), next_mark())
    if whims.random() < 0.2:
        pieces.append(_piece(whims, whims.choice(KINDS), people, next_mark))
    text = "".join(pieces)
    if whims.random() < 0.03:
        return (text * (6000 // len(text) + 1))[:6000]
    return text if len(text) <= room or whims.random() < 0.05 else text[:room]


def _piece(whims: Random, kind: Sequence[str], people: Sequence[int], next_mark: Callable[[], str]) -> str:
    piece = whims.choice(kind)
    if "{m}" in piece:
        piece = piece.replace("{m}", next_mark())
    if "{who}" in piece:
        piece = piece.replace("{who}", whims.choice((SOMEBODY, *map(str, people))))
    return piece.replace("{{", "{").replace("}}", "}")
