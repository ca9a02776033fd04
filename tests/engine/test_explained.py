"""What is explained of kinds, musters and hazards follows from the rules, and is all there is."""

from __future__ import annotations

from dataclasses import fields

import pytest

from engine.titan.battle.effects import EFFECTS, HazardEffect, effects, hazards_of
from engine.titan.phases.muster import earnings, ways
from engine.titan.rules import Rules, rules_for
from engine.titan.traits import TRAITS, Trait, traits

RULES = rules_for({})
FIGURES = ("strike_", "rangestrike_", "damage_")
STRICT = rules_for({"demilord_self_muster": "off", "no_tower_teleport": "on", "no_titan_teleport": "on"})


def found(shown: str, terrain: str) -> set[tuple[int, str]]:
    return {(e.number, e.recruit) for e in earnings(RULES) if (e.shown, e.terrain) == (shown, terrain)}


def test_what_earns_what_is_told_by_the_fewest() -> None:
    assert found("OGR", "Marsh") == {(1, "OGR"), (2, "TRO")}
    assert found("RAN", "Marsh") == {(1, "OGR"), (1, "TRO"), (1, "RAN")}
    assert found("LIO", "Desert") == {(1, "LIO"), (3, "GRI")}
    assert found("", "Tower") == {(0, "CEN"), (0, "GAR"), (0, "OGR")}
    assert found("TTN", "Tower") == {(1, "WLK")}
    assert found("BEH", "Tower") == {(3, "GUA")}
    assert found("OGR", "Tundra") == set()


@pytest.mark.parametrize("rules", [RULES, STRICT], ids=["standard", "strict"])
def test_one_fewer_never_earns_it(rules: Rules) -> None:
    for earning in earnings(rules):
        due = {recruit for recruit, shown in ways(rules, earning.terrain, (earning.shown,) * earning.number)}
        fewer = ways(rules, earning.terrain, (earning.shown,) * (earning.number - 1)) if earning.number else ()
        assert earning.recruit in due
        assert earning.recruit not in {recruit for recruit, shown in fewer if shown}


def test_every_kind_is_explained_and_nothing_unknown_is_said() -> None:
    told = {trait.what for rules in (RULES, STRICT) for code in rules.kinds for trait in traits(rules, code)}

    assert told == set(TRAITS)


def test_traits_follow_the_options_of_the_table() -> None:
    assert Trait("titan-teleport", 400) in traits(RULES, "TTN")
    assert Trait("mustered-by", 1, "TTN") in traits(RULES, "WLK")
    assert Trait("mustered-by", 3) in traits(RULES, "GUA")
    assert Trait("mustered-by-like", 1, "WLK") in traits(RULES, "WLK")
    assert Trait("mustered-by-like", 1, "WLK") not in traits(STRICT, "WLK")
    assert not any("teleport" in trait.what for code in ("TTN", "ANG", "ARC") for trait in traits(STRICT, code))


def test_traits_are_those_of_the_data() -> None:
    for code, kind in RULES.kinds.items():
        told = {trait.what for trait in traits(RULES, code)}
        assert ("flies" in told) == kind.flies
        assert ("rangestrikes" in told) == (kind.rangestrikes and not kind.magic)
        assert ("magic" in told) == kind.magic
        assert ("summonable" in told) == kind.summonable
        assert ("acquired" in told) == bool(kind.acquire_every)
        assert ("free" in told) == (code in RULES.tower.free)


def of(terrain: str, hazard: str) -> set[tuple[str, str, int]]:
    return {(e.on, e.what, e.number) for e in effects(RULES.grounds[terrain], hazard)}


def test_hazards_do_what_the_rules_say() -> None:
    """R12.7, R13.8, R15.5, R15.9."""
    assert hazards_of(RULES.grounds["Plains"]) == ()
    assert hazards_of(RULES.grounds["Tower"]) == ("wall",)
    assert of("Marsh", "bog") == {("move", "natives-alone", 0)}
    assert of("Tundra", "drift") == {("move", "slow", 2), ("strike", "hurts", 1)}
    assert of("Desert", "sand") == {("move", "slow-foot", 2)}
    assert of("Woods", "tree") == {("move", "nobody", 0), ("rangestrike", "blocks", 0)}
    assert of("Hills", "slope") == {
        ("move", "slow-up", 2),
        ("strike", "down-native-dice", 1),
        ("strike", "up-other-skill", -1),
    }
    assert of("Mountains", "cliff") == {("move", "nobody-foot", 0), ("strike", "none", 0)}


def test_every_effect_comes_up_somewhere() -> None:
    told = (e for ground in RULES.grounds.values() for h in hazards_of(ground) for e in effects(ground, h))

    assert {HazardEffect(e.on, e.what) for e in told} == set(EFFECTS)


def test_no_figure_of_a_hazard_goes_untold() -> None:
    """One that came to the data without a word for it would."""
    for ground in RULES.grounds.values():
        for name in hazards_of(ground):
            hazard = ground.relief.hexes.get(name) or ground.relief.hexsides[name]
            figures = {f.name: getattr(hazard, f.name) for f in fields(hazard) if f.name.startswith(FIGURES)}
            told = [e.number for e in effects(ground, name) if e.on != "move"]
            assert all(figure in told for figure in figures.values() if figure), name
