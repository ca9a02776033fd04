"""`/rules`: what can be looked up, in a game or without one. With a game its own options count, and its stacks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches

import discord
from discord import app_commands

from cogs.completing import offered
from cogs.desk import Desk, Reply, described, desk_of, in_private, option, picture_of
from cogs.house.kit import Look
from cogs.house.records import Status
from cogs.house.rulebook import Rulebook
from cogs.house.sender import Picture
from cogs.house.table import Table
from cogs.house.words import quoted, shortened
from cogs.reading import leaf, turn
from cogs.screen import MOST_OPTIONS
from cogs.sights import Book


class Lookup(app_commands.Group):
    """`/rules`: cards with their pictures, and the text of the rules."""

    def __init__(self) -> None:
        anywhere = app_commands.AppCommandContext(guild=True, dm_channel=True)
        super().__init__(name="rules", description=described("rules"), allowed_contexts=anywhere)

    @app_commands.command(name="search", description=described("rules-search"))
    @app_commands.describe(words=option("words", "rules-search"))
    async def search(self, interaction: discord.Interaction, words: app_commands.Range[str, 1, 100]) -> None:
        desk = desk_of(interaction)
        await in_private(interaction, lambda: self._search(desk, interaction, words))

    async def _search(self, desk: Desk, interaction: discord.Interaction, words: str) -> Reply:
        told = self._rulebook(desk).find(words)
        beside = self._beside(desk, words)
        if told.sections:
            page = await leaf(desk, interaction, told.sections[0].key, 0, " ".join(words.split()))
            return replace(page, text="\n".join((*beside, page.text)))
        if beside:
            return Reply("\n".join(beside))
        said = desk.words.text("rulebook.nothing-else")
        if told.near:
            near = desk.words.listing((f"“{word}”" for word in told.near), "or")
            said = desk.words.text("rulebook.nothing-near", words=near)
        return Reply(desk.words.text("rulebook.nothing", words=f"“{quoted(words)}”", near=said))

    def _beside(self, desk: Desk, words: str) -> list[str]:
        """What else there is of just these words: a line of the glossary, and a card."""
        book, wanted = desk.faces[desk.ruleset].book, words.strip().casefold()
        lines = [
            f"**{term}**: {said}" for term, said in self._rulebook(desk).terms.items() if term.casefold() == wanted
        ]
        for command, cards in (("creature", book.creatures), ("terrain", book.terrains)):
            named = (name for key, name in cards.items() if wanted in (key.casefold(), name.casefold()))
            lines += [desk.words.text("rulebook.card", command=command, name=name) for name in named]
        return lines

    @app_commands.command(name="sequence", description=described("rules-sequence"))
    async def sequence(self, interaction: discord.Interaction) -> None:
        await self._opened(interaction, "sequence")

    @app_commands.command(name="battle", description=described("rules-battle"))
    async def battle(self, interaction: discord.Interaction) -> None:
        await self._opened(interaction, "battle")

    async def _opened(self, interaction: discord.Interaction, command: str) -> None:
        desk = desk_of(interaction)
        await in_private(interaction, lambda: leaf(desk, interaction, _book(interaction).openings[command]))

    @app_commands.command(name="glossary", description=described("rules-glossary"))
    @app_commands.describe(term=option("term", "rules-glossary"))
    async def glossary(self, interaction: discord.Interaction, term: str) -> None:
        desk = desk_of(interaction)

        async def work() -> Reply:
            terms = {name: name for name in self._rulebook(desk).terms}
            meant = found(terms, term)
            if meant is None:
                return Reply(desk.words.text("rulebook.no-term", term=quoted(term), near=nearest(terms, term)))
            return self._explained(desk, meant)

        await in_private(interaction, work)

    def _explained(self, desk: Desk, term: str) -> Reply:
        """What a term means, with a way to the section of its clause."""
        book = self._rulebook(desk)
        said = book.terms[term]
        view = discord.ui.View(timeout=None)
        for section in book.named(said):
            view.add_item(turn(desk.words.text("rulebook.read", title=section.title), section.key))
        view.stop()
        return Reply(f"**{term}**: {said}", view=view)

    def _rulebook(self, desk: Desk) -> Rulebook:
        return desk.faces[desk.ruleset].book.rulebook(desk.words.language)

    @search.autocomplete("words")
    async def titles(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        book = self._rulebook(desk_of(interaction))
        sections = book.find(typed).sections if typed.strip() else tuple(book.sections.values())
        return [
            app_commands.Choice(name=shortened(f"{s.chapter}: {s.title}", 100), value=s.title)
            for s in sections[:MOST_OPTIONS]
        ]

    @glossary.autocomplete("term")
    async def terms(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        terms = self._rulebook(desk_of(interaction)).terms
        return _offered({name: name for name in terms}, typed)

    @app_commands.command(name="creature", description=described("rules-creature"))
    @app_commands.describe(name=option("name", "rules-creature"))
    async def creature(self, interaction: discord.Interaction, name: str) -> None:
        await self._page(interaction, "creature", _book(interaction).creatures, name)

    @app_commands.command(name="terrain", description=described("rules-terrain"))
    @app_commands.describe(name=option("name", "rules-terrain"))
    async def terrain(self, interaction: discord.Interaction, name: str) -> None:
        await self._page(interaction, "terrain", _book(interaction).terrains, name)

    @app_commands.command(name="recruits", description=described("rules-recruits"))
    @app_commands.describe(terrain=option("terrain"))
    async def recruits(self, interaction: discord.Interaction, terrain: str | None = None) -> None:
        await self._page(interaction, "recruits", _book(interaction).terrains, terrain)

    @creature.autocomplete("name")
    async def creatures(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return _offered(_book(interaction).creatures, typed)

    @terrain.autocomplete("name")
    @recruits.autocomplete("terrain")
    async def terrains(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return _offered(_book(interaction).terrains, typed)

    async def _page(
        self, interaction: discord.Interaction, kind: str, pages: Mapping[str, str], typed: str | None
    ) -> None:
        """A page of a kind; all of them in one if nothing is typed."""
        desk = desk_of(interaction)

        async def work() -> Reply:
            focus = "" if typed is None else found(pages, typed)
            if focus is None:
                meant = nearest(pages, str(typed))
                return Reply(desk.words.text("discord.no-page", name=quoted(str(typed)), near=meant))
            picture = await self._picture(desk, interaction, kind, Look(focus=focus))
            return Reply(picture.alt, (picture,))

        await in_private(interaction, work)

    async def _picture(self, desk: Desk, interaction: discord.Interaction, kind: str, look: Look) -> Picture:
        """The page by the rules of the channel's game, if one is being played or was; else by the standard rules."""
        channel, reader = interaction.channel_id or 0, interaction.user.id
        table: Table | None = await desk.house.at(channel) or await desk.house.last_at(channel)
        if table is not None and table.game.status in (Status.RUNNING, Status.OVER):
            return await picture_of(table, kind, None, reader, look)
        kit, blank = desk.faces[desk.ruleset].kit, _book(interaction).blank
        data = await desk.house.picture(kit, kind, blank, look, reader)
        return Picture(f"{kind}.png", data, kit.alt[kind](blank, {}, look))


def _book(interaction: discord.Interaction) -> Book:
    """The book in the words of whoever asks."""
    desk = desk_of(interaction)
    return desk.faces[desk.ruleset].book


def found(pages: Mapping[str, str], typed: str) -> str | None:
    """The page that is meant: by its key, its name, or the only one whose name begins so."""
    wanted = typed.strip().casefold()
    for key, name in pages.items():
        if wanted in (key.casefold(), name.casefold()):
            return key
    begun = [key for key, name in pages.items() if wanted and name.casefold().startswith(wanted)]
    return begun[0] if len(begun) == 1 else None


def nearest(pages: Mapping[str, str], typed: str) -> str:
    """The name that is most like what was typed."""
    near = get_close_matches(typed.casefold(), [name.casefold() for name in pages.values()], 1, 0)
    return next(name for name in pages.values() if name.casefold() == near[0])


def _offered(pages: Mapping[str, str], typed: str) -> list[app_commands.Choice[str]]:
    """The pages whose names have what was typed, those that begin so first."""
    wanted = typed.strip().casefold()
    return offered(sorted(pages.items(), key=lambda page: not page[1].casefold().startswith(wanted)), typed)
