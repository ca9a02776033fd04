"""A game from its lines: opening, going on, and going on by a decision with what chance says to it. Pure."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence

from cogs.house.game.announce import Entry
from cogs.house.game.dice import Dice
from cogs.house.game.game_types import Further, Timeline
from cogs.house.game.kit import Kit
from cogs.house.values.records import Game, StoredLine
from engine import log
from engine.core import CHANCE, Action, Seat
from engine.log import Rewind, Undo


def opened(kit: Kit, seats: int, game: Game) -> Entry:
    """The game before its first line, by the rules that it began with. Nobody decided it and it tells nothing."""
    return Entry(CHANCE, None, log.opening(kit.rules, seats, dict(game.options), game.version), log.Told(()))


def replayed(
    kit: Kit, timeline: Timeline, lines: Sequence[StoredLine], past: Mapping[int, Timeline] | None = None
) -> Iterator[Entry]:
    """The entries that `lines` of the log are, one after the other. They went through the door once and are trusted.

    `past` is what the game was after those entries that they go `behind` to.
    """
    acts = [(line.seat, kit.rules.notation.parse(line.line)) for line in lines]
    followed = log.followed(kit.rules, timeline, acts, past)
    for line, (seat, action), (after, told) in zip(lines, acts, followed, strict=True):
        assert line.seq == after.seq, f"entry {line.seq} stands where {after.seq} should be"
        yield Entry(seat, timeline, after, told, action, line.at, line.proxy)
        timeline = after


def behind(kit: Kit, timeline: Timeline, lines: Iterable[StoredLine]) -> frozenset[int]:
    """The entries before `timeline` that lines which follow it go back to."""
    backs = (kit.rules.notation.parse(line.line) for line in lines if line.line.startswith(f"{Rewind.verb} "))
    return frozenset(back.entry for back in backs if back.entry < timeline.seq)


def check(kit: Kit, timeline: Timeline, seat: Seat, action: Action) -> None:
    """The door. Raises Illegal unless `seat` may do `action`."""
    if isinstance(action, Undo):
        log.check_undo(kit.rules, timeline, seat, action)
    elif action not in kit.rules.legal(timeline.state, seat):
        raise kit.rules.refusal(log.known(kit.rules, timeline, seat), seat, action)


def decided(
    kit: Kit,
    dice: Dice,
    timeline: Timeline,
    seat: Seat,
    action: Action,
    further: Further | None = None,
    past: Timeline | None = None,
) -> tuple[tuple[Entry, ...], tuple[StoredLine, ...]]:
    """What follows from a checked decision: its entry, those of chance that it needs, and their lines.

    Then what the seat would do `further` after each, and what others have no choice but to do. `past` is where a rewind
    goes back to.
    """
    entries: list[Entry] = []
    lines: list[StoredLine] = []
    following: tuple[Seat, Action] | None = (seat, action)
    while following is not None:
        actor, done = following
        if isinstance(done, Rewind):
            assert past is not None, "a rewind goes back to somewhere"
            after, told = log.rewound(kit.rules, timeline, past)
        else:
            after, told = log.step(kit.rules, timeline, actor, done)
        chance, said = drawn(kit, dice, after)
        entries += (Entry(actor, timeline, after, told, done), *chance)
        lines += (StoredLine(after.seq, actor, kit.rules.notation.line(done)), *said)
        timeline = entries[-1].after
        # What somebody had no choice but to do, and takes back, is not done for him again at once.
        following = None if isinstance(done, Rewind) else _following(kit, timeline, seat, further)
    return tuple(entries), tuple(lines)


def _following(kit: Kit, timeline: Timeline, seat: Seat, further: Further | None) -> tuple[Seat, Action] | None:
    """Who decides what next without being asked; None if somebody has a choice."""
    rules, state = kit.rules, timeline.state
    awaiting = rules.awaiting(state)
    if further is not None and seat in awaiting:
        wanted = further(log.view(rules, timeline, seat), tuple(rules.legal(state, seat)))
        if wanted is not None:
            check(kit, timeline, seat, wanted)
            return seat, wanted
    found = ((other, kit.deciding.forced(state, other)) for other in sorted(awaiting))
    return next(((other, action) for other, action in found if action is not None), None)


def drawn(kit: Kit, dice: Dice, timeline: Timeline) -> tuple[tuple[Entry, ...], tuple[StoredLine, ...]]:
    """The entries of chance that the game wants before anybody decides, and their lines."""
    entries, lines = [], []
    while draw := kit.rules.wants(timeline.state):
        said = dice(timeline.seq + 1, draw)
        after, told = log.step(kit.rules, timeline, CHANCE, said)
        entries.append(Entry(CHANCE, timeline, after, told, said))
        lines.append(StoredLine(after.seq, CHANCE, kit.rules.notation.line(said)))
        timeline = after
    return tuple(entries), tuple(lines)


def made_ready(
    kit: Kit, dice: Dice, timeline: Timeline, pick: random.Random
) -> tuple[tuple[Entry, ...], tuple[StoredLine, ...]]:
    """What is decided for all seats before the first turn, see `Deciding.ready`, with what chance says to it."""
    entries: list[Entry] = []
    lines: list[StoredLine] = []
    while (choice := _unready(kit, timeline, pick)) is not None:
        more, said = decided(kit, dice, timeline, *choice)
        entries += more
        lines += said
        timeline = more[-1].after
    return tuple(entries), tuple(lines)


def _unready(kit: Kit, timeline: Timeline, pick: random.Random) -> tuple[Seat, Action] | None:
    """The first seat that has something to decide before the first turn, and what is decided for it."""
    assert kit.deciding.ready is not None, "asked of games that have it alone"
    for seat in sorted(kit.rules.awaiting(timeline.state)):
        view = log.view(kit.rules, timeline, seat)
        action = kit.deciding.ready(view, tuple(kit.rules.legal(timeline.state, seat)), pick)
        if action is not None:
            check(kit, timeline, seat, action)
            return seat, action
    return None


def taken_back(entry: Entry) -> frozenset[int]:
    """The numbers of the entries that an entry takes back: what they told is struck through wherever it was told."""
    before = entry.before
    if before is None:
        return frozenset()
    if isinstance(entry.action, Rewind):
        return frozenset(range(entry.action.entry + 1, entry.after.seq))
    kept = {step.number for step in entry.after.steps}
    return frozenset(step.entry for step in before.steps if entry.told.undone and step.number not in kept)
