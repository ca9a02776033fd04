"""The words in Titan's pictures. They come from outside, in some language; here is what is said where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from engine.core import Seat
from engine.titan.battle.effects import HazardEffect
from engine.titan.outlook import is_last, is_wiped_out
from engine.titan.traits import Trait
from engine.titan.view import PlayerView, View
from render.canvas import Type
from render.lettering import isolated

Names = Mapping[Seat, str]
"""What the players are called; a seat that is not in it is called by its colour."""

NOBODY: Names = MappingProxyType({})

SIDES = ("attacker", "defender")


class Say(Protocol):
    """A text by its key, with its blanks filled; a blank that is counted by picks the form of the plural."""

    def __call__(self, key: str, **facts: object) -> str: ...


class SayTrait(Protocol):
    """A trait of the kind of a code, as a sentence."""

    def __call__(self, code: str, told: Trait, /) -> str: ...


class SayEffect(Protocol):
    """An effect of a hazard, as a piece of a sentence."""

    def __call__(self, told: HazardEffect, /) -> str: ...


class Listing(Protocol):
    """Things one after the other: `Ann, Bob and Carl`."""

    def __call__(self, items: Iterable[str], /) -> str: ...


@dataclass(frozen=True, slots=True, eq=False)
class Captions:
    """The words of one language. There is one value of each language, so that it is itself its key.

    `say` knows the texts of Titan by their keys: `creature.LIO`, `terrain.Marsh`, `caption.turn`.
    """

    language: str
    say: Say
    trait: SayTrait
    effect: SayEffect
    listing: Listing

    def told(self, key: str, **facts: object) -> str:
        """A text that pictures alone need."""
        return self.say(f"caption.{key}", **facts)

    def kind(self, code: str) -> str:
        """`Lion`."""
        return self.say(f"creature.{code}", number=1)

    def short_kind(self, code: str) -> str:
        """`Archangel`, or less of it: for where the name of a kind has little room."""
        return self.told(f"kind.{code}")

    def kind_within(self, code: str, face: Type, room: float) -> str:
        """The name of a kind, or the short one where the whole is wider than `room` pixels."""
        whole = self.kind(code)
        return whole if face.width(whole) <= room else self.short_kind(code)

    def terrain_within(self, name: str, face: Type, room: float) -> str:
        """The name of a terrain, or the short one where the whole is wider than `room` pixels."""
        whole = self.terrain(name)
        return whole if face.width(whole) <= room else self.short(name)

    def terrain(self, name: str) -> str:
        """`Mountains`."""
        return self.say(f"terrain.{name}")

    def short(self, terrain: str) -> str:
        """`Mount.`: for where a terrain's name has little room."""
        return self.told(f"terrain.{terrain}")

    def land(self, number: int, terrain: str) -> str:
        """`Marsh 41`."""
        return self.say("land", land=number, terrain=self.terrain(terrain))

    def hazard(self, name: str) -> str:
        """`Bramble`."""
        return self.say(f"hazard.{name}")

    def marker(self, marker: str) -> str:
        """`Rd02 “Eagle”`."""
        return self.say("marker", marker=marker, picture=self.picture(marker))

    def picture(self, marker: str) -> str:
        """`Eagle`: what the picture of a marker is called."""
        return self.say(f"picture.{marker}")

    def legions(self, number: int) -> str:
        """`3 legions`."""
        return self.say("legions", number=number)

    def side(self, side: int) -> str:
        """`Attacker` or `Defender`."""
        return self.say(f"alt.{SIDES[side]}")

    def badge(self, side: int) -> str:
        """`A` or `D`."""
        return self.told(f"badge.{SIDES[side]}")


def called(player: PlayerView, names: Names, captions: Captions) -> str:
    """A player's name, or what stands for it."""
    if player.seat in names:
        return isolated(names[player.seat])
    colour = player.colour
    return captions.say(f"colour.{colour}") if colour else captions.told("seat", number=player.seat + 1)


def headline(view: View, captions: Captions) -> str:
    """The turn and the phase, in one line."""
    turn = turn_line(view, captions)
    if not view.turn or view.phase == "over":
        return turn
    return captions.told("headline", turn=turn, phase=phase_line(view, captions))


def turn_line(view: View, captions: Captions) -> str:
    """The turn of the game, and whether it is the last by what was agreed."""
    if not view.turn or view.phase == "over":
        return captions.told(f"phase.{view.phase}")
    return captions.told("last-turn" if is_last(view) else "turn", turn=view.turn)


def phase_line(view: View, captions: Captions) -> str:
    """The phase of the turn, and in which land it is; what the end of the game is like."""
    if view.phase == "over":
        return captions.told("winner" if len(view.winners) == 1 else "draw")
    if not view.turn:
        return ""
    fought = view.phase in ("parley", "battle", "gather")
    phase = captions.told("phase.engage" if fought else f"phase.{view.phase}")
    if view.engaged is None or not fought:
        return phase
    # what comes before a battle and what after it is never told apart in public (ASYNC_PLAY A3.1, A3.4)
    land = view.engaged.land
    return captions.told("phase-in", phase=phase, land=captions.land(land, view.rules.board.lands[land].terrain))


def held(player: PlayerView, captions: Captions) -> str:
    """A player's legions, and the markers that he has left."""
    return f"{captions.legions(player.legions)}   {captions.told('markers', number=len(player.markers))}"


def score(player: PlayerView, captions: Captions) -> str:
    """A player's score and how strong his Titan is; at the end of a game by agreement what he has in all."""
    if player.place:
        return captions.told("in-all", total=player.total, score=player.score)
    return captions.told("score", score=player.score, power=player.titan_power)


def standing_note(view: View, player: PlayerView, captions: Captions) -> tuple[str, bool]:
    """What a player is in this moment, and whether that is of weight."""
    if player.seat in view.winners:
        return captions.told("winner"), True
    if player.out:
        return out(view, player, captions), False
    if player.place:
        return captions.told("place", place=player.place), False
    if view.phase != "over" and view.turn and player.seat == view.active:
        return captions.told("at-turn"), True
    if player.seat in view.waiting:
        return captions.told("to-decide"), True
    if is_wiped_out(view, player.seat):
        return captions.told("away"), False
    return (captions.told("tower", number=player.tower), False) if player.tower else ("", False)


def out(view: View, player: PlayerView, captions: Captions) -> str:
    """How a player is out: by the order in which they fell, or, where nobody is eliminated, of his own will."""
    return captions.told(f"out.{player.out}") if view.rules.eliminates else captions.told("resigned")


def standing(view: View, player: PlayerView, captions: Captions) -> str:
    """A player's figures; at last the markers he has left, or his total if the viewer may know it (V3.4)."""
    if player.out:
        return captions.told("fallen", out=out(view, player, captions), score=player.score)
    last = captions.told("markers-left", number=len(player.markers))
    if player.total is not None and not player.place:
        last = captions.told("total-short", total=player.total)
    return f"{score(player, captions)}   {captions.legions(player.legions)}   {last}"
