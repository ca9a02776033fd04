"""The screens of the Attack Step and of combat: whom to attack, heroic dice, retreats, counters, advances (B8-B11)."""

from __future__ import annotations

from cogs.screen import MOST_OPTIONS, Press, Row, Screen, Sight, at, in_rows
from cogs.skirmish import told
from cogs.skirmish.fight_told import fight_told, note, sum_told
from cogs.skirmish.framing import BACK, acts, back, backs, board, ending, headed, listed, lists, paged
from cogs.skirmish.terms import Terms
from engine.skirmish import outlook
from engine.skirmish.actions import Advance, Attack, Commit, Counter, Done, Pursue, Push, Stay

WHY = "why"


def attacking(terms: Terms, sight: Sight) -> Screen | None:
    """Every attack with its dice and what to expect, the best first; who has attacked already (B8.1)."""
    if not acts(sight):
        return None
    match paged(sight.place):
        case (), page:
            return _attacks(terms, sight, page)
        case (what, *which), _ if what == WHY:
            return _why(terms, sight, which)
        case _:
            return None


def _ranked(sight: Sight) -> list[Attack]:
    """Attacks, those first that most likely destroy, or do most of what it takes."""

    def rated(action: Attack) -> float:
        prospect = outlook.prospect(sight.view, action)
        return prospect.destroys + prospect.expected / prospect.health

    return sorted(sight.of(Attack), key=rated, reverse=True)


def _attacks(terms: Terms, sight: Sight, page: int) -> Screen:
    view, ways = sight.view, _ranked(sight)
    attacked = [unit.hex for unit in view.units if unit.owner == sight.seat and unit.attacks]
    lines = [terms.say("panel.attacked", units=told.units(terms, view, attacked))] if attacked else []
    if not ways:
        lines.append(terms.say("panel.no-attacks"))
    rows: list[Row] = []
    if ways:
        options = [sight.press(action, note=note(terms, outlook.prospect(view, action))) for action in ways]
        rows.append(lists(terms, terms.say("panel.attack-whom"), options, page, ()))
    last = [Press(at(WHY), terms.say("panel.why-dice"))] if ways else []
    closing = [sight.press(action) for action in sight.of(Stay)]
    closing = closing or [*ending(sight, style="plain" if ways else "good")]
    rows.append((*last, *closing))
    return Screen(headed(terms, sight, *lines, told.hand(terms, sight)), tuple(rows), board(sight, Attack))


def _why(terms: Terms, sight: Sight, which: list[str]) -> Screen | None:
    """How the dice of attacks come about: of all of them, or of those of one unit on its hex."""
    ways = [action for action in _ranked(sight) if not which or [action.unit] == which]
    if not ways:
        return None
    lines = [f"- **{sight.label(action)}**: {sum_told(terms, outlook.prospect(sight.view, action))}" for action in ways]
    units = dict.fromkeys(action.unit for action in _ranked(sight))
    presses = [Press(at(WHY, hex_), told.at(terms, sight.view, hex_)) for hex_ in units]
    menu = lists(terms, terms.say("panel.why-whose"), presses[:MOST_OPTIONS], 0, ())
    return Screen(listed(lines), (menu,) if len(units) > 1 else ())


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
        lines.append(terms.say("panel.counter-told", told=sum_told(terms, prospect)))
    uses = [sight.press(action) for action in sight.of(Commit)]
    others = [sight.press(action, style="main") for action in sight.of(Push, Counter, Advance, Pursue)]
    closing = [sight.press(action, style="good" if not uses else "plain") for action in sight.of(Done, Stay)]
    rows: list[Row] = []
    if len(uses) + len(others) > MOST_BUTTONS:
        rows.append(lists(terms, terms.say("panel.which"), [*uses, *others], 0, ()))
        rows += in_rows([*closing, *backs(terms, sight)])
    else:
        rows += in_rows([*uses, *others, *closing, *backs(terms, sight)])
    return Screen(
        headed(terms, sight, listed(lines), told.hand(terms, sight)), tuple(rows), board(sight, Commit, Advance, Pursue)
    )


MOST_BUTTONS = 12
"""So many ways are buttons; more are a list."""
