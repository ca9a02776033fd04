"""Dice that can be checked, as people in the channel meet them."""

from __future__ import annotations

import re

import discord
import pytest

from cogs.house.game import dice
from cogs.house.runtime.queueing import LONG
from cogs.house.table.table import Table
from cogs.interactions.context import nobody_told
from engine import chance, proof
from engine.core import Drawn
from engine.record import parse
from engine.titan.ruleset import TITAN
from tests.discord.conftest import Play, labels, text_of
from tests.discord.crowd import Crowd
from tests.house.conftest import until

SEED = b"dice on Discord".ljust(32, b".")
COMMITMENT = chance.commitment(SEED)


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same game every time."""
    monkeypatch.setattr(dice, "new_seed", lambda: SEED)


async def over(play: Play) -> Table:
    """A game of Ann and Ben with a word of Ben's, that Ben has resigned after the first roll."""
    await play.new("Ann", seats=2, name="Friday *Titans*")
    await play.slash("Ben", "titan join")
    await play.slash("Ben", "titan word", text="marmalade")
    await play.slash("Ann", "titan start")
    table = await play.table()
    await play.resigned(table, "Ben")
    return table


async def fair_dice(play: Play, who: str) -> str:
    """What *Fair dice* tells somebody: on the lobby post, and from the start on below the state of the game."""
    lobby, status = play.public()[0], await play.slash(who, "titan status")
    result = await play.press(who, lobby if labels(lobby) else status.response, label="Fair dice")
    assert result.response is not None
    assert result.response.ephemeral
    return text_of(result)


async def test_the_commitment_is_there_for_everybody_who_asks_before_any_word_and_ever_after(play: Play) -> None:
    await play.new("Ann", seats=2)
    assert COMMITMENT in await fair_dice(play, "Dan")
    assert "`/titan word`" in await fair_dice(play, "Dan")
    await play.slash("Ben", "titan join")
    await play.slash("Ben", "titan word", text="marmalade")
    assert "marmalade" not in await fair_dice(play, "Dan")
    assert COMMITMENT not in play.public_text(), "nobody has to read it"

    await play.slash("Ann", "titan start")

    told = await fair_dice(play, "Dan")
    assert COMMITMENT in told
    assert "Ben: `marmalade`" in told
    assert SEED.hex() not in told
    await play.resigned(await play.table(), "Ben")
    assert SEED.hex() in await fair_dice(play, "Dan")


async def test_a_word_is_its_players_secret_until_the_start(play: Play) -> None:
    await play.new("Ann", seats=2)
    await play.slash("Ben", "titan join")

    said = await play.said("Ben", "titan word", text="  marma  lade ")

    assert "`marma lade`" in said
    assert "Ben has added a secret word" in play.public()[-1].content
    assert "lade" not in play.public_text()
    assert "lade" not in await play.said("Ann", "titan status")
    await play.slash("Ann", "titan start")
    began = next(message.content for message in play.public()[2:])
    assert "seat 2, Ben: `marma lade`" in began
    assert SEED.hex() not in play.public_text()


async def test_a_word_is_shown_as_it_counts_and_mentions_nobody(play: Play) -> None:
    await play.new("Ann", seats=2)
    await play.slash("Ben", "titan join")
    await play.slash("Ben", "titan word", text="@everyone ```*bold*")

    await play.slash("Ann", "titan start")

    assert "`@everyone '''*bold*`" in play.public_text()
    assert not any(message.mention_everyone for message in play.public())


async def test_a_word_is_refused_to_strangers_and_after_the_start(play: Play) -> None:
    assert "/titan new" in await play.said("Ann", "titan word", text="early")
    await play.new("Ann", seats=2)
    assert "no seat" in await play.said("Dan", "titan word", text="strange")
    assert "Use 1 to 60 visible characters" in await play.said("Ann", "titan word", text="\u200b")
    await play.slash("Ben", "titan join")
    await play.slash("Ann", "titan start")
    assert "begun" in await play.said("Ann", "titan word", text="late")


async def test_after_the_end_everybody_can_have_the_rolls_computed_again(play: Play) -> None:
    assert "played to its end" in await play.said("Dan", "watch verify-dice")
    table = await over(play)

    assert "`/watch verify-dice`" in play.public()[-1].content
    said = await play.said("Dan", "watch verify-dice")
    assert re.search(r"All \d+ rolls of “Friday \\\*Titans\\\*” \(game 1\)", said)
    assert COMMITMENT in said
    await play.new("Ann", seats=2)
    assert "(game 1)" in await play.said("Dan", "watch verify-dice"), "the last finished game, beside a new one"
    await play.restart()
    assert "(game 1)" in await play.said("Dan", "watch verify-dice")
    assert table.game.id == 1


async def test_who_asks_for_much_at_once_is_told_how_many_are_before(play: Play) -> None:
    await over(play)
    crowd = Crowd(play)

    async with play.client.context.queue.turn(LONG, 1, nobody_told):
        crowd.types("Ann", "watch", "verify-dice").types("Ben", "watch", "verify-dice")
        await until(lambda: "2 requests are ahead of yours." in sent(play))
        assert "1 request is ahead of yours." in sent(play)
        crowd.types("Ann", "me", "export")
        await until(lambda: "I'm still on your last request" in sent(play))

    ann, ben, early = map(text_of, await crowd.answers())
    assert ann.startswith("All")
    assert ben == ann
    assert early == "I'm still on your last request. Try again when it's answered."
    assert await play.said("Dan", "watch verify-dice") == ann
    assert len(play.client.context.verdicts) == 1


def sent(play: Play) -> str:
    """All that was ever said to anybody, what was written over too."""
    return "\n".join(str(request.json) for request in play.env.http_requests)


async def test_a_roll_that_does_not_follow_is_named(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that favours somebody: its first movement roll is another one."""
    honest = chance.answer
    rolls: list[object] = []

    def favouring(*asked: object) -> Drawn:
        fair = honest(*asked)  # type: ignore[arg-type]
        draw, seq = asked[4], asked[3]
        if not rolls and getattr(draw, "purpose", "") == "movement":
            rolls.append(seq)
            return Drawn((fair.values[0] % 6 + 1,))
        return fair

    monkeypatch.setattr(chance, "answer", favouring)
    await over(play)
    monkeypatch.setattr(chance, "answer", honest)

    said = await play.said("Dan", "watch verify-dice")

    assert f"Entry {rolls[0]}, movement, is the first" in said


async def test_the_exported_game_is_what_the_program_confirms(play: Play) -> None:
    role = play.guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
    play.people["Boss"] = play.guild.add_member(play.env.create_user("boss"), roles=[role])
    table = await over(play)

    exported = await play.slash("Boss", "titan-admin export")

    assert exported.response is not None
    assert [file.filename for file in exported.response.attachments] == ["game-1.txt"]
    assert proof.check(parse(await table.export()), TITAN, COMMITMENT).finding is None


async def test_an_exported_game_is_brought_in_elsewhere_and_looked_up_there(play: Play) -> None:
    role = play.guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
    play.people["Boss"] = play.guild.add_member(play.env.create_user("boss"), roles=[role])
    text = await (await over(play)).export()
    guild = play.env.create_guild("Others")
    channel = guild.create_text_channel("library")
    managers = guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
    boss = guild.add_member(play.env.create_user("other"), roles=[managers])
    forged = text.replace(" roll\n", " done\n", 1).encode()

    refused = await boss.slash(channel, "titan-admin import", file=("game-1.txt", forged))
    done = await boss.slash(channel, "titan-admin import", file=("game-1.txt", text.encode()))
    await play.settle()

    assert "the rules don't allow that here" in text_of(refused)
    assert "is a finished game of this channel now" in text_of(done)
    table = await play.house.last_at(channel.id)
    assert table is not None
    assert await table.export() == text
    assert " is out" in text_of(await boss.slash(channel, "show log"))
