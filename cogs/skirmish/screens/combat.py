"""The screens of the Attack Step and of combat: whom to attack, heroic dice, retreats, counters, advances (B8-B11)."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.face.presses import at
from cogs.face.screen import BUTTON, MOST_OPTIONS, Menu, Press, Row, Screen, Sight, in_rows
from cogs.skirmish.screens.framing import BACK, acts, back, backs, board, ending, headed, listed, lists, paged
from cogs.skirmish.screens.lore import aimed, playing
from cogs.skirmish.words import inline
from cogs.skirmish.words.combat import decimal, fight_told, note, sum_told
from cogs.skirmish.words.terms import Terms
from engine.skirmish import outlook
from engine.skirmish.actions import Advance, Attack, Cast, Commit, Counter, Done, Pursue, Push, Stay

WHY, ATTACK = "why", "attack"

FEW_ATTACKS = 4
"""So many attacks are buttons; more are a list."""


def attacking(terms: Terms, sight: Sight) -> Screen | None:
    """Every attack with its dice and what to expect, the best first; who has attacked already (B8.1)."""
    if not acts(sight):
        return None
    match paged(sight.place):
        case (), page:
            return _attacks(terms, sight, page)
        case (what, hex_), page if what == ATTACK and hex_ in _attackers(sight):
            return _of_one(terms, sight, hex_, page)
        case (what, *which), _ if what == WHY:
            return _why(terms, sight, which)
        case place, page:
            return aimed(terms, sight, place, page)


def _ranked(sight: Sight) -> list[Attack]:
    """Attacks, those first that most likely destroy, or do most of what it takes."""

    def rated(action: Attack) -> float:
        prospect = outlook.prospect(sight.view, action)
        return prospect.destroys + prospect.expected / prospect.health

    return sorted(sight.of(Attack), key=rated, reverse=True)


def _attacks(terms: Terms, sight: Sight, page: int) -> Screen:
    ways = _ranked(sight)
    rows: list[Row] = []
    measure, attackers = "", _attackers(sight)
    if len(attackers) > 1 and len(ways) > FEW_ATTACKS:
        alone = [Press(at(ATTACK, hex_), inline.at(terms, sight.view, hex_)) for hex_ in attackers]
        rows.append(lists(terms, terms.say("panel.attack-one"), alone, 0, ()))
    if len(ways) > FEW_ATTACKS:
        rows.append(_list(terms, sight, ways, page, ()))
    elif ways:
        measure, presses = _rated(terms, sight, ways)
        rows.append(presses)
    rows += playing(terms, sight)
    last = [Press(at(WHY), terms.say("panel.why-dice"))] if ways else []
    closing = [sight.press(action) for action in sight.of(Stay)]
    closing = closing or [*ending(sight, style="plain" if ways else "good")]
    rows.append((*last, *closing))
    focus = attackers[0] if len(attackers) == 1 else ""
    shown = board(sight, Attack, focus=focus)
    silent = inline.silences(terms, sight)
    text = headed(terms, sight, measure, silent) if ways else f"**{terms.say('panel.no-attacks')}**"
    return Screen(text, tuple(rows), shown)


def _rated(terms: Terms, sight: Sight, ways: Sequence[Attack]) -> tuple[str, Row]:
    """What the figures on the buttons of attacks are, and these: how likely each destroys, or what damage to expect.

    Where none is likely to destroy, 0% on each would tell them not apart. A button may have no room for its figure.
    """
    prospects = [outlook.prospect(sight.view, action) for action in ways]
    percents = [round(100 * prospect.destroys) for prospect in prospects]
    presses: list[Press] = []
    for action, prospect, percent in zip(ways, prospects, percents, strict=True):
        label = sight.label(action)
        if any(percents):
            rated = terms.say("panel.attack-odds", attack=label, percent=percent)
        else:
            rated = terms.say("panel.attack-damage", attack=label, expected=decimal(terms, prospect.expected))
        presses.append(sight.press(action, rated if len(rated) <= BUTTON else label, style="main"))
    return terms.say("panel.odds-told" if any(percents) else "panel.damage-told"), tuple(presses)


def _attackers(sight: Sight) -> tuple[str, ...]:
    """The hexes of the units that can attack."""
    return tuple(dict.fromkeys(action.unit for action in sight.of(Attack)))


def _list(terms: Terms, sight: Sight, ways: Sequence[Attack], page: int, here: Sequence[str]) -> Menu:
    """Attacks with what to expect of each."""
    options = [sight.press(action, note=note(terms, outlook.prospect(sight.view, action))) for action in ways]
    return lists(terms, terms.say("panel.attack-whom"), options, page, here)


def _of_one(terms: Terms, sight: Sight, hex_: str, page: int) -> Screen:
    """Whom one unit can attack: the picture shows with how many dice."""
    ways = [action for action in _ranked(sight) if action.unit == hex_]
    asked = terms.say("panel.attack-with", unit=inline.at(terms, sight.view, hex_))
    text = f"**{asked}**\n{inline.standing(terms, sight.view, hex_)}".rstrip()
    menu = _list(terms, sight, ways, page, (ATTACK, hex_))
    return Screen(text, (menu,), board(sight, Attack, focus=hex_))


def _why(terms: Terms, sight: Sight, which: list[str]) -> Screen | None:
    """How the dice of attacks come about: of all of them, or of those of one unit on its hex."""
    ways = [action for action in _ranked(sight) if not which or [action.unit] == which]
    if not ways:
        return None
    lines = [
        terms.say("panel.thing", thing=sight.label(action), told=sum_told(terms, outlook.prospect(sight.view, action)))
        for action in ways
    ]
    units = dict.fromkeys(action.unit for action in _ranked(sight))
    presses = [Press(at(WHY, hex_), inline.at(terms, sight.view, hex_)) for hex_ in units]
    menu = lists(terms, terms.say("panel.why-whose"), presses[:MOST_OPTIONS], 0, ())
    text = "\n".join((f"**{terms.say('panel.why-dice')}**", listed(lines)))
    return Screen(text, (menu,) if len(units) > 1 else ())


def fighting(terms: Terms, sight: Sight) -> Screen | None:
    """What is to decide in a combat: heroic dice, the way of a retreat, counter, advance, pursuit."""
    if not acts(sight):
        return None
    if sight.place == (BACK,):
        return back(terms, sight)
    if sight.place:
        return None
    lines = [*fight_told(terms, sight.view)]
    if any(sight.of(Counter)) and (prospect := outlook.counter(sight.view)) is not None:
        lines.append(terms.say("panel.counter-told", told=note(terms, prospect)))
    uses = [sight.press(action) for action in sight.of(Commit)]
    others = [sight.press(action, style="main") for action in sight.of(Push, Counter, Cast, Advance, Pursue)]
    staying = "plain" if uses or any(sight.of(Counter)) else "good"
    closing = [sight.press(action, style=staying) for action in sight.of(Done, Stay)]
    rows: list[Row] = []
    if len(uses) + len(others) > MOST_BUTTONS:
        rows.append(lists(terms, terms.say("panel.which"), [*uses, *others], 0, ()))
        rows += in_rows([*closing, *backs(terms, sight)])
    else:
        rows += in_rows([*uses, *others, *closing, *backs(terms, sight)])
    return Screen(headed(terms, sight, listed(lines)), tuple(rows), board(sight, Commit, Advance, Pursue))


MOST_BUTTONS = 12
"""So many ways are buttons; more are a list."""
