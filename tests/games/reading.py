"""What is sent to whom, read from the bot's requests to Discord: every text of them, whatever it is a part of."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from cogs.house.words.words import Words
from cogs.titan.kit import titan_face
from cogs.titan.words.cards import hazards
from cogs.titan.words.game_words import TitanWords
from engine.titan.rules import rules_for
from tests.games.world import World

EPHEMERAL = 64
SETTING_UP = ("applications", "gateway", "guilds", "oauth2", "users")
"""Where requests begin that send nothing to people: commands, opening a direct channel."""

KINDS = rules_for({}).kinds
_NAMES = {name: code for code, kind in KINDS.items() for name in (kind.name, kind.plural, code)}
_CREATURE = re.compile(rf"(?:\b(\d+) )?\b({'|'.join(sorted(_NAMES, key=len, reverse=True))})\b(?! power)")
_MARKER = re.compile(r"\b(?:Bk|Bu|Br|Gd|Gr|Rd)\d\d\b")


@dataclass(frozen=True, slots=True)
class Sent:
    """A request that somebody gets to see: the channel if `to` is None, else one person."""

    to: str | None
    post: bool
    body: Any
    thread: str = ""
    """The name of the thread that it is sent to; empty in the channel and to one person."""

    @property
    def text(self) -> str:
        """The text of a message."""
        return (self.body or {}).get("content") or ""

    @property
    def files(self) -> list[str]:
        return [part["filename"] for part in (self.body or {}).get("attachments") or []]

    @property
    def mentioned(self) -> list[int]:
        """Who is notified."""
        allowed = (self.body or {}).get("allowed_mentions") or {}
        assert not allowed.get("parse"), "only people that a post names are notified"
        return [int(user) for user in allowed.get("users") or []]

    def custom_ids(self) -> Iterator[str]:
        """Of the buttons below it."""
        for row in (self.body or {}).get("components") or []:
            yield from (part["custom_id"] for part in row["components"])

    def said(self) -> list[str]:
        """The lines of its text."""
        return [line for line in self.text.split("\n") if line]

    def texts(self) -> Iterator[str]:
        """Every text in it: content, descriptions, file names, labels, custom ids, completions."""
        return _texts(self.body)


def _texts(body: Any) -> Iterator[str]:
    match body:
        case str():
            yield body
        case dict():
            for key, value in body.items():
                if key != "nonce":
                    yield from _texts(value)
        case list():
            for value in body:
                yield from _texts(value)


class Reader:
    """Reads what was sent since it last looked."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._direct = {person.user.dm_channel.id: name for name, person in world.people.items()}
        self._at = len(world.env.http_requests)
        self._pinned = False

    def _thread(self, channel: int) -> str | None:
        """The name of a thread of the channel; None if it is none."""
        return next((thread.name for thread in self._world.channel.threads if thread.id == channel), None)

    def new(self, actor: str | None) -> list[Sent]:
        """What was sent since; answers to interactions went to `actor`, and must be for him alone."""
        requests = self._world.env.http_requests[self._at :]
        self._at += len(requests)
        found = (self._sent(request.method, request.path, request.json, actor) for request in requests)
        return [sent for sent in found if sent is not None]

    def _sent(self, method: str, path: str, body: Any, actor: str | None) -> Sent | None:
        parts = path.strip("/").split("/")
        match method, parts:
            case _, [first, *_] if first in SETTING_UP:
                return None
            case "PUT" | "DELETE", ["channels", _, "messages", "pins", _] | ["channels", _, "pins", _]:
                self._pinned = True
                return None
            case "GET" | "DELETE", ["channels", channel, "messages", *_]:
                assert self._pinned, "nothing is read or taken away but what Discord says of a pin"
                assert int(channel) == self._world.channel.id
                return None
            case "POST", ["channels", channel, "threads"]:
                assert int(channel) == self._world.channel.id
                return Sent(None, False, {"content": body["name"]})
            case "POST" | "PATCH", ["channels", channel, "messages", *_]:
                if int(channel) == self._world.channel.id:
                    return Sent(None, method == "POST", body)
                if (thread := self._thread(int(channel))) is not None:
                    return Sent(None, method == "POST", body, thread)
                return Sent(self._direct[int(channel)], method == "POST", body)
            case "POST", ["interactions", _, _, "callback"]:
                assert actor is not None, "an answer to nobody's question"
                if body["type"] in (4, 5):
                    assert body["data"]["flags"] & EPHEMERAL, f"answered in public: {body}"
                else:
                    assert body["type"] in (6, 8, 9), f"an answer of another kind: {body}"  # 9 is a form
                return Sent(actor, False, body)
            case "POST", ["webhooks", _, _]:
                assert body["flags"] & EPHEMERAL, f"followed up in public: {body}"
                return Sent(actor, False, body)
            case "PATCH", ["webhooks", _, _, "messages", "@original"]:
                return Sent(actor, False, body)
            case "DELETE", ["webhooks", _, _, "messages", "@original"]:
                return None  # somebody's panel, now that he has another one
            case _:
                raise AssertionError(f"a request of another kind: {method} {path}")


def creatures(line: str) -> Counter[str]:
    """The creatures that a line names, each with the greatest number it gives of them."""
    found: Counter[str] = Counter()
    for number, name in _CREATURE.findall(line):
        found[_NAMES[name]] = max(found[_NAMES[name]], int(number or 1))
    return found


def markers(line: str) -> list[str]:
    """The legions that a line names."""
    return list(dict.fromkeys(_MARKER.findall(line)))


def named(codes: Iterable[str]) -> list[str]:
    """The names of creatures."""
    return [KINDS[code].name for code in codes]


HAZARDS = frozenset(
    line for terrain in rules_for({}).grounds for line in hazards(TitanWords(Words("en")).terms, rules_for({}), terrain)
)
"""The lines of the rules that say what a battleland does, the same in every game."""

WORDS = titan_face().kit.words
"""The sentences that the bot has."""
