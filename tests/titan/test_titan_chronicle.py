"""The written story of a game: what all know while it runs, and all of it in the end, in every language."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

import pytest

from cogs.house.game.public_history import moments
from cogs.house.game.telling import Chronicle
from cogs.house.words.words import languages
from cogs.titan.history.highlights import Story, story
from cogs.titan.kit import titan_kit
from engine.core import Seat
from engine.titan.events import BattleBegan, BattleEnded, Eliminated, Fled, GameEnded, Parted
from engine.titan.ruleset import TITAN
from tests.secrets.test_replays import Game, begun, walked
from tests.selfplay import selfplay

NAMES = {Seat(seat): name for seat, name in enumerate(("Ann", "Ben", "Cleo"))}


@lru_cache
def played() -> Game:
    """A whole game of three."""
    found = selfplay(("steady", "random", "random"), 14)
    game = Game(3)
    for seat, line in found.lines:
        game.does(seat, TITAN.notation.parse(line))
    assert not TITAN.awaiting(game.timeline.state)
    return game


def gathered(game: Game, opened: bool) -> Story:
    return story(tuple(moments(TITAN, game.entries, opened)), opened)


def told(game: Game, language: str = "en", opened: bool = False) -> Chronicle:
    tell = titan_kit(language).telling.log_format.chronicle
    assert tell is not None
    return tell("Friday", tuple(moments(TITAN, game.entries, opened)), NAMES, opened)


def events(game: Game, kind: type) -> list[object]:
    return [event for entry in game.entries for event in entry.told.events if isinstance(event, kind)]


def test_every_battle_flight_and_elimination_is_told_once() -> None:
    game = played()
    text = told(game, opened=True).text
    turns = text.split("## The legions")[0]

    assert len(re.findall(r"^\*\*.* attacks ", turns, re.MULTILINE)) == len(events(game, BattleBegan)) > 0
    assert len(re.findall(r"^\*\*.* flees from ", turns, re.MULTILINE)) == len(events(game, Fled)) > 0
    assert turns.split("## Turn", 1)[1].count(" is out") == len(events(game, Eliminated)) == 2
    (ended,) = events(game, GameEnded)
    assert isinstance(ended, GameEnded)
    assert f"{NAMES[ended.winners[0]]} wins." in turns


def test_the_winner_of_a_battle_and_what_he_lost_are_as_it_was() -> None:
    game = played()
    for fight, ended in zip(gathered(game, opened=True).fights, events(game, BattleEnded), strict=True):
        assert isinstance(ended, BattleEnded)
        assert fight.ended == ended
        for marker, had in (
            (fight.began.attacker, fight.began.attackers),
            (fight.began.defender, fight.began.defenders),
        ):
            joined = sum(each.legion == marker for each in fight.joined)
            lost = len(fight.lost.get(marker, ()))
            assert lost <= len(had) + joined
            assert marker != ended.loser or ended.how != "battle" or lost == len(had) + joined


def test_every_legion_has_a_life_and_those_that_stand_are_those_on_the_board() -> None:
    game = played()
    known = gathered(game, opened=True)
    standing = {life.marker: life.last for life in known.lives if life.end == "stands"}

    board = TITAN.view(game.timeline.state, None).legions
    assert {marker: sorted(had) for marker, had in standing.items()} == {
        legion.marker: sorted(legion.creatures) for legion in board
    }
    assert all(life.had for life in known.lives)
    assert len(known.lives) >= len(events(game, Parted))


def test_the_hits_and_those_to_be_expected_are_counted_from_the_dice() -> None:
    luck = gathered(played(), opened=False).luck.values()

    assert all(0 < each.hits < each.dice for each in luck)
    assert all(abs(each.unusual) < 5 for each in luck)


def test_the_dearest_flight_is_the_one_that_cost_the_most_points() -> None:
    """Of three who are worth 36 points and two Serpents, who are worth 72, the Serpents were the dearer."""
    tell = titan_kit().telling.log_format.chronicle
    assert tell is not None
    (fled,) = events(played(), Fled)
    assert isinstance(fled, Fled)
    assert len(fled.creatures) == 3
    two = replace(fled, creatures=("SER", "SER"))
    for flights in ((fled, two), (two, fled)):
        seen = (
            replace(moment, events=(*flights, *moment.events)) if fled in moment.events else moment
            for moment in moments(TITAN, played().entries)
        )

        story = tell("Friday", tuple(seen), NAMES, False)

        assert "for 2 Serpents." in story.summary


@pytest.mark.parametrize("language", languages())
def test_it_reads_in_every_language_with_no_blank_left(language: str) -> None:
    chronicle = told(played(), language, opened=True)

    assert not re.search(r"[{}]|\b0 (?:Tower|Turm|Башня)|None", chronicle.text)
    assert chronicle.text.startswith("# ")
    assert chronicle.summary.splitlines()[2:] == [
        line for line in chronicle.text.split("\n\n")[3].splitlines() if line.startswith("- ")
    ]


def test_while_the_game_runs_two_worlds_alike_to_everybody_have_one_story() -> None:
    """Who went in a split is its owner's secret (R3.3)."""
    worlds = [walked(begun("TTN,CEN,CEN,GAR")), walked(begun("ANG,GAR,OGR,OGR"))]

    assert told(worlds[0]) == told(worlds[1])
    assert "fates" not in told(worlds[0]).text
    assert not gathered(worlds[0], opened=False).lives


def test_a_game_that_its_players_ended_says_so_and_tells_all() -> None:
    game = walked(begun("TTN,CEN,CEN,GAR"))

    text = told(game, opened=True).text

    assert "Its players ended it in turn 1." in text
    assert ": from " in text


def test_before_the_first_turn_there_is_little_to_tell() -> None:
    game = Game(2)
    assert "Nobody has taken a turn yet" in told(game).text
    game.do("draw 1,4")
    assert "Nobody has taken a turn yet" in told(game).text
