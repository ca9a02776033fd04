"""What is counted of a game of Titan that is over: places, battles and dice against what was to be expected.

Everything comes from what everybody saw happen, and from the board as it is in the end. What a battle promised is the
quick guess of `engine.titan.bots.estimate` at its opening, when both legions are open to all (R9.1, R3.4).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from cogs.house.game.telling import Seen
from cogs.house.values.finished import Standing
from cogs.titan.words.battle_figures import decimal
from cogs.titan.words.terms import Terms
from engine.core import Seat
from engine.titan.battle.hits import hit_chance
from engine.titan.bots.estimate import KnownSide, outlook
from engine.titan.events import BattleBegan, BattleEnded, Eliminated, Struck
from engine.titan.view import View

FIGURES = ("battles", "won", "chance", "dice", "hits", "due", "slain")
"""Battles fought, those won and how many of them were to be expected; dice thrown in strikes, hits and how many of
these were; players put out of the game."""


@dataclass(slots=True)
class Count:
    """What is counted on the way through a game. `fought` are the seats and markers of the battle that is fought."""

    figures: list[dict[str, float]]
    slayers: dict[Seat, Seat | None] = field(default_factory=dict)
    fought: tuple[tuple[Seat, str], ...] = ()

    def add(self, seat: Seat, name: str, number: float) -> None:
        self.figures[seat][name] += number


@dataclass(frozen=True, slots=True)
class TitanTally:
    """The `Tally` of Titan, in a language."""

    terms: Terms

    def count(self, happened: Sequence[Seen], final: View) -> tuple[Standing, ...]:
        """How each seat did: its place, its points, or in a game that ends by agreement all that it has (V3.1)."""
        count = Count([dict.fromkeys(FIGURES, 0.0) for _ in final.players])
        for each in happened:
            for event in each.events:
                _counted(count, event, each)
        return tuple(
            Standing(
                place,
                player.score if player.total is None else player.total,
                count.slayers.get(player.seat),
                count.figures[player.seat],
            )
            for player, place in zip(final.players, places(final), strict=True)
        )

    def turns(self, final: View) -> int:
        """The Game-Turns."""
        return final.turn

    def said(self, figures: Mapping[str, float]) -> tuple[str, ...]:
        """Battles, dice and players put out, a line each."""
        say, lines = self.terms.say, []
        if figures["battles"]:
            due = decimal(self.terms, figures["chance"])
            lines.append(say("tally.battles", number=round(figures["battles"]), won=round(figures["won"]), due=due))
        if figures["dice"]:
            due = decimal(self.terms, figures["due"])
            lines.append(say("tally.dice", number=round(figures["hits"]), dice=round(figures["dice"]), due=due))
        if figures["slain"]:
            lines.append(say("tally.slain", number=round(figures["slain"])))
        return tuple(lines)


def places(final: View) -> tuple[int, ...]:
    """The place of each seat in a game that is over, 1 the first; those who share a victory, or went out together,
    share it (R19.8). Where the last Titan wins, who went out later comes before. All who are still in a game that its
    players end as a draw share the first place."""
    if final.ends and all(player.place for player in final.players):
        return tuple(player.place for player in final.players)
    last, winners = len(final.players) + 1, final.winners or [p.seat for p in final.players if not p.out]
    stayed = [last if player.seat in winners else player.out for player in final.players]
    return tuple(1 + sum(other > mine for other in stayed) for mine in stayed)


def _counted(count: Count, event: object, now: Seen) -> None:
    match event:
        case BattleBegan():
            _opened(count, event, now.view)
        case BattleEnded():
            for seat, marker in count.fought:
                count.add(seat, "won", marker == event.winner)
            count.fought = ()
        case Struck():
            count.add(event.seat, "dice", event.dice)
            count.add(event.seat, "hits", sum(roll >= event.number for roll in event.rolls))
            count.add(event.seat, "due", event.dice * hit_chance(event.number))
        case Eliminated():
            count.slayers[event.seat] = event.slayer
            if event.slayer is not None:
                count.add(event.slayer, "slain", 1)


def _opened(count: Count, battle: BattleBegan, view: View) -> None:
    """A battle with what it promises to both sides."""
    fought = view.battle
    assert fought is not None, "a battle has just begun"
    sides = [
        KnownSide(creatures, view.players[seat].score)
        for seat, creatures in zip(fought.seats, (battle.attackers, battle.defenders), strict=True)
    ]
    chance = outlook(view.rules, battle.terrain, *sides).chance
    count.fought = tuple(zip(fought.seats, fought.markers, strict=True))
    for seat, likely in zip(fought.seats, (chance, 1 - chance), strict=True):
        count.add(seat, "battles", 1)
        count.add(seat, "chance", likely)
