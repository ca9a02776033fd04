"""States by chance: on the way through games, and made up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random

from engine.core import CHANCE, Drawn, Seat
from engine.titan.actions import Action, Concede, Done, Resign
from engine.titan.bots import choose_steady
from engine.titan.facts import Formed
from engine.titan.ruleset import TITAN
from engine.titan.shown_facts import History
from engine.titan.sides import ATTACKER, DEFENDER
from engine.titan.state import OFF, Fighter, Fighting, Legion, Moving, Mustering, Over, Player, Splitting, State
from tests.counts.compare import aimed_at
from tests.counts.field import LABELS
from tests.counts.figures import COLOURS, CREATURES, LANDS, MAPS, MOST, native
from tests.counts.ledger import Ledger
from tests.engine.positions import battle, battling

WEARY = 1200
"""Decisions after which a game is left for a new one."""


def games(random: Random, decisions: int, options: Mapping[str, str] | None = None) -> Iterator[tuple[State, str]]:
    """As many states in which somebody must decide, of games one after the other; and where the latest strike went."""
    played, state, target, sense = 0, _new(random, options), "", random.choice((0.0, 0.5, 0.9))
    ledger = Ledger()
    for _ in range(decisions):
        played += 1
        if isinstance(state.phase, Over) or played > WEARY:
            played, state, target, sense = 0, _new(random, options), "", random.choice((0.0, 0.5, 0.9))
            ledger = Ledger()
        while draw := TITAN.wants(state):
            target, faces = aimed_at(state, target), range(1, draw.sides + 1)
            values = random.sample(faces, draw.count) if draw.distinct else random.choices(faces, k=draw.count)
            before = state
            state, events = TITAN.apply(state, CHANCE, Drawn(tuple(values)))
            ledger.follow(before, events, state)
        if isinstance(state.phase, Over):
            continue
        yield state, target
        seat, before = random.choice(sorted(TITAN.awaiting(state))), state
        state, events = TITAN.apply(state, seat, _picked(state, seat, random, sense))
        ledger.follow(before, events, state)


def _new(random: Random, options: Mapping[str, str] | None) -> State:
    return TITAN.new_game(random.randint(2, 6), options or {})


def _picked(state: State, seat: Seat, random: Random, sense: float) -> Action:
    """A verb first, then one of its lines; or what a steady player would do, so that legions grow."""
    legal = tuple(action for action in TITAN.legal(state, seat) if not isinstance(action, Resign | Concede))
    if random.random() < sense:
        return choose_steady(TITAN.view(state, seat), legal, random)
    if random.random() < 0.01 and Concede() in TITAN.legal(state, seat):
        return Concede()
    verbs: dict[type, list[Action]] = {}
    for action in legal:
        verbs.setdefault(type(action), []).append(action)
    if len(verbs) > 1 and random.random() < 0.6:
        verbs.pop(Done, None)
    return random.choice(verbs[random.choice(list(verbs))])


def board(random: Random, options: Mapping[str, str] | None = None) -> State:
    """Up to six players with legions anywhere, in Commencement, Movement or Enlistment."""
    rules = TITAN.new_game(2, options or {}).rules
    seats, phase = (
        random.randint(2, 6),
        random.choice((Splitting(), Moving(random.randint(1, 6)), Moving(6), Mustering())),
    )
    turn = random.choice((1, 2, 5))
    colours = random.sample(list(COLOURS), seats)
    legions: dict[str, Legion] = {}
    moving = isinstance(phase, Moving | Mustering)
    for seat, colour in enumerate(colours):
        for number, marker in enumerate(random.sample(COLOURS[colour], random.randint(1, 9))):
            land = random.choice(list(LANDS) + 20 * [land for land in LANDS if land % 100 == 0])
            here = [legion for legion in legions.values() if legion.land == land]
            if any(legion.owner != seat or (not moving and random.random() < 0.7) for legion in here):
                continue
            pool = [code for code in CREATURES if code != "TTN"]
            few = random.sample(pool, random.randint(1, 4))
            creatures = random.choices(few, k=random.randint(1, MOST)) + ["TTN"] * (number == 0)
            moved = seat == 0 and moving and random.random() < 0.5
            legion = Legion(
                marker, Seat(seat), land, rules.arranged(creatures[-MOST:]), moved=moved, side=3 * moved,
                mustered=isinstance(phase, Mustering) and random.random() < 0.2,
            )  # fmt: skip
            legions[marker] = legion
    spare = [[marker for marker in COLOURS[colour] if marker not in legions] for colour in colours]
    players = tuple(
        Player(
            tower=100 * (6 - seat),
            colour=colour,
            score=random.choice((0, 90, 399, 400, 1234)),
            markers=tuple(random.sample(spare[seat], min(len(spare[seat]), random.choice((0, 1, 3))))),
            mulligans=_mulligans(rules.mulligan, turn, random),
        )
        for seat, colour in enumerate(colours)
    )
    if isinstance(phase, Moving) and random.random() < 0.2:
        phase = replace(phase, teleported=True)
    return State(
        rules=rules,
        players=players,
        legions=legions,
        bank={code: random.choice((0, 1, 9)) for code in CREATURES},
        dead=dict.fromkeys(CREATURES, 0),
        turn=turn,
        active=Seat(0),
        phase=phase,
        history=History().after(*(Formed(legion.marker, (), legion.height) for legion in legions.values())),
    )


def _mulligans(option: str, turn: int, random: Random) -> int:
    """How many the seats may have left (R5.3)."""
    if option == "first_turn_once":
        return random.choice((0, 1)) if turn == 1 else 0
    return int(option == "unlimited")


def fight(random: Random, terrain: str, options: Mapping[str, str] | None = None) -> State:
    """A battle with characters of any kind anywhere they can stand, some hurt, in a Strike Phase also slain."""
    step = random.choice(("maneuver", "strike", "strike-back"))
    side = 3 if terrain == "Tower" else random.choice((1, 3, 5))
    close, mover, in_round = random.random() < 0.7, random.choice((ATTACKER, DEFENDER)), random.choice((1, 2, 4, 4))
    state = battle(
        terrain, "OGR D1", "OGR D6", "Green: Gr01@1000 ANG", red="Rd02@2 ANG ARC; Rd03@1000 ANG", side=side,
        scores=(random.choice((0, 250, 900)), random.choice((0, 250, 900))), in_round=in_round, mover=mover, step=step,
        options=options,
    )  # fmt: skip
    free = random.sample(LABELS, 27)
    if close:
        free.sort(key=lambda label: abs(ord(label[0]) - ord("C")) + abs(int(label[1]) - 3) + random.random())
    fighters: list[Fighter] = []
    for which in (ATTACKER, DEFENDER):
        for _ in range(random.randint(1, MOST)):
            code = random.choice(list(CREATURES))
            label = next((label for label in free if stands(terrain, code, label)), None)
            off = step == "maneuver" and which == mover and random.random() < 0.3
            if label and not off:
                free.remove(label)
            hits = random.randint(0, int(CREATURES[code]["power"]) - (step == "maneuver"))
            acted = random.random() < 0.1
            place = OFF if off or not label else LABELS.index(label)
            if place != OFF or which == mover:
                moved, struck = acted and step == "maneuver" and place != OFF, acted and step != "maneuver"
                fighters.append(Fighter(which, code, place, 0 if place == OFF else hits, moved, struck))
    random.shuffle(fighters)
    held = [state.rules.arranged(f.creature for f in fighters if f.side == side) for side in (ATTACKER, DEFENDER)]
    legions = [replace(state.legions[m], creatures=c) for m, c in zip(("Rd01", "Bu01"), held, strict=True)]
    phase = battling(state)
    fought = replace(
        phase.battle,
        fighters=tuple(fighters),
        window=random.random() < 0.5,
        fallen=((), random.choice(((), ("OGR",), ("LIO",)))),
    )
    if mover == ATTACKER and not fought.fallen[DEFENDER]:
        fought = replace(fought, window=False)
    if mover == DEFENDER:
        fought = replace(fought, window=in_round == 4 and len(held[DEFENDER]) < MOST)
    if mover == ATTACKER and len(held[ATTACKER]) >= MOST:
        fought = replace(fought, window=False)
    return replace(state.put(*legions), phase=Fighting(phase.engagement, fought))


def stands(terrain: str, code: str, label: str) -> bool:
    """Whether a character can have come to stand there (R12.7)."""
    hazard = MAPS[terrain][label]["terrain"]
    return hazard != "tree" and (hazard not in ("bog", "volcano") or native(code, hazard))
