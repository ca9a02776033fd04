"""Files of vectors: each is read, asked of the engine and counted once."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine.core import Illegal
from tests.conformance.tally import Tally
from tests.conformance.vectors import fights, lands, spoils
from tests.conformance.vectors.forms import extras, flaws
from tests.conformance.vectors.stage import Answers, Senseless, Vector

Teller = Callable[[Vector], Answers]

KINDS: Mapping[str, tuple[Teller, Teller]] = {
    "masterboard": (lands.moves_said, lands.moves),
    "muster": (lands.musters_said, lands.musters),
    "battle": (fights.battle_said, fights.battle),
    "los": (fights.sight_said, fights.sight),
    "split": (lands.split_said, lands.split),
    "summon": (spoils.summon_said, spoils.summon),
    "acquire": (spoils.acquire_said, spoils.acquire),
    "scoring": (spoils.scoring_said, spoils.scoring),
    "titan_power": (lands.titan_said, lands.titan),
}
"""What a vector claims, and what the engine answers, as the same points."""

CLAUSES: Mapping[str, str] = {
    "cliff-descent": "R12.7",
    "combined-penalty-missing": "R14.4",
    "warlock-terrain": "R15.7",
    "bramble-hexspine": "R15.8 (1)",
}
"""The clause of RULES.md that decides, by the reason of a dispute."""


class Vectors:
    """All vectors of one run: their ids are unique, whatever file they are in."""

    def __init__(self, tally: Tally) -> None:
        self.tally = tally
        self.seen: dict[str, Vector] = {}

    def run(self, name: str, text: str) -> None:
        """Compares the vectors of a file, one to a line."""
        for number, line in enumerate(text.split("\n"), 1):  # other line ends may stand within a word
            if line.strip():
                self._line(f"{name}:{number}", line)

    def _line(self, where: str, line: str) -> None:
        try:
            vector = json.loads(line)
        except (ValueError, RecursionError) as error:
            self.tally.fail(where, f"refused: {error}")
            return
        wrong = list(flaws(vector)) if isinstance(vector, dict) else ["no object"]
        if wrong:
            self.tally.fail(where, f"refused: {'; '.join(wrong)}")
            return
        where = f"{where} {vector['kind']} {vector['id']}"
        if self.seen.setdefault(vector["id"], vector) != vector:
            self.tally.fail(where, "refused: another vector has this id")
            return
        for extra in extras(vector):
            self.tally.ignored[extra] += 1
        try:
            self._compare(where, vector)
        except Senseless as error:
            self.tally.fail(where, f"no such position: {error}")
        except Illegal as illegal:
            self.tally.fail(where, f"the engine refused: {illegal.code} {illegal.facts}")
        except Exception as error:  # noqa: BLE001 (whatever a vector makes the engine or us trip over is its failure)
            self.tally.fail(where, f"{type(error).__name__}: {error}")

    def _compare(self, where: str, vector: Vector) -> None:
        said, answer = KINDS[vector["kind"]]
        ours = answer(vector)
        if "believed" not in vector:
            self.tally.compare(lambda: where, "answers", _told(said(vector)), _told(ours))
            return
        believed, peers = said({**vector, "expected": vector["believed"]}), said(vector)
        if not self.tally.compare(lambda: where, "answers believed", _told(believed), _told(ours)):
            return
        named = {(each["character"], each["field"], each["hex"]) for each in vector["disputed"]}
        apart = set(_apart(peers, ours))
        if named != apart:
            self.tally.passed -= 1
            self.tally.fail(where, f"disputed: record {sorted(named)}, ours {sorted(apart)}")
            return
        for each in vector["disputed"]:
            self.tally.disputes.append(f"{vector['id']} {_dispute(each, peers, ours)}")


def _told(answers: Answers) -> dict[str, object]:
    return {" ".join(key): value for key, value in answers.items()}


def _apart(peers: Answers, ours: Answers) -> Iterator[tuple[str, ...]]:
    """Where two answers to one battle differ: character, field, hex."""
    for key in peers.keys() | ours.keys():
        one, other = peers.get(key), ours.get(key)
        if one == other:
            continue
        if isinstance(one, set) and isinstance(other, set):
            yield from ((*key, str(hex_)) for hex_ in one ^ other)
        else:
            yield key


def _dispute(each: Mapping[str, Any], peers: Answers, ours: Answers) -> str:
    """One dispute with both answers and the clause."""
    name, field, hex_, reason = (each[key] for key in ("character", "field", "hex", "reason"))
    answers = []
    for side in (peers, ours):
        if field == "moves":
            moves = side[name, field]
            answers.append(f"{'may' if isinstance(moves, set) and hex_ in moves else 'may not'} move there")
        else:
            answers.append(_shown(side.get((name, field, hex_))))
    return f"{name} {field} {hex_}: ours {answers[1]} by {CLAUSES[reason]}; theirs {answers[0]} ({reason})"


def _shown(value: object) -> str:
    """Choices or a pair, in short: dice with the number, and whom they may be carried to."""
    match value:
        case dict():
            pairs = sorted(value.items(), key=lambda item: (-item[0][0], item[0][1]))
            return ", ".join(f"{_shown(pair)} ({' '.join(sorted(to)) or 'no carry'})" for pair, to in pairs)
        case (dice, number):
            return f"{dice} dice at {number}"
        case _:
            return "none"
