"""`docs/security.md` says what is so: what the bot asks for, where it works, and each kind of person's rights."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest

import bot
from cogs.client import Client
from cogs.house.runtime.environment import Environment
from cogs.house.store.store import Store
from cogs.interactions.command_contexts import works_in_dms
from cogs.interactions.permissions import PERMISSIONS
from tests.project.tables import ROOT, rows

PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
NUMBERS = {8: "eight"}


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[Client]:
    store = await Store.open(f"sqlite:///{tmp_path}/titan.db", bot.MIGRATIONS)
    environment = Environment()
    yield bot.client_for(bot.house_for(store, environment), environment)
    await store.close()


async def test_the_bot_connects_with_the_intent_that_the_page_names_alone(client: Client) -> None:
    assert client.intents == discord.Intents(guilds=True)
    assert "one intent, *Guilds*" in PAGE


async def test_it_asks_for_as_many_permissions_as_the_page_says(client: Client) -> None:
    asked = [name for name, wanted in PERMISSIONS if wanted]

    assert f"the {NUMBERS[len(asked)]} permissions" in PAGE
    assert not [name for name in asked if name.startswith("manage") or name == "administrator"]


async def test_the_page_names_what_works_in_direct_messages(client: Client) -> None:
    found = {each.name for each in client.tree.get_commands() if works_in_dms(each)}
    (said,) = re.findall(r"in direct messages (.+) do\.", PAGE)

    assert set(re.findall(r"`/([a-z-]+)`", said)) == found


def test_the_table_of_rights_has_every_kind_of_person() -> None:
    table = PAGE[PAGE.index("## Who may read and do what") :]
    kinds = [who for who, *_ in rows(table, "who")]

    assert len(kinds) == 10
    for kind in (
        "another server", "does not see the channel", "a member who sees", "follows", "a player", "the host",
        "has played", "manager who is outside", "manager who is inside",
    ):  # fmt: skip
        assert any(kind in who for who in kinds), kind


def test_the_readme_leads_to_it() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")

    assert "(docs/security.md)" in readme
