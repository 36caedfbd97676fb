"""Values of options, and variants, of which no difference is seen: in what is done, seen or told.

Each value is played against the default, and a variant against what it stands on, with the same
deals and moves at both tables; first with the other options at their defaults, then in settings
that have been drawn. What never shows a difference is told, with how far it was looked for; but
not an option with whose other value an example fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.machine.constants import evaluate_settings
from hoyle.dsl.printable import join_words, to_dashes
from hoyle.interpreter.comparison.paired_tables import ListeningTables, PairedTables
from hoyle.interpreter.comparison.rule_diff import diff_rules, find_named_ranks
from hoyle.interpreter.comparison.search import Budget, find_difference
from hoyle.interpreter.comparison.sides import fold_ruleset
from hoyle.interpreter.library.loader import open_base
from hoyle.interpreter.library.options import (
    draw_options,
    format_value,
    list_some_values,
    needs_are_met,
)
from hoyle.interpreter.library.ruleset import Ruleset, RulesetError
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.table import Table
from hoyle.interpreter.testing.examples import ExampleMachines, run_example
from hoyle.interpreter.testing.findings import Finding
from hoyle.interpreter.testing.search import IdleTally

SETTINGS = 3  # of the other options: their defaults, and so many less one that are drawn
Options = Mapping[str, int]


@attrs.frozen
class Pair:
    """What is played side by side: two rulesets with their options."""

    left: Ruleset
    right: Ruleset
    settings: Sequence[tuple[Options, Options]]


def find_idle_options(
    ruleset: Ruleset, counts: Sequence[int], games: int,
    go_on: Callable[[], bool] = lambda: True, tell: Callable[[str], None] = lambda text: None,
    tally: IdleTally | None = None,
) -> Iterator[Finding]:  # fmt: skip
    """Values and variants for which no difference is found in so many games each."""
    tally = IdleTally() if tally is None else tally
    below = open_base(ruleset)
    if below is not None:
        shared = [count for count in counts if count in below.players]
        played = (
            _alike(Pair(below, ruleset, [({}, {})]), shared, games, go_on, tally)
            if shared else None
        )  # fmt: skip
        if played is not None:
            heading = ruleset.choice.layers[-1].heading
            name, base = to_dashes(heading.name), below.name
            yield Finding(
                f"`{name}` against `{base}`: {played}", heading.base_span,
                about="a variant of which no difference was seen",
            )  # fmt: skip
    for option in ruleset.game.options.values():
        if option.fixed is None:
            yield from _idle_values(ruleset, option, counts, games, go_on, tell, tally)


def _idle_values(
    ruleset: Ruleset, option: g.Option, counts: Sequence[int], games: int,
    go_on: Callable[[], bool], tell: Callable[[str], None], tally: IdleTally,
) -> Iterator[Finding]:  # fmt: skip
    constants = evaluate_settings(ruleset.game, counts[0], {})
    default, *others = list_some_values(constants, option)
    others.sort()
    name, idle = to_dashes(option.name), dict[str, list[str]]()
    words = [format_value(constants.settings, option, value) for value in (default, *others)]
    for value, word in zip(others, words[1:], strict=True):
        tell(f"option {name} {word}")
        pair = Pair(ruleset, ruleset, _settings(ruleset, option, counts[0], value))
        shown = partial(_shown_by_example, ruleset, option, (default, value))
        played = _alike(pair, counts, games, go_on, tally, shown) if pair.settings else None
        if played is not None:
            idle.setdefault(played, []).append(word)
    if idle:
        told = [f"{join_words(some)} against {words[0]}: {how}" for how, some in idle.items()]
        yield Finding(
            f"`{name}` {'; '.join(told)}", option.span,
            ("where it seldom matters, an example that sets it shows what it does",),
            about="an option of which no difference was seen",
        )  # fmt: skip


def _shown_by_example(ruleset: Ruleset, option: g.Option, values: tuple[int, int]) -> bool:
    """Whether an example comes out otherwise with one of two values of an option than the other."""
    workshop = ExampleMachines(ruleset)
    for example in ruleset.game.examples:
        try:
            options = workshop.options_of(example)
        except Finding:
            continue
        both = [{**options, option.name: value} for value in values]
        if example.refused or any(workshop.why_refused(example.count, one) for one in both):
            continue
        results = [run_example(workshop, example, one) for one in both]
        one, other = ([(each.says, each.lines) for each in r.findings] for r in results)
        if one != other:
            return True
    return False


def _settings(
    ruleset: Ruleset, option: g.Option, players: int, value: int
) -> list[tuple[Options, Options]]:
    """The options of both sides: one at its default and at the value, the others the same."""
    found: list[tuple[Options, Options]] = []
    for k in range(SETTINGS):
        others: dict[str, int] = {}
        if k:
            stream = Stream(k, "idle", players)
            others = draw_options(ruleset.game, players, stream, {option.name: value})
            del others[option.name]
        both = others, {**others, option.name: value}
        if all(needs_are_met(ruleset.game, players, one) for one in both):
            found.append(both)
    return found


def _alike(
    pair: Pair, counts: Sequence[int], games: int, go_on: Callable[[], bool], tally: IdleTally,
    shown: Callable[[], bool] = lambda: False,
) -> str | None:  # fmt: skip
    """How far they have been found to play alike; None where they differ, or it is not known.

    `shown` is asked in the end whether a difference is shown by something else than play.
    """
    looked = finished = 0
    for left, right in pair.settings:
        sides = ((pair.left, left), (pair.right, right))
        rules = [fold_ruleset(one, _worded(one, counts[0], options)) for one, options in sides]
        found = [change for change in diff_rules(*rules) if change.played]
        if not found:
            continue
        ranks = find_named_ranks(found)
        make = partial(_twins, sides, ranks)
        try:
            outcome = find_difference(list(counts), make, Budget(games, go_on, first=True))
        except RulesetError:
            continue  # with these others there is no table: that is told where games are played
        if outcome.found is not None:
            tally.tried += 1
            return None
        if not go_on():
            tally.left += 1
            return None
        looked += outcome.games
        finished += outcome.finished
    if looked and not finished:
        tally.unended += 1
        return None
    tally.tried += 1
    if shown():
        return None
    tally.idle += 1
    if not looked:
        return "no rule comes out differently"
    left_early = looked - finished
    early = f", {left_early} of which were left before their end" if left_early else ""
    return f"no difference was seen in {looked} games{early}"


def _twins(
    sides: Sequence[tuple[Ruleset, Options]], ranks: tuple[str, ...], players: int
) -> PairedTables:  # fmt: skip
    left, right = (Table(ruleset.build(players, options).machine) for ruleset, options in sides)
    return ListeningTables(left, right, ranks)


def _worded(ruleset: Ruleset, players: int, options: Options) -> dict[str, str]:
    known = evaluate_settings(ruleset.game, players, {}).settings
    return {
        name: format_value(known, ruleset.game.options[name], value)
        for name, value in options.items()
    }
