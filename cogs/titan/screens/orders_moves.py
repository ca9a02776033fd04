"""The menus for movement by roll: six lists, each a plan for one roll of the die (A7.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cogs.face.presses import at
from cogs.face.screen import Menu, Press, Row, Screen, in_rows
from cogs.house.game.pictures import Look
from cogs.house.words.words import shortened
from cogs.titan.screens.orders_menus import MOVES, OrderMenus
from cogs.titan.screens.turn import line_of, listed
from cogs.titan.screens.turn_move import goal, goes, group_of, groups, recruits_at
from cogs.titan.words.labels import enemy_at
from cogs.titan.words.orders import act, listed_acts
from engine.titan.actions import Move, Teleport
from engine.titan.board import ROLLS
from engine.titan.orders import Trigger
from engine.titan.orders.acts import ROLL, Act, Attack, Jump, Reject, Stop, Together, Walk
from engine.titan.orders.ahead import own, teleports, walks
from engine.titan.orders.filing import coming
from engine.titan.outlook import enemies
from engine.titan.phases.move import TELEPORT_ROLL
from engine.titan.view import LegionView
from engine.values import replace

PLACE = "moves"
JUMP = "jump"

PLAN_ROOM = 170
"""So many characters of the plan for one roll stand among those for all."""


def moves(ahead: OrderMenus, place: Sequence[str], page: int) -> Screen | None:
    """The screen of all six plans, of one, and of the steps to a teleport."""
    match place[1:]:
        case ():
            return _all(ahead)
        case (roll, *rest) if roll.isdecimal() and int(roll) in ROLLS:
            on = Trigger(ROLL, rolls=(int(roll),))
            if not rest:
                return _roll(ahead, on, page)
            return _jumps(ahead, on, rest[1:], page) if rest[0] == JUMP and int(roll) == TELEPORT_ROLL else None
        case _:
            return None


def _all(ahead: OrderMenus) -> Screen | None:
    if not own(ahead.view):
        return None
    lines = [f"**{ahead.say('ahead.moves', turn=coming(ahead.view))}**"]
    for roll in ROLLS:
        planned = ahead.planned(Trigger(ROLL, rolls=(roll,)))
        said = shortened(listed_acts(ahead.terms, planned), PLAN_ROOM) if planned else ahead.say("ahead.asked")
        lines.append(ahead.say("ahead.on-roll", roll=roll, plan=said))
    labels = {roll: ahead.marked(ahead.say("ahead.roll", roll=roll), Trigger(ROLL, rolls=(roll,))) for roll in ROLLS}
    buttons = [Press(at(PLACE, str(roll)), label) for roll, label in labels.items()]
    return Screen("\n".join(lines), in_rows(buttons))


def _roll(ahead: OrderMenus, on: Trigger, page: int) -> Screen | None:
    """The plan for one roll: where each legion may go, what is chosen so far, and what of those who are not named."""
    legions, planned = own(ahead.view), ahead.planned(on)
    if not legions:
        return None
    roll = on.rolls[0]
    lines = [f"**{ahead.say('ahead.roll-title', roll=roll)}**", *ahead.told(on, ahead.say("ahead.no-moves"))]
    found = [(one, walks(ahead.view, one, roll)) for one in legions]
    offered = [press for one, ways in found for press in _ways(ahead, on, one, ways)]
    rows: list[Row] = []
    if offered:
        rows.append(ahead.lists(ahead.say("ahead.move-which"), offered, page, (PLACE, str(roll))))
    rows += ahead.taking_out(on)
    buttons = [ahead.toggle(on, Stop())]
    if sum(isinstance(one, MOVES) for one in planned) > 1:
        buttons.append(ahead.toggle(on, Together()))
    if _may_reject(ahead):
        buttons.append(ahead.toggle(on, Reject()))
    if roll == TELEPORT_ROLL and any(teleports(ahead.view, one) for one in legions):
        buttons.append(Press(at(PLACE, str(roll), JUMP), ahead.terms.say("turn.teleport")))
    shown = tuple(move for _, ways in found for move in ways)
    return Screen("\n".join(lines), (*rows, *in_rows(buttons)), (("own-board", Look(actions=shown)),))


def _may_reject(ahead: OrderMenus) -> bool:
    """Whether there can be a mulligan in the turn to come (R5.3)."""
    allowed = ahead.view.rules.mulligan
    return allowed == "unlimited" or (allowed != "none" and coming(ahead.view) == 1)


def _ways(ahead: OrderMenus, on: Trigger, one: LegionView, found: Sequence[Move]) -> Iterator[Press]:
    """A press for each land that a legion could come to, for each side where an enemy stands; what is chosen is not."""
    planned = ahead.planned(on)
    mine = next((each for each in planned if isinstance(each, MOVES) and each.legion == one.marker), None)
    for move in _distinct(ahead, found):
        chosen, note = _chosen(ahead, on, one, move, mine)
        if chosen is not None:
            yield Press(chosen, _label(ahead, one, move), note=note)


def _distinct(ahead: OrderMenus, found: Sequence[Move]) -> Iterator[Move]:
    """A way for each land, and for each side of one with an enemy."""
    seen = set[int]()
    for move in found:
        if move.land not in seen or move.land in enemies(ahead.view):
            yield move
        seen.add(move.land)


def _chosen(ahead: OrderMenus, on: Trigger, one: LegionView, move: Move, mine: Act | None) -> tuple[str | None, str]:
    """What a press for a way carries, and what stands below it: a second land is for when the first can't be had."""
    planned = ahead.planned(on)
    if move.land in enemies(ahead.view):
        wanted: Act = Attack(one.marker, move.land, move.side)
    elif isinstance(mine, Walk):
        if move.land in mine.goals:
            return None, ""
        further = replace(mine, goals=(*mine.goals, move.land))
        return ahead.planning(on, [further if each == mine else each for each in planned]), ahead.say("ahead.or-else")
    else:
        wanted = Walk(one.marker, (move.land,))
    if wanted == mine:
        return None, ""
    others = [each for each in planned if each != mine]
    note = ahead.say("ahead.in-place", what=act(ahead.terms, mine)) if mine else _there(ahead, one, move.land)
    return ahead.planning(on, [*others, wanted]), note


def _there(ahead: OrderMenus, one: LegionView, land: int) -> str:
    """That another legion of one's own stands in a land now, which must have left it by then."""
    found = next((each for each in own(ahead.view) if each.land == land and each.marker != one.marker), None)
    return ahead.say("ahead.yours-there", legion=found.marker) if found else ""


def _label(ahead: OrderMenus, one: LegionView, move: Move) -> str:
    """The land, and whom the legion could muster there or whom it would meet."""
    terms, enemy = ahead.terms, enemy_at(ahead.view, move.land, move.legion)
    if enemy is None:
        return goes(terms, one, recruits_at(ahead.view, one, move.land), move.land)
    facts = {"legion": move.legion, "land": terms.land(move.land), "side": terms.from_side(move.side)}
    return ahead.say("ahead.attacks", enemy=enemy.marker, height=enemy.height, **facts)


# --- teleports, on a six ---


def _jumps(ahead: OrderMenus, on: Trigger, place: Sequence[str], page: int) -> Screen | None:
    """Who teleports, into what kind of land, into which, and what is shown for it."""
    match place:
        case ():
            return _jumpers(ahead, on)
        case (marker, *rest) if (one := ahead.legion(marker)) is not None:
            found = teleports(ahead.view, one)
            if not rest:
                return _groups(ahead, one, found)
            if len(rest) == 1:
                return _goals(
                    ahead, one, [each for each in found if group_of(ahead.view, each) == rest[0]], rest[0], page
                )
            return _lords(ahead, on, one, [each for each in found if str(each.land) == rest[1]])
        case _:
            return None


def _jumpers(ahead: OrderMenus, on: Trigger) -> Screen | None:
    able = [one for one in own(ahead.view) if teleports(ahead.view, one)]
    if not able:
        return None
    here = (PLACE, str(on.rolls[0]), JUMP)
    presses = tuple(
        Press(at(*here, one.marker), ahead.terms.marker(one.marker), note=ahead.terms.creatures(one.creatures, "comma"))
        for one in able
    )
    told = listed([line_of(ahead.terms, one) for one in able])
    about = ahead.terms.say("turn.teleport-which")
    return Screen(f"**{about}**\n{told}", (Menu(about, presses),))


def _groups(ahead: OrderMenus, one: LegionView, found: Sequence[Teleport]) -> Screen | None:
    if not found:
        return None
    terms, here = ahead.terms, (PLACE, str(TELEPORT_ROLL), JUMP, one.marker)
    presses = groups(terms, ahead.view, found, here)
    return Screen(terms.say("turn.teleport-where", legion=terms.marker(one.marker)), in_rows(presses))


def _goals(ahead: OrderMenus, one: LegionView, found: Sequence[Teleport], group: str, page: int) -> Screen | None:
    if not found:
        return None
    terms, here = ahead.terms, (PLACE, str(TELEPORT_ROLL), JUMP, one.marker, group)
    presses = [
        Press(at(*here, str(land)), goal(terms, land, enemy_at(ahead.view, land, one.marker)))
        for land in dict.fromkeys(jump.land for jump in found)
    ]
    about = terms.say("turn.teleport-where", legion=terms.marker(one.marker))
    return Screen(about, (ahead.lists(about, presses, page, here),))


def _lords(ahead: OrderMenus, on: Trigger, one: LegionView, found: Sequence[Teleport]) -> Screen | None:
    """The last step: what everybody will see, and the side if an enemy is attacked."""
    if not found:
        return None
    terms, others = ahead.terms, _others(ahead, on, one)
    presses = []
    for jump in found:
        attacks = jump.land in enemies(ahead.view)
        wanted = Jump(one.marker, jump.land, jump.lord, jump.side if attacks else 0)
        label = terms.say("order.shows", lord=terms.creature(jump.lord))
        if attacks:
            label = f"{label}, {terms.from_side(jump.side)}"
        presses.append(Press(ahead.planning(on, [*others, wanted]), label))
    lords = terms.words.listing(dict.fromkeys(terms.creature(jump.lord) for jump in found), "or")
    where = {"legion": terms.marker(one.marker), "land": terms.land(found[0].land)}
    return Screen(terms.say("turn.teleport-shows", lord=lords, **where), in_rows(presses))


def _others(ahead: OrderMenus, on: Trigger, one: LegionView) -> list[Act]:
    """The plan without what is said of a legion, and without another teleport, since there is one a turn (R7.1)."""
    return [
        each
        for each in ahead.planned(on)
        if not isinstance(each, Jump) and not (isinstance(each, MOVES) and each.legion == one.marker)
    ]
