"""What is said of a skirmish as it goes on: events, refusals, choices, prompts, pictures; and nothing secret."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from random import Random
from typing import Any, get_args

import pytest

from cogs.house.words.words import ALT, LABEL, Words, languages
from cogs.skirmish.history.log_format import about, opened
from cogs.skirmish.words import alt_texts, position
from cogs.skirmish.words.game_words import SkirmishWords
from cogs.skirmish.words.short_notation import short
from engine.core import CHANCE, Drawn, Illegal, Seat
from engine.log import Undo
from engine.skirmish import actions, events
from engine.skirmish.bots import LEVELS
from engine.skirmish.phases import PHASES
from engine.skirmish.ruleset import SKIRMISH
from engine.skirmish.state import State
from tests.house.words.test_words import refusals
from tests.skirmish.field import DAQAN, UTHUK, field

ANN, BEN = DAQAN, UTHUK
NAMES: Mapping[Seat, str] = {ANN: "Ann", BEN: "Ben"}
ENGLISH = SkirmishWords(Words())
GAMES = ({"scenario": "thunderclap"}, {"scenario": "free", "packs": "2"})

G, V = "citadel_guard", "viper_legion"

EVENTS: list[tuple[events.Event, str]] = [
    (
        events.Opened("thunderclap", ("daqan", "uthuk")),
        "Thunderclap: Ann defends a village (Daqan), Ben attacks it (Uthuk).",
    ),
    (events.Opened("", ("daqan", "uthuk")), "Free play: Ann leads the Daqan, Ben the Uthuk."),
    (events.HalvesDrawn(ANN, ("daqan_high_ground", "daqan_river_watch")), "You keep one of these halves: {halves}."),
    (events.HalfChosen(ANN, ""), "Ann has picked a half."),
    (events.HalfChosen(ANN, "daqan_high_ground"), "You keep High Ground."),
    (
        events.MapJoined(("daqan_high_ground", "uthuk_ash_hills"), BEN),
        "The map: High Ground (Ann) and Ash Hills (Ben). Ben goes first.",
    ),
    (events.CardsHidden(("B5", "C7")), "Hidden cards lie on B5 and C7."),
    (
        events.Drafted(ANN, ("mountain_giant",), 42),
        "Ann drafts Mountain Giant (42 muster points left).",
    ),
    (events.Drafted(ANN, (), 50), "Ann passes in the draft."),
    (events.Bought(ANN, G, 21), ""),
    (events.Bought(ANN, G, 1, back=True), ""),
    (events.LoreSwapped(ANN, "keen_eyes", "dispel"), ""),
    (
        events.LoreSwapped(ANN, "keen_eyes", "dispel", back=True),
        "",
    ),
    (events.StageReached(ANN, "deploy"), ""),
    (events.LoreReady(ANN), ""),
    (events.SetDown(ANN, G, "A4"), ""),
    (events.SetDown(ANN, G, "A4", back=True), ""),
    (events.Ready(ANN), "Ann is ready."),
    (events.Deployed(ANN, ((G, "A4"), (G, "B5")), 0), "Ann deploys Guard A4 B5."),
    (events.Deployed(ANN, ((G, "A4"),), 2), "Ann deploys Guard A4; starts with 2 lore."),
    (
        events.Dealt(ANN, ("pincer", "pincer"), ("portal",)),
        "You draw 2 × Pincer; Portal.",
    ),
    (events.PutAway(ANN, (), ()), "Ann discards down to a full hand."),
    (events.PutAway(ANN, ("pincer",), ("portal",)), "You discard Pincer, Portal."),
    (events.TurnBegan(ANN, 3), "**Round 3: Ann's turn**"),
    (events.TurnEnded(ANN), ""),
    (events.PoisonRolled(1, G, ANN, "A4", "strike", 1), "Poison, Guard A4: Strike."),
    (events.PoisonRolled(1, G, ANN, "A4", "lore", 0), "Poison, Guard A4: Lore, no harm done."),
    (events.CommandPlayed(ANN, "pincer", "text"), "Ann plays Pincer."),
    (events.CommandPlayed(ANN, "pincer", "one"), "Ann discards Pincer to order any one unit."),
    (events.CommandPlayed(ANN, "main_thrust", "left"), "Ann plays Main Thrust (left)."),
    (events.Ordered(ANN, 1, G, "A4"), "Ann orders Guard A4."),
    (events.Moved(ANN, 1, G, ("A4", "B4"), "move"), "Ann: Guard A4 → B4."),
    (events.Moved(ANN, 1, G, ("A4", "B4"), "advance"), "↳ Guard A4 → B4: advance."),
    (events.Moved(ANN, 1, G, ("A4", "B4"), "pursue"), "↳ Guard A4 → B4: pursuit."),
    (events.Moved(ANN, 1, G, ("A4", "B4"), "retreat"), "↳ Guard A4 → B4: retreat."),
    (events.Moved(ANN, 1, G, ("A4", "B4"), "card"), "↳ Guard A4 → B4."),
    (events.LorePlayed(BEN, "crushing_force", ("C7",), 3), "Ben plays Crushing Force (3 lore) on C7."),
    (events.LorePlayed(BEN, "brute_strength", (), 6), "Ben plays Brute Strength (6 lore)."),
    (events.Answered(BEN, "now"), ""),
    (events.Answered(BEN, "turn"), "Ben passes at this moment until the turn ends."),
    (events.Answered(BEN, "mine"), "Ben passes at this moment until Ben's next turn."),
    (
        events.Answered(BEN, "now", "runic_barrier"),
        "I'll play Runic Barrier after the roll if your condition is met.",
    ),
    (events.BuildingRuined("C7"), "↳ The building on C7 lies in ruins."),
    (events.Stunned(1, G, ANN, "A4"), "↳ Guard A4: stunned."),
    (events.GotPoisoned(1, G, ANN, "A4"), "↳ Guard A4: poisoned."),
    (events.Cured(1, G, ANN, "A4", "stun"), "↳ Guard A4: no longer stunned."),
    (events.Cured(1, G, ANN, "A4", "poison"), "↳ Guard A4: no longer poisoned."),
    (events.Healed(1, G, ANN, "A4", 1), "↳ Guard A4: +1 health."),
    (events.CardsSeen(ANN, ()), "Ann looks into the other side's lore hand."),
    (events.CardsSeen(ANN, ("portal",)), "You see in the other side's lore hand: Portal."),
    (
        events.AttackDeclared(ANN, 1, G, "A4", 2, V, "B4", "strike", False),
        "Ann attacks Vipers B4 with Guard A4.",
    ),
    (
        events.AttackDeclared(ANN, 1, G, "A4", 2, V, "B4", "ranged", False),
        "Ann shoots at Vipers B4 with Guard A4.",
    ),
    (
        events.AttackDeclared(ANN, 1, G, "A4", 2, V, "B4", "boulder", False),
        "Ann hurls a boulder at Vipers B4 with Guard A4.",
    ),
    (
        events.AttackDeclared(BEN, 2, V, "B4", 1, G, "A4", "ranged", True),
        "↳ Ben shoots back at Guard A4 with Vipers B4.",
    ),
    (
        events.AttackDeclared(BEN, 2, V, "B4", 1, G, "A4", "strike", True),
        "↳ Ben strikes back at Guard A4 with Vipers B4.",
    ),
    (events.DiceRolled(ANN, 1, ("strike", "lore")), "↳ Dice: Strike, Lore."),
    (events.DiceRolled(ANN, 0, ("pierce",), "arrow_storm"), "↳ Dice of Arrow Storm: Pierce."),
    (events.HeroicSpent(ANN, "rage", "-"), "↳ Heroic die: Rage."),
    (events.HeroicSpent(ANN, "heavy_swing", "B4"), "↳ Heroic die: Heavy Swing on B4."),
    (events.Damaged(2, V, BEN, "B4", 2, 1, "hit"), "↳ Vipers B4: 2 damage, 1 health left."),
    (events.Damaged(2, V, BEN, "B4", 1, 0, "hit"), "↳ Vipers B4: 1 damage."),
    (events.Damaged(2, V, BEN, "B4", 1, 2, "retreat"), "↳ Vipers B4: 1 damage (no way back), 2 health left."),
    (events.Damaged(2, V, BEN, "B4", 1, 2, "ruins"), "↳ Vipers B4: 1 damage (Ruins), 2 health left."),
    (events.Ignored(1, G, ANN, "A4", "damage", 1, "building"), "↳ Guard A4: 1 damage ignored (Building)."),
    (events.Ignored(1, G, ANN, "A4", "retreat", 2, "support"), "↳ Guard A4: 2 retreats ignored (supported)."),
    (events.Ignored(1, G, ANN, "A4", "retreat", 1, "immovable"), "↳ Guard A4: 1 retreat ignored (Immovable)."),
    (events.Destroyed(2, V, BEN, "B4", ANN), "↳ 💀 Vipers B4 (Ben): destroyed."),
    (events.LoreGained(ANN, 1, "dice"), "↳ Ann: +1 lore."),
    (events.LoreGained(ANN, 2, "step"), "Ann: +2 lore in the Lore Step."),
    (events.LoreGained(ANN, 2, "muster"), "Ann: +2 lore to start with."),
    (events.LoreGained(ANN, 2, "regroup"), "Ann: +2 lore (Regroup)."),
    (events.LoreLost(ANN, 1, "dice"), "↳ Ann: no room for 1 lore."),
    (events.LoreLost(ANN, 2, "step"), "Ann: no room for 2 lore in the Lore Step."),
    (events.LoreLost(ANN, 2, "regroup"), "Ann: no room for 2 lore (Regroup)."),
    (events.Declined(ANN, "counter"), "↳ Ann doesn't strike back."),
    (events.Declined(ANN, "advance"), "↳ Ann doesn't advance."),
    (events.Declined(ANN, "pursue"), "↳ Ann doesn't pursue."),
    (events.Declined(ANN, "peek"), "Ann looks at no card."),
    (events.Declined(ANN, "sight"), "Ann can attack nobody: no enemy in reach is in sight."),
    (events.Declined(ANN, "barred"), "Ann can attack nobody: the card forbids it."),
    (events.Scored(ANN, 1, 4, "banner"), "Ann: +1 victory point for banners (4 in all)."),
    (events.Scored(ANN, 2, 4, "half"), "Ann: +2 victory points for the goal of the map half (4 in all)."),
    (events.Scored(ANN, 1, 4, "kill"), "Ann: +1 victory point for a unit destroyed (4 in all)."),
    (events.Peeked(ANN, "C7", 2, ""), "Ann pays 2 lore to look at the card on C7."),
    (events.Peeked(ANN, "C7", 2, G), "You pay 2 lore and see the card on C7: Citadel Guard."),
    (events.CardRevealed("C7", G), "🃏 The card on C7 is revealed: Citadel Guard."),
    (events.Placed(ANN, 9, G, "C8"), "Ann places Guard C8."),
    (events.NotPlaced(ANN, G, "supply"), "Ann has no Citadel Guard left to place."),
    (events.NotPlaced(ANN, G, "limit"), "Citadel Guard: not placed, there are enough on the field."),
    (events.NotPlaced(ANN, G, "room"), "Citadel Guard: not placed, there is no room."),
    (events.CardDrawn(ANN, "command", (), 1), "Ann draws a command card."),
    (events.CardDrawn(ANN, "lore", (), 2), "Ann draws 2 lore cards."),
    (events.CardDrawn(ANN, "lore", ("portal",), 1), "You draw Portal."),
    (events.Reshuffled("command", None), "The command cards are reshuffled."),
    (events.Reshuffled("lore", BEN), "Ben reshuffles the lore deck."),
    (events.GameOver(ANN, "destroyed"), "🏆 Ann wins: the enemy army is destroyed."),
    (events.GameOver(ANN, "points"), "🏆 Ann wins by victory points."),
    (
        events.GameOver(BEN, "cards"),
        "🏆 Ben wins: the last hidden card needed is revealed.",
    ),
    (events.GameOver(BEN, "conceded"), "🏆 Ben wins: the other side concedes."),
    (events.DrawOffered(ANN), "Ann offers a draw this turn."),
    (events.GameOver(None, "agreed-draw"), "The game ends in a draw."),
]


@pytest.fixture(scope="module", params=languages())
def words(request: pytest.FixtureRequest) -> SkirmishWords:
    return SkirmishWords(Words(request.param))


@pytest.mark.parametrize(("event", "said"), EVENTS, ids=lambda value: type(value).__name__)
def test_every_event_has_its_sentence(event: events.Event, said: str) -> None:
    halves = "High Ground or River Watch"

    assert ENGLISH.event(event, NAMES) == said.replace("{halves}", halves)


def test_no_event_is_forgotten(words: SkirmishWords) -> None:
    assert {type(event) for event, _ in EVENTS} == set(get_args(events.Event))
    for event, said in EVENTS:
        assert bool(words.event(event, NAMES)) is bool(said), event


@pytest.mark.parametrize("event", [event for event, _ in EVENTS], ids=lambda event: type(event).__name__)
def test_what_was_emptied_of_an_event_is_not_said(event: events.Event) -> None:
    """Told to the channel, no event with a secret has more words than what the channel may know (B13.1, B16.5)."""
    seen = SKIRMISH.seen(event, None)
    if seen == event or seen is None:
        return
    hidden = {
        name
        for part in fields(event)
        if getattr(event, part.name) != getattr(seen, part.name)
        for value in _texts(getattr(event, part.name))
        for name in (value, ENGLISH.terms.cause(value))
        if name
    }

    said = ENGLISH.event(seen, NAMES)

    assert not [secret for secret in hidden if secret in said]
    assert "nothing" not in said


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _texts(part)


def test_an_event_with_a_secret_is_told_whole_once_all_is_open(words: SkirmishWords) -> None:
    """Whatever a seat alone was told, others are told with its owner's name after the end."""
    for event, _ in EVENTS:
        seen = SKIRMISH.seen(event, None)
        if seen != event and not isinstance(event, events.StageReached):
            said = opened(words.terms, event, NAMES)
            assert said, event
            assert any(name in said for name in NAMES.values()), said
        if seen == event:
            assert not opened(words.terms, event, NAMES)


def test_every_refusal_of_the_rules_has_its_sentence(words: SkirmishWords) -> None:
    for where, code, _ in refusals():
        if where.startswith("engine/skirmish/"):
            assert f"skirmish.refusal.{code}" in words.words or f"refusal.{code}" in words.words, where


def test_no_text_names_a_clause_of_the_rules(words: SkirmishWords) -> None:
    """The law stands in its chapters; what a player reads says what to do."""
    for key in words.words.known:
        if key.startswith("skirmish.") and not key.startswith(("skirmish.lesson", "skirmish.chart")):
            for form in words.words._forms(key):
                assert not re.search(r"\(B\d|\bB\d+\.\d", form), key


def test_facts_of_refusals_are_told_in_words() -> None:
    facts = {"card": "mounted_charge", "used": 0, "orders": 3, "units": ("A4",), "unit": G, "hex": "B3"}
    told = ENGLISH.refusal(Illegal("order-class", select="cavalry", **facts), NAMES)
    lists = ENGLISH.refusal(Illegal("draft-pool", units=("mountain_giant",) * 2, pool=("mountain_giant",)), NAMES)
    none = ENGLISH.refusal(Illegal("draft-pool", units=("mountain_giant",), pool=()), NAMES)
    ways = ENGLISH.refusal(Illegal("attack-how", unit=G, hex="B3", how="boulder", ways=("strike",)), NAMES)

    assert told == "Mounted Charge orders only cavalry, not Citadel Guard B3. You can order A4."
    assert lists == "2 × Mountain Giant: not in the pool. It holds Mountain Giant."
    assert none == "The pool is empty: you can only pass."
    assert ways == "Citadel Guard B3: no boulder from here. You can use: melee attack."


@pytest.mark.parametrize(("language", "named"), [("en", "look or stay"), ("de", "ansehen oder bleiben")])
def test_what_can_be_done_instead_is_named_as_its_buttons_are(language: str, named: str) -> None:
    told = SkirmishWords(Words(language)).refusal(
        Illegal("phase-other", phase="scoring", verbs=("peek", "stay")), NAMES
    )

    assert f" {named}." in told


# Whole games


def games() -> Iterator[tuple[State, tuple[Seat, Any], tuple[events.Event, ...]]]:
    """Every step of games played at random and, so that armies meet, by the program at times: the state before it, who
    did what, and what was told."""
    for number, options in enumerate(GAMES):
        source = Random(number)
        state = SKIRMISH.new_game(2, options)
        for _ in range(700):
            step = _step(state, source)
            if step is None:
                break
            after, told = SKIRMISH.apply(state, *step)
            yield state, step, told
            state = after


def _step(state: State, source: Random) -> tuple[Seat, Any] | None:
    wanted = SKIRMISH.wants(state)
    if wanted is not None:
        faces = range(1, wanted.sides + 1)
        values = source.sample(faces, wanted.count) if wanted.distinct else source.choices(faces, k=wanted.count)
        return CHANCE, Drawn(tuple(values))
    waiting = sorted(SKIRMISH.awaiting(state))
    if not waiting:
        return None
    seat = source.choice(waiting)
    level = source.choice(("random", "random", "steady"))
    return seat, LEVELS[level](SKIRMISH.view(state, seat), tuple(SKIRMISH.legal(state, seat)), source)


@pytest.fixture(scope="module")
def played() -> list[tuple[State, tuple[Seat, Any], tuple[events.Event, ...]]]:
    return list(games())


def test_every_step_of_a_game_can_be_told(words: SkirmishWords, played: list[Any]) -> None:
    """Every choice has a label for a button, every event a sentence, whoever looks (limits of Discord)."""
    for state, (seat, action), told in played:
        if seat != CHANCE:
            view = SKIRMISH.view(state, seat)
            labels = [words.action(one, view, NAMES) for one in (action, *list(SKIRMISH.legal(state, seat))[:6])]
            assert all(0 < len(label) <= LABEL for label in labels), labels
            assert not [label for label in labels if "{" in label or "_" in label], labels
        for event in told:
            for viewer in (None, ANN, BEN):
                if (seen := SKIRMISH.seen(event, viewer)) is not None:
                    said = words.event(seen, NAMES)
                    assert "{" not in said
                    assert "_" not in said, said


def test_labels_of_a_seats_choices_are_told_apart(played: list[Any]) -> None:
    for state, (seat, _), _ in played[::5]:
        if seat != CHANCE:
            legal = tuple(SKIRMISH.legal(state, seat))
            labels = [ENGLISH.action(action, SKIRMISH.view(state, seat), NAMES) for action in legal]
            alike = {label for label in labels if labels.count(label) > 1 and not label.endswith("…")}
            assert not alike, alike


def test_every_phase_has_its_lines_for_everybody(words: SkirmishWords, played: list[Any]) -> None:
    seen = set()
    for state, _, _ in played[::2]:
        seen.add(SKIRMISH.view(state, None).phase)
        for viewer in (None, ANN, BEN):
            view = SKIRMISH.view(state, viewer)
            assert words.phase(view, NAMES) == words.phase(SKIRMISH.view(state, None), NAMES)
            if viewer is not None:
                prompt = words.prompt(view, viewer, NAMES)
                assert prompt.endswith((".", "?", ")")), prompt
                assert "_" not in prompt
    assert seen >= {"preparing", "commanding", "ordering", "moving", "attacking", "fighting", "window", "learning"}


def test_every_phase_has_a_name_and_every_verb_too(words: SkirmishWords) -> None:
    for handler in PHASES.handlers.values():
        assert words.terms.phase_name(handler.name)
    for kind in get_args(actions.Action):
        verb = getattr(kind, "verb", kind.__name__.lower())
        assert f"discord.verb.{verb}" in words.words, verb


def test_pictures_are_described_within_the_room_that_there_is(words: SkirmishWords, played: list[Any]) -> None:
    terms = words.terms
    for state, _, _ in played[::40]:
        for viewer in (None, ANN, BEN):
            view = SKIRMISH.view(state, viewer)
            actions_ = tuple(SKIRMISH.legal(state, viewer)) if viewer is not None else ()
            alts = [
                alt_texts.board_alt(terms, view, NAMES, "", actions_),
                alt_texts.hand_alt(terms, view),
                alt_texts.dice_alt(terms, view, NAMES),
                alt_texts.standing_alt(terms, view, NAMES),
                alt_texts.muster_alt(terms, view),
            ]
            assert all(0 < len(alt) <= ALT for alt in alts), max(alts, key=len)
            assert not [alt for alt in alts if "{" in alt or "_" in alt], alts
    cards = (*terms.tables.commands, *terms.tables.lore)
    alts = [alt_texts.card_alt(terms, card) for card in cards]
    alts += [alt_texts.unit_alt(terms, kind) for kind in terms.tables.kinds]
    alts += [alt_texts.terrain_alt(terms, terrain) for terrain in terms.tables.terrains]
    assert all(0 < len(alt) <= ALT for alt in alts)


def test_the_position_fits_telephones_and_messages(words: SkirmishWords, played: list[Any]) -> None:
    for state, _, _ in played[::40]:
        view = SKIRMISH.view(state, None)
        lines = position.field(words.terms, view).splitlines()
        assert len(lines) == 10
        assert all(len(line) <= 29 for line in lines)
        assert "_" not in position.position(words.terms, view, NAMES)
        assert position.scores(words.terms, view, NAMES)


def test_the_channels_texts_are_the_same_whatever_nobody_else_may_see(played: list[Any]) -> None:
    """Nothing that only one side knows shows in what everybody reads: hands and decks exchanged, the texts stay."""
    for state, _, _ in played[::40]:
        view = SKIRMISH.view(state, None)
        assert view.own is None
        secret = [card for side in state.sides for card in side.hand]
        said = position.position(ENGLISH.terms, view, NAMES)
        told = {ENGLISH.terms.card(card) for card in secret} - {ENGLISH.terms.card(view.turn.card or "pincer")}
        assert not [name for name in told if name in said]


def test_the_map_in_text_shows_who_stands_where_on_what() -> None:
    land = {"B3": "building", "C7": "forest"}
    state = field("citadel_guard@B3 uthuk/mountain_giant@D6 viper_legion@I13", land=land, hidden={"B3": G})

    lines = position.field(ENGLISH.terms, SKIRMISH.view(state, None)).splitlines()

    assert lines[0] == "I · · · · · · · · · · · · v"
    assert lines[5] == "D  · · · · · m · · · · · ·"
    assert lines[6] == "C · · · · · · % · · · · · ·"
    assert lines[7] == "B  · · G?· · · · · · · · ·"
    assert lines[9] == "  1   3   5   7   9   11  13"


def test_ones_own_cards_are_told_with_what_they_do() -> None:
    view = SKIRMISH.view(
        field("citadel_guard@B3 viper_legion@F6", hands=("portal", "sacrifice"), commands=("pincer", "onslaught")), ANN
    )

    said = position.mine(ENGLISH.terms, view, NAMES)

    assert "- **Pincer**: Order up to 2 units on the left and 2 units on the right." in said
    assert "- **Portal** (4 lore, after your Order Step): " in said
    assert "Sacrifice" not in said
    assert "Onslaught" not in said


def test_the_log_can_be_searched_by_hexes_and_read_in_short() -> None:
    attack = events.AttackDeclared(ANN, 1, G, "A4", 2, V, "B4", "ranged", False)

    assert about(attack) == ("A4", "B4")
    assert about(events.TurnBegan(ANN, 1)) == ()
    assert short(ENGLISH.terms, attack, NAMES) == "G A4 » V B4"
    assert short(ENGLISH.terms, events.DiceRolled(ANN, 1, ("strike", "lore")), NAMES) == "S L"
    assert short(ENGLISH.terms, events.Damaged(2, V, BEN, "B4", 2, 1, "hit"), NAMES) == "V B4 -2 (1)"
    assert short(ENGLISH.terms, events.TurnEnded(ANN), NAMES) == ""


def test_taking_back_is_told_by_what_it_takes_back(words: SkirmishWords) -> None:
    view = SKIRMISH.view(field("citadel_guard@B3 viper_legion@F6"), ANN)

    assert all(0 < len(words.action(Undo(entries), view, NAMES)) <= LABEL for entries in ((7,), (7, 8), (5, 6, 7, 8)))
    assert len(words.undo(["W" * 60, "W" * 60])) <= LABEL
