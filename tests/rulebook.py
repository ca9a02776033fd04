"""The tables of docs/rules, made of the engines' data in the words of each language, and the anchors of its clauses.

`python -m tests.rulebook` writes them into the chapters, each table below its mark `<!-- creatures -->`;
tests/house/words/test_rulebook.py holds what stands there against it. What the tables of a game are is in
`tests/<game>`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import cast

from cogs.house.game.rulebook import CLAUSE

FOLDER = Path(__file__).parents[1] / "docs" / "rules"
"""A folder a game, in it a folder a language."""

GAMES = tuple(sorted(path.name for path in FOLDER.iterdir()))
MARK = re.compile(r"<!-- (?P<name>[a-z-]+) -->\n(?:\|.*\n)*")
HEADING = re.compile(r"(?P<heading>## .*)\n(?:<a id=.*\n)?")

Rows = Iterable[Iterable[object]]
Tables = Mapping[str, Callable[[], str]]


def tables(game: str, language: str) -> Tables:
    """What makes each table of a game in a language, by its mark."""
    return cast(Tables, import_module(f"tests.{game}.rulebook").tables(language))


def filled(text: str, game: str, language: str) -> str:
    """A chapter with its tables and anchors as they should be: `06-moving.md#R6.3` leads to the section."""
    made = tables(game, language)
    text = HEADING.sub(lambda found: found["heading"] + "\n" + _anchors(found["heading"]), text)
    return MARK.sub(lambda mark: f"<!-- {mark['name']} -->\n{made[mark['name']]()}", text)


def _anchors(heading: str) -> str:
    """A line with an anchor for each clause of a heading; nothing for one without."""
    anchors = "".join(f'<a id="{clause}"></a>' for clause in CLAUSE.findall(heading))
    return anchors and anchors + "\n"


def chapters() -> Iterator[tuple[Path, str, str]]:
    """Every chapter with its game and its language."""
    for path in sorted(FOLDER.glob("*/*/*.md")):
        yield path, path.parents[1].name, path.parent.name


def table(rows: Rows) -> str:
    """A table as Markdown; the first row has the heads."""
    return "".join(_lines(rows))


def _lines(rows: Rows) -> Iterator[str]:
    for number, row in enumerate(rows):
        cells = [str(cell) for cell in row]
        yield f"| {' | '.join(cells)} |\n".replace("  ", " ")
        if not number:
            yield f"|{' --- |' * len(cells)}\n"


def main() -> None:
    """Writes the tables and anchors of every language."""
    for path, game, language in chapters():
        path.write_text(filled(path.read_text(encoding="utf-8"), game, language), encoding="utf-8")


if __name__ == "__main__":
    main()
