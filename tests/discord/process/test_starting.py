"""The program as a process: which database it opens, with whom it shares it, and how it stops."""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import aiohttp
import discord
import pytest

import bot
from cogs.house.store.process_lock import InUse, held
from cogs.house.store.store import DISCORD, LOCAL, OtherWorld, Store
from cogs.monitoring.address import Address

ROOT = Path(bot.__file__).parent


def run(*wanted: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """The program itself, in a process of its own."""
    environment = {**os.environ, "DISCORD_TOKEN": "", **settings}
    return subprocess.run(
        [sys.executable, "bot.py", *wanted],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_a_database_that_can_not_be_opened_is_said_without_a_traceback(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    done = run(DATABASE_URL=f"sqlite:///{tmp_path}/file/titan.db")

    assert done.returncode == bot.UNUSABLE
    assert "can't be opened" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_database_that_is_none_is_said_without_a_traceback(tmp_path: Path) -> None:
    (tmp_path / "titan.db").write_text("this is a letter and not a database" * 100)
    done = run(DATABASE_URL=f"sqlite:///{tmp_path}/titan.db")

    assert done.returncode == bot.UNUSABLE
    assert "Traceback" not in done.stderr


async def test_what_stands_before_the_bot_reaches_discord_is_no_longer_searched_for_garbage(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A search stops everything; of a start without a way to Discord is seen what comes before it."""
    monkeypatch.setattr(discord.http.Route, "BASE", "http://127.0.0.1:1")
    store, there = await Store.open(url, bot.MIGRATIONS), list[object]()
    assert any(one is there for one in gc.get_objects())

    with pytest.raises(aiohttp.ClientConnectorError):
        await bot.online(bot.Settings("a.b.c", url, "INFO"), store, asyncio.Event())

    assert not any(one is there for one in gc.get_objects())
    await store.close()


def test_sigterm_ends_the_local_table_cleanly(tmp_path: Path) -> None:
    environment = {**os.environ, "DISCORD_TOKEN": "", "DATABASE_URL": f"sqlite:///{tmp_path}/titan.db"}
    environment["PYTHONUNBUFFERED"] = "1"
    with subprocess.Popen(
        [sys.executable, "bot.py"],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        assert process.stdout is not None
        said = list[str]()
        for line in process.stdout:
            said.append(line)
            if "Ctrl-C" in line:
                break
        assert said[0].startswith("Open this: http://127.0.0.1:"), "no warning, and nothing else, comes before it"
        with pytest.raises(InUse), held(tmp_path / "titan.db"):
            pass
        process.terminate()
        said += process.stdout
        process.wait(timeout=30)

    assert process.returncode == 0, said
    assert "Stopped" in said[-1]
    assert not any("Traceback" in line for line in said)


@pytest.mark.parametrize("wanted", [(), ("emojis",)])
def test_a_second_process_on_a_database_is_refused_with_a_sentence(tmp_path: Path, wanted: tuple[str, ...]) -> None:
    with held(tmp_path / "titan.db"):
        done = run(*wanted, DISCORD_TOKEN="a.b.c", DATABASE_URL=f"sqlite:///{tmp_path}/titan.db")

    assert done.returncode == bot.UNUSABLE
    assert "Another process is using the database" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_database_is_free_again_once_its_process_is_dead(tmp_path: Path) -> None:
    """Killed, it tidies nothing up."""
    hold = "import sys, time; from pathlib import Path; from cogs.house.store.process_lock import held\n"
    hold += "with held(Path(sys.argv[1])): print('held', flush=True); time.sleep(60)"
    file = tmp_path / "titan.db"
    with subprocess.Popen(
        [sys.executable, "-c", hold, str(file)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        with pytest.raises(InUse), held(file):
            pass
        process.kill()
        process.wait(timeout=30)

    with held(file):
        assert file.parent.is_dir()


def test_shards_that_are_none_are_said_and_nothing_is_started(tmp_path: Path) -> None:
    done = run("--online", DISCORD_TOKEN="a.b.c", DATABASE_URL=f"sqlite:///{tmp_path}/titan.db", SHARDS="3-0/8")

    assert done.returncode == bot.UNUSABLE
    assert done.stderr.startswith("SHARDS is not understood")
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "titan.db").exists()


def test_a_token_that_was_forgotten_opens_no_local_table_in_a_container(tmp_path: Path) -> None:
    done = run("--online", DATABASE_URL=f"sqlite:///{tmp_path}/titan.db")

    assert done.returncode == bot.UNUSABLE
    assert "Set DISCORD_TOKEN" in done.stderr
    assert not (tmp_path / "titan.db").exists()
    assert 'CMD ["python", "bot.py", "--online"]' in (ROOT / "Dockerfile").read_text(encoding="utf-8")


@pytest.mark.parametrize(("rights", "warned"), [(0o644, True), (0o660, True), (0o600, False)])
def test_a_token_that_others_can_read_is_warned_of_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], rights: int, warned: bool
) -> None:
    dotenv = tmp_path / ".env"
    dotenv.write_text("LOG_LEVEL=INFO\n")
    dotenv.chmod(rights)
    monkeypatch.setattr(bot, "HERE", tmp_path)
    monkeypatch.setattr("cogs.interactions.private_logging.set_up", lambda *_, **__: None)  # it would outlive the test
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)

    assert bot.start([bot.ONLINE]) == bot.UNUSABLE

    said = capsys.readouterr().err
    assert (f"chmod 600 {dotenv}" in said) is warned
    assert "Set DISCORD_TOKEN" in said


Row = tuple[str, str]
"""A statement and what it keeps."""


async def made(url: str, *rows: Row) -> None:
    """A database with a game in it and what `rows` say."""
    await (await Store.open(url, bot.MIGRATIONS)).close()
    with sqlite3.connect(url.removeprefix("sqlite:///")) as db:
        db.execute(
            "INSERT INTO game (id, guild_id, channel_id, host_id, name, ruleset, version, options, places, status,"
            " seed, created_at, updated_at) VALUES (1, 1, 1, 1, '', 'titan', 1, '{}', 2, 'running', zeroblob(32), 0, 0)"
        )
        for statement, kept in rows:
            db.execute(statement, (kept,))
    db.close()


def entry(interaction: str) -> Row:
    return "INSERT INTO log (game_id, seq, seat, line, interaction_id, at) VALUES (1, 1, 0, '', ?, 0)", interaction


def command(known: str) -> Row:
    return "INSERT INTO setting VALUES ('commands', ?)", known


@pytest.mark.parametrize(
    ("rows", "world"),
    [
        ((entry("discord:77"),), DISCORD),
        ((entry("local-0a1b:77"),), LOCAL),
        ((command("discord:5:ab"),), DISCORD),
        ((command("local-0a1b:5:ab"),), LOCAL),
        ((command("local-0a1b:5:ab"), entry("discord:77")), DISCORD),
    ],
)
async def test_a_database_of_before_is_of_the_world_that_its_rows_came_from(
    url: str, rows: tuple[Row, ...], world: str
) -> None:
    await made(url, *rows)
    (other,) = {DISCORD, LOCAL} - {world}
    store = await Store.open(url, bot.MIGRATIONS)
    try:
        with pytest.raises(OtherWorld):
            await store.settings.belong(other)

        await store.settings.belong(world)
    finally:
        await store.close()


async def test_a_new_database_is_of_the_world_that_opens_it_first(url: str) -> None:
    store = await Store.open(url, bot.MIGRATIONS)
    try:
        await store.settings.belong(LOCAL)

        with pytest.raises(OtherWorld):
            await store.settings.belong(DISCORD)
    finally:
        await store.close()


async def test_the_database_of_a_bot_on_discord_is_not_touched_by_a_local_table(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    await made(url, entry("discord:77"))

    assert await bot.main(bot.Settings(token="", database=url, level="INFO")) == bot.UNUSABLE

    said = capsys.readouterr().err
    assert "belongs to a bot on Discord" in said
    assert "DISCORD_TOKEN" in said


async def test_the_database_of_a_local_table_is_not_taken_to_discord(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    await made(url, entry("local-0a1b:77"))

    assert await bot.main(bot.Settings(token="a.b.c", database=url, level="INFO")) == bot.UNUSABLE

    assert "belongs to a local table" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"HEALTH": "a.b.secret"}, "HEALTH must be a port or HOST:PORT"),
        ({"HEALTH": "70000"}, "HEALTH must be a port or HOST:PORT"),
        ({"HEALTH": "8080", "METRICS": "yes"}, "METRICS must be on or off."),
        ({"METRICS": "on"}, "METRICS=on also needs HEALTH"),
        ({"LOG_FORMAT": "yaml"}, "LOG_FORMAT must be text or json."),
        ({"SHARDS": "8"}, "SHARDS is not understood"),
        ({"SHARDS": "8/8"}, "SHARDS is not understood"),
        ({"SHARDS": "0-3"}, "SHARDS is not understood"),
    ],
)
def test_a_setting_that_can_not_work_is_said_in_a_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    settings: dict[str, str],
    said: str,
) -> None:
    monkeypatch.setattr(bot, "HERE", tmp_path)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)

    assert bot.start([]) == bot.UNUSABLE

    told = capsys.readouterr().err
    assert told.startswith(said)
    assert len(told.splitlines()) == 1
    assert "secret" not in told


def test_where_nothing_is_asked_for_nobody_listens_and_nothing_is_measured(tmp_path: Path) -> None:
    settings = bot.Settings.read({}, tmp_path / ".env")

    assert (settings.health, settings.metrics, settings.json_logs) == (None, False, False)


def test_a_port_that_is_taken_is_said_in_a_line(tmp_path: Path) -> None:
    """It is found out before anything is asked of Discord."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        done = run(DISCORD_TOKEN="a.b.c", DATABASE_URL=f"sqlite:///{tmp_path}/titan.db", HEALTH=str(port))

    assert done.returncode == bot.UNUSABLE
    assert done.stderr.startswith(f"HEALTH: the bot can't listen on 127.0.0.1:{port}: ")
    assert len(done.stderr.splitlines()) == 1


def test_what_nobody_asks_for_is_not_even_imported(tmp_path: Path) -> None:
    program = "import sys, bot; print([name for name in ('prometheus_client', 'aiohttp.web') if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )

    assert done.stdout.strip() == "[]"


async def test_a_bot_that_is_asked_how_it_does_answers_before_discord_does(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord takes the login, and says nothing more."""
    asked, stop = asyncio.Event(), asyncio.Event()

    async def silent(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.set()
        await stop.wait()
        writer.close()

    with socket.create_server(("127.0.0.1", 0)) as found:
        port = found.getsockname()[1]
    server = await asyncio.start_server(silent, "127.0.0.1", 0)
    monkeypatch.setattr(discord.http.Route, "BASE", f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}")
    store = await Store.open(url, bot.MIGRATIONS)
    health, metrics = Address("127.0.0.1", port), True
    running = asyncio.create_task(
        bot.online(bot.Settings("a.b.c", url, "INFO", health=health, metrics=metrics), store, asyncio.Event())
    )
    await asked.wait()
    async with aiohttp.ClientSession() as session:
        said = {}
        for path in ("alive", "ready", "metrics"):
            async with session.get(f"http://{health}/{path}") as response:
                said[path] = response.status
    running.cancel()
    stop.set()
    await asyncio.gather(running, return_exceptions=True)
    server.close()
    await store.close()

    assert said == {"alive": 200, "ready": 503, "metrics": 200}
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection("127.0.0.1", port)
