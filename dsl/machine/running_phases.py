"""Which phases are running at each node of a machine: state of any other holds nothing yet."""

from __future__ import annotations

from hoyle.dsl.machine import program as p


def find_running(machine: p.Machine) -> dict[int, frozenset[str]]:
    """The phases that have begun, and not ended, where the machine is at a node."""
    running = {machine.entry: frozenset[str]()}
    ahead = [machine.entry]
    while ahead:
        at = ahead.pop()
        node, now = machine.nodes[at], running[at]
        if isinstance(node, p.Mark):
            now = now | {node.phase} if node.begins else now - {node.phase}
        onward = [] if node.stops else [at + 1]
        for after in node.list_exits() or onward:
            known = running.get(after)
            if known is None or not now <= known:
                running[after] = now | (known or frozenset())
                ahead.append(after)
    return running
