"""What is told, to whom, once, and what happens when Discord will not have it."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace

import pytest

from cogs.house.background.delivery import DM_AGAIN
from cogs.house.background.regained import TOGETHER
from cogs.house.game.announce import POST_LIMIT, posts
from cogs.house.house import House
from cogs.house.runtime.environment import Environment
from cogs.house.runtime.tasks import pause
from cogs.house.store.outbox import LONGEST_ASIDE, SHORTEST_ASIDE, Heads, OutboxStore
from cogs.house.store.store import StoreUnavailable
from cogs.house.store.times import LONGEST_PAUSE
from cogs.house.table.table import Table
from cogs.house.values.drafts import PostDraft, PostKind, PostRow, Sentence
from cogs.house.values.records import PostStyle
from cogs.house.values.sender import OPEN
from engine.core import Seat
from engine.log import Undo
from tests.house.conftest import ANN, BOB, CHANNEL, GUILD, Clock, Opened, Recorder, game, lobby, slow, until, written
from tests.quick_sqlite import file_of
from tests.toy import KIT, Action, Done, Lay, Roll, Show, Take, View

FIRST, SECOND = Seat(0), Seat(1)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Retries follow at once."""
    monkeypatch.setattr("cogs.house.background.outbox.pause", lambda attempts: 0.01)
    monkeypatch.setattr("cogs.house.runtime.tasks.pause", lambda failures: 0.01)


async def test_the_opening_brings_a_picture_a_prompt_and_everybodys_own_cards(house: House, discord: Recorder) -> None:
    table = await game(house)

    pictures = [picture.name for post in discord.channel for picture in post.pictures]
    prompt = discord.channel[-1]
    assert pictures == ["table.png"]
    assert prompt.text == f"your-turn <@{ANN}> your-move"
    assert prompt.mentions == (ANN,)
    assert [button.line for button in prompt.buttons] == [OPEN, "roll", "done"]
    assert prompt.began == table.began
    for seat, person in ((FIRST, ANN), (SECOND, BOB)):
        (shown,) = (post for post in discord.people[person] if post.pictures)
        assert shown.text.startswith("from-table Friday ")
        assert str(table.view(seat).cards) in shown.text
        assert str(table.view(seat).cards).encode() in shown.pictures[0].data


async def test_the_channel_never_hears_of_a_hidden_card(house: House, discord: Recorder) -> None:
    table = await game(house)
    (card,) = set(table.view(SECOND).cards) - set((await _stolen(house)).cards)
    await house.settled()

    public = discord.texts + "".join(picture.alt for post in discord.channel for picture in post.pictures)
    drawn = b"".join(picture.data for post in discord.channel for picture in post.pictures)
    assert "Ann takes a card from Bob" in public
    assert f"takes {card}" not in public
    assert b"cards=()" in drawn
    assert drawn.count(b"cards=(") == drawn.count(b"cards=()")
    assert f"Ann takes {card} from Bob" in discord.told(BOB)


async def test_the_store_holds_no_private_sentence(house: House) -> None:
    await _stolen(await _house_with_game(house))

    rows = await house.store.database.read("SELECT body || said AS text FROM outbox WHERE seat IS NOT NULL")
    bodies = [row["text"] for row in rows]
    assert bodies
    assert all(re.fullmatch(r"(nudge )?\d*", body) for body in bodies)


async def test_who_lost_a_card_is_shown_what_is_left(house: House, discord: Recorder) -> None:
    await game(house)
    discord.people.clear()

    left = await _stolen(house)
    await house.settled()

    assert f"your cards {left.cards}" in discord.told(BOB)


async def test_own_acts_bring_no_message_to_oneself(house: House, discord: Recorder) -> None:
    table = await game(house)
    discord.people.clear()

    await table.submit(FIRST, Lay(table.view(FIRST).cards[0]), 1)
    await table.submit(FIRST, Done(), 2)
    await house.settled()

    assert discord.told(ANN) == ""


async def test_there_is_one_mention_a_hand_off(house: House, discord: Recorder) -> None:
    table = await game(house)
    await table.submit(FIRST, Roll(), 1)
    await table.submit(FIRST, Lay(table.view(FIRST).cards[0]), 2)
    await table.submit(FIRST, Done(), 3)
    await house.settled()

    assert [post.mentions for post in discord.channel if post.mentions] == [(ANN,), (BOB,)]


async def test_staged_acts_are_told_when_the_phase_closes_in_one_post(house: House, discord: Recorder) -> None:
    table = await game(house)
    said = len(discord.channel)
    await table.submit(FIRST, Lay(table.view(FIRST).cards[0]), 1)
    await house.settled()
    assert len(discord.channel) == said

    await table.submit(FIRST, Done(), 2)
    await house.settled()

    news, prompt = discord.channel[said:]
    assert news.text.splitlines()[0] == "Ann lays a card"
    assert news.text.splitlines()[1].startswith("Ann scores")
    assert news.pictures
    assert prompt.mentions == (BOB,)


async def test_when_the_turn_stays_the_last_post_of_a_phase_carries_the_buttons(
    opened: Opened, discord: Recorder
) -> None:
    """Bob has no cards left when Ann ends a turn with one: it is her turn again, without another mention."""
    async with opened() as house:
        table = await game(house)
        interaction = 0
        while table.view(None).heights[1]:
            (seat,) = table.awaiting
            cards = table.view(seat).cards
            acts: list[Action] = [Lay(card) for card in (cards[:2] if seat == SECOND else cards[:1])]
            if seat == FIRST and table.view(None).heights == (3, 3):
                acts = [Take(1), *acts]
            for act in (*acts, Done()):
                interaction += 1
                await table.submit(seat, act, interaction)
        assert table.awaiting == {FIRST}
        await house.settled()
        said = len(discord.channel)
        await table.submit(FIRST, Lay(table.view(FIRST).cards[0]), 100)
        await table.submit(FIRST, Done(), 101)
        await house.settled()

    last = discord.channel[-1]
    assert len(discord.channel) > said
    assert last.mentions == ()
    assert last.buttons
    assert last.began == table.began


async def test_a_picture_shows_the_game_as_it_was_then(opened: Opened, discord: Recorder) -> None:
    """Both turns are over before anything is drawn; each has its own picture, from memory or by replay."""
    async with opened(sender=None) as house:
        table = await game(house)
        for seat, interaction in ((FIRST, 1), (SECOND, 3)):
            await table.submit(seat, Lay(table.view(seat).cards[0]), interaction)
            await table.submit(seat, Done(), interaction + 1)
    async with opened() as house:
        await house.settled()

    turns = [picture.alt for post in discord.channel for picture in post.pictures]
    assert turns == ["turn 0", "turn 1", "turn 2"]
    assert [post.mentions for post in discord.channel if post.mentions] == [(ANN,)]


async def test_a_newer_hand_replaces_one_that_was_not_sent(opened: Opened, discord: Recorder) -> None:
    async with opened(sender=None) as house:
        await game(house)
        left = await _stolen(house)
    async with opened() as house:
        await house.settled()

    hands = [post.text for post in discord.people[BOB] if post.pictures]
    assert len(hands) == 1
    assert f"your cards {left.cards}" in hands[0]


async def test_sentences_that_wait_go_out_in_one_post(opened: Opened, discord: Recorder) -> None:
    async with opened(sender=None) as house:
        table = await game(house)
        await table.submit(FIRST, Roll(), 1)
        await table.submit(FIRST, Take(1), 2)
    async with opened() as house:
        await house.settled()

    assert any("Ann rolls" in post.text and "Ann takes" in post.text for post in discord.channel)


async def test_what_was_committed_before_a_kill_is_told_once(opened: Opened, discord: Recorder) -> None:
    async with opened(sender=None, dies=True) as house:
        await (await game(house)).submit(FIRST, Roll(), 1)

    for _ in range(3):
        async with opened() as house:
            await house.settled()

    assert discord.texts.count("Ann rolls") == 1
    assert len(discord.attempts) == len(set(discord.attempts))


async def test_a_post_whose_id_was_not_kept_is_sent_again_with_the_same_nonce(
    opened: Opened, discord: Recorder
) -> None:
    discord.hangs = True
    async with opened(dies=True) as house:
        await (await _begun(house)).submit(FIRST, Roll(), 1)
        await until(lambda: discord.attempts)
    discord.hangs = False
    first = list(discord.attempts)
    async with opened() as house:
        await house.settled()

    assert set(first) <= set(discord.attempts[len(first) :])
    assert discord.texts.count("Ann rolls") == 1


async def test_a_kill_while_drawing_loses_no_picture(opened: Opened, discord: Recorder) -> None:
    async with opened(dies=True, kit=slow(KIT, 0.2)) as house:
        await _begun(house)
        await asyncio.sleep(0.05)
    assert not any(post.pictures for post in discord.channel)
    async with opened() as house:
        await house.settled()

    assert sum(bool(post.pictures) for post in discord.channel) == 1


@pytest.mark.usefixtures("quick")
async def test_what_fails_for_a_while_arrives_later_in_order(house: House, discord: Recorder) -> None:
    table = await game(house)
    discord.failures = 3
    await table.submit(FIRST, Roll(), 1)
    await table.submit(FIRST, Lay(table.view(FIRST).cards[0]), 2)
    await table.submit(FIRST, Done(), 3)
    await until(lambda: discord.channel[-1].mentions == (BOB,))

    text = discord.texts
    assert text.index("Ann rolls") < text.index("Ann scores") < text.index(f"your-turn <@{BOB}>")
    assert text.count("Ann rolls") == 1


def test_pauses_grow_and_have_an_end() -> None:
    pauses = [pause(attempts, LONGEST_PAUSE) for attempts in range(1, 40)]

    assert pauses[:4] == [1, 2, 4, 8]
    assert pauses == sorted(pauses)
    assert pauses[-1] == LONGEST_PAUSE


async def test_a_closed_dm_is_told_as_waiting_and_to_nobody_else(house: House, discord: Recorder) -> None:
    discord.closed.add(BOB)
    await game(house)
    left = await _stolen(house)
    await house.settled()

    assert discord.texts.count("something-waits Bob") == 1
    assert str(left.cards) not in discord.texts
    assert BOB not in discord.people
    assert await house.store.dms.owed(BOB)
    assert not await house.store.dms.owed(BOB)
    assert not await house.store.dms.owed(ANN)


async def test_a_closed_dm_is_tried_again_a_day_later(opened: Opened, discord: Recorder) -> None:
    clock = [1_000_000.0]
    discord.closed.add(BOB)
    async with opened(environment=Environment(now=lambda: clock[0])) as house:
        await game(house)
        tried = len(discord.attempts)
        discord.closed.clear()
        await _stolen(house)
        await house.settled()
        assert BOB not in discord.people
        assert len(discord.attempts) - tried <= 2  # the channel's post and Ann's hand

        clock[0] += DM_AGAIN + 1
        table = await house.at(CHANNEL)
        assert table is not None
        await table.remind(hands=True)
        await house.settled()

        assert str(table.view(SECOND).cards) in discord.told(BOB)
        assert not await house.store.dms.owed(BOB)


async def test_a_channel_that_is_gone_stops_its_game_and_no_other(house: House, discord: Recorder) -> None:
    table, other = await game(house), await game(house, channel=11)
    discord.gone.add(CHANNEL)
    await table.submit(FIRST, Roll(), 1)
    await house.settled()
    tried = len(discord.attempts)

    await table.submit(FIRST, Take(1), 2)
    await house.settled()

    assert table.game.suspended == "404 10003"
    assert len(discord.attempts) == tried
    await other.submit(FIRST, Roll(), 3)
    await house.settled()
    assert len(discord.attempts) > tried


async def test_a_command_in_the_channel_shows_that_it_is_there_after_all(house: House, discord: Recorder) -> None:
    table = await game(house)
    discord.gone.add(CHANNEL)
    await table.submit(FIRST, Roll(), 1)
    await house.settled()
    discord.gone.clear()

    assert await house.at(CHANNEL) is table
    await house.settled()

    assert table.game.suspended is None
    assert discord.texts.count("Ann rolls") == 1


async def test_a_missing_permission_is_noted_and_the_next_post_is_tried(house: House, discord: Recorder) -> None:
    table = await game(house)
    discord.forbidden.add(CHANNEL)
    await table.submit(FIRST, Roll(), 1)
    await house.settled()
    discord.forbidden.clear()
    await table.submit(FIRST, Take(1), 2)
    await house.settled()

    ((kind, why, given_up),) = await table.services.store.outbox.troubles(table.game.id)
    assert (kind, why, given_up) == ("text", "403 50013", True)
    assert "Ann rolls" not in discord.texts
    assert "Ann takes a card from Bob" in discord.texts


@pytest.mark.usefixtures("quick")
@pytest.mark.sqlite("the disk fails by a pragma")
async def test_a_post_that_could_not_be_noted_is_not_sent_again(house: House, discord: Recorder) -> None:
    """The disk fails between Discord's answer and our note of it."""
    table = await game(house)
    said = len(discord.attempts)
    discord.then = lambda: file_of(house.store)._writer.execute("PRAGMA query_only = 1")
    await table.submit(FIRST, Roll(), 1)
    await until(lambda: len(discord.attempts) > said)
    await asyncio.sleep(0.1)
    discord.then = None
    await file_of(house.store)._writer.execute("PRAGMA query_only = 0")
    await table.submit(FIRST, Take(1), 2)
    await house.settled()

    assert discord.texts.count("Ann rolls") == 1
    assert len(discord.attempts) == len(set(discord.attempts))
    assert "Ann takes a card" in discord.texts


async def test_a_picture_that_cannot_be_drawn_holds_up_nothing(opened: Opened, discord: Recorder) -> None:

    def broken(view: object, names: object, look: object) -> bytes:
        raise ZeroDivisionError

    board, hand = KIT.pictures.kinds
    pictures = replace(KIT.pictures, kinds=(replace(board, draw=broken), hand))
    async with opened(kit=replace(KIT, pictures=pictures)) as house:
        table = await game(house)

        await table.submit(FIRST, Lay(table.view(FIRST).cards[0]), 1)
        await table.submit(FIRST, Done(), 2)
        await house.settled()

        assert "Ann scores" in discord.texts
        assert not any(post.pictures for post in discord.channel)
        assert discord.channel[-1].mentions == (BOB,)


@pytest.mark.parametrize(("kind", "said"), [("of-a-newer-program", None), (None, "[[1"), (None, "[7]")])
async def test_a_row_that_cannot_be_read_holds_up_nothing_and_is_told_when_it_can(
    opened: Opened, discord: Recorder, url: str, kind: str | None, said: str | None
) -> None:
    """As after going back to an older program, which does not know what a newer one has written."""
    async with opened(sender=None) as house:
        table = await _begun(house)
        await table.submit(FIRST, Roll(), 1)
    ((row, *whole),) = await written(url, "SELECT id, kind, said FROM outbox WHERE said LIKE '%Ann rolls%'")
    change = "UPDATE outbox SET kind = coalesce(?, kind), said = coalesce(?, said) WHERE id = ?"
    await written(url, change, kind, said, row)

    async with opened() as house:
        await house.settled()
        table = await house.table(1)
        await table.submit(FIRST, Take(1), 2)
        await house.settled()

        assert "Ann rolls" not in discord.texts
        assert "Ann takes a card" in discord.texts
        assert [each.well for each in house.health() if each.name == "deliveries"] == [True]
    await written(url, change, *whole, row)
    async with opened() as house:
        await house.settled()

    assert discord.texts.count("Ann rolls") == 1
    assert await written(url, "SELECT 1 FROM outbox WHERE done_at IS NULL AND kind <> 'remind'") == []


async def test_a_row_that_cannot_be_read_keeps_nobody_from_going_back(
    opened: Opened, discord: Recorder, url: str
) -> None:
    async with opened() as house:
        table = await game(house)
        await table.submit(FIRST, Show(table.view(FIRST).cards[0]), 1)
        await house.settled()
    await written(url, "UPDATE outbox SET said = '[[1' WHERE said LIKE '%Ann shows%'")

    async with opened() as house:
        table = await house.table(1)
        await table.submit(FIRST, Undo((1,)), 2)

    assert await written(url, "SELECT struck FROM outbox WHERE said = '[[1'") == [(1,)]


async def test_what_our_program_cannot_tell_is_kept_for_one_that_can(
    opened: Opened, discord: Recorder, url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("cogs.house.background.posting._as_it_stands", _broken)
    async with opened() as house:
        table = await game(house)
        await table.submit(FIRST, Roll(), 1)
        await house.settled()
        kept = [why for _, why, given_up in await table.services.store.outbox.troubles(table.game.id) if not given_up]
        monkeypatch.undo()
        await table.submit(FIRST, Take(1), 2)
        await house.settled()

        assert kept == ["failed: ZeroDivisionError"] * len(kept)
        assert kept
        assert "Ann rolls" not in discord.texts
        assert "Ann takes a card" in discord.texts
    assert "is set aside: ZeroDivisionError" in caplog.text
    assert "Ann rolls" not in caplog.text
    async with opened() as house:
        await house.settled()

    assert discord.texts.count("Ann rolls") == 1
    assert await written(url, "SELECT 1 FROM outbox WHERE done_at IS NULL AND kind <> 'remind'") == []


async def test_what_was_set_aside_is_tried_again_after_pauses_that_grow(
    opened: Opened, discord: Recorder, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.house.background.posting._as_it_stands", _broken)
    async with opened(environment=Environment(now=clock)) as house:
        table = await game(house)
        rests = []
        for _ in range(9):
            await house.settled()
            heads = await house.store.outbox.heads()
            assert heads.due == ()
            assert heads.next is not None
            rests.append(heads.next - clock.at)
            clock.at = heads.next
            await house.check_time()
        monkeypatch.undo()
        clock.at += LONGEST_ASIDE
        await house.check_time()
        await house.settled()

        assert rests == sorted(rests)
        assert (rests[0], rests[-1]) == (SHORTEST_ASIDE, LONGEST_ASIDE)
        assert await table.services.store.outbox.troubles(table.game.id) == ()


async def test_a_newer_card_takes_the_place_of_one_that_was_set_aside(
    opened: Opened, discord: Recorder, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.house.background.delivery.card", _broken)
    async with opened() as house:
        table = await game(house, posts=PostStyle.CARD)
        for act in (Roll(), Lay(table.view(FIRST).cards[0]), Done()):
            await table.submit(FIRST, act)
        await house.settled()

    assert await written(url, "SELECT count(*) FROM outbox WHERE kind = 'card' AND done_at IS NULL") == [(1,)]


async def test_a_note_that_fails_neither_spins_nor_sends_again_nor_holds_up_others(
    opened: Opened, discord: Recorder, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it does where a game is purged while a card of it is on its way."""
    tried = 0

    async def failing(self: OutboxStore, row: PostRow, *told: object, **facts: object) -> None:
        nonlocal tried
        tried += "Ann rolls" in str(row.said)
        if "Ann rolls" in str(row.said):
            raise KeyError("the game is gone")
        await delivered(self, row, *told, **facts)  # type: ignore[arg-type]

    delivered = OutboxStore.delivered
    async with opened(environment=Environment(now=clock)) as house:
        table = await game(house)
        monkeypatch.setattr(OutboxStore, "delivered", failing)
        await table.submit(FIRST, Roll(), 1)
        await house.settled()
        await table.submit(FIRST, Take(1), 2)
        await house.settled()

        assert tried == 1
        assert "Ann takes a card" in discord.texts
        monkeypatch.undo()
        clock.at += LONGEST_ASIDE
        await house.check_time()
        await house.settled()

        assert discord.texts.count("Ann rolls") == 1
        assert len(discord.attempts) == len(set(discord.attempts))
        assert await table.services.store.outbox.troubles(table.game.id) == ()


async def test_a_store_that_cannot_be_read_for_a_while_ends_no_delivery(house: House, discord: Recorder) -> None:
    table = await game(house)
    heads, failures = house.store.outbox.heads, [OSError("disk"), KeyError("bug"), StoreUnavailable("disk")]

    async def failing(*asked: object, **kinds: object) -> Heads:
        if failures:
            raise failures.pop()
        return await heads()

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(house.store.outbox, "heads", failing)
        patched.setattr("cogs.house.runtime.tasks.pause", lambda failures: 0.01)
        await table.submit(FIRST, Roll(), 1)
        await until(lambda: "Ann rolls" in discord.texts)

    assert failures == []


@pytest.mark.sqlite("it is about SQLite's plans")
async def test_looking_for_what_is_due_does_not_look_at_what_waits(opened: Opened) -> None:
    """Thousands of reminders wait for days, and it is looked after each delivery."""
    async with opened(sender=None) as house:
        db, asked = file_of(house.store)._reader, list[str]()
        await db.set_trace_callback(asked.append)
        await house.store.outbox.heads([1, 2], 5)
        about = [f"EXPLAIN QUERY PLAN {sql}" for sql in asked if sql.startswith("SELECT")]
        plans = [[row["detail"] for row in await db.execute_fetchall(sql)] for sql in about]

    assert len(plans) == 2
    assert plans[0][0] == "SEARCH outbox USING INDEX outbox_due (not_before<?)"
    assert plans[1] == ["SEARCH outbox USING INDEX outbox_due (not_before>?)"]
    looked = {step.split(" VIRTUAL TABLE")[0] for plan in plans for step in plan if step.startswith("SCAN")}
    assert looked <= {"SCAN json_each"}
    assert not any("TEMP B-TREE" in step for step in plans[0])


async def test_what_is_not_due_yet_holds_up_what_stands_behind_it_and_nothing_else(
    opened: Opened, clock: Clock
) -> None:
    async with opened(sender=None, environment=Environment(now=clock)) as house:
        await lobby(house)
        drafts = (
            PostDraft(PostKind.WAITS, None, 0, "early", delay=60.0),
            PostDraft(PostKind.WAITS, None, 0, "behind"),
            PostDraft(PostKind.REMIND, SECOND, 0, "later", delay=120.0),
            PostDraft(PostKind.ORDERED, SECOND, 0, "beside"),
            PostDraft(PostKind.PRIVATE, SECOND, 0, "hers"),
        )
        store = house.store
        await store.outbox.enqueue(1, drafts)

        async def due(*busy: int) -> list[str]:
            return [row.body for row in (await store.outbox.heads(busy)).due if row.kind is not PostKind.LOBBY]

        async def head(body: str) -> PostRow:
            return next(row for row in (await store.outbox.heads()).due if row.body == body)

        assert await due() == ["beside", "hers"]
        assert (await store.outbox.heads()).next == clock.at + 60.0
        assert await due((await head("beside")).id) == ["hers"]
        assert len((await store.outbox.heads((), 1)).due) == 1

        clock.at += 60.0
        assert await due() == ["beside", "hers", "early"]
        early = await head("early")
        await store.outbox.set_aside(early.game, early.id, "failed: ValueError")
        assert await due() == ["behind", "beside", "hers"]

        clock.at += 60.0
        assert await due() == ["beside", "hers", "early", "later"]


async def test_only_so_many_deliveries_are_made_at_a_time(
    opened: Opened, discord: Recorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each holds its table in memory."""
    monkeypatch.setattr("cogs.house.background.outbox.AT_ONCE", 2)
    async with opened(sender=None) as house:
        for channel in range(20, 26):
            await game(house, channel=channel)
    under_way, most = 0, 0

    async def answering() -> None:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        await asyncio.sleep(0.005)
        under_way -= 1

    discord.then = answering
    async with opened() as house:
        assert await house.settled()

    assert most == 2
    assert len(discord.channel) > 6


async def test_it_is_forgotten_whom_refused_long_ago(
    opened: Opened, discord: Recorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.house.background.outbox.MOST_REFUSING", 3)
    async with opened() as house:
        for channel in range(20, 25):
            discord.forbidden.add(channel)
            await game(house, channel=channel)
        await house.settled()

        assert house._outbox is not None
        assert 0 < len(house._outbox._refusals) <= 3


async def test_a_channel_without_files_is_told_what_the_picture_shows(house: House, discord: Recorder) -> None:
    table = await game(house)
    discord.filing.add(CHANNEL)
    await table.submit(FIRST, Lay(table.view(FIRST).cards[0]), 1)
    await table.submit(FIRST, Done(), 2)
    await house.settled()

    news, _ = discord.channel[-2:]
    assert news.text.splitlines()[-1] == "turn 1"
    assert "Ann scores" in news.text
    assert news.pictures == ()


async def test_a_slow_channel_holds_up_no_other(opened: Opened, discord: Recorder) -> None:
    async with opened() as house:
        discord.failures = 1
        await game(house, channel=11)
        await game(house, channel=12)
        await house.settled()

        assert any(post.mentions for post in discord.channel)


async def test_message_ids_are_kept_with_their_world(opened: Opened, url: str) -> None:
    async with opened(environment=Environment(world="local-7")) as house:
        await game(house)

    kept = [kept for (kept,) in await written(url, "SELECT message_id FROM outbox WHERE message_id IS NOT NULL")]
    assert kept
    assert all(message.startswith("local-7:") for message in kept)


async def test_nonces_are_short_enough_for_discord(house: House, discord: Recorder) -> None:
    await game(house)

    assert all(len(nonce) <= 25 for nonce in discord.attempts)


def test_long_news_are_parted_below_the_limit_and_nothing_is_lost() -> None:
    said = [f"sentence {number} {'x' * 90}" for number in range(50)]

    made = ["\n".join(each.text for each in post) for post in posts(Sentence(1, text) for text in (*said, "y" * 4_500))]

    assert all(len(post) <= POST_LIMIT for post in made)
    assert "".join(made).replace("\n", "") == "".join((*said, "y" * 4_500))


def _broken(*told: object) -> str:
    raise ZeroDivisionError(" ".join(("Ann", "rolls")))


async def _begun(house: House) -> Table:
    table = await lobby(house)
    await table.lobby.join(BOB, "Bob")
    await table.lobby.start(ANN)
    return table


async def _house_with_game(house: House) -> House:
    await game(house)
    return house


async def _stolen(house: House) -> View:
    """Bob's view after Ann took a card of his."""
    table = await house.at(CHANNEL)
    assert table is not None
    await table.submit(FIRST, Take(1), 50)
    view: View = table.view(SECOND)
    return view


async def test_a_change_in_a_server_loads_only_what_rests_there_and_can_be_seen(
    opened: Opened, discord: Recorder, clock: Clock
) -> None:
    async with opened(environment=Environment(now=clock)) as house:
        calm, rests, unseen = [await game(house, channel) for channel in (11, 12, 13)]
        discord.gone |= {12, 13}
        for table in (rests, unseen):
            await table.submit(FIRST, Roll())
        await house.settled()
        games = [table.game.id for table in (calm, rests, unseen)]
        del calm, rests, unseen, table
    discord.gone = {13}
    async with opened(environment=Environment(now=clock)) as house:
        asked = len(discord.attempts)
        await house.woken()
        house.permitted(GUILD)
        clock.at += TOGETHER
        await house.check_time()
        await house.settled()

        assert [house.in_memory(number) is not None for number in games] == [False, True, False]
        assert len(discord.attempts) > asked
        assert (await house.table(games[1])).game.suspended is None
