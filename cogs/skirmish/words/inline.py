"""Things in a line, as the panel lists them: kinds, cards, halves, units where they stand, one's own hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cogs.face.screen import Sight
from cogs.house.words.words import Names
from cogs.skirmish.words.terms import Terms
from engine.skirmish import ground as grounds
from engine.skirmish.board import HEXES, neighbours
from engine.skirmish.combat import reach
from engine.skirmish.effects import PLAINS
from engine.skirmish.outlook import with_half
from engine.skirmish.view import View


def kind(terms: Terms, id_: str) -> str:
    """`**Citadel Guard** (5): 3 dice, move 2, 3 health, Immovable 1`."""
    cost = terms.tables.kinds[id_].cost
    return terms.say("panel.kind", unit=terms.unit(id_), cost=cost, told=figures(terms, id_))


def figures(terms: Terms, id_: str) -> str:
    """What a kind can: `3 dice, move 2, 3 health, Immovable 1`."""
    found = terms.tables.kinds[id_]
    dice = terms.dice(found.combat)
    if found.ranged:
        dice = terms.say("panel.dice-far", dice=dice, hexes=terms.hexes(found.range[1]))
    parts = [dice, terms.say("panel.moves", number=found.move), terms.say("panel.full", number=found.full)]
    parts += [name for name, _ in terms.abilities(found)]
    return terms.words.listing(parts, "comma")


def card(terms: Terms, id_: str, later: bool = False) -> str:
    """`**Crushing Force** (3): …`, of either deck; of one that can be planned for `later`, that it is for then."""
    lore = terms.tables.lore.get(id_)
    if lore is None:
        return terms.say("panel.thing", thing=terms.card(id_), told=terms.text(id_))
    key = "panel.card-later" if later else "panel.card-told"
    return terms.say(key, card=terms.card(id_), cost=lore.cost, does=terms.text(id_))


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
    """`Guard D3`; the hex alone if nobody stands there, or what is no hex as it is."""
    unit = view.at(hex_)
    return hex_ if unit is None else terms.unit_at(unit.kind, hex_)


def units(terms: Terms, view: View, hexes: Iterable[str]) -> str:
    """`Guard D3 D5, Roc B5`; first the hexes on which nobody stands."""
    found = [(hex_, view.at(hex_)) for hex_ in hexes]
    empty = [hex_ for hex_, unit in found if unit is None]
    standing = [(unit.kind, hex_) for hex_, unit in found if unit is not None]
    return terms.words.listing([*empty, *([terms.units_at(standing)] if standing else [])], "comma")


def ground(terms: Terms, view: View, hex_: str) -> str:
    """The terrain of a hex; nothing for plains."""
    terrain = view.terrain(hex_)
    return "" if terrain == PLAINS else terms.terrain(terrain)


def standing(terms: Terms, view: View, hex_: str) -> str:
    """What is special about a unit where it stands: lost health, marks, terrain, enemies next to it. Or nothing."""
    found = tuple(_standing(terms, view, hex_))
    return terms.words.listing(found, "comma") if found else ""


def _standing(terms: Terms, view: View, hex_: str) -> Iterator[str]:
    unit = view.at(hex_)
    assert unit is not None, f"nobody stands on {hex_}"
    full = grounds.kind(view, unit).full
    if unit.health < full:
        yield terms.say("health", health=unit.health, full=full)
    if unit.stunned:
        yield terms.say("panel.stunned")
    if unit.poisoned:
        yield terms.say("panel.poisoned")
    if terrain := ground(terms, view, hex_):
        yield terrain
    if enemies := [each for each in neighbours(hex_) if (found := view.at(each)) and found.owner != unit.owner]:
        yield terms.say("panel.beside", units=units(terms, view, enemies))


def silences(terms: Terms, sight: Sight) -> str:
    """Which of one's units with an order can attack nobody, and why: `No attack: Archers B6 (nobody in sight).`."""
    found = [
        terms.unit_at(unit.kind, unit.hex) + terms.say("because", why=terms.say(f"silent.{why}"))
        for unit in sight.view.units
        if unit.owner == sight.seat and (why := reach.silence(sight.view, unit))
    ]
    return terms.say("panel.silent", units=terms.words.listing(found, "comma")) if found else ""


def purse(terms: Terms, sight: Sight) -> str:
    """One's own lore, and how much of it there may be (B5.5)."""
    lore, rules = sight.view.side(sight.seat).lore, sight.view.rules
    if not rules.lore_has_a_most:
        return terms.say("panel.purse", lore=terms.lore(lore))
    most = rules.tables.most_lore
    return terms.say("panel.purse-of" if lore < most else "panel.purse-full", number=lore, most=most)


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
        full = grounds.kind(view, unit).full
        lines.append(terms.say("panel.hex-unit", told=terms.say("health", health=unit.health, full=full), **facts))
        if found := standing(terms, view, hex_):
            lines.append(f"- {found}")
        lines.append(f"- {kind(terms, unit.kind)}")
        lines += [f"- **{name}**: {does}" for name, does in terms.abilities(grounds.kind(view, unit))]
    return "\n".join(lines)
