"""What is known is carried with the state: it grows fact by fact, and a look works nothing out again."""

from __future__ import annotations

import pickle
import random
from collections.abc import Mapping

import pytest

from engine.core import Seat
from engine.titan import shown_facts as histories
from engine.titan.facts import Divided, Fact, Formed, Gained, Showed
from engine.titan.families import possible, surely
from engine.titan.knowledge import Knowledge, KnowledgeChange, learnt
from engine.titan.ruleset import TITAN
from engine.titan.shown_facts import CHUNK, History
from engine.titan.state import State
from tests.engine.enumerated import ME, OTHER, START, random_history
from tests.engine.positions import position

VIEWERS = (None, ME, OTHER)


def test_many_late_games_asked_in_turn_take_no_more_work_than_one(monkeypatch: pytest.MonkeyPatch) -> None:
    games = [late(number) for number in range(300)]
    work: list[Fact] = []

    def counting(known: Knowledge, fact: Fact) -> KnowledgeChange:
        work.append(fact)
        return learnt(known, fact)

    monkeypatch.setattr(histories, "learnt", counting)
    for state in games * 2:
        for viewer in VIEWERS:
            TITAN.view(state, viewer)
    asked = len(work)
    grown = games[0].note(Gained("Rd01", "OGR"))
    for viewer in VIEWERS:
        TITAN.view(grown, viewer)

    assert asked == 0
    assert len(work) == 1, "a fact is learnt once, for all who see it"


def late(number: int) -> State:
    """A position with a long past of its own."""
    state = position("Red: Rd01@1 TTN OGR OGR", "Blue: Bu01@30 TTN LIO LIO")
    shown = (Showed("Rd01", ("OGR",)), Showed("Bu01", ("LIO",), to=(ME,)))
    return state.note(*(shown[(number + place) % 2] for place in range(200)))


def test_the_facts_since_any_time_are_those_that_came_after_it() -> None:
    facts: tuple[Fact, ...] = (Formed("Rd01", ("OGR",)), *(Gained("Rd01", "OGR") for _ in range(3 * CHUNK)))

    for length in (1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 3 * CHUNK, len(facts)):
        history = History().after(*facts[:length])
        assert tuple(history) == facts[:length]
        for number in range(length + 1):
            assert history.since(number) == facts[number:length]


@pytest.mark.parametrize("seed", range(40))
def test_a_history_that_was_packed_goes_on_as_the_one_it_was(seed: int) -> None:
    facts = tuple(random_history(random.Random(seed)))
    half = len(facts) // 2

    first = History().after(*facts[:half])
    again: History = pickle.loads(pickle.dumps(first))

    assert again == first
    for one, other in ((again, first), (again.after(*facts[half:]), first.after(*facts[half:]))):
        for viewer in VIEWERS:
            assert told(one.known(viewer)) == told(other.known(viewer))


def told(known: Knowledge) -> Mapping[str, object]:
    return {m: (surely(family, m), possible(family, m)) for m, family in known.items()}


@pytest.mark.parametrize("seed", range(40))
def test_each_knows_what_would_be_known_if_all_saw_what_he_saw(seed: int) -> None:
    facts = tuple(random_history(random.Random(seed)))
    everybody = History().after(*facts)

    for viewer in VIEWERS:
        seen = (fact for fact in facts if not (isinstance(fact, Showed) and fact.to and viewer not in fact.to))
        alone = History().after(
            *(Showed(f.legion, f.creatures, (), f.whole) if isinstance(f, Showed) else f for f in seen)
        )
        assert not alone.private
        assert told(everybody.known(viewer)) == told(alone.public)


def hidden(fact: Fact, viewer: Seat | None) -> bool:
    return isinstance(fact, Showed) and bool(fact.to) and viewer not in fact.to


def in_public(fact: Fact) -> Fact:
    return Showed(fact.legion, fact.creatures, (), fact.whole) if isinstance(fact, Showed) else fact


def test_what_all_are_shown_is_nobodys_own_any_more() -> None:
    half = Showed("B", ("CEN", "GAR", "OGR", "TTN"), whole=True)
    history = History().after(Formed("A", START), Divided("A", "B", 4, opening=True))

    alone = history.after(Showed(half.legion, half.creatures, (ME,), whole=True))
    both = alone.after(half)

    assert set(alone.private) == {ME}
    assert surely(alone.known(ME)["A"], "A") == ("ANG", "CEN", "GAR", "OGR")
    assert surely(alone.known(OTHER)["A"], "A") == surely(alone.known(None)["A"], "A") == ()
    assert not any(both.private.values())


def test_a_fact_touches_its_family_alone_however_long_the_past() -> None:
    legions = [f"L{number}" for number in range(50)]
    history = History().after(*(Formed(legion, ("OGR",)) for legion in legions))
    history = history.after(*(Gained("L0", "OGR") for _ in range(3 * CHUNK)))

    later = history.after(Gained("L1", "OGR"))

    assert all(later.public[legion] is history.public[legion] for legion in legions if legion != "L1")
    assert all(new is old for new, old in zip(later.earlier, history.earlier, strict=False))


@pytest.mark.parametrize("length", [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 3 * CHUNK + 5])
def test_the_facts_are_all_there_in_order(length: int) -> None:
    facts: tuple[Fact, ...] = (Formed("A", ("OGR",)), *(Gained("A", str(number)) for number in range(3 * CHUNK + 4)))

    history = History().after(*facts[:length])

    assert len(history) == length
    assert tuple(history) == facts[:length]
    whole = history.after(*facts[length:])
    assert whole == History().after(*facts[:5]).after(*facts[5:])
    assert whole.since(length) == facts[length:]
    assert whole.known(Seat(0)) is whole.public
