"""What only a table shows: the machine is made for every number of players and looked over."""

from __future__ import annotations

import attrs

from hoyle.dsl.analysis.information_flow import check_secrecy
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import bare
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.from_game import build_machine, laid_table
from hoyle.dsl.machine.lower_steps import Steps
from hoyle.dsl.machine.lowering import CannotLower
from hoyle.dsl.machine.program import Const
from hoyle.dsl.node import walk
from hoyle.dsl.preflight.choosability import check_choosable
from hoyle.dsl.preflight.deals import Overdraw, find_overdraws, without_conditions
from hoyle.dsl.report import Report


def check_counts(game: g.Game, report: Report) -> None:
    """Options, pack and deals at every number of players; choices and secrets at the fewest."""
    made = build_machine(game, game.counts[0], report=report)
    if made is None:
        return
    for players in game.counts:
        lowering = made.lowering if players == game.counts[0] else laid_table(game, players, report)
        if lowering is None:
            return
        if not report.failed:
            _check_options(game, lowering, report)
        _check_needs(game, lowering, report)
    _check_deals(game, made.machine, report)
    if not report.failed:
        check_choosable(game, made.lowering, report)
        check_secrecy(game, Constants(made.lowering).value, report)


def _check_deals(game: g.Game, fewest: p.Machine, report: Report) -> None:
    """Deals at every number of players; where no rule asks for it, the most need most cards."""
    game = without_conditions(game)
    short = {game.counts[0]: find_overdraws(game, fewest)}
    most = game.counts[-1]
    for players in (most, *game.counts[1:-1]):
        if players not in short:
            build = build_machine(game, players, report=report)
            short[players] = find_overdraws(game, build.machine) if build is not None else []
        if not short[most] and not _asks_for_players(game):
            return _tell_overdrawn(short, report)
    _tell_overdrawn({players: short[players] for players in game.counts}, report)


def _asks_for_players(game: g.Game) -> bool:
    """Whether the number of players decides anything besides how many seats there are."""
    values = (
        [phase.body for phase in game.phases.values()],
        [define.value for define in game.defines.values()],
        [table.rows for table in game.tables.values()],
        [register.default for register in game.registers.values()],
        [option.default for option in game.options.values()],
        [(line.value, line.test) for line in game.pack],
    )
    return any(
        isinstance(node, g.Setting) and node.name == "players"
        for node in walk(tuple(value for part in values for value in part))
    )


@attrs.frozen
class Constants:
    """What the options of a table have decided."""

    lowering: Steps

    def value(self, value: g.Value) -> int | None:
        """The number that a value has at this table whatever is played; None where it has none."""
        try:
            lowered = self.lowering.value(value)
        except (CannotLower, AssertionError, KeyError):
            return None
        return (
            lowered.value if isinstance(lowered, Const) and isinstance(lowered.value, int) else None
        )


def _check_options(game: g.Game, lowering: Steps, report: Report) -> None:
    """Defaults that depend on the players must lie in their ranges at every count."""
    settings = lowering.settings
    for option in game.options.values():
        for allowed in option.allowed:
            if not (isinstance(allowed, g.Op) and allowed.name == "between"):
                continue
            low, high = (lowering.constant(end) for end in allowed.args)
            found = settings.options[option.name]
            if not low <= found <= high and not (found == -1 and option.type != bare(option.type)):
                report.add(
                    "O01", f"with {settings.players} players the default of `{option.name}` is "
                    f"{found}, and it runs from {low} to {high}", option.default.span,
                )  # fmt: skip


def _check_needs(game: g.Game, lowering: Steps, report: Report) -> None:
    for need in game.needs:
        if not lowering.constant(need.test):
            test = " ".join(need.test.span.text.split())
            report.add(
                "O02", f"the defaults do not meet `{test}`", need.test.span, label=need.sentence
            )


def _tell_overdrawn(short: dict[int, list[Overdraw]], report: Report) -> None:
    """Each deal that takes more than there is, with the counts at which it does and does not."""
    places: dict[tuple[int, int], dict[int, Overdraw]] = {}
    for players, found in short.items():
        for one in found:
            places.setdefault((one.span.start, one.span.end), {})[players] = one
    for by_count in places.values():
        players, one = next(iter(by_count.items()))
        fine = [count for count in short if count not in by_count]
        help_ = (
            [f"{_in_words(fine)} players are all right; {_in_words(list(by_count))} not"]
            if fine
            else []
        )
        whole = f"the pack has {one.there}" if one.whole else f"{one.there} are left"
        report.add(
            "D01", f"with {players} players this {one.does} {one.wanted} cards; {whole}", one.span,
            help=help_,
        )  # fmt: skip


def _in_words(counts: list[int]) -> str:
    words = [str(count) for count in counts]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
