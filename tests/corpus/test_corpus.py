"""Games of other families, and variants: they keep the language general.

Every text is without a problem; every game makes a table for each number of players, and the
fewest of them play it from its text.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import hoyle
from hoyle.dsl.report import Report, as_text
from hoyle.interpreter.hand_tables.inspect_tables import inspect_fully
from hoyle.interpreter.runtime.generator import Stream

FOLDER = Path(__file__).parent
TEXTS = sorted(FOLDER.glob("*.cards"))
GAMES = [path for path in TEXTS if "\ngame " in path.read_text(encoding="utf-8")]
MOVES = 150


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_without_a_problem(path: Path) -> None:
    report = Report()
    inspect_fully(path, path.name, report)
    assert not report.problems, "\n".join(as_text(problem) for problem in report.in_order())


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_table_for_every_count(path: Path) -> None:
    ruleset = hoyle.load(path)
    for players in ruleset.players:
        machine = ruleset.table(players).machine
        assert machine.players == players
        assert any(node for node in machine.nodes)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_played_from_its_text(path: Path) -> None:
    ruleset = hoyle.load(path)
    table = ruleset.table(ruleset.players[0])
    bot = Stream(41, "bot", 0)
    position = table.start(seed=41)
    size = len(position.bytes())
    for _ in range(MOVES):
        if position.over:
            break
        move = position.legal().kth(bot.below(position.legal().size))
        assert position.parse(position.text(move)) in position.legal()
        position = position.play(move)
        assert len(position.bytes()) == size
        cards = [card for slot in table.engine.zones.order
                 for card in table.engine.zones.cards(position.slots, slot)]  # fmt: skip
        assert sorted(cards) == list(range(table.machine.pack.size))
