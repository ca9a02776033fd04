"""A creature with its land is added by files alone: figures, map, recruits, emblem, colors, and terms in all languages.

They are added to a copy of the program, and a process of its own plays with them and draws them there.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cogs.house.words.words import languages
from engine.titan.battle.frame import HEXES
from tests.project.test_lock import ROOT

TITAN, LOCALE, ASSETS = "engine/titan/data", "cogs/locale", "render/assets"

BASILISK = """
[[creature]]
name = "Basilisk"
plural = "Basilisks"
code = "BAS"
paint = "#5E8C4A"
class = "creature"
power = 7
skill = 3
value = 21
flies = false
rangestrikes = true
magic_missile = false
summonable = false
acquire_every = 0
stack = 15
returns = false
native = ["bog", "slope"]
mustered_in = ["Wastes"]
"""

CHAIN = """
[chain.Wastes]
order = ["Ogre", "Basilisk"]
need = [0, 2]
"""

EMBLEM = """
# Basilisk
BAS = [
    { tone = "body", path = "M 50 6 L 94 50 L 50 94 L 6 50 Z", edge = "ink/5" },
    { tone = "gleam", path = "M 50 18 L 76 44 L 50 40 Z" },
    { tone = "spark", path = "O 36 52 7 7", edge = "ink/3", both = true },
]
"""

SCENERY = """
[Wastes]
growth = ["#5A4A3A", "#D9C7A6"]
far = 0.5
side = 0.9
near = 1.3
motif = [
    { tone = "mark", path = "M-9 0 L-4 -14 L2 -9 L8 -18 L12 0 Z" },
    { tone = "lit", path = "M-9 0 L-4 -14 L-1 0 Z" },
]
ground = ["pebble", "tuft"]
soil = { paint = "#9A8A6A", share = 0.4 }
"""

TERMS = {
    "en": ('{ count = "number", one = "Basilisk", other = "Basilisks" }', "Basilisk", "Wastes"),
    "de": ('{ count = "number", one = "Basilisk", other = "Basilisken" }', "Basilisk", "Ödland"),
    "ru": ('{ count = "number", one = "Василиск", few = "Василиска", many = "Василисков" }', "Василиск", "Пустошь"),
}
"""In each language: how many Basilisks there are, the short name, the land."""

NOTHING, SLOPES = [""] * 6, ["slope"] * 6
HAZARDS = {"D3": ("plain", 1, SLOPES), "C2": ("bog", 0, NOTHING), "D5": ("bog", 0, NOTHING), "E2": ("tree", 0, NOTHING)}
"""The hexes of the new battleland in which there is something: hazard, elevation, what lies on its sides."""


def battleland() -> str:
    """The map of the Wastes."""
    rows = []
    for label in HEXES:
        hazard, elevation, sides = HAZARDS.get(label, ("plain", 0, NOTHING))
        told = ", ".join(f'"{side}"' for side in sides)
        rows.append(f'  {{ hex = "{label}", terrain = "{hazard}", elev = {elevation}, sides = [{told}] }},')
    return '\n[[battleland]]\nname = "Wastes"\nstart_hexes = []\nhexes = [\n' + "\n".join(rows) + "\n]\n"


class Tree:
    """A copy of the program, of which only files of data are changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for package in ("engine", "render", "cogs"):
            leave = shutil.ignore_patterns("__pycache__", ".*_cache")
            shutil.copytree(ROOT / package, folder / package, ignore=leave)

    def add(self, file: str, text: str) -> None:
        """Writes at the end of a file."""
        path = self.folder / f"{file}.toml"
        path.write_text(path.read_text("utf-8") + text, "utf-8")

    def change(self, file: str, *changes: tuple[str, str]) -> None:
        """Writes another text for one that stands in a file once."""
        path = self.folder / f"{file}.toml"
        text = path.read_text("utf-8")
        for was, now in changes:
            assert text.count(was) == 1, (file, was)
            text = text.replace(was, now)
        path.write_text(text, "utf-8")

    def run(self, module: str) -> subprocess.CompletedProcess[str]:
        """A module of the tests, with the packages of this folder."""
        command = [sys.executable, "-m", module, str(self.folder)]
        env = {**os.environ, "PYTHONPATH": os.pathsep.join((str(self.folder), str(ROOT)))}
        return subprocess.run(
            command, cwd=self.folder, env=env, capture_output=True, text=True, timeout=120, check=False
        )


@pytest.fixture
def tree(tmp_path: Path) -> Iterator[Tree]:
    yield Tree(tmp_path)
    shutil.rmtree(tmp_path)


def add_creature(tree: Tree) -> None:
    """The Basilisk, who is mustered for two Ogres in the Wastes."""
    tree.add(f"{TITAN}/creatures", BASILISK)
    ogre = 'native = ["bog", "slope"]\nmustered_in = ["Hills", "Marsh", "Tower"]'
    tree.change(
        f"{TITAN}/creatures",
        ("{ kinds = 24, counters = 424 }", "{ kinds = 25, counters = 439 }"),
        (ogre, ogre.replace('"Tower"', '"Wastes", "Tower"')),
    )
    tree.add(f"{TITAN}/recruits", CHAIN)


def add_land(tree: Tree) -> None:
    """Land 41, next to a Tower, is no Marsh any more."""
    tree.add(f"{TITAN}/battlelands", battleland())
    tree.change(
        f"{TITAN}/masterboard",
        ('label = 41\nterrain = "Marsh"', 'label = 41\nterrain = "Wastes"'),
        (
            '[terrain.Marsh]\npaint = "#826F65"\ntext = "#FFFFFF"\nlands = 15\n',
            '[terrain.Marsh]\npaint = "#826F65"\ntext = "#FFFFFF"\nlands = 14\n\n'
            '[terrain.Wastes]\npaint = "#8C7D57"\ntext = "#000000"\nlands = 1\n',
        ),
    )


def add_looks(tree: Tree) -> None:
    """An emblem, what grows there, and the colors of a theme."""
    tree.add(f"{ASSETS}/titan/emblems", EMBLEM)
    tree.add(f"{ASSETS}/titan/terrains", SCENERY)
    tree.change(f"{ASSETS}/themes", ("[safe.paints]\n", '[safe.paints]\nWastes = "#6B6B3A"\nBasilisk = "#3A7A5A"\n'))


def add_words(tree: Tree) -> None:
    """What they are called in every language."""
    for language in languages():
        counted, short, land = TERMS[language]
        terms, captions = (f"{LOCALE}/{language}/titan-{file}" for file in ("terms", "captions"))
        tree.change(terms, ("[titan.creature]\n", f"[titan.creature]\nBAS = {counted}\n"))
        tree.change(terms, ("[titan.terrain]\n", f'[titan.terrain]\nWastes = "{land}"\n'))
        tree.change(captions, ("[titan.caption.kind]\n", f'[titan.caption.kind]\nBAS = "{short}"\n'))
        tree.change(captions, ("[titan.caption.terrain]\n", f'[titan.caption.terrain]\nWastes = "{land}"\n'))


def test_a_creature_with_its_land_is_added_by_files_and_played_with(tree: Tree) -> None:
    for add in (add_creature, add_land, add_looks, add_words):
        add(tree)

    done = tree.run("tests.project.by_files_alone")

    assert done.returncode == 0, done.stderr
