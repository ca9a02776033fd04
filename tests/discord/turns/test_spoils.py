"""What a winner adds to his legion, chosen in one form (R18.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from cogs.house.game import dice
from cogs.house.table.table import Table
from engine.core import Seat
from engine.titan.view import View
from tests.discord.ahead import ahead
from tests.discord.conftest import Play
from tests.discord.thumb import Thumb

NAMES = ("Ann", "Ben", "Cleo")
SEATS = tuple(map(Seat, range(len(NAMES))))


def with_both(view: Callable[[Seat | None], View]) -> bool:
    """Whether a winner may take an angel for his points, and another character beside it."""
    active = view(None).engaged
    if active is None:
        return False
    additions = (view(seat).gathering for seat in SEATS)
    return any(it is not None and it.due and (it.may_summon or it.may_reinforce) for it in additions)


async def won(play: Play, monkeypatch: pytest.MonkeyPatch, seed: str) -> tuple[Table, Seat, Thumb]:
    """An engagement whose winner has more than one thing to add, and his panel."""
    monkeypatch.setattr(dice, "new_seed", lambda: seed.encode().ljust(32, b"."))
    table = await play.opened(*NAMES)
    await ahead(play, table, with_both)
    (seat,) = (seat for seat in SEATS if table.view(seat).gathering is not None)
    return table, seat, Thumb(play, play.name(table, seat))


def held(table: Table, seat: Seat, marker: str) -> Counter[str]:
    return Counter(next(legion.creatures for legion in table.view(seat).legions if legion.marker == marker))


async def test_an_angel_and_a_recruit_are_taken_in_one_form(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    table, seat, thumb = await won(play, monkeypatch, "c")
    gathering = table.view(seat).gathering
    before = held(table, seat, gathering.legion)
    await thumb.open()

    await thumb.fill("Choose all at once", {"angel-100": ["acquire:ANG"], "other": ["reinforce:TRO:RAN"]})

    assert held(table, seat, gathering.legion) - before == Counter(ANG=1, TRO=1)
    assert table.view(None).engaged is None, "the form ends the additions"
    told = play.public_text()
    assert f"{gathering.legion} acquires an Angel." in told
    assert f"{gathering.legion} is reinforced by Troll, showing Ranger." in told


async def test_a_form_left_at_nobody_adds_nobody(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    table, seat, thumb = await won(play, monkeypatch, "r")
    gathering = table.view(seat).gathering
    before = held(table, seat, gathering.legion)
    await thumb.open()

    await thumb.fill("Choose all at once", {"angel-200": ["-"], "other": ["-"]})

    assert held(table, seat, gathering.legion) == before
    assert table.view(None).engaged is None


async def test_more_than_there_is_room_for_is_refused_and_nothing_is_lost(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, seat, thumb = await won(play, monkeypatch, "r")
    gathering = table.view(seat).gathering
    before, told = held(table, seat, gathering.legion), play.public_text()
    assert before.total() == 6
    await thumb.open()

    await thumb.fill("Choose all at once", {"angel-200": ["acquire:ANG"], "other": ["reinforce:LIO:RAN"]})

    assert f"{gathering.legion} has room for only 1 more. Nothing was added" in thumb.text
    assert held(table, seat, gathering.legion) == before
    assert play.public_text() == told
    await thumb.fill("Choose all at once", {"angel-200": ["acquire:ANG"], "other": ["-"]})
    assert held(table, seat, gathering.legion) - before == Counter(ANG=1)
