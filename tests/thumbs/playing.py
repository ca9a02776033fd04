"""A game of people who play by thumb on a simulated Discord, and the count of what it took them."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Coroutine, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import discord
import simcord

import bot
from cogs.face.presses import run
from cogs.house.background import bots
from cogs.house.game import dice
from cogs.house.house import House
from cogs.house.runtime.environment import Environment
from cogs.house.store.store import Store
from cogs.house.table.table import Table
from cogs.house.values.records import Status
from cogs.interactions.context import Context
from cogs.interactions.permissions import PERMISSIONS
from cogs.panel.panel import screen_at
from cogs.titan.kit import titan_face
from cogs.titan.screens.turn_move import MARCH
from engine.core import Seat
from engine.notation import verb
from engine.titan.actions import Move
from engine.titan.view import View
from tests.discord import door
from tests.discord.conftest import Play
from tests.games.people import People, moment, seed_of
from tests.plain import plain
from tests.thumbs.pressing import answered, is_asked, pressed
from tests.thumbs.routes import Step, by_list, route

NAMES = ("Ann", "Ben", "Cleo", "Dan")

OWN_MOVES = 2
"""After so many moves of his own every other person lets the rest of his legions walk as the program would."""

KEPT = 30
"""So many public posts of a place are kept, and so many private ones."""

SETTLE = 120.0
"""Real seconds that the bot may work on one step."""


@dataclass(slots=True)
class Count:
    """What people did. A `turn` is one player's; it is quiet if nobody was engaged in it.

    Of the quiet ones the `careful` are those of people who move each legion themselves.
    """

    games: int = 0
    over: int = 0
    decisions: Counter[str] = field(default_factory=Counter)
    by_list: Counter[str] = field(default_factory=Counter)
    quiet: list[tuple[int, int]] = field(default_factory=list)
    careful: list[tuple[int, int]] = field(default_factory=list)
    engaged: list[tuple[int, int]] = field(default_factory=list)
    battles: list[tuple[int, int, int]] = field(default_factory=list)

    def add(self, other: Count) -> None:
        """Adds another game's."""
        self.games += other.games
        self.over += other.over
        self.decisions += other.decisions
        self.by_list += other.by_list
        self.quiet += other.quiet
        self.careful += other.careful
        self.engaged += other.engaged
        self.battles += other.battles

    def told(self) -> Iterator[str]:
        """The figures, a line each."""
        yield f"{self.games} games, {self.over} to their end, {self.decisions.total()} decisions"
        yield f"decisions that only the list of everything led to: {dict(self.by_list) or 'none'}"
        for name, turns in (
            ("quiet turns", self.quiet),
            ("of these by people who move each legion themselves", self.careful),
            ("turns with engagements", self.engaged),
        ):
            if turns:
                taps, handed = zip(*turns, strict=True)
                yield f"{name}: {len(turns)}; taps {_spread(taps)}; hand-offs {_spread(handed)}"
        if self.battles:
            taps, handed, turns_ = zip(*self.battles, strict=True)
            a_turn = [round(h / t, 2) for h, t in zip(handed, turns_, strict=True)]
            yield f"battles: {len(self.battles)}; taps {_spread(taps)}; players' turns {_spread(turns_)}"
            yield f"hand-offs a player's turn in battle: {_spread(a_turn)}"


def _spread(values: Sequence[float]) -> str:
    ordered = sorted(values)
    most_of_them = ordered[int(0.9 * (len(ordered) - 1))]
    return f"median {median(ordered):g}, nine of ten at most {most_of_them:g}, most {ordered[-1]:g}"


@dataclass(slots=True)
class Battle:
    """A battle that is being fought: taps, hand-offs, and the players' turns in it so far."""

    taps: int = 0
    handed: int = 0
    turns: set[tuple[int, int]] = field(default_factory=set)


@dataclass(slots=True)
class Thumbs:
    """The people of one game. Each keeps his panel open while it is on him, as on a phone."""

    play: Play
    mind: People
    whims: Random
    count: Count = field(default_factory=Count)
    panels: dict[str, Any] = field(default_factory=dict)
    at: str = ""
    turn: tuple[Any, ...] = ()
    tapped: int = 0
    handed: int = 0
    fought: bool = False
    battle: Battle | None = None

    async def to_the_end(self, most_turns: int) -> None:
        """Plays until the game is over, or so many Game-Turns have gone."""
        table = await self.play.table()
        while table.game.status is Status.RUNNING and table.view(None).turn <= most_turns:
            await self.to_decide(table)
        self.count.games += 1
        self.count.over += table.game.status is Status.OVER

    async def to_decide(self, table: Table) -> None:
        """Lets whoever is next decide."""
        seat = self._whose(table)
        self._turned(table)
        await self._decide(table, seat)

    def _whose(self, table: Table) -> Seat:
        """Who goes on: whoever has his panel open, if he is waited for."""
        waiting = sorted(table.awaiting)
        mine = [seat for seat in waiting if self.play.name(table, seat) == self.at]
        return mine[0] if mine else waiting[0]

    # What is counted

    def _turned(self, table: Table) -> None:
        view = table.view(None)
        now = (view.turn, view.active)
        if view.phase == "battle" and view.battle is not None:
            self.battle = self.battle or Battle()
            self.battle.turns.add((view.battle.round, view.battle.mover))
        elif self.battle is not None:
            self.count.battles.append((self.battle.taps, self.battle.handed, len(self.battle.turns)))
            self.battle = None
        if view.phase == "setup" or now == self.turn:
            self.fought = self.fought or bool(view.engagements)
            return
        if self.turn and self.turn[0] > 0:
            (self.count.engaged if self.fought else self.count.quiet).append((self.tapped, self.handed))
            if not self.fought and self.turn[1] % 2:
                self.count.careful.append((self.tapped, self.handed))
        self.turn, self.tapped, self.handed, self.fought = now, 0, 0, False

    def _tap(self, taps: int) -> None:
        self.tapped += taps
        if self.battle is not None:
            self.battle.taps += taps

    # What they do

    async def _decide(self, table: Table, seat: Seat) -> None:
        who = self.play.name(table, seat)
        view, legal = table.view(seat), table.legal(seat)
        context = self._desk(who)
        action = _plainest(view, legal, self.mind.choose(view, _at_hand(context, table, seat, legal)))
        line = table.line(action)
        self.count.decisions[f"{moment(view)}: {verb(type(action))}"] += 1
        if who != self.at or any(chair.bot for chair in table.seats):  # a program may have played on since
            self.at = who
            self.handed += 1
            if self.battle is not None:
                self.battle.handed += 1
            self._tap(1)
            self._forget()
            mine = table.kit.words.text("button-open")
            opened = await self.play.people[who].click(self.play.last_with(mine), label=mine)
            self.panels[who] = await answered(self.play, opened)
        way = self._rest(context, table, seat, action) or route(context, table, seat, line)
        assert way is not None, f"{line} can't be reached by the panel of {who}, in {moment(view)}"
        if by_list(way):
            self.count.by_list[f"{moment(view)}: {verb(type(action))}"] += 1
        before = table.seq
        for step in way:
            self._tap(step.taps + is_asked(self.play, table, step))
            self.panels[who] = await pressed(self.play, table, who, self.panels[who], step)
        assert table.seq > before, f"{line} was pressed by {who}, and nothing was done: {self.panels[who].content}"

    def _forget(self) -> None:
        """Lets old posts and closed panels go: looking through them all would take longer and longer."""
        for posts in self.play.env.backend.messages.values():
            for private in (False, True):
                for old in sorted(number for number, post in posts.items() if post.is_ephemeral is private)[:-KEPT]:
                    del posts[old]

    def _rest(self, context: Context, table: Table, seat: Seat, action: Any) -> tuple[Step, ...]:
        """How somebody quick lets the rest of his legions walk, once he has seen to the two that he cares for."""
        own = sum(legion.moved for legion in table.view(seat).legions if legion.owner == seat)
        if not isinstance(action, Move) or seat % 2 or own < OWN_MOVES:
            return ()
        screen, _, _ = screen_at(context, table, seat)
        return tuple(Step("", press) for press in screen.presses() if press.carries == run(MARCH))

    def _desk(self, who: str) -> Context:
        context: Context = self.play.client.context
        chosen = context.house.languages.chosen(self.play.people[who].id)
        return context.speaking(chosen) if chosen else context


def _at_hand(context: Context, table: Table, seat: Seat, legal: Sequence[Any]) -> list[Any]:
    """What somebody thinks of who moves his legions in the order in which the panel shows them."""
    screen, _, _ = screen_at(context, table, seat)
    carried = {press.carries for press in screen.presses()}
    walks = [action for action in legal if isinstance(action, Move)]
    shown = {walk.legion for walk in walks if any(walk.legion in line.split(" ") for line in carried)}
    return [action for action in legal if action not in walks or not shown or action.legion in shown]


def _plainest(view: View, legal: Sequence[Any], action: Any) -> Any:
    """The same for whoever does not care by which side he comes where nobody is."""
    if not isinstance(action, Move) or any(
        legion.land == action.land and legion.owner != view.viewer for legion in view.legions
    ):
        return action
    alike = (one for one in legal if isinstance(one, Move) and (one.legion, one.land) == (action.legion, action.land))
    return next(alike)


@asynccontextmanager
async def playing(
    folder: Path,
    names: Sequence[str],
    seed: int,
    options: Mapping[str, str],
    reads: Mapping[str, str],
    programs: Sequence[str] = (),
) -> AsyncIterator[Thumbs]:
    """A begun game of these people at a bot without pictures, each in the language that he reads.

    On more seats are `programs` of these levels. In the end all that was sent is held against what Discord takes.
    """
    made: list[simcord.Env] = []
    url = f"sqlite:///{folder}/{seed}.db"

    async def park(awaitable: Any, why: str) -> Any:
        return await made[0].external_wait(awaitable, reason=why)

    def spawn(coroutine: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        return asyncio.get_running_loop().create_task(coroutine)

    environment = Environment(
        park=park, spawn=spawn, now=lambda: made[0].now().timestamp() if made else 0.0, world="thumbs"
    )
    store = await Store.open(url, bot.MIGRATIONS, environment.now)
    kit = plain(titan_face().kit)
    client = bot.client_for(House(store, {kit.rules.name: kit}, environment), environment)
    env = simcord.Env(client, settle_timeout=SETTLE)
    made.append(env)
    guild = env.create_guild("Friends")
    rights = discord.Permissions(PERMISSIONS.value)
    itself: Any = simcord.UserHandle(env, env.backend.bot_user)
    channel = guild.create_text_channel(
        "titan", overwrites={itself: discord.PermissionOverwrite.from_pair(rights, ~rights)}
    )
    people = {name: guild.add_member(env.create_user(name.lower(), global_name=name)) for name in names}
    mind, secret, pick = People(seed), dice.new_seed, bots._pick
    dice.new_seed, bots._pick = lambda: seed_of(seed), mind.whim
    await env.start()
    play = Play(env, channel, people, guild, url, client, store)
    try:
        for name, language in reads.items():
            await play.slash(name, "me language", language=language)
        host, *others = names
        await play.new(host, seats=len(names) + len(programs), **options)
        for name in others:
            await play.slash(name, "titan join")
        for level in programs:
            await play.slash(host, "titan add-bot", level=level)
        await play.slash(host, "titan start")
        yield Thumbs(play, mind, Random(seed))
    finally:
        dice.new_seed, bots._pick = secret, pick
        await play.house.close(1.0)
        await env.shutdown()
        await store.close()
    env.raise_errors()
    assert door.faults(env.http_requests) == []
