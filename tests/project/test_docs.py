"""README and docs: short enough to be read, and whatever they lead to is there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.project.tables import ROOT

README = ROOT / "README.md"
LOCALE = ROOT / "cogs" / "locale" / "README.md"
DOCS = sorted((ROOT / "docs").glob("*.md"))
PAGES = [README, LOCALE, *DOCS, ROOT / "docs" / "skirmish" / "README.md"]

MOST_LINES = 150
LINK = re.compile(r"\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)")
MAKE = re.compile(r"`make ([a-z-]+)")
MODULE = re.compile(r"python -m ((?:tests|engine)[\w.]*)")


def anchors(page: Path) -> set[str]:
    """What a link may lead to in a page: its headings, as they are shown, and what it marks itself."""
    text = page.read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.+)$", text, re.M)
    made = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
    return made | set(re.findall(r'<a id="([^"]+)"', text))


def broken(page: Path) -> Iterator[str]:
    for found in LINK.finditer(page.read_text(encoding="utf-8")):
        target = (page.parent / found[1]).resolve() if found[1] else page
        if not target.exists() or (found[2] and found[2] not in anchors(target)):
            yield found[0]


def test_the_readme_is_short() -> None:
    assert len(README.read_text(encoding="utf-8").splitlines()) <= MOST_LINES


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(page: Path) -> None:
    assert list(broken(page)) == []


def test_the_readme_leads_to_every_page() -> None:
    led = {(ROOT / found[1]).resolve() for found in LINK.finditer(README.read_text(encoding="utf-8")) if found[1]}

    assert [page.name for page in DOCS if page not in led] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_command_of_the_shell_that_is_named_is_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.M)) | {"test", "deep-engine", "deep-drill"}
    modules = [ROOT / name.rstrip(".").replace(".", "/") for name in MODULE.findall(text)]

    assert sorted(set(MAKE.findall(text)) - targets) == []
    assert [path for path in modules if not (path.with_suffix(".py").exists() or (path / "__main__.py").exists())] == []
