"""How a step of a way through a panel is done on a simulated Discord."""

from __future__ import annotations

import asyncio
from typing import Any

import simcord

from cogs.face.choices import ID_ROOM
from cogs.face.presses import Sign, fitted
from cogs.house.table.table import Table
from cogs.interactions.components import custom_id
from tests.discord.conftest import Play, components, custom_ids
from tests.thumbs.routes import Step

PATIENCE = 500
"""So many hundredths of a second, and what is not answered will not be."""


async def pressed(play: Play, table: Table, who: str, panel: Any, step: Step) -> Any:
    """Does a step, which must be offered by the panel, and confirms it if that is asked; the panel that comes of it."""
    person = play.people[who]
    carried = custom_id(table.game.id, table.began, step.press.carries, step.where)
    there = {part["custom_id"] for part in components(panel) if not part.get("disabled")}
    if step.row is not None:
        menu = custom_id(table.game.id, table.began, f"{Sign.PICK}{step.row}", step.where)
        assert menu in there, f"{menu} is not on the panel of {who}: {sorted(there)}"
        result = await person.select(panel, [fitted(step.press.carries, ID_ROOM, step.where)], custom_id=menu)
    else:
        assert carried in there, f"{carried} is not on the panel of {who}: {sorted(there)}"
        result = await person.click(panel, custom_id=carried)
        if step.press.carries.startswith(Sign.FORM):
            assert result.modal is not None, "a form opens"
            filled = {name: list(values) for name, values in (step.filled or {}).items()}
            result = await person.submit_modal(result, filled)
    if is_asked(play, table, step):
        asked = await answered(play, result)
        (yes,) = (
            each for each in custom_ids(asked) if each.startswith(custom_id(table.game.id, table.began, Sign.YES))
        )
        result = await person.click(asked, custom_id=yes)
    return await answered(play, result)


def is_asked(play: Play, table: Table, step: Step) -> bool:
    """Whether it is asked about what the step does, since it is grave; a form bears the verb of what comes of it."""
    grave = play.client.context.face(table).panel.grave
    return step.press.carries.removeprefix(Sign.FORM).partition(" ")[0] in grave


async def answered(play: Play, result: simcord.InteractionResult) -> Any:
    """The panel that comes of a press: the last message of it, for one too long for a message ends in another.

    Where other programs want the processor too it may come late.
    """
    for _ in range(PATIENCE):
        await play.settle()
        if result.response is not None:
            messages = [result.response, *result.followups]
            assert all(message.ephemeral for message in messages), "a panel is for one person"
            return messages[-1]
        await asyncio.sleep(0.01)
    raise AssertionError("a press is answered")
