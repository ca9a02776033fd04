"""What matters in an engagement: before it is opened, in the exchange, in battle, and to the winner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.titan.actions import Action, Carry, Reinforce, Strike, Summon
from engine.titan.battle.entering import fate
from engine.titan.battle.frame import INDEX
from engine.titan.battle.hits import slays
from engine.titan.battle.turn import ROUNDS
from engine.titan.bots.battle import field_of
from engine.titan.bots.bot_board import BotBoard
from engine.titan.bots.bot_field import BotField
from engine.titan.bots.counsel.matter import MOST, Matter, is_known, percent
from engine.titan.bots.parley import Stakes, stakes
from engine.titan.rules import TITAN
from engine.titan.sides import ATTACKER


def engagements(table: BotBoard) -> Iterator[Matter]:
    """The engagements that may be opened, each with the chance to win it."""
    for engagement in table.view.engagements:
        mine, enemy = (table.legions[marker] for marker in engagement.markers)
        chance = percent(table.battle(table.side(mine), table.side(enemy), engagement.land).chance)
        facts = {"legion": mine.marker, "enemy": enemy.marker, "land": engagement.land, "chance": chance}
        yield Matter("to-settle" if is_known(enemy) else "to-settle-unseen", facts)
    yield Matter("order", {})


def exchange(table: BotBoard) -> Iterator[Matter]:
    """What each side puts at stake, and how the battle would go by the quick guess that the program plays by."""
    view, engaged, at_stake = table.view.parley, table.view.engaged, stakes(table)
    assert view is not None, "there is something at stake"
    assert engaged is not None, "there is something at stake"
    me, sides = at_stake.me, at_stake.sides
    mine, other = sides[me], sides[1 - me]
    yield Matter("stakes", {"own": round(table.score_of(mine)), "other": round(table.score_of(other))})
    yield Matter("battle-guess", {"chance": percent(at_stake.chance), "land": engaged.land})
    if table.rules.eliminates:
        if TITAN in mine.creatures:
            yield Matter("own-titan", {})
        if TITAN in other.creatures:
            yield Matter("their-titan", {})
    else:
        yield from _scores(table, at_stake)
    if view.may_flee and me != ATTACKER:
        yield Matter("may-flee", {"points": round(table.score_of(mine)) // 2})
    if any(offer.by != table.me for offer in view.offers):
        yield Matter("offer-stands", {})


def _scores(table: BotBoard, at_stake: Stakes) -> Iterator[Matter]:
    """What a battle scores, where who loses it may score as well and nobody is ever out (V1.2, V4.1)."""
    me, prizes = at_stake.me, at_stake.prizes(table.rules)
    yield Matter("if-won", {"points": prizes.won})
    yield Matter("if-lost", {"points": prizes.lost})
    if prizes.consolation:
        yield Matter("consoled" if me == ATTACKER else "consoles", {"points": prizes.consolation})
    if any(TITAN in side.creatures for side in at_stake.sides):
        yield Matter("titan-counts", {})


def _outside(left_out: str, creatures: tuple[str, ...]) -> Matter:
    """Who has to enter, and what becomes of them otherwise."""
    facts = {"creatures": creatures}
    match left_out:
        case "-late":
            return Matter("must-enter-late", facts)
        case "-scores":
            return Matter("must-enter-scores", facts)
        case "-returns":
            return Matter("must-enter-returns", facts)
        case _:
            return Matter("must-enter", facts)


def battle(table: BotBoard, actions: Sequence[Action]) -> Iterator[Matter]:
    """Who is in danger, who can be slain, and how the battle stands."""
    fought = table.view.battle
    assert fought is not None, "a battle is fought"
    field = field_of(table)
    if field.kept_out:
        yield Matter("no-room", {"creatures": field.kept_out})
    if field.waiting:
        yield _outside(fate(table.rules, fought.round), tuple(c.creature for c in field.waiting))
    if fought.step == "maneuver":
        yield Matter("time-attacker" if field.side == ATTACKER else "time-defender", {"number": ROUNDS - fought.round})
        held = tuple(c.creature for c in field.mine if field.ground.contacts[c.at] & field.enemy_mask)
        if held:
            yield Matter("held", {"creatures": held})
    for who in field.mine:
        if field.is_dear(who):
            near = tuple(e.creature for e in field.enemies if field.threat(e) >> who.at & 1)
            if near:
                yield Matter("titan-near", {"creatures": near, "hits": who.left})
    for enemy in field.enemies:
        if field.is_dear(enemy):
            yield Matter("their-titan-stands", {"hits": enemy.left})
    yield from _calls(actions)
    if any(isinstance(action, Strike) for action in actions):
        yield from _slayings(field, [action for action in actions if isinstance(action, Strike)])
    if any(isinstance(action, Carry) for action in actions):
        yield Matter("excess", {"hits": fought.excess})
    if fought.step == "maneuver" and field.enemies:
        yield Matter("strength", {"chance": percent(field.ratio() / (1 + field.ratio()))})


def _slayings(field: BotField, strikes: Sequence[Strike]) -> Iterator[Matter]:
    """The likeliest deaths among the strikes that can be made."""
    best: dict[str, tuple[float, Strike]] = {}
    for strike in strikes:
        enemy = field.enemy_at[INDEX[strike.target]]
        chance = slays(strike.dice, strike.number, enemy.left)
        if chance > best.get(strike.target, (0.0, strike))[0]:
            best[strike.target] = chance, strike
    for chance, strike in sorted(best.values(), key=lambda each: -each[0])[:MOST]:
        enemy = field.enemy_at[INDEX[strike.target]]
        facts = {"target": enemy.creature, "hex": strike.target, "hits": enemy.left, "chance": percent(chance)}
        yield Matter("can-slay", facts)


def additions(table: BotBoard, actions: Sequence[Action]) -> Iterator[Matter]:
    """How much room the winner's legion has, and what may be added to it (R16-R18)."""
    gathering = table.view.gathering
    assert gathering is not None, "the winner is asked"
    room = table.rules.max_height - table.legions[gathering.legion].height
    yield Matter("room", {"legion": gathering.legion, "number": room})
    if gathering.due:
        yield Matter("due", {"number": len(gathering.due)})
    yield from _calls(actions)


def _calls(actions: Sequence[Action]) -> Iterator[Matter]:
    if any(isinstance(action, Summon) for action in actions):
        yield Matter("may-summon", {})
    if any(isinstance(action, Reinforce) for action in actions):
        yield Matter("may-reinforce", {})
