"""What happened in a skirmish, a sentence for every event, as somebody has seen it.

What was emptied of an event is not said. Units bear names of either number, so they are no subject of a sentence. What
comes of something before, such as the dice and the damage of an attack, begins with the sign of `↳`.
"""

from __future__ import annotations

from typing import assert_never

from cogs.house.words.words import Names
from cogs.skirmish.words.terms import Terms
from engine.core import Seat
from engine.skirmish.events import (
    Answered,
    AttackDeclared,
    Bought,
    BuildingRuined,
    CardDrawn,
    CardRevealed,
    CardsHidden,
    CardsSeen,
    CommandPlayed,
    Cured,
    Damaged,
    Dealt,
    Declined,
    Deployed,
    Destroyed,
    DiceRolled,
    Drafted,
    DrawOffered,
    Event,
    GameOver,
    GotPoisoned,
    HalfChosen,
    HalvesDrawn,
    Healed,
    HeroicSpent,
    Ignored,
    LoreGained,
    LoreLost,
    LorePlayed,
    LoreReady,
    LoreSwapped,
    MapJoined,
    Moved,
    NotPlaced,
    Opened,
    Ordered,
    Peeked,
    Placed,
    PoisonRolled,
    PutAway,
    Ready,
    Reshuffled,
    Scored,
    SetDown,
    StageReached,
    Stunned,
    TurnBegan,
    TurnEnded,
)

FieldEvent = Opened | HalvesDrawn | HalfChosen | MapJoined | CardsHidden
ForceEvent = (
    Drafted | Bought | LoreSwapped | StageReached | LoreReady | SetDown | Ready | Deployed | Dealt | PutAway
    | Placed | NotPlaced
)  # fmt: skip
CardEvent = CommandPlayed | LorePlayed | Answered | CardsSeen | Peeked | CardRevealed | CardDrawn | Reshuffled
CombatEvent = AttackDeclared | DiceRolled | HeroicSpent | Damaged | Ignored | Destroyed | Declined
MarkEvent = Stunned | GotPoisoned | Cured | Healed | PoisonRolled

ONE_ANYWHERE, BY_TEXT = "one", "text"


def news(terms: Terms, event: Event, names: Names) -> str:
    """The sentence for an event; empty for one that needs none."""
    say = terms.say
    if isinstance(event, FieldEvent):
        return _field(terms, event, names)
    if isinstance(event, ForceEvent):
        return _force(terms, event, names)
    if isinstance(event, CardEvent):
        return _cards(terms, event, names)
    if isinstance(event, CombatEvent):
        return _fight(terms, event, names)
    if isinstance(event, MarkEvent):
        return _marks(terms, event)
    match event:
        case TurnBegan(seat, round_):
            return say("event.turnbegan", player=names[seat], round=round_)
        case TurnEnded():
            return ""  # the next one begins, which is said
        case Ordered(seat, _, kind, at):
            return say("event.ordered", player=names[seat], unit=terms.unit_at(kind, at))
        case Moved(seat, _, kind, path, why):
            facts = {"player": names[seat], "unit": terms.short(kind), "start": path[0], "hex": path[-1]}
            return say(f"event.moved-{why}", **facts)
        case BuildingRuined(at):
            return say("event.buildingruined", hex=at)
        case LoreGained() | LoreLost():
            return _lore(terms, event, names)
        case Scored(seat, points, total, why):
            return say(f"event.scored-{why}", player=names[seat], points=terms.points(points), total=total)
        case DrawOffered(seat):
            return say("event.drawoffered", player=names[seat])
        case GameOver(winner, reason):
            return say(f"event.gameover-{reason}", player="" if winner is None else names[winner])
        case _:
            assert_never(event)


def _lore(terms: Terms, event: LoreGained | LoreLost, names: Names) -> str:
    """Lore that came or went, by a card or for another reason."""
    key = f"event.{type(event).__name__.lower()}"
    facts = {"player": names[event.seat], "lore": terms.lore(event.amount)}
    if event.why in ("dice", "step") or (event.why == "muster" and isinstance(event, LoreGained)):
        return terms.say(f"{key}-{event.why}", **facts)
    return terms.say(key, card=terms.cause(event.why), **facts)


def _field(terms: Terms, event: FieldEvent, names: Names) -> str:
    """What is fought, by whom, and where."""
    say = terms.say
    match event:
        case Opened(scenario, factions):
            if terms.has(f"event.opened-{scenario}"):
                leads = {faction: names[Seat(seat)] for seat, faction in enumerate(factions)}
                return say(f"event.opened-{scenario}", **leads)
            sides = {f"faction-{seat}": terms.faction(faction) for seat, faction in enumerate(factions)}
            return say(
                "event.opened", scenario=terms.scenario(scenario), one=names[Seat(0)], other=names[Seat(1)], **sides
            )
        case HalvesDrawn(_, halves):
            return say("event.halvesdrawn", halves=terms.words.listing(map(terms.half, halves), "or"))
        case HalfChosen(seat, half):
            if half:
                return say("event.halfchosen-own", half=terms.half(half))
            return say("event.halfchosen", player=names[seat])
        case MapJoined((one, other), first):
            return say(
                "event.mapjoined",
                one=names[Seat(0)],
                half=terms.half(one),
                other=names[Seat(1)],
                other_half=terms.half(other),
                first=names[first],
            )
        case CardsHidden(hexes):
            return say("event.cardshidden", hexes=terms.words.listing(hexes))
        case _:
            assert_never(event)


def _force(terms: Terms, event: ForceEvent, names: Names) -> str:
    """What a side begins with, its units, its lore and its cards, and the units that are put down for it later."""
    say = terms.say
    match event:
        case Drafted(seat, units, points):
            facts = {"player": names[seat], "points": terms.say("muster-points", number=points)}
            return (
                say("event.drafted", units=terms.units(units), **facts) if units else say("event.drafted-pass", **facts)
            )
        case Bought() | LoreSwapped() | StageReached() | SetDown() | LoreReady():
            return ""  # one's panel shows it, and that a side is ready says the last
        case Ready(seat):
            return say("event.ready", player=names[seat])
        case Deployed(seat, units, lore):
            facts = {"player": names[seat], "units": terms.units_at(units), "lore": terms.lore(lore)}
            return say("event.deployed-lore" if lore else "event.deployed", **facts)
        case Dealt(_, commands, lore):
            return say("event.dealt", commands=terms.cards(commands), lore=terms.cards(lore))
        case PutAway(seat, commands, lore):
            if commands or lore:
                return say("event.putaway-own", cards=terms.cards((*commands, *lore)))
            return say("event.putaway", player=names[seat])
        case Placed(seat, _, kind, at):
            return say("event.placed", player=names[seat], unit=terms.unit_at(kind, at))
        case NotPlaced(seat, kind, why):
            return say(f"event.notplaced-{why}", player=names[seat], unit=terms.unit(kind))
        case _:
            assert_never(event)


def _cards(terms: Terms, event: CardEvent, names: Names) -> str:
    say = terms.say
    match event:
        case CommandPlayed(seat, card, how):
            facts = {"player": names[seat], "card": terms.card(card)}
            if how in (ONE_ANYWHERE, BY_TEXT):
                return say(f"event.commandplayed-{how}", **facts)
            return say("event.commandplayed-section", section=terms.section(how), **facts)
        case LorePlayed(seat, card, targets, cost):
            facts = {"player": names[seat], "card": terms.card(card), "lore": terms.lore(cost)}
            if not targets:
                return say("event.loreplayed", **facts)
            return say("event.loreplayed-on", hexes=terms.words.listing(targets), **facts)
        case Answered(seat, until, instruction):
            if instruction:
                return say("event.answered-own", card=terms.card(instruction))
            return "" if until == "now" else say(f"event.answered-{until}", player=names[seat])
        case CardsSeen(seat, cards):
            if cards:
                return say("event.cardsseen-own", cards=terms.cards(cards))
            return say("event.cardsseen", player=names[seat])
        case Peeked(seat, at, cost, kind):
            facts = {"player": names[seat], "hex": at, "lore": terms.lore(cost)}
            return say("event.peeked-own", unit=terms.unit(kind), **facts) if kind else say("event.peeked", **facts)
        case CardRevealed(at, kind):
            return say("event.cardrevealed", hex=at, unit=terms.unit(kind))
        case CardDrawn(seat, deck, cards, count):
            if cards:
                return say("event.carddrawn-own", cards=terms.cards(cards))
            return say(f"event.carddrawn-{deck}", player=names[seat], number=count)
        case Reshuffled(deck, seat):
            return say(f"event.reshuffled-{deck}", player="" if seat is None else names[seat])
        case _:
            assert_never(event)


def _fight(terms: Terms, event: CombatEvent, names: Names) -> str:
    say = terms.say
    match event:
        case AttackDeclared():
            key = "event.countered" if event.counter else "event.attackdeclared"
            return say(
                f"{key}-{event.how}",
                player=names[event.seat],
                unit=terms.unit_at(event.kind, event.hex),
                target=terms.unit_at(event.target_kind, event.target_hex),
            )
        case DiceRolled(_, _, faces, card, misses):
            said = terms.faces(faces)
            if card:
                return say("event.dicerolled-card", card=terms.card(card), faces=said)
            rolled, missed = say("event.dicerolled", faces=said), terms.missed(misses)
            return f"{rolled} {missed}" if missed else rolled
        case HeroicSpent(_, use, target):
            key = "event.heroicspent" if target == "-" else "event.heroicspent-on"
            return say(key, ability=terms.cause(use), hex=target)
        case Damaged(_, kind, _, at, damage, health, why):
            key = "event.damaged-last" if not health else "event.damaged"
            return say(
                key, unit=terms.unit_at(kind, at), damage=terms.damage(damage), left=health, why=_why(terms, why)
            )
        case Ignored(_, kind, _, at, what, amount, why):
            ignored = terms.damage(amount) if what == "damage" else terms.say("retreats", number=amount)
            return say("event.ignored", unit=terms.unit_at(kind, at), what=ignored, why=_why(terms, why))
        case Destroyed(_, kind, owner, at, _):
            return say("event.destroyed", unit=terms.unit_at(kind, at), player=names[owner])
        case Declined(seat, what):
            return say(f"event.declined-{what}", player=names[seat])
        case _:
            assert_never(event)


def _marks(terms: Terms, event: MarkEvent) -> str:
    say, unit = terms.say, terms.unit_at(event.kind, event.hex)
    match event:
        case Stunned():
            return say("event.stunned", unit=unit)
        case GotPoisoned():
            return say("event.gotpoisoned", unit=unit)
        case Cured():
            return say(f"event.cured-{event.of}", unit=unit)
        case Healed():
            return say("event.healed", unit=unit, number=event.amount)
        case PoisonRolled():
            key = "event.poisonrolled" if event.damage else "event.poisonrolled-harmless"
            return say(key, unit=unit, face=terms.say(f"face.{event.face}"))
        case _:
            assert_never(event)


def _why(terms: Terms, why: str) -> str:
    """What hurt or protected a unit, in brackets behind it; nothing for the hits of an attack."""
    if why == "hit":
        return ""
    cause = terms.say(f"why.{why}") if terms.has(f"why.{why}") else terms.cause(why)
    return terms.say("because", why=cause) if cause else ""
