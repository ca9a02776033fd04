"""The picture of a battle in words: everything that it shows can be read back from them, and they never run long."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from cogs.house.words.words import ALT, Words
from cogs.titan.overview import latest_fight
from cogs.titan.words.battle_map import battle_alt
from cogs.titan.words.game_words import TitanWords
from engine.core import Seat
from engine.titan.actions import Maneuver, Strike
from engine.titan.events import Struck
from engine.titan.ruleset import TITAN
from engine.titan.view import View
from render.parts import Parts, told
from render.titan.battles.layout import scene
from tests.captions import ENGLISH
from tests.deep import deep_but
from tests.render import views
from tests.render.played import GAMES, states
from tests.render.titan.test_titan_battle import striking

RULES = views.rules()
CODES = {name: code for code, kind in RULES.kinds.items() for name in (kind.name, kind.plural, code)}
NAMES = {Seat(0): "Ann", Seat(1): "Ben", Seat(2): "Cid", Seat(3): "Dora", Seat(4): "Eve", Seat(5): "Fay"}
LONG = dict.fromkeys(NAMES, "\\_" * 32)
STEPS = {"maneuvers": "maneuver", "strikes": "strike", "strikes back": "strike-back"}

WHO = r"(?P<who>[A-Z][A-Za-z]+)(?: \((?P<power>\d+)\))?"
FIGHTER = re.compile(WHO + r" (?P<hex>[A-F]\d)(?: −(?P<hits>\d+))?(?P<slain> slain)?(?P<struck> struck)?$")
STRUCK = re.compile(
    r"(?P<one>\w+) (?P<hex>[A-F]\d) at (?P<two>\w+) (?P<to>[A-F]\d), (?P<rolls>\d+) for (?P<number>\d)\+: "
    r"(?P<dealt>\d+)(?P<slain> slain)?$"
)
CARRIED = re.compile(r"carried to (?P<two>\w+) (?P<to>[A-F]\d): (?P<dealt>\d+)(?P<slain> slain)?$")
DRIFTED = re.compile(r"drift hurts (?P<who>\w+) (?P<hex>[A-F]\d)(?P<slain> slain)?$")
MOVED = re.compile(r"(?P<who>\w+) (?:(?P<start>[A-F]\d) to|enters at) (?P<hex>[A-F]\d)$")


@pytest.fixture
def titan() -> TitanWords:
    return TitanWords(Words())


def read(said: str) -> dict[str, Counter[Any]]:
    """The facts in the words, by the sorts of the scene; sides as 0 and 1."""
    found: dict[str, Counter[Any]] = {sort: Counter() for sort in SORTS}
    head = re.match(r"Battle in (\w+) (\d+), .*?, round (\d) of 7\. (\w+) (.*?)\. ", said)
    assert head is not None, said
    found["place"][int(head[2]), head[1]] += 1
    found["round"][(int(head[3]),)] += 1
    if won := re.match(r"wins, ([a-zT ]+)(?:, scores (\d+) points: (\d+) in all(?:, passing (.*))?)?$", head[5]):
        winner = ("Attacker", "Defender").index(head[4])
        found["result"][winner, won[1]] += 1
        if won[2]:
            passed = tuple(map(int, re.findall(r"\d+", won[4] or "")))
            found["points"][winner, int(won[2]), int(won[3]), passed] += 1
    elif head[4] == "Both":
        found["result"][None, ""] += 1
    elif onward := re.match(r"strikes, (\d+) hits? to carry to (.*)$", head[5]):
        found["acting"][("Attacker", "Defender").index(head[4]), "carry"] += 1
        for label in onward[2].split(", "):
            found["onward"][label, int(onward[1])] += 1
    else:
        found["acting"][("Attacker", "Defender").index(head[4]), STEPS[head[5]]] += 1
    rest = said[head.end() :]
    for side, word in enumerate(("Attacker", "Defender")):
        own = re.match(word + r" (\w{4}), .*?: (.*?)\.(?: |$)", rest)
        assert own is not None, rest
        rest = rest[own.end() :]
        for fact, counted in _side(side, own[2]):
            found[fact][counted] += 1
    for sentence in filter(None, rest.removesuffix(".").split(". ")):
        kind, _, what = sentence.partition(": ")
        for piece in what.split("; "):
            sort, facts = _move(piece) if kind == "Moves" else _blow(piece)
            found[sort][facts] += 1
    return found


def _side(side: int, said: str) -> Iterator[tuple[str, Any]]:
    for part in said.split("; "):
        if part.startswith("off the map: "):
            for word in part.removeprefix("off the map: ").split(", "):
                yield "waiting", (side, CODES[word.split(" (")[0]])
        elif part.startswith("lost: "):
            for word in part.removeprefix("lost: ").split(", "):
                number, _, name = word.rpartition(" ")
                for _ in range(int(number or 1)):
                    yield "fallen", (side, CODES[name])
        elif part != "nobody on the map":
            for word in part.split(", "):
                m = FIGHTER.match(word)
                assert m is not None, word
                code = CODES[m["who"]]
                power = int(m["power"] or RULES.kinds[code].power)
                yield "fighter", (side, code, power, m["hex"], int(m["hits"] or 0), bool(m["slain"]), bool(m["struck"]))


def _move(said: str) -> tuple[str, Any]:
    m = MOVED.match(said)
    assert m is not None, said
    return "move", (CODES[m["who"]], m["start"] or "", m["hex"])


def _blow(said: str) -> tuple[str, Any]:
    if m := STRUCK.match(said):
        told_ = (CODES[m["one"]], m["hex"], CODES[m["two"]], m["to"], int(m["dealt"]), bool(m["slain"]))
        return "strike", (*told_, tuple(map(int, m["rolls"])), int(m["number"]))
    if m := CARRIED.match(said):
        return "carry", (CODES[m["two"]], m["to"], int(m["dealt"]), bool(m["slain"]))
    m = DRIFTED.match(said)
    assert m is not None, said
    return "drifted", (CODES[m["who"]], m["hex"], bool(m["slain"]))


SORTS = (
    "place",
    "round",
    "acting",
    "result",
    "points",
    "fighter",
    "waiting",
    "fallen",
    "move",
    "strike",
    "carry",
    "drifted",
    "onward",
)


def shown(parts: Parts, view: View) -> dict[str, Counter[Any]]:
    """The facts in the picture, as far as each sort's go."""
    found: dict[str, Counter[Any]] = {sort: Counter() for sort in SORTS}
    fought = view.battle
    assert fought is not None
    markers = fought.markers
    dice = {tuple(f[1:5]): (f[7], f[6]) for f in told(parts, "struck")}
    if told(parts, "before"):  # dice that there was no room for
        struck = (deed for deed in view.deeds if isinstance(deed, Struck))
        dice |= {(d.striker, d.hex, d.target, d.target_hex): (d.rolls, d.number) for d in struck}
    for part in parts:
        f = part.facts
        match part.sort:
            case "place" | "round" | "fighter" | "onward":
                found[part.sort][f] += 1
            case "acting":
                found["acting"][f[0], f[2]] += 1
            case "result":
                won = markers.index(f[0]) if f[0] else None
                found["result"][won, ENGLISH.say(f"alt.battle-won-{f[1]}") if f[0] else ""] += 1
            case "points":
                found["points"][fought.seats.index(f[0]), *f[1:]] += 1
            case "waiting" | "fallen":
                found[part.sort][f[:2]] += 1
            case "move":
                found["move"][f[1:]] += 1
            case "drifted":
                found["drifted"][f[1], f[2], f[4]] += 1
            case "hits" if f[7] == "strike":
                rolls, number = dice[f[1:5]]
                found["strike"][(*f[1:7], tuple(sorted(rolls, reverse=True)), number)] += 1
            case "hits":
                found["carry"][f[3:7]] += 1
    return found


THOROUGH = (
    (2, 11), (3, 12), (6, 13), (2, 14), (4, 15), (3, 16), (2, 17), (5, 18), (2, 19), (3, 20), (4, 21), (6, 22), (2, 23),
)  # fmt: skip
"""Games of so many seats from so many seeds; all together some thousand battle positions."""


@pytest.mark.parametrize(("seats", "seed"), deep_but((*GAMES, *THOROUGH), *GAMES))
def test_the_words_tell_what_the_picture_shows(seats: int, seed: int, titan: TitanWords) -> None:
    """Over every battle position of self-played games."""
    compared = 0
    for state in states(seats, seed):
        view = latest_fight(TITAN.view(state, None))
        if view.battle is not None:
            said = battle_alt(titan.terms, view, NAMES)
            assert len(said) <= ALT
            assert read(said) == shown(scene(view), view), said
            compared += 1
    assert compared > 30


def test_where_excess_hits_may_go_is_told(titan: TitanWords) -> None:
    view = views.fight("Plains", (2, 2))
    assert view.battle is not None
    view = replace(view, battle=replace(view.battle, step="carry", carry=("D3", "E4"), excess=2))

    said = battle_alt(titan.terms, view, NAMES)

    assert "strikes, 2 hits to carry to D3, E4." in said
    assert read(said)["onward"] == shown(scene(view), view)["onward"] == {("D3", 2): 1, ("E4", 2): 1}


@pytest.mark.parametrize("names", [NAMES, LONG], ids=["short", "long"])
@pytest.mark.parametrize("terrain", sorted(RULES.grounds))
def test_the_fullest_battle_is_told_whole(terrain: str, names: dict[Seat, str], titan: TitanWords) -> None:
    """Seven against eight, with eight strikes, a hit carried, one by drift, and names all of escapes."""
    for view in (
        striking(views.fight(terrain, (7, 8)), rolls=9),
        views.fight(terrain, (7, 8), off=7),
        striking(views.fight(terrain, (8, 7), off=1), rolls=12),
    ):
        said = battle_alt(titan.terms, view, names)

        assert len(said) <= ALT
        assert "…" not in said
        facts, parts = read(said), shown(scene(view), view)
        assert facts["fighter"] == parts["fighter"]
        assert facts["waiting"] == parts["waiting"]
        assert len(facts["strike"]) == sum(part.sort == "hits" and part.facts[7] == "strike" for part in scene(view))


def test_what_one_character_may_do_is_told(titan: TitanWords) -> None:
    view = views.fight("Plains", (2, 2), hexes=("D4", "D5", "C4", "A1"))
    goes = (Maneuver("D4", "D3"), Maneuver("D4", "E3"), Maneuver("D5", "E5"))
    strikes = (Strike("D4", "C4", 6, 4), Strike("D5", "C4", 9, 2))

    assert "Titan D4 may go to D3, E3." in battle_alt(titan.terms, view, NAMES, "D4", goes)
    assert "Titan D4 may strike C4 with 6 dice at 4+." in battle_alt(titan.terms, view, NAMES, "D4", strikes)
    assert told(scene(view, focus="D4", actions=goes), "legal") == {("D3",), ("E3",)}
    assert told(scene(view, focus="D4", actions=strikes), "target") == {("C4", (6, 4))}
    assert len(battle_alt(titan.terms, view, NAMES, "D4")) <= ALT
