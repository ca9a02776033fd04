"""The rules that a game is played by: what was chosen of the options, what can be, and how people are told of it.

What is kept of a choice is what differs from the defaults; once the game begins, every option in force, so that it goes
on as it began whatever the defaults come to be. Whether it can be played is the word of the ruleset. A
preset is nothing but options that are chosen together: it is not kept, and found again by what was chosen.
"""

from __future__ import annotations

from collections.abc import Mapping

from cogs.house.game.kit import Kit
from cogs.house.game.variants import Option
from cogs.house.values.records import Game
from engine.core import Illegal

PRESET = "preset"
"""What is chosen for a preset, as an option is by its key."""


def chosen_for(kit: Kit, game: Game) -> dict[str, str]:
    """What a game's rules differ in from the defaults of now, whatever version of them it began with."""
    defaults = {option.key: option.default for option in kit.variants.options}
    chosen = kit.variants.by_now(game.options, game.version)
    return {key: value for key, value in chosen.items() if value != defaults.get(key)}


def in_force(kit: Kit, chosen: Mapping[str, str]) -> dict[Option, str]:
    """Every option that there is beside what was `chosen`, with its value, in the order of the kit.

    One that is for a certain value of another stands after that one in the kit.
    """
    values: dict[str, str] = {}
    found = {}
    for option in kit.variants.options:
        if option.former and option.key not in chosen:
            continue
        if option.only is None or values.get(option.only[0]) == option.only[1]:
            found[option] = values[option.key] = chosen.get(option.key, option.default)
    return found


def begun_with(kit: Kit, chosen: Mapping[str, str]) -> dict[str, str]:
    """What a game keeps of its options when it begins: every one in force, and what was chosen that no list offers."""
    return {**chosen, **{option.key: value for option, value in in_force(kit, chosen).items()}}


def preset_of(kit: Kit, chosen: Mapping[str, str]) -> str:
    """The preset that the least was changed of, the first of several; that of the variant only beside the first."""
    return presets_of(kit, chosen)[0]


def presets_of(kit: Kit, chosen: Mapping[str, str]) -> tuple[str, ...]:
    """The preset that the least was changed of, unless it is the first and there is one of the variant; then that."""
    variant = [name for name, preset in kit.variants.presets.items() if _is_variant(kit, preset)]
    played = tuple(name for name in variant if kit.variants.presets[name].items() <= chosen.items())
    editions = [name for name in kit.variants.presets if name not in variant]
    own = _of_variant(kit)
    other = {(key, value) for key, value in chosen.items() if key not in own}
    edition = min(editions, key=lambda name: len(kit.variants.presets[name].items() ^ other))
    return played if played and edition == editions[0] else (edition, *played)


def _preset(kit: Kit, chosen: Mapping[str, str]) -> dict[str, str]:
    """What the presets that are played have of the options."""
    return {key: value for name in presets_of(kit, chosen) for key, value in kit.variants.presets[name].items()}


def _of_variant(kit: Kit) -> frozenset[str]:
    """The keys of the option that goes with every preset, and of those beside it."""
    beside = (
        option.key for option in kit.variants.options if option.only is not None and option.only[0] == kit.variants.key
    )
    return frozenset((kit.variants.key, *beside))


def _is_variant(kit: Kit, preset: Mapping[str, str]) -> bool:
    return kit.variants.key in preset


def differing(kit: Kit, chosen: Mapping[str, str]) -> dict[Option, str]:
    """Those of the options in force that people must know of: what is not as the preset has it, and what is always
    told."""
    preset = _preset(kit, chosen)
    return {
        option: value
        for option, value in in_force(kit, chosen).items()
        if option.always or value != preset.get(option.key, option.default)
    }


def kept(kit: Kit, seats: int, chosen: Mapping[str, str]) -> dict[str, str]:
    """What differs from the defaults, for a game of so many seats.

    Raises Illegal with what the rules say of the options, or `option-moot` if one of them would change nothing.
    """
    kit.rules.new_game(seats, chosen)
    defaults = {option.key: option.default for option in kit.variants.options}
    other = {key: value for key, value in chosen.items() if value != defaults.get(key)}
    pair = kit.variants.moot(other)
    if pair is not None:
        moot, beside = (option_said(kit, other, key) for key in pair)
        raise Illegal("option-moot", moot=moot, beside=beside)
    return other


def changed(kit: Kit, seats: int, chosen: Mapping[str, str], key: str, text: str) -> dict[str, str]:
    """What is kept once an option is `text`: one of its values, or what somebody has typed; or PRESET is.

    A preset takes the place of all that was chosen but for the variant and its options; that of the variant of nothing.
    What was chosen of options that there are no longer is dropped. Raises Illegal as `kept` does, and with why a text
    that was typed means nothing.
    """
    if key == PRESET:
        if text not in kit.variants.presets:
            raise Illegal("preset-unknown", values=tuple(kit.variants.presets))
        preset, own = kit.variants.presets[text], _of_variant(kit)
        stay = {each: value for each, value in chosen.items() if _is_variant(kit, preset) or each in own}
        return kept(kit, seats, {**stay, **preset})
    option = next((option for option in kit.variants.options if option.key == key), None)
    after = {**chosen, key: text if option is None else option.read(text)}
    still = {option.key for option in in_force(kit, after)}
    return kept(kit, seats, {each: value for each, value in after.items() if each == key or each in still})


def told(kit: Kit, chosen: Mapping[str, str], room: int | None = None) -> str:
    """One line: the preset, and what differs from it; in so much `room` as many options as fit, and how many more."""
    differ = [option_said(kit, chosen, option.key) for option in differing(kit, chosen)]
    preset = ruling_said(kit, chosen)
    if not differ:
        return kit.words.text("rules-preset", preset=preset)
    line = kit.words.text("rules-other", preset=preset, what="; ".join(differ))
    shown = len(differ)
    while room is not None and len(line) > room and shown > 1:
        shown -= 1
        what = "; ".join(differ[:shown])
        line = kit.words.text("rules-more", preset=preset, what=what, number=len(differ) - shown)
    return line


def ruling_said(kit: Kit, chosen: Mapping[str, str]) -> str:
    """What the rules of a game are called: its preset, the variant if it has one, and that it is changed where single
    options differ from these."""
    said, preset = ", ".join(preset_said(kit, name) for name in presets_of(kit, chosen)), _preset(kit, chosen)
    default = {option: preset.get(option.key, option.default) for option in in_force(kit, chosen)}
    changes = any(value != default[option] for option, value in in_force(kit, chosen).items() if not option.always)
    return kit.words.text("rules-changed", preset=said) if changes else said


def preset_said(kit: Kit, preset: str) -> str:
    """What a preset is called."""
    return kit.words.text(f"{kit.rules.name}.preset.{preset}")


def option_said(kit: Kit, chosen: Mapping[str, str], key: str) -> str:
    """An option with its value: `Mulligan: none, every roll stands`."""
    option = next(option for option in kit.variants.options if option.key == key)
    return kit.words.text("rules-one", name=option.name, value=option.says(chosen.get(key, option.default)))
