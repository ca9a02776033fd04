"""Recomputes every roll of a finished game: `python -m engine.verify game-3.txt [--commitment 9f86…]`.

Reads what `/titan-admin export` gave after the end. Ends with 0 if all is as it should be, else with 1 and the first
entry that is not. docs/dice.md says what this proves and what it does not.
"""

from __future__ import annotations

import argparse
import sys
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine import chance, log
from engine.core import CHANCE, MODERATOR, Draw, Drawn, Illegal, Ruleset, Seat
from engine.log import Course, Rewind, Undo
from engine.notation import Notation
from engine.record import Entry, Record, Unreadable, parse

Rules = Ruleset[Any, Any, Any, Any]

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


def check(record: Record, rules: Rules | None = None, promised: str | None = None) -> Verdict:
    """Every roll of `record`, and with `rules` every entry too. `promised` is the commitment that people were shown.

    Rules of another version are left out: they may read the same entries otherwise.
    """
    if rules is not None and (rules.name, rules.version) != (record.ruleset, record.version):
        rules = None
    rolls = 0
    try:
        _check_seed(record, promised)
        game = _Game(rules, record) if rules else None
        for place, entry in enumerate(record.entries, 1):
            if entry.seq != place:
                raise _Wrong("gap", entry.seq, due=place)
            if entry.seat == CHANCE:
                _check_roll(record, entry)
            if game:
                game.follow(entry)
            rolls += entry.draw is not None and not entry.draw.instant
        if game:
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


def _check_roll(record: Record, entry: Entry) -> None:
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

    def __init__(self, rules: Rules, record: Record) -> None:
        self._rules, self._seats = rules, len(record.words)
        try:
            self._opening = log.opening(rules, self._seats, dict(record.options))
        except Illegal as illegal:
            raise _Wrong("options", 0, reason=illegal.code) from illegal
        self._course = self._opening
        self._entries: list[tuple[Seat, Any]] = []

    def follow(self, entry: Entry) -> None:
        """Plays an entry, if the rules allow it there."""
        rules, course = self._rules, self._course
        wanted = rules.wants(course.state)
        if wanted != entry.draw:
            raise _Wrong("asked", entry.seq, said=_asked(entry.draw), due=_asked(wanted))
        try:
            action = rules.notation.parse(entry.line)
            self._check(entry.seat, action)
        except Illegal as illegal:
            raise _Wrong("not-legal", entry.seq, line=entry.line) from illegal
        if isinstance(action, Rewind):
            self._course, _ = log.rewound(rules, course, self._past(action))
        else:
            self._course, _ = log.step(rules, course, entry.seat, action)
        self._entries.append((entry.seat, action))

    def check_over(self) -> None:
        """The record ends where the game does."""
        if self._goes_on():
            raise _Wrong("unfinished", self._course.seq)

    def _check(self, seat: Seat, action: Any) -> None:
        """Raises Illegal unless this seat may do it now."""
        if seat == CHANCE:
            return
        if not self._goes_on() or not (seat == MODERATOR or 0 <= seat < self._seats):
            raise Illegal("not-legal")
        if isinstance(action, Rewind):
            if action.entry not in range(len(self._entries)):
                raise Illegal("not-legal")
            log.check_rewind(self._rules, action, (done for _, done in self._entries), self._past(action))
        elif seat == MODERATOR:
            raise Illegal("not-legal")
        elif isinstance(action, Undo):
            log.check_undo(self._rules, self._course, seat, action)
        elif action not in self._rules.legal(self._course.state, seat):
            raise self._rules.refusal(self._course.state, seat, action)

    def _past(self, rewind: Rewind) -> Course:
        """The game after the entry that a rewind goes back to, played once more: they are rare."""
        followed = log.followed(self._rules, self._opening, self._entries[: rewind.entry])
        return deque(followed, maxlen=1)[0][0] if rewind.entry else self._opening

    def _goes_on(self) -> bool:
        state = self._course.state
        return bool(self._rules.wants(state) or self._rules.awaiting(state))


def _asked(draw: Draw | None) -> str:
    if draw is None:
        return "a decision"
    if draw.instant:
        return f"the clock at {draw.instant} for {draw.purpose}"
    place = f" at {draw.place}" if draw.place else ""
    return f"{draw.count}{' different' if draw.distinct else ''} of {draw.sides} for {draw.purpose}{place}"


SENTENCES = {
    "seed": "the seed does not fit the commitment in this file: its SHA-256 is {made}, and the file says {commitment}",
    "promise": "the seed is not the one that was committed to: its SHA-256 is {made}, and {commitment} was promised",
    "gap": "entry {seq} stands where entry {due} should be: something is missing, or out of order",
    "roll": "entry {seq} ({purpose}) differs: the file says `{said}`, the seed and the words give `{due}`",
    "clock": "entry {seq}: the clock says that an instant has passed or has not, and no `{said}`",
    "options": "a game with these seats and options can't be opened: {reason}",
    "asked": "entry {seq} is out of place: the file has {said}, where the rules ask for {due}",
    "not-legal": "entry {seq}, `{line}`, does not follow by the rules",
    "unfinished": "after entry {seq} the game is not over: entries are missing",
}
"""What is said of a finding, by its code."""


def sentence(record: Record, verdict: Verdict) -> str:
    """The verdict for people."""
    found = verdict.finding
    if found is not None:
        said = SENTENCES[found.code].format(seq=found.seq, **found.facts)
        return f"game {record.game}: {said} ({verdict.rolls} rolls before it are right)."
    by_rules = f", and every entry follows by the rules of {record.ruleset}" if verdict.followed else ""
    return (
        f"game {record.game}: all {verdict.rolls} rolls follow from the seed and the players' words{by_rules}.\n"
        f"The seed's SHA-256 is {record.commitment}: compare it with the one that was posted before the game."
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """The program; its exit code."""
    from engine.titan.ruleset import TITAN  # the games that are known; whoever imports `check` brings his own

    parser = argparse.ArgumentParser(prog="python -m engine.verify", description=__doc__)
    parser.add_argument("file", type=Path, metavar="FILE", help="an exported game that is over")
    parser.add_argument("--commitment", help="the SHA-256 that was posted before the game")
    asked = parser.parse_args(arguments)
    try:
        record = parse(asked.file.read_bytes().decode("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        print(f"{asked.file} can't be read: {error}")
        return 1
    except Unreadable as error:
        print(f"{asked.file} is no finished game as it was exported; line {error.number}: {error.line[:100]}")
        return 1
    verdict = check(record, {TITAN.name: TITAN}.get(record.ruleset), asked.commitment)
    print(sentence(record, verdict))
    return 0 if verdict.finding is None else 1


if __name__ == "__main__":
    sys.exit(main())
