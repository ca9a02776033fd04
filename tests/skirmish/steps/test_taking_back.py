"""What has been shown or drawn stays known: the end of a step that led to it can't be taken back."""

from __future__ import annotations

from engine.skirmish.ruleset import SKIRMISH
from engine.skirmish.state import Attacking
from tests.skirmish.field import THUNDERCLAP, UTHUK, Table, field


def test_a_hidden_card_that_was_revealed_by_ending_the_attacks_stays_known() -> None:
    state = field(
        "blood_harvesters@C7 viper_legion@C8 roc_warrior@A4",
        Attacking(),
        scenario=THUNDERCLAP,
        hidden={"C7": "citadel_guard", "D3": "blood_harvesters"},
        active=UTHUK,
    )

    after = Table(state).does(UTHUK, "done").state

    assert after.shown == ("citadel_guard",)
    assert SKIRMISH.remember(state, after, state) != state
