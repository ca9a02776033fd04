"""Discord's limits, as one linter for what goes out: what discord.py lets pass and Discord then refuses.

It reads payloads as they go over the wire. In tests every request is held against it and against Discord's own schema;
at the doors of the outbox and of every answer it warns.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import discord

log = logging.getLogger(__name__)

Payload = Mapping[str, Any]

CONTENT, ALT, FILES, FILE_BYTES = 2000, 1024, 10, 10 * 1024 * 1024
ROWS, ROW_BUTTONS, OPTIONS, TICKS = 5, 5, 25, 10
BUTTON, OPTION, PLACEHOLDER, IDENTITY, NONCE = 80, 100, 150, 100, 25
MODAL_TITLE, MODAL_PARTS, FIELD_LABEL, FIELD_ABOUT, FIELD_TEXT = 45, 5, 45, 100, 4000
COMMAND_ROOM, DESCRIPTION, CHOICES, CHOICE, CHILDREN, COMMANDS = 8000, 100, 25, 100, 25, 100
THREAD_NAME = 100

_T = discord.ComponentType


def message(payload: Payload) -> tuple[str, ...]:
    """What Discord would refuse of a message that is sent or edited: nothing if it is right."""
    return tuple(_message(payload))


def sent(text: str, view: discord.ui.View | None, alts: Iterable[str]) -> Payload:
    """A message as it will go over the wire, as far as it is looked at: its text, components and descriptions."""
    rows = view.to_components() if view is not None else []
    return {"content": text, "components": rows, "attachments": [{"description": alt} for alt in alts]}


def modal(payload: Payload) -> tuple[str, ...]:
    """What Discord would refuse of a modal."""
    return tuple(_modal(payload))


def completions(choices: Sequence[Payload]) -> tuple[str, ...]:
    """What Discord would refuse of an answer to a completion."""
    found = list(_long("completions", len(choices), OPTIONS))
    for choice in choices:
        found += _text("completion", choice["name"], CHOICE)
        found += _text("value of a completion", str(choice["value"]), CHOICE)
    return tuple(found)


def commands(tree: Sequence[Payload]) -> tuple[str, ...]:
    """What Discord would refuse of the commands; the longest of the languages counts."""
    found = list(_long("commands", len(tree), COMMANDS))
    for command in tree:
        found += _command(command, command["name"])
        found += _long(f"/{command['name']}", weight(command), COMMAND_ROOM)
    return tuple(found)


def weight(node: Payload) -> int:
    """The characters of a command, its options and choices, as Discord adds them up for its limit of 8,000."""
    told = (_longest(node, "name"), _longest(node, "description"), len(str(node.get("value", ""))))
    return sum(told) + sum(weight(part) for part in (*node.get("options", ()), *node.get("choices", ())))


def check(where: str, text: str, view: discord.ui.View | None, alts: Iterable[str]) -> None:
    """Warns of what is wrong with a message about to be sent; descriptions are cut to their room as they are sent."""
    warn(where, message(sent(text, view, (alt[:ALT] for alt in alts))))


def warn(where: str, found: Iterable[str]) -> None:
    """Logs what is wrong with something about to be sent. What it says holds no content."""
    for fault in found:
        log.warning("%s: %s", where, fault)


def _longest(node: Payload, key: str) -> int:
    return max(map(len, (node.get(key) or "", *(node.get(f"{key}_localizations") or {}).values())))


def _long(what: str, size: int, most: int) -> Iterator[str]:
    if size > most:
        yield f"{what}: {size}, at most {most}"


def _text(what: str, said: str | None, most: int, least: int = 1) -> Iterator[str]:
    size = len(said or "")
    if size < least:
        yield f"{what}: empty"
    yield from _long(what, size, most)


def _message(payload: Payload) -> Iterator[str]:
    content = payload.get("content")
    yield from _text("content", content, CONTENT, 0)
    files = payload.get("attachments") or ()
    rows = payload.get("components") or ()
    if "content" in payload and not (content or "").strip() and not files and not rows and not payload.get("embeds"):
        yield "a message of nothing"
    yield from _long("files", len(files), FILES)
    for file in files:
        yield from _text("alt text", file.get("description"), ALT, 0)
    if payload.get("nonce") is not None:
        yield from _text("nonce", str(payload["nonce"]), NONCE)
    yield from _long("rows", len(rows), ROWS)
    for row in rows:
        yield from _row(row)
    parts = [part for row in rows for part in row.get("components", ())]
    yield from _identities(parts)


def _row(row: Payload) -> Iterator[str]:
    parts = row.get("components", ())
    if row.get("type") != _T.action_row.value:
        yield f"a component of type {row.get('type')} that stands in no row"
        return
    if not parts:
        yield "an empty row"
    buttons = [part for part in parts if part["type"] == _T.button.value]
    yield from _long("buttons in a row", len(buttons), ROW_BUTTONS)
    if len(parts) > 1 and len(buttons) != len(parts):
        yield "a select that shares its row"
    for part in parts:
        match part["type"]:
            case _T.button.value:
                yield from _text("label of a button", part.get("label"), BUTTON)
            case _T.select.value:
                yield from _select(part)
            case _T.user_select.value:
                yield from _text("placeholder", part.get("placeholder"), PLACEHOLDER, 0)
            case other:
                yield f"a component of type {other} in a message"


def _select(part: Payload) -> Iterator[str]:
    options = part.get("options", ())
    yield from _text("placeholder", part.get("placeholder"), PLACEHOLDER, 0)
    if not options:
        yield "a select without options"
    yield from _long("options of a select", len(options), OPTIONS)
    least, most = part.get("min_values", 1), part.get("max_values", 1)
    if not 0 <= least <= most <= len(options):
        yield f"a select of {len(options)} options that wants {least} to {most}"
    yield from _options(options)


def _options(options: Sequence[Payload]) -> Iterator[str]:
    for option in options:
        yield from _text("label of an option", option.get("label"), OPTION)
        yield from _text("value of an option", option.get("value"), OPTION)
        yield from _text("description of an option", option.get("description"), OPTION, 0)
    values = [option.get("value") for option in options]
    if len(set(values)) < len(values):
        yield "two options of the same value"


def _identities(parts: Iterable[Payload]) -> Iterator[str]:
    found = [part["custom_id"] for part in parts if part.get("custom_id") is not None]
    for identity in found:
        yield from _text("custom id", identity, IDENTITY)
    if len(set(found)) < len(found):
        yield "two components of the same custom id"


def _modal(payload: Payload) -> Iterator[str]:
    yield from _text("title of a modal", payload.get("title"), MODAL_TITLE)
    yield from _text("custom id of a modal", payload.get("custom_id"), IDENTITY)
    fields = payload.get("components") or ()
    if not fields:
        yield "a modal of nothing"
    yield from _long("parts of a modal", len(fields), MODAL_PARTS)
    inner = [field["component"] for field in fields if field["type"] == _T.label.value]
    yield from _identities(inner)
    for field in fields:
        if field["type"] == _T.label.value:
            yield from _text("label of a field", field.get("label"), FIELD_LABEL)
            yield from _text("description of a field", field.get("description"), FIELD_ABOUT, 0)
            yield from _field(field["component"])
        elif field["type"] == _T.action_row.value:
            yield "a row in a modal, where labels belong"


def _field(part: Payload) -> Iterator[str]:
    options = part.get("options", ())
    match part["type"]:
        case _T.select.value:
            yield from _select(part)
        case _T.text_input.value:
            yield from _text("placeholder", part.get("placeholder"), OPTION, 0)
            yield from _long("longest text of a field", part.get("max_length", FIELD_TEXT), FIELD_TEXT)
        case _T.radio_group.value | _T.checkbox_group.value:
            least, most = part.get("min_values", 0), part.get("max_values", len(options))
            if not (1 if part["type"] == _T.checkbox_group.value else 2) <= len(options) <= TICKS:
                yield f"{len(options)} boxes or circles in a field"
            if not 0 <= least <= most <= len(options):
                yield f"{len(options)} boxes of which {least} to {most} are wanted"
            yield from _options(options)
        case other:
            yield f"a component of type {other} in a modal"


def _command(node: Payload, path: str) -> Iterator[str]:
    for said in (node.get("description"), *(node.get("description_localizations") or {}).values()):
        if node.get("type", 1) not in (2, 3) or "options" in node:
            yield from _text(f"description of /{path}", said, DESCRIPTION)
    parts, choices = node.get("options", ()), node.get("choices", ())
    yield from _long(f"options of /{path}", len(parts), CHILDREN)
    yield from _long(f"choices of /{path}", len(choices), CHOICES)
    for choice in choices:
        for said in (choice["name"], *(choice.get("name_localizations") or {}).values()):
            yield from _text(f"a choice of /{path}", said, CHOICE)
        yield from _text(f"value of a choice of /{path}", str(choice["value"]), CHOICE)
    for part in parts:
        yield from _command(part, f"{path} {part['name']}")
