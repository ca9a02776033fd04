"""What a host or somebody who manages the server may want done to a game that runs, as plain values.

Each has a line, by which it is kept with the request that asks the others for it, and is said in the table's language.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from cogs.house.game import themes
from cogs.house.table.running_game import RunningGame
from cogs.house.values.clocks import Absent
from cogs.house.values.order_delays import OrderDelay
from cogs.house.words.spoken_time import absent_said, answer_told, pace_said
from cogs.house.words.words import Words
from engine.core import Seat


@dataclass(frozen=True, slots=True)
class Choose:
    """`choose {"theme": "dark"}`: settings of the table."""

    values: Mapping[str, str]

    @property
    def line(self) -> str:
        return f"choose {json.dumps(dict(self.values))}"


@dataclass(frozen=True, slots=True)
class Fill:
    """`fill 1 steady`: the program plays on a seat."""

    seat: Seat
    level: str

    @property
    def line(self) -> str:
        return f"fill {self.seat} {self.level}"


@dataclass(frozen=True, slots=True)
class Invite:
    """`invite 1 123`, `invite 1`: a seat is offered to a person, or to everybody."""

    seat: Seat
    user: int | None

    @property
    def line(self) -> str:
        return f"invite {self.seat} {self.user or ''}".strip()


@dataclass(frozen=True, slots=True)
class CallOff:
    """`call-off 1`: a seat is no longer offered."""

    seat: Seat

    @property
    def line(self) -> str:
        return f"call-off {self.seat}"


@dataclass(frozen=True, slots=True)
class ActFor:
    """`act-for 1`: the program decides once for a seat."""

    seat: Seat

    @property
    def line(self) -> str:
        return f"act-for {self.seat}"


@dataclass(frozen=True, slots=True)
class Freeze:
    """`freeze a quarrel`: nobody can act, for a reason."""

    reason: str

    @property
    def line(self) -> str:
        return f"freeze {self.reason}"


@dataclass(frozen=True, slots=True)
class Unfreeze:
    """`unfreeze`: a game that rests goes on."""

    @property
    def line(self) -> str:
        return "unfreeze"


@dataclass(frozen=True, slots=True)
class RollBack:
    """`rollback 12 a slip`: the game goes back to the beginning of the phase counted `began`, for a reason."""

    began: int
    reason: str = ""

    @property
    def line(self) -> str:
        return f"rollback {self.began} {self.reason}".strip()


@dataclass(frozen=True, slots=True)
class Move:
    """`move 123`: the game goes on in another channel."""

    channel: int

    @property
    def line(self) -> str:
        return f"move {self.channel}"


Intervention = Choose | Fill | Invite | CallOff | ActFor | Freeze | Unfreeze | RollBack | Move


def read(line: str) -> Intervention:
    """What a line stands for."""
    verb, _, rest = line.partition(" ")
    first, _, second = rest.partition(" ")
    match verb:
        case "choose":
            return Choose(json.loads(rest))
        case "fill":
            return Fill(Seat(int(first)), second)
        case "invite":
            return Invite(Seat(int(first)), int(second) if second else None)
        case "call-off":
            return CallOff(Seat(int(first)))
        case "act-for":
            return ActFor(Seat(int(first)))
        case "freeze":
            return Freeze(rest)
        case "unfreeze":
            return Unfreeze()
        case "rollback":
            return RollBack(int(first), second)
        case "move":
            return Move(int(first))
    raise ValueError(f"no deed is called {verb}")


def deed_said(kept: RunningGame, wanted: Intervention) -> str:
    """What is wanted, for everybody; nothing secret, and no reason."""
    text = kept.kit.words.text
    match wanted:
        case Choose(values):
            return " ".join(_settings_said(kept, values))
        case Fill(seat, level):
            return text("deed-fill", who=kept.names[seat], level=level)
        case Invite(seat, None):
            return text("deed-open", who=kept.names[seat])
        case Invite(seat, user):
            return text("deed-invite", who=kept.names[seat], whom=f"<@{user}>")
        case CallOff(seat):
            return text("deed-call-off", who=kept.names[seat])
        case ActFor(seat):
            return text("deed-act-for", who=kept.names[seat])
        case Freeze():
            return text("deed-freeze")
        case Unfreeze():
            return text("deed-unfreeze")
        case RollBack():
            return text("deed-rollback")
        case Move(channel):
            return text("deed-move", channel=f"<#{channel}>")


def _settings_said(kept: RunningGame, values: Mapping[str, str]) -> list[str]:
    """Settings as they are to be, each in a sentence."""
    words, found = kept.kit.words, []
    if (theme := values.get("theme")) is not None:
        name = words.text(f"discord.theme.{themes.in_force(kept.kit, theme)}")
        found.append(words.text("discord.lobby.theme", theme=name))
    if (language := values.get("language")) is not None:
        found.append(words.text("discord.lobby.language", language=Words(language).text("language.name")))
    if (hints := values.get("hints")) is not None:
        found.append(words.text(f"discord.setting.hints-{hints}"))
    if (posts := values.get("posts")) is not None:
        said = words.text("discord.posts.said", posts=words.text(f"discord.posts.{posts}"))
        found.append(f"{said}.")
    if "pace" in values or "absent" in values:
        absent = Absent(values.get("absent", kept.game.absent))
        pace = pace_said(words, values.get("pace", kept.game.pace))
        found.append(words.text("pace-told", pace=pace, absent=absent_said(words, absent)))
    if (answer := values.get("answer")) is not None:
        found.append(answer_told(words, OrderDelay(answer)))
    if (abroad := values.get("abroad")) is not None:
        found.append(words.text(f"abroad-{abroad}"))
    return found
