"""The settings of the options, and the numbers of players, that a table is looked over at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations, product

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import YESNO, ChoiceT, NumberT, bare
from hoyle.dsl.machine.constants import fix_settings
from hoyle.dsl.machine.context import CannotLower, LoweringContext
from hoyle.dsl.machine.settings import Settings
from hoyle.dsl.report import Report
from hoyle.interpreter.hand_tables.row_functions import compiler_for
from hoyle.interpreter.hand_tables.symbolic_lowering import Open
from hoyle.interpreter.runtime.expression_compiler import Compiler

MOST_SETTINGS = 64
MOST_VALUES = 24  # of one option, to try them all
SEATED = {"players", "seats", "sides"}
Options = tuple[tuple[str, int], ...]


@attrs.define(eq=False, slots=False)
class Laying:
    """A game at its tables; each is laid once."""

    game: g.Game
    laid: dict[tuple[int, Options], tuple[Open, Compiler] | None] = attrs.field(factory=dict)

    def at(self, players: int, options: Options = ()) -> tuple[Open, Compiler] | None:
        """The table; None where there can be none."""
        key = players, options
        if key not in self.laid:
            self.laid[key] = self.made(players, options)
        return self.laid[key]

    def made(self, players: int, options: Options) -> tuple[Open, Compiler] | None:
        """A table laid for the first time."""
        open_ = Open(LoweringContext(Settings(self.game, players)))
        try:
            if not fix_settings(open_, dict(options), Report()):
                return None
        except CannotLower:
            return None
        return open_, compiler_for(open_)

    def pack_reads(self) -> set[str]:
        """The settings on which the pack hangs."""
        laid = self.at(self.game.counts[0])
        if laid is None:
            return set()
        asked = (value for line in self.game.pack for value in (line.value, line.test))
        return set().union(*(reads(value, laid[0]) for value in asked if value is not None))

    def allowed(self, players: int, options: Options) -> bool:
        """Whether the conditions between just these options are met."""
        names = {name for name, _ in options}
        needs = [need for need, asked in self.needs if asked and asked <= names]
        laid = self.at(players, options) if needs else None
        if laid is None:
            return True
        try:
            return all(laid[0].constant(need.test) for need in needs)
        except CannotLower:
            return True

    @cached_property
    def needs(self) -> list[tuple[g.Need, set[str]]]:
        """The conditions between options, each with the options that it speaks of."""
        laid = self.at(self.game.counts[0])
        if laid is None:
            return []
        return [
            (need, reads(need.test, laid[0]) & set(self.game.options)) for need in self.game.needs
        ]

    def settings(self, read: set[str], seated: int = 0) -> tuple[list[tuple[int, Options]], bool]:
        """Every setting of what was read, and whether these are all; with so many seats or more."""
        counts = self.game.counts
        if not read & SEATED:
            counts = tuple(n for n in counts if n >= seated)[:1] or counts[-1:]
        found: list[tuple[int, Options]] = []
        whole = True
        for players in counts:
            laid = self.at(players)
            if laid is None:
                continue
            names = [name for name in self.game.options if name in read]
            values = [option_values(self.game.options[name], laid[0]) for name in names]
            whole = whole and all(every for _, every in values)
            usual = laid[0].settings.options
            for chosen in _chosen_from([v for v, _ in values], [usual[name] for name in names]):
                options = tuple(zip(names, chosen, strict=True))
                if self.allowed(players, options):
                    found.append((players, options))
            count = 1
            for numbers, _ in values:
                count *= len(numbers)
            whole = whole and count <= MOST_SETTINGS
        return found, whole


def _read_by(value: g.Value, open_: Open) -> None:
    """Note the settings that a value asks for, whatever comes of it."""
    try:
        open_.value(value)
    except CannotLower:
        return


def reads(value: g.Value, open_: Open) -> set[str]:
    """The settings that a value asks for."""
    before, open_.read = open_.read, set()
    _read_by(value, open_)
    found, open_.read = open_.read, before
    return found


def _chosen_from(
    values: Sequence[Sequence[int]], usual: Sequence[int]
) -> Iterator[tuple[int, ...]]:
    """Every combination; where there are too many, those in which one or two are not as usual."""
    count = 1
    for numbers in values:
        count *= len(numbers)
    if count <= MOST_SETTINGS:
        yield from product(*values)
        return
    yield tuple(usual)
    made = 1
    for n in (1, 2):
        for places in combinations(range(len(values)), n):
            for chosen in product(*(values[k] for k in places)):
                if made >= MOST_SETTINGS or any(
                    usual[k] == value for k, value in zip(places, chosen, strict=True)
                ):
                    continue
                made += 1
                row = list(usual)
                for k, value in zip(places, chosen, strict=True):
                    row[k] = value
                yield tuple(row)


def option_values(option: g.Option, open_: Open) -> tuple[list[int], bool]:
    """The values of an option, the default first, and whether these are all."""
    default = open_.settings.options[option.name]
    if option.fixed is not None:
        return [default], True
    kind = bare(option.type)
    none = [-1] if kind != option.type else []
    every = True
    if isinstance(kind, ChoiceT):
        values = list(range(len(kind.words)))
    elif kind == YESNO:
        values = [0, 1]
    elif isinstance(kind, NumberT):
        values, every = _numbers_of(option, open_)
    else:
        from hoyle.interpreter.library.option_values import literals

        values = literals(open_.settings, option)
    return list(dict.fromkeys([default, *none, *values])), every


def _numbers_of(option: g.Option, open_: Open) -> tuple[list[int], bool]:
    """The numbers that an option can be; of many the ends and their neighbours."""
    values: list[int] = []
    every = True
    for allowed in option.allowed:
        match allowed:
            case g.Op(name="between", args=(low, high)):
                first, last = open_.constant(low), open_.constant(high)
                if last - first < MOST_VALUES:
                    values += range(first, last + 1)
                else:
                    values += [first, first + 1, (first + last) // 2, last - 1, last]
                    every = False
            case g.Const(value=number):
                values.append(number)
    return values, every
