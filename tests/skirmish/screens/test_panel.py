"""The private panel in the positions that games come to: within Discord's limits, all in reach, and nothing else."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from cogs.face import limits
from cogs.face.presses import THEN, Sign, parse, run
from cogs.face.screen import Menu, Press, Screen, Sight
from cogs.house.values.sender import OPEN
from cogs.house.words.words import Words, languages
from cogs.interactions.components import modal, panel
from cogs.skirmish.screens import screens
from cogs.skirmish.words import wishes
from cogs.skirmish.words.labels import label
from cogs.skirmish.words.terms import Terms
from engine.core import CHANCE, Drawn, Seat
from engine.skirmish.actions import Concede, Discard, EndAsDraw, Swap, Unswap
from engine.skirmish.ruleset import SKIRMISH
from engine.skirmish.state import Side, State
from engine.values import replace

NAMES = {Seat(0): "Ann", Seat(1): "Ben"}
GRAVE = (Concede, EndAsDraw)
PANELS = 300
"""A panel has no more places than this."""

BOLD, TEXT, BUTTON, ROWS = 90, 400, 34, 3
"""Characters of the line that says what to do, of all that stands above the list of choices, of a button; and rows of
buttons: more does not fit a phone beside the picture."""

WHOLE = 1900
"""A panel of more characters would be sent in two messages."""

PHASES = {
    "preparing:muster", "preparing:lore", "preparing:deploy", "discarding", "commanding", "ordering", "moving",
    "attacking", "fighting:commit", "fighting:counter", "fighting:advance", "window", "window:roll", "window:commit",
    "scoring", "placing", "learning", "trimming",
}  # fmt: skip
"""What a game of Thunderclap comes to sooner or later."""


def sight(terms: Terms, state: State, seat: Seat, place: str = "") -> Sight:
    """What a screen of a place in the panel of a seat is made of."""
    view = SKIRMISH.view(state, seat)
    return Sight(
        view=view,
        seat=seat,
        names=NAMES,
        plain=NAMES,
        actions=tuple(SKIRMISH.legal(state, seat)),
        place=tuple(place.removeprefix(place[:1]).split()),
        line=SKIRMISH.notation.line,
        label=lambda action: label(terms, action, view, NAMES),
        emoji=lambda action: "",
        steps=lambda action: (),
        illegal=lambda action: SKIRMISH.refusal(state, seat, action),
        advised=True,
    )


@dataclass(frozen=True)
class Position:
    """A moment of a game at which a seat must decide; `kind` is its phase with its stage or its step."""

    state: State
    seat: Seat
    kind: str


def positions(seed: int, most: int, **options: str) -> Iterator[Position]:
    """The positions of a game in which everybody decides as it comes, but seldom takes anything back."""
    whims, state = random.Random(seed), SKIRMISH.new_game(2, options)
    for _ in range(most):
        if (wanted := SKIRMISH.wants(state)) is not None:
            sides = range(1, wanted.sides + 1)
            thrown = whims.sample(sides, wanted.count) if wanted.distinct else whims.choices(sides, k=wanted.count)
            state, _ = SKIRMISH.apply(state, CHANCE, Drawn(tuple(thrown)))
            continue
        waiting = sorted(SKIRMISH.awaiting(state))
        if not waiting:
            return
        yield from (Position(state, seat, kind(state, seat)) for seat in waiting)
        seat = whims.choice(waiting)
        able = [action for action in SKIRMISH.legal(state, seat) if not isinstance(action, GRAVE)]
        weights = [0.3 if type(action).__name__ in ("Back", "Sell", "Lift", "Unswap", "Done") else 1 for action in able]
        state, _ = SKIRMISH.apply(state, seat, whims.choices(able, weights)[0])


def kind(state: State, seat: Seat) -> str:
    view = SKIRMISH.view(state, seat)
    assert view.own is not None
    return ":".join(filter(None, (view.phase, view.own.stage if view.phase == "preparing" else view.step)))


def looked_at(seed: int, each: int, most: int, **options: str) -> Iterator[Position]:
    """Some positions of a game, with the first ones of each kind."""
    kinds = Counter[str]()
    for number, position in enumerate(positions(seed, most, **options)):
        kinds[position.kind] += 1
        if number % each == 0 or kinds[position.kind] <= 2:
            yield position


def crawled(terms: Terms, position: Position) -> set[str]:
    """Presses everything that leads on in a panel; the lines that are offered."""
    state, seat = position.state, position.seat
    lines, waiting, seen = set[str](), [""], set[str]()
    while waiting:
        where = waiting.pop()
        if where in seen:
            continue
        seen.add(where)
        assert len(seen) < PANELS, "a panel leads in circles"
        screen = screens.screen(terms, sight(terms, state, seat, where))
        assert screen is not None, f"{where!r} leads nowhere in {position.kind}"
        _within_limits(screen, where)
        for press in screen.presses():
            assert press.label.strip(), f"{press.carries} says nothing"
            assert str(parse(press.carries)) == press.carries
            if press.off:
                continue
            if press.carries.startswith(Sign.PLACE):
                waiting.append(press.carries)
            elif press.carries.startswith(Sign.FORM):
                form = screens.form(terms, sight(terms, state, seat, press.carries))
                assert form is not None, f"{press.carries} opens nothing"
                assert limits.modal(modal(1, 1, press.carries, form).to_dict()) == ()
            elif press.carries.startswith(Sign.RUN):
                further = screens.run(sight(terms, state, seat, press.carries))
                assert further is not None, f"{press.carries} runs nowhere"
                step: Any = further(SKIRMISH.view(state, seat), tuple(SKIRMISH.legal(state, seat)))
                assert step is not None, f"{press.carries} does nothing"
                lines.add(SKIRMISH.notation.line(step))
            else:
                lines |= set(press.carries.split(THEN))
    return lines


def _within_limits(screen: Screen, where: str) -> None:
    view = panel(1, 1, screen.rows, (Press(OPEN, "Back"),), here=where)
    assert limits.message(limits.sent(screen.text, view, ())) == ()
    assert len(screen.text) <= WHOLE
    first, *others = screen.text.split("\n")
    assert first.startswith("**"), first
    assert first.endswith("**"), first
    assert len(first.strip("*")) <= BOLD, first
    said = [line for line in (first, *others) if not line.startswith("- ")]
    assert len("\n".join(said)) <= TEXT, said
    buttons = [row for row in screen.rows if not isinstance(row, Menu)]
    assert len(buttons) <= ROWS, f"{len(buttons)} rows of buttons"
    assert [press.label for row in buttons for press in row if len(press.label) > BUTTON] == []


@pytest.mark.parametrize(
    ("seeds", "each", "most"), [((1, 2), 97, 1500), pytest.param(range(3, 12), 7, 4000, marks=pytest.mark.deep)]
)
def test_every_legal_action_is_within_reach_and_nothing_else(seeds: Sequence[int], each: int, most: int) -> None:
    terms, kinds = Terms(Words("en")), set[str]()
    for seed in seeds:
        for options in ({}, {"scenario": "free"}):
            for position in looked_at(seed, each, most, **options):
                kinds.add(position.kind)
                legal = tuple(SKIRMISH.legal(position.state, position.seat))
                # The whole change of the lore deck is one form, and so is what is discarded of the opening hands.
                formed = (Discard,) if position.kind == "discarding" else (Swap, Unswap)
                wanted = {SKIRMISH.notation.line(a) for a in legal if not isinstance(a, (*GRAVE, *formed))}
                # beside them a button gives the plans that the set-up proposes, which are no action
                found = {line for line in crawled(terms, position) if not line.startswith(Sign.ORDERING)}

                assert found >= wanted, position.kind
                assert found <= {SKIRMISH.notation.line(a) for a in legal}, position.kind
    assert kinds >= PHASES | {"choosing", "drafting"}


@pytest.mark.parametrize("language", ["de", "ru"])
def test_the_panel_keeps_to_its_room_in_every_language(language: str) -> None:
    terms, kinds = Terms(Words(language)), set[str]()
    for position in looked_at(1, 10**9, 1500):
        if position.kind not in kinds:
            kinds.add(position.kind)
            crawled(terms, position)


def test_a_step_is_done_as_suggested_and_closed_in_one_press_and_no_further() -> None:
    """Orders and moves can be taken back, and so can their end; nothing that comes after is decided for anybody."""
    terms, done = Terms(Words("en")), set[str]()
    for position in positions(1, 900):
        if position.kind in ("ordering", "moving") and position.kind not in done:
            shown = screens.screen(terms, sight(terms, position.state, position.seat))
            assert shown is not None
            goes_on = run("suggested", position.kind)
            press = next((each for each in shown.presses() if each.carries == goes_on), None)
            if press is None:
                continue
            further, state, lines = (
                screens.run(sight(terms, position.state, position.seat, press.carries)),
                position.state,
                [],
            )
            assert further is not None
            while position.seat in SKIRMISH.awaiting(state):
                step: Any = further(SKIRMISH.view(state, position.seat), tuple(SKIRMISH.legal(state, position.seat)))
                if step is None:
                    break
                lines.append(SKIRMISH.notation.line(step))
                state, _ = SKIRMISH.apply(state, position.seat, step)
            done.add(position.kind)
            verb = "order" if position.kind == "ordering" else "move"
            assert len(lines) > 1
            assert all(line.startswith(f"{verb} ") for line in lines[:-1])
            assert lines[-1] == "done"
    assert done == {"ordering", "moving"}


def test_nothing_in_a_panel_tells_of_the_hand_of_the_other() -> None:
    """Of two games that differ in nothing but what the other holds both panels are the same (DESIGN 2.3)."""
    terms = Terms(Words("en"))
    for position in looked_at(2, 50, 1500):
        state, seat = position.state, position.seat
        other = state.side(Seat(1 - seat))
        if not other.hand or len(set(other.deck)) < len(other.hand):
            continue
        changed = state.with_side(Seat(1 - seat), _other_hand(other))

        assert _said(terms, state, seat) == _said(terms, changed, seat), position.kind


def test_that_one_side_is_ready_leaves_open_what_the_other_has_before_it() -> None:
    """A form that is being filled in must not be lost because somebody else has finished (B4.6)."""
    seen = 0
    for position in positions(1, 400, scenario="free"):
        waiting = SKIRMISH.awaiting(position.state)
        if len(waiting) == 2 and position.kind.startswith(("choosing", "preparing:deploy", "discarding")):
            for action in SKIRMISH.legal(position.state, position.seat):
                if isinstance(action, GRAVE):
                    continue
                after, _ = SKIRMISH.apply(position.state, position.seat, action)
                if len(SKIRMISH.awaiting(after)) == 1:
                    seen += 1
                    assert SKIRMISH.phase(after) == SKIRMISH.phase(position.state)
    assert seen


def test_a_stage_is_closed_once_however_often_its_button_is_pressed() -> None:
    terms = Terms(Words("en"))
    position = next(each for each in positions(1, 400) if each.kind == "preparing:lore")
    screen = screens.screen(terms, sight(terms, position.state, position.seat))
    assert screen is not None
    press = next(press for press in screen.presses() if press.label == "Keep deck")
    further = screens.run(sight(terms, position.state, position.seat, press.carries))
    assert further is not None

    step: Any = further(SKIRMISH.view(position.state, position.seat), ())
    assert step is not None
    after, _ = SKIRMISH.apply(position.state, position.seat, step)

    assert further(SKIRMISH.view(after, position.seat), ()) is None


@pytest.mark.parametrize("language", languages())
def test_the_card_that_comes_on_top_by_itself_is_told_and_not_offered(language: str) -> None:
    """B23.6: Crushing Force is among the Giant's cards, and not among those that can come in."""
    terms = Terms(Words(language))
    seen = 0
    for position in positions(1, 400):
        state, seat = position.state, position.seat
        if position.kind != "preparing:lore":
            continue
        card, uthuk = terms.card("crushing_force"), state.side(seat).faction == "uthuk"
        screen = screens.screen(terms, sight(terms, state, seat))
        change = screens.form(terms, sight(terms, state, seat, Sign.FORM + wishes.DECK))
        assert screen is not None
        assert change is not None
        offered = [option.carries for field in change.fields for option in field.options]
        assert ("brute_strength.1" in offered) == uthuk
        assert not any(value.startswith("crushing_force") for value in offered)
        assert (f"{card} (3)" in screen.text) == uthuk
        assert screen.text.count(card) == uthuk
        seen += uthuk
    assert seen


def _other_hand(side: Side) -> Side:
    """The side with other cards in hand, and the same decks as far as everybody knows."""
    count = len(side.hand)
    return replace(side, hand=side.deck[:count], deck=(*side.hand, *side.deck[count:]))


def _said(terms: Terms, state: State, seat: Seat) -> tuple[str, list[tuple[str, str, str, bool]]] | None:
    screen = screens.screen(terms, sight(terms, state, seat))
    if screen is None:
        return None
    return screen.text, [(press.carries, press.label, press.note, press.off) for press in screen.presses()]
