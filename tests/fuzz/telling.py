"""What is sure to be told to others with a text in it: what somebody calls themselves, their games and their reasons.

Most of what is typed is refused, and seen by its author alone. Here is typed what is taken, by those who may.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import discord
from simcord.backend.models import Interaction

from cogs.house.table.rate_limits import SECONDS
from tests.discord.conftest import Play
from tests.fuzz.wire import Wire
from tests.fuzz.world import MAKERS, beside

Texts = Callable[[int], str]
"""A text of so many characters at most."""

NICK, NAME, WORD, REASON = 32, 60, 60, 200


@dataclass
class Crowd:
    """Channels of their own for this: one in which games are opened, one in which the game of a number is played."""

    opening: Play
    halted: Play
    game: int
    language: str = "en-US"

    @property
    def boss(self) -> str:
        """Whoever may manage the server."""
        return list(self.halted.people)[-1]

    async def says(self, scene: Play, who: str, command: str, **given: str) -> Interaction:
        """Somebody types a command with these texts."""
        (leaf,) = (each for each in scene.client.tree.walk_commands() if each.qualified_name == command)
        assert isinstance(leaf, discord.app_commands.Command)
        string = discord.AppCommandOptionType.string.value
        return await Wire(scene, self.language).types(who, leaf, {name: (string, text) for name, text in given.items()})

    def buttons(self, scene: Play, asked: Interaction) -> list[tuple[int, str]]:
        """The buttons of the first row below a question: where they stand, and their custom ids."""
        said: Any = Wire(scene).said(asked)
        return [
            (told.id, part["custom_id"]) for told in said for row in told.components[:1] for part in row["components"]
        ]

    def calls_themselves(self, scene: Play, who: str, name: str) -> None:
        """Somebody has another name in the server from now on."""
        scene.env.backend.edit_member(scene.guild.id, scene.people[who].id, {"nick": name})


async def crowd(play: Play) -> Crowd:
    """Somebody else, Eve, opens the games."""
    opening = beside(play, "opening")
    eve = play.guild.add_member(play.env.create_user("eve"))
    halted = await MAKERS["split"](play, "halted")
    return Crowd(replace(opening, people={**play.people, "Eve": eve}), halted, (await halted.table()).game.id)


async def _opened(crowd: Crowd, text: Texts) -> AsyncIterator[Interaction]:
    """A game is opened, begun, offered and given up: its card says its name and whose it is, its log the words."""
    scene = crowd.opening
    crowd.calls_themselves(scene, "Eve", text(NICK))
    yield await crowd.says(scene, "Eve", "skirmish new", name=text(NAME))
    yield await crowd.says(scene, "Eve", "skirmish word", text=text(WORD))
    yield await crowd.says(scene, "Ann", "skirmish join")
    yield await crowd.says(scene, "Eve", "skirmish start")
    asked = await crowd.says(scene, "Eve", "play do", line="concede")
    yield asked
    for message, button in crowd.buttons(scene, asked)[:2]:
        yield await Wire(scene, crowd.language).presses("Eve", message, button)


async def _halted(crowd: Crowd, text: Texts) -> AsyncIterator[Interaction]:
    """A game is halted and goes on: its players are told why, and who it was."""
    scene = crowd.halted
    crowd.calls_themselves(scene, crowd.boss, text(NICK))
    yield await crowd.says(scene, crowd.boss, "titan-admin freeze", reason=text(REASON))
    yield await crowd.says(scene, "Ann", "play do", line="roll")
    yield await crowd.says(scene, "Ben", "titan status")
    yield await crowd.says(scene, crowd.boss, "titan-admin unfreeze")


async def _set_back(crowd: Crowd, text: Texts) -> AsyncIterator[Interaction]:
    """A game is set back, and everybody is told why. If it can't be it first goes on to its next phase."""
    scene, table = crowd.halted, await crowd.halted.table()
    while not (points := await table.rewinding.phase_points()):
        seat = min(table.awaiting)
        await table.submit(seat, table.legal(seat)[0])
    to = str(points[0].began)
    asked = await crowd.says(scene, crowd.boss, "titan-admin rollback", to=to, reason=text(REASON))
    yield asked
    for message, button in crowd.buttons(scene, asked)[:1]:
        yield await Wire(scene, crowd.language).presses(crowd.boss, message, button)


TELLINGS: Mapping[str, Callable[[Crowd, Texts], AsyncIterator[Interaction]]] = {
    "opened": _opened,
    "halted": _halted,
    "set back": _set_back,
}


async def told(crowd: Crowd, telling: str, text: Texts) -> AsyncIterator[Interaction]:
    """Tells it, so long after the last that nobody is too quick; every answer in turn."""
    crowd.opening.passed.append(SECONDS)
    if await crowd.halted.house.at(crowd.halted.channel.id) is None:  # it was moved elsewhere
        await crowd.says(crowd.halted, crowd.boss, "titan-admin setup", game=str(crowd.game))
    async for record in TELLINGS[telling](crowd, text):
        yield record
