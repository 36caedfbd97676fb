"""Secrets, whatever the options are set to and however many play.

What options decide is left open at first: a game that gives nothing away then never does. What is
found so may be no leak, since two places that ask for one option have the same answer. So options
are set to each of their values in turn, first those that stand where it was found, until nothing is
found or there are no more. As soon as one of them gives something away the usual settings are
asked: what these give away is told alone.
"""

from __future__ import annotations

from collections.abc import Callable

import attrs

from hoyle.dsl.analysis.secrecy import check_secrecy
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import types as t
from hoyle.dsl.machine.constants import TableConstants, list_ranges, without_options
from hoyle.dsl.node import walk
from hoyle.dsl.report import Problem, Report

MOST_VALUES = 10_001  # of an option that is set to each: 0..10000
MOST_ANSWERS = 100  # that these give to all that is asked: each is followed by itself
MOST_CASES = 24  # that are looked at for one number of players
Constant = Callable[[g.Value], int | None]


@attrs.frozen(eq=False)
class Asked:
    """Answers what no open setting decides, and keeps what it was asked."""

    constants: TableConstants
    answers: dict[int, tuple[g.Value, int | None]] = attrs.field(factory=dict)

    def __call__(self, value: g.Value) -> int | None:
        """The number that a value always has; None where it has none."""
        if id(value) not in self.answers:
            self.answers[id(value)] = value, self.constants.evaluate_constant(value)
        return self.answers[id(value)][1]

    def list_answers(self, constants: TableConstants) -> tuple[int | None, ...]:
        """What another table answers to the same."""
        return tuple(constants.evaluate_constant(value) for value, _ in self.answers.values())

    def is_answered_by(self, constants: TableConstants) -> bool:
        """Whether another table answers everything alike."""
        return self.list_answers(constants) == tuple(one for _, one in self.answers.values())


def check_secrets(game: g.Game, tables: list[TableConstants], report: Report) -> None:
    """Report what a game gives away, at tables for each number of players."""
    checked: list[Asked] = []
    for table in tables:
        known = _open_options(table, {})
        if not any(asked.is_answered_by(known) for asked in checked):
            checked.append(Asked(known))
            _check_table(game, table, checked[-1], report)


def _check_table(game: g.Game, table: TableConstants, asked: Asked, report: Report) -> None:
    """Those of one number of players; what is found with the usual settings is told alone."""
    found = _find(game, asked)
    if all(map(report.has, found)):
        return
    waiting, cases, clean = [_Case({}, asked, found)], 0, False
    while waiting:
        case = waiting.pop()
        tables = _list_cases(table, case) if cases < MOST_CASES else []
        if not tables:
            if not clean and _tell_of_usual(table, report):
                return
            clean = True
            _tell_of_case(table, case, report)
        for chosen, known in tables:
            cases += 1
            asks = Asked(known)
            problems = _find(game, asks)
            if not problems:
                continue
            if not clean and _tell_of_usual(table, report):
                return
            clean = True
            waiting.append(_Case(chosen, asks, problems))


@attrs.frozen(eq=False)
class _Case:
    """Some options as they were chosen, and what the game gives away then."""

    chosen: dict[str, int]
    asked: Asked
    problems: list[Problem]

    def list_options(self) -> list[str]:
        """The other options that are asked for, first those in the line of a problem."""
        values = tuple(value for value, _ in self.asked.answers.values())
        named = {part.name for part in walk(values) if isinstance(part, g.Setting)}
        game = self.asked.constants.settings.game
        open_ = [
            name for name, option in game.options.items()
            if name in named and name not in self.chosen and option.fixed is None
        ]  # fmt: skip
        lines = {p.span.source.line_text(p.span.line) for p in self.problems}
        return sorted(open_, key=lambda name: not any(name in line for line in lines))


def _tell_of_usual(table: TableConstants, report: Report) -> bool:
    """Tell what the game gives away with the usual settings; False where that is nothing."""
    if not _find(table.settings.game, table.evaluate_constant):
        return False
    check_secrecy(table.settings.game, table.evaluate_constant, report)
    return True


def _tell_of_case(table: TableConstants, case: _Case, report: Report) -> None:
    usual = table.settings.options
    others = [f"`{name}`" for name, value in case.chosen.items() if usual[name] != value]
    unusual = f"not with the usual settings, but where {' and '.join(others)} {{}} another value"
    help_ = unusual.format("has" if len(others) == 1 else "have") if others else ""
    for problem in _find(table.settings.game, case.asked, explained=True):
        more = (help_ or "not with the usual settings, but with others",)
        report.take([attrs.evolve(problem, help=(*problem.help, *more))])


def _find(game: g.Game, constant: Constant, *, explained: bool = False) -> list[Problem]:
    """What the game gives away where so much is known before play."""
    report = Report()
    check_secrecy(game, constant, report, explained=explained)
    return report.problems


def _open_options(table: TableConstants, chosen: dict[str, int]) -> TableConstants:
    """A table at which only these options are known, and those that a variant has fixed."""
    game = table.settings.game
    known = without_options(game, table.settings.players)
    fixed = {name for name, option in game.options.items() if option.fixed is not None}
    usual = table.settings
    known.settings.options.update({name: usual.options[name] for name in fixed} | chosen)
    known.settings.sides, known.settings.pack = usual.sides, usual.pack
    known.lowering.reset_builtins()
    return known


def _list_cases(table: TableConstants, case: _Case) -> list[tuple[dict[str, int], TableConstants]]:
    """What is chosen, and a table, for each value of the first option that decides something."""
    for name in case.list_options():
        found: dict[tuple[int | None, ...], tuple[dict[str, int], TableConstants]] = {}
        for value in _list_values(table, table.settings.game.options[name]):
            chosen = {**case.chosen, name: value}
            known = _open_options(table, chosen)
            found.setdefault(case.asked.list_answers(known), (chosen, known))
            if len(found) > MOST_ANSWERS:
                break
        if 1 < len(found) <= MOST_ANSWERS:
            return list(found.values())
    return []


def _list_values(table: TableConstants, option: g.Option) -> list[int]:
    """The values of an option; none where there are too many, or they are no words or numbers."""
    kind = t.bare(option.type)
    found = list(range(len(kind.words))) if isinstance(kind, t.ChoiceT) else []
    if kind == t.YESNO:
        found = [0, 1]
    elif isinstance(kind, t.NumberT):
        for low, *more in list_ranges(option, table):
            found += range(low, min(*more, low + MOST_VALUES) + 1 if more else low + 1)
    found += [-1] if option.type != kind else []
    return found if len(found) <= MOST_VALUES else []
