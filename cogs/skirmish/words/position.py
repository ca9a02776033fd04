"""The position of a skirmish as text: a map of letters and signs, the units of both sides, cards, and the scores.

The map is for a block of fixed-width letters: two characters a hex, so that it fits a telephone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from cogs.house.words.words import Names
from cogs.skirmish.words.prompts import phase
from cogs.skirmish.words.terms import Terms
from engine.core import Seat
from engine.skirmish.board import HEXES, LONG, ROWS
from engine.skirmish.board import row as row_of
from engine.skirmish.effects import PLAINS
from engine.skirmish.units import LAST_TURN, Unit
from engine.skirmish.view import SideView, View
from render.skirmish.pieces.captions import goal

HIDDEN = "?"
"""What stands for a hidden card on the map."""


def position(terms: Terms, view: View, names: Names) -> str:
    """Everything that the picture of the field shows, in lines."""
    parts = [f"{phase(terms, view, names)}.", *_told_map(terms, view, names)]
    parts += ["\n".join(_side(terms, view, side, names)) for side in _from_the_south(view)]
    played = terms.say("position.played", card=terms.card(view.turn.card)) if view.turn.card else ""
    parts += filter(None, (hidden(terms, view), banners(terms, view), played))
    return "\n\n".join(parts)


def _told_map(terms: Terms, view: View, names: Names) -> Iterator[str]:
    if not view.land and not view.units:
        return
    south, north = _from_the_south(view)
    yield (
        f"```\n{field(terms, view)}\n```"
        + "\n"
        + terms.say(
            "position.key",
            south=terms.player(view, south.seat, names),
            north=terms.player(view, north.seat, names),
            signs=terms.words.listing(_signs(terms, view), "comma"),
        )
    )


def field(terms: Terms, view: View) -> str:
    """The map: rows from the north, letters of units in front of signs of terrain, `?` for a hidden card."""
    south = _from_the_south(view)[0].seat
    lying = {at for at, _ in view.hidden}
    lines = []
    for row in reversed(ROWS):
        hexes = [at for at in HEXES if at[0] == row]
        cells = "".join(_cell(terms, view, at, south, at in lying) for at in hexes)
        lines.append(f"{row} {' ' * (row_of(hexes[0]) % 2)}{cells}".rstrip())
    numbers = "".join(f"{number:<4}" for number in range(1, LONG + 1, 2)).rstrip()
    return "\n".join((*lines, f"  {numbers}"))


def _cell(terms: Terms, view: View, at: str, south: Seat, hidden_card: bool) -> str:
    """Two characters: who stands there, or what lies there; then what else there is."""
    unit, terrain = view.at(at), view.terrain(at)
    sign = terms.say(f"sign.{terrain}")
    if unit is None:
        return sign + (HIDDEN if hidden_card else " ")
    letter = terms.letter(unit.kind)
    if unit.owner != south:
        letter = letter.lower()
    return letter + (HIDDEN if hidden_card else " " if terrain == PLAINS else sign)


def _signs(terms: Terms, view: View) -> Iterator[str]:
    """The key to the signs of the terrains that there are."""
    there = {view.terrain(at) for at in HEXES} - {PLAINS}
    for terrain in terms.tables.terrains:
        if terrain in there:
            yield f"`{terms.say(f'sign.{terrain}')}` {terms.terrain(terrain)}"
    if view.hidden:
        yield f"`{HIDDEN}` {terms.say('position.card')}"


def _from_the_south(view: View) -> tuple[SideView, SideView]:
    """Both sides, the one that sits in the south first (B2.6)."""
    one, other = view.sides
    return (one, other) if one.faction == view.rules.south else (other, one)


def _side(terms: Terms, view: View, side: SideView, names: Names) -> Iterator[str]:
    """A side with what everybody knows of it, and its units, a line each."""
    who = terms.player(view, side.seat, names)
    yield terms.say("position.side", player=who, figures=figures(terms, view, side))
    for unit in view.units:
        if unit.owner == side.seat:
            letter = terms.letter(unit.kind)
            yield f"`{letter if side == _from_the_south(view)[0] else letter.lower()}` {told(terms, view, unit)}"
    if not any(unit.owner == side.seat for unit in view.units):
        yield terms.say("position.no-units")


def figures(terms: Terms, view: View, side: SideView) -> str:
    """`3 of 8 victory points, 2 lore, 4 command cards, 3 lore cards`."""
    return terms.words.listing(_figures(terms, view, side), "comma")


def _figures(terms: Terms, view: View, side: SideView) -> Iterator[str]:
    yield aim(terms, view, side.seat)
    yield terms.lore(side.lore)
    yield terms.say("commands", number=side.commands)
    yield terms.say("lore-cards", number=side.hand)
    if side.half:
        yield terms.half(side.half)


def aim(terms: Terms, view: View, seat: Seat) -> str:
    """What a side has of what it needs to win: `3 of 8 victory points`, `1 of 3 cards` (B14.1, B23.14, B23.15)."""
    have, need, what = goal(view, seat)
    if not need:
        return terms.points(have)
    return terms.say(f"aim.{what}", have=have, need=need)


def told(terms: Terms, view: View, unit: Unit) -> str:
    """`Citadel Guard D3: 2 of 3 health, stunned`."""
    kind = view.rules.tables.kinds[unit.kind]
    facts = [terms.say("health", health=unit.health, full=kind.full), *marks(terms, view, unit)]
    return f"{terms.unit_at(unit.kind, unit.hex)}: {terms.words.listing(facts, 'comma')}"


def marks(terms: Terms, view: View, unit: Unit) -> Iterator[str]:
    """What else is true of a unit, in words."""
    if view.rules.tables.kinds[unit.kind].weak(unit.health):
        yield terms.say("mark.weak")
    if unit.stunned:
        yield terms.say("mark.stunned-last" if unit.stunned == LAST_TURN else "mark.stunned")
    for mark in ("poisoned", "ordered", "unshaken"):
        if getattr(unit, mark):
            yield terms.say(f"mark.{mark}")


def hidden(terms: Terms, view: View) -> str:
    """The hidden cards: where they lie, what the viewer has seen, and how many of each kind are left (B23.17)."""
    if not view.hidden:
        return ""
    places = (terms.say("position.seen", hex=at, unit=terms.unit(kind)) if kind else at for at, kind in view.hidden)
    left = (terms.say("several", number=number, unit=terms.unit(kind)) for kind, number in view.hidden_left)
    return terms.say("position.hidden", hexes=terms.words.listing(places, "comma"), left=terms.words.listing(left))


def banners(terms: Terms, view: View) -> str:
    """Where banners are, and who holds them (B14.3)."""
    scenario = view.rules.scenario
    places = view.rules.tables.field.banners if scenario is None else scenario.banners
    if not places:
        return ""
    return terms.say("position.banners", hexes=terms.words.listing(places, "comma"))


def scores(terms: Terms, view: View, names: Names) -> str:
    """How both do: what they need to win, how many units they have, lore and cards."""
    lines = [f"{phase(terms, view, names)}."]
    standing = Counter(unit.owner for unit in view.units)
    for side in view.sides:
        facts = [terms.say("units", number=standing[side.seat]), figures(terms, view, side)]
        lines.append(f"- {terms.player(view, side.seat, names)}: {terms.words.listing(facts, 'comma')}")
    return "\n".join(lines)


def mine(terms: Terms, view: View, names: Names) -> str:
    """What the viewer alone knows: hands with what the cards do, the lore deck, what was seen and mustered."""
    own = view.own
    if own is None:
        return terms.say("mine.nothing")
    parts = []
    if own.commands:
        parts.append("\n".join((terms.say("mine.commands"), *(_card(terms, card) for card in own.commands))))
    if own.hand:
        parts.append("\n".join((terms.say("mine.hand"), *(_card(terms, card) for card in own.hand))))
    if own.peeked:
        seen = (terms.say("position.seen", hex=at, unit=terms.unit(kind)) for at, kind in own.peeked)
        parts.append(terms.say("mine.peeked", cards=terms.words.listing(seen, "comma")))
    if view.round == 0:
        parts += _prepared(terms, view)
    if own.deck:
        parts.append(terms.say("mine.deck", cards=terms.cards(own.deck)))
    return "\n\n".join(parts) or terms.say("mine.nothing")


def _card(terms: Terms, card: str) -> str:
    """A card of a hand with what it costs, when it is played, and what it does."""
    facts = {"card": terms.card(card), "does": terms.text(card)}
    found = terms.tables.lore.get(card)
    if found is None:
        return terms.say("mine.command", **facts)
    return terms.say("mine.lore", lore=terms.lore(found.cost), timing=terms.timing(found.timing), **facts)


def _prepared(terms: Terms, view: View) -> Iterator[str]:
    """What the viewer has prepared so far."""
    own = view.own
    assert own is not None, "preparations are somebody's own"
    if own.half or own.halves:
        halves = [own.half] if own.half else own.halves
        yield terms.say("mine.halves", halves=terms.words.listing(map(terms.half, halves), "comma"))
    if own.bought:
        yield terms.say("mine.army", units=terms.units(own.bought), points=own.points)
    if own.swaps:
        swaps = (f"{terms.card(out)} → {terms.card(into)}" for out, into in own.swaps)
        yield terms.say("mine.swaps", swaps=terms.words.listing(swaps, "semicolon"))
    if own.placed:
        placed = (terms.unit_at(kind, at) for kind, at in own.placed)
        yield terms.say("mine.placed", units=terms.words.listing(placed, "comma"))
