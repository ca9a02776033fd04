"""Emblems as emojis: beside the words of a button, on Discord's dark and on its light ground."""

from __future__ import annotations

from io import BytesIO

from PIL import Image, ImageFilter

from render.tones import BONE

SIDE = 128
"""What Discord shows larger than anybody's screen needs, and keeps as it is."""

RIM = 4
"""The light rim around an emblem, without which its outline would be lost on a dark ground."""

DRAWN = SIDE - 2 * RIM
"""The side of the square that an emblem is drawn on."""


def rimmed(drawn: Image.Image) -> bytes:
    """A see-through PNG of an emblem that is DRAWN wide and high, with a light rim."""
    image = Image.new("RGBA", (SIDE, SIDE), (0, 0, 0, 0))
    image.paste(drawn, (RIM, RIM))
    rim = Image.new("RGBA", (SIDE, SIDE), BONE)
    rim.putalpha(image.getchannel("A").filter(ImageFilter.MaxFilter(2 * RIM - 1)).filter(ImageFilter.GaussianBlur(0.7)))
    data = BytesIO()
    Image.alpha_composite(rim, image).save(data, "PNG", optimize=True)
    return data.getvalue()
