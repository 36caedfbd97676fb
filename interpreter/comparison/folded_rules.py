"""The rules of a game with its options set: all declarations by name, libraries taken in."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

import attrs

from hoyle.dsl.node import walk
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e
from hoyle.interpreter.comparison.constant_folding import (
    Known,
    answer,
    constant,
    folded,
    folded_block,
    folded_musts,
    folded_part,
    folded_ranking,
    folded_table,
    is_no,
    is_yes,
)

Named = d.Define | d.Conditions | d.Table | d.Ranking | d.Phase


@attrs.define(eq=False)
class Rules:
    """What a game says, by the kind and the name of what is said."""

    title: str
    players: tuple[e.Expr, ...] = ()
    sides: e.Expr | None = None
    options: dict[str, d.Option] = attrs.field(factory=dict)
    needs: list[d.Need] = attrs.field(factory=list)
    pack: list[Any] = attrs.field(factory=list)
    types: dict[str, d.TypeName] = attrs.field(factory=dict)
    orders: dict[str, d.Order] = attrs.field(factory=dict)
    zones: dict[str, d.Zone] = attrs.field(factory=dict)
    registers: dict[str, tuple[str | None, d.Register]] = attrs.field(factory=dict)
    records: dict[str, d.Record] = attrs.field(factory=dict)
    named: dict[str, Named] = attrs.field(factory=dict)
    payoff: d.Payoff | None = None
    laws: list[d.Law] = attrs.field(factory=list)
    values: dict[str, e.Expr] = attrs.field(factory=dict)  # of the options, once they are set
    settled: dict[str, e.Expr] = attrs.field(factory=dict)  # defines that always come to the same

    def of_kind(self, kind: type[Any]) -> dict[str, Any]:
        """Defines, conditions, tables, rankings or phases, by name."""
        return {name: tree for name, tree in self.named.items() if isinstance(tree, kind)}


def rules_of(title: str, declarations: Iterable[d.Declaration], lent: Collection[d.File]) -> Rules:
    """The rules as they are written, options and all; `lent` are the libraries of the game."""
    rules = Rules(title)
    for line in declarations:
        _take(rules, line)
    for library in lent:
        for line in library.declarations:
            _take(rules, line)
    for library in lent:
        for line in library.declarations:
            if isinstance(line, d.Expects):
                _take_defaults(rules, line)
    return rules


def _take(rules: Rules, line: d.Declaration) -> None:
    match line:
        case d.Players(ranges):
            rules.players = ranges
        case d.SideCount(count):
            rules.sides = count
        case d.Options():
            for one in line.lines:
                if isinstance(one, d.Option):
                    rules.options[one.name] = one
                else:
                    rules.needs.append(one)
        case d.Pack(lines):
            rules.pack += lines
        case d.TypeName(name):
            rules.types[name] = line
        case d.Order(name):
            rules.orders[name] = line
        case d.Zones(zones):
            rules.zones |= {zone.name: zone for zone in zones}
        case d.State(phase, registers):
            rules.registers |= {one.name: (phase, one) for one in registers}
        case d.Record(name):
            rules.records[name] = line
        case d.Define() | d.Conditions() | d.Table() | d.Ranking() | d.Phase():
            rules.named[line.name] = line
        case d.Payoff():
            rules.payoff = line
        case d.Law():
            rules.laws.append(line)


def _take_defaults(rules: Rules, expects: d.Expects) -> None:
    """What a library says of itself where the game does not say it."""
    for line in expects.lines:
        given = {*rules.named, *rules.zones, *rules.registers, *rules.orders, *rules.options}
        if line.default is not None and line.name not in given:
            rules.named[line.name] = d.Define(
                line.name, line.params, line.type, line.default, line.span, line.span
            )


# ---------------------------------------------------------------------- with the options set


def with_options(rules: Rules, given: Mapping[str, e.Expr]) -> Rules:
    """The rules as they are with these options, the others at their defaults.

    What is the same for the whole game is worked out; what is then never asked falls away.
    """
    words = frozenset(_alternatives(rules))
    values: dict[str, e.Expr] = {}
    for name, option in rules.options.items():
        known = Known(values, words=words)
        values[name] = given[name] if name in given else folded(option.default, known)
    known = Known(dict(values), words=words)  # an option of a library may stand on a later one
    values = {name: folded(value, known) for name, value in values.items()}
    known = Known(values, words=words, least=_least(rules, Known(values, words=words)))
    while True:
        found = _folded_rules(rules, known)
        more = attrs.evolve(known, **_followed(found, known, values))
        if (more.names, more.calls, more.empty) == (known.names, known.calls, known.empty):
            found.values, found.settled = values, {**more.names, **more.calls}
            return _reached(found)
        known = more


def _alternatives(rules: Rules) -> Iterable[str]:
    kinds = [option.type for option in rules.options.values()]
    kinds += [named.type for named in rules.types.values()]
    for node in walk(tuple(kinds)):
        if isinstance(node, d.TypeValue) and isinstance(node.value, e.Name):
            yield node.value.name


def _least(rules: Rules, known: Known) -> dict[str, int]:
    """The lowest numbers that names can be, where their declaration says so."""
    kinds: list[tuple[str, d.Type | None]] = [
        (name, tree.type) for name, tree in rules.named.items() if isinstance(tree, d.Define)
    ]
    kinds += [(name, register.type) for name, (_, register) in rules.registers.items()]
    for record in rules.records.values():
        kinds += [(line.name, line.type) for line in record.fields if isinstance(line, d.Register)]
    found: dict[str, int] = {}
    twice = {name for name, _ in kinds if sum(name == other for other, _ in kinds) > 1}
    for name, kind in kinds:
        if isinstance(kind, d.TypeValue) and isinstance(kind.value, e.Between):
            low = folded(kind.value.low, known)
            if isinstance(low, e.Number) and name not in twice:
                found[name] = low.value
    return found


def _folded_rules(rules: Rules, known: Known) -> Rules:
    found = attrs.evolve(rules, named={})
    for name, tree in rules.named.items():
        found.named[name] = _folded_named(tree, known)
    found.sides = None if rules.sides is None else folded(rules.sides, known)
    found.pack = list(folded_part(tuple(rules.pack), known))
    found.zones = _folded_dict(rules.zones, known)
    found.registers = {
        name: (phase, _register_of(one, known)) for name, (phase, one) in rules.registers.items()
    }
    found.records = {
        name: attrs.evolve(record, fields=tuple(_register_of(one, known) for one in record.fields))
        for name, record in rules.records.items()
    }
    found.payoff = None if rules.payoff is None else attrs.evolve(
        rules.payoff, value=folded(rules.payoff.value, known.without(rules.payoff.name))
    )  # fmt: skip
    laws = (attrs.evolve(law, test=folded(law.test, known)) for law in rules.laws)
    found.laws = [law for law in laws if not (is_yes if law.always else is_no)(law.test)]
    return found


def _folded_dict(trees: Mapping[str, Any], known: Known) -> dict[str, Any]:
    return {name: folded_part(tree, known) for name, tree in trees.items()}


def _register_of(line: Any, known: Known) -> Any:
    """State, or a field; the words of its type are words, whatever else has that name."""
    if isinstance(line, d.Register):
        words = {n.value.name for n in walk(line.type)
                 if isinstance(n, d.TypeValue) and isinstance(n.value, e.Name)}  # fmt: skip
        return folded_part(line, known.without(*(words - known.words)))
    return folded_part(line, known)


def _folded_named(tree: Named, known: Known) -> Named:
    inside = known.without(*(param.name for param in tree.params))
    match tree:
        case d.Define():
            kind = None if tree.type is None else folded_part(tree.type, known)
            return attrs.evolve(tree, value=folded(tree.value, inside), type=kind)
        case d.Conditions():
            musts = folded_musts(tree.musts, inside)
            if musts is None:
                never = tree.musts[0]
                musts = (attrs.evolve(never, test=answer(False, never.test)),)
            return attrs.evolve(tree, musts=musts)
        case d.Table():
            return folded_table(tree, inside)
        case d.Ranking():
            return folded_ranking(tree, inside)
        case d.Phase():
            return attrs.evolve(tree, body=folded_block(tree.body, inside))


def _followed(found: Rules, known: Known, options: Mapping[str, e.Expr]) -> dict[str, Any]:
    """What is known now of the names that the rules give."""
    names, calls = dict(options), {}
    fields = {line.name for record in found.records.values() for line in record.fields}
    for name, tree in found.named.items():
        value = _same_always(tree, known)
        if value is None or name in fields:
            continue
        if tree.params:
            calls[name] = value
        else:
            names[name] = value
    empty = {name for name, phase in found.of_kind(d.Phase).items() if not phase.body}
    return {"names": names, "calls": calls, "empty": frozenset(empty - {"match"})}


def _same_always(tree: Named, known: Known) -> e.Expr | None:
    """What a define or a list of conditions always comes to; None where that differs."""
    match tree:
        case d.Define(value=value) if constant(value, known) is not None:
            return value
        case d.Conditions(musts=()):
            return e.Word("yes", tree.span)
        case d.Conditions(musts=(must,)) if isinstance(must.test, e.Word):
            return must.test
    return None


# ---------------------------------------------------------------------- what is still asked


def _reached(rules: Rules) -> Rules:
    found = attrs.evolve(rules)
    roots: list[Any] = [rules.named.get("match"), rules.payoff, rules.laws, rules.pack]
    roots += [rules.zones, rules.registers, rules.records, rules.needs, rules.sides]
    waiting = [name for root in roots for name in _names_in(root)]
    seen = {"match"}
    while waiting:
        name = waiting.pop()
        if name not in seen and name in rules.named:
            seen.add(name)
            waiting += _names_in(rules.named[name])
    found.named = {name: tree for name, tree in rules.named.items() if name in seen}
    return found


def _names_in(tree: Any) -> list[str]:
    """Every name that is used in a part of the rules."""
    if isinstance(tree, dict):
        tree = tuple(tree.values())
    if isinstance(tree, list):
        tree = tuple(tree)
    found = []
    for node in walk(tree):
        match node:
            case e.Name(name) | e.Apply(name):
                found.append(name)
            case d.TypeNamed(name):  # a type that a ranking gives
                found.append(name.lower())
    return found
