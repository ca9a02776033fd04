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
from cogs.interactions.context import Desk, Reply
from engine.core import Illegal

SHOWN = 10
"""So many lobbies and so many games with open seats are listed, the newest first."""


async def listing(desk: Desk, interaction: discord.Interaction) -> Reply:
    """Games of every kind, only of channels that the person may see, and of each what everybody knows."""
    words = desk.words
    games = await games_here(interaction, Status.LOBBY, Status.RUNNING)
    vacant = await seats_here(interaction)
    lobbies, seats = list[str](), list[str]()
    presses = list[discord.ui.Button[discord.ui.View]]()
    for game in [game for game in games if game.status is Status.LOBBY][:SHOWN]:
        table = await table_listed(interaction, game)
        lobbies.append(_lobby(desk, table))
        if len(table.seats) < game.places:
            presses.append(_button(table, "join", words.text("discord.list.join", name=plain(game.name))))
    for game in [game for game in games if game.id in vacant][:SHOWN]:
        try:
            table = await table_listed(interaction, game)
        except Illegal:
            continue  # it rests until a program comes that can read it
        seats.append(_running(desk, table, vacant[game.id]))
        for vacancy in vacant[game.id]:
            facts = {"name": plain(game.name), "number": vacancy.seat + 1}
            presses.append(_button(table, f"{SEAT} {vacancy.seat}", words.text("discord.list.look", **facts)))
    view = discord.ui.View(timeout=None)
    for press in presses[: ROWS * BUTTONS_A_ROW]:
        view.add_item(press)
    view.stop()
    no_lobby = words.text("discord.list.no-lobby", commands=desk.openings)
    lines = [
        *([words.text("discord.list.lobbies"), *lobbies] if lobbies else [no_lobby]),
        *([words.text("discord.list.seats"), *seats] if seats else [words.text("discord.list.no-seat")]),
    ]
    return Reply("\n".join(lines), (), view if view.children else None)


def _lobby(desk: Desk, table: Table) -> str:
    free = table.game.places - len(table.seats)
    facts = {"name": escaped(table.game.name), "link": f"<#{table.game.channel}>", "free": free}
    facts["game"] = desk.face(table).kit.title
    return desk.words.text("discord.list.lobby", time=timing_said(desk.words, table.game), **facts)


def _running(desk: Desk, table: Table, vacant: tuple[Vacancy, ...]) -> str:
    """A game with its open seats, and where it stands, by what everybody knows."""
    kit = desk.face(table).kit
    seats = desk.words.listing([f"{vacancy.seat + 1}: {table.names[vacancy.seat]}" for vacancy in vacant], "comma")
    facts = {"name": escaped(table.game.name), "link": f"<#{table.game.channel}>", "seats": seats, "game": kit.title}
    phase = kit.flow.phase(table.view(None), table.names)
    return desk.words.text("discord.list.running", phase=phase, time=timing_said(desk.words, table.game), **facts)


def _button(table: Table, carries: str, said: str) -> discord.ui.Button[discord.ui.View]:
    began = len(table.seats) if table.game.status is Status.LOBBY else table.began
    return button(table.game.id, began, Press(carries, isolated(said)))
