"""The image: what it is made of, and that it runs as somebody who may write to the folder of the data alone.

No container is started. The files that the Dockerfile copies are laid out as it lays them out, beside the packages of
its lock and no others; then the command that it names is run there by another user where the tests may change to one,
and else by this one, with all of it closed to writing.
"""

from __future__ import annotations

import compileall
import os
import re
import shlex
import shutil
import stat
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest

from tests.project.test_lock import LOCAL, POSTGRES, ROOT, RUN, locked

SOMEBODY = 10001
"""The user of the image."""

DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")

MEANWHILE = """
import runpy, sys
import discord
discord.http.Route.BASE = sys.argv.pop(1)
sys.argv[0] = "bot.py"
runpy.run_path("bot.py", run_name="__main__")
"""
"""Runs the program against another Discord."""


@dataclass(frozen=True)
class Image:
    """The image's folders: the program, the packages, the data, and what a container may have for temporary files."""

    app: Path
    packages: Path
    data: Path
    aside: Path

    def run(self, discord: str, token: str = "a.b.c") -> subprocess.CompletedProcess[str]:
        """What the image does, as another user than the one whom all of it but the data belongs to."""
        command = [sys.executable, "-S", "-c", MEANWHILE, discord, *command_of_image()[2:]]
        environment = {
            "PATH": os.defpath,
            "PYTHONPATH": str(self.packages),
            "PYTHONUNBUFFERED": "1",
            "DATABASE_URL": f"sqlite:///{self.data}/titan.db",
            "DISCORD_TOKEN": token,
            "HOME": str(self.aside),
            "TMPDIR": str(self.aside),
        }
        as_somebody = [*another_user(), *command]
        return subprocess.run(
            as_somebody, cwd=self.app, env=environment, capture_output=True, text=True, timeout=60, check=False
        )


def command_of_image() -> list[str]:
    (command,) = re.findall(r"^CMD \[(.+)\]$", DOCKERFILE, re.M)
    return [shlex.split(each)[0] for each in command.split(", ")]


def another_user() -> list[str]:
    """What makes a command one of the image's user; nothing where the tests are not run by root.

    It may read everything, for the interpreter of the tests may be in somebody's home; write it may not.
    """
    if sys.platform == "win32" or os.geteuid() != 0 or shutil.which("setpriv") is None:
        return []
    reads = "+dac_read_search"
    who = ["--reuid", str(SOMEBODY), "--regid", str(SOMEBODY), "--clear-groups"]
    return ["setpriv", *who, "--no-new-privs", "--inh-caps", reads, "--ambient-caps", reads]


def copied() -> list[tuple[str, str]]:
    """What the Dockerfile copies beside the program, and where to."""
    found = []
    for line in re.findall(r"^COPY (.+)$", DOCKERFILE, re.M):
        *what, where = line.split()
        found += [(each, where if len(what) == 1 and where != "." else each) for each in what]
    return found


@pytest.fixture(scope="module")
def image() -> Iterator[Image]:
    """Everything is root's, or whoever runs the tests', and closed to writing; the data belong to somebody."""
    top = Path(tempfile.mkdtemp(prefix="image-"))
    image = Image(top / "app", top / "packages", top / "data", top / "aside")
    for folder in (image.app, image.packages):
        folder.mkdir()
    for what, where in copied():
        if (ROOT / what).is_dir():
            shutil.copytree(ROOT / what, image.app / where, ignore=shutil.ignore_patterns(".*_cache"))
        else:
            shutil.copy(ROOT / what, image.app / where)
    for name in locked(RUN):
        try:
            files = distribution(name).files or ()
        except PackageNotFoundError:
            continue  # for another Python, or another system
        for top_level in {file.parts[0] for file in files if file.parts[0] not in ("..", "__pycache__")}:
            found = Path(str(distribution(name).locate_file(top_level)))
            copy = shutil.copytree if found.is_dir() else shutil.copy
            copy(found, image.packages / top_level)
    assert compileall.compile_dir(image.app, quiet=1)
    for path in (*image.app.rglob("*"), *image.packages.rglob("*"), image.app, image.packages):
        path.chmod(0o555 if path.is_dir() else 0o444)
    for folder in (image.data, image.aside):
        folder.mkdir(0o700)
        if another_user():
            os.chown(folder, SOMEBODY, SOMEBODY)
    top.chmod(0o555)
    yield image
    for folder in (top, *(each for each in top.rglob("*") if each.is_dir())):
        folder.chmod(0o700)
    shutil.rmtree(top)


@pytest.fixture
def discord() -> Iterator[str]:
    """The address of a Discord that knows no token."""

    class Unauthorized(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = b'{"message": "401: Unauthorized", "code": 0}'
            self.send_response(401)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Nobody reads it."""

    server = HTTPServer(("127.0.0.1", 0), Unauthorized)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def everything(image: Image) -> set[Path]:
    return {path for folder in (image.app, image.packages, image.aside) for path in folder.rglob("*")}


def test_it_comes_to_its_login_and_writes_to_the_folder_of_the_data_alone(image: Image, discord: str) -> None:
    """The packages are those of its lock: there is no simulated Discord to be imported."""
    before = everything(image)

    done = image.run(discord)

    assert "Discord does not accept this DISCORD_TOKEN" in done.stderr, done.stderr
    assert "Traceback" not in done.stderr
    assert done.returncode == 2
    assert everything(image) == before
    assert {path.name for path in image.data.iterdir()} >= {"titan.db", "titan.db.lock"}
    for path in image.data.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path.name
        assert not another_user() or path.stat().st_uid == SOMEBODY


def test_without_a_token_it_stops_and_says_so(image: Image, discord: str) -> None:
    done = image.run(discord, token="")

    assert done.returncode == 2
    assert "Set DISCORD_TOKEN" in done.stderr


def test_where_even_the_data_can_not_be_written_that_is_said_in_a_sentence(image: Image, discord: str) -> None:
    for path in image.data.iterdir():
        path.unlink()
    image.data.chmod(0o500)

    done = image.run(discord)
    image.data.chmod(0o700)

    assert done.returncode == 2
    assert "can't be opened" in done.stderr
    assert "Traceback" not in done.stderr


def test_nothing_but_the_local_table_and_postgresql_imports_what_the_image_lacks(image: Image) -> None:
    """Every other module of the program is imported with the packages of the lock alone."""
    modules = sorted(
        ".".join(path.relative_to(image.app).with_suffix("").parts)
        for folder in ("cogs", "engine", "render")
        for path in (image.app / folder).rglob("*.py")
        if path.name not in ("__init__.py", "preview.py") and "postgresql" not in path.parts
    )
    assert len(modules) > 300
    program = f"import importlib\nfor name in {modules!r}: importlib.import_module(name)\n"
    program += "import sys; assert not {'asyncpg', 'simcord'} & sys.modules.keys()"

    done = subprocess.run(
        [sys.executable, "-S", "-c", program],
        cwd=image.app,
        env={"PATH": os.defpath, "PYTHONPATH": str(image.packages)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )

    assert done.returncode == 0, done.stderr


def test_its_base_has_a_patch_version_and_a_debian_release_and_can_be_given_with_a_digest() -> None:
    assert re.search(r"^ARG BASE=python:3\.\d+\.\d+-slim-(bookworm|trixie)$", DOCKERFILE, re.M)
    assert re.findall(r"^FROM (.+)$", DOCKERFILE, re.M) == ["${BASE}"]


def test_it_installs_the_lock_of_the_bot_by_hash_and_is_not_run_by_root() -> None:
    assert re.search(rf"^ARG LOCK={re.escape(RUN)}$", DOCKERFILE, re.M)
    assert "--require-hashes -r ${LOCK}" in DOCKERFILE
    assert "RUN python -m compileall -q ." in DOCKERFILE
    assert LOCAL not in DOCKERFILE
    assert re.search(r"^USER titan$", DOCKERFILE, re.M)
    assert f"--uid {SOMEBODY}" in DOCKERFILE
    assert "install -d -m 700 -o titan -g titan /data" in DOCKERFILE
    assert command_of_image() == ["python", "bot.py", "--online"]


def test_nothing_is_given_to_the_build_but_what_is_copied() -> None:
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    given = {line[1:] for line in ignored if line.startswith("!")}

    assert ignored[0] == "*"
    assert given == {what for what, _ in copied()}
    assert given >= {RUN, POSTGRES}, "either can be built"
    assert not [name for name in (".env", ".git", "data", "tests", LOCAL) if name in given]


def test_its_page_runs_it_with_no_more_rights_than_it_needs() -> None:
    page = (ROOT / "docs" / "operators.md").read_text(encoding="utf-8")
    (run,) = re.findall(r"docker run (?:.*\\\n)*.*", page)

    for flag in (
        "--read-only", "--tmpfs /tmp", "--cap-drop ALL", "--security-opt no-new-privileges", "-v titan-data:/data",
    ):  # fmt: skip
        assert flag in run
    assert "--build-arg BASE=python:" in page
