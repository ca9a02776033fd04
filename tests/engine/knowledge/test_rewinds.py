"""The whole game goes back: what then stands, what people still know, which dice come again."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import pytest

from cogs.house.game.packing import packed, unpacked
from engine import chance, log, proof
from engine.core import CHANCE, MODERATOR, Illegal, Seat
from engine.log import Rewind, Timeline, Undo
from engine.record import Record, RecordedEntry
from engine.ruleset import Ruleset
from engine.titan.actions import NOTATION, Resign
from engine.titan.bots import choose_steady
from engine.titan.facts import Divided, Fact, Gained, Joined, Lost, Showed, Vanished
from engine.titan.families import possible, surely
from engine.titan.memory import beyond
from engine.titan.ruleset import TITAN
from engine.titan.shown_facts import History
from engine.titan.state import State
from tests.toy import TOY, Show

Rules = Ruleset[Any, Any, Any, Any]
SEED = bytes(range(32))


@dataclass
class Going:
    """A game played at random, often taken back. `timelines` has the game after each entry."""

    rules: Rules
    seats: int
    whims: Random
    actions: list[tuple[Seat, Any]] = field(default_factory=list)
    timelines: list[Timeline[Any, Any, Any]] = field(default_factory=list)
    draws: list[Any] = field(default_factory=list)
    rewinds: int = 0

    def __post_init__(self) -> None:
        self.timelines.append(log.opening(self.rules, self.seats, {}))

    @property
    def now(self) -> Timeline[Any, Any, Any]:
        return self.timelines[-1]

    @property
    def over(self) -> bool:
        return not self.rules.wants(self.now.state) and not self.rules.awaiting(self.now.state)

    def enter(self, seat: Seat, action: Any) -> None:
        """One entry, by the same functions as in play."""
        if isinstance(action, Rewind):
            past = self.timelines[action.entry]
            log.check_rewind(self.rules, action, log.standing(done for _, done in self.actions), past)
            timeline, _ = log.rewound(self.rules, self.now, past)
            self.rewinds += 1
        else:
            timeline, _ = log.step(self.rules, self.now, seat, action)
        self.draws.append(self.rules.wants(self.now.state))
        self.actions.append((seat, action))
        self.timelines.append(timeline)

    def go(self, back: float = 0.04, ending: bool = False) -> None:
        """What chance says, something taken back, or a decision."""
        state, rules = self.now.state, self.rules
        draw = rules.wants(state)
        if draw is not None:
            self.enter(CHANCE, chance.answer(SEED, ("",) * self.seats, 3, self.now.seq + 1, draw))
            return
        seat = self.whims.choice(sorted(rules.awaiting(state)))
        undoings = list(log.undoings(rules, self.now, seat))
        if undoings and self.whims.random() < 2 * back:
            self.enter(seat, self.whims.choice(undoings))
        elif self.whims.random() < back and (targets := self.targets()):
            self.enter(self.whims.choice((seat, MODERATOR)), Rewind(self.whims.choice(targets)))
        else:
            self.enter(seat, self.chosen(seat, ending))

    def chosen(self, seat: Seat, ending: bool) -> Any:
        legal = tuple(self.rules.legal(self.now.state, seat))
        if ending and Resign() in legal:
            return Resign()
        if self.rules is TITAN:
            legal = tuple(action for action in legal if not isinstance(action, Resign))
            if self.whims.random() < 0.8:
                return choose_steady(TITAN.view(self.now.state, seat), legal, self.whims)
        return self.whims.choice(legal)

    def targets(self) -> list[int]:
        """Entries that the game can go back to: near ones, else it would never end."""
        stands = log.standing(action for _, action in self.actions)
        return [number for number in stands[-60:-1] if self.rules.awaiting(self.timelines[number].state)]

    def record(self) -> Record:
        """The game as it is exported."""
        line = self.rules.notation.line
        entries = tuple(
            RecordedEntry(number, seat, line(action), draw)
            for number, ((seat, action), draw) in enumerate(zip(self.actions, self.draws, strict=True), 1)
        )
        words = ("",) * self.seats
        return Record(3, self.rules.name, self.rules.version, {}, words, chance.commitment(SEED), SEED, entries)


def played(rules: Rules, seats: int, seed: int, most: int, back: float = 0.04) -> Going:
    going = Going(rules, seats, Random(seed))
    while not going.over and len(going.actions) < most:
        going.go(back)
    return going


GAMES = [(TOY, 3, seed, 200, 0.2) for seed in range(8)] + [(TITAN, 2 + seed % 3, seed, 700) for seed in range(5)]


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: f"{game[0].name}-{game[2]}")
def going(request: pytest.FixtureRequest) -> Going:
    return played(*request.param)


def test_the_lines_alone_give_every_state_again(going: Going) -> None:
    parsed = [(seat, going.rules.notation.parse(going.rules.notation.line(action))) for seat, action in going.actions]

    followed = [timeline for timeline, _ in log.followed(going.rules, going.timelines[0], parsed)]

    assert followed == going.timelines[1:]
    assert going.rewinds


def test_following_may_begin_anywhere_before_what_is_gone_back_to(going: Going) -> None:
    first = min(action.entry for _, action in going.actions if isinstance(action, Rewind))

    followed = [timeline for timeline, _ in log.followed(going.rules, going.timelines[first], going.actions[first:])]

    assert followed == going.timelines[first + 1 :]


def test_a_game_goes_on_from_a_course_that_was_kept_as_it_would_have(going: Going) -> None:
    opening, past = going.timelines[0], {timeline.seq: timeline for timeline in going.timelines}

    for timeline in going.timelines[40::40]:
        again = unpacked(opening, packed(opening, timeline), Timeline)
        assert again == timeline
        entries = going.actions[timeline.seq : timeline.seq + 60]
        followed = [after for after, _ in log.followed(going.rules, again, entries, past)]
        assert followed == going.timelines[timeline.seq + 1 :][: len(entries)]


def test_a_rewound_game_stands_as_it_did_then_and_is_counted_on(going: Going) -> None:
    for number, (_, action) in enumerate(going.actions, 1):
        if not isinstance(action, Rewind):
            continue
        before, after, past = going.timelines[number - 1], going.timelines[number], going.timelines[action.entry]
        assert after.seq == before.seq + 1
        assert after.began > before.began, "what was offered meanwhile is out of date"
        assert [step.action for step in after.steps] == [step.action for step in past.steps]
        assert going.rules.awaiting(after.state) == going.rules.awaiting(past.state) != frozenset()
        assert going.rules.phase(after.state) == going.rules.phase(past.state)
        for seat in range(going.seats):
            legal = [list(going.rules.legal(timeline.state, Seat(seat))) for timeline in (after, past)]
            assert legal[0] == [action for action in legal[1] if action in legal[0] or not isinstance(action, Show)]
            assert going.rules.hand(after.state, Seat(seat)) == going.rules.hand(past.state, Seat(seat))
        if going.rules is TITAN:
            assert replace(after.state, history=History()) == replace(past.state, history=History())


def test_what_had_a_place_comes_again_and_the_rest_is_drawn_anew(going: Going) -> None:
    placed: dict[str, set[tuple[int, ...]]] = {}
    for (_, action), draw in zip(going.actions, going.draws, strict=True):
        if draw is not None and draw.place:
            placed.setdefault(f"{draw.purpose} {draw.place}", set()).add(action.values)

    assert placed
    assert all(len(values) == 1 for values in placed.values())


def test_battle_dice_differ_after_a_rewind() -> None:
    """The very same strike, gone back before and made once more, is another draw."""
    going, found = Going(TITAN, 2, Random(4)), 0
    while found < 3:
        going.go(back=0.0)
        draw = going.draws[-1]
        if draw is None or draw.purpose != "strike" or draw.count < 3:
            continue
        roll, strike = going.actions[-1][1], going.actions[-2]
        several = set()
        for _ in range(4):
            going.enter(MODERATOR, Rewind(len(going.actions) - 2))
            going.enter(*strike)
            going.go()
            several.add(going.actions[-1][1])
        assert several != {roll}
        found += 1


def test_what_was_seen_stays_known_and_is_never_more_than_the_truth(going: Going) -> None:
    if going.rules is TOY:
        for number, (_, action) in enumerate(going.actions, 1):
            if isinstance(action, Rewind):
                assert going.timelines[number].state.known >= going.timelines[number - 1].state.known
        return
    more = 0
    for number, (_, action) in enumerate(going.actions, 1):
        if not isinstance(action, Rewind):
            continue
        before: State = going.timelines[action.entry].state
        for state in (going.timelines[number].state, going.timelines[min(number + 5, len(going.actions))].state):
            check_truth(state, going.seats)
        for viewer in (None, *map(Seat, range(going.seats))):
            old, new = before.history.known(viewer), going.timelines[number].state.history.known(viewer)
            assert set(old) == set(new)
            for marker in new:
                known = Counter(surely(old[marker], marker)), Counter(surely(new[marker], marker))
                assert known[0] <= known[1], "nothing is forgotten"
                more += known[0] < known[1]


def check_truth(state: State, seats: int) -> None:
    """What is in a legion is among what everybody holds possible of it."""
    for viewer in (None, *map(Seat, range(seats))):
        known = state.history.known(viewer)
        for marker, legion in state.legions.items():
            assert tuple(sorted(legion.creatures)) in possible(known[marker], marker)


def test_games_that_went_back_are_confirmed_to_the_end() -> None:
    for rules, seats, seed in ((TOY, 3, 1), (TOY, 4, 2), (TITAN, 2, 1), (TITAN, 3, 2)):
        going = played(rules, seats, seed, 250, 0.1)
        while not going.over:
            going.go(back=0.0, ending=True)
        record = going.record()
        assert proof.check(record, rules, record.commitment).finding is None
        assert any(isinstance(action, Rewind) for _, action in going.actions)
        for line in ("rewind 99999", f"rewind {len(going.actions) - 1}", "rewind 0", "rewind -3"):
            at = next(n for n, entry in enumerate(record.entries) if entry.line.startswith("rewind"))
            changed = replace(record.entries[at], line=line)
            tampered = replace(record, entries=(*record.entries[:at], changed, *record.entries[at + 1 :]))
            assert proof.check(tampered, rules).finding == proof.Finding("not-legal", at + 1, {"line": line})


def test_a_game_goes_back_only_to_where_somebody_decided_and_that_still_stands() -> None:
    going = played(TOY, 2, 3, 12, back=0.0)
    number = len(going.actions)
    going.enter(MODERATOR, Rewind(going.targets()[-4]))

    for gone in (0, number - 1, number + 1, number + 7):
        stands = log.standing(action for _, action in going.actions)
        with pytest.raises(Illegal) as refused:
            log.check_rewind(TOY, Rewind(gone), stands, going.timelines[min(gone, number)])
        assert refused.value.code == "rewind-nowhere"


def test_what_was_staged_is_staged_again_and_can_be_undone() -> None:
    timeline = played(TOY, 2, 3, 1).now
    first, second = timeline.state.hands[0][:2]
    kept = timeline
    for seat, line in ((0, f"lay {first}"), (0, f"lay {second}"), (0, "done")):
        kept = timeline
        timeline, _ = log.step(TOY, timeline, Seat(seat), TOY.notation.parse(line))

    back, told = log.rewound(TOY, timeline, kept)
    undone, _ = log.step(TOY, back, Seat(0), Undo((1,)))

    assert told.events == ()
    assert undone.state.laid == (second,)
    with pytest.raises(Illegal):
        log.check_undo(TOY, timeline, Seat(0), Undo((1,)))


CASES: dict[str, tuple[list[Fact], list[Fact]]] = {
    "a recruit that was shown later was not there before": (
        [Showed("Rd01", ("LIO", "LIO")), Gained("Rd01", "RAN"), Showed("Rd01", ("LIO", "LIO", "RAN"))],
        [Showed("Rd01", ("LIO", "LIO"))],
    ),
    "who was lost was there": ([Lost("Rd01", ("OGR",)), Showed("Rd01", ("ANG",))], [Showed("Rd01", ("ANG", "OGR"))]),
    "both halves of a split were in the whole": (
        [Divided("Rd01", "Rd02", 2), Showed("Rd02", ("OGR", "OGR")), Showed("Rd01", ("TTN",))],
        [Showed("Rd01", ("OGR", "OGR", "TTN"))],
    ),
    "halves that went together again are told apart no more": (
        [Joined("Rd02", "Rd01"), Showed("Rd01", ("TTN",))],
        [],
    ),
    "of halves that parted and met, the whole is known": (
        [Divided("Rd01", "Rd02", 2), Joined("Rd02", "Rd01"), Showed("Rd01", ("TTN", "OGR"))],
        [Showed("Rd01", ("OGR", "TTN"))],
    ),
    "a marker's later legion says nothing of the earlier one": (
        [Lost("Rd02", ("CEN",)), Vanished("Rd02"), Divided("Rd01", "Rd02", 2), Showed("Rd02", ("LIO",))],
        [Showed("Rd01", ("LIO",)), Showed("Rd02", ("CEN",))],
    ),
    "what one player alone was shown he alone still knows": (
        [Showed("Rd01", ("TTN", "OGR"), to=(Seat(1),)), Showed("Rd01", ("OGR",))],
        [Showed("Rd01", ("OGR",)), Showed("Rd01", ("OGR", "TTN"), to=(Seat(1),))],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_was_shown_is_followed_back(case: str) -> None:
    """R3.4: what was shown stays known."""
    seen, told = CASES[case]

    assert list(beyond(seen, [])) == told
    assert list(beyond(seen, seen)) == [], "what is told anyway is not told twice"


def test_a_line_of_a_rewind_round_trips() -> None:
    assert NOTATION.parse("rewind 57") == Rewind(57)
    assert NOTATION.line(Rewind(57)) == "rewind 57"
