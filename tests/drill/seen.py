"""What everybody can see of a world at rest, and what two worlds differ in.

Ids and times are not compared, nor whether sentences came in one post or in two: lines, pictures, buttons and pins are.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from difflib import ndiff
from typing import Any

from simcord.backend import Backend
from simcord.backend.models import Message

from cogs.house.store.outbox_rows import REPLACED
from tests.drill.world import World

NUMBER = re.compile(r"[0-9]{17,20}")
ANY_AGE = re.compile(r"t1:([0-9]+):[0-9]+:open")
"""*My turn* opens the present panel, whatever its post was about. Below each post of a thread it stands alone."""

MOMENT = re.compile(r"<t:[0-9]+(:[a-zA-Z])?>")

Seen = Mapping[str, tuple[str, ...]]
"""Lines by where they stand: the places, the log, the seats."""


async def seen(world: World) -> Seen:
    """Everything that there is to compare."""
    backend = world.env.backend
    names = _names(backend)
    found: dict[str, tuple[str, ...]] = {}
    for number, name in names.items():
        posts = sorted(backend.messages.get(number, {}).values(), key=lambda post: post.id)
        lines = [line for post in posts if not post.is_ephemeral for line in _lines(backend, names, post)]
        found[name] = (*found.get(name, ()), *lines)
    rows = await world.store.database.read(
        "SELECT kind, error FROM outbox WHERE kind NOT IN ('close', 'remind') AND (done_at IS NULL OR error <> ?)",
        REPLACED,
    )
    found["owed or given up"] = tuple(f"{row['kind']} {row['error']}" for row in rows)
    for game in await world.house.store.games.in_server(world.guild.id):
        table = await world.house.table(game.id)
        lines = [f"{line.seq} {line.seat} {line.line}" for line in await world.store.log.lines(game.id)]
        chairs = [f"{chair.seat} {chair.user_id} {chair.bot}" for chair in table.seats]
        found[f"game {game.id}"] = (game.status.value, *chairs, *lines)
    return found


def _names(backend: Backend) -> Mapping[int, str]:
    """The places, each by a name that is the same in every world; two threads of one name are one place."""
    names = {}
    for number, channel in backend.channels.items():
        if channel.guild_id is not None:
            names[number] = f"{'thread' if channel.is_thread else 'channel'} {channel.name}"
        else:
            people = [backend.users[user].name for user in channel.recipient_ids]
            names[number] = f"messages of {', '.join(people)}"
    return names


def _lines(backend: Backend, names: Mapping[int, str], post: Message) -> Iterator[str]:
    if post.type:
        yield f"[type {post.type}]"
    for line in post.content.split("\n"):
        if line:
            yield MOMENT.sub("<t>", NUMBER.sub(lambda found: names.get(int(found[0]), "N"), line))
    for file in post.attachments:
        data = backend.cdn.get(file["url"]) or b""
        yield f"[{file['filename']}: {hashlib.sha256(data).hexdigest()[:8]} {file['description']}]"
    buttons = [f"{part.get('label')} {part['custom_id']}" for row in post.components for part in _parts(row)]
    shown = ANY_AGE.sub(r"\1:open", f"[{'; '.join(buttons)}]")
    if buttons and not (shown.endswith(":open]") and backend.get_channel(post.channel_id).is_thread):
        yield shown
    if post.pinned:
        yield "[pinned]"


def _parts(row: Mapping[str, Any]) -> list[Any]:
    return [part for part in row.get("components", ()) if "custom_id" in part]


def differences(expected: Seen, found: Seen) -> list[str]:
    """What is missing (-) and what is too much (+), each with where."""
    told = []
    for place in {**expected, **found}:
        lines = ndiff(expected.get(place, ()), found.get(place, ()))
        if place not in expected:
            told.append(f"{place}: is there")
        told += [f"{place}: {line[:160]}" for line in lines if line[0] in "+-"]
    return told
