"""Typed orders: read as people write them, several at once, and near misses answered."""

from __future__ import annotations

import pytest

from cogs.house.words import Words
from cogs.titan.terms import Terms
from cogs.titan.typed import read
from engine.titan.actions import Move
from tests.discord.conftest import Play
from tests.fuzz.markup import escapes


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("rd2 > 40 left", "move Rd02 40 5"),
        ("Move RD02 to 40 Jungle, from the left side", "move Rd02 40 5"),
        ("move rd02 jungle 40 right", "move Rd02 40 1"),
        ("split Rd01 two ogres rd05", "split Rd01 Rd05 OGR,OGR"),
        ("split rd1 rd5 ogre, OGRE and Gargoyles", "split Rd01 Rd05 GAR,OGR,OGR"),
        ("muster rd4 lion showing 2 centaurs", "muster Rd04 LIO CEN,CEN"),
        ("muster rd4 guardian 3x lions", "muster Rd04 GUA LIO,LIO,LIO"),
        ("teleport rd2 118 bottom angel", "teleport Rd02 118 3 ANG"),
        ("strike d4 e4 6 4", "strike D4 E4 6 4"),
        ("maneuver ogre c5", "maneuver OGR C5"),
        ("summon rd7 ANGEL", "summon Rd07 ANG"),
        ("colour red", "colour Red"),
        ("ROLL", "roll"),
        ("fly to nowhere", "fly nowhere"),
    ],
)
def test_orders_are_read_in_any_reasonable_spelling(typed: str, meant: str) -> None:
    assert " ".join(read(Terms(Words("en")), typed)) == " ".join(meant.split())


async def test_several_orders_are_done_in_order(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    who = play.who(table)
    (seat,) = table.awaiting
    marker = table.view(seat).legions[0].marker
    own = next(legion.marker for legion in table.view(seat).legions if legion.owner == seat)

    said = await play.said(who, "play do", line=f"split {own.lower()} titan gargoyle 2 ogres; ROLL")

    assert "4 stay" in said
    assert "for movement" in said
    assert table.view(seat).phase == "move"
    assert marker


async def test_it_stops_at_the_first_order_that_is_refused_and_says_what_was_done(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    who = play.who(table)
    (seat,) = table.awaiting
    own = next(legion.marker for legion in table.view(seat).legions if legion.owner == seat)

    said = await play.said(who, "play do", line=f"split {own} titan gargoyle 2 ogres\ndone\nroll")

    assert "4 stay" in said
    assert "Done: 1 of 3 orders. It stopped at “done”." in said
    assert table.view(seat).phase == "split"


async def test_a_near_miss_is_answered_with_what_is_possible(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    who = play.who(table)
    await play.first(table)
    await play.said(who, "play roll")
    (seat,) = table.awaiting
    move = next(action for action in table.legal(seat) if isinstance(action, Move))
    seq = table.seq

    far = await play.said(who, "play do", line=f"{move.legion.lower()} > 1 left")
    unread = await play.said(who, "play do", line=f"moove {move.legion} {move.land}")

    assert "reach" in far
    assert any(f"`{table.line(action)}`" in far for action in table.legal(seat))
    assert f"move {move.legion} {move.land}" in unread
    assert table.seq == seq


async def test_a_side_that_does_not_matter_need_not_be_typed(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    who = play.who(table)
    await play.first(table)
    await play.said(who, "play roll")
    (seat,) = table.awaiting
    move = next(action for action in table.legal(seat) if isinstance(action, Move))

    await play.said(who, "play do", line=f"{move.legion} {move.land}")

    assert next(legion.land for legion in table.view(seat).legions if legion.marker == move.legion) == move.land


async def test_an_order_that_may_mean_several_is_asked_about(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    who = play.who(table)
    seq = table.seq

    said = await play.said(who, "play do", line="split titan")

    assert "Choose one" in said
    assert table.seq == seq


@pytest.mark.parametrize(
    ("command", "option"),
    [
        ("play do", "line"),
        ("rules terrain", "name"),
        ("rules glossary", "term"),
        ("me quiet", "zone"),
        ("me orders", "game"),
        ("show legion", "legion"),
        ("show knowledge", "legion"),
        ("show log", "turn"),
    ],
)
async def test_what_was_typed_is_said_again_and_does_nothing(play: Play, command: str, option: str) -> None:
    """Of several lines the one that was not done was quoted as it was, and so was what is not in the rules."""
    typed = "<@17>MARK <#18> **MARK** [MARK](http://a.b); MARK"
    table = await play.set_up("Ann", "Ben")

    said = await play.said(play.who(table), command, **{option: typed})

    assert "MARK" in said
    assert escapes(said, typed.lower(), ["mark"]) == []


async def test_an_order_that_means_several_is_asked_about_and_does_nothing(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")

    said = await play.said(play.who(table), "play do", line="split **ogr** __ogr__")

    assert "can be done in" in said
    assert "**ogr**" not in said
