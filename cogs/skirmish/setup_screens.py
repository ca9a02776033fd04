"""The screens before the first turn: halves, draft, muster, the lore deck, deployment, opening hands (B4, B15, B16)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from cogs.house.kit import Further, Look
from cogs.screen import Field, Filled, Form, Menu, Press, Row, Screen, Sight, at, in_rows, run
from cogs.screen import form as opens
from cogs.skirmish import armies, told, wishes
from cogs.skirmish.framing import HAND, MUSTER, acts, board, ending, headed, listed, lists, own_of, paged
from cogs.skirmish.suggested import suggesting
from cogs.skirmish.terms import Terms
from engine.core import Illegal
from engine.skirmish import outlook
from engine.skirmish.actions import Back, Buy, ChooseHalf, Discard, Done, Draft, Lift, Pass, Place, Sell, Swap
from engine.skirmish.view import View

PLACES, LIFTS, AWAY, HALF = "place", "lift", "away", "half"
OUT, INTO = "out", "into"
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
            lines = (f"- {told.half(terms, sight.view, action.half)}" for action in halves)
            looks = tuple(
                Press(at(HALF, action.half), terms.say("panel.look-at", half=terms.half(action.half)))
                for action in halves
            )
            keeps = tuple(sight.press(action, style="main") for action in halves)
            return Screen(headed(terms, sight, listed(lines)), (looks, keeps))
        case (what, half) if what == HALF and (kept := [action for action in halves if action.half == half]):
            picture = (HALF, Look(focus=half))
            return Screen(told.half(terms, sight.view, half), (tuple(map(sight.press, kept)),), (picture,))
        case _:
            return None


def drafting(terms: Terms, sight: Sight) -> Screen | None:
    """Neutral units to take, or to pass (B15)."""
    if sight.place or not acts(sight):
        return None
    pool = Counter(sight.view.pool)
    lines = [told.kind(terms, kind) for kind in pool]
    return Screen(headed(terms, sight, listed(lines)), in_rows([sight.press(a) for a in sight.of(Draft, Pass)]))


def preparing(terms: Terms, sight: Sight) -> Screen | None:
    """The stage that the seat has come to."""
    made = STAGES.get(own_of(sight).stage) if acts(sight) else None
    return made(terms, sight) if made else None


def form(terms: Terms, sight: Sight) -> Form | None:
    """The form of a stage: an army or a deployment in one line, or the whole change of the lore deck."""
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


# --- muster ---


def _muster(terms: Terms, sight: Sight) -> Screen | None:
    """What can be bought, what was, what is left; whole armies by one press, or in one line."""
    if sight.place == (DONE,):
        return _unspent(terms, sight)
    if sight.place:
        return None
    own, kinds = own_of(sight), sight.view.rules.tables.kinds
    had = Counter(own.bought)
    lines = [
        terms.say("panel.army", units=terms.units(own.bought)) if own.bought else terms.say("panel.no-army"),
        *(
            terms.say("panel.shop", told=told.kind(terms, kind), had=had[kind], most=had[kind] + left)
            for kind, left in outlook.shop(sight.view).items()
        ),
    ]
    buying = [
        sight.press(a, terms.say("panel.buy", unit=terms.unit(a.unit), cost=kinds[a.unit].cost)) for a in sight.of(Buy)
    ]
    selling = [sight.press(a, terms.say("panel.sell", unit=terms.unit(a.unit))) for a in sight.of(Sell)]
    rows: list[Row] = [*in_rows(buying), *in_rows(selling)]
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
        rows.append(Menu(terms.say("panel.whole-army"), tuple(presses)))
    closing = tuple(_closing(terms, sight, "panel.army-done"))
    if unspent(sight):
        closing = (Press(at(DONE), terms.say("panel.army-done"), style="plain"),)
    last = [Press(opens(wishes.ARMY), terms.say("panel.write-army")), *closing]
    return Screen(headed(terms, sight, listed(lines)), (*rows, tuple(last)), MUSTER)


def unspent(sight: Sight) -> bool:
    """Whether the muster could be closed while there is still something that could be bought."""
    return own_of(sight).stage == "muster" and any(sight.of(Done)) and any(sight.of(Buy))


def _unspent(terms: Terms, sight: Sight) -> Screen | None:
    """The muster is to be closed with points left."""
    if not unspent(sight):
        return None
    own = own_of(sight)
    said = terms.say("panel.points-forgotten", number=own.points, units=terms.units(own.bought))
    return Screen(said, (tuple(_closing(terms, sight, "panel.close-anyway")),), MUSTER)


# --- the lore deck ---


def _deck(terms: Terms, sight: Sight) -> Screen | None:
    """The deck, what comes on top of it, what may come in, what was changed; the whole change is one form."""
    if sight.place:
        return None
    own, top = own_of(sight), outlook.set_apart(sight.view)
    lines = [
        terms.say("panel.deck", cards=terms.cards(own.deck)),
        *([terms.say("panel.deck-top", card=told.price(terms, top))] if top else []),
        terms.say("panel.deck-available", cards=told.priced(terms, outlook.available(sight.view))),
    ]
    if own.swaps:
        swaps = (terms.say("panel.swap", out=terms.card(out), into=terms.card(into)) for out, into in own.swaps)
        lines.append(terms.say("panel.swaps", swaps=terms.words.listing(swaps, "semicolon")))
    change = Press(opens(wishes.DECK), terms.say("panel.change-deck"))
    done = _closing(terms, sight, "panel.deck-changed" if own.swaps else "panel.deck-stays")
    last = [*([change] if own.swaps or any(sight.of(Swap)) else []), *done, *_back_to(sight)]
    return Screen(headed(terms, sight, listed(lines)), (tuple(last),))


def _change(terms: Terms, sight: Sight) -> Form:
    """Cards that go and cards that come, the present change chosen beforehand; as many of both."""
    own, most = own_of(sight), sight.view.rules.tables.most_swaps
    gone, come = (tuple(pair[at] for pair in own.swaps) for at in (0, 1))
    core = Counter(gone) + Counter(outlook.removable(sight.view))
    reserve = Counter(come) + Counter(outlook.available(sight.view))
    fields = (
        _cards(terms, sight, OUT, core, gone, most),
        _cards(terms, sight, INTO, reserve, come, most),
    )

    def makes(filled: Filled) -> str:
        out, into = ([value.partition(".")[0] for value in filled.get(name, ())] for name in (OUT, INTO))
        return _towards(sight, wishes.DECK, *wishes.change(sight.view, out, into))

    return Form(terms.say("panel.change-title"), fields, makes)


def _cards(terms: Terms, sight: Sight, name: str, cards: Counter[str], before: Sequence[str], most: int) -> Field:
    """A list of cards, each copy an option of its own: `keen_eyes.1`."""
    lore, chosen = sight.view.rules.tables.lore, Counter(before)
    options, ticked = [], []
    for card in sorted(cards, key=list(lore).index):
        for copy in range(1, cards[card] + 1):
            value = f"{card}.{copy}"
            options.append(Press(value, told.price(terms, card), note=terms.text(card)))
            if copy <= chosen[card]:
                ticked.append(value)
    return Field(name, terms.say(f"panel.change-{name}"), tuple(options), least=0, most=most, before=tuple(ticked))


def _closing(terms: Terms, sight: Sight, label: str) -> Iterator[Press]:
    """The end of a stage, greyed with its reason while that may not be.

    It says which stage it closes: whoever presses it twice by mistake must not close the next one, too.
    """
    if any(sight.of(Done)):
        yield Press(run(CLOSE, own_of(sight).stage), terms.say(label), style="good")
    else:
        yield from ending(sight, terms.say(label))


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


def _deploy(terms: Terms, sight: Sight) -> Screen | None:
    """Where each unit goes: a list of hexes for a kind, as many at once as there are of it; all as suggested."""
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
    stand = (terms.say("panel.stands", unit=terms.unit(unit), hex=hex_) for unit, hex_ in own.placed)
    lines = [
        terms.say("panel.to-place", units=terms.units(left.elements())) if left else terms.say("panel.all-placed"),
        *([terms.say("panel.placed", units=terms.words.listing(stand, "comma"))] if own.placed else []),
    ]
    rows: list[Row] = []
    if kind:
        options = [
            sight.press(action, action.hex, note=terms.terrain(sight.view.terrain(action.hex)))
            for action in sight.of(Place)
            if action.unit == kind
        ]
        about = terms.say("panel.place-where", number=left[kind], unit=terms.unit(kind))
        rows.append(lists(terms, about, options, page, (PLACES, kind), left[kind]))
        others = [
            Press(at(PLACES, one), terms.say("panel.place-other", unit=terms.unit(one), number=left[one]))
            for one in left
            if one != kind
        ]
        rows += in_rows(others)
    last = [*suggesting(terms, sight, terms.say("panel.deploy-suggested"))]
    last += [Press(opens(wishes.FIELD), terms.say("panel.write-field"))]
    if own.placed:
        last.append(Press(at(LIFTS), terms.say("panel.lift")))
    rows.append((*last, *_back_to(sight)))
    rows.append(tuple(_closing(terms, sight, "panel.deploy-done")))
    return Screen(headed(terms, sight, *lines), tuple(rows), board(sight, Place))


def _lifting(terms: Terms, sight: Sight) -> Screen | None:
    """Which unit is taken up again."""
    kinds = {hex_: kind for kind, hex_ in own_of(sight).placed}
    presses = [
        sight.press(action, terms.say("panel.stands", unit=terms.unit(kinds[action.hex]), hex=action.hex))
        for action in sight.of(Lift)
    ]
    if not presses:
        return None
    about = terms.say("panel.lift-which")
    return Screen(f"**{about}**", (lists(terms, about, presses, 0, (LIFTS,), len(presses)),), board(sight))


def _placed_line(terms: Terms, sight: Sight) -> str:
    """What is deployed, as it can be typed."""
    hexes: dict[str, list[str]] = {}
    for kind, hex_ in own_of(sight).placed:
        hexes.setdefault(kind, []).append(hex_)
    return ", ".join(f"{terms.unit(kind)} {' '.join(found)}" for kind, found in hexes.items())


# --- opening hands ---


def discarding(terms: Terms, sight: Sight) -> Screen | None:
    """What is put away of the opening hands: the command cards of a list, then the lore card (B4.7)."""
    ways = tuple(sight.of(Discard))
    if not ways:
        return None
    own = own_of(sight)
    match sight.place:
        case ():
            pairs = dict.fromkeys(action.commands for action in ways)
            lines = [
                terms.say("panel.your-commands"),
                *(told.card(terms, card) for card in dict.fromkeys(own.commands)),
                terms.say("panel.your-lore"),
                *(told.card(terms, card) for card in dict.fromkeys(own.hand)),
            ]
            presses = [Press(at(AWAY, ",".join(pair)), terms.cards(pair)) for pair in pairs]
            rows: list[Row] = [lists(terms, terms.say("panel.away-commands"), presses, 0, ())]
            if best := tuple(suggesting(terms, sight, terms.say("panel.away-suggested"))):
                rows.append(best)
            return Screen(headed(terms, sight, listed(lines)), tuple(rows), HAND)
        case (what, chosen) if what == AWAY:
            commands = tuple(chosen.split(","))
            found = [action for action in ways if action.commands == commands]
            if not found:
                return None
            presses = [sight.press(a, terms.say("panel.away", cards=terms.cards(a.lore))) for a in found]
            said = terms.say("panel.away-lore", cards=terms.cards(commands))
            lines = [told.card(terms, card) for card in dict.fromkeys(own.hand)]
            return Screen("\n".join((f"**{said}**", listed(lines))), in_rows(presses), HAND)
        case _:
            return None


STAGES: Mapping[str, Callable[[Terms, Sight], Screen | None]] = {"muster": _muster, "lore": _deck, "deploy": _deploy}
"""The screens by the stage of the preparations."""
