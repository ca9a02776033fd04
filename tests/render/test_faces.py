"""Every bot has a face that is told from all others, down to the size of a line of text."""

from __future__ import annotations

from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from cogs.house.game.bot_names import COMPANY
from render.bot_cards import HEIGHT, WIDTH, BotCard, bot_cards
from render.drawing import pieces
from render.faces import FACES, face
from render.theme import DARK, THEMES, Theme

LIGHT = THEMES["light"]

KEYS = sorted(FACES)
TONES = {"ink", "body", "shade", "gleam", "spark", "bone", "cloth", "fold", "blush"}

LEAST_APART, LEAST_IN_GREY = 100, 25
"""The difference of two faces, on the mean of all pixels; of red, green and blue together, and of their greys."""


def on_grey(key: str, size: int, mode: str) -> Image.Image:
    """A face on middle grey."""
    sprite = face(key, size, DARK)
    plate = Image.new("RGB", sprite.size, "#808080")
    plate.paste(sprite, (0, 0), sprite)
    return plate.convert(mode)


def apart(one: str, other: str, mode: str) -> float:
    """How much two faces differ at the size of a line of text, on the mean of all pixels."""
    difference = ImageChops.difference(on_grey(one, 32, mode), on_grey(other, 32, mode))
    return sum(ImageStat.Stat(difference).mean)


def test_every_bot_has_a_face_and_every_face_is_a_bots() -> None:
    assert set(FACES) == set(COMPANY)


@pytest.mark.parametrize("key", KEYS)
def test_a_face_stays_within_its_square(key: str) -> None:
    for layer, path in FACES[key].drawing:
        tone, _, width = layer.partition("/")
        half = float(width or 0) / 2
        assert tone in TONES
        for piece in pieces(path):
            assert all(half <= x <= 100 - half and half <= y <= 100 - half for x, y in piece.points), (layer, path)


def test_faces_are_told_apart_in_a_line_of_text() -> None:
    colours = {pair: apart(*pair, "RGB") for pair in combinations(KEYS, 2)}
    greys = {pair: apart(*pair, "L") for pair in combinations(KEYS, 2)}

    assert min(colours.values()) > LEAST_APART, min(colours, key=lambda pair: colours[pair])
    assert min(greys.values()) > LEAST_IN_GREY, min(greys, key=lambda pair: greys[pair])


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_a_face_is_drawn_alike_each_time_in_every_theme(theme: Theme) -> None:
    drawn = face("ada", 64, theme)
    face.cache_clear()

    assert drawn.size == (64, 64)
    assert face("ada", 64, theme).tobytes() == drawn.tobytes()


def test_who_is_nobody_has_no_face() -> None:
    with pytest.raises(KeyError):
        face("nobody", 32, DARK)


def test_the_company_shows_each_with_what_is_said_of_it() -> None:
    cards = tuple(BotCard(key, key.title(), ("steady", "merry")) for key in KEYS[:3])

    image = Image.open(BytesIO(bot_cards(cards, LIGHT)))

    assert image.width == WIDTH
    assert image.height > 2 * HEIGHT
    assert bot_cards(cards, LIGHT) != bot_cards(cards[::-1], LIGHT) != bot_cards(cards[:2], LIGHT)
