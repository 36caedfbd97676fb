"""Rulesets opened: found, read, variants applied, checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import attrs

from hoyle.dsl.analysis.analyse import analyse_game
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.from_tree import check
from hoyle.dsl.parser.from_text import read
from hoyle.dsl.parser.page_checks import open_source
from hoyle.dsl.preflight.every_table import check_counts
from hoyle.dsl.report import ERROR, Problem, Report, as_text
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.variants.apply import apply
from hoyle.dsl.variants.conflicts import Layer
from hoyle.interpreter.library.discovery import LIBRARIES, Heading, headings, shipped_folder
from hoyle.interpreter.library.ruleset import Ruleset, RulesetError
from hoyle.interpreter.library.variant_resolution import Choice, choose, stack_of, with_added
from hoyle.interpreter.runtime.notation import to_dashes

MOST_KEPT = 64
_trees: dict[tuple[str, str], tuple[d.File | None, list[Problem]]] = {}


def load(name: str | Path, variants: Sequence[str] = (), shown: str = "") -> Ruleset:
    """A ruleset by its name or path, under variants; RulesetError tells every mistake in it.

    OSError where there is no such game, variant or file. Messages call the file of a game `shown`.
    """
    report = Report()
    choice = choose(str(name), variants, report)
    return opened(choice, report, shown)


def add_variants(ruleset: Ruleset, variants: Sequence[str]) -> Ruleset:
    """The ruleset with more variants laid on it."""
    report = Report()
    return opened(with_added(ruleset.choice, variants, report), report)


def opened(choice: Choice | None, report: Report, shown: str = "") -> Ruleset:
    """The ruleset, or a RulesetError with all that is wrong."""
    ruleset = _inspect(choice, report, shown) if choice is not None else None
    if ruleset is None or report.failed:
        problems = "\n\n".join(as_text(problem) for problem in report.in_order())
        raise RulesetError(problems, report)
    return ruleset


# ---------------------------------------------------------------------- reading


def tree_of(path: Path, name: str, report: Report) -> d.File | None:
    """The tree of a file; None where the report says why there is none.

    A base is read for each of its variants, so trees of the last texts are kept.
    """
    source = open_source(path, name, report)
    if source is None:
        return None
    key = (name, source.text)
    if key not in _trees:
        if len(_trees) >= MOST_KEPT:
            _trees.clear()
        mine = Report()
        _trees[key] = (read(source, mine), mine.problems)
    file, problems = _trees[key]
    report.take(problems)
    return file


def _library_path(folder: Path, name: str) -> Path | None:
    """The file of a library: beside the ruleset, else among those that come with Hoyle."""
    for place in (folder, shipped_folder() / LIBRARIES):
        for stem in (name, to_dashes(name)):
            path = place / f"{stem}.cards"
            if path.is_file():
                return path
    return None


def library(folder: Path, report: Report, name: str) -> d.File | None:
    """The tree of a library."""
    path = _library_path(folder, name)
    return tree_of(path, path.name, report) if path is not None else None


def used(file: d.File, find: Callable[[str], d.File | None]) -> dict[str, d.File]:
    """The libraries that a file uses, and those that they use."""
    found: dict[str, d.File] = {}
    waiting = [line.library for line in file.declarations if isinstance(line, d.Use)]
    while waiting:
        name = waiting.pop(0)
        inner = None if name in found else find(name)
        if inner is not None:
            found[name] = inner
            waiting += [line.library for line in inner.declarations if isinstance(line, d.Use)]
    return found


# ---------------------------------------------------------------------- checking


def _inspect(choice: Choice, report: Report, shown: str = "") -> Ruleset | None:
    """Read and check a game under its variants; None where it cannot be read."""
    name = shown if shown and not choice.chain else choice.game.name
    file = tree_of(choice.game, name, report)
    return _inspect_tree(choice, file, report) if file is not None else None


def _inspect_tree(choice: Choice, file: d.File, report: Report) -> Ruleset | None:
    """The same for the tree of a game that is read already."""
    folder = choice.game.parent
    libraries = used(file, lambda word: library(folder, report, word))
    if choice.laid:
        layers = _layers_of(choice, report)
        if layers is None:
            return None
        applied = apply(file, libraries, layers, _title_of(choice, file), report)
        file, libraries = applied.file, applied.libraries
        if report.failed:
            return None
    game = check(file, lambda word: libraries.get(word) or library(folder, report, word), report)
    analyse_game(file, game, report)
    libraries = used(file, lambda word: libraries.get(word) or library(folder, Report(), word))
    return Ruleset(
        choice.name, choice.path, file.source, file, game, libraries, choice, add_variants
    )  # fmt: skip


def _layers_of(choice: Choice, report: Report) -> list[Layer] | None:
    """The variants in their order, each with the names of those it stands on."""
    layers: list[Layer] = []
    for laid in choice.laid:
        tree = variant_tree(laid.heading, report)
        if tree is None:
            return None
        layers.append(Layer(tree, laid.below))
    return layers


def variant_tree(heading: Heading, report: Report) -> d.Variant | None:
    """The tree of a variant."""
    file = tree_of(heading.path, heading.source.name, report)
    if file is None:
        return None
    variants = (line for line in file.declarations if isinstance(line, d.Variant))
    return next((line for line in variants if line.name == heading.name), None)


def _title_of(choice: Choice, file: d.File) -> str:
    title = choice.chain[-1].heading.title if choice.chain else file.title
    more = ", ".join(laid.heading.title for laid in choice.more)
    return f"{title}: {more}" if more else title


def inspect_file(
    path: Path, name: str, report: Report, inspect_game: Callable[[g.Game, Report], object]
) -> list[Ruleset]:
    """Everything in a file checked: a game at every player count, its variants, a library.

    What else there is to inspect of each sound game, `inspect_game` adds to the report.
    """
    file = tree_of(path, name, report)
    if file is None:
        return []
    found = []
    if file.kind == "library":
        game = check(file, lambda word: library(path.parent, report, word), report)
        analyse_game(file, game, report)
    elif file.kind == "game":
        ruleset = _inspect_tree(Choice(path.stem, path), file, report)
        if ruleset is not None and not report.failed:
            _inspect_counts(ruleset.game, report, inspect_game)
            found.append(ruleset)
    if not report.failed:
        found += _variants_in(path, name, report, inspect_game)
    return found


def _inspect_counts(
    game: g.Game, report: Report, inspect_game: Callable[[g.Game, Report], object]
) -> None:
    check_counts(game, report)
    if not report.failed:
        inspect_game(game, report)


def _variants_in(
    path: Path, name: str, report: Report, inspect_game: Callable[[g.Game, Report], object]
) -> Iterator[Ruleset]:
    """The variants in a file, each checked as the game that it makes."""
    seen: dict[str, Heading] = {}
    for heading in headings(path, name):
        if heading.name in seen:
            _tell_twice(heading, seen[heading.name], report)
            continue
        seen[heading.name] = heading
        mine = Report()
        stack = stack_of(heading, mine)
        if stack is not None and stack.game is not None:
            choice = Choice(to_dashes(heading.name), stack.game, stack.laid)
            game = name if stack.game == path else stack.game.name
            file = tree_of(stack.game, game, mine)
            ruleset = _inspect_tree(choice, file, mine) if file is not None else None
            if ruleset is not None and not mine.failed:
                _inspect_counts(ruleset.game, mine, inspect_game)
                yield ruleset
        report.take(
            under(heading, problem, name) for problem in mine.problems if matters(problem, name)
        )


def matters(problem: Problem, name: str) -> bool:
    """Whether a variant is to blame: what is only odd in its base is told where that is checked."""
    return problem.severity == ERROR or problem.span.source.name == name


def under(heading: Heading, problem: Problem, name: str) -> Problem:
    """The problem; one in the text of the base says under which variant it is one."""
    if problem.span.source.name == name:
        return problem
    says = f"under the variant `{heading.name}`"
    return attrs.evolve(problem, also=(*problem.also, (heading.base_span, says)))


def _tell_twice(heading: Heading, first: Heading, report: Report) -> None:
    report.add(
        "N02", f"`{heading.name}` is declared twice", heading.name_span,
        also=((first.name_span, "the first time is here"),),
    )  # fmt: skip
