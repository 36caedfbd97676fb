"""The rules of a game with its options set: all declarations by name, libraries taken in."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TypeVar

import attrs

from hoyle.dsl.node import Node, walk
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e
from hoyle.interpreter.comparison.constant_folding import (
    Known,
    as_answer,
    constant_of,
    fold_block,
    fold_expression,
    fold_musts,
    fold_part,
    fold_ranking,
    fold_table,
    is_no,
    is_yes,
)

K = TypeVar("K", bound=Node)
Named = d.Define | d.Conditions | d.Table | d.Ranking | d.Phase


@attrs.define(eq=False)
class Rules:
    """What a game says, by the kind and the name of what is said."""

    title: str
    players: tuple[e.Expr, ...] = ()
    sides: e.Expr | None = None
    options: dict[str, d.Option] = attrs.field(factory=dict)
    needs: list[d.Need] = attrs.field(factory=list)
    pack: list[Node] = attrs.field(factory=list)
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

    def of_kind(self, kind: type[K]) -> dict[str, K]:
        """Defines, conditions, tables, rankings or phases, by name."""
        return {name: tree for name, tree in self.named.items() if isinstance(tree, kind)}


def collect_rules(
    title: str, declarations: Iterable[d.Declaration], lent: Collection[d.File]
) -> Rules:
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
                line.name, line.params, line.type, line.default, span=line.span, name_span=line.span
            )


# ---------------------------------------------------------------------- with the options set


def fold_rules(rules: Rules, given: Mapping[str, e.Expr]) -> Rules:
    """The rules as they are with these options, the others at their defaults.

    What is the same for the whole game is worked out; what is then never asked falls away.
    """
    words = frozenset(_alternatives(rules))
    values: dict[str, e.Expr] = {}
    for name, option in rules.options.items():
        known = Known(values, words=words)
        values[name] = given[name] if name in given else fold_expression(option.default, known)
    known = Known(dict(values), words=words)  # an option of a library may stand on a later one
    values = {name: fold_expression(value, known) for name, value in values.items()}
    known = Known(values, words=words, least=_least(rules, Known(values, words=words)))
    while True:
        found = _fold_rules(rules, known)
        more = _find_known(found, known, values)
        if (more.names, more.calls, more.empty) == (known.names, known.calls, known.empty):
            found.values, found.settled = values, {**more.names, **more.calls}
            return _keep_reached(found)
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
            low = fold_expression(kind.value.low, known)
            if isinstance(low, e.Number) and name not in twice:
                found[name] = low.value
    return found


def _fold_rules(rules: Rules, known: Known) -> Rules:
    found = attrs.evolve(rules, named={})
    for name, tree in rules.named.items():
        found.named[name] = _fold_named(tree, known)
    found.sides = None if rules.sides is None else fold_expression(rules.sides, known)
    found.pack = [fold_part(line, known) for line in rules.pack]
    found.zones = {name: fold_part(zone, known) for name, zone in rules.zones.items()}
    found.registers = {
        name: (phase, _fold_register(one, known)) for name, (phase, one) in rules.registers.items()
    }
    found.records = {}
    for name, record in rules.records.items():
        fields = tuple(_fold_register(one, known) for one in record.fields)
        found.records[name] = attrs.evolve(record, fields=fields)
    found.payoff = None if rules.payoff is None else attrs.evolve(
        rules.payoff, value=fold_expression(rules.payoff.value, known.without(rules.payoff.name))
    )  # fmt: skip
    laws = (attrs.evolve(law, test=fold_expression(law.test, known)) for law in rules.laws)
    found.laws = [law for law in laws if not (is_yes if law.always else is_no)(law.test)]
    return found


def _fold_register(line: K, known: Known) -> K:
    """State, or a field; the words of its type are words, whatever else has that name."""
    if isinstance(line, d.Register):
        values = (node.value for node in walk(line.type) if isinstance(node, d.TypeValue))
        words = {value.name for value in values if isinstance(value, e.Name)}
        known = known.without(*(words - known.words))
    return fold_part(line, known)


def _fold_named(tree: Named, known: Known) -> Named:
    inside = known.without(*(param.name for param in tree.params))
    match tree:
        case d.Define():
            kind = None if tree.type is None else fold_part(tree.type, known)
            return attrs.evolve(tree, value=fold_expression(tree.value, inside), type=kind)
        case d.Conditions():
            musts = fold_musts(tree.musts, inside)
            if musts is None:
                never = tree.musts[0]
                musts = (attrs.evolve(never, test=as_answer(False, never.test)),)
            return attrs.evolve(tree, musts=musts)
        case d.Table():
            return fold_table(tree, inside)
        case d.Ranking():
            return fold_ranking(tree, inside)
        case d.Phase():
            return attrs.evolve(tree, body=fold_block(tree.body, inside))


def _find_known(found: Rules, known: Known, options: Mapping[str, e.Expr]) -> Known:
    """What is known now of the names that the rules give."""
    names, calls = dict(options), {}
    fields = {line.name for record in found.records.values() for line in record.fields}
    for name, tree in found.named.items():
        value = _find_constant(tree, known)
        if value is None or name in fields:
            continue
        if tree.params:
            calls[name] = value
        else:
            names[name] = value
    empty = {name for name, phase in found.of_kind(d.Phase).items() if not phase.body}
    return attrs.evolve(known, names=names, calls=calls, empty=frozenset(empty - {"match"}))


def _find_constant(tree: Named, known: Known) -> e.Expr | None:
    """What a define or a list of conditions always comes to; None where that differs."""
    match tree:
        case d.Define(value=value) if constant_of(value, known) is not None:
            return value
        case d.Conditions(musts=()):
            return e.Word("yes", span=tree.span)
        case d.Conditions(musts=(must,)) if isinstance(must.test, e.Word):
            return must.test
    return None


# ---------------------------------------------------------------------- what is still asked


def _keep_reached(rules: Rules) -> Rules:
    found = attrs.evolve(rules)
    kept = (*rules.zones.values(), *rules.registers.values(), *rules.records.values())
    roots = (
        rules.named.get("match"), rules.payoff, *rules.laws, *rules.pack, *kept, *rules.needs,
        rules.sides,
    )  # fmt: skip
    waiting = _names_in(roots)
    seen = {"match"}
    while waiting:
        name = waiting.pop()
        if name not in seen and name in rules.named:
            seen.add(name)
            waiting += _names_in(rules.named[name])
    found.named = {name: tree for name, tree in rules.named.items() if name in seen}
    return found


def _names_in(tree: object) -> list[str]:
    """Every name that is used in a part of the rules."""
    found = []
    for node in walk(tree):
        match node:
            case e.Name(name) | e.Apply(name):
                found.append(name)
            case d.TypeNamed(name):  # a type that a ranking gives
                found.append(name.lower())
    return found
