"""What the bot sends in a month, as it is sent: who is told what in private, who is called, and whose time is up."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

GAME = re.compile(r"\*\*G(\d+)\*\*")
TIME_OUT = re.compile(r"^Out of time: (.+?)\.", re.MULTILINE)
CALLS = ", your move:**"


@dataclass(frozen=True, slots=True)
class Post:
    """A message that the bot tried to send: when, to which person or in which game's channel, and whom it notifies."""

    at: float
    to: str
    game: int
    text: str
    mentions: tuple[str, ...] = ()

    @property
    def reminds(self) -> bool:
        """Whether it is a reminder: it begins with the name of its game."""
        return bool(self.to and self.reminded)

    @property
    def reminded(self) -> int:
        """The game that it reminds of, 0 if it begins with none."""
        found = GAME.match(self.text)
        return int(found[1]) if found else 0

    @property
    def calls(self) -> tuple[str, ...]:
        """Those who are called by it because the game waits for them."""
        return self.mentions if CALLS in self.text else ()


@dataclass(eq=False)
class Sent(list[Any]):
    """SimCord's record of requests, which notes the messages among them as they come.

    `direct` are the names of people by the channels of their direct messages, `users` by their ids, `games` the
    numbers of games by their channels. `heard` is told each post at once.
    """

    now: Callable[[], float]
    direct: Mapping[int, str] = field(default_factory=dict)
    users: Mapping[int, str] = field(default_factory=dict)
    games: Mapping[int, int] = field(default_factory=dict)
    posts: list[Post] = field(default_factory=list)
    heard: Callable[[Post], None] = lambda post: None

    def append(self, request: Any) -> None:
        """Notes a message."""
        super().append(request)
        found = re.fullmatch(r"/channels/(\d+)/messages", request.path)
        if request.method != "POST" or found is None or not isinstance(request.json, dict):
            return
        channel, text = int(found[1]), str(request.json.get("content") or "")
        allowed = (request.json.get("allowed_mentions") or {}).get("users") or ()
        mentions = tuple(self.users[int(user)] for user in allowed if int(user) in self.users)
        game = self.games.get(channel, 0)
        if named := GAME.match(text):
            game = int(named[1])
        post = Post(self.now(), self.direct.get(channel, ""), game, text, mentions)
        self.posts.append(post)
        self.heard(post)
