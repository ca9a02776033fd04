"""Replays of Titan: which moments of a turn, a battle or a game are shown, in what words and for how long. Pure.

Nothing is looked up but a moment's events and its view, which are what everybody saw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from cogs.commands.watch import BATTLE, GAME, LINES, TURN
from cogs.face.overview import Chapter
from cogs.face.told_replays import HELD, LOOK, PAUSE, TITLE, TOLD_LONGER, ToldReplays, each_turn, held, reading
from cogs.house.game.pictures import Look
from cogs.house.game.public_history import Moment
from cogs.house.values.safe_text import all_isolated
from cogs.house.words.words import Names
from cogs.titan.history.battle_threads import scene
from cogs.titan.history.replay_events import (
    ReplayEvent,
    every,
    fought_apart,
    gains,
    of,
    of_turn,
    on_board,
    on_map,
    runs,
    struck,
    within,
)
from cogs.titan.words.captions import captions_in
from cogs.titan.words.event_sentences import won
from cogs.titan.words.game_words import TitanWords
from engine.core import Seat
from engine.titan.events import (
    Acquired,
    Agreed,
    BattleBegan,
    BattleEnded,
    Carried,
    Coloured,
    Conceded,
    Drifted,
    Eliminated,
    EndReached,
    Engaged,
    Fled,
    GameEnded,
    Maneuvered,
    Moved,
    Mustered,
    NotEntered,
    Parted,
    Reinforced,
    Rejoined,
    Rolled,
    Spawned,
    Struck,
    Summoned,
    TowerDrawn,
    TurnBegan,
    TurnedBack,
    WipedOut,
)
from engine.titan.view import PlayerView, View
from render.replay import Shot
from render.theme import THEMES
from render.titan.replay import replay

GLANCE = 1_100
"""Milliseconds for what is seen at once: a roll, a move."""
STAY = 2_600
"""For what decides: the end of an engagement, a slain character's last strike."""

MOST_BYTES = {TURN: 2_000_000, BATTLE: 2_000_000, GAME: 6_000_000, LINES: 6_000_000}

SETTLED = (Fled, Conceded, Agreed, BattleEnded)
"""How an engagement ends."""

AWAY = (*SETTLED, Eliminated, WipedOut, EndReached, GameEnded)
"""What is shown by itself to who was away."""

ADDED = (Acquired, Summoned, Reinforced, Mustered)
"""How legions grow."""


class TitanReplays(ToldReplays):
    """What `/watch replay` shows of Titan, in one language."""

    def __init__(self, words: TitanWords) -> None:
        super().__init__(words.words, "titan")
        self._words = words
        self._terms = words.terms

    # What there is to show

    def chapters(self, what: str, moments: Sequence[Moment], names: Names) -> tuple[Chapter, ...]:
        """The turns or the battles so far, or the one game, the oldest first."""
        if what == TURN:
            return tuple(self._turns(moments, names))
        if what == BATTLE:
            return tuple(self._battles(moments, names))
        turns = tuple(self._turns(moments, names))
        return (Chapter("", self._terms.say("replay.game"), turns[0].first, len(moments) - 1),) if turns else ()

    def _turns(self, moments: Sequence[Moment], names: Names) -> Iterator[Chapter]:
        colours = {event.seat: event.colour for _, event in every(moments) if isinstance(event, Coloured)}
        begun = [(place, event) for place, event in every(moments) if isinstance(event, TurnBegan)]
        ends = [*(place for place, _ in begun[1:]), len(moments) - 1]
        for (place, event), end in zip(begun, ends, strict=False):
            label = self._terms.say("replay.turn", turn=event.turn, player=names[event.seat])
            yield Chapter(f"{event.turn} {colours[event.seat]}", label, place, end)

    def _battles(self, moments: Sequence[Moment], names: Names) -> Iterator[Chapter]:
        number, first, label = 0, 0, ""
        seats: tuple[Seat, ...] = ()
        for place, event in every(moments):
            match event:
                case Engaged():
                    seats = event.seats
                case BattleBegan(land=land):
                    number, first = number + 1, place
                    one, other = (names[seat] for seat in seats)
                    facts = {"land": self._terms.land(land), "one": one, "other": other}
                    label = self._terms.say("replay.battle", number=number, **facts)
                case BattleEnded():
                    yield Chapter(str(number), label, first, place)
                    label = ""
        if label:  # it is still being fought
            yield Chapter(str(number), label, first, len(moments) - 1)

    # What is shown of it

    def shots(self, what: str, moments: Sequence[Moment], chapter: Chapter, names: Names) -> tuple[Shot, ...]:
        """The shots of a chapter, with a title first; the last one is held."""
        showing: dict[str, Callable[[Sequence[Moment], Chapter, Names], Iterator[Shot]]]
        showing = {TURN: self._turn, BATTLE: self._battle, GAME: self._game, LINES: self._lines}
        return held(showing[what](moments, chapter, names))

    def fought(self, start: View, moments: Sequence[Moment], names: Names) -> tuple[Shot, ...]:
        """What happened of a battle in these moments, from the view before them on; the last shot is held."""
        deeds = of(moments)
        began = next((place for place, deed in enumerate(deeds) if isinstance(deed.event, BattleBegan)), None)
        if began is not None:
            view, said, deeds = (
                deeds[began].moment.view,
                self._said(deeds[began : began + 1], names),
                deeds[began + 1 :],
            )
        else:
            view, said = start, self._words.phase(start, names)
        battle = scene(self._terms, view)
        assert battle is not None, "a battle is fought"
        title = Shot(on_map(view, ()), said, TITLE, battle.name, kept=True)
        return held((title, *self._blows(view, deeds, names)))

    def _turn(self, moments: Sequence[Moment], chapter: Chapter, names: Names) -> Iterator[Shot]:
        """After the splits, each move, how each engagement ended, each muster."""
        start = moments[chapter.first].view
        yield Shot(on_board(start), self._standing(start, names), TITLE, chapter.label, kept=True)
        deeds = tuple(of_turn(moments, chapter))
        fighting = False
        for kind, group in runs(deeds):
            fighting = kind is BattleBegan or (fighting and kind is not BattleEnded)
            if not (fighting and kind in ADDED):
                yield from self._run(group, names)

    def _lines(self, moments: Sequence[Moment], chapter: Chapter, names: Names) -> Iterator[Shot]:
        """The game as it was before, then all that is shown of a turn and of each battle, wherever they begin."""
        deeds = of(within(moments, chapter))
        start = moments[max(0, chapter.first - 1)].view
        fighting = start.battle is not None
        view = on_map(start, ()) if fighting else on_board(start)
        yield Shot(view, self._words.phase(start, names), TITLE, chapter.label, kept=True)
        for fought, group in fought_apart(deeds, fighting):
            if not fought:
                yield from (shot for _, run in runs(group) for shot in self._run(run, names))
                continue
            if isinstance(group[0].event, BattleBegan):
                yield self._shot(group[:1], self._said(group[:1], names), STAY, fought=True, kept=True)
                start, group = group[0].moment.view, group[1:]
            yield from self._blows(start, group, names)

    def _run(self, group: Sequence[ReplayEvent], names: Names) -> Iterator[Shot]:
        """Shots of the masterboard for deeds of one sort; all splits are one."""
        if isinstance(group[0].event, Parted | Rejoined):
            yield self._shot(group, self._splits(group, names), LOOK)
        else:
            yield from self._deeds(group, names)

    def _deeds(self, group: Sequence[ReplayEvent], names: Names) -> Iterator[Shot]:
        """Shots of the masterboard, one for each deed of a sort that is shown."""
        for deed in group:
            match deed.event:
                case TurnBegan() | Rolled() | Moved():
                    yield self._shot((deed,), self._said((deed,), names), GLANCE)
                case BattleEnded():
                    ended = (deed, *gains(deed))
                    yield self._shot(ended, self._said((deed,), names), PAUSE, fought=True, kept=True)
                    said = self._said(gains(deed), names) or self._standing(deed.moment.view, names)
                    yield Shot(on_board(deed.moment.view), said, STAY)
                case Fled() | Conceded(in_battle=False) | Agreed():
                    yield self._shot((deed,), self._said((deed, *gains(deed)), names), STAY)
                case Acquired() | Summoned() | Reinforced() | Mustered():
                    yield self._shot((deed,), self._said((deed,), names), LOOK)
                case TowerDrawn() | Spawned():
                    yield self._shot((deed,), self._said((deed,), names), STAY)
                case WipedOut() | EndReached():
                    yield self._shot((deed,), self._said((deed,), names), PAUSE, kept=True)
                case Eliminated():
                    said = self._words.event(replace(deed.event, legions=()), self.named(deed.moment, names))
                    yield self._shot((deed,), said, PAUSE, kept=True)
                case GameEnded():
                    end = deed.moment.view
                    yield Shot(
                        on_board(end), self._said((deed,), names), PAUSE, won(self._terms, deed.event, names), kept=True
                    )
                    yield Shot(on_board(end), self._standing(end, names), PAUSE, kept=True)
                    yield Shot(on_board(end), self._standing(end, names), HELD, kept=True, standing=True)
                case _:
                    pass

    def _battle(self, moments: Sequence[Moment], chapter: Chapter, names: Names) -> Iterator[Shot]:
        """Each maneuver phase, each strike, what follows from it, and the end."""
        deeds = of(within(moments, chapter))
        deeds = deeds[next(place for place, deed in enumerate(deeds) if isinstance(deed.event, BattleBegan)) :]
        yield self._shot(deeds[:1], self._said(deeds[:1], names), TITLE, chapter.label, fought=True, kept=True)
        yield from self._blows(deeds[0].moment.view, deeds[1:], names)

    def _blows(self, start: View, deeds: Sequence[ReplayEvent], names: Names) -> Iterator[Shot]:
        """What is done in a battle that stands as in the view `start`."""
        blow: tuple[ReplayEvent, ...] = ()
        fought = start.battle
        for kind, group in runs(deeds):
            if kind is Maneuvered:
                yield self._shot(group, self._maneuvers(group, names), LOOK, fought=True)
                fought = group[-1].moment.view.battle
                continue
            for deed in group:
                said = self._said((deed,), names)
                match deed.event:
                    case Struck() | Carried():
                        blow = (*blow, deed) if isinstance(deed.event, Carried) else (deed,)  # hits of one strike
                        assert fought is not None, "strikes are made in battles"
                        view = struck(fought, deed)
                        fought = view.battle
                        longer = STAY if deed.event.slain else LOOK
                        yield self._shot(blow, said, longer, fought=True, view=view)
                    case Drifted() | NotEntered() | TurnedBack() | Summoned() | Reinforced():
                        yield self._shot((deed,), said, LOOK, fought=True)
                        fought = deed.moment.view.battle or fought
                    case BattleEnded():
                        ended = (deed, *gains(deed))
                        yield self._shot(ended, self._said(ended, names), HELD, fought=True, kept=True)
                        return
                    case _:
                        pass

    def _game(self, moments: Sequence[Moment], chapter: Chapter, names: Names) -> Iterator[Shot]:
        """The board after each player's turn, who goes out or is wiped out, and what ends the game."""
        turns = tuple(self._turns(moments, names))
        start = moments[chapter.first].view
        yield Shot(on_board(start), self._standing(start, names), TITLE, chapter.label, kept=True)
        each = each_turn(len(turns))
        for turn in turns:
            deeds = tuple(of_turn(moments, turn))
            for deed in deeds:
                if isinstance(deed.event, Eliminated | WipedOut | EndReached | GameEnded):
                    yield from self._deeds((deed,), names)
            if not any(isinstance(deed.event, GameEnded) for deed in deeds):
                yield self._after_turn(moments, turn, deeds, each, names)

    def _after_turn(
        self,
        moments: Sequence[Moment],
        turn: Chapter,
        deeds: Sequence[ReplayEvent],
        milliseconds: int,
        names: Names,
        outcomes: bool = True,
    ) -> Shot:
        """The board as a turn left it, with its moves and musters, and with who came back; the `outcomes` of its
        engagements in words."""
        began, view = moments[turn.first].view, moments[turn.last].view
        if (view.turn, view.active) != (began.turn, began.active):  # the next one has begun
            view = replace(view, turn=began.turn, active=began.active, phase="muster", roll=0, waiting=())
        shown = tuple(deed.event for deed in deeds if isinstance(deed.event, Spawned | Moved | Mustered))
        settled = [deed for deed in deeds if outcomes and isinstance(deed.event, SETTLED)]
        if not settled:
            return Shot(on_board(view, shown), turn.label, milliseconds)
        return Shot(on_board(view, shown), f"{turn.label}. {self._said(settled, names)}", milliseconds + TOLD_LONGER)

    def meanwhile(
        self,
        title: str,
        moments: Sequence[Moment],
        turns: Sequence[tuple[Chapter, Sequence[ReplayEvent]]],
        named: Names,
        look: Look,
        names: Names,
        check: Callable[[], None],
    ) -> tuple[bytes, str]:
        """Some turns in a row, for who was away: how each engagement ended, then the board as the turn left it. The
        picture and what it shows; `named` are the names as they stand in captions."""
        start = moments[turns[0][0].first].view
        shots = [Shot(on_board(start), self._standing(start, named), LOOK, title, kept=True)]
        for turn, deeds in turns:
            shots += self._deeds([deed for deed in deeds if isinstance(deed.event, AWAY)], named)
            if not any(isinstance(deed.event, GameEnded) for deed in deeds):
                shots.append(self._after_turn(moments, turn, deeds, STAY, named, outcomes=False))
        told = held(shots)
        return self.draw(TURN, told, "webp", names, look, check), self.alt(_called(title), told)

    def _shot(
        self,
        deeds: Sequence[ReplayEvent],
        caption: str,
        milliseconds: int,
        title: str = "",
        fought: bool = False,
        kept: bool = False,
        view: View | None = None,
    ) -> Shot:
        """A shot of deeds together, after the last of them."""
        view = view or deeds[-1].moment.view
        events = tuple(deed.event for deed in deeds)
        shown = on_map(view, events) if fought else on_board(view, events)
        return Shot(shown, caption, milliseconds + reading(caption), title, kept)

    # In what words

    def _said(self, deeds: Iterable[ReplayEvent], names: Names) -> str:
        return " ".join(self._words.event(deed.event, self.named(deed.moment, names)) for deed in deeds)

    def _splits(self, deeds: Sequence[ReplayEvent], names: Names) -> str:
        """All splits of a turn in a sentence, and what had to come together again."""
        splits = [deed.event for deed in deeds if isinstance(deed.event, Parted)]
        if len(splits) < 2:
            return self._said(deeds, names)
        named = self.named(deeds[0].moment, names)
        parts = (
            self._terms.say("replay.split", parent=s.parent, child=s.child, kept=s.kept, left=s.left) for s in splits
        )
        said = self._terms.say("replay.splits", player=named[splits[0].seat], splits=self._terms.words.listing(parts))
        rest = self._said([deed for deed in deeds if isinstance(deed.event, Rejoined)], names)
        return f"{said} {rest}".strip()

    def _maneuvers(self, deeds: Sequence[ReplayEvent], names: Names) -> str:
        moves = [deed.event for deed in deeds if isinstance(deed.event, Maneuvered)]
        creature = self._terms.creature
        parts = (self._terms.say("replay.maneuver", creature=creature(move.creature), hex=move.hex) for move in moves)
        moved = self._terms.words.listing(parts, "comma")
        named = self.named(deeds[0].moment, names)
        return self._terms.say("replay.maneuvers", player=named[moves[0].seat], moves=moved)

    def _standing(self, view: View, names: Names) -> str:
        """Everybody's score, the leader first; who fell, the last one first. In the end totals, where they decide."""

        def rank(player: PlayerView) -> tuple[int, ...]:
            return player.place, player.out > 0, -player.out, -player.score, player.seat

        def points(player: PlayerView) -> int:
            return player.score if player.total is None or not player.place else player.total

        ranked = sorted(view.players, key=rank)
        scores = (self._terms.say("replay.score", player=names[p.seat], score=points(p)) for p in ranked)
        return self._terms.words.listing(scores, "comma")

    # As a picture

    def draw(
        self, what: str, shots: Sequence[Shot], form: str, names: Names, look: Look, check: Callable[[], None]
    ) -> bytes:
        """The animated picture; what `check` raises ends the drawing."""
        captions = captions_in(self._terms.words.language)
        return replay(shots, form, MOST_BYTES[what], captions, THEMES[look.theme], names, check)

    def shown(
        self, start: View, moments: Sequence[Moment], names: Names, look: Look, check: Callable[[], None]
    ) -> tuple[bytes, str]:
        """What happened of a battle, as `Scenes.replay`: the picture for everybody, and what it shows."""
        shots = self.fought(start, moments, all_isolated(names))
        return self.draw(BATTLE, shots, "webp", names, look, check), self.alt(_called(shots[0].title), shots)


def _called(label: str) -> Chapter:
    """What is shown without having been asked for as a chapter."""
    return Chapter("", label, 0, 0)
