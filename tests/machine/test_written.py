"""A machine is written down and read back: the same machine, which plays the same games."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import hoyle
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.written import VERSION, NotAMachine, read_machine, write_machine
from hoyle.interpreter.cli.machine import machine as machine_command
from hoyle.interpreter.runtime.engine import Engine
from hoyle.interpreter.runtime.generator import Stream
from tests import shipped

# Every third: those of the folder have all that a machine is made of.
GAMES = [*hoyle.shipped()[::3], *sorted((Path(__file__).parent / "games").glob("*.cards"))]


def play(machine, seed):
    """The slots at each stop of a random game."""
    engine, at, seen = Engine(machine), machine.entry, []
    s, bot, chance = engine.fresh(), Stream(seed, "bot", 0), Stream(seed, "chance", 0)
    for _ in range(40):
        at, legal = engine.stop(s, at)
        seen.append((at, legal.size if legal else 0, tuple(s[: len(machine.slots)])))
        node = machine.nodes[at]
        if legal is not None:
            at = engine.choose(s, at, legal.kth(bot.below(legal.size)))
        elif isinstance(node, p.Chance):
            among = engine.outcomes(s, at)
            drawn = chance.shuffled(among) if node.kind == "shuffle" else among[0]
            at = engine.happen(s, at, drawn)
        else:
            break
    return seen


@pytest.mark.parametrize("game", GAMES, ids=lambda game: Path(game).stem)
def test_what_is_read_back_plays_the_same(game):
    machine = shipped.table(str(game)).machine
    written = write_machine(machine)
    text = json.dumps(written)
    back = read_machine(json.loads(text))
    assert json.dumps(write_machine(back)) == text
    for seed in range(2):
        assert play(back, seed) == play(machine, seed)


@pytest.fixture(scope="module")
def written():
    path = Path(__file__).parent / "games" / "tables.cards"
    return json.dumps(write_machine(hoyle.load(path).table().machine))


def test_the_command_writes_it(written):
    path = Path(__file__).parent / "games" / "tables.cards"
    found = CliRunner().invoke(machine_command, [str(path), "--json"])
    assert found.exit_code == 0
    assert json.loads(found.output) == json.loads(written)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (f'"version": {VERSION}', '"version": 99'),
        ('"name": "if"', '"name": "if(__import__)"'),
        ('"slot": -1', '"slot": "-1"'),
        ('"is": "Op"', '"is": "Source"'),
        ('"low": 0', '"lowest": 0'),
        ('"function": 0', '"function": 99'),
        ('"quiet": true', '"quiet": "yes"'),
    ],
)
def test_what_is_no_machine_is_refused(written, old, new):
    assert old in written
    with pytest.raises(NotAMachine):
        read_machine(json.loads(written.replace(old, new)))


@pytest.mark.parametrize("data", [None, [], {}, {"version": VERSION}, "machine"])
def test_nothing_like_a_machine_is_refused(data):
    with pytest.raises(NotAMachine):
        read_machine(data)
