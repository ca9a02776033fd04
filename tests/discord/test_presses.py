"""What presses carry: whatever is written is read back, and what hangs in channels keeps its meaning for good."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.face.presses import (
    ChangeOrders,
    ChooseIn,
    Confirm,
    DoLines,
    FillIn,
    GoTo,
    Intent,
    ListLines,
    PutFirst,
    Recall,
    RunOn,
    ShowPanel,
    at,
    fitted,
    form,
    in_order,
    ordering,
    parse,
    run,
    yes,
)

WORD = r"[A-Za-z0-9,.-]{1,9}"

words = st.lists(st.from_regex(WORD, fullmatch=True), max_size=4).map(tuple)
texts = st.from_regex(rf"{WORD}( {WORD}){{0,3}}", fullmatch=True)
numbers = st.integers(0, 999_999_999)
listings = st.builds(ListLines, words, st.none() | st.integers(0, 999))
places = st.builds(GoTo, words)
plain = (
    st.just(ShowPanel())
    | places
    | listings
    | st.builds(FillIn, words)
    | st.builds(RunOn, words)
    | st.builds(PutFirst, numbers)
    | st.builds(ChooseIn, st.integers(0, 4).map(str))
    | st.builds(Recall, st.from_regex(r"#[0-9a-f]{8}", fullmatch=True), st.none() | places | listings)
    | st.builds(ChangeOrders, st.lists(numbers, max_size=3).map(tuple), st.lists(texts, max_size=3).map(tuple))
    | st.builds(DoLines, st.lists(texts.filter(lambda text: text != "open"), min_size=1, max_size=3).map(tuple))
)
intents = plain | st.builds(Confirm, plain)

HANGING: dict[str, Intent] = {
    "": DoLines(("",)),
    "open": ShowPanel(),
    "roll": DoLines(("roll",)),
    "muster Rd01 OGR;done": DoLines(("muster Rd01 OGR", "done")),
    "join": DoLines(("join",)),
    "vote 7 once": DoLines(("vote 7 once",)),
    "orders": DoLines(("orders",)),
    "orders *1,2 when attacked Rd01 then flee": DoLines(("orders *1,2 when attacked Rd01 then flee",)),
    "/": GoTo(),
    "/split Rd01": GoTo(("split", "Rd01")),
    "/hint 1": GoTo(("hint", "1")),
    "/move @1": GoTo(("move", "@1")),
    "!split Rd01": FillIn(("split", "Rd01")),
    ">best": RunOn(("best",)),
    "*3,4 when a then b | when c then d": ChangeOrders((3, 4), ("when a then b", "when c then d")),
    "* when a then b": ChangeOrders((), ("when a then b",)),
    "*2": ChangeOrders((2,), ()),
    "^3": PutFirst(3),
    "~": ListLines(),
    "~muster": ListLines(("muster",)),
    "~move Rd02@1": ListLines(("move", "Rd02"), 1),
    "~teleport@0": ListLines(("teleport",), 0),
    "=2": ChooseIn("2"),
    "#1f0c9a52": Recall("#1f0c9a52"),
    "#1f0c9a52/": Recall("#1f0c9a52", GoTo()),
    "#1f0c9a52/muster": Recall("#1f0c9a52", GoTo(("muster",))),
    "#1f0c9a52~move Rd02@1": Recall("#1f0c9a52", ListLines(("move", "Rd02"), 1)),
    "#1f0c9a52;#1f0c9a53": DoLines(("#1f0c9a52", "#1f0c9a53")),
    "+concede": Confirm(DoLines(("concede",))),
    "+#1f0c9a52": Confirm(Recall("#1f0c9a52")),
    "+hand-over left": Confirm(DoLines(("hand-over left",))),
}
"""What has been carried so far, and what it means."""


@given(intents)
def test_whatever_is_written_is_read_back(intent: Intent) -> None:
    assert parse(str(intent)) == intent


@pytest.mark.parametrize(("text", "intent"), HANGING.items())
def test_what_hangs_in_a_channel_keeps_its_meaning_and_is_written_the_same(text: str, intent: Intent) -> None:
    assert parse(text) == intent
    assert str(intent) == text


def test_the_way_to_a_question_in_older_panels_is_the_line_itself() -> None:
    assert parse("?concede") == DoLines(("concede",))


@given(st.text(max_size=100))
def test_no_text_breaks_the_reading(text: str) -> None:
    """Ids and values can be sent by anybody, with anything in them."""
    assert isinstance(parse(text), Intent)


def test_games_write_what_they_always_wrote() -> None:
    assert at() == "/"
    assert at("split", "Rd01") == "/split Rd01"
    assert form("split", "Rd01") == "!split Rd01"
    assert run("best") == ">best"
    assert ordering(["when a then b", "when c then d"], [3, 4]) == "*3,4 when a then b | when c then d"
    assert ordering([], [2]) == "*2"
    assert in_order(["muster Rd01 OGR", "done"]) == "muster Rd01 OGR;done"
    assert yes("concede") == "+concede"


def test_a_number_that_no_order_has_takes_none_away() -> None:
    """No button of ours carries that, and whoever sends it all the same gets an answer."""
    assert parse("*teleport,²,99999999999999999999,3 roll | done") == ChangeOrders((3,), ("roll", "done"))
    assert parse("^²") == DoLines(("^²",))
    assert parse("+" * 3000) == DoLines(("+" * 3000,)), "nor is what is confirmed confirmed again"
    assert parse("~move@²") == ListLines(("move",))


@pytest.mark.parametrize(
    ("text", "here", "sign"),
    [("/" + "a" * 200, "/b", ""), ("a" * 90 + ";" + "b" * 90, "", ""), ("~" + "a" * 200, "", "~"), ("a" * 101, "", "")],
)
def test_what_is_too_long_is_its_digest_behind_the_same_sign(text: str, here: str, sign: str) -> None:
    found = fitted(text, 100, here)

    assert found.startswith(f"{sign}#")
    assert found.endswith(here)
    assert len(found) == len(sign) + 9 + len(here)
