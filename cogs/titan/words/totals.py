"""Games that end by agreement, in words: when they end and how near that is, what each player has in all (V2, V3)."""

from __future__ import annotations

from collections.abc import Iterator

from cogs.titan.words.terms import Terms
from engine.titan.end_conditions import DEADLINE
from engine.titan.outlook import is_last, is_wiped_out, progress
from engine.titan.rules import TITAN
from engine.titan.view import EndView, PlayerView, View


def ends(terms: Terms, view: View) -> tuple[str, ...]:
    """What ends the game, a line each below a title, with how near it is; nothing where the last Titan wins.

    For messages: a deadline is Discord's own time stamp.
    """
    if not view.ends:
        return ()
    if view.phase == "over":
        came = [terms.end(end.key, end.value, stamped=True) for end in view.ends if end.reached]
        return (terms.say("ends.over", ends=terms.words.listing(came)),) if came else ()
    title = terms.say("ends.last" if is_last(view) else "ends.title")
    return (title, *(f"- {_end(terms, view, end, stamped=True)}" for end in view.ends))


def in_pictures(terms: Terms, view: View) -> Iterator[str]:
    """The same as pictures show it, for who does not see them; and what the viewer has in all."""
    if view.ends:
        listed = terms.words.listing((_end(terms, view, end, stamped=False) for end in view.ends), "semicolon")
        yield terms.say("alt.board-ends", ends=listed)
    yield from own(terms, view)


def _end(terms: Terms, view: View, end: EndView, stamped: bool) -> str:
    """An end condition, whether it has come true, and else how far it is."""
    what = terms.end(end.key, end.value, stamped)
    if end.reached:
        return terms.say("ends.reached", end=what)
    if end.key in (DEADLINE, "appearance"):
        return terms.say("ends.open", end=what)
    so_far, _ = progress(view, end)
    return terms.say(f"ends.{end.key}", end=what, number=so_far)


def last_turn(terms: Terms, view: View) -> str:
    """That the game ends with this Game-Turn, if that is so by now (V2.2)."""
    return terms.say("ends.now") if is_last(view) and view.phase != "over" else ""


def own(terms: Terms, view: View) -> Iterator[str]:
    """What the viewer would have in all if the game ended now, for nobody else (V3.4)."""
    if view.viewer is not None and view.phase != "over" and view.players[view.viewer].total is not None:
        yield terms.say("totals.own", figures=next(figures(terms, view, view.players[view.viewer])))


def final(terms: Terms, view: View, player: PlayerView) -> str:
    """A player's figures once the game is over: the total first."""
    return terms.words.listing(figures(terms, view, player), "comma")


def figures(terms: Terms, view: View, player: PlayerView) -> Iterator[str]:
    """What stands beside a player's figures: the total as far as the viewer may know it, and wipe-outs (V3.4, V6.1).

    The viewer's own also say that the Titan is lost (V1.4).
    """
    if player.total is not None:
        half = player.total - player.score
        key = "totals.over" if view.phase == "over" else "totals.so-far"
        yield terms.say(key, total=player.total, score=player.score, living=half)
    if player.wipeouts:
        yield terms.say("totals.wipeouts", number=player.wipeouts)
    own = [code for legion in view.legions if legion.owner == player.seat for code in legion.creatures]
    if view.ends and own and player.seat == view.viewer and TITAN not in own:
        yield terms.say("totals.no-titan")
    comes_back = view.phase in ("tower", "spawn") and view.active == player.seat
    if is_wiped_out(view, player.seat) and not comes_back and not is_last(view):
        yield terms.say("totals.wiped-out")


def trophies(terms: Terms, player: PlayerView) -> str:
    """Whom a player has killed (V5.6); empty if nobody."""
    return terms.say("totals.trophies", creatures=terms.creatures(player.trophies)) if player.trophies else ""
