"""The panel of a Maneuver Phase: one character after the other, with what it could do from each hex (R12, R16, R17)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cogs.face.presses import at, run
from cogs.face.screen import Menu, Press, Row, Screen, Sight, in_pages, in_rows
from cogs.house.game.pictures import Look
from cogs.titan.screens.battle_plan import way
from cogs.titan.screens.concede import concession
from cogs.titan.words.battle_figures import figures, moving, named
from cogs.titan.words.labels import undone
from cogs.titan.words.terms import Terms
from engine.log import Undo
from engine.titan.actions import Done, Maneuver, Reinforce, Summon
from engine.titan.battle.entering import fate, kept_out
from engine.titan.battle.frame import INDEX
from engine.titan.battle.prospects import HexProspects, Prospect, is_only, stands
from engine.titan.bots.suggest import formation
from engine.titan.rules import TITAN
from engine.titan.view import BattleView, FighterView

WHO, CALL, LEAVE, FORM_UP = "who", "call", "leave", "form-up"


def maneuvering(terms: Terms, sight: Sight) -> Screen | None:
    """Whom to move and where to, with the map of whoever is to move next; `who C3` asks of that one."""
    battle = sight.view.battle
    assert battle is not None, "there is a battle"
    may = tuple(dict.fromkeys(action.character for action in sight.of(Maneuver)))
    if sight.place and (sight.place[0] != WHO or sight.place[1] not in may):
        return None
    now = sight.place[1] if sight.place else next(iter(may), "")
    page = int(sight.place[2]) if len(sight.place) > 2 else 0
    rows: list[Row] = []
    if len(may) > 1:
        rows.append(Menu(terms.say("battle.who"), tuple(_mover(terms, sight, who, now) for who in may)))
    if now:
        rows.append(_goals(terms, sight, now, page))
    rows += in_rows([_confirm(terms, sight), *_steps(terms, sight, may, now)])
    text = "\n".join(_text(terms, sight, battle, now))
    more = (way(terms, sight), *concession(terms, sight))
    return Screen(text, tuple(rows), (("battle", Look(focus=now, actions=tuple(sight.actions))),), more)


def _text(terms: Terms, sight: Sight, battle: BattleView, now: str) -> Iterator[str]:
    facts = {"round": battle.round, "land": terms.land(battle.land)}
    if now:
        yield terms.say("battle.maneuver", creature=moving(terms, sight.view, now), **facts)
    else:
        yield terms.say("battle.all-moved", **facts)
    mine = [fighter for fighter in battle.fighters if battle.seats[fighter.side] == sight.seat]
    if off := [fighter.creature for fighter in mine if not fighter.hex]:
        yield terms.say(f"battle.off-map{fate(sight.view.rules, battle.round)}", creatures=terms.creatures(off))
    if spare := kept_out(sight.view):
        yield terms.say("battle.no-room", creatures=terms.creatures(spare))
    if held := _held(terms, sight, mine):
        yield terms.say("battle.held", creatures=terms.words.listing(held, "comma"))


def _held(terms: Terms, sight: Sight, mine: Sequence[FighterView]) -> list[str]:
    """Those who touch an enemy and so stay where they are (R12.3)."""
    battle = sight.view.battle
    assert battle is not None, "there is a battle"
    contacts = sight.view.rules.grounds[battle.terrain].contacts
    enemies = sum(1 << INDEX[f.hex] for f in battle.fighters if f.hex and f.side != battle.mover)
    return [named(terms, sight.view, f.hex) for f in mine if f.hex and not f.moved and contacts[INDEX[f.hex]] & enemies]


def _mover(terms: Terms, sight: Sight, who: str, now: str) -> Press:
    """A character that may move, to be asked about."""
    hexes = sum(action.character == who for action in sight.of(Maneuver))
    note = terms.say("battle.reaches", number=hexes)
    if who == now:
        note = terms.say("battle.is-asked", reach=note)
    return Press(at(WHO, who), moving(terms, sight.view, who), note=note)


def _goals(terms: Terms, sight: Sight, who: str, page: int) -> Menu:
    """Where it may go: those places first from which it strikes best."""
    own = [action for action in sight.of(Maneuver) if action.character == who]
    best = sorted(stands(sight.view, own), key=_promise, reverse=True)
    presses = [
        sight.press(stand.maneuver, _goal(terms, sight, stand), note=_gain(terms, sight, stand)) for stand in best
    ]

    def turned(to: int, number: int, pages: int) -> Press:
        return Press(at(WHO, who, str(to)), terms.say("battle.more-hexes", number=number, pages=pages))

    about = terms.say("battle.where", character=moving(terms, sight.view, who))
    return Menu(about, in_pages(presses, page, turned))


def _promise(stand: HexProspects) -> float:
    """The best that can be done from there: the chance to slay, then the hits."""
    return max((p.slays + p.expected / 100 for p in (*stand.strikes, *stand.shots)), default=-1.0)


def _goal(terms: Terms, sight: Sight, stand: HexProspects) -> str:
    hazard = "" if stand.hazard in ("plain", "tower") else terms.say(f"hazard.{stand.hazard}")
    where = terms.say("battle.hex-hazard", hex=stand.maneuver.hex, hazard=hazard) if hazard else stand.maneuver.hex
    touched = terms.words.listing((named(terms, sight.view, p.strike.target) for p in stand.strikes), "comma")
    return terms.say("battle.hex-touching", hex=where, enemies=touched) if stand.strikes else where


def _gain(terms: Terms, sight: Sight, stand: HexProspects) -> str:
    """The best strike from there in figures, and what the ground does."""
    parts = []
    best: Prospect | None = max((*stand.strikes, *stand.shots), key=lambda p: p.slays, default=None)
    if best is not None:
        key = "battle.would-shoot" if best.ranged else "battle.would-strike"
        facts = {"target": named(terms, sight.view, best.strike.target), "figures": figures(terms, best, short=True)}
        parts.append(terms.say(key, **facts))
    if stand.drift:
        parts.append(terms.say("battle.drifts", hits=terms.hits(stand.drift)))
    return terms.words.listing(parts, "semicolon") if parts else ""


def _steps(terms: Terms, sight: Sight, may: Sequence[str], now: str) -> Iterator[Press]:
    """A whole formation, back, whom may be called, on to the next: those of them that lead anywhere."""
    if sight.advised and formation(sight.view, sight.actions) is not None:
        yield Press(run(FORM_UP), terms.say("battle.form-up"))
    for back in tuple(sight.of(Undo))[:1]:
        yield sight.press(back, undone(terms, sight.steps(back), sight.view))
    if any(sight.of(Summon, Reinforce)):
        which = "summon" if any(sight.of(Summon)) else "reinforce"
        yield Press(at(CALL), terms.say(f"battle.{which}"), style="main")
    if len(may) > 1:
        following = may[(may.index(now) + 1) % len(may)]
        yield Press(at(WHO, following), terms.say("battle.next"))


def _confirm(terms: Terms, sight: Sight) -> Press:
    """The end of the phase; whoever could still enter and would be lost is asked for first (R10.3), a Titan always: of
    eight in a Tower whoever has placed seven others can still take one of them back (V6.9).

    Where a single strike follows that the rules roll at once, the button says so (`Rules.only_strikes_wait`).
    """
    battle = sight.view.battle
    assert battle is not None, "there is a battle"
    titan = any(f.creature == TITAN and f.side == battle.mover and not f.hex for f in battle.fighters)
    if titan or any(action.character not in INDEX for action in sight.of(Maneuver)):
        return Press(at(LEAVE), terms.say("battle.done-moving"))
    alone = not sight.view.rules.only_strikes_wait and is_only(sight.view)
    return Press(sight.line(Done()), terms.say("battle.done-rolling" if alone else "battle.done-moving"), style="good")


def leaving(terms: Terms, sight: Sight) -> Screen | None:
    """Whether those who are not on the map yet are to be lost; None if nobody could still come."""
    battle = sight.view.battle
    assert battle is not None, "there is a battle"
    off = [f.creature for f in battle.fighters if f.side == battle.mover and not f.hex]
    if not off:
        return None
    key = f"battle.leave{fate(sight.view.rules, battle.round)}"
    yes = sight.press(Done(), terms.say(f"{key}-yes"), style="grave")
    return Screen(terms.say(key, creatures=terms.creatures(off)), ((yes,),))


def calling(terms: Terms, sight: Sight) -> Screen | None:
    """Whom to call; None if nobody can be."""
    presses = tuple(sight.press(action) for action in sight.of(Summon, Reinforce))
    if not presses:
        return None
    which = "summon" if any(sight.of(Summon)) else "reinforce"

    def turned(to: int, number: int, pages: int) -> Press:
        return Press(at(CALL, str(to)), terms.say("battle.more-calls", number=number, pages=pages))

    page = int(sight.place[1]) if len(sight.place) > 1 else 0
    menu = Menu(terms.say(f"battle.{which}-whom"), in_pages(presses, page, turned))
    return Screen(terms.say(f"battle.{which}-about"), (menu,))
