"""The short notation of the log (ASYNC_PLAY 12): as people write it, and with nothing that its sentence has not."""

from __future__ import annotations

import pytest

from cogs.house.words.words import Words, languages
from cogs.titan.kit import titan_kit
from cogs.titan.words.event_sentences import news
from cogs.titan.words.short_notation import short
from cogs.titan.words.terms import Terms
from engine.core import Seat
from engine.titan.events import (
    Acquired,
    Agreed,
    Conceded,
    Event,
    Fled,
    Maneuvered,
    Moved,
    Mustered,
    Parted,
    Reinforced,
    Rolled,
    Struck,
    Summoned,
)
from tests.titan.test_titan_chronicle import NAMES, played

ANN = Seat(0)


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (Parted(ANN, "Rd01", "Rd05", 4, 4, ()), "Rd01 (8) > Rd01 (4) + Rd05 (4)"),
        (Parted(ANN, "Rd01", "Rd05", 4, 2, ("OGR", "OGR")), "Rd01 (6) > Rd01 (4) + Rd05 (2: Ogre Ogre)"),
        (Rolled(ANN, 4, again=False), "roll 4"),
        (Rolled(ANN, 5, again=True), "mulligan, roll 5"),
        (Moved(ANN, "Rd05", 200, 9, 0, "", ""), "Rd05 200 > 9"),
        (Moved(ANN, "Rd05", 200, 7, 3, "", "Bu02"), "Rd05 200 > 7 bottom x Bu02"),
        (Moved(ANN, "Rd01", 100, 118, 0, "ANG", ""), "Rd01 100 >> 118 [Angel]"),
        (Moved(ANN, "Rd01", 6, 118, 1, "TTN", "Bu02"), "Rd01 6 >> 118 right [Titan] x Bu02"),
        (Fled(118, ANN, "Bu02", ("OGR",)), "118: Bu02 flees: Ogre"),
        (Conceded(118, ANN, "Bu02", ("OGR",), in_battle=False), "118: Bu02 concedes: Ogre"),
        (Agreed(118, (("Bu02", ("LIO",)),), "Rd01", ("OGR",)), "118: agreement, Bu02 (Lion) lost, Rd01 loses Ogre"),
        (Maneuvered(ANN, "OGR", "D6", "C5"), "Ogre D6-C5"),
        (
            Struck(ANN, "OGR", "C3", "LIO", "C4", 6, 5, (1, 3, 5, 5, 6, 2), 3, 3, True, 1, False),
            "Ogre C3 x Lion C4: 6 dice at 5: 1 3 5 5 6 2 = 3 hits, slain, over 1",
        ),
        (
            Struck(ANN, "RAN", "C1", "OGR", "C4", 2, 3, (1, 2), 0, 0, False, 0, True),
            "Ranger C1 ~ Ogre C4: 2 dice at 3: 1 2 = 0 hits",
        ),
        (Mustered(ANN, "Gr05", 7, "GRI", ("LIO", "LIO", "LIO")), "Gr05 Desert: Lion Lion Lion > Griffon"),
        (Acquired(ANN, "Rd01", "ANG"), "Rd01 + Angel"),
        (Summoned(ANN, "Rd01", "Rd07", "ANG", emptied=False), "Rd01 < Angel from Rd07"),
        (Reinforced(ANN, "Bu02", "CYC", ("CYC",)), "Bu02 + Cyclops (Cyclops)"),
    ],
)
def test_lines_are_as_people_write_them(event: Event, line: str) -> None:
    assert short(Terms(Words()), event, NAMES) == line


@pytest.mark.parametrize("language", languages())
def test_no_line_names_a_creature_that_its_sentence_does_not(language: str) -> None:
    """R3: a public split has heights only."""
    terms = Terms(Words(language))
    creatures = [terms.creature(code) for code in terms.rules.kinds]
    several = {code: terms.creatures((code, code)) for code in terms.rules.kinds}
    lines = 0

    for entry in played().entries:
        for event in entry.told.events:
            for viewer in (None, ANN):
                seen = titan_kit().rules.seen(event, viewer)
                if seen is None:
                    continue
                line, sentence = short(terms, seen, NAMES), news(terms, seen, NAMES)
                lines += bool(line)
                named = [code for code, name in zip(several, creatures, strict=True) if name in line.split(" ")]
                assert "{" not in line
                assert all(
                    terms.creature(code) in sentence or several[code].split(" ", 1)[1] in sentence for code in named
                )
    assert lines > 300
