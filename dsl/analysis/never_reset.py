"""State that play only ever adds to, and that the next deal finds as this one left it."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from hoyle.dsl.analysis.facts import Role, all_steps, step_facts, steps_run
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import types as t
from hoyle.dsl.checked.values import same_value, things_read
from hoyle.dsl.node import select_kind
from hoyle.dsl.report import Report
from hoyle.dsl.source import Sources


def check_never_reset(game: g.Game, sources: Sources, report: Report) -> None:
    """T12: warn in `sources` of a set, a list or a yes that one deal leaves to the next.

    Each round of a loop shuffles; what is added while players choose is asked for in play and never
    taken back. Nothing is told where the deal itself, the loop or what stands outside it asks for
    it, as for players who are out of the match.
    """
    growing = {
        register: writes for register, writes in _list_writes(game).items()
        if register.span.source in sources and all(_only_adds(register, one) for one in writes)
    }  # fmt: skip
    readers = _list_readers(game, growing)
    for loop in all_steps(game) if readers else ():
        rounds = {step for body in _list_rounds(loop) for step in steps_run(game, body)}
        if not any(isinstance(step, g.Shuffle) for step in rounds):
            continue
        opening, played = _list_opening(game, loop), _list_played(game, rounds)
        if not any(isinstance(step, g.Shuffle) for step in opening):
            continue
        begun = {step.phase for step in select_kind(rounds, g.Run)}  # with their state
        for register in [one for one in readers if one.phase not in begun]:
            asked, writes = readers[register], growing[register]
            if played.issuperset(writes) and asked <= rounds and asked.isdisjoint(opening):
                _report(register, loop, writes[0], report)
                del readers[register]


def _list_writes(game: g.Game) -> dict[g.Register, list[g.Assign]]:
    """The steps that set each register of the match or of a phase."""
    found: dict[g.Register, list[g.Assign]] = {}
    for step in select_kind(all_steps(game), g.Assign):
        register = step.place.register
        if register is not None and register.record is None:
            found.setdefault(register, []).append(step)
    return found


def _only_adds(register: g.Register, step: g.Assign) -> bool:
    """Whether a step adds to several, or sets a yes or no to what it does not begin as."""
    if isinstance(t.bare(register.type), t.SeveralT):
        return step.op == "+="
    begins = register.default
    return (
        t.bare(register.type) == t.YESNO and isinstance(begins, g.Const)
        and isinstance(step.value, g.Const) and not same_value(begins, step.value)
    )  # fmt: skip


def _list_rounds(step: g.Step) -> list[tuple[g.Step, ...]]:
    """What is done in each round of a loop."""
    return [block.body for block in step_facts(step).blocks if block.role is Role.ROUND]


def _list_opening(game: g.Game, loop: g.Step) -> list[g.Step]:
    """What a round does before the first choice, or the first loop in which somebody chooses."""
    opening, entered = list[g.Step](), set[str]()

    def open_with(steps: tuple[g.Step, ...]) -> bool:
        """Add what is done there; False where somebody chooses, so that nothing follows."""
        for step in steps:
            inside = [step, *(s for body in _list_rounds(step) for s in steps_run(game, body))]
            if any(isinstance(one, g.Choose) for one in inside):
                return False
            opening.append(step)
            facts = step_facts(step)
            blocks = [block.body for block in facts.blocks]
            if facts.runs is not None and facts.runs not in entered:
                entered.add(facts.runs)
                blocks.append(game.phases[facts.runs].body)
            if not all(open_with(block) for block in blocks):
                return False
        return True

    for body in _list_rounds(loop):
        open_with(body)
    return opening


def _list_played(game: g.Game, rounds: Iterable[g.Step]) -> set[g.Step]:
    """The steps of actions, and of loops that go on until something holds."""
    bodies = (
        block.body for step in rounds for block in step_facts(step).blocks
        if block.role is Role.ACTION or isinstance(step, g.Repeat)
    )  # fmt: skip
    return {step for body in bodies for step in steps_run(game, body)}


def _list_readers(
    game: g.Game, of: Collection[g.Register]
) -> dict[g.Register, set[g.Step]]:  # fmt: skip
    """The steps that ask for each of some registers, also by way of what they use."""
    found: dict[g.Register, set[g.Step]] = {}
    for step in all_steps(game) if of else ():
        for thing in things_read(*(read.value for read in step_facts(step).reads)):
            if isinstance(thing, g.Register) and thing in of:
                found.setdefault(thing, set()).add(step)
    return found


def _report(register: g.Register, loop: g.Step, write: g.Assign, report: Report) -> None:
    several = isinstance(t.bare(register.type), t.SeveralT)
    of, begins = register.default, "empty" if several else "no"
    if not several and isinstance(of, g.Const) and of.span is not None:
        begins = of.span.words
    place = f"{register.name} of …" if register.index else register.name
    report.warn(
        "T12", f"what one deal puts into `{register.name}` is still there in the next",
        register.span.find_word(register.name),
        also=(
            (write.span, "this is never taken back"),
            (loop.span.first_word, "each round is a deal"),
        ),
        help=(
            f"set it back where a deal begins:  {place} = {begins}",
            "or declare it as state of the phase that is a deal: it begins anew each time",
        ),
    )  # fmt: skip
