"""What a game declares and never uses; loops that may never end; phases in a circle."""

from __future__ import annotations

from hoyle.dsl.checked.desk import Desk
from hoyle.dsl.tree import declarations as d


def tell_unused(desk: Desk, file: d.File) -> None:
    """Stub until the pass is written."""
