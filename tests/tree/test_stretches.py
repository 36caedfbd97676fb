"""Where trees stand: as Lark itself has it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from lark import Tree
from lark.parse_tree_builder import PropagatePositions

from hoyle.dsl.parser.grammar import SHARING, find_cache_file, load_cached, load_parser
from hoyle.dsl.parser.page_checks import check_page
from hoyle.dsl.report import Report
from hoyle.dsl.source import Source

ROOT = Path(__file__).resolve().parents[2]
FILES = [
    path
    for folder in ("rulesets/std", "rulesets/banking", "rulesets/banking/pontoon", "tests/corpus")
    for path in sorted((ROOT / folder).glob("*.cards"))
]


def places(tree: Any) -> Any:
    """A tree with the place of each of its parts."""
    if not isinstance(tree, Tree):
        return tree if tree is None else (tree.type, str(tree), tree.start_pos, tree.end_pos)
    meta = tree.meta
    place = None if meta.empty else (meta.start_pos, meta.end_pos)
    return (tree.data, place, *map(places, tree.children))


@pytest.fixture(scope="module")
def plain() -> Any:
    """The parser as Lark has it."""
    load_parser()  # it is in the cache now
    kept = load_cached(find_cache_file(), SHARING)
    if kept is None:
        pytest.skip("there is no cache to read the parser from")
    assert PropagatePositions in map(type, kept._callbacks.values())
    return kept


def test_lark_leaves_it_to_us():
    assert PropagatePositions not in map(type, load_parser()._callbacks.values())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_tree_stands_where_lark_says(path, plain):
    page = check_page(Source(path.name, path.read_text(encoding="utf-8")), Report())
    assert page is not None
    ours, larks = (made.parse(page.text, start="start") for made in (load_parser(), plain))
    assert places(ours) == places(larks)
