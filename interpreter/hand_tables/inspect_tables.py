"""All rankings and tables of a game put to every hand that its packs allow."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import KindT, NumberT, bare
from hoyle.dsl.machine.context import CannotLower
from hoyle.dsl.report import Report
from hoyle.interpreter.hand_tables.call_sites import Bound, Callers
from hoyle.interpreter.hand_tables.cases import Found, Looked
from hoyle.interpreter.hand_tables.evaluation import Kept, Look
from hoyle.interpreter.hand_tables.hand_features import NotByCard
from hoyle.interpreter.hand_tables.hands import Steps, TooMany
from hoyle.interpreter.hand_tables.option_effects import check_deals, check_options
from hoyle.interpreter.hand_tables.report_problems import tell
from hoyle.interpreter.hand_tables.row_functions import NotSeen, View, rows_of, views
from hoyle.interpreter.hand_tables.symbolic_lowering import Unknown
from hoyle.interpreter.hand_tables.table_settings import MOST_SETTINGS, Laying, Options
from hoyle.interpreter.hand_tables.worth_checks import check_best, check_payments, check_suits
from hoyle.interpreter.library.loader import inspect_file
from hoyle.interpreter.library.ruleset import Ruleset

SMALL, NO_BOUND = 6, 1000  # cards in a hand
QUICK = 200_000  # steps for one table, before it is found out whether it needs more
STEPS = 1_000_000  # for all tables of a game
HANDS = 400  # that are tried where classes cannot be gone through


@attrs.define(eq=False)
class Overseer:
    """What is shared by all tables of a game."""

    game: g.Game
    laying: Laying
    callers: Callers
    steps: Steps
    thorough: bool = False
    kept: Kept = attrs.field(factory=dict)
    largest: int = NO_BOUND  # cards in a hand that are looked at

    def look(self, table: g.Table | g.Ranking) -> Found | None:
        """One table at every setting; None where it is not looked into."""
        if not self.asked(table):
            return None
        open_ = self.laying.usual[0]
        open_.read = set()
        rows = rows_of(table, open_)
        settings, whole = self.laying.settings(open_.read | self.laying.pack_reads, rows.seated)
        quick = self._every_class(table, settings, whole, min(QUICK, self.steps.left))
        if isinstance(quick, Found):
            return quick
        found = self._small_hands(table, settings)
        if self.enough(found):
            return found
        self._some_hands(found, settings)
        if quick is NotByCard or not (self.thorough or self.doubtful(found)):
            return found
        whole_found = self._every_class(table, settings, whole, self.steps.left)
        return whole_found if isinstance(whole_found, Found) else found

    def _small_hands(
        self, table: g.Table | g.Ranking, settings: list[tuple[int, Options]]
    ) -> Found:  # fmt: skip
        """All classes of small hands, as the options stand; nothing where these are too many."""
        self.largest = SMALL
        found = self._every_class(table, settings[:1], False, min(QUICK, self.steps.left))
        self.largest = NO_BOUND
        return found if isinstance(found, Found) else Found(table, exhaustive=False)

    def _every_class(
        self,
        table: g.Table | g.Ranking,
        settings: list[tuple[int, Options]],
        whole: bool,
        most: int,
    ) -> Found | type[Exception]:
        """All classes of hands at all settings; else why these were not gone through."""
        found = Found(table, exhaustive=whole)
        steps = Steps(most)
        look = Look(found, steps, self.kept, self.enough)
        seen: set[object] = set()
        try:
            for players, options in settings:
                for view in self.views(found, players, options, seen):
                    look.through(view, self.most(view), (players, options))
                if self.enough(found):
                    break
        except (TooMany, NotByCard) as problem:
            return type(problem)
        finally:
            self.steps.left -= most - steps.left
        return found

    def _some_hands(self, found: Found, settings: list[tuple[int, Options]]) -> None:
        """Hands with a pattern and hands by chance, at the usual setting and then at others."""
        look = Look(found, Steps(HANDS * 1000), {}, self.enough)
        seen: set[object] = set()
        count = HANDS
        for players, options in settings[:MOST_SETTINGS]:
            for view in self.views(found, players, options, seen, by_hand=True):
                look.some(view, self.most(view), (players, options), count)
            if self.enough(found):
                return
            count = max(100, HANDS // len(settings))

    def views(
        self, found: Found, players: int, options: Options, seen: set[object], by_hand: bool = False
    ) -> Iterator[View]:
        """The views of a table at one setting, unless another setting came to the same."""
        laid = self.laying.at(players, options)
        if laid is None:
            return
        open_, compiler = laid
        self.callers.constant = open_.constant
        self.callers.pack = open_.settings.cards().size
        rows = rows_of(found.table, open_)
        pack = open_.settings.cards()
        seats = players if rows.round_table else min(players, rows.seated)
        key = rows.tests, rows.gives, pack.ranks, pack.suits, seats
        if key in seen:
            return
        seen.add(key)
        found.certain = found.certain and not open_.guessed
        found.always = found.always and rows.always
        known = (one for one in rows.open.unknowns.values() if one.cards)
        most = {one.slot: min(self.bound(one).most, self.largest) for one in known}
        yield from views(rows, compiler, most, by_hand)

    def most(self, view: View) -> list[int]:
        """The most cards that each hand of a view can have."""
        return [min(self.bound(one).most, self.largest) for one in view.hands]

    def doubtful(self, found: Found) -> bool:
        """Whether it takes every class to know what is wrong, or that nothing is."""
        table = found.table
        if len(found.reached) < len(table.rows):
            return True
        if isinstance(table, g.Table) and table.reading == "one" and not found.overlaps:
            return True
        adds = isinstance(table, g.Table) and table.reading in ("sum", "steps")
        return not (adds or found.always or found.gaps)

    def enough(self, found: Found) -> bool:
        """Whether every row was reached, and nothing else can be wrong."""
        table = found.table
        if self.thorough or len(found.reached) < len(table.rows):
            return False
        if isinstance(table, g.Ranking):
            if not all(case.size for case in found.reached.values()):
                return False  # a hand that can be shown is wanted
            return found.always and all(
                isinstance(tie, g.Const) for row in table.rows for tie in row.values
            )
        return table.reading in ("sum", "steps") or (table.reading == "first" and found.always)

    def best(self, found: Found, report: Report) -> None:
        """Whether hands of a ranking are counted as well as they can be, as the options stand."""
        if not isinstance(found.table, g.Ranking) or not any(
            row.values for row in found.table.rows
        ):
            return
        look = Look(found, Steps(min(QUICK, self.steps.left)), self.kept)
        try:
            for view in self.views(found, self.game.counts[0], (), set()):
                check_best(self.laying, view, look.listed(view, self.most(view)), report)
        except (TooMany, NotByCard):
            return

    def asked(self, table: g.Table | g.Ranking) -> bool:
        """Whether anything asks the table."""
        lines = isinstance(table, g.Table) and table.reading == "steps"
        return lines or bool(self.callers.calls.get(table))

    def bound(self, one: Unknown) -> Bound:
        """How large an unknown hand can be."""
        pack = self.callers.pack
        match one.thing:
            case g.Var() as var:
                return self.callers.bound(var) or Bound(pack, False)
            case g.Zone() as zone:
                found = self.callers.of(g.Load(zone, (), one.type, zone.span))
                return found or Bound(pack, False)
        return Bound(pack, False)


def inspect_fully(path: Path, name: str, report: Report) -> list[Ruleset]:
    """Everything in a file checked, the tables and rankings of its sound games too."""
    return inspect_file(path, name, report, inspect_tables)


def inspect_tables(game: g.Game, report: Report, thorough: bool = False) -> list[Looked]:
    """Report what is wrong with the tables and rankings of a game; how far each was searched.

    Thoroughly: also where the first hands show that nothing can be wrong.
    """
    laying = Laying(game)
    if laying.at(game.counts[0]) is None:
        return []
    open_ = laying.usual[0]
    callers = Callers(game, open_.constant, open_.settings.cards().size)
    overseer = Overseer(game, laying, callers, Steps(STEPS), thorough)
    check_deals(laying, report)
    check_options(laying, report)
    said = []
    known: dict[str, Found] = {}
    tables: list[g.Table | g.Ranking] = [*game.rankings.values(), *game.tables.values()]
    for table in tables:
        try:
            if not (isinstance(table, g.Table) and _tried_already(table)):
                found = overseer.look(table)
                if found is not None:
                    known[table.name] = found
                    tell(overseer.callers, laying, found, report)
                    check_suits(laying, table, overseer.most, report)
                    overseer.best(found, report)
                    said.append(found.looked())
            if isinstance(table, g.Table) and _is_settlement(table):
                check_payments(laying, table, known, report)
        except (NotSeen, NotByCard, CannotLower):
            continue
    return said


def _tried_already(table: g.Table) -> bool:
    """Whether every combination of plain values was tried where the text was checked."""
    return bool(table.columns) and all(
        not isinstance(bare(column.type), NumberT)
        or isinstance(column, g.Local | g.Setting | g.Load)
        for column in table.columns
    ) and all(
        cell is not None and all(isinstance(value, g.Const | g.Literal | g.Op) for value in cell)
        for row in table.rows for cell in row.cells
    )  # fmt: skip


def _is_settlement(table: g.Table) -> bool:
    return any(isinstance(bare(param.type), KindT) for param in table.params)
