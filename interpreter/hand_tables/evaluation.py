"""Every class of hands, or many hands, put to the rows of a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.machine.builtins import NoAnswer
from hoyle.dsl.machine.lower_expressions import TIE_WIDTH
from hoyle.interpreter.hand_tables.cases import Case, Found
from hoyle.interpreter.hand_tables.hands import Hand, Steps, Values, classes, hands_to_try
from hoyle.interpreter.hand_tables.row_functions import View, slots_for
from hoyle.interpreter.hand_tables.symbolic_lowering import Unknown
from hoyle.interpreter.runtime.expression_compiler import Value
from hoyle.interpreter.runtime.fault import RulesetFault
from hoyle.interpreter.runtime.generator import Stream

NO_ANSWER = (RulesetFault, NoAnswer, IndexError, TypeError, ValueError)
SCALARS = 40  # combinations of other values that one hand is tried with
Setting = tuple[int, tuple[tuple[str, int], ...]]  # players, options
Kept = dict[object, list[tuple[Values, Hand]]]


@attrs.define(eq=False)
class Look:
    """One table being looked over: views of it, one after another."""

    found: Found
    steps: Steps
    kept: Kept = attrs.field(factory=dict)  # classes that were listed already
    enough: Callable[[Found], bool] = attrs.field(default=lambda found: False)
    news: bool = False  # whether a row was reached just now

    def through(self, view: View, most: Sequence[int], setting: Setting) -> None:
        """All classes of hands of a view."""
        listed = self.listed(view, most)
        self.steps.spend(len(listed) * view.combinations * len(view.tests))
        for values, hand in listed:
            if not self.go_on(view, slots_for(view, values), hand, setting, view.scalars()):
                self.found.exhaustive = False
                return
        self.found.exhaustive = self.found.exhaustive and not view.sampled

    def go_on(
        self, view: View, slots: list[int], hand: Hand, setting: Setting,
        combinations: Iterable[tuple[int, ...]],
    ) -> bool:  # fmt: skip
        """A hand with combinations of all else; whether that is not enough yet."""
        for scalars in combinations:
            for (one, _), value in zip(view.free, scalars, strict=True):
                slots[one.slot] = value
            self.found.cases += 1
            self.ask(view, slots, (hand, scalars, setting))
            if self.news:
                self.news = False
                if self.enough(self.found):
                    return False
        return True

    def some(self, view: View, most: Sequence[int], setting: Setting, count: int) -> None:
        """So many hands put to a view that asks the cards themselves."""
        pack = view.rows.open.settings.cards()
        slots, stream = [0] * view.width, Stream(0, "values", count)
        self.found.exhaustive = False
        for hand in hands_to_try(pack, most, count):
            for one, mask in zip(view.hands, hand.cards, strict=True):
                slots[one.slot] = mask
            if not self.go_on(view, slots, hand, setting, _some_scalars(view, stream)):
                return

    def listed(self, view: View, most: Sequence[int]) -> list[tuple[Values, Hand]]:
        """The classes of a view, those of the fewest cards first."""
        assert view.features is not None
        pack = view.rows.open.settings.cards().size
        key = view.features, tuple(one.slot for one in view.hands), tuple(most), pack
        if key not in self.kept:
            slots = [one.slot for one in view.hands]
            found = classes(view.features, slots, most, pack, self.steps)
            self.kept[key] = sorted(found.items(), key=lambda pair: pair[1].size)
        return self.kept[key]

    def ask(self, view: View, slots: list[int], at: tuple[Hand, tuple[int, ...], Setting]) -> None:
        """One case: the rows that fit, and what follows from it."""
        table = self.found.table
        if isinstance(table, g.Table) and table.reading != "first":
            fits = [k for k, test in enumerate(view.tests) if holds(test, slots)]
        else:
            first = first_fit(view, slots)
            fits = [] if first is None else [first]
        found, size = self.found, at[0].size
        if not fits:
            sizes = tuple(mask.bit_count() for mask in at[0].cards)
            if sizes not in found.gaps:
                found.gaps[sizes] = _case_of(view, *at)
            return
        if not found.always:
            found.fitted.add(tuple(mask.bit_count() for mask in at[0].cards))
        for k in fits:
            old = found.reached.get(k)
            if old is None or (size and not old.size):
                found.reached[k] = _case_of(view, *at)
                self.news = True
        if isinstance(table, g.Table) and table.reading != "first":
            pair = tuple(fits[:2])
            if table.reading == "one" and len(pair) == 2 and pair not in found.overlaps:
                found.overlaps[pair] = _case_of(view, *at)
            return
        self._first_row(view, slots, fits[0], at)

    def _first_row(
        self, view: View, slots: list[int], first: int, at: tuple[Hand, tuple[int, ...], Setting]
    ) -> None:
        """The row that takes a case: from whom it takes it, and how it ranks there."""
        found = self.found
        if len(found.reached) < len(view.tests):
            for k in range(first + 1, len(view.tests)):
                if k not in found.reached and holds(view.tests[k], slots):
                    found.takers.setdefault(k, set()).add(first)
        if isinstance(found.table, g.Ranking) and first not in found.outside and at[0].size:
            for tie in view.gives[first]:
                value = answer(tie, slots)
                if value is not None and not 0 <= value < TIE_WIDTH:
                    found.outside[first] = value, _case_of(view, *at)


def _some_scalars(view: View, stream: Stream) -> Iterable[tuple[int, ...]]:
    if view.combinations <= SCALARS:
        return view.scalars()
    return [
        tuple(values[stream.below(len(values))] for _, values in view.free) for _ in range(SCALARS)
    ]


def holds(test: Value, slots: list[int]) -> bool:
    """Whether a question is answered with yes; where there is no answer, it may be."""
    try:
        return bool(test(slots))
    except NO_ANSWER:
        return True


def first_fit(view: View, slots: list[int]) -> int | None:
    """The first row whose test holds."""
    return next((k for k, test in enumerate(view.tests) if holds(test, slots)), None)


def answer(value: Value, slots: list[int]) -> int | None:
    """A number; None where there is no answer."""
    try:
        return int(value(slots))
    except NO_ANSWER:
        return None


def _case_of(view: View, hand: Hand, scalars: tuple[int, ...], setting: Setting) -> Case:
    free: Iterator[tuple[Unknown, int]] = (
        (one, value) for (one, _), value in zip(view.free, scalars, strict=True)
    )
    hands = tuple(zip(view.hands, hand.cards, strict=True))
    return Case(hand.size, hands, (*view.fixed, *free), *setting)
