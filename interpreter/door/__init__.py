"""Hoyle: card-game rules as text, played, tested and measured.

    import hoyle

    game = hoyle.load("scotch-whist")
    position = game.table(players=4).start(seed=41)
    while not position.over:
        position = position.play(position.legal().kth(0))
    print(position.winners)

Every public name is here; docs/architecture.md tells what lies behind each.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hoyle.interpreter.play.choices import Refusal
    from hoyle.interpreter.play.fault import IllegalMove, RulesetFault
    from hoyle.interpreter.play.moves import Legal, Move
    from hoyle.interpreter.play.opening import load
    from hoyle.interpreter.play.rulesets import OptionError, Ruleset, RulesetError
    from hoyle.interpreter.play.shelf import shipped
    from hoyle.interpreter.play.table import Position, Table
    from hoyle.interpreter.play.words import NotAMove

__all__ = [
    "IllegalMove", "Legal", "Move", "NotAMove", "OptionError", "Position", "Refusal", "Ruleset",
    "RulesetError", "RulesetFault", "Table", "load", "shipped",
]  # fmt: skip
__version__ = "0.1.0"

# Where each name comes from: it is fetched when it is first asked for, so that a command which
# needs none of them (`hoyle --help`) does not wait for all.
_HOMES = {
    "Refusal": "choices", "IllegalMove": "fault", "RulesetFault": "fault", "Legal": "moves",
    "Move": "moves", "OptionError": "rulesets", "Ruleset": "rulesets", "RulesetError": "rulesets",
    "load": "opening", "shipped": "shelf", "Position": "table", "Table": "table",
    "NotAMove": "words",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    """A public name, fetched from its home."""
    if name not in _HOMES:
        raise AttributeError(f"hoyle has no {name}")
    return getattr(importlib.import_module(f"hoyle.interpreter.play.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    """The public names."""
    return sorted([*__all__, "__version__"])
