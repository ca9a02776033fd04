"""Everything that people can do at Discord, one by one, and what the bot asks itself before it does it.

The commands, their options and what they complete are those of the real tree; what presses and forms carry are the
words and signs that the router knows. How each is played stands in dictionaries; `test_asks.py` says what must hold.
Whether somebody is `inside` a game, and whether something is done `grave`, is noted alike.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

import discord
import pytest
from discord import app_commands

from cogs.face.presses import Sign
from cogs.house.house import House
from cogs.house.store.games import GameStore
from cogs.house.store.sqlite import SqliteSnapshot
from cogs.house.table.insiders import Insiders
from cogs.house.table.lobby_post import FORMER, LOBBY
from cogs.house.table.rewinding import Rewinding
from cogs.house.table.vacancies import Vacancies
from cogs.house.table.voting import Voting
from cogs.house.values.records import SoughtGame
from cogs.house.values.sender import OPEN
from cogs.interactions import access
from cogs.router import ASIDES
from tests.discord.conftest import Play

GAME = "1"
"""The game that is there."""


@dataclass
class Asking:
    """What came about in an interaction, in order: `asked 1 True` for an answered question, `touched 1`."""

    noted: list[tuple[str, int, bool]] = field(default_factory=list)
    reads: int = 0
    """How often the store was read."""

    def asked(self, game: int) -> bool:
        return any(what == "asked" and of == game for what, of, _ in self.noted)

    @property
    def touched(self) -> set[int]:
        return {of for what, of, _ in self.noted if what == "touched"}

    @property
    def unasked(self) -> set[int]:
        """The games that were read or loaded before it was asked, and said, that the person may look at them."""
        granted: set[int] = set()
        found: set[int] = set()
        for what, of, yes in self.noted:
            if what == "asked" and yes:
                granted.add(of)
            elif what == "touched" and of not in granted:
                found.add(of)
        return found


ACTING: ContextVar[Asking | None] = ContextVar("ACTING", default=None)
"""What the interaction does that is being answered; the deliveries and programs that run beside are none."""


def note(what: str, game: int, yes: bool) -> None:
    """Notes something of the interaction that is being answered, if one is."""
    if (acting := ACTING.get()) is not None:
        acting.noted.append((what, game, yes))


@contextmanager
def watched(play: Play, patch: pytest.MonkeyPatch) -> Iterator[list[Asking]]:
    """Notes of every interaction what it asks and touches; all is done as ever."""
    found: list[Asking] = []
    parsers: dict[str, Callable[[Any], None]] = play.client._connection.parsers
    arrives = parsers["INTERACTION_CREATE"]

    def arrived(data: Any) -> None:
        found.append(Asking())
        token = ACTING.set(found[-1])
        try:
            arrives(data)
        finally:
            ACTING.reset(token)

    with patch.context() as patched:
        patched.setitem(parsers, "INTERACTION_CREATE", arrived)
        for name in ("may_look", "may_act", "may_follow", "may_unfollow"):
            _asks(patched, name)
        _at_hand(patched)
        for kind, name in ((House, "table"), (GameStore, "load")):
            _touches(patched, kind, name)
        _reads(patched)
        patched.setattr(House, "present", _own(House.present))
        yield found


def _own(does: Callable[[House, int], Awaitable[None]]) -> Callable[[House, int], Awaitable[None]]:
    """Whoever presses anything has their own seats back: of no interest to the questions, and shown to nobody."""

    async def done(house: House, user: int) -> None:
        token = ACTING.set(None)
        try:
            await does(house, user)
        finally:
            ACTING.reset(token)

    return done


def _asks(patched: pytest.MonkeyPatch, name: str) -> None:
    asks = getattr(access, name)

    async def asked(interaction: discord.Interaction, sought: SoughtGame, *rest: Any, **named: Any) -> bool:
        answer: bool = await asks(interaction, sought, *rest, **named)
        note("asked", sought.game.id, answer)
        return answer

    patched.setattr(access, name, asked)


def _at_hand(patched: pytest.MonkeyPatch) -> None:
    """What is in memory is asked for a form in the same breath."""
    asks = access.at_hand

    def asked(interaction: discord.Interaction, game: int) -> Any:
        table = asks(interaction, game)
        note("asked", game, table is not None)
        return table

    for module in ("cogs.router", "cogs.panel.orders", "cogs.lobby.table_rules"):
        patched.setattr(f"{module}.at_hand", asked)


def _touches(patched: pytest.MonkeyPatch, kind: type, name: str) -> None:
    gives = getattr(kind, name)

    async def given(self: Any, game: int) -> Any:
        note("touched", game, True)
        return await gives(self, game)

    patched.setattr(kind, name, given)


def _reads(patched: pytest.MonkeyPatch) -> None:
    reads = SqliteSnapshot.read

    async def read(self: SqliteSnapshot, sql: str, *values: Any) -> Any:
        if (acting := ACTING.get()) is not None:
            acting.reads += 1
        return await reads(self, sql, *values)

    patched.setattr(SqliteSnapshot, "read", read)


def inside(patch: pytest.MonkeyPatch) -> None:
    """Has it noted when it is asked whether somebody is inside a game, before they do something to it."""
    for name in ("warrant", "alone"):
        _notes(patch, Insiders, name, "inside")


def done_gravely(patch: pytest.MonkeyPatch) -> None:
    """Has it noted when something is done for good."""
    for kind, names in GRAVELY.items():
        for name in names:
            _notes(patch, kind, name, "grave")


GRAVELY: Mapping[type, tuple[str, ...]] = {
    House: ("purge", "purge_server", "forget"),
    Vacancies: ("leave",),
    Rewinding: ("roll_back",),
    Voting: ("ask_end", "cast"),
}
"""What the house does for good; what a game does comes by `cogs.panel.confirming.submit` alone, see `test_grave.py`."""


def _notes(patch: pytest.MonkeyPatch, kind: type, name: str, what: str) -> None:
    does = getattr(kind, name)

    async def done(self: Any, *given: Any, **named: Any) -> Any:
        note(what, 1, True)
        return await does(self, *given, **named)

    patch.setattr(kind, name, done)


# Commands


def commands(play: Play) -> Mapping[str, app_commands.Command[Any, ..., Any]]:
    """Every command of the tree, by its whole name."""
    tree = play.client.tree
    return {each.qualified_name: each for each in tree.walk_commands() if isinstance(each, app_commands.Command)}


def menus(play: Play) -> frozenset[str]:
    kinds = (discord.AppCommandType.user, discord.AppCommandType.message)
    return frozenset(each.name for kind in kinds for each in play.client.tree.get_commands(type=kind))


def completions(play: Play) -> Iterator[tuple[str, str]]:
    """Every option of every command that is completed while it is typed."""
    for name, command in commands(play).items():
        yield from ((name, part.display_name) for part in command.parameters if part.autocomplete)


def _each(group: str, *names: str, **options: Any) -> Mapping[str, Mapping[str, Any]]:
    return {f"{group} {name}": options for name in names}


CARDS = ("creature", "terrain", "recruits")
LOBBIES = ("list", "join", "leave", "add-bot", "start", "status", "settings")

OF_A_GAME: Mapping[str, Mapping[str, Any]] = {
    **_each("titan", *LOBBIES, "resign"),
    **_each("titan", "word", text="luck"),
    **_each("skirmish", *LOBBIES, "hand", "concede", "draft", "muster", "lore", "deploy", "board", "play", "order"),
    **_each("skirmish", "move", "attack", "peek", "window"),
    **_each("skirmish", "word", text="luck"),
    **_each("play", "colour", "marker", "split", "roll", "mulligan", "move", "teleport", "engage", "flee", "fight"),
    **_each("play", "offer", "withdraw", "accept", "refuse", "concede", "maneuver", "strike", "carry", "summon"),
    **_each("play", "reinforce", "muster", "acquire", "undo", "done", "do"),
    **_each("show", "board", "mine", "battle", "dice", "text", "scores", "caretaker", "moves", "log", "hint", "odds"),
    **_each("show", "legion", "knowledge", legion="Bk01"),
    **_each("game", "takeback", "deadline", "pause", "resume", "settle", "hand-over", "sitter"),
    **_each("game", "rewind", to="1"),
    **_each("game", "extend", hours=1),
    **_each("game", "replace", seat=1, level="random"),
    **_each("game", "vote", ending="draw"),
    **_each("rules", "search", words="tower"),
    **_each("rules", "sequence", "battle", "recruits"),
    **_each("rules", "glossary", term="tower"),
    **_each("rules", "creature", "terrain", name="tower"),
    **_each("me", "display", "orders", "games"),
    **_each("watch", "predict", "open", "leaderboard", "chronicle", "follow", "unfollow"),
    **_each("watch", "replay", what="game"),
    **_each("titan-admin", "status", "export", "doctor", "setup", "unfreeze"),
    **_each("titan-admin", "seat", number=1, level="random"),
    **_each("titan-admin", "rollback", to="1"),
    **_each("titan-admin", "freeze", reason="x"),
    **_each("titan-admin", "purge", game=GAME),
    **_each("titan-admin", "act-for", seat=1),
    "watch verify-dice": {},
}
"""The commands that are about a game, with the options that have to be said."""

NUMBERED: Mapping[str, Mapping[str, Any]] = {
    **_each("show", "knowledge", legion="Bk01", game=GAME),
    **_each("show", "log", game=GAME),
    **_each("me", "orders", game=GAME),
    **_each("watch", "replay", what="game", game=GAME),
    **_each("watch", "follow", "unfollow", "chronicle", game=GAME),
    **_each("titan-admin", "purge", "setup", game=GAME),
}
"""Those in which a game can be named, as it is named."""

OF_NO_GAME: Mapping[str, str] = {
    **dict.fromkeys(("tutorial titan", "tutorial skirmish"), "a lesson has a board of its own"),
    **dict.fromkeys(("titan help", "skirmish help"), "what the game is at all"),
    **dict.fromkeys(("titan rules", "skirmish rules"), "the rulebook of the game that the command bears the name of"),
    **dict.fromkeys(("me language", "me pings", "me quiet", "me vacation"), "what one has chosen for oneself"),
    "me profile": "one's own record, in figures",
    "me export": "what is kept of oneself, of whatever game",
    "me forget": "only asks, and names the games that one sits in",
    "titan-admin emojis": "for the owners of the bot; refused to all others",
    "titan-admin defaults": "what new games begin with",
    "titan-admin stats": "figures of the whole server",
}
"""The other commands, and why no game is touched by them."""

OF_A_NEW_GAME: Mapping[str, str] = {
    **dict.fromkeys(("titan new", "skirmish new"), "where one is open already that is the channel's own"),
    "titan-admin import": "likewise; and who brings it in says what is in it",
}
"""What begins a game where none is."""

COMPLETED_WITHOUT: Mapping[tuple[str, str], str] = {
    **dict.fromkeys(
        (
            *((f"{game} {command}", "pace") for game in ("titan", "skirmish") for command in ("new", "settings")),
            ("titan-admin defaults", "pace"),
        ),
        "lengths of time",
    ),
    ("me quiet", "zone"): "places of the earth",
    **dict.fromkeys((("titan rules", "words"), ("skirmish rules", "words")), "the rulebook of the command's own game"),
    **dict.fromkeys(
        ((f"rules {page}", "game") for page in ("search", "sequence", "battle", "glossary", *CARDS)), "kinds of games"
    ),
    ("watch leaderboard", "game"): "kinds of games, of which some have ended in the server",
}
"""Options that are completed by what is of no game."""


# Presses and forms

PRESSES: Mapping[str, str] = {
    OPEN: OPEN, Sign.PLACE: "/split", Sign.FORM: "!split", Sign.RUN: ">best", Sign.PART: "~split",
    Sign.ASK: "?roll", Sign.ORDERING: "*1", Sign.PICK: "=", "line": "roll",
    **{verb: verb for verb in (*LOBBY, *FORMER)},
    "takeback": "takeback", "consent": "consent 1", "decline": "decline 1", "settle": "settle",
    "rollback": "rollback 1", "purge": f"purge {GAME}", "rules": "rules", "seat": "seat 1", "take-seat": "take-seat 1",
    "hand-over": "hand-over keep", "call-off": "call-off 1", "act": "act 1 roll", "act-for": "act-for 1",
    "vote": "vote 1 yes", "vote-end": "vote-end draw", "orders": "orders", "foretell": "foretell",
    "seats": "seats", "fair-dice": "fair-dice", "log": "log -1 - - -", "log-at": "log-at 1", "log-near": "log-near 1",
}  # fmt: skip
"""What a button can carry that is about a game, by its first word or its sign."""

LOOKING = frozenset({OPEN, Sign.PICK, "seat", "seats", "fair-dice", "rules", "log", "log-at", "log-near", "foretell"})
"""Those that only look at the game, or foretell: they work wherever it is told. All others act in it.

A list in which nothing was chosen shows the panel.
"""

PRESSES_OF_NO_GAME: Mapping[str, str] = {
    "leaders": "a page of the server's best, in figures",
    "forget": "whoever presses is forgotten, in whatever game",
}

GRAVE: Mapping[str, str] = {
    "hand-over": "hand-over left", "vote-end": "vote-end draw", "vote": "vote 1 yes", "rollback": "rollback 1",
    "purge": f"purge {GAME}", "act": "act 2 resign", "forget": "forget yes",
}  # fmt: skip
"""What the house does for good, as a press carries it that is not the Yes of the question."""

FORMS: Mapping[str, str] = {"panel": "!split", "orders": "orders !when", "rules": "rules type pace"}
"""The forms that can be sent, by whose they are."""


def verbs() -> frozenset[str]:
    """Every first word and sign that the router knows."""
    signs = {*Sign} - {Sign.FIRST, Sign.DIGEST, Sign.YES}  # of an order, of what is too long, of what is asked about
    return frozenset({OPEN, "line", *signs, *LOBBY, *FORMER, *ASIDES})
