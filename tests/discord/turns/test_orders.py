"""Orders ahead by thumb and in text: given, looked at and cancelled, by their owner alone."""

from __future__ import annotations

from tests.discord.conftest import Play, labels, text_of
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
    await mine.tap("Plan ahead")
    assert "No plans yet" in mine.text
    assert f"Tip: plan what {marker} does if attacked." in mine.text

    await mine.tap("If attacked")
    await mine.choose(marker)
    assert "With a Lord in it" in mine.text
    await mine.choose("Fight, whatever")

    assert mine.text.startswith(f"Planned: If {marker} is attacked: fight")
    assert f"`when attacked {marker} then fight`" in mine.text
    assert "It ends once it has been used." in mine.text
    assert f"The plan ends when {marker} is gone." in mine.text

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
    assert mine.text.startswith(f"Canceled: If {marker} is attacked: fight")
    assert table.orders.of(seat) == ()
    await mine.tap("My turn")
    assert "Plan ahead" in mine.buttons()
    assert play.public_text() == before, "nobody else learns of it"


async def test_a_typed_order_is_filed_at_once_and_what_is_wrong_is_said_with_its_form(play: Play) -> None:
    who, marker = await waiting(play)
    before = play.public_text()

    said = await play.said(who, "me orders", text=f"when attacked {marker} then fight; refuse")
    assert said.startswith(f"Planned: If {marker} is attacked: fight; refuse every offer")

    wrong = await panel(play, who)
    wrong._take(await play.slash(who, "me orders", text=f"when attacked {marker} then run"))
    assert "`run` can't be done then. You can use " in wrong.text
    assert "flee" in wrong.text
    assert "`/rules search Orders in text`" in wrong.text
    form = await wrong.form("Rewrite")
    assert f"when attacked {marker} then run" in str(form.modal)
    await wrong.fill("Rewrite", {"typed": f"when attacked {marker} then flee"})
    assert "R9.4" in wrong.text
    table = await play.table()
    seat = table.seat_of(play.people[who].id)
    assert seat is not None
    assert len(table.orders.of(seat)) == 1
    assert play.public_text() == before


async def test_who_does_not_sit_there_sees_nothing_and_each_his_own_alone(play: Play) -> None:
    who, marker = await waiting(play)
    other = "Ben" if who == "Ann" else "Ann"
    await play.slash(who, "me orders", text=f"when attacked {marker} then fight")
    mine = await panel(play, who)
    one = next(part for part in mine.lists() if part["options"][0]["label"].startswith("1:"))["options"][0]

    theirs = await panel(play, other)
    assert marker not in theirs.text
    assert "No plans yet" in theirs.text
    await play.slash(other, "me orders", text="when acquire any then none")
    theirs = await panel(play, other)
    forged = await play.people[other].select(theirs.message, [one["value"]])
    assert "acquire an angel" in text_of(forged), "a number is one of one's own list"
    assert marker not in text_of(forged)
    assert "You have no seat" in await play.said("Dan", "me orders")
    assert await play.completed("Dan", "me orders", "text") == []
    assert all(marker not in each for each in await play.completed(other, "me orders", "text"))
    assert f"when attacked {marker} then" in await play.completed(who, "me orders", "text", "when attacked")


async def test_a_split_by_its_form_comes_into_the_plan_and_is_made_when_the_turn_comes(play: Play) -> None:
    who, marker = await waiting(play)
    table = await play.table()
    seat = table.seat_of(play.people[who].id)
    assert seat is not None
    mine = await (await panel(play, who)).tap("Splits and roll")
    await mine.tap("Split …")
    creatures = next(one for one in table.view(seat).legions if one.marker == marker).creatures
    half = [f"{code}.1" for code in ("TTN", "OGR", "CEN", "GAR")]
    assert {code.partition(".")[0] for code in half} <= set(creatures)
    listed = mine.lists()[0]
    opened = await play.people[who].select(mine.message, [listed["options"][0]["value"]], custom_id=listed["custom_id"])
    assert opened.modal is not None
    under = next(free for free in (f"{marker[:2]}{number:02}" for number in range(1, 13)) if free != marker)
    mine._take(await play.people[who].submit_modal(opened, {"who": half, "under": [under]}))
    await play.settle()
    assert f"- {marker} gives " in mine.text
    await mine.tap("Roll")
    assert "- roll" in mine.text

    while table.view(None).active != seat:
        await play.first(table)
    for _ in range(3):
        await play.passes(100)

    assert table.view(None).phase == "move"
    assert sorted(one.marker for one in table.view(seat).legions if one.owner == seat) == sorted([marker, under])
    assert any("Your plan worked" in message.content for message in play.dms(who))
    orders = text_of(await play.slash(who, "me orders"))
    assert "What your plans did" in orders
    assert orders.endswith("\n- Roll")


async def test_after_ones_own_turn_nothing_is_asked_and_the_menu_tells_who_has_no_plan(play: Play) -> None:
    """A panel says that all is done; what could be planned is told where one plans."""
    table = await play.set_up("Ann", "Ben")
    who = play.who(table)
    while table.view(None).phase != "muster":
        await play.first(table)
    thumb = await Thumb(play, who).open()
    await thumb.tap("End turn")
    if "You can still muster" in thumb.text:
        await thumb.tap("Skip them")

    assert thumb.text.endswith("is on the move – I'll ping you when you're up.**")
    await thumb.tap("Plan ahead")
    seat = table.seat_of(play.people[who].id)
    one, other = (legion.marker for legion in table.view(seat).legions if legion.owner == seat)
    assert thumb.text.endswith(f"Tip: plan what these do if attacked: {one}, {other}.")


async def test_the_panel_goes_on_after_a_restart_and_in_every_phase(play: Play) -> None:
    who, marker = await waiting(play)
    mine = await (await panel(play, who)).tap("If attacked")
    table = await play.table()
    await play.first(table)
    await play.restart()

    await mine.choose(marker)
    await mine.choose("Ask me")

    assert mine.text.startswith(f"Planned: If {marker} is attacked: you're asked")


async def test_ones_hand_leads_to_the_orders_and_nobody_elses_picture_does(play: Play) -> None:
    who, _ = await waiting(play)
    hand = await play.slash(who, "show mine")
    assert labels(hand.response) == ["My turn", "Plan ahead"]
    assert labels((await play.slash(who, "show board")).response) == ["My turn"]

    opened = await play.press(who, hand.response, label="Plan ahead")

    assert "Plan ahead" in text_of(opened)


async def test_the_orders_of_another_channels_game_are_found_by_its_name(play: Play) -> None:
    who, marker = await waiting(play)
    table = await play.table()
    elsewhere = play.guild.create_text_channel("elsewhere")
    offered = await play.people[who].autocomplete(elsewhere, "me orders", "game", table.game.name[:4].upper())
    assert [(each["name"], each["value"]) for each in offered] == [(table.game.name, str(table.game.id))]
    assert await play.people["Dan"].autocomplete(elsewhere, "me orders", "game", "") == []

    async def told(name: str, **options: str) -> str:
        return text_of(await play.people[name].slash(elsewhere, "me orders", **options))

    game = str(table.game.id)
    shown, filed = await told(who, game=game), await told(who, game=game, text=f"when attacked {marker} then ask")

    assert shown.startswith(f"-# {table.game.name}")
    assert filed.startswith("Planned: ")
    assert "You have no seat" in await told("Dan", game=game)
    assert "no game" in (await told(who)).lower()
    assert "999999" in await told(who, game="999999")
