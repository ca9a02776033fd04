"""The menu for one's turn: colours, splits, the roll, the order of engagements (ASYNC_PLAY A7.1-A7.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cogs.face.presses import at, form
from cogs.face.screen import MOST_OPTIONS, Field, Filled, Form, Menu, Press, Screen, in_rows
from cogs.titan.screens.orders_menus import OrderMenus, chosen
from cogs.titan.screens.turn import line_of, listed
from cogs.titan.screens.turn_split import boxes
from cogs.titan.words.orders import act
from engine.titan.orders import Trigger
from engine.titan.orders.acts import (
    ROLL,
    TURN,
    Attack,
    End,
    EngageIn,
    Jump,
    RollNow,
    Spawned,
    SplitOff,
    TakeColour,
    TakeMarker,
)
from engine.titan.orders.ahead import own
from engine.titan.orders.filing import coming
from engine.titan.outlook import enemies
from engine.titan.phases.split import LEAST, must_halve, parts
from engine.titan.view import LegionView

MY_TURN = Trigger(TURN)
PLACE = "turn"
SPLIT, ENGAGE, COLOUR, MARKER, OPENING, SPAWN = "split", "engage", "colour", "marker", "opening", "spawn"
WHO, UNDER = "who", "under"


def turn(ahead: OrderMenus, place: Sequence[str], page: int) -> Screen | None:
    """The screen of the plan for one's turn, and of each step into it."""
    match place[1:]:
        case ():
            return _plan(ahead)
        case (step,) if step == SPLIT:
            return _splits(ahead, page)
        case (step, *ranked) if step == ENGAGE:
            return _engagements(ahead, chosen(ranked))
        case (step, *ranked) if step == COLOUR:
            return _colours(ahead, chosen(ranked))
        case (step,) if step == MARKER:
            return _markers(ahead)
        case (step,) if step == OPENING:
            return _opening(ahead)
        case (step, *ranked) if step == SPAWN:
            return _spawning(ahead, chosen(ranked), page)
        case _:
            return None


def _plan(ahead: OrderMenus) -> Screen:
    title = f"**{ahead.say('ahead.turn', turn=coming(ahead.view))}**"
    lines = [title, *ahead.told(MY_TURN, ahead.say("ahead.no-plan"))]
    buttons = [*_beginning(ahead)]
    if _splittable(ahead):
        buttons.append(Press(at(PLACE, SPLIT), ahead.say("ahead.split")))
    buttons.append(ahead.toggle(MY_TURN, RollNow()))
    if _lands(ahead):
        buttons.append(Press(at(PLACE, ENGAGE), ahead.say("ahead.engage")))
    buttons.append(ahead.toggle(MY_TURN, End()))
    if not ahead.view.rules.eliminates:
        buttons.append(Press(at(PLACE, SPAWN), ahead.say("ahead.spawn")))
    return Screen("\n".join(lines), (*ahead.taking_out(MY_TURN), *in_rows(buttons)))


# --- splits ---


def _splittable(ahead: OrderMenus) -> tuple[LegionView, ...]:
    """The legions that are tall enough for two parts (R4.1), the tallest first."""
    tall = (one for one in own(ahead.view) if one.height >= 2 * LEAST)
    return tuple(sorted(tall, key=lambda one: -one.height)) if _free(ahead) else ()


def _free(ahead: OrderMenus) -> tuple[str, ...]:
    """The markers that are still to be had, those of planned splits not among them."""
    markers = next(player.markers for player in ahead.view.players if player.seat == ahead.sight.seat)
    taken = {one.marker for one in ahead.planned(MY_TURN) if isinstance(one, SplitOff | TakeMarker)}
    return tuple(marker for marker in sorted(markers) if marker not in taken)


def _splits(ahead: OrderMenus, page: int) -> Screen | None:
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


def split_form(ahead: OrderMenus, place: Sequence[str]) -> Form | None:
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


def _lands(ahead: OrderMenus) -> tuple[int, ...]:
    """The lands where the owner attacks by his own orders, or has attacked."""
    now = [one.land for one in ahead.view.engagements if one.seats[0] == ahead.sight.seat]
    acts = [each for one in ahead.orders if one.order.trigger.kind == ROLL for each in one.order.acts]
    ahead_of = [each.land for each in acts if isinstance(each, Attack | Jump) and each.land in enemies(ahead.view)]
    return tuple(dict.fromkeys((*now, *ahead_of)))


def _engagements(ahead: OrderMenus, ranked: Sequence[str]) -> Screen | None:
    """The engagements one after the other."""
    able = {str(land): ahead.terms.land(land) for land in _lands(ahead)}

    def given(lands: Sequence[str]) -> str:
        return ahead.instead(MY_TURN, EngageIn(tuple(map(int, lands))))

    return ahead.ranking([f"**{ahead.say('ahead.engage')}**"], (PLACE, ENGAGE), able, ranked, given)


# --- the beginning, and coming back ---


def _beginning(ahead: OrderMenus) -> Iterator[Press]:
    """Where colours, the marker and the split of the first legion are ordered, as long as they are to come."""
    if ahead.view.phase != "setup" or own(ahead.view):
        return
    if not _coloured(ahead):
        yield Press(at(PLACE, COLOUR), ahead.say("ahead.colours"))
    if _first_markers(ahead):
        yield Press(at(PLACE, MARKER), ahead.say("ahead.marker"))
    if _first_marker(ahead):
        yield Press(at(PLACE, OPENING), ahead.say("ahead.opening"))


def _coloured(ahead: OrderMenus) -> bool:
    return any(player.colour for player in ahead.view.players if player.seat == ahead.sight.seat)


def _colours(ahead: OrderMenus, ranked: Sequence[str]) -> Screen | None:
    """Colours in the order in which one would like them (R1.4)."""
    if _coloured(ahead) or ahead.view.phase != "setup":
        return None
    taken = {player.colour for player in ahead.view.players}
    free = {colour: ahead.terms.colour(colour) for colour in ahead.view.rules.colours if colour not in taken}

    def given(colours: Sequence[str]) -> str:
        return ahead.instead(MY_TURN, TakeColour(tuple(colours)))

    return ahead.ranking([f"**{ahead.say('ahead.colours')}**"], (PLACE, COLOUR), free, ranked, given)


def _first_markers(ahead: OrderMenus) -> tuple[str, ...]:
    """The markers of one's colour, or of the one that one would like most."""
    if _coloured(ahead):
        return _free(ahead)
    wanted = next((one.colours[0] for one in ahead.planned(MY_TURN) if isinstance(one, TakeColour)), "")
    return tuple(ahead.view.rules.colours[wanted].markers) if wanted else ()


def _first_marker(ahead: OrderMenus) -> str:
    return next((one.marker for one in ahead.planned(MY_TURN) if isinstance(one, TakeMarker)), "")


def _markers(ahead: OrderMenus) -> Screen | None:
    """The marker of the first legion (R1.5); a split of the legion under another one goes with that."""
    free = _first_markers(ahead)
    if not free or ahead.view.phase != "setup":
        return None
    options = tuple(
        Press(ahead.instead(MY_TURN, TakeMarker(each), SplitOff), ahead.terms.marker(each))
        for each in free[:MOST_OPTIONS]
    )
    return Screen(f"**{ahead.say('ahead.marker')}**", (Menu(ahead.say("ahead.marker"), options),))


def _opening(ahead: OrderMenus) -> Screen | None:
    """How the starting legion is split, under its marker and the next one (R4.2, A7.2)."""
    marker, rules = _first_marker(ahead), ahead.view.rules
    if not marker or ahead.view.phase != "setup":
        return None
    colour = next(each for each in rules.colours.values() if marker in each.markers)
    under = next(each for each in colour.markers if each != marker)
    splits = [SplitOff(marker, under, part) for part in parts(rules, rules.start, opening=True)]
    options = tuple(Press(ahead.instead(MY_TURN, split), act(ahead.terms, split)) for split in splits[:MOST_OPTIONS])
    return Screen(f"**{ahead.say('ahead.opening')}**", (Menu(ahead.say("ahead.opening"), options),))


def _spawning(ahead: OrderMenus, ranked: Sequence[str], page: int) -> Screen | None:
    """Who comes in a legion that comes back, those wanted most first (V7.6)."""
    rules = ahead.view.rules
    if rules.eliminates:
        return None
    kinds = sorted((code for code, kind in rules.kinds.items() if not kind.lord), key=lambda c: -rules.value(c, 0))

    def given(codes: Sequence[str]) -> str:
        return ahead.instead(MY_TURN, Spawned(tuple(codes)))

    lines = [f"**{ahead.say('ahead.spawn')}**"]
    able = {code: ahead.terms.creature(code) for code in kinds}
    return ahead.ranking(lines, (PLACE, SPAWN), able, ranked, given, page)
