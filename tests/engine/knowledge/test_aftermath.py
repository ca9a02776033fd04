"""The battle that has just ended, as all saw it last (R9.12)."""

from __future__ import annotations

from cogs.titan.kit import pictures
from cogs.titan.overview import fought
from engine.titan.ruleset import TITAN
from engine.titan.sides import ATTACKER
from engine.titan.state import Parleying
from tests.engine.positions import battle, do, told


def test_a_battle_that_ended_is_shown_once_more_with_its_slain() -> None:
    before = battle("Plains", "OGR C3", "CEN C4", red="Rd09@20 TTN", blue="Bu09@30 TTN", mover=ATTACKER, step="strike")

    ended, events = told(before, "strike C3 C4 6 6", "draw 6,6,6,1,1,1", "1: strike C4 C3 3 2", "draw 1,1,1")

    last = TITAN.view(ended, None).aftermath
    assert last is not None
    assert [(fighter.creature, fighter.slain) for fighter in last.fighters] == [("OGR", False), ("CEN", True)]
    assert fought(TITAN.view(ended, None)).battle == last
    assert pictures(TITAN.view(before, None), TITAN.view(ended, None), events) == ("aftermath", "board")


def test_it_is_forgotten_with_the_next_decision() -> None:
    before = battle("Plains", "OGR C3", "CEN C4", red="Rd09@20 TTN", blue="Bu09@30 TTN", mover=ATTACKER, step="strike")
    ended = do(before, "strike C3 C4 6 6", "draw 6,6,6,1,1,1", "1: strike C4 C3 3 2", "draw 1,1,1")

    after = do(ended, "done")

    assert TITAN.view(after, None).aftermath is None


def test_a_concession_in_battle_shows_it_too() -> None:
    before = battle("Plains", "OGR C3", "CEN C4", red="Rd09@20 TTN", blue="Bu09@30 TTN", mover=ATTACKER, step="strike")

    ended = do(before, "1: concede")

    last = TITAN.view(ended, None).aftermath
    assert last is not None
    assert {fighter.hex for fighter in last.fighters} == {"C3", "C4"}


def test_a_secret_step_before_the_next_battle_leaves_it() -> None:
    """ASYNC_PLAY A3.1: else others could tell that something was said."""
    before = battle(
        "Plains",
        "OGR C3(5)",
        "CEN C4",
        red="Rd02@41>3 LIO LIO; Rd09@20 TTN",
        blue="Bu02@41 OGR OGR; Bu09@30 TTN",
        mover=ATTACKER,
        step="strike",
    )
    ended = do(before, "strike C3 C4 6 6", "draw 6,6,6,1,1,1", "1: strike C4 C3 3 2", "draw 6,6,6")
    assert isinstance(ended.phase, Parleying)

    for said in ("1: waive", "0: offer defender -", "0: fight"):
        assert TITAN.view(do(ended, said), None) == TITAN.view(ended, None)
    assert TITAN.view(do(ended, "1: flee"), None).aftermath is None
