"""Taking back the end of a phase, going back by consent, by a moderator; a game that rests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Mapping
from dataclasses import replace
from random import Random

import pytest

from cogs.house.game.rewind_points import CONSENT, WINDOW
from cogs.house.house import House
from cogs.house.runtime.environment import Environment
from cogs.house.table.insiders import Author
from cogs.house.table.table import Table
from cogs.house.values.records import Status
from engine import proof
from engine.core import Illegal, Seat
from engine.log import Undo
from engine.record import parse
from tests.deep import deep_but
from tests.house.conftest import ANN, BOB, CAT, CHANNEL, GUILD, Clock, Opened, Recorder, lobby
from tests.toy import KIT, TOY, Done, Lay, Roll, Rolled, Show, Take, View

FIRST, SECOND, THIRD = Seat(0), Seat(1), Seat(2)
SPOKEN = replace(
    KIT,
    flow=replace(KIT.flow, phase=lambda view, names: f"turn {view.turn}.", todo=lambda view: f"play {view.turn}"),
)
DEED = Author(999, manages=True)


@pytest.fixture
async def house(opened: Opened, clock: Clock) -> AsyncIterator[House]:
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as running:
        yield running


async def three(house: House, bot: str = "", options: Mapping[str, str] | None = None) -> Table:
    """A game of Ann, Bob and Cat, or the program in her place; it is Ann's turn."""
    table = await lobby(house, seats=3, options=options)
    await table.lobby.join(BOB, "Bob")
    await (table.lobby.add_bot(bot) if bot else table.lobby.join(CAT, "Cat"))
    await table.lobby.start(ANN)
    await house.settled()
    return table


def card(table: Table, seat: Seat) -> int:
    cards: tuple[int, ...] = table.view(seat).cards
    return cards[0]


async def done(table: Table, seat: Seat) -> None:
    """A quick turn."""
    await table.submit(seat, Lay(card(table, seat)))
    await table.submit(seat, Done())


async def refused(doing: Awaitable[object]) -> str:
    with pytest.raises(Illegal) as illegal:
        await doing
    return illegal.value.code


# The end of a phase


async def test_the_end_of_a_turn_is_taken_back_with_all_as_it_was(house: House, discord: Recorder) -> None:
    table = await three(house)
    laid = card(table, FIRST)
    await table.submit(FIRST, Lay(laid))
    before, began = table.view(FIRST), table.began
    await table.submit(FIRST, Done())
    (offered,) = table.rewinding.take_backs(FIRST)
    stale = table.began

    await table.rewinding.take_back(FIRST, 77, stale)
    await house.settled()

    assert offered.action == Done()
    assert table.view(FIRST) == before
    assert table.awaiting == {FIRST}
    assert table.began > stale > began
    assert "rewound Ann turn 0." in discord.texts
    assert await refused(table.submit(SECOND, Roll(), 5, stale)) == "game-has-gone-on"
    await table.submit(FIRST, Undo((1,)))
    assert laid in table.view(FIRST).cards


async def test_two_minutes_later_it_is_firm(house: House, clock: Clock) -> None:
    table = await three(house)
    await done(table, FIRST)
    ended = clock.at

    clock.at = ended + WINDOW - 1
    assert len(table.rewinding.take_backs(FIRST)) == 1
    assert len(table.rewinding.take_backs(FIRST, ended + 1)) == 1
    clock.at = ended + WINDOW
    assert table.rewinding.take_backs(FIRST) == ()
    assert await refused(table.rewinding.take_back(FIRST, 77)) == "take-back-late"


async def test_a_restart_does_not_shorten_or_lengthen_it(opened: Opened, clock: Clock) -> None:
    async with opened(environment=Environment(now=clock)) as house:
        await done(await three(house), FIRST)
    clock.at += WINDOW - 10
    async with opened(environment=Environment(now=clock)) as house:
        table = await house.at(CHANNEL)
        assert table is not None
        (offered,) = table.rewinding.take_backs(FIRST)
        assert offered.until == clock.at + 10
        assert table.rewinding.take_backs(FIRST, clock.at + 10) == ()
        await table.rewinding.take_back(FIRST)
        assert table.awaiting == {FIRST}
    async with opened(environment=Environment(now=clock)) as house:
        table = await house.at(CHANNEL)
        assert table is not None
        assert table.awaiting == {FIRST}
        assert table.view(FIRST).turn == 0


@pytest.mark.parametrize("act", [Roll(), Show(0)])
async def test_once_another_has_acted_it_is_firm(house: House, act: Roll | Show) -> None:
    table = await three(house)
    await done(table, FIRST)

    await table.submit(SECOND, Show(card(table, SECOND)) if isinstance(act, Show) else act)

    assert table.rewinding.take_backs(FIRST) == ()
    assert await refused(table.rewinding.take_back(FIRST)) == "take-back-late"


async def test_only_who_ended_it_takes_it_back(house: House) -> None:
    table = await three(house)
    await done(table, FIRST)

    assert table.rewinding.take_backs(SECOND) == table.rewinding.take_backs(THIRD) == ()
    assert await refused(table.rewinding.take_back(SECOND)) == "take-back-late"


async def test_what_another_has_staged_in_silence_is_told_to_nobody_by_it(
    opened: Opened, clock: Clock, discord: Recorder
) -> None:
    """Whether he has begun or not: the same is offered and said. He alone hears that it is gone."""
    said: list[list[str]] = []
    for staged in (False, True):
        async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
            table = await three(house)
            await done(table, FIRST)
            if staged:
                await table.submit(SECOND, Lay(card(table, SECOND)))
            await house.settled()
            before, told = len(discord.channel), discord.told(BOB)
            assert len(table.rewinding.take_backs(FIRST)) == 1
            await table.rewinding.take_back(FIRST)
            await house.settled()
            said.append([post.text for post in discord.channel[before:]])
            assert ("staged-is-gone" in discord.told(BOB).removeprefix(told)) is staged
            assert table.began == 3
            table_id = table.game.id
            assert "staged-is-gone" not in discord.told(ANN) + discord.told(CAT)
            await end(house, table_id)
    assert said[0] == said[1]


async def end(house: House, number: int) -> None:
    """Plays on until the game is over and the channel free."""
    table = await house.table(number)
    while table.awaiting:
        (seat,) = table.awaiting
        await table.submit(seat, Lay(card(table, seat)) if table.legal(seat, undo=False)[-1] != Done() else Done())


async def test_a_press_that_came_twice_takes_back_once(house: House) -> None:
    table = await three(house)
    await done(table, FIRST)

    await table.rewinding.take_back(FIRST, 77)

    assert await refused(table.rewinding.take_back(FIRST, 77)) == "already-done"


async def test_two_who_act_at_once_get_one_of_both(house: House) -> None:
    table = await three(house)
    await done(table, FIRST)
    began = table.began

    answers = await asyncio.gather(
        table.rewinding.take_back(FIRST, 77, began), table.submit(SECOND, Roll(), 78, began), return_exceptions=True
    )

    assert sum(isinstance(answer, Illegal) for answer in answers) == 1


async def test_two_ends_are_taken_back_one_after_the_other(house: House) -> None:
    table = await three(house)
    await done(table, FIRST)
    await table.rewinding.take_back(FIRST)
    await table.submit(FIRST, Done())
    assert len(table.rewinding.take_backs(FIRST)) == 1
    await table.rewinding.take_back(FIRST)

    assert table.rewinding.take_backs(FIRST) == ()


# By consent


async def test_those_who_were_waited_for_must_agree(house: House, discord: Recorder, clock: Clock) -> None:
    table = await three(house)
    await done(table, FIRST)
    clock.at += WINDOW
    (point,) = await table.rewinding.own_points(FIRST)

    request = await house.consent(table).ask(FIRST, point.began, whole=False)
    await house.settled()

    assert request is not None
    assert request.wanted == {SECOND}
    post = discord.channel[-1]
    assert [button.line for button in post.buttons] == [f"consent {request.id}", f"decline {request.id}"]
    assert post.mentions == (BOB,)
    assert await refused(house.consent(table).answer(request.id, THIRD, True)) == "request-not-asked"
    assert table.awaiting == {SECOND}

    answered = await house.consent(table).answer(request.id, SECOND, True, 80)
    await house.settled()

    assert answered.closed == "done"
    assert table.awaiting == {FIRST}
    assert "rewound Ann turn 0." in discord.texts
    assert await refused(house.consent(table).answer(request.id, SECOND, True)) == "request-closed"


async def test_whoever_answers_too_late_takes_the_buttons_away(house: House, discord: Recorder, clock: Clock) -> None:
    table = await three(house)
    await done(table, FIRST)
    (point,) = await table.rewinding.own_points(FIRST)
    request = await house.consent(table).ask(FIRST, point.began, whole=False)
    assert request is not None
    await house.settled()
    (question,) = [post for post in discord.channel if "request-asked" in post.text]
    assert question.buttons
    clock.at += CONSENT
    assert await refused(house.consent(table).answer(request.id, SECOND, True)) == "request-closed"
    await house.settled()
    (question,) = [post for post in discord.channel if "request-asked" in post.text]
    assert not question.buttons


async def test_a_request_is_refused_withdrawn_or_overtaken(house: House, discord: Recorder, clock: Clock) -> None:
    table = await three(house)
    await done(table, FIRST)
    (point,) = await table.rewinding.own_points(FIRST)

    async def asked() -> int:
        request = await house.consent(table).ask(FIRST, point.began, whole=False)
        assert request is not None
        return request.id

    first = await asked()
    assert await refused(asked()) == "request-waits"
    await house.consent(table).answer(first, SECOND, False)
    second = await asked()
    await house.consent(table).answer(second, FIRST, False)
    third = await asked()
    clock.at += CONSENT
    assert await refused(house.consent(table).answer(third, SECOND, True)) == "request-closed"
    fourth = await asked()
    await table.submit(SECOND, Roll())
    assert await refused(house.consent(table).answer(fourth, SECOND, True)) == "request-closed"
    await house.settled()

    assert "request-refused Bob" in discord.texts
    questions = [post for post in discord.channel if "request-asked" in post.text]
    assert len(questions) == 4
    assert not any(post.buttons for post in questions), "what was answered has no buttons any more"
    assert "request-withdrawn Ann" in discord.texts
    assert table.awaiting == {SECOND}
    assert await refused(asked()) == "rewind-nowhere"


async def test_dice_end_what_one_can_ask_for_alone(house: House) -> None:
    table = await three(house)
    await done(table, FIRST)
    await table.submit(SECOND, Roll())

    assert await table.rewinding.own_points(FIRST) == ()
    assert len(await table.rewinding.phase_points()) == 2


async def test_where_the_table_goes_back_to_tells_nothing_of_what_is_staged(house: House, discord: Recorder) -> None:
    """The beginning of the running phase is offered, and asked for, once something was done that all know of."""
    table = await three(house)
    await done(table, FIRST)
    offered, began = await table.rewinding.phase_points(), table.began
    assert began not in [point.began for point in offered]

    await table.submit(SECOND, Lay(card(table, SECOND)))

    assert await table.rewinding.phase_points() == offered
    assert await refused(house.consent(table).ask(THIRD, began, whole=True)) == "rewind-nowhere"
    assert await refused(table.rewinding.roll_back(began, DEED)) == "rewind-nowhere"
    await house.settled()
    assert "request-asked" not in discord.texts

    await table.submit(SECOND, Roll())
    assert [point.began for point in await table.rewinding.phase_points()] == [
        began,
        *(point.began for point in offered),
    ]


async def test_a_table_that_went_back_is_where_it_went_to(house: House) -> None:
    """That is offered as little as the beginning of any running phase, whatever is staged there."""
    table = await three(house)
    await table.submit(FIRST, Roll())
    await done(table, FIRST)
    await table.rewinding.roll_back((await table.rewinding.phase_points())[-1].began, DEED)
    offered = await table.rewinding.phase_points()

    await table.submit(FIRST, Lay(card(table, FIRST)))

    assert await table.rewinding.phase_points() == offered == ()


async def test_the_whole_table_goes_back_over_dice_and_rolls_come_again(house: House, opened: Opened) -> None:
    table = await three(house)
    await table.submit(FIRST, Roll())
    scored = table.view(None).scores
    await done(table, FIRST)
    await table.submit(SECOND, Show(card(table, SECOND)))
    shown = table.view(None).shown
    *_, oldest = await table.rewinding.phase_points()

    request = await house.consent(table).ask(THIRD, oldest.began, whole=True)
    assert request is not None
    assert request.wanted == {FIRST, SECOND}
    await house.consent(table).answer(request.id, FIRST, True)
    assert table.view(None).turn == 1
    await asyncio.gather(*(house.consent(table).answer(request.id, SECOND, True, 90) for _ in range(1)))

    view: View = table.view(None)
    assert (view.turn, view.scores, view.active, view.shown) == (0, (0, 0, 0), FIRST, shown)
    told = await table.submit(FIRST, Roll())
    assert isinstance(told.events[0], Rolled)
    assert table.view(None).scores == scored, "the same roll comes again"


async def test_a_question_survives_a_restart(opened: Opened, clock: Clock) -> None:
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
        table = await three(house)
        await done(table, FIRST)
        request = await house.consent(table).ask(FIRST, 1, whole=False)
        assert request is not None
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
        found = await house.at(CHANNEL)
        assert found is not None
        await house.consent(found).answer(request.id, SECOND, True)
        assert found.awaiting == {FIRST}


async def test_the_program_agrees_and_nobody_is_asked_where_nobody_else_sits(house: House) -> None:
    table = await lobby(house, seats=2)
    await table.lobby.add_bot("sleeper")
    await table.lobby.start(ANN)
    await table.submit(FIRST, Roll())
    await done(table, FIRST)
    began = (await table.rewinding.phase_points())[-1].began

    assert await house.consent(table).ask(FIRST, began, whole=True) is None

    assert table.view(None).turn == 0
    assert table.awaiting == {FIRST}


# By a moderator


async def test_a_moderator_sets_the_game_back_on_the_record(house: House, discord: Recorder) -> None:
    table = await three(house)
    await table.submit(FIRST, Roll())
    await done(table, FIRST)
    await table.submit(SECOND, Roll())
    began = (await table.rewinding.phase_points())[-1].began
    assert await house.consent(table).ask(THIRD, began, whole=True) is not None

    await table.rewinding.roll_back(began, DEED, 55)
    await house.settled()

    assert not any(post.buttons for post in discord.channel if "request-asked" in post.text), "nobody need answer it"

    assert table.awaiting == {FIRST}
    assert "rewound-by-moderator turn 0." in discord.texts
    assert await refused(table.rewinding.roll_back(began, DEED, 55)) == "already-done"
    assert await refused(table.rewinding.roll_back(99, DEED)) == "rewind-nowhere"


async def test_posts_of_what_no_longer_counts_are_struck_and_changed_hands_are_sent_again(
    house: House, discord: Recorder
) -> None:
    table = await three(house)
    await table.submit(FIRST, Roll())
    await house.settled()
    rolled = table.view(None).scores[0]
    hand = table.view(FIRST).cards
    await table.submit(FIRST, Take(1))
    await done(table, FIRST)
    await house.settled()
    hands = {person: len(discord.people[person]) for person in (ANN, BOB, CAT)}

    await table.rewinding.roll_back((await table.rewinding.phase_points())[-1].began, DEED)
    await house.settled()

    lines = discord.texts.split("\n")
    assert f"~~Ann rolls {rolled}~~" in lines
    assert "~~Ann takes a card from Bob~~" in lines
    assert f"Ann rolls {rolled}" not in lines
    assert "rewound-by-moderator turn 0." in lines
    assert not any(post.buttons for post in discord.channel if "~~" in post.text)
    assert str(hand) in discord.people[ANN][-1].text
    sent = {person: len(discord.people[person]) - before for person, before in hands.items()}
    assert sent == {ANN: 1, BOB: 1, CAT: 0}, "whose cards are as they were hears nothing"


async def test_games_that_went_back_are_exported_and_confirmed(house: House) -> None:
    table = await three(house)
    await table.submit(FIRST, Roll())
    await done(table, FIRST)
    await table.rewinding.take_back(FIRST)
    await table.submit(FIRST, Done())
    await table.submit(SECOND, Roll())
    await table.rewinding.roll_back(table.began, DEED)
    await table.submit(SECOND, Roll())
    await table.rewinding.roll_back((await table.rewinding.phase_points())[-1].began, DEED)
    await end(house, table.game.id)

    text = await table.export()

    assert table.game.status is Status.OVER
    assert text.count(" -2 rewind ") == 2
    assert text.count(" 0 rewind ") == 1
    assert proof.check(parse(text), TOY, table.game.commitment).finding is None
    assert await refused(table.rewinding.roll_back(1, DEED)) == "game-not-running"


async def test_nobody_types_a_rewind(house: House) -> None:
    table = await three(house)

    with pytest.raises(Illegal) as illegal:
        table.parse("rewind 1")

    assert illegal.value.code == "line-unknown-verb"
    assert "rewind" not in str(illegal.value.facts["verbs"])


async def test_in_a_game_that_rests_nobody_acts_but_a_moderator(house: House, discord: Recorder) -> None:
    table = await three(house)
    await done(table, FIRST)
    began = (await table.rewinding.phase_points())[-1].began

    await table.moderation.freeze("we look into it", DEED)
    await house.settled()

    assert "game-rests we look into it" in discord.texts
    assert table.legal(SECOND) == ()
    assert table.rewinding.take_backs(FIRST) == ()
    for doing in (
        table.submit(SECOND, Roll()),
        table.rewinding.take_back(FIRST),
        house.consent(table).ask(FIRST, 1, whole=True),
    ):
        assert await refused(doing) == "game-frozen"
    await table.rewinding.roll_back(began, DEED)
    await table.moderation.freeze(None, DEED)
    await table.submit(FIRST, Roll())
    await house.settled()
    assert "game-goes-on" in discord.texts


async def test_a_game_rests_after_a_restart_as_well_and_the_program_with_it(opened: Opened) -> None:
    async with opened() as house:
        table = await three(house, bot="random")
        await done(table, FIRST)
        await table.moderation.freeze("later", DEED)
        await done_is_refused(table)
    async with opened() as house:
        table = await house.table(table.game.id)
        await done_is_refused(table)
        seq = table.seq
        await asyncio.sleep(0.05)
        assert table.seq == seq
        assert [deed.what for deed in await house.store.deeds.page(GUILD)] == ["freeze"]


async def done_is_refused(table: Table) -> None:
    assert table.game.frozen == "later"
    assert await refused(table.submit(SECOND, Roll())) == "game-frozen"


@pytest.mark.parametrize("seed", deep_but(range(6), 0))
async def test_games_in_which_much_is_taken_back_end_and_are_the_same_after_a_restart(
    opened: Opened, clock: Clock, seed: int
) -> None:
    """Steps undone, ends taken back, agreed or refused, a moderator between: never stuck, and the log has all of it."""
    whims = Random(seed)
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
        table = await three(house)
        for _ in range(150):
            clock.at += whims.random() * 90
            if not table.awaiting:
                break
            (seat,) = table.awaiting
            other = Seat((seat + 1) % 3)
            points = await table.rewinding.phase_points()
            match whims.randrange(12):
                case 0 if table.rewinding.take_backs(other):
                    await table.rewinding.take_back(other, None, table.began)
                case 1 if points:
                    await table.rewinding.roll_back(whims.choice(points[:6]).began, DEED)
                case 2 if points:
                    request = await house.consent(table).ask(seat, whims.choice(points[:6]).began, whole=True)
                    assert request is not None
                    for asked in sorted(request.wanted):
                        answered = await house.consent(table).answer(request.id, asked, whims.random() < 0.8)
                        if answered.closed:
                            break
                case 3 if own := await table.rewinding.own_points(other):
                    request = await house.consent(table).ask(other, own[0].began, whole=False)
                    assert request is not None
                    for asked in sorted(request.wanted):
                        await house.consent(table).answer(request.id, asked, True)
                case _:
                    await table.submit(seat, whims.choice(table.legal(seat)))
        await end(house, table.game.id)
        kept = [table.view(viewer) for viewer in (None, FIRST, SECOND, THIRD)], table.seq, table.began
        told, text = await table.sentences(), await table.export()
        backs = text.count(" rewind ")
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
        again = await house.table(table.game.id)
        assert ([again.view(viewer) for viewer in (None, FIRST, SECOND, THIRD)], again.seq, again.began) == kept
        assert await again.sentences() == told
        assert proof.check(parse(text), TOY).finding is None
    assert backs
