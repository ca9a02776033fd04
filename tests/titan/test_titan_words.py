"""What is said of a game of Titan: every event, choice and refusal has its sentence, and none tells a secret."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import get_args

import pytest

from cogs.house.words.words import ALT, LABEL, Words, languages, pages
from cogs.titan.kit import emoji_of
from cogs.titan.words.battle_map import battle_alt
from cogs.titan.words.board import board_alt
from cogs.titan.words.cards import hand_alt, mine
from cogs.titan.words.game_words import TitanWords
from cogs.titan.words.labels import kind_of
from cogs.titan.words.position import caretaker, scores
from cogs.titan.words.position import position as position_told
from engine.core import CHANCE, Illegal, Seat
from engine.log import Undo
from engine.titan import actions, events
from engine.titan.rules import rules_for
from engine.titan.ruleset import TITAN
from engine.titan.view import (
    BattleView,
    EngagementView,
    FighterView,
    GatheringView,
    LegionView,
    OfferView,
    ParleyView,
    PlayerView,
    View,
)
from tests.deep import deep_but
from tests.house.words.test_words import games, refusals
from tests.render.views import crowd, fight, holdings, start
from tests.selfplay import answer

ANN, BEN, EVA = Seat(0), Seat(1), Seat(2)
NAMES: Mapping[Seat, str] = {Seat(s): name for s, name in enumerate(("Ann", "Ben", "Eva", "Joe", "Kim", "Lea"))}
RULES = rules_for({})


@pytest.fixture(scope="module")
def titan() -> TitanWords:
    return TitanWords(Words("en"))


def board(phase: str = "move", **changes: object) -> View:
    """Ann (Red, mover) with three legions, Ben (Blue) with two; one of each in 41."""
    red, blue = RULES.colours["Red"], RULES.colours["Blue"]
    view = View(
        rules=RULES,
        viewer=ANN,
        turn=3,
        active=ANN,
        phase=phase,
        roll=4,
        waiting=(ANN,),
        players=(
            PlayerView(ANN, 600, "Red", 120, 7, red.markers[3:], 3, 0),
            PlayerView(BEN, 100, "Blue", 95, 6, blue.markers[2:], 2, 0),
        ),
        legions=(
            LegionView("Rd01", ANN, 600, 4, ("TTN", "OGR", "OGR", "LIO"), False, 0),
            LegionView("Rd02", ANN, 41, 3, ("OGR", "OGR", "LIO"), True, 5),
            LegionView("Rd03", ANN, 12, 3, ("ANG", "CEN", "CEN"), False, 0),
            LegionView("Bu01", BEN, 41, 5, ("CEN", "CEN"), False, 0),
            LegionView("Bu02", BEN, 100, 4, (), False, 0),
        ),
        caretaker=(("ANG", 16, 0), ("OGR", 21, 2)),
        engagements=(EngagementView(41, ("Rd02", "Bu01"), (ANN, BEN)),),
        engaged=None,
        battle=None,
        parley=None,
        gathering=None,
        winners=(),
    )
    return replace(view, **changes)  # type: ignore[arg-type]


def engaged(phase: str, **changes: object) -> View:
    """The same with the engagement in 41 opened."""
    return board(phase, engaged=EngagementView(41, ("Rd02", "Bu01"), (ANN, BEN)), **changes)


def battle(step: str = "strike") -> View:
    """The engagement in 41 fought in a Marsh: an Ogre beside a Lion, a Ranger far off, a Centaur not on the map."""
    fighters = (
        FighterView(0, "OGR", 6, 2, "D4", 1, False, True, False),
        FighterView(0, "RAN", 4, 4, "D1", 0, False, False, False),
        FighterView(0, "OGR", 6, 2, "", 0, False, False, False),
        FighterView(1, "LIO", 5, 3, "D5", 5, True, False, True),
        FighterView(1, "CEN", 3, 4, "", 0, False, False, False),
    )
    fought = BattleView(41, "Marsh", ("Rd02", "Bu01"), (ANN, BEN), 5, 2, 0, step, fighters, ((), ("CEN",)))
    return engaged("battle", battle=fought)


def parley() -> View:
    offers = (OfferView(BEN, "defender", ("OGR", "OGR")),)
    return engaged(
        "parley",
        parley=ParleyView((("OGR", "OGR", "LIO"), ("CEN",) * 5), False, False, offers, (3, 2)),
        waiting=(ANN, BEN),
    )


STACKS = tuple((code, 9, 0) for code in RULES.kinds)
"""Enough of every kind."""


EVENTS: list[tuple[events.Event, str]] = [
    (events.TowersDrawn((600, 100)), "Starting Towers: Ann 600 and Ben 100."),
    (events.Coloured(ANN, "Red"), "Ann plays Red."),
    (events.MarkerChosen(ANN, "Rd01", 600), "Ann starts in Tower 600 with Rd01 “{picture}”."),
    (events.TurnBegan(ANN, 3), "Turn 3: Ann begins."),
    (events.Parted(ANN, "Rd01", "Rd05", 6, 2, ()), "Ann splits Rd01: 6 stay, 2 form Rd05."),
    (
        events.Parted(ANN, "Rd01", "Rd05", 6, 2, ("OGR", "OGR")),
        "You split Rd01: 6 stay; 2 Ogres form Rd05.",
    ),
    (events.Rejoined(ANN, "Rd05", "Rd01", 41), "Rd05 couldn't leave {land} 41 and joins Rd01 again."),
    (events.Rolled(ANN, 4, False), "Ann rolls a 4."),
    (events.Rolled(ANN, 5, True), "Ann takes the mulligan and rolls a 5."),
    (events.Moved(ANN, "Rd02", 600, 41, 0, "", ""), "Ann: Rd02 moves Tower 600 → {land} 41."),
    (events.Moved(ANN, "Rd02", 41, 41, 0, "", ""), "Ann: Rd02 goes around and ends in {land} 41 again."),
    (
        events.Moved(ANN, "Rd02", 600, 41, 5, "", "Bu01"),
        "Ann: Rd02 moves Tower 600 → {land} 41 and attacks Bu01 from the west.",
    ),
    (
        events.Moved(ANN, "Rd03", 600, 41, 0, "ANG", ""),
        "Ann: Rd03 teleports Tower 600 → {land} 41, showing Angel.",
    ),
    (
        events.Moved(ANN, "Rd01", 12, 41, 1, "TTN", "Bu01"),
        "Ann: Rd01 teleports {at12} 12 → {land} 41, showing Titan, and attacks Bu01 from the east.",
    ),
    (
        events.Engaged(41, "Rd02", "Bu01", (ANN, BEN)),
        "⚔️ Rd02 attacks Bu01 in {land} 41: Ann against Ben.",
    ),
    (events.Examined(ANN, "Bu01", ("CEN", "CEN", "LIO")), "Bu01 holds 2 Centaurs and Lion."),
    (events.Talked(BEN, "waive", (ANN, BEN)), "Ben won't flee."),
    (events.Talked(ANN, "insist", (ANN, BEN)), "Ann insists on battle."),
    (
        events.Talked(ANN, "offer", (ANN, BEN), "defender", ("OGR",)),
        "Ann offers: the defender's legion is lost, the other loses Ogre.",
    ),
    (
        events.Talked(ANN, "offer", (ANN, BEN), "attacker"),
        "Ann offers: the attacker's legion is lost, the other loses nothing.",
    ),
    (events.Talked(ANN, "offer", (ANN, BEN), "both"), "Ann offers: both legions are lost."),
    (events.Talked(ANN, "withdraw", (ANN, BEN)), "Ann withdraws the offer."),
    (events.Talked(BEN, "refuse", (ANN, BEN)), "Ben turns the offer down."),
    (events.Fled(41, BEN, "Bu01", ("CEN", "CEN")), "Ben: Bu01 flees from {land} 41 and is lost: 2 Centaurs."),
    (events.Conceded(41, BEN, "Bu01", ("CEN",), False), "Ben concedes Bu01 in {land} 41: Centaur."),
    (
        events.Conceded(41, BEN, "Bu01", ("CEN",), True),
        "Ben concedes the battle in {land} 41; Bu01 is lost: Centaur.",
    ),
    (
        events.Agreed(41, (("Bu01", ("CEN",)),), "Rd02", ("OGR",)),
        "Agreement in {land} 41: Bu01 (Centaur) is lost, Rd02 loses Ogre.",
    ),
    (
        events.Agreed(41, (("Bu01", ("CEN",)),), "Rd02", ()),
        "Agreement in {land} 41: Bu01 (Centaur) is lost, Rd02 loses nothing.",
    ),
    (
        events.Agreed(41, (("Rd02", ("OGR",)), ("Bu01", ("CEN",))), "", ()),
        "Agreement in {land} 41: Rd02 (Ogre) and Bu01 (Centaur) are lost.",
    ),
    (
        events.BattleBegan(41, "Marsh", "Rd02", "Bu01", 3, ("OGR", "OGR"), ("CEN",)),
        "{land} 41: Rd02 (2 Ogres) against Bu01 (Centaur).",
    ),
    (events.ManeuverBegan(BEN, 2), "Round 2: Ben maneuvers."),
    (events.ManeuverBegan(BEN, 0), "Ben sets up in the Tower before the attacker's first maneuver."),
    (events.Maneuvered(BEN, "CEN", "D6", "D5"), "Ben: Centaur D6 → D5."),
    (events.Maneuvered(BEN, "CEN", "", "D5"), "Ben: Centaur enters on D5."),
    (events.NotEntered(BEN, "Bu01", ("CEN", "CEN")), "Ben loses 2 Centaurs of Bu01: not on the map in time."),
    (events.TurnedBack(ANN, "ANG", "Rd07"), "Ann: Angel didn't enter the map and returns to Rd07."),
    (events.TurnedBack(BEN, "CYC", ""), "Ben: Cyclops didn't enter the map and returns to the caretaker."),
    (events.Drifted(BEN, "CEN", "D5", 1, False), "Ben: the drift hurts Centaur on D5, 1 hit now."),
    (events.Drifted(BEN, "CEN", "D5", 3, True), "Ben: the drift slays Centaur on D5."),
    (
        events.Struck(ANN, "OGR", "D4", "LIO", "D5", 6, 5, (1, 3, 5, 5, 6, 2), 3, 4, False, 0, False),
        "Ann: Ogre D4 strikes Lion D5 (5+): 1 3 5 5 6 2. 3 hits, 4 in all.",
    ),
    (
        events.Struck(ANN, "OGR", "D4", "LIO", "D5", 6, 5, (1, 1, 1, 1, 1, 1), 0, 0, False, 0, False),
        "Ann: Ogre D4 strikes Lion D5 (5+): 1 1 1 1 1 1. Miss.",
    ),
    (
        events.Struck(ANN, "OGR", "D4", "LIO", "D5", 6, 2, (5, 5, 5, 5, 5, 5), 5, 5, True, 1, False),
        "Ann: Ogre D4 strikes Lion D5 (2+): 5 5 5 5 5 5. 5 hits, slain, 1 hit to spare.",
    ),
    (
        events.Struck(ANN, "RAN", "D1", "LIO", "D4", 2, 3, (3, 3), 2, 5, True, 0, True),
        "Ann: Ranger D1 rangestrikes Lion D4 (3+): 3 3. 2 hits, slain.",
    ),
    (events.Carried(ANN, "CEN", "E4", 1, 2, False, 0), "Ann: 1 hit carried to Centaur E4, 2 in all."),
    (events.Carried(ANN, "CEN", "E4", 2, 3, True, 0), "Ann: 2 hits carried to Centaur E4: slain."),
    (events.Carried(ANN, "CEN", "E4", 2, 3, True, 1), "Ann: 2 hits carried to Centaur E4: slain, 1 hit to spare."),
    (events.Slain(BEN, "Bu01", ("CEN", "LIO")), "Ben loses Centaur and Lion of Bu01."),
    (
        events.BattleEnded(41, "Rd02", "Bu01", "battle", 1),
        "{land} 41: Rd02 wipes out Bu01 in 1 round.",
    ),
    (
        events.BattleEnded(41, "Rd02", "Bu01", "titan", 3),
        "💥 A Titan falls in {land} 41: Rd02 beats Bu01 in 3 rounds.",
    ),
    (
        events.BattleEnded(41, "Bu01", "Rd02", "time", 7),
        "{land} 41: time is up, and Bu01 keeps the field; Rd02 is lost.",
    ),
    (
        events.BattleEnded(41, "Bu01", "Rd02", "concession", 2),
        "{land} 41: Rd02 concedes to Bu01 after 2 rounds.",
    ),
    (
        events.BattleEnded(41, "Bu01", "Rd02", "resignation", 2),
        "{land} 41: the player of Rd02 resigns after 2 rounds; Bu01 stays.",
    ),
    (
        events.BattleEnded(41, "", "", "battle", 2),
        "{land} 41: both legions are lost after 2 rounds.",
    ),
    (events.Scored(ANN, 24, 144, "battle"), "Ann: 24 points for the battle, 144 in all."),
    (events.Scored(ANN, 24, 144, "concession"), "Ann: 24 points for the concession, 144 in all."),
    (events.Scored(ANN, 24, 144, "agreement"), "Ann: 24 points for the agreement, 144 in all."),
    (events.Scored(ANN, 1, 144, "flight"), "Ann: 1 point for the flight, 144 in all."),
    (
        events.Scored(ANN, 24, 144, "half"),
        "Ann: 24 points, half of what an eliminated player had left, 144 in all.",
    ),
    (
        events.Eliminated(BEN, ANN, (("Bu02", 100, ("CEN", "CEN")),), False),
        "💀 Ben is out, eliminated by Ann. Removed: Bu02 in Tower 100 (2 Centaurs).",
    ),
    (events.Eliminated(BEN, None, (), False), "💀 Ben is out."),
    (events.Eliminated(BEN, ANN, (), True), "Ben resigns and is out."),
    (events.Acquired(ANN, "Rd02", "ANG"), "Ann: Rd02 acquires an Angel."),
    (events.Summoned(ANN, "Rd02", "Rd07", "ANG", False), "Ann: Rd02 summons Angel from Rd07."),
    (
        events.Summoned(ANN, "Rd02", "Rd07", "ANG", True),
        "Ann: Rd02 summons Angel from Rd07, which is empty now and leaves the board.",
    ),
    (events.Reinforced(BEN, "Bu01", "CYC", ("CYC",)), "Ben: Bu01 is reinforced by Cyclops, showing Cyclops."),
    (events.Reinforced(BEN, "Bu01", "OGR", ()), "Ben: Bu01 is reinforced by Ogre."),
    (
        events.Mustered(ANN, "Rd02", 41, "LIO", ("CEN", "CEN")),
        "Ann: Rd02 musters Lion in {land} 41, showing 2 Centaurs.",
    ),
    (events.Mustered(ANN, "Rd02", 100, "OGR", ()), "Ann: Rd02 musters Ogre in Tower 100."),
    (
        events.WipedOut(ANN, 1),
        "Ann is wiped out, and spawns a new legion in a Tower next turn.",
    ),
    (events.TowerDrawn(ANN, 400), "Ann spawns in Tower 400."),
    (events.Spawned(ANN, "Rd01", 400, 8, ()), "Ann spawns Rd01 in Tower 400: 8 creatures."),
    (events.Spawned(ANN, "Rd01", 400, 2, ("TTN", "LIO")), "Your new legion Rd01 in Tower 400: Titan and Lion."),
    (
        events.NotEntered(ANN, "Rd01", ("OGR",), returns=True),
        "Ann: not on the map in time, back to the caretaker: Ogre of Rd01.",
    ),
    (
        events.Scored(ANN, 21, 121, "consolation"),
        "Ann: 21 points for the lost attack, 121 in all.",
    ),
    (
        events.EndReached("score", "300"),
        "This turn is the last: somebody has 300 points.",
    ),
    (
        events.EndReached("extinction", "DRA"),
        "This turn is the last: no Dragon is left.",
    ),
    (
        events.EndReached("deadline", "2026-12-24T20:00+01:00"),
        "This turn is the last: the deadline of <t:1798138800:f> has passed.",
    ),
    (
        events.GameEnded((ANN,), (284, 210)),
        "🏆 Ann wins. Totals, with half the value of the living: Ann 284 and Ben 210.",
    ),
    (
        events.GameEnded((ANN, BEN), (284, 284)),
        "Ann and Ben share first place. Totals, with half the value of the living: Ann 284 and Ben 284.",
    ),
    (events.GameEnded((ANN,)), "🏆 Ann wins the game."),
    (events.GameEnded((ANN, BEN)), "The game is a draw between Ann and Ben."),
]


def lands(text: str) -> str:
    """The expected sentence with the terrains that the board has."""
    terrain = {number: RULES.board.lands[number].terrain for number in (12, 41)}
    return text.format(land=terrain[41], at12=terrain[12], picture=RULES.colours["Red"].names["Rd01"])


@pytest.mark.parametrize(("event", "said"), EVENTS, ids=[type(event).__name__ for event, _ in EVENTS])
def test_an_event_is_told(event: events.Event, said: str, titan: TitanWords) -> None:
    assert titan.event(event, NAMES) == lands(said)


def test_every_class_of_event_is_told() -> None:
    assert {type(event) for event, _ in EVENTS} == set(get_args(events.Event))


def test_a_split_seen_by_others_tells_heights_and_no_character(titan: TitanWords) -> None:
    """R3.3: who went which way is the owner's secret."""
    said = titan.event(events.Parted(ANN, "Rd01", "Rd05", 4, 4, ()), NAMES)

    assert not any(word in said for word in creature_words(titan))


def creature_words(titan: TitanWords) -> list[str]:
    return [titan.terms.say(f"creature.{code}", number=n) for code in RULES.kinds for n in (1, 2)] + list(RULES.kinds)


# --- choices ---


CHOICES: list[tuple[actions.Action | Undo, View, str]] = [
    (actions.Colour("Red"), board("setup"), "Play Red"),
    (actions.Spawn("LIO"), board("spawn"), "Take Lion"),
    (actions.FirstMarker("Rd01"), board("setup"), "Begin under Rd01 “{picture}”"),
    (actions.Split("Rd01", "Rd05", ("OGR", "OGR")), board("split"), "Split Rd01: 2 Ogres to Rd05"),
    (actions.Roll(), board("split"), "Roll"),
    (actions.Mulligan(), board(), "Mulligan (reroll once)"),
    (actions.Move("Rd01", 12, 5), board(), "Rd01 → {at12} 12, from the west"),
    (actions.Move("Rd01", 41, 1), board(), "Rd01 attacks Bu01 (5) in {land} 41, from the east"),
    (actions.Teleport("Rd03", 12, 3, "ANG"), board(), "Teleport Rd03 → {at12} 12, showing Angel"),
    (
        actions.Teleport("Rd01", 41, 3, "TTN"),
        board(),
        "Teleport Rd01 → {land} 41, from the south, against Bu01, showing Titan",
    ),
    (actions.Engage(41), board("engage"), "Rd02 against Bu01 in {land} 41"),
    (actions.Flee(), parley(), "Flee: give up the legion for half its value"),
    (actions.Waive(), parley(), "Stay, and see"),
    (actions.Fight(), parley(), "Fight"),
    (actions.Offer("defender", ("OGR",)), parley(), "Offer: Bu01 is lost, Rd02 loses Ogre"),
    (actions.Offer("attacker"), parley(), "Offer: Rd02 is lost, Bu01 loses nothing"),
    (actions.Offer("both"), parley(), "Offer mutual destruction"),
    (actions.Withdraw(), parley(), "Withdraw my offer"),
    (actions.Accept("defender", ("OGR", "OGR")), parley(), "Accept: Bu01 is lost, Rd02 loses 2 Ogres"),
    (actions.Refuse(), parley(), "Refuse: Bu01 is lost, Rd02 loses 2 Ogres"),
    (actions.Concede(), parley(), "Concede: give up the legion for its full value"),
    (actions.Maneuver("D4", "C4"), battle("maneuver"), "Ogre D4 → C4"),
    (actions.Maneuver("C4", "D4"), battle("maneuver"), "Ogre C4 → D4"),  # to be taken back
    (actions.Maneuver("OGR", "C4"), battle("maneuver"), "Ogre enters at C4"),
    (actions.Strike("D4", "D5", 6, 4), battle(), "Ogre D4 strikes Lion D5: 6 dice, 4+"),
    (actions.Strike("D1", "D5", 1, 3), battle(), "Ranger D1 rangestrikes Lion D5: 1 die, 3+"),
    (actions.Carry("D5"), battle("carry"), "Carry the hits to Lion D5"),
    (actions.Summon("Rd03", "ANG"), battle("maneuver"), "Summon Angel from Rd03"),
    (actions.Reinforce("CYC", ("CYC",)), battle("maneuver"), "Reinforce: Cyclops (shows Cyclops)"),
    (actions.Reinforce("OGR", ()), battle("maneuver"), "Reinforce: Ogre"),
    (actions.Acquire("ANG"), engaged("gather"), "Acquire Angel"),
    (actions.Muster("Rd02", "LIO", ("CEN", "CEN")), board("muster"), "Muster Lion with Rd02 (shows 2 Centaurs)"),
    (actions.Muster("Rd02", "OGR", ()), board("muster"), "Muster Ogre with Rd02"),
    (actions.Resign(), board(), "Resign: leave the game"),
    (actions.Done(), board(), "Done moving"),
    (actions.Done(), battle("carry"), "Let the hits go"),
    (actions.Done(), board("engage"), "Done"),
    (Undo((117,)), board(), "Undo step 117"),
    (Undo((117, 118)), board(), "Undo steps 117 and 118"),
    (Undo(tuple(range(117, 140))), board(), "Undo 23 steps, from 117 on"),
]


@pytest.mark.parametrize(("action", "view", "said"), CHOICES, ids=[type(action).__name__ for action, _, _ in CHOICES])
def test_a_choice_is_told(action: actions.Action | Undo, view: View, said: str, titan: TitanWords) -> None:
    assert titan.action(action, view, NAMES) == lands(said)


ABOUT = (
    *(actions.Split, actions.Teleport, actions.Maneuver, actions.Strike, actions.Carry),
    *(actions.Summon, actions.Reinforce, actions.Acquire, actions.Muster, actions.Spawn),
)
"""The choices that are about a kind of character."""


def test_every_class_of_action_has_a_label() -> None:
    assert {type(action) for action, _, _ in CHOICES} == {*get_args(actions.Action), Undo}


@pytest.mark.parametrize(("action", "view", "said"), CHOICES)
def test_the_emoji_beside_a_choice_is_of_a_creature_that_it_names(
    action: actions.Action | Undo, view: View, said: str
) -> None:
    """Hence it tells nothing that the words do not."""
    kind = RULES.kinds.get(kind_of(action, view))

    assert kind is None or kind.name in said
    assert (kind is not None) == isinstance(action, ABOUT)
    assert emoji_of(action, view) == (f"titan_{kind.name.lower()}" if kind else "")


def test_a_split_goes_with_the_first_of_those_who_leave_and_a_strike_with_who_strikes() -> None:
    assert kind_of(actions.Split("Rd01", "Rd05", ("ANG", "OGR")), board("split")) == "ANG"
    assert kind_of(actions.Strike("D1", "D5", 1, 3), battle()) == "RAN"
    assert kind_of(actions.Strike("A1", "D5", 1, 3), battle()) == ""


def test_a_warlock_across_a_cliff_shoots(titan: TitanWords) -> None:
    """R12.2, R15.7: neighbours parted by a cliff are not in contact, so that the Warlock's is a rangestrike."""
    ground = RULES.grounds["Desert"]
    cliff = next((i, s) for i, sides in enumerate(ground.sides) for s, hazard in enumerate(sides) if hazard == "cliff")
    from engine.titan.battle.frame import ACROSS, HEXES

    above, below = HEXES[cliff[0]], HEXES[ACROSS[cliff[0]][cliff[1]] or 0]
    view = battle()
    assert view.battle
    fighters = (
        FighterView(0, "WLK", 5, 4, above, 0, False, False, False),
        FighterView(1, "OGR", 6, 2, below, 0, False, False, False),
    )
    view = replace(view, battle=replace(view.battle, terrain="Desert", fighters=fighters))

    assert "rangestrikes" in titan.action(actions.Strike(above, below, 2, 3), view, NAMES)


def test_labels_fit_a_button_and_stay_distinct(titan: TitanWords) -> None:
    """The longest names become codes rather than being cut."""
    worst = ("ARC", "BEH", "GAR", "GUA", "MIN", "WBR")
    view = parley()
    acts: list[actions.Action] = [actions.Split("Rd01", "Rd12", worst[:n]) for n in range(2, 7)]
    acts += [actions.Offer(lost, worst[:n]) for n in range(1, 7) for lost in ("attacker", "defender")]
    acts += [actions.Move("Rd01", 5000, side) for side in (1, 3, 5)]
    labels = [titan.action(action, view, NAMES) for action in acts]

    assert all(len(label) <= LABEL for label in labels)
    assert len(set(labels)) == len(labels)


def test_taking_back_names_what_it_takes_back(titan: TitanWords) -> None:
    assert titan.undo(["Rd01 to 12"]) == "Undo: Rd01 to 12"
    assert len(titan.undo(["x y"] * 60)) <= LABEL


# --- refusals ---


SAMPLES: Mapping[str, object] = {
    "hours": 24,
    "number": 2,
    "lands": (41, 12),
    "legions": ("Rd01", "Rd02"),
    "reach": (12, 41),
    "possible": ("OGR", "CEN"),
    "creatures": ("OGR", "OGR"),
    "contents": ("OGR", "LIO"),
    "losses": ("OGR",),
    "shown": ("CEN", "CEN"),
    "ways": (("CEN", "CEN"), ("LIO",)),
    "pairs": ((6, 4), (5, 3)),
    "strikers": ("D4", "E4"),
    "targets": ("D5", "E5"),
    "waiting": (ANN, BEN),
    "sides": (1, 3),
    "verbs": ("split", "roll"),
    "free": ("Rd04", "Rd05"),
    "seats": 7,
    "to": 41,
    "land": 41,
    "side": 5,
    "recruit": "LIO",
    "creature": "ANG",
    "lord": "ANG",
    "lords": ("TTN", "ANG"),
    "due": ("ARC", "ANG"),
    "striker": "D4",
    "target": "E4",
    "character": "OGR",
    "phase": "move",
}


def test_every_refusal_in_the_sources_is_told_with_its_facts(titan: TitanWords) -> None:
    """What is refused in a game of Titan: another game's own refusals are not among them."""
    for where, code, facts in refusals():
        if "titan" not in games(where):
            continue
        illegal = Illegal(code, **{fact: SAMPLES.get(fact, "Rd01") for fact in facts or SAMPLES})
        if code in ("lobby-seats-free", "lobby-full"):
            illegal = Illegal(code, **dict.fromkeys(facts or (), 2))

        said = titan.refusal(illegal, NAMES)

        assert said.endswith((".", "`.", "?", ": Rd01")), where  # the reason, as it was given
        assert "{" not in said, where
        assert "(" not in said, f"{where}: a tuple has come through as it is"


def test_a_refusal_says_what_is_possible(titan: TitanWords) -> None:
    far = Illegal("land-out-of-reach", legion="Rd02", roll=4, to=41, reach=(12, 100))
    nowhere = Illegal("land-out-of-reach", legion="Rd02", roll=4, to=41, reach=())

    assert titan.refusal(far, NAMES) == lands(
        "Rd02 can't reach {land} 41 with a 4. It can reach {at12} 12 or Tower 100."
    )
    assert titan.refusal(nowhere, NAMES) == lands("Rd02 can't reach {land} 41: with a 4 it can't go anywhere.")


@pytest.mark.parametrize(
    ("illegal", "said"),
    [
        (
            Illegal("split-creatures", legion="Rd01", creatures=("LIO", "LIO"), contents=("OGR", "OGR", "LIO")),
            "2 Lions can't leave Rd01, which holds 2 Ogres and Lion.",
        ),
        (
            Illegal("recruit-shown", recruit="LIO", shown=("OGR",), ways=(("CEN", "CEN"), ("LIO",))),
            "Lion can't be mustered by showing Ogre. Show 2 Centaurs or Lion.",
        ),
        (
            Illegal("target-out", striker="D4", target="E1", targets=("D5", "E4")),
            "The creature on D4 can't strike the creature on E1. It can strike the creatures on D5 or E4.",
        ),
        (
            Illegal("pair-not-possible", pairs=((6, 4), (1, 6))),
            "That strike can't be made like that. It can be made with 6 dice, 4+ or 1 die, 6+.",
        ),
        (
            Illegal("hex-out-of-reach", character="OGR", to="A1", reach=("C4", "D5")),
            "Ogre can't reach A1. It can reach C4 or D5.",
        ),
        (
            Illegal("phase-other", phase="muster", verbs=("muster", "done")),
            "Not in this phase: Muster. Right now you can: muster or done.",
        ),
        (
            Illegal("no-game-here", commands=("/titan new", "/skirmish new")),
            "No game is open in this channel. `/titan new` or `/skirmish new` opens one.",
        ),
    ],
)
def test_refusals_in_words(illegal: Illegal, said: str, titan: TitanWords) -> None:
    assert titan.refusal(illegal, NAMES) == said


# --- where the game stands ---


def test_the_phase_line_names_turn_player_and_roll(titan: TitanWords) -> None:
    assert titan.phase(board(), NAMES) == "Turn 3, Ann (Red): Move, rolled 4"
    assert titan.phase(battle(), NAMES) == lands("Turn 3, Ann (Red): Fight in {land} 41, round 2, Ann (Red) strikes")
    assert titan.phase(board("over", winners=(BEN,)), NAMES) == "Game over: Ben (Blue) wins"
    assert titan.phase(board("over", winners=(ANN, BEN)), NAMES) == (
        "Game over: a draw between Ann (Red) and Ben (Blue)"
    )


def test_the_phase_line_of_a_battle_names_who_strikes_back(titan: TitanWords) -> None:
    """R13.1: after the mover's strikes the other side makes its own."""
    waits, rolls = replace(battle("strike-back"), waiting=(BEN,)), replace(battle("strike-back"), waiting=())

    for view in (waits, rolls):
        assert titan.phase(view, NAMES).endswith("round 2, Ben (Blue) strikes back")


@pytest.mark.parametrize("phase", ["setup", "split", "roll", "move", "engage", "muster", "over"])
def test_every_phase_has_its_lines(phase: str, titan: TitanWords) -> None:
    view = board(phase, caretaker=STACKS)

    assert titan.phase(view, NAMES)
    assert titan.prompt(view, ANN, NAMES)


@pytest.mark.parametrize("waiting", [(ANN,), (BEN,), (ANN, BEN), ()])
def test_an_engagement_being_settled_looks_the_same_whoever_answers(
    waiting: tuple[Seat, ...], titan: TitanWords
) -> None:
    """ASYNC_PLAY A3.1 and A3.4."""
    channel = engaged("parley", viewer=None, waiting=waiting)
    after = engaged("gather", viewer=None, waiting=waiting)

    said = lands("Turn 3, Ann (Red): Fight, engagement in {land} 41")
    assert titan.phase(channel, NAMES) == titan.phase(after, NAMES) == said


def test_prompts_tell_what_is_to_be_decided(titan: TitanWords) -> None:
    assert titan.prompt(board(), ANN, NAMES) == "You rolled a 4. Move your legions."
    assert titan.prompt(board("split"), ANN, NAMES) == ("Roll – or split Rd01 first (at least two in each part).")
    assert titan.prompt(board("engage"), ANN, NAMES) == "Which engagement comes first?"
    assert titan.prompt(board("muster", caretaker=STACKS), ANN, NAMES) == "Rd02 can muster. Or end your turn."
    assert titan.prompt(board(), BEN, NAMES) == "Ann is on the move – I'll ping you when you're up."


def test_only_a_legion_that_can_muster_is_said_to(titan: TitanWords) -> None:
    """Not every one that has moved: Rd03 stands where its creatures earn nothing."""
    view = board("muster", caretaker=STACKS)
    moved = tuple(replace(one, moved=True) if one.marker == "Rd03" else one for one in view.legions)

    assert titan.prompt(replace(view, legions=moved), ANN, NAMES) == "Rd02 can muster. Or end your turn."


def test_the_first_split_is_explained(titan: TitanWords) -> None:
    first = replace(start(2), viewer=Seat(0), waiting=(Seat(0),))

    assert "4–4, Titan and Angel apart: who leaves?" in titan.prompt(first, Seat(0), NAMES)


def test_the_engaged_two_are_told_contents_and_offers(titan: TitanWords) -> None:
    said = titan.prompt(parley(), ANN, NAMES)

    assert said.startswith("Your Rd02 attacks Bu01 in ")
    assert "You: 2 Ogres and Lion. Ben: 5 Centaurs." in said
    assert "Ben offers: Bu01 is lost, Rd02 loses 2 Ogres." in said


def test_a_third_player_is_told_nothing_of_an_exchange(titan: TitanWords) -> None:
    """R3.5: what a third player may decide is nothing."""
    third = engaged("parley", viewer=None, waiting=(ANN, BEN))

    assert titan.prompt(third, ANN, NAMES) == "All done – I'll ping you when you're up."


def test_the_winner_is_told_what_is_due(titan: TitanWords) -> None:
    view = engaged("gather", gathering=GatheringView("Rd02", (100, 500), True, False))
    said = titan.prompt(view, ANN, NAMES)

    assert "an Angel (100) and an Archangel (500)" in said
    assert "may summon" in said
    assert "reinforcement" not in said


def test_the_position_tells_what_is_certain_and_no_more(titan: TitanWords) -> None:
    """R3.2: heights are public; what is not certain is unseen."""
    said = position_told(titan.terms, board(), NAMES)

    assert lands("in {land} 41: 5 creatures: 2 Centaurs, 3 unseen".replace(", 3", " and 3")) in said
    assert "in Tower 100: 4 creatures\n" in said
    assert "in Tower 600 (4): Titan, 2 Ogres and Lion" in said
    assert "**Ann (Red)**: 120 points, Titan power 7, 3 legions, 9 markers left, Tower 600" in said
    assert "Ogre 21 (2 dead)" in said
    assert lands("Engagements: {land} 41 (Rd02 against Bu01).") in said


def test_the_position_tells_a_battle(titan: TitanWords) -> None:
    said = position_told(titan.terms, battle(), NAMES)

    assert "Ogre D4 (1 of 6 hits)" in said
    assert "Lion D5 (slain)" in said
    assert "not on the map: Centaur" in said
    assert "Bu01 has lost Centaur." in said


def test_own_legions_are_told_whole_and_a_spectator_has_none(titan: TitanWords) -> None:
    said = mine(titan.terms, board(), NAMES)

    assert "Titan, 2 Ogres and Lion" in said
    assert "Bu01" not in said
    assert mine(titan.terms, board(viewer=None), NAMES) == "You have no seat in this game."


def test_scores_go_by_rank(titan: TitanWords) -> None:
    said = scores(titan.terms, board(), NAMES)

    assert said.index("Ann") < said.index("Ben")
    assert "Titan power 7" in said
    assert "16" in caretaker(titan.terms, board())


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("view", [start(6), crowd()], ids=["start", "crowd"])
def test_pictures_of_the_board_are_described_within_the_limit(view: View, language: str) -> None:
    titan = TitanWords(Words(language))
    said = board_alt(titan.terms, view, NAMES)

    assert len(said) <= ALT
    assert all(name in said for name in NAMES.values())
    assert pages(position_told(titan.terms, view, NAMES))


@pytest.mark.parametrize("language", languages())
def test_a_full_hand_and_a_full_battle_are_described_within_the_limit(language: str) -> None:
    titan = TitanWords(Words(language))
    hand, fought = hand_alt(titan.terms, holdings(), NAMES), battle_alt(titan.terms, fight("Tower", off=2), NAMES)

    assert len(hand) <= ALT
    assert len(fought) <= ALT
    assert all(marker in hand for marker in RULES.colours["Blue"].markers)
    assert titan.text("titan.alt.battle-slain") in fought


def test_the_channels_description_of_the_board_names_no_hidden_character(titan: TitanWords) -> None:
    """R3.3: the picture's words tell markers, heights and lands."""
    said = board_alt(titan.terms, board(), NAMES)

    assert not any(f"{word}" in said for word in creature_words(titan) if word not in ("Titan",))


@pytest.mark.parametrize("language", deep_but(languages(), "de"))
def test_a_game_played_at_random_is_told_from_end_to_end(language: str) -> None:
    """Every choice has a label of its own that fits a button; every event seen and every view has its words."""
    titan = TitanWords(Words(language))
    chance, state = Random(7), TITAN.new_game(3, {})
    for _ in range(400):
        draw = TITAN.wants(state)
        awaited = sorted(TITAN.awaiting(state))
        if draw:
            state, told = TITAN.apply(state, CHANCE, answer(draw, chance))
        elif awaited:
            seat = chance.choice(awaited)
            legal = [
                action for action in TITAN.legal(state, seat) if not isinstance(action, (actions.Resign, actions.Offer))
            ]
            view = TITAN.view(state, seat)
            labels = [titan.action(action, view, NAMES) for action in legal]
            assert all(0 < len(label) <= LABEL for label in labels)
            assert len(set(labels)) == len(labels)
            assert titan.prompt(view, seat, NAMES)
            state, told = TITAN.apply(state, seat, chance.choice(legal))
        else:
            break
        for viewer in (None, *NAMES)[:4]:
            view = TITAN.view(state, viewer)
            assert all(titan.event(seen, NAMES) for event in told if (seen := TITAN.seen(event, viewer)) is not None)
            assert titan.phase(view, NAMES)
            assert all(pages(position_told(titan.terms, view, NAMES)))
            assert len(board_alt(titan.terms, view, NAMES)) <= ALT


def test_names_of_creatures_terrains_and_colours_are_those_of_the_data(titan: TitanWords) -> None:
    for code, kind in RULES.kinds.items():
        assert titan.terms.creature(code) == kind.name
        assert titan.terms.creatures((code, code)) == f"2 {kind.plural}"
    assert {titan.terms.terrain(t) for t in RULES.grounds} == set(RULES.grounds)
    assert {titan.terms.colour(c) for c in RULES.colours} == set(RULES.colours)
    for colour in RULES.colours.values():
        for marker, picture in colour.names.items():
            assert titan.terms.marker(marker) == f"{marker} “{picture}”"
