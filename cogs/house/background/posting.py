"""The message that an outbox row becomes.

It is made when it is sent, so that nothing secret lies about in the store, and cards, prompts and hands tell the
present.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from cogs.house.game.announce import AT_ONCE, POST_LIMIT, Entry, scene_place, waiting
from cogs.house.game.game_types import Timeline
from cogs.house.game.kit import Kit
from cogs.house.game.pictures import Look
from cogs.house.game.players import PlayedBy
from cogs.house.game.public_history import moments
from cogs.house.game.reminders import AGAIN, NEXT, NUDGE
from cogs.house.runtime.workers import Stopped, Workers
from cogs.house.table.table import Table
from cogs.house.table.voting import CHOICES, ONCE, SIT, WAIT
from cogs.house.table.voting import OPEN as OPEN_SEAT
from cogs.house.values.availability import Pings
from cogs.house.values.drafts import PostKind, PostRow, Sentence
from cogs.house.values.records import NO, YES, About, Game, Status, Wish, seats_of
from cogs.house.values.sender import (
    AGREE,
    FORETELL,
    OPEN,
    REFUSE,
    SEAT,
    VOTE,
    Button,
    ColoredLine,
    Picture,
    Post,
    TryLater,
)
from cogs.house.words.spoken_time import moment, stamp
from engine import log
from engine.core import Seat, View
from engine.log import Rewind

ALT_LIMIT = 1_024

BUTTONS = {
    ONCE: "button-once",
    SIT: "button-sit",
    OPEN_SEAT: "button-open-seat",
    WAIT: "button-wait",
    YES: "button-yes",
    NO: "button-no",
}
"""The label of each choice in a vote."""


@dataclass(frozen=True, slots=True)
class PostButtons:
    """What is below a post for everybody: *My turn*, and what `beside` it, with the number of the phase it is for.

    `beside` are pairs of line and key of the label.
    """

    began: int
    beside: tuple[tuple[str, str], ...] = ()


_log = logging.getLogger(__name__)


async def post(table: Table, row: PostRow, workers: Workers, nonce: str) -> Post | None:
    """The message for a row that becomes one of its own; None if there is nothing to say any more."""
    kit = table.kit
    match row.kind:
        case PostKind.TEXT:
            return _public(table, _as_it_stands(table, row), nonce, await _offer(table, row))
        case PostKind.DIGEST:
            return await _digest(table, row, workers, nonce)
        case PostKind.PICTURE:
            return await _drawn(table, row, workers, nonce)
        case PostKind.REPLAY:
            return await _shown_again(table, row, workers, nonce)
        case PostKind.PROMPT:
            return _prompt(table, nonce)
        case PostKind.REQUEST:
            return _request(table, row, nonce)
        case PostKind.VOTE:
            return _vote(table, row, nonce)
        case PostKind.SEAT:
            return _seat(table, row, nonce)
        case PostKind.WAITS:
            name = table.names.get(Seat(int(row.body)))
            return _public(table, kit.words.text("something-waits", who=name), nonce) if name else None
        case PostKind.FORETOLD:
            told = await table.predictions.opened(row.body.split("\n"))
            return _public(table, told, nonce) if told else None
        case PostKind.RELAY:
            return await _relayed(table, row, workers, nonce)
        case PostKind.CARD | PostKind.LOBBY | PostKind.TIDY | PostKind.REPAIR | PostKind.CLOSE:
            raise AssertionError(f"{row.kind.value} is no message of its own")
        case _:
            return await _to_one(table, row, workers, nonce)


async def _to_one(table: Table, row: PostRow, workers: Workers, nonce: str) -> Post | None:
    """The message for a row that a single person gets; None if there is nothing to say any more."""
    kit = table.kit
    match row.kind:
        case PostKind.HAND:
            assert row.seat is not None
            view, person = table.view(row.seat), table.person(row.seat)
            kit, look = table.kit_for(person), await table.look(person)
            picture = await _picture(table, workers, kit, kit.pictures.hand, view, look)
            text = f"{_head(table, kit)}\n{kit.pictures[kit.pictures.hand].alt(view, table.names, look)}"
            return _private(table, text, nonce, (picture,))
        case PostKind.PRIVATE:
            assert row.seat is not None
            said = await table.secret_sentences(row.seat, max(1, int(row.body)), row.seq)
            head = _head(table, table.kit_of(row.seat))
            return _private(table, "\n".join((head, *said)), nonce) if said else None
        case PostKind.REMIND:
            return await _reminder(table, row, nonce)
        case PostKind.ORDERED:
            notes = await table.services.store.orders.notes_numbered(map(int, row.body.split(",")))
            head = _head(table, table.kit_for(row.user))
            return _private(table, "\n".join((head, *notes)), nonce) if notes else None
        case PostKind.NEWS:
            assert row.user is not None
            news = await table.retold(row.said, row.user)
            head = f"{_head(table, table.kit_for(row.user))}{await _scene(table, row)}"
            made = _private(table, f"{head}\n{struck(news)}", nonce)
            return replace(made, buttons=await _foretold(table, row.user))
        case PostKind.MOVED:
            return _private(table, struck(row.said), nonce)
        case PostKind.NOTICE:
            words = table.kit_for(row.user).words
            text = words.text(row.body, channel=f"<#{table.game.channel}>", name=table.shown_name)
            return _private(table, text, nonce)
        case _:
            raise AssertionError(f"{row.kind.value} is for everybody")


async def card(table: Table, handed: frozenset[Seat], threads: Iterable[int], workers: Workers, nonce: str) -> Post:
    """The live card: what is firm of the game, who is waited for, what everybody may press, and where the rest stands.

    Only those of `handed` who are still waited for are notified.
    """
    kit, timeline = table.kit, table.timeline
    view = kit.rules.view(timeline.firm, None)
    seats = waiting(kit, view) if table.game.status is Status.RUNNING else frozenset()
    people = {seat: person for seat in sorted(seats) if (person := table.person(seat)) is not None}
    agreed = table.game.agreed
    standing = kit.flow.beside if people and kit.flow.beside is not None else kit.flow.phase
    stands = kit.words.text(f"agreed-{agreed}") if agreed else standing(view, table.names)
    lines = [kit.words.text("card-title", name=table.shown_name), stands]
    if people:
        lines += [_call(kit, view, people.values()), *_deadline(table)]
    if table.vacant and table.game.status is Status.RUNNING:
        vacant = ", ".join(table.names[seat] for seat in table.vacant)
        lines.append(kit.words.text("card-vacant", who=vacant, group=table.game.ruleset))
    if links := " ".join(f"<#{thread}>" for thread in threads):
        lines.append(links)
    if table.game.status is Status.OVER:
        key = "card-over" if kit.scenes.replay is not None else "card-over-told"
        lines.append(kit.words.text(key, group=table.game.ruleset))
    pictures = await _pictures(table, workers, view, timeline.seq)
    mentions = tuple(person for seat, person in people.items() if seat in handed and _is_mentioned(table, seat, person))
    offer = PostButtons(timeline.began, kit.flow.public_actions(view))
    made = _public(table, "\n".join(filter(None, lines)), nonce, offer, pictures, mentions)
    tint = kit.flow.tint(view)
    return made if tint is None else replace(made, bar=ColoredLine(tint, stands))


def _call(kit: Kit, view: View, people: Iterable[int]) -> str:
    """Who is waited for, and what for: it notifies those whom its post names."""
    todo = kit.flow.todo(view) or kit.words.text("your-move")
    return kit.words.text("your-turn", who=" ".join(f"<@{person}>" for person in people), what=todo)


def past_card(table: Table) -> str:
    """The line that is left of the card that shows the present, once another has taken its place."""
    phase = table.kit.flow.phase(table.kit.rules.view(table.timeline.firm, None), table.names)
    return table.kit.words.text("card-past", phase=phase)


def in_words(made: Post) -> Post:
    """The post for a channel that takes no files: its pictures told."""
    told = "\n".join(filter(None, (made.text, *(picture.alt for picture in made.pictures))))
    return replace(made, text=_fit(told, POST_LIMIT), pictures=())


def repaired(table: Table, row: PostRow) -> str:
    """What a post says as far as it was not taken back, the rest struck through. A question that was answered stays."""
    return _fit(_as_it_stands(table, row), POST_LIMIT)


def _as_it_stands(table: Table, row: PostRow) -> str:
    """The sentences of a row; where nothing of it has remained, or its picture has not, that is said above them."""
    gone = row.struck or (row.said and all(each.struck for each in row.said))
    return "\n".join(filter(None, (table.kit.words.text("taken-back-post") if gone else "", struck(row.said))))


def struck(said: Sequence[Sentence]) -> str:
    """Sentences, those that were taken back struck through."""
    return "\n".join("\n".join(map(_strike, each.text.split("\n"))) if each.struck else each.text for each in said)


def _strike(line: str) -> str:
    return f"~~{line}~~" if line else line


async def _drawn(table: Table, row: PostRow, workers: Workers, nonce: str) -> Post:
    then = await table.course_at(row.seq)
    view, offer, said = log.view(table.kit.rules, then, None), await _offer(table, row, then), _as_it_stands(table, row)
    try:
        picture = await _picture(table, workers, table.kit, row.body, view, await table.look(None))
    except Exception:  # a bug in drawing must not keep the news back
        if not said:
            raise
        _log.exception("game %d, entry %d: no %s", table.game.id, row.seq, row.body)
        return _public(table, said, nonce, offer)
    return _public(table, said, nonce, offer, (picture,))


async def _shown_again(table: Table, row: PostRow, workers: Workers, nonce: str) -> Post | None:
    """What happened from an entry on, as one animated picture. Where it can't be drawn its sentences are told alone."""
    kit, said, look = table.kit, _as_it_stands(table, row), await table.look(None)
    offer, names, show = await _offer(table, row), table.plain_names, kit.scenes.replay
    assert show is not None, "only what can be shown again is announced so"
    first = min(int(row.body), 1 + await table.services.store.outbox.shown_until(row))
    entries = await workers.work(partial(_of_scene, kit, await table.entries(max(1, first), row.seq)))
    if not entries or entries[0].before is None:
        return _public(table, said, nonce, offer) if said else None
    start, found = log.view(kit.rules, entries[0].before, None), tuple(moments(kit.rules, entries))
    try:
        data, alt = await workers.long_work(lambda check: show(start, found, names, look, check))
    except Stopped as stopped:
        raise TryLater("the program stops", 0.0) from stopped
    except Exception:  # noqa: BLE001 - a bug in drawing must not keep the news back
        _log.exception("game %d, entry %d: no replay", table.game.id, row.seq)
        return _public(table, said, nonce, offer) if said else None
    return _public(table, said, nonce, offer, (Picture("replay.webp", data, _fit(alt, ALT_LIMIT)),))


def _of_scene(kit: Kit, entries: Sequence[Entry]) -> Sequence[Entry]:
    """The last of these entries that are of one scene, and of nothing that was gone back from; none if there is no more
    to be seen of it than its last pictures."""
    rules, drawn, first = kit.rules, 0, len(entries)
    after = log.view(rules, entries[-1].after, None)
    scene = kit.scenes.now(after)
    for place in range(len(entries) - 1, -1, -1):
        entry = entries[place]
        if entry.before is None or isinstance(entry.action, Rewind):
            break
        before = log.view(rules, entry.before, None)
        was = kit.scenes.now(before)
        scene = scene or was
        events = tuple(seen for event, _ in entry.facts() if (seen := rules.seen(event, None)) is not None)
        drawn += any(kit.pictures[kind].scenic for kind in kit.pictures.due(before, after, events))
        first, after = place, before
        if scene is None or was is None or was.key != scene.key:  # it has begun with this entry
            break
    return entries[first:] if drawn > AT_ONCE else ()


async def _digest(table: Table, row: PostRow, workers: Workers, nonce: str) -> Post | None:
    """What has happened since the last turn of a seat, for everybody: where it can't be drawn its lines alone."""
    seat = Seat(int(row.body))
    found = await table.since_last_turn.of(seat, row.seq)
    if found is None:
        return None
    head = table.kit.words.text("since-start" if found.fresh else "since-turn", who=table.names[seat])
    pictures: tuple[Picture, ...] = ()
    try:
        pictures = (await found.picture(table.kit, await table.look(None)),)
    except Stopped as stopped:
        raise TryLater("the program stops", 0.0) from stopped
    except Exception:  # noqa: BLE001 - a bug in drawing must not keep the news back
        _log.exception("game %d, entry %d: no digest", table.game.id, row.seq)
    return _public(table, "\n".join((head, *found.lines(table.kit))), nonce, None, pictures)


def _prompt(table: Table, nonce: str) -> Post | None:
    view = table.view(None)
    seats = sorted(waiting(table.kit, view))
    people = {seat: person for seat in seats if (person := table.person(seat)) is not None}
    if not people:
        return None
    lines = table.kit.flow.phase(view, table.names), _call(table.kit, view, people.values()), *_deadline(table)
    offer = PostButtons(table.began, table.kit.flow.public_actions(view))
    mentions = tuple(person for seat, person in people.items() if _is_mentioned(table, seat, person))
    return _public(table, "\n".join(filter(None, lines)), nonce, offer, mentions=mentions)


def _is_mentioned(table: Table, seat: Seat, person: int) -> bool:
    """Whether somebody wants to hear by a mention that he is waited for, is awake, and decides himself."""
    habit, now = table.services.habit(person), table.services.now()
    return habit.pings is Pings.MENTION and habit.waking(now) == now and seat not in table.acted_for


def _deadline(table: Table) -> Iterator[str]:
    """Until when the game waits, and for whom the program decides: what is public of its clocks."""
    text, now = table.kit.words.text, table.services.now()
    if (deadline := table.timing.deadline) is not None and table.game.frozen is None:
        due, ends = deadline
        if now >= ends:
            yield text("card-late", when=stamp(ends))
        elif now >= due:
            yield text("card-bank", when=stamp(ends))
        else:
            yield text("card-until" if ends > due else "card-due", when=stamp(due))
    if away := [seat for seat, player in sorted(table.players.items()) if player is PlayedBy.PROXY]:
        yield text("card-sitting", who=", ".join(table.names[seat] for seat in away))


async def _reminder(table: Table, row: PostRow, nonce: str) -> Post | None:
    """Which game, what is to be done and until when, with the way to the card; None if nothing is any more."""
    assert row.seat is not None
    what = row.body.split(" ")[0]
    if not table.timing.still_waits(row):
        return None
    if what in (NUDGE, NEXT) and await table.services.store.outbox.was_reminded(row):
        return None  # once a phase is enough, and once a turn
    if what == AGAIN and await table.services.store.outbox.reminds_later(row):
        return None  # our clock has jumped
    kit = table.kit_for(table.person(row.seat))
    facts = {
        "name": table.shown_name,
        "what": kit.words.text(f"remind-{what}"),
        "todo": (kit.flow.todo(table.view(None)) if what != NEXT else "") or kit.words.text("to-the-table"),
        "link": await _link(table),
    }
    until = table.timing.until
    if until is None or what == NEXT:
        return _private(table, kit.words.text("remind-where", **facts), nonce)
    return _private(table, kit.words.text("remind-until", **facts, when=moment(until)), nonce)


def _request(table: Table, row: PostRow, nonce: str) -> Post:
    """Somebody asks for something: those who must agree press one of two buttons."""
    text = table.kit.words.text
    number, seats, what = row.body.split(" ")
    asked = tuple(person for seat in seats_of(seats) if (person := table.person(seat)) is not None)
    keys = ("button-agree", "button-refuse") if what == Wish.BACK else ("button-yes", "button-no")
    both = zip(keys, (AGREE, REFUSE), strict=True)
    answers = tuple(Button(text(key), f"{verb} {number}") for key, verb in both)
    return replace(_public(table, struck(row.said), nonce, mentions=asked), buttons=answers)


def _head(table: Table, kit: Kit) -> str:
    """What a message to one person begins with: the game that it is about, as the way to its channel."""
    return kit.words.text("from-table", name=table.shown_name, link=_way(table.game, table.game.channel))


async def _link(table: Table) -> str:
    """The way to where the game stands: its card, or the newest post with *My turn*; else its channel."""
    shown = await table.services.store.cards.live(table.game.id)
    if shown is None:
        return _way(table.game, table.game.channel)
    return f"{_way(table.game, shown.message.where)}/{shown.message.id}"


def _way(game: Game, channel: int) -> str:
    return f"https://discord.com/channels/{game.guild}/{channel}"


async def _scene(table: Table, row: PostRow) -> str:
    """The thread of the scene that news are about, if there is one, to stand behind the way to the game."""
    (entry,) = await table.entries(row.seq, row.seq)
    timelines = [timeline for timeline in (entry.after, entry.before) if timeline is not None]
    scenes = (table.kit.scenes.now(log.view(table.kit.rules, timeline, None)) for timeline in timelines)
    if (scene := next(filter(None, scenes), None)) is not None:
        services = table.services
        thread = await services.store.threads.at(table.game.id, scene_place(scene).key, services.world)
        if thread.id is not None:
            return f" <#{thread.id}>"
    return ""


async def _relayed(table: Table, row: PostRow, workers: Workers, nonce: str) -> Post:
    """What a channel that follows a game is told: by names, since nobody there can open the places of the game."""
    kit = table.kit
    view = log.view(kit.rules, await table.course_at(row.seq), None)
    lines = [kit.words.text("card-title", name=table.shown_name), struck(row.said)]
    pictures: tuple[Picture, ...] = ()
    if row.body:
        lines.append(kit.flow.phase(view, table.names))
        pictures = await _pictures(table, workers, view, row.seq)
    return _private(table, "\n".join(filter(None, lines)), nonce, pictures)


async def _pictures(table: Table, workers: Workers, view: View, seq: int) -> tuple[Picture, ...]:
    """The pictures that show everybody a game as it was after entry `seq`, those that can be drawn."""
    made, kit, look = [], table.kit, await table.look(None)
    for kind in kit.pictures.due(None, view, ()):
        try:
            made.append(await _picture(table, workers, kit, kind, view, look))
        except Exception:  # noqa: BLE001 - a bug in drawing must not keep the game from going on
            _log.exception("game %d, entry %d: no %s", table.game.id, seq, kind)
    return tuple(made)


async def _foretold(table: Table, reader: int) -> tuple[Button, ...]:
    """The button to foretell what can be foretold just now."""
    if table.seat_of(reader) is not None or not await table.predictions.open(reader):
        return ()
    return (Button(table.kit_for(reader).words.text("button-foretell"), FORETELL),)


def _vote(table: Table, row: PostRow, nonce: str) -> Post:
    """Some are asked for their vote: a button for each choice, as long as it is open."""
    text = table.kit.words.text
    number, about = row.body.split(" ")
    vote = next((each for each in table.voting.open if str(each.id) == number), None)
    if vote is None:
        return _public(table, struck(row.said), nonce)
    people = filter(None, map(table.person, sorted(vote.voters)))
    asked = tuple(person for person in people if _may_hear(table, person))
    choices = CHOICES[About(about)]
    answers = tuple(Button(text(BUTTONS[choice]), f"{VOTE} {number} {choice}") for choice in choices)
    return replace(_public(table, struck(row.said), nonce, mentions=asked), buttons=answers)


def _seat(table: Table, row: PostRow, nonce: str) -> Post:
    """A seat may be taken: a button for whoever thinks of it, as long as it is open. Who is invited is notified."""
    vacancy = table.vacant.get(Seat(int(row.body)))
    if vacancy is None:
        return _public(table, struck(row.said), nonce)
    whom = vacancy.invited
    invited = (whom,) if whom is not None and _may_hear(table, whom) else ()
    button = Button(table.kit.words.text("button-seat"), f"{SEAT} {row.body}")
    return replace(_public(table, struck(row.said), nonce, mentions=invited), buttons=(button,))


def _may_hear(table: Table, person: int) -> bool:
    """Whether a mention reaches somebody who is awake and wants to be reached at all."""
    habit, now = table.services.habit(person), table.services.now()
    return habit.pings is not Pings.OFF and habit.waking(now) == now


async def _offer(table: Table, row: PostRow, then: Timeline | None = None) -> PostButtons | None:
    """What is below a post: the buttons of its phase where it is to have them and none of it was taken back.

    `then` is what the game was after the row's entry, if that is known already.
    """
    if not row.buttons or row.struck or any(each.struck for each in row.said):
        return None
    timeline = then or await table.course_at(row.seq)
    return PostButtons(timeline.began, table.kit.flow.public_actions(log.view(table.kit.rules, timeline, None)))


async def _picture(table: Table, workers: Workers, kit: Kit, kind: str, view: View, look: Look) -> Picture:
    data = await workers.picture(kit, kind, view, table.plain_names, look)
    return Picture(f"{kind}.png", data, _fit(kit.pictures[kind].alt(view, table.names, look), ALT_LIMIT))


def _private(table: Table, text: str, nonce: str, pictures: tuple[Picture, ...] = ()) -> Post:
    """A post for one person. It has no buttons of the game: they are where everybody sees that it is his turn."""
    return Post(table.game.id, table.began, _fit(text, POST_LIMIT), nonce, pictures)


def _public(
    table: Table,
    text: str,
    nonce: str,
    offer: PostButtons | None = None,
    pictures: tuple[Picture, ...] = (),
    mentions: tuple[int, ...] = (),
) -> Post:
    """A post for everybody. While the game runs the one that shows the present has *My turn*, and what is offered."""
    began = table.began
    buttons: tuple[Button, ...] = ()
    if offer is not None and table.game.status is Status.RUNNING:
        labels = ((OPEN, "button-open"), *offer.beside)
        began, buttons = offer.began, tuple(Button(table.kit.words.text(key), line) for line, key in labels)
    return Post(table.game.id, began, _fit(text, POST_LIMIT), nonce, pictures, buttons, mentions)


def _fit(text: str, limit: int) -> str:
    return text if len(text) <= limit else f"{text[: limit - 1]}…"
