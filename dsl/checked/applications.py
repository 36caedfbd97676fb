"""`name of x` and `name(x, …)`: fields, families, defines, tables, rankings, orders, operations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.builtins import OPERATIONS, Operation, arities
from hoyle.dsl.checked.context import CheckContext, Scope
from hoyle.dsl.checked.names import (
    fields_of,
    in_sight,
    names_alone,
    names_of,
    noun,
    written,
    zone_type,
)
from hoyle.dsl.checked.types import (
    CARD,
    MELD,
    ORDER,
    RANK,
    SEAT,
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
from hoyle.dsl.tree import expressions as e


def apply(ctx: CheckContext, scope: Scope, tree: e.Apply, wanted: Type | None) -> g.Value | None:
    """The value of an application; None where nothing has that name."""
    from hoyle.dsl.checked.values import value

    name = tree.name
    line = scope.find(name)
    if line is not None and isinstance(line.type, LineT):
        return _line_of(ctx, scope, tree, line)
    for group in ("define", "table", "ranking"):
        trees: dict[str, Any] = getattr(ctx, f"{group}_trees")
        if name in trees:
            ctx.game.uses.names.add(name)
            thing = ctx.check_named[group](ctx, name)
            if thing is None:
                return None
            args = _arguments(ctx, scope, tree, thing.params)
            if args is None:
                return None
            ctx.game.uses.calls.append(g.Call(thing, args, thing.type, tree.span))
            return ctx.game.uses.calls[-1]
    family = ctx.game.registers.get(name) or ctx.game.zones.get(name)
    first = None
    if len(tree.args) == 1 and _may_be_field(ctx, name):
        first = value(ctx, scope, tree.args[0])
        found = field(ctx, tree, first)
        if found is not None:
            return found
    if family is not None and family.index:
        ctx.game.uses.names.add(name)
        return _of_family(ctx, scope, tree, family)
    if name in ctx.game.orders:
        ctx.game.uses.names.add(name)
        if not count_is(ctx, tree, [1]):
            return None
        order = g.Literal("order", name, False, ORDER, tree.name_span)
        rank = _of_type(ctx, scope, tree, 0, RANK)
        size = len(ctx.game.orders[name].ranks)
        return g.Op("height", (order, rank), NumberT(1, size), tree.span)
    if arities(name):
        return _operation(ctx, scope, tree)
    nothing(ctx, scope, tree, first)
    return None


def _of_type(ctx: CheckContext, scope: Scope, tree: e.Apply, k: int, wanted: Type) -> g.Value:
    from hoyle.dsl.checked.values import typed

    return typed(ctx, scope, tree.args[k], wanted)


def count_is(
    ctx: CheckContext, tree: e.Apply | e.Name, counts: list[int], params: Sequence[str] = ()
) -> bool:
    """Whether the number of arguments is one that can be; tells where not."""
    given = len(tree.args) if isinstance(tree, e.Apply) else 0
    if given in counts:
        return True
    many = " or ".join(str(count) for count in counts) if counts != [0] else "nothing"
    here = (
        f"{given} {'is' if given == 1 else 'are'} given here" if given else "it stands alone here"
    )
    write = written(tree.name, params) if params else tree.name
    ctx.once(
        "N03", f"`{tree.name}` takes {many}, but {here}",
        tree.name_span if isinstance(tree, e.Apply) else tree.span,
        help=(f"write:  {write}",) if params or counts == [0] else (),
    )  # fmt: skip
    return False


def _arguments(
    ctx: CheckContext, scope: Scope, tree: e.Apply, params: tuple[g.Var, ...]
) -> tuple[g.Value, ...] | None:
    """Arguments that fit the parameters of a define, table or ranking."""
    from hoyle.dsl.checked.values import typed

    if not count_is(ctx, tree, [len(params)], [p.name for p in params]):
        return None
    args = tuple(
        typed(ctx, scope, arg, p.type, param=p) for arg, p in zip(tree.args, params, strict=True)
    )
    return None if any(arg.type == UNKNOWN for arg in args) else args


def _line_of(ctx: CheckContext, scope: Scope, tree: e.Apply, line: g.Var) -> g.Value | None:
    """`line of seat`: what a row of a step-by-step table gives."""
    assert isinstance(line.type, LineT)
    table = ctx.check_named["table"](ctx, line.type.table)
    if table is None:
        return None
    args = _arguments(ctx, scope, tree, table.params)
    return None if args is None else g.RowValue(line, table, args, table.type, tree.span)


def _may_be_field(ctx: CheckContext, name: str) -> bool:
    """Whether any record has a field of that name, or it is asked of records by the language."""
    return name == "owner" or any(
        name == field.name for record in ctx.game.records.values() for field in fields_of(record)
    )


def field(ctx: CheckContext, tree: e.Apply, owner: g.Value) -> g.Value | None:
    """A field of a record, or of several records together."""
    kind = bare(owner.type)
    several = element(kind)
    record_type = several if several is not None else kind
    if not isinstance(record_type, RecordT):
        return None
    if tree.name == "owner":
        return None if several is not None else g.Op("owner", (owner,), SEAT, tree.span)
    record = ctx.game.records.get(record_type.name)
    fields = fields_of(record) if record is not None else []
    for thing in fields:
        if thing.name == tree.name:
            if isinstance(thing, g.Register):
                ctx.game.uses.read.add(thing)
            return _family_value(tree, thing, (owner,), 0 if several is not None else None)
    ctx.misnamed(
        "N01", f"{record_type} has no field called `{tree.name}`", tree.name_span, tree.name,
        [*(field.name for field in fields), "owner"], f"fields of {record_type} are",
    )  # fmt: skip
    return g.Const(0, UNKNOWN, tree.span)


def _of_family(
    ctx: CheckContext, scope: Scope, tree: e.Apply, family: g.Register | g.Zone
) -> g.Value | None:
    from hoyle.dsl.checked.values import shown, value

    kinds = [by.type for by in family.index]
    if not count_is(ctx, tree, [len(kinds)], [in_sight(scope, kind) for kind in kinds]):
        return None
    index: list[g.Value] = []
    place = None
    for k, (arg, kind) in enumerate(zip(tree.args, kinds, strict=True)):
        found = value(ctx, scope, arg, kind)
        several = element(bare(found.type))
        if found.type == UNKNOWN or fits(found.type, kind):
            pass
        elif several is not None and fits(several, kind) and place is None:
            place = k
        else:
            ctx.error(
                "T01",
                f"there is one `{tree.name}` for each {noun(kind)}, but `{shown(arg)}` is "
                f"{found.type}",
                arg.span,
            )
            found = g.Const(0, UNKNOWN, arg.span)
        index.append(found)
    if isinstance(family, g.Register):
        ctx.game.uses.read.add(family)
    if any(found.type == UNKNOWN for found in index):
        return None
    return _family_value(tree, family, tuple(index), place)


def _family_value(
    tree: e.Apply, thing: g.Register | g.Zone, index: tuple[g.Value, ...],
    place: int | None,
) -> g.Value:  # fmt: skip
    """The load of one, or of many when `place` says which index is several."""
    kind = thing.type if isinstance(thing, g.Register) else zone_type(thing)
    if place is None:
        return g.Load(thing, index, kind, tree.span)
    of = element(kind)
    if of is None:
        whole: Type = SequenceT(kind)
    else:
        in_order = isinstance(kind, SequenceT) and isinstance(bare(index[place].type), SequenceT)
        whole = SequenceT(of) if in_order or isinstance(of, RecordT) else SetT(of)
    return g.Many(thing, index, place, whole, tree.span)


def _operation(ctx: CheckContext, scope: Scope, tree: e.Apply) -> g.Value | None:
    """A built-in operation; the arguments decide between those of one name."""
    from hoyle.dsl.checked.values import typed, value

    if not count_is(ctx, tree, arities(tree.name)):
        return None
    if tree.name == "player":
        ctx.game.tracks_player = True
    chosen = OPERATIONS[tree.name, len(tree.args)]
    args: list[g.Value] = []
    for k, (arg, wanted) in enumerate(zip(tree.args, chosen.takes, strict=True)):
        if wanted == MELD:
            args.append(_meld_name(ctx, arg))
        elif isinstance(wanted, str | RecordT) or tree.name in ("rank", "suit"):
            args.append(value(ctx, scope, arg))
        else:
            lead = f"`{tree.name}` is asked of {wanted}" if len(tree.args) == 1 else ""
            args.append(typed(ctx, scope, arg, wanted, lead=lead))
        if k == 0 and not _first_fits(ctx, tree, args[0], chosen):
            return None
    if any(arg.type == UNKNOWN for arg in args):
        return None
    name = tree.name
    gives = chosen.gives
    kind = gives if not callable(gives) else gives(tuple(arg.type for arg in args))
    if name in ("rank", "suit"):
        several = bare(args[0].type) != CARD
        kind, name = (kind, f"{name}_of_all") if several else (bare(kind), name)
    if len(tree.args) > arities(tree.name)[0]:
        name = f"{name}_{len(tree.args)}"
    return g.Op(name, tuple(args), kind, tree.span)


def _first_fits(ctx: CheckContext, tree: e.Apply, first: g.Value, chosen: Operation) -> bool:
    """The first argument of an operation that takes more than one kind of thing."""
    from hoyle.dsl.checked.values import shown

    kind = bare(first.type)
    wants = chosen.takes[0]
    if kind == UNKNOWN:
        return True
    code, wanted = "T01", ""
    if isinstance(wants, str) and element(kind) is None:
        code, wanted = "T03", "several things"
    elif tree.name in ("top", "bottom") and isinstance(kind, SetT):
        wanted = "a pile, whose cards have an order"
    elif tree.name in ("rank", "suit") and kind != CARD and element(kind) != CARD:
        wanted = "a card"
    elif isinstance(wants, RecordT) and not isinstance(kind, RecordT):
        wanted = "a record"
    if wanted:
        arg = tree.args[0]
        ctx.error(
            code,
            f"`{tree.name}` is asked of {wanted}, but `{shown(arg)}` is {first.type}",
            arg.span,
        )
    return not wanted


def _meld_name(ctx: CheckContext, tree: e.Expr) -> g.Value:
    """The name of a define over cards that says what a meld is."""
    from hoyle.dsl.checked.values import shown

    name = tree.name if isinstance(tree, e.Name) else shown(tree)
    if name in ctx.define_trees:
        ctx.game.uses.names.add(name)
        define = ctx.check_named["define"](ctx, name)
        if define is None or len(define.params) == 1:
            return g.Literal("meld", name, False, MELD, tree.span)
    if isinstance(tree, e.Name) and name not in ctx.declared:
        known = [other for other, meaning in ctx.define_trees.items() if len(meaning.params) == 1]
        ctx.misnamed(
            "N01", f"there is no define called `{name}`", tree.span, name, known, "such are"
        )
    else:
        lead = "the name of a define over cards is wanted here"
        ctx.error("T01", f"{lead}, but `{name}` is none", tree.span)
    return g.Const(0, UNKNOWN, tree.span)


def nothing(ctx: CheckContext, scope: Scope, tree: e.Apply, first: g.Value | None) -> None:
    """Nothing that takes `of` has this name."""
    from hoyle.dsl.checked.values import shown, value

    name = tree.name
    for k, arg in enumerate(tree.args):
        if k == 0 or not isinstance(arg, e.Name):  # a name may be one that only operations take
            found = value(ctx, scope, arg)
            first = first or found
    var = scope.find(name)
    if var is not None and var.type == UNKNOWN:
        return  # what it is drawn from is told already
    if name in names_alone(ctx, scope):
        alone = name in ctx.game.registers or name in ctx.game.zones
        title = f"there is only one `{name}`" if alone else f"`{name}` stands alone, without `of`"
        ctx.once("N03", title, tree.name_span, label=f"write `{name}`")
        return
    if name in ctx.phase_trees or name in ctx.conditions_trees:
        what = "a phase" if name in ctx.phase_trees else "a list of conditions"
        ctx.once("N03", f"`{name}` is {what} and has no value", tree.name_span)
        return
    kind = bare(first.type) if first is not None else UNKNOWN
    if kind == UNKNOWN and _may_be_field(ctx, name):
        return  # what it is asked of is told already
    ctx.misnamed(
        "N01", f"there is no zone, state or field called `{name}`", tree.name_span, name,
        names_of(ctx, kind, len(tree.args)), f"with `of {shown(tree.args[0])}` you can write",
    )  # fmt: skip
