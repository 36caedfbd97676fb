"""The settings of the options, and the numbers of players, at which tables are inspected."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import chain, combinations, islice, product
from math import prod

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import NumberT, bare
from hoyle.dsl.machine.constants import TableConstants, fix_settings, list_ranges
from hoyle.dsl.machine.context import CannotLower, LoweringContext
from hoyle.dsl.machine.settings import Settings
from hoyle.dsl.report import Report
from hoyle.interpreter.hand_tables.rows import OpenLowering, Work
from hoyle.interpreter.library.options import list_named_values

MAX_SETTINGS = 64
MAX_VALUES = 24  # of one option, to try them all
SEATED = {"players", "seats", "sides"}
Options = tuple[tuple[str, int], ...]
Setting = tuple[int, Options]  # players, options


@attrs.define(eq=False, slots=False)
class GameSettings:
    """The tables of a game before play, with all open that play decides; each is made once."""

    game: g.Game
    work: Work
    made: dict[Setting, OpenLowering | None] = attrs.field(factory=dict)

    def at(self, players: int, options: Options = ()) -> OpenLowering | None:
        """The table; None where there can be none."""
        key = players, options
        if key not in self.made:
            lowering = OpenLowering(LoweringContext(Settings(self.game, players)), work=self.work)
            self.made[key] = None
            with suppress(CannotLower):
                if fix_settings(lowering, dict(options), Report()):
                    self.made[key] = lowering
        return self.made[key]

    @cached_property
    def usual(self) -> OpenLowering:
        """The table of the fewest players with the options as they stand; there must be one."""
        lowering = self.at(self.game.counts[0])
        assert lowering is not None
        return lowering

    def read_by(self, *values: g.Value | None) -> set[str]:
        """The settings that some values ask for."""
        lowering = self.usual
        before, lowering.read = lowering.read, set()
        lowering.begin()
        for value in values:
            if value is not None:
                with suppress(CannotLower):
                    lowering.value(value)
        found, lowering.read = lowering.read, before
        return found

    @cached_property
    def pack_reads(self) -> set[str]:
        """The settings on which the pack depends."""
        return self.read_by(
            *(value for line in self.game.pack for value in (line.value, line.test))
        )

    @cached_property
    def _needs(self) -> list[tuple[g.Need, set[str]]]:
        """The conditions between options, each with the options that it speaks of."""
        options = set(self.game.options)
        return [(need, self.read_by(need.test) & options) for need in self.game.needs]

    def _is_allowed(self, players: int, options: Options) -> bool:
        """Whether the conditions between just these options are met."""
        names = {name for name, _ in options}
        needs = [need for need, asked in self._needs if asked and asked <= names]
        lowering = self.at(players, options) if needs else None
        try:
            return lowering is None or all(lowering.constant(need.test) for need in needs)
        except CannotLower:
            return True

    def list_settings(self, read: set[str], seated: int = 0) -> tuple[list[Setting], bool]:
        """Every setting of what is read, and whether these are all; with so many seats or more."""
        counts = self.game.counts
        if not read & SEATED:
            counts = tuple(n for n in counts if n >= seated)[:1] or counts[-1:]
        found: list[Setting] = []
        complete = True
        for players in counts:
            lowering = self.at(players)
            if lowering is None:
                continue
            names = [name for name in self.game.options if name in read]
            values = [list_option_values(self.game.options[name], lowering) for name in names]
            usual = [lowering.settings.options[name] for name in names]
            for chosen in _list_combinations([numbers for numbers, _ in values], usual):
                options = tuple(zip(names, chosen, strict=True))
                if self._is_allowed(players, options):
                    found.append((players, options))
            complete = complete and all(every for _, every in values)
            complete = complete and prod(len(numbers) for numbers, _ in values) <= MAX_SETTINGS
        return found, complete


def _list_combinations(
    values: Sequence[Sequence[int]], usual: Sequence[int]
) -> Iterator[tuple[int, ...]]:
    """Every combination; where there are too many, those in which one or two are not as usual."""
    if prod(map(len, values)) <= MAX_SETTINGS:
        return product(*values)

    def change(n: int) -> Iterator[tuple[int, ...]]:
        for places in combinations(range(len(values)), n):
            others = [[value for value in values[k] if value != usual[k]] for k in places]
            for chosen in product(*others):
                changed = dict(zip(places, chosen, strict=True))
                yield tuple(changed.get(k, value) for k, value in enumerate(usual))

    return islice(chain.from_iterable(map(change, range(3))), MAX_SETTINGS)


def list_option_values(option: g.Option, lowering: OpenLowering) -> tuple[list[int], bool]:
    """The values of an option, the default first, and whether these are all.

    Of a long range of numbers they are the ends, their neighbours and the middle.
    """
    if option.fixed is not None:
        return [lowering.settings.options[option.name]], True
    values, complete = list_named_values(lowering.settings, option), True
    if isinstance(bare(option.type), NumberT):
        for ends in list_ranges(option, TableConstants(lowering)):
            first, last = ends[0], ends[-1]
            if last - first < MAX_VALUES:
                values += range(first, last + 1)
            else:
                values += [first, first + 1, (first + last) // 2, last - 1, last]
                complete = False
    return list(dict.fromkeys(values)), complete
