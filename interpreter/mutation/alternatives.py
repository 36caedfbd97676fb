"""Words that are the next of their kind: of alternatives and ranks, and of what is declared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import attrs

from hoyle.dsl.card_words import FRENCH
from hoyle.dsl.node import children, walk
from hoyle.dsl.source import Span
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e

RANKS = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
SUITS = list(FRENCH)
DECLARED = (d.Zone, d.Register, d.Order)


@attrs.frozen
class Alternatives:
    """The words of each kind, by each of its words; and what is declared like another thing."""

    words: dict[str, list[str]]
    likes: dict[str, list[str]]

    def neighbours(self, expr: object) -> list[e.Expr]:
        """What stands before and after a word among its kind; nothing for what is no such word."""
        match expr:
            case e.Name(name, span=span) if name in self.words:
                return [e.Name(word, span=span) for word in _beside(self.words[name], name)]
            case e.RankWord(text, span=span):
                ranks = self.words.get(text, RANKS)
                return [_a_rank(other, span) for other in _beside(ranks, text)]
            case e.SuitWord(symbol, span=span):
                return [e.SuitWord(other, span=span) for other in self._next_suit(symbol)]
            case e.CardWord(rank, suit, copy, span=span):
                return [e.CardWord(rank, other, copy, span=span) for other in self._next_suit(suit)]
            case _:
                return []

    def _next_suit(self, suit: str) -> list[str]:
        return _beside(self.words.get(suit, SUITS), suit)[:1]

    def another(self, name: str) -> str | None:
        """What is declared next of the same kind as this; None where nothing is."""
        return _beside(self.likes[name], name)[0] if name in self.likes else None


def _beside(words: Sequence[str], word: str) -> list[str]:
    """The words after and before a word, in a ring; once where both are the same."""
    if word not in words:
        return []
    at = words.index(word)
    return list(dict.fromkeys([words[(at + 1) % len(words)], words[at - 1]]))


def _a_rank(word: str, span: Span) -> e.Expr:
    """A rank as the tree has it: one written with figures is a number until it is typed."""
    return e.Number(int(word), span=span) if word.isdigit() else e.RankWord(word, span=span)


def alternatives_of(files: Iterable[d.File]) -> Alternatives:
    """The words of everything that some files declare."""
    files = list(files)
    return Alternatives(_by_word(_word_lists(files)), _by_word(_declared_alike(files)))


def _by_word(lists: Iterable[list[str]]) -> dict[str, list[str]]:
    """Each word with its list; a word that stands in several belongs to the first."""
    found: dict[str, list[str]] = {}
    for words in lists:
        for word in words:
            if len(words) > 1:
                found.setdefault(word, words)
    return found


def _word_lists(files: Iterable[d.File]) -> Iterator[list[str]]:
    """The alternatives of types, and the kinds of rankings, in the order of their text."""
    for file in files:
        for node in walk(file.declarations):
            if isinstance(node, d.TypeOr):
                values = (part.value for part in node.parts if isinstance(part, d.TypeValue))
                yield [value.name for value in values if isinstance(value, e.Name)]
            elif isinstance(node, d.Ranking):
                firsts = (row.cells[0].tests[0] for row in node.rows)
                yield [first.name for first in firsts if isinstance(first, e.Name)]
            elif isinstance(node, d.PackRanks | d.PackSuits | d.PackCards):
                yield from _pack_words(node)


def _pack_words(line: d.PackRanks | d.PackSuits | d.PackCards) -> Iterator[list[str]]:
    """The names, and the signs, of ranks, suits and cards that are not of the French pack."""
    words = [word for word in children(line) if isinstance(word, d.PackWord)]
    yield [word.word.name for word in words if isinstance(word.word, e.Name)]
    yield [word.sign.plain for word in words if word.sign is not None]


def _declared_alike(files: Iterable[d.File]) -> Iterable[list[str]]:
    """Zones, registers and orders that hold the same sort of thing, for the same sort of owner."""
    alike: dict[str, list[str]] = {}
    for file in files:
        for node in walk(file.declarations):
            if isinstance(node, DECLARED):
                kind = getattr(node, "type", None)
                sort = "a number" if isinstance(kind, d.TypeValue) else repr(kind)
                key = f"{type(node).__name__} {getattr(node, 'index', '')} {sort}"
                alike.setdefault(key, []).append(node.name)
    return alike.values()
