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

import attrs

from hoyle.dsl.checked.from_tree import check
from hoyle.dsl.machine.counts import check_counts
from hoyle.dsl.report import Report
from hoyle.dsl.source import Source
from hoyle.dsl.tree.declarations import File
from hoyle.dsl.tree.from_text import read
from hoyle.interpreter.play.fault import IllegalMove, RulesetFault
from hoyle.interpreter.play.rulesets import OptionError, Ruleset, RulesetError
from hoyle.interpreter.play.shelf import shipped_folder
from hoyle.interpreter.play.words import NotAMove
from hoyle.interpreter.trial.consistency import BLOCK, Plan, Tally, play_games
from hoyle.interpreter.trial.coverage import Coverage
from hoyle.interpreter.trial.examples import run_example
from hoyle.interpreter.trial.workshop import Workshop
from tests.rulesets.alterations import Alteration, all_alterations
from tests.rulesets.rows import FAMILIES, all_lines, lines_of, texts_of

SECONDS = 120  # no alteration takes longer, unless the game has become endless


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
    """What notices it, and how."""
    own = f"{alteration.game}.cards"
    texts = {**texts_of(alteration.game), alteration.file: alteration.text}

    def library_of(name: str) -> File | None:
        text = texts.get(f"std/{name}.cards")
        return read(Source(f"{name}.cards", text), report) if text else None

    report = Report()
    source = Source(own, texts[own])
    lines = lines_of(texts[own])
    file = read(source, report)
    game = check(file, library_of, report) if file is not None else None
    if game is not None and not report.failed:
        check_counts(game, report)
    if game is None or file is None or report.failed:
        problem = report.in_order()[0]
        places = [p.span for p in report.problems if p.span.source.name == own]
        of_examples = places and all(lines[p.line - 1].kind != "rule" for p in places)
        says = f"{problem.code} {problem.title}"
        return ("example" if of_examples else "refused"), says
    ruleset = Ruleset(alteration.game, shipped_folder() / own, source, file, game)
    workshop = Workshop(ruleset)
    rows = all_lines(alteration.game)[alteration.file][alteration.line].rows
    # Those that speak of the row come first, because they find it soonest.
    for example in sorted(game.examples, key=lambda e: not rows & lines[e.span.line - 1].rows):
        outcome = run_example(workshop, example)
        if not outcome.passed:
            return "example", example.title
    for fault in faults_in_play(ruleset):
        return "test", fault
    counts = tuple(ruleset.players)
    plan = Plan(counts, BLOCK * len(counts), decisions=120, every=10)
    for finding in play_games(ruleset, plan, Tally(), Coverage(game)):
        if finding is not None:
            law = finding.about.startswith(("always ", "never "))
            return ("law" if law else "play"), f"{finding.about} {finding.says}".strip()
    return "nothing", ""


def faults_in_play(ruleset: Ruleset) -> Iterator[str]:
    """What the checks of the family find; see `in_play`."""
    for check_of_play in FAMILIES[ruleset.name].checks:
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
