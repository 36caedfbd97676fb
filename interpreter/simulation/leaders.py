"""Who leads: whether the rules let who has the most of a register win, or who has the least."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from hoyle.dsl.analysis.asked_for import Grows, find_growth, go_inside
from hoyle.dsl.analysis.facts import all_steps, list_given, step_facts
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import NumberT, bare
from hoyle.dsl.checked.values import Thing, things_read
from hoyle.dsl.node import select_kind, walk

Way = tuple[Grows, Thing]  # who has more of it is nearer to a win, or who has less; None: not known


def find_leading(game: g.Game) -> dict[Thing, bool]:
    """The registers of which the most leads, `True`, or the least, as far as that is surely known.

    That is so where all that the rules ask of it for a win, and for the payoff, goes one way.
    """
    search = _Search(game)
    ways = [way for step in search.steps for way in search.list_ways_of_win(step)]
    if game.payoff is not None:
        ways += search.list_ways(game.payoff[1], True)
    found: dict[Thing, set[Grows]] = {}
    for grows, thing in ways:
        found.setdefault(thing, set()).add(grows)
    return {
        thing: True in senses for thing, senses in found.items()
        if len(senses) == 1 and None not in senses
    }  # fmt: skip


class _Search:
    """What values say of who is nearer to a win."""

    def __init__(self, game: g.Game) -> None:
        self.steps = [*all_steps(game)]
        self.given = list_given(game)
        self.writers: dict[Thing, list[g.Step]] = {}
        for step in self.steps:
            for place in step_facts(step).writes:
                self.writers.setdefault(place.thing, []).append(step)
        self.tests: dict[int, list[g.Value]] = {}  # by step, the conditions that it stands under
        for one in select_kind(iter(self.steps), g.If):
            for test, body in one.branches:
                for inner in walk(body):
                    self.tests.setdefault(id(inner), []).append(test)

    def list_ways_of_win(self, step: g.Step) -> list[Way]:
        """What is asked for a win: of whom, or if no number of theirs is, under which condition."""
        if not isinstance(step, g.Win):
            return []
        return self.list_ways(step.who, True) or [
            way for test in self.tests.get(id(step), ()) for way in self.list_ways(test, True)
        ]

    def list_ways(self, value: g.Value, grows: Grows) -> list[Way]:
        """The numbers that a value asks for, each with which way brings a win nearer."""
        found: list[Way] = []
        waiting, seen = [(value, grows)], set[tuple[int, Grows]]()
        while waiting:
            value, grows = waiting.pop()
            if (id(value), grows) in seen:
                continue
            seen.add((id(value), grows))
            if isinstance(value, g.Load | g.Many) and _is_number(value):
                found.append((grows, value.thing))
            else:
                open_, parts = self._go_on(value, grows)
                found += [(None, thing) for thing in things_read(*open_)]
                waiting += parts
        return found

    def _go_on(
        self, value: g.Value, grows: Grows
    ) -> tuple[Collection[g.Value], list[tuple[g.Value, Grows]]]:
        """The parts that a value is made of; see `go_inside`. Who it is depends on them too."""
        falls = None if grows is None else not grows
        match value:
            case g.Local(var=var):
                return (), [(one, grows) for one in self.given.get(var, ())]
            case g.Load(thing=g.Register() as thing):
                return (), [*self._list_written(thing, grows)]
            case g.Op(name="if", args=(g.Op(name="is_not", args=(_, g.Const())), yes, no)):
                return (), [(yes, grows), (no, grows)]  # whether there is anybody
            case g.Phrase(kind="best" | "sole" | "filter" | "first"):
                asked = value.over, value.where, value.value
                return (), [(one, grows) for one in asked if one is not None]
            case g.Op(name="at_least" | "at_most" | "is", args=(one, g.Phrase(kind=kind))) if (
                kind in ("highest", "lowest")
            ):
                return (), [(one, grows if kind == "highest" else falls)]
            case g.Op(name="is", args=(one, other)) if _is_number(one):
                way = self._find_direction(one, other)
                return ((value,), []) if way is None else ((), [(one, grows if way else falls)])
            case g.Op(name="in" | "is" | "side" | "union" | "list", args=args):
                return (), [(arg, grows) for arg in args]
            case g.Op(name="not_in" | "without", args=(one, other)):
                return (), [(one, grows), (other, falls)]
        return go_inside(value, grows)

    def _list_written(self, thing: g.Register, grows: Grows) -> Iterator[tuple[g.Value, Grows]]:
        """What is set to a register that says who: `leader = best seat in seats by …`."""
        for step in self.writers.get(thing, ()):
            if isinstance(step, g.Assign):
                way = grows if step.op != "-=" or grows is None else not grows
                yield step.value, way
                if step.op != "=" or isinstance(step.value, g.Local):  # why this seat: a test says
                    yield from ((test, way) for test in self.tests.get(id(step), ()))

    def _find_direction(self, one: g.Value, other: g.Value) -> Grows:
        """Whether a number that must be another one comes to it by growing, or by falling."""
        if not isinstance(one, g.Load) or not isinstance(other, g.Const | g.Setting):
            return None
        changes = {
            find_growth(step, place)
            for step in self.writers.get(one.thing, ())
            for place in step_facts(step).writes if place.thing is one.thing
        }  # fmt: skip
        kind = bare(one.thing.type)
        if len(changes) != 1 or not isinstance(kind, NumberT):
            return None
        [grows] = changes
        at_end = isinstance(other, g.Setting) or other.value == (kind.high if grows else kind.low)
        return grows if at_end else None


def _is_number(value: g.Value) -> bool:
    return isinstance(bare(value.type), NumberT)
