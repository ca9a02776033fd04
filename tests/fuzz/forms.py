"""Every form that the panels open, found by walking through them; and where in the code forms are made."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import cogs
from cogs.face import screen
from cogs.face.presses import Sign
from cogs.house.table.lobby_post import RULES
from cogs.house.values.sender import OPEN
from cogs.interactions.components import custom_id
from cogs.panel.panel import ORDERS
from cogs.router import BODY, OURS
from tests.discord.conftest import Play
from tests.fuzz.wire import Wire

HERE = Path(cogs.__file__).parent
LEADS = (Sign.PLACE, Sign.FORM, ORDERS, RULES)
"""With these begins what shows something or opens a form, and does nothing."""

MOST = 24
"""So many presses of a person in a scene."""

Site = tuple[str, int]


@dataclass(frozen=True)
class Opened:
    """A form that somebody has open: where, above which message, its id and its fields."""

    scene: str
    who: str
    message: int | None
    custom_id: str
    fields: tuple[dict[str, Any], ...]

    @property
    def kind(self) -> str:
        """What it is for in its scene, whatever it is about there: of each kind one is enough."""
        words = carried(self.custom_id).split(" ")
        return " ".join((f"{self.scene}:", *words[: 3 if words[-2:-1] == ["split"] else 2]))

    @property
    def what(self) -> str:
        """What it is about, whatever the numbers of the game are."""
        return f"{self.scene}: {carried(self.custom_id)}"


def carried(identity: str) -> str:
    """What a custom id carries; nothing, if it is none of a game."""
    ours = OURS.fullmatch(identity)
    body = BODY.fullmatch(ours["body"]) if ours is not None else None
    return "" if body is None else body["carries"]


class Made:
    """Where in the code the forms and fields were made that have been seen."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sites: set[Site] = set()
        for kind in (screen.Form, screen.Field):
            checked: Any = kind.__post_init__

            def noted(one: Any, checked: Any = checked) -> None:
                checked(one)
                frame: Any = sys._getframe(2)
                self.sites.add((Path(frame.f_code.co_filename).name, frame.f_lineno))

            monkeypatch.setattr(kind, "__post_init__", noted)


def written() -> Iterator[Site]:
    """Where in the code forms and fields are made."""
    for file in sorted(HERE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("Form", "Field"):
                yield file.name, node.lineno


def modals() -> Iterator[Site]:
    """Where in the code forms are built for Discord."""
    for file in sorted(HERE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "Modal":
                yield file.name, node.lineno


async def found(scenes: dict[str, Play]) -> list[Opened]:
    """Every form that can be opened in these scenes by whoever sits there, each once."""
    forms: dict[tuple[str, str], Opened] = {}
    for name, play in scenes.items():
        table = await play.house.at(play.channel.id)
        if table is None:
            continue
        for who in play.people:
            if table.seat_of(play.people[who].id) is None and play.people[who].id != table.host:
                continue
            async for form in _walked(name, play, who, table.game.id, table.began):
                forms.setdefault((form.kind, str([field["component"]["custom_id"] for field in form.fields])), form)
    return list(forms.values())


async def _walked(name: str, play: Play, who: str, game: int, began: int) -> Any:
    """Presses whatever leads somewhere, forms first."""
    wire = Wire(play)
    public = play.cards()[-1].id
    first = [(public, custom_id(game, began, carries), ()) for carries in (OPEN, RULES, ORDERS)]
    due: list[tuple[int | None, str, tuple[str, ...]]] = list(first)
    seen: set[tuple[str, tuple[str, ...]]] = set()
    for _ in range(MOST):
        if not due:
            return
        due.sort(
            key=lambda each: (
                not _meant(each[1], each[2]).startswith((Sign.FORM, f"{ORDERS} {Sign.FORM}", f"{RULES} type"))
            )
        )
        message, identity, values = due.pop(0)
        record = await wire.presses(who, message, identity, values)
        if record.modal is not None:
            fields = tuple(field for field in record.modal["components"] if "component" in field)
            yield Opened(name, who, message, record.modal["custom_id"], fields)
            continue
        for told in wire.said(record):
            for each in _offered(told):
                if each not in seen:
                    seen.add(each)
                    due.append((told.id, *each))


def _offered(message: Any) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What can be pressed or chosen in a message, as far as it leads somewhere."""
    for row in message.components:
        for part in row.get("components", ()):
            options = part.get("options")
            if options is None:
                if carried(part["custom_id"]).startswith(LEADS) and not part.get("disabled"):
                    yield part["custom_id"], ()
                continue
            # Options of a list lead to the like: the first two and the last stand for all.
            for option in {id(each): each for each in (*options[:2], options[-1])}.values():
                if str(option["value"]).startswith(LEADS):
                    yield part["custom_id"], (str(option["value"]),)


def _meant(identity: str, values: tuple[str, ...]) -> str:
    carries = carried(identity)
    return values[0] if carries.startswith(Sign.PICK) and values else carries
