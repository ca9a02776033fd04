"""The public books: scores, markers, legions, the caretaker's stacks and the dead pile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from engine.titan.state import Over
from tests.conformance.record import Event

if TYPE_CHECKING:
    from tests.conformance.replay import Replay


class Books:
    """What the whole position of the record must be, with the departures that have piled up."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.limbo: Counter[str] = Counter()
        """K1: Lords and Demi-Lords lost without a battle, which the record keeps in the dead pile until one ends."""
        self.gifts: Counter[str] = Counter()
        """K4: half-points that the record gave to players who were removed next."""
        self.late: list[tuple[str, str, str]] = []
        """K10: additions after the end, as (legion, creature, donor or empty)."""
        self.slew: dict[str, list[str]] = {}
        self.emptied: set[str] = set()
        """K7: donors with nobody left, whose markers the record frees at Enlistment only."""

    def lost(self, codes: Iterable[str]) -> None:
        """Characters eliminated without a battle (K1)."""
        kinds = self.replay.state.rules.kinds
        self.limbo.update(code for code in codes if kinds[code].returns)

    def battle_over(self) -> None:
        """The end of a battle, which empties the record's dead pile of Lords and Demi-Lords (K1)."""
        self.limbo.clear()

    def resume(self, event: Event) -> None:
        """The books as a `turn_end` has them, after which the games go on together."""
        kinds, names = self.replay.state.rules.kinds, self.replay.names
        stacks = {names.code[name]: pair for name, pair in event["caretaker"].items()}
        self.limbo = Counter({code: pair[1] for code, pair in stacks.items() if kinds[code].returns})
        self.gifts.clear()
        by_code = {player: figures["elim"] for player, figures in event["players"].items()}
        self.slew = {player: [elim[at : at + 2] for at in range(0, len(elim), 2)] for player, elim in by_code.items()}

    def markers_kept(self, markers: tuple[str, ...]) -> list[str]:
        """Our free markers as the record has them while emptied donors stand (K7)."""
        waiting = self.emptied.intersection(markers)
        if waiting:
            self.replay.tally.departure("K7")
        return sorted(set(markers) - waiting)

    def compare(self, event: Event) -> None:
        """The whole position of a `game`, `turn_end` or `game_over`."""
        if event["e"] != "game":
            self._players(event["players"])
        self._legions(event["legions"])
        self._caretaker(event["caretaker"])

    def _players(self, players: dict[str, dict[str, Any]]) -> None:
        replay, state = self.replay, self.replay.state
        replay.same("players", sorted(replay.ids), sorted(players))
        for seat, name in enumerate(replay.ids):
            record, ours = players[name], state.players[seat]
            score = ours.score + self.gifts[name]
            if self.gifts[name]:
                assert ours.out, "only players who are out were given half-points"
                replay.tally.departure("K4")
            replay.same(f"score of {name}", record["score"], score)
            replay.same(f"Titan's power of {name}", record["titan_power"], state.rules.titan_power(score))
            replay.same(f"{name} dead", record["dead"], bool(ours.out))
            if ours.out and record["mulligans"] > ours.mulligans:
                replay.tally.departure("K15")
            else:
                replay.same(f"mulligans of {name}", record["mulligans"], ours.mulligans)
            replay.same(f"players eliminated by {name}", record["elim"], "".join(self.slew.get(name, ())))
            if ours.out:
                # nobody slew him: the markers are out of the game (R19.6), and the record leaves them with him
                slain = any(name in slew for slew in self.slew.values())
                said = [] if slain else sorted(self._owned(name))
                replay.same(f"markers of {name}, who is out", record["markers"], said)
                replay.same(f"our markers of {name}, who is out", (), ours.markers)
            else:
                replay.same(f"markers of {name}", record["markers"], sorted(ours.markers))

    def _owned(self, player: str) -> set[str]:
        """All markers a player has had, with those of the players he slew (R19.7)."""
        colour = self.replay.state.players[self.replay.seats[player]].colour
        owned = set(self.replay.state.rules.colours[colour].markers)
        return owned.union(*(self._owned(slain) for slain in self.slew.get(player, ())))

    def _legions(self, legions: dict[str, dict[str, Any]]) -> None:
        replay, state = self.replay, self.replay.state
        ours = {
            marker: (replay.ids[legion.owner], str(legion.land), replay.names.listed(legion.creatures))
            for marker, legion in state.legions.items()
        }
        for marker, creature, donor in self.late:
            owner, land, creatures = ours[marker]
            ours[marker] = (owner, land, sorted([*creatures, creature]))
            if donor:
                owner, land, creatures = ours[donor]
                left = list(creatures)
                left.remove(creature)
                ours[donor] = (owner, land, left)
                if not left:
                    del ours[donor]
        for marker in sorted(legions.keys() | ours.keys()):
            record = legions.get(marker)
            said = (record["p"], record["hex"], sorted(record["c"])) if record else None
            replay.same(f"legion {marker}", said, ours.get(marker))

    def _caretaker(self, stacks: dict[str, list[int]]) -> None:
        replay, state = self.replay, self.replay.state
        taken = Counter(replay.names.code[creature] for _, creature, donor in self.late if not donor)
        replay.same("kinds in the stacks", sorted(replay.names.code), sorted(stacks))
        departed = False
        for name, pair in sorted(stacks.items()):
            code = replay.names.code[name]
            waiting = self.limbo[code]
            left = state.bank[code] - taken[code] - waiting
            if code == "TTN":  # R20.1: one a player, the box holds more
                left -= replay.door.new(2, replay.options).state.bank[code] - len(replay.ids)
            departed = departed or waiting > 0
            replay.same(f"{name} in the stacks and dead", pair, [left, state.dead[code] + waiting])
        if departed:
            replay.tally.departure("K1")

    @property
    def over(self) -> bool:
        """Whether our game has ended."""
        return isinstance(self.replay.state.phase, Over)
