"""A game of skirmish in Discord: what is told in public and what in private, and that it comes to its end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from cogs.house.game import dice
from cogs.house.table.table import Table
from cogs.house.values.records import Status
from cogs.skirmish.kit import skirmish_kit
from engine.core import Seat
from engine.skirmish.bots import LEVELS
from engine.skirmish.sheets import tables
from tests.discord.conftest import Play, labels, text_of
from tests.discord.test_languages import tongues_in

CARDS = {card: skirmish_kit().words.text(f"skirmish.card.{card}") for card in tables().lore}
"""The names of all lore cards."""


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same game every time: the seed is the only chance there is."""
    monkeypatch.setattr(dice, "new_seed", lambda: b"skirmish".ljust(32, b"."))


async def begun(play: Play, **chosen: object) -> Table:
    """A game of Ann and Ben, before its first decision."""
    await play.new("Ann", "skirmish", **chosen)
    await play.slash("Ben", "skirmish join")
    await play.slash("Ann", "skirmish start")
    return await play.table()


async def plays(play: Play, table: Table, steps: int, source: Random) -> None:
    """Both go on as the program would, by the door."""
    for _ in range(steps):
        if table.game.status is not Status.RUNNING:
            return
        seat = min(table.awaiting)
        await table.submit(seat, LEVELS["steady"](table.view(seat), table.legal(seat), source))
    await play.settle()


def spoken(play: Play) -> Iterator[str]:
    """All that everybody could read: posts, buttons, descriptions and names of pictures."""
    for message in play.public():
        yield message.content
        yield from labels(message)
        for file in message.attachments:
            yield file.filename
            yield file.description or ""


async def test_a_game_is_told_in_public_without_what_is_in_a_hand(play: Play) -> None:
    """B13.1: of lore cards everybody hears when they are played, and nothing else; the hands come by direct message."""
    table = await begun(play)
    await plays(play, table, 80, Random(3))

    said = "\n".join(spoken(play))
    told = {card for card, name in CARDS.items() if name in said}
    heard = set(re.findall(r"plays ([A-Z][\w' ]+?) \(\d lore\)", said))
    assert {CARDS[card] for card in told} <= heard
    held = [card for side in (Seat(0), Seat(1)) for card in table.view(side).own.hand]
    assert all(
        any(CARDS[card] in message.content for name in ("Ann", "Ben") for message in play.dms(name)) for card in held
    )
    assert "Round 1: Ben's turn" in said
    assert "board.png" in said
    assert "dice.png" in said


async def test_every_look_at_a_game_is_answered(pictured: Play) -> None:
    """In private, each in words of the game; what the game has not is said to be lacking."""
    table = await begun(pictured)
    await plays(pictured, table, 80, Random(5))

    assert "Citadel Guard" in await pictured.said("Ann", "show text") or "Yeoman" in await pictured.said(
        "Ann", "show text"
    )
    assert "Your lore cards" in await pictured.said("Ann", "show mine")
    assert "of 3 hidden cards revealed" in await pictured.said("Ben", "show scores")
    assert f"Round {table.view(None).round}: " in await pictured.said("Ben", "show log")
    assert (await pictured.slash("Ann", "show board")).response is not None
    assert "Mountain Giant" in await pictured.said("Cleo", "rules creature", name="Mountain Giant")
    assert "Forest" in await pictured.said("Cleo", "rules terrain", name="Forest")
    assert "five houses" in await pictured.said("Cleo", "skirmish help")
    assert "has nothing like that" in await pictured.said("Ann", "show caretaker")
    assert "rounds so far" in text_of(await pictured.slash("Ann", "watch chronicle"))


async def test_two_programs_play_a_game_to_its_end(play: Play) -> None:
    """The result is told, with what was counted, and the story of it can be read."""
    table = await begun(play, scenario="free")
    await plays(play, table, 3000, Random(8))

    assert table.game.status is Status.OVER
    for _ in range(20):
        if "standing.png" in (said := "\n".join(spoken(play))):
            break
        await play.settle()
    assert "🏆" in said
    assert "standing.png" in said
    story = await table.history.chronicle(None)
    rounds = table.view(None).round  # the last of them may have ended as it began
    assert story.text.count("## Round") in (rounds - 1, rounds)
    assert "🏆" in story.text


@pytest.mark.parametrize("language", ["de", "ru"])
async def test_a_table_is_told_in_its_language_alone(play: Play, language: str) -> None:
    table = await begun(play, language=language)
    await plays(play, table, 70, Random(2))

    told = [text for text in spoken(play) if tongues_in(text) and not text.endswith(".png")]
    assert len(told) > 20
    assert [text for text in told if tongues_in(text) != {language}] == []
