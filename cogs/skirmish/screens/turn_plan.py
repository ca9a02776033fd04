"""A turn up to its attacks as one question: a plan for each command card, done by one press, or changed in one form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cogs.face.presses import form as opens
from cogs.face.presses import run
from cogs.face.screen import BUTTON, FORM_FIELDS, MOST_OPTIONS, Field, Filled, Form, Press, Row, Screen, Sight
from cogs.house.game.game_types import Further
from cogs.skirmish.screens.framing import board, headed, lists
from cogs.skirmish.words import inline
from cogs.skirmish.words.terms import Terms
from engine.core import Illegal
from engine.skirmish import outlook, proposal
from engine.skirmish.actions import NOTATION, Cast, Done, Move, Play
from engine.skirmish.proposal import TurnProposal
from engine.skirmish.steps.command import ONE, TEXT
from engine.skirmish.steps.move import AFTER_ORDERS
from engine.skirmish.view import View

TURN, PLAN = "turn", "plan"
"""The run that does a plan, and the place of a card with its plan."""

WHO, CARD, GOES, STAYS, NONE = "who", "card", "goes", "stays", "none"
"""The fields of the form, and what stands for a unit that stays and for no lore card."""

BLANK = "~"
"""What stands for a blank in a line that is a word of a place."""


def planned(sight: Sight) -> bool:
    """Whether turns are planned: the bot may give advice, no window parts the steps, and it is no lesson."""
    return sight.advised and not sight.taught and sight.view.rules.cards_with_steps and any(sight.of(Play))


def chosen(sight: Sight, place: Sequence[str]) -> Play | None:
    """The card that a place is about, or the one that the bot would play; None for a place that there is not."""
    if not place:
        return proposal.best(sight.view, sight.actions)
    match place:
        case (what, card, how) if what == PLAN:
            return next((one for one in sight.of(Play) if one == Play(card, how)), None)
        case _:
            return None


def plan(terms: Terms, sight: Sight, play: Play, others: Sequence[Press], page: int, does: str) -> Screen:
    """The plan with a card: what it does, to do it, to change it, and the other cards."""
    found = proposal.proposed(sight.view, play)
    round_, able = str(sight.view.round), outlook.orderable(sight.view, play.card, play.how)
    called = terms.card(play.card)
    if play.how not in (TEXT, ONE):
        called = terms.say("panel.in-section", card=called, section=terms.section(play.how))
    lines = [does, terms.say("panel.plan-told", card=called, plan=said(terms, sight, found))]
    if found.silent:
        lines.append(terms.say("panel.plan-silent", why=terms.say(f"silent.{found.silent}")))
    last = [Press(run(TURN, round_, play.card, play.how), terms.say("panel.plan-go"), style="good")]
    if able:
        last.append(Press(opens(PLAN, play.card, play.how), terms.say("panel.plan-change")))
    alone = sight.label(play)
    last.append(sight.press(play, alone if len(alone) <= BUTTON else terms.say("panel.plan-card"), style="plain"))
    rows: list[Row] = [lists(terms, terms.say("panel.plan-other"), others, page, ())] if others else []
    return Screen(headed(terms, sight, *filter(None, lines)), (*rows, tuple(last)), board(sight))


def said(terms: Terms, sight: Sight, found: TurnProposal) -> str:
    """`order Guard C6 C8, then Guard C6 → D6`."""
    if not found.orders:
        return terms.say("panel.plan-nobody")
    parts = [terms.say("panel.plan-order", units=inline.units(terms, sight.view, found.orders))]
    parts += [_step(terms, sight, step) for step in found.steps]
    return terms.words.listing(parts, "semicolon")


def _step(terms: Terms, sight: Sight, step: Cast | Move) -> str:
    if isinstance(step, Move):
        return terms.say("panel.plan-move", unit=inline.at(terms, sight.view, step.unit), hex=step.to)
    if not step.targets:
        return terms.say("panel.plan-cast", card=terms.card(step.card))
    units = inline.units(terms, sight.view, step.targets)
    return terms.say("panel.plan-cast-on", card=terms.card(step.card), units=units)


# --- the form ---


def form(terms: Terms, sight: Sight) -> Form | None:
    """Who is ordered, which lore card is played, and where each of the plan's units goes; what it makes is done."""
    play = chosen(sight, sight.place) if sight.place and planned(sight) else None
    if play is None or not (able := outlook.orderable(sight.view, play.card, play.how)):
        return None
    view, found = sight.view, proposal.proposed(sight.view, play)
    most = sum(outlook.quotas(view, play.card, play.how).values()) or terms.tables.commands[play.card].most
    most = 1 if play.how == ONE else min(most, len(able))
    units = tuple(Press(hex_, inline.at(terms, view, hex_), note=inline.standing(terms, view, hex_)) for hex_ in able)
    fields = [
        Field(WHO, terms.say("panel.order-whom", number=most), units[:MOST_OPTIONS], "", False, 0, most, found.orders)
    ]
    actions = proposal.ordered(view, play, found.orders)
    if cards := tuple(_cards(terms, sight, actions, found)):
        before = next((NOTATION.line(step) for step in found.steps if isinstance(step, Cast)), NONE)
        none = Press(NONE, terms.say("panel.plan-no-card"))
        fields.append(Field(CARD, terms.say("panel.cast-which"), (none, *cards), before=(before,)))
    for hex_ in found.orders:
        if len(fields) < FORM_FIELDS and (goals := tuple(_goals(terms, sight, hex_, actions, found))):
            before = next(
                (option.carries for option in goals if option.carries in map(NOTATION.line, found.steps)), STAYS
            )
            stays = Press(STAYS, terms.say("panel.plan-stays"))
            label = terms.say("panel.move-where", unit=inline.at(terms, view, hex_))
            fields.append(Field(GOES + hex_, label, (stays, *goals), before=(before,)))

    def makes(filled: Filled) -> str:
        return _changed(sight, play, found, filled)

    return Form(terms.say("panel.plan-title", card=terms.card(play.card)), tuple(fields), makes)


def _cards(terms: Terms, sight: Sight, actions: Sequence[object], found: TurnProposal) -> Iterator[Press]:
    """The lore cards that could be played, those of the plan first."""
    able = [action for action in actions if isinstance(action, Cast)]
    first = [step for step in found.steps if isinstance(step, Cast)]
    for cast in list(dict.fromkeys((*first, *able)))[: MOST_OPTIONS - 1]:
        yield Press(NOTATION.line(cast), sight.label(cast))


def _goals(terms: Terms, sight: Sight, hex_: str, actions: Sequence[object], found: TurnProposal) -> Iterator[Press]:
    """Where a unit of the plan could go: where it would, then where it could attack, then the others."""
    view = sight.view
    moves = [action for action in actions if isinstance(action, Move) and action.unit == hex_]
    first = [step for step in found.steps if isinstance(step, Move) and step.unit == hex_]
    ranked = sorted(moves, key=lambda move: (move not in first, -len(outlook.aims(view, hex_, move.to))))
    for move in list(dict.fromkeys((*first, *ranked)))[: MOST_OPTIONS - 1]:
        about = [ground] if (ground := inline.ground(terms, view, move.to)) else []
        if aims := outlook.aims(view, hex_, move.to):
            about.append(terms.say("panel.could-attack", units=inline.units(terms, view, aims)))
        label = move.to
        if move.hexes:
            label = terms.say("panel.goal-in", hex=move.to, hexes=terms.hexes(move.hexes))
        yield Press(NOTATION.line(move), label, note=terms.words.listing(about, "comma") if about else "")


def _changed(sight: Sight, play: Play, found: TurnProposal, filled: Filled) -> str:
    """What a press carries that does the plan as it was changed. Raises Illegal for orders that the card can't give.

    As long as its first lore card stays, so do all of them, and whoever has an order by one. Where somebody has an
    order of whom the form could not say where he goes, the moves are left open.
    """
    orders = filled.get(WHO, ())
    proposal.ordered(sight.view, play, orders)
    casts = [NOTATION.line(step) for step in found.steps if isinstance(step, Cast)]
    wanted = next(iter(filled.get(CARD, ())), NONE)
    kept = not casts or wanted == casts[0]
    lines = [*casts] if casts and kept else [wanted] * (wanted != NONE)
    moves = {step.unit: NOTATION.line(step) for step in found.steps if isinstance(step, Move)}
    asked = {name.removeprefix(GOES): values for name, values in filled.items() if name.startswith(GOES)}
    for hex_ in dict.fromkeys((*moves, *orders)):
        if hex_ in orders or (kept and hex_ not in found.orders):
            lines += [line for line in asked.get(hex_, (moves.get(hex_, STAYS),)) if line != STAYS]
    if all(hex_ in asked or hex_ in found.orders for hex_ in orders):
        lines.append(NOTATION.line(Done()))
    words = (line.replace(" ", BLANK) for line in lines)
    who = ",".join(orders) or NONE
    return run(TURN, str(sight.view.round), play.card, play.how, who, *words)


# --- the run ---


def running(sight: Sight) -> Further | None:
    """The run of a place: the plan as it was shown, or as it was changed."""
    match sight.place:
        case (what, round_, card, how, *words) if what == TURN and round_ == str(sight.view.round):
            play = next((one for one in sight.of(Play) if one == Play(card, how)), None)
            found = None if play is None or not planned(sight) else _meant(sight.view, play, words)
            return None if found is None else found.step
        case _:
            return None


def _meant(view: View, play: Play, words: Sequence[str]) -> TurnProposal | None:
    found = proposal.proposed(view, play)
    if not words:
        return found
    who, *lines = words
    steps, closes = list[Cast | Move](), False
    try:
        for line in lines:
            action = NOTATION.parse(line.replace(BLANK, " "))
            closes |= isinstance(action, Done)
            if isinstance(action, Cast | Move):
                steps.append(action)
    except Illegal:
        return None
    orders = () if who == NONE else tuple(who.split(","))
    early = {card.id for card in view.rules.tables.lore.values() if card.timing == AFTER_ORDERS}
    steps.sort(key=lambda step: 1 if isinstance(step, Move) else 2 * (step.card not in early))
    return TurnProposal(view.round, play, orders, tuple(steps), closes, found.cards)
