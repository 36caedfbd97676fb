"""From a name in an expression to the thing it stands for."""

from __future__ import annotations

from typing import Any

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.desk import Desk, Scope
from hoyle.dsl.checked.operations import NAMES
from hoyle.dsl.checked.types import (
    ORDER,
    RANK,
    SEAT,
    SIDE,
    SUIT,
    UNKNOWN,
    ChoiceT,
    KindT,
    SequenceT,
    SetT,
    Type,
    bare,
    element,
)
from hoyle.dsl.source import Span


def word_of_choice(desk: Desk, word: str, wanted: Type | None, span: Span) -> g.Value | None:
    """A named alternative: of the wanted type, or of the only type that has the word."""
    kind = bare(wanted) if wanted is not None else None
    if kind is not None and element(kind) is not None:
        kind = element(kind)
    if isinstance(kind, ChoiceT):
        return g.Const(kind.words.index(word), kind, span) if word in kind.words else None
    if isinstance(kind, KindT):
        if word in kind.rows:
            return g.Literal("kind", f"{kind.ranking}.{word}", False, kind, span)
        return None
    owners = [choice for choice in desk.choices if word in choice.words]
    if len(owners) == 1:
        return g.Const(owners[0].words.index(word), owners[0], span)
    return None


def plain_name(
    desk: Desk, scope: Scope, name: str, wanted: Type | None, span: Span
) -> g.Value | None:
    """What a name that stands alone means; None (and a problem told) where nothing does."""
    var = scope.find(name)
    if var is not None:
        var.used = True
        return g.Local(var, var.type, span)
    choice = word_of_choice(desk, name, wanted, span)
    if choice is not None and isinstance(bare(wanted or UNKNOWN), ChoiceT | KindT):
        return choice
    found = global_name(desk, name, span)
    if found is not None:
        return found
    if choice is not None:
        return choice
    unknown_name(desk, scope, name, wanted, span)
    return None


def global_name(desk: Desk, name: str, span: Span) -> g.Value | None:
    """Options, registers, zones, defines and tables without parameters, orders."""
    game = desk.game
    desk.used.add(name)
    if name in game.options:
        return g.Setting(name, game.options[name].type, span)
    if name in game.registers and not game.registers[name].index:
        game.registers[name].read = True
        return g.Load(game.registers[name], (), game.registers[name].type, span)
    if name in game.zones and not game.zones[name].index:
        return g.Load(game.zones[name], (), zone_type(game.zones[name]), span)
    if name in game.orders:
        return g.Literal("order", name, False, ORDER, span)
    if name in ("ranks", "suits"):
        of = RANK if name == "ranks" else SUIT
        return g.Setting(name, SetT(of), span)
    for group in ("define", "table"):
        trees: dict[str, Any] = getattr(desk, f"{group}_trees")
        if name in trees and not trees[name].params:
            checked = desk.check_named[group](desk, name)
            return None if checked is None else g.Call(checked, (), checked.type, span)
    return None


def zone_type(zone: g.Zone) -> Type:
    """A pile is read as its cards from the bottom, other zones as a set."""
    from hoyle.dsl.checked.types import CARD

    return SequenceT(CARD) if zone.pile else SetT(CARD)


def takes_of(desk: Desk, name: str) -> bool:
    """Whether a name is one that needs `of …` or brackets."""
    game = desk.game
    return (
        (name in game.registers and bool(game.registers[name].index))
        or (name in game.zones and bool(game.zones[name].index))
        or name in NAMES
        or any(name == field.name for r in game.records.values() for field in r.zones + r.registers)
        or any(
            name in trees and bool(trees[name].params)
            for trees in (desk.define_trees, desk.table_trees, desk.ranking_trees)
        )
    )


def unknown_name(desk: Desk, scope: Scope, name: str, wanted: Type | None, span: Span) -> None:
    """Say that a name means nothing here, and what would."""
    if takes_of(desk, name):
        index = desk.game.registers.get(name) or desk.game.zones.get(name)
        whose = " of seat" if index and index.index and index.index[0].type == SEAT else " of …"
        desk.error(
            "N03", f"`{name}` is asked of something: whose `{name}` is meant", span,
            label=f"write `{name}{whose}`",
        )  # fmt: skip
        return
    if isinstance(bare(wanted or UNKNOWN), ChoiceT | KindT):
        choice = bare(wanted or UNKNOWN)
        words = choice.words if isinstance(choice, ChoiceT) else choice.rows  # type: ignore[union-attr]
        what = f"{choice}" if isinstance(choice, ChoiceT) and choice.name else "these alternatives"
        desk.misnamed(
            "T07", f"`{name}` is none of the answers possible here", span, name, words,
            f"{what} can be",
        )  # fmt: skip
        return
    desk.misnamed(
        "N01", f"there is nothing called `{name}`", span, name,
        names_alone(desk, scope), "you can write here",
    )  # fmt: skip


def names_alone(desk: Desk, scope: Scope) -> list[str]:
    """Every name that can stand alone in a scope."""
    game = desk.game
    return [
        *scope.all_names(),
        *game.options,
        *(n for n, r in game.registers.items() if not r.index),
        *(n for n, z in game.zones.items() if not z.index),
        *(n for n, t in desk.define_trees.items() if not t.params),
        *(n for n, t in desk.table_trees.items() if not t.params),
        *(["players", "seats", "pack"] + (["sides"] if game.side_count else [])),
    ]


def names_of(desk: Desk, kind: Type) -> list[str]:
    """Every name that can be asked of a thing of some type."""
    from hoyle.dsl.checked.operations import OPERATIONS
    from hoyle.dsl.checked.types import RecordT, fits

    game = desk.game
    found: list[str] = []
    inner = element(kind) or kind
    if isinstance(inner, RecordT):
        record = game.records.get(inner.name)
        if record is not None:
            found += [field.name for field in record.zones + record.registers] + ["owner"]
    things: list[g.Register | g.Zone] = [*game.registers.values(), *game.zones.values()]
    for thing in things:
        if len(thing.index) == 1 and thing.index[0].type in (inner, kind):
            found.append(thing.name)
    for trees in (desk.define_trees, desk.table_trees, desk.ranking_trees):
        found += [name for name, tree in trees.items() if len(tree.params) == 1]
    for (name, count), operation in OPERATIONS.items():
        takes = operation.takes[0]
        if count == 1 and name != "expected" and (
            (isinstance(takes, str) and element(kind) is not None)
            or (not isinstance(takes, str) and fits(kind, takes) and kind != UNKNOWN)
        ):  # fmt: skip
            found.append(name)
    if inner == SIDE or inner == SEAT:
        found = [name for name in found if name]
    return found
