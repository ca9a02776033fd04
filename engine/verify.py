"""Recomputes every roll of a finished game: `python -m engine.verify game-3.txt [--commitment 9f86…]`.

Reads what `/titan-admin export` gave after the end. Ends with 0 if all is as it should be, else with 1 and the first
entry that is not. docs/dice.md says what this proves and what it does not.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from engine.proof import AnyRules, Verdict, check
from engine.record import Record, UnreadableRecord, parse
from engine.skirmish.ruleset import SKIRMISH
from engine.titan.ruleset import TITAN

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
    parser = argparse.ArgumentParser(prog="python -m engine.verify", description=__doc__)
    parser.add_argument("file", type=Path, metavar="FILE", help="an exported game that is over")
    parser.add_argument("--commitment", help="the SHA-256 that was posted before the game")
    asked = parser.parse_args(arguments)
    try:
        record = parse(asked.file.read_bytes().decode("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        print(f"{asked.file} can't be read: {error}")
        return 1
    except UnreadableRecord as error:
        print(f"{asked.file} is no finished game as it was exported; line {error.number}: {error.line[:100]}")
        return 1
    games: Mapping[str, AnyRules] = {TITAN.name: TITAN, SKIRMISH.name: SKIRMISH}
    verdict = check(record, games.get(record.ruleset), asked.commitment)
    print(sentence(record, verdict))
    return 0 if verdict.finding is None else 1


if __name__ == "__main__":
    sys.exit(main())
