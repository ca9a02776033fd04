"""What those who only watch foretell: sealed until it is decided, from public questions, by nobody who knows more."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from cogs.house.house import House
from cogs.house.table.table import Table
from cogs.house.values.records import SURE, PostStyle, Prediction
from cogs.house.values.sender import Post
from engine.core import Illegal, Seat
from tests.house.conftest import ANN, BOB, CAT, GUILD, Recorder, game, taken_over
from tests.house.test_going_back import DEED, FIRST
from tests.toy import Done, Lay, Roll

DAN = 104
LOG = "place-log Friday"
TURN = "score 0 0"


async def foretell(table: Table, user: int, answer: str, key: str = TURN, sure: int = 2) -> None:
    await table.predictions.predict(Prediction(key, user, {CAT: "Cat", DAN: "*Dan*"}.get(user, "Eve"), answer, sure))


async def refused(table: Table, user: int, answer: str = "low", key: str = TURN) -> str:
    with pytest.raises(Illegal) as illegal:
        await foretell(table, user, answer, key)
    return illegal.value.code


async def turn(table: Table, house: House, cards: int = 1) -> int:
    """Whoever's turn it is rolls, lays his first cards and is done; what they bring."""
    (seat,) = table.awaiting
    await table.submit(seat, Roll())
    laid = table.view(seat).cards[:cards]
    for card in laid:
        await table.submit(seat, Lay(card))
    await table.submit(seat, Done())
    await house.settled()
    return sum(laid)


def public(discord: Recorder) -> list[Post]:
    return [*discord.channel, *(post for posts in discord.threads.values() for post in posts)]


def opened_in(posts: Sequence[Post]) -> list[str]:
    return [post.text for post in posts if "foretold" in post.text]


async def test_what_was_foretold_is_opened_in_one_post_once_it_is_decided(house: House, discord: Recorder) -> None:
    table = await game(house, posts=PostStyle.CARD)
    await foretell(table, CAT, "low", sure=3)
    await foretell(table, DAN, "high", sure=2)

    brought = await turn(table, house)

    (told,) = opened_in(discord.thread(LOG))
    right = "low" if brought <= 6 else "high"
    points = {"low": "−6" if right == "high" else "+3", "high": "−2" if right == "low" else "+2"}
    lines = told.split("\n")
    assert lines[0] == f"foretold What does Ann score in turn 0? {'few' if right == 'low' else 'many'}"
    assert f"foretold-answer few foretold-by Cat {points['low']}" in lines
    assert f"foretold-answer many foretold-by \\*Dan\\* {points['high']}" in lines
    assert "few" in lines[1] if right == "low" else "many" in lines[1], "the right answer first"
    assert not opened_in(discord.channel)


async def test_until_then_nothing_that_anybody_sees_or_is_sent_differs(house: House, discord: Recorder) -> None:
    table = await game(house)
    await house.store.spectators.follow(table.game.id, DAN, follows=True)

    async def seen() -> list[object]:
        await house.settled()
        posts = [list(public(discord)), {user: list(posts) for user, posts in discord.people.items()}, discord.done]
        others = [
            await table.predictions.open(DAN),
            await table.predictions.own(DAN),
            await house.store.people.known(DAN),
        ]
        return [
            *posts,
            *others,
            await house.store.predictions.ranked(GUILD, "toy"),
            await table.export(),
            await table.sentences(),
        ]

    before = await seen()
    for user in (CAT, 105, 106):
        await foretell(table, user, "low", sure=3)
        await foretell(table, user, "1", "winner")
    await table.predictions.withdraw(CAT, TURN)

    assert await seen() == before


async def test_an_answer_can_be_changed_and_withdrawn_until_the_first_dice(house: House) -> None:
    table = await game(house)
    await foretell(table, CAT, "low", sure=1)
    await foretell(table, CAT, "high", sure=3)
    (made,) = (await table.predictions.own(CAT)).values()
    assert (made.answer, made.sure, made.points) == ("high", 3, None)
    await table.predictions.withdraw(CAT, TURN)
    assert not await table.predictions.own(CAT)

    await foretell(table, CAT, "low")
    await table.submit(FIRST, Roll())

    assert await refused(table, CAT, "high") == "foretell-late"
    with pytest.raises(Illegal, match="foretell-late"):
        await table.predictions.withdraw(CAT, TURN)
    (made,) = (await table.predictions.own(CAT)).values()
    assert made.answer == "low"


async def test_what_is_no_question_or_no_answer_is_refused(house: House) -> None:
    table = await game(house)

    assert await refused(table, CAT, "purple") == "foretell-late"
    assert await refused(table, CAT, "low", "score 7 1") == "foretell-late"
    assert await refused(table, CAT, "0", "nothing") == "foretell-late"


async def test_whoever_sits_at_the_table_or_did_foretells_nothing(house: House) -> None:
    table = await game(house)
    assert await refused(table, ANN) == "foretell-knows"
    await foretell(table, CAT, "low")

    await taken_over(table, Seat(1), CAT, "Cat")

    assert not await table.predictions.own(CAT), "what she foretold before she sat down is gone"
    assert await refused(table, CAT) == "foretell-knows"
    assert await refused(table, BOB) == "foretell-knows", "he has seen what Cat now has"


async def test_points_pay_for_saying_how_sure_one_is() -> None:
    def expected(sure: int, chance: float) -> float:
        right, wrong = SURE[sure]
        return chance * right + (1 - chance) * wrong

    chances = (0.1, 0.5, 0.6, 0.7, 0.75, 0.85, 1.0)
    best = [max((expected(sure, chance), sure) for sure in SURE)[1] for chance in chances]
    assert best == [1, 1, 1, 2, 2, 3, 3]
    assert all(expected(1, chance) >= 0 for chance in (0.0, 0.5)), "a guess costs nothing"


async def test_what_is_decided_once_stays_decided_when_the_game_goes_back(house: House, discord: Recorder) -> None:
    table = await game(house)
    await foretell(table, CAT, "low")
    await turn(table, house)
    first = await house.store.predictions.ranked(GUILD, "toy")
    points = await table.rewinding.phase_points()

    await table.rewinding.roll_back(min(point.began for point in points), DEED, 1)
    assert table.view(None).turn == 0
    assert TURN not in await table.predictions.open(DAN)
    assert await refused(table, DAN) == "foretell-late"
    await turn(table, house, cards=2)

    assert await house.store.predictions.ranked(GUILD, "toy") == first
    assert len(opened_in(discord.channel)) == 1


async def test_a_game_that_goes_back_before_the_dice_leaves_what_is_open_open(house: House) -> None:
    table = await game(house)
    await foretell(table, CAT, "0", "winner")
    await turn(table, house)
    points = await table.rewinding.phase_points()
    await table.rewinding.roll_back(min(point.began for point in points), DEED, 1)

    await foretell(table, CAT, "1", "winner")

    assert (await table.predictions.own(CAT))["winner"].answer == "1"


async def test_what_is_decided_together_is_told_together_and_the_table_of_the_best_counts_it(
    house: House, discord: Recorder
) -> None:
    table = await game(house)
    await foretell(table, CAT, "0", "winner", sure=1)
    await foretell(table, DAN, "1", "winner", sure=1)
    while table.awaiting:
        (seat,) = table.awaiting
        view = table.view(None)
        last = sum(view.heights) == 1
        key = f"score {view.turn} {seat}"
        await foretell(table, CAT, "low" if last else "high", key)
        brought = await turn(table, house)

    told = opened_in(discord.channel)
    assert sum(text.count("foretold Who wins?") for text in told) == 1
    (last_post,) = (text for text in told if "Who wins?" in text)
    assert "What does" in last_post, "the last turn and the game are opened in one post"
    assert brought
    ranked = {one.user: one for one in await house.store.predictions.ranked(GUILD, "toy")}
    mine = (await table.predictions.own(CAT)).values()
    assert ranked[CAT].points == sum(one.points or 0 for one in mine)
    assert {type(number) for number in (ranked[CAT].points, ranked[CAT].made, ranked[CAT].right)} == {int}
    assert ranked[CAT].made == len(mine) == 7
    assert ranked[DAN].made == 1
    assert not await house.store.predictions.ranked(GUILD + 1, "toy"), "a table for each server"
    assert not await house.store.predictions.ranked(GUILD, "titan"), "and for each game"
    with pytest.raises(Illegal, match="game-not-running"):
        await table.predictions.check(CAT)


async def test_who_does_not_want_to_be_named_is_not(house: House, discord: Recorder) -> None:
    table = await game(house)
    await house.store.people.name(CAT, named=False)
    await foretell(table, CAT, "low")

    await turn(table, house)

    (told,) = opened_in(discord.channel)
    assert "Cat" not in told
    assert "foretold-unnamed" in told
    assert [one.hidden for one in await house.store.predictions.ranked(GUILD, "toy")] == [True]


async def test_whoever_is_forgotten_has_foretold_nothing_but_stays_known_to_know_secrets(house: House) -> None:
    table = await game(house)
    await foretell(table, CAT, "low")
    assert [each["question"] for each in (await house.store.people.known(CAT))["prediction"]] == [TURN]
    await taken_over(table, Seat(1), DAN, "Dan")
    for user in (CAT, BOB):
        await house.forget(user, "somebody", "a game")

    assert not (await house.store.people.known(CAT))["prediction"]
    assert await refused(table, BOB) == "foretell-knows", "as long as the game runs"
    while table.awaiting:
        await turn(table, house)
    assert not (await house.store.people.known(BOB))["insider"]
