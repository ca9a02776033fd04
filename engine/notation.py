"""An action as a line of text and back: `split Bk01 Bk02 OGR,OGR`.

Verb, then the fields of the dataclass in order, parted by blanks. A list is parted by commas, an
empty one is `-`. New fields go last and have a default, so that old lines still read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import MISSING, fields
from typing import Any, cast, get_args, get_origin, get_type_hints

from engine.core import Action, Illegal

EMPTY = "-"

Reader = Callable[[str], object]
"""What a word of a line means."""


def verb(kind: type) -> str:
    """The word a line of this action begins with: its class attribute `verb`, or else its name."""
    return str(getattr(kind, "verb", kind.__name__.lower()))


def _reader(hint: Any) -> Reader:
    if get_origin(hint) is tuple:
        one = get_args(hint)[0]
        return lambda text: () if text == EMPTY else tuple(map(one, text.split(",")))
    if hint in (str, int):
        return cast(Reader, hint)
    raise TypeError(f"no notation for a field of type {hint!r}")


def _text(value: object) -> str:
    if isinstance(value, tuple):
        return ",".join(map(str, value)) or EMPTY
    return str(value)


class Notation:
    """Lines for a set of action types, no two with the same verb."""

    def __init__(self, kinds: Iterable[type[Action]]) -> None:
        self._readers: dict[str, tuple[type[Action], tuple[Reader, ...], int]] = {}
        for kind in kinds:
            hints = get_type_hints(kind)
            parts = fields(kind)
            readers = tuple(_reader(_plain(hints[part.name])) for part in parts)
            needed = sum(part.default is MISSING for part in parts)
            assert verb(kind) not in self._readers, f"two actions say {verb(kind)}"
            self._readers[verb(kind)] = (kind, readers, needed)

    @property
    def verbs(self) -> tuple[str, ...]:
        """Every verb, in the order of the types."""
        return tuple(self._readers)

    def has(self, kind: type) -> bool:
        """Whether lines of `kind` are read here: those of the same verb with the same fields, whatever their type."""
        if verb(kind) not in self._readers:
            return False
        ours = self._readers[verb(kind)][0]
        return [part.name for part in fields(ours)] == [part.name for part in fields(kind)]

    def line(self, action: Action) -> str:
        """The line of `action`, which is of one of the types."""
        kind = type(action)
        parts = (_text(getattr(action, part.name)) for part in fields(kind))
        return " ".join((verb(kind), *parts))

    def parse(self, line: str) -> Any:
        """The action that `line` says.

        Raises Illegal `line-unknown-verb` (facts: verb, verbs) or `line-malformed` (facts: line, form).
        """
        said, *words = line.split() or [""]
        if said not in self._readers:
            raise Illegal("line-unknown-verb", verb=said, verbs=self.verbs)
        kind, readers, needed = self._readers[said]
        if not needed <= len(words) <= len(readers):
            raise Illegal("line-malformed", line=line, form=self.form(said))
        try:
            return kind(*[read(word) for read, word in zip(readers, words, strict=False)])
        except ValueError:
            raise Illegal("line-malformed", line=line, form=self.form(said)) from None

    def blank(self, said: str) -> Any:
        """An action of this verb with nothing filled in: to ask whether any of its kind can be done now."""
        kind, readers, _ = self._readers[said]
        return kind(*(0 if read is int else "" if read is str else () for read in readers))

    def form(self, said: str) -> str:
        """How a line of this verb is built, for people: `split <parent> <child> <creatures>`."""
        kind = self._readers[said][0]
        return " ".join((said, *(f"<{part.name}>" for part in fields(kind))))


def _plain(hint: Any) -> Any:
    """The type below a NewType."""
    while hasattr(hint, "__supertype__"):
        hint = hint.__supertype__
    return hint
