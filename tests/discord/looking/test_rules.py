"""`/rules search`, `sequence`, `battle` and `glossary`: the text of the rules, in private, page by page."""

from __future__ import annotations

from typing import Any

import pytest
import simcord

from cogs.house.game.rulebook import read
from cogs.titan.reference import CHAPTERS
from tests.discord.conftest import Play, components, labels, text_of

BOOK = read(CHAPTERS, "en")


async def turned(play: Play, who: str, result: simcord.InteractionResult, label: str) -> Any:
    """The message after a press on a button of an answer."""
    await play.press(who, result.response, label=label)
    return result.response


async def test_words_bring_the_section_with_its_clauses_and_what_else_was_found(play: Play) -> None:
    result = await play.slash("Dan", "rules search", words="carry hits")

    said = text_of(result)
    assert said.startswith("## What carrying is")
    assert "R14.1" in said
    (chooser,) = [part for part in components(result.response) if part["type"] == 3]
    assert {"carrying.1", "carrying.2"} <= {option["value"] for option in chooser["options"]}
    assert chooser["options"][0]["default"]


async def test_a_section_is_chosen_from_the_list_and_the_list_stays(play: Play) -> None:
    result = await play.slash("Dan", "rules search", words="carry hits")
    assert result.response is not None
    (chooser,) = [part for part in components(result.response) if part["type"] == 3]

    await play.people["Dan"].select(result.response, ["carrying.3"], custom_id=chooser["custom_id"])
    await play.settle()

    assert result.response.content.startswith("## Carrying over dunes")
    (after,) = [part for part in components(result.response) if part["type"] == 3]
    assert [o["value"] for o in after["options"]] == [o["value"] for o in chooser["options"]]


async def test_the_whole_book_can_be_read_through_page_by_page(play: Play) -> None:
    """Also after a restart in the middle: nothing is kept in memory."""
    result = await play.slash("Dan", "rules search", words=next(iter(BOOK.sections.values())).title)
    read_so_far = [result.response.content] if result.response else []
    while "Read on" in labels(result.response):
        if len(read_so_far) == 10:
            await play.restart()
        message = await turned(play, "Dan", result, "Read on")
        read_so_far.append(message.content)

    for section in BOOK.sections.values():
        pages = [page for page in read_so_far if page.startswith(f"## {section.title}\n")]
        assert pages, section.key
        text = "\n".join(pages)
        assert all(line in text for line in section.text.splitlines()), section.key
    assert len(read_so_far) > len(BOOK.sections)
    assert all(len(page) <= 2000 for page in read_so_far)


async def test_what_is_not_found_gets_near_misses(play: Play) -> None:
    assert "“teleport”" in await play.said("Ann", "rules search", words="taleporq")
    assert "glossary" in await play.said("Ann", "rules search", words="qqqqqq")
    assert "“\\`qqqqqq\\` \\*\\*”" in await play.said("Ann", "rules search", words="`qqqqqq` **")


async def test_titles_are_completed(play: Play) -> None:
    assert "The first split" in await play.completed("Ann", "rules search", "words", "split")
    assert len(await play.completed("Ann", "rules search", "words")) == 25
    assert await play.completed("Ann", "rules search", "words", "qqqq") == []


async def test_a_word_of_the_glossary_and_a_name_bring_what_there_is_of_them_beside(play: Play) -> None:
    assert (await play.said("Ann", "rules search", words="lord")).startswith("**Lord**: Titan, Angel or Archangel")
    assert "`/rules creature name:Hydra`" in await play.said("Ann", "rules search", words="hydra")
    behemoth = await play.said("Ann", "rules search", words="behemoth")
    assert "`/rules creature name:Behemoth`" in behemoth
    assert "`/rules terrain name:Marsh`" in await play.said("Ann", "rules search", words="marsh")


async def test_a_question_is_answered_with_what_the_glossary_and_the_cards_have_of_it(play: Play) -> None:
    said = await play.said("Ann", "rules search", words="what is a lord?")
    assert said.startswith("**Lord**: Titan, Angel or Archangel")
    assert "## Power and Skill" in said

    said = await play.said("Ann", "rules search", words="can dragons fly?")
    assert "`/rules creature name:Dragon`" in said


async def test_a_creature_is_found_by_any_form_of_its_name_and_in_english(play: Play) -> None:
    await play.slash("Ann", "me language", language="de")

    for name in ("Löwen", "lions", "Lion", "LIO"):
        assert "Löwe" in await play.said("Ann", "rules creature", name=name), name


async def test_a_question_leads_to_the_rule_and_not_to_what_can_be_automated(play: Play) -> None:
    result = await play.slash("Ann", "rules search", words="can I attack twice")

    assert text_of(result).startswith("## What an engagement is")
    (chooser,) = [part for part in components(result.response) if part["type"] == 3]
    assert "strikes.1" in [option["value"] for option in chooser["options"][:3]]


async def test_a_clause_is_found_by_its_number(play: Play) -> None:
    assert (await play.said("Ann", "rules search", words="R6.9")).startswith("## Two legions in one land")
    assert (await play.said("Ann", "rules search", words="v6.3")).startswith("## The Tower of a new legion")


async def test_a_rule_that_the_variant_changes_leads_to_what_holds_there(play: Play) -> None:
    """Also when what it leads to is the next page anyway: no way is there twice."""
    result = await play.slash("Ann", "rules search", words="R2.4")
    assert text_of(result).startswith("## When there is nothing to do")

    message = await turned(play, "Ann", result, "Read more: When a Titan falls in Battle Titan")
    assert message.content.startswith("## When a Titan falls in Battle Titan")

    last = await play.slash("Ann", "rules search", words="R19.9")
    assert "see “What Battle Titan changes”" in text_of(last)
    assert labels(last.response) == ["Back", "Read on"]


@pytest.mark.parametrize(("command", "title"), [("sequence", "The four phases"), ("battle", "A round of battle")])
async def test_the_sequences_have_a_command_of_their_own(play: Play, command: str, title: str) -> None:
    result = await play.slash("Ann", f"rules {command}")

    assert text_of(result).startswith(f"## {title}")


@pytest.mark.parametrize(
    ("command", "filled", "picture", "said"),
    [
        ("search", {"words": "The recruit chains"}, "recruits", "Plains"),
        ("sequence", {}, "sequence", "4. Muster:"),
        ("battle", {}, "sequence", "4. Summoning"),
    ],
)
async def test_a_section_with_a_picture_shows_it(
    play: Play, command: str, filled: dict[str, str], picture: str, said: str
) -> None:
    result = await play.slash("Ann", f"rules {command}", **filled)

    assert result.response is not None
    (file,) = result.response.attachments
    assert file.filename == f"{picture}.png"
    assert said in (file.description or "")


async def test_a_word_of_the_game_is_explained_with_a_way_to_its_rule(play: Play) -> None:
    result = await play.slash("Ann", "rules glossary", term="mull")

    assert "rolling again in place of the first turn's roll" in text_of(result)
    message = await turned(play, "Ann", result, "Read more: Rejecting the roll")
    assert message.content.startswith("## Rejecting the roll")


async def test_terms_are_completed_and_near_misses_are_offered(play: Play) -> None:
    assert await play.completed("Ann", "rules glossary", "term", "range") == ["Rangestrike"]
    assert "Did you mean Legion?" in await play.said("Ann", "rules glossary", term="Legoin")


async def test_reading_shows_nothing_to_others(play: Play) -> None:
    before = len(play.public())

    result = await play.slash("Ann", "rules search", words="teleport")
    await turned(play, "Ann", result, "Read on")

    assert len(play.public()) == before


@pytest.mark.parametrize(
    ("language", "words", "title", "term", "meaning"),
    [
        ("de", "Treffer übertragen", "Was Übertragen ist", "halbl", "Wächter"),
        ("ru", "перенести попадания", "Как перенести попадания", "полул", "Страж"),
        ("de", "V6.1", "Ausgelöscht: die Wiederkehr", "wiederk", "mit einer neuen Legion"),
        ("ru", "6.11", "Возрождение на враге", "возрож", "с новым легионом"),
    ],
)
async def test_everybody_reads_his_own_language(
    play: Play, language: str, words: str, title: str, term: str, meaning: str
) -> None:
    await play.slash("Ann", "me language", language=language)

    result = await play.slash("Ann", "rules search", words=words)
    assert text_of(result).startswith(f"## {title}")
    assert title in await play.completed("Ann", "rules search", "words", words)
    assert meaning in await play.said("Ann", "rules glossary", term=term)
    assert "sequence.png" in [file.filename for file in await files(await play.slash("Ann", "rules sequence"))]
    assert text_of(await play.slash("Ben", "rules search", words="carry hits")).startswith("## What carrying is")


async def files(result: simcord.InteractionResult) -> list[Any]:
    """What is attached to an answer."""
    assert result.response is not None
    return list(result.response.attachments)


async def test_the_rules_can_be_read_in_direct_messages(play: Play) -> None:
    result = await play.people["Ann"].user.slash("rules search", words="teleport")

    assert "R7" in text_of(result)
