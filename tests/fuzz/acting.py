"""Acts: somebody types something somewhere, known by the seed of the world and by its number in it.

What comes of an act is held against four claims: nothing breaks and it is answered; no step of ours holds the event
loop for long; nobody is mentioned; and what was typed is shown as it was typed.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from statistics import median
from typing import Any

import discord
import pytest
from discord import app_commands
from simcord.backend.models import Interaction

from cogs.face.lengths import LONGEST
from tests.bench.measuring import yardstick
from tests.discord import door
from tests.discord.conftest import Play
from tests.discord.test_private_answers import leaves
from tests.fuzz import texts
from tests.fuzz.forms import Opened
from tests.fuzz.markup import active, escapes, typed_in
from tests.fuzz.telling import TELLINGS, Crowd, told
from tests.fuzz.wire import LINE, Leaf, Wire
from tests.fuzz.world import NOTHING, beside

BOUND = 0.05
"""Seconds of the loop's own processor time that no step of ours is above."""

AGAIN = 4
"""So often an act is done again before a long step of it counts: other work of the machine is not ours."""

YARDSTICK = 0.00045
"""Seconds that a yardstick takes on the machine that the bound is for."""

LOCALES = ("en-US", "en-US", "de", "ru")
"""The languages that the people have their Discord in."""

KEPT = 600
"""So many of the last acts are looked for in what is sent later."""

MARKED = re.compile(r"zq(\d+)t\d+w\d+y", re.IGNORECASE)


@dataclass(frozen=True)
class Typed:
    """An option of a command, typed as a part of it, or, if it is `completed`, while it is being typed."""

    command: Leaf
    option: app_commands.Parameter
    completed: bool

    @property
    def what(self) -> str:
        return f"/{self.command.qualified_name} {self.option.display_name}{' …' * self.completed}"


@dataclass(frozen=True)
class Filled:
    """A field of a form; `forged` if the form is not the one that was opened there."""

    form: Opened
    name: str
    forged: bool = False

    @property
    def what(self) -> str:
        return f"{self.form.what} [{self.name}]{' forged' * self.forged}"


@dataclass(frozen=True)
class Told:
    """Something that others are told of with what was typed in it."""

    telling: str

    @property
    def what(self) -> str:
        return f"told: {self.telling}"


Target = Typed | Filled | Told

OFTEN = 10
"""So often in a round each of these."""


def takes_text(option: app_commands.Parameter) -> bool:
    """Whether anything can be typed into an option."""
    return option.type is discord.AppCommandOptionType.string and not option.choices


def options(play: Play) -> Iterator[Typed]:
    """Every option of the command tree into which something can be typed, and every one that is completed."""
    for command in leaves(play):
        for option in command.parameters:
            if takes_text(option):
                yield Typed(command, option, completed=False)
            if option.autocomplete:
                yield Typed(command, option, completed=True)


def fields(forms: Sequence[Opened]) -> Iterator[Filled]:
    """Every field of the forms, and of each form once more as a forged one."""
    for form in forms:
        for part in form.fields:
            yield Filled(form, part["component"]["custom_id"])
        yield Filled(form, form.fields[0]["component"]["custom_id"], forged=True)


@dataclass
class Loud(logging.Handler):
    """Everything that is logged as an error."""

    said: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(logging.ERROR)
        self.setFormatter(logging.Formatter("%(name)s: %(message)s"))

    __hash__ = object.__hash__

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(self.format(record))


@dataclass
class Held:
    """The longest step since it was asked last, in seconds of processor time, and whose it was."""

    longest: float = 0.0
    whose: str = ""

    def taken(self) -> tuple[float, str]:
        found = self.longest, self.whose
        self.longest, self.whose = 0.0, ""
        return found


@contextmanager
def held() -> Iterator[Held]:
    """Times every step of the loop but those of the task that asks, which is the test's own."""
    steps, ours = Held(), asyncio.current_task()
    run = asyncio.events.Handle._run

    def timed(handle: Any) -> None:
        callback = handle._callback
        if getattr(callback, "__self__", None) is ours:
            run(handle)
            return
        began = time.thread_time()
        run(handle)
        if (took := time.thread_time() - began) > steps.longest:
            steps.longest, steps.whose = took, repr(callback)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(asyncio.events.Handle, "_run", timed)
        yield steps


@dataclass
class Fuzz:
    """A world in which acts are done; `faults` are what came of them that must not be."""

    scenes: dict[str, Play]
    forms: Sequence[Opened]
    seed: int
    steps: Held
    loud: Loud
    crowd: Crowd
    faults: list[str] = field(default_factory=list)
    done: dict[int, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    reached: set[str] = field(default_factory=set)
    known: dict[str, list[str]] = field(default_factory=dict)
    targets: list[Target] = field(default_factory=list)
    texts: int = 0

    @property
    def play(self) -> Play:
        return self.scenes[NOTHING]

    def __post_init__(self) -> None:
        self.targets = [*options(self.play), *fields(self.forms), *(OFTEN * [Told(each) for each in TELLINGS])]
        self.known[""] = self._names()
        self.play.env.http_requests.clear()

    def _names(self) -> list[str]:
        """What stands in the games: their numbers, and what the tables call themselves."""
        found = []
        for number in range(1, len(self.scenes) + 20):
            table = self.play.house.in_memory(number)
            if table is not None:
                found += [str(number), table.game.name]
        return found

    async def acts(self, number: int) -> None:
        """Does so many acts: round by round every target once, in an order of the round's own."""
        for act in range(number):
            turn, place = divmod(act, len(self.targets))
            order = list(range(len(self.targets)))
            Random(f"{self.seed} order {turn}").shuffle(order)
            await self.act(act, self.targets[order[place]])

    async def act(self, act: int, target: Target) -> None:
        """Does an act, and again if it took too long; what is wrong with it is a fault."""
        self.reached.add(target.what)
        took, whose = await self._once(act, target)
        if took <= BOUND:
            return
        for _ in range(AGAIN):
            again, whose = await self._once(act, target)
            took = min(took, again)
            if took <= BOUND * _slowness():
                return
        self._fault(act, f"held the loop for {1000 * took:.0f} ms in {whose}")

    async def _once(self, act: int, target: Target) -> tuple[float, str]:
        whims, self.texts = Random(f"{self.seed} act {act}"), 0
        self.steps.taken()
        errors = self.play.env.error_cursor
        match target:
            case Typed():
                records = [await self._typed(whims, act, target)]
            case Filled():
                records = [await self._filled(whims, act, target)]
            case Told():
                records = await self._told(whims, act, target)
        held_for = self.steps.taken()
        for record in records:
            self._answered(act, record)
        for error in self.play.env.errors_since(errors):
            self._fault(act, f"broke: {error!r}")
        for said in self.loud.said:
            self._fault(act, f"logged: {said[:1500]}")
        self.loud.said.clear()
        self._sent(act)
        return held_for

    # --- what is done ---

    async def _typed(self, whims: Random, act: int, target: Typed) -> Interaction:
        scene = await self._scene(whims)
        who = await self._somebody(whims, scene, target.command)
        wire, private = Wire(scene, whims.choice(LOCALES)), whims.random() < 0.06
        typed: list[str] = []
        given: dict[str, tuple[int, Any]] = {}
        for option in target.command.parameters:
            name = option.display_name
            meant = name == target.option.display_name
            if meant or option.required or whims.random() < 0.4:
                offered: list[str] = []
                if option.autocomplete and takes_text(option) and whims.random() < (0.2 if meant else 0.7):
                    asked = {**given, name: (option.type.value, "")}
                    record = await wire.types(who, target.command, asked, name, private)
                    offered = [str(choice["value"]) for choice in record.autocomplete_choices or ()]
                    self.known[name] = [*self.known.get(name, ())[-40:], *offered[:2], *offered[-2:]]
                value = self._value(whims, act, option, scene, meant, offered)
                given[name] = option.type.value, value
                if isinstance(value, str):
                    typed.append(value)
        focused = target.option.display_name if target.completed else ""
        what = f"{target.what} by {who} in {scene.channel.name}{' (DM)' * private}, {wire.locale}: {given}"
        self._remember(act, what, typed)
        return await wire.types(who, target.command, given, focused, private)

    def _value(
        self, whims: Random, act: int, option: app_commands.Parameter, scene: Play, meant: bool, offered: Sequence[str]
    ) -> Any:
        kinds = discord.AppCommandOptionType
        if takes_text(option):
            if offered and not meant:
                return whims.choice(offered)
            known = (*offered, *self.known.get(option.display_name, ()), *self.known[""])
            text = self._hostile(whims, act, int(option.max_value or LONGEST), known)
            return text or "?"
        if option.choices:
            return whims.choice(option.choices).value
        match option.type:
            case kinds.integer if option.autocomplete and meant and whims.random() < 0.5:
                return self._hostile(whims, act, 100, ())
            case kinds.integer:
                least, most = int(option.min_value or 0), int(option.max_value or 20)
                return whims.randint(least, min(most, least + 20))
            case kinds.boolean:
                return whims.random() < 0.5
            case kinds.user:
                return whims.choice(list(scene.people.values()))
            case kinds.channel:
                return scene.channel
            case kinds.attachment:
                return "game.txt", self._hostile(whims, act, LONGEST, ()).encode()
            case _:
                raise AssertionError(f"an option of a type that nobody fills: {option.type}")

    async def _filled(self, whims: Random, act: int, target: Filled) -> Interaction:
        form = target.form
        scene = self.scenes[form.scene]
        who = form.who if whims.random() < 0.8 else whims.choice(list(scene.people))
        filled: dict[str, tuple[int, Sequence[str]]] = {}
        typed: list[str] = []
        for part in form.fields:
            component = part["component"]
            name, kind = component["custom_id"], component["type"]
            values = self._values(whims, act, component, name == target.name)
            typed += values
            filled[name] = kind, values
        identity = form.custom_id
        if target.forged:
            identity, filled = self._forged(whims, act, identity, filled, typed)
        self._remember(act, f"{target.what} by {who}: {identity} {filled}", typed)
        return await Wire(scene, whims.choice(LOCALES)).fills(who, form.message, identity, filled)

    def _values(self, whims: Random, act: int, component: Any, meant: bool) -> list[str]:
        before = str(component.get("value") or "")
        if component["type"] == LINE:
            if not meant and before:
                return [before]
            known = tuple(filter(None, (before, *self.known.get("text", ()), *self.known.get("line", ()))))
            room = int(component.get("max_length") or LONGEST)
            return [self._hostile(whims, act, room, known)]
        offered = [str(option["value"]) for option in component["options"]]
        chosen = whims.sample(offered, whims.randint(0, min(len(offered), int(component.get("max_values") or 1))))
        if meant:
            chosen.insert(whims.randint(0, len(chosen)), self._hostile(whims, act, 100, offered))
        return chosen

    def _forged(
        self, whims: Random, act: int, identity: str, filled: dict[str, Any], typed: list[str]
    ) -> tuple[str, dict[str, Any]]:
        """The form of another game, time or place, or none of ours; or with the fields of another form."""
        version, game, began, carries = identity.split(":", 3)
        hostile = self._hostile(whims, act, 60, [form.custom_id for form in self.forms])
        match whims.randrange(6):
            case 0:
                game = str(whims.choice((0, 1, 2, 5, 9, 999, 10**17)))
            case 1:
                began = str(whims.choice((0, 1, 10**17)))
            case 2:
                carries = f"{carries.split(' ')[0]} {hostile}"
            case 3:
                carries = hostile
            case 4:
                filled = {whims.choice((*filled, hostile or "x")): (whims.choice((LINE, 3, 22)), [hostile])}
            case _:
                return hostile[:100] or "x", filled
        typed.append(hostile)
        return f"{version}:{game}:{began}:{carries}"[:100], filled

    async def _scene(self, whims: Random) -> Play:
        """Any of the scenes; where nothing is played another channel follows as soon as something is."""
        name = whims.choice(list(self.scenes))
        scene = self.scenes[name]
        if name == NOTHING and await scene.house.last_at(scene.channel.id) is not None:
            scene = self.scenes[name] = beside(scene, name)
        return scene

    async def _somebody(self, whims: Random, scene: Play, command: Leaf) -> str:
        """Anybody; half of the time somebody whom the game waits for, or who manages the server if only they may."""
        root = command.root_parent
        if root is not None and root.default_permissions is not None and whims.random() < 0.5:
            return list(scene.people)[-1]
        table = await scene.house.at(scene.channel.id)
        waited = [scene.name(table, seat) for seat in sorted(table.awaiting)] if table is not None else []
        return whims.choice(waited if waited and whims.random() < 0.5 else list(scene.people))

    def _hostile(self, whims: Random, act: int, room: int, known: Sequence[str]) -> str:
        self.texts += 1
        people = [person.id for person in self.play.people.values()]
        return texts.hostile(whims, (act, self.texts), room, known, people)

    async def _told(self, whims: Random, act: int, target: Told) -> list[Interaction]:
        typed: list[str] = []

        def text(room: int) -> str:
            typed.append(self._hostile(whims, act, room, ())[:room].strip() or "?")
            self._remember(act, f"{target.what}: {typed}", typed)
            return typed[-1]

        self.crowd.language = whims.choice(LOCALES)
        return [record async for record in told(self.crowd, target.telling, text)]

    # --- what came of it ---

    def _remember(self, act: int, what: str, typed: Sequence[str]) -> None:
        self.done[act] = what, tuple(typed)
        while len(self.done) > KEPT:
            del self.done[next(iter(self.done))]

    def _fault(self, act: int, what: str) -> None:
        self.faults.append(f"seed {self.seed} act {act}: {self.done.get(act, ('?',))[0][:1500]}\n    {what}")

    def _answered(self, act: int, record: Interaction) -> None:
        if not record.responded:
            self._fault(act, "not answered")
            return
        if record.modal is not None or record.autocomplete_choices is not None:
            return
        said = Wire(self.play).said(record)
        if not any(message.content.strip() for message in said):
            self._fault(act, "answered with nothing")
        if record.loading:
            self._fault(act, "still thinking")

    def _sent(self, act: int) -> None:
        """Looks at all that was sent since it was looked at last."""
        requests = self.play.env.http_requests
        new = list(requests)
        requests.clear()
        self.play.env.backend.transcript.clear()
        for fault in door.faults(new):
            self._fault(act, f"not taken by Discord: {fault}")
        for request in new:
            body: Any = request.json
            if not isinstance(body, dict) or request.method not in ("POST", "PATCH", "PUT"):
                continue
            for part in (body, body.get("data"), body.get("message")):
                if isinstance(part, dict) and part.get("content"):
                    self._shown(act, request.path, part)

    def _shown(self, act: int, path: str, part: Mapping[str, Any]) -> None:
        content = str(part["content"])
        whose = {int(number) for number in MARKED.findall(content)} & self.done.keys()
        for each in whose or {act}:
            for text in self.done[each][1]:
                for fault in escapes(content, text, _marks(text)):
                    self._fault(each, f"{fault} is active, by {path}: {content!r}")
        self._mentions(act, path, content, part.get("allowed_mentions"), whose)

    def _mentions(self, act: int, path: str, content: str, allowed: Any, whose: set[int]) -> None:
        """Nobody is called but by a mention of our own in the text."""
        if allowed is None or allowed.get("parse") != [] or allowed.get("roles") or allowed.get("replied_user"):
            self._fault(act, f"anybody could be mentioned by {path}: {allowed} {content!r}")
            return
        texts_ = [text for each in whose for text in self.done[each][1]]
        typed = [span for text in texts_ for span in typed_in(content, text, _marks(text))]
        ours = {
            content[at:end].strip("<@!>")
            for each in active(content)
            if each.kind == "mention"
            for at, end in each.signs
            if not any(begins < end and at < ends for begins, ends in typed)
        }
        if strangers := {str(user) for user in allowed.get("users", ())} - ours:
            self._fault(act, f"{strangers} could be mentioned by {path}: {content!r}")


def _marks(text: str) -> list[str]:
    return list(dict.fromkeys(match[0] for match in MARKED.finditer(text.lower())))


def _slowness() -> float:
    """How many times as long as there a yardstick takes here just now, and at least 1."""
    taken = []
    for _ in range(21):
        began = time.thread_time()
        yardstick()
        taken.append(time.thread_time() - began)
    return max(1.0, median(taken) / YARDSTICK)
