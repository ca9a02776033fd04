"""The screens of windows for lore cards: what can be played on what, what is left for after a roll, passing (B13)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cogs.face.presses import at
from cogs.face.screen import BUTTONS_A_ROW, Press, Row, Screen, Sight, in_rows
from cogs.house.game.pictures import Look
from cogs.skirmish.screens.framing import BOARD, acts, board, headed, listed, lists, paged
from cogs.skirmish.words import inline
from cogs.skirmish.words.combat import fight_told
from cogs.skirmish.words.prompts import moment
from cogs.skirmish.words.terms import Terms
from engine.skirmish.actions import Cast, Instruct, Pass, Wait
from engine.skirmish.steps.windows import MINE, NOW

CAST, WORD = "cast", "word"


def window(terms: Terms, sight: Sight) -> Screen | None:
    """The cards that can be played now, on whom; then their targets one after the other; ways to pass."""
    if not acts(sight):
        return None
    place, page = paged(sight.place)
    match place:
        case ():
            return _first(terms, sight)
        case (what, card, *targets) if what == CAST:
            return _targets(terms, sight, card, targets, page)
        case (what, card, *targets) if what == WORD:
            return _word(terms, sight, card, targets)
        case _:
            return None


def playing(terms: Terms, sight: Sight) -> tuple[Row, ...]:
    """The cards that can be played with a step, an attack or a counter: a row of buttons or a list; none if none."""
    presses = tuple(_cards(terms, sight, tuple(sight.of(Cast))))
    if len(presses) > BUTTONS_A_ROW:
        return (lists(terms, terms.say("panel.cast-which"), presses, 0, ()),)
    return (presses,) if presses else ()


def aimed(terms: Terms, sight: Sight, place: Sequence[str], page: int) -> Screen | None:
    """What a card is played on, where the place says that it is one's card that is being played."""
    match place:
        case (what, card, *targets) if what == CAST:
            return _targets(terms, sight, card, targets, page)
        case _:
            return None


def _first(terms: Terms, sight: Sight) -> Screen:
    now, later = tuple(sight.of(Cast)), tuple(sight.of(Instruct))
    playable = dict.fromkeys((*(action.card for action in now), *(action.card for action in later)))
    if not playable:
        return _nothing_fits(terms, sight)
    after = {action.card for action in later}
    lines = [*fight_told(terms, sight.view), inline.purse(terms, sight)]
    lines += [inline.card(terms, card, card in after) for card in playable]
    playing = [*_cards(terms, sight, now)]
    playing += [
        Press(at(WORD, card), terms.say("panel.word-for", card=terms.card(card)), style="main")
        for card in dict.fromkeys(action.card for action in later)
    ]
    rows: list[Row] = []
    if len(playing) > BUTTONS_A_ROW:
        rows.append(lists(terms, terms.say("panel.cast-which"), playing, 0, ()))
    else:
        rows.append(tuple(playing))
    passing = [sight.press(action) for action in sight.of(Wait, Pass)]
    return Screen(headed(terms, sight, listed(lines)), (*rows, *in_rows(passing)), board(sight))


def _nothing_fits(terms: Terms, sight: Sight) -> Screen:
    """Nothing to play: everybody is asked all the same, so that nobody's hand is known by that (B13.1)."""
    view = sight.view
    assert view.window is not None, "a window is open"
    begun = view.combat is not None and not view.combat.dice and view.active == sight.seat and not view.combat.outer
    lines = () if begun else fight_told(terms, view)
    head = terms.say("panel.none-fits", moment=moment(terms, view.window.timings))
    row = (sight.press(Pass(NOW)), sight.press(Pass(MINE), style="good"))
    others = tuple(sight.press(action) for action in sight.of(Wait, Pass) if action not in (Pass(NOW), Pass(MINE)))
    return Screen("\n".join((head, *lines)), (row,), board(sight), others)


def _cards(terms: Terms, sight: Sight, now: Sequence[Cast]) -> Iterator[Press]:
    """A press for each card: on its one target at once, else to the list of its targets."""
    for card in dict.fromkeys(action.card for action in now):
        ways = [action for action in now if action.card == card]
        if len(ways) == 1:
            yield sight.press(ways[0], inline.price(terms, card), style="main")
        else:
            label = terms.say("panel.cast-on", card=inline.price(terms, card))
            yield Press(at(CAST, card), label, style="main")


def _targets(terms: Terms, sight: Sight, card: str, chosen: Sequence[str], page: int) -> Screen | None:
    """The next target of a card, those `chosen` standing; the last of them plays it."""
    here = len(chosen)
    ways = [a for a in sight.of(Cast) if a.card == card and a.targets[:here] == tuple(chosen) and len(a.targets) > here]
    whole = [a for a in sight.of(Cast) if a.card == card and a.targets == tuple(chosen) and chosen]
    if not ways:
        return None
    presses = [sight.press(action, terms.say("panel.that-is-all")) for action in whole]
    for target in dict.fromkeys(action.targets[here] for action in ways):
        found = [action for action in ways if action.targets[here] == target]
        named = inline.at(terms, sight.view, target)
        if len(found) == 1:
            rest = found[0].targets[here + 1 :]
            label = (
                named
                if not rest
                else terms.say("panel.target-and", first=named, rest=inline.units(terms, sight.view, rest))
            )
            presses.append(sight.press(found[0], label))
        else:
            presses.append(Press(at(CAST, card, *chosen, target), named))
    about = terms.say("panel.cast-target", card=terms.card(card))
    text = "\n".join((f"**{about}**", inline.card(terms, card)))
    menu = lists(terms, about, presses, page, (CAST, card, *chosen))
    look = Look(focus=chosen[-1] if chosen else "", actions=tuple(ways))
    return Screen(text, (menu,), ((BOARD, look),))


def _word(terms: Terms, sight: Sight, card: str, chosen: Sequence[str]) -> Screen | None:
    """From which damage on a card is played after the roll; before that on whom, where it can be chosen."""
    ways = [a for a in sight.of(Instruct) if a.card == card and a.targets[: len(chosen)] == tuple(chosen)]
    if not ways:
        return None
    longer = [action for action in ways if len(action.targets) > len(chosen)]
    text = "\n".join((f"**{terms.say('panel.word-title', card=terms.card(card))}**", inline.card(terms, card)))
    if longer and len({action.targets for action in longer}) > 1:
        targets = dict.fromkeys(action.targets[len(chosen)] for action in longer)
        presses = [Press(at(WORD, card, *chosen, target), inline.at(terms, sight.view, target)) for target in targets]
        return Screen(text, (lists(terms, terms.say("panel.cast-target", card=terms.card(card)), presses, 0, ()),))
    presses = [sight.press(action, _from(terms, action.least)) for action in ways]
    return Screen(text, in_rows(presses))


def _from(terms: Terms, least: int) -> str:
    """From which damage on: a card that holds off none may be wanted in any case."""
    return terms.say("panel.least", number=least) if least else terms.say("panel.in-any-case")
