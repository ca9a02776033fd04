"""What an order may say to do, each with the phrase that it is written by and the triggers it may follow (5.3)."""

from __future__ import annotations

from dataclasses import MISSING, dataclass, fields
from typing import ClassVar

from engine.titan.battle.policy import MARKS
from engine.titan.events import Creatures
from engine.titan.orders.phrases import Phrase

TURN, ROLL = "my turn", "roll"
ATTACKED, ENGAGEMENT, OFFER = "attacked", "engagement", "offer"
MANEUVER, STRIKES, STRIKES_BACK = "maneuver", "strike phase", "struck back"
MUSTER, SUMMON, REINFORCE, ACQUIRE = "may muster", "may summon", "may reinforce", "acquire"

TRIGGERS: dict[str, Phrase] = {
    TURN: Phrase("my turn"),
    ROLL: Phrase("roll {rolls}"),
    ATTACKED: Phrase("attacked {legion}"),
    ENGAGEMENT: Phrase("engagement {legion}"),
    OFFER: Phrase("offer {legion}"),
    MANEUVER: Phrase("maneuver {legion} [round {round}]"),
    STRIKES: Phrase("strike phase {legion}"),
    STRIKES_BACK: Phrase("struck back {legion}"),
    MUSTER: Phrase("may muster {legion}"),
    SUMMON: Phrase("may summon {legion}"),
    REINFORCE: Phrase("may reinforce {legion}"),
    ACQUIRE: Phrase("acquire {legion}"),
}
"""The phrases of the triggers by their kinds (5.1)."""

PARLEY = (ATTACKED, ENGAGEMENT, OFFER)
BATTLE = (MANEUVER, STRIKES, STRIKES_BACK)
ADDITIONS = (ACQUIRE, SUMMON, REINFORCE)


@dataclass(frozen=True, slots=True)
class Act:
    """What is done. `phrase` is how it is written, `at` the triggers that it may follow."""

    phrase: ClassVar[Phrase]
    at: ClassVar[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Ask(Act):
    """Whatever would follow, the player is asked."""

    phrase = Phrase("ask")
    at = tuple(TRIGGERS)


# --- one's turn ---


@dataclass(frozen=True, slots=True)
class TakeColour(Act):
    """The first of these that is free."""

    phrase = Phrase("colour {colours}")
    at = (TURN,)
    colours: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TakeMarker(Act):
    """The marker of the first legion, or of one that comes back."""

    phrase = Phrase("marker {marker}")
    at = (TURN,)
    marker: str


@dataclass(frozen=True, slots=True)
class Spawned(Act):
    """In each slot of a legion that comes back the first of these that may come."""

    phrase = Phrase("spawn {recruits}")
    at = (TURN,)
    recruits: Creatures


@dataclass(frozen=True, slots=True)
class SplitOff(Act):
    """A split, of a legion that is as it was when the order was given (A7.2)."""

    phrase = Phrase("split {legion} {marker} {creatures}")
    at = (TURN,)
    legion: str
    marker: str
    creatures: Creatures


@dataclass(frozen=True, slots=True)
class RollNow(Act):
    """The end of Commencement."""

    phrase = Phrase("roll")
    at = (TURN,)


@dataclass(frozen=True, slots=True)
class EngageIn(Act):
    """Engagements in this order."""

    phrase = Phrase("engage {lands}")
    at = (TURN,)
    lands: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class End(Act):
    """The end of Enlistment, whoever could still muster."""

    phrase = Phrase("end")
    at = (TURN,)


# --- movement ---


@dataclass(frozen=True, slots=True)
class Reject(Act):
    """A mulligan, if there is one."""

    phrase = Phrase("mulligan")
    at = (ROLL,)


@dataclass(frozen=True, slots=True)
class Together(Act):
    """None of the moves is made unless each of them can be."""

    phrase = Phrase("all or ask")
    at = (ROLL,)


@dataclass(frozen=True, slots=True)
class Walk(Act):
    """A move to the first of the goals that it can reach and that holds no enemy; 0 is to stay."""

    phrase = Phrase("move {legion} {goals}")
    at = (ROLL,)
    legion: str
    goals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Attack(Act):
    """A move upon an enemy; the side may be left out as long as only one is open."""

    phrase = Phrase("attack {legion} {land} [{side}]")
    at = (ROLL,)
    legion: str
    land: int
    side: int = 0


@dataclass(frozen=True, slots=True)
class Jump(Act):
    """A teleport, to an enemy only with a side."""

    phrase = Phrase("teleport {legion} {land} [{side}] showing {lord}")
    at = (ROLL,)
    legion: str
    land: int
    lord: str
    side: int = 0


@dataclass(frozen=True, slots=True)
class Stop(Act):
    """Nobody else moves."""

    phrase = Phrase("stop")
    at = (ROLL,)


# --- before a battle ---


@dataclass(frozen=True, slots=True)
class FleeNow(Act):
    """Flight."""

    phrase = Phrase("flee")
    at = (ATTACKED, OFFER)


@dataclass(frozen=True, slots=True)
class Stand(Act):
    """No flight; the rest stays open."""

    phrase = Phrase("waive")
    at = (ATTACKED,)


@dataclass(frozen=True, slots=True)
class FightNow(Act):
    """Battle, whatever is offered."""

    phrase = Phrase("fight")
    at = PARLEY


@dataclass(frozen=True, slots=True)
class GiveUp(Act):
    """A concession; with a Titan in the legion only if that is said."""

    phrase = Phrase("concede [{titan}]")
    at = (*PARLEY, *BATTLE)
    titan: bool = False


@dataclass(frozen=True, slots=True)
class Propose(Act):
    """An offer, once."""

    phrase = Phrase("offer {lost} [losing {losses}]")
    at = (ATTACKED, ENGAGEMENT)
    lost: str
    losses: Creatures = ()


@dataclass(frozen=True, slots=True)
class Agree(Act):
    """Consent to an offer that says this, or to any; to another it says nothing."""

    phrase = Phrase("accept [{lost}] [losing {losses}]")
    at = PARLEY
    lost: str = ""
    losses: Creatures = ()


@dataclass(frozen=True, slots=True)
class TurnDown(Act):
    """No to any offer that stands."""

    phrase = Phrase("refuse")
    at = PARLEY


# --- battle ---


@dataclass(frozen=True, slots=True)
class Go(Act):
    """A maneuver, from a hex or of a kind that is still off the map."""

    phrase = Phrase("maneuver {character} {hex}")
    at = (MANEUVER,)
    character: str
    hex: str


@dataclass(frozen=True, slots=True)
class Enter(Act):
    """Everybody comes onto the map who can."""

    phrase = Phrase("enter")
    at = (MANEUVER,)


@dataclass(frozen=True, slots=True)
class FormUp(Act):
    """Everybody is led as the program would (`bots.suggest.formation`); then the phase ends."""

    phrase = Phrase("form up")
    at = (MANEUVER,)


@dataclass(frozen=True, slots=True)
class Hold(Act):
    """The end of the phase: the others stay, or do not shoot."""

    phrase = Phrase("hold")
    at = (MANEUVER, STRIKES)


@dataclass(frozen=True, slots=True)
class Hit(Act):
    """A strike at the first of the targets that lives, excess hits to the first of the others that can take them.

    With `dice` and `number` it is made with this pair alone. Else with the due one, but it `raises` the strike number
    to allow of carrying if one hit too many at least is to be expected (A6.3, R14.4).
    """

    phrase = Phrase("strike {striker} {targets} [with {dice} at {number}] [carry {carries}] [{raises}]")
    at = (STRIKES, STRIKES_BACK)
    striker: str
    targets: tuple[str, ...]
    carries: tuple[str, ...] = ()
    raises: bool = False
    dice: int = 0
    number: int = 0


@dataclass(frozen=True, slots=True)
class ByPolicy(Act):
    """All strikes that are left, as `battle.policy` has it."""

    phrase = Phrase("policy [{marks}] [{spills}] [{shoots}]")
    at = (STRIKES, STRIKES_BACK)
    marks: tuple[str, ...] = MARKS
    spills: bool = True
    shoots: bool = True


@dataclass(frozen=True, slots=True)
class RollAll(Act):
    """All strikes, while none of them is a choice."""

    phrase = Phrase("roll without choice")
    at = (STRIKES, STRIKES_BACK)


# --- additions and musters ---


@dataclass(frozen=True, slots=True)
class Call(Act):
    """A summons."""

    phrase = Phrase("summon {creature} from {donor}")
    at = (MANEUVER, SUMMON)
    creature: str
    donor: str


@dataclass(frozen=True, slots=True)
class CallAny(Act):
    """A summons of the first of these angels that can come, out of the tallest legion that has it."""

    phrase = Phrase("summon {lords}")
    at = (MANEUVER, SUMMON)
    lords: Creatures


@dataclass(frozen=True, slots=True)
class Bring(Act):
    """A reinforcement, showing these or else the least (A7.6)."""

    phrase = Phrase("reinforce {recruit} [showing {shown}]")
    at = (MANEUVER, REINFORCE)
    recruit: str
    shown: Creatures = ()


@dataclass(frozen=True, slots=True)
class Take(Act):
    """The first of these angels that is due, as often as there is one."""

    phrase = Phrase("acquire {recruits}")
    at = (ACQUIRE,)
    recruits: Creatures


@dataclass(frozen=True, slots=True)
class Enlist(Act):
    """A muster, showing these or else the least."""

    phrase = Phrase("muster {recruit} [showing {shown}]")
    at = (MUSTER,)
    recruit: str
    shown: Creatures = ()


@dataclass(frozen=True, slots=True)
class Auto(Act):
    """The first of these that may be mustered, showing the least; nobody if none may."""

    phrase = Phrase("auto {recruits}")
    at = (MUSTER, REINFORCE)
    recruits: Creatures


@dataclass(frozen=True, slots=True)
class Nothing(Act):
    """What is offered is let go."""

    phrase = Phrase("none")
    at = (MUSTER, *ADDITIONS)


ACTS: tuple[type[Act], ...] = (
    TakeColour, TakeMarker, Spawned, SplitOff, RollNow, EngageIn, End, Reject, Together, Walk, Attack, Jump, Stop,
    FleeNow, Stand, FightNow, GiveUp, Propose, Agree, TurnDown, Go, Enter, FormUp, Hold, Hit, ByPolicy, RollAll, Call,
    CallAny, Bring, Take, Enlist, Auto, Nothing, Ask,
)  # fmt: skip
"""All acts, in the order of a turn."""


def line(act: Act) -> str:
    """The act as it is written; what is as it would be anyway is left out."""
    said = {}
    for part in fields(act):
        value = getattr(act, part.name)
        if part.default is MISSING or value != part.default:
            said[part.name] = value
    return act.phrase.write(said)
