"""The screens of the Muster phase: recruits with who is shown for them, the best for all at once, the turn's end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cogs.face.presses import at, in_order
from cogs.face.screen import Press, Row, Screen, Sight, in_rows
from cogs.titan.screens.turn import (
    AT_ONCE,
    BACK,
    CHART,
    HAND,
    ROWS_OF_CHOICES,
    acts,
    back,
    backs,
    chart,
    headed,
    in_blocks,
    listed,
    lists,
    paged,
    to_chart,
)
from cogs.titan.words.labels import fitting
from cogs.titan.words.terms import Terms, legions_of
from engine.titan.actions import Done, Muster
from engine.titan.bots.aims import aims_of
from engine.titan.bots.bot_board import recruit_value
from engine.titan.phases.muster import recruits
from engine.titan.view import View

DONE = "done"
BOTH = 2


def muster(terms: Terms, sight: Sight) -> Screen | None:
    """The screen of a place: the first one, what is forgotten, what can be taken back, all recruits there are."""
    if not acts(sight):
        return None
    place, page = paged(sight.place)
    match place:
        case () | ("musters",):
            return _first(terms, sight, page)
        case (one,) if one == DONE:
            return _forgotten(terms, sight)
        case (one,) if one == BACK:
            return back(terms, sight)
        case (one,) if one == CHART:
            return chart(terms)
        case _:
            return None


def _first(terms: Terms, sight: Sight, page: int) -> Screen:
    offered = tuple(sight.of(Muster))
    chosen = best(sight.view, offered)
    rows: list[Row] = []
    if len(offered) <= AT_ONCE:
        markers = [one.marker for one in legions_of(sight.view, sight.seat)]
        blocks = [[_recruit(terms, sight, a) for a in offered if a.legion == marker] for marker in markers]
        rows += in_blocks([block for block in blocks if block], ROWS_OF_CHOICES)
    else:
        rows.append(lists(terms, terms.say("turn.muster-which"), [sight.press(a) for a in offered], page, ("musters",)))
    if chosen:
        label = mustering(terms, chosen)
        last = [Press(in_order([*map(sight.line, chosen), "done"]), label, style="good")]
        last.append(Press(at(DONE), terms.say("turn.end-turn")))
    else:
        last = [sight.press(Done(), terms.say("turn.end-turn"))]
    last += backs(terms, sight)
    return Screen(headed(terms, sight, takes(terms, chosen)), (*rows, *in_rows(last)), HAND, (to_chart(terms),))


def _recruit(terms: Terms, sight: Sight, action: Muster) -> Press:
    """A recruit as a button: for which legion, and who is shown for it."""
    facts = {"legion": action.legion, "recruit": terms.creature(action.recruit)}
    if not action.shown:
        return sight.press(action, terms.say("turn.recruit-free", **facts))
    long = terms.say("turn.recruit", shown=terms.creatures(action.shown, "comma"), **facts)
    return sight.press(action, fitting(long, terms.say("turn.recruit", shown=terms.codes(action.shown), **facts)))


def mustering(terms: Terms, chosen: Sequence[Muster]) -> str:
    """The button that musters these and ends the turn: the one by its name, two are called both."""
    if len(chosen) == 1:
        said = terms.say("turn.end-mustering-one", recruit=terms.creature(chosen[0].recruit))
        return fitting(said, terms.say("turn.end-mustering-one", recruit=chosen[0].recruit))
    if len(chosen) == BOTH:
        return terms.say("turn.end-mustering-both")
    return terms.say("turn.end-mustering", number=len(chosen))


def forgotten(sight: Sight) -> str:
    """Where it is said what could still be mustered; empty if nothing could, or if it is not time for it."""
    return at(DONE) if sight.view.phase == "muster" and any(sight.of(Muster)) else ""


def _forgotten(terms: Terms, sight: Sight) -> Screen | None:
    """The turn would end while something could be mustered."""
    chosen = best(sight.view, tuple(sight.of(Muster)))
    if not chosen:
        return None
    label = mustering(terms, chosen)
    do_it = Press(in_order([*map(sight.line, chosen), "done"]), label, style="good")
    told = [f"**{terms.say('turn.muster-forgotten')}**", *_lines(terms, chosen)]
    return Screen("\n".join(told), ((do_it, Press("done", terms.say("turn.end-without"))),), HAND)


def takes(terms: Terms, chosen: Sequence[Muster]) -> str:
    """What the best for all at once is, and who is shown for it: each on a line of its own; empty if nothing."""
    return listed([terms.say("turn.muster-all-is"), *_lines(terms, chosen)]) if chosen else ""


def _lines(terms: Terms, chosen: Sequence[Muster]) -> list[str]:
    lines = []
    for action in chosen:
        facts = {"legion": action.legion, "recruit": terms.creature(action.recruit)}
        if action.shown:
            lines.append(terms.say("turn.muster-shows", shown=terms.creatures(action.shown), **facts))
        else:
            lines.append(terms.say("turn.muster-takes", **facts))
    return lines


def best(view: View, offered: Sequence[Muster]) -> tuple[Muster, ...]:
    """The recruit of most use for each legion, showing the least, as far as the caretaker's stacks go.

    What a recruit is of use is what the steady bot goes by: its worth, and what it opens.
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
