"""Ways to choose as rows of a table, which conditions make fewer."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hoyle.interpreter.native.memory import FunctionWriter
from hoyle.interpreter.native.writer import ONE, Listed, Mask, Member, Number, Truth

MOST_ROWS = 8192  # ways to choose that are listed; where there are more, the interpreter plays


class Rows:
    """Ways to choose, one a row, which conditions make fewer.

    A column is of numbers, of sets, or of places where lists lie.
    """

    def __init__(self, writer: FunctionWriter, columns: int) -> None:
        self.writer = writer
        self.buffers = [writer.buffer(f"i{writer.width}", MOST_ROWS) for _ in range(columns)]
        self.kinds: list[Member] = [Number("0", 0, -1)] * columns
        self.filled = writer.variable("i64", "0")

    @property
    def size(self) -> Number:
        """How many rows there are."""
        return Number(self.filled.get(), 0, MOST_ROWS)

    def put(self, values: Sequence[Member]) -> None:
        """One row more."""
        at = self.writer.within(self.size, 0, MOST_ROWS - 1)
        for column, value in enumerate(values):
            known = self.kinds[column]
            if isinstance(value, Number) and isinstance(known, Number):
                low, high = value.low, value.high
                if known.low <= known.high:
                    low, high = min(low, known.low), max(high, known.high)
                self.kinds[column] = Number("", low, high)
            else:
                self.kinds[column] = value
        self.write(at, values)
        self.filled.set(self.writer.add(at, ONE).text)

    def write(self, at: Number, values: Sequence[Member]) -> None:
        """A row in a place where one was before, or the next one will be."""
        for buffer, value in zip(self.buffers, values, strict=True):
            place = self._place(buffer, value, at)
            self.writer.do(f"store {self._kind(value)} {value.text}, ptr {place}")

    def _kind(self, like: Member) -> str:
        if isinstance(like, Listed):
            return "ptr"
        return f"i{self.writer.width}" if isinstance(like, Mask) else "i64"

    def _place(self, buffer: str, like: Member, at: Number) -> str:
        kind = self._kind(like)
        return self.writer.give(f"getelementptr inbounds {kind}, ptr {buffer}, i64 {at.text}")

    def get(self, at: Number) -> list[Member]:
        """The values of a row."""
        found: list[Member] = []
        for buffer, like in zip(self.buffers, self.kinds, strict=True):
            place = self._place(buffer, like, at)
            text = self.writer.give(f"load {self._kind(like)}, ptr {place}")
            match like:
                case Listed():
                    found.append(Listed(text, like.most))
                case Mask():
                    found.append(Mask(text))
                case Number():
                    low, high = min(like.low, like.high), max(like.low, like.high)
                    found.append(Number(text, low, high))
        return found

    def keep(self, test: Callable[[Number, list[Member]], Truth]) -> None:
        """Keep the rows that pass."""
        writer = self.writer
        kept = writer.variable("i64", "0")

        def one(k: Number) -> None:
            row = self.get(k)

            def stay() -> None:
                at = Number(kept.get(), 0, MOST_ROWS - 1)
                self.write(at, row)
                kept.set(writer.add(at, ONE).text)

            writer.if_(test(k, row), stay)

        writer.count(self.size, one)
        self.filled.set(kept.get())

    def keep_if_able(self, test: Callable[[Number, list[Member]], Truth]) -> None:
        """Keep the rows that pass, or all: each is asked once, and the answers are kept."""
        writer = self.writer
        answers = writer.buffer("i8", MOST_ROWS)
        some = writer.variable("i1", "false")

        def ask(k: Number) -> None:
            passes = test(k, self.get(k))
            place = writer.give(f"getelementptr inbounds i8, ptr {answers}, i64 {k.text}")
            writer.do(f"store i8 {writer.give(f'zext i1 {passes.text} to i8')}, ptr {place}")
            some.set(writer.either(Truth(some.get()), passes).text)

        writer.count(self.size, ask)

        def answer(k: Number, _: list[Member]) -> Truth:
            place = writer.give(f"getelementptr inbounds i8, ptr {answers}, i64 {k.text}")
            return Truth(writer.give(f"icmp ne i8 {writer.give(f'load i8, ptr {place}')}, 0"))

        writer.if_(Truth(some.get()), lambda: self.keep(answer))
