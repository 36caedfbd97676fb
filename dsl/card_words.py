"""How cards are written: the signs, letters and names of the ranks and suits of a pack.

This is the one place that knows them. A pack's words are those of its text; what a reader sees, and
what is typed in play, follow from them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product

import attrs

from hoyle.dsl.nearest import WRITTEN
from hoyle.dsl.printable import to_dashes, to_underscores

FRENCH = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}  # with the letters that stand for them
SYMBOLS = {letter: symbol for symbol, letter in FRENCH.items()}
FRENCH_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
NUMBERS = {"A": 1, "J": 11, "Q": 12, "K": 13}
MOST_SUITS = 64  # of one pack; a card's look is one number made of its rank and suit

# Signs that other suits may have, for a class of a regular expression: daggers and pictures.
OTHER_SIGNS = "†‡\u25a0-\u25ff\u2600-\u265f\u2668-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff"
OTHER_LETTERS = "ABE-GI-RT-Z"
END = "(?![A-Za-z0-9_])"

# Of a card the second copy is marked `'`, the third `'3`.
COPY_MARK = rf"(?:'(?:(?:[2-9]|[1-9][0-9]{{1,3}})(?![0-9♠♥♦♣{OTHER_SIGNS}A-Z]))?)?"
SUIT = f"[♠♥♦♣{OTHER_SIGNS}]"
RANK = "(?:10|[2-9A-Z])"  # with a suit of the French pack
ANY_RANK = "(?:[0-9]{1,4}|[A-Z])"
CARD = (
    f"(?=[0-9A-Z])(?:{RANK}[♠♥♦♣]{COPY_MARK}|{ANY_RANK}[{OTHER_SIGNS}]{COPY_MARK}"
    f"|(?:{RANK}[SHDC]|{ANY_RANK}[{OTHER_LETTERS}]){COPY_MARK}(?![A-Za-z0-9_']))"
)
MARK = "'(?:[2-9]|[1-9][0-9]{1,3})?(?![A-Za-z0-9_'])"  # behind the name of a card
A_SIGN = re.compile(f"[{OTHER_SIGNS}{OTHER_LETTERS}]")
A_LETTER = re.compile("[A-Z]")


def format_copy_mark(copy: int) -> str:
    """The mark behind a card of which there are several, from 0: ``, `'`, `'3`."""
    return "" if copy == 0 else "'" if copy == 1 else f"'{copy + 1}"


def parse_copy_mark(mark: str) -> int:
    """The number of a copy, from 0, from what COPY_MARK lets through."""
    return int(mark[1:] or 2) - 1 if mark else 0


def _find(words: tuple[str, ...], signs: tuple[str, ...], text: str) -> int | None:
    """The place of what is written with its name or its sign; None where nothing is."""
    if text in words:
        return words.index(text)
    return signs.index(text) if text and text in signs else None


@attrs.frozen
class CardWords:
    """The words of a pack: its ranks, its suits, and its cards that have neither.

    A rank or suit has a sign, with which cards are written short, or an empty one. A look is the
    number of a rank and a suit, or of a card without them, whichever copy it is.
    """

    ranks: tuple[str, ...] = ()
    suits: tuple[str, ...] = tuple(FRENCH)
    singles: tuple[str, ...] = ()
    rank_signs: tuple[str, ...] = ()
    suit_signs: tuple[str, ...] = tuple(FRENCH)

    # ------------------------------------------------------------------ looks

    def make_look(self, rank: int, suit: int) -> int:
        """The look of a card of a rank and suit."""
        return rank * MOST_SUITS + suit

    def make_single(self, number: int) -> int:
        """The look of a card without rank and suit."""
        return len(self.ranks) * MOST_SUITS + number

    def split(self, look: int) -> tuple[int, int]:
        """The rank and suit of a look; -1 and -1 of one without."""
        rank, suit = divmod(look, MOST_SUITS)
        return (rank, suit) if rank < len(self.ranks) else (-1, -1)

    # ------------------------------------------------------------------ in a text

    def find_rank(self, text: str) -> int | None:
        """The number of a rank, from its name or its sign; None where there is none."""
        return _find(self.ranks, self.rank_signs, text)

    def find_suit(self, text: str) -> int | None:
        """The same of a suit."""
        return _find(self.suits, self.suit_signs, text)

    def find_card(self, word: str) -> int | None:
        """The look of a card that is written as `write` does."""
        return self._written.get(word)

    @cached_property
    def _written(self) -> Mapping[str, int]:
        """The look of every card, by what `write` makes of it."""
        return {self.write(look): look for look in self._list_looks()}

    def _list_looks(self) -> Iterator[int]:
        for rank in range(len(self.ranks)):
            for suit in range(len(self.suits)):
                yield self.make_look(rank, suit)
        for number in range(len(self.singles)):
            yield self.make_single(number)

    def find_written_alike(self, looks: Iterable[int]) -> tuple[list[int], str] | None:
        """Two looks that a reader could not tell apart, with what is written for both."""
        for symbols in (True, False):
            found: dict[str, int] = {}
            for look in looks:
                form = self.format_card(look, symbols).lower()
                if found.setdefault(form, look) != look:
                    return [found[form], look], self.format_card(look, symbols)
        return None

    def write(self, look: int, of: str = " of ") -> str:
        """A card as a text has it: `7♠`, `7 of coins`, `fool`."""
        rank, suit = self.split(look)
        if rank < 0:
            return self.singles[look % MOST_SUITS]
        if self.rank_signs[rank] and self.suit_signs[suit]:
            return self.rank_signs[rank] + self.suit_signs[suit]
        return f"{self.ranks[rank]}{of}{self.suits[suit]}"

    def write_two(self) -> str:
        """Two cards as a text has them, for an example."""
        ranks = range(min(2, len(self.ranks)))
        looks = [self.make_look(rank, 0) for rank in ranks]
        looks += [self.make_single(number) for number in range(min(2, len(self.singles)))]
        return " ".join(self.write(look) for look in looks[:2])

    # ------------------------------------------------------------------ in play

    def format_rank(self, rank: int, symbols: bool) -> str:
        """A rank for a reader; in letters only the ten of the French pack is `T`."""
        word = self.ranks[rank]
        return "T" if word == "10" and not symbols and self._is_french else to_dashes(word)

    def format_suit(self, suit: int, symbols: bool) -> str:
        """A suit for a reader."""
        word = self.suits[suit]
        return to_dashes(word) if symbols else FRENCH.get(word, to_dashes(word))

    def format_card(self, look: int, symbols: bool) -> str:
        """A card for a reader, one word; in letters only what a keyboard has."""
        rank, suit = self.split(look)
        if rank >= 0 and self.has_plain_suit:
            return to_dashes(self.rank_signs[rank] or self.ranks[rank])
        if symbols or rank < 0:
            return to_dashes(self.write(look, "-of-"))
        letter = FRENCH.get(self.suits[suit], self.suit_signs[suit] if self._has_letters else "")
        if self.rank_signs[rank] and letter:
            short = "T" if self.ranks[rank] == "10" and self.suits[suit] in FRENCH else ""
            return (short or self.rank_signs[rank]) + letter
        return to_dashes(f"{self.ranks[rank]}-of-{self.suits[suit]}")

    def list_signs(self, symbols: bool) -> list[tuple[str, str]]:
        """The signs with which cards of this pack are written for a reader, and what they mean.

        Those of the French pack need no word, but its ten in letters where a suit has that letter.
        """
        if not (symbols or self._has_letters):
            return []
        signs, words = self.suit_signs + self.rank_signs, self.suits + self.ranks
        if self.has_plain_suit:
            signs, words = self.rank_signs, self.ranks
        pairs = zip(signs, words, strict=True)
        known = {"", *(FRENCH_RANKS if self._is_french else ())}
        found = [(sign, to_dashes(word)) for sign, word in pairs if sign not in {*known, word}]
        letter = next((FRENCH[suit] for suit in self.suits if suit in FRENCH), "")
        if letter and not symbols and "T" in self.suit_signs and "10" in self.ranks:
            found.append((f"T{letter}", f"10 of {letter}"))
        return found

    @cached_property
    def _has_letters(self) -> bool:
        """Whether all suits with signs of their own have letters, so that a card is short there."""
        return all(sign.isascii() for sign in self.suit_signs if sign not in FRENCH)

    @cached_property
    def has_plain_suit(self) -> bool:
        """Whether the only suit has a name of its own, which tells a reader nothing."""
        alone = len(self.suits) == 1 and self.suits[0] not in FRENCH
        return alone and not set(self.ranks) & set(self.singles)

    @cached_property
    def _is_french(self) -> bool:
        return any(suit in FRENCH for suit in self.suits)

    @cached_property
    def _typed(self) -> Mapping[str, int]:
        """The look of every card by all that may be typed for it, in small letters."""
        found: dict[str, int] = {}
        for look in self._list_looks():
            forms = {self.format_card(look, True), self.format_card(look, False)}
            rank, suit = self.split(look)
            if rank >= 0:
                forms.add(to_dashes(f"{self.ranks[rank]}-of-{self.suits[suit]}"))
                forms.add(to_dashes(self.write(look, "-of-")))
                sign = self.suit_signs[suit]
                if self.ranks[rank] == "10" and sign in FRENCH:
                    forms |= {f"T{sign}", f"10{FRENCH[sign]}"}
            for form in forms:
                found.setdefault(form.lower(), look)
        for rank, suit in product(range(len(self.ranks)), range(len(self.suits))):
            ranks = {self.ranks[rank], self.rank_signs[rank]} - {""}
            suits = {self.suits[suit], self.suit_signs[suit]} - {""}
            for one, other in product(sorted(ranks), sorted(suits)):  # `K of acorns`
                found.setdefault(to_dashes(f"{one}-of-{other}").lower(), self.make_look(rank, suit))
        return found

    def read_card(self, text: str) -> int | None:
        """The look of a card as somebody types it; None where the pack has no such card."""
        return self._typed.get(to_dashes(text.lower()))

    def read_rank(self, text: str) -> int | None:
        """A rank as somebody types it: `K`, `k`, `king`."""
        small = text.lower()
        for word in (text, text.upper(), to_underscores(small), WRITTEN.get(small, "")):
            found = self.find_rank(word)
            if found is not None:
                return found
        return self.find_rank("10") if text.upper() == "T" else None

    def read_suit(self, text: str) -> int | None:
        """A suit as somebody types it: its sign, its letter or its name, also in English."""
        small = text.lower()
        words = SYMBOLS.get(text.upper(), text), to_underscores(small), WRITTEN.get(small, "")
        for word in words:
            found = self.find_suit(word)
            if found is not None:
                return found
        return None

    # ------------------------------------------------------------------ numbers

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The number of each rank: its figures, A 1, J 11, Q 12, K 13, else its place from 1."""
        return tuple(
            NUMBERS.get(word) or (int(word) if word.isdigit() else place)
            for place, word in enumerate(self.ranks, 1)
        )


def write_best_first(ranks: Sequence[str]) -> str:
    """The ranks of a pack as an order of them is written; most packs name the lowest first."""
    numbers = [int(rank) for rank in ranks if rank.isdigit()]
    falls = len(numbers) > 1 and numbers[0] > numbers[-1]
    best_first = ranks if falls else ranks[::-1]
    high, low = best_first[0], best_first[-1]
    if len(ranks) > 2 and high.isdigit() and low.isdigit():
        in_a_row = [str(int(high) - k) for k in range(len(ranks))]
        return f"{high}..{low}" if in_a_row == list(best_first) else " ".join(best_first)
    return " ".join(best_first)
