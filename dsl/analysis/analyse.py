"""The analyses of a checked game: tables, circles and loops of phases, what is never used."""

from __future__ import annotations

from collections.abc import Collection

from hoyle.dsl.analysis.dead_advice import check_dead_advice
from hoyle.dsl.analysis.lost_order import check_lost_order
from hoyle.dsl.analysis.never_cleared import check_never_cleared
from hoyle.dsl.analysis.never_reset import check_never_reset
from hoyle.dsl.analysis.reachability import check_circles, check_loops
from hoyle.dsl.analysis.single_copies import check_single_copies
from hoyle.dsl.analysis.swept_cards import check_swept_cards
from hoyle.dsl.analysis.table_coverage import (
    Comparison,
    check_answers,
    check_reached,
    check_table,
)
from hoyle.dsl.analysis.traps import check_traps
from hoyle.dsl.analysis.unused import check_unused
from hoyle.dsl.checked import game as g
from hoyle.dsl.limits import COMPARED, Work, report_excess
from hoyle.dsl.report import ERROR, Report
from hoyle.dsl.tree import declarations as d


def analyse_game(
    file: d.File, game: g.Game, report: Report, variants: tuple[d.Variant, ...] = (),
    was_set: Collection[str] = (),
) -> None:  # fmt: skip
    """Report what is wrong with a game, as `check` made it of `file`, for all tables alike.

    What is odd is told of its own text and of those of the variants that are laid on it; not what
    a variant leaves unused, as another may use it, but for options and state that `was_set`.
    What is never used is asked of rules without errors only: a mistake may hide a use.
    """
    found = Report()
    sources = (file.source, *(variant.span.source for variant in variants))
    with report_excess(found):
        compare = Comparison(Work(COMPARED))
        for ranking in game.rankings.values():
            check_reached(ranking, compare, found)
        for table in game.tables.values():
            if table.complete and not any(_has_error(row, report) for row in table.rows):
                check_table(game, table, compare, found)
            check_answers(game, table, found)
    if file.kind == "game" and game.sound and not found.failed:
        check_circles(game, found)
        check_loops(game, found)
        check_unused(game, file, found, variants, was_set)
        check_traps(game, sources, found)
        check_single_copies(game, sources, found)
        check_swept_cards(game, found)
        check_lost_order(game, sources, found)
        check_never_cleared(game, sources, found)
        check_never_reset(game, sources, found)
        with report_excess(found):
            check_dead_advice(game, sources, compare, found)
    game.sound = game.sound and not found.failed
    report.take(found.problems)


def _has_error(row: g.Row, report: Report) -> bool:
    """Whether something is wrong in a row, so that it is not known when it fits."""
    return any(
        problem.severity == ERROR and problem.span.source is row.span.source
        and row.span.start <= problem.span.start < row.span.end
        for problem in report.problems
    )  # fmt: skip
