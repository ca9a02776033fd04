"""Rolls of dice with all that came of them, as the viewer's events tell: for the picture of dice and for words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.core import Seat
from engine.skirmish.events import (
    AttackDeclared,
    Damaged,
    Destroyed,
    DiceRolled,
    Event,
    Healed,
    HeroicSpent,
    Ignored,
    LoreGained,
    LorePlayed,
    Moved,
    PoisonRolled,
)
from engine.skirmish.outlook import roll
from engine.skirmish.tables import Tables
from engine.skirmish.view import View
from engine.values import replace


@dataclass(frozen=True, slots=True)
class ShownRoll:
    """A roll: who rolled against whom, the faces with whether each did something, and what came of it.

    `unit` and `target` are kind, owner and hex; a card that rolls has no unit, poison no target. `retreats` are the
    hexes that the target went back, `ignored` what it ignored of damage and of retreats, `spent` where heroic dice
    went, `own` the damage that the roller did to itself. `others` are those whom it hurt besides, as Heavy Swing does:
    kind, owner, hex, damage, and whether that destroyed it. `pending`: the damage is what it would be if nothing more
    were played.
    """

    seat: Seat
    unit: tuple[str, Seat, str] | None
    target: tuple[str, Seat, str] | None
    how: str
    counter: bool
    faces: tuple[tuple[str, bool], ...]
    damage: int = 0
    own: int = 0
    retreats: int = 0
    ignored: tuple[int, int] = (0, 0)
    lore: int = 0
    spent: tuple[str, ...] = ()
    destroyed: bool = False
    card: str = ""
    pending: bool = False
    others: tuple[tuple[str, Seat, str, int, bool], ...] = ()


UNDECIDED = ("after", "commit", "damage")
"""The steps of a combat after its roll and before anybody suffers from it."""

MOST = 4
"""So many rolls are told, the latest."""


def rolls(view: View) -> tuple[ShownRoll, ...]:
    """The latest rolls: of the present part of the turn, or of the part before as long as there are none."""
    for events in (view.deeds, view.before):
        found = _rolls(view, events)
        if found:
            open_ = roll(view) if view.step in UNDECIDED else None
            if open_ is not None:
                found = (*found[:-1], replace(found[-1], damage=open_.suffers, pending=True))
            return found[-MOST:]
    return ()


def _rolls(view: View, events: Sequence[Event]) -> tuple[ShownRoll, ...]:
    found: list[ShownRoll] = []
    declared: AttackDeclared | None = None
    for place, event in enumerate(events):
        match event:
            case AttackDeclared():
                declared = event
            case DiceRolled(card="") if declared is not None and event.number == declared.number:
                found.append(_attack(view, declared, event, events, place))
            case DiceRolled(seat=seat, faces=faces, card=card) if card:
                found.append(_of_card(view, seat, card, faces, _until_next(events, place)))
            case PoisonRolled(_, kind, owner, at, face, damage):
                unit = (kind, owner, at)
                found.append(ShownRoll(owner, unit, None, "poison", False, ((face, damage > 0),), own=damage))
            case _:
                pass
    return tuple(found)


def _until_next(events: Sequence[Event], place: int) -> tuple[Event, ...]:
    """What follows a roll, up to the next one."""
    rest: list[Event] = []
    for event in events[place + 1 :]:
        if isinstance(event, AttackDeclared | DiceRolled | PoisonRolled):
            break
        rest.append(event)
    return tuple(rest)


def _attack(view: View, declared: AttackDeclared, rolled: DiceRolled, events: Sequence[Event], place: int) -> ShownRoll:
    after, tables = _until_next(events, place), view.rules.tables
    before = events[events.index(declared) : place]
    owner = next((unit.owner for unit in view.units if unit.number == declared.target), Seat(1 - declared.seat))
    weak = tables.kinds[declared.kind].weak(_health(view, declared.number, events[place:]))
    cards = [each.card for each in (*before, *after) if isinstance(each, LorePlayed) and each.seat == declared.seat]
    spent = tuple(each.use for each in after if isinstance(each, HeroicSpent) and each.seat == declared.seat)
    useful = hits(tables, declared.how, weak, cards) | {"morale", "lore"}
    heroes = len(spent)
    faces = []
    for face in rolled.faces:
        counts = face in useful
        if face == "heroic" and heroes:
            counts, heroes = True, heroes - 1
        faces.append((face, counts))
    return ShownRoll(
        seat=declared.seat,
        unit=(declared.kind, declared.seat, declared.hex),
        target=(declared.target_kind, owner, declared.target_hex),
        how=declared.how,
        counter=declared.counter,
        faces=tuple(faces),
        damage=sum(each.damage for each in after if isinstance(each, Damaged) and each.number == declared.target),
        own=sum(each.damage for each in after if isinstance(each, Damaged) and each.number == declared.number),
        retreats=sum(
            len(each.path) - 1
            for each in after
            if isinstance(each, Moved) and each.why == "retreat" and each.number == declared.target
        ),
        ignored=(_ignored(after, declared.target, "damage"), _ignored(after, declared.target, "retreat")),
        lore=sum(e.amount for e in after if isinstance(e, LoreGained) and e.seat == declared.seat and e.why == "dice"),
        spent=spent,
        destroyed=any(isinstance(each, Destroyed) and each.number == declared.target for each in after),
        others=_others(after, (declared.number, declared.target)),
    )


def _others(after: Sequence[Event], fighters: tuple[int, int]) -> tuple[tuple[str, Seat, str, int, bool], ...]:
    """Who else was hurt by an attack, each where that began."""
    found: dict[int, tuple[str, Seat, str, int]] = {}
    dead = {each.number for each in after if isinstance(each, Destroyed)}
    for each in after:
        if isinstance(each, Damaged) and each.number not in fighters:
            before = found.get(each.number, (each.kind, each.owner, each.hex, 0))
            found[each.number] = (*before[:3], before[3] + each.damage)
    return tuple((*told, number in dead) for number, told in found.items())


def hits(tables: Tables, how: str, weak: bool, cards: Sequence[str] = ()) -> frozenset[str]:
    """The faces that deal damage in an attack (B3.2, B3.3, B20.2), with the lore cards played into it."""
    base = tables.ranged_hits if how == "ranged" else tables.weak_melee_hits if weak else tables.melee_hits
    return base | ({"lore"} if any(tables.lore[card].does == "lore_hits" for card in cards) else frozenset())


def _health(view: View, number: int, since: Sequence[Event]) -> int:
    """What health a unit had before these events."""
    now = next((unit.health for unit in view.units if unit.number == number), 0)
    lost = sum(each.damage for each in since if isinstance(each, Damaged) and each.number == number)
    return now + lost - sum(each.amount for each in since if isinstance(each, Healed) and each.number == number)


def _ignored(events: Sequence[Event], number: int, what: str) -> int:
    return sum(e.amount for e in events if isinstance(e, Ignored) and e.number == number and e.what == what)


def _of_card(view: View, seat: Seat, card: str, faces: tuple[str, ...], after: Sequence[Event]) -> ShownRoll:
    """The dice of a lore card that rolls against a unit."""
    hurt = next((each for each in after if isinstance(each, Damaged)), None)
    return ShownRoll(
        seat=seat,
        unit=None,
        target=None if hurt is None else (hurt.kind, hurt.owner, hurt.hex),
        how="card",
        counter=False,
        faces=tuple((face, face in view.rules.tables.lore[card].hits) for face in faces),
        damage=0 if hurt is None else hurt.damage,
        destroyed=any(isinstance(each, Destroyed) for each in after),
        card=card,
    )
