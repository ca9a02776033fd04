"""The screens of Commencement: the usual splits as buttons, any other by a form and its preview, and the roll."""

from __future__ import annotations

from collections.abc import Iterator

from cogs.face.presses import at, form
from cogs.face.screen import MOST_OPTIONS, Field, Filled, Form, Menu, Press, Row, Screen, Sight, in_rows
from cogs.titan.screens.turn import (
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
    legion,
    lists,
    paged,
    to_chart,
)
from cogs.titan.words.labels import fitting
from cogs.titan.words.terms import Terms, legions_of
from engine.pick import FIRST
from engine.titan.actions import Roll, Split
from engine.titan.bots import choose_steady
from engine.titan.events import Creatures
from engine.titan.phases.split import must_halve
from engine.titan.view import LegionView
from engine.values import without

FULL = 7
"""From this height on a legion can muster nothing more; then its usual splits are offered at once."""

USUAL = 3
"""So many usual splits are offered of a legion."""

AT_ONCE = 3
"""Of so many legions they are offered at once; the others have theirs a step further."""

WHO, MARKER = "who", "marker"


def split(terms: Terms, sight: Sight) -> Screen | None:
    """The screen of a place: the first one, a legion's splits, the preview of one, what can be taken back."""
    if not acts(sight):
        return None
    match sight.place:
        case ():
            return _first(terms, sight)
        case ("split", marker):
            return _legion(terms, sight, marker)
        case ("split", marker, child, creatures):
            return _preview(terms, sight, marker, child, tuple(creatures.split(",")))
        case ("splits", *_):
            return _legions(terms, sight, paged(sight.place)[1])
        case (place,) if place == BACK:
            return back(terms, sight)
        case (place,) if place == CHART:
            return chart(terms)
        case _:
            return None


def able(sight: Sight) -> tuple[LegionView, ...]:
    """One's legions that may be split, the tallest first."""
    markers = {action.legion for action in sight.of(Split)}
    found = (one for one in legions_of(sight.view, sight.seat) if one.marker in markers)
    return tuple(sorted(found, key=lambda one: -one.height))


def _first(terms: Terms, sight: Sight) -> Screen:
    legions = able(sight)
    halved = bool(legions) and _halved(sight, legions[0])
    roll = [sight.press(action, terms.say("turn.roll"), style="good") for action in sight.of(Roll)]
    rows: list[Row] = []
    if halved:
        rows += in_rows([*_halves(terms, sight, legions[0])])
    else:
        offered = [one for one in legions if one.height >= FULL or not roll]
        rows += in_blocks([tuple(_usual(terms, sight, one)) for one in offered[:AT_ONCE]], ROWS_OF_CHOICES)
    last = roll or [Press("roll", terms.say("turn.roll"), off=True)]
    if halved:
        last.append(Press(at("split", legions[0].marker), terms.say("turn.split-others")))
    if len(legions) == 1:
        last.append(Press(form("split", legions[0].marker), terms.say("turn.split-other", legion=legions[0].marker)))
    elif legions:
        last.append(Press(at("splits"), terms.say("turn.split-which")))
    last += backs(terms, sight)
    return Screen(headed(terms, sight), (*rows, *in_rows(last)), HAND, (to_chart(terms),))


def _halved(sight: Sight, one: LegionView) -> bool:
    """Whether a legion must be split four and four, a lord in each half (R4.2, V6.6)."""
    return must_halve(sight.view.rules, one.creatures)


def _legions(terms: Terms, sight: Sight, page: int) -> Screen | None:
    """Which legion is split."""
    presses = [
        Press(at("split", one.marker), terms.marker(one.marker), note=terms.creatures(one.creatures, "comma"))
        for one in able(sight)
    ]
    if not presses:
        return None
    about = terms.say("turn.split-whom")
    return Screen(f"**{about}**", (lists(terms, about, presses, page, ("splits",)),), HAND)


def _legion(terms: Terms, sight: Sight, marker: str) -> Screen | None:
    """The splits of one legion: the usual ones, and the form for any other."""
    one = legion(sight, marker)
    if one is None or one not in able(sight):
        return None
    other = Press(form("split", marker), terms.say("turn.split-other", legion=marker), style="main")
    about = terms.say("turn.split-how", legion=terms.marker(marker))
    if _halved(sight, one):
        halves = (sight.press(each, terms.creatures(each.creatures, "comma")) for each in usual(sight, one))
        menu = Menu(terms.say("turn.split-who"), tuple(halves)[:MOST_OPTIONS])
        return Screen(f"**{about}**", (menu, (other,)), HAND)
    return Screen(f"**{about}**", in_rows([*_usual(terms, sight, one), other]), HAND)


def _preview(terms: Terms, sight: Sight, marker: str, child: str, creatures: Creatures) -> Screen | None:
    """Both halves of a split before it is made."""
    one, action = legion(sight, marker), Split(marker, child, creatures)
    if one is None or action not in sight.actions:
        return None
    halves = {"legion": terms.marker(marker), "marker": terms.marker(child)}
    stay, leave = without(one.creatures, creatures), creatures
    said = terms.say("turn.split-preview", stay=terms.creatures(stay), leave=terms.creatures(leave), **halves)
    confirm = sight.press(action, terms.say("turn.confirm"), style="good")
    return Screen(said, ((confirm, Press(form("split", marker), terms.say("turn.change"))),), HAND)


def _halves(terms: Terms, sight: Sight, one: LegionView) -> Iterator[Press]:
    """The usual splits of a legion that must be halved, each with the half that goes: the other stays."""
    for action in usual(sight, one)[:USUAL]:
        spelt = terms.creatures(action.creatures, "comma")
        yield sight.press(action, fitting(spelt, terms.codes(action.creatures)))


def _usual(terms: Terms, sight: Sight, one: LegionView) -> Iterator[Press]:
    """The usual splits of another legion as buttons that say who goes."""
    for action in usual(sight, one)[:USUAL]:
        spelt = (terms.creatures(action.creatures, "comma"), terms.codes(action.creatures))
        long, short = (terms.say("turn.split-off", legion=one.marker, creatures=codes) for codes in spelt)
        yield sight.press(action, fitting(long, short))


def usual(sight: Sight, one: LegionView) -> tuple[Split, ...]:
    """The splits that people mostly make of a legion, under the first free marker, the usual first.

    Of one that must be halved all of them, in the order of what the halves can muster. Of another what the house's
    steady program would do, the two of the least worth, two of a kind of the least worth, and the three of the least.
    """
    offered = [action for action in sight.of(Split) if action.legion == one.marker]
    markers = [action.marker for action in offered]
    left = [action for action in offered if action.marker == min(markers, default="")]
    if _halved(sight, one):
        found: list[Split] = []
        while left:
            best = choose_steady(sight.view, left, FIRST)
            assert isinstance(best, Split), "only splits were offered"
            found.append(best)
            left.remove(best)
        return tuple(found)
    rules = sight.view.rules
    weak = sorted(
        (code for code in one.creatures if rules.kinds[code].rank != "lord"), key=lambda code: rules.value(code, 0)
    )
    pairs = [code for code in dict.fromkeys(weak) if weak.count(code) > 1]
    wanted = [tuple(weak[:2]), *((code, code) for code in pairs[:1]), tuple(weak[:3])]
    steady = choose_steady(sight.view, [*left, Roll()], FIRST)
    first = [steady] if isinstance(steady, Split) else []
    by_part = {rules.arranged(action.creatures): action for action in left}
    found = [*first, *(by_part[part] for codes in wanted if (part := rules.arranged(codes)) in by_part)]
    return tuple(dict.fromkeys(found))


def split_form(terms: Terms, sight: Sight) -> Form | None:
    """Who leaves, by check boxes, and under which marker; what is filled in is shown before it is done."""
    match sight.place:
        case ("split", marker, *_):
            one = legion(sight, marker)
        case _:
            one = None
    if one is None or one not in able(sight):
        return None
    free = sorted({action.marker for action in sight.of(Split)})
    halved = _halved(sight, one)
    most = len(one.creatures) // 2 if halved else len(one.creatures) - 2
    ticks = tuple(boxes(terms, one.creatures))
    markers = tuple(Press(each, terms.marker(each)) for each in free[:MOST_OPTIONS])
    about = terms.say("turn.split-who-first" if halved else "turn.split-who-about", most=most)
    who = Field(WHO, terms.say("turn.split-who"), ticks, about, True, most if halved else 2, most)
    under = Field(MARKER, terms.say("turn.split-under"), markers, before=tuple(free[:1]))

    def makes(filled: Filled) -> str:
        codes = sight.view.rules.arranged(value.partition(".")[0] for value in filled.get(WHO, ()))
        (under, *_) = filled.get(MARKER) or (free[0],)
        action = Split(one.marker, under, codes)
        if action not in sight.actions:
            raise sight.illegal(action)
        return at("split", one.marker, under, ",".join(codes))

    return Form(terms.say("turn.split-title", legion=terms.marker(one.marker)), (who, under), makes)


def boxes(terms: Terms, creatures: Creatures) -> Iterator[Press]:
    """A box for each character, numbered where there are several of a kind."""
    for place, code in enumerate(creatures):
        number = creatures[: place + 1].count(code)
        several = creatures.count(code) > 1
        name = terms.say("turn.numbered", creature=terms.creature(code), number=number)
        yield Press(f"{code}.{number}", name if several else terms.creature(code))
