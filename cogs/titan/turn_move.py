"""The screens of Movement: where each legion can go and what is there, teleports in steps, and the end of the phase."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cogs.house.kit import Further, Look
from cogs.screen import BUTTONS_A_ROW, Press, Screen, Sight, at, in_order, in_rows, run
from cogs.titan.labels import enemy_at
from cogs.titan.terms import Terms, legions_of
from cogs.titan.turn import BACK, acts, back, backs, headed, in_blocks, legion, line_of, listed, lists, paged
from cogs.titan.turn_muster import after_moves, best, takes
from engine.titan.actions import Done, Move, Mulligan, Muster, Teleport
from engine.titan.board import TOWER
from engine.titan.bots.suggest import march
from engine.titan.muster import recruits
from engine.titan.view import LegionView, View

ROWS_OF_MOVES = 3
"""Rows for moves; the others are for what else can be done, seven buttons at most, and for the panel's own."""

MARCH = "march"

RECRUITS = 2
"""So many recruits are named beside a goal."""


def move(terms: Terms, sight: Sight) -> Screen | None:
    """The screen of a place: all legions, one of them, an attack, a teleport, what can be taken back."""
    if not acts(sight):
        return None
    place, page = paged(sight.place)
    match place:
        case ():
            return _first(terms, sight)
        case ("moves",):
            return _legions(terms, sight, page)
        case ("move", marker):
            return _legion(terms, sight, marker)
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


def _first(terms: Terms, sight: Sight) -> Screen:
    """Where the first legions can go, a press a move: as many as have room. The others come up as these move."""
    legions = _movable(sight)
    shown = [(one, presses) for one in legions for presses in (_goals_of(terms, sight, one),)]
    while sum(len(presses) for _, presses in shown) > ROWS_OF_MOVES * BUTTONS_A_ROW:
        shown.pop()
    rows = in_blocks([presses for _, presses in shown], ROWS_OF_MOVES)
    told = [line_of(terms, one) for one in legions]
    last, ended = _ends(terms, sight)
    last += [sight.press(action) for action in sight.of(Mulligan)]
    if len(shown) < len(legions):
        last.append(Press(at("moves"), terms.say("turn.move-other")))
    if any(sight.of(Teleport)):
        last.append(Press(at("teleport"), terms.say("turn.teleport")))
    last += [*_suggested(terms, sight), *backs(terms, sight)]
    look = Look(actions=tuple(sight.of(Move, Teleport)))
    return Screen(headed(terms, sight, listed(told), ended), (*rows, *in_rows(last)), (("own-board", look),))


def _movable(sight: Sight) -> list[LegionView]:
    """One's legions that can walk, in the order of their markers."""
    moving = {action.legion for action in sight.of(Move)}
    return [one for one in legions_of(sight.view, sight.seat) if one.marker in moving]


def _legions(terms: Terms, sight: Sight, page: int) -> Screen | None:
    """The list of all legions that can still walk."""
    which = [
        Press(at("move", one.marker), terms.marker(one.marker), note=terms.creatures(one.creatures, "comma"))
        for one in _movable(sight)
    ]
    about = terms.say("turn.move-which")
    return Screen(f"**{about}**", (lists(terms, about, which, page, ("moves",)),)) if which else None


def _suggested(terms: Terms, sight: Sight) -> Iterator[Press]:
    """All walks at once as the program would, if it may give advice: nobody is attacked, all can be taken back."""
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
    done = next(sight.of(Done), None)
    if done is None:
        return [Press("done", sight.label(Done()), note=sight.why(Done()), off=True)], ""
    if sight.view.engagements:
        return [sight.press(done)], ""
    chosen = best(sight.view, after_moves(sight.view, sight.seat))
    label = terms.say("turn.end-mustering" if chosen else "turn.end-turn", number=len(chosen))
    at_once = Press(in_order(["done", *map(sight.line, chosen), "done"]), label, style="good")
    return [at_once, sight.press(done, style="plain")], takes(terms, chosen)


def _legion(terms: Terms, sight: Sight, marker: str) -> Screen | None:
    one = legion(sight, marker)
    presses = [] if one is None else _goals_of(terms, sight, one)
    if one is None or not presses:
        return None
    return Screen(line_of(terms, one), in_rows(presses), (("own-board", _focus(sight, marker)),))


def _focus(sight: Sight, marker: str) -> Look:
    return Look(focus=marker, actions=tuple(a for a in sight.of(Move, Teleport) if a.legion == marker))


def _goals_of(terms: Terms, sight: Sight, one: LegionView) -> list[Press]:
    """A legion's walks, a button for each land; the side is asked where an enemy is there and it can be chosen."""
    lands: dict[int, list[Move]] = {}
    for action in sight.of(Move):
        if action.legion == one.marker:
            lands.setdefault(action.land, []).append(action)
    return [_goal(terms, sight, one, land, ways) for land, ways in lands.items()]


def _goal(terms: Terms, sight: Sight, one: LegionView, land: int, ways: Sequence[Move]) -> Press:
    enemy = enemy_at(sight.view, land, one.marker)
    facts = {"legion": one.marker, "land": terms.land(land)}
    if enemy is not None:
        label = terms.say("turn.attacks", enemy=enemy.marker, height=enemy.height, **facts)
        carries = sight.line(ways[0]) if len(ways) == 1 else at("move", one.marker, str(land))
        return Press(carries, label, style="grave")
    codes = recruits_at(sight.view, one, land)
    label = goes(terms, one, codes, land)
    if not codes:
        return sight.press(ways[0], label)
    return sight.press(ways[0], label, emoji=sight.emoji(Muster(one.marker, codes[0], ())))


def goes(terms: Terms, one: LegionView, codes: Sequence[str], land: int) -> str:
    """The label of a walk to where these could be mustered, the dearest of them named."""
    facts = {"legion": one.marker, "land": terms.land(land)}
    if not codes:
        return terms.say("turn.goes", **facts)
    named = terms.words.listing(map(terms.creature, codes[:RECRUITS]), "or")
    return terms.say("turn.goes-for", recruits=named, **facts)


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
    said = terms.say("turn.which-side", legion=terms.marker(marker), land=terms.land(ways[0].land))
    presses = tuple(sight.press(action, terms.from_side(action.side)) for action in ways)
    return Screen(said, (presses,), (("own-board", _focus(sight, marker)),))


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
    told = listed([line_of(terms, one) for one in legions])
    about = terms.say("turn.teleport-which")
    return Screen(f"**{about}**\n{told}", (lists(terms, about, presses, page, ("teleport",)),))


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
    return Screen(said, in_rows(presses), (("own-board", _focus(sight, marker)),))


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
    here = ("teleport", marker, group)
    return Screen(about, (lists(terms, about, presses, page, here),), (("own-board", _focus(sight, marker)),))


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
    return Screen(terms.say("turn.teleport-shows", lord=lords, **where), in_rows([sight.press(a) for a in ways]))
