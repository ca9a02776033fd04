"""A small game of hidden cards, to hold the house to the contract alone.

Each seat is dealt three cards. In his turn a seat may roll for points, take a card of another at random, and show a
card; he lays one or two cards face down, and `done` scores them. It ends when nobody has a card left.

Its options are there to be chosen: a `long` game begins with `stake 5`, or what is typed for it, and may have swaps.
With a `curfew`, an instant, the clock is asked after each turn and ends the game once it has passed.
"""

from __future__ import annotations

import random
import time
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cogs.house.game.kit import Deciding, Flow, Kit
from cogs.house.game.pictures import Look, PictureKind, Pictures
from cogs.house.game.telling import Chronicle, LogFormat, Question, Seen, Telling
from cogs.house.game.variants import Option, Typed, Variants
from cogs.house.values.finished import Standing
from cogs.house.words.words import Names
from engine import core
from engine.chance import PASSED
from engine.core import Draw, Drawn, Illegal, Options, Public, Seat, Takeback
from engine.log import Rewind, Undo
from engine.notation import Notation
from tests.toy_orders import ToyFiledOrder, ToyOrders

CARDS = 3

LONG_ONLY = ("stake", "swaps")
LONG = ("pace", "long")


@dataclass(frozen=True, slots=True)
class Roll(core.Action):
    """`roll`: throw a die for points, once a turn."""


@dataclass(frozen=True, slots=True)
class Take(core.Action):
    """`take 1`: take a card of seat 1, once a turn."""

    seat: int


@dataclass(frozen=True, slots=True)
class Show(core.Action):
    """`show 4`: let everybody see a card of one's own."""

    card: int


@dataclass(frozen=True, slots=True)
class Lay(core.Action):
    """`lay 4`: lay a card face down."""

    card: int


@dataclass(frozen=True, slots=True)
class Done(core.Action):
    """`done`: score what lies."""


Action = Roll | Take | Show | Lay | Done


@dataclass(frozen=True, slots=True)
class Dealt(core.Event):
    seat: Seat
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rolled(Public):
    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class Taken(core.Event):
    seat: Seat
    victim: Seat
    card: int


@dataclass(frozen=True, slots=True)
class Shown(Public):
    seat: Seat
    card: int


@dataclass(frozen=True, slots=True)
class Laid(core.Event):
    seat: Seat
    card: int


@dataclass(frozen=True, slots=True)
class Scored(Public):
    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class Ended(Public):
    scores: tuple[int, ...]


Event = Dealt | Rolled | Taken | Shown | Laid | Scored | Ended


@dataclass(frozen=True, slots=True)
class State(core.State):
    hands: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    dealt: bool = False
    active: Seat = Seat(0)
    turn: int = 0
    laid: tuple[int, ...] = ()
    rolled: bool = False
    took: bool = False
    wanted: Draw | None = None
    victim: Seat = Seat(0)
    known: frozenset[int] = frozenset()
    curfew: str = ""

    @property
    def over(self) -> bool:
        return self.dealt and not any(self.hands) and not self.laid


@dataclass(frozen=True, slots=True)
class View(core.View):
    """What a viewer sees: his own cards, and of the others how many."""

    cards: tuple[int, ...]
    heights: tuple[int, ...]
    scores: tuple[int, ...]
    active: Seat | None
    turn: int
    rolled: bool
    shown: tuple[int, ...]


class Toy:
    """The rules."""

    name = "toy"
    version = 1
    notation = Notation((Roll, Take, Show, Lay, Done, Drawn, Undo, Rewind))

    def new_game(self, seats: int, options: Options, version: int | None = None) -> State:
        for option in options:
            if option not in ("bonus", "calm", "curfew", "pace", *LONG_ONLY):
                raise Illegal("option-unknown", option=option)
            if option in LONG_ONLY and options.get("pace") != "long":
                raise Illegal("option-without-long", option=option)
        if not options.get("bonus", "0").isdecimal():
            raise Illegal("option-value", option="bonus", value=options["bonus"])
        start = int(options.get("bonus", "0")) + int(stake(options.get("stake", "stake 0")).split()[1])
        return State(((),) * seats, (start,) * seats, curfew=options.get("curfew", ""))

    def awaiting(self, state: State) -> frozenset[Seat]:
        idle = state.over or self.wants(state) is not None
        return frozenset() if idle else frozenset({state.active})

    def wants(self, state: State) -> Draw | None:
        if not state.dealt:
            cards = CARDS * len(state.hands)
            return Draw("deal", cards, cards, distinct=True)
        return state.wanted

    def legal(self, state: State, seat: Seat) -> Iterator[Action]:
        if seat not in self.awaiting(state):
            return
        if not state.rolled:
            yield Roll()
        if not state.took:
            yield from (Take(other) for other, hand in enumerate(state.hands) if other != seat and hand)
        yield from (Show(card) for card in state.hands[seat] if card not in state.known)
        if len(state.laid) < 2:
            yield from map(Lay, state.hands[seat])
        if state.laid:
            yield Done()

    def refusal(self, state: State, seat: Seat, action: Action) -> Illegal:
        if seat not in self.awaiting(state):
            return Illegal("not-your-turn", active=state.active)
        return Illegal("not-possible", action=self.notation.line(action))

    def apply(self, state: State, seat: Seat, action: Action | Drawn) -> tuple[State, tuple[Event, ...]]:
        match action:
            case Drawn(values):
                return self._drawn(state, values)
            case Roll():
                return replace(state, rolled=True, wanted=Draw("die", 1, 6, place=f"turn {state.turn}")), ()
            case Take(victim):
                wanted = Draw("take", 1, len(state.hands[victim]))
                return replace(state, took=True, wanted=wanted, victim=Seat(victim)), ()
            case Show(card):
                return replace(state, known=state.known | {card}), (Shown(seat, card),)
            case Lay(card):
                left = tuple(held for held in state.hands[seat] if held != card)
                return _handed(replace(state, laid=(*state.laid, card)), {seat: left}), (Laid(seat, card),)
            case Done():
                return self._done(state)

    def _drawn(self, state: State, values: tuple[int, ...]) -> tuple[State, tuple[Event, ...]]:
        if not state.dealt:
            hands = tuple(values[at : at + CARDS] for at in range(0, len(values), CARDS))
            dealt = tuple(Dealt(Seat(seat), hand) for seat, hand in enumerate(hands))
            return replace(state, hands=hands, dealt=True), dealt
        seat, free = state.active, replace(state, wanted=None)
        if state.wanted is not None and state.wanted.purpose == "die":
            return _scored(free, seat, values[0]), (Rolled(seat, values[0]),)
        if state.wanted is not None and state.wanted.instant:
            ended = replace(free, hands=((),) * len(state.hands))
            return (ended, (Ended(state.scores),)) if values[0] == PASSED else (free, ())
        robbed = list(state.hands[state.victim])
        card = robbed.pop(values[0] - 1)
        changed = {seat: (*state.hands[seat], card), state.victim: tuple(robbed)}
        return _handed(free, changed), (Taken(seat, state.victim, card),)

    def _done(self, state: State) -> tuple[State, tuple[Event, ...]]:
        points, seats = sum(state.laid), len(state.hands)
        scored = _scored(replace(state, laid=(), rolled=False, took=False, turn=state.turn + 1), state.active, points)
        told: tuple[Event, ...] = (Scored(state.active, points),)
        if scored.over:
            return scored, (*told, Ended(scored.scores))
        following = (Seat((state.active + step) % seats) for step in range(1, seats + 1))
        asked = Draw("curfew", 1, 2, instant=state.curfew) if state.curfew else None
        return replace(scored, active=next(seat for seat in following if scored.hands[seat]), wanted=asked), told

    def view(self, state: State, viewer: Seat | None) -> View:
        return View(
            () if viewer is None else state.hands[viewer],
            tuple(map(len, state.hands)),
            state.scores,
            None if state.over or not state.dealt else state.active,
            state.turn,
            state.rolled,
            tuple(sorted(state.known)),
        )

    def opened(self, state: State) -> View:
        return self.view(state, None)  # hands are shown to nobody, in the end either

    def seen(self, event: Event, viewer: Seat | None) -> Event | None:
        match event:
            case Public():
                return event
            case Dealt(seat):
                return event if viewer == seat else None
            case Taken(seat, victim):
                return event if viewer in (seat, victim) else Taken(seat, victim, card=0)
            case Laid(seat):
                return event if viewer == seat else Laid(seat, card=0)

    def hand(self, state: State, seat: Seat) -> Hashable:
        return state.hands[seat]

    def phase(self, state: State) -> Hashable:
        return "over" if state.over else (state.dealt, state.turn)

    def takeback(self, action: Action | Drawn) -> Takeback:
        match action:
            case Lay():
                return Takeback.FREE
            case Show():
                return Takeback.KNOWN
            case Done():
                return Takeback.SOON
            case _:
                return Takeback.NEVER

    def remember(self, state: State, undone: State, since: State) -> State:
        return replace(state, known=state.known | undone.known)


def stake(text: str) -> str:
    """`stake 7` for `7` and the like. Raises Illegal `stake-unclear`."""
    number = text.lower().removeprefix("stake").strip()
    if not number.isdecimal():
        raise Illegal("stake-unclear", text=text)
    return f"stake {int(number)}"


def _handed(state: State, hands: Mapping[Seat, tuple[int, ...]]) -> State:
    return replace(state, hands=tuple(hands.get(Seat(seat), hand) for seat, hand in enumerate(state.hands)))


def _scored(state: State, seat: Seat, points: int) -> State:
    scores = tuple(score + points * (place == seat) for place, score in enumerate(state.scores))
    return replace(state, scores=scores)


class ToyWords:
    """Sentences that show every field, so that a test sees what was told."""

    def event(self, event: Event, names: Names) -> str:
        match event:
            case Dealt(seat, cards):
                return f"{names[seat]} is dealt {cards}"
            case Rolled(seat, points):
                return f"{names[seat]} rolls {points}"
            case Taken(seat, victim, card):
                return f"{names[seat]} takes {card or 'a card'} from {names[victim]}"
            case Shown(seat, card):
                return f"{names[seat]} shows {card}"
            case Laid(seat, card):
                return f"{names[seat]} lays {card or 'a card'}"
            case Scored(seat, points):
                return f"{names[seat]} scores {points}"
            case Ended(scores):
                return f"the end: {scores}"

    def refusal(self, illegal: Illegal, names: Names) -> str:
        return f"{illegal.code} {illegal.facts}"

    def text(self, key: str, group: object = "", **facts: object) -> str:
        return " ".join((key, *map(str, facts.values())))

    def action(self, action: Any, view: View, names: Names) -> str:
        return TOY.notation.line(action)

    def order(self, one: ToyFiledOrder) -> str:
        return one.text


def _pictures(before: View | None, after: View, events: Sequence[Event]) -> tuple[str, ...]:
    return ("table",) if before is None or before.turn != after.turn else ()


def _waiting(view: View) -> tuple[Seat, ...]:
    return () if view.active is None else (view.active,)


def _public(view: View) -> tuple[tuple[str, str], ...]:
    if view.active is None:
        return ()
    return (("done", "button-done"),) if view.rolled else (("roll", "button-roll"), ("done", "button-done"))


def _drawing(view: View, names: Names, look: Look) -> bytes:
    return repr(view).encode()


def _whim(view: View, legal: Sequence[Action], pick: random.Random) -> Action:
    return pick.choice(legal)


def _sleeper(view: View, legal: Sequence[Action], pick: random.Random) -> Action:
    time.sleep(0.2)
    return legal[0]


def _cheat(view: View, legal: Sequence[Action], pick: random.Random) -> Action:
    return Lay(999)


def _broken(view: View, legal: Sequence[Action], pick: random.Random) -> Action:
    raise ZeroDivisionError


def _default(view: View, legal: Sequence[Action], pick: random.Random) -> Action:
    """Lays a card and ends the turn; nothing is shown and nobody is robbed."""
    return Done() if Done() in legal else next(action for action in legal if isinstance(action, Lay))


def _part(event: Event, names: Names) -> str:
    return f"{names[event.seat]} rolls" if isinstance(event, Rolled) else ""


def _about(event: Event) -> tuple[str, ...]:
    return (f"card{event.card}",) if isinstance(event, Taken | Shown | Laid) and event.card else ()


class ToyQuestions:
    """How a turn is scored, until its die is thrown; and who wins, in the first three turns."""

    def open(self, view: View) -> tuple[str, ...]:
        if view.active is None:
            return ()
        early = ("winner",) if view.turn < 3 else ()
        return early if view.rolled else (*early, f"score {view.turn} {view.active}")

    def question(self, key: str, names: Names) -> Question:
        if key == "winner":
            return Question("Who wins?", {**{str(seat): names[seat] for seat in names}, "none": "nobody"})
        _, turn, seat = key.split(" ")
        return Question(f"What does {names[Seat(int(seat))]} score in turn {turn}?", {"low": "few", "high": "many"})

    def answers(self, view: View, events: Sequence[Event]) -> Mapping[str, str]:
        found, turn = {}, view.turn
        for event in events:
            if isinstance(event, Scored):
                found[f"score {turn} {event.seat}"] = "high" if event.points > 6 else "low"
                turn += 1
            if isinstance(event, Ended):
                best = [str(seat) for seat, score in enumerate(event.scores) if score == max(event.scores)]
                found["winner"] = best[0] if len(best) == 1 else "none"
        return found


def _chronicle(title: str, moments: Sequence[Any], names: Names, opened: bool) -> Chronicle:
    """Every event a line."""
    told = (ToyWords().event(event, names) for moment in moments for event in moment.events)
    return Chronicle("\n".join((title, *told)), f"{title}, {'opened' if opened else 'so far'}")


def _moot(options: Mapping[str, str]) -> tuple[str, str] | None:
    return ("calm", "bonus") if options.get("calm") == "on" and "bonus" in options else None


class ToyTally:
    """Places by points, all alike where cards are left, and what the dice gave beside what was to be expected."""

    def count(self, happened: Sequence[Seen], final: View) -> tuple[Standing, ...]:
        scores = final.scores
        figures = [{"rolled": 0.0, "due": 0.0} for _ in scores]
        for event in (event for each in happened for event in each.events):
            if isinstance(event, Rolled):
                figures[event.seat]["rolled"] += event.points
                figures[event.seat]["due"] += 3.5
        drawn = any(final.heights)
        return tuple(
            Standing(1 if drawn else 1 + sum(other > score for other in scores), score, None, counted)
            for score, counted in zip(scores, figures, strict=True)
        )

    def turns(self, final: View) -> int:
        return final.turn

    def said(self, figures: Mapping[str, float]) -> tuple[str, ...]:
        return (f"rolled {figures['rolled']:g} of {figures['due']:g}",)


TYPED = Typed(stake, lambda value: f"a {value}", "What every player begins with.", "stake 8")
OPTIONS = (
    Option("bonus", "Bonus", "Points to begin with", {"0": "none", "50": "fifty"}),
    Option("calm", "Calm", "Whether nobody begins with points", {"off": "no", "on": "yes"}),
    Option("pace", "Pace", "How long it takes", {"short": "a short game", "long": "a long game"}),
    Option("stake", "Stake", "What one begins with", {"stake 5": "five", "stake 9": "nine"}, LONG, TYPED, always=True),
    Option("swaps", "Swaps", "Whether there are swaps", {"off": "no swaps", "on": "swaps"}, LONG),
)

TOY = Toy()
KIT = Kit(
    rules=TOY,
    words=ToyWords(),
    seats=range(2, 5),
    pictures=Pictures(
        (
            PictureKind("table", _drawing, lambda view, names, look: f"turn {view.turn}"),
            PictureKind("hand", _drawing, lambda view, names, look: f"your cards {view.cards}"),
        ),
        _pictures,
    ),
    flow=Flow(
        waiting=_waiting,
        public_actions=_public,
        turn=lambda view: (view.turn, view.active),
        following=lambda view: None if view.active is None else Seat((view.active + 1) % len(view.scores)),
    ),
    deciding=Deciding({"random": _whim, "sleeper": _sleeper, "cheat": _cheat, "broken": _broken}, _default),
    variants=Variants(OPTIONS, apart="pace", moot=_moot),
    telling=Telling(LogFormat(_part, _about, chronicle=_chronicle), tally=ToyTally(), questions=ToyQuestions()),
    orders=ToyOrders(TOY.notation),
)
