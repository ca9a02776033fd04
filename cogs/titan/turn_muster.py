"""The screens of Enlistment: recruits with who is shown for them, the best for all at once, the end of the turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cogs.screen import BUTTONS_A_ROW, Press, Row, Screen, Sight, at, in_order, in_rows
from cogs.titan.terms import Terms, legions_of
from cogs.titan.turn import BACK, HAND, acts, back, backs, headed, in_blocks, legion, line_of, listed, lists, paged
from engine.titan.actions import Done, Muster
from engine.titan.bots.aims import aims_of
from engine.titan.bots.table import recruit_value
from engine.titan.muster import recruits
from engine.titan.view import LegionView, View

ROWS_OF_LEGIONS = 3
DONE = "done"


def muster(terms: Terms, sight: Sight) -> Screen | None:
    """The screen of a place: the first one, one legion's recruits, what is forgotten, what can be taken back."""
    if not acts(sight):
        return None
    place, page = paged(sight.place)
    match place:
        case () | ("musters",):
            return _first(terms, sight, page)
        case ("muster", marker):
            return _legion(terms, sight, marker)
        case (one,) if one == DONE:
            return _forgotten(terms, sight)
        case (one,) if one == BACK:
            return back(terms, sight)
        case _:
            return None


def _first(terms: Terms, sight: Sight, page: int) -> Screen:
    offered = tuple(sight.of(Muster))
    legions = [one for one in legions_of(sight.view, sight.seat) if any(a.legion == one.marker for a in offered)]
    chosen = best(sight.view, offered)
    rows: list[Row] = []
    by_legion = [[sight.press(a) for a in offered if a.legion == one.marker] for one in legions]
    if len(offered) <= ROWS_OF_LEGIONS * BUTTONS_A_ROW:
        rows += in_blocks(by_legion, ROWS_OF_LEGIONS)
    else:
        ways = [
            Press(at("muster", one.marker), terms.marker(one.marker), note=_recruits(terms, offered, one))
            for one in legions
        ]
        rows.append(lists(terms, terms.say("turn.muster-which"), ways, page, ("musters",)))
    last = []
    if chosen:
        label = terms.say("turn.muster-all", number=len(chosen))
        last.append(Press(in_order([*map(sight.line, chosen), "done"]), label, style="good"))
        last.append(Press(at(DONE), sight.label(Done())))
    else:
        last.append(sight.press(Done()))
    told = [line_of(terms, one) for one in legions]
    for_all = takes(terms, chosen)
    return Screen(headed(terms, sight, listed(told), for_all), (*rows, *in_rows([*last, *backs(terms, sight)])), HAND)


def _legion(terms: Terms, sight: Sight, marker: str) -> Screen | None:
    one = legion(sight, marker)
    presses = [sight.press(action) for action in sight.of(Muster) if action.legion == marker]
    if one is None or not presses:
        return None
    return Screen(line_of(terms, one), in_rows(presses), HAND)


def forgotten(sight: Sight) -> str:
    """Where it is said what could still be mustered; empty if nothing could, or if it is not time for it."""
    return at(DONE) if sight.view.phase == "muster" and any(sight.of(Muster)) else ""


def _forgotten(terms: Terms, sight: Sight) -> Screen | None:
    """The turn is to be ended while something could be mustered."""
    chosen = best(sight.view, tuple(sight.of(Muster)))
    if not chosen:
        return None
    do_it = Press(in_order([*map(sight.line, chosen), "done"]), terms.say("turn.do-and-end"), style="good")
    told = [terms.say("turn.muster-forgotten"), *(f"- {sight.label(action)}" for action in chosen)]
    return Screen("\n".join(told), ((do_it, Press("done", terms.say("turn.end-without"))),), HAND)


def _recruits(terms: Terms, offered: Sequence[Muster], one: LegionView) -> str:
    return terms.words.listing(
        dict.fromkeys(terms.creature(action.recruit) for action in offered if action.legion == one.marker), "comma"
    )


def takes(terms: Terms, chosen: Sequence[Muster]) -> str:
    """What the best for all at once is, and who is shown for it: each on a line of its own; empty if nothing."""
    if not chosen:
        return ""
    lines = [terms.say("turn.muster-all-is")]
    for action in chosen:
        facts = {"legion": action.legion, "recruit": terms.creature(action.recruit)}
        if action.shown:
            lines.append(terms.say("turn.muster-shows", shown=terms.creatures(action.shown), **facts))
        else:
            lines.append(terms.say("turn.muster-takes", **facts))
    return listed(lines)


def best(view: View, offered: Sequence[Muster]) -> tuple[Muster, ...]:
    """The recruit of most use for each legion, showing the least, as far as the caretaker's stacks go.

    What a recruit is of use is what the steady program goes by: its worth, and what it opens.
    """
    contents, future = {one.marker: one.creatures for one in view.legions}, aims_of(view).future
    left = Counter({code: number for code, number, _ in view.caretaker})

    def rated(action: Muster) -> tuple[float, int]:
        shown = sum(view.rules.value(code, 0) for code in action.shown)
        return recruit_value(view.rules, contents[action.legion], action.recruit, future), -shown

    found: list[Muster] = []
    for action in sorted(offered, key=rated, reverse=True):
        if all(action.legion != each.legion for each in found) and left[action.recruit] > 0:
            found.append(action)
            left[action.recruit] -= 1
    return tuple(sorted(found, key=lambda action: action.legion))


def after_moves(view: View, seat: int) -> tuple[Muster, ...]:
    """What one's legions could muster where they stand now, once movement is over and nobody is engaged."""
    stacks = {code: number for code, number, _ in view.caretaker}
    fought = {engagement.land for engagement in view.engagements}
    return tuple(
        Muster(one.marker, recruit, shown)
        for one in view.legions
        if one.owner == seat and one.moved and one.land not in fought
        for recruit, shown in recruits(view.rules, view.turn, stacks, one.land, one.creatures)
    )
