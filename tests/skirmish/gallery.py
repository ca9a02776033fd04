"""Skirmish's part of the gallery: positions of games that the program plays by itself, always the same ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from types import MappingProxyType

from cogs.commands.watch import BATTLE, GAME, TURN
from cogs.house.game import public_history as told
from cogs.house.game.announce import Entry
from cogs.house.game.pictures import Look
from cogs.house.words.words import ENGLISH, Words
from cogs.skirmish.history.replay import SkirmishReplays
from cogs.skirmish.words import alt_texts as words
from cogs.skirmish.words.captions import captions_in
from cogs.skirmish.words.terms import Terms
from engine import log
from engine.core import Seat
from engine.skirmish.actions import Action, Move
from engine.skirmish.events import DiceRolled
from engine.skirmish.rules import FREE
from engine.skirmish.ruleset import SKIRMISH
from engine.skirmish.state import Over, State
from engine.skirmish.view import View
from engine.values import replace
from render.replay import Shot, go_on
from render.skirmish.cards.hand import hand as hand_drawn
from render.skirmish.cards.kinds import unit as unit_drawn
from render.skirmish.cards.moments import end
from render.skirmish.cards.muster import muster as muster_drawn
from render.skirmish.cards.pages import card as card_drawn
from render.skirmish.cards.pages import terrain as terrain_drawn
from render.skirmish.cards.score import standing as standing_drawn
from render.skirmish.field.board import board as board_drawn
from render.skirmish.field.dice import dice as dice_drawn
from render.skirmish.field.phone import phone as phone_drawn
from render.theme import THEMES
from tests.skirmish.selfplay import selfplay
from tests.skirmish.sights import PREPARED, crowd

GAMES = (("thunderclap", 3), (FREE, 3))
"""Scenario and seed."""

NAMES = MappingProxyType({Seat(0): "Ann", Seat(1): "Бен Фёдоров"})
CAPTIONS = captions_in(ENGLISH)


@dataclass(frozen=True, slots=True)
class Moment:
    """A position of a game, who decides there, and what he may do."""

    state: State
    public: View
    seat: Seat
    own: View
    legal: Sequence[Action]


@dataclass(frozen=True, slots=True)
class Sight:
    """A picture: what is special about it, how it is drawn in a theme, and what it shows in words."""

    title: str
    draw: Callable[[str], bytes]
    alt: str


@lru_cache(maxsize=1)
def moments() -> tuple[Moment, ...]:
    """Every position of the games in which somebody decides."""
    found: list[Moment] = []

    def watch(state: State, seat: Seat, view: View, legal: Sequence[Action], action: Action) -> None:
        found.append(Moment(state, SKIRMISH.view(state, None), seat, view, legal))

    for scenario, seed in GAMES:
        selfplay({"scenario": scenario}, seed, watch=watch)
    return tuple(found)


@lru_cache(maxsize=1)
def terms() -> Terms:
    """The words of the descriptions."""
    return Terms(Words(ENGLISH))


def board() -> Iterator[Sight]:
    """The field in every phase when most has happened there, full of marks, and for a unit that is about to move."""
    for phase in dict.fromkeys(moment.public.phase for moment in moments()):
        busiest = max((m.public for m in moments() if m.public.phase == phase), key=lambda view: len(view.deeds))
        yield _board(phase, busiest)
    yield _board("crowd", SKIRMISH.view(crowd(), None))
    ringed = replace(crowd(), ringed=True)
    yield _board("ringed", SKIRMISH.view(ringed, None))
    moving = max((m for m in moments() if m.public.phase == "moving"), key=lambda m: len(m.legal))
    unit = next(action.unit for action in moving.legal if isinstance(action, Move))
    yield _board("mine", moving.own, unit, moving.legal)


def phone() -> Iterator[Sight]:
    """The form for phones in the middle of a turn, full of marks, and for a unit that is about to move."""
    moving = max((m for m in moments() if m.public.phase == "moving"), key=lambda m: len(m.legal))
    unit = next(action.unit for action in moving.legal if isinstance(action, Move))
    fought = max((m.public for m in moments() if m.public.phase == "attacking"), key=lambda view: len(view.deeds))
    shown = (
        ("attacking", fought, "", ()),
        ("crowd", SKIRMISH.view(crowd(), None), "", ()),
        ("mine", moving.own, unit, moving.legal),
    )
    for title, view, focus, legal in shown:
        draw = partial(_on_phone, view, focus, legal)
        yield Sight(title, draw, words.board_alt(terms(), view, NAMES, focus, legal))


def _on_phone(view: View, focus: str, legal: Sequence[Action], theme: str) -> bytes:
    return phone_drawn(view, CAPTIONS, THEMES[theme], NAMES, focus, legal)


def _board(title: str, view: View, focus: str = "", legal: Sequence[Action] = ()) -> Sight:
    def draw(theme: str) -> bytes:
        return board_drawn(view, CAPTIONS, THEMES[theme], NAMES, focus, legal)

    return Sight(title, draw, words.board_alt(terms(), view, NAMES, focus, legal))


def hand() -> Iterator[Sight]:
    """The fullest hand of each game."""
    for scenario, _ in GAMES:
        wanted = None if scenario == FREE else scenario
        held = [m.own for m in moments() if (m.own.rules.scenario and m.own.rules.scenario.id) == wanted and m.own.own]
        view = max(held, key=lambda view: len(view.own.commands) + len(view.own.hand) if view.own else 0)
        yield _seen(scenario, hand_drawn, view, words.hand_alt(terms(), view))


def dice() -> Iterator[Sight]:
    """The most dice."""
    view = max((m.public for m in moments()), key=lambda v: sum(isinstance(e, DiceRolled) for e in v.deeds))
    yield _seen("most", dice_drawn, view, words.dice_alt(terms(), view, NAMES))


def standing() -> Iterator[Sight]:
    """In the middle of a game, and at its end."""
    view = SKIRMISH.view(crowd(), None)
    yield _seen("scores", standing_drawn, view, words.standing_alt(terms(), view, NAMES))
    view = SKIRMISH.view(replace(crowd(), phase=Over(Seat(1), "cards")), None)
    yield _seen("end", standing_drawn, view, words.standing_alt(terms(), view, NAMES))


def moment_end() -> Iterator[Sight]:
    """The end of a game that somebody has won, and of one that nobody has."""
    for title, phase in (("won", Over(Seat(1), "cards")), ("draw", Over(None, "agreed-draw"))):
        view = SKIRMISH.view(replace(crowd(), phase=phase), None)
        yield _seen(title, end, view, words.end_alt(terms(), view, NAMES))


def muster() -> Iterator[Sight]:
    """Every stage of the preparations, and what the channel sees of them."""
    for place, state in enumerate(PREPARED, 1):
        view = SKIRMISH.view(state, Seat(0))
        yield _seen(f"stage {place}", muster_drawn, view, words.muster_alt(terms(), view))
    view = SKIRMISH.view(PREPARED[-1], None)
    yield _seen("channel", muster_drawn, view, words.muster_alt(terms(), view))


def _seen(title: str, paint: Callable[..., bytes], view: View, alt: str) -> Sight:
    return Sight(title, lambda theme: paint(view, CAPTIONS, THEMES[theme], NAMES), alt)


def units() -> Iterator[Sight]:
    """The card of every kind."""
    for kind in terms().tables.kinds:
        yield _page(unit_drawn, kind, words.unit_alt(terms(), kind))


def cards() -> Iterator[Sight]:
    """A card of each sort."""
    for card in ("main_thrust", "battle_cry", "rune_blade", "hellfire", "crushing_force"):
        yield _page(card_drawn, card, words.card_alt(terms(), card))


def _page(paint: Callable[..., bytes], named: str, alt: str) -> Sight:
    return Sight(named, lambda theme: paint(named, CAPTIONS, THEMES[theme]), alt)


def terrain() -> Iterator[Sight]:
    """All terrain."""
    alt = " ".join(words.terrain_alt(terms(), name) for name in terms().tables.terrains)
    yield Sight("", lambda theme: terrain_drawn(CAPTIONS, THEMES[theme]), alt)


@lru_cache(maxsize=1)
def game() -> tuple[told.Moment, ...]:
    """A whole game, deed by deed."""
    (scenario, seed), *_ = GAMES
    timeline, entries = log.opening(SKIRMISH, 2, {"scenario": scenario}), []
    for line in selfplay({"scenario": scenario}, seed).lines:
        seat, _, action = line.partition(" ")
        before = timeline
        timeline, news = log.step(SKIRMISH, before, Seat(int(seat)), SKIRMISH.notation.parse(action))
        entries.append(Entry(Seat(int(seat)), before, timeline, news))
    return tuple(told.moments(SKIRMISH, entries))


LONGEST = "dark"
"""The theme in which all there is is drawn, moving battles and games too; in the others what differs there."""


def replays() -> Iterator[Sight]:
    """The longest turn, the longest attack, and all of a game."""
    maker = SkirmishReplays(terms())
    for what in (TURN, BATTLE, GAME):
        found = [(maker.shots(what, game(), one, NAMES), one) for one in maker.chapters(what, game(), NAMES)]
        shots, chapter = max(found, key=lambda each: len(each[0]))
        yield _film(maker, what, shots, maker.alt(chapter, shots))


def _film(maker: SkirmishReplays, what: str, shots: Sequence[Shot], alt: str) -> Sight:
    return Sight(what, lambda theme: maker.draw(what, shots, "webp", NAMES, Look(theme), go_on), alt)


SIGHTS: Mapping[str, Callable[[], Iterator[Sight]]] = MappingProxyType(
    {
        "skirmish-board": board,
        "skirmish-phone": phone,
        "skirmish-hand": hand,
        "skirmish-dice": dice,
        "skirmish-standing": standing,
        "skirmish-moment-end": moment_end,
        "skirmish-muster": muster,
        "skirmish-unit": units,
        "skirmish-card": cards,
        "skirmish-terrain": terrain,
        "skirmish-replay": replays,
    }
)
"""What is worth seeing of each kind of picture."""


@cache
def sights(kind: str) -> tuple[Sight, ...]:
    """What is worth seeing of a kind."""
    return tuple(SIGHTS[kind]())


def pictures(kind: str, theme: str) -> Iterator[tuple[str, bytes, str]]:
    """The pictures of a kind: name, file, and words."""
    for sight in sights(kind):
        if sight.title in (BATTLE, GAME) and theme != LONGEST:
            continue
        name = "-".join(filter(None, (kind, sight.title.replace(" ", "-"), theme)))
        yield name, sight.draw(theme), sight.alt
