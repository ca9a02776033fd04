"""The great moments of Titan, each a picture of its own: a fallen Titan, a tall legion that is wiped out, the end.

What has happened is read off the deeds of a view, and of those off the latest fight alone: from how it was settled on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PIL import Image

from engine.core import Seat
from engine.titan.events import Agreed, BattleEnded, Conceded, Creatures, Eliminated, Engaged, Event, Fled
from engine.titan.outlook import placed
from engine.titan.rules import TITAN
from engine.titan.view import PlayerView, View
from render import stage
from render.canvas import Box, Canvas, Point, mixed, png
from render.parts import Part, Parts
from render.stage import FALL, GROUND, LOSS, TRIUMPH, WIDTH
from render.theme import DARK, Theme
from render.titan.pieces import tokens
from render.titan.pieces.captions import NOBODY, Captions, Names, called, standing_note
from render.titan.pieces.characters import paint_of
from render.titan.pieces.emblems import emblem
from render.titan.pieces.markers import emblem_of

TALL = 7
"""A legion of so many that is lost is a moment."""

SETTLED = (BattleEnded, Agreed, Conceded, Fled)
"""By what a fight is settled."""

LEAST = 24
"""The smallest type."""

SUN_OF_END: Point = (0.26, 0.47)


@dataclass(frozen=True, slots=True)
class Fall:
    """Titans that fell in a fight: whose, to whom if to one, in which land, and the legions lost with them."""

    seats: tuple[Seat, ...]
    slayer: Seat | None
    land: int
    markers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Loss:
    """A legion of which nobody is left: its marker, whose it was, all that it lost, where, and to whom if to one."""

    marker: str
    seat: Seat
    creatures: Creatures
    land: int
    winner: Seat | None


def due(view: View, events: Sequence[Event]) -> str:
    """The kind of picture for what these `events` have led to; empty if that is no great moment."""
    if view.phase == "over":
        return "moment-end"
    if not any(isinstance(event, SETTLED) for event in events):
        return ""
    if fall(view) is not None:
        return "moment-titan-fallen"
    return "moment-wiped" if loss(view) is not None else ""


def fall(view: View) -> Fall | None:
    """The Titans that fell in the latest fight; None if none did."""
    found = _latest(view)
    if found is None:
        return None
    engaged, deeds = found
    gone = [deed for deed in deeds if isinstance(deed, Eliminated) and not deed.resigned]
    if gone:
        slayers = {deed.slayer for deed in gone}
        more = tuple(marker for deed in gone for marker, _, _ in deed.legions)
        lost = tuple(loss.marker for loss in _losses(view))
        seats = tuple(deed.seat for deed in gone)
        return Fall(seats, slayers.pop() if len(slayers) == 1 else None, engaged.land, (*lost, *more))
    lost_with = [each for each in _losses(view) if TITAN in each.creatures]
    if not lost_with:
        return None
    seats, markers = tuple(each.seat for each in lost_with), tuple(each.marker for each in lost_with)
    return Fall(seats, lost_with[0].winner, engaged.land, markers)


def loss(view: View) -> Loss | None:
    """The tall legion that was lost in the latest fight, the taller of two; None if none was."""
    tall = [each for each in _losses(view) if len(each.creatures) >= TALL]
    return max(tall, key=lambda each: len(each.creatures), default=None)


def _latest(view: View) -> tuple[Engaged, tuple[Event, ...]] | None:
    """The latest fight that was settled, and what happened from then on."""
    settled = [place for place, deed in enumerate(view.deeds) if isinstance(deed, SETTLED)]
    if not settled:
        return None
    engaged = [deed for deed in view.deeds[: settled[-1]] if isinstance(deed, Engaged)]
    return (engaged[-1], view.deeds[settled[-1] :]) if engaged else None


def _losses(view: View) -> tuple[Loss, ...]:
    """The legions that were lost in the latest fight, with all who were in them in its course."""
    found = _latest(view)
    if found is None:
        return ()
    engaged, (settled, *_) = found
    seats = dict(zip((engaged.attacker, engaged.defender), engaged.seats, strict=True))
    match settled:
        case BattleEnded(winner=winner):
            battle = view.aftermath
            if battle is None:
                return ()
            whole = (
                (*battle.fallen[side], *(each.creature for each in battle.fighters if each.side == side))
                for side in (0, 1)
            )
            lost = tuple((marker, all_) for marker, all_ in zip(battle.markers, whole, strict=True) if marker != winner)
        case Agreed(lost=lost):
            pass
        case Conceded(legion=legion, creatures=creatures) | Fled(legion=legion, creatures=creatures):
            lost = ((legion, creatures),)
        case _:
            return ()
    won = [seat for marker, seat in seats.items() if marker not in dict(lost)]
    return tuple(
        Loss(marker, seats[marker], view.rules.arranged(gone), engaged.land, won[0] if won else None)
        for marker, gone in lost
        if marker in seats
    )


# --- what is seen ---


def titan_fallen(view: View, captions: Captions, theme: Theme = DARK, names: Names = NOBODY) -> bytes:
    """The Titan that has just fallen, as a PNG: he is broken, as are the markers of the legions lost with him."""
    told, light = fall(view), stage.light_of(FALL, theme)
    assert told is not None, "a Titan has fallen"
    image = stage.stage(FALL, theme)
    parts = fallen_scene(view)
    for part in parts:
        if part.sort == "titan":
            _broken_titan(image, part, view, theme)
    stage.dust(image, Box(240, GROUND - 90, 720, 90), light, theme)
    _rubble(image, parts, view, theme)
    return png(_told(image, view, told.seats[0], fallen_line(view, captions, names), theme), stage.SOFT)


def fallen_line(view: View, captions: Captions, names: Names = NOBODY) -> tuple[str, str]:
    """What is written below them: whose Titans have fallen, and where and when."""
    told = fall(view)
    assert told is not None, "a Titan has fallen"
    fought = _fought(view, told.slayer, captions, names)
    facts = {"number": len(told.seats), "players": _called(view, told.seats, names, captions)}
    return captions.told("moment.fallen", **facts), _where(view, told.land, captions, *fought)


def fallen_scene(view: View) -> Parts:
    """The Titans, the broken markers at their feet, and the line."""
    told = fall(view)
    assert told is not None, "a Titan has fallen"
    side = 460 if len(told.seats) == 1 else 360
    places = stage.spread(len(told.seats), WIDTH / 2, 460)
    titans = (
        Part("titan", Box(x - side / 2, GROUND - 0.93 * side, side, side), (seat,), False)
        for seat, x in zip(told.seats, places, strict=True)
    )
    return *titans, *_pieces(told.markers), Part("line", LINE, (told.seats, told.slayer, told.land, view.turn))


def _broken_titan(image: Image.Image, part: Part, view: View, theme: Theme) -> None:
    (seat,), side, light = part.facts, round(part.box.width), stage.light_of(FALL, theme)
    colours = tokens.livery(view.rules, tokens.player_of(view, seat).colour, theme)
    upper, lower = stage.broken(emblem(TITAN, side, colours.paint, theme), mixed(light.glow, "#FFFFFF", 0.4))
    x, y = part.box.centre
    stage.set_down(image, lower, (x - 0.05 * side, y), theme, -6)
    stage.set_down(image, upper, (x + 0.15 * side, y - 0.02 * side), theme, 17)
    paints = colours.paint, mixed(colours.paint, "#FFFFFF", 0.4), theme.dark
    stage.chips(image, (x + 0.05 * side, y), 0.75 * side, paints, colours.code)


def wiped(view: View, captions: Captions, theme: Theme = DARK, names: Names = NOBODY) -> bytes:
    """The legion that has just been lost, as a PNG: its broken marker, and the shades of all who were in it."""
    told, light = loss(view), stage.light_of(LOSS, theme)
    assert told is not None, "a tall legion was lost"
    image = stage.stage(LOSS, theme, sun=(0.5, 0.4))
    owner = tokens.livery(view.rules, tokens.player_of(view, told.seat).colour, theme)
    for part in wiped_scene(view):
        match part.sort:
            case "shade":
                kind, side = view.rules.kinds[part.facts[0]], round(part.box.width)
                sprite = emblem(kind.code, side, paint_of(kind, owner, theme), theme)
                shade = stage.faded(sprite, light.below, 0.3, 0.86)
                image.paste(shade, (round(part.box.x), round(part.box.y)), shade)
            case "marker":
                stage.dust(image, Box(330, GROUND - 80, 540, 80), light, theme)
                upper, lower = stage.broken(_marker(view, told.marker, 290, 262, theme), theme.light)
                x, y = part.box.centre
                stage.set_down(image, lower, (x - 6, y + 10), theme, -7)
                stage.set_down(image, upper, (x + 26, y - 22), theme, 13)
    fought = _fought(view, told.winner, captions, names)
    facts = {"marker": captions.marker(told.marker), "number": len(told.creatures)}
    whose = _called(view, (told.seat,), names, captions)
    said = captions.told("moment.wiped", **facts), _where(view, told.land, captions, whose, *fought)
    return png(_told(image, view, told.seat, said, theme), stage.SOFT)


def wiped_scene(view: View) -> Parts:
    """Those who were in the legion, in an arch over its marker, and the line."""
    told = loss(view)
    assert told is not None, "a tall legion was lost"
    number = len(told.creatures)
    side = min(136.0, 1000 / number)
    shades = []
    for place, code in enumerate(told.creatures):
        share = (place + 0.5) / number
        x, y = 90 + share * (WIDTH - 180), 92 + 176 * (2 * share - 1) ** 2
        shades.append(Part("shade", Box(x - side / 2, y - side / 2, side, side), (code,)))
    marker = Part("marker", Box(WIDTH / 2 - 145, GROUND - 290, 290, 262), (told.marker,), False)
    line = Part("line", LINE, (told.marker, told.seat, number, told.winner, told.land, view.turn))
    return *shades, marker, line


def end(view: View, captions: Captions, theme: Theme = DARK, names: Names = NOBODY) -> bytes:
    """Who has won, as a PNG: his Titan in the light, the broken markers of the others, and the figures of all."""
    image = stage.stage(TRIUMPH, theme, sun=SUN_OF_END)
    parts = end_scene(view)
    for part in parts:
        if part.sort == "titan":
            colours = tokens.livery(view.rules, tokens.player_of(view, part.facts[0]).colour, theme)
            sprite = emblem(TITAN, round(part.box.width), colours.paint, theme)
            stage.set_down(image, sprite, part.box.centre, theme)
    _rubble(image, parts, view, theme)
    rows = [part.box for part in parts if part.sort == "player"]
    room = Box(ROWS.x - 16, rows[0].y - 44, ROWS.width + 32, rows[-1].bottom - rows[0].y + 56)
    canvas = stage.board(image, room, theme)
    unit = captions.told("points" if view.players[0].total is None else "total")
    canvas.fitted(unit, Box(ROWS.x, rows[0].y - 40, ROWS.width - 6, 36), theme.small.sized(26), theme.faint, "r", LEAST)
    for part in parts:
        if part.sort == "player":
            _row(canvas, part, view, captions, theme, names)
    winners = view.winners
    won = captions.told("moment.end", number=len(winners), players=_called(view, winners, names, captions))
    said = won if winners else captions.told("draw"), captions.told("ended", turn=view.turn)
    return png(_told(canvas.image, view, winners[0] if winners else Seat(0), said, theme), stage.SOFT)


def end_scene(view: View) -> Parts:
    """The winners' Titans, the broken markers of others, a row for each player by his place, and the line."""
    side = {1: 440.0, 2: 290.0}.get(len(view.winners), 540 / max(2, len(view.winners)))
    places = stage.spread(len(view.winners), SUN_OF_END[0] * WIDTH, 0.92 * side)
    titans = (
        Part("titan", Box(x - side / 2, GROUND - 24 - side, side, side), (seat,), False)
        for seat, x in zip(view.winners, places, strict=True)
    )
    beaten = [player for player in view.players if player.seat not in view.winners and player.colour]
    markers = tuple(view.rules.colours[player.colour].markers[0] for player in beaten)
    standing = placed(view)
    high = min(96.0, ROWS.height / len(standing))
    top = ROWS.y + (ROWS.height - high * len(standing)) / 2
    rows = (
        Part("player", Box(ROWS.x, top + number * high, ROWS.width, high), _figures(place, player))
        for number, (place, player) in enumerate(standing)
    )
    return *titans, *_pieces(markers, SCATTERED, 84), *rows, Part("line", LINE, (view.winners, view.turn))


def _figures(place: int, player: PlayerView) -> tuple[object, ...]:
    """Of a player his place, his seat, and what he has in the end."""
    return place, player.seat, player.score if player.total is None else player.total, player.out


LINE = Box(24, GROUND + 8, WIDTH - 48, stage.SLAB - 8)
ROWS = Box(604, 72, 552, 432)
"""Where the figures of the players stand at the end."""


def _row(canvas: Canvas, part: Part, view: View, captions: Captions, theme: Theme, names: Names) -> None:
    """A player in the end: his place, his sign, his name with what became of him, and his points."""
    place, seat, points, _ = part.facts
    player, box = tokens.player_of(view, seat), part.box
    won = seat in view.winners
    ink = theme.active if won else theme.ink
    canvas.fitted(str(place), Box(box.x, box.y, 50, box.height), theme.title.sized(46), ink)
    colours, high = tokens.livery(view.rules, player.colour, theme), round(min(66, box.height - 8))
    canvas.paste(tokens.sign(colours, round(1.08 * high), high, theme), (box.x + 60, box.y + (box.height - high) / 2))
    x, middle = box.x + 146, box.y + box.height / 2
    name = Box(x, middle - 36, box.right - x - 130, 38)
    canvas.fitted(called(player, names, captions), name, theme.plain.sized(34), theme.ink, "l", LEAST)
    note, _ = standing_note(view, player, captions)
    below = Box(x, middle + 4, name.width, 28)
    canvas.fitted(note, below, theme.small.sized(26), theme.active if won else theme.faint, "l", LEAST)
    figure = Box(box.right - 124, box.y, 120, box.height)
    canvas.fitted(str(points), figure, theme.title.sized(52), ink, "r", 30)


AT_FEET: tuple[Point, ...] = (
    (130, GROUND - 56), (1040, GROUND - 48), (262, GROUND - 30), (906, GROUND - 26), (46, GROUND - 108)
)  # fmt: skip
SCATTERED: tuple[Point, ...] = (
    (64, GROUND - 40), (508, GROUND - 36), (170, GROUND - 26), (404, GROUND - 24), (290, GROUND - 30)
)  # fmt: skip
"""The middles of broken markers: to both sides of what stands in the middle, and before what stands at the left."""


def _pieces(markers: Sequence[str], places: Sequence[Point] = AT_FEET, side: float = 124) -> Iterator[Part]:
    """Where broken markers lie, as many as there is room for."""
    for marker, (x, y) in zip(dict.fromkeys(markers), places, strict=False):
        yield Part("piece", Box(x - side / 2, y - 0.45 * side, side, 0.9 * side), (marker,), False)


def _rubble(image: Image.Image, parts: Parts, view: View, theme: Theme) -> None:
    """The broken markers, each turned in its own way."""
    for number, part in enumerate(each for each in parts if each.sort == "piece"):
        side, turn = part.box.width, (-17, 15, 24, -26, 8)[number]
        upper, lower = stage.broken(_marker(view, part.facts[0], round(side), round(0.9 * side), theme), theme.light)
        x, y = part.box.centre
        stage.set_down(image, lower, (x, y), theme, turn)
        stage.set_down(image, upper, (x + (0.2 if turn > 0 else -0.18) * side, y - 0.13 * side), theme, 2.4 * turn)


def _marker(view: View, marker: str, width: int, height: int, theme: Theme) -> Image.Image:
    """A marker as a piece: the plate of its player with its band and its emblem."""
    colours = tokens.livery_of_marker(view.rules, marker, theme)
    canvas = Canvas(width, height, None, theme.scale)
    band = round(0.17 * height)
    tokens.plate(canvas, Box(0, 0, width, height), colours, band, 0.035 * height)
    side = round(0.62 * height)
    sprite = emblem_of(marker, side * theme.scale, colours.text, colours.paint)
    canvas.paste_large(sprite, ((width - side) / 2, band + (height - band - side) * 0.3))
    return canvas.finished()


def _told(image: Image.Image, view: View, seat: Seat, said: tuple[str, str], theme: Theme) -> Image.Image:
    """The line on its slab, beside the sign of the player whom it is about."""
    colours = tokens.livery(view.rules, tokens.player_of(view, seat).colour, theme)
    return stage.told(image, tokens.sign(colours, 100, 92, theme), colours.paint, said, theme)


def _called(view: View, seats: Sequence[Seat], names: Names, captions: Captions) -> str:
    return captions.listing(called(tokens.player_of(view, seat), names, captions) for seat in seats)


def _fought(view: View, winner: Seat | None, captions: Captions, names: Names) -> tuple[str, ...]:
    """Who has won the fight, if one has."""
    if winner is None:
        return ()
    return (captions.told("moment.fought", player=_called(view, (winner,), names, captions)),)


def _where(view: View, land: int, captions: Captions, *more: str) -> str:
    """Of whom, where and when, and what else there is to say."""
    place = captions.land(land, view.rules.board.lands[land].terrain)
    return "  ·  ".join((place, captions.told("turn", turn=view.turn), *more))
