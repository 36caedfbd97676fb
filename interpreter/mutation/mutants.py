"""Single changes of the rules of a ruleset: where each stands, and the ruleset with it made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from hoyle.dsl.analysis.analyse import analyse_game
from hoyle.dsl.checked.from_tree import check
from hoyle.dsl.node import field_names
from hoyle.dsl.report import Report
from hoyle.dsl.source import Span
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e
from hoyle.dsl.tree import statements as s
from hoyle.interpreter.library.loader import open_with_variant, read_variant
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.mutation.alternatives import Alternatives, alternatives_of
from hoyle.interpreter.mutation.operators import OF_VARIANTS, OPERATORS, Operator, first_line
from hoyle.interpreter.runtime.generator import Stream

Way = tuple[str | int, ...]  # through a tree: fields of nodes, and places in fields of several

# What is said of the rules or shown with them is no rule; nor is what stands elsewhere.
NOT_RULES = (d.Example, d.Law, d.Policy, d.Variant, d.Use, d.Expects, e.Sentence, s.Say)
# Names, promises to the checker of how much room is needed, and what may be agreed instead of what
# stands in an option, which no example can ask: they rule nothing.
LEFT_OUT: dict[type[Any], tuple[str, ...]] = {
    d.Zone: ("index", "capacity"),
    d.Register: ("index", "type"),
    d.TypeName: ("type",),
    d.Option: ("type",),
    d.Define: ("params", "type"),
    d.Conditions: ("params",),
    d.Phase: ("params",),
    d.Table: ("params", "heads"),
    d.PackRanks: ("ranks",),  # changed as a whole
    d.PackSuits: ("suits",),
    d.PackCards: ("cards",),
    d.Order: ("ranks",),
    s.Limit: ("times",),
}


@attrs.frozen
class Mutant:
    """One change: the operator's name, its place in the text, and what is put there, in words.

    `library` is the library that it changes, nothing for the text of the game; `way` leads through
    its tree to the node in whose place `new` is put. Where `variant` is named, `new` is the tree of
    that variant, with one of its changes left out.
    """

    operator: str
    span: Span
    says: str
    library: str
    way: Way
    new: Any
    variant: str = ""

    @property
    def line(self) -> str:
        """The line that is changed, as it is written."""
        return self.span.source.line_text(self.span.line).strip()

    @property
    def words(self) -> str:
        """The whole change in one line, by which it is known again."""
        at = self.span
        return f"{at.source.name}:{at.line}:{at.column} {self.operator}: {self.says}"


def find_mutants(
    ruleset: Ruleset, operators: Sequence[Operator] = OPERATORS
) -> list[Mutant]:  # fmt: skip
    """Every single change of a ruleset in the order of its text, those of its libraries last."""
    libraries = sorted(ruleset.libraries.items())
    known = alternatives_of([ruleset.file, *(file for _, file in libraries)])
    found = []
    for name, file in [("", ruleset.file), *libraries]:
        mine = [
            Mutant(put.what or operator.name, put.span, put.says, name, way, put.node)
            for way, node in _nodes_of(file, ())
            for operator in operators
            for put in operator.apply(node, known)
        ]
        mine += _changes_of_variants(ruleset, known) if not name else []
        found += sorted(mine, key=lambda change: (change.span.source.name, change.span.start))
    return found


def _changes_of_variants(ruleset: Ruleset, known: Alternatives) -> Iterator[Mutant]:
    """What the variants of a ruleset change, each left out; their contents stand in its tree."""
    for layer in ruleset.choice.layers:
        variant = read_variant(layer.heading, Report())
        assert variant is not None, "a variant that has been laid on a ruleset can be read"
        for put in OF_VARIANTS.apply(variant, known):
            span = first_line(put.span)
            yield Mutant(OF_VARIANTS.name, span, put.says, "", (), put.node, variant.name)


def _nodes_of(part: Any, way: Way) -> Iterator[tuple[Way, Any]]:
    """Every node that is a rule, each with the way to it, from the outside in."""
    if isinstance(part, tuple):
        for number, one in enumerate(part):
            yield from _nodes_of(one, (*way, number))
    elif _is_rule(part):
        yield way, part
        if isinstance(part, d.Ranking):  # the first cell of a row is the name of a hand
            for number, row in enumerate(part.rows):
                for place, cell in enumerate(row.cells[1:], 1):
                    yield from _nodes_of(cell, (*way, "rows", number, "cells", place))
            return
        for name in field_names(type(part)):
            if name not in LEFT_OUT.get(type(part), ()):
                yield from _nodes_of(getattr(part, name), (*way, name))


def _is_rule(part: Any) -> bool:
    """Whether a part of a tree is a node that says how the game goes."""
    if isinstance(part, d.TypeValue):
        return isinstance(part.value, e.Between)  # a single alternative is a name
    return attrs.has(type(part)) and not isinstance(part, NOT_RULES)


# ---------------------------------------------------------------------- making it


def apply_mutant(ruleset: Ruleset, change: Mutant, report: Report) -> Ruleset:
    """The ruleset with one change made, and checked again; as it was, if it cannot be made."""
    if change.variant:
        return open_with_variant(ruleset.choice, change.new, report) or ruleset
    file, libraries = ruleset.file, dict(ruleset.libraries)
    if change.library:
        libraries[change.library] = _put_at(libraries[change.library], change.way, change.new)
    else:
        file = _put_at(file, change.way, change.new)
    rules = tuple(line for line in file.declarations if not isinstance(line, d.Policy))
    file = attrs.evolve(file, declarations=rules)  # a policy may name what the change takes away
    game = check(file, libraries.get, report)
    analyse_game(file, game, report)
    return Ruleset(
        ruleset.name, ruleset.path, ruleset.source, file, game, libraries, ruleset.choice
    )


def _put_at(part: Any, way: Way, new: Any) -> Any:
    """A tree with a node put in at the end of a way."""
    if not way:
        return new
    step, rest = way[0], way[1:]
    if isinstance(step, int):
        return (*part[:step], _put_at(part[step], rest, new), *part[step + 1 :])
    return attrs.evolve(part, **{step: _put_at(getattr(part, step), rest, new)})


def sample_mutants(changes: list[Mutant], many: int, seed: int) -> list[Mutant]:
    """So many of them, drawn without putting back, in their own order.

    Those of the game's own text come first: libraries are drawn from when none of them is left.
    """
    own = [number for number, change in enumerate(changes) if not change.library]
    others = [number for number, change in enumerate(changes) if change.library]
    drawn = Stream(seed, "own changes", 0).shuffled(own)
    drawn += Stream(seed, "changes of libraries", 0).shuffled(others)
    return [changes[number] for number in sorted(drawn[:many])]
