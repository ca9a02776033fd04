"""What counts as read: words as they are shown, once each time they come to stand somewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.newcomer.person import Newcomer, offers
from tests.newcomer.reading import options, parts, pieces, read, words
from tests.newcomer.sessions import on_discord


def silent(text: str) -> None:
    """Nobody is told."""


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("", 0),
        ("Split first, then roll.", 4),
        ("**Gd11** → Brush 24", 3),
        ("• – … ▶", 0),
        ("<@123>, your move: [the card](https://discord.com/channels/1/2/3)", 5),
        ("until <t:1767225600:R> in <#456>", 4),
        ("<:lion:789> 2 Lions", 2),
    ],
)
def test_a_word_has_a_letter_or_a_figure_and_is_counted_as_it_is_shown(text: str, number: int) -> None:
    assert words(text) == number


async def test_what_stays_as_it_was_is_not_read_again(tmp_path: Path) -> None:
    async with on_discord(tmp_path) as play:
        ann = Newcomer(play, "Ann", silent)
        await ann.command("titan new", seats=4)
        at_first = ann.read

        ann.look()
        assert ann.read == at_first
        assert await ann.presses("Fill with bots")

        assert 0 < ann.read - at_first < at_first


async def test_a_list_is_read_when_it_is_opened_and_costs_two_presses(tmp_path: Path) -> None:
    async with on_discord(tmp_path) as play:
        await play.set_up("Ann", "Ben")
        name = play.who(await play.table())
        ann = Newcomer(play, name, silent)
        ann.look()
        await ann.opens()
        assert ann.panel is not None
        (listed,) = (part for part in parts(ann.panel) if part.get("options"))
        first = next(offer for offer in offers(ann.panel) if offer.value is not None)
        before, pressed = ann.read, ann.pressed
        assert not any(first.label in piece for piece in pieces(ann.panel))

        await ann.press(ann.panel, first)

        assert ann.read - before >= read(options(listed)) > 0
        assert ann.pressed == pressed + 2


async def test_nobody_reads_what_is_private_to_another(tmp_path: Path) -> None:
    async with on_discord(tmp_path) as play:
        await play.set_up("Ann", "Ben")
        name = play.who(await play.table())
        acts, looks = Newcomer(play, name, silent), Newcomer(play, "Ben" if name == "Ann" else "Ann", silent)
        looks.look()
        before = looks.read

        await acts.opens()
        looks.look()

        assert acts.read > 0
        assert looks.read == before
