"""Machines of small games as `hoyle machine` shows them: `HOYLE_GOLDEN=write` writes them anew."""

from __future__ import annotations

import os
from pathlib import Path
from typing import get_args

import pytest

import hoyle
from hoyle.dsl.machine import program as p
from hoyle.interpreter.narration.disassembler import Disassembler

HERE = Path(__file__).parent
GAMES = sorted(path.stem for path in (HERE / "games").glob("*.cards"))
ANEW = "HOYLE_GOLDEN=write python -m pytest tests/machine"


@pytest.mark.parametrize("name", GAMES)
def test_a_machine_is_what_it_was(name):
    ruleset = hoyle.load(HERE / "games" / f"{name}.cards")
    lines = Disassembler(ruleset, ruleset.table(), symbols=True).lines()
    made = "".join(f"{line}\n" for line in lines)
    golden = HERE / "golden" / f"{name}.txt"
    if os.environ.get("HOYLE_GOLDEN") == "write":
        golden.write_text(made, encoding="utf-8")
    assert made == golden.read_text(encoding="utf-8"), f"if it shall be so: {ANEW}"


def test_every_kind_of_node_is_there():
    made = {
        type(node)
        for name in GAMES
        for node in hoyle.load(HERE / "games" / f"{name}.cards").table().machine.nodes
    }
    assert made == set(get_args(p.Node))
