"""Skirmish: whatever is hidden, a viewer is sent the same, in pairs of games that are one to him (B13.1).

Channel, opponent and watchers: posts, pictures, prompts, deadlines, the live card, the log, predictions, panels with
their buttons, and when anybody is asked for a lore card (DESIGN 2.3, 2.4).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count, product
from pathlib import Path
from random import Random

import pytest

from cogs.panel.orders import orders_of
from cogs.skirmish.kit import skirmish_face
from engine.core import Seat
from engine.skirmish.actions import Swap
from engine.skirmish.ruleset import SKIRMISH
from engine.skirmish.sheets import tables
from engine.skirmish.state import Moving, State
from engine.skirmish.units import Turn
from tests.deep import deep_but
from tests.secrets.field_pairs import KINDS, Pair, positions
from tests.secrets.pairs import same
from tests.secrets.stage import Played, Stage, entered, staged
from tests.skirmish.field import DAQAN, field

VIEWERS: tuple[Seat | None, ...] = (None, Seat(0), Seat(1))
ACTS = 5
"""How far a pair is followed."""

BESIDE = 45
"""The same for a pair of games that are played from the setting up on: for some turns."""

OFTEN = ("ordering", "moving", "attacking", "fighting", "window", "learning")
"""The kinds of positions of which most are passed over."""

Told = Counter[tuple[str, str]]


async def of_skirmish(stage: Stage, table: Played, viewer: Seat | None) -> list[object]:
    """What somebody finds at a table of skirmish besides what every game has: hints, texts to look at, orders ahead."""
    sights, view = stage.face.overview, table.view(viewer)
    found = [*stage.hinted(table, viewer), sights.position(view, table.names), sights.scores(view, table.names)]
    if viewer is not None:
        orders = await orders_of(stage.context, table, 100 + viewer)
        found += [sights.mine(view, table.names), orders.text, orders.view and orders.view.to_components()]
    return found


def wanted(seed: int, each: int, kinds: Sequence[str], dice: Random) -> Iterator[State]:
    """So many positions of each kind, out of as many games as it takes."""
    made = Counter[str]()
    for game in count(seed):
        for state in positions(game):
            kind = SKIRMISH.view(state, None).phase
            if kind not in kinds or made[kind] == each or dice.random() > (0.04 if kind in OFTEN else 0.3):
                continue
            made[kind] += 1
            yield state
        if all(made[kind] == each for kind in kinds):
            return


async def told_alike(folder: Path, seed: int, each: int, kinds: Sequence[str] = KINDS, late: bool = False) -> Told:
    """Follows so many pairs of every kind of position, viewers by turns. Gives the acts told, by phase and verb."""
    dice, told = Random(seed), Told()
    folder.mkdir(exist_ok=True)
    async with staged(folder, skirmish_face(), of_skirmish) as stage:
        for number, state in enumerate(wanted(seed, each, kinds, dice)):
            pair = Pair.at(stage, state, VIEWERS[number % len(VIEWERS)], dice)
            if pair is not None:
                await pair.follow(ACTS, late)
                told += pair.told
    return told


async def test_scenario_129_whatever_is_hidden_everybody_is_sent_the_same(tmp_path: Path) -> None:
    told = await told_alike(tmp_path, seed=1, each=3)

    assert told.total() > 100
    assert {phase for phase, _ in told} >= {"preparing", "ordering", "moving", "window", "learning"}


@pytest.mark.deep
async def test_scenario_129_whatever_is_hidden_everybody_is_sent_the_same_in_many_pairs(tmp_path: Path) -> None:
    told = Told()
    for chunk in range(10):
        told += await told_alike(tmp_path / str(chunk), seed=100 * (chunk + 1), each=12)

    assert told.total() > 4000
    assert {verb for _, verb in told} >= {"cast", "instruct", "pass", "wait", "swap", "keep", "peek", "discard"}


async def test_scenario_136_what_is_done_at_a_deadline_tells_nobody_what_is_hidden(tmp_path: Path) -> None:
    """A8.5: the time of all but the viewer is up; he is told the same, whatever they hold."""
    told = await told_alike(tmp_path, seed=2, each=1, late=True)
    told += await told_alike(tmp_path / "windows", seed=2, each=3, kinds=("window",), late=True)

    assert told.total() > 12
    assert ("window", "pass") in told


def at_the_deck(seed: int) -> tuple[State, Seat]:
    """Thunderclap where Uthuk may change the lore deck, and Uthuk's seat."""
    for state in positions(seed):
        seat = state.seat_of("uthuk")
        if state.rules.scenario is not None and state.side(seat).stage == "lore" and not state.side(seat).swaps:
            return state, seat
    raise AssertionError(f"nobody changes a deck in game {seed}")


def changed(state: State, seat: Seat, cards: Sequence[str]) -> State:
    """The game after those of the cards were swapped in that may be."""
    for card in cards:
        swaps = (act for act in SKIRMISH.legal(state, seat) if isinstance(act, Swap) and act.into == card)
        if (swap := next(swaps, None)) is not None:
            state, _ = SKIRMISH.apply(state, seat, swap)
    return state


GIANTS = tables().deck(tables().kinds["mountain_giant"].cards)
"""The lore cards of the Giant, Crushing Force among them."""

CHANGES = {
    "nothing-or-the-giants": ((), GIANTS),
    "nothing-or-others": ((), tables().reserve("uthuk")),
    "others-or-the-giants": (tables().reserve("uthuk"), GIANTS),
    "one-or-two-of-the-giants": (GIANTS[:1], GIANTS),
}
"""What Uthuk swaps in, in one world and in the other."""


@pytest.mark.parametrize(
    ("change", "viewer"),
    deep_but(
        product(CHANGES, ("channel", "daqan")),
        ("nothing-or-the-giants", "channel"),
        ("nothing-or-others", "daqan"),
        ("others-or-the-giants", "daqan"),
        ("one-or-two-of-the-giants", "channel"),
    ),
)
async def test_scenario_112_what_uthuk_has_swapped_shows_nowhere_not_in_the_size_of_a_deck_either(
    tmp_path: Path, change: str, viewer: str
) -> None:
    """B16.5, B23.6: through deployment, the opening hands and the turns after that."""
    state, uthuk = at_the_deck(1)
    who = None if viewer == "channel" else state.seat_of(viewer)
    here, there = (changed(state, uthuk, cards) for cards in CHANGES[change])
    assert here.side(uthuk).deck != there.side(uthuk).deck
    async with staged(tmp_path, skirmish_face(), of_skirmish) as stage:
        pair = Pair(stage, who, stage.table(here, 50, 50, 2), stage.table(there, 50, 50, 2), Random(5))

        assert await pair.beside(BESIDE) == BESIDE

        assert pair.here.view(None).round > 1
        assert pair.here.view(uthuk).own.deck != pair.there.view(uthuk).own.deck


async def test_scenario_130_whether_uthuk_holds_crushing_force_shows_nowhere_until_it_is_played(tmp_path: Path) -> None:
    """DESIGN 2.3: Daqan's Move Step is over, and the Giant stands by a building; the same is asked, as long."""
    units = "citadel_guard@A5 citadel_guard@C7,ordered uthuk/mountain_giant@D5 viper_legion@H5"
    hands = ("crushing_force venom_rain", "marrow_drain sacrifice")
    worlds = [
        field(units, Moving(), scenario="thunderclap", lore=(2, 3), hands=("portal", hand), turn=Turn("patrol_center"))
        for hand in hands
    ]
    async with staged(tmp_path, skirmish_face(), of_skirmish) as stage:
        for viewer in (None, DAQAN):
            tables = [stage.table(world, 50, 50, 2) for world in worlds]
            sent: list[list[object]] = [[], []]
            for line in ("done", "pass now"):  # closing the step is Daqan's pass
                stage.hours["passed"] += 1
                for table, found in zip(tables, sent, strict=True):
                    (seat,) = table.awaiting
                    entry = entered(table, seat, SKIRMISH.notation.parse(line))
                    found += await stage.told(table, [entry], viewer)
                    found += stage.sentences(table, [entry], viewer)
                    found += await stage.looks(table, viewer)
            same(*sent)
            assert tables[0].view(None).phase == "learning", "both have passed, and nobody can attack"
