"""The masterboard for a phone: what is on it, how large, and that nothing hides a figure."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from engine.core import Seat
from engine.titan.view import LegionView, View
from render.parts import outside, told
from render.theme import DARK
from render.titan.masterboard import phone, private_board, private_phone
from render.titan.masterboard.phone import board_phone
from render.titan.masterboard.private_phone import own_phone
from render.titan.pieces import tokens
from tests.captions import ENGLISH
from tests.render import views
from tests.render.pixels import opened


def forty_eight() -> View:
    """48 legions, each alone in its land."""
    view = views.crowd()
    one_a_land = {legion.land: legion for legion in view.legions}
    return replace(view, legions=tuple(one_a_land.values())[:48], engagements=(), engaged=None)


def corner() -> View:
    """Two legions near each other."""
    view = views.start(2)
    return replace(
        view,
        legions=tuple(
            LegionView(marker, Seat(seat), land, 7, (), False, 0)
            for marker, seat, land in (("Bk01", 0, 100), ("Bu01", 1, 41))
        ),
    )


def test_it_is_800_wide_and_weighs_little() -> None:
    data = board_phone(forty_eight(), ENGLISH)

    assert opened(data).width == phone.WIDTH == 800
    assert len(data) <= 60_000


@pytest.mark.parametrize("view", [views.crowd(), forty_eight(), corner(), views.empty(3)])
def test_every_legion_is_there_and_hides_no_other(view: View) -> None:
    shown = phone.scene(view)
    legions = [part for part in shown if part.sort == "legion"]
    numbers = [part for part in shown if part.sort == "number"]

    assert {part.facts[0].marker for part in legions} == {legion.marker for legion in view.legions}
    assert not outside(legions, phone.WIDTH, phone.framed(view)[1])
    assert not [pair for pair in combinations(numbers, 2) if pair[0].box.overlaps(pair[1].box)]
    unnumbered = {(legion.land,) for legion in view.legions} - told(shown, "number")
    assert unnumbered <= {(115,)}  # its number has no room beside the four legions of land 300


def test_legions_that_are_alone_do_not_touch() -> None:
    legions = [part.box for part in phone.scene(forty_eight()) if part.sort == "legion"]

    assert not any(one.overlaps(other) for one, other in combinations(legions, 2))


def test_few_legions_are_shown_larger_than_many() -> None:
    def size(view: View) -> float:
        return max(part.box.width for part in phone.scene(view) if part.sort == "legion")

    assert size(corner()) > 1.5 * size(forty_eight())


def test_nothing_is_written_too_small() -> None:
    """Eleven pixels in a picture that is 400 wide."""
    assert min(phone.LEAST, phone.NUMBER, tokens.LEAST) >= 22


def test_it_says_whose_turn_it_is_and_who_leads() -> None:
    view = views.crowd()

    assert told(phone.scene(view), "head") == {(view.turn, view.phase, view.active)}
    leading = {seat for seat, _, _, leads in told(phone.scene(view), "player") if leads}
    assert leading == {max(view.players, key=lambda player: player.score).seat}
    assert board_phone(view, ENGLISH, DARK) != board_phone(replace(view, turn=18), ENGLISH, DARK)


# --- one's own, with what it holds ---


@pytest.mark.parametrize("number", [1, 5, 8, 12])
def test_ones_own_board_tells_what_each_legion_holds(number: int) -> None:
    view = views.holdings(number, 7 if number < 12 else 4)
    shown = private_phone.scene(view)
    picture = opened(own_phone(view, ENGLISH))

    assert {part.facts[0].marker for part in shown if part.sort == "strip"} == {one.marker for one in view.legions}
    assert not outside([part for part in shown if part.sort == "strip"], *picture.size)
    for one, other in combinations([part for part in shown if part.sort == "strip"], 2):
        assert not one.box.overlaps(other.box)
    assert told(phone.scene(view), "legion") <= told(shown, "legion")
    for legion in view.legions:
        assert sum(private_board.contents(view, legion).values()) == legion.height


@pytest.mark.parametrize("number", [8, 12])
def test_ones_own_board_weighs_little_with_as_many_legions_as_there_are_markers(number: int) -> None:
    assert len(own_phone(views.holdings(number, 7), ENGLISH)) <= 60_000


def test_others_learn_nothing_from_it() -> None:
    """A spectator has no legions of his own: he sees the board."""
    assert not told(private_phone.scene(forty_eight()), "strip")
