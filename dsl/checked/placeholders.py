"""A library by itself: what it expects of a game stands in as if a game had declared it."""

from __future__ import annotations

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.context import CheckContext
from hoyle.dsl.checked.declarations import settle
from hoyle.dsl.source import Span
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
ZONES = ("Cards", "Pile")


def _rank_words(span: Span) -> tuple[e.Expr, ...]:
    return tuple(
        e.Number(int(rank), span) if rank.isdigit() else e.RankWord(rank, span) for rank in RANKS
    )


def stand_ins(file: d.File) -> list[d.Declaration]:
    """A whole pack, two to four players, and the zones, state and orders that are expected."""
    span = file.source.whole_line(1)
    between = e.Between(e.Number(2, span), e.Number(4, span), span)
    found: list[d.Declaration] = [
        d.Players((between,), span),
        d.Pack((d.PackRanks(_rank_words(span), span),), span),
    ]
    for expects in file.declarations:
        if not isinstance(expects, d.Expects):
            continue
        for line in expects.lines:
            if not line.params and line.default is None:
                found.append(_stand_in(line))
    return found


def _stand_in(line: d.Expected) -> d.Declaration:
    """One expected thing that takes no arguments of its own."""
    span = line.span
    kind = line.type.name if isinstance(line.type, d.TypeNamed) else ""
    if kind == "Order":
        return d.Order(line.name, _rank_words(span), span, span)
    if kind in ZONES:
        zone = d.Zone(line.name, line.index, kind, "up", None, None, False, span, span)
        return d.Zones((zone,), span)
    register = d.Register(line.name, line.index, line.type, None, None, span, span)
    return d.State(None, (register,), span)


def stand_in_defines(ctx: CheckContext, file: d.File) -> None:
    """What is expected with arguments: its type is known, its value is not asked for."""
    for expects in file.declarations:
        if not isinstance(expects, d.Expects):
            continue
        for line in expects.lines:
            if not line.params or line.default is not None:
                continue
            params = tuple(g.Var(p.name, settle(ctx, p.type), p.span) for p in line.params)
            kind = settle(ctx, line.type)
            value = g.Const(0, kind, line.span)
            tree = d.Define(
                line.name, line.params, line.type, e.Number(0, line.span), line.span, line.span
            )
            ctx.define_trees[line.name] = tree
            ctx.declared[line.name] = line.span
            ctx.game.defines[line.name] = g.Define(line.name, params, kind, value, line.span)
