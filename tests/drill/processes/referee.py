"""The referee of a drill: reads its evidence, once everything has ended, and names each case that should not be."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from operator import attrgetter

from cogs.house.store.outbox_rows import REPLACED
from tests.drill.processes.evidence import Decided, Evidence, Press, Verdict

IN_TIME = 3.0
"""Seconds in which Discord wants an interaction acknowledged."""
LATEST = 20.0
"""Seconds that a deadline may be dealt with late."""
ALONE = 60.0
"""Seconds that a shard may be without a process."""

SLACK = 1.0
"""Seconds that Discord may take to see that a connection is gone."""
STARTS = 15.0
"""Seconds that a process looks for a database until it gives up."""

EXCUSED = (REPLACED,)
"""Why a row may have become no message."""


def violations(evidence: Evidence) -> tuple[str, ...]:
    """Everything that should not be: a line for each case, with what finds it."""
    return tuple(line for look in LOOKS for line in look(evidence))


def unreadable(evidence: Evidence) -> Iterator[str]:
    """Every log can be replayed, and its entries follow each other."""
    for game, why in evidence.unreadable.items():
        yield f"game {game}: its log can't be replayed: {why}"
    for before, after in pairwise(sorted(evidence.decided, key=attrgetter("game", "seq"))):
        if before.game == after.game and after.seq != before.seq + 1:
            yield f"game {after.game}: after entry {before.seq} comes {after.seq}"


def lost(evidence: Evidence) -> Iterator[str]:
    """What somebody was told is done stands in the log once, and what they were told is not done does not."""
    entries: defaultdict[int, list[Decided]] = defaultdict(list)
    for each in evidence.decided:
        if each.interaction is not None:
            entries[each.interaction].append(each)
    for press in evidence.presses:
        found = entries[press.number]
        if press.verdict is Verdict.DONE and not found:
            yield f"{_named(press)}: it was said to be done, and is not in the log"
        if press.verdict is Verdict.REFUSED and found:
            yield f"{_named(press)}: it was said not to be done, and is entry {found[0].seq}: {press.said}"
        if len(found) > 1:
            yield f"{_named(press)}: it is in the log {len(found)} times"


def older(evidence: Evidence) -> Iterator[str]:
    """Nobody sees an older game than they have seen, or made it by what they decided.

    Where nobody knows whether that was kept, the panel stays as it was.
    """
    after = {each.interaction: each.phase for each in evidence.decided if each.interaction is not None}
    seen: dict[tuple[int, int], tuple[int, int]] = {}
    for press in sorted(evidence.presses, key=attrgetter("over")):
        key = press.game, press.person
        if press.shows is not None:
            known, by = seen.get(key, (0, 0))
            if press.shows < known:
                yield f"{_named(press)}: it shows phase {press.shows}, after {known} was seen by interaction {by}"
            elif press.verdict is not Verdict.UNCLEAR and press.shows < after.get(press.number, 0):
                yield f"{_named(press)}: it shows phase {press.shows}, but made {after[press.number]}"
        reached = max(press.shows or 0, after.get(press.number, 0) if press.verdict is Verdict.DONE else 0)
        if reached >= seen.get(key, (0, 0))[0]:
            seen[key] = reached, press.number


def unheard(evidence: Evidence) -> Iterator[str]:
    """Each press is acknowledged in time, unless a process that heard it was killed meanwhile, or none did."""
    for press in evidence.presses:
        if press.acknowledged is not None and press.acknowledged <= IN_TIME:
            continue
        ends = press.at + IN_TIME
        if press.heard_by and not _killed(evidence, press, ends):
            when = "never" if press.acknowledged is None else f"after {press.acknowledged:.1f} s"
            yield f"{_named(press)}: it was heard by {_heard(evidence, press)} and acknowledged {when}"


def unanswered(evidence: Evidence) -> Iterator[str]:
    """What was acknowledged is answered, unless a process that heard it was killed, or the database was away.

    Whoever goes on without an answer may open another panel, and then the one that it was for is taken away.
    """
    last = {(press.game, press.person): press for press in sorted(evidence.presses, key=attrgetter("at"))}
    for press in evidence.presses:
        if press.acknowledged is None or press.verdict is not Verdict.SILENCE:
            continue
        ends = press.at + evidence.patience
        if last[press.game, press.person] is not press or _killed(evidence, press, ends):
            continue
        if not any(since <= ends and press.at <= until for since, until in evidence.away):
            yield f"{_named(press)}: it was acknowledged by {_heard(evidence, press)}, and never answered"


def doubled(evidence: Evidence) -> Iterator[str]:
    """Each row became one message, and no other message is there."""
    rows = {each.nonce: each for each in evidence.told}
    messages: defaultdict[str, list[int]] = defaultdict(list)
    for posted in evidence.posted:
        messages[posted.nonce].append(posted.id)
    for nonce, found in messages.items():
        told = rows.get(nonce)
        if told is None:
            yield f"messages {found}: nobody was to be told them"
        elif len(found) > 1:
            yield f"game {told.game}, row {told.row} ({told.kind}): it was posted {len(found)} times: {found}"
    standing = {each.id for each in evidence.posted}
    for told in evidence.told:
        if told.message is not None and told.message not in standing:
            yield f"game {told.game}, row {told.row} ({told.kind}): message {told.message} was never posted"


def untold(evidence: Evidence) -> Iterator[str]:
    """Nothing that was due is left, and nothing was given up."""
    for told in evidence.told:
        if told.due:
            yield f"game {told.game}, row {told.row} ({told.kind}): it was never told"
        elif told.error is not None and told.error not in EXCUSED:
            yield f"game {told.game}, row {told.row} ({told.kind}): it was given up: {told.error}"


def disordered(evidence: Evidence) -> Iterator[str]:
    """In each channel and thread of a game the messages stand in the order in which they were to be told."""
    rows = {each.nonce: each for each in evidence.told}
    places: defaultdict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for posted in evidence.posted:
        told = rows.get(posted.nonce)
        if told is not None and not told.aside:
            places[posted.channel, told.game].append((posted.id, told.row))
    for (channel, game), found in places.items():
        for (_, before), (message, row) in pairwise(sorted(found)):
            if row < before:
                yield f"game {game}, channel {channel}: row {row} is told after {before}, by message {message}"


def once(evidence: Evidence) -> Iterator[str]:
    """Threads are opened once, one card is pinned, and the last one shows the present."""
    for game, names in evidence.twice.items():
        yield f"game {game}: threads were opened twice: {', '.join(names)}"
    for game, number in evidence.pins.items():
        if number > 1:
            yield f"game {game}: {number} messages are pinned"
    for game, shown in evidence.card.items():
        if shown != evidence.phase.get(game, shown):
            yield f"game {game}: its channel shows phase {shown}, but it is in {evidence.phase[game]}"


def late(evidence: Evidence) -> Iterator[str]:
    """Deadlines are dealt with in time, and so is every one that there was."""
    for game, seconds in evidence.late.items():
        if seconds > LATEST:
            yield f"game {game}: a deadline was dealt with {seconds:.0f} s late"
    for game in evidence.overdue:
        yield f"game {game}: a deadline was never dealt with"


def alone(evidence: Evidence) -> Iterator[str]:
    """No shard is without a process for long."""
    for shard, seconds in evidence.alone.items():
        if seconds > ALONE:
            yield f"shard {shard}: no process was connected as it for {seconds:.0f} s"


def broken(evidence: Evidence) -> Iterator[str]:
    """No request that Discord would not understand, nothing of our own that broke, and processes end when asked to.

    A process that starts while the database is away says so and ends: it is started again from outside.
    """
    for what, number in evidence.wrong.items():
        yield f"Discord, {number} times: {what}"
    for process, lines in evidence.broken.items():
        for line in lines:
            yield f"{process}: {line}"
    for process, ends in evidence.ended.items():
        for at, code in ends:
            if not any(since <= at <= until + STARTS for since, until in evidence.away):
                yield f"{process}: it ended by itself, with {code}"
    for process, code in evidence.codes.items():
        if code != 0:
            yield f"{process}: it ended with {code} when it was asked to end"


LOOKS: Iterable[Callable[[Evidence], Iterator[str]]] = (
    unreadable, lost, older, unheard, unanswered, doubled, untold, disordered, once, late, alone, broken,
)  # fmt: skip
"""What is looked for, the gravest first."""


def _heard(evidence: Evidence, press: Press) -> str:
    """The processes that heard a press, and which of them were of an older version then."""
    return ", ".join(f"{name} (older)" if _is_older(evidence, name, press.at) else name for name in press.heard_by)


def _is_older(evidence: Evidence, process: str, at: float) -> bool:
    lives = [older for began, older in evidence.lives.get(process, ()) if began <= at]
    return bool(lives) and lives[-1]


def _killed(evidence: Evidence, press: Press, until: float) -> bool:
    """Whether a process was killed that heard a press, in the time in which something was promised of it."""
    killed = (at for process in press.heard_by for at in evidence.killed.get(process, ()))
    return any(press.at - SLACK <= at <= until for at in killed)


def _named(press: Press) -> str:
    what = "opening the panel" if press.line is None else press.line.partition(" ")[0]
    return f"game {press.game}, interaction {press.number} of {press.person} ({what})"
