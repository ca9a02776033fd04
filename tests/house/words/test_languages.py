"""Every text of every language, with the longest facts that are plausible, in the room that there is for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

import pytest

from cogs.face import limits
from cogs.house.game.announce import POST_LIMIT
from cogs.house.words.words import ENGLISH, Words, languages

ROOM: Mapping[str, tuple[int, str]] = {
    "description of a command": (limits.DESCRIPTION, r"discord\.command\..*"),
    "description of an option": (limits.DESCRIPTION, r"discord\.option\.(?!default$).*|.*\.option\.\w+\.about"),
    "choice of an option": (
        limits.CHOICE,
        r"discord\.(theme|language\.discord|posts\.(card|channel)|joining|setting\.(allowed|forbidden)).*"
        r"|(titan|skirmish)\.preset\..*|(titan|skirmish)\.option\.\w+\.(?!(name|help)$)\w+",
    ),
    "name of a thread": (limits.THREAD_NAME, r"place-log|titan\.scene\.name"),
    "title of a form": (limits.MODAL_TITLE, r"titan\.(turn\.split-title|duel\.offer-title|spoils\.title)"),
    "label of a field": (
        limits.FIELD_LABEL,
        r"titan\.(turn\.split-(who|under)|duel\.survivor-loses|spoils\.(angel|summon|reinforce))",
    ),
    "words beside a field": (
        limits.FIELD_ABOUT,
        r"titan\.(turn\.split-who-(first|about)|duel\.survivor-loses-about|spoils\.nobody)",
    ),
    "placeholder of a list": (
        limits.PLACEHOLDER,
        r"discord\.choose|rulebook\.(also|chapter)"
        r"|titan\.(battle\.(who|where|\w+-whom)|duel\.which|spoils\.whom|turn\.\w+-which|turn\.which-side)",
    ),
    "line of a list": (
        limits.OPTION,
        r"titan\.battle\.(hex-\w+|would-\w+|drifts|reaches|is-asked|aimed.*|strike-(at|far)|figures.*|carry-\w+|more-.*)"
        r"|titan\.turn\.(goes.*|attacks|enemy-there|teleport-(group|enemies)|numbered)|titan\.duel\.numbered",
    ),
    "button": (
        limits.BUTTON,
        r"button-.*|discord\.(button\.(?!yes).*|hint\.(button|next|odds)|back\.withdraw|\w+\.yes-.*|verb\..*)"
        r"|greeting\.(play|learn|open)|seats\.(bot|free)|rulebook\.(before|after)|tutorial\.(back|leave|on|again)|titan\.action\.(?!terms|undo-named|accept|refuse).*"
        r"|titan\.battle\.(next|undo|form-up|confirm-all|leave-yes|summon|reinforce|let-go|best-order|forced.*|no-more"
        r"|shots|to-strikes)"
        r"|skirmish\.button\..*"
        r"|titan\.concede\.(button|yes)"
        r"|titan\.duel\.(fight|insist|stay|flee|flee-yes|refuse|withdraw|offer-(both|theirs|mine)|surest|more-.*)"
        r"|titan\.spoils\.(done|together)"
        r"|titan\.turn\.(more|back|confirm|change|split-other|end-.*|teleport|muster-all|do-and-end)",
    ),
    "description of a picture": (limits.ALT, r"(titan|skirmish)\.(alt|cards)\..*"),
}
"""Where texts stand, by their keys: how long they may be there. All others are said in messages."""

LABELS = ("title", "label", "words", "placeholder", "line", "button", "name")
"""Places where legions are called by their markers alone, and characters by their codes where there are several."""

OMITTED: Mapping[tuple[str, str], frozenset[str]] = {}
"""Blanks that a language leaves out, by language and key, each with its reason."""


def place_of(key: str) -> tuple[str, int]:
    """Where a text stands, and how long it may be there."""
    for place, (room, keys) in ROOM.items():
        if re.fullmatch(keys, key):
            return place, room
    return "message", POST_LIMIT


@cache
def facts(language: str, short: bool) -> Mapping[str, object]:
    """The longest plausible fact for a blank of each name; `short` for where there is little room."""
    words = Words(language)

    def longest(section: str) -> str:
        return max((form for key in words.known if key.startswith(section) for form in words._forms(key)), key=len)

    creature, terrain = longest("titan.creature."), longest("titan.terrain.")
    marker = f"Br12 {longest('titan.picture.')}"
    legion = "Br12" if short else marker
    several = "ANG, 2 OGR, 2 CEN" if short else ", ".join([f"2 {creature}"] * 4)
    land = f"1000 {terrain}"
    name = "W" * 32
    figures = words.text(
        "titan.battle.figures-short", dice=words.text("titan.dice", number=18), number=6, slays="> 99 %"
    )
    return {
        "creature": creature, "recruit": creature, "lord": creature, "striker": creature, "target": creature,
        "kind": creature, "character": f"{creature} D4", "who": f"{creature} D4" if short else name,
        "creatures": several, "losses": several, "shown": several, "stay": several, "leave": several,
        "recruits": several, "kept": 4, "left": 4, "strikers": several, "targets": several, "enemies": f"{creature} D4",
        "legion": legion, "parent": legion, "child": legion, "donor": legion, "own": legion, "survivor": legion,
        "winner": legion, "loser": legion, "marker": marker, "enemy": "Bk12", "lost": legion,
        "land": land, "to": land, "start": land, "terrain": terrain, "hex": "D4", "target_hex": "D4",
        "from_side": longest("titan.from."), "side": longest("titan.from."), "sides": longest("titan.from."),
        "colour": longest("titan.colour."), "phase": longest("titan.phase-name."), "step": longest("titan.step."),
        "dice": words.text("titan.dice", number=18), "hits": words.text("titan.hits", number=16),
        "points": words.text("titan.points", number=1234), "score": 1234, "number": 18, "roll": 6, "figures": figures,
        "height": 7 if short else words.text("titan.characters", number=7), "turn": 99, "round": 7, "percent": 99,
        "reach": words.text("titan.battle.reaches", number=27), "expected": "12.3", "slays": figures, "pages": 9,
        "attacker": legion, "defender": legion, "verb": longest("discord.verb."), "steps": "117, 118, 119",
        "commitment": "f" * 64, "seed": "f" * 64, "link": "https://discord.com/oauth2/authorize?" + "x" * 120,
        "terms": several, "offer": several, "hazard": longest("titan.hazard."), "need": 9, "first": 117, "most": 5,
        "low": 2, "high": 6, "usual": 4, "why": "W" * 40, "what": "W" * 60, "label": "W" * 60, "title": "W" * 40,
    }  # fmt: skip


class Facts(dict[str, object]):
    """Whatever is not named is as long as a name."""

    def __missing__(self, name: str) -> str:
        return "W" * 32


def rendered(words: Words, key: str, short: bool) -> Iterator[str]:
    """Every form of a text, filled."""
    filled = Facts(facts(words.language, short))
    if key == "titan.action.teleport-attack":  # only a Titan teleports onto an enemy
        filled["lord"] = words.text("titan.creature.TTN", number=1)
    return (form.format_map(filled) for form in words._forms(key))


@pytest.mark.parametrize("language", languages())
def test_every_text_fits_where_it_stands(language: str) -> None:
    words, wrong = Words(language), []
    for key in words.known:
        place, room = place_of(key)
        forms = rendered(words, key, place.startswith(LABELS))
        wrong += [f"{key}: {len(said)} > {room} ({place}): {said}" for said in forms if len(said) > room]

    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", languages())
def test_the_marked_choice_of_an_option_fits(language: str) -> None:
    words = Words(language)
    for key in words.known:
        if place_of(key)[0] == "choice of an option":
            assert len(words.text("discord.option.default", value=words.text(key))) <= limits.CHOICE, key


@pytest.mark.parametrize("place", ROOM)
def test_every_place_has_texts(place: str) -> None:
    assert any(place_of(key)[0] == place for key in Words().known)


@pytest.mark.parametrize("language", languages())
def test_every_language_has_the_keys_and_blanks_of_english(language: str) -> None:
    english, words = Words(), Words(language)

    assert set(words.known) == set(english.known)
    for key in english.known:
        if not key.startswith("language."):
            left_out = OMITTED.get((language, key), frozenset())
            assert words.blanks(key) | left_out == english.blanks(key), key


@pytest.mark.parametrize("language", languages())
def test_every_form_of_a_plural_names_its_number_where_several_numbers_take_it(language: str) -> None:
    """Russian `one` is said of 21, too; a form that hides the number would be wrong for all but one."""
    words = Words(language)
    if words.plural == "one-other":
        return
    english = Words()
    for key in english.known:
        template, ours = english._templates[key], words._templates[key]
        if isinstance(template, str) or isinstance(ours, str) or template["count"] not in words.blanks(key):
            continue
        wanted = f"{{{template['count']}}}"
        if wanted in template["one"]:
            assert all(wanted in form for name, form in ours.items() if name != "count"), key


def test_english_comes_first_and_each_language_calls_itself_by_a_name_of_its_own() -> None:
    first, *others = languages()
    names = [Words(language).text("language.name") for language in languages()]

    assert first == ENGLISH
    assert {"de", "ru"} <= set(others)
    assert len(set(names)) == len(names)
    assert names[0] == "English"
