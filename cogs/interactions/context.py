"""What commands and buttons share: the house, the games' faces, and how a person is answered in private."""

from __future__ import annotations

import io
import logging
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeVar, cast

import discord
from discord.app_commands import locale_str

from cogs.face import limits
from cogs.face.choices import Choice
from cogs.face.face import Face, OddsQuestion
from cogs.house.game.game_types import Timeline
from cogs.house.game.kit import Kit
from cogs.house.game.pictures import AS_IT_IS, Look
from cogs.house.house import House
from cogs.house.runtime.queueing import PlaceInQueue, Queue
from cogs.house.store.store import StoreUnavailable, Uncertain, watched_writes
from cogs.house.table.table import Table
from cogs.house.values.records import PostStyle, Status
from cogs.house.values.safe_text import Safe
from cogs.house.values.sender import Picture
from cogs.house.words.words import Words, pages, spoken
from cogs.interactions.acknowledging import UNANSWERED, Duty, since_made, why
from cogs.interactions.pacing import Pacing
from engine.core import Illegal, Seat
from engine.proof import Verdict

log = logging.getLogger(__name__)

T = TypeVar("T")

_ENGLISH = Words()
"""Commands are named in English, and described in it where Discord is set to a language that we lack."""


def localised(key: str, **facts: str) -> locale_str:
    """A text that Discord keeps in every language, by its key. A fact that is the key of a text is that text."""
    return locale_str(in_language(_ENGLISH, key, facts), key=key, facts=facts)


def in_language(words: Words, key: str, facts: Mapping[str, str]) -> str:
    """A `localised` text in one language."""
    said = {name: words.text(fact) if fact in words else fact for name, fact in facts.items()}
    return words.text(key, **said)


def described(command: str) -> locale_str:
    """The description of a command: `lobby-new`."""
    return localised(f"discord.command.{command}")


def title_key(kit: Kit) -> str:
    """The key of what a game is called, for a fact of a `localised` text."""
    return f"{kit.rules.name}.title"


def option(name: str, command: str = "") -> locale_str:
    """The description of an option: that of the command's own, or of all options of the name."""
    own = f"discord.option.{command}-{name}"
    return localised(own if own in _ENGLISH else f"discord.option.{name}")


def standard(key: str) -> locale_str:
    """The value that an option has when nothing is chosen, marked as such."""
    return localised("discord.option.default", value=key)


Prints = tuple[int, ...]
"""What stands for the pictures of a message: equal ones show the same."""

REMEMBERED = 1000
"""So many private messages are remembered with what they show."""

TRIALS = 400
"""So often a battle is fought for its odds: a standard error of two and a half per cent at worst."""

LATE = 2.0
"""Seconds until an acknowledgement after which whoever runs the bot is warned; at three Discord takes none."""

CONTENT = 2000
"""The longest text of a message."""


async def nobody_told(before: int) -> None:
    """Nobody is there who could be told."""


@dataclass(frozen=True, slots=True)
class Context:
    """What people are answered from, in one language. `faces` are the games by the names of their rulesets.

    The first of them is meant where no channel and no command says which.

    `emojis` are those of the application; they are for private answers, since they tell of creatures.
    `posts` is how a new game is told where nothing else is chosen.
    `endings` are those of the battles whose odds were asked for last, `trials` how many of each are played at most.
    `verdicts` are what computing the dice of finished games again has shown, by game: that can't change any more.
    `choices` are those of the seats that were asked about last, with the timeline that they are of.
    `queue` is where dear requests wait, and `placed` tells whoever asks how many are before theirs.
    `pacing` says how many interactions are worked on at once.
    `displayed` has the files of the last private messages and the pictures that these are, so that they are not drawn
    and sent again.
    `panels` are the messages that people have as their panels, by game and person, with how each was shown last.
    """

    house: House
    faces: Mapping[str, Face]
    words: Words
    duty: Duty = field(default_factory=Duty)
    emojis: dict[str, discord.PartialEmoji] = field(default_factory=dict)
    displayed: OrderedDict[int, tuple[frozenset[int], Prints]] = field(default_factory=OrderedDict)
    panels: OrderedDict[tuple[int, int], tuple[int, discord.Interaction]] = field(default_factory=OrderedDict)
    endings: OrderedDict[OddsQuestion, tuple[object, ...]] = field(default_factory=OrderedDict)
    verdicts: OrderedDict[int, Verdict] = field(default_factory=OrderedDict)
    choices: OrderedDict[Hashable, tuple[Timeline, tuple[Choice, ...]]] = field(default_factory=OrderedDict)
    queue: Queue = field(default_factory=Queue)
    pacing: Pacing = field(default_factory=Pacing)
    placed: PlaceInQueue = nobody_told
    posts: PostStyle = PostStyle.CARD
    trials: int = TRIALS

    def remember_displayed(self, message: discord.Message, prints: Prints) -> None:
        """Remembers which pictures a private message shows. Of one that is not known they are put there anew."""
        self.displayed[message.id] = _files(message), prints
        self.displayed.move_to_end(message.id)
        while len(self.displayed) > REMEMBERED:
            self.displayed.popitem(last=False)

    def displayed_in(self, message: discord.Message | None) -> Prints | None:
        """The pictures that a message shows; None if that is not known, or not private.

        Another process may have put others there, which are other files.
        """
        files, prints = (None, None) if message is None else self.displayed.get(message.id, (None, None))
        return prints if message is not None and files == _files(message) else None

    def speaking(self, language: str) -> Context:
        """The same in another language."""
        if language == self.words.language:
            return self
        faces = {name: face.speaking(language) for name, face in self.faces.items()}
        return replace(self, faces=faces, words=Words(language))

    def public(self, table: Table) -> Context:
        """The same in the table's language: for what everybody reads."""
        return self.speaking(table.game.language)

    def face(self, table: Table) -> Face:
        """The table's game, in the language of this context."""
        return self.faces[table.game.ruleset]

    @property
    def openings(self) -> str:
        """The commands that open a game, each of another one."""
        return self.words.listing((f"`{command}`" for command in self.opening), "or")

    @property
    def opening(self) -> tuple[str, ...]:
        return tuple(f"/{name} new" for name in self.faces)

    def other_game(self, face: Face) -> Illegal:
        """Why something is not for this game: it has nothing like that. Says where the game's own commands are."""
        return Illegal("other-game", game=Safe(face.kit.title), commands=tuple(f"/{name}" for name in face.groups))


def _files(message: discord.Message) -> frozenset[int]:
    """What is attached to a message: a file that is put there anew is another."""
    return frozenset(file.id for file in message.attachments)


def client_context(client: discord.Client) -> Context:
    """The context that a client of ours answers from, in the language that it began with."""
    return cast("Context", client.context)  # type: ignore[attr-defined]


def context_of(interaction: discord.Interaction) -> Context:
    """The context of the client that the interaction came to, in the language of whoever it came from."""
    context = client_context(interaction.client)
    spoken_here = context.speaking(
        context.house.languages.chosen(interaction.user.id) or spoken(interaction.locale.value)
    )
    return replace(spoken_here, placed=partial(_placed, interaction, spoken_here.words))


async def _placed(interaction: discord.Interaction, words: Words, before: int) -> None:
    """Says in the answer that is being made how many requests are before it."""
    try:
        await interaction.edit_original_response(content=words.text("discord.before-yours", number=before))
    except discord.HTTPException as error:
        log.warning("a place in the queue could not be told: %s %s", error.status, error.code)


async def in_turn(context: Context, lane: str, user: int, work: Callable[[], Awaitable[T]]) -> T:
    """The result of dear work for a person, once it is their turn. Raises Illegal as `Queue.turn` does."""
    async with context.queue.turn(lane, user, context.placed):
        return await work()


@dataclass(frozen=True, slots=True)
class Reply:
    """A private answer. `keep` leaves the pictures of the message that is edited as they are; `prints` stand for them.

    `beside` says it in a message of its own, so that a panel whose press went wrong stays as it is. `panel` is the game
    whose panel it is, 0 for anything else.
    """

    text: str
    pictures: tuple[Picture, ...] = ()
    view: discord.ui.View | None = None
    keep: bool = False
    beside: bool = False
    prints: Prints = ()
    panel: int = 0


class No(Exception):
    """Nothing was done; the reply says why, and what is possible."""

    def __init__(self, reply: Reply) -> None:
        super().__init__(reply.text)
        self.reply = reply


@contextmanager
def explained(context: Context, table: Table | None, seat: Seat | None = None, wanted: object = None) -> Iterator[None]:
    """Turns refusals into their sentence, in the words of the table's game, with advice on what a seat `wanted`."""
    try:
        yield
    except Illegal as illegal:
        raise No(Reply(refusal(context, table, illegal, seat, wanted))) from illegal


def refusal(
    context: Context, table: Table | None, illegal: Illegal, seat: Seat | None = None, wanted: object = None
) -> str:
    """The sentence for a refusal; for a seat with what the game advises in place of what it `wanted`.

    `wanted` is an action, or a line that could not be read. What a seat is told is for nobody else.
    """
    if table is None:
        return context.words.refusal(illegal, {})
    face = context.face(table)
    if seat is not None and "verbs" in illegal.facts:  # the rules name all of the phase
        illegal = Illegal(illegal.code, **{**illegal.facts, "verbs": verbs_now(context, table, seat)})
    said = face.kit.words.refusal(illegal, table.names)
    if face.advice is None or seat is None or table.game.status is not Status.RUNNING:
        return said
    return face.advice.why_not(table.view(seat), illegal, said, table.legal(seat), wanted, table.plain_names)


def verbs_now(context: Context, table: Table, seat: Seat) -> tuple[str, ...]:
    """What the orders begin with that a seat can give right now, but for giving up the game."""
    verbs = dict.fromkeys(table.line(action).partition(" ")[0] for action in table.legal(seat))
    return tuple(verb for verb in verbs if verb not in context.face(table).panel.aside)


Work = Callable[[], Awaitable[Reply]]


SHOWN = Reply("")
"""What was done shows by itself, on the post that was pressed on."""


async def in_private(
    interaction: discord.Interaction, work: Work, fresh: bool = False, shows: bool = False, panel: bool = False
) -> None:
    """Acknowledges in private, does `work` and answers with its reply, or with why there is none.

    `shows`: the post that was pressed on shows what came of it, so that nothing is said where the reply is `SHOWN`.

    If Discord no longer takes an acknowledgement, nothing is done: the person was told that it failed and would not
    learn otherwise. A press in a private panel changes that panel, unless `fresh`. `panel`: if it is a panel of a game,
    it takes the place of the one that the person had before.
    """
    context = context_of(interaction)
    with context.duty.answering():
        if context.duty.draining:
            said = context.words.text("refusal.restarting")
            refuse = partial(interaction.response.send_message, said, ephemeral=True)
            await context.duty.acknowledged(interaction, refuse)
            return
        own = is_private(interaction.message)
        beside = shows and not own
        defer = interaction.response.defer
        say = defer if beside or (own and not fresh) else partial(defer, ephemeral=True, thinking=True)
        if not await context.duty.acknowledged(interaction, say):
            return
        if (late := since_made(interaction)) > LATE:
            log.warning("an interaction was acknowledged %.1f s after it was made", late)
        async with context.pacing.working():
            await _heard(context, interaction)
            await _back(context, interaction)
            reply = await _worked(context, work)
        notice = await _notice(context, interaction.user.id)
        if beside:
            if said := "\n\n".join(filter(None, (reply.text, notice))):
                await _say_beside(interaction, said)
        elif own and reply.beside:
            await _say_beside(interaction, reply.text)
        elif (shown := await respond(interaction, reply, notice)) is not None and panel and reply.panel:
            await _in_place_of_the_last(context, interaction, reply.panel, shown)


async def _in_place_of_the_last(context: Context, interaction: discord.Interaction, game: int, shown: int) -> None:
    """Takes somebody's last panel of a game away, now that another message is it, as long as Discord lets us."""
    key = game, interaction.user.id
    last, by = context.panels.get(key, (shown, interaction))
    if last != shown and is_private(interaction.message):
        return  # an older one, which Discord still shows
    context.panels[key] = shown, interaction
    context.panels.move_to_end(key)
    while len(context.panels) > REMEMBERED:
        context.panels.popitem(last=False)
    if last == shown or by.is_expired():
        return
    try:
        await by.delete_original_response()
    except UNANSWERED as error:
        log.info("an older panel stays: %s", why(error))


async def _heard(context: Context, interaction: discord.Interaction) -> None:
    """Remembers which language the person's Discord is set to, for what will be sent to him."""
    try:
        await context.house.languages.hear(interaction.user.id, spoken(interaction.locale.value))
    except StoreUnavailable as error:
        log.warning("a language could not be kept: %s", error)


async def _back(context: Context, interaction: discord.Interaction) -> None:
    """Gives the person his seats back in which the program has decided for him: he has pressed something."""
    try:
        await context.house.present(interaction.user.id)
    except (Illegal, StoreUnavailable) as error:
        log.warning("somebody is back, and it could not be kept: %s", error)


async def _worked(context: Context, work: Work) -> Reply:
    text = context.words.text
    with watched_writes() as writes:
        try:
            return await work()
        except No as no:
            return no.reply
        except Illegal as illegal:
            return Reply(refusal(context, None, illegal))
        except StoreUnavailable as error:
            log.exception("the store could not keep or give something")
            if writes.any or isinstance(error, Uncertain):
                return Reply(text("refusal.store-uncertain"), beside=True)
            return Reply(text("refusal.store-unavailable"), beside=True)
        except Exception:  # the edge: whatever broke, the person gets an answer, and the log a number to find it by
            reference = secrets.token_hex(3)
            log.exception("an interaction broke: %s", reference)
            if writes.any:
                return Reply(text("refusal.unexpected-later", reference=reference), beside=True)
            return Reply(text("refusal.unexpected", reference=reference), beside=True)


async def _notice(context: Context, user_id: int) -> str:
    """What the person should hear with his next answer: that his direct messages are closed."""
    try:
        return context.words.text("dm-closed") if await context.house.store.dms.owed(user_id) else ""
    except StoreUnavailable:
        return ""


async def respond(interaction: discord.Interaction, reply: Reply, notice: str = "") -> int | None:
    """Puts the reply in the place of the acknowledgement; what does not fit follows, in private too. The message that
    it is, if it could be given."""
    text = f"{reply.text}\n\n{notice}" if notice else reply.text
    first, *more = pages(text, CONTENT - 100) or ("\u200b",)
    parts: dict[str, Any] = {"content": first, "view": reply.view if not more else None}
    limits.check("an answer", first, parts["view"], (picture.alt for picture in reply.pictures))
    if not reply.keep:
        parts["attachments"] = [file_of(picture) for picture in reply.pictures]
    try:
        message = await interaction.edit_original_response(allowed_mentions=discord.AllowedMentions.none(), **parts)
        if reply.prints or not reply.keep:
            context_of(interaction).remember_displayed(message, reply.prints)
        for number, page in enumerate(more, 1):
            view = reply.view if reply.view is not None and number == len(more) else discord.utils.MISSING
            nobody = discord.AllowedMentions.none()
            await interaction.followup.send(page, ephemeral=True, allowed_mentions=nobody, view=view)
    except UNANSWERED as error:
        # What was done stands and is told by the outbox; the answer to its author is a courtesy.
        log.warning("an answer could not be given: %s", why(error))
        return None
    return message.id


async def _say_beside(interaction: discord.Interaction, text: str) -> None:
    try:
        await interaction.followup.send(text, ephemeral=True)
    except UNANSWERED as error:
        log.warning("an answer could not be given: %s", why(error))


async def opened(context: Context, interaction: discord.Interaction, form: discord.ui.Modal) -> bool:
    """Opens a form as the answer to a press; says whether there was time for it."""
    limits.warn("a form", limits.modal(form.to_dict()))
    with context.duty.answering():
        return await context.duty.acknowledged(interaction, partial(interaction.response.send_modal, form))


def file_of(picture: Picture) -> discord.File:
    """A picture as a file with its description."""
    return discord.File(io.BytesIO(picture.data), filename=picture.name, description=picture.alt[: limits.ALT] or None)


async def picture_of(table: Table, kind: str, seat: Seat | None, user_id: int, look: Look = AS_IT_IS) -> Picture:
    """A picture of a kind as `seat` may see it, with its description, in the theme of the person who will see it."""
    data, alt = await table.picture(kind, seat, user_id, look)
    return Picture(f"{kind}.png", data, alt)


def had(context: Context, face: Face, part: T | None) -> T:
    """A part of a game that not every game has. Raises Illegal `other-game` where it is lacking."""
    if part is None:
        raise context.other_game(face)
    return part


def running(table: Table) -> Table:
    """The table, if its game is running. Raises Illegal `game-not-running`."""
    if table.game.status is not Status.RUNNING:
        raise Illegal("game-not-running", status=table.game.status.value)
    return table


def started(table: Table) -> Table:
    """The table, if its game is running or over. Raises Illegal `not-started`."""
    if table.game.status not in (Status.RUNNING, Status.OVER):
        raise Illegal("not-started")
    return table


def seated(table: Table, user_id: int) -> Seat:
    """The seat of a person. Raises Illegal `not-at-the-table`."""
    seat = table.seat_of(user_id)
    if seat is None:
        raise Illegal("not-at-the-table")
    return seat


def is_private(message: discord.Message | None) -> bool:
    return message is not None and message.flags.ephemeral
