"""The lobby post, and what else everybody is told of a game beside its course: who plays, and by what rules."""

from __future__ import annotations

import logging
from collections.abc import Mapping

import discord

from cogs.components import buttons
from cogs.desk import Desk
from cogs.house.clocks import NO_PACE
from cogs.house.options import option_said, told
from cogs.house.records import Status
from cogs.house.safe_text import escaped
from cogs.house.spoken_time import timing_said
from cogs.house.store import StoreUnavailable
from cogs.house.table import Table
from cogs.house.words import shortened
from cogs.seats import vacant_said
from cogs.settings import language_said
from cogs.timing import waits_said
from cogs.votes import votes_said
from cogs.watching import watching_said
from engine.core import Seat

log = logging.getLogger(__name__)

LOBBY = ("join", "leave", "add-bot", "start")
"""What the buttons of a lobby post carry that are about who plays."""

RULES = "rules"
"""What the one carries that shows the rules of the table, and lets the host choose them, see `cogs.table_rules`."""

RULES_ROOM = 600
"""So much of the lobby post the rules may take; six long names and the dice must fit as well."""

CHANGES, CHANGE_ROOM = 3, 70
"""So many changes of the rules are told on the lobby post, the latest first, and so much of each."""


async def show_lobby(client: discord.Client, desk: Desk, table: Table) -> None:
    """Brings the lobby post up to date; posts it if there is none, or if it was deleted."""
    desk = desk.public(table)
    key = f"lobby-post:{table.game.id}"
    channel = client.get_partial_messageable(table.game.channel)
    nobody = discord.AllowedMentions.none()
    known = await desk.house.setting(key)
    shares = await shares_of(desk, table)
    open_still = table.game.status is Status.LOBBY  # from here on without waiting: of two calls the later tells more
    text, view = lobby_text(desk, table, shares), lobby_buttons(desk, table) if open_still else None
    try:
        if known is not None:
            try:
                await channel.get_partial_message(int(known)).edit(content=text, view=view, allowed_mentions=nobody)
                return
            except discord.NotFound:
                log.info("game %s: the lobby post is gone", table.game.id)
        if open_still:
            assert view is not None, "an open lobby has buttons"
            message = await channel.send(text, view=view, allowed_mentions=nobody)
            await desk.house.keep_setting(key, str(message.id))
    except (discord.HTTPException, StoreUnavailable) as error:
        # The lobby stands without its post: everything can be done by commands, and `/titan status` shows it.
        log.warning("game %s: the lobby post could not be shown: %s", table.game.id, error)


async def shares_of(desk: Desk, table: Table) -> Mapping[int, float]:
    """The part of their deadlines that the people at a table with deadlines keep; nothing where there is none.

    Who had few, or does not want to be named, is missing.
    """
    if table.game.pace == NO_PACE.key:
        return {}
    people = [chair.user_id for chair in table.seats if chair.user_id is not None]
    return await desk.house.results.shares(table.game.guild, people)


def lobby_text(desk: Desk, table: Table, shares: Mapping[int, float]) -> str:
    """Who sits where, with how well they keep deadlines, and what is still missing."""
    words = desk.words
    facts = {"name": escaped(table.game.name), "game": game_said(desk, table), "host": host_said(table)}
    lines = [words.text("discord.lobby.title", **facts)]
    taken = {chair.seat: chair for chair in table.seats}
    for number in range(table.game.places):
        chair = next((c for seat, c in taken.items() if seat == number), None)
        shown = words.text("discord.lobby.free") if chair is None else _chair(table, chair.seat)
        share = shares.get(chair.user_id) if chair is not None and chair.user_id is not None else None
        if share is not None:
            shown = words.text("discord.lobby.reliable", who=shown, percent=round(100 * share))
        lines.append(words.text("discord.lobby.seat", number=number + 1, who=shown))
    closing = {
        Status.LOBBY: "discord.lobby.full" if len(taken) == table.game.places else "discord.lobby.waits",
        Status.RUNNING: "discord.lobby.began",
        Status.OVER: "discord.lobby.over",
        Status.ENDED: "discord.lobby.ended",
    }[table.game.status]
    key = "discord.lobby.dice" if table.game.status is Status.LOBBY else "discord.lobby.dice-fixed"
    dice = words.text(key, commitment=table.game.commitment, group=table.game.ruleset)
    chosen = (*_chosen(desk, table, RULES_ROOM), *_changes_said(desk, table))
    return "\n".join([*lines, "", words.text(closing, group=table.game.ruleset), *chosen, dice])


def game_said(desk: Desk, table: Table) -> str:
    """Which game is played at a table."""
    return desk.face(table).kit.title


def status_text(desk: Desk, table: Table, seat: Seat | None = None) -> str:
    """Where a game stands, as whoever sits there may know it; without a seat in public terms."""
    words = desk.words
    if table.game.status is not Status.RUNNING:
        closing = words.text(f"agreed-{table.game.agreed}" if table.game.agreed else "discord.lobby.over")
    else:
        closing = "\n".join((*waits_said(desk, table), *votes_said(desk, table), *vacant_said(desk, table)))
    seats = [_chair(table, chair.seat) for chair in table.seats]
    title = words.text("discord.status.title", name=escaped(table.game.name), game=game_said(desk, table))
    agreed = desk.face(table).sights.agreed(table.view(seat))
    return "\n".join([title, words.listing(seats, "comma"), closing, *agreed, *_chosen(desk, table)])


def _chosen(desk: Desk, table: Table, room: int | None = None) -> list[str]:
    """What was chosen for the game: its rules, and its pace, theme and what is said of hints if not the standard."""
    said = [rules_said(desk, table, room)]
    if table.game.pace != NO_PACE.key:
        said.append(timing_said(desk.words, table.game))
    said += watching_said(desk, table)
    if table.game.theme:
        said.append(theme_said(desk, table))
    if not table.game.hints:
        said.append(hints_said(desk, table))
    return said


def rules_said(desk: Desk, table: Table, room: int | None = None) -> str:
    """What differs from the standard rules, in words; all of it, or what there is room for."""
    return told(desk.face(table).kit, table.game.options, room)


def _changes_said(desk: Desk, table: Table) -> list[str]:
    """What the host has changed of the rules last, in a line: whoever sat down before has chosen other ones."""
    kit, words, game = desk.face(table).kit, desk.words, table.game
    latest = list(game.changes.items())[::-1]
    whats = ((shortened(option_said(kit, game.options, key), CHANGE_ROOM), at) for key, at in latest[:CHANGES])
    said = [words.text("discord.lobby.changed-one", what=what, when=f"<t:{int(at)}:R>") for what, at in whats]
    return [words.text("discord.lobby.changed", what=words.listing(said, "semicolon"))] if said else []


def theme_said(desk: Desk, table: Table) -> str:
    """What the public pictures look like."""
    return desk.words.text("discord.lobby.theme", theme=desk.words.text(f"discord.theme.{table.theme}"))


def tongue_said(desk: Desk, table: Table) -> str:
    """What everybody is told of the game in."""
    return desk.words.text("discord.lobby.language", language=language_said(table.game.language))


def hints_said(desk: Desk, table: Table) -> str:
    """Whether the program advises the players."""
    return desk.words.text("discord.setting.hints-on" if table.game.hints else "discord.setting.hints-off")


def posts_said(desk: Desk, table: Table) -> str:
    """How the game is told."""
    return desk.words.text("discord.posts.said", posts=desk.words.text(f"discord.posts.{table.game.posts.value}"))


def _chair(table: Table, seat: int) -> str:
    """Who sits there; the name of a program says that it is one, and of what level."""
    return next(chair.shown for chair in table.seats if chair.seat == seat)


def host_said(table: Table) -> str:
    """Who may change the settings of a game and, in its lobby, its rules."""
    return next((chair.shown for chair in table.seats if chair.user_id == table.host), f"<@{table.host}>")


def lobby_buttons(desk: Desk, table: Table) -> discord.ui.View | None:
    """What can be pressed on the lobby post."""
    verbs = (*LOBBY, RULES)
    return buttons(
        table.game.id, len(table.seats), [(verb, desk.words.text(f"discord.button.{verb}")) for verb in verbs]
    )
