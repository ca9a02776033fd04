"""The application's own emojis: what stands beside words on buttons and in lists. Without them nothing is lost.

Discord keeps up to 2,000 for an application, usable everywhere without a permission.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

import discord

from cogs.face.face import Face
from cogs.house.words.words import Words
from cogs.interactions.acknowledging import UNANSWERED, why
from cogs.interactions.context import Context

log = logging.getLogger(__name__)


class EmojiMemory(Protocol):
    """Where it is kept which picture an emoji was made of: Discord does not tell."""

    async def value(self, key: str) -> str | None:
        """A value that was kept."""

    async def keep(self, key: str, value: str) -> None:
        """Keeps a value."""


@dataclass(frozen=True, slots=True)
class Upload:
    """How many emojis are `new`, how many were there already, and why Discord took no more, if it did not."""

    new: int
    kept: int
    refused: str = ""


def pictures_of(faces: Iterable[Face]) -> Mapping[str, bytes]:
    """The pictures of the emojis of all these games, by name, no two of which share one."""
    found: dict[str, bytes] = {}
    for face in faces:
        own = face.panel.emojis()
        assert not own.keys() & found.keys(), f"{face.kit.rules.name}: an emoji of that name is another game's"
        found |= own
    return found


async def learn(client: discord.Client, context: Context) -> None:
    """Learns which emojis the application has. If Discord does not say, choices stay as they were."""
    try:
        found = await client.fetch_application_emojis()
    except UNANSWERED as error:
        log.warning("the emojis of the application are not known: %s", why(error))
        return
    context.emojis.clear()
    context.emojis.update({emoji.name: discord.PartialEmoji(name=emoji.name, id=emoji.id) for emoji in found})


async def upload(client: discord.Client, memory: EmojiMemory, pictures: Mapping[str, bytes]) -> Upload:
    """Gives the application an emoji for each of the pictures, by name; those made of the same picture stay.

    It ends with the first that Discord refuses. What was done by then stays done, and is not done again.
    """
    new = kept = 0
    try:
        there = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
        for name, picture in pictures.items():
            key, digest = f"emoji {client.application_id} {name}", hashlib.sha256(picture).hexdigest()
            old = there.get(name)
            if old is not None and await memory.value(key) == f"{old.id} {digest}":
                kept += 1
                continue
            if old is not None:  # the picture of an emoji can't be changed, and its name is taken
                await old.delete()
            made = await client.create_application_emoji(name=name, image=picture)
            await memory.keep(key, f"{made.id} {digest}")
            new += 1
    except discord.HTTPException as error:
        return Upload(new, kept, error.text or f"HTTP {error.status}")
    return Upload(new, kept)


def told(words: Words, done: Upload) -> str:
    """What came of an upload."""
    if done.refused:
        return words.text("discord.emojis.refused", new=done.new, kept=done.kept, reason=done.refused)
    return words.text("discord.emojis.done", new=done.new, kept=done.kept)
