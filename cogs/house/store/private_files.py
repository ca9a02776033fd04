"""Files for their owner alone: who can read the database can read every hand.

What is made here nobody else on the machine can read, whatever the umask is. SQLite gives what it makes beside a
database the rights of that. Windows has no such rights; there a file has those of its folder.
"""

from __future__ import annotations

import logging
import os
import stat
import sys
from contextlib import suppress
from pathlib import Path

FOLDER, FILE = 0o700, 0o600
OTHERS = 0o077
"""The rights of everybody but the owner."""

_log = logging.getLogger(__name__)


def owned(path: Path) -> None:
    """Makes a file and its folder where there are none, and takes a file that is there from everybody else.

    A folder that is there is left alone: others may have their things in it. Raises OSError.
    """
    for folder in reversed((path.parent, *path.parent.parents)):
        if not folder.is_dir():
            folder.mkdir(FOLDER, exist_ok=True)
    with suppress(FileExistsError):  # one that is there is not opened: closing it would end SQLite's locks of it
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE))
    for each in (path, *(path.with_name(f"{path.name}-{beside}") for beside in ("wal", "shm"))):
        if is_open(each):
            _close(each)


def is_open(path: Path) -> bool:
    """Whether it is a file that others than its owner can read or write."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return sys.platform != "win32" and stat.S_ISREG(mode) and bool(mode & OTHERS)


def _close(path: Path) -> None:
    try:
        path.chmod(stat.S_IMODE(path.stat().st_mode) & ~OTHERS)
    except OSError as error:
        _log.warning("others can read %s, and that can't be changed: %s", path, error.strerror)
    else:
        _log.warning("others could read %s; now its owner alone can", path)
