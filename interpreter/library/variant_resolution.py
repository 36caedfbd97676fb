"""What a variant stands on, and what a name with some variants means."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import attrs

from hoyle.dsl.nearest import listed, nearest
from hoyle.dsl.open_source import open_source
from hoyle.dsl.printable import to_dashes, to_name, to_underscores
from hoyle.dsl.report import Report
from hoyle.dsl.source import Span
from hoyle.interpreter.library.discovery import (
    Heading,
    RulesetNotFound,
    find_game_file,
    find_only_variant,
    find_shipped_game,
    find_titles,
    find_variant,
    is_game,
    is_library,
    list_files_near,
    list_headings,
    list_shipped_variants,
    pick_variant,
    read_examples_head,
    resolve_name,
    shipped,
    shipped_folder,
)


class VariantAlreadyThere(RulesetNotFound):
    """A variant that is asked for twice, or that the ruleset's own name stands for."""


NAME = re.compile(r"[a-z]\w*")
Roots = Mapping[str, frozenset[str]]


@attrs.frozen
class VariantLayer:
    """A variant that is laid on a game; `below` are the names of those that it stands on."""

    heading: Heading
    below: frozenset[str] = frozenset()


@attrs.frozen
class Stack:
    """A game, and variants in the order in which they are laid on it.

    There is no game where the lowest of them is laid on something that is there already.
    """

    game: Path | None
    layers: tuple[VariantLayer, ...] = ()
    there: frozenset[str] = frozenset()  # those that are laid already, and that these stand on

    def merge(self, other: Stack) -> Stack:
        """Both, each variant once."""
        there = {each.heading for each in self.layers}
        new = tuple(each for each in other.layers if each.heading not in there)
        return Stack(self.game or other.game, self.layers + new, self.there | other.there)

    @property
    def names(self) -> frozenset[str]:
        """The names of the variants."""
        return self.there | {each.heading.name for each in self.layers}


# ---------------------------------------------------------------------- what a variant stands on


def resolve_stack(heading: Heading, report: Report, roots: Roots | None = None) -> Stack | None:
    """A variant on all that it stands on, down to a game or to one of `roots`.

    The roots are there already, each with the names of what it stands on and its own. None, with
    V01 in the report, where something is missing or goes round in a circle.
    """
    return _resolve_stack(heading, report, roots or {}, ())


def resolve_base(head: Heading, report: Report) -> Stack | None:
    """The game or variant that a file of examples is of; None, with V01, where there is none."""
    return _resolve_base(head, head.base, True, report, {}, ())


def _resolve_stack(
    heading: Heading, report: Report, roots: Roots, trail: tuple[Heading, ...]
) -> Stack | None:  # fmt: skip
    if heading in trail:
        _report_circle(heading, trail, report)
        return None
    found: Stack | None = Stack(None)
    for k, word in enumerate((heading.base, *heading.others)):
        below = _resolve_base(heading, word, k == 0, report, roots, (*trail, heading))
        if below is None or found is None:
            return None
        found = _merge_stacks(heading, word, found, below, report)
    return (
        None if found is None else found.merge(Stack(None, (VariantLayer(heading, found.names),)))
    )


def _resolve_base(
    heading: Heading, word: str, is_base: bool, report: Report, roots: Roots,
    trail: tuple[Heading, ...],
) -> Stack | None:  # fmt: skip
    if word in roots:
        return Stack(None, (), roots[word])
    found = _find_known(heading, word)
    if found is None or (isinstance(found, Path) and not is_base):
        _report_unknown(heading, word, report)
        return None
    if isinstance(found, Path):
        return Stack(found)
    return _resolve_stack(found, report, roots, trail)


def find_base_elsewhere(heading: Heading, game: Path) -> str:
    """Where the game of a variant is, if its own file is that of another game; else empty.

    A file that was copied under another name is one: its variants go on standing on the first.
    """
    if not is_game(heading.source) or game.resolve() == heading.path.resolve():
        return ""
    folder, found = heading.path.resolve().parent, game.resolve().parent
    places = {folder.parent: "in the folder above", folder: "beside it"}
    return f"{game.name} {places.get(found, 'that comes with Hoyle')}"


def _merge_stacks(
    heading: Heading, word: str, one: Stack, other: Stack, report: Report
) -> Stack | None:  # fmt: skip
    if one.game and other.game and one.game.resolve() != other.game.resolve():
        title = f"`{word}` is a variant of {other.game.stem}, not of {one.game.stem}"
        report.add("V01", title, _find_name_span(heading, word))
        return None
    return one.merge(other)


def _find_known(heading: Heading, word: str) -> Path | Heading | None:
    """What a variant calls by a name: in its file, beside it, in the folder above, or shipped."""
    own = [one for one in list_headings(heading.path, heading.source.name) if one.name == word]
    if own:
        return own[0]
    if to_name(heading.path.stem) == word and is_game(heading.source):
        return heading.path
    folder = heading.path.resolve().parent
    for place in (folder, folder.parent):
        game = find_game_file(place, word)
        if game is not None:
            return game
        beside = (
            h
            for path in list_files_near(place)
            if path != heading.path
            for h in list_headings(path)
        )
        # One that says it is a variant of itself is told where it stands, and is nobody's base.
        found = next((one for one in beside if one.name == word != one.base), None)
        if found is not None:
            return found
    return find_shipped_game(word) or next(
        (one for one in list_shipped_variants() if one.name == word), None
    )


def _find_name_span(heading: Heading, word: str) -> Span:
    source = heading.source
    at = source.text.find(word, heading.base_span.start)
    return Span(source, at, at + len(word))


def name_own_game(heading: Heading) -> str:
    """What the game in the file of a variant is called, and why."""
    return f"the game of this file is called `{to_name(heading.path.stem)}`, by its file name"


def _report_unknown(heading: Heading, word: str, report: Report) -> None:
    span = _find_name_span(heading, word)
    names = sorted(to_underscores(name) for name in shipped())
    known = [*names, *(one.name for one in list_shipped_variants())]
    asked = find_titles(heading.source) if word == heading.base else ()
    own = to_name(heading.path.stem)
    titles = {to_name(title) for title in asked} | ({own} if asked else set())
    folder = heading.path.resolve().parent
    near = [path for place in (folder, folder.parent) for path in list_files_near(place)]
    near = [path for path in near if path != heading.path.resolve()]
    beside = {to_name(path.stem) for path in near} | {
        one.name for path in near for one in list_headings(path)
    }
    sooner = titles | beside
    close, label = nearest(word, [*known, *sorted(sooner)], sooner), ""
    help_: tuple[str, ...] = (f"rulesets are: {listed(names)}",)
    if close and close in titles:
        renames = "rename the file" if word == close else f"write `{close}`, and rename the file"
        label = f"write `{own}`" if NAME.fullmatch(own) else renames
        renamed = f"; renamed `{to_dashes(close)}.cards`, it is `{close}`" if close != own else ""
        help_ = (f"{name_own_game(heading)}{renamed}",)
    elif close:
        label = f"did you mean `{close}`?"
    report.add(
        "V01", f"there is no ruleset called `{word}`", span, label=label, help=help_,
    )  # fmt: skip


def _report_circle(heading: Heading, trail: tuple[Heading, ...], report: Report) -> None:
    """Variants that stand on one another, or on themselves; once for each circle."""
    ring = trail[trail.index(heading) :]
    first = min(ring, key=lambda each: (each.path, each.line))
    last = ring[ring.index(first) - 1]
    also = () if last == first else ((last.base_span, f"`{last.name}` stands on it"),)
    report.add(
        "V01", f"`{first.name}` is a variant of itself in the end", first.base_span, also=also,
        help=("a variant is `of` a game, or of a variant that does not need this one",),
    )  # fmt: skip


# ---------------------------------------------------------------------- what a name means


@attrs.frozen
class Choice:
    """A game and the variants on it: those that its name stands for, and those added to it.

    `added` are those that were asked for; `more` are they with what they stand on.
    """

    name: str
    game: Path
    chain: tuple[VariantLayer, ...] = ()
    added: tuple[Heading, ...] = ()
    more: tuple[VariantLayer, ...] = ()

    @property
    def layers(self) -> tuple[VariantLayer, ...]:
        """All variants, in the order in which they are laid on the game."""
        return self.chain + self.more

    @property
    def path(self) -> Path:
        """The file of the variant that is meant, or of the game."""
        return self.chain[-1].heading.path if self.chain else self.game

    @property
    def comes_with_hoyle(self) -> bool:
        """Whether the name alone finds it again."""
        return _is_shipped(self.path)

    @property
    def is_checked(self) -> bool:
        """Whether it comes with Hoyle as it is, with one variant at most, and was checked so."""
        paths = (self.game, *(layer.heading.path for layer in self.layers))
        return len(self.added) + bool(self.chain) <= 1 and all(map(_is_shipped, paths))

    def words(self) -> tuple[str, list[str]]:
        """What `load` finds it by again: a name or path, and the variants that were added."""
        name = self.name
        if not self.comes_with_hoyle:
            name = str(self.path) + (f":{self.name}" if self.chain else "")
        return name, [self.word(heading) for heading in self.added]

    def word(self, heading: Heading) -> str:
        """What finds an added variant again: its name, or its file with it."""
        try:
            same = find_variant(heading.name, self.game, self.path) == heading
        except RulesetNotFound:
            same = False
        word = to_dashes(heading.name)
        return word if same else f"{heading.path}:{word}"


def _is_shipped(path: Path) -> bool:
    return shipped_folder().resolve() in path.resolve().parents


def resolve_choice(name: str, variants: Sequence[str], report: Report) -> Choice | None:
    """What a name and some variants mean; None, with a problem in the report, where a base lacks.

    RulesetNotFound where there is no such game or variant, or a variant is of another game.
    """
    path, heading = resolve_name(name)
    if heading is None:
        source = open_source(path, name, Report())
        head = read_examples_head(source) if source is not None else None
        if head is not None:
            base = to_dashes(head.base)
            game = _find_known(attrs.evolve(head, path=path), head.base)
            own = isinstance(game, Path) and shipped_folder() not in game.parents
            word = game if own else base
            raise RulesetNotFound(
                f"{name} holds examples of {base}, and no game: `hoyle test {word}` runs those "
                "that stand beside it"
            )
        if source is not None and is_library(source) and not is_game(source):
            raise RulesetNotFound(f"{name} is a library, and no game: games use it")
        inside = list_headings(path)
        if inside and not (source and is_game(source)):
            heading = (
                pick_variant(variants[0], inside, str(path))
                if variants
                else find_only_variant(path)
            )
            variants = variants[1:]
    if heading is None:
        return add_variants(Choice(path.stem, path), variants, report)
    stack = resolve_stack(heading, report)
    if stack is None or stack.game is None:
        return None
    return add_variants(Choice(to_dashes(heading.name), stack.game, stack.layers), variants, report)


def add_variants(choice: Choice, variants: Sequence[str], report: Report) -> Choice | None:
    """The choice with some variants added."""
    for word in variants:
        heading = find_variant(word, choice.game, choice.path)
        there = [each.heading for each in choice.layers]
        if heading in there:
            raise VariantAlreadyThere(f"{to_dashes(heading.name)} is there already")
        roots = {to_name(choice.game.stem): frozenset[str]()}
        roots |= {one.heading.name: one.below | {one.heading.name} for one in choice.layers}
        stack = resolve_stack(heading, report, roots)
        if stack is None:
            return None
        if stack.game is not None and stack.game.resolve() != choice.game.resolve():
            raise RulesetNotFound(
                f"{to_dashes(heading.name)} is a variant of {stack.game.stem}, not of {choice.name}"
            )
        new = [each for each in stack.layers if each.heading not in there]
        choice = attrs.evolve(
            choice, added=(*choice.added, heading), more=(*choice.more, *new)
        )  # fmt: skip
    return choice
