"""What is counted of a game of Titan, against hand-made events and a second count of its log."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from cogs.house.game import timeline as timelines
from cogs.house.game.tally import finished
from cogs.house.values.finished import Finish
from cogs.house.values.records import Chair, Game, Status, StoredLine
from cogs.house.words.words import languages
from cogs.titan.history.tally import places
from cogs.titan.kit import titan_kit
from engine import log
from engine.core import Seat
from engine.titan.battle.simulation import Encounter, begun
from engine.titan.events import BattleBegan, BattleEnded, Eliminated, Struck
from engine.titan.rules import rules_for
from engine.titan.ruleset import TITAN
from engine.values import replace
from tests.selfplay import Played, selfplay

LEVELS = ("steady", "random", "steady", "random")
CLASH = Encounter(rules_for({}), "Plains", 3, (("OGR",) * 7, ("OGR",)), (0, 0), ())
VARIANT = {"variant": "battle_titan", "end_condition": "turns 4"}


@cache
def whole(variant: bool) -> tuple[Played, Finish, tuple[object, ...]]:
    """A game of the program's, what is counted of it, and all that happened."""
    kit, options = titan_kit(), VARIANT if variant else {}
    played = selfplay(LEVELS, 7, options=options)
    game = Game(1, 1, 1, 1, "", "titan", TITAN.version, options, 4, Status.OVER, 0, frozenset(), None, bytes(32))
    lines = [StoredLine(number, seat, line, 60.0 * number) for number, (seat, line) in enumerate(played.lines, 1)]
    entries = tuple(timelines.replayed(kit, timelines.opened(kit, 4, game).after, lines))
    chairs = [Chair(Seat(seat), 100 + seat, f"P{seat}", None) for seat in range(4)]
    events = tuple(event for entry in entries for event in entry.told.events)
    return played, finished(kit, game, chairs, entries), events


def thrown(played: Played) -> list[tuple[int, ...]]:
    """The dice of every strike, by what the rules wanted of chance."""
    timeline, found = log.opening(TITAN, 4, {}), []
    for seat, line in played.lines:
        draw = TITAN.wants(timeline.state)
        if draw is not None and draw.purpose == "strike":
            found.append(tuple(int(roll) for roll in line.removeprefix("draw ").split(",")))
        timeline, _ = log.step(TITAN, timeline, seat, TITAN.notation.parse(line))
    return found


@dataclass(frozen=True)
class Happened:
    """Something that happened, with the view after it."""

    events: tuple[Any, ...]
    view: Any


def struck(seat: int, dice: int, number: int, *rolls: int) -> Struck:
    return Struck(Seat(seat), "OGR", "C3", "CEN", "C4", dice, number, rolls, 0, 0, False, 0, ranged=False)


def test_hits_are_counted_beside_those_that_were_to_be_expected() -> None:
    """Six dice that hit with 4 or more: three are due. Three with a 6: a half. Two with 3 or more: four thirds."""
    view = TITAN.view(begun(CLASH), None)
    tally = titan_kit().telling.tally
    assert tally is not None

    ann, ben = tally.count(
        [
            Happened((struck(0, 6, 4, 1, 4, 5, 6, 2, 3),), view),
            Happened((struck(1, 3, 6, 6, 6, 5),), view),
            Happened((struck(0, 2, 3, 1, 2),), view),
        ],
        view,
    )

    assert (ann.figures["dice"], ann.figures["hits"], ben.figures["dice"], ben.figures["hits"]) == (8, 3, 3, 2)
    assert ann.figures["due"] == pytest.approx(float(3 + Fraction(4, 3)))
    assert ben.figures["due"] == pytest.approx(0.5)


@pytest.mark.parametrize(("winner", "won"), [(0, (1, 0)), (1, (0, 1)), (None, (0, 0))])
def test_a_battle_is_won_by_one_side_or_lost_by_both(winner: int | None, won: tuple[int, int]) -> None:
    """Seven Ogres against one: nobody would give much for that one."""
    view = TITAN.view(begun(CLASH), None)
    markers = view.battle.markers if view.battle is not None else ("", "")
    began = BattleBegan(view.battle.land, "Plains", *markers, 3, *CLASH.forces) if view.battle is not None else None
    left = BattleEnded(1, "" if winner is None else markers[winner], "", "battle", 2)
    tally = titan_kit().telling.tally
    assert tally is not None

    standings = tally.count([Happened((began,), view), Happened((left,), view)], view)

    assert tuple(each.figures["won"] for each in standings) == won
    assert [each.figures["battles"] for each in standings] == [1, 1]
    assert standings[0].figures["chance"] > 0.95
    assert standings[0].figures["chance"] + standings[1].figures["chance"] == pytest.approx(1)


def test_every_die_of_a_strike_is_counted_once() -> None:
    played, finish, _ = whole(variant=False)
    dice = thrown(played)

    assert sum(result.standing.figures["dice"] for result in finish.results) == sum(map(len, dice)) > 100


def test_every_battle_has_two_sides_whose_chances_add_up() -> None:
    played, finish, events = whole(variant=False)
    figures = [result.standing.figures for result in finish.results]
    won = sum(isinstance(event, BattleEnded) and bool(event.winner) for event in events)

    assert (
        sum(each["battles"] for each in figures)
        == 2 * played.battles
        == 2 * len([event for event in events if isinstance(event, BattleBegan)])
    )
    assert sum(each["chance"] for each in figures) == pytest.approx(played.battles)
    assert sum(each["won"] for each in figures) == won
    assert all(each["won"] <= each["battles"] for each in figures)


def test_who_goes_out_later_comes_before_and_the_last_titan_wins() -> None:
    played, finish, events = whole(variant=False)
    out = [event.seat for event in events if isinstance(event, Eliminated)]
    places = {result.seat: result.standing.place for result in finish.results}

    assert [seat for seat, place in places.items() if place == 1] == list(played.winners)
    assert sorted(out, key=lambda seat: -places[seat]) == out
    assert sorted(places.values()) == [1, 2, 3, 4]
    assert finish.turns == played.turns


def test_it_is_known_who_put_whom_out() -> None:
    _, finish, events = whole(variant=False)
    slayers = {event.seat: event.slayer for event in events if isinstance(event, Eliminated)}

    for result in finish.results:
        assert result.standing.slayer == slayers.get(result.seat)
        slain = sum(slayer == result.seat for slayer in slayers.values())
        assert result.standing.figures["slain"] == slain


def test_a_game_that_ends_by_agreement_is_placed_by_what_everybody_has() -> None:
    played, finish, _ = whole(variant=True)

    assert finish.category == "battle_titan"
    assert tuple(result.standing.points for result in finish.results) == played.totals
    for result in finish.results:
        assert result.standing.place == 1 + sum(total > result.standing.points for total in played.totals)


@pytest.mark.parametrize("language", languages())
def test_figures_are_told_in_lines_and_nothing_is_said_of_nothing(language: str) -> None:
    tally = titan_kit(language).telling.tally
    assert tally is not None
    _, finish, _ = whole(variant=False)
    nothing = dict.fromkeys(finish.results[0].standing.figures, 0.0)

    assert tally.said(nothing) == ()
    lines = tally.said(finish.results[0].standing.figures)
    assert len(lines) == 3
    assert str(round(finish.results[0].standing.figures["hits"])) in lines[1]


def test_after_a_draw_by_consent_those_who_are_still_in_share_the_first_place() -> None:
    view = TITAN.view(begun(CLASH), None)
    out = replace(view, players=(view.players[0], replace(view.players[1], out=1)))

    assert places(view) == (1, 1)
    assert places(out) == (1, 2)
