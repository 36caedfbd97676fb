"""Hoyle: card-game rules as text, played, tested and measured.

    import hoyle

    game = hoyle.load("scotch-whist")
    position = game.table(players=4).start(seed=41)
    while not position.over:
        position = position.play(position.legal().kth(0))
    print(position.winners)
"""

from __future__ import annotations

from hoyle.interpreter.play.choices import Refusal
from hoyle.interpreter.play.fault import IllegalMove, RulesetFault
from hoyle.interpreter.play.moves import Legal, Move
from hoyle.interpreter.play.rulesets import (
    OptionError,
    Ruleset,
    RulesetError,
    load,
    shipped,
)
from hoyle.interpreter.play.table import Position, Table
from hoyle.interpreter.play.words import NotAMove

__all__ = [
    "IllegalMove", "Legal", "Move", "NotAMove", "OptionError", "Position", "Refusal", "Ruleset",
    "RulesetError", "RulesetFault", "Table", "load", "shipped",
]  # fmt: skip
__version__ = "0.1.0"
