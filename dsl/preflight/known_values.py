"""What is known of a machine's slots before play: exact values, and how many things a set holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from typing import assert_never

import attrs

from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import Meaning, bits, builtins_of
from hoyle.dsl.machine.folding import Exact, work_out


@attrs.frozen
class Size:
    """A set or sequence of which only the size is known, from `low` to `high`."""

    low: int
    high: int

    def holds(self, other: Size) -> bool:
        """Whether all that the other allows is allowed here."""
        return self.low <= other.low and other.high <= self.high

    def union(self, other: Size) -> Size:
        """The sizes that either allows."""
        return Size(min(self.low, other.low), max(self.high, other.high))

    def plus(self, other: Size) -> Size:
        """The size of both together."""
        return Size(self.low + other.low, self.high + other.high)


Known = Exact | Size
State = Mapping[int, Known]  # by slot; nothing is known of a slot that is not in it

ONE = Size(1, 1)
NONE = Size(0, 0)
ASK_SIZE = {"is_empty", "is_some", "count_entries", "count_bits"}
# Operations that keep the size of what they are asked of.
SAME_SIZE = {"seq_mask", "mask_seq", "reversed"}


# Members that phrases of one machine go through before play; a shipped game has fewer than 1,000.
MAX_MEMBERS = 20_000


class Evaluator:
    """Works out the expressions of one machine as far as a state allows."""

    def __init__(self, machine: p.Machine) -> None:
        self.players = machine.players
        self.masks = {slot.at for slot in machine.slots if slot.kind == "mask"}
        self.everything = machine.pack.size
        self.families = {family.base: family.count for family in machine.families}
        self.left = MAX_MEMBERS
        self.builtins: Mapping[str, Meaning] = builtins_of(
            machine.pack, machine.players, machine.sides
        )

    def exact(self, expr: p.Expr, state: State) -> Exact | None:
        """The value of an expression; None where it is not known, or where there is none."""
        match expr:
            case p.Const(value=value):
                return value
            case p.Get() | p.GetAt():
                found = self._slot(expr, state)
                if (
                    found == NONE and expr.reads >= 0
                ):  # how a scratch slot writes nothing is unknown
                    return 0 if expr.reads in self.masks else ()
                return None if isinstance(found, Size) else found
            case p.Op():
                return self._operation(expr, state)
            case p.Guard(value=value, low=low, high=high):
                found = self.exact(value, state)
                if low is None:
                    return None if found == -1 else found
                fits = isinstance(found, int) and low <= found <= (high or 0)
                return found if fits else None
            case p.Bind(slot=slot, value=value, body=body):
                return self.exact(body, self.keep(slot, value, state))
            case p.Comprehension():
                return self._comprehension(expr, state)
            case p.TableRow(value=value):
                return self.exact(value, state)
            case p.Call(function=function):
                return self.exact(function.body, self.called(expr, state))
        assert_never(expr)

    def keep(self, slot: int, value: p.Expr, state: State) -> State:
        """What is known while a value is kept in a scratch slot."""
        found = self.known(value, state)
        others = {at: known for at, known in state.items() if at != slot}
        return others if found is None else {**others, slot: found}

    def called(self, call: p.Call, state: State) -> State:
        """What is known inside a function."""
        inside = dict(state)
        for param, arg in zip(call.function.params, call.args, strict=True):
            found = self.known(arg, state)
            inside.pop(param.at, None)
            if found == NONE:
                found = 0 if param.kind == "mask" else ()
            if found is not None:
                inside[param.at] = found
        return inside

    def known(self, expr: p.Expr, state: State) -> Known | None:
        """The value of an expression, or else its size."""
        found = self.exact(expr, state)
        return self.size(expr, state) if found is None else found

    def _slot(self, expr: p.Get | p.GetAt, state: State) -> Known | None:
        if isinstance(expr, p.Get):
            return state.get(expr.slot)
        index = self.exact(expr.index, state)
        return state.get(expr.base + index) if isinstance(index, int) and index >= 0 else None

    # ------------------------------------------------------------------ sizes

    def size(self, expr: p.Expr, state: State) -> Size | None:
        """How many members a set or sequence has; None where nothing is known of it."""
        match expr:
            case p.Get() | p.GetAt():
                found = self._slot(expr, state)
                if isinstance(found, Size):
                    return found
                if found is None and isinstance(expr, p.GetAt):
                    return self._size_of_any(expr, state)
                return None if found is None else _size_of(found, expr.reads in self.masks)
            case p.Op(name="without", args=(inner, others)):
                there, gone = self.size(inner, state), self.size(others, state)
                if there is None:
                    return None
                low = there.low - gone.high if gone is not None else 0
                return Size(max(0, low), there.high)
            case p.Const(value=tuple(value)):
                return Size(len(value), len(value))
            case p.Op(name="seats_from"):
                return Size(self.players, self.players)
            case p.Op(name="seats_after"):
                return Size(self.players - 1, self.players - 1)
            case p.Op(name=name, args=(inner,)) if name in SAME_SIZE:
                return self.size(inner, state)
            case p.Op(name="ranks" | "suits", args=(inner,)):
                return NONE if self.size(inner, state) == NONE else None  # some may be alike
            case p.Op(name="repeated", args=(inner, times)):
                members, number = self.size(inner, state), self.exact(times, state)
                if members is None or not isinstance(number, int):
                    return None
                return Size(members.low * number, members.high * number)
            case p.Op(name="union" | "join" as name, args=args):
                sizes = [self.size(arg, state) for arg in args]
                known = [size for size in sizes if size is not None]
                if len(known) < len(sizes):
                    return None
                high = sum(size.high for size in known)
                lows = [size.low for size in known]
                return Size(sum(lows) if name == "join" else max(lows, default=0), high)
            case p.Op(name="tuple", args=args):
                return Size(len(args), len(args))
            case p.Op(name="if", args=(_, yes, no)):
                one, other = self.size(yes, state), self.size(no, state)
                return None if one is None or other is None else one.union(other)
            case p.Call(function=function):
                return self.size(function.body, self.called(expr, state))
            case p.Comprehension(kind="filter" | "list", mask=mask):
                passing = self.exact(expr, state)
                return None if passing is None else _size_of(passing, mask)
        return None

    def count_rounds(self, row: p.Expr) -> int | None:
        """How often each seat comes in a row of all seats; None where not all surely come alike."""
        match row:
            case p.Op(name="seats_from"):
                return 1
            case p.Op(name="repeated", args=(inner, p.Const(value=int(times)))):
                rounds = self.count_rounds(inner)
                return rounds * max(times, 0) if rounds is not None else None
            case p.Op(name=name, args=(inner,)) if name in SAME_SIZE:
                return self.count_rounds(inner)
        return None

    def _size_of_any(self, expr: p.GetAt, state: State) -> Size | None:
        """The size of one of several zones, where it is not known which."""
        found = [state.get(expr.base + k) for k in range(self.families.get(expr.base, 0))]
        sizes = [size for size in found if isinstance(size, Size)]
        return reduce(Size.union, sizes) if sizes and len(sizes) == len(found) else None

    # ------------------------------------------------------------------ operations

    def _operation(self, op: p.Op, state: State) -> Exact | None:
        size = self.size(op.args[0], state) if op.name in ASK_SIZE else None
        if size is not None and op.name.startswith("is_") and (size.low > 0 or size.high == 0):
            return int((size.high == 0) == (op.name == "is_empty"))
        if size is not None and op.name.startswith("count_") and size.low == size.high:
            return size.low
        if op.name == "if":
            test = self.exact(op.args[0], state)
            return None if test is None else self.exact(op.args[1 if test else 2], state)
        if op.name in ("and", "or"):
            return self._connective(op, state)
        known = []
        for arg in op.args:
            value = self.exact(arg, state)
            if value is None:
                return None
            known.append(value)
        return work_out(self.builtins, op.name, known)

    def _connective(self, op: p.Op, state: State) -> Exact | None:
        """`and`, `or`: one answer may be enough."""
        answers = []
        for arg in op.args:
            value = self.exact(arg, state)
            if value is not None and bool(value) is (op.name == "or"):
                return int(op.name == "or")
            answers.append(value)
        return None if None in answers else answers[-1]

    def _comprehension(self, phrase: p.Comprehension, state: State) -> Exact | None:
        """The phrases that loops and conditions of seats are made of."""
        over = self.exact(phrase.over, state)
        if over is None:
            return None
        members = bits(over) if isinstance(over, int) else over
        found: list[Exact] = []
        asked: list[int] = []
        for answer in self._answers(phrase, members, state):
            if answer is None:
                return None
            decided = bool(answer[1]) == (phrase.kind == "any")
            if phrase.kind in ("any", "every") and decided:
                return int(phrase.kind == "any")
            found.append(answer[0] if phrase.kind in ("filter", "first") else answer[1])
            asked.append(answer[0])
        numbers = [value for value in found if isinstance(value, int)]
        match phrase.kind:
            case "any" | "every":
                return int(phrase.kind == "every")
            case "count":
                return len(found)
            case "total":
                return sum(numbers)
            case "highest":
                return max(numbers, default=0)
            case "lowest":
                return min(numbers, default=0)
            case "best" | "sole":
                most = max(numbers, default=0)
                ahead = [one for one, value in zip(asked, found, strict=True) if value == most]
                return ahead[0] if ahead and not (phrase.kind == "sole" and ahead[1:]) else -1
            case "first":
                return numbers[0] if numbers else -1
            case "filter" if phrase.mask:
                return sum(1 << member for member in numbers)
            case "filter" | "list":
                return tuple(numbers)
        return None

    def _answers(
        self, phrase: p.Comprehension, members: tuple[int, ...], state: State
    ) -> Iterator[tuple[int, Exact] | None]:
        """The members that pass, each with its value; None where one of them is not known."""
        inner = {**state}
        for member in members:
            self.left -= 1
            if self.left < 0:  # nothing more is known
                yield None
            inner[phrase.slot] = member
            passes = 1 if phrase.where is None else self.exact(phrase.where, inner)
            if passes == 0:
                continue
            value = 1 if phrase.value is None else self.exact(phrase.value, inner)
            yield None if passes is None or value is None else (member, value)


def forget_empty(state: State) -> State:
    """What is known without the zones and sequences that are empty.

    Where an answer that is not known leads, it may lead only once something lies there.
    """
    return {slot: known for slot, known in state.items() if known not in (NONE, ())}


def _size_of(value: Exact, is_mask: bool) -> Size | None:
    if isinstance(value, tuple):
        return Size(len(value), len(value))
    return Size(value.bit_count(), value.bit_count()) if is_mask and value >= 0 else None
