"""What is told of a text that is a frame with a few steps more."""

from collections.abc import Callable

import pytest

from hoyle.dsl.analysis.analyse import analyse_game
from hoyle.dsl.checked.from_tree import check
from hoyle.dsl.parser.from_text import read
from hoyle.dsl.preflight.every_table import check_counts
from hoyle.dsl.report import Problem, Report
from hoyle.dsl.source import Source


@pytest.fixture(scope="session")
def find_errors() -> Callable[[str, str], list[Problem]]:
    """The errors of a frame whose last block goes on with some steps."""

    def find(frame: str, steps: str) -> list[Problem]:
        report = Report()
        text = frame + "".join(f"  {line}\n" for line in steps.splitlines())
        tree = read(Source("probe.cards", text), report)
        assert tree is not None
        game = check(tree, lambda _: None, report)
        analyse_game(tree, game, report)
        if not report.failed:
            check_counts(game, report)
        return [problem for problem in report.in_order() if problem.severity == "error"]

    return find
