"""What is known of a kernel besides its code, kept so that its text need not be written again.

It is found by a fingerprint: of the machine, of how it is played, and of the program. So a game
that has been compiled before is there in a few milliseconds; where anything is missing, the text
is written, and says which object is wanted.
"""

from __future__ import annotations

import hashlib
import json
import marshal
from collections.abc import Callable
from functools import cache
from operator import attrgetter
from pathlib import Path
from typing import Any

import attrs

import hoyle.dsl
from hoyle.dsl.kept_files import find_cache_folder, hash_program, keep_sealed, read_sealed
from hoyle.dsl.machine import program as p
from hoyle.dsl.source import Source, Span
from hoyle.interpreter.native.faults import FaultTable
from hoyle.interpreter.native.kept_objects import load_object
from hoyle.interpreter.native.kernel_text import KernelText
from hoyle.interpreter.native.layout import Layout
from hoyle.interpreter.native.watch import Watch
from hoyle.interpreter.runtime.fault import (
    NOWHERE,
    CardsLeft,
    NoEnd,
    NoRoom,
    NothingToChoose,
    OutOfRange,
    RulesetFault,
)

MOST_KEPT = 400
PLAIN = {int, str, bool, type(None)}
KINDS: dict[str, type[RulesetFault]] = {
    kind.__name__: kind
    for kind in (RulesetFault, CardsLeft, NoEnd, NoRoom, NothingToChoose, OutOfRange)
}


@attrs.frozen
class KernelPlace:
    """Where a kernel's facts lie, and the places in the rules that its faults may name."""

    path: Path
    spans: tuple[Span, ...]


def find_place(machine: p.Machine, host: str, *how: object) -> KernelPlace:
    """The place for a machine and how it is played, on one kind of processor."""
    words, spans = _spell_out((machine, host, *how))
    key = hashlib.sha256(_hash_program() + marshal.dumps(words, 2))
    return KernelPlace(find_cache_folder() / "kernels" / key.hexdigest()[:40], spans)


def read_kernel(
    place: KernelPlace, machine: p.Machine, watch: Watch | None
) -> tuple[KernelText, bytes] | None:
    """A kernel without its text, and its code; None where not all of it was kept."""
    body = read_sealed(place.path)
    if body is None:
        return None
    kept = json.loads(body)
    code = load_object(place.path.parent.with_name("native") / kept["object"])
    if code is None:
        return None
    faults = FaultTable()
    for kind, says, number in kept["faults"]:
        span = NOWHERE if number is None else place.spans[number]
        faults.number(says, span, KINDS[kind])
    layout = Layout.restore(machine, kept["layout"])
    return KernelText("", layout, faults, kept["scratch"], kept["row"], watch), code


def keep_kernel(place: KernelPlace, text: KernelText, code: Path) -> None:
    """Keep what is known of a kernel whose code lies in a file of its own."""
    numbers: dict[Span, int | None] = {span: k for k, span in enumerate(place.spans)}
    numbers[NOWHERE] = None
    if any(fault.span not in numbers for fault in text.faults.places):
        return
    faults = [
        (fault.kind.__name__, fault.says, numbers[fault.span]) for fault in text.faults.places
    ]
    facts = {
        "object": code.name, "faults": faults, "layout": text.layout.list_facts(),
        "scratch": text.scratch, "row": text.row_words,
    }  # fmt: skip
    keep_sealed(place.path, json.dumps(facts).encode(), most=MOST_KEPT)


@cache
def _hash_program() -> bytes:
    """What changes with whatever writes kernels."""
    native = Path(__file__).parent
    dsl = Path(next(iter(hoyle.dsl.__path__)))
    return hash_program(dsl) + hash_program(native, native.with_name("runtime"))


def _spell_out(thing: object) -> tuple[list[object], tuple[Span, ...]]:
    """All that hangs on a thing, in an order of its own, as plain values; and the spans among it.

    Of a text of rules it is only which one it is: what follows from it stands in the machine.
    """
    words: list[object] = []
    spans: list[Span] = []
    seen: dict[int, int] = {}
    alive: list[object] = []  # what was seen, so that nothing else takes its place
    readers: dict[type, Callable[[object], tuple[object, ...]]] = {}

    def add(thing: Any) -> None:
        kind = thing.__class__
        if kind in PLAIN:
            words.append(thing)
            return
        if kind is tuple:
            words.append(len(thing))
            for part in thing:
                add(part)
            return
        known = seen.get(id(thing))
        if known is not None:
            words.append(known)
            return
        seen[id(thing)] = len(seen)
        alive.append(thing)
        words.append(kind.__qualname__)
        if kind is Source:
            return
        if kind is Span:
            spans.append(thing)
        if kind in (frozenset, set):
            add(tuple(sorted(thing)))
        elif kind is dict:
            add(tuple(thing.items()))
        else:
            if kind not in readers:
                readers[kind] = _reader_of(kind)
            for part in readers[kind](thing):
                add(part)

    add(thing)
    return words, tuple(spans)


def _reader_of(kind: type) -> Callable[[object], tuple[object, ...]]:
    """Whatever gives the fields of such a thing."""
    names = [field.name for field in attrs.fields(kind)]
    if len(names) > 1:
        return attrgetter(*names)
    return lambda thing: tuple(getattr(thing, name) for name in names)
