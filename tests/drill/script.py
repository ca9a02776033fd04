"""The fixed game of the drill: who does what next, by what they are offered.

Two people and a bot play from the greeting to after their second battle. Nobody remembers what they have pressed:
whoever was not answered looks again, and goes on from there.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from cogs.face.presses import digest
from cogs.house.table.table import Table
from cogs.house.values.records import Status
from tests.discord.conftest import components, confirming, custom_ids, labels
from tests.drill.people import choose
from tests.drill.world import World
from tests.thumbs.pressing import answered, pressed
from tests.thumbs.routes import Step, route

SEED = 1008
"""A game in which people fight twice within sixty decisions."""

SEATS = 3
HOST, GUEST = "Ann", "Ben"

NEWS = "What happened"
"""What is looked at first by whoever finds it in the panel; then the panel is opened anew."""

TYPED = 5
"""Every so many entries a decision is typed."""

LAST = 157
"""The entry after which both battles are over: whoever is left gives up."""

DAY = 90_000.0
"""Seconds after which the threads of battles that are over have been closed."""

_ways: dict[tuple[int, str], tuple[Step, ...]] = {}


@dataclass(frozen=True, slots=True)
class Act:
    """What somebody does next; `name` says it, and `moment` where in the game."""

    moment: str
    name: str
    do: Callable[[], Awaitable[object]]


async def next_act(world: World) -> Act | None:
    """What comes next; None if the game has come to where it ends here. Raises Stuck."""
    table = await world.house.last_at(world.channel.id)
    if table is not None and (table.game.status is Status.OVER or any("My turn" in labels(p) for p in world.public())):
        return await _decision(world, table)
    post = next((post for post in reversed(world.public()) if "Join" in labels(post)), None)
    if post is None or table is None:
        return Act("no game", f"{HOST}: /titan help", lambda: _greeted(world))
    if table.game.places != SEATS:
        return Act("lobby of many", f"{HOST}: Seats", lambda: _fewer_seats(world, post))
    if f", {GUEST}" not in post.content:
        return Act("lobby of one", f"{GUEST}: Join", lambda: world.press(GUEST, post, label="Join"))
    if "Mulligan" not in post.content:
        return Act("lobby of two", f"{HOST}: Rules", lambda: _by_its_own_rules(world, post))
    if "free" in post.content:
        add = lambda: world.slash(HOST, "titan add-bot", level="steady")  # noqa: E731
        return Act("lobby by its own rules", f"{HOST}: /titan add-bot", add)
    return Act("full lobby", f"{GUEST}: Start", lambda: world.press(GUEST, post, label="Start"))


class Stuck(Exception):
    """Nobody can go on."""


async def _greeted(world: World) -> None:
    """The greeting shows a way to a table, which is taken."""
    greeting = await answered(world, await world.people[HOST].slash(world.channel, "titan help"))
    await _clicked(world, HOST, greeting, "Open a table")


async def _clicked(world: World, who: str, message: Any, label: str) -> Any:
    """What comes of a button of an answer, which may have been lost and have none."""
    assert label in labels(message), f"{label} is not among {labels(message)}"
    return await answered(world, await world.people[who].click(message, label=label))


def _list(panel: Any) -> str:
    """The id of the list in an answer, which may have been lost and have none."""
    found = [part["custom_id"] for part in components(panel) if part["type"] == 3]
    assert found, f"there is no list beside {labels(panel)}"
    return str(found[0])


async def _fewer_seats(world: World, post: Any) -> None:
    panel = await _clicked(world, HOST, post, "Seats")
    await answered(world, await world.people[HOST].select(panel, [f"seats of {SEATS}"], custom_id=_list(panel)))


async def _by_its_own_rules(world: World, post: Any) -> None:
    """Each player chooses color and marker, and there is no mulligan; that comes last, for the post says it."""
    panel = await _clicked(world, HOST, post, "Rules")
    for group, key, value in (("start", "setup", "chosen"), ("move", "mulligan", "none")):
        for carries in (f"rules in {group}", f"rules of {key} 0", f"rules set {key} {value}"):
            panel = await answered(world, await world.people[HOST].select(panel, [carries], custom_id=_list(panel)))
        panel = await _clicked(world, HOST, panel, "Back")


async def _decision(world: World, table: Table) -> Act | None:
    if table.game.status is Status.OVER:
        waited = world.env.backend.clock.elapsed >= DAY
        return None if waited else Act("the end", "a day goes by", lambda: world.env.advance_time(DAY))
    if table.seq >= LAST:
        return Act(f"entry {table.seq}", f"{GUEST}: /titan resign", lambda: _resigned(world))
    people = {name: table.seat_of(world.people[name].id) for name in (HOST, GUEST)}
    who, seat = next(((name, seat) for name, seat in people.items() if seat in table.awaiting), ("", None))
    if seat is None:
        raise Stuck(f"entry {table.seq}: the game waits for no person: {sorted(table.awaiting)}")
    line = table.line(choose(table.view(seat), table.legal(seat), seat, table.seq + 1))
    return Act(f"entry {table.seq}", f"{who}: {line}", lambda: _decided(world, table, who, line))


async def _decided(world: World, table: Table, who: str, line: str) -> None:
    """Decides by a button that everybody sees, by typing, or in the panel."""
    if (post := _offering(world, line)) is not None:
        public = next(part for part in custom_ids(post) if part.endswith(f":{line}"))
        await world.people[who].click(post, custom_id=public)
    elif table.seq % TYPED == 0:
        offered = await world.completed(who, "play do", "line", line)
        before = table.seq
        said = await world.slash(who, "play do", line=line if line in offered else digest(line))
        asked = said.response
        if asked is not None and table.seq == before and (yes := confirming(asked, line)) is not None:
            await world.people[who].click(asked, custom_id=yes)
    else:
        panel = await _panel(world, who)
        if NEWS in labels(panel):
            await answered(world, await world.people[who].click(panel, label=NEWS))
            panel = await _panel(world, who)
        for step in _way(world, table, who, line):
            panel = await pressed(world, table, who, panel, step)


async def _panel(world: World, who: str) -> Any:
    """Somebody's panel, opened anew from the card."""
    return await answered(world, await world.people[who].click(world.last_with("My turn"), label="My turn"))


async def _resigned(world: World) -> None:
    asked = await answered(world, await world.people[GUEST].slash(world.channel, "titan resign"))
    await answered(world, await world.people[GUEST].click(asked, label="Resign"))


def _way(world: World, table: Table, who: str, line: str) -> tuple[Step, ...]:
    """The way through the panel, which is the same each time."""
    key = table.seq, line
    if key not in _ways:
        seat = table.seat_of(world.people[who].id)
        assert seat is not None, f"{who} plays"
        way = route(world.client.context, table, seat, line)
        assert way is not None, f"{line} can't be reached by the panel of {who}"
        _ways[key] = way
    return _ways[key]


def _offering(world: World, line: str) -> Any | None:
    """The newest post, if it has a button for everybody that means the line."""
    post = world.last_with("My turn")
    return post if any(part.endswith(f":{line}") for part in custom_ids(post)) else None
