"""The dice of a table: promised before the words, mixed with them, told at the end, and right when computed again."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from cogs.house.game import dice
from cogs.house.game.dice import new_seed
from cogs.house.house import House
from cogs.house.store.store import Store
from cogs.house.table.table import Table
from cogs.house.values.records import Chair, Status
from cogs.titan.kit import titan_face
from engine import chance, proof, verify
from engine.core import CHANCE, Illegal, Seat
from engine.log import Undo
from engine.record import Record, parse
from engine.titan.bots import LEVELS
from engine.titan.ruleset import TITAN
from tests.deep import deep_but
from tests.house.conftest import (
    ANN,
    BOB,
    CAT,
    CHANNEL,
    GUILD,
    MIGRATIONS,
    MODERATORS,
    Opened,
    Recorder,
    game,
    lobby,
    taken_over,
)
from tests.toy import TOY, Lay, Show

FIRST, SECOND = Seat(0), Seat(1)


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same games every time."""
    monkeypatch.setattr(dice, "new_seed", lambda: b"the same dice".ljust(32, b"."))


async def finished(table: Table, whims: random.Random) -> Record:
    """Plays on to the end, taking back now and then, and gives what is exported."""
    undone = False
    while table.awaiting:
        seat = min(table.awaiting)
        legal = table.legal(seat)
        back = [action for action in legal if isinstance(action, Undo)]
        on = [action for action in legal if not isinstance(action, Undo)]
        if back and (not undone or whims.random() < 0.3):
            undone = True
            await table.submit(seat, whims.choice(back))
        elif table.kit.rules is TITAN:
            await table.submit(seat, LEVELS["steady"](table.view(seat), on, whims))
        else:
            await table.submit(seat, whims.choice(on))
    return parse(await table.export())


# What is promised, and when


async def test_a_game_is_bound_to_its_seed_as_soon_as_it_is_open(house: House) -> None:
    table = await lobby(house)
    promised = table.game.commitment

    await table.lobby.join(BOB, "Bob")
    await table.lobby.add_word(BOB, "marmalade")
    await table.lobby.start(ANN)

    assert promised == chance.commitment(table.game.seed) == table.game.commitment
    assert table.game.seed.hex() not in promised


async def test_seeds_are_long_and_new() -> None:
    assert len(new_seed()) == 32
    assert new_seed() != new_seed()


async def test_the_promise_survives_a_restart_between_lobby_and_start(opened: Opened) -> None:
    async with opened() as house:
        table = await lobby(house)
        await table.lobby.add_word(ANN, "marmalade")
        promised = table.game.commitment
    async with opened() as house:
        found = await house.at(CHANNEL)

        assert found is not None
        assert found.game.commitment == promised
        assert found.seats[0].word == "marmalade"


async def test_the_first_post_of_a_game_has_the_words(house: House, discord: Recorder) -> None:
    table = await lobby(house)
    await table.lobby.join(BOB, "Bob")
    await table.lobby.add_word(BOB, "marmalade")
    await house.settled()
    before = len(discord.channel)

    await table.lobby.start(ANN)
    await house.settled()

    first = discord.channel[before].text
    assert first == "rules-preset toy.preset.law\ndice-word 2 Bob marmalade"
    assert table.game.commitment not in discord.texts, "that is for who asks"
    assert table.game.seed.hex() not in discord.texts


async def test_the_seed_is_nowhere_before_the_game_is_over_and_then_it_is_told_that_it_can_be_checked(
    house: House, discord: Recorder
) -> None:
    table = await lobby(house)
    await table.lobby.join(BOB, "Bob")
    await table.lobby.add_word(ANN, "marmalade")
    await table.lobby.start(ANN)
    seed = table.game.seed.hex()
    whims = random.Random(4)
    while table.awaiting:
        assert table.game.status is Status.RUNNING
        await house.settled()
        assert seed not in discord.texts + discord.told(ANN) + discord.told(BOB)
        assert seed not in await table.export()
        seat = min(table.awaiting)
        await table.submit(seat, whims.choice(table.legal(seat, undo=False)))

    await house.settled()

    assert "dice-revealed" in discord.texts
    assert f"seed {seed}" in await table.export()


# Words


async def test_that_a_word_was_added_is_public_and_the_word_is_not(house: House, discord: Recorder) -> None:
    table = await lobby(house)
    await table.lobby.join(BOB, "Bob")

    assert await table.lobby.add_word(BOB, "  marma \n lade ") == "marma lade"
    await house.settled()

    assert discord.texts == "word-added Bob"
    assert "marma" not in await table.export()
    assert "marma" not in repr(table.seats)


async def test_a_new_word_takes_the_place_of_the_old_one(house: House) -> None:
    table = await lobby(house)

    await table.lobby.add_word(ANN, "marmalade")
    await table.lobby.add_word(ANN, "honey")

    assert dice.words_of(table.seats) == ("honey",)


async def test_words_are_for_players_before_the_start_alone(house: House) -> None:
    table = await lobby(house)
    with pytest.raises(Illegal) as stranger:
        await table.lobby.add_word(CAT, "marmalade")
    await table.lobby.join(BOB, "Bob")
    await table.lobby.start(ANN)

    with pytest.raises(Illegal) as late:
        await table.lobby.add_word(BOB, "marmalade")

    assert stranger.value.code == "not-at-the-table"
    assert late.value.code == "lobby-started"


@pytest.mark.parametrize("typed", ["", "   ", "\u200b\u2060", "x" * 61])
async def test_a_word_has_one_to_sixty_characters_that_can_be_seen(house: House, typed: str) -> None:
    table = await lobby(house)

    with pytest.raises(Illegal) as refused:
        await table.lobby.add_word(ANN, typed)

    assert refused.value.code == "word-unfit"
    assert dice.words_of(table.seats) == ("",)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("cafe\u0301", "caf\u00e9"),
        ("one\r\ntwo\u2028three\x85four", "one two three four"),
        ("`code` \u202eturned", "'code' turned"),
        ("@everyone **bold**", "@everyone **bold**"),
        ("слово 言葉", "слово 言葉"),
    ],
)
def test_a_word_counts_as_it_can_be_read_and_typed_again(typed: str, kept: str) -> None:
    assert dice.fit(typed) == kept
    assert dice.fit(kept) == kept


async def test_a_word_moves_with_its_player_and_leaves_with_him(house: House) -> None:
    table = await lobby(house, seats=3)
    await table.lobby.join(BOB, "Bob")
    await table.lobby.join(CAT, "Cat")
    await table.lobby.add_word(BOB, "of Bob")
    await table.lobby.add_word(CAT, "of Cat")

    await table.lobby.leave(BOB)

    assert dice.words_of(table.seats) == ("", "of Cat")


async def test_who_takes_a_seat_in_the_lobby_has_no_word_yet(house: House) -> None:
    table = await lobby(house)
    await table.lobby.add_word(ANN, "of Ann")

    await table.moderation.set_seat(FIRST, CAT, "Cat", None, MODERATORS)

    assert dice.words_of(table.seats) == ("",)


@pytest.mark.parametrize("level", [None, "random"])
async def test_the_words_stay_when_seats_change_hands_in_the_game(house: House, level: str | None) -> None:
    table = await lobby(house)
    await table.lobby.join(BOB, "Bob")
    await table.lobby.add_word(BOB, "marmalade")
    await table.lobby.start(ANN)

    if level is None:
        await taken_over(table, SECOND, CAT, "Cat")
    else:
        await table.vacancies.fill(SECOND, level, MODERATORS)

    assert dice.words_of(table.seats) == ("", "marmalade")


async def test_a_start_waits_for_a_word_that_another_process_has_written(opened: Opened) -> None:
    """What is drawn at the start must not be drawn without a word that counts."""
    async with opened() as one, opened(sender=None) as other:
        table = await lobby(one)
        await table.lobby.join(BOB, "Bob")
        elsewhere = await other.at(CHANNEL)
        assert elsewhere is not None
        await elsewhere.lobby.add_word(BOB, "marmalade")

        await table.lobby.start(ANN)

        assert dice.words_of(table.seats) == ("", "marmalade")
        assert proof.check(await finished(table, random.Random(1)), TOY).finding is None


def test_words_count_in_the_order_of_seats() -> None:
    chairs = (Chair(SECOND, BOB, "Ann", None, "second"), Chair(FIRST, ANN, "Bob", None, "first"))

    assert dice.words_of(chairs) == ("first", "second")


# Nobody gets another roll


async def test_taking_back_never_uses_a_number_twice_and_never_reaches_behind_a_draw(house: House) -> None:
    table = await game(house)
    whims, seen = random.Random(11), 0
    drawn: list[int] = []
    while table.awaiting:
        seat = min(table.awaiting)
        before, legal = table.seq, table.legal(seat)
        back = [action for action in legal if isinstance(action, Undo)]
        lines = {table.line(action) for action in legal}
        seen += len(back)
        await table.submit(seat, whims.choice(back or legal) if whims.random() < 0.5 else whims.choice(legal))
        assert table.seq > before, "an entry that was taken back keeps its number"
        for entry in await table.entries(before + 1, table.seq):
            assert entry.after.seq == before + 1
            before = entry.after.seq
            if entry.seat == CHANCE:
                drawn.append(entry.after.seq)
                assert not entry.after.steps, "nothing before a draw can be taken back"
                assert lines, "a draw follows a decision"
    assert seen > 3
    assert len(drawn) == len(set(drawn)) > 3


async def test_undoing_and_deciding_again_before_a_roll_changes_it_in_no_way_that_can_be_known(house: House) -> None:
    """The number of the entry grows, so the roll is another; which, only the seed tells (A11.2)."""
    table = await game(house)
    card = table.view(FIRST).cards[0]
    await table.submit(FIRST, Lay(card))
    (undo,) = [action for action in table.legal(FIRST) if isinstance(action, Undo)]
    await table.submit(FIRST, undo)
    await table.submit(FIRST, Lay(card))

    entries = await table.entries(1, table.seq)

    assert [entry.after.seq for entry in entries] == [1, 2, 3, 4]
    with pytest.raises(Illegal) as refused:
        await table.submit(FIRST, Undo((1,)))
    assert refused.value.code == "undo-not-yours-or-firm"


# Computed again


@pytest.mark.parametrize("seed", range(6))
async def test_the_verifier_agrees_with_the_table_over_whole_toy_games_with_undo(house: House, seed: int) -> None:
    table = await lobby(house)
    await table.lobby.join(BOB, "Bob")
    if seed % 2:
        await table.lobby.add_word(ANN, f"word {seed}")
    await table.lobby.start(ANN)

    record = await finished(table, random.Random(seed))

    verdict = proof.check(record, TOY, table.game.commitment)
    assert verdict.finding is None
    assert verdict.followed
    assert verdict.rolls == sum(entry.seat == CHANCE for entry in record.entries) > 0
    assert sum(entry.line.startswith("undo") for entry in record.entries) > 0
    assert proof.check(record, None).finding is None


async def test_a_game_whose_seats_changed_hands_is_still_right(house: House) -> None:
    table = await lobby(house)
    await table.lobby.join(BOB, "Bob")
    await table.lobby.add_word(BOB, "marmalade")
    await table.lobby.start(ANN)
    await table.submit(FIRST, Show(table.view(FIRST).cards[0]))
    await taken_over(table, SECOND, CAT, "Cat")

    assert proof.check(await finished(table, random.Random(2)), TOY).finding is None


@pytest.mark.parametrize(("seats", "seed"), deep_but([(2, 25), (3, 21)], (3, 21)))
async def test_the_program_agrees_with_the_table_over_a_whole_game_of_titan_with_undo(
    url: str, tmp_path: Path, seats: int, seed: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By seeds of short games."""
    monkeypatch.setattr(dice, "new_seed", lambda: bytes([seed]) * 32)
    store = await Store.open(url, MIGRATIONS)
    house = House(store, {TITAN.name: titan_face().kit})
    try:
        table = await house.open(GUILD, CHANNEL, ANN, "Ann", TITAN.name, seats, "Friday", {})
        for person in range(1, seats):
            await table.lobby.join(ANN + person, f"Person {person}")
        await table.lobby.add_word(ANN, "marmalade")
        await table.lobby.start(ANN)
        record = await finished(table, random.Random(seed))
        path = tmp_path / "game.txt"
        path.write_text(await table.export(), encoding="utf-8")
    finally:
        await house.close()
        await store.close()

    assert verify.main([str(path), "--commitment", table.game.commitment]) == 0
    rolls = sum(entry.seat == CHANCE for entry in record.entries)
    assert f"all {rolls} rolls follow from the seed and the players' words" in capsys.readouterr().out
    assert any(entry.line.startswith("undo") for entry in record.entries)
