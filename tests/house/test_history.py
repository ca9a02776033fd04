"""What has happened, line by line, and the game as it was: as each may know it, and numbered alike for all."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cogs.house.game.telling import LogFormat
from cogs.house.house import House
from cogs.house.table.history import GamePart, LogLine, LogReading, meant
from cogs.house.table.table import Table
from cogs.house.values.records import PostStyle, Status
from engine.core import Illegal, Seat
from engine.log import Undo
from tests.house.conftest import ANN, BOB, CHANNEL, Opened, Recorder, game
from tests.toy import KIT, Done, Lay, Roll, Show, Take

FIRST, SECOND = Seat(0), Seat(1)


async def robbed(house: House) -> Table:
    """A game in which Ann rolls, robs Bob, takes back a card that she laid, and lays another."""
    table = await game(house)
    await table.submit(FIRST, Roll())
    await table.submit(FIRST, Take(1))
    for card in table.view(FIRST).cards[:2]:
        await table.submit(FIRST, Lay(card))
    await table.submit(FIRST, Undo((table.timeline.steps[0].number,)))
    await table.submit(FIRST, Done())
    await house.settled()
    return table


def numbered(lines: tuple[LogLine, ...]) -> dict[int, str]:
    return {line.number: line.text for line in lines if not line.secret}


async def test_all_mean_the_same_line_by_a_number(house: House) -> None:
    table = await robbed(house)

    everybody, ann, bob = [await table.history.lines(LogReading(viewer)) for viewer in (None, FIRST, SECOND)]

    assert not any(line.own or line.secret for line in everybody)
    assert [line.number for line in everybody] == list(range(1, len(everybody) + 1))
    for lines in (ann, bob):
        assert [line.seq for line in lines if not line.secret] == [line.seq for line in everybody]
        assert {line.number for line in lines if not line.own} <= set(numbered(everybody))
        for line in lines:
            if not line.own:
                assert line.text == numbered(everybody)[line.number]
    assert [line.text for line in everybody] == [*await table.sentences()]
    assert [line.text for line in ann] == [*await table.sentences(viewer=FIRST)]


async def test_what_one_alone_was_told_is_marked_as_his(house: House) -> None:
    table = await robbed(house)
    own = table.view(SECOND).cards

    lines = await table.history.lines(LogReading(SECOND))

    dealt, stolen, laid = (next(line for line in lines if word in line.text) for word in ("dealt", "takes", "lays"))
    assert (dealt.secret, dealt.own, dealt.number) == (True, True, 0)
    assert (stolen.secret, stolen.own) == (False, True)
    assert (laid.secret, laid.own) == (False, False)
    assert "lays a card" in laid.text
    assert not any(str(card) in line.text for line in lines if not line.own for card in own if "lays" in line.text)


async def test_a_part_is_a_part_for_all_and_what_is_about_something_is_found_by_it(house: House) -> None:
    table = await robbed(house)
    await table.submit(SECOND, Roll())
    await table.submit(SECOND, Show(table.view(SECOND).cards[0]))
    shown = f"card{table.view(None).shown[0]}"
    await house.settled()

    assert await table.history.parts() == (GamePart(0, "Ann rolls"), GamePart(1, "Bob rolls"))
    bobs = await table.history.lines(LogReading(None, frozenset({1})))
    about = await table.history.lines(LogReading(None, about=shown.upper()))

    assert [line.text.split()[0] for line in bobs] == ["Bob", "Bob"]
    assert {line.text for line in about} == {f"Bob shows {shown.removeprefix('card')}"}
    assert await table.history.known_names(None) == (shown,)
    assert len(await table.history.known_names(FIRST)) > 1


async def test_after_going_back_what_follows_is_of_the_part_of_then(house: House) -> None:
    table = await robbed(house)
    await table.submit(SECOND, Roll())
    (point,) = [point for point in await table.rewinding.phase_points() if point.view.turn == 0]
    await table.rewinding.go_back(SECOND, point.entry, None)

    lines = await table.history.lines(LogReading(None))

    assert "rewound" in lines[-1].text
    assert lines[-2].part == 1
    assert lines[-1].part == -1


async def test_with_all_opened_every_secret_is_told_once_the_game_is_over(house: House) -> None:
    table = await robbed(house)
    with pytest.raises(Illegal) as refused:
        await table.history.lines(LogReading(None, opened=True))
    assert refused.value.code == "not-open-yet"
    with pytest.raises(Illegal):
        await (await table.history.at(1)).opened()
    await finished(table)

    lines = await table.history.lines(LogReading(None, opened=True))

    assert sum("dealt" in line.text for line in lines) == 2
    assert not any("a card" in line.text for line in lines)


async def finished(table: Table) -> None:
    """Plays the game to its end."""
    while table.game.status is Status.RUNNING:
        (seat,) = table.awaiting
        await table.submit(seat, Lay(table.view(seat).cards[0]))
        await table.submit(seat, Done())


async def test_the_game_at_an_entry_is_what_each_saw_then(house: House) -> None:
    table = await game(house)
    seen = {}
    for action in (Roll(), Lay(table.view(FIRST).cards[0]), Show(table.view(FIRST).cards[1]), Done()):
        await table.submit(FIRST, action)
        seen[table.seq] = {seat: table.view(seat) for seat in (None, FIRST, SECOND)}
    await finished(table)

    for seq, views in seen.items():
        for seat, view in views.items():
            assert await (await table.history.at(seq)).view(seat) == view
    then = await table.history.at(2)
    own, all_saw = await then.view(FIRST), await then.view(None)
    assert [shown.kind for shown in await then.pictures(FIRST, own, ANN)] == ["table", "hand"]
    assert [shown.kind for shown in await then.pictures(None, all_saw, BOB)] == ["table"]


@pytest.mark.parametrize("posts", list(PostStyle))
async def test_a_post_is_found_again_after_a_restart(opened: Opened, discord: Recorder, posts: PostStyle) -> None:
    async with opened() as house:
        table = await game(house, posts=posts)
        await table.submit(FIRST, Roll())
        rolled = table.seq
        await house.settled()
        (number,) = [number for number, (_, post) in discord.messages.items() if "rolls" in post.text]
        place = next((thread for thread, found in discord.threads.items() if discord.messages[number][0] is found), 0)
        await table.submit(FIRST, Take(1))
    async with opened() as house:
        found = await house.told_by(place or CHANNEL, number)

        assert found is not None
        number, seq = found
        again = await house.table(number)
        assert (again.game.id, seq) == (table.game.id, rolled)
        assert (await again.history.lines(LogReading(None)))[await again.history.number_at(seq) - 1].text.startswith(
            "Ann rolls"
        )
        assert await house.told_by(CHANNEL, 99_999) is None


async def test_nobody_finds_what_one_alone_was_sent(house: House, discord: Recorder) -> None:
    await game(house)
    numbers = [number for number, (place, _) in discord.messages.items() if place is discord.people.get(ANN)]

    assert numbers
    assert [await house.told_by(ANN, number) for number in numbers] == [None] * len(numbers)


async def test_the_story_tells_what_all_know_and_nothing_that_was_gone_back_from(house: House) -> None:
    table = await robbed(house)
    before = await table.history.chronicle(None)
    await table.submit(SECOND, Roll())
    (point,) = [point for point in await table.rewinding.phase_points() if point.view.turn == 0]
    await table.rewinding.go_back(SECOND, point.entry, None)

    after = await table.history.chronicle(ANN)

    assert before.text.splitlines()[0] == "Friday"
    assert "Ann takes a card from Bob" in before.text
    assert "lays a card" in before.text
    assert after.text == "Friday"
    assert after.summary == "Friday, so far"
    await finished(table)
    assert (await table.history.chronicle(None)).summary == "Friday, opened"


async def test_a_game_that_nobody_tells_has_no_story(opened: Opened) -> None:
    async with opened(kit=replace(KIT, telling=replace(KIT.telling, log_format=LogFormat()))) as house:
        with pytest.raises(Illegal) as refused:
            await (await robbed(house)).history.chronicle(None)
    assert refused.value.code == "no-chronicle"


async def test_a_line_that_there_is_not_is_named_beside_the_last(house: House) -> None:
    table = await robbed(house)
    last = len(await table.history.lines(LogReading(None)))

    for number in (0, last + 1):
        with pytest.raises(Illegal) as refused:
            await table.history.entry_of(number)
        assert refused.value.facts == {"number": number, "last": last}


def test_a_turn_is_meant_by_its_name_its_number_or_a_piece_of_it() -> None:
    parts = tuple(
        GamePart(place, f"Turn {turn}: {name}")
        for place, (turn, name) in enumerate([(1, "Ann"), (1, "Bob"), (11, "Ann")])
    )

    assert [part.place for part in meant(parts, "turn 1: ann")] == [0]
    assert [part.place for part in meant(parts, "1")] == [0, 1]
    assert [part.place for part in meant(parts, "bo")] == [1]
    with pytest.raises(Illegal):
        meant(parts, "7")
