"""The lock files: what the image, `make run`, `make test` and `make lock` install, to the byte."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RUN, LOCAL, DEV = "requirements.lock", "requirements-local.lock", "requirements-dev.lock"
POSTGRES, UV = "requirements-postgres.lock", "requirements-uv.lock"
LOCKS = (RUN, POSTGRES, LOCAL, DEV, UV)


def locked(name: str) -> dict[str, str]:
    """Package to what is said of it: its version, markers and hashes."""
    text = (ROOT / name).read_text(encoding="utf-8").replace("\\\n", " ")
    return dict(line.split("==", 1) for line in text.splitlines())


def asked(*lists: list[str]) -> dict[str, str]:
    """Package, named as lock files name it, to the version that `pyproject.toml` asks for."""
    pins = (pin.split("==") for wanted in lists for pin in wanted)
    return {re.sub(r"[-_.]+", "-", name).lower(): version for name, version in pins}


@pytest.mark.parametrize("name", LOCKS)
def test_every_locked_package_has_an_exact_version_and_hashes(name: str) -> None:
    packages = locked(name)

    assert packages
    for package, said in packages.items():
        assert re.match(r"[0-9][0-9a-z.]*\s", said), package
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", said), package


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_file_names_no_place_to_get_packages_from(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")

    assert "://" not in text
    assert not re.search(r"^-|--(index|extra|find|trusted)", text, re.MULTILINE)


def test_the_lock_files_hold_the_versions_that_the_project_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    run, groups = project["project"]["dependencies"], project["dependency-groups"]
    driver = project["project"]["optional-dependencies"]["postgres"]
    assert {"include-group": "local"} in groups["dev"]
    dev = [pin for pin in groups["dev"] if isinstance(pin, str)]
    wanted = {
        RUN: asked(run),
        POSTGRES: asked(run, driver),
        LOCAL: asked(run, groups["local"]),
        DEV: asked(run, driver, groups["local"], dev),
        UV: asked(groups["lock"]),
    }

    for name, pins in wanted.items():
        packages = locked(name)
        assert {package: packages[package].split()[0] for package in pins} == pins, name


@pytest.mark.parametrize(("less", "more"), [(RUN, LOCAL), (RUN, POSTGRES), (LOCAL, DEV), (POSTGRES, DEV)])
def test_each_lock_holds_everything_of_the_one_before_it(less: str, more: str) -> None:
    def bare(name: str) -> set[tuple[str, str, frozenset[str]]]:
        return {
            (package, said.split()[0], frozenset(re.findall(r"sha256:\w+", said)))
            for package, said in locked(name).items()
        }

    assert bare(less) <= bare(more)


def test_the_lock_of_the_bot_is_without_the_simulated_discord_and_what_only_that_needs() -> None:
    beside = locked(LOCAL).keys() - locked(RUN).keys()

    assert beside == {"simcord", "linkify-it-py", "markdown-it-py", "mdurl", "regex"}


def test_who_keeps_games_in_a_file_needs_no_driver_for_postgresql() -> None:
    assert locked(POSTGRES).keys() - locked(RUN).keys() == {"asyncpg"}


def test_make_installs_nothing_without_a_hash_and_makes_every_lock() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    installs = [line for line in makefile.splitlines() if "pip install" in line]

    assert len(installs) == 2
    assert all("--require-hashes" in line for line in installs)
    assert f"-r {UV}" in makefile
    assert "==" not in makefile, "versions stand in pyproject.toml"
    assert set(re.findall(r"-o (\S+)", makefile)) == set(LOCKS)
    assert f".venv/.run: {LOCAL} |" in makefile
