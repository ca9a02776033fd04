"""Which questions a decision closes, and how it answers them. Pure, and from what everybody was told alone."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.house.game.announce import Entry
from cogs.house.game.kit import Kit
from cogs.house.values.drafts import CHANNEL, LOG, PostDraft, PostKind
from cogs.house.values.records import ClosedQuestions, PostStyle
from engine import log
from engine.core import View
from engine.log import Rewind, Undo


def closing(kit: Kit, before: View | None, entries: Sequence[Entry], post_style: PostStyle) -> ClosedQuestions | None:
    """What nobody can foretell any more after these entries, from what everybody was told; None if that is nothing.

    `before` is the channel's view of then. What is taken back closes nothing: the same may come once more.
    """
    if (
        kit.telling.questions is None
        or before is None
        or any(isinstance(entry.action, Undo | Rewind) for entry in entries)
    ):
        return None
    asked = kit.telling.questions.open(before)
    heard = [event for entry in entries for event, _ in entry.facts()]
    answers = kit.telling.questions.answers(
        before, [seen for e in heard if (seen := kit.rules.seen(e, None)) is not None]
    )
    after = entries[-1].after
    still = frozenset(kit.telling.questions.open(log.view(kit.rules, after, None))) if asked else frozenset()
    found = {key: "" for key in asked if key not in still} | dict(answers)
    place = LOG if post_style is PostStyle.CARD else CHANNEL
    return ClosedQuestions(found, PostDraft(PostKind.FORETOLD, None, after.seq, place=place)) if found else None
