"""A step done as the bot would do it, which its player can still change before he closes it; and all of the set-up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from cogs.face.presses import run
from cogs.face.screen import Press, Sight
from cogs.house.game.game_types import Further
from cogs.skirmish.words import wishes
from cogs.skirmish.words.armies import armies
from cogs.skirmish.words.terms import Terms
from engine.skirmish.actions import Action, Discard, Done, Move, Order, Place
from engine.skirmish.bots import LEVELS
from engine.skirmish.view import View

SUGGESTED, SET_UP = "suggested", "set-up"
"""What the runs are called that do it."""

STEPS: Mapping[str, tuple[type, ...]] = {
    "preparing": (Place,),
    "discarding": (Discard,),
    "ordering": (Order,),
    "moving": (Move,),
}
"""By phase what the bot does."""

CLOSED = ("ordering", "moving")
"""The phases that can be done and closed in one press: both can still be taken back."""


def suggested(view: View, actions: Sequence[Action]) -> Action | None:
    """The next step of it; None where the bot would do something else, or leave it at that."""
    chosen = LEVELS["steady"](view, actions, Random(view.round))
    return chosen if isinstance(chosen, STEPS.get(view.phase, ())) else None


def and_on(phase: str) -> Further:
    """The same, and then the step is closed; nothing in another phase."""

    def step(view: View, actions: Sequence[Action]) -> Action | None:
        if view.phase != phase:
            return None
        return suggested(view, actions) or next((action for action in actions if isinstance(action, Done)), None)

    return step


def set_up(view: View) -> Further:
    """All that there is to do to be ready: an army of all sorts, the deck as it is, everybody in place."""
    mustering = view.own is not None and view.own.stage == "muster" and not view.own.bought
    sorts = iter(armies(view).values()) if mustering else iter(())
    buying = wishes.towards((wishes.ARMY, *wishes.said(next(sorts, {}))))
    assert buying is not None, "an army can be wished for"

    def step(view: View, actions: Sequence[Action]) -> Action | None:
        if view.own is None or view.phase != "preparing":
            return None
        if view.own.stage == "muster":
            return buying(view, actions) or Done()
        return suggested(view, actions) or Done()

    return step


def running(sight: Sight) -> Further | None:
    """The run of a place: the step is done as suggested, and closed if it says so."""
    if not sight.advised:
        return None
    if sight.place == (SET_UP,):
        return set_up(sight.view)
    if sight.place[:1] != (SUGGESTED,):
        return None
    match sight.place[1:]:
        case ():
            return suggested
        case (phase,) if phase in CLOSED:
            return and_on(phase)
        case _:
            return None


def suggesting(terms: Terms, sight: Sight, label: str) -> Iterator[Press]:
    """The buttons for it, where the bot may give advice and would do something: to look at it, or to go on."""
    if sight.advised and suggested(sight.view, sight.actions) is not None:
        if (phase := sight.view.phase) in CLOSED:
            yield Press(run(SUGGESTED, phase), terms.say(f"panel.{phase}-suggested"), style="good")
        yield Press(run(SUGGESTED), label)


def setting_up(terms: Terms, sight: Sight, key: str) -> tuple[Press, ...]:
    """The button that does the rest of the set-up, where the bot may give advice; `key` says what that is."""
    return (Press(run(SET_UP), terms.say(key), style="good"),) if sight.advised else ()
