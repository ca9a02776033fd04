"""What can be chosen of a game before it begins: its options, and the presets of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

LAW = "law"
"""The preset of the standard rules, which every game has."""

STANDARD_ALONE: Mapping[str, Mapping[str, str]] = MappingProxyType({LAW: MappingProxyType({})})


@dataclass(frozen=True, slots=True)
class Typed:
    """How the value of an option is typed, where there are more than can be listed.

    `read` is the value that a text means, raising Illegal with why it means none; `said` is a value in words. `help`
    says all that can be typed, `example` is one.
    """

    read: Callable[[str], str]
    said: Callable[[str], str]
    help: str
    example: str


@dataclass(frozen=True, slots=True, eq=False)
class Option:
    """A rule that can be chosen until the game begins.

    `values` are what it can be, the default first, each with its words; `name` is what is said before these, `about`
    what the command says of it. In the files of a language they stand below `<ruleset>.option.<key>`, values by their
    names. With `only` there is the option beside that value of another one alone. Those of a `group` stand together.
    Where it is `typed`, the values are those that are offered ready made. `always`: its value is told to
    everybody even if it is the default. A `former` one can't be chosen any more: it is there in games that have it.
    """

    key: str
    name: str
    about: str
    values: Mapping[str, str]
    only: tuple[str, str] | None = None
    typed: Typed | None = None
    always: bool = False
    group: str = "game"
    former: bool = False

    @property
    def default(self) -> str:
        return next(iter(self.values))

    def says(self, value: str) -> str:
        """A value in words."""
        if value in self.values or self.typed is None:
            return self.values[value]
        return self.typed.said(value)

    def read(self, text: str) -> str:
        """The value that a text means. Raises Illegal if it can be typed and means none."""
        return text if text in self.values or self.typed is None else self.typed.read(text)


@dataclass(frozen=True, slots=True)
class Variants:
    """What can be chosen of a game before it begins.

    `moot(chosen)` are the keys of an option that changes nothing and of the one that sees to it. `by_now(chosen,
    version)` is what was chosen for a game of a version of the rules, with the names and against the defaults of now.
    `presets` are rules that can be chosen at once, the standard ones first: what each has of the options. `key` is
    that of an option that goes with each of them, together with those that there are beside it alone; a preset has
    either that option or others. Empty if there is none. `quick` are the options of a game that somebody wants to play
    at once. `apart` is the key of the option whose values have leaderboards of their own, empty if there is none.
    """

    options: tuple[Option, ...] = ()
    presets: Mapping[str, Mapping[str, str]] = field(default_factory=lambda: STANDARD_ALONE)
    key: str = ""
    quick: Mapping[str, str] = field(default_factory=lambda: STANDARD_ALONE[LAW])
    apart: str = ""
    moot: Callable[[Mapping[str, str]], tuple[str, str] | None] = lambda chosen: None
    by_now: Callable[[Mapping[str, str], int], Mapping[str, str]] = lambda chosen, version: chosen
