"""Positions that pictures are tested with, and the words for them."""

from __future__ import annotations

from types import MappingProxyType

from cogs.house.words.words import ENGLISH as STANDARD
from cogs.house.words.words import languages
from cogs.skirmish.words.captions import captions_in
from engine.core import Seat
from engine.skirmish.events import AttackDeclared, Damaged, Destroyed, DiceRolled, Event, HeroicSpent, LoreGained, Moved
from engine.skirmish.rules import FREE
from engine.skirmish.ruleset import SKIRMISH
from engine.skirmish.state import Attacking, Choosing, Drafting, Phase, Preparing, State
from engine.skirmish.units import Turn
from engine.skirmish.view import View
from engine.values import replace
from tests.skirmish.field import DAQAN, THUNDERCLAP, UTHUK, field

ENGLISH = captions_in(STANDARD)
LANGUAGES = languages()
EVERY = tuple(captions_in(language) for language in LANGUAGES)
NAMES = MappingProxyType({DAQAN: "Ann", UTHUK: "Бен Фёдоров"})

CROWD = (
    "citadel_guard@A6 citadel_guard@C5:2 yeoman_archers@C7:1,stunned yeoman_archers@B5 riverwatch_riders@D3,poisoned "
    "rune_golems@E7:3 roc_warrior@C11:4 citadel_guard@A8 uthuk/mountain_giant@E8:5,ordered,moved=2,attacks=1 "
    "blood_harvesters@H6 blood_harvesters@F7:1,poisoned,ordered viper_legion@I5 viper_legion@G6:2,ordered "
    "viper_legion@I9 flesh_ripper_brutes@H2 flesh_ripper_brutes@E10:2,stunned,poisoned chaos_lord@F3 "
    "obscenes@F9:2,unshaken"
)
"""Eighteen units with every mark that there is."""

HIDDEN = MappingProxyType(
    {"D3": "citadel_guard", "C11": "blood_harvesters", "C7": "blood_harvesters", "B5": "citadel_guard"}
)
FOUGHT: tuple[Event, ...] = (
    Moved(UTHUK, 9, "mountain_giant", ("G7", "F7", "E8"), "move"),
    AttackDeclared(UTHUK, 11, "blood_harvesters", "F7", 6, "rune_golems", "E7", "strike", counter=False),
    DiceRolled(UTHUK, 11, ("strike", "cleave", "heroic", "lore", "morale")),
    HeroicSpent(UTHUK, "frenzy", "-"),
    Damaged(6, "rune_golems", DAQAN, "E7", 1, 3, "hit"),
    LoreGained(UTHUK, 1, "dice"),
    AttackDeclared(UTHUK, 13, "viper_legion", "G6", 19, "citadel_guard", "D5", "ranged", counter=False),
    DiceRolled(UTHUK, 13, ("pierce", "pierce")),
    Destroyed(19, "citadel_guard", DAQAN, "D5", UTHUK),
    Moved(DAQAN, 8, "citadel_guard", ("C8", "B7", "A8"), "retreat"),
)


def crowd(phase: Phase | None = None, active: Seat = UTHUK) -> State:
    """A full field of Thunderclap in the middle of a turn."""
    state = field(
        CROWD,
        phase or Attacking(),
        active=active,
        scenario=THUNDERCLAP,
        ruins=("B8",),
        hidden=HIDDEN,
        lore=(5, 3),
        victory=(3, 0),
        hands=("runic_barrier rune_blade", "crushing_force hellfire"),
        commands=("patrol_left pincer onslaught battle_cry", "attack_center general_advance overrun regroup"),
        turn=Turn("main_thrust", "center"),
        round_=3,
    )
    return replace(state, shown=("blood_harvesters",), deeds=FOUGHT)


def before(phase: Phase, scenario: str = FREE, **own: object) -> State:
    """The preparations, with what the Daqan side has of them."""
    state = field("", phase, scenario=scenario, round_=0)
    side = replace(state.sides[0], **{"stage": "waiting", **own})  # type: ignore[arg-type]  # fields by their names
    return replace(state, sides=(side, state.sides[1]))


ARMY = ("citadel_guard", "citadel_guard", "yeoman_archers", "riverwatch_riders", "rune_golems", "roc_warrior")
HALVES = ("daqan_village_line", "daqan_high_ground", "daqan_river_watch")
PREPARED = (
    before(Choosing(), halves=HALVES, half="daqan_river_watch"),
    before(Drafting(DAQAN), points=50),
    before(Preparing(), points=7, bought=ARMY, stage="muster"),
    before(Preparing(), THUNDERCLAP, points=7, bought=ARMY, stage="muster"),
    before(
        Preparing(),
        drafted=("mountain_giant",),
        bought=ARMY,
        stage="lore",
        swaps=(("keen_eyes", "shortcut"), ("portal", "dispel"), ("oath_of_the_citadel", "brute_strength")),
    ),
    before(Preparing(), bought=ARMY, stage="deploy", placed=(("citadel_guard", "A4"), ("roc_warrior", "B6"))),
)
"""The Daqan side at each stage of the preparations."""


def public(state: State) -> View:
    """What the channel sees."""
    return SKIRMISH.view(state, None)
