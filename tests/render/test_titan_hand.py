"""A player's own legions: all of them, all they hold, and nobody else's."""

from __future__ import annotations

from dataclasses import replace

from PIL import ImageChops

from engine.core import Seat
from engine.titan.view import LegionView
from render.theme import DARK
from render.titan import hand
from render.titan.hand import FIRST, ROW, TOP, own_legions, places
from tests.render import views
from tests.render.pixels import opened


def test_twelve_legions_of_seven_fit() -> None:
    view = views.holdings(12, 7)
    picture = opened(hand(view))

    assert len(own_legions(view)) == 12
    assert picture.height >= TOP + 12 * ROW
    for row in range(12):
        for box in places(row, 7):
            assert box.x >= FIRST
            assert box.right <= picture.width
            assert TOP + row * ROW <= box.y
            assert box.bottom <= TOP + (row + 1) * ROW


def test_the_opening_legion_of_eight_fits() -> None:
    assert places(0, 8)[-1].right <= DARK.width - 12


def test_each_character_is_shown_at_its_place() -> None:
    view = views.holdings(2, 3)
    first = own_legions(view)[0]
    other = replace(first, creatures=(*first.creatures[:2], "SER"))
    swapped = replace(view, legions=tuple(other if legion == first else legion for legion in view.legions))

    difference = ImageChops.difference(opened(hand(view)), opened(hand(swapped)))
    left, top, right, bottom = difference.point(lambda v: 255 if v > 40 else 0).getbbox() or (0, 0, 0, 0)

    box = places(0, 3)[2]
    assert box.x - 1 <= left < right <= box.right + 1
    assert box.y - 1 <= top < bottom <= box.bottom + 1


def test_the_titan_has_its_present_power() -> None:
    view = views.holdings(1, 2)
    stronger = replace(view, players=tuple(replace(p, titan_power=18) for p in view.players))
    box = places(0, 2)[0]
    area = (round(box.x), round(box.y), round(box.right), round(box.bottom))

    difference = ImageChops.difference(opened(hand(view)).crop(area), opened(hand(stronger)).crop(area))

    assert difference.getbbox() is not None


def test_legions_of_others_leave_no_trace() -> None:
    view = views.holdings(3, 4)
    theirs = LegionView("Rd01", Seat(5), 41, 7, ("SER",), False, 0)

    assert hand(view) == hand(replace(view, legions=(*view.legions, theirs)))


def test_a_player_without_legions_gets_a_picture_that_says_so() -> None:
    assert opened(hand(replace(views.holdings(1), legions=()))).height == TOP + ROW + 12


def test_characters_that_are_not_known_are_shown_as_such() -> None:
    view = views.holdings(1, 4)
    known = own_legions(view)[0]
    partly = replace(view, legions=(replace(known, creatures=known.creatures[:2]),))

    assert hand(view) != hand(partly)


def test_a_hand_is_small_enough_to_send() -> None:
    assert len(hand(views.holdings(12, 7))) < 1_000_000
