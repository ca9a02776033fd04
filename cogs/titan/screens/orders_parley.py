"""The menus for what is done before a battle: if a legion is attacked, and when it attacks (ASYNC_PLAY 5.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cogs.face.presses import at
from cogs.face.screen import MOST_OPTIONS, Menu, Press, Screen
from cogs.titan.screens.orders_menus import OrderMenus, unguarded
from cogs.titan.screens.turn import line_of
from engine.titan.events import Creatures
from engine.titan.orders import Trigger
from engine.titan.orders.acts import (
    ATTACKED,
    MANEUVER,
    OFFER,
    Act,
    Agree,
    Ask,
    FightNow,
    FleeNow,
    GiveUp,
    Propose,
    Stand,
    TurnDown,
)
from engine.titan.orders.conditions import Condition
from engine.titan.rules import TITAN
from engine.titan.sides import BOTH

HEIGHTS = range(2, 8)
VALUES = range(20, 260, 10)
KEPT = range(10, 250, 10)
CHANCES = range(10, 95, 5)
FEWEST = range(2, 8)

HEIGHT, VALUE, FLEE_CHANCE, FIGHT_CHANCE, KEEPS = "height", "value", "flee", "fight", "keeps"
CONCEDE, FEW, HITS = "concede", "few", "hits"


def parley(ahead: OrderMenus, place: Sequence[str], page: int) -> Screen | None:
    """The screen of `attacked` or `engagement`, of a legion in it, and of a number for it."""
    match place:
        case (kind,):
            return ahead.legions("\n".join(_heading(ahead, kind)), page, kind, (kind,))
        case (kind, marker) if ahead.is_one(marker):
            return _ways(ahead, kind, marker)
        case (kind, marker, what) if ahead.is_one(marker):
            return _numbers(ahead, kind, marker, what)
        case _:
            return None


def _heading(ahead: OrderMenus, kind: str) -> Iterator[str]:
    yield f"**{ahead.say(f'ahead.{kind}')}**"
    if kind == ATTACKED and (said := unguarded(ahead.terms, ahead.view, ahead.orders)):
        yield said


def _ways(ahead: OrderMenus, kind: str, marker: str) -> Screen:
    one = ahead.legion(marker)
    lord = _lord(ahead, marker)
    lines = [
        f"**{ahead.say(f'ahead.{kind}-one', legion=ahead.named(marker))}**",
        *([line_of(ahead.terms, one)] if one else []),
        *ahead.about(Trigger(kind, marker), Trigger(OFFER, marker)),
        *([ahead.say("ahead.no-flight", lord=ahead.terms.creature(lord))] if lord and kind == ATTACKED else []),
        ahead.say("ahead.first-counts"),
    ]
    return Screen("\n".join(lines), (Menu(ahead.say("ahead.what"), tuple(_offered(ahead, kind, marker, lord))),))


def _lord(ahead: OrderMenus, marker: str) -> str:
    """A lord in the legion, who does not let it flee (R9.4), its Titan first; empty without, and for any legion."""
    one, kinds = ahead.legion(marker), ahead.view.rules.kinds
    lords = [code for code in (one.creatures if one else ()) if kinds[code].rank == "lord"]
    return TITAN if TITAN in lords else next(iter(lords), "")


def _offered(ahead: OrderMenus, kind: str, marker: str, lord: str) -> Iterator[Press]:
    when, offered = Trigger(kind, marker), Trigger(OFFER, marker)
    say, advised = ahead.say, ahead.sight.advised

    def file(label: str, *acts: Act, given: Sequence[Condition] = (), trigger: Trigger = when) -> Press:
        return ahead.files(say(f"ahead.{label}"), trigger, *acts, given=given)

    def ask(label: str, what: str) -> Press:
        return Press(at(kind, marker, what), say(f"ahead.{label}"))

    yield file("ask", Ask())
    if kind == ATTACKED and not lord:
        yield file("flee", FleeNow())
        yield ask("flee-height", HEIGHT)
        yield ask("flee-value", VALUE)
        yield file("flee-titan", FleeNow(), given=[Condition("count", ">=", 1, who="attacker", creature=TITAN)])
        if advised:
            yield ask("flee-chance", FLEE_CHANCE)
        yield file("stand", Stand())
    yield file("fight", FightNow())
    if advised:
        yield ask("fight-chance", FIGHT_CHANCE)
    yield file("refuse", TurnDown(), trigger=offered)
    yield file("accept-both", Agree(BOTH), trigger=offered)
    yield ask("accept-keeps", KEEPS)
    yield file("offer-both", Propose(BOTH))
    if ahead.legion(marker) is not None:
        yield ask("concede", CONCEDE)
        yield ask("concede-few", FEW)
    if lord == TITAN:
        yield ask("concede-hits", HITS)


def _numbers(ahead: OrderMenus, kind: str, marker: str, what: str) -> Screen | None:
    """From which number on; or, for giving a legion up, whether that is meant (A6.9)."""
    one, flees, advised = ahead.legion(marker), kind == ATTACKED and not _lord(ahead, marker), ahead.sight.advised
    title = f"**{ahead.say(f'ahead.{kind}-one', legion=ahead.named(marker))}**"
    if what == CONCEDE:
        return None if one is None else _giving_up(ahead, title, Trigger(kind, marker), one.creatures)
    found: tuple[str, Trigger, Act, list[Condition]]
    when, in_battle = Trigger(kind, marker), Trigger(MANEUVER, marker)
    match what:
        case _ if what == HEIGHT and flees:
            found = "height-from", when, FleeNow(), [Condition("height", ">=", n, "attacker") for n in HEIGHTS]
        case _ if what == VALUE and flees:
            found = "value-from", when, FleeNow(), [Condition("value", ">=", n, "attacker") for n in VALUES]
        case _ if what == FLEE_CHANCE and flees and advised:
            found = "chance-below", when, FleeNow(), [Condition("estimate", "<", n) for n in CHANCES]
        case _ if what == FIGHT_CHANCE and advised:
            found = "chance-from", when, FightNow(), [Condition("estimate", ">=", n) for n in CHANCES]
        case _ if what == FEW and one is not None:
            give_up = GiveUp(TITAN in one.creatures)
            found = "fewer", in_battle, give_up, [Condition("living", "<", n, marker) for n in FEWEST]
        case _ if what == HITS and one is not None and TITAN in one.creatures:
            power = next(player.titan_power for player in ahead.view.players if player.seat == one.owner)
            hits = range(1, min(power, MOST_OPTIONS + 1))
            found = "hits-from", in_battle, GiveUp(True), [Condition("hits", ">=", n, marker, TITAN) for n in hits]
        case _ if what == KEEPS:
            found = "keeps-from", Trigger(OFFER, marker), Agree(), [Condition("kept", ">=", n) for n in KEPT]
        case _:
            return None
    said, trigger, act, conditions = found
    options = tuple(
        ahead.files(ahead.say(f"ahead.{said}", number=c.value), trigger, act, given=[c]) for c in conditions
    )
    lines = [title, ahead.say(f"ahead.number.{what}")]
    lines += [ahead.terms.say("order.titan-warning")] if act == GiveUp(True) else []
    return Screen("\n".join(lines), (Menu(ahead.say("ahead.from"), options),))


def _giving_up(ahead: OrderMenus, title: str, when: Trigger, creatures: Creatures) -> Screen:
    titan = TITAN in creatures
    lines = [title, ahead.say("ahead.concede-costs", legion=when.legion)]
    if titan:
        lines.append(ahead.terms.say("order.titan-warning"))
    press = ahead.files(ahead.say("ahead.concede-yes"), when, GiveUp(titan))
    return Screen("\n".join(lines), ((Press(press.carries, press.label, style="grave"),),))
