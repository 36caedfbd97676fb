"""From the machine's expressions to Python: each becomes one lambda over the list of slots.

Only numbers, and the names of operations that this file or meaning.py knows, reach the text that
Python compiles: never a word of a ruleset.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.meaning import bits, meanings
from hoyle.dsl.source import Source, Span
from hoyle.interpreter.play.fault import NoEnd, RulesetFault

Slots = list[Any]
Value = Callable[[Slots], Any]

# Operations that are one Python expression; all others call their meaning.
TEMPLATES = {
    "plus": "({} + {})", "minus": "({} - {})", "times": "({} * {})", "negate": "(-{})",
    "is": "({} == {})", "is_not": "({} != {})", "less": "({} < {})", "more": "({} > {})",
    "at_most": "({} <= {})", "at_least": "({} >= {})", "not": "(not {})",
    "and": "({} and {})", "or": "({} or {})", "if": "({1} if {0} else {2})",
    "union": "({} | {})", "both": "({} & {})", "without": "({} & ~{})", "opposite": "({1} & ~{0})",
    "is_empty": "(not {})", "is_some": "bool({})", "all_if": "({1} if {0} else 0)",
    "count_bits": "({}).bit_count()", "count_entries": "len({})", "kind_place": "({} // {})",
    "rank": "RANKS[{}]", "suit": "SUITS[{}]", "rank_mask": "RANK_MASKS[{}]",
    "suit_mask": "SUIT_MASKS[{}]", "lookup": "({}[{}])", "has_entry": "({} in {})",
}  # fmt: skip

MOST_ROUNDS = 2_000_000


class Fuel:
    """Members that phrases may still go through before the rules are said to run too long."""

    def __init__(self) -> None:
        self.left = MOST_ROUNDS

    def spend(self, members: Any) -> Any:
        """Go through these."""
        self.left -= len(members) + 1
        if self.left < 0:
            raise NoEnd("this takes too many steps", NOWHERE)
        return members


NOWHERE = Span(Source("", ""), 0, 0)


def each_any(s: Slots, slot: int, over: Any, where: Value, value: Value | None) -> bool:
    """Whether `where` holds for at least one member; the rest are not asked."""
    for s[slot] in over:
        if where(s):
            return True
    return False


def each_every(s: Slots, slot: int, over: Any, where: Value | None, value: Value) -> bool:
    """Whether `value` holds for every member that `where` lets through."""
    for s[slot] in over:
        if (where is None or where(s)) and not value(s):
            return False
    return True


def each_count(s: Slots, slot: int, over: Any, where: Value, value: Value | None) -> int:
    """How many members `where` lets through."""
    count = 0
    for s[slot] in over:
        if where(s):
            count += 1
    return count


def each_total(s: Slots, slot: int, over: Any, where: Value | None, value: Value) -> int:
    """The sum of `value` over the members that `where` lets through."""
    total = 0
    for s[slot] in over:
        if where is None or where(s):
            total += value(s)
    return total


def each_highest(s: Slots, slot: int, over: Any, where: Value | None, value: Value) -> int:
    """The highest `value` of the members that `where` lets through, 0 if there are none."""
    found: int | None = None
    for s[slot] in over:
        if where is None or where(s):
            one = value(s)
            if found is None or one > found:
                found = one
    return 0 if found is None else found


def each_lowest(s: Slots, slot: int, over: Any, where: Value | None, value: Value) -> int:
    """The lowest `value` of the members that `where` lets through, 0 if there are none."""
    found: int | None = None
    for s[slot] in over:
        if where is None or where(s):
            one = value(s)
            if found is None or one < found:
                found = one
    return 0 if found is None else found


def each_best(s: Slots, slot: int, over: Any, where: Value | None, value: Value) -> int:
    """The first member whose `value` is highest, -1 if `where` lets none through."""
    best, most = -1, None
    for member in over:
        s[slot] = member
        if where is None or where(s):
            one = value(s)
            if most is None or one > most:
                best, most = member, one
    return best


def each_sole(s: Slots, slot: int, over: Any, where: Value | None, value: Value) -> int:
    """The one member whose `value` is highest, -1 if there is none or it is shared."""
    best, most = -1, None
    for member in over:
        s[slot] = member
        if where is None or where(s):
            one = value(s)
            if most is None or one > most:
                best, most = member, one
            elif one == most:
                best = -1
    return best


def each_first(s: Slots, slot: int, over: Any, where: Value | None, value: Value | None) -> Any:
    """The first member that `where` lets through, -1 if there is none."""
    for member in over:
        s[slot] = member
        if where is None or where(s):
            return member
    return -1


def each_filter(s: Slots, slot: int, over: Any, where: Value, value: None) -> tuple[Any, ...]:
    """The members that `where` lets through, in their order."""
    found = []
    for member in over:
        s[slot] = member
        if where(s):
            found.append(member)
    return tuple(found)


def each_unite(s: Slots, slot: int, over: Any, where: None, value: Value) -> int:
    """The masks that `value` gives for the members, as one mask."""
    mask = 0
    for s[slot] in over:
        mask |= value(s)
    return mask


def each_chain(s: Slots, slot: int, over: Any, where: None, value: Value) -> tuple[Any, ...]:
    """The sequences that `value` gives for the members, one after another."""
    found: list[Any] = []
    for s[slot] in over:
        found += value(s)
    return tuple(found)


def each_list(s: Slots, slot: int, over: Any, where: None, value: Value) -> tuple[Any, ...]:
    """What `value` gives for each member, in their order."""
    found = []
    for s[slot] in over:
        found.append(value(s))
    return tuple(found)


def bind(s: Slots, slot: int, value: Any, body: Value) -> Any:
    """A value kept in a scratch slot while the body is worked out."""
    s[slot] = value
    return body(s)


EACH = {
    "any": each_any, "every": each_every, "count": each_count, "total": each_total,
    "highest": each_highest, "lowest": each_lowest, "best": each_best, "sole": each_sole,
    "first": each_first, "filter": each_filter, "unite": each_unite, "chain": each_chain,
    "list": each_list,
}  # fmt: skip


class Laid(Protocol):
    """What expressions hang on: a machine has it."""

    @property
    def pack(self) -> p.PackOfCards:
        """The cards."""

    @property
    def players(self) -> int:
        """How many play."""

    @property
    def sides(self) -> int:
        """How many sides there are."""


class Compiler:
    """Makes lambdas for one machine. With `traced`, rows of tables that gave a value are noted."""

    def __init__(self, machine: Laid, traced: bool) -> None:
        self.machine = machine
        self.traced = traced
        self.fuel = Fuel()
        self.notes: list[tuple[str, str, Any]] = []
        pack = machine.pack
        self.names: dict[str, Any] = {
            f"m_{name}": meaning
            for name, meaning in meanings(pack, machine.players, machine.sides).items()
        }
        self.names.update({f"each_{name}": function for name, function in EACH.items()})
        rank_masks = [0] * (len(pack.rank_words) + 1)
        suit_masks = [0] * (len(pack.suit_words) + 1)
        for card, (rank, suit) in enumerate(zip(pack.ranks, pack.suits, strict=True)):
            rank_masks[rank] |= 1 << card
            suit_masks[suit] |= 1 << card
        self.names.update(
            bind=bind, bits=bits, spend=self.fuel.spend, trap=self.trap, note=self.note,
            RANKS=(*pack.ranks, -1), SUITS=(*pack.suits, -1),
            RANK_MASKS=tuple(rank_masks), SUIT_MASKS=tuple(suit_masks),
            m_first_entry=lambda seq: seq[0] if seq else -1, m_entry_after=entry_after,
        )  # fmt: skip
        self.traps: list[p.Trapped] = []
        self.rows: list[p.Noted] = []

    def constant(self, value: Any) -> str:
        """A constant by a name of its own; -1 is kept after its end for none."""
        name = f"c{len(self.names)}"
        self.names[name] = value
        return name

    def trap(self, value: Any, k: int) -> Any:
        """Stop where a value may not be what it is."""
        trapped = self.traps[k]
        if trapped.low is None:
            if value == -1:
                raise RulesetFault(trapped.says, trapped.span)
        elif not (trapped.low <= value <= (trapped.high or 0)):
            raise RulesetFault(trapped.says, trapped.span)
        return value

    def note(self, k: int, value: Any) -> Any:
        """A row of a table gave this value."""
        row = self.rows[k]
        self.notes.append((row.table, row.row, value))
        return value

    def source(self, expr: p.Expr) -> str:
        """The Python text of an expression over `s`."""
        match expr:
            case p.K(value=int(value)):
                return f"({value})" if value < 0 else str(value)
            case p.K(value=tuple(value)):
                return self.constant((*value, -1) if self.table_like else value)
            case p.Get(slot=slot):
                return f"s[{slot}]"
            case p.GetAt(base=base, index=index):
                return f"s[{base} + {self.source(index)}]"
            case p.Op():
                return self.operation(expr)
            case p.Trapped(value=value):
                self.traps.append(expr)
                k = len(self.traps) - 1
                return f"trap({self.source(value)}, {k})"
            case p.Bind(slot=slot, value=value, body=body):
                return f"bind(s, {slot}, {self.source(value)}, lambda s: {self.source(body)})"
            case p.Each():
                return self.each(expr)
            case p.Noted(value=value):
                if not self.traced:
                    return self.source(value)
                self.rows.append(expr)
                return f"note({len(self.rows) - 1}, {self.source(value)})"
        raise AssertionError(expr)

    table_like = False

    def operation(self, op: p.Op) -> str:
        """An operation by its template or its meaning."""
        if op.name == "lookup" and isinstance(op.args[0], p.K):
            self.table_like = True
            table = self.source(op.args[0])
            self.table_like = False
            return f"{table}[{self.source(op.args[1])}]"
        args = [self.source(a) for a in op.args]
        if op.name in TEMPLATES:
            return TEMPLATES[op.name].format(*args)
        if op.name in ("showing", "sees"):
            return f"m_{op.name}(s, {', '.join(args)})"
        if op.name == "ends":
            return f"({', '.join(args)})"
        return f"m_{op.name}({', '.join(args)})"

    def each(self, each: p.Each) -> str:
        """A phrase as a call of its loop."""
        over = self.source(each.over)
        over = f"spend(bits({over}))" if each.mask else f"spend({over})"
        where = f"lambda s: {self.source(each.where)}" if each.where is not None else "None"
        value = f"lambda s: {self.source(each.value)}" if each.value is not None else "None"
        whole = f"each_{each.kind}(s, {each.slot}, {over}, {where}, {value})"
        if each.kind == "filter" and each.mask:
            return f"m_seq_mask({whole})"
        return whole

    def value(self, expr: p.Expr) -> Value:
        """The lambda of an expression."""
        made: Value = eval(f"lambda s: {self.source(expr)}", self.names)
        return made


def entry_after(seq: tuple[int, ...], entry: int) -> int:
    """The entry that follows another; -1 after the last, or where it is gone."""
    if entry not in seq:
        return -1
    k = seq.index(entry) + 1
    return seq[k] if k < len(seq) else -1
