"""`hoyle list`: the rulesets that come with Hoyle."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from hoyle.dsl.printable import to_dashes
from hoyle.interpreter.cli.shared_options import with_json

if TYPE_CHECKING:
    from hoyle.interpreter.library.catalogue import Entry
    from hoyle.interpreter.library.discovery import Heading

MOST_LINES = 3


@click.command("list")
@click.argument("word", required=False, default="")
@with_json
def list_rulesets(word: str, as_json: bool) -> None:
    """The games that come with Hoyle, family by family.

    With a WORD those that have it: in the name or the family, in what the game is, among its
    variants and options, or anywhere in the rules. `hoyle variants GAME` tells more of a game.
    """
    from hoyle.interpreter.library.catalogue import list_entries
    from hoyle.interpreter.narration.output import write, write_json

    searched = [(entry, entry.find_lines(word) if word else []) for entry in list_entries()]
    found = [
        (each, lines)
        for each, lines in searched
        if lines or each.find_variants(word) or each.is_called(word)
    ]
    if as_json:
        write_json([_describe_ruleset(entry) for entry, _ in found])
        return
    if not found:
        write(f"no game that comes with Hoyle has `{word}`; `hoyle list` names them all")
        raise SystemExit(1)
    wide = max(len(entry.name) for entry, _ in found)
    family = ""
    for entry, lines in found:
        if entry.family != family:
            family = entry.family
            write(family)
        write(f"  {entry.name:<{wide}}  {entry.title}, {entry.players}. {entry.says}".rstrip())
        if word:
            _write_variants(entry.find_variants(word))
        for place in lines[:MOST_LINES]:
            write(f"    {place.file}:{place.line}: {place.text}")
        if len(lines) > MOST_LINES:
            write(f"    and {len(lines) - MOST_LINES} lines more")


def _write_variants(variants: list[Heading]) -> None:
    from hoyle.interpreter.narration.output import write

    wide = max((len(each.name) for each in variants), default=0)
    for each in variants:
        write(f"    {to_dashes(each.name):<{wide}}  {each.title}")


def _describe_ruleset(entry: Entry) -> dict[str, object]:
    from hoyle.interpreter.library.loader import load

    ruleset = load(entry.name)
    return {
        "name": ruleset.name,
        "title": ruleset.title,
        "family": entry.family,
        "says": entry.says,
        "players": list(ruleset.players),
        "for": ruleset.game.for_players,
        "options": [to_dashes(option) for option in ruleset.game.options],
        "variants": [
            {"name": to_dashes(one.name), "title": one.title, "base": to_dashes(one.base)}
            for one in entry.variants
        ],
    }
