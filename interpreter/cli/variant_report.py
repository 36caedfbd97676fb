"""What `hoyle variants` says of a game's options and variants: as plain values, and as lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict, final

from hoyle.dsl.checked import game as g
from hoyle.dsl.format.statements import format_block
from hoyle.dsl.format.templates import format_expression
from hoyle.dsl.machine.constants import evaluate_settings
from hoyle.dsl.printable import count_players, to_dashes
from hoyle.dsl.report import ERROR, Report
from hoyle.dsl.source import Span
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import statements as s
from hoyle.dsl.tree.expressions import Expr
from hoyle.dsl.variants.declaration_edits import make_key
from hoyle.interpreter.comparison.folded_rules import LISTS
from hoyle.interpreter.library.discovery import (
    Heading,
    RulesetNotFound,
    list_candidates,
    list_files_near,
    list_headings,
    list_variants,
    shipped_folder,
)
from hoyle.interpreter.library.loader import load, open_choice, read_tree
from hoyle.interpreter.library.options import describe_values, format_value
from hoyle.interpreter.library.ruleset import Ruleset, RulesetError
from hoyle.interpreter.library.variant_resolution import resolve_stack
from hoyle.interpreter.narration.text_wrap import TextPage


@final
class OptionFacts(TypedDict):
    """An option, with what it stands at and who has set or fixed it."""

    name: str
    meaning: str
    values: str
    default: str
    fixed: str | None
    set_by: str | None
    group: str | None
    place: str


@final
class VariantFacts(TypedDict):
    """A variant, what it changes in words, and whether it can be played.

    Where not, it has mistakes, or others in its file keep it from being read: `held_up`.
    """

    name: str
    title: str
    of: str
    changes: list[str]
    sound: bool
    held_up: bool
    place: str


@final
class GameFacts(TypedDict):
    """A game, or a game as a variant makes it."""

    game: str
    title: str
    players: str
    file: str
    stands_on: list[str]
    options: list[OptionFacts]
    needs: list[dict[str, str]]
    variants: list[VariantFacts]


@final
class FileFacts(TypedDict):
    """A file that holds variants and no game."""

    file: str
    variants: list[VariantFacts]


def list_facts(game: str, variants: Sequence[str]) -> GameFacts | FileFacts:
    """What there is to say of a game under variants, or of a file of variants alone."""
    several = [] if variants else list_candidates(game)
    return _list_file_facts(several) if several else _list_game_facts(load(game, variants))


def _list_game_facts(ruleset: Ruleset) -> GameFacts:
    game = ruleset.game
    layers = [layer.heading for layer in ruleset.choice.layers]
    names = [to_dashes(heading.name) for heading in reversed(layers)]
    return {
        "game": ruleset.name,
        "title": ruleset.title,
        "players": game.for_players,
        "file": ruleset.choice.game.name,
        "stands_on": [*names, to_dashes(ruleset.choice.game.stem)] if layers else [],
        "options": [_option_facts(ruleset, option) for option in game.options.values()],
        "needs": [
            {
                "needs": _describe_need(ruleset, need),
                "sentence": need.sentence,
                "place": _format_place(need.span),
            }
            for need in game.needs if need.written
        ],
        "variants": [_variant_facts(heading) for heading in _find_variants(ruleset)],
    }  # fmt: skip


def _list_file_facts(variants: Sequence[Heading]) -> FileFacts:
    """What a file of variants holds; RulesetError where it cannot be read."""
    first, report = variants[0], Report()
    if read_tree(first.path, first.source.name, report) is None or report.failed:
        open_choice(None, report)
    for variant in variants:
        if resolve_stack(variant, report) is None:
            open_choice(None, report)
    return {"file": first.source.name, "variants": [_variant_facts(one) for one in variants]}


def _format_place(span: Span) -> str:
    return f"{span.source.name}:{span.line}"


# ---------------------------------------------------------------------- options


def _option_facts(ruleset: Ruleset, option: g.Option) -> OptionFacts:
    setter = None
    if option.default.span.source is not option.span.source or option.fixed is not None:
        setter = _find_layer(ruleset, option.fixed or option.default.span)
    return {
        "name": to_dashes(option.name),
        "meaning": option.meaning,
        "values": describe_values(option, evaluate_settings(ruleset.game, ruleset.players[0], {})),
        "default": _describe_by_players(ruleset, option),
        "fixed": setter if option.fixed is not None else None,
        "set_by": setter if option.fixed is None else None,
        "group": option.group,
        "place": _format_place(option.span),
    }


def _find_layer(ruleset: Ruleset, span: Span) -> str:
    layers = [layer.heading for layer in ruleset.choice.layers]
    own = [one for one in layers if one.source.text == span.source.text and one.line <= span.line]
    name = to_dashes(max(own, key=lambda one: one.line).name) if own else "a variant"
    return f"{name} at {_format_place(span)}"


def _describe_by_players(ruleset: Ruleset, option: g.Option) -> str:
    """The default: `100`, or `100, with 4 or more players 200`."""
    values: list[tuple[str, list[int]]] = []
    for players in ruleset.players:
        settings = evaluate_settings(ruleset.game, players, {}).settings
        word = format_value(settings, option, settings.options[option.name], symbols=True)
        if values and values[-1][0] == word:
            values[-1][1].append(players)
        else:
            values.append((word, [players]))
    (first, _), *others = values
    last = ruleset.players[-1]
    return ", ".join(
        [first, *(f"with {_describe_counts(counts, last)} {word}" for word, counts in others)]
    )


def _describe_counts(counts: Sequence[int], last: int) -> str:
    if counts[-1] == last and len(counts) > 1:
        return f"{counts[0]} or more players"
    if len(counts) == 1:
        return count_players(counts[0])
    return f"{counts[0]} to {counts[-1]} players"


def _describe_need(ruleset: Ruleset, need: g.Need) -> str:
    files = [ruleset.file, *ruleset.libraries.values()]
    blocks = [line for file in files for line in file.declarations if isinstance(line, d.Options)]
    tests = {line.span: line.test for block in blocks for line in block.lines
             if isinstance(line, d.Need)}  # fmt: skip
    return format_expression(tests[need.span])


# ---------------------------------------------------------------------- variants


def _find_variants(ruleset: Ruleset) -> list[Heading]:
    """The variants in the game's file, beside it, and among those that come with Hoyle."""
    game = ruleset.choice.game
    found = list_headings(game)
    found += [
        h
        for path in list_files_near(game.parent, game.stem)
        if path != game
        for h in list_headings(path)
    ]
    if shipped_folder().resolve() in game.resolve().parents:
        found = list_variants(game.stem)
    names = {game.stem.replace("-", "_")}
    mine: list[Heading] = []
    while more := [h for h in found if h.base in names and h not in mine]:
        mine += more
        names |= {heading.name for heading in more}
    return sorted(mine, key=lambda heading: heading.name)


def _variant_facts(heading: Heading) -> VariantFacts:
    report = Report()
    tree = read_tree(heading.path, heading.source.name, report)
    changes: list[str] = []
    for line in tree.declarations if tree is not None else ():
        if isinstance(line, d.Variant) and line.base_span.line == heading.line:
            changes = [text for delta in line.deltas for text in _describe_delta(delta)]
    return {
        "name": to_dashes(heading.name),
        "title": heading.title,
        "of": to_dashes(heading.base),
        "changes": changes,
        "sound": _is_sound(heading),
        "held_up": tree is None and not _has_own_mistake(heading, report),
        "place": f"{heading.source.name}:{heading.line}",
    }


def _has_own_mistake(heading: Heading, report: Report) -> bool:
    """Whether a mistake of its file stands in the lines of a variant."""
    heads = [other.line for other in list_headings(heading.path)]
    end = min((line for line in heads if line > heading.line), default=None)
    return any(
        problem.severity == ERROR
        and heading.line <= problem.span.line
        and (end is None or problem.span.line < end)
        for problem in report.problems
    )


def _is_sound(heading: Heading) -> bool:
    """Whether a variant can be played; those that come with Hoyle can."""
    if shipped_folder().resolve() in heading.path.resolve().parents:
        return True
    try:
        load(f"{heading.path}:{heading.name}")
    except (RulesetError, RulesetNotFound):
        return False
    return True


def _describe_delta(delta: d.Delta | d.Example | d.Law) -> list[str]:
    """A line of a variant in words; nothing for an example."""
    if isinstance(delta, d.Example):
        return []
    if isinstance(delta, d.Law):
        return [" ".join(make_key(delta)[1:])]
    if delta.what == "option":
        (value,) = delta.content
        assert isinstance(value, Expr) and delta.path is not None
        word = "always" if delta.verb == "set" else "usually"
        return [f"{to_dashes(str(delta.path))} {word} {to_dashes(format_expression(value))}"]
    if delta.what == "declaration":
        return [
            f"{delta.verb}s {_name_declaration(tree)}"
            for tree in delta.content
            if isinstance(tree, d.Declaration)
        ]
    if delta.what == "law":
        assert delta.path is not None
        return [f"{delta.verb}s the law {' '.join(delta.path.parts)}"]
    link = {"add": "to ", "replace": "in "}.get(delta.verb, "")
    what = f"{delta.word}s " if delta.what else ""
    names = ", ".join(filter(None, map(_describe_content, delta.content)))
    return [f"{delta.verb}s {what}{link}{delta.path}{f': {names}' if names else ''}"]


def _describe_content(part: object) -> str:
    """One row, action, condition, field or step that a variant puts in, by its name."""
    if isinstance(part, d.Row):
        return ", ".join(map(format_expression, part.cells[0].tests))
    if isinstance(part, s.Statement):
        return " ".join(row.strip() for row in format_block((part,), 0)[0].rows)
    if isinstance(part, d.Advice):
        return str(part.path)
    if isinstance(part, s.Must):
        return format_expression(part)
    return getattr(part, "name", "")


def _name_declaration(tree: d.Declaration) -> str:
    lines = getattr(tree, LISTS.get(type(tree), ""), ())
    names = [
        to_dashes(one.name) if isinstance(tree, d.Options) else one.name
        for one in lines if hasattr(one, "name")
    ]  # fmt: skip
    if not names:
        return f"the {' '.join(make_key(tree))}"
    return f"{type(tree).__name__.lower()}: {', '.join(names)}"


# ---------------------------------------------------------------------- for a person


def print_facts(out: TextPage, facts: GameFacts | FileFacts) -> None:
    """The options of a game, what they need, and the variants of a game or file."""
    if "game" in facts:
        _print_options(out, facts)
    _print_variants(out, facts["variants"])


def _print_options(out: TextPage, facts: GameFacts) -> None:
    out.line(f"{facts['game']}: {facts['title']}, {count_players(facts['players'])}")
    if facts["stands_on"]:
        out.line(f"{' on '.join(facts['stands_on'])}", indent=2)
    group = None
    for option in facts["options"]:
        if option["group"] != group:
            group = option["group"]
            out.line()
            out.line(f"options: {group}" if group else "options")
        out.line(f"{option['name']}: {_describe_option(option)}", 2, option["place"])
        out.line(option["meaning"], 4)
    if facts["needs"]:
        out.line()
        out.line("what must hold of them")
    for need in facts["needs"]:
        out.line(f"{need['needs']}: {need['sentence']}", 2, need["place"])
    out.line()


def _print_variants(out: TextPage, variants: Sequence[VariantFacts]) -> None:
    out.line("variants" if variants else "there are no variants")
    for variant in variants:
        out.line(f"{variant['name']}: {variant['title']}, of {variant['of']}", 2, variant["place"])
        for change in variant["changes"]:
            out.line(change, 4)
        if variant["held_up"]:
            out.line("mistakes elsewhere in its file, which `hoyle check` tells, hold it up", 4)
        elif not variant["sound"]:
            out.line("it has mistakes, which `hoyle check` tells", 4)


def _describe_option(option: OptionFacts) -> str:
    if option["fixed"] is not None:
        return f"always {option['default']}, fixed by {option['fixed']}"
    by = f", so set by {option['set_by']}" if option["set_by"] is not None else ""
    return f"{option['default']}{by}; {option['values']}"
