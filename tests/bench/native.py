"""Native code beside the same game written by hand in C, which is skipped without a compiler."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import hoyle
from hoyle.interpreter.native.cannot_lower import CannotLower
from hoyle.interpreter.native.kernel import Kernel, compile_machine

GAMES, ROUNDS = 20_000, 7
SOURCE = Path(__file__).with_name("by_hand.c")


def print_native() -> None:
    """Decisions for each second of the processor, and what it takes to get there."""
    for name, players in (("scotch-whist", 4), ("pontoon", 5), ("zetema", 4), ("ziginette", 4)):
        machine = hoyle.load(name).table(players, traced=False).machine
        begun = time.process_time()
        try:
            quick = compile_machine(machine, best=False)
        except CannotLower as missing:
            print(f"native {name:<20} {missing}")
            continue
        made = time.process_time() - begun
        begun = time.process_time()
        kernel = compile_machine(machine, best=True)
        well = time.process_time() - begun
        rates = [_decision_rate(one) / 1e6 for one in (quick, kernel)]
        print(
            f"native {name:<15} in {made * 1000:>4.0f} ms {rates[0]:>5.1f} M/s, "
            f"in {well * 1000:>5.0f} ms {rates[1]:>5.1f} M/s"
        )
        if name == "scotch-whist":
            _print_ratio(kernel)


def _decision_rate(kernel: Kernel) -> float:
    games = 500
    begun = time.process_time()
    decisions = sum(kernel.play(0, 0, games).decisions)
    return decisions / (time.process_time() - begun)


def _print_ratio(kernel: Kernel) -> None:
    """The rate beside the C program's, each the best of some rounds; both play the same games."""
    compiler = shutil.which("gcc")
    if compiler is None:
        print("native beside C written by hand: there is no gcc here")
        return
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "by_hand.so"
        command = [compiler, "-O3", "-march=native", "-shared", "-fPIC", "-o", made, SOURCE]
        subprocess.run(command, check=True)
        play = ctypes.CDLL(str(made)).play_by_hand
    play.argtypes = [ctypes.c_uint64, ctypes.c_int64, ctypes.c_void_p]
    results = (ctypes.c_int64 * 5)()
    played = kernel.play(0, 0, GAMES)
    by_hand = native = 1e9
    for _ in range(ROUNDS):
        by_hand = min(by_hand, _cpu(lambda: play(0, GAMES, results)))
        native = min(native, _cpu(lambda: kernel.play(0, 0, GAMES, into=played.rows)))
    wins = [sum(1 for mask in played.winners if mask == 1 << seat) for seat in range(4)]
    assert list(results) == [sum(played.decisions), *wins], "C plays other games"
    print(
        f"  matches a second: {GAMES / native:,.0f}, by hand in C {GAMES / by_hand:,.0f} "
        f"({by_hand / native:.0%})"
    )


def _cpu(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun
