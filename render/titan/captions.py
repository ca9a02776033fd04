"""The words in Titan's pictures."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.core import Seat
from engine.titan.view import PlayerView, View

Names = Mapping[Seat, str]
"""What the players are called; a seat that is not in it is called by its colour."""

NOBODY: Names = MappingProxyType({})

PHASES: Mapping[str, str] = MappingProxyType(
    {
        "setup": "Set-up",
        "split": "Commencement",
        "roll": "Movement roll",
        "move": "Movement",
        "engage": "Engagements",
        "parley": "Before the battle",
        "battle": "Battle",
        "gather": "After the battle",
        "muster": "Enlistment",
        "over": "The game is over",
    }
)

ENGAGED = "Engagement"

SHORT: Mapping[str, str] = MappingProxyType({"Mountains": "Mount."})
"""Names of terrains that have no room in a land."""

HAZARDS: Mapping[str, str] = MappingProxyType(
    {
        "bramble": "Bramble",
        "bog": "Bog",
        "drift": "Drift",
        "sand": "Sand",
        "tree": "Tree",
        "volcano": "Volcano",
        "tower": "Tower",
        "slope": "Slope",
        "dune": "Dune",
        "cliff": "Cliff",
        "wall": "Wall",
    }
)

EFFECTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "bramble": ("2 to enter, −1 skill in it;", "natives: free, hit at +1"),
        "bog": ("only natives may enter",),
        "drift": ("2 to enter; a hit in every", "strike phase, not for natives"),
        "sand": ("2 to enter on foot,", "not for natives"),
        "tree": ("nobody may enter,", "no rangestrike through it"),
        "volcano": ("Dragons alone may enter,", "and strike with 2 dice more"),
        "slope": ("up: 2 to enter, −1 skill;", "natives: free, down +1 die"),
        "dune": ("up: −1 die, not for natives;", "natives: down +2 dice"),
        "cliff": ("no strike across, no way", "but by air"),
        "wall": ("up: 2 to enter, −1 skill;", "down: +1 skill"),
    }
)
"""What a hazard does, in lines that fit the legend of a battle; a Tower's floor does nothing (R12.7, R13.8, R15)."""

STEPS: Mapping[str, str] = MappingProxyType(
    {"maneuver": "maneuvers", "strike": "strikes", "strike-back": "strikes back", "carry": "strikes"}
)

ENDINGS: Mapping[str, str] = MappingProxyType(
    {
        "battle": "nobody of the other legion is left",
        "titan": "a Titan has fallen",
        "time": "time has run out",
        "concession": "the other legion was conceded",
        "resignation": "the other player has resigned",
    }
)
"""How battles end (R18)."""

SIDES = ("Attacker", "Defender")
ORDINALS = ("", "1st", "2nd", "3rd", "4th", "5th", "6th")


def called(player: PlayerView, names: Names) -> str:
    """A player's name, or what stands for it."""
    return names.get(player.seat) or player.colour or f"Seat {player.seat + 1}"


def legions(number: int) -> str:
    """So many legions."""
    return "1 legion" if number == 1 else f"{number} legions"


def markers(number: int) -> str:
    """So many markers."""
    return "1 marker" if number == 1 else f"{number} markers"


def headline(view: View) -> str:
    """The turn and the phase, in one line."""
    return f"{turn_line(view)}: {phase_line(view)}" if view.turn and view.phase != "over" else turn_line(view)


def turn_line(view: View) -> str:
    """The turn of the game."""
    return f"Turn {view.turn}" if view.turn and view.phase != "over" else PHASES[view.phase]


def phase_line(view: View) -> str:
    """The phase of the turn, and in which land it is; what the end of the game is like."""
    if view.phase == "over":
        return "Winner" if len(view.winners) == 1 else "Draw"
    if not view.turn:
        return ""
    if view.engaged is not None and view.phase in ("parley", "battle", "gather"):
        # what comes before a battle and what after it is never told apart in public (ASYNC_PLAY A3.1, A3.4)
        phase = PHASES[view.phase] if view.phase == "battle" else ENGAGED
        return f"{phase} in {view.engaged.land}"
    return PHASES[view.phase]


def held(player: PlayerView) -> str:
    """A player's legions, and the markers that he has left."""
    return f"{legions(player.legions)}   {markers(len(player.markers))}"


def standing_note(view: View, player: PlayerView) -> tuple[str, bool]:
    """What a player is in this moment, and whether that is of weight."""
    if player.seat in view.winners:
        return "Winner", True
    if player.out:
        return f"Out, the {ORDINALS[player.out]} to fall", False
    if view.phase != "over" and view.turn and player.seat == view.active:
        return "Turn", True
    if player.seat in view.waiting:
        return "To decide", True
    return (f"Tower {player.tower}", False) if player.tower else ("", False)


def standing(player: PlayerView) -> str:
    """A player's public figures."""
    if player.out:
        return f"Out, the {ORDINALS[player.out]} to fall. Score {player.score}"
    return f"Score {player.score}   Titan {player.titan_power}   {held(player)} left"
