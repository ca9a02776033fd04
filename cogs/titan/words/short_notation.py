"""What happened in Titan in the short notation of e-mail players (ASYNC_PLAY 12): `Rd05 200 > 7 Bottom x Bu02`.

Said of the event as somebody has seen it. What has no short form has none here, and is told by its sentence.
"""

from __future__ import annotations

from collections.abc import Iterable

from cogs.house.words.words import Names
from cogs.titan.words.terms import Terms
from engine.core import Seat
from engine.titan.events import (
    Acquired,
    Agreed,
    BattleBegan,
    BattleEnded,
    Carried,
    Conceded,
    Eliminated,
    Engaged,
    Event,
    Examined,
    Fled,
    ManeuverBegan,
    Maneuvered,
    Moved,
    Mustered,
    NotEntered,
    Parted,
    Reinforced,
    Rejoined,
    Rolled,
    Scored,
    Slain,
    Struck,
    Summoned,
)


def short(terms: Terms, event: Event, names: Names) -> str:
    """The line for an event; empty if it has none of its own."""
    match event:
        case Parted() | Rejoined() | Rolled() | Moved() | Acquired() | Summoned() | Reinforced() | Mustered():
            return _turn(terms, event)
        case Engaged() | Examined() | Fled() | Conceded() | Agreed() | BattleBegan() | BattleEnded():
            return _settled(terms, event)
        case ManeuverBegan() | Maneuvered() | Struck() | Carried() | Slain() | NotEntered():
            return _fought(terms, event, names)
        case Scored(seat, points, score):
            return _say(terms, "scored", player=names[seat], points=points, score=score)
        case Eliminated(seat, slayer):
            by = "" if slayer is None else f" ({names[Seat(slayer)]})"
            return _say(terms, "eliminated", player=names[seat], by=by)
        case _:
            return ""


def _say(terms: Terms, key: str, **facts: object) -> str:
    return terms.say(f"short.{key}", **facts)


def _all(terms: Terms, codes: Iterable[str]) -> str:
    """Each character by its name: `Lion Lion Lion`."""
    return " ".join(map(terms.creature, codes))


def _turn(terms: Terms, event: Parted | Rejoined | Rolled | Moved | Acquired | Summoned | Reinforced | Mustered) -> str:
    match event:
        case Parted(_, parent, child, kept, left, creatures):
            who = f": {_all(terms, creatures)}" if creatures else ""
            facts = {"parent": parent, "child": child, "height": kept + left, "kept": kept, "left": left}
            return _say(terms, "parted", who=who, **facts)
        case Rejoined(_, child, into):
            return _say(terms, "rejoined", child=child, legion=into)
        case Rolled(_, roll, again):
            return _say(terms, "rolled-again" if again else "rolled", roll=roll)
        case Moved():
            lord = f" [{terms.creature(event.lord)}]" if event.lord else ""
            meets = f" {terms.side(event.side)}{lord} x {event.enemy}" if event.enemy else lord
            key = "teleported" if event.lord else "moved"
            return _say(terms, key, legion=event.legion, start=event.start, land=event.land, meets=meets)
        case Acquired(_, legion, creature):
            return _say(terms, "acquired", legion=legion, creature=terms.creature(creature))
        case Summoned(_, legion, donor, creature):
            return _say(terms, "summoned", legion=legion, donor=donor, creature=terms.creature(creature))
        case Reinforced(_, legion, recruit, shown):
            by = f" ({_all(terms, shown)})" if shown else ""
            return _say(terms, "reinforced", legion=legion, recruit=terms.creature(recruit), by=by)
        case Mustered(_, legion, land, recruit, shown):
            by = f"{_all(terms, shown)} " if shown else ""
            terrain = terms.terrain(terms.rules.board.lands[land].terrain)
            return _say(terms, "mustered", legion=legion, terrain=terrain, by=by, recruit=terms.creature(recruit))


def _settled(terms: Terms, event: Engaged | Examined | Fled | Conceded | Agreed | BattleBegan | BattleEnded) -> str:
    match event:
        case Engaged(land, attacker, defender):
            return _say(terms, "engaged", land=land, attacker=attacker, defender=defender)
        case Examined(_, legion, creatures):
            return _say(terms, "examined", legion=legion, creatures=_all(terms, creatures))
        case Fled(land, _, legion, creatures):
            return _say(terms, "fled", land=land, legion=legion, creatures=_all(terms, creatures))
        case Conceded(land, _, legion, creatures):
            return _say(terms, "conceded", land=land, legion=legion, creatures=_all(terms, creatures))
        case Agreed(land, lost, survivor, losses):
            gone = terms.words.listing((f"{legion} ({_all(terms, held)})" for legion, held in lost), "comma")
            if not survivor:
                return _say(terms, "agreed-both", land=land, lost=gone)
            if not losses:
                return _say(terms, "agreed-whole", land=land, lost=gone, survivor=survivor)
            return _say(terms, "agreed", land=land, lost=gone, survivor=survivor, losses=_all(terms, losses))
        case BattleBegan():
            return _say(
                terms,
                "battlebegan",
                land=event.land,
                attacker=event.attacker,
                attackers=_all(terms, event.attackers),
                side=terms.side(event.side),
                defender=event.defender,
                defenders=_all(terms, event.defenders),
            )
        case BattleEnded(land, winner, loser):
            key = "battleended" if winner else "battleended-both"
            return _say(terms, key, land=land, winner=winner, loser=loser)


def _fought(
    terms: Terms, event: ManeuverBegan | Maneuvered | Struck | Carried | Slain | NotEntered, names: Names
) -> str:
    match event:
        case ManeuverBegan(seat, number):
            return _say(terms, "maneuverbegan", round=number, player=names[seat])
        case Maneuvered(_, creature, start, to):
            return _say(terms, "maneuvered", creature=terms.creature(creature), start=start, hex=to)
        case Struck():
            return _struck(terms, event)
        case Carried(_, target, where, dealt, _, slain):
            slew = _say(terms, "slain") if slain else ""
            facts = {"target": terms.creature(target), "hex": where, "dealt": terms.hits(dealt)}
            return _say(terms, "carried", slain=slew, **facts)
        case Slain(_, legion, creatures) | NotEntered(_, legion, creatures):
            return _say(terms, "lost", legion=legion, creatures=_all(terms, creatures))


def _struck(terms: Terms, event: Struck) -> str:
    """A strike or a rangestrike with its dice, and what came of it."""
    what = _say(terms, "slain") if event.slain else ""
    if event.excess:
        what += _say(terms, "excess", number=event.excess)
    return _say(
        terms,
        "rangestruck" if event.ranged else "struck",
        striker=terms.creature(event.striker),
        hex=event.hex,
        target=terms.creature(event.target),
        target_hex=event.target_hex,
        dice=terms.dice(event.dice),
        number=event.number,
        rolls=" ".join(map(str, event.rolls)),
        dealt=terms.hits(event.dealt),
        what=what,
    )
