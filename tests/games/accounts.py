"""What the channel must have been told of each entry of the log, read from the lines of the log alone.

A second opinion on the sentences: no event of the engine and no word of the bot's own stands behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from tests.games.reading import named

Entry = tuple[int, str]
"""A seat, -1 for chance, and a line."""


def untold(log: Sequence[Entry], names: Sequence[str], heard: Sequence[str]) -> list[str]:
    """The lines of the log that nobody told the channel of; each sentence tells of one."""
    left, missing = list(heard), []
    for line, words in accounts(log, names):
        found = next((at for at, said in enumerate(left) if all(_stands(word, said) for word in words)), None)
        if found is None:
            missing.append(line)
        else:
            del left[found]
    return missing


def accounts(log: Sequence[Entry], names: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """For each public entry the words that its sentence must have."""
    lands: dict[str, str] = {}
    for (seat, line), following in zip(log, [*log[1:], (0, "")], strict=True):
        if seat < 0:
            continue
        yield from ((line, words) for words in _words(names[seat], line.split(" "), following[1], lands))


def _words(player: str, line: Sequence[str], following: str, lands: dict[str, str]) -> Iterable[list[str]]:
    """`lands` is where legions are, as far as that is known from the log, and is kept."""
    match line:
        case ["colour", colour]:
            yield [player, "plays", colour]
        case ["marker", marker]:
            yield [player, "starts in", marker]
        case ["split", parent, child, creatures]:
            yield [player, "splits", parent, child, f"{len(creatures.split(','))} form"]
            lands[child] = lands.get(parent, "")
        case ["roll"]:
            yield [player, f"rolls a {_drawn(following)[0]}"]
        case ["mulligan"]:
            yield [player, f"rolls a {_drawn(following)[0]}", "mulligan"]
        case ["move", legion, land, _]:
            start, lands[legion] = lands.get(legion, ""), land
            if start == land:
                yield [player, legion, land, "goes around"]
            else:
                yield [player, legion, land, "moves", *filter(None, (start,))]
        case ["teleport", legion, land, _, lord]:
            lands[legion] = land
            yield [player, legion, land, "teleports", *named([lord])]
        case ["engage", land]:
            yield ["attacks", land]
        case ["flee"]:
            yield [player, "flees"]
        case ["concede"]:
            yield [player, "concedes"]
        case ["accept", *_]:
            yield ["Agreement"]
        case ["maneuver", character, to]:
            yield [player, to, "enters on" if len(character) == 3 else character]
        case ["strike", striker, target, _, number]:
            rolls = " ".join(map(str, _drawn(following)))
            yield [player, striker, target, f"({number}+)", f": {rolls}."]
        case ["carry", target]:
            yield [player, "carried to", target]
        case ["summon", donor, creature]:
            yield [player, "summons", donor, *named([creature])]
        case ["reinforce", recruit, _]:
            yield [player, "reinforced", *named([recruit])]
        case ["acquire", creature]:
            yield [player, "acquires", *named([creature])]
        case ["muster", legion, recruit, _]:
            yield [player, "musters", legion, *named([recruit])]
        case ["resign"]:
            yield [player, "resigns"]
        case ["waive" | "fight" | "offer" | "withdraw" | "refuse" | "done" | "undo", *_]:
            pass
        case _:
            raise AssertionError(f"an entry of another kind: {' '.join(line)}")


def _drawn(line: str) -> list[int]:
    verb, values = line.split(" ")
    assert verb == "draw", f"chance answers at once, not {line}"
    return [int(value) for value in values.split(",")]


def _stands(word: str, said: str) -> bool:
    before, after = (r"(?<!\w)" if word[0].isalnum() else "", r"(?!\w)" if word[-1].isalnum() else "")
    return re.search(before + re.escape(word) + after, said) is not None
