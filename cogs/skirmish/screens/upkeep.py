"""The screens of the upkeep and of hidden cards: looking, revealing, placing, the Lore Step (B5.4, B5.5, B14, B23)."""

from __future__ import annotations

from cogs.face.screen import BUTTONS_A_ROW, Row, Screen, Sight, in_rows
from cogs.skirmish.screens.framing import HAND, acts, board, headed, listed, lists, own_of, paged
from cogs.skirmish.words import inline
from cogs.skirmish.words.terms import Terms
from engine.skirmish.actions import Discard, Keep, Learn, Peek, Place, Reveal, Stay
from engine.skirmish.board import distance


def scoring(terms: Terms, sight: Sight) -> Screen | None:
    """Whether to pay for a look at a hidden card, and what was seen by now (B23.12)."""
    if sight.place or not acts(sight):
        return None
    seen = own_of(sight).peeked
    known = (terms.say("panel.seen", hex=hex_, unit=terms.unit(kind)) for hex_, kind in seen)
    left = (terms.say("panel.left", number=number, unit=terms.unit(kind)) for kind, number in sight.view.hidden_left)
    lines = [
        inline.purse(terms, sight),
        terms.say("panel.cards-left", cards=terms.words.listing(left, "comma")),
        *([terms.say("panel.peeked", cards=terms.words.listing(known, "comma"))] if seen else []),
    ]
    looking = [sight.press(action) for action in sight.of(Peek)]
    without = [sight.press(action) for action in sight.of(Stay)]
    return Screen(headed(terms, sight, *lines), in_rows([*looking, *without]), board(sight, Peek))


def revealing(terms: Terms, sight: Sight) -> Screen | None:
    """Which card is revealed first (B23.13)."""
    ways = [sight.press(action) for action in sight.of(Reveal)]
    if sight.place or not ways:
        return None
    return Screen(headed(terms, sight), in_rows(ways), board(sight, Reveal))


def placing(terms: Terms, sight: Sight) -> Screen | None:
    """Where a unit comes onto the field: beside the card that showed it, or as near as can be (B23.16)."""
    place, page = paged(sight.place)
    ways = list(sight.of(Place))
    if place or not ways:
        return None
    _, around = sight.view.placing
    presses = [
        sight.press(action, action.hex, note=terms.terrain(sight.view.terrain(action.hex)))
        for action in sorted(ways, key=lambda action: distance(action.hex, around))
    ]
    row: Row = lists(terms, terms.say("panel.place-here"), presses, page, ())
    return Screen(headed(terms, sight), (row,), board(sight, Place))


def learning(terms: Terms, sight: Sight) -> Screen | None:
    """The three ways of the Lore Step, then which of two cards is kept (B5.5)."""
    if sight.place or not acts(sight):
        return None
    drawn = own_of(sight).drawn
    lines = [inline.card(terms, card) for card in dict.fromkeys(drawn)] if drawn else [inline.purse(terms, sight)]
    ways = [sight.press(action, style="main") for action in sight.of(Learn, Keep)]
    return Screen(headed(terms, sight, listed(lines)), in_rows(ways), HAND)


def trimming(terms: Terms, sight: Sight) -> Screen | None:
    """Which lore card is put away (B5.5)."""
    ways = [sight.press(action) for action in sight.of(Discard)]
    if sight.place or not ways:
        return None
    few = len(ways) <= BUTTONS_A_ROW
    rows: tuple[Row, ...] = (tuple(ways),) if few else (lists(terms, terms.say("panel.which"), ways, 0, ()),)
    return Screen(headed(terms, sight), rows, HAND)
