"""What a person reads of a message, and how many words that is.

Everything that stands there in letters counts: the text, an embed, each button, greyed ones too, and what a list is
about. The options of a list count once it is opened; pictures and their descriptions do not.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import discord

LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
MENTION = re.compile(r"<(?:[@#][!&]?|t:)\d+[^>]*>")
"""Somebody, a channel, a moment: Discord shows a name or a time of day, which is read as one word."""
EMOJI = re.compile(r"<a?:\w+:\d+>")


def words(text: str) -> int:
    """How many words a text has as it is shown: whatever has a letter or a figure between two blanks."""
    shown = EMOJI.sub(" ", MENTION.sub(" somebody ", LINK.sub(r"\1", text)))
    return sum(any(sign.isalnum() for sign in word) for word in shown.split())


def pieces(message: discord.Message) -> Counter[str]:
    """What stands in a message, piece by piece: a line of text, a field of an embed, the label of a button."""
    texts = [message.content]
    for embed in message.embeds:
        texts += [embed.author.name or "", embed.title or "", embed.description or "", embed.footer.text or ""]
        texts += [f"{field.name} {field.value}" for field in embed.fields]
    texts += [text for part in parts(message) for text in _written(part)]
    return Counter(line for text in texts for line in text.splitlines() if line.strip())


def parts(message: Any) -> Iterator[dict[str, Any]]:
    """Every button, list and text of a message, as SimCord or discord.py has it, however deep it lies."""
    yield from _inside([part.to_dict() if hasattr(part, "to_dict") else part for part in message.components])


def _inside(raw: Any) -> Iterator[dict[str, Any]]:
    for part in raw:
        yield part
        yield from _inside(part.get("components", ()))
        yield from _inside(filter(None, (part.get("accessory"),)))


def _written(part: Mapping[str, Any]) -> Iterator[str]:
    yield from (part[key] for key in ("content", "label", "placeholder") if part.get(key))


def options(part: Mapping[str, Any]) -> Counter[str]:
    """What stands in a list once it is opened."""
    texts = [f"{each['label']} {each.get('description') or ''}" for each in part.get("options", ())]
    return Counter(texts)


def read(found: Mapping[str, int]) -> int:
    """How many words such pieces are."""
    return sum(words(text) * number for text, number in found.items())
