"""Native code beside the same game written by hand in C, which is skipped without a compiler."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

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


# Games that OpenSpiel has too, by its name, though not with the same rules to the last detail.
ELSEWHERE = {
    "blackjack": "blackjack", "crazy-eights": "crazy_eights", "goofspiel": "goofspiel",
    "hearts": "hearts", "kuhn-poker": "kuhn_poker", "leduc-poker": "leduc_poker",
    "oh-hell": "oh_hell",
}  # fmt: skip


def print_steps() -> None:
    """What it takes to begin, and a decision through Python, beside OpenSpiel where it is there."""
    for name, players in (("scotch-whist", 4), ("pontoon", 5)):
        begun = time.process_time()
        machine = hoyle.load(name).table(players, traced=False).machine
        compile_machine(machine, best=False).play(0, 0, 1000)
        first = time.process_time() - begun
        compile_machine(machine, best=True)  # from here on it is kept
        begun = time.process_time()
        kernel = compile_machine(machine)
        warm = time.process_time() - begun
        rate = _decision_rate(kernel)
        print(
            f"{name}: text to 1,000 games {first:.2f} s, made before {warm * 1000:.0f} ms, "
            f"{1e9 / rate:.0f} ns a decision, {_step_time(kernel) * 1e6:.1f} µs through Python"
        )
    try:
        import pyspiel
    except ImportError:
        return
    for name, theirs in ELSEWHERE.items():
        ruleset = hoyle.load(name)
        game = pyspiel.load_game(theirs)
        players = game.num_players() if game.num_players() in ruleset.players else 0
        machine = ruleset.table(players or min(ruleset.players), traced=False).machine
        ours, other = _step_time(compile_machine(machine, best=True)), _spiel_time(game)
        print(
            f"a decision of {name} through Python: {ours * 1e6:.1f} µs, "
            f"OpenSpiel {other * 1e6:.1f} µs"
        )


def _step_time(kernel: Kernel) -> float:
    """Seconds for a decision, of games in which Python asks how many moves there are and draws."""
    draw, decisions, begun = Random(0), 0, time.process_time()
    while time.process_time() - begun < 0.5:
        record = kernel.start(decisions)
        while record.total:
            kernel.step(record, draw.randrange(record.total))
            decisions += 1
    return (time.process_time() - begun) / max(1, decisions)


def _spiel_time(game: Any) -> float:
    """The same in OpenSpiel; what chance brings is its own node there, and not counted."""
    draw, decisions, begun = Random(0), 0, time.process_time()
    while time.process_time() - begun < 0.5:
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            decisions += not state.is_chance_node()
            state.apply_action(actions[draw.randrange(len(actions))])
    return (time.process_time() - begun) / max(1, decisions)


def _cpu(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun
