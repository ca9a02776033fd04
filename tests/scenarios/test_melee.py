"""Dice and strike number of a strike: T-211 to T-253."""

from __future__ import annotations

import pytest

from engine.titan.sides import ATTACKER
from tests.engine.positions import battle, lines
from tests.scenarios.tables import scenarios

STRIKES = """
T-211 | Plains    | OGR        | C3 | LIO | C4 | 6  | 5
T-212 | Plains    | OGR        | C3 | CEN | C4 | 6  | 6
T-213 | Plains    | CEN        | C3 | OGR | C4 | 3  | 2
T-214 | Plains    | SER        | C3 | ANG | C4 | 18 | 6
T-215 | Plains    | TTN at 437 | C3 | SER | C4 | 10 | 2
T-216 | Plains    | TTN at 99  | C3 | TTN | C4 | 6  | 4
T-217 | Brush     | OGR        | B2 | CEN | B3 | 6  | 6
T-218 | Brush     | OGR        | B2 | CYC | B3 | 6  | 5
T-219 | Brush     | OGR        | B3 | CYC | B2 | 6  | 5
T-220 | Brush     | CYC        | B2 | OGR | B3 | 9  | 4
T-221 | Brush     | CEN        | D5 | GAR | C4 | 3  | 5
T-222 | Brush     | GAR        | D5 | GOR | C4 | 4  | 4
T-223 | Brush     | ANG        | C3 | GAR | C4 | 6  | 4
T-224 | Brush     | ANG        | C3 | ANG | C4 | 6  | 4
T-225 | Hills     | LIO        | B3 | CEN | B2 | 6  | 5
T-226 | Hills     | CEN        | B3 | LIO | B2 | 3  | 3
T-227 | Hills     | CEN        | B2 | LIO | B3 | 3  | 4
T-228 | Hills     | LIO        | B2 | CEN | B3 | 5  | 5
T-229 | Hills     | OGR        | B2 | CEN | B3 | 6  | 6
T-230 | Hills     | TRO        | B2 | CEN | B3 | 8  | 6
T-231 | Hills     | MIN        | D2 | ANG | D3 | 5  | 4
T-232 | Desert    | LIO        | D4 | OGR | C4 | 7  | 3
T-233 | Desert    | GRI        | D4 | CEN | E3 | 7  | 4
T-234 | Desert    | CEN        | C4 | LIO | D4 | 2  | 3
T-235 | Desert    | LIO        | C4 | CEN | D4 | 5  | 5
T-236 | Desert    | CEN        | D4 | LIO | C4 | 3  | 3
T-237 | Desert    | GAR        | E3 | LIO | D4 | 3  | 4
T-238 | Tower     | TTN        | C3 | OGR | C2 | 6  | 1
T-239 | Tower     | CEN        | C3 | OGR | C2 | 3  | 1
T-240 | Tower     | OGR        | C2 | CEN | C3 | 6  | 6
T-241 | Tower     | ANG        | C2 | ANG | C3 | 6  | 5
T-242 | Tower     | ANG        | D4 | OGR | C3 | 6  | 1
T-243 | Tower     | OGR        | C3 | ANG | D4 | 6  | 6
T-244 | Tower     | GUA        | C3 | CEN | C2 | 12 | 5
T-245 | Tower     | ANG        | C3 | ANG | D3 | 6  | 4
T-246 | Mountains | DRA        | D4 | CEN | D3 | 12 | 5
T-247 | Mountains | DRA        | E4 | CEN | D5 | 9  | 5
T-248 | Mountains | CEN        | D3 | DRA | D4 | 3  | 4
T-249 | Mountains | MIN        | D3 | DRA | D4 | 4  | 3
T-250 | Mountains | UNI        | F2 | ANG | F3 | 7  | 4
T-251 | Tundra    | GIA        | C2 | ANG | C3 | 7  | 4
T-252 | Marsh     | TRO        | C2 | ANG | C1 | 8  | 6
T-253 | Desert    | LIO        | D4 | LIO | D3 |    |
"""


@pytest.mark.parametrize(("terrain", "striker", "a", "target", "b", "dice", "number"), scenarios(STRIKES))
def test_a_strike_has_these_dice_and_this_number(
    terrain: str, striker: str, a: str, target: str, b: str, dice: str, number: str
) -> None:
    """R13.5-R13.8: `TTN at 437` is the Titan of a player with this score; without dice there is no strike."""
    code, _, score = striker.partition(" at ")
    state = battle(terrain, f"{code} {a}", f"{target} {b}", scores=(int(score or 0), 0), mover=ATTACKER, step="strike")

    strikes = [line for line in lines(state) if line.startswith("strike")]

    assert strikes == ([f"strike {a} {b} {dice} {number}"] if dice else [])
