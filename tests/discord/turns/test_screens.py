"""The private panel in every position that games come to: within Discord's limits, and nothing out of reach."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from cogs.face import limits
from cogs.face.presses import SETTLE, THEN, GoTo, Sign, at, parse
from cogs.face.screen import BUTTON, BUTTON_ROWS
from cogs.house.values.sender import OPEN
from cogs.house.words.words import ENGLISH, languages
from cogs.interactions.components import modal
from cogs.interactions.context import Reply
from cogs.panel.orders import _found_again, orders_of
from cogs.panel.panel import ORDERS, form_of, found_again, my_turn, sight
from engine.core import Seat
from engine.titan.actions import Resign
from engine.titan.orders import filed
from engine.titan.orders import parse as order_of
from tests.carried import ordered, place, words
from tests.deep import deep_but
from tests.secrets.pairs import Position, positions
from tests.secrets.stage import Played, Stage, staged

GAMES = 4
"""Of two to five seats, one each."""

EACH, EACH_DEEP = 151, 11
"""Of so many positions one is looked at, and in the deep run."""

FIRST = 1
"""So many of each kind are looked at in every game, so that every phase comes up."""

ORDERED_IN = ("setup", "move", "parley", "battle")
"""The phases in which the panel of orders is looked at: it is the same in most."""

CLAUSE = re.compile(r"\b[RV][0-9]+\.[0-9]+\b")

LISTED = re.compile(r"(- |\d+\. )")
"""How a line of a list begins."""

BOLD, HEAD, LINES = 90, 400, 4
"""A panel: characters of its bold line, and of all that stands above its list, in so many lines (VOICE)."""

GREY = ("Roll", "Done moving")
"""What comes next once the bold line is done: greyed, not hidden."""

PANELS = 400
"""A panel has no more places than this."""


def looked_at(seed: int, each: int) -> Iterator[Position]:
    """Some positions of a game, with the first ones of each kind; the last game is one of Battle Titan."""
    kinds = Counter[str]()
    variant = "battle_titan" if seed == GAMES - 1 else "standard"
    for number, position in enumerate(positions(seed, most=1500, variant=variant)):
        kinds[position.kind] += 1
        if number % each == 0 or kinds[position.kind] <= FIRST:
            yield position


def carried(reply: Reply) -> Iterator[tuple[str, str]]:
    """What everything of a panel that is not greyed carries, and what it says."""
    if reply.view is None:
        return
    for row in reply.view.to_components():
        for part in row["components"]:
            if part["type"] == 3:
                yield from ((option["value"], option["label"]) for option in part["options"])
            elif not part.get("disabled"):
                yield part["custom_id"].split(":", 3)[3], part["label"]


def greyed(reply: Reply) -> list[str]:
    """The labels of what is greyed in a panel."""
    rows = [] if reply.view is None else reply.view.to_components()
    return [part["label"] for row in rows for part in row["components"] if part.get("disabled")]


def check_short(reply: Reply, where: str = "") -> None:
    """A panel fits a phone: what to do now in one bold line, few words, few rows, short buttons, no law."""
    rows = [] if reply.view is None else reply.view.to_components()
    buttons = [row for row in rows if row["components"][0]["type"] == 2]
    assert len(buttons) <= BUTTON_ROWS, f"{where}: {len(buttons)} rows of buttons"
    for label in (part["label"] for row in buttons for part in row["components"]):
        assert len(label) <= BUTTON, f"{where}: a button says {label}"
    first = reply.text.split("\n")[0]
    assert re.fullmatch(r"\*\*[^*]+\*\*(?: .+)?", first), f"{where} begins with {first}"
    assert len(first) <= BOLD + len("****"), f"{where}: {first}"
    if not where.startswith("/why "):  # an explanation of numbers is asked for, and has its rule
        assert not CLAUSE.search(reply.text), f"{where}: a clause in {reply.text}"


def head(text: str) -> list[str]:
    """The lines of a panel above its list."""
    lines = text.split("\n")
    return lines[: next((at for at, line in enumerate(lines) if LISTED.match(line)), len(lines))]


async def crawled(stage: Stage, table: Played, seat: Seat) -> tuple[set[str], set[str]]:
    """Presses everything that leads on in a panel; the lines and the chains of lines that were offered."""
    lines, chains = set[str](), set[str]()
    waiting, seen = [""], set[str]()
    while waiting:
        where = waiting.pop()
        if where in seen:
            continue
        seen.add(where)
        assert len(seen) < PANELS, "a panel leads in circles"
        reply = await my_turn(stage.context, table, 100 + seat, "", place(where))
        sent = limits.sent(reply.text[: limits.CONTENT], reply.view, [picture.alt for picture in reply.pictures])
        assert limits.message(sent) == (), f"{where} in {table.view(seat).phase}"
        assert len(reply.text) <= limits.CONTENT
        check_short(reply, where)
        for value, label in carried(reply):
            assert label.strip(), f"{value} says nothing"
            assert str(parse(value)) == value
            meant = str(found_again(stage.context, table, seat, parse(value)))
            if meant[:1] in (Sign.PLACE, Sign.PART):
                waiting.append(meant)
            elif meant.startswith(Sign.FORM):
                form = form_of(stage.context, table, seat, parse(meant))
                assert form is not None, f"{meant} opens nothing"
                assert limits.modal(modal(table.game.id, table.began, meant, form).to_dict()) == ()
            elif meant.startswith(Sign.ORDERING):
                _, texts = ordered(meant)
                assert all(filed(order_of(text), 1, table.view(seat)) for text in texts)
            elif THEN in meant:
                chains.add(meant)
            elif meant not in (OPEN, ORDERS, SETTLE) and not meant.startswith(Sign.RUN):
                lines.add(str(found_again(stage.context, table, seat, parse(meant.removeprefix(Sign.YES)))))
    return lines, chains


async def crawled_ahead(stage: Stage, table: Played, seat: Seat) -> set[str]:
    """Presses everything that leads on in the panel of orders; the orders that were offered."""
    texts, waiting, seen = set[str](), [at()], set[str]()
    face = stage.context.face(table)
    assert face.ahead is not None, "orders are shown"
    while waiting:
        where = waiting.pop()
        if where in seen or where.count(",") > 1:  # the third choice of a ranking is offered like the second
            continue
        seen.add(where)
        assert len(seen) < PANELS, "a panel leads in circles"
        reply = await orders_of(stage.context, table, 100 + seat, GoTo(words(where)))
        sent = limits.sent(reply.text, reply.view, [picture.alt for picture in reply.pictures])
        assert limits.message(sent) == (), f"{where} in {table.view(seat).phase}"
        for value, label in carried(reply):
            assert label.strip(), f"{value} says nothing"
            if value in (OPEN, SETTLE):
                continue
            meant = str(_found_again(stage.context, table, seat, parse(value.removeprefix(ORDERS).strip())))
            if meant.startswith(Sign.PLACE):
                waiting.append(meant)
            elif meant.startswith(Sign.FORM):
                form = face.ahead.form(sight(stage.context, table, seat, words(meant)))
                assert form is not None, f"{meant} opens nothing"
                assert limits.modal(modal(table.game.id, table.began, f"{ORDERS} {meant}", form).to_dict()) == ()
            else:
                assert meant.startswith(Sign.ORDERING), meant
                texts |= {*ordered(meant)[1]}
    return texts


async def test_every_order_that_is_offered_can_be_given_at_any_time_by_anybody(tmp_path: Path) -> None:
    """Whoever's decision it is; an order that can't be carried out when the time comes is another matter (A2.4)."""
    phases = set[str]()
    async with staged(tmp_path) as stage:
        for position in looked_at(1, 10**9):
            table = stage.table(position.state, position.seq, position.began)
            phase = table.view(None).phase
            if phase in phases or phase not in ORDERED_IN:
                continue
            phases.add(phase)
            seat = Seat(len(phases) % 2)

            texts = await crawled_ahead(stage, table, seat)

            assert texts
            for text in texts:
                filed(order_of(text), 1, table.view(seat))
    assert phases == set(ORDERED_IN)


@pytest.mark.parametrize("each", [EACH, pytest.param(EACH_DEEP, marks=pytest.mark.deep)])
async def test_every_legal_action_is_within_reach_and_nothing_else(tmp_path: Path, each: int) -> None:
    phases = set[str]()
    async with staged(tmp_path) as stage:
        for position in (found for seed in range(GAMES) for found in looked_at(seed, each)):
            table = stage.table(position.state, position.seq, position.began)
            for seat in sorted(table.awaiting):
                legal = {table.line(action) for action in table.legal(seat) if not isinstance(action, Resign)}
                phases.add(table.view(seat).phase)

                lines, chains = await crawled(stage, table, seat)

                assert lines == legal
                for chain in chains:
                    first, *_ = (
                        str(found_again(stage.context, table, seat, parse(line))) for line in chain.split(THEN)
                    )
                    assert first in legal
    assert phases == {"setup", "spawn", "split", "move", "engage", "parley", "battle", "gather", "muster"}


@pytest.mark.parametrize("language", deep_but(languages(), ENGLISH))
async def test_every_panel_is_short_in_every_language(tmp_path: Path, language: str) -> None:
    """Where it begins, for who decides and for who waits; what can't be pressed is grey only if it comes next."""
    async with staged(tmp_path) as stage:
        context = stage.context.speaking(language)
        for position in (found for seed in range(GAMES) for found in looked_at(seed, EACH // 3)):
            table = stage.table(position.state, position.seq, position.began)
            for seat in range(len(position.state.players)):
                reply = await my_turn(context, table, 100 + seat)
                check_short(reply)
                above, view = head(reply.text), table.view(Seat(seat))
                offers = len(view.parley.offers) if view.parley else 0
                assert len("\n".join(above)) <= HEAD, reply.text
                assert len(above) <= LINES + offers, reply.text
                if language == ENGLISH:
                    assert {*greyed(reply)} <= {*GREY}, "what can't be pressed, and does not come next, is absent"


async def test_a_chain_too_long_for_a_button_is_found_again_by_its_digest(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        for position in (found for seed in (2, 7, 12, 17) for found in positions(seed) if found.kind == "muster"):
            table = stage.table(position.state, position.seq, position.began)
            reply = await my_turn(stage.context, table, 100 + position.seat)
            for value, _ in carried(reply):
                if value.startswith(Sign.DIGEST):
                    meant = str(found_again(stage.context, table, position.seat, parse(value)))
                    assert meant.endswith(";done")
                    assert len(meant) > limits.IDENTITY - len(f"t1:{table.game.id}:{table.began}:")
                    return
    raise AssertionError("these games have such a chain")
