"""docs/operating.md, and wherever settings are told: names, figures and services are those of the program."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

import bot
from cogs.house.runtime.environment import Environment
from cogs.house.runtime.queueing import MOST
from cogs.house.store.store import Store
from cogs.house.table.rate_limits import OFTEN, SECONDS
from cogs.house.values.records import Status
from cogs.monitoring.prometheus import FRESH, PrometheusMetrics
from tests.project.tables import ROOT
from tests.project.test_compose import COMPOSE

PAGE = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
OPERATORS = (ROOT / "docs" / "operators.md").read_text(encoding="utf-8")
DOTENV = (ROOT / ".env.example").read_text(encoding="utf-8")

SETTINGS = set(re.findall(r"found(?:\.get\(|, )\"([A-Z_]+)\"", inspect.getsource(bot)))
"""What the program looks for in its environment."""


async def measured(tmp_path: Path) -> list[str]:
    """The names of all figures, as they are told."""
    store = await Store.open(f"sqlite:///{tmp_path}/titan.db", bot.MIGRATIONS)
    metrics = PrometheusMetrics(store, Environment())
    text = (await metrics.text([(0, 0.1)])).decode()
    await store.close()
    families = text_string_to_metric_families(text)
    names = {f"{each.name}_total" if each.type == "counter" else each.name for each in families}
    return sorted(name for name in names if not name.endswith("_created"))


async def test_the_page_lists_every_metric_and_no_other(tmp_path: Path) -> None:
    told = re.findall(r"^\| `(caretaker_\w+)` \|", PAGE, re.M)

    assert sorted(told) == await measured(tmp_path)


def test_the_states_of_games_are_those_that_the_page_names() -> None:
    (line,) = re.findall(r"^\| `caretaker_games` \| (.+) \|$", PAGE, re.M)

    assert set(re.findall(r"`(\w+)`", line)) - {"status"} == {status.value for status in Status}


def test_figures_of_the_page_are_those_of_the_program() -> None:
    assert f"at most\n{FRESH:.0f} seconds old" in PAGE
    assert f"({OFTEN} times a minute)" in PAGE
    assert SECONDS == 60
    assert f"{MOST} in each queue" in PAGE
    assert f"Exit code {bot.UNUSABLE} means" in PAGE
    assert f"RestartPreventExitStatus={bot.UNUSABLE}" in PAGE


def test_every_setting_is_told_where_settings_are() -> None:
    assert len(SETTINGS) >= 6
    assert set(re.findall(r"^\| `([A-Z_]+)` \|", OPERATORS, re.M)) == SETTINGS
    assert set(re.findall(r"^#?([A-Z_]+)=", DOTENV, re.M)) >= SETTINGS
    assert not [name for name in SETTINGS if name not in (bot.__doc__ or "")]


def test_what_is_started_one_after_the_other_are_all_bots_of_the_compose_file() -> None:
    (commands,) = re.findall(r"docker compose build\n((?:docker compose up .*\n)+)", PAGE)
    bots = [name for name, service in COMPOSE["services"].items() if "DISCORD_TOKEN" in service["environment"]]

    assert re.findall(r"--no-deps --wait (\S+)$", commands, re.M) == bots


def test_the_unit_and_the_compose_file_give_a_stop_the_same_time() -> None:
    (seconds,) = re.findall(r"^TimeoutStopSec=(\d+)$", PAGE, re.M)

    assert {service["stop_grace_period"] for service in COMPOSE["services"].values()} == {f"{seconds}s"}
