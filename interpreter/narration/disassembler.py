"""A machine in readable text: what each byte of a state means, and where each node goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any

from hoyle.dsl.checked.types import CARD, NumberT, bare
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import bits
from hoyle.dsl.machine.slots import Slot
from hoyle.dsl.printable import count_players, to_dashes
from hoyle.dsl.source import Span
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.narration.labels import Labels
from hoyle.interpreter.runtime.state_bytes import state_size
from hoyle.interpreter.runtime.table import Table

NODE_BYTES = 3  # a state begins with the number of its node


class Disassembler:
    """Describes the machine of one table."""

    def __init__(self, ruleset: Ruleset, table: Table, symbols: bool) -> None:
        self.options = ruleset.game.options
        self.machine = table.machine
        self.labels = Labels(table, symbols)
        self.zones = {zone.slot: zone for zone in table.machine.zones}

    def lines(self) -> Iterator[str]:
        """Everything."""
        made = self.machine
        yield f"{made.title}, {count_players(made.players)}"
        yield f"a state takes {state_size(made)} bytes: the node ({NODE_BYTES}), then the slots"
        yield ""
        yield f"options ({len(made.options)})"
        for name, value in made.options:
            yield f"  {to_dashes(name)} {self.option(name, value)}"
        yield ""
        yield f"pack ({made.pack.size} cards, in their order)"
        yield f"  {self.labels.words.format_cards(range(made.pack.size))}"
        yield ""
        yield from self.slots()
        yield ""
        if made.functions:
            yield f"functions ({len(made.functions)})"
            for function in made.functions:
                params = ", ".join(param.name for param in function.params)
                head = f"{to_dashes(function.name)}({params})"
                yield f"  {head:<40}  {function.size:>4} expressions"
            yield ""
        yield f"graph ({len(made.nodes)} nodes, entered at {made.entry})"
        for at, node in enumerate(made.nodes):
            yield f"  {at:>4}  {self.node(node):<64}  {_where(node)}".rstrip()

    def option(self, name: str, value: int) -> str:
        """An option's value; a card is kept by rank and suit, since the pack may depend on it."""
        kind, pack = self.options[name].type, self.machine.pack
        if bare(kind) == CARD and value >= 0:
            return pack.words.format_card(value, self.labels.words.symbols)
        return self.labels.words.format_value(value, kind)

    # ------------------------------------------------------------------ slots

    def slots(self) -> Iterator[str]:
        """Registers and zones with their places in a state."""
        rows = []
        offset = NODE_BYTES
        for (name, holds, width), slots in groupby(self.machine.slots, key=self.described):
            numbers = [slot.at for slot in slots]
            many = len(numbers) > 1
            slot = f"{numbers[0]}-{numbers[-1]}" if many else f"{numbers[0]}"
            each = f"{len(numbers)}×{width}" if many else f"{width}"
            rows.append((slot, str(offset), each, name, holds))
            offset += width * len(numbers)
        head = ("slot", "byte", "width", "name", "holds")
        wide = [max(len(row[k]) for row in [head, *rows]) for k in range(4)]
        yield f"registers and zones ({len(self.machine.slots)})"
        for a, b, c, name, holds in [head, *rows]:
            yield f"  {a:>{wide[0]}}  {b:>{wide[1]}}  {c:>{wide[2]}}  {name:<{wide[3]}}  {holds}"

    def described(self, slot: Slot) -> tuple[str, str, int]:
        """A slot's name on the table, what it holds, and its width; neighbours may be alike."""
        zone = self.zones.get(slot.at)
        holds = _holding(slot) if zone is None else self.zone(zone)
        local = " · only inside a phase" if slot.local else ""
        return self.labels.format_place(slot.at, full=True), holds + local, slot.width

    def zone(self, zone: p.ZonePlace) -> str:
        """What a zone is, and who sees it."""
        if isinstance(zone.seen_by, p.Const) and isinstance(zone.seen_by.value, int):
            names = [self.labels.names[seat] for seat in bits(zone.seen_by.value)]
            sight = f"seen by {' and '.join(names)}"
        elif zone.sight == "some":
            sight = "seen by some seats"
        else:
            sight = f"seen by {zone.sight}"
        return f"{'pile' if zone.pile else 'cards'}, at most {zone.capacity}, {sight}"

    # ------------------------------------------------------------------ nodes

    def node(self, node: p.Node) -> str:
        """A node's kind, what it works on, and where it goes on other than to the next."""
        return DESCRIBED[type(node)](self, node)

    def set(self, node: p.Set) -> str:
        """A register, whether it is added to, and its range where it is told."""
        sign = {0: "=", 1: "+=", -1: "-="}[node.add]
        quiet = f" ({node.low}..{node.high})" if not node.quiet else ""
        return f"set {self.ref(node.ref)} {sign}{quiet}"

    def move(self, node: p.MoveCards) -> str:
        """What is moved, where from, where to."""
        start = f" from {self.ref(node.source)}" if node.source is not None else ""
        return f"move {node.shape}{start} to {self.ref(node.to)}"

    def choose(self, node: p.Choose) -> str:
        """A choice with the node where each action's effects begin."""
        actions = ", ".join(f"{to_dashes(action.name)} → {action.body}" for action in node.actions)
        sealed = " together" if node.sealed else ""
        other = f", otherwise → {node.otherwise}" if node.otherwise is not None else ""
        return f"choose{sealed} by slot {node.seat}: {actions}{other}"

    def ref(self, ref: p.Ref) -> str:
        """A place: its slot, or the first slot of its family."""
        family = self.labels.find_family(ref.base)
        if family is None:
            return f"slot {ref.base}" if ref.base >= 0 else f"scratch {-ref.base}"
        if ref.index is None:
            return self.labels.format_place(ref.base)
        return f"{to_dashes(family.name)}[{ref.base}..{ref.base + family.count - 1}]"


def _holding(slot: Slot) -> str:
    if slot.kind == "mask":
        return f"a set of {slot.size}"
    if slot.kind == "list":
        return f"a list of at most {slot.size}, each of {slot.entry}"
    numbers = f"{slot.low}..{slot.high}{' or none' * slot.maybe}"
    if slot.type is None or isinstance(bare(slot.type), NumberT):
        return numbers
    return f"{numbers} · {bare(slot.type)}"


def _where(node: p.Node) -> str:
    """File and line of the rule that a node comes from."""
    span: Span | None = node.span
    if span is None or not span.source.text:
        return ""
    return f"{span.source.name}:{span.line}"


DESCRIBED: dict[type[p.Node], Callable[[Disassembler, Any], str]] = {
    p.Set: Disassembler.set,
    p.MoveCards: Disassembler.move,
    p.DealCards: lambda made, node: f"deal from {made.ref(node.source)} to {made.ref(node.to)}",
    p.SwapZones: lambda made, node: f"swap {made.ref(node.one)} and {made.ref(node.other)}",
    p.GatherCards: lambda made, node: f"gather into {made.ref(node.pile)}",
    p.ShowCards: lambda made, node: (
        f"{'hide' if node.hidden else 'show'} cards{' to a seat' * bool(node.to)}"
    ),
    p.PayChips: lambda made, node: f"pay from {made.ref(node.giver)} to {made.ref(node.taker)}",
    p.NewRecord: lambda made, node: f"new {node.record.lower()} in {made.ref(node.ref)}",
    p.FreeRecords: lambda made, node: f"free every {node.record.lower()}",
    p.SayIt: lambda made, node: "say",
    p.AnnounceIt: lambda made, node: f"announce {to_dashes(node.name)}",
    p.Win: lambda made, node: "win",
    p.Mark: lambda made, node: f"{'begin' if node.begins else 'end'} {to_dashes(node.phase)}",
    p.Fault: lambda made, node: "fault",
    p.Jump: lambda made, node: f"jump → {node.to}",
    p.Branch: lambda made, node: f"branch → {node.yes} or {node.no}",
    p.Choose: Disassembler.choose,
    p.Chance: lambda made, node: f"chance {node.kind} {made.ref(node.ref)} → {node.then}",
    p.End: lambda made, node: "end",
}
