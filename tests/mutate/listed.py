"""The list of mutations: what is broken, which rule that is, and the test that fails then."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

ENGINES = ("titan", "skirmish")
HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Mutation:
    """In the function `at` (`engine.titan.phases.move:jumps`, or `:Class.method`, or `:CONSTANT`) `was` becomes `now`.

    Both are expressions, or both are statements; `nth` says which, where `was` is there more than once. `rule` is what
    is broken by that. `killed` is the test that fails then, empty if none is known; `equivalent` says why none can.
    """

    at: str
    was: str
    now: str
    rule: str
    nth: int = 1
    killed: str = ""
    equivalent: str = ""

    @property
    def module(self) -> str:
        return self.at.partition(":")[0]

    @property
    def name(self) -> str:
        return self.at.partition(":")[2]

    @property
    def engine(self) -> str:
        return self.at.split(".")[1]

    @property
    def key(self) -> str:
        """What tells it from all others."""
        return f"{self.at} | {self.was} | {self.now} | {self.nth}"

    @property
    def file(self) -> str:
        """The file of the test that is known to fail."""
        return self.killed.partition("::")[0]


def files(engine: str) -> list[Path]:
    return sorted((HERE / engine).glob("*.toml"))


def read(file: Path) -> list[Mutation]:
    return [Mutation(**row) for row in tomllib.loads(file.read_text(encoding="utf-8"))["mutation"]]


def listed(engines: Iterable[str] = ENGINES) -> Iterator[Mutation]:
    """All mutations of these engines, in the order of the files."""
    for engine in engines:
        for file in files(engine):
            yield from read(file)


def write(file: Path, mutations: Iterable[Mutation]) -> None:
    """The file with these mutations, below the lines that it begins with."""
    text = file.read_text(encoding="utf-8")
    head = text[: text.index("[[mutation]]")]
    file.write_text(head + "\n".join(map(_entry, mutations)), encoding="utf-8")


def _entry(mutation: Mutation) -> str:
    rows = [("at", mutation.at), ("was", mutation.was), ("now", mutation.now), ("rule", mutation.rule)]
    rows += [("killed", mutation.killed), ("equivalent", mutation.equivalent)]
    lines = [f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in rows if value]
    if mutation.nth > 1:
        lines.insert(3, f"nth = {mutation.nth}\n")
    return "[[mutation]]\n" + "".join(lines)


def note(killers: dict[str, str]) -> None:
    """Writes into the lists which test kills what, by the keys of mutations; files in which nothing changes stay."""
    for engine in ENGINES:
        for file in files(engine):
            before = read(file)
            after = [replace(one, killed=killers.get(one.key, one.killed)) for one in before]
            if after != before:
                write(file, after)
