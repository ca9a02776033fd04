"""The part of the masterboard where a player's legions can go, as large as it can be; below it all his legions."""

from __future__ import annotations

from collections.abc import Iterable

from PIL import Image

from engine.titan.actions import May, Move, Teleport
from engine.titan.outlook import goals
from engine.titan.view import LegionView, View
from render.canvas import Box, png
from render.parts import Parts
from render.theme import DARK, Theme
from render.titan.masterboard.bare_board import ground, labels
from render.titan.masterboard.painting import paint
from render.titan.masterboard.placement import parts
from render.titan.masterboard.private_board import ROW, owned, strip, strips_across
from render.titan.masterboard.zoom import EDGE, HEAD, SIZE, around, plan_of, seen
from render.titan.pieces import light
from render.titan.pieces.captions import Captions, headline

MAP = Box(0, HEAD, SIZE, SIZE - HEAD)
COLUMNS = 2


def reach(view: View, captions: Captions, theme: Theme = DARK, focus: str = "", actions: Iterable[May] = ()) -> bytes:
    """Where the legions of these moves can go, or the one under the marker `focus`, as a PNG; a seat's view."""
    return png(draw(view, captions, theme, focus, actions))


def draw(
    view: View, captions: Captions, theme: Theme = DARK, focus: str = "", actions: Iterable[May] = ()
) -> Image.Image:
    """The part of the board and the legions below it, in full colours."""
    actions = tuple(actions)
    plan = plan_of(view.rules.board, lands(view, focus, actions), MAP)
    shown = (view.rules.board.lands[label] for label in sorted(seen(plan, MAP)))
    canvas = ground(plan, shown, (SIZE, tall(view)), theme, MAP)
    paint(canvas, scene(view, focus, actions), view, plan, theme)
    canvas.box(Box(0, 0, SIZE, HEAD), theme.panel)
    canvas.fitted(headline(view, captions), Box(EDGE, 0, SIZE - 2 * EDGE, HEAD), theme.strong, theme.faint)
    canvas.box(Box(0, SIZE, SIZE, tall(view) - SIZE), light.table(theme))
    for part in strips(view):
        strip(canvas, part.box, view, part.facts[0], captions, theme)
    return canvas.finished()


def scene(view: View, focus: str = "", actions: Iterable[May] = ()) -> Parts:
    """Everything on the picture, with what it tells."""
    actions = tuple(actions)
    plan = plan_of(view.rules.board, lands(view, focus, actions), MAP)
    inside = seen(plan, MAP)
    words = (part for part in labels(plan) if part.facts[0] in inside)
    return (*words, *parts(view, plan, goals(view, actions, focus), inside), *strips(view))


def tall(view: View) -> int:
    """How high the picture is."""
    rows = -(-len(owned(view)) // COLUMNS)
    return SIZE + rows * ROW + EDGE


def strips(view: View) -> Parts:
    """The viewer's legions, each on a strip below the map."""
    return strips_across(view, EDGE, SIZE, (SIZE - 2 * EDGE) / COLUMNS, COLUMNS)


def lands(view: View, focus: str, actions: Iterable[May]) -> frozenset[int]:
    """The lands that must be on the picture: where the legions in question stand, what is next to them, their goals."""
    moves = [action for action in actions if isinstance(action, Move | Teleport) and focus in ("", action.legion)]
    moving = {action.legion for action in moves} or ({focus} if focus else set())
    standing = [one.land for one in _those(view, moving)]
    near = (land for start in standing for land in around(view.rules.board, start, 1))
    return frozenset((*near, *(action.land for action in moves)))


def reach_shown(view: View, focus: str, actions: Iterable[May]) -> frozenset[int]:
    """The lands that are on the picture."""
    return seen(plan_of(view.rules.board, lands(view, focus, actions), MAP), MAP)


def _those(view: View, markers: set[str]) -> tuple[LegionView, ...]:
    """Legions by their markers; without any all of the viewer's, and of one who has none all there are."""
    return tuple(one for one in view.legions if one.marker in markers) or owned(view) or view.legions
