"""Text in any script: no boxes, the right order, and never wider than its room."""

from __future__ import annotations

import unicodedata
from itertools import product

import pytest

from render import lettering
from render.canvas import Box, Canvas, Type
from render.theme import DARK, NARROW, PLAIN

NAMES = (
    "Владимир Длинноимённый",
    "Ελευθέριος",
    "علي بن محمد",
    "فاطمة الزهراء",
    "שלום עולם",
    "山田太郎",
    "김철수",
    "さくら",
    "สมชาย",
    "राम कुमार",
    "Nguyễn Văn Ánh",
    "🎲🐉👑 emoji 😀",
    "👩‍👩‍👧‍👦 family 👍🏽",
    "𝓕𝓪𝓷𝓬𝔂 𝔫𝔞𝔪𝔢",
    "❤️★☠ ♛",
    "\u200bhidden\u202e marks\ufeff",
    "\ue000 private \U000f0000",
    "tab\tand\nnewline",
)


def test_a_font_knows_what_it_lacks() -> None:
    assert lettering.has(NARROW, "A")
    assert not lettering.has(NARROW, "山")
    assert not lettering.has("DejaVuSans.ttf", "山")
    assert lettering.has("unifont.otf", "山")
    assert not lettering.has("unifont.otf", "😀")
    assert lettering.has("unifont_upper.otf", "😀")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("file", [NARROW, PLAIN])
def test_no_name_becomes_a_row_of_boxes(name: str, file: str) -> None:
    for run in lettering.runs(name, file, 24):
        font = run.font.path
        file_of_run = str(font).rsplit("/", 1)[-1]
        for character in run.text:
            assert character == " " or lettering.has(file_of_run, character) or unicodedata.combining(character)


@pytest.mark.parametrize("file", [NARROW, PLAIN, *lettering.REST])
@pytest.mark.parametrize("size", [12, 23, 44])
def test_a_text_is_as_wide_as_it_is_drawn(file: str, size: int) -> None:
    pairs = "".join(map("".join, product("AVTLPWYaeovwyrtf.,'-ГТУадлор ", repeat=2)))

    for text in (pairs, *NAMES):
        for run in lettering.runs(text, file, size):
            assert run.width == run.font.getlength(run.text), run


def test_what_no_font_has_becomes_the_sign_for_that() -> None:
    drawn = "".join(run.text for run in lettering.runs("a\U000f0000b\U0001fbffc", PLAIN, 24))

    assert drawn.startswith("a")
    assert drawn.endswith("c")
    assert lettering.REPLACEMENT in drawn


def test_letters_without_a_font_are_drawn_as_the_plain_ones_they_stand_for() -> None:
    seen = "".join(run.text for run in lettering.runs("ﬁn", PLAIN, 24))

    assert seen in ("ﬁn", "fin")


def test_hebrew_runs_to_the_left_and_its_figures_to_the_right() -> None:
    def drawn(text: str) -> str:
        return "".join(run.text for run in lettering.runs(text, PLAIN, 24))

    assert drawn("אבג") == "גבא"
    assert drawn("אב 12") == "12 בא"
    assert drawn("abc אבג") == "abc גבא"
    assert drawn("אבג abc") == "abc גבא"
    assert drawn("a (אב) b") == "a (בא) b"


def test_arabic_letters_join() -> None:
    drawn = "".join(run.text for run in lettering.runs("علي", PLAIN, 24))

    assert [unicodedata.name(c).rsplit(" ", 2)[-2] for c in drawn] == ["FINAL", "MEDIAL", "INITIAL"]
    assert "".join(run.text for run in lettering.runs("لا", PLAIN, 24)) == "ﻻ"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("room", [30.0, 90.0, 200.0])
def test_shortened_text_is_never_wider_than_its_room(name: str, room: float) -> None:
    assert lettering.width(lettering.shortened(name, PLAIN, 24, room), PLAIN, 24) <= room


@pytest.mark.parametrize("name", [*NAMES, "W" * 32])
def test_fitted_text_paints_nothing_beside_its_box(name: str) -> None:
    canvas = Canvas(400, 100, "#000000")
    box = Box(100, 20, 200, 60)

    canvas.fitted(name, box, Type(PLAIN, 36), "#FFFFFF", "l")

    left, _, right, _ = canvas.finished().getbbox() or (100, 0, 300, 0)
    assert left >= 97
    assert right <= 303


def test_fitted_text_is_made_smaller_before_it_is_cut() -> None:
    large, small = DARK.strong.width("Mountains of"), DARK.small.width("Mountains of")

    assert small < large
    assert lettering.shortened("Mountains of", DARK.small.file, DARK.small.size, small) == "Mountains of"


@pytest.mark.parametrize("name", [*NAMES, "j,;gÅf", " ", ""])
@pytest.mark.parametrize("paint", [None, "#203040"])
def test_letters_through_a_stencil_are_to_the_pixel_those_that_pillow_sets(name: str, paint: str | None) -> None:
    for size in (16, 27, 44):
        stencilled, plain = Canvas(900, 120, paint), Canvas(900, 120, paint)
        stencilled.text(name, (40, 70), Type(PLAIN, size), "#F4E1AA")
        x = 40.0
        for run in lettering.runs(name, PLAIN, size):
            plain.draw.text(
                (round(x), 70), run.text, fill="#F4E1AA", font=run.font, anchor="ls",
                stroke_width=lettering.bolder(run.font),
            )  # fmt: skip
            x += run.width
        assert stencilled.image.tobytes() == plain.image.tobytes()


def test_a_name_between_isolates_leaves_the_sentence_in_its_order() -> None:
    """Without them an Arabic name would turn the sentence that it begins, and take figures behind it along."""

    def set_(text: str) -> str:
        return "".join(run.text for run in lettering.runs(text, PLAIN, 20))

    name = set_("محمد")

    assert set_("\u2068محمد\u2069 rolls 4") == f"{name} rolls 4"
    assert set_("Ann 3, \u2068محمد\u2069 4, Ben 5") == f"Ann 3, {name} 4, Ben 5"
    assert set_("\u2068Ann\u2069 rolls 4") == "Ann rolls 4"


@pytest.mark.parametrize("name", ["علي بن محمد", "שלום עולם", "山田太郎", "さくら", "김철수"])
def test_other_scripts_are_of_like_weight(name: str) -> None:
    """What share of its box letters cover: at least half of what those of the chosen font do."""

    def covered(text: str) -> float:
        letters = lettering.stencil(lettering.runs(text, PLAIN, 40)[0])[0]
        return sum(letters.tobytes()) / 255 / (letters.width * letters.height)

    assert covered(name) >= 0.5 * covered("Maximiliane")


@pytest.mark.parametrize("file", lettering.THIN)
def test_thin_letters_are_made_bolder_only_where_their_strokes_stay_apart(file: str) -> None:
    assert not any(lettering.bolder(lettering.face(file, size)) for size in range(12, 24))
    assert all(lettering.bolder(lettering.face(file, size)) for size in range(24, 60))
