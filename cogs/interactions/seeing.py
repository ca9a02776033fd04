"""Who may view a channel or thread, by what is known of its server."""

from __future__ import annotations

import discord

ChannelOrThread = discord.abc.GuildChannel | discord.Thread
"""Where something is told in a server."""


def is_seen(place: object, who: discord.Member | discord.Role) -> bool:
    """Whether somebody may view a place, or everybody with a role, by what is known of its server.

    A private thread is seen by those who are known to be in it, and a thread below a channel that is not known by
    nobody.
    """
    if isinstance(place, discord.Thread):
        if place.parent is None or (place.is_private() and all(each.id != who.id for each in place.members)):
            return False
        return place.permissions_for(who).view_channel
    return isinstance(place, discord.abc.GuildChannel) and place.permissions_for(who).view_channel
