"""Ann reads German and Ben Russian at an English table: what is private is in the reader's language, what is public in
the table's."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pytest
import simcord

from cogs.face import limits
from cogs.house.words.words import languages
from cogs.house.words.words import spoken as spoken_in
from tests.discord.conftest import NAMES, Play, labels, text_of

LOCALES = {"Ann": "de", "Ben": "ru", "Cleo": "en-GB", "Dan": "fr"}

GERMAN = re.compile(
    r"\b(der|die|das|du|dein\w*|und|oder|nicht|kein\w*|ist|wird|mit|von|nach|auf|noch|zu|für|ein|eine|Zug)\b",
    re.IGNORECASE,
)
ENGLISH = re.compile(
    r"\b(the|you|your|and|is|are|with|of|from|for|choose|turn|nothing|not|yes|board|back)\b", re.IGNORECASE
)
RUSSIAN = re.compile(r"[а-яё]", re.IGNORECASE)
QUOTED = re.compile(r"`[^`]*`|<[^>]*>|\w+'s table|MIT|\b(" + "|".join(NAMES) + r")\b")


def tongues_in(text: str) -> set[str]:
    """The languages that a text has words of; what is quoted, and the names of people, are of none."""
    plain = QUOTED.sub("", text)
    found = {"de": GERMAN, "en": ENGLISH, "ru": RUSSIAN}
    return {language for language, words in found.items() if words.search(plain)}


def spoken(message: Any) -> str:
    """All that a message says: its text, its components and the descriptions of its pictures."""
    alts = [file.description or "" for file in message.attachments]
    return "\n".join((message.content, *labels(message), *alts))


def said(result: simcord.InteractionResult) -> str:
    assert result.response is not None
    return "\n".join((text_of(result), spoken(result.response)))


@pytest.fixture
def speaking(play: Play, monkeypatch: pytest.MonkeyPatch) -> Play:
    return spoken_to(play, monkeypatch)


def spoken_to(play: Play, monkeypatch: pytest.MonkeyPatch) -> Play:
    """Discord is set to a language of its own for each; SimCord knows but one."""
    made = simcord.interactions.base_payload
    locales = {play.people[name].id: locale for name, locale in LOCALES.items()}

    def payload(*given: Any, **how: Any) -> Any:
        record, whole = made(*given, **how)
        return record, whole | {"locale": locales[how["user_id"]], "guild_locale": play.asked.get("server", "en-US")}

    monkeypatch.setattr(simcord.interactions, "base_payload", payload)
    return play


def only(language: str, texts: Iterable[str]) -> None:
    """All of the texts are in a language, and none has a word of another."""
    whole = list(texts)
    assert any(tongues_in(text) == {language} for text in whole), whole
    assert [(tongues_in(text), text) for text in whole if tongues_in(text) - {language}] == []


LOOKS = (
    "show board",
    "show mine",
    "show text",
    "show log",
    "show scores",
    "show caretaker",
    "show moves",
    "titan status",
)


async def test_a_game_is_told_to_each_in_his_own_language(speaking: Play) -> None:
    """Through a whole turn of both: the answers of commands and panels, pictures' descriptions and direct messages."""
    play, heard = speaking, {"Ann": list[str](), "Ben": list[str]()}
    for who, command, options in (
        ("Ann", "titan new", {"seats": 2}),
        ("Ben", "titan join", {}),
        ("Ann", "titan start", {}),
    ):
        heard[who].append(said(await play.slash(who, command, **options)))
    table = await play.table()
    for _ in range(12):
        who = play.who(table)
        other = next(name for name in ("Ann", "Ben") if name != who)
        heard[other].append(said(await play.slash(other, "play done")))  # refused: it is not his
        seat = table.seat_of(play.people[who].id)
        assert seat is not None
        line = table.line(table.legal(seat)[0])
        heard[who].append(said(await play.slash(who, "play do", line=line)))
    for who in heard:
        heard[who] += [said(await play.slash(who, look)) for look in LOOKS]
        opened = await play.press(who, play.last_with("My turn"), label="My turn")
        heard[who].append(said(opened))

    only("de", heard["Ann"])
    only("ru", heard["Ben"])
    only("en", (spoken(message) for message in play.public()))
    only("de", (spoken(message) for message in play.dms("Ann")))
    only("ru", (spoken(message) for message in play.dms("Ben")))


async def test_a_table_speaks_the_language_that_its_host_chose(speaking: Play) -> None:
    table = await speaking.set_up("Cleo", "Ben", language="de", name="Titan")

    assert table.game.language == "de"
    only("de", (spoken(message) for message in speaking.public()))
    only("ru", (spoken(message) for message in speaking.dms("Ben")))
    assert "Sprache" not in await speaking.said("Cleo", "titan settings")
    refused = await speaking.said("Ben", "titan settings", language="ru")
    assert RUSSIAN.search(refused)
    assert table.game.language == "de"

    await speaking.agreed("Cleo", "titan settings", language="ru")
    while table.view(None).phase == "split":
        await speaking.first(table)

    assert tongues_in(spoken(speaking.public()[-1])) == {"ru"}


async def test_a_persons_own_choice_counts_before_that_of_discord_and_is_kept_over_restarts(speaking: Play) -> None:
    table = await speaking.opened("Ann", "Ben")
    assert "Deutsch" in await speaking.said("Ann", "me language")

    only("ru", [await speaking.said("Ann", "me language", language="ru")])
    await speaking.restart()
    only("ru", [said(await speaking.slash("Ann", "show text"))])
    only("ru", [said(await speaking.slash("Ann", "titan status"))])

    only("de", [await speaking.said("Ann", "me language", language="discord")])
    assert table.game.language == "en"


async def test_who_follows_a_game_is_told_of_it_in_his_own_language(speaking: Play) -> None:
    table = await speaking.set_up("Cleo", "Dan")
    for name in ("Ann", "Ben"):
        await speaking.slash(name, "watch follow")

    await speaking.resigned(table, "Dan")

    only("en", (spoken(message) for message in speaking.public()))
    only("de", (spoken(message) for message in speaking.dms("Ann")))
    only("ru", (spoken(message) for message in speaking.dms("Ben")))


async def test_whose_language_we_lack_reads_english(speaking: Play) -> None:
    await speaking.slash("Cleo", "titan new", seats=2)

    only("en", [said(await speaking.slash("Dan", "titan status"))])
    only("en", [said(await speaking.slash("Dan", "titan help"))])


async def test_completions_are_in_the_language_of_whoever_types(speaking: Play) -> None:
    person = speaking.people["Ann"]
    found = await person.autocomplete(speaking.channel, "rules creature", "name", "Zent")

    assert [choice["name"] for choice in found] == ["Zentaur"]
    assert "Zentaur" in said(await speaking.slash("Ann", "rules creature", name="Zentaur"))


async def test_what_is_written_on_a_card_is_in_the_language_of_whoever_asks_for_it(
    pictured: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same card, of the same view, is drawn for each language once."""
    speaking, drawn = spoken_to(pictured, monkeypatch), {}
    for who, name in (("Dan", "Marsh"), ("Ann", "Moor"), ("Ben", "Болото"), ("Cleo", "Marsh")):
        answer = (await speaking.slash(who, "rules terrain", name=name)).response
        assert answer is not None
        drawn[who] = await answer.attachments[0].read()

    assert len({drawn["Ann"], drawn["Ben"], drawn["Dan"]}) == 3
    assert drawn["Cleo"] == drawn["Dan"]


def parts(node: dict[str, Any]) -> Iterable[dict[str, Any]]:
    yield node
    for inner in (*node.get("options", ()), *node.get("choices", ())):
        yield from parts(inner)


async def test_commands_are_described_in_every_language_and_named_in_english(play: Play) -> None:
    """PLATFORM, section 14: the longest of the languages counts for Discord's limits."""
    tree = play.client.tree
    assert tree.translator is not None
    payload = [await command.get_translated_payload(tree, tree.translator) for command in tree.get_commands()]

    assert limits.commands(payload) == ()
    for node in (part for command in payload for part in parts(command)):
        if "description" in node:
            told = node["description_localizations"]
            assert {spoken_in(locale) for locale in told} == set(languages()) - {"en"}, node["name"]
            assert RUSSIAN.search(told["ru"]), told
            assert not node.get("name_localizations")
        elif node.get("name_localizations"):
            assert {spoken_in(locale) for locale in node["name_localizations"]} == set(languages()) - {"en"}, node


async def test_a_german_server_gets_a_german_table(speaking: Play) -> None:
    speaking.asked["server"] = "de"

    table = await speaking.opened("Cleo", "Dan")

    assert table.game.language == "de"
    only("de", (spoken(message) for message in speaking.public()))
