"""The planted faults: rulesets in which one place was changed, each with its smallest size.

The sizes were worked out by hand and committed before a shrinker existed. How they are counted:

- players, then moves, then cards: where fewer of one are more of another, the first counts.
- `moves` are the decisions taken till the fault shows, the one that shows it among them; 0 where it
  shows before anybody has decided anything. The options stand at their defaults, but for those
  that the fault needs (`options`).
- `cards` are those that must be named, whatever the others are: those on which the fault hangs,
  those without which a move that is made might not be legal, and those that a move names.
- A table's fault has the cards of the hand that shows it, and players enough for such a table. A
  doubt (`winners`, `reached`) has no game of its own: no moves and no cards.

`packs`, `drawn` and `play` are the game that was worked out, where it is one: what lies on top at
each shuffle (`?` may be any card), the seats that are drawn, and the moves.
"""

from __future__ import annotations

import shutil
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import attrs

from hoyle.dsl.machine import program as p
from hoyle.dsl.printable import to_underscores
from hoyle.interpreter.library.discovery import find_file, list_headings, shipped_folder
from hoyle.interpreter.library.options import parse_options
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.runtime.engine import Engine
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.moves import Move, Slots
from hoyle.interpreter.runtime.table import Position, Table
from hoyle.interpreter.testing.findings import Finding
from hoyle.interpreter.testing.game_runner import CheckSchedule, GameRunner

FOLDER = Path(__file__).parent / "planted"


@attrs.frozen
class Smallest:
    """The smallest game that shows a fault, and how it was worked out."""

    players: int
    moves: int
    cards: int
    why: str
    options: dict[str, Any] = attrs.field(factory=dict)
    drawn: tuple[str, ...] = attrs.field(factory=tuple, converter=tuple)
    packs: tuple[str, ...] = attrs.field(factory=tuple, converter=tuple)
    play: tuple[str, ...] = attrs.field(factory=tuple, converter=tuple)


@attrs.frozen
class Planted:
    """One fault: what is changed in which file, and what must be found.

    The line to blame stands in the changed file, or in the one that `at` names.
    """

    name: str
    game: str
    file: str
    what: str
    old: str
    new: str
    property: str
    line: str
    smallest: Smallest
    code: str = ""
    says: str = ""
    about: str = ""
    at: str = ""

    def changed(self) -> str:
        """The text of the file with the fault in it."""
        return (shipped_folder() / self.file).read_text("utf-8").replace(self.old, self.new)

    def plant(self, folder: Path) -> str:
        """Lay a copy of the rulesets with the fault into a folder; what `hoyle.load` is to open.

        A changed library lies beside the games, where it goes before the one that comes with Hoyle.
        """
        whole = find_file(self.game).relative_to(shipped_folder())
        copied = folder / whole.parts[0]
        shutil.copytree(shipped_folder() / whole.parts[0], copied)
        (copied / self.file.partition("/")[2]).write_text(self.changed(), "utf-8")
        game = copied / f"{self.game}.cards"
        if game.is_file():
            return str(game)
        for path in sorted(copied.rglob("*.cards")):
            if any(heading.name == to_underscores(self.game) for heading in list_headings(path)):
                return f"{path}:{self.game}"
        raise FileNotFoundError(self.game)


def lines_of(finding: Finding) -> list[str]:
    """The line that is blamed, and where it asks something of a library the line there."""
    spans = (finding.span, *(span for span, _ in finding.also))
    return [span.source.line_text(span.line).strip() for span in spans]


@cache
def planted() -> tuple[Planted, ...]:
    """Every planted fault, by name."""
    return tuple(read(path) for path in sorted(FOLDER.glob("*.toml")))


def read(path: Path) -> Planted:
    """One file; a word that is not known is a TypeError."""
    facts = tomllib.loads(path.read_text("utf-8"))
    smallest = Smallest(**facts.pop("smallest"))
    return Planted(name=path.stem, smallest=smallest, **facts)


# ---------------------------------------------------------------------- the game worked out


@attrs.frozen
class Stacked:
    """Chance as a game that was worked out has it; `?` and what lies below come from the seed."""

    table: Table
    drawn: tuple[str, ...]
    packs: tuple[Any, ...]
    seed: int
    events: int = 0

    def resolve(self, engine: Engine, s: Slots, at: int) -> tuple[Any, Stacked]:
        """The outcome of a chance node, and what remains."""
        node = engine.machine.nodes[at]
        assert isinstance(node, p.Chance)
        among = engine.outcomes(s, at)
        stream = Stream(self.seed, "stacked", self.events)
        after = attrs.evolve(self, events=self.events + 1)
        if node.kind == "draw":
            if not self.drawn:
                return among[stream.below(len(among))], after
            return self.table.names.index(self.drawn[0]), attrs.evolve(after, drawn=self.drawn[1:])
        if not self.packs:
            return tuple(stream.shuffled(among)), after
        words = self.packs[0].split()
        named = [self.table.words.parse_card(word) for word in words if word != "?"]
        rest = [card for card in stream.shuffled(among) if card not in named]
        top = [rest.pop() if word == "?" else named.pop(0) for word in words]
        return tuple(reversed([*top, *rest])), attrs.evolve(after, packs=self.packs[1:])


def worked_out(fault: Planted, ruleset: Ruleset, seed: int) -> Finding | None:
    """What is found in the game that was worked out, with any cards where any will do."""
    size = fault.smallest
    options = parse_options(ruleset.game, size.players, size.options)
    runner = GameRunner(ruleset, size.players, options)
    moves = iter(size.play)

    def player(position: Position) -> Move | None:
        move = next(moves, None)
        if move is None:
            return None
        seat, text = move.split(": ")
        assert position.seat is not None
        assert seat == position.table.names[position.seat]
        return position.parse(text)

    luck = Stacked(runner.table, size.drawn, size.packs, seed)
    return runner.game(
        luck, player, CheckSchedule(1, stream=Stream(seed, "looks", 0)), size.moves + 1
    )
