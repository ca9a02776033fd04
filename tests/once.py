"""Games that many tests look through are played once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar, cast

P = ParamSpec("P")
T = TypeVar("T")

KEPT = 16
"""So many games are kept: a deep run looks through hundreds."""


def played_once(play: Callable[P, Iterator[T]]) -> Callable[P, Iterator[T]]:
    """The same values each time; they come of one iterator of `play`, which goes only as far as somebody has looked."""

    def begun(*of: P.args, **by: P.kwargs) -> tuple[list[T], Iterator[T]]:
        return [], play(*of, **by)

    game = cast(Callable[P, tuple[list[T], Iterator[T]]], lru_cache(maxsize=KEPT)(begun))

    @wraps(play)
    def looked_through(*of: P.args, **by: P.kwargs) -> Iterator[T]:
        found, further = game(*of, **by)
        at = 0
        while True:
            if at == len(found):
                for value in further:
                    found.append(value)
                    break
                else:
                    return
            yield found[at]
            at += 1

    return looked_through
