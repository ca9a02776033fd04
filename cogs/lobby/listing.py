"""`/titan list` and its like: where somebody can sit down in this server, before a game and in one that runs."""

from __future__ import annotations

import discord

from cogs.face.screen import BUTTONS_A_ROW, ROWS, Press
from cogs.house.table.table import Table
from cogs.house.values.records import Status, Vacancy
from cogs.house.values.safe_text import escaped, isolated, plain
from cogs.house.values.sender import SEAT
from cogs.house.words.spoken_time import timing_said
from cogs.interactions.access import games_here, seats_here, table_listed
from cogs.interactions.components import button
from cogs.interactions.context import Context, Reply
from engine.core import Illegal

SHOWN = 10
"""So many lobbies and so many games with open seats are listed, the newest first."""


async def listing(context: Context, interaction: discord.Interaction) -> Reply:
    """Games of every kind, only of channels that the person may see, and of each what everybody knows."""
    words = context.words
    games = await games_here(interaction, Status.LOBBY, Status.RUNNING)
    vacant = await seats_here(interaction)
    lobbies, seats = list[str](), list[str]()
    presses = list[discord.ui.Button[discord.ui.View]]()
    for game in [game for game in games if game.status is Status.LOBBY][:SHOWN]:
        table = await table_listed(interaction, game)
        lobbies.append(_lobby(context, table))
        if len(table.seats) < game.places:
            presses.append(_button(table, "join", words.text("discord.list.join", name=plain(game.name))))
    for game in [game for game in games if game.id in vacant][:SHOWN]:
        try:
            table = await table_listed(interaction, game)
        except Illegal:
            continue  # it rests until a program comes that can read it
        seats.append(_running(context, table, vacant[game.id]))
        for vacancy in vacant[game.id]:
            facts = {"name": plain(game.name), "number": vacancy.seat + 1}
            presses.append(_button(table, f"{SEAT} {vacancy.seat}", words.text("discord.list.look", **facts)))
    view = discord.ui.View(timeout=None)
    for press in presses[: ROWS * BUTTONS_A_ROW]:
        view.add_item(press)
    view.stop()
    no_lobby = words.text("discord.list.no-lobby", commands=context.openings)
    lines = [
        *([words.text("discord.list.lobbies"), *lobbies] if lobbies else [no_lobby]),
        *([words.text("discord.list.seats"), *seats] if seats else [words.text("discord.list.no-seat")]),
    ]
    return Reply("\n".join(lines), (), view if view.children else None)


def _lobby(context: Context, table: Table) -> str:
    free = table.game.places - len(table.seats)
    facts = {"name": escaped(table.game.name), "link": f"<#{table.game.channel}>", "free": free}
    facts["game"] = context.face(table).kit.title
    return context.words.text("discord.list.lobby", time=timing_said(context.words, table.game), **facts)


def _running(context: Context, table: Table, vacant: tuple[Vacancy, ...]) -> str:
    """A game with its open seats, and where it stands, by what everybody knows."""
    kit = context.face(table).kit
    seats = context.words.listing([f"{vacancy.seat + 1}: {table.names[vacancy.seat]}" for vacancy in vacant], "comma")
    facts = {"name": escaped(table.game.name), "link": f"<#{table.game.channel}>", "seats": seats, "game": kit.title}
    phase = kit.flow.phase(table.view(None), table.names)
    return context.words.text("discord.list.running", phase=phase, time=timing_said(context.words, table.game), **facts)


def _button(table: Table, carries: str, said: str) -> discord.ui.Button[discord.ui.View]:
    began = len(table.seats) if table.game.status is Status.LOBBY else table.began
    return button(table.game.id, began, Press(carries, isolated(said)))
