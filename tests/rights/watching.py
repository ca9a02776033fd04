"""What each kind of person may change and read, written down once more, apart from how the bot asks it.

It looks at the store, at what was answered and at what was sent, before and after an act, and says what was wrong.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import simcord

from cogs.house.values.records import Status
from engine.core import CHANCE
from tests.rights.acting import NOBODYS, Act, Acting
from tests.rights.town import DEED, MANAGERS, NOTE, ORDER, TITLE, Town

Row = Mapping[str, Any]
Key = tuple[Any, ...]
Store = Mapping[str, Mapping[Key, Row]]
"""The rows of every table, by what each is known by."""

BROKE = "Something went wrong"
"""What is said where our own program has failed."""

WORDS = re.compile(rf"(?:{TITLE}|{DEED}|{NOTE})[a-z]+|secretword")
ORDERED = re.compile(rf"\b{ORDER // 10_000}\d{{4}}\b")

DERIVED = frozenset({
    "setting", "schema_version", "sqlite_sequence", "outbox", "card", "place", "chronicle", "lobby_post", "checkpoint",
    "closed", "outage",
})  # fmt: skip
"""What follows from the rest, or is only told of it."""

SETTINGS = frozenset({
    "theme", "language", "posts", "hints", "pace", "absent", "answer", "abroad", "options", "changes", "late", "places",
    "setup", "joining",
})  # fmt: skip
COURSE = frozenset({"seq", "awaiting", "status", "suspended", "agreed", "updated_at"})
"""Columns of a game: what its host chooses, and what playing changes."""

PERSONAL = frozenset({"tongue", "display", "person", "vacation", "unnamed", "lesson"})
FOLLOWING = frozenset({
    "clock", "firing", "question", "finish", "result", "reliability", "vote", "request", "vacancy", "order_note",
    "standing_order", "prediction",
})  # fmt: skip
"""What goes on with a game when somebody has rightly acted in it."""


@dataclass(frozen=True)
class Facts:
    """The store as it is at one time."""

    town: Town
    store: Store

    def game(self, number: int) -> Row | None:
        return self.store["game"].get((number,))

    def of(self, table: str, game: int) -> list[Row]:
        return [row for row in self.store[table].values() if row["game_id"] == game]

    def seat(self, user: int, game: int) -> int | None:
        return next((row["seat"] for row in self.of("seat", game) if row["user_id"] == user), None)

    def is_inside(self, user: int, game: int) -> bool:
        """Who plays, has played, or has looked with everything open."""
        return self.seat(user, game) is not None or any(row["user_id"] == user for row in self.of("insider", game))

    def is_lost(self, game: int) -> bool:
        return self._channel(self.store["game"][game,]["channel_id"]) is None

    def _channel(self, channel: int) -> Any:
        return self.town.play.env.backend.channels.get(channel)

    def may_look(self, act: Act, game: int) -> bool:
        """May this person look at this game there?"""
        found, user, here = self.game(game), act.place.actor.id, act.place.channel.id
        if found is None:
            return False
        if self.may_act(act, game):
            return True
        if act.place.guild is None:
            follows = any(
                row["user_id"] == user for table in ("follower", "prediction") for row in self.of(table, game)
            )
            return follows and self.town.sees(user, found["channel_id"])
        return bool(found["abroad"]) and any(row["channel_id"] == here for row in self.of("relay", game))

    def may_act(self, act: Act, game: int) -> bool:
        """Are they in the game there, so that they may do something in it, or do they only read of it?"""
        found, user, here = self.game(game), act.place.actor.id, act.place.channel.id
        if found is None:
            return False
        if self.seat(user, game) is not None:
            return True
        if act.place.guild != found["guild_id"]:
            return False
        if self.is_lost(game):
            return manages(act, self.town)
        parent = act.place.channel._channel.parent_id
        return found["channel_id"] in (here, parent) or self.town.sees(user, found["channel_id"])

    def may_unfollow(self, act: Act, game: int) -> bool:
        """Whether a channel of the server, which the person sees, is told of the game: so they may end that."""
        told = [row["channel_id"] for row in self.of("relay", game) if row["guild_id"] == act.place.guild]
        return "/watch unfollow" in act.said and any(self.town.sees(act.place.actor.id, channel) for channel in told)


def manages(act: Act, town: Town) -> bool:
    """Whether somebody may manage the server where they act."""
    where = {town.home: "home", town.other.id: "elsewhere"}.get(act.place.guild or 0)
    return where is not None and act.place.person in MANAGERS[where]


def facts(town: Town) -> Facts:
    """What stands in the store now."""
    store: dict[str, dict[Key, Row]] = {}
    for (table,) in town.rows("SELECT name FROM sqlite_master WHERE type = 'table'"):
        if table in DERIVED - {"outbox"}:
            continue
        columns = "id, game_id, kind, seat, user_id" if table == "outbox" else "*"
        cursor = town.database.execute(f"SELECT {columns} FROM {table}")  # noqa: S608
        names = [each[0] for each in cursor.description]
        rows = [dict(zip(names, row, strict=True)) for row in cursor]
        store[table] = {tuple(row[each] for each in _key(town, table)): row for row in rows}
    return Facts(town, store)


def _key(town: Town, table: str) -> tuple[str, ...]:
    """The columns by which a row of a table is known."""
    if table not in _KEYS:
        about = town.rows("SELECT name, pk FROM pragma_table_info(?)", table)
        _KEYS[table] = tuple(name for name, place in about if place) or tuple(name for name, _ in about)
    return _KEYS[table]


_KEYS: dict[str, tuple[str, ...]] = {}


@dataclass(frozen=True)
class Change:
    """A row that has come, gone, or become another."""

    table: str
    before: Row | None
    after: Row | None

    def __str__(self) -> str:
        if self.before is not None and self.after is not None:
            names = [name for name in self.after if self.after[name] != self.before[name]]
            was, now = ({name: row[name] for name in names} for row in (self.before, self.after))
            kept = {name: value for name, value in self.after.items() if name in ("id", "game_id", "seat", "user_id")}
            return f"{self.table} {kept}: {was} became {now}"
        return f"{self.table}: {self.before or 'nothing'} became {self.after or 'nothing'}"

    @property
    def row(self) -> Row:
        return self.after or self.before or {}

    @property
    def columns(self) -> frozenset[str]:
        """What is another than it was."""
        if self.before is None or self.after is None:
            return frozenset(self.row)
        return frozenset(name for name in self.after if self.after[name] != self.before.get(name))


def changes(before: Facts, after: Facts) -> list[Change]:
    """Every row that is not as it was."""
    if before is after:
        return []
    found = []
    for table in sorted({*before.store, *after.store}):
        old, new = before.store.get(table, {}), after.store.get(table, {})
        if table == "outbox":
            found += [Change(table, None, new[key]) for key in new if key not in old]
            continue
        found += [
            Change(table, old.get(key), new.get(key)) for key in sorted({*old, *new}) if old.get(key) != new.get(key)
        ]
    return found


def game_of(change: Change, before: Facts, after: Facts) -> int | None:
    """The game that a row belongs to."""
    row = change.row
    if change.table == "game":
        return int(row["id"])
    if change.table == "ballot":
        votes = {**before.store["vote"], **after.store["vote"]}
        return next((vote["game_id"] for vote in votes.values() if vote["id"] == row["vote_id"]), None)
    return row.get("game_id")


def wrongly_changed(act: Act, before: Facts, after: Facts) -> Iterator[str]:
    """The changes that the person might not bring about."""
    by_game: dict[int | None, list[Change]] = {}
    for change in changes(before, after):
        by_game.setdefault(game_of(change, before, after), []).append(change)
    for game, made in by_game.items():
        judge = _nobodys(act, before) if game is None else Judge(act, before, after, game, tuple(made)).allows
        for change in made:
            if not judge(change):
                yield f"{'a server' if game is None else f'game {game}'}: {change}"


def _nobodys(act: Act, before: Facts) -> Any:
    """What is of no game: one's own, and what who manages a server has chosen for it."""
    user, managed = act.place.actor.id, manages(act, before.town)

    def allows(change: Change) -> bool:
        if change.table in PERSONAL or change.table == "deed":
            return bool(change.row["user_id"] == user) and (change.table in PERSONAL or managed)
        return change.table == "reliability" or (managed and change.row.get("guild_id") == act.place.guild)

    return allows


@dataclass(frozen=True)
class Judge:
    """Whether a person might bring about what has changed in one game."""

    act: Act
    before: Facts
    after: Facts
    game: int
    made: tuple[Change, ...]

    @property
    def user(self) -> int:
        return int(self.act.place.actor.id)

    @property
    def was(self) -> Row | None:
        return self.before.game(self.game)

    @property
    def seat(self) -> int | None:
        return self.before.seat(self.user, self.game)

    @property
    def runs(self) -> bool:
        return self.was is not None and self.was["status"] == Status.RUNNING.value

    @property
    def others(self) -> list[Row]:
        """Who else is there to be asked."""
        seats = self.before.of("seat", self.game)
        return [row for row in seats if row["user_id"] is not None and row["user_id"] != self.user]

    @property
    def is_free(self) -> bool:
        """Whether the deeds of a manager are open to them: not to who is inside while others are there."""
        return not (self.runs and self.before.is_inside(self.user, self.game) and self.others)

    @property
    def may_manage(self) -> bool:
        was = self.was
        return (
            was is not None
            and manages(self.act, self.before.town)
            and was["guild_id"] == self.act.place.guild
            and (self.is_free or self.halted)
        )

    @property
    def halted(self) -> bool:
        """Whether they have halted the game themselves: so they may have it go on, whatever they have seen since."""
        was = self.was
        if was is None or was["held"] is None:
            return False
        halts = [
            row for row in self.before.of("deed", self.game) if row["what"] == "freeze" and row["at"] >= was["held"]
        ]
        return bool(halts) and bool(max(halts, key=lambda row: row["id"])["user_id"] == self.user)

    @property
    def may_host(self) -> bool:
        return self.hosts and self.is_free

    @property
    def hosts(self) -> bool:
        """Whether they are the host: who opened the game, or who sits first once that person has left."""
        if self.was is None:
            return False
        rows = sorted(self.before.of("seat", self.game), key=lambda row: row["seat"])
        people = [row["user_id"] for row in rows if row["user_id"] is not None]
        host = self.was["host_id"]
        return bool(self.user == (host if host in people or not people else people[0]))

    @property
    def _leads(self) -> bool:
        """Whether they are the host, or manage the server: then a try to act for somebody is on the record, as a deed
        is."""
        was = self.was
        managed = was is not None and manages(self.act, self.before.town) and was["guild_id"] == self.act.place.guild
        return managed or self.hosts

    @property
    def consented(self) -> bool:
        """Whether what others were asked for has come about, at the word of somebody who was asked."""
        asked = [each for each in self.made if each.table in ("request", "vote") and each.after is not None]
        return self.seat is not None and any(each.after["closed"] == "done" for each in asked if each.after)

    @property
    def acted(self) -> bool:
        """Whether the person has rightly made the game go on."""
        lines = [each.after for each in self.made if each.table == "log" and each.after and each.before is None]
        own = [line for line in lines if line["seat"] == self.seat]
        begins = self.was is not None and self.was["status"] == Status.LOBBY.value and self.seat is not None
        return bool(lines) and (bool(own) or begins or self.consented or self.may_manage or self.may_host)

    def allows(self, change: Change) -> bool:
        was, user = self.was, self.user
        if was is None:  # it was opened just now
            return bool(self.after.store["game"][self.game,]["host_id"] == user)
        if (
            "forget" in self.act.said
            and change.before is not None
            and user
            in (
                change.before.get("user_id"),
                change.before.get("host_id"),
            )
        ):
            return True
        if not self.before.may_look(self.act, self.game):
            return self._let_go(change)
        if not self.before.may_act(self.act, self.game):
            foretold = change.table in ("prediction", "follower", "outbox") and self._own(change)
            return foretold or self._let_go(change)
        if self.after.game(self.game) is None:
            return self.may_manage
        if self.may_manage or self.consented:
            return (
                change.table not in ("note", "follower", "ballot")
                or change.row.get("user_id", user) == user
                or self.consented
            )
        return self._own(change) or (self.acted and change.table in FOLLOWING) or self._let_go(change)

    def _let_go(self, change: Change) -> bool:
        """What ends by itself once it is looked at: following what one may not see any more; one's own notes."""
        row = change.row
        if change.after is None and change.table == "follower":
            channel = self.before.store["game"][self.game,]["channel_id"]
            return bool(row["user_id"] == self.user) or not self.before.town.sees(row["user_id"], channel)
        if change.table == "relay" and change.after is None:
            return True
        return (
            change.table in ("note", "follower", "prediction") and change.after is None and row["user_id"] == self.user
        )

    def _own(self, change: Change) -> bool:
        row, user, seat = change.row, self.user, self.seat
        lobby = self.was is not None and self.was["status"] == Status.LOBBY.value
        takes = seat is None and self.after.seat(user, self.game) is not None
        match change.table:
            case "outbox":
                return True
            case "note" if change.after is None and takes:  # those of who had left the seat go with it
                left = self.before.seat(row["user_id"], self.game)
                return row["user_id"] == user or (left is not None and left == self.after.seat(user, self.game))
            case "note" | "follower":
                return bool(row["user_id"] == user)
            case "seen":
                if seat is None and self.after.seat(user, self.game) is None:
                    return False  # who leaves was there, and who joins is
                return bool(row["user_id"] == user)
            case "prediction":
                return bool(row["user_id"] == user) and not self.before.is_inside(user, self.game)
            case "insider":
                sat = {each["user_id"] for each in self.before.of("seat", self.game)}
                return bool(row["user_id"] == user) or row["user_id"] in sat
            case "relay":
                return self._manages_channel(row["channel_id"]) or self.may_host
            case "deed":
                return bool(row["user_id"] == user) and (self.may_host or (self._leads and row["what"] == "act-for"))
            case "game":
                allowed = {"suspended", "updated_at"}
                allowed |= COURSE if self.acted or lobby or seat is not None else set()
                allowed |= SETTINGS if self.may_host else set()
                allowed |= {"options"} if lobby and _begins(change) else set()
                return change.columns <= allowed | ({"awaiting"} if takes else set()) | (
                    {"host_id"} if self.may_host else set()
                )
            case "log":
                return change.before is None and self._is_line(row)
            case "seat" if lobby:
                return (
                    self.may_host
                    or seat is not None
                    or row["user_id"] == user
                    or (change.before or {}).get("user_id") == user
                )
            case "seat" | "vacancy" | "clock" | "firing" | "standing_order" | "order_note":
                at = seat if seat is not None else self.after.seat(user, self.game)
                return (at is not None and row["seat"] == at and (not takes or self._vacant(at))) or self.may_host
            case "ballot":
                return seat is not None and row["seat"] == seat
            case "vote" | "request":
                return seat is not None
            case _:
                return False

    def _vacant(self, seat: int) -> bool:
        return any(row["seat"] == seat for row in self.before.of("vacancy", self.game))

    def _is_line(self, row: Row) -> bool:
        """Whether a line is one's own, chance's, the program's, or was ordered for when somebody else has acted."""
        if row["seat"] in (self.seat, CHANCE):
            return self.acted or self.after.seat(self.user, self.game) is not None
        if row["proxy"] and self.may_host:
            return True
        program = [each["seat"] for each in self.before.of("seat", self.game) if each["bot"] is not None]
        ordered = [each["seat"] for each in self.before.of("standing_order", self.game)]
        return self.acted and row["seat"] in (*program, *ordered)

    def _manages_channel(self, channel: int) -> bool:
        backend = self.before.town.play.env.backend
        found = backend.channels.get(channel)
        if found is None or found.guild_id is None:
            return False
        return bool(backend.compute_permissions(found.guild_id, self.user, channel) & (1 << 4))


# --- reading


def said(result: simcord.InteractionResult, unchanged: int | None = None) -> list[Any]:
    """Everything that an answer is made of, but for the post pressed upon if that is `unchanged`: it was seen."""
    parts: list[Any] = [result.modal, result.autocomplete_choices]
    for message in [result.response, *result.followups]:
        if message is not None and (message.id != unchanged or message.ephemeral):
            files = [(file.filename, file.description) for file in message.attachments]
            parts.append((message.content, message.components, files, message.ephemeral))
    return parts


def wrongly_told(act: Act, told: Sequence[Any], before: Facts, after: Facts) -> Iterator[str]:
    """Words in an answer that the person may not read there."""
    town, user = before.town, act.place.actor.id
    for word in sorted(set(WORDS.findall(json.dumps(told, default=str)))):
        if word == "secretword":
            if act.place.person != "Ben" and before.store["game"][town.games["lobby"],]["status"] == Status.LOBBY.value:
                yield f"the word of Ben is told: {word}"
        elif word.startswith(NOTE):
            if word != f"{NOTE}{act.place.person.lower()}":
                yield f"a note of somebody else is told: {word}"
        else:
            game = town.games.get(word.removeprefix(TITLE).removeprefix(DEED))
            if game is None or before.game(game) is None:
                continue
            if not (before.may_look(act, game) or after.may_look(act, game) or before.may_unfollow(act, game)):
                yield f"game {game} is told of: {word}"
            elif word.startswith(DEED):
                runs = before.store["game"][game,]["status"] == Status.RUNNING.value
                if not manages(act, town) or (runs and before.is_inside(user, game)):
                    yield f"the reason of a deed is told: {word}"


def wrongly_ordered(act: Act, told: Sequence[Any], before: Facts, after: Facts) -> Iterator[str]:
    """Orders ahead of others in an answer."""
    for number in sorted(set(ORDERED.findall(json.dumps(told, default=str)))):
        if not any(_has_ordered(facts, number, act.place.actor.id) for facts in (before, after)):
            yield f"an order of somebody else is told: {number}"


def _has_ordered(facts: Facts, number: str, user: int) -> bool:
    """Whether the seat whose order holds a number is a person's."""
    game, seat = divmod(int(number) - ORDER, 100)
    return facts.seat(user, game) == seat


def wrongly_shown(act: Act, told: Sequence[Any], before: Facts, after: Facts) -> Iterator[str]:
    """Pictures of a hand for somebody who has no seat."""
    if "hand.png" in json.dumps(told, default=str):
        user = act.place.actor.id
        if not any(row["user_id"] == user for facts in (before, after) for row in facts.store["seat"].values()):
            yield "a hand is shown to somebody without a seat"


def wrongly_sent(act: Act, requests: Sequence[Any], before: Facts, after: Facts) -> Iterator[str]:
    """Posts and direct messages of a game where nobody may read of it."""
    town = before.town
    backend = town.play.env.backend
    persons = {channel: user for user, channel in backend.dm_channels.items()}
    for request in requests:
        found = re.match(r"/channels/(\d+)/messages", request.path)
        if request.method not in ("POST", "PATCH") or found is None:
            continue
        channel = int(found[1])
        for number in sorted(set(ORDERED.findall(json.dumps(request.json, default=str)))):
            person = persons.get(channel)
            if person is None or not any(_has_ordered(facts, number, person) for facts in (before, after)):
                yield f"an order is sent to channel {channel}: {number}"
        for word in sorted(set(WORDS.findall(json.dumps(request.json, default=str)))):
            game = town.games.get(word.removeprefix(TITLE))
            if game is None or after.game(game) is None:
                continue
            if not _is_told_at(after, game, channel, persons.get(channel)) and not _is_told_at(
                before, game, channel, persons.get(channel)
            ):
                yield f"{word} is sent to channel {channel}: {json.dumps(request.json, default=str)[:300]}"


def _is_told_at(facts: Facts, game: int, channel: int, person: int | None) -> bool:
    found = facts.store["game"][game,]
    if person is not None:
        seated = facts.is_inside(person, game) or found["host_id"] == person
        asked = any(row["invited"] == person for row in facts.of("vacancy", game))
        follows = any(row["user_id"] == person for table in ("follower", "prediction") for row in facts.of(table, game))
        return seated or asked or (follows and facts.town.sees(person, found["channel_id"]))
    place = facts.town.play.env.backend.get_channel(channel)
    if found["channel_id"] in (channel, place.parent_id):
        return True
    everybody = facts.town.play.env.backend.get_guild(found["guild_id"])
    private = not facts.town.sees(facts.town.id("Wanda"), found["channel_id"])
    near = place.guild_id == everybody.id and not private
    return any(row["channel_id"] == channel for row in facts.of("relay", game)) and (near or bool(found["abroad"]))


def as_of(told: Sequence[Any], game: int) -> str:
    """An answer, with the number of a game in the place of that which no game has."""
    return re.sub(rf"\b{NOBODYS}\b", str(game), json.dumps(told, default=str))


async def answered(acting: Acting, act: Act) -> list[Any]:
    """Does an act, and gives what it was answered."""
    shown = acting.posted(act.place, act.source)
    result = await acting.done(act)
    return said(result, act.source if shown is not None and shown == acting.posted(act.place, act.source) else None)


async def wrongs(acting: Acting, act: Act, before: Facts) -> tuple[list[str], Facts, Any]:
    """Does an act; what was wrong with what came of it, the store afterwards, and the answer."""
    town, env = acting.town, acting.town.play.env
    sent = len(env.http_requests)
    told = await answered(acting, act)
    after = now(town, before)
    found = [
        *wrongly_changed(act, before, after),
        *wrongly_told(act, told, before, after),
        *(["it broke"] if BROKE in json.dumps(told, default=str) else []),
        *wrongly_ordered(act, told, before, after),
        *wrongly_shown(act, told, before, after),
        *wrongly_sent(act, env.http_requests[sent:], before, after),
    ]
    if act.about is not None and before.game(act.about) is not None and not before.may_look(act, act.about):
        other = await answered(acting, act.of(NOBODYS))
        if as_of(told, act.about) != as_of(other, act.about):
            found.append(f"not answered as for a game that is not there:\n{told}\n{other}")
        after = now(town, after)
    return found, after, told


_versions: dict[int, int] = {}


def now(town: Town, before: Facts) -> Facts:
    """What stands in the store; what was known before if nothing was written since."""
    (version,) = town.database.execute("PRAGMA data_version").fetchone()
    if _versions.get(id(town)) == version:
        return before
    _versions[id(town)] = version
    return facts(town)


def _begins(change: Change) -> bool:
    """Whether a game begins, with all that its host has chosen: the other options are those of the rules."""
    before, after = change.before or {}, change.after or {}
    if (before.get("status"), after.get("status")) != (Status.LOBBY.value, Status.RUNNING.value):
        return False
    chosen, written = json.loads(before["options"]), json.loads(after["options"])
    return all(written.get(name) == value for name, value in chosen.items())
