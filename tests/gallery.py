"""Every kind of picture in every theme: `make gallery`, or `python -m tests.gallery board hand --themes dark,print`.

Positions come from games that the program plays by itself, always the same ones; those of skirmish are in
`tests/skirmish/gallery.py`. Each picture is written to `gallery/` with `index.html`, where it is seen as large as a
phone shows it and leads to its full size. A line each tells its size; how long they take, `make bench` tells. What
begins with `phone-` is the form for phones. All processors draw.
"""

from __future__ import annotations

import argparse
import gc
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from html import escape
from io import BytesIO
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from random import Random
from types import MappingProxyType

from PIL import Image

from cogs.commands.watch import BATTLE, GAME, TURN
from cogs.face.overview import Chapter
from cogs.house.game import public_history as told
from cogs.house.game.announce import Entry
from cogs.house.game.bot_names import COMPANY
from cogs.house.game.pictures import AS_IT_IS, Look
from cogs.house.table.lobby_post import LobbyPicture, Sitting
from cogs.house.values.safe_text import all_isolated
from cogs.house.words.words import Words
from cogs.titan.history.replay import TitanReplays
from cogs.titan.kit import titan_face
from cogs.titan.reference import CHARTS
from cogs.titan.words.game_words import TitanWords
from engine import log
from engine.core import CHANCE, Seat
from engine.titan.actions import Action, Concede, Move, Resign
from engine.titan.bots import choose_steady
from engine.titan.events import Engaged, Spawned, Struck, WipedOut
from engine.titan.rules import rules_for
from engine.titan.ruleset import TITAN
from engine.titan.state import Over, Spawning, Splitting, State
from engine.titan.view import View
from render.bot_cards import BotCard, bot_cards
from render.canvas import png
from render.faces import FACES as PORTRAITS
from render.faces import face
from render.replay import go_on
from render.theme import THEMES
from tests.render import moments_shown, views
from tests.render.wild import wild
from tests.selfplay import answer, selfplay
from tests.skirmish import gallery as skirmish

KIT = titan_face().kit
RULES = rules_for({})
FOLDER = Path(__file__).parents[1] / "gallery"
REPLAY = "replay"
FACES = "faces"
ON_PHONES = "phone-"
PHONE = 400
"""How many pixels wide a phone shows a picture."""
TRIALS = 10
"""So often is a battle fought for its odds."""

GAMES = ((6, 3, 1_600), (3, 5, 900))
"""Seats, seed and how many entries are played."""

REPLAYED = 2, 4
"""Seats and seed of the game that is replayed to its end."""

SEEDS = (104, 107, 109)
"""Of further games with four seats, in which there are battles in every other kind of land."""

NAMES = MappingProxyType(
    {
        Seat(0): "Ann",
        Seat(1): "Бен Фёдоров",
        Seat(2): "陳大文",
        Seat(3): "Dan 🐉",
        Seat(4): "שרה",
        Seat(5): "Maximiliane von und zu",
    }
)

SAID = MappingProxyType(all_isolated(NAMES))
"""The names as they stand in sentences: the bot puts them so into the captions of replays."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A picture to be drawn: what is special about it, what is seen and how."""

    title: str
    view: View | LobbyPicture
    look: Look = AS_IT_IS

    def of(self, theme: str) -> Look:
        """The look in a theme."""
        return replace(self.look, theme=theme)


@dataclass(frozen=True, slots=True)
class Moment:
    """A position of a game, and who decides there."""

    state: State
    public: View
    seat: Seat | None
    own: View | None
    actions: tuple[Action, ...]


@lru_cache(maxsize=1)
def moments() -> tuple[Moment, ...]:
    """The positions of the games, in order, where somebody decides or all is over."""
    return tuple(moment for game in GAMES for moment in played(*game))


@lru_cache(maxsize=1)
def rarer() -> tuple[Moment, ...]:
    """The battles of further games, in the kinds of land in which there was none yet."""
    return tuple(moment for seed in SEEDS for moment in played(4, seed, 900) if moment.public.battle is not None)


def played(seats: int, seed: int, entries: int) -> Iterator[Moment]:
    """A game of steady seats who never give up."""
    chance, timeline = Random(seed), log.opening(TITAN, seats, {})
    for _ in range(entries):
        state = timeline.state
        draw = TITAN.wants(state)
        if draw is not None:
            timeline, _ = log.step(TITAN, timeline, CHANCE, answer(draw, chance))
            continue
        waiting = sorted(TITAN.awaiting(state))
        if not waiting:
            yield Moment(state, TITAN.view(state, None), None, None, ())
            return
        seat = Seat(chance.choice(waiting))
        actions = tuple(each for each in TITAN.legal(state, seat) if not isinstance(each, Resign | Concede))
        own = TITAN.view(state, seat)
        yield Moment(state, TITAN.view(state, None), seat, own, actions)
        timeline, _ = log.step(TITAN, timeline, seat, choose_steady(own, actions, chance))


def board() -> Iterator[Sight]:
    """The masterboard: at the start, in every phase, and when it is fullest."""
    for phase in dict.fromkeys(moment.public.phase for moment in moments() if moment.public.battle is None):
        of_phase = [moment.public for moment in moments() if moment.public.phase == phase]
        yield Sight(phase, max(of_phase[len(of_phase) // 2 :], key=lambda view: len(view.legions)))
    yield Sight("fullest", fullest())
    yield from (Sight(f"agreed {title}", TITAN.view(state, None)) for title, state in agreed())


@lru_cache(maxsize=1)
def agreed() -> tuple[tuple[str, State], ...]:
    """Of a game that ends by agreement: somebody wiped out, a Tower drawn, new legions with and without an attack."""
    found: dict[str, State] = {}
    for entry in wild():
        state, events = entry.after.state, entry.told.events
        if any(isinstance(event, WipedOut) for event in events) and isinstance(state.phase, Splitting):
            found.setdefault("wiped", state)
        if isinstance(state.phase, Spawning):
            found["tower"] = state
        if any(isinstance(event, Spawned) for event in events):
            found.setdefault("attack" if any(isinstance(event, Engaged) for event in events) else "spawned", state)
        if isinstance(state.phase, Over):
            found["end"] = state
    return tuple(found.items())


def battle() -> Iterator[Sight]:
    """A battle in every kind of land, the fullest one at its second round or later."""
    fights = [moment.public for moment in (*moments(), *rarer()) if moment.public.battle is not None]
    for terrain in RULES.board.terrains:
        here = [view for view in fights if view.battle is not None and view.battle.terrain == terrain]
        later = [view for view in here if view.battle is not None and view.battle.round > 1]
        yield Sight(terrain, max(later or here, key=_fighters))


def _fighters(view: View) -> int:
    return len(view.battle.fighters) if view.battle is not None else 0


def aftermath() -> Iterator[Sight]:
    """The last map of a battle."""
    yield Sight("", next(moment.public for moment in moments() if moment.public.aftermath is not None))


def dice() -> Iterator[Sight]:
    """The strikes of a phase, the most there are, and of the last phase of a battle."""
    strikes = [moment.public for moment in moments() if moment.public.battle is not None]
    yield Sight("most", max(strikes, key=lambda view: sum(isinstance(deed, Struck) for deed in view.deeds)))
    yield from aftermath()


def own() -> Iterator[Sight]:
    """What a player alone sees: at the start, and with the most legions."""
    mine = [moment for moment in moments() if moment.own is not None and moment.own.battle is None]
    for title, moment in (("start", next(m for m in mine if m.public.legions)), ("most", max(mine, key=_holding))):
        assert moment.own is not None
        yield Sight(title, moment.own)
    yield from spawning()


def spawning() -> Iterator[Sight]:
    """A new legion as it forms: whom to choose, and then its marker."""
    state = dict(agreed())["tower"]
    stacks = {code: 0 if code in ("GAR", "CYC", "BEH", "SER") else left for code, left in state.bank.items()}
    for title, there in (("choosing", replace(state, bank=stacks)), ("ready", state)):
        yield Sight(f"agreed {title}", TITAN.view(there, state.active))


def _holding(moment: Moment) -> int:
    return sum(legion.owner == moment.seat for legion in moment.public.legions)


def moving() -> Iterator[Sight]:
    """A player's own board before he moves his many legions, as a whole and for one of them."""
    moment = max((m for m in moments() if m.public.phase == "move" and m.own is not None), key=_holding)
    assert moment.own is not None
    yield Sight("", moment.own, Look(actions=moment.actions))
    marker = next(each.legion for each in moment.actions if isinstance(each, Move))
    yield Sight(marker, moment.own, Look(focus=marker, actions=moment.actions))
    state = next(state for title, state in agreed() if title == "spawned")
    yield Sight("agreed", TITAN.view(state, state.active))


def around() -> Iterator[Sight]:
    """Lands where much is going on, an inner and an outer one."""
    view = fullest()
    for label in sorted({legion.land for legion in view.legions})[::9]:
        yield Sight(str(label), view, Look(focus=str(label)))


def legions() -> Iterator[Sight]:
    """A legion as its owner, and another as a rival knows it."""
    moment = max((m for m in moments() if m.own is not None and m.own.battle is None), key=_holding)
    assert moment.own is not None
    for title, mine in (("own", True), ("other", False)):
        chosen = max(
            (legion for legion in moment.own.legions if (legion.owner == moment.seat) is mine),
            key=lambda legion: len(legion.creatures),
        )
        known = KIT.deciding.knowledge(moment.state, moment.seat, chosen.marker)
        yield Sight(title, moment.own, Look(focus=chosen.marker, known=known))


def creatures() -> Iterator[Sight]:
    """The card of every kind."""
    for code, kind in RULES.kinds.items():
        yield Sight(kind.name, fullest(), Look(focus=code))


def terrains() -> Iterator[Sight]:
    """The card of every terrain."""
    for name in RULES.board.terrains:
        yield Sight(name, fullest(), Look(focus=name))


def chains() -> Iterator[Sight]:
    """All chains, and one alone."""
    yield from (Sight(name, fullest(), Look(focus=name)) for name in ("", "Mountains", "Tower"))


def charts() -> Iterator[Sight]:
    """Both sequences."""
    yield from (Sight(name, fullest(), Look(focus=name)) for name in CHARTS)


def chances() -> Iterator[Sight]:
    """The odds of the fullest battle, as it stands."""
    view = max((m.public for m in moments() if m.public.battle is not None), key=_fighters)
    advice = titan_face().advice
    asked = None if advice is None else advice.battle(view)
    assert advice is not None
    assert asked is not None
    yield Sight("", view, Look(known=advice.odds(asked, tuple(islice(filter(None, asked.trials()), TRIALS)))))


def ends() -> Iterator[Sight]:
    """Before the end, and where there is one, after it."""
    yield Sight("scores", fullest())
    yield from (Sight("end", moment.public) for moment in moments() if moment.public.phase == "over")
    yield from (Sight(f"agreed {title}", TITAN.view(dict(agreed())[title], None)) for title in ("tower", "end"))


def falls() -> Iterator[Sight]:
    """Titans that fell, the legion of one lost with many others, and two at once."""
    yield Sight("", moments_shown.fallen())
    yield Sight("two", moments_shown.both_fallen())


def losses() -> Iterator[Sight]:
    """A legion of seven that was wiped out."""
    yield Sight("", moments_shown.wiped())


def victories() -> Iterator[Sight]:
    """The end: of six players, and one that is shared."""
    yield Sight("", moments_shown.over())
    yield Sight("shared", views.totalled(views.agreed()))


def lobbies() -> Iterator[Sight]:
    """A table at which somebody may sit down, and one that is full."""
    for free in (2, 0):
        people = [Sitting(name, "host" * (seat == 0)) for seat, name in NAMES.items()][: 4 - free]
        seats = (*people, Sitting("Ada (bot)", "steady", "ada"), *[None] * free)
        yield Sight("free" if free else "full", LobbyPicture(KIT.title, "Rules: standard", seats, "free seat"))


def greetings() -> Iterator[Sight]:
    """What greets whoever comes to an empty channel."""
    face = titan_face()
    lesson = face.reference.lesson
    assert lesson is not None
    place = next(place for place, step in enumerate(lesson.steps) if step.name == face.greeting)
    yield Sight("", lesson.rules.view(lesson.state(place), None))


def anything() -> Iterator[Sight]:
    """For kinds that show the public position in another way."""
    yield Sight("", fullest())


def fullest() -> View:
    """The public position with the most legions."""
    return max((moment.public for moment in moments()), key=lambda view: len(view.legions))


SIGHTS: Mapping[str, Callable[[], Iterator[Sight]]] = MappingProxyType(
    {
        "board": board,
        "battle": battle,
        "aftermath": aftermath,
        "dice": dice,
        "hand": own,
        "own-board": moving,
        "reach": moving,
        "zoom": around,
        "land": around,
        "legion": legions,
        "creature": creatures,
        "terrain": terrains,
        "recruits": chains,
        "sequence": charts,
        "odds": chances,
        "standing": ends,
        "moment-titan-fallen": falls,
        "moment-wiped": losses,
        "moment-end": victories,
        "lobby": lobbies,
        "greeting": greetings,
    }
)
"""What is worth seeing of a kind of picture; of any other, the fullest public position."""


@cache
def sights(kind: str) -> tuple[Sight, ...]:
    """What is worth seeing of a kind."""
    return tuple(SIGHTS.get(kind, anything)())


def drawn(kind: str, sight: Sight, theme: str) -> bytes:
    """A picture."""
    look = sight.of(theme)
    return KIT.pictures.draw(kind, sight.view, NAMES, look)


Picture = tuple[str, bytes, str]
"""The name of a picture, its file, and what it shows."""


def pictures(kind: str, theme: str) -> Iterator[Picture]:
    """The pictures of a kind in a theme."""
    if kind in skirmish.SIGHTS:
        yield from skirmish.pictures(kind, theme)
    elif kind in (REPLAY, FACES):
        for what, data, alt in (replays if kind == REPLAY else faces)(theme):
            yield f"{kind}-{what}-{theme}", data, alt
    else:
        plain = kind.removeprefix(ON_PHONES)
        every = 4 if kind in ALIKE and theme != skirmish.LONGEST else 1
        for sight in sights(plain)[::every]:
            seen_so = replace(sight, look=replace(sight.look, phone=kind != plain))
            name = "-".join(filter(None, (kind, sight.title.lower().replace(" ", "-"), theme)))
            yield name, drawn(plain, seen_so, theme), KIT.pictures[plain].alt(sight.view, NAMES, seen_so.of(theme))


@lru_cache(maxsize=1)
def seen() -> tuple[told.Moment, ...]:
    """A whole game, deed by deed."""
    seats, seed = REPLAYED
    timeline, entries = log.opening(TITAN, seats, {}), []
    for seat, line in selfplay(("steady",) * seats, seed).lines:
        before = timeline
        timeline, news = log.step(TITAN, before, seat, TITAN.notation.parse(line))
        entries.append(Entry(seat, before, timeline, news))
    return tuple(told.moments(TITAN, entries))


def replays(theme: str) -> Iterator[Picture]:
    """A turn in which somebody spawns; in one theme also the longest turn, the longest battle and all of a game.

    Of each what it is, the file, and what it shows.
    """
    maker = TitanReplays(TitanWords(Words()))
    for what in (TURN, BATTLE, GAME) if theme == skirmish.LONGEST else ():
        longest = max(maker.chapters(what, seen(), SAID), key=lambda one: len(maker.shots(what, seen(), one, SAID)))
        yield what, *_filmed(maker, what, seen(), longest, theme)
    game = tuple(told.moments(TITAN, wild()))
    back = [
        turn
        for turn in maker.chapters(TURN, game, SAID)
        if any(isinstance(event, Spawned) for moment in game[turn.first : turn.last] for event in moment.events)
    ]
    yield "spawning", *_filmed(maker, TURN, game, back[0], theme)


def faces(theme: str) -> Iterator[Picture]:
    """All faces as large as a list of people shows them, as small as a line of text does, and on the bots' cards.

    Of each what it is, the file, and what it shows.
    """
    look = THEMES[theme]
    for size in (96, 32):
        sheet = Image.new("RGB", (13 * size, 2 * size), look.ground)
        for place, key in enumerate(PORTRAITS):
            portrait = face(key, size, look)
            sheet.paste(portrait, (place % 13 * size, place // 13 * size), portrait)
        yield str(size), png(sheet), ", ".join(PORTRAITS)
    cards = tuple(BotCard(key, key.title(), (COMPANY[key],)) for key in PORTRAITS)
    yield "cards", bot_cards(cards, look), ", ".join(PORTRAITS)


def _filmed(
    maker: TitanReplays, what: str, game: Sequence[told.Moment], chapter: Chapter, theme: str
) -> tuple[bytes, str]:
    """A chapter of a game as a file, and what it shows."""
    shots = maker.shots(what, game, chapter, SAID)
    return maker.draw(what, shots, "webp", NAMES, Look(theme), go_on), maker.alt(chapter, shots)


ALIKE = frozenset({"board", "creature", "phone-board", "phone-battle"})
"""Kinds of which most themes show every fourth picture: the others are of the same paints, in other positions."""

TOGETHER = frozenset({"battle", "aftermath", "terrain", "phone-battle", "phone-aftermath"})
"""Kinds that are drawn by one process: they share the lands, which take long."""


def tasks(kinds: Sequence[str], themes: Iterable[str]) -> list[tuple[tuple[str, ...], str]]:
    """What is drawn by one process after the other: kinds, and their theme."""
    shared = tuple(kind for kind in kinds if kind in TOGETHER)
    groups = dict.fromkeys(shared if kind in TOGETHER else (kind,) for kind in kinds)
    return [(group, theme) for theme in themes for group in groups]


def written(task: tuple[Sequence[str], str]) -> list[Entered]:
    """Draws and writes the pictures of some kinds in a theme, and gives their entries of the index."""
    kinds, theme = task
    entries = []
    for name, data, alt in (picture for kind in kinds for picture in pictures(kind, theme)):
        image = Image.open(BytesIO(data))
        file = FOLDER / f"{name}.{image.format}".lower()
        file.write_bytes(data)
        caption = f"{name}: {image.width} × {image.height}, {len(data) / 1000:.0f} KB"
        entries.append((file.name, caption, alt))
    return entries


Entered = tuple[str, str, str]
"""A file of the gallery, its caption, and what it shows."""


def page(entries: Sequence[Entered]) -> str:
    """The index: each picture at a phone's width with its caption, and a link to it."""
    figures = "\n".join(
        f'<figure><a href="{name}"><img src="{name}" width="{PHONE}" alt="{escape(alt)}" loading="lazy"></a>'
        f"<figcaption>{escape(caption)}</figcaption></figure>"
        for name, caption, alt in entries
    )
    style = (
        "body{font:15px sans-serif;background:#777}figure{display:inline-block;margin:8px;vertical-align:top}"
        "figcaption{color:#fff}"
    )
    return f'<!doctype html>\n<meta charset="utf-8">\n<title>Gallery</title>\n<style>{style}</style>\n{figures}\n'


def prepare(kinds: Iterable[str]) -> None:
    """Has the positions played that pictures of these kinds show."""
    for kind in kinds:
        if kind == REPLAY:
            seen(), wild()
        elif kind in skirmish.SIGHTS:
            skirmish.sights(kind)
        elif kind != FACES:
            sights(kind.removeprefix(ON_PHONES))


def main() -> None:
    """Draws what was asked for, or everything."""
    gc.disable()  # it would look through all positions again and again, and little of what it could find is made
    parser = argparse.ArgumentParser(description=__doc__)
    known = (
        REPLAY,
        "skirmish-replay",
        *KIT.pictures,
        *(f"{ON_PHONES}{kind}" for kind in KIT.pictures if KIT.pictures[kind].phone),
        FACES,
    )
    known += tuple(kind for kind in skirmish.SIGHTS if kind not in known)
    parser.add_argument("kinds", nargs="*", choices=[[], *known], help="kinds of pictures; all without any")
    parser.add_argument("--themes", default=",".join(THEMES), help="themes, with commas")
    said = parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    wanted = said.kinds or known
    prepare(wanted)
    entries: list[Entered] = []
    with get_context("fork").Pool() as pool:  # what was prepared is there in each
        for some in pool.imap(written, tasks(wanted, said.themes.split(","))):
            entries += some
            print(*(caption for _, caption, _ in some), sep="\n", flush=True)
    (FOLDER / "index.html").write_text(page(entries), encoding="utf-8")
    print(f"{len(entries)} pictures; {FOLDER / 'index.html'} shows them")


if __name__ == "__main__":
    main()
