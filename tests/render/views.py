"""Views made by hand, to be drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import cycle, islice

from engine.core import Seat
from engine.titan.events import Creatures, TowerDrawn
from engine.titan.rules import Rules, rules_for
from engine.titan.view import (
    BattleView,
    EndView,
    EngagementView,
    FighterView,
    LegionView,
    PlayerView,
    SpawningView,
    View,
)

COLOURS = ("Black", "Blue", "Brown", "Gold", "Green", "Red")
TOWERS = (100, 200, 300, 400, 500, 600)


def rules() -> Rules:
    """The standard rules."""
    return rules_for({})


def empty(seats: int = 2) -> View:
    """A game in which nobody has chosen anything."""
    return View(
        rules=rules(),
        viewer=None,
        turn=0,
        active=Seat(0),
        phase="setup",
        roll=0,
        waiting=(Seat(0),),
        players=tuple(PlayerView(Seat(s), 0, "", 0, 6, (), 0, 0) for s in range(seats)),
        legions=(),
        caretaker=tuple((code, kind.stack, 0) for code, kind in rules().kinds.items()),
        engagements=(),
        engaged=None,
        battle=None,
        parley=None,
        gathering=None,
        winners=(),
    )


def start(seats: int = 6) -> View:
    """The first turn: every seat with its legion of eight in its tower."""
    chosen = [rules().colours[name] for name in COLOURS[:seats]]
    return replace(
        empty(seats),
        turn=1,
        phase="split",
        players=tuple(PlayerView(Seat(s), TOWERS[s], c.name, 0, 6, c.markers[1:], 1, 0) for s, c in enumerate(chosen)),
        legions=tuple(
            LegionView(c.markers[0], Seat(s), TOWERS[s], 8, rules().start, False, 0) for s, c in enumerate(chosen)
        ),
    )


def crowd() -> View:
    """Six players with twelve legions each, four to a land here and there, with engagements; one is nearly out."""
    lands = sorted(rules().board.lands)
    legions = []
    free = cycle(lands)
    for s, name in enumerate(COLOURS):
        for place, marker in enumerate(rules().colours[name].markers):
            land = next(free)
            legions.append(LegionView(marker, Seat(s), land, 2 + (place + s) % 6, (), place % 3 == 0, 3))
    last = rules().colours["Red"].markers
    place_in = {"Bk01": 41, "Bk02": 41, "Bk03": 41, "Bu01": 41, "Gr01": 300, "Gr02": 300, "Gr03": 300, "Bu02": 300}
    place_in |= {
        "Gd01": 1000,
        "Bk04": 1000,
        "Gd02": 13,
        "Br02": 13,
        "Br03": 13,
        last[0]: 1,
        last[1]: 5000,
        "Bu03": 5000,
    }
    legions = [replace(legion, land=place_in.get(legion.marker, legion.land)) for legion in legions]
    legions = [
        replace(legion, owner=Seat(0)) if legion.marker in ("Rd02", "Rd05", "Rd06") else legion for legion in legions
    ]
    engagements = (
        EngagementView(41, ("Bk01", "Bu01"), (Seat(0), Seat(1))),
        EngagementView(1000, ("Bk04", "Gd01"), (Seat(0), Seat(3))),
        EngagementView(5000, ("Rd02", "Bu03"), (Seat(0), Seat(1))),
    )
    return replace(
        start(6),
        turn=17,
        phase="parley",
        roll=4,
        waiting=(Seat(0), Seat(3)),
        players=tuple(
            PlayerView(Seat(s), TOWERS[s], name, 1234 - 200 * s, 18 - s, (), 12, 1 if s == 5 else 0)
            for s, name in enumerate(COLOURS)
        ),
        legions=tuple(legions),
        engagements=engagements,
        engaged=engagements[1],
    )


def agreed(*ends: EndView) -> View:
    """The crowd in a game that ends by `ends`: the fifth is wiped out, each has killed and half have been wiped out."""
    crowded = crowd()
    codes = tuple(code for code in rules().kinds for _ in range(2))
    players = tuple(
        replace(player, out=0, wipeouts=9 * (seat % 2), trophies=codes[: seat**2 * 2])
        for seat, player in enumerate(crowded.players)
    )
    players = (
        *players[:4],
        replace(players[4], legions=0, wipeouts=12, markers=rules().colours["Green"].markers),
        players[5],
    )
    return replace(
        crowded,
        rules=rules_for({"variant": "battle_titan"}),
        players=players,
        legions=tuple(legion for legion in crowded.legions if legion.owner != 4),
        ends=ends or EVERY_END,
    )


def totalled(view: View) -> View:
    """The same at its end: the third and the first share the first place, the last has resigned."""
    totals = (1400, 1100, 1400, 700, 434, 300)
    players = tuple(
        replace(player, total=total, place=place, out=int(player.seat == 5))
        for player, total, place in zip(view.players, totals, (1, 3, 1, 4, 5, 6), strict=True)
    )
    return replace(
        view, phase="over", players=players, winners=(Seat(0), Seat(2)), engaged=None, engagements=(), waiting=()
    )


def spawning(options: Creatures = (), chosen: Creatures = ()) -> View:
    """The fifth, as he sees it, comes back in a Tower in which another stands."""
    view = agreed()
    creatures = ("TTN", "ANG", "CEN", "CEN", "OGR", "OGR", "GAR", "GAR")
    players = tuple(replace(player, total=434) if player.seat == 4 else player for player in view.players)
    return replace(
        view,
        viewer=Seat(4),
        active=Seat(4),
        phase="spawn",
        waiting=(Seat(4),),
        roll=0,
        engaged=None,
        engagements=(),
        players=players,
        spawning=SpawningView(300, creatures[: 5 + len(chosen)] if options else creatures, chosen, options),
        deeds=(TowerDrawn(Seat(4), 300),),
    )


EVERY_END = (
    EndView("turns", "250", False),
    EndView("deadline", "2026-12-24T20:00+01:00", True),
    EndView("appearance", "GUA", False),
    EndView("extinction", "GAR", True),
    EndView("score", "10000", False),
    EndView("stacks", "20", False),
    EndView("wipeouts", "60", True),
)


def fight(
    terrain: str, sizes: tuple[int, int] = (7, 7), off: int = 0, side: int = 0, hexes: Sequence[str] = ()
) -> View:
    """A battle in a land of a terrain, of so many characters a side, the last `off` of each not on the map."""
    board = rules().board
    land = next(label for label, land in board.lands.items() if land.terrain == terrain)
    ground = rules().grounds[terrain]
    from engine.titan.battle.frame import HEXES

    usable = [h for i, h in enumerate(HEXES) if ground.hazards[i] != "tree"]
    spots = iter(hexes or (*islice(usable, 0, None, 2), *islice(usable, 1, None, 2)))
    codes = cycle(rules().kinds)
    fighters = []
    for which, size in enumerate(sizes):
        for place in range(size):
            code = next(codes)
            kind = rules().kinds[code]
            power = 11 if code == "TTN" else kind.power
            out = place >= size - off
            slain = place == 2
            hits = power if slain else place % 3
            fighters.append(
                FighterView(
                    which, code, power, kind.skill, "" if out else next(spots), hits, slain, place == 1, place == 3
                )
            )
    seats = (Seat(0), Seat(5))
    markers = ("Bk01", "Rd01")
    creatures: tuple[Creatures, Creatures] = (("OGR", "OGR"), ("CEN",))
    battle = BattleView(land, terrain, markers, seats, side or 3, 3, 1, "strike", tuple(fighters), creatures)
    engaged = EngagementView(land, markers, seats)
    legions = tuple(
        LegionView(marker, seat, land, size, (), which == 0, 3)
        for which, (marker, seat, size) in enumerate(zip(markers, seats, sizes, strict=True))
    )
    return replace(
        start(6), turn=9, phase="battle", legions=legions, engagements=(engaged,), engaged=engaged, battle=battle
    )


def holdings(legions: int = 12, height: int = 7) -> View:
    """A player's own view of so many legions."""
    codes = cycle(rules().kinds)
    markers = rules().colours["Blue"].markers
    lands = sorted(rules().board.lands)
    return replace(
        start(6),
        viewer=Seat(1),
        turn=9,
        phase="move",
        roll=5,
        players=tuple(
            replace(p, score=420, titan_power=10, markers=markers[legions:]) if p.seat == 1 else p
            for p in start(6).players
        ),
        legions=tuple(
            LegionView(m, Seat(1), lands[i * 7], height, tuple(islice(codes, height)), i % 2 == 0, 1)
            for i, m in enumerate(markers[:legions])
        ),
    )
