"""Pictures 400 pixels wide with questions on them: `python -m tests.eyes board battle field emblems --seed 7`.

Writes into `eyes/`: the pictures, `KIND.txt` with the questions, and `KIND-answers.txt`. Who reads the pictures gets
the first two alone. Positions come from games that the program plays by itself; the seed says which, so that each
reading is of others. The answers come from the positions, never from what was drawn.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from random import Random

from PIL import Image

from tests.eyes import battle, emblems, field, masterboard
from tests.eyes.asking import WIDTH, Asked

FOLDER = Path("eyes")
SETS: Mapping[str, tuple[str, Callable[[Random], Iterator[Asked]]]] = {
    "board": (masterboard.KEY, masterboard.asked),
    "battle": (battle.KEY, battle.asked),
    "field": (field.KEY, field.asked),
    "emblems": (emblems.KEY, emblems.asked),
}


def main() -> None:
    """Writes what was asked for, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", choices=[[], *SETS], help="what to ask about; everything without any")
    parser.add_argument("--seed", type=int, default=1)
    said = parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    for name in said.sets or SETS:
        key, makes = SETS[name]
        questions, answers, number = [key], [], 0
        for place, asked in enumerate(makes(Random(said.seed)), start=1):
            file = f"{name}-{place}.png"
            (FOLDER / file).write_bytes(narrow(asked.picture))
            questions.append(f"\n{file}")
            for question, answer in asked.questions:
                number += 1
                questions.append(f"{number}. {question}")
                answers.append(f"{number}. {answer}")
        (FOLDER / f"{name}.txt").write_text("\n".join(questions) + "\n", encoding="utf-8")
        (FOLDER / f"{name}-answers.txt").write_text("\n".join(answers) + "\n", encoding="utf-8")
        print(f"{name}: {number} questions")


def narrow(picture: bytes) -> bytes:
    """A picture as a phone shows it."""
    image = Image.open(BytesIO(picture)).convert("RGB")
    if image.width > WIDTH:
        image = image.resize((WIDTH, round(image.height * WIDTH / image.width)), Image.Resampling.LANCZOS)
    kept = BytesIO()
    image.save(kept, "PNG")
    return kept.getvalue()


if __name__ == "__main__":
    main()
