"""The menus for what comes after movement: musters, and whom a winner adds (ASYNC_PLAY A7.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cogs.face.presses import at
from cogs.face.screen import Menu, Press, Screen
from cogs.titan.screens.orders_menus import OrderMenus, chosen
from cogs.titan.screens.turn import line_of
from engine.titan.orders import Trigger
from engine.titan.orders.acts import (
    ACQUIRE,
    MUSTER,
    REINFORCE,
    SUMMON,
    Ask,
    Auto,
    Call,
    CallAny,
    Nothing,
    Take,
)
from engine.titan.orders.ahead import own, recruits
from engine.titan.orders.grammar import NEVER, NEXT
from engine.titan.orders.phrases import ANY
from engine.titan.view import LegionView

MUSTERS, ADDS, REINFORCING = "muster", "adds", "reinforce"


def musters(ahead: OrderMenus, place: Sequence[str], page: int) -> Screen | None:
    """Whom a legion musters: the first of some that it can get."""
    match place[1:]:
        case () if own(ahead.view):
            return ahead.legions(
                f"**{ahead.say('ahead.muster')}**\n{ahead.say('ahead.muster-about')}", page, MUSTERS, (MUSTER,)
            )
        case (marker, *ranked) if ahead.is_one(marker):
            return _ranking(ahead, marker, chosen(ranked), page)
        case _:
            return None


def _ranking(ahead: OrderMenus, marker: str, ranked: Sequence[str], page: int) -> Screen | None:
    """The recruits one after the other, the one wanted most first."""
    one, when = ahead.legion(marker), Trigger(MUSTER, marker)
    lines = [
        f"**{ahead.say('ahead.muster-one', legion=ahead.named(marker))}**",
        *([line_of(ahead.terms, one)] if one else []),
        *ahead.about(when),
    ]
    able = {code: ahead.terms.creature(code) for code in _able(ahead, marker)}
    nobody = ahead.files(ahead.say("ahead.muster-none"), when, Nothing(), expires=NEXT)

    def given(codes: Sequence[str]) -> str:
        return ahead.files("", when, Auto(tuple(codes)), expires=NEXT).carries

    return ahead.ranking(lines, (MUSTERS, marker), able, ranked, given, page, (nobody,))


def _able(ahead: OrderMenus, marker: str) -> tuple[str, ...]:
    """Whom a legion could muster somewhere, or any of one's legions, the dearest first."""
    one = ahead.legion(marker)
    legions = [one] if one else own(ahead.view)
    found = {code for each in legions for code in recruits(ahead.view, each.creatures)}
    return ahead.view.rules.dearest(found)


# --- additions ---


def adds(ahead: OrderMenus, place: Sequence[str], page: int) -> Screen | None:
    """Whom winners add to their legions: angels, and by summons or reinforcement."""
    match place[1:]:
        case ():
            menu = ahead.lists(ahead.say("ahead.what"), tuple(_additions(ahead)), page, (ADDS,))
            triggers = (Trigger(kind, ANY) for kind in (ACQUIRE, SUMMON, REINFORCE))
            lines = (f"**{ahead.say('ahead.adds')}**", *ahead.about(*triggers), ahead.say("ahead.adds-about"))
            return Screen("\n".join(lines), (menu,))
        case (what, marker) if what == REINFORCING and (one := ahead.legion(marker)) is not None:
            return _reinforcing(ahead, one)
        case _:
            return None


def _additions(ahead: OrderMenus) -> Iterator[Press]:
    say, terms, kinds = ahead.say, ahead.terms, ahead.view.rules.kinds
    acquire, summon, reinforce = (Trigger(kind, ANY) for kind in (ACQUIRE, SUMMON, REINFORCE))
    yield ahead.files(say("ahead.acquire-best"), acquire, Take(("ARC", "ANG")), expires=NEVER)
    yield ahead.files(say("ahead.acquire-archangel"), acquire, Take(("ARC",)), Nothing(), expires=NEVER)
    yield ahead.files(say("ahead.acquire-none"), acquire, Nothing(), expires=NEVER)
    yield ahead.files(say("ahead.summon-best"), summon, CallAny(("ARC", "ANG")), expires=NEVER)
    for one in own(ahead.view):
        for code in dict.fromkeys(code for code in one.creatures if kinds[code].summonable):
            label = say("ahead.summon-from", creature=terms.creature(code), legion=one.marker)
            yield ahead.files(label, summon, Call(code, one.marker))
    yield ahead.files(say("ahead.summon-none"), summon, Nothing(), expires=NEVER)
    for one in own(ahead.view):
        yield Press(at(ADDS, REINFORCING, one.marker), say("ahead.reinforce-of", legion=one.marker))
    yield ahead.files(say("ahead.reinforce-none"), reinforce, Nothing(), expires=NEVER)


def _reinforcing(ahead: OrderMenus, one: LegionView) -> Screen:
    """Whom one legion takes as a reinforcement."""
    when, able = Trigger(REINFORCE, one.marker), recruits(ahead.view, one.creatures)
    options = [
        ahead.files(ahead.say("ahead.ask"), when, Ask()),
        ahead.files(ahead.say("ahead.nobody"), when, Nothing()),
    ]
    if able:
        options.insert(0, ahead.files(ahead.say("ahead.reinforce-best"), when, Auto(able)))
    options += [ahead.files(ahead.terms.creature(code), when, Auto((code,))) for code in able[:20]]
    lines = [f"**{ahead.say('ahead.reinforce-one', legion=ahead.named(one.marker))}**", line_of(ahead.terms, one)]
    return Screen("\n".join([*lines, *ahead.about(when)]), (Menu(ahead.say("ahead.what"), tuple(options)),))
