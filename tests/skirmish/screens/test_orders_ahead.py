"""Orders given ahead: what can be said, what is done by them, and that they are no slower for a card (DESIGN 2.3)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import count

import pytest

from cogs.house.words.words import Words
from cogs.skirmish.orders import ORDERS
from cogs.skirmish.words.game_words import SkirmishWords
from cogs.skirmish.words.orders import listed
from engine import log
from engine.core import Illegal, Seat
from engine.skirmish import orders
from engine.skirmish.actions import Cast, Wait
from engine.skirmish.orders import ACTS, TRIGGERS, FiledOrder, FiredOrder
from engine.skirmish.orders.grammar import CARDS, moments
from engine.skirmish.rules import rules_for
from engine.skirmish.ruleset import SKIRMISH
from engine.skirmish.state import Attacking, Learning, Moving, Ordering, Over, Phase, Scoring, Window
from engine.skirmish.units import Turn
from tests.skirmish.field import DAQAN, THUNDERCLAP, UTHUK, Table, field
from tests.skirmish.test_walks import THUNDERCLAP as OPTIONS
from tests.skirmish.walking import Walk, another_world

BOTH = "citadel_guard@A1 viper_legion@I1 "


def file(table: Table, seat: Seat, *texts: str) -> tuple[FiledOrder, ...]:
    """The orders of a seat, looked through."""
    return tuple(ORDERS.filed(text, number, table.view(seat), False) for number, text in enumerate(texts, 1))


def fire(table: Table, seat: Seat, *texts: str) -> FiredOrder | None:
    """What the orders of a seat say to its decision now."""
    return orders.fire(file(table, seat, *texts), table.view(seat), tuple(SKIRMISH.legal(table.state, seat)))


def does(table: Table, seat: Seat, *texts: str) -> str | None:
    """The line that the orders of a seat do now; the code of why it is asked after `?`; None if they say nothing."""
    fired = fire(table, seat, *texts)
    if fired is None:
        return None
    if fired.action is None:
        assert fired.why is not None
        return f"?{fired.why.code}"
    assert fired.action in SKIRMISH.legal(table.state, seat)
    return SKIRMISH.notation.line(fired.action)


# The text


@pytest.mark.parametrize(
    "text",
    [
        "when countering then counter",
        "when countering with obscenes,chaos_lord against citadel_guard and health >= 2 and damage = 0 then stay",
        "when advancing against viper_legion then advance expires once",
        "when attack rolled and damage >= 2 then cast runic_barrier",
        "when attacked then instruct bodyguard 2 C4 expires my turn",
        "when after enemy moves then cast crushing_force C7",
        "when lore step and cards >= 4 then learn lore",
        "when before my roll and enemy health <= 2 then pass",
    ],
)
def test_an_order_is_read_and_written_and_kept_as_the_same(text: str) -> None:
    one = ORDERS.filed(text, 3, Table(field(BOTH)).view(DAQAN), False)

    assert ORDERS.text(one) == text
    assert ORDERS.restored(ORDERS.kept(one)) == one


def test_other_ways_to_write_the_same() -> None:
    said = "When  Countering with Obscenes , chaos_lord and my health≥2 then Counter expires NEVER."

    assert orders.text(orders.parse(said)) == "when countering with obscenes,chaos_lord and health >= 2 then counter"


def test_a_text_of_any_length_is_refused_at_once() -> None:
    """Its patterns would look through this one for hours: they are not tried on what is too long for an order."""
    with pytest.raises(Illegal) as refused:
        orders.parse(f"when{' ' * 1_000_000}countering then counter")

    assert refused.value.code == "order-malformed"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("counter", "order-malformed"),
        ("when countering then counter " + "x" * 300, "order-malformed"),
        ("when sleeping then stay", "order-trigger"),
        ("when after my orders then pass", "order-trigger"),
        ("when countering and I hold runic_barrier then stay", "order-fact"),
        ("when countering then dance", "order-act"),
        ("when countering then counter expires tomorrow", "order-expiry"),
        ("when countering then advance", "order-act-when"),
        ("when lore step then pass", "order-act-when"),
        ("when advancing and damage >= 2 then stay", "order-fact-when"),
        ("when attacked and damage >= 2 then pass", "order-fact-when"),
        ("when lore step with obscenes then learn lore", "order-fact-when"),
        ("when countering with dragons then counter", "order-name"),
        ("when after my moves then cast fireball", "order-name"),
        ("when after my moves then cast portal", "order-card-when"),
        ("when attacked then cast runic_barrier", "order-card-when"),
        ("when attacked then instruct steady_the_line 1", "order-card-when"),
        ("when lore step then learn everything", "learn-way"),
        ("when after enemy moves then cast crushing_force Z9", "hex-unknown"),
    ],
)
def test_an_order_that_means_nothing_is_refused(text: str, code: str) -> None:
    with pytest.raises(Illegal) as refusal:
        ORDERS.filed(text, 1, Table(field(BOTH)).view(DAQAN), False)

    assert refusal.value.code == code


def test_no_condition_asks_for_a_card_in_a_hand() -> None:
    """DESIGN 2.3.2: `pass unless I hold it` is not offered."""
    assert set(orders.FACTS) == {"lore", "cards", "health", "enemy health", "damage"}


def test_every_moment_has_something_that_can_be_ordered_for_it() -> None:
    assert {trigger for at in ACTS.values() for trigger in at} == set(TRIGGERS)


# Countering and advancing


def countering(health: int = 3) -> Table:
    """Obscenes have been attacked by a guard without effect and may counter."""
    units = BOTH + f"citadel_guard@D7,ordered obscenes@E7:{health}"
    return Table(field(units, Attacking())).does(DAQAN, "attack D7 E7 strike").rolls("PPP")


def test_a_counter_is_struck_by_order() -> None:
    table = countering()

    assert does(table, UTHUK, "when countering then counter") == "counter"
    assert does(table, UTHUK, "when countering then stay") == "stay"
    assert does(table, UTHUK, "when countering then ask", "when countering then stay") == "?order-asks"
    assert does(table, UTHUK, "when advancing then stay") is None


def test_only_with_and_against_the_units_that_are_named() -> None:
    table = countering()

    assert does(table, UTHUK, "when countering with viper_legion then counter") is None
    assert does(table, UTHUK, "when countering with viper_legion,obscenes then counter") == "counter"
    assert does(table, UTHUK, "when countering against roc_warrior then counter") is None
    assert does(table, UTHUK, "when countering with obscenes against citadel_guard then counter") == "counter"


def test_conditions_must_all_be_met_and_the_first_order_wins() -> None:
    texts = ("when countering and health >= 4 and enemy health <= 3 then counter", "when countering then stay")

    assert does(countering(4), UTHUK, *texts) == "counter"
    assert does(countering(3), UTHUK, *texts) == "stay"


def test_nothing_is_done_while_another_decides() -> None:
    table = countering()

    assert fire(table, DAQAN, "when countering then counter") is None


def advancing(kind: str = "citadel_guard", seat: Seat = DAQAN) -> Table:
    target = "viper_legion" if seat == DAQAN else "citadel_guard"
    units = BOTH + f"{kind}@D7,ordered {target}@E7:1"
    return Table(field(units, Attacking(), active=seat)).does(seat, "attack D7 E7 strike").rolls("SPP")


def test_an_advance_by_order() -> None:
    assert does(advancing(), DAQAN, "when advancing then advance") == "advance"
    assert (
        does(advancing(), DAQAN, "when advancing with roc_warrior then advance", "when advancing then stay") == "stay"
    )


def test_who_may_pursue_advances_by_a_pursuit_of_one_hex() -> None:
    """B11.10: the hex is offered once, see `Rules.no_void_uses`."""
    table = advancing("flesh_ripper_brutes", UTHUK)
    assert "advance" not in table.can(UTHUK)

    assert does(table, UTHUK, "when advancing then stay") == "stay"
    assert does(table, UTHUK, "when advancing then advance") == "pursue E7"


# Windows


def window(phase: Phase, seat: Seat, hand: str, units: str = "", *, active: Seat = UTHUK, lore: int = 9) -> Table:
    """A step is closed by the active side, and a seat is asked for its cards."""
    hands = (hand, "") if seat == DAQAN else ("", hand)
    both = (lore, 0) if seat == DAQAN else (0, lore)
    turn = Turn("patrol_center", "text")
    land = {"C7": "building", "C3": "building"}
    state = field(BOTH + units, phase, active=active, hands=hands, lore=both, turn=turn, land=land)
    return Table(state).does(active, "done")


GIANT = "daqan/mountain_giant@C5 citadel_guard@C11,poisoned"


def test_a_window_after_the_enemys_moves() -> None:
    table = window(Moving(), DAQAN, "crushing_force dispel", GIANT)
    crush = "when after enemy moves then cast crushing_force C7"

    assert does(table, DAQAN, "when after enemy moves then pass") == "pass now"
    assert does(table, DAQAN, crush) == "cast crushing_force C7"
    assert does(table, DAQAN, "when after enemy moves then cast dispel") == "cast dispel -"
    assert does(table, DAQAN, "when after my moves then pass") is None


def test_a_card_with_several_places_and_none_named_is_not_played() -> None:
    table = window(Moving(), DAQAN, "crushing_force", GIANT)

    assert does(table, DAQAN, "when after enemy moves then cast crushing_force") is None
    one = window(Moving(), DAQAN, "crushing_force", "daqan/mountain_giant@C9 citadel_guard@C11,poisoned")
    assert does(one, DAQAN, "when after enemy moves then cast crushing_force") == "cast crushing_force C7"


@pytest.mark.usefixtures("windows_of_their_own")
@pytest.mark.parametrize(
    ("phase", "hand", "text", "line"),
    [
        (Ordering(), "portal", "when after my orders then pass", "pass now"),
        (Moving(), "scouts_report", "when after my moves then pass", "pass now"),
        (
            Moving(),
            "healing_light",
            "when after my moves and lore >= 9 then cast healing_light",
            "cast healing_light C5",
        ),
        (Moving(), "healing_light", "when after my moves and lore >= 10 then cast healing_light", None),
    ],
)
def test_windows_of_ones_own_turn(phase: Phase, hand: str, text: str, line: str | None) -> None:
    table = window(phase, DAQAN, hand, "citadel_guard@C5:2,ordered", active=DAQAN)

    assert does(table, DAQAN, text) == line


def attacked(hand: str = "runic_barrier", seat: Seat = DAQAN) -> Table:
    """A guard of Daqan's is attacked; the attacker has nothing to say."""
    units = BOTH + "viper_legion@D7,ordered citadel_guard@E7 yeoman_archers@F7"
    state = field(units, Attacking(), active=UTHUK, hands=(hand, ""), lore=(8, 0))
    return Table(state).does(UTHUK, "attack D7 E7 ranged")


def test_a_word_for_after_the_roll_is_left_by_order() -> None:
    table = attacked()

    assert does(table, DAQAN, "when attacked then instruct runic_barrier 2") == "instruct runic_barrier 2 -"
    assert does(table, DAQAN, "when attacked then wait") == "wait"
    assert does(table, DAQAN, "when attacked with yeoman_archers then pass") is None


def test_a_card_after_the_roll_if_the_damage_is_so_much() -> None:
    text = "when attack rolled and damage >= 2 then cast runic_barrier"
    for dice, line in (("PP", "cast runic_barrier -"), ("PS", "pass now")):
        table = attacked().does(DAQAN, "wait").rolls(dice)
        assert does(table, DAQAN, text, "when attack rolled then pass") == line


@pytest.mark.usefixtures("windows_of_their_own")
def test_before_and_after_ones_own_roll() -> None:
    units = BOTH + "yeoman_archers@D7,ordered viper_legion@E7"
    state = field(units, Attacking(), hands=("keen_eyes", ""), lore=(8, 0))
    table = Table(state).does(DAQAN, "attack D7 E7 ranged")

    assert does(table, DAQAN, "when before my roll against viper_legion then cast keen_eyes") == "cast keen_eyes -"


@pytest.mark.usefixtures("windows_of_their_own")
def test_in_a_counter_the_moments_are_those_of_whoever_rolls() -> None:
    units = BOTH + "viper_legion@D7,ordered yeoman_archers@E7"
    state = field(units, Attacking(), active=UTHUK, hands=("keen_eyes runic_barrier", ""), lore=(8, 0))
    table = Table(state).does(UTHUK, "attack D7 E7 ranged").does(DAQAN, "pass now").rolls("SS").does(DAQAN, "counter")

    assert does(table, DAQAN, "when attacked then pass") is None
    assert does(table, DAQAN, "when before my roll with yeoman_archers then cast keen_eyes") == "cast keen_eyes -"


HANDS = ("runic_barrier", "bodyguard", "keen_eyes", "portal")


@pytest.mark.parametrize(
    "texts",
    [
        ("when attacked then pass",),
        ("when attacked then instruct runic_barrier 2",),
        ("when attacked then instruct bodyguard 1",),
        ("when attacked and lore >= 3 then instruct bodyguard 1 F7", "when attacked then ask"),
        ("when attacked then ask",),
        ("when attacked then wait",),
        ("when attacked then cast steady_the_line", "when attacked then pass"),
    ],
)
def test_whether_an_answer_comes_by_order_does_not_depend_on_the_hand(texts: Sequence[str]) -> None:
    """DESIGN 2.3.2: what others see at that moment, and when, is the same whatever is held."""
    shown = set()
    for hand in HANDS:
        table = attacked(hand)
        fired = fire(table, DAQAN, *texts)
        asked = fired is None or fired.action is None
        if fired is not None and fired.action is not None:
            table.does(DAQAN, SKIRMISH.notation.line(fired.action))
        view = table.view(UTHUK)
        shown.add((asked, view.phase, view.step, view.waiting, view.combat, table.wanted))

    assert len(shown) == 1


def test_a_card_that_is_not_there_leaves_it_to_the_next_order() -> None:
    table = attacked("keen_eyes").does(DAQAN, "wait").rolls("PP")

    cast = "when attack rolled then cast runic_barrier"
    assert does(table, DAQAN, cast, "when attack rolled then pass") == "pass now"
    assert does(table, DAQAN, cast) is None


# The upkeep


def test_the_lore_step_by_order() -> None:
    table = Table(field(BOTH, Learning(), hands=("portal keen_eyes dispel bodyguard", "")))
    texts = ("when lore step and cards >= 4 then learn lore", "when lore step then learn both")

    assert does(table, DAQAN, *texts) == "learn lore"
    assert does(Table(field(BOTH, Learning())), DAQAN, *texts) == "learn both"
    empty = field(BOTH, Learning())
    bare = Table(empty.with_side(DAQAN, type(empty.sides[0])("daqan")))
    assert does(bare, DAQAN, "when lore step then learn cards") == "?order-not-exact"


def test_a_look_at_a_card_is_done_without_by_order() -> None:
    table = Table(field(BOTH, Scoring(), scenario=THUNDERCLAP, lore=(5, 0), hidden={"B5": "citadel_guard"}))

    assert does(table, DAQAN, "when peeking and lore <= 5 then stay") == "stay"


def test_one_has_the_word_again_after_a_card_of_the_other() -> None:
    """B13.5: the only windows of one's own steps and rolls."""
    units = BOTH + "blood_harvesters@E6,ordered citadel_guard@E7"
    hands = ("steady_the_line", "howl_of_dread")
    table = Table(field(units, Attacking(), active=UTHUK, lore=(4, 4), hands=hands))
    table.does(UTHUK, "attack E6 E7 strike").does(DAQAN, "cast steady_the_line -")

    assert does(table, UTHUK, "when before my roll then cast howl_of_dread") == "cast howl_of_dread -"


# In words


def every_order() -> list[FiledOrder]:
    """One for each act at each of its moments, with all that can be said of it."""
    table = Table(field(BOTH))
    found = []
    for kind, triggers in ACTS.items():
        for trigger in triggers:
            lore = table.state.rules.tables.lore.values()
            card = next((card.id for card in lore if card.timing in CARDS.get(trigger, ())), "")
            longer = {"learn": "learn both", "cast": f"cast {card} C4", "instruct": "instruct bodyguard 2 C4,C5"}
            word = longer.get(kind, kind)
            units = " with obscenes against roc_warrior,citadel_guard" if trigger in orders.FACTS["health"] else ""
            facts = "".join(f" and {fact} >= 2" for fact, at in orders.FACTS.items() if trigger in at)
            if trigger not in moments(table.state.rules):
                continue
            text = f"when {trigger}{units}{facts} then {word} expires my turn"
            found.append(ORDERS.filed(text, 1, table.view(DAQAN), False))
    return found


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_every_order_has_words_that_differ_from_those_of_all_others(language: str) -> None:
    words = SkirmishWords(Words(language))

    said = [words.order(one) for one in every_order()]

    assert len(set(said)) == len(said)
    assert all("{" not in text and "_" not in text for text in said)


def test_an_order_reads_like_this() -> None:
    terms = SkirmishWords(Words("en")).terms
    text = "when countering with obscenes and enemy health <= 2 then counter expires once"
    (one,) = file(Table(field(BOTH)), UTHUK, text)

    assert listed(terms, one) == (
        "`1` When you may strike back (your unit: Obscenes; the enemy's health: 2 or less): strike back *(once)*"
    )


# How long an order stands


def test_an_order_for_once_is_used_up_by_what_it_does() -> None:
    table = countering()

    once = fire(table, UTHUK, "when countering then counter expires once")
    always = fire(table, UTHUK, "when countering then counter")
    asks = fire(table, UTHUK, "when countering then ask expires once")

    assert once is not None
    assert always is not None
    assert asks is not None
    assert once.left is None
    assert always.left == always.by
    assert asks.left == asks.by, "it was not carried out"


@pytest.mark.parametrize(("seat", "active", "until"), [(DAQAN, UTHUK, 7), (DAQAN, DAQAN, 9), (UTHUK, UTHUK, 8)])
def test_an_order_may_stand_until_ones_next_turn_begins(seat: Seat, active: Seat, until: int) -> None:
    table = Table(field(BOTH, active=active, first=UTHUK, round_=3))
    one = ORDERS.filed("when countering then stay expires my turn", 1, table.view(seat), False)
    assert one.until == until

    assert ORDERS.standing([one], table.view(seat)) == (one,)
    round_, second = divmod(until, 2)
    begun = Table(field(BOTH, active=(UTHUK, DAQAN)[second], first=UTHUK, round_=round_))
    assert ORDERS.standing([one], begun.view(seat)) == ()
    before = Table(field(BOTH, active=(UTHUK, DAQAN)[(until - 1) % 2], first=UTHUK, round_=(until - 1) // 2))
    assert ORDERS.standing([one], before.view(seat)) == (one,)


def test_what_everybody_sees_is_answered_at_once_and_what_is_in_a_hand_is_not() -> None:
    """A3.6."""
    assert ORDERS.at_once(countering().view(UTHUK))
    assert not ORDERS.at_once(attacked().view(DAQAN))
    assert ORDERS.sides(countering().view(None)) == ()


# In whole games


def test_orders_for_every_moment_answer_only_what_may_be_done_and_the_game_goes_on() -> None:
    """A full set of orders through a random game: whatever fires is legal."""
    texts = [
        "when countering then counter",
        "when advancing then advance",
        "when lore step and cards <= 2 then learn both",
        "when lore step then learn lore",
        "when peeking then stay",
        *(f"when {trigger} then pass" for trigger in moments(rules_for({})) if trigger in ACTS["pass"]),
    ]
    walk = Walk(OPTIONS, 5)
    fired_at = set()
    while not isinstance(walk.state.phase, Over):
        for seat in sorted(SKIRMISH.awaiting(walk.state)):
            view = log.view(SKIRMISH, walk.timeline, seat)
            filed = [ORDERS.filed(text, number, view, False) for number, text in enumerate(texts, 1)]
            actions = tuple(SKIRMISH.legal(walk.state, seat))
            fired = ORDERS.fire(filed, view, actions, False)
            if fired is not None:
                fired_at.add(fired.by.order.trigger)
                assert fired.action is None or fired.action in actions
        walk.step()

    assert {"countering", "lore step", "attacked"} <= fired_at


def pool() -> list[str]:
    """Orders for windows of all sorts: passes, questions, cards and words for later, with conditions and without."""
    rules, texts = rules_for({}), []
    lore = rules.tables.lore.values()
    for trigger in filter(CARDS.__contains__, moments(rules)):
        timings = CARDS[trigger]
        acts = [f"cast {card.id}" for card in lore if card.timing in timings]
        acts += [f"instruct {card.id} {least}" for card in lore for least in (0, 2) if trigger == "attacked"
                 and card.timing == "defend_after_roll"]  # fmt: skip
        acts += ["pass", "ask"] + ["wait"] * (trigger == "attacked")
        texts += [f"when {trigger} then {act}" for act in acts]
        texts += [f"when {trigger} and lore >= 4 then {act}" for act in acts]
    return texts


@pytest.mark.parametrize("seed", range(3))
def test_in_whole_games_only_a_card_on_the_table_tells_orders_of_one_hand_from_those_of_another(seed: int) -> None:
    """DESIGN 2.3.2: unless a card is played, whether one is asked does not depend on what one holds."""
    rng, texts, compared, games = random.Random(seed), pool(), 0, count(20 + seed, 10)
    while compared <= 20:
        walk = Walk(OPTIONS, next(games))
        while not isinstance(walk.state.phase, Over):
            if isinstance(walk.state.phase, Window):
                (seat,) = SKIRMISH.awaiting(walk.state)
                view = SKIRMISH.view(walk.state, seat)
                filed = [orders.filed(orders.parse(one), 1, view) for one in rng.sample(texts, 25)]
                said = []
                for state in (walk.state, another_world(walk.state, Seat(1 - seat), rng)):
                    fired = orders.fire(filed, SKIRMISH.view(state, seat), tuple(SKIRMISH.legal(state, seat)))
                    said.append(None if fired is None else fired.action)
                if not any(isinstance(action, Cast) for action in said):
                    compared += 1
                    assert (said[0] is None) == (said[1] is None), filed
                    assert isinstance(said[0], Wait) == isinstance(said[1], Wait)
                settled = []
                for state in (walk.state, another_world(walk.state, Seat(1 - seat), rng)):
                    here = SKIRMISH.view(state, seat)
                    given = [orders.filed(order, number, here) for number, order in enumerate(orders.proposed(here), 1)]
                    settled.append(orders.fire(given, here, tuple(SKIRMISH.legal(state, seat))) is None)
                assert settled[0] == settled[1], "by the plans that the set-up proposes nobody is asked for a hand"
            walk.step()
