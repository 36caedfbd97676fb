"""A name that stands alone, and needs `of …` or brackets, or is no value."""

from __future__ import annotations

import re
from typing import NamedTuple

from hoyle.dsl.checked import types as t
from hoyle.dsl.checked.builtins import NAMES, OPERATIONS, list_arities
from hoyle.dsl.checked.context import Scope
from hoyle.dsl.checked.written_names import (
    ALL_OF,
    as_noun,
    list_fields,
    list_names,
    name_in_sight,
    write_application,
)
from hoyle.dsl.nearest import distance, find_holding
from hoyle.dsl.source import Span
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e

# `card is`, before what is asked of it
IS_SO = re.compile(r"((?:\w+ of )*\w+(?:\([^()]*\))?) is (not )?$")

# `next in alive after turn`
NEXT_OF_SOME = re.compile(
    r"(?:next|left|right)(?: seat| player)? (?:in|of|among) (\w+(?: of \w+)*)"
    r" (?:after|from|to) (\w+(?: of \w+)*)"
)


class Missing(NamedTuple):
    """What is said of a name that stands alone."""

    title: str
    span: Span
    write: str = ""
    label: str = ""
    help: tuple[str, ...] = ()


def report_missing_arguments(
    scope: Scope, name: str, wanted: t.Type | None, span: Span
) -> bool:  # fmt: skip
    """Tell a name that needs `of …` or brackets, where it has them not."""
    found = (
        _miss_index(scope, name, span)
        or _miss_parameters(scope, name, span)
        or _miss_record(scope, name, span)
        or _miss_operands(scope, name, wanted, span)
    )
    if found is None:
        return False
    label, also = found.label or (found.write and f"write `{found.write}`"), found.help
    if found.write:
        near = [var.name for var in scope.all_vars() if distance(name, var.name) == 1]
        also += (f"or did you mean `{near[0]}`?",) if near else ()
        if name == "rank" and scope.element is not None and scope.element.type == t.CARD:
            ranked = f"rank of {scope.element.name}"
            also += tuple(f"its height:  {order} of {ranked}" for order in scope.game.orders)
    scope.ctx.add_repeated("N03", found.title, found.span, label=label, help=also)
    return True


def _miss_index(scope: Scope, name: str, span: Span) -> Missing | None:
    """A zone, or state, that each of several has."""
    family = scope.game.registers.get(name) or scope.game.zones.get(name)
    if family is None or not family.index:
        return None
    kinds = [index.type for index in family.index]
    title = f"there is one `{name}` for each {' and '.join(as_noun(kind) for kind in kinds)}"
    held = re.search(r"\b(\w+) is (?:not )?$", span.source.text[: span.start][-100:])
    holder = scope.find(held[1]) if held else None
    write = write_application(name, [name_in_sight(scope, kind) for kind in kinds])
    if holder is not None and kinds == [holder.type] and family.type != holder.type:
        write = write_application(name, [holder.name])
        return Missing(title, span, label=f"what `{holder.name}` has is `{write}`")
    return Missing(title, span, write)


def _miss_parameters(scope: Scope, name: str, span: Span) -> Missing | None:
    """A definition that takes something."""
    params = scope.ctx.definitions[name].params if name in scope.ctx.definitions else ()
    if not params:
        return None
    title = f"`{name}` takes {len(params)}, but it stands alone here"
    table = scope.ctx.definitions[name]
    if isinstance(table, d.Table) and span.source.text[: span.start].endswith(" in "):
        label = "only a table that is read `step by step` is gone through"
        if table.reading == "steps":
            label = f"its rows are gone through by a line of its own:  for line in {name}"
        one = write_application(name, [param.name for param in params])
        sum_of = f"a table that is read as the `sum of all that fit` gives one number, `{one}`"
        return Missing(title, span, label=label, help=(sum_of,))
    if len(params) > 1:
        takes = f"it takes:  {name}({', '.join(param.span.words for param in params)})"
        return Missing(title, span, help=(takes,))
    word = getattr(params[0].type, "name", "")
    kind = scope.ctx.types.get(word) or t.NAMED.get(word)
    inside = getattr(scope.ctx.definitions[name], "value", None)
    asked = isinstance(inside, e.Compare | e.Both | e.EitherOr | e.Not) and _find_asked(span)
    if asked:
        asks = f"{asked[2] or ''}{name} of {asked[1]}"
        return Missing(title, Span(span.source, asked.start(), span.end), asks)
    given = params[0].name if kind is None else name_in_sight(scope, kind)
    return Missing(title, span, f"{name} of {given}")


def _miss_record(scope: Scope, name: str, span: Span) -> Missing | None:
    """What every record of some type has."""
    fields = {f.name: r for r in scope.game.records.values() for f in list_fields(r)}
    if name not in fields:
        return None
    record = t.RecordT(fields[name].name)
    write = write_application(name, [name_in_sight(scope, record)])
    return Missing(f"every {as_noun(record)} has its own `{name}`", span, write)


def _miss_operands(
    scope: Scope, name: str, wanted: t.Type | None, span: Span
) -> Missing | None:  # fmt: skip
    """What the language asks of something."""
    if name not in NAMES:
        return None
    if wanted is not None and t.element(wanted) == t.SEAT and name == "side":
        having = "seats are wanted here, and each has its side:  seats where … side of it …"
        return Missing(f"`{name}` is asked of something", span, help=(having,))
    if wanted is not None and t.bare(wanted) == t.SIDE and name == "side":
        several = (
            "of any of them:  any side in sides where …",
            "of all of them:  every side in sides: …",
        )
        return Missing(f"`{name}` is asked of something", span, "side of …", help=several)
    if name in ("player", "owner"):
        return _miss_holder(scope, name, span)
    if scope.it is not None and as_noun(scope.it.type) == name:
        return Missing("an element is called `it` here", span, "it")
    title = f"`{name}` is asked of something"
    if some := NEXT_OF_SOME.match(span.source.text, span.start):
        write = f"{name}({some[2]}, {some[1]})"
        return Missing(title, Span(span.source, some.start(), some.end()), write)
    count = list_arities(name)[0]
    operation = OPERATIONS[name, count]
    asked = _find_asked(span) if operation.gives == t.YESNO else None
    args = ["…"] * count
    if t.ORDER in operation.takes and len(scope.game.orders) == 1:
        args[operation.takes.index(t.ORDER)] = next(iter(scope.game.orders))
    if asked:
        args[0], span = asked[1], Span(span.source, asked.start(), span.end)
        return Missing(title, span, f"{asked[2] or ''}{write_application(name, args)}")
    return Missing(
        title, span, _name_instead(scope, name, wanted, span) or write_application(name, args)
    )


def _name_instead(scope: Scope, name: str, wanted: t.Type | None, span: Span) -> str:
    """What is already there under a name of its own: `suits`, a card, the one seat of its type."""
    behind_in = span.source.text[: span.start].rstrip().endswith(" in")
    if (wanted == t.SEVERAL or behind_in) and name.capitalize() in ALL_OF:
        return ALL_OF[name.capitalize()]
    each = scope.it or scope.element
    if name in ("rank", "suit"):
        card = each.name if each is not None and each.type == t.CARD else "…"
        card = name_in_sight(scope, t.CARD) if each is None else card
        if card != "…":
            return f"{name} of {card}"
    meant = t.UNKNOWN if wanted is None else t.bare(wanted)
    same = [var.name for var in scope.all_vars() if var.type == meant]
    return same[0] if len(same) == 1 and as_noun(meant) == name else ""


def _miss_holder(scope: Scope, name: str, span: Span) -> Missing:
    """`player` and `owner`, which are often taken for a seat."""
    title = f"`{name}` is asked of {'a card' if name == 'player' else 'a record'}"
    write = find_holding(name, list_names(scope)) or name_in_sight(scope, t.SEAT)
    if write != "…":
        return Missing(title, span, write)
    seats = [var.name for var in scope.all_vars() if var.type == t.SEAT]
    help_ = f"seats that have a name here are: {', '.join(seats)}"
    if not seats:
        help_ = "a seat gets a name where they are gone through:  for seat in seats"
        if scope.game.players[1] == 1:
            help_ = "there is one seat only: `choose` stands alone"
    return Missing(title, span, help=(help_,))


def report_question(scope: Scope, name: str, span: Span) -> bool:
    """Tell `card is wild` where the text has `is_wild`, which is asked of one thing."""
    asked = _find_asked(span)
    taking = [
        one for one, tree in scope.ctx.definitions.items()
        if len(tree.params) == 1 and not span.is_inside(tree.span)
    ]  # fmt: skip
    meant = find_holding(name, taking) if asked else None
    if asked is None or meant is None:
        return False
    label = f"write `{asked[2] or ''}{meant} of {asked[1]}`"
    whole = Span(span.source, asked.start(), span.end)
    scope.ctx.add_repeated("N01", f"there is nothing called `{name}`", whole, label=label)
    return True


def report_action(scope: Scope, name: str, span: Span) -> bool:
    """Tell `must bid > best or pass`, where a phase has an action `pass`."""
    if all(action.name != name for _, action in scope.ctx.actions):
        return False
    label = "an action is chosen; whether it was is kept in state that it sets"
    scope.ctx.add_repeated("N01", f"`{name}` is an action, and no value", span, label=label)
    return True


def _find_asked(span: Span) -> re.Match[str] | None:
    """`hand of seat is not`, right before a name."""
    return IS_SO.search(span.source.text, max(0, span.start - 100), span.start)
