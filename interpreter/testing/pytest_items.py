"""The tests that pytest finds in a `.cards` file: its check, its examples, and its properties."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

from hoyle.dsl.checked import game as g
from hoyle.dsl.open_source import open_source
from hoyle.dsl.printable import to_dashes
from hoyle.dsl.report import ERROR, Report, as_text
from hoyle.interpreter.hand_tables.inspect_tables import inspect_fully
from hoyle.interpreter.library.discovery import is_game, list_headings
from hoyle.interpreter.library.loader import load
from hoyle.interpreter.library.ruleset import Ruleset, RulesetError
from hoyle.interpreter.testing import findings
from hoyle.interpreter.testing.event_log import ChipRegisters
from hoyle.interpreter.testing.examples import ExampleMachines, run_example
from hoyle.interpreter.testing.findings import PROPERTIES
from hoyle.interpreter.testing.random_games import BLOCK, Plan, play_games
from hoyle.interpreter.testing.rule_coverage import Coverage
from hoyle.interpreter.testing.search import Verdict


class CardsWarning(pytest.PytestWarning):
    """Something about a ruleset that is told, and fails nothing."""


class Failed(Exception):
    """Something was found; the message is what `hoyle test` or `hoyle check` says."""


@attrs.define(eq=False)
class Trial:
    """A ruleset with what its tests share: each is worked out when a test first asks for it."""

    ruleset: Ruleset
    games: int | None
    seed: int
    verdict: Verdict | None = None
    workshop: ExampleMachines | None = None

    def played(self) -> Verdict:
        """The random games, played once for all properties."""
        if self.verdict is None:
            counts = tuple(self.ruleset.players)
            games = BLOCK * len(counts) if self.games is None else self.games
            plan = Plan(counts, games, self.seed)
            self.verdict = Verdict(self.ruleset, plan, Coverage(self.ruleset.game))
            tally, coverage = self.verdict.tally, self.verdict.coverage
            for finding in play_games(self.ruleset, plan, tally, coverage):
                if finding is not None:
                    self.verdict.add(finding)
        return self.verdict

    def example(self, example: g.Example) -> tuple[findings.Finding, ...]:
        """What is found when an example is run."""
        if self.workshop is None:
            self.workshop = ExampleMachines(self.ruleset)
        return run_example(self.workshop, example).findings

    def has_chips(self) -> bool:
        """Whether anybody ever pays anything."""
        build = self.ruleset.build(self.ruleset.players[0])
        return bool(ChipRegisters(build.machine, self.ruleset.game).slots)


# ---------------------------------------------------------------------- collecting


class CardsFile(pytest.File):
    """A file of rules: a game, variants, or a library."""

    def collect(self) -> Iterator[pytest.Item | pytest.Collector]:
        """Its check; then what can be tried of the game, and of each variant."""
        yield Check.from_parent(self, name="check")
        found = list(self.rulesets())
        for name, ruleset in found:
            trial = Trial(ruleset, self.number("games"), self.number("seed") or 0)
            if len(found) == 1:
                yield from _items_of(self, trial)
            else:
                yield Variant.from_parent(self, name=name, trial=trial)

    def number(self, what: str) -> int | None:
        """An option from the command line, else from the configuration."""
        given = self.config.getoption(f"cards_{what}")
        text = str(self.config.getini(f"cards_{what}") if given is None else given).strip()
        if text and not text.isdigit():
            raise pytest.UsageError(f"cards_{what} is a number, not {text}")
        return int(text) if text else None

    @property
    def shown(self) -> str:
        """The name of the file in messages."""
        root = self.config.rootpath
        inside = self.path.is_relative_to(root)
        return self.path.relative_to(root).as_posix() if inside else self.path.as_posix()

    def rulesets(self) -> Iterator[tuple[str, Ruleset]]:
        """The game and the variants, as far as they can be played at all; `check` tells why not."""
        source = open_source(self.path, self.shown, Report())
        if source is None:
            return
        words = {self.path.stem: str(self.path)} if is_game(source) else {}
        names = [heading.name for heading in list_headings(self.path, self.shown)]
        words |= {to_dashes(name): f"{self.path}:{name}" for name in names}
        for name, word in words.items():
            try:
                yield name, load(word, shown=self.shown, examples=True)
            except (RulesetError, OSError):
                continue


class Variant(pytest.Collector):
    """One of several rulesets in a file."""

    def __init__(self, *, trial: Trial, **more: Any) -> None:
        super().__init__(**more)
        self.trial = trial

    def collect(self) -> Iterator[pytest.Item]:
        """Its tests."""
        yield from _items_of(self, self.trial)


def _items_of(parent: pytest.Collector, trial: Trial) -> Iterator[pytest.Item]:
    """Every example, every law, and every property that is asked by play."""
    game = trial.ruleset.game
    seen: dict[str, int] = {}

    def only(name: str) -> str:
        seen[name] = seen.get(name, 0) + 1
        return name if seen[name] == 1 else f"{name} ({seen[name]})"

    for example in game.examples:
        name = only(f'example "{example.title}"')
        yield Example.from_parent(parent, name=name, trial=trial, what=example)
    for law in game.laws:
        name = only(f'law "{law.title}"')
        yield Law.from_parent(parent, name=name, trial=trial, what=law)
    for kind in PROPERTIES:
        if kind != "law":
            yield Property.from_parent(parent, name=kind, trial=trial, what=kind)


# ---------------------------------------------------------------------- the tests


class Cards(pytest.Item):
    """A test of a ruleset. What it finds is told in the words of `hoyle test`."""

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        """No traceback, unless it is Hoyle that has failed."""
        if isinstance(excinfo.value, Failed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """The line of the text."""
        return self.path, self.line() - 1, self.name

    def line(self) -> int:
        """Which line it is about."""
        return 1

    def tell(self, told: list[str]) -> None:
        """Fail if there is anything to tell."""
        if told:
            raise Failed("\n\n".join(told))


class Check(Cards):
    """What `hoyle check` says of a file."""

    def runtest(self) -> None:
        """Mistakes fail it, everything else is a warning."""
        report = Report()
        assert isinstance(self.parent, CardsFile)
        inspect_fully(self.path, self.parent.shown, report)
        problems = report.in_order()
        for problem in problems:
            if problem.severity != ERROR:
                self.warn(CardsWarning(as_text(problem)))
        self.tell([as_text(problem) for problem in problems if problem.severity == ERROR])


class OfRuleset(Cards):
    """A test that shares the trial of its ruleset."""

    def __init__(self, *, trial: Trial, what: Any, **more: Any) -> None:
        super().__init__(**more)
        self.trial = trial
        self.what = what

    def line(self) -> int:
        """The line of the example or law; none of a base or a library, which are other files."""
        span = getattr(self.what, "span", None)
        here = self.path.name
        return span.line if span is not None and Path(span.source.name).name == here else 1

    def _undecided(self, why: str) -> None:
        """Not a pass: there is a warning, and the test is skipped."""
        self.warn(CardsWarning(f"{self.name}: {why}"))
        pytest.skip(why)

    def found(self, *kinds: str, about: str = "") -> list[str]:
        """What the games have found of some properties."""
        told = []
        for finding, times in self.trial.played().findings.values():
            if finding.kind in kinds and (not about or finding.about == about):
                more = f"\n  and in {times - 1} more game{'s' * (times > 2)}"
                told.append(findings.as_text(finding) + more * (times > 1))
        return told


class Example(OfRuleset):
    """An example of a ruleset."""

    def runtest(self) -> None:
        """Run it."""
        self.tell([findings.as_text(finding) for finding in self.trial.example(self.what)])


class Law(OfRuleset):
    """An `always` or `never` of a ruleset."""

    def runtest(self) -> None:
        """It must hold in all games, and one of them must come to it."""
        word = "always" if self.what.always else "never"
        self.tell(self.found("law", about=f'{word} "{self.what.title}"'))
        for _, span, why in self.trial.played().never_asked():
            if span == self.what.span:
                self._undecided(why)


class Property(OfRuleset):
    """What must be so in all games, whatever the ruleset says."""

    def runtest(self) -> None:
        """It must be so in all games."""
        # Findings of a kind that has no test of its own must not get lost.
        more = {finding.kind for finding, _ in self.trial.played().findings.values()}
        others = more - set(PROPERTIES) if self.what == "rules" else set()
        self.tell(self.found(self.what, *others))
        if not self.trial.played().tally.decisions:
            self._undecided("nobody was asked anything in the games that were played")
        elif self.what == "chips" and not self.trial.has_chips():
            pytest.skip("nobody pays anything in this game")
