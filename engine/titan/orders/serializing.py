"""Filed orders as lines to be stored: secrets of their owners, like the lines of actions."""

from __future__ import annotations

import re

from engine.titan.orders.filing import FiledOrder
from engine.titan.orders.grammar import parse, text

LINE = re.compile(
    r"(?P<number>\d+) until (?P<until>\d+) within (?P<within>\S+) began (?P<began>\S+) basis (?P<basis>\S+)"
    r" (?P<order>when .+)"
)
NONE = "-"


def kept(one: FiledOrder) -> str:
    """`3 until 7 within - began 2.0 basis Rd01:OGR,OGR;Rd02:TTN when …`, what is empty being `-`."""
    basis = ";".join(f"{marker}:{','.join(creatures)}" for marker, creatures in one.basis)
    times = f"until {one.until} within {one.within or NONE} began {one.began or NONE}"
    return f"{one.number} {times} basis {basis or NONE} {text(one.order)}"


def restored(line: str) -> FiledOrder:
    """The order of a line that `kept` has written. Raises ValueError for any other."""
    found = LINE.fullmatch(line)
    if found is None:
        raise ValueError("no line of a filed order")
    parts = [part.partition(":") for part in found["basis"].split(";")] if found["basis"] != NONE else []
    return FiledOrder(
        number=int(found["number"]),
        order=parse(found["order"]),
        until=int(found["until"]),
        basis=tuple((marker, tuple(creatures.split(","))) for marker, _, creatures in parts),
        began="" if found["began"] == NONE else found["began"],
        within="" if found["within"] == NONE else found["within"],
    )
