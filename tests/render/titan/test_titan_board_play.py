"""The masterboard's pictures of games as they are played: in every variant nothing overlaps, leaves or goes astray."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, islice

import pytest
from PIL import ImageChops

from engine.core import Seat
from engine.titan.actions import Move, Teleport
from engine.titan.events import Acquired, Event, Fled, Moved, Mustered, Parted, Summoned
from engine.titan.ruleset import TITAN
from engine.titan.state import State
from engine.titan.view import View
from render.canvas import Box
from render.parts import collisions, outside, told
from render.theme import DARK, Theme
from render.titan.masterboard import private_board, turn_marks
from render.titan.masterboard.board import draw, scene
from render.titan.masterboard.geometry import SLOTS, whole
from render.titan.masterboard.margin import HEIGHT, WIDTH
from render.titan.masterboard.placement import layout, parts
from render.titan.masterboard.zoom import SIZE, around, asked, land, land_scene, land_tall, plan_around
from render.titan.masterboard.zoom import draw as draw_zoom
from render.titan.masterboard.zoom import scene as zoom_scene
from tests.captions import ENGLISH
from tests.render import views
from tests.render.looks import far_from_dark
from tests.render.pixels import near, opened
from tests.render.played import GAMES as PLAYED
from tests.render.played import states

BOARD = views.rules().board
PLAN = whole(BOARD)


@cache
def played(seats: int, seed: int, every: int) -> tuple[State, ...]:
    """Each so manieth position of a game."""
    return tuple(islice(states(seats, seed), 0, None, every))


GAMES = [
    *((*game, 11) for game in PLAYED),
    *(pytest.param(seats, 21 + seats, 2, marks=pytest.mark.deep) for seats in range(2, 7)),
]  # fmt: skip


@pytest.mark.parametrize(("seats", "seed", "every"), GAMES)
def test_nothing_overlaps_or_leaves_the_picture(seats: int, seed: int, every: int) -> None:
    for state in played(seats, seed, every):
        shown = scene(TITAN.view(state, None))
        assert not collisions(shown)
        assert not outside(shown, WIDTH, HEIGHT)


@pytest.mark.parametrize(("seats", "seed", "every"), GAMES)
def test_nothing_overlaps_on_a_players_own_board(seats: int, seed: int, every: int) -> None:
    moved = 0
    for state in played(seats, seed, every):
        for seat in sorted(TITAN.awaiting(state))[:1]:
            view, actions = TITAN.view(state, seat), tuple(TITAN.legal(state, seat))
            movers = sorted({action.legion for action in actions if isinstance(action, Move | Teleport)})
            for focus in ("", *movers[:2]):
                moved += bool(focus)
                shown = private_board.scene(view, focus=focus, actions=actions)
                assert not collisions(shown)
                assert not outside(shown, WIDTH, private_board.tall(view))
                assert {legion.marker for (legion,) in told(shown, "strip")} == {
                    legion.marker for legion in view.legions if legion.owner == seat
                }
    assert moved


@pytest.mark.parametrize(("seats", "seed", "every"), GAMES)
def test_nothing_overlaps_in_a_part_of_the_board(seats: int, seed: int, every: int) -> None:
    lands = sorted(BOARD.lands)
    for step, state in enumerate(played(seats, seed, every)):
        view, label = TITAN.view(state, None), lands[step * 7 % len(lands)]
        for focus in ("", str(label)):
            large = zoom_scene(view, focus=focus)
            assert not collisions(large)
            assert not outside([part for part in large if part.sort != "walk"], SIZE, SIZE)
            one = land_scene(view, focus)
            assert not collisions(one)
            assert not outside(one, SIZE, land_tall(view, asked(view, focus)))


@pytest.mark.parametrize("label", sorted(BOARD.lands))
def test_every_land_is_shown_with_what_is_two_steps_around_it(label: int) -> None:
    view = views.crowd()
    shown = zoom_scene(view, focus=str(label))

    assert around(BOARD, label, 2) <= {number for (number,) in told(shown, "number")}
    assert {one.marker for (one,) in told(shown, "legion")} == {
        one.marker for one in view.legions if (one.land,) in told(shown, "number")
    }
    assert not collisions(shown)
    assert not collisions(land_scene(view, str(label)))


@pytest.mark.parametrize(("seats", "seed", "every"), GAMES)
def test_arrows_run_from_land_to_land_and_touch_no_counter_at_their_ends(seats: int, seed: int, every: int) -> None:
    walked = 0
    for state in played(seats, seed, every):
        view = TITAN.view(state, None)
        boxes = layout(view, PLAN)
        for walk, line in told(parts(view, PLAN), "walk"):
            walked += 1
            here = [box for label, _, box in boxes if label == walk.land]
            assert not any(box.x < line[-1][0] < box.right and box.y < line[-1][1] < box.bottom for box in here)
            for point, label in ((line[0], walk.start), (line[-1], walk.land)):
                near = PLAN.bounds(label).shrunk(-30)
                assert near.x < point[0] < near.right
                assert near.y < point[1] < near.bottom
            assert line[0] != line[-1]
    assert walked


def happened(*events: Event) -> View:
    """The crowded board after something happened."""
    return replace(views.crowd(), deeds=events)


DEEDS: dict[str, Event] = {
    "walk": Moved(Seat(0), "Bk07", 104, 7, 0, "", ""),
    "teleport": Moved(Seat(0), "Bk07", 104, 7, 0, "ANG", ""),
    "parting": Parted(Seat(0), "Bk01", "Bk02", 4, 3, ()),
    "muster": Mustered(Seat(0), "Bk07", 7, "LIO", ("CEN", "CEN")),
    "acquiring": Acquired(Seat(0), "Bk07", "ANG"),
    "summoning": Summoned(Seat(0), "Bk07", "Bk08", "ANG", False),
    "loss": Fled(12, Seat(1), "Gd99", ()),
}


@pytest.mark.parametrize("sort", DEEDS)
def test_what_happened_changes_the_picture_but_no_other_lands_number(sort: str) -> None:
    before, after = draw(happened(), ENGLISH), draw(happened(DEEDS[sort]), ENGLISH)

    assert ImageChops.difference(before, after).getbbox() is not None
    for part in scene(happened(DEEDS[sort])):
        if part.sort == "legion" and part.facts[0].land not in (7, 12):
            box = part.box.shrunk(8)  # at the corners that plates have not, the land is seen
            area = (round(box.x), round(box.y), round(box.right), round(box.bottom))
            same = ImageChops.difference(before.crop(area), after.crop(area)).getbbox() is None
            assert same or sort == "parting", part


def test_walking_teleporting_and_each_newcomer_look_different() -> None:
    pictures = {draw(happened(event), ENGLISH).tobytes() for event in DEEDS.values()}

    assert len(pictures) == len(DEEDS)


def test_numbers_below_an_arrow_are_written_again() -> None:
    """An arrow right across the board changes no number."""
    calm = replace(happened(), engagements=(), engaged=None)
    view = replace(calm, deeds=(Moved(Seat(0), "Bk07", 141, 123, 0, "", ""),))
    plain, crossed = draw(calm, ENGLISH), draw(view, ENGLISH)

    for part in scene(view):
        if part.sort == "number":
            box = part.box
            ink = plain.crop((round(box.x), round(box.y), round(box.right), round(box.bottom)))
            again = crossed.crop((round(box.x), round(box.y), round(box.right), round(box.bottom)))
            middle = (ink.width // 2 - 8, 2, ink.width // 2 + 8, ink.height - 2)
            assert ImageChops.difference(ink.crop(middle), again.crop(middle)).getbbox() is None, part


def fullest() -> Iterator[View]:
    """Lands with all that they may hold."""
    crowd = views.crowd()
    yield crowd
    yield replace(crowd, deeds=tuple(Mustered(one.owner, one.marker, one.land, "LIO", ()) for one in crowd.legions))
    yield replace(crowd, deeds=tuple(Moved(one.owner, one.marker, 100, one.land, 0, "", "") for one in crowd.legions))
    yield replace(
        crowd,
        deeds=tuple(Acquired(one.owner, one.marker, code) for one in crowd.legions for code in ("ANG", "ARC", "ANG")),
    )
    yield replace(
        crowd,
        deeds=tuple(Fled(one.land, one.owner, f"{one.marker[:2]}9{n}", ()) for n in range(4) for one in crowd.legions),
    )


@pytest.mark.parametrize("which", range(5))
def test_the_fullest_boards_hold_their_shape(which: int) -> None:
    view = list(fullest())[which]
    shown = scene(view)

    assert len(told(shown, "legion")) == 72
    assert not collisions(shown)
    assert not outside(shown, WIDTH, HEIGHT)
    draw(view, ENGLISH)


@far_from_dark
def test_every_variant_is_drawn_in_every_theme(theme: Theme) -> None:
    view = replace(happened(*DEEDS.values()), viewer=Seat(0))
    moves = (Move("Bk07", 5, 3), Move("Bk08", 41, 1), Teleport("Bk08", 300, 3, "ANG"))

    assert private_board.draw(view, ENGLISH, theme, actions=moves).size == (WIDTH, private_board.tall(view))
    assert (
        private_board.draw(view, ENGLISH, theme, actions=moves).tobytes()
        != private_board.draw(view, ENGLISH, theme).tobytes()
    )
    assert draw_zoom(view, ENGLISH, theme, focus="41", actions=moves).size == (SIZE, SIZE)
    assert land(view, ENGLISH, theme, focus="41").startswith(b"\x89PNG")


def test_an_arrow_bends_past_the_counters_on_its_way() -> None:
    """One that stands right in the middle of the way is not crossed, as long as there is another."""
    for start, end in ((131, 40), (26, 42), (107, 100)):
        straight = turn_marks.course(PLAN, start, end, (), ())
        x, y = straight[len(straight) // 2]
        counter = Box(x - 40, y - 36, 80, 72)
        bent = turn_marks.course(PLAN, start, end, (), (), turn_marks.taken([counter], PLAN.scale))
        assert not any(counter.x < x < counter.right and counter.y < y < counter.bottom for x, y in bent)


def test_an_arrow_stays_within_its_bounds() -> None:
    for label in (7, 41, 300, 112, 133, 5000):
        line = turn_marks.course(PLAN, 100, label, (), ())
        for dashed in (False, True):
            box = turn_marks.bounds(line, PLAN.scale)
            slices = turn_marks.arrow(line, "#FF0000", ("#000000", "#FFFFFF"), dashed, 1.0, DARK.scale)
            assert len(slices) > 1
            for sprite, (x, y) in slices:
                assert x > 0
                assert y > 0
                assert x + sprite.width < box.width
                assert y + sprite.height < box.height


def test_the_slices_of_an_arrow_are_the_whole_of_it() -> None:
    """Laid one by one, they leave no gap and none covers another."""
    line = turn_marks.course(PLAN, 100, 112, (), ())
    pixels = [
        (x + number % sprite.width, y + number // sprite.width)
        for sprite, (x, y) in turn_marks.arrow(line, "#FF0000", ("#000000", "#FFFFFF"), False, 1.0, DARK.scale)
        for number, alpha in enumerate(sprite.getchannel("A").tobytes())
        if alpha > 200
    ]

    assert len(pixels) == len(set(pixels))
    box = turn_marks.bounds(line, PLAN.scale)
    for x, y in line:
        assert (round(x - box.x), round(y - box.y)) in pixels


@pytest.mark.parametrize("entries", range(1, SLOTS + 1))
def test_slots_grow_with_the_plan(entries: int) -> None:
    large = plan_around(BOARD, 41, 2, Box(0, 0, 1000, 1000))

    for label in BOARD.lands:
        for one, other in zip(PLAN.slots(label, entries), large.slots(label, entries), strict=True):
            assert other.width == pytest.approx(one.width * large.scale)
            assert other.height == pytest.approx(one.height * large.scale)
        assert not any(a.overlaps(b) for a, b in combinations(large.slots(label, entries), 2))


def test_on_what_ground_is_mustered_is_written_from_the_left_edge_of_each_card() -> None:
    view = views.crowd()
    picture = opened(land(view, ENGLISH, focus="115"))

    for part in land_scene(view, "115"):
        if part.sort == "recruit":
            x, y = round(part.box.x), round(part.box.y + 96)
            written = picture.crop((x, y, round(part.box.right), round(part.box.bottom)))
            columns = [
                c for c in range(written.width) for r in range(written.height) if near(written, (c, r), DARK.active)
            ]
            assert 6 <= min(columns) <= 12
