"""The screens before the first turn: halves, draft, army, lore deck, deployment, opening hands (B4, B15, B16)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from cogs.face.presses import at, run
from cogs.face.presses import form as opens
from cogs.face.screen import Field, Filled, Form, Press, Row, Screen, Sight, in_rows
from cogs.house.game.game_types import Further
from cogs.house.game.pictures import Look
from cogs.skirmish.screens.framing import HAND, MUSTER, acts, board, headed, listed, lists, own_of, paged
from cogs.skirmish.screens.orders_panel import proposing
from cogs.skirmish.screens.suggested import setting_up, suggesting
from cogs.skirmish.words import armies, inline, wishes
from cogs.skirmish.words.terms import Terms
from engine.core import Illegal
from engine.skirmish import outlook
from engine.skirmish.actions import Back, Buy, ChooseHalf, Discard, Done, Draft, Lift, Pass, Place, Sell, Swap
from engine.skirmish.view import View

PLACES, LIFTS, AWAY, HALF = "place", "lift", "away", "half"
OUT, INTO, COMMANDS, LORE = "out", "into", "commands", "lore"
TYPED, CLOSE, DONE = "typed", "close", "done"
ROOM = 300
"""Characters of an army or a deployment in one line."""


def choosing(terms: Terms, sight: Sight) -> Screen | None:
    """Which half of the map to keep: each in words, and on a picture of its own (B4.2)."""
    halves = tuple(sight.of(ChooseHalf))
    if not halves:
        return None
    match sight.place:
        case ():
            lines = (f"- {inline.half(terms, sight.view, action.half)}" for action in halves)
            looks = tuple(
                Press(at(HALF, action.half), terms.say("panel.look-at", half=terms.half(action.half)))
                for action in halves
            )
            keeps = tuple(sight.press(action, style="main") for action in halves)
            return Screen(headed(terms, sight, listed(lines)), (looks, keeps))
        case (what, half) if what == HALF and (kept := [action for action in halves if action.half == half]):
            picture = (HALF, Look(focus=half))
            text = headed(terms, sight, f"- {inline.half(terms, sight.view, half)}")
            return Screen(text, (tuple(map(sight.press, kept)),), (picture,))
        case _:
            return None


def drafting(terms: Terms, sight: Sight) -> Screen | None:
    """Neutral units to take, or to pass (B15)."""
    if sight.place or not acts(sight):
        return None
    pool = Counter(sight.view.pool)
    lines = [inline.kind(terms, kind) for kind in pool]
    return Screen(headed(terms, sight, listed(lines)), in_rows([sight.press(a) for a in sight.of(Draft, Pass)]))


def preparing(terms: Terms, sight: Sight) -> Screen | None:
    """The stage that the seat has come to."""
    made = STAGES.get(own_of(sight).stage) if acts(sight) else None
    return made(terms, sight) if made else None


def form(terms: Terms, sight: Sight) -> Form | None:
    """The form of a stage: an army or a deployment in one line, a change of the lore deck, what is discarded."""
    if sight.view.phase == "discarding":
        return _away(terms, sight) if sight.place == (AWAY,) else None
    match sight.place, own_of(sight).stage:
        case (wishes.ARMY,), "muster":
            before = ", ".join(f"{number} {terms.unit(kind)}" for kind, number in Counter(own_of(sight).bought).items())
            return _line(terms, sight, wishes.ARMY, before, wishes.army)
        case (wishes.FIELD,), "deploy":
            return _line(terms, sight, wishes.FIELD, _placed_line(terms, sight), wishes.field)
        case (wishes.DECK,), "lore":
            return _change(terms, sight)
        case _:
            return None


def _line(
    terms: Terms, sight: Sight, what: str, before: str, meant: Callable[[Terms, View, str], tuple[str, ...]]
) -> Form:
    """A form with one line to type a wish in."""
    about = terms.say(f"panel.{what}-about")
    field = Field(TYPED, terms.say(f"panel.{what}-label"), about=about, before=(before,) if before else (), room=ROOM)

    def makes(filled: Filled) -> str:
        return _towards(sight, what, *meant(terms, sight.view, " ".join(filled.get(TYPED, ()))))

    return Form(terms.say(f"panel.{what}-title"), (field,), makes)


SAME: Mapping[str, Callable[[], Illegal]] = {
    wishes.ARMY: lambda: Illegal("wish-same-army"),
    wishes.DECK: lambda: Illegal("wish-same-deck"),
    wishes.FIELD: lambda: Illegal("wish-same-field"),
}
"""Why nothing is done where a wish is fulfilled already."""


def _towards(sight: Sight, *wish: str) -> str:
    """What a press carries that fulfils a wish. Raises Illegal `wish-same-army` and the like where it is so already."""
    further = wishes.towards(wish)
    if further is None or further(sight.view, sight.actions) is None:
        raise SAME[wish[0]]()
    return run(*wish)


def _aims(terms: Terms, sight: Sight) -> Iterator[str]:
    """Who one is and how one wins, on the first screen that a seat has."""
    if any(sight.of(Back)):
        return
    scenario = sight.view.rules.scenario
    if scenario is None:
        yield terms.say("panel.goal-free", points=terms.tables.field.victory_points)
        return
    points = max(scenario.special.wins_at.values())
    cards = max(number for kinds in scenario.special.wins_by_cards.values() for number in kinds.values())
    faction = sight.view.side(sight.seat).faction
    yield terms.say(f"panel.goal-{scenario.id}-{faction}", points=points, cards=cards)


# --- the army ---


def _muster(terms: Terms, sight: Sight) -> Screen | None:
    """What can be bought and what was; all of the set-up by one press, a whole army by another, or in one line."""
    if sight.place == (DONE,):
        return _unspent(terms, sight)
    if sight.place:
        return None
    own = own_of(sight)
    had = Counter(own.bought)
    lines = [*_aims(terms, sight)]
    if own.bought:
        lines.append(terms.say("panel.army", units=terms.units(own.bought)))
    rows: list[Row] = []
    if sight.advised and not own.bought:
        whole = armies.armies(sight.view)
        presses = [
            Press(
                run(wishes.ARMY, *wishes.said(army)),
                terms.say(f"panel.army-{name}"),
                note=terms.units(Counter(army).elements()),
            )
            for name, army in whole.items()
        ]
        rows.append(lists(terms, terms.say("panel.whole-army"), presses, 0, ()))
    if buying := [sight.press(a, terms.unit(a.unit), note=_offer(terms, sight, a.unit, had)) for a in sight.of(Buy)]:
        rows.append(lists(terms, terms.say("panel.buy"), buying, 0, (), len(buying)))
    if selling := [sight.press(a, terms.unit(a.unit)) for a in sight.of(Sell)]:
        rows.append(lists(terms, terms.say("panel.sell"), selling, 0, (), len(selling)))
    closing = tuple(_closing(terms, sight, "panel.army-done"))
    if unspent(sight):
        closing = (Press(at(DONE), terms.say("panel.army-done"), style="plain"),)
    ready = () if own.bought else setting_up(terms, sight, "panel.set-up")
    rows.append((*ready, *closing, Press(opens(wishes.ARMY), terms.say("panel.write-army"))))
    return Screen(headed(terms, sight, *lines), tuple(rows), MUSTER)


def _offer(terms: Terms, sight: Sight, kind: str, had: Mapping[str, int]) -> str:
    """What a kind costs and can, and how many of it are taken."""
    left = outlook.shop(sight.view).get(kind, 0)
    taken = had.get(kind, 0)
    return terms.say("panel.shop", told=inline.figures(terms, kind), had=taken, most=taken + left)


def unspent(sight: Sight) -> bool:
    """Whether the muster could be closed while there is still something that could be bought."""
    return own_of(sight).stage == "muster" and any(sight.of(Done)) and any(sight.of(Buy))


def _unspent(terms: Terms, sight: Sight) -> Screen | None:
    """The muster is to be closed with points left."""
    if not unspent(sight):
        return None
    said = terms.say("panel.points-forgotten", number=own_of(sight).points)
    return Screen(f"**{said}**", (tuple(_closing(terms, sight, "panel.close-anyway")),), MUSTER)


# --- the lore deck ---


def _deck(terms: Terms, sight: Sight) -> Screen | None:
    """The deck is on the picture; in words what comes on top of it and what was changed. The change is one form."""
    if sight.place:
        return None
    own, top = own_of(sight), outlook.set_apart(sight.view)
    lines = [*_aims(terms, sight)]
    if top:
        lines.append(terms.say("panel.deck-top", card=inline.price(terms, top)))
    if own.swaps:
        swaps = (terms.say("panel.swap", out=terms.card(out), into=terms.card(into)) for out, into in own.swaps)
        lines.append(terms.say("panel.swaps", swaps=terms.words.listing(swaps, "semicolon")))
    change = Press(opens(wishes.DECK), terms.say("panel.change-deck"))
    done = _closing(terms, sight, "panel.deck-changed" if own.swaps else "panel.deck-stays")
    ready = () if own.swaps else setting_up(terms, sight, "panel.set-up-lore")
    last = [*ready, *done, *([change] if own.swaps or any(sight.of(Swap)) else []), *_back_to(sight)]
    return Screen(headed(terms, sight, *lines), (tuple(last),), MUSTER)


def _change(terms: Terms, sight: Sight) -> Form:
    """Cards that go and cards that come, the present change chosen beforehand; as many of both."""
    own, most = own_of(sight), sight.view.rules.tables.most_swaps
    gone, come = (tuple(pair[at] for pair in own.swaps) for at in (0, 1))
    core = Counter(gone) + Counter(outlook.removable(sight.view))
    reserve = Counter(come) + Counter(outlook.available(sight.view))
    fields = (
        _cards(terms, OUT, terms.say("panel.change-out"), core, (0, most), gone),
        _cards(terms, INTO, terms.say("panel.change-into"), reserve, (0, most), come),
    )

    def makes(filled: Filled) -> str:
        return _towards(sight, wishes.DECK, *wishes.change(sight.view, _chosen(filled, OUT), _chosen(filled, INTO)))

    return Form(terms.say("panel.change-title"), fields, makes)


def _cards(
    terms: Terms, name: str, about: str, cards: Counter[str], wanted: tuple[int, int], before: Sequence[str] = ()
) -> Field:
    """A list of cards of which so many are wanted, each copy an option of its own: `keen_eyes.1`."""
    tables, chosen = terms.tables, Counter(before)
    options, ticked = [], []
    for card in sorted(cards, key=[*tables.commands, *tables.lore].index):
        for copy in range(1, cards[card] + 1):
            value = f"{card}.{copy}"
            called = inline.price(terms, card) if card in tables.lore else terms.card(card)
            options.append(Press(value, called, note=terms.text(card)))
            if copy <= chosen[card]:
                ticked.append(value)
    least, most = wanted
    return Field(name, about, tuple(options), least=least, most=most, before=tuple(ticked))


def _chosen(filled: Filled, name: str) -> list[str]:
    """The cards that were chosen in a list of them."""
    return [value.partition(".")[0] for value in filled.get(name, ())]


def _closing(terms: Terms, sight: Sight, label: str) -> Iterator[Press]:
    """The end of a stage, once it may be.

    It says which stage it closes: whoever presses it twice by mistake must not close the next one, too.
    """
    if any(sight.of(Done)):
        yield Press(run(CLOSE, own_of(sight).stage), terms.say(label), style="good")


def closing(sight: Sight) -> Further | None:
    """The run that closes the stage that it names, and does nothing in another."""
    match sight.place:
        case (what, stage) if what == CLOSE and stage in STAGES:
            return lambda view, actions: Done() if view.own is not None and view.own.stage == stage else None
        case _:
            return None


def _back_to(sight: Sight) -> Iterator[Press]:
    return (sight.press(action) for action in sight.of(Back))


# --- deployment ---


def _hexes_for(terms: Terms, sight: Sight, left: Counter[str], kind: str, page: int) -> Iterator[Row]:
    """The hexes that units of a kind may be placed on, and the other kinds that are `left` to place."""
    options = [
        sight.press(action, action.hex, note=inline.ground(terms, sight.view, action.hex))
        for action in sight.of(Place)
        if action.unit == kind
    ]
    about = terms.say("panel.place-where", number=left[kind], unit=terms.unit(kind))
    yield lists(terms, about, options, page, (PLACES, kind), left[kind])
    others = [
        Press(at(PLACES, one), terms.say("several", unit=terms.unit(one), number=left[one]))
        for one in left
        if one != kind
    ]
    if others:
        yield lists(terms, terms.say("panel.place-other"), others, 0, ())


def _deploy(terms: Terms, sight: Sight) -> Screen | None:
    """Where each unit goes: a list of hexes for a kind, as many at once as there are of it; or all by one press."""
    place, page = paged(sight.place)
    left = Counter(outlook.to_place(sight.view))
    match place:
        case ():
            kind = next(iter(left), "")
        case (what, kind) if what == PLACES and left[kind]:
            pass
        case (what,) if what == LIFTS:
            return _lifting(terms, sight)
        case _:
            return None
    own = own_of(sight)
    lines = [*_aims(terms, sight)]
    if left:
        lines.append(terms.say("panel.to-place", units=terms.units(left.elements())))
    if own.placed:
        lines.append(terms.say("panel.placed", units=terms.units_at(own.placed)))
    rows = _hexes_for(terms, sight, left, kind, page) if kind else ()
    last = [*_closing(terms, sight, "panel.deploy-done")]
    if left:
        last += [*setting_up(terms, sight, "panel.set-up-deploy")]
        last += [*suggesting(terms, sight, terms.say("panel.deploy-suggested"))]
    last.append(Press(opens(wishes.FIELD), terms.say("panel.write-field")))
    if own.placed:
        last.append(Press(at(LIFTS), terms.say("panel.lift")))
    return Screen(headed(terms, sight, *lines), (*rows, (*last, *_back_to(sight))), board(sight, Place))


def _lifting(terms: Terms, sight: Sight) -> Screen | None:
    """Which unit is taken off again."""
    presses = [
        sight.press(action, terms.unit_at(kind, action.hex))
        for kind, hex_ in own_of(sight).placed
        for action in sight.of(Lift)
        if action.hex == hex_
    ]
    if not presses:
        return None
    about = terms.say("panel.lift-which")
    menu = lists(terms, terms.say("panel.lift"), presses, 0, (LIFTS,), len(presses))
    return Screen(f"**{about}**", (menu,), board(sight))


def _placed_line(terms: Terms, sight: Sight) -> str:
    """What is deployed, as it can be typed."""
    hexes: dict[str, list[str]] = {}
    for kind, hex_ in own_of(sight).placed:
        hexes.setdefault(kind, []).append(hex_)
    return ", ".join(f"{terms.unit(kind)} {' '.join(found)}" for kind, found in hexes.items())


# --- opening hands ---


def discarding(terms: Terms, sight: Sight) -> Screen | None:
    """The opening hand, which is on the picture: what is discarded of it is one form (B4.7)."""
    if sight.place or not any(sight.of(Discard)):
        return None
    row = (*suggesting(terms, sight, terms.say("panel.away-suggested")), Press(opens(AWAY), terms.say("panel.away")))
    plans = () if sight.orders else ((proposing(terms, sight),),)
    lines = [terms.say("panel.plans-proposed")] if plans else []
    return Screen(headed(terms, sight, *lines), (row, *plans), HAND)


def _away(terms: Terms, sight: Sight) -> Form | None:
    """Which cards are discarded of an opening hand."""
    ways = tuple(sight.of(Discard))
    if not ways:
        return None
    own, commands, lore = own_of(sight), len(ways[0].commands), len(ways[0].lore)
    held = Counter(own.commands), Counter(own.hand)
    fields = (
        _cards(terms, COMMANDS, terms.say("panel.away-commands"), held[0], (commands, commands)),
        _cards(terms, LORE, terms.say("panel.away-lore"), held[1], (lore, lore)),
    )

    def makes(filled: Filled) -> str:
        wanted = Counter(_chosen(filled, COMMANDS)), Counter(_chosen(filled, LORE))
        for action in ways:
            if (Counter(action.commands), Counter(action.lore)) == wanted:
                return sight.line(action)
        raise Illegal("discard-count", commands=commands, lore=lore)

    return Form(terms.say("panel.away-title"), fields, makes)


STAGES: Mapping[str, Callable[[Terms, Sight], Screen | None]] = {"muster": _muster, "lore": _deck, "deploy": _deploy}
"""The screens by the stage of the preparations."""
