"""The engine agrees with the vectors, and the comparison misses nothing that is wrong in them."""

from __future__ import annotations

import copy
import gzip
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.titan.ruleset import TITAN
from tests.conformance.__main__ import compare, main
from tests.conformance.tally import Tally
from tests.conformance.vectors.forms import FORMS
from tests.conformance.vectors.run import CLAUSES, KINDS, Vectors

Vector = dict[str, Any]
Path_ = tuple[str | int, ...]

RECORDS = Path(__file__).parents[1] / "conformance" / "records"
OWN = RECORDS / "vectors.jsonl"
SHARED = Path(__file__).parents[3] / "shared" / "conformance" / "vectors"
FILES = {
    "masterboard": 60,
    "muster": 80,
    "battle": 150,
    "battle_disputed": 20,
    "los": 120,
    "misc": 40,
}
"""The files beside this project, and how many vectors each has."""

SAMPLE: tuple[Vector, ...] = tuple(json.loads(line) for line in OWN.read_text("utf-8").splitlines())
EACH = {vector["kind"]: vector for vector in reversed(SAMPLE) if "disputed" not in vector}
"""One vector of a kind."""

DISPUTED = next(vector for vector in SAMPLE if "disputed" in vector)


def asked(*vectors: object) -> tuple[Tally, str]:
    """The count over some vectors, and what was said of them."""
    out = io.StringIO()
    tally = Tally(out)
    Vectors(tally).run("changed", "".join(json.dumps(vector) + "\n" for vector in vectors))
    return tally, out.getvalue()


def changed(vector: Vector, **changes: object) -> Vector:
    """A vector with other fields."""
    return {**copy.deepcopy(vector), **changes}


# --- agreement ---


@pytest.mark.parametrize("name", FILES)
def test_all_vectors_beside_this_project_agree(name: str) -> None:
    file = SHARED / f"{name}.jsonl"
    if not file.exists():
        pytest.skip("there is no ../shared/conformance beside this checkout")
    out = io.StringIO()

    tally = compare([file], out)

    assert (tally.passed, tally.failed) == (FILES[name], 0), out.getvalue()


def test_our_own_copies_agree_and_are_of_every_kind_and_every_dispute() -> None:
    tally, said = asked(*SAMPLE)

    assert (tally.passed, tally.failed) == (len(SAMPLE), 0), said
    assert {vector["kind"] for vector in SAMPLE} == FORMS.keys() == KINDS.keys()
    disputes = [each["reason"] for vector in SAMPLE for each in vector.get("disputed", ())]
    assert set(disputes) == CLAUSES.keys()
    assert len(tally.disputes) == len(disputes)


def test_disputes_are_told_apart_with_both_answers_and_the_clause(capsys: pytest.CaptureFixture[str]) -> None:
    code = main([str(OWN)])

    said = capsys.readouterr().out.splitlines()
    assert code == 0
    assert said[-1] == f"{len(SAMPLE)} passed, 0 failed"
    told = [line for line in said if line.startswith("disputed: ")]
    for vector in SAMPLE:
        for each in vector.get("disputed", ()):
            start = f"disputed: {vector['id']} {each['character']} {each['field']} {each['hex']}: ours "
            (line,) = (line for line in told if line.startswith(start))
            assert f" by {CLAUSES[each['reason']]}; theirs " in line


# --- changes are found ---


def spots(value: object, path: Path_ = ()) -> Iterator[Path_]:
    """Every number, truth and word within a value, and every list and mapping with something in it."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from spots(part, (*path, key))
    elif isinstance(value, list):
        for at, part in enumerate(value):
            yield from spots(part, (*path, at))
    if path and value not in ([], {}):
        yield path


def spoilt(vector: Vector, answer: str, path: Path_) -> Vector:
    """A vector with one spot of its answer changed: a truth turned, a number one more, a part missing."""
    vector = copy.deepcopy(vector)
    at: Any = vector[answer]
    for key in path[:-1]:
        at = at[key]
    match at[path[-1]]:
        case bool() as truth:
            at[path[-1]] = not truth
        case int() as number:
            at[path[-1]] = number + 1
        case _:
            del at[path[-1]]
    return vector


def is_question(path: Path_) -> bool:
    """Whether a spot says what is asked, and not what is answered."""
    return path[0] == "requests" and path[-1] != "allowed"


@pytest.mark.parametrize("kind", FORMS)
def test_any_change_of_an_answer_is_found(kind: str) -> None:
    vectors = [vector for vector in SAMPLE if vector["kind"] == kind and "disputed" not in vector][:12]
    tried = 0

    for vector in vectors:
        for path in spots(vector["expected"]):
            if path[0] == "brambles_between" or is_question(path):
                continue
            wrong = spoilt(vector, "expected", path)
            tally, said = asked(wrong)
            assert (tally.passed, tally.failed) == (0, 1), (vector["id"], path, said)
            tried += 1

    assert tried >= len(vectors)


def test_more_brambles_are_found_and_none_need_be_told() -> None:
    told = [vector for vector in SAMPLE if "brambles_between" in vector["expected"]]
    assert told

    for vector in told:
        assert asked(spoilt(vector, "expected", ("brambles_between",)))[0].failed
        without = copy.deepcopy(vector)
        del without["expected"]["brambles_between"]
        assert asked(without)[0].passed


def test_what_is_believed_counts_and_not_what_the_peer_said() -> None:
    for path in spots(DISPUTED["believed"]):
        tally, said = asked(spoilt(DISPUTED, "believed", path))
        assert (tally.passed, tally.failed, tally.disputes) == (0, 1, []), (path, said)


def test_the_peer_may_differ_only_where_it_is_disputed() -> None:
    peace = changed(DISPUTED, expected=DISPUTED["believed"])
    silent = changed(DISPUTED, disputed=[])

    for vector in (peace, silent):
        tally, said = asked(vector)
        assert (tally.passed, tally.failed) == (0, 1)
        assert "disputed" in said


def test_an_answer_too_many_is_found() -> None:
    battle = copy.deepcopy(next(vector for vector in SAMPLE if vector.get("phase") == "maneuver"))
    moves = next(claims["moves"] for claims in battle["expected"]["characters"].values())
    moves.append(next(label for label in ("A1", "F4", "D3", "B2") if label not in moves))
    muster = copy.deepcopy(EACH["muster"])
    muster["expected"]["options"].append({"recruit": "Titan", "recruiters": []})
    board = copy.deepcopy(EACH["masterboard"])
    board["expected"]["Zz01"] = {"normal": [], "tower_teleport": [], "titan_teleport": []}

    for vector in (battle, muster, board):
        assert asked(vector)[0].failed


def test_an_engine_that_differs_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the first action of every list withheld, answers no longer agree; those that need none still do."""
    legal = type(TITAN).legal
    monkeypatch.setattr(type(TITAN), "legal", lambda rules, state, seat: iter(tuple(legal(rules, state, seat))[1:]))

    for kind in ("masterboard", "muster", "battle", "los", "summon", "acquire"):
        tally, _ = asked(*(vector for vector in SAMPLE if vector["kind"] == kind))
        assert tally.failed, kind


# --- what is no vector ---


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda vector: vector.update(kind="rumour"), "unknown kind 'rumour'"),
        (lambda vector: vector.update(kind=["los"]), "unknown kind ['los']"),
        (lambda vector: vector.pop("kind"), "unknown kind None"),
        (lambda vector: vector.pop("id"), "missing key .id"),
        (lambda vector: vector.pop("expected"), "missing key .expected"),
        (lambda vector: vector.pop("terrain"), "missing key .terrain"),
        (lambda vector: vector["expected"].update(mood="grim"), "unknown key .expected.mood"),
        (lambda vector: vector["expected"].pop("blocked"), "missing key .expected.blocked"),
        (lambda vector: vector["expected"].update(blocked=1), ".expected.blocked is 1"),
        (lambda vector: vector.update(believed=vector["expected"]), "unknown key .believed"),
        (lambda vector: vector.update({"from": "G7"}), ".from is 'G7'"),
        (lambda vector: vector.update({"from": vector["to"]}), "from a hex to itself"),
    ],
)
def test_unknown_kinds_and_answers_and_wrong_values_are_refused(change: Callable[[Vector], object], said: str) -> None:
    vector = copy.deepcopy(EACH["los"])
    change(vector)

    tally, told = asked(vector)

    assert (tally.passed, tally.failed) == (0, 1)
    assert said in told


def test_unknown_reasons_of_a_dispute_are_refused() -> None:
    vector = copy.deepcopy(DISPUTED)
    vector["disputed"][0]["reason"] = "mood"

    tally, said = asked(vector)

    assert (tally.passed, tally.failed) == (0, 1)
    assert ".disputed[0].reason is 'mood'" in said


def test_unknown_extra_fields_of_a_position_are_ignored_and_told() -> None:
    tally, _ = asked(changed(EACH["battle"], weather="rain"), changed(EACH["los"], weather="rain"))

    assert (tally.passed, tally.failed) == (2, 0)
    assert tally.ignored == {"weather": 2}


def test_positions_that_no_game_has_fail_and_do_not_crash() -> None:
    crowd = copy.deepcopy(EACH["battle"])
    crowd["characters"].append({**crowd["characters"][0], "id": "a99"})
    twins = copy.deepcopy(EACH["battle"])
    twins["characters"].append({**twins["characters"][0], "hex": "entrance"})
    strong = copy.deepcopy(EACH["battle"])
    strong["characters"][0]["power"] += 1
    alone = changed(EACH["summon"], enemies=[])
    gone = changed(EACH["summon"], legion="Zz01")
    stranger = changed(EACH["masterboard"], players=EACH["masterboard"]["players"][:0])
    unknown = changed(EACH["muster"], caretaker={"Unicycle": 1})
    same = changed(EACH["scoring"], loser=EACH["scoring"]["winner"])

    odd: tuple[object, ...] = (crowd, twins, strong, alone, gone, stranger, unknown, same, [], 3, None, {})
    for vector in odd:
        tally, said = asked(vector)
        assert (tally.passed, tally.failed) == (0, 1), said


def test_two_vectors_of_one_id_fail_but_the_same_one_twice_does_not() -> None:
    vector = EACH["titan_power"]

    assert not asked(vector, vector)[0].failed
    assert asked(vector, changed(vector, score=vector["score"] + 100))[0].failed


def test_lines_that_cannot_be_read_fail_and_the_others_are_compared() -> None:
    out = io.StringIO()
    tally = Tally(out)
    line = json.dumps(EACH["split"])

    Vectors(tally).run("odd", f"{line}\n\nno json\n{'[' * 100_000}\n")

    assert (tally.passed, tally.failed) == (1, 2)
    assert "odd:3: refused" in out.getvalue()


def test_files_and_folders_of_games_and_vectors_may_be_mixed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "deep"
    folder.mkdir()
    with gzip.open(folder / "some.jsonl.gz", "wt", encoding="utf-8") as file:
        file.write("\n" + json.dumps(changed(EACH["los"], id="again", note="naïve\u2028"), ensure_ascii=False) + "\r\n")
    record = RECORDS / "brt-06.jsonl.gz"
    alone = compare([record], io.StringIO())

    code = main([str(tmp_path), str(record), str(OWN)])

    said = capsys.readouterr().out.splitlines()
    assert code == 0
    assert said[-1] == f"{alone.passed + 1 + len(SAMPLE)} passed, 0 failed"
    assert "ignored: field note in 1 vectors" in said


# --- scoring beyond what the vectors beside this project ask ---


def scores(outcome: str, losing: list[str], others: tuple[tuple[list[str], str | None], ...] = ()) -> dict[str, int]:
    """What Red and Gold have after Red, at 90, beat Blue, at 145; Gold has 40."""
    vector: Vector = {
        "id": "x", "kind": "scoring", "outcome": outcome, "scores": {"Red": 90, "Blue": 145, "Gold": 40},
        "winner": "Red", "loser": "Blue", "winning_legion": ["Ogre", "Lion"], "losing_legion": losing,
        "loser_other_legions": [{"creatures": legion, "engaged_with": third} for legion, third in others],
    }  # fmt: skip
    found = {" ".join(key): value for key, value in KINDS["scoring"][1](vector).items()}
    return {colour: int(str(found[f"{colour} score"])) for colour in ("Red", "Gold")}


@pytest.mark.parametrize(
    ("outcome", "losing", "others", "red", "gold"),
    [
        ("battle", ["Ogre", "Troll"], (), 90 + 12 + 16, 40),
        ("concede", ["Ogre", "Troll"], (), 90 + 12 + 16, 40),
        ("flee", ["Gorgon", "Centaur", "Unicorn"], (), 90 + (18 + 12 + 24) // 2, 40),
        ("timeloss", ["Ogre", "Troll"], (), 90, 40),
        ("mutual", ["Ogre", "Troll"], (), 90, 40),
        ("titan", ["Titan", "Ogre"], (), 90 + 28 + 12, 40),
        ("titan", ["Titan", "Ogre"], ((["Troll", "Angel"], None),), 90 + 28 + 12 + (16 + 24) // 2, 40),
        ("titan", ["Titan"], ((["Centaur", "Gargoyle"], "Gold"), (["Ogre"], None)), 90 + 28 + 6, 40 + 12),
        ("titan", ["Titan"], ((["Wyvern"], None), (["Griffon"], None)), 90 + 28 + (21 + 20) // 2, 40),
    ],
)  # fmt: skip
def test_points_by_the_rules(
    outcome: str, losing: list[str], others: tuple[tuple[list[str], str | None], ...], red: int, gold: int
) -> None:
    """R18.3, R18.5, R19.3: half-points are summed before they are halved, and go to whom a legion is engaged with."""
    assert scores(outcome, losing, others) == {"Red": red, "Gold": gold}
