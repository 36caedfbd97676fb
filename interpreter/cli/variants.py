"""`hoyle variants`: the options of a game, what they stand at, and the variants that there are."""

from __future__ import annotations

import json
from typing import Any

import click

from hoyle.interpreter.cli.shared_options import with_json, with_variants
from hoyle.interpreter.cli.usage_errors import report_user_errors
from hoyle.interpreter.narration.text_wrap import TextPage, open_page


@click.command()
@click.argument("game")
@with_variants
@with_json
def variants(game: str, variants: tuple[str, ...], as_json: bool) -> None:
    """The options of GAME with their values, and its variants with what they set.

    GAME may itself be a variant: then the options are told as it sets them. Of a file that holds
    several variants and no game, they alone are told.
    """
    from hoyle.interpreter.cli.variant_facts import as_facts, file_facts
    from hoyle.interpreter.library.discovery import several_in
    from hoyle.interpreter.library.loader import load

    with report_user_errors():
        several = [] if variants else several_in(game)
        facts = file_facts(several) if several else as_facts(load(game, variants))
    if as_json:
        click.echo(json.dumps(facts, ensure_ascii=False, indent=1))
    elif several:
        _print_variants(open_page(False), facts)
    else:
        _print_options(open_page(False), facts)


def _print_options(out: TextPage, facts: dict[str, Any]) -> None:
    out.line(f"{facts['game']}: {facts['title']}, {facts['players']} players")
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
    _print_variants(out, facts)


def _print_variants(out: TextPage, facts: dict[str, Any]) -> None:
    out.line("variants" if facts["variants"] else "there are no variants")
    for variant in facts["variants"]:
        out.line(f"{variant['name']}: {variant['title']}, of {variant['of']}", 2, variant["place"])
        for change in variant["changes"]:
            out.line(change, 4)


def _describe_option(option: dict[str, Any]) -> str:
    """What an option is, and what else it could be."""
    if option["fixed"] is not None:
        return f"always {option['default']}, fixed by {option['fixed']}"
    by = f", so set by {option['set_by']}" if option["set_by"] is not None else ""
    return f"{option['default']}{by}; {option['values']}"
