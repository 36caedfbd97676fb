"""The table of planted faults in docs/proof.md: `python -m tests.faults.measured` prints it.

How long each takes to be found, from the ruleset that is loaded to the finding, in seconds of the
processor; and the smallest game, as it was worked out by hand and as it was found.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from hoyle.interpreter.library.loader import load_untried as load
from hoyle.interpreter.testing.shrink.shrink import shrink_game
from tests.faults.planted import Planted
from tests.faults.test_found import PLAYED, searched

HEAD = "| fault | property | found after | by hand | found |\n| --- | --- | --- | --- | --- |"


def row(fault: Planted, folder: Path) -> str:
    """One fault."""
    ruleset = load(fault.plant(folder))
    began = time.process_time()
    finding = searched(ruleset, fault)
    took = time.process_time() - began
    shown, by_hand = shrink_game(ruleset, finding), fault.smallest
    sizes = [f"{by_hand.players} / {by_hand.moves} / {by_hand.cards}", "not made small"]
    if shown is not None:
        script = shown.script
        sizes[1] = f"{script.players} / {len(script.moves)} / {script.cards}"
    what = fault.what.replace("|", "\\|")
    return f"| {what} ({fault.game}) | {fault.property} | {took:.1f} s | {' | '.join(sizes)} |"


if __name__ == "__main__":
    print(HEAD)
    for planted_fault in PLAYED:
        if len(sys.argv) == 1 or planted_fault.name in sys.argv[1:]:
            with tempfile.TemporaryDirectory() as place:
                print(row(planted_fault, Path(place)), flush=True)
