"""What is fixed for a table: players, options, pack, and how large each type then is."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from hoyle.dsl.card_words import CardWords
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import types as t
from hoyle.dsl.limits import CARDS, MAX_NUMBER, TooLarge
from hoyle.dsl.machine.pack import PackOfCards
from hoyle.dsl.report import Report

WIDE = MAX_NUMBER  # of a number whose bounds are not known
Evaluate = Callable[[g.Value], int]


@attrs.define(eq=False)
class Settings:
    """The table: filled in step by step, since the pack may depend on the options.

    As long as there is no pack, a card is its look (CardWords).
    """

    game: g.Game
    players: int
    options: dict[str, int] = attrs.field(factory=dict)
    sides: int = 0
    pack: PackOfCards | None = None

    def rank_words(self) -> tuple[str, ...]:
        """The ranks as the pack's text has them."""
        return self.game.words.ranks

    def suit_words(self) -> tuple[str, ...]:
        """The suits."""
        return self.game.words.suits

    def cards(self) -> PackOfCards:
        """The pack, once it is there."""
        assert self.pack is not None
        return self.pack

    def known_pack(self) -> PackOfCards:
        """The pack; as long as there is none, one without cards."""
        if self.pack is not None:
            return self.pack
        return PackOfCards.of((), self.game.words)

    def code_of_card(self, word: str) -> int:
        """The look of a card as it is written; ValueError where the ruleset has none such."""
        look = self.game.words.find_card(word)
        if look is None:
            raise ValueError(f"the pack has no {word}")
        return look

    def cards_of_code(self, code: int) -> list[int]:
        """The copies of a card in the pack; none where it has been taken out."""
        return [card for card, look in enumerate(self.cards().looks) if look == code]

    def members(self, kind: t.Type) -> int:
        """How many values a type of single things has (numbers: their highest plus one).

        `WIDE` where there is no telling.
        """
        kind = t.bare(kind)
        if kind.answers is not None:
            return len(kind.answers) * kind.width
        if isinstance(kind, t.NumberT):
            return (kind.high if kind.high is not None else WIDE) + 1
        single: dict[t.Type, int] = {
            t.YESNO: 2, t.CARD: self.cards().size if self.pack else 0, t.SEAT: self.players,
            t.SIDE: self.sides, t.RANK: len(self.rank_words()), t.SUIT: len(self.suit_words()),
        }  # fmt: skip
        return single.get(kind, WIDE)


def maskable(kind: t.Type) -> bool:
    """Whether sets of such things are kept as masks."""
    return kind in (t.CARD, t.RANK, t.SUIT, t.SEAT, t.SIDE, t.YESNO) or isinstance(kind, t.ChoiceT)


def shape(kind: t.Type) -> str:
    """How a value is kept: `int`, `mask` or `seq`."""
    kind = t.bare(kind)
    if isinstance(kind, t.SeveralT):
        return "mask" if isinstance(kind, t.SetT) and maskable(kind.of) else "seq"
    return "mask" if kind == t.EMPTY else "int"


def build_pack(game: g.Game, evaluate: Evaluate, report: Report) -> PackOfCards | None:
    """Suit by suit, rank by rank, in the order of the text; then further suits, then copies.

    None where the report says why there is none.
    """
    words = game.words
    cards = [(look, copy) for look, times in game.deck for copy in range(times)]
    for line in game.pack:
        if line.kind == "another":
            suit = evaluate(line.value)
            of_suit = [(look, times) for look, times in game.deck if words.split(look)[1] == suit]
            cards += [(look, times + copy) for look, times in of_suit for copy in range(times)]
    for line in game.pack:
        copies = max(1, evaluate(line.value)) if line.kind == "copies" else 1
        try:
            CARDS.check(len(cards) * copies, line.value.span)
        except TooLarge as excess:
            excess.add_to(report)
            return None
        step = 1 + max((copy for _, copy in cards), default=0)
        cards = [(look, copy + k * step) for k in range(copies) for look, copy in cards]
    for line in game.pack:
        if line.kind == "remove" and (line.test is None or evaluate(line.test)):
            for gone in _removed(line.value, evaluate, words):
                fitting = [card for card in cards if card[0] == gone]
                if not fitting:
                    report.add("P05", "that card is not in the pack any more", line.span)
                    return None
                cards.remove(fitting[-1])
    return PackOfCards.of(cards, words)


def _removed(value: g.Value, evaluate: Evaluate, words: CardWords) -> list[int]:
    """The looks of the cards that a `remove` line names; no pack is there yet."""
    match value:
        case g.Op(name="list" | "union", args=args):
            return [look for arg in args for look in _removed(arg, evaluate, words)]
        case g.Op(name="cards_of", args=(rank, suit)):
            return [words.make_look(evaluate(rank), evaluate(suit))]
        case g.Op(name="if", args=(test, yes, no)):
            return _removed(yes if evaluate(test) else no, evaluate, words)
    return [evaluate(value)]  # a card by its look, see Settings
