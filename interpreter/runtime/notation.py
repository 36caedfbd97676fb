"""Cards, seats, moves and values as words; and moves from words.

The canonical text of a move is ASCII: `play JS`, `buy 6`, `declare [3H 5H]`; of a card
that the pack has several times the second is `KS'`, the third `KS'3`.
Symbols are for showing; both are read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from hoyle.dsl.card_words import COPY_MARK, format_copy_mark, parse_copy_mark
from hoyle.dsl.checked.example_lines import SEAT_NAMES as SEAT_NAMES
from hoyle.dsl.checked.types import (
    CARD,
    RANK,
    SEAT,
    SIDE,
    SUIT,
    YESNO,
    ChoiceT,
    KindT,
    MaybeT,
    NumberT,
    PlanT,
    RecordT,
    SequenceT,
    SetT,
    SeveralT,
    Type,
    bare,
)
from hoyle.dsl.limits import MAX_NUMBER
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import bits, mask_of
from hoyle.dsl.machine.slots import Family
from hoyle.dsl.nearest import nearest
from hoyle.dsl.printable import join_words, to_dashes, to_underscores
from hoyle.interpreter.runtime.moves import Held, Move

FRENCH_CARD = re.compile(r"(?:10|[2-9AKQJTakqjt])[♠♥♦♣SHDCshdc]")
A_CARD = re.compile(rf"([^']+)({COPY_MARK})")
PIECE = re.compile(r"\[[^\]]*\](?:/\[[^\]]*\])*|\S+")
MANY_RANKS = 14  # that are told one by one
OF = re.compile(r"(?<=[^\s\[\],]) +of +(?=[^\s\[\],])")  # in a card as the rules write it


Plain = None | bool | int | str | tuple["Plain", ...]


class NamedMove(NamedTuple):
    """A move as Python has it: the name of its action, and its values; see `Notation.to_plain`."""

    action: str
    values: tuple[Plain, ...] = ()


class NotAMove(Exception):
    """A text that is no move; the message says what is not understood and what would be.

    Where a record should have been named, `record` is its type: which there are, a position knows.
    Behind what it `says` all values are `listed` that there can be, where they are words.
    """

    def __init__(self, says: str, record: RecordT | None = None, listed: str = "") -> None:
        super().__init__(f"{says}{listed}")
        self.says, self.record, self.listed = says, record, listed


def check_kind(value: object, kinds: type | tuple[type, ...], wanted: str) -> None:
    """ValueError where a program hands over something of another kind: `a seed is …, not None`."""
    if not isinstance(value, kinds):
        raise ValueError(f"{wanted}, not {value!r}")


def wants_only_cards(action: p.MachineAction) -> bool:
    """Whether all that is said with an action is a card or several."""
    kinds = [bare(param.type) for param in action.params]
    return bool(kinds) and all(kind in (CARD, SetT(CARD)) for kind in kinds)


def _describe_wanted(param: p.Parameter) -> str:
    """What is to be named: `3 cards` where the rules set how many, `a suit`, else by its name."""
    of, number = param.type.element, _count_wanted(param)
    if isinstance(bare(param.type), RecordT):
        return str(bare(param.type))
    if bare(param.type) == CARD and param.name == "card":
        return "one card"
    if of is not None and number is not None:
        return f"{number} {of.plural if number != 1 else str(of).removeprefix('a ')}"
    kind = str(bare(param.type))
    return kind if kind.partition(" ")[2] == param.name else param.name


def _count_wanted(param: p.Parameter) -> int | None:
    """How many things are to be named, where the rules set it."""
    match param.over:
        case p.Op(name="subsets_of_size", args=(_, p.Const(value=int(number)))):
            return number
    return 1 if bare(param.type) == CARD else None


FRACTION = re.compile(r"-?[0-9]*[.,][0-9]+")


def parse_number(text: str, digits: int = 9) -> int | None:
    """A whole number as a user may write it, in at most so many digits; None for any other text."""
    return int(text) if re.fullmatch(rf"-?[0-9]{{1,{digits}}}", text) else None


def list_indices(family: Family, at: int) -> list[tuple[int, Type]]:
    """What a slot of a family stands for, with the types: of `bet(ann, 7)` the seat and 7."""
    return list(zip(family.index_of(at), family.kinds, strict=True))


def list_name_pieces(family: Family, at: int) -> tuple[str | tuple[Held, Type], ...]:
    """What a place is called at the table, as texts and typed values.

    `hand of ann`, `column 3`, `ann's place 2`, `meld J of bob and dan`.
    """
    name, pairs = to_dashes(family.name), list_indices(family, at)
    numbers = [pair for pair in pairs if isinstance(bare(pair[1]), NumberT)]
    owners = [pair for pair in pairs if pair[1] in (SEAT, SIDE)]
    if len(owners) == 1 and len(pairs) > 1 and not numbers:
        rest = (piece for pair in pairs if pair not in owners for piece in (" ", pair))
        return (name, *rest, " of ", owners[0])
    if numbers and len(numbers) + len(owners) == len(pairs) and len(owners) <= 1:
        whose = (piece for owner in owners for piece in (owner, "'s "))
        return (*whose, name, *(piece for number in numbers for piece in (" ", number)))
    if len(pairs) < 2:
        return (name, *(piece for pair in pairs for piece in (" of ", pair)))
    inside = [piece for pair in pairs for piece in (", ", pair)][1:]
    return (name, "(", *inside, ")")


def _shorten_runs(ranks: list[str]) -> list[str]:
    """`1..104` for the numbers that follow one another, where there are very many ranks."""
    if len(ranks) <= MANY_RANKS:
        return ranks
    runs: list[list[str]] = []
    for rank in ranks:
        follows = runs and runs[-1][-1].isdigit() and rank == str(int(runs[-1][-1]) + 1)
        runs[-1:] = [[*runs[-1], rank]] if follows else [*runs[-1:], [rank]]
    return [run[0] if len(run) == 1 else f"{run[0]}..{run[-1]}" for run in runs]


class Notation:
    """The words of one table."""

    def __init__(self, machine: p.Machine, names: Sequence[str], symbols: bool = False) -> None:
        self.machine = machine
        self.names = tuple(names)
        self.symbols = symbols
        self.families = {slot: f for f in machine.families for slot in f.slots}
        records = "|".join(name.lower() for name, _ in machine.owners)
        owner = r"(?:(?:\S+, +)*\S+ +and +)?\S+'s +"  # a seat, or the seats of a side
        whose = rf"(?<![^\s\[])(?:to +)?(?:{owner}|your +)?(?=(?:{records})[-_]\d)"
        self.whose = re.compile(whose)  # whole words only

    # ------------------------------------------------------------------ to words

    def format_card(self, card: int) -> str:
        """A card; of those that look the same all but the first are marked."""
        if card < 0:
            return "none"
        pack = self.machine.pack
        return pack.words.format_card(pack.looks[card], self.symbols) + self.format_copy(card)

    def format_copy(self, card: int) -> str:
        """The mark that tells a card from others that look the same: `'`, `'3`."""
        return format_copy_mark(self.machine.pack.copy_of[card])

    def format_rank(self, rank: int) -> str:
        """A rank: in the letters of moves the ten is T."""
        return self.machine.pack.words.format_rank(rank, self.symbols)

    def format_suit(self, suit: int) -> str:
        """A suit."""
        return self.machine.pack.words.format_suit(suit, self.symbols)

    def format_cards(self, cards: Sequence[int]) -> str:
        """Several cards, with spaces between."""
        return " ".join(self.format_card(card) for card in cards)

    def format_value(self, value: Held, kind: Type) -> str:
        """Any value by its type."""
        if isinstance(kind, MaybeT) or (value == -1 and not isinstance(kind, NumberT)):
            return "none" if value == -1 else self.format_value(value, bare(kind))
        match kind:
            case ChoiceT(suits=suits) if int(value) < suits:
                return self.format_suit(int(value))
            case ChoiceT(words=words):
                return to_dashes(words[int(value)])
            case KindT():
                return to_dashes(kind.find_row(value))
            case RecordT(name=name):
                return f"{name.lower()}-{value + 1}"
            case PlanT():
                parts = (0, *value) if len(value) == 1 else value  # no melds, and what is left
                told = (part for part in parts if part != -1)  # what the table keeps is not told
                return "/".join(self.format_value(part, SetT(CARD)) for part in told)
            case SetT(of) | SequenceT(of):
                return self.format_members(bits(value) if isinstance(value, int) else value, of)
        if kind == CARD:
            return self.format_card(value)
        if kind == SUIT:
            return self.format_suit(value)
        if kind == RANK:
            return self.format_rank(value)
        if kind == SEAT:
            return str(self.names[value])
        if kind == SIDE:
            return self._format_side(value)
        if kind == YESNO:
            return "yes" if value else "no"
        return str(int(value)) if not isinstance(value, tuple) else str(list(value))

    def put_by_rank(self, value: Held, kind: Type) -> Held:
        """A value as moves and sentences tell it: there the cards of a set stand by rank."""
        inner = bare(kind)
        if value == -1:
            return value
        if isinstance(inner, PlanT):
            return tuple(self.put_by_rank(meld, SetT(CARD)) for meld in value)
        if not isinstance(inner, SetT) or bare(inner.of) != CARD:
            return value
        members = bits(value) if isinstance(value, int) else value
        return tuple(sorted(members, key=self.machine.pack.place_by_rank))

    def to_plain(self, value: Held, kind: Type) -> Plain:
        """A value as Python has it: see `Position.__getitem__`."""
        inner = bare(kind)
        if value == -1 and (kind != inner or not isinstance(inner, NumberT)):
            return None
        if isinstance(inner, SeveralT):
            members = bits(value) if isinstance(value, int) else value
            return tuple(self.to_plain(member, inner.of) for member in members)
        if inner == YESNO:
            return bool(value)
        if isinstance(inner, NumberT) or inner in (SEAT, SIDE):
            return int(value)
        return self.format_value(value, inner)

    def from_plain(self, value: Plain, kind: Type) -> Held:
        """The other way round, also from a value's text; ValueError where it is no such thing."""
        inner = bare(kind)
        if value is None and kind != inner:
            return -1
        found: Held = None
        if isinstance(value, str):
            found = self.try_value(value, inner)
        elif isinstance(inner, SeveralT) and isinstance(value, tuple | list):
            found = tuple(self.from_plain(member, inner.of) for member in value)
        elif isinstance(value, bool) or not isinstance(value, int):
            found = int(value) if isinstance(value, bool) and inner == YESNO else None
        elif inner in (SEAT, SIDE):
            count = self.machine.players if inner == SEAT else self.machine.sides
            found = value if 0 <= value < count else None
        elif isinstance(inner, NumberT):
            found = value
        if found is None:
            raise ValueError(f"{kind} is wanted, not {value!r}")
        return found

    def _format_side(self, side: int) -> str:
        """A side by those who play for it: `ann and cat`."""
        seats = range(side, self.machine.players, self.machine.sides)
        return join_words([str(self.names[seat]) for seat in seats] or [f"side {side + 1}"])

    def format_members(self, members: Sequence[Held], of: Type) -> str:
        """The members of a set or sequence, as the rules write them: `[JS QS]`, `[ann, bob]`."""
        kind = bare(of)
        joint = ", " if kind in (SEAT, SIDE) or isinstance(kind, ChoiceT) else " "
        return "[" + joint.join(self.format_value(member, of) for member in members) + "]"

    def format_sentence(self, pieces: Sequence[Held]) -> str:
        """Texts and typed values; the cards of a set by rank, seats as `ann, bob and cat`."""
        return "".join(x if isinstance(x, str) else self._format_said(*x) for x in pieces)

    def _format_said(self, value: Held, kind: Type) -> str:
        of = bare(kind).element
        if value == -1 or of is None or bare(of) not in (SEAT, SIDE):
            return self.format_plain(self.put_by_rank(value, kind), kind)
        members = bits(value) if isinstance(value, int) else value
        return join_words([self.format_value(member, of) for member in members]) or "nobody"

    def format_plain(self, value: Held, kind: Type) -> str:
        """A value inside a sentence: sets without their brackets, of an empty one `no cards`."""
        text, inner = self.format_value(value, kind), bare(kind)
        if isinstance(inner, KindT):
            return text.replace("-", " ")
        if not isinstance(inner, SetT | SequenceT) or text[0] != "[":
            return text
        empty = "no cards" if inner.of == CARD else "nobody" if inner.of in (SEAT, SIDE) else "none"
        return text[1:-1] or empty

    def format_place(self, at: int) -> str:
        """A register or zone by its declaration: `score of ann`, `bet(ann, 7)`."""
        family = self.families.get(at)
        if family is None:
            return self.machine.slots[at].name
        if not family.sizes:
            return to_dashes(family.name)
        index = [self.format_value(value, kind) for value, kind in list_indices(family, at)]
        name = to_dashes(family.name)
        return f"{name} of {index[0]}" if len(index) == 1 else f"{name}({', '.join(index)})"

    def slot_of(self, name: str, *index: int | str) -> int:
        """The slot of a zone or register: `slot_of("score", 0)`, `slot_of("score of ann")`.

        An index is a number, as the rules count, or its text. KeyError says what there is.
        """
        check_kind(name, str, "a zone or register is named by a text")
        families = {family.name: family for family in self.machine.families}
        family = families.get(to_underscores(name))
        if family is None or (family.sizes and not index):
            whole = (slot for slot in self.families if self.format_place(slot) == name)
            if not index and (slot := next(whole, None)) is not None:
                return slot
        if family is None:
            raise KeyError(f"there is no `{name}`; there are {', '.join(map(to_dashes, families))}")
        if len(index) != len(family.sizes):
            wants = " and ".join(map(str, family.kinds)) or "no index"
            raise KeyError(f"`{name}` wants {wants}")
        slot = 0
        for given, kind, low, size in zip(
            index, family.kinds, family.lows, family.sizes, strict=True
        ):
            place = self.try_value(given, bare(kind)) if isinstance(given, str) else given
            if not isinstance(place, int) or not low <= place < low + size:
                raise KeyError(f"`{name}` of {given}: {kind} is wanted")
            slot = slot * size + place - low
        return family.base + slot

    def seat_of(self, seat: int | str, lowest: int = 0) -> int:
        """The number of a seat from its name, or from its number; ValueError for any other."""
        if isinstance(seat, str):
            if seat not in self.names:
                raise ValueError(f"nobody called {seat} plays here: {', '.join(self.names)} do")
            return self.names.index(seat)
        if isinstance(seat, bool) or not isinstance(seat, int):
            raise TypeError(f"a seat is its name or its number, not {seat!r}")
        if not lowest <= seat < self.machine.players:
            raise ValueError(f"there is no seat {seat}: seats are 0 to {self.machine.players - 1}")
        return seat

    def format_move(self, node: p.Choose, move: Move) -> str:
        """A move's text."""
        action = node.actions[move.action]
        values = [
            self.format_value(self.put_by_rank(v, q.type), q.type)
            for v, q in zip(move.values, action.params, strict=True)
        ]
        return " ".join([to_dashes(action.name), *values])

    def name_move(self, node: p.Choose, move: Move) -> NamedMove:
        """The same by the name of its action, with values as Python has them."""
        action = node.actions[move.action]
        values = zip(move.values, action.params, strict=True)
        return NamedMove(to_dashes(action.name), tuple(self.to_plain(v, q.type) for v, q in values))

    # ------------------------------------------------------------------ from words

    def drop_whose(self, node: p.Choose, text: str) -> str:
        """A move's text without the words before a record's name: `to bob's box-3` is `box-3`.

        The name of an action keeps its words: with `take_to`, `take to box-3` is `take_to box-3`.
        """
        if not self.machine.owners:
            return text
        name, values = self._split_name(node, text.split())
        return " ".join([*name, *self.whose.sub("", " ".join(values)).split()])

    def parse_move(self, node: p.Choose, text: str) -> Move:
        """The move that a text means; NotAMove says what is wrong."""
        words = PIECE.findall(OF.sub("-of-", str(text).strip()))
        if not words:
            raise NotAMove("nothing is said")
        name, values = self._split_name(node, words)
        words = [*name, *values]
        number = self._find_action(node, words[0])
        params = node.actions[number].params
        values = self._join_sets(words[1:], [bare(q.type) for q in params])
        self._check_count(node.actions[number], values)
        return Move(number, tuple(
            self._parse_value(word, q.type) for word, q in zip(values, params, strict=True)
        ))  # fmt: skip

    def read_named(self, node: p.Choose, move: NamedMove) -> Move:
        """The move that is meant by a name and values; NotAMove says what is wrong."""
        number = self._find_action(node, str(move.action))
        action = node.actions[number]
        try:
            check_kind(move.values, (tuple, list), "the values of a move are a tuple")
            self._check_count(action, move.values)
            values = zip(move.values, action.params, strict=True)
            return Move(number, tuple(self._read_value(v, q.type) for v, q in values))
        except ValueError as error:
            raise NotAMove(str(error)) from error

    def _read_value(self, value: Plain, kind: Type) -> Held:
        """One value of a move, in the shape in which moves have it."""
        found = self.from_plain(value, kind)
        return mask_of(found) if isinstance(bare(kind), SetT) and type(found) is tuple else found

    def _split_name(self, node: p.Choose, words: list[str]) -> tuple[list[str], list[str]]:
        """The name of an action that stands first, and the rest: of `vale cuatro` `vale_cuatro`."""
        names = [action.name for action in node.actions]
        starts = ("_".join(words[:size]).lower() for size in range(1, len(words) + 1))
        for size, start in enumerate(starts, 1):
            if to_underscores(start) in names:
                return [start], words[size:]
        return [], words

    def _find_action(self, node: p.Choose, word: str) -> int:
        names = [action.name for action in node.actions]
        name = to_underscores(word.lower())
        if name not in names:
            if self._is_missing(word):
                raise self._refuse_word(word, CARD)
            others = {
                action.name for other in self.machine.nodes if isinstance(other, p.Choose)
                for action in other.actions if action.name not in names
            }  # fmt: skip
            begun = [other for other in names if name and other.startswith(name)]
            close = begun[0] if len(begun) == 1 else nearest(name, [*names, *others])
            known = ", ".join(to_dashes(n) for n in names)
            meant = f"`{to_dashes(close)}`" if close else ""
            if close in others and close.replace("_", "") == name.replace("_", ""):
                raise NotAMove(f"it is not the time for {meant} (the rules have here: {known})")
            hint = f"; did you mean {meant}?" if close else ""
            hint += " It is not the time for that" if close in others else ""
            raise NotAMove(f"there is no `{word}` here{hint} (the rules have here: {known})")
        return names.index(name)

    def _check_count(self, action: p.MachineAction, values: Sequence[object]) -> None:
        """NotAMove where an action has more or fewer values."""
        if len(values) != len(action.params):
            given = ", ".join(f"`{value}`" for value in values)
            read = f"; {len(values)} {'was' if len(values) == 1 else 'were'} read: {given}"
            kinds = [bare(param.type) for param in action.params]
            may_be = "".join(map(self._describe_values, action.params))
            shown = self._format_sample(action)
            if values:
                shown = read + f"; it is said{shown[1:]}" * bool(shown and len(kinds) > 1)
            raise NotAMove(
                f"{self.describe_wanted(action)}{shown}",
                next((kind for kind in kinds if isinstance(kind, RecordT)), None),
                may_be,
            )

    def describe_wanted(self, action: p.MachineAction) -> str:
        """What must be said with an action: `` `play` wants a card``."""
        wanted = [_describe_wanted(param) for param in action.params]
        if len(wanted) > 1:  # a name by itself reads as a word, among others as part of one
            wanted = [f"`{one}`" if one.isidentifier() else one for one in wanted]
        return f"`{to_dashes(action.name)}` wants {' and '.join(wanted) or 'nothing more'}"

    def _describe_values(self, param: p.Parameter) -> str:
        """Which words a value may be: `; seats are ann bob`, by its name `` ; `how` is …``."""
        kind = bare(param.type)
        words, by_type = self._list_words(kind), _describe_wanted(param) == str(kind)
        match param.over:
            case p.Op(name="ends", args=(p.Const(value=low), p.Const(value=high))) if not by_type:
                return f"; `{to_dashes(param.name)}` is a number from {low} to {high}"
        if not words:
            return ""
        if by_type:
            return f"; {kind.plural} are {' '.join(words)}"
        return f"; `{to_dashes(param.name)}` is {join_words(words, 'or')}"

    def _list_words(self, kind: Type) -> list[str]:
        """How the values of a type are written whose values are words; none for any other."""
        words = self.machine.pack.words
        match kind:
            case ChoiceT(words=alternatives, suits=suits):
                own = [self.format_value(k, kind) for k in range(suits, len(alternatives))]
                return [*map(self._describe_suit, range(suits)), *own]
        if kind == SUIT:
            return [self._describe_suit(suit) for suit in range(len(words.suits))]
        if kind == RANK:
            return _shorten_runs([self._describe_rank(k) for k in range(len(words.ranks))])
        if kind == SEAT:
            return list(self.names)
        return ["yes", "no"] if kind == YESNO else []

    def _format_sample(self, action: p.MachineAction) -> str:
        """How cards are said, where an action wants nothing else: `, as in `play 7♠ 8♠``."""
        if not wants_only_cards(action):
            return ""
        pack, several = self.machine.pack, len(action.params) > 1
        looks, said = iter(sorted(set(pack.looks))), []
        for param in action.params:
            many = _count_wanted(param) or 2
            cards = [pack.words.format_card(x, self.symbols) for x in islice(looks, many)]
            grouped = several and bare(param.type) != CARD
            said.append(f"[{' '.join(cards)}]" if grouped else " ".join(cards))
        return f", as in `{to_dashes(action.name)} {' '.join(said)}`" if all(said) else ""

    def _join_sets(self, words: list[str], kinds: Sequence[Type]) -> list[str]:
        """The words for each value: where one value alone is a set, it needs no brackets."""
        sets = [k for k, kind in enumerate(kinds) if isinstance(kind, SetT)]
        several = len(words) - len(kinds) + 1  # how many words the set would have
        if len(sets) != 1 or several < 1 or any(word.startswith("[") for word in words):
            return words
        first = sets[0]
        members = " ".join(words[first : first + several])
        return [*words[:first], f"[{members}]", *words[first + several :]]

    def _parse_value(self, text: str, kind: Type) -> Held:
        if text == "none" and isinstance(kind, MaybeT):
            return -1
        found = self.try_value(text, bare(kind))
        if found is None:
            self._check_members(text, bare(kind))
            raise self._refuse_word(text, bare(kind))
        return found

    def _refuse_word(self, text: str, kind: Type) -> NotAMove:
        """What a word is not, and for a card the ranks and suits that this pack has."""
        says = f"`{text}` is not {kind}"
        if kind == CARD and self._is_missing(text):
            says = f"the pack has no `{text}`"
        marks = len(text) - len(card := text.rstrip("'"))
        if kind == CARD and marks > 1 and self.parse_card(card) is not None:
            return NotAMove(f"{says}; did you mean `{card}{format_copy_mark(marks)}`?")
        if isinstance(kind, RecordT):
            return NotAMove(says, kind)
        if isinstance(kind, NumberT) and FRACTION.fullmatch(text):
            return NotAMove(f"`{text}` is not a whole number")
        if words := self._list_words(kind):
            if not str(kind).startswith(("a ", "an ")):  # it has no name of its own
                return NotAMove(f"`{text}` is not {join_words(words, 'or')}")
            return NotAMove(says, listed=f"; {kind.plural} are {' '.join(words)}")
        return NotAMove(f"{says}; {self._describe_cards()}" if kind == CARD else says)

    def _is_missing(self, text: str) -> bool:
        """Whether a word is a card of the French pack that this pack does not have."""
        return FRENCH_CARD.fullmatch(text) is not None and self.parse_card(text) is None

    def _describe_cards(self) -> str:
        """How the cards of this pack are written."""
        pack = self.machine.pack
        looks = sorted(set(pack.looks))
        parts = [(look, *pack.words.split(look)) for look in looks]
        singles = [
            pack.words.format_card(look, self.symbols) for look, rank, _ in parts if rank < 0
        ]
        says = []
        if len(singles) < len(looks):
            named = map(self._describe_rank, sorted({r for _, r, _ in parts if r >= 0}))
            ranks = " ".join(_shorten_runs(list(named)))
            suits = " ".join(map(self._describe_suit, sorted({s for _, _, s in parts if s >= 0})))
            sample = pack.words.format_card(looks[0], self.symbols)
            suit = "" if pack.words.has_plain_suit else f" and a suit ({suits})"
            says.append(f"a card is a rank ({ranks}){suit}, as in `{sample}`")
        if singles:
            says.append(f"{'other ' if says else ''}cards are {' '.join(singles)}")
        return "; ".join(says)

    def _describe_rank(self, rank: int) -> str:
        sign, word = self.machine.pack.words.rank_signs[rank], self.format_rank(rank)
        return word if sign in ("", word) or word == "T" else f"{word} {sign}"

    def _describe_suit(self, suit: int) -> str:
        sign, word = self.machine.pack.words.suit_signs[suit], self.format_suit(suit)
        shown = self.symbols or sign.isascii()
        return f"{word} {sign}" if sign and shown and sign != word else word

    def _check_members(self, text: str, kind: Type) -> None:
        """NotAMove where a set names something that is not of its kind, or a card twice."""
        if not isinstance(kind, SetT) or not text.startswith("["):
            return
        words = text.strip("[]").replace(",", " ").split()
        cards = []
        for word in words:
            found = self.try_value(word, kind.of)
            if found is None:
                raise self._refuse_word(word, kind.of)
            cards.append(found)
        if kind.of != CARD:
            return
        for word, card in zip(words, cards, strict=True):
            copies = self.machine.pack.copies_of(card)
            twice = cards.count(card) > 1 and (len(copies) == 1 or "'" in word)
            if twice or sum(other in copies for other in cards) > len(copies):
                often = "twice" if twice else "more often than there are such cards"
                raise NotAMove(f"`{word}` is named {often}")

    def try_value(self, text: str, kind: Type) -> Held:
        """The same, None where the text means nothing."""
        match kind:
            case RecordT(name=name):
                found = re.fullmatch(rf"{name.lower()}[-_]([0-9]{{1,4}})", text)
                return int(found[1]) - 1 if found else None
            case PlanT():
                parts = [self._parse_set(part, CARD) for part in text.split("/")]
                melds = (meld for meld in parts[:-1] if meld != 0)
                return None if None in parts else (*melds, parts[-1])
            case ChoiceT(words=words):
                word = to_underscores(text.lower())
                if word not in words:
                    return self.try_value(text, SUIT) if kind.suits else None
                return words.index(word)
            case NumberT():
                return parse_number(text, len(str(MAX_NUMBER)))
            case SetT(of) if text.startswith("["):
                return self._parse_set(text, of)
        if kind == CARD:
            return self.parse_card(text)
        if kind == SUIT:
            return self.machine.pack.words.read_suit(text)
        if kind == RANK:
            return self.machine.pack.words.read_rank(text)
        if kind == SEAT:
            return self.names.index(text) if text in self.names else None
        if kind == SIDE:
            sides = [self._format_side(side) for side in range(self.machine.sides)]
            return sides.index(text) if text in sides else None
        if kind == YESNO:
            return {"yes": 1, "no": 0}.get(text)
        return None

    def _parse_set(self, text: str, of: Type) -> int | None:
        """`[3H 5H]`: of cards that look the same, the lowest copy not yet used."""
        mask = 0
        words = text.strip("[]").replace(",", " ").split()
        for word in sorted(
            words, key=lambda word: "'" not in word
        ):  # which copies are left for all
            found = self.try_value(word, of)
            if found is not None and of == CARD and mask >> found & 1:
                found = None if "'" in word else self._next_copy(found, mask)
            if found is None:
                return None
            mask |= 1 << found
        return mask

    def _next_copy(self, card: int, mask: int) -> int | None:
        """The next card that looks the same and is not in the mask."""
        copies = self.machine.pack.copies_of(card)
        return next((other for other in copies if not mask >> other & 1), None)

    def join_card(self, words: Sequence[str]) -> str:
        """The card that is meant by several words, in whichever order: `6P` by `purple 6`."""
        of = [word for word in words if word.lower() != "of"]
        for said in (of, of[::-1]) if len(of) > 1 else ():
            for card in (self.parse_card(joint.join(said)) for joint in ("-", "", "-of-")):
                if card is not None:
                    return self.machine.pack.words.format_card(
                        self.machine.pack.looks[card], self.symbols
                    )
        return ""

    def parse_card(self, text: str) -> int | None:
        """`JS`, `10♥`, `KS'`, `KS'3`; None where the pack has no such card."""
        found = A_CARD.fullmatch(text)
        if found is None:
            return None
        pack = self.machine.pack
        look = pack.words.read_card(found[1])
        fitting = [card for card, other in enumerate(pack.looks) if other == look]
        copy = parse_copy_mark(found[2])
        return fitting[copy] if copy < len(fitting) else None
