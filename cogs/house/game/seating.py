"""Who sits where: from the chairs of a table to other chairs. Pure; raises Illegal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from cogs.house.game.bot_names import next_name
from cogs.house.game.kit import Kit
from cogs.house.values.records import Chair
from engine.core import Illegal, Seat

Chairs = tuple[Chair, ...]


def joined(chairs: Chairs, places: int, user_id: int, name: str) -> Chairs:
    """With a person on the first free seat of `places`."""
    if any(chair.user_id == user_id for chair in chairs):
        raise Illegal("lobby-already-in")
    return _added(chairs, places, Chair(Seat(len(chairs)), user_id, name, None))


def with_bot(chairs: Chairs, places: int, kit: Kit, level: str, game: int) -> Chairs:
    """With a bot on the first free seat of `places`."""
    return _added(chairs, places, bot_on(chairs, kit, level, game, Seat(len(chairs))))


def filled(chairs: Chairs, places: int, kit: Kit, level: str, game: int) -> Chairs:
    """With a bot on every free seat of `places`. Raises Illegal `lobby-full` if there is none."""
    after = with_bot(chairs, places, kit, level, game)
    while len(after) < places:
        after = with_bot(after, places, kit, level, game)
    return after


def left(chairs: Chairs, user_id: int) -> Chairs:
    """Without a person."""
    if all(chair.user_id != user_id for chair in chairs):
        raise Illegal("not-at-the-table")
    return _closed_up(chair for chair in chairs if chair.user_id != user_id)


def freed(chairs: Chairs, seat: Seat) -> Chairs:
    """Without whoever is on a seat."""
    check_seat(chairs, seat)
    return _closed_up(chair for chair in chairs if chair.seat != seat)


def placed(chairs: Chairs, put: Chair) -> Chairs:
    """With `put` in the place of whoever is on its seat."""
    check_seat(chairs, put.seat)
    for chair in chairs:
        if chair.seat != put.seat and put.user_id is not None and chair.user_id == put.user_id:
            raise Illegal("seat-held", name=chair.shown)
    return tuple(put if chair.seat == put.seat else chair for chair in chairs)


def worded(chairs: Chairs, user_id: int, word: str) -> Chairs:
    """With a person's word in the place of his last."""
    chair_of(chairs, user_id)
    return tuple(replace(chair, word=word) if chair.user_id == user_id else chair for chair in chairs)


def since(before: Chairs, after: Chairs, entry: int) -> Chairs:
    """The chairs of `after`, on which who was not on the same one `before` has sat down after that entry of the log."""
    sat = {(chair.seat, chair.user_id, chair.bot): chair.since for chair in before}
    return tuple(replace(chair, since=sat.get((chair.seat, chair.user_id, chair.bot), entry)) for chair in after)


def chair_of(chairs: Chairs, user_id: int) -> Chair:
    """Where a person sits. Raises Illegal `not-at-the-table`."""
    for chair in chairs:
        if chair.user_id == user_id:
            return chair
    raise Illegal("not-at-the-table")


def bot_on(chairs: Chairs, kit: Kit, level: str, game: int, seat: Seat) -> Chair:
    """A bot of a level for a seat of a game: the one that plays there already, or another.

    Raises Illegal `bot-unknown` unless the game has such.
    """
    check_level(kit, level)
    there = next((chair.name for chair in chairs if chair.seat == seat and chair.level), None)
    return Chair(seat, None, there or next_name(chairs, kit.words, game), level)


def check_level(kit: Kit, level: str | None) -> None:
    """Raises Illegal unless the game has a bot of this level."""
    if level not in kit.deciding.bots:
        raise Illegal("bot-unknown", level=level, levels=tuple(kit.deciding.bots))


def _added(chairs: Chairs, places: int, chair: Chair) -> Chairs:
    if len(chairs) >= places:
        raise Illegal("lobby-full", seats=places)
    return (*chairs, chair)


def check_seat(chairs: Chairs, seat: Seat) -> None:
    """Raises Illegal `seat-unknown` unless there is such a seat."""
    if all(chair.seat != seat for chair in chairs):
        raise Illegal("seat-unknown", seat=seat, seats=tuple(chair.seat for chair in chairs))


def _closed_up(chairs: Iterable[Chair]) -> Chairs:
    """In the same order without gaps: nobody has acted on a seat yet."""
    return tuple(replace(chair, seat=Seat(place)) for place, chair in enumerate(chairs))
