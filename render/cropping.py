"""A part of a finished picture."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

Corners = tuple[int, int, int, int]
"""Left, top, right, bottom, in pixels of the picture."""


def cropped(png: bytes, corners: Corners) -> bytes:
    """What of a picture lies between corners, as a PNG."""
    with Image.open(BytesIO(png)) as picture:
        part, data = picture.crop(corners), BytesIO()
    part.save(data, "PNG", optimize=True)
    return data.getvalue()
