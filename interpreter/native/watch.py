"""What a kernel notes of games besides their end, where somebody wants it: turns, deals, events.

A deal is a row of numbers: the seats that were asked something, who held each role when it began,
what each measure of each seat has changed by, and what it was at when the deal was over. Events are
counted in words of the record: what `follow_events.py` counts of those of the interpreter.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from enum import IntEnum
from functools import partial, reduce

import attrs

from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.factors import find_summands
from hoyle.dsl.node import Parts, select_kind, walk
from hoyle.dsl.source import Span
from hoyle.interpreter.native.expressions import Expressions
from hoyle.interpreter.native.memory import NotedRow, Variable
from hoyle.interpreter.native.sequences import Seq
from hoyle.interpreter.native.writer import GIVEN_UP, NO, NONE, ONE, ZERO, Number, Truth, number
from hoyle.interpreter.runtime.events import is_scored, name_moves, name_row, name_sentence


class Note(IntEnum):
    """The words that are noted of a game; behind them its measures at the end, then its events."""

    TURNS = 0  # what one seat decides before another is asked, or the deal is over
    CHOICES = 1  # the legal moves of all decisions
    FORCED = 2  # decisions with one legal move
    DEALS_FROM = 3  # the row of the first deal
    DEALS_TO = 4  # the row behind the last
    FINALS = 5


@attrs.frozen
class Events:
    """What is counted: the rows of tables by their number, and every key with its place.

    `keys` are moves, sentences, rows, hands: what it is, and its name. `rankings` are the tables of
    which a row counts once in each deal as a hand, `sums` those whose rows add up, `added` those
    that are added at a step; no row of those `of_many` counts. `moves` has the names of moves by
    their phase.
    """

    rows: tuple[tuple[str, str], ...]
    keys: Mapping[tuple[str, str], int]
    rankings: frozenset[str]
    sums: frozenset[str]
    of_many: frozenset[str]
    added: Mapping[Span | None, frozenset[str]]
    moves: Mapping[tuple[str, str], str]

    @classmethod
    def of(cls, machine: p.Machine, rankings: frozenset[str], sums: frozenset[str]) -> Events:
        """All that can happen at a machine."""
        of_many = find_tables_of_many(machine, sums)
        nodes = machine.nodes
        bodies: list[object] = [function.body for function in machine.functions]
        bodies += [zone.seen_by for zone in machine.zones]
        bodies += machine.payoff or ()
        said = [node for node in nodes if isinstance(node, p.SayIt)]
        bodies += [
            piece.value for node in said for piece in node.pieces if not isinstance(piece, str)
        ]
        found = list(walk((*nodes, *bodies)))
        rows = tuple(dict.fromkeys(
            (part.table, part.row) for part in found if isinstance(part, p.TableRow)
        ))  # fmt: skip
        moves = name_moves(machine)
        names = [("move", name) for name in moves.values()]
        names += [("said", name_sentence(node.span)) for node in said]
        names += [("row", name_row(*row)) for row in rows if row[0] not in of_many]
        names += [("hand", name_row(*row)) for row in rows if row[0] in rankings]
        keys = {key: k for k, key in enumerate(dict.fromkeys(names))}
        return cls(rows, keys, rankings, sums, of_many, find_added_tables(machine, rankings), moves)

    @property
    def hands(self) -> list[tuple[str, str]]:
        """The rows that are hands."""
        return [row for row in self.rows if row[0] in self.rankings]

    @property
    def summands(self) -> list[int]:
        """The numbers of the rows that add up with others."""
        return [k for k, row in enumerate(self.rows) if row[0] in self.adding]

    @property
    def adding(self) -> frozenset[str]:
        """The tables whose rows add up, with each other or with those of others."""
        return self.sums.union(*self.added.values())

    @property
    def first_flag(self) -> int:
        """The first of the words that say which hands there were; the last row's number is at 0."""
        return 1 + len(self.keys)

    @property
    def words(self) -> int:
        """The words of a record."""
        return self.first_before + len(self.summands)

    @property
    def first_given(self) -> int:
        """The first of the words that say which rows that add up have led to the value."""
        return self.first_flag + len(self.hands)

    @property
    def first_before(self) -> int:
        """The first of those that say which led to the value before."""
        return self.first_given + len(self.summands)

    def note_rows(self) -> dict[tuple[str, str], NotedRow]:
        """How each row is noted."""
        flags = {row: self.first_flag + k for k, row in enumerate(self.hands)}
        flags |= {self.rows[at]: self.first_given + k for k, at in enumerate(self.summands)}
        return {
            row: NotedRow(k, flags.get(row), row[0] in self.adding)
            for k, row in enumerate(self.rows)
        }


def find_tables_of_many(machine: p.Machine, sums: frozenset[str]) -> frozenset[str]:
    """Tables that a value asks of each of several cards or seats: no row of them gave it alone.

    Those whose rows add up count all the same. A seat or card is no value.
    """
    phrases = tuple(select_kind(p.walk_given(_list_scored(machine)), p.Comprehension))
    return _tables_in(phrases) - sums


def find_added_tables(
    machine: p.Machine, rankings: frozenset[str]
) -> dict[Span | None, frozenset[str]]:
    """The tables that are added to each other where something is scored, kept or paid, by place."""
    found: dict[Span | None, frozenset[str]] = {}
    for node in _list_scoring(machine):
        value = node.value if isinstance(node, p.Set) else node.amount
        tables = find_summands(value) - rankings
        if len(tables) > 1:
            found[node.span] = found.get(node.span, tables) | tables
    return found


def find_tables_by_name(machine: p.Machine) -> frozenset[str]:
    """Tables of which a name, a `let` or a parameter, stands for what is scored, paid or kept.

    Their rows are not noted with it: by then others may have been asked.
    """
    named: dict[int, list[p.Expr]] = {}
    for node in select_kind(machine.nodes, p.Set):
        if machine.slots[node.ref.base].local and is_scored(node.type):
            named.setdefault(node.ref.base, []).append(node.value)
    found, waiting, seen = set[str](), list(_list_scored(machine)), set[int]()
    while waiting:
        value = waiting.pop()
        for part in select_kind(p.walk_given(value), p.Get):
            if part.slot in named and part.slot not in seen:
                seen.add(part.slot)
                waiting += named[part.slot]
                found |= _tables_giving(named[part.slot])
    return frozenset(found)


def _tables_giving(values: list[p.Expr]) -> set[str]:
    """The tables of which rows give values; not those that are asked for what a row is found by."""
    found, waiting, seen = set[str](), list(values), set[p.Function]()
    while waiting:
        part = waiting.pop()
        table = p.find_table(part)
        if table is not None:
            found.add(table)
            continue
        waiting += part.gives
        if part.calls is not None and part.calls not in seen:
            seen.add(part.calls)
            waiting.append(part.calls.body)
    return found


def _list_scored(machine: p.Machine) -> tuple[p.Expr, ...]:
    """All values that are scored, kept or paid."""
    steps = _list_scoring(machine)
    return tuple(one.value if isinstance(one, p.Set) else one.amount for one in steps)


def _list_scoring(machine: p.Machine) -> list[p.Set | p.PayChips]:
    """The steps that score, keep or pay something."""
    return [
        node for node in machine.nodes
        if isinstance(node, p.PayChips)
        or (isinstance(node, p.Set) and not node.quiet and is_scored(node.type))
    ]  # fmt: skip


def _tables_in(part: Parts) -> frozenset[str]:
    """The tables that are asked in it, and in what it calls, for its value."""
    return frozenset(row.table for row in select_kind(p.walk_given(part), p.TableRow))


@attrs.frozen
class Watch:
    """What is noted: where deals begin and end, the registers of roles, and what is measured.

    With a role stands whether its holder is noted in the end and not when a deal begins.
    A measure has the register of each seat, or None: what the rules pay off. Hands are counted
    deal by deal where those are `dealt_anew`, else game by game.
    """

    deal_phases: tuple[str | None, str | None]  # that begin and end one
    dealt_anew: bool
    roles: tuple[tuple[int, bool], ...]
    measures: tuple[tuple[int, ...] | None, ...]
    events: Events | None = None  # None: they are not counted

    def count_words(self, players: int) -> int:
        """The words of a game."""
        return self.first_event(players) + (len(self.events.keys) if self.events else 0)

    def first_event(self, players: int) -> int:
        """The word of the first event that is counted."""
        return Note.FINALS + len(self.measures) * players

    def count_deal_words(self, players: int) -> int:
        """The words of a deal."""
        return self.first_measure + 2 * len(self.measures) * players

    @property
    def first_measure(self) -> int:
        """The first word of a deal that is measured, behind the seats asked and the roles."""
        return 1 + len(self.roles)


@attrs.frozen
class Before:
    """What led to the value before: a row alone, or several `together`."""

    again: Truth  # whether another register of the same seat takes the value now
    row: Number
    together: Truth


class Watching:
    """Writes down what happens in the games that are played."""

    def __init__(self, expressions: Expressions, watch: Watch | None) -> None:
        self.expressions, self.code = expressions, expressions.code
        self.sequences, self.watch = expressions.sequences, watch
        self.turns = self.code.variable("i64", "0")
        self.choices = self.code.variable("i64", "0")
        self.forced_moves = self.code.variable("i64", "0")
        self.last_seat = self.code.variable("i64", "-1")
        self.asked = self.code.variable("i64", "0")  # the seats that decide in a deal, as a mask
        self.deal_row = self.code.variable(
            "i64", "0"
        )  # the row of the deal that goes on, or comes next
        self.first_deal = self.code.variable("i64", "0")
        self.goes_on = self.code.variable("i1", "false")
        self.events = None if watch is None else watch.events
        # the row that alone gave the value before, or whether some did together; for whom, and in
        # which family
        self.row_before = self.code.variable("i64", "-1")
        self.together_before = self.code.variable("i1", "false")
        self.place_before = self.code.variable("i64", "-1")
        self.family_before = self.code.variable("i64", "-1")
        families = self.code.machine.families
        self.family_of = {slot: k for k, family in enumerate(families) for slot in family.slots}
        # places of families of one kind have the same numbers: of a seat, of a record
        kinds = list(dict.fromkeys(family.kinds for family in families))
        apart = max((family.count for family in families), default=0)
        self.first_place = [apart * kinds.index(family.kinds) for family in families]

    def begin_notes(self) -> None:
        """A game begins."""
        if self.events is not None:
            self.code.count(number(self.events.words), lambda k: self._set_counter(k, ZERO))
            self.place_before.set("-2")  # nobody's
        if self.watch is not None:
            for variable in (self.turns, self.choices, self.forced_moves):
                variable.set("0")
            self.last_seat.set("-1")
            self.asked.set("0")
            self.first_deal.set(self.deal_row.get())
            self.goes_on.set("false")

    def note_decision(self, seat: Number, total: Number) -> None:
        """A seat chooses among so many."""
        if self.watch is None:
            return
        if self.events is not None:
            self.place_before.set("-2")  # nobody's
        other = self.code.compare("ne", seat, Number(self.last_seat.get()))
        self.last_seat.set(seat.text)
        mask = self.code.give(f"shl i64 1, {seat.text}")
        self.asked.set(self.code.give(f"or i64 {self.asked.get()}, {mask}"))
        forced = self.code.compare("eq", total, number(1))
        for variable, more in (
            (self.turns, self.code.as_number(other)), (self.choices, total),
            (self.forced_moves, self.code.as_number(forced)),
        ):  # fmt: skip
            variable.set(self.code.give(f"add i64 {variable.get()}, {more.text}"))

    def note_end(self, put: Callable[[Number, Number], None]) -> None:
        """The game is over; `put` takes the number of a word, and what it is to hold."""
        if self.watch is None:
            return
        self._end_deal()
        if not self.watch.dealt_anew:
            self._count_hands()
        for word, variable in (
            (Note.TURNS, self.turns), (Note.CHOICES, self.choices),
            (Note.FORCED, self.forced_moves), (Note.DEALS_FROM, self.first_deal),
            (Note.DEALS_TO, self.deal_row),
        ):  # fmt: skip
            put(number(word), Number(variable.get()))
        self._measure(lambda at, value: put(self.code.add(at, number(Note.FINALS)), value))
        if self.events is not None:
            first = number(self.watch.first_event(self.code.machine.players))
            self.code.count(
                number(len(self.events.keys)),
                lambda k: put(self.code.add(k, first), self._counter(self.code.add(k, ONE))),
            )

    # ------------------------------------------------------------------ events

    def _counter_at(self, word: Number) -> Variable:
        start = self.code.word_at(self.code.layout.counters)
        place = self.code.give(f"getelementptr inbounds i64, ptr {start}, i64 {word.text}")
        return Variable(self.code, "i64", place)

    def _counter(self, word: Number) -> Number:
        return Number(self._counter_at(word).get())

    def _set_counter(self, word: Number, value: Number) -> None:
        self._counter_at(word).set(value.text)

    def _happened(self, kind: str, name: str, many: Number = ONE) -> None:
        """Once more, or so many times."""
        assert self.events is not None
        counter = self._counter_at(number(1 + self.events.keys[kind, name]))
        counter.set(self.code.give(f"add i64 {counter.get()}, {many.text}"))

    def note_move(self, action: p.MachineAction) -> None:
        """Somebody has made a move."""
        if self.events is not None:
            self._happened("move", self.events.moves[action.phase, action.name])

    def say(self, node: p.SayIt) -> None:
        """A sentence. Its values are worked out where that can be noted, or fail."""
        if self.events is None:
            return
        for piece in node.pieces:
            if not isinstance(piece, str) and self.expressions.may_fail(piece.value):
                found = self.expressions.value(piece.value)
                if isinstance(found, Seq):
                    self.sequences.kept(found)
        self._happened("said", name_sentence(node.span))

    def _find_tables(self, node: p.Set | p.PayChips) -> frozenset[str]:
        """The tables of which a row may lead to the value."""
        if self.events is None or (
            isinstance(node, p.Set) and (node.quiet or not is_scored(node.type))
        ):
            return frozenset()
        return _tables_in(node)

    def forget_rows(self, node: p.Set | p.PayChips) -> None:
        """The value of a register, or what is paid, is going to be worked out."""
        tables, events = self._find_tables(node), self.events
        if tables and events is not None:
            self._set_counter(ZERO, NONE)
            for k, at in enumerate(events.summands):
                if events.rows[at][0] in tables:
                    self._set_counter(number(events.first_given + k), ZERO)

    def note_value(self, node: p.Set | p.PayChips, index: Number) -> None:
        """Of the rows that led to a value the last counts, which gave it, and what it adds up with.

        Where two registers of a seat take the value, one after the other, a row counts once.
        """
        tables, events = self._find_tables(node), self.events
        if not tables or events is None:
            return
        rows = events.rows
        base = node.ref.base if isinstance(node, p.Set) else node.giver.base
        at = self.family_of.get(base, -1)
        family = number(at)
        place = NONE if at < 0 else self.code.add(index, number(self.first_place[at]))
        last = Number(self._counter(ZERO).text, -1, len(rows) - 1)

        def note() -> None:
            again = self.code.both(
                self.code.compare("eq", place, Number(self.place_before.get())),
                self.code.compare("ne", family, Number(self.family_before.get())),
            )
            before = Before(again, Number(self.row_before.get()), self._was_together())
            self.row_before.set(last.text)
            self.together_before.set("false")
            added = events.added.get(node.span, frozenset())
            if added:
                self._count_together(events, added - events.of_many, before)
            else:
                self._count_alone(events, tables, last, before)
            for table in sorted(() if added else tables & events.sums):
                mine = [at for at, row in enumerate(rows) if row[0] == table]
                here = [self.code.compare("eq", last, number(at)) for at in mine]
                self.code.if_(
                    reduce(self.code.either, here, NO),
                    partial(self._count_together, events, {table}, before),
                )
            self.place_before.set(place.text)
            self.family_before.set(family.text)

        self.code.if_(self.code.compare("sge", last, ZERO), note)

    def _was_together(self) -> Truth:
        return Truth(self.together_before.get())

    def _count_alone(
        self, events: Events, tables: frozenset[str], last: Number, before: Before
    ) -> None:
        """The row that gave the value, unless it is of a table whose rows add up."""
        code, rows, together = self.code, events.rows, events.sums | events.of_many
        known = code.compare("eq", last, before.row)
        for k, at in enumerate(events.summands):
            if rows[at][0] in tables - together:
                same = code.compare("eq", last, number(at))
                known = code.either(known, code.both(same, self._gave_before(events, k, before)))
        places = tuple(1 + events.keys.get(("row", name_row(*row)), 0) for row in rows)
        alone = tuple(int(table not in together) for table, _ in rows)
        here = Number(last.text, 0, len(rows) - 1)
        counter = self._counter_at(code.look_up(places, here))
        once = code.as_number(code.no(code.both(before.again, known)))
        once = code.multiply(once, code.look_up(alone, here))
        counter.set(code.give(f"add i64 {counter.get()}, {once.text}"))

    def _gave_before(self, events: Events, k: int, before: Before) -> Truth:
        """Whether a row, one of several that add up, led to the value before."""
        gave = Number(self._counter(number(events.first_before + k)).text)
        return self.code.both(before.together, self.code.compare("ne", gave, ZERO))

    def _count_together(self, events: Events, tables: Collection[str], before: Before) -> None:
        """The rows of tables that add up to a value."""
        code, rows = self.code, events.rows
        for k, at in enumerate(events.summands):
            gave = ZERO
            if rows[at][0] in tables:
                gave = Number(self._counter(number(events.first_given + k)).text, 0, 1)
                alone = code.compare("eq", before.row, number(at))
                was = code.either(alone, self._gave_before(events, k, before))
                once = code.select(code.both(before.again, was), ZERO, gave)
                self._happened("row", name_row(*rows[at]), once)
            self._set_counter(number(events.first_before + k), gave)
        self.row_before.set("-1")
        self.together_before.set("true")

    def _count_hands(self) -> None:
        """The hands of a deal that is over."""
        if self.events is None:
            return
        for k, row in enumerate(self.events.hands):
            flag = self._counter_at(number(self.events.first_flag + k))
            self._happened("hand", name_row(*row), Number(flag.get()))
            flag.set("0")

    # ------------------------------------------------------------------ deals

    def mark(self, node: p.Mark) -> None:
        """A phase begins or ends, which may be a deal."""
        if self.watch is None or node.phase != self.watch.deal_phases[not node.begins]:
            return
        self._end_deal()
        self.last_seat.set("-1")
        self.asked.set("0")
        if not node.begins:
            return
        row = Number(self.deal_row.get())
        self.code.need(self.code.compare("slt", row, Number("%room")), GIVEN_UP)
        self._note_roles(late=False)
        first = number(self.watch.first_measure)
        self._measure(lambda at, value: self._put(self.code.add(at, first), value))
        self.goes_on.set("true")

    def _end_deal(self) -> None:
        """Note the deal that goes on, if one does."""
        assert self.watch is not None
        if self.watch.deal_phases[0] is None:
            return
        first = number(self.watch.first_measure)
        after = number(len(self.watch.measures) * self.code.machine.players)

        def note(at: Number, value: Number) -> None:
            here = self.code.add(at, first)
            self._put(self.code.add(here, after), value)
            self._put(here, self.code.subtract(value, self._get(here)))

        def end() -> None:
            self._note_roles(late=True)
            self._put(ZERO, Number(self.asked.get()))
            self._measure(note)
            if self.watch is not None and self.watch.dealt_anew:
                self._count_hands()
            self.deal_row.set(self.code.give(f"add i64 {self.deal_row.get()}, 1"))
            self.goes_on.set("false")

        self.code.if_(Truth(self.goes_on.get()), end)

    def _note_roles(self, late: bool) -> None:
        """Who holds the roles now of which that is noted at this end of a deal."""
        assert self.watch is not None
        for k, (slot, is_late) in enumerate(self.watch.roles):
            if is_late is late:
                self._put(number(1 + k), self.code.load_number(self.code.place_of(slot)))

    def _place(self, word: Number) -> str:
        assert self.watch is not None
        words = self.watch.count_deal_words(self.code.machine.players)
        start = self.code.give(f"mul i64 {self.deal_row.get()}, {words}")
        at = self.code.give(f"add i64 {start}, {word.text}")
        return self.code.give(f"getelementptr inbounds i64, ptr %deals, i64 {at}")

    def _put(self, word: Number, value: Number) -> None:
        tag = self.code.shared.tag("deals")
        self.code.do(f"store i64 {value.text}, ptr {self._place(word)}{tag}")

    def _get(self, word: Number) -> Number:
        tag = self.code.shared.tag("deals")
        return Number(self.code.give(f"load i64, ptr {self._place(word)}{tag}"))

    def _measure(self, put: Callable[[Number, Number], None]) -> None:
        """Each measure of each seat, with its place."""
        assert self.watch is not None
        players = self.code.machine.players
        for k, slots in enumerate(self.watch.measures):

            def one(seat: Number, k: int = k, slots: tuple[int, ...] | None = slots) -> None:
                if slots is None:
                    value = self.payoff_of(seat)
                else:
                    index = self.code.modulo(seat, len(set(slots)))
                    value = self.code.load_number(self.code.place_of(slots[0], index))
                put(self.code.add(seat, number(k * players)), value)

            self.code.count(number(players), one)

    def payoff_of(self, seat: Number) -> Number:
        """What a seat would take away now, as the rules say."""
        assert self.code.machine.payoff is not None
        slot, value, span = self.code.machine.payoff
        before, self.code.span = self.code.span, span
        with self.expressions.bound(slot, seat):
            found = self.expressions.number_of(value)
        self.code.span = before
        return found
