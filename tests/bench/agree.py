"""Many games played natively and by the interpreter, held against each other.

python -m tests.bench.agree SECONDS GAME:PLAYERS ...

Of each game every decision is compared, with how many moves are legal, and who has won.
"""

from __future__ import annotations

import sys
import time

import attrs

import hoyle
from hoyle.dsl.machine import program as p
from hoyle.interpreter.native.kernel import Kernel, Played, compile_machine
from hoyle.interpreter.native.kernel_text import Result, Status
from hoyle.interpreter.runtime.bots import Bots
from hoyle.interpreter.runtime.generator import MASK
from hoyle.interpreter.runtime.table import Chances
from tests.native.conftest import fold

CHUNK = 100


@attrs.define
class Run:
    """One game, and what has come of it so far."""

    kernel: Kernel
    bots: Bots
    games: int = 0
    odd: int = 0
    spent: float = 0.0  # seconds of the processor


def differs(kernel: Kernel, bots: Bots, played: Played, k: int) -> bool:
    """Whether game k is another natively."""
    engine, nodes = kernel.table.engine, kernel.machine.nodes
    chances = Chances(played.seed + k)
    bots.begin(chances.seed)
    s, at, hash_, decisions = engine.fresh(), kernel.machine.entry, 0, 0
    while True:
        at, legal = engine.stop(s, at)
        node = nodes[at]
        if legal is not None:
            assert isinstance(node, p.Choose)
            move = bots.choose(s, at, legal)
            hash_ = fold(hash_, at, s[node.seat], legal.size, move.action, *move.values)
            decisions += 1
            at = engine.choose(s, at, move)
        elif isinstance(node, p.End):
            break
        else:
            outcome, chances = chances.resolve(engine, s, at)
            at = engine.happen(s, at, outcome)
    found = (
        played.statuses[k], played.rows[k * kernel.row_words + Result.GIVEN_UP],
        played.decisions[k], played.hashes[k] & MASK, played.winners[k],
    )  # fmt: skip
    return found != (Status.OVER, 0, decisions, hash_, s[kernel.machine.winners])


def main(seconds: float, games: list[str]) -> None:
    """Play so long, a chunk of the game that has had the least time, and say how many differ."""
    runs: dict[str, Run] = {}
    for name in games:
        game, players = name.split(":")
        machine = hoyle.load(game).table(int(players), traced=False).machine
        kernel = compile_machine(machine, hashed=True, best=True)
        runs[name] = Run(kernel, Bots(0, kernel.table.engine))
    while sum(run.spent for run in runs.values()) < seconds:
        name, run = min(runs.items(), key=lambda entry: entry[1].spent)
        begun = time.process_time()
        played = run.kernel.play(0, run.games, CHUNK)
        run.odd += sum(differs(run.kernel, run.bots, played, k) for k in range(CHUNK))
        run.games += CHUNK
        run.spent += time.process_time() - begun
        print(f"{name}: {run.games} games, {run.odd} differ, {run.spent:.0f} s", flush=True)


if __name__ == "__main__":
    main(float(sys.argv[1]), sys.argv[2:])
