"""What notices an altered line: the checker, an example, a law, a check, or play.

`python -m tests.rulesets.notice [GAME ...]` tries every alteration of every rule line of a family
and prints a table, row by row.
"""

from __future__ import annotations

import os
import signal
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

import attrs

from hoyle.dsl.checked.game import Example
from hoyle.dsl.preflight.every_table import check_counts
from hoyle.dsl.report import Report
from hoyle.interpreter.library.discovery import list_headings
from hoyle.interpreter.library.loader import load
from hoyle.interpreter.library.options import OptionError
from hoyle.interpreter.library.ruleset import Ruleset, RulesetError
from hoyle.interpreter.runtime.fault import IllegalMove, RulesetFault
from hoyle.interpreter.runtime.notation import NotAMove
from hoyle.interpreter.testing.examples import ExampleMachines, run_example
from hoyle.interpreter.testing.game_runner import PlayCounts
from hoyle.interpreter.testing.random_games import BLOCK, Plan, play_games
from hoyle.interpreter.testing.rule_coverage import Coverage
from tests.rulesets.alterations import Alteration, all_alterations
from tests.rulesets.rows import FAMILIES, Line, all_lines, lines_of, shown, texts_of, variant_files

SECONDS = 300  # no alteration takes longer, unless the game has become endless


@attrs.frozen
class Outcome:
    """What became of an alteration: refused, example, game, or nothing; and how it was said."""

    alteration: Alteration
    found: str
    says: str = ""


class Endless(Exception):
    """An altered game goes on and on."""


def try_one(alteration: Alteration) -> Outcome:
    """Whether anything notices an alteration: the checker, an example, or a law in random games."""
    signal.signal(signal.SIGALRM, too_long)
    signal.alarm(SECONDS)
    try:
        return Outcome(alteration, *noticed(alteration))
    except Endless:
        return Outcome(alteration, "game", "it has no end")
    except Exception as error:
        return Outcome(alteration, "broken", f"{type(error).__name__}: {error}")
    finally:
        signal.alarm(0)


def too_long(*args: object) -> None:
    raise Endless


def noticed(alteration: Alteration) -> tuple[str, str]:
    """What notices it, and how.

    The ruleset that it stands in is tried first, with all that it has; then the examples of the
    base and of the variants that speak of a row that the line carries.
    """
    with TemporaryDirectory() as folder:
        own, *others = concerned(alteration, laid_out(alteration, Path(folder)))
        ruleset = opened(alteration, own)
        if not isinstance(ruleset, Ruleset):
            return ruleset
        found = by_examples(alteration, ruleset, speaking=False)
        for other in others if found is None else ():
            relative = opened(alteration, other)
            if not isinstance(relative, Ruleset):
                return relative
            found = found or by_examples(alteration, relative, speaking=True)
        if found is not None:
            return found
        for fault in faults_in_play(ruleset, alteration.game):
            return "test", fault
        return in_random_games(ruleset)


def laid_out(alteration: Alteration, folder: Path) -> Path:
    """The whole family in a folder, with the altered text; its base."""
    for file, text in {**texts_of(alteration.game), alteration.file: alteration.text}.items():
        place = folder / Path(file).name if file.startswith("std/") else folder / file
        place.parent.mkdir(exist_ok=True)
        place.write_text(text, encoding="utf-8")
    return folder / f"{alteration.game}.cards"


def concerned(alteration: Alteration, base: Path) -> list[str]:
    """The ruleset in which the altered line stands, and others whose examples may speak of it."""
    rows = all_lines(alteration.game)[alteration.file][alteration.line].rows
    own, others = str(base), []
    files = [f"{alteration.game}.cards", *variant_files(alteration.game)]
    for file in files:
        lines = lines_of((base.parent / file).read_text(encoding="utf-8"))
        found = list_headings(base.parent / file)
        ends = [*(heading.line - 1 for heading in found[1:]), len(lines)]
        names = [f"{heading.path}:{heading.name}" for heading in found] or [str(base)]
        starts = [heading.line - 1 for heading in found] or [0]
        for name, start, end in zip(names, starts, ends or [len(lines)], strict=True):
            if file == alteration.file and start <= alteration.line < end:
                own = name
            elif rows & shown(lines[start:end]):
                others.append(name)
    return [own, *(name for name in others if name != own)]


def opened(alteration: Alteration, name: str) -> Ruleset | tuple[str, str]:
    """A ruleset of the family with the altered text; or what the checker says of it."""
    try:
        ruleset = load(name)
    except (RulesetError, OSError) as error:
        return refused(alteration, error)
    report = Report()
    check_counts(ruleset.game, report)
    if report.failed:
        problem = report.in_order()[0]
        return "refused", f"{problem.code} {problem.title}"
    return ruleset


def refused(alteration: Alteration, error: Exception) -> tuple[str, str]:
    """What the checker says; of an example where it finds no fault in the rules."""
    if not isinstance(error, RulesetError):
        return "refused", str(error)
    problems = error.report.in_order()
    own = [p.span for p in problems if p.span.source.name == Path(alteration.file).name]
    lines = lines_of(alteration.text)
    of_examples = own and all(lines[p.line - 1].kind != "rule" for p in own)
    return ("example" if of_examples else "refused"), f"{problems[0].code} {problems[0].title}"


def by_examples(
    alteration: Alteration, ruleset: Ruleset, *, speaking: bool
) -> tuple[str, str] | None:
    """An example that fails, of all or of those that speak of a row that the line carries.

    Those that speak of it come first, and find it soonest.
    """
    workshop = ExampleMachines(ruleset)
    rows = all_lines(alteration.game)[alteration.file][alteration.line].rows

    def silent(example: Example) -> bool:
        return not rows & lines_in(example.span.source.text)[example.span.line - 1].rows

    for example in sorted(ruleset.game.examples, key=silent):
        if speaking and silent(example):
            break
        outcome = run_example(workshop, example)
        if not outcome.passed:
            return "example", example.title
    return None


@lru_cache(8)
def lines_in(text: str) -> list[Line]:
    """The lines of a text, read once for all its examples."""
    return lines_of(text)


def in_random_games(ruleset: Ruleset) -> tuple[str, str]:
    """A law that does not hold, or a fault in play."""
    counts = tuple(ruleset.players)
    plan = Plan(counts, BLOCK * len(counts), decisions=120, every=10)
    for finding in play_games(ruleset, plan, PlayCounts(), Coverage(ruleset.game)):
        if finding is not None:
            law = finding.about.startswith(("always ", "never "))
            return ("law" if law else "play"), f"{finding.about} {finding.says}".strip()
    return "nothing", ""


def faults_in_play(ruleset: Ruleset, game: str) -> Iterator[str]:
    """What the checks of the family find; see `in_play`."""
    for check_of_play in FAMILIES[game].checks if ruleset.name == game else ():
        try:
            yield from check_of_play(ruleset)
        except (RulesetError, OptionError, RulesetFault, IllegalMove, NotAMove) as error:
            yield f"{type(error).__name__}: {error}"


def try_all(chosen: Iterable[Alteration]) -> list[Outcome]:
    """All of them, on every processor there is."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(try_one, chosen, chunksize=4))


# ---------------------------------------------------------------------- what it comes to


NOTICED = ("example", "law", "test")
COLUMNS = ("refused", "example", "law", "test", "play", "nothing")


@attrs.define
class Proof:
    """What was noticed of the lines that carry one row; a line by its file and number."""

    row: str
    outcomes: dict[tuple[str, int], list[Outcome]] = attrs.field(factory=dict)

    def count(self, found: str) -> int:
        """How many alterations came to this."""
        return sum(o.found == found for those in self.outcomes.values() for o in those)

    @property
    def why_not(self) -> str:
        """Why the row is not covered; empty where it is.

        It is where every line that carries it is missed when it is dropped, and has an alteration
        that is noticed, and where an example, law or test of play notices one that the checker
        accepts.
        """
        if not any(self.count(found) for found in NOTICED):
            return "nothing but the checker notices"
        for (file, number), outcomes in self.outcomes.items():
            if any(o.found == "nothing" and o.alteration.what == "dropped" for o in outcomes):
                return f"{file}:{number + 1} can be dropped"
            if all(o.found == "nothing" for o in outcomes):
                return f"nothing notices {file}:{number + 1}"
        return ""


def proofs(game: str, outcomes: Iterable[Outcome]) -> dict[str, Proof]:
    """Row by row."""
    files = all_lines(game)
    found: dict[str, Proof] = {}
    for outcome in outcomes:
        alteration = outcome.alteration
        for row in files[alteration.file][alteration.line].rows:
            proof = found.setdefault(row, Proof(row))
            proof.outcomes.setdefault((alteration.file, alteration.line), []).append(outcome)
    return found


def table(found: Mapping[str, Proof]) -> list[str]:
    """The proofs as lines of text."""
    lines = ["row    lines" + "".join(f"{name:>9}" for name in COLUMNS)]
    for row, proof in sorted(found.items()):
        counts = "".join(f"{proof.count(name):>9}" for name in COLUMNS)
        says = f"  NOT COVERED: {proof.why_not}" if proof.why_not else ""
        lines.append(f"{row:<7}{len(proof.outcomes):>5}{counts}{says}")
    return lines


def place(outcome: Outcome) -> str:
    """Where an alteration is, and what it does."""
    alteration = outcome.alteration
    before = texts_of(alteration.game)[alteration.file].splitlines()[alteration.line].strip()
    return f"{alteration.file}:{alteration.line + 1} {alteration.what}: {before}"


def totals(outcomes: Iterable[Outcome]) -> str:
    """How many alterations came to what."""
    counts = Counter(outcome.found for outcome in outcomes)
    parts = [f"{counts[name]} {name}" for name in (*COLUMNS, "broken") if counts[name]]
    return f"{counts.total()} alterations: {', '.join(parts)}"


def main(args: list[str]) -> None:
    """Print the table, and what nothing notices."""
    for game in args or FAMILIES:
        outcomes = try_all(all_alterations(game))
        print(game, *table(proofs(game, outcomes)), totals(outcomes), sep="\n")
        for outcome in outcomes:
            if outcome.found in ("nothing", "broken"):
                print(f"{outcome.found}: {place(outcome)} {outcome.says}")


if __name__ == "__main__":
    main(sys.argv[1:])
