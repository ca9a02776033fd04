"""The scores and the final standing: everybody in his place, and the same facts in words."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from cogs.house.words.words import ALT, Words
from cogs.titan.kit import pictures
from cogs.titan.words.game_words import TitanWords
from cogs.titan.words.position import standing_alt
from engine.core import Seat
from engine.titan.outlook import placed
from engine.titan.ruleset import TITAN
from engine.titan.view import PlayerView, View
from render.canvas import Box, contrast
from render.parts import Parts, collisions, outside
from render.theme import THEMES, Theme
from render.titan.cards.results import WIDTH, ResultRow, scene, standing, tall
from tests.captions import ENGLISH
from tests.render import views
from tests.render.looks import far_from_dark
from tests.render.pixels import opened
from tests.render.played import GAMES, states

NAMES = {Seat(seat): f"P{seat}" for seat in range(6)}
LINE = re.compile(
    r"(?P<place>\d)(?P<winner>, winner)?: P(?P<seat>\d)(?: \(\w+\))?, (?P<score>\d+) points?, "
    r"(?:Titan power (?P<power>\d+), (?P<legions>\d+) legions?, (?P<markers>\d+) markers? left"
    r"|number (?P<out>\d) to fall)"
)


def ended(outs: tuple[int, ...], winners: tuple[int, ...]) -> View:
    """A game that is over, with the order in which the players fell; who did not has nine legions."""
    view = views.crowd()
    players = tuple(
        replace(p, out=out, legions=0 if out else 9, markers=() if out else ("Rd04",))
        for p, out in zip(view.players, outs, strict=True)
    )
    alive = [player.seat for player in players if not player.out]
    legions = tuple(replace(legion, owner=alive[0]) for legion in view.legions[:9]) if alive else ()
    return replace(
        view, phase="over", players=players, legions=legions, winners=tuple(map(Seat, winners)), engaged=None
    )


def full() -> View:
    """The last player on the board with all 72 markers."""
    view = ended((1, 2, 0, 3, 4, 5), (2,))
    legions = tuple(replace(legion, owner=Seat(2)) for legion in views.crowd().legions)
    players = tuple(replace(p, legions=72, score=12345) if p.seat == 2 else p for p in view.players)
    return replace(view, legions=legions, players=players)


VIEWS = {
    "crowd": views.crowd(),
    "two": views.start(2),
    "six": views.start(6),
    "nobody has chosen": views.empty(6),
    "won": ended((1, 2, 0, 3, 4, 4), (2,)),
    "drawn": ended((5, 2, 5, 3, 4, 1), (0, 2)),
    "all markers": full(),
}


def read(parts: Parts) -> list[ResultRow]:
    """What the rows tell, from the first to the last."""
    return [part.facts[0] for part in parts if part.sort == "player"]


# --- places ---


def places(view: View) -> list[tuple[int, int]]:
    """Place and seat of every player."""
    return [(place, int(player.seat)) for place, player in placed(view)]


def test_in_a_game_the_score_counts_and_who_is_level_shares_a_place() -> None:
    view = views.start(4)
    scores = (100, 250, 100, 30)
    players = tuple(replace(p, score=score) for p, score in zip(view.players, scores, strict=True))

    assert places(replace(view, players=players)) == [(1, 1), (2, 0), (2, 2), (4, 3)]


def test_who_is_out_comes_after_who_is_not_whatever_he_had() -> None:
    view = views.start(4)
    players = tuple(
        replace(p, score=score, out=out)
        for p, score, out in zip(view.players, (900, 10, 0, 500), (1, 0, 0, 2), strict=True)
    )

    assert places(replace(view, players=players)) == [(1, 1), (2, 2), (3, 3), (4, 0)]


def test_the_winner_is_first_then_who_fell_last() -> None:
    assert places(VIEWS["won"]) == [(1, 2), (2, 4), (2, 5), (4, 3), (5, 1), (6, 0)]


def test_the_winners_of_a_draw_are_both_first() -> None:
    assert places(VIEWS["drawn"]) == [(1, 0), (1, 2), (3, 4), (4, 3), (5, 1), (6, 5)]


# --- the picture ---


@pytest.mark.parametrize("name", VIEWS)
def test_nothing_overlaps_or_is_cut_off(name: str) -> None:
    parts = scene(VIEWS[name])

    assert not collisions(parts)
    assert not outside(parts, WIDTH, tall(VIEWS[name]))
    rows = [part.box for part in parts if part.sort == "player"]
    for box in (part.box for part in parts if part.sort == "legion"):
        assert sum(row.y <= box.y and box.bottom <= row.bottom and box.right <= row.right for row in rows) == 1


@pytest.mark.parametrize("name", VIEWS)
@far_from_dark
def test_every_standing_has_its_picture_in_every_theme(name: str, theme: Theme) -> None:
    image = opened(standing(VIEWS[name], ENGLISH, theme, NAMES))

    assert image.size == (WIDTH, tall(VIEWS[name]))


def test_each_player_changes_his_own_row_alone() -> None:
    view = VIEWS["won"]
    before = opened(standing(view, ENGLISH, names=NAMES))
    rows = [part.box for part in scene(view) if part.sort == "player"]
    player = placed(view)[3][1]
    changed = replace(player, score=player.score - 9)
    after = opened(standing(replace(view, players=swapped(view, changed)), ENGLISH, names=NAMES))

    assert [same(before, after, row) for row in rows] == [True, True, True, False, True, True]


def swapped(view: View, player: PlayerView) -> tuple[PlayerView, ...]:
    """The players with one of them changed."""
    return tuple(player if p.seat == player.seat else p for p in view.players)


def same(one: Image.Image, other: Image.Image, box: Box) -> bool:
    """Whether two pictures show the same in a rectangle, but for shades of the palette."""
    area = (round(box.x), round(box.y), round(box.right), round(box.bottom))
    return max(ImageChops.difference(one.crop(area), other.crop(area)).tobytes()) < 60


def test_the_same_view_gives_the_same_bytes() -> None:
    assert standing(VIEWS["won"], ENGLISH, names=NAMES) == standing(VIEWS["won"], ENGLISH, names=NAMES)


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_what_is_written_can_be_read(theme: Theme) -> None:
    for ink in (theme.ink, theme.faint, theme.active):
        assert contrast(ink, theme.panel) >= 4.5


# --- words ---


@pytest.fixture(scope="module")
def words() -> TitanWords:
    return TitanWords(Words("en"))


def told(said: str) -> list[ResultRow]:
    """What the words tell of the players, in their order."""
    found = []
    for line in LINE.finditer(said):
        number = {name: int(value) for name, value in line.groupdict().items() if value and value.isdigit()}
        found.append(
            ResultRow(
                number["place"], Seat(number["seat"]), bool(line["winner"]), number["score"], number.get("power", 0),
                number.get("legions", 0), number.get("markers", 0), number.get("out", 0),
            )
        )  # fmt: skip
    return found


def shown(parts: Parts) -> list[ResultRow]:
    """What the picture tells: of who is out, neither Titan nor legions nor markers."""
    return [replace(place, power=0, legions=0, markers=0) if place.out else place for place in read(parts)]


@pytest.mark.parametrize("name", VIEWS)
def test_words_and_picture_tell_the_same(name: str, words: TitanWords) -> None:
    said = standing_alt(words.terms, VIEWS[name], NAMES)

    assert told(said) == shown(scene(VIEWS[name]))
    assert len(said) <= ALT


@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_words_and_picture_tell_the_same_in_played_games(seats: int, seed: int, words: TitanWords) -> None:
    before = None
    for state in states(seats, seed):
        view = TITAN.view(state, None)
        if view.players == before:
            continue
        before = view.players
        parts = scene(view)
        assert told(standing_alt(words.terms, view, NAMES)) == shown(parts)
        assert not collisions(parts)
        assert not outside(parts, WIDTH, tall(view))


def test_the_end_of_a_game_is_posted_once_with_its_standing() -> None:
    over = VIEWS["won"]

    assert pictures(views.crowd(), over, ()) == ("standing", "moment-end")
    assert pictures(over, over, ()) == ()
