"""One process at a time on one database: an advisory lock that dies with whoever holds it.

It is on a file of its own beside the database. On the database itself SQLite has its own locks, and closing any other
handle of that file would drop them.
"""

from __future__ import annotations

import errno
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from cogs.house.store.database import StoreUnavailable
from cogs.house.store.private_files import owned

_log = logging.getLogger(__name__)

HELD = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)
"""What the system says of a lock that somebody else has."""


class InUse(StoreUnavailable):
    """Another process has the database."""


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Keeps every other process from the database at `path` for so long. Raises InUse, or StoreUnavailable."""
    path = path.resolve()
    beside = path.with_name(f"{path.name}.lock")
    try:
        owned(beside)
        file = beside.open("a")
    except OSError as error:
        raise StoreUnavailable(f"{path}: {error}") from error
    with file:
        try:
            _lock(file)
        except OSError as error:
            if error.errno in HELD:
                raise InUse(f"another process has the database {path}") from error
            _log.warning("the file system has no locks: nothing keeps a second process from %s", path)
        yield


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[str]) -> None:
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
