"""What pieces of the field have in common: a size that follows the hexes, light from the upper left, a soft shadow."""

from __future__ import annotations

from PIL import Image, ImageFilter

from render.canvas import Canvas, Point
from render.theme import Theme


def plain(theme: Theme) -> bool:
    """Whether a theme leaves out texture and shadows."""
    return not theme.depth


def scaled(canvas: Canvas, share: float) -> Image.Image:
    """What was drawn for the full picture, for one in which everything is `share` times as large."""
    if share == 1:
        return canvas.finished()
    image = canvas.image
    size = round(image.width / canvas.scale * share), round(image.height / canvas.scale * share)
    return image.resize(size, Image.Resampling.BOX)


def shadowed(image: Image.Image, by: Point, blur: float, strength: float, theme: Theme) -> Image.Image:
    """A picture above its own shadow, which must have room in it."""
    if plain(theme):
        return image
    mask = Image.new("L", image.size)
    mask.paste(image.getchannel("A"), (round(by[0]), round(by[1])))
    mask = mask.filter(ImageFilter.GaussianBlur(blur)).point(
        [round(level * min(1.0, strength * theme.depth / 0.55)) for level in range(256)]
    )
    found = Image.new("RGBA", image.size, theme.shade)
    found.putalpha(mask)
    found.alpha_composite(image)
    return found


def centred(canvas: Canvas, sprite: Image.Image, middle: Point) -> None:
    """Lays a sprite with its middle on a point."""
    canvas.paste(sprite, (middle[0] - sprite.width / 2, middle[1] - sprite.height / 2))
