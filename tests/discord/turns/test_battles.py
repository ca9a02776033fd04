"""Whole battles by panels alone: how often they change hands, how many taps they take, and who sees what (U6, A6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from statistics import median

import pytest

from cogs.house.game import dice
from cogs.house.table.table import Table
from engine.core import Seat
from engine.titan.view import View
from tests.deep import deep_but
from tests.discord.ahead import ahead
from tests.discord.conftest import Play, components
from tests.discord.thumb import Thumb

NAMES = ("Ann", "Ben", "Cleo")
SEEDS = ("first blood", "at dawn", "duel two")
ONLY = "Roll: "
"""How the button of an only strike begins."""


def at_arms(view: Callable[[Seat | None], View]) -> bool:
    """Whether a battle of some size has just begun."""
    battle = view(None).battle
    return battle is not None and len(battle.fighters) > 8


async def fighting(play: Play, monkeypatch: pytest.MonkeyPatch, seed: str) -> tuple[Table, dict[Seat, Thumb]]:
    """A battle that begins, and its two players' panels."""
    monkeypatch.setattr(dice, "new_seed", lambda: seed.encode().ljust(32, b"."))
    table = await play.opened(*NAMES)
    await ahead(play, table, at_arms)
    seats = table.view(None).battle.seats
    names = {table.seat_of(play.people[name].id): name for name in NAMES}
    return table, {seat: Thumb(play, names[seat]) for seat in seats}


async def step(thumb: Thumb, table: Table, by_hand: bool) -> None:
    """The next tap of whoever has to decide: by the program's suggestions, or from the lists."""
    fight = table.view(None).battle
    assert fight is not None, "a battle is on"
    if fight.step == "carry":
        await thumb.tap("Carry")
    elif fight.step == "maneuver":
        if by_hand and any(str(part["placeholder"]).startswith("Where") for part in thumb.lists()):
            await thumb.choose("", "Where")
        elif "Move everyone for me" in thumb.buttons():
            await thumb.tap("Move everyone for me")
        else:
            await thumb.tap("Done moving")
            if "End it, they die" in thumb.buttons():
                await thumb.tap("End it")
    elif at_once := [label for label in thumb.buttons() if label.startswith((ONLY, "Roll all"))]:
        await thumb.tap(at_once[0])
    elif by_hand:
        await thumb.choose("", "Roll a strike")
    else:
        await thumb.tap("Strike for me")


@pytest.mark.parametrize("seed", deep_but(SEEDS, SEEDS[0]))
async def test_a_battle_by_panels_changes_hands_once_a_turn_at_most(
    play: Play, monkeypatch: pytest.MonkeyPatch, seed: str
) -> None:
    """A player-turn is what one does between two maneuvers of the other: striking back, maneuver, strikes."""
    table, thumbs = await fighting(play, monkeypatch, seed)
    hands: Counter[tuple[int, int]] = Counter()
    taps: Counter[tuple[int, int]] = Counter()
    actor: Seat | None = None
    while (fight := table.view(None).battle) is not None:
        (seat,) = table.awaiting
        # who strikes back has begun the turn that is his next maneuver
        side = fight.seats.index(seat)
        turn = (fight.round, side) if side == fight.mover else (fight.round + side, side)
        hands[turn] += 0
        if seat != actor:
            actor = seat
            hands[turn] += 1
            await thumbs[seat].open()
            taps[turn] += 1
        await step(thumbs[seat], table, by_hand=fight.round == 2)
        taps[turn] += 1

    print(f"\n{seed}: {len(hands)} player-turns, hand-offs {sorted(hands.values())}, taps {sorted(taps.values())}")
    assert median(hands.values()) <= 1
    assert max(hands.values()) == 1
    assert median(taps.values()) <= 6


async def test_maneuvers_are_shown_tried_and_taken_back_before_they_are_told(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, thumbs = await fighting(play, monkeypatch, SEEDS[0])
    (seat,) = table.awaiting
    mine = await thumbs[seat].open()
    told = play.public_text()
    waiting = len([f for f in table.view(None).battle.fighters if f.side == 1])

    await mine.choose("", "Where")
    assert [file.filename for file in mine.message.attachments] == ["battle.png"]
    assert any(label.startswith("Undo: ") for label in mine.buttons())
    await mine.tap("Undo: ")
    assert not any(label.startswith("Undo: ") for label in mine.buttons())
    first = mine.options("Where")
    await mine.tap("Next")
    assert "where does" in mine.text.split("\n")[0]
    assert mine.options("Where") != [] != first
    await mine.tap("Move everyone for me")
    await mine.tap("Undo: ")
    assert play.public_text() == told, "until it is confirmed nobody else hears of it"

    await mine.tap("Move everyone for me")
    await mine.tap("Done moving")
    assert play.public_text() != told
    assert len([f for f in table.view(None).battle.fighters if f.side == 1 and f.hex]) == waiting


async def test_others_see_the_same_whether_somebody_could_be_summoned_or_not(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who is not in the battle has the public map and nothing of its panels, at each of its steps (A3.3, A3.10)."""
    table, thumbs = await fighting(play, monkeypatch, SEEDS[1])
    (third,) = set(NAMES) - {thumb.who for thumb in thumbs.values()}
    for _ in range(6):
        if table.view(None).battle is None:
            break
        (seat,) = table.awaiting
        await thumbs[seat].open()
        for who in (third, "Dan"):
            seen = await Thumb(play, who).open()
            said = " ".join([seen.text, *(str(part) for part in components(seen.message))])
            assert not {"Summon …", "Reinforce …", "Concede …", "Move everyone for me"} & {
                *seen.buttons(),
                *seen.more(),
            }
            assert "summon" not in said.lower()
        await step(thumbs[seat], table, by_hand=False)


async def to_strikes(table: Table, thumbs: dict[Seat, Thumb], label: str) -> Thumb:
    """Plays on by suggestions to where somebody's maneuver is done and a button begins so; the panel of who strikes."""
    for _ in range(60):
        fight = table.view(None).battle
        assert fight is not None, "a battle is on"
        (seat,) = table.awaiting
        thumb = await thumbs[seat].open()
        if fight.step == "strike" and any(button.startswith(label) for button in thumb.buttons()):
            return thumb
        await step(thumb, table, by_hand=False)
    raise AssertionError("this battle never comes there")


async def test_the_end_of_a_maneuver_rolls_nothing_and_one_press_rolls_what_is_no_choice(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, thumbs = await fighting(play, monkeypatch, SEEDS[0])
    thumb = await to_strikes(table, thumbs, "Roll all")
    struck = sum(f.struck for f in table.view(None).battle.fighters)
    assert struck == 0, "nothing was rolled before"
    assert "roll your strikes" in thumb.text.split("\n")[0]

    await thumb.tap("Roll all")

    fight = table.view(None).battle
    assert fight is None or fight.step != "strike"


async def test_who_wants_it_has_strikes_without_a_choice_rolled_with_the_end_of_the_maneuver(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By an order that is given where one strikes, and for nobody else to see (A6.5)."""
    table, thumbs = await fighting(play, monkeypatch, SEEDS[0])
    thumb = await to_strikes(table, thumbs, "Roll all")
    (seat,) = table.awaiting

    await thumb.tap("Always roll when I've no choice")

    fight = table.view(None).battle
    assert fight is None or fight.step != "strike", "they are rolled from now on, and at once"
    assert "no choice" not in play.public_text()
    asked = dict.fromkeys(thumbs, 0)
    while table.view(None).battle is not None:
        (other,) = table.awaiting
        panel = await thumbs[other].open()
        asked[other] += any(label.startswith((ONLY, "Roll all")) for label in panel.buttons())
        await step(panel, table, by_hand=False)
    assert asked.pop(seat) == 0, "an only strike is no choice either"
    assert sum(asked.values()), "who hasn't said so rolls each by a press"


async def test_an_only_strike_waits_for_one_press_of_its_player(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    table, thumbs = await fighting(play, monkeypatch, SEEDS[1])
    thumb = await to_strikes(table, thumbs, ONLY)
    (seat,) = table.awaiting
    told = play.public_text()
    assert sum(f.struck for f in table.view(None).battle.fighters) == 0, "nothing was rolled before"
    assert "roll your only strike" in thumb.text.split("\n")[0]
    assert not any("Roll a strike" in str(part.get("placeholder")) for part in thumb.lists())

    await thumb.tap(ONLY)

    fight = table.view(None).battle
    assert fight is None or (fight.step, min(table.awaiting)) != ("strike", seat)
    assert play.public_text() != told, "and everybody is told of its dice"
