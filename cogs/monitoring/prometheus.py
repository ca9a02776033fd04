"""The bot's figures in Prometheus' text form. Imported only where they are asked for.

What happens is counted as it happens. What stands in the store is asked of it when somebody reads the figures, seldom
enough that players never wait for it.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from cogs.house.runtime.environment import Environment
from cogs.house.runtime.metrics import Metrics
from cogs.house.store.outbox import Backlog
from cogs.house.store.store import Store, StoreUnavailable
from cogs.house.values.records import Status
from cogs.monitoring.endpoint import Latencies

FRESH = 10.0
"""Seconds for which an answer of the store is told again. Counting 100,000 games takes it some 60 ms."""

ACKNOWLEDGED = (0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 2.0, 3.0)
"""Upper bounds in seconds. Discord takes no first answer after three."""

LATE = (1.0, 2.0, 5.0, 10.0, 20.0, 60.0, 300.0, 3600.0)
"""Upper bounds in seconds."""


@dataclass(frozen=True, slots=True)
class Stored:
    """What the store was last asked for."""

    games: Mapping[Status, int]
    backlog: Backlog


class PrometheusMetrics(Metrics):
    """Figures of one process, in a registry of its own; of the store those of all processes that use it."""

    content_type = CONTENT_TYPE_LATEST

    def __init__(self, store: Store, environment: Environment) -> None:
        self._store, self._environment = store, environment
        self._asking = asyncio.Lock()
        self._asked = -math.inf
        self._registry = CollectorRegistry()
        self._in_store = _InStore()
        self._registry.register(self._in_store)
        self._decisions = Counter("caretaker_decisions", "Decisions kept.", registry=self._registry)
        self._acknowledgements = Histogram(
            "caretaker_acknowledgement_seconds", "From an interaction until Discord took the first answer to it.",
            buckets=ACKNOWLEDGED, registry=self._registry,
        )  # fmt: skip
        self._failures = Counter(
            "caretaker_unacknowledged", "Interactions whose first answer was not taken.", registry=self._registry
        )
        self._lateness = Histogram(
            "caretaker_deadline_lateness_seconds", "From the end of a deadline until it was dealt with.",
            buckets=LATE, registry=self._registry,
        )  # fmt: skip
        self._latency = Gauge(
            "caretaker_shard_latency_seconds", "What Discord takes to answer a heartbeat of a shard.", ["shard"],
            registry=self._registry,
        )  # fmt: skip

    def decided(self) -> None:
        self._decisions.inc()

    def acknowledged(self, seconds: float) -> None:
        self._acknowledgements.observe(max(0.0, seconds))

    def unacknowledged(self) -> None:
        self._failures.inc()

    def late(self, seconds: float) -> None:
        self._lateness.observe(max(0.0, seconds))

    async def text(self, latencies: Latencies) -> bytes:
        """All figures as they are now; without those of the store while that can't be read."""
        await self._ask()
        self._latency.clear()
        for shard, seconds in latencies:
            if math.isfinite(seconds):
                self._latency.labels(shard).set(seconds)
        return generate_latest(self._registry)

    async def _ask(self) -> None:
        """Asks the store, if that was not done a moment ago."""
        async with self._asking:
            now = self._environment.steady()
            if now - self._asked < FRESH:
                return
            self._asked = now
            try:
                self._in_store.found = Stored(await self._store.games.counted(), await self._store.outbox.backlog())
            except StoreUnavailable:
                self._in_store.found = None


class _InStore(Collector):
    """What was last found in the store; nothing if it could not be read."""

    def __init__(self) -> None:
        self.found: Stored | None = None

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """The figures of what was found."""
        if self.found is None:
            return
        games = GaugeMetricFamily("caretaker_games", "Games by how far they are.", labels=["status"])
        for status in Status:
            games.add_metric([status.value], self.found.games.get(status, 0))
        yield games
        backlog = self.found.backlog
        yield GaugeMetricFamily("caretaker_outbox_due", "What is to be told by now, and was not.", value=backlog.due)
        yield GaugeMetricFamily(
            "caretaker_outbox_oldest_due_seconds", "How long the oldest of it has been due.", value=backlog.age
        )
