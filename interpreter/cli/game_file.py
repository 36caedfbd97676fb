"""A game as a file: one small text that a person can read and `hoyle replay` can play again.

    hoyle game 1
    ruleset the-name
    players ann bob cat
    option target 50
    seed 41

    moves
    ann: play JS
    bob: play 9C

    parts
    options 1b2c3d4e5f60
    phase play_tricks 9a8b7c6d5e4f

    history left
    5a0c 81f2 07bd 9e44 …
    end 0f3a5b7c9d1e

`file` names a ruleset that does not come with Hoyle, seen from the record's folder; `variant` one
that was laid on it; `pack` lays one shuffle, `?` being any card, and `draw` says one member that is
drawn; `you` is the seat of the person who played; `fault` is what is wrong with the rules where the
game ends, or what `hoyle test` has found in it. What is not plain letters and signs is quoted as
JSON has it. A `#` begins a comment.

The history says how the game has ended (`over`, `left` by somebody, at a `fault`), and has a hash
for each line above it that is not empty, and one for all of them: what was cut off or changed is
refused, with its line.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NoReturn

import attrs

from hoyle.dsl.atomic_write import write_atomically
from hoyle.dsl.open_source import open_source
from hoyle.dsl.printable import to_dashes
from hoyle.dsl.report import Report
from hoyle.interpreter.cli.endings import FOUND, UserError
from hoyle.interpreter.cli.rule_hashes import find_changed_parts, hash_parts
from hoyle.interpreter.cli.shared_options import MAX_SEED_DIGITS
from hoyle.interpreter.library.discovery import find_file, is_game, list_headings
from hoyle.interpreter.library.loader import load
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.runtime.laid_position import ANY
from hoyle.interpreter.runtime.moves import Move
from hoyle.interpreter.runtime.notation import NotAMove, Notation, parse_number
from hoyle.interpreter.runtime.table import ChanceLeft, Chances, Position, Table

HEADING = "hoyle game 1"
MAX_BYTES = 8 * 1024 * 1024
ONCE = ("ruleset", "file", "players", "seed", "you", "fault")
REPEATED = ("variant", "option", "pack", "draw")
ENDINGS = ("over", "left", "fault")
PLAIN = re.compile(r"[!-~]+(?: [!-~]+)*")
UNCOMMENTED = re.compile(r'(?:[^"#]|"(?:[^"\\]|\\.)*"?)*')
HASHES_IN_A_LINE = 16


class GameFileError(UserError):
    """A file that is no game, or whose game cannot be played; the message names the line."""

    def __init__(self, says: str) -> None:
        super().__init__(says, FOUND)


@attrs.frozen
class RecordedMove:
    """One move of a record: who, what, and the line of the file that says so."""

    seat: str
    text: str
    line: int = 0


@attrs.frozen
class GameRecord:
    """What a game was played with, and its moves.

    `parts` are the hashes of its rules by their titles. `file` is None where the ruleset comes with
    Hoyle.
    """

    ruleset: str
    file: Path | None
    variants: tuple[str, ...]
    parts: dict[str, str]
    players: tuple[str, ...]
    options: dict[str, str]
    seed: int
    moves: tuple[RecordedMove, ...]
    ending: str
    packs: tuple[str, ...] = ()
    draws: tuple[str, ...] = ()
    you: str | None = None
    fault: str = ""
    lines: Mapping[str, Sequence[int]] = {}  # of what is laid for chance, where it was read

    @classmethod
    def of(
        cls, ruleset: Ruleset, position: Position, options: Mapping[str, str], seed: int,
        you: str | None = None, tried: Move | None = None, fault: str = "",
    ) -> GameRecord:  # fmt: skip
        """The record of a game up to a position, or to the move tried there that led to a fault."""
        names, path, chances = position.table.names, position.path(), position.chances
        moves = []
        for before, after in itertools.pairwise(path):
            assert before.seat is not None and after.move is not None
            moves.append(RecordedMove(names[before.seat], before.text(after.move)))
        if tried is not None and position.seat is not None:
            moves.append(RecordedMove(names[position.seat], position.text(tried)))
        return cls(
            *name_rules(ruleset), names, dict(options), seed, tuple(moves),
            "fault" if fault else "over" if position.over else "left",
            tuple(format_pack(position.table.words, cards) for cards in chances.packs),
            chances.draws if isinstance(chances, Chances) else (), you, fault,
        )  # fmt: skip

    @classmethod
    def of_no_move(
        cls, ruleset: Ruleset, names: tuple[str, ...], options: Mapping[str, str], seed: int,
        fault: str,
    ) -> GameRecord:  # fmt: skip
        """The record of a game that was at fault before anybody could choose."""
        return cls(*name_rules(ruleset), names, dict(options), seed, (), "fault", fault=fault)

    def find_source(self, place: str) -> str:
        """What the ruleset is loaded by; GameFileError where that is no ruleset.

        A file from a stranger may name any file here: of one that is no ruleset nothing is shown.
        """
        path = self.file if self.file is not None else find_file(self.ruleset)
        source = open_source(path, path.name, Report()) if path.is_file() else None
        headings = list_headings(path) if source is not None else []
        if source is not None and not headings and not is_game(source):
            raise GameFileError(f"{place}: {path} is not a ruleset")
        if self.file is None:
            return self.ruleset
        inside = any(to_dashes(heading.name) == self.ruleset for heading in headings)
        return f"{path}:{self.ruleset}" if inside else str(path)

    def find_changes(self, ruleset: Ruleset) -> list[str]:
        """How the rules differ from those that the game was played with: one sentence each."""
        now = hash_parts(ruleset)
        same = list(now.items()) == list(self.parts.items())
        return [] if same else find_changed_parts(self.parts, now)


def name_rules(ruleset: Ruleset) -> tuple[str, Path | None, tuple[str, ...], dict[str, str]]:
    """What a record says of its ruleset: name, file, variants and parts."""
    choice = ruleset.choice
    file = None if choice.comes_with_hoyle else ruleset.path.resolve()
    return ruleset.name, file, tuple(choice.words()[1]), hash_parts(ruleset)


# ---------------------------------------------------------------------- writing


def write_game_file(record: GameRecord, place: str | Path) -> None:
    """Write the file, whole or not at all."""
    path = Path(place)
    write_atomically(path, _format_record(record, path))


def _format_record(record: GameRecord, place: Path) -> str:
    head = [HEADING, f"ruleset {_quote(record.ruleset)}"]
    if record.file is not None:
        head.append(f"file {_quote(_relative_path(place, record.file))}")
    head += [f"variant {_quote(name)}" for name in record.variants]
    head.append(f"players {' '.join(record.players)}")
    head += [f"option {name} {_quote(value)}" for name, value in record.options.items()]
    head.append(f"seed {record.seed}")
    head += [f"pack {pack}" for pack in record.packs]
    head += [f"draw {_quote(draw)}" for draw in record.draws]
    if record.fault:
        head.append(f"fault {_quote(record.fault)}")
    if record.you is not None:
        head.append(f"you {record.you}")
    moves = ["moves", *(f"{move.seat}: {move.text}" for move in record.moves)]
    parts = ["parts", *(f"{title} {made}" for title, made in record.parts.items())]
    history = seal([*head, *moves, *parts], record.ending)
    return "\n".join([*head, "", *moves, "", *parts, "", *history]) + "\n"


def seal(lines: Sequence[str], ending: str) -> list[str]:
    """The last lines of a file: how the game has ended, and the hashes of the lines above."""
    hashes = [_hash_text(line, 4) for line in lines]
    return [
        f"history {ending}",
        *(
            " ".join(hashes[start : start + HASHES_IN_A_LINE])
            for start in range(0, len(hashes), HASHES_IN_A_LINE)
        ),
        f"end {_hash_text(chr(10).join([*lines, ending]), 12)}",
    ]


def _hash_text(text: str, length: int) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:length]


def _quote(text: str) -> str:
    """A text as it can stand in a line: by itself where it is plain, else as JSON has it."""
    plain = PLAIN.fullmatch(text) and not {'"', "#"} & set(text)
    return text if plain else json.dumps(text)


def format_pack(words: Notation, cards: Sequence[int]) -> str:
    """Cards from the top; `?` is any, also where none is named."""
    return " ".join("?" if card == ANY else words.format_card(card) for card in cards) or "?"


def _relative_path(place: Path, file: Path) -> str:
    """The way from the record to a file, so that both can be carried elsewhere together."""
    if place.exists() and not place.is_file():
        return file.as_posix()  # a pipe stands nowhere
    try:
        return Path(os.path.relpath(file, place.resolve().parent)).as_posix()
    except ValueError:  # another disk
        return file.as_posix()


# ---------------------------------------------------------------------- reading


def read_game_file(place: str | Path) -> GameRecord:
    """The record in a file. GameFileError says what is wrong; OSError where it cannot be read."""
    path = Path(place)
    with path.open("rb") as file:
        content = file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise GameFileError(f"{place}: this is too large to be a game")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise GameFileError(f"{place}: this is not a game but something that is no text") from None
    stripped = (match[0].strip() for match in map(UNCOMMENTED.match, text.split("\n")) if match)
    lines = [(number, line) for number, line in enumerate(stripped, 1) if line]
    return _GameFileReader(str(place), path.resolve().parent).read(lines)


Lines = list[tuple[int, str]]  # with their numbers in the file, and without comments


class _GameFileReader:
    """Reads the lines of a record; `number` is that of the line that is read."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self.folder = folder
        self.number = 1

    def fail(self, says: str) -> NoReturn:
        """What is wrong with this line."""
        raise GameFileError(f"{self.name}:{self.number}: {says}")

    def fail_whole(self, says: str) -> NoReturn:
        """What is wrong with the file."""
        raise GameFileError(f"{self.name}: {says}")

    def read(self, lines: Lines) -> GameRecord:
        """All of it."""
        if not lines:
            self.fail_whole("there is nothing in this file")
        self.number, first = lines[0]
        if first != HEADING:
            if first.startswith("hoyle game "):
                self.fail(f"this Hoyle reads `{HEADING}` only, not `{first[:40]}`")
            self.fail(f"this is not a game: the first line must be `{HEADING}`")
        sections: dict[str, Lines] = {"": []}
        ending = section = ""
        for self.number, line in lines[1:]:
            if line in ("moves", "parts") or line.startswith("history "):
                section, _, ending = line.partition(" ")
                if section in sections:
                    self.fail(f"there are two lines `{section}`")
                sections[section] = []
            else:
                sections[section].append((self.number, line))
        self._check_history(lines, sections.get("history"), ending)
        moves = tuple(self._read_moves(sections.get("moves", [])))
        parts = dict(self._read_parts(sections.get("parts", [])))
        return self._read_head(sections[""], moves, parts, ending)

    def _check_history(self, lines: Lines, history: Lines | None, ending: str) -> None:
        """Refuse what was cut off or changed since the file was written, and name the place."""
        if not history or ending not in ENDINGS or not history[-1][1].startswith("end "):
            self.number = lines[-1][0]
            self.fail("the file was cut off behind this line")
        above = lines[: next(k for k, (_, line) in enumerate(lines) if line.startswith("history "))]
        hashes = " ".join(line for _, line in history[:-1]).split()
        for k, (self.number, line) in enumerate(above):
            found = _hash_text(line, 4)
            if hashes[k : k + 1] != [found]:
                if found in hashes[k:]:
                    self.fail("lines that stood before this one are missing")
                self.fail("this line was changed or put in after the game was written")
        if len(above) < len(hashes):
            self.fail("lines that stood behind this one are missing")
        if (
            history != lines[-len(history) :]
            or [line for _, line in history] != seal([line for _, line in above], ending)[1:]
        ):
            self.number = history[0][0]
            self.fail("the history was changed after the game was written")

    def _read_moves(self, lines: Lines) -> Iterator[RecordedMove]:
        for self.number, line in lines:
            seat, sign, move = line.partition(":")
            if not sign or not move.strip() or len(seat.split()) != 1:
                self.fail("a move is written `seat: move`")
            yield RecordedMove(seat.strip(), move.strip(), self.number)

    def _read_parts(self, lines: Lines) -> Iterator[tuple[str, str]]:
        for self.number, line in lines:
            title, _, made = line.rpartition(" ")
            if not title:
                self.fail("a part has a title and a hash")
            yield title, made

    def _read_head(
        self, lines: Lines, moves: tuple[RecordedMove, ...], parts: dict[str, str], ending: str
    ) -> GameRecord:
        head: dict[str, list[str]] = {}
        places: dict[str, list[int]] = {}
        options: dict[str, str] = {}
        for self.number, line in lines:
            word, _, rest = line.partition(" ")
            if word not in ONCE + REPEATED:
                self.fail(f"`{word}` is not a line of a game")
            if word in ONCE and word in head:
                self.fail(f"there are two lines `{word}`")
            if not rest.strip():
                self.fail(f"`{word}` says nothing")
            if word == "option":
                name, _, value = rest.strip().partition(" ")
                if not value.strip():
                    self.fail(f"the option {name} has no value")
                options[name] = self._unquote(value.strip())
            else:
                head.setdefault(word, []).append(self._unquote(rest.strip()))
                places.setdefault(word, []).append(self.number)
        for word in ("ruleset", "players", "seed"):
            if word not in head:
                self.fail_whole(f"the line `{word}` is missing")
        seed = parse_number(head["seed"][0], MAX_SEED_DIGITS)
        if seed is None:
            self.fail_whole(f"the seed {head['seed'][0][:40]} is no number")
        players = tuple(head["players"][0].split())
        if len(set(players)) < len(players):
            self.fail_whole("two players have one name")
        if not all(name.isprintable() for name in players):
            self.fail_whole("a player has a name that cannot be shown")
        return GameRecord(
            head["ruleset"][0], self.folder / head["file"][0] if "file" in head else None,
            tuple(head.get("variant", ())), parts, players, options, seed, moves, ending,
            tuple(head.get("pack", ())), tuple(head.get("draw", ())), head.get("you", [None])[0],
            head.get("fault", [""])[0], places,
        )  # fmt: skip

    def _unquote(self, text: str) -> str:
        if not text.startswith('"'):
            return text
        try:
            return str(json.loads(text))
        except ValueError:
            self.fail("what begins with a quotation mark must end with one")


# ---------------------------------------------------------------------- played again


@attrs.frozen
class ReplayedGame:
    """A record with the table that it was played at."""

    place: str
    record: GameRecord
    ruleset: Ruleset
    table: Table

    @classmethod
    def open(cls, place: str) -> ReplayedGame:
        """Read the record and lay its table; refused where the rules have changed."""
        record = read_game_file(place)
        ruleset = load(record.find_source(place), record.variants)
        changes = record.find_changes(ruleset)
        if changes:
            says = f"{place}: the rules of {record.ruleset} have changed since it was played:"
            raise GameFileError("\n  ".join([says, *changes]))
        return cls.of(place, record, ruleset)

    @classmethod
    def of(cls, place: str, record: GameRecord, ruleset: Ruleset) -> ReplayedGame:
        """The same with a ruleset that is there already, whether or not it has changed."""
        table = ruleset.table(len(record.players), record.options, record.players)
        return cls(place, record, ruleset, table)

    @property
    def chance(self) -> tuple[int, list[list[str]], tuple[str, ...]]:
        """The seed, the packs and the draws, as a table takes them."""
        packs = [pack.split() for pack in self.record.packs]
        return self.record.seed, packs, self.record.draws

    def positions(self) -> Iterator[Position]:
        """The positions from the first to the last."""
        where = self.place
        try:
            position = self.table.start(*self.chance)
            yield position
            for played in self.record.moves:
                where = f"{self.place}:{played.line}"
                position = position.play(self.parse_move(position, played))
                yield position
            if not position.over and isinstance(position.chances, Chances):
                position.chances.check_all_used("the game breaks off")
        except ChanceLeft as left:
            where = f"{self.place}:{self.record.lines[left.kind][left.number]}"
            raise GameFileError(f"{where}: {left}") from left
        except ValueError as error:  # chance cannot bring what the record says
            raise GameFileError(f"{where}: {error}") from error

    def parse_move(self, position: Position, played: RecordedMove) -> Move:
        """A recorded move, which must be legal."""
        where = f"{self.place}:{played.line}"
        if position.seat is None:
            raise GameFileError(f"{where}: the game is over before this move")
        turn = self.table.names[position.seat]
        if played.seat != turn:
            raise GameFileError(f"{where}: it is the turn of {turn}, not of {played.seat}")
        try:
            move = position.parse(played.text)
            refusal = None if move in position.legal() else position.why_not(move)
        except NotAMove as error:
            raise GameFileError(f"{where}: {turn} may not {played.text}: {error}") from error
        if refusal is not None:
            why = self.table.words.format_sentence(refusal.pieces)
            raise GameFileError(f"{where}: {turn} may not {played.text}: {why}")
        return move
