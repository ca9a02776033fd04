"""`/tutorial`: the lesson of a game, for one person alone, wherever they ask for it, in direct messages too.

Only how far they have come is kept, in the database. What they see is made of the recorded game's state there, with the
pictures, choices and refusals of a game that is played.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import discord
from discord import app_commands

from cogs.face.face import AnyCommand
from cogs.face.presses import ChooseIn, GoTo, ShowPanel, in_order, parse
from cogs.face.screen import Press, Row
from cogs.house.game.kit import Kit
from cogs.house.game.lesson import LEARNER
from cogs.house.game.pictures import AS_IT_IS, Look
from cogs.house.values.safe_text import escaped
from cogs.house.values.sender import OPEN, Picture
from cogs.interactions.command_contexts import ANYWHERE
from cogs.interactions.components import NO_EMOJIS, shown
from cogs.interactions.context import Context, Prints, Reply, context_of, described, in_private, localised, title_key
from cogs.lobby.entry_buttons import PLAY, way_button
from cogs.panel.teaching import Teaching
from engine.core import Illegal, Seat

VERSION = "2"
RIVAL = Seat(1)

BACK, LEAVE, ON, AGAIN = ".back", ".leave", ".on", ".again"
"""What a button of the lesson's own carries."""

OURS = re.compile(r"l(?P<version>\d):(?P<game>[a-z]+):(?P<place>\d{1,3})(?P<poor>\.1)?:(?P<carries>[\s\S]*)")

ELSEWHERE = -1
"""The step of a button of an older lesson: it is no step now."""

Person = discord.User | discord.Member


class TutorialCommands(app_commands.Group):
    """`/tutorial titan`, `/tutorial skirmish`: a lesson for each game."""

    def __init__(self, kits: Iterable[Kit]) -> None:
        super().__init__(name="tutorial", description=described("tutorial"), allowed_contexts=ANYWHERE)
        for kit in kits:
            self.add_command(_lesson_of(kit))


def _lesson_of(kit: Kit) -> AnyCommand:
    """The command of a game's lesson, which bears the game's name."""
    game = kit.rules.name

    async def learn(interaction: discord.Interaction) -> None:
        await in_private(interaction, lambda: lesson(context_of(interaction), interaction, game))

    description = localised("discord.command.tutorial-of", game=title_key(kit))
    return app_commands.Command(name=game, description=description, callback=learn)


class LessonButton(discord.ui.DynamicItem[discord.ui.Item[discord.ui.View]], template=OURS):
    """Everything to press in a lesson: `l2:<game>:<step>:<what it carries>`, as in a panel or of the lesson's own.

    Behind the step stands `.1` where the answer before was a poor one. One of an older version leads to where they are.
    """

    def __init__(self, item: discord.ui.Item[discord.ui.View], press: Pressed) -> None:
        super().__init__(item)
        self.press = press

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[discord.ui.View], match: re.Match[str], /
    ) -> LessonButton:
        """Reads the id and nothing else: this counts in the three seconds."""
        place = int(match["place"]) if match["version"] == VERSION else ELSEWHERE
        return cls(item, Pressed(match["game"], place, match["poor"] is not None, match["carries"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Goes where the button leads."""
        press = self.press
        if isinstance(parse(press.carries), ChooseIn):
            data: Any = interaction.data
            press = replace(press, carries=in_order([*map(str, data.get("values") or [OPEN])]))
        await in_private(interaction, lambda: _pressed(context_of(interaction), interaction, press))


@dataclass(frozen=True, slots=True)
class Pressed:
    """What was pressed, at which step, and whether the answer before was a poor one."""

    game: str
    place: int
    poor: bool
    carries: str


@dataclass(frozen=True, slots=True)
class Learner:
    """Somebody who learns a game: who and where, and the lesson as they see it.

    `displayed` are the pictures that are shown.
    """

    person: Person
    in_server: bool
    teaching: Teaching
    displayed: Prints | None = None

    @property
    def game(self) -> str:
        return self.teaching.lesson.rules.name

    @property
    def last(self) -> int:
        """The number of steps, which is the place of the end."""
        return len(self.teaching.lesson.steps)

    async def place(self) -> int:
        """How many steps are done."""
        return min(await self.teaching.context.house.store.people.lesson(self.person.id, self.game) or 0, self.last)


def _learning(context: Context, interaction: discord.Interaction, game: str) -> Learner:
    """Somebody at the lesson of a game. Raises Illegal `no-lesson` for a game without one."""
    face = context.faces.get(game)
    found = None if face is None else face.reference.lesson
    if face is None or found is None:
        raise Illegal("no-lesson", commands=("/rules search",))
    person, rival = interaction.user, context.words.text("tutorial.rival")
    names = {LEARNER: escaped(person.display_name), RIVAL: rival}
    plain = {LEARNER: person.display_name, RIVAL: rival}
    displayed = context.displayed_in(interaction.message)
    return Learner(person, interaction.guild_id is not None, Teaching(context, face, found, names, plain), displayed)


async def lesson(context: Context, interaction: discord.Interaction, game: str) -> Reply:
    """The lesson of a game: where one left it, or its beginning. Raises Illegal `no-lesson`."""
    learning = _learning(context, interaction, game)
    place = await learning.place()
    return await _panel(learning, place, context.words.text("tutorial.welcome-back") if place else "")


async def _pressed(context: Context, interaction: discord.Interaction, press: Pressed) -> Reply:
    """Only the step that waits for the person counts; a press on another shows that one."""
    learning = _learning(context, interaction, press.game)
    here = await learning.place()
    match press.carries:
        case one if one == LEAVE:
            return _left(learning, here)
        case _ if press.place != here:
            return await _panel(learning, here, context.words.text("tutorial.elsewhere"))
        case one if one == AGAIN:
            return await _moved(learning, 0)
        case one if one == BACK:
            return await _moved(learning, max(here - 1, 0))
        case one if one == ON and here < learning.last and learning.teaching.lesson.steps[here].picture:
            return await _moved(learning, here + 1)
        case carries:
            return await _chosen(learning, here, carries, press.poor)


async def _chosen(learning: Learner, here: int, carried: str, poor: bool) -> Reply:
    """Another place of the panel, or what comes of a choice: on to the next step, or why another is better."""
    teaching = learning.teaching
    if here == learning.last or teaching.lesson.steps[here].picture:
        return await _panel(learning, here)
    step, press = teaching.lesson.steps[here], teaching.meant(here, parse(carried))
    if isinstance(press, ShowPanel | GoTo):
        return await _panel(learning, here, where=press if isinstance(press, GoTo) else None, poor=poor)
    wanted = teaching.wants(here, press)
    if wanted is None:
        return await _panel(learning, here, poor=poor)
    if not wanted:
        why = teaching.nudge(here) if poor else teaching.said(step.name, "other")
        return await _panel(learning, here, teaching.words.text("tutorial.other", why=why), poor=True)
    kit = teaching.face.kit
    seen = (kit.rules.seen(event, LEARNER) for event in step.happens)
    said = (kit.words.event(event, teaching.names) for event in seen if event is not None)
    return await _moved(learning, here + 1, "\n".join(filter(None, said)))


async def _moved(learning: Learner, place: int, note: str = "") -> Reply:
    await learning.teaching.context.house.store.people.keep_lesson(learning.person.id, learning.game, place)
    return await _panel(learning, place, note)


async def _panel(learning: Learner, place: int, note: str = "", where: GoTo | None = None, poor: bool = False) -> Reply:
    """What happened, which step it is, and what that shows: its page, or a place of the game's own panel."""
    if place == learning.last:
        return await _end(learning, note)
    teaching = learning.teaching
    step, words = teaching.lesson.steps[place], teaching.words
    facts = {"number": place + 1, "steps": learning.last, "title": teaching.said(step.name, "title")}
    ways = tuple(_press(learning, way) for way in ((BACK, LEAVE) if place else (LEAVE,)))
    head = f"l{VERSION}:{learning.game}:{place}{'.1' if poor else ''}:"
    looks: tuple[tuple[str, Look], ...]
    if step.picture:
        text, looks = teaching.said(step.name, "text"), ((step.picture, AS_IT_IS),)
        rows: tuple[Row, ...] = ((Press(ON, words.text("tutorial.on"), style="good"), *ways),)
    else:
        screen, where = teaching.screen(place, where)
        text, looks, rows = teaching.text(place, screen), screen.pictures, teaching.rows(screen, where, ways)
    said = "\n".join(filter(None, (note, words.text("tutorial.step", **facts), text)))
    here = "" if where is None else str(where)
    return await _with_pictures(
        learning, place, looks, Reply(said, view=shown(head, rows, teaching.context.emojis, here))
    )


async def _end(learning: Learner, note: str) -> Reply:
    """The lesson is over: on to a game of one's own, in a server; else where that is."""
    teaching, game = learning.teaching, learning.game
    kit, text = teaching.face.kit, teaching.words.text
    view = discord.ui.View(timeout=None)
    if learning.in_server:
        view.add_item(way_button(teaching.words, game, PLAY, text("tutorial.play")))
    ways = (_press(learning, BACK), _press(learning, AGAIN))
    for each in shown(f"l{VERSION}:{game}:{learning.last}:", (ways,), NO_EMOJIS, "").children:
        view.add_item(each)
    view.stop()
    lines = [note, f"## {teaching.said('end', 'title')}", teaching.said("end", "text")]
    if not learning.in_server:
        lines.append(text("tutorial.play-where", game=game))
    looks = tuple((kind, AS_IT_IS) for kind in kit.pictures.due(None, kit.rules.view(teaching.lesson.end, LEARNER), ()))
    return await _with_pictures(learning, learning.last, looks, Reply("\n".join(filter(None, lines)), view=view))


async def _with_pictures(learning: Learner, place: int, looks: tuple[tuple[str, Look], ...], reply: Reply) -> Reply:
    """The reply with these pictures of a step, drawn unless they hang in the message already."""
    teaching, user = learning.teaching, learning.person.id
    kit, view = teaching.face.kit, teaching.lesson.rules.view(teaching.lesson.state(place), LEARNER)
    prints = tuple(hash((learning.game, place, kind, look, teaching.words.language)) for kind, look in looks)
    if prints == learning.displayed:
        return replace(reply, keep=True, prints=prints)
    pictures = []
    for kind, look in looks:
        data = await teaching.context.house.picture(kit, kind, view, look, user, teaching.plain)
        pictures.append(Picture(f"{kind}.png", data, kit.pictures[kind].alt(view, teaching.names, look)))
    return replace(reply, pictures=tuple(pictures), prints=prints)


def _left(learning: Learner, place: int) -> Reply:
    """A farewell that says where to go on."""
    text, game = learning.teaching.words.text, learning.game
    view = shown(f"l{VERSION}:{game}:{place}:", ((Press(OPEN, text("tutorial.go-on")),),), NO_EMOJIS, "")
    return Reply(text("tutorial.left", number=place + 1, steps=learning.last, game=game), view=view)


def _press(learning: Learner, way: str) -> Press:
    return Press(way, learning.teaching.words.text(f"tutorial.{way.removeprefix('.')}"), style="plain")
