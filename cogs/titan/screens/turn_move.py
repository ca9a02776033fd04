"""The screens of Movement: where each legion can go and what is there, teleports in steps, and the end of the phase."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cogs.face.presses import at, in_order, run
from cogs.face.screen import BUTTON, BUTTONS_A_ROW, Press, Row, Screen, Sight, in_rows
from cogs.house.game.game_types import Further
from cogs.house.game.pictures import Look
from cogs.titan.screens.turn import (
    AT_ONCE,
    BACK,
    ROWS_OF_CHOICES,
    acts,
    back,
    backs,
    headed,
    in_blocks,
    legion,
    lists,
    paged,
)
from cogs.titan.screens.turn_muster import after_moves, best, mustering, takes
from cogs.titan.words.labels import enemy_at, fitting
from cogs.titan.words.prompts import several
from cogs.titan.words.terms import Terms, legions_of
from engine.titan.actions import Done, Move, Mulligan, Muster, Teleport
from engine.titan.board import TOWER
from engine.titan.bots.suggest import march
from engine.titan.phases.muster import recruits
from engine.titan.view import LegionView, View

MARCH = "march"

RECRUITS = 2
"""Up to so many recruits are named beside a goal."""


def move(terms: Terms, sight: Sight) -> Screen | None:
    """The screen of a place: where all can go, the side of an attack, a teleport, what can be taken back."""
    if not acts(sight):
        return None
    place, page = paged(sight.place)
    match place:
        case () | ("moves",):
            return _first(terms, sight, page)
        case ("move", marker, land):
            return _sides(terms, sight, marker, land)
        case ("teleport",):
            return _teleporters(terms, sight, page)
        case ("teleport", marker):
            return _groups(terms, sight, marker)
        case ("teleport", marker, group) if not group.isdecimal():
            return _goals(terms, sight, marker, group, page)
        case ("teleport", marker, land):
            return _lords(terms, sight, marker, land)
        case (one,) if one == BACK:
            return back(terms, sight)
        case _:
            return None


def _first(terms: Terms, sight: Sight, page: int) -> Screen:
    """Where the legions can go, a press a move: as many as have room, in the order of markers, the others in a list."""
    blocks = [_goals_of(terms, sight, one) for one in _movable(sight)]
    shown = list(blocks)
    while sum(map(len, shown)) > AT_ONCE:
        shown.pop()
    rows: list[Row] = list(in_blocks(shown, ROWS_OF_CHOICES))
    others = [press for block in blocks[len(shown) :] for press in block]
    if others:
        rows.append(lists(terms, terms.say("turn.move-other"), others, page, ("moves",)))
    ends, gained = _ends(terms, sight)
    last = [sight.press(action, terms.say("turn.mulligan")) for action in sight.of(Mulligan)]
    last += [*ends, *_suggested(terms, sight), *backs(terms, sight)]
    if any(sight.of(Teleport)):
        last.append(Press(at("teleport"), terms.say("turn.teleport")))
    fit = BUTTONS_A_ROW - 1
    walks = tuple(sight.of(Move))
    look = ("reach", Look(actions=walks)) if walks else ("own-board", Look(actions=tuple(sight.of(Teleport))))
    six = terms.say("turn.six") if any(sight.of(Teleport)) else ""
    text = headed(terms, sight, six, gained, head=_head(terms, sight))
    return Screen(text, (*rows, *in_rows(last[:fit])), (look,), tuple(last[fit:]))


def _head(terms: Terms, sight: Sight) -> str:
    """What to do now: which legions can still walk, and whether one of them must."""
    roll, can = sight.view.roll, [one.marker for one in _movable(sight)]
    if not can:
        return terms.say("turn.moved-all", roll=roll)
    facts = {"roll": roll, "legions": several(terms, can)}
    if any(sight.of(Done)):
        return terms.say("turn.may-move", number=len(can), **facts)
    crowded = _shared(sight)
    if crowded and any(one.moved for one in legions_of(sight.view, sight.seat)):
        return terms.say("turn.must-part", land=terms.land(crowded))
    return terms.say("turn.must-move", **facts)


def _shared(sight: Sight) -> int:
    """A land where two of one's own legions stand; 0 if there is none."""
    lands = [one.land for one in legions_of(sight.view, sight.seat)]
    return next((land for land in lands if lands.count(land) > 1), 0)


def _movable(sight: Sight) -> list[LegionView]:
    """One's legions that can walk, in the order of their markers."""
    moving = {action.legion for action in sight.of(Move)}
    return [one for one in legions_of(sight.view, sight.seat) if one.marker in moving]


def _suggested(terms: Terms, sight: Sight) -> Iterator[Press]:
    """All walks at once as the bot would, if it may give advice: nobody is attacked, all can be taken back."""
    if sight.advised and march(sight.view, sight.actions) is not None:
        yield Press(run(MARCH), terms.say("turn.march"))


def going_on(sight: Sight) -> Further | None:
    """How a seat goes on by itself: the other legions walk."""
    return march if sight.place == (MARCH,) and sight.advised else None


def _ends(terms: Terms, sight: Sight) -> tuple[list[Press], str]:
    """The ways to end movement, greyed while something must still move, and what ending the whole turn would muster.

    Where nobody is engaged the turn can be ended at once, with the best recruits or without any being possible: both
    in one press, so that how long it takes tells nobody which it was.
    """
    said = terms.say("turn.end-moves")
    done = next(sight.of(Done), None)
    if done is None:
        return [Press("done", said, off=True)], ""
    if sight.view.engagements:
        return [sight.press(done, said)], ""
    chosen = best(sight.view, after_moves(sight.view, sight.seat))
    label = mustering(terms, chosen) if chosen else terms.say("turn.end-turn")
    at_once = Press(in_order(["done", *map(sight.line, chosen), "done"]), label, style="good")
    return [at_once, sight.press(done, said, style="plain")], takes(terms, chosen)


def _focus(sight: Sight, marker: str, *kinds: type[Move | Teleport]) -> Look:
    return Look(focus=marker, actions=tuple(a for a in sight.of(*kinds) if a.legion == marker))


def _goals_of(terms: Terms, sight: Sight, one: LegionView) -> list[Press]:
    """A legion's walks, a button for each land; the side is asked where an enemy is there and it can be chosen."""
    lands: dict[int, list[Move]] = {}
    for action in sight.of(Move):
        if action.legion == one.marker:
            lands.setdefault(action.land, []).append(action)
    return [_goal(terms, sight, one, land, ways) for land, ways in lands.items()]


def _goal(terms: Terms, sight: Sight, one: LegionView, land: int, ways: Sequence[Move]) -> Press:
    enemy = enemy_at(sight.view, land, one.marker)
    note = terms.creatures(one.creatures, "comma")
    if enemy is not None:
        label = terms.say("turn.attacks", enemy=enemy.marker, height=enemy.height, legion=one.marker)
        carries = sight.line(ways[0]) if len(ways) == 1 else at("move", one.marker, str(land))
        return Press(carries, label, style="grave", note=note)
    codes = recruits_at(sight.view, one, land)
    label = goes(terms, one, codes, land)
    if not codes:
        return sight.press(ways[0], label, note=note)
    return sight.press(ways[0], label, emoji=sight.emoji(Muster(one.marker, codes[0], ())), note=note)


def goes(terms: Terms, one: LegionView, codes: Sequence[str], land: int) -> str:
    """The label of a walk to where these could be mustered, as many of the dearest of them as it has room for."""
    facts = {"legion": one.marker, "land": terms.land(land)}
    plain = terms.say("turn.goes", **facts)
    if not codes:
        return plain

    def named(number: int) -> str:
        said = terms.words.listing(map(terms.creature, codes[:number]), "or")
        return terms.say("turn.goes-for", recruits=said, **facts)

    best_named = next((said for number in range(RECRUITS, 0, -1) if len(said := named(number)) <= BUTTON), "")
    return best_named or fitting(terms.say("turn.goes-for", recruits=codes[0], **facts), plain)


def recruits_at(view: View, one: LegionView, land: int) -> tuple[str, ...]:
    """What a legion could muster in a land, the dearest first."""
    stacks = {code: number for code, number, _ in view.caretaker}
    found = {recruit for recruit, _ in recruits(view.rules, view.turn, stacks, land, one.creatures)}
    return view.rules.dearest(found)


def _sides(terms: Terms, sight: Sight, marker: str, land: str) -> Screen | None:
    """By which side an enemy's land is entered."""
    ways = [a for a in sight.of(Move) if a.legion == marker and str(a.land) == land]
    if not ways:
        return None
    said = terms.say("turn.which-side", legion=marker, land=terms.land(ways[0].land))
    presses = tuple(sight.press(action, terms.from_side(action.side)) for action in ways)
    return Screen(f"**{said}**", (presses,), (("reach", _focus(sight, marker, Move)),))


# --- teleports: who, what kind of land, which land, by which lord ---

ENEMIES = "enemies"


def _teleporters(terms: Terms, sight: Sight, page: int) -> Screen | None:
    markers = list(dict.fromkeys(action.legion for action in sight.of(Teleport)))
    if len(markers) == 1:
        return _groups(terms, sight, markers[0])
    if not markers:
        return None
    legions = [one for one in legions_of(sight.view, sight.seat) if one.marker in markers]
    presses = [
        Press(at("teleport", one.marker), terms.marker(one.marker), note=terms.creatures(one.creatures, "comma"))
        for one in legions
    ]
    about = terms.say("turn.teleport-which")
    return Screen(f"**{about}**", (lists(terms, about, presses, page, ("teleport",)),))


def group_of(view: View, action: Teleport) -> str:
    """Which group a goal belongs to: lands with an enemy, else their terrain."""
    if enemy_at(view, action.land, action.legion) is not None:
        return ENEMIES
    return str(view.rules.board.lands[action.land].terrain)


def _groups(terms: Terms, sight: Sight, marker: str) -> Screen | None:
    found = [action for action in sight.of(Teleport) if action.legion == marker]
    if not found:
        return None
    presses = groups(terms, sight.view, found, ("teleport", marker))
    said = terms.say("turn.teleport-where", legion=terms.marker(marker))
    return Screen(f"**{said}**", in_rows(presses), (("own-board", _focus(sight, marker, Teleport)),))


def groups(terms: Terms, view: View, found: Sequence[Teleport], here: Sequence[str]) -> list[Press]:
    """A press for each group of goals, into its place behind `here`: lands with an enemy, towers, other terrains."""
    lands: dict[str, set[int]] = {}
    for action in found:
        lands.setdefault(group_of(view, action), set()).add(action.land)
    order = sorted(lands, key=lambda group: (group != ENEMIES, group != TOWER, group))
    return [Press(at(*here, group), _grouped(terms, group, len(lands[group]))) for group in order]


def _grouped(terms: Terms, group: str, number: int) -> str:
    if group == ENEMIES:
        return terms.say("turn.teleport-enemies", number=number)
    return terms.say("turn.teleport-group", terrain=terms.terrain(group), number=number)


def _goals(terms: Terms, sight: Sight, marker: str, group: str, page: int) -> Screen | None:
    one = legion(sight, marker)
    found = [a for a in sight.of(Teleport) if a.legion == marker and group_of(sight.view, a) == group]
    if one is None or not found:
        return None
    presses = []
    for land in dict.fromkeys(action.land for action in found):
        enemy = enemy_at(sight.view, land, marker)
        codes = recruits_at(sight.view, one, land)[:4] if enemy is None else ()
        note = terms.words.listing(map(terms.creature, codes), "comma")
        presses.append(Press(at("teleport", marker, str(land)), goal(terms, land, enemy), note=note))
    about = terms.say("turn.teleport-where", legion=terms.marker(marker))
    menu = lists(terms, about, presses, page, ("teleport", marker, group))
    return Screen(f"**{about}**", (menu,), (("own-board", _focus(sight, marker, Teleport)),))


def goal(terms: Terms, land: int, enemy: LegionView | None) -> str:
    """The label of a land to teleport into, with the enemy who stands there."""
    if enemy is None:
        return terms.land(land)
    return terms.say("turn.enemy-there", land=terms.land(land), enemy=enemy.marker, height=enemy.height)


def _lords(terms: Terms, sight: Sight, marker: str, land: str) -> Screen | None:
    """The last step: what everybody will see, and the side if an enemy is attacked."""
    ways = [a for a in sight.of(Teleport) if a.legion == marker and str(a.land) == land]
    if not ways:
        return None
    lords = terms.words.listing(dict.fromkeys(terms.creature(action.lord) for action in ways), "or")
    where = {"legion": terms.marker(marker), "land": terms.land(ways[0].land)}
    presses = [sight.press(a, _shown(terms, sight, a)) for a in ways]
    return Screen(terms.say("turn.teleport-shows", lord=lords, **where), in_rows(presses))


def _shown(terms: Terms, sight: Sight, action: Teleport) -> str:
    """The button of a teleport: the lord that everybody sees, and the side of an attack."""
    lord = terms.creature(action.lord)
    if enemy_at(sight.view, action.land, action.legion) is None:
        return terms.say("turn.teleport-now", lord=lord)
    return terms.say("turn.teleport-attack", lord=lord, from_side=terms.from_side(action.side))
