"""Questions on the masterboard's form for phones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from cogs.house.game.pictures import Look
from cogs.titan.kit import titan_face
from engine.titan.view import View
from tests.eyes.asking import NAMES, Asked, Question, drawn
from tests.gallery import played

KEY = """Each picture shows a board of lands with numbers. Terrains: plains (grass), woods (firs), brush (bushes), hills
(round hills), jungle (palms), desert (dunes), marsh (reeds), swamp (waves), mountains (a peak with snow), tundra (a
snowflake), tower. Markers in the players' colors are legions; a marker says whose it is, which of theirs, and how tall
it is (the large figure). Colors by two letters: Bk black, Br brown, Bu blue, Gd gold, Gr green, Rd red. An arrow shows
where a legion went. The header says the turn, the phase and whose turn it is, then all players with their scores."""


LOOK = Look("dark", phone=True)


def asked(chance: Random) -> Iterator[Asked]:
    """Positions of games of three to six, with ten questions on each."""
    kit = titan_face("en").kit
    for seats in chance.choices((3, 4, 5, 6), k=6):
        views = [m.public for m in played(seats, chance.randrange(10_000), 700) if m.public.battle is None]
        fitting = [view for view in views if len(view.legions) >= 5 and view.phase in ("split", "move", "muster")]
        view = chance.choice(fitting[len(fitting) // 2 :])
        picture = kit.pictures.draw("board", view, NAMES, LOOK)
        yield Asked(picture, drawn(_questions(view), chance))


def _questions(view: View) -> dict[str, list[Question]]:
    short = view.rules.colours
    code = {player.seat: short[player.colour].code for player in view.players}
    here = Counter(legion.land for legion in view.legions)
    alone = [legion for legion in view.legions if here[legion.land] == 1]
    lands = view.rules.board.lands
    found: dict[str, list[Question]] = {
        "turn": [("Which turn is it?", str(view.turn)), ("Which phase is it?", view.phase)],
        "who": [("Whose turn is it (two letters)?", code[view.active])],
        "tall": [(f"How tall is the legion in land {x.land}?", str(x.height)) for x in alone],
        "owner": [(f"Whose legion is in land {x.land} (two letters)?", code[x.owner]) for x in alone],
        "which": [(f"Which legion is in land {x.land} (letters and digits)?", x.marker) for x in alone],
        "where": [(f"In which land is {x.marker}?", str(x.land)) for x in alone],
        "score": [(f"What is the score of {code[p.seat]}?", str(p.score)) for p in view.players if not p.out],
        "terrain": [
            (f"Which terrain is land {x.land} (look around its marker)?", lands[x.land].terrain) for x in alone
        ],
    }
    near = {gate.to for x in alone for gate in lands[x.land].gates} - set(here)
    found["empty"] = [(f"Which terrain is land {n}?", lands[n].terrain) for n in sorted(near)]
    best = max(p.score for p in view.players)
    leaders = [code[p.seat] for p in view.players if p.score == best]
    if len(leaders) == 1:
        found["leader"] = [("Who has the highest score (two letters)?", leaders[0])]
    tallest = max(x.height for x in view.legions)
    if sum(x.height == tallest for x in alone) == 1 == sum(x.height == tallest for x in view.legions):
        found["tallest"] = [
            ("In which land is the tallest legion?", str(next(x.land for x in alone if x.height == tallest)))
        ]
    many = Counter(x.owner for x in view.legions)
    found["many"] = [(f"How many legions has {code[s]} on the board?", str(n)) for s, n in many.items()]
    return found
