"""How long pictures take, what they weigh, and what the event loop waits for while they are drawn."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from io import BytesIO
from statistics import median
from time import process_time
from typing import Any

from PIL import Image

from cogs.commands.watch import BATTLE, GAME, TURN
from cogs.house.game.announce import Entry
from cogs.house.game.pictures import AS_IT_IS, Look
from cogs.house.game.public_history import moments
from cogs.house.runtime.workers import Workers
from cogs.house.words.words import Names, Words
from cogs.titan.history.replay import TitanReplays
from cogs.titan.kit import titan_face
from cogs.titan.words.game_words import TitanWords
from engine import log
from engine.core import Seat
from engine.skirmish.ruleset import SKIRMISH
from engine.titan.events import Moved
from engine.titan.rules import rules_for
from engine.titan.ruleset import TITAN
from engine.titan.view import LegionView, PlayerView
from render.canvas import LEVEL
from render.replay import go_on
from render.skirmish.field.board import board
from tests.bench.measuring import Sketch, longest, seconds, spread, yardstick
from tests.late import Played
from tests.skirmish.sights import ENGLISH, crowd

Draw = Callable[[Any, Names, Look], bytes]
KIT = titan_face().kit
PICTURES = 40


def crowds(game: Played) -> list[Any]:
    """Public views of a phase of movement with 48 legions, as full as a game of six gets."""
    rules = rules_for({})
    labels, colours = sorted(rules.board.lands), list(rules.colours.values())
    views = []
    for number in range(PICTURES):
        legions = tuple(
            LegionView(
                colour.markers[place], Seat(seat), labels[(17 * (8 * seat + place) + 5 * number) % len(labels)],
                2 + (place + number) % 6, (), seat == 0 and place < 6, 3,
            )
            for seat, colour in enumerate(colours)
            for place in range(8)
        )  # fmt: skip
        walks = tuple(
            Moved(Seat(0), legion.marker, labels[(labels.index(legion.land) + 9) % len(labels)], legion.land, 0, "", "")
            for legion in legions
            if legion.moved
        )
        players = tuple(
            PlayerView(Seat(seat), 100 * (seat + 1), colour.name, 130 * seat + number, 6 + seat, (), 8, 0)
            for seat, colour in enumerate(colours)
        )
        last = TITAN.view(game.states[-1], None)
        views.append(
            replace(
                last, turn=9 + number, active=Seat(0), phase="move", roll=4, waiting=(Seat(0),), players=players,
                legions=legions, engagements=(), engaged=None, battle=None, aftermath=None, deeds=walks,
            )
        )  # fmt: skip
    return views


def least(data: bytes, pieces: int) -> Callable[[], object]:
    """The floor of a picture: a ready ground copied, as many ready pieces pasted, its colours found, and the same PNG.

    The ground is the finished picture, so that what is compressed is what the picture itself had to compress.
    """
    palette = Image.open(BytesIO(data))
    ground = palette.convert("RGB")
    piece = ground.crop((0, 0, 84, 70)).convert("RGBA")
    at = [(83 * place % (ground.width - 84), 71 * place % max(1, ground.height - 70)) for place in range(pieces)]
    under = [ground.crop((x, y, x + 84, y + 70)).convert("RGBA") for x, y in at] if ground.height >= 70 else []

    def floor() -> None:
        copy = ground.copy()
        for sprite, place in zip(under or [piece] * pieces, at, strict=True):
            copy.paste(sprite, place, sprite)
        copy.quantize(palette=palette, dither=Image.Dither.NONE).save(BytesIO(), "PNG", compress_level=LEVEL)

    return floor


def drawn(what: str, job: Draw, views: Sequence[Any], pieces: int, goal: tuple[float, float]) -> Sketch:
    """The figures of a kind of picture, each view drawn once, everything that can be kept being there."""
    sizes = [len(job(view, {}, AS_IT_IS)) for view in views]
    pairs, floors = [], []
    for view in views:
        floor = least(job(view, {}, AS_IT_IS), pieces)
        pairs.append((seconds(yardstick), seconds(partial(job, view, {}, AS_IT_IS))))
        floors.append(seconds(floor))
    times = sorted(time for _, time in pairs)
    return Sketch(
        what, len(views), median(times) * 1000, times[round(0.95 * (len(times) - 1))] * 1000,
        median(floors) * 1000, median(rod for rod, _ in pairs) * 1000, median(sizes) / 1000, *goal,
    )  # fmt: skip


def drawing(game: Played) -> list[Sketch]:
    """The pictures that are drawn most, and what is drawn once for all of a theme."""
    fights = [seen for state in game.states if (seen := TITAN.view(state, None)).battle]
    hands = [
        TITAN.view(state, min(TITAN.awaiting(state)))
        for state in game.states
        if TITAN.awaiting(state) and TITAN.view(state, None).battle is None
    ]
    return [
        drawn("public board, 48 legions", KIT.pictures["board"].draw, crowds(game), 48, (25, 220)),
        drawn("battle map", KIT.pictures["battle"].draw, spread(list(dict.fromkeys(fights)), PICTURES), 14, (12, 110)),
        drawn("hand", KIT.pictures["hand"].draw, spread(list(dict.fromkeys(hands)), PICTURES), 24, (10, 0)),
        drawn("skirmish, 18 units", field_drawn, fields(), 40, (25, 160)),
        *bases(),
        *replays(game),
    ]


def fields() -> list[Any]:
    """A full field of skirmish, again and again in another round."""
    return [SKIRMISH.view(replace(crowd(), round=number + 1), None) for number in range(PICTURES)]


def field_drawn(view: Any, names: Names, look: Look) -> bytes:
    """The field of skirmish as its channel sees it."""
    return board(view, ENGLISH, names=names)


def bases() -> list[Sketch]:
    """The first drawing of a board and of battlelands, with everything that is kept of either forgotten before."""
    found = []
    first, *others = KIT.pictures.bases(AS_IT_IS.theme)
    lands = others[-len(rules_for({}).grounds) :]
    for what, jobs in (("first base of a board", [first] * 5), ("first base of a battleland", lands)):
        pairs = []
        for job in jobs:
            forget()
            pairs.append((seconds(yardstick), seconds(job)))
        times = sorted(time for _, time in pairs)
        rod = median(rod for rod, _ in pairs) * 1000
        found.append(Sketch(what, len(times), median(times) * 1000, times[-1] * 1000, 0, rod, 0, 400, 0))
    return found


def replays(game: Played) -> list[Sketch]:
    """The longest turn, the longest battle and all of a game as moving pictures, each once."""
    timeline, entries = log.opening(TITAN, game.seats, {}), []
    for seat, action in game.entries:
        before = timeline
        timeline, told = log.step(TITAN, before, seat, action)
        entries.append(Entry(seat, before, timeline, told))
    seen = tuple(moments(TITAN, entries))
    names = {Seat(seat): f"Player {seat + 1}" for seat in range(game.seats)}
    maker = TitanReplays(TitanWords(Words()))
    found = []
    for what, goal in ((TURN, (3000, 2000)), (BATTLE, (5000, 2000)), (GAME, (20000, 6000))):
        shots = max((maker.shots(what, seen, one, names) for one in maker.chapters(what, seen, names)), key=len)
        rod, began = seconds(yardstick) * 1000, process_time()
        data = maker.draw(what, shots, "webp", names, AS_IT_IS, go_on)
        ms = (process_time() - began) * 1000
        found.append(Sketch(f"replay of a {what}, {len(shots)} shots", 1, ms, ms, 0, rod, len(data) / 1000, *goal))
    return found


def forget() -> None:
    """Empties everything that pictures keep."""
    for name, module in list(sys.modules.items()):
        if name.startswith("render."):
            for kept in vars(module).values():
                if callable(getattr(kept, "cache_clear", None)):
                    kept.cache_clear()


async def waiting(game: Played) -> tuple[float, float, float]:
    """The longest that the event loop waits, in milliseconds: with nothing to do, and while many pictures are drawn.

    By the clock it also waits for other programs; so the third is how long of it this program kept the processor busy.
    """
    boards = [("board", view) for view in crowds(game)]
    fights = [("battle", seen) for state in game.states if (seen := TITAN.view(state, None)).battle]
    asked = [picture for pair in zip(boards, spread(fights, PICTURES), strict=True) for picture in pair]
    for kind, view in asked:
        KIT.pictures[kind].draw(view, {}, AS_IT_IS)
    workers = Workers()
    idle = await longest(asyncio.sleep(1))
    busy = await longest(asyncio.gather(*(workers.picture(KIT, kind, view, {}, AS_IT_IS) for kind, view in asked)))
    workers.close()
    return idle[0], *busy
