"""The corpus of bad texts: one mistake each, and what is said about it, written before the code.

The first line of an `.expect` file is `CODE LINE text under the caret` (`CODE?` for a warning);
each further line must appear in the message, and one that begins with `! ` must not.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.dsl.report import WARNING, Problem, Report, as_text
from hoyle.interpreter.hand_tables.inspect_tables import inspect_fully

FOLDER = Path(__file__).parent
CASES = sorted(path.stem for path in FOLDER.glob("*.cards"))


def problems_of(path: Path) -> list[Problem]:
    report = Report()
    inspect_fully(path, path.name, report)
    return report.in_order()


@pytest.mark.parametrize("case", CASES)
def test_bad_text(case: str) -> None:
    head, *phrases = (FOLDER / f"{case}.expect").read_text(encoding="utf-8").splitlines()
    code, line, under = head.split(" ", 2)
    found = problems_of(FOLDER / f"{case}.cards")
    told = "\n\n".join(as_text(problem) for problem in found)
    fitting = [
        problem
        for problem in found
        if problem.code == code.rstrip("?") and problem.span.line == int(line)
    ]
    assert fitting, f"no {code} on line {line} in:\n{told}"
    if under != "-":
        assert under in [problem.span.text for problem in fitting], told
    if code.endswith("?"):
        assert fitting[0].severity == WARNING
    message = "\n".join(as_text(problem) for problem in fitting)
    for phrase in phrases:
        unsaid = phrase.startswith("! ")
        said = phrase.removeprefix("! ").strip() in message
        assert said is not unsaid, f"of {phrase!r} it is {said} in:\n{message}"
    assert sum(problem.severity != WARNING for problem in found) <= 1, told
