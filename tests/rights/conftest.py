"""The bot on a simulated Discord, as `tests/discord` has it."""

from tests.discord.conftest import starts

__all__ = ["starts"]
