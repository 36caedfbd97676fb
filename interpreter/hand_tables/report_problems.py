"""What was found of the tables, as problems in a report."""

from __future__ import annotations

from typing import Any

from hoyle.dsl.checked import game as g
from hoyle.dsl.machine.lower_expressions import TIE_WIDTH
from hoyle.dsl.report import ERROR, WARNING, Report
from hoyle.interpreter.hand_tables.call_sites import Callers
from hoyle.interpreter.hand_tables.cases import Case, Found, case_text, setting_text
from hoyle.interpreter.hand_tables.table_settings import Laying

FIRST = "the first row that fits is taken"


def tell(callers: Callers, laying: Laying, found: Found, report: Report) -> None:
    """Everything that is wrong with one table."""
    telling = Telling(callers, laying, found, report)
    telling.dead_rows()
    telling.gap()
    telling.overlaps()
    telling.outside()


class Telling:
    """One table, and where its problems go."""

    def __init__(self, callers: Callers, laying: Laying, found: Found, report: Report) -> None:
        self.callers, self.laying, self.found, self.report = callers, laying, found, report
        self.table = found.table

    def add(self, code: str, title: str, span: Any, sure: bool, **rest: Any) -> None:
        """An error where it is certain, else a warning."""
        self.report.add(code, title, span, severity=ERROR if sure else WARNING, **rest)

    def text(self, case: Case) -> str:
        """A case in words."""
        laid = self.laying.at(case.players, case.options)
        assert laid is not None
        return case_text(laid[0], case)

    def notes(self, case: Case, *more: str) -> list[str]:
        """What stands below a message: the setting, if it is not the usual one."""
        setting = setting_text(self.laying.game, case)
        return [line for line in (setting, *more) if line]

    def sure(self, case: Case) -> bool:
        """Whether a case surely can come: nothing is left open, and the hands may be any."""
        bounds = [
            (self.callers.bound(one.thing), mask)
            for one, mask in case.hands
            if isinstance(one.thing, g.Var)
        ]
        return self.found.certain and all(
            bound is not None and mask.bit_count() <= bound.sure for bound, mask in bounds
        )

    def how(self) -> str:
        """How a thing was established that was not found."""
        found = self.found
        if found.exhaustive:
            return f"all {found.cases:,} classes of hands were tried"
        return f"not found in {found.cases:,} hands"

    # ------------------------------------------------------------------ the findings

    def dead_rows(self) -> None:
        """B04: no hand comes to a row."""
        found = self.found
        adds = isinstance(self.table, g.Table) and self.table.reading != "first"
        for k, row in enumerate(self.table.rows):
            if k in found.reached:
                continue
            takers = [self.table.rows[at] for at in sorted(found.takers.get(k, ()))]
            help_ = [self.how()]
            if takers:
                help_.insert(0, FIRST)
            also = tuple(
                (taker.head, f"every `{row.name}` is already `{taker.name}`"
                 if len(takers) == 1 else "this row comes first")
                for taker in takers
            )  # fmt: skip
            title = f"the row `{row.name}` can never be reached"
            if not found.exhaustive:
                title = f"no hand was found that comes to the row `{row.name}`"
            elif adds:
                title = f"the row `{row.name}` never fits"
            self.add("B04", title, row.head, found.exhaustive, also=also, help=help_)

    def gap(self) -> None:
        """B02: a hand that no row fits, of a size of which other hands fit."""
        table, found = self.table, self.found
        if isinstance(table, g.Table) and table.reading not in ("first", "one"):
            return
        cases = [
            case for sizes, case in found.gaps.items() if sizes in found.fitted and any(sizes)
        ] or [case for sizes, case in found.gaps.items() if not sizes]
        if not cases:
            return
        case = min(cases, key=lambda one: (not self.sure(one), one.size))
        if isinstance(table, g.Table) and not self.sure(case):
            return  # what is picked may have been looked at before
        title = f"no row of `{table.name}` fits {self.text(case)}"
        end = "a row `otherwise` takes what is left"
        self.add("B02", title, table.span, self.sure(case), help=self.notes(case, end))

    def overlaps(self) -> None:
        """B03: two rows where one is meant."""
        rows = self.table.rows
        told: set[int] = set()
        by_size = sorted(self.found.overlaps.items(), key=lambda pair: pair[1].size)
        for (earlier, later), case in by_size:
            if later in told:
                continue
            told.add(later)
            title = f"two rows of `{self.table.name}` fit {self.text(case)}"
            note = "the table says `exactly one fits`; `first that fits` takes the first"
            self.add(
                "B03", title, rows[later].head, self.sure(case),
                also=((rows[earlier].head, "this one too"),), help=self.notes(case, note),
            )  # fmt: skip

    def outside(self) -> None:
        """B07: what ranks hands of one kind does not lie in its range."""
        for k, (value, case) in self.found.outside.items():
            row = self.table.rows[k]
            title = f"{self.text(case)} is ranked {value} among the hands `{row.name}`"
            note = f"hands of one kind are ranked from 0 to {TIE_WIDTH - 1}"
            span = row.values[0].span
            self.add("B07", title, span, self.sure(case), help=self.notes(case, note))
