"""Chance, as generator.py has it: SplitMix64 by counter."""

from __future__ import annotations

from hoyle.dsl.machine import program as p
from hoyle.interpreter.native.expressions import Expressions
from hoyle.interpreter.native.layout import Word
from hoyle.interpreter.native.memory import Variable
from hoyle.interpreter.native.writer import (
    ONE,
    ZERO,
    Number,
    Truth,
    in_64_bits,
    number,
)
from hoyle.interpreter.native.zones import CARD_COST
from hoyle.interpreter.runtime.generator import GOLDEN


class Chance:
    """Writes draws, shuffles and the streams that they come from."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions, self.code = expressions, expressions.code
        self.sequences, self.zones = expressions.sequences, expressions.zones

    def mix(self, text: str) -> str:
        """The finisher of SplitMix64."""
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
            folded = self.code.give(
                f"xor i64 {text}, {self.code.give(f'lshr i64 {text}, {shift}')}"
            )
            text = self.code.give(f"mul i64 {folded}, {in_64_bits(factor)}")
        return self.code.give(f"xor i64 {text}, {self.code.give(f'lshr i64 {text}, 31')}")

    def keyed(self, text: str, word: str) -> str:
        """A key's state with a word mixed in."""
        for byte in word.encode("ascii"):
            text = self.mix(self.code.give(f"add i64 {text}, {in_64_bits(GOLDEN + byte)}"))
        return text

    def numbered(self, state: str, at: Number) -> str:
        """The key of a stream: the state, and at last a number."""
        moved = self.code.give(f"add i64 {at.text}, {in_64_bits(GOLDEN)}")
        return self.mix(self.code.give(f"add i64 {state}, {moved}"))

    def start_streams(self, seed: str) -> None:
        """The streams of chance and of the seats."""
        state = self.mix(seed)
        self.code.store_word(Word.CHANCE, Number(self.keyed(state, "chance")))
        self.code.store_word(Word.EVENTS, ZERO)
        bot = self.keyed(state, "bot")

        def one(seat: Number) -> None:
            key = self.numbered(bot, seat)
            self._stream_of(seat).set(key)

        self.code.count(number(self.code.machine.players), one)

    def _stream_of(self, seat: Number) -> Variable:
        start = self.code.word_at(self.code.layout.streams)
        place = self.code.give(f"getelementptr inbounds i64, ptr {start}, i64 {seat.text}")
        return Variable(self.code, "i64", place, self.code.shared.tag("streams"))

    def below(self, stream: Variable, n: Number) -> Number:
        """A number below n, which is at least 1; none is drawn where only 0 is possible.

        A stream is its key and, for each draw so far, GOLDEN.
        """
        draw, slow, done = (
            self.code.label("draw"),
            self.code.label("slow"),
            self.code.label("drawn"),
        )
        start, one = self.code.block, self.code.compare("sgt", n, ONE)
        self.code.branch(one, draw, done, likely=True)
        self.code.begin(draw)
        state = self.code.give(f"add i64 {stream.get()}, {in_64_bits(GOLDEN)}")
        stream.set(state)
        bits = self.mix(state)
        wide = [self.code.give(f"zext i64 {text} to i128") for text in (bits, n.text)]
        product = self.code.give(f"mul i128 {wide[0]}, {wide[1]}")
        low = self.code.give(f"trunc i128 {product} to i64")
        high = self.code.give(f"trunc i128 {self.code.give(f'lshr i128 {product}, 64')} to i64")
        fine = Truth(self.code.give(f"icmp uge i64 {low}, {n.text}"))
        first_end = self.code.block
        self.code.branch(fine, done, slow, likely=True)
        self.code.begin(slow)
        floor = self.code.give(f"urem i64 {self.code.give(f'sub i64 0, {n.text}')}, {n.text}")
        again = Truth(self.code.give(f"icmp ult i64 {low}, {floor}"))
        self.code.branch(again, draw, done)
        ways = [(high, first_end), (high, slow)]
        if one.text != "true":
            ways.insert(0, ("0", start))
        self.code.begin(done)
        return Number(self.code.merge("i64", ways), 0, max(0, n.high - 1))

    def draw_for(self, seat: Number, n: Number) -> Number:
        """A number below n from the stream of a seat."""
        return self.below(self._stream_of(seat), n)

    def happen(self, node: p.Chance) -> None:
        """A shuffle or a draw."""
        if node.by_hand:
            return
        assert node.span is not None
        self.code.span = node.span
        members = (
            self.sequences.kept(self.expressions.seq_of_expr(node.over))
            if node.over is not None
            else None
        )
        event = self.code.load_word(Word.EVENTS, 0, 2**62)
        self.code.store_word(Word.EVENTS, self.code.add(event, ONE))
        key = self.numbered(self.code.load_word(Word.CHANCE).text, event)
        stream = self.code.variable("i64", key)
        if members is not None:
            assert members.get is not None and members.size is not None
            some = self.code.compare("sgt", members.size, ZERO)
            self.code.need(some, self.code.fault_number("there is none to draw from"))
            size = Number(members.size.text, max(1, members.size.low), members.size.high)
            found = members.get(self.below(stream, size))
            self.code.store(self.zones.place_of_ref(node.ref), found)
            return
        self._shuffle(node, stream)

    def _shuffle(self, node: p.Chance, stream: Variable) -> None:
        place = self.zones.place_of_ref(node.ref)
        size = self.code.length(place)
        self.code.charge(CARD_COST * place.group.room)

        def change(k: Number) -> None:
            i = self.code.subtract(self.code.subtract(size, ONE), k)
            i = Number(i.text, 1, place.group.room - 1)
            j = self.below(stream, self.code.add(i, ONE))
            one, other = self.code.entry(place, i), self.code.entry(place, j)
            self.code.put_entry(place, i, other)
            self.code.put_entry(place, j, one)

        self.code.count(self.code.subtract(size, ONE), change, bound=place.group.room)
        if self.code.machine.shown is not None:
            self.zones.forget(self.zones.cards_of(place))
        played = self.code.machine.player_of
        if played is not None:
            nobody = number(-1)

            def forget(k: Number) -> None:
                card = self.sequences.as_number_value(self.code.entry(place, k))
                self.code.store(self.code.place_of(played, card), nobody)

            self.code.count(size, forget, bound=place.group.room)
