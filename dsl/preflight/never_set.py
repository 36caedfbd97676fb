"""State that is asked for before any step can have set it, whatever way a game comes there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hoyle.dsl.analysis.dataflow import Edge
from hoyle.dsl.machine import program as p
from hoyle.dsl.node import Parts, walk
from hoyle.dsl.preflight.known_values import Evaluator
from hoyle.dsl.preflight.missing_values import NOTHING, MissingValues
from hoyle.dsl.source import Span

Edges = Mapping[int, Sequence[Edge[int]]]


def find_never_set(machine: p.Machine, edges: Edges) -> Iterator[tuple[p.Guard, p.Node, Span]]:
    """The values that no game can have when it first asks for them, each with what asks for it.

    From the beginning the nodes are gone through as far as those that surely ask for a value: where
    none of them sets it, nothing has set it there, though a later round of a loop may have it.
    Nothing is said of one that is set on any way before.
    """
    missing = MissingValues(Evaluator(machine), machine.zones, surely=True)
    asked = _list_asked(machine)
    kept = [slot for slot in machine.slots if slot.maybe and not slot.local and slot.at in asked]
    for slot in kept:
        found: list[tuple[p.Guard, p.Node, Span]] = []
        waiting, seen, unset = [machine.entry], {machine.entry}, {slot.at: -1}
        while waiting:
            at = waiting.pop()
            node = machine.nodes[at]
            here = missing.find_in_node(node, unset) if at in asked[slot.at] else ()
            told = [(guard, node, span) for guard, span in here if span is not None]
            found += told[:1]
            if told:
                continue
            if _sets(node, slot.at):
                found = []
                break
            answer = missing.values.exact(node.test, unset) if isinstance(node, p.Branch) else None
            ways = (edge for edge in edges[at] if answer is None or bool(answer) is edge.taken)
            new = {edge.to for edge in ways} - seen
            seen |= new
            waiting += new
        yield from sorted(found, key=lambda one: machine.nodes.index(one[1]))[:1]


def _sets(node: p.Node, slot: int) -> bool:
    """Whether a node may give a slot a value; to be none again is none."""
    match node:
        case p.Set(ref=p.Ref(base=base), value=value, add=add):
            return base == slot and (add != 0 or value != NOTHING)
        case p.Chance(ref=p.Ref(base=base)):
            return base == slot
    return False


def _list_asked(machine: p.Machine) -> dict[int, set[int]]:
    """The slots of which a value is needed, each with the nodes that may need it."""
    inside: dict[p.Function, set[int]] = {}

    def list_slots(parts: Parts) -> set[int]:
        found: set[int] = set()
        for part in walk(parts):
            match part:
                case p.Guard(value=p.Get(slot=slot), low=None):
                    found.add(slot)
                case p.Call(function=function):
                    if function not in inside:
                        inside[function] = list_slots(function.body)
                    found |= inside[function]
        return found

    asked: dict[int, set[int]] = {}
    for at, node in enumerate(machine.nodes):
        for slot in list_slots(node):
            asked.setdefault(slot, set()).add(at)
    return asked
