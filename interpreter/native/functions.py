"""Functions of a module that others call: what stands in many places is written once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hoyle.interpreter.native.layout import Word
from hoyle.interpreter.native.memory import Function, FunctionWriter
from hoyle.interpreter.native.writer import LEAST, MOST, Mask, Number, Truth, number

DEAR = 5000  # what a function costs that is paid for where it is called, and only then


def write_function(
    writer: FunctionWriter, name: str, gives: str, takes: Sequence[str],
    body: Callable[[tuple[str, ...]], Number | Mask],
) -> Function:  # fmt: skip
    """Write a function; `body` writes its inside and gives the value it ends with."""
    writer.is_function = True
    names = tuple(f"%a{k}" for k in range(len(takes)))
    given = body(names)
    writer.do(f"ret {gives} {given.text}")
    params = "".join(f", {kind} {param}" for kind, param in zip(takes, names, strict=True))
    lines = [
        f"define internal {gives} @{name}({writer.all.pointers}{params}) #0 {{",
        "entry:", *writer.first_lines, "br label %begin", "begin:",
        *writer.lines,
    ]  # fmt: skip
    fails = bool(writer.fault_edges)
    if fails:
        codes = ", ".join(f"[ {code}, %{block} ]" for code, _, block in writer.fault_edges)
        values = ", ".join(f"[ {value}, %{block} ]" for _, value, block in writer.fault_edges)
        lines += ["fault:", f"%code = phi i64 {codes}", f"%value = phi i64 {values}"]
        writer.lines = []
        writer.store_word(Word.FAULT, Number("%code"))
        writer.store_word(Word.FAULT_VALUE, Number("%value"))
        lines += [*writer.lines, f"ret {gives} {'false' if gives == 'i1' else '0'}"]
    writer.all.globals.lines += [*lines, "}"]
    range_ = (given.low, given.high) if isinstance(given, Number) else (LEAST, MOST)
    return Function(name, gives, fails, writer.costs[0], writer.spends, *range_)


def write_call(writer: FunctionWriter, function: Function, args: Sequence[str]) -> str:
    """Call a function, and go on only if nothing went wrong in it; what it gives."""
    given = "".join(f", {arg}" for arg in args)
    if function.spends and writer.left is not None:
        writer.store_word(Word.LEFT, Number(writer.left.get()))
    text = writer.give(
        f"call {function.gives} @{function.name}(ptr %state, ptr {writer.fixed}{given})"
    )
    if function.cost > DEAR:
        writer.spend(number(function.cost))
    else:
        writer.charge(function.cost)
    if function.spends:
        writer.spends = True
        if writer.left is not None:
            writer.left.set(writer.load_word(Word.LEFT).text)
    if function.fails:
        code = writer.load_word(Word.FAULT)
        value = writer.load_word(Word.FAULT_VALUE)
        fine, on = writer.give(f"icmp eq i64 {code.text}, 0"), writer.label("on")
        writer.fault_edges.append((code.text, value.text, writer.block))
        writer.branch(Truth(fine), on, writer.fault_label, likely=True)
        writer.begin(on)
    return text
