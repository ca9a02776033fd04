"""A server with games in every state in which something else can be typed, each in a channel of its own."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import partial

from engine.core import Seat
from engine.skirmish import view as field
from engine.skirmish.steps.move import AFTER_ORDERS
from engine.titan.view import View
from tests.discord import skirmish
from tests.discord.ahead import ahead
from tests.discord.conftest import Play
from tests.discord.lobby.test_moderating import manager, seen_by_all
from tests.discord.turns.test_duels import may_be_fled
from tests.discord.turns.test_spoils import with_both

PEOPLE = ("Ann", "Ben", "Cleo", "Dan")
THREE = PEOPLE[:3]

Scenes = dict[str, Play]
Maker = Callable[[Play, str], Awaitable[Play]]
Wanted = Callable[[Callable[[Seat | None], View]], bool]
"""Whether a game is where it is wanted, by the views of its seats and of the channel."""

TRIES = 12

NOTHING = "nothing"
"""The scene in which no game is."""


async def built(play: Play) -> Scenes:
    """Every scene by its name; Dan sits in none of the games, and somebody may manage the server."""
    await manager(play)
    await seen_by_all(play)
    return {NOTHING: play} | {name: await make(play, name) for name, make in MAKERS.items()}


async def _lobby(play: Play, name: str) -> Play:
    scene = beside(play, name)
    await scene.slash("Ann", "titan new", seats=3)
    await scene.slash("Ben", "titan join")
    return scene


async def _split(play: Play, name: str) -> Play:
    scene = beside(play, name)
    await scene.set_up("Ann", "Ben")
    return scene


async def _over(play: Play, name: str) -> Play:
    scene = beside(play, name)
    await scene.resigned(await scene.opened("Ann", "Ben"), "Ben")
    return scene


def _brought(wanted: Wanted) -> Maker:
    """A game that is played calmly to where it is wanted; one that never comes there is followed by another."""

    async def make(play: Play, name: str) -> Play:
        for _ in range(TRIES):
            scene = beside(play, name)
            table = await scene.opened(*THREE)
            with contextlib.suppress(NeverThere):
                await ahead(scene, table, partial(_there, wanted))
                return scene
        raise AssertionError(f"no game comes to {name}")

    return make


class NeverThere(Exception):
    """A game was over before it came to where it was wanted."""


def _there(wanted: Wanted, view: Callable[[Seat | None], View]) -> bool:
    if view(None).phase == "over":
        raise NeverThere
    return wanted(view)


def _phase(phase: str) -> Wanted:
    return lambda view: view(None).phase == phase


def _staged(stage: str) -> Maker:
    return _skirmish(lambda view, legal: view.phase == "preparing" and view.own.stage == stage)


def _with_a_card(view: field.View) -> bool:
    """Whether the viewer can pay for a lore card that goes with the moves: the form of a turn asks for it then."""
    assert view.viewer is not None
    assert view.own is not None
    cards, lore = view.rules.tables.lore, view.side(view.viewer).lore
    return any(cards[card].timing == AFTER_ORDERS and cards[card].cost <= lore for card in view.own.hand)


def _skirmish(wanted: skirmish.Wanted) -> Maker:
    async def make(play: Play, name: str) -> Play:
        scene = beside(play, name)
        await skirmish.until(scene, await skirmish.opened(scene, "Ann", "Ben"), wanted)
        return scene

    return make


def beside(play: Play, name: str) -> Play:
    """Another channel of the same server."""
    return replace(play, channel=play.guild.create_text_channel(name))


MAKERS: Mapping[str, Maker] = {
    "lobby": _lobby,
    "split": _split,
    "move": _brought(_phase("move")),
    "parley": _brought(may_be_fled),
    "gather": _brought(with_both),
    "battle": _brought(_phase("battle")),
    "muster": _brought(_phase("muster")),
    "over": _over,
    "skirmish-muster": _staged("muster"),
    "skirmish-lore": _staged("lore"),
    "skirmish-deploy": _staged("deploy"),
    "skirmish-hands": _skirmish(lambda view, legal: view.phase == "discarding"),
    "skirmish": _skirmish(lambda view, legal: view.phase == "commanding" and view.round > 1 and _with_a_card(view)),
}
