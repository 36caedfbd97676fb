"""What a trial finds: the properties that it asks, what does not hold, and games that show it."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING

import attrs

from hoyle.dsl.report import excerpt
from hoyle.dsl.source import Span
from hoyle.interpreter.runtime.fault import NoEnd, NothingToChoose, RulesetFault
from hoyle.interpreter.testing.script import Outcome, Script

if TYPE_CHECKING:
    from hoyle.interpreter.narration.json_events import Json


FindingKey = tuple[str, str, str, int, int]  # the same for findings that say the same


class Cause(Enum):
    """What an example has found of a move that it makes or forbids."""

    MOVE_REFUSED = auto()
    MOVE_ALLOWED = auto()


@attrs.define(eq=False)
class Finding(Exception):
    """Something that is not as it should be: one sentence, its place, and lines that show it.

    `again` is the command that shows it again; `kind` the word of the property that does not
    hold, or empty for what is found without play; `script` the game in which it was found.
    `cause` is set where an example fails by a move. Of a leak, `change` has the hidden cards, and
    what comes in the place of each. `moves` is after how many it came about, where that was known
    only later. It `follows` where something else had gone wrong before in the same game. A law is
    `unanswered` where it could not be asked: that is not the same as one that does not hold.
    """

    says: str
    span: Span
    lines: tuple[str, ...] = ()
    about: str = ""
    again: str = ""
    also: tuple[tuple[Span, str], ...] = ()
    kind: str = ""
    script: Script | None = None
    change: tuple[tuple[int, int], ...] = ()
    cause: Cause | None = None
    moves: int | None = None
    follows: bool = False
    unanswered: bool = False

    def __str__(self) -> str:
        return self.says

    def __reduce__(self) -> tuple[type[Finding], tuple[object, ...]]:
        # from one process to another an exception takes only what it began with
        return Finding, tuple(getattr(self, field.name) for field in attrs.fields(Finding))

    @property
    def key(self) -> FindingKey:
        """Findings with the same key say the same of the same place."""
        what = self.about or ("" if self.kind else self.says)
        span = self.span
        kind = f"{self.kind}, unanswered" if self.unanswered else self.kind
        return (kind, what, span.source.name, span.start, span.end)

    @property
    def came_after(self) -> int:
        """After how many moves of its game it came about; 0 where no game shows it."""
        made = len(self.script.moves) if self.script is not None else 0
        return made if self.moves is None else self.moves


def as_text(finding: Finding) -> str:
    """As a person reads it, without a line end at the end."""
    span = finding.span
    lines = [f"{finding.about}: {finding.says}" if finding.about else finding.says]
    gutter = len(str(max([span.line, *(place.line for place, _ in finding.also)])))
    if span.source.text:
        lines += [f"  {span!r}", *excerpt(span, "", gutter)]
    for place, says in finding.also:
        lines += [f"  {place!r}", *excerpt(place, says, gutter)]
    if finding.kind in OURS:
        lines.append(f"  {OUR_MISTAKE}")
    lines += [f"  {line}" for line in finding.lines]
    if finding.again:
        lines.append(f"  again: {finding.again}")
    return "\n".join(lines)


def as_facts(finding: Finding) -> dict[str, Json]:
    """The same for a program."""
    return {
        "property": finding.kind,
        "about": finding.about,
        "says": finding.says,
        "file": finding.span.source.name,
        "line": finding.span.line,
        "column": finding.span.column,
        "details": list(finding.lines),
        "again": finding.again,
    }


# In the order in which a report tells them.
PROPERTIES = {
    "rules": "the rules can always go on: a row fits, a number is in its range, a card is there",
    "choice": "whoever is to choose has a move",
    "ends": "the game ends within its bounds",
    "cards": "each card lies in one place, and none is lost",
    "chips": "no chip is made or lost",
    "law": "what the author says of every game is so",
    "listed": "what is listed is accepted",
    "refused": "what is not listed is refused, with a reason",
    "texts": "each move has a text of its own, which is read as that move",
    "asking": "asking changes nothing",
    "undo": "a move that is taken back leaves nothing behind",
    "saved": "a game that is written and read again goes on as it would have",
    "replayed": "the same seed and the same moves are the same game",
    "agreement": "the engine's sets of moves are those of the conditions as written",
    "secrets": "what is hidden from a seat changes nothing for it",
}
LOSSES = {"cards", "chips"}  # of these the step is named that made or lost something
# What may not be so whatever the rules say: the text is not to blame.
OURS = {"listed", "refused", "texts", "asking", "undo", "saved", "replayed", "agreement"}
OUR_MISTAKE = "this is a mistake of Hoyle's, not of the rules: please report it, with your rules"
FAULTS = {"rules", "choice", "ends"}  # what a game breaks off at, also where nothing is asked of it
# What may be meant so: it is told, and fails no run.
DOUBTS = {
    "winners": "everybody can win, and every target can be reached",
    "phantom": "no two moves always lead to the same place",
    "progress": "something changes, or play ends, where all pass",
    "reached": "every rule, row, option and refusal is reached",
}


def fault_finding(fault: RulesetFault) -> Finding:
    """What is said of a ruleset that cannot go on."""
    kind = "rules"
    if isinstance(fault, NothingToChoose):
        kind = "choice"
    elif isinstance(fault, NoEnd):
        kind = "ends"
    (place, _), *also = fault.told_places
    return Finding(f"the ruleset is at fault: {fault.says}", place, also=tuple(also), kind=kind)


@attrs.frozen
class FailingGame:
    """A game that shows the fault: as a script, and its moves as texts.

    `plain` counts how far its moves lie from the first that were legal; `brought` is all that
    chance brought in it, also what the script leaves open. Where it `is_sure`, cards that are not
    named may be any.
    """

    script: Script
    finding: Finding
    texts: tuple[str, ...]
    plain: int
    brought: tuple[Outcome, ...] = attrs.field(default=(), eq=False, repr=False)
    is_sure: bool = attrs.field(default=True, eq=False)

    @property
    def size(self) -> tuple[int, ...]:
        """What is to become smaller, the most important first."""
        script = self.script
        return (
            script.players, len(script.moves), len(script.options), len(script.given),
            script.cards, self.plain,
        )  # fmt: skip


@attrs.frozen
class SmallestGames:
    """The smallest game and the smallest reduced position; None where there is none.

    Where `time_was_up`, they may be larger than they need be, or missing.
    """

    game: FailingGame | None
    reduced: FailingGame | None = None
    time_was_up: bool = False
