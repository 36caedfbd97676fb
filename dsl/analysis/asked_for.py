"""What the test of an end asks for, and which steps may bring the answer yes."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from hoyle.dsl.analysis.facts import CardChange, step_facts
from hoyle.dsl.analysis.names import Names
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import types as t
from hoyle.dsl.checked.values import Thing, things_read

# A question is asked of numbers, cards and answers, and comes about as they grow, or as they become
# less. None: it is not known which.
Grows = bool | None


@attrs.frozen
class Asked:
    """What a question asks for, and which way that must change for the answer yes."""

    test: g.Value
    things: frozenset[Thing]
    fewer: frozenset[Thing]  # it comes about only as they become less
    more: frozenset[Thing]

    @classmethod
    def of(cls, test: g.Value) -> Asked:
        """What a test asks for."""
        wanted = list(_list_wanted(test))
        fewer = {thing for grows, thing in wanted if grows is False}
        more = {thing for grows, thing in wanted if grows is True}
        other = {thing for grows, thing in wanted if grows is None}
        return cls(
            test, frozenset(fewer | more | other),
            frozenset(fewer - more - other), frozenset(more - fewer - other),
        )  # fmt: skip

    def may_come_about(self, step: g.Step, names: Names) -> bool:
        """Whether what a step changes may bring the answer yes."""
        return any(
            not (grows is True and thing in self.fewer)
            and not (grows is False and thing in self.more)
            for grows, thing in self.list_changes(step, names)
        )

    def is_fewer(self, step: g.Step, names: Names) -> bool:
        """Whether a step brings the answer yes only where it takes the last of something."""
        return all(
            grows is False and thing in self.fewer
            for grows, thing in self.list_changes(step, names)
        )

    def list_changes(self, step: g.Step, names: Names) -> list[tuple[Grows, Thing]]:
        """What a step changes of the things that are asked for, and which way."""
        facts = step_facts(step)
        changed: list[tuple[Grows, Thing | None]] = [
            *((False, zone) for one in facts.takes for zone in names.zones_holding(one)),
            *((True, place.thing) for place in facts.lays),
            *((find_growth(step, place), place.thing) for place in facts.writes),
        ]
        return [(grows, thing) for grows, thing in changed if thing in self.things]

    def surely_stays(self, step: g.Step, names: Names) -> bool:
        """Whether nothing that a step does can bring the answer yes."""
        facts = step_facts(step)
        if facts.cards in (CardChange.GATHER, CardChange.SHUFFLE):
            return False
        if any(None in names.zones_holding(one) for one in facts.takes):
            return False  # cards of anywhere
        begun = {thing for thing in self.things if isinstance(thing, g.Register) and thing.phase}
        if facts.runs is not None and any(thing.phase == facts.runs for thing in begun):
            return False  # what a phase keeps begins anew
        return not self.may_come_about(step, names)


def find_growth(step: g.Step, place: g.Load) -> Grows:
    """Whether a place that a step writes can only grow by it, or only become less."""
    match step:
        case g.Pay(taker=taker):
            return place is taker
        case g.Assign(op="+=" | "-=" as op, value=value):
            kind = t.bare(value.type)
            if isinstance(kind, t.NumberT) and (kind.low is None or kind.low < 0):
                return None
            return op == "+="
        case g.Assign(value=g.Const(value=value)):
            kind = t.bare(place.type)
            ends = (kind.low, kind.high) if isinstance(kind, t.NumberT) else (0, 1)
            if value in ends and (isinstance(kind, t.NumberT) or kind == t.YESNO):
                return value == ends[1]
    return None


def _list_wanted(test: g.Value) -> Iterator[tuple[Grows, Thing]]:
    """The registers and zones of a question, each with which way brings the answer yes nearer."""
    waiting: list[tuple[g.Value, Grows]] = [(test, True)]
    seen = set()
    while waiting:
        value, grows = waiting.pop()
        if (id(value), grows) in seen:
            continue
        seen.add((id(value), grows))
        open_, parts = go_inside(value, grows)
        if isinstance(value, g.Load | g.Many):
            yield grows, value.thing
        yield from ((None, thing) for thing in things_read(*open_))
        waiting += parts


def go_inside(
    value: g.Value, grows: Grows
) -> tuple[tuple[g.Value, ...], list[tuple[g.Value, Grows]]]:
    """The parts of a value of which it is not known which way they count, and those of which it is.

    An answer grows as it becomes yes.
    """
    falls = None if grows is None else not grows
    match value:
        case g.Op(name="and" | "or" | "plus" | "size" | "is_some", args=args):
            return (), [(arg, grows) for arg in args]
        case g.Op(name="not" | "is_empty" | "negate", args=args):
            return (), [(arg, falls) for arg in args]
        case g.Op(name="more" | "at_least" | "minus", args=(one, other)):
            return (), [(one, grows), (other, falls)]
        case g.Op(name="less" | "at_most", args=(one, other)):
            return (), [(one, falls), (other, grows)]
        case g.Op(name="is" | "is_not" as name, args=(one, g.Const(value=0))) if _is_count(one):
            return (), [(one, falls if name == "is" else grows)]
        case g.Op(name="if", args=(question, one, other)):
            return (question,), [(one, grows), (other, grows)]
        case g.Phrase(kind="any" | "every" | "count" | "total" as kind, where=where, value=asked):
            narrows = {"any": grows, "count": grows, "every": falls}.get(kind)
            if kind == "total" and asked is not None and _is_count(asked):
                narrows = grows
            parts = ((value.over, narrows), (where, narrows), (asked, grows))
            return (), [(part, way) for part, way in parts if part is not None]
        case g.Phrase(kind="filter", where=where) if where is not None:
            return (), [(value.over, grows), (where, grows)]
        case g.Phrase(kind="highest" | "lowest", where=None, value=asked) if asked is not None:
            return (value.over,), [(asked, grows)]
        case g.Call(of=g.Define(value=inner), args=args):
            return args, [(inner, grows)]
        case g.Load() | g.Many():
            return value.index, []
    return (value,), []


def _is_count(value: g.Value) -> bool:
    """Whether a value is a number that is never less than 0."""
    kind = t.bare(value.type)
    return isinstance(kind, t.NumberT) and kind.low is not None and kind.low >= 0
