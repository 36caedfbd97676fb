"""What is fixed for a table: players, options, pack, and how large each type then is."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import (
    CARD,
    EMPTY,
    RANK,
    SEAT,
    SIDE,
    SUIT,
    YESNO,
    ChoiceT,
    MaybeT,
    NumberT,
    SequenceT,
    SetT,
    Type,
)
from hoyle.dsl.limits import CARDS, TooLarge
from hoyle.dsl.machine.program import PackOfCards
from hoyle.dsl.report import Report

WIDE = 2**31
Evaluate = Callable[[g.Value], int]


@attrs.define(eq=False)
class Settings:
    """The table: filled in step by step, since the pack may depend on the options.

    A card is its rank times 8 and its suit (its code) as long as there is no pack.
    """

    game: g.Game
    players: int
    options: dict[str, int] = attrs.field(factory=dict)
    sides: int = 0
    pack: PackOfCards | None = None

    def rank_words(self) -> tuple[str, ...]:
        """The ranks as the pack's text has them."""
        return next((line.words for line in self.game.pack if line.kind == "ranks"), ())

    def suit_words(self) -> tuple[str, ...]:
        """The suits."""
        suits = [line.words for line in self.game.pack if line.kind == "suits"]
        return suits[0] if suits else ("♠", "♥", "♦", "♣")

    def cards(self) -> PackOfCards:
        """The pack, once it is there."""
        assert self.pack is not None
        return self.pack

    def known_pack(self) -> PackOfCards:
        """The pack; as long as there is none, one without cards."""
        if self.pack is not None:
            return self.pack
        return PackOfCards((), (), self.rank_words(), self.suit_words(), (), ())

    def code_of_card(self, word: str) -> int:
        """The code of a card as it is written; ValueError where the ruleset has none such."""
        return self.rank_words().index(word[:-1]) * 8 + self.suit_words().index(word[-1])

    def cards_of_code(self, code: int) -> list[int]:
        """The copies of a card in the pack; none where it has been taken out."""
        cards = enumerate(zip(self.cards().ranks, self.cards().suits, strict=True))
        return [card for card, looks in cards if looks == divmod(code, 8)]

    def members(self, kind: Type) -> int:
        """How many values a type of single things has (numbers: their highest plus one)."""
        match kind:
            case MaybeT(of):
                return self.members(of)
            case ChoiceT(words=words):
                return len(words)
            case NumberT(_, high):
                return (high if high is not None else WIDE) + 1
        single: dict[Type, int] = {
            YESNO: 2, CARD: self.cards().size if self.pack else 0, RANK: len(self.rank_words()),
            SUIT: len(self.suit_words()), SEAT: self.players, SIDE: self.sides,
        }  # fmt: skip
        return single.get(kind, WIDE)


def maskable(kind: Type) -> bool:
    """Whether sets of such things are kept as masks."""
    return kind in (CARD, RANK, SUIT, SEAT, SIDE, YESNO) or isinstance(kind, ChoiceT)


def shape(kind: Type) -> str:
    """How a value is kept: `int`, `mask` or `seq`."""
    match kind:
        case MaybeT(of):
            return shape(of)
        case SetT(of):
            return "mask" if maskable(of) else "seq"
        case SequenceT():
            return "seq"
    return "mask" if kind == EMPTY else "int"


def build_pack(game: g.Game, evaluate: Evaluate, report: Report) -> PackOfCards | None:
    """Suit by suit, rank by rank, in the order of the text; then further suits, then copies.

    None where the report says why there is none.
    """
    ranks: tuple[str, ...] = ()
    suits: tuple[str, ...] = ("♠", "♥", "♦", "♣")
    for line in game.pack:
        if line.kind == "ranks":
            ranks = line.words
        elif line.kind == "suits":
            suits = line.words
    cards = [(r, s, 0) for s in range(len(suits)) for r in range(len(ranks))]
    for line in game.pack:
        if line.kind == "another" and line.value is not None:
            suit = evaluate(line.value)
            cards += [(r, suit, 1) for r in range(len(ranks))]
    copies = 1
    for line in game.pack:
        if line.kind == "copies" and line.value is not None:
            copies = evaluate(line.value)
            try:
                CARDS.check(len(cards) * copies, line.value.span)
            except TooLarge as excess:
                excess.add_to(report)
                return None
    if copies > 1:
        step = 1 + max(copy for _, _, copy in cards)
        cards = [(r, s, c + k * step) for k in range(copies) for r, s, c in cards]
    for line in game.pack:
        if line.kind == "remove" and (line.test is None or evaluate(line.test)):
            assert line.value is not None
            gone = _removed(line.value, evaluate, ranks, suits)
            for rank, suit in gone:
                fitting = [card for card in cards if card[:2] == (rank, suit)]
                if not fitting:
                    report.add("P05", "that card is not in the pack any more", line.span)
                    return None
                cards.remove(fitting[-1])
    first: dict[tuple[int, int], int] = {}
    twin_of = tuple(first.setdefault((r, s), k) for k, (r, s, _) in enumerate(cards))
    return PackOfCards(
        tuple(r for r, _, _ in cards), tuple(s for _, s, _ in cards), ranks, suits,
        tuple(c for _, _, c in cards), twin_of,
    )  # fmt: skip


def _removed(
    value: g.Value, evaluate: Evaluate, ranks: tuple[str, ...], suits: tuple[str, ...]
) -> list[tuple[int, int]]:
    """The cards that a `remove` line names, as ranks and suits; no pack is there yet."""
    match value:
        case g.Literal(what="card", word=word):
            return [(ranks.index(word[:-1]), suits.index(word[-1]))]
        case g.Op(name="list" | "union", args=args):
            return [card for arg in args for card in _removed(arg, evaluate, ranks, suits)]
        case g.Op(name="cards_of", args=(rank, suit)):
            return [(evaluate(rank), evaluate(suit))]
        case g.Op(name="if", args=(test, yes, no)):
            return _removed(yes if evaluate(test) else no, evaluate, ranks, suits)
    code = evaluate(value)  # an option: rank * 8 + suit, see Settings
    return [(code // 8, code % 8)]
