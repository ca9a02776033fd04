"""Somebody who goes through a lesson in simulated Discord: finds what a step wants on the panel, and presses it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cogs.house.game.lesson import LEARNER, Lesson, LessonStep
from tests.discord.conftest import Play, components

ON = ".on"

FAR = 2
"""So many presses from the first panel of a step are looked at."""


def line_of(lesson: Lesson, step: LessonStep) -> str:
    """What a step wants, as a press carries it; what turns a page."""
    return ON if step.wanted is None else lesson.rules.notation.line(step.wanted)


def ways(message: Any) -> Iterator[tuple[str, str, bool]]:
    """What can be pressed or chosen: what each carries, the id of the button or the list, and whether it is a list."""
    for part in components(message):
        if not part.get("disabled"):
            yield from ((option["value"], part["custom_id"], True) for option in part.get("options", ()))
            if "options" not in part:
                yield part["custom_id"].split(":", 3)[-1], part["custom_id"], False


def carried(message: Any) -> list[str]:
    """What can be pressed or chosen there, in its order."""
    return [carries for carries, _, _ in ways(message)]


async def press(play: Play, who: str, message: Any, carries: str) -> str:
    """Presses or chooses what carries that, alone or with more lines; what the panel says then."""
    each, identity, is_list = next(way for way in ways(message) if carries in (way[0], *way[0].split(";")))
    if is_list:
        await play.people[who].select(message, [each], custom_id=identity)
    else:
        await play.people[who].click(message, custom_id=identity)
    await play.settle()
    return str(message.content)


async def answered(play: Play, who: str, message: Any, lesson: Lesson, place: int) -> str:
    """Gives the answer that a step wants, or turns its page."""
    return await press(play, who, message, line_of(lesson, lesson.steps[place]))


def poor(lesson: Lesson, message: Any, place: int) -> list[str]:
    """What can be pressed at a step that does something else than it wants."""
    step = lesson.steps[place]
    legal = {lesson.rules.notation.line(action) for action in lesson.rules.legal(step.state, LEARNER)}
    wanted = line_of(lesson, step)
    return [each for each in carried(message) if each.split(";")[0] in legal and wanted not in each.split(";")]


async def looked_around(play: Play, who: str, message: Any) -> int:
    """Goes to every place of a step's panel, and from there to what is further, and back; how many there were."""
    seen = {each for each in carried(message) if each.startswith("/")}
    to_see = [[each] for each in seen]
    while to_see:
        way = to_see.pop()
        for each in way:
            await press(play, who, message, each)
            assert "Step " in message.content, (way, message.content)
        further = [each for each in carried(message) if each.startswith("/") and each not in seen]
        seen.update(further)
        to_see += [[*way, each] for each in further if len(way) < FAR]
        await press(play, who, message, "open")
    return len(seen)
