"""Orders ahead by thumb and in text: given, looked at and cancelled, by their owner alone."""

from __future__ import annotations

from tests.discord.conftest import Play
from tests.discord.thumb import Thumb


async def panel(play: Play, who: str) -> Thumb:
    """The panel of somebody who has asked for it by its command."""
    thumb = Thumb(play, who)
    thumb._take(await play.slash(who, "me orders"))
    return thumb


async def waiting(play: Play) -> tuple[str, str]:
    """Who is not at turn in a game of two, and a legion of his."""
    table = await play.set_up("Ann", "Ben")
    name = next(name for name in ("Ann", "Ben") if name != play.who(table))
    seat = table.seat_of(play.people[name].id)
    (legion,) = (legion for legion in table.view(seat).legions if legion.owner == seat)
    return name, legion.marker


async def test_an_order_is_given_by_thumb_seen_and_cancelled_while_others_have_their_turn(play: Play) -> None:
    who, marker = await waiting(play)
    before = play.public_text()
    mine = await Thumb(play, who).open()
    await mine.tap("Orders ahead")
    assert "You have given none" in mine.text
    assert f"Legions without a defense order: 1 ({marker})" in mine.text

    await mine.tap("If attacked")
    await mine.choose(marker)
    assert "With a Lord in it" in mine.text
    await mine.choose("Fight, whatever")

    assert mine.text.startswith(f"Ordered: If {marker} is attacked: fight")
    assert f"`when attacked {marker} then fight`" in mine.text
    assert "It lapses once it has been carried out." in mine.text
    assert f"It is void when {marker} is no more." in mine.text

    await mine.tap("Until I cancel it")
    assert f"`when attacked {marker} then fight expires never`" in mine.text
    table = await play.table()
    seat = table.seat_of(play.people[who].id)
    assert seat is not None
    assert [table.orders.said(one) for one in table.orders.of(seat)] == [
        f"when attacked {marker} then fight expires never"
    ]

    await (await mine.tap("Back")).choose("2:")
    await mine.tap("Cancel")
    assert mine.text.startswith(f"Cancelled: If {marker} is attacked: fight")
    assert table.orders.of(seat) == ()
    await mine.tap("My turn")
    assert "Orders ahead" in mine.buttons()
    assert play.public_text() == before, "nobody else learns of it"
