"""Positions of Titan as short text, and ways to play on from them.

    position("Red 470: Rd01@41 TTN OGR OGR; Rd02@7>3 LIO LIO", "Blue: Bu01@7 OGR OGR TRO")

A player a line: colour, score if any, then his legions: marker, land, contents. `>3` says that the legion moved this
turn and entered its land over the bottom side. Seats are in the order given, which is also the order of turns; the
first player is the mover. What others know of the legions is their heights alone.

    battle("Plains", "OGR C3, CEN", "LIO C4(3), GAR D4", red="Rd02@1 ANG LIO", mover=ATTACKER)

A battle: Rd01 of Red attacks Bu01 of Blue. Each character with its hex, or without one while off the map, and the hits
it has taken; what else the two hold is named apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from engine.core import CHANCE, Drawn, Illegal, Seat
from engine.ruleset import play
from engine.titan.actions import NOTATION
from engine.titan.battle.ground import HEXES, INDEX
from engine.titan.battle.turn import begin_battle
from engine.titan.events import Event
from engine.titan.facts import Formed
from engine.titan.rules import VERSION, rules_for
from engine.titan.ruleset import TITAN
from engine.titan.shown_facts import History
from engine.titan.sides import ATTACKER, DEFENDER
from engine.titan.state import (
    OFF,
    Engagement,
    Fighter,
    Fighting,
    Legion,
    Maneuvering,
    Moving,
    Phase,
    Player,
    State,
    Striking,
)

LEGION = re.compile(r"(?P<marker>\w{4})@(?P<land>\d+)(?:>(?P<side>\d))? (?P<creatures>[A-Z ]+)")
FIGHTER = re.compile(r"(?P<creature>[A-Z]{3})(?: (?P<hex>[A-F]\d))?(?:\((?P<hits>\d+)\))?")
STEPS: Mapping[str, Maneuvering | Striking] = {
    "maneuver": Maneuvering(),
    "strike": Striking(),
    "strike-back": Striking(responding=True),
}
PLAYER = re.compile(r"(?P<colour>\w+)(?: (?P<score>\d+))?: ?(?P<legions>.*)")


def position(
    *players: str,
    phase: Phase | None = None,
    turn: int = 2,
    options: Mapping[str, str] | None = None,
    version: int = VERSION,
) -> State:
    """The state that the lines of text describe, with every other character in the caretaker's stacks."""
    rules = rules_for(options or {}, version)
    legions: dict[str, Legion] = {}
    figures = []
    for seat, text in enumerate(players):
        player = PLAYER.fullmatch(text)
        assert player, text
        for part in filter(None, player["legions"].split("; ")):
            found = LEGION.fullmatch(part)
            assert found, part
            creatures = rules.arranged(found["creatures"].split())
            side = int(found["side"] or 0)
            legion = Legion(found["marker"], Seat(seat), int(found["land"]), creatures, moved=side > 0, side=side)
            legions[legion.marker] = legion
        markers = tuple(m for m in rules.colours[player["colour"]].markers if m not in legions)
        tower = rules.board.towers[-1 - seat]
        figures.append(Player(tower, player["colour"], int(player["score"] or 0), markers, int(turn == 1)))
    used = [code for legion in legions.values() for code in legion.creatures]
    return State(
        rules=rules,
        players=tuple(figures),
        legions=legions,
        bank={code: kind.stack - used.count(code) for code, kind in rules.kinds.items()},
        dead=dict.fromkeys(rules.kinds, 0),
        turn=turn,
        active=Seat(0),
        phase=phase or Moving(1),
        history=History().after(*(Formed(legion.marker, (), legion.height) for legion in legions.values())),
    )


def battle(
    terrain: str,
    attackers: str,
    defenders: str,
    *others: str,
    red: str = "",
    blue: str = "",
    scores: tuple[int, int] = (0, 0),
    side: int = 3,
    in_round: int = 2,
    mover: int = DEFENDER,
    step: str = "maneuver",
    options: Mapping[str, str] | None = None,
    version: int = VERSION,
) -> State:
    """A battle of Red, seat 0, against Blue, seat 1, in the first land of a terrain.

    `mover` is whose maneuver was the latest; `others` are further players as in `position`.
    """
    lands = rules_for({}).board.lands
    land = min(label for label, at in lands.items() if at.terrain == terrain)
    fighters = (*_fighters(ATTACKER, attackers), *_fighters(DEFENDER, defenders))
    mine, theirs = (" ".join(f.creature for f in fighters if f.side == which) for which in (ATTACKER, DEFENDER))
    red = "; ".join(filter(None, (f"Rd01@{land}>{side} {mine}", red)))
    blue = "; ".join(filter(None, (f"Bu01@{land} {theirs}", blue)))
    lines_of = f"Red {scores[0]}: {red}", f"Blue {scores[1]}: {blue}", *others
    state = position(*lines_of, options=options, version=version)
    engagement = Engagement(land, ("Rd01", "Bu01"), (Seat(0), Seat(1)), summoned=False)
    state, _ = begin_battle(state, engagement)
    now = replace(battling(state).battle, round=in_round, mover=mover, step=STEPS[step], fighters=fighters)
    return replace(state, phase=Fighting(engagement, now))


def _fighters(side: int, text: str) -> tuple[Fighter, ...]:
    found = []
    for part in text.split(", "):
        fighter = FIGHTER.fullmatch(part)
        assert fighter, part
        hex_ = INDEX[fighter["hex"]] if fighter["hex"] else OFF
        found.append(Fighter(side, fighter["creature"], hex_, int(fighter["hits"] or 0)))
    return tuple(found)


def battling(state: State) -> Fighting:
    """The phase of a game in which a battle is fought. Fails if there is none."""
    assert isinstance(state.phase, Fighting), state.phase
    return state.phase


def fielded(state: State, side: int) -> str:
    """The characters of a side in battle, as text, by their hexes; those off the map come first."""
    mine = sorted((f for f in battling(state).battle.fighters if f.side == side), key=lambda f: f.hex)
    places = (f.creature + ("" if f.hex == OFF else f" {HEXES[f.hex]}") + f"({f.hits})" * (f.hits > 0) for f in mine)
    return ", ".join(places)


def lines(state: State, seat: int = 0) -> list[str]:
    """Everything legal for a seat, as lines."""
    return [NOTATION.line(action) for action in TITAN.legal(state, Seat(seat))]


def do(state: State, *said: str, seat: int = 0) -> State:
    """The state after some lines through the door. `2: fight` is said by seat 2; `draw 4` by chance."""
    return told(state, *said, seat=seat)[0]


def told(state: State, *said: str, seat: int = 0) -> tuple[State, tuple[Event, ...]]:
    """Like `do`, with all events."""
    events: tuple[Event, ...] = ()
    for line in said:
        who, _, rest = line.rpartition(": ")
        action = NOTATION.parse(rest)
        if isinstance(action, Drawn):
            draw = TITAN.wants(state)
            assert draw is not None, f"{line}, but nothing is drawn for"
            assert draw.count == len(action.values), f"{line}, but wanted is {draw}"
            state, more = TITAN.apply(state, CHANCE, action)
        else:
            state, more = play(TITAN, state, Seat(int(who) if who else seat), action)
        events += more
    return state, events


def refused(state: State, line: str, seat: int = 0) -> str:
    """The code of the refusal that a line meets. Fails if it is legal."""
    try:
        do(state, line, seat=seat)
    except Illegal as illegal:
        return illegal.code
    raise AssertionError(f"{line} was legal")


def with_stack(state: State, **stacks: int) -> State:
    """The state with other numbers in the caretaker's stacks; the rest of each supply is in the dead pile."""
    changes = {code: state.bank[code] - left for code, left in stacks.items()}
    dead = {code: count + changes.get(code, 0) for code, count in state.dead.items()}
    return replace(state, bank={**state.bank, **stacks}, dead=dead)


def contents(state: State, marker: str) -> str:
    """What is in a legion, as text."""
    return " ".join(state.legions[marker].creatures)


def supply(state: State, codes: Iterable[str]) -> dict[str, int]:
    """All characters of some kinds, wherever they are."""
    held = [code for legion in state.legions.values() for code in legion.creatures]
    return {code: state.bank[code] + state.dead[code] + held.count(code) for code in codes}
