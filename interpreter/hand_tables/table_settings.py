"""The settings of the options, and the numbers of players, that a table is looked over at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import combinations, product
from math import prod

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import NumberT, bare
from hoyle.dsl.machine.constants import TableConstants, fix_settings
from hoyle.dsl.machine.context import CannotLower, LoweringContext
from hoyle.dsl.machine.settings import Settings
from hoyle.dsl.report import Report
from hoyle.interpreter.hand_tables.row_functions import compiler_for
from hoyle.interpreter.hand_tables.symbolic_lowering import Open
from hoyle.interpreter.library.options import list_named_values, list_ranges
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

    @cached_property
    def usual(self) -> tuple[Open, Compiler]:
        """The table of the fewest players with the options as they stand; there must be one."""
        laid = self.at(self.game.counts[0])
        assert laid is not None
        return laid

    def reads(self, *values: g.Value | None) -> set[str]:
        """The settings that some values ask for."""
        open_ = self.usual[0]
        before, open_.read = open_.read, set()
        for value in values:
            if value is not None:
                with suppress(CannotLower):
                    open_.value(value)
        found, open_.read = open_.read, before
        return found

    @cached_property
    def pack_reads(self) -> set[str]:
        """The settings on which the pack depends."""
        return self.reads(*(value for line in self.game.pack for value in (line.value, line.test)))

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
        options = set(self.game.options)
        return [(need, self.reads(need.test) & options) for need in self.game.needs]

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
            whole = whole and prod(len(numbers) for numbers, _ in values) <= MOST_SETTINGS
        return found, whole


def _chosen_from(
    values: Sequence[Sequence[int]], usual: Sequence[int]
) -> Iterator[tuple[int, ...]]:
    """Every combination; where there are too many, those in which one or two are not as usual."""
    if prod(map(len, values)) <= MOST_SETTINGS:
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
    if option.fixed is not None:
        return [open_.settings.options[option.name]], True
    numbers, every = list[int](), True
    if isinstance(bare(option.type), NumberT):
        numbers, every = _numbers_of(option, open_)
    return list(dict.fromkeys([*list_named_values(open_.settings, option), *numbers])), every


def _numbers_of(option: g.Option, open_: Open) -> tuple[list[int], bool]:
    """The numbers that an option can be; of many the ends and their neighbours."""
    values: list[int] = []
    every = True
    for ends in list_ranges(option, TableConstants(open_)):
        first, last = ends[0], ends[-1]
        if last - first < MOST_VALUES:
            values += range(first, last + 1)
        else:
            values += [first, first + 1, (first + last) // 2, last - 1, last]
            every = False
    return values, every
