"""What is grave is asked about wherever it comes from, and done by the *Yes* of that question alone."""

from __future__ import annotations

import random
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord

from cogs.face.presses import digest
from cogs.house.game import dice
from cogs.house.table.table import Table
from cogs.house.values.records import Status
from cogs.panel import confirming
from cogs.panel.confirming import DEEDS
from engine.core import Seat
from engine.skirmish.bots import LEVELS
from engine.titan.view import View
from tests.deep import deep_but
from tests.discord import skirmish
from tests.discord.ahead import ahead
from tests.discord.conftest import Play, components, custom_ids, labels, text_of
from tests.discord.lobby.test_moderating import manager
from tests.discord.test_controls import crafted, my_turn

IDLE = ("done", "stay", "pass mine", "pass turn", "pass now")
"""What one does who wants nothing."""


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same game every time: the seed is the only chance there is."""
    monkeypatch.setattr(dice, "new_seed", lambda: b"duel one".ljust(32, b"."))


@dataclass
class Case:
    """Somebody who may do something grave now, by this line."""

    play: Play
    table: Table
    seat: Seat
    line: str

    @property
    def who(self) -> str:
        return self.play.name(self.table, self.seat)

    @property
    def id(self) -> str:
        return f"t1:{self.table.game.id}:{self.table.began}:"

    def state(self) -> tuple[int, int, Status]:
        return self.table.seq, self.table.began, self.table.game.status


# Where it can be done


async def _titan(play: Play) -> Case:
    table = await play.set_up("Ann", "Ben")
    return Case(play, table, min(table.awaiting), "resign")


async def _titan_not_on_turn(play: Play) -> Case:
    table = await play.set_up("Ann", "Ben")
    return Case(play, table, next(seat for seat in (Seat(0), Seat(1)) if seat not in table.awaiting), "resign")


def _met(view: Callable[[Seat | None], View]) -> bool:
    engaged = view(None).engaged
    parley = view(engaged.seats[1]).parley if engaged else None
    return parley is not None and parley.may_flee and len(parley.contents[0]) > 2


async def _engaged(play: Play, *before: tuple[int, str], line: str, by: int) -> Case:
    table = await play.opened("Ann", "Ben", "Cleo")
    await ahead(play, table, _met)
    seats = [Seat(seat) for seat in table.view(None).engaged.seats]
    for side, done in before:
        await table.submit(seats[side], table.parse(done))
    await play.settle()
    return Case(play, table, seats[by], line)


async def _fleeing(play: Play) -> Case:
    return await _engaged(play, line="flee", by=1)


async def _conceding(play: Play) -> Case:
    return await _engaged(play, (1, "waive"), line="concede", by=0)


async def _accepting(play: Play) -> Case:
    return await _engaged(play, (0, "offer both -"), line="accept both -", by=1)


async def _skirmish(play: Play) -> Case:
    table = await skirmish.opened(play, "Ann", "Ben")
    seat = await skirmish.until(play, table, lambda view, legal: view.phase == "commanding")
    return Case(play, table, seat, "concede")


async def _skirmish_not_on_turn(play: Play) -> Case:
    case = await _skirmish(play)
    return Case(play, case.table, Seat(1 - case.seat), "concede")


async def _a_long_skirmish(play: Play) -> Case:
    """Nobody attacks and nobody goes anywhere, until a side that isn't behind may end it (B23.20)."""
    table = await skirmish.opened(play, "Ann", "Ben")
    whims = random.Random(1)
    while not (able := [seat for seat in table.playing if "end-as-draw" in map(table.line, table.legal(seat))]):
        assert table.game.status is Status.RUNNING
        seat = min(table.awaiting)
        view, legal = table.view(seat), table.legal(seat, undo=False)
        lines = {table.line(action): action for action in legal}
        idle = next(
            (lines[line] for line in ("done", "stay", "pass mine", "pass turn", "pass now") if line in lines), None
        )
        await table.submit(seat, LEVELS["steady"](view, legal, whims) if idle is None else idle)
    await play.settle()
    return Case(play, table, able[0], "end-as-draw")


CASES = (
    _titan, _titan_not_on_turn, _fleeing, _conceding, _accepting, _skirmish, _skirmish_not_on_turn,
)  # fmt: skip


def _named(made: Any) -> str:
    return str(made.__name__).strip("_")


@pytest.fixture(params=deep_but(CASES, *CASES[::2]), ids=_named)
async def case(request: pytest.FixtureRequest, play: Play) -> Case:
    return await request.param(play)  # type: ignore[no-any-return]


# The ways


async def _typed(case: Case, text: str) -> simcord.InteractionResult:
    return await case.play.slash(case.who, "play do", line=text)


async def _pressed(case: Case, carries: str) -> simcord.InteractionResult:
    """A press on a post that everybody sees, as an old one may carry it or a forged one."""
    return await case.play.press(case.who, await crafted(case.play, case.id + carries), label="x")


async def _chosen(case: Case, carries: str) -> simcord.InteractionResult:
    """A choice from a list in a post that everybody sees."""
    view = discord.ui.View(timeout=None)
    listed: discord.ui.Select[discord.ui.View] = discord.ui.Select(custom_id=f"{case.id}=0")
    listed.add_option(label="x", value=carries)
    view.add_item(listed)
    view.stop()
    post = await case.play.client.get_partial_messageable(case.play.channel.id).send("x", view=view)
    result = await case.play.people[case.who].select(post, [carries], custom_id=f"{case.id}=0")
    await case.play.settle()
    return result


async def _listed(case: Case) -> simcord.InteractionResult | None:
    """The list of all choices in one's own panel; None for what is not listed there."""
    panel, found = await my_turn(case.play, case.who), None
    for carries in ("~", case.line):
        if (found := await _taken(case, panel, carries)) is not None:
            panel = found.response
    return found


async def _taken(case: Case, panel: Any, carries: str) -> simcord.InteractionResult | None:
    """What a panel has that carries this, by its button or in a list; None if it has nothing like that."""
    if case.id + carries in custom_ids(panel):
        return await case.play.press(case.who, panel, custom_id=case.id + carries)
    lists = (part for part in components(panel) if carries in [each["value"] for each in part.get("options", ())])
    if (menu := next(lists, None)) is None:
        return None
    result = await case.play.people[case.who].select(panel, [carries], custom_id=menu["custom_id"])
    await case.play.settle()
    return result


async def _commanded(case: Case) -> simcord.InteractionResult | None:
    """The command that is of the verb, where there is one."""
    verb, *words = case.line.split()
    if verb == "end-as-draw":
        return None
    if case.table.game.ruleset == "skirmish" or verb == "resign":
        return await case.play.slash(case.who, f"{case.table.game.ruleset} {verb}")
    return await case.play.slash(case.who, f"play {verb}", **dict(zip(("lost", "losses"), words, strict=False)))


def _ways(case: Case) -> Sequence[Any]:
    return (
        lambda: _listed(case),
        lambda: _typed(case, case.line),
        lambda: _typed(case, case.line.upper()),
        lambda: _typed(case, "\t " + case.line.replace(" ", " \t  ") + "  "),
        lambda: _typed(case, case.line[:-2]),
        lambda: _typed(case, digest(case.line)),
        lambda: _typed(case, f"{case.line}; {case.line}"),
        lambda: _typed(case, f"\n;{case.line}\n"),
        lambda: _commanded(case),
        lambda: _pressed(case, case.line),
        lambda: _pressed(case, f"?{case.line}"),
        lambda: _pressed(case, f"+{case.line}"),
        lambda: _pressed(case, f"{case.line};{case.line}"),
        lambda: _pressed(case, f" {case.line.replace(' ', '  ')} "),
        lambda: _pressed(case, digest(case.line)),
        lambda: _chosen(case, case.line),
        lambda: _chosen(case, f"+{case.line}"),
    )


@pytest.mark.parametrize("made", deep_but([*CASES, _a_long_skirmish], *CASES[::2]), ids=_named)
async def test_whichever_way_it_comes_it_is_asked_and_the_yes_of_the_question_does_it(
    play: Play, made: Callable[[Play], Awaitable[Case]]
) -> None:
    case = await made(play)
    before, asked = case.state(), None

    for number, way in enumerate(_ways(case)):
        result = await way()
        if result is None:
            continue
        assert case.state() == before, f"way {number} did it"
        asked = result.response if not result.followups else result.followups[-1]
        assert asked is not None, f"way {number} was not answered"
        assert asked.ephemeral, f"way {number} was answered in public"
        yes = [each for each in custom_ids(asked) if each == f"{case.id}+{case.line}"]
        assert len(yes) == 1, f"way {number} says: {text_of(result)}"

    await case.play.press(case.who, asked, custom_id=f"{case.id}+{case.line}")
    assert case.state() != before


async def test_a_yes_to_what_is_over_does_nothing_and_says_so(case: Case) -> None:
    verb = case.line.split()[0]
    asked = (await _typed(case, case.line)).response
    yes = f"{case.id}+{case.line}"
    assert asked is not None
    other = Seat(next(seat for seat in case.table.playing if seat != case.seat))
    ends = "concede" if case.table.game.ruleset == "skirmish" else "resign"
    await case.table.submit(other, case.table.parse(ends))
    await case.play.settle()
    before = case.state()

    late = await case.play.press(case.who, asked, custom_id=yes)

    assert case.state() == before, verb
    assert "gone on" in text_of(late) or "over" in text_of(late)


async def test_a_yes_in_public_is_nobodys(case: Case) -> None:
    before, post = case.state(), await crafted(case.play, f"{case.id}+{case.line}")

    for who in ("Ann", "Ben", "Cleo", "Dan"):
        result = await case.play.press(who, post, label="x")
        assert result.response is not None
        assert result.response.ephemeral

    assert case.state() == before


async def test_it_is_completed_only_once_its_word_was_begun(case: Case) -> None:
    verb = case.line.split()[0]
    verbs = case.play.client.context.face(case.table).panel.grave

    async def offered(typed: str) -> list[str]:
        return await case.play.completed(case.who, "play do", "line", typed)

    assert not [line for line in await offered("") if line.split()[0] in verbs]
    assert not [line for line in await offered(verb[1:3]) if line == case.line]
    assert case.line in await offered(verb[:3])
    assert case.line in await offered(verb.upper())


async def test_what_goes_on_is_completed_first(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    who, (seat,) = play.who(table), table.awaiting
    own = next(legion.marker for legion in table.view(seat).legions if legion.owner == seat)
    await play.said(who, "play do", line=f"split {own} titan gargoyle 2 ogres")

    assert (await play.completed(who, "play do", "line"))[0] == "roll"
    assert (await play.said(who, "play do")).split("\n")[1] == "Roll `roll`"
    await play.said(who, "play do", line="roll")
    moving = await play.completed(who, "play do", "line")
    verbs = list(dict.fromkeys(table.line(action).split()[0] for action in table.legal(seat)))

    if "done" in verbs:
        assert moving[0] == "done"
    firsts = [line.split()[0] for line in moving[: len(verbs) - 2]]
    assert len(set(firsts)) == len(firsts), "of every verb the first, before the second of any"


async def test_whoever_is_not_on_turn_is_offered_nothing_grave(play: Play) -> None:
    case = await _titan_not_on_turn(play)

    assert await play.completed(case.who, "play do", "line") == []
    assert "is on the move" in await play.said(case.who, "play do")
    assert await play.completed(case.who, "play do", "line", "re") == ["resign"]


async def test_of_a_row_what_stands_before_is_done_and_the_rest_is_named(play: Play) -> None:
    case = await _titan(play)
    own = next(legion.marker for legion in case.table.view(case.seat).legions if legion.owner == case.seat)

    asked = await play.slash(case.who, "play do", line=f"split {own} titan gargoyle 2 ogres; resign ; roll")

    said = text_of(asked)
    assert "4 stay" in said
    assert "Done: 1 of 3 orders. It stopped at “resign”." in said
    assert "Not done: “roll”." in said
    assert "leave the board" in said
    assert labels(asked.response)[:2] == ["Offer my seat", "Resign"]
    assert case.table.view(None).phase == "split"
    assert case.table.game.status is Status.RUNNING


@pytest.mark.parametrize("game", ["titan", "skirmish"])
async def test_whoever_takes_every_completion_that_is_offered_never_gives_up(play: Play, game: str) -> None:
    """Whatever is completed for an empty line is done, at random, by whoever the game waits for and by the other."""
    table = await (play.set_up("Ann", "Ben") if game == "titan" else skirmish.opened(play, "Ann", "Ben"))
    whims, never = random.Random(7), play.client.context.face(table).panel.grave

    for _ in range(60):
        if table.game.status is not Status.RUNNING:
            break
        who = play.name(table, whims.choice(sorted(table.playing)))
        if offered := await play.completed(who, "play do", "line"):
            line = whims.choice(offered)
            assert line.split()[0] not in never
            await play.slash(who, "play do", line=line)

    timeline = [step.action for step in table.timeline.steps]
    assert not [action for action in timeline if table.line(action).split()[0] in never]


async def test_what_goes_on_by_itself_ends_before_anything_grave(play: Play) -> None:
    case = await _titan(play)
    context, table = play.client.context, case.table
    first = table.legal(case.seat)[0]

    await confirming.submit(
        context, table, case.seat, first, None, table.began, lambda view, legal: table.parse("resign")
    )

    assert [step.action for step in table.timeline.steps][-1:] == [first]
    assert table.game.status is Status.RUNNING


# What is grave of the house


async def test_the_deeds_of_the_house_are_asked_about_however_their_press_came(play: Play) -> None:
    """By a post that everybody sees, as it is and with the sign; nothing is done, and who may is asked."""
    boss = await manager(play)
    table = await play.set_up("Ann", "Ben")
    point = (await play.completed(boss, "titan-admin rollback", "to"))[-1]
    deeds = {
        "hand-over left": "Ann", "vote-end draw": "Ann", "vote-end off": "Ann", "forget": "Dan",
        f"rollback {point}": boss, "act 1 resign": boss, "purge server": boss,
    }  # fmt: skip
    assert {deed.split()[0] for deed in DEEDS} - {"vote"} == {deed.split()[0] for deed in deeds}
    before = table.seq, table.game, table.seats, len(table.votes)

    for carries, who in deeds.items():
        for sign in ("", "+"):
            post = await crafted(play, f"t1:{table.game.id}:{table.began}:{sign}{carries}")
            result = await play.press(who, post, label="x")
            table = await play.table()
            assert (table.seq, table.game, table.seats, len(table.votes)) == before, carries
            assert result.response is not None, carries
            assert result.response.ephemeral
            assert [each for each in custom_ids(result.response) if f":+{carries.split()[0]}" in each], text_of(result)


async def test_a_ballot_that_may_end_the_game_is_asked_about_and_any_other_is_not(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    asked = await play.slash("Ann", "game vote", ending="draw")
    await play.press("Ann", asked.response, label="Ask everybody")
    post = play.last_with("Agree")

    really = await play.press("Ben", post, label="Agree")
    assert table.game.status.value == "running"
    assert "ends here: a draw" in text_of(really)
    await play.press("Ben", really.response, label="Agree")

    assert table.game.status.value == "over"


async def test_a_moderator_who_would_give_up_for_somebody_is_asked_and_may_do_it(play: Play) -> None:
    boss = await manager(play)
    table = await play.set_up("Ann", "Ben")
    seat = min(table.awaiting)

    asked = await play.slash(boss, "titan-admin act-for", seat=seat + 1, line=" resign  ")
    assert table.game.status.value == "running"
    assert "really" in text_of(asked)
    await play.press(boss, asked.response, label="Yes: Resign")

    assert table.game.status.value == "over"


async def test_a_rollback_with_a_long_reason_can_be_confirmed(play: Play) -> None:
    """All that a press says must fit in its id."""
    boss = await manager(play)
    table = await play.set_up("Ann", "Ben")
    point = (await play.completed(boss, "titan-admin rollback", "to"))[-1]

    asked = await play.slash(boss, "titan-admin rollback", to=point, reason="because " * 25)
    before = table.seq
    await play.press(boss, asked.response, custom_id=custom_ids(asked.response)[0])

    assert table.seq > before


def test_nothing_but_the_question_hands_decisions_of_people_to_the_table() -> None:
    """What people decide goes through `cogs.panel.confirming.submit`; the house itself lets programs and orders act."""
    edge = [path for path in Path(confirming.__file__).parents[1].rglob("*.py") if "house" not in path.parts]

    assert [path.name for path in edge if re.search(r"\btable\.submit\(", path.read_text())] == ["confirming.py"]
