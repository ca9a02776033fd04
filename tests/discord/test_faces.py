"""What every game owes those who show it: held by all that can be played, in every language, and by the toy."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import bot
from cogs.commands.lobby import LobbyCommands
from cogs.face.face import Face
from cogs.house.game.pictures import Look
from cogs.house.words.words import Words, languages
from tests.plain import plain_face
from tests.toy_face import toy_face

MOST = 25
"""Commands of a group."""

SAID = ("title", "greeting.text", "greeting.picture", "preset.law", "giving-up", "words-of-rules", "foretelling")
"""What is asked of a game's own words outside of it."""


def faces() -> Iterator[Face]:
    """Every game in every language, and the toy."""
    yield from (game.speaking(language) for game in bot.games() for language in languages())
    yield toy_face()


def named(face: Face) -> str:
    return f"{face.kit.rules.name}-{face.kit.language}"


every_face = pytest.mark.parametrize("face", list(faces()), ids=named)


@every_face
def test_it_speaks_the_language_that_it_is_asked_for(face: Face) -> None:
    again = face.speaking(face.kit.language)

    assert again.kit.language == face.kit.language
    assert again.kit.rules is face.kit.rules


@pytest.mark.parametrize("game", bot.games(), ids=named)
@pytest.mark.parametrize("language", languages())
def test_what_others_say_of_it_is_in_every_language(game: Face, language: str) -> None:
    words, name = Words(language), game.kit.rules.name

    assert [key for key in SAID if f"{name}.{key}" not in words.known] == []
    assert words.text(f"{name}.title") == game.speaking(language).kit.title


@every_face
def test_its_verbs_are_asked_for_and_kept_aside_by_their_names(face: Face) -> None:
    assert face.panel.grave | face.panel.aside <= set(face.kit.rules.notation.verbs)
    assert re.fullmatch(r"[a-z]{1,32}", face.kit.rules.name), "ids of buttons and the name of its group hold it"


@every_face
def test_whatever_it_shows_can_be_drawn_and_said(face: Face) -> None:
    """Its board and its hand, what stands beside its rules, and the cards that are looked up."""
    kit, book = face.kit, face.reference
    illustrated = set(book.illustrated.values())
    cards = {(kind, next(iter(cards))) for kind, cards in book.cards.items()}

    assert {
        kit.pictures.board,
        kit.pictures.hand,
        *(kind for kind, _ in illustrated | cards),
    } <= set(kit.pictures)
    for kind, focus in sorted(illustrated | cards):
        assert kit.pictures[kind].alt(book.blank, {}, Look(focus=focus)), f"{kind} {focus}"


@every_face
def test_its_rulebook_has_the_pages_that_commands_open_and_pictures_stand_on(face: Face) -> None:
    sections = face.reference.rulebook(face.kit.language).sections

    assert {*face.reference.openings.values(), *face.reference.illustrated} <= sections.keys()
    assert sections


@every_face
def test_each_step_of_its_lesson_has_its_words_and_a_clause_to_be_read(face: Face) -> None:
    lesson, text = face.reference.lesson, face.kit.words.text
    assert lesson is not None
    rulebook = face.reference.rulebook(face.kit.language)

    for step in lesson.steps:
        assert all(text(f"{lesson.rules.name}.lesson.{step.name}.{part}") for part in ("title", "text"))
        assert rulebook.clause(step.clause) is not None, step.clause
        assert (step.wanted is None) == bool(step.picture)
    assert all(text(f"{lesson.rules.name}.lesson.end.{part}") for part in ("title", "text"))


@pytest.mark.parametrize("face", [*bot.games(), toy_face()], ids=named)
def test_its_group_has_room_for_its_commands(face: Face) -> None:
    group = LobbyCommands(face)

    assert group.name == face.kit.rules.name
    assert len(group.commands) <= MOST


def test_no_two_games_share_a_name_or_that_of_an_emoji() -> None:
    games = bot.games()
    names = [game.kit.rules.name for game in games]
    emojis = [name for game in games for name in plain_face(game).panel.emojis()]

    assert len(set(names)) == len(names)
    assert len(set(emojis)) == len(emojis)
    assert all(re.fullmatch(r"\w{2,32}", name) for name in emojis)
