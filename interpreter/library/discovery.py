"""Where rulesets stand: games, variants and libraries by their names, and what they stand on."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path

import attrs

from hoyle.dsl.nearest import listed, nearest
from hoyle.dsl.open_source import open_source
from hoyle.dsl.printable import to_dashes, to_name, to_underscores
from hoyle.dsl.report import Report
from hoyle.dsl.source import Source, Span

# Read without parsing, since a list of all variants must not parse every file.
HEAD = re.compile(
    r'^variant +([a-z]\w*) *"([^"\n]*)" *of +([a-z]\w*)(?: +with +([a-z]\w*(?: *, *[a-z]\w*)*))?',
    re.MULTILINE,
)
GAME = re.compile(r'^game *"([^"\n]*)', re.MULTILINE)
EXAMPLES = re.compile(r"^examples +of +([a-z]\w*)", re.MULTILINE)
FAR_LEFT = re.compile(r"^[^\s#]", re.MULTILINE)  # where the lines of a variant are over
LIBRARIES = "std"


@attrs.frozen
class Heading:
    """The first line of a variant: where it stands, its names, and what it is a variant of.

    `others` are the variants that are laid on the base before it.
    """

    path: Path
    source: Source = attrs.field(eq=False, repr=False)
    name: str
    title: str
    base: str
    name_span: Span = attrs.field(eq=False, repr=False)
    base_span: Span = attrs.field(eq=False, repr=False)
    others: tuple[str, ...] = ()

    @property
    def line(self) -> int:
        """The 1-based line."""
        return self.base_span.line

    def says(self, span: Span) -> bool:
        """Whether this stands in the variant's own lines: up to the next that begins far left."""
        after = FAR_LEFT.search(self.source.text, self.base_span.end)
        end = len(self.source.text) if after is None else after.start()
        return span.source.name == self.source.name and self.base_span.end <= span.start < end


class RulesetNotFound(FileNotFoundError):
    """No game, variant or file of that name, or more than one."""


@cache
def shipped_folder() -> Path:
    """The folder of the rulesets that come with Hoyle."""
    import hoyle.rulesets

    return Path(next(iter(hoyle.rulesets.__path__)))


def list_families() -> dict[str, list[Path]]:
    """The files of the games that come with Hoyle, by family; all in the order of their names."""
    folders = sorted(path for path in shipped_folder().iterdir() if path.is_dir())
    games = {path.name: sorted(path.glob("*.cards")) for path in folders if path.name != LIBRARIES}
    return {family: files for family, files in games.items() if files}


def shipped() -> list[str]:
    """The names of the games that come with Hoyle."""
    return sorted(path.stem for files in list_families().values() for path in files)


def find_shipped_game(name: str) -> Path | None:
    """The file of a game that comes with Hoyle; RulesetNotFound where two families have one."""
    folders = [shipped_folder() / family for family in list_families()]
    found = [path for folder in folders if (path := find_game_file(folder, name)) is not None]
    if len(found) > 1:
        places = " and ".join(f"{path.parent.name}/{path.name}" for path in found)
        raise RulesetNotFound(f"there are {len(found)} games called {name}: {places}")
    return found[0] if found else None


def list_shipped_variants() -> list[Heading]:
    """The variants that come with Hoyle, by their names."""
    return list(_list_variants_in(shipped_folder()))


@cache
def _list_variants_in(shipped: Path) -> tuple[Heading, ...]:
    """Read once: what comes with Hoyle stays as it is."""
    files = sorted(shipped.rglob("*.cards"))
    inside = [path for path in files if path.parent.name != LIBRARIES]
    return tuple(sorted((h for path in inside for h in list_headings(path)), key=lambda h: h.name))


def list_variants(game: str) -> list[Heading]:
    """The shipped variants of a shipped game, those that stand on other variants too."""
    return group_variants().get(to_dashes(game), [])


def group_variants() -> dict[str, list[Heading]]:
    """The shipped variants by the game that each stands on, at once or by way of others."""
    known = {heading.name: heading for heading in list_shipped_variants()}
    found: dict[str, list[Heading]] = {}
    for heading in known.values():
        found.setdefault(_find_game_below(heading, known), []).append(heading)
    return found


def _find_game_below(heading: Heading, known: Mapping[str, Heading]) -> str:
    """The name of the game that a variant stands on, at once or by way of others."""
    below = heading
    for _ in known:
        if below.base not in known:
            break
        below = known[below.base]
    return to_dashes(below.base)


def list_headings(path: Path, name: str | None = None) -> list[Heading]:
    """The variants in a file, in its order; none where it cannot be read as text."""
    source = open_source(path, name or path.name, Report())
    return [] if source is None else list(_find_headings(path, source.name, source.text))


@lru_cache(maxsize=64)
def _find_headings(path: Path, name: str, text: str) -> tuple[Heading, ...]:
    """Once for each text: every variant of a file asks for all of them."""
    source, found = Source(name, text), []
    for m in HEAD.finditer(text):
        others = tuple(re.findall(r"\w+", m[4] or ""))
        name_at, base_at = Span(source, *m.span(1)), Span(source, *m.span(3))
        found.append(Heading(path, source, m[1], m[2], m[3], name_at, base_at, others))
    return tuple(found)


# ---------------------------------------------------------------------- by name


def list_files_near(folder: Path, stem: str | None = None) -> list[Path]:
    """The files of a folder, and of the folder in it that has the name of a game."""
    places = [folder] + ([folder / to_dashes(stem), folder / to_underscores(stem)] if stem else [])
    found = (path for place in dict.fromkeys(places) for path in sorted(place.glob("*.cards")))
    return [path for path in found if path.is_file()]


def is_game(source: Source) -> bool:
    """Whether a text is that of a game, and not of variants only."""
    return GAME.search(source.text) is not None


def find_titles(source: Source) -> tuple[str, ...]:
    """The title of the game in a text, whole and up to its first comma; none without a game."""
    found = GAME.search(source.text)
    return (found[1], re.split(r"[,:(]", found[1])[0]) if found else ()


def holds_rulesets(folder: Path) -> bool:
    """Whether a game or variant stands in a folder, or in one inside it."""
    for path in folder.rglob("*.cards"):
        source = open_source(path, path.name, Report()) if path.is_file() else None
        if source is not None and (is_game(source) or HEAD.search(source.text)):
            return True
    return False


def is_library(source: Source) -> bool:
    """Whether a text is that of a library."""
    return re.search(r'^library *"', source.text, re.MULTILINE) is not None


def read_examples_head(source: Source) -> Heading | None:
    """What the examples of a file are of; None where it is no file of examples."""
    found = EXAMPLES.search(source.text)
    if found is None:
        return None
    span = Span(source, *found.span(1))
    return Heading(Path(source.name), source, "", "", found[1], span, span)


def find_example_files(folder: Path, stem: str, name: str) -> list[Path]:
    """The files with examples of a game or variant, in a folder or in the one of its game there."""
    found = []
    for path in list_files_near(folder, stem):
        source = open_source(path, path.name, Report())
        head = read_examples_head(source) if source is not None else None
        if head is not None and head.base == to_underscores(name):
            found.append(path)
    return found


def find_game_file(folder: Path, name: str) -> Path | None:
    """The file of a game in a folder; a file of variants may have the name of one of them."""
    for stem in (to_underscores(name), to_dashes(name)):
        path = folder / f"{stem}.cards"
        source = open_source(path, path.name, Report()) if path.is_file() else None
        if source is not None and is_game(source):
            return path
    return None


def find_file(name: str) -> Path:
    """The file of a ruleset: a path, or the name of a game or variant that comes with Hoyle."""
    return resolve_name(name)[0]


def resolve_name(name: str) -> tuple[Path, Heading | None]:
    """The file that a name or path leads to, and which of its variants is meant, if one is.

    A path may be followed by `:` and the name of a variant in it. RulesetNotFound where there is no
    such thing.
    """
    path = Path(name)
    if ".cards" in name or "/" in name or path.is_file():
        return _in_file(name)
    found = find_shipped_game(name)
    if found is not None:
        return found, None
    variants = [h for h in list_shipped_variants() if h.name == to_underscores(name)]
    if variants:
        return variants[0].path, variants[0]
    if Path(f"{name}.cards").is_file():
        raise RulesetNotFound(f"there is no ruleset called {name}; did you mean {name}.cards?")
    games, others = shipped(), [to_dashes(h.name) for h in list_shipped_variants()]
    close = nearest(to_dashes(name), [*games, *others])
    hint = f"; did you mean {close}?" if close else ""
    raise RulesetNotFound(
        f"there is no ruleset called {name}{hint} (there are: {', '.join(games)}; "
        f"`hoyle list WORD` searches, also among their variants)"
    )


def name_beside(name: str, first: str) -> str:
    """A second ruleset as it can be resolved: a variant in the file of the first by its name alone.

    Games come before it, and what is written as a path stays one.
    """
    if ".cards" in name or "/" in name or Path(name).is_file() or find_shipped_game(name):
        return name
    path = find_file(first)
    own = {heading.name for heading in list_headings(path)}
    return f"{path}:{name}" if to_underscores(name) in own else name


def _in_file(name: str) -> tuple[Path, Heading | None]:
    path, variant = Path(name), None
    if not path.is_file() and ":" in name:
        before, _, variant = name.rpartition(":")
        path = Path(before)
    if not path.is_file():
        no_file = path.exists()  # a folder, a pipe, a device
        raise RulesetNotFound(
            f"{name} is no file of text" if no_file else f"there is no file {name}"
        )
    if variant is None:
        return path, None
    return path, pick_variant(variant, list_asked_headings(path), str(path))


def list_asked_headings(path: Path) -> list[Heading]:
    """The variants in a file that was asked for by its path, which is shown as it was written."""
    return list_headings(path, path.name if path.is_absolute() else str(path))


def pick_variant(name: str, among: Sequence[Heading], where: str) -> Heading:
    """The variant of a name; RulesetNotFound where there is none, or more than one."""
    found = [heading for heading in among if heading.name == to_underscores(name)]
    if not found:
        known = [to_dashes(heading.name) for heading in among]
        close = nearest(to_dashes(name), known)
        hint = f"; did you mean {close}?" if close else ""
        there = f" (variants: {listed(sorted(known))})" if known else ""
        raise RulesetNotFound(f"there is no variant {name} of {where}{hint}{there}")
    if len(found) > 1:
        places = " and ".join(f"{h.source.name}:{h.line}" for h in found)
        if len({heading.path for heading in found}) == 1:
            raise RulesetNotFound(f"the variant {name} is declared twice: {places}")
        many = "two" if len(found) == 2 else len(found)
        raise RulesetNotFound(f"there are {many} variants {name}: {places}; name the file")
    return found[0]


def find_variant(name: str, game: Path, named: Path | None = None) -> Heading:
    """A variant for a game: in its file, then beside it, then among those that come with Hoyle.

    Before all others come those in the file that was `named`, where that is one of variants.
    """
    if ".cards" in name or "/" in name:
        path, heading = _in_file(name)
        return heading or find_only_variant(path)
    beside = list_files_near(game.parent, game.stem)
    levels = (
        list_headings(named) if named is not None else [],
        list_headings(game),
        [h for path in beside if path != game for h in list_headings(path)],
        list_shipped_variants(),
    )
    for level in levels:
        if any(heading.name == to_underscores(name) for heading in level):
            return pick_variant(name, level, game.stem)
    known = {h.name: h for level in reversed(levels) for h in level}  # the nearest comes last
    known.pop(to_name(game.stem), None)  # a variant of another game, with the name of this one
    word = to_dashes(to_name(game.stem))
    suited = [heading for heading in known.values() if _find_game_below(heading, known) == word]
    return pick_variant(name, suited, to_dashes(game.stem))


def list_candidates(name: str) -> list[Heading]:
    """The variants that a name may mean: those of a file without a game, where it holds several."""
    path, heading = resolve_name(name)
    found = [] if heading is not None else list_headings(path)
    return found if len(found) > 1 and not is_game(found[0].source) else []


def find_only_variant(path: Path) -> Heading:
    """The variant of a file that holds one; RulesetNotFound names them where there are more."""
    found = list_asked_headings(path)
    if len(found) == 1:
        return found[0]
    if not found:
        raise RulesetNotFound(f"there is no variant in {path}")
    if len({heading.name for heading in found}) == 1:
        return pick_variant(found[0].name, found, str(path))
    words = dict.fromkeys(f"{path}:{to_dashes(heading.name)}" for heading in found)
    names = " or ".join(words)
    raise RulesetNotFound(f"there are {len(found)} variants in {path}: write {names}")
