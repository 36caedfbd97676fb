"""`hoyle variants`: the options of a game, what they stand at, and the variants that there are."""

from __future__ import annotations

import click

from hoyle.interpreter.cli.shared_options import with_json, with_variants


@click.command()
@click.argument("game")
@with_variants
@with_json
def variants(game: str, variants: tuple[str, ...], as_json: bool) -> None:
    """The options of GAME with their values, and its variants with what they set.

    GAME may itself be a variant: then the options are told as it sets them. Of a file that holds
    several variants and no game, they alone are told.
    """
    from hoyle.interpreter.cli import variant_report as report
    from hoyle.interpreter.narration.output import write_json
    from hoyle.interpreter.narration.text_wrap import open_page

    facts = report.list_facts(game, variants)
    if as_json:
        write_json(facts)
    else:
        report.print_facts(open_page(False), facts)
