"""The pages name commands and options that there are, and every command there is."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from discord import app_commands

import bot
from cogs.house.runtime.environment import Environment
from cogs.house.store.store import Store
from tests.project.tables import ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), ROOT / "docs" / "skirmish" / "README.md"]
NAMED = re.compile(r"`/([a-z-]+(?: [a-z-]+)?)((?: [a-z-]+:)*)")
"""A command in a page, `/watch replay`, with the options that follow it at once: `/game replace seat:`."""

Known = dict[str, set[str]]


@pytest.fixture
async def known(tmp_path: Path) -> AsyncIterator[Known]:
    """Every command with its options, and every group with those of nobody."""
    store = await Store.open(f"sqlite:///{tmp_path}/titan.db", bot.MIGRATIONS)
    environment = Environment()
    client = bot.client_for(bot.house_for(store, environment), environment)
    yield {
        each.qualified_name: (
            {part.display_name for part in each.parameters} if isinstance(each, app_commands.Command) else set()
        )
        for each in client.tree.walk_commands()
    }
    await store.close()


def told() -> Iterator[tuple[str, str, set[str]]]:
    """Each command that a page names: the page, the command, and its options there."""
    for page in PAGES:
        for found in NAMED.finditer(page.read_text(encoding="utf-8")):
            yield page.name, found[1], {option.rstrip(":") for option in found[2].split()}


def test_every_command_that_a_page_names_is_there_with_its_options(known: Known) -> None:
    roots = {name.split(" ")[0] for name in known}
    named = [each for each in told() if each[1].split(" ")[0] in roots]  # a folder is written alike

    assert [(page, name) for page, name, options in named if name not in known or options - known[name]] == []


def test_every_command_is_told_of(known: Known) -> None:
    """What every game has in its group is told of one of them."""
    groups = {name.split(" ")[0] for name in known if " " in name}
    named = {name for _, name, _ in told()}
    alike = {f"{game.kit.rules.name} {name.split(' ')[-1]}" for name in named for game in bot.games()}

    assert sorted(known.keys() - groups - named - alike) == []
