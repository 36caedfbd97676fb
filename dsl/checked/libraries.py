"""The libraries that a file uses: what they give, and what they ask of the game."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain

import attrs

from hoyle.dsl.card_words import FRENCH, FRENCH_RANKS
from hoyle.dsl.checked import declarations as declared
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import types as t
from hoyle.dsl.checked.context import CheckContext, Definition, Giving, Suited
from hoyle.dsl.checked.tables import check_params
from hoyle.dsl.nearest import WRITTEN, distance, nearest
from hoyle.dsl.node import Node, select_kind, walk
from hoyle.dsl.source import Source, Span
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e
from hoyle.dsl.tree import statements as s

Library = Callable[[str], d.File | None]
# Those that come with Hoyle: a test holds them against the folder.
SHIPPED = (
    "against_the_house", "bank", "betting", "bowers", "draw_and_discard", "fixed_bets",
    "german_pack", "italian_pack", "melds", "partners", "pips", "poker", "spanish_pack",
    "swiss_pack", "tarot_pack", "trick_play", "tricks", "trump_suit", "trumps", "twenty_one",
)  # fmt: skip


@attrs.frozen(eq=False)
class Used:
    """A library, and where the game asks for it."""

    name: str
    file: d.File
    place: Span


def find_libraries(ctx: CheckContext, file: d.File, library: Library) -> list[Used]:
    """The libraries that a file uses, and those that they use, each once."""
    found: list[Used] = []
    taken: set[str] = set()
    waiting = [
        (use.library, use.span.find_word(use.library))
        for use in select_kind(file.declarations, d.Use)
    ]
    while waiting:
        name, place = waiting.pop(0)
        if name in taken:
            continue
        taken.add(name)
        inner = library(name)
        if inner is None and name in _list_told_files(ctx):
            ctx.library_lost = True  # it is there, and what is wrong with it has been told
            continue
        if inner is None:
            known = [one for one in SHIPPED if library(one)]
            title = f"there is no library called `{name}`"
            ctx.add_unknown("N05", title, place, name, known, "libraries are")
            ctx.library_lost = True
            continue
        found.append(Used(name, inner, place))
        waiting += [(use.library, place) for use in select_kind(inner.declarations, d.Use)]
    return found


def find_giving(library: Library) -> Giving:
    """What tells the shipped library that gives a name; each is read once.

    Its orders have every rank of the pack.

    The one for which the game declares most of what is expected; one that defines it itself goes
    before one that uses another. How much is lacking stands beside it.
    """

    @cache
    def list_shipped() -> list[_Shipped]:
        files = {name: file for name in SHIPPED if (file := library(name)) is not None}
        found = []
        for name, file in files.items():
            used = [files[one] for one in sorted(_find_used(file, files)) if one in files]
            every = [line for one in (*used, file) for line in one.declarations]
            own, all_ = (
                {line.name: line for line in lines if isinstance(line, Given)}
                for lines in (file.declarations, every)
            )
            expected = {line.name for line in _list_lacking(every)}
            found.append(_Shipped(name, len(used), own, all_, expected))
        return found

    def find(
        word: str, declared: Collection[str], ranks: Collection[str], of_rank: bool
    ) -> tuple[int, str]:
        ways = [
            (len(one.expected.difference(declared)), word not in one.own, one.uses, one.name)
            for one in list_shipped() if one.gives(word, ranks, of_rank)
        ]  # fmt: skip
        lacks, _, _, name = min(ways, default=(0, True, 0, ""))
        return lacks, name

    return find


@attrs.frozen
class _Shipped:
    """A shipped library: how many it uses, what it defines itself, all it gives and expects."""

    name: str
    uses: int
    own: Mapping[str, Given]
    every: Mapping[str, Given]
    expected: set[str]

    def gives(self, word: str, ranks: Collection[str], of_rank: bool) -> bool:
        """Whether it has a name, to ask of one rank if so wanted; its orders go with the pack."""
        line = self.every.get(word)
        params = () if line is None or isinstance(line, d.Order) else line.params
        if of_rank and [param.type.words for param in params] != ["Rank"]:
            return False
        orders = (one for one in self.every.values() if isinstance(one, d.Order))
        return line is not None and all(
            set(ranks).issubset(rank.words for rank in one.ranks) for one in orders
        )


def find_suited(file: d.File, library: Library) -> Suited:
    """What tells the shipped libraries whose pack has a suit that a text names or signs.

    It is one where the text has `ranks of` that suit, or names another suit of that pack that
    nothing else declares: one alone may stand there by chance. The other suits of the pack stand
    beside them. The text and the packs are read once.
    """

    @cache
    def list_written() -> tuple[set[str | None], set[str]]:
        nodes = list(walk(file))
        own = {one.suit for one in nodes if isinstance(one, d.PackRanks)}
        return own, set(chain.from_iterable(map(_list_pack_words, nodes)))

    @cache
    def list_suits() -> list[tuple[str, set[str]]]:
        files = ((name, given) for name in SHIPPED if (given := library(name)) is not None)
        return [
            (name, set(_list_pack_names(line)))
            for name, given in files for line in select_kind(walk(given), d.PackSuits)
        ]  # fmt: skip

    def find(suit: str, declared: Collection[str]) -> tuple[list[str], set[str]]:
        own, written = list_written()
        found, others = list[str](), set[str]()
        for name, suits in list_suits():
            if suit not in suits:
                continue
            named = {one for one in suits & written if one not in declared and one not in WRITTEN}
            if suit in own or len(named) > 1:
                found.append(name)
                others |= suits - {suit}
        return found, others

    return find


def find_packs(
    file: d.File, library: Library, declared: Collection[str]
) -> tuple[list[str], set[str]]:
    """The shipped packs that have most of the names in a text without a pack, and their names.

    Two of the names or signs at least, which nothing else declares and no French pack has: one may
    stand there by chance.
    """
    written = set(chain.from_iterable(map(_list_pack_words, walk(file))))
    written = written.difference(declared, FRENCH, FRENCH_RANKS)
    found: dict[str, set[str]] = {}
    for name in SHIPPED:
        given = library(name)
        for pack in select_kind(given.declarations, d.Pack) if given else ():
            found[name] = written.intersection(_list_pack_names(pack))
    most = max(map(len, found.values()), default=0)
    packs = [name for name, words in found.items() if len(words) == most > 1]
    return packs, {word for name in packs for word in found[name]}


def _list_pack_names(pack: Node) -> Iterator[str]:
    """The names and signs of what stands in a pack, or in a line of one."""
    for word in select_kind(walk(pack), d.PackWord):
        yield word.word.words
        if word.sign is not None:
            yield word.sign.plain


def _list_pack_words(node: Node) -> tuple[str, ...]:
    """What may be the name or the sign of a rank or suit."""
    match node:
        case e.Name(name=word) | e.Apply(name=word) | e.RankWord(text=word):
            return (word,)
        case e.SuitWord(symbol=sign):
            return (sign,)
        case e.CardWord(rank=rank, suit=suit):
            return rank, suit
    return ()


def _list_told_files(ctx: CheckContext) -> set[str]:
    """The names of the files of which something is told."""
    return {one.span.source.name.rpartition(".")[0] for one in ctx.report.problems}


# What a game may say otherwise than a library: what has one of these names on both sides.
Procedure = d.Define | d.Table | d.Phase | d.Conditions | d.Order
Given = Procedure | d.Ranking  # what has a name that a game can ask for
SAID_OTHERWISE: tuple[tuple[type[Procedure], ...], ...]
SAID_OTHERWISE = ((d.Define, d.Table), (d.Phase,), (d.Conditions,), (d.Order,))


def find_replaced(file: d.File, used: Iterable[Used]) -> dict[Procedure, Procedure]:
    """What libraries define for which a file that uses them has a definition of its own."""
    found: dict[Procedure, Procedure] = {}
    libraries = {one.name: one.file for one in used}
    for name, theirs in libraries.items():
        users = [one for one in libraries.values() if name in _find_used(one, libraries)]
        for kinds in SAID_OTHERWISE:
            mine = {line.name: line for one in (*users, file) for line in _list_lines(one, kinds)}
            lines = _list_lines(theirs, kinds)
            found |= {line: mine[line.name] for line in lines if line.name in mine}
    return found


def _find_used(file: d.File, libraries: Mapping[str, d.File]) -> set[str]:
    """The names of the libraries that a library uses, and of those that these use."""
    found: set[str] = set()
    waiting = [file]
    while waiting:
        uses = {use.library for use in select_kind(waiting.pop().declarations, d.Use)}
        waiting += [libraries[name] for name in sorted(uses - found) if name in libraries]
        found |= uses
    return found


def _list_lines(file: d.File, kinds: tuple[type[Procedure], ...]) -> list[Procedure]:
    return [line for kind in kinds for line in select_kind(file.declarations, kind)]


def list_misfits(ctx: CheckContext, replaced: Mapping[Procedure, Procedure]) -> list[Source]:
    """The libraries for which a game has a definition that takes other things than theirs."""
    found = []
    for theirs, mine in replaced.items():
        if isinstance(theirs, d.Order) or isinstance(mine, d.Order):
            continue
        wanted = [declared.resolve_type(ctx, param.type) for param in theirs.params]
        takes = [declared.resolve_type(ctx, param.type) for param in mine.params]
        if len(takes) != len(wanted) or not all(map(t.is_assignable, wanted, takes)):
            _report_misfit(ctx, theirs, mine)
            found.append(theirs.span.source)
    return found


def check_replaced(ctx: CheckContext, replaced: Mapping[Procedure, Procedure]) -> None:
    """What a game defines otherwise gives the same kind of thing: a library uses it too."""
    for theirs, mine in replaced.items():
        if isinstance(theirs, d.Define) and isinstance(mine, d.Define | d.Table):
            gives = ctx.game.defines.get(mine.name) or ctx.game.tables.get(mine.name)
            wanted = None if theirs.type is None else declared.resolve_type(ctx, theirs.type)
            if wanted is not None and gives is not None and not t.is_assignable(gives.type, wanted):
                _report_misfit(ctx, theirs, mine)


def _report_misfit(ctx: CheckContext, theirs: Procedure, mine: Procedure) -> None:
    ctx.error(
        "N11", f"a library has another kind of `{mine.name}`, and would use this one",
        mine.name_span, also=((theirs.name_span, "this one would be replaced"),),
        help=("give it the same parameters and the same type; or another name",),
    )  # fmt: skip


def check_expectations(ctx: CheckContext, library: Used) -> bool:
    """Take the defaults of what a library asks of the game; whether the game lacks some of it."""
    lacking: list[d.Expected] = []
    for expects in select_kind(library.file.declarations, d.Expects):
        for line in expects.lines:
            if line.name in ctx.not_given:
                return True  # another library would give it, which lacks something itself
            if line.name in ctx.declared:
                if declared.is_declared_otherwise(ctx, line):
                    _report_otherwise(ctx, library, line)
                    return True
                ctx.expected.add(line.name)
            elif line.default is None:
                lacking.append(line)
            else:
                _take_default(ctx, line)
    if lacking:
        names = " and ".join(f"`{line.name}`" for line in lacking)
        title = f"`{library.name}` expects {names}, which the game does not declare"
        lines = [f"  {line.span.words}" for line in lacking]
        basic = not select_kind(library.file.declarations, d.Use)  # others may stand on it
        giving = (
            ctx.find_giving(line.name, ctx.declared, ctx.game.ranks, False)
            for line in lacking
            if basic
        )
        others = dict.fromkeys(name for lacks, name in giving if name and not lacks)
        lines += [f"or, with what the game declares:  use {other}" for other in others]
        ctx.error("N11", title, library.place, help=("what it expects:", *lines),
                   also=_find_meant(ctx, lacking))  # fmt: skip
        ctx.not_given |= {line.name for line in lacking}
    return bool(lacking)


def _take_default(ctx: CheckContext, line: d.Expected) -> None:
    assert line.default is not None
    ctx.declared[line.name] = line.span
    ctx.definitions[line.name] = d.Define(
        line.name, line.params, line.type, line.default, span=line.span, name_span=line.span
    )


def _find_meant(ctx: CheckContext, lacking: list[d.Expected]) -> tuple[tuple[Span, str], ...]:
    """What the game declares under a name that is nearly one that a library expects."""
    found = []
    for line in lacking:
        close = nearest(line.name, ctx.declared)
        if close is None or len(ctx.declared) < 2:
            continue
        uses = re.findall(rf"\b{close}\b", ctx.declared[close].source.text)
        if len(uses) > 1 and distance(line.name, close) > 1:
            continue  # what is asked for by its name is called so
        if not declared.is_declared_otherwise(ctx, attrs.evolve(line, name=close)):
            found.append((ctx.declared[close], f"is this meant to be `{line.name}`?"))
    return tuple(found)


def _report_otherwise(ctx: CheckContext, library: Used, line: d.Expected) -> None:
    """The game has what a library expects, but as something else."""
    said = line.span.words
    also = ((ctx.declared[line.name], "here it is something else"),)
    title = f"`{library.name}` expects `{said}`, and the game has `{line.name}` otherwise"
    ctx.error("N11", title, library.place, also=also)


def drop_library(ctx: CheckContext, source: Source) -> None:
    """A library that lacks what it expects is not checked: what it would give is not known."""
    trees: dict[str, Definition] | dict[str, d.Conditions] | dict[str, d.Phase]
    for trees in (ctx.definitions, ctx.conditions_trees, ctx.phase_trees):
        for name in [name for name, tree in trees.items() if tree.span.source is source]:
            del trees[name]
            ctx.not_given |= {name, name.capitalize()}
    ctx.kept = [pair for pair in ctx.kept if pair[0].span.source is not source]


# ---------------------------------------------------------------------- a library by itself


def _make_ranks(span: Span) -> tuple[e.Expr, ...]:
    return tuple(
        e.Number(int(rank), span=span) if rank.isdigit() else e.RankWord(rank, span=span)
        for rank in FRENCH_RANKS
    )


def make_stand_ins(file: d.File, declarations: list[d.Declaration]) -> list[d.Declaration]:
    """A whole pack, two to four players, and the zones, state and orders that are expected.

    `declarations` are those of the file and of the libraries that it uses.
    """
    span = file.source.whole_line(1)
    between = e.Between(e.Number(2, span=span), e.Number(4, span=span), span=span)
    ranks = tuple(d.PackWord(rank, None, None, span=span) for rank in _make_ranks(span))
    packs = () if select_kind(declarations, d.Pack) else (
        d.Pack((d.PackRanks(None, ranks, span=span),), span=span),)  # fmt: skip
    lacking = _list_lacking(declarations)
    expected = [_make_stand_in(line) for line in lacking if not line.params]
    return [d.Players((between,), span=span), *packs, *expected]


def _list_lacking(declarations: list[d.Declaration]) -> list[d.Expected]:
    """What libraries expect of a game, and none of them gives; each name once."""
    given = {getattr(line, "name", None) for line in declarations}
    expected = [line for expects in select_kind(declarations, d.Expects) for line in expects.lines]
    lacking = {line.name: line for line in expected if line.default is None}
    return [line for line in lacking.values() if line.name not in given]


def _make_stand_in(line: d.Expected) -> d.Declaration:
    span = line.span
    kind = line.type.name if isinstance(line.type, d.TypeNamed) else ""
    if kind == "Order":
        return d.Order(line.name, _make_ranks(span), span=span, name_span=span)
    if kind in ("Cards", "Pile"):
        zone = d.Zone(
            line.name, line.index, kind, "up", None, None, False, span=span, name_span=span
        )
        return d.Zones((zone,), span=span)
    register = d.Register(
        line.name, line.index, line.type, None, None, False, span=span, name_span=span
    )
    return d.State(None, (register,), span=span)


def declare_stand_ins(ctx: CheckContext, file: d.File, declarations: list[d.Declaration]) -> None:
    """What is expected with arguments: its type is known, its value is not asked for.

    What has a default has it here too.
    """
    for expects in select_kind(file.declarations, d.Expects):
        for line in expects.lines:
            if line.default is not None:
                _take_default(ctx, line)
    for line in _list_lacking(declarations):
        if line.params:
            params, _ = check_params(ctx, line.params)
            kind, span = declared.resolve_type(ctx, line.type), line.span
            ctx.definitions[line.name] = d.Define(
                line.name, line.params, line.type, e.Number(0, span=span), span=span, name_span=span
            )
            ctx.declared[line.name] = span
            value = g.Const(0, kind, span)
            ctx.game.defines[line.name] = g.Define(line.name, params, kind, value, span)


def find_unrun(ctx: CheckContext, declarations: Sequence[d.Declaration]) -> set[str]:
    """The phases of libraries that neither the game nor one of its phases runs.

    What they would do is not done, and nothing is to be told of it. Those that its laws, policies,
    examples or state name stay.
    """
    given, trees = {source for source, _ in ctx.used}, ctx.phase_trees
    named = {"match", *(state.phase for state in select_kind(declarations, d.State))}
    named |= {law.place.parts[0] for law in select_kind(declarations, d.Law) if law.place}
    policies = select_kind(declarations, d.Policy)
    named |= {row.path.parts[0] for policy in policies for row in policy.rows}
    for line in (line for one in select_kind(declarations, d.Example) for line in one.lines):
        if isinstance(line, d.ExampleStart) and line.phase is not None:
            named.add(line.phase.name)
        elif isinstance(line, d.ExampleEnds):
            named.add(line.phase)
    run = [name for name, tree in trees.items() if name in named or tree.span.source not in given]
    for name in run:
        steps = select_kind(walk(trees[name].body), s.Run)
        run += {one.phase.name: None for one in steps if one.phase.name in trees}.keys() - run
    return trees.keys() - run
