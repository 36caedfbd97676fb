"""Which kinds of a ranking a table can be asked about, as far as its calls tell.

A row of a ranking that asks who holds the hand cannot fit at a call that says who does:
`holder is not banker` fails for `kind(bank_hand, banker)`.
"""

from __future__ import annotations

from collections.abc import Mapping

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import types as t

Given = Mapping[g.Var, g.Value]


def asked_about(game: g.Game, table: g.Table, column: g.Value) -> frozenset[str] | None:
    """The kinds that a column can be asked about; None where it may be any."""
    if not isinstance(column, g.Local) or not isinstance(t.bare(column.type), t.KindT):
        return None
    calls = [call for call in game.uses.calls if call.of is table]
    if column.var not in table.params or not calls:
        return None
    at = table.params.index(column.var)
    return frozenset[str]().union(*(_kinds_of(call.args[at], {}) for call in calls))


def _kinds_of(value: g.Value, given: Given) -> frozenset[str]:
    """The kinds that a value can have; `given` are the arguments that are known."""
    match value:
        case g.Literal(what="kind", word=word):
            return frozenset({word.split(".", 1)[1]})
        case g.Local(var=var) if var in given:
            return _kinds_of(given[var], {})
        case g.Op(name="if", args=(_, one, other)):
            return _kinds_of(one, given) | _kinds_of(other, given)
        case g.Call(of=g.Define() as define, args=args):
            return _kinds_of(define.value, _with_arguments(define.params, args, given))
        case g.Call(of=g.Ranking() as ranking, args=args):
            known = _with_arguments(ranking.params, args, given)
            return frozenset(row.name for row in ranking.rows if not _fails(row.test, known))
        case _:
            kind = t.bare(value.type)
            return frozenset(kind.rows) if isinstance(kind, t.KindT) else frozenset()


def _with_arguments(params: tuple[g.Var, ...], args: tuple[g.Value, ...], given: Given) -> Given:
    """What the parameters stand for, in terms of what is known outside the call."""
    return {param: _known(arg, given) for param, arg in zip(params, args, strict=True)}


def _known(value: g.Value, given: Given) -> g.Value:
    return given.get(value.var, value) if isinstance(value, g.Local) else value


def _fails(test: g.Value, given: Given) -> bool:
    """Whether a condition surely fails: it says that a thing is not what it is."""
    match test:
        case g.Op(name="and", args=parts):
            return any(_fails(part, given) for part in parts)
        case g.Op(name="or", args=parts):
            return all(_fails(part, given) for part in parts)
        case (
            g.Op(name="not", args=(g.Op(name="is", args=(a, b)),))
            | g.Op(name="is_not", args=(a, b))
        ):
            return _same(_known(a, given), _known(b, given))
        case _:
            return False


def _same(one: g.Value, other: g.Value) -> bool:
    """Whether both are the same register of the table, or the same variable."""
    match one, other:
        case g.Load(thing=a, index=()), g.Load(thing=b, index=()):
            return a is b
        case g.Local(var=a), g.Local(var=b):
            return a is b
        case _:
            return False
