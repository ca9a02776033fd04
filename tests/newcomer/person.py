"""Somebody new: they see what the channel shows them, press what it offers first, and read all of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import discord
import simcord

from cogs.house.values.sender import OPEN
from cogs.interactions.components import VERSION
from tests.discord.conftest import Play
from tests.newcomer.reading import options, parts, pieces, read

Say = Callable[[str], object]
LIST = 2
"""To choose from a list is to open it and to press what is in it."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that can be pressed: what it says and what it carries; in a list if `value` says which option."""

    part: dict[str, Any]
    label: str
    carries: str
    value: str | None = None

    @property
    def presses(self) -> int:
        return 1 if self.value is None else LIST


def carried(identity: str) -> str:
    """What a custom id of a game carries; itself if it is another's."""
    head, _, rest = identity.partition(":")
    return rest.split(":", 2)[2] if head == VERSION and rest.count(":") >= 2 else identity


def offers(message: Any) -> Iterator[Offer]:
    """What can be pressed in a message, in the order in which it stands there."""
    for part in parts(message):
        if part.get("disabled") or not part.get("custom_id"):
            continue
        if part.get("options"):
            yield from (Offer(part, each["label"], each["value"], each["value"]) for each in part["options"])
        else:
            yield Offer(part, part.get("label", ""), carried(part["custom_id"]))


@dataclass
class Newcomer:
    """A person at the table. `pressed` counts presses, `typed` commands, `read` words; `panel` is what lies open.

    A piece counts when it comes to stand in a message where it did not stand right before: nobody reads again what
    has stayed as it was. `read_last` is what the last look found in public posts. What comes by direct message counts
    apart.
    """

    play: Play
    who: str
    say: Say
    pressed: int = 0
    typed: int = 0
    read: int = 0
    read_last: int = 0
    read_privately: int = 0
    panel: Any = None
    seen: dict[int, Counter[str]] = field(default_factory=dict)

    def look(self) -> None:
        """Reads what is new in the channel, and in the direct messages."""
        messages = self.play.seen_by(self.who)
        self.read_last = self._new([each for each in messages if not each.flags.ephemeral])
        self.read += self.read_last + self._new([each for each in messages if each.flags.ephemeral])
        self.read_privately += self._new(self.play.dms(self.who))

    def _new(self, messages: list[discord.Message]) -> int:
        found = 0
        for message in messages:
            shown = pieces(message)
            new = shown - self.seen.get(message.id, Counter())
            self.seen[message.id] = shown
            for text, number in new.items():
                self.say(f"    {read({text: number}):4} {text}")
            found += read(new)
        return found

    async def command(self, name: str, **chosen: Any) -> None:
        """Types a command."""
        self.typed += 1
        self.say(f"{self.who} types /{name}")
        self._took(await self.play.people[self.who].slash(self.play.channel, name, **chosen))
        await self.play.settle()
        self.look()

    async def press(self, message: discord.Message, offer: Offer) -> None:
        """Presses a button, or opens a list, reads it and chooses from it."""
        person = self.play.people[self.who]
        self.pressed += offer.presses
        self.say(f"{self.who} presses “{offer.label}”")
        if offer.value is None:
            result = await person.click(message, custom_id=offer.part["custom_id"])
        else:
            self.read += read(options(offer.part))
            self.say(f"    {read(options(offer.part)):4} (the list)")
            result = await person.select(message, [offer.value], custom_id=offer.part["custom_id"])
        await self.play.settle()
        self._took(result)
        self.look()

    def _took(self, result: simcord.InteractionResult) -> None:
        answers = [each for each in (result.response, *result.followups) if each is not None and each.flags.ephemeral]
        with_choices = [each for each in answers if list(offers(each))]
        if with_choices:
            self.panel = with_choices[-1]

    async def presses(self, label: str) -> bool:
        """Presses the newest button whose label has these words; False if there is none."""
        return await self._presses(lambda message, offer: label in offer.label)

    async def opens(self) -> None:
        """Opens the panel by the newest *My turn*."""
        assert await self._presses(lambda message, offer: offer.carries == OPEN and not message.flags.ephemeral), (
            f"nothing leads {self.who} to a panel"
        )

    async def _presses(self, wanted: Callable[[discord.Message, Offer], bool]) -> bool:
        for message in reversed(self.play.seen_by(self.who)):
            for offer in offers(message):
                if wanted(message, offer):
                    await self.press(message, offer)
                    return True
        return False
