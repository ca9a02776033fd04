"""How a skirmish is looked up: by its parts, the players' turns, and by the hexes where something happened."""

from __future__ import annotations

from functools import partial

from cogs.house.game.telling import LogFormat
from cogs.house.words.words import Names
from cogs.skirmish.history.chronicle import chronicle
from cogs.skirmish.words.short_notation import short
from cogs.skirmish.words.terms import Terms
from engine.core import Seat
from engine.skirmish.events import (
    Answered,
    AttackDeclared,
    Bought,
    BuildingRuined,
    CardDrawn,
    CardRevealed,
    CardsHidden,
    CardsSeen,
    Cured,
    Damaged,
    Dealt,
    Deployed,
    Destroyed,
    Event,
    GotPoisoned,
    HalfChosen,
    HalvesDrawn,
    Healed,
    Ignored,
    LorePlayed,
    LoreSwapped,
    Moved,
    Ordered,
    Peeked,
    Placed,
    PoisonRolled,
    PutAway,
    SetDown,
    Stunned,
    TurnBegan,
)


def log_format(terms: Terms) -> LogFormat[Event]:
    """Skirmish's, in one language."""
    return LogFormat(
        part=partial(turn, terms),
        about=about,
        opened=partial(opened, terms),
        short=partial(short, terms),
        chronicle=partial(chronicle, terms),
    )


def turn(terms: Terms, event: Event, names: Names) -> str:
    """The name of the turn that begins with an event: `Round 3: Ann`."""
    if not isinstance(event, TurnBegan):
        return ""
    return terms.say("replay.turn", round=event.round, player=names[event.seat])


def about(event: Event) -> tuple[str, ...]:
    """The hexes that an event is about."""
    match event:
        case CardsHidden(hexes):
            return hexes
        case Deployed(units=units):
            return tuple(at for _, at in units)
        case Moved(path=path):
            return path[0], path[-1]
        case LorePlayed(targets=targets):
            return targets
        case AttackDeclared():
            return event.hex, event.target_hex
        case (
            SetDown() | PoisonRolled() | Ordered() | BuildingRuined() | Stunned() | GotPoisoned() | Cured() | Healed()
            | Damaged() | Ignored() | Destroyed() | Peeked() | CardRevealed() | Placed()
        ):  # fmt: skip
            return (event.hex,)
        case _:
            return ()


def opened(terms: Terms, event: Event, names: Names) -> str:
    """An event with its secret, told to others than the one whose it was. Empty for what has none."""
    match event:
        case HalvesDrawn(seat, halves):
            return _say(terms, event, names, seat, halves=terms.words.listing(map(terms.half, halves)))
        case HalfChosen(seat, half) if half:
            return _say(terms, event, names, seat, half=terms.half(half))
        case Bought(seat, unit, _, back):
            return _say(terms, event, names, seat, back, unit=terms.unit(unit))
        case LoreSwapped(seat, out, into, back):
            return _say(terms, event, names, seat, back, out=terms.card(out), into=terms.card(into))
        case SetDown(seat, unit, at, back):
            return _say(terms, event, names, seat, back, unit=terms.unit(unit), hex=at)
        case Dealt(seat, commands, lore):
            return _say(terms, event, names, seat, commands=terms.cards(commands), lore=terms.cards(lore))
        case PutAway(seat, commands, lore) if commands or lore:
            return _say(terms, event, names, seat, cards=terms.cards((*commands, *lore)))
        case Answered(seat, _, instruction) if instruction:
            return _say(terms, event, names, seat, card=terms.card(instruction))
        case CardsSeen(seat, cards) | CardDrawn(seat, _, cards) if cards:
            return _say(terms, event, names, seat, cards=terms.cards(cards))
        case Peeked(seat, at, cost, kind) if kind:
            return _say(terms, event, names, seat, hex=at, lore=terms.lore(cost), unit=terms.unit(kind))
        case _:
            return ""


def _say(terms: Terms, event: Event, names: Names, seat: Seat, back: bool = False, **facts: object) -> str:
    key = f"event.{type(event).__name__.lower()}{'-back' if back else ''}"
    return terms.say(f"{key}-opened", player=names[seat], **facts)
