"""The masterboard in words: what its pictures show, for those who do not see them.

A description is as full as its limit lets it be: with all names, then with codes, `Rd01 7@41` for a legion of seven in
land 41, and at last without what happened.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from cogs.house.words.words import ALT, Names, shortened
from cogs.titan.words import totals
from cogs.titan.words.prompts import phase
from cogs.titan.words.terms import Terms, legions_of
from engine.titan.actions import May
from engine.titan.board import Gate
from engine.titan.events import (
    Acquired,
    Agreed,
    BattleEnded,
    Conceded,
    Eliminated,
    Event,
    Fled,
    Moved,
    Mustered,
    Parted,
    Reinforced,
    Spawned,
    Summoned,
    TowerDrawn,
)
from engine.titan.outlook import Goal, goals, is_wiped_out, recruited
from engine.titan.view import LegionView, PlayerView, View
from render.titan.masterboard.reach import reach_shown

FULL, SHORT, LEAST = 0, 1, 2
"""How much is said: everything in words; legions and deeds in codes; legions alone, in codes."""


def board_alt(terms: Terms, view: View, names: Names, focus: str = "", actions: Iterable[May] = ()) -> str:
    """What the picture of the board shows."""
    aims = goals(view, actions, focus)
    for detail in (FULL, SHORT, LEAST):
        said = _board(terms, view, names, aims, detail)
        if len(said) <= ALT:
            return said
    return shortened(said, ALT)


def _board(terms: Terms, view: View, names: Names, aims: tuple[Goal, ...], detail: int) -> str:
    players = terms.words.listing((_player(terms, view, p, names, detail) for p in view.players), "semicolon")
    said = [terms.say("alt.board", phase=phase(terms, view, names), players=players)]
    if last := totals.last_turn(terms, view):
        said.append(last)
    if any(legion.moved for legion in view.legions):
        said.append(terms.say("alt.board-moved"))
    if view.waiting:
        said.append(terms.say("alt.board-waits", players=terms.words.listing(names[seat] for seat in view.waiting)))
    if view.engagements:
        said.append(_engaged(terms, view, detail))
    if detail < LEAST and (told := tuple(deeds(terms, view))):
        said.append(terms.say("alt.board-deeds", deeds=terms.words.listing(told, "semicolon")))
    if detail < LEAST:
        said += totals.in_pictures(terms, view)
    if aims:
        alike: dict[Goal, list[int]] = {}
        for goal in aims:
            alike.setdefault(replace(goal, land=0), []).append(goal.land)
        listed = (_goal(terms, goal, lands, detail) for goal, lands in alike.items())
        said.append(terms.say("alt.board-goals", goals=terms.words.listing(listed, "semicolon")))
    return " ".join(said)


def _player(terms: Terms, view: View, player: PlayerView, names: Names, detail: int) -> str:
    facts = {"player": terms.player(view, player.seat, names), "score": player.score, "power": player.titan_power}
    if player.out:
        return terms.say("alt.board-out", **facts)
    free = len(player.markers)
    key = "alt.board-player" if detail == FULL else "alt.board-player-short"
    legions = terms.words.listing(_legions(terms, legions_of(view, player.seat), detail), "comma")
    if is_wiped_out(view, player.seat):
        legions = terms.say("alt.board-wiped")
    return terms.say(key, legions=legions, markers=free, **facts)


def _legions(terms: Terms, legions: Iterable[LegionView], detail: int) -> Iterator[str]:
    """Each legion; at the shortest `Bk01 7@41, 02 5@3`, the colour not said again where it is the one before."""
    colour = ""
    for legion in legions:
        known = detail == LEAST and legion.marker[:-2] == colour
        colour = legion.marker[:-2]
        moved = terms.say("alt.board-mark") if legion.moved else ""
        key = "alt.board-legion" if detail == FULL else "alt.board-legion-short"
        marker = legion.marker[-2:] if known else legion.marker
        yield terms.say(key, marker=marker, height=legion.height, number=legion.land) + moved


def _engaged(terms: Terms, view: View, detail: int) -> str:
    """The engagements that are not settled, the one that is being settled first of all."""
    lands = [engagement.land for engagement in view.engagements]
    listed = terms.words.listing(terms.land(land) if detail == FULL else str(land) for land in lands)
    if view.engaged is None:
        return terms.say("alt.board-engaged", lands=listed)
    return terms.say("alt.board-engaged-now", lands=listed, number=view.engaged.land)


def deeds(terms: Terms, view: View) -> Iterator[str]:
    """What happened in this part of the turn and is marked on the board, in codes of legions and numbers of lands."""
    where = {legion.marker: legion.land for legion in view.legions}
    back = {deed.seat for deed in view.deeds if isinstance(deed, Spawned)}
    for deed in view.deeds:
        if isinstance(deed, TowerDrawn) and deed.seat not in back:
            colour = terms.colour(view.players[deed.seat].colour)
            yield terms.say("alt.deed-tower", colour=colour, number=deed.land)
        yield from _deed(terms, deed, where)
    lost = {legion: land for deed in view.deeds for legion, land in _lost(deed) if legion not in where}
    for legion, land in lost.items():
        yield terms.say("alt.deed-lost", legion=legion, number=land)


def _deed(terms: Terms, deed: Event, where: dict[str, int]) -> Iterator[str]:
    match deed:
        case Moved(_, legion, start, land, _, lord):
            yield terms.say(
                "alt.deed-teleported" if lord else "alt.deed-moved", legion=legion, start=start, number=land
            )
        case Spawned(_, legion, land) if legion in where:
            yield terms.say("alt.deed-spawned", legion=legion, number=land)
        case Parted(_, parent, child, _, left) if parent in where and where[parent] == where.get(child):
            yield terms.say("alt.deed-parted", parent=parent, child=child, height=left)
        case (
            Mustered(legion=legion, recruit=code)
            | Reinforced(legion=legion, recruit=code)
            | Acquired(legion=legion, creature=code)
        ) if legion in where:
            yield terms.say("alt.deed-gained", legion=legion, creature=terms.creature(code))
        case Summoned(_, legion, donor, code) if legion in where:
            key = "alt.deed-summoned" if donor in where else "alt.deed-gained"
            yield terms.say(key, legion=legion, donor=donor, creature=terms.creature(code))
        case _:
            pass


def _lost(deed: Event) -> tuple[tuple[str, int], ...]:
    match deed:
        case Fled(land=land, legion=legion) | Conceded(land=land, legion=legion):
            return ((legion, land),)
        case Agreed(land=land, lost=lost):
            return tuple((legion, land) for legion, _ in lost)
        case BattleEnded(land=land, loser=loser) if loser:
            return ((loser, land),)
        case Eliminated(legions=legions):
            return tuple((legion, land) for legion, land, _ in legions)
        case _:
            return ()


def _goal(terms: Terms, goal: Goal, lands: Iterable[int], detail: int) -> str:
    """The lands that may be gone to by the same legions, in the same way and for the same recruits."""
    listed = terms.words.listing((terms.land(land) if detail == FULL else str(land) for land in lands), "comma")
    said = terms.say("alt.goal", lands=listed, legions=terms.words.listing(goal.legions, "comma"))
    if goal.teleport:
        said += terms.say("alt.goal-teleport")
    if goal.sides:
        said += terms.say("alt.goal-sides", sides=terms.words.listing(map(terms.from_side, goal.sides), "or"))
    if goal.recruits:
        codes = map(terms.creature, goal.recruits) if detail == FULL else goal.recruits
        said += terms.say("alt.goal-recruits", recruits=terms.words.listing(codes, "or"))
    return said


# --- a part of it ---


def reach_alt(terms: Terms, view: View, names: Names, focus: str, actions: Iterable[May]) -> str:
    """What the picture of where the viewer's legions can go shows: the goals, who else is there, the viewer's own."""
    here = reach_shown(view, focus, actions)
    others = (one for one in view.legions if one.land in here and one.owner != view.viewer)
    mine = () if view.viewer is None else legions_of(view, view.viewer)
    for detail in (FULL, SHORT):
        listed = (_goal(terms, goal, (goal.land,), detail) for goal in goals(view, actions, focus))
        said = terms.say(
            "alt.reach",
            phase=phase(terms, view, names),
            goals=terms.words.listing(listed, "semicolon"),
            legions=terms.words.listing(_legions(terms, others, detail), "comma") or terms.say("alt.land-nobody"),
            own=terms.words.listing((_own(terms, one, detail) for one in mine), "semicolon"),
        )
        if len(said) <= ALT:
            return said
    return shortened(said, ALT)


def _own(terms: Terms, one: LegionView, detail: int) -> str:
    codes = terms.creatures(one.creatures, "comma") if detail == FULL else terms.codes(one.creatures)
    return terms.say("alt.reach-own", legion=one.marker, number=one.land, creatures=codes)


def zoom_alt(terms: Terms, view: View, names: Names, shown: Iterable[int], land: int) -> str:
    """What the picture of a land's surroundings shows: who stands in the lands `shown`."""
    here = tuple(sorted(shown))
    standing = (legion for legion in sorted(view.legions, key=lambda one: one.marker) if legion.land in here)
    legions = terms.words.listing(_legions(terms, standing, FULL), "comma")
    lands = terms.words.listing(map(terms.land, here), "comma")
    where = phase(terms, view, names)
    return shortened(terms.say("alt.zoom", land=terms.land(land), phase=where, legions=legions, lands=lands), ALT)


def land_alt(terms: Terms, view: View, label: int) -> str:
    """What the picture of one land shows."""
    land = view.rules.board.lands[label]
    left = {code: stack for code, stack, _ in view.caretaker}
    recruits = (
        terms.say("alt.land-recruit", creature=terms.creature(code), why=_why(terms, shown, need), left=left[code])
        for code, shown, need in recruited(view.rules, land.terrain)
    )
    here = (
        terms.say("position.legion", legion=terms.marker(one.marker), land=label, height=_height(terms, one))
        for one in sorted(view.legions, key=lambda one: one.marker)
        if one.land == label
    )
    return shortened(
        terms.say(
            "alt.land",
            land=terms.land(label),
            out=terms.words.listing(_ways(terms, land.gates, inwards=False), "comma"),
            into=terms.words.listing(_ways(terms, land.gates, inwards=True), "comma"),
            recruits=terms.words.listing(recruits, "comma"),
            legions=terms.words.listing(here, "semicolon") or terms.say("alt.land-nobody"),
        ),
        ALT,
    )


def _ways(terms: Terms, gates: Iterable[Gate], inwards: bool) -> Iterator[str]:
    for gate in gates:
        if kind := gate.into if inwards else gate.out:
            yield terms.say("alt.land-way", land=terms.land(gate.to), sign=terms.say(f"sign.{kind}"))


def _why(terms: Terms, shown: str, need: int) -> str:
    """On what ground a creature is mustered."""
    if shown == "TTN":
        return terms.say("alt.land-for", creatures=terms.creature(shown))
    if shown:
        return terms.say("alt.land-for", creatures=terms.creatures((shown,) * need))
    return terms.say("alt.land-alike", number=need) if need else terms.say("alt.land-free")


def _height(terms: Terms, legion: LegionView) -> str:
    return terms.contents(legion) or terms.say("characters", number=legion.height)
