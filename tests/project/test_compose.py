"""compose.yaml: valid, closed to outside, and its checks ask what the bot answers."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from ruamel.yaml import YAML

import bot
from cogs.client import PATIENCE
from tests.project.test_image import DOCKERFILE, copied
from tests.project.test_lock import POSTGRES, ROOT

FILE = ROOT / "compose.yaml"
COMPOSE: Any = YAML(typ="safe").load(FILE)
DATABASE = COMPOSE["services"]["database"]
BOTS = {name: service for name, service in COMPOSE["services"].items() if name.startswith("bot-")}


def test_it_holds_to_the_schema_of_compose_files() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", str(FILE)],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip

    assert done.returncode == 0, done.stdout


def test_two_bots_are_the_same_image_which_is_built_once_with_the_driver() -> None:
    (first, second) = BOTS.values()

    assert first["image"] == second["image"]
    assert first["build"] == {"context": ".", "args": {"LOCK": POSTGRES}}
    assert "ARG LOCK=" in DOCKERFILE
    assert POSTGRES in {what for what, _ in copied()}
    assert ("build" in second, second["pull_policy"]) == (False, "never")
    assert first["environment"] == second["environment"]


def test_nothing_secret_stands_in_it_and_nothing_is_published() -> None:
    for name, service in COMPOSE["services"].items():
        secret = {key: said for key, said in service["environment"].items() if re.search("TOKEN|PASSWORD|URL", key)}
        assert secret
        assert all(re.search(r"\$\{\w+:\?", said) for said in secret.values()), name
        assert "ports" not in service
        assert service["restart"] == "unless-stopped"


def test_the_bots_have_no_more_rights_than_they_need() -> None:
    for service in BOTS.values():
        assert (service["read_only"], service["cap_drop"], service["tmpfs"]) == (True, ["ALL"], ["/tmp"])
        assert service["security_opt"] == ["no-new-privileges:true"]


def test_what_it_passes_on_are_settings_of_the_bot_and_its_defaults_are_theirs(tmp_path: Path) -> None:
    for service in BOTS.values():
        known = set(re.findall(r"\b[A-Z]+(?:_[A-Z]+)*\b", bot.__doc__ or ""))
        assert set(service["environment"]) <= known
        plain = {name: re.sub(r"\$\{\w+:-(\w+)\}", r"\1", said) for name, said in service["environment"].items()}
        settings = bot.Settings.read(plain, tmp_path / "none")
        assert (settings.level, settings.json_logs, settings.metrics) == ("INFO", False, False)
        assert str(settings.health) == "127.0.0.1:8080"


def test_the_database_has_a_pinned_major_a_check_and_a_volume_in_the_place_of_its_data() -> None:
    (major,) = re.findall(r"^postgres:(\d+)-bookworm$", DATABASE["image"])

    assert int(major) >= 18, "older images keep their data below it, in data"
    assert DATABASE["volumes"] == ["database:/var/lib/postgresql"]
    assert "database" in COMPOSE["volumes"]
    assert DATABASE["healthcheck"]["test"][:2] == ["CMD", "pg_isready"]
    for service in BOTS.values():
        assert service["depends_on"] == {"database": {"condition": "service_healthy"}}


def test_a_bot_that_is_told_to_stop_gets_longer_than_it_takes() -> None:
    """Twice interactions that run, once what else runs, and what is left to be sent."""
    for service in BOTS.values():
        assert int(service["stop_grace_period"].removesuffix("s")) >= 3 * PATIENCE + 15


@pytest.mark.parametrize(("status", "healthy"), [(200, True), (503, False)])
async def test_the_check_of_a_bot_fails_where_it_is_not_ready(status: int, healthy: bool) -> None:
    """The very command, at a port that is free."""

    async def ready(_: web.Request) -> web.Response:
        return web.Response(status=status)

    app = web.Application()
    app.router.add_get("/ready", ready)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    port = runner.addresses[0][1]
    for service in BOTS.values():
        kind, python, flag, program = service["healthcheck"]["test"]
        assert (kind, python, flag) == ("CMD", "python", "-c")
        assert ":8080/ready" in program
        process = await asyncio.create_subprocess_exec(
            sys.executable, flag, program.replace(":8080", f":{port}"), stderr=asyncio.subprocess.DEVNULL
        )
        assert (await process.wait() == 0) is healthy
    await runner.cleanup()
