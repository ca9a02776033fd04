"""The picture of odds: every outcome has its bar as long as its share, and everything has room."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageColor

from render.parts import collisions, outside
from render.theme import THEMES
from render.titan.cards.odds import LEFT, SIDE, WIDTH, Bar, OddsChart, draw, odds, scene, tall

OUTCOMES = ("attacker", "time", "both", "defender")
SHARES = (0.5, 0.25, 0.0, 0.25)
LONG = "Titan 12, Archangel, Colossus, Serpent, Hydra, Guardian, Warlock"


HEADS = (LONG, LONG, "Mountains, from the bottom")


def chart() -> OddsChart:
    bars = tuple(
        Bar(outcome, f"The {outcome}", f"{share:.0%}", share, 0.02)
        for outcome, share in zip(OUTCOMES, SHARES, strict=True)
    )
    return OddsChart(HEADS, bars, ("A winning attacker keeps 120 of 248 points on average. " * 2, "400 battles."))


@pytest.mark.parametrize("theme", THEMES)
def test_everything_has_its_place_and_its_room(theme: str) -> None:
    shown, look = chart(), THEMES[theme]
    parts = scene(shown, look)

    assert [part.facts[0].sort for part in parts if part.sort == "bar"] == list(OUTCOMES)
    assert collisions(parts) == []
    assert outside(parts, WIDTH, tall(shown, look)) == []
    assert draw(shown, look).size == (WIDTH, tall(shown, look))


@pytest.mark.parametrize("theme", THEMES)
def test_a_bar_is_as_long_as_its_share(theme: str) -> None:
    shown, look = chart(), THEMES[theme]
    image = draw(shown, look)
    paints = {"attacker": look.danger, "time": look.alarm, "both": look.faint, "defender": look.active}
    room = WIDTH - 2 * LEFT - SIDE

    for part in scene(shown, look):
        if part.sort != "bar":
            continue
        bar, y = part.facts[0], int(part.box.y + 42 + 8)
        paint = ImageColor.getrgb(paints[bar.sort])
        painted = [x for x in range(LEFT, LEFT + room) if image.getpixel((x, y)) == paint]
        if bar.share:
            assert abs(max(painted) - LEFT - room * bar.share) < 20, bar
        else:
            assert not painted


def test_the_same_odds_are_the_same_bytes_of_a_picture_that_discord_takes() -> None:
    data = odds(chart())

    assert data == odds(chart())
    assert len(data) < 100_000
    assert Image.open(io.BytesIO(data)).size == (WIDTH, tall(chart()))
