"""The caretaker's stacks and the dead: every kind with both numbers, and the sold-out ones plain to see."""

from __future__ import annotations

from dataclasses import replace

from engine.titan.view import View
from render.parts import collisions, outside, told
from render.titan.cards.caretaker import WIDTH, caretaker, scene, tall
from tests.captions import ENGLISH
from tests.render import views
from tests.render.pixels import opened


def late(left: int = 3, dead: int = 24) -> View:
    """A game in which so many of each kind are left and dead."""
    return replace(views.start(6), caretaker=tuple((code, left, dead) for code in views.rules().kinds))


def test_every_kind_is_there_and_nothing_overlaps() -> None:
    view = views.start(6)

    assert told(scene(view), "stack") == frozenset(view.caretaker)
    assert len(scene(view)) == 24
    assert not collisions(scene(view))
    assert not outside(scene(view), WIDTH, tall(view))


def test_each_number_changes_its_own_part_alone() -> None:
    plain = opened(caretaker(late(), ENGLISH))
    for place, part in enumerate(scene(late())):
        code = part.facts[0]
        for row in ((code, 0, 24), (code, 4, 24), (code, 3, 23), (code, 3, 0)):
            view = late()
            changed = replace(view, caretaker=(*view.caretaker[:place], row, *view.caretaker[place + 1 :]))
            picture = opened(caretaker(changed, ENGLISH))
            box = (round(part.box.x), round(part.box.y), round(part.box.right), round(part.box.bottom))
            assert picture.crop(box).tobytes() != plain.crop(box).tobytes(), row
            picture.paste(plain.crop(box), box)
            assert picture.tobytes() == plain.tobytes(), row
        if place == 5:
            break
