"""What a step of a lesson shows: the game's own panel there, and below its words what the teacher says.

A panel here is that of a played game, made of the learner's own view of the lesson. It lacks what leads out of the
lesson: forms and plans are greyed. What the step is about comes first in its row or list.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from cogs.face.face import Face
from cogs.face.presses import DoLines, GoTo, Intent, RunOn, ShowPanel, Where, at, parse, recalled
from cogs.face.screen import BUTTON_ROWS, BUTTONS_A_ROW, Menu, Press, Row, Screen, Sight, headline, in_rows, with_own
from cogs.house.game.lesson import LEARNER, Lesson
from cogs.house.game.pictures import AS_IT_IS
from cogs.house.values.sender import OPEN
from cogs.house.words.words import Names, Words
from cogs.interactions.context import Context
from engine.core import Action, Illegal

HINT = "hint"
"""The place of the hint, which in a lesson is the teacher's."""


@dataclass(frozen=True, slots=True)
class Teaching:
    """A lesson as one person sees it."""

    context: Context
    face: Face
    lesson: Lesson
    names: Names
    plain: Names

    @property
    def words(self) -> Words:
        return self.context.words

    def said(self, name: str, part: str) -> str:
        """The `title` or `text` of a step, or what is said of an `other` choice there."""
        return self.face.kit.words.text(f"{self.lesson.rules.name}.lesson.{name}.{part}")

    def wanted(self, place: int) -> Action:
        """What is to be found at a step that is no page."""
        wanted = self.lesson.steps[place].wanted
        assert wanted is not None, "a page wants nothing"
        return wanted

    def sight(self, place: int, words: tuple[str, ...] = ()) -> Sight:
        """What the game makes its screen of, as `cogs.panel.panel` has it of a table."""
        rules, state = self.lesson.rules, self.lesson.state(place)
        view = rules.view(state, LEARNER)

        def illegal(action: Action) -> Illegal:
            return self.lesson.refusal(place, action)

        return Sight(
            view=view,
            seat=LEARNER,
            names=self.names,
            plain=self.plain,
            actions=tuple(rules.legal(state, LEARNER)),
            place=words,
            line=rules.notation.line,
            label=lambda action: self.face.kit.words.action(action, view, self.plain),
            emoji=lambda action: self.face.panel.emoji(action, view),
            steps=lambda action: (),
            illegal=illegal,
            advised=True,
            taught=True,
        )

    def screen(self, place: int, where: Where | None = None) -> tuple[Screen, GoTo | None]:
        """The screen of a step at a place in its panel, and that place: the first where there is no such one."""
        if where == GoTo((HINT,)):
            return self._hint(place), where
        if not isinstance(where, GoTo):
            where = None
        sight = self.sight(place, () if where is None else where.words)
        found = self.face.panel.screen(sight)
        if found is None and where is not None:
            return self.screen(place)
        if found is None:
            rows = in_rows([sight.press(action) for action in sight.actions][: BUTTON_ROWS * BUTTONS_A_ROW])
            looks = tuple((kind, AS_IT_IS) for kind in self.face.panel.shown(sight.view))
            found = Screen(headline(self.face.panel.prompt(sight.view, LEARNER, self.names)), rows, looks)
        wanted = self.wanted(place)
        shown = self._brought(place, found) if where is None else found.rows
        return replace(found, rows=_sorted(sight, shown, wanted), more=tuple(_within(found.more))), where

    def _brought(self, place: int, screen: Screen) -> tuple[Row, ...]:
        """The rows of the first place, with what is wanted among its buttons where the game has it a place further."""
        line = self.lesson.rules.notation.line(self.wanted(place))
        if any(line in _lines(press) for press in screen.presses()):
            return screen.rows
        ways = [way.words for press in screen.presses() if isinstance(way := parse(press.carries), GoTo)]
        further = (self.face.panel.screen(self.sight(place, way)) for way in ways)
        there = (press for each in further if each is not None for press in each.presses())
        return ((next(press for press in there if press.carries == line),), *screen.rows)

    def rows(self, screen: Screen, where: GoTo | None, ways: tuple[Press, ...]) -> tuple[Row, ...]:
        """All that can be pressed at a place: what is there; the way back to the first, or a hint and the `ways`."""
        own = (Press(at(HINT), self.words.text("discord.hint.button")), *ways)
        if where is not None:
            own = (Press(OPEN, self.words.text("discord.button.back"), style="plain"),)
        return with_own(screen.rows, own, screen.more, self.words.text("discord.more"))

    def text(self, place: int, screen: Screen) -> str:
        """What the panel says, and below it the teacher."""
        return f"{screen.text}\n\n> {self.said(self.lesson.steps[place].name, 'text')}"

    def meant(self, place: int, press: Intent) -> Intent:
        """What a press means, also one whose own words were too long for it; see `recalled`."""
        sight = self.sight(place)
        return recalled(press, map(sight.line, sight.actions), lambda where: self.screen(place, where)[0])

    def wants(self, place: int, press: Intent) -> bool | None:
        """Whether one of a press's lines, or the first of a run, is what the step wants; None if it does nothing."""
        wanted = self.wanted(place)
        if isinstance(press, RunOn):
            sight = self.sight(place, press.words)
            further = self.face.panel.run(sight)
            first = further and further(sight.view, sight.actions)
            return None if first is None else bool(first == wanted)
        sight = self.sight(place)
        lines = [" ".join(line.split()) for line in press.lines] if isinstance(press, DoLines) else []
        if not lines or lines[0] not in map(sight.line, sight.actions):
            return None
        return sight.line(wanted) in lines

    def nudge(self, place: int) -> str:
        """What to press for what the step wants."""
        sight, wanted = self.sight(place), self.wanted(place)
        found = (one for one in _presses(self.screen(place)[0]) if sight.line(wanted) in _lines(one[0]))
        press, about = next(found, (sight.press(wanted), ""))
        return self.words.text("tutorial.choose" if about else "tutorial.press", label=press.label, about=about)

    def _hint(self, place: int) -> Screen:
        """The game's own hint if it advises the same, else the teacher's; what does it, and where the rule stands."""
        step, sight = self.lesson.steps[place], self.sight(place)
        advice = self.face.advice
        advised = None if advice is None else advice.hint(sight.view, sight.actions, 1, self.plain)
        agrees = advised is not None and advised.does == step.wanted
        told = advised.text if advised is not None and agrees else self.nudge(place)
        rule = self.words.text("tutorial.rule", clause=step.clause)
        do_it = Press(sight.line(self.wanted(place)), self.words.text("discord.hint.do-it"), style="good")
        return Screen(f"{told}\n{rule}", ((do_it,),), self.screen(place)[0].pictures)


def _sorted(sight: Sight, rows: tuple[Row, ...], wanted: Action) -> tuple[Row, ...]:
    """What can be pressed in a lesson, with what is wanted first, so that a wrong answer is none by its place."""
    line = sight.line(wanted)

    def other(press: Press) -> bool:
        return line != press.carries

    made = (_with(row, sorted(_of(row), key=other)) for row in rows if _of(row))
    return tuple(sorted(made, key=lambda row: all(map(other, _of(row)))))


def _of(row: Row) -> tuple[Press, ...]:
    """What a row holds that can be pressed in a lesson: of a list only that, of buttons the others greyed."""
    if isinstance(row, Menu):
        return tuple(_within(row.options))
    return tuple(press if _is_within(press) else replace(press, off=True) for press in row)


def _with(row: Row, presses: list[Press]) -> Row:
    return replace(row, options=tuple(presses)) if isinstance(row, Menu) else tuple(presses)


def _within(presses: tuple[Press, ...]) -> Iterator[Press]:
    return (press for press in presses if _is_within(press))


def _is_within(press: Press) -> bool:
    """Whether a press does not lead out of the lesson: a place, a line or a run, but no form and no plan."""
    return isinstance(parse(press.carries), GoTo | RunOn | DoLines | ShowPanel)


def _lines(press: Press) -> tuple[str, ...]:
    """The lines that a press does."""
    wanted = parse(press.carries)
    return wanted.lines if isinstance(wanted, DoLines) else ()


def _presses(screen: Screen) -> Iterator[tuple[Press, str]]:
    """All that can be pressed, with what the list is about that it stands in."""
    for row in screen.rows:
        for press in row.options if isinstance(row, Menu) else row:
            yield press, row.about if isinstance(row, Menu) else ""
