"""What is kept for each of several: a member of a family, a field of a record, or many at once."""

from __future__ import annotations

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import types as t
from hoyle.dsl.checked.context import CheckContext
from hoyle.dsl.checked.written_names import list_fields
from hoyle.dsl.tree import expressions as e


def may_be_field(ctx: CheckContext, name: str) -> bool:
    """Whether any record has a field of that name, or it is asked of records by the language."""
    return name == "owner" or any(
        name == field.name for record in ctx.game.records.values() for field in list_fields(record)
    )


def check_field(ctx: CheckContext, tree: e.Apply, owner: g.Value) -> g.Value | None:
    """A field of a record or of several, or who owns it; None where something else is asked."""
    kind = t.bare(owner.type)
    several = t.element(kind)
    record_type = several if several is not None else kind
    if not isinstance(record_type, t.RecordT):
        return None
    if tree.name == "owner":
        return None if several is not None else g.Op("owner", (owner,), t.SEAT, tree.span)
    record = ctx.game.records.get(record_type.name)
    fields = list_fields(record) if record is not None else []
    for thing in fields:
        if thing.name == tree.name:
            ctx.game.uses.names.add(thing.name)
            if isinstance(thing, g.Register):
                ctx.game.uses.read.add(thing)
            return load_family(tree, thing, (owner,), (0,) if several is not None else ())
    ctx.add_unknown(
        "N01", f"{record_type} has no field called `{tree.name}`", tree.name_span, tree.name,
        [*(field.name for field in fields), "owner"], f"fields of {record_type} are",
    )  # fmt: skip
    return g.Const(0, t.UNKNOWN, tree.span)


def load_family(
    tree: e.Apply, thing: g.Register | g.Zone, index: tuple[g.Value, ...],
    places: tuple[int, ...],
) -> g.Value:  # fmt: skip
    """The load of one, or of many when `places` says which indexes are several."""
    kind = thing.type
    if not places:
        return g.Load(thing, index, kind, tree.span)
    of = t.element(kind)
    if of is None:
        whole: t.Type = t.SequenceT(kind)
    else:
        in_order = isinstance(kind, t.SequenceT) and all(
            isinstance(t.bare(index[k].type), t.SequenceT) for k in places
        )
        whole = t.SequenceT(of) if in_order or isinstance(of, t.RecordT) else t.SetT(of)
    return g.Many(thing, index, places, whole, tree.span)
