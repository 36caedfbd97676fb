"""Rulesets that are checked and can be laid on a table, and their options."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import CARD, YESNO, ChoiceT, NumberT, bare
from hoyle.dsl.machine.constants import TableConstants
from hoyle.dsl.machine.from_game import Build, Entry, build_machine, declare_table
from hoyle.dsl.machine.settings import Settings
from hoyle.dsl.nearest import listed, nearest
from hoyle.dsl.report import Report, as_text
from hoyle.dsl.source import Source
from hoyle.dsl.tree.declarations import File
from hoyle.interpreter.library.variant_resolution import Choice
from hoyle.interpreter.runtime.notation import SEAT_NAMES, to_dashes, to_underscores
from hoyle.interpreter.runtime.table import Table


class RulesetError(Exception):
    """A text with mistakes, or none of that name; `report` holds the problems."""

    def __init__(self, says: str, report: Report | None = None) -> None:
        super().__init__(says)
        self.report = report or Report()


class OptionError(Exception):
    """An option that the ruleset does not have, or a value that the option does not take."""


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
        found = {self.source.text, *(laid.heading.source.text for laid in self.choice.laid)}
        found |= {file.source.text for file in self.libraries.values()}
        return list(found)

    def not_for(self, players: int) -> str:
        """What is said where so many can't play."""
        return f"{self.title} is for {self.game.for_players} players, not {players}"

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
    ) -> Table:  # fmt: skip
        """A table for `players` (the fewest, where not said); options by name, values as text.

        `variants` are laid on the ruleset as `load` does it.
        """
        if variants:
            if self.extend is None:
                raise OptionError(f"no variants can be laid on {self.name}")
            return self.extend(self, variants).table(players, options, names, traced=traced)
        count = self.players[0] if players is None else players
        if count not in self.players:
            raise OptionError(self.not_for(count))
        numbers = self.option_numbers(options or {}, count)
        return Table(self.build(count, numbers).machine, names, traced=traced)

    # ------------------------------------------------------------------ options

    def option_numbers(self, options: Mapping[str, object], players: int) -> dict[str, int]:
        """Options as the machine has them; OptionError where a name or value is not right."""
        found = {}
        for name, value in options.items():
            option = self.game.options.get(to_underscores(name))
            if option is None:
                close = nearest(to_underscores(name), self.game.options)
                hint = f"; did you mean {to_dashes(close)}?" if close else ""
                known = listed(to_dashes(n) for n in self.game.options)
                raise OptionError(f"{self.title} has no option {name}{hint} (options: {known})")
            if option.fixed is not None:
                value = option.default.span.text
                raise OptionError(f"{to_dashes(option.name)} is fixed: {value} ({option.fixed!r})")
            found[option.name] = self.option_number(option, str(value), players)
        self.check_needs(found, players)
        return found

    def option_number(self, option: g.Option, text: str, players: int) -> int:
        """One option's value from its text."""
        kind = bare(option.type)
        wrong = OptionError(f"{to_dashes(option.name)} cannot be {text}; it is {self.says(option)}")
        if kind != option.type and text == "none":
            return -1
        if isinstance(kind, ChoiceT):
            if to_underscores(text) not in kind.words:
                raise wrong
            return kind.words.index(to_underscores(text))
        if kind == YESNO:
            if text.lower() not in ("yes", "no", "true", "false"):
                raise wrong
            return int(text.lower() in ("yes", "true"))
        if isinstance(kind, NumberT):
            if not text.lstrip("-").isdigit():
                raise wrong
            low, high = kind.low, kind.high
            if (low is not None and int(text) < low) or (high is not None and int(text) > high):
                raise wrong
            return int(text)
        return self.card_option(option, text, players, wrong)

    def card_option(
        self, option: g.Option, text: str, players: int, wrong: OptionError
    ) -> int:  # fmt: skip
        """Options that are a card, a rank or a suit."""
        from hoyle.interpreter.runtime.notation import SYMBOLS

        settings = Settings(self.game, players)
        text = text.upper().replace("T", "10") if bare(option.type) != YESNO else text
        word = text[:-1] + SYMBOLS.get(text[-1:], text[-1:])
        allowed = [a.word for a in option.allowed if isinstance(a, g.Literal)]
        if allowed and word not in allowed:
            raise wrong
        try:
            if bare(option.type) == CARD:
                return settings.code_of_card(word)
            words = (
                settings.suit_words() if word in settings.suit_words() else settings.rank_words()
            )
            return words.index(word)
        except ValueError:
            raise wrong from None

    def says(self, option: g.Option, constants: TableConstants | None = None) -> str:
        """The values that an option takes, in words; exactly so for a table that is laid."""
        kind = bare(option.type)
        if isinstance(kind, NumberT) and constants is not None:
            ranges = [" to ".join(str(n) for n in ends) for ends in ranges_of(option, constants)]
            return " or ".join(ranges + ["none"] * (kind != option.type))
        if isinstance(kind, ChoiceT):
            return " or ".join(to_dashes(word) for word in kind.words)
        if isinstance(kind, NumberT):
            none = " or none" if kind != option.type else ""
            return f"{kind.low} to {kind.high}{none}"
        words = [a.word for a in option.allowed if isinstance(a, g.Literal)]
        return " or ".join(words) if words else str(kind)

    def check_needs(self, options: Mapping[str, int], players: int) -> None:
        """Values outside their options' own, and combinations that the ruleset does not allow."""
        constants = declare_table(self.game, players, Report(), options)
        if constants is None:
            raise OptionError("with these options there is no such table")
        for name, value in options.items():
            option = self.game.options[name]
            if value >= 0 and not is_allowed(option, value, constants):
                raise OptionError(
                    f"{to_dashes(name)} cannot be {value}; it is {self.says(option, constants)}"
                )
        for need in self.game.needs:
            if not constants.evaluate(need.test):
                raise OptionError(need.sentence)


def ranges_of(option: g.Option, constants: TableConstants) -> list[tuple[int, ...]]:
    """The numbers that an option allows: single ones, and ranges by their ends."""
    found: list[tuple[int, ...]] = []
    for allowed in option.allowed:
        if isinstance(allowed, g.Op) and allowed.name == "between":
            found.append(tuple(constants.evaluate(end) for end in allowed.args))
        elif isinstance(allowed.type, NumberT):
            found.append((constants.evaluate(allowed),))
    return found


def is_allowed(option: g.Option, value: int, constants: TableConstants) -> bool:
    """Whether a number is one of those that an option allows; other kinds are looked at before."""
    if not isinstance(bare(option.type), NumberT):
        return True
    ranges = ranges_of(
        option, constants
    )  # none for a range that has a name: it was looked at before
    return not ranges or any(ends[0] <= value <= ends[-1] for ends in ranges)
