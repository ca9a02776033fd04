"""Titan's hands and cards in words: what the pictures of legions and of the caretaker's stacks show."""

from __future__ import annotations

from collections.abc import Iterator

from cogs.house.words import ALT, Names, shortened
from cogs.titan_terms import Terms, legions_of
from engine.titan.outlook import enlists, worth
from engine.titan.traits import Trait
from engine.titan.view import LegionView, PlayerView, View


def mine(terms: Terms, view: View, names: Names) -> str:
    """The viewer's own legions with all they hold, and his markers."""
    if view.viewer is None:
        return terms.say("position.mine-watch")
    player = view.players[view.viewer]
    own = tuple(terms.say("cards.own", **_own(terms, view, legion)) for legion in legions_of(view, view.viewer))
    title, free = terms.say("position.mine"), terms.words.listing(map(terms.marker, player.markers))
    rows = own or (terms.say("position.mine-none"),)
    return "\n".join((title, figures(terms, player), *rows, terms.say("position.markers-free", markers=free)))


def hand_alt(terms: Terms, view: View, names: Names) -> str:
    """What the picture of the viewer's own legions shows. For him alone."""
    own = legions_of(view, view.viewer) if view.viewer is not None else ()
    if view.viewer is None or not own:
        return terms.say("alt.hand-none")
    player = view.players[view.viewer]
    title = terms.say("alt.hand", figures=figures(terms, player))
    for key, spelt in (("cards.own", True), ("cards.own-short", False)):
        rows = (terms.say(key, **_own(terms, view, legion, spelt)) for legion in own)
        said = f"{title} {terms.words.listing(rows, 'semicolon')}"
        if len(said) <= ALT:
            return said
    return shortened(said, ALT)


def _own(terms: Terms, view: View, legion: LegionView, spelt: bool = True) -> dict[str, object]:
    """What is told of a legion whose contents the viewer knows."""
    creatures = view.rules.arranged(legion.creatures)
    due = enlists(view, legion)
    listed = terms.words.listing(map(terms.creature, due), "or") if spelt else terms.codes(due)
    return {
        "legion": terms.marker(legion.marker) if spelt else legion.marker,
        "land": terms.land(legion.land) if spelt else legion.land,
        "height": legion.height,
        "creatures": terms.creatures(creatures) if spelt else terms.codes(creatures),
        "points": terms.points(worth(view, legion)),
        "worth": worth(view, legion),
        "moved": terms.say("position.moved") if legion.moved else "",
        "enlists": terms.say("cards.enlists", recruits=listed) if due else "",
    }


def figures(terms: Terms, player: PlayerView) -> str:
    """A player's public figures in a row."""
    score = terms.points(player.score)
    if player.out:
        return terms.say("position.figures-out", score=score)
    return terms.say(
        "position.figures",
        score=score,
        power=player.titan_power,
        legions=terms.say("legions", number=player.legions),
        markers=terms.say("markers-left", number=len(player.markers)),
        tower=player.tower,
    )


def stacks(terms: Terms, view: View) -> str:
    """The caretaker's stacks and the dead (R3.2)."""
    return terms.words.listing(_stacks(terms, view), "comma")


def caretaker_alt(terms: Terms, view: View) -> str:
    """What the picture of the stacks shows."""
    return terms.say("alt.caretaker", stacks=stacks(terms, view))


def _stacks(terms: Terms, view: View) -> Iterator[str]:
    for code, left, dead in view.caretaker:
        key = "position.stack-dead" if dead else "position.stack"
        yield terms.say(key, creature=terms.creature(code), left=left, dead=dead)


def trait(terms: Terms, code: str, told: Trait) -> str:
    """What a kind is or can do, as a sentence."""
    key, shown = told.what, told.kind if told.what == "mustered-by" else code
    if told.what == "mustered-by" and not told.kind:
        key = "mustered-by-alike"
    facts = {"number": told.number, "kind": terms.creature(told.kind) if told.kind else ""}
    return terms.say(f"trait.{key}", shown=terms.creatures((shown,) * told.number) if shown else "", **facts)
