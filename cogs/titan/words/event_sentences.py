"""What happened in Titan, one sentence an event: said of the event as somebody has seen it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from cogs.house.words.words import Names
from cogs.titan.words.terms import Terms
from engine.core import Seat
from engine.titan.events import (
    Acquired,
    Agreed,
    BattleBegan,
    BattleEnded,
    Carried,
    Coloured,
    Conceded,
    Drifted,
    Eliminated,
    EndReached,
    Engaged,
    Event,
    Examined,
    Fled,
    GameEnded,
    ManeuverBegan,
    Maneuvered,
    MarkerChosen,
    Moved,
    Mustered,
    NotEntered,
    Parted,
    Reinforced,
    Rejoined,
    Rolled,
    Scored,
    Slain,
    Spawned,
    Struck,
    Summoned,
    Talked,
    TowerDrawn,
    TowersDrawn,
    TurnBegan,
    TurnedBack,
    WipedOut,
)


def news(terms: Terms, event: Event, names: Names) -> str:
    """The sentence for an event."""
    say = terms.say
    match event:
        case TowersDrawn() | Coloured() | MarkerChosen():
            return _set_up(terms, event, names)
        case TurnBegan(seat, turn):
            return say("event.turnbegan", player=names[seat], turn=turn)
        case WipedOut() | TowerDrawn() | Spawned() | EndReached():
            return _by_agreement(terms, event, names)
        case Rejoined(_, child, into, land):
            return say("event.rejoined", child=child, legion=into, land=terms.land(land))
        case Rolled(seat, roll, again):
            return say("event.rolled-again" if again else "event.rolled", player=names[seat], roll=roll)
        case Parted() | Moved() | Acquired() | Summoned() | Reinforced() | Mustered():
            return _legion(terms, event, names)
        case Engaged() | Examined() | Talked() | Fled() | Conceded() | Agreed():
            return _settling(terms, event, names)
        case BattleBegan() | ManeuverBegan() | Maneuvered() | NotEntered() | TurnedBack() | Drifted() | Slain():
            return _battle(terms, event, names)
        case Struck():
            return _struck(terms, event, names[event.seat])
        case Carried():
            return _carried(terms, event, names[event.seat])
        case BattleEnded():
            return _ended(terms, event)
        case Scored(seat, points, score, why):
            return say(f"event.scored-{why}", player=names[seat], points=terms.points(points), score=score)
        case Eliminated():
            return _eliminated(terms, event, names)
        case GameEnded():
            return _over(terms, event, names)
        case _:
            assert_never(event)


def _set_up(terms: Terms, event: TowersDrawn | Coloured | MarkerChosen, names: Names) -> str:
    say = terms.say
    match event:
        case TowersDrawn(towers):
            drawn = ((names[Seat(seat)], land) for seat, land in enumerate(towers))
            parts = (say("event.towersdrawn-one", player=player, land=land) for player, land in drawn)
            return say("event.towersdrawn", towers=terms.words.listing(parts))
        case Coloured(seat, colour):
            return say("event.coloured", player=names[seat], colour=terms.colour(colour))
        case MarkerChosen(seat, marker, land):
            legion = terms.marker(marker)
            return say("event.markerchosen", player=names[seat], legion=legion, land=terms.land(land))


def _over(terms: Terms, event: GameEnded, names: Names) -> str:
    say, key = terms.say, "event.gameended" if len(event.winners) == 1 else "event.gameended-draw"
    facts = {"winners": terms.words.listing(names[seat] for seat in event.winners)}
    if not event.totals:
        return say(key, **facts)
    each = (say("event.total", player=names[Seat(seat)], total=total) for seat, total in enumerate(event.totals))
    return say(f"{key}-totals", totals=terms.words.listing(each), **facts)


def won(terms: Terms, event: GameEnded, names: Names) -> str:
    """Who has won, in a few words."""
    winners = terms.words.listing(names[seat] for seat in event.winners)
    return terms.say("replay.won", number=len(event.winners), winners=winners)


def _by_agreement(terms: Terms, event: WipedOut | TowerDrawn | Spawned | EndReached, names: Names) -> str:
    """What happens only in games that end by agreement."""
    say = terms.say
    match event:
        case WipedOut(seat):
            return say("event.wipedout", player=names[seat])
        case TowerDrawn(seat, land):
            return say("event.towerdrawn", player=names[seat], land=terms.land(land))
        case Spawned(seat, marker, land, height, creatures):
            facts = {"legion": marker, "land": terms.land(land)}
            if creatures:
                return say("event.spawned-own", creatures=terms.creatures(creatures), **facts)
            return say("event.spawned", player=names[seat], number=height, **facts)
        case EndReached(key, value):
            return say("event.endreached", end=terms.end(key, value, stamped=True))
        case _:
            assert_never(event)


def _legion(terms: Terms, event: Parted | Moved | Acquired | Summoned | Reinforced | Mustered, names: Names) -> str:
    say, player = terms.say, names[event.seat]
    match event:
        case Parted(_, parent, child, kept, left, creatures):
            heights = {"parent": parent, "child": child, "kept": kept, "left": left}
            if not creatures:
                return say("event.parted", player=player, **heights)
            return say("event.parted-own", creatures=terms.creatures(creatures), **heights)
        case Moved():
            return _moved(terms, event, player)
        case Acquired(_, legion, creature):
            return say("event.acquired", player=player, legion=legion, creature=terms.creature(creature))
        case Summoned(_, legion, donor, creature, emptied):
            key = "event.summoned-emptied" if emptied else "event.summoned"
            return say(key, player=player, legion=legion, donor=donor, creature=terms.creature(creature))
        case Reinforced(_, legion, recruit, shown):
            facts = {"player": player, "legion": legion, "recruit": terms.creature(recruit)}
            if not shown:
                return say("event.reinforced-free", **facts)
            return say("event.reinforced", shown=terms.creatures(shown), **facts)
        case Mustered(_, legion, land, recruit, shown):
            facts = {"player": player, "legion": legion, "recruit": terms.creature(recruit), "land": terms.land(land)}
            if not shown:
                return say("event.mustered-free", **facts)
            return say("event.mustered", shown=terms.creatures(shown), **facts)
        case _:
            assert_never(event)


def _moved(terms: Terms, event: Moved, player: str) -> str:
    """A walk or a teleport, into an enemy's land or not. A teleport shows a lord, a walk nothing (R7.5)."""
    key = "event.moved"
    facts = {"player": player, "legion": event.legion, "land": terms.land(event.land)}
    if event.lord:
        key += "-teleport"
        facts["lord"] = terms.creature(event.lord)
    if event.enemy:
        key += "-attack"
        facts |= {"enemy": event.enemy, "from_side": terms.from_side(event.side)}
    elif event.start == event.land:
        return terms.say("event.moved-round", **facts)
    return terms.say(key, start=terms.land(event.start), **facts)


def _settling(terms: Terms, event: Engaged | Examined | Talked | Fled | Conceded | Agreed, names: Names) -> str:
    say = terms.say
    match event:
        case Engaged(land, attacker, defender, (one, other)):
            legions = {"attacker": attacker, "defender": defender, "one": names[one], "other": names[other]}
            return say("event.engaged", land=terms.land(land), **legions)
        case Examined(_, legion, creatures):
            return say("event.examined", legion=legion, creatures=terms.creatures(creatures))
        case Talked(seat, "offer", _, "both", _):
            return say("event.talked-offer-both", player=names[seat])
        case Talked(seat, "offer", _, lost, losses):
            facts = {"player": names[seat], "lost": say(f"event.{lost}")}
            if not losses:
                return say("event.talked-offer-whole", **facts)
            return say("event.talked-offer", losses=terms.creatures(losses), **facts)
        case Talked(seat, what):
            return say(f"event.talked-{what}", player=names[seat])
        case Fled(land, seat, legion, creatures):
            facts = {"player": names[seat], "legion": legion, "land": terms.land(land)}
            return say("event.fled", creatures=terms.creatures(creatures), **facts)
        case Conceded(land, seat, legion, creatures, in_battle):
            facts = {"player": names[seat], "legion": legion, "land": terms.land(land)}
            key = "event.conceded-battle" if in_battle else "event.conceded"
            return say(key, creatures=terms.creatures(creatures), **facts)
        case Agreed(land, lost, survivor, losses):
            gone = terms.words.listing(
                say("event.agreed-lost", legion=legion, creatures=terms.creatures(creatures))
                for legion, creatures in lost
            )
            facts = {"land": terms.land(land), "lost": gone}
            if not survivor:
                return say("event.agreed-both", **facts)
            if not losses:
                return say("event.agreed-whole", survivor=survivor, **facts)
            return say("event.agreed", survivor=survivor, losses=terms.creatures(losses), **facts)
        case _:
            assert_never(event)


def _battle(
    terms: Terms,
    event: BattleBegan | ManeuverBegan | Maneuvered | NotEntered | TurnedBack | Drifted | Slain,
    names: Names,
) -> str:
    say = terms.say
    match event:
        case BattleBegan():
            return say(
                "event.battlebegan",
                land=terms.land(event.land),
                attacker=event.attacker,
                from_side=terms.from_side(event.side),
                attackers=terms.creatures(event.attackers),
                defender=event.defender,
                defenders=terms.creatures(event.defenders),
            )
        case ManeuverBegan(seat, round_):
            if not round_:
                return say("event.maneuverbegan-deploys", player=names[seat])
            return say("event.maneuverbegan", player=names[seat], round=round_)
        case Maneuvered(seat, creature, start, to):
            facts = {"player": names[seat], "creature": terms.creature(creature), "hex": to}
            return say("event.maneuvered", start=start, **facts) if start else say("event.maneuvered-enters", **facts)
        case NotEntered(seat, legion, creatures, returns):
            key = "event.notentered-returns" if returns else "event.notentered"
            return say(key, player=names[seat], legion=legion, creatures=terms.creatures(creatures))
        case TurnedBack(seat, creature, donor):
            facts = {"player": names[seat], "creature": terms.creature(creature)}
            return say("event.turnedback", donor=donor, **facts) if donor else say("event.turnedback-stack", **facts)
        case Drifted(seat, creature, where, hits, slain):
            facts = {"player": names[seat], "creature": terms.creature(creature), "hex": where}
            return (
                say("event.drifted-slain", **facts) if slain else say("event.drifted", hits=terms.hits(hits), **facts)
            )
        case Slain(seat, legion, creatures):
            return say("event.slain", player=names[seat], legion=legion, creatures=terms.creatures(creatures))
        case _:
            assert_never(event)


def _struck(terms: Terms, event: Struck, player: str) -> str:
    say = terms.say
    dealt = {"dealt": terms.hits(event.dealt)}
    if event.excess:
        outcome = say("event.struck-excess", excess=terms.hits(event.excess), **dealt)
    elif event.slain:
        outcome = say("event.struck-slain", **dealt)
    elif event.dealt:
        outcome = say("event.struck-hit", hits=event.hits, **dealt)
    else:
        outcome = say("event.struck-miss")
    return say(
        "event.struck-ranged" if event.ranged else "event.struck",
        player=player,
        striker=terms.creature(event.striker),
        hex=event.hex,
        target=terms.creature(event.target),
        target_hex=event.target_hex,
        number=event.number,
        rolls=" ".join(map(str, event.rolls)),
        outcome=outcome,
    )


def _carried(terms: Terms, event: Carried, player: str) -> str:
    facts = {
        "player": player,
        "dealt": terms.hits(event.dealt),
        "target": terms.creature(event.target),
        "hex": event.hex,
    }
    if event.left:
        return terms.say("event.carried-left", left=terms.hits(event.left), **facts)
    if event.slain:
        return terms.say("event.carried-slain", **facts)
    return terms.say("event.carried", hits=event.hits, **facts)


def _ended(terms: Terms, event: BattleEnded) -> str:
    facts = {"land": terms.land(event.land), "rounds": terms.say("event.rounds", number=max(1, event.round))}
    if not event.winner:
        return terms.say("event.battleended-both", **facts)
    return terms.say(f"event.battleended-{event.how}", winner=event.winner, loser=event.loser, **facts)


def _eliminated(terms: Terms, event: Eliminated, names: Mapping[Seat, str]) -> str:
    """All legions of an eliminated player become known as they leave (R3.4)."""
    say = terms.say
    listed = terms.words.listing(
        say("event.eliminated-legion", legion=legion, land=terms.land(land), creatures=terms.creatures(creatures))
        for legion, land, creatures in event.legions
    )
    facts = {
        "player": names[event.seat],
        "legions": say("event.eliminated-legions", legions=listed) if event.legions else "",
    }
    if event.resigned:
        return say("event.eliminated-resigned", **facts)
    if event.slayer is None:
        return say("event.eliminated-alone", **facts)
    return say("event.eliminated", slayer=names[event.slayer], **facts)
