"""Numbers of state that begin outside their ranges where an option has another value."""

from __future__ import annotations

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import NumberT, bare
from hoyle.dsl.machine.constants import TableConstants
from hoyle.dsl.printable import count_players
from hoyle.dsl.report import Report
from hoyle.interpreter.hand_tables.table_settings import GameSettings
from hoyle.interpreter.library.options import format_options, needs_are_met


def check_starting_values(tables: GameSettings, report: Report) -> None:
    """R04: state that no game can begin with in some setting, `score: 0..25 = start_score`.

    Only that of the match: a phase, or a record, need not come about in every setting.
    """
    for register in tables.game.all_registers:
        kind, kept = bare(register.type), register.phase is None and register.record is None
        if isinstance(kind, NumberT) and register.default is not None and kept:
            _check_default(tables, register, register.default, kind, report)


def _check_default(
    tables: GameSettings, register: g.Register, default: g.Value, kind: NumberT, report: Report
) -> None:
    """The first setting in which a default lies outside the range, as wide as that can be."""
    game = tables.game
    read = tables.read_by(default) & {*game.options, "players"}
    if not read & set(game.options) or kind.low is None or kind.high is None:
        return
    for players, options in tables.list_settings(read)[0]:
        laid = tables.at(players, options)
        words = format_options(game, players, dict(options))
        if laid is None or not words or not needs_are_met(game, players, dict(options)):
            continue
        found = TableConstants(laid).evaluate_constant(default)
        if found is not None and found >= 0 and not kind.low <= found <= kind.high:
            report.add(
                "R04", f"with {count_players(players)} and {' '.join(words)} `{register.name}` "
                f"would begin at {found}, and runs from {kind.low} to {kind.high} only",
                default.span,
            )  # fmt: skip
            return
