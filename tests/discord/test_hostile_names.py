"""Names are what strangers chose: wherever one stands it reads as it is, and formats, mentions and turns nothing."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from engine.titan.bots import LEVELS
from tests.deep import deep_but
from tests.discord.conftest import Play, Starts, labels, text_of

NAMES = (
    "**@everyone** <@1> `x` ||y||",
    "\u202eevil\u202c <@&2> </titan:1>",
    "שלום **עולם** <#3> @here",
    "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍ [a](http://b.c)",
)
TURNING = re.compile("[\u202a-\u202e\u2066\u2067\u200e\u200f]")
"""Marks that turn the direction of what follows them."""

MENTION = re.compile(
    r"(?<!\\)<[@#/](?!\d{15,})|@(?=everyone|here)|(?<!\\)\]\((?!https://discord\.com/channels/\d{15,}/\d{15,}(/\d{15,})?\))"
)
"""What would be a mention or a link, but for those of real people, channels and posts."""


def said(play: Play) -> Iterator[str]:
    """Every text that the bot has sent to anybody, with what stands on buttons and below pictures."""
    for request in play.env.http_requests:
        body: Any = request.json
        for part in (body, (body or {}).get("data") if isinstance(body, dict) else None):
            if isinstance(part, dict):
                yield str(part.get("content") or "")


def written(play: Play, message: Any) -> Iterator[str]:
    """What can't be formatted, so that names stand there as they are: labels and descriptions."""
    yield from labels(message)
    yield from (file.description or "" for file in message.attachments)
    for row in message.components:
        for part in (row.to_dict() if hasattr(row, "to_dict") else row)["components"]:
            yield from (f"{option['label']} {option.get('description') or ''}" for option in part.get("options", ()))


@pytest.mark.parametrize("manner", deep_but(["card", "channel"], "card"))
async def test_names_do_nothing_in_posts_panels_threads_messages_and_completions(starts: Starts, manner: str) -> None:
    async with starts(names=NAMES) as play:
        table = await play.opened(*NAMES, posts=manner, name="@everyone ||x|| [a](http://b.c) \u202e")
        whims = random.Random(7)
        for number in range(160):
            seat = min(table.awaiting)
            if number % 16 == 0:
                for name in NAMES:
                    panel = await play.press(name, play.last_with("My turn"), label="My turn")
                    for text in written(play, panel.response):
                        assert not TURNING.search(text), text
            await table.submit(seat, LEVELS["steady"](table.view(seat), table.legal(seat, undo=False), whims))
            await play.settle()
        for command in ("titan status", "show log", "show scores", "show mine", "watch turn"):
            if command in {each.qualified_name for each in play.client.tree.walk_commands()}:
                assert text_of(await play.slash(NAMES[0], command))

        texts = [text for text in said(play) if text]
        assert len(texts) > 100
        for text in texts:
            assert not MENTION.search(text), text
            assert not TURNING.search(text), text
        for thread in play.channel.threads:
            assert not TURNING.search(thread.name or "")
        for request in play.env.http_requests:
            body: Any = request.json
            if isinstance(body, dict) and "content" in body:
                nobody = body.get("allowed_mentions") or {}
                assert nobody.get("parse", []) == []
                assert "roles" not in nobody or not nobody["roles"]
