"""A game told by a live card, a log and places for its scenes, also where Discord will not have one of these."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cogs.house.background.delivery import ASLEEP, EDITS_AGAIN, FORGETS, LOOKS_AFTER, THREADS_AGAIN, YOUNG
from cogs.house.game.announce import CLOSED_AFTER
from cogs.house.game.kit import Kit
from cogs.house.game.pictures import Look
from cogs.house.game.public_history import Moment
from cogs.house.game.telling import Scene, Scenes
from cogs.house.house import House
from cogs.house.runtime.environment import Environment
from cogs.house.store.store import Store
from cogs.house.table.insiders import Author
from cogs.house.table.table import Table
from cogs.house.values.records import PostStyle
from cogs.house.values.sender import FORETELL, OPEN, ColoredLine, Post
from cogs.house.words.words import Names
from engine.core import Illegal, Seat
from engine.log import Undo
from tests.house.conftest import (
    ANN,
    BOB,
    CAT,
    CHANNEL,
    MIGRATIONS,
    MODERATORS,
    THREADS,
    Opened,
    Recorder,
    game,
    until,
)
from tests.toy import KIT, Done, Event, Lay, Roll, Rolled, Scored, Show, View

FIRST, SECOND = Seat(0), Seat(1)
LOG = "place-log Friday"
DEED = Author(999, manages=True)


def scene(view: View) -> Scene | None:
    """From the roll to the end of the turn."""
    return Scene(str(view.turn), f"Roll of turn {view.turn}", f"about turn {view.turn}") if view.rolled else None


def pictures(before: View | None, after: View, events: Sequence[Event]) -> tuple[str, ...]:
    """The table after a turn, the dice after a roll."""
    if before is not None and before.turn == after.turn:
        return ("dice",) if after.rolled and not before.rolled else ()
    return ("table",)


TINTS = (0xB01A06, 0x0430DC)


class Lines:
    """What the others have scored since, and how many moments that took."""

    def lines(self, seat: Seat, moments: Sequence[Moment], names: Names) -> tuple[str, ...]:
        scored = (event for moment in moments for event in moment.events if isinstance(event, Scored))
        return tuple(f"since {names[event.seat]} scored {event.points}" for event in scored if event.seat != seat)

    def film(
        self, seat: Seat, moments: Sequence[Moment], names: Names, look: Look, check: Callable[[], None]
    ) -> tuple[bytes, str]:
        check()
        return b"film", f"film of {len(moments)}"


ROLLING: Kit = replace(
    KIT,
    flow=replace(
        KIT.flow,
        tint=lambda view: None if view.active is None else TINTS[view.active],
        phase=lambda view, names: f"phase {view.turn} {view.rolled}",
    ),
    telling=replace(KIT.telling, since=Lines()),
    scenes=Scenes(scene, lambda event: isinstance(event, Rolled)),
    pictures=replace(
        KIT.pictures,
        kinds=(
            *KIT.pictures.kinds,
            replace(
                KIT.pictures["table"],
                kind="dice",
                alt=lambda view, names, look: f"rolled {view.rolled}",
                scenic=True,
            ),
        ),
        due=pictures,
    ),
)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Retries follow at once."""
    monkeypatch.setattr("cogs.house.background.outbox.pause", lambda attempts: 0.01)


@pytest.fixture
def clock() -> list[float]:
    return [1_000_000.0]


@pytest.fixture
async def house(opened: Opened, clock: list[float]) -> AsyncIterator[House]:
    async with opened(kit=ROLLING, environment=Environment(now=lambda: clock[0])) as running:
        yield running


async def carded(house: House, channel: int = CHANNEL) -> Table:
    """A game of Ann and Bob that is told by a card; it is Ann's turn."""
    return await game(house, channel, PostStyle.CARD)


async def turn(table: Table, roll: bool = True, done: bool = True) -> None:
    """Whoever's turn it is rolls, lays a card and is done."""
    (seat,) = table.awaiting
    if roll:
        await table.submit(seat, Roll())
    await table.submit(seat, Lay(table.view(seat).cards[0]))
    if done:
        await table.submit(seat, Done())


def said(posts: Sequence[Post]) -> list[str]:
    return [line for post in posts for line in post.text.split("\n") if line]


def live(discord: Recorder) -> list[Post]:
    """What has buttons in the channel."""
    return [post for post in discord.channel if post.buttons]


async def test_the_channel_has_one_card_and_the_log_the_rest(house: House, discord: Recorder) -> None:
    table = await carded(house)

    (card,) = discord.channel
    assert card.text.split("\n") == [
        "card-title Friday",
        "phase 0 False",
        f"your-turn <@{ANN}> your-move",
        f"<#{THREADS}>",
    ]
    assert card.mentions == (ANN,)
    assert [picture.alt for picture in card.pictures] == ["turn 0"]
    assert [button.line for button in card.buttons] == [OPEN, "roll", "done"]
    assert card.began == table.began
    assert [discord.messages[number][1] for number in discord.pins] == [card]
    assert said(discord.thread(LOG))[0].startswith("rules-preset")
    assert card.bar == ColoredLine(TINTS[0], "phase 0 False")
    assert not any(post.buttons for post in discord.thread(LOG)), "My turn stands once"


async def test_a_young_card_is_edited_and_nobody_called_again(house: House, discord: Recorder) -> None:
    table = await carded(house)
    await table.submit(FIRST, Roll())
    await house.settled()

    (card,) = discord.channel
    assert "phase 0 True" in card.text
    assert [button.line for button in card.buttons] == [OPEN, "done"]
    (edit,) = [how for _, how in discord.edits if isinstance(how, Post)]
    assert edit.mentions == ()


async def test_a_hand_off_is_a_new_card_with_one_mention(house: House, discord: Recorder) -> None:
    table = await carded(house)
    await table.submit(FIRST, Roll())
    await house.settled()
    await turn(table, roll=False)
    await house.settled()

    old, new = discord.channel
    assert (old.text, old.buttons, old.pictures) == ("card-past phase 0 True", (), ())
    assert new.mentions == (BOB,)
    assert f"your-turn <@{BOB}>" in new.text
    assert live(discord) == [new]
    assert [discord.messages[number][1] for number in discord.pins] == [new], "the older one is no longer pinned"


async def test_each_turn_calls_once(house: House, discord: Recorder) -> None:
    table = await carded(house)
    called = [ANN]
    while table.awaiting:
        await turn(table)
        await house.settled()
        called += [person for seat in table.awaiting if (person := table.person(seat))]
    assert len(called) > 3

    sent = [post for post in discord.channel if post.mentions]
    assert [post.mentions for post in sent] == [(person,) for person in called]
    assert live(discord) == [], "when all is over there is nothing to press"
    assert discord.pins == []
    told = [text for text in said(discord.thread(LOG)) if not text.startswith("figures-of")]
    assert told[-1].startswith("dice-revealed")


async def test_a_scene_has_a_place_of_its_own_and_the_log_its_end(house: House, discord: Recorder) -> None:
    table = await carded(house)
    await turn(table)
    await house.settled()

    place = discord.thread("Roll of turn 0")
    assert [line.split(" ")[0] for line in said(place)] == ["about", "Ann", "Ann", "Ann"]
    assert [picture.name for post in place for picture in post.pictures] == ["dice.png"]
    log = said(discord.thread(LOG))
    assert not any(line.startswith("Ann rolls") for line in log)
    assert [line for line in log if line.startswith("Ann")] == ["Ann lays a card", said(place)[-1]]


async def test_while_a_scene_is_played_the_card_leads_to_it(house: House, discord: Recorder) -> None:
    table = await carded(house)
    await turn(table, done=False)
    await house.settled()

    assert discord.channel[-1].text.split("\n")[-1] == f"<#{THREADS + 1}> <#{THREADS}>"


async def test_a_place_is_closed_a_day_after_its_scene(house: House, discord: Recorder, clock: list[float]) -> None:
    table = await carded(house)
    await turn(table)
    await house.settled()
    assert discord.closed_threads == set()

    clock[0] += CLOSED_AFTER + 1
    await turn(table, roll=False)
    await until(lambda: discord.closed_threads == {THREADS + 1})


async def test_of_several_cards_that_wait_one_is_sent(opened: Opened, discord: Recorder) -> None:
    """Whoever was called on the way and has acted since is not called any more."""
    async with opened(kit=ROLLING, sender=None) as house:
        table = await carded(house)
        for _ in range(2):
            await turn(table)
    async with opened(kit=ROLLING) as house:
        await house.settled()

    (card,) = discord.channel
    assert card.mentions == (ANN,)
    assert "phase 2 False" in card.text
    assert [picture.alt for post in discord.thread(LOG) for picture in post.pictures] == ["turn 0", "turn 1", "turn 2"]


async def test_who_was_called_by_a_card_that_never_went_out_is_called_by_the_next(
    opened: Opened, discord: Recorder
) -> None:
    async with opened(kit=ROLLING, sender=None) as house:
        await (await carded(house)).submit(FIRST, Roll())
    async with opened(kit=ROLLING) as house:
        await house.settled()

    (card,) = discord.channel
    assert card.mentions == (ANN,)


async def test_an_old_card_is_posted_afresh(house: House, discord: Recorder, clock: list[float]) -> None:
    table = await carded(house)
    clock[0] += YOUNG + 1
    await table.submit(FIRST, Roll())
    await house.settled()

    old, new = discord.channel
    assert old.buttons == ()
    assert new.buttons
    assert new.mentions == (), "he was called before"


@pytest.mark.parametrize("lost", ["deleted", "too old"])
async def test_a_card_that_cannot_be_edited_is_posted_afresh(
    house: House, discord: Recorder, clock: list[float], lost: str
) -> None:
    table = await carded(house)
    if lost == "deleted":
        discord.messages.clear()
        discord.channel.clear()
    discord.too_old = lost == "too old"
    await table.submit(FIRST, Roll())
    await until(lambda: any("phase 0 True" in post.text for post in discord.channel))
    discord.too_old = False
    clock[0] += EDITS_AGAIN + 1
    await table.submit(FIRST, Lay(table.view(FIRST).cards[0]))
    await until(lambda: len(live(discord)) == 1)

    (card,) = live(discord)
    assert "phase 0 True" in card.text


async def test_a_card_that_was_deleted_comes_back_with_the_next_thing_told(
    house: House, discord: Recorder, clock: list[float]
) -> None:
    """What is told changes nothing that the card shows, and is told some time after it was posted."""
    table = await carded(house)
    card, said_so_far = table.view(FIRST).cards[0], len(discord.thread(LOG))
    await table.submit(FIRST, Show(card))
    await house.settled()
    assert len(discord.thread(LOG)) == said_so_far + 1
    assert len(discord.channel) == 1
    del discord.messages[next(number for number, (_, post) in discord.messages.items() if post is discord.channel[0])]
    discord.channel.clear()

    clock[0] += LOOKS_AFTER
    await table.submit(FIRST, Undo((table.timeline.steps[0].number,)))
    await house.settled()

    (card_again,) = live(discord)
    assert card_again.mentions == (), "they were called before"


async def test_a_thread_that_was_deleted_is_opened_anew(house: House, discord: Recorder) -> None:
    table = await carded(house)
    discord.gone.add(THREADS)
    await turn(table, roll=False)
    await house.settled()

    assert list(discord.names.values()) == [LOG, LOG]
    assert "Ann lays a card" in said(discord.threads[THREADS + 1])
    assert f"<#{THREADS + 1}>" in discord.channel[-1].text
    assert table.game.suspended is None


async def test_a_thread_that_sleeps_is_woken(house: House, discord: Recorder, clock: list[float]) -> None:
    table = await carded(house)
    clock[0] += ASLEEP + 1
    discord.asleep.add(THREADS)
    await turn(table, roll=False)
    await house.settled()

    assert "Ann lays a card" in said(discord.thread(LOG))


async def test_a_channel_that_is_gone_stops_the_game_and_loses_nothing(house: House, discord: Recorder) -> None:
    table = await carded(house)
    discord.gone |= {CHANNEL, THREADS}
    await turn(table)
    await house.settled()
    assert table.game.suspended == "404 10003"
    discord.gone.clear()

    assert await house.at(CHANNEL) is table
    await house.settled()

    told = [line for posts in discord.threads.values() for line in said(posts)]
    assert told.count("Ann lays a card") == 2, "in the scene and in the log"
    assert discord.channel[-1].mentions == (BOB,)


async def test_without_threads_the_channel_has_the_card_and_a_digest_a_turn(house: House, discord: Recorder) -> None:
    discord.no_threads = True
    table = await carded(house)
    for _ in range(2):
        await turn(table)
        await house.settled()

    lines = said(discord.channel)
    kinds = [post.text.partition(" ")[0] for post in discord.channel]
    assert kinds == ["card-past", "since-start", "card-past", "since-turn", "card-title"]
    bobs, anns = (post for post in discord.channel if post.text.startswith("since-"))
    assert [line.partition(" scored")[0] for line in said([bobs])[1:]] == ["since Ann"]
    assert [line.partition(" scored")[0] for line in said([anns])[1:]] == ["since Bob"]
    assert [picture.name for picture in anns.pictures] == ["since.webp"]
    assert not bobs.buttons
    assert not anns.buttons
    assert not any("lays a card" in line for line in lines), "the log is for whoever asks"
    assert live(discord)[-1].mentions == (ANN,)
    told = [line for line in said(discord.people[ANN]) if line.startswith("no-threads")]
    assert told == [f"no-threads <#{CHANNEL}> Friday"], "the host is told once"
    assert not any(line.startswith("no-threads") for line in [*lines, *said(discord.people[BOB])])


async def test_where_threads_are_refused_they_are_not_asked_for_all_the_time(
    house: House, discord: Recorder, clock: list[float]
) -> None:
    discord.no_threads = True
    table = await carded(house)
    for _ in range(2):
        await turn(table)
    await house.settled()
    assert sum(attempt.startswith("thread") for attempt in discord.attempts) == 1

    discord.no_threads = False
    clock[0] += THREADS_AGAIN + 1
    await turn(table, roll=False)
    await house.settled()

    assert "Ann lays a card" in said(discord.thread(LOG))


async def test_a_thread_in_which_the_bot_may_not_write_is_none(house: House, discord: Recorder) -> None:
    table = await carded(house)
    discord.forbidden.add(THREADS)
    await turn(table, roll=False)
    await house.settled()

    assert "Ann lays a card" not in said(discord.channel)
    assert discord.channel[-1].mentions == (BOB,)


async def test_without_pins_the_card_stands_unpinned(house: House, discord: Recorder) -> None:
    discord.no_pins = True
    table = await carded(house)
    await turn(table)
    await house.settled()

    assert len(live(discord)) == 1
    assert {why for _, why, _ in await table.services.store.outbox.troubles(table.game.id)} == {"no pin: 403 50013"}


async def test_what_was_taken_back_is_struck_where_it_was_told(house: House, discord: Recorder) -> None:
    table = await carded(house)
    card = table.view(FIRST).cards[0]
    await table.submit(FIRST, Show(card))
    await house.settled()

    await table.submit(FIRST, Undo((table.timeline.steps[0].number,)))
    await house.settled()

    lines = said(discord.thread(LOG))
    assert f"~~Ann shows {card}~~" in lines
    assert lines[lines.index(f"~~Ann shows {card}~~") - 1] == "taken-back-post"
    assert lines[-1] == f"taken-back Ann shows {card}"
    assert not any("~~" in line for line in lines if line != f"~~Ann shows {card}~~")


async def test_what_was_taken_back_before_it_was_told_is_told_as_such(opened: Opened, discord: Recorder) -> None:
    async with opened(kit=ROLLING, sender=None) as house:
        table = await carded(house)
        card = table.view(FIRST).cards[0]
        await table.submit(FIRST, Show(card))
        await table.submit(FIRST, Undo((table.timeline.steps[0].number,)))
    async with opened(kit=ROLLING) as house:
        await house.settled()

    lines = said(discord.thread(LOG))
    assert lines[-2:] == [f"~~Ann shows {card}~~", f"taken-back Ann shows {card}"]
    assert discord.edits == []


async def test_a_game_can_be_told_otherwise_midway(house: House, discord: Recorder) -> None:
    table = await carded(house)
    with pytest.raises(Illegal, match="lobby-not-host"):
        await table.settings.change({"posts": PostStyle.CHANNEL}, Author(BOB))
    await table.settings.change({"posts": PostStyle.CHANNEL}, MODERATORS)
    await house.settled()
    assert [[button.line for button in post.buttons] for post in discord.channel] == [
        [],
        [],
        [OPEN, "roll", "done"],
    ]
    assert discord.pins == []
    logged = len(discord.thread(LOG))

    await turn(table, roll=False)
    await house.settled()
    assert "Ann lays a card" in said(discord.channel)
    assert len(discord.thread(LOG)) == logged
    assert discord.channel[-1].mentions == (BOB,)

    await table.settings.change({"posts": PostStyle.CARD}, MODERATORS)
    await turn(table, roll=False)
    await house.settled()
    assert "Bob lays a card" in said(discord.thread(LOG))
    assert discord.channel[-1].pictures
    assert len(discord.pins) == 1


async def test_who_follows_hears_of_scenes_and_of_the_end_once_a_hand_off(house: House, discord: Recorder) -> None:
    table = await carded(house)
    await house.store.spectators.follow(table.game.id, CAT, follows=True)
    handed = 0
    while table.awaiting:
        heard = len(discord.people.get(CAT, []))
        await turn(table)
        await house.settled()
        handed += 1
        assert len(discord.people.get(CAT, [])) - heard <= 2 - bool(table.awaiting)

    told = discord.people[CAT]
    assert 1 < len(told) <= handed + 1
    assert "the end" in told[-1].text
    assert not any(post.pictures or post.mentions for post in told)
    assert {button.line for post in told for button in post.buttons} == {FORETELL}
    assert not told[-1].buttons, "after the end nothing is asked"
    public = {line for posts in discord.threads.values() for line in said(posts)}
    assert {line for line in said(told) if not line.startswith("from-table")} <= public, "nothing but everybody's"


async def test_a_follower_whose_messages_are_closed_is_nobodys_business(house: House, discord: Recorder) -> None:
    discord.closed.add(CAT)
    table = await carded(house)
    await house.store.spectators.follow(table.game.id, CAT, follows=True)
    await turn(table)
    await house.settled()

    assert "something-waits" not in discord.texts
    assert await house.store.dms.owed(CAT)
    await house.store.spectators.follow(table.game.id, CAT, follows=False)
    assert not await house.store.spectators.follows(table.game.id, CAT)


def everything(discord: Recorder) -> list[Any]:
    """What anybody can find in the end."""
    places = (discord.channel, discord.lobbies, *discord.threads.values(), *discord.people.values())
    shown = [[(post.text, [picture.alt for picture in post.pictures], post.buttons) for post in at] for at in places]
    return [shown, list(discord.names.values()), [discord.messages[number][1].text for number in discord.pins]]


@asynccontextmanager
async def on(url: str, discord: Recorder | None, dies: bool = False, late: float = 0.0) -> AsyncIterator[House]:
    """A house on a database file, so many seconds `late`; ended as a killed process is if it `dies`."""

    def now() -> float:
        return time.time() + late

    store = await Store.open(url, MIGRATIONS, now)
    running = House(store, {"toy": ROLLING}, Environment(now=now))
    if discord is not None:
        await running.begin(discord)
        await running.woken()
    try:
        yield running
    finally:
        await running.close(patience=0.0 if dies else 5.0)
        await store.close()


async def told(
    url: str,
    discord: Recorder,
    stops_at: int = 0,
    late: float = 0.0,
    happens: Callable[[Table], Awaitable[object]] = turn,
) -> list[Any]:
    """A game is begun and told, then something `happens`, as a turn is played, and is told; what is found. The bot is
    started again if it stops.

    If it is so `late`, Discord has forgotten what it was sent before.
    """
    async with on(url, discord) as house:
        await carded(house)
    async with on(url, None) as house:
        table = await house.at(CHANNEL)
        assert table is not None
        await happens(table)
    discord.done, discord.stops_at = 0, stops_at
    if stops_at:
        async with on(url, discord, dies=True):
            await until(lambda: discord.done >= stops_at)
    if late:
        discord.nonces = {f"forgotten {nonce}": number for nonce, number in discord.nonces.items()}
    async with on(url, discord, late=late) as house:
        await house.settled()
    return everything(discord)


async def test_killed_after_any_step_everything_stands_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord has done what it was asked for, and we never hear of it: after each thing that it does."""
    monkeypatch.setattr("cogs.house.game.dice.new_seed", lambda: bytes(32))
    undisturbed = Recorder()
    whole = await told(f"sqlite:///{tmp_path}/0.db", undisturbed)
    assert undisturbed.done > 7

    for step in range(1, undisturbed.done + 1):
        found = await told(f"sqlite:///{tmp_path}/{step}.db", Recorder(), step)
        assert found == whole, f"killed after thing {step}"


async def moved(table: Table) -> None:
    await table.moderation.move(CHANNEL + 1, Author(999, "Mod", manages=True), is_lost=True)


async def set_back(table: Table) -> None:
    began = table.began
    await table.submit(FIRST, Lay(table.view(FIRST).cards[0]))
    await table.submit(FIRST, Roll())
    await table.rewinding.roll_back(began, MODERATORS, reason="the bot was wrong")


@pytest.mark.parametrize(
    ("happens", "news"), [(moved, "discord.admin.moved-here"), (set_back, "discord.admin.rolled-by")]
)
@pytest.mark.parametrize("late", [0.0, pytest.param(2 * FORGETS, marks=pytest.mark.deep)])
async def test_killed_after_any_step_what_a_moderator_did_is_told_once(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    happens: Callable[[Table], Awaitable[None]],
    news: str,
    late: float,
) -> None:
    """However soon we are up again, and whether or not Discord remembers what it was sent."""
    monkeypatch.setattr("cogs.house.game.dice.new_seed", lambda: bytes(32))
    undisturbed = Recorder()
    whole = await told(f"sqlite:///{tmp_path}/0.db", undisturbed, happens=happens)
    assert str(whole).count(news) == 1
    assert undisturbed.done > 1

    for step in range(1, undisturbed.done + 1):
        found = await told(f"sqlite:///{tmp_path}/{step}.db", Recorder(), step, late, happens)
        assert found == whole, f"killed after thing {step}"


async def test_what_was_sent_long_before_is_found_though_discord_has_forgotten_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same, and we are up again only when a nonce sent twice makes two messages."""
    monkeypatch.setattr("cogs.house.game.dice.new_seed", lambda: bytes(32))
    undisturbed = Recorder()
    whole = await told(f"sqlite:///{tmp_path}/0.db", undisturbed)
    assert undisturbed.looked == 0, "and nothing is looked for where all went well"

    for step in range(1, undisturbed.done + 1):
        found = await told(f"sqlite:///{tmp_path}/{step}.db", Recorder(), step, late=2 * FORGETS)
        assert found == whole, f"killed after thing {step}"


async def test_a_card_that_was_sent_long_before_is_brought_up_to_date(opened: Opened, discord: Recorder) -> None:
    """It showed another present then: it is found by its button, and edited."""
    at = [1_000_000.0]
    environment = Environment(now=lambda: at[0])
    async with opened(kit=ROLLING, environment=environment) as house:
        table = await carded(house)

    async def silence() -> None:
        if len(discord.channel) == 2:
            await asyncio.Event().wait()

    discord.then = silence
    async with opened(kit=ROLLING, environment=environment, dies=True) as house:
        table = await house.table(table.game.id)
        await turn(table)
        await until(lambda: len(discord.channel) == 2)
        await table.submit(SECOND, Roll())
    discord.then, discord.nonces = None, {f"forgotten {nonce}": at for nonce, at in discord.nonces.items()}
    at[0] += 2 * FORGETS
    async with opened(kit=ROLLING, environment=environment) as house:
        await house.settled()

    assert len(discord.channel) == 2
    (card,) = live(discord)
    assert "phase 1 True" in card.text
