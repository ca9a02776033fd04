"""The rules that a game is opened with: what was chosen, and how people are told of it."""

from __future__ import annotations

from collections.abc import Mapping

from cogs.house.kit import Kit
from engine.core import Illegal


def kept(kit: Kit, chosen: Mapping[str, str]) -> dict[str, str]:
    """What differs from the defaults. Raises Illegal `option-moot` if one of the options would change nothing."""
    defaults = {option.key: option.default for option in kit.options}
    other = {key: value for key, value in chosen.items() if value != defaults.get(key)}
    pair = kit.moot(other)
    if pair is not None:
        moot, beside = (option_said(kit, other, key) for key in pair)
        raise Illegal("option-moot", moot=moot, beside=beside)
    return other


def told(kit: Kit, chosen: Mapping[str, str]) -> str:
    """One line: what differs from the standard rules."""
    differ = [option_said(kit, chosen, option.key) for option in kit.options if option.key in chosen]
    if not differ:
        return kit.words.text("rules-standard")
    return kit.words.text("rules-other", what="; ".join(differ))


def option_said(kit: Kit, chosen: Mapping[str, str], key: str) -> str:
    """An option with its value: `Mulligan: none, every roll stands`."""
    option = next(option for option in kit.options if option.key == key)
    return kit.words.text("rules-one", name=option.name, value=option.values[chosen[key]])
