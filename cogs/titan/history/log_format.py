"""How a game of Titan is looked up: by its parts, the players' turns, and by the markers of legions."""

from __future__ import annotations

from functools import partial

from cogs.house.game.telling import LogFormat
from cogs.house.words.words import Names
from cogs.titan.history.chronicle import chronicle
from cogs.titan.words.short_notation import short
from cogs.titan.words.terms import Terms
from engine.titan.events import (
    Acquired,
    Agreed,
    BattleBegan,
    BattleEnded,
    Conceded,
    Eliminated,
    Engaged,
    Event,
    Examined,
    Fled,
    MarkerChosen,
    Moved,
    Mustered,
    NotEntered,
    Parted,
    Reinforced,
    Rejoined,
    Slain,
    Spawned,
    Summoned,
    TurnBegan,
    TurnedBack,
)


def log_format(terms: Terms) -> LogFormat[Event]:
    """Titan's, in one language."""
    return LogFormat(
        part=partial(turn, terms),
        about=about,
        opened=partial(opened, terms),
        short=partial(short, terms),
        chronicle=partial(chronicle, terms),
    )


def turn(terms: Terms, event: Event, names: Names) -> str:
    """The name of the turn that begins with an event: `Turn 3: Ann`."""
    if not isinstance(event, TurnBegan):
        return ""
    return terms.say("replay.turn", turn=event.turn, player=names[event.seat])


def opened(terms: Terms, event: Event, names: Names) -> str:
    """Who went in a split and who came back, told to others than their owner."""
    match event:
        case Parted(seat, parent, child, kept, left, creatures) if creatures:
            facts = {"parent": parent, "child": child, "kept": kept, "left": left}
            return terms.say("event.parted-opened", player=names[seat], creatures=terms.creatures(creatures), **facts)
        case Spawned(seat, marker, land, _, creatures) if creatures:
            facts = {"legion": marker, "land": terms.land(land), "creatures": terms.creatures(creatures)}
            return terms.say("event.spawned-opened", player=names[seat], **facts)
        case _:
            return ""


def about(event: Event) -> tuple[str, ...]:
    """The markers of the legions that an event is about. A single strike is about none: its battle is."""
    return tuple(marker for marker in _markers(event) if marker)


def _markers(event: Event) -> tuple[str, ...]:
    match event:
        case MarkerChosen(marker=marker) | Spawned(marker=marker):
            return (marker,)
        case Parted():
            return event.parent, event.child
        case Rejoined():
            return event.into, event.child
        case Moved():
            return event.legion, event.enemy
        case Engaged() | BattleBegan():
            return event.attacker, event.defender
        case Agreed():
            return (*(marker for marker, _ in event.lost), event.survivor)
        case BattleEnded():
            return event.winner, event.loser
        case Eliminated():
            return tuple(marker for marker, _, _ in event.legions)
        case Summoned():
            return event.legion, event.donor
        case TurnedBack():
            return (event.donor,)
        case Examined() | Fled() | Conceded() | NotEntered() | Slain() | Acquired() | Reinforced() | Mustered():
            return (event.legion,)
        case _:
            return ()
