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

TYPE_CHECKING = False  # nothing is imported here: a command that is stopped hears it only later
if TYPE_CHECKING:
    from typing import Any

    from hoyle.interpreter.library.discovery import RulesetNotFound, shipped
    from hoyle.interpreter.library.loader import load
    from hoyle.interpreter.library.options import OptionError
    from hoyle.interpreter.library.ruleset import Ruleset, RulesetError
    from hoyle.interpreter.runtime.choices import Refusal
    from hoyle.interpreter.runtime.fault import IllegalMove, RulesetFault
    from hoyle.interpreter.runtime.moves import LegalMoves, Move
    from hoyle.interpreter.runtime.notation import NamedMove, NotAMove
    from hoyle.interpreter.runtime.table import Outcomes, Position, Table

__all__ = [
    "IllegalMove", "LegalMoves", "Move", "NamedMove", "NotAMove", "OptionError", "Outcomes",
    "Position", "Refusal", "Ruleset", "RulesetError",
    "RulesetFault", "RulesetNotFound", "Table", "load", "shipped",
]  # fmt: skip
__version__ = "0.1.0"

# Where each name comes from: it is fetched when it is first asked for, so that a command which
# needs none of them (`hoyle --help`) does not wait for all.
_HOMES = {
    "Refusal": "runtime.choices", "IllegalMove": "runtime.fault",
    "RulesetFault": "runtime.fault", "LegalMoves": "runtime.moves", "Move": "runtime.moves",
    "OptionError": "library.options", "Ruleset": "library.ruleset",
    "RulesetError": "library.ruleset", "load": "library.loader", "shipped": "library.discovery",
    "RulesetNotFound": "library.discovery",
    "Position": "runtime.table", "Table": "runtime.table", "NotAMove": "runtime.notation",
    "NamedMove": "runtime.notation", "Outcomes": "runtime.table",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    """A public name, fetched from its home."""
    if name not in _HOMES:
        raise AttributeError(f"hoyle has no {name}")
    import importlib

    return getattr(importlib.import_module(f"hoyle.interpreter.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    """The public names."""
    return sorted([*__all__, "__version__"])
