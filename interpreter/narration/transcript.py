"""A game as a card player likes to read it: written line by line while it is played.

What is told, and of which state, stands in docs/language.md under "What a transcript tells". Moves
that follow one another in one phase stand on one line, with what comes of them; sentences of the
rules, deals, points and cards that are shown together have lines of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import assert_never

import attrs

from hoyle.dsl.analysis.facts import rounds_in, steps_in
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import CARD, SEAT, SIDE, YESNO, NumberT, bare
from hoyle.dsl.printable import to_dashes
from hoyle.dsl.source import Span
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.narration.amounts import describe_payment, find_reason
from hoyle.interpreter.narration.context import (
    Context,
    count_cards_chosen,
    find_value_before,
    is_named_with,
    is_nothing_among_gains,
    is_said_next,
    is_something,
    is_worth_telling,
    list_cards_named,
    list_known_cards,
    repeats_choice,
)
from hoyle.interpreter.narration.labels import Labels, cards_or_card, count_cards, join_words
from hoyle.interpreter.narration.lines import EACH, Lines, add_note
from hoyle.interpreter.narration.net_events import (
    BETWEEN,
    Caused,
    IndentedBlocks,
    begin_rounds_first,
    find_line,
    join_events,
)
from hoyle.interpreter.narration.on_table import OnTable
from hoyle.interpreter.narration.played_cards import PlayedCards
from hoyle.interpreter.narration.redaction import Redaction
from hoyle.interpreter.narration.text_wrap import DiscardingPage, TextPage
from hoyle.interpreter.narration.told_by_rules import (
    find_headings,
    find_last_places,
    find_lead_ins,
    find_offered_zones,
    find_round_phases,
    is_quiet,
)
from hoyle.interpreter.runtime import events as e
from hoyle.interpreter.runtime.events import Card, Event
from hoyle.interpreter.runtime.notation import list_indices
from hoyle.interpreter.runtime.table import Position, Table

MAX_NAMED = 13  # more cards that go somewhere together are counted


@attrs.frozen
class Gain:
    """A change of a register that belongs to a seat or side, with the row of a table behind it."""

    who: str
    change: int | None  # None where a value was given, not added
    reason: str
    value: str  # what it is now, with its name
    seats: Sequence[int]
    place: int  # the register


class Transcript:
    """Lines for one reader (`seat`, or open cards); `rules` adds the places of the rules.

    Other `labels` and another `redaction` make another reader of the same game.
    """

    def __init__(
        self, ruleset: Ruleset, table: Table, page: TextPage, seat: int | None = None, *,
        rules: bool = False, labels: Labels | None = None, redaction: Redaction | None = None,
    ) -> None:  # fmt: skip
        zones, registers = table.machine.zones, ruleset.game.registers.values()
        self.quiet = {to_dashes(thing.name) for thing in registers if is_quiet(thing)}
        self.untold = {to_dashes(thing.name) for thing in registers if thing.untold}
        self.lasting = {
            thing.name for thing in registers if thing.phase is None and thing.record is None
        }
        self.blocks = IndentedBlocks()
        self.labels = labels or Labels(table, page.symbols)
        self.words = self.labels.words
        self.redaction = redaction or Redaction(table, seat)
        headings = find_headings(ruleset.game)
        patience = ruleset.game.players[1] == 1
        self.lines = Lines(page, rules, headings, table.names, by_moves=patience)
        lead_ins = find_lead_ins(ruleset.game)
        self.lead_ins = {phase: lead_ins[phase] for phase in lead_ins if phase in headings}
        self.hidden = {zone.slot for zone in zones if zone.sight != "everyone"}
        self.decks = {zone.slot for zone in zones if zone.pile} & self.hidden
        starts = {zone.name for zone in ruleset.game.zones.values() if zone.starts}
        self.stocks = {zone.slot for zone in zones if zone.family in starts}
        self.numbered = {
            zone.slot for zone in zones
            if zone.pile and zone.slot not in self.hidden and self.labels.is_numbered(zone.slot)
        }  # fmt: skip
        offered = find_offered_zones(table.machine)
        sources = {family.name for family in offered}
        self.last_places = find_last_places(ruleset.game)
        own = {
            zone.family for zone in table.machine.zones
            if zone.record is None and self.labels.find_owners(zone.slot)
        }  # fmt: skip
        # what comes to a seat's hand needs no word for the place
        self.hands = own if len(own) == 1 else own & sources
        self.on_table = OnTable(self.labels, sources, patience)
        self.held: Counter[int] = Counter()  # how many cards have come to each place
        self.paid: set[int] = set()  # registers that have given or taken in this phase
        self.announced: dict[str, e.SlotValue] = {}  # the last value of each announcement
        self.named: set[Card] = set()  # cards that moves made together have named, not yet moved
        self.unnamed: dict[int, int] = {}  # how many hidden ones each seat has chosen so
        self.played = PlayedCards()
        self.gained: list[Gain] = []
        self.gain_span: Span | None = None
        self.counted: tuple[e.RegisterSet, str] | None = None  # see _find_counting
        self.between = self._find_between_hands(ruleset.game)
        self.rounds = find_round_phases(ruleset.game)
        self.settled: set[int] = set()  # single registers whose value has been told, or need not be

    def _find_between_hands(self, game: g.Game) -> dict[int, g.Register]:
        """What the match sets from round to round, by its slot, numbers left out: who deals."""
        changed = {
            step.place.thing.name
            for body in rounds_in(game.phases["match"].body)
            for step in steps_in(body) if isinstance(step, g.Assign)
        }  # fmt: skip
        bases = {family.name: family.base for family in self.labels.machine.families}
        return {
            bases[name]: thing for name, thing in game.registers.items()
            if name in changed and name in self.lasting and not thing.index
            and not thing.untold and not isinstance(bare(thing.type), NumberT)
        }  # fmt: skip

    def add_position(self, position: Position) -> None:
        """What has happened since the position before."""
        caused = self.blocks.find_causes(self.redaction.redact_events(position))
        ordered = begin_rounds_first(caused, self.lead_ins)
        pairs = join_events(ordered, self.decks, self.lines.headings, self.lines.rules)
        events = [event for event, _ in pairs]
        begin = 0
        before: e.MoveChosen | None = None
        at_rest = self._find_rest(pairs)
        for k, (event, choice) in enumerate(pairs):
            if (
                not isinstance(event, e.RegisterSet) or choice is not before
            ) and not self._comes_before_gains(event):
                self._end_gains()
            before = choice
            if isinstance(event, e.MoveChosen):
                begin = k + 1
                self._note_named(event)
            elif choice is None and not (self.lines.by_moves and isinstance(event, e.CardsShown)):
                self.lines.speaker = None  # at a table of one, what is turned up comes of the move
            context = Context(choice, events[begin:k], events[begin:], events[k + 1 :], position)
            self._add_event(event, context)
            self._count_cards(event)
            self.on_table.follow(event)
            self._forget_named(event, choice)
            if k in at_rest:
                self._add_open_zones(event.span)

    def _find_rest(self, pairs: Sequence[Caused]) -> set[int]:
        """After which events the open zones lie as they will until somebody chooses."""
        found: dict[int, int] = {}
        part, before = 0, None
        for k, (event, choice) in enumerate(pairs):
            part, before = part + (choice is not before), choice
            if e.Role.CARDS in event.fields and e.Role.PLACES not in event.fields:
                found[part] = k
        return set(found.values())

    def pass_over(self, positions: Iterable[Position]) -> None:
        """Go through what was told before; nothing of it is written."""
        page = self.lines.page
        self.lines.page = DiscardingPage(page.symbols, page.width)
        for position in positions:
            self.add_position(position)
        self.end()
        self.lines.page = page

    def end(self) -> None:
        """Write what has not been written yet: before an answer is asked for, and at the end."""
        self._end_gains()
        self.lines.end_line()

    def _add_event(self, event: Event, context: Context) -> None:
        lines, place = self.lines, self.labels.format_place
        match event:
            case e.PhaseBegun():
                self._add_first_values(event, context)
                if lines.begin_phase(event.phase):
                    self.announced.clear()
            case e.PhaseEnded():
                if lines.phases[1:2] == [event.phase]:
                    self._add_holdings(event, context)
                lines.leave_phase(event.phase)
            case e.MoveChosen():
                self._add_choice(event)
            case e.CardsDealt():
                self._add_deal(event)
            case e.CardsMoved():
                self._add_move(event, context)
            case e.CardsShown() | e.CardsHidden():
                self._add_showing(event, context)
            case e.CardsGathered():
                following = (other for other in context.after if not isinstance(other, BETWEEN))
                if not isinstance(next(following, None), e.CardsGathered | e.PileShuffled):
                    lines.add_part(f"all cards to {place(event.to)}", event.span)
            case e.PileShuffled():
                self.add_shuffle(event)
            case e.MemberDrawn():
                self._add_draw(event, context)
            case e.ChipsPaid():
                self._add_payment(event, context)
            case e.RegisterSet():
                self._add_register(event, context)
            case e.ValueAnnounced():
                self._add_announcement(event, context)
            case e.SentenceSaid():
                lines.add_line(self.words.format_sentence(event.sentence), event.span)
            case e.GameWon():
                lines.add_line(self._format_winners(event), event.span)
            case e.RecordMade():
                self.labels.note_record(*event.record)
            case e.ZonesSwapped():
                raise AssertionError("swaps are told as moves")
            case _:
                assert_never(event)

    # ------------------------------------------------------------------ moves

    def _add_choice(self, event: e.MoveChosen) -> None:
        """A move: `ann: play 7♣`, `bob: pass 3 cards`; with several hands, for which of them."""
        name = self.labels.names[event.seat]
        subject = self.labels.format_subject(event.about)
        if self.labels.is_one_of_several(event.about):
            name = f"{name}, {self._drop_owner(subject, event.seat)}"
        elif event.player != event.seat:
            name = f"{name} for {self.labels.names[event.player]}"
        self.lines.add_move(self._format_move(event), event.player, name, event.span)

    def _format_move(self, event: e.MoveChosen, places: Collection[int] = ()) -> str:
        """The action and its values, without the numbers of `places` that are told behind them."""
        pairs = [
            (self.words.put_by_rank(value, kind), bare(kind))
            for value, kind in zip(event.values, event.types, strict=True)
        ]
        format_value = self.words.format_plain if len(pairs) == 1 else self.words.format_value
        numbers = [
            (value, bare(kind)) for place in places
            for value, kind in list_indices(self.labels.families[place], place)
        ]  # fmt: skip
        values = [
            format_value(*pair) for pair in pairs
            if not (isinstance(pair[1], NumberT) and pair in numbers)
        ]  # fmt: skip
        return " ".join([to_dashes(event.action), *values])

    def _note_named(self, event: e.MoveChosen) -> None:
        """Keep the cards that players name: they may go on later, by a rule."""
        cards = list_cards_named(event)
        if event.sealed:
            self.named |= cards
            self.unnamed[event.player] = count_cards_chosen(event) - len(cards)
        else:
            self.named.clear()
            self.unnamed.clear()
            self.played.add(event.player, cards)

    def _forget_named(self, event: Event, choice: e.MoveChosen | None) -> None:
        """Cards that go on, or are dealt, are named the next time."""
        if isinstance(event, e.CardsMoved):
            self.named.difference_update(event.cards)
        if choice is None and isinstance(event, e.CardsMoved | e.CardsDealt | e.PileShuffled):
            self.played.clear()

    def _drop_owner(self, text: str, seat: int | None) -> str:
        """`2nd box` for `ann's 2nd box`, where ann is spoken of."""
        return text if seat is None else text.replace(f"{self.labels.names[seat]}'s ", "", 1)

    # ------------------------------------------------------------------ cards

    def add_shuffle(self, event: e.PileShuffled) -> None:
        """A pile has a new order."""
        self.lines.add_part(f"{self.labels.format_place(event.place)} shuffled", event.span)

    def _add_deal(self, event: e.CardsDealt) -> None:
        """A line for each hand; single cards beside one another."""
        hands: dict[int, list[Card]] = {}
        for zone, card in zip(event.to, event.cards, strict=True):
            hands.setdefault(zone, []).append(card)
        more = {zone for zone in hands if self.held[zone] > 0}
        self._add_hands(hands, event.span, "", event.worth, more)

    def _add_hands(
        self, hands: dict[int, list[Card]], span: Span, word: str = "", worth: e.Worth = (),
        more: Collection[int] = (),
    ) -> None:  # fmt: skip
        """A line for each place; those in `more` hold others besides."""
        names = {
            zone: f"{'to ' * (zone in more)}{self.labels.format_place(zone)}{word}"
            for zone in hands
        }  # fmt: skip
        texts = {
            zone: self.labels.format_zone(cards, zone) + self._format_worth(worth, zone)
            for zone, cards in hands.items()
        }
        if len(hands) > 1 and all(len(cards) == 1 for cards in hands.values()):
            rows = self.labels.join_rows(hands)
            if len(rows) < len(hands):
                for label, cards in rows.items():
                    seen = any(card is not None for card in cards)
                    row = self.labels.format_row(cards) if seen else count_cards(len(cards))
                    self.lines.add_line(f"{label}{word}  {row}", span)
                return
            self.lines.end_line()
            for zone in hands:
                self.lines.add_part(f"{names[zone]} {texts[zone]}", span)
            self.lines.end_line()
            return
        wide = max((len(name) for name in names.values()), default=0)
        for zone in hands:
            self.lines.add_line(f"{names[zone]:<{wide}}  {texts[zone]}", span)

    def _add_move(self, event: e.CardsMoved, context: Context) -> None:
        """Cards that go somewhere: as a choice wants it, or as the rules do."""
        if not event.cards:
            return
        if self.lines.speaker is not None and context.choice is not None:
            if text := self._format_consequence(event, context):
                self.lines.add_effect(text, event.span)
            return
        owners = self.labels.find_owners(event.to)
        if not any(event.news) and any(is_named_with(event, owner, context) for owner in owners):
            return
        if all(is_said_next(context, card, CARD) for card in event.cards):
            return
        if self.played.have_gone(event):
            return
        if not self.lines.rules:
            self.played.go_along(event, context)
        keeps = None not in event.cards and list(owners) == [self._find_giver(event)]
        if (not owners or keeps) and self._was_laid_together(event):
            return
        if not owners and self._goes_under(event):
            return
        if self._is_drawn(event) and context.find_next_seat() == owners[0]:
            drawn = self._format_cards(event) + self._format_worth(event.worth, event.to)
            name = self.labels.names[owners[0]]
            self.lines.add_lead(f"draws {drawn}", owners[0], name, event.span)
        else:
            self.lines.add_shared(*self._describe_move(event, context), event.span)

    def _is_drawn(self, event: e.CardsMoved) -> bool:
        """Whether cards come from the stock to a seat's hand."""
        family = self.labels.find_family(event.to)
        to_hand = family is not None and family.name in self.hands
        owned = self.labels.find_owner(event.to) is not None
        return to_hand and owned and self.stocks.issuperset(event.from_)

    def _was_laid_together(self, event: e.CardsMoved) -> bool:
        """Whether one of several who chose together lays down what that seat has chosen."""
        hidden = sum(card is None for card in event.cards)
        giver = self._find_giver(event)
        return self.named.issuperset(set(event.cards) - {None}) and (
            not hidden or (giver is not None and self.unnamed.get(giver) == hidden)
        )

    def _goes_under(self, event: e.CardsMoved) -> bool:
        """Whether cards that were played before are put where nobody asks for them again."""
        family = self.labels.find_family(event.to)
        last = family is not None and family.name in self.last_places
        return last and self.played.all.issuperset(event.cards)

    def _format_consequence(self, event: e.CardsMoved, context: Context) -> str:
        """Cards that move because of a choice: `6♣`, `6♣ to trick`; empty where it said so."""
        choice = context.choice
        assert choice is not None
        named = list_cards_named(choice)
        hidden = sum(card is None for card in event.cards)
        family, owner = self.labels.find_family(event.to), self.labels.find_owner(event.to)
        if all(card is None or card in named for card in event.cards) and (
            not hidden
            or len(event.cards) - hidden == len(named) == count_cards_chosen(choice) - hidden
        ):
            source = self._find_giver(event)
            if source is not None and source != choice.player:
                self.lines.extend_move(f"from {self.labels.format_place(event.from_[0])}")
                return ""
            if not self.lines.effects:
                self._add_way(event, choice)
            if owner in (choice.player, None):
                return ""
            if not self.lines.effects:
                self.lines.extend_move(f"to {self.labels.format_place(event.to)}")
                return ""
        if owner is None and self._find_giver(event) is None and self._goes_under(event):
            return ""
        if owner != choice.player or family is None:
            return " ".join(self._describe_move(event, context, choice.player))
        text = self._format_cards(event)
        worth = self._format_worth(event.worth, event.to)
        if family.record is not None:
            if (family.record, owner) not in self.labels.several:
                return text + worth
            place = f"the {self._drop_owner(self.labels.format_place(event.to), owner)}"
        elif len(family.sizes) > 1:
            place = self._drop_owner(self.labels.format_place(event.to), owner)
        elif family.name in self.hands:
            giver = self._find_giver(event)
            if giver is None or giver == choice.seat:
                return text + self._format_source(event, context) + worth
            name = self.labels.names[giver]
            return f"{text} from {name}" if None in event.cards else f"{name}'s {text}{worth}"
        else:
            place = to_dashes(family.name)
        return f"{text} {'below' if event.below else 'to'} {place}{worth}"

    def _add_way(self, event: e.CardsMoved, choice: e.MoveChosen) -> None:
        """`shift 5♠ from column 3 to column 7`, for `shift 3 5♠ 7`.

        In a patience of all places that are nobody's, else of open piles that a number tells apart.
        """
        sources, told = set(event.from_), dict[int, str]()
        if self.lines.by_moves:
            if any(map(self.labels.find_owners, sources)):
                return
            told = {event.to: "to"} if self.labels.families[event.to].sizes else {}
        elif event.to in self.numbered:
            told = {event.to: "to"}
        if len(sources) == 1 and (self.lines.by_moves or sources <= self.numbered):
            told = {sources.pop(): "from", **told}
        ways = [
            f"{word} {self._drop_owner(self.labels.format_place(place), choice.player)}"
            for place, word in told.items()
        ]
        self.lines.change_move(self._format_move(choice), self._format_move(choice, told), *ways)

    def _describe_move(
        self, event: e.CardsMoved, context: Context, speaker: int | None = None
    ) -> tuple[str, str]:
        """Cards and whose they were, and where they go: `bob's J♦`, `to heap`."""
        way = f"{'below' if event.below else 'to'} {self.labels.format_place(event.to)}"
        way += self._format_worth(event.worth, event.to)
        text, giver = self._format_cards(event), self._find_giver(event)
        told = (
            self.named.issuperset(event.cards)
            or self.played.are(event.cards)
            or (
                not any(event.news)
                and any(
                    isinstance(other, e.CardsShown) and set(event.cards) <= set(other.cards)
                    for other in context.before
                )
            )
        )
        if giver is None or giver in (speaker, self.labels.find_owner(event.to)):
            source = set(event.from_)
            whose = giver is None and speaker is None and len(source) == 1 and not self.played.gone
            if not told or (
                whose and len(event.cards) == 1 and event.cards[0] is not None
            ):  # its name is as short
                return text + self._format_source(event, context), way
            of = f" of {self.labels.format_place(source.pop())}" if whose else ""
            return f"the {cards_or_card(len(event.cards) + len(self.played.gone))}{of}", way
        name = self.labels.names[giver]
        if told:
            return f"{name}'s {cards_or_card(len(event.cards))}", way
        if None in event.cards or len(event.cards) > MAX_NAMED:
            return f"{text} from {name}", way
        return f"{name}'s {text}", way

    def _format_source(self, event: e.CardsMoved, context: Context) -> str:
        """` from miss`, where nobody can tell the place from the cards.

        From a deck cards are drawn: it is told only where others have just moved.
        """
        (source, *others) = set(event.from_)
        if others or self.labels.find_owners(source):
            return ""
        if source in self.decks:
            played: Collection[Card] = self.played.all
            if context.choice is not None:
                moved = (other for other in context.before if isinstance(other, e.CardsMoved))
                played = list_cards_named(context.choice) or [c for one in moved for c in one.cards]
            tells = bool(played)
        else:
            tells = source in self.hidden or len(event.cards) > MAX_NAMED
        return f" from {self.labels.format_place(source)}" if tells else ""

    def _find_giver(self, event: e.CardsMoved) -> int | None:
        """The seat from whose places all the cards come."""
        owners = {self.labels.find_owner(source) for source in event.from_}
        return owners.pop() if len(owners) == 1 else None

    def _format_cards(self, event: e.CardsMoved) -> str:
        many = len(event.cards)
        return self.labels.format_moving(event) if many <= MAX_NAMED else count_cards(many)

    def _add_showing(self, event: e.CardsShown | e.CardsHidden, context: Context) -> None:
        """Cards turned up, hand by hand in the order of the seats.

        Left out where none of them is news, or a sentence of the rules is about to name the card.
        """
        if len(event.cards) == 1 and is_said_next(context, event.cards[0], CARD):
            return
        worth = event.worth if isinstance(event, e.CardsShown) else ()
        if not worth and (
            not any(event.news) or set(event.cards) <= list_known_cards(event, context)
        ):
            return
        hands: dict[int, list[Card]] = {place: [] for place in sorted(set(event.places))}
        for card, place in zip(event.cards, event.places, strict=True):
            hands[place].append(card)
        to = "" if event.to < 0 else f" to {self.labels.names[event.to]}"
        word = " hidden:" if isinstance(event, e.CardsHidden) else f" shown{to}:"
        if len(hands) > 1:
            self._add_hands(hands, event.span, word, worth)
            return
        for place, cards in hands.items():
            text = self.labels.format_zone(cards, place)
            text += self._format_worth(worth, place)
            where = self._drop_owner(self.labels.format_place(place), self.lines.speaker)
            self.lines.add_effect(f"{where}{word} {text}", event.span)

    def _format_worth(self, worth: e.Worth, place: int) -> str:
        """What a hand is worth, behind its cards: ` (points 17)`."""
        return "".join(
            f" ({self.labels.format_worth(value, kind)})" for at, value, kind in worth
            if at == place
        )  # fmt: skip

    # ------------------------------------------------------------------ what lies on the table

    def _count_cards(self, event: Event) -> None:
        """How many cards have come to each place."""
        if isinstance(event, e.CardsGathered):
            self.held.clear()
        for _, source, target, _ in () if e.Role.PLACES in event.fields else event.list_cards():
            self.held[source] -= 1
            self.held[target] += 1

    def _add_open_zones(self, span: Span) -> None:
        """What lies on the table for all to take from, where it has changed."""
        for slot, holds in self.on_table.list_changed(whole=self.lines.speaker is not None):
            place = self._drop_owner(self.labels.format_place(slot), self.lines.speaker)
            self.lines.add_state(place, holds, span)

    # ------------------------------------------------------------------ chips

    def _add_payment(self, event: e.ChipsPaid, context: Context) -> None:
        """Chips; a payment that a row of a table has set begins a line."""
        if event.amount == 0:
            return
        self.paid |= {event.from_, event.to}
        speaker = self.lines.speaker
        choice = context.choice if speaker is not None else None
        told = describe_payment(event, choice, self.labels, self._is_kept, self.untold)
        if event.rows and speaker is None:
            self.lines.end_line()
        if told is not None and told.who:
            self.lines.add_shared(told.who, told.does, event.span, told.before, told.behind)
        elif told is not None:
            self.lines.add_effect(add_note(told.does.replace(EACH, ""), told.behind), event.span)

    def _is_kept(self, at: int) -> bool:
        """Whether a register is kept for the whole match, and told."""
        return self._is_lasting(at) and not self._is_quiet(at)

    def _is_lasting(self, at: int) -> bool:
        """Whether a register is kept for the whole match."""
        family = self.labels.find_family(at)
        return family is not None and family.record is None and family.name in self.lasting

    def _add_holdings(self, event: e.PhaseEnded, context: Context) -> None:
        """At the end of a phase under the match: what each has, where there was paid."""
        families = {
            family.base: family for family in map(self.labels.find_family, sorted(self.paid))
            if family is not None and family.kinds in ((SEAT,), (SIDE,))
            and self._is_kept(family.base)
        }  # fmt: skip
        self.paid.clear()
        for family in families.values():
            held = [find_value_before(slot, context) for slot in family.slots]
            if not all(self.redaction.sees_register(s, context.position) for s in family.slots):
                continue
            who = [
                self.words.format_value(k, family.kinds[0])
                for (k,) in map(family.index_of, family.slots)
            ]
            shown = " · ".join(f"{one} {value}" for one, value in zip(who, held, strict=True))
            self.lines.add_line(f"{to_dashes(family.name)}: {shown}", event.span)

    # ------------------------------------------------------------------ registers

    def _is_quiet(self, at: int) -> bool:
        return self.labels.format_name(at).split(" ")[0] in self.quiet

    def _add_draw(self, event: e.MemberDrawn, context: Context) -> None:
        self.settled.add(event.place)
        if bare(event.type) == CARD and context.moves_card(event.value):
            return
        if not self._is_quiet(event.place) and not is_said_next(context, event.value, event.type):
            value = self.words.format_value(event.value, event.type)
            place = self.labels.format_place(event.place)
            by_lot = " (by lot)" if event.among > 1 else ""
            self.lines.add_part(f"{place}: {value}{by_lot}", event.span)

    def _add_first_values(self, event: e.PhaseBegun, context: Context) -> None:
        """With what the first hand is played, of what changes from hand to hand."""
        if self.lines.phases != ["match"] or event.phase not in self.lines.headings:
            return
        lead_in = self.lead_ins.get(event.phase, ())
        set_at_once = {
            other.place for other in context.after
            if isinstance(other, e.RegisterSet) and find_line(other) in lead_in
        }  # fmt: skip
        for slot, thing in self.between.items():
            value = find_value_before(slot, context)
            if slot in self.settled | set_at_once or not is_worth_telling(value, thing.type):
                continue
            if bare(thing.type) == SEAT and value == context.find_next_seat():
                continue
            if self.redaction.sees_register(slot, context.position):
                shown = self.words.format_plain(value, thing.type)
                self.lines.add_part(f"{self.labels.format_place(slot)}: {shown}", thing.span)
        self.settled.update(self.between)

    def _add_register(self, event: e.RegisterSet, context: Context) -> None:
        """Points and other registers, unless the reader has been told or will see at once."""
        kind = bare(event.type)
        self.settled.add(event.place)
        told = event.rows and self.labels.format_name(event.place).split(" ")[0] not in self.untold
        if self._is_quiet(event.place) and not told:
            return
        if event.old == event.new and not is_nothing_among_gains(event, context):
            return
        if context.choice is not None and repeats_choice(event, context.choice):
            return
        gain = self._find_gain(event)
        if gain is not None:
            last = self.gained[-1] if self.gained else gain
            again = any(other.place == gain.place for other in self.gained)
            alike = (last.who, last.change, last.reason) == (gain.who, gain.change, gain.reason)
            if again or not alike:
                self._end_gains()
            self.gained.append(gain)
            self.gain_span = self.gain_span or event.span
            return
        family = self.labels.find_family(event.place)
        if family is None or family.record is not None or is_said_next(context, event.new, kind):
            return
        if not is_worth_telling(event.new, event.type):
            return
        if kind == SEAT and event.new == context.find_next_seat():
            return
        for_next = event.place in self.between and self.lines.phases == ["match"]
        over = context.is_last() or (for_next and context.ends_rounds(self.rounds))
        if context.choice is None and (kind == SEAT or for_next) and over:
            return
        if kind == CARD and context.moves_card(event.new):
            return
        self._end_gains()
        value = self.words.format_plain(event.new, event.type)
        self.lines.add_effect(f"{self.labels.format_place(event.place)}: {value}", event.span)

    def _find_gain(self, event: e.RegisterSet) -> Gain | None:
        """A number of a seat or side that has changed; None where it is none."""
        family = self.labels.find_family(event.place)
        if family is None or family.record is not None:
            return None
        kind = bare(event.type)
        if not isinstance(kind, NumberT) or family.kinds not in ((SEAT,), (SIDE,)):
            return None
        assert isinstance(event.new, int) and isinstance(event.old, int)
        who = self.words.format_value(family.index_of(event.place)[0], family.kinds[0])
        change = event.new - event.old if event.add else None
        worth = (event.new,) if change is None else (change, -change)
        reason = find_reason(event.all_rows, worth)
        if self.counted is not None and self.counted[0] is event:
            reason = reason or self.counted[1]
        name, value = self.labels.format_name(event.place), self.words.format_value(event.new, kind)
        owners = self.labels.find_owners(event.place)
        return Gain(who, change, reason, f"{name} {value}", owners, event.place)

    def _comes_before_gains(self, event: Event) -> bool:
        """Whether a sentence says why the one seat that has points gets them, and tells no number.

        `bob takes the trick` stands before `bob +4`, though the rules count first.
        """
        if not isinstance(event, e.SentenceSaid) or not self.gained:
            return False
        gain = self.gained[0]
        pieces = [(p[0], bare(p[1])) for p in event.sentence if not isinstance(p, str)]
        if gain.change is None or gain.reason or not pieces or isinstance(event.sentence[0], str):
            return False
        (value, kind) = pieces[0]
        named = (
            value in gain.seats
            if kind == SEAT
            else self.words.format_value(value, kind) == gain.who
        )
        return named and not any(isinstance(kind, NumberT) for _, kind in pieces)

    def _end_gains(self) -> None:
        """Changes that one row made: `ann +10 (ten of trumps) → made 10, score 43`.

        Those that the same line of the rules makes for several seats, and says no more of, stand
        side by side.
        Those of a seat that has just made the move stand behind it: `ann: fold → lost 3 (+1)`.
        """
        gained, self.gained = self.gained, []
        span, self.gain_span = self.gain_span, None
        if not gained or span is None:
            return
        first = gained[0]
        values = ", ".join(gain.value for gain in gained)
        reason = f" ({first.reason})" if first.reason else ""
        if self.lines.speaker is not None and first.who == self.lines.mover:
            if first.change is not None:
                reason = f" ({first.change:+d}{f': {first.reason}' if first.reason else ''})"
            self.lines.add_effect(f"{values}{reason}", span)
        else:
            text = f"{first.who}: {values}{reason}"
            if first.change is not None:
                text = f"{first.who} {first.change:+d}{reason} → {values}"
            (self.lines.add_line if reason else self.lines.add_points)(text, span)

    # ------------------------------------------------------------------ words

    def _add_announcement(self, event: e.ValueAnnounced, context: Context) -> None:
        """An answer that all are told; nothing, and a `no` that changes nothing, are left out."""
        if bare(event.type) != YESNO and not is_something(event.value, event.type):
            return
        name, speaker = event.name.replace("_", " "), self.lines.speaker
        if bare(event.type) == YESNO and not event.value:
            changed = context.choice is None and self.announced.get(event.name, 1)
            self.announced[event.name] = event.value
            if changed:
                self.lines.add_effect(f"{name}: no", event.span)
            return
        self.announced[event.name] = event.value
        if bare(event.type) != YESNO and is_said_next(context, event.value, event.type):
            return
        self.counted = self._find_counting(event, context)
        if self.counted is not None:
            return
        about, yes = event.about, bare(event.type) == YESNO
        value = "" if yes else f" {self.words.format_plain(event.value, event.type)}"
        if about is None:
            text = f"{name}:{value or ' yes'}"
        elif speaker is not None and self.labels.find_subject_owner(about) == speaker:
            text = f"{name}{value}"
        else:
            text = f"{self.labels.format_subject(about)}: {name}{value}"
        self.lines.add_effect(text, event.span)

    def _find_counting(
        self, event: e.ValueAnnounced, context: Context
    ) -> tuple[e.RegisterSet, str] | None:
        """What counts a number that is announced of a seat to it at once, and the number's name.

        The points tell the number then: `ann +12 (deadwood) → score 12`.
        """
        owner = self.labels.find_subject_owner(event.about)
        counting = context.after[0] if context.after else None
        if owner is None or not event.value or not isinstance(counting, e.RegisterSet):
            return None
        gain = None if self._is_quiet(counting.place) else self._find_gain(counting)
        if gain is None or list(gain.seats) != [owner] or gain.change is None:
            return None
        same = event.value in (gain.change, -gain.change)
        return (counting, event.name.replace("_", " ")) if same else None

    def _format_winners(self, event: e.GameWon) -> str:
        names = [self.labels.names[seat] for seat in event.seats]
        if not names:
            return "nobody wins"
        return f"{join_words(names)} {'wins' if len(names) == 1 else 'win'}"
