"""A text with twice as many mistakes takes about twice the work to check, and no more."""

from __future__ import annotations

import sys

import pytest

from hoyle.dsl.report import ERROR, Report
from hoyle.interpreter.library.loader import inspect_file
from tests.checked.test_limits import write, write_lines

EXAMPLE = 'example "e{k}"\n  players ann bob\n  given x{k} of cat = 3\n  start match\n'
TEXTS = {
    "names": lambda count: write(write_lines("  x = nothing_{k}\n", count)),
    "definitions": lambda count: write(
        declared=write_lines("define d{k} = nothing_{k}\n", count) + "\n"
    ),
    "phases": lambda count: write(declared=write_lines("phase p{k}\n  q{k}\n\n", count)),
    "examples": lambda count: write() + write_lines(EXAMPLE, count),
    "parameters": lambda count: write(declared=write_lines("define d{k} = suit of card\n", count)),
}


def count_calls(path, text):
    calls = 0

    def count(frame, event, arg):
        nonlocal calls
        calls += event == "call"

    path.write_text(text, encoding="utf-8")
    report = Report()
    sys.setprofile(count)
    try:
        inspect_file(path, path.name, report, lambda game, more: None)
    finally:
        sys.setprofile(None)
    assert report.problems
    return calls


# Of phases sixty are tried with what is proposed for them, each time in the whole text.
MANY = {"phases": 140, "definitions": 250}


LONG = {"phases", "definitions", "parameters"}


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=[pytest.mark.long] * (kind in LONG)) for kind in TEXTS]
)
def test_the_work_grows_as_the_text_does(kind, tmp_path):
    path, text, many = tmp_path / "many.cards", TEXTS[kind], MANY.get(kind, 500)
    count_calls(path, text(20))  # what is done once in a process counts for neither
    assert count_calls(path, text(2 * many)) < 2.5 * count_calls(path, text(many))


def test_variants_of_one_file_are_not_more_than_can_be_checked(tmp_path):
    path, report = tmp_path / "many.cards", Report()
    padding = write_lines("# nothing but a note of {k}, which makes the text long\n", 1_000)
    path.write_text(
        write()
        + padding
        + write_lines('variant v{k} "V" of many\n  add phase more\n    x = 1\n', 30),
        encoding="utf-8",
    )
    inspect_file(path, path.name, report, lambda game, more: None)
    errors = [one for one in report.problems if one.severity == ERROR]
    assert [(one.code, one.span.text) for one in errors] == [("X05", "v8")]
