"""From the tree of a file to the checked game."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from functools import partial

import attrs

from hoyle.dsl.checked import declarations as declared
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import pack, tables
from hoyle.dsl.checked import types as t
from hoyle.dsl.checked.context import GIVEN_BY, CheckContext, Definition, Scope
from hoyle.dsl.checked.examples import check_examples
from hoyle.dsl.checked.expressions import check_optional, check_question, check_typed, check_value
from hoyle.dsl.checked.libraries import (
    Library,
    check_expectations,
    check_replaced,
    declare_stand_ins,
    drop_library,
    find_giving,
    find_libraries,
    find_packs,
    find_replaced,
    find_suited,
    find_unrun,
    list_misfits,
    make_stand_ins,
)
from hoyle.dsl.checked.sizes import check_sizes
from hoyle.dsl.checked.steps import check_block, check_must
from hoyle.dsl.checked.wide_phrases import warn_of_wide_phrases
from hoyle.dsl.node import select_kind, walk
from hoyle.dsl.report import Report
from hoyle.dsl.source import Span
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e
from hoyle.dsl.variants.declaration_edits import (
    list_added_names,
    list_added_options,
    list_variant_options,
)

MOST_PLAYERS = 16
# Mistakes in an example that are its own, whatever is wrong with the rules.
FOUND_ALONE = {"N01", "T01", "T02", "T07", "E01"}


def check(file: d.File, library: Library, report: Report) -> g.Game:
    """The checked game; where the report has failed it is not fit to be played."""
    warn_of_wide_phrases(file, report)
    ctx = CheckContext(report, _empty_game(file), tables.check_definition)
    ctx.added_names = list_added_names(file.declarations)
    ctx.variant_options = list_variant_options(file.declarations)
    ctx.find_giving = find_giving(library)
    ctx.find_suited = find_suited(file, library)
    ctx.find_type_given = partial(_find_type_given, library)
    used = find_libraries(ctx, file, library)
    ctx.used = tuple((one.file.source, one.place) for one in used)
    replaced = find_replaced(file, used)
    given = (line for one in used for line in one.file.declarations)
    declarations = [*file.declarations, *(line for line in given if line not in replaced)]
    if not check_sizes(declarations, report):
        return ctx.game
    if file.kind == "library":
        declarations += make_stand_ins(file, declarations)
    _declare_all(ctx, declarations)
    if file.kind == "game" and not select_kind(declarations, d.Pack):
        ctx.packs, names = find_packs(file, library, ctx.declared)
        ctx.not_given |= names
    if file.kind == "library":
        declare_stand_ins(ctx, file, declarations)
    for one in used:
        if check_expectations(ctx, one):
            drop_library(ctx, one.file.source)
            declarations = [line for line in declarations if line not in one.file.declarations]
    for source in list_misfits(ctx, replaced):
        drop_library(ctx, source)
        declarations = [line for line in declarations if line.span.source is not source]
    _fill_in(ctx, declarations)
    check_replaced(ctx, replaced)
    _check_rest(ctx, file, declarations)
    return ctx.game


def _find_type_given(library: Library, name: str, word: str) -> t.Type:
    """The type of what a library calls by a word, asked of it by itself; of nothing unknown."""
    file = library(name)
    game = None if file is None else check(file, library, Report())
    if game is not None and word in game.orders:
        return t.ORDER
    found = None if game is None else game.defines.get(word) or game.tables.get(word)
    return t.UNKNOWN if found is None else found.type


def _empty_game(file: d.File) -> g.Game:
    return g.Game(
        title=file.title, players=(1, MOST_PLAYERS), counts=(1,), options={}, needs=[], pack=(),
        side_count=None, orders={}, zones={}, registers={}, records={}, defines={}, conditions={},
        tables={}, rankings={}, phases={}, payoff=None, laws=[], examples=[],
    )  # fmt: skip


# ---------------------------------------------------------------------- declaring


def _declare_all(ctx: CheckContext, declarations: list[d.Declaration]) -> None:
    """Everything that has a name, so that it can be used before its line."""
    for kind, word in d.ONCE.items():
        several = [line for line in declarations if isinstance(line, kind)]
        shared = kind is d.Pack and len({line.span.source for line in several}) == 2 == len(several)
        for again in () if shared else several[1:]:
            ctx.error("N02", f"`{word}` is declared twice", again.span.find_word(word))
    declared.withhold_ambiguous(ctx, declarations)
    for record in select_kind(declarations, d.Record):
        ctx.types[record.name] = t.RecordT(record.name)
    for type_ in select_kind(declarations, d.TypeName):
        ctx.named_types[type_.name] = (type_.type, type_.span)
    if (whole := pack.join_packs(select_kind(declarations, d.Pack))) is not None:
        pack.declare_pack(ctx, whole)
    for count in select_kind(declarations, d.Players)[:1]:
        _check_players(ctx, count)
    for phase in select_kind(declarations, d.Phase):
        if phase.name == "match" and phase.name in ctx.phase_trees:
            ctx.error("N02", "`match` is declared twice", phase.span.find_word("match"))
        elif phase.name == "match" or declared.declare(ctx, phase.name, phase.name_span):
            ctx.phase_trees[phase.name] = phase
    kinds: tuple[type[Definition | d.Conditions], ...]
    kinds = (d.Ranking, d.Define, d.Table, d.Conditions)
    for kind in kinds:
        for line in declarations:
            if not isinstance(line, kind) or not declared.declare(ctx, line.name, line.name_span):
                continue
            if isinstance(line, d.Conditions):
                ctx.conditions_trees[line.name] = line
                continue
            ctx.definitions[line.name] = line
            if isinstance(line, d.Ranking):
                ctx.types[line.name.capitalize()] = tables.make_ranking_type(line)
    for policy in select_kind(declarations, d.Policy):
        declared.declare(ctx, policy.name, policy.name_span)
    ctx.kept_names = frozenset(
        line.name for block_ in declarations if isinstance(block_, d.Zones | d.State)
        for line in (block_.zones if isinstance(block_, d.Zones) else block_.registers)
    )  # fmt: skip
    for options, option in _order_options(select_kind(declarations, d.Options)):
        declared.check_option(ctx, option, options.title)
    for order in select_kind(declarations, d.Order):
        pack.check_order(ctx, order)
    for name, (_, span) in ctx.named_types.items():
        declared.resolve_type(ctx, d.TypeNamed(name, span=span))
    for zones in select_kind(declarations, d.Zones):
        for zone in zones.zones:
            if declared.declare(ctx, zone.name, zone.name_span):
                ctx.game.zones[zone.name] = declared.declare_zone(ctx, zone, None)
    for record in select_kind(declarations, d.Record):
        _declare_record(ctx, record)
    for state in select_kind(declarations, d.State):
        _declare_state(ctx, state)
    for direction in select_kind(declarations, d.Direction)[:1]:
        ctx.game.backwards = declared.check_direction(ctx, direction)


def _order_options(blocks: list[d.Options]) -> list[tuple[d.Options, d.Option]]:
    """The options as they stand, but one that another speaks of comes before it.

    A variant may let an option of its base depend on one that it adds.
    """
    waiting = [(block_, line) for block_ in blocks for line in block_.lines
               if isinstance(line, d.Option)]  # fmt: skip
    found: list[tuple[d.Options, d.Option]] = []
    while waiting:
        names = {line.name for _, line in waiting}
        ready = [pair for pair in waiting if not names & _find_words(pair[1])]
        found.append((ready or waiting)[0])
        waiting.remove(found[-1])
    return found


def _find_words(option: d.Option) -> set[str]:
    """The words in the type and the default of an option, but its own name."""
    texts = [option.type.span.text, option.default.span.text]
    return {word for text in texts for word in re.findall(r"\w+", text)} - {option.name}


def _check_players(ctx: CheckContext, tree: d.Players) -> None:
    counts: set[int] = set()
    for range_ in tree.ranges:
        found = check_value(Scope(ctx), range_)
        of = t.element(found.type) or found.type
        if isinstance(of, t.NumberT) and of.low is not None and of.high is not None:
            if not 1 <= of.low <= of.high <= MOST_PLAYERS:
                title, label = f"`{range_.span.text}` is outside 1..{MOST_PLAYERS}", ""
                if dash := re.fullmatch(r"(\d+) ?- ?(\d+)", range_.span.text):
                    title, label = "a range has two dots", f"write `{dash[1]}..{dash[2]}`"
                help_ = (f"between 1 and {MOST_PLAYERS} can play",)
                ctx.error("R01", title, range_.span, label=label, help=help_)
            else:
                counts |= set(range(of.low, of.high + 1))
    if counts:
        ctx.counts_known = True
        ctx.game.counts = tuple(sorted(counts))
        ctx.game.players = (min(counts), max(counts))


def _declare_state(ctx: CheckContext, tree: d.State) -> None:
    if tree.phase is not None and tree.phase not in ctx.phase_trees:
        ctx.add_unknown_phase("N01", tree.phase, tree.span.find_word(tree.phase))
    for line in tree.registers:
        if declared.declare(ctx, line.name, line.name_span):
            register = declared.declare_register(ctx, line, tree.phase, None)
            ctx.game.registers[line.name] = register


def _declare_record(ctx: CheckContext, tree: d.Record) -> None:
    record = g.Record(tree.name, [], [], tree.span)
    seen: dict[str, Span] = {}
    for field in tree.fields:
        title = f"`{field.name}` is declared twice"
        ctx.check_once(seen, field.name, field.name_span, "N02", title)
        if isinstance(field, d.Zone):
            record.zones.append(declared.declare_zone(ctx, field, tree.name))
        else:
            record.registers.append(declared.declare_register(ctx, field, None, tree.name))
    ctx.game.records[tree.name] = record


# ---------------------------------------------------------------------- filling in


def _list_settings(value: g.Value) -> Iterable[g.Setting]:
    return select_kind(walk(value), g.Setting)


def _need_players(count: g.Value, span: Span) -> g.Need:
    """What options must leave of the sides that they settle: one at least, none without players."""
    one, players = g.Const(1, t.NumberT(1, 1), span), g.Setting("players", t.NumberT(1), span)
    ends = (g.Op("at_least", (count, one), t.YESNO, span),
            g.Op("at_most", (count, players), t.YESNO, span))  # fmt: skip
    return g.Need(g.Op("and", ends, t.YESNO, span), g.EVERY_SIDE, span, written=False)


def _fill_in(ctx: CheckContext, declarations: list[d.Declaration]) -> None:
    game = ctx.game
    for options in select_kind(declarations, d.Options):
        for line in options.lines:
            if isinstance(line, d.Need):
                test = check_question(Scope(ctx), line.test, "`needs` is followed by a question")
                game.needs.append(g.Need(test, line.sentence.plain, line.span))
    if (whole := pack.join_packs(select_kind(declarations, d.Pack))) is not None:
        game.pack = pack.check_pack(ctx, whole)
    for sides in select_kind(declarations, d.SideCount):
        game.side_count = check_typed(Scope(ctx), sides.count, t.NumberT())
        if any(setting.name in game.options for setting in _list_settings(game.side_count)):
            game.needs.append(_need_players(game.side_count, sides.span))
    declared.finish_declared(ctx)
    given = {source for source, _ in ctx.used}
    _check_definitions(ctx, lambda tree: tree.span.source not in given)
    _check_phases(ctx, find_unrun(ctx, declarations))


def _check_definitions(
    ctx: CheckContext, takes: Callable[[Definition | d.Conditions], bool]
) -> None:
    for kind in (d.Define, d.Table, d.Ranking):
        for name, definition in ctx.definitions.items():
            if isinstance(definition, kind) and takes(definition):
                tables.check_definition(ctx, name)
    for name, tree in ctx.conditions_trees.items():
        if takes(tree):
            _check_conditions(ctx, name)


def _check_unused(ctx: CheckContext) -> None:
    """What a library has and the game does not use: it is looked at, and uses nothing."""
    game, uses = ctx.game, ctx.game.uses
    run, game.uses = set(game.phases), uses.copy()
    _check_definitions(ctx, lambda tree: tree.name not in game.conditions)
    _check_phases(ctx, run)
    in_use = {one.name for one in uses.read | uses.written}
    uses.required = ctx.expected - in_use - uses.names
    game.uses = uses
    game.phases = {name: phase for name, phase in game.phases.items() if name in run}


def _check_conditions(ctx: CheckContext, name: str) -> None:
    """A list of conditions, checked by itself once (each use reads it again for its arguments)."""
    tree = ctx.conditions_trees[name]
    params, scope = tables.check_params(ctx, tree.params)
    musts = tuple(m for line in tree.musts for m in check_must(scope, line))
    ctx.game.conditions[name] = g.Conditions(name, params, musts, tree.name_span)


def _check_phases(ctx: CheckContext, without: Collection[str]) -> None:
    scopes, trees = {}, {k: tree for k, tree in ctx.phase_trees.items() if k not in without}
    for name, tree in trees.items():
        params, scope = tables.check_params(ctx, tree.params)
        ctx.game.phases[name] = g.Phase(name, params, (), tree.name_span)
        scopes[name] = scope
    for name, tree in trees.items():
        phase = ctx.game.phases[name]
        phase.body = check_block(attrs.evolve(scopes[name], phase=name), tree.body)


def _check_rest(ctx: CheckContext, file: d.File, declarations: list[d.Declaration]) -> None:
    game = ctx.game
    game.added_options = list_added_options(file.declarations)
    for payoff in select_kind(declarations, d.Payoff):
        var = g.Var(payoff.name, t.SEAT, payoff.span)
        scope = Scope(ctx)
        scope.add(var)
        game.payoff = (var, check_typed(scope, payoff.value, t.NumberT()))
    for policy in select_kind(declarations, d.Policy):
        game.policies.append(policy.name)
        for number, row in enumerate(policy.rows):
            _check_advice(ctx, policy.name, number, row)
    laws = [_check_law(ctx, law) for law in select_kind(declarations, d.Law)]
    game.laws += [law for law in laws if law is not None]
    _check_unused(ctx)
    understood = not ctx.failed
    if file.kind == "game":
        _report_missing(ctx, file, declarations)
    game.sound = not ctx.failed
    examples = select_kind(declarations, d.Example)
    if understood:
        game.examples += check_examples(ctx, examples)
    else:
        _check_names_in_examples(ctx, examples)
    ctx.report_collected()


def _check_names_in_examples(ctx: CheckContext, examples: list[d.Example]) -> None:
    """Names and types in examples of rules with mistakes.

    What else is wrong with an example may follow from what is wrong with the rules.
    """
    report = Report()
    apart = attrs.evolve(ctx, report=report, missing={}, misspelt={}, repeated={})
    check_examples(apart, examples)
    apart.report_collected()
    told = {*ctx.missing, *ctx.misspelt}
    ctx.report.take(
        problem for problem in report.problems
        if problem.code in FOUND_ALONE and problem.span.text not in told
    )  # fmt: skip


def _check_advice(ctx: CheckContext, policy: str, number: int, tree: d.Advice) -> None:
    """A row of a policy, at each choice of its phase where the action can be taken."""
    actions = _find_actions(ctx, tree.path)
    choosers = _name_choosers(ctx, actions, tree.path.parts[0]) if actions else ()
    for action in actions:
        scope = Scope(ctx, choosers=choosers)
        for var in action.sight:
            scope.add(var)
        test = check_optional(scope, tree.test, t.YESNO, after="when")
        value = check_optional(scope, tree.value, _find_weight(ctx, tree.value))
        advice = g.Advice(policy, number, test, value, tree.word == "highest", tree.span)
        ctx.game.advice.setdefault(action, []).append(advice)


def _find_weight(ctx: CheckContext, tree: e.Expr | None) -> t.Type:
    """The type of what moves are weighed by: numbers, or how high a hand ranks."""
    name = tree.name if isinstance(tree, e.Apply) else ""
    asked = tables.check_definition(ctx, name) if name in ctx.definitions else None
    return asked.type if asked is not None and isinstance(asked.type, t.KindT) else t.NumberT()


def _name_choosers(ctx: CheckContext, actions: list[g.Action], phase: str) -> tuple[str, ...]:
    """How the text names who chooses one of these actions, each way once."""
    chooses = select_kind(walk(ctx.game.phases[phase].body, g.ValueNode), g.Choose)
    seats = (node.decider or node.seat for node in chooses if {*node.actions} & {*actions})
    return tuple(dict.fromkeys(seat.span.words for seat in seats if seat is not None))


def _find_actions(ctx: CheckContext, path: d.Path) -> list[g.Action]:
    """The actions of a name in a phase; the report says what there is, where there are none."""
    phase, name = path.parts[:2]
    if phase not in ctx.phase_trees:
        ctx.add_unknown_phase("V02", phase, path.span.find_word(phase))
        return []
    actions = _list_actions(ctx.game.phases[phase])
    if name not in (known := {one.name: one for one in actions}):
        having = [f"`{path}`" for path in _list_paths(ctx, name)]
        lead = "what has this name" if having else "actions there are"
        title = f"nothing called `{name}` can be chosen in `{phase}`"
        ctx.add_unknown("V02", title, path.span.find_word(name), name, having or known, lead)
    return [one for one in actions if one.name == name]


def _list_actions(phase: g.Phase) -> list[g.Action]:
    return [node for node in walk(phase.body, g.ValueNode) if isinstance(node, g.Action)]


def _list_paths(ctx: CheckContext, action: str) -> list[str]:
    """The actions of a name, each behind the phase in which it is offered."""
    return [
        f"{phase.name}.{action}" for phase in ctx.game.phases.values()
        if any(one.name == action for one in _list_actions(phase))
    ]  # fmt: skip


def _check_law(ctx: CheckContext, tree: d.Law) -> g.Law | None:
    """`always` or `never`; at a phase its parameters are in sight, at an action its own too."""
    scope = Scope(ctx, law=tree)
    phase = action = None
    params: list[g.Var] = []
    if tree.place is not None:
        phase, *rest = tree.place.parts
        if phase not in ctx.phase_trees:
            if not rest and (paths := _list_paths(ctx, phase)):
                title = f"`{phase}` is an action, which stands behind its phase here"
                label = f"write {' or '.join(f'`{path}`' for path in paths)}"
                ctx.error("V02", title, tree.place.span, label=label)
            else:
                ctx.add_unknown_phase("V02", phase, tree.place.span)
            return None
        for var in ctx.game.phases[phase].params:
            params.append(scope.add(var))
        if rest:
            action = rest[0]
            runs = action in ctx.phase_trees and action != phase
            if runs and not any(
                one.name == action for one in _list_actions(ctx.game.phases[phase])
            ):
                title = f"`{action}` is a phase, which stands alone here"
                ctx.add_repeated("V02", title, tree.place.span, f"write `{action}`")
                return None
            found = _find_actions(ctx, tree.place)
            if not found:
                return None
            named = {var.name: var for node in found for var in node.sight}
            params = [scope.add(var) for var in named.values()]
    test = check_question(scope, tree.test, "a law is a question that must always be answered so")
    return g.Law(tree.always, tree.title.plain, phase, action, tuple(params), test, tree.span)


def _find_title(file: d.File) -> Span:
    found = re.search(r"^game\b", file.source.text, re.MULTILINE)
    return Span(file.source, *found.span()) if found else file.source.whole_line(1)


def _report_missing(ctx: CheckContext, file: d.File, declarations: list[d.Declaration]) -> None:
    """A game needs players, a pack, a match, and one zone that holds the pack."""
    title = _find_title(file)
    kinds = {type(line) for line in file.declarations}
    if d.Players not in kinds:
        ctx.error("F07", "it is not said how many can play", title,
                   help=("write for example `players 2..4`",))  # fmt: skip
    if not (select_kind(declarations, d.Pack) or ctx.library_lost):
        own = "write `pack`, and below it what there is, `ranks 2..10 J Q K A`"
        packs = (GIVEN_BY.format(one) for one in ctx.packs)
        ctx.error("P02", "there is no pack", title, help=tuple(packs) or (own,))
    if "match" not in ctx.phase_trees:
        ctx.error("F07", "there is no `match`: it is not said how the game goes", title,
                   help=("write `match` and below it what is done, line by line",))  # fmt: skip
    zones = [zone for block_ in select_kind(file.declarations, d.Zones) for zone in block_.zones]
    holding = [zone for zone in zones if zone.starts]
    if not holding and select_kind(declarations, d.Pack):
        place = next(
            (line.span.find_word("zones") for line in select_kind(file.declarations, d.Zones)),
            title,
        )
        help_ = "write for example `stock: Pile, face down, starts with the pack`"
        ctx.error("P07", "no zone starts with the pack", place, help=(help_,))
    for zone in holding[1:]:
        title_ = f"two zones start with the pack: `{holding[0].name}` and `{zone.name}`"
        also = ((holding[0].name_span, "the first is here"),)
        ctx.error("P07", title_, zone.name_span, also=also)
