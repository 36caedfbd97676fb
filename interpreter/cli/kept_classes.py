"""The methods that attrs writes for classes, kept compiled from one start to the next.

There are some 350 classes, and to compile the text that attrs writes for each takes longer than to
check a small game. A text means the same wherever it came from, so the text is the key.
"""

from __future__ import annotations

import atexit
import marshal
import re
import sys
from functools import cache
from types import CodeType
from typing import Any

from hoyle.dsl.kept_files import find_cache_folder, keep, read_kept

MAX_KEPT = 2000  # of a program that was changed again and again the last texts are enough
SALT = re.compile(r"[-\d]\d{8,}")  # what a hash begins with: another at each start, any will do
Key = tuple[str, str]  # the text, and the name that tracebacks call it by


@cache
def keep_classes() -> None:
    """From here on attrs compiles only texts that are not kept. Another call does nothing more."""
    from attr import _make

    path = find_cache_folder() / f"classes-{sys.implementation.cache_tag}-{sys.hexversion:x}"
    kept, used = _read(read_kept(path)), dict[Key, CodeType]()
    old = set(kept)

    def compile_once(text: str, name: str, mode: str) -> CodeType:
        key = (SALT.sub("", text), name)
        if key not in kept:
            kept[key] = compile(text, name, mode, dont_inherit=True)
        used[key] = kept[key]
        return kept[key]

    def write() -> None:
        if not kept.keys() <= old:
            keep(path, marshal.dumps(kept if len(kept) <= MAX_KEPT else used))

    vars(_make)["compile"] = compile_once  # the name is looked up there before Python's own
    atexit.register(write)


def _read(content: bytes | None) -> dict[Key, CodeType]:
    """What was kept; nothing where it is damaged."""
    try:
        found: Any = marshal.loads(content or b"")
    except (EOFError, ValueError, TypeError):
        return {}
    if not isinstance(found, dict):
        return {}
    sound = all(
        isinstance(key, tuple) and list(map(type, key)) == [str, str] and isinstance(code, CodeType)
        for key, code in found.items()
    )
    return found if sound else {}
