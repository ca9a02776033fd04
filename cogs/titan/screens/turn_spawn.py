"""The screen of who comes back: the new legion place by place, then its marker, and what follows (V6, V7)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from cogs.face.screen import Press, Screen, Sight, in_rows
from cogs.house.game.pictures import Look
from cogs.titan.screens.turn import AT_ONCE, BACK, HAND, acts, back, backs, lists
from cogs.titan.words.terms import Terms
from engine.titan.actions import FirstMarker, Spawn
from engine.titan.phases.spawn import Slot, roads
from engine.titan.rules import TITAN
from engine.titan.view import SpawningView


def spawn(terms: Terms, sight: Sight) -> Screen | None:
    """The screen of a place: the new legion with what may be chosen next, or what can be taken back."""
    new = sight.view.spawning
    if new is None or not acts(sight):
        return None
    match sight.place:
        case ():
            text = "\n".join((_title(terms, sight, new), *_told(terms, sight, new), "", _follows(terms, sight, new)))
            markers = (sight.press(action, terms.marker(action.marker)) for action in sight.of(FirstMarker))
            presses = [*_kinds(terms, sight), *markers]
            around = ("zoom", Look(focus=str(new.land)))
            if len(presses) <= AT_ONCE:
                return Screen(text, in_rows([*presses, *backs(terms, sight)]), (*HAND, around))
            menu = lists(terms, terms.say("spawn.which"), presses, 0, ())
            return Screen(text, (menu, *in_rows(backs(terms, sight))), (*HAND, around))
        case (place,) if place == BACK:
            return back(terms, sight)
        case _:
            return None


def _title(terms: Terms, sight: Sight, new: SpawningView) -> str:
    """What is to be chosen now."""
    facts = {"land": terms.land(new.land)}
    if not new.options:
        return terms.say("spawn.marker", **facts)
    open_ = new.slots[-1]
    return terms.say(f"spawn.{open_.part}", path=terms.terrain(open_.path), **facts)


def _told(terms: Terms, sight: Sight, new: SpawningView) -> Iterator[str]:
    """Whom the legion has so far: those beside the paths, then a line for each path, and why."""
    first = new.creatures[: len(new.creatures) - sum(bool(slot.creature) for slot in new.slots)]
    power = sight.view.players[sight.seat].titan_power
    lords = terms.words.listing(
        terms.say("spawn.titan", creature=terms.creature(code), power=power) if code == TITAN else terms.creature(code)
        for code in first
    )
    yield terms.say("spawn.lords", creatures=lords)
    for path, slots in groupby(new.slots, key=lambda slot: slot.path):
        yield _path(terms, sight, new, path, tuple(slots))


def _path(terms: Terms, sight: Sight, new: SpawningView, path: str, slots: tuple[Slot, ...]) -> str:
    """`Jungle: Behemoth in play (tier 4): Behemoth and Cyclops`."""
    first = slots[0]
    taken = [_slot(terms, slot, bool(new.options) and slot is new.slots[-1]) for slot in slots]
    facts = {"path": terms.terrain(path), "creatures": terms.words.listing(taken)}
    if first.part == "basic":
        return terms.say("spawn.path-basic", **facts)
    tier = 1 + roads(sight.view.rules).paths[path].index(first.due)
    return terms.say("spawn.path", creature=terms.creature(first.due), tier=tier, **facts)


def _slot(terms: Terms, slot: Slot, open_: bool) -> str:
    """Who takes a place; who it was for, if that kind is used up."""
    if not slot.creature:
        return terms.say("spawn.open" if open_ else "spawn.empty")
    if slot.creature == slot.due:
        return terms.creature(slot.creature)
    return terms.say("spawn.instead", creature=terms.creature(slot.creature), due=terms.creature(slot.due))


def _follows(terms: Terms, sight: Sight, new: SpawningView) -> str:
    """What comes after: a turn like any other, or an attack on who stands in the Tower (V6.6-V6.8)."""
    view, land = sight.view, terms.land(new.land)
    enemy = next((one for one in view.legions if one.land == new.land and one.owner != sight.seat), None)
    if enemy is None:
        return terms.say("spawn.turn", land=land)
    height = terms.say("characters", number=enemy.height)
    facts = {"legion": terms.marker(enemy.marker), "player": sight.names[enemy.owner], "land": land, "height": height}
    known = terms.contents(enemy)
    said = terms.say("spawn.attack-known", creatures=known, **facts) if known else terms.say("spawn.attack", **facts)
    after = "spawn.attack-muster" if view.rules.spawn_attack_may_muster else "spawn.attack-only"
    return f"{said} {terms.say(after)} {terms.say('spawn.attack-some')}"


def _kinds(terms: Terms, sight: Sight) -> Iterator[Press]:
    """Those who may take the open place, with what they are worth."""
    rules, score = sight.view.rules, sight.view.players[sight.seat].score
    for action in sight.of(Spawn):
        code = action.creature
        figures = {"power": rules.power(code, score), "skill": rules.kinds[code].skill}
        points = terms.points(rules.value(code, score))
        yield sight.press(action, terms.say("spawn.takes", creature=terms.creature(code), points=points, **figures))
