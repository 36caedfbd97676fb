"""A game as a card player likes to read it: written line by line while it is played.

What is told, and of which state, stands in docs/transcripts.md. Moves
that follow one another in one phase stand on one line, with what comes of them; sentences of the
rules, deals, points and cards that are shown together have lines of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from typing import assert_never

import attrs

from hoyle.dsl.checked.types import YESNO, bare
from hoyle.dsl.printable import join_words
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.narration.context import (
    Context,
    Window,
    find_said_next,
    is_announcement_said,
    is_named,
    is_something,
)
from hoyle.interpreter.narration.labels import Labels
from hoyle.interpreter.narration.lines import Lines
from hoyle.interpreter.narration.net_events import (
    BETWEEN,
    begin_rounds_first,
    join_events,
)
from hoyle.interpreter.narration.on_table import OnTable
from hoyle.interpreter.narration.redaction import Redaction
from hoyle.interpreter.narration.rule_blocks import Caused, RuleBlocks
from hoyle.interpreter.narration.text_wrap import DiscardingPage, TextPage
from hoyle.interpreter.narration.told_by_rules import (
    find_headings,
    find_layouts_of_table,
    find_offered_zones,
    find_reasons,
)
from hoyle.interpreter.narration.told_cards import ToldCards
from hoyle.interpreter.narration.told_state import ToldState
from hoyle.interpreter.runtime import events as e
from hoyle.interpreter.runtime.events import Event, list_cards_in
from hoyle.interpreter.runtime.table import Position, Table

SIGHT = 400  # events before and behind one that are looked at for what a reader knows, or is told
MOST_LEFT = 2_000  # events before a fault that are told, where nobody was asked in between


class Transcript:
    """Lines for one reader (`seat`, or open cards); `rules` adds the places of the rules.

    What all have at the end is told but once where its own lines follow (`ending_follows`).
    Other `labels` and another `redaction` make another reader of the same game.
    """

    # Whether it is told that all cards are gathered where the game ends with that: as a rule not.
    tells_last_gathering = False

    def __init__(
        self, ruleset: Ruleset, table: Table, page: TextPage, seat: int | None = None, *,
        rules: bool = False, labels: Labels | None = None, redaction: Redaction | None = None,
        ending_follows: bool = False,
    ) -> None:  # fmt: skip
        game, patience = ruleset.game, ruleset.game.players[1] == 1
        self.blocks = RuleBlocks(game)
        self.labels = labels or Labels(table, page.symbols)
        self.words = self.labels.words
        self.redaction = redaction or Redaction(table, seat)
        self.lines = Lines(page, rules, find_headings(game), table.names, by_moves=patience)
        sources = {family.name for family in find_offered_zones(table.machine)}
        self.on_table = OnTable(self.labels, sources, patience)
        self.state = ToldState(game, self.labels, self.lines, self.redaction, self.blocks)
        self.state.ending_follows = ending_follows
        self.cards = ToldCards(
            game,
            self.labels,
            self.lines,
            self.on_table.piles,
            self.state.is_gain,
            self.blocks.share_block,
        )
        self.layouts = find_layouts_of_table(table.machine)
        self.has_begun = False  # whether a position has been told
        self.is_mixed = False  # whether a pile was shuffled since all cards were gathered
        self.reasons = find_reasons(game)
        self.announced: set[tuple[str, e.Subject]] = set()  # what has been answered, and of whom

    def add_position(self, position: Position) -> None:
        """What has happened since the position before."""
        if not self.has_begun:
            self.has_begun = True
            self.cards.begin_with(position)
        most = MOST_LEFT if position is position.table.left_at else None
        known = map(self._give_reasons, self.redaction.redact_events(position, most))
        caused = self.blocks.find_causes(known)
        ordered = begin_rounds_first(caused, self.state.lead_ins)
        pairs = join_events(
            ordered, self.blocks, self.cards.decks, self.on_table.piles, self.lines.headings,
            self.state.is_gain, self.state.is_value, self.lines.rules,
        )  # fmt: skip
        events = [event for event, _ in pairs]
        begin = 0
        before: e.MoveChosen | None = None
        at_rest = self._find_rest(pairs)
        late: set[int] = set()  # zones that are told behind the sentences that come next
        for k, (event, choice) in enumerate(pairs):
            if not isinstance(event, e.RegisterSet) or choice is not before:
                self.state.points.end_before(event)
            before = choice
            if isinstance(event, e.MoveChosen):
                begin = k + 1
                self.cards.note_named(event)
            elif choice is None:
                self._end_consequences(event)
            first, end = max(begin, k - SIGHT), min(k + SIGHT, len(events))
            since, around = Window(events, first, k), Window(events, first, end)
            after = Window(events, k + 1, end)
            context = Context(choice, since, around, after, position)
            told = self.lines.told
            self._add_event(event, context)
            silent = self.lines.told == told and self.lines.speaker is None
            self.cards.count_cards(event)
            self.on_table.follow(event)
            self.cards.forget_named(event, choice)
            late |= at_rest.get(k, set())
            alone = silent or not (self.lines.parts or self.lines.lead)
            if late and not (alone and after and isinstance(after[0], e.SentenceSaid)):
                self._add_open_zones(late, alone, event, context)
                late = set()
        if most is not None and len(position.events) > most:
            self.end()
            left = len(position.events) - most
            self.lines.page.line(f"… and so on: {left:,} more changes before anybody is asked")

    def _give_reasons(self, event: Event) -> Event:
        """The same event; the rows of tables behind it have the words of a reason.

        A move that lays out cards of the table does not name those that it leaves there.
        """
        if isinstance(event, e.MoveChosen):
            return self._leave_rest(event)
        if not isinstance(event, e.RegisterSet | e.ChipsPaid) or not event.all_rows:
            return event
        rows, before = (
            tuple((table, self.reasons[table, row], value) for table, row, value in held)
            for held in (event.rows, event.rows_before)
        )
        return attrs.evolve(event, rows=rows, rows_before=before)

    def _leave_rest(self, event: e.MoveChosen) -> Event:
        values = tuple(
            (*value[:-1], -1)
            if (event.node, event.action, k) in self.layouts and isinstance(value, tuple)
            else value
            for k, value in enumerate(event.values)
        )
        return event if values == event.values else attrs.evolve(event, values=values)

    def _end_consequences(self, event: Event) -> None:
        """What follows does not come of the last move, though some of it stands behind that.

        So what is turned up at a table of one, and a `no` that is announced of the seat that has
        moved: it changes nothing, and the seat goes on.
        """
        if isinstance(event, e.ValueAnnounced) and bare(event.type) == YESNO and not event.value:
            self.lines.speaker = self.lines.find_mover(self.labels.find_subject_owner(event.about))
        elif not (self.lines.by_moves and isinstance(event, e.CardsShown)):
            self.lines.speaker = None

    def _find_rest(self, pairs: Sequence[Caused]) -> dict[int, set[int]]:
        """After which events open zones lie as they will until somebody chooses.

        What comes of a move is told behind all of it, what the rules do behind each of them.
        """
        found: dict[int, set[int]] = {}
        last: dict[int, int] = {}
        before = None
        for k, (event, choice) in enumerate(pairs):
            if choice is not before or isinstance(event, e.CardsGathered):
                last = {}
            before = choice
            if e.Role.CARDS not in event.fields or e.Role.PLACES in event.fields:
                continue
            changed = {at for _, *places, _ in event.list_cards() for at in places}
            for at in changed if choice is None else changed | last.keys():
                found.setdefault(last.get(at, k), set()).discard(at)
                found.setdefault(k, set()).add(at)
                last[at] = k
        return found

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
        self.state.points.end()
        self.lines.end_line()

    def _add_event(self, event: Event, context: Context) -> None:
        lines, place = self.lines, self.labels.format_place
        event = self.cards.told_hands.leave_out_said(event, context)
        match event:
            case e.PhaseBegun():
                self.state.add_first_values(event, context)
                if lines.begin_phase(event.phase, by_move=context.choice is not None):
                    self.announced.clear()
                    self.state.begin_anew()
            case e.PhaseEnded():
                if lines.phases[1:2] == [event.phase]:
                    self.state.add_holdings(event, context)
                lines.leave_phase(event.phase)
            case e.MoveChosen():
                self._add_choice(event)
            case e.CardsDealt():
                self.cards.add_deal(event, context)
            case e.CardsMoved():
                self.cards.add_move(event, context)
            case e.CardsShown() | e.CardsHidden():
                self.cards.told_hands.add_showing(event, context)
            case e.CardsGathered():
                following = (other for other in context.after if not isinstance(other, BETWEEN))
                changes = any(self.cards.held.values()) or self.is_mixed
                again = isinstance(next(following, None), e.CardsGathered | e.PileShuffled)
                is_told = self.tells_last_gathering or not context.is_last()
                if changes and not again and is_told:
                    self.is_mixed = False
                    lines.add_part(f"all cards to {place(event.to)}", event.span)
            case e.PileShuffled():
                self.add_shuffle(event)
            case e.MemberDrawn():
                self.state.add_draw(event, context)
            case e.ChipsPaid():
                self.state.add_payment(event, context)
            case e.RegisterSet():
                self.state.add_register(event, context)
            case e.ValueAnnounced():
                self._add_announcement(event, context)
            case e.SentenceSaid():
                lines.add_line(self.words.format_sentence(event.sentence), event.span)
                self.state.add_held(context)
            case e.GameWon():
                lines.add_line(self._format_winners(event), event.span)
            case e.RecordMade():
                self.labels.note_record(*event.record)
            case e.ZonesSwapped():
                raise AssertionError("swaps are told as moves")
            case _:
                assert_never(event)

    def _add_choice(self, event: e.MoveChosen) -> None:
        """A move: `ann: play 7♣`, `bob: pass 3 cards`; with several hands, for which of them."""
        self.state.note_choice(event)
        name = self.labels.names[event.seat]
        subject = self.labels.format_subject(event.about)
        if self.labels.is_one_of_several(event.about):
            name = f"{name}, {self.labels.drop_owner(subject, event.seat)}"
        elif event.player != event.seat:
            name = f"{name} for {self.labels.names[event.player]}"
        self.lines.add_move(self.labels.format_move(event), event.player, name, event.span)

    def add_shuffle(self, event: e.PileShuffled) -> None:
        """A pile has a new order."""
        self.is_mixed = True
        self.lines.add_part(f"{self.labels.format_place(event.place)} shuffled", event.span)

    def _add_open_zones(
        self, slots: Set[int], alone: bool, event: Event, context: Context
    ) -> None:  # fmt: skip
        """What lies in these zones for all to take from, where it has changed.

        It stands by itself if `alone`: no line tells how it has come to lie there.
        """
        emptied = self.cards.emptied | (self.cards.left & self.on_table.of_one)
        self.cards.emptied, self.cards.left = set(), set()
        whole_table = self.lines.speaker is not None or context.choice is not None
        changed = [
            (slot, holds)
            for slot, holds in self.on_table.list_changed(
                slots, whole_table, context.position.slots
            )
            if slot not in emptied or self.on_table.lying[slot]
        ]
        if alone and changed:
            self.lines.end_line()
        for slot, holds in changed:
            place = self.labels.drop_owner(self.labels.format_place(slot), self.lines.speaker)
            whole = slot not in self.on_table.piles
            self.lines.add_state(place, holds, event.span, whole)
        if alone and changed:
            self.lines.end_line()

    # ------------------------------------------------------------------ words

    def _add_announcement(self, event: e.ValueAnnounced, context: Context) -> None:
        """An answer that all are told; not nothing, nor a `no` of a move or behind one before."""
        if bare(event.type) != YESNO and not is_something(event.value, event.type):
            return
        name, speaker = event.name.replace("_", " "), self.lines.speaker
        about, yes = event.about, bare(event.type) == YESNO
        whose = ""
        if about is not None and (
            speaker is None or self.labels.find_subject_owner(about) != speaker
        ):
            subject = self.labels.format_subject(about)
            whose = f"{subject}: "
            if speaker is None:
                self.lines.end_other(subject, event.span)
        answered = (event.name, about) in self.announced
        self.announced.add((event.name, about))
        if yes and not event.value:
            said_at_no = self.blocks.said_at_no.get(event.span, set())
            beside = [said for said in find_said_next(context) if said.span in said_at_no]
            said = about is not None and is_named(beside, *about)
            if context.choice is None and not answered and not said:
                self.lines.add_effect(f"{whose}{name}: no", event.span)
            return
        if is_announcement_said(event, name, context):
            return
        if self.state.points.count_next(event, context):
            return
        value = "" if yes else f" {self.words.format_sentence([(event.value, event.type)])}"
        if about is None and speaker is None and self.lines.lead is not None:
            moves = (other for other in reversed(context.before) if isinstance(other, e.CardsMoved))
            drawn = next((set(move.cards) for move in moves), set[e.Card]())
            known = drawn == set(list_cards_in(event.value, event.type))
            self.lines.extend_lead(f"{name}{'' if known else value}")
            return
        if about is None:
            value = f":{value or ' yes'}"
        self.lines.add_effect(f"{whose}{name}{value}", event.span)

    def _format_winners(self, event: e.GameWon) -> str:
        names = [self.labels.names[seat] for seat in event.seats]
        if not names:
            return "nobody wins"
        return f"{join_words(names)} {'wins' if len(names) == 1 else 'win'}"
