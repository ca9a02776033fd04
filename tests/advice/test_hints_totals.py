"""Hints where totals decide (Battle Titan): nobody is told of losing the game with a Titan, and what scores is said."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from cogs.house.words.words import Words, languages
from cogs.titan.words.advice_hints import hint
from cogs.titan.words.advice_odds import chart, own
from cogs.titan.words.terms import Terms
from engine.core import Seat
from engine.pick import FIRST
from engine.titan.actions import Action, FirstMarker, Spawn
from engine.titan.bots import choose_random, choose_steady
from engine.titan.bots.counsel.good_choices import good
from engine.titan.bots.counsel.matters import matters
from engine.titan.bots.counsel.reasons import reasons
from engine.titan.odds import odds
from engine.titan.rules import TITAN as TITAN_CODE
from engine.titan.ruleset import TITAN
from engine.titan.state import Engaging, Spawning, Splitting, State
from engine.titan.view import View
from tests.engine.positions import do, position
from tests.selfplay import selfplay

NAMES = {Seat(seat): name for seat, name in enumerate(("Ann", "Ben", "Cleo", "Dan"))}
CONTENT = 2000
BATTLE_TITAN = {"variant": "battle_titan", "end_condition": "turns 12"}
FATAL = {"own-titan", "their-titan", "threat-titan", "titan-near", "their-titan-stands", "hopeless"}


def test_hints_of_played_games_fit_and_know_nobody_who_is_out() -> None:
    """V1.2, V1.3; every phase that a seat decides in, coming back among them."""
    terms, dice, phases = [Terms(Words(language)) for language in languages()], Random(1), set()

    def watch(view: View, legal: Sequence[Action], _: Action) -> None:
        if view.phase not in ("setup", "spawn", "engage") and dice.random() > 0.04:
            return
        phases.add(view.phase)
        assert not {one.what for one in matters(view, legal)} & FATAL
        assert not {one.what for action in good(view, legal, 1) for one in reasons(view, legal, action)} & FATAL
        for each in terms:
            for step in (1, 2):
                assert 0 < len(hint(each, view, legal, step, NAMES).text) < CONTENT

    for seed in range(6):
        selfplay(("steady", "random", "random"), 700 + seed, watch=watch, options=BATTLE_TITAN)

    assert phases >= {"setup", "spawn", "split", "move", "engage", "parley", "battle", "muster"}


def facts(state: State, seat: int = 0) -> dict[str, dict[str, object]]:
    view, legal = TITAN.view(state, Seat(seat)), tuple(TITAN.legal(state, Seat(seat)))
    return {one.what: dict(one.facts) for one in matters(view, legal)}


def test_what_a_battle_scores_is_said_to_both_sides() -> None:
    """V4, example a: 42 that attack 36 score 36 or 21, the defender 21 or nothing."""
    start = position("Red: Rd01@41>3 LIO LIO OGR", "Blue: Bu01@41 SER", phase=Engaging(), options=BATTLE_TITAN)
    state = do(start, "engage 41")

    attacker, defender = facts(state, 0), facts(state, 1)

    assert (attacker["if-won"]["points"], attacker["if-lost"]["points"], attacker["consoled"]["points"]) == (36, 21, 21)
    assert (defender["if-won"]["points"], defender["if-lost"]["points"], defender["consoles"]["points"]) == (21, 36, 21)


def test_where_no_lost_attack_scores_none_is_promised() -> None:
    start = position("Red: Rd01@41>3 LIO LIO OGR", "Blue: Bu01@41 SER", phase=Engaging())

    assert not {"if-won", "if-lost", "consoled", "consoles"} & set(facts(do(start, "engage 41")))


@pytest.mark.parametrize(("turn", "said"), [(8, None), (10, "turns-left"), (12, "last-turn")])
def test_the_end_is_told_of_when_it_is_near(turn: int, said: str | None) -> None:
    state = position("Red: Rd01@41 TTN OGR", "Blue: Bu01@16 OGR", phase=Splitting(), turn=turn, options=BATTLE_TITAN)

    assert {"turns-left", "last-turn"} & set(facts(state)) == ({said} if said else set())


def returning() -> State:
    """Red comes back in an occupied Tower with slots to choose for: no basic kind is in the stacks (example 4)."""
    state = position("Red: ", "Blue: Bu01@100 BEH CEN; Bu02@7 LIO TRO", phase=Spawning(100), options=BATTLE_TITAN)
    bank = {**state.bank, "GAR": 0, "CYC": 0, "BEH": 0, "SER": 0}
    return type(state)(**{name: getattr(state, name) for name in state.__slots__} | {"bank": bank})


def test_who_comes_back_hears_where_and_takes_the_dearest() -> None:
    """V7.6, example 4: first a Dragon or a Giant, then one of the tiers below."""
    state, told = returning(), []
    assert facts(state)["returns-attacking"]["enemy"] == "Bu01"

    while isinstance(state.phase, Spawning):
        view, legal = TITAN.view(state, Seat(0)), tuple(TITAN.legal(state, Seat(0)))
        action = choose_steady(view, legal, FIRST)
        if isinstance(action, Spawn):
            told.append(action.creature)
            assert reasons(view, legal, action)[0].what == "recruit-value"
        else:
            assert isinstance(action, FirstMarker)
        state, _ = TITAN.apply(state, Seat(0), action)

    assert told == ["GIA", "WBR"]
    assert any(TITAN_CODE in legion.creatures for legion in state.own(Seat(0)))


def test_random_comes_back_as_well() -> None:
    state = returning()
    for _ in range(3):
        view, legal = TITAN.view(state, Seat(0)), tuple(TITAN.legal(state, Seat(0)))
        state, _ = TITAN.apply(state, Seat(0), choose_random(view, legal, Random(1)))

    assert len(tuple(state.own(Seat(0)))) == 1


def test_odds_promise_no_zero_to_who_runs_out_of_time() -> None:
    """V4.1: a time loss scores as any loss of the attacker."""
    terms = Terms(Words("en"))
    bars = []
    for options in (BATTLE_TITAN, {}):
        start = position("Red: Rd01@41>3 LIO OGR", "Blue: Bu01@41 OGR CEN", phase=Engaging(), options=options)
        asked = own(TITAN.view(do(start, "engage 41"), Seat(0)))
        assert asked is not None
        bars.append(chart(terms, asked, odds([next(filter(None, asked.trials()))])).bars[1].label)

    assert "no points" not in bars[0]
    assert "no points" in bars[1]
