"""`python -m tests.standin.bot URL [ARGUMENT...]`: the bot as it is started by `bot.py`, with the stand-in for Discord.

Settings come from the environment as ever; the token is the stand-in's. Nothing else is changed but where Discord is:
discord.py sends all requests to `Route.BASE`, and connects to the gateway that `/gateway/bot` names.

With `PLAIN` in the environment its pictures have one point, for they are most of a game's time.
"""

from __future__ import annotations

import os
import sys

from discord.http import Route

import bot
from tests.plain import plain_face
from tests.standin.server import TOKEN

PLAIN = "PLAIN"


def start(url: str, wanted: list[str]) -> int:
    """Runs the bot; the exit code."""
    Route.BASE = f"{url}/api/v10"
    os.environ["DISCORD_TOKEN"] = TOKEN
    if os.environ.get(PLAIN):
        faces = tuple(map(plain_face, bot.games()))
        bot.games = lambda: faces
    return bot.start(wanted or [bot.ONLINE])


if __name__ == "__main__":
    sys.exit(start(sys.argv[1], sys.argv[2:]))
