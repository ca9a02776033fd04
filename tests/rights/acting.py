"""What people do in the town: anything that a client can send, and much that only a forged one would.

Which commands, options, verbs and signs there are is asked of the bot itself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import discord
import simcord
from discord import app_commands
from simcord import interactions as simulated
from simcord.backend import serializers

from cogs.face.presses import SETTLE, Sign
from cogs.house.table.lobby_post import LOBBY
from cogs.house.values.sender import OPEN
from cogs.router import ASIDES
from tests.discord.quick_simcord import IDLE
from tests.rights.town import MANAGERS, Place, Town

COMMAND, COMPONENT, COMPLETION, FILLED = 2, 3, 4, 5
BUTTON, SELECT = 2, 3
NOBODYS = 987_654_321
"""No game has this number."""

AnyCommand = app_commands.Command[Any, ..., Any]
Kind = discord.AppCommandOptionType
KINDS = ("press", "press", "press", "old", "old", "command", "command", "complete", "complete", "form", "menu")
KEEPERS = [name for names in MANAGERS.values() for name in names]
SLOW = ("watch replay", "show odds", "watch verify-dice")
"""What takes long and changes nothing is done seldom."""


@dataclass(frozen=True)
class Act:
    """What somebody does somewhere. `about` is the number of the game that it carries, None if it carries none."""

    place: Place
    kind: int
    data: Mapping[str, Any]
    said: str
    about: int | None = None
    source: int | None = None
    """The message that it is done below."""

    def __str__(self) -> str:
        where = self.place.channel.name or "direct messages"
        return f"{self.place.person} in {where}: {self.said}"

    def of(self, game: int) -> Act:
        """The same with the number of another game."""
        assert self.about is not None
        return replace(self, about=game, data=_swapped(self.data, self.about, game))


def _swapped(data: Any, old: int, new: int) -> Any:
    """The same data with another number wherever that of the game stands."""
    if isinstance(data, Mapping):
        return {
            key: _number(value, old, new) if key in ("custom_id", "value") and isinstance(value, str)
            else _swapped(value, old, new)
            for key, value in data.items()
        }  # fmt: skip
    return [_swapped(each, old, new) for each in data] if isinstance(data, list) else data


def _number(text: str, old: int, new: int) -> str:
    return (
        re.sub(rf"^(t1:)?{old}(?=:|$)", rf"\g<1>{new}", text)
        if text.startswith("t1:") or text.isdecimal()
        else (re.sub(rf"^{old}(?=:)", str(new), text))
    )


@dataclass
class Acting:
    """Chooses acts by its dice, and does them. `known` are the ids of buttons that anybody was ever shown."""

    town: Town
    dice: Random
    known: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        tree = self.town.play.client.tree
        self.commands = [each for each in tree.walk_commands() if isinstance(each, app_commands.Command)]
        self.menus = list(tree.walk_commands(type=discord.AppCommandType.message))
        self.roots = {each.name: each.to_dict(tree) for each in tree.get_commands()}
        self.sources: dict[tuple[str, int], int] = {}

    # --- choosing

    async def chosen(self) -> Act:
        """The next act."""
        dice = self.dice
        place = self.place()
        match dice.choice(KINDS):
            case "press":
                return await self._press(place, self.custom_id(place, await self.carried(place)))
            case "old":
                return await self._press(place, await self._old(place))
            case "command":
                return self._command(place) or await self.chosen()
            case "complete":
                return self._completion(place) or await self.chosen()
            case "form":
                return await self._form(place)
            case _:
                return await self._menu(place) or await self.chosen()

    def place(self) -> Place:
        """Where somebody acts: every other time where a game is, so that they may often do it."""
        dice, town = self.dice, self.town
        places = town.places(dice.choice(town.names()))
        told = [place for place in places if self.told_at(place)]
        return dice.choice(told) if told and dice.random() < 0.5 else dice.choice(places)

    def told_at(self, place: Place) -> int | None:
        """The last game of a channel."""
        found = self.town.rows("SELECT max(id) FROM game WHERE channel_id = ?", place.channel.id)
        return int(found[0][0]) if found and found[0][0] else None

    def a_game(self, place: Place | None = None) -> int:
        """Any game, or rather that of the place; now and then one that is not there."""
        if place is not None and self.dice.random() < 0.4 and (here := self.told_at(place)) is not None:
            return here
        games = [row[0] for row in self.town.rows("SELECT id FROM game")]
        return int(self.dice.choice([*games, self.dice.choice(games) + 1000]))

    def custom_id(self, place: Place, carries: str) -> str:
        """An id of our grammar, for any game and moment."""
        game = self.a_game(place)
        table = self.town.play.house.in_memory(game)
        began = table.began if table is not None and self.dice.random() < 0.7 else self.dice.choice((0, 1, 2, 3, 9))
        return f"t{self.dice.choice('1111111112')}:{game}:{began}:{carries}"[:100]

    async def carried(self, place: Place) -> str:
        """What a press carries: a verb of the lobby, of what stands beside the panels, a sign of theirs, a line."""
        dice = self.dice
        verbs = [*ASIDES, *LOBBY, OPEN, SETTLE]
        asked = dice.random()
        if asked < 0.55:
            verb = dice.choice(verbs)
            return f"{verb} {self.rest()}".strip() if verb not in (*LOBBY, OPEN) and dice.random() < 0.8 else verb
        sign = dice.choice((Sign.PLACE, Sign.FORM, Sign.RUN, Sign.ORDERING, Sign.YES, Sign.PART, Sign.PICK, "", "", ""))
        return f"{sign}{await self.line()}"

    def rest(self) -> str:
        """What may stand behind a verb."""
        dice, town = self.dice, self.town
        tables = [row[0] for row in town.rows("SELECT id FROM vote UNION SELECT id FROM request")] or [1]
        some = (
            "", "0", "1", "2", "3", "offer", "left", "leave", "keep", "draw", "off", "server", "all", "best", "named",
            "-1 - - -", "1 opened", "set hints off", "set late_view 2", "set abroad on", "set theme night", "/", "!/",
            "set attacker 2 battle 5 0 2 118", "type seats", f"{dice.choice(tables)}", f"{dice.choice(tables)} agree",
            f"{dice.choice(tables)} wait", "*1 roll", "of pace", "of 3", "bot steady 2", "free 2", "give", "in start",
            "set joining host", "set setup chosen", "set preset battle-titan", f"{self.a_game()}", "2 reasons", "yes",
        )  # fmt: skip
        return dice.choice(some)

    async def line(self) -> str:
        """A line that somebody could play now somewhere, a part of one, or one that ends it all."""
        dice = self.dice
        running = [row[0] for row in self.town.rows("SELECT id FROM game WHERE status = 'running'")]
        if not running or dice.random() < 0.2:
            return dice.choice(("resign", "concede", "draw", "undo", "done", "roll", "flee", "split Rd01", "0", "best"))
        table = await self.town.play.house.table(dice.choice(running))
        seats = sorted(table.awaiting) or [chair.seat for chair in table.seats]
        legal = table.legal(dice.choice(seats))
        if not legal:
            return "done"
        line = table.line(dice.choice(legal))
        return line if dice.random() < 0.8 else line.partition(" ")[0]

    async def _old(self, place: Place) -> str:
        """An id that was on a button somewhere, mostly as it was, now and then with another game's number."""
        if not self.known:
            return self.custom_id(place, OPEN)
        found = self.dice.choice(self.known)
        if self.dice.random() < 0.3 and (ours := re.fullmatch(r"(t1:)\d+(:[\s\S]*)", found)):
            return f"{ours[1]}{self.a_game()}{ours[2]}"
        return found

    async def _press(self, place: Place, custom_id: str) -> Act:
        listed = self.dice.random() < 0.2
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": SELECT if listed else BUTTON}
        if listed:
            data["values"] = [await self.carried(place)]
        said = f"press {custom_id!r}" + (f" with {data['values']}" if listed else "")
        return Act(place, COMPONENT, data, said, _about(custom_id), await self.source(place))

    async def _form(self, place: Place) -> Act:
        carries = self.dice.choice(
            (f"{Sign.FORM}{await self.line()}", f"rules {self.rest()}", f"orders !{await self.line()}")
        )
        custom_id = self.custom_id(place, carries)
        names = ("typed", "line", "creatures", "0")
        fields = [
            {
                "type": 18,
                "id": at,
                "component": {"type": 4, "id": 10 + at, "custom_id": name, "value": await self.line()},
            }
            for at, name in enumerate(self.dice.sample(names, 2))
        ]
        data = {"custom_id": custom_id, "components": fields}
        return Act(place, FILLED, data, f"form {custom_id!r}", _about(custom_id), await self.source(place))

    async def _menu(self, place: Place) -> Act | None:
        """A context menu on a post of the channel, or on one that stands elsewhere."""
        backend, dice = self.town.play.env.backend, self.dice
        everywhere = [channel for channel, posts in backend.messages.items() if posts]
        near = place.channel.id if place.channel.id in everywhere else dice.choice(everywhere)
        channel = near if dice.random() < 0.6 else dice.choice(everywhere)
        if not backend.messages[channel] or not self.menus:
            return None
        stored = dice.choice(list(backend.messages[channel].values()))
        menu = dice.choice(self.menus)
        shown = dict(serializers.message_payload(backend, stored))
        data = {
            "id": "1", "name": menu.name, "type": 3, "target_id": str(stored.id),
            "resolved": {"messages": {str(stored.id): shown}},
        }  # fmt: skip
        return Act(place, COMMAND, data, f"{menu.name} on a message of channel {channel}: {stored.content[:60]!r}")

    def _allowed(self, place: Place, command: AnyCommand) -> bool:
        """Whether Discord offers a command there: the rest can't be sent."""
        root = self.roots[command.qualified_name.partition(" ")[0]]
        contexts = root.get("contexts")
        if contexts is not None:
            return (0 if place.guild is not None else 1) in contexts
        return place.guild is not None or bool(root.get("dm_permission", True))

    def _command(self, place: Place) -> Act | None:
        command = self.a_command(place, self.commands)
        if not self._allowed(place, command):
            return None
        given, about = {}, None
        for option in command.parameters:
            if not option.required and self.dice.random() < 0.5:
                continue
            value = self.value(place, option)
            if value is None:
                if option.required:
                    return None
                continue
            given[option.display_name] = value
            if option.display_name == "game" and isinstance(value, str):
                about = _leading(value)
        data = self._typed(place, command, given)
        shown = " ".join(f"{key}:{value}" for key, value in given.items())
        return Act(place, COMMAND, data, f"/{command.qualified_name} {shown}", about)

    def a_command(self, place: Place, some: Sequence[AnyCommand]) -> AnyCommand:
        """One of some commands, out of each group as often; who manages a server often does so."""
        root = self.dice.choice(sorted({each.qualified_name.partition(" ")[0] for each in some}))
        if place.person in KEEPERS and self.dice.random() < 0.4:
            root = "titan-admin"
        own = [each for each in some if each.qualified_name.partition(" ")[0] == root]
        quick = [each for each in own if each.qualified_name not in SLOW]
        return self.dice.choice(own if not quick or self.dice.random() < 0.1 else quick)

    def _completion(self, place: Place) -> Act | None:
        completed = [each for each in self.commands if any(option.autocomplete for option in each.parameters)]
        command = self.a_command(place, completed)
        option = self.dice.choice([each for each in command.parameters if each.autocomplete])
        if not self._allowed(place, command):
            return None
        given, about = {}, None
        for other in command.parameters:
            if (
                other.name != option.name
                and self.dice.random() < 0.5
                and (value := self.value(place, other)) is not None
            ):
                given[other.display_name] = value
                if other.display_name == "game" and isinstance(value, str):
                    about = _leading(value)
        typed = self.dice.choice(("", "", "1", "r", "titleword", "private", str(self.a_game())))
        focused = {"name": option.display_name, "type": option.type.value, "value": typed, "focused": True}
        data = self._typed(place, command, given, focused)
        shown = " ".join(f"{key}:{value}" for key, value in given.items())
        return Act(
            place,
            COMPLETION,
            data,
            f"completes {option.display_name}:{typed} of /{command.qualified_name} {shown}",
            about,
        )

    def value(self, place: Place, option: Any) -> Any:
        """Something for an option."""
        dice, town = self.dice, self.town
        if option.choices:
            return dice.choice(option.choices).value
        match option.type:
            case Kind.integer:
                low = int(option.min_value if option.min_value is not None else 0)
                return dice.randint(low, min(int(option.max_value if option.max_value is not None else 9), low + 8))
            case Kind.boolean:
                return dice.random() < 0.5
            case Kind.user:
                return town.user(dice.choice(town.names()))
            case Kind.channel if place.guild is not None:
                guild = town.play.guild if place.guild == town.home else town.other
                fit = [each for each in town.handles(guild) if town.sees(place.actor.id, each.id)]
                kinds = {kind.value for kind in option.channel_types}
                fit = [each for each in fit if not kinds or each._channel.type in kinds]
                return dice.choice(fit) if fit else None
            case Kind.channel:
                return None
            case Kind.attachment:
                return ("game.txt", b"1")
            case Kind.number:
                return 1.0
        name = option.display_name
        if name == "game":
            game = self.a_game(place)
            return dice.choice((str(game), f"{game}: titleword", "server" if dice.random() < 0.1 else str(game)))
        typed = dice.choice(
            ("1", "2", "Rd01", "Bk02", "roll", "done", "resign", "random", "steady", "41", "x", "*`@everyone")
        )
        if name in ("line", "order", "orders"):
            typed = dice.choice(("roll", "done", "resign", "undo", "concede", typed))
        if option.min_value is not None:
            typed = typed.ljust(int(option.min_value), "x")
        return typed[: int(option.max_value)] if option.max_value is not None else typed

    def _typed(self, place: Place, command: Any, given: Mapping[str, Any], focused: Any = None) -> dict[str, Any]:
        """A command's data, as Discord sends it."""
        name = command.qualified_name
        root = self.roots[name.partition(" ")[0]]
        leaf, nesting = simulated.walk_to_subcommand(root, name.split()[1:])
        actor, channel = place.actor, place.channel.id
        options, resolved = simulated.build_options(
            actor, name, leaf, dict(given), partial=focused is not None, channel_id=channel
        )
        if focused is not None:
            options.append(focused)
        data = {"id": "1", "name": root["name"], "type": 1, "options": simulated.nest_options(root, nesting, options)}
        return {**data, "resolved": resolved} if resolved else data

    # --- doing

    async def source(self, place: Place) -> int:
        """A message that the person sees there, of the bot's, to press something below."""
        key = place.person, place.channel.id
        if self.posted(place, self.sources.get(key)) is None:  # there was none, or another panel took its place
            typed = self._typed(place, next(each for each in self.commands if each.qualified_name == "titan help"), {})
            result = await self.done(Act(place, COMMAND, typed, "/titan help"))
            assert result.response is not None
            self.sources[key] = result.response.id
        own = self.sources[key]
        stored = self.town.play.env.backend.messages.get(place.channel.id, {})
        public = [
            each.id
            for each in stored.values()
            if each.author_id == self.town.play.env.backend.bot_user.id and not each.flags
        ]
        return self.dice.choice(public) if public and self.dice.random() < 0.5 else own

    def posted(self, place: Place, source: int | None) -> dict[str, Any] | None:
        """A message as Discord has it now; None if it is there no more."""
        backend = self.town.play.env.backend
        stored = backend.messages.get(place.channel.id, {}).get(source or 0)
        return None if stored is None else dict(serializers.message_payload(backend, stored))

    async def done(self, act: Act) -> simcord.InteractionResult:
        """Does it, and waits until the bot has come to rest."""
        backend, place = self.town.play.env.backend, act.place
        record, payload = simulated.base_payload(
            backend,
            type=act.kind,
            channel_id=place.channel.id,
            guild_id=place.guild,
            user_id=place.actor.id,
            data=dict(act.data),
        )
        if act.source is not None:
            source = act.source if self.posted(place, act.source) else await self.source(place)
            payload["message"] = self.posted(place, source)
            record.source_message_id = source
            if act.kind == COMPONENT:
                part = {"type": act.data["component_type"], "custom_id": act.data["custom_id"]}
                part |= {"options": []} if "values" in act.data else {"style": 2, "label": "Press"}
                payload["message"]["components"] = [{"type": 1, "components": [part]}]
        backend.emit("INTERACTION_CREATE", payload)
        await self.town.play.env.settle(idle=IDLE)
        await self.town.play.settle()
        return simcord.InteractionResult(self.town.play.env, record)


def _about(custom_id: str) -> int | None:
    """The game whose number an id carries."""
    found = re.fullmatch(r"t1:(\d{1,18}):\d{1,18}:[\s\S]*", custom_id)
    return int(found[1]) if found else None


def _leading(typed: str) -> int | None:
    number = typed.partition(":")[0].strip()
    return int(number) if number.isdecimal() else None
