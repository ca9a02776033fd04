"""Values of a game as bytes, for a cache that the same program reads again. Pure.

What all states of a game share, such as its rules, is not among the bytes: it is taken from the opening again. Only
data of the engine is made of them, whatever they say, so that nobody's file can run anything here.
"""

from __future__ import annotations

import pickle
import sys
import zlib
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from hashlib import blake2b
from io import BytesIO
from operator import attrgetter
from pathlib import Path
from typing import Any, TypeVar

import cogs
import engine
from cogs.house.game.game_types import Timeline

T = TypeVar("T")

PROTOCOL = 5

PLAIN = {("collections", "Counter")}
"""What a state may hold besides what pickle knows by itself and the engine's own values."""


class UnreadableState(Exception):
    """These bytes are no values of this game."""


def packed(opening: Timeline, value: object) -> bytes:
    """The bytes of a timeline, or of other values, of the game that began with `opening`."""
    whole = BytesIO()
    _Packing(whole, opening).dump(value)
    return zlib.compress(whole.getvalue())


def unpacked(opening: Timeline, data: bytes, kind: type[T]) -> T:
    """The value of a kind that `packed` made bytes of. Raises UnreadableState."""
    try:
        value = _Unpacking(BytesIO(zlib.decompress(data)), opening).load()
    except Exception as error:  # bytes can be wrong in any way
        raise UnreadableState(type(error).__name__) from error
    if not isinstance(value, kind):
        raise UnreadableState(type(value).__name__)
    return value


@cache
def program(rules: type) -> str:
    """What tells a program from any other by which a game with these `rules` could be, or be told, otherwise."""
    own = Path(str(sys.modules[rules.__module__].__file__))
    folders = [Path(str(package.__file__)).parent for package in (engine, cogs)]
    sources = sorted(path for folder in folders for path in folder.rglob("*.*") if path.suffix in (".py", ".toml"))
    digest = blake2b(f"{sys.version} {PROTOCOL}".encode(), digest_size=16)
    for path in (*sources, own):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


class _Packing(pickle.Pickler):
    def __init__(self, file: BytesIO, opening: Timeline) -> None:
        super().__init__(file, PROTOCOL)
        self._names = {id(part): name for name, part in _shared(opening).items()}

    def persistent_id(self, obj: Any) -> str | None:
        """The name of what is taken from the opening."""
        return self._names.get(id(obj))

    def reducer_override(self, obj: Any) -> Any:
        """A value of the engine as what it is made of: read in half the time that its own way takes.

        A member of an enumeration as its value: Python 3.11.0 to 3.11.3 would call `getattr`, which nobody's file may.
        """
        kind: type = type(obj)
        if isinstance(obj, Enum):
            return kind, (obj.value,)
        read = _parts(kind)
        return NotImplemented if read is None else (kind, read(obj))


class _Unpacking(pickle.Unpickler):
    def __init__(self, file: BytesIO, opening: Timeline) -> None:
        super().__init__(file)
        self._shared = _shared(opening)
        self._packages = ("engine.", f"{type(opening.state).__module__.partition('.')[0]}.")

    def persistent_load(self, pid: Any) -> Any:
        """What the opening has under that name."""
        return self._shared[pid]

    def find_class(self, module_name: str, global_name: str) -> Any:
        """A type of the engine's values. Raises UnpicklingError for everything else."""
        if module_name.startswith(self._packages) or (module_name, global_name) in PLAIN:
            found = super().find_class(module_name, global_name)
            own = isinstance(found, type) and found.__module__ == module_name
            plain = (module_name, global_name) in PLAIN
            if own and (plain or is_dataclass(found) or issubclass(found, (Enum, tuple))):
                return found
        raise pickle.UnpicklingError(f"{module_name}.{global_name} is no value of a game")


def _shared(opening: Timeline) -> dict[str, object]:
    """The values that the states of a game may have from its opening, by name."""
    state = opening.state
    named: dict[str, object] = {field.name: getattr(state, field.name) for field in fields(state)}
    return {name: part for name, part in named.items() if is_dataclass(part)}


@cache
def _parts(kind: type) -> Callable[[Any], tuple[Any, ...]] | None:
    """What a value of a type is made of, in order; None for a type that has another way to be made."""
    if not is_dataclass(kind) or not all(part.init and not part.kw_only for part in fields(kind)):
        return None
    names = [part.name for part in fields(kind)]
    return attrgetter(*names) if len(names) > 1 else lambda value: tuple(getattr(value, name) for name in names)
