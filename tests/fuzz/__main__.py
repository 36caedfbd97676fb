"""`python -m tests.fuzz N [--from SEED]`: N texts that were made to do harm, and what is found.

Each runs in a child process with limits on time and memory; a child that dies is replaced, and its
text is a finding. Texts that show something are kept in the folder that `--keep` names.
"""

from __future__ import annotations

import argparse
import json
import resource
import selectors
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import attrs

from tests.fuzz.texts import make_text
from tests.fuzz.trial import MAX_SECONDS, Outcome, try_text

ROOT = Path(__file__).resolve().parents[2]
MAX_MEMORY = 2 << 30
# A child that says nothing for so many times MAX_SECONDS is hung, or others want the CPU.
PATIENCE = 30
FINE = ("refused", "fault", "played")


def work() -> None:
    """A child: seeds come in, outcomes go out, one a line."""
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
    for line in sys.stdin:
        seed = int(line)
        try:
            outcome = try_text(make_text(seed), seed)
        except MemoryError:
            outcome = Outcome("memory")
        print(json.dumps([seed, outcome.word, outcome.trace]), flush=True)


@attrs.define
class Child:
    """A process that tries texts."""

    process: subprocess.Popen[str] | None = None

    def try_seed(self, seed: int) -> Outcome:
        """What comes of a text; `died` where the process ends by it, `hung` where it does not."""
        process = self.process
        if process is None or process.poll() is not None:
            process = self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.fuzz", "--child"], cwd=ROOT, text=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            )  # fmt: skip
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(f"{seed}\n")
        process.stdin.flush()
        with selectors.DefaultSelector() as waiting:
            waiting.register(process.stdout, selectors.EVENT_READ)
            if not waiting.select(PATIENCE * MAX_SECONDS):
                self.close()
                return Outcome("hung")
        line = process.stdout.readline()
        if not line:
            process.wait()
            assert process.stderr is not None
            return Outcome("died", f"{process.returncode}\n{process.stderr.read()[-2000:]}")
        _, word, trace = json.loads(line)
        return Outcome(word, trace)

    def close(self) -> None:
        """End the process."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
        self.process = None


def find(seeds: range) -> tuple[Counter[str], list[tuple[int, Outcome]]]:
    """How often each word came, and the seeds of what should not have come; so far, at Ctrl-C."""
    words: Counter[str] = Counter()
    found, child = [], Child()
    try:
        for seed in seeds:
            outcome = child.try_seed(seed)
            words[outcome.word] += 1
            if outcome.word not in FINE:
                found.append((seed, outcome))
            if sum(words.values()) % 1000 == 0:
                print(f"{seed + 1}: {len(found)} findings", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print(f"stopped before {seed}", file=sys.stderr)
    finally:
        child.close()
    return words, found


def main() -> int:
    """Print what is found; 1 where anything is."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("texts", type=int, nargs="?", default=1000)
    parser.add_argument("--from", type=int, default=0, dest="first", metavar="SEED")
    parser.add_argument("--keep", type=Path, metavar="FOLDER")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background ignores it
    if args.child:
        work()
        return 0
    words, found = find(range(args.first, args.first + args.texts))
    for seed, outcome in found:
        print(f"{seed}: {outcome.word}\n{outcome.trace}\n")
        if args.keep:
            args.keep.mkdir(parents=True, exist_ok=True)
            (args.keep / f"{seed}.cards").write_text(make_text(seed), encoding="utf-8")
    print(", ".join(f"{word}: {many}" for word, many in sorted(words.items())))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
