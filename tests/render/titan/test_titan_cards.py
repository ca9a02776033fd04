"""Cards: recruit chains, kinds, terrains and single legions, laid out without a collision in every theme."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core import Seat
from engine.titan.battle.effects import HazardEffect, effects, hazards_of
from engine.titan.phases.muster import ways
from engine.titan.rules import Rules, rules_for
from engine.titan.traits import Trait, traits
from engine.titan.view import KnownView, View
from render.canvas import contrast
from render.parts import collisions, outside, told
from render.theme import THEMES, Theme
from render.titan.cards import chains
from render.titan.cards import creature as card
from render.titan.cards import legion as single
from render.titan.cards import terrain as sheet
from render.titan.cards.chains import ANY, recruits
from render.titan.cards.creature import creature
from render.titan.cards.legion import legion
from render.titan.cards.terrain import terrain
from render.titan.pieces.captions import Captions
from render.titan.pieces.rows import WIDTH
from tests.captions import ENGLISH
from tests.render import views
from tests.render.looks import dark_and_light, far_from_dark
from tests.render.pixels import opened

RULES = views.rules()
STRICT = rules_for({"demilord_self_muster": "off"})
TERRAINS = tuple(RULES.board.terrains)
ALL = tuple((code, 24 - place) for place, code in enumerate(RULES.kinds))


def trait_said(code: str, trait: Trait) -> str:
    """A sentence as long as any."""
    return f"{trait.what} of {RULES.kinds[code].name} in so many words that it takes another line, {trait.number} times"


def effect_said(effect: HazardEffect) -> str:
    return f"{effect.on}: {effect.what} by {effect.number} for others than natives, and so on in a second line here"


LONG = Captions("long", ENGLISH.say, trait_said, effect_said, ENGLISH.listing)


# --- recruits ---


@pytest.mark.parametrize("name", ["", *TERRAINS])
@pytest.mark.parametrize("rules", [RULES, STRICT], ids=["standard", "strict"])
def test_chains_are_laid_out(name: str, rules: Rules) -> None:
    parts = chains.scene(rules, name)

    assert not collisions(parts)
    assert not outside(parts, *chains.size(rules, name))


@pytest.mark.parametrize("rules", [RULES, STRICT], ids=["standard", "strict"])
def test_arrows_tell_what_the_engine_musters(rules: Rules) -> None:
    """R8.3-R8.7: so many earn it, and one fewer does not."""
    arrows = told(chains.scene(rules), "earns")

    assert len(arrows) == 23 + 2
    for terrain_, shown, number, recruit in arrows:
        kinds = ("OGR", "SER") if shown == ANY else (shown,)
        for code in kinds:
            due = {r for r, shown_ in ways(rules, terrain_, (code,) * number)}
            fewer = {r for r, shown_ in ways(rules, terrain_, (code,) * (number - 1)) if shown_}
            assert recruit in due - fewer
    alike = told(chains.scene(rules), "alike")
    assert alike == (frozenset({((1, "WLK"), (1, "GUA"))}) if rules is RULES else frozenset())


def test_all_kinds_of_all_terrains_are_on_the_one_picture() -> None:
    parts = chains.scene(RULES)

    for name, chain in RULES.chains.items():
        shown = [part.facts[1] for part in parts if part.sort == "kind" and part.facts[0] == name]
        assert shown == list(chain.order)
    assert told(parts, "terrain") == {(name,) for name in TERRAINS}
    assert chains.size(RULES)[0] == 1600


@dark_and_light
def test_the_picture_of_the_chains_is_small_enough_to_send(theme: Theme) -> None:
    data = recruits(RULES, ENGLISH, theme)

    assert opened(data).size == chains.size(RULES)
    assert len(data) < 200_000


# --- kinds ---


@pytest.mark.parametrize("code", RULES.kinds)
def test_the_card_of_a_kind_is_laid_out_and_tells_all(code: str) -> None:
    kind = RULES.kinds[code]
    parts = card.scene(RULES, code, LONG, THEMES["dark"], (18, 27))

    assert not collisions(parts)
    assert not outside(parts, card.WIDTH, card.tall(parts))
    assert told(parts, "figure") == {("power", kind.power), ("skill", kind.skill), ("value", kind.value)}
    assert {facts[0] for facts in told(parts, "trait")} == set(traits(RULES, code))
    assert told(parts, "rank") == {(kind.rank, *sorted(kind.natives))}
    assert told(parts, "row") == {(name,) for name, chain in RULES.chains.items() if code in chain.order}
    marked = {facts[0] for facts in told(parts, "kind") if facts[1] == code and facts[2]}
    assert marked == {facts[0] for facts in told(parts, "row")}


def test_without_a_game_a_card_has_no_stack() -> None:
    parts = card.scene(RULES, "LIO", LONG)

    assert not told(parts, "left")
    assert told(card.scene(RULES, "LIO", LONG, stack=(3, 4)), "left") == {(3,)}
    assert creature(RULES, "LIO", LONG) != creature(RULES, "LIO", LONG, stack=(3, 4))


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_what_is_written_on_cards_can_be_read(theme: Theme) -> None:
    for ground in (theme.ground, theme.panel):
        for ink in (theme.ink, theme.faint, theme.active):
            assert contrast(ink, ground) >= 4.5
    assert contrast(theme.on(theme.danger), theme.danger) >= 4.5


# --- terrains ---


@pytest.mark.parametrize("name", TERRAINS)
def test_the_card_of_a_terrain_is_laid_out_and_tells_all(name: str) -> None:
    ground = RULES.grounds[name]
    parts = sheet.scene(RULES, name, LONG)

    assert not collisions(parts)
    assert not outside(parts, sheet.WIDTH, sheet.tall(parts))
    assert told(parts, "lands") == {tuple(sorted(n for n, land in RULES.board.lands.items() if land.terrain == name))}
    assert {facts[:2] for facts in told(parts, "hazard")} == {(h, effects(ground, h)) for h in hazards_of(ground)}
    natives = {(h, code) for h in hazards_of(ground) for code, kind in RULES.kinds.items() if h in kind.natives}
    assert told(parts, "native") == natives
    assert bool(told(parts, "level")) == (not hazards_of(ground))


@far_from_dark
def test_a_terrain_is_drawn_with_its_land(theme: Theme) -> None:
    plains, swamp = (opened(terrain(RULES, name, LONG, theme)) for name in ("Plains", "Swamp"))
    found = next(part.box for part in sheet.scene(RULES, "Swamp", LONG, theme) if part.sort == "map")
    area = tuple(round(v) for v in (found.x, found.y, found.right, found.bottom))

    assert plains.crop((area[0], area[1], area[2], area[3])) != swamp.crop((area[0], area[1], area[2], area[3]))


# --- one legion ---


def theirs(height: int = 7, known: int = 2) -> View:
    """Somebody else's view of Bu01, of which he knows the first few."""
    view = views.holdings(1, height)
    partly = replace(view.legions[0], creatures=view.legions[0].creatures[:known])
    return replace(view, viewer=Seat(3), legions=(partly,))


@pytest.mark.parametrize("height", [2, 7, 8])
@pytest.mark.parametrize("more", [0, 1, 12, 24])
def test_a_legion_of_anothers_is_laid_out(height: int, more: int) -> None:
    view = theirs(height)
    known = KnownView("Bu01", Seat(1), height, True, view.legions[0].creatures, 77, ALL[:more])
    parts = single.scene(view, "Bu01", known)

    assert not collisions(parts)
    assert not outside(parts, WIDTH, single.tall(parts))
    assert len([part for part in parts if part.sort == "character"]) == height
    assert told(parts, "possible") == ({(*each, 77) for each in ALL[:more]} if height > 2 else frozenset())


def test_only_what_the_viewer_is_certain_of_is_shown() -> None:
    parts = single.scene(theirs(7, 3), "Bu01")

    shown = [part.facts[1] for part in parts if part.sort == "character"]
    assert shown == [*views.holdings(1, 7).legions[0].creatures[:3], *"????"]


def test_ones_own_legion_has_nothing_unknown() -> None:
    view = views.holdings(2, 5)

    assert "?" not in {part.facts[1] for part in single.scene(view, "Bu02") if part.sort == "character"}
    assert legion(view, "Bu01", ENGLISH) != legion(view, "Bu02", ENGLISH)


@pytest.mark.parametrize(
    ("kept", "ways", "more"), [(False, 0, ()), (True, 0, ()), (True, 20, ALL)], ids=["not kept", "too many", "all"]
)
def test_what_is_not_known_is_said_in_every_theme(kept: bool, ways: int, more: tuple[tuple[str, int], ...]) -> None:
    known = KnownView("Bu01", Seat(1), 7, kept, (), ways, more)

    pictures = {legion(theirs(7, 0), "Bu01", ENGLISH, known, theme) for theme in THEMES.values()}

    assert len(pictures) >= len(THEMES) - 1  # where the themes differ in land and players alone, two may be alike
