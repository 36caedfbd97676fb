"""From the tree of a file to the checked game."""

from __future__ import annotations

from collections.abc import Callable

from hoyle.dsl.checked import declared, tables
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.desk import Desk, Scope
from hoyle.dsl.checked.examples import example
from hoyle.dsl.checked.laws import law
from hoyle.dsl.checked.steps import Here, block
from hoyle.dsl.checked.types import SEAT, UNKNOWN, NumberT, RecordT, bare
from hoyle.dsl.checked.unused import tell_unused
from hoyle.dsl.checked.values import typed, value, yes_or_no
from hoyle.dsl.report import Report
from hoyle.dsl.source import Source, Span
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree.from_text import read

Library = Callable[[str], Source | None]


def check(file: d.File, library: Library, report: Report) -> g.Game:
    """The checked game; where the report has failed it is not fit to be played."""
    desk = Desk(report, empty_game(file))
    desk.check_named = {
        "define": define, "table": tables.table, "ranking": tables.ranking,
    }  # fmt: skip
    declarations = with_libraries(desk, file, library)
    declare_all(desk, declarations)
    fill_in(desk, declarations)
    finish(desk, file, declarations)
    return desk.game


def empty_game(file: d.File) -> g.Game:
    """A game about which nothing is known but its title."""
    return g.Game(
        title=file.title, players=(1, 1), options={}, needs=[], pack=(), side_count=None,
        orders={}, zones={}, registers={}, records={}, defines={}, conditions={}, tables={},
        rankings={}, phases={}, payoff=None, laws=[], examples=[], variants=[],
    )  # fmt: skip


def with_libraries(desk: Desk, file: d.File, library: Library) -> list[d.Declaration]:
    """The file's declarations and those of the libraries that it uses, each once."""
    found = list(file.declarations)
    taken: set[str] = set()
    waiting = [line for line in file.declarations if isinstance(line, d.Use)]
    while waiting:
        use = waiting.pop(0)
        if use.library in taken:
            continue
        taken.add(use.library)
        source = library(use.library)
        if source is None:
            known = [name for name in ("melds", "partners", "tricks", "twenty_one") if library(name)]
            desk.misnamed(
                "N05", f"there is no library called `{use.library}`", use.span, use.library, known,
                "libraries are",
            )  # fmt: skip
            continue
        inner = read(source, desk.report)
        if inner is not None:
            found += inner.declarations
            waiting += [line for line in inner.declarations if isinstance(line, d.Use)]
    return found


# ---------------------------------------------------------------------- declaring


def declare_all(desk: Desk, declarations: list[d.Declaration]) -> None:
    """Everything that has a name, so that it can be used before its line."""
    by_kind: dict[type, list[d.Declaration]] = {}
    for line in declarations:
        by_kind.setdefault(type(line), []).append(line)
    for tree in by_kind.get(d.Record, []):
        assert isinstance(tree, d.Record)
        desk.types[tree.name] = RecordT(tree.name)
    for tree in by_kind.get(d.TypeName, []):
        assert isinstance(tree, d.TypeName)
        desk.named_types[tree.name] = (tree.type, tree.span)
    for tree in by_kind.get(d.Pack, []):
        assert isinstance(tree, d.Pack)
        declared.pack(desk, tree)
    for tree in by_kind.get(d.Players, []):
        assert isinstance(tree, d.Players)
        players(desk, tree)
    for tree in by_kind.get(d.Phase, []):
        assert isinstance(tree, d.Phase)
        if tree.name == "match" or declared.declare(desk, tree.name, tree.name_span):
            if tree.name in desk.phase_trees:
                desk.error("N02", "`match` is declared twice", tree.name_span)
            desk.phase_trees[tree.name] = tree
    for tree in by_kind.get(d.Ranking, []):
        assert isinstance(tree, d.Ranking)
        if declared.declare(desk, tree.name, tree.name_span):
            desk.ranking_trees[tree.name] = tree
            desk.types[tree.name.capitalize()] = tables.ranking_type(tree)
    for tree in by_kind.get(d.Define, []):
        assert isinstance(tree, d.Define)
        if declared.declare(desk, tree.name, tree.name_span):
            desk.define_trees[tree.name] = tree
    for tree in by_kind.get(d.Table, []):
        assert isinstance(tree, d.Table)
        if declared.declare(desk, tree.name, tree.name_span):
            desk.table_trees[tree.name] = tree
    for tree in by_kind.get(d.Conditions, []):
        assert isinstance(tree, d.Conditions)
        if declared.declare(desk, tree.name, tree.name_span):
            desk.conditions_trees[tree.name] = tree
    for tree in by_kind.get(d.Options, []):
        assert isinstance(tree, d.Options)
        for line in tree.lines:
            if isinstance(line, d.Option):
                declared.option(desk, line)
    for tree in by_kind.get(d.Order, []):
        assert isinstance(tree, d.Order)
        declared.order(desk, tree)
    for tree in declarations:
        declare_cards_and_state(desk, tree)
    for tree in by_kind.get(d.Expects, []):
        assert isinstance(tree, d.Expects)
        for line in tree.lines:
            expected(desk, line)


def players(desk: Desk, tree: d.Players) -> None:
    """`players 2..7`, `players 4`."""
    found = value(desk, Scope(), tree.range)
    of = found.type if isinstance(found.type, NumberT) else getattr(found.type, "of", None)
    if isinstance(of, NumberT) and of.low is not None and of.high is not None:
        if not 1 <= of.low <= of.high <= 16:
            desk.error("R01", "between 1 and 16 can play", tree.range.span)
        else:
            desk.game.players = (of.low, of.high)


def declare_cards_and_state(desk: Desk, tree: d.Declaration) -> None:
    """Zones, registers, records."""
    game = desk.game
    match tree:
        case d.Zones():
            for line in tree.zones:
                if declared.declare(desk, line.name, line.name_span):
                    game.zones[line.name] = declared.zone(desk, line, None)
        case d.State():
            if tree.phase is not None and tree.phase not in desk.phase_trees:
                desk.misnamed(
                    "N01", f"there is no phase called `{tree.phase}`", tree.span, tree.phase,
                    desk.phase_trees, "phases are",
                )  # fmt: skip
            for register in tree.registers:
                if declared.declare(desk, register.name, register.name_span):
                    game.registers[register.name] = declared.register(
                        desk, register, tree.phase, None
                    )
        case d.Record():
            record = g.Record(tree.name, [], [], tree.span)
            seen: dict[str, Span] = {}
            for field in tree.fields:
                if field.name in seen:
                    desk.error("N02", f"`{field.name}` is declared twice", field.name_span,
                               also=((seen[field.name], "the first time is here"),))  # fmt: skip
                seen[field.name] = field.name_span
                if isinstance(field, d.Zone):
                    record.zones.append(declared.zone(desk, field, tree.name))
                else:
                    record.registers.append(declared.register(desk, field, None, tree.name))
            game.records[tree.name] = record


def expected(desk: Desk, tree: d.Expected) -> None:
    """What a library asks of the game: there already, or its default is taken."""
    if tree.name in desk.declared:
        return
    if tree.default is not None:
        params = tuple(d.Param(p.name, p.type, p.span) for p in tree.params)
        desk.define_trees[tree.name] = d.Define(
            tree.name, params, tree.type, tree.default, tree.span, tree.span
        )
        desk.declared[tree.name] = tree.span
        return
    asks = next((u for u in desk.game.variants if False), None)
    desk.error(
        "N11", f"the library needs `{tree.name}`, which the game does not declare",
        tree.span if asks is None else asks,
    )  # fmt: skip


# ---------------------------------------------------------------------- filling in


def fill_in(desk: Desk, declarations: list[d.Declaration]) -> None:
    """The insides: defaults, definitions, tables, phases."""
    game = desk.game
    for tree in declarations:
        match tree:
            case d.Options():
                for line in tree.lines:
                    if isinstance(line, d.Need):
                        test = yes_or_no(desk, Scope(), line.test, "`needs` is followed by a question")
                        game.needs.append(g.Need(test, line.sentence.plain, line.span))
            case d.Pack():
                game.pack = declared.pack_lines(desk, tree)
            case d.SideCount():
                game.side_count = typed(desk, Scope(), tree.count, NumberT(), "a number")
            case d.State():
                for register in tree.registers:
                    found = game.registers.get(register.name)
                    if found is not None:
                        declared.register_default(desk, register, found, Scope())
            case d.Record():
                record = game.records[tree.name]
                trees = [f for f in tree.fields if isinstance(f, d.Register)]
                for field_tree, field in zip(trees, record.registers, strict=True):
                    declared.register_default(desk, field_tree, field, Scope())
    for name in desk.define_trees:
        define(desk, name)
    for name in desk.table_trees:
        tables.table(desk, name)
    for name in desk.ranking_trees:
        tables.ranking(desk, name)
    for name in desk.conditions_trees:
        conditions(desk, name)
    phases(desk)


def define(desk: Desk, name: str) -> g.Define | None:
    """A definition, checked when it is first asked for."""
    if name in desk.game.defines:
        return desk.game.defines[name]
    tree = desk.define_trees[name]
    assert isinstance(tree, d.Define)
    if name in desk.in_work:
        tables.circle(desk, name, tree.name_span)
        return None
    desk.in_work.append(name)
    params, scope = tables.parameters(desk, tree.params)
    if tree.type is not None:
        kind = declared.settle(desk, tree.type)
        body = typed(desk, scope, tree.value, kind, str(kind))
        kind = tighter(kind, body)
    else:
        body = value(desk, scope, tree.value)
        kind = body.type
    found = g.Define(name, params, kind, body, tree.name_span)
    desk.game.defines[name] = found
    desk.in_work.pop()
    return found


def tighter(kind: g.Type, body: g.Value) -> g.Type:
    """The declared type; a number without bounds takes those of its expression."""
    if kind == NumberT() and isinstance(bare(body.type), NumberT):
        return body.type
    return kind


def conditions(desk: Desk, name: str) -> None:
    """A list of conditions, checked by itself once (each use reads it again for its arguments)."""
    from hoyle.dsl.checked.choices import must

    tree = desk.conditions_trees[name]
    params, scope = tables.parameters(desk, tree.params)
    musts = tuple(m for line in tree.musts for m in must(desk, scope, line))
    desk.game.conditions[name] = g.Conditions(name, params, musts, tree.span)


def phases(desk: Desk) -> None:
    """All phases: first their parameters, then their steps."""
    scopes = {}
    for name, tree in desk.phase_trees.items():
        params, scope = tables.parameters(desk, tree.params)
        desk.game.phases[name] = g.Phase(name, params, (), tree.name_span)
        scopes[name] = scope
    for name, tree in desk.phase_trees.items():
        phase = desk.game.phases[name]
        phase.body = block(desk, scopes[name], tree.body, Here(name))


def finish(desk: Desk, file: d.File, declarations: list[d.Declaration]) -> None:
    """Payoff, laws, examples; then what is missing or never used."""
    game = desk.game
    for tree in declarations:
        match tree:
            case d.Payoff():
                var = g.Var(tree.name, SEAT, tree.span)
                scope = Scope()
                scope.add(var)
                game.payoff = (var, typed(desk, scope, tree.value, NumberT(), "a number"))
            case d.Law():
                found = law(desk, tree)
                if found is not None:
                    game.laws.append(found)
            case d.Example():
                game.examples.append(example(desk, tree))
            case d.Variant():
                game.variants.append(tree)
    if file.kind == "game":
        tell_missing(desk, file)
        tell_unused(desk, file)


def tell_missing(desk: Desk, file: d.File) -> None:
    """A game needs players, a pack, a match, and one zone that holds the pack."""
    title = file.source.whole_line(2 if len(file.source.line_starts) > 1 else 1)
    kinds = {type(line) for line in file.declarations}
    if d.Players not in kinds:
        desk.error("F07", "it is not said how many can play", title,
                   help=("write for example `players 2..4`",))  # fmt: skip
    if d.Pack not in kinds:
        desk.error("P02", "the game has no pack", title,
                   help=("write `pack` and below it `ranks …`",))  # fmt: skip
    if "match" not in desk.phase_trees:
        desk.error("F07", "there is no `match`: it is not said how the game goes", title,
                   help=("write `match` and below it what is done, line by line",))  # fmt: skip
    holding = [zone for zone in desk.game.zones.values() if zone.starts]
    if not holding and d.Pack in kinds:
        desk.error("P07", "no zone starts with the pack", title,
                   help=("write for example `stock: Pile, face down, starts with the pack`",))  # fmt: skip
    for zone in holding[1:]:
        desk.error("P07", "two zones start with the pack", zone.span,
                   also=((holding[0].span, "the first is here"),))  # fmt: skip


def unknown_type() -> g.Type:
    """The type after a mistake."""
    return UNKNOWN
