"""Who is told of what a machine does while it runs.

Observers are given to an engine when it is made. Only what they override is called; what nobody
hears of is not even compiled, so that an engine without observers runs at full speed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import SupportsIndex, cast, overload

from hoyle.dsl.machine import program as p
from hoyle.dsl.source import Span
from hoyle.interpreter.runtime.moves import Held, Slots


class Observer:
    """Hears of a running machine. The slots are those at work: an observer may read, not write."""

    def on_phase(self, slots: Slots, mark: p.Mark) -> None:
        """A phase begins or ends."""

    def on_chance(self, slots: Slots, node: p.Chance) -> None:
        """Chance is about to bring something."""

    def on_draw(self, loop: Span) -> None:
        """A loop has gone on for too long (`however long`), and the match ends as a draw."""

    def on_block(self, machine: p.Machine, start: int) -> None:
        """A basic block is about to run; `start` is its first node."""

    def on_row(self, row: p.TableRow) -> None:
        """A row of a table has given a value; only traced engines tell of it."""

    def on_read(self, slot: int) -> None:
        """A slot of `ObservedSlots` is read."""

    def on_write(self, slot: int) -> None:
        """A slot of `ObservedSlots` is about to be written."""


class DrawnGame(Observer):
    """Remembers by which loop a game was ended as a draw."""

    loop: Span | None = None

    def forget(self) -> None:
        """A game begins."""
        self.loop = None

    def on_draw(self, loop: Span) -> None:
        """The loop is kept."""
        self.loop = loop


def hooks_of(observers: Sequence[Observer], name: str) -> list[Callable[..., None]]:
    """The methods of this name that observers override."""
    unheard = getattr(Observer, name)
    return [getattr(each, name) for each in observers if getattr(type(each), name) is not unheard]


class ObservedSlots(Slots):
    """Slots of which each read and write is told to an observer: for a state that is incomplete."""

    def __init__(self, slots: Slots, observer: Observer) -> None:
        super().__init__(slots)
        self.observer = observer

    @overload
    def __getitem__(self, k: SupportsIndex) -> Held: ...
    @overload
    def __getitem__(self, k: slice) -> Slots: ...
    def __getitem__(self, k: SupportsIndex | slice) -> Held:
        if isinstance(k, int):
            self.observer.on_read(k)
        return super().__getitem__(k)

    def __setitem__(self, k: Held, value: Held) -> None:
        if isinstance(k, int):
            self.observer.on_write(k)
        super().__setitem__(k, value)


def peek(slots: Slots, slot: int) -> Held:
    """What a slot holds, told to no observer: for the trace, which reads for nobody."""
    return cast(Held, list.__getitem__(slots, slot))
