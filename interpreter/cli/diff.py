"""`hoyle diff`: what one ruleset changes against another, in sentences and in a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from hoyle.interpreter.cli.endings import UserError
from hoyle.interpreter.cli.progress import show_if_slow
from hoyle.interpreter.cli.shared_options import (
    Number,
    Seconds,
    open_ruleset,
    with_ascii,
    with_json,
    with_settings,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hoyle.interpreter.cli.diff_report import Sides
    from hoyle.interpreter.comparison.rule_diff import Change
    from hoyle.interpreter.comparison.search import Budget, Outcome
    from hoyle.interpreter.library.ruleset import Ruleset

with_both = (
    with_settings("Give an option a value in both; may be said several times."),
    with_settings("Give an option of the first a value.", "--set-a", "only_a"),
    with_settings("Give an option of the second a value.", "--set-b", "only_b"),
    click.option("--variant", "variants", multiple=True, metavar="NAME",
                 help="Lay a variant on both, by its name or file; may be said several times."),
    click.option("--variant-b", "variants_b", multiple=True, metavar="NAME",
                 help="Lay a variant on the second."),
)  # fmt: skip


@click.command()
@click.argument("a")
@click.argument("b", required=False)
@with_both[0]
@with_both[1]
@with_both[2]
@with_both[3]
@with_both[4]
@click.option(
    "--players", type=Number(), metavar="NUMBER", help="Look for a position for this number."
)
@click.option(
    "--games", type=Number(0), default=150, metavar="NUMBER",
    help="How many games are tried to find a position; 150 where not given, none with 0.",
)  # fmt: skip
@click.option(
    "--seconds", type=Seconds(), metavar="NUMBER",
    help="Try no further game after this time. The games and their order stay the same.",
)  # fmt: skip
@with_json
@with_ascii
def diff(
    a: str, b: str | None, settings: dict[str, str], only_a: dict[str, str], only_b: dict[str, str],
    variants: tuple[str, ...], variants_b: tuple[str, ...],
    players: int | None, games: int, seconds: float | None, as_json: bool, ascii_only: bool,
) -> None:  # fmt: skip
    """What B changes against A: two rulesets or variants, or one with other options.

    Where the second is A too, under a variant or with other options, B is left out.
    First every rule that is different, new or gone, as it is with the options at their defaults or
    as they are set; then, found by playing both with the same deal and the same moves, a position
    as early as possible in which they differ. Where that is before the first move, and options have
    other defaults, one more, with the same values.
    """
    from hoyle.interpreter.cli.diff_report import (
        as_facts,
        print_changes,
        print_later,
        print_outcome,
    )
    from hoyle.interpreter.comparison.search import Budget
    from hoyle.interpreter.comparison.sides import diff_rulesets
    from hoyle.interpreter.library.discovery import name_beside
    from hoyle.interpreter.narration.output import write_json
    from hoyle.interpreter.testing.time_share import TimeShare

    if b is None and not (only_a or only_b or variants_b):
        raise UserError(
            "against what? name a second ruleset, or say what is different: --set-b or --variant-b"
        )
    budget = Budget(games, TimeShare.lasting(seconds).go_on)
    one = open_ruleset(a, variants)
    other = a if b is None else name_beside(b, a)
    rulesets = one, open_ruleset(other, (*variants, *variants_b))
    sides = _apply_settings(rulesets, settings, (only_a, only_b))
    counts = _common_counts(sides, players)
    found = diff_rulesets(*sides)
    if not as_json:
        print_changes(sides, found, ascii_only)
    alike, later = sides, None
    with show_if_slow("diff", "looking for a position in which they differ …"):
        outcome = _search_position(sides, counts, budget, found)
        if outcome is not None and outcome.found is not None and not outcome.found.moves:
            alike = _give_same_options(sides, counts[0])
            if alike != sides:
                later = _search_position(alike, counts, budget, diff_rulesets(*alike))
    if as_json:
        write_json(as_facts(sides, found, outcome, alike, later))
    elif found:
        print_outcome(sides, outcome, counts, games, ascii_only)
        if later is not None:
            print_later(alike, later, games, ascii_only)


def _apply_settings(
    rulesets: tuple[Ruleset, Ruleset], both: Mapping[str, str],
    own: tuple[Mapping[str, str], Mapping[str, str]],
) -> Sides:  # fmt: skip
    """Both rulesets with their options, which must be right for some number of players."""
    from hoyle.interpreter.library.options import parse_options

    for name in both:
        if not any(_has_option(ruleset, name) for ruleset in rulesets):
            parse_options(rulesets[0].game, rulesets[0].players[0], {name: both[name]})
    sides: Sides = []
    for ruleset, only in zip(rulesets, own, strict=True):
        options = {name: value for name, value in both.items() if _has_option(ruleset, name)}
        options.update(only)
        parse_options(ruleset.game, ruleset.players[-1], options)
        sides.append((ruleset, options))
    return sides


def _has_option(ruleset: Ruleset, name: str) -> bool:
    option = ruleset.game.options.get(name.replace("-", "_"))
    return option is not None and option.fixed is None


def _common_counts(sides: Sides, players: int | None) -> list[int]:
    """The numbers of players for whom both are played: that which was asked for, or all."""
    (one, _), (other, _) = sides
    counts = [count for count in one.players if count in other.players]
    if players is None:
        return counts
    for ruleset, _ in sides:
        if players not in ruleset.players:
            raise UserError(ruleset.not_for(players))
    return [players]


def _give_same_options(sides: Sides, players: int) -> Sides:
    """The second with the options of the first where only their defaults differ.

    As it was where there is none, or where it cannot have them.
    """
    from hoyle.dsl.machine.constants import evaluate_settings
    from hoyle.interpreter.library.options import OptionError, format_options, parse_options

    (one, first), (other, second) = sides
    values, others = (
        evaluate_settings(
            ruleset.game, players, parse_options(ruleset.game, players, options)
        ).settings.options
        for ruleset, options in sides
    )
    said = {name.replace("-", "_") for name in (*first, *second)}
    differing = {
        name: value for name, value in values.items()
        if name not in said and _has_option(other, name) and others.get(name) != value
    }  # fmt: skip
    words = format_options(one.game, players, differing, usual_too=True)
    alike = second | dict(word.split("=", 1) for word in words)
    try:
        parse_options(other.game, players, alike)
    except OptionError:
        return sides
    return [(one, first), (other, alike)] if differing else sides


def _search_position(
    sides: Sides, counts: list[int], budget: Budget, found: list[Change]
) -> Outcome | None:
    """The search for a position; None where there is nothing to look for."""
    from hoyle.interpreter.comparison.paired_tables import ListeningTables, PairedTables
    from hoyle.interpreter.comparison.rule_diff import find_named_ranks
    from hoyle.interpreter.comparison.search import find_difference

    if not found or not counts or not budget.games:
        return None

    ranks = find_named_ranks(found)

    def twins(players: int) -> PairedTables:
        left, right = (ruleset.table(players, options) for ruleset, options in sides)
        return ListeningTables(left, right, ranks)

    return find_difference(counts, twins, budget)
