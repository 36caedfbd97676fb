"""All rankings and tables of a game put to every hand that its packs allow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, product
from math import prod
from pathlib import Path

import attrs

from hoyle.dsl.analysis.asked_surely import say_how_meant
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import CARD, RANK, SUIT, TIE_WIDTH, KindT, bare
from hoyle.dsl.machine.context import CannotLower
from hoyle.dsl.machine.lower_expressions import tie_width
from hoyle.dsl.printable import count_players
from hoyle.dsl.report import ERROR, WARNING, Report
from hoyle.dsl.source import Span
from hoyle.interpreter.hand_tables.call_sites import CallSites
from hoyle.interpreter.hand_tables.hand_classes import (
    Feature,
    FeatureReader,
    Hand,
    HandClasses,
    NotByCard,
    Steps,
    TooMany,
)
from hoyle.interpreter.hand_tables.hand_search import (
    build_case,
    deal_hands,
    draw_hands,
    draw_values,
)
from hoyle.interpreter.hand_tables.option_effects import check_deals, check_options
from hoyle.interpreter.hand_tables.rows import (
    CASE,
    FAILS,
    NotSeen,
    OutOfWork,
    Rows,
    Unknown,
    Work,
    format_hand,
    format_value,
    lower_rows,
)
from hoyle.interpreter.hand_tables.starting_values import check_starting_values
from hoyle.interpreter.hand_tables.table_settings import MAX_SETTINGS, GameSettings, Setting
from hoyle.interpreter.hand_tables.worth_checks import (
    check_best,
    check_payments,
    check_suits,
    list_counts,
)
from hoyle.interpreter.library.loader import inspect_file
from hoyle.interpreter.library.options import format_options
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.runtime.fault import NoEnd
from hoyle.interpreter.runtime.generator import Stream

MAX_QUICK = 200_000  # steps for one table, before it is found out whether it needs more
MAX_STEPS = 1_000_000  # for all tables of a game
MAX_WORK = 12_000_000  # for all tables of a game: some seconds, where a row is in doubt
MAX_FIXED = 2_000  # values of what is fixed before the cards are read
MAX_BUILT = 8  # settings at which hands are built for a row
DEALT = 2  # how often it is begun with a whole hand, at the first of them
MAX_UNKNOWN = 2  # cases of which it is too much work to say which row fits, before no more is asked
HANDS = 400  # that are tried where classes cannot be gone through
PROBED = 200  # cases that are drawn, and as many dealt, to see whether these few are enough
COMBINATIONS = 40  # of other values that one hand is tried with
FIRST = "the first row that fits is taken"
Classes = tuple[list[Hand], list[tuple[int, ...]]]  # hands, values of each unknown that is free


@attrs.frozen
class Case:
    """One case that a table can be asked about: hands, other values, and the setting."""

    rows: Rows
    hand: Hand
    values: tuple[int, ...]
    setting: Setting

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cards each hand has."""
        return tuple(mask.bit_count() for mask in self.hand.cards)

    @property
    def hands(self) -> list[tuple[Unknown, int]]:
        """The hands, each with its mask."""
        return list(zip(self.rows.hands, self.hand.cards, strict=True))

    @property
    def text(self) -> str:
        """`K♠ Q♠ 2♥`; where more than one thing is asked, each with its name."""
        found = []
        for one, mask in self.hands:
            text = f"`{format_hand(self.rows.pack, mask)}`" if mask else "no card"
            found.append(text if len(self.hands) == 1 else f"{text} as {one.name}")
        for (one, _), value in zip(self.rows.free, self.values, strict=True):
            found.append(f"`{one.name}` {format_value(self.rows.settings, one.type, value)}")
        return " and ".join(found)

    @property
    def setting_text(self) -> str:
        """`with split-pontoon=is-21`, `with 4 players`; nothing where all is as usual."""
        game, (players, options) = self.rows.settings.game, self.setting
        words = format_options(game, players, dict(options))
        if players != game.counts[0]:
            words.insert(0, count_players(players))
        return f"with {' and '.join(words)}" if words else ""


@attrs.frozen
class Looked:
    """How far a table was inspected: so many classes of hands, or so many hands tried."""

    table: str
    classes: int
    exhaustive: bool
    unknown: int = 0  # hands of which it is not known which row they fit: to ask is too much work
    of_hands: bool = True  # whether it asks of hands at all

    @property
    def says(self) -> str:
        """`kind: all 1,736 classes of hands`, `meld: 20,000 hands tried`, `least: 15 cases tried`.

        Where plain values alone are asked about they are cases, not hands.
        """
        if self.exhaustive:
            return f"{self.table}: {_every_case(self.classes, self.of_hands)}"
        unknown = f", of {self.unknown:,} it is too much work to say which row fits"
        what = "hand" if self.of_hands else "case"
        tried = f"{self.classes:,} {what}{'s' * (self.classes != 1)} tried"
        return f"{self.table}: {tried}" + unknown * bool(self.unknown)


def _every_case(count: int, of_hands: bool) -> str:
    return f"all {count:,} {'classes of hands' if of_hands else 'cases'}"


@attrs.define(eq=False)
class Found:
    """All that is known of one table, over every setting; of each the first case."""

    table: g.Table | g.Ranking
    sites: CallSites
    reached: dict[int, Case] = attrs.field(factory=dict)
    takers: dict[int, set[int]] = attrs.field(factory=dict)
    gaps: dict[tuple[int, ...], Case] = attrs.field(factory=dict)  # by the sizes of the hands
    fitted: set[tuple[int, ...]] = attrs.field(factory=set)  # sizes of hands that some row takes
    overlaps: dict[tuple[int, int], Case] = attrs.field(factory=dict)
    outside: dict[int, tuple[int, Case]] = attrs.field(factory=dict)  # ties out of their range
    cases: int = 0
    unknown: int = 0  # cases of which it is too much work to say which row fits
    exhaustive: bool = True  # every class of hands, every value of all else
    certain: bool = True  # nothing was left open as a whole
    always: bool = True  # some row fits whatever comes
    ties_fit: bool = True  # hands of one row are surely ranked by numbers in their range
    quick: bool = False  # a few drawn cases were enough
    cut: bool = False  # no more could be asked before all hands were tried
    narrowed: bool = False  # whether it asks for an option that a variant has set for good
    of_hands: bool = False  # whether the rows ask of hands, and not of plain values alone

    @property
    def first_only(self) -> bool:
        """Whether the first row that fits takes a hand."""
        return self.table.reading == "first"

    @property
    def adds_up(self) -> bool:
        """Whether any number of rows may fit."""
        return self.table.reading in ("sum", "steps")

    @property
    def missing(self) -> list[int]:
        """The rows that nothing has come to."""
        return [k for k in range(len(self.table.rows)) if k not in self.reached]

    def is_settled(self) -> bool:
        """Whether every row was reached, by a hand that can be shown, and no more can be wrong."""
        if self.missing:
            return False
        if isinstance(self.table, g.Ranking):
            shown = all(case.hand.size for case in self.reached.values())
            return self.always and shown and self.ties_fit
        return self.adds_up or (self.first_only and self.always)

    def is_doubtful(self) -> bool:
        """Whether it takes every class to know what is wrong, or that nothing is."""
        if self.missing or not (self.first_only or self.adds_up or self.overlaps):
            return True
        return not (self.adds_up or self.always or self.gaps)

    def is_too_small(self, case: Case) -> bool:
        """Whether a case has fewer cards than come together to where they are asked about."""
        sizes = ((mask.bit_count(), self.sites.bound(one.thing).least) for one, mask in case.hands)
        return any(0 < size < least for size, least in sizes)

    def ask(self, case: Case, slots: list[int]) -> bool:
        """One case: the rows that fit, and what follows; whether a row was reached just now."""
        self.cases += 1
        try:
            return self._ask(case, slots)
        except NoEnd:
            self.unknown += 1
            self.exhaustive = False
            if self.unknown == MAX_UNKNOWN:
                raise OutOfWork from None
            return False

    def _ask(self, case: Case, slots: list[int]) -> bool:
        rows = case.rows
        if self.first_only:
            first = rows.find_first(slots)
            fits = [] if first is None or first == FAILS else [first]
            fails = first == FAILS
        else:
            fits = [k for k in range(len(rows.tests)) if rows.fits(k, slots)]
            fails = not fits and rows.fails(slots)
        if not fits:
            if not fails:  # play stops at such a question, which needs no row
                self.gaps.setdefault(case.sizes, case)
            return False
        if not self.always:
            self.fitted.add(case.sizes)
        news = False
        for k in fits:
            old = self.reached.get(k)
            if old is None or (case.hand.size and not old.hand.size):
                self.reached[k] = case
                news = True
        if not self.first_only:
            if not self.adds_up and len(fits) > 1:
                old = self.overlaps.get((fits[0], fits[1]))
                if old is None or (self.is_too_small(old) and not self.is_too_small(case)):
                    self.overlaps[fits[0], fits[1]] = case
            return news
        for k in self.missing if len(self.reached) < len(rows.tests) else ():
            if k > fits[0] and rows.fits(k, slots):
                self.takers.setdefault(k, set()).add(fits[0])
        if isinstance(self.table, g.Ranking) and fits[0] not in self.outside and case.hand.size:
            columns = self.table.rows[fits[0]].values
            for column, value in zip(columns, rows.values_of(fits[0], slots), strict=True):
                if value is not None and not 0 <= value < tie_width(column):
                    self.outside[fits[0]] = value, case
        return news


@attrs.frozen(eq=False)
class KnownTable:
    """A table at its place in the text, with all that was asked in turn, and what was found then.

    Of another game in which all of that is the same, as of another variant, the same is found.
    """

    place: object
    asked: list[object]
    found: Found


@attrs.define(eq=False)
class TableInspection:
    """What is shared by all tables of a game, and `known` of the games before it."""

    game: g.Game
    settings: GameSettings
    sites: CallSites
    steps: Steps
    thorough: bool = False
    known: list[KnownTable] = attrs.field(factory=list)
    asked: list[object] = attrs.field(factory=list)  # of this table, setting after setting
    reserve: int = 0  # of the work, for the tables that come later
    # classes of hands, as far as they were listed, by what they were listed for
    listed: dict[object, HandClasses] = attrs.field(factory=dict)

    def inspect(self, table: g.Table | g.Ranking, quick: bool = True) -> Found | None:
        """One table at every setting; None where nothing asks it.

        `quick`: no more than a few cases, where these show that nothing can be wrong.
        """
        if table.reading != "steps" and table not in self.sites.called:
            return None
        usual = self.settings.usual
        usual.read = set()
        rows = lower_rows(table, usual)
        read = usual.read | self.settings.pack_reads
        settings, complete = self.settings.list_settings(read, rows.seated)
        spans = [table.span, *(row.head for row in table.rows)]
        places = [(span.source.name, span.start, span.end) for span in spans]
        place = places, len(settings), complete, self.thorough
        for one in self.known:
            usable = one.place == place and (quick or not one.found.quick)
            if usable and self._asks_the_same(table, settings, one.asked):
                return one.found
        found = self._probe(table, settings) if quick and not self.thorough else None
        if found is None:
            self.asked = []
            found = self._search(table, settings, complete)
        options = (self.game.options.get(name) for name in read)
        found.narrowed = any(one is not None and one.fixed is not None for one in options)
        if not found.cut:
            self.known.append(KnownTable(place, self.asked, found))
        return found

    def _asks_the_same(
        self, table: g.Table | g.Ranking, settings: list[Setting], asked: list[object]
    ) -> bool:
        rows = self._list_rows(Found(table, self.sites), settings)
        keys = (self._make_key(*each) for each in rows)
        return all(next(keys, None) == key for key in asked)

    def _make_key(self, setting: Setting, rows: Rows) -> object:
        """All that an inspection at a setting hangs on, and how it tells of the setting."""
        players, options = setting
        words = players, self.game.counts[0], format_options(self.game, players, dict(options))
        pack = rows.pack.rank_words, rows.pack.suit_words, rows.pack.looks
        bounds = [self.sites.bound(one.thing) for one in rows.hands]
        names = [(one.name, one.type) for one in rows.unknowns]
        behind = self.sites.surely.behind.get(rows.table)
        return rows.key, rows.sampled, rows.lowering.guessed, words, pack, bounds, names, behind

    def _probe(self, table: g.Table | g.Ranking, settings: list[Setting]) -> Found | None:
        """What a few drawn cases show at the first setting; None where that leaves any doubt.

        It does not count as work: what is asked after it hangs on what is left.
        """
        found, work = Found(table, self.sites, quick=True, exhaustive=False), self.settings.work
        self.asked = []
        work.begin(1)
        left = work.left
        try:
            for setting, rows in self._list_rows(found, settings[:1]):
                if not (found.adds_up or (found.first_only and found.always and found.ties_fit)):
                    return None
                stream, limits = Stream(0, "probe", PROBED), self.limits(rows)
                drawn = draw_hands(rows.pack, limits, PROBED)
                for hand in chain(drawn, deal_hands(rows.pack, limits, PROBED)):
                    if not self._ask_all(found, rows, setting, [hand], [draw_values(rows, stream)]):
                        return None if found.unknown else found
        except OutOfWork:
            return None
        finally:
            work.left = left
        return None

    def _search(self, table: g.Table | g.Ranking, settings: list[Setting], complete: bool) -> Found:
        found, countable = Found(table, self.sites), False
        self.begin_piece(2)
        try:
            found = self._try_classes(table, settings, complete, min(MAX_QUICK, self.steps.left))
        except (TooMany, NotByCard) as problem:
            found.cut, countable = True, isinstance(problem, TooMany)
        if found.cut:
            found.cut = found.exhaustive = False
            self._try_hands(found, settings)
        if countable and (self.thorough or found.is_doubtful()):
            self.begin_piece(2)
            try:
                every = self._try_classes(table, settings, complete, self.steps.left)
                return found if every.cut else every
            except TooMany:
                pass
        return found

    def begin_piece(self, pieces: int) -> None:
        """The first of so many equal pieces of what may still be asked of this table."""
        self.settings.work.begin(pieces, self.reserve)

    def _try_classes(
        self, table: g.Table | g.Ranking, settings: list[Setting], complete: bool, most: int
    ) -> Found:
        """All classes of hands at all settings, in so many steps; TooMany, NotByCard.

        What was found by then where no more may be asked.
        """
        found, known = Found(table, self.sites, exhaustive=complete), 0  # `known` without asking
        steps = Steps(most, self.settings.work.go_on)
        try:
            for setting, rows in self._list_rows(found, settings):
                for hands, values in self.list_classes_of(rows, steps, found):
                    combinations = list(product(*values))
                    steps.spend(len(hands) * len(combinations) * len(rows.tests))
                    before = found.cases
                    if found.is_settled() or not self._ask_all(
                        found, rows, setting, hands, combinations
                    ):
                        if not (self.thorough and found.exhaustive):
                            found.exhaustive = False
                            return found
                        known += before + len(hands) * len(combinations) - found.cases
            found.cases += known if found.exhaustive else 0
        except OutOfWork:
            found.cut = True
        finally:
            self.steps.left -= most - steps.left
        return found

    def _try_hands(self, found: Found, settings: list[Setting]) -> None:
        """Hands that are drawn, at the usual setting and then at others; then built for a row."""
        tried: list[tuple[Setting, Rows]] = []
        self.begin_piece(2)
        try:
            if self._draw_cases(found, settings, tried):
                return
        except OutOfWork:
            found.cut = True
        if found.unknown:
            return  # a case is built by asking ever more
        self.begin_piece(2)
        try:
            for n, (setting, rows) in enumerate(tried[:MAX_BUILT]):
                dealt, limits = 0 if n else DEALT, self.limits(rows)
                for k in found.missing:
                    built = build_case(rows, k, limits, found.first_only, dealt)
                    if built is not None:
                        self._ask_all(found, rows, setting, [built[0]], [built[1]])
        except OutOfWork:
            found.cut = True

    def _draw_cases(
        self, found: Found, settings: list[Setting], tried: list[tuple[Setting, Rows]]
    ) -> bool:
        """Hands that are drawn at each setting, which is `tried`; whether they were enough."""
        count, work = HANDS, self.settings.work
        for setting, rows in self._list_rows(found, settings[:MAX_SETTINGS]):
            tried.append((setting, rows))
            stream = Stream(0, "values", count)
            for hand in draw_hands(rows.pack, self.limits(rows), count):
                combinations: Iterable[tuple[int, ...]] = rows.list_combinations()
                if rows.combinations > COMBINATIONS:
                    combinations = [draw_values(rows, stream) for _ in range(COMBINATIONS)]
                work.spend(CASE * min(rows.combinations, COMBINATIONS))
                if not self._ask_all(found, rows, setting, [hand], combinations):
                    return True
            count = max(100, HANDS // len(settings))
        return False

    def _ask_all(
        self, found: Found, rows: Rows, setting: Setting, hands: Iterable[Hand],
        combinations: Iterable[tuple[int, ...]],
    ) -> bool:  # fmt: skip
        """Hands, each with several values of all else; whether that is not enough yet."""
        for hand in hands:
            slots = rows.blank(hand.cards)
            for values in combinations:
                rows.renew()
                for (one, _), value in zip(rows.free, values, strict=True):
                    slots[one.slot] = value
                news = found.ask(Case(rows, hand, values, setting), slots)
                if news and found.is_settled():
                    return False
        return True

    def _list_rows(self, found: Found, settings: list[Setting]) -> Iterator[tuple[Setting, Rows]]:
        """The rows of a table at each setting, unless another setting came to the same."""
        seen = set[object]()
        for setting in settings:
            lowering = self.settings.at(*setting)
            if lowering is None:
                continue
            rows = lower_rows(found.table, lowering)
            if rows.key not in seen:
                seen.add(rows.key)
                self.sites.constant, self.sites.pack = lowering.constant, rows.pack.size
                found.certain = found.certain and not lowering.guessed
                found.always = found.always and rows.always
                found.ties_fit = found.ties_fit and rows.ties_fit
                found.of_hands = found.of_hands or bool(rows.hands)
                if len(self.asked) < len(seen):
                    self.asked.append(self._make_key(setting, rows))
                yield setting, rows
        if len(self.asked) == len(seen):
            self.asked.append(None)

    def limits(self, rows: Rows) -> list[int]:
        """The most cards that each hand can have."""
        return [self.sites.bound(one.thing).most for one in rows.hands]

    def list_classes_of(self, rows: Rows, steps: Steps, found: Found) -> Iterator[Classes]:
        """The classes of hands, for every value of what phrases over cards read besides cards."""
        limits, pack = self.limits(rows), rows.pack.size
        reader = self._read_features(rows, rows.blank(), limits)
        domains = [values if one.slot in reader.fixed else values[:1] for one, values in rows.free]
        if prod(map(len, domains)) > MAX_FIXED:
            raise NotByCard
        found.exhaustive = found.exhaustive and not (rows.sampled or reader.shared)
        hands = [one.slot for one in rows.hands]
        for chosen in product(*domains):
            if reader.fixed:
                reader = self._read_features(rows, rows.blank((), chosen), limits)
            features = [*reader.found]
            if not rows.always:  # gaps are told by the sizes of hands
                features += [Feature(slot, "add", (1,) * pack) for slot in hands]
            key = tuple(features), tuple(hands), tuple(limits), pack
            if key not in self.listed:
                self.listed[key] = HandClasses(*key)
            yield (
                self.listed[key].list(steps),
                [
                    (value,) if one.slot in reader.fixed else values
                    for (one, values), value in zip(rows.free, chosen, strict=True)
                ],
            )

    def _read_features(self, rows: Rows, slots: list[int], limits: Sequence[int]) -> FeatureReader:
        reader = FeatureReader(rows.compiler, rows.hand_slots, slots, sum(limits))
        for expr in rows.all:
            reader.read(expr)
        return reader

    def check_counting(self, found: Found, report: Report) -> None:
        """Whether hands of a ranking are counted as well as they can be, as the options stand."""
        table = found.table
        if isinstance(table, g.Ranking) and any(row.values for row in table.rows):
            rows = lower_rows(table, self.settings.usual)
            if not any(list_counts(rows)):
                return
            steps = Steps(min(MAX_QUICK, self.steps.left), self.settings.work.go_on)
            try:
                for hands, _ in self.list_classes_of(rows, steps, Found(table, self.sites)):
                    check_best(rows, hands, report)
            except (TooMany, NotByCard):
                return


# ---------------------------------------------------------------------- what is said


def report_found(found: Found, report: Report) -> None:
    """Everything that is wrong with the rows of one table."""

    def add(
        code: str,
        title: str,
        span: Span,
        sure: bool,
        help: Iterable[str],
        also: tuple[tuple[Span, str], ...] = (),
    ) -> None:
        severity = ERROR if sure else WARNING
        lines = [line for line in help if line]
        report.add(code, title, span, severity=severity, help=lines, also=also)

    table, sites = found.table, found.sites
    behind = sites.surely.behind.get(table)

    def can_come(case: Case) -> bool:
        """Whether nothing is left open, and the hands may be any; but for conditions before it."""
        return found.certain and table in sites.surely.behind and all(
            mask.bit_count() <= sites.bound(one.thing).sure for one, mask in case.hands
        )  # fmt: skip

    def is_sure(case: Case) -> bool:
        """Whether a case surely can come."""
        return can_come(case) and behind is None and all(
            mask.bit_count() <= sites.bound(one.thing).always for one, mask in case.hands
        )  # fmt: skip

    def doubts(code: str, case: Case) -> list[str]:
        """What is said of a case that is not sure to come."""
        return [] if is_sure(case) else [say_how_meant(code)]

    _, before = sites.surely.doubt("B02", table)
    # rows for the other values of an option that a variant has set are no mistake
    told = not (found.cut or found.unknown or found.narrowed)
    for k in found.missing if told else ():
        row = table.rows[k]
        takers = [table.rows[at] for at in sorted(found.takers.get(k, ()))]
        taken = f"every `{row.name}` is already `{takers[0].name}`" if len(takers) == 1 else ""
        also = tuple((taker.head, taken or "this row comes first") for taker in takers)
        title = f"the row `{row.name}` can never be reached"
        tried = f"{_every_case(found.cases, found.of_hands)} were tried"
        if not found.exhaustive:
            what, many = ("hand", "hands") if found.of_hands else ("case", "cases")
            title = f"no {what} was found that comes to the row `{row.name}`"
            tried = f"not found in {found.cases:,} {many}"
        elif not found.first_only:
            title = f"the row `{row.name}` never fits"
        add("B04", title, row.head, found.exhaustive, [FIRST if takers else "", tried], also)

    gaps = [
        case for sizes, case in found.gaps.items()
        if sizes in found.fitted and any(sizes) and not found.is_too_small(case)
    ]  # fmt: skip
    gaps = gaps or [case for sizes, case in found.gaps.items() if not sizes]
    if gaps and not found.adds_up:
        case = min(gaps, key=lambda one: (not is_sure(one), one.hand.size))
        # of a table no doubt is told: what is picked may have been looked at before
        if isinstance(table, g.Ranking) or can_come(case):
            lines = [case.setting_text, "a row `otherwise` takes what is left"]
            lines += doubts("B02", case)
            title = f"no row of `{table.name}` fits {case.text}"
            add("B02", title, table.span, is_sure(case), lines, before)

    overlaps: dict[int, tuple[int, Case]] = {}
    for (earlier, later), case in sorted(found.overlaps.items(), key=lambda at: at[1].hand.size):
        if found.is_too_small(case):
            continue
        overlaps.setdefault(later, (earlier, case))
    for later, (earlier, case) in overlaps.items():
        note = "the table says `exactly one fits`; `first that fits` takes the first"
        add(
            "B03", f"two rows of `{table.name}` fit {case.text}", table.rows[later].head,
            is_sure(case), [case.setting_text, note, *doubts("B03", case)],
            ((table.rows[earlier].head, "this one too"), *before),
        )  # fmt: skip

    for k, (value, case) in found.outside.items():
        row = table.rows[k]
        title = f"{case.text} is ranked {value} among the hands `{row.name}`"
        note = f"hands of one kind are ranked from 0 to {TIE_WIDTH - 1}"
        add("B07", title, row.values[0].span, is_sure(case), [case.setting_text, note])


def inspect_fully(path: Path, name: str, report: Report) -> list[Ruleset]:
    """Everything in a file checked, the tables and rankings of its sound games too."""
    return inspect_file(path, name, report, partial(inspect_tables, known=[]))


def inspect_tables(
    game: g.Game,
    report: Report,
    thorough: bool = False,
    go_on: Callable[[], bool] = lambda: True,
    tell: Callable[[str], None] = lambda text: None,
    known: list[KnownTable] | None = None,
) -> list[Looked]:
    """Report what is wrong with the tables and rankings of a game; how far each was searched.

    Thoroughly: where the first hands show that nothing can be wrong, all classes are listed all the
    same, as far as that can be done. No more is asked than MAX_WORK, which the tables share, nor
    when `go_on` says that time is up; `tell` hears which table it is. `known` are tables of games
    before this one; its own are added.
    """
    work = Work(MAX_WORK, go_on=go_on)
    settings = GameSettings(game, work)
    if settings.at(game.counts[0]) is None:
        return []
    usual = settings.usual
    sites = CallSites(game, usual.constant, usual.settings.cards().size)
    inspection = TableInspection(game, settings, sites, Steps(MAX_STEPS), thorough)
    inspection.known = [] if known is None else known
    check_deals(settings, report)
    check_options(settings, report)
    check_starting_values(settings, report)
    looked = []

    def list_hands(ranking: str) -> dict[int, str]:
        """A hand of each row of a ranking, as far as that is known."""
        with suppress(NotSeen, CannotLower, OutOfWork, NoEnd):
            found = inspection.inspect(game.rankings[ranking], quick=False)
            reached = found.reached.items() if found is not None else ()
            return {
                k: " and ".join(format_hand(case.rows.pack, mask) for _, mask in case.hands)
                for k, case in reached if case.hands
            }  # fmt: skip
        return {}

    tables: list[g.Table | g.Ranking] = [*game.rankings.values(), *game.tables.values()]
    for number, table in enumerate(tables):
        tell(f"table {number + 1} of {len(tables)}: hands for {table.name}")
        inspection.reserve = work.left - work.left // (len(tables) - number)
        try:
            found = None
            if not (isinstance(table, g.Table) and _is_tried_already(table)):
                found = inspection.inspect(table)
            if found is not None:
                report_found(found, report)
                counts = found.cases, found.exhaustive, found.unknown, found.of_hands
                looked.append(Looked(table.name, *counts))
                inspection.begin_piece(1)
                rows = lower_rows(table, usual)
                check_suits(game, rows, inspection.limits(rows), report)
                if found.sites is sites:  # else it was done for the game before
                    inspection.check_counting(found, report)
            if isinstance(table, g.Table) and any(
                isinstance(bare(param.type), KindT) for param in table.params
            ):
                check_payments(lower_rows(table, usual), list_hands, report)
        except (NotSeen, CannotLower, OutOfWork, NoEnd):
            continue
    return looked


def _is_tried_already(table: g.Table) -> bool:
    """Whether every combination of plain values was tried where the text was checked."""
    return bool(table.columns) and all(
        bare(column.type) != CARD
        and (
            bare(column.type) in (RANK, SUIT)
            or isinstance(bare(column.type), KindT)
            or isinstance(column, g.Local | g.Setting | g.Load)
        )
        for column in table.columns
    ) and all(
        cell is not None and all(isinstance(value, g.Const | g.Literal | g.Op) for value in cell)
        for row in table.rows for cell in row.cells
    )  # fmt: skip
