"""The panel of a player's strikes: whom to strike, what to expect, in which order, what to carry on (R13-R15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cogs.face.presses import at, run
from cogs.face.screen import MOST_OPTIONS, Menu, Press, Row, Screen, Sight, in_pages, in_rows
from cogs.house.game.pictures import Look
from cogs.house.words.words import shortened
from cogs.titan.screens.battle_plan import automation, way
from cogs.titan.screens.concede import concession
from cogs.titan.words.advice import why_number
from cogs.titan.words.battle_figures import figures, named
from cogs.titan.words.terms import Terms
from cogs.titan.words.terms import at as standing_at
from engine.titan.actions import Carry, Done, Strike
from engine.titan.battle.prospects import Aim, Prospect, aims, forced, is_settled, prospects, useful
from engine.titan.bots.suggest import order
from engine.titan.view import BattleView, FighterView

SHOTS, WHY, PAGE = "shots", "why", "strikes"
FORCED, BEST = "forced", "best"

ROOM = 1500
"""Characters for the reasons against rangestrikes."""


def striking(terms: Terms, sight: Sight) -> Screen | None:
    """Every strike with its figures, all at once where nobody has a choice, and the best order; an only one alone."""
    match sight.place:
        case ():
            page = 0
        case ("strikes", number):
            page = int(number)
        case ("shots",):
            return shots(terms, sight)
        case ("why", *which):
            return numbers(terms, sight, which)
        case _:
            return None
    battle = sight.view.battle
    assert battle is not None, "there is a battle"
    found = useful(prospects(sight.view, sight.actions))
    plan = order(sight.view, sight.actions) if sight.advised else ()
    places = {strike.striker: place for place, strike in enumerate(plan)}
    ranked = sorted(found, key=lambda p: (places.get(p.strike.striker, len(places)), p.strike not in plan))
    rows: list[Row] = []
    if len(ranked) > 1:
        presses = [_strike(terms, sight, prospect) for prospect in ranked]

        def turned(to: int, number: int, pages: int) -> Press:
            return Press(at(PAGE, str(to)), terms.say("battle.more-strikes", number=number, pages=pages))

        rows.append(Menu(terms.say("battle.strike-whom"), in_pages(presses, page, turned)))
    rows += in_rows(tuple(_together(terms, sight, found, plan)))
    text = "\n".join(_text(terms, sight, battle, found, plan))
    return Screen(text, tuple(rows), (("battle", Look()),), tuple(_more(terms, sight, found)))


def _text(
    terms: Terms, sight: Sight, battle: BattleView, found: Sequence[Prospect], plan: Sequence[Strike]
) -> Iterator[str]:
    step = ("one" if len(found) == 1 else "all") if is_settled(found) else battle.step if found else "none"
    yield terms.say(f"battle.{step}", round=battle.round, land=terms.land(battle.land))
    if len(found) == 1:
        yield _named(terms, sight, found[0])
    known = {prospect.strike: prospect for prospect in found}
    if len(plan) > 1 and not is_settled(found):
        steps = (
            terms.say("battle.plan-step", number=number, strike=_named(terms, sight, known[strike]))
            for number, strike in enumerate(plan, 1)
            if strike in known
        )
        yield terms.say("battle.plan", steps="\n".join(steps))


def _named(terms: Terms, sight: Sight, prospect: Prospect) -> str:
    key = "battle.aimed-far" if prospect.ranged else "battle.aimed"
    return terms.say(key, figures=figures(terms, prospect), **_both(terms, sight, prospect))


def _strike(terms: Terms, sight: Sight, prospect: Prospect) -> Press:
    """One strike of the list. A worse pair by choice says whom it may be carried to by that (R14.4)."""
    note = figures(terms, prospect)
    if prospect.carries:
        others = terms.words.listing((named(terms, sight.view, hex_) for hex_ in prospect.carries), "or")
        key = "battle.may-carry" if prospect.due else "battle.worse-to-carry"
        note = terms.say(key, figures=note, enemies=others)
    return sight.press(prospect.strike, _aimed(terms, sight, prospect), note=note)


def _together(terms: Terms, sight: Sight, found: Sequence[Prospect], plan: Sequence[Strike]) -> Iterator[Press]:
    """An only strike, or several by one press; and the end, where nobody must strike any more (R13.2)."""
    if len(found) == 1:
        yield _only(terms, sight, found[0])
    elif alone := forced(found):
        settled = is_settled(found)
        key = "battle.roll-all" if settled else "battle.roll-forced"
        yield Press(run(FORCED), terms.say(key, number=len(alone)), style="good" if settled else "")
    if plan and len(found) > 1 and not is_settled(found):
        yield Press(run(BEST), terms.say("battle.best-order"), style="good")
    for done in sight.of(Done):
        yield sight.press(done, terms.say("battle.no-more"), style="" if found else "good")


def _only(terms: Terms, sight: Sight, prospect: Prospect) -> Press:
    """The roll of an only strike; who strikes whom from where stands in the text, with its figures."""
    strike = prospect.strike
    striker, target = (terms.creature(standing_at(sight.view, hex_)) for hex_ in (strike.striker, strike.target))
    key = "battle.roll-one-far" if prospect.ranged else "battle.roll-one"
    return sight.press(strike, terms.say(key, striker=striker, target=target), style="good")


def _more(terms: Terms, sight: Sight, found: Sequence[Prospect]) -> Iterator[Press]:
    """What is wanted seldom: why, plans and automation, and the way out."""
    if found:
        yield Press(at(WHY), terms.say("battle.why-numbers"))
    if any(aim.why for aim in aims(sight.view)):
        yield Press(at(SHOTS), terms.say("battle.shots"))
    yield way(terms, sight)
    yield from automation(terms, sight)
    yield from concession(terms, sight)


def numbers(terms: Terms, sight: Sight, which: Sequence[str]) -> Screen | None:
    """How the dice and the number of a strike come about, once it is said of which; None for one that can't be made."""
    found = useful(prospects(sight.view, sight.actions))
    asked = [p for p in found if sight.line(p.strike).split()[1:] == list(which)]
    if not found or (which and not asked):
        return None
    presses = [
        Press(at(WHY, *sight.line(p.strike).split()[1:]), _aimed(terms, sight, p), note=figures(terms, p))
        for p in found[:MOST_OPTIONS]
        if p not in asked
    ]
    rows: list[Row] = [Menu(terms.say("battle.why-which"), tuple(presses))] if presses else []
    if not asked:
        return Screen(terms.say("battle.why-ask"), tuple(rows), (("battle", Look()),))
    strike = asked[0].strike
    rows.append((sight.press(strike, terms.say("battle.roll-it"), style="good"),))
    return Screen(why_number(terms, sight.view, strike), tuple(rows), (("battle", Look()),))


def _aimed(terms: Terms, sight: Sight, prospect: Prospect) -> str:
    key = "battle.strike-far" if prospect.ranged else "battle.strike-at"
    return terms.say(key, **_both(terms, sight, prospect))


def _both(terms: Terms, sight: Sight, prospect: Prospect) -> dict[str, str]:
    """Who strikes and who is struck, as facts of a text."""
    strike = prospect.strike
    return {
        "striker": named(terms, sight.view, strike.striker),
        "target": named(terms, sight.view, strike.target),
    }


def shots(terms: Terms, sight: Sight) -> Screen:
    """Each rangestriker with each enemy: that it may rangestrike it, or why not."""
    by_striker: dict[str, list[Aim]] = {}
    for aim in aims(sight.view):
        by_striker.setdefault(aim.striker, []).append(aim)
    lines = [terms.say("battle.shots-title")]
    for striker, of in by_striker.items():
        whole = next((aim for aim in of if aim.why in ("struck", "contact")), None)
        parts = [_why(terms, sight, whole, "nobody")] if whole else [_why(terms, sight, aim, "aim") for aim in of]
        what = terms.words.listing(parts, "semicolon")
        lines.append(terms.say("battle.shots-of", striker=named(terms, sight.view, striker), what=what))
    return Screen(shortened("\n".join(lines), ROOM), (), (("battle", Look()),))


def _why(terms: Terms, sight: Sight, aim: Aim, key: str) -> str:
    target = named(terms, sight.view, aim.target)
    who = named(terms, sight.view, aim.at) if aim.at else ""
    why = terms.say(f"battle.shot-{aim.why or 'possible'}", range=aim.range, who=who)
    return why if key == "nobody" else terms.say("battle.shot", target=target, why=why)


def carrying(terms: Terms, sight: Sight) -> Screen | None:
    """Who takes the hits that are left over, or nobody (R14.5)."""
    battle = sight.view.battle
    assert battle is not None, "there is a battle"
    if sight.place:
        return None
    at_hex = {fighter.hex: fighter for fighter in battle.fighters if fighter.hex}
    text = terms.say("battle.carry", round=battle.round, land=terms.land(battle.land), hits=terms.hits(battle.excess))
    lines = [_taker(terms, at_hex[action.target], battle.excess) for action in sight.of(Carry)]
    presses = [sight.press(action, _to(terms, at_hex[action.target]), style="main") for action in sight.of(Carry)]
    let_go = sight.press(Done(), terms.say("battle.let-go"))
    more = tuple(concession(terms, sight))
    return Screen("\n".join((text, *lines)), in_rows([*presses, let_go]), (("battle", Look()),), more)


def _to(terms: Terms, fighter: FighterView) -> str:
    return terms.say("battle.carry-to", creature=terms.creature(fighter.creature), hex=fighter.hex)


def _taker(terms: Terms, fighter: FighterView, excess: int) -> str:
    need = fighter.power - fighter.hits
    key = "battle.carry-slays" if excess >= need else "battle.carry-hurts"
    who = terms.say("alt.battle-at", creature=terms.creature(fighter.creature), hex=fighter.hex)
    return terms.say(key, character=who, need=need)
