"""Watches a game step by step: that each sees what is his to see, and that everybody is told what is everybody's."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from cogs.house.game.announce import Entry, facts
from cogs.house.game.reminders import PRESENT
from cogs.house.game.tally import figures_said, finished
from cogs.house.table.table import Table
from cogs.house.values.records import PostStyle, Status
from cogs.titan.kit import obvious, titan_kit
from engine import log
from engine.core import CHANCE, Seat
from engine.log import Timeline
from engine.titan.events import (
    BattleBegan,
    Carried,
    Drifted,
    Examined,
    ManeuverBegan,
    Maneuvered,
    NotEntered,
    Parted,
    Slain,
    Struck,
    Talked,
    TurnedBack,
)
from engine.titan.ruleset import TITAN
from engine.titan.view import BattleView, View
from tests.games.knowing import Known, beside_stacks, beyond, known, most, revealed, stacks
from tests.games.reading import WORDS, Reader, Sent
from tests.games.world import World

FOUGHT = (ManeuverBegan, Maneuvered, NotEntered, TurnedBack, Drifted, Struck, Carried, Slain)
"""What happens within a battle, for its own thread alone."""

PRIVATE = (Examined, Talked)
"""What only the two engaged players learn (R3.5, A3.1). Everything else is told to all, a split without contents."""


class Watch:
    """Follows one game from its start. `look` after each act; `heard` is what the channel was told."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.reader = Reader(world)
        self.seq = -1
        self.heard: list[str] = []
        self.posts = 0
        self.answers: dict[str, set[str]] = defaultdict(set)
        self._ever: dict[Seat | None, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
        self._kept: list[Sent] = []
        self._late: tuple[Entry, ...] = ()
        self._all: tuple[Entry, ...] = ()

    async def look(
        self, actor: str | None = None, decided: bool = True, past: bool = False, arrives: bool = True
    ) -> list[Sent]:
        """Checks everything that was sent since the last look.

        `decided`: a decision was to be made. `past`: what was asked for tells of the whole game. Where nothing
        `arrives` but answers, because Discord takes no posts, what is to be told is due at the next look.
        """
        sent = self.reader.new(actor)
        for each in sent:
            if each.to is not None:
                self.answers[each.to].add(each.text)
        table = await self.world.table()
        if table.game.status is Status.LOBBY:
            self.posts += sum(each.to is None and each.post for each in sent)
            return sent
        entries = () if table.seq == self.seq else await table.entries(max(self.seq + 1, 1), table.seq)
        assert bool(entries) == decided, "a decision was made, or was not"
        self.seq = table.seq
        here = await table.course_at(table.seq)
        due, self._late = self._late + entries, ()
        self._all += entries
        timelines = [entry.before for entry in due if entry.before] + [entry.after for entry in due]
        self._secrets_kept(table, sent, timelines or [here], due, past)
        if not arrives:
            self._kept, self._late = [each for each in sent if not each.post], due
            return sent
        got, self._kept = self._kept + sent, []
        self.posts += sum(each.to is None and each.post for each in got)
        self._all_told(table, got, due)
        self._called(table, got, due)
        self._drawn(table, got, due)
        self._hands(table, got, due)
        self._told_alone(table, got, due)
        if actor is not None and entries and entries[0].seat != CHANCE:
            self._answered(table, actor, got, entries)
        return sent

    # Who sees what

    def _secrets_kept(
        self,
        table: Table,
        sent: Sequence[Sent],
        timelines: Sequence[Timeline[Any, Any, Any]],
        entries: Sequence[Entry],
        past: bool,
    ) -> None:
        """Nothing that anybody gets names a character of another's legion beyond his view (R3.3).

        For all but its author the game is as if what is staged in silence were not done.
        """
        states = [timeline.state for timeline in timelines]
        gone = revealed(entries)
        may: dict[Seat | None, Known] = {}
        seats = {name: table.seat_of(person.id) for name, person in self.world.people.items()}
        for viewer in {None, *seats.values()}:
            may[viewer] = known([log.view(TITAN, timeline, viewer) for timeline in timelines], gone)
            for marker, counter in may[viewer].items():
                self._ever[viewer][marker] |= counter
        public = {stacks(log.view(TITAN, timeline, None)) for timeline in timelines}
        for each in sent:
            viewer = None if each.to is None else seats[each.to]
            seen = self._ever[viewer] if past and each.to else may[viewer]
            own = {m for state in states for m, legion in state.legions.items() if legion.owner == viewer}
            true = {m: most(state.legions[m].creatures for state in states if m in state.legions) for m in own}
            for text in each.texts():
                for line in beside_stacks(text, public):
                    more = beyond(line, viewer, seen, true)
                    assert not more, f"seat {viewer} reads {more} in: {line}"

    # What is told to all

    def _all_told(self, table: Table, sent: Sequence[Sent], entries: Sequence[Entry]) -> None:
        """Each public event has its sentence in the channel, in order and once; the channel hears nothing else."""
        before = committed(table) if entries and entries[0].after.seq == 1 else []
        over = entries and table.game.status is Status.OVER
        after = [*seed_told(table), *figures_told(table, self._all)] if over else []
        if not after:
            assert not any(table.game.seed.hex() in text for each in sent for text in each.texts())
        posts = [each for each in sent if each.to is None and each.post]
        said = [sentence for entry in entries for sentence, _ in told(entry, table)]
        if table.game.posts is PostStyle.CHANNEL:
            assert not self.world.channel.threads
            heard = [line for post in posts if not post.mentioned for line in post.said()]
            assert heard == [*before, *said, *after], "the channel hears what R3.4 makes public, each sentence once"
        else:
            logged = [sentence for entry in entries for sentence, fought in told(entry, table) if not fought]
            self._in_threads(table, posts, entries, [*before, *logged, *after])
        self.heard += [*before, *said, *after]
        if entries and TITAN.view(entries[-1].after.state, None).phase in ("engage", "parley", "gather"):
            public = [each for each in sent if each.to is None]
            pressed = {part.rsplit(":", 1)[1] for each in public for part in each.custom_ids()}
            assert pressed <= {"open"}, "what can be decided about an engagement is not for all (A3.1, A3.4)"
        if entries and all(map(_exchange, entries)):
            assert not [each for each in sent if each.to is None], "an exchange before battle is silent (A3.1)"

    def _in_threads(self, table: Table, posts: Sequence[Sent], entries: Sequence[Entry], logged: Sequence[str]) -> None:
        """The log has all but what is a battle's own, the battle's thread has all of it."""
        battles = [sentence for entry in entries if _battle(entry) for sentence, _ in told(entry, table)]
        threads = {each.thread for each in posts if each.thread}
        assert len(threads) <= 2, "the log, and the battle that is fought"
        assert {name for name in threads if not name.startswith("Log")} <= {_name(each) for each in entries}
        heard = {name: [line for each in posts if each.thread == name for line in each.said()] for name in threads}
        history = [line for name in threads if name.startswith("Log") for line in heard[name]]
        fought = [line for name in threads if not name.startswith("Log") for line in heard[name]]
        assert history == logged, "the log has what R3.4 makes public, each sentence once, but what is a battle's own"
        opening = len(fought) - len(battles)
        assert fought[max(0, opening) :] == battles, "a battle's thread has all of it"
        assert bool(opening) == any(_opens(entry) for entry in entries), "and at its beginning what the land does"

    def _called(self, table: Table, sent: Sequence[Sent], entries: Sequence[Entry]) -> None:
        """Whoever must act is mentioned once, when it becomes his turn, and nobody else is.

        Within a turn nobody is mentioned whom everybody has just seen act.
        """
        calls = [each for each in sent if each.mentioned]
        assert all(each.to is None for each in calls)
        assert all(("<@" in each.text) == bool(each.mentioned) for each in sent if each.to is None and each.post)
        if not entries:
            assert not calls
            return
        first, last = entries[0].before, entries[-1].after
        before = _people(table, TITAN.view(first.state, None).waiting) if first and first.seq else set()
        after = _people(table, TITAN.view(last.state, None).waiting)
        called = after - before
        if first is not None and _turn(first) == _turn(last):
            called -= self._present(table, entries)
        due = [after] if called else []
        assert [set(call.mentioned) for call in calls] == due, "mentioned once a hand-off"
        assert all(f"<@{user}>" in call.text for call in calls for user in call.mentioned)

    def _present(self, table: Table, entries: Sequence[Entry]) -> set[int]:
        """The people of whom everybody has heard something within a minute before the last of these entries."""
        now = entries[-1].at
        seats = {each.seat for each in self._all if now - each.at <= PRESENT and list(told(each, table))}
        return _people(table, seats)

    def _drawn(self, table: Table, sent: Sequence[Sent], entries: Sequence[Entry]) -> None:
        """A board after every phase, a map after each maneuver and each strike phase, and in the end who has won.

        What goes on in a battle before a person is asked again comes as the last map, with a film if it was long; as
        long as bots alone are asked in it, there is none.
        """
        in_threads = table.game.posts is PostStyle.CARD
        if in_threads:
            cards = [each for each in sent if each.to is None and not each.thread and each.files]
            assert len(cards) <= 2, "a card is drawn anew, posted afresh at most"
            for card in cards[-1:]:
                present = TITAN.view(entries[-1].after.firm, None) if entries else None
                assert card.files == _shown(present), "the card shows the present"
        told_by = [each for each in sent if each.to is None and bool(each.thread) == in_threads]
        files = Counter(name for each in told_by for name in each.files)
        for great in [name for name in files if name.startswith("moment-")]:
            files["board.png"] += files.pop(great)  # it takes the place of a board that is due
        due: Counter[str] = Counter()
        maps: list[str] = []
        for entry in entries:
            before = TITAN.view(entry.before.state, None) if entry.before else None
            after = TITAN.view(entry.after.state, None)
            if before is None or after.phase == "roll":
                continue
            if after.battle:
                maps += ["battle.png"] * (_half(before) != _half(after))
            elif before.battle or _part(before) != _part(after):
                due["board.png"] += 1
            maps += ["aftermath.png"] * bool(before.battle and not after.battle)
            due["standing.png"] += before.phase != "over" and after.phase == "over"
        shown = Counter({name: files.pop(name) for name in ("battle.png", "aftermath.png") if name in files})
        films = files.pop("replay.webp", 0)
        assert files == +due
        assert shown <= Counter(maps)
        assert shown["aftermath.png"] == maps.count("aftermath.png"), "the end of a battle is shown"
        asked = entries and _people(table, TITAN.view(entries[-1].after.state, None).waiting)
        assert bool(shown) == bool(maps and (asked or shown["aftermath.png"])), "and whatever a person is asked in"
        assert films <= shown.total()

    # What is told to one

    def _hands(self, table: Table, sent: Sequence[Sent], entries: Sequence[Entry]) -> None:
        """One's own legions by direct message at the start, and when another's act or a roll changed them."""
        for name in self.world.people:
            seat = table.seat_of(self.world.people[name].id)
            hands = [each for each in sent if each.to == name and each.post and "hand.png" in each.files]
            due = False
            for entry in entries:
                if seat is None or entry.before is None:
                    continue
                before, after = TITAN.hand(entry.before.state, seat), TITAN.hand(entry.after.state, seat)
                due |= before != after and (entry.seat != seat or before == ())
            assert len(hands) == due, f"{name} has his legions sent when they changed"

    def _told_alone(self, table: Table, sent: Sequence[Sent], entries: Sequence[Entry]) -> None:
        """What an engaged player is shown and offered reaches him, and nobody else (R3.5)."""
        for entry in entries:
            for event in entry.told.events:
                if not isinstance(event, PRIVATE):
                    continue
                to = (event.to,) if isinstance(event, Examined) else event.to
                sentence = WORDS.event(event, table.names)
                owner = event.seat if isinstance(event, Talked) else None
                for name, person in self.world.people.items():
                    seat = table.seat_of(person.id)
                    got = any(sentence in each.text for each in sent if each.to == name)
                    assert got or seat not in to, f"{name} is not told: {sentence}"
                    engaged = entry.after.state.legions
                    if isinstance(event, Examined) and event.legion in engaged:
                        owner = engaged[event.legion].owner
                    assert not got or seat in to or seat == owner, f"{name} is told: {sentence}"
                assert not any(sentence in each.text for each in sent if each.to is None)

    def _answered(self, table: Table, actor: str, sent: Sequence[Sent], entries: Sequence[Entry]) -> None:
        """Whoever decided learns in his answer what came of it, what others learn later included: all of it if they
        typed, and above a panel what that doesn't show."""
        seat = table.seat_of(self.world.people[actor].id)
        answer = "\n".join(each.text for each in sent if each.to == actor and not each.post)
        for entry in entries:
            for event in (*entry.told.events, *entry.told.staged):
                mine = titan_kit().rules.seen(event, seat)
                if mine is not None and (self.world.typed or not obvious(mine, True)):
                    assert WORDS.event(mine, table.names) in answer


def _turn(timeline: Timeline[Any, Any, Any]) -> object:
    view = TITAN.view(timeline.state, None)
    return view.turn, view.active


def committed(table: Table) -> list[str]:
    """What the channel hears before anything else: the rules."""
    return [WORDS.text("rules-preset", preset=WORDS.text("titan.preset.law"))]


def seed_told(table: Table) -> list[str]:
    """What it hears when all is over."""
    return [WORDS.text("dice-revealed")]


def figures_told(table: Table, entries: Sequence[Entry]) -> list[str]:
    """What it hears last, of all entries of the game. Whether they are right `tests/titan/test_titan_tally.py` asks."""
    return list(figures_said(table.kit, table.names, finished(table.kit, table.game, table.seats, entries)))


def told(entry: Entry, table: Table) -> Iterable[tuple[str, bool]]:
    """The sentences of an entry that everybody hears: R3.2 and R3.4, not what the bot takes for public.

    Each with whether it tells of a part of a battle; what a bot says to it comes after.
    """
    remarks = {fact.event: fact.remark for fact in facts(table.kit, entry, table.voices) if fact.remark}
    for event in entry.told.undone:
        yield WORDS.text("taken-back", what=WORDS.event(event, table.names)), isinstance(event, FOUGHT)
    for event in entry.told.events:
        if isinstance(event, PRIVATE):
            continue
        public: Any = replace(event, creatures=()) if isinstance(event, Parted) else event
        yield WORDS.event(public, table.names), isinstance(event, FOUGHT)
        if (remark := remarks.get(event)) is not None:
            yield remark.said(table.kit, table.names), isinstance(event, FOUGHT)


def _battle(entry: Entry) -> BattleView | None:
    """The battle that an entry belongs to."""
    after = TITAN.view(entry.after.state, None).battle
    return after or (TITAN.view(entry.before.state, None).battle if entry.before else None)


def _opens(entry: Entry) -> bool:
    return any(isinstance(event, BattleBegan) for event in entry.told.events)


def _name(entry: Entry) -> str:
    """What the thread of an entry's battle is called."""
    battle, turn = _battle(entry), TITAN.view(entry.after.state, None).turn
    return f"⚔ T{turn} {'–'.join(battle.markers)} {battle.terrain} {battle.land}" if battle else ""


def _shown(view: View | None) -> list[str]:
    assert view is not None
    if view.phase == "over":
        return ["standing.png", "board.png"]
    return ["battle.png"] if view.battle else ["board.png"]


def _exchange(entry: Entry) -> bool:
    """Whether the entry is a word of an exchange before battle that goes on."""
    before = TITAN.view(entry.before.state, None) if entry.before else None
    after = TITAN.view(entry.after.state, None)
    return before is not None and before.phase == after.phase == "parley" and before.engaged == after.engaged


def _people(table: Table, seats: Iterable[Seat]) -> set[int]:
    return {person for seat in seats if (person := table.person(seat)) is not None}


def _half(view: View) -> object:
    fight = view.battle
    return fight and (fight.land, fight.round, fight.mover, {"carry": "strike"}.get(fight.step, fight.step))


def _part(view: View) -> object:
    """The phase of a turn; settling an engagement is one, whatever is decided in it (A3.1)."""
    if view.phase == "setup":
        return any(player.tower for player in view.players)
    settling = ("engage", "parley", "gather", "battle")
    return view.turn, view.active, "engage" if view.phase in settling else view.phase.replace("roll", "split")
