"""From a name in an expression to the thing it stands for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.builtins import NAMES, OPERATIONS
from hoyle.dsl.checked.context import CheckContext, Scope
from hoyle.dsl.checked.types import (
    CARD,
    ORDER,
    RANK,
    SUIT,
    UNKNOWN,
    ChoiceT,
    KindT,
    NumberT,
    RecordT,
    SequenceT,
    SetT,
    Type,
    bare,
    element,
    fits,
)
from hoyle.dsl.source import Span
from hoyle.dsl.tree import expressions as e


def answers(wanted: Type | None) -> tuple[str, ...] | None:
    """The words that a named alternative, or a row of a ranking, can be; None for other types."""
    kind = bare(wanted) if wanted is not None else UNKNOWN
    kind = element(kind) or kind
    if isinstance(kind, ChoiceT):
        return kind.words
    return kind.rows if isinstance(kind, KindT) else None


def _word_of_choice(
    ctx: CheckContext, word: str, wanted: Type | None, span: Span
) -> g.Value | None:
    """A named alternative: of the wanted type, or of the only type that has the word."""
    kind = bare(wanted) if wanted is not None else UNKNOWN
    kind = element(kind) or kind
    if isinstance(kind, ChoiceT):
        return g.Const(kind.words.index(word), kind, span) if word in kind.words else None
    if isinstance(kind, KindT):
        if word in kind.rows:
            return g.Literal("kind", f"{kind.ranking}.{word}", False, kind, span)
        return None
    owners = [choice for choice in ctx.choices if word in choice.words]
    if len(owners) == 1:
        return g.Const(owners[0].words.index(word), owners[0], span)
    return None


def plain_name(
    ctx: CheckContext, scope: Scope, name: str, wanted: Type | None, span: Span
) -> g.Value | None:
    """What a name that stands alone means; None (and a problem told) where nothing does."""
    var = scope.find(name)
    if var is not None:
        return g.Local(var, var.type, span)
    choice = _word_of_choice(ctx, name, wanted, span)
    if choice is not None and answers(wanted) is not None:
        return choice
    found = _global_name(ctx, name, span)
    if found is not None:
        return found
    if choice is not None:
        return choice
    if not (wanted in (UNKNOWN, SetT(UNKNOWN)) and _some_answer(ctx, name)):
        _unknown_name(ctx, scope, name, wanted, span)
    return None


def _some_answer(ctx: CheckContext, word: str) -> bool:
    """Whether a word is an answer of anything: compared with something unknown, it may be right."""
    return any(word in choice.words for choice in ctx.choices) or any(
        isinstance(kind, KindT) and word in kind.rows for kind in ctx.types.values()
    )


def _global_name(ctx: CheckContext, name: str, span: Span) -> g.Value | None:
    game = ctx.game
    ctx.game.uses.names.add(name)
    if name in game.options:
        return g.Setting(name, game.options[name].type, span)
    if name in game.registers and not game.registers[name].index:
        game.uses.read.add(game.registers[name])
        return g.Load(game.registers[name], (), game.registers[name].type, span)
    if name in game.zones and not game.zones[name].index:
        return g.Load(game.zones[name], (), zone_type(game.zones[name]), span)
    if name in game.orders:
        return g.Literal("order", name, False, ORDER, span)
    if name in ("ranks", "suits"):
        of = RANK if name == "ranks" else SUIT
        return g.Setting(name, SetT(of), span)
    for group in ("define", "table"):
        trees: dict[str, Any] = getattr(ctx, f"{group}_trees")
        if name in trees and not trees[name].params:
            checked = ctx.check_named[group](ctx, name)
            if checked is None:
                return g.Const(0, UNKNOWN, span)
            return g.Call(checked, (), checked.type, span)
    return None


def fields_of(record: g.Record) -> list[g.Zone | g.Register]:
    """Its zones and registers."""
    return [*record.zones, *record.registers]


def zone_type(zone: g.Zone) -> Type:
    """A pile is read as its cards from the bottom, other zones as a set."""
    return SequenceT(CARD) if zone.pile else SetT(CARD)


# ---------------------------------------------------------------------- names that mean nothing


def known_alone(ctx: CheckContext, name: str) -> bool:
    """Whether a name that is no variable means something by itself."""
    game = ctx.game
    family = game.registers.get(name) or game.zones.get(name)
    tree = ctx.define_trees.get(name) or ctx.table_trees.get(name)
    return (
        name in game.options
        or name in game.orders
        or (family is not None and not family.index)
        or (tree is not None and not tree.params)
    )


def never(ctx: CheckContext, scope: Scope, tree: e.Expr, of: Type, subject: str = "") -> bool:
    """Tell words that are none of the answers that something has: `pace is quik`.

    Without a subject they stand in a table below the name of a hand.
    """
    words = answers(of)
    if words is None:
        return False
    told = False
    for item in tree.items if isinstance(tree, e.Listing) else (tree,):
        if not isinstance(item, e.Name) or item.name in words or scope.find(item.name):
            continue
        if not known_alone(ctx, item.name):
            code, title = "T07", f"`{subject}` is never `{item.name}`"
            if not subject:
                code, title = "B06", f"there is no {noun(bare(of))} called `{item.name}`"
            ctx.misnamed(code, title, item.span, item.name, words, "it can be")
            told = True
    return told


def _unknown_name(
    ctx: CheckContext, scope: Scope, name: str, wanted: Type | None, span: Span
) -> None:
    """Say that a name means nothing here, and what would."""
    words = answers(wanted)
    if _asks_for_more(ctx, scope, name, span):
        return
    if words is not None:
        title = f"`{name}` is none of the answers that are possible here"
        ctx.misnamed("T07", title, span, name, words, "possible are")
        return
    ctx.misnamed(
        "N01", f"there is nothing called `{name}`", span, name,
        names_alone(ctx, scope), "you can write here",
    )  # fmt: skip


def _asks_for_more(ctx: CheckContext, scope: Scope, name: str, span: Span) -> bool:
    """Tell a name that needs `of …` or brackets, where it has them not."""
    fields = {f.name: r for r in ctx.game.records.values() for f in fields_of(r)}
    family = ctx.game.registers.get(name) or ctx.game.zones.get(name)
    trees: tuple[dict[str, Any], ...] = (ctx.define_trees, ctx.table_trees, ctx.ranking_trees)
    params = next((trees_[name].params for trees_ in trees if name in trees_), ())
    if family is not None and family.index:
        kinds = [index.type for index in family.index]
        title = f"there is one `{name}` for each {' and '.join(noun(kind) for kind in kinds)}"
        write = written(name, [in_sight(scope, kind) for kind in kinds])
    elif params:
        title = f"`{name}` takes {len(params)}, but it stands alone here"
        write = written(name, [param.name for param in params])
    elif name in fields:
        title = f"every {noun(RecordT(fields[name].name))} has its own `{name}`"
        write = written(name, [in_sight(scope, RecordT(fields[name].name))])
    elif name in NAMES:
        title, write = f"`{name}` is asked of something", f"{name} of …"
    else:
        return False
    ctx.once("N03", title, span, label=f"write `{write}`")
    return True


def noun(kind: Type) -> str:
    """`seat` for `a seat`."""
    return str(kind).removeprefix("an ").removeprefix("a ")


def in_sight(scope: Scope, kind: Type) -> str:
    """The name of a variable of a type, or the word for the type."""
    var = scope.of_type(kind)
    return var.name if var is not None else noun(kind)


def written(name: str, args: Sequence[str]) -> str:
    """`hand of seat`, `matches(card, pile)`."""
    return f"{name} of {args[0]}" if len(args) == 1 else f"{name}({', '.join(args)})"


def names_alone(ctx: CheckContext, scope: Scope) -> list[str]:
    """Every name that can stand alone in a scope."""
    game = ctx.game
    names = {
        *(var.name for var in scope.all_vars()),
        *game.options,
        *(n for n, r in game.registers.items() if not r.index),
        *(n for n, z in game.zones.items() if not z.index),
        *(n for n, t in ctx.define_trees.items() if not t.params),
        *(n for n, t in ctx.table_trees.items() if not t.params),
        *("players", "seats", "pack"),
        *(("sides",) if game.side_count else ()),
    }
    return sorted(names)


def names_of(ctx: CheckContext, kind: Type, count: int = 1) -> list[str]:
    """Every name that can be asked of `count` things, the first of some type."""
    game = ctx.game
    found: set[str] = set()
    inner = element(kind) or kind
    if isinstance(inner, RecordT) and count == 1:
        record = game.records.get(inner.name)
        if record is not None:
            found |= {field.name for field in fields_of(record)} | {"owner"}
    things: list[g.Zone | g.Register] = [*game.registers.values(), *game.zones.values()]
    for thing in things:
        if len(thing.index) == count and thing.index[0].type in (inner, kind):
            found.add(thing.name)
    groups: list[tuple[dict[str, Any], dict[str, Any]]] = [
        (ctx.define_trees, game.defines), (ctx.table_trees, game.tables),
        (ctx.ranking_trees, game.rankings),
    ]  # fmt: skip
    for trees, checked in groups:
        found |= {
            name for name, tree in trees.items()
            if len(tree.params) == count and _takes(checked.get(name), kind)
        }  # fmt: skip
    if isinstance(kind, NumberT) or kind == UNKNOWN:
        return sorted(found)
    if kind == RANK and count == 1:
        found |= set(game.orders)
    for (name, many), operation in OPERATIONS.items():
        first = operation.takes[0]
        several = element(kind) is not None
        if count == many and (several if isinstance(first, str) else fits(kind, first)):
            found.add(name)
    return sorted(found)


def _takes(checked: g.Define | g.Table | g.Ranking | None, kind: Type) -> bool:
    """Whether a define, table or ranking can be asked of a thing of some type first."""
    return checked is None or fits(kind, checked.params[0].type)


# ---------------------------------------------------------------------- places


def register_at(ctx: CheckContext, scope: Scope, tree: e.Expr) -> g.Load | None:
    """A register or field that can be set."""
    from hoyle.dsl.checked.values import shown, value

    register = ctx.game.registers.get(tree.name) if isinstance(tree, e.Name | e.Apply) else None
    was_read = register in ctx.game.uses.read
    found = value(ctx, scope, tree)
    if isinstance(found, g.Load) and isinstance(found.thing, g.Register):
        ctx.game.uses.written.add(found.thing)
        if found.thing is register and not was_read:  # to be set is not to be read
            ctx.game.uses.read.discard(register)
        return found
    if found.type == UNKNOWN:
        return None
    label, help_ = "", ("what can be set stands under `state`, or in a record",)
    if isinstance(found, g.Setting):
        label = "an option is the same for the whole game"
    elif isinstance(found, g.Local):
        label = "this is a name for a value, which stays as it is"
    elif is_zone(found):
        label = "this holds cards"
        help_ = (f"cards are brought there with `move`:  move … to {shown(tree)}",)
    ctx.error("T06", f"`{shown(tree)}` cannot be set", tree.span, label=label, help=help_)
    return None


def is_zone(found: g.Value) -> bool:
    """Whether a value is what lies in one or several zones."""
    return isinstance(found, g.Load | g.Many) and isinstance(found.thing, g.Zone)


def zone_at(ctx: CheckContext, scope: Scope, tree: e.Expr) -> g.Load | None:
    """A zone."""
    from hoyle.dsl.checked.values import shown, value

    found = value(ctx, scope, tree)
    if isinstance(found, g.Load) and isinstance(found.thing, g.Zone):
        return found
    if found.type != UNKNOWN:
        what = "is several zones" if is_zone(found) else f"is {found.type}"
        zones = (_zone_as_written(scope, zone) for zone in ctx.game.zones.values())
        ctx.error(
            "T01", f"a zone is wanted here, but `{shown(tree)}` {what}", tree.span,
            help=(f"zones are: {', '.join(zones)}",),
        )  # fmt: skip
    return None


def _zone_as_written(scope: Scope, zone: g.Zone) -> str:
    if not zone.index:
        return zone.name
    return written(zone.name, [in_sight(scope, index.type) for index in zone.index])


def pile_at(ctx: CheckContext, scope: Scope, tree: e.Expr, why: str) -> g.Load | None:
    """A zone whose cards have an order."""
    from hoyle.dsl.checked.values import shown

    found = zone_at(ctx, scope, tree)
    if found is not None and isinstance(found.thing, g.Zone) and not found.thing.pile:
        ctx.error(
            "T08", f"{why}, but `{shown(tree)}` holds cards without an order", tree.span,
            help=(f"cards have an order in a `Pile`: write `{found.thing.name}: Pile`",),
        )  # fmt: skip
        return None
    return found
