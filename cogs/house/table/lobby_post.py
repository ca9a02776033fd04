"""The lobby post: who sits at a game that has not begun, by what rules, and what anybody may press there."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass

from cogs.house.game.bot_names import called_plainly, seated_said, who
from cogs.house.game.kit import Kit
from cogs.house.game.options import chosen_for, ruling_said, told
from cogs.house.table.statistics import Results
from cogs.house.table.table import Table
from cogs.house.values.clocks import NO_PACE
from cogs.house.values.records import Joining, Setup, Status
from cogs.house.values.safe_text import escaped
from cogs.house.values.sender import Button, Picture, Post
from cogs.house.words.spoken_time import timing_said
from cogs.house.words.words import Words
from engine.core import View

LOBBY = ("join", "leave", "fill", "start")
"""What the buttons of a lobby post carry that are about who plays."""

FORMER = ("add-bot",)
"""What buttons of lobby posts carried once; posts that nothing has changed since still have them."""

RULES, SEATS, DICE = "rules", "seats", "fair-dice"
"""What those carry that show the rules of the table, who sits where, and what binds its dice."""

PICTURE = "lobby"
"""The kind of the picture, in games that have one. It is drawn of a LobbyPicture."""

RULES_ROOM = 600
"""So much of the lobby post the rules may take; six long names must fit as well."""

CHANGES = 3
"""So many changes of the rules are told on the lobby post, the latest first."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who sits on a seat as the picture shows it, and what it says of them. `face` is a bot's, empty for a person."""

    name: str
    note: str
    face: str = ""


@dataclass(frozen=True, slots=True)
class LobbyPicture(View):
    """What the picture of a lobby shows: a game, its rules, and its seats, of which None is free."""

    title: str
    rules: str
    seats: tuple[Sitting | None, ...]
    free: str

    @property
    def told(self) -> str:
        """The picture in words, without the title, which stands above it."""
        return f"{self.rules}. {', '.join(map(self._told, self.seats))}"

    def _told(self, seat: Sitting | None) -> str:
        if seat is None:
            return self.free
        return f"{seat.name} ({seat.note})" if seat.note else seat.name


async def lobby_post(table: Table, nonce: str) -> Post:
    """The lobby post as it is to be now; its buttons carry how many seats are taken. Once begun it has none."""
    shares = await shares_of(table)
    words = Words(table.game.language)  # from here on without waiting: what is read belongs together
    text = lobby_text(words, table.kit, table, shares)
    pairs = lobby_buttons(words) if table.game.status is Status.LOBBY else ()
    buttons = tuple(Button(said, verb) for verb, said in pairs)
    game, taken, pictures = table.game.id, len(table.seats), await lobby_pictures(words, table, shares)
    return Post(game, taken, text, nonce, pictures, buttons)


async def lobby_pictures(words: Words, table: Table, shares: Mapping[int, float]) -> tuple[Picture, ...]:
    """Who is there, as long as that may change; what can't be drawn is told."""
    kit = table.kit.speaking(words.language)
    if table.game.status is not Status.LOBBY or PICTURE not in kit.pictures:
        return ()
    shown, look = gathering(words, kit, table, shares), await table.look(None)
    try:
        data = await table.services.workers.picture(kit, PICTURE, shown, {}, look)
    except Exception:  # noqa: BLE001 - a bug in drawing must not keep anybody from sitting down
        _log.exception("game %d: no picture of its lobby", table.game.id)
        return ()
    return (Picture(f"{PICTURE}.png", data, kit.pictures[PICTURE].alt(shown, {}, look)),)


def gathering(words: Words, kit: Kit, table: Table, shares: Mapping[int, float]) -> LobbyPicture:
    """What the picture shows of a lobby as it is."""
    game = table.game
    seats: list[Sitting | None] = [None] * game.places
    for chair in table.seats:
        share = None if chair.user_id is None else shares.get(chair.user_id)
        note = chair.level or (words.text("discord.lobby.hosts") if chair.user_id == table.host else "")
        if share is not None:
            note = words.text("discord.lobby.keeps", percent=round(100 * share))
        seats[chair.seat] = Sitting(called_plainly(words, chair), note, who(chair) if chair.level else "")
    rules = ruling_said(kit, chosen_for(kit, game))
    return LobbyPicture(kit.title, rules, tuple(seats), words.text("discord.lobby.free"))


def lobby_buttons(words: Words) -> tuple[tuple[str, str], ...]:
    """What can be pressed on the lobby post: what each button carries, and its label."""
    return tuple((verb, words.text(f"discord.button.{verb}")) for verb in (*LOBBY, RULES, SEATS, DICE))


async def shares_of(table: Table) -> Mapping[int, float]:
    """The part of their deadlines that the people at a table with deadlines keep; nothing where there is none.

    Who had few, or does not want to be named, is missing.
    """
    if table.game.pace == NO_PACE.key:
        return {}
    people = [chair.user_id for chair in table.seats if chair.user_id is not None]
    return await Results(table.services.store, table.services.now).shares(table.game.guild, people)


def lobby_text(words: Words, kit: Kit, table: Table, shares: Mapping[int, float]) -> str:
    """What there is to do, who sits there, with how well they keep deadlines, and what was chosen."""
    game, status, text = table.game, table.game.status, words.text
    free = game.places - len(table.seats)
    closing = {
        Status.LOBBY: text("discord.lobby.waits", free=free) if free else text("discord.lobby.full"),
        Status.RUNNING: text("discord.lobby.began"),
        Status.OVER: text("discord.lobby.over"),
        Status.ENDED: text("discord.lobby.ended"),
    }[status]
    seated = []
    for chair in table.seats:
        share = None if chair.user_id is None else shares.get(chair.user_id)
        percent = None if share is None else round(100 * share)
        shown = seated_said(words, chair)
        seated.append(shown if percent is None else text("discord.lobby.reliable", who=shown, percent=percent))
    lines = [text("discord.lobby.title", name=escaped(game.name), game=kit.title), closing]
    lines.append(text("discord.lobby.seats", who=words.listing(seated, "comma"), host=host_said(table)))
    if status is Status.LOBBY and game.joining is Joining.HOST:
        lines.append(text("discord.lobby.host-seats", host=host_said(table)))
    return "\n".join([*lines, *chosen_said(words, kit, table, RULES_ROOM), *_changes_said(words, kit, table)])


def host_said(table: Table) -> str:
    """Who may change the settings of a game and, in its lobby, its rules."""
    return next((chair.shown for chair in table.seats if chair.user_id == table.host), f"<@{table.host}>")


def chosen_said(words: Words, kit: Kit, table: Table, room: int | None = None) -> list[str]:
    """What was chosen for the game: its rules, and its pace, theme and what is said of hints if not the standard."""
    game = table.game
    said = [told(kit, chosen_for(kit, game), room)]
    if game.pace != NO_PACE.key:
        said.append(timing_said(words, game))
    said += watching_said(words, table)
    if game.theme:
        said.append(theme_said(words, table))
    if not game.hints:
        said.append(hints_said(words, table))
    if (
        kit.deciding.ready is not None
        and (game.setup is Setup.DRAWN) != kit.deciding.drawn
        and game.status is Status.LOBBY
    ):
        said.append(words.text("discord.lobby.setup", what=setup_said(kit, game.setup)))
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


def setup_said(kit: Kit, setup: Setup) -> str:
    """Who decides what there is to decide before the first turn."""
    return kit.words.text(f"{kit.rules.name}.setup.{setup.value}")


def _changes_said(words: Words, kit: Kit, table: Table) -> list[str]:
    """Which rules were changed last, in a line: whoever sat down before has chosen other ones."""
    names = {option.key: option.name for option in kit.variants.options}
    latest = [(names[key], at) for key, at in table.game.changes.items() if key in names][::-1][:CHANGES]
    said = [words.text("discord.lobby.changed-one", what=name, when=f"<t:{int(at)}:R>") for name, at in latest]
    return [words.text("discord.lobby.changed", what=words.listing(said, "comma"))] if said else []
