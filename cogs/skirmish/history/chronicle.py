"""A skirmish as a written story: a heading for each round, who attacked whom and what came of it. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from cogs.house.game.public_history import Moment
from cogs.house.game.telling import Chronicle
from cogs.house.words.words import Names
from cogs.skirmish.words.event_sentences import news
from cogs.skirmish.words.position import figures, hidden
from cogs.skirmish.words.terms import Terms
from engine.core import Seat
from engine.skirmish.events import (
    AttackDeclared,
    BuildingRuined,
    CardRevealed,
    CommandPlayed,
    Damaged,
    Deployed,
    Destroyed,
    Event,
    GameOver,
    LorePlayed,
    MapJoined,
    NotPlaced,
    Opened,
    Peeked,
    Placed,
    Scored,
    Stunned,
    TurnBegan,
)
from engine.skirmish.view import View

BEFORE = (Opened, MapJoined, Deployed)
STORY = (LorePlayed, BuildingRuined, CardRevealed, Placed, NotPlaced, Scored, Stunned, Peeked)
"""What is worth a sentence of its own, beside attacks."""


@dataclass(slots=True)
class TurnStory:
    """A turn: what is told of it, sentence by sentence."""

    round: int
    seat: Seat
    card: str = ""
    story: list[str] = field(default_factory=list)
    fallen: int = 0


def chronicle(terms: Terms, title: str, moments: Sequence[Moment], names: Names, opened: bool) -> Chronicle:
    """The story of a game called `title`, from all its moments that still count; with all secrets if it is `opened`."""
    events = [event for moment in moments for event in moment.events]
    last = moments[-1].view if moments else None
    opening = [news(terms, event, names) for event in events if isinstance(event, BEFORE)]
    turns = tuple(_turns(terms, events, names))
    glance = tuple(_glance(terms, events, turns, names, last))
    lines = [terms.say("chronicle.title", name=title), "", *opening, ""]
    lines += [f"- {line}" for line in glance] + [""]
    for number in dict.fromkeys(turn.round for turn in turns):
        lines += [terms.say("chronicle.round", round=number), ""]
        lines += [text for turn in turns if turn.round == number for text in (_told(terms, turn, names), "")]
    lines += [news(terms, event, names) for event in events if isinstance(event, GameOver)]
    if opened and last is not None and last.hidden:
        lines += ["", hidden(terms, last)]
    summary = "\n".join((terms.say("chronicle.summary", name=title), *(f"- {line}" for line in glance)))
    return Chronicle("\n".join(lines).strip() + "\n", summary)


def _turns(terms: Terms, events: Sequence[Event], names: Names) -> Iterator[TurnStory]:
    """The turns with their story. What happens while an attack is being fought is told after what came of it."""
    turn: TurnStory | None = None
    fight: list[Event] = []
    meanwhile: list[str] = []

    def close(turn: TurnStory) -> TurnStory:
        if fight:
            turn.fallen += sum(isinstance(event, Destroyed) for event in fight)
            turn.story.append(" ".join((_sentence(terms, fight[0], names), *_outcome(terms, fight))))
        turn.story.extend(meanwhile)
        fight.clear()
        meanwhile.clear()
        return turn

    for event in events:
        if isinstance(event, TurnBegan):
            if turn:
                yield close(turn)
            turn = TurnStory(event.round, event.seat)
        elif turn is None:
            continue
        elif isinstance(event, CommandPlayed):
            turn.card = event.card
        elif isinstance(event, AttackDeclared) and not event.counter:
            close(turn)
            fight.append(event)
        elif isinstance(event, AttackDeclared | Damaged | Destroyed) and fight:
            fight.append(event)
        elif isinstance(event, (*STORY, Damaged, Destroyed)):
            meanwhile.append(_sentence(terms, event, names))
    if turn and (turn.card or fight or meanwhile):
        yield close(turn)


def _outcome(terms: Terms, fight: Sequence[Event]) -> Iterator[str]:
    """What an attack with its counter cost each unit: damage in all, and whether it fell."""
    kinds: dict[int, str] = {}
    damage: Counter[int] = Counter()
    fallen: set[int] = set()
    for event in fight:
        match event:
            case Damaged():
                kinds[event.number] = event.kind
                damage[event.number] += event.damage
            case Destroyed():
                fallen.add(event.number)
    for number, kind in kinds.items():
        key = "chronicle.fell" if number in fallen else "chronicle.hurt"
        yield terms.say(key, unit=terms.unit(kind), damage=terms.damage(damage[number]))
    if not kinds:
        yield terms.say("chronicle.missed")


def _sentence(terms: Terms, event: Event, names: Names) -> str:
    return news(terms, event, names).removeprefix("↳ ")


def _told(terms: Terms, turn: TurnStory, names: Names) -> str:
    head = terms.say(
        "chronicle.turn" if turn.card else "chronicle.turn-none",
        player=names[turn.seat],
        card=terms.card(turn.card) if turn.card else "",
    )
    return " ".join((head, *turn.story)) if turn.story else f"{head} {terms.say('chronicle.quiet')}"


def _glance(
    terms: Terms, events: Sequence[Event], turns: Sequence[TurnStory], names: Names, view: View | None
) -> Iterator[str]:
    """What is worth knowing of a whole game."""
    if not turns:
        yield terms.say("chronicle.not-begun")
        return
    attacks = Counter(event.seat for event in events if isinstance(event, AttackDeclared) and not event.counter)
    lost = Counter(event.owner for event in events if isinstance(event, Destroyed))
    for seat in sorted(names):
        counts = {"attacks": attacks[seat], "lost": lost[seat]}
        yield terms.say("chronicle.side", player=names[seat], **counts)
    bloodiest = max(turns, key=lambda turn: turn.fallen)
    if bloodiest.fallen:
        facts = {"round": bloodiest.round, "player": names[bloodiest.seat]}
        yield terms.say("chronicle.bloodiest", number=bloodiest.fallen, **facts)
    if view is not None:
        for side in view.sides:
            yield f"{terms.player(view, side.seat, names)}: {figures(terms, view, side)}"
    yield terms.say("chronicle.rounds", number=turns[-1].round)
