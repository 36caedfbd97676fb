"""What docs/proof.md says of the changes of a shipped game, and the same measured again.

`python -m tests.mutation.listed GAME ...` prints the tables afresh, with the reasons known so far.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import attrs

from hoyle.dsl.parser.comments import split_comment
from hoyle.interpreter.library.loader import load
from hoyle.interpreter.mutation.mutants import Mutant
from hoyle.interpreter.mutation.run_mutant import (
    EQUIVALENT,
    NOTICED,
    REFUSED,
    SURVIVED,
    MutantRunner,
)
from hoyle.interpreter.mutation.score import Score, score_mutants
from hoyle.interpreter.testing.worker_pool import count_cores

PROOF = Path(__file__).parents[2] / "docs" / "proof.md"
GAMES = ("scotch-whist", "pontoon", "zetema", "ziginette")
MANY, SEED = 300, 0
HEADS = {SURVIVED: "Noticed by nothing", EQUIVALENT: "No difference found"}
PLAIN = (
    "dropped",
    "and once more",
    "after the next step",
    "below the next row",
    "below the next rank",
)
UNKNOWN = "not looked at yet"


@attrs.frozen
class Row:
    """One change in a table of docs/proof.md; lines of the text are told without their numbers."""

    change: str
    line: str
    why: str = attrs.field(default=UNKNOWN, eq=False)

    def __str__(self) -> str:
        return f"| {self.change} | {self.line} | {self.why} |"


def row_of(change: Mutant, why: str = UNKNOWN) -> Row:
    """A change as the document has it: what is said twice is left out."""
    old = " ".join(split_comment(change.span.text)[0].split())
    line = " ".join(split_comment(change.line)[0].split())
    words = change.operator
    if not line.startswith(old) or len(old) < len(line) // 2:
        words += f": {short(old)}"
    if change.says not in PLAIN:
        words += f" → {change.says}"
    return Row(marked(words), marked(short(line)), why)


def short(text: str) -> str:
    """The beginning of a long line."""
    return text if len(text) <= 60 else f"{text[:57]}..."


def marked(text: str) -> str:
    """Words as they stand in a cell."""
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("`", "")


def measured(game: str, many: int = MANY) -> Score:
    """The score of so many changes of a game, on all cores."""
    *_, score = score_mutants(MutantRunner(load(game, examples=True)), many, SEED, count_cores())
    return score


def sums(game: str, score: Score) -> str:
    """The row of a game in the table of scores."""
    counts = [score.there, len(score.outcomes), score.many(REFUSED), score.many(EQUIVALENT),
              score.matter, score.many(*NOTICED)]  # fmt: skip
    cells = " | ".join(f"{count:,}" for count in counts)
    return f"| {game} | {cells} | {100 * (score.share or 0):.0f} % |"


def written(game: str, found: str) -> list[Row]:
    """The rows of the table of one game in the document."""
    text = PROOF.read_text(encoding="utf-8")
    part = text.split(f"### {HEADS[found]}: {game}\n", 1)
    if len(part) < 2:
        return []
    body = re.split(r"^##", part[1], maxsplit=1, flags=re.MULTILINE)[0]
    cells = [re.split(r"(?<!\\) \| ", line[2:-2]) for line in body.splitlines() if line[:2] == "| "]
    return [Row(*row) for row in cells[2:]]


def tables(game: str, score: Score) -> list[str]:
    """The tables of one game, with the reasons that the document has."""
    lines: list[str] = []
    for found, head in HEADS.items():
        known = {row: row.why for row in written(game, found)}
        lines += [f"### {head}: {game}", "", "| change | line | reason |", "| --- | --- | --- |"]
        for change, outcome in score.of(found):
            row = row_of(change)
            lines.append(str(row_of(change, known.get(row, f"{UNKNOWN}: {outcome.says}"))))
        lines.append("")
    return lines


def main(games: list[str]) -> None:
    """Print the tables."""
    for game in games or GAMES:
        score = measured(game)
        print(sums(game, score), "", *tables(game, score), sep="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
