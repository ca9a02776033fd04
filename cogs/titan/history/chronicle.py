"""A game of Titan as a written story: a heading for each Game-Turn, who fought whom where and what it cost. Pure.

While the game runs it is told from what everybody heard; once it is over, with how every legion ended.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from cogs.house.game.bot_names import noted
from cogs.house.game.public_history import Moment
from cogs.house.game.telling import Chronicle
from cogs.house.words.words import Names
from cogs.titan.history.highlights import AGREED, BattleStory, Feat, LegionStory, Luck, Story, TurnStory, story, trail
from cogs.titan.words.event_sentences import news, won
from cogs.titan.words.terms import Terms
from engine.core import Seat
from engine.titan.events import Agreed, Conceded, Eliminated, EndReached, Engaged, Event, Fled, WipedOut

UNUSUAL = 1.5
"""Standard deviations from which the dice of a battle are worth a word: one side in seven has such a day."""

FEW_DICE = 12
"""With fewer dice nobody speaks of luck."""


def chronicle(terms: Terms, title: str, moments: Sequence[Moment], names: Names, opened: bool) -> Chronicle:
    """The story of a game called `title`, from all its moments that still count; with all secrets if it is `opened`."""
    return _Teller(terms, names, story(moments, opened)).told(title, opened)


class _Teller:
    """Tells one story in one language."""

    def __init__(self, terms: Terms, names: Names, told: Story) -> None:
        self._terms = terms
        self._names = names
        self._tale = told
        self._greatest = max(told.fights, key=lambda fight: fight.size, default=None)

    def _say(self, key: str, **facts: object) -> str:
        return self._terms.say(f"chronicle.{key}", **facts)

    def told(self, title: str, opened: bool) -> Chronicle:
        opening, glance = tuple(self._opening(opened)), tuple(self._glance())
        lines = [self._say("title", name=title), "", *opening, "", self._say("glance"), ""]
        lines += [f"- {line}" for line in glance]
        lines += ["", *self._turns()]
        if self._tale.ended is not None:
            lines += [news(self._terms, self._tale.ended, self._names), ""]
        if opened:
            lines += self._fates()
        summary = "\n".join((self._say("summary", name=title), opening[-1], *(f"- {line}" for line in glance)))
        return Chronicle("\n".join(lines).strip() + "\n", summary)

    # How it began and how it stands

    def _player(self, seat: Seat, colour: str) -> str:
        player, note = noted(self._names[seat], self._terms.colour(colour))
        tower = self._terms.land(self._tale.towers[seat]) if seat < len(self._tale.towers) else ""
        return self._say("player", player=player, colour=note, land=tower)

    def _opening(self, over: bool) -> Iterator[str]:
        players = (self._player(seat, colour) for seat, colour in sorted(self._tale.colours.items()))
        yield self._say("players", players=self._terms.words.listing(players))
        if not self._tale.turns:
            yield self._say("not-begun")
            return
        turn = self._tale.turns[-1].number
        ended = self._tale.ended
        if ended is None:
            yield self._say("ended-by-all" if over else "running", turn=turn)
            return
        yield self._say("over", turn=turn, won=won(self._terms, ended, self._names))

    def _glance(self) -> Iterator[str]:
        """What is worth knowing of a whole game."""
        events = [event for _, event in self._tale.deeds]
        counts = {
            "battles": len(self._tale.fights),
            "flights": sum(isinstance(event, Fled) for event in events),
            "concessions": sum(isinstance(event, Conceded) for event in events),
            "agreements": sum(isinstance(event, Agreed) for event in events),
        }
        parts = [self._say(name, number=number) for name, number in counts.items() if number]
        if parts:
            yield self._say("counted", what=self._terms.words.listing(parts))
        if self._greatest is not None:
            fight = self._greatest
            yield self._say(
                "greatest",
                turn=fight.turn,
                land=self._terms.land(fight.began.land),
                one=self._names[fight.seats[0]],
                other=self._names[fight.seats[1]],
                characters=self._terms.say("characters", number=fight.size),
            )
        yield from self._greatest_flight()
        yield from self._standing()
        yield from self._turning()
        yield from self._dice()

    def _greatest_flight(self) -> Iterator[str]:
        """The one that cost the most points; no Titan flees, whose worth would be its owner's score (R9.4)."""
        flights = [(turn, event) for turn, event in self._tale.deeds if isinstance(event, Fled)]
        if flights:
            turn, event = max(flights, key=lambda flight: self._terms.rules.worth(flight[1].creatures, 0))
            yield self._say(
                "greatest-flight",
                turn=turn.number,
                player=self._names[event.seat],
                legion=event.legion,
                land=self._terms.land(event.land),
                creatures=self._terms.creatures(event.creatures),
            )

    def _standing(self) -> Iterator[str]:
        """Everybody's points, the most first."""
        if self._tale.view is not None and self._tale.turns:
            ranked = sorted(self._tale.view.players, key=lambda player: (-player.score, player.seat))
            scores = (self._terms.say("replay.score", player=self._names[p.seat], score=p.score) for p in ranked)
            yield self._say("points", scores=self._terms.words.listing(scores, "comma"))

    def _turning(self) -> Iterator[str]:
        """Who took the lead and who went out, and when."""
        for turn in self._tale.turns:
            for item in turn.story:
                if isinstance(item, Feat) and isinstance(item.event, Eliminated | WipedOut | EndReached):
                    yield self._say("turning", turn=turn.number, what=self._sentence(item.event))
            if turn.leads is not None:
                seat, score = turn.leads
                points = self._terms.points(score)
                yield self._say("leads", turn=turn.number, player=self._names[seat], points=points)

    def _dice(self) -> Iterator[str]:
        parts = [
            self._say("dice-of", player=self._names[seat], hits=luck.hits, due=_rounded(luck.due))
            for seat, luck in self._tale.luck.items()
        ]
        if parts:
            yield self._say("dice", parts=self._terms.words.listing(parts, "semicolon"))

    # Turn by turn

    def _turns(self) -> Iterator[str]:
        for number, group in groupby(self._tale.turns, key=lambda turn: turn.number):
            turns = tuple(group)
            yield self._say("turn", turn=number)
            yield ""
            mustered = [self._mustered(turn) for turn in turns if turn.mustered]
            told = [text for turn in turns for text in self._turn(turn)]
            if mustered:
                yield self._say("mustered", parts=self._terms.words.listing(mustered))
                yield ""
            elif not told:
                yield self._say("quiet")
                yield ""
            for text in told:
                yield text
                yield ""

    def _mustered(self, turn: TurnStory) -> str:
        creatures = self._terms.creatures(turn.mustered)
        return self._say("mustered-by", player=self._names[turn.seat], creatures=creatures)

    def _turn(self, turn: TurnStory) -> Iterator[str]:
        for item in turn.story:
            if isinstance(item, BattleStory):
                yield " ".join(self._fight(item))
            else:
                yield " ".join((self._deed(item), *self._scored(item)))

    def _deed(self, deed: Feat) -> str:
        if isinstance(deed.event, Fled | Conceded) and deed.engaged is not None:
            return self._gone(deed.event, deed.engaged)
        return self._sentence(deed.event)

    def _sentence(self, event: Event) -> str:
        if isinstance(event, Eliminated):  # what he had left stands among the fates of legions
            event = replace(event, legions=())
        if isinstance(event, EndReached):  # the moment that Discord shows to each in his own zone is none in a file
            return self._say("end-reached", end=self._terms.end(event.key, event.value))
        return news(self._terms, event, self._names)

    def _gone(self, event: Fled | Conceded, engaged: Engaged) -> str:
        """A legion that was given up without a battle, and before whom."""
        legions = dict(zip((engaged.attacker, engaged.defender), engaged.seats, strict=True))
        (enemy,) = (marker for marker in legions if marker != event.legion)
        return self._say(
            "fled" if isinstance(event, Fled) else "conceded",
            land=self._terms.land(event.land),
            player=self._names[event.seat],
            legion=event.legion,
            creatures=self._terms.creatures(event.creatures),
            other=self._names[legions[enemy]],
            enemy=enemy,
        )

    def _scored(self, item: BattleStory | Feat) -> Iterator[str]:
        for scored in item.scored:
            facts = {"player": self._names[scored.seat], "points": self._terms.points(scored.points)}
            yield self._say("scored", score=scored.score, **facts)

    def _fight(self, fight: BattleStory) -> Iterator[str]:
        began, (one, other) = fight.began, fight.seats
        yield self._say(
            "battle",
            land=self._terms.land(began.land),
            attacker=began.attacker,
            one=self._names[one],
            attackers=self._terms.creatures(began.attackers),
            defender=began.defender,
            other=self._names[other],
            defenders=self._terms.creatures(began.defenders),
        )
        if fight is self._greatest and len(self._tale.fights) > 1:
            yield self._say("greatest-here" if self._tale.ended else "greatest-so-far")
        yield from (news(self._terms, joined, self._names) for joined in fight.joined)
        yield from (self._say("titan-falls", player=self._names[seat]) for seat in fight.fallen)
        if fight.ended is None:
            yield self._say("still-fought")
            return
        facts = {"rounds": self._terms.say("event.rounds", number=max(1, fight.ended.round))}
        facts |= {"winner": fight.ended.winner, "loser": fight.ended.loser}
        yield self._say(f"ended-{fight.ended.how}" if fight.ended.winner else "ended-both", **facts)
        if fight.ended.winner:
            cost = fight.lost.get(fight.ended.winner, ())
            yield self._say("cost", creatures=self._terms.creatures(cost)) if cost else self._say("cost-none")
        yield from self._scored(fight)
        yield from (self._luck(seat, luck) for seat, luck in sorted(fight.luck.items()) if _is_notable(luck))

    def _luck(self, seat: Seat, luck: Luck) -> str:
        key = "lucky" if luck.unusual > 0 else "unlucky"
        return self._say(key, player=self._names[seat], hits=self._terms.hits(luck.hits), due=_rounded(luck.due))

    # What was secret

    def _fates(self) -> Iterator[str]:
        yield self._say("fates")
        yield ""
        for seat in sorted(self._tale.colours):
            lives = [life for life in self._tale.lives if life.seat == seat]
            if not lives:
                continue
            yield self._say("fates-of", player=self._names[seat])
            yield ""
            if (under := self._tale.titans.get(seat)) is not None:
                parts = (self._under(*run) for run in trail(under))
                yield self._say("titan-under", parts=self._terms.words.listing(parts, "comma"))
                yield ""
            yield from (f"- {self._life(life)}" for life in lives)
            yield ""

    def _under(self, marker: str, first: int, last: int) -> str:
        if first == last:
            return self._say("under-once", marker=marker, turn=first)
        return self._say("under", marker=marker, first=first, last=last)

    def _life(self, life: LegionStory) -> str:
        facts = {"marker": life.marker, "turn": life.turn, "origin": life.origin}
        facts |= {"land": self._terms.land(life.land), "creatures": self._terms.creatures(life.had)}
        began = self._say(f"life-{life.how}", **facts)
        ended = {"turn": life.ended, "by": life.by, "creatures": self._terms.creatures(life.last)}
        how = "agreed-both" if life.end == AGREED and not life.by else life.end
        return f"{began} {self._say(f'fate-{how}', land=self._terms.land(life.at), **ended)}"


def _is_notable(luck: Luck) -> bool:
    return luck.dice >= FEW_DICE and abs(luck.unusual) >= UNUSUAL


def _rounded(number: float) -> str:
    """A number of hits as people say it: without a part."""
    return str(round(number))
