"""Taking back what has shown something: it stays known, and hides nothing else."""

from __future__ import annotations

from typing import Any

from engine import log
from engine.core import Seat, Takeback
from engine.log import Timeline
from engine.titan.actions import NOTATION, Resign
from engine.titan.ruleset import TITAN
from engine.titan.state import Mustering
from tests.engine.positions import position

OTHER = Seat(1)


def played(timeline: Timeline[Any, Any, Any], *lines: str) -> Timeline[Any, Any, Any]:
    for line in lines:
        timeline, _ = log.step(TITAN, timeline, Seat(0), NOTATION.parse(line))
    return timeline


def known(timeline: Timeline[Any, Any, Any], marker: str) -> str:
    legions = {legion.marker: legion for legion in TITAN.view(timeline.state, OTHER).legions}
    return " ".join(legions[marker].creatures)


def mustering() -> Timeline[Any, Any, Any]:
    """Rd01 with two Ogres and Rd02 with two Lions have both moved, to a Marsh and a Plains; nobody knows them."""
    lands = position("Red: ").rules.board.lands
    marsh, plains = (min(n for n, land in lands.items() if land.terrain == name) for name in ("Marsh", "Plains"))
    state = position(
        f"Red: Rd01@{marsh}>3 OGR OGR CEN; Rd02@{plains}>3 LIO LIO; Rd03@100 TTN",
        "Blue: Bu01@200 TTN ANG",
        phase=Mustering(),
    )
    return Timeline(state, state)


def test_what_a_muster_showed_stays_known_when_it_is_taken_back() -> None:
    """R8.10"""
    timeline = played(mustering(), "muster Rd01 TRO OGR,OGR", "undo 1")

    assert known(timeline, "Rd01") == "OGR OGR"


def test_what_was_shown_is_counted_beside_the_later_recruit_whatever_else_is_taken_back() -> None:
    """R8.10: two Ogres were shown and a third one was taken, so there are three."""
    timeline = played(mustering(), "muster Rd01 TRO OGR,OGR", "undo 1", "muster Rd01 OGR OGR")
    assert known(timeline, "Rd01") == "OGR OGR OGR"

    timeline = played(timeline, "muster Rd02 LIO LIO", "undo 4")

    assert known(timeline, "Rd01") == "OGR OGR OGR"
    assert known(timeline, "Rd02") == "LIO"


def test_showing_the_same_again_and_again_adds_nothing_to_what_is_known() -> None:
    once = played(mustering(), "muster Rd01 TRO OGR,OGR", "undo 1")

    again = played(once, "muster Rd01 TRO OGR,OGR", "undo 3", "muster Rd01 TRO OGR,OGR", "undo 5")

    assert again.state == once.state


def test_what_a_player_showed_as_he_went_stays_known_when_the_game_goes_back() -> None:
    """R3.4, R3.7: all his legions."""
    state = position(
        "Red: Rd01@1 TTN OGR", "Blue: Bu01@200 TTN ANG", "Green: Gr01@30 TTN OGR; Gr02@41 LIO LIO", phase=Mustering()
    )
    past: Timeline[Any, Any, Any] = Timeline(state, state)
    gone, _ = log.step(TITAN, past, Seat(2), Resign())
    assert "Gr02" not in gone.state.legions

    timeline, _ = log.rewound(TITAN, gone, past)

    assert (known(timeline, "Gr01"), known(timeline, "Gr02")) == ("TTN OGR", "LIO LIO")


FREELY = ("split Rd01 Rd02 OGR,OGR", "move Rd01 12 3", "maneuver OGR A1", "spawn LIO")
ONCE_SHOWN = ("muster Rd01 TRO OGR,OGR",)
NEVER = (
    "colour Red", "marker Rd01", "roll", "mulligan", "teleport Rd01 12 3 TTN", "engage 12", "flee", "waive", "fight",
    "offer both -", "withdraw", "accept both -", "refuse", "concede", "strike A1 A2 6 4", "carry A2", "summon Rd02 ANG",
    "reinforce OGR OGR", "acquire ANG", "resign", "draw 6",
)  # fmt: skip
SOON = ("done",)


def test_splits_walks_and_maneuvers_are_taken_back_freely_and_musters_with_what_they_showed() -> None:
    """R4.5, R8.10: whatever was shown, promised or drawn for stands, a teleport and a carry among it."""
    assert {line: TITAN.takeback(NOTATION.parse(line)) for line in (*FREELY, *ONCE_SHOWN, *SOON, *NEVER)} == {
        **dict.fromkeys(FREELY, Takeback.FREE),
        **dict.fromkeys(ONCE_SHOWN, Takeback.KNOWN),
        **dict.fromkeys(SOON, Takeback.SOON),
        **dict.fromkeys(NEVER, Takeback.NEVER),
    }
    verbs = {line.split()[0] for line in (*FREELY, *ONCE_SHOWN, *SOON, *NEVER)}
    assert verbs == set(NOTATION.verbs) - {"undo", "rewind"}
