"""What values read, also through what they apply, and where the cards come from that they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import cast

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import types as t
from hoyle.dsl.node import children

Thing = g.Register | g.Zone

# Operations and phrases that give some of what they are asked of.
PICKS = {
    "top", "top_n", "bottom", "last", "reversed", "random", "subsets", "subsets_of_size", "groups",
    "filter", "first", "best", "sole",
}  # fmt: skip


def origin_of(value: g.Value) -> g.Value:
    """What cards are picked from."""
    match value:
        case g.Op(name=name, args=(inner, *_)) | g.Phrase(kind=name, over=inner) if name in PICKS:
            return origin_of(inner)
    return value


def is_card_of(value: g.Value) -> bool:
    """Whether a value is the card, or its copies, of a rank and a suit: `K of trump`."""
    kind = t.bare(value.type)
    return isinstance(kind, t.SetT) and kind.of_one_look


def parts_of(cards: g.Value) -> Iterator[g.Value]:
    """What several cards are put together of: `card` and `other` of `[card, other]`."""
    if isinstance(cards, g.Op) and cards.name in ("list", "union"):
        for part in cards.args:
            yield from parts_of(part)
    else:
        yield cards


def find_zone(value: g.Value) -> g.Value | None:
    """The zone that cards are picked from, where the expression or its variable names one."""
    origin = origin_of(value)
    if origin.local is not None:
        return origin.local.drawn_from
    if isinstance(origin, g.Op) and origin.name == "without":
        return find_zone(origin.args[0])
    return origin if isinstance(origin, g.Load) and origin.zone else None


def same_value(one: g.Value, other: g.Value) -> bool:
    """Whether two values mean the same where they stand, however they are written.

    What chance draws is another thing each time, and so is the variable of each phrase.
    """
    if type(one) is not type(other) or one.drawn_among is not None:
        return False
    fields = [field.name for field in attrs.fields(type(one)) if field.name != "span"]
    if not isinstance(one, g.Const | g.Literal):
        fields.remove("type")  # it may be narrowed by what was asked before
    return all(_same_part(getattr(one, name), getattr(other, name)) for name in fields)


def _same_part(one: object, other: object) -> bool:
    if isinstance(one, g.ValueNode) and isinstance(other, g.ValueNode):
        return same_value(cast(g.Value, one), cast(g.Value, other))
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_same_part, one, other))
    return one == other


def values_in(value: g.Value) -> tuple[g.Value, ...]:
    """The values that one is made of, as written."""
    return cast("tuple[g.Value, ...]", tuple(children(value)))


def definition_values(of: g.Define | g.Table | g.Ranking) -> tuple[g.Value, ...]:
    """The values that a define, table or ranking is made of, in the order of the text."""
    if isinstance(of, g.Define):
        return (of.value,)
    return tuple(value for row in of.rows for value in (row.test, *row.values))


def values_inside(*values: g.Value) -> Iterator[g.Value]:
    """Values and all that they are made of, also through what they apply."""
    entered: set[int] = set()
    waiting = list(values)
    while waiting:
        value = waiting.pop()
        yield value
        if value.calls is not None and id(value.calls) not in entered:
            entered.add(id(value.calls))
            waiting += definition_values(value.calls)
        waiting += values_in(value)


@attrs.frozen(eq=False)
class Meant:
    """A value where it is asked: `names` are what the parameters of a define stand for there."""

    value: g.Value
    names: Mapping[g.Var, Meant] = attrs.field(factory=dict)

    def inside(self, value: g.Value) -> Meant:
        """What a part of it means: a parameter its argument, a define its expression."""
        found = Meant(value, self.names)
        while True:
            match found.value:
                case g.Local(var=var) if var in found.names:
                    found = found.names[var]
                case g.Call(of=g.Define(value=inner)):
                    found = Meant(inner, found.arguments())
                case _:
                    return found

    def arguments(self) -> dict[g.Var, Meant]:
        """What the parameters of that stand for which it applies."""
        assert isinstance(self.value, g.Call)
        args = (Meant(arg, self.names) for arg in self.value.args)
        return dict(zip(self.value.of.params, args, strict=True))


def meanings_inside(
    value: g.Value | Meant, closed: Callable[[Meant], bool] = lambda meant: False
) -> Iterator[Meant]:
    """A value and all that it is made of, each define gone into as often as it is applied.

    What is `closed` is left out, with all that it is made of.
    """
    waiting = [value if isinstance(value, Meant) else Meant(value)]
    while waiting:
        meant = waiting.pop()
        if closed(meant):
            continue
        yield meant
        if isinstance(meant.value, g.Call):
            names = meant.arguments()
            waiting += (Meant(part, names) for part in definition_values(meant.value.of))
        waiting += (Meant(part, meant.names) for part in values_in(meant.value))


def things_read(*values: g.Value) -> frozenset[Thing]:
    """Every zone and register that values read, also through what they apply."""
    return frozenset(value.thing for value in values_inside(*values) if value.thing is not None)


def stands_for_side(value: g.Value) -> bool:
    """Whether a seat stands where a side is wanted."""
    match value:
        case (
            g.Op(name="side", args=(seat,), span=span)
            | g.Op(name="if", args=(_, g.Op(name="side", args=(seat,)), _), span=span)
        ):
            return seat.span == span
    return False
