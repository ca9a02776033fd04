"""The lobby post: who sits at a game that has not begun, by what rules, and what anybody may press there."""

from __future__ import annotations

from collections.abc import Mapping

from cogs.house.clocks import NO_PACE
from cogs.house.company import seated_said
from cogs.house.kit import Kit
from cogs.house.options import option_said, told
from cogs.house.records import Status
from cogs.house.results import Results
from cogs.house.safe_text import escaped
from cogs.house.sender import Button, Post
from cogs.house.spoken_time import timing_said
from cogs.house.table import Table
from cogs.house.words import Words, shortened

LOBBY = ("join", "leave", "add-bot", "start")
"""What the buttons of a lobby post carry that are about who plays."""

RULES = "rules"
"""What the one carries that shows the rules of the table, and lets the host choose them."""

RULES_ROOM = 600
"""So much of the lobby post the rules may take; six long names and the dice must fit as well."""

CHANGES, CHANGE_ROOM = 3, 70
"""So many changes of the rules are told on the lobby post, the latest first, and so much of each."""


async def lobby_post(table: Table, nonce: str) -> Post:
    """The lobby post as it is to be now; its buttons carry how many seats are taken. Once begun it has none."""
    shares = await shares_of(table)
    words = Words(table.game.language)  # from here on without waiting: what is read belongs together
    text = lobby_text(words, table.kit, table, shares)
    pairs = lobby_buttons(words) if table.game.status is Status.LOBBY else ()
    return Post(table.game.id, len(table.seats), text, nonce, buttons=tuple(Button(said, verb) for verb, said in pairs))


def lobby_buttons(words: Words) -> tuple[tuple[str, str], ...]:
    """What can be pressed on the lobby post: what each button carries, and its label."""
    return tuple((verb, words.text(f"discord.button.{verb}")) for verb in (*LOBBY, RULES))


async def shares_of(table: Table) -> Mapping[int, float]:
    """The part of their deadlines that the people at a table with deadlines keep; nothing where there is none.

    Who had few, or does not want to be named, is missing.
    """
    if table.game.pace == NO_PACE.key:
        return {}
    people = [chair.user_id for chair in table.seats if chair.user_id is not None]
    return await Results(table.means.store, table.means.now).shares(table.game.guild, people)


def lobby_text(words: Words, kit: Kit, table: Table, shares: Mapping[int, float]) -> str:
    """Who sits where, with how well they keep deadlines, what is still missing, and what was chosen."""
    game, status = table.game, table.game.status
    lines = [words.text("discord.lobby.title", name=escaped(game.name), game=kit.title, host=host_said(table))]
    taken = {chair.seat: chair for chair in table.seats}
    for number in range(game.places):
        chair = next((chair for seat, chair in taken.items() if seat == number), None)
        shown = words.text("discord.lobby.free") if chair is None else seated_said(words, chair)
        share = shares.get(chair.user_id) if chair is not None and chair.user_id is not None else None
        if share is not None:
            shown = words.text("discord.lobby.reliable", who=shown, percent=round(100 * share))
        lines.append(words.text("discord.lobby.seat", number=number + 1, who=shown))
    closing = {
        Status.LOBBY: "discord.lobby.full" if len(taken) == game.places else "discord.lobby.waits",
        Status.RUNNING: "discord.lobby.began",
        Status.OVER: "discord.lobby.over",
        Status.ENDED: "discord.lobby.ended",
    }[status]
    key = "discord.lobby.dice" if status is Status.LOBBY else "discord.lobby.dice-fixed"
    dice = words.text(key, commitment=game.commitment, group=game.ruleset)
    chosen = (*chosen_said(words, kit, table, RULES_ROOM), *_changes_said(words, kit, table))
    return "\n".join([*lines, "", words.text(closing, group=game.ruleset), *chosen, dice])


def host_said(table: Table) -> str:
    """Who may change the settings of a game and, in its lobby, its rules."""
    return next((chair.shown for chair in table.seats if chair.user_id == table.host), f"<@{table.host}>")


def chosen_said(words: Words, kit: Kit, table: Table, room: int | None = None) -> list[str]:
    """What was chosen for the game: its rules, and its pace, theme and what is said of hints if not the standard."""
    game = table.game
    said = [told(kit, game.options, room)]
    if game.pace != NO_PACE.key:
        said.append(timing_said(words, game))
    said += watching_said(words, table)
    if game.theme:
        said.append(theme_said(words, table))
    if not game.hints:
        said.append(hints_said(words, table))
    if game.unrated:
        said.append(words.text("game-unrated"))
    return said


def watching_said(words: Words, table: Table) -> list[str]:
    """What a table lets those see who watch, as far as it is not the standard."""
    game, said = table.game, []
    if game.late:
        said.append(words.text("late-told", number=game.late))
    if game.abroad:
        said.append(words.text("discord.watching.abroad-told", game=game.id))
    return said


def theme_said(words: Words, table: Table) -> str:
    """What the public pictures look like."""
    return words.text("discord.lobby.theme", theme=words.text(f"discord.theme.{table.theme}"))


def hints_said(words: Words, table: Table) -> str:
    """Whether the program advises the players."""
    return words.text("discord.setting.hints-on" if table.game.hints else "discord.setting.hints-off")


def _changes_said(words: Words, kit: Kit, table: Table) -> list[str]:
    """What the host has changed of the rules last, in a line: whoever sat down before has chosen other ones."""
    game = table.game
    latest = list(game.changes.items())[::-1]
    whats = ((shortened(option_said(kit, game.options, key), CHANGE_ROOM), at) for key, at in latest[:CHANGES])
    said = [words.text("discord.lobby.changed-one", what=what, when=f"<t:{int(at)}:R>") for what, at in whats]
    return [words.text("discord.lobby.changed", what=words.listing(said, "semicolon"))] if said else []
