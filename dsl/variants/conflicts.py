"""Which variant has changed which part, so that two that do not agree are told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from hoyle.dsl.report import Report
from hoyle.dsl.source import Span

if TYPE_CHECKING:
    from hoyle.dsl.variants.patch_context import Layer

Key = tuple[str, ...]


@attrs.frozen
class Touch:
    """One change: whose it is, where it is written, what it puts in.

    `whole` is said where everything below the part goes with it.
    """

    variant: str
    key: Key
    span: Span
    content: Any
    whole: bool


@attrs.define(eq=False)
class Clashes:
    """The changes that were made so far."""

    touches: list[Touch] = attrs.field(factory=list)

    def touch(
        self, layer: Layer, key: Key, span: Span, content: Any, whole: bool, report: Report
    ) -> bool:
        """Note a change; False where it is not to be made.

        A variant that stands on another may change again what that one changed. Where it does not
        stand on it, two that say the same agree, and others clash (V04).
        """
        new = Touch(layer.variant.name, key, span, content, whole)
        for old in self.touches:
            if old.variant in layer.below or not _against(old, new):
                continue
            if old.key == new.key and old.content == content and old.variant != new.variant:
                return False  # it is so already, and both say so
            what = _in_words(old.key if len(old.key) > len(key) else key)
            if old.variant == new.variant:
                title = f"`{new.variant}` changes {what} twice"
            else:
                title = f"`{old.variant}` and `{new.variant}` both change {what}"
            report.add(
                "V04", title, span, also=((old.span, "the other change is here"),),
                help=("only a variant `of` the other one may change it again",),
            )  # fmt: skip
            return False
        self.touches.append(new)
        return True

    def taken_away(self, name: str) -> Touch | None:
        """The change that has taken away a part of this name."""
        gone = (old for old in self.touches if old.content is None and old.key[-1] == name)
        return next(gone, None)


def _in_words(key: Key) -> str:
    """`the row pays.pontoon`; how an option is changed does not matter."""
    kind, *rest = key[:2] if key[0] == "option" else key
    return f"the {kind} `{'.'.join(rest)}`" if rest else f"`{kind}`"


def _against(old: Touch, new: Touch) -> bool:
    """Whether two changes are about the same part, or one takes the other's part as a whole."""
    if old.key == new.key:
        return True
    shorter, longer = sorted((old, new), key=lambda touch: len(touch.key))
    return shorter.whole and longer.key[: len(shorter.key)] == shorter.key
