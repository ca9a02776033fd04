"""The bots at a table: what each is called, who it is by that, and what sort it is. Pure.

A bot has the name that it was seated with for as long as it sits there, in the letters of the table's language then.
Its face and its temper follow from the name, so that nothing else of it is kept. It is marked wherever it is named.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from zlib import crc32

from cogs.house.values.records import Chair
from cogs.house.values.safe_text import Safe, plain
from cogs.house.words.spoken_time import Texts
from cogs.house.words.words import Words, languages

TEMPERS = "bold", "careful", "greedy", "gruff", "merry"

COMPANY: Mapping[str, str] = MappingProxyType(
    tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
)
"""All bots by key, with the temper of each. Their names are in the files of the languages, their faces in `render`."""


def who(chair: Chair) -> str:
    """The key of the bot on a chair. One with a name from elsewhere, as in a game from a file, is always the same."""
    return _by_name().get(chair.name) or tuple(COMPANY)[crc32(chair.name.encode()) % len(COMPANY)]


def next_name(chairs: tuple[Chair, ...], words: Texts, game: int) -> str:
    """What the next bot of a game is called: as nobody at the table, in an order of the game's own."""
    sit = {who(chair) for chair in chairs if chair.level}
    taken = {plain(chair.name).casefold() for chair in chairs}
    free = (key for key in COMPANY if key not in sit and words.text(f"bot.{key}").casefold() not in taken)
    return words.text(f"bot.{min(free, key=lambda key: sha256(f'{game} {key}'.encode()).digest())}")


def called(words: Texts, chair: Chair) -> str:
    """Who sits on a chair, as it may stand in a message: bots are marked."""
    bare = chair.shown
    if not chair.level:
        return bare
    return Safe(words.text("bot-name", name=bare), words.text("bot-name", name=bare.code))


def called_plainly(words: Texts, chair: Chair) -> str:
    """The same for pictures and buttons, where nothing is formatted."""
    bare = plain(chair.name)
    return words.text("bot-name", name=bare) if chair.level else bare


def noted(name: str, note: str) -> tuple[str, str]:
    """A name, and a note that is to stand in brackets behind it: the mark of a bot goes into these, too."""
    mark = next((mark for mark in _marks() if name.endswith(mark)), "")
    return (name.removesuffix(mark), f"{mark.strip(' ()')}, {note}") if mark else (name, note)


def seated_said(words: Texts, chair: Chair) -> str:
    """Who sits on a chair; of a bot its level, too."""
    shown = called(words, chair)
    return words.text("bot-seat", who=shown, level=chair.level) if chair.level else shown


def introduced(words: Words, chair: Chair, shown: str) -> str:
    """A bot, as it is `shown` at its table, with its level and its temper, in a line."""
    temper = words.text(f"bot-temper.{COMPANY[who(chair)]}")
    return words.text("bot-is", who=shown, level=level_said(words, chair.level), temper=temper)


def level_said(words: Words, level: str) -> str:
    """A level by its name, and how it plays if the files say so."""
    plays = f"bot-plays.{level}"
    return words.text("bot-level", level=level, plays=words.text(plays)) if plays in words else level


@cache
def _by_name() -> Mapping[str, str]:
    """The bots by what they are called in any language."""
    spoken = [Words(language) for language in languages()]
    return {each.text(f"bot.{key}"): key for each in spoken for key in COMPANY}


@cache
def _marks() -> tuple[str, ...]:
    """What stands behind the name of a bot, in every language."""
    return tuple(dict.fromkeys(Words(language).text("bot-name", name="") for language in languages()))
