"""What each viewer may know: the only things that leave the engine.

`view` fills a `View` field by field, so that a field nobody thought of stays secret (R3).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from engine import core
from engine.core import Public, Seat
from engine.titan import ending
from engine.titan.battle.field import Battlefield
from engine.titan.battle.ground import HEXES
from engine.titan.events import Creatures, Event, Examined, Parted, Spawned, Talked
from engine.titan.facts import Marker
from engine.titan.families import COMMONER, UNKNOWN, possible_within, surely, together
from engine.titan.phases.engage import OFFERS, engagements
from engine.titan.phases.handlers import PHASES
from engine.titan.phases.spawn import Slot, composed
from engine.titan.rules import Rules
from engine.titan.state import (
    OFF,
    Aimed,
    Carrying,
    Engaging,
    Fighting,
    Gathering,
    Maneuvering,
    Moving,
    Outcomes,
    Over,
    Parleying,
    Spawning,
    State,
    Striking,
)
from engine.values import replace


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player's public figures (R3.2). `out` is 0 in the game, else the place in the order of eliminations.

    In a game that ends by agreement: `trophies` are the characters killed (V5.6), `wipeouts` how often nobody was left
    (V6.1); `total` is what the player has in all if the game ends now, for that player alone until it has (V3.4), and
    `place` the place in the end, 1 the first; else None and 0.
    """

    seat: Seat
    tower: int
    colour: str
    score: int
    titan_power: int
    markers: tuple[str, ...]
    legions: int
    out: int
    trophies: Creatures = ()
    wipeouts: int = 0
    total: int | None = None
    place: int = 0


@dataclass(frozen=True, slots=True)
class EndView:
    """An `EndCondition`, and whether it has come true: then the Game-Turn is the last (V2.2)."""

    key: str
    value: str
    reached: bool


@dataclass(frozen=True, slots=True)
class SpawningView:
    """A new legion, for its owner alone: where it comes, whom it has so far, and who of `options` may come next (V7).

    Without options it is complete and wants a marker. `chosen` are those of `creatures` that were chosen, in order.
    `slots` are its places on the paths so far, the last of them open while there are options.
    """

    land: int
    creatures: Creatures
    chosen: Creatures
    options: Creatures
    slots: tuple[Slot, ...] = ()


@dataclass(frozen=True, slots=True)
class LegionView:
    """A legion: `creatures` are those the viewer is certain of, all if it is their own or the game is over.

    `height - len(creatures)` blanks remain. `moved` and `side` are of this turn.
    """

    marker: str
    owner: Seat
    land: int
    height: int
    creatures: Creatures
    moved: bool
    side: int


@dataclass(frozen=True, slots=True)
class EngagementView:
    """An engagement of this turn that is not settled yet; pairs are attacker, defender."""

    land: int
    markers: tuple[str, str]
    seats: tuple[Seat, Seat]


@dataclass(frozen=True, slots=True)
class FighterView:
    """A character in battle. `side` 0 attacker, 1 defender; `hex` empty while off the map."""

    side: int
    creature: str
    power: int
    skill: int
    hex: str
    hits: int
    slain: bool
    moved: bool
    struck: bool


@dataclass(frozen=True, slots=True)
class BattleView:
    """A battle, all of it public (R3.4). `step`: `maneuver`, `strike`, `strike-back`, `carry`.

    `side` is the attacker's entry side (1 right, 3 bottom, 5 left); `mover` the side whose maneuver was the latest.
    `fallen` are the characters lost so far, by side, the `absent` among them who never came onto the map; `carry` the
    hexes that excess hits may go on to. `window`: the mover may call somebody, if there is anybody (R16.3, R17.2).
    """

    land: int
    terrain: str
    markers: tuple[str, str]
    seats: tuple[Seat, Seat]
    side: int
    round: int
    mover: int
    step: str
    fighters: tuple[FighterView, ...]
    fallen: tuple[Creatures, Creatures]
    carry: tuple[str, ...] = ()
    excess: int = 0
    absent: tuple[Creatures, Creatures] = ((), ())
    window: bool = False


@dataclass(frozen=True, slots=True)
class OfferView:
    """A standing proposal: `lost` is `attacker`, `defender` or `both`; `losses` those of the survivor."""

    by: Seat
    lost: str
    losses: Creatures


@dataclass(frozen=True, slots=True)
class ParleyView:
    """The exchange before battle, for the two engaged players alone; pairs are attacker, defender."""

    contents: tuple[Creatures, Creatures]
    may_flee: bool
    insists: bool
    offers: tuple[OfferView, ...]
    offers_left: tuple[int, int]


@dataclass(frozen=True, slots=True)
class GatheringView:
    """The winner's additions, for the winner alone: angels due as multiples of 100, and what else may be taken."""

    legion: str
    due: tuple[int, ...]
    may_summon: bool
    may_reinforce: bool


@dataclass(frozen=True, slots=True)
class KnownView:
    """What follows for a viewer of a legion's contents (R3.7). `height - len(sure)` characters are not certain.

    `ways` is how many contents are possible, 0 if they are too many to be counted; `more` has each kind that may stand
    in the legion beyond those certain, with the number of the possible contents in which it does. `kept` is false if by
    the option `memory_aid` nothing is remembered for the viewer; then nothing else is told.
    """

    marker: str
    owner: Seat
    height: int
    kept: bool
    sure: Creatures = ()
    ways: int = 0
    more: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class View(core.View):
    """The game as `viewer` may know it; None is the channel.

    `phase`: `setup`, `tower`, `spawn`, `split`, `roll`, `move`, `engage`, `parley`, `battle`, `gather`, `muster`,
    `close`, `over`. `roll` is 0 if there is none. `waiting` are the seats that others are told the game waits for: the
    same, whatever the decision. `caretaker` holds (creature, in the stack, in the dead pile). `ends` are the conditions
    that the game ends by, empty where the last Titan wins. `aftermath` is the battle that has just ended.
    `deeds` is what the viewer has seen happen in this part of the turn or, if nothing has yet, in the part before it.
    `summoned` once the mover can't summon any more in this turn (R16.1). `outcomes` are the engagements settled in it:
    the land, and whose legion was lost there, `attacker`, `defender` or `both`.
    """

    rules: Rules
    viewer: Seat | None
    turn: int
    active: Seat
    phase: str
    roll: int
    waiting: tuple[Seat, ...]
    players: tuple[PlayerView, ...]
    legions: tuple[LegionView, ...]
    caretaker: tuple[tuple[str, int, int], ...]
    engagements: tuple[EngagementView, ...]
    engaged: EngagementView | None
    battle: BattleView | None
    parley: ParleyView | None
    gathering: GatheringView | None
    winners: tuple[Seat, ...]
    ends: tuple[EndView, ...] = ()
    spawning: SpawningView | None = None
    aftermath: BattleView | None = None
    deeds: tuple[Event, ...] = ()
    summoned: bool = False
    outcomes: Outcomes = ()


def view(state: State, viewer: Seat | None) -> View:
    """The game as `viewer` may know it; None is the channel. Once it is over everybody sees all (ASYNC_PLAY A3.11)."""
    return _view(state, viewer, opened=_is_open(state))


def opened(state: State) -> View:
    """The game as the channel sees it, with every legion open: to look back with on a game that is over (A3.11).

    The caller sees to it that the game is over, or that its table shows what is long past (ASYNC_PLAY section 4).
    """
    return _view(state, None, opened=True)


def _is_open(state: State) -> bool:
    return state.rules.memory_aid == "open" or isinstance(state.phase, Over)


def _view(state: State, viewer: Seat | None, opened: bool) -> View:
    phase = state.phase
    engagement = getattr(phase, "engagement", None)
    return View(
        rules=state.rules,
        viewer=viewer,
        turn=state.turn,
        active=state.active,
        phase=PHASES.of(state).name,
        roll=phase.roll if isinstance(phase, Moving) else 0,
        waiting=PHASES.waiting(state),
        players=_players(state, viewer, opened),
        legions=_legions(state, viewer, opened),
        caretaker=_caretaker(state, viewer, opened),
        engagements=tuple(
            EngagementView(attacker.land, (attacker.marker, defender.marker), (attacker.owner, defender.owner))
            for attacker, defender in engagements(state)
        ),
        engaged=EngagementView(engagement.land, engagement.markers, engagement.seats) if engagement else None,
        battle=_battle(state, phase) if isinstance(phase, Fighting) else None,
        parley=_parley(state, phase, viewer) if isinstance(phase, Parleying) else None,
        gathering=_gathering(phase, viewer) if isinstance(phase, Gathering) else None,
        winners=phase.winners if isinstance(phase, Over) else (),
        ends=tuple(EndView(end.key, end.value, end in state.reached) for end in state.rules.ends),
        spawning=_spawning(state, phase) if isinstance(phase, Spawning) and viewer == state.active else None,
        aftermath=_battle(state, state.aftermath) if state.aftermath else None,
        deeds=_seen(state.deeds, viewer) or _seen(state.before, viewer),
        summoned=engagement.summoned if engagement else isinstance(phase, Engaging) and phase.summoned,
        outcomes=state.outcomes,
    )


def _seen(events: tuple[Event, ...], viewer: Seat | None) -> tuple[Event, ...]:
    return tuple(found for found in (seen(event, viewer) for event in events) if found is not None)


def _players(state: State, viewer: Seat | None, opened: bool) -> tuple[PlayerView, ...]:
    over = bool(state.rules.ends) and isinstance(state.phase, Over)
    places = ending.places(state) if over else (0,) * len(state.players)
    return tuple(_player(state, Seat(seat), viewer, opened, place) for seat, place in enumerate(places))


def _player(state: State, seat: Seat, viewer: Seat | None, opened: bool, place: int) -> PlayerView:
    player, by_totals = state.players[seat], bool(state.rules.ends)
    return PlayerView(
        seat=seat,
        tower=player.tower,
        colour=player.colour,
        score=player.score,
        titan_power=state.rules.titan_power(player.score),
        markers=player.markers,
        legions=sum(legion.owner == seat for legion in state.legions.values()),
        out=player.out,
        trophies=player.trophies if by_totals else (),
        wipeouts=player.wipeouts,
        total=ending.total(state, seat) if by_totals and (opened or seat == viewer) else None,
        place=place,
    )


def _caretaker(state: State, viewer: Seat | None, opened: bool) -> tuple[tuple[str, int, int], ...]:
    """The stacks and the dead. By option others see whom a new legion took there only once all know of them (V7.7)."""
    hidden: Counter[str] = Counter()
    if state.rules.hide_stacks_on_spawn and not opened:
        known = state.history.known(None)
        for seat in state.alive:
            if seat != viewer:
                mine = tuple(state.own(seat))
                held = Counter(code for legion in mine for code in legion.creatures)
                hidden += held - together(known[legion.marker] for legion in mine)
    return tuple((code, state.bank[code] + hidden[code], state.dead[code]) for code in state.rules.kinds)


def _spawning(state: State, phase: Spawning) -> SpawningView:
    legion = composed(state, phase.chosen)
    return SpawningView(phase.tower, legion.creatures, phase.chosen, legion.options, legion.slots)


def _legions(state: State, viewer: Seat | None, opened: bool) -> tuple[LegionView, ...]:
    known = state.history.known(viewer)
    fought = state.phase.engagement.markers if isinstance(state.phase, Fighting) else ()
    views = []
    for marker in sorted(state.legions):
        legion = state.legions[marker]
        creatures: Creatures = ()
        if legion.owner == viewer or opened:
            creatures = legion.creatures
        elif state.rules.memory_aid == "ever_revealed" or marker in fought:
            creatures = state.rules.arranged(surely(known[marker], marker))
        views.append(LegionView(marker, legion.owner, legion.land, legion.height, creatures, legion.moved, legion.side))
    return tuple(views)


MOST_WAYS = 20_000
"""So many possible contents are counted, which takes a second at most."""


def knowledge_of(state: State, viewer: Seat | None, marker: Marker) -> KnownView | None:
    """What follows for `viewer` of the contents of a legion; None if there is no such legion. May take a second."""
    legion = state.legions.get(marker)
    if legion is None:
        return None
    seen = next(known for known in _legions(state, viewer, _is_open(state)) if known.marker == marker)
    told = KnownView(marker, legion.owner, legion.height, True, seen.creatures)
    if len(seen.creatures) == legion.height:
        return replace(told, ways=1)
    if state.rules.memory_aid == "own_only":
        return replace(told, kept=False, sure=())
    family = state.history.known(viewer)[marker]
    ways = possible_within(family, marker, MOST_WAYS)
    if ways is None or any(blank in way for way in ways for blank in (UNKNOWN, COMMONER)):
        return told
    certain = Counter(seen.creatures)
    beyond = Counter(code for way in ways for code in Counter(way) - certain)
    return replace(told, ways=len(ways), more=tuple((c, beyond[c]) for c in state.rules.kinds if beyond[c]))


def _battle(state: State, phase: Fighting) -> BattleView:
    field, battle, engagement = Battlefield(state, phase), phase.battle, phase.engagement
    match battle.step:
        case Maneuvering():
            step = "maneuver"
        case Carrying():
            step = "carry"
        case Striking(responding) | Aimed(responding):
            step = "strike-back" if responding else "strike"
    return BattleView(
        land=engagement.land,
        terrain=battle.terrain,
        markers=engagement.markers,
        seats=engagement.seats,
        side=battle.side,
        round=max(1, battle.round),  # a deployment belongs to the first (R11.1)
        mover=battle.mover,
        step=step,
        fighters=tuple(
            FighterView(
                side=fighter.side,
                creature=fighter.creature,
                power=field.power(fighter),
                skill=state.rules.kinds[fighter.creature].skill,
                hex="" if fighter.hex == OFF else HEXES[fighter.hex],
                hits=fighter.hits,
                slain=field.slain(fighter),
                moved=fighter.moved,
                struck=fighter.struck,
            )
            for fighter in battle.fighters
        ),
        fallen=battle.fallen,
        absent=battle.absent,
        carry=tuple(HEXES[hex_] for hex_ in battle.step.targets) if isinstance(battle.step, Carrying) else (),
        excess=battle.step.excess if isinstance(battle.step, Carrying) else 0,
        window=battle.window,
    )


def _parley(state: State, phase: Parleying, viewer: Seat | None) -> ParleyView | None:
    engagement = phase.engagement
    if viewer not in engagement.seats:
        return None
    attacker, defender = (state.legions[marker].creatures for marker in engagement.markers)
    offers = (
        OfferView(seat, offer.lost, offer.losses)
        for seat, offer in zip(engagement.seats, phase.offers, strict=True)
        if offer
    )
    left = (OFFERS - phase.made[0], OFFERS - phase.made[1])
    return ParleyView((attacker, defender), phase.may_flee, phase.insists, tuple(offers), left)


def _gathering(phase: Gathering, viewer: Seat | None) -> GatheringView | None:
    engagement = phase.engagement
    if viewer != engagement.seats[phase.side]:
        return None
    return GatheringView(engagement.markers[phase.side], phase.due, phase.may_summon, phase.may_reinforce)


def seen(event: Event, viewer: Seat | None) -> Event | None:
    """The event as `viewer` may learn of it; None if it is not for them (R3.3, R3.5, ASYNC_PLAY A3.1).

    What is told of a secret is put together field by field, and what has no case here is told to nobody.
    """
    match event:
        case Public():
            return event
        case Parted(seat, parent, child, kept, left):
            return event if viewer == seat else Parted(seat, parent, child, kept, left, creatures=())
        case Spawned(seat, marker, land, height):
            return event if viewer == seat else Spawned(seat, marker, land, height, creatures=())
        case Examined():
            return event if viewer == event.to else None
        case Talked():
            return event if viewer in event.to else None


def hand(state: State, seat: Seat) -> tuple[tuple[str, Creatures], ...]:
    """The contents of one's own legions: all that only their owner sees (R3.3)."""
    return tuple((legion.marker, legion.creatures) for legion in state.own(seat))
