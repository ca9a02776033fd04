"""The screens of a turn outside of combat: the command card, orders, moves, and the upkeep (B5-B7, B14, B23)."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.face.presses import at
from cogs.face.screen import BUTTON, BUTTONS_A_ROW, Menu, Press, Row, Screen, Sight
from cogs.skirmish.screens.framing import BACK, acts, back, backs, board, ending, headed, listed, lists, paged
from cogs.skirmish.screens.lore import aimed, playing
from cogs.skirmish.screens.suggested import suggesting
from cogs.skirmish.screens.turn_plan import PLAN, chosen, plan, planned
from cogs.skirmish.words import inline
from cogs.skirmish.words.terms import Terms
from engine.skirmish import outlook
from engine.skirmish.actions import Cast, Done, Move, Order, Play
from engine.skirmish.board import HEXES, distance
from engine.skirmish.combat import reach
from engine.skirmish.steps.move import ENDING
from engine.skirmish.view import View

ONE, TEXT = "one", "text"
DONE = "done"
SWOOP = "swoop"
"""The ability for which the length of a way matters, so that a longer one is a move of its own (B7.1)."""

FEW_MOVERS = 3
"""So many units that can move have a list each; more are chosen first."""


# --- the command card ---


def commanding(terms: Terms, sight: Sight) -> Screen | None:
    """A turn up to its attacks with a card, as a plan, and the other cards; or each card alone (B6)."""
    ways = tuple(sight.of(Play))
    place, page = paged(sight.place)
    if not acts(sight):
        return None
    if planned(sight):
        return _planned(terms, sight, place, page)
    if sight.place:
        return None
    if not ways:
        return Screen(headed(terms, sight), (tuple(ending(sight)),), board(sight))
    by_text = [action for action in ways if action.how != ONE]
    anywhere = [sight.press(action, terms.card(action.card)) for action in ways if action.how == ONE]
    lines: list[str] = []
    if len(by_text) <= BUTTONS_A_ROW:
        does = {_called(terms, action): _does(terms, action.card) for action in by_text}
        lines = [terms.say("panel.thing", thing=called, told=told_) for called, told_ in does.items() if told_]
        row: Row = tuple(sight.press(action, _reaching(terms, sight, action), style="main") for action in by_text)
    else:
        options = [
            sight.press(action, _reaching(terms, sight, action), note=_does(terms, action.card)) for action in by_text
        ]
        row = lists(terms, terms.say("panel.command-which"), options, 0, ())
    rows = (row, lists(terms, terms.say("panel.command-one"), anywhere, 0, ()))
    return Screen(headed(terms, sight, listed(lines)), rows, board(sight))


def _planned(terms: Terms, sight: Sight, place: Sequence[str], page: int) -> Screen | None:
    """The plan with a card, and the other cards, each of which leads to its own."""
    play = chosen(sight, place)
    if play is None:
        return None
    others = [
        Press(
            at(PLAN, one.card, one.how),
            sight.label(one) if one.how == ONE else _reaching(terms, sight, one),
            note=_by_play(terms, one),
        )
        for one in sight.of(Play)
        if one != play
    ]
    return plan(terms, sight, play, others, page, _by_play(terms, play))


def _by_play(terms: Terms, action: Play) -> str:
    """What a card does for the units that it orders, played so; nothing for one that is given for one unit anywhere."""
    return "" if action.how == ONE else _does(terms, action.card)


def _called(terms: Terms, action: Play) -> str:
    """A card, with the section that was chosen for it."""
    if action.how == TEXT:
        return terms.card(action.card)
    return terms.say("panel.in-section", card=terms.card(action.card), section=terms.section(action.how))


def _reaching(terms: Terms, sight: Sight, action: Play) -> str:
    """A card and how many of one's units it orders: `Attack Center: 3 of 6 units`, without that where room is short."""
    card, hexes = terms.tables.commands[action.card], outlook.orderable(sight.view, action.card, action.how)
    most = sum(outlook.quotas(sight.view, action.card, action.how).values()) or card.most
    if not hexes:
        said = terms.say("panel.orders-nobody")
    elif len(hexes) < sum(unit.owner == sight.seat for unit in sight.view.units):
        said = terms.say("panel.can-order", number=min(most, len(hexes)))
    else:
        said = terms.say("panel.orders-any", number=most)
    called = _called(terms, action)
    full = terms.say("panel.reaching", card=called, units=said)
    return full if len(full) <= BUTTON else called


def _does(terms: Terms, card: str) -> str:
    """What a card does for the units that it orders; empty for most."""
    return " ".join(terms.command_does(terms.tables.commands[card]))


# --- orders ---


def ordering(terms: Terms, sight: Sight) -> Screen | None:
    """Who gets an order: several of a list at once; those that have one are marked, and how many are left (B6.4)."""
    if not acts(sight):
        return None
    if sight.place == (BACK,):
        return back(terms, sight)
    if sight.place == (DONE,):
        return _orders_left(terms, sight)
    if sight.place:
        return None
    view = sight.view
    ordered = [unit.hex for unit in view.units if unit.owner == sight.seat and unit.ordered]
    able = list(sight.of(Order))
    lines = [_for_them(terms, view)]
    if ordered:
        lines.append(terms.say("panel.ordered", units=inline.units(terms, view, ordered)))
    rows: list[Row] = []
    if able:
        options = [
            sight.press(action, inline.at(terms, view, action.unit), note=inline.standing(terms, view, action.unit))
            for action in able
        ]
        most = outlook.orders_left(view)
        rows.append(lists(terms, terms.say("panel.order-whom", number=most), options, 0, (), most))
    suggested = tuple(suggesting(terms, sight, terms.say("panel.order-suggested")))
    rows.append((*suggested[:1], *ending(sight, style="plain" if able else "good"), *backs(terms, sight)))
    return Screen(headed(terms, sight, *lines), tuple(rows), board(sight, Order), suggested[1:])


def _for_them(terms: Terms, view: View) -> str:
    """What the command card does for whom it orders; nothing for one that was given for one unit anywhere."""
    if not view.turn.card or view.turn.how == ONE:
        return ""
    return _does(terms, view.turn.card)


def _orders_left(terms: Terms, sight: Sight) -> Screen | None:
    """The step is to be closed while somebody could still have an order."""
    able = [action.unit for action in sight.of(Order)]
    if not able:
        return None
    said = terms.say("panel.orders-forgotten", units=inline.units(terms, sight.view, able))
    return Screen(f"**{said}**", (tuple(ending(sight, terms.say("panel.close-anyway"))),), board(sight, Order))


# --- moves ---


def moving(terms: Terms, sight: Sight) -> Screen | None:
    """Where each unit with an order can go; who has not moved yet stands in the text (B7)."""
    if not acts(sight):
        return None
    place, page = paged(sight.place)
    match place:
        case ():
            return _movers(terms, sight)
        case (what,) if what == BACK:
            return back(terms, sight)
        case (what,) if what == DONE:
            return _unmoved(terms, sight)
        case ("move", hex_) if hex_ in HEXES:
            return _goals(terms, sight, hex_, page)
        case _:
            return aimed(terms, sight, place, page)


def _able(sight: Sight) -> list[str]:
    """The hexes of the units that can still move, in the order of what is legal."""
    return list(dict.fromkeys(action.unit for action in sight.of(Move)))


def _movers(terms: Terms, sight: Sight) -> Screen:
    view, able = sight.view, _able(sight)
    moved = [unit.hex for unit in view.units if unit.owner == sight.seat and unit.moved]
    lines = [terms.say("panel.moved", units=inline.units(terms, view, moved))] if moved else []
    rows: list[Row] = []
    if len(able) <= FEW_MOVERS:
        rows += [_goal_list(terms, sight, hex_, 0) for hex_ in able]
    else:
        options = [
            Press(at("move", hex_), inline.at(terms, view, hex_), note=inline.standing(terms, view, hex_))
            for hex_ in able
        ]
        rows.append(lists(terms, terms.say("panel.move-which"), options, 0, ()))
    if not able and reach.silent(view, sight.seat):
        lines.append(inline.silences(terms, sight))
    cards = terms.tables.lore
    if any(cards[action.card].timing in ENDING for action in sight.of(Cast)):
        lines.append(terms.say("panel.card-ends-moves"))
    rows += playing(terms, sight)
    suggested = tuple(suggesting(terms, sight, terms.say("panel.move-suggested")))
    done = terms.say("panel.moves-done", number=len(able)) if able else ""
    rows.append((*suggested[:1], *ending(sight, done, style="plain" if able else "good"), *backs(terms, sight)))
    focus = able[0] if len(able) == 1 else ""
    return Screen(headed(terms, sight, *lines), tuple(rows), board(sight, Move, focus=focus), suggested[1:])


def _goals(terms: Terms, sight: Sight, hex_: str, page: int) -> Screen | None:
    if hex_ not in _able(sight):
        return None
    said = terms.say("panel.move-where", unit=inline.at(terms, sight.view, hex_))
    return Screen(f"**{said}**", (_goal_list(terms, sight, hex_, page),), board(sight, Move, focus=hex_))


def _goal_list(terms: Terms, sight: Sight, hex_: str, page: int) -> Menu:
    """Where a unit can go: beside enemies first, then towards them."""
    view = sight.view
    ways = sorted((a for a in sight.of(Move) if a.unit == hex_), key=lambda action: _worth(view, action))
    options = [sight.press(action, _goal(terms, action), note=_there(terms, view, action)) for action in ways]
    about = terms.say("panel.goes-where", unit=inline.at(terms, view, hex_))
    return lists(terms, about, options, page, ("move", hex_))


def _worth(view: View, action: Move) -> tuple[int, int]:
    """What a goal is sorted by: how many enemies could be attacked from there, then how near the nearest is."""
    enemies = [unit.hex for unit in view.units if unit.owner != view.viewer]
    nearest = min((distance(action.to, enemy) for enemy in enemies), default=0)
    return -len(outlook.aims(view, action.unit, action.to)), nearest


def _goal(terms: Terms, action: Move) -> str:
    if action.hexes:
        return terms.say("panel.goal-in", hex=action.to, hexes=terms.hexes(action.hexes))
    return action.to


def _there(terms: Terms, view: View, action: Move) -> str:
    """What awaits a unit at a goal; of a longer way to it what that is good for."""
    terrain = inline.ground(terms, view, action.to)
    parts = [terms.cause(SWOOP)] if action.hexes else []
    parts += [terrain] if terrain else []
    if hurts := view.rules.tables.terrains[view.terrain(action.to)].hurts:
        parts.append(terms.say("panel.hurts", damage=terms.damage(hurts)))
    if aims := outlook.aims(view, action.unit, action.to):
        parts.append(terms.say("panel.could-attack", units=inline.units(terms, view, aims)))
    return terms.words.listing(parts, "comma") if parts else ""


def _unmoved(terms: Terms, sight: Sight) -> Screen | None:
    """The step is to be closed while somebody could still move."""
    able = _able(sight)
    if not able:
        return None
    said = terms.say("panel.moves-forgotten", units=inline.units(terms, sight.view, able))
    return Screen(f"**{said}**", (tuple(ending(sight, terms.say("panel.close-anyway"))),), board(sight, Move))


def forgotten(sight: Sight) -> str:
    """Where it is said who could still have an order or move; empty if nobody could."""
    if any(sight.of(Done)) and any(sight.of(Order, Move)):
        return at(DONE)
    return ""
