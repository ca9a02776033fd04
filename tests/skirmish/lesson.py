"""Plays the game of the lesson and writes it down: `python -m tests.skirmish.lesson`, after the tables have changed.

The learner is seat 0 and leads the Uthuk. Chance says what suits the lesson; Daqan spends all points, so that no window
for lore cards opens for him. Where one opens all the same, its side passes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from cogs.skirmish.reference import LESSON
from engine.core import CHANCE, Drawn, Seat
from engine.ruleset import play
from engine.skirmish.ruleset import SKIRMISH
from engine.skirmish.state import Learning, State, Window
from engine.skirmish.steps.prepare import shop

HEAD = """\
# A game of Thunderclap to learn by: the lines of a game that the rules have accepted, shuffles and dice included.
# `= name clause` begins a step: the next line is what the learner, seat 0, is to find. `! name clause kind` is a page.
# `python -m tests.skirmish.lesson` writes it.
seats 2 first_seat=uthuk
"""

ME, RIVAL = Seat(0), Seat(1)
HARVESTERS = ("D3", "C7", "B5")
"""The buildings under which the Blood Harvesters lie; the order of the hidden cards is Guard, Guard, then them."""

ARMY = (("yeoman_archers", "D3"), ("riverwatch_riders", "C5"), ("citadel_guard", "B8"))
"""Whom the lesson needs of Daqan, and where; the others stand aside."""

ASIDE = ("C11", "B10", "A10", "A8", "A4", "B3")

COMMANDS = (
    "main_thrust", "attack_right", "patrol_center", "patrol_left", "pincer", "attack_left",
    "patrol_right", "attack_center", "general_advance", "patrol_center", "attack_left", "patrol_left",
    "main_thrust",
)  # fmt: skip
"""The command cards from the top: six for the learner, six for Daqan, and the learner's next one."""

MINE, THEIRS = ("blood_price", "unnatural_vigor"), ("keen_eyes", "portal", "healing_light", "rally_the_guard")
"""The lore cards from the top; Crushing Force comes above the learner's (B23.6)."""


class Game:
    """A game that is written down while it is played."""

    def __init__(self) -> None:
        self.state: State = SKIRMISH.new_game(2, {"first_seat": "uthuk"})
        self.lines: list[str] = []

    def page(self, name: str, clause: str, kind: str) -> None:
        """A page of the lesson, with a picture of the kind."""
        self.lines.append(f"! {name} {clause} {kind}")

    def step(self, name: str, clause: str) -> None:
        """The next line is a step of the lesson."""
        self.lines.append(f"= {name} {clause}")

    def does(self, seat: Seat, *lines: str) -> None:
        """A seat does these; windows that are open for something else are passed before."""
        for line in lines:
            action = SKIRMISH.notation.parse(line)
            while isinstance(self.state.phase, Window) and action not in SKIRMISH.legal(self.state, seat):
                self._played(self.state.phase.mover, "pass turn")
            self._played(seat, line)

    def _played(self, seat: Seat, line: str) -> None:
        self.state, _ = play(SKIRMISH, self.state, seat, SKIRMISH.notation.parse(line))
        self.lines.append(f"{seat} {line}")

    def draws(self, *values: int) -> None:
        """Chance says this."""
        while isinstance(self.state.phase, Window):
            self._played(self.state.phase.mover, "pass turn")
        draw = SKIRMISH.wants(self.state)
        assert draw is not None, f"nothing is to be drawn: {values}"
        assert draw.count == len(values), draw
        self.state, _ = SKIRMISH.apply(self.state, CHANCE, Drawn(values))
        self.lines.append(f"-1 draw {','.join(map(str, values))}")

    def shuffles(self, deck: Sequence[str], top: Sequence[str]) -> None:
        """Chance puts these cards on top of a deck, the others below as they were."""
        left = list(range(len(deck)))
        order = []
        for card in top:
            order.append(next(place for place in left if deck[place] == card))
            left.remove(order[-1])
        self.draws(*(place + 1 for place in (*order, *left)))

    def rests(self) -> None:
        """Daqan ends a turn without lore."""
        self.does(RIVAL, "learn cards")
        assert isinstance(self.state.phase, Learning)
        self.does(RIVAL, f"keep {self.state.phase.drawn[0]}")


def spent(left: int, stock: Counter[str], costs: dict[str, int]) -> tuple[str, ...] | None:
    """Units that cost just what is left; None if there are none."""
    if not left:
        return ()
    for kind, number in stock.items():
        if number and costs[kind] <= left:
            more = spent(left - costs[kind], stock - Counter((kind,)), costs)
            if more is not None:
                return kind, *more
    return None


def army(state: State) -> Iterator[tuple[str, str]]:
    """Daqan's units, each with its hex."""
    yield from ARMY
    kinds = state.rules.tables.kinds
    costs = {kind: kinds[kind].cost for kind in shop(state, RIVAL)}
    stock = Counter(shop(state, RIVAL)) - Counter(kind for kind, _ in ARMY)
    left = state.side(RIVAL).points - sum(costs[kind] for kind, _ in ARMY)
    others = spent(left, stock, costs)
    assert others is not None, "the points cannot be spent just so"
    yield from zip(others, ASIDE, strict=False)


def recorded() -> str:
    """The file of the lesson."""
    game = Game()
    hexes = [at for at, terrain in game.state.land if terrain == "building"]
    guard, harvesters = iter((1, 2)), iter((3, 4, 5))
    game.draws(*(next(harvesters if at in HARVESTERS else guard) for at in hexes))
    units = tuple(army(game.state))
    game.does(RIVAL, *(f"buy {kind}" for kind, _ in units), "done", "done")
    game.does(RIVAL, *(f"place {kind} {at}" for kind, at in units), "done")
    game.does(ME, "done")
    game.page("what", "B1.1", "board")
    game.step("giant", "B23.7")
    game.does(ME, "place mountain_giant H5", "done")
    game.shuffles(game.state.command_deck, COMMANDS)
    game.shuffles(game.state.side(ME).deck, MINE)
    game.shuffles(game.state.side(RIVAL).deck, THEIRS)
    game.does(ME, "discard pincer,attack_left unnatural_vigor")
    game.does(RIVAL, "discard attack_left,patrol_left portal")
    _first_turn(game)
    _second_turn(game)
    _third_turn(game)
    return HEAD + "\n".join(game.lines) + "\n"


def _first_turn(game: Game) -> None:
    """A card, orders, moves, a boulder; and Crushing Force in the turn of Daqan."""
    game.step("card", "B6.2")
    game.does(ME, "play main_thrust center")
    game.step("order", "B6.4")
    game.does(ME, "order H5", "order H6", "order H2", "done")
    game.step("move", "B7.1")
    game.does(ME, "move H5 F4", "move H2 F3", "move H6 G5", "done")
    game.step("lore", "B20.1")
    game.does(ME, "cast blood_price F4,D3,boulder")
    game.draws(1, 2, 6, 3)
    game.does(ME, "learn lore")
    game.does(RIVAL, "play patrol_center text", "order B8", "done", "move B8 B7", "done")
    game.step("crush", "B21.3")
    game.does(ME, "cast crushing_force D3")
    game.step("place", "B23.10")
    game.does(ME, "place blood_harvesters D4")
    game.rests()


def _second_turn(game: Game) -> None:
    """An attack on the archers, Heavy Swing on the riders; and a counter in the turn of Daqan."""
    game.does(ME, "play attack_right text", "order G5", "order F4", "order F3", "done")
    game.does(ME, "move F4 D5", "move F3 E5", "move G5 E4", "done")
    game.step("attack", "B8.2")
    game.does(ME, "attack E4 D3 strike")
    game.draws(1, 3, 4)
    game.step("stay", "B17.3")
    game.does(ME, "stay", "attack D5 C5 strike")
    game.draws(5, 3, 6, 3)
    game.step("swing", "B19.1")
    game.does(ME, "commit heavy_swing C5", "done", "stay", "learn lore")
    game.does(RIVAL, "play patrol_right one", "order B7", "done", "move B7 C6", "done", "attack C6 D5 strike")
    game.draws(1, 4, 3)
    game.step("counter", "B10.1")
    game.does(ME, "counter")
    game.draws(1, 1, 2, 3)
    game.rests()


def _third_turn(game: Game) -> None:
    """Two buildings are stormed, and with the third card of Harvesters the learner has won."""
    game.does(ME, "play main_thrust center", "order D4", "order D5", "order E5", "done")
    game.does(ME, "move D5 B5", "move E5 C7")
    game.step("storm", "B23.13")
    game.does(ME, "move D4 C6", "done", "done", "reveal C7", "place blood_harvesters B7")


if __name__ == "__main__":
    LESSON.write_text(recorded(), encoding="utf-8")
