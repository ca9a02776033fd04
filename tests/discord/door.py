"""Every request that a bot made, held against Discord's own schema and against the limits that it leaves out."""

from __future__ import annotations

import json
import marshal
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs

from cogs.face import limits

SCHEMA = Path(__file__).parents[3] / "shared" / "discord" / "openapi.json"
"""Discord's schema where it lies beside the checkout; without it only the limits are checked."""

MODAL, COMPLETIONS = 9, 8

_registered: dict[bytes, list[str]] = {}
"""What was wrong with each registering of commands so far."""


def faults(requests: Iterable[Any]) -> list[str]:
    """What is wrong with requests of SimCord's record, each with where it went."""
    found: dict[str, None] = {}
    for request in requests:
        where = f"{request.method} {re.sub(r'[0-9]{6,}', 'N', request.path)}"
        for fault in _of(request):
            found[f"{where}: {fault}"] = None
    return list(found)


def _of(request: Any) -> list[str]:
    """What is wrong with one request. Every start registers the same commands, which are most of what it sends."""
    commands = request.path.endswith("/commands")
    asked = marshal.dumps((request.method, request.path, request.json)) if commands else b""
    if asked in _registered:
        return _registered[asked]
    found = [*_against_limits(request), *_against_schema(request)]
    if commands:
        _registered[asked] = found
    return found


def _against_limits(request: Any) -> Iterator[str]:
    body = request.json
    if request.method not in ("POST", "PATCH", "PUT") or body is None:
        return
    if request.path.endswith("/callback"):
        data = body.get("data") or {}
        if body["type"] == MODAL:
            yield from limits.modal(data)
        elif body["type"] == COMPLETIONS:
            yield from limits.completions(data.get("choices", ()))
        elif "content" in data or "components" in data:
            yield from limits.message(data)
    elif request.path.endswith("/commands"):
        yield from limits.commands(body)
    elif request.path.endswith("/threads"):
        if not 1 <= len(body.get("name") or "") <= limits.THREAD_NAME:
            yield "name of a thread"
    elif "/messages" in request.path or request.path.startswith("/webhooks/"):
        yield from limits.message(body)


def _against_schema(request: Any) -> Iterator[str]:
    if not SCHEMA.exists() or request.json is None:
        return
    check = _checker(request.method.lower(), _template(request.path))
    if check is None:
        yield "a request that Discord's schema does not know"
        return
    try:
        check.validate(request.json)
    except jsonschema_rs.ValidationError as error:
        yield f"{'/'.join(map(str, error.instance_path))}: {error.message[:300]}"


@cache
def _document() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(SCHEMA.read_text(encoding="utf-8"))
    # discord.py sends ids as numbers here and there, which Discord takes.
    snowflake = found["components"]["schemas"]["SnowflakeType"]
    found["components"]["schemas"]["SnowflakeType"] = {"anyOf": [snowflake, {"type": "integer", "minimum": 0}]}
    return found


@cache
def _templates() -> tuple[tuple[re.Pattern[str], str, int], ...]:
    """Each path of the schema as a pattern, those with the most fixed parts first."""
    found = []
    for path in _document()["paths"]:
        pattern = re.compile("^" + re.sub(r"\\\{[^}]*\\\}", "[^/]+", re.escape(path)) + "$")
        found.append((pattern, path, path.count("{")))
    return tuple(sorted(found, key=lambda each: each[2]))


@cache
def _template(path: str) -> str:
    return next((known for pattern, known, _ in _templates() if pattern.match(path)), "")


@cache
def _checker(method: str, template: str) -> Any:
    """The validator of what is sent there; None if the schema has no such request."""
    document = _document()
    body: Mapping[str, Any] = document["paths"].get(template, {}).get(method, {}).get("requestBody", {})
    content = body.get("content", {}).get("application/json")
    if content is None:
        return None
    return jsonschema_rs.Draft202012Validator({**content["schema"], "components": document["components"]})
