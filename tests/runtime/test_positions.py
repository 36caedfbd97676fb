"""Positions never change, states have a fixed size, and the same seed is the same game."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

import hoyle
from hoyle.interpreter.library.catalogue import list_entries
from hoyle.interpreter.runtime.choices import Decision
from hoyle.interpreter.runtime.generator import Stream, key, mix
from hoyle.interpreter.runtime.state_bytes import decode
from tests import shipped

KEY, SHUFFLED = 0x8A5D1CF340EFB2BE, (4, 5, 1, 0, 3, 2)
WITH_CHOICES = [entry.name for entry in list_entries() if entry.find_lines("choose")]


def play_on(position: hoyle.Position, moves: int, seed: int = 7) -> hoyle.Position:
    bot = Stream(seed, "bot", 0)
    for _ in range(moves):
        if position.over:
            break
        position = position.play(position.legal().kth(bot.below(position.legal().size)))
    return position


@pytest.mark.parametrize("name", shipped.shipped())
def test_a_state_is_a_fixed_number_of_bytes(name: str) -> None:
    ruleset = shipped.load(name)
    for players in {ruleset.players[0], ruleset.players[-1]}:
        table = ruleset.table(players)
        sizes = {len(position.bytes()) for position in play_on(table.start(1), 60).path()}
        assert len(sizes) == 1


@pytest.mark.parametrize("name", hoyle.shipped())
def test_playing_leaves_the_position_as_it_was(name: str) -> None:
    position = play_on(shipped.table(name).start(3), 9)
    before = position.bytes()
    for move in position.legal():
        position.play(move)
        position.why_not(move)
        position.view(0)
    assert position.bytes() == before


@pytest.mark.parametrize("name", WITH_CHOICES)
def test_undo_is_the_position_before(name: str) -> None:
    position = play_on(shipped.table(name).start(3), 12)
    if position.over:
        position = position.undo()
    assert position.play(position.legal().kth(0)).undo() is position


@pytest.mark.parametrize("name", WITH_CHOICES)
def test_a_written_state_is_read_back(name: str) -> None:
    position = play_on(shipped.table(name).start(5), 25)
    if position.over:
        position = position.undo()
    slots, at = decode(position.table.machine, position.bytes())
    assert at == position.at
    assert position.table.engine.legal(slots, at) == position.legal()


def test_threads_may_share_a_table() -> None:
    table = shipped.load("scotch-whist").table(4)

    def kinds(seed: int) -> list[list[str]]:
        return [[e.kind for e in at.events] for at in play_on(table.start(seed), 40).path()]

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as threads:
            together = list(threads.map(kinds, range(12)))
    finally:
        sys.setswitchinterval(interval)
    assert together == [kinds(seed) for seed in range(12)]


def test_another_seed_is_another_game() -> None:
    table = shipped.load("scotch-whist").table(4)
    assert table.start(1).hash != table.start(2).hash
    assert table.start(1).hash == table.start(1).hash


def test_the_same_on_every_machine() -> None:
    """Recorded once; it holds for every Python, hash seed and system."""
    assert mix(1) == 0x5692161D100B05E5
    assert key(41, "chance", 0) == KEY
    assert Stream(41, "chance", 0).shuffled(range(6)) == SHUFFLED


def test_hash_seeds_do_not_matter() -> None:
    """This process has a seed of its own, the other one has 0."""
    program = (
        "import hoyle\n"
        "for name in list(hoyle.shipped())[::4]:\n"
        "    position = hoyle.load(name).table().start(41)\n"
        "    while not position.over and len(position.history()) < 40:\n"
        "        position = position.play(position.legal().kth(position.legal().size // 2))\n"
        "    print(name, position.hash)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], env={"PYTHONHASHSEED": "0"}, capture_output=True,
        text=True, check=True,
    )  # fmt: skip
    assert run.stdout == expected_hashes()


def expected_hashes() -> str:
    lines = []
    for name in list(hoyle.shipped())[::4]:
        position = shipped.table(name).start(41)
        while not position.over and len(position.history()) < 40:
            position = position.play(position.legal().kth(position.legal().size // 2))
        lines.append(f"{name} {position.hash}\n")
    return "".join(lines)


def test_a_move_after_the_end_is_refused() -> None:
    position = shipped.load("scotch-whist").table(2).start(1)
    while not position.over:
        position = position.play(position.legal().kth(0))
    assert position.winners
    with pytest.raises(hoyle.IllegalMove, match="over"):
        position.play("play JS")


def test_a_misspelt_move_says_what_was_meant() -> None:
    position = shipped.load("scotch-whist").table(4).start(41)
    with pytest.raises(hoyle.NotAMove, match="did you mean `play`"):
        position.play("plya JS")


def test_what_a_value_may_be_is_worked_out_once_where_the_others_do_not_change_it(
    tmp_path, monkeypatch
):
    """Of 24 times 24 cards, each with none of the trick: three questions, not six hundred."""
    path = tmp_path / "three.cards"
    path.write_text(
        'edition 1\ngame "Three"\n\nplayers 2\n\npack\n  ranks 9 10 J Q K A\n\nzones\n'
        "  stock: Pile, face down, starts with the pack\n  trick: Cards, face up\n\nmatch\n"
        "  choose last of seats\n"
        "    take a in pack, b in pack, c in trick\n      end match\n"
        "    swap a in pack, b in (pack where it is not a and suit of it is suit of a)\n"
        "      end match\n",
        encoding="utf-8",
    )
    asked = []
    members = Decision._members
    monkeypatch.setattr(
        Decision,
        "_members",
        lambda self, s, choice, k: asked.append(k) or members(self, s, choice, k),
    )
    legal = hoyle.load(path).table(2).start().legal()
    assert [part.size for part in legal.parts] == [24 * 5] and len(asked) == 3 + 1 + 24
