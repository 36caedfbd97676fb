"""What the test of an end asks for, and which steps may bring the answer yes."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from hoyle.dsl.analysis.facts import CardChange, StepFacts
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.values import Thing, parts_of, things_read, zone_holding


@attrs.frozen
class Asked:
    """What a question asks for.

    It comes about as cards leave what is to be `empty`, and not as they come there; of what is to
    be `filled` it is the other way round.
    """

    things: frozenset[Thing]
    empty: frozenset[Thing]
    filled: frozenset[Thing]

    @classmethod
    def of(cls, test: g.Value) -> Asked:
        """What a test asks for."""
        found: dict[str, set[Thing]] = {"is_empty": set(), "is_some": set(), "": set()}
        for wanted, thing in _list_wanted(test):
            found[wanted].add(thing)
        empty, filled, other = (frozenset(things) for things in found.values())
        return cls(
            empty | filled | other, empty - filled - other, filled - empty - other
        )  # fmt: skip

    def may_come_about(self, facts: StepFacts) -> bool:
        """Whether what a step changes may bring the answer yes."""
        taken = (zone_holding(one, {}) for one in facts.takes)
        laid = {place.thing for place in facts.lays}
        changed = {place.thing for place in facts.writes} | (laid - self.empty)
        return not self.things.isdisjoint(changed | (set(taken) - self.filled))

    def surely_stays(self, facts: StepFacts) -> bool:
        """Whether nothing that a step does can bring the answer yes."""
        if facts.cards in (CardChange.GATHER, CardChange.SHUFFLE):
            return False
        if any(zone_holding(part, {}) is None for one in facts.takes for part in parts_of(one)):
            return False  # cards of anywhere
        begun = {thing for thing in self.things if isinstance(thing, g.Register) and thing.phase}
        if facts.runs is not None and any(thing.phase == facts.runs for thing in begun):
            return False  # what a phase keeps begins anew
        return not self.may_come_about(facts)


def _list_wanted(value: g.Value) -> Iterator[tuple[str, Thing]]:
    """The registers and zones of a question, each with what it is to be for the answer yes."""
    match value:
        case g.Op(name="and" | "or", args=args):
            for arg in args:
                yield from _list_wanted(arg)
        case g.Op(name="is_empty" | "is_some" as wanted, args=(g.Load() | g.Many() as place,)):
            yield wanted, place.thing
            yield from (("", thing) for thing in things_read(*place.index))
        case g.Phrase(kind="any" | "every", over=over, where=where, value=asked):
            yield from (("", thing) for thing in things_read(over))
            for part in (where, asked):
                if part is not None:
                    yield from _list_wanted(part)
        case g.Call(of=g.Define(value=inner), args=args):
            yield from (("", thing) for thing in things_read(*args))
            yield from _list_wanted(inner)
        case _:
            yield from (("", thing) for thing in things_read(value))
