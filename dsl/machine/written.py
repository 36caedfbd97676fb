"""A machine written down as plain data, and read back: for a cache, or for another program.

Each part is an object that says under `is` what it is, with its fields by name; a function is its
number in the list of functions, a place in a text the number of the text and two offsets. Numbers
beyond 53 bits, which not every reader of JSON can hold, are written as `{"hex": "…"}`.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping
from typing import Any, get_args, get_origin

import attrs

from hoyle.dsl import card_words
from hoyle.dsl.checked import types as t
from hoyle.dsl.machine import heights, pack, slots
from hoyle.dsl.machine import program as p
from hoyle.dsl.source import Source, Span

VERSION = 3
EXACT = 2**53  # numbers up to it are written as they are

KINDS: Mapping[str, type[Any]] = {
    name: kind for module in (p, heights, pack, slots, t, card_words)
    for name, kind in vars(module).items()
    if isinstance(kind, type) and attrs.has(kind) and kind.__module__ == module.__name__
}  # fmt: skip


class NotAMachine(ValueError):
    """What is read is no machine of this version."""


# ---------------------------------------------------------------------- writing


def write_machine(machine: p.Machine) -> dict[str, Any]:
    """The machine as data that JSON can hold."""
    writer = _Writer()
    whole = writer.write(machine)
    sources = [{"name": source.name, "text": source.text} for source in writer.sources]
    return {
        "version": VERSION, "texts": sources, "functions": writer.functions, "machine": whole
    }  # fmt: skip


class _Writer:
    def __init__(self) -> None:
        self.sources: dict[Source, int] = {}
        self.numbers: dict[p.Function, int] = {}
        self.functions: list[Any] = []

    def write(self, part: Any) -> Any:
        match part:
            case None | bool() | str():
                return part
            case int():
                return part if -EXACT <= part <= EXACT else {"hex": f"{part:x}"}
            case tuple():
                return [self.write(one) for one in part]
            case Span(source=source, start=start, end=end):
                return {"text": self.sources.setdefault(source, len(self.sources)),
                        "from": start, "to": end}  # fmt: skip
            case p.Function():
                return {"function": self._number(part)}
        return self._fields(part)

    def _number(self, function: p.Function) -> int:
        """A function's place in the list; those that it calls come before it."""
        if function not in self.numbers:
            made = self._fields(function)
            self.numbers[function] = len(self.functions)
            self.functions.append(made)
        return self.numbers[function]

    def _fields(self, part: Any) -> dict[str, Any]:
        kind = type(part)
        fields = {field.name: self.write(getattr(part, field.name)) for field in attrs.fields(kind)}
        return {"is": kind.__name__, **fields}


# ---------------------------------------------------------------------- reading


def read_machine(data: object) -> p.Machine:
    """The machine that was written; NotAMachine where it is none.

    It may come from anywhere: each field is held against its type, and a name of an operation is a
    plain word, since the interpreter makes a Python text of it.
    """
    match data:
        case {"version": int(version), "texts": list(texts), "functions": list(functions),
              "machine": machine}:  # fmt: skip
            if version != VERSION:
                raise NotAMachine(f"this is version {version}, and {VERSION} is known")
            found = _Reader(texts, functions).read(machine)
            if isinstance(found, p.Machine):
                return found
    raise NotAMachine("this is no machine")


class _Reader:
    def __init__(self, texts: list[Any], functions: list[Any]) -> None:
        self.sources = [self._source(one) for one in texts]
        self.functions: list[p.Function] = []
        self.hints: dict[str, dict[str, Any]] = {}  # of each kind the types of its fields
        for one in functions:
            made = self.read(one)
            if not isinstance(made, p.Function):
                raise NotAMachine("a function is missing")
            self.functions.append(made)

    def _source(self, text: Any) -> Source:
        match text:
            case {"name": str(name), "text": str(content)}:
                return Source(name, content)
        raise NotAMachine("a text is missing")

    def read(self, part: Any) -> Any:
        match part:
            case None | bool() | str() | int():
                return part
            case list():
                return tuple(self.read(one) for one in part)
            case {"hex": str(digits)}:
                return _number(digits)
            case {"text": int(k), "from": int(start), "to": int(end)} if 0 <= k < len(self.sources):
                return Span(self.sources[k], start, end)
            case {"function": int(k)} if 0 <= k < len(self.functions) and len(part) == 1:
                return self.functions[k]
            case {"is": str(name), **fields} if name in KINDS:
                return self._make(KINDS[name], fields)
        raise NotAMachine(f"this is no part of a machine: {str(part)[:60]}")

    def _make(self, kind: type[Any], fields: dict[Any, Any]) -> Any:
        if kind.__name__ not in self.hints:
            self.hints[kind.__name__] = _hints_of(kind)
        hints = self.hints[kind.__name__]
        if fields.keys() != hints.keys():
            raise NotAMachine(f"a {kind.__name__} has other fields")
        values = {name: self.read(value) for name, value in fields.items()}
        for name, value in values.items():
            if not _fits(value, hints[name]):
                raise NotAMachine(f"this cannot be `{name}` of a {kind.__name__}: {value!r:.60}")
        if kind is p.Op and not values["name"].isidentifier():
            raise NotAMachine("an operation's name is a word")
        return kind(**values)


def _number(digits: str) -> int:
    try:
        return int(digits, 16)
    except ValueError as problem:
        raise NotAMachine("a number is damaged") from problem


def _hints_of(kind: type[Any]) -> dict[str, Any]:
    """The type of each field of a kind."""
    hints = typing.get_type_hints(kind)
    return {field.name: hints[field.name] for field in attrs.fields(kind)}


def _fits(value: object, hint: Any) -> bool:
    """Whether a value is of a type; what stands inside it has been looked at already."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (types.UnionType, typing.Union):
        return any(_fits(value, one) for one in inner)
    if origin is tuple:
        if not isinstance(value, tuple):
            return False
        if inner[-1] is Ellipsis:
            return all(_fits(one, inner[0]) for one in value)
        return len(value) == len(inner) and all(map(_fits, value, inner))
    if hint is None or hint is type(None):
        return value is None
    return isinstance(value, hint)
