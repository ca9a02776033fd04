"""The pictures of sequences: every card in its place, with room for its words in every language."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from cogs.house.words import Words, languages
from cogs.titan.book import CARDS, chart, chart_alt
from render.scene import collisions, outside, told
from render.theme import DARK, THEMES
from render.titan import sequence
from render.titan.sequence import LEAST, WIDTH, scene, tall


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", CARDS)
def test_every_step_has_a_card_with_room_for_its_words(language: str, name: str) -> None:
    strip = chart(Words(language), name)
    parts = scene((strip,))

    assert [number for number, _, _ in sorted(told(parts, "card"))] == list(range(1, CARDS[name] + 1))
    assert collisions(parts) == []
    assert outside(parts, WIDTH, tall(parts)) == []
    for part in parts:
        if part.sort == "card":
            _, title, lines = part.facts
            assert DARK.strong.sized(LEAST).width(title) <= part.box.width - 86
            assert 1 <= len(lines) <= 5


@pytest.mark.parametrize("language", languages())
def test_the_description_tells_every_step(language: str) -> None:
    for name in CARDS:
        said = chart_alt(Words(language), name)
        assert all(step in said and text in said for step, text in chart(Words(language), name).steps)
        assert len(said) <= 1024


def test_it_is_drawn_in_every_theme_and_the_same_each_time() -> None:
    strip = chart(Words("en"), "turn")
    drawn = {name: sequence((strip,), theme) for name, theme in THEMES.items()}

    assert len(set(drawn.values())) == len(THEMES)
    assert Image.open(BytesIO(drawn["dark"])).width == WIDTH
    sequence.cache_clear()
    assert sequence((strip,), THEMES["dark"]) == drawn["dark"]
