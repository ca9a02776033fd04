"""The lock files: what `make run` and `make test` install, to the byte."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RUN, DEV = "requirements.lock", "requirements-dev.lock"


def locked(name: str) -> dict[str, str]:
    """Package to what is said of it: its version, markers and hashes."""
    text = (ROOT / name).read_text(encoding="utf-8").replace("\\\n", " ")
    return dict(line.split("==", 1) for line in text.splitlines())


def asked(*lists: list[str]) -> dict[str, str]:
    """Package, named as lock files name it, to the version that `pyproject.toml` asks for."""
    pins = (pin.split("==") for wanted in lists for pin in wanted)
    return {re.sub(r"[-_.]+", "-", name).lower(): version for name, version in pins}


@pytest.mark.parametrize("name", [RUN, DEV])
def test_every_locked_package_has_an_exact_version_and_hashes(name: str) -> None:
    packages = locked(name)

    assert packages
    for package, said in packages.items():
        assert re.match(r"[0-9][0-9a-z.]*\s", said), package
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", said), package


@pytest.mark.parametrize("name", [RUN, DEV])
def test_a_lock_file_names_no_place_to_get_packages_from(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")

    assert "://" not in text
    assert not re.search(r"^-|--(index|extra|find|trusted)", text, re.MULTILINE)


def test_the_lock_files_hold_the_versions_that_the_project_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    run = project["project"]["dependencies"]
    dev = project["dependency-groups"]["dev"]

    for name, pins in ((RUN, asked(run)), (DEV, asked(run, dev))):
        packages = locked(name)
        assert {package: packages[package].split()[0] for package in pins} == pins


def test_the_development_lock_holds_everything_of_the_other() -> None:
    def bare(name: str) -> set[tuple[str, str, frozenset[str]]]:
        return {
            (package, said.split()[0], frozenset(re.findall(r"sha256:\w+", said)))
            for package, said in locked(name).items()
        }

    assert bare(RUN) <= bare(DEV)
