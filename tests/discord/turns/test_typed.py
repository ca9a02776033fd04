"""Typed orders: read as people write them, several at once, and near misses answered."""

from __future__ import annotations

import pytest

from cogs.house.table.table import Table
from cogs.house.words.words import Words, languages
from cogs.titan.words.terms import Terms
from cogs.titan.words.typed import read
from engine.core import Seat
from engine.titan.actions import Move
from tests.discord.conftest import Play, labels, text_of
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
    assert "rolls a " in said
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

    assert "can mean" in said or "can be done in" in said
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

    assert "can mean 44 things. Which one?" in said
    assert "**ogr**" not in said


@pytest.mark.parametrize(
    ("language", "typed", "meant"),
    [
        ("en", "gd01 to 24", "move Gd01 24"),
        ("en", "move Gd11 “Sun” to Brush 24", "move Gd11 24"),
        ("en", "muster horn lion", "muster Gd05 LIO"),
        ("en", "recruit Horn lions", "muster Gd05 LIO"),
        ("en", "take back", "undo"),
        ("en", "color gold", "colour Gold"),
        ("de", "rekrutiere Horn zentauren", "muster Gd05 CEN"),
        ("de", "ziehe Sonne nach Busch 24", "move Gd11 24"),
        ("de", "teilen Gd11 Gd01 zwei Ogern, Titan", "split Gd11 Gd01 TTN,OGR,OGR"),
        ("de", "muster Gd05 Centaur", "muster Gd05 CEN"),
        ("ru", "набор Рог кентавра", "muster Gd05 CEN"),
        ("ru", "Gd01 в Болото 41", "move Gd01 41"),
        ("ru", "разделить Gd11 Gd01 двух огров, титана", "split Gd11 Gd01 TTN,OGR,OGR"),
        ("ru", "вербовать Gd05 боевого медведя", "muster Gd05 WBR"),
    ],
)
def test_every_name_that_is_printed_can_be_typed_in_any_form_of_it(language: str, typed: str, meant: str) -> None:
    assert " ".join(read(Terms(Words(language)), typed)) == meant


@pytest.mark.parametrize("language", languages())
def test_every_name_of_a_thing_is_read_as_that_thing(language: str) -> None:
    """Creatures in the singular and plural, markers by their pictures, lands as they are printed."""
    terms = Terms(Words(language))
    rules = terms.rules

    for code in rules.kinds:
        for number in (1, 2, 5):
            name = terms.say(f"creature.{code}", number=number)
            assert read(terms, f"muster Gd05 {name.upper()}") == ("muster", "Gd05", code), name
    for colour in rules.colours.values():
        for marker in colour.markers:
            assert read(terms, f"muster {terms.marker(marker)} OGR") == ("muster", marker, "OGR")
            assert read(terms, f"muster {terms.say(f'picture.{marker}').upper()} OGR") == ("muster", marker, "OGR")
    for land in rules.board.lands:
        assert read(terms, f"move Gd05 {terms.land(land)}") == ("move", "Gd05", str(land))


async def at_the_roll(play: Play) -> tuple[str, Seat, Table]:
    """Who is on turn, and has rolled for movement."""
    table = await play.set_up("Ann", "Ben")
    who = play.who(table)
    await play.first(table)
    await play.said(who, "play roll")
    (seat,) = table.awaiting
    return who, seat, table


@pytest.mark.parametrize("line", ["split Rd01", "split Rd01 nobody", "muster Gd05 centaur", "muster Gd05"])
async def test_what_is_for_another_phase_is_refused_for_that_and_not_for_its_form(play: Play, line: str) -> None:
    who, _, _ = await at_the_roll(play)

    said = await play.said(who, "play do", line=line)

    assert "Right now you can: mulligan or move." in said
    assert "For example" not in said


async def test_an_order_that_is_no_line_gets_one_that_can_be_typed_right_now(play: Play) -> None:
    who, seat, table = await at_the_roll(play)

    said = await play.said(who, "play do", line="move 1 2 3 4 5")
    example = said.partition("For example: `")[2].partition("`")[0]

    assert "I can't read “move 1 2 3 4 5”" in said
    assert example.startswith("move ")
    typed = read(Terms(Words("en")), example)
    assert any(table.line(action).split()[:3] == list(typed) for action in table.legal(seat))


async def test_an_order_that_lacks_its_last_word_is_refused_for_what_it_says(play: Play) -> None:
    """A land out of reach is that, whether or not a side was typed."""
    who, seat, table = await at_the_roll(play)
    own = next(legion for legion in table.view(seat).legions if legion.owner == seat)
    seq = table.seq

    assert "can't reach" in await play.said(who, "play do", line=f"{own.marker} > {own.land}")
    assert "There is no legion Zz09" in await play.said(who, "play do", line="move Zz09 24")
    assert table.seq == seq


async def test_words_that_mean_nothing_are_said_and_the_rest_is_offered(play: Play) -> None:
    who, seat, table = await at_the_roll(play)
    move = next(action for action in table.legal(seat) if isinstance(action, Move))
    seq = table.seq

    result = await play.slash(who, "play do", line=f"move {move.legion} {move.land} pretty please")

    assert f"I read “move {move.legion} {move.land} please”, but not “pretty”" in text_of(result)
    assert labels(result.response)
    assert table.seq == seq


async def test_help_says_what_can_be_done_right_now(play: Play) -> None:
    who, _, _ = await at_the_roll(play)

    assert (await play.said(who, "play do", line="help")).startswith("Right now you can: mulligan, move.")
    await play.slash(who, "me language", language="de")
    assert (await play.said(who, "play do", line="Hilfe")).startswith("Du kannst gerade: ")


async def test_who_has_nothing_to_decide_is_told_so_whatever_was_typed(play: Play) -> None:
    who, _, _ = await at_the_roll(play)
    other = "Ben" if who == "Ann" else "Ann"

    for line in ("help", "jump", "muster"):
        assert "nothing for you to decide" in (said := await play.said(other, "play do", line=line)) or "waits" in said


async def test_a_legion_is_found_by_the_picture_on_its_marker(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    legion = table.view(None).legions[0]
    picture = Terms(Words("en")).say(f"picture.{legion.marker}").lower()

    assert legion.marker in await play.said("Ann", "show legion", legion=picture)
    assert legion.marker in await play.said("Ann", "show knowledge", legion=picture)
    for land in (f"{legion.land}", f"Tower {legion.land}", f"{legion.land} Tower"):
        assert "There is no land" not in await play.said("Ann", "show board", land=land)
