"""One text put through everything: checked, laid out, played, written down, played again.

What comes of it is a word: `refused`, `fault`, `played`, or a finding: any exception that is not
the project's own way to say that something is wrong, too much time, too much memory.
"""

from __future__ import annotations

import signal
import tempfile
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import FrameType

import attrs

import hoyle
from hoyle.dsl.format.format_file import format_file
from hoyle.dsl.parser.from_text import read
from hoyle.dsl.report import Report, as_facts, as_text
from hoyle.dsl.source import Source
from hoyle.interpreter.cli.game_file import GameRecord, read_game_file, write_game_file
from hoyle.interpreter.hand_tables.inspect_tables import inspect_fully
from hoyle.interpreter.library.discovery import RulesetNotFound
from hoyle.interpreter.narration.json_events import JsonEvents
from hoyle.interpreter.runtime.table import Position

MAX_SECONDS = 20.0  # of CPU time for one text
DECISIONS = 12  # that are played


class TooSlow(BaseException):
    """A text has used up its time."""


@attrs.frozen
class Outcome:
    """What came of a text; `trace` is empty unless it is a finding."""

    word: str
    trace: str = ""


@contextmanager
def limit_time(seconds: float) -> Iterator[None]:
    """TooSlow after so much CPU time."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def try_text(text: str, seed: int = 0, seconds: float = MAX_SECONDS) -> Outcome:
    """Everything that is done with a ruleset, done with this one."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "made.cards"
        path.write_text(text, encoding="utf-8", errors="surrogatepass")
        try:
            with limit_time(seconds):
                return Outcome(_use(path, text, Random(seed)))
        except TooSlow:
            return Outcome("slow", _last_lines())
        except Exception:  # whatever it is: that is what is sought
            return Outcome("error", _last_lines())


def _last_lines() -> str:
    """The innermost lines of this project, and the error."""
    lines = traceback.format_exc(limit=-12).splitlines()
    return "\n".join(lines)


def _use(path: Path, text: str, r: Random) -> str:
    report = Report()
    inspect_fully(path, path.name, report)
    for problem in report.in_order():
        as_text(problem)
        as_facts(problem)
    tree = read(Source(path.name, text), Report())
    if tree is not None:
        laid = format_file(tree)
        again = read(Source(path.name, laid), Report())
        assert again is not None, "a text that is laid out cannot be read"
        assert format_file(again) == laid, "a text that is laid out is laid out otherwise"
    if report.failed:
        return "refused"
    try:
        ruleset = hoyle.load(path)
    except (hoyle.RulesetError, RulesetNotFound):  # a library, say, is no game
        return "refused"
    word = "played"
    for players in sorted({min(ruleset.players), max(ruleset.players)}):
        try:
            _play(ruleset, players, r)
        except hoyle.RulesetFault as fault:
            assert fault.span.source.text, f"a fault without a line: {fault.says}"
            word = "fault"
    return word


def _play(ruleset: hoyle.Ruleset, players: int, r: Random) -> None:
    """A game by random moves, told in every way, then played again from its record."""
    table, seed = ruleset.table(players), r.randrange(100)
    position, fault = table.start(seed), None
    while not position.over and len(position.history()) < DECISIONS:
        _ask(position, r)
        move = position.legal().kth(r.randrange(position.legal().size))
        try:
            position = position.play(position.text(move))
        except hoyle.RulesetFault as ended:
            fault = ended
            break
    _tell(ruleset, position, seed)
    _replay(ruleset, position, seed)
    if fault is not None:
        raise fault


def _ask(position: Position, r: Random) -> None:
    """What may be done, and why not something other."""
    seat = position.seat
    assert seat is not None
    position.view(seat)
    position.state(seat)
    position.state()
    node = position.node
    number = r.randrange(len(node.actions))
    values = tuple(
        r.choice((0, 1, 3, r.randrange(60), 1 << r.randrange(50)))
        for _ in node.actions[number].params
    )
    move = hoyle.Move(number, values)
    if move not in position.legal():
        position.why_not(move)
    assert position.legal().size > 0
    last = position.legal().kth(position.legal().size - 1)
    assert last in position.legal() and position.parse(position.text(last)) == last


def _tell(ruleset: hoyle.Ruleset, position: Position, seed: int) -> None:
    for seat in (None, 0):
        events = JsonEvents(position.table, seat)
        for one in position.path():
            events.list_events(one)


def _replay(ruleset: hoyle.Ruleset, position: Position, seed: int) -> None:
    path = ruleset.path.with_suffix(".game")
    write_game_file(GameRecord.of(ruleset, position, {}, seed), str(path))
    record = read_game_file(str(path))
    again = ruleset.table(position.table.machine.players).start(record.seed, record.packs)
    for move in record.moves:
        again = again.play(move.text)
    assert again.bytes() == position.bytes(), "a game that is played again is another game"
