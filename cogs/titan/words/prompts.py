"""Where a game of Titan stands and what is to be decided: public lines that are always alike, and private ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cogs.house.words.words import Names
from cogs.titan.words.labels import offer
from cogs.titan.words.terms import Terms, legions_of
from engine.core import Seat
from engine.titan.outlook import enlists, is_last, is_wiped_out
from engine.titan.phases.split import is_opening, must_halve
from engine.titan.sides import DEFENDER, SIDE_NAMES
from engine.titan.view import BattleView, GatheringView, ParleyView, View

TALLEST = 7
LEAST_TO_SPLIT = 4

NAMED = 3
"""Up to so many legions are named in a sentence; more are counted."""


def phase(terms: Terms, view: View, names: Names) -> str:
    """One public line: turn, whose, which phase. An engagement being settled has one line for all its steps (A3.1)."""
    say = terms.say
    if view.phase == "over":
        return _over(terms, view, names)
    if view.phase == "setup":
        return say("phase.setup" if any(player.tower for player in view.players) else "phase.towers")
    facts = {"turn": turn_of(terms, view), "player": terms.player(view, view.active, names)}
    if view.phase == "battle" and view.battle:
        battle = view.battle
        step = say(f"step.{battle.step}")
        where = {"land": terms.land(battle.land), "round": battle.round}
        return say("phase.battle", actor=terms.player(view, _actor(view, battle), names), step=step, **where, **facts)
    if view.phase in ("parley", "gather") and view.engaged:
        return say(f"phase.{view.phase}", land=terms.land(view.engaged.land), **facts)
    return say(f"phase.{view.phase}", roll=view.roll, **facts)


def turn_of(terms: Terms, view: View) -> str:
    """`7`, or `7 of 12` where the last is agreed (V2.3)."""
    last = next((end.value for end in view.ends if end.key == "turns"), "")
    return terms.say("turn-of", turn=view.turn, last=last) if last else str(view.turn)


def _actor(view: View, battle: BattleView) -> Seat:
    """Who acts in a battle: whom it waits for, or whose dice are falling."""
    responding = battle.step == "strike-back"
    return view.waiting[0] if view.waiting else battle.seats[1 - battle.mover if responding else battle.mover]


def _over(terms: Terms, view: View, names: Names) -> str:
    if not view.winners:
        return terms.say("phase.over-none")
    winners = terms.players(view, view.winners, names)
    total = view.players[view.winners[0]].total
    if total is not None:
        key = "phase.over-total" if len(view.winners) == 1 else "phase.over-shared"
        return terms.say(key, winners=winners, total=total)
    return terms.say("phase.over" if len(view.winners) == 1 else "phase.over-draw", winners=winners)


def todo(terms: Terms, view: View) -> str:
    """What those do next whom the channel knows to be waited for, in a few words; empty where nobody is.

    An engagement that is being settled has one line for all its steps (A3.1).
    """
    if view.phase in ("engage", "muster", "move", "split", "setup", "spawn"):
        return terms.say(f"todo.{view.phase}")
    if view.phase == "battle" and view.battle:
        return terms.say(f"todo.{view.battle.step}", land=terms.land(view.battle.land))
    return terms.say("todo.settle", land=terms.land(view.engaged.land)) if view.engaged else ""


def prompt(terms: Terms, view: View, seat: Seat, names: Names) -> str:
    """What `seat`, whose own view this is, has to decide: a line that says what to do, then what there is to know.

    For that seat alone.
    """
    say = terms.say
    if view.phase == "over":
        return _over(terms, view, names)
    if view.phase == "parley" and view.parley and view.engaged:
        return "\n".join(_parley(terms, view, view.parley, seat, names))
    if view.phase == "gather" and view.gathering:
        return "\n".join(_gathering(terms, view, view.gathering))
    if seat not in view.waiting or view.phase in ("parley", "gather"):
        if not is_wiped_out(view, seat):
            others = view.phase != "setup" and view.active != seat
            return say("prompt.turn-of", player=names[view.active]) if others else say("prompt.nobody")
        return say("prompt.nobody-wiped-last" if is_last(view) else "prompt.nobody-wiped")
    match view.phase:
        case "setup":
            return say("prompt.marker" if view.players[seat].colour else "prompt.colour")
        case "spawn" if view.spawning:
            return say(
                "prompt.spawn" if view.spawning.options else "prompt.spawn-marker", land=terms.land(view.spawning.land)
            )
        case "split":
            return _split(terms, view, seat)
        case "move":
            moved = all(legion.moved for legion in legions_of(view, seat))
            return say("prompt.move-all" if moved else "prompt.move", roll=view.roll)
        case "engage":
            return say("prompt.engage")
        case "battle" if view.battle:
            return say(f"prompt.{view.battle.step}", round=view.battle.round, land=terms.land(view.battle.land))
        case "muster":
            can = [legion.marker for legion in legions_of(view, seat) if enlists(view, legion)]
            return say("prompt.muster", legions=several(terms, can)) if can else say("prompt.muster-none")
        case _:
            return say("prompt.roll")


def several(terms: Terms, markers: Sequence[str]) -> str:
    """Legions in a sentence: `Gd01 and Gd11`, or `7 legions`."""
    return terms.say("legions", number=len(markers)) if len(markers) > NAMED else terms.words.listing(markers)


def _split(terms: Terms, view: View, seat: Seat) -> str:
    """The first turn's split is compulsory (R4.2), one of a legion above seven too (R4.4, V6.6), others are free."""
    own, opening = legions_of(view, seat), is_opening(view.turn, view.players[seat].wipeouts)
    tall = [legion for legion in own if legion.height > TALLEST]
    if tall:
        halved = all(must_halve(view.rules, legion.creatures) for legion in tall)
        key = "prompt.split-first" if opening else "prompt.split-halves" if halved else "prompt.split-tall"
        return terms.say(key, legions=several(terms, [legion.marker for legion in tall]))
    able = [legion.marker for legion in own if legion.height >= LEAST_TO_SPLIT]
    if not able or opening or not view.players[seat].markers:
        return terms.say("prompt.split-nothing")
    return terms.say("prompt.split", legions=several(terms, able))


def _parley(terms: Terms, view: View, parley: ParleyView, seat: Seat, names: Names) -> Iterator[str]:
    """What the two engaged players know of each other's legions and offers (R9.3-R9.6)."""
    assert view.engaged is not None, "a parley belongs to an engagement"
    side = view.engaged.seats.index(seat)
    foe = names[view.engaged.seats[1 - side]]
    facts = {"own": view.engaged.markers[side], "enemy": view.engaged.markers[1 - side]}
    may = "flees" if parley.may_flee and side == DEFENDER else SIDE_NAMES[side]
    yield terms.say(f"prompt.parley-{may}", land=terms.land(view.engaged.land), **facts)
    own, enemies = (terms.creatures(parley.contents[which]) for which in (side, 1 - side))
    yield terms.say("prompt.parley-sides", creatures=own, player=foe, enemies=enemies)
    if side == DEFENDER and _overfull(view, view.engaged.land, len(parley.contents[side])):
        yield terms.say("prompt.parley-tower")
    for standing in parley.offers:
        said = offer(terms, standing.lost, standing.losses, view)
        own = "own-offer" if standing.by == seat else "offer"
        yield terms.say(f"prompt.parley-{own}", player=names[standing.by], terms=said)


def _overfull(view: View, land: int, height: int) -> bool:
    """Whether more defend a Tower than can be deployed in it (R10.4, V6.9)."""
    starts = view.rules.grounds[view.rules.board.lands[land].terrain].start_hexes
    return bool(starts) and height > len(starts)


def _gathering(terms: Terms, view: View, gathering: GatheringView) -> Iterator[str]:
    land = view.engaged.land if view.engaged else 0
    yield terms.say("prompt.gather", legion=gathering.legion, land=terms.land(land))
    may = []
    if gathering.due:
        angels = (
            terms.say("prompt.gather-multiple-arch" if score % 500 == 0 else "prompt.gather-multiple", score=score)
            for score in gathering.due
        )
        may.append(terms.say("prompt.gather-due", angels=terms.words.listing(angels)))
    if gathering.may_summon:
        may.append(terms.say("prompt.gather-summon"))
    if gathering.may_reinforce:
        may.append(terms.say("prompt.gather-reinforce"))
    if may:
        yield " ".join(may)
