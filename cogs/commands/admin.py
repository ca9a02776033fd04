"""`/titan-admin`: for those who may manage the server. They see no secrets of a running game by any of these."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial

import discord
from discord import app_commands

from cogs.commands.doctor import defaults, doctor, frozen_said, trouble_said
from cogs.commands.health import well_said
from cogs.commands.leaders import stats
from cogs.commands.moderating import act_for, check_manager, deed, freeze, managed, purge, rollback, setup, unfreeze
from cogs.face.lengths import NameText
from cogs.house.runtime.queueing import LONG
from cogs.house.runtime.workers import Stopped
from cogs.house.table.importing import MOST_BYTES
from cogs.house.table.interventions import Fill, Invite
from cogs.house.table.table import Table
from cogs.house.values.records import Status
from cogs.house.values.safe_text import escaped
from cogs.house.values.sender import Picture
from cogs.interactions.access import deeds_here
from cogs.interactions.context import Context, Reply, context_of, described, explained, in_private, in_turn, option
from cogs.interactions.emojis import learn, pictures_of, told, upload
from cogs.interactions.permissions import author_of, missing
from cogs.interactions.request_answers import asked
from cogs.lobby.status import status_text
from cogs.panel.seats import SeatNumber, levels_completed
from engine.core import Illegal, Seat
from engine.proof import Verdict


class AdminCommands(app_commands.Group):
    """Hidden from others by default; servers may change that, so every handler checks again."""

    def __init__(self, themes: Sequence[str]) -> None:
        super().__init__(
            name="titan-admin",
            description=described("titan-admin"),
            default_permissions=discord.Permissions(manage_guild=True),
        )
        for command in (doctor, setup, defaults(themes), rollback, freeze, unfreeze, purge, stats, act_for):
            self.add_command(command)

    @app_commands.command(name="status", description=described("titan-admin-status"))
    async def status(self, interaction: discord.Interaction) -> None:
        async def work(context: Context, table: Table) -> Reply:
            words = context.words
            lines = [
                status_text(context, table),
                words.text("discord.admin.game", game=table.game.id, phase=table.began),
            ]
            lacking = missing(interaction)
            if lacking:
                lines.append(words.text("discord.admin.lacks", permissions=words.listing(lacking)))
            lines += [
                trouble_said(context, *trouble) for trouble in await context.house.store.outbox.troubles(table.game.id)
            ]
            if table.game.suspended:
                lines.append(words.text("discord.admin.suspended", reason=table.game.suspended))
            if table.game.frozen:
                lines.append(frozen_said(context, table.game))
            lines += well_said(context, (table.game.id,))
            inside = await context.house.store.insiders.inside_of(interaction.guild_id or 0, interaction.user.id)
            for done in await deeds_here(interaction):
                said = {"who": f"<@{done.user}>", "what": done.what, "when": f"<t:{int(done.at)}:f>"}
                game = "–" if done.game is None else str(done.game)
                reason = "" if done.game in inside else done.reason
                lines.append(words.text("discord.admin.deed", game=game, reason=escaped(reason or "–"), **said))
            return Reply("\n".join(lines))

        await managed(interaction, work)

    @app_commands.command(name="export", description=described("titan-admin-export"))
    async def export(self, interaction: discord.Interaction) -> None:
        async def work(context: Context, table: Table) -> Reply:
            running = table.game.status is Status.RUNNING
            # Until the game is over this is what everybody was told, and no more.
            text = await in_turn(context, LONG, interaction.user.id, table.export)
            file = Picture(f"game-{table.game.id}.txt", text.encode(), "")
            said = "discord.admin.exported-public" if running else "discord.admin.exported"
            return Reply(context.words.text(said), (file,))

        await managed(interaction, work)

    @app_commands.command(name="import", description=described("titan-admin-import"))
    @app_commands.describe(file=option("file", "titan-admin-import"))
    async def bring_in(self, interaction: discord.Interaction, file: discord.Attachment) -> None:
        context = context_of(interaction)

        async def work() -> Reply:
            check_manager(interaction)
            guild, channel = interaction.guild_id or 0, interaction.channel_id or 0
            done = deed(interaction, "import", None, None)
            data = await _read(file)
            bring_in = partial(context.house.bring_in, guild, channel, data, context.words.language, done)
            try:
                table, rolls = await in_turn(context, LONG, done.user, bring_in)
            except Stopped:
                raise Illegal("restarting") from None
            context.verdicts[table.game.id] = Verdict(rolls, followed=True)
            players = context.words.listing(table.names[chair.seat] for chair in table.seats)
            said = {"name": table.shown_name, "players": players, "rolls": rolls}
            return Reply(context.words.text("discord.admin.imported", **said))

        await in_private(interaction, work)

    @app_commands.command(name="seat", description=described("titan-admin-seat"))
    @app_commands.describe(number=option("number"), person=option("person"), level=option("level"))
    async def seat(
        self,
        interaction: discord.Interaction,
        number: SeatNumber,
        person: discord.User | None = None,
        level: NameText | None = None,
    ) -> None:
        async def work(context: Context, table: Table) -> Reply:
            if (person is None) == (level is None):
                return Reply(context.words.text("discord.admin.one-of-both"))
            if person is not None and person.bot:
                return Reply(context.words.text("discord.admin.no-bots"))
            seat = Seat(number - 1)
            user, name = (None, "") if person is None else (person.id, person.display_name)
            if table.game.status is not Status.LOBBY:
                wanted = Fill(seat, level) if level is not None else Invite(seat, user)
                with explained(context, table):
                    request = await context.house.consent(table).do(wanted, author_of(interaction, table))
                if request is not None:
                    return asked(context, table, request)
                if person is not None:
                    return Reply(context.words.text("discord.admin.invited", number=number, name=escaped(name)))
            else:
                with explained(context, table):
                    await table.moderation.set_seat(seat, user, name, level, author_of(interaction, table))
            return Reply(context.words.text("discord.admin.seated", number=number, name=table.names[seat]))

        await managed(interaction, work)

    @app_commands.command(name="emojis", description=described("titan-admin-emojis"))
    async def emojis(self, interaction: discord.Interaction) -> None:
        context, client = context_of(interaction), interaction.client

        async def work() -> Reply:
            if interaction.user.id not in owners(client):
                raise Illegal("not-owner")
            pictures = await asyncio.to_thread(pictures_of, context.faces.values())
            done = await upload(client, context.house.store.settings, pictures)
            await learn(client, context)
            return Reply(told(context.words, done))

        await in_private(interaction, work)

    seat.autocomplete("level")(levels_completed)


async def _read(file: discord.Attachment) -> bytes:
    """What an attachment holds. Raises Illegal `import-too-large` before it is fetched, `import-not-there`."""
    if file.size > MOST_BYTES:
        raise Illegal("import-too-large", size=file.size, most=MOST_BYTES)
    try:
        return await file.read()
    except discord.HTTPException as error:
        raise Illegal("import-not-there") from error


def owners(client: discord.Client) -> frozenset[int]:
    """Who owns the bot: a person, or the members of a team."""
    about = client.application
    if about is None:
        return frozenset()
    return frozenset(member.id for member in about.team.members) if about.team else frozenset({about.owner.id})
