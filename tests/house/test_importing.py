"""A finished game that is brought in from a file: it is believed only as far as it follows from itself."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from cogs.house.house import House
from cogs.house.table import importing
from cogs.house.table.importing import MOST_BYTES, MOST_ENTRIES, MOST_UNDOS, decoded, imported
from cogs.house.values.records import AuditEntry, Status
from engine import record
from engine.core import Illegal
from tests.engine.test_verify import played
from tests.house.conftest import CHANNEL, GUILD, Opened, game
from tests.house.test_history import finished
from tests.toy import KIT

ELSEWHERE, OTHER = 7, 77
KITS = {"toy": KIT}


@pytest.fixture(scope="module")
def written() -> str:
    """A finished game of a person with a hostile name and of the program, with much taken back."""
    game = played(KIT.rules, 0, random.Random(8), options={"bonus": "50"})
    return record.text(replace(game, title="Friday", names=("Ann", "**Bob** <@1>"), bots=("", "random")), "over")


def deed() -> AuditEntry:
    return AuditEntry(ELSEWHERE, None, OTHER, "import", "")


def nothing() -> None:
    """Goes on."""


async def test_what_is_brought_in_is_given_out_again_word_for_word(opened: Opened, written: str) -> None:
    async with opened() as house:
        table, rolls = await house.bring_in(ELSEWHERE, CHANNEL + 1, written.encode(), "de", deed())

        assert await table.export() == written
        assert rolls == written.count(" <- ")
        assert (table.game.status, table.game.guild, table.game.language) == (Status.OVER, ELSEWHERE, "de")
        assert [chair.name for chair in table.seats] == [
            line.split(" ", 2)[2] for line in written.split("\n") if line.startswith("name ")
        ]
        assert all(chair.user_id is None or chair.user_id < 0 for chair in table.seats)
        assert table.view(None).scores
        again = await house.last_at(CHANNEL + 1)
        assert again is table
        assert await table.sentences()
        assert await house.store.results.uncounted(["toy"]) == (), "what was played elsewhere counts for nobody here"
        assert [done.what for done in await house.store.deeds.page(ELSEWHERE)] == ["import"]
    async with opened() as house:
        kept = await house.last_at(CHANNEL + 1)
        assert kept is not None
        assert await kept.export() == written


def test_a_game_of_more_entries_than_can_be_looked_at_is_refused_unread(written: str) -> None:
    head, _, entries = written.partition("\n\n")
    many = f"{head}\n\n{entries * (1 + MOST_ENTRIES // entries.count(chr(10)))}"
    taken_back = f"{head}\n\n" + "7 0 undo 6\n" * (MOST_UNDOS + 1)

    empty = "\n" * MOST_BYTES
    for forged, code in ((many, "import-too-many"), (taken_back, "import-undos"), (empty, "import-too-many")):
        with pytest.raises(Illegal) as refused:
            imported(forged, KITS, nothing)

        assert refused.value.code == code


async def test_a_server_has_a_game_once(house: House, written: str) -> None:
    await house.bring_in(ELSEWHERE, CHANNEL + 1, written.encode(), "en", deed())

    with pytest.raises(Illegal) as refused:
        await house.bring_in(ELSEWHERE, CHANNEL + 2, written.encode(), "en", deed())

    assert (refused.value.code, refused.value.facts) == ("import-known", {"game": 1})
    await house.bring_in(GUILD, CHANNEL + 2, written.encode(), "en", deed())


async def test_a_game_that_was_played_here_can_be_brought_in_elsewhere_alone(house: House) -> None:
    table = await game(house)
    await finished(table)
    text = await table.export()

    with pytest.raises(Illegal) as refused:
        await house.bring_in(GUILD, CHANNEL + 2, text.encode(), "en", deed())

    assert refused.value.code == "import-known"
    other, _ = await house.bring_in(ELSEWHERE, CHANNEL + 2, text.encode(), "en", deed())
    assert await other.export() == text
    assert (other.game.id, other.game.number) == (table.game.id + 1, table.game.id)


async def test_where_a_game_is_open_none_is_brought_in(house: House, written: str) -> None:
    await game(house, CHANNEL + 5)

    with pytest.raises(Illegal) as refused:
        await house.bring_in(ELSEWHERE, CHANNEL + 5, written.encode(), "en", deed())

    assert refused.value.code == "channel-busy"


Forged = Callable[[str], str]


def at(verb: str, becomes: str) -> Forged:
    """The first entry of a verb by a person becomes another line."""

    def forged(text: str) -> str:
        lines = text.split("\n")
        place = next(
            n for n, line in enumerate(lines) if line.split(" ")[1:] and " ".join(line.split(" ")[2:3]) == verb
        )
        seq, seat, _ = lines[place].split(" ", 2)
        lines[place] = f"{seq} {seat} {becomes}"
        return "\n".join(lines)

    return forged


def head(fact: str, becomes: str) -> Forged:
    def forged(text: str) -> str:
        return "\n".join(becomes if line.startswith(f"{fact} ") else line for line in text.split("\n"))

    return forged


@pytest.mark.parametrize(
    ("forge", "code"),
    [
        (at("lay", "lay 99"), "import-wrong-not-legal"),
        (at("lay", "lay  4"), "import-wrong-not-legal"),
        (at("lay", "rewind 999999999"), "import-wrong-not-legal"),
        (at("lay", "rewind 12345678901234567890"), "import-wrong-not-legal"),
        (at("lay", "undo 1,2,3"), "import-wrong-not-legal"),
        (at("lay", "draw 3"), "import-wrong-not-legal"),
        (at("lay", "lay " + "9" * 5000), "import-wrong-not-legal"),
        (at("draw", "draw 1,2,3,4,5,6 <- 6 different of 6: deal"), "import-wrong-roll"),
        (at("draw", "draw 1 <- 9999 different of 9999: deal"), "import-wrong-asked"),
        (at("draw", "draw 1 <- 99999 different of 999999999: deal"), "import-unreadable"),
        (at("draw", "draw 1 <- 9999999999999 of 6: deal"), "import-unreadable"),
        (lambda text: text.replace("seed 00", "seed 10"), "import-wrong-seed"),
        (lambda text: text[: text.rindex("\n", 0, -1) + 1], "import-wrong-unfinished"),
        (lambda text: text.replace("\n3 ", "\n4 ", 1), "import-wrong-gap"),
        (lambda text: text + "x" * 99, "import-unreadable"),
        (lambda text: text + "\n", "import-unreadable"),
        (lambda text: "\ufeff" + text, "import-unreadable"),
        (lambda text: text.replace("\n", "\r\n"), "import-unreadable"),
        (lambda text: "", "import-unreadable"),
        (lambda text: "(" * 100_000, "import-unreadable"),
        (head("seats", "seats 1000000000"), "import-unreadable"),
        (head("seats", "seats " + "9" * 5000), "import-unreadable"),
        (head("seats", "seats 9"), "import-other-game"),
        (head("game", "game ٣"), "import-unreadable"),
        (head("rules", "rules toy 2"), "import-other-game"),
        (head("rules", "rules chess 1"), "import-other-game"),
        (head("status", "status running"), "import-running"),
        (lambda text: head("status", "status running")(text).split("\n\n")[0] + "\n\nAnn begins.\n", "import-running"),
        (head("option", "option bonus 50\noption luck much"), "import-wrong-options"),
        (head("option", "option bonus 50\noption bonus 50"), "import-unreadable"),
        (head("title", "title " + "x" * 101), "import-name"),
        (head("title", "title a\u202eb"), "import-name"),
        (head("name 0", "name 0 " + "x" * 33), "import-name"),
        (head("name 0", "name 0 a\u200bb"), "import-name"),
        (head("name", "user 1 2"), "import-unreadable"),
        (head("bot", "bot 1 genius"), "bot-unknown"),
        (head("word 0", "word 0 back`quote"), "import-name"),
        (head("word", "word 7 high"), "import-unreadable"),
    ],
)  # fmt: skip
def test_what_is_broken_or_forged_is_refused_by_its_line(written: str, forge: Forged, code: str) -> None:
    with pytest.raises(Illegal) as refused:
        imported(forge(written), KITS, nothing)

    assert refused.value.code == code
    if "number" in refused.value.facts:
        number, line = refused.value.facts["number"], refused.value.facts["line"]
        lines = forge(written).split("\n")
        assert isinstance(number, int)
        assert code == "import-unreadable" or lines[number - 1] == line


def test_what_is_no_text_or_too_much_is_not_read() -> None:
    with pytest.raises(Illegal) as refused:
        decoded(b"export 1\ngame \xff")
    assert (refused.value.code, refused.value.facts) == ("import-not-text", {"number": 2})
    with pytest.raises(Illegal) as refused:
        decoded(b"x" * (importing.MOST_BYTES + 1))
    assert refused.value.code == "import-too-large"


async def test_what_takes_too_long_is_ended(house: House, written: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "MOST_SECONDS", -1.0)

    with pytest.raises(Illegal) as refused:
        await house.bring_in(ELSEWHERE, CHANNEL + 1, written.encode(), "en", deed())

    assert refused.value.code == "import-too-long"
    assert await house.last_at(CHANNEL + 1) is None


def test_a_thousand_changed_letters_are_refused_or_borne_out_by_the_seed(written: str) -> None:
    """Nothing that is read breaks anything; names, and decisions that were as legal, can be told otherwise."""
    whims, true = random.Random(3), record.parse(written)
    for _ in range(1000):
        place = whims.randrange(len(written))
        forged = written[:place] + whims.choice("0123456789 -abcx\n<@") + written[place + 1 :]
        try:
            found = imported(forged, KITS, nothing).record
        except Illegal:
            continue
        assert record.text(found, "over") == forged
        assert (found.seed, found.words, found.game) == (true.seed, true.words, true.game)
        assert [entry.seat for entry in found.entries] == [entry.seat for entry in true.entries]
