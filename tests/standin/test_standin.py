"""The bot as it is started, against the stand-in: it connects, registers its commands, and a game can be played."""

from __future__ import annotations

from tests.standin.conftest import Town


async def test_a_game_is_opened_and_begun_over_real_connections(town: Town) -> None:
    ann, ben = town.people["Ann"], town.people["Ben"]
    async with town.process() as one:
        await one.connected({0})
        await town.registered()
        opened = await town.standin.control.command(ann, town.channel, "titan new", {"seats": 2})
        assert opened["acknowledged"] < 3
        joined = await town.standin.control.command(ben, town.channel, "titan join")
        assert joined["refused"] == 0
        await one.house.settled()

        (post,) = (each for each in town.standin.control.messages(town.channel) if each["components"])
        assert "Ann" in post["content"]

    report = town.standin.control.report()
    assert report["wrong"] == {}
    assert report["doubled"] == {}
    assert report["connected"] == []
