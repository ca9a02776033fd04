"""How the bot talks: short, in one vocabulary, and never like a form. The lists are in tests/voice.py."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from cogs.house.words.words import Words
from tests.voice import BUDGETS, KINDS, LANGUAGES, NEVER, SPARED, TERMS, TYPED, forms, kind_of, seen

GLOSSARY = Path(__file__).parents[3] / "docs" / "rules" / "titan"
BOLD = re.compile(r"\*\*(.+?)\*\*")

every_language = pytest.mark.parametrize("language", LANGUAGES)


@every_language
def test_every_text_keeps_to_the_budget_of_its_kind(language: str) -> None:
    words, wrong = Words(language), []
    for key in words.known:
        kind = kind_of(key)
        room = BUDGETS.get(kind)
        for said in forms(words, key):
            if room and len(seen(said)) > room:
                wrong.append(f"{key}: {len(seen(said))} > {room} ({kind}): {said}")
            wrong += [
                f"{key}: {len(bold)} > {BUDGETS['bold line']} (bold line): {bold}"
                for bold in BOLD.findall(said)
                if len(bold) > BUDGETS["bold line"]
            ]

    assert not wrong, "\n".join(wrong)


@every_language
def test_no_text_says_what_is_never_said(language: str) -> None:
    assert not (found := [*_met(language, NEVER[language], spared=TYPED)]), "\n".join(found)


@every_language
def test_there_is_one_word_for_a_thing_in_texts_and_captions(language: str) -> None:
    assert not (found := [*_met(language, TERMS[language], spared=SPARED)]), "\n".join(found)


@every_language
def test_the_glossary_explains_things_in_the_words_that_texts_use(language: str) -> None:
    (path,) = (GLOSSARY / language).glob("*-glossary.md")
    said = [line.partition("**: ")[2] for line in path.read_text(encoding="utf-8").splitlines() if line[:1] == "-"]

    never = {**NEVER[language], **TERMS[language]}
    assert said
    assert not [line for line in said for pattern in never if re.search(pattern, line, re.I)]


def _met(language: str, never: Mapping[str, str], spared: Mapping[str, str]) -> Iterator[str]:
    """Each text in which one of these patterns is found, outside of names of commands and other code."""
    words = Words(language)
    for key in words.known:
        if any(re.fullmatch(keys, key) for keys in spared):
            continue
        for form in words._forms(key):
            said = re.sub(r"`[^`]*`|\{[^}]*\}", "", form)
            yield from (
                f"{key}: “{said}”: say {instead}"
                for pattern, instead in never.items()
                if re.search(pattern, said, re.I)
            )


@pytest.mark.parametrize("kind", [*KINDS])
def test_every_kind_has_texts(kind: str) -> None:
    assert any(kind_of(key) == kind for key in Words().known)
