"""`/titan tutorial`: the lesson of a game, for one person alone, wherever he asks for it.

Only how far he has come is kept, in the database. What he sees is made of the recorded game's state there, with the
pictures, choices and refusals of a game that is played.
"""

from __future__ import annotations

import re
from typing import Any

import discord
from discord import app_commands

from cogs.choices import LABEL_ROOM
from cogs.desk import Desk, Reply, described, desk_of, in_private
from cogs.house.kit import AS_IT_IS, Look, Names
from cogs.house.lesson import LEARNER, Lesson
from cogs.house.safe_text import escaped
from cogs.house.sender import Picture
from cogs.house.words import shortened
from engine.core import Illegal, Seat

VERSION = "l1"
RIVAL = Seat(1)

BACK, LEAVE, ON, AGAIN = "back", "leave", "on", "again"
"""What a button may carry beside the number of a choice."""


OURS = re.compile(rf"{VERSION}:(?P<place>\d{{1,3}}):(?P<carries>[a-z0-9]+)")


class Pupil(discord.ui.DynamicItem[discord.ui.Item[Any]], template=OURS):
    """Every button of the lesson: `l1:<step>:<number of the choice>`, or a word for the way."""

    def __init__(self, item: discord.ui.Item[Any], place: int, carries: str) -> None:
        super().__init__(item)
        self.place = place
        self.carries = carries

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Pupil:
        """Reads the id and nothing else: this counts in the three seconds."""
        return cls(item, int(match["place"]), match["carries"])

    async def callback(self, interaction: discord.Interaction) -> None:
        """Goes where the button leads."""
        await in_private(
            interaction, lambda: _pressed(desk_of(interaction), interaction.user, self.place, self.carries)
        )


@app_commands.command(name="tutorial", description=described("titan-tutorial"))
async def tutorial(interaction: discord.Interaction) -> None:
    """`/titan tutorial`: where one left it, or its beginning."""
    await in_private(interaction, lambda: _asked(desk_of(interaction), interaction.user))


Person = discord.User | discord.Member


async def _asked(desk: Desk, person: Person) -> Reply:
    kept = await desk.house.lesson_of(person.id)
    place = min(kept or 0, len(_lesson(desk).steps))
    return await _panel(desk, person, place, desk.words.text("tutorial.welcome-back") if place else "")


async def _pressed(desk: Desk, person: Person, place: int, carries: str) -> Reply:
    """Only the step that waits for the person counts; a press on another shows him that one."""
    lesson = _lesson(desk)
    here = min(await desk.house.lesson_of(person.id) or 0, len(lesson.steps))
    if carries == ON:
        return await _panel(desk, person, here)
    if carries == LEAVE:
        return _left(desk, here)
    if place != here:
        return await _panel(desk, person, here, desk.words.text("tutorial.elsewhere"))
    if carries == AGAIN:
        return await _moved(desk, person, 0)
    if carries == BACK:
        return await _moved(desk, person, max(here - 1, 0))
    offered = lesson.steps[here].offered if here < len(lesson.steps) else ()
    if not carries.isdecimal() or int(carries) >= len(offered):
        return await _panel(desk, person, here)
    return await _chosen(desk, person, here, offered[int(carries)])


async def _chosen(desk: Desk, person: Person, place: int, line: str) -> Reply:
    """What the rules say to a choice: on to the next step, or why not."""
    lesson, kit, names = _lesson(desk), desk.faces[desk.ruleset].kit, _names(desk, person)
    step = lesson.steps[place]
    if line == step.wanted:
        seen = (kit.rules.seen(event, LEARNER) for event in step.happens)
        said = (kit.words.event(event, names) for event in seen if event is not None)
        return await _moved(desk, person, place + 1, "\n".join(filter(None, said)))
    refusal = lesson.refusal(place, line)
    if refusal is not None:
        note = desk.words.text("tutorial.refused", refusal=_refused(desk, person, place, line, refusal))
    else:
        note = desk.words.text("tutorial.other", why=desk.words.text(f"tutorial.{step.name}.other"))
    return await _panel(desk, person, place, note, keep=True)


def _refused(desk: Desk, person: Person, place: int, line: str, illegal: Illegal) -> str:
    """The refusal as a game would give it, with the nearest of what can be chosen here."""
    lesson, face = _lesson(desk), desk.faces[desk.ruleset]
    said = face.kit.words.refusal(illegal, _names(desk, person))
    if face.advice is None:
        return said
    step, parse = lesson.steps[place], lesson.rules.notation.parse
    allowed = tuple(parse(offered) for offered in step.offered if lesson.refusal(place, offered) is None)
    view = lesson.rules.view(step.state, LEARNER)
    return face.advice.why_not(view, illegal, said, allowed, parse(line), _plain_names(desk, person))


async def _moved(desk: Desk, person: Person, place: int, note: str = "") -> Reply:
    await desk.house.keep_lesson(person.id, place)
    return await _panel(desk, person, place, note)


async def _panel(desk: Desk, person: Person, place: int, note: str = "", keep: bool = False) -> Reply:
    """A step: what happened, what it is about, the real pictures and the choices. `keep` leaves the pictures."""
    lesson, words = _lesson(desk), desk.words
    over = place == len(lesson.steps)
    name = "end" if over else lesson.steps[place].name
    lines = [note, f"## {words.text(f'tutorial.{name}.title')}", words.text(f"tutorial.{name}.text")]
    if not over:
        facts = {"number": place + 1, "steps": len(lesson.steps), "clause": lesson.steps[place].clause}
        lines.append(words.text("tutorial.step", **facts))
    pictures = () if keep else await _pictures(desk, person, lesson, place)
    return Reply("\n".join(filter(None, lines)), pictures, _buttons(desk, person, lesson, place), keep=keep)


async def _pictures(desk: Desk, person: Person, lesson: Lesson, place: int) -> tuple[Picture, ...]:
    """What a private panel would show there; before the legions stand and at the end, what the channel would."""
    face, state = desk.faces[desk.ruleset], lesson.state(place)
    kit, rules = face.kit, lesson.rules
    view = rules.view(state, LEARNER)
    playing = place < len(lesson.steps) and bool(rules.hand(state, LEARNER))
    kinds = face.shown(view) if playing else kit.pictures(None, view, ())
    marked = Look(actions=tuple(rules.legal(state, LEARNER)))
    plain, shown = _plain_names(desk, person), _names(desk, person)
    pictures = []
    for kind in kinds:
        look = marked if kind in face.marked else AS_IT_IS
        data = await desk.house.picture(kit, kind, view, look, person.id, plain)
        pictures.append(Picture(f"{kind}.png", data, kit.alt[kind](view, shown, look)))
    return tuple(pictures)


def _buttons(desk: Desk, person: Person, lesson: Lesson, place: int) -> discord.ui.View:
    """Each choice in a row of its own, the ways below."""
    view = discord.ui.View(timeout=None)
    row = 0
    if place < len(lesson.steps):
        step, face = lesson.steps[place], desk.faces[desk.ruleset]
        sight, names = lesson.rules.view(step.state, LEARNER), _plain_names(desk, person)
        for number, line in enumerate(step.offered):
            action = lesson.rules.notation.parse(line)
            button = _button(face.kit.words.action(action, sight, names), place, str(number), row)
            button.style, button.emoji = discord.ButtonStyle.primary, desk.emojis.get(face.emoji(action, sight))
            view.add_item(button)
            row += 1
    ways = [BACK] * (place > 0) + ([LEAVE] if place < len(lesson.steps) else [AGAIN])
    for way in ways:
        view.add_item(_button(desk.words.text(f"tutorial.{way}"), place, way, row))
    view.stop()
    return view


def _left(desk: Desk, place: int) -> Reply:
    """A farewell that says where to go on."""
    steps = len(_lesson(desk).steps)
    view = discord.ui.View(timeout=None)
    view.add_item(_button(desk.words.text("tutorial.on"), place, ON, 0))
    view.stop()
    if place == steps:
        return Reply(desk.words.text("tutorial.left-end"), view=view)
    return Reply(desk.words.text("tutorial.left", number=place + 1, steps=steps), view=view)


def _button(label: str, place: int, carries: str, row: int) -> discord.ui.Button[discord.ui.View]:
    return discord.ui.Button(label=shortened(label, LABEL_ROOM), custom_id=f"{VERSION}:{place}:{carries}", row=row)


def _lesson(desk: Desk) -> Lesson:
    return desk.faces[desk.ruleset].book.lesson


def _names(desk: Desk, person: Person) -> Names:
    """The names as texts have them."""
    return {LEARNER: escaped(person.display_name), RIVAL: desk.words.text("tutorial.rival")}


def _plain_names(desk: Desk, person: Person) -> Names:
    """The names as pictures and buttons have them."""
    return {LEARNER: person.display_name, RIVAL: desk.words.text("tutorial.rival")}
