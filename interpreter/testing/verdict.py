"""A ruleset on trial: its examples, then random games; and what there is to say of it all."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import attrs

from hoyle.dsl.report import Report
from hoyle.dsl.source import Span
from hoyle.interpreter.hand_tables.inspect_tables import Looked, inspect_tables
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.testing.examples import ExampleResult, run_examples
from hoyle.interpreter.testing.exhaustive_search import ExhaustiveResult
from hoyle.interpreter.testing.failing_game import SmallestGames
from hoyle.interpreter.testing.findings import Finding, FindingKey
from hoyle.interpreter.testing.game_runner import PlayCounts
from hoyle.interpreter.testing.random_games import Plan
from hoyle.interpreter.testing.rule_coverage import Coverage, place_of
from hoyle.interpreter.testing.search import RANDOM, Search
from hoyle.interpreter.testing.suspicions import find_equivalent_moves, find_losing_seats


@attrs.define(eq=False)
class Verdict:
    """What a trial has come to. Findings that say the same are kept once, with their number."""

    ruleset: Ruleset
    plan: Plan
    coverage: Coverage
    tally: PlayCounts = attrs.field(factory=PlayCounts)
    outcomes: list[ExampleResult] = attrs.field(factory=list)
    findings: dict[FindingKey, tuple[Finding, int]] = attrs.field(factory=dict)
    ways: ExhaustiveResult | None = None
    tables: tuple[Looked, ...] = ()
    interrupted: bool = False
    random: int = 0  # games that were known by their seed
    small: dict[FindingKey, SmallestGames] = attrs.field(factory=dict)
    records: dict[FindingKey, str] = attrs.field(factory=dict)  # files of games that failed

    @property
    def failed(self) -> bool:
        """Whether anything is not as it should be."""
        return bool(self.findings) or not all(outcome.passed for outcome in self.outcomes)

    @property
    def short(self) -> bool:
        """Whether fewer games were played than were asked for."""
        return self.random < self.plan.games

    def failures(self) -> list[Finding]:
        """What is wrong with the examples."""
        return [finding for outcome in self.outcomes for finding in outcome.findings]

    def add(self, finding: Finding) -> None:
        """A finding more, or the same once more."""
        first, times = self.findings.get(finding.key, (finding, 0))
        self.findings[finding.key] = (first, times + 1)

    def never_asked(self) -> list[tuple[str, Span, str]]:
        """Laws that no game has come to: their words, their place, and why."""
        found = []
        for law in self.ruleset.game.laws:
            why = ""
            if self.tally.games and place_of(law.span) not in self.tally.asked:
                why = "it asks for an expectation, which play does not answer"
            elif not self.tally.asked.get(place_of(law.span)):
                why = "no game came to it"
            if why:
                word = "always" if law.always else "never"
                found.append((f'{word} "{law.title}"', law.span, why))
        return found

    def doubts(self) -> list[Finding]:
        """What may be meant so: moves that come to the same, seats that never win."""
        game, tally = self.ruleset.game, self.tally
        found = [
            *find_equivalent_moves(game, tally.same, tally.unlike),
            *find_losing_seats(game, tally.ended, tally.won),
        ]
        return found


def judge_ruleset(
    ruleset: Ruleset, plan: Plan, go_on: Callable[[], bool] = lambda: True,
    tell: Callable[[str], None] = lambda text: None, *, jobs: int = 1, endless: bool = False,
    known: Iterable[Finding] = (),
) -> Verdict:  # fmt: skip
    """What was `known` first, then examples and games, by so many processes.

    `tell` hears how far it has come.

    Ctrl-C ends it early: what was found by then stands in the verdict.
    """
    verdict = Verdict(ruleset, plan, Coverage(ruleset.game))
    total = len(ruleset.game.examples)
    try:
        for finding in known:
            verdict.add(finding)
        tell("tables")
        verdict.tables = tuple(inspect_tables(ruleset.game, Report(), thorough=True))
        for outcome in run_examples(ruleset, verdict.coverage):
            verdict.outcomes.append(outcome)
            tell(f"example {len(verdict.outcomes)} of {total}")
        for done in Search(ruleset, plan, jobs, endless, go_on).run(verdict.coverage):
            verdict.tally.add(done.tally)
            verdict.random += done.tally.games if done.step.way == RANDOM else 0
            verdict.ways = done.ways or verdict.ways
            for finding in done.findings:
                verdict.add(finding)
            tell(f"{verdict.tally.games} games, {verdict.tally.decisions:,} decisions")
    except KeyboardInterrupt:
        verdict.interrupted = True
    return verdict
