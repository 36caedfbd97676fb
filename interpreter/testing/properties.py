"""What is asked of every game that is played, and the word that a finding carries for it."""

from __future__ import annotations

from hoyle.interpreter.runtime.fault import NoEnd, NothingToChoose, RulesetFault
from hoyle.interpreter.testing.findings import Finding

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
# What may be meant so: it is told, and fails no run.
DOUBTS = {
    "winners": "everybody can win, and every target can be reached",
    "phantom": "no two moves always lead to the same place",
    "reached": "every rule, row, option and refusal is reached",
}


def fault_finding(fault: RulesetFault) -> Finding:
    """What is said of a ruleset that cannot go on."""
    kind = "rules"
    if isinstance(fault, NothingToChoose):
        kind = "choice"
    elif isinstance(fault, NoEnd):
        kind = "ends"
    return Finding(f"the ruleset is at fault: {fault.says}", fault.span, kind=kind)
