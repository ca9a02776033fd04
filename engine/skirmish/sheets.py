"""The tables as the files have them: read, checked, and as they were in earlier versions of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from functools import lru_cache

from engine.skirmish import checks
from engine.skirmish.data import sheet
from engine.skirmish.tables import CommandCard, FreePlay, Half, Host, Kind, LoreCard, Scenario, Special, Tables, Terrain
from engine.values import Sheet, from_row

SHEETS = ("units", "terrain", "commands", "lore", "halves", "thunderclap")
"""The files, by name."""

EARLIER = "earlier_versions"
"""The file of the figures that were different in earlier versions of the rules."""

LISTS = ("unit", "terrain", "card", "half")
"""What the entries of the files are listed under."""

Sheets = dict[str, Sheet]


def tables(version: int | None = None) -> Tables:
    """The tables of a version of the rules, of now if None: the same object for versions with equal figures.

    Raises ValueError if something is wrong with them, see `checks`.
    """
    return _tables(0 if version is None else sum(version <= change["up_to"] for change in _changes()))


@lru_cache
def _changes() -> tuple[Sheet, ...]:
    """What was different in earlier versions, the latest change first."""
    return tuple(sorted(sheet(EARLIER)["change"], key=lambda change: -change["up_to"]))


@lru_cache
def _tables(changes: int) -> Tables:
    """The tables without so many of the latest changes."""
    return read(as_they_were({name: sheet(name) for name in SHEETS}, _changes()[:changes]))


def as_they_were(sheets: Sheets, changes: Iterable[Sheet]) -> Sheets:
    """The sheets with what stood there before each of these changes. Raises ValueError for one of what there is not."""
    found = deepcopy(sheets)
    for change in changes:
        file, entry = change["file"], change.get("entry", "")
        there = found.get(file, {})
        rows = [row for name in LISTS for row in there.get(name, ()) if row["id"] == entry]
        row = rows[0] if rows else there.get(entry) if entry else there
        if not isinstance(row, dict) or not change["was"].keys() <= row.keys():
            raise checks.refuse(EARLIER, f"{file} {entry}".strip(), f"no such figures: {', '.join(change['was'])}")
        row.update(change["was"])
    return found


def read(sheets: Mapping[str, Sheet]) -> Tables:
    """The tables of these sheets, by the names of the files, checked. Raises ValueError for what is wrong in them."""
    units, land, orders, lore, halves, thunder = (sheets[name] for name in SHEETS)
    terrains = {row["id"]: Terrain(**row) for row in land["terrain"]}
    found = Tables(
        kinds={row["id"]: _kind(row) for row in units["unit"]},
        terrains=terrains,
        faces=tuple(land["faces"]),
        melee_hits=frozenset(land["melee_hits"]),
        weak_melee_hits=frozenset(land["weak_melee_hits"]),
        ranged_hits=frozenset(land["ranged_hits"]),
        commands={row["id"]: CommandCard(**{**row, "does": numbered(row.get("does", ()))}) for row in orders["card"]},
        command_opening=(orders["opening_draw"], orders["opening_discard"]),
        command_draw=orders["draw_per_turn"],
        lore={row["id"]: _lore(row) for row in lore["card"]},
        lore_opening=(lore["opening_draw"], lore["opening_discard"]),
        most_alike=lore["most_alike"],
        most_swaps=lore["most_swaps"],
        hand_limit=lore["hand_limit"],
        most_lore=lore["most_lore"],
        halves={row["id"]: _half(row, terrains) for row in halves["half"]},
        field=from_row(FreePlay, halves | halves["draft"]),
        scenarios={thunder["id"]: _scenario(thunder, terrains)},
    )
    checks.check(found, sheets)
    return found


def numbered(texts: Iterable[str]) -> dict[str, int]:
    """`immovable:1` and the like as id and number, 0 where there is none."""
    parts = (text.partition(":") for text in texts)
    return {name: int(number or 0) for name, _, number in parts}


def _terrain_of(table: Sheet, terrains: Iterable[str]) -> dict[str, str]:
    return {hex_: terrain for terrain in terrains for hex_ in table.get(terrain, ())}


def _kind(row: Sheet) -> Kind:
    return Kind(
        **{
            **row,
            "tags": frozenset(row["tags"]),
            "abilities": numbered(row["abilities"]),
            "range": tuple(row.get("range", (1, 1))),
        }
    )


def _lore(row: Sheet) -> LoreCard:
    does, _, amount = row["does"].partition(":")
    return LoreCard(**{**row, "does": does, "amount": int(amount or 0), "hits": tuple(row.get("hits", ()))})


def _half(row: Sheet, terrains: Iterable[str]) -> Half:
    return from_row(Half, row, terrain=_terrain_of(row, terrains), points=tuple(row["points"].split(":")))


def _scenario(row: Sheet, terrains: Iterable[str]) -> Scenario:
    special, hidden = row["special"], row["hidden"]
    return from_row(
        Scenario,
        row,
        south=row["sides"]["south"],
        terrain=_terrain_of(row["map"], terrains),
        hosts={faction: _host(row[faction]) for faction in row["set_up"]},
        hidden=hidden["cards"],
        hidden_faction=hidden["faction"],
        hidden_on=hidden["on"],
        special=from_row(
            Special,
            special,
            peeks=special["peek"]["faction"],
            peek_cost=special["peek"]["cost"],
            storms=special["storm"],
        ),
    )


def _host(row: Sheet) -> Host:
    preset = tuple((kind, hex_) for kind, hexes in row.get("preset", {}).items() for hex_ in hexes)
    return from_row(Host, row, preset=preset)
