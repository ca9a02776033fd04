"""One word, one thing: no two classes of the product have one name, and no two modules, but for those listed here."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from functools import cache

import pytest

from tests.project.test_imports import PRODUCT, ROOT, modules

MODULES = modules(ROOT, PRODUCT)
GAMES = ("titan", "skirmish")
"""One game knows nothing of another: each has a `State`, and a reader of one never meets that of the other."""

CLASSES: Mapping[str, str] = {
    "Move": "an action's class is its verb in stored lines",
    "Spawned": "an event and what an order does: their classes are keys of texts",
    "State": "what all games have, and a game's own",
    "View": "what all games have, and a game's own",
}
"""Names of several classes, with why."""

SUBJECTS: Mapping[str, str] = {
    "advice": "what a game says to players, and the panel that shows it",
    "availability": "when people are there, and the commands that say so",
    "battle": "Titan's battle: its screens, bots and picture",
    "board": "the board of a game, its words and its picture",
    "captions": "the words of pictures, and what the pictures ask of them",
    "cards": "cards: what they do, how bots play them, how they look",
    "chronicle": "a game as a written story, and the command for it",
    "combat": "skirmish's combat in words and on the panel",
    "completing": "what is typed may go on so",
    "database": "what all databases are to the store, and the one in a PostgreSQL",
    "dice": "dice: their proof, and how they look",
    "effects": "what cards do, and its signs",
    "emoji": "pictures of emojis",
    "field": "who stands where in a battle, by the rules and for a bot",
    "end_conditions": "how a game ends by agreement: the rule, and how far it is on the picture",
    "fight": "skirmish's combat, by the rules and for a bot",
    "history": "what has happened: the log, and what was shown in it",
    "kit": "a game as the house has it, and each game's own",
    "leases": "what one of several processes does alone, and its locks in PostgreSQL",
    "lobby": "a game before it begins: table, command and picture",
    "log": "the lines of a game: what they make of it, and where they are stored",
    "lore": "the Lore Step, by the rules and on the panel",
    "odds": "how battles may end: computed, asked for and drawn",
    "options": "rules that can be chosen: a game's, in words, and for the house",
    "orders": "orders given ahead: stored, on the panel, in words, and a game's",
    "outbox": "what is to be sent: delivering it, and storing it",
    "outlook": "what follows from a view, and what a bot makes of it",
    "overview": "what a game says of itself",
    "phases": "the machine of phases, and a game's phases",
    "phone": "the form for a phone",
    "prediction_questions": "what can be foretold of a game",
    "predictions": "what was foretold, and the panel for it",
    "record": "a person's record, and a game's as a file",
    "replay": "showing again: the film, and a game's part in it",
    "results": "how something ended: of games, of a roll, on a picture",
    "rules": "a game's rules, and the command that explains them",
    "ruleset": "the rules as all have them, and a game's own",
    "setup": "what comes before the first turn, by the rules and on the panel",
    "shards": "the connections to Discord: which are held, and which was heard when",
    "spectators": "those who only watch: at a table, and in the store",
    "table": "a kept game, and the board as a bot has it",
    "tally": "what is counted of a game",
    "turn": "a turn, by the rules and on the panel",
    "typed": "what is typed, and what a game makes of it",
}
"""Names of several modules, with what all of them are about."""


def worlds() -> Iterable[tuple[str, frozenset[str]]]:
    """What somebody may meet who works on one of the games: its modules and those of all games."""
    for game in GAMES:
        others = {other for other in GAMES if other != game}
        yield game, frozenset(name for name in MODULES if not others & {*name.split(".")})


@cache
def classes(module: str) -> tuple[str, ...]:
    tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
    return tuple(node.name for node in tree.body if isinstance(node, ast.ClassDef) and not node.name.startswith("_"))


def several(named: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """The names that stand for more than one thing, with where."""
    found: dict[str, list[str]] = {}
    for name, where in named:
        found.setdefault(name, []).append(where)
    return {name: sorted(where) for name, where in found.items() if len(where) > 1}


@pytest.mark.parametrize(("game", "world"), tuple(worlds()))
def test_no_class_has_the_name_of_another(game: str, world: frozenset[str]) -> None:
    found = several((name, module) for module in world for name in classes(module))
    assert {name: where for name, where in found.items() if name not in CLASSES} == {}


@pytest.mark.parametrize(("game", "world"), tuple(worlds()))
def test_modules_of_one_name_are_about_one_thing(game: str, world: frozenset[str]) -> None:
    plain = (module for module in world if MODULES[module].name != "__init__.py")
    found = several((module.rpartition(".")[2], module) for module in plain)
    assert {name: where for name, where in found.items() if name not in SUBJECTS} == {}


def test_what_is_listed_is_there() -> None:
    every = frozenset(MODULES)
    assert CLASSES.keys() <= several((name, module) for module in every for name in classes(module)).keys()
    assert SUBJECTS.keys() <= several((module.rpartition(".")[2], module) for module in every).keys()
