"""The tables of skirmish's rules, out of its data."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from cogs.house.words.words import Words
from cogs.skirmish.words.options import options
from cogs.skirmish.words.terms import Terms
from tests.rulebook import Rows, Tables, table

CLASSES = ("infantry", "cavalry", "elite", "legend", "melee", "ranged", "flying")
"""The tags of a unit in the order in which they are told."""


def tables(language: str) -> Tables:
    """What makes each table of a language, by its mark."""
    terms = Terms(Words(language))
    decks = dict.fromkeys(
        card.deck.partition("_core")[0].partition("_reserve")[0] for card in terms.tables.lore.values()
    )

    def made(rows: Callable[[Terms], Rows]) -> Callable[[], str]:
        return lambda: table(rows(terms))

    return {
        "units": made(units),
        "commands": made(commands),
        "terrains": made(terrains),
        "halves": made(halves),
        "options": made(chosen),
        **{f"lore-{deck.replace('_', '-')}": made(partial(lore, deck=deck)) for deck in decks},
    }


def units(terms: Terms) -> Rows:
    """Every unit with its figures (B1.3, B1.6)."""
    yield _heads(
        terms, "unit", "faction", "class", "cost", "figures", "health", "move", "dice", "range", "most", "abilities"
    )
    for kind in terms.tables.kinds.values():
        tags = (terms.of_class(tag) for tag in CLASSES if tag in kind.tags)
        reach = "–".join(map(str, kind.range)) if kind.ranged else ""
        gifts = terms.words.listing((name for name, _ in terms.abilities(kind)), "comma")
        yield (
            *(terms.unit(kind.id), terms.faction(kind.faction), terms.words.listing(tags, "comma")),
            *(kind.cost, kind.figures, kind.full, kind.move, kind.combat, reach, kind.supply, gifts),
        )


def commands(terms: Terms) -> Rows:
    """Every command card with what it does (B6.2)."""
    yield _heads(terms, "card", "copies", "effect")
    for card in terms.tables.commands.values():
        yield terms.card(card.id), card.copies, terms.command_text(card)


def lore(terms: Terms, deck: str) -> Rows:
    """The lore cards of a faction or of a neutral unit; those that it begins without have no number (B13, B16.2)."""
    yield _heads(terms, "card", "copies", "lore", "when", "effect")
    for card in terms.tables.lore.values():
        if card.deck.startswith(deck):
            copies = "" if card.deck.endswith("_reserve") else card.copies
            yield terms.card(card.id), copies, card.cost, terms.timing(card.timing), terms.lore_text(card)


def terrains(terms: Terms) -> Rows:
    """What each terrain does (B12, B17)."""
    yield _heads(terms, "terrain", "effect")
    for terrain in terms.tables.terrains.values():
        yield terms.terrain(terrain.id), " ".join(terms.terrain_does(terrain))


def halves(terms: Terms) -> Rows:
    """The halves that each faction draws from (B4.2)."""
    yield _heads(terms, "half", "faction", "initiative", "terrain", "scores")
    for half in terms.tables.halves.values():
        ground = (
            f"{terms.terrain(kind)} {' '.join(hex_ for hex_, here in half.terrain.items() if here == kind)}"
            for kind in dict.fromkeys(half.terrain.values())
        )
        yield (
            *(terms.half(half.id), terms.faction(half.faction), half.initiative),
            *(terms.words.listing(ground, "semicolon"), terms.half_points(half)),
        )


def chosen(terms: Terms) -> Rows:
    """What can be chosen when a game is opened."""
    yield _heads(terms, "option", "standard", "other")
    for option in options(terms):
        standard, *others = option.values.values()
        yield option.name, standard, terms.words.listing(others, "semicolon")


def _heads(terms: Terms, *keys: str) -> tuple[str, ...]:
    return tuple(terms.words.text(f"rulebook.table.{key}") for key in keys)
