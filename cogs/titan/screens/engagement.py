"""The panel of an engagement before battle: which one, and the sealed exchange of the two (R9).

Everything here is for the engaged two alone. What the channel hears is the same whatever they decide (A3.1), and a
third player's panel has no more than *nothing to decide*.
"""

from __future__ import annotations

from collections.abc import Iterator

from cogs.face.presses import at, yes
from cogs.face.presses import form as opens
from cogs.face.screen import Field, Filled, Form, Menu, Press, Row, Screen, Sight, headline, in_pages, in_rows
from cogs.house.game.pictures import Look
from cogs.titan.screens.battle_plan import way
from cogs.titan.screens.concede import conceding, concession, without
from cogs.titan.words.battle_figures import percent
from cogs.titan.words.labels import fitting
from cogs.titan.words.prompts import prompt
from cogs.titan.words.terms import Terms
from engine.titan import outcomes
from engine.titan.actions import Accept, Engage, Fight, Flee, Offer, Refuse, Waive, Withdraw
from engine.titan.bots.suggest import chance, surest
from engine.titan.events import Creatures
from engine.titan.rules import TITAN, Rules
from engine.titan.sides import ATTACKER, BOTH, DEFENDER, SIDE_NAMES
from engine.titan.view import EngagementView, ParleyView

FLEE, OFFER, LOSSES = "flee", "offer", "losses"


def choosing(terms: Terms, sight: Sight) -> Screen | None:
    """Which engagement to settle next: a list, and the surest by what the mover knows (R9.2)."""
    page = int(sight.place[1]) if sight.place[:1] == ("which",) else 0
    ranked = surest(sight.view, sight.actions) if any(sight.of(Engage)) else ()
    if not ranked or (sight.place and sight.place[0] != "which"):
        return None

    def turned(to: int, number: int, pages: int) -> Press:
        return Press(at("which", str(to)), terms.say("duel.more-engagements", number=number, pages=pages))

    menu = Menu(terms.say("duel.which"), in_pages([sight.press(a) for a in sight.of(Engage)], page, turned))
    first = sight.press(ranked[0], terms.say("duel.surest", land=terms.land(ranked[0].land)), style="good")
    rows: tuple[Row, ...] = (menu, (first,)) if sight.advised else (menu,)
    said = headline(prompt(terms, sight.view, sight.seat, sight.names))
    return Screen(f"{said}\n{terms.say('duel.known')}", rows)


def screen(terms: Terms, sight: Sight) -> Screen | None:
    """The exchange before battle, for one of the engaged two; None for a place that is none now, and for all others."""
    parley, engaged = sight.view.parley, sight.view.engaged
    if parley is None or engaged is None:
        return None
    match sight.place:
        case ():
            pass
        case ("concede",):
            return conceding(terms, sight)
        case ("flee",):
            return fleeing(terms, sight)
        case _:
            return None
    enemy = Look(focus=engaged.markers[1 - _side(sight)])
    said = headline(prompt(terms, sight.view, sight.seat, sight.names))
    text = "\n".join((said, _outlook(terms, sight), *_brings(terms, sight)))
    first = in_rows([*_answers(terms, sight), *_ways(terms, sight)])
    rows: list[Row] = [*first, *filter(None, [tuple(_offers(terms, sight))])]
    more = (way(terms, sight), *concession(terms, sight))
    return Screen(text, tuple(rows), (("legion", enemy),), more)


def _outlook(terms: Terms, sight: Sight) -> str:
    """In small print: what the other side says, the offers left, and where advice is allowed a guess at a battle."""
    parley: ParleyView = sight.view.parley
    side, engaged = _side(sight), sight.view.engaged
    said = [terms.say("duel.left", number=parley.offers_left[side])]
    if parley.insists:
        said.insert(0, terms.say("duel.insists"))
    elif parley.may_flee and side == ATTACKER:
        said.insert(0, terms.say("duel.silent", player=sight.names[engaged.seats[DEFENDER]]))
    if sight.advised:
        said.append(terms.say("duel.chance", percent=percent(terms, chance(sight.view))))
    return "-# " + " ".join(said)


def _brings(terms: Terms, sight: Sight) -> Iterator[str]:
    """What battle, and what an offer that stands, would bring where losers score as well (V4.1); else nothing."""
    view, engaged = sight.view, sight.view.engaged
    if view.rules.eliminates or engaged is None or view.parley is None:
        return
    names = {"attacker": sight.names[engaged.seats[ATTACKER]], "defender": sight.names[engaged.seats[DEFENDER]]}
    won, lost = outcomes.won(view, ATTACKER), outcomes.won(view, DEFENDER)
    figures = {"won": won[ATTACKER], "consoled": lost[ATTACKER], "half": lost[DEFENDER]}
    yield terms.say("duel.brings", **names, **figures)
    for offer in view.parley.offers:
        points = outcomes.agreed(view, offer.lost, offer.losses)
        yield terms.say("duel.brings-offer", player=sight.names[offer.by], **names, one=points[0], other=points[1])


def _ways(terms: Terms, sight: Sight) -> Iterator[Press]:
    """Battle, flight, waiting for what comes: those that may be."""
    side = _side(sight)
    insists = side == ATTACKER and sight.view.parley is not None and sight.view.parley.may_flee
    for fight in sight.of(Fight):
        yield sight.press(fight, terms.say("duel.insist" if insists else "duel.fight"), style="good")
    if any(sight.of(Flee)):
        yield Press(at(FLEE), terms.say("duel.flee"), style="grave")
    for waive in sight.of(Waive):
        yield sight.press(waive, terms.say("duel.stay"))


def fleeing(terms: Terms, sight: Sight) -> Screen | None:
    """What flight costs, and whether it is meant; None if it is not possible."""
    flee = next(iter(sight.of(Flee)), None)
    engaged = sight.view.engaged
    if flee is None or engaged is None:
        return None
    creatures = _contents(sight, DEFENDER)
    points = outcomes.fled(sight.view)[ATTACKER]
    attacker = engaged.seats[ATTACKER]
    text = terms.say(
        "duel.flee-cost",
        legion=terms.marker(engaged.markers[DEFENDER]),
        creatures=terms.creatures(creatures),
        player=sight.names[attacker],
        points=terms.points(points),
        score=sight.view.players[attacker].score + points,
    )
    if not sight.view.rules.eliminates and sight.view.rules.fled_returns != "none":
        text = f"{text}\n{terms.say('duel.flee-returns')}"
    text = "\n".join((text, *without(terms, sight.view, sight.seat, creatures)))
    return Screen(text, ((Press(yes(sight.line(flee)), terms.say("duel.flee-yes"), style="grave"),),))


def _answers(terms: Terms, sight: Sight) -> Iterator[Press]:
    """What may be said to the offers that stand."""
    for accept in sight.of(Accept):
        yield Press(sight.line(accept), fitting(sight.label(accept), terms.say("duel.accept")), style="main")
    yield from (sight.press(refuse, terms.say("duel.refuse")) for refuse in sight.of(Refuse))
    yield from (sight.press(withdraw, terms.say("duel.withdraw")) for withdraw in sight.of(Withdraw))


def _offers(terms: Terms, sight: Sight) -> Iterator[Press]:
    """One's own proposals: whose legion is lost, and by a form what the survivor loses. Those that may be made."""
    engaged: EngagementView | None = sight.view.engaged
    assert engaged is not None, "an exchange is about an engagement"
    side = _side(sight)
    may = {offer.lost for offer in sight.of(Offer)}
    if BOTH in may:
        yield Press(sight.line(Offer(BOTH)), terms.say("duel.offer-both"))
    for lost in (1 - side, side):
        if SIDE_NAMES[lost] not in may:
            continue
        label = terms.say("duel.offer-mine" if lost == side else "duel.offer-theirs", legion=engaged.markers[lost])
        plain = sight.line(Offer(SIDE_NAMES[lost]))
        yield Press(opens(OFFER, SIDE_NAMES[lost]) if _tickable(sight, 1 - lost) else plain, label)


def form(terms: Terms, sight: Sight) -> Form | None:
    """What the survivor of an offer loses: check boxes, and not all of it; its Titan among them only where that counts
    like any other (R9.6, R9.7, V5.8)."""
    parley, engaged = sight.view.parley, sight.view.engaged
    if parley is None or engaged is None or not parley.offers_left[_side(sight)]:
        return None
    match sight.place:
        case ("offer", lost) if lost in SIDE_NAMES:
            survivor = 1 - SIDE_NAMES.index(lost)
        case _:
            return None
    tickable = _tickable(sight, survivor)
    if not tickable:
        return None
    options = tuple(Press(str(place), _numbered(terms, tickable, place)) for place in range(len(tickable)))
    field = Field(
        LOSSES,
        terms.say("duel.survivor-loses", legion=engaged.markers[survivor]),
        options,
        about=terms.say("duel.survivor-keeps" if _titans(sight) else "duel.survivor-loses-about"),
        ticks=True,
        least=0,
        most=min(len(tickable), len(_contents(sight, survivor)) - 1),
    )

    def made(filled: Filled) -> str:
        ticked = (tickable[int(value)] for value in filled.get(LOSSES, ()))
        return sight.line(Offer(lost, sight.view.rules.arranged(ticked)))

    return Form(terms.say("duel.offer-title", lost=engaged.markers[1 - survivor]), (field,), made)


def _tickable(sight: Sight, survivor: int) -> Creatures:
    """What a survivor could lose: nothing, if it is all of it or its Titan alone is left."""
    contents = _contents(sight, survivor)
    return tuple(code for code in contents if code != TITAN or _titans(sight)) if len(contents) > 1 else ()


def _titans(sight: Sight) -> bool:
    rules: Rules = sight.view.rules
    return rules.titans_may_be_given


def _numbered(terms: Terms, codes: Creatures, place: int) -> str:
    """`Ogre 2` for the second of several, `Lion` for one alone."""
    code = codes[place]
    if codes.count(code) == 1:
        return terms.creature(code)
    return terms.say("duel.numbered", creature=terms.creature(code), number=codes[: place + 1].count(code))


def _side(sight: Sight) -> int:
    engaged: EngagementView | None = sight.view.engaged
    assert engaged is not None, "an exchange is about an engagement"
    return engaged.seats.index(sight.seat)


def _contents(sight: Sight, side: int) -> Creatures:
    parley: ParleyView | None = sight.view.parley
    assert parley is not None, "the engaged two see the exchange"
    return parley.contents[side]
