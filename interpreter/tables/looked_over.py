"""All rankings and tables of a game put to every hand that its packs allow."""

from __future__ import annotations

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import KindT, NumberT, bare
from hoyle.dsl.machine.lowering import CannotLower
from hoyle.dsl.report import Report
from hoyle.interpreter.tables.callers import Bound, Callers
from hoyle.interpreter.tables.features import NotByCard
from hoyle.interpreter.tables.findings import Found, Looked
from hoyle.interpreter.tables.hands import Steps, TooMany
from hoyle.interpreter.tables.looking import Kept, Look
from hoyle.interpreter.tables.settings import Laying, Options
from hoyle.interpreter.tables.told import tell
from hoyle.interpreter.tables.unknowns import Open, Unknown
from hoyle.interpreter.tables.views import NotSeen, View, rows_of, views

STEPS = 150_000  # for all tables of a game, by looking quickly


@attrs.define(eq=False)
class Overseer:
    """What is shared by all tables of a game."""

    game: g.Game
    laying: Laying
    callers: Callers
    steps: Steps
    pack_reads: set[str]
    kept: Kept = attrs.field(factory=dict)

    def look(self, table: g.Table | g.Ranking) -> Found | None:
        """One table at every setting; None where it is not looked into."""
        laid = self.laying.at(self.game.counts[0])
        if laid is None or not self.asked(table):
            return None
        open_ = laid[0]
        open_.read = set()
        rows_of(table, open_)
        settings, whole = self.laying.settings(open_.read | self.pack_reads)
        found = Found(table, exhaustive=whole)
        look = Look(found, self.steps, self.kept)
        seen: set[object] = set()
        for players, options in settings:
            self.look_at(look, players, options, seen)
        return found

    def look_at(self, look: Look, players: int, options: Options, seen: set[object]) -> None:
        """One table at one setting, unless another setting comes to the same."""
        laid = self.laying.at(players, options)
        if laid is None:
            return
        open_, compiler = laid
        self.callers.constant = open_.constant
        self.callers.pack = open_.settings.cards().size
        rows = rows_of(look.found.table, open_)
        pack = open_.settings.cards()
        key = rows.tests, rows.gives, pack.ranks, pack.suits, players if rows.round_table else 0
        if key in seen:
            return
        seen.add(key)
        look.found.certain = look.found.certain and not open_.guessed
        for view in views(rows, compiler):
            look.through(view, self.most(view), (players, options))

    def asked(self, table: g.Table | g.Ranking) -> bool:
        """Whether anything asks the table."""
        lines = isinstance(table, g.Table) and table.reading == "steps"
        return lines or bool(self.callers.calls.get(table))

    def most(self, view: View) -> list[int]:
        """The most cards that each hand of a view can have."""
        return [self.bound(one).most for one in view.hands]

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


def look_over(game: g.Game, report: Report, steps: int = STEPS) -> list[Looked]:
    """What is wrong with the tables and rankings of a game, and how far each was looked over."""
    laying = Laying(game)
    laid = laying.at(game.counts[0])
    if laid is None:
        return []
    open_ = laid[0]
    callers = Callers(game, open_.constant, open_.settings.cards().size)
    overseer = Overseer(game, laying, callers, Steps(steps), laying.pack_reads())
    said = []
    tables: list[g.Table | g.Ranking] = [*game.rankings.values(), *game.tables.values()]
    for table in tables:
        if isinstance(table, g.Table) and tried_already(table):
            continue
        try:
            found = overseer.look(table)
        except (NotSeen, NotByCard, TooMany, CannotLower):
            continue
        if found is not None:
            tell(overseer.callers, laying, found, report)
            said.append(found.looked())
    return said


def tried_already(table: g.Table) -> bool:
    """Whether every combination of plain values was tried where the text was checked."""
    return bool(table.columns) and all(
        not isinstance(bare(column.type), NumberT)
        or isinstance(column, g.Local | g.Setting | g.Load)
        for column in table.columns
    ) and all(
        cell is not None and all(isinstance(value, g.Const | g.Literal | g.Op) for value in cell)
        for row in table.rows for cell in row.cells
    )  # fmt: skip


def is_settlement(table: g.Table) -> bool:
    """Whether a table asks for kinds of hands."""
    return any(isinstance(bare(param.type), KindT) for param in table.params)


__all__ = ["Looked", "Open", "look_over"]
