"""Skirmish put together for the house and for Discord: its rules, pictures, words and bots."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial

from cogs.face.face import Face, Panel, Typing
from cogs.house.game.kit import Deciding, Flow, Kit
from cogs.house.game.pictures import AS_IT_IS, Alt, Painting, PictureKind, Pictures
from cogs.house.game.telling import Telling
from cogs.house.game.variants import Variants
from cogs.house.words.words import ENGLISH, Names, Words, languages
from cogs.lobby.lobby_picture import LOBBY
from cogs.skirmish.commands import commands
from cogs.skirmish.history.digests import SkirmishDigests
from cogs.skirmish.history.due import due
from cogs.skirmish.history.log_format import log_format
from cogs.skirmish.history.occasions import occasions
from cogs.skirmish.history.prediction_questions import SkirmishQuestions
from cogs.skirmish.history.replay import SkirmishReplays
from cogs.skirmish.history.tally import SkirmishTally
from cogs.skirmish.orders import ORDERS
from cogs.skirmish.overview import SkirmishOverview
from cogs.skirmish.reference import CHARTS, SkirmishReference
from cogs.skirmish.screens.orders_panel import SkirmishOrderScreens
from cogs.skirmish.screens.screens import forgotten, form, run, screen
from cogs.skirmish.words import alt_texts as told
from cogs.skirmish.words.advice import SkirmishAdvice
from cogs.skirmish.words.captions import captions_in
from cogs.skirmish.words.game_words import SkirmishWords
from cogs.skirmish.words.inline import half
from cogs.skirmish.words.labels import kind_of, meant
from cogs.skirmish.words.options import PRESETS, QUICK, SCENARIO, options
from cogs.skirmish.words.prompts import todo
from cogs.skirmish.words.terms import Terms
from cogs.skirmish.words.typed import alike, read, strange
from engine.core import Seat
from engine.skirmish.actions import Action, May
from engine.skirmish.bots import LEVELS
from engine.skirmish.defaults import default, forced
from engine.skirmish.events import (
    Answered,
    AttackDeclared,
    CommandPlayed,
    Dealt,
    Event,
    HeroicSpent,
    LoreGained,
    Moved,
    Ordered,
    Ready,
    TurnBegan,
)
from engine.skirmish.outlook import with_half
from engine.skirmish.ruleset import SKIRMISH
from engine.skirmish.state import other
from engine.skirmish.view import View
from render.cropping import cropped
from render.sequence import sequence
from render.skirmish.cards import moments
from render.skirmish.cards.hand import hand
from render.skirmish.cards.kinds import unit
from render.skirmish.cards.muster import muster
from render.skirmish.cards.pages import card, terrain
from render.skirmish.cards.palette import palette
from render.skirmish.cards.score import standing
from render.skirmish.emoji import emoji_name, emojis
from render.skirmish.field.board import board
from render.skirmish.field.dice import dice
from render.skirmish.field.phone import phone
from render.skirmish.pieces.captions import Captions
from render.skirmish.pieces.counters import livery
from render.theme import THEMES, Theme

SKIRMISH_SEATS = range(2, 3)

GREETING = (236, 426, 1096, 830)
"""What a greeting shows of the field: no names, and nobody's turn."""

CLOSING = ("ordering", "moving", "attacking")
"""The steps that whoever has the turn closes."""

STRIKING_BACK = ("counter", "ferocity")
"""The steps of a combat in which a counter is asked for."""


@lru_cache
def skirmish_kit(language: str = ENGLISH) -> Kit:
    """Skirmish as the house sees it, told in a language."""
    words = SkirmishWords(Words(language))
    terms = words.terms

    return Kit(
        rules=SKIRMISH,
        words=words,
        seats=SKIRMISH_SEATS,
        pictures=Pictures(kinds(words), due, themes=tuple(THEMES), bases=bases),
        flow=Flow(
            waiting=lambda view: view.waiting,
            public_actions=public_actions,
            phase=words.phase,
            beside=words.beside,
            todo=partial(todo, terms),
            turn=turn,
            following=following,
            tint=tint,
        ),
        deciding=Deciding(LEVELS, default, forced, ready),
        variants=Variants(options(terms), PRESETS, quick=QUICK, apart=SCENARIO),
        telling=Telling(
            log_format=log_format(terms),
            since=SkirmishDigests(terms),
            tally=SkirmishTally(terms),
            questions=SkirmishQuestions(terms),
            occasions=occasions,
        ),
        orders=ORDERS,
        language=language,
        translated=lambda other_: skirmish_kit(other_) if other_ in languages() else None,
    )


def kinds(words: SkirmishWords) -> tuple[PictureKind[View], ...]:
    """Every kind of picture, with how it is told."""
    terms = words.terms

    def captions(view: View) -> Captions:
        """The words of pictures with the figures of the game."""
        return captions_in(words.words.language, view.rules.tables)

    def plain(draw: Callable[[View, Captions, Theme, Names], bytes]) -> Painting[View]:
        """Drawn of a view alone."""
        return lambda view, names, look: draw(view, captions(view), THEMES[look.theme], names)

    def focused(draw: Callable[[View, Captions, Theme, Names, str, Sequence[May]], bytes]) -> Painting[View]:
        """Drawn with what is looked at, and what may be done there."""
        return lambda view, names, look: draw(view, captions(view), THEMES[look.theme], names, look.focus, look.actions)

    def said(say: Callable[[Terms, View, Names], str]) -> Alt[View]:
        return lambda view, names, look: say(terms.at(view), view, names)

    return (
        PictureKind(
            "board",
            lambda view, names, look: board(view, captions(view), THEMES[look.theme], names, look.focus),
            said(told.board_alt),
            lambda view, names, look: phone(view, captions(view), THEMES[look.theme], names, look.focus),
        ),
        PictureKind(
            "own-board",
            focused(board),
            lambda view, names, look: told.board_alt(terms.at(view), view, names, look.focus, look.actions),
            focused(phone),
            marked=True,
        ),
        PictureKind("hand", plain(hand), lambda view, names, look: told.hand_alt(terms.at(view), view)),
        PictureKind("dice", plain(dice), said(told.dice_alt)),
        PictureKind("standing", plain(standing), said(told.standing_alt)),
        PictureKind("moment-end", plain(moments.end), said(told.end_alt)),
        PictureKind("muster", plain(muster), lambda view, names, look: told.muster_alt(terms.at(view), view)),
        PictureKind(
            "creature",
            lambda view, names, look: unit(look.focus, captions(view), THEMES[look.theme]),
            lambda view, names, look: told.unit_alt(terms.at(view), look.focus),
        ),
        PictureKind(
            "card",
            lambda view, names, look: card(look.focus, captions(view), THEMES[look.theme]),
            lambda view, names, look: told.card_alt(terms.at(view), look.focus),
        ),
        PictureKind(
            "half",
            lambda view, names, look: board(with_half(view, look.focus), captions(view), THEMES[look.theme], names),
            lambda view, names, look: half(terms.at(view), view, look.focus).replace("**", ""),
        ),
        PictureKind(
            "terrain",
            lambda view, names, look: terrain(captions(view), THEMES[look.theme], look.focus),
            lambda view, names, look: told.terrain_alt(terms.at(view), look.focus),
        ),
        PictureKind(
            "sequence",
            lambda view, names, look: sequence((CHARTS[look.focus].strip(words.words),), THEMES[look.theme]),
            lambda view, names, look: CHARTS[look.focus].alt(words.words),
        ),
        LOBBY,
        PictureKind(
            "greeting",
            lambda view, names, look: cropped(board(view, captions(view), THEMES[look.theme], names), GREETING),
            lambda view, names, look: words.text("skirmish.greeting.picture"),
        ),
    )


@lru_cache
def skirmish_face(language: str = ENGLISH) -> Face:
    """Skirmish as it is at Discord, told in a language."""
    words = SkirmishWords(Words(language))
    terms = words.terms
    return Face(
        kit=skirmish_kit(language),
        panel=Panel(
            prompt=words.prompt,
            shown=shown,
            said=lambda verb, name, word, view: meant(terms, name, word, view),
            undo=words.undo,
            emoji=emoji_of,
            emojis=emojis,
            grave=frozenset({"concede", "end-as-draw"}),
            aside=frozenset({"concede"}),
            screen=partial(screen, terms),
            form=partial(form, terms),
            run=run,
            forgotten=forgotten,
            obvious=obvious,
        ),
        overview=SkirmishOverview(terms),
        reference=SkirmishReference(terms),
        replays=SkirmishReplays(terms),
        typing=Typing(partial(read, terms), partial(strange, terms), alike=alike),
        advice=SkirmishAdvice(terms),
        ahead=SkirmishOrderScreens(terms),
        commands=commands,
        greeting="stay",
        translated=lambda other_: skirmish_face(other_) if other_ in languages() else None,
    )


def obvious(event: Event, chosen: bool) -> bool:
    """What the panel shows: one's cards, whose turn it is, who has orders, the card, move or attack one has chosen."""
    match event:
        case Dealt() | Ordered() | Ready() | TurnBegan():
            return True
        case Moved():
            return chosen and event.why == "move"
        case LoreGained():
            return chosen and event.why == "step"
        case _:
            return chosen and isinstance(event, CommandPlayed | Answered | AttackDeclared | HeroicSpent)


def bases(theme: str) -> Iterator[Callable[[], object]]:
    """What draws the colours that the pictures in a theme share."""
    yield partial(palette, THEMES[theme])


def public_actions(view: View) -> tuple[tuple[str, str], ...]:
    """What is below public posts beside *My turn*: what can be answered there follows from public facts alone."""
    if view.phase in CLOSING:
        return (("done", "discord.button.done"),)
    if view.phase == "window":
        return (("pass now", "skirmish.button.pass"),)
    if view.phase == "fighting" and view.step in STRIKING_BACK:
        return (("counter", "skirmish.button.counter"), ("stay", "skirmish.button.stay"))
    return ()


def ready(view: View, legal: Sequence[Action], pick: random.Random) -> Action | None:
    """An army, a lore deck and where everybody stands, as a bot would have it."""
    return LEVELS["steady"](view, legal, pick) if not view.round and view.phase != "over" else None


def tint(view: View) -> int | None:
    """The color of the side that has the turn, or has won; nobody's before the first."""
    if not view.round:
        return None
    seat = view.active if view.winner is None else view.winner
    return int(livery(view, seat, THEMES[AS_IT_IS.theme]).paint.removeprefix("#"), 16)


def turn(view: View) -> tuple[int, Seat | None]:
    """The round, and whose turn it is; nobody's before the first."""
    return view.round, view.active if view.round else None


def following(view: View) -> Seat | None:
    """Whose turn comes next: the other's; nobody's before the first and after the end."""
    return None if not view.round or view.phase == "over" else other(view.active)


HANDS = ("discarding", "commanding", "window", "learning", "trimming")
"""The phases in which one looks at one's cards."""


def shown(view: View) -> tuple[str, ...]:
    """One's cards where these are decided on, the armies in the muster, else the field with what may be done."""
    if view.phase == "over":
        return ("standing", "board")
    if view.own is None:
        return ("board",)
    if view.phase == "preparing" and view.own.stage == "muster":
        return ("muster",)
    return ("hand",) if view.phase in HANDS and (view.own.commands or view.own.hand) else ("own-board",)


def emoji_of(action: May, view: View) -> str:
    """The name of the emoji beside a choice; empty if it is about no kind of unit."""
    kind = kind_of(action, view)
    return emoji_name(kind) if kind else ""
