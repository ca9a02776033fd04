"""Orders given ahead as people read them: `If Bu04 is attacked (height of the attacker at least 6): flee.`

For their owner alone, like the orders themselves (ASYNC_PLAY A2.5).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cogs.house.words.words import begun
from cogs.titan.words.terms import Terms
from engine.titan.battle.policy import MARKS
from engine.titan.events import Creatures
from engine.titan.orders import FiledOrder, StandingOrder, Trigger
from engine.titan.orders import acts as do
from engine.titan.orders.acts import Act
from engine.titan.orders.conditions import FACTS, Condition
from engine.titan.orders.grammar import AFTER, NEVER, NEXT, ONCE
from engine.titan.orders.phrases import ANY, PARTIES, STAY
from engine.titan.sides import BOTH

EXPIRIES = {ONCE: "once", AFTER: "after", NEXT: "next", NEVER: "never"}
"""The keys of how long an order stands."""

COMPARED = {">=": "least", "<=": "most", "=": "is", "!=": "not", ">": "more", "<": "less"}


def sentence(terms: Terms, order: StandingOrder) -> str:
    """The whole order but for how long it stands, as one sentence."""
    said = trigger(terms, order.trigger)
    if order.conditions:
        conditions = terms.words.listing((condition(terms, one) for one in order.conditions), "semicolon")
        said = terms.say("order.given", when=said, conditions=conditions)
    return begun(terms.say("order.sentence", when=said, acts=listed_acts(terms, order.acts)))


def listed_acts(terms: Terms, acts: Sequence[Act]) -> str:
    """What is done, one thing after the other."""
    return terms.words.listing((act(terms, one) for one in acts), "semicolon")


def listed(terms: Terms, filed: FiledOrder) -> str:
    """The order in a list: its number, what it says, and how long it stands."""
    facts = {"number": filed.number, "order": sentence(terms, filed.order), "expires": stands(terms, filed)}
    return terms.say("order.listed", **facts)


def stands(terms: Terms, filed: FiledOrder) -> str:
    """How long an order stands, in a few words."""
    return terms.say(f"order.stands.{EXPIRIES[filed.order.expires]}", turn=filed.until)


def lapses(terms: Terms, filed: FiledOrder) -> Iterator[str]:
    """When an order is over, and what makes it void or asks its owner instead: a sentence each."""
    yield terms.say(f"order.lapses.{EXPIRIES[filed.order.expires]}", turn=filed.until)
    legion, acts = filed.order.trigger.legion, filed.order.acts
    if legion not in ("", ANY):
        yield terms.say("order.void-legion", legion=legion)
    split = tuple(dict.fromkeys(one.legion for one in acts if isinstance(one, do.SplitOff)))
    if split:
        yield terms.say("order.void-split", legions=terms.words.listing(split))
    if any(isinstance(one, do.Walk | do.Attack | do.Jump) for one in acts):
        yield terms.say("order.void-move")
    if any(isinstance(one, do.GiveUp) and one.titan for one in acts):
        yield terms.say("order.titan-warning")
    yield terms.say("order.void-inexact")


# --- when ---


def trigger(terms: Terms, when: Trigger) -> str:
    """The moment of an order."""
    legion = terms.say("order.any-legion") if when.legion == ANY else when.legion
    rolls = terms.words.listing(map(str, when.rolls), "or")
    key = when.kind.replace(" ", "-") + ("-round" if when.round else "")
    return terms.say(f"order.when.{key}", legion=legion, rolls=rolls, round=when.round)


def condition(terms: Terms, asked: Condition) -> str:
    """A condition as a fragment: `height of the attacker at least 6`."""
    if asked.fact == "count" and (asked.compare, asked.value) in ((">=", 1), ("=", 0)):
        key = "order.holds" if asked.value else "order.lacks"
        who = terms.say(f"order.who.{asked.who}") if asked.who in PARTIES else asked.who
        return terms.say(key, who=who, creature=terms.creature(asked.creature))
    return terms.say(f"order.compared.{COMPARED[asked.compare]}", fact=_fact(terms, asked), value=_value(terms, asked))


def _fact(terms: Terms, asked: Condition) -> str:
    own = "{colour}" in FACTS[asked.fact].phrase.form and not asked.colour
    fact = "number" if asked.fact == "count" else asked.fact
    return terms.say(
        f"order.fact.{fact}{'-own' if own else ''}",
        of=terms.say(f"order.of.{asked.who}") if asked.who in PARTIES else terms.say("order.of.one", legion=asked.who),
        creature=terms.creature(asked.creature) if asked.creature else "",
        colour=terms.colour(asked.colour),
        land=terms.land(asked.land),
    )


def _value(terms: Terms, asked: Condition) -> str:
    match asked.fact:
        case "estimate":
            return terms.say("order.percent", number=asked.value)
        case "land" | "where":
            return terms.land(int(asked.value))
        case "lost":
            return terms.say(f"order.who.{asked.value}")
        case "colour":
            return terms.colour(str(asked.value))
        case "side":
            return terms.say(f"order.side.{asked.value}")
        case _:
            return str(asked.value)


# --- what ---


def act(terms: Terms, one: Act) -> str:
    """What is done, in a few words."""
    say, creature = terms.say, terms.creature
    match one:
        case do.Ask() | do.RollNow() | do.End() | do.Reject() | do.Together() | do.Stop() | do.FleeNow() | do.Stand():
            return say(f"order.act.{type(one).__name__.lower()}")
        case do.FightNow() | do.TurnDown() | do.Enter() | do.FormUp() | do.Hold() | do.Nothing() | do.RollAll():
            return say(f"order.act.{type(one).__name__.lower()}")
        case do.SplitOff() | do.EngageIn() | do.Walk() | do.Attack() | do.Jump():
            return _on_the_board(terms, one)
        case do.TakeColour(colours):
            return say("order.act.takecolour", colours=_ranked(terms, map(terms.colour, colours)))
        case do.TakeMarker(marker):
            return say("order.act.takemarker", marker=terms.marker(marker))
        case do.Spawned(recruits):
            return say("order.act.spawned", recruits=_ranked(terms, map(creature, recruits)))
        case do.GiveUp() | do.Propose() | do.Agree():
            return _settling(terms, one)
        case do.Go(character, hex_):
            return say("order.act.go", character=_fighter(terms, character), hex=hex_)
        case do.Hit():
            return _hit(terms, one)
        case do.ByPolicy():
            return _policy(terms, one)
        case do.Call() | do.CallAny() | do.Bring() | do.Take() | do.Enlist() | do.Auto():
            return _joining(terms, one)
        case _:
            raise AssertionError(f"{one} has no words")


def _on_the_board(terms: Terms, one: do.SplitOff | do.EngageIn | do.Walk | do.Attack | do.Jump) -> str:
    say = terms.say
    match one:
        case do.SplitOff(legion, marker, gone):
            return say("order.act.splitoff", legion=legion, marker=marker, creatures=terms.creatures(gone))
        case do.EngageIn(lands):
            return say("order.act.engagein", lands=terms.words.listing(map(terms.land, lands), "comma"))
        case do.Walk(legion, goals):
            where = (say("order.stays") if goal == STAY else terms.land(goal) for goal in goals)
            return say("order.act.walk", legion=legion, goals=_ranked(terms, where))
        case do.Attack(legion, land, side):
            key = "attack-side" if side else "attack"
            return say(f"order.act.{key}", legion=legion, land=terms.land(land), side=_from(terms, side))
        case do.Jump(legion, land, lord, side):
            facts = {"land": terms.land(land), "lord": terms.creature(lord), "side": _from(terms, side)}
            return say("order.act.jump-side" if side else "order.act.jump", legion=legion, **facts)


def _settling(terms: Terms, one: do.GiveUp | do.Propose | do.Agree) -> str:
    say = terms.say
    match one:
        case do.GiveUp(titan):
            return say("order.act.giveup-titan" if titan else "order.act.giveup")
        case do.Propose(lost, losses):
            return say("order.act.propose", offer=_offer(terms, lost, losses))
        case do.Agree(lost, losses):
            return say("order.act.agree", offer=_offer(terms, lost, losses)) if lost else say("order.act.agree-any")


def _joining(terms: Terms, one: do.Call | do.CallAny | do.Bring | do.Take | do.Enlist | do.Auto) -> str:
    say, creature = terms.say, terms.creature
    match one:
        case do.Call(called, donor):
            return say("order.act.call", creature=creature(called), donor=donor)
        case do.CallAny(lords):
            return say("order.act.callany", lords=_ranked(terms, map(creature, lords)))
        case do.Bring(recruit, shown):
            return _shown(terms, "bring", recruit, shown)
        case do.Enlist(recruit, shown):
            return _shown(terms, "enlist", recruit, shown)
        case do.Take(recruits) | do.Auto(recruits):
            return say(f"order.act.{type(one).__name__.lower()}", recruits=_ranked(terms, map(creature, recruits)))


def _ranked(terms: Terms, said: Iterator[str] | Sequence[str]) -> str:
    """`Marsh 41, else Plains 8`."""
    return terms.say("order.else").join(said)


def _from(terms: Terms, side: int) -> str:
    return terms.from_side(side) if side else ""


def _fighter(terms: Terms, who: str) -> str:
    """A battle hex as it is, or the name of a kind."""
    return terms.creature(who) if who in terms.rules.kinds else who


def _offer(terms: Terms, lost: str, losses: Creatures) -> str:
    if lost == BOTH:
        return terms.say("order.offer.both")
    key = "losing" if losses else "whole"
    return terms.say(f"order.offer.{lost}-{key}", losses=terms.creatures(losses))


def _hit(terms: Terms, hit: do.Hit) -> str:
    targets = _ranked(terms, hit.targets)
    said = terms.say("order.act.hit", striker=hit.striker, targets=targets)
    if hit.dice:
        said += terms.say("order.with-pair", dice=terms.dice(hit.dice), number=hit.number)
    if hit.carries:
        said += terms.say("order.carrying", carries=_ranked(terms, hit.carries))
    return said + (terms.say("order.raised") if hit.raises else "")


def _policy(terms: Terms, policy: do.ByPolicy) -> str:
    said = terms.say("order.act.bypolicy")
    if policy.marks != MARKS:
        said += terms.say("order.marked", marks=_ranked(terms, [terms.say(f"order.mark.{m}") for m in policy.marks]))
    said += "" if policy.spills else terms.say("order.no-spills")
    return said + ("" if policy.shoots else terms.say("order.no-shots"))


def _shown(terms: Terms, key: str, recruit: str, shown: Creatures) -> str:
    said = terms.say(f"order.act.{key}", recruit=terms.creature(recruit))
    return said + (terms.say("order.showing", shown=terms.creatures(shown)) if shown else "")
