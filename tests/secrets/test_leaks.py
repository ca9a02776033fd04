"""The leaks that play by chat invites, one by one (ASYNC_PLAY section 3): the same is told, whatever is hidden.

Two positions that differ in what Green and the channel can't see are played on, mostly by the same lines.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from cogs.house.background.delivery import nonce_of
from cogs.house.game.announce import Entry
from cogs.house.game.pictures import AS_IT_IS
from cogs.house.values.availability import Habit
from cogs.house.values.records import PostStyle
from cogs.house.values.sender import Post
from cogs.house.words.words import Words
from cogs.titan.kit import titan_face
from cogs.titan.words.game_words import TitanWords
from engine.core import CHANCE, Drawn, Seat
from engine.titan.actions import NOTATION, Maneuver, Teleport
from engine.titan.defaults import default
from engine.titan.ruleset import TITAN
from engine.titan.sides import ATTACKER, DEFENDER
from engine.titan.state import Maneuvering, Moving, Mustering, Splitting, State, TowerDrawing
from tests.battle_titan.stories import placed
from tests.engine.positions import battle, battling, do, position
from tests.engine.positions import lines as lines_of
from tests.secrets.pairs import same
from tests.secrets.stage import NAMES, Played, Stage, entered, staged

RED, BLUE, GREEN = Seat(0), Seat(1), Seat(2)
OTHERS = (None, GREEN)
"""Those who are not engaged."""

GREENS = "Green: Gr01@31 TTN OGR OGR"


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    async with staged(tmp_path) as made:
        yield made


def submitted(table: Played, line: str, seat: Seat = RED) -> list[Entry]:
    """The entries of a submit; `1: waive` is said by seat 1, and what stands behind `|` by chance."""
    said, *drawn = (part.strip() for part in line.split("|"))
    who, _, rest = said.rpartition(": ")
    by, action = Seat(int(who)) if who else seat, NOTATION.parse(rest)
    assert action in table.legal(by), f"{line} is not legal"
    entries = [entered(table, by, action)]
    for draw in drawn:
        assert TITAN.wants(table.timeline.state) is not None
        entries.append(entered(table, CHANCE, Drawn(tuple(map(int, draw.split(","))))))
    return entries


def flat(sent: object) -> Iterator[object]:
    """What is in a list of tuples of tuples."""
    if isinstance(sent, (list, tuple)):
        for part in sent:
            yield from flat(part)
    else:
        yield sent


async def told(stage: Stage, table: Played, lines: Sequence[str], viewer: Seat | None) -> list[object]:
    """All that a viewer is sent while these lines are played, and what he finds before and after."""
    sent = await stage.looks(table, viewer)
    for line in lines:
        entries = submitted(table, line)
        sent += await stage.told(table, entries, viewer)
        sent += stage.sentences(table, entries, viewer)
    return [*sent, *await stage.looks(table, viewer)]


async def told_alike(
    stage: Stage,
    worlds: Sequence[State],
    lines: Sequence[str],
    there: Sequence[str] | None = None,
    viewers: Sequence[Seat | None] = OTHERS,
) -> State:
    """Plays on in both worlds, and fails if a viewer is told anything different. Gives what became of the first."""
    one, other = worlds
    for viewer in viewers:
        here, elsewhere = stage.table(one, 40, 9), stage.table(other, 40, 9)
        mine = await told(stage, here, lines, viewer)
        same(mine, await told(stage, elsewhere, lines if there is None else there, viewer))
    state: State = here.timeline.state
    return state


def met(blue: str = "OGR CEN", rest: str = "ANG CEN") -> State:
    """Rd01 has met Bu01; the engagement is about to be opened."""
    reds = "Red 90: Rd01@20>3 OGR OGR OGR; Rd02@200 TTN CEN"
    return position(reds, f"Blue: Bu01@20 {blue}; Bu02@41 {rest}; Bu09@30 TTN OGR", GREENS, phase=Moving(1))


async def test_a31_whether_flight_is_possible_shows_nowhere(stage: Stage) -> None:
    """R9.4: with a Lord there is no question, without one there is."""
    after = await told_alike(stage, (met(), met("ANG CEN", "OGR CEN")), ["done"])

    assert TITAN.awaiting(after) == {RED, BLUE}
    assert TITAN.view(after, GREEN).waiting == (RED, BLUE)


async def test_a31_the_line_of_who_is_waited_for_is_one_for_the_whole_exchange(stage: Stage) -> None:
    words = TitanWords(Words("en"))
    table = stage.table(met(), 40, 9)
    submitted(table, "done")
    lines = set()
    for line in ("fight", "1: offer defender -", "refuse", "1: offer both -", "0: offer attacker -"):
        assert (await stage.told(table, submitted(table, line), None)) == []
        view = table.view(None)
        lines.add((words.phase(view, table.names), view.waiting, table.began))

    assert len(lines) == 1


async def test_a31_both_engaged_players_are_called_whoever_must_decide(stage: Stage) -> None:
    """The post that calls them follows from the engagement alone."""
    stage = replace(stage, services=replace(stage.services, habit=lambda _: Habit()))
    table = stage.table(met(), 40, 9)

    sent = await stage.told(table, submitted(table, "done"), None)

    called = [item.mentions for item in flat(sent) if isinstance(item, Post)]
    assert [people for people in called if people] == [(100, 101)] * len(PostStyle)


async def test_a31_how_much_was_said_before_a_battle_shows_nowhere(stage: Stage) -> None:
    """Neither in what is posted, nor in the numbers of buttons and of steps to take back in Green's next turn."""
    start = do(met(), "done")
    end = _to_greens_movement(do(start, "1: waive"))

    after = await told_alike(
        stage, (start, start), ["1: waive", "0: offer attacker -", "1: refuse", *end], ["1: waive", *end]
    )

    assert (TITAN.view(after, None).active, TITAN.view(after, None).phase) == (GREEN, "move")


def _to_greens_movement(state: State) -> list[str]:
    """Lines from the attacker's concession up to Green's first move, which he may take back."""
    state, lines = do(state, "concede"), ["concede"]
    while True:
        seat = min(TITAN.awaiting(state))
        legal = [NOTATION.line(action) for action in TITAN.legal(state, seat)]
        line = next((line for line in legal if line in ("done", "roll")), legal[0])
        drawn = ["1"] if line == "roll" else []
        state = do(state, f"{seat}: {line}", *(f"draw {value}" for value in drawn))
        lines.append(" | ".join((f"{seat}: {line}", *drawn)))
        if seat == GREEN and line.startswith("move"):
            return lines


async def test_a32_the_engaged_two_see_each_others_legion_and_choices(stage: Stage) -> None:
    """R9.3: before them nothing of it is hidden."""
    table = stage.table(met(), 40, 9)

    sent = repr(await stage.told(table, submitted(table, "done"), BLUE))

    assert "3 Ogres" in sent
    assert "3 Ogres" in repr(await stage.looks(table, BLUE))
    assert "Centaur and Ogre" in repr(await stage.looks(table, RED))


async def test_a33_the_chance_to_summon_is_waited_for_whoever_could_come(stage: Stage) -> None:
    """R16.3: where an angel stands is nobody's business, nor that the only one can't come; nobody else could move."""
    worlds = [
        battle(
            "Plains",
            "OGR C4, CEN C2",
            "GAR C3, LIO F2(5)",
            f"Green: Gr01@31 TTN OGR; Gr02@9 {met_there}",
            red=f"Rd02@200 TTN {held}; Rd03@9>3 {engaged}",
            blue="Bu09@30 TTN",
            step="strike-back",
        )
        for held, engaged, met_there in (("ANG", "OGR", "OGR"), ("OGR", "ANG", "OGR"))
    ]

    after = await told_alike(stage, worlds, _struck_out(worlds[0]), viewers=(None, BLUE, GREEN))

    assert TITAN.awaiting(after) == {RED}
    assert not any(isinstance(action, Maneuver) for action in TITAN.legal(after, RED))


def _struck_out(state: State) -> list[str]:
    """The rest of a strike phase, all dice being ones, up to the attacker's next maneuvers."""
    lines: list[str] = []
    while not isinstance(battling(state).battle.step, Maneuvering):
        seat = min(TITAN.awaiting(state))
        legal = [NOTATION.line(action) for action in TITAN.legal(state, seat)]
        line = next((line for line in legal if line.startswith("strike")), "done")
        state, said = do(state, f"{seat}: {line}"), f"{seat}: {line}"
        while draw := TITAN.wants(state):
            ones = ",".join("1" * draw.count)
            state, said = do(state, f"draw {ones}"), f"{said} | {ones}"
        lines.append(said)
    return lines


async def test_a34_additions_after_a_settlement_always_wait_for_their_owner(stage: Stage) -> None:
    """R16.6: the winner may summon if he has whom; if his angel is where he won, nobody learns that he has not."""
    worlds = [
        do(
            position(
                f"Red: Rd01@20>3 OGR {won}; Rd02@200 OGR {rest}; Rd03@107 TTN",
                "Blue: Bu01@20 OGR CEN; Bu02@30 TTN",
                GREENS,
            ),
            "done",
            "1: waive",
        )
        for won, rest in (("OGR", "ANG"), ("ANG", "OGR"))
    ]

    after = await told_alike(stage, worlds, ["1: concede"], viewers=(None, GREEN))

    assert TITAN.view(after, None).phase == "gather"
    assert TITAN.awaiting(after) == {RED}


async def test_a34_a_reinforcement_after_an_agreement_always_waits_for_its_owner(stage: Stage) -> None:
    """R17.4: in the Marsh two Ogres earn a Troll, a Centaur and a Lion nothing."""
    worlds = [
        do(
            position("Red: Rd01@8>3 OGR OGR; Rd02@200 TTN", f"Blue: Bu01@8 {won}; Bu02@41 {rest}; Bu03@30 TTN", GREENS),
            "done",
            "1: waive",
            "offer attacker -",
        )
        for won, rest in (("OGR OGR", "CEN LIO"), ("CEN LIO", "OGR OGR"))
    ]

    after = await told_alike(stage, worlds, ["1: accept attacker -"])

    assert TITAN.view(after, None).phase == "gather"
    assert TITAN.awaiting(after) == {BLUE}


async def test_a35_enlistment_ends_with_its_owners_word_though_nobody_can_muster(stage: Stage) -> None:
    worlds = [
        position(f"Red: Rd01@8>3 {here}; Rd02@200 TTN {rest}", "Blue: Bu01@30 TTN", GREENS, phase=Moving(1))
        for here, rest in (("OGR OGR", "CEN LIO"), ("CEN LIO", "OGR OGR"))
    ]

    after = await told_alike(stage, worlds, ["done"], viewers=(None, BLUE, GREEN))

    assert isinstance(after.phase, Mustering)
    assert TITAN.awaiting(after) == {RED}


async def test_a35_movement_ends_with_its_owners_word_though_nobody_can_teleport(stage: Stage) -> None:
    """R7: a six lets a Lord in a Tower teleport."""
    worlds = [
        position(f"Red: Rd01@200 {here}; Rd02@20 {rest}", "Blue: Bu01@30 TTN", GREENS, phase=Splitting())
        for here, rest in (("TTN", "OGR"), ("OGR", "TTN"))
    ]

    after = await told_alike(stage, worlds, ["roll | 6"], viewers=(None, BLUE, GREEN))

    assert isinstance(after.phase, Moving)
    assert TITAN.awaiting(after) == {RED}


async def test_a37_why_somebody_was_refused_depends_on_what_he_may_know(stage: Stage) -> None:
    """Whatever Green tries while others settle an engagement, he hears the same."""
    tries = [NOTATION.parse(line) for line in ("flee", "waive", "concede", "fight", "done", "teleport Rd01 118 3 ANG")]
    heard = []
    for world in (met(), met("ANG CEN", "OGR CEN")):
        table = stage.table(do(world, "done"), 40, 9)
        heard.append(stage.refused(table, GREEN, tries))

    assert len(heard[0]) == len(tries)
    same(*heard)


async def test_a38_a_list_of_targets_holds_all_enemies_whatever_is_in_them(stage: Stage) -> None:
    """R7.4: Titan Teleportation."""
    one, other = (
        position("Red 400: Rd01@200 TTN OGR", f"Blue: Bu01@30 {held}; Bu02@8 {rest}", GREENS, phase=Moving(6))
        for held, rest in (("TTN OGR", "CEN"), ("CEN OGR", "TTN"))
    )

    same(*[await stage.looks(stage.table(state, 40, 9), RED) for state in (one, other)])
    lands = {action.land for action in TITAN.legal(one, RED) if isinstance(action, Teleport)}
    assert {30, 8, 31} <= lands


async def test_a39_heights_are_told_and_nothing_is_added_to_them(stage: Stage) -> None:
    table = stage.table(met(), 40, 9)

    seen = {legion.marker: (legion.height, legion.creatures) for legion in table.view(None).legions}

    assert seen == {
        "Rd01": (3, ()),
        "Rd02": (2, ()),
        "Bu01": (2, ()),
        "Bu02": (2, ()),
        "Bu09": (2, ()),
        "Gr01": (3, ()),
    }


def test_a310_pictures_of_what_is_hidden_are_alike_to_the_byte() -> None:
    """The board for the channel and for Green; what Red gets for himself is drawn for him alone."""
    kit, names = titan_face().kit, {Seat(seat): name for seat, name in enumerate(NAMES)}
    worlds = met(), met("ANG CEN", "OGR CEN")
    settling = tuple(do(world, "done") for world in worlds)

    for one, other in (worlds, settling):
        for viewer in OTHERS:
            drawn = [kit.pictures["board"].draw(TITAN.view(state, viewer), names, AS_IT_IS) for state in (one, other)]
            assert drawn[0] == drawn[1]
    mine = [kit.pictures["hand"].draw(TITAN.view(state, BLUE), names, AS_IT_IS) for state in worlds]
    assert mine[0] != mine[1]


async def test_a311_what_is_told_afterwards_is_what_was_told_then(stage: Stage) -> None:
    """`/show log` of a split: its owner reads who went, others how many."""
    start = position("Red: Rd01@200 TTN OGR OGR CEN", "Blue: Bu01@30 TTN", GREENS, phase=Splitting())
    table = stage.table(start, 40, 9)
    entries = [*submitted(table, "split Rd01 Rd05 CEN,OGR"), *submitted(table, "roll | 3")]

    heard = {viewer: " ".join(stage.sentences(table, entries, viewer)) for viewer in (RED, BLUE, None)}

    assert "Centaur and Ogre" in heard[RED]
    assert heard[BLUE] == heard[None]
    assert "Ogre" not in heard[None]


async def test_a_split_is_told_alike_whoever_goes(stage: Stage) -> None:
    start = position("Red: Rd01@200 TTN OGR OGR CEN", "Blue: Bu01@30 TTN", GREENS, phase=Splitting())

    here, there = ["split Rd01 Rd05 CEN,OGR", "roll | 3"], ["split Rd01 Rd05 OGR,OGR", "roll | 3"]

    await told_alike(stage, (start, start), here, there, viewers=(None, BLUE, GREEN))


def test_the_mark_of_a_message_does_not_count_the_private_ones_before_it() -> None:
    marks = [nonce_of("token", row) for row in range(1, 500)]

    assert len(set(marks)) == len(marks)
    assert all(len(mark) == 20 for mark in marks)
    assert marks != sorted(marks)
    assert nonce_of("token", 7) != nonce_of("other", 7)


# What version 3 offers: pairs for several, who stays out of a Tower, summoning to a new legion, a Titan given up.


async def test_pairs_for_several_tell_nothing_of_what_is_elsewhere(stage: Stage) -> None:
    """R14.4: what is offered and chosen follows from the battle that all see, and all are told the same of it."""
    worlds = [
        battle(
            "Mountains",
            "LIO C4",
            "OGR C3(5), OGR D5, CEN B3",
            GREENS,
            red=f"Rd02@200 TTN {held}; Rd03@9 {rest}",
            blue="Bu09@30 TTN",
            mover=ATTACKER,
            step="strike",
        )
        for held, rest in (("ANG", "OGR"), ("OGR", "ANG"))
    ]

    lines = ["strike C4 C3 5 5 | 6,6,6,6,6", "carry B3", "carry D5"]
    after = await told_alike(stage, worlds, lines, viewers=(None, BLUE, GREEN))

    assert not TITAN.awaiting(after) & {RED}


VARIANT = {"variant": "battle_titan"}


async def test_nobody_learns_before_a_battle_who_of_eight_could_stay_out_of_a_tower(stage: Stage) -> None:
    """V6.9: how many stand there is public; whether a Lord is among them, and so a flight open, is not."""
    worlds = [
        position(
            "Red: Rd01@400>3 OGR OGR OGR; Rd02@200 TTN",
            f"Blue: Bu01@400 {one} CEN LIO OGR TRO GAR CYC OGR; Bu02@41 {other} CEN; Bu09@30 TTN",
            GREENS,
            phase=Moving(1),
            options=VARIANT,
        )
        for one, other in (("ANG", "SER"), ("SER", "ANG"))
    ]

    await told_alike(stage, worlds, ["done", "1: offer both -", "0: refuse"])


async def test_who_of_eight_is_left_out_of_a_tower_tells_nothing_of_what_is_elsewhere(stage: Stage) -> None:
    """V6.9, A8.5: by hand, with the Titan outside, and as it is done at a deadline."""
    eight = "TTN ANG CEN LIO OGR TRO GAR CYC"
    worlds = [
        do(
            position(
                "Red: Rd01@400>3 OGR OGR OGR; Rd02@200 TTN",
                f"Blue: Bu01@400 {eight}; Bu02@41 {one}; Bu03@9 {other}",
                GREENS,
                phase=Moving(1),
                options=VARIANT,
            ),
            "done",
            "1: fight",
        )
        for one, other in (("SER", "OGR"), ("OGR", "SER"))
    ]
    inside = zip(eight.split()[1:], ("C3", "C4", "D3", "D4", "D5", "E3", "E4"), strict=True)
    by_hand = [*(f"1: maneuver {creature} {hex_}" for creature, hex_ in inside), "1: done"]

    for lines in (by_hand, _deployed_late(worlds[0])):
        after = await told_alike(stage, worlds, lines, viewers=(None, RED, GREEN))
        assert battling(after).battle.absent[DEFENDER] == (("TTN",) if lines is by_hand else ("CEN",))


def _deployed_late(state: State) -> list[str]:
    """What is done for Blue at his deadlines until all of his who can be are set up."""
    lines = []
    while battling(state).battle.mover == DEFENDER and isinstance(battling(state).battle.step, Maneuvering):
        line = NOTATION.line(default(TITAN.view(state, BLUE), tuple(TITAN.legal(state, BLUE))))
        state = do(state, line, seat=BLUE)
        lines.append(f"1: {line}")
    return lines


async def test_whether_somebody_can_be_summoned_to_a_new_legion_shows_nowhere(stage: Stage) -> None:
    """V6.11: with a legion elsewhere its owner is always waited for, be there an Angel in it or not."""
    worlds = []
    for mine, theirs in (("ANG", "CEN"), ("CEN", "ANG")):
        state = placed(
            f"Red: Rd02@1 OGR {mine}",
            f"Blue: Bu07@400 LIO OGR; Bu02@41 TTN TRO; Bu03@9 OGR {theirs}",
            GREENS,
            phase=TowerDrawing(),
            respawn_on="titan_lost",
        )
        worlds.append(do(state, "draw 4", "marker Rd01", "1: waive"))

    lines = ["offer defender CEN,GAR,OGR", "1: accept defender CEN,GAR,OGR"]
    after = await told_alike(stage, worlds, lines)

    assert TITAN.view(after, None).phase == "gather"
    assert TITAN.awaiting(after) == {RED}
    assert [any(line.startswith("summon") for line in lines_of(do(world, *lines), RED)) for world in worlds] == [
        True,
        False,
    ]


async def test_that_a_titan_could_be_given_up_shows_nowhere(stage: Stage) -> None:
    """V5.8: the list of what may be offered is longer by it for the two alone."""
    worlds = [
        position(
            f"Red: Rd01@20>3 {one} OGR OGR; Rd02@200 {other} CEN",
            "Blue: Bu01@20 OGR CEN; Bu09@30 TTN",
            GREENS,
            phase=Moving(1),
            options=VARIANT,
        )
        for one, other in (("TTN", "ANG"), ("ANG", "TTN"))
    ]

    await told_alike(stage, worlds, ["done", "offer defender OGR", "1: refuse", "1: offer both -"])
