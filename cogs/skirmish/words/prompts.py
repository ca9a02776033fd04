"""Where a skirmish stands and what is to be decided: public lines that are always alike, and private ones."""

from __future__ import annotations

from cogs.house.words.words import Names
from cogs.skirmish.words.terms import Terms
from engine.core import Seat
from engine.skirmish import outlook
from engine.skirmish.state import Combat
from engine.skirmish.view import View

FIGHTING = ("counter", "ferocity", "retreat", "advance", "commit")
"""The steps of a combat in which somebody decides, see `prompt`."""

BEFORE = ("shuffling", "choosing", "drafting", "preparing", "discarding")
"""The phases before the first turn."""


def phase(terms: Terms, view: View, names: Names) -> str:
    """One public line: round, whose turn, which step. It follows from what everybody knows alone (DESIGN 2.3)."""
    say = terms.say
    if view.phase == "over":
        return over(terms, view, names)
    if view.phase in BEFORE:
        return say(f"phase.{view.phase}")
    facts = {"round": view.round, "player": terms.player(view, view.active, names)}
    if view.combat is not None:
        return say("phase.combat", fight=fight(terms, view, view.combat), step=_step(terms, view), **facts)
    return say("phase.turn", step=_step(terms, view), **facts)


def beside(terms: Terms, view: View, names: Names) -> str:
    """The same line beside a call, which says the step."""
    if view.phase == "over" or view.phase in BEFORE:
        return phase(terms, view, names)
    return terms.say("phase.beside", round=view.round, player=terms.player(view, view.active, names))


def _step(terms: Terms, view: View) -> str:
    """The step of the turn or of a combat; of a window when in these it is."""
    if view.window is not None:
        return terms.say("phase.window", moment=moment(terms, view.window.timings))
    return terms.say(f"combat-step.{view.step}") if view.phase == "fighting" else terms.phase_name(view.phase)


def moment(terms: Terms, timings: tuple[str, ...]) -> str:
    """When a window is open: `after the Move Step`, for cards of the timing `own_after_move`."""
    timing = next(part for timing in timings for part in timing.split("+") if part)
    return terms.say(f"moment.{timing.partition('_')[2]}")


def fight(terms: Terms, view: View, combat: Combat) -> str:
    """Who fights against whom: units where they stand, or the hexes of those that are no more."""
    units = {unit.number: terms.unit_at(unit.kind, unit.hex) for unit in view.units}
    attacker, target = units.get(combat.attacker, combat.start), units.get(combat.target, combat.aim)
    return terms.say("phase.counter" if combat.outer else f"phase.fight-{combat.how}", unit=attacker, target=target)


def over(terms: Terms, view: View, names: Names) -> str:
    """How the game has ended."""
    if view.winner is None:
        return terms.say("phase.over-draw")
    return terms.say("phase.over", player=terms.player(view, view.winner, names), why=terms.say(f"over.{view.reason}"))


def waiting(terms: Terms, view: View, names: Names) -> str:
    """The public line that says whom the game waits for, alike whatever there is to decide."""
    if view.phase == "over":
        return terms.say("waiting.over")
    if not view.waiting:
        return terms.say("waiting.nobody")
    return terms.say("waiting.players", players=terms.players(view, view.waiting, names))


def todo(terms: Terms, view: View) -> str:
    """What those do next whom the channel knows to be waited for, in a few words; the same whatever they hold."""
    if view.phase == "fighting":
        return terms.say(f"todo.{view.step if view.step in FIGHTING else 'fighting'}")
    return "" if view.phase in ("over", "shuffling") else terms.say(f"todo.{view.phase}")


def prompt(terms: Terms, view: View, seat: Seat, names: Names) -> str:
    """What `seat`, whose own view this is, has to decide now, in a sentence or two. For him alone."""
    say = terms.say
    if view.phase == "over":
        return over(terms, view, names)
    own = view.own
    if seat not in view.waiting or own is None:
        return say("prompt.nobody")
    match view.phase:
        case "drafting":
            return say("prompt.drafting", pool=terms.units(view.pool), points=own.points)
        case "preparing":
            stage = f"{own.stage}-scenario" if own.stage == "deploy" and view.rules.scenario is not None else own.stage
            return say(f"prompt.preparing-{stage}", points=own.points, most=terms.tables.most_swaps)
        case "discarding":
            commands, lore = terms.tables.command_opening[1], terms.tables.lore_opening[1]
            counted = {"commands": say("commands", number=commands), "lore": say("lore-cards", number=lore)}
            return say("prompt.discarding", **counted)
        case "ordering":
            return _ordering(terms, view)
        case "fighting" if view.combat is not None:
            return say(f"prompt.{view.step}", fight=fight(terms, view, view.combat))
        case "window" if view.window is not None:
            return say("prompt.window", moment=moment(terms, view.window.timings))
        case "placing" if view.placing is not None:
            kind, around = view.placing
            return say("prompt.placing", unit=terms.unit(kind), hex=around)
        case "revealing":
            return say("prompt.revealing", hexes=terms.words.listing(view.reveal, "or"))
        case "scoring":
            scenario = view.rules.scenario
            return say("prompt.scoring", lore=terms.lore(scenario.special.peek_cost if scenario else 0))
        case "learning" if own.drawn:
            return say("prompt.learning-keep")
        case "trimming":
            return say("prompt.trimming", number=len(own.hand) - terms.tables.hand_limit, limit=terms.tables.hand_limit)
        case "moving" if not any(unit.owner == seat and unit.ordered and not unit.moved for unit in view.units):
            return say("prompt.moving-none")
        case other:
            return say(f"prompt.{other}")


def _ordering(terms: Terms, view: View) -> str:
    turn = view.turn
    if not turn.card:
        return terms.say("prompt.ordering-none")
    if turn.how == "one":
        return terms.say("prompt.ordering-one", card=terms.card(turn.card))
    section = "" if turn.how == "text" else terms.say("prompt.ordering-section", section=terms.section(turn.how))
    left = outlook.orders_left(view)
    return terms.say("prompt.ordering", card=terms.card(turn.card), section=section, number=left)
