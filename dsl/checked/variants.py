"""Variants as texts: every path names something of the base, and what is set is not so already.

The deltas themselves are not carried out here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import attrs

from hoyle.dsl.nearest import listed, nearest
from hoyle.dsl.report import Report
from hoyle.dsl.source import Span
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e
from hoyle.dsl.tree import statements as s

Bases = Callable[[str], d.File | None]


def check_variants(file: d.File, base_of: Bases, known: Iterable[str], report: Report) -> None:
    """Tell every path of a variant that names nothing."""
    variants = [line for line in file.declarations if isinstance(line, d.Variant)]
    own = {variant.name: variant for variant in variants}
    for variant in variants:
        root, added = variant.base, [variant]
        while root in own and own[root] not in added:
            added.append(own[root])
            root = own[root].base
        base = base_of(root) if root not in own else None
        if root in own:
            report.add(
                "V01", f"`{variant.name}` is a variant of itself in the end", variant.base_span
            )
        elif base is None:
            tell_unknown_base(variant, known, report)
        else:
            Paths(base, added, report).check(variant)


def tell_unknown_base(variant: d.Variant, known: Iterable[str], report: Report) -> None:
    """There is no ruleset to be a variant of."""
    names = sorted(name.replace("-", "_") for name in known)
    close = nearest(variant.base, names)
    report.add(
        "V01", f"there is no ruleset called `{variant.base}`", variant.base_span,
        label=f"did you mean `{close}`?" if close else "",
        help=(f"rulesets are: {listed(names)}",),
    )  # fmt: skip


@attrs.define(eq=False)
class Paths:
    """What a base has that a path can name; what variants add can be named too."""

    base: d.File
    variants: list[d.Variant]
    report: Report

    def declarations(self) -> list[d.Declaration]:
        """Those of the base, and those that the variants put in."""
        found = list(self.base.declarations)
        for variant in self.variants:
            for delta in variant.deltas:
                if isinstance(delta, d.Delta) and delta.what == "declaration":
                    found += delta.content  # type: ignore[arg-type]
        return found

    def check(self, variant: d.Variant) -> None:
        """Delta by delta."""
        for delta in variant.deltas:
            if not isinstance(delta, d.Delta) or delta.path is None:
                continue
            match delta.what:
                case "option":
                    self.option(delta, variant.base)
                case "row":
                    self.row(delta, variant.base)
                case "action" | "condition" | "step":
                    self.phase_path(delta, variant.base)
                case "":
                    self.removed(delta, variant.base)

    def unknown(self, span: Span, says: str, word: str, words: Iterable[str], lead: str) -> None:
        """A path that names nothing."""
        names = sorted(set(words))
        close = nearest(word, names)
        self.report.add(
            "V02", says, span, label=f"did you mean `{close}`?" if close else "",
            help=(f"{lead}: {listed(names)}",) if names else (),
        )  # fmt: skip

    # ------------------------------------------------------------------ what the base has

    def options(self) -> dict[str, d.Option]:
        """Its options."""
        return {
            line.name: line
            for tree in self.declarations()
            if isinstance(tree, d.Options)
            for line in tree.lines
            if isinstance(line, d.Option)
        }

    def tables(self) -> dict[str, list[str]]:
        """The rows of its tables and rankings."""
        found = {}
        for tree in self.declarations():
            if isinstance(tree, d.Table | d.Ranking):
                found[tree.name] = [row_label(row) for row in tree.rows]
        return found

    def phases(self) -> dict[str, d.Phase]:
        """Its phases."""
        return {tree.name: tree for tree in self.declarations() if isinstance(tree, d.Phase)}

    # ------------------------------------------------------------------ deltas

    def option(self, delta: d.Delta, base: str) -> None:
        """`set` and `default`."""
        assert delta.path is not None
        name, options = delta.path.parts[0], self.options()
        if name not in options:
            self.unknown(
                delta.path.span,
                f"`{base}` has no option `{name}`",
                name,
                options,
                "its options are",
            )
        elif delta.verb == "default" and delta.content == (options[name].default,):
            value = delta.content[0]
            span = getattr(value, "span", delta.span)
            self.report.add("V03", f"`{name}` is {span.text} already", span)

    def row(self, delta: d.Delta, base: str) -> None:
        """A row of a table, and the row that it goes before or after."""
        assert delta.path is not None
        tables = self.tables()
        name = delta.path.parts[0]
        if name not in tables:
            self.unknown(
                delta.path.span, f"`{base}` has no table `{name}`", name, tables, "its tables are"
            )
            return
        if delta.where is not None and delta.where[1].strip('"') not in tables[name]:
            word = delta.where[1]
            self.unknown(
                word_after(delta.path.span, word), f"`{base}` has no row `{word}` in `{name}`",
                word, tables[name], f"rows of `{name}`",
            )  # fmt: skip

    def phase_path(self, delta: d.Delta, base: str) -> None:
        """A phase, an action of it, a condition of that."""
        assert delta.path is not None
        self.within_phase(delta.path, base)

    def within_phase(self, path: d.Path, base: str) -> None:
        """Part by part."""
        phases = self.phases()
        first, *rest = path.parts
        if first not in phases:
            self.unknown(part(path, 0), f"`{base}` has no phase `{first}`", first, phases,
                         "its phases are")  # fmt: skip
            return
        if not rest:
            return
        actions = actions_of(phases[first].body)
        if rest[0] not in actions and rest[0] not in phases:
            self.unknown(
                part(path, 1), f"`{base}` has no action `{rest[0]}` in `{first}`", rest[0], actions,
                f"what can be chosen in `{first}`",
            )  # fmt: skip
            return
        if len(rest) > 1 and rest[0] in actions:
            wanted = rest[1].strip('"')
            sentences = [m.sentence.plain for m in actions[rest[0]].musts if m.sentence]
            if wanted not in sentences:
                self.unknown(
                    part(path, 2), f"`{base}` has no condition {rest[1]} in `{first}.{rest[0]}`",
                    wanted, sentences, "its conditions are",
                )  # fmt: skip

    def removed(self, delta: d.Delta, base: str) -> None:
        """`remove`: a row, an action, a condition, or a declaration."""
        assert delta.path is not None
        first, *rest = delta.path.parts
        tables = self.tables()
        if first in tables:
            if rest and rest[0].strip('"') not in tables[first]:
                self.unknown(
                    part(delta.path, 1), f"`{base}` has no row `{rest[0]}` in `{first}`", rest[0],
                    tables[first], f"rows of `{first}`",
                )  # fmt: skip
        elif first in self.phases() or rest:
            self.within_phase(delta.path, base)
        else:
            names = [getattr(tree, "name", "") for tree in self.declarations()]
            if first not in names:
                self.unknown(
                    delta.path.span, f"`{base}` has nothing called `{first}`", first,
                    [name for name in names if name], "it has",
                )  # fmt: skip


def row_label(row: d.Row) -> str:
    """A row by its label, else by its first cell."""
    first = row.cells[0].tests[0]
    return first.plain if isinstance(first, e.Sentence) else row.cells[0].span.text


def actions_of(body: s.Block) -> dict[str, s.Action]:
    """All actions in a block and the blocks inside it."""
    found: dict[str, s.Action] = {}
    for line in body:
        match line:
            case s.Choose(actions=actions, otherwise=otherwise):
                for action in actions:
                    found.setdefault(action.name, action)
                    found.update(actions_of(action.body))
                found.update(actions_of(otherwise or ()))
            case s.If(branches=branches, otherwise=rest):
                for _, inner in branches:
                    found.update(actions_of(inner))
                found.update(actions_of(rest))
            case s.For(body=inner) | s.Repeat(body=inner):
                found.update(actions_of(inner))
    return found


def part(path: d.Path, number: int) -> Span:
    """Where one part of a path stands."""
    start = path.span.start
    for k, word in enumerate(path.parts):
        if k == number:
            return Span(path.span.source, start, start + len(word))
        start += len(word) + 1
    return path.span


def word_after(span: Span, word: str) -> Span:
    """The first place of a word behind another place."""
    at = span.source.text.find(word, span.end)
    return Span(span.source, at, at + len(word)) if at >= 0 else span
