"""A person who plays by thumb alone: he opens his panel, reads it, and presses what it offers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import simcord

from tests.discord.conftest import Play, components, text_of

MORE = "More …"
MARK = "💡 "
"""Before the label of the button that the bot would press."""


@dataclass
class Thumb:
    """Somebody's private panel, as it lies open. `taps` counts what he pressed since it was opened last."""

    play: Play
    who: str
    message: Any = None
    text: str = ""
    taps: int = 0
    pressed: list[str] = field(default_factory=list)

    async def open(self) -> Thumb:
        """Presses *My turn* in the channel."""
        result = await self.play.press(self.who, self.play.last_with("My turn"), label="My turn")
        self._take(result)
        return self

    def parts(self) -> list[dict[str, Any]]:
        """The buttons and lists of the panel that are not greyed."""
        return [part for part in components(self.message) if not part.get("disabled")]

    def greyed(self) -> list[str]:
        """The labels of the greyed buttons."""
        return [part["label"] for part in components(self.message) if part.get("disabled")]

    def advised(self) -> list[str]:
        """The labels of the buttons that stand out, for the bot would press them."""
        return [_label(part) for part in self.parts() if part.get("label", "").startswith(MARK)]

    def buttons(self) -> list[str]:
        """The labels of the buttons that can be pressed, without the mark of the advised one."""
        return [_label(part) for part in self.parts() if part.get("label")]

    def lists(self) -> list[dict[str, Any]]:
        """The lists of the panel, without that of the rest."""
        return [part for part in self._all_lists() if part.get("placeholder") != MORE]

    def more(self) -> list[str]:
        """The labels in the list of what is wanted seldom."""
        return self.options(MORE) if len(self._all_lists()) > len(self.lists()) else []

    def options(self, about: str = "") -> list[str]:
        """The labels in the first list whose words begin so."""
        return [option["label"] for option in self._list(about)["options"]]

    async def tap(self, label: str) -> Thumb:
        """Presses the first button whose label begins so; without any, chooses it in the list of the rest."""
        part = next((p for p in self.parts() if _label(p).startswith(label)), None)
        if part is None and self.more():
            return await self.choose(label, MORE)
        assert part is not None, f"{label!r} is not among {self.buttons()}"
        self.pressed.append(part["label"])
        self._take(await self.play.press(self.who, self.message, custom_id=part["custom_id"]))
        return self

    async def choose(self, label: str, about: str = "") -> Thumb:
        """Chooses the first option of a list whose label begins so."""
        found = self._list(about)
        option = next((option for option in found["options"] if option["label"].startswith(label)), None)
        assert option is not None, f"{label!r} is not among {self.options(about)}"
        self.pressed.append(option["label"])
        person = self.play.people[self.who]
        result = await person.select(self.message, [option["value"]], custom_id=found["custom_id"])
        await self.play.settle()
        self._take(result)
        return self

    async def form(self, label: str) -> simcord.InteractionResult:
        """Opens a form by its button, without sending it."""
        part = next(part for part in self.parts() if _label(part).startswith(label))
        shown = await self.play.people[self.who].click(self.message, custom_id=part["custom_id"])
        assert shown.modal is not None, f"{label!r} opens no form"
        self.pressed.append(part["label"])
        return shown

    async def fill(self, label: str, values: dict[str, Any]) -> Thumb:
        """Opens a form by its button and sends it with these values by field."""
        result = await self.play.people[self.who].submit_modal(await self.form(label), values)
        await self.play.settle()
        self._take(result)
        self.taps += 1
        return self

    def _all_lists(self) -> list[dict[str, Any]]:
        return [part for part in self.parts() if part.get("options")]

    def _list(self, about: str) -> dict[str, Any]:
        lists = self._all_lists() if about == MORE else self.lists()
        return next(part for part in lists if str(part.get("placeholder", "")).startswith(about))

    def _take(self, result: simcord.InteractionResult) -> None:
        assert result.response is not None, "a press was not answered"
        assert result.response.ephemeral, "a press was answered in public"
        self.message, self.text = result.response, text_of(result)
        self.taps += 1


def _label(part: dict[str, Any]) -> str:
    """The label of a button without its mark; empty if it is none."""
    return str(part.get("label", "")).removeprefix(MARK)
