"""The menu for one's turn: colours, splits, the roll, the order of engagements (ASYNC_PLAY A7.1-A7.3)."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.house.words import begun
from cogs.screen import MOST_OPTIONS, Field, Filled, Form, Menu, Press, Row, Screen, at, form, in_rows
from cogs.titan_orders_menus import Ahead
from cogs.titan_orders_words import act
from cogs.titan_turn import line_of, listed
from cogs.titan_turn_split import boxes
from engine.titan.orders import Trigger
from engine.titan.orders.acts import ROLL, TURN, Attack, End, EngageIn, Jump, RollNow, SplitOff, TakeColour, TakeMarker
from engine.titan.orders.ahead import enemies, own
from engine.titan.orders.filing import coming
from engine.titan.split import LEAST, must_halve
from engine.titan.view import LegionView

MY_TURN = Trigger(TURN)
PLACE = "turn"
SPLIT, ENGAGE, COLOUR, MARKER = "split", "engage", "colour", "marker"
WHO, UNDER = "who", "under"


def turn(ahead: Ahead, place: Sequence[str], page: int) -> Screen | None:
    """The screen of the plan for one's turn, and of each step into it."""
    match place[1:]:
        case ():
            return _plan(ahead)
        case (step,) if step == SPLIT:
            return _splits(ahead, page)
        case (step, *ranked) if step == ENGAGE:
            return _engagements(ahead, tuple(int(land) for land in ",".join(ranked).split(",") if land.isdecimal()))
        case (step, *ranked) if step == COLOUR:
            return _colours(ahead, tuple(filter(None, ",".join(ranked).split(","))))
        case (step,) if step == MARKER:
            return _markers(ahead)
        case _:
            return None


def _plan(ahead: Ahead) -> Screen:
    terms, planned = ahead.terms, ahead.planned(MY_TURN)
    lines = [f"**{ahead.say('ahead.turn', turn=coming(ahead.view))}**"]
    lines += [f"- {act(terms, one)}" for one in planned] or [ahead.say("ahead.no-plan")]
    lines += ahead.lapse(MY_TURN)
    buttons = []
    if ahead.view.phase == "setup":
        buttons += [Press(at(PLACE, COLOUR), ahead.say("ahead.colours"))] if not _coloured(ahead) else []
        buttons += [Press(at(PLACE, MARKER), ahead.say("ahead.marker"))] if _free(ahead) else []
    if _splittable(ahead):
        buttons.append(Press(at(PLACE, SPLIT), ahead.say("ahead.split")))
    buttons.append(ahead.toggle(MY_TURN, RollNow()))
    if _lands(ahead):
        buttons.append(Press(at(PLACE, ENGAGE), ahead.say("ahead.engage")))
    buttons.append(ahead.toggle(MY_TURN, End()))
    rows: list[Row] = [*in_rows(buttons)]
    if planned:
        gone = tuple(Press(ahead.without(MY_TURN, one), begun(act(terms, one))) for one in planned[:MOST_OPTIONS])
        rows.insert(0, Menu(ahead.say("ahead.take-out"), gone))
    return Screen("\n".join(lines), tuple(rows))


# --- splits ---


def _splittable(ahead: Ahead) -> tuple[LegionView, ...]:
    """The legions that are tall enough for two parts (R4.1), the tallest first."""
    tall = (one for one in own(ahead.view) if one.height >= 2 * LEAST)
    return tuple(sorted(tall, key=lambda one: -one.height)) if _free(ahead) else ()


def _free(ahead: Ahead) -> tuple[str, ...]:
    """The markers that are still to be had, those of planned splits not among them."""
    markers = next(player.markers for player in ahead.view.players if player.seat == ahead.sight.seat)
    taken = {one.marker for one in ahead.planned(MY_TURN) if isinstance(one, SplitOff | TakeMarker)}
    return tuple(marker for marker in sorted(markers) if marker not in taken)


def _splits(ahead: Ahead, page: int) -> Screen | None:
    legions = _splittable(ahead)
    if not legions:
        return None
    terms = ahead.terms
    presses = [
        Press(form(PLACE, SPLIT, one.marker), terms.marker(one.marker), note=terms.creatures(one.creatures, "comma"))
        for one in legions
    ]
    told = listed([line_of(terms, one) for one in legions])
    menu = ahead.lists(ahead.say("ahead.which"), presses, page, (PLACE, SPLIT))
    return Screen(f"**{terms.say('turn.split-whom')}**\n{told}\n{ahead.say('ahead.split-about')}", (menu,))


def split_form(ahead: Ahead, place: Sequence[str]) -> Form | None:
    """Who leaves a legion, and under which marker; what is filled in comes into the plan."""
    one = ahead.legion(place[2]) if place[1:2] == (SPLIT,) and len(place) > 2 else None
    free = _free(ahead)
    if one is None or not free or one.height < 2 * LEAST:
        return None
    terms = ahead.terms
    halved = must_halve(ahead.view.rules, one.creatures)
    most = len(one.creatures) // 2 if halved else len(one.creatures) - LEAST
    about = terms.say("turn.split-who-first" if halved else "turn.split-who-about", most=most)
    ticks = tuple(boxes(terms, one.creatures))
    who = Field(WHO, terms.say("turn.split-who"), ticks, about, True, most if halved else LEAST, most)
    markers = tuple(Press(each, terms.marker(each)) for each in free[:MOST_OPTIONS])
    under = Field(UNDER, terms.say("turn.split-under"), markers, before=free[:1])

    def makes(filled: Filled) -> str:
        codes = ahead.view.rules.arranged(value.partition(".")[0] for value in filled.get(WHO, ()))
        (marker, *_) = filled.get(UNDER) or free[:1]
        return ahead.with_act(MY_TURN, SplitOff(one.marker, marker, codes))

    return Form(terms.say("turn.split-title", legion=terms.marker(one.marker)), (who, under), makes)


# --- the order of engagements ---


def _lands(ahead: Ahead) -> tuple[int, ...]:
    """The lands where the owner attacks by his own orders, or has attacked."""
    now = [one.land for one in ahead.view.engagements if one.seats[0] == ahead.sight.seat]
    acts = [each for one in ahead.orders if one.order.trigger.kind == ROLL for each in one.order.acts]
    ahead_of = [each.land for each in acts if isinstance(each, Attack | Jump) and each.land in enemies(ahead.view)]
    return tuple(dict.fromkeys((*now, *ahead_of)))


def _engagements(ahead: Ahead, ranked: tuple[int, ...]) -> Screen | None:
    """The engagements one after the other, a press each."""
    lands = _lands(ahead)
    left = [land for land in lands if land not in ranked]
    if not lands or not set(ranked) <= set(lands):
        return None
    chosen = (
        ahead.terms.words.listing(map(ahead.terms.land, ranked), "comma") if ranked else ahead.say("ahead.none-yet")
    )
    before = [one for one in ahead.planned(MY_TURN) if not isinstance(one, EngageIn)]
    rows: list[Row] = []
    if left:
        said = ",".join(map(str, ranked))
        options = tuple(
            Press(at(PLACE, ENGAGE, f"{said},{land}".lstrip(",")), ahead.terms.land(land))
            for land in left[:MOST_OPTIONS]
        )
        rows.append(Menu(ahead.say("ahead.then-which"), options))
    if ranked:
        done = ahead.planning(MY_TURN, [*before, EngageIn(ranked)])
        rows.append((Press(done, ahead.say("ahead.file"), style="good"),))
    return Screen(f"**{ahead.say('ahead.engage')}**\n{ahead.say('ahead.ranked', chosen=chosen)}", tuple(rows))


# --- the beginning ---


def _coloured(ahead: Ahead) -> bool:
    return any(player.colour for player in ahead.view.players if player.seat == ahead.sight.seat)


def _colours(ahead: Ahead, ranked: tuple[str, ...]) -> Screen | None:
    """Colours in the order in which one would like them, a press each (R1.4)."""
    taken = {player.colour for player in ahead.view.players}
    free = [colour for colour in ahead.view.rules.colours if colour not in taken]
    if _coloured(ahead) or ahead.view.phase != "setup" or not set(ranked) <= set(free):
        return None
    terms = ahead.terms
    chosen = terms.words.listing(map(terms.colour, ranked), "comma") if ranked else ahead.say("ahead.none-yet")
    left = [colour for colour in free if colour not in ranked]
    rows: list[Row] = []
    if left:
        options = (Press(at(PLACE, COLOUR, ",".join((*ranked, one))), terms.colour(one)) for one in left)
        rows.append(Menu(ahead.say("ahead.then-which"), tuple(options)))
    if ranked:
        others = [one for one in ahead.planned(MY_TURN) if not isinstance(one, TakeColour)]
        done = ahead.planning(MY_TURN, [TakeColour(ranked), *others])
        rows.append((Press(done, ahead.say("ahead.file"), style="good"),))
    return Screen(f"**{ahead.say('ahead.colours')}**\n{ahead.say('ahead.ranked', chosen=chosen)}", tuple(rows))


def _markers(ahead: Ahead) -> Screen | None:
    """The marker of the first legion (R1.5)."""
    free = _free(ahead)
    if not free or ahead.view.phase != "setup":
        return None
    others = [one for one in ahead.planned(MY_TURN) if not isinstance(one, TakeMarker)]
    options = tuple(
        Press(ahead.planning(MY_TURN, [*others, TakeMarker(each)]), ahead.terms.marker(each))
        for each in free[:MOST_OPTIONS]
    )
    return Screen(f"**{ahead.say('ahead.marker')}**", (Menu(ahead.say("ahead.marker"), options),))
