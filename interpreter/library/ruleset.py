"""Rulesets that are checked and can be laid on a table, and their options."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.ranges import is_apart
from hoyle.dsl.checked.types import NumberT, bare
from hoyle.dsl.machine.from_game import Build, Entry, build_machine, find_phase_path
from hoyle.dsl.nearest import listed
from hoyle.dsl.printable import count_players, to_dashes, to_underscores
from hoyle.dsl.report import Problem, Report, as_text
from hoyle.dsl.source import Source
from hoyle.dsl.tree.declarations import Example, File
from hoyle.interpreter.library.options import OptionError, parse_options
from hoyle.interpreter.library.variant_resolution import Choice
from hoyle.interpreter.runtime.notation import (
    SEAT_NAMES,
    Notation,
    Plain,
    check_kind,
)

if TYPE_CHECKING:
    from hoyle.interpreter.runtime.table import Table


class RulesetError(Exception):
    """A text with mistakes, or none of that name; `report` holds the problems."""

    def __init__(self, says: str, report: Report | None = None) -> None:
        super().__init__(says)
        self.report = report or Report()


@attrs.define(eq=False, repr=False)
class Ruleset:
    """A checked ruleset: a game, or a game under variants.

    `path` is the file of the game, or of the variant that is meant; `file` the tree with all
    variants applied; `libraries` the trees of what it uses; `added` the variants that were laid
    on what `name` means.
    """

    name: str
    path: Path
    source: Source
    file: File
    game: g.Game
    libraries: dict[str, File] = attrs.field(factory=dict)
    choice: Choice = attrs.field()

    # lays more variants on a ruleset; the loader gives it, which knows where variants are found
    extend: Callable[[Ruleset, Sequence[str]], Ruleset] | None = None
    # examples that were left out, as they cannot be read, each with what is wrong
    misread: tuple[tuple[Example, Problem], ...] = ()

    def count_examples(self) -> int:
        """How many examples there are, also those that cannot be read."""
        return len(self.game.examples) + len({tree.span for tree, _ in self.misread})

    @choice.default
    def _choice(self) -> Choice:
        return Choice(self.name, self.path)

    def __repr__(self) -> str:
        return f"<{' with '.join([self.name, *self.added])}>"

    @property
    def added(self) -> tuple[str, ...]:
        """The names of the variants that were asked for besides the name."""
        return tuple(to_dashes(heading.name) for heading in self.choice.added)

    @property
    def title(self) -> str:
        """What the game is called."""
        return self.game.title

    @property
    def players(self) -> tuple[int, ...]:
        """How many can play."""
        return self.game.counts

    @property
    def hash(self) -> str:
        """A name for exactly this text and the libraries it uses."""
        text = "\n".join(sorted(self.texts()))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def texts(self) -> list[str]:
        """The text of the file and of every library that it uses."""
        found = {self.source.text, *(layer.heading.source.text for layer in self.choice.layers)}
        found |= {file.source.text for file in self.libraries.values()}
        return list(found)

    def not_for(self, players: int) -> str:
        """What is said where so many can't play."""
        return f"{self.title} is for {count_players(self.game.for_players)}, not {players}"

    def build(
        self, players: int, options: Mapping[str, int] | None = None, entry: Entry | None = None
    ) -> Build:
        """The machine for a number of players and options by their numbers; see `table`."""
        if players not in self.players:
            raise OptionError(self.not_for(players))
        report = Report()
        made = build_machine(self.game, players, options, entry=entry, report=report)
        if made is None or report.failed:
            problems = "\n\n".join(as_text(problem) for problem in report.in_order())
            raise RulesetError(problems, report)
        return made

    def table(
        self, players: int | None = None, options: Mapping[str, object] | None = None,
        names: Sequence[str] = SEAT_NAMES, *, variants: Sequence[str] = (), traced: bool = True,
        phase: str | None = None, args: Sequence[Plain] = (),
    ) -> Table:  # fmt: skip
        """A table for `players` (the fewest, where not said); options by name, values as text.

        `variants` are laid on the ruleset as `load` does it. Games begin at a `phase`, run with
        `args`, in a position that `start` lays; at `match` with all of it.
        """
        if variants:
            if self.extend is None:
                raise OptionError(f"no variants can be laid on {self.name}")
            extended = self.extend(self, variants)
            return extended.table(players, options, names, traced=traced, phase=phase, args=args)
        count = self.players[0] if players is None else players
        if type(count) is not int:
            raise OptionError(f"players are counted by a whole number, not {count!r}")
        if count not in self.players:
            raise OptionError(self.not_for(count))
        _check_names(names, count)
        if not isinstance(options or {}, Mapping):
            raise OptionError(f"options are values by their names, not {options!r}")
        numbers = parse_options(self.game, count, options or {})
        from hoyle.interpreter.runtime.table import Table

        if phase is None:
            return Table(self.build(count, numbers).machine, names, traced=traced)
        entry = self._entry(count, numbers, names, phase, args)
        entered = (*find_phase_path(self.game, entry.phase), entry.phase)
        machine = self.build(count, numbers, entry).machine
        return Table(machine, names, traced=traced, entered=entered)

    def _entry(
        self, players: int, options: Mapping[str, int], names: Sequence[str], phase: str,
        args: Sequence[Plain],
    ) -> Entry:  # fmt: skip
        """A phase with what it is run with; ValueError says what it wants."""
        check_kind(phase, str, "a phase is named by a text")
        check_kind(args, (list, tuple), "what a phase is run with is a list")
        at = self.game.phases.get(to_underscores(phase))
        if at is None:
            known = listed(list(map(to_dashes, self.game.phases)))
            raise ValueError(f"there is no phase called `{phase}`; phases are {known}")
        if len(args) != len(at.params):
            wants = ", ".join(param.name for param in at.params) or "nothing"
            raise ValueError(f"`{phase}` is run with {wants}")
        values = []
        if args:
            words = Notation(self.build(players, options).machine, names[:players])
            values = [words.from_plain(v, q.type) for v, q in zip(args, at.params, strict=True)]
        for value, param in zip(values, at.params, strict=True):
            kind = bare(param.type)
            if isinstance(kind, NumberT) and is_apart(NumberT(value, value), kind):
                raise ValueError(f"`{param.name}` is {kind.range}, not {value}")
        return begin_at(at, values)


def _check_names(names: Sequence[str], players: int) -> None:
    """ValueError where names are not one word for each player, and no two the same."""
    if names is SEAT_NAMES:
        return
    wanted = f"names are a list of {players}, one for each player"
    check_kind(names, (list, tuple), wanted)
    if len(names) != players:
        raise ValueError(f"{wanted}, not {names!r}")
    for name in names:
        check_kind(name, str, "a player's name is one word")
        if len(name.split()) != 1 or not name.isprintable():
            raise ValueError(f"a player's name is one word, not {name!r}")
    if len(set(names)) < players:
        raise ValueError(f"two players have one name: {', '.join(names)}")


def begin_at(phase: g.Phase, args: Sequence[int]) -> Entry:
    """Where a game begins that does not begin at the start: at a phase run with these values."""
    values = tuple(
        g.Const(value, param.type, phase.span)
        for value, param in zip(args, phase.params, strict=True)
    )
    return Entry(phase.name, values, (), True)
