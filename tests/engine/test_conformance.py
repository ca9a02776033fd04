"""The engine agrees with recorded games and battles, and the comparison misses nothing that is wrong in them."""

from __future__ import annotations

import copy
import gzip
import io
import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.titan.rules import rules_for
from tests.conformance import strikes
from tests.conformance.__main__ import compare, main
from tests.conformance.apart import Aim, merged, selections, together
from tests.conformance.door import Door
from tests.conformance.record import Event, read
from tests.conformance.replay import Replay
from tests.conformance.shapes import SHAPES
from tests.conformance.soldiers import Man
from tests.conformance.tally import Tally

RECORDS = Path(__file__).parents[1] / "conformance" / "records"
OWN = sorted(RECORDS.glob("*.jsonl.gz"))
SHARED = Path(__file__).parents[3] / "shared" / "conformance"
OTHERS = [file for folder in ("games", "battles") for file in sorted((SHARED / folder).glob("*.jsonl.gz"))]
FEW = {"br": 6, "brt": 4}
"""So many of the shortest sorts of records are compared in each run, of the others one; all of them in the deep run."""
NONE = pytest.param(Path(), marks=pytest.mark.skip(reason="there is no ../shared/conformance beside this checkout"))


def portioned(files: list[Path]) -> Iterator[object]:
    """The first few of each sort; the others are for the deep run."""
    met = Counter[str]()
    for file in files:
        sort = file.name.partition("-")[0]
        met[sort] += 1
        marks = [pytest.mark.deep] if met[sort] > FEW.get(sort, 1) else []
        yield pytest.param(file, marks=marks, id=file.name)


def played(events: list[Event]) -> tuple[Tally, str]:
    """The count of a record, and what was said of it."""
    out = io.StringIO()
    tally = Tally(out)
    Replay("changed", events, tally).run()
    return tally, out.getvalue()


@pytest.fixture(scope="module")
def battles() -> list[Event]:
    """A short record of one battle."""
    return read(RECORDS / "brt-08.jsonl.gz")


@pytest.fixture(scope="module")
def game() -> list[Event]:
    """A short game."""
    return read(RECORDS / "g6r-01.jsonl.gz")


def changed(events: list[Event], kind: str, change: Callable[[Event], bool]) -> tuple[list[Event], int]:
    """The events with the first of a kind changed that lets itself be, and its number."""
    events = copy.deepcopy(events)
    for event in events:
        if event["e"] == kind and change(event):
            return events, event["n"]
    raise AssertionError(f"no {kind} to change")


@pytest.mark.parametrize("file", OWN, ids=lambda file: file.name)
def test_our_own_copies_of_records_agree(file: Path) -> None:
    out = io.StringIO()

    tally = compare([file], out)

    assert not tally.failed, out.getvalue()
    assert tally.passed > 500


@pytest.mark.parametrize("file", [*portioned(OTHERS)] or [NONE])
def test_recorded_games_and_battles_agree(file: Path) -> None:
    out = io.StringIO()

    tally = compare([file], out)

    assert not tally.failed, out.getvalue()
    assert tally.passed > 500


@pytest.mark.parametrize("file", OWN, ids=lambda file: file.name)
def test_strikes_counted_apart_from_the_engine_agree_as_well(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As they are while a record has two characters on one hex."""
    monkeypatch.setattr(strikes, "sharing", lambda men, man: [man])
    out = io.StringIO()

    tally = compare([file], out)

    assert not tally.failed, out.getvalue()
    assert tally.departures["K11"]


def test_two_on_one_hex_are_asked_about_one_without_the_other() -> None:
    """The enemies' common pair and the carries between them are added (R14.2-R14.4)."""
    men = {
        name: Man(name, side, code, power, hex_)
        for name, side, code, power, hex_ in (
            ("a1", 0, "SER", 18, "C3"),
            ("d1", 1, "OGR", 6, "C4"),
            ("d2", 1, "CEN", 3, "C4"),
            ("d3", 1, "LIO", 5, "off"),
        )
    }
    one = {"a1": {"d1": Aim((18, 4), False, {(18, 4): frozenset()})}}
    other = {"a1": {"d2": Aim((18, 6), False, {(18, 6): frozenset()})}}

    chosen = [set(part) for part in selections(men)]
    whole = merged([one, other])
    together(whole, men, rules_for({}).grounds["Plains"])

    assert chosen == [{"a1", "d1", "d3"}, {"a1", "d2", "d3"}]
    assert whole["a1"]["d1"].carries == {(18, 4): frozenset(), (18, 6): frozenset({"d2"})}
    assert whole["a1"]["d2"].carries == {(18, 6): frozenset({"d1"})}


def test_every_kind_of_event_has_a_handler(battles: list[Event]) -> None:
    handlers = Replay("any", battles, Tally(io.StringIO())).handlers

    assert handlers.keys() == SHAPES.keys()


def test_a_changed_die_is_found(battles: list[Event]) -> None:
    def worse(event: Event) -> bool:
        hits = [at for at, roll in enumerate(event["rolls"]) if roll >= event["s"] > 1]
        for at in hits[:1]:
            event["rolls"][at] = event["s"] - 1
        return bool(hits)

    tally, said = played(changed(battles, "strike", worse)[0])

    assert tally.failed
    assert "hits" in said


def test_a_changed_movement_roll_is_found(game: list[Event]) -> None:
    def other(event: Event) -> bool:
        event["die"] = event["die"] % 6 + 1
        return True

    tally, said = played(changed(game, "roll", other)[0])

    assert tally.failed
    assert "walks of" in said


@pytest.mark.parametrize(
    ("kind", "path"),
    [("maneuver", "moves"), ("strikes", "targets")],
)
def test_a_set_with_one_less_is_found_with_its_line(battles: list[Event], kind: str, path: str) -> None:
    def shorter(event: Event) -> bool:
        full = [entries for entries in event[path].values() if entries]
        for entries in full[:1]:
            entries.pop()
        return bool(full)

    events, n = changed(battles, kind, shorter)

    tally, said = played(events)

    assert tally.failed
    assert f"changed:{n} {kind} [" in said


@pytest.mark.parametrize(("kind", "key"), [("moves", "n"), ("recruits", "options")])
def test_a_move_or_muster_too_few_is_found(game: list[Event], kind: str, key: str) -> None:
    def shorter(event: Event) -> bool:
        full = [entry[key] for entry in event["legions"].values() if entry[key]]
        for entries in full[:1]:
            entries.pop(next(iter(entries)) if isinstance(entries, dict) else 0)
        return bool(full)

    events, n = changed(game, kind, shorter)

    tally, said = played(events)

    assert tally.failed
    assert f"changed:{n} {kind} [" in said


def test_a_score_that_differs_is_found(game: list[Event]) -> None:
    def richer(event: Event) -> bool:
        next(iter(event["players"].values()))["score"] += 1
        return True

    tally, said = played(changed(game, "turn_end", richer)[0])

    assert tally.failed == 1
    assert "score of" in said


def test_a_decision_that_is_not_legal_is_found_and_the_rest_goes_on_at_the_next_turn(game: list[Event]) -> None:
    def elsewhere(event: Event) -> bool:
        event["to"], event["teleport"] = "6000", False
        return True

    events, n = changed(game, "move", elsewhere)

    tally, said = played(events)

    assert f"changed:{n} move [" in said
    assert "not compared" in said
    assert tally.passed > 1000


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda event: event.update(e="rumour"), "unknown kind 'rumour'"),
        (lambda event: event.update(mood="grim"), "unknown key turn.mood"),
        (lambda event: event.pop("score"), "missing key turn.score"),
        (lambda event: event.update(score=True), "turn.score is True"),
        (lambda event: event["markers"].append(event["markers"][0]), "turn.markers names something twice"),
    ],
)
def test_unknown_kinds_keys_and_values_are_refused(
    battles: list[Event], change: Callable[[Event], object], said: str
) -> None:
    events = changed(battles, "turn", lambda event: change(event) is not False)[0]

    tally, told = played(events)

    assert tally.failed == 1
    assert f"refused: {said}" in told


@pytest.mark.parametrize("players", [0, 1, 7])
def test_a_game_of_an_impossible_number_is_a_failure_and_no_crash(game: list[Event], players: int) -> None:
    def crowd(event: Event) -> bool:
        event["players"] = [{**event["players"][0], "id": f"X{at}"} for at in range(players)]
        return True

    assert played(changed(game, "game", crowd)[0])[0].failed


@pytest.mark.parametrize("kind", ["game", "turn_end"])
def test_a_position_without_a_player_is_a_failure_and_no_crash(game: list[Event], kind: str) -> None:
    def fewer(event: Event) -> bool:
        event["players"].pop(0 if kind == "game" else "Gd")
        return True

    assert played(changed(game, kind, fewer)[0])[0].failed


def test_a_record_without_its_end_is_refused(battles: list[Event]) -> None:
    tally, said = played([event for event in battles if event["e"] not in ("end", "game_over", "reveal")])

    assert tally.failed
    assert "no end" in said


def test_departures_are_counted_and_told(capsys: pytest.CaptureFixture[str]) -> None:
    code = main([str(RECORDS / "g6r-01.jsonl.gz")])

    lines = capsys.readouterr().out.splitlines()
    assert code == 0
    assert any(line.startswith("K9: 2 places: ") for line in lines)
    assert lines[-1].endswith(" passed, 0 failed")


def test_the_last_line_counts_and_the_code_tells(
    tmp_path: Path, battles: list[Event], capsys: pytest.CaptureFixture[str]
) -> None:
    events, _ = changed(battles, "turn", lambda event: event.update(score=event["score"] + 1) is None)
    folder = tmp_path / "deep"
    folder.mkdir()
    with gzip.open(folder / "wrong.jsonl.gz", "wt", encoding="ascii") as file:
        file.writelines(json.dumps(event) + "\n" for event in events)

    code = main([str(tmp_path)])

    said = capsys.readouterr().out.splitlines()
    assert code == 1
    assert said[-1].endswith(" passed, 1 failed")
    assert "wrong.jsonl.gz:1 turn [" in said[0]


@pytest.mark.parametrize("text", ["", "no json\n", '{"n":1,"e":"game"}\n', '{"n":0,"e":"game"}\n'])
def test_a_file_that_is_no_record_fails(tmp_path: Path, text: str) -> None:
    file = tmp_path / "odd.jsonl"
    file.write_text(text, encoding="utf-8")
    out = io.StringIO()

    assert compare([file], out).failed
    assert "odd.jsonl" in out.getvalue()


def test_a_path_that_is_not_there_fails(tmp_path: Path) -> None:
    out = io.StringIO()

    assert compare([tmp_path / "nowhere"], out).failed
    assert compare([tmp_path], out).failed


def test_an_engine_that_differs_is_found(
    monkeypatch: pytest.MonkeyPatch, battles: list[Event], game: list[Event]
) -> None:
    """With the first action of every list withheld, sets no longer agree."""
    legal = Door.legal
    monkeypatch.setattr(Door, "legal", lambda door, seat: legal(door, seat)[1:])

    assert played(battles)[0].failed
    assert played(game)[0].failed
