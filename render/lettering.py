"""Text in any script, set with the fonts in `assets/` alone, so that a picture's bytes depend on no machine.

A run of text goes to the first font of the chain that has the character. Directions and the joined forms of Arabic
are arranged here, with Pillow's basic layout: its better one uses a library of the system, if there is one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

from PIL import Image, ImageDraw, ImageFont

ASSETS = Path(__file__).parent / "assets"
REST = ("DejaVuSans-Bold.ttf", "DejaVuSans.ttf", "DroidSansFallbackFull.ttf", "unifont.otf", "unifont_upper.otf")
"""The fonts for what a chosen one lacks: other alphabets, those of East Asia, all of the basic plane, the planes beyond
with emoji.
"""
THIN = ("DejaVuSans.ttf", "DroidSansFallbackFull.ttf", "unifont.otf")
"""Those that are drawn bolder than they are: beside the chosen fonts they would look pale."""
BOLDER = 30
"""In sizes of the type: how much of it is added all around."""
LEAST_BOLDER = 24
"""In smaller writing nothing is added: the strokes of signs that have many would run together."""
KERNED = ("DejaVuSans-Bold.ttf", "DejaVuSans.ttf")
"""Those that draw some letters nearer to each other; in the others a text is as wide as its letters."""

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
ELLIPSIS = "…"
NOWHERE = "\U0010fffe"
"""Not a character, and in no font: it draws the box for missing glyphs."""


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of text that one font can draw, in the order in which it is drawn, and its width in pixels."""

    text: str
    font: ImageFont.FreeTypeFont
    width: float
    """In pixels."""


@lru_cache(maxsize=256)
def face(file: str, size: int) -> ImageFont.FreeTypeFont:
    """A font of the assets at a size in pixels."""
    return ImageFont.truetype(str(ASSETS / file), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def runs(text: str, file: str, size: int) -> tuple[Run, ...]:
    """The text from left to right, in pieces of one font each."""
    pieces: list[tuple[str, str]] = []
    for cluster in (one for part in ISOLATES.split(text) for one in _visual(_drawable(part, file))):
        font = _home(cluster, file)
        if pieces and pieces[-1][1] == font:
            pieces[-1] = (pieces[-1][0] + cluster, font)
        else:
            pieces.append((cluster, font))
    return tuple(Run(piece, face(font, size), _length(piece, font, size)) for piece, font in pieces)


def _length(text: str, file: str, size: int) -> float:
    """How wide a piece in one font is. Pillow sets all of its letters to measure it, which takes many times as long."""
    if file in KERNED:
        return face(file, size).getlength(text)
    return sum(_advance(letter, file, size) for letter in text)


@lru_cache(maxsize=16384)
def _advance(letter: str, file: str, size: int) -> float:
    return face(file, size).getlength(letter)


@lru_cache(maxsize=4096)
def stencil(run: Run) -> tuple[Image.Image, tuple[int, int]]:
    """What of a run is covered by how much, and where its corner lies from the baseline's start.

    Setting letters takes ten times as long as painting through a stencil, and pictures say much the same again.
    """
    left, top, right, bottom = (round(edge) for edge in run.font.getbbox(run.text, anchor="ls"))
    more = bolder(run.font)
    around = 1 + more
    image = Image.new("L", (right - left + 2 * around, bottom - top + 2 * around))
    ImageDraw.Draw(image).text(
        (around - left, around - top), run.text, fill=255, font=run.font, anchor="ls",
        stroke_width=more,
    )  # fmt: skip
    return image, (left - around, top - around)


def bolder(font: ImageFont.FreeTypeFont) -> int:
    """How many pixels are added around the letters of a font."""
    thin = font.size >= LEAST_BOLDER and Path(str(font.path)).name in THIN
    return round(font.size / BOLDER) if thin else 0


def width(text: str, file: str, size: int) -> float:
    """How wide the text is, in pixels."""
    return sum(run.width for run in runs(text, file, size))


@lru_cache(maxsize=4096)
def shortened(text: str, file: str, size: int, room: float) -> str:
    """The text, cut with an ellipsis if it is wider than `room` pixels."""
    if width(text, file, size) <= room:
        return text
    kept = len(text)
    while kept and width(text[:kept].rstrip() + ELLIPSIS, file, size) > room:
        kept -= 1
    return text[:kept].rstrip() + ELLIPSIS


@lru_cache(maxsize=1024)
def wrapped(text: str, file: str, size: int, room: float) -> tuple[str, ...]:
    """The text in lines of at most `room` pixels, parted between words; a word that is wider is cut."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, file, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(shortened(line, file, size, room) for line in lines)


@lru_cache(maxsize=65536)
def has(file: str, character: str) -> bool:
    """Whether a font can draw a character, and not only the box for those it lacks."""
    font = face(file, 16)
    glyph, box = font.getmask(character), font.getmask(NOWHERE)
    return glyph.size != box.size or bytes(glyph) != bytes(box)


@lru_cache(maxsize=65536)
def _home(cluster: str, file: str) -> str:
    """The first font of the chain for a character with its marks; its marks may be lacking."""
    chain = (file, *REST)
    whole = (font for font in chain if all(has(font, character) for character in cluster))
    return next(whole, next((font for font in chain if has(font, cluster[0])), file))


def _drawable(text: str, file: str) -> str:
    """The text without what cannot be seen, and with a sign for what no font has."""
    found = []
    for character in unicodedata.normalize("NFC", text):
        category = unicodedata.category(character)
        if category in ("Cc", "Zl", "Zp", "Zs"):
            found.append(" ")
        elif category == "Cf" or _selects(character):
            continue
        elif any(has(font, character) for font in (file, *REST)):
            found.append(character)
        else:
            plain = unicodedata.normalize("NFKC", character)
            known = plain != character and all(any(has(font, c) for font in (file, *REST)) for c in plain)
            found.append(plain if known else REPLACEMENT)
    return "".join(found)


def _selects(character: str) -> bool:
    """Whether it only chooses a variant of the one before: variation selectors, skin tones."""
    return "\ufe00" <= character <= "\ufe0f" or "\U0001f3fb" <= character <= "\U0001f3ff" or character >= "\U000e0000"


# --- directions ---


def _visual(text: str) -> Iterator[str]:
    """The characters with their marks in the order in which they are drawn from left to right.

    The few rules of the bidirectional algorithm that names need: the first letter gives the direction of the whole,
    words of the other direction keep theirs, figures always run to the right.
    """
    if not any(unicodedata.bidirectional(character) in ("R", "AL") for character in text):
        yield from _clusters(text)
        return
    clusters = list(_clusters(_joined(text)))
    levels = _levels(clusters)
    for level in range(max(levels), 0, -1):
        start = 0
        while start < len(clusters):
            end = start
            while end < len(clusters) and levels[end] >= level:
                end += 1
            clusters[start:end] = clusters[start:end][::-1]
            levels[start:end] = levels[start:end][::-1]
            start = max(end, start + 1)
    for cluster, level in zip(clusters, levels, strict=True):
        yield MIRRORED.get(cluster, cluster) if level % 2 else cluster


ISOLATES = re.compile("[\u2066-\u2069]")
"""The signs around a name whose letters may run another way than the sentence's, which stands from left to right."""


def isolated(name: str) -> str:
    """A name that leaves the sentence around it in its order, whichever way its letters run."""
    return f"\u2068{name}\u2069" if any(_direction(character) == "R" for character in name) else name


PAIRS = (("(", ")"), ("[", "]"), ("{", "}"), ("<", ">"), ("«", "»"))
MIRRORED = MappingProxyType(dict(PAIRS) | {right: left for left, right in PAIRS})


def _levels(clusters: list[str]) -> list[int]:
    """How deep each cluster is nested in directions: odd ones run to the left."""
    strong = [_direction(cluster) for cluster in clusters]
    base = next((side for side in strong if side in "LR"), "L")
    sides = []
    for place, side in enumerate(strong):
        if side:
            sides.append(side)
            continue
        before = next((s for s in reversed(strong[:place]) if s), base)
        after = next((s for s in strong[place + 1 :] if s), base)
        before, after = before.replace("N", "R"), after.replace("N", "R")
        sides.append(before if before == after else base)
    if base == "L":
        return [
            {"L": 0, "R": 1, "N": 2}[s] if _in_right(sides, p) else {"L": 0, "R": 1, "N": 0}[s]
            for p, s in enumerate(sides)
        ]
    return [1 if side == "R" else 2 for side in sides]


def _in_right(sides: list[str], place: int) -> bool:
    """Whether figures at `place` belong to words that run to the left."""
    return next((side for side in reversed(sides[:place]) if side != "N"), "L") == "R"


def _direction(cluster: str) -> str:
    """`R` to the left, `L` to the right, `N` for figures, empty for what goes with its neighbours."""
    match unicodedata.bidirectional(cluster[0]):
        case "R" | "AL":
            return "R"
        case "L":
            return "L"
        case "EN" | "AN":
            return "N"
        case _:
            return ""


def _clusters(text: str) -> Iterator[str]:
    """Each character together with the marks that follow it."""
    cluster = ""
    for character in text:
        if cluster and unicodedata.category(character) in ("Mn", "Me", "Mc"):
            cluster += character
        else:
            if cluster:
                yield cluster
            cluster = character
    if cluster:
        yield cluster


# --- the joined forms of Arabic ---


def _forms() -> dict[str, dict[str, str]]:
    """The presentation forms of each letter, as Unicode's own decompositions tell them."""
    forms: dict[str, dict[str, str]] = {}
    for code in (*range(0xFB50, 0xFDFF), *range(0xFE70, 0xFEFD)):
        kind, *letters = unicodedata.decomposition(chr(code)).split() or [""]
        if kind in ("<isolated>", "<initial>", "<medial>", "<final>"):
            forms.setdefault("".join(chr(int(letter, 16)) for letter in letters), {})[kind] = chr(code)
    return forms


FORMS = MappingProxyType(_forms())
LAM, ALEFS = "ل", "آأإا"
TATWEEL = "ـ"


def _joined(text: str) -> str:
    """The text with each Arabic letter in the form that its neighbours ask for."""
    for alef in ALEFS:
        text = text.replace(LAM + alef, FORMS[LAM + alef]["<isolated>"])
    wholes = {FORMS[LAM + alef]["<isolated>"]: FORMS[LAM + alef] for alef in ALEFS}
    letters = [place for place, character in enumerate(text) if unicodedata.category(character) != "Mn"]
    found = list(text)
    for order, place in enumerate(letters):
        forms = wholes.get(text[place]) or FORMS.get(text[place])
        if not forms:
            continue
        before = text[letters[order - 1]] if order else ""
        after = text[letters[order + 1]] if order + 1 < len(letters) else ""
        joins_back = "<final>" in forms and (before == TATWEEL or "<initial>" in FORMS.get(before, {}))
        joins_on = "<initial>" in forms and (after == TATWEEL or after in wholes or "<final>" in FORMS.get(after, {}))
        form = {
            (False, False): "<isolated>",
            (False, True): "<initial>",
            (True, True): "<medial>",
            (True, False): "<final>",
        }[joins_back, joins_on]
        found[place] = forms.get(form, text[place])
    return "".join(found)
