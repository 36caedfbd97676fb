"""For all tests: Hoyle's own plugin for pytest finds `.cards` files, and hundreds here are bad."""

import gc
import os
from collections.abc import Callable, Iterator

import pytest

collect_ignore_glob = ["*.cards"]

# What a test makes seldom goes round in circles: a search for such litter after every 700 things
# takes a tenth of all time.
gc.set_threshold(50_000, 20, 50)


# What `hoyle play` does where nothing is said must not hang on whether native code is there.
os.environ["HOYLE_NATIVE"] = "0"


@pytest.fixture(scope="session", autouse=True)
def _one_core() -> Iterator[None]:
    """Commands use all cores where nothing is said; each process of the tests has one of them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.cpu_count", lambda: 1)
        yield


@pytest.fixture
def two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is asked here may be spread over two processes."""
    monkeypatch.setattr("os.cpu_count", lambda: 2)


@pytest.fixture(scope="session")
def sealed() -> Callable[[str], str]:
    """A changed game file as Hoyle would have written it, with a history that fits its lines."""
    from hoyle.interpreter.cli.game_file import seal

    def sealed(text: str) -> str:
        above, _, history = text.partition("\nhistory ")
        lines = [line.strip() for line in above.splitlines() if line.strip()]
        return "\n".join([above, *seal(lines, history.split()[0]), ""])

    return sealed


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What tests have counted, and all of it together: for the record of the long tests."""
    counted: dict[str, dict[str, int]] = {}
    for report in terminalreporter.stats.get("passed", []):
        for what, number in report.user_properties:
            counted.setdefault(what, {})[report.nodeid] = number
    for what, numbers in counted.items():
        terminalreporter.section(f"{what}: {sum(numbers.values()):,}")
        for test, number in sorted(numbers.items()):
            terminalreporter.line(f"{number:>12,}  {test}")
