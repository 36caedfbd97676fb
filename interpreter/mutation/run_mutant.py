"""One change tried: what notices it, the cheapest first; if nothing does, whether it matters."""

from __future__ import annotations

import signal
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from threading import current_thread, main_thread

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.machine.constants import evaluate_settings
from hoyle.dsl.preflight.every_table import check_counts
from hoyle.dsl.report import ERROR, Problem, Report
from hoyle.dsl.tree import declarations as d
from hoyle.interpreter.hand_tables.inspect_tables import inspect_tables
from hoyle.interpreter.library.options import draw_options
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.mutation.equivalence import (
    Original,
    compare_agreements,
    compare_games,
    some_counts,
)
from hoyle.interpreter.mutation.example_reach import Reach, find_reach
from hoyle.interpreter.mutation.example_traces import Moment, first_difference, trace_example
from hoyle.interpreter.mutation.mutants import Mutant, apply_mutant, find_mutants
from hoyle.interpreter.mutation.operators import NOT_ASKED, OPERATORS, Operator
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.testing import random_games as covering
from hoyle.interpreter.testing.examples import ExampleMachines, run_example
from hoyle.interpreter.testing.game_runner import PlayCounts
from hoyle.interpreter.testing.random_games import Plan, play_games
from hoyle.interpreter.testing.rule_coverage import Coverage
from hoyle.interpreter.testing.time_share import TimeShare

REFUSED, EXAMPLE, LAW, PLAY = "refused", "example", "law", "play"
EQUIVALENT, SURVIVED, UNTRIED = "alike", "missed", "untried"
NOTICED = (EXAMPLE, LAW, PLAY)  # by what somebody has written, or by playing

TRIES = 9  # random games in which a change may show
DECISIONS = 120
CLOSELY = 8  # of so many positions one is looked at closely


MAX_SECONDS = 60  # of the processor, for one change: it may have made a game endless
QUICK = 3  # of the same, before a change waits until the others have been looked at
SOON = 0.001  # seconds: none would mean that there is no limit
AGAIN = 0.2  # seconds after which it is told once more: some callbacks of Python swallow all


class TimeUp(BaseException):
    """What was begun takes longer than it may; nothing that it runs catches this."""


class NoTimeLeft(BaseException):
    """The time for all is up, whatever is being done."""


@contextmanager
def limit_time(seconds: float) -> Iterator[None]:
    """Raise TimeUp in what takes more of the processor's time, where a signal can tell it so."""
    with _alarm("VIRTUAL", "VTALRM", seconds, AGAIN, TimeUp):
        yield


@contextmanager
def limit_all(share: TimeShare) -> Iterator[None]:
    """Raise NoTimeLeft when the time is up by the clock, where a signal can tell it so."""
    with _alarm("REAL", "ALRM", share.left(), 0.0, NoTimeLeft):
        yield


@contextmanager
def _alarm(
    timer: str, name: str, seconds: float, again: float, told: type[BaseException]
) -> Iterator[None]:
    tellable = hasattr(signal, "setitimer") and current_thread() is main_thread()
    if not tellable or seconds == float("inf"):
        yield
        return
    which, number = getattr(signal, f"ITIMER_{timer}"), getattr(signal, f"SIG{name}")

    def stop(*_: object) -> None:
        raise told

    before = signal.signal(number, stop)
    signal.setitimer(which, max(seconds, SOON), again)
    try:
        yield
    finally:
        signal.setitimer(which, 0)
        signal.signal(number, before)


@attrs.frozen
class Outcome:
    """What became of a change, and how.

    `missed` was noticed by nothing, `alike` plays the same; of what is `untried` neither is known.
    """

    found: str
    says: str


class MutantRunner:
    """A ruleset whose changes are tried, and what is kept from one to the next.

    `relatives` are rulesets that share its text, such as what a variant stands on: a change of what
    they share is noticed by their examples too. What is changed in one of those `tried` is not
    changed in this one: it says of the rules that they share what would be said here.
    """

    def __init__(
        self, ruleset: Ruleset, relatives: Sequence[Ruleset] = (),
        operators: Sequence[Operator] = OPERATORS, tried: Collection[str] = (),
    ) -> None:  # fmt: skip
        self.ruleset = ruleset
        self.relatives = [MutantRunner(one, (), operators) for one in relatives]
        before = [one for one in self.relatives if one.ruleset.name in tried]
        self.changes = [
            change for change in find_mutants(ruleset, operators)
            if not any(one.find_same(change) for one in before)
        ]  # fmt: skip
        self.original = Original(ruleset)

    @cached_property
    def reach(self) -> Reach:
        """What each example comes to."""
        return find_reach(self.ruleset)

    @cached_property
    def traces(self) -> list[tuple[Moment, ...]]:
        """What each example comes to, line by line, before any change."""
        workshop = ExampleMachines(self.ruleset)
        return [trace_example(workshop, example) for example in self.ruleset.game.examples]

    @cached_property
    def _by_words(self) -> dict[tuple[str, int], Mutant]:
        return {(change.words, change.span.end): change for change in self.changes}

    def find_same(self, change: Mutant) -> Mutant | None:
        """The change of the same words of the text, found in a relative; None where it has none."""
        return self._by_words.get((change.words, change.span.end))

    def prepare(self) -> None:
        """Find out at once all that is kept."""
        assert len(self.traces) == len(self.reach.examples)
        for one in self.relatives:
            assert len(one.reach.examples) == len(one.ruleset.game.examples)

    def try_quickly(self, change: Mutant) -> Outcome | None:
        """What `check` or an example says of a change within a moment; None where none does."""
        try:
            with limit_time(QUICK):
                new = self.make(change)
                if isinstance(new, Outcome):
                    return new
                return self.try_examples(change, new) or self._try_relatives(change)
        except TimeUp:
            return None
        except Exception as error:
            error.add_note(f"with this change: {change.words}")
            raise

    def outcome(self, change: Mutant) -> Outcome:
        """What notices a change. A fault of Hoyle's own surfaces, with the change's words."""
        try:
            with limit_time(MAX_SECONDS):
                new = self.make(change)
                if isinstance(new, Outcome):
                    return new
                return (
                    self.try_examples(change, new)
                    or self._try_relatives(change)
                    or self.try_games(new)
                    or self._unnoticed(change, new)
                )
        except TimeUp:
            return Outcome(PLAY, f"it has not ended after {MAX_SECONDS} seconds")
        except Exception as error:
            error.add_note(f"with this change: {change.words}")
            raise
        finally:
            covering.all_rows.cache_clear()  # else every changed ruleset would be kept
            covering.alone.cache_clear()

    def make(self, change: Mutant) -> Ruleset | Outcome:
        """The ruleset with a change made; or what `hoyle check` says of it."""
        report = Report()
        new = apply_mutant(self.ruleset, change, report)
        if not report.failed:
            check_counts(new.game, report)
        return _classify_refusal(self.ruleset, report) if report.failed else new

    def try_examples(
        self, change: Mutant, new: Ruleset, asked: Callable[[g.Example], bool] = lambda one: True
    ) -> Outcome | None:
        """The first example that no longer holds, of all or of those that are `asked`."""
        workshop = ExampleMachines(new)
        for number in self.reach.in_order(self.ruleset, change):
            example = new.game.examples[number]
            if asked(example) and not run_example(workshop, example).passed:
                return Outcome(EXAMPLE, example.title)
        return None

    def _try_relatives(self, change: Mutant) -> Outcome | None:
        """What notices a change in the rulesets that share the text: `check`, or an example."""
        for relative in self.relatives:
            same = relative.find_same(change)
            if same is not None:
                new = relative.make(same)
                found = new if isinstance(new, Outcome) else relative.try_examples(same, new)
                if found is not None:
                    return found
        return None

    def try_games(self, new: Ruleset) -> Outcome | None:
        """What random games notice: a law that is broken, rules that do not hold together."""
        tally, coverage = PlayCounts(), Coverage(new.game)
        counts = some_counts(new)
        for seed in range(TRIES):
            players = counts[seed % len(counts)]
            options = evaluate_settings(new.game, players, {}).settings.options
            if seed >= len(counts):
                options = draw_options(new.game, players, Stream(seed, "trials", players), {})
            plan = Plan((players,), 1, seed, dict(options), DECISIONS, CLOSELY)
            for finding in play_games(new, plan, tally, coverage):
                if finding is not None:
                    law = finding.about.startswith(("always ", "never "))
                    says = finding.about if law else finding.says
                    return Outcome(LAW if law else PLAY, says)
        return None

    def _unnoticed(self, change: Mutant, new: Ruleset) -> Outcome:
        reason = NOT_ASKED.get(change.operator)
        if reason is not None:
            return Outcome(UNTRIED, reason)
        report = Report()
        inspect_tables(new.game, report)
        if report.failed:
            return _classify_refusal(self.ruleset, report)
        says = compare_agreements(self.ruleset, new)
        if says is not None:
            return Outcome(SURVIVED, says)
        workshop = ExampleMachines(new)
        for example, old in zip(new.game.examples, self.traces, strict=True):
            found = first_difference(old, trace_example(workshop, example))
            if found is not None:
                span, what = found
                where = f"line {span.line}"
                if span.source.name != change.span.source.name:
                    where = f"{span.source.name}:{span.line}"
                return Outcome(SURVIVED, f'{what} at {where}, in "{example.title}"')
        says, played = compare_games(self.original, new)
        if says is not None:
            return Outcome(SURVIVED, says)
        if not played.standing:
            return Outcome(UNTRIED, f"no difference in {played}")
        heard, _ = compare_games(self.original, new, listening=True)
        says = f"only what is told differs: {heard}" if heard else f"no difference in {played}"
        return Outcome(EQUIVALENT, says)


def _classify_refusal(ruleset: Ruleset, report: Report) -> Outcome:
    """What `hoyle check` says: of the rules, or only of examples or laws that do not fit them."""
    errors = [problem for problem in report.in_order() if problem.severity == ERROR]
    first = errors[0]
    for kind, found in ((d.Example, EXAMPLE), (d.Law, LAW)):
        said = [tree for tree in ruleset.file.declarations if isinstance(tree, kind)]
        if all(any(_stands_in(problem, tree) for tree in said) for problem in errors):
            return Outcome(found, first.title)
    return Outcome(REFUSED, f"{first.code} {first.title}")


def _stands_in(problem: Problem, tree: d.Example | d.Law) -> bool:
    """Whether a problem is told at a place inside an example or law."""
    span = problem.span
    return span.source is tree.span.source and tree.span.start <= span.start < tree.span.end
