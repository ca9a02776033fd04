"""The layout of choices: every one within reach, nothing beyond Discord's limits."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cogs.face.choices import FEW, ID_ROOM, LABEL_ROOM, Choice, layout, rows, shortened
from cogs.face.presses import ListLines, Sign, digest, fitted, parse, resolved
from cogs.face.screen import MOST_OPTIONS, Press
from cogs.interactions.components import custom_id, panel

VERBS = ("split", "move", "strike", "muster", "concede", "done")

lines = st.lists(
    st.builds(
        lambda verb, rest: " ".join((verb, *map(str, rest))),
        st.sampled_from(VERBS),
        st.tuples(st.integers(1, 40), st.integers(1, 6), st.sampled_from(("OGR,OGR", "CEN", "TTN,ANG"))),
    ),
    unique=True,
    max_size=400,
)


def choices_of(texts: list[str]) -> tuple[Choice, ...]:
    return tuple(Choice(tuple(text.split()), f"Do {text}", tuple(text.split())) for text in texts)


def reached(choices: tuple[Choice, ...]) -> set[str]:
    """Every line that can be reached by pressing whatever is offered."""
    found: set[str] = set()
    waiting = [str(ListLines())]
    seen: set[str] = set()
    while waiting:
        carried = waiting.pop()
        if carried in seen:
            continue
        seen.add(carried)
        listed = parse(carried)
        assert isinstance(listed, ListLines)
        shown = layout(choices, listed.words, listed.page or 0)
        presses: list[Press] = [*shown.buttons, *(option for menu in shown.lists for option in menu.options)]
        for press in presses:
            if press.carries.startswith(Sign.PART):
                waiting.append(press.carries)
            else:
                found.add(press.carries)
    return found


@given(lines)
def test_every_choice_can_be_reached(texts: list[str]) -> None:
    assert reached(choices_of(texts)) == set(texts)


@given(lines)
def test_no_panel_is_beyond_discords_limits(texts: list[str]) -> None:
    shown = layout(choices_of(texts))

    view = panel(123456, 98765, rows(shown, str.capitalize), (Press("open", "Refresh"),))

    sent = view.to_components()
    assert len(sent) <= 5
    ids = [part["custom_id"] for row in sent for part in row["components"]]
    assert len(ids) == len(set(ids))
    assert all(0 < len(each) <= ID_ROOM for each in ids)
    for menu in shown.lists:
        assert 1 <= len(menu.options) <= MOST_OPTIONS
        assert len({option.carries for option in menu.options}) == len(menu.options)
    assert all(len(press.label) <= LABEL_ROOM for press in shown.buttons)


def test_few_choices_are_buttons_and_many_are_lists() -> None:
    few = [f"move Rd{n:02} 41 3" for n in range(FEW)]
    many = [f"move Rd{n:02} 41 3" for n in range(FEW + 1)]

    assert len(layout(choices_of(few)).buttons) == FEW
    assert [menu.verb for menu in layout(choices_of(many)).lists] == ["move"]


def test_more_than_a_list_holds_turns_pages() -> None:
    texts = [f"teleport Rd01 {land} 3 TTN" for land in range(100, 160)]

    first, second = (layout(choices_of(texts), ("teleport",), page).lists[0] for page in (0, 1))

    assert (first.shown, first.total) == (24, 60)
    assert first.options[-1].carries == "~teleport@1"
    assert not {o.carries for o in first.options[:-1]} & {o.carries for o in second.options[:-1]}


@given(st.lists(st.from_regex(r"[ab]{1,4}( [ab,]{1,9}){0,12}", fullmatch=True), unique=True, max_size=8))
def test_a_line_too_long_for_a_button_is_found_again_by_its_digest(texts: list[str]) -> None:
    for text in texts:
        carried = fitted(text, 60)

        assert len(carried) <= 60
        assert resolved(carried, texts) == text


def test_the_digest_stands_behind_the_same_sign() -> None:
    long = "offer defender " + ",".join(["OGR"] * 40)

    assert fitted(Sign.PART + long, 60) == Sign.PART + digest(long)
    assert fitted(Sign.YES + long, 60) == Sign.YES + digest(long)
    assert len(custom_id(10**9, 10**6, long)) <= ID_ROOM


@given(st.text(max_size=60), st.integers(2, 40))
def test_a_shortened_text_fits(text: str, room: int) -> None:
    assert len(shortened(text, room)) <= room


def test_shortening_leaves_joined_characters_whole() -> None:
    assert shortened("ae\u0301\u0301\u0301iou", 4) == "a…"
