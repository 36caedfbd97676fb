"""Cards that are dealt, moved and shown, as they are told: with their names, or counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from itertools import takewhile

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import CARD, SEAT, bare, element
from hoyle.dsl.printable import join_words, to_dashes
from hoyle.dsl.source import Span
from hoyle.interpreter.narration.context import (
    Context,
    comes_back,
    count_cards_chosen,
    find_said_before,
    find_said_next,
    is_named,
    is_named_with,
    is_said_next,
    list_cards_named,
)
from hoyle.interpreter.narration.doings import EACH, Doing
from hoyle.interpreter.narration.labels import Labels, cards_or_card, count_cards
from hoyle.interpreter.narration.lines import Lines
from hoyle.interpreter.narration.moved_rows import (
    DealtRow,
    MovedRow,
    find_dealt_row,
    find_moved_row,
)
from hoyle.interpreter.narration.net_events import find_line, leave_out_lying
from hoyle.interpreter.narration.played_cards import PlayedCards
from hoyle.interpreter.narration.told_by_rules import (
    find_conditional_steps,
    find_drawn_from,
    find_last_places,
    find_mixed_offers,
    find_offered_zones,
    find_place_values,
    find_sure_ways,
    names_place,
)
from hoyle.interpreter.narration.told_hands import ToldHands, names_owner
from hoyle.interpreter.runtime import events as e
from hoyle.interpreter.runtime.events import Card, Event
from hoyle.interpreter.runtime.table import Position

MAX_NAMED = 13  # more cards that go somewhere together are counted


class ToldCards:
    """What a reader has been told of cards on their way, and what must be told next.

    `told_by_top` are the open piles of which otherwise only the top is told; `is_gain` says whether
    an event is points that are told.
    """

    def __init__(
        self, game: g.Game, labels: Labels, lines: Lines, told_by_top: Collection[int],
        is_gain: Callable[[Event], bool], share_block: Callable[[Span, Span], bool],
    ) -> None:  # fmt: skip
        self.share_block = share_block
        self.labels, self.lines, self.is_gain = labels, lines, is_gain
        self.told_by_top = told_by_top
        self.emptied: set[int] = set()  # of these, those that have been told to go as a whole
        self.left: set[int] = set()  # places that cards have been seen to leave: the line says so
        zones = labels.machine.zones
        families = {zone.slot: zone.family for zone in zones}
        self.hidden = {zone.slot for zone in zones if zone.sight != "everyone"}
        self.piles = {zone.slot for zone in zones if zone.pile}
        self.decks = self.piles & self.hidden
        starts = {zone.name for zone in game.zones.values() if zone.starts}
        self.stocks = {zone.slot for zone in zones if zone.family in starts}
        drawn_from = find_drawn_from(game)
        self.drawn_from = {slot for slot in self.decks if families[slot] in drawn_from}
        self.numbered = {
            zone.slot for zone in zones
            if zone.slot not in self.hidden and labels.is_numbered(zone.slot)
        }  # fmt: skip
        self.last_places, self.sure_ways = find_last_places(game), find_sure_ways(game)
        self.conditional = find_conditional_steps(game)
        self.place_values, self.mixed = find_place_values(game), find_mixed_offers(game)
        own = {
            zone.family for zone in zones
            if zone.record is None and labels.find_owners(zone.slot)
        }  # fmt: skip
        # what comes to a seat's hand needs no word for the place
        asked = {family.name for family in find_offered_zones(labels.machine)}
        closed = {zone.family for zone in zones if zone.sight == "some" and not zone.pile}
        self.hands = own if len(own) == 1 else own & asked or own & closed
        self.held: Counter[int] = Counter()  # how many cards have come to each place
        self.told_hands = ToldHands(labels, lines, self.held, self.decks, is_gain)
        self.told_to: set[int] = set()  # where cards were told to go because of the last move
        self.named: set[Card] = set()  # cards that moves made together have named, not yet moved
        self.unnamed: dict[int, int] = {}  # how many hidden ones each seat has chosen so
        self.played = PlayedCards()
        self.row: MovedRow | DealtRow | None = None  # places that are told as one: it has been

    def note_named(self, event: e.MoveChosen) -> None:
        """Keep the cards that players name: they may go on later, by a rule."""
        cards = list_cards_named(event)
        self.told_to.clear()
        self.told_hands.shown.clear()
        if event.sealed:
            self.named |= cards
            self.unnamed[event.player] = count_cards_chosen(event) - len(cards)
        else:
            self.named.clear()
            self.unnamed.clear()
            if self.lines.by_moves:
                self.played.clear()
            self.played.add(event.player, cards)

    def forget_named(self, event: Event, choice: e.MoveChosen | None) -> None:
        """Cards that go on, or are dealt, are named the next time.

        What a move lays open on the table from the player's own places is played, named or not.
        """
        if isinstance(event, e.CardsMoved):
            if (giver := self._find_giver(event)) is not None and None in event.cards:
                self.unnamed.pop(giver, None)
            self.named.difference_update(event.cards)
            if choice is not None and self._find_giver(event) == choice.player:
                if event.to in self.hidden:
                    self.played.discard(event.cards)
                elif not self.labels.find_owners(event.to):
                    self.played.add(choice.player, set(event.cards) - {None})
        if choice is None and isinstance(event, e.CardsMoved | e.CardsDealt | e.PileShuffled):
            self.played.clear()

    def begin_with(self, position: Position) -> None:
        """The cards that lie in each place before what has led to a first position.

        It need not be the start of a game. Where all cards are gathered it is taken for one, and
        where a fault has broken off what came of it, as some cards have gone on then that no event
        tells of; the stock counts from 0 in any case, as there it holds the pack.
        """
        broken_off = position is position.table.left_at
        if broken_off or any(isinstance(event, e.CardsGathered) for event in position.events):
            return
        cards = position.table.engine.zones.cards
        for zone in self.labels.machine.zones:
            self.held[zone.slot] = len(cards(position.slots, zone.slot))
        for event in position.events:
            for _, source, target, _ in _list_ways(event):
                self.held[source] += 1
                self.held[target] -= 1
        self.held[self.labels.machine.stock] = 0

    def count_cards(self, event: Event) -> None:
        """How many cards have come to each place."""
        if isinstance(event, e.CardsGathered):
            self.held.clear()
            self.told_hands.shown.clear()
        for _, source, target, _ in _list_ways(event):
            self.held[source] -= 1
            self.held[target] += 1
            self.told_hands.shown.pop(source, None)
            self.told_hands.shown.pop(target, None)

    def add_deal(self, event: e.CardsDealt, context: Context) -> None:
        """A line for each hand; single cards, and those that fill hands up, beside one another.

        A single card is left out if a sentence is about to name it, with whose place that is.
        """
        hands: dict[int, list[Card]] = {}
        for zone, card in zip(event.to, event.cards, strict=True):
            hands.setdefault(zone, []).append(card)
        hands = {
            zone: cards for zone, cards in hands.items()
            if not self._is_told_next(zone, cards, hands.keys(), context)
        }  # fmt: skip
        more = {zone for zone in hands if self.held[zone] > 0}
        many = {len(cards) for cards in hands.values()}
        # hands are filled up, where one had cards: a deal gives each as many, and more than one
        filled = more and (many == {1} or len(many) > 1)
        to_hands = all(self._is_drawn(zone, {event.from_}) for zone in hands)
        drawn = len(hands) > 1 and filled and to_hands
        if not drawn:
            self.told_hands.add_hands(hands, event.span, "", event.worth, more)
            return
        self.lines.end_line()
        for zone, cards in hands.items():
            worth = self.labels.format_worths(event.worth, zone)
            text = self.labels.format_zone(cards, zone) + worth
            name = self.labels.names[self.labels.find_owners(zone)[0]]
            self.lines.add_part(f"{name} draws {text}", event.span)
        self.lines.end_line()

    def _is_told_next(
        self, zone: int, cards: Sequence[Card], dealt: Iterable[int], context: Context
    ) -> bool:
        """Whether a sentence names the one card that comes to a place, and no hand.

        Where others get cards there too, and where the sentence names more, it is told in any case.
        """
        if len(cards) > 1 or not is_said_next(context, cards[0], CARD):
            return False
        if not self.labels.find_owners(zone):
            return True
        family = self.labels.families[zone].name
        alone = sum(self.labels.families[other].name == family for other in dealt) == 1
        return alone and family not in self.hands and any(
            is_named([one], cards[0], CARD) and names_owner(self.labels, one, zone)
            and sum(not isinstance(piece, str) for piece in one.sentence) == 2
            for one in find_said_next(context)
        )  # fmt: skip

    def add_move(self, event: e.CardsMoved, context: Context) -> None:
        """Cards that go somewhere: as a choice wants it, or as the rules do."""
        if not event.cards or self._belongs_to_row(event, context):
            return
        event = leave_out_lying(event)
        self.left |= {at for at in event.from_ if not self.labels.is_one_of_places(at)}
        if self.lines.speaker is not None and context.choice is not None:
            for part in self._split_by_givers(event, context.choice):
                if self._is_said(part, context):
                    continue
                if text := self._format_consequence(part, context):
                    self.lines.add_effect(text, event.span)
                    self.told_to.add(event.to)
            return
        owners = self.labels.find_owners(event.to)
        from_stock = self._is_drawn(event.to, event.from_)
        drawn = from_stock and context.find_next_seat() == owners[0]
        # who plays on with cards must be told them, and which some of a pile are
        known = not any(event.news) and not drawn and self._is_whole(event)
        giver = self._find_giver(event)
        givers = [] if giver is None else [(giver, SEAT)]
        keeps = [*owners] == [giver]
        # to name who keeps cards says at most that they are taken up
        if keeps and self.labels.families[event.to].name not in self.hands:
            known = False
        if known and any(
            is_named_with(event, [owner, *givers], context, self.share_block)
            for owner in self.labels.list_owner_names(event.to)
        ):
            self.emptied |= {at for at in event.from_ if self._is_named_whole(at, event, context)}
            return
        if self._is_said(event, context) or self._is_said_by_move(event, context):
            return
        if self.played.have_gone(event):
            return
        if not self.lines.rules:
            self.played.go_along(event, context)
        sure = find_line(event) in self.sure_ways or not self.labels.is_one_of_places(event.to)
        if sure and (not owners or keeps) and self._was_laid_together(event):
            return
        if not owners and self._goes_under(event):
            return
        if from_stock:
            worth = self.labels.format_worths(event.worth, event.to)
            does = f"draws {self._format_cards(event)}{worth}"
            name = self.labels.names[owners[0]]
            if drawn:
                self.lines.add_lead(does, owners[0], name, event.span)
            else:
                self.lines.add_doing(Doing(event.span, (name,), f"{does}{EACH}"))
            return
        if self._is_large_hand(event):
            more = {event.to} if self.held[event.to] else ()
            self.told_hands.add_hands({event.to: list(event.cards)}, event.span, more=more)
            return
        who, does = self._describe_move(event, context)
        mover = self.lines.find_mover(self.labels.find_owner(event.to))
        if mover is not None and self.played.are_of(mover, event.cards):
            self.lines.speaker = mover
            self.lines.add_effect(f"{who} {self.labels.drop_owner(does, mover)}", event.span)
        else:
            self.lines.add_doing(Doing(event.span, (who,), does))

    def _is_named_whole(self, at: int, event: e.CardsMoved, context: Context) -> bool:
        """Whether a sentence names all that tells a place from others: it says that they go."""
        names = self.labels.list_indices(at)
        return len(names) > 1 and is_named_with(event, names, context, self.share_block)

    def _belongs_to_row(self, event: e.CardsMoved, context: Context) -> bool:
        """Whether cards are all of a place of a row that moves on, which is told once."""
        if self.row is None or all(event is not one for one in self.row.moves):
            self.row = find_moved_row(event, context.after, self.labels, self.held)
            comes_of_move = self.lines.speaker is not None and context.choice is not None
            if self.row is None and comes_of_move and self.decks.issuperset(event.from_):
                self.row = find_dealt_row(event, context.after, self.labels)
            if self.row is not None:
                self.lines.add_effect(self._format_row(self.row, context), event.span)
        if isinstance(self.row, MovedRow):
            self.emptied |= set(event.from_)
        elif self.row is not None:
            self.told_to.add(event.to)
        return self.row is not None

    def _format_row(self, row: MovedRow | DealtRow, context: Context) -> str:
        goes = self.labels.drop_owner(row.format(), self.lines.speaker)
        if isinstance(row, MovedRow):
            return goes
        cards = row.list_cards()
        dealt = count_cards(len(cards)) if set(cards) == {None} else self.labels.format_row(cards)
        return f"{dealt}{self._format_source(row.moves[0], context)} {goes}"

    def _is_said(self, event: e.CardsMoved, context: Context) -> bool:
        """Whether a sentence right behind names the cards, or one right before, with the place.

        The place of somebody is named by that seat, one of several by its number or the like, which
        must be said in any case; the only one of its kind by its name, or by whose cards they are.
        """
        several = self.labels.is_one_of_places(event.to)
        if not several and all(is_said_next(context, card, CARD) for card in event.cards):
            return True
        beside = find_said_before(context) + (find_said_next(context) if several else [])
        return None not in event.cards and any(
            all(is_named([said], card, CARD) for card in event.cards)
            and self._says_place(said, event, several)
            for said in beside
        )

    def _is_said_by_move(self, event: e.CardsMoved, context: Context) -> bool:
        """Whether the move before has named the cards, though a sentence has ended its line.

        Not where they go to somebody else, to one of several places, or back.
        """
        choice = context.choice
        if choice is None or not self._are_chosen(event, choice) or comes_back(event, context):
            return False
        seats = {self._find_giver(event), *self.labels.find_owners(event.to)}
        return seats == {choice.player} and not self.labels.is_one_of_places(event.to)

    def _says_place(self, said: e.SentenceSaid, event: e.CardsMoved, several: bool) -> bool:
        """Whether a sentence says where cards go; see `_is_said`."""
        if several:
            return all(is_named([said], *pair) for pair in self.labels.list_indices(event.to))
        owners, giver = self.labels.find_owners(event.to), self._find_giver(event)
        name = self.labels.format_name(event.to).replace("-", " ")
        texts = [piece for piece in said.sentence if isinstance(piece, str)]
        is_called = any(name.split(" of ")[0] in piece for piece in texts)
        if names_owner(self.labels, said, event.to):
            return is_called or not self._may_lie_elsewhere(event, owners)
        if not owners and giver is not None and is_named([said], giver, SEAT):
            return True
        return not owners and any(name in piece for piece in texts)

    def _may_lie_elsewhere(self, event: e.CardsMoved, owners: Collection[int]) -> bool:
        """Whether a seat has another place than this one where cards could go, beside hands."""
        families = {
            self.labels.families[zone].name for zone in self.labels.zones
            if [*self.labels.find_owners(zone)] == [*owners]
        }  # fmt: skip
        mine = self.labels.families[event.to].name
        here = {self.labels.families[zone].name for zone in event.from_}
        return mine not in self.hands and len(families - self.hands - here - {mine}) > 0

    def _is_drawn(self, to: int, sources: Collection[int]) -> bool:
        """Whether cards come from the stock to a seat's hand."""
        family = self.labels.find_family(to)
        to_hand = family is not None and family.name in self.hands
        owned = self.labels.find_owner(to) is not None
        return to_hand and owned and self.stocks.issuperset(sources)

    def _is_large_hand(self, event: e.CardsMoved) -> bool:
        """Whether a seat takes up more cards than a move names: told as a deal tells them."""
        family = self.labels.find_family(event.to)
        to_hand = family is not None and family.name in self.hands and event.to not in self.piles
        owned = self.labels.find_owner(event.to) is not None
        return to_hand and owned and len(event.cards) > MAX_NAMED and None not in event.cards

    def _are_chosen(self, event: e.CardsMoved, choice: e.MoveChosen) -> bool:
        """Whether cards are those that a choice names, or as many as it names and hides.

        Hidden ones that come from the stock to a hand are others, drawn in their place.
        """
        named = list_cards_named(choice)
        hidden = sum(card is None for card in event.cards)
        if hidden and self._is_drawn(event.to, event.from_):
            return False
        return named.issuperset(set(event.cards) - {None}) and (
            not hidden
            or len(event.cards) - hidden == len(named) == count_cards_chosen(choice) - hidden
        )

    def _go_on_hidden(self, event: e.CardsMoved, named: set[Card], context: Context) -> bool:
        """Whether all the cards that a move has named leave the place where it has laid them.

        Nobody sees them there, not even who has named them.
        """
        laid = {
            other.to for other in context.before
            if isinstance(other, e.CardsMoved) and named and named == set(other.cards)
        }  # fmt: skip
        unseen = set(event.cards) == {None} and len(event.cards) == len(named)
        return unseen and laid.issuperset(event.from_) and self._is_whole(event)

    def _was_laid_together(self, event: e.CardsMoved) -> bool:
        """Whether one of several who chose together lays down what that seat has chosen."""
        hidden = sum(card is None for card in event.cards)
        giver = self._find_giver(event)
        return self.named.issuperset(set(event.cards) - {None}) and (
            not hidden or (giver is not None and self.unnamed.get(giver) == hidden)
        )

    def _goes_under(self, event: e.CardsMoved) -> bool:
        """Whether cards that were played, or lay open, are put where nobody asks for them again."""
        family = self.labels.find_family(event.to)
        if family is None or family.name not in self.last_places or event.span in self.conditional:
            return False
        lay_open = self.hidden.isdisjoint(event.from_) and not any(
            map(self.labels.find_owners, event.from_)
        )
        return lay_open or self.played.all.issuperset(event.cards)

    def _split_by_givers(self, event: e.CardsMoved, choice: e.MoveChosen) -> list[e.CardsMoved]:
        """Cards of a move, those of each other seat apart if the move has not named them.

        Else they would seem to be the player's own.
        """
        parts: dict[int | None, list[int]] = {}
        for k, place in enumerate(event.from_):
            giver = self.labels.find_owner(place)
            parts.setdefault(None if giver == choice.player else giver, []).append(k)
        named = list_cards_named(choice)
        others = (k for giver, places in parts.items() if giver is not None for k in places)
        if len(parts) == 1 or named.issuperset(event.cards[k] for k in others):
            return [event]
        return [event.pick_cards(places) for places in parts.values()]

    def _format_consequence(self, event: e.CardsMoved, context: Context) -> str:
        """Cards that move because of a choice: `6♣`, `6♣ to trick`; empty where it said so."""
        choice = context.choice
        assert choice is not None
        named = list_cards_named(choice)
        family, owner = self.labels.find_family(event.to), self.labels.find_owner(event.to)
        worth = self.labels.format_worths(event.worth, event.to)
        if comes_back(event, context):
            return f"{self._format_cards(event)} back{worth}"
        if self._is_parted(named, context):
            to = self.labels.drop_owner(self.labels.format_place(event.to), choice.player)
            return f"{self._format_cards(event)} to {to}{worth}"
        if named and not self.lines.effects and self._builds(event, named):
            self._add_way(event, choice)
            return ""
        if self._are_chosen(event, choice) or self._go_on_hidden(event, named, context):
            source = self._find_giver(event)
            if source is not None and source != choice.player:
                self.lines.extend_move(f"from {self.labels.format_place(event.from_[0])}")
                return ""
            told_place = self._add_way(event, choice)
            owners = self.labels.find_owners(event.to)
            if told_place or not owners or choice.player in owners:
                return ""
            if not self.lines.effects:
                self.lines.extend_move(f"to {self.labels.format_place(event.to)}")
                return ""
        if owner is None and self._find_giver(event) is None and self._goes_under(event):
            return ""
        numbers = [kind for kind in choice.types if names_place(kind)]
        if not named and not self.lines.effects and self._name_instead(event, choice):
            return ""
        laid_out = event.to not in self.hidden | self.piles
        if laid_out and len(numbers) == 1 and not self.lines.effects:  # it may only say the place
            now = self.labels.format_move(choice, self._find_said(event, choice, {event.to: "to"}))
            self.lines.change_move(self.labels.format_move(choice), now)
        if not self.lines.effects:
            joined = self._add_named(event, named, context)
            if joined is not event:  # the place is told with all that come there
                to = self.labels.drop_owner(self.labels.format_place(event.to), choice.player)
                self.lines.change_move(f" to {to}", "")
            event = joined
        turned_over = event.to in self.drawn_from and self._find_whole_pile(event) is not None
        if owner != choice.player or family is None or turned_over:
            return " ".join(self._describe_move(event, context, choice.player))
        text = self._format_cards(event)
        if family.record is not None and not self.labels.is_one_of_own(event.to):
            if (family.record, owner) not in self.labels.several:
                return text + worth
            place = f"the {self.labels.drop_owner(self.labels.format_place(event.to), owner)}"
        elif self.labels.is_one_of_own(event.to):
            place = self.labels.drop_owner(self.labels.format_place(event.to), owner)
        elif family.name in self.hands:
            giver = self._find_giver(event)
            if giver is not None and giver != choice.seat:
                name = self.labels.names[giver]
                return f"{text} from {name}" if None in event.cards else f"{name}'s {text}{worth}"
            if (taken := self._find_taken_up(event)) and giver is None:
                self.emptied |= set(taken)
                places = join_words([self.labels.format_place(at) for at in taken])
                to = self.labels.drop_owner(self.labels.format_place(event.to), owner)
                return f"the cards of {places} to {to}"
            way = self._format_source(event, context)
            if way and self._is_drawn(event.to, event.from_):
                return f"draws {text}{worth}"
            own = giver is not None and self.drawn_from.isdisjoint(event.from_)
            own |= self._lays_elsewhere(event, named, context)
            # else it would seem that they stay before the seat, or go where others went or will go
            follows = context.find_next_place() not in (None, event.to)
            if not way and (own or self.told_to - {event.to} or follows):
                way = f" to {self.labels.drop_owner(self.labels.format_place(event.to), owner)}"
            return text + way + worth
        else:
            place = to_dashes(family.name)
        return f"{text} {'below' if event.below else 'to'} {place}{worth}"

    def _add_named(self, event: e.CardsMoved, named: set[Card], context: Context) -> e.CardsMoved:
        """With cards of a move that go to the same place as others: `take 4♠ → 4♠ 4♦ to won`.

        Not those that go there with further cards, which are told with these, and not beside cards
        of another seat, unless they are of the same; nor those that are laid elsewhere first.
        """
        assert context.choice is not None
        giver = self._find_giver(event)
        around = takewhile(lambda other: not isinstance(other, e.MoveChosen), context.around)
        moves = [other for other in around if isinstance(other, e.CardsMoved)]
        times = Counter(card for other in moves for card in other.cards)
        for other in moves:
            if other.to != event.to or any(times[card] > 1 for card in other.cards):
                continue
            fits = giver in (None, context.choice.player, self._find_giver(other))
            if fits and named.issuperset(other.cards) and not set(event.cards) & set(other.cards):
                event = event.add_cards(other)
        return event

    def _lays_elsewhere(self, event: e.CardsMoved, named: set[Card], context: Context) -> bool:
        """Whether what a move names goes to one of several places, of which its words tell."""
        moves = (other for other in context.before if isinstance(other, e.CardsMoved))
        return any(
            named.issuperset(other.cards) and other.to != event.to
            and self.labels.is_one_of_places(other.to)
            for other in moves
        )  # fmt: skip

    def _is_parted(self, named: Collection[Card], context: Context) -> bool:
        """Whether cards that one move names go to several places of which a seat has, or all have.

        Each place is told then: the move's own words cannot say it.
        """
        moves = takewhile(lambda other: not isinstance(other, e.MoveChosen), context.around)
        places = {
            other.to for other in moves
            if isinstance(other, e.CardsMoved) and not set(named).isdisjoint(other.cards)
        }  # fmt: skip
        return len(places) > 1 and all(map(self.labels.is_one_of_places, places))

    def _builds(self, event: e.CardsMoved, named: Collection[Card]) -> bool:
        """Whether the card that a patience's move names goes with those that lie upon it."""
        whole = self.lines.by_moves and len(event.cards) <= MAX_NAMED and event.to in self.piles
        return whole and set(named) < set(event.cards) and len(set(event.from_)) == 1

    def _add_way(self, event: e.CardsMoved, choice: e.MoveChosen) -> bool:
        """`shift 5♠ from column 3 to column 7`, for `shift 3 5♠ 7`; whether it says where to.

        In a patience of all places that are nobody's, else of open piles that a number tells apart.
        """
        sources, told = set(event.from_), dict[int, str]()
        sets = sum(element(bare(kind)) == CARD for kind in choice.types)
        if sets > 1 and not list_cards_named(choice) <= set(event.cards):
            return False  # others of those that it names go their own way
        if self.lines.by_moves:
            if any(map(self.labels.find_owners, sources)):
                return False
            told = {event.to: "to"} if self.labels.families[event.to].sizes else {}
        elif event.to in self.numbered:
            told = {event.to: "to"}
        if len(sources) == 1 and (
            self.lines.by_moves or sources <= self.numbered or self._may_tell_pile(sources, choice)
        ):
            self.left |= sources
            told = {sources.pop(): "from", **told}
        ways = [
            f"{word} {self.labels.drop_owner(self.labels.format_place(place), choice.player)}"
            for place, word in told.items()
        ]
        open_pile = event.to in self.piles - self.hidden and not event.below
        open_pile |= self._builds(event, list_cards_named(choice))
        lying = event.cards if open_pile else ()
        now = self.labels.format_move(choice, self._find_said(event, choice, told), lying)
        self.lines.change_move(self.labels.format_move(choice), now, *ways)
        return event.to in told

    def _may_tell_pile(self, sources: Set[int], choice: e.MoveChosen) -> bool:
        """Whether these are piles, not in the hand, and a choice was among cards of others too."""
        mixed, zones = self.mixed.get(choice.span, ()), self.labels.zones
        return all(
            zones[at].family in mixed and zones[at].pile and zones[at].sight != "some"
            for at in sources
        )  # fmt: skip

    def _find_said(
        self, event: e.CardsMoved, choice: e.MoveChosen, told: Mapping[int, str]
    ) -> set[int]:
        """Which values of a move only say from where or to where, by the word for each place told.

        Where the rules do not show by which values a place is found, one that is equal to its
        number, and has the same range, says it.
        """
        by_rules = self.place_values.get((choice.span, event.span), {})
        said = set[int]()
        for place, word in told.items():
            indices = [(value, bare(kind)) for value, kind in self.labels.list_indices(place)]
            numbers = [value for value, _ in indices]
            values = by_rules.get("from" if word == "from" else "to")
            for k, (value, kind) in enumerate(zip(choice.values, choice.types, strict=True)):
                if not names_place(kind):
                    continue
                if values is None:
                    says = (value, bare(kind)) in indices
                else:
                    says = k in values.all and (k not in values.plain or value in numbers)
                said |= {k} if says else set()
        return said

    def _name_instead(self, event: e.CardsMoved, choice: e.MoveChosen) -> bool:
        """`lay 3♣ to heap 1` for `lay 1`, where a move's numbers only say from where, or where to.

        Whether it is told so: a patience has such moves.
        """
        sources = set(event.from_)
        places = [(place, "from") for place in sources if len(sources) == 1]
        places.append((event.to, "to"))
        told = {
            place: word for place, word in places
            if self.labels.is_numbered(place) and self._find_said(event, choice, {place: word})
        }  # fmt: skip
        now = self.labels.format_move(choice, self._find_said(event, choice, told))
        only = told and now == to_dashes(choice.action)
        if not only or not self.lines.by_moves or any(map(self.labels.find_owners, told)):
            return False
        self.left |= sources & told.keys()
        told[event.to] = "below" if event.below else "to"
        ways = [
            f"{word} {self.labels.drop_owner(self.labels.format_place(place), choice.player)}"
            for place, word in told.items()
        ]
        before = self.labels.format_move(choice)
        self.lines.change_move(before, now, self._format_cards(event), *ways)
        return True

    def _describe_move(
        self, event: e.CardsMoved, context: Context, speaker: int | None = None
    ) -> tuple[str, str]:
        """Cards and whose they were, and where they go: `bob's J♦`, `to heap`."""
        to = self.labels.drop_owner(self.labels.format_place(event.to), speaker)
        way = f"{'below' if event.below else 'to'} {to}"
        way += self.labels.format_worths(event.worth, event.to)
        if (pile := self._find_whole_pile(event)) is not None:
            self.emptied.add(pile)
            taker = self.labels.find_owner(event.to) if speaker is None else speaker
            place = self.labels.drop_owner(self.labels.format_place(pile), taker)
            return f"the cards of {place}", way
        text, giver = self._format_cards(event), self._find_giver(event)
        whole = self._is_whole(event)
        told = (
            self.named.issuperset(event.cards)
            or self._are_played(event, context.choice if speaker is not None else None)
            or (
                not any(event.news)
                and any(
                    isinstance(other, e.CardsShown)
                    and set(event.cards) <= set(other.cards)
                    and (whole or len(event.cards) == len(other.cards))  # else which they are
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
            of = f" of {self.labels.format_place(source.pop())}" if whose and whole else ""
            return f"the {cards_or_card(len(event.cards) + len(self.played.gone))}{of}", way
        name = self.labels.names[giver]
        if told and not self.labels.is_one_of_places(event.to):
            return f"{name}'s {cards_or_card(len(event.cards))}", way
        counted = None in event.cards or len(event.cards) > MAX_NAMED
        if (counted or self.labels.find_owners(event.to)) and self._is_beside_hand(event.from_):
            return text, f"from {self.labels.format_place(event.from_[0])} {way}"
        return (f"{text} from {name}" if counted else f"{name}'s {text}"), way

    def _are_played(self, event: e.CardsMoved, choice: e.MoveChosen | None) -> bool:
        """Whether all that was just played goes; what comes of a move, all that it names itself.

        Cards that others have played before it would seem not to go.
        """
        if choice is None:
            return self.played.are(event.cards)
        return list_cards_named(choice) == set(event.cards)

    def _is_beside_hand(self, sources: Collection[int]) -> bool:
        """Whether cards come from one place that a seat has besides its hand.

        The seat's name alone stands for the hand.
        """
        (source, *others) = set(sources)
        family = self.labels.find_family(source)
        return not others and family is not None and family.name not in self.hands

    def _is_whole(self, event: e.CardsMoved) -> bool:
        """Whether nothing is left where the cards come from."""
        return all(self.held[at] == many for at, many in Counter(event.from_).items())

    def _find_whole_pile(self, event: e.CardsMoved) -> int | None:
        """The open pile of which these are all the cards: it has been told as it grew.

        Or the open place of the seat that takes them up again, or that becomes the stock.
        """
        (source, *others) = set(event.from_)
        if others or not self.held[source] == len(event.cards) > 1:
            return None
        owner = self.labels.find_owner(source)
        own = owner is not None and owner == self.labels.find_owner(event.to)
        new_stock = source in self.piles and event.to in self.drawn_from  # cards go on from there
        known = source in self.told_by_top or (source not in self.hidden and (own or new_stock))
        return source if known else None

    def _find_taken_up(self, event: e.CardsMoved) -> Sequence[int]:
        """The open places, each one of several, of which these are all the cards: told already."""
        sources = sorted(set(event.from_))
        whole = sum(self.held[at] for at in sources) == len(event.cards) > 1
        several = all(
            self.labels.families[at].record is not None or self.labels.is_one_of_places(at)
            for at in sources
        )
        return sources if whole and several and self.hidden.isdisjoint(sources) else ()

    def _format_source(self, event: e.CardsMoved, context: Context) -> str:
        """` from miss`, where nobody can tell the place from the cards.

        From a stock cards are drawn: it is told only where others have just moved, or where some
        that are counted make a new stock.
        """
        (source, *others) = set(event.from_)
        if others or self.labels.find_owners(source):
            return ""
        if source in self.drawn_from:
            played: Collection[Card] = self.played.all
            if context.choice is not None:
                before = (one for one in context.before if isinstance(one, e.CardsMoved))
                moved = [c for one in before if source not in one.from_ for c in one.cards]
                played = list_cards_named(context.choice) or moved
            counted = None in event.cards or len(event.cards) > MAX_NAMED
            tells = bool(played) or (counted and event.to in self.stocks)
        else:
            tells = source in self.hidden or self._is_counted(event)
        return f" from {self.labels.format_place(source)}" if tells else ""

    def _find_giver(self, event: e.CardsMoved) -> int | None:
        """The seat from whose places all the cards come."""
        owners = {self.labels.find_owner(source) for source in event.from_}
        return owners.pop() if len(owners) == 1 else None

    def _format_cards(self, event: e.CardsMoved) -> str:
        if not self._is_counted(event):
            return self.labels.format_moving(event)
        text, last = count_cards(len(event.cards)), event.cards[-1]
        turned_up = self.hidden.issuperset(event.from_) and event.to in self.piles - self.hidden
        if turned_up and last is not None:
            text += f" (the last {self.labels.words.format_cards([last])})"
        return text

    def _is_counted(self, event: e.CardsMoved) -> bool:
        """Whether cards have no names: too many, or they lay on a heap and are the stock again."""
        (source, *others), many = set(event.from_), len(event.cards)
        open_pile = source in self.piles - self.hidden - self.stocks
        heap = open_pile and not self.labels.find_owners(source)
        again = heap and not others and event.to in self.drawn_from
        return many > MAX_NAMED or (again and many > 1)


def _list_ways(event: Event) -> Iterable[tuple[Card, int, int, int]]:
    """The cards that an event moves, each with its way; those that are shown stay."""
    return () if e.Role.PLACES in event.fields else event.list_cards()
