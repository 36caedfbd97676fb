"""Cards that an example gives, and that are gathered and shuffled before they matter."""

from __future__ import annotations

from hoyle.dsl.analysis.facts import step_facts, steps_run
from hoyle.dsl.checked import example_lines as x
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.values import Thing, things_read
from hoyle.dsl.report import Report
from hoyle.dsl.source import Span


def check_swept_cards(game: g.Game, report: Report) -> None:
    """E08: cards are given to a zone, and mixed with all others before anything asks for them.

    The first such line of an example is told, once for all its cases.
    """
    told: set[Span] = set()
    for example in game.examples:
        start = next((line for line in example.lines if isinstance(line, x.Start | x.Expect)), None)
        if not isinstance(start, x.Start):
            continue  # what is expected before the start looks at what is given
        given = [line for line in example.lines_of(x.Given) if line.place.zone is not None]
        gather, asked = _find_sweep(game, start) if given else (None, set())
        swept = [line for line in given if line.place.zone not in asked]
        if gather is not None and swept and swept[0].span not in told:
            told.add(swept[0].span)
            _report_swept(swept, gather, game, report)


def _report_swept(lines: list[x.Given], gather: g.Gather, game: g.Game, report: Report) -> None:
    names = dict.fromkeys(f"`{line.name}`" for line in lines)
    report.warn(
        "E08", f"what lies in {', '.join(names)} is gathered and shuffled before anybody chooses",
        lines[0].place.span,
        also=((gather.span, "all cards are gathered here"),),
        help=(
            "what is dealt after a shuffle is said by `pack`, from the top:  "
            f"pack {game.words.write_two()}",
            "or begin with a phase in which the cards have been dealt:  start …",
        ),
    )  # fmt: skip


def _find_sweep(game: g.Game, start: x.Start) -> tuple[g.Gather | None, set[Thing]]:
    """The step that gathers all cards into a pile which is shuffled, and all that is asked before.

    None where it is not sure that play comes there before anybody chooses.
    """
    asked, entered = set(things_read(*start.args)), {start.phase}
    steps = list(game.phases[start.phase].body)
    gather: g.Gather | None = None
    while steps:
        step = steps.pop(0)
        inside = [step]
        if isinstance(step, g.Run) and step.phase not in entered:
            entered.add(step.phase)
            steps[:0] = game.phases[step.phase].body
        elif isinstance(step, g.Repeat):
            steps = list(step.body)  # what follows the first round is not known
        else:
            inside = list(steps_run(game, [step]))
        facts = [step_facts(one) for one in inside]
        if isinstance(step, g.Shuffle) and gather and step.pile.thing is gather.pile.thing:
            return gather, asked
        if any(isinstance(one, g.Choose) for one in inside) or any(one.exit for one in facts):
            break
        if gather is not None and any(one.cards for one in facts):
            break
        gather = step if isinstance(step, g.Gather) else gather
        for one in facts:
            values = (*(read.value for read in one.reads), *one.takes, *one.lays)
            asked |= things_read(*values)
    return None, asked
