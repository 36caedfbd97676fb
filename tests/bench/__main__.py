"""Speed, as ratios taken side by side in one run, on CPU time: `make bench`.

Nothing here is a test: figures are printed, and docs/proof.md keeps those of a quiet machine.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable

from by_hand import play_decisions
from native import print_native, print_steps

import hoyle
from hoyle.dsl.machine import program as p
from hoyle.interpreter.runtime.engine import Engine
from hoyle.interpreter.runtime.generator import Stream

SECONDS = 2.0


def rate(work: Callable[[int], int]) -> float:
    """Decisions per CPU second: rounds of `work(seed)`, which tells how many it made."""
    made, seed = 0, 0
    start = time.process_time()
    while time.process_time() - start < SECONDS:
        made += work(seed)
        seed += 1
    return made / (time.process_time() - start)


def random_game(engine: Engine, seed: int) -> int:
    """One game of random moves; how many decisions it had."""
    machine = engine.machine
    bot, chance = Stream(seed, "bot", 0), Stream(seed, "chance", 0)
    s, at, made = engine.fresh(), machine.entry, 0
    while True:
        at, legal = engine.stop(s, at)
        if legal is not None:
            made += 1
            at = engine.choose(s, at, legal.kth(bot.below(legal.size)))
            continue
        node = machine.nodes[at]
        if isinstance(node, p.End):
            return made
        among = engine.outcomes(s, at)
        shuffled = node.kind == "shuffle"
        outcome = chance.shuffled(among) if shuffled else among[chance.below(len(among))]
        at = engine.happen(s, at, outcome)
        if engine.trace is not None:
            engine.trace.take()


def cpu_of(*command: str) -> float:
    """The least CPU time of five runs of a command, children's accounting."""
    import resource

    best = 1e9
    for _ in range(6):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=False, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        best = min(best, used)
    return best


def main() -> None:
    """Print the figures."""
    by_hand = rate(play_decisions)
    print(f"by hand, masks in plain Python   {by_hand:>12,.0f} decisions per CPU second")
    for name, players in (("scotch-whist", 4), ("pontoon", 4)):
        ruleset = hoyle.load(name)
        for traced in (False, True):
            engine = Engine(ruleset.build(players).machine, traced=traced)
            found = rate(lambda seed, engine=engine: random_game(engine, seed))  # type: ignore[misc]
            trace = "trace on " if traced else "trace off"
            print(f"{name:<22} {trace} {found:>12,.0f}   1/{by_hand / found:.1f} of by hand")
    print_native()
    print_steps()
    imports = cpu_of(sys.executable, "-c", "import lark, attrs, click")
    click = cpu_of(sys.executable, "-c", "import click")
    run = "from hoyle.interpreter.cli.start import main; main()"
    hoyle_command = [sys.executable, "-c", run]
    print(f"import lark, attrs, click        {imports * 1000:>8.0f} ms")
    for name in hoyle.shipped():
        path = str(hoyle.load(name).path)
        used = cpu_of(*hoyle_command, "check", path)
        times = used / imports
        print(f"hoyle check {name:<20} {used * 1000:>8.0f} ms   {times:.1f} times the imports")
    used = cpu_of(*hoyle_command, "--help")
    print(
        f"hoyle --help                     {used * 1000:>8.0f} ms   {used / click:.1f} times click"
    )


if __name__ == "__main__":
    main()
