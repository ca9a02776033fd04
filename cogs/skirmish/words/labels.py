"""The choices of a skirmish as labels: what a button or a list says, in at most 80 characters."""

from __future__ import annotations

from typing import assert_never

from cogs.house.words.words import LABEL, Names, shortened
from cogs.skirmish.words.terms import Terms
from engine.log import Undo
from engine.skirmish import purse
from engine.skirmish.actions import (
    Action,
    Advance,
    Attack,
    Back,
    Buy,
    Cast,
    ChooseHalf,
    Commit,
    Concede,
    Counter,
    Discard,
    Done,
    Draft,
    EndAsDraw,
    Instruct,
    Keep,
    Learn,
    Lift,
    Move,
    Order,
    Pass,
    Peek,
    Place,
    Play,
    Pursue,
    Push,
    Reveal,
    Sell,
    Stay,
    Swap,
    Unswap,
    Wait,
)
from engine.skirmish.board import HEXES
from engine.skirmish.steps.turn import GAINS
from engine.skirmish.view import View

NOTHING = "-"


def label(terms: Terms, action: Action | Undo, view: View, names: Names) -> str:
    """The label of a choice."""
    return shortened(_label(terms, action, view), LABEL)


def _label(terms: Terms, action: Action | Undo, view: View) -> str:
    say = terms.say
    match action:
        case ChooseHalf() | Draft() | Buy() | Sell() | Swap() | Unswap() | Place() | Lift() | Discard():
            return _preparing(terms, action, view)
        case Play(card, how):
            return _play(terms, card, how)
        case Order() | Move() | Attack() | Cast() | Instruct() | Commit() | Push() | Advance() | Pursue():
            return _acting(terms, action, view)
        case Pass(until):
            return say("action.pass-draft" if view.phase == "drafting" else f"action.pass-{until}")
        case Reveal(at):
            return say("action.reveal", hex=at)
        case Peek(at):
            return say("action.peek", hex=at, lore=terms.lore(_peek_cost(view)))
        case Learn(way):
            return say("action.learn", way=terms.learnt(way, _room(view)))
        case Keep(card):
            return say("action.keep", card=terms.card(card))
        case Stay():
            return _by(terms, "stay", view.step if view.phase == "fighting" else view.phase)
        case Done():
            return _by(terms, "done", _done(view))
        case Back():
            return _by(terms, "back", _done(view))
        case Wait() | Counter() | Concede() | EndAsDraw():
            return say(f"action.{type(action).__name__.lower()}")
        case Undo(entries):
            if len(entries) > 3:
                return say("action.undo-many", number=len(entries), first=entries[0])
            return say("action.undo", number=len(entries), steps=terms.words.listing(map(str, entries)))
        case _:
            assert_never(action)


Preparation = ChooseHalf | Draft | Buy | Sell | Swap | Unswap | Place | Lift | Discard


def _preparing(terms: Terms, action: Preparation, view: View) -> str:
    say = terms.say
    match action:
        case ChooseHalf(half):
            return say("action.choosehalf", half=terms.half(half))
        case Draft(units):
            return say("action.draft", units=terms.units(units))
        case Buy(unit) | Sell(unit):
            cost = terms.tables.kinds[unit].cost
            return say(f"action.{type(action).__name__.lower()}", unit=terms.unit(unit), cost=cost)
        case Swap(out, into) | Unswap(out, into):
            return say(f"action.{type(action).__name__.lower()}", out=terms.card(out), into=terms.card(into))
        case Place(unit, at):
            return say("action.place", unit=terms.short(unit), hex=at)
        case Lift(at):
            return say("action.lift", unit=_placed(terms, view, at), hex=at)
        case Discard(commands, lore):
            return say("action.discard", cards=terms.cards((*commands, *lore)))


Acting = Order | Move | Attack | Cast | Instruct | Commit | Push | Advance | Pursue


def _acting(terms: Terms, action: Acting, view: View) -> str:
    say = terms.say
    match action:
        case Order(at):
            return say("action.order", unit=_unit(terms, view, at))
        case Move(at, to, hexes):
            facts = {"unit": _unit(terms, view, at, to), "hex": to}
            return say("action.move-in", hexes=terms.hexes(hexes), **facts) if hexes else say("action.move", **facts)
        case Attack(at, target, how):
            return say(f"action.attack-{how}", unit=_unit(terms, view, at), target=_unit(terms, view, target))
        case Cast(card, targets):
            return _on(terms, "action.cast", card, targets, view)
        case Instruct(card, least, targets):
            return _on(terms, "action.instruct", card, targets, view, number=least)
        case Commit(use, target):
            ability = terms.cause(use)
            if target == NOTHING:
                return say("action.commit", ability=ability)
            return say("action.commit-on", ability=ability, unit=_unit(terms, view, target))
        case Push(direction):
            return say("action.push", direction=terms.direction(direction))
        case Advance():
            return say("action.advance", hex=view.combat.aim if view.combat else "")
        case Pursue(to):
            return say("action.pursue", hex=to)


def _by(terms: Terms, verb: str, where: str) -> str:
    """The label that a verb has somewhere, else the one that it has everywhere."""
    key = f"action.{verb}-{where}"
    return terms.say(key if terms.has(key) else f"action.{verb}")


def _done(view: View) -> str:
    """Where something is closed, or left for what was before: the part of the set-up, of a combat, or the phase."""
    if view.phase == "preparing" and view.own is not None:
        return view.own.stage
    return view.step if view.phase == "fighting" else view.phase


def _play(terms: Terms, card: str, how: str) -> str:
    match how:
        case "text":
            return terms.say("action.play", card=terms.card(card))
        case "one":
            return terms.say("action.play-one", card=terms.card(card))
        case section:
            return terms.say("action.play-section", card=terms.card(card), section=terms.section(section))


def _on(terms: Terms, key: str, card: str, targets: tuple[str, ...], view: View, **facts: object) -> str:
    """A card on units or hexes, on nothing if it needs none."""
    facts |= {"card": terms.card(card), "lore": terms.lore(terms.tables.lore[card].cost)}
    if not targets:
        return terms.say(key, **facts)
    return terms.say(
        f"{key}-on", targets=terms.words.listing((_unit(terms, view, at) for at in targets), "comma"), **facts
    )


def _unit(terms: Terms, view: View, at: str, to: str = "") -> str:
    """The unit on a hex, or the one that has moved to where it goes; only the hex if nobody is on either."""
    there = view.at(to) if to else None
    unit = there if there is not None and there.moved else view.at(at)
    if at not in HEXES:
        return terms.say(f"how.{at}")  # the way of an attack with which a card is named
    return terms.unit_at(unit.kind, at) if unit else at


def _placed(terms: Terms, view: View, at: str) -> str:
    """What the viewer has deployed on a hex before all is ready."""
    placed = {hex_: kind for kind, hex_ in (view.own.placed if view.own else ())}
    return terms.short(placed[at]) if at in placed else at


def _peek_cost(view: View) -> int:
    scenario = view.rules.scenario
    return scenario.special.peek_cost if scenario else 0


def _room(view: View) -> int:
    """How much lore the viewer can gain (B5.5)."""
    assert view.viewer is not None, "a seat learns"
    return purse.room(view.rules.tables, view.side(view.viewer).lore)


def kind_of(action: Action | Undo, view: View) -> str:
    """The kind of unit that a choice is about; empty if the view knows of none."""
    match action:
        case Buy(kind) | Sell(kind) | Place(kind) | Draft((kind, *_)):
            return kind
        case Move(at, to):
            unit = view.at(at) or view.at(to)
        case Order(at) | Attack(at) | Commit(_, at):
            unit = view.at(at)
        case _:
            return ""
    return unit.kind if unit else ""


def meant(terms: Terms, name: str, word: str, view: View) -> str:
    """What a word of a line means: `Citadel Guard D3`, `Crushing Force`, `for one unit anywhere`."""
    parts = word.split(",") if word != NOTHING else []
    match name:
        case "units" | "unit" if all(part in terms.tables.kinds for part in parts):
            return terms.units(parts)
        case "unit" | "target" | "targets":
            return terms.words.listing((_unit(terms, view, part) for part in parts), "comma")
        case "out" | "into" | "card" | "commands" | "lore":
            return terms.cards(parts)
        case "half":
            return terms.half(word)
        case "use":
            return terms.cause(word)
        case "direction":
            return terms.direction(word)
        case "way" if word in GAINS:
            return terms.learnt(word)
        case "how" | "way" | "until":
            sections = ("how", "section", "play", "until")
            of = next((section for section in sections if terms.has(f"{section}.{word}")), "")
            return terms.say(f"{of}.{word}") if of else word
        case _:
            return word
