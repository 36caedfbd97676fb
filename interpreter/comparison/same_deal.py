"""Whether two tables deal the same cards where chance brings both the same."""

from __future__ import annotations

from contextlib import suppress

from hoyle.interpreter.runtime.fault import RulesetFault
from hoyle.interpreter.runtime.laid_position import make_start_slots
from hoyle.interpreter.runtime.table import Table
from hoyle.interpreter.testing.script import RecordedChance


def list_shuffled(table: Table, seed: int) -> tuple[str, ...]:
    """The cards of the first shuffle before anybody chooses, from the top; none without one."""
    chance = RecordedChance(table.chances(seed))
    with suppress(RulesetFault):  # what came before it counts too
        table.settle(make_start_slots(table.engine, ()), table.machine.entry, chance, None, None)
    for event in chance.list_events():
        if event.node.kind == "shuffle" and isinstance(event.outcome, tuple):
            return tuple(map(table.words.format_card, event.outcome))
    return ()


def shuffle_alike(one: Table, other: Table, seed: int) -> bool:
    """Whether the first shuffles are of the same cards, in whatever order these come."""
    return sorted(list_shuffled(one, seed)) == sorted(list_shuffled(other, seed))


def describe_unlike_deals(one: Table, other: Table, seed: int) -> str:
    """Why games of the same seed have other deals at two tables; empty where they have the same."""
    first, second = list_shuffled(one, seed), list_shuffled(other, seed)
    if first == second:
        return ""
    if len(first) != len(second):
        return f"the first shuffle is of {len(first)} cards, and in the second of {len(second)}"
    if sorted(first) != sorted(second):
        return "the first shuffle is of other cards in the second"
    return "before the first shuffle the cards lie, or lots are drawn, in another way in the second"
