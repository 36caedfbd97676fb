"""Places that a statement changes: registers and fields that are set, zones that cards come to."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import types as t
from hoyle.dsl.checked.context import Scope
from hoyle.dsl.checked.expressions import check_value
from hoyle.dsl.checked.names import list_zones
from hoyle.dsl.checked.suggestions import suggest_cards_of
from hoyle.dsl.checked.values import find_zone
from hoyle.dsl.checked.written_names import as_noun
from hoyle.dsl.source import Span
from hoyle.dsl.tree import expressions as e
from hoyle.dsl.tree import statements as s

FIXED: dict[type[g.Value], str] = {
    g.Setting: "an option is the same for the whole game",
    g.Local: "this is a name for a value, which stays as it is",
}


def check_register(scope: Scope, tree: e.Expr) -> g.Load | None:
    """A register or field that can be set."""
    called = tree if isinstance(tree, s.Place) else None
    register = scope.game.registers.get(called.name) if called is not None else None
    was_read = register in scope.game.uses.read
    found = check_value(setting(scope, tree, t.UNKNOWN), tree)
    if isinstance(found, g.Load) and found.register is not None:
        scope.game.uses.written.add(found.register)
        if found.register is register and not was_read:  # to be set is not to be read
            scope.game.uses.read.discard(register)
        return found
    if found.type == t.UNKNOWN:
        return None
    label, also = FIXED.get(type(found), ""), tuple[tuple[Span, str], ...]()
    if isinstance(found, g.Local) and register is not None:
        also = ((found.var.span, "this name hides the state: call it otherwise"),)
    help_: tuple[str, ...] = ("what can be set stands under `state`, or in a record",)
    if isinstance(found, g.Many) and called is not None:
        place = found.places[0]
        over = called.args[min(place, len(called.args) - 1)]
        each = as_noun(t.element(t.bare(found.index[place].type)) or t.UNKNOWN)
        label = "these are several"
        help_ = (f"each is set by itself:  for {each} in {over.words}",)
    if is_zone(found):
        label = "this holds cards"
        here = (f"cards are brought there with `move`:  move … to {tree.words}",)
        away = f"they are taken away with `move`:  move {tree.words} to …"
        help_ = (*here * isinstance(found, g.Load), away)
    title = f"`{tree.words}` cannot be set"
    scope.ctx.error("T06", title, tree.span, label=label, help=help_, also=also)
    return None


def setting(scope: Scope, tree: e.Expr, kind: t.Type) -> Scope:
    """The same place, where what stands there is set: of a name that is not known it is told."""
    return attrs.evolve(scope, sets=kind) if isinstance(tree, e.Name) else scope


def is_zone(found: g.Value) -> bool:
    """Whether a value is what lies in one or several zones."""
    return isinstance(found, g.Load | g.Many) and found.thing.holds_cards


def check_zone(scope: Scope, tree: e.Expr) -> g.Load | None:
    """A zone."""
    found = check_value(scope, tree, t.ZONE)
    return _accept_zone(scope, tree, found)


def _accept_zone(scope: Scope, tree: e.Expr, found: g.Value) -> g.Load | None:
    if isinstance(found, g.Load) and found.zone:
        return found
    if found.type != t.UNKNOWN:
        what = "is several zones" if is_zone(found) else f"is {found.type}"
        stock = next((zone.name for zone in scope.game.zones.values() if zone.starts), "")
        of_pack = stock and isinstance(tree, e.Word) and tree.text == "pack"
        label = f"it lies in a zone at the beginning: write `{stock}`" if of_pack else ""
        zones = list_zones(scope, t.bare(found.type), tree.words)
        help_ = suggest_cards_of(scope.ctx, tree, found.type) or (f"zones are: {', '.join(zones)}",)
        also: tuple[tuple[Span, str], ...] = ()
        kind = t.bare(found.type)
        of_cards = t.CARD in (kind, t.element(kind))
        kept = found.thing.span.words if of_cards and isinstance(found, g.Load) else ""
        if "=" in kept or ", seen by" in kept:
            help_ = ("cards lie in zones only: such a line stands under `zones`, without `=`",)
        elif isinstance(found, g.Load) and t.element(kind) == t.CARD:
            also = ((found.thing.span, "it is not said who sees it, and so no cards lie there"),)
            help_ = (f"write for example `{found.thing.span.words}, face up`",)
        if goes_to := _suggest_end_of(tree):
            label, help_ = goes_to, ()
        title = f"a zone is wanted here, but `{tree.words}` {what}"
        scope.ctx.error("T01", title, tree.span, label=label, help=help_, also=also)
    return None


def check_swap(scope: Scope, tree: s.Swap) -> g.Swap | None:
    """Two zones that change their cards."""
    sides = [(each, check_value(scope, each, t.ZONE)) for each in (tree.one, tree.other)]
    if all(t.bare(found.type) == t.CARD for _, found in sides):
        said = " and ".join(f"`{each.words}`" for each, _ in sides)
        title = f"`swap` is for all cards of two zones, and {said} are single cards"
        at = Span(tree.span.source, tree.one.span.start, tree.other.span.end)
        scope.ctx.error("T01", title, at, help=_suggest_two_moves(scope, sides))
        return None
    one, other = (_accept_zone(scope, each, found) for each, found in sides)
    return g.Swap(one, other, span=tree.span) if one and other else None


def _suggest_two_moves(
    scope: Scope, sides: Sequence[tuple[e.Expr, g.Value]]
) -> tuple[str, ...]:  # fmt: skip
    """The lines by which single cards change places; room is made where it is limited."""
    zones = [find_zone(found) for _, found in sides]
    ends = any(isinstance(one, e.Apply) and one.name == "bottom" for one, _ in sides)
    if ends or any(zone is None for zone in zones) or zones[0] == zones[1]:
        return ("single cards change places by two moves",)
    free = [name for name in ("other", "second", "third") if scope.find(name) is None
            and name not in scope.ctx.declared]  # fmt: skip
    lets, moves = [], []
    for number, (each, found) in enumerate(sides):
        name, goes_to = each.words, zones[1 - number]
        if not isinstance(found, g.Local) and free:
            name = free.pop(0)
            lets.append(f"  let {name} = {each.words}")
        moves.append(f"  move {name} to {goes_to.span.words if goes_to else '…'}")
    if (full := zones[1]) is not None and full.zone and full.zone.capacity:
        moves.reverse()
    return ("single cards change places by two moves:", *lets, *moves)


def _suggest_end_of(tree: e.Expr) -> str:
    """What is said of `move card to bottom of stock`, or to its top, where cards go anyway."""
    before = tree.span.source.text[: tree.span.start]
    if not (before.endswith(" to ") and isinstance(tree, e.Apply) and len(tree.args) == 1):
        return ""
    ends = {"top": "", "bottom": " at the bottom"}
    return f"write `{tree.args[0].words}{ends[tree.name]}`" if tree.name in ends else ""


def check_pile(scope: Scope, tree: e.Expr, why: str) -> g.Load | None:
    """A zone whose cards have an order."""
    found = check_zone(scope, tree)
    if found is not None and found.zone and not found.zone.pile:
        scope.ctx.error(
            "T08", f"{why}, but `{tree.words}` holds cards without an order", tree.span,
            help=(f"cards have an order in a `Pile`: write `{found.zone.name}: Pile`",),
        )  # fmt: skip
        return None
    return found
