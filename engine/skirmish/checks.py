"""What must be so in the tables before a game is played with them: every id known, every sum right.

What is wrong is a ValueError that names the file, the entry and what is wrong with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from engine.skirmish import effects
from engine.skirmish.board import HEXES
from engine.skirmish.effects import NEUTRAL, PLAINS, RUINS
from engine.skirmish.tables import Half, Host, Kind, LoreCard, Scenario, Tables
from engine.values import Sheet

Sheets = Mapping[str, Sheet]


def check(found: Tables, sheets: Sheets) -> None:
    """Raises ValueError for the first thing that is wrong."""
    for file, entries in ROWS.items():
        _once(file, sheets[file][entries])
    sides = dict.fromkeys(kind.faction for kind in found.kinds.values() if kind.faction != NEUTRAL)
    if len(sides) != 2:
        raise refuse("units", "faction", f"two sides are wanted, not {', '.join(sides)}")
    for kind in found.kinds.values():
        _kind(found, kind)
    for terrain in (PLAINS, RUINS):
        _known("terrain", "terrain", (terrain,), found.terrains, "terrain")
    hits = (*found.melee_hits, *found.weak_melee_hits, *found.ranged_hits)
    _known("terrain", "hits", hits, found.faces, "face")
    _commands(found, sheets["commands"])
    _lore(found, sheets["lore"])
    for row in sheets["halves"]["half"]:
        _map(found, "halves", row["id"], {name: row[name] for name in row if name not in HALF})
        _half(found, found.halves[row["id"]])
    _field(found)
    for scenario in found.scenarios.values():
        _map(found, scenario.id, "map", sheets[scenario.id]["map"])
        _scenario(found, scenario)


ROWS = {"units": "unit", "terrain": "terrain", "commands": "card", "lore": "card", "halves": "half"}
"""What the rows of a file are called."""

HALF = ("id", "faction", "points", "initiative", "marks")
"""What a half has beside terrain."""


def refuse(file: str, entry: str, wrong: str) -> ValueError:
    """What is raised."""
    return ValueError(f"{file}.toml, {entry}: {wrong}")


def _known(file: str, entry: str, ids: Iterable[str], known: Iterable[str], what: str) -> None:
    possible = tuple(known)
    for one in ids:
        if one not in possible:
            raise refuse(file, entry, f"no such {what}: {one}")


def _hexes(file: str, entry: str, hexes: Iterable[str]) -> None:
    """They are on the field, each once."""
    places = tuple(hexes)
    _known(file, entry, places, HEXES, "hex")
    for at, times in Counter(places).items():
        if times > 1:
            raise refuse(file, entry, f"{at} twice")


def _once(file: str, rows: Iterable[Sheet]) -> None:
    for name, times in Counter(row["id"] for row in rows).items():
        if times > 1:
            raise refuse(file, name, f"there {times} times")


def _map(found: Tables, file: str, entry: str, land: Mapping[str, Iterable[str]]) -> None:
    """Every terrain is known, and every hex has one."""
    _known(file, entry, land, found.terrains, "terrain")
    _hexes(file, entry, (at for hexes in land.values() for at in hexes))


def _select(file: str, entry: str, select: str) -> None:
    tags = select.removeprefix("not_").split("_or_")
    _known(file, entry, (() if select == "any" else tags), effects.TAGS, "class")


def _kind(found: Tables, kind: Kind) -> None:
    _known("units", kind.id, kind.abilities, effects.ABILITIES, "ability")
    _known("units", kind.id, kind.tags, effects.TAGS, "class")
    if kind.cards and not found.deck(kind.cards):
        raise refuse("units", kind.id, f"no such deck of lore cards: {kind.cards}")
    if kind.ranged == ("melee" in kind.tags):
        raise refuse("units", kind.id, "neither melee nor ranged, or both")
    if kind.flying != ("flying" in kind.tags):
        raise refuse("units", kind.id, "flying by its tag or by its ability alone")
    if min(kind.cost, kind.move, kind.combat, kind.figures, kind.health, kind.supply) < 1:
        raise refuse("units", kind.id, "a figure below 1")


def _commands(found: Tables, sheet: Sheet) -> None:
    for card in found.commands.values():
        _known("commands", card.id, card.does, effects.ORDERS, "effect")
        _known("commands", card.id, card.orders, ("left", "center", "right", "chosen", "each_other"), "section")
        if card.select:
            _select("commands", card.id, card.select)
        if (card.kind == "section") != bool(card.orders) or (card.kind == "tactic") != bool(card.select and card.most):
            raise refuse("commands", card.id, "a section card has orders, a tactic card a class and how many of it")
    if len(found.command_deck) != sheet["size"]:
        raise refuse("commands", "deck", f"{len(found.command_deck)} cards, not {sheet['size']}")


def _lore(found: Tables, sheet: Sheet) -> None:
    for card in found.lore.values():
        _lore_card(found, card)
    dearest = max(found.lore.values(), key=lambda card: card.cost)
    if found.most_lore < max(1, dearest.cost):
        raise refuse("lore", "most_lore", f"{found.most_lore}, and {dearest.id} costs {dearest.cost}")
    for faction in found.factions:
        core = found.core(faction)
        if len(core) != sheet["size"]:
            raise refuse("lore", f"{faction}_core", f"{len(core)} cards, not {sheet['size']}")


def _lore_card(found: Tables, card: LoreCard) -> None:
    decks = {f"{faction}_{part}" for faction in found.factions for part in ("core", "reserve")}
    _known("lore", card.id, (card.deck,), decks | {kind.cards for kind in found.kinds.values()}, "deck")
    _known("lore", card.id, (card.does,), effects.LORE, "effect")
    _known("lore", card.id, (card.timing,), effects.TIMINGS, "timing")
    _known("lore", card.id, (card.when,), effects.WHEN, "condition")
    _known("lore", card.id, card.hits, found.faces, "face")
    _known("lore", card.id, (card.unit,) if card.unit else (), found.kinds, "unit")
    for select in (card.select, card.target or "any"):
        _select("lore", card.id, select)
    if not 1 <= card.copies <= found.most_alike:
        raise refuse("lore", card.id, f"{card.copies} copies, {found.most_alike} at most")


def _field(found: Tables) -> None:
    field = found.field
    _hexes("halves", "deploy", field.deploy)
    _hexes("halves", "banners", field.banners)
    _known("halves", "draft.pool", field.pool, found.kinds, "unit")
    _points(found, "halves", "kill_points", field.kill_points)
    for faction in found.factions:
        most = _most_units(found, faction, field.muster, {}) + len(field.pool) * field.most_packs
        if most > len(field.deploy):
            raise refuse("halves", "deploy", f"an army of {faction} can have {most} units")
        if len([half for half in found.halves.values() if half.faction == faction]) < field.draw_halves:
            raise refuse("halves", "draw_halves", f"{faction} has fewer")
    initiatives = Counter(half.initiative for half in found.halves.values())
    for half in found.halves.values():
        if initiatives[half.initiative] > 1:
            raise refuse("halves", half.id, f"initiative {half.initiative} twice")


def _most_units(found: Tables, faction: str, points: int, kept: Mapping[str, int]) -> int:
    """How many units a faction can muster for so many points, the cheapest first."""
    count = 0
    for kind in sorted((kind for kind in found.kinds.values() if kind.faction == faction), key=lambda kind: kind.cost):
        bought = min(points // kind.cost, kind.supply - kept.get(kind.id, 0))
        count, points = count + bought, points - bought * kind.cost
    return count


def _points(found: Tables, file: str, entry: str, table: Mapping[str, int]) -> None:
    _known(file, entry, table, ("any", *effects.TAGS, *found.kinds), "unit or class")


def _half(found: Tables, half: Half) -> None:
    _known("halves", half.id, (half.faction,), found.factions, "faction")
    _known("halves", half.id, {at[0] for at in half.terrain}, "ABCD", "row of a southern half")
    _known("halves", half.id, half.points[:1], effects.POINTS, "way to score")
    closed = [at for at in found.field.deploy if not found.terrains[half.terrain.get(at, PLAINS)].passable]
    if closed:
        raise refuse("halves", half.id, f"nobody can be deployed on {closed[0]}")


def _scenario(found: Tables, scenario: Scenario) -> None:
    file, special = scenario.id, scenario.special
    factions = (scenario.first, scenario.south, scenario.hidden_faction, *scenario.set_up, *special.kill_points)
    _known(file, "factions", factions, found.factions, "faction")
    _known(
        file, "special", (*special.wins_at, *special.wins_by_cards, *special.places.values()), found.factions, "faction"
    )
    for table in special.kill_points.values():
        _points(found, file, "special.kill_points", table)
    _known(file, "special.places", (*special.places, *special.places_if_fewer), found.kinds, "unit")
    _hexes(file, "banners", scenario.banners)
    _known(file, "hidden", scenario.hidden, special.places, "unit with a side that places it")
    cards = sum(scenario.hidden.values())
    under = [at for at, terrain in scenario.terrain.items() if terrain == scenario.hidden_on]
    if len(under) != cards:
        raise refuse(file, f"map.{scenario.hidden_on}", f"{len(under)} hexes for {cards} hidden cards")
    for faction, host in scenario.hosts.items():
        _host(found, scenario, faction, host)
    _supply(found, scenario)


def _host(found: Tables, scenario: Scenario, faction: str, host: Host) -> None:
    file = scenario.id
    preset = tuple(at for _, at in host.preset)
    _hexes(file, f"{faction}.positions", host.positions)
    _hexes(file, f"{faction}.preset", preset)
    kinds = (*(kind for kind, _ in host.preset), *host.free, *host.cards_of)
    _known(file, faction, kinds, found.kinds, "unit")
    for kind in kinds:
        if found.kinds[kind].faction in set(found.factions) - {faction}:
            raise refuse(file, faction, f"{kind} is of the other side")
    _known(file, f"{faction}.on_top", (host.on_top,) if host.on_top else (), found.lore, "lore card")
    taken = {at for one in scenario.hosts.values() for _, at in one.preset}
    for at in (*host.positions, *preset):
        if not found.terrains[scenario.terrain.get(at, PLAINS)].passable:
            raise refuse(file, faction, f"nobody can stand on {at}")
        if at in host.positions and at in taken:
            raise refuse(file, f"{faction}.positions", f"a preset unit stands on {at}")
    most = _most_units(found, faction, host.muster, scenario.hidden) + len(host.free)
    if most > len(host.positions):
        raise refuse(file, f"{faction}.positions", f"{len(host.positions)} for {most} units")


def _supply(found: Tables, scenario: Scenario) -> None:
    """Nobody has more of a kind than there are, and no hex holds two (B1.2, B23.18)."""
    used = Counter(scenario.hidden)
    places: Counter[str] = Counter()
    for faction, host in scenario.hosts.items():
        for kind, at in host.preset:
            used[kind] += 1
            places[at] += 1
            if used[kind] > found.kinds[kind].supply:
                raise refuse(
                    scenario.id, f"{faction}.preset.{kind}", f"{used[kind]} of {found.kinds[kind].supply} used"
                )
            if places[at] > 1:
                raise refuse(scenario.id, f"{faction}.preset.{kind}", f"two units on {at}")
