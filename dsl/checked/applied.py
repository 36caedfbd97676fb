"""`name of x` and `name(x, …)`: fields, families, defines, tables, rankings, orders, operations."""

from __future__ import annotations

from typing import Any

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.desk import Desk, Scope
from hoyle.dsl.checked.names import names_alone, names_of, zone_type
from hoyle.dsl.checked.operations import OPERATIONS, Operation, arities
from hoyle.dsl.checked.types import (
    CARD,
    MELD,
    ORDER,
    RANK,
    UNKNOWN,
    LineT,
    NumberT,
    RecordT,
    SequenceT,
    SetT,
    Type,
    bare,
    element,
    fits,
)
from hoyle.dsl.nearest import listed
from hoyle.dsl.tree import expressions as e


def apply(desk: Desk, scope: Scope, tree: e.Apply, wanted: Type | None) -> g.Value | None:
    """The value of an application; None where nothing has that name."""
    from hoyle.dsl.checked.values import value

    name = tree.name
    line = scope.find(name)
    if line is not None and isinstance(line.type, LineT):
        line.used = True
        return line_of(desk, scope, tree, line)
    for group in ("define", "table", "ranking"):
        trees: dict[str, Any] = getattr(desk, f"{group}_trees")
        if name in trees:
            desk.used.add(name)
            thing = desk.check_named[group](desk, name)
            if thing is None:
                return None
            args = arguments(desk, scope, tree, thing.params)
            return None if args is None else g.Call(thing, args, thing.type, tree.span)
    family = desk.game.registers.get(name) or desk.game.zones.get(name)
    first = None
    if len(tree.args) == 1 and may_be_field(desk, name):
        first = value(desk, scope, tree.args[0])
        found = field(desk, tree, first)
        if found is not None:
            return found
    if family is not None and family.index:
        desk.used.add(name)
        return of_family(desk, scope, tree, family)
    if name in desk.game.orders:
        desk.used.add(name)
        order = g.Literal("order", name, False, ORDER, tree.name_span)
        rank = of_type(desk, scope, tree, 0, RANK)
        size = len(desk.game.orders[name].ranks)
        return g.Op("height", (order, rank), NumberT(1, size), tree.span)
    if arities(name):
        return operation(desk, scope, tree)
    return nothing(desk, scope, tree, first)


def of_type(desk: Desk, scope: Scope, tree: e.Apply, k: int, wanted: Type) -> g.Value:
    """Argument k, which must be of a type."""
    from hoyle.dsl.checked.values import typed

    return typed(desk, scope, tree.args[k], wanted, str(wanted))


def count_is(desk: Desk, tree: e.Apply, counts: list[int]) -> bool:
    """Whether the number of arguments is one that can be; tells where not."""
    if len(tree.args) in counts:
        return True
    many = " or ".join(str(c) for c in counts)
    desk.error(
        "N03", f"`{tree.name}` is asked of {many} thing{'s' * (counts != [1])}, here of "
        f"{len(tree.args)}", tree.span,
    )  # fmt: skip
    return False


def arguments(
    desk: Desk, scope: Scope, tree: e.Apply, params: tuple[g.Var, ...]
) -> tuple[g.Value, ...] | None:
    """Arguments that fit the parameters of a define, table or ranking."""
    if not params:
        desk.error("N03", f"`{tree.name}` stands alone, without `of`", tree.span)
        return None
    if not count_is(desk, tree, [len(params)]):
        return None
    return tuple(of_type(desk, scope, tree, k, p.type) for k, p in enumerate(params))


def line_of(desk: Desk, scope: Scope, tree: e.Apply, line: g.Var) -> g.Value | None:
    """`line of seat`: what a row of a step-by-step table gives."""
    assert isinstance(line.type, LineT)
    table = desk.check_named["table"](desk, line.type.table)
    if table is None:
        return None
    args = arguments(desk, scope, tree, table.params)
    return None if args is None else g.RowValue(line, table, args, table.type, tree.span)


def may_be_field(desk: Desk, name: str) -> bool:
    """Whether any record has a field of that name, or it is asked of records by the language."""
    return name == "owner" or any(
        name == f.name for r in desk.game.records.values() for f in r.zones + r.registers
    )


def field(desk: Desk, tree: e.Apply, owner: g.Value) -> g.Value | None:
    """A field of a record, or of several records together."""
    kind = bare(owner.type)
    several = element(kind)
    record_type = several if several is not None else kind
    if not isinstance(record_type, RecordT):
        return None
    if tree.name == "owner":
        return None if several is not None else g.Op(
            "owner", (owner,), OPERATIONS["owner", 1].gives, tree.span  # type: ignore[arg-type]
        )  # fmt: skip
    record = desk.game.records[record_type.name]
    for thing in (*record.zones, *record.registers):
        if thing.name == tree.name:
            if isinstance(thing, g.Register):
                thing.read = True
            return family_value(desk, tree, thing, (owner,), 0 if several is not None else None)
    desk.misnamed(
        "N01", f"a {record.name.lower()} has no field called `{tree.name}`", tree.name_span,
        tree.name, [f.name for f in (*record.zones, *record.registers)] + ["owner"],
        f"fields of {record.name}",
    )  # fmt: skip
    return g.Const(0, UNKNOWN, tree.span)


def of_family(
    desk: Desk, scope: Scope, tree: e.Apply, family: g.Register | g.Zone
) -> g.Value | None:
    """One of a family, or several of it together."""
    from hoyle.dsl.checked.values import shown, value

    if not count_is(desk, tree, [len(family.index)]):
        return None
    index: list[g.Value] = []
    place = None
    for k, (arg, by) in enumerate(zip(tree.args, family.index, strict=True)):
        found = value(desk, scope, arg, by.type)
        several = element(bare(found.type))
        if several is not None and fits(several, by.type) and found.type != UNKNOWN and place is None:
            place = k
        elif not fits(found.type, by.type):
            desk.error(
                "T01", f"`{tree.name}` is kept for {by.type}, but `{shown(arg)}` is {found.type}",
                arg.span,
            )  # fmt: skip
        index.append(found)
    if isinstance(family, g.Register):
        family.read = True
    return family_value(desk, tree, family, tuple(index), place)


def family_value(
    desk: Desk, tree: e.Apply, thing: g.Register | g.Zone, index: tuple[g.Value, ...],
    place: int | None,
) -> g.Value:  # fmt: skip
    """The load of one, or of many when `place` says which index is several."""
    kind = thing.type if isinstance(thing, g.Register) else zone_type(thing)
    if place is None:
        return g.Load(thing, index, kind, tree.span)
    of = element(kind)
    if of is None:
        whole: Type = SequenceT(kind)
    elif isinstance(kind, SequenceT) and isinstance(bare(index[place].type), SequenceT):
        whole = SequenceT(of)
    elif isinstance(of, RecordT):
        whole = SequenceT(of)
    else:
        whole = SetT(of)
    return g.Many(thing, index, place, whole, tree.span)


def operation(desk: Desk, scope: Scope, tree: e.Apply) -> g.Value | None:
    """A built-in operation; the arguments decide between those of one name."""
    from hoyle.dsl.checked.values import typed, value

    if not count_is(desk, tree, arities(tree.name)):
        return None
    if tree.name == "player":
        desk.game.tracks_player = True
    chosen = OPERATIONS[tree.name, len(tree.args)]
    args: list[g.Value] = []
    for k, (arg, wanted) in enumerate(zip(tree.args, chosen.takes, strict=True)):
        if wanted == MELD:
            args.append(meld_name(desk, arg))
        elif isinstance(wanted, str) or isinstance(wanted, RecordT) or tree.name in ("rank", "suit"):
            args.append(value(desk, scope, arg))
        else:
            what = operation_wants(wanted)
            args.append(typed(desk, scope, arg, wanted, what))
        if k == 0 and not first_fits(desk, tree, args[0], chosen):
            return None
    first = bare(args[0].type)
    name = tree.name
    if name in ("rank", "suit"):
        of = RANK if name == "rank" else OPERATIONS["suit", 1].gives
        if first == CARD:
            kind: Type = RANK if name == "rank" else suit_type()
        else:
            kind = maybe(of if name == "rank" else suit_type())
            name += "_of_all"
    else:
        gives = chosen.gives
        kind = gives if not callable(gives) else gives(tuple(a.type for a in args))
    if len(tree.args) > 1 and (name, 1) in OPERATIONS:
        name = f"{name}_{len(tree.args)}"
    return g.Op(name, tuple(args), kind, tree.span)


def suit_type() -> Type:
    """The type of suits."""
    from hoyle.dsl.checked.types import SUIT

    return SUIT


def maybe(of: Any) -> Type:
    """That, or none."""
    from hoyle.dsl.checked.types import MaybeT

    return MaybeT(of)


def operation_wants(wanted: Type) -> str:
    """How a message names what an operation takes."""
    return "a pile" if wanted == SequenceT(CARD) else str(wanted)


def first_fits(desk: Desk, tree: e.Apply, first: g.Value, chosen: Operation) -> bool:
    """The first argument of an operation that takes more than one kind of thing."""
    kind = bare(first.type)
    if kind == UNKNOWN:
        return True
    wants = chosen.takes[0]
    if isinstance(wants, str) and element(kind) is None:
        desk.error(
            "T03", f"`{tree.name}` is asked of several things, but this is {first.type}",
            tree.args[0].span,
        )  # fmt: skip
        return False
    if tree.name in ("rank", "suit") and kind != CARD and element(kind) != CARD:
        desk.error("T01", f"only cards have a {tree.name}; this is {first.type}", tree.args[0].span)
        return False
    if isinstance(wants, RecordT) and not isinstance(kind, RecordT):
        desk.error("T01", f"only a record has an owner; this is {first.type}", tree.args[0].span)
        return False
    return True


def meld_name(desk: Desk, tree: e.Expr) -> g.Value:
    """The name of a define over cards that says what a meld is."""
    if isinstance(tree, e.Name) and tree.name in desk.define_trees:
        desk.used.add(tree.name)
        define = desk.check_named["define"](desk, tree.name)
        if define is not None and len(define.params) == 1:
            return g.Literal("meld", tree.name, False, MELD, tree.span)
    desk.error("T01", "the name of a define over cards is wanted here", tree.span)
    return g.Const(0, UNKNOWN, tree.span)


def nothing(desk: Desk, scope: Scope, tree: e.Apply, first: g.Value | None) -> None:
    """Nothing that takes `of` has this name."""
    from hoyle.dsl.checked.values import value

    name = tree.name
    for arg in tree.args:
        first = first or value(desk, scope, arg)
    if name in desk.game.options or (name in names_alone(desk, scope)):
        desk.error("N03", f"`{name}` stands alone, without `of`", tree.span)
        return
    if name in desk.phase_trees or name in desk.conditions_trees:
        what = "a phase" if name in desk.phase_trees else "a list of conditions"
        desk.error("N03", f"`{name}` is {what} and has no value", tree.name_span)
        return
    kind = bare(first.type) if first is not None else UNKNOWN
    words = names_of(desk, kind)
    from hoyle.dsl.nearest import nearest

    close = nearest(name, words)
    desk.error(
        "N01", f"there is no zone, state, define or field called `{name}`", tree.name_span,
        label=f"did you mean `{close}`?" if close else "",
        help=(f"with `of {tree.args[0].span.text}` you can write: {listed(sorted(set(words)))}",),
    )  # fmt: skip
