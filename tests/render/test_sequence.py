"""The pictures of sequences: every card in its place, with room for its words in every language."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from cogs.face.charts import SequenceChart
from cogs.house.words.words import Words, languages
from cogs.skirmish import reference as skirmish
from cogs.titan import reference as titan
from render.parts import collisions, outside, told
from render.sequence import LEAST, WIDTH, scene, sequence, tall
from render.theme import DARK, THEMES

CHARTS = (*titan.CHARTS.values(), *skirmish.CHARTS.values())


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("chart", CHARTS, ids=lambda chart: chart.key)
def test_every_step_has_a_card_with_room_for_its_words(language: str, chart: SequenceChart) -> None:
    strip = chart.strip(Words(language))
    parts = scene((strip,))

    assert [number for number, _, _ in sorted(told(parts, "card"))] == list(range(1, chart.steps + 1))
    assert collisions(parts) == []
    assert outside(parts, WIDTH, tall(parts)) == []
    for part in parts:
        if part.sort == "card":
            _, title, lines = part.facts
            assert DARK.strong.sized(LEAST).width(title) <= part.box.width - 86
            assert 1 <= len(lines) <= 5


@pytest.mark.parametrize("language", languages())
def test_the_description_tells_every_step(language: str) -> None:
    for chart in CHARTS:
        said = chart.alt(Words(language))
        assert all(step in said and text in said for step, text in chart.strip(Words(language)).steps)
        assert len(said) <= 1024


def test_it_is_drawn_in_every_theme_and_the_same_each_time() -> None:
    strip = titan.CHARTS["turn"].strip(Words("en"))
    drawn = {name: sequence((strip,), theme) for name, theme in THEMES.items()}

    assert len(set(drawn.values())) == len(THEMES)
    assert Image.open(BytesIO(drawn["dark"])).width == WIDTH
    sequence.cache_clear()
    assert sequence((strip,), THEMES["dark"]) == drawn["dark"]
