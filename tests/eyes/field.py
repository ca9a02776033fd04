"""Questions on the field's form for phones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from cogs.skirmish.kit import skirmish_face
from engine.core import Seat
from engine.skirmish.events import AttackDeclared, Damaged, Destroyed, Healed, Moved
from engine.skirmish.rules import FREE
from engine.skirmish.ruleset import SKIRMISH
from engine.skirmish.state import State
from engine.skirmish.units import NOT_STUNNED, Unit
from engine.skirmish.view import View
from render.skirmish.field.turn_marks import done
from tests.eyes.asking import NAMES, PICTURES, Asked, Question, drawn
from tests.eyes.masterboard import LOOK
from tests.skirmish.selfplay import selfplay

KEY = """Each picture shows a field of hexes; a hex is named by its row's letter and its number along the row, written
below it where somebody stands and at the ends of rows. Counters are units of two sides: blue shields, and red toothed
rounds. Units: knight with helmet and shield (citadel guard), archer in a green hat, horse (riders), stone golem, eagle
(roc), white skull mask (blood harvesters), green snake (viper legion), dark beast with teeth (flesh rippers), fat brute
(obscenes), horned lord (chaos lord), old man with a white beard (mountain giant). The figure at a unit's corner is its
health; dark there: it is weak. Terrains: plains, forest (firs), hill (a brown dome), building (a house), ruins (broken
walls with fire), water, ford, bridge. An orange star: stunned. A green drop: poisoned. A card with a question mark: a
hidden card. A bright blue outline with a flag: it has an order. A yellow arrow is an attack, a dotted way in the side's
color a move, a dashed one a retreat, a red badge with a minus damage just taken, a skull where a unit was destroyed."""
KINDS = {
    "citadel_guard": "knight", "yeoman_archers": "archer", "riverwatch_riders": "horse", "rune_golems": "golem",
    "roc_warrior": "eagle", "blood_harvesters": "skull mask", "viper_legion": "snake", "flesh_ripper_brutes": "beast",
    "obscenes": "brute", "chaos_lord": "horned lord", "mountain_giant": "old man",
}  # fmt: skip
SIDES = {"daqan": "blue", "uthuk": "red"}


def asked(chance: Random) -> Iterator[Asked]:
    """Positions of games of both scenarios, with ten questions on each."""
    kit = skirmish_face("en").kit
    for number in range(PICTURES):
        views: list[View] = []

        def watch(
            state: State, seat: Seat, view: View, legal: object, action: object, kept: list[View] = views
        ) -> None:
            kept.append(SKIRMISH.view(state, None))

        selfplay({"scenario": (FREE, "thunderclap")[number % 2]}, chance.randrange(10_000), watch=watch)
        busy = [view for view in views if len(view.units) >= 8 and view.round > 1 and view.phase in PHASES]
        view = max(chance.sample(busy, min(12, len(busy))), key=lambda view: len(done(view)))
        yield Asked(kit.pictures.draw("board", view, NAMES, LOOK), drawn(_questions(view), chance))


PHASES = ("moving", "attacking", "fighting", "learning", "commanding", "window")


def _questions(view: View) -> dict[str, list[Question]]:
    sides = {side.seat: SIDES[side.faction] for side in view.sides}
    units, events = view.units, done(view)
    found: dict[str, list[Question]] = {
        "round": [("Which round is it?", str(view.round))],
        "who": [
            (f"Which unit is on {unit.hex} (as the key's first words have it)?", KINDS[unit.kind]) for unit in units
        ],
        "side": [(f"Is the unit on {unit.hex} blue or red?", sides[unit.owner]) for unit in units],
        "health": [(f"What is the health of the unit on {unit.hex}?", str(unit.health)) for unit in units],
        "ground": [(f"In which terrain does the unit on {unit.hex} stand?", view.terrain(unit.hex)) for unit in units],
        "marks": [(f"Which marks has the unit on {unit.hex}?", _marks(unit)) for unit in _marked(units)],
        "order": [(f"Has the unit on {unit.hex} an order?", "yes" if unit.ordered else "no") for unit in units],
        "whole": [
            (f"How many {sides[side.seat]} units are there?", str(_count(units, side.seat))) for side in view.sides
        ],
        "hidden": [("How many hidden cards lie on the field?", str(len(view.hidden)))],
    }
    found["way"] = [
        (f"From which hex did the unit come that is on {event.path[-1]}?", event.path[0])
        for event in events
        if isinstance(event, Moved) and any(unit.number == event.number for unit in units)
    ]
    found["attack"] = [
        (f"Which hex was attacked from {event.hex}?", event.target_hex)
        for event in events
        if isinstance(event, AttackDeclared)
    ]
    lost = Counter({unit.number: 0 for unit in units})
    for event in events:
        if isinstance(event, Damaged | Healed):
            lost[event.number] += event.damage if isinstance(event, Damaged) else -event.amount
    found["hurt"] = [
        (f"How much damage was just dealt to the unit on {unit.hex}?", str(lost[unit.number]))
        for unit in units
        if lost[unit.number] > 0
    ]
    found["gone"] = [
        ("On which hex was a unit destroyed?", event.hex) for event in events if isinstance(event, Destroyed)
    ][:1]
    return found


def _marked(units: tuple[Unit, ...]) -> list[Unit]:
    return [unit for unit in units if unit.poisoned or unit.stunned != NOT_STUNNED]


def _marks(unit: Unit) -> str:
    return ", ".join(filter(None, ("stunned" * (unit.stunned != NOT_STUNNED), "poisoned" * unit.poisoned)))


def _count(units: tuple[Unit, ...], seat: Seat) -> int:
    return sum(unit.owner == seat for unit in units)
