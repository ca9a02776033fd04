"""Things in a line, as the panel lists them: kinds, cards, halves, units where they stand, one's own hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from cogs.house.kit import Names
from cogs.screen import Sight
from cogs.skirmish.framing import own_of
from cogs.skirmish.terms import Terms
from engine.skirmish import ground
from engine.skirmish.board import HEXES, neighbours
from engine.skirmish.effects import PLAINS
from engine.skirmish.outlook import with_half
from engine.skirmish.view import View


def kind(terms: Terms, id_: str) -> str:
    """`**Citadel Guard** (5): 3 dice, moves 2, 3 health, Immovable 1`."""
    found = terms.tables.kinds[id_]
    dice = terms.dice(found.combat)
    if found.ranged:
        dice = terms.say("panel.dice-far", dice=dice, hexes=terms.hexes(found.range[1]))
    parts = [dice, terms.say("panel.moves", number=found.move), terms.say("panel.full", number=found.full)]
    parts += [name for name, _ in terms.abilities(found)]
    return terms.say("panel.kind", unit=terms.unit(id_), cost=found.cost, told=terms.words.listing(parts, "comma"))


def card(terms: Terms, id_: str) -> str:
    """`**Crushing Force** (3): …`, of either deck."""
    lore = terms.tables.lore.get(id_)
    if lore is None:
        return terms.say("panel.command-told", card=terms.card(id_), does=terms.text(id_))
    return terms.say("panel.card-told", card=terms.card(id_), cost=lore.cost, does=terms.text(id_))


def priced(terms: Terms, cards: Iterable[str]) -> str:
    """`Crushing Force (3), Portal (4)`, each name once."""
    return terms.words.listing((price(terms, id_) for id_ in dict.fromkeys(cards)), "comma")


def price(terms: Terms, id_: str) -> str:
    """`Crushing Force (3)`."""
    return terms.say("panel.card-cost", card=terms.card(id_), cost=terms.tables.lore[id_].cost)


def half(terms: Terms, view: View, id_: str) -> str:
    """A half with its terrain where it would lie for the viewer, its points, and how early it begins (B4.2, B4.3)."""
    found = terms.tables.halves[id_]
    by_terrain: dict[str, list[str]] = {}
    for hex_, terrain in with_half(view, id_).land:
        by_terrain.setdefault(terrain, []).append(hex_)
    land = terms.words.listing(
        (
            f"{terms.terrain(terrain)} {' '.join(sorted(hexes, key=HEXES.index))}"
            for terrain, hexes in by_terrain.items()
        ),
        "semicolon",
    )
    return terms.say(
        "panel.half", half=terms.half(id_), land=land, points=terms.half_points(found), initiative=found.initiative
    )


def at(terms: Terms, view: View, hex_: str) -> str:
    """`Citadel Guard D3`; the hex alone if nobody stands there, or what is no hex as it is."""
    unit = view.at(hex_)
    return hex_ if unit is None else terms.unit_at(unit.kind, hex_)


def units(terms: Terms, view: View, hexes: Iterable[str]) -> str:
    """`Citadel Guard D3, Roc Warrior B5`."""
    return terms.words.listing((at(terms, view, hex_) for hex_ in hexes), "comma")


def standing(terms: Terms, view: View, hex_: str) -> str:
    """What there is to know of a unit where it stands: its health, its marks, its terrain, the enemies beside it."""
    return terms.words.listing(_standing(terms, view, hex_), "comma")


def _standing(terms: Terms, view: View, hex_: str) -> Iterator[str]:
    unit = view.at(hex_)
    assert unit is not None, f"nobody stands on {hex_}"
    full = ground.kind(view, unit).full
    yield terms.say("health", health=unit.health, full=full)
    if unit.stunned:
        yield terms.say("panel.stunned")
    if unit.poisoned:
        yield terms.say("panel.poisoned")
    if (terrain := view.terrain(hex_)) != PLAINS:
        yield terms.terrain(terrain)
    if enemies := [each for each in neighbours(hex_) if (found := view.at(each)) and found.owner != unit.owner]:
        yield terms.say("panel.beside", units=units(terms, view, enemies))


def hand(terms: Terms, sight: Sight) -> str:
    """One's own lore and lore cards, wherever they may matter."""
    own, lore = own_of(sight), terms.lore(sight.view.side(sight.seat).lore)
    if not own.hand:
        return terms.say("panel.no-hand", lore=lore)
    several = (
        price(terms, id_) if number == 1 else terms.say("several", number=number, unit=price(terms, id_))
        for id_, number in Counter(own.hand).items()
    )
    return terms.say("panel.hand", lore=lore, cards=terms.words.listing(several, "comma"))


def hex_told(terms: Terms, view: View, hex_: str, names: Names) -> str:
    """What is on a hex: its terrain and what that does, a hidden card, the unit there and what it can."""
    terrain = view.rules.tables.terrains[view.terrain(hex_)]
    does = " ".join(terms.terrain_does(terrain))
    lines = [terms.say("panel.hex", hex=hex_, terrain=terms.terrain(terrain.id), does=does)]
    if hex_ in dict(view.hidden):
        seen = dict(view.hidden)[hex_]
        lines.append(terms.say("panel.hex-seen", unit=terms.unit(seen)) if seen else terms.say("panel.hex-hidden"))
    unit = view.at(hex_)
    if unit is not None:
        facts = {"unit": terms.unit(unit.kind), "player": terms.player(view, unit.owner, names)}
        lines.append(terms.say("panel.hex-unit", told=standing(terms, view, hex_), **facts))
        lines.append(f"- {kind(terms, unit.kind)}")
        lines += [f"- **{name}**: {does}" for name, does in terms.abilities(ground.kind(view, unit))]
    return "\n".join(lines)
