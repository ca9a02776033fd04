"""Who is told what, and when a picture is due: from the entries of a submit to outbox rows. Pure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby, pairwise

from cogs.house.game.bot_remarks import MUTE, Remark, Voices
from cogs.house.game.game_types import Opaque, Timeline, Told
from cogs.house.game.kit import Kit
from cogs.house.game.telling import Scene
from cogs.house.values.drafts import END, LOG, TURN, PostDraft, PostKind, PostPlace, Sentence
from cogs.house.values.records import Chair, PostStyle, listed
from cogs.house.words.words import Names
from engine import log
from engine.core import CHANCE, MODERATOR, Action, Event, Seat, Takeback, View
from engine.log import Rewind

POST_LIMIT = 1_900
"""Characters of one post of sentences; Discord takes 2,000."""
CLOSED_AFTER = 24 * 3600.0
"""Seconds after a scene until its place is closed: buttons in locked threads fail on some clients."""
AT_ONCE = 2
"""Of a scene that goes on for more pictures than that before a person is asked, there is a replay beside the last."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the log with what it changed and told, and when it was written.

    `before` and `action` are None for the opening, which nobody decided. `proxy`: the program decided it in the place
    of whoever sits there.
    """

    seat: Seat
    before: Timeline | None
    after: Timeline
    told: Told
    action: Action | None = None
    at: float = 0.0
    proxy: bool = False

    def facts(self) -> Iterator[tuple[Event, Seat]]:
        """Each event that is told now, with the seat whose act it was and who has heard of it already."""
        kept = [
            step.seat
            for step in (self.before.steps if self.before else ())
            if step.takeback is Takeback.FREE
            for _ in step.events
        ]
        if self.after.steps:  # nothing has become firm
            kept = []
        for place, event in enumerate(self.told.events):
            yield event, kept[place] if place < len(kept) else self.seat


EventText = Callable[[Opaque, Names], str]
"""How an event can be told; empty where it has no words for it."""


@dataclass(frozen=True, slots=True)
class ToldEvent:
    """Something that entry `seq` of `seat` tells, with all its secrets: an event, or a Rewind.

    `undone`: it was told before, and is taken back. `proxy` is as in an Entry; `back` is the channel's view of where
    the game has gone back to. `remark` is what a bot says to it.
    """

    seq: int
    seat: Seat
    event: Event | Rewind
    undone: bool = False
    proxy: bool = False
    back: View | None = None
    remark: Remark | None = None

    def seen(self, kit: Kit, viewer: Seat | None) -> Event | Rewind | None:
        """The event as `viewer` may learn of it; None if it is not for him. Going back is seen by all."""
        return self.event if isinstance(self.event, Rewind) else kit.rules.seen(self.event, viewer)

    def said(self, kit: Kit, names: Names, seen: Event | Rewind, forms: Sequence[EventText] = ()) -> str:
        """The sentence for it, as it was `seen`; in place of that the first of other `forms` that has one for it."""
        if self.proxy:
            names = {**names, self.seat: kit.words.text("acted-for", who=names[self.seat])}
        if isinstance(seen, Rewind):
            where = kit.flow.phase(self.back, names)
            if self.seat == MODERATOR:
                return kit.words.text("rewound-by-moderator", where=where)
            return kit.words.text("rewound", who=names[self.seat], where=where)
        short = next((said for form in forms if (said := form(seen, names))), "")
        text = short or kit.words.event(seen, names)
        if text and self.undone:
            return kit.words.text("taken-back", what=text)
        return f"{text}\n{self.remark.said(kit, names)}" if text and self.remark and not short else text


def facts(kit: Kit, entry: Entry, voices: Voices = MUTE) -> Iterator[ToldEvent]:
    """All that an entry tells anybody, in the order in which it is told, and what bots say to it."""
    seq, seat, proxy = entry.after.seq, entry.seat, entry.proxy
    if isinstance(entry.action, Rewind):
        yield ToldEvent(seq, seat, entry.action, proxy=proxy, back=log.view(kit.rules, entry.after, None))
    yield from (ToldEvent(seq, seat, event, undone=True, proxy=proxy) for event in entry.told.undone)
    told = tuple(event for event, _ in entry.facts())
    remarks = dict(_remarks(kit, entry, told, voices))
    yield from (ToldEvent(seq, seat, event, proxy=proxy, remark=remarks.get(at)) for at, event in enumerate(told))


def _remarks(kit: Kit, entry: Entry, told: Sequence[Event], voices: Voices) -> Iterator[tuple[int, Remark]]:
    """What bots say to an entry, each once, by the place among what it tells: to what counts most, which comes last."""
    timeline = entry.before
    if timeline is None or not voices.bots:
        return
    before = cache(lambda: log.view(kit.rules, timeline, None))
    spoken: set[Seat] = set()
    for place, event in reversed(tuple(enumerate(told))):
        seen = kit.rules.seen(event, None)
        remark = None if seen is None else voices.remark(kit, entry.after.seq, seen, before)
        if remark is not None and remark.seat not in spoken:
            spoken.add(remark.seat)
            yield place, remark


def announce(
    kit: Kit,
    chairs: Sequence[Chair],
    names: Names,
    entries: Sequence[Entry],
    post_style: PostStyle,
    voices: Voices = MUTE,
    present: Collection[Seat] = (),
) -> tuple[PostDraft, ...]:
    """The rows that follow from the entries of one submit: for everybody, then for single people.

    What everybody gets, in which place and how many posts, follows from the channel's views and events alone (A3).
    Those who are `present`, for all have just seen them act, are not called again within a turn.
    """
    first, last = entries[0], entries[-1].after
    people = frozenset(chair.seat for chair in chairs if chair.user_id is not None)
    views = _channel_views(kit, entries)
    heard = _in_sum(kit, names, entries, tuple(_heard(kit, names, entries, views, voices)), views[-1])
    after = waiting(kit, views[-1]) & people
    turned = views[0] is not None and kit.flow.turn(views[0]) != kit.flow.turn(views[-1])
    called = after - waiting(kit, views[0]) - (frozenset() if turned else frozenset(present))
    handed = listed(after) if called else ""
    began = first.before is None or first.before.began != last.began
    told = tuple(_shortened(kit, heard, calls=bool(after)))

    if post_style is PostStyle.CARD:
        public = list(_in_places(told))
        if turned and (whose := kit.flow.turn(views[-1])[1]) in after:
            public.append(PostDraft(PostKind.DIGEST, None, last.seq, str(whose), place=LOG))
        if handed or began or _is_card_new(kit, names, heard, views):
            public.append(PostDraft(PostKind.CARD, None, last.seq, handed))
    else:
        public = list(_in_channel(told, last.seq))
        if handed:
            public.append(PostDraft(PostKind.PROMPT, None, last.seq, handed))
        elif after and public and began:
            public[-1] = replace(public[-1], buttons=True)

    over = not kit.rules.awaiting(last.state)
    return (*public, *_in_private(kit, entries, people), *_news(heard, over), *_relayed(heard, over, turned))


def _channel_views(kit: Kit, entries: Sequence[Entry]) -> list[Opaque]:
    """The game as the channel sees it before the first of the entries, None for the opening, and after each."""
    before = entries[0].before
    return [None if before is None else log.view(kit.rules, before, None)] + [
        log.view(kit.rules, entry.after, None) for entry in entries
    ]


def _in_private(kit: Kit, entries: Sequence[Entry], people: Collection[Seat]) -> Iterator[PostDraft]:
    """What single people get: what they alone may know, then the hands that have changed."""
    first, last = entries[0].after.seq, entries[-1].after.seq
    for seat in sorted(people):
        if next(_secrets(kit, entries, seat), None) is not None or any(_lost_steps(entry, seat) for entry in entries):
            yield PostDraft(PostKind.PRIVATE, seat, last, str(first))
    yield from (PostDraft(PostKind.HAND, seat, last) for seat in sorted(people) if _hand_due(kit, entries, seat))


def _is_card_new(kit: Kit, names: Names, heard: Sequence[Announcement], views: Sequence[View]) -> bool:
    """Whether the card says, offers or shows anything else after the entries than before."""
    before, after = ((kit.flow.phase(view, names), kit.flow.public_actions(view)) for view in (views[0], views[-1]))
    return any(each.pictures for each in heard) or before != after


@dataclass(frozen=True, slots=True)
class Announcement:
    """What everybody hears of an entry: sentences and kinds of pictures, each with whether it is the scene's alone.

    `scene` is the one that it belongs to; `opens` and `closes` say whether it is its first and its last entry.
    `replay` is the entry from which on the scene is shown again before the pictures, 0 for not at all.
    """

    seq: int
    sentences: tuple[tuple[str, bool], ...]
    pictures: tuple[tuple[str, bool], ...]
    scene: Scene | None
    opens: bool
    closes: bool
    replay: int = 0


def _heard(
    kit: Kit, names: Names, entries: Sequence[Entry], views: Sequence[View | None], voices: Voices
) -> Iterator[Announcement]:
    for entry, (before, after) in zip(entries, pairwise(views), strict=True):
        was, now = kit.scenes.now(before) if before is not None else None, kit.scenes.now(after)
        events = tuple(seen for event, _ in entry.facts() if (seen := kit.rules.seen(event, None)) is not None)
        kinds = kit.pictures.due(before, after, events)
        yield Announcement(
            entry.after.seq,
            tuple((text, kit.scenes.within(event)) for event, text in _told(kit, names, entry, None, voices)),
            tuple((kind, kit.pictures[kind].scenic) for kind in kinds),
            now or was,
            now is not None and (was is None or was.key != now.key),
            was is not None and (now is None or was.key != now.key),
        )


def _in_sum(
    kit: Kit, names: Names, entries: Sequence[Entry], heard: tuple[Announcement, ...], view: View
) -> tuple[Announcement, ...]:
    """What was decided for everybody at the start in a sentence, where the game has one, with the last pictures."""
    at_start = entries[0].before is None and any(entry.seat != CHANCE for entry in entries)
    told = kit.telling.summary(view, names) if at_start else ""
    return (replace(heard[-1], sentences=((told, False),)),) if told else heard


def _in_channel(heard: Sequence[Announcement], seq: int) -> Iterator[PostDraft]:
    yield from (PostDraft(PostKind.REPLAY, None, each.seq, str(each.replay)) for each in heard if each.replay)
    said = (Sentence(each.seq, text) for each in heard for text, _ in each.sentences)
    yield from (PostDraft(PostKind.TEXT, None, seq, said=post) for post in posts(said))
    for each in heard:
        yield from (PostDraft(PostKind.PICTURE, None, each.seq, kind) for kind, _ in each.pictures)


def _shortened(kit: Kit, heard: Sequence[Announcement], calls: bool) -> Iterator[Announcement]:
    """What is heard, of a scene with the last of its pictures alone: what led to it is shown again as a replay.

    None while the scene goes on among bots: it is shown once a person is asked, whom this `calls`, or it is over.
    """
    for scene, run in groupby(heard, lambda each: each.scene):
        told = tuple(run)
        if kit.scenes.replay is None or scene is None:
            yield from told
            continue
        shown = [each.seq for each in told if any(alone for _, alone in each.pictures)]
        goes_on = told[-1].seq == heard[-1].seq and not told[-1].closes
        for each in told:
            if shown and each.seq == shown[-1] and (calls or not goes_on):
                yield replace(each, replay=told[0].seq)
            else:
                yield replace(each, pictures=_scenic(each, alone=False))


def _in_places(heard: Iterable[Announcement]) -> Iterator[PostDraft]:
    """A scene's own place has all of it, the log all but what is the scene's alone."""
    for scene, run in groupby(heard, lambda each: each.scene):
        told = tuple(run)
        if scene is None:
            yield from _in_place(LOG, told)
            continue
        place = scene_place(scene)
        yield from _in_place(place, [replace(each, pictures=_scenic(each, alone=True)) for each in told])
        both = [replace(each, sentences=tuple(s for s in each.sentences if not s[1]), replay=0) for each in told]
        yield from _in_place(LOG, [replace(each, pictures=_scenic(each, alone=False)) for each in both])
        if told[-1].closes:
            yield PostDraft(PostKind.CLOSE, None, told[-1].seq, place=place, delay=CLOSED_AFTER)


def scene_place(scene: Scene) -> PostPlace:
    """The place of a scene."""
    return PostPlace(f"scene {scene.key}", scene.name)


def _scenic(each: Announcement, alone: bool) -> tuple[tuple[str, bool], ...]:
    return tuple(picture for picture in each.pictures if picture[1] is alone)


def _in_place(place: PostPlace, told: Sequence[Announcement]) -> Iterator[PostDraft]:
    """The posts of one place: every picture comes after the sentences that lead to it, but a replay before them."""
    waiting: list[Sentence] = []

    def texts() -> Iterator[PostDraft]:
        for post in posts(waiting):
            yield PostDraft(PostKind.TEXT, None, post[-1].seq, said=post, place=place)
        waiting.clear()

    yield from (
        PostDraft(PostKind.REPLAY, None, each.seq, str(each.replay), place=place) for each in told if each.replay
    )
    for each in told:
        if each.opens and each.scene is not None and place != LOG:
            waiting.append(Sentence(each.seq, each.scene.about))
        waiting += [Sentence(each.seq, text) for text, _ in each.sentences]
        for kind, _ in each.pictures:
            yield from texts()
            yield PostDraft(PostKind.PICTURE, None, each.seq, kind, place=place)
    yield from texts()


def _news(heard: Sequence[Announcement], over: bool) -> Iterator[PostDraft]:
    """For those who follow the game: that a scene began or ended, and the end of the game."""
    if said := _in_short(heard, over):
        yield PostDraft(PostKind.NEWS, None, heard[-1].seq, END if over else "", said)


def _relayed(heard: Sequence[Announcement], over: bool, turned: bool) -> Iterator[PostDraft]:
    """For the channels that follow the game: the same, and how it stands after each turn."""
    said = _in_short(heard, over)
    if said or turned or over:
        yield PostDraft(PostKind.RELAY, None, heard[-1].seq, END if over else TURN if turned else "", said)


def _in_short(heard: Sequence[Announcement], over: bool) -> tuple[Sentence, ...]:
    """The news that there are, as much as one post holds; none while nothing begins or ends."""
    told = [each for each in heard if each.opens or each.closes]
    said = tuple(Sentence(each.seq, text) for each in told or heard[-1:] for text, alone in each.sentences if not alone)
    return posts(said)[0] if said and (told or over) else ()


def waiting(kit: Kit, view: View | None) -> frozenset[Seat]:
    """The seats that the channel knows to be waited for, by its view; nobody before the opening."""
    return frozenset(kit.flow.waiting(view)) if view is not None else frozenset()


def sentences(
    kit: Kit, names: Names, entries: Sequence[Entry], viewer: Seat | None, voices: Voices = MUTE
) -> tuple[str, ...]:
    """What the entries tell `viewer`, in words."""
    return tuple(text for entry in entries for _, text in _told(kit, names, entry, viewer, voices))


def retold(kit: Kit, names: Names, entry: Entry, voices: Voices = MUTE) -> tuple[str, ...]:
    """What news of an entry say, in the words of `kit`: all that everybody was told but what is a scene's alone."""
    return tuple(text for event, text in _told(kit, names, entry, None, voices) if not kit.scenes.within(event))


def _told(
    kit: Kit, names: Names, entry: Entry, viewer: Seat | None, voices: Voices
) -> Iterator[tuple[Event | Rewind, str]]:
    """Each event of an entry as `viewer` has seen it, with its sentence; going back is told like one."""
    for fact in facts(kit, entry, voices):
        seen = fact.seen(kit, viewer)
        if seen is not None and (text := fact.said(kit, names, seen)):
            yield seen, text


def secret_sentences(kit: Kit, names: Names, entries: Sequence[Entry], seat: Seat) -> tuple[str, ...]:
    """What the entries of one submit tell `seat` beyond what the channel hears, and what his own acts told him."""
    told = tuple(text for event in _secrets(kit, entries, seat) if (text := kit.words.event(event, names)))
    return (*told, *(kit.words.text("staged-is-gone") for entry in entries if _lost_steps(entry, seat)))


def _lost_steps(entry: Entry, seat: Seat) -> bool:
    """Whether something that nobody else knew of went with a part of the game that another took back."""
    if not isinstance(entry.action, Rewind) or entry.before is None or entry.seat == seat:
        return False
    kept = {(step.seat, step.action) for step in entry.after.steps}
    return any(step.seat == seat and (seat, step.action) not in kept for step in entry.before.steps)


def _secrets(kit: Kit, entries: Sequence[Entry], seat: Seat) -> Iterator[Event]:
    if entries[0].seat == seat:  # his own submit: he has it in the answer
        return
    for entry in entries:
        for event, author in entry.facts():
            seen = kit.rules.seen(event, seat)
            if author != seat and seen is not None and seen != kit.rules.seen(event, None):
                yield seen


def _hand_due(kit: Kit, entries: Sequence[Entry], seat: Seat) -> bool:
    """Whether another's act, chance or going back changed what `seat` alone sees, or gave him his first of it."""
    for entry in entries:
        before = kit.rules.hand(entry.before.state, seat) if entry.before else None
        after = kit.rules.hand(entry.after.state, seat)
        others = entry.seat != seat or isinstance(entry.action, Rewind)
        if before != after and (others if bool(before) else bool(after)):
            return True
    return False


def posts(said: Iterable[Sentence]) -> tuple[tuple[Sentence, ...], ...]:
    """Sentences put together to as few posts as hold them, a line each."""
    made: list[list[Sentence]] = []
    room = 0
    for sentence in said:
        for start in range(0, len(sentence.text), POST_LIMIT):
            part = replace(sentence, text=sentence.text[start : start + POST_LIMIT])
            if not made or room < 1 + len(part.text):
                made.append([])
                room = POST_LIMIT + 1
            made[-1].append(part)
            room -= 1 + len(part.text)
    return tuple(map(tuple, made))
