"""Chance, as generator.py has it: SplitMix64 by counter."""

from __future__ import annotations

from hoyle.dsl.machine import program as p
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
from hoyle.interpreter.native.zones import CARD_COST, Zones
from hoyle.interpreter.runtime.generator import GOLDEN


class Chance(Zones):
    """Writes draws, shuffles and the streams that they come from."""

    def mix(self, text: str) -> str:
        """The finisher of SplitMix64."""
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
            folded = self.give(f"xor i64 {text}, {self.give(f'lshr i64 {text}, {shift}')}")
            text = self.give(f"mul i64 {folded}, {in_64_bits(factor)}")
        return self.give(f"xor i64 {text}, {self.give(f'lshr i64 {text}, 31')}")

    def keyed(self, text: str, word: str) -> str:
        """A key's state with a word mixed in."""
        for byte in word.encode("ascii"):
            text = self.mix(self.give(f"add i64 {text}, {in_64_bits(GOLDEN + byte)}"))
        return text

    def numbered(self, state: str, at: Number) -> str:
        """The key of a stream: the state, and at last a number."""
        moved = self.give(f"add i64 {at.text}, {in_64_bits(GOLDEN)}")
        return self.mix(self.give(f"add i64 {state}, {moved}"))

    def start_streams(self, seed: str) -> None:
        """The streams of chance and of the seats."""
        state = self.mix(seed)
        self.store_word(Word.CHANCE, Number(self.keyed(state, "chance")))
        self.store_word(Word.EVENTS, ZERO)
        bot = self.keyed(state, "bot")

        def one(seat: Number) -> None:
            key = self.numbered(bot, seat)
            self._stream_of(seat).set(key)

        self.count(number(self.machine.players), one)

    def _stream_of(self, seat: Number) -> Variable:
        start = self.word_at(self.layout.streams)
        place = self.give(f"getelementptr inbounds i64, ptr {start}, i64 {seat.text}")
        return Variable(self, "i64", place, self.shared.tag("streams"))

    def below(self, stream: Variable, n: Number) -> Number:
        """A number below n, which is at least 1; none is drawn where only 0 is possible.

        A stream is its key and, for each draw so far, GOLDEN.
        """
        draw, slow, done = self.label("draw"), self.label("slow"), self.label("drawn")
        start, one = self.block, self.compare("sgt", n, ONE)
        self.branch(one, draw, done, likely=True)
        self.begin(draw)
        state = self.give(f"add i64 {stream.get()}, {in_64_bits(GOLDEN)}")
        stream.set(state)
        bits = self.mix(state)
        wide = [self.give(f"zext i64 {text} to i128") for text in (bits, n.text)]
        product = self.give(f"mul i128 {wide[0]}, {wide[1]}")
        low = self.give(f"trunc i128 {product} to i64")
        high = self.give(f"trunc i128 {self.give(f'lshr i128 {product}, 64')} to i64")
        fine = Truth(self.give(f"icmp uge i64 {low}, {n.text}"))
        first_end = self.block
        self.branch(fine, done, slow, likely=True)
        self.begin(slow)
        floor = self.give(f"urem i64 {self.give(f'sub i64 0, {n.text}')}, {n.text}")
        again = Truth(self.give(f"icmp ult i64 {low}, {floor}"))
        self.branch(again, draw, done)
        ways = [(high, first_end), (high, slow)]
        if one.text != "true":
            ways.insert(0, ("0", start))
        self.begin(done)
        return Number(self.merge("i64", ways), 0, max(0, n.high - 1))

    def draw_for(self, seat: Number, n: Number) -> Number:
        """A number below n from the stream of a seat."""
        return self.below(self._stream_of(seat), n)

    def happen(self, node: p.Chance) -> None:
        """A shuffle or a draw."""
        if node.kind == "pause":
            return
        assert node.span is not None
        self.span = node.span
        members = self.kept(self.seq_of_expr(node.over)) if node.over is not None else None
        event = self.load_word(Word.EVENTS, 0, 2**62)
        self.store_word(Word.EVENTS, self.add(event, ONE))
        key = self.numbered(self.load_word(Word.CHANCE).text, event)
        stream = self.variable("i64", key)
        if members is not None:
            assert members.get is not None and members.size is not None
            some = self.compare("sgt", members.size, ZERO)
            self.need(some, self.fault_number("there is none to draw from"))
            size = Number(members.size.text, max(1, members.size.low), members.size.high)
            found = members.get(self.below(stream, size))
            self.store(self.place_of_ref(node.ref), found)
            return
        self._shuffle(node, stream)

    def _shuffle(self, node: p.Chance, stream: Variable) -> None:
        place = self.place_of_ref(node.ref)
        size = self.length(place)
        self.charge(CARD_COST * place.group.room)

        def change(k: Number) -> None:
            i = self.subtract(self.subtract(size, ONE), k)
            i = Number(i.text, 1, place.group.room - 1)
            j = self.below(stream, self.add(i, ONE))
            one, other = self.entry(place, i), self.entry(place, j)
            self.put_entry(place, i, other)
            self.put_entry(place, j, one)

        self.count(self.subtract(size, ONE), change, bound=place.group.room)
        if self.machine.shown is not None:
            self.forget(self.cards_of(place))
