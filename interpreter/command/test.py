"""`hoyle test`: the examples of rulesets, their laws, and whether their rules hold together."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hoyle.interpreter.command.check import found_files
from hoyle.interpreter.command.main import FOUND
from hoyle.interpreter.command.options import read_settings, with_json, with_variants
from hoyle.interpreter.command.trouble import Trouble, troubles

if TYPE_CHECKING:
    from hoyle.interpreter.play.rulesets import Ruleset
    from hoyle.interpreter.trial.verdict import Verdict

ENDED_EARLY = 3
MOST_TOLD = 20


@click.command()
@click.argument("places", nargs=-1, required=True, metavar="GAME|FILE|FOLDER...")
@click.option("--players", type=int, metavar="NUMBER", help="Random games for this number only.")
@click.option(
    "--games",
    type=click.IntRange(min=0),
    metavar="NUMBER",
    help="How many random games; four for each number of players where not given.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0),
    metavar="NUMBER",
    help="Begin no further game after this time. The games and their order stay the same.",
)
@click.option(
    "--seed", type=int, default=0, metavar="NUMBER", help="Which games; 0 where not given."
)
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="OPTION=VALUE",
    help="Give an option a value in all random games; the others are drawn.",
)
@with_variants
@click.option(
    "--idle", type=click.IntRange(min=1), metavar="NUMBER",
    help="Also tell the values of options, and the variant, that change nothing in so many games.",
)  # fmt: skip
@click.option(
    "--mutate", is_flag=False, flag_value=100, type=click.IntRange(min=1), metavar="[NUMBER]",
    help="Change the rules in so many ways, 100 where not given; tell what nothing notices.",
)  # fmt: skip
@with_json
@click.pass_context
def test(
    ctx: click.Context, places: tuple[str, ...], players: int | None, games: int | None,
    seconds: float | None, seed: int, settings: tuple[str, ...], variants: tuple[str, ...],
    idle: int | None, mutate: int | None, as_json: bool,
) -> None:  # fmt: skip
    """Try rulesets: run their examples, and ask their laws in random games.

    In random games it is also seen whether the rules hold together: no card and no chip is lost,
    what may be done can be done, what may not is refused with a reason, nothing gets stuck.
    """
    if mutate is not None:
        from hoyle.interpreter.command.mutations import mutate as change_rules

        with troubles():
            change_rules(ctx, rulesets_at(places, variants), mutate, seed, seconds, as_json)
        return
    until = time.monotonic() + seconds if seconds is not None else None
    verdicts: list[Verdict] = []
    wrong = False
    with troubles():
        options = read_settings(settings)
        for ruleset in rulesets_at(places, variants):
            if isinstance(ruleset, str):
                wrong = True
                if as_json:
                    click.echo(ruleset, err=True)
                else:
                    click.echo(ruleset + "\n")
            else:
                verdicts.append(one(ruleset, players, games, seed, options, until, idle))
                if not as_json:
                    click.echo("\n".join(report(verdicts[-1])))
    if as_json:
        facts = {"rulesets": [verdict.facts() for verdict in verdicts]}
        click.echo(json.dumps(facts, ensure_ascii=False, indent=1))
    if not verdicts and not wrong:
        raise Trouble("there is no game here to test, only libraries")
    if wrong or any(verdict.failed for verdict in verdicts):
        ctx.exit(FOUND)
    if any(too_short(verdict, games) for verdict in verdicts):
        ctx.exit(ENDED_EARLY)


def rulesets_at(places: tuple[str, ...], variants: tuple[str, ...]) -> Iterator[Ruleset | str]:
    """The games and variants that are meant, or their mistakes as a text.

    In a file and in a folder these are all that stand there; a name means one alone.
    """
    for place in places:
        files = [] if is_one(place) else found_files((place,))
        words = [word for path, name in files for word in words_in(path, name)]
        for word in words if files else [place]:
            yield opened(word, variants)


def is_one(place: str) -> bool:
    """Whether a place is a name, or a variant in a file, and not a file or a folder."""
    return not Path(place).exists()


def words_in(path: Path, name: str) -> Iterator[str]:
    """What opens the game of a file, and each of its variants."""
    from hoyle.dsl.report import Report
    from hoyle.dsl.tree.page import open_source
    from hoyle.interpreter.play.shelf import headings, is_game, is_library

    source = open_source(path, name, Report())
    variants = [f"{name}:{heading.name}" for heading in headings(path, name)]
    if source is None or not (variants or is_library(source)) or is_game(source):
        yield name
    yield from variants


def opened(word: str, variants: tuple[str, ...]) -> Ruleset | str:
    """The ruleset of a name or path; its mistakes as a text."""
    from hoyle.interpreter.play.opening import load
    from hoyle.interpreter.play.rulesets import RulesetError

    try:
        return load(word, variants, shown=word)
    except RulesetError as error:
        return str(error)


def one(
    ruleset: Ruleset, players: int | None, games: int | None, seed: int, options: dict[str, str],
    until: float | None, alike_in: int | None,
) -> Verdict:  # fmt: skip
    """The trial of one ruleset; with `alike_in` games for each option also what changes nothing."""
    from hoyle.interpreter.play.rulesets import OptionError
    from hoyle.interpreter.trial.consistency import BLOCK, Plan
    from hoyle.interpreter.trial.idle import idle
    from hoyle.interpreter.trial.verdict import tried

    def go_on() -> bool:
        return until is None or time.monotonic() < until

    if players is not None and players not in ruleset.players:
        raise OptionError(ruleset.not_for(players))
    counts = (players,) if players is not None else tuple(ruleset.players)
    fixed = ruleset.option_numbers(options, counts[0])
    plan = Plan(counts, BLOCK * len(counts) if games is None else games, seed, fixed)
    line = Progress(ruleset.name)
    try:
        verdict = tried(ruleset, plan, go_on, line.tell)
        if alike_in is not None:
            for finding in idle(ruleset, counts, alike_in, go_on, line.tell):
                verdict.add(finding)
        return verdict
    finally:
        line.wipe()


class Progress:
    """One line on a terminal that says how far it is; nothing anywhere else."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.last = 0.0
        self.shown = 0

    def tell(self, text: str) -> None:
        """How far it is; not more often than can be read."""
        if sys.stderr.isatty() and time.monotonic() - self.last > 0.1:
            self.last = time.monotonic()
            line = f"{self.name}: {text}"
            click.echo(f"\r{line.ljust(self.shown)}", err=True, nl=False)
            self.shown = len(line)

    def wipe(self) -> None:
        """Leave no trace."""
        if self.shown:
            click.echo(f"\r{' ' * self.shown}\r", err=True, nl=False)


def too_short(verdict: Verdict, games: int | None) -> bool:
    """Whether time ran out before the games that were asked for.

    Where their number was not said, each number of players should have had one.
    """
    if games is not None:
        return verdict.short
    return set(verdict.plan.players) != verdict.tally.players


# ---------------------------------------------------------------------- the report


def report(verdict: Verdict) -> list[str]:
    """What is told of one ruleset, line by line."""
    from hoyle.interpreter.trial.findings import as_text

    tally, lines = verdict.tally, [f"{verdict.ruleset.name}: {verdict.ruleset.title}"]
    failures = [finding for outcome in verdict.outcomes for finding in outcome.findings]
    for finding in failures[:MOST_TOLD]:
        lines += ["", as_text(finding)]
    for finding, times in list(verdict.findings.values())[:MOST_TOLD]:
        lines += ["", as_text(finding)]
        if times > 1:
            lines.append(f"  and in {times - 1} more game{'s' * (times > 2)}")
    if failures or verdict.findings:
        lines.append("")
    passed = sum(outcome.passed for outcome in verdict.outcomes)
    lines.append(f"  examples: {passed} of {len(verdict.outcomes)} passed")
    lines.append(f"  games: {played(verdict)}")
    asked = [count for count in tally.asked.values() if count]
    if verdict.ruleset.game.laws:
        lines.append(
            f"  laws: {len(asked)} of {len(verdict.ruleset.game.laws)} asked, "
            f"{sum(asked):,} times in all"
        )
    for words, span, why in verdict.never_asked():
        lines.append(f"    never asked: {words} ({span!r}): {why}")
    for what, places in verdict.coverage.unseen().items():
        if places:
            lines.append(f"  {what}s never seen: {len(places)}")
            lines += [f"    {words} ({span!r})" for words, span in places[:MOST_TOLD]]
            if len(places) > MOST_TOLD:
                lines.append(f"    and {len(places) - MOST_TOLD} more")
    lines.append("  something was found" if verdict.failed else "  nothing was found")
    return lines


def played(verdict: Verdict) -> str:
    """How many games, how far, with how many players and settings."""
    tally = verdict.tally
    if not tally.games:
        return "none"
    counts = ", ".join(str(count) for count in sorted(tally.players))
    cut = tally.games - tally.finished
    words = [
        f"{tally.games} (players: {counts})",
        f"{len(tally.options)} setting{'s' * (len(tally.options) != 1)} of the options",
        f"{tally.decisions:,} decisions, {tally.looked_at:,} of them looked at closely",
    ]
    if cut:
        words.append(f"{cut} left before the end")
    if verdict.short:
        words.append(f"{verdict.plan.games - tally.games} more not begun for lack of time")
    return "; ".join(words)
