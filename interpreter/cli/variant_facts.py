"""What there is to say of a game's options and variants."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import CARD, RANK, SUIT, bare
from hoyle.dsl.format.templates import format_expression
from hoyle.dsl.report import Report
from hoyle.dsl.source import Span
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import statements as s
from hoyle.dsl.tree.expressions import Expr
from hoyle.dsl.variants.declaration_edits import make_key
from hoyle.interpreter.comparison.english import describe, describe_head, describe_must, to_words
from hoyle.interpreter.comparison.rule_diff import label_row
from hoyle.interpreter.library.discovery import Heading, headings, near, shipped_folder, variants_of
from hoyle.interpreter.library.loader import opened, tree_of
from hoyle.interpreter.library.option_values import laid, option_word
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.runtime.notation import SYMBOLS, to_dashes


def as_facts(ruleset: Ruleset) -> dict[str, Any]:
    """Everything, as plain values."""
    game = ruleset.game
    layers = [laid.heading for laid in ruleset.choice.laid]
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
                "place": format_place(need.span),
            }
            for need in game.needs
        ],
        "variants": [variant_facts(heading) for heading in _find_variants(ruleset)],
    }  # fmt: skip


def file_facts(variants: Sequence[Heading]) -> dict[str, Any]:
    """What a file of variants holds; RulesetError where it cannot be read."""
    first, report = variants[0], Report()
    if tree_of(first.path, first.source.name, report) is None or report.failed:
        opened(None, report)
    return {"file": first.source.name, "variants": [variant_facts(one) for one in variants]}


def format_place(span: Span) -> str:
    """`pontoon.cards:12`."""
    return f"{span.source.name}:{span.line}"


# ---------------------------------------------------------------------- options


def _option_facts(ruleset: Ruleset, option: g.Option) -> dict[str, Any]:
    setter = None
    if option.default.span.source is not option.span.source or option.fixed is not None:
        setter = _find_layer(ruleset, option.fixed or option.default.span)
    constants = laid(ruleset.game, ruleset.players[0], {})
    values = ruleset.says(option, constants)
    if bare(option.type) in (RANK, SUIT) and not option.allowed:
        known = constants.settings
        values = " or ".join(
            known.rank_words() if bare(option.type) == RANK else known.suit_words()
        )
    return {
        "name": to_dashes(option.name),
        "meaning": option.meaning,
        "values": values,
        "default": _describe_by_players(ruleset, option),
        "fixed": setter if option.fixed is not None else None,
        "set_by": setter if option.fixed is None else None,
        "group": option.group,
        "place": format_place(option.span),
    }


def _find_layer(ruleset: Ruleset, span: Span) -> str:
    layers = [laid.heading for laid in ruleset.choice.laid]
    own = [one for one in layers if one.source.text == span.source.text and one.line <= span.line]
    name = to_dashes(max(own, key=lambda one: one.line).name) if own else "a variant"
    return f"{name} at {format_place(span)}"


def _describe_by_players(ruleset: Ruleset, option: g.Option) -> str:
    """The default: `100`, or `100, with 4 or more players 200`."""
    values: list[tuple[str, list[int]]] = []
    for players in ruleset.players:
        settings = laid(ruleset.game, players, {}).settings
        word = option_word(settings, option, settings.options[option.name])
        if bare(option.type) in (CARD, SUIT):
            word = word[:-1] + SYMBOLS.get(word[-1], word[-1])
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
    """`4 or more players`, `3 players`, `3 to 5 players`."""
    if counts[-1] == last and len(counts) > 1:
        return f"{counts[0]} or more players"
    if len(counts) == 1:
        return f"{counts[0]} players"
    return f"{counts[0]} to {counts[-1]} players"


def _describe_need(ruleset: Ruleset, need: g.Need) -> str:
    files = [ruleset.file, *ruleset.libraries.values()]
    blocks = [line for file in files for line in file.declarations if isinstance(line, d.Options)]
    tests = {line.span: line.test for block in blocks for line in block.lines
             if isinstance(line, d.Need)}  # fmt: skip
    return describe(tests[need.span])


# ---------------------------------------------------------------------- variants


def _find_variants(ruleset: Ruleset) -> list[Heading]:
    """The variants in the game's file, beside it, and among those that come with Hoyle."""
    game = ruleset.choice.game
    found = headings(game)
    found += [h for path in near(game.parent, game.stem) if path != game for h in headings(path)]
    if game.parent.resolve() == shipped_folder().resolve():
        found = variants_of(game.stem)
    names = {game.stem.replace("-", "_")}
    mine: list[Heading] = []
    while more := [h for h in found if h.base in names and h not in mine]:
        mine += more
        names |= {heading.name for heading in more}
    return sorted(mine, key=lambda heading: heading.name)


def variant_facts(heading: Heading) -> dict[str, Any]:
    """One variant: what it is, and what it changes."""
    tree = tree_of(heading.path, heading.source.name, Report())
    changes: list[str] = []
    for line in tree.declarations if tree is not None else ():
        if isinstance(line, d.Variant) and line.name == heading.name:
            changes = [text for delta in line.deltas for text in _describe_delta(delta)]
    return {
        "name": to_dashes(heading.name),
        "title": heading.title,
        "of": to_dashes(heading.base),
        "changes": changes,
        "place": f"{heading.source.name}:{heading.line}",
    }


def _describe_delta(delta: d.Delta | d.Example | d.Law) -> list[str]:
    """A line of a variant in words; nothing for an example."""
    if isinstance(delta, d.Example):
        return []
    if isinstance(delta, d.Law):
        return [f"{'always' if delta.always else 'never'} {delta.title.span.text}"]
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
    link = {"add": "to ", "replace": "in "}.get(delta.verb, "")
    what = f"{delta.what}s " if delta.what else ""
    names = ", ".join(filter(None, map(_describe_content, delta.content)))
    return [f"{delta.verb}s {what}{link}{to_words(str(delta.path))}{f': {names}' if names else ''}"]


def _describe_content(part: object) -> str:
    """One row, action, condition, field or step that a variant puts in, by its name."""
    match part:
        case d.Row():
            return label_row(part)
        case s.Action(name) | d.Zone(name) | d.Register(name):
            return to_words(name)
        case s.Must():
            return describe_must(part)
    return describe_head(part) if isinstance(part, s.Statement) else ""


def _name_declaration(tree: d.Declaration) -> str:
    match tree:
        case d.Options(lines=lines):
            return "options: " + ", ".join(
                to_dashes(one.name) for one in lines if isinstance(one, d.Option)
            )
        case d.Zones(zones=zones):
            return "zones: " + ", ".join(to_words(zone.name) for zone in zones)
        case d.State(registers=registers):
            return "state: " + ", ".join(to_words(one.name) for one in registers)
    return f"the {to_words(' '.join(make_key(tree)))}"
