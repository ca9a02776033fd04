"""A combat and an attack in words: who attacks whom, with how many dice and why, what to expect, what was rolled."""

from __future__ import annotations

from collections.abc import Iterator

from cogs.skirmish.words import inline
from cogs.skirmish.words.prompts import fight
from cogs.skirmish.words.terms import Terms
from engine.skirmish import outlook
from engine.skirmish.combat.strength import Reason
from engine.skirmish.outlook import Prospect, RollOutlook
from engine.skirmish.view import View

MINUS, NOBODY = "−", "-"

OPEN = ("after", "commit", "damage")
"""The steps of a combat in which its dice have been rolled and have not done anything yet."""


def fight_told(terms: Terms, view: View) -> Iterator[str]:
    """The combat of the view in some lines: the dice, and what was done with them; nothing outside of one."""
    combat = view.combat
    if combat is None:
        return
    if not combat.dice:
        prospect = outlook.prospect_of(view, combat)
        if prospect is not None:
            yield terms.say("panel.attack-told", fight=fight(terms, view, combat), **_facts(terms, prospect))
        return
    rolled = terms.say("panel.fight-rolled", faces=terms.faces(combat.dice))
    missed = terms.missed(outlook.misses(view))
    yield f"{rolled} {missed}" if missed else rolled
    for spent in combat.commitments:
        use = terms.cause(spent.use)
        if spent.target.strip(NOBODY):
            use = terms.say("panel.use-on", use=use, unit=inline.at(terms, view, spent.target))
        yield terms.say("panel.fight-spent", use=use)
    if combat.step in OPEN and (roll := outlook.roll(view)) is not None:
        yield _comes_to(terms, roll)


def _comes_to(terms: Terms, roll: RollOutlook) -> str:
    """What the dice would do as things stand: `So far: 1 damage. Ignored: 1 retreat.`."""
    falls = _counted(terms, roll.suffers, roll.goes)
    held = _counted(terms, roll.damage - roll.suffers, roll.retreats - roll.goes)
    said = terms.say("panel.as-it-stands", what=falls) if falls else terms.say("panel.does-nothing")
    return f"{said} {terms.say('panel.ignored', what=held)}" if held else said


def _counted(terms: Terms, damage: int, retreats: int) -> str:
    """`2 damage and 1 retreat`; empty for none of both."""
    parts = [terms.damage(damage)] * (damage > 0) + [terms.say("retreats", number=retreats)] * (retreats > 0)
    return terms.words.listing(parts) if parts else ""


def note(terms: Terms, prospect: Prospect) -> str:
    """`4 dice, about 1.3 damage, 12% to destroy`: below an attack in a list."""
    return terms.say("panel.attack-note", **_facts(terms, prospect))


def sum_told(terms: Terms, prospect: Prospect) -> str:
    """How the dice come about, and what to expect: `3 dice (2 combat value, +1 Rage), about 1.3 damage …`."""
    parts = [
        terms.say(f"panel.dice-{reason.sort}", number=signed(reason), why=_why(terms, reason))
        for reason in prospect.reasons
    ]
    why = terms.say("panel.dice-parts", parts=terms.words.listing(parts, "comma")) if len(parts) > 1 else ""
    return terms.say("panel.dice-sum", parts=why, **_facts(terms, prospect))


def _facts(terms: Terms, prospect: Prospect) -> dict[str, object]:
    return {
        "dice": terms.dice(prospect.dice),
        "expected": decimal(terms, prospect.expected),
        "percent": round(100 * prospect.destroys),
        "health": prospect.health,
    }


def signed(reason: Reason) -> str:
    """`+1`, `−1` for dice added or taken away, else the number."""
    if reason.sort != "more":
        return str(reason.amount)
    return f"+{reason.amount}" if reason.amount > 0 else f"{MINUS}{-reason.amount}"


def _why(terms: Terms, reason: Reason) -> str:
    """What a reason is called: an ability, a card, a terrain, the combat value, the boulder."""
    return terms.say(f"panel.by-{reason.what}") if reason.sort == "base" else terms.cause(reason.what)


def decimal(terms: Terms, number: float) -> str:
    """`1.3`, with the language's own mark; `1` for a whole one."""
    whole, _, tenth = f"{number:.1f}".partition(".")
    return whole if tenth == "0" else terms.say("panel.decimal", whole=whole, tenth=tenth)
