"""Rulesets opened: found, read, variants applied, checked."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import attrs

from hoyle.dsl.analysis.analyse import analyse_game
from hoyle.dsl.analysis.unused import list_set
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.from_tree import check
from hoyle.dsl.limits import VARIED, TooLarge, Work
from hoyle.dsl.open_source import open_source
from hoyle.dsl.parser.proposals import tell_what_holds, withdraw_refuted
from hoyle.dsl.parser.silences import silence_warnings
from hoyle.dsl.preflight.every_table import check_counts
from hoyle.dsl.printable import to_dashes
from hoyle.dsl.report import ERROR, Problem, Report, as_text
from hoyle.dsl.source import Source, Span
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.variants.apply import apply, blame_packs, blame_removals
from hoyle.dsl.variants.conflicts import Layer
from hoyle.interpreter.library.discovery import (
    LIBRARIES,
    Heading,
    find_example_files,
    list_headings,
    read_examples_head,
    shipped_folder,
)
from hoyle.interpreter.library.kept_soundness import is_known_sound, keep_sound
from hoyle.interpreter.library.kept_trees import is_worth_keeping, keep_tree, read_kept_tree
from hoyle.interpreter.library.ruleset import Ruleset, RulesetError
from hoyle.interpreter.library.variant_resolution import (
    Choice,
    add_variants,
    find_base_elsewhere,
    name_own_game,
    resolve_base,
    resolve_choice,
    resolve_stack,
)
from hoyle.interpreter.runtime.notation import check_kind

MAX_KEPT = 64
WORDS, QUOTED = re.compile(r"[^\W\d]\w*"), re.compile(r"`([^`]*)`")
_trees: dict[tuple[str, str], tuple[d.File | None, list[Problem]]] = {}
_mistakes: dict[tuple[Path, str, str], list[Problem]] = {}


def load(
    name: str | Path, variants: Sequence[str] = (), shown: str = "", *, examples: bool = False
) -> Ruleset:
    """A ruleset by its name or path, under variants; RulesetError tells every mistake in it.

    OSError where there is no such game, variant or file. Messages call the file of a game `shown`.
    With `examples` it has those in files of their own too, which only tests need.
    """
    return _refuse_unsound(load_untried(name, variants, shown, examples=examples))


def load_untried(
    name: str | Path, variants: Sequence[str] = (), shown: str = "", *, examples: bool = False
) -> Ruleset:
    """The same, and what only shows where tables are made is not looked at."""
    report = Report()
    _check_variants(variants)
    choice = resolve_choice(str(name), variants, report)
    return open_choice(choice, report, shown, examples=examples)


def _check_variants(variants: Sequence[str]) -> None:
    """ValueError where a program hands over something other than names."""
    check_kind(variants, (list, tuple), "variants are a list of names")
    for name in variants:
        check_kind(name, str, "variants are a list of names")


def _refuse_unsound(ruleset: Ruleset) -> Ruleset:
    """RulesetError with what `hoyle check` finds only when it makes the tables: deals, secrets.

    What comes with Hoyle has been checked before it came.
    """
    if ruleset.choice.is_checked or is_known_sound(ruleset):
        return ruleset
    report = Report()
    check_counts(ruleset.game, report)
    if report.failed:
        errors = [problem for problem in report.in_order() if problem.severity == ERROR]
        raise RulesetError(_join_problems(errors, ruleset.choice), report)
    keep_sound(ruleset)
    return ruleset


def extend_ruleset(ruleset: Ruleset, variants: Sequence[str]) -> Ruleset:
    """The ruleset with more variants laid on it."""
    report = Report()
    _check_variants(variants)
    return _refuse_unsound(open_choice(add_variants(ruleset.choice, variants, report), report))


def open_choice(
    choice: Choice | None, report: Report, shown: str = "", *, examples: bool = False
) -> Ruleset:
    """The ruleset, or a RulesetError with all that is wrong; see `load`."""
    ruleset = None
    if choice is not None:
        name = _find_shown(choice, shown) if shown else choice.game.name
        file = read_tree(choice.game, name, report)
        more = _read_examples(choice, report) if examples else ()
        before = list(report.problems)
        ruleset = _check_tree(choice, file, report, examples=more) if file is not None else None
        if ruleset is not None and file is not None and examples and report.failed:
            misread = _find_misread_examples(ruleset, report)
            if misread:
                report = Report(before)
                ruleset = _check_tree(choice, file, report, examples=more, misread=misread)
    if ruleset is None or report.failed:
        raise RulesetError(_join_problems(report.in_order(), choice), report)
    return ruleset


def _join_problems(problems: Iterable[Problem], choice: Choice | None) -> str:
    """Problems as text; those in the text of a base with the variant under which they are some."""
    layers = choice.layers if choice is not None else ()
    for layer in layers[-1:]:
        problems = [one for each in problems for one in _name_variant(layer.heading, each)]
    return "\n\n".join(as_text(problem) for problem in problems)


def _find_shown(choice: Choice, asked: str) -> str:
    """How the file of a game is called, as it was asked for; below a variant from where one is."""
    if not choice.chain:
        return asked
    if choice.comes_with_hoyle:
        return choice.game.name
    if not choice.game.is_absolute():
        return str(choice.game)
    below = choice.game.is_relative_to(Path.cwd())
    return str(choice.game.relative_to(Path.cwd())) if below else choice.game.name


def _find_misread_examples(
    ruleset: Ruleset, report: Report
) -> tuple[tuple[d.Example, Problem], ...]:
    """The examples in which something is wrong, each with what is; none if anything else is."""
    trees = [line for line in ruleset.file.declarations if isinstance(line, d.Example)]
    found = []
    for problem in report.in_order():
        if problem.severity == ERROR:
            inside = (tree for tree in trees if problem.span.is_inside(tree.span))
            tree = next(inside, None)
            if tree is None:
                return ()
            found.append((tree, problem))
    return tuple(found)


def open_with_variant(choice: Choice, variant: d.Variant, report: Report) -> Ruleset | None:
    """A ruleset with another tree in the place of its variant of that name; None where it fails.

    It has the examples in files of their own too.
    """
    file = read_tree(choice.game, choice.game.name, report)
    examples = _read_examples(choice, report)
    return None if file is None else _check_tree(choice, file, report, variant, examples)


def open_base(ruleset: Ruleset) -> Ruleset | None:
    """What the uppermost variant of a ruleset stands on, with the examples in files of their own.

    None for a game without variants.
    """
    choice = ruleset.choice
    if choice.more:
        below = attrs.evolve(choice, added=choice.added[:-1], more=choice.more[:-1])
    elif len(choice.chain) > 1:
        name = to_dashes(choice.chain[-2].heading.name)
        below = attrs.evolve(choice, name=name, chain=choice.chain[:-1])
    elif choice.chain:
        below = attrs.evolve(choice, name=choice.game.stem, chain=())
    else:
        return None
    return open_choice(below, Report(), examples=True)


# ---------------------------------------------------------------------- reading


def read_tree(path: Path, name: str, report: Report) -> d.File | None:
    """The tree of a file; None where the report says why there is none.

    A base is read for each of its variants, so trees of the last texts are kept.
    """
    source = open_source(path, name, report)
    file = _read_whole(source, report) if source is not None else None
    if source is not None and file is None:
        report.take(_find_mistakes(source, path))
    return file


def _read_whole(source: Source, report: Report) -> d.File | None:
    """The tree of a text without syntax mistakes."""
    key = (source.name, source.text)
    if key not in _trees:
        if len(_trees) >= MAX_KEPT:
            _trees.clear()
        worth = is_worth_keeping(source.text)
        _trees[key] = (read_kept_tree(*key) if worth else None) or _read_anew(source, worth)
    file, problems = _trees[key]
    if file is not None:
        report.take(problems)
    return file


def _find_mistakes(source: Source, path: Path) -> list[Problem]:
    """What is wrong with a text that has syntax mistakes; each proposal was tried in the text."""
    key = (path, source.name, source.text)
    if key not in _mistakes:
        if len(_mistakes) >= MAX_KEPT:
            _mistakes.clear()
        _mistakes[key] = []  # one that has the name of a library comes to itself again
        _mistakes[key] = tell_what_holds(source, lambda text, report: _try(text, path, report))
    return _mistakes[key]


def _try(source: Source, path: Path, report: Report) -> None:
    """Add what is wrong with a text: its syntax, and the names and types of what can be read."""
    from hoyle.dsl.parser.from_text import read

    file = read(source, report)
    if file is None:
        _check_sound_parts(source, path, report)
    elif file.kind != "variants":
        check(file, lambda word: read_library(path.parent, Report(), word), report)


def _read_anew(source: Source, keep: bool) -> tuple[d.File | None, list[Problem]]:
    from hoyle.dsl.parser.from_text import read

    report = Report()
    file = read(source, report)
    if file is not None and keep:
        keep_tree(source.name, source.text, (file, report.problems))
    return file, report.problems


def _check_sound_parts(source: Source, path: Path, report: Report) -> None:
    """Names and types in what could be read of a text that has syntax mistakes.

    What may only follow from a line that was not read is not told.
    """
    from hoyle.dsl.parser.sound_parts import read_sound_parts

    parts = read_sound_parts(source, report)
    if parts is not None:
        mine = Report(suggests=report.suggests)
        if parts.file.kind == "examples":
            _check_examples(path, parts.file, mine)
        elif parts.file.kind != "variants":
            check(parts.file, lambda word: read_library(path.parent, Report(), word), mine)
        _check_variants_apart(path, source.name, parts.file, mine)
        report.take(
            problem for problem in mine.problems
            if _is_known_alone(problem) and not parts.may_cause(problem)
        )  # fmt: skip


def _is_known_alone(problem: Problem) -> bool:
    """Whether a mistake is one whatever else is wrong: names, types, the width of a row."""
    code = problem.code
    known = code[0] in "NT" or code in ("E01", "E02", "B01", "G10", "O01", "V01", "V02")
    return known and code != "N11" and problem.severity == ERROR


def _check_variants_apart(path: Path, name: str, file: d.File, report: Report) -> None:
    """What variants in a file with mistakes say wrongly, each laid on its base, or have no base.

    Of those on another of the file, and beyond what is checked of one file, only the base is known.
    """
    read = 0
    told = {problem.title for problem in report.problems}
    headings = {heading.name: heading for heading in list_headings(path, name)}
    for variant in file.declarations:
        heading = headings.get(variant.name) if isinstance(variant, d.Variant) else None
        if not isinstance(variant, d.Variant) or heading is None:
            continue
        mine = Report()
        stack = resolve_stack(heading, mine)
        if stack is not None and stack.game is not None:
            if any(layer.heading.path == path for layer in stack.layers[:-1]):
                continue
            choice = Choice(to_dashes(variant.name), stack.game, stack.layers)
            own = stack.game == path
            game = file if own else read_tree(stack.game, stack.game.name, Report())
            read += len(game.source.text) if game is not None else 0
            if game is not None and read <= VARIED.most:
                _check_tree(choice, game, mine, variant)
        report.take(
            problem for problem in mine.problems
            if _is_known_alone(problem) and problem.title not in told
            and problem.span.source.name == name
            and variant.span.start <= problem.span.start < variant.span.end
        )  # fmt: skip


def _library_path(folder: Path, name: str) -> Path | None:
    """The file of a library: beside the ruleset, else among those that come with Hoyle."""
    for place in (folder, shipped_folder() / LIBRARIES):
        for stem in (name, to_dashes(name)):
            path = place / f"{stem}.cards"
            if path.is_file():
                return path
    return None


def read_library(folder: Path, report: Report, name: str) -> d.File | None:
    """The tree of a library."""
    path = _library_path(folder, name)
    return read_tree(path, path.name, report) if path is not None else None


def collect_libraries(file: d.File, find: Callable[[str], d.File | None]) -> dict[str, d.File]:
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


def _read_examples(choice: Choice, report: Report) -> tuple[d.Declaration, ...]:
    """The examples of a game or of its last variant that stand in files of their own."""
    folder, name = choice.game.parent, choice.game.stem
    paths = find_example_files(folder, choice.game.stem, name) if not choice.layers else []
    if choice.layers:
        last = choice.layers[-1]
        if {layer.heading.name for layer in choice.layers[:-1]} <= last.below:
            places = dict.fromkeys((folder, last.heading.path.parent))
            paths = [
                path
                for place in places
                for path in find_example_files(place, choice.game.stem, last.heading.name)
            ]
    files = [read_tree(path, path.name, report) for path in dict.fromkeys(paths)]
    return tuple(line for file in files if file is not None for line in file.declarations)


def _check_tree(
    choice: Choice, file: d.File, report: Report, changed: d.Variant | None = None,
    examples: tuple[d.Declaration, ...] = (),
    misread: tuple[tuple[d.Example, Problem], ...] = (),
) -> Ruleset | None:  # fmt: skip
    """A game checked under its variants, of which one may be `changed`, and with more examples.

    Those that are `misread` are left out.
    """
    folder = choice.game.parent
    libraries = collect_libraries(file, lambda word: read_library(folder, report, word))
    layers = _read_layers(choice, report, changed)
    if layers is None:
        return None
    removed, was_set = dict[str, Span](), frozenset[str]()
    if layers:
        was_set = list_set(file)
        beside = _read_variants_beside(choice)
        file = attrs.evolve(file, declarations=(*file.declarations, *beside))
        applied = apply(file, libraries, layers, _make_title(choice, file), report)
        file, libraries, removed = applied.file, applied.libraries, applied.removed
        if report.failed:
            _check_other_changes(file, folder, libraries, layers[-1].variant, report)
            return None
    left_out = {tree.span for tree, _ in misread}
    lines = (line for line in (*file.declarations, *examples) if line.span not in left_out)
    file = attrs.evolve(file, declarations=tuple(lines))
    game = check(
        file, lambda word: libraries.get(word) or read_library(folder, report, word), report
    )
    blame_removals(report, removed)
    blame_packs(report, layers, file)
    if report.failed and not layers:
        withdraw_refuted(file.source, lambda text, mine: _try(text, choice.game, mine), report)
    analyse_game(file, game, report, tuple(layer.variant for layer in layers), was_set)
    libraries = collect_libraries(
        file, lambda word: libraries.get(word) or read_library(folder, Report(), word)
    )
    if layers:  # other variants were there for messages, and are no part of this game
        rules = (line for line in file.declarations if not isinstance(line, d.Variant))
        file = attrs.evolve(file, declarations=tuple(rules))
    return Ruleset(
        choice.name, choice.path, file.source, file, game, libraries, choice, extend_ruleset,
        misread,
    )  # fmt: skip


def _check_other_changes(
    file: d.File, folder: Path, libraries: dict[str, d.File], variant: d.Variant, report: Report
) -> None:  # fmt: skip
    """Names and types in the changes of a variant that could be made, where others could not.

    What names anything of a change that could not be made is not told: it may follow from that.
    """
    wrong = [problem.span for problem in report.problems]
    failed = [
        delta.span.text for delta in variant.deltas
        if any(span.is_inside(delta.span) for span in wrong)
    ]  # fmt: skip
    lost = {word for text in failed for word in WORDS.findall(text)}
    mine = Report()
    check(file, lambda word: libraries.get(word) or read_library(folder, Report(), word), mine)
    report.take(
        problem for problem in mine.problems
        if _is_known_alone(problem) and problem.span.is_inside(variant.span)
        and lost.isdisjoint(WORDS.findall(f"{problem.span.text} {QUOTED.findall(problem.title)}"))
    )  # fmt: skip


def _read_layers(
    choice: Choice, report: Report, changed: d.Variant | None
) -> list[Layer] | None:  # fmt: skip
    """The variants in their order, each with the names of those it stands on."""
    layers: list[Layer] = []
    for laid in choice.layers:
        is_changed = changed is not None and changed.name == laid.heading.name
        tree = changed if is_changed else read_variant(laid.heading, report)
        if tree is None:
            return None
        layers.append(Layer(tree, laid.below))
    return layers


def read_variant(heading: Heading, report: Report) -> d.Variant | None:
    """The tree of a variant."""
    file = read_tree(heading.path, heading.source.name, report)
    if file is None:
        return None
    variants = (line for line in file.declarations if isinstance(line, d.Variant))
    return next((line for line in variants if line.name == heading.name), None)


def _read_variants_beside(choice: Choice) -> Iterator[d.Variant]:
    """The variants in the files of those that are laid on a game, which stand in other files."""
    sources = {laid.heading.path: laid.heading.source for laid in choice.layers}
    for path, source in sources.items():
        file = _read_whole(source, Report()) if path != choice.game else None
        for line in file.declarations if file is not None else ():
            if isinstance(line, d.Variant):
                yield line


def _make_title(choice: Choice, file: d.File) -> str:
    """`Scotch Whist: To eleven`; the game is not named twice: `President with revolutions`."""
    title = choice.chain[-1].heading.title if choice.chain else file.title
    titles = [laid.heading.title for laid in choice.more]
    if titles and re.search(rf"(?<!\w){re.escape(title)}(?!\w)", titles[0]):
        return ", ".join(titles)
    return f"{title}: {', '.join(titles)}" if titles else title


def inspect_file(
    path: Path, name: str, report: Report, inspect_game: Callable[[g.Game, Report], object]
) -> list[Ruleset]:
    """Everything in a file checked: a game at every player count, its variants, a library.

    What else there is to inspect of each sound game, `inspect_game` adds to the report.
    """
    file = read_tree(path, name, report)
    if file is None:
        return []
    found = []
    if file.kind == "library":
        game = check(file, lambda word: read_library(path.parent, report, word), report)
        analyse_game(file, game, report)
    elif file.kind == "game":
        ruleset = _check_tree(Choice(path.stem, path), file, report)
        if ruleset is not None:
            _inspect_counts(ruleset.game, report, inspect_game)
        if ruleset is not None and not report.failed:
            found.append(ruleset)
    elif file.kind == "examples":
        _check_examples(path, file, report)
    if not report.failed:
        found += _variants_in(path, name, report, inspect_game)
    elif file.kind == "game":
        _check_variants_apart(path, name, file, report)
    complete = file.kind != "library" and not report.failed
    silence_warnings(file.source, report, complete)
    return found


def _check_examples(path: Path, file: d.File, report: Report) -> None:
    """A file of examples, on the game or variant that they are of."""
    head = read_examples_head(file.source)
    assert head is not None
    stack = resolve_base(attrs.evolve(head, path=path), report)
    if stack is None or stack.game is None:
        return
    mine = Report()
    game = read_tree(stack.game, stack.game.name, mine)
    if game is not None:
        choice = Choice(to_dashes(head.base), stack.game, stack.layers)
        _check_tree(choice, game, mine, examples=file.declarations)
    own = [problem for problem in mine.problems if problem.span.source.name == file.source.name]
    report.take(own)
    if mine.failed and not own:
        report.add("V01", f"`{head.base}` has mistakes of its own: check it first", head.base_span)


def _inspect_counts(
    game: g.Game, report: Report, inspect_game: Callable[[g.Game, Report], object]
) -> None:
    """What the rules are like at every table, where no mistake is in them."""
    mine = Report()
    if game.sound:
        check_counts(game, mine)
        if not mine.failed and not report.failed:
            inspect_game(game, mine)
    report.take(mine.problems)


def _variants_in(
    path: Path, name: str, report: Report, inspect_game: Callable[[g.Game, Report], object]
) -> Iterator[Ruleset]:
    """The variants in a file, each checked as the game that it makes."""
    seen: dict[str, Heading] = {}
    work = Work(VARIED)
    for heading in list_headings(path, name):
        if heading.name in seen:
            _report_twice(heading, seen[heading.name], report)
            continue
        seen[heading.name] = heading
        mine = Report()
        stack = resolve_stack(heading, mine)
        if stack is not None and stack.game is not None:
            choice = Choice(to_dashes(heading.name), stack.game, stack.layers)
            _warn_of_base_elsewhere(heading, stack.game, mine)
            game = name if stack.game == path else stack.game.name
            file = read_tree(stack.game, game, mine)
            try:
                work.spend(len(file.source.text) if file is not None else 0, heading.name_span)
            except TooLarge as excess:
                return excess.add_to(report)
            ruleset = _check_tree(choice, file, mine) if file is not None else None
            if ruleset is not None:
                _inspect_counts(ruleset.game, mine, inspect_game)
                yield ruleset
        for problem in mine.problems:
            # what is only odd in its base is told where that is checked
            if problem.severity == ERROR or problem.span.source.name == name:
                report.take(_name_variant(heading, problem))


def _name_variant(heading: Heading, problem: Problem) -> Iterator[Problem]:
    """The problem; one in the text of the base says under which variant it is one.

    A row of the base that no case comes to there is none: an option that the variant sets may be
    what it is for.
    """
    variant, span = read_variant(heading, Report()), problem.span
    if variant is None or (
        span.source.name == heading.source.name
        and variant.span.line <= span.line <= variant.span.last_line
    ):
        yield problem
    elif problem.severity == ERROR or problem.code != "B04":
        says = f"under the variant `{heading.name}`"
        yield attrs.evolve(problem, also=(*problem.also, (heading.base_span, says)))


def _warn_of_base_elsewhere(heading: Heading, game: Path, report: Report) -> None:
    if elsewhere := find_base_elsewhere(heading, game):
        report.warn(
            "V07", f"`{heading.base}` is not the game of this file, but {elsewhere}",
            heading.base_span, label=name_own_game(heading),
        )  # fmt: skip


def _report_twice(heading: Heading, first: Heading, report: Report) -> None:
    report.add(
        "N02", f"`{heading.name}` is declared twice", heading.name_span,
        also=((first.name_span, "the first time is here"),),
    )  # fmt: skip
