"""What is told of figures as things happen, for whoever runs the bot. Nothing in it is about a game or a person."""

from __future__ import annotations


class Metrics:
    """Forgets what it is told: nobody asks for figures. Who does gives the house one that remembers."""

    def decided(self) -> None:
        """A decision was kept."""

    def acknowledged(self, seconds: float) -> None:
        """Discord took the first answer to an interaction, so many seconds after it was made."""

    def unacknowledged(self) -> None:
        """The first answer to an interaction was not taken, and nothing was done."""

    def late(self, seconds: float) -> None:
        """A deadline was dealt with, so many seconds after it had passed."""


UNMEASURED = Metrics()
"""For whoever asks for no figures. It holds nothing."""
