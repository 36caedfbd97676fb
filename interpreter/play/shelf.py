"""Where rulesets stand: games, variants and libraries by their names, and what they stand on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

import attrs

from hoyle.dsl.nearest import listed, nearest
from hoyle.dsl.report import Report
from hoyle.dsl.source import Source, Span
from hoyle.dsl.tree.page import open_source
from hoyle.interpreter.play.words import dashed, underscored

# Read without parsing, since a list of all variants must not parse every file.
HEAD = re.compile(r'^variant +([a-z]\w*) +"([^"\n]*)" +of +([a-z]\w*)', re.MULTILINE)
LIBRARIES = "std"


@attrs.frozen
class Heading:
    """The first line of a variant: where it stands, its names, and what it is a variant of."""

    path: Path
    source: Source = attrs.field(eq=False, repr=False)
    name: str
    title: str
    base: str
    base_span: Span = attrs.field(eq=False, repr=False)

    @property
    def line(self) -> int:
        """The 1-based line."""
        return self.base_span.line


class NotOnTheShelf(FileNotFoundError):
    """No game, variant or file of that name, or more than one."""


@cache
def shipped_folder() -> Path:
    """The folder of the rulesets that come with Hoyle."""
    import hoyle.rulesets

    return Path(next(iter(hoyle.rulesets.__path__)))


def shipped() -> list[str]:
    """The names of the games that come with Hoyle."""
    return sorted(path.stem for path in shipped_folder().glob("*.cards"))


def shipped_variants() -> list[Heading]:
    """The variants that come with Hoyle, by their names."""
    files = sorted(shipped_folder().rglob("*.cards"))
    inside = [path for path in files if path.parent.name != LIBRARIES]
    return sorted((h for path in inside for h in headings(path)), key=lambda h: h.name)


def variants_of(game: str) -> list[Heading]:
    """The shipped variants of a shipped game, those that stand on other variants too."""
    known = {heading.name: heading for heading in shipped_variants()}

    def root(heading: Heading) -> str:
        for _ in known:
            if heading.base not in known:
                break
            heading = known[heading.base]
        return dashed(heading.base)

    return [heading for heading in known.values() if root(heading) == dashed(game)]


def headings(path: Path, name: str | None = None) -> list[Heading]:
    """The variants in a file, in its order; none where it cannot be read as text."""
    source = open_source(path, name or path.name, Report())
    if source is None:
        return []
    return [
        Heading(path, source, m[1], m[2], m[3], Span(source, *m.span(3)))
        for m in HEAD.finditer(source.text)
    ]


# ---------------------------------------------------------------------- by name


def near(folder: Path, stem: str | None = None) -> list[Path]:
    """The files of a folder, and of the folder in it that has the name of a game."""
    places = [folder] + ([folder / dashed(stem), folder / underscored(stem)] if stem else [])
    return [path for place in dict.fromkeys(places) for path in sorted(place.glob("*.cards"))]


def game_file(folder: Path, name: str) -> Path | None:
    """The file of a game in a folder."""
    for stem in (underscored(name), dashed(name)):
        path = folder / f"{stem}.cards"
        if path.is_file():
            return path
    return None


def find(name: str) -> Path:
    """The file of a ruleset: a path, or the name of a game or variant that comes with Hoyle."""
    return named(name)[0]


def named(name: str) -> tuple[Path, Heading | None]:
    """The file that a name or path leads to, and which of its variants is meant, if one is.

    A path may be followed by `:` and the name of a variant in it. NotOnTheShelf where there is no
    such thing.
    """
    path = Path(name)
    if path.suffix == ".cards" or "/" in name or path.exists():
        return in_file(name)
    found = game_file(shipped_folder(), name)
    if found is not None:
        return found, None
    variants = [h for h in shipped_variants() if h.name == underscored(name)]
    if variants:
        return variants[0].path, variants[0]
    games, others = shipped(), [dashed(h.name) for h in shipped_variants()]
    close = nearest(dashed(name), [*games, *others])
    hint = f"; did you mean {close}?" if close else ""
    raise NotOnTheShelf(
        f"there is no ruleset called {name}{hint} (there are: {', '.join(games)}; "
        f"`hoyle list` names their variants too)"
    )


def in_file(name: str) -> tuple[Path, Heading | None]:
    """A path, and the variant that is named behind it."""
    path, variant = Path(name), None
    if not path.is_file() and ":" in name:
        before, _, variant = name.rpartition(":")
        path = Path(before)
    if not path.is_file():
        raise NotOnTheShelf(f"there is no file {name}")
    if variant is None:
        return path, None
    return path, pick(variant, headings(path), str(path))


def pick(name: str, among: Sequence[Heading], where: str) -> Heading:
    """The variant of a name; NotOnTheShelf where there is none, or more than one."""
    found = [heading for heading in among if heading.name == underscored(name)]
    if not found:
        known = [dashed(heading.name) for heading in among]
        close = nearest(dashed(name), known)
        hint = f"; did you mean {close}?" if close else ""
        there = f" (variants: {listed(sorted(known))})" if known else ""
        raise NotOnTheShelf(f"there is no variant {name} of {where}{hint}{there}")
    if len(found) > 1:
        places = " and ".join(f"{h.source.name}:{h.line}" for h in found)
        raise NotOnTheShelf(f"there are two variants {name}: {places}; name the file")
    return found[0]


def variant_for(name: str, game: Path) -> Heading:
    """A variant for a game: in its file, then beside it, then among those that come with Hoyle."""
    if name.endswith(".cards") or "/" in name:
        path, heading = in_file(name)
        return heading or only_variant(path)
    beside = near(game.parent, game.stem)
    levels = (
        headings(game),
        [h for path in beside if path != game for h in headings(path)],
        shipped_variants(),
    )
    for level in levels:
        if any(heading.name == underscored(name) for heading in level):
            return pick(name, level, game.stem)
    mine = [h for level in levels[:2] for h in level] + variants_of(game.stem)
    return pick(name, mine, dashed(game.stem))


def only_variant(path: Path) -> Heading:
    """The variant of a file that holds one; NotOnTheShelf names them where there are more."""
    found = headings(path)
    if len(found) == 1:
        return found[0]
    if not found:
        raise NotOnTheShelf(f"there is no variant in {path}")
    names = " or ".join(f"{path}:{dashed(heading.name)}" for heading in found)
    raise NotOnTheShelf(f"there are {len(found)} variants in {path}: write {names}")


# ---------------------------------------------------------------------- what a variant stands on


@attrs.frozen
class Lineage:
    """A variant with those that it stands on, from the base upwards, and the game below them."""

    game: Path | None
    chain: tuple[Heading, ...]


def lineage(heading: Heading, report: Report, roots: Iterable[str] = ()) -> Lineage | None:
    """What a variant stands on, down to a game or to one of `roots`, for which there is no file.

    None, with V01 in the report, where something is missing or goes round in a circle.
    """
    chain = [heading]
    known = {underscored(root) for root in roots}
    while True:
        top = chain[0]
        if top.base in known:
            return Lineage(None, tuple(chain))
        found = base_of(top)
        if found is None:
            tell_unknown_base(top, report)
            return None
        if isinstance(found, Path):
            return Lineage(found, tuple(chain))
        if found in chain:
            tell_circle(found, heading, report)
            return None
        chain.insert(0, found)


def base_of(heading: Heading) -> Path | Heading | None:
    """The game or the variant of which this is a variant: here, beside it, above it, or shipped."""
    own = [h for h in headings(heading.path, heading.source.name) if h.name == heading.base]
    if own:
        return own[0]
    if underscored(heading.path.stem) == heading.base and is_game(heading.source):
        return heading.path
    folder = heading.path.resolve().parent
    for place in (folder, folder.parent, shipped_folder()):
        game = game_file(place, heading.base)
        if game is not None:
            return game
        beside = (h for path in near(place) if path != heading.path for h in headings(path))
        found = next((h for h in beside if h.name == heading.base), None)
        if found is not None:
            return found
    return next((h for h in shipped_variants() if h.name == heading.base), None)


def is_game(source: Source) -> bool:
    """Whether a text is that of a game, and not of variants only."""
    return re.search(r'^game +"', source.text, re.MULTILINE) is not None


def is_library(source: Source) -> bool:
    """Whether a text is that of a library."""
    return re.search(r'^library +"', source.text, re.MULTILINE) is not None


def tell_unknown_base(heading: Heading, report: Report) -> None:
    """There is no ruleset to be a variant of."""
    names = sorted([underscored(name) for name in shipped()])
    variants = [h.name for h in shipped_variants()]
    close = nearest(heading.base, [*names, *variants])
    report.add(
        "V01", f"there is no ruleset called `{heading.base}`", heading.base_span,
        label=f"did you mean `{close}`?" if close else "",
        help=(f"rulesets are: {listed(names)}",),
    )  # fmt: skip


def tell_circle(found: Heading, heading: Heading, report: Report) -> None:
    """Variants that stand on one another, or on themselves."""
    also = () if found == heading else ((found.base_span, "and this one stands on it"),)
    report.add(
        "V01", f"`{heading.name}` is a variant of itself in the end", heading.base_span,
        also=also, help=("a variant is `of` a game, or of a variant that does not need this one",),
    )  # fmt: skip


def known_names() -> Iterator[str]:
    """The names of every game and variant that comes with Hoyle, as the command line has them."""
    yield from shipped()
    yield from (dashed(heading.name) for heading in shipped_variants())


@attrs.frozen
class Choice:
    """A game and the variants on it: those that its name stands for, and those added to it.

    `chain` goes from the base upwards. Each of `added` is a variant that was asked for besides,
    with those that it stands on before it.
    """

    name: str
    game: Path
    chain: tuple[Heading, ...] = ()
    added: tuple[Heading, ...] = ()
    lineages: tuple[tuple[Heading, ...], ...] = ()

    @property
    def path(self) -> Path:
        """The file of the variant that is meant, or of the game."""
        return self.chain[-1].path if self.chain else self.game

    @property
    def comes_with_hoyle(self) -> bool:
        """Whether the name alone finds it again."""
        return shipped_folder().resolve() in self.path.resolve().parents

    def words(self) -> tuple[str, list[str]]:
        """What `load` finds it by again: a name or path, and the variants that were added."""
        name = self.name
        if not self.comes_with_hoyle:
            name = str(self.path) + (f":{self.name}" if self.chain else "")
        found = []
        for heading in self.added:
            try:
                same = variant_for(heading.name, self.game) == heading
            except NotOnTheShelf:
                same = False
            word = dashed(heading.name)
            found.append(word if same else f"{heading.path}:{word}")
        return name, found


def choose(name: str, variants: Sequence[str], report: Report) -> Choice | None:
    """What a name and some variants mean; None, with a problem in the report, where a base lacks.

    NotOnTheShelf where there is no such game or variant, or a variant is of another game.
    """
    path, heading = named(name)
    if heading is None and not any(map(is_game, filter(None, [open_source(path, name, Report())]))):
        if headings(path) and not variants:
            heading = only_variant(path)
        elif headings(path):
            heading = pick(variants[0], headings(path), str(path))
            variants = variants[1:]
    if heading is None:
        return with_added(Choice(path.stem, path), variants, report)
    line = lineage(heading, report)
    if line is None or line.game is None:
        return None
    return with_added(Choice(dashed(heading.name), line.game, line.chain), variants, report)


def with_added(choice: Choice, variants: Sequence[str], report: Report) -> Choice | None:
    """The choice with some variants added."""
    added, lineages = list(choice.added), list(choice.lineages)
    for word in variants:
        heading = variant_for(word, choice.game)
        roots = {choice.game.stem, *(each.name for each in (*choice.chain, *added))}
        line = lineage(heading, report, roots)
        if line is None:
            return None
        if line.game is not None and line.game.resolve() != choice.game.resolve():
            raise NotOnTheShelf(
                f"{dashed(heading.name)} is a variant of {line.game.stem}, not of {choice.name}"
            )
        if heading in (*choice.chain, *added):
            raise NotOnTheShelf(f"{dashed(heading.name)} is there already")
        added.append(heading)
        lineages.append(line.chain)
    return attrs.evolve(choice, added=tuple(added), lineages=tuple(lineages))
