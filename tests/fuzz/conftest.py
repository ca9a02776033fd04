"""The bot on a simulated Discord, as in `tests.discord`."""

from tests.discord.conftest import starts, url

__all__ = ["starts", "url"]
