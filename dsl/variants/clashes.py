"""Which variant has changed which part, so that two that do not agree are told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from hoyle.dsl.report import Report
from hoyle.dsl.source import Span

if TYPE_CHECKING:
    from hoyle.dsl.variants.bench import Layer

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
        """Note a change; False, with V04, where another that it does not stand on is against it.

        A variant that stands on another may change again what that one changed. Two that say the
        same do not clash.
        """
        new = Touch(layer.variant.name, key, span, content, whole)
        for old in self.touches:
            if old.variant in layer.below or not against(old, new):
                continue
            what = " ".join(old.key if len(old.key) > len(key) else key)
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


def against(old: Touch, new: Touch) -> bool:
    """Whether two changes cannot both be."""
    if old.key == new.key:
        return not (old.variant != new.variant and old.content == new.content)
    shorter, longer = sorted((old, new), key=lambda touch: len(touch.key))
    return shorter.whole and longer.key[: len(shorter.key)] == shorter.key
