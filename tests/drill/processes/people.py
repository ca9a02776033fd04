"""The people of a drill: they look at the channel, open their panel, and press what it offers."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from cogs.face.presses import GoTo
from tests.drill.processes.answers import asks, choices, decision, phase_of, verdict
from tests.drill.processes.evidence import Press, Verdict
from tests.drill.processes.games import Stored
from tests.standin.control import Remote

MY_TURN = ":open"
"""How the id of the button *My turn* ends."""

DECIDES = 120.0
"""Seconds in which some decisions are taken."""

MOST = 4
"""So many presses in a row somebody makes in their panel."""


class People:
    """Everybody at these games. One of them presses at a time at each game, and any number of games at once."""

    def __init__(self, remote: Remote, games: Sequence[Stored], seed: int, patience: float) -> None:
        self._remote, self._games, self._whims, self._patience = remote, games, Random(seed), patience
        self._busy: set[int] = set()
        self._visits: set[asyncio.Task[None]] = set()
        self._decisions, self._decided = 0, asyncio.Condition()
        self.presses: list[Press] = []
        self.pressing: Stored | None = None
        """Where somebody pressed last."""
        self.astray: Counter[str] = Counter()
        """Presses that Discord would not have let anybody make: what they were for had gone."""

    async def come(self, rate: float) -> None:
        """Lets people come to their tables at random moments, `rate` of them a second, until it is cancelled."""
        while True:
            await asyncio.sleep(self._whims.expovariate(rate))
            free = [each for each in self._games if each.game not in self._busy]
            if free:
                visit = asyncio.create_task(self._visited(self._whims.choice(free)))
                self._visits.add(visit)
                visit.add_done_callback(self._visits.discard)

    async def decide(self, number: int) -> None:
        """Waits until so many more decisions were taken than by now. Raises TimeoutError."""
        wanted = number + self._decisions
        async with asyncio.timeout(DECIDES), self._decided:
            await self._decided.wait_for(lambda: self._decisions >= wanted)

    async def gone(self) -> None:
        """Waits until nobody is in the middle of anything."""
        await asyncio.gather(*self._visits)

    async def known_at_last(self, press: Press) -> Press:
        """A press with what has become of it meanwhile, where its answer was not waited for any longer."""
        if press.verdict is not Verdict.SILENCE:
            return press
        late = await self._remote("interaction", number=press.number)
        said = Verdict.SILENCE if late["answered"] is None else Verdict.LATE
        return replace(press, acknowledged=late["acknowledged"], answered=late["answered"], verdict=said)

    async def _visited(self, at: Stored) -> None:
        self._busy.add(at.game)
        try:
            await self._played(at, self._whims.choice(at.place.people))
        except RuntimeError as error:
            self.astray[str(error)] += 1
        finally:
            self._busy.discard(at.game)

    async def _played(self, at: Stored, person: int) -> None:
        """Opens the panel, and presses in it what it offers."""
        button = await self._remote("newest", channel=at.place.channel, ending=MY_TURN)
        if button is None:
            return
        panel = await self._pressed(at, person, button["message"], button["custom_id"], (), None)
        for _ in range(self._whims.randint(1, MOST)):
            offered = [
                (identity, values, line, isinstance(intent, GoTo))
                for identity, values, intent in choices(panel)
                if (line := decision(intent)) is not None or isinstance(intent, GoTo)
            ]
            lines = [each for each in offered if each[2] is not None]
            if panel is None or not offered:
                return
            identity, values, line, _ = self._whims.choice(lines if lines and self._whims.random() < 0.8 else offered)
            panel = await self._pressed(at, person, int(panel["id"]), identity, values, line)

    async def _pressed(
        self, at: Stored, person: int, message: int, identity: str, values: Sequence[str], line: str | None
    ) -> Mapping[str, Any] | None:
        """Presses, and keeps what came of it; the panel that was shown."""
        self.pressing = at
        done = await self._remote(
            "press", user=person, channel=at.place.channel, message=message, custom_id=identity, values=[*values],
            patience=self._patience,
        )  # fmt: skip
        shown, followed = done["message"], done["followups"]
        text = "\n".join(each["content"] for each in (shown, *followed) if each is not None)
        answered = done["answered"] is not None
        said = verdict(line, text, answered, asks(shown))
        async with self._decided:
            self._decisions += said is Verdict.DONE
            self._decided.notify_all()
        self.presses.append(
            Press(
                done["id"], person, at.game, done["at"], tuple(done["processes"]), line,
                done["acknowledged"], done["answered"], said,
                phase_of(shown) if answered else None, text,
            )
        )  # fmt: skip
        return shown if answered else None
