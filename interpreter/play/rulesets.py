"""Rulesets by name or path: found, read, checked, and laid on a table."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.from_tree import check
from hoyle.dsl.checked.types import CARD, YESNO, ChoiceT, NumberT, bare
from hoyle.dsl.checked.variants import check_variants
from hoyle.dsl.machine.counts import check_counts
from hoyle.dsl.machine.from_game import Build, Entry, laid_table, machine
from hoyle.dsl.machine.lower_steps import Steps
from hoyle.dsl.machine.settings import Settings
from hoyle.dsl.nearest import listed, nearest
from hoyle.dsl.report import Report, as_text
from hoyle.dsl.source import Source
from hoyle.dsl.tree.declarations import File
from hoyle.dsl.tree.from_text import read
from hoyle.dsl.tree.page import open_source
from hoyle.interpreter.play.table import Table
from hoyle.interpreter.play.words import SEAT_NAMES, dashed, underscored


class RulesetError(Exception):
    """A text with mistakes, or none of that name; `report` holds the problems."""

    def __init__(self, says: str, report: Report | None = None) -> None:
        super().__init__(says)
        self.report = report or Report()


class OptionError(Exception):
    """An option that the ruleset does not have, or a value that the option does not take."""


@cache
def shipped_folder() -> Path:
    """The folder of the rulesets that come with Hoyle."""
    import hoyle.rulesets

    return Path(next(iter(hoyle.rulesets.__path__)))


def shipped() -> list[str]:
    """The names of the rulesets that come with Hoyle."""
    return sorted(path.stem for path in shipped_folder().glob("*.cards"))


def find(name: str) -> Path:
    """The file of a ruleset: a path, or the name of one that comes with Hoyle."""
    path = Path(name)
    if path.suffix == ".cards" or "/" in name or path.exists():
        if not path.is_file():
            raise FileNotFoundError(f"there is no file {name}")
        return path
    path = shipped_folder() / f"{dashed(name)}.cards"
    if not path.is_file():
        close = nearest(dashed(name), shipped())
        hint = f"; did you mean {close}?" if close else ""
        raise FileNotFoundError(
            f"there is no ruleset called {name}{hint} (there are: {', '.join(shipped())})"
        )
    return path


def library(folder: Path | None, report: Report, name: str) -> Source | None:
    """The text of a library: beside the ruleset, else among those that come with Hoyle."""
    for place in ([folder] if folder is not None else []) + [shipped_folder() / "std"]:
        for stem in (name, dashed(name)):
            path = place / f"{stem}.cards"
            if path.is_file():
                return open_source(path, path.name, report)
    return None


def inspect(path: Path, name: str, report: Report) -> tuple[Source, File, g.Game] | None:
    """Read and check a file; None where it cannot be read, problems in the report."""
    source = open_source(path, name, report)
    if source is None:
        return None
    file = read(source, report)
    if file is None:
        return None
    game = check(file, lambda word: library(path.parent, report, word), report)
    return source, file, game


def load(name: str | Path) -> Ruleset:
    """A ruleset by its name or path; RulesetError tells every mistake in it."""
    path = find(str(name))
    report = Report()
    found = inspect(path, path.name, report)
    if found is None or report.failed:
        problems = "\n\n".join(as_text(problem) for problem in report.in_order())
        raise RulesetError(problems, report)
    source, file, game = found
    return Ruleset(path.stem, path, source, file, game)


@attrs.define(eq=False)
class Ruleset:
    """A checked ruleset."""

    name: str
    path: Path
    source: Source
    file: File
    game: g.Game

    @property
    def title(self) -> str:
        """What the game is called."""
        return self.game.title

    @property
    def players(self) -> range:
        """How many can play."""
        low, high = self.game.players
        return range(low, high + 1)

    @property
    def hash(self) -> str:
        """A name for exactly this text and the libraries it uses."""
        text = "\n".join(sorted(self.texts()))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def texts(self) -> list[str]:
        """The text of the file and of every library that it uses."""
        found = {self.source.text}
        found |= {define.span.source.text for define in self.game.defines.values()}
        found |= {table.span.source.text for table in self.game.tables.values()}
        return list(found)

    def build(
        self, players: int, options: Mapping[str, int] | None = None, entry: Entry | None = None
    ) -> Build:
        """The machine for a number of players and options by their numbers; see `table`."""
        if players not in self.players:
            low, high = self.game.players
            raise OptionError(f"{self.title} is for {low} to {high} players, not {players}")
        report = Report()
        made = machine(self.game, players, options, entry=entry, report=report)
        if made is None or report.failed:
            problems = "\n\n".join(as_text(problem) for problem in report.in_order())
            raise RulesetError(problems, report)
        return made

    def table(
        self, players: int | None = None, options: Mapping[str, object] | None = None,
        names: Sequence[str] = SEAT_NAMES, *, traced: bool = True,
    ) -> Table:  # fmt: skip
        """A table for `players` (the fewest, where not said); options by name, values as text."""
        count = self.players[0] if players is None else players
        if count not in self.players:
            low, high = self.game.players
            raise OptionError(f"{self.title} is for {low} to {high} players, not {count}")
        numbers = self.option_numbers(options or {}, count)
        return Table(self.build(count, numbers).machine, names, traced=traced)

    # ------------------------------------------------------------------ options

    def option_numbers(self, options: Mapping[str, object], players: int) -> dict[str, int]:
        """Options as the machine has them; OptionError where a name or value is not right."""
        found = {}
        for name, value in options.items():
            option = self.game.options.get(underscored(name))
            if option is None:
                close = nearest(underscored(name), self.game.options)
                hint = f"; did you mean {dashed(close)}?" if close else ""
                known = listed(dashed(n) for n in self.game.options)
                raise OptionError(f"{self.title} has no option {name}{hint} (options: {known})")
            found[option.name] = self.option_number(option, str(value), players)
        self.check_needs(found, players)
        return found

    def option_number(self, option: g.Option, text: str, players: int) -> int:
        """One option's value from its text."""
        kind = bare(option.type)
        wrong = OptionError(f"{dashed(option.name)} cannot be {text}; it is {self.says(option)}")
        if kind != option.type and text == "none":
            return -1
        if isinstance(kind, ChoiceT):
            if underscored(text) not in kind.words:
                raise wrong
            return kind.words.index(underscored(text))
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
        from hoyle.interpreter.play.words import SYMBOLS

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

    def says(self, option: g.Option, lowering: Steps | None = None) -> str:
        """The values that an option takes, in words; exactly so for a table that is laid."""
        kind = bare(option.type)
        if isinstance(kind, NumberT) and lowering is not None:
            ranges = [" to ".join(str(n) for n in ends) for ends in ranges_of(option, lowering)]
            return " or ".join(ranges + ["none"] * (kind != option.type))
        if isinstance(kind, ChoiceT):
            return " or ".join(dashed(word) for word in kind.words)
        if isinstance(kind, NumberT):
            none = " or none" if kind != option.type else ""
            return f"{kind.low} to {kind.high}{none}"
        words = [a.word for a in option.allowed if isinstance(a, g.Literal)]
        return " or ".join(words) if words else str(kind)

    def check_needs(self, options: Mapping[str, int], players: int) -> None:
        """Values outside their options' own, and combinations that the ruleset does not allow."""
        lowering = laid_table(self.game, players, Report(), options)
        if lowering is None:
            raise OptionError("with these options there is no such table")
        for name, value in options.items():
            option = self.game.options[name]
            if value >= 0 and not is_allowed(option, value, lowering):
                raise OptionError(
                    f"{dashed(name)} cannot be {value}; it is {self.says(option, lowering)}"
                )
        for need in self.game.needs:
            if not lowering.constant(need.test):
                raise OptionError(need.sentence)


def ranges_of(option: g.Option, lowering: Steps) -> list[tuple[int, ...]]:
    """The numbers that an option allows: single ones, and ranges by their ends."""
    found: list[tuple[int, ...]] = []
    for allowed in option.allowed:
        if isinstance(allowed, g.Op) and allowed.name == "between":
            found.append(tuple(lowering.constant(end) for end in allowed.args))
        elif isinstance(allowed.type, NumberT):
            found.append((lowering.constant(allowed),))
    return found


def is_allowed(option: g.Option, value: int, lowering: Steps) -> bool:
    """Whether a number is one of those that an option allows; other kinds are looked at before."""
    if not isinstance(bare(option.type), NumberT):
        return True
    ranges = ranges_of(
        option, lowering
    )  # none for a range that has a name: it was looked at before
    return not ranges or any(ends[0] <= value <= ends[-1] for ends in ranges)


def inspect_fully(path: Path, name: str, report: Report) -> tuple[Source, File, g.Game] | None:
    """As `inspect`, and for a game the tables of every player count too."""
    found = inspect(path, name, report)
    if found is None or report.failed:
        return found
    if found[1].kind == "game":
        check_counts(found[2], report)
    check_variants(found[1], lambda base: base_file(base, path, found[1]), shipped(), report)
    return found


def base_file(base: str, path: Path, own: File) -> File | None:
    """The file of a variant's base: this one, one beside it, or one that comes with Hoyle."""
    if own.kind == "game" and dashed(path.stem) == dashed(base):
        return own
    for folder in (path.parent, shipped_folder()):
        for stem in (base, dashed(base)):
            place = folder / f"{stem}.cards"
            if place.is_file():
                ignored = Report()
                source = open_source(place, place.name, ignored)
                return read(source, ignored) if source is not None else None
    return None
