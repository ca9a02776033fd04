"""The bot on a simulated Discord, as in `tests.discord`."""

from tests.discord.conftest import starts

__all__ = ["starts"]
