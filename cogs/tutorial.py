"""`/tutorial`: the lesson of a game, for one person alone, wherever they ask for it, in direct messages too.

Only how far they have come is kept, in the database. What they see is made of the recorded game's state there, with the
pictures, choices and refusals of a game that is played.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands

from cogs.choices import LABEL_ROOM
from cogs.contexts import ANYWHERE
from cogs.desk import AnyCommand, Desk, Face, Reply, described, desk_of, in_private, localised, title_key
from cogs.house.kit import AS_IT_IS, Kit, Look, Names
from cogs.house.lesson import LEARNER, Lesson
from cogs.house.safe_text import escaped
from cogs.house.sender import Picture
from cogs.house.words import shortened
from engine.core import Illegal, Seat

VERSION = "l1"
RIVAL = Seat(1)

BACK, LEAVE, ON, AGAIN = "back", "leave", "on", "again"
"""What a button may carry beside the number of a choice."""


OURS = re.compile(rf"{VERSION}:(?P<game>[a-z]+):(?P<place>\d{{1,3}}):(?P<carries>[a-z0-9]+)")

Person = discord.User | discord.Member


class Lessons(app_commands.Group):
    """`/tutorial titan`, `/tutorial skirmish`: a lesson for each game."""

    def __init__(self, kits: Iterable[Kit]) -> None:
        super().__init__(name="tutorial", description=described("tutorial"), allowed_contexts=ANYWHERE)
        for kit in kits:
            self.add_command(_lesson_of(kit))


def _lesson_of(kit: Kit) -> AnyCommand:
    """The command of a game's lesson, which bears the game's name."""
    game = kit.rules.name

    async def learn(interaction: discord.Interaction) -> None:
        await in_private(interaction, lambda: lesson(desk_of(interaction), interaction.user, game))

    description = localised("discord.command.tutorial-of", game=title_key(kit))
    return app_commands.Command(name=game, description=description, callback=learn)


class Pupil(discord.ui.DynamicItem[discord.ui.Item[Any]], template=OURS):
    """Every button of a lesson: `l1:<game>:<step>:<number of the choice>`, or a word for the way."""

    def __init__(self, item: discord.ui.Item[Any], game: str, place: int, carries: str) -> None:
        super().__init__(item)
        self.game = game
        self.place = place
        self.carries = carries

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Pupil:
        """Reads the id and nothing else: this counts in the three seconds."""
        return cls(item, match["game"], int(match["place"]), match["carries"])

    async def callback(self, interaction: discord.Interaction) -> None:
        """Goes where the button leads."""
        await in_private(interaction, lambda: _pressed(desk_of(interaction), interaction.user, self))


@dataclass(frozen=True, slots=True)
class Learning:
    """Somebody who learns a game, whose lesson it is."""

    desk: Desk
    person: Person
    face: Face
    lesson: Lesson

    @property
    def game(self) -> str:
        return self.face.kit.rules.name

    @property
    def names(self) -> Names:
        """The names as texts have them."""
        return {LEARNER: escaped(self.person.display_name), RIVAL: self.desk.words.text("tutorial.rival")}

    @property
    def plain_names(self) -> Names:
        """The names as pictures and buttons have them."""
        return {LEARNER: self.person.display_name, RIVAL: self.desk.words.text("tutorial.rival")}

    async def place(self) -> int:
        """How many steps are done."""
        return min(await self.desk.house.lesson_of(self.person.id, self.game) or 0, len(self.lesson.steps))

    def said(self, name: str, part: str) -> str:
        """The `title` or `text` of a step, or what is said of an `other` choice there."""
        return self.face.kit.words.text(f"{self.game}.lesson.{name}.{part}")


def _learning(desk: Desk, person: Person, game: str) -> Learning:
    """Somebody at the lesson of a game. Raises Illegal `no-lesson` for a game without one."""
    face = desk.faces.get(game)
    found = None if face is None else face.book.lesson
    if face is None or found is None:
        raise Illegal("no-lesson", commands=("/rules search",))
    return Learning(desk, person, face, found)


async def lesson(desk: Desk, person: Person, game: str) -> Reply:
    """The lesson of a game: where one left it, or its beginning. Raises Illegal `no-lesson`."""
    learning = _learning(desk, person, game)
    place = await learning.place()
    return await _panel(learning, place, desk.words.text("tutorial.welcome-back") if place else "")


async def _pressed(desk: Desk, person: Person, press: Pupil) -> Reply:
    """Only the step that waits for the person counts; a press on another shows him that one."""
    learning, carries = _learning(desk, person, press.game), press.carries
    steps, here = learning.lesson.steps, await learning.place()
    if carries == ON:
        return await _panel(learning, here)
    if carries == LEAVE:
        return _left(learning, here)
    if press.place != here:
        return await _panel(learning, here, desk.words.text("tutorial.elsewhere"))
    if carries == AGAIN:
        return await _moved(learning, 0)
    if carries == BACK:
        return await _moved(learning, max(here - 1, 0))
    offered = steps[here].offered if here < len(steps) else ()
    if not carries.isdecimal() or int(carries) >= len(offered):
        return await _panel(learning, here)
    return await _chosen(learning, here, offered[int(carries)])


async def _chosen(learning: Learning, place: int, line: str) -> Reply:
    """What the rules say to a choice: on to the next step, or why not."""
    kit, text = learning.face.kit, learning.desk.words.text
    step = learning.lesson.steps[place]
    if line == step.wanted:
        seen = (kit.rules.seen(event, LEARNER) for event in step.happens)
        said = (kit.words.event(event, learning.names) for event in seen if event is not None)
        return await _moved(learning, place + 1, "\n".join(filter(None, said)))
    refusal = learning.lesson.refusal(place, line)
    if refusal is not None:
        note = text("tutorial.refused", refusal=_refused(learning, place, line, refusal))
    else:
        note = text("tutorial.other", why=learning.said(step.name, "other"))
    return await _panel(learning, place, note, keep=True)


def _refused(learning: Learning, place: int, line: str, illegal: Illegal) -> str:
    """The refusal as a game would give it, with the nearest of what can be chosen here."""
    lesson, face = learning.lesson, learning.face
    said = face.kit.words.refusal(illegal, learning.names)
    if face.advice is None:
        return said
    step, parse = lesson.steps[place], lesson.rules.notation.parse
    allowed = tuple(parse(offered) for offered in step.offered if lesson.refusal(place, offered) is None)
    view = lesson.rules.view(step.state, LEARNER)
    return face.advice.why_not(view, illegal, said, allowed, parse(line), learning.plain_names)


async def _moved(learning: Learning, place: int, note: str = "") -> Reply:
    await learning.desk.house.keep_lesson(learning.person.id, learning.game, place)
    return await _panel(learning, place, note)


async def _panel(learning: Learning, place: int, note: str = "", keep: bool = False) -> Reply:
    """A step: what happened, what it is about, the real pictures and the choices. `keep` leaves the pictures."""
    steps, words = learning.lesson.steps, learning.desk.words
    over = place == len(steps)
    name = "end" if over else steps[place].name
    lines = [note, f"## {learning.said(name, 'title')}", learning.said(name, "text")]
    if not over:
        facts = {"number": place + 1, "steps": len(steps), "clause": steps[place].clause}
        lines.append(words.text("tutorial.step", **facts))
    pictures = () if keep else await _pictures(learning, place)
    return Reply("\n".join(filter(None, lines)), pictures, _buttons(learning, place), keep=keep)


async def _pictures(learning: Learning, place: int) -> tuple[Picture, ...]:
    """What a private panel would show there; before one has anything and at the end, what the channel would."""
    desk, face, lesson, user = learning.desk, learning.face, learning.lesson, learning.person.id
    kit, rules, state = face.kit, lesson.rules, lesson.state(place)
    view = rules.view(state, LEARNER)
    playing = place < len(lesson.steps) and bool(rules.hand(state, LEARNER))
    kinds = face.shown(view) if playing else kit.pictures(None, view, ())
    marked = Look(actions=tuple(rules.legal(state, LEARNER)))
    pictures = []
    for kind in kinds:
        look = marked if kind in face.marked else AS_IT_IS
        data = await desk.house.picture(kit, kind, view, look, user, learning.plain_names)
        pictures.append(Picture(f"{kind}.png", data, kit.alt[kind](view, learning.names, look)))
    return tuple(pictures)


def _buttons(learning: Learning, place: int) -> discord.ui.View:
    """Each choice in a row of its own, the ways below."""
    desk, face, lesson = learning.desk, learning.face, learning.lesson
    view = discord.ui.View(timeout=None)
    row = 0
    if place < len(lesson.steps):
        step = lesson.steps[place]
        sight, names = lesson.rules.view(step.state, LEARNER), learning.plain_names
        for number, line in enumerate(step.offered):
            action = lesson.rules.notation.parse(line)
            button = _button(learning, face.kit.words.action(action, sight, names), place, str(number), row)
            button.style, button.emoji = discord.ButtonStyle.primary, desk.emojis.get(face.emoji(action, sight))
            view.add_item(button)
            row += 1
    ways = [BACK] * (place > 0) + ([LEAVE] if place < len(lesson.steps) else [AGAIN])
    for way in ways:
        view.add_item(_button(learning, desk.words.text(f"tutorial.{way}"), place, way, row))
    view.stop()
    return view


def _left(learning: Learning, place: int) -> Reply:
    """A farewell that says where to go on."""
    text, steps = learning.desk.words.text, len(learning.lesson.steps)
    view = discord.ui.View(timeout=None)
    view.add_item(_button(learning, text("tutorial.on"), place, ON, 0))
    view.stop()
    if place == steps:
        return Reply(text("tutorial.left-end", game=learning.game), view=view)
    return Reply(text("tutorial.left", number=place + 1, steps=steps, game=learning.game), view=view)


def _button(learning: Learning, label: str, place: int, carries: str, row: int) -> discord.ui.Button[discord.ui.View]:
    identity = f"{VERSION}:{learning.game}:{place}:{carries}"
    return discord.ui.Button(label=shortened(label, LABEL_ROOM), custom_id=identity, row=row)
