"""What `hoyle check` found in a file, kept in the user's cache as long as nothing has changed.

It is plain data (JSON). The key holds all that a check may read: the texts in the folders where
libraries, bases and variants are looked for, and the program itself with what comes with it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from hoyle.dsl.kept_files import find_cache_folder, hash_program, keep_sealed, read_sealed

if TYPE_CHECKING:
    from hoyle.dsl.report import Problem

MAX_FILES = 500  # beside a file; where there are more, nothing is kept
MAX_KEPT = 1000  # files whose checks are kept


class Told(NamedTuple):
    """A problem as it is told: for a person, and for a program."""

    text: str
    facts: dict[str, Any]

    @classmethod
    def of(cls, problem: Problem) -> Told:
        """What is told of a problem."""
        from hoyle.dsl.report import as_facts, as_text

        return cls(as_text(problem), as_facts(problem))


class KeptCheck(NamedTuple):
    """Where the check of a file is kept, and the key that must stand there."""

    path: Path
    key: str

    def read(self) -> list[Told] | None:
        """What was found; None where nothing is kept that still holds."""
        body = read_sealed(self.path, self.key)
        return None if body is None else [Told(**one) for one in json.loads(body)]

    def write(self, told: list[Told]) -> None:
        """Keep what was found."""
        body = json.dumps([one._asdict() for one in told], ensure_ascii=False).encode()
        keep_sealed(self.path, body, self.key, most=MAX_KEPT)


class CheckKeeper:
    """Where checks are kept; for one command, which reads each text and folder once."""

    def __init__(self) -> None:
        self._digests: dict[Path, bytes] = {}
        self._texts: dict[Path, list[Path]] = {}

    def find(self, path: Path, name: str) -> KeptCheck | None:
        """Where the check of a file, called so in messages, is kept; None where it cannot be."""
        import hoyle.dsl
        import hoyle.rulesets

        try:
            whole = path.resolve()
            if whole != path.absolute():
                return None  # libraries are looked for beside the link
            near = [*islice(self._list_near(whole), MAX_FILES + 1)]
            if len(near) > MAX_FILES:
                return None
            shipped = map(Path, (*hoyle.dsl.__path__, *hoyle.rulesets.__path__))
            key = hashlib.sha256(hash_program(*shipped, Path(__file__).parents[1]))
            for file in sorted({whole, *near}):
                key.update(f"\0{file}\0".encode("utf-8", "surrogateescape"))
                key.update(self._hash_text(file))
        except OSError:
            return None
        place = hashlib.sha256(f"{whole}\0{name}".encode("utf-8", "surrogateescape")).hexdigest()
        return KeptCheck(find_cache_folder() / "checks" / place[:20], key.hexdigest())

    def _hash_text(self, file: Path) -> bytes:
        if file not in self._digests:
            content = file.read_bytes() if file.is_file() else b"-"
            self._digests[file] = hashlib.sha256(content).digest()
        return self._digests[file]

    def _list_texts(self, folder: Path) -> list[Path]:
        if folder not in self._texts:
            self._texts[folder] = list(folder.glob("*.cards"))
        return self._texts[folder]

    def _list_near(self, path: Path) -> Iterator[Path]:
        """The texts in its folder, in the one above, and in those called like a text there."""
        for folder in (path.parent, path.parent.parent):
            texts = self._list_texts(folder)
            yield from texts
            stems = {text.stem for text in texts}
            for name in {stem.replace(*way) for stem in stems for way in (("_", "-"), ("-", "_"))}:
                yield from self._list_texts(folder / name)
