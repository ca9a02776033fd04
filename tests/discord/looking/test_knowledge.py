"""`/show knowledge`: what follows for somebody of a legion's contents, for himself alone (R3.7)."""

from __future__ import annotations

import pytest

from tests.discord.conftest import Play


async def split(play: Play) -> tuple[str, str, str, str]:
    """Ann and Ben, and the first turn's split, told by the roll: who split, who did not, and the two markers."""
    table = await play.set_up("Ann", "Ben")
    who = play.who(table)
    seat = table.seat_of(play.people[who].id)
    assert seat is not None
    line = next(line for action in table.legal(seat) if "TTN,CEN,GAR,OGR" in (line := table.line(action)))
    await play.slash(who, "play do", line=line)
    await play.slash(who, "play do", line="roll")
    _, parent, child, _ = line.split()
    return who, "Ben" if who == "Ann" else "Ann", parent, child


async def test_of_a_legion_that_has_split_others_are_told_what_may_be_in_it(play: Play) -> None:
    """Fourteen ways to split the start: seven with the Titan, seven with the Angel (R4.2)."""
    _, other, _, child = await split(play)

    said = await play.said(other, "show knowledge", legion=child)

    assert "Nothing is known for sure" in said
    assert "14 line-ups are possible" in said
    assert "Titan in 50%" in said
    assert "Angel in 50%" in said


async def test_ones_own_legion_is_told_whole(play: Play) -> None:
    who, _, _, child = await split(play)

    said = await play.said(who, "show knowledge", legion=child.lower())

    assert "Fully known: Titan, Centaur, Gargoyle and Ogre." in said


async def test_what_follows_for_somebody_is_told_to_nobody_else(play: Play) -> None:
    who, other, _, child = await split(play)
    before = len(play.public())

    await play.said(who, "show knowledge", legion=child)

    assert len(play.public()) == before
    assert not any("Fully known" in message.content for message in play.seen_by(other))


async def test_a_spectator_is_told_what_everybody_knows(play: Play) -> None:
    _, _, _, child = await split(play)

    assert "14 line-ups are possible" in await play.said("Dan", "show knowledge", legion=child)


async def test_every_legion_is_offered_to_everybody_alike(play: Play) -> None:
    who, other, parent, child = await split(play)

    mine, theirs, watched = [await play.completed(name, "show knowledge", "legion") for name in (who, other, "Dan")]

    assert mine == theirs == watched
    assert len(mine) == 3
    assert {parent, child} < set(mine)
    assert await play.completed(other, "show knowledge", "legion", child) == [child]


async def test_of_a_legion_that_there_is_not_it_says_so(play: Play) -> None:
    await split(play)

    assert "There is no legion" in await play.said("Ann", "show knowledge", legion="nothing `of` it")


@pytest.mark.parametrize(("aid", "said"), [("own_only", "doesn't remember what was shown"), ("open", "Fully known")])
async def test_the_table_decides_what_is_remembered(play: Play, aid: str, said: str) -> None:
    """R3.7: `own_only` keeps nothing for anybody, `open` shows everything."""
    ann, guild, channel = play.people["Ann"].id, play.guild.id, play.channel.id
    table = await play.house.open(guild, channel, ann, "Ann", "titan", 2, "Friday", {"memory_aid": aid})
    await play.slash("Ben", "titan join")
    await play.slash("Ann", "titan start")
    for _ in range(4):
        await play.first(table)
    who = play.who(table)
    other = "Ben" if who == "Ann" else "Ann"
    marker = next(legion.marker for legion in table.view(None).legions if legion.owner in table.awaiting)

    assert said in await play.said(other, "show knowledge", legion=marker)
    assert "Fully known" in await play.said(who, "show knowledge", legion=marker)


async def test_a_note_of_ones_own_is_kept_over_a_restart_and_shown_to_nobody_else(play: Play) -> None:
    who, other, _, child = await split(play)

    await play.said(other, "show knowledge", legion=child, note="the `Titan`, I think")
    await play.restart()

    assert "Your note: `the 'Titan', I think`" in await play.said(other, "show knowledge", legion=child)
    for name in (who, "Dan"):
        assert "note" not in await play.said(name, "show knowledge", legion=child)
        assert not any("I think" in message.content for message in play.seen_by(name))


async def test_a_note_is_forgotten_by_a_dash(play: Play) -> None:
    _, other, _, child = await split(play)
    await play.said(other, "show knowledge", legion=child, note="an Angel")

    assert "note" not in await play.said(other, "show knowledge", legion=child, note="-")
