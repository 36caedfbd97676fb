"""Which examples come to a change: those are run first, so that most is noticed soon."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.machine import program as p
from hoyle.dsl.node import walk
from hoyle.dsl.source import Span
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.mutation.mutants import Mutant
from hoyle.interpreter.runtime.observer import Observer
from hoyle.interpreter.testing.examples import ExampleMachines, run_example

Line = tuple[str, int]  # the name of a text, and a number
NAMED = (d.Option, d.Zone, d.Register, d.Define, d.Table, d.Ranking, d.Order, d.Conditions, d.Phase)
SPEAKING = (e.Name, e.Apply, d.ExampleSet)


class LineObserver(Observer):
    """Notes the lines that engines come to."""

    def __init__(self) -> None:
        self.lines: set[Line] = set()
        self.known: dict[tuple[int, int], frozenset[Line]] = {}
        self.machines: list[p.Machine] = []  # kept, so that none has the id of another

    def on_block(self, machine: p.Machine, start: int) -> None:
        """Note the lines of a block."""
        key = id(machine), start
        if key not in self.known:
            self.machines.append(machine)
            self.known[key] = _lines_of_block(machine, start)
        self.lines |= self.known[key]


def _lines_of_block(machine: p.Machine, start: int) -> frozenset[Line]:
    """The lines of a block, with the conditions of the choice at its end."""
    found: set[Line] = set()
    for node in machine.nodes[start:]:
        span = getattr(node, "span", None)
        spans = [span] if span is not None else []
        if isinstance(node, p.Choose):
            spans += [action.span for action in node.actions]
            spans += [one.span for action in node.actions for one in action.conditions]
        found |= {_line_of(span) for span in spans}
        if node.exits or node.waits:
            break
    return frozenset(found)


def _line_of(span: Span) -> Line:
    return (span.source.name, span.line)


# ---------------------------------------------------------------------- what a text speaks of


@attrs.frozen
class Reach:
    """What each example comes to and speaks of, and what the parts of a ruleset speak of."""

    examples: tuple[g.Example, ...]
    lines: tuple[frozenset[Line], ...]
    words: tuple[frozenset[str], ...]
    users: Mapping[str, frozenset[str]]  # for each name what speaks of it, but no phase
    spoken: Mapping[str, frozenset[Line]]  # the lines of phases that speak of a name

    def in_order(self, ruleset: Ruleset, change: Mutant) -> list[int]:
        """The examples by their numbers: those first that speak of the change, or come to it."""
        owner = _owner_of(ruleset, change)
        names = self.spread(owner)
        places = {_line_of(change.span)}.union(*(self.spoken.get(name, ()) for name in names))

        def far(number: int) -> tuple[bool, bool, bool]:
            words, lines = self.words[number], self.lines[number]
            return owner not in words, not lines & places, not words & names

        return sorted(range(len(self.examples)), key=far)

    def spread(self, name: str) -> set[str]:
        """A name, and all that speaks of it or of what does."""
        found, waiting = {name}, [name]
        while waiting:
            for user in sorted(self.users.get(waiting.pop(), ())):
                if user not in found:
                    found.add(user)
                    waiting.append(user)
        return found


def _owner_of(ruleset: Ruleset, change: Mutant) -> str:
    part: Any = ruleset.libraries[change.library] if change.library else ruleset.file
    owner = ""
    for step in change.way:
        part = part[step] if isinstance(step, int) else getattr(part, step)
        if isinstance(part, NAMED):
            owner = part.name
    return owner


def find_reach(ruleset: Ruleset) -> Reach:
    """Run every example once, and read every part."""
    observer = LineObserver()
    machines = ExampleMachines(ruleset, observers=(observer,))
    lines = []
    for example in ruleset.game.examples:
        observer.lines.clear()
        run_example(machines, example)
        lines.append(frozenset(observer.lines))
    trees = {(_line_of(tree.span)): tree for tree in _of_kind(ruleset, d.Example)}
    words = [_words_in(trees.get(_line_of(one.span))) for one in ruleset.game.examples]
    users: dict[str, set[str]] = {}
    for part in _of_kind(ruleset, (d.Define, d.Table, d.Ranking, d.Conditions, d.Register)):
        for word in _words_in(part):
            users.setdefault(word, set()).add(part.name)
    spoken: dict[str, set[Line]] = {}
    for phase in _of_kind(ruleset, d.Phase):
        for node in walk(phase.body):
            if isinstance(node, e.Name | e.Apply):
                spoken.setdefault(node.name, set()).add(_line_of(node.span))
    return Reach(
        tuple(ruleset.game.examples), tuple(lines), tuple(words),
        {name: frozenset(found) for name, found in users.items()},
        {name: frozenset(found) for name, found in spoken.items()},
    )  # fmt: skip


def _of_kind(ruleset: Ruleset, kinds: Any) -> Iterator[Any]:
    """The nodes of some kinds in a ruleset and its libraries."""
    for file in (ruleset.file, *ruleset.libraries.values()):
        for part in file.declarations:
            lines: Sequence[Any] = part.registers if isinstance(part, d.State) else (part,)
            yield from (line for line in lines if isinstance(line, kinds))


def _words_in(tree: Any) -> frozenset[str]:
    return frozenset(node.name for node in walk(tree) if isinstance(node, SPEAKING))
