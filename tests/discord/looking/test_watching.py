"""Those who only watch: what they foretell, and what they see."""

from __future__ import annotations

import random
import re

import discord
import pytest

from cogs.house.game import dice
from engine.titan.bots import LEVELS
from tests.discord.conftest import NAMES, Play, components, labels, text_of
from tests.discord.turns.test_engagements import engaged

LOG = "Log: "


@pytest.fixture
async def play(pictured: Play) -> Play:
    """What is on pictures is the question here."""
    return pictured


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same game every time: the seed is the only chance there is."""
    monkeypatch.setattr(dice, "new_seed", lambda: b"third seed".ljust(32, b"."))


def offered(message: object) -> dict[str, str]:
    """What a list offers: the values by their labels."""
    found = (option for part in components(message) for option in part.get("options", ()))
    return {option["label"]: option["value"] for option in found}


async def test_a_battle_is_foretold_from_its_news_and_opened_when_it_is_over(play: Play) -> None:
    table, attacker, _, third = await engaged(play)
    stranger = next(name for name in NAMES if table.seat_of(play.people[name].id) is None)
    person, whims = play.people[stranger].user, random.Random(5)
    await play.slash(stranger, "watch follow")
    assert "Predictions are for watchers" in await play.said(third, "watch predict")
    assert "How does it end?" in await play.said(stranger, "watch predict")
    while table.view(None).battle is None:
        await table.submit(min(table.awaiting), table.parse("fight"))
    await play.settle()

    (news,) = play.dms(stranger)
    assert labels(news) == ["Predict"]
    shown = await person.click(news, label="Predict")
    (which,) = (value for label, value in offered(shown.response).items() if "Who wins the battle" in label)
    chosen = await person.select(shown.response, [which])
    answers = offered(chosen.response)
    assert len(answers) == 9
    wanted = next(label for label in answers if attacker in label and label.endswith("rather sure"))
    kept = await person.select(chosen.response, [answers[wanted]])
    assert "Your answer is sealed." in text_of(kept)
    assert f"**{attacker}, attacking** (rather sure)" in text_of(kept)
    said = play.public_text()
    assert "Predicted" not in said

    while table.view(None).battle is not None:
        seat = min(table.awaiting)
        concede = next((a for a in table.legal(seat) if table.line(a) == "concede"), None)
        await table.submit(seat, concede or LEVELS["steady"](table.view(seat), table.legal(seat), whims))
    await play.settle()
    told = [post.content for post in play.thread(LOG) if "Predicted" in post.content]

    assert len(told) == 1
    assert re.search(rf"{stranger} (\+2|−2)", told[0])
    best = await person.click(news, label="Predict")
    assert f"You said **{attacker}, attacking**" in text_of(best)
    ranked = await person.click(best.response, label="Best of this server")
    assert re.search(r"1\. you: (\+2, 1|−2, 0) of 1 right", text_of(ranked))
    listed = await play.said(attacker, "watch leaderboard", by="predictions")
    assert re.search(rf"1\. {stranger}: (\+2, 1|−2, 0) of 1 right", listed)


async def test_a_table_that_agreed_is_opened_late_to_a_stranger_alone(play: Play) -> None:
    await play.slash("Ann", "titan new", seats=2)
    await play.slash("Ben", "titan join")
    table = await play.table()
    lobby = play.last_with("Rules")
    assert "nothing hidden" not in lobby.content
    await table.spectators.choose(2, play.people["Ann"].id)
    await play.slash("Ann", "titan start")
    assert "you can see it all, 2 turns late" in play.public_text()
    assert "Too early" in await play.said("Cleo", "watch open")
    whims = random.Random(5)
    while table.view(None).turn < 3:
        seat = min(table.awaiting)
        await table.submit(seat, LEVELS["steady"](table.view(seat), table.legal(seat, undo=False), whims))
    first = await play.slash("Cleo", "watch open")
    await table.submit(min(table.awaiting), table.legal(min(table.awaiting), undo=False)[0])
    again = await play.slash("Cleo", "watch open")

    assert "As it was at the end of turn 1" in text_of(first)
    assert text_of(first).count("Titan, ") == 2, "both Titans are named in their legions"
    assert first.response is not None
    assert again.response is not None
    one, other = (sent.response.attachments for sent in (first, again) if sent.response is not None)
    assert [(file.filename, file.size) for file in one] == [(file.filename, file.size) for file in other]
    assert one[0].filename == "board.png"
    assert "You play here, or did." in await play.said("Ben", "watch open")
    assert "only what everybody saw" in await play.said("Ben", "show log", full=True)
    assert "You play here, or did." in await play.said("Ben", "watch replay", what="game", full=True)


async def test_a_channel_of_another_server_follows_a_game_that_allows_it(play: Play) -> None:
    """By its number, at the word of somebody who manages the channel; what is not allowed does not seem to exist."""
    table = await play.set_up("Ann", "Ben")
    number = str(table.game.id)
    other = play.env.create_guild("Others")
    far = other.create_text_channel("news")
    manager = discord.PermissionOverwrite(manage_channels=True)
    user = play.env.create_user("zoe", global_name="Zoe")
    far_away = other.create_text_channel("desk", overwrites={})
    zoe = other.add_member(user)

    async def asked(**options: object) -> str:
        result = await zoe.slash(far_away, "watch follow", **options)
        await play.settle()
        assert result.response is not None
        assert result.response.ephemeral
        return text_of(result)

    assert "You need to manage a channel" in await asked(game=number, channel=far)
    own = other.create_text_channel("ours", overwrites={user: manager})
    refused = await asked(game=number, channel=own)
    assert refused == await asked(game="999", channel=own), "whether there is one is not told"
    assert refused == await asked(game=number), "nor to a person elsewhere"
    assert await zoe.autocomplete(far_away, "watch follow", "game", "") == []
    assert await play.completed("Dan", "watch follow", "game") == [number]

    await play.agreed("Ann", "titan settings", abroad="on")
    assert f"/watch follow game:{number}" in await play.said("Ben", "titan status")
    assert "follows “" in await asked(game=number, channel=own)
    (present,) = own.history()
    assert [file.filename for file in present.attachments] == ["board.png"]
    assert "Ann" in present.content
    assert "<#" not in present.content

    assert await zoe.autocomplete(far_away, "watch unfollow", "game", "")
    await play.agreed("Ann", "titan settings", abroad="off")
    gone = await zoe.slash(far_away, "watch unfollow", game=number, channel=own)
    assert text_of(gone) == refused, "as if there never was one"


async def test_a_stranger_sees_the_board_the_text_and_what_follows_of_a_legion_as_everybody_may(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    view, face = table.view(None), play.client.context.faces["titan"]
    marker = next(legion.marker for legion in view.legions)

    assert face.overview.position(view, table.names) == await play.said("Dan", "show text")
    board = await play.slash("Dan", "show board")
    assert board.response is not None
    (picture,) = board.response.attachments
    assert picture.description == face.kit.pictures["board"].alt(view, table.names, await table.look(None))[:1024]
    known = face.kit.deciding.knowledge(table.timeline.state, None, marker)
    assert face.overview.hidden is not None
    assert face.overview.hidden.knowledge(known, view, table.names) == await play.said(
        "Dan", "show knowledge", legion=marker
    )
