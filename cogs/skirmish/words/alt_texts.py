"""The pictures of a skirmish in words: what each of them shows, in at most as many characters as Discord takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cogs.house.words.words import ALT, Names, shortened
from cogs.skirmish.words.event_sentences import news
from cogs.skirmish.words.position import figures, marks
from cogs.skirmish.words.prompts import phase
from cogs.skirmish.words.terms import Terms
from engine.skirmish.actions import Attack, Cast, May, Move, Order, Peek, Place, Pursue, Reveal
from engine.skirmish.board import HEXES
from engine.skirmish.effects import PLAINS
from engine.skirmish.events import AttackDeclared, DiceRolled
from engine.skirmish.units import Unit
from engine.skirmish.view import SideView, View
from render.skirmish.field.turn_marks import DRAWN, done


def board_alt(terms: Terms, view: View, names: Names, focus: str = "", actions: Iterable[May] = ()) -> str:
    """The field: where the game stands, both sides, terrain, hidden cards, what was done last, what may be done."""
    said = terms.say(
        "alt.board",
        phase=phase(terms, view, names),
        sides="".join(_side(terms, view, side, names) for side in view.sides),
        hidden=_hidden(terms, view),
        deeds=_deeds(terms, view, names),
        land="".join(_land(terms, view)),
        may=_may(terms, focus, actions),
    )
    return shortened(said.strip(), ALT)


def _side(terms: Terms, view: View, side: SideView, names: Names) -> str:
    units = [_unit(terms, view, unit) for unit in view.units if unit.owner == side.seat]
    return terms.say(
        "alt.side",
        player=terms.player(view, side.seat, names),
        where=terms.say("alt.south" if side.faction == view.rules.south else "alt.north"),
        figures=figures(terms, view, side),
        units=terms.words.listing(units, "comma") if units else terms.say("alt.nobody"),
    )


def _unit(terms: Terms, view: View, unit: Unit) -> str:
    facts = {
        "unit": terms.unit_at(unit.kind, unit.hex),
        "health": unit.health,
        "full": view.rules.tables.kinds[unit.kind].full,
    }
    if said := terms.words.listing(marked, "comma") if (marked := list(marks(terms, view, unit))) else "":
        return terms.say("alt.unit-marked", marks=said, **facts)
    return terms.say("alt.unit", **facts)


def _land(terms: Terms, view: View) -> Iterator[str]:
    for terrain in terms.tables.terrains:
        there = [at for at in HEXES if view.terrain(at) == terrain]
        if there and terrain != PLAINS:
            yield terms.say("alt.land", terrain=terms.terrain(terrain), hexes=terms.words.listing(there, "comma"))


def _hidden(terms: Terms, view: View) -> str:
    if not view.hidden:
        return ""
    places = (terms.say("position.seen", hex=at, unit=terms.unit(kind)) if kind else at for at, kind in view.hidden)
    return terms.say("alt.hidden", hexes=terms.words.listing(places, "comma"))


def _deeds(terms: Terms, view: View, names: Names) -> str:
    """What the picture draws of what was done last, in the sentences of the log."""
    told = [
        news(terms, event, names).removeprefix("↳ ").rstrip(".") for event in done(view) if isinstance(event, DRAWN)
    ]
    return terms.say("alt.deeds", deeds=terms.words.listing(told, "semicolon")) if told else ""


def _may(terms: Terms, focus: str, actions: Iterable[May]) -> str:
    """The hexes that are marked: where the unit at `focus` may go or whom it may attack, or who could be ordered."""
    found: dict[str, None] = {}
    for action in actions:
        match action:
            case Move(unit, to) | Attack(unit, to) if focus in ("", unit):
                found[to if focus else unit] = None
            case Order(at) | Peek(at) | Place(_, at) | Reveal(at) | Pursue(at):
                found[at] = None
            case Cast(_, marked):
                found |= {at: None for at in (marked if focus else marked[:1]) if at != focus}
    return terms.say("alt.may", hexes=terms.words.listing(found, "comma")) if found else ""


def hand_alt(terms: Terms, view: View) -> str:
    """The viewer's own cards. For him alone."""
    own = view.own
    commands = own.commands if own else ()
    lore = own.hand if own else ()
    held = (terms.say("alt.hand-lore", card=terms.card(card), cost=terms.tables.lore[card].cost) for card in lore)
    facts = {"commands": terms.cards(commands), "lore": terms.words.listing(held, "comma")}
    return shortened(terms.say("alt.hand", **facts), ALT)


def dice_alt(terms: Terms, view: View, names: Names) -> str:
    """The latest dice."""
    told, fighters = (*view.before, *view.deeds), dict[int, str]()
    last: DiceRolled | None = None
    for event in told:
        match event:
            case AttackDeclared():
                fighters[event.number] = terms.unit_at(event.kind, event.hex)
            case DiceRolled():
                last = event
    if last is None:
        return terms.say("alt.dice-none")
    facts = {"player": terms.player(view, last.seat, names), "faces": terms.faces(last.faces)}
    if last.card:
        return shortened(terms.say("alt.dice-card", card=terms.card(last.card), **facts), ALT)
    return shortened(terms.say("alt.dice", unit=fighters.get(last.number, ""), **facts), ALT)


def standing_alt(terms: Terms, view: View, names: Names) -> str:
    """How both sides do, or have done."""
    sides = (
        terms.say(
            "alt.standing-side",
            player=terms.player(view, side.seat, names),
            units=terms.say("units", number=sum(unit.owner == side.seat for unit in view.units)),
            figures=figures(terms, view, side),
        )
        for side in view.sides
    )
    return shortened(terms.say("alt.standing", phase=phase(terms, view, names), sides="".join(sides)).strip(), ALT)


def end_alt(terms: Terms, view: View, names: Names) -> str:
    """How a game has ended, in the light of that."""
    return shortened(terms.say("alt.moment-end", standing=standing_alt(terms, view, names)), ALT)


def muster_alt(terms: Terms, view: View) -> str:
    """What the side of the viewer can muster: every kind with its figures; that of both for the channel."""
    faction = "" if view.viewer is None else view.side(view.viewer).faction
    sides = (faction,) if faction else terms.tables.factions
    kinds = (kind for kind in terms.tables.kinds.values() if kind.faction in sides)
    lines = (
        terms.say(
            "alt.muster-unit",
            unit=terms.unit(kind.id),
            cost=kind.cost,
            dice=terms.dice(kind.combat),
            move=kind.move,
            full=kind.full,
        )
        for kind in kinds
    )
    return shortened(terms.say("alt.muster", units=terms.words.listing(lines, "semicolon")), ALT)


def unit_alt(terms: Terms, kind_id: str) -> str:
    """The card of a kind: its figures and what it can do."""
    kind = terms.tables.kinds[kind_id]
    near, far = kind.range
    abilities = (terms.say("alt.kind-ability", ability=name, does=does) for name, does in terms.abilities(kind))
    tags = (terms.say(f"class.{tag}") for tag in sorted(kind.tags))
    said = terms.say(
        "alt.kind",
        unit=terms.unit(kind_id),
        faction=terms.faction(kind.faction),
        tags=terms.words.listing(tags, "comma"),
        cost=kind.cost,
        dice=terms.dice(kind.combat),
        move=kind.move,
        figures=terms.say("alt.kind-figures", number=kind.figures),
        full=kind.full,
        range=terms.say("alt.kind-range", near=near, far=far) if kind.ranged else "",
        abilities=" ".join(abilities),
    )
    return shortened(said.strip(), ALT)


def card_alt(terms: Terms, card: str) -> str:
    """A card of either deck: what it costs, when it is played, what it does."""
    facts = {"card": terms.card(card), "does": terms.text(card)}
    found = terms.tables.lore.get(card)
    if found is None:
        return shortened(terms.say("alt.command", **facts), ALT)
    said = terms.say("alt.lore", lore=terms.lore(found.cost), timing=terms.timing(found.timing), **facts)
    return shortened(said, ALT)


def terrain_alt(terms: Terms, terrain: str) -> str:
    """All terrains and what they do, the one that was asked for first."""
    order = sorted(terms.tables.terrains.values(), key=lambda one: one.id != terrain)
    told = (
        terms.say("alt.terrain", terrain=terms.terrain(one.id), does=" ".join(terms.terrain_does(one))) for one in order
    )
    return shortened("\n".join(told), ALT)
