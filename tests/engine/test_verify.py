"""What an export holds, and that whatever is changed in it is found where it was changed."""

from __future__ import annotations

import hashlib
import hmac
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine import chance, log, proof, record, verify
from engine.core import CHANCE, Draw, Drawn, Seat
from engine.log import Undo
from engine.record import Record, RecordedEntry, UnreadableRecord, parse
from engine.ruleset import Ruleset
from engine.skirmish.actions import Concede
from engine.skirmish.ruleset import SKIRMISH
from engine.titan.actions import Resign
from engine.titan.ruleset import TITAN
from tests.toy import TOY

GAMES: Mapping[str, Ruleset[Any, Any, Any, Any]] = {"toy": TOY, "titan": TITAN, "skirmish": SKIRMISH}
LEAVING = Resign, Concede
TURNS: Mapping[str, Callable[[Any], int]] = {
    "toy": lambda state: state.turn, "titan": lambda state: state.turn, "skirmish": lambda state: state.round,
}  # fmt: skip
"""Which turn or round it is."""

ROOT = Path(__file__).parents[2]
SEED = bytes(range(32))
WORDS = ("marmalade", "a word of Ben's")
EXAMPLE = """\
export 1
game 3
title Friday
rules toy 1
seats 2
name 0 Ann
name 1 Ben
option bonus 2
status over
commitment 630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd
word 0 marmalade
word 1 a word of Ben's
seed 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f

1 -1 draw 4,2,5,6,1,3 <- 6 different of 6: deal
2 0 roll
3 -1 draw 2 <- 1 of 6: die @ turn 0
4 0 lay 4
5 0 undo 3
6 0 lay 2
7 0 done
8 0 rewind 6
"""
"""The beginning of a game, as docs/dice.md shows it."""


def played(
    rules: Ruleset[Any, Any, Any, Any],
    turns: int,
    whims: Random,
    words: tuple[str, ...] = WORDS,
    options: Mapping[str, str] | None = None,
) -> Record:
    """A game of as many as there are words, at random and with much taken back; from `turns` on whoever may resigns.

    An instant has passed when the clock is asked for it a second time.
    """
    timeline, entries, asked = log.opening(rules, len(words), dict(options or {})), [], 0
    while True:
        draw = rules.wants(timeline.state)
        if draw is None and not rules.awaiting(timeline.state):
            break
        action: Any
        if draw is not None and draw.instant:
            asked += 1
            seat, action = CHANCE, Drawn((chance.AHEAD if asked == 1 else chance.PASSED,))
        elif draw is not None:
            seat, action = CHANCE, chance.answer(SEED, words, 3, timeline.seq + 1, draw)
        else:
            seat = min(rules.awaiting(timeline.state))
            legal = list(rules.legal(timeline.state, seat))
            back = list(log.undoings(rules, timeline, seat))
            leaving = [action for action in legal if isinstance(action, LEAVING)]
            on = [action for action in legal if not isinstance(action, LEAVING)]
            action = whims.choice(back) if back and whims.random() < 0.4 else whims.choice(on)
            if leaving and TURNS[rules.name](timeline.state) >= turns:
                (action,) = leaving
        entries.append(RecordedEntry(timeline.seq + 1, seat, rules.notation.line(action), draw))
        timeline, _ = log.step(rules, timeline, seat, action)
    commitment = chance.commitment(SEED)
    return Record(3, rules.name, rules.version, options or {}, words, commitment, SEED, tuple(entries))


@pytest.fixture(scope="module")
def toy() -> Record:
    return played(TOY, 0, Random(8))


@pytest.fixture(scope="module")
def curfew() -> Record:
    """A game that the clock ends."""
    return played(TOY, 99, Random(8), options={"curfew": "2026-12-24T20:00+01:00"})


@pytest.fixture(scope="module")
def titan() -> Record:
    return played(TITAN, 3, Random(1))


@pytest.fixture(scope="module")
def skirmish() -> Record:
    return played(SKIRMISH, 3, Random(1))


def changed(whole: Record, seq: int, **fields: Any) -> Record:
    """The record with something else in entry `seq`."""
    return replace(
        whole, entries=tuple(replace(entry, **fields) if entry.seq == seq else entry for entry in whole.entries)
    )


def rolls(whole: Record) -> list[RecordedEntry]:
    return [entry for entry in whole.entries if entry.seat == CHANCE]


def first(whole: Record, verb: str) -> RecordedEntry:
    return next(entry for entry in whole.entries if entry.line.split()[0] == verb)


# The text


def test_the_export_reads_as_it_is_documented() -> None:
    known = parse(EXAMPLE)

    assert (known.game, known.ruleset, known.version, known.options) == (3, "toy", 1, {"bonus": "2"})
    assert known.words == ("marmalade", "a word of Ben's")
    assert known.seed == SEED
    assert known.commitment == chance.commitment(SEED)
    assert known.entries == (
        RecordedEntry(1, CHANCE, "draw 4,2,5,6,1,3", Draw("deal", 6, 6, distinct=True)),
        RecordedEntry(2, Seat(0), "roll"),
        RecordedEntry(3, CHANCE, "draw 2", Draw("die", 1, 6, place="turn 0")),
        RecordedEntry(4, Seat(0), "lay 4"),
        RecordedEntry(5, Seat(0), "undo 3"),
        RecordedEntry(6, Seat(0), "lay 2"),
        RecordedEntry(7, Seat(0), "done"),
        RecordedEntry(8, Seat(0), "rewind 6"),
    )
    assert record.text(known, "over") == EXAMPLE


def test_the_documentation_shows_this_very_form() -> None:
    page = (ROOT / "docs" / "dice.md").read_text(encoding="utf-8")
    finding = proof.check(parse(EXAMPLE), TOY).finding

    assert EXAMPLE in page
    assert finding is not None
    assert (finding.code, finding.seq) == ("unfinished", 8), "as far as it goes it is a game with these very rolls"


def test_the_documentation_computes_a_roll_of_that_game() -> None:
    page = (ROOT / "docs" / "dice.md").read_text(encoding="utf-8")
    digest = hmac.new(SEED, "\n".join(("3", "turn 0", "die", "0", *WORDS, "")).encode(), hashlib.sha256).hexdigest()

    assert digest in page
    assert f"modulo 6 is {int(digest, 16) % 6}: the die shows {int(digest, 16) % 6 + 1}" in page


@pytest.mark.parametrize("whole", ["toy", "titan", "skirmish", "curfew"])
def test_a_record_survives_being_written_and_read(whole: str, request: pytest.FixtureRequest) -> None:
    known: Record = request.getfixturevalue(whole)

    assert parse(record.text(known, "over")) == known
    assert parse(record.text(known, "over").replace("\n", "\r\n")) == known


def test_a_seat_without_a_word_has_no_line_and_an_empty_word() -> None:
    known = replace(parse(EXAMPLE), words=("", "honey"))

    assert "word 0" not in record.text(known, "over")
    assert parse(record.text(known, "over")).words == ("", "honey")


@pytest.mark.parametrize(
    ("was", "becomes", "line"),
    [
        ("export 1", "export 2", 1),
        ("seed 0001", "sead 0001", 1),
        ("seats 2", "seats two", 1),
        ("game 3\n", "game 3\ngame 4\n", 3),
        ("name 1 Ben", "name 0 Ben", 7),
        ("name 1 Ben", "name 9 Ben", 13),
        ("seats 2", f"seats {'9' * 5000}", 1),
        ("1 -1 draw", f"{'9' * 5000} -1 draw", 15),
        ("word 1 a", "word 0 a", 12),
        ("word 1 a", "word 2 a", 13),
        ("2 0 roll", "2 roll", 16),
        (" <- 1 of 6: die", "", 17),
        ("6 different of 6", "7 different of 6", 15),
    ],
)
def test_what_is_no_record_is_refused_with_its_line(was: str, becomes: str, line: int) -> None:
    with pytest.raises(UnreadableRecord) as refused:
        parse(EXAMPLE.replace(was, becomes))

    assert refused.value.number == line


def test_a_row_that_would_take_all_memory_is_refused_unthrown() -> None:
    """A file of rules that are not known can't be checked against them, and could ask for anything."""
    bomb = f"export 1\ngame 1\nrules nosuch 1\nseats 2\nstatus over\ncommitment {'0' * 64}\nseed 00\n\n"

    with pytest.raises(UnreadableRecord) as refused:
        parse(f"{bomb}1 -1 draw 1 <- 1 different of 999999999: x\n")

    assert refused.value.number == 9


# What is found


@pytest.mark.parametrize("whole", ["toy", "titan", "skirmish"])
def test_an_untouched_game_is_confirmed(whole: str, request: pytest.FixtureRequest) -> None:
    known: Record = request.getfixturevalue(whole)
    rules = GAMES[whole]

    verdict = proof.check(known, rules, known.commitment)

    assert verdict == proof.Verdict(len(rolls(known)), True)
    assert verdict.rolls >= 3
    assert any(entry.line.startswith("undo") for entry in known.entries)


@pytest.mark.parametrize("whole", ["toy", "titan", "skirmish"])
def test_a_changed_roll_is_found_at_its_entry_whichever_it_is(whole: str, request: pytest.FixtureRequest) -> None:
    known: Record = request.getfixturevalue(whole)
    rules = GAMES[whole]
    for number, roll in enumerate(rolls(known)):
        assert roll.draw is not None
        values = [int(value) for value in roll.line.removeprefix("draw ").split(",")]
        if roll.draw.sides == 1:
            continue
        values = values[1:] + values[:1] if len(values) > 1 else [values[0] % roll.draw.sides + 1]
        tampered = changed(known, roll.seq, line=f"draw {','.join(map(str, values))}")

        for playing in (rules, None):
            verdict = proof.check(tampered, playing)

            assert verdict.finding is not None
            assert (verdict.finding.code, verdict.finding.seq) == ("roll", roll.seq)
            assert verdict.finding.facts["due"] == roll.line
            assert verdict.rolls == number


def _word(known: Record) -> Record:
    return replace(known, words=("Marmalade", known.words[1]))


def _exchanged(known: Record) -> Record:
    return replace(known, words=known.words[::-1])


def _game(known: Record) -> Record:
    return replace(known, game=4)


def _seed(known: Record) -> Record:
    return replace(known, seed=bytes(32), commitment=chance.commitment(bytes(32)))


@pytest.mark.parametrize("change", [_word, _exchanged, _game, _seed])
def test_another_word_game_or_seed_is_found_at_the_first_roll(toy: Record, change: Callable[[Record], Record]) -> None:
    verdict = proof.check(change(toy), TOY)

    assert verdict.finding is not None
    assert (verdict.finding.code, verdict.finding.seq, verdict.rolls) == ("roll", 1, 0)


def test_a_seed_that_does_not_fit_its_commitment_is_found(toy: Record) -> None:
    finding = proof.check(replace(toy, seed=bytes(32)), TOY).finding

    assert finding is not None
    assert finding.code == "seed"


def test_a_game_with_another_seed_is_found_by_the_commitment_that_was_posted(toy: Record) -> None:
    """Whoever writes a whole new game with a seed of his own must still meet the promise."""
    posted = chance.commitment(bytes(32))

    finding = proof.check(toy, TOY, f" {posted.upper()} ").finding

    assert finding is not None
    assert finding.code == "promise"
    assert proof.check(toy, TOY, f" {toy.commitment.upper()} ").finding is None


def test_an_entry_that_was_left_out_is_found(toy: Record) -> None:
    for left_out in (2, len(toy.entries) // 2):
        fewer = tuple(entry for entry in toy.entries if entry.seq != left_out)

        finding = proof.check(replace(toy, entries=fewer), None).finding

        assert finding is not None
        assert (finding.code, finding.seq, finding.facts["due"]) == ("gap", left_out + 1, str(left_out))


def test_a_game_that_breaks_off_is_found(toy: Record) -> None:
    finding = proof.check(replace(toy, entries=toy.entries[:-1]), TOY).finding

    assert finding is not None
    assert (finding.code, finding.seq) == ("unfinished", len(toy.entries) - 1)


def test_what_the_clock_said_is_written_taken_as_said_and_checked_to_be_asked_for(curfew: Record) -> None:
    clocked = [entry for entry in curfew.entries if entry.draw is not None and entry.draw.instant]
    line = f"{clocked[0].seq} -1 draw 2 <- the clock at 2026-12-24T20:00+01:00: curfew"

    assert line in record.text(curfew, "over").splitlines()
    assert [entry.line for entry in clocked] == ["draw 2", "draw 1"]
    verdict = proof.check(curfew, TOY)
    assert verdict.finding is None
    assert verdict.rolls == len(rolls(curfew)) - 2, "what the clock says is no roll"
    for said, code in (("draw 1", "not-legal"), ("draw 3", "clock")):
        finding = proof.check(changed(curfew, clocked[0].seq, line=said), TOY).finding
        assert finding is not None
        assert finding.code in (code, "asked")
    thrown = replace(clocked[0], line="draw 1", draw=Draw("curfew", 1, 2))
    finding = proof.check(changed(curfew, thrown.seq, line=thrown.line, draw=thrown.draw), TOY).finding
    assert finding is not None
    assert finding.seq <= thrown.seq


def test_a_purpose_chosen_for_its_roll_is_found_by_the_rules(toy: Record) -> None:
    """With a purpose of his own for each roll somebody could choose among rolls, and the numbers would fit."""
    roll = first(toy, "roll").seq + 1
    draw = Draw("a luckier die", 1, 6)
    line = TOY.notation.line(chance.answer(SEED, WORDS, 3, roll, draw))
    tampered = changed(toy, roll, draw=draw, line=line)

    finding = proof.check(tampered, TOY).finding

    assert proof.check(tampered, None).finding is None
    assert finding is not None
    assert (finding.code, finding.seq, finding.facts["due"]) == ("asked", roll, "1 of 6 for die at turn 0")


def test_a_roll_that_nobody_asked_for_is_found_by_the_rules(toy: Record) -> None:
    """It would shift the numbers of all that follow, and so be a choice among rolls."""
    at = first(toy, "roll").seq
    draw = Draw("die", 1, 6)
    extra = RecordedEntry(at, CHANCE, TOY.notation.line(chance.answer(SEED, WORDS, 3, at, draw)), draw)
    later = [replace(entry, seq=entry.seq + 1) for entry in toy.entries[at - 1 :]]

    finding = proof.check(replace(toy, entries=(*toy.entries[: at - 1], extra, *later)), TOY).finding

    assert finding is not None
    assert (finding.code, finding.seq, finding.facts["due"]) == ("asked", at, "a decision")


def test_a_decision_that_the_rules_do_not_allow_is_found(toy: Record) -> None:
    lay = first(toy, "lay")

    for line in ("lay 99", "fly 1", "undo 1", "lay"):
        finding = proof.check(changed(toy, lay.seq, line=line), TOY).finding

        assert finding is not None
        assert (finding.code, finding.seq) == ("not-legal", lay.seq)


def test_a_decision_of_somebody_who_sits_nowhere_is_found(titan: Record) -> None:
    split = first(titan, "split")

    finding = proof.check(changed(titan, split.seq, seat=Seat(7)), TITAN).finding

    assert finding is not None
    assert (finding.code, finding.seq) == ("not-legal", split.seq)


def test_whatever_is_done_to_a_file_it_is_judged(titan: Record) -> None:
    """A line lost, doubled, moved or with a changed letter: a finding, a refusal to read, or another legal decision."""
    lines, whims, found = record.text(titan, "over").split("\n"), Random(6), 0
    for _ in range(300):
        at, other, tampered = whims.randrange(len(lines)), whims.randrange(len(lines)), list(lines)
        match whims.choice(("lost", "doubled", "moved", "changed")):
            case "lost":
                del tampered[at]
            case "doubled":
                tampered.insert(at, lines[at])
            case "moved":
                tampered.insert(other, tampered.pop(at))
            case _ if lines[at]:
                spot = whims.randrange(len(lines[at]))
                tampered[at] = lines[at][:spot] + whims.choice("0179abZ ,-:\u2028") + lines[at][spot + 1 :]
        try:
            finding = proof.check(parse("\n".join(tampered)), TITAN).finding
        except UnreadableRecord:
            found += 1
        else:
            found += finding is not None

    assert found > 200


def test_rules_of_another_version_are_not_asked(toy: Record) -> None:
    older = replace(toy, version=0)

    assert proof.check(older, TOY) == proof.Verdict(len(rolls(toy)), False)


def test_options_that_the_rules_lack_are_found(toy: Record) -> None:
    finding = proof.check(replace(toy, options={"luck": "much"}), TOY).finding

    assert finding is not None
    assert finding.code == "options"


def test_every_finding_has_its_sentence(toy: Record, curfew: Record) -> None:
    roll, lay = rolls(toy)[1].seq, first(toy, "lay").seq
    found = [
        proof.check(toy, TOY, "00"),
        proof.check(replace(toy, seed=bytes(32)), TOY),
        proof.check(replace(toy, options={"luck": "much"}), TOY),
        proof.check(replace(toy, entries=toy.entries[1:]), TOY),
        proof.check(replace(toy, entries=toy.entries[:-1]), TOY),
        proof.check(changed(toy, roll, line="draw 77"), TOY),
        proof.check(changed(toy, lay, line="lay 99"), TOY),
        proof.check(replace(toy, entries=(RecordedEntry(1, Seat(0), "roll"), *toy.entries[1:])), TOY),
        proof.check(changed(curfew, next(e.seq for e in rolls(curfew) if e.draw and e.draw.instant), line="draw 3")),
    ]

    assert {verdict.finding.code for verdict in found if verdict.finding} == set(verify.SENTENCES)
    for verdict in found:
        said = verify.sentence(toy, verdict)
        assert said.startswith("game 3: ")
        assert "{" not in said


# The program


def run(path: Path, *more: str) -> subprocess.CompletedProcess[str]:
    """`python -m engine.verify`, in a Python that has the standard library and nothing else."""
    words = [sys.executable, "-S", "-m", "engine.verify", str(path), *more]
    return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("whole", ["titan", "skirmish"])
def test_the_program_confirms_a_game_with_the_standard_library_alone(
    whole: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    known: Record = request.getfixturevalue(whole)
    path = tmp_path / "game-3.txt"
    path.write_text(record.text(known, "over"), encoding="utf-8")

    ended = run(path, "--commitment", known.commitment)

    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert f"all {len(rolls(known))} rolls follow from the seed and the players' words" in ended.stdout
    assert f"every entry follows by the rules of {whole}" in ended.stdout
    assert known.commitment in ended.stdout
    assert run(path, "--commitment", "00").returncode == 1


def test_the_program_names_the_entry_that_was_changed(titan: Record, tmp_path: Path) -> None:
    roll = next(entry for entry in titan.entries if entry.draw and entry.draw.purpose == "movement")
    other = next(f"draw {value}" for value in range(1, 7) if f"draw {value}" != roll.line)
    path = tmp_path / "game-3.txt"
    path.write_text(record.text(changed(titan, roll.seq, line=other), "over"), encoding="utf-8")

    ended = run(path)

    assert ended.returncode == 1
    assert f"entry {roll.seq} (movement) differs: the file says `{other}`" in ended.stdout
    assert f"give `{roll.line}`" in ended.stdout


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"export 1\ngame 3\nstatus running\n\nAnn rolls 3\n", None])
def test_the_program_says_what_it_cannot_read(
    content: bytes | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.txt"
    if content is not None:
        path.write_bytes(content)

    assert verify.main([str(path)]) == 1
    assert str(path) in capsys.readouterr().out


# Nobody gets another roll


@pytest.mark.parametrize("rules", [TOY, TITAN], ids=["toy", "titan"])
def test_no_undo_reaches_behind_a_draw_and_no_number_comes_twice(rules: Any) -> None:
    whims, firm = Random(3), 0
    timeline = log.opening(rules, 2, {})
    for _ in range(250):
        draw = rules.wants(timeline.state)
        before = timeline.seq
        if draw is not None:
            drawn = chance.answer(SEED, ("", ""), 1, timeline.seq + 1, draw)
            timeline, _ = log.step(rules, timeline, CHANCE, drawn)
            firm = timeline.seq
            assert not timeline.steps
            assert not any(list(log.undoings(rules, timeline, Seat(seat))) for seat in range(2))
        elif awaited := sorted(rules.awaiting(timeline.state)):
            seat = awaited[0]
            back: list[Undo] = list(log.undoings(rules, timeline, seat))
            on = [action for action in rules.legal(timeline.state, seat) if not isinstance(action, Resign)]
            action = whims.choice(back) if back and whims.random() < 0.4 else whims.choice(on)
            timeline, _ = log.step(rules, timeline, seat, action)
            assert len(timeline.steps) <= timeline.seq - firm
        else:
            break
        assert timeline.seq == before + 1
    assert firm
