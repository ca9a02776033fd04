"""The picture of a battle in words: all that it shows, in at most so many characters as a picture's description has.

Creatures are called by their names; if that is too long, by their codes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cogs.house.words.words import ALT, Names, shortened
from cogs.titan.words.terms import Terms
from engine.titan.actions import Maneuver, May, Strike
from engine.titan.battle.frame import INDEX
from engine.titan.battle.turn import ROUNDS
from engine.titan.events import Carried, Drifted, Event, Maneuvered, Struck
from engine.titan.rules import TITAN
from engine.titan.view import BattleView, FighterView, View
from render.titan.battles.layout import acting, done, ended, gain, lost
from render.titan.battles.strikes import after, latest

SIDES = ("attacker", "defender")


def battle_alt(terms: Terms, view: View, names: Names, focus: str = "", actions: Sequence[May] = ()) -> str:
    """What the picture of a battle shows."""
    said = _said(terms, view, names, focus, actions, spelt=True)
    return said if len(said) <= ALT else shortened(_said(terms, view, names, focus, actions, spelt=False), ALT)


def dice_alt(terms: Terms, view: View, names: Names) -> str:
    """What the picture of the latest strikes' dice shows."""
    assert view.battle is not None, "dice belong to a battle"
    shown = latest(view)
    player = terms.player(view, shown[0].seat, names)
    blows: list[str] = []
    for deed in shown:
        blows.append(_struck(terms, deed, spelt=True))
        blows += [_carried(terms, carried, spelt=True) for carried in after(view, deed)]
    listed = terms.words.listing(blows, "semicolon")
    return shortened(terms.say("alt.dice", player=player, round=view.battle.round, what=listed), ALT)


def fighters(terms: Terms, view: View) -> tuple[tuple[str, str], ...]:
    """The viewer's own characters: by hex, or by code off the map, with the words to find each by."""
    fight = view.battle
    if fight is None or view.viewer not in fight.seats:
        return ()
    own = [fighter for fighter in fight.fighters if fight.seats[fighter.side] == view.viewer]
    here = ((f.hex, terms.say("alt.battle-at", creature=terms.creature(f.creature), hex=f.hex)) for f in own if f.hex)
    off = {f.creature: terms.creature(f.creature) for f in own if not f.hex}
    return (*sorted(here), *off.items())


def _said(terms: Terms, view: View, names: Names, focus: str, actions: Sequence[May], spelt: bool) -> str:
    fight = view.battle
    assert fight is not None, "a battle is drawn while there is one"
    step = _end(terms, fight, view) or _step(terms, fight, acting(view, fight))
    facts = {"land": terms.land(fight.land), "round": fight.round, "rounds": ROUNDS, "step": step}
    parts = [terms.say("alt.battle", from_side=terms.from_side(fight.side), **facts)]
    parts += [_side(terms, view, fight, which, names, spelt) for which in (0, 1)]
    parts += _options(terms, fight, focus, actions, spelt) if focus else _deeds(terms, fight, done(view), spelt)
    return " ".join(parts)


def _step(terms: Terms, fight: BattleView, side: int) -> str:
    return terms.say(
        f"alt.battle-{fight.step}",
        side=terms.say(f"alt.{SIDES[side]}"),
        hits=terms.hits(fight.excess),
        hexes=terms.words.listing(fight.carry, "comma"),
    )


def _end(terms: Terms, fight: BattleView, view: View) -> str:
    """How the battle has ended and what it brought; empty while it goes on."""
    end = ended(view)
    if end is None:
        return ""
    if not end.winner:
        return terms.say("alt.battle-both-lost")
    side = terms.say(f"alt.{SIDES[fight.markers.index(end.winner)]}")
    said = terms.say("alt.battle-won", side=side, how=terms.say(f"alt.battle-won-{end.how}"))
    points = gain(view)
    if points is not None:
        _, brought, score, passed = points
        said += terms.say("alt.battle-scored", points=terms.points(brought), score=score)
        if passed:
            said += terms.say("alt.battle-passed", hundreds=terms.words.listing(map(str, passed)))
    return said


def _side(terms: Terms, view: View, fight: BattleView, side: int, names: Names, spelt: bool) -> str:
    own = [fighter for fighter in fight.fighters if fighter.side == side]
    here = tuple(_fighter(terms, fighter, spelt) for fighter in own if fighter.hex)
    said = terms.say(
        "alt.battle-side",
        side=terms.say(f"alt.{SIDES[side]}"),
        marker=fight.markers[side],
        player=terms.player(view, fight.seats[side], names),
        fighters=terms.words.listing(here, "comma") if here else terms.say("alt.battle-nobody"),
    )
    off = tuple(_creature(terms, fighter, spelt) for fighter in own if not fighter.hex)
    if off:
        said += terms.say("alt.battle-off", creatures=terms.words.listing(off, "comma"))
    fallen = lost(view, fight, side)
    if fallen:
        said += terms.say(
            "alt.battle-lost", creatures=terms.creatures(fallen, "comma") if spelt else terms.codes(fallen)
        )
    return said + terms.say("alt.stop")


def _fighter(terms: Terms, fighter: FighterView, spelt: bool) -> str:
    said = terms.say("alt.battle-at", creature=_creature(terms, fighter, spelt), hex=fighter.hex)
    if fighter.hits:
        said += terms.say("alt.battle-hits", hits=fighter.hits)
    if fighter.slain:
        said += terms.say("alt.battle-slain")
    if fighter.struck:
        said += terms.say("alt.battle-has-struck")
    return said


def _creature(terms: Terms, fighter: FighterView, spelt: bool) -> str:
    """A character; a Titan with its present power."""
    name = _name(terms, fighter.creature, spelt)
    return terms.say("alt.battle-titan", creature=name, power=fighter.power) if fighter.creature == TITAN else name


def _name(terms: Terms, code: str, spelt: bool) -> str:
    return terms.creature(code) if spelt else code


def _deeds(terms: Terms, fight: BattleView, deeds: Iterable[Event], spelt: bool) -> Iterator[str]:
    """The moves, or the strikes, of this part of the battle."""
    moves: list[str] = []
    blows: list[str] = []
    for deed in deeds:
        match deed:
            case Maneuvered(_, creature, start, hex_):
                key = "alt.battle-moved" if start else "alt.battle-entered"
                moves.append(terms.say(key, creature=_name(terms, creature, spelt), start=start, hex=hex_))
            case Struck():
                blows.append(_struck(terms, deed, spelt))
            case Carried():
                blows.append(_carried(terms, deed, spelt))
            case Drifted(_, creature, hex_, _, slain):
                said = terms.say("alt.battle-drifted", creature=_name(terms, creature, spelt), hex=hex_)
                blows.append(said + (terms.say("alt.battle-slain") if slain else ""))
    for key, found in (("alt.battle-moves", moves), ("alt.battle-strikes", blows)):
        if found:
            yield terms.say(key, what=terms.words.listing(found, "semicolon"))


def _struck(terms: Terms, deed: Struck, spelt: bool) -> str:
    said = terms.say(
        "alt.battle-struck",
        striker=_name(terms, deed.striker, spelt),
        hex=deed.hex,
        target=_name(terms, deed.target, spelt),
        to=deed.target_hex,
        rolls="".join(map(str, sorted(deed.rolls, reverse=True))),
        number=deed.number,
        dealt=deed.dealt,
    )
    return said + (terms.say("alt.battle-slain") if deed.slain else "")


def _carried(terms: Terms, deed: Carried, spelt: bool) -> str:
    said = terms.say("alt.battle-carried", target=_name(terms, deed.target, spelt), hex=deed.hex, dealt=deed.dealt)
    return said + (terms.say("alt.battle-slain") if deed.slain else "")


def _options(terms: Terms, fight: BattleView, focus: str, actions: Sequence[May], spelt: bool) -> Iterator[str]:
    """Where the character in question may go, and whom it may strike and how."""
    there = next((fighter.creature for fighter in fight.fighters if fighter.hex == focus), focus)
    name = _name(terms, there, spelt)
    who = terms.say("alt.battle-at", creature=name, hex=focus) if focus in INDEX else name
    hexes = [action.hex for action in actions if isinstance(action, Maneuver) and action.character == focus]
    strikes = [action for action in actions if isinstance(action, Strike) and action.striker == focus]
    if hexes:
        yield terms.say("alt.battle-may-go", who=who, hexes=terms.words.listing(hexes, "comma"))
    if strikes:
        ways = (terms.say("alt.battle-way", target=a.target, dice=terms.dice(a.dice), number=a.number) for a in strikes)
        yield terms.say("alt.battle-may-strike", who=who, ways=terms.words.listing(ways, "comma"))
    if not hexes and not strikes:
        yield terms.say("alt.battle-may-nothing", who=who)
