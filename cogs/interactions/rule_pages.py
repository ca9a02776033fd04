"""A page of the rules as an answer: the text of a section, and the ways on from it. Nothing of it is kept in memory."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Any

import discord

from cogs.face.choices import ID_ROOM, LABEL_ROOM
from cogs.face.face import Face
from cogs.face.screen import MOST_OPTIONS
from cogs.house.game.pictures import Look
from cogs.house.game.rulebook import Section
from cogs.house.values.sender import Picture
from cogs.house.words.words import PAGE, pages, shortened
from cogs.interactions.context import Context, Reply, context_of, in_private

VERSION = "b1"
PICKED = "pick"

TEXT = PAGE - 450
"""The longest text of a page, so that its heading and what stands below have room."""


OURS = re.compile(rf"{VERSION}:(?P<game>[a-z]+):(?P<to>[a-z-]+\.\d+|pick):(?P<rest>.*)")


class RulesButton(discord.ui.DynamicItem[discord.ui.Item[discord.ui.View]], template=OURS):
    """Every way on: `b1:<game>:<section>:<page>:<words>`, or `b1:<game>:pick:<words>` for a list of sections.

    `words` are what was searched for; without them the list is that of the chapter.
    """

    def __init__(self, item: discord.ui.Item[discord.ui.View], game: str, to: str, rest: str) -> None:
        super().__init__(item)
        self.game = game
        self.to = to
        self.rest = rest

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[discord.ui.View], match: re.Match[str], /
    ) -> RulesButton:
        """Reads the id and nothing else: this counts in the three seconds."""
        return cls(item, match["game"], match["to"], match["rest"])

    async def callback(self, interaction: discord.Interaction) -> None:
        """Turns to the page."""
        page, words = "0", self.rest
        to = self.to
        if to == PICKED:
            data: Any = interaction.data
            to = str((data.get("values") or [""])[0])
        else:
            page, _, words = self.rest.partition(":")
        number = int(page) if page.isdecimal() else 0
        context = context_of(interaction)
        face = context.faces.get(self.game) or next(iter(context.faces.values()))
        await in_private(interaction, lambda: leaf(context, face, interaction.user.id, to, number, words))


async def leaf(context: Context, face: Face, reader: int, key: str, page: int = 0, words: str = "") -> Reply:
    """A page of a section of a game's rules, with its picture on the first one."""
    shelf = face.reference
    book = shelf.rulebook(context.words.language)
    note = ""
    if key not in book.sections:
        key, page, note = next(iter(book.sections)), 0, context.words.text("rulebook.old") + "\n\n"
    section = book.sections[key]
    parts = pages(section.text, TEXT) or ("",)
    page = min(page, len(parts) - 1)
    lines = [f"{note}## {section.title}", parts[page], _place(context, section)]
    if len(parts) > 1:
        lines.append(context.words.text("rulebook.page", page=page + 1, pages=len(parts)))
    pictures: tuple[Picture, ...] = ()
    if page == 0 and key in shelf.illustrated:
        pictures = (await _picture(context, face, *shelf.illustrated[key], reader),)
    among = await context.house.workers.work(partial(book.find, words)) if words else book.chapter(key)
    view = _ways(context, face, section, page, parts, words, among)
    return Reply("\n".join(filter(None, lines)), pictures, view)


def _place(context: Context, section: Section) -> str:
    """Which chapter it is, and which clauses it tells."""
    if not section.clauses:
        return context.words.text("rulebook.place-plain", chapter=section.chapter)
    clauses = context.words.listing(section.clauses, "comma")
    return context.words.text("rulebook.place", chapter=section.chapter, clauses=clauses)


async def _picture(context: Context, face: Face, kind: str, focus: str, reader: int) -> Picture:
    kit, blank, look = face.kit, face.reference.blank, Look(focus=focus)
    data = await context.house.picture(kit, kind, blank, look, reader)
    return Picture(f"{kind}.png", data, kit.pictures[kind].alt(blank, {}, look))


def _ways(
    context: Context,
    face: Face,
    section: Section,
    page: int,
    parts: Sequence[str],
    words: str,
    among: Sequence[Section],
) -> discord.ui.View:
    """The list of what else was found, or of the chapter; below it one page back and one on, through the whole book,
    and the sections of the clauses that the page names."""
    book, game = face.reference.rulebook(context.words.language), face.kit.rules.name
    view = discord.ui.View(timeout=None)
    if len(among) > 1:
        view.add_item(_list(context, game, among[:MOST_OPTIONS], section, words))
    order = list(book.sections)
    at = order.index(section.key)
    before = (section.key, page - 1) if page else (order[at - 1], 0) if at else None
    after = (section.key, page + 1) if page + 1 < len(parts) else (order[at + 1], 0) if at + 1 < len(order) else None
    for sign, way in (("before", before), ("after", after)):
        if way is not None:
            view.add_item(turn(game, context.words.text(f"rulebook.{sign}"), *way, words))
    for named in book.named(parts[page]):
        if (named.key, 0) not in (before, after):
            view.add_item(turn(game, context.words.text("rulebook.read", title=named.title), named.key, 0, words))
    view.stop()
    return view


def _list(
    context: Context, game: str, among: Sequence[Section], here: Section, words: str
) -> discord.ui.Select[discord.ui.View]:
    said = context.words.text("rulebook.also" if words else "rulebook.chapter")
    select: discord.ui.Select[discord.ui.View] = discord.ui.Select(
        custom_id=f"{VERSION}:{game}:{PICKED}:{words}"[:ID_ROOM], placeholder=shortened(said, 150)
    )
    for section in among:
        select.add_option(
            label=shortened(section.title, 100),
            value=section.key,
            description=shortened(section.chapter, 100),
            default=section.key == here.key,
        )
    return select


def turn(game: str, label: str, key: str, page: int = 0, words: str = "") -> discord.ui.Button[discord.ui.View]:
    """A button that turns to a page of a game's rules."""
    identity = f"{VERSION}:{game}:{key}:{page}:{words}"[:ID_ROOM]
    return discord.ui.Button(label=shortened(label, LABEL_ROOM), custom_id=identity)
