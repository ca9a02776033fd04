"""The position of a game of Titan in words: as text for those who read it, and as descriptions of the pictures."""

from __future__ import annotations

from collections.abc import Iterator

from cogs.house.words.words import ALT, Names, shortened
from cogs.titan.words import board, totals
from cogs.titan.words.cards import figures, possible, stacks
from cogs.titan.words.prompts import phase
from cogs.titan.words.terms import Terms, legions_of
from engine.core import Seat
from engine.titan.outlook import placed
from engine.titan.view import FighterView, KnownView, PlayerView, View
from render.titan.cards.moments import fall, loss


def position(terms: Terms, view: View, names: Names) -> str:
    """Everything that the pictures of this view show, in lines: phase, players with legions, engagements, stacks."""
    lines = [f"{phase(terms, view, names)}.", *totals.ends(terms, view)]
    for player in view.players:
        facts = {"player": terms.player(view, player.seat, names), "figures": figures(terms, view, player)}
        lines += ["", terms.say("position.legions-of", **facts), *_legions(terms, view, player.seat)]
        lines += filter(None, [totals.trophies(terms, player)])
    if told := tuple(board.deeds(terms, view)):
        lines += ["", terms.say("alt.board-deeds", deeds=terms.words.listing(told, "semicolon"))]
    lines += ["", _engagements(terms, view)]
    if view.battle:
        lines += ["", battle(terms, view, names)]
    lines += ["", caretaker(terms, view)]
    return "\n".join(lines)


def _legions(terms: Terms, view: View, seat: Seat) -> Iterator[str]:
    for legion in legions_of(view, seat):
        facts = {"legion": terms.marker(legion.marker), "land": terms.land(legion.land)}
        moved = terms.say("position.moved") if legion.moved else ""
        contents = terms.contents(legion)
        if not contents:
            height = terms.say("characters", number=legion.height)
            yield terms.say("position.legion", height=height, **facts) + moved
        elif legion.height == len(legion.creatures):
            yield terms.say("position.legion-own", height=legion.height, creatures=contents, **facts) + moved
        else:
            height = terms.say("characters", number=legion.height)
            yield terms.say("position.legion-known", height=height, creatures=contents, **facts) + moved


def _engagements(terms: Terms, view: View) -> str:
    """The engagements of the turn that are not settled."""
    if not view.engagements:
        return terms.say("position.none-engaged")
    parts = (
        terms.say("prompt.engagement", land=terms.land(e.land), attacker=e.markers[0], defender=e.markers[1])
        for e in view.engagements
    )
    return terms.say("position.engagements", engagements=terms.words.listing(parts))


def scores(terms: Terms, view: View, names: Names) -> str:
    """Every player's public figures, by their places (R3.2)."""
    lines = [terms.say("position.scores")]
    for place, player in placed(view):
        who = terms.player(view, player.seat, names)
        if player.place:
            told = totals.final(terms, view, player)
            lines.append(terms.say("position.score-placed", place=place, player=who, figures=told))
        else:
            lines.append(terms.say("position.score-line", player=who, figures=figures(terms, view, player)))
        lines += filter(None, [totals.trophies(terms, player)])
    return "\n".join((*lines, *totals.ends(terms, view)))


def standing_alt(terms: Terms, view: View, names: Names) -> str:
    """What the picture of the scores shows, or of the final standing."""
    players = terms.words.listing((_placed(terms, view, *place, names) for place in placed(view)), "semicolon")
    if view.phase == "over":
        return shortened(terms.say("alt.standing", turn=view.turn, players=players), ALT)
    return shortened(terms.say("alt.scores", phase=phase(terms, view, names), players=players), ALT)


def fallen_alt(terms: Terms, view: View, names: Names) -> str:
    """What the picture of a fallen Titan shows."""
    told = fall(view)
    assert told is not None, "a Titan has fallen"
    facts = {"number": len(told.seats), "players": terms.players(view, told.seats, names)}
    where = _fought(terms, view, told.land, told.slayer, names)
    return shortened(terms.say("alt.moment-fallen", where=where, **facts), ALT)


def wiped_alt(terms: Terms, view: View, names: Names) -> str:
    """What the picture of a tall legion that was lost shows."""
    told = loss(view)
    assert told is not None, "a tall legion was lost"
    facts = {"legion": terms.marker(told.marker), "creatures": terms.creatures(told.creatures)}
    where = _fought(terms, view, told.land, told.winner, names)
    player = terms.player(view, told.seat, names)
    return shortened(terms.say("alt.moment-wiped", player=player, where=where, **facts), ALT)


def end_alt(terms: Terms, view: View, names: Names) -> str:
    """What the picture of the end shows."""
    return shortened(terms.say("alt.moment-end", standing=standing_alt(terms, view, names)), ALT)


def _fought(terms: Terms, view: View, land: int, winner: Seat | None, names: Names) -> str:
    facts = {"land": terms.land(land), "turn": view.turn}
    if winner is None:
        return terms.say("alt.moment-where", **facts)
    return terms.say("alt.moment-fought", player=terms.player(view, winner, names), **facts)


def _placed(terms: Terms, view: View, place: int, player: PlayerView, names: Names) -> str:
    facts = {"place": place, "player": terms.player(view, player.seat, names), "points": terms.points(player.score)}
    won = player.seat in view.winners
    if view.ends:
        said = terms.say("alt.standing-agreed-winner" if won else "alt.standing-agreed", **facts)
        kills = [terms.say("totals.kills", number=len(player.trophies))] if player.trophies else []
        out = [terms.say("position.figures-out-only")] if player.out else []
        return terms.words.listing((said, *out, *totals.figures(terms, view, player), *kills), "comma")
    if player.out:
        return terms.say("alt.standing-fallen" if won else "alt.standing-out", out=player.out, **facts)
    return terms.say(
        "alt.standing-winner" if won else "alt.standing-in",
        power=player.titan_power,
        legions=terms.say("legions", number=player.legions),
        markers=terms.say("markers-left", number=len(player.markers)),
        **facts,
    )


def caretaker(terms: Terms, view: View) -> str:
    """The stacks and the dead pile (R3.2)."""
    return f"{terms.say('position.caretaker')}\n{stacks(terms, view)}"


def battle(terms: Terms, view: View, names: Names) -> str:
    """A battle: who stands where with how many hits, and who is lost."""
    fight = view.battle
    assert fight is not None, "a battle is told while there is one"
    attacker, defender = fight.markers
    lines = [
        terms.say(
            "position.battle",
            land=terms.land(fight.land),
            round=fight.round,
            attacker=attacker,
            one=names[fight.seats[0]],
            from_side=terms.from_side(fight.side),
            defender=defender,
            other=names[fight.seats[1]],
        )
    ]
    lines += [_side(terms, view, side, names) for side in (0, 1)]
    for marker, fallen in zip(fight.markers, fight.fallen, strict=True):
        if fallen:
            lines.append(terms.say("position.fallen", legion=marker, creatures=terms.creatures(fallen)))
    return "\n".join(lines)


def _side(terms: Terms, view: View, side: int, names: Names) -> str:
    assert view.battle is not None, "sides belong to a battle"
    own = [fighter for fighter in view.battle.fighters if fighter.side == side]
    fighters = [_fighter(terms, fighter) for fighter in own if fighter.hex]
    off = [fighter.creature for fighter in own if not fighter.hex]
    if off:
        fighters.append(terms.say("position.off", creatures=terms.creatures(off)))
    player = terms.player(view, view.battle.seats[side], names)
    listed = terms.words.listing(fighters, "comma")
    return terms.say("position.side", legion=view.battle.markers[side], player=player, fighters=listed)


def _fighter(terms: Terms, fighter: FighterView) -> str:
    facts = {"creature": terms.creature(fighter.creature), "hex": fighter.hex}
    if fighter.slain:
        return terms.say("position.fighter-slain", **facts)
    if fighter.hits:
        return terms.say("position.fighter-hits", hits=fighter.hits, power=fighter.power, **facts)
    return terms.say("position.fighter", **facts)


def knowledge(terms: Terms, known: KnownView, view: View, names: Names) -> str:
    """What the viewer can be certain of in a legion, and what else may stand in it (R3.7)."""
    height = terms.say("characters", number=known.height)
    facts = {"legion": terms.marker(known.marker), "player": terms.player(view, known.owner, names)}
    lines = [terms.say("knowledge.title", height=height, **facts)]
    if not known.kept:
        return "\n".join((*lines, terms.say("knowledge.not-kept")))
    if len(known.sure) == known.height:
        return "\n".join((*lines, terms.say("knowledge.whole", creatures=terms.creatures(known.sure))))
    if known.sure:
        lines.append(terms.say("knowledge.sure", creatures=terms.creatures(known.sure)))
    else:
        lines.append(terms.say("knowledge.sure-none"))
    return "\n".join((*lines, possible(terms, known)))


def on_board(terms: Terms, view: View, names: Names) -> tuple[tuple[str, str], ...]:
    """Every legion on the board: its marker, and whose it is and where."""
    return tuple(
        (
            legion.marker,
            terms.say(
                "knowledge.legion",
                legion=terms.marker(legion.marker),
                player=names[legion.owner],
                land=terms.land(legion.land),
                height=terms.say("characters", number=legion.height),
            ),
        )
        for legion in view.legions
    )
