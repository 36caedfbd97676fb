"""What is fixed for a table: players, options, pack, and how large each type then is."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import (
    CARD,
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
from hoyle.dsl.machine.program import PackOfCards

WIDE = 2**31


@attrs.define(eq=False)
class Settings:
    """The table: filled in step by step, since the pack may depend on the options."""

    game: g.Game
    players: int
    options: dict[str, int] = attrs.field(factory=dict)
    sides: int = 0
    pack: PackOfCards | None = None
    evaluate: Callable[[g.Value], int] = attrs.field(default=lambda value: 0)

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

    def code_of_card(self, word: str) -> int:
        """A card before the pack is made: its rank times 8 and its suit."""
        return self.rank_words().index(word[:-1]) * 8 + self.suit_words().index(word[-1])

    def card_of_code(self, code: int) -> int:
        """The card of such a code in the pack; -1 where it has been taken out."""
        for card, pair in enumerate(zip(self.cards().ranks, self.cards().suits, strict=True)):
            if pair == divmod(code, 8):
                return card
        return -1

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
    return "mask" if str(getattr(kind, "name", "")) == "Empty" else "int"


def chosen_options(given: Mapping[str, int], settings: Settings) -> None:
    """All options: as given, else the default, which may use earlier options."""
    for name, option in settings.game.options.items():
        settings.options[name] = given[name] if name in given else settings.evaluate(option.default)
