"""What the passes of the checker share: the game as far as it is known, and the names in sight."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import ChoiceT, Type
from hoyle.dsl.nearest import listed, nearest
from hoyle.dsl.report import Report
from hoyle.dsl.source import Span
from hoyle.dsl.tree import declarations as d


@attrs.define(eq=False)
class Desk:
    """Trees by name, what has been checked of them, and the report."""

    report: Report
    game: g.Game
    types: dict[str, Type] = attrs.field(factory=dict)
    named_types: dict[str, tuple[d.Type, Span]] = attrs.field(factory=dict)
    # trees that are checked when they are first used, or at the end
    define_trees: dict[str, d.Define | d.Expected] = attrs.field(factory=dict)
    table_trees: dict[str, d.Table] = attrs.field(factory=dict)
    ranking_trees: dict[str, d.Ranking] = attrs.field(factory=dict)
    conditions_trees: dict[str, d.Conditions] = attrs.field(factory=dict)
    phase_trees: dict[str, d.Phase] = attrs.field(factory=dict)
    in_work: list[str] = attrs.field(factory=list)
    ranks: tuple[str, ...] = ()
    suits: tuple[str, ...] = ("♠", "♥", "♦", "♣")
    choices: list[ChoiceT] = attrs.field(factory=list)
    used: set[str] = attrs.field(factory=set)
    declared: dict[str, Span] = attrs.field(factory=dict)
    check_named: dict[str, Callable[[Desk, str], Any]] = attrs.field(factory=dict)

    def error(self, code: str, title: str, span: Span, **rest: Any) -> None:
        """Report an error."""
        self.report.add(code, title, span, **rest)

    def misnamed(
        self, code: str, title: str, span: Span, word: str, words: Iterable[str], lead: str
    ) -> None:
        """Report a name that is not known, with the nearest and all that would do."""
        known = sorted(set(words))
        close = nearest(word, known)
        label = f"did you mean `{close}`?" if close else ""
        self.error(code, title, span, label=label, help=(f"{lead}: {listed(known)}",) if known else ())


@attrs.define(eq=False)
class Scope:
    """The names in sight at one place: variables, and what surrounds the place."""

    names: dict[str, g.Var] = attrs.field(factory=dict)
    outer: Scope | None = None
    it: g.Var | None = None
    law: bool = False

    def inner(self, it: g.Var | None = None) -> Scope:
        """A scope inside this one."""
        return Scope({}, self, it or self.it, self.law)

    def find(self, name: str) -> g.Var | None:
        """The variable of that name, the innermost first."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.outer
        return None

    def add(self, var: g.Var) -> g.Var:
        """Bring a variable into sight."""
        self.names[var.name] = var
        return var

    def all_vars(self) -> list[g.Var]:
        """Every variable in sight, the innermost of each name."""
        found = self.outer.all_vars() if self.outer else []
        return [var for var in found if var.name not in self.names] + list(self.names.values())

    def all_names(self) -> list[str]:
        """Every variable in sight."""
        found = list(self.names)
        return found + (self.outer.all_names() if self.outer else [])
