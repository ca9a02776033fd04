"""A combat from its declaration to the use of its heroic dice: steps 1 to 4, and the windows around the roll (B8.3)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core import Draw, Drawn, Seat
from engine.phases import current
from engine.skirmish.actions import Cast, Commit
from engine.skirmish.combat import cards
from engine.skirmish.combat.current_combat import at_step, both, current_combat, defender, roller, with_combat
from engine.skirmish.combat.results import NOBODY, misses, suffering, uses
from engine.skirmish.combat.strength import dice
from engine.skirmish.events import AttackDeclared, DiceRolled, Event, HeroicSpent
from engine.skirmish.handler import Step
from engine.skirmish.state import Attacking, Combat, Commitment, Fighting, State
from engine.skirmish.steps import windows
from engine.values import replace

BEFORE = ("own_before_roll", "defend_before_roll+defend_after_roll")
"""The timings of the window before a roll: of who rolls, and of who is under attack."""


def begun(state: State, combat: Combat, attacking: Attacking) -> Step:
    """A combat is declared: an attack, or a counter within another combat (B8.3 step 1)."""
    attacker, target = both(state, combat)
    told = AttackDeclared(
        attacker.owner,
        attacker.number,
        attacker.kind,
        combat.start,
        target.number,
        target.kind,
        combat.aim,
        combat.how,
        combat.outer is not None,
    )
    return replace(state, phase=Fighting(combat, attacking)), (told,)


def before(state: State, combat: Combat) -> Step:
    """The window before the roll: whoever rolls is asked first, the other for both their timings at once (B13.5).

    Whoever could have named a card with the attack or the counter has passed, see `with_card`.
    """
    after = replace(current(state.phase, Fighting), combat=replace(combat, step="roll"))
    return windows.opened(state, BEFORE, roller(state, combat), after, state.rules.cards_with_steps), ()


def cards_for(state: State, seat: Seat, combat: Combat, attacking: Attacking) -> Iterator[str]:
    """The cards of a hand that can be named with an attack or a counter: those of before the roll (B13.4)."""
    if state.rules.cards_with_steps:
        declared, _ = begun(state, combat, attacking)
        yield from (cast.card for cast in windows.casts(declared, seat, BEFORE[:1]))


def with_card(state: State, combat: Combat, attacking: Attacking, card: str) -> Step:
    """A combat is declared, and a card is played with that: then the other is asked (B13.5)."""
    state, told = begun(state, combat, attacking)
    after = replace(current(state.phase, Fighting), combat=replace(combat, step="roll"))
    state, more = windows.opening(state, roller(state, combat), Cast(card), BEFORE, after)
    return state, told + more


def wanted(state: State) -> Draw | None:
    """The dice of a combat that has come to its roll (B8.3 step 2)."""
    combat = current_combat(state)
    return Draw("dice", _count(state, combat), len(state.rules.tables.faces)) if combat.step == "roll" else None


def _count(state: State, combat: Combat) -> int:
    attacker, target = both(state, combat)
    count, _ = dice(state, attacker, target, combat.how, combat)
    return count


def rolled(state: State, drawn: Drawn) -> Step:
    """The dice lie (B3.6)."""
    combat = current_combat(state)
    faces = tuple(state.rules.tables.faces[value - 1] for value in drawn.values)
    combat = replace(combat, dice=faces, step="after")
    told = DiceRolled(roller(state, combat), combat.attacker, faces, misses=misses(state, combat))
    return with_combat(state, combat), (told,)


def after(state: State, combat: Combat) -> Step:
    """What the defender left word for happens first, then both may play cards: the defender if that was wanted."""
    state, events = _instructed(state, combat)
    combat = current_combat(state)
    timings = ("own_after_roll", "defend_after_roll" if combat.wants_word else "")
    after = replace(current(state.phase, Fighting), combat=replace(combat, step="commit"))
    return windows.opened(state, timings, roller(state, combat), after), events


def _instructed(state: State, combat: Combat) -> Step:
    """The cards that the defender wanted if the damage would be so much without them, while they can be paid for."""
    seat = defender(state, combat)
    events: tuple[Event, ...] = ()
    for word in combat.instructions:
        side, row = state.sides[seat], state.rules.tables.lore[word.card]
        if (
            word.card in side.hand
            and row.cost <= side.lore
            and word.targets in cards.targets(state, seat, word.card)
            and suffering(state, current_combat(state)) >= word.least
        ):
            state, more = windows.play(state, seat, word.card, word.targets)
            events += more
    return with_combat(state, replace(current_combat(state), instructions=())), events


def commit(state: State, combat: Combat) -> Step | None:
    """On to the damage if no heroic die can be put to anything; once one is, the step is closed by its player."""
    if combat.commitments or any(uses(state, combat)):
        return None
    return at_step(state, combat, "damage"), ()


def put(state: State, combat: Combat, action: Commit) -> Step:
    """A heroic die is put to a use."""
    spent = Commitment(action.use, "" if action.target == NOBODY else action.target)
    told = HeroicSpent(roller(state, combat), action.use, action.target)
    return with_combat(state, replace(combat, commitments=(*combat.commitments, spent))), (told,)
