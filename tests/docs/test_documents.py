"""Every block of code in the documents holds: see conftest.py for what is done with each."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import hoyle
from hoyle.dsl.parser.from_text import read
from hoyle.dsl.report import ERROR, Report, as_text
from hoyle.dsl.source import Source
from hoyle.interpreter.cli.main import main
from hoyle.interpreter.hand_tables.inspect_tables import inspect_fully
from hoyle.interpreter.library.discovery import shipped_folder
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.testing.examples import run_examples
from hoyle.interpreter.testing.findings import as_text as as_words
from hoyle.interpreter.testing.game_runner import PlayCounts
from hoyle.interpreter.testing.random_games import Plan, play_games
from hoyle.interpreter.testing.rule_coverage import Coverage

FRAMES = Path(__file__).parent / "frames"
ONCE = {"players", "pack", "match", "sides", "payoff"}  # what a part brings, its frame leaves out
MOST_MOVES = 100


# ---------------------------------------------------------------------- wrapping


def parts(text: str) -> list[str]:
    """The declarations of a file."""
    return [part for part in re.split(r"^(?=\S)", text, flags=re.MULTILINE) if part]


def wrapped(block: Any) -> str:
    """The whole file that a block stands for."""
    if block.text.startswith("edition"):
        return str(block.text)
    name = block.marks.get("values") or block.marks.get("frame", "game")
    frame = (FRAMES / f"{name}.cards").read_text(encoding="utf-8")
    inside = block.text
    if "values" in block.marks:
        inside = "\n".join(f'say "{{{value}}}"' for value, _ in values_of(block))
    brought = {part.split()[0] for part in parts(inside)} & ONCE
    frame = "".join(part for part in parts(frame) if part.split()[0] not in brought)
    place = re.search(r"^( *)\{here\}\n", frame, re.MULTILINE)
    assert place is not None, f"{name}.cards has no line {{here}}"
    inside = "".join(f"{place[1]}{line}".rstrip() + "\n" for line in inside.splitlines())
    return frame[: place.start()] + inside + frame[place.end() :]


def values_of(block: Any) -> list[tuple[str, str]]:
    """Each value of a block with what is said of it after `#`."""
    found = []
    for line in block.text.splitlines():
        if line.strip():
            value, sign, says = line.partition("  #")
            assert sign, f"{block}: it is not said what `{line}` is"
            found.append((value.strip(), says.strip()))
    return found


# ---------------------------------------------------------------------- playing


def told(text: str, block: Any, tmp_path: Path) -> str:
    """What is wrong with a text; a frame may leave things unused, for it has them for all parts."""
    for name, other in block.files.items():
        (tmp_path / name).write_text(other, encoding="utf-8")
    path = tmp_path / "example.cards"
    path.write_text(text, encoding="utf-8")
    report = Report()
    if re.search("^library", text, re.MULTILINE):
        read(Source(path.name, text), report)  # what it expects is asked where it is used
    else:
        inspect_fully(path, path.name, report)
    in_frame = '"A frame' in text
    problems = [p for p in report.in_order() if p.severity == ERROR or not in_frame]
    return "\n\n".join(as_text(problem) for problem in problems)


def said(table: Any, moves: list[str] | None = None, seed: int = 1, bot: bool = False) -> list[str]:
    """What a game says: played by given moves, by chance, or by the first legal move."""
    table.words.symbols = True
    position = table.start(seed=seed)
    stream, sentences = Stream(seed, "bot", 0), []
    for k in range(MOST_MOVES):
        for event in position.events:
            if event.kind == "say":
                sentences.append(table.words.format_sentence(event.sentence))
        if position.over:
            break
        if moves is not None:
            if k == len(moves):
                break
            position = position.play(moves[k])
        else:
            legal = position.legal()
            position = position.play(legal.kth(stream.below(legal.size) if bot else 0))
    return sentences


def moves_of(block: Any) -> list[str] | None:
    """The moves that a block is played with; None: the first legal ones."""
    return (
        [move.strip() for move in block.marks["moves"].split(",")]
        if "moves" in block.marks
        else None
    )


# ---------------------------------------------------------------------- the tests


def test_kind_is_known(any_block, kinds_of_block):
    assert any_block.kind in kinds_of_block, f"{any_block}: what is `{any_block.kind}`?"


def test_cards(cards_block, tmp_path):
    text = wrapped(cards_block)
    found = told(text, cards_block, tmp_path)
    assert not found, found + "\n\n" + text
    if not re.search(r"^match$", text, re.MULTILINE):
        return  # a library, or variants: there is nothing to play
    ruleset = hoyle.load(tmp_path / "example.cards")
    for players in ruleset.players:
        said(ruleset.table(players=players), bot=True)
    check_examples_and_laws(ruleset)
    seats = 3 if 3 in ruleset.players else ruleset.players[0]
    sentences = said(ruleset.table(players=seats), moves_of(cards_block))
    if "values" in cards_block.marks:
        wanted = [says for _, says in values_of(cards_block)]
        assert sentences[-len(wanted) :] == wanted
    elif cards_block.after_kind == "text said":
        assert sentences == cards_block.after.splitlines()


def test_an_excerpt_stands_in_its_ruleset(excerpt_block):
    path = shipped_folder() / excerpt_block.marks["excerpt"]
    assert excerpt_block.text in path.read_text(encoding="utf-8")


def check_examples_and_laws(ruleset: Any) -> None:
    """What a file says of itself."""
    for outcome in run_examples(ruleset):
        assert outcome.passed, [as_words(finding) for finding in outcome.findings]
    plan = Plan(tuple(ruleset.players), games=len(ruleset.players) if ruleset.game.laws else 0)
    for finding in play_games(ruleset, plan, PlayCounts(), Coverage(ruleset.game)):
        assert finding is None, as_words(finding)


def test_wrong_cards(wrong_block, tmp_path):
    text = wrapped(wrong_block)
    found = told(text, wrong_block, tmp_path)
    if not found:
        with pytest.raises(hoyle.RulesetFault) as fault:
            said(hoyle.load(tmp_path / "example.cards").table(), moves_of(wrong_block))
        found = fault.value.says
    assert wrong_block.after_kind == "text", "what is said of it comes in a block `text` below"
    lines = iter(found.splitlines())
    for line in wrong_block.after.splitlines():
        assert any(line.strip() == other.strip() for other in lines), f"{line!r} not in\n{found}"


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.long)])
def test_document_runs(document, blocks, whole, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    memory: dict[str, Any] = {}
    left_out = {"not run"} if whole else {"not run", "long"}
    for block in blocks:
        if "file" in block.marks:
            (tmp_path / block.marks["file"]).write_text(block.text, encoding="utf-8")
        if left_out & block.marks.keys():
            continue
        if block.kind == "python":
            run_python(block, memory)
        elif block.kind == "console":
            run_console(block, tmp_path)


def run_python(block: Any, memory: dict[str, Any]) -> None:
    """A dialogue with `>>>`, or a script with asserts."""
    if ">>>" not in block.text:
        exec(compile(block.text, str(block), "exec"), memory)
        return
    test = doctest.DocTestParser().get_doctest(
        block.text, {}, str(block), block.document, block.line
    )
    test.globs = memory
    output: list[str] = []
    failed, _ = doctest.DocTestRunner(verbose=False).run(test, out=output.append, clear_globs=False)
    assert not failed, "".join(output)


def run_console(block: Any, folder: Path) -> None:
    """Each command, and its output compared."""
    for command, output in commands_of(block.text):
        told = run_command(command, folder)
        pattern = "".join("(?s:.*?)" if line == "…" else re.escape(line) + "\n" for line in output)
        assert re.fullmatch(pattern, told), f"{block}: {command}\n{told}"


def run_command(command: str, folder: Path) -> str:
    """What a command tells: Hoyle alone runs in this process, all else in a shell."""
    if command.startswith("hoyle ") and not re.search(r"[|<>$;`]", command):
        return CliRunner(env={"COLUMNS": "80"}).invoke(main, shlex.split(command)[1:]).output
    here = os.path.dirname(sys.executable)
    environment = os.environ | {
        "PATH": here + os.pathsep + os.environ["PATH"], "COLUMNS": "80", "PYTHONUTF8": "1",
        "PYTEST_ADDOPTS": "",
    }  # fmt: skip
    return subprocess.run(
        command, shell=True, cwd=folder, env=environment, text=True, encoding="utf-8",
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
        timeout=300,
    ).stdout  # fmt: skip


def commands_of(text: str) -> list[tuple[str, list[str]]]:
    """The commands of a console, each with the lines that it answers."""
    found: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif found:
            found[-1][1].append(line)
    return found


# ---------------------------------------------------------------------- the nets themselves


def test_lines_may_be_left_out_of_an_output():
    [(command, output)] = commands_of("$ hoyle list\none\n…\nfour\n")
    assert command == "hoyle list"
    assert output == ["one", "…", "four"]


def test_a_part_takes_the_place_of_the_frames_own():
    class Part:
        text, marks = "players 3\n", {}

    whole = wrapped(Part)
    assert whole.count("players ") == 1
    assert "players 3\n" in whole
