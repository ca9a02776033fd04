"""The battle that has just ended, as all saw it last (R9.12)."""

from __future__ import annotations

from cogs.titan_kit import fought, pictures
from engine.titan.ruleset import TITAN
from engine.titan.state import ATTACKER
from tests.engine.positions import battle, do


def test_a_battle_that_ended_is_shown_once_more_with_its_slain() -> None:
    before = battle("Plains", "OGR C3", "CEN C4", red="Rd09@20 TTN", blue="Bu09@30 TTN", mover=ATTACKER, step="strike")

    ended = do(before, "strike C3 C4 6 6", "draw 6,6,6,1,1,1", "draw 1,1,1")

    last = TITAN.view(ended, None).aftermath
    assert last is not None
    assert [(fighter.creature, fighter.slain) for fighter in last.fighters] == [("OGR", False), ("CEN", True)]
    assert fought(TITAN.view(ended, None)).battle == last
    assert pictures(TITAN.view(before, None), TITAN.view(ended, None), ()) == ("aftermath", "board")


def test_it_is_forgotten_with_the_next_decision() -> None:
    before = battle("Plains", "OGR C3", "CEN C4", red="Rd09@20 TTN", blue="Bu09@30 TTN", mover=ATTACKER, step="strike")
    ended = do(before, "strike C3 C4 6 6", "draw 6,6,6,1,1,1", "draw 1,1,1")

    after = do(ended, "done")

    assert TITAN.view(after, None).aftermath is None


def test_a_concession_in_battle_shows_it_too() -> None:
    before = battle("Plains", "OGR C3", "CEN C4", red="Rd09@20 TTN", blue="Bu09@30 TTN", mover=ATTACKER, step="strike")

    ended = do(before, "1: concede")

    last = TITAN.view(ended, None).aftermath
    assert last is not None
    assert {fighter.hex for fighter in last.fighters} == {"C3", "C4"}
