"""The picture of a lobby: a card for each seat, whoever sits there, readable in every theme."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from render.cropping import cropped
from render.lobby import GAP, HIGH, TOP, WIDTH, Guest, initials, lobby
from render.theme import THEMES, Theme

ANN, ADA = Guest("Ann", "host"), Guest("Ada", "steady", "ada")


def picture(*guests: Guest | None, theme: Theme = THEMES["dark"]) -> Image.Image:
    return Image.open(BytesIO(lobby("Titan", "Rules: standard", guests, "free seat", theme))).convert("RGB")


@pytest.mark.parametrize(("seats", "rows"), [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_there_is_a_card_for_each_seat(seats: int, rows: int) -> None:
    drawn = picture(ANN, *[None] * (seats - 1))

    assert drawn.size == (WIDTH, TOP + rows * (HIGH + GAP) + GAP)


@pytest.mark.parametrize("theme", THEMES)
def test_a_free_seat_a_person_and_a_bot_look_different(theme: str) -> None:
    same = Guest("Ada", "steady")
    look = THEMES[theme]

    seen = [picture(ANN, guest, theme=look).tobytes() for guest in (None, ADA, same)]

    assert len(set(seen)) == 3


def test_the_same_table_is_the_same_picture() -> None:
    assert lobby("Titan", "standard", (ANN, None), "free") == lobby("Titan", "standard", (ANN, None), "free")


def test_a_long_name_stays_on_its_card() -> None:
    long = Guest("W" * 60, "keeps 100% of deadlines")

    between = picture(long, None).crop((WIDTH // 2 - 4, TOP, WIDTH // 2 + 4, TOP + HIGH))
    brightest = max(between.convert("L").tobytes())
    assert brightest < 64, "nothing is written between two cards"


@pytest.mark.parametrize(
    ("name", "letters"),
    [("Ann", "A"), ("Ann Lee Smith", "AL"), ("ünal özil", "ÜÖ"), ("*", "*"), ("", "?"), ("🎲 Bo", "B")],
)
def test_a_person_is_known_by_initials(name: str, letters: str) -> None:
    assert initials(name) == letters


def test_a_part_of_a_picture_is_what_lies_between_its_corners() -> None:
    whole = lobby("Titan", "standard", (ANN, ADA), "free")

    part = Image.open(BytesIO(cropped(whole, (10, 20, 210, 120))))

    assert part.size == (200, 100)
    assert part.convert("RGB").tobytes() == Image.open(BytesIO(whole)).convert("RGB").crop((10, 20, 210, 120)).tobytes()
