"""The client: connections to Discord, its commands and its router. Everything that matters is in the house."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Sequence
from typing import Any, cast

import discord
from discord import app_commands

from cogs import router
from cogs.commands.greeting import GreetingButton, welcome
from cogs.commands.tutorial import OURS as LESSON
from cogs.commands.tutorial import LessonButton
from cogs.face import lengths
from cogs.house.store.store import StoreUnavailable
from cogs.interactions import rule_pages
from cogs.interactions.acknowledging import COMPLETIONS, UNANSWERED, why
from cogs.interactions.command_contexts import INSTALLED, SERVERS, works_in_dms
from cogs.interactions.context import Context, Reply, context_of, in_private
from cogs.interactions.discord_sender import DiscordSender
from cogs.interactions.emojis import learn
from cogs.interactions.known_servers import Servers
from cogs.interactions.permissions import PERMISSIONS
from cogs.interactions.rule_pages import RulesButton
from cogs.interactions.translated import Translated
from cogs.lobby.entry_buttons import OURS as GREETING
from cogs.router import Router, filled, strayed
from cogs.shards import FixedShards, ShardedClient, ShardSource
from engine.core import Illegal

log = logging.getLogger(__name__)

discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # there is nothing to be heard in this game

ROUTED = (router.OURS, rule_pages.OURS, LESSON, GREETING)
"""The ids that have an item of their own."""

PATIENCE = 10.0
"""Seconds that running interactions get when the bot stops."""


class Tree(app_commands.CommandTree["Client"]):
    """Commands answer for themselves; what reaches `on_error` broke before or after them."""

    async def _call(self, interaction: discord.Interaction[Client]) -> None:
        """Counts what is answered here from its first moment: a completion has no acknowledgement."""
        with interaction.client.context.duty.answering():
            await super()._call(interaction)

    async def interaction_check(self, interaction: discord.Interaction[Client], /) -> bool:
        """Refuses what is too long to be looked at, and in direct messages what is for servers.

        Discord shows nobody the latter there, but for a while after a change it still has the commands of before.
        """
        command, data = interaction.command, cast("Any", interaction.data)
        if command is None:
            return True
        stray = interaction.guild_id is None and not works_in_dms(command)
        long = lengths.too_long(command, data.get("options")) if isinstance(command, app_commands.Command) else None
        if not stray and long is None:
            return True
        if interaction.type is discord.InteractionType.autocomplete:
            await _nothing_offered(interaction)
        elif stray:
            await in_private(interaction, lambda: self._not_here(context_of(interaction)))
        elif long is not None:
            await in_private(interaction, lambda: _refused(long))
        return False

    async def _not_here(self, context: Context) -> Reply:
        commands = (f"`/{each.name}`" for each in self.get_commands() if works_in_dms(each))
        return Reply(context.words.text("refusal.not-in-a-server", commands=context.words.listing(commands)))

    async def on_error(self, interaction: discord.Interaction[Client], error: app_commands.AppCommandError, /) -> None:
        """Answers what the commands did not: it was refused by Discord's own checks, or is our mistake."""
        log.error("a command broke", exc_info=error)
        text = context_of(interaction).words.text("discord.command-broke")
        try:
            if interaction.response.is_done():
                await interaction.followup.send(text, ephemeral=True)
            else:
                await interaction.response.send_message(text, ephemeral=True)
        except UNANSWERED as late:
            log.warning("an answer could not be given: %s", why(late))


class Client(ShardedClient):
    """`begins` says whether, once it is connected, the house begins too: what delivers and plays for the program.

    Which shards are connected `shards` says; without it, all that there are.
    """

    def __init__(
        self,
        context: Context,
        commands: Sequence[app_commands.Group | app_commands.ContextMenu],
        world: str,
        begins: bool = True,
        shards: ShardSource | None = None,
    ) -> None:
        super().__init__(
            shards or FixedShards(),
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            http_trace=context.duty.trace(),
        )
        self.context = context
        self.servers = Servers(self, context.house.now)
        self.tree = Tree(self, allowed_contexts=SERVERS, allowed_installs=INSTALLED)
        logging.getLogger(app_commands.tree.__name__).addFilter(COMPLETIONS)
        for command in commands:
            self.tree.add_command(command)
        self._world = world
        self._begins = begins
        self._has_begun = False
        self._unheard: set[int] = set()

    async def setup_hook(self) -> None:
        """Runs once, before the gateway, and is short: whoever presses meanwhile waits for it."""
        self.add_dynamic_items(Router, RulesButton, LessonButton, GreetingButton)
        await self.context.house.learn()

    async def on_shard_ready(self, shard_id: int) -> None:
        """Begins everything else, with the first shard that knows its servers; it says so again after long breaks."""
        await super().on_shard_ready(shard_id)
        await self._begin()

    async def on_nothing_held(self) -> None:
        """Begins everything else beside other processes, which have all shards."""
        await self._begin()

    async def _begin(self) -> None:
        if self._has_begun:
            return
        self._has_begun = True
        if self._begins:
            await self.begin()
        await self.sync()
        await learn(self, self.context)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answers forms, and presses with ids that nobody else answers.

        Of forms the library knows only those that were opened since it was started; of an id that matches no item it
        says nothing, and the person would be told that it failed.
        """
        if interaction.type is discord.InteractionType.modal_submit:
            await filled(interaction)
        elif interaction.type is discord.InteractionType.component:
            data: Any = interaction.data
            if not any(known.fullmatch(str(data["custom_id"])) for known in ROUTED):
                await strayed(interaction)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Presses of some servers don't come through any more. It may be told again and again until they do."""
        await super().on_shard_disconnect(shard_id)
        self._unheard.add(shard_id)
        self.context.house.lost()

    async def on_shard_connect(self, shard_id: int) -> None:
        """Presses come through, at the start or in a new session."""
        await super().on_shard_connect(shard_id)
        self._hears(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Presses come through again, those of meanwhile too."""
        await super().on_shard_resumed(shard_id)
        self._hears(shard_id)

    async def on_shard_released(self, shard_id: int) -> None:
        """Another process answers there from now on: what private messages show is not known here any more."""
        self.context.displayed.clear()
        self.context.panels.clear()
        self._hears(shard_id)

    def _hears(self, shard_id: int) -> None:
        self._unheard.discard(shard_id)
        if not self._unheard:
            self.context.house.found()

    # What the bot may see and do may have changed: the gateway tells of servers, channels, threads, roles and the bot.

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greets whoever owns the server, and goes on telling of its games if the bot was there before.

        Of two processes that hear of it one greets: what they claim is the moment at which the bot came there.
        """
        self.context.house.permitted(guild.id)
        joined = guild.me.joined_at or discord.utils.utcnow()
        if await self.context.duty.first(discord.utils.time_snowflake(joined) + guild.id % 2**22):
            await welcome(self, guild)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        self.context.house.permitted(guild.id)

    async def on_guild_channel_create(self, channel: discord.abc.GuildChannel) -> None:
        self.context.house.permitted(channel.guild.id)

    async def on_guild_channel_update(self, _: discord.abc.GuildChannel, channel: discord.abc.GuildChannel) -> None:
        self.context.house.permitted(channel.guild.id)

    async def on_guild_role_update(self, _: discord.Role, role: discord.Role) -> None:
        self.context.house.permitted(role.guild.id)

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        self.context.house.permitted(role.guild.id)

    async def on_member_update(self, _: discord.Member, member: discord.Member) -> None:
        """Without the intent for members the gateway tells of the bot alone."""
        self.context.house.permitted(member.guild.id)

    async def on_thread_join(self, thread: discord.Thread) -> None:
        self.context.house.permitted(thread.guild.id)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        self.context.house.permitted(payload.guild_id)

    async def begin(self) -> None:
        """Begins delivering through this client, and playing for the program."""
        await self.context.house.begin(DiscordSender(self))

    async def sync(self) -> None:
        """Tells Discord of the commands if they are not those of the last time. A failure leaves the old ones."""
        assert self.application_id is not None, "known once logged in"
        translator = Translated()
        try:
            await self.tree.set_translator(translator)
            commands = self.tree.get_commands()
            payload = [await command.get_translated_payload(self.tree, translator) for command in commands]
            known = f"{self._world}:{self.application_id}:{_digest(payload)}"
            if await self.context.house.store.settings.value("commands") == known:
                return
            # What the tree's own `sync` does, which would translate everything once more.
            await self.http.bulk_upsert_global_commands(self.application_id, payload)
            await self.context.house.store.settings.keep("commands", known)
        except (discord.HTTPException, app_commands.AppCommandError, StoreUnavailable) as error:
            log.error("the commands could not be registered; those of the last time stay: %s", error)

    async def drain(self, refusing: bool = True) -> None:
        """Lets the running interactions finish, `refusing` those that come meanwhile."""
        self.context.duty.draining = refusing
        for _ in range(int(PATIENCE * 10)):
            if not self.context.duty.busy:
                return
            await asyncio.sleep(0.1)
        log.warning("%d interactions were still running", self.context.duty.busy)

    def invite(self) -> str:
        """The link that invites the bot, with exactly the permissions it needs."""
        assert self.application_id is not None, "known once logged in"
        scopes = ("bot", "applications.commands")
        return discord.utils.oauth_url(self.application_id, permissions=PERMISSIONS, scopes=scopes)


async def _refused(illegal: Illegal) -> Reply:
    raise illegal


async def _nothing_offered(interaction: discord.Interaction[Client]) -> None:
    try:
        await interaction.response.autocomplete([])
    except discord.HTTPException as late:
        log.warning("a completion could not be given: %s %s", late.status, late.code)


def _digest(payload: object) -> str:
    return hashlib.sha256(json.dumps(payload, sort_keys=True, default=str).encode()).hexdigest()
