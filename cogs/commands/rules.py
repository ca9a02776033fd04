"""`/rules`: what can be looked up, in a game or without one. With a game its own options count, and its stacks.

It is about the game that is named, else about that of the channel, and elsewhere about the first that there is;
`rules_of` is about one game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

import discord
from discord import app_commands

from cogs.face.face import AnyCommand, Face
from cogs.face.lengths import LookupText, NameText
from cogs.face.screen import MOST_OPTIONS
from cogs.house.game.pictures import Look
from cogs.house.game.rulebook import Rulebook
from cogs.house.values.records import Status
from cogs.house.values.safe_text import quoted
from cogs.house.values.sender import Picture
from cogs.house.words.words import shortened
from cogs.interactions.access import face_here, table_at
from cogs.interactions.command_contexts import ANYWHERE
from cogs.interactions.completing import offered, or_nothing
from cogs.interactions.context import Context, Reply, context_of, described, had, in_private, option, picture_of
from cogs.interactions.rule_pages import leaf, turn
from engine.core import Illegal
from engine.likeness import nearest_of


class RulesCommands(app_commands.Group):
    """`/rules`: cards with their pictures, and the text of the rules."""

    def __init__(self) -> None:
        super().__init__(name="rules", description=described("rules"), allowed_contexts=ANYWHERE)

    @app_commands.command(name="search", description=described("rules-search"))
    @app_commands.describe(words=option("words", "rules-search"), game=option("game", "rules"))
    async def search(self, interaction: discord.Interaction, words: LookupText, game: NameText | None = None) -> None:
        context = context_of(interaction)

        async def work() -> Reply:
            return await searched(context, await _face(interaction, game), interaction.user.id, words)

        await in_private(interaction, work)

    @app_commands.command(name="sequence", description=described("rules-sequence"))
    @app_commands.describe(game=option("game", "rules"))
    async def sequence(self, interaction: discord.Interaction, game: NameText | None = None) -> None:
        await self._opened(interaction, "sequence", game)

    @app_commands.command(name="battle", description=described("rules-battle"))
    @app_commands.describe(game=option("game", "rules"))
    async def battle(self, interaction: discord.Interaction, game: NameText | None = None) -> None:
        await self._opened(interaction, "battle", game)

    async def _opened(self, interaction: discord.Interaction, command: str, game: str | None) -> None:
        context = context_of(interaction)

        async def work() -> Reply:
            face = await _face(interaction, game)
            return await leaf(
                context, face, interaction.user.id, had(context, face, face.reference.openings.get(command))
            )

        await in_private(interaction, work)

    @app_commands.command(name="glossary", description=described("rules-glossary"))
    @app_commands.describe(term=option("term", "rules-glossary"), game=option("game", "rules"))
    async def glossary(self, interaction: discord.Interaction, term: NameText, game: NameText | None = None) -> None:
        context = context_of(interaction)

        async def work() -> Reply:
            face = await _face(interaction, game)
            terms = {name: name for name in _rulebook(context, face).terms}
            meant = found(had(context, face, terms or None), term)
            if meant is None:
                return Reply(context.words.text("rulebook.no-term", term=quoted(term), near=nearest(terms, term)))
            return self._explained(context, face, meant)

        await in_private(interaction, work)

    def _explained(self, context: Context, face: Face, term: str) -> Reply:
        """What a term means, with a way to the section of its clause."""
        book = _rulebook(context, face)
        said = book.terms[term]
        view = discord.ui.View(timeout=None)
        for section in book.named(said):
            label = context.words.text("rulebook.read", title=section.title)
            view.add_item(turn(face.kit.rules.name, label, section.key))
        view.stop()
        return Reply(f"**{term}**: {said}", view=view)

    @search.autocomplete("words")
    @or_nothing
    async def titles(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        context = context_of(interaction)
        return await titles_like(context, await _face_typed(interaction), typed)

    @glossary.autocomplete("term")
    @or_nothing
    async def terms(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        context = context_of(interaction)
        terms = _rulebook(context, await _face_typed(interaction)).terms
        return _offered({name: name for name in terms}, typed)

    @app_commands.command(name="creature", description=described("rules-creature"))
    @app_commands.describe(name=option("name", "rules-creature"), game=option("game", "rules"))
    async def creature(self, interaction: discord.Interaction, name: NameText, game: NameText | None = None) -> None:
        await self._page(interaction, "creature", name, game)

    @app_commands.command(name="terrain", description=described("rules-terrain"))
    @app_commands.describe(name=option("name", "rules-terrain"), game=option("game", "rules"))
    async def terrain(self, interaction: discord.Interaction, name: NameText, game: NameText | None = None) -> None:
        await self._page(interaction, "terrain", name, game)

    @app_commands.command(name="recruits", description=described("rules-recruits"))
    @app_commands.describe(terrain=option("terrain"), game=option("game", "rules"))
    async def recruits(
        self, interaction: discord.Interaction, terrain: NameText | None = None, game: NameText | None = None
    ) -> None:
        await self._page(interaction, "recruits", terrain, game)

    @creature.autocomplete("name")
    @or_nothing
    async def creatures(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await self._cards(interaction, "creature", typed)

    @terrain.autocomplete("name")
    @recruits.autocomplete("terrain")
    @or_nothing
    async def terrains(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await self._cards(interaction, "terrain", typed)

    async def _cards(self, interaction: discord.Interaction, kind: str, typed: str) -> list[app_commands.Choice[str]]:
        return _offered((await _face_typed(interaction)).reference.cards.get(kind, {}), typed)

    @search.autocomplete("game")
    @sequence.autocomplete("game")
    @battle.autocomplete("game")
    @glossary.autocomplete("game")
    @creature.autocomplete("game")
    @terrain.autocomplete("game")
    @recruits.autocomplete("game")
    async def games(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return _offered(_titles(context_of(interaction)), typed)

    async def _page(self, interaction: discord.Interaction, kind: str, typed: str | None, game: str | None) -> None:
        """A page of a kind; all of them in one if nothing is typed."""
        context = context_of(interaction)

        async def work() -> Reply:
            face = await _face(interaction, game)
            pages = had(context, face, face.reference.cards.get(kind))
            focus = "" if typed is None else _focus(face, pages, typed)
            if focus is None:
                meant = nearest(pages, str(typed))
                return Reply(context.words.text("discord.no-page", name=quoted(str(typed)), near=meant))
            picture = await self._picture(context, face, interaction, kind, Look(focus=focus))
            return Reply(picture.alt, (picture,))

        await in_private(interaction, work)

    async def _picture(
        self, context: Context, face: Face, interaction: discord.Interaction, kind: str, look: Look
    ) -> Picture:
        """The page by the rules of the channel's game, if one is being played or was; else by the standard rules."""
        reader, table = interaction.user.id, await table_at(interaction)
        here = table is not None and table.game.ruleset == face.kit.rules.name
        if table is not None and here and table.game.status in (Status.RUNNING, Status.OVER):
            return await picture_of(table, kind, None, reader, look)
        data = await context.house.picture(face.kit, kind, face.reference.blank, look, reader)
        return Picture(f"{kind}.png", data, face.kit.pictures[kind].alt(face.reference.blank, {}, look))


def _titles(context: Context) -> dict[str, str]:
    """What each game is called."""
    return {name: face.kit.title for name, face in context.faces.items()}


async def _face(interaction: discord.Interaction, game: str | None) -> Face:
    """The game that was named, else that of the channel. Raises Illegal `no-such-rules`."""
    context = context_of(interaction)
    if game is None:
        return await face_here(interaction)
    meant = found(_titles(context), game)
    if meant is None:
        raise Illegal("no-such-rules", game=game, games=tuple(_titles(context).values()))
    return context.faces[meant]


async def _face_typed(interaction: discord.Interaction) -> Face:
    """The game of a command that is still being typed."""
    return await _face(interaction, getattr(interaction.namespace, "game", None))


def rules_of(game: str) -> AnyCommand:
    """`/titan rules`, `/skirmish rules`: what that game's rules have for some words, their first page without any."""

    @app_commands.describe(words=option("words", "rules-search"))
    async def rules(interaction: discord.Interaction, words: LookupText | None = None) -> None:
        context = context_of(interaction)
        face, reader = context.faces[game], interaction.user.id

        async def work() -> Reply:
            if words is None:
                return await leaf(context, face, reader, next(iter(_rulebook(context, face).sections)))
            return await searched(context, face, reader, words)

        await in_private(interaction, work)

    command: AnyCommand = app_commands.Command(name="rules", description=described("lobby-rules"), callback=rules)

    @command.autocomplete("words")
    async def titles(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        context = context_of(interaction)
        return await titles_like(context, context.faces[game], typed)

    return command


async def searched(context: Context, face: Face, reader: int, words: str) -> Reply:
    """What a game's rules have for some words: the best section with ways to the others, and what else is so called."""
    text, face = context.words.text, _meant(context, face, words)
    told = await context.house.workers.work(partial(_rulebook(context, face).find, words))
    beside = _beside(context, face, words)
    if told:
        page = await leaf(context, face, reader, told[0].key, 0, " ".join(words.split()))
        return replace(page, text="\n".join((*beside, page.text)))
    if beside:
        return Reply("\n".join(beside))
    said = text("rulebook.nothing-else")
    if near := await context.house.workers.work(partial(_rulebook(context, face).near, words)):
        said = text("rulebook.nothing-near", words=context.words.listing((f"“{word}”" for word in near), "or"))
    such = face.kit.words.text(f"{face.kit.rules.name}.words-of-rules")
    return Reply(text("rulebook.nothing", words=f"“{quoted(words)}”", near=said, such=such))


def _meant(context: Context, face: Face, words: str) -> Face:
    """The game whose rules have the clause that these words are; this one if it has it, or if no game has."""
    clause = words.strip().upper()
    return next((each for each in (face, *context.faces.values()) if _rulebook(context, each).clause(clause)), face)


def _beside(context: Context, face: Face, words: str) -> list[str]:
    """What else there is of these words: the line of the glossary that they are, and the card of a name among them."""
    book = _rulebook(context, face)
    wanted = book.content(words)
    lines = [f"**{term}**: {said}" for term, said in book.terms.items() if book.content(term) == wanted]
    cards = (
        (command, name)
        for command, named in face.reference.cards.items()
        for key, name in named.items()
        if key.casefold() == words.strip().casefold() or book.content(name) <= wanted
    )
    lines += [context.words.text("rulebook.card", command=command, name=name) for command, name in tuple(cards)[:1]]
    return lines


async def titles_like(context: Context, face: Face, typed: str) -> list[app_commands.Choice[str]]:
    """The sections of a game's rules for what was typed so far, all of them for nothing."""
    book = _rulebook(context, face)
    sections = (
        await context.house.workers.work(partial(book.find, typed)) if typed.strip() else tuple(book.sections.values())
    )
    return [
        app_commands.Choice(name=shortened(f"{s.chapter}: {s.title}", 100), value=s.title)
        for s in sections[:MOST_OPTIONS]
    ]


def _rulebook(context: Context, face: Face) -> Rulebook:
    """A game's rules in the language of whoever asks."""
    return face.reference.rulebook(context.words.language)


def found(pages: Mapping[str, str], typed: str) -> str | None:
    """The page that is meant: by its key, its name, or the only one whose name begins so."""
    wanted = typed.strip().casefold()
    for key, name in pages.items():
        if wanted in (key.casefold(), name.casefold()):
            return key
    begun = [key for key, name in pages.items() if wanted and name.casefold().startswith(wanted)]
    return begun[0] if len(begun) == 1 else None


def _focus(face: Face, pages: Mapping[str, str], typed: str) -> str | None:
    """The page that is meant: as it is called, or as it may be typed in an order, in any form and in English."""
    meant = found(pages, typed)
    return meant or next((word for word in face.typing.read(typed, face.reference.blank) if word in pages), None)


def nearest(pages: Mapping[str, str], typed: str) -> str:
    """The name that is most like what was typed."""
    names = tuple(pages.values())
    return nearest_of(names, typed) or names[0]


def _offered(pages: Mapping[str, str], typed: str) -> list[app_commands.Choice[str]]:
    """The pages whose names have what was typed, those that begin so first."""
    wanted = typed.strip().casefold()
    return offered(sorted(pages.items(), key=lambda page: not page[1].casefold().startswith(wanted)), typed)
