"""The referee names what a drill must not leave, and nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.drill.processes.answers import refused, verdict
from tests.drill.processes.evidence import Decided, Evidence, Posted, Press, Told, Verdict
from tests.drill.processes.referee import ALONE, IN_TIME, LATEST, violations

GAME, ANN, CHANNEL = 7, 101, 10


def press(number: int, at: float, line: str | None = "done", shows: int | None = 3, **changes: object) -> Press:
    """A press of Ann's that was heard, acknowledged, answered and done."""
    said = Verdict.SHOWN if line is None else Verdict.DONE
    made = Press(number, ANN, GAME, at, ("one",), line, 0.01, 0.2, said, shows)
    return replace(made, **changes)  # type: ignore[arg-type]


def told(row: int, message: int | None, **changes: object) -> Told:
    """A row that became a message."""
    made = Told(row, GAME, "text", f"nonce {row}", message, due=False, aside=False, error=None)
    return replace(made, **changes)  # type: ignore[arg-type]


@pytest.fixture
def evidence() -> Evidence:
    """Ann opens her panel, decides twice, and looks again; two posts tell it, and one process was killed meanwhile."""
    return Evidence(
        presses=[press(1, 1.0, None, 2), press(2, 2.0, shows=3), press(3, 3.0, shows=4), press(4, 9.0, None, 4)],
        decided=[Decided(GAME, 1, 0, 2, None), Decided(GAME, 2, 0, 3, 2), Decided(GAME, 3, 0, 4, 3)],
        told=[told(1, 501), told(2, 502)],
        posted=[Posted(CHANNEL, "nonce 1", 501), Posted(CHANNEL, "nonce 2", 502)],
        killed={"one": [5.0]},
        late={GAME: LATEST - 1},
        alone={0: ALONE - 1},
        card={GAME: 4},
        phase={GAME: 4},
        pins={GAME: 1},
        codes={"one": 0},
    )


def found(evidence: Evidence) -> str:
    """The one violation that there is."""
    (line,) = violations(evidence)
    return line


def test_a_drill_without_violations_has_none(evidence: Evidence) -> None:
    assert violations(evidence) == ()


def test_a_decision_that_was_acknowledged_and_lost_is_found(evidence: Evidence) -> None:
    evidence.decided[2] = replace(evidence.decided[2], interaction=None)

    assert "interaction 3 of 101 (done): it was said to be done, and is not in the log" in found(evidence)


def test_a_decision_that_was_refused_and_done_all_the_same_is_found(evidence: Evidence) -> None:
    evidence.presses[2] = press(3, 3.0, shows=4, verdict=Verdict.REFUSED, said="The game has moved on.")

    assert "interaction 3 of 101 (done): it was said not to be done, and is entry 3" in found(evidence)


def test_a_decision_that_is_in_the_log_twice_is_found(evidence: Evidence) -> None:
    evidence.decided.append(Decided(GAME, 4, 0, 4, 3))

    assert "interaction 3 of 101 (done): it is in the log 2 times" in found(evidence)


@pytest.mark.parametrize("silent", [Verdict.UNCLEAR, Verdict.LATE])
def test_who_was_told_nothing_certain_was_promised_nothing(evidence: Evidence, silent: Verdict) -> None:
    evidence.presses[2] = press(3, 3.0, shows=None, verdict=silent)
    assert violations(evidence) == ()

    evidence.decided[2] = replace(evidence.decided[2], interaction=None)
    assert violations(evidence) == ()


def test_an_entry_that_is_missing_and_a_log_that_is_no_game_are_found(evidence: Evidence) -> None:
    evidence.decided[2] = replace(evidence.decided[2], seq=4)
    assert "game 7: after entry 2 comes 4" in found(evidence)

    evidence.decided.clear()
    evidence.presses.clear()
    evidence.unreadable[GAME] = "Illegal phase-other"
    assert "game 7: its log can't be replayed: Illegal phase-other" in found(evidence)


def test_an_older_view_than_one_that_was_seen_is_found(evidence: Evidence) -> None:
    evidence.presses[3] = press(4, 9.0, None, 3)

    assert "interaction 4 of 101 (opening the panel): it shows phase 3, after 4 was seen by interaction 3" in (
        found(evidence)
    )


def test_an_answer_that_does_not_show_its_own_decision_is_found(evidence: Evidence) -> None:
    evidence.presses[2] = press(3, 3.0, shows=3)
    evidence.presses.pop()

    assert "interaction 3 of 101 (done): it shows phase 3, but made 4" in found(evidence)


def test_where_nobody_knows_what_was_kept_the_panel_stays_as_it_was(evidence: Evidence) -> None:
    evidence.presses[2] = press(3, 3.0, shows=3, verdict=Verdict.UNCLEAR)
    assert violations(evidence) == ()

    evidence.presses[2] = press(3, 3.0, shows=2, verdict=Verdict.UNCLEAR)
    assert "interaction 3 of 101 (done): it shows phase 2, after 3 was seen by interaction 2" in found(evidence)


def test_somebody_else_may_still_see_what_one_has_seen_change(evidence: Evidence) -> None:
    evidence.presses[3] = press(4, 9.0, None, 3, person=ANN + 1)

    assert violations(evidence) == ()


@pytest.mark.parametrize("seconds", [None, IN_TIME + 0.1])
def test_a_press_that_was_not_acknowledged_in_time_is_found(evidence: Evidence, seconds: float | None) -> None:
    said = Verdict.SILENCE if seconds is None else Verdict.SHOWN
    evidence.presses[3] = press(4, 9.0, None, 4, acknowledged=seconds, answered=seconds, verdict=said)

    assert "it was heard by one and acknowledged" in found(evidence)


@pytest.mark.parametrize("heard", [(), ("one",), ("one", "two")])
def test_a_press_has_no_promise_of_a_process_that_was_killed(evidence: Evidence, heard: tuple[str, ...]) -> None:
    silent = {"acknowledged": None, "answered": None, "verdict": Verdict.SILENCE}
    evidence.presses[3] = press(4, 4.0, None, None, heard_by=heard, **silent)
    assert violations(evidence) == ()

    evidence.presses[3] = press(4, 4.0, None, None, heard_by=("two",), **silent)
    assert "it was heard by two and acknowledged never" in found(evidence)

    evidence.lives = {"two": [(0.0, False), (3.0, True), (5.0, False)]}
    assert "it was heard by two (older) and acknowledged never" in found(evidence)


def test_a_press_that_was_acknowledged_and_never_answered_is_found(evidence: Evidence) -> None:
    evidence.presses[3] = press(4, 9.0, None, None, answered=None, verdict=Verdict.SILENCE)
    assert "it was acknowledged by one, and never answered" in found(evidence)

    evidence.away = [(20.0, 22.0)]
    assert violations(evidence) == (), "the database was away meanwhile"

    evidence.away = []
    evidence.presses.append(press(5, 30.0, None, 4))
    assert violations(evidence) == (), "they opened another panel"


def test_a_post_that_stands_twice_is_found(evidence: Evidence) -> None:
    evidence.posted.append(Posted(CHANNEL, "nonce 2", 503))

    assert "game 7, row 2 (text): it was posted 2 times: [502, 503]" in found(evidence)


def test_a_post_that_nobody_was_to_be_told_and_one_that_never_came_are_found(evidence: Evidence) -> None:
    evidence.posted[1] = Posted(CHANNEL, "another", 502)
    assert "messages [502]: nobody was to be told them" in found(evidence)

    evidence.posted.pop()
    assert "game 7, row 2 (text): message 502 was never posted" in found(evidence)


def test_posts_in_another_order_are_found(evidence: Evidence) -> None:
    evidence.posted = [Posted(CHANNEL, "nonce 1", 502), Posted(CHANNEL, "nonce 2", 501)]
    assert "game 7, channel 10: row 1 is told after 2, by message 502" in found(evidence)

    evidence.posted[1] = replace(evidence.posted[1], channel=CHANNEL + 1)
    assert violations(evidence) == (), "what stands in two places has no order"


def test_what_is_still_owed_or_was_given_up_is_found(evidence: Evidence) -> None:
    evidence.told.append(told(3, None, due=True))
    assert "row 3 (text): it was never told" in found(evidence)

    evidence.told[2] = told(3, None, error="our own mistake")
    assert "row 3 (text): it was given up: our own mistake" in found(evidence)

    evidence.told[2] = told(3, None, error="replaced")
    assert violations(evidence) == ()


def test_threads_and_pins_that_are_there_twice_and_a_card_of_yesterday_are_found(evidence: Evidence) -> None:
    evidence.twice[GAME], evidence.pins[GAME], evidence.card[GAME] = ["Log"], 2, 3

    assert violations(evidence) == (
        "game 7: threads were opened twice: Log",
        "game 7: 2 messages are pinned",
        "game 7: its channel shows phase 3, but it is in 4",
    )


def test_a_deadline_that_was_dealt_with_late_or_never_is_found(evidence: Evidence) -> None:
    evidence.late[GAME] = LATEST + 1
    assert "game 7: a deadline was dealt with 21 s late" in found(evidence)

    evidence.late.clear()
    evidence.overdue.append(GAME)
    assert "game 7: a deadline was never dealt with" in found(evidence)


def test_a_shard_that_was_alone_and_what_broke_are_found(evidence: Evidence) -> None:
    evidence.alone[3], evidence.wrong, evidence.codes["one"] = ALONE + 1, {"POST /x": 2}, 1
    evidence.broken["one"] = ["KeyError: 4"]
    evidence.ended, evidence.away = {"one": [(20.0, 2), (70.0, 2)]}, [(19.0, 21.0)]

    assert violations(evidence) == (
        "shard 3: no process was connected as it for 61 s",
        "Discord, 2 times: POST /x",
        "one: KeyError: 4",
        "one: it ended by itself, with 2",
        "one: it ended with 1 when it was asked to end",
    )


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("The game has moved on – this is where it stands now.\nTurn 3", "discord.gone-on"),
        ("This choice isn't yours now. The game waits for Ben.", "discord.not-yours"),
        ("Bk01 isn't your legion. Yours: Rd01, Rd02.", "titan.refusal.legion-not-yours"),
    ],
)
def test_an_answer_that_says_that_nothing_was_done_is_a_refusal(text: str, key: str) -> None:
    assert refused(text) == key
    assert verdict("done", text, answered=True, asks=False) is Verdict.REFUSED


def test_an_answer_that_shows_the_game_says_that_it_was_done() -> None:
    assert verdict("done", "**Turn 3** – you move", answered=True, asks=False) is Verdict.DONE
    assert verdict("fight", "Really?", answered=True, asks=True) is Verdict.SHOWN
    assert verdict(None, "**Turn 3**", answered=True, asks=False) is Verdict.SHOWN
    assert verdict("done", "", answered=False, asks=False) is Verdict.SILENCE
