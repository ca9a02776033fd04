"""Time is counted in seconds since 1970: clocks that are put forward or back change nothing."""

from __future__ import annotations

import ast
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cogs.house.game.rewind_points import CONSENT, WINDOW
from cogs.house.runtime.environment import Environment
from cogs.house.values.records import Status
from engine.core import Seat
from tests.house.conftest import CHANNEL, Clock, Opened
from tests.house.test_going_back import done, refused, three

ROOT = Path(__file__).parents[3]
FIRST, SECOND = Seat(0), Seat(1)

SWITCHES = (1_774_746_000.0, 1_792_890_000.0)
"""When clocks in Berlin are put forward and back in 2026."""

CHRISTMAS_EVE = 1_798_138_800.0
"""2026-12-24, 19:00 UTC."""

LOCAL = frozenset({"localtime", "mktime", "strftime", "fromtimestamp", "today", "utcfromtimestamp", "ctime"})


@pytest.fixture(params=["Europe/Berlin", "America/New_York", "Pacific/Kiritimati"])
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The zone in which the bot's machine stands."""
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield request.param
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("zone")
@pytest.mark.parametrize("switch", SWITCHES)
async def test_two_minutes_are_two_minutes_when_clocks_are_changed_and_over_a_restart(
    opened: Opened, switch: float
) -> None:
    clock = Clock(switch - 60)
    async with opened(environment=Environment(now=clock)) as house:
        await done(await three(house), FIRST)
    clock.at = switch - 60 + WINDOW - 1
    async with opened(environment=Environment(now=clock)) as house:
        table = await house.at(CHANNEL)
        assert table is not None
        assert [each.until for each in table.rewinding.take_backs(FIRST)] == [switch - 60 + WINDOW]
        clock.at += 1
        assert table.rewinding.take_backs(FIRST) == ()


@pytest.mark.usefixtures("zone")
@pytest.mark.parametrize("switch", SWITCHES)
@pytest.mark.parametrize(("late", "stands"), [(-1.0, True), (0.0, False)])
async def test_a_day_for_consent_is_24_hours_when_clocks_are_changed(
    opened: Opened, switch: float, late: float, stands: bool
) -> None:
    clock = Clock(switch - 3600)
    async with opened(environment=Environment(now=clock)) as house:
        begun = await three(house)
        await done(begun, FIRST)
        (point, *_) = await begun.rewinding.own_points(FIRST)
        request = await house.consent(begun).ask(FIRST, point.began, whole=False)
        assert request is not None
    clock.at += CONSENT + late
    async with opened(environment=Environment(now=clock)) as house:
        table = await house.at(CHANNEL)
        assert table is not None
        answer = house.consent(table).answer(request.id, SECOND, agrees=True)
        if stands:
            assert SECOND in (await answer).agreed
        else:
            assert await refused(answer) == "request-closed"


def test_nothing_asks_for_the_time_of_the_machines_zone() -> None:
    """Times are shown by Discord to each in his own zone, and kept and compared as seconds since 1970."""
    found = []
    for path in (*ROOT.glob("*.py"), *ROOT.glob("cogs/**/*.py"), *ROOT.glob("engine/**/*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            if node.func.attr in LOCAL or (node.func.attr == "now" and _is_datetime(node) and not node.args):
                found.append(f"{path.name}:{node.lineno}")
    assert found == []


def _is_datetime(node: ast.Call) -> bool:
    assert isinstance(node.func, ast.Attribute)
    return isinstance(node.func.value, ast.Name) and node.func.value.id == "datetime"


@pytest.mark.usefixtures("zone")
@pytest.mark.parametrize("instant", ["2026-12-24T19:00Z", "2026-12-24T20:00+01:00", "2026-12-24T13:30-05:30"])
async def test_an_instant_of_the_rules_has_passed_when_the_clock_says_so_wherever_the_machine_stands(
    opened: Opened, instant: str
) -> None:
    clock = Clock(CHRISTMAS_EVE - 1)
    async with opened(environment=Environment(now=clock)) as house:
        table = await three(house, options={"curfew": instant})
        await done(table, FIRST)
        clock.at += 1
        assert table.awaiting == {SECOND}, "the rules ask at the end of a turn"
        await done(table, SECOND)
        assert not table.awaiting
        assert table.game.status is Status.OVER


async def test_what_the_clock_said_stands_when_the_game_is_loaded_later(opened: Opened) -> None:
    clock = Clock(CHRISTMAS_EVE - 60)
    async with opened(environment=Environment(now=clock)) as house:
        await done(await three(house, options={"curfew": "2026-12-24T19:00Z"}), FIRST)
    clock.at += 3600
    async with opened(environment=Environment(now=clock)) as house:
        table = await house.at(CHANNEL)
        assert table is not None
        assert table.game.status is Status.RUNNING
        assert table.awaiting == {SECOND}
