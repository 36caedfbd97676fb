"""Which phases are running at each node of a machine: state of any other holds nothing yet."""

from __future__ import annotations

from hoyle.dsl.machine import program as p


def find_running(machine: p.Machine) -> dict[int, tuple[str, ...]]:
    """The phases that have begun, and not ended, where the machine is at a node: outer ones first.

    With a phase ends all that it runs, also where nothing says so, since a step leads out of
    several at once.
    """
    running = {machine.entry: _find_outer(machine)}
    ahead = [machine.entry]
    while ahead:
        at = ahead.pop()
        node, now = machine.nodes[at], running[at]
        if isinstance(node, p.Mark):
            around = now[: now.index(node.phase)] if node.phase in now else now
            now = (*around, node.phase) if node.begins else around
        for after in node.list_exits() or ([] if node.stops else [at + 1]):
            if after not in running:  # ways to a node differ only in what ends there anyway
                running[after] = now
                ahead.append(after)
    return running


def _find_outer(machine: p.Machine) -> tuple[str, ...]:
    """The phases that run from the start, where a position is laid inside them: they only end."""
    marks = [node for node in machine.nodes if isinstance(node, p.Mark)]
    begun = {mark.phase for mark in marks if mark.begins}
    ended = dict.fromkeys(mark.phase for mark in reversed(marks) if not mark.begins)
    return ("match", *(phase for phase in ended if phase not in begun | {"match"}))
