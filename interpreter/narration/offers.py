"""The legal moves as they are offered to a person, and what a person's words mean among them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection

import attrs

from hoyle.dsl.checked.types import CARD, NumberT, RecordT, bare
from hoyle.dsl.printable import to_dashes, to_underscores
from hoyle.interpreter.narration.costs import Costs
from hoyle.interpreter.narration.labels import Labels
from hoyle.interpreter.runtime.choices import Refusal
from hoyle.interpreter.runtime.events import list_cards_in
from hoyle.interpreter.runtime.moves import ActionMoves, Move
from hoyle.interpreter.runtime.notation import NotAMove, wants_only_cards
from hoyle.interpreter.runtime.table import Position
from hoyle.interpreter.runtime.view import View, ZoneView

MAX_LISTED = 24  # an action with more moves is offered as one
FROM = re.compile(r" from ([^()]+?)(?= to |$)")
NOTE = " ("  # what a move costs, or where its cards lie, stands behind it in brackets
MAX_GONE_THROUGH = 5_000  # of an action with more moves the values are not gone through


@attrs.frozen
class Offer:
    """One line to choose: a single move, or an action that still needs its values."""

    text: str
    move: Move | None
    action: str


class Offers:
    """What a person may do at a position."""

    def __init__(self, position: Position, labels: Labels, costs: Costs) -> None:
        self.position = position
        self.labels = labels
        self.costs = costs
        self.words = labels.words
        self.node = position.node
        self.places = self._name_places()
        families = {to_dashes(labels.families[at].name) for at in labels.zones}
        kinds = "|".join(map(re.escape, sorted(families)))
        self.before_numbers = re.compile(rf"(?<=\s)(?:(?:to|from) +)?(?:(?:{kinds}) +)?(?=\d)")
        self.offers = [
            offer for part in position.legal().parts for offer in self._list_offers(part)
        ]

    def _name_places(self) -> dict[str, str]:
        """The zones by their names, and those of the chooser without that of the seat."""
        named = map(self.labels.format_place, self.labels.zones)
        return {
            way: place for place in named
            for way in (place, self.labels.drop_owner(place, self.position.seat))
        }  # fmt: skip

    def _list_offers(self, part: ActionMoves) -> list[Offer]:
        action = self.node.actions[part.action]
        name = to_dashes(action.name)
        low, high = self._find_bounds(part)
        if low < high:
            return [Offer(f"{name} {low}..{high}", None, name)]
        if part.size > MAX_LISTED:
            wants = " ".join(self._list_wants(part))
            example = self.words.format_move(self.node, part.kth(part.size // 2))
            text = f"{name} {wants} ({part.size} ways, such as `{example}`)"
            return [Offer(text, None, name)]
        moves = self._put_in_order(part)
        texts = self._tell_apart(moves)
        if not action.params and (
            cost := self.costs.find_cost(self.position, moves[0], self.labels)
        ):
            texts = [f"{name}{NOTE}pay {cost})"]
        return [Offer(text, move, name) for text, move in zip(texts, moves, strict=True)]

    def _put_in_order(self, part: ActionMoves) -> list[Move]:
        """The moves of an action; where one card is chosen, as the cards of the table are told.

        Cards that look the same stay together.
        """
        params = self.node.actions[part.action].params
        if [bare(param.type) for param in params] != [CARD]:
            return list(part)
        told, looks = self._list_told_cards(), self.labels.machine.pack.twin_of
        first: dict[int, int] = {}
        for k, card in enumerate(told):
            first.setdefault(looks[card], k)

        def place(move: Move) -> tuple[bool, int, tuple[int, int, int]]:
            (card,) = move.values
            at = self.labels.machine.pack.place_in_hand(card)
            return card < 0, first.get(looks[card], len(told)), at

        return sorted(part, key=place)

    def _list_told_cards(self) -> list[int]:
        """The cards that the chooser sees, as the table is told: the own, others', then nobody's.

        Those that are hidden are not among them: nobody is told where they lie in a pile.
        """
        seat = self.position.seat
        assert seat is not None

        def place(zone: ZoneView) -> int:
            family, owner = self.labels.find_family(zone.slot), self.labels.find_owner(zone.slot)
            if family is None or family.record is not None:
                return 3
            return 2 if owner is None else int(owner != seat)

        return [
            card for zone in sorted(self.position.view(seat).zones, key=place)
            for card in self.labels.sort_lying([c for c in zone.cards if c is not None], zone.slot)
        ]  # fmt: skip

    def _tell_apart(self, moves: list[Move]) -> list[str]:
        """Moves as text; of those that read the same, with where their cards lie."""
        texts = [self.words.format_move(self.node, move) for move in moves]
        often = Counter(texts)
        return [
            f"{text} ({self._describe_places(move)})" if often[text] > 1 else text
            for text, move in zip(texts, moves, strict=True)
        ]

    def _describe_places(self, move: Move) -> str:
        """Where the cards of a move lie, as far as the chooser sees them."""
        zones, s = self.position.table.engine.zones, self.position.slots
        params = self.node.actions[move.action].params
        found = []
        for value, param in zip(move.values, params, strict=True):
            for card in list_cards_in(value, param.type):
                seers = zones.seers(s, card)
                place = self.labels.format_place(zones.where(s, card))
                if not seers >> s[self.node.seat] & 1:
                    place = "hidden"
                elif seers == zones.all_seats and not self._lies_open(card):
                    place = f"open, {place}"
                found.append(place)
        return " and ".join(dict.fromkeys(found))

    def _lies_open(self, card: int) -> bool:
        """Whether a card lies where every card is open, and nobody's."""
        at = self.position.table.engine.zones.where(self.position.slots, card)
        [sight] = [zone.sight for zone in self.labels.machine.zones if zone.slot == at]
        return sight == "everyone" and not self.labels.find_owners(at)

    def _list_wants(self, part: ActionMoves) -> list[str]:
        """What each value of an action may be: its bounds, or its name."""
        params = self.node.actions[part.action].params
        kinds = [bare(param.type) for param in params]
        found = [
            (kind.name if isinstance(kind, RecordT) else to_dashes(param.name)).upper()
            for kind, param in zip(kinds, params, strict=True)
        ]
        for k, param in enumerate(params if part.size <= MAX_GONE_THROUGH else ()):
            numbers = {move.values[k] for move in part}
            if isinstance(bare(param.type), NumberT) and len(numbers) > 1:
                low, high = min(numbers), max(numbers)
                whole = len(numbers) == high - low + 1
                found[k] = f"{low}..{high}" if whole else found[k]
        return found

    def _find_bounds(self, part: ActionMoves) -> tuple[int, int]:
        """The least and most of an amount, where every number between may be chosen too."""
        if part.bounds is not None:
            return part.bounds
        params = self.node.actions[part.action].params
        if len(params) != 1 or not isinstance(bare(params[0].type), NumberT):
            return 0, 0
        numbers = [move.values[0] for move in part]
        low, high = min(numbers), max(numbers)
        return (low, high) if sorted(numbers) == list(range(low, high + 1)) else (0, 0)

    def list_moves(self) -> list[str]:
        """All legal moves one by one; ranges as such."""
        found: list[str] = []
        for part in self.position.legal().parts:
            low, high = self._find_bounds(part)
            if low < high:
                found += [offer.text for offer in self._list_offers(part)]
            else:
                found += self._tell_apart(self._put_in_order(part))
        return found

    # ------------------------------------------------------------------ a person's words

    def parse_moves(self, text: str) -> list[Move]:
        """The moves that words may mean, also without the name of the action; or NotAMove.

        Nobody at the table sees which copy a card is: one that is not there to be chosen stands for
        those that look like it.
        """
        legal = self.position.legal()
        text, _ = self._split_place(self.words.drop_whose(self.node, text))
        self._check_values(text)
        try:
            found = self._parse_as_written(text)
        except NotAMove as error:
            if error.record is None:
                raise self._list_offered(error, text) from error
            raise NotAMove(f"{error}; {self._describe_records(error.record)}") from error
        if "'" in text and not any(move in legal for move in found):
            return self._parse_as_written(re.sub(r"'\d{0,4}", "", text))
        return found

    def _list_offered(self, error: NotAMove, text: str) -> NotAMove:
        """The same with the values that may be chosen now, in place of all that there can be.

        Where that is all of them, they are left as they are typed.
        """
        every = error.listed.rpartition(" are ")[2].split()
        names = [action.name for action in self.node.actions]
        name = to_underscores(text.split()[0].lower()) if text.split() else ""
        if name in names and name not in {
            names[part.action] for part in self.position.legal().parts
        }:  # fmt: skip
            return NotAMove(error.says, listed="; no such move is legal now")
        for part in self.position.legal().parts:
            params = self.node.actions[part.action].params
            few = len(params) == 1 and part.size <= MAX_LISTED
            if error.listed and names[part.action] == name and few:
                found = [self.words.format_value(m.values[0], params[0].type) for m in part]
                if len(found) == len(every):
                    break
                return NotAMove(error.says, listed=f"; to choose from: {' '.join(found)}")
        return error

    def _check_values(self, text: str) -> None:
        """NotAMove where an action is named alone that wants cards, with some that may be said."""
        legal = {part.action: part for part in self.position.legal().parts}
        for number, action in enumerate(self.node.actions):
            if not wants_only_cards(action) or to_dashes(text.strip()) != to_dashes(action.name):
                continue
            sets = [bare(param.type) != CARD for param in action.params]
            some = (
                move for move in legal.get(number, ())
                if all(v or not is_set for v, is_set in zip(move.values, sets, strict=True))
            )  # fmt: skip
            move = next(some, None)
            shown = "; no such move is legal now"
            if move is not None:
                shown = f", as in `{self.words.format_move(self.node, move)}`"
            raise NotAMove(f"{self.words.describe_wanted(action)}{shown}")

    def _describe_records(self, record: RecordT) -> str:
        """Which records lie there to be named, each with whose it is and what is seen in it."""
        assert self.position.seat is not None
        seen = self.position.view(self.position.seat)
        held = [
            index for _, value, kind in seen.registers
            if kind is not None and kind.element == record and isinstance(value, tuple)
            for index in value
        ]  # fmt: skip
        told = [self._describe_record(record, index, seen) for index in held]
        if not told:
            return f"there is no {record.name.lower()} yet"
        return f"the {record.plural}: {', '.join(told)}"

    def _describe_record(self, record: RecordT, index: int, seen: View) -> str:
        """`` `box-2` (your box: 8♠ 8♥) ``."""
        owner = self.labels.find_record_owner(record.name, index)
        own = owner == self.position.seat
        whose = "your" if own else f"{self.labels.names[owner]}'s"
        zones = [
            self.labels.format_zone(zone.cards, zone.slot) for zone in seen.zones
            if zone.cards and (family := self.labels.find_family(zone.slot)) is not None
            and family.record == record.name and zone.slot == family.base + index
        ]  # fmt: skip
        parts = [*([f"{whose} {record.name.lower()}"] if owner >= 0 else []), *zones]
        note = f" ({': '.join(parts)})" if parts else ""
        return f"`{self.words.format_value(index, record)}`{note}"

    def _parse_as_written(self, text: str) -> list[Move]:
        try:
            return [self.position.parse(text)]
        except NotAMove as error:
            found = self._parse_unnamed(text)
            if found:
                return found
            if meant := self._join_words(text):
                raise NotAMove(f"{error.says}; did you mean `{meant}`?", error.record) from error
            raise error

    def _join_words(self, text: str) -> str:
        """The move that is meant where several words are one value.

        `play 6P` is by `play purple 6`, and `bid no-trump` by `bid no trump`.
        """
        words = text.split()
        for number in range(min(2, len(words) - 1)):
            for one in (self.words.join_card(words[number:]), "-".join(words[number:])):
                if one and self._is_read(said := " ".join([*words[:number], one])):
                    return said
        return ""

    def _parse_unnamed(self, text: str) -> list[Move]:
        """`7♣` for `play 7♣`: with each action that takes such a value."""
        found = []
        for action in self.node.actions:
            if not action.params:
                continue
            try:
                found.append(self.position.parse(f"{to_dashes(action.name)} {text}"))
            except NotAMove:
                continue
        return found

    def list_with(self, value: str) -> list[str]:
        """The legal moves that want but this value, as an amount is typed without its action."""
        legal = self.position.legal()
        return [
            self.words.format_move(self.node, move) for move in self._parse_unnamed(value)
            if move in legal
        ]  # fmt: skip

    def find_choice(self, text: str) -> Move | Refused | list[str] | None:
        """The legal move that is meant, or why it is none; None where it is not clear which.

        Of several that read alike their texts, which have where the cards lie; these are read too.
        """
        text = self.words.drop_whose(self.node, text)
        text, place = self._split_place(text)
        moves = self.parse_moves(text)
        fitting = [move for move in moves if move in self.position.legal()]
        if len(fitting) == 1:
            alike = [fitting[0]] if "'" in text else self._list_alike(fitting[0])
            told = {self._describe_places(one): one for one in alike}
            place = self._find_place(place, told)
            if len(told) < 2 or place in told:
                return told.get(place, fitting[0])
            return self._tell_apart(alike)
        if not fitting and (ways := self.list_ways_on(text, moves)):
            return ways
        return None if len(fitting) > 1 else self.refuse(moves[0])

    def list_ways_on(self, text: str, moves: Collection[Move]) -> list[str]:
        """The legal moves that want more than values said alone, where none of these is legal.

        `5♥` is `up 5♥`, and may begin `down 5♥ 3` as well.
        """
        legal = self.position.legal()
        named = {to_dashes(action.name) for action in self.node.actions}
        if to_dashes(text.split()[0].lower()) in named or any(move in legal for move in moves):
            return []
        said = {self.words.format_move(self.node, one).partition(" ")[2] for one in moves}
        texts = (
            self.words.format_move(self.node, move)
            for part in legal.parts if part.size <= MAX_GONE_THROUGH for move in part
        )  # fmt: skip
        begun = tuple(f"{one} " for one in said)
        return [text for text in texts if text.partition(" ")[2].startswith(begun)]

    def _split_place(self, text: str) -> tuple[str, str]:
        """A move's text as it is read, and where its card lies, if that is said.

        It stands in brackets, or as transcripts have it: `pack 7♣ from house 3 to house 8`; there
        the words before a number only say what kind of place it is.
        """
        said, note, place = text.partition(NOTE)
        if note or self._is_read(text):
            return said, place.removesuffix(")")
        found = FROM.search(text)
        where = found[1] if found else next((p for p in self.places if text.endswith(f" {p}")), "")
        rest = text.replace(found[0], "", 1) if found else text.removesuffix(where).rstrip()
        for words, place in ((rest, where), (text, "")):
            read = self.before_numbers.sub("", words)
            if self._is_read(read):
                return read, place
        return text, ""

    def _is_read(self, text: str) -> bool:
        """Whether words are some move."""
        try:
            return bool(self._parse_as_written(text))
        except NotAMove:
            return False

    def _find_place(self, said: str, told: Collection[str]) -> str:
        """The place that is said, of those where cards lie; NotAMove where they lie elsewhere."""
        full = self.places.get(said, said)
        lie = {place.removeprefix("open, "): place for place in told}
        if full in lie or said not in self.places:
            return lie.get(full, said)
        if any(place not in self.places for place in lie):
            return said  # several places, or a hidden one
        raise NotAMove(f"it does not lie in {full}, but in {' and '.join(lie)}")

    def _list_alike(self, move: Move) -> list[Move]:
        """The legal moves that read as one of them does."""
        text = self.words.format_move(self.node, move)
        return [
            one for part in self.position.legal().parts
            if part.action == move.action and part.size <= MAX_GONE_THROUGH
            for one in part if self.words.format_move(self.node, one) == text
        ]  # fmt: skip

    def refuse(self, move: Move) -> Refused:
        """Why a move may not be made."""
        return Refused(self.words.format_move(self.node, move), self.position.why_not(move))

    def format_refusal(self, refused: Refused) -> list[str]:
        """The sentence of a refusal, and the rule with its place."""
        refusal = refused.refusal
        if refusal is None:
            return [f"you may {refused.text}"]
        says = self.words.format_sentence(refusal.pieces)
        span = refusal.span
        last = span.source.line_of(max(span.start, span.end - 1))
        lines = (span.source.line_text(line) for line in range(span.line, last + 1))
        rule = " ".join(" ".join(line.split("  #")[0] for line in lines).split())
        return [f"you may not {refused.text}: {says}", f"  {span.source.name}:{span.line}: {rule}"]


@attrs.frozen
class Refused:
    """A move with its refusal; without one it is legal."""

    text: str
    refusal: Refusal | None
