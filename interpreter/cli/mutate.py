"""`hoyle test --mutate`: which changes of the rules no example and no property notices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

import click

from hoyle.interpreter.cli.endings import ENDED_EARLY, FOUND, STOPPED, UserError
from hoyle.interpreter.cli.progress import Progress
from hoyle.interpreter.narration.output import write, write_json
from hoyle.interpreter.testing.time_share import TimeShare

if TYPE_CHECKING:
    from hoyle.interpreter.library.ruleset import Ruleset
    from hoyle.interpreter.mutation.mutants import Mutant
    from hoyle.interpreter.mutation.run_mutant import MutantRunner
    from hoyle.interpreter.mutation.score import Score

WAYS = {
    "example": "by an example",
    "law": "by a law",
    "play": "in random games",
}


def run_mutations(
    ctx: click.Context, rulesets: Iterable[Ruleset | str], many: int, seed: int,
    seconds: float | None, jobs: int | None, as_json: bool,
) -> None:  # fmt: skip
    """Change rulesets, and tell what is not noticed. That something is not is no error."""
    whole = TimeShare.lasting(seconds)
    facts, wrong, short, interrupted = [], False, False, False
    asked = list(rulesets)
    sound = [ruleset for ruleset in asked if not isinstance(ruleset, str)]
    for message in asked:
        if isinstance(message, str):
            wrong = True
            write(message + "\n", err=as_json)
    runners = _make_runners(sound)
    parts = weigh_time([_count_asked(runner, many) for runner in runners])
    for number, runner in enumerate(runners):
        ruleset = runner.ruleset
        line = Progress(ruleset.name)
        mine, left = parts[number], sum(parts[number:])
        share = whole.share(left / mine if mine else 1)
        try:
            score = _score_mutations(runner, many, seed, share, jobs, line.show)
        finally:
            line.clear()
        short, interrupted = short or score.short, score.interrupted
        facts.append({"game": ruleset.name, "title": ruleset.title, **score.facts()})
        if not as_json:
            write("\n".join(_report_lines(ruleset, score)))
        if interrupted:
            break
    if as_json:
        write_json({"rulesets": facts})
    if not facts and not wrong:
        raise UserError("there is no game here to change, only libraries")
    if interrupted:
        ctx.exit(STOPPED)
    if wrong:
        ctx.exit(FOUND)
    if short:
        ctx.exit(ENDED_EARLY)


def weigh_time(changes: Sequence[int]) -> list[float]:
    """What part of the time each ruleset gets, by how many changes of it are asked for.

    One half is parted by these numbers, the other alike: a variant has few, and each takes long.
    """
    alike = sum(changes) / max(1, sum(map(bool, changes)))
    return [many + alike if many else 0.0 for many in changes]


def _make_runners(rulesets: Sequence[Ruleset]) -> list[MutantRunner]:
    """What tries the changes of each: of what one shares with another, they are tried once."""
    from hoyle.interpreter.mutation.run_mutant import MutantRunner

    for ruleset in rulesets:
        _need_examples(ruleset)
    names = {ruleset.name for ruleset in rulesets}
    return [
        MutantRunner(ruleset, _find_bases(ruleset), tried=names - {ruleset.name})
        for ruleset in rulesets
    ]


def _count_asked(runner: MutantRunner, many: int) -> int:
    return min(many, len(runner.changes))


def _score_mutations(
    runner: MutantRunner, many: int, seed: int, share: TimeShare, jobs: int | None,
    tell: Callable[[str], None],
) -> Score:  # fmt: skip
    """Try so many changes of a ruleset; what was found so far is kept when it is stopped."""
    from hoyle.interpreter.mutation.run_mutant import NoTimeLeft, limit_all
    from hoyle.interpreter.mutation.score import score_mutants
    from hoyle.interpreter.testing.worker_pool import count_cores

    jobs = count_cores() if jobs is None else jobs
    scores = score_mutants(runner, many, seed, jobs, share)
    score = next(scores)
    try:
        with limit_all(share):
            for score in scores:
                tell(f"change {len(score.outcomes)} of {score.asked}")
    except NoTimeLeft:
        pass
    except KeyboardInterrupt:
        score.interrupted = True
    return score


def _need_examples(ruleset: Ruleset) -> None:
    """UserError where an example does not hold, before any change is tried."""
    from hoyle.interpreter.testing.examples import run_examples
    from hoyle.interpreter.testing.random_games import name_ruleset

    failed = [outcome.title for outcome in run_examples(ruleset) if not outcome.passed]
    if failed:
        raise UserError(
            f'{ruleset.name}: the example "{failed[0]}" does not hold, so it could not show '
            f"whether a change is noticed; `hoyle test {name_ruleset(ruleset)}` tells why", FOUND,
        )  # fmt: skip


def _find_bases(ruleset: Ruleset) -> list[Ruleset]:
    """What a variant stands on, down to the game: their examples speak of rules that it keeps."""
    from hoyle.interpreter.library.loader import open_base

    below = open_base(ruleset)
    return [] if below is None else [below, *_find_bases(below)]


def _report_lines(ruleset: Ruleset, score: Score) -> list[str]:
    """What is told of the changes of one ruleset, line by line: first those that were missed."""
    from hoyle.interpreter.mutation.run_mutant import (
        EQUIVALENT,
        NOTICED,
        REFUSED,
        SURVIVED,
        UNTRIED,
    )

    lines = [f"{ruleset.name}: {ruleset.title}"]
    for change, outcome in score.of(SURVIVED):
        lines += ["", *_describe_mutant(change), f"  it differs: {outcome.says}"]
    if score.many(SURVIVED):
        lines.append("")
    lines.append(f"  changes: {_count_tried(score)}")
    lines.append(f"  refused by `hoyle check`: {score.many(REFUSED)}")
    ways = [f"{score.many(found)} {words}" for found, words in WAYS.items() if score.many(found)]
    lines.append(f"  noticed: {score.many(*NOTICED)}{' (' + ', '.join(ways) + ')' if ways else ''}")
    lines.append(f"  noticed by nothing: {score.many(SURVIVED)}")
    for head, kind in (
        ("no difference to the game found", EQUIVALENT),
        ("neither noticed nor tried to the end", UNTRIED),
    ):
        some = score.of(kind)
        if some or kind == EQUIVALENT:
            lines.append(f"  {head}: {len(some)}")
        lines += [f"    {change.words} ({outcome.says})" for change, outcome in some]
    if score.waiting:
        lines.append("  no example notices these, and there was no time to play them:")
        lines += [f"    {score.waiting[number].words}" for number in sorted(score.waiting)]
    if score.interrupted:
        lines.append("  it was interrupted here")
    lines.append(f"  {_describe_share(score)}")
    return lines


def _describe_mutant(change: Mutant) -> list[str]:
    from hoyle.dsl.report import excerpt

    span = change.span
    return [change.operator, f"  {span!r}", *excerpt(span, change.says, len(str(span.line)))]


def _count_tried(score: Score) -> str:
    drawn = f"{score.asked:,} drawn from {score.there:,}"
    among = drawn if score.asked < score.there else f"{score.there:,}"
    tried = f"{len(score.outcomes):,}" if score.outcomes else "none"
    text = f"{tried} tried of {among} (seed {score.seed})"
    left = score.asked - len(score.outcomes) - len(score.waiting)
    if score.waiting:
        text += f"; {len(score.waiting):,} only put to the examples, which do not notice them"
    if not left:
        return text
    if not (score.outcomes or score.waiting):
        return f"{text}: there was no time"
    return f"{text}; {left:,} not at all: there was no time"


def _describe_share(score: Score) -> str:
    from hoyle.interpreter.mutation.run_mutant import NOTICED, REFUSED

    if len(score.outcomes) == score.many(REFUSED) and (score.waiting or not score.outcomes):
        none = "none was played" if score.waiting else "none was tried"
        return none + ": more are with more `--seconds`" * (score.there > 0)
    if score.share is None:
        return "none of them was found to change the game"
    noticed, matter = score.many(*NOTICED), score.matter
    percent = f"{100 * score.share:.0f} %"
    told = f"{noticed} of {matter} changes of the game are noticed"
    if score.waiting:  # what was left out is not like what was tried: no share of all
        return f"{told}, and {score.asked - len(score.outcomes)} more were not tried in play"
    return f"{told}: {percent}"
