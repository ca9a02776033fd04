"""Whether a finished game is as it should be: each roll computed again, and each entry played by the rules. Pure.

docs/dice.md says what this proves and what it does not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine import chance, log
from engine.core import CHANCE, MODERATOR, Action, Draw, Drawn, Illegal, Seat
from engine.log import Rewind, Undo
from engine.notation import Notation
from engine.record import Record, RecordedEntry
from engine.ruleset import Ruleset, plays

AnyRules = Ruleset[Any, Any, Any, Any]

_CHANCE = Notation((Drawn,))


@dataclass(frozen=True, slots=True)
class Finding:
    """What is wrong: a code, the number of the entry if it is one's, and the facts."""

    code: str
    seq: int
    facts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Verdict:
    """How many rolls are as they should be, before the first thing that is not.

    `followed`: the entries were played by the rules, so that chance was asked for what the rules want, just when they
    want it.
    """

    rolls: int
    followed: bool
    finding: Finding | None = None


class _Wrong(Exception):
    def __init__(self, code: str, seq: int, **facts: object) -> None:
        super().__init__(code)
        self.finding = Finding(code, seq, {name: str(fact) for name, fact in facts.items()})


def check(
    record: Record,
    rules: AnyRules | None = None,
    promised: str | None = None,
    step: Callable[[], None] = lambda: None,
) -> Verdict:
    """Every roll of `record`, and with `rules` every entry too. `promised` is the commitment that people were shown.

    Rules that do not know the version of the record are left out: they may read its entries otherwise. `step` is called
    before each entry; what it raises ends the work.
    """
    if rules is not None and not (rules.name == record.ruleset and plays(rules, record.version)):
        rules = None
    rolls = 0
    try:
        _check_seed(record, promised)
        game = _Game(rules, record) if rules else None
        for place, entry in enumerate(record.entries, 1):
            step()
            if entry.seq != place:
                raise _Wrong("gap", entry.seq, due=place)
            if game:
                game.check_asked(entry)  # before it is thrown: a forged file could ask for more than can be computed
            if entry.seat == CHANCE:
                _check_roll(record, entry)
            if game:
                game.follow(entry)
            rolls += entry.draw is not None and not entry.draw.instant
        if game and not record.agreed:
            game.check_over()
    except _Wrong as wrong:
        return Verdict(rolls, rules is not None, wrong.finding)
    return Verdict(rolls, rules is not None)


def _check_seed(record: Record, promised: str | None) -> None:
    made = chance.commitment(record.seed)
    if made != record.commitment:
        raise _Wrong("seed", 0, made=made, commitment=record.commitment)
    if promised is not None and made != promised.strip().lower():
        raise _Wrong("promise", 0, made=made, commitment=promised.strip().lower())


def _check_roll(record: Record, entry: RecordedEntry) -> None:
    assert entry.draw is not None, "an entry of chance says what was asked"
    if entry.draw.instant:  # of the clock it can only be said that it was asked
        if entry.line not in (_CHANCE.line(Drawn((said,))) for said in (chance.PASSED, chance.AHEAD)):
            raise _Wrong("clock", entry.seq, said=entry.line)
        return
    due = chance.answer(record.seed, record.words, record.game, entry.seq, entry.draw)
    if entry.line != _CHANCE.line(due):
        raise _Wrong("roll", entry.seq, said=entry.line, due=_CHANCE.line(due), purpose=entry.draw.purpose)


class _Game:
    """A game that is played after its record, as far as the rules allow."""

    def __init__(self, rules: AnyRules, record: Record) -> None:
        self._rules, self._seats = rules, len(record.words)
        try:
            self._opening = log.opening(rules, self._seats, dict(record.options), record.version)
        except Illegal as illegal:
            raise _Wrong("options", 0, reason=illegal.code) from illegal
        self._course = self._opening
        self._actions: list[Action] = []
        self._wanted = frozenset(number for entry in record.entries if (number := _back_to(entry.line)) is not None)
        self._kept = {0: self._opening}

    def check_asked(self, entry: RecordedEntry) -> None:
        """Chance says something just where the rules want it, and what they want."""
        wanted = self._rules.wants(self._course.state)
        if wanted != entry.draw:
            raise _Wrong("asked", entry.seq, said=_asked(entry.draw), due=_asked(wanted))

    def follow(self, entry: RecordedEntry) -> None:
        """Plays an entry, if the rules allow it there."""
        rules, timeline = self._rules, self._course
        try:
            action = rules.notation.parse(entry.line)
            if rules.notation.line(action) != entry.line:  # no line of ours
                raise Illegal("not-legal")
            self._check(entry.seat, action)
        except Illegal as illegal:
            raise _Wrong("not-legal", entry.seq, line=entry.line) from illegal
        if isinstance(action, Rewind):
            self._course, _ = log.rewound(rules, timeline, self._kept[action.entry])
        else:
            self._course, _ = log.step(rules, timeline, entry.seat, action)
        self._actions.append(action)
        if entry.seq in self._wanted:
            self._kept[entry.seq] = self._course

    def check_over(self) -> None:
        """The record ends where the game does."""
        if self._goes_on():
            raise _Wrong("unfinished", self._course.seq)

    def _check(self, seat: Seat, action: Action) -> None:
        """Raises Illegal unless this seat may do it now."""
        if seat == CHANCE:
            return
        if not self._goes_on() or not (seat == MODERATOR or 0 <= seat < self._seats):
            raise Illegal("not-legal")
        if isinstance(action, Rewind):
            if action.entry not in range(len(self._actions)):
                raise Illegal("not-legal")
            log.check_rewind(self._rules, action, log.standing(self._actions), self._kept[action.entry])
        elif seat == MODERATOR:
            raise Illegal("not-legal")
        elif isinstance(action, Undo):
            log.check_undo(self._rules, self._course, seat, action)
        elif action not in self._rules.legal(self._course.state, seat):
            raise Illegal("not-legal")

    def _goes_on(self) -> bool:
        state = self._course.state
        return bool(self._rules.wants(state) or self._rules.awaiting(state))


def _back_to(line: str) -> int | None:
    """The entry that a line goes back to; None if it does not."""
    found = re.fullmatch(f"{Rewind.verb} ([0-9]{{1,9}})", line)
    return int(found[1]) if found else None


def _asked(draw: Draw | None) -> str:
    if draw is None:
        return "a decision"
    if draw.instant:
        return f"the clock at {draw.instant} for {draw.purpose}"
    place = f" at {draw.place}" if draw.place else ""
    return f"{draw.count}{' different' if draw.distinct else ''} of {draw.sides} for {draw.purpose}{place}"
