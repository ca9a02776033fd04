"""Figures: what is counted, what the store is asked for and how often, and that none of it is about anybody."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest
from prometheus_client.parser import text_string_to_metric_families

from cogs.house.house import House
from cogs.house.runtime.environment import Environment
from cogs.house.store.store import Store, StoreUnavailable
from cogs.house.table.vacancies import LAPSES
from cogs.house.values.clocks import HOUR
from cogs.house.values.drafts import PostDraft, PostKind
from cogs.house.values.records import Status
from cogs.monitoring.prometheus import FRESH, PrometheusMetrics
from engine.core import Illegal
from tests.house.conftest import BOB, CHANNEL, Clock, Opened, Recorder, game, lobby
from tests.house.test_going_back import FIRST, SECOND, SPOKEN, done, three
from tests.house.time.test_deadlines import DEADLINE, passes, timed

Samples = dict[tuple[str, tuple[tuple[str, str], ...]], float]


class Measured:
    """A house with figures; `steady` counts the seconds for which what the store has said is told again."""

    def __init__(self, clock: Clock) -> None:
        self.steady = Clock(0.0)
        self.environment = Environment(now=clock, steady=self.steady)
        self.metrics: PrometheusMetrics

    def of(self, store: Store) -> PrometheusMetrics:
        self.metrics = PrometheusMetrics(store, self.environment)
        return self.metrics

    async def text(self, latencies: Iterable[tuple[int, float]] = ()) -> str:
        return (await self.metrics.text(latencies)).decode()

    async def now(self, latencies: Iterable[tuple[int, float]] = ()) -> Samples:
        """All figures, those of the store as it is now."""
        self.steady.at += FRESH
        return samples(await self.text(latencies))


def samples(text: str) -> Samples:
    """The value of each figure, by its name and labels."""
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def plain(found: Samples, name: str, **labels: str) -> float:
    return found["caretaker_" + name, tuple(sorted(labels.items()))]


Begun = Callable[[], AbstractAsyncContextManager[tuple[House, Measured]]]


@pytest.fixture
def begun(opened: Opened, clock: Clock) -> Begun:
    @asynccontextmanager
    async def beginning() -> AsyncIterator[tuple[House, Measured]]:
        measured = Measured(clock)
        async with opened(kit=SPOKEN, environment=measured.environment, metrics=measured.of) as house:
            yield house, measured

    return beginning


async def test_games_are_counted_by_how_far_they_are(begun: Begun) -> None:
    async with begun() as (house, measured):
        await game(house, CHANNEL)
        await lobby(house, CHANNEL + 1)
        await lobby(house, CHANNEL + 2)
        found = await measured.now()

    counts = {state: plain(found, "games", status=state) for state in ("lobby", "running", "over", "ended")}
    assert counts == {"lobby": 2, "running": 1, "over": 0, "ended": 0}


async def test_each_decision_that_is_kept_is_counted(begun: Begun) -> None:
    async with begun() as (house, measured):
        table = await three(house)
        before = plain(await measured.now(), "decisions_total")
        await done(table, FIRST)
        after = plain(await measured.now(), "decisions_total")

    assert after - before == 2, "a card, and the end of the turn"


async def test_a_decision_that_is_refused_is_not_counted(begun: Begun) -> None:
    async with begun() as (house, measured):
        table = await three(house)
        before = plain(await measured.now(), "decisions_total")
        with pytest.raises(Illegal):
            await table.submit(SECOND, table.legal(FIRST)[0], 1)

        assert plain(await measured.now(), "decisions_total") == before


@pytest.mark.parametrize(("agreed", "late"), [("wait", 7.0), ("once", 0.0), ("vote", 30.0)])
async def test_how_late_a_deadline_is_dealt_with_is_measured_once(
    begun: Begun, clock: Clock, agreed: str, late: float
) -> None:
    async with begun() as (house, measured):
        await timed(house, agreed)
        await passes(house, clock, DEADLINE + late)
        found = await measured.now()
        await passes(house, clock, 60.0)
        again = await measured.now()

    assert plain(found, "deadline_lateness_seconds_count") == 1
    assert plain(found, "deadline_lateness_seconds_sum") == pytest.approx(late)
    assert plain(again, "deadline_lateness_seconds_count") == 1


async def test_how_late_a_vote_and_an_offer_of_a_seat_end_is_measured_too(begun: Begun, clock: Clock) -> None:
    async with begun() as (house, measured):
        table = await timed(house, "vote")
        await table.vacancies.offer(BOB)
        await passes(house, clock, max(DEADLINE, LAPSES))
        offered = await measured.now()
        (vote,) = table.voting.open
        await passes(house, clock, vote.ends - clock.at + 4.0)
        found = await measured.now()

    assert plain(offered, "deadline_lateness_seconds_count") == 2
    assert plain(found, "deadline_lateness_seconds_count") == 3
    late = plain(found, "deadline_lateness_seconds_sum") - plain(offered, "deadline_lateness_seconds_sum")
    assert late == pytest.approx(4.0)


async def test_figures_of_the_store_are_asked_for_seldom(begun: Begun) -> None:
    async with begun() as (house, measured):
        first = await measured.now()
        await lobby(house)
        measured.steady.at += FRESH - 0.1
        soon = samples(await measured.text())
        measured.steady.at += 0.1
        later = samples(await measured.text())

    assert [plain(found, "games", status="lobby") for found in (first, soon, later)] == [0, 0, 1]


async def test_nothing_is_due_in_a_house_that_tells_everything(begun: Begun, clock: Clock) -> None:
    async with begun() as (house, measured):
        table = await game(house)
        later = PostDraft(PostKind.REMIND, table.seats[0].seat, table.seq, "x", delay=5 * HOUR)
        await house.store.outbox.enqueue(table.game.id, [later])
        found = await measured.now()

    assert (plain(found, "outbox_due"), plain(found, "outbox_oldest_due_seconds")) == (0, 0)


async def test_what_is_tried_in_vain_is_due_and_grows_old(begun: Begun, clock: Clock, discord: Recorder) -> None:
    """Each try puts off the next, and that makes it no younger."""
    async with begun() as (house, measured):
        await game(house)
        discord.failures = 100
        await lobby(house, CHANNEL + 1)
        for _ in range(5):
            await house.settled(0.1)
            clock.at += 200.0
            await house.check_time()
        found = await measured.now()

    assert plain(found, "outbox_due") == 1
    assert plain(found, "outbox_oldest_due_seconds") == 1000


async def test_what_is_owed_until_discord_permits_it_is_not_due(begun: Begun, clock: Clock, discord: Recorder) -> None:
    async with begun() as (house, measured):
        discord.forbidden.add(CHANNEL)
        await game(house)
        assert await house.store.outbox.owing_games()
        clock.at += 24 * HOUR
        found = await measured.now()

    assert plain(found, "outbox_due") == 0


async def test_a_store_that_can_not_be_read_leaves_the_other_figures(
    begun: Begun, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unavailable() -> None:
        raise StoreUnavailable("the disk is gone")

    async with begun() as (house, measured):
        await game(house)
        assert await measured.now()
        with monkeypatch.context() as patched:
            patched.setattr(house.store.outbox, "backlog", unavailable)
            found = await measured.now()
        again = await measured.now()

    assert "caretaker_decisions_total" in {name for name, _ in found}
    assert not [name for name, _ in found if name.startswith(("caretaker_games", "caretaker_outbox"))]
    assert plain(again, "games", status="running") == 1


async def test_a_shard_that_nothing_is_heard_of_has_no_latency(begun: Begun) -> None:
    async with begun() as (_, measured):
        before = await measured.now([(0, 0.04), (5, 0.05)])
        found = await measured.now([(0, 0.04), (1, math.nan), (2, math.inf)])

    assert plain(before, "shard_latency_seconds", shard="5") == 0.05
    assert {labels: value for (name, labels), value in found.items() if "latency" in name} == {(("shard", "0"),): 0.04}


async def test_acknowledgements_are_counted_by_how_long_they_took(begun: Begun) -> None:
    async with begun() as (_, measured):
        for seconds in (0.29, 2.9, -0.5):
            measured.metrics.acknowledged(seconds)
        measured.metrics.unacknowledged()
        found = await measured.now()

    buckets = [plain(found, "acknowledgement_seconds_bucket", le=le) for le in ("0.01", "0.2", "0.3", "3.0", "+Inf")]
    assert buckets == [1, 1, 2, 3, 3], "what a clock that is behind makes of it counts as at once"
    assert plain(found, "unacknowledged_total") == 1


async def test_figures_name_no_game_no_server_and_nobody(begun: Begun, clock: Clock) -> None:
    """Labels say how far a game is, which shard it is, and where a bucket ends, and there are no others."""
    async with begun() as (house, measured):
        await timed(house, "once")
        await passes(house, clock, DEADLINE)
        found = await measured.now([(3, 0.1)])

    labels = {label for _, each in found for label in each}
    assert {name for name, _ in labels} == {"status", "shard", "le"}
    assert {value for name, value in labels if name == "status"} == set(Status)
    assert {value for name, value in labels if name == "shard"} == {"3"}


async def test_of_two_houses_each_counts_for_itself(begun: Begun, clock: Clock) -> None:
    async with begun() as (house, _):
        await game(house)
        other = PrometheusMetrics(house.store, Environment(now=clock))
        found = samples((await other.text(())).decode())

    assert plain(found, "decisions_total") == 0
    assert plain(found, "games", status="running") == 1
