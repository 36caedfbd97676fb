"""Which variant has changed which part, so that two that do not agree are told."""

from __future__ import annotations

import attrs

from hoyle.dsl.report import Report
from hoyle.dsl.source import Span
from hoyle.dsl.tree import declarations as d

Key = tuple[str, ...]


@attrs.frozen
class Layer:
    """A variant that is laid on what is there; `below` are the names of those it stands on."""

    variant: d.Variant
    below: frozenset[str] = frozenset()


@attrs.frozen
class Change:
    """Whose change it is, where it is written, what it puts in: nothing where it takes away.

    Everything below the part of this key goes with it.
    """

    variant: str
    key: Key
    span: Span
    content: object


@attrs.define(eq=False)
class ChangeLog:
    """The changes that were made so far."""

    changes: list[Change] = attrs.field(factory=list)

    def note(self, layer: Layer, key: Key, span: Span, content: object, report: Report) -> bool:
        """Note a change; False where it is not to be made.

        A variant that stands on another may change again what that one changed. Where it does not
        stand on it, two that say the same agree, and others clash (V04).
        """
        new = Change(layer.variant.name, key, span, content)
        for old in self.changes:
            if old.variant in layer.below or not _is_against(old.key, key):
                continue
            if old.key == key and old.content == content and old.variant != new.variant:
                return False  # it is so already, and both say so
            _report_clash(old, new, report)
            return False
        self.changes.append(new)
        return True

    def find_removal(self, name: str) -> Change | None:
        """The change that has taken away a part of this name."""
        gone = (old for old in self.changes if old.content is None and old.key[-1] == name)
        return next(gone, None)

    def find_removal_of(self, parts: tuple[str, ...]) -> Change | None:
        """The change that has taken away what a path names, or what holds it."""
        gone = (
            old for old in self.changes
            if old.content is None and old.key[1:] == parts[: len(old.key) - 1]
        )  # fmt: skip
        return next(gone, None)


def _report_clash(old: Change, new: Change, report: Report) -> None:
    """V04: two changes of one part; a variant may change inside what it puts in itself."""
    what = _describe(max(old.key, new.key, key=len))
    title, label = f"`{new.variant}` changes {what} twice", "the other change is here"
    help_ = "write it as one change"
    if old.variant != new.variant:
        title = f"`{old.variant}` and `{new.variant}` both change {what}"
        help_ = "only a variant `of` the other one may change it again"
    elif len(old.key) < len(new.key):  # what is taken away would not have been found
        title = f"{_describe(old.key)} is put in by `{new.variant}` itself, as a whole"
        label, help_ = "it is put in here", "write there all that it has, and leave this out"
    report.add("V04", title, new.span, also=((old.span, label),), help=(help_,))


def _describe(key: Key) -> str:
    """`the option target`, or the path of what stands inside something: `pays.pontoon`.

    How an option is changed does not matter.
    """
    kind, *rest = key[:2] if key[0] == "option" else key
    if kind == "law":
        return f"`{' '.join(rest)}`"
    path = ".".join(word if word.isidentifier() else f'"{word}"' for word in rest)
    if len(rest) > 1:
        return f"`{path}`"
    return f"the {kind} `{path}`" if rest else f"`{kind}`"


def _is_against(one: Key, other: Key) -> bool:
    """Whether two changes are about the same part, or one is about what holds the other's."""
    shared = min(len(one), len(other))
    return one[:shared] == other[:shared]
