"""The things of skirmish in words: units with their hexes, cards with what they do, dice, terrain. No news.

Names follow the ids of the tables, and figures in texts come from there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from cogs.house.game.bot_names import noted
from cogs.house.words.words import Names, Words
from engine.core import Seat
from engine.skirmish.sheets import tables
from engine.skirmish.steps.turn import GAINS
from engine.skirmish.tables import CommandCard, Half, Kind, LoreCard, Tables, Terrain
from engine.skirmish.view import View


class Terms:
    """The vocabulary of one language, with the figures of now, or of a game that began with others (see `at`)."""

    def __init__(self, words: Words, found: Tables | None = None) -> None:
        self.words = words
        self.tables: Tables = found or tables()

    def at(self, view: View) -> Terms:
        """The same with the figures that a game is played by."""
        found: Tables = view.rules.tables
        return self if found is self.tables else Terms(self.words, found)

    def say(self, key: str, **facts: object) -> str:
        """A text of the game's own, by its key below `skirmish`."""
        return self.words.text(f"skirmish.{key}", **facts)

    def has(self, key: str) -> bool:
        """Whether there is such a text."""
        return f"skirmish.{key}" in self.words

    def unit(self, kind: str) -> str:
        """`Citadel Guard`."""
        return self.say(f"unit.{kind}")

    def short(self, kind: str) -> str:
        """`Guard`, as it stands on pictures."""
        return self.say(f"caption.unit.{kind}")

    def unit_at(self, kind: str, hex_: str) -> str:
        """`Guard D3`: where it stands tells it apart, so its short name will do."""
        return self.say("unit-at", unit=self.short(kind), hex=hex_)

    def units_at(self, placed: Iterable[tuple[str, str]]) -> str:
        """`Guard A4 A6, Roc B3`, of kinds with their hexes: each kind once."""
        hexes: dict[str, list[str]] = {}
        for kind, hex_ in placed:
            hexes.setdefault(kind, []).append(hex_)
        return self.words.listing((self.unit_at(kind, " ".join(each)) for kind, each in hexes.items()), "comma")

    def units(self, kinds: Iterable[str], last: str = "comma") -> str:
        """`2 × Citadel Guard, Roc Warrior`, in the order of the first of each."""
        return self._counted(kinds, self.unit, last)

    def fallen(self, kinds: Iterable[str]) -> str:
        """`2 × Guard, Roc`, as the log told that they fell."""
        return self._counted(kinds, self.short, "comma")

    def cards(self, cards: Iterable[str], last: str = "comma") -> str:
        """`2 × Keen Eyes, Portal`, in the order of the first of each."""
        return self._counted(cards, self.card, last)

    def faces(self, faces: Iterable[str]) -> str:
        """`Strike, Strike, Lore`, in the order rolled."""
        return self.words.listing((self.say(f"face.{face}") for face in faces), "comma")

    def missed(self, why: str) -> str:
        """Why faces that would hit in melee did not: `Weak: Cleave misses.`; nothing for no reason."""
        found = self.tables
        faces = {"weak": found.melee_hits - found.weak_melee_hits, "ranged": found.ranged_hits}.get(why)
        if faces is None:
            return ""
        told = (self.say(f"face.{face}") for face in found.faces if face in faces)
        return self.say(f"miss.{why}", faces=self.words.listing(dict.fromkeys(told), "or"))

    def _counted(self, ids: Iterable[str], name: Callable[[str], str], last: str) -> str:
        ids = tuple(ids)
        several = (
            name(one) if (number := ids.count(one)) == 1 else self.say("several", number=number, unit=name(one))
            for one in dict.fromkeys(ids)
        )
        return self.words.listing(several, last)

    def card(self, card: str) -> str:
        """`Crushing Force`, of either deck."""
        return self.say(f"card.{card}")

    def faction(self, faction: str) -> str:
        """`Daqan`."""
        return self.say(f"faction.{faction}")

    def terrain(self, terrain: str) -> str:
        """`Forest`."""
        return self.say(f"terrain.{terrain}")

    def of_class(self, select: str) -> str:
        """The units that a card names: `infantry`, `all but infantry`, `elite or legend`."""
        if select.startswith("not_"):
            return self.say("not-class", **{"class": self.of_class(select.removeprefix("not_"))})
        return self.words.listing((self.say(f"class.{tag}") for tag in select.split("_or_")), "or")

    def placed(self, select: str) -> str:
        """What tells which units a card means, with its blank: before or behind the word; nothing for any units."""
        if select in ("", "any"):
            return ""
        plain = select.removeprefix("not_")
        of = self.words.listing((self.say(f"class-of.{tag}") for tag in plain.split("_or_")), "or")
        return self.say("class-of.placed", of=self.say("class-of.not", of=of) if plain != select else of)

    def _against(self, select: str) -> str:
        """Whom a card is played against: `infantry`, `all but infantry`."""
        if not select.startswith("not_"):
            return self.of_class(select)
        return self.say("class-of.against-not", **{"class": self.of_class(select.removeprefix("not_"))})

    def letter(self, kind: str) -> str:
        """What stands for a kind on the map in text: `G`."""
        return self.say(f"letter.{kind}")

    def direction(self, direction: str) -> str:
        """`northeast`, of `NE`."""
        return self.say(f"direction.{direction}")

    def section(self, section: str) -> str:
        """`left`, `center` or `right` of who acts; `west` and `east` of the field."""
        return self.say(f"section.{section}")

    def stage(self, stage: str) -> str:
        """How far the preparations of a side are: `mustering`."""
        return self.say(f"stage.{stage}")

    def way(self, how: str) -> str:
        """How an attack is made: `ranged attack`."""
        return self.say(f"how.{how}")

    def phase_name(self, phase: str) -> str:
        """`Move Step`, of `moving`."""
        return self.say(f"phase-name.{phase}")

    def player(self, view: View, seat: Seat, names: Names) -> str:
        """`Ann (Daqan)`."""
        player, note = noted(names[seat], self.faction(view.side(seat).faction))
        return self.say("seat", player=player, faction=note)

    def players(self, view: View, seats: Iterable[Seat], names: Names) -> str:
        """`Ann (Daqan) and Ben (Uthuk)`."""
        return self.words.listing(self.player(view, seat, names) for seat in seats)

    # What can be counted

    def dice(self, number: int) -> str:
        """`3 dice`."""
        return self.say("dice", number=number)

    def hexes(self, number: int) -> str:
        """`2 hexes`."""
        return self.say("hexes", number=number)

    def damage(self, number: int) -> str:
        """`2 damage`."""
        return self.say("damage", number=number)

    def lore(self, number: int) -> str:
        """`2 lore`."""
        return self.say("lore", number=number)

    def learnt(self, way: str, room: int | None = None) -> str:
        """`1 lore and a card`: a way of the Lore Step, of its lore no more than there is room for, if that is said."""
        lore = GAINS[way] if room is None else min(GAINS[way], room)
        return self.say(f"learn.{way}-full" if lore < min(1, GAINS[way]) else f"learn.{way}", lore=self.lore(lore))

    def points(self, number: int) -> str:
        """`1 victory point`."""
        return self.say("points", number=number)

    # What things do

    def ability(self, ability: str, number: int) -> str:
        """`Immovable 1`."""
        return self.say(f"ability.{ability}", number=number)

    def ability_does(self, ability: str, number: int) -> str:
        """What an ability does, in a sentence."""
        return self.say(f"ability-does.{ability}", number=number)

    def abilities(self, kind: Kind) -> Iterator[tuple[str, str]]:
        """The abilities of a kind, each with what it does."""
        for ability, number in kind.abilities.items():
            yield self.ability(ability, number), self.ability_does(ability, number)

    def terrain_does(self, terrain: Terrain) -> Iterator[str]:
        """What a terrain does, a sentence each."""
        if not terrain.passable:
            yield self.say("terrain-does.impassable")
        numbers = {
            "cap_from": terrain.cap_from,
            "cap_into": terrain.cap_into,
            "ignores_damage": terrain.ignores_damage,
            "hurts": terrain.hurts,
        }
        plain = ("stops", "blocks", "sees_over_units", "retreat_stops", "scenario_building")
        told = [self.say(f"terrain-does.{key}") for key in plain if getattr(terrain, key)]
        told += [self.say(f"terrain-does.{key}", number=number) for key, number in numbers.items() if number]
        yield from told
        if terrain.passable and not told:
            yield self.say("terrain-does.nothing")

    def timing(self, timing: str) -> str:
        """`after your own Move Step`."""
        return self.say(f"timing.{timing}")

    def text(self, card: str) -> str:
        """What a card of either deck does, in our own short words."""
        found = self.tables.commands.get(card)
        return self.command_text(found) if found else self.lore_text(self.tables.lore[card])

    def command_text(self, card: CommandCard) -> str:
        """What a command card does, with the figures of the table (B6.2)."""
        return " ".join((self._ordering(card), *self.command_does(card)))

    def _ordering(self, card: CommandCard) -> str:
        if card.orders:
            parts = (
                self.say(f"orders.{section}", units=self.say("units", number=number))
                for section, number in card.orders.items()
            )
            return self.say("orders.card", orders=self.words.listing(parts))
        return self.say("orders.tactic", number=card.most, of=self.placed(card.select))

    def command_does(self, card: CommandCard) -> Iterator[str]:
        """What a command card does for the units that it orders."""
        return (self.say(f"command-does.{does}", number=number) for does, number in card.does.items())

    def lore_text(self, card: LoreCard) -> str:
        """What a lore card does, with the figures of the table (B13)."""
        return " ".join(self._lore_does(card))

    def _lore_does(self, card: LoreCard) -> Iterator[str]:
        facts = {
            "number": card.amount,
            "damage": self.damage(card.amount),
            "hexes": self.hexes(card.amount),
            "reach": self.hexes(card.reach),
            "dice": self.dice(card.dice),
            "lore": self.lore(card.lore),
            "of": self.placed(card.select),
        }
        match card.does:
            case "might" if card.target == "any":
                yield self.say("lore-does.might-any", **facts)
            case "might":
                yield self.say("lore-does.might", target=self._against(card.target), **facts)
                if card.ranged_any:
                    yield self.say("lore-does.might-ranged")
                if card.unit:
                    instead = self.dice(card.unit_amount)
                    yield self.say("lore-does.might-unit", unit=self.unit(card.unit), dice=instead)
            case "heal":
                yield self.say(f"lore-does.heal-{card.cures}", **facts)
            case "march" if card.most > 1:
                yield self.say("lore-does.march-several", **{**facts, "number": card.most})
            case "crush":
                yield self.say("lore-does.crush", unit=self.unit(card.unit), **facts)
            case "barrage":
                faces = (self.say(f"face.{face}") for face in card.hits)
                yield self.say("lore-does.barrage", faces=self.words.listing(faces, "or"), **facts)
            case does:
                when = self.say(f"when.{card.when}") if card.when else ""
                yield self.say(f"lore-does.{does}", when=when, **facts)

    def half(self, half: str) -> str:
        """`High Ground`."""
        return self.say(f"half.{half}")

    def half_points(self, half: Half) -> str:
        """The half's own way to score (B14.3)."""
        how, *said = half.points
        terrain = next((self.terrain(word) for word in said if word in self.tables.terrains), "")
        numbers = [int(word) for word in said if word.isdigit()]
        rows = [len(word) for word in said if word.isalpha() and word.isupper()]
        return self.say(f"half-points.{how}", terrain=terrain, number=next(iter((*numbers, *rows)), 0))

    def scenario(self, scenario: str) -> str:
        """`Thunderclap`; `Free play` where there is none."""
        return self.say(f"scenario.{scenario or 'free'}")

    def cause(self, why: str) -> str:
        """What did or prevented something, by its name: an ability, a card, a terrain. Empty if it is none of these."""
        section = next((each for each in ("ability", "card", "terrain") if self.has(f"{each}.{why}")), "")
        return self.say(f"{section}.{why}", number="").strip() if section else ""
