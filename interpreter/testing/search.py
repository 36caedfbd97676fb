"""A ruleset on trial: its examples, then the search for faults, and what there is to say of it.

The search plays random games, games that seek what is new, and every way of a small game. It
goes in steps, each known by its number alone; so it comes out the same on one core and on many.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import count

import attrs

from hoyle.dsl.printable import to_dashes
from hoyle.dsl.report import ERROR, Report
from hoyle.dsl.source import Span
from hoyle.interpreter.hand_tables.inspect_tables import Looked, inspect_tables
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.native.cannot_lower import is_available
from hoyle.interpreter.testing.examples import ExampleResult, run_examples
from hoyle.interpreter.testing.exhaustive_search import ExhaustiveResult, search_exhaustively
from hoyle.interpreter.testing.findings import (
    DOUBTS,
    LOSSES,
    PROPERTIES,
    Finding,
    FindingKey,
    SmallestGames,
)
from hoyle.interpreter.testing.game_runner import PlayCounts
from hoyle.interpreter.testing.invariant_monitor import find_last_alternative
from hoyle.interpreter.testing.missing_end import explain_missing_end
from hoyle.interpreter.testing.novelty_search import seek_novelty
from hoyle.interpreter.testing.policy_ends import list_ways_to_end, try_to_end
from hoyle.interpreter.testing.policy_games import GAMES, list_policy_games, play_policy_game
from hoyle.interpreter.testing.random_games import (
    BLOCK,
    Plan,
    format_fixed_options,
    list_block,
    play_games,
    search_command,
)
from hoyle.interpreter.testing.rule_coverage import Coverage, Place, place_of
from hoyle.interpreter.testing.suspicions import find_equivalent_moves, find_losing_seats
from hoyle.interpreter.testing.time_share import ALL_TIME, TimeShare
from hoyle.interpreter.testing.worker_pool import map_parallel

TABLES = 5  # one part in so many of the time is for putting tables to hands
FIRST = 16  # times as many games that seek what is new are played with the fewest players
RANDOM, RANDOM_REST, SOUGHT, EVERY_WAY = "random", "random, the rest", "sought", "every way"
NATIVE = "native"
NATIVE_TABLES = 3  # numbers of players with which games are played in native code, the fewest
BY_POLICY, TO_END = "by policy", "by policy, to the end"


@attrs.frozen
class Step:
    """Some games that are played one after the other. `number` says which of their way."""

    way: str
    number: int = 0
    players: int = 0


@attrs.frozen
class StepResult:
    """What a step has come to."""

    step: Step
    tally: PlayCounts
    seen: frozenset[Place]
    findings: tuple[Finding, ...] = ()
    ways: ExhaustiveResult | None = None
    doubts: tuple[Finding, ...] = ()

    @property
    def is_begun(self) -> bool:
        """Whether there is anything to be told of it: it was not left before it began."""
        return bool(self.tally.games) or (self.ways is not None and self.ways.is_begun)


@attrs.frozen(eq=False)
class Search:
    """One ruleset, and how it is searched. With `seconds` on and on, until `go_on` says no.

    Once it `is_late`, a game in which something was found is left too: it is to be made small.
    """

    ruleset: Ruleset
    plan: Plan
    jobs: int = 1
    seconds: float | None = None
    go_on: Callable[[], bool] = lambda: True
    is_late: Callable[[], bool] = lambda: False

    def run(self, coverage: Coverage) -> Iterator[StepResult]:
        """Step after step; what has been seen is added to `coverage` after each round."""
        for round_ in self.rounds():
            seen = frozenset(coverage.seen)
            if not self.go_on():
                return
            work = partial(self.done, seen=seen)
            for outcome in map_parallel(work, round_, self.jobs, self.go_on):
                coverage.seen |= outcome.seen
                yield outcome

    def rounds(self) -> Iterator[list[Step]]:
        """Steps that do not build on one another, round by round.

        Every number of players has one game before any has two; then come a few games that mostly
        end, of the fewest players, the other random games of the first block, and short ones in
        which nothing is done; then what is new is sought, mostly with the fewest; then come the
        other games by policies, and of each block, with one that goes on to its end; games in
        native code are last.
        """
        plan = self.plan
        by_policy = list_policy_games(self.ruleset, plan) if plan.rounds else []
        short = [Step(BY_POLICY, k) for k, game in enumerate(by_policy) if game.is_short]
        first = [*self._list_games_to_end(), *[Step(RANDOM_REST)] * bool(plan.games)]
        early = [*dict.fromkeys(first), *short] if plan.rounds else []
        tables, blocks = len(plan.players), -(-plan.games // BLOCK)
        yield [Step(RANDOM, k) for k in range(blocks)]
        fewest = [Step(SOUGHT, k, plan.players[0]) for k in range(FIRST * plan.rounds)]
        others = [
            Step(SOUGHT, k, players) for k in range(plan.rounds) for players in plan.players[1:]
        ]
        half = len(fewest) // 2
        sought = [*fewest[:half], *others, *fewest[half:]]
        yield [*early, *sought, *[Step(EVERY_WAY)] * bool(plan.positions)]
        if plan.rounds:
            tried = len(list_ways_to_end(self.ruleset.game))
            policy_steps = [Step(BY_POLICY, k) for k in range(len(by_policy))]
            yield [
                *[step for step in policy_steps if step not in early],
                *[Step(TO_END, k) for k in range(tried)],
            ]
        rest = [Step(RANDOM_REST, k) for k in range(blocks)]
        yield [step for step in rest if step not in early]
        if plan.native and is_available():
            yield [Step(NATIVE, players=players) for players in plan.players[:NATIVE_TABLES]]
        for k in count() if self.seconds is not None else ():
            yield [Step(SOUGHT, FIRST * plan.rounds + k, players) for players in plan.players]
            more = [blocks + k * tables + j for j in range(tables)]
            yield [Step(way, block) for way in (RANDOM, RANDOM_REST) for block in more]

    def _list_games_to_end(self) -> list[Step]:
        """Those by the first policy; where there is none, the other games of the first block."""
        if self.ruleset.game.policies:
            return [Step(BY_POLICY, k) for k in range(GAMES)]
        return [Step(RANDOM_REST)] * bool(self.plan.games)

    def done(self, step: Step, seen: frozenset[Place]) -> StepResult:
        """The games of a step."""
        tally, coverage = PlayCounts(), Coverage(self.ruleset.game)
        coverage.seen |= seen
        plan, ways = self.plan, None
        findings: list[Finding] = []
        doubts: tuple[Finding, ...] = ()

        def go_on() -> bool:
            return self.go_on() and not (tally.found and self.is_late())

        if step.way in (RANDOM, RANDOM_REST):
            games = list_block(plan, step.number)
            first = games[min(1, len(games) - 1)]  # not the one that goes on to its end
            part = [first] if step.way == RANDOM else [game for game in games if game != first]
            played = play_games(self.ruleset, plan, tally, coverage, go_on, part)
            findings += [finding for finding in played if finding is not None]
        elif step.way == SOUGHT:
            findings += seek_novelty(
                self.ruleset, plan, step.players, step.number, tally, coverage, go_on
            )
        elif step.way == NATIVE:
            from hoyle.interpreter.testing.native_search import search_natively

            findings += search_natively(self.ruleset, plan, step.players, tally, coverage, go_on)
        elif step.way == BY_POLICY:
            game = list_policy_games(self.ruleset, plan)[step.number]
            seen_in = play_policy_game(self.ruleset, plan, game, tally, coverage, go_on)
            findings += [finding for finding in seen_in if finding.kind not in DOUBTS]
            doubts = tuple(finding for finding in seen_in if finding.kind in DOUBTS)
        elif step.way == TO_END:
            policy = list_ways_to_end(self.ruleset.game)[step.number]
            ends = try_to_end(self.ruleset, plan, policy, tally, coverage, go_on)
            findings += ends.findings
            doubts = ends.doubts
        else:
            ways = search_exhaustively(self.ruleset, plan.positions, tally, coverage, go_on)
            findings += ways.findings
        for finding in findings:
            finding.again = finding.again or self.again()
        new = frozenset(coverage.seen - seen)
        return StepResult(step, tally, new, tuple(findings), ways, doubts)

    def again(self) -> str:
        """The command that does the whole search again."""
        plan, counts = self.plan, self.plan.players
        words = search_command(self.ruleset)
        if len(counts) < len(self.ruleset.players):
            words += f" --players {counts[0]}"
        if plan.seed:
            words += f" --seed {plan.seed}"
        if self.seconds is not None:
            words += f" --seconds {self.seconds:g}"
        if plan.policy:
            words += f" --policy {to_dashes(plan.policy)}"
        return words + format_fixed_options(self.ruleset, counts[0], plan)


@attrs.define
class IdleTally:
    """Values of options, and variants, that were held against what stands without them.

    Of those `tried` so many are `idle`: they change nothing. For those `left` there was no time.
    Of those `unended` no game that could show a difference came to its end.
    """

    tried: int = 0
    idle: int = 0
    left: int = 0
    unended: int = 0


@attrs.define(eq=False)
class Verdict:
    """What a trial has come to. Findings that say the same are kept once, with their number."""

    ruleset: Ruleset
    plan: Plan
    coverage: Coverage
    tally: PlayCounts = attrs.field(factory=PlayCounts)
    outcomes: list[ExampleResult] = attrs.field(factory=list)
    asked: dict[Place, int] = attrs.field(factory=dict)  # laws, in examples
    findings: dict[FindingKey, tuple[Finding, int]] = attrs.field(factory=dict)
    ways: ExhaustiveResult | None = None
    idle: IdleTally | None = None  # where it was asked for
    tables: tuple[Looked, ...] = ()
    tables_in_time: bool = True  # whether no hand or case of them was left out for lack of time
    interrupted: bool = False
    random: int = 0  # games that were known by their seed
    by_policy: int = 0  # games by policies of the ruleset, or of doing nothing
    to_end: int = 0  # games at random that are played on to their end, as no policy does it
    # of the steps that are always tried: all, and those for which there was no time
    planned: tuple[Step, ...] = ()
    left_out: tuple[Step, ...] = ()
    begun: set[str] = attrs.field(factory=set)  # the ways by which anything was tried
    doubted: list[Finding] = attrs.field(factory=list)  # what games have shown, and may be meant so
    no_time_to_end: bool = False  # whether time ran out before all ways to see an end were tried
    small: dict[FindingKey, SmallestGames] = attrs.field(factory=dict)
    records: dict[FindingKey, str] = attrs.field(factory=dict)  # files of games that failed

    @property
    def failed(self) -> bool:
        """Whether anything is not as it should be."""
        return bool(self.findings) or not all(outcome.passed for outcome in self.outcomes)

    @property
    def ended_examples(self) -> int:
        """How many examples came to the end of the match, and were right."""
        return sum(outcome.passed and outcome.match_over for outcome in self.outcomes)

    @property
    def short(self) -> bool:
        """Whether fewer games were played than were asked for."""
        return self.random < self.plan.games

    def failures(self) -> list[Finding]:
        """What is wrong with the examples."""
        return [finding for outcome in self.outcomes for finding in outcome.findings]

    def list_unseen(self) -> dict[str, list[tuple[str, Span]]]:
        """What was never seen; under variants only what they say themselves.

        What the game itself says is for its own trial to come to, with its own examples.
        """
        layers = [layer.heading for layer in self.ruleset.choice.layers]
        return {
            what: [
                place
                for place in places
                if not layers or any(layer.says(place[1]) for layer in layers)
            ]
            for what, places in self.coverage.unseen().items()
        }

    def add(self, finding: Finding) -> None:
        """A finding more, or the same once more.

        Of those that say the same one is kept, if there is any, that does not follow from another.
        """
        first, times = self.findings.get(finding.key, (finding, 0))
        kept = finding if first.follows and not finding.follows else first
        self.findings[finding.key] = (kept, times + 1)

    def list_findings(self) -> list[tuple[Finding, int]]:
        """What names the step that broke something is first, what only follows from others last.

        Then what came about after the fewest moves; then in the order of the properties.
        """
        order = list(PROPERTIES)
        steps = {place_of(law.test.span) for law in self.ruleset.game.laws if law.action}

        def rank(pair: tuple[Finding, int]) -> tuple[bool, bool, int, int]:
            finding, _ = pair
            at_step = finding.kind in LOSSES or (
                finding.kind == "law" and place_of(finding.span) in steps
            )
            kind = order.index(finding.kind) if finding.kind in order else -1
            return (finding.follows, not at_step and kind >= 0, finding.came_after, kind)

        return sorted(self.findings.values(), key=rank)

    def find_smallest(self, finding: Finding) -> SmallestGames:
        """The smallest games that show a finding, as far as there are any."""
        return self.small.get(finding.key, SmallestGames(None))

    def add_missing_end(self, go_on: Callable[[], bool], in_time: bool) -> None:
        """Where games were played, and neither they nor examples came to the end: a finding.

        Where that was not `in_time`, since more games were to be played, it says nothing yet.
        """
        tally = self.tally
        if tally.games and not tally.finished:
            self.no_time_to_end = not in_time
        if tally.games and not (tally.finished or self.ended_examples) and in_time:
            says = "no game was played to its end"
            left = "1 game was" if tally.games == 1 else f"{tally.games} games were"
            bound = ", or drawn by the bound of a loop" if tally.drawn else ""
            line = f"{left} left before the end{bound}: what the rules say of it has not been tried"
            span, why = explain_missing_end(self.ruleset, self.plan, go_on)
            self.add(Finding(says, span, (line, *why), kind="ends"))

    def count_asked(self) -> Counter[Place]:
        """How often each law was asked, in examples and in games."""
        return Counter(self.asked) + Counter(self.tally.asked)

    def never_asked(self) -> list[tuple[str, Span, str]]:
        """Laws that no game has come to, or only to their condition: words, place, and why."""
        found, asked = [], self.count_asked()
        for law in self.ruleset.game.laws:
            why = ""
            if self.tally.games and place_of(law.span) not in self.tally.asked:
                why = "it asks for an expectation, which play does not answer"
            elif not asked[place_of(law.span)]:
                why = "no game came to it"
            elif (last := find_last_alternative(law)) and not asked[place_of(last.span)]:
                why = f"what stands before `or {last.span.words}` held each time"
                if law.phase is not None:
                    why += "; examples that lay cards by hand are not asked it"
            if why:
                word = "always" if law.always else "never"
                found.append((f'{word} "{law.title}"', law.span, why))
        return found

    def doubts(self) -> list[Finding]:
        """What may be meant so: moves that come to the same, seats that never win."""
        game, tally = self.ruleset.game, self.tally
        once: dict[FindingKey, Finding] = {}
        for doubt in self.doubted:
            once.setdefault(doubt.key, doubt)
        found = [
            *once.values(),
            *find_equivalent_moves(game, tally.same, tally.unlike),
            *find_losing_seats(game, tally.ended, tally.won),
        ]
        return found


def judge_ruleset(
    ruleset: Ruleset, plan: Plan, tell: Callable[[str], None] = lambda text: None, *,
    jobs: int = 1, seconds: float | None = None,
    known: Iterable[Finding] = (), share: TimeShare = ALL_TIME,
) -> Verdict:  # fmt: skip
    """What was `known` first, then examples, tables and games, by so many processes.

    With `seconds` the search goes on as long as `share` lasts, of so many seconds asked for.

    `tell` hears how far it has come. A part of the time is for the tables; when it is late, there
    is time only to make small what has been found, and to see why no game came to its end: where
    that is anything, the search ends.

    Ctrl-C ends it early: what was found by then stands in the verdict.
    """
    verdict = Verdict(ruleset, plan, Coverage(ruleset.game))
    search = Search(ruleset, plan, jobs, seconds, share.go_on, share.is_late)
    rounds = attrs.evolve(search, seconds=None).rounds()
    verdict.planned = verdict.left_out = tuple(step for round_ in rounds for step in round_)
    total, go_on = ruleset.count_examples(), share.go_on
    try:
        for finding in known:
            verdict.add(finding)
            if not go_on():
                break
        for outcome in run_examples(ruleset, verdict.coverage, verdict.asked):
            verdict.outcomes.append(outcome)
            tell(f"example {len(verdict.outcomes)} of {total}")
        for_tables, report = share.share(TABLES), Report()
        verdict.tables = tuple(inspect_tables(
            ruleset.game, report, thorough=True, go_on=for_tables.go_on, tell=tell
        ))  # fmt: skip
        verdict.tables_in_time = for_tables.go_on()
        for problem in report.in_order():
            if problem.severity == ERROR:
                lines = tuple(filter(None, (problem.label, *problem.help)))
                verdict.add(Finding(problem.title, problem.span, lines, also=problem.also))
        for done in search.run(verdict.coverage):
            in_time = go_on() and not (done.tally.found and share.is_late())
            if in_time or (done.ways is not None and done.ways.is_done):
                verdict.left_out = tuple(s for s in verdict.left_out if s != done.step)
            verdict.tally.add(done.tally)
            verdict.begun |= {done.step.way} if done.is_begun else set()
            verdict.random += done.tally.games if done.step.way in (RANDOM, RANDOM_REST) else 0
            to_end = done.step.way == TO_END and not ruleset.game.policies
            by_policy = done.step.way in (BY_POLICY, TO_END) and not to_end
            verdict.by_policy += done.tally.games if by_policy else 0
            verdict.to_end += done.tally.games if to_end else 0
            verdict.doubted += done.doubts
            verdict.ways = done.ways if done.ways and done.is_begun else verdict.ways
            for finding in done.findings:
                verdict.add(finding)
            tell(f"{verdict.tally.games} games, {verdict.tally.decisions:,} decisions")
            if (verdict.findings or not verdict.tally.finished) and share.is_late():
                break
        if plan.longest and not verdict.findings:
            verdict.add_missing_end(go_on, not verdict.left_out)
    except KeyboardInterrupt:
        verdict.interrupted = True
    return verdict
