"""Titan put together for the house and for Discord: its rules, pictures, words and bots."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial

from cogs.face.face import Face, Panel, Typing
from cogs.house.game.kit import Deciding, Flow, Kit
from cogs.house.game.pictures import Alt, Painting, PictureKind, Pictures
from cogs.house.game.telling import Scenes, Telling
from cogs.house.game.variants import Variants
from cogs.house.words.words import ENGLISH, Names, Words, languages
from cogs.lobby.lobby_picture import LOBBY
from cogs.titan.commands import titan_commands
from cogs.titan.history.battle_threads import in_scene, scene
from cogs.titan.history.digests import TitanDigests
from cogs.titan.history.log_format import log_format
from cogs.titan.history.occasions import occasions
from cogs.titan.history.prediction_questions import TitanQuestions
from cogs.titan.history.replay import TitanReplays
from cogs.titan.history.tally import TitanTally
from cogs.titan.orders import ORDERS
from cogs.titan.overview import TitanOverview, fought, latest_fight
from cogs.titan.reference import CHARTS, TitanReference
from cogs.titan.screens.orders_panel import TitanOrderScreens
from cogs.titan.screens.screens import form, run, screen
from cogs.titan.screens.turn_muster import forgotten
from cogs.titan.words import battle_map, cards, position
from cogs.titan.words.advice import TitanAdvice
from cogs.titan.words.advice_odds import told as odds_told
from cogs.titan.words.board import board_alt, land_alt, reach_alt, zoom_alt
from cogs.titan.words.captions import captions_in
from cogs.titan.words.game_words import TitanWords
from cogs.titan.words.labels import kind_of
from cogs.titan.words.options import PRESETS, VARIANT, options
from cogs.titan.words.prompts import TALLEST, todo
from cogs.titan.words.terms import Terms, at
from cogs.titan.words.typed import alike, example, read, strange
from engine.core import Seat
from engine.notation import EMPTY
from engine.titan.actions import Action, May
from engine.titan.bots import LEVELS
from engine.titan.defaults import default
from engine.titan.events import (
    BattleEnded,
    Event,
    ManeuverBegan,
    Maneuvered,
    Moved,
    Mustered,
    Parted,
    Rejoined,
    Rolled,
    TurnBegan,
)
from engine.titan.kinds import Kind
from engine.titan.options import by_now, moot
from engine.titan.rules import rules_for
from engine.titan.ruleset import TITAN
from engine.titan.view import BattleView, View, knowledge_of
from render.cropping import cropped
from render.sequence import sequence
from render.theme import THEMES, Theme
from render.titan.battles.battle import battle
from render.titan.battles.battle import palette as battle_palette
from render.titan.battles.phone import battle_phone
from render.titan.battles.strikes import strikes
from render.titan.cards import moments
from render.titan.cards.caretaker import caretaker
from render.titan.cards.chains import recruits
from render.titan.cards.creature import creature
from render.titan.cards.hand import hand
from render.titan.cards.legion import legion
from render.titan.cards.odds import odds
from render.titan.cards.results import standing
from render.titan.cards.terrain import terrain
from render.titan.emoji import emoji
from render.titan.masterboard.board import board
from render.titan.masterboard.board import palette as board_palette
from render.titan.masterboard.phone import board_phone
from render.titan.masterboard.private_board import own_board
from render.titan.masterboard.private_phone import own_phone
from render.titan.masterboard.reach import reach
from render.titan.masterboard.zoom import asked, land, lands_shown, zoom
from render.titan.pieces.captions import Captions
from render.titan.pieces.tiles import named, tile
from render.titan.pieces.tiles import palette as tile_palette

SETTLING = ("engage", "parley", "gather", "battle")
"""One phase of the rules: its steps before and after a battle are never told apart in public (A3.1, A3.4)."""

TITAN_SEATS = range(2, 7)

GREETING = (96, 236, 766, 660)
"""What a greeting shows of a battle: no names, and nobody's turn."""

ROLL, DONE = ("roll", "discord.button.roll"), ("done", "discord.button.done")


@lru_cache
def titan_kit(language: str = ENGLISH) -> Kit:
    """Titan as the house sees it, told in a language."""
    words, captions = TitanWords(Words(language)), captions_in(language)
    return Kit(
        rules=TITAN,
        words=words,
        seats=TITAN_SEATS,
        usual=4,
        pictures=Pictures(kinds(words.terms, captions), pictures, themes=tuple(THEMES), bases=partial(bases, captions)),
        flow=Flow(
            waiting=lambda view: view.waiting,
            public_actions=public_actions,
            phase=words.phase,
            todo=partial(todo, words.terms),
            turn=lambda view: (view.turn, view.active),
            following=following,
            playing=lambda view: frozenset(player.seat for player in view.players if not player.out),
            tint=tint,
        ),
        deciding=Deciding(LEVELS, default, ready=ready, drawn=True, knowledge=knowledge_of),
        variants=Variants(options(words.terms), PRESETS, VARIANT, apart=VARIANT, moot=moot, by_now=by_now),
        scenes=Scenes(partial(scene, words.terms), in_scene, TitanReplays(words).shown),
        telling=Telling(
            log_format=log_format(words.terms),
            since=TitanDigests(words),
            tally=TitanTally(words.terms),
            questions=TitanQuestions(words.terms),
            occasions=occasions,
            summary=words.set_up,
        ),
        orders=ORDERS,
        language=language,
        translated=lambda other: titan_kit(other) if other in languages() else None,
    )


def kinds(terms: Terms, captions: Captions) -> tuple[PictureKind[View], ...]:
    """Every kind of picture, with how it is told."""

    def plain(draw: Callable[[View, Captions, Theme, Names], bytes]) -> Painting[View]:
        """Drawn of a view alone."""
        return lambda view, names, look: draw(view, captions, THEMES[look.theme], names)

    def focused(draw: Callable[[View, Captions, Theme, Names, str, Sequence[May]], bytes]) -> Painting[View]:
        """Drawn with what is looked at, and what may be done there."""
        return lambda view, names, look: draw(view, captions, THEMES[look.theme], names, look.focus, look.actions)

    def unnamed(draw: Callable[[View, Captions, Theme, str, Sequence[May]], bytes]) -> Painting[View]:
        """The same without the names of players."""
        return lambda view, names, look: draw(view, captions, THEMES[look.theme], look.focus, look.actions)

    def told(say: Callable[[Terms, View, Names], str]) -> Alt[View]:
        return lambda view, names, look: say(terms, view, names)

    def told_focused(say: Callable[[Terms, View, Names, str, Sequence[May]], str]) -> Alt[View]:
        return lambda view, names, look: say(terms, view, names, look.focus, look.actions)

    return (
        PictureKind("board", plain(board), told(board_alt), plain(board_phone)),
        PictureKind("battle", focused(battle), told_focused(battle_map.battle_alt), focused(battle_phone), scenic=True),
        PictureKind(
            "aftermath",
            lambda view, names, look: battle(fought(view), captions, THEMES[look.theme], names),
            lambda view, names, look: battle_map.battle_alt(terms, fought(view), names),
            lambda view, names, look: battle_phone(fought(view), captions, THEMES[look.theme], names),
            scenic=True,
        ),
        PictureKind(
            "dice",
            lambda view, names, look: strikes(latest_fight(view), captions, THEMES[look.theme], names),
            lambda view, names, look: battle_map.dice_alt(terms, latest_fight(view), names),
        ),
        PictureKind("hand", plain(hand), told(cards.hand_alt)),
        PictureKind(
            "caretaker",
            lambda view, names, look: caretaker(view, captions, THEMES[look.theme]),
            lambda view, names, look: cards.caretaker_alt(terms, view),
        ),
        PictureKind("standing", plain(standing), told(position.standing_alt)),
        PictureKind("moment-titan-fallen", plain(moments.titan_fallen), told(position.fallen_alt)),
        PictureKind("moment-wiped", plain(moments.wiped), told(position.wiped_alt)),
        PictureKind("moment-end", plain(moments.end), told(position.end_alt)),
        PictureKind(
            "legion",
            lambda view, names, look: legion(view, look.focus, captions, look.known, THEMES[look.theme], names),
            lambda view, names, look: cards.legion(terms, view, look.focus, look.known, names),
        ),
        *reference(terms, captions),
        PictureKind(
            "odds",
            lambda view, names, look: odds(look.known, THEMES[look.theme]),
            lambda view, names, look: odds_told(terms, look.known),
        ),
        PictureKind("own-board", focused(own_board), told_focused(board_alt), focused(own_phone), marked=True),
        PictureKind("reach", unnamed(reach), told_focused(reach_alt)),
        PictureKind("zoom", unnamed(zoom), lambda view, names, look: zoomed(terms, view, names, look.focus)),
        PictureKind(
            "land",
            lambda view, names, look: land(view, captions, THEMES[look.theme], look.focus),
            lambda view, names, look: land_alt(terms, view, asked(view, look.focus)),
        ),
        LOBBY,
        PictureKind(
            "greeting",
            lambda view, names, look: cropped(battle(view, captions, THEMES[look.theme], names), GREETING),
            lambda view, names, look: terms.say("greeting.picture"),
        ),
    )


def reference(terms: Terms, captions: Captions) -> tuple[PictureKind[View], ...]:
    """The kinds of pictures that the rules are illustrated with."""
    return (
        PictureKind(
            "creature",
            lambda view, names, look: creature(
                view.rules, look.focus, captions, THEMES[look.theme], cards.stack_of(view, look.focus)
            ),
            lambda view, names, look: cards.creature(terms, view, look.focus),
        ),
        PictureKind(
            "terrain",
            lambda view, names, look: terrain(view.rules, look.focus, captions, THEMES[look.theme]),
            lambda view, names, look: cards.terrain(terms, view, look.focus),
        ),
        PictureKind(
            "recruits",
            lambda view, names, look: recruits(view.rules, captions, THEMES[look.theme], look.focus),
            lambda view, names, look: cards.recruits(terms, view, look.focus),
        ),
        PictureKind(
            "sequence",
            lambda view, names, look: sequence((CHARTS[look.focus].strip(terms.words),), THEMES[look.theme]),
            lambda view, names, look: CHARTS[look.focus].alt(terms.words),
        ),
    )


@lru_cache
def titan_face(language: str = ENGLISH) -> Face:
    """Titan as it is at Discord, told in a language."""
    words = TitanWords(Words(language))
    terms = words.terms
    return Face(
        kit=titan_kit(language),
        panel=Panel(
            prompt=words.prompt,
            shown=shown,
            said=partial(said, terms),
            undo=words.undo,
            emoji=emoji_of,
            emojis=emojis,
            grave=frozenset({"resign", "concede", "flee", "accept"}),
            aside=frozenset({"resign"}),
            screen=partial(screen, terms),
            form=partial(form, terms),
            run=run,
            forgotten=forgotten,
            obvious=obvious,
        ),
        overview=TitanOverview(terms),
        reference=TitanReference(terms),
        replays=TitanReplays(words),
        typing=Typing(
            read=lambda text, view: read(terms, text),
            strange=partial(strange, terms),
            example=partial(example, terms),
            alike=alike,
        ),
        advice=TitanAdvice(terms),
        ahead=TitanOrderScreens(terms),
        commands=titan_commands,
        beside=("play", "show"),
        greeting="win",
        translated=lambda other: titan_face(other) if other in languages() else None,
    )


def obvious(event: Event, chosen: bool) -> bool:
    """What the panel shows: whose turn it is, the roll, and what one has just done and can undo."""
    if isinstance(event, TurnBegan | ManeuverBegan | Rolled):
        return True
    return chosen and isinstance(event, Parted | Rejoined | Moved | Mustered | Maneuvered)


def bases(captions: Captions, theme: str) -> Iterator[Callable[[], object]]:
    """What draws the bare board, the tiles of hands and cards, and every battleland in a theme, with their colours."""
    rules, look = rules_for({}), THEMES[theme]
    yield partial(board_palette, rules, captions, look)
    for kind in rules.kinds.values():
        yield partial(tile, kind, named(kind.code, captions, look), kind.power, look, look.panel)
    yield partial(tile_palette, rules, look)
    for name, ground in rules.grounds.items():
        yield partial(battle_palette, rules, ground, rules.board.terrains[name], look)


def zoomed(terms: Terms, view: View, names: Names, focus: str) -> str:
    """What the picture of a land's surroundings shows."""
    label = asked(view, focus)
    return zoom_alt(terms, view, names, lands_shown(view.rules.board, label), label)


def pictures(before: View | None, after: View, events: Sequence[Event]) -> tuple[str, ...]:
    """A board when the towers are drawn and after every phase, a map after each maneuver and each strike phase.

    In the end who has won, and the last board. What was a great moment has a picture of its own in the place of the
    board that was due, for whoever saw it happen.
    """
    last = ("aftermath",) if any(isinstance(event, BattleEnded) for event in events) else ()
    due = _pictures(before, after)
    moment = moments.due(after, events) if before is not None and "board" in due else ""
    return last + (tuple(moment if kind == "board" else kind for kind in due) if moment else due)


def _pictures(before: View | None, after: View) -> tuple[str, ...]:
    if after.phase == "setup":
        return ("board",) if _drawn(after) and not (before and _drawn(before)) else ()
    if after.phase == "over":
        return ("standing", "board") if before is None or before.phase != "over" else ()
    if after.battle is not None:
        return ("battle",) if before is None or _step(before.battle) != _step(after.battle) else ()
    if before is None or before.battle is not None:
        return ("board",)
    if after.phase in ("roll", "close"):
        return ()  # the die or the clock is on its way, and the board the same
    return ("board",) if _phase(before) != _phase(after) else ()


def _drawn(view: View) -> bool:
    return any(player.tower for player in view.players)


def _step(fight: BattleView | None) -> tuple[object, ...]:
    if fight is None:
        return ()
    return fight.land, fight.round, fight.mover, fight.step.replace("carry", "strike")


def _phase(view: View) -> tuple[object, ...]:
    phase = view.phase.replace("roll", "split")
    return view.turn, view.active, "engage" if phase in SETTLING else phase


def ready(view: View, legal: Sequence[Action], pick: random.Random) -> Action | None:
    """A color and a first marker, any of those that are free."""
    return pick.choice(legal) if view.phase == "setup" else None


def following(view: View) -> Seat | None:
    """Whose turn comes after the present one, by descending Towers of those in the game (R1.3); nobody's before the
    first turn and after the last."""
    order = [player.seat for player in sorted(view.players, key=lambda each: -each.tower) if not player.out]
    if view.phase in ("setup", "close", "over") or view.active not in order:
        return None
    return order[(order.index(view.active) + 1) % len(order)]


def public_actions(view: View) -> tuple[tuple[str, str], ...]:
    """What is below the card beside *My turn*: from public facts alone, and nothing that these leave in doubt.

    Whether anybody has moved is the mover's own until the phase is over, whether all have struck is not looked up.
    """
    own = [legion for legion in view.legions if legion.owner == view.active]
    match view.phase:
        case "split" if all(legion.height <= TALLEST for legion in own):
            return (ROLL,)
        case "muster":
            return (DONE,)
        case "battle" if view.battle is not None and view.battle.step == "maneuver":
            return (DONE,)
        case _:
            return ()


def tint(view: View) -> int | None:
    """The color of whoever has the turn, or of the winner."""
    seat = view.winners[0] if view.winners else view.active
    colour = next((player.colour for player in view.players if player.seat == seat), "")
    return int(view.rules.colours[colour].paint.removeprefix("#"), 16) if colour else None


def shown(view: View) -> tuple[str, ...]:
    """The map for who fights, the board for who moves, else one's own legions; the map, too, for who only watches.

    After the end it is how all have done, and the board.
    """
    if view.phase == "over":
        return ("standing", "board")
    if view.battle is not None and (view.viewer is None or view.viewer in view.battle.seats):
        return ("battle",)
    if view.phase == "move" and view.viewer == view.active:
        return ("own-board",)
    return ("hand",)


def emoji_of(action: May, view: View) -> str:
    """The name of the emoji beside a choice: `titan_lion`; empty if it is about no kind of character."""
    kind = view.rules.kinds.get(kind_of(action, view))
    return emoji_name(kind) if kind else ""


def emoji_name(kind: Kind) -> str:
    """What the emoji of a kind is called, among those of other games."""
    return f"titan_{kind.name.lower()}"


def emojis() -> Mapping[str, bytes]:
    """The picture of every emoji, by name."""
    return {emoji_name(kind): emoji(kind) for kind in rules_for({}).kinds.values()}


def said(terms: Terms, verb: str, name: str, word: str, view: View) -> str:
    """What a word of a line means: `Rd02 “Eagle”: 2 Ogres and Lion`, `Marsh 41`, `from the west`."""
    match name:
        case "legion" | "donor" | "marker":
            return _legion(terms, word, view)
        case "land":
            return terms.land(int(word))
        case "side":
            return terms.from_side(int(word)) if word in ("1", "3", "5") else word
        case "creatures" | "losses" | "shown":
            return terms.creatures(() if word == EMPTY else word.split(","))
        case "lord" | "recruit" | "creature":
            return terms.creature(word)
        case "colour":
            return terms.colour(word)
        case "character" | "hex" | "striker" | "target":
            return _fighter(terms, word, view)
        case "dice":
            return terms.dice(int(word))
        case "number":
            return f"{word}+"
        case _:
            return word


def _legion(terms: Terms, marker: str, view: View) -> str:
    contents = next((terms.contents(legion) for legion in view.legions if legion.marker == marker), "")
    return f"{terms.marker(marker)}: {contents}" if contents else terms.marker(marker)


def _fighter(terms: Terms, place: str, view: View) -> str:
    if f"titan.creature.{place}" in terms.words:
        return terms.creature(place)
    there = at(view, place)
    return f"{terms.creature(there)} {place}" if there else place
