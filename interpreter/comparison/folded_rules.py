"""The rules of a game with its options set: all declarations by name, libraries taken in."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TypeVar

import attrs

from hoyle.dsl.node import Node, Parts, walk
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e
from hoyle.interpreter.comparison.constant_folding import Known, fold, is_no, is_yes, list_words

K = TypeVar("K", bound=Node)
Named = d.Define | d.Conditions | d.Table | d.Ranking | d.Phase
NAMED = (d.Define, d.Conditions, d.Table, d.Ranking, d.Phase)
VALUES = (d.Register, d.Zone, d.Define)  # what a name alone may mean besides an alternative
LISTS: dict[type[Node], str] = {
    d.Options: "lines", d.Pack: "lines", d.Zones: "zones", d.State: "registers",
}  # fmt: skip
AS_WRITTEN = (d.Option, d.Need, d.Players, d.TypeName, d.Order)  # nothing is put in there
NAMES = (e.Name, e.Apply)
NO_RULES = (d.Example, d.Variant, d.Use, d.Expects)


@attrs.define(eq=False)
class Rules:
    """What a game says: its declarations, and the lines of those that are lists.

    `phases` are those in which registers are kept, `values` the options once they are set,
    `settled` the defines that always come to the same, `idle` what is named and never asked for.
    """

    title: str
    parts: list[Node] = attrs.field(factory=list)
    phases: dict[str, str | None] = attrs.field(factory=dict)
    values: dict[str, e.Expr] = attrs.field(factory=dict)
    settled: dict[str, e.Expr] = attrs.field(factory=dict)
    idle: dict[str, Named] = attrs.field(factory=dict)

    def all_of(self, kind: type[K] | tuple[type[K], ...]) -> list[K]:
        """All parts of a kind."""
        return [part for part in self.parts if isinstance(part, kind)]

    def by_name(self, kind: type[K] | tuple[type[K], ...]) -> dict[str, K]:
        """The parts of a kind that has names."""
        return {part.name: part for part in self.all_of(kind)}  # type: ignore[attr-defined]

    @property
    def named(self) -> dict[str, Named]:
        """Defines, conditions, tables, rankings and phases."""
        return self.by_name(NAMED)


def collect_rules(
    title: str, declarations: Iterable[d.Declaration], lent: Collection[d.File]
) -> Rules:
    """The rules as they are written, options and all; `lent` are the libraries of the game.

    What a library says of itself holds where the game does not say it.
    """
    rules = Rules(title)
    lines = [*declarations, *(line for library in lent for line in library.declarations)]
    for line in lines:
        parts: tuple[Node, ...] = getattr(line, LISTS.get(type(line), ""), (line,))
        rules.parts += () if isinstance(line, NO_RULES) else parts
        if isinstance(line, d.State):
            rules.phases |= {register.name: line.phase for register in line.registers}
    first: dict[str, Named] = {}
    for part in rules.parts:
        if isinstance(part, NAMED):
            first.setdefault(part.name, part)
    rules.parts = [
        part for part in rules.parts if not isinstance(part, NAMED) or first[part.name] is part
    ]
    given = {getattr(part, "name", None) for part in rules.parts}
    for line in lines:
        for one in line.lines if isinstance(line, d.Expects) else ():
            if one.default is not None and one.name not in given:
                rules.parts.append(
                    d.Define(
                        one.name,
                        one.params,
                        one.type,
                        one.default,
                        span=one.span,
                        name_span=one.span,
                    )
                )
    return rules


# ---------------------------------------------------------------------- with the options set


def fold_rules(rules: Rules, given: Mapping[str, e.Expr], by_name: Collection[str] = ()) -> Rules:
    """The rules as they are with these options, the others at their defaults.

    What is the same for the whole game is worked out; what is then never asked falls away. Options
    that stand `by_name` stay as they are written.
    """
    things = {part.name for part in rules.parts if isinstance(part, VALUES)}
    words = frozenset(_list_alternatives(rules)) - things  # which the same name may mean too
    values: dict[str, e.Expr] = {}
    for name, option in rules.by_name(d.Option).items():
        known = Known(values, words=words)
        values[name] = given[name] if name in given else fold(option.default, known)
    known = Known(dict(values), words=words)  # an option of a library may stand on a later one
    values = {name: fold(value, known) for name, value in values.items()}
    put_in = {name: value for name, value in values.items() if name not in by_name}
    doubtful = {
        name: alternatives for name, option in rules.by_name(d.Option).items()
        if name in put_in and (alternatives := list_words(option.type)) & things
    }  # fmt: skip
    chosen = {name: (put_in.pop(name), alternatives) for name, alternatives in doubtful.items()}
    known = Known(put_in, words=words, chosen=chosen)
    known = attrs.evolve(known, least=_find_lowest(rules, known))
    while True:
        parts = [
            part if isinstance(part, AS_WRITTEN) else fold(part, known) for part in rules.parts
        ]
        found = attrs.evolve(rules, parts=[part for part in parts if not _says_nothing(part)])
        more = _find_known(found, known, put_in)
        if more == known:
            found.values, found.settled = values, {**more.names, **more.calls}
            return keep_reached(found)
        known = more


def _says_nothing(part: Node) -> bool:
    """Whether it is a law that holds whatever happens."""
    return isinstance(part, d.Law) and (is_yes if part.always else is_no)(part.test)


def _list_alternatives(rules: Rules) -> Iterator[str]:
    kinds = [part.type for part in rules.all_of(d.Option)]
    kinds += [part.type for part in rules.all_of(d.TypeName)]
    for node in walk(tuple(kinds)):
        if isinstance(node, d.TypeValue) and isinstance(node.value, e.Name):
            yield node.value.name


def _find_lowest(rules: Rules, known: Known) -> dict[str, int]:
    """The lowest numbers that names can be, where their declaration says so."""
    found: dict[str, int] = {}
    fields = [line for record in rules.all_of(d.Record) for line in record.fields]
    lines = [*rules.all_of(d.Define), *rules.all_of(d.Register), *fields]
    names = [line.name for line in lines]
    for line in lines:
        span = getattr(line.type, "value", None)
        low = fold(span.low, known) if isinstance(span, e.Between) else None
        if isinstance(low, e.Number) and names.count(line.name) == 1:
            found[line.name] = low.value
    return found


def _find_known(found: Rules, known: Known, options: Mapping[str, e.Expr]) -> Known:
    """What is known now of the names that the rules give."""
    names, calls = dict(options), dict[str, e.Expr]()
    fields = {line.name for record in found.all_of(d.Record) for line in record.fields}
    for name, tree in found.named.items():
        value = _find_constant(tree, known)
        if value is not None and name not in fields:
            (calls if tree.params else names)[name] = value
    empty = {name for name, phase in found.by_name(d.Phase).items() if not phase.body}
    return attrs.evolve(known, names=names, calls=calls, empty=frozenset(empty - {"match"}))


def _find_constant(tree: Named, known: Known) -> e.Expr | None:
    """What a define or a list of conditions always comes to; None where that differs."""
    if isinstance(tree, d.Define):
        return tree.value if known.is_constant(tree.value) else None
    if not isinstance(tree, d.Conditions):
        return None
    if not tree.musts:
        return e.Word("yes", span=tree.span)
    test = tree.musts[0].test
    return test if len(tree.musts) == 1 and (is_yes(test) or is_no(test)) else None


# ---------------------------------------------------------------------- what is still asked


def keep_reached(rules: Rules) -> Rules:
    """The rules without what is named and never asked for."""
    named = rules.named
    roots = [part for part in rules.parts if not isinstance(part, (*NAMED, *AS_WRITTEN))]
    waiting = ["match", *_list_names((*roots, *rules.all_of(d.Need)))]
    seen: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in named and name not in seen:
            seen.add(name)
            waiting += _list_names(named[name])
    kept = [part for part in rules.parts if not isinstance(part, NAMED) or part.name in seen]
    idle = {name: part for name, part in named.items() if name not in seen}
    return attrs.evolve(rules, parts=kept, idle=idle)


def _list_names(tree: Parts) -> Iterator[str]:
    for node in walk(tree):
        if isinstance(node, NAMES):
            yield node.name
        elif isinstance(node, d.TypeNamed):  # a type that a ranking gives
            yield node.name.lower()
