"""Titan's things in words: creatures with their numbers, lands, entry sides, markers, players. No sentences."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from cogs.house.game.bot_names import noted
from cogs.house.words.words import Names, Words
from engine.core import Seat
from engine.titan.rules import Rules, rules_for
from engine.titan.view import LegionView, View


class Terms:
    """The vocabulary of one language. Lands and markers are the same under all options."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.rules: Rules = rules_for({})

    def say(self, key: str, **facts: object) -> str:
        """A text of Titan's own, by its key below `titan`."""
        return self.words.text(f"titan.{key}", **facts)

    def end(self, key: str, value: str, stamped: bool = False) -> str:
        """An end condition as it has come true, or will: `somebody has 300 points` (V2.3).

        `stamped` if Discord shows it: then a deadline is told in everybody's own time.
        """
        match key:
            case "appearance" | "extinction":
                return self.say(f"end.{key}", creature=self.creature(value))
            case "deadline":
                stamp = f"<t:{int(datetime.fromisoformat(value).timestamp())}:f>"
                return self.say("end.deadline", when=stamp if stamped else value.replace("T", " "))
            case _:
                return self.say(f"end.{key}", number=int(value))

    def creature(self, code: str) -> str:
        """`Ogre`."""
        return self.say(f"creature.{code}", number=1)

    def creatures(self, codes: Iterable[str], last: str = "and") -> str:
        """`2 Ogres, Lion and Griffon`, in the order of the first of each; codes that are alike are counted."""
        codes = tuple(codes)
        return self.words.listing((self._several(code, codes.count(code)) for code in dict.fromkeys(codes)), last)

    def _several(self, code: str, number: int) -> str:
        name = self.say(f"creature.{code}", number=number)
        return name if number == 1 else self.say("several", number=number, creature=name)

    def codes(self, codes: Iterable[str]) -> str:
        """`2 OGR, LIO`: for where the names are too long."""
        codes = tuple(codes)
        return self.words.listing(
            (code if codes.count(code) == 1 else f"{codes.count(code)} {code}" for code in dict.fromkeys(codes)),
            "comma",
        )

    def land(self, number: int) -> str:
        """`Marsh 41`; a number that is no land stays a number."""
        if number not in self.rules.board.lands:
            return str(number)
        return self.say("land", land=number, terrain=self.terrain(self.rules.board.lands[number].terrain))

    def terrain(self, terrain: str) -> str:
        """`Marsh`."""
        return self.say(f"terrain.{terrain}")

    def marker(self, marker: str) -> str:
        """`Rd02 “Eagle”`: the marker with its picture."""
        key = f"picture.{marker}"
        if f"titan.{key}" not in self.words:
            return marker
        return self.say("marker", marker=marker, picture=self.say(key))

    def colour(self, colour: str) -> str:
        """`Red`; what is no colour stays as it is."""
        key = f"titan.colour.{colour}"
        return self.words.text(key) if key in self.words else colour

    def side(self, side: int) -> str:
        """`left`, for an entry side 1, 3 or 5; another number stays one."""
        key = f"titan.side.{side}"
        return self.words.text(key) if key in self.words else str(side)

    def from_side(self, side: int) -> str:
        """`from the west`: a compass side of the battle map, whose north is the side with the land's number."""
        return self.say(f"from.{side}")

    def dice(self, number: int) -> str:
        """`6 dice`."""
        return self.say("dice", number=number)

    def hits(self, number: int) -> str:
        """`1 hit`."""
        return self.say("hits", number=number)

    def points(self, number: int) -> str:
        """`120 points`."""
        return self.say("points", number=number)

    def player(self, view: View, seat: Seat, names: Names) -> str:
        """`Ann (Red)`, or `Ann` while there is no colour."""
        colour = view.players[seat].colour
        if not colour:
            return names[seat]
        player, note = noted(names[seat], self.colour(colour))
        return self.say("seat", player=player, colour=note)

    def players(self, view: View, seats: Iterable[Seat], names: Names) -> str:
        """`Ann (Red) and Ben (Blue)`."""
        return self.words.listing(self.player(view, seat, names) for seat in seats)

    def contents(self, legion: LegionView) -> str:
        """What the viewer is certain of: `2 Ogres, Lion and 3 unseen`; empty if that is nothing."""
        rest = legion.height - len(legion.creatures)
        if not legion.creatures or rest == 0:
            return self.creatures(legion.creatures) if legion.creatures else ""
        unseen = self.say("unseen", number=rest)
        return self.say("known", creatures=self.creatures(legion.creatures, "comma"), rest=unseen)


def legions_of(view: View, seat: Seat) -> tuple[LegionView, ...]:
    """The legions of a seat, in the order of their markers."""
    return tuple(sorted((legion for legion in view.legions if legion.owner == seat), key=lambda leg: leg.marker))


def at(view: View, label: str) -> str:
    """The code of the character on a battle hex; empty if there is none."""
    assert view.battle is not None, "battle hexes are named in a battle"
    return next((fighter.creature for fighter in view.battle.fighters if fighter.hex == label), "")
