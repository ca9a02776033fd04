"""How everything does that runs in the background, for those who may manage a server."""

from __future__ import annotations

from collections.abc import Collection

from cogs.house.runtime.tasks import Health
from cogs.interactions.context import Context

NOBODYS = ("delivery",)
"""What is about no game by its number. Which rows fail is nobody's business: some of them are private."""

UNTOLD = ("orders",)
"""What is in the log alone: it is looked at only where somebody has given orders ahead, which nobody else may know."""


def well_said(context: Context, games: Collection[int]) -> list[str]:
    """That everything is well, with since when, or what is not: of single games only these are told of."""
    failing = failing_said(context, games)
    if failing:
        return failing
    since = max((each.since for each in context.house.health() if not each.number), default=context.house.now())
    return [context.words.text("discord.health.well", when=_time(since))]


def failing_said(context: Context, games: Collection[int]) -> list[str]:
    """What fails in the background, in a line each; nothing said if nothing does."""
    failing = [each for each in context.house.health() if not each.well]
    lines = [_said(context, each) for each in failing if _concerns(each, games)]
    if stuck := context.house.stuck:
        lines.append(context.words.text("discord.health.stuck", number=stuck))
    return list(dict.fromkeys(lines))


def _concerns(health: Health, games: Collection[int]) -> bool:
    if health.name in UNTOLD:
        return False
    return not health.number or health.name in NOBODYS or health.number in games


def _said(context: Context, health: Health) -> str:
    words = context.words
    what = words.text(f"discord.health.{health.name}")
    if health.number and health.name not in NOBODYS:
        what = words.text("discord.health.of-game", what=what, game=health.number)
    again = words.text("discord.health.now") if health.again is None else f"<t:{int(health.again)}:R>"
    said = {"since": _time(health.since), "number": health.failures, "error": health.error, "again": again}
    return words.text("discord.health.failing", what=what, **said)


def _time(at: float) -> str:
    """A date and a time, which can stand behind "since"."""
    return f"<t:{int(at)}:f>"
