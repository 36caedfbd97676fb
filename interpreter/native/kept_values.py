"""Functions that take work and read no state: what they gave is kept, and looked up if asked again.

What a hand of rummy leaves over is asked with each card away, by the rules and then by the policy,
and once more in the next game that is played out from the same position.
"""

from __future__ import annotations

from hoyle.dsl.machine import program as p
from hoyle.interpreter.native.functions import write_call, write_function
from hoyle.interpreter.native.layout import Word
from hoyle.interpreter.native.memory import Function, FunctionWriter
from hoyle.interpreter.native.value_tables import reads_state
from hoyle.interpreter.native.writer import ONE, Number, Truth

KIND = "i64"  # of all that is kept
ENTRIES = 2**13  # of each function; one more takes the place of another with the same hash
LEAST_COST = 1000  # of a function that is worth it, as the budget counts
GOLDEN = -7046029254386353131  # 2**64 over the golden ratio, as 64 bits with a sign (Knuth 6.4)


def is_kept(function: p.Function, written: Function, width: int) -> bool:
    """Whether what a function gives hangs on its arguments alone, and is worth keeping.

    Sets of more than 64 cards are left out: they seldom come again.
    """
    if f"i{width}" != KIND or not (written.spends or written.cost >= LEAST_COST):
        return False
    return not reads_state(function.body)


def write_kept(writer: FunctionWriter, name: str, takes: int, function: Function) -> Function:
    """Write a function that asks another, of so many arguments, for what it does not know yet.

    An entry is one more than the work that was taken (0: nothing stands there), the value, and the
    arguments. A fault is not kept.
    """
    words = 2 + takes

    def body(args: tuple[str, ...]) -> Number:
        kept = writer.buffer(KIND, words * ENTRIES)
        first = writer.give(f"mul {KIND} {_write_hash(writer, args)}, {words}")

        def place(k: int) -> str:
            at = writer.give(f"add {KIND} {first}, {k}")
            return writer.give(f"getelementptr inbounds {KIND}, ptr {kept}, i64 {at}")

        def load(k: int) -> str:
            return writer.give(f"load {KIND}, ptr {place(k)}")

        known = Truth(writer.give(f"icmp ne {KIND} {load(0)}, 0"))
        for k, arg in enumerate(args, 2):
            known = writer.both(known, Truth(writer.give(f"icmp eq {KIND} {load(k)}, {arg}")))
        value = writer.variable(KIND, "0")

        def look_up() -> None:
            value.set(load(1))
            writer.spend(writer.subtract(Number(load(0), 1), ONE))

        def ask() -> None:
            before = writer.load_word(Word.LEFT)
            found = write_call(writer, function, [f"{KIND} {arg}" for arg in args])
            after = writer.load_word(Word.LEFT)
            taken = writer.give(f"sub {KIND} {before.text}, {after.text}")
            entry = writer.give(f"add {KIND} {taken}, 1")
            for k, text in enumerate([entry, found, *args]):
                writer.do(f"store {KIND} {text}, ptr {place(k)}")
            value.set(found)

        writer.if_(known, look_up, ask)
        return Number(value.get(), function.low, function.high)

    return write_function(writer, name, KIND, [KIND] * takes, body)


def _write_hash(writer: FunctionWriter, args: tuple[str, ...]) -> str:
    """The place of an entry with these arguments."""
    found = "0"
    for arg in args:
        mixed = writer.give(f"xor {KIND} {found}, {arg}")
        found = writer.give(f"mul {KIND} {mixed}, {GOLDEN}")
    return writer.give(f"lshr {KIND} {found}, {64 - (ENTRIES - 1).bit_length()}")
