"""What notices a changed rule line: the checker, an example, a law, a check of play, or a game.

The changes are those of `hoyle test --mutate`, and the few more that `FURTHER` names. `python -m
tests.rulesets.notice [GAME ...]` tries the rule lines of a family and prints a table, row by row.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache, partial

import attrs

from hoyle.dsl.checked.game import Example
from hoyle.dsl.format.templates import format_expression
from hoyle.dsl.report import Report
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e
from hoyle.dsl.tree import statements as s
from hoyle.interpreter.comparison.folded_rules import collect_rules, keep_reached
from hoyle.interpreter.library.discovery import find_file, list_headings
from hoyle.interpreter.library.loader import load
from hoyle.interpreter.library.options import OptionError
from hoyle.interpreter.library.ruleset import Ruleset, RulesetError
from hoyle.interpreter.mutation.mutants import Mutant, apply_mutant
from hoyle.interpreter.mutation.operators import (
    DROPPED,
    OPERATORS,
    Operator,
    Replacement,
    drop_part,
    drop_step,
    first_line,
)
from hoyle.interpreter.mutation.run_mutant import (
    MAX_SECONDS,
    MutantRunner,
    Outcome,
    TimeUp,
    limit_time,
)
from hoyle.interpreter.runtime.fault import IllegalMove, RulesetFault
from hoyle.interpreter.runtime.notation import NotAMove
from hoyle.interpreter.testing.worker_pool import count_cores, map_parallel
from tests.rulesets.rows import FAMILIES, Line, all_lines, lines_of, variant_files

TEST, NOTHING = "test", "nothing"
BY_RULES = ("example", "law", TEST)  # what somebody has written of the rules
COLUMNS = ("refused", *BY_RULES, "play", NOTHING)


def draw_nobody(node, known):
    """Instead of a seat that is drawn the first one."""
    if isinstance(node, e.Apply) and node.name == "random":
        first = e.Phrase(
            "first", "seat", node.args[0], None, None, span=node.span, name_span=node.span
        )
        yield Replacement(first, node.span, "the first")


def take_card(node, known):
    """A card of a rank that is left out of the pack: the checker misses a whole rank at once."""
    if isinstance(node, d.Pack):
        for line in node.lines:
            for rank in line.ranks[-2:-1] if isinstance(line, d.PackRanks) else ():
                card = e.CardWord(format_expression(rank), "♥", 0, span=rank.span)
                less = d.PackChange("remove", card, None, span=line.span)
                yield Replacement(attrs.evolve(node, lines=(*node.lines, less)), line.span, "less")


def fix_suit(node, known):
    """Always spades, where a suit is that of a card."""
    if isinstance(node, e.Apply) and node.name == "suit":
        yield Replacement(e.SuitWord("♠", span=node.span), node.span, "♠")


def drop_lone_step(node, known):
    """The only step of an `if` or a loop, which a score has as the whole dropped."""
    if isinstance(node, s.For) and len(node.body) == 1:
        yield Replacement(attrs.evolve(node, body=()), first_line(node.body[0].span), DROPPED)
    if isinstance(node, s.If) and len(node.branches) == 1 and not node.otherwise:
        ((test, block),) = node.branches
        if len(block) == 1:
            new = attrs.evolve(node, branches=((test, ()),))
            yield Replacement(new, first_line(block[0].span), DROPPED)


def end_at_once(node, known):
    """A loop that has an end ends after its first round."""
    if isinstance(node, s.Repeat) and node.until is not None:
        yes = e.Word("yes", span=node.until.span)
        yield Replacement(attrs.evolve(node, until=yes), node.until.span, "yes")


# What a ledger has and a score has not: what is said, what chance does, and whole declarations,
# which nearly always are missed at once.
FURTHER = (
    Operator("says nothing", (drop_step(s.Say),)),
    Operator("drops a lone step", (drop_lone_step,)),
    Operator("ends at once", (end_at_once,)),
    Operator("draws nobody", (draw_nobody,)),
    Operator("takes a card", (take_card,)),
    Operator("fixes a suit", (fix_suit,)),
    Operator(
        "drops a declaration",
        (
            drop_part("declarations", d.File, but=(d.Example, d.Law)),
            drop_part("zones", d.Zones),
            drop_part("registers", d.State),
            drop_part("fields", d.Record),
            drop_part("lines", d.Options, but=(d.Need,)),
        ),
    ),
)


@attrs.frozen
class Tried:
    """A change of one line that has been tried."""

    file: str  # its path below `rulesets`: the base, a variant file, or a library
    number: int  # from 0
    change: Mutant
    found: str
    says: str
    dropped: bool  # whether it leaves out what the line says


@attrs.define(eq=False)
class Family:
    """A base and its variants: their lines, and the changes of each."""

    game: str

    @cached_property
    def files(self) -> dict[str, list[Line]]:
        """The lines of the texts."""
        return all_lines(self.game)

    @cached_property
    def runners(self) -> list[MutantRunner]:
        """The rulesets, each after those that it stands on."""
        headings = [
            heading for file in variant_files(self.game)
            for heading in list_headings(find_file(self.game).parent / file)
        ]  # fmt: skip
        names = [self.game, *(heading.name for heading in headings)]
        rulesets = [load(name, examples=True) for name in names]
        rulesets.sort(key=lambda ruleset: len(ruleset.choice.layers))
        return [MutantRunner(one, (), (*OPERATORS, *FURTHER)) for one in rulesets]

    @cached_property
    def sharers(self) -> list[MutantRunner]:
        """Other games that use a library of this one."""
        lent = {name for runner in self.runners for name in runner.ruleset.libraries}
        others = [load(game, examples=True) for game in FAMILIES if game != self.game]
        return [
            MutantRunner(one, (), (*OPERATORS, *FURTHER))
            for one in others if lent & one.libraries.keys()
        ]  # fmt: skip

    @cached_property
    def owners(self) -> dict[tuple[str, int], tuple[MutantRunner, list[Mutant]]]:
        """For each line the first ruleset that has changes there, and these."""
        found: dict[tuple[str, int], tuple[MutantRunner, list[Mutant]]] = {}
        for runner in self.runners:
            for change in runner.changes:
                place = (change.span.source.name, change.span.line - 1)
                owner, changes = found.setdefault(place, (runner, []))
                if owner is runner:
                    changes.append(change)
        return found

    @cached_property
    def reached(self) -> set[tuple[str, int]]:
        """The lines of libraries that some ruleset of the family comes to."""
        found = set()
        for runner in self.runners:
            one = runner.ruleset
            lent = one.libraries.values()
            rules = keep_reached(collect_rules(one.title, one.file.declarations, lent))
            for part in rules.parts:
                span = part.span
                places = range(span.line - 1, span.last_line)
                found |= {(span.source.name, number) for number in places}
        return found

    def changed_lines(self) -> list[tuple[str, Line]]:
        """The rule lines that carry rows and that can be changed.

        What only other games ask of a library is none of this game's rules.
        """
        found = []
        for file, lines in self.files.items():
            for line in lines:
                place = (base_name(file), line.number)
                asked = place in self.reached or not file.startswith("std/")
                if line.kind == "rule" and line.rows and place in self.owners and asked:
                    found.append((file, line))
        return found

    def prepare(self) -> None:
        """Find out at once what all processes need."""
        for runner in (*self.runners, *self.sharers):
            assert len(runner.reach.examples) == len(runner.ruleset.game.examples)

    def try_line(self, place: tuple[str, Line]) -> list[Tried]:
        """The changes of a line: those that drop something, and others until one is noticed.

        More cannot change what `Proof` says of the line.
        """
        file, line = place
        runner, changes = self.owners[base_name(file), line.number]
        found: list[Tried] = []
        for change in sorted(changes, key=lambda change: not is_dropped(change, line)):
            dropped = is_dropped(change, line)
            if not dropped and any(one.found in BY_RULES for one in found):
                break
            try:
                with limit_time(MAX_SECONDS):
                    outcome = self.try_change(runner, change, line)
            except TimeUp:
                outcome = Outcome("play", "it has no end")
            found.append(Tried(file, line.number, change, outcome.found, outcome.says, dropped))
        return found

    def try_change(self, runner: MutantRunner, change: Mutant, line: Line) -> Outcome:
        """What notices a change.

        The ruleset that it stands in is tried first, with all that it has; then the examples of the
        others that speak of a row that the line carries; for a line of a library also those of
        other games that use it.
        """
        new = runner.make(change)
        if isinstance(new, Outcome):
            return new
        found = runner.try_examples(change, new) or self.try_others(runner, change, line)
        if found is None:
            fault = next(faults_in_play(new, self.game), None)
            found = Outcome(TEST, fault) if fault else runner.try_games(new)
        return found or self.find_warning(runner, change) or Outcome(NOTHING, "")

    def find_warning(self, runner: MutantRunner, change: Mutant) -> Outcome | None:
        """What the checker warns of in a table: shipped texts have no warning, which is a test."""
        report = Report()
        apply_mutant(runner.ruleset, change, report)
        warned = (one for one in report.in_order() if one.code.startswith("B"))
        return next((Outcome(TEST, f"{one.code} {one.title}") for one in warned), None)

    def try_others(self, runner: MutantRunner, change: Mutant, line: Line) -> Outcome | None:
        """What rulesets notice that share the line, by their examples that speak of its rows."""
        speaks = partial(speaks_of, line)
        asked = [(other, speaks) for other in self.runners if other is not runner]
        if change.library:
            asked += [(other, lambda example: True) for other in self.sharers]
        for other, wanted in asked:
            same = other.find_same(change)
            if same is not None and any(map(wanted, other.ruleset.game.examples)):
                new = other.make(same)
                found = new if isinstance(new, Outcome) else other.try_examples(same, new, wanted)
                if found is not None:
                    return found
        return None


def base_name(file: str) -> str:
    """How a text below `rulesets` is called in places."""
    return file.rsplit("/", 1)[-1]


def is_dropped(change: Mutant, line: Line) -> bool:
    """Whether a change leaves out what the whole line says."""
    return change.says == DROPPED and change.span.text.startswith(line.code.strip())


def speaks_of(line: Line, example: Example) -> bool:
    """Whether an example names a row that the line carries."""
    lines = lines_in(example.span.source.text)
    return bool(line.rows & lines[example.span.line - 1].rows)


@lru_cache(32)
def lines_in(text: str) -> list[Line]:
    """The lines of a text, read once for all its examples."""
    return lines_of(text)


def faults_in_play(ruleset: Ruleset, game: str) -> Iterator[str]:
    """What the checks of the family find; see `in_play`."""
    for check_of_play in FAMILIES[game].checks if ruleset.name == game else ():
        try:
            yield from check_of_play(ruleset)
        except (RulesetError, OptionError, RulesetFault, IllegalMove, NotAMove) as error:
            yield f"{type(error).__name__}: {error}"


def try_family(game: str) -> list[Tried]:
    """The changes of all lines of a family, on every processor there is."""
    family = Family(game)
    family.prepare()
    found = map_parallel(family.try_line, family.changed_lines(), count_cores())
    return [one for those in found for one in those]


# ---------------------------------------------------------------------- what it comes to


@attrs.define
class Proof:
    """What was noticed of the lines that carry one row; a line by its file and number."""

    row: str
    tried: dict[tuple[str, int], list[Tried]] = attrs.field(factory=dict)

    def count(self, found: str) -> int:
        """How many changes came to this."""
        return sum(one.found == found for those in self.tried.values() for one in those)

    @property
    def why_not(self) -> str:
        """Why the row is not covered; empty where it is.

        It is where every line that carries it is missed when it is dropped, and has a change that
        is noticed: by an example, a law or a test of play, or by the checker.
        """
        if not any(self.count(found) for found in (*BY_RULES, "refused")):
            return "nothing notices it"
        for (file, number), tried in self.tried.items():
            if any(one.found == NOTHING and one.dropped for one in tried):
                return f"{file}:{number + 1} can be dropped"
            if all(one.found == NOTHING for one in tried):
                return f"nothing notices {file}:{number + 1}"
        return ""


def proofs(game: str, tried: Iterable[Tried]) -> dict[str, Proof]:
    """Row by row."""
    files = all_lines(game)
    found: dict[str, Proof] = {}
    for one in tried:
        for row in files[one.file][one.number].rows:
            proof = found.setdefault(row, Proof(row))
            proof.tried.setdefault((one.file, one.number), []).append(one)
    return found


def table(found: Mapping[str, Proof]) -> list[str]:
    """The proofs as lines of text."""
    lines = ["row    lines" + "".join(f"{name:>9}" for name in COLUMNS)]
    for row, proof in sorted(found.items()):
        counts = "".join(f"{proof.count(name):>9}" for name in COLUMNS)
        says = f"  NOT COVERED: {proof.why_not}" if proof.why_not else ""
        lines.append(f"{row:<7}{len(proof.tried):>5}{counts}{says}")
    return lines


def totals(tried: Iterable[Tried]) -> str:
    """How many changes came to what."""
    counts = Counter(one.found for one in tried)
    parts = [f"{counts[name]} {name}" for name in COLUMNS if counts[name]]
    return f"{counts.total()} changes: {', '.join(parts)}"


def main(games: list[str]) -> None:
    """Print the table, and what nothing notices."""
    for game in games or FAMILIES:
        tried = try_family(game)
        print(game, *table(proofs(game, tried)), totals(tried), sep="\n")
        for one in tried:
            if one.found == NOTHING:
                print(f"nothing: {one.change.words}: {one.change.line}")


if __name__ == "__main__":
    main(sys.argv[1:])
