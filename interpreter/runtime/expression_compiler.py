"""From the machine's expressions to Python: each becomes one lambda over the list of slots.

Only numbers, and the names of operations that this file or builtins.py knows, reach the text that
Python compiles: never a word of a ruleset.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from contextlib import ExitStack, contextmanager
from functools import lru_cache, reduce
from itertools import chain
from operator import itemgetter, or_
from types import CodeType
from typing import TYPE_CHECKING, NoReturn, Protocol, TypeVar, assert_never

from hoyle.dsl.limits import MAX_WORK
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import (
    EXPRESSIONS,
    bits,
    builtins_of,
    names_in_expressions,
)
from hoyle.dsl.machine.pack import PackOfCards
from hoyle.interpreter.runtime.fault import NOWHERE, RulesetFault, WorkSpent
from hoyle.interpreter.runtime.moves import Held, Slots, Values

if TYPE_CHECKING:
    from hoyle.interpreter.runtime.events import Sentence

Value = Callable[[Slots], Held]
Found = TypeVar("Found")
Members = TypeVar("Members", bound=Sized)
ValuesFilter = Callable[[Slots, list[Values]], list[Values]]

MAX_ROUNDS = MAX_WORK
MAX_BLOCKS = 200_000
GOES_ROUND = 100  # choices in a row at which nobody could do anything: no play goes on from there
MAX_CODES = 10_000  # texts kept compiled: those of several rulesets, their tables and examples
MAX_DEPTH = 30  # of operations in one another in one Python text; a phrase counts for three
MOST_WRITTEN_OUT = 12  # expressions in a function that stands in place of its call
MAX_DIGITS = 1000  # binary digits of a number that stands in a text: masks of huge packs do not
SIZED = (  # operations whose answer can be far longer than what they are given
    "groups", "subsets", "subsets_alike", "subsets_of_size", "arrangements", "extensions",
    "laid_off", "repeated",
)  # fmt: skip


class Fuel:
    """What is left of the work that rules may do from one decision to the next.

    Everything that a text can make large is counted here: members that phrases go through, sets and
    lists that are made, ways to choose, jumps. WorkSpent names no place: whoever knows it adds it.
    """

    def __init__(self) -> None:
        self.renew()

    def renew(self) -> None:
        """A step begins."""
        self.left = MAX_ROUNDS
        self.blocks = MAX_BLOCKS
        self.passed = 0

    @property
    def goes_round(self) -> bool:
        """Whether all is spent, and by choices that were passed over: none of them was so large."""
        return self.left < 0 and self.passed >= GOES_ROUND

    @property
    def spent(self) -> int:
        """How many rounds the step has gone through."""
        return MAX_ROUNDS - self.left

    def charge(self, amount: int) -> None:
        """So many things are made or gone through."""
        self.left -= amount
        if self.left < 0:
            many = f"more than {MAX_ROUNDS:,} things from one decision to the next"
            raise WorkSpent(
                f"the rules go through {many}: let them count, list or try fewer", NOWHERE
            )

    def charge_cards(self, cards: int) -> None:
        """So many cards are shuffled or moved, which takes longer than looking at them."""
        self.charge(4 * cards)

    def spend(self, members: Members) -> Members:
        """Go through these."""
        self.charge(len(members) + 1)
        return members

    def spend_bits(self, mask: int) -> tuple[int, ...]:
        """Go through the members of a mask."""
        return self.spend(bits(mask))

    def range(self, low: int, high: int) -> tuple[int, ...]:
        """The numbers from a lowest to a highest, once they are paid for."""
        self.charge(max(0, high - low))
        return tuple(range(low, high + 1))

    def sized(self, meaning: Callable[..., Members]) -> Callable[..., Members]:
        """An operation whose answer is paid for by its length."""
        return lambda *args: self.spend(meaning(*args))


def _best_of(found: list[tuple[int, int]]) -> int:
    """Of members and their values the first member whose value is highest, -1 if there are none."""
    return max(found, key=itemgetter(1), default=(-1, 0))[0]


def _sole_of(found: list[tuple[int, int]]) -> int:
    """The one member whose value is highest, -1 if there is none or it is shared."""
    best, most = -1, None
    for member, value in found:
        if most is None or value > most:
            best, most = member, value
        elif value == most:
            best = -1
    return best


# Phrases as Python: `{v}` is each member, `{x}` its value, `{w}` goes through those that `where`
# lets through. What is asked of a member is asked before the next one is looked at.
EACH = {
    "any": "any(True {w})",  # the rest are not asked
    "count": "len([1 {w}])",
    "total": "sum([{x} {w}])",
    "highest": "max([{x} {w}], default=0)",
    "lowest": "min([{x} {w}], default=0)",
    "best": "best_of([({v}, {x}) {w}])",
    "sole": "sole_of([({v}, {x}) {w}])",
    "first": "next(({v} {w}), -1)",
    "filter": "tuple([{v} {w}])",
    "unite": "reduce(or_, [{x} {w}], 0)",  # masks
    "chain": "tuple(chained([{x} {w}]))",  # sequences, one after another
    "list": "tuple([{x} {w}])",
}


class Laid(Protocol):
    """What expressions hang on: a machine has it."""

    @property
    def pack(self) -> PackOfCards:
        """The cards."""

    @property
    def players(self) -> int:
        """How many play."""

    @property
    def sides(self) -> int:
        """How many sides there are."""

    @property
    def zones(self) -> Sequence[p.ZonePlace]:
        """Where cards lie."""


class Compiler:
    """Makes lambdas for one machine. With `traced`, rows of tables that gave a value are noted."""

    def __init__(self, machine: Laid, traced: bool) -> None:
        self.machine = machine
        self.traced = traced
        self.fuel = Fuel()
        self.notes: list[tuple[str, str, Held]] = []
        self.row_hooks: list[Callable[[p.TableRow], None]] = []
        pack = machine.pack
        meanings = builtins_of(pack, machine.players, machine.sides)
        self.names: dict[str, object] = {
            f"m_{name}": self.fuel.sized(meaning) if name in SIZED else meaning
            for name, meaning in meanings.items()
        }
        self.names.update(
            spend=self.fuel.spend, spend_bits=self.fuel.spend_bits, best_of=_best_of,
            sole_of=_sole_of, reduce=reduce, or_=or_, chained=chain.from_iterable,
            trap=self._trap, note=self.note, notes=self.notes, drop_rows=self.drop_rows,
            try_part=self.try_part, keep_whole=self.keep_whole,
            **names_in_expressions(pack), m_range=self.fuel.range,
            m_first_entry=lambda seq: seq[0] if seq else -1, m_entry_after=entry_after,
        )  # fmt: skip
        self.traps: list[p.Guard] = []
        self.rows: list[p.TableRow] = []
        self.parts_tried = 0  # phrases over parts of a hand that are being worked out
        self.functions: dict[p.Function, Value] = {}
        self.locals: dict[int, str] = {}  # scratch slots that are Python's own variables just now
        self.variables = 0
        self.depth = 0  # of operations around what is being written
        self.kept: list[object] = []  # what the text that is being written takes by a number

    @contextmanager
    def sheet(self) -> Iterator[list[object]]:
        """A text is written that is compiled by itself, and this is what it takes as `k`.

        Variables and constants are numbered in each text anew, so that texts of many engines are
        alike and need be compiled but once.
        """
        before = self.kept, self.variables, self.depth
        self.kept, self.depth = [], 0
        if not self.locals:
            self.variables = 0
        try:
            yield self.kept
        finally:
            self.kept, self.variables, self.depth = before

    def constant(self, value: object) -> str:
        """What stands in no text, by its number."""
        self.kept.append(value)
        return f"k[{len(self.kept) - 1}]"

    def _trap(self, value: object, k: int) -> NoReturn:
        raise RulesetFault(self.traps[k].says, self.traps[k].span)

    def note(self, k: int, value: Found) -> Found:
        """A row of a table gave this value."""
        row = self.rows[k]
        self.notes.append((row.table, row.row, value))
        for hook in self.row_hooks:
            hook(row)
        return value

    def source(self, expr: p.Expr) -> str:
        """The Python text of an expression over `s`.

        Python compiles no text whose parts stand too deep in one another (and phrases from 21
        levels on crash some releases): what is deeper is a function of its own.
        """
        if self.depth > MAX_DEPTH:
            return self._apart(expr)
        before = self.depth
        self.depth += 3 if isinstance(expr, p.Comprehension) else 1
        try:
            return self._source(expr)
        finally:
            self.depth = before

    def asked(self, expr: p.Expr) -> str:
        """What only decides which value is taken: the rows of tables asked there gave none."""
        text = self.source(expr)
        return f"drop_rows(len(notes), {text})" if self.traced and p.asks_table(expr) else text

    def drop_rows(self, noted: int, value: Found) -> Found:
        """No row gave this value, but those noted before."""
        del self.notes[noted:]
        return value

    def try_part(self) -> int:
        """What is asked now is asked of a part of a hand; how many such phrases are around it."""
        self.parts_tried += 1
        return self.parts_tried - 1

    def keep_whole(self, around: int, value: Found) -> Found:
        """That has been asked."""
        self.parts_tried = around
        return value

    def _asked_of_part(self, each: p.Comprehension, expr: p.Expr, text: str) -> str:
        """What a phrase asks of a member: where that is a part of a hand, this can be known."""
        if not (self.traced and each.tries_parts and p.asks_table(expr)):
            return text
        return f"keep_whole(try_part(), {text})"

    def _apart(self, expr: p.Expr) -> str:
        """An expression as the call of a function that is given the variables in sight."""
        texts = {text.partition("[")[0] for text in self.locals.values()}
        names = sorted(name for name in texts if name.isidentifier() and name != "s")
        with self.sheet() as kept:
            body = self.source(expr)
        params = ", ".join(["s", *names])
        return f"{self.constant(self.made(params, body, kept))}({params})"

    def _source(self, expr: p.Expr) -> str:
        match expr:
            case p.Const(value=int(value)):
                if value.bit_length() > MAX_DIGITS:
                    return self.constant(value)
                return f"({value})" if value < 0 else str(value)
            case p.Const(value=value):
                return self.constant(value)
            case p.Get(slot=slot):
                return self.locals.get(slot, f"s[{slot}]")
            case p.GetAt(base=base, index=index):
                return f"s[{base} + {self.asked(index)}]"
            case p.Op():
                return self.operation(expr)
            case p.Guard():
                return self._trapped(expr)
            case p.Bind(slot=slot, value=value, body=body):
                decides = self.traced and not expr.is_given
                given, name = (self.asked if decides else self.source)(value), self.variable()
                with self.local(slot, name):
                    return _kept(name, given, self.source(body))
            case p.Comprehension():
                return self.each(expr)
            case p.TableRow(value=value):
                if not self.traced:
                    return self.source(value)
                self.rows.append(expr)
                row = self.constant(len(self.rows) - 1)
                return f"note({row}, {self.source(value)})"
            case p.Call():
                return self.call(expr)
        assert_never(expr)

    def call(self, call: p.Call) -> str:
        """A function called, or written out where it is small."""
        function = call.function
        given = function.given if self.traced else (True,) * len(call.args)
        args = [
            (self.source if gives else self.asked)(arg)
            for arg, gives in zip(call.args, given, strict=True)
        ]
        if function.size > MOST_WRITTEN_OUT:
            return f"{self.constant(self._function(function))}({', '.join(['s', *args])})"
        texts, kept = [], []
        for arg, text in zip(call.args, args, strict=True):
            if not arg.is_simple:
                kept.append((name := self.variable(), text))
                text = name
            texts.append(text)
        with self.frame(function, texts):
            body = self.source(function.body)
        for name, text in reversed(kept):
            body = _kept(name, text, body)
        return body

    @contextmanager
    def frame(self, function: p.Function, texts: Iterable[str]) -> Iterator[None]:
        """The parameters of a function stand for Python texts, and no other variable is seen."""
        before = self.locals
        slots = (param.at for param in function.params)
        self.locals = dict(zip(slots, texts, strict=True))
        try:
            yield
        finally:
            self.locals = before

    def _function(self, function: p.Function) -> Value:
        """A function as Python has it, made when it is called first."""
        if function not in self.functions:
            names = [f"a{-param.at}" for param in function.params]
            with self.sheet() as kept, self.frame(function, names):
                self.variables = 0
                body = self.source(function.body)
            self.functions[function] = self.made(", ".join(["s", *names]), body, kept)
        return self.functions[function]

    def operation(self, op: p.Op) -> str:
        """An operation by its expression or its meaning."""
        match op:
            case p.Op("lookup", (p.Const(value=tuple(table)), place)):
                return f"{self.constant((*table, -1))}[{self.source(place)}]"
            case p.Op("lookup", (listed, place)):
                return f"{self.source(listed)}[{self.source(place)}]"
            case p.Op("times", (p.Const(), _) | (_, p.Const())):  # grows no faster than the text
                return f"({' * '.join(map(self.source, op.args))})"
        args = [self.source(a) for a in op.gives]
        if op.span is not None:
            args.append(self.constant(op.span))
        if op.name in ("top", "bottom"):
            args.append(f"name={p.name_pile(self.machine.zones, op.args[0])!r}")
        if op.name in p.CHOOSING:
            args = [self.asked(op.args[0]), *args]
        if op.name in EXPRESSIONS:
            return EXPRESSIONS[op.name].format(*args)
        if op.name in ("showing", "sees"):
            return f"m_{op.name}(s, {', '.join(args)})"
        if op.name == "ends":
            return f"({', '.join(args)})"
        return f"m_{op.name}({', '.join(args)})"

    def variable(self) -> str:
        """A Python variable of its own, for one value inside an expression."""
        self.variables += 1
        return f"v{self.variables}"

    @contextmanager
    def local(self, slot: int, name: str) -> Iterator[None]:
        """A slot stands for a Python variable while the source of an expression is written."""
        before = self.locals
        self.locals = {**before, slot: name}
        try:
            yield
        finally:
            self.locals = before

    def _trapped(self, trapped: p.Guard) -> str:
        self.traps.append(trapped)
        k, name = self.constant(len(self.traps) - 1), self.variable()
        given = self.source(trapped.value)
        if trapped.low is None:
            test = f"({name} := {given}) != -1"
        else:
            test = f"{trapped.low} <= ({name} := {given}) <= {trapped.high or 0}"
        return f"({name} if {test} else trap({name}, {k}))"

    def each(self, each: p.Comprehension) -> str:
        """A phrase as Python's own loop over its members."""
        over = f"{'spend_bits' if each.mask else 'spend'}({self.source(each.over)})"
        name = self.variable()
        with self.local(each.slot, name):
            where = value = ""
            if each.where is not None:
                where = self._asked_of_part(each, each.where, self.asked(each.where))
            if each.value is not None:
                value = (self.asked if each.kind in p.FINDING else self.source)(each.value)
                value = self._asked_of_part(each, each.value, value)
        kind, members, given = each.kind, over, ""
        if ":=" in over:  # Python takes no such variable inside the `in` of a loop
            members, given = self.variable(), over
        if kind == "every":  # none is the other way; the rest are not asked
            where, kind = f"{where} and not {value}" if where else f"not {value}", "any"
        loop = f"for {name} in {members}" + (f" if {where}" if where else "")
        whole = EACH[kind].format(v=name, x=value, w=loop)
        if each.kind == "every":
            whole = f"(not {whole})"
        elif each.kind == "filter" and each.mask:
            whole = f"m_seq_mask({whole})"
        return _kept(members, given, whole) if given else whole

    def sift(self, test: p.Expr, slots: tuple[int, ...]) -> ValuesFilter:
        """Of rows of values, one for each of the slots, those for which a test holds."""
        with self.sheet() as kept, ExitStack() as known:
            for k, slot in enumerate(slots):
                known.enter_context(self.local(slot, f"row[{k}]"))
            body = f"[row for row in rows if {self.source(test)}]"
        return self.made("s, rows", body, kept)

    def value(self, expr: p.Expr) -> Value:
        """The lambda of an expression."""
        return self._value(expr, self.source)

    def asked_value(self, expr: p.Expr) -> Value:
        """The lambda of what only decides where a value goes."""
        return self._value(expr, self.asked)

    def _value(self, expr: p.Expr, write: Callable[[p.Expr], str]) -> Value:
        with self.sheet() as kept:
            body = write(expr)
        return self.made("s", body, kept)

    def compile_sentence(self, pieces: p.Pieces) -> Callable[[Slots], Sentence]:
        """The function of a sentence: texts, and values with their types."""
        made = [
            piece if isinstance(piece, str) else (self.value(piece.value), piece.type)
            for piece in pieces
        ]
        return lambda s: tuple(x if isinstance(x, str) else (x[0](s), x[1]) for x in made)

    def made(self, params: str, body: str, kept: list[object]) -> Callable[..., Held]:
        """A function from its text and from what this takes as `k`."""
        params += ", k=k" if kept else ""
        code = code_of(f"lambda {params}: {body}", "<value>")
        made: Callable[..., Held] = eval(code, self.names, {"k": tuple(kept)})
        return made


@lru_cache(MAX_CODES)
def code_of(text: str, name: str) -> CodeType:
    """A text as Python has it: one expression, or one function if it begins so."""
    return compile(text, name, "exec" if text.startswith("def ") else "eval")


def _kept(name: str, given: str, body: str) -> str:
    """A value that a variable keeps while the body is worked out; no value is Python's None."""
    return f"({body} if ({name} := {given}) is not None else 0)"


def entry_after(seq: tuple[int, ...], entry: int) -> int:
    """The entry that follows another; -1 after the last, or where it is gone."""
    if entry not in seq:
        return -1
    k = seq.index(entry) + 1
    return seq[k] if k < len(seq) else -1
