"""Whatever takes text takes any: nothing breaks, nobody waits, nobody is mentioned, and it is shown as it was typed."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tests.discord.conftest import Starts
from tests.fuzz import forms
from tests.fuzz.acting import Fuzz, Loud, held
from tests.fuzz.telling import crowd
from tests.fuzz.world import PEOPLE, built

WORLDS, ACTS = 20, 5000
"""The deep run: so many worlds, with so many acts each."""


@asynccontextmanager
async def fuzzing(starts: Starts, monkeypatch: pytest.MonkeyPatch, seed: int) -> AsyncIterator[Fuzz]:
    """A world in which everything that takes text is known: a form that nobody can open in it fails here."""
    loud = Loud()
    logging.getLogger().addHandler(loud)
    try:
        async with starts(names=PEOPLE, errors=True) as play:
            scenes, made = await built(play), forms.Made(monkeypatch)
            found = await forms.found(scenes)
            assert set(forms.written()) <= made.sites, "forms or fields of the code that no panel of the world opens"
            assert loud.said == [], "something broke while the panels were looked through"
            others = await crowd(play)
            with held() as steps:
                yield Fuzz(scenes, found, seed, steps, loud, others)
    finally:
        logging.getLogger().removeHandler(loud)


def test_forms_are_built_for_discord_in_one_place() -> None:
    assert [file for file, _ in forms.modals()] == ["components.py"]


async def test_every_option_and_field_takes_whatever_is_typed(starts: Starts, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once each: options as they are sent and while they are typed, fields of forms, and forms that nobody opened."""
    async with fuzzing(starts, monkeypatch, 0) as fuzz:
        await fuzz.acts(len(fuzz.targets))

    assert len(fuzz.targets) > 200
    assert {target.what for target in fuzz.targets} == fuzz.reached
    assert not fuzz.faults, "\n".join(fuzz.faults[:5])


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(1, WORLDS + 1))
async def test_a_hundred_thousand_texts_are_taken(starts: Starts, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """A fault names its act, and the world of that seed alone does the same again: `…_texts_are_taken[7]`."""
    async with fuzzing(starts, monkeypatch, seed) as fuzz:
        await fuzz.acts(ACTS)

    assert not fuzz.faults, "\n".join(fuzz.faults[:5])
