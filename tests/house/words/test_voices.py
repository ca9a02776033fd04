"""Bots say a word now and then: from what all know, the same each time it is told, and not often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from cogs.house.game.announce import Entry, facts, retold, sentences
from cogs.house.game.bot_names import COMPANY, TEMPERS
from cogs.house.game.bot_remarks import LINES, Voices
from cogs.house.game.kit import Kit
from cogs.house.game.telling import OCCASIONS, WON, Occasion
from cogs.house.table.history import LogReading
from cogs.house.values.records import Chair, PostStyle
from cogs.house.words.words import Words, languages
from cogs.skirmish.kit import skirmish_kit
from cogs.titan.kit import titan_kit
from engine import log
from engine.core import Seat
from engine.log import Told
from tests.house.conftest import ANN, CHANNEL, GUILD, Opened, Recorder, until
from tests.selfplay import selfplay
from tests.skirmish.selfplay import selfplay as fought
from tests.toy import KIT, Rolled

LONGEST = max((Words().text("bot-name", name=Words().text(f"bot.{key}")) for key in COMPANY), key=len)


@pytest.mark.parametrize("language", languages())
def test_every_temper_has_its_lines_for_every_occasion_and_they_fit_the_log(language: str) -> None:
    words = Words(language)
    wanted = {
        f"bot-line.{temper}.{occasion}.{number}"
        for temper in TEMPERS
        for occasion in OCCASIONS
        for number in range(1, LINES + 1)
    }
    lines = {key: words.text(key) for key in words.known if key.startswith("bot-line.")}

    assert set(lines) == wanted
    assert len(set(lines.values())) == len(lines)
    assert all(len(words.text("bot-says", who=LONGEST, line=line)) <= 120 for line in lines.values())


def rolled(event: Any, before: Callable[[], Any]) -> tuple[Occasion, ...]:
    """A roll of the toy game as a moment."""
    return ((event.seat, WON),) if isinstance(event, Rolled) else ()


SPOKEN = replace(KIT, telling=replace(KIT.telling, occasions=rolled))
"""The toy game, in which a bot remarks on its rolls."""


def entries(kit: Kit, seats: int, lines: tuple[tuple[Seat, str], ...]) -> Iterator[Entry]:
    """The entries of a game by its lines."""
    timeline = log.opening(kit.rules, seats, {})
    for seat, line in lines:
        before = timeline
        timeline, told = log.step(kit.rules, before, seat, kit.rules.notation.parse(line))
        yield Entry(seat, before, timeline, told)


def speaking(*seats: int, since: int = 0, game: int = 1) -> Voices:
    """Bots on these seats."""
    names = [key.title() for key in COMPANY]
    return Voices(game, {Seat(seat): Chair(Seat(seat), None, names[seat], "steady", since=since) for seat in seats})


@cache
def titan_game(seed: int, **options: str) -> tuple[Entry, ...]:
    """A game of four steady players, entry by entry."""
    played = selfplay(("steady",) * 4, seed, options=options)
    return tuple(entries(titan_kit(), 4, played.lines))


@cache
def skirmish_game(seed: int) -> tuple[Entry, ...]:
    """A game of two steady sides, entry by entry."""
    parted = (line.split(" ", 1) for line in fought({}, seed).lines)
    return tuple(entries(skirmish_kit(), 2, tuple((Seat(int(seat)), line) for seat, line in parted)))


def remarks(kit: Kit, told: tuple[Entry, ...], voices: Voices) -> Iterator[tuple[Any, str, Seat]]:
    """Each remark: the turn in which it is made, its key, and whose it is."""
    for entry in told:
        for fact in facts(kit, entry, voices):
            if fact.remark is not None:
                assert entry.before is not None
                yield kit.flow.turn(log.view(kit.rules, entry.before, None)), fact.remark.line, fact.remark.seat


@pytest.mark.parametrize("seed", [7, pytest.param(8, marks=pytest.mark.deep)])
def test_in_no_players_turn_a_bot_of_titan_says_more_than_one_thing(seed: int) -> None:
    """Save for the last word of who has won."""
    spoken = list(remarks(titan_kit(), titan_game(seed), speaking(0, 1, 2, 3)))

    often = Counter((turn, seat) for turn, line, seat in spoken if f".{WON}." not in line)
    assert max(often.values()) == 1
    assert 4 <= len(spoken) <= 40
    assert {line.split(".")[2] for _, line, _ in spoken} >= {"fall", "great", "upset", "won"}


def test_where_every_roll_may_be_rejected_a_bot_speaks_of_the_first_one_alone() -> None:
    spoken = list(remarks(titan_kit(), titan_game(3, mulligan="unlimited"), speaking(0, 1, 2, 3)))

    often = Counter((turn, seat) for turn, line, seat in spoken if f".{WON}." not in line)
    assert max(often.values()) == 1


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.deep) for seed in (2, 3))])
def test_in_no_turn_a_bot_of_the_skirmish_says_more_than_one_thing(seed: int) -> None:
    spoken = list(remarks(skirmish_kit(), skirmish_game(seed), speaking(0, 1)))

    assert max(Counter((turn, seat) for turn, line, seat in spoken if ".upset." in line).values(), default=0) <= 1
    assert [line.split(".")[2] for _, line, _ in spoken][-1:] == ["won"]


def test_the_loser_of_a_skirmish_has_a_word_where_a_person_has_won() -> None:
    *_, (_, won, winner) = remarks(skirmish_kit(), skirmish_game(1), speaking(0, 1))
    loser = 1 - winner

    *_, (_, lost, seat) = remarks(skirmish_kit(), skirmish_game(1), speaking(loser))

    assert ".won." in won
    assert ".fall." in lost
    assert seat == loser


def test_a_remark_is_the_same_in_every_language_and_for_whoever_reads_it() -> None:
    kit, voices = titan_kit(), speaking(0, 1, 2, 3)
    names = {seat: f"{chair.name} (bot)" for seat, chair in voices.bots.items()}
    entry = next(each for each in titan_game(1) if any(fact.remark for fact in facts(kit, each, voices)))
    (remark,) = (fact.remark for fact in facts(kit, entry, voices) if fact.remark)
    line = f"{names[remark.seat]}: “{Words().text(remark.line)}”"

    for viewer in (None, Seat(0), Seat(3)):
        assert line in "\n".join(sentences(kit, names, [entry], viewer, voices))
    assert line in "\n".join(retold(kit, names, entry, voices))
    for language, quotes in (("de", "„“"), ("ru", "«»")):
        other = titan_kit(language)
        said = f"{quotes[0]}{Words(language).text(remark.line)}{quotes[1]}"
        assert said in "\n".join(retold(other, names, entry, voices))


def test_notation_has_no_remarks() -> None:
    kit, voices, names = titan_kit(), speaking(0, 1, 2, 3), {Seat(seat): f"P{seat}" for seat in range(4)}
    told = [fact for entry in titan_game(1) for fact in facts(kit, entry, voices) if fact.remark]

    short = [kit.telling.log_format.short(fact.event, names) for fact in told]
    assert any(short)
    for fact, notation in zip(told, short, strict=True):
        if notation:
            assert fact.said(kit, names, fact.event, (kit.telling.log_format.short,)) == notation


def test_who_sat_elsewhere_then_says_nothing_to_it_later() -> None:
    told = titan_game(1)
    spoken = list(remarks(titan_kit(), told, speaking(0, 1, 2, 3)))

    assert list(remarks(titan_kit(), told, speaking(0, 1, 2, 3, since=len(told)))) == []
    assert list(remarks(titan_kit(), told, speaking())) == []
    alone = [each for each in spoken if each[2] == 1]
    assert alone
    assert list(remarks(titan_kit(), told, speaking(1))) == alone


def test_not_every_game_has_the_same_remarks() -> None:
    told = titan_game(1)

    assert len({tuple(remarks(titan_kit(), told, speaking(0, 1, 2, 3, game=game))) for game in range(1, 6)}) > 2


def test_what_is_taken_back_is_told_without_the_remark() -> None:
    voices, kit = speaking(0, 1, 2, 3), titan_kit()
    entry = next(each for each in titan_game(1) if any(fact.remark for fact in facts(kit, each, voices)))
    undone = replace(entry, told=Told((), undone=entry.told.events))

    assert all(fact.remark is None for fact in facts(kit, undone, voices))


async def test_what_a_bot_has_said_stands_in_the_channel_and_in_the_log(opened: Opened, discord: Recorder) -> None:
    async with opened(kit=SPOKEN) as house:
        table = await house.open(GUILD, CHANNEL, ANN, "Ann", "toy", 2, "Friday", {}, {"posts": PostStyle.CHANNEL})
        await table.lobby.add_bot("random")
        await table.lobby.start(ANN)
        while not any("bot-says" in line for line in await table.sentences()):
            legal = table.legal(Seat(0), undo=False) if table.awaiting == {0} else ()
            if legal:
                await table.submit(Seat(0), legal[-1])
            await until(lambda: table.awaiting <= {0})
        await house.settled()

        said = [line for told in await table.sentences() for line in told.split("\n") if "bot-says" in line]
        logged = [line.text for line in await table.history.lines(LogReading(None))]

        assert all(line in discord.texts for line in said)
        assert [line for told in logged for line in told.split("\n") if "bot-says" in line] == said
        assert all(f"bot-says {table.names[Seat(1)]} bot-line." in line for line in said)
