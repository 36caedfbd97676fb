"""The plugin for pytest: `.cards` files are collected as tests. Nothing heavy is imported here."""

from __future__ import annotations

from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """How many games, which ones, and which files."""
    group = parser.getgroup("hoyle", "rulesets of card games")
    group.addoption(
        "--cards-games", type=int, metavar="NUMBER",
        help="how many random games are played of each ruleset "
        "(four for each number of players, where not given)",
    )  # fmt: skip
    group.addoption(
        "--cards-seed", type=int, metavar="NUMBER", help="which games (0 where not given)"
    )
    parser.addini("cards_games", "how many random games are played of each ruleset", default="")
    parser.addini("cards_seed", "which random games are played", default="0")
    parser.addini(
        "cards_files", "patterns of the files that hold rulesets; nothing for none",
        type="args", default=["*.cards"],
    )  # fmt: skip


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """The tests of a ruleset."""
    named = file_path.suffix == ".cards" and parent.session.isinitpath(file_path)
    patterns = parent.config.getini("cards_files")
    if not named and not any(file_path.match(pattern) for pattern in patterns):
        return None
    from hoyle.interpreter.testing.pytest_items import CardsFile

    return CardsFile.from_parent(parent, path=file_path)
