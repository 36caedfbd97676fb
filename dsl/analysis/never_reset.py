"""State that play only ever adds to, and that the next deal finds as this one left it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from hoyle.dsl.analysis.facts import (
    Read,
    Role,
    all_steps,
    must_reads,
    param_reads,
    step_facts,
    steps_in,
    steps_run,
)
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import types as t
from hoyle.dsl.checked.values import same_value, things_read
from hoyle.dsl.node import select_kind
from hoyle.dsl.report import Report
from hoyle.dsl.source import Sources


def check_never_reset(game: g.Game, sources: Sources, report: Report) -> None:
    """T12: warn in `sources` of what one deal leaves to the next: a set, a count, a yes or no.

    Each round of a loop shuffles; what is added, also while players choose, is asked for in the
    round and never taken back. Nothing is told where the deal itself, the loop or what stands
    outside it asks for it, as for players who are out of the match; nor where only that is barred
    by it which adds to it, as what each may do once in a match.
    """
    growing = {
        register: writes for register, writes in _list_writes(game).items()
        if register.span.source in sources and all(_only_adds(register, one) for one in writes)
    }  # fmt: skip
    askers = _list_askers(game, growing)
    for thing in things_read(game.payoff[1]) if game.payoff is not None else ():
        if isinstance(thing, g.Register):
            askers.pop(thing, None)
    for loop in all_steps(game) if askers else ():
        rounds = {step for body in _list_rounds(loop) for step in steps_run(game, body)}
        if not any(isinstance(step, g.Shuffle) for step in rounds):
            continue
        opening, played = _Opening(game, loop), _list_played(game, rounds)
        if not (opening.shuffles and any(isinstance(s, g.Deal | g.Gather) for s in opening.steps)):
            continue
        begun = {step.phase for step in select_kind(rounds, g.Run)}  # with their state
        for register in [one for one in askers if one.phase not in begun]:
            asked, writes = askers[register], growing[register]
            within = asked.keys() <= rounds and asked.keys().isdisjoint(opening.steps)
            in_play = [step for step in writes if step in played]
            ends = any(_ends(step, played) for step in asked)
            if not (in_play and within and rounds.issuperset(writes)) or ends:
                continue
            if not _is_right(register, asked, writes):
                _report(register, loop, in_play[0], report)
                del askers[register]


def _list_writes(game: g.Game) -> dict[g.Register, list[g.Assign]]:
    """The steps that set each register of the match or of a phase."""
    found: dict[g.Register, list[g.Assign]] = {}
    for step in select_kind(all_steps(game), g.Assign):
        register = step.place.register
        if register is not None and register.record is None:
            found.setdefault(register, []).append(step)
    return found


def _only_adds(register: g.Register, step: g.Assign) -> bool:
    """Whether a step adds to what is kept, or sets a yes or no to what it does not begin as."""
    if isinstance(t.bare(register.type), t.SeveralT | t.NumberT):
        match step.value:
            case g.Op(name="plus" | "union", args=(before, _)) if step.op == "=":
                return same_value(before, step.place)
        return step.op == "+="
    begins = register.default
    return (
        t.bare(register.type) == t.YESNO and isinstance(begins, g.Const)
        and isinstance(step.value, g.Const) and not same_value(begins, step.value)
    )  # fmt: skip


def _list_rounds(step: g.Step) -> list[tuple[g.Step, ...]]:
    """What is done in each round of a loop."""
    return [block.body for block in step_facts(step).blocks if block.role is Role.ROUND]


def _has_choice(steps: Iterable[g.Step]) -> bool:
    return any(isinstance(step, g.Choose) for step in steps)


class _Opening:
    """What a round does before the first choice, or the first loop in which somebody chooses.

    It `shuffles` where it does so in any case, as a deal does.
    """

    def __init__(self, game: g.Game, loop: g.Step) -> None:
        self.game = game
        self.steps = set[g.Step]()
        self.shuffles = False
        self.entered = set[str]()
        for body in _list_rounds(loop):
            self._open_with(body, surely=True)

    def _open_with(self, steps: tuple[g.Step, ...], surely: bool) -> bool:
        """Add what is done there; False where somebody chooses, so that nothing follows."""
        for step in steps:
            rounds = (steps_run(self.game, body) for body in _list_rounds(step))
            if isinstance(step, g.Choose) or any(map(_has_choice, rounds)):
                return False
            self.steps.add(step)
            self.shuffles = self.shuffles or (surely and isinstance(step, g.Shuffle))
            facts = step_facts(step)
            blocks = [(block.body, surely and block.role is Role.ROUND) for block in facts.blocks]
            if facts.runs is not None and facts.runs not in self.entered:
                self.entered.add(facts.runs)
                blocks.append((self.game.phases[facts.runs].body, surely))
            if not all(self._open_with(*block) for block in blocks):
                return False
        return True


def _list_played(game: g.Game, rounds: Iterable[g.Step]) -> set[g.Step]:
    """The steps of actions, and of loops that wait for something or in which somebody chooses."""
    found = set[g.Step]()
    for step in rounds:
        for block in step_facts(step).blocks:
            inside = set(steps_run(game, block.body))
            plays = block.role is Role.ROUND and _has_choice(inside)
            if block.role is Role.ACTION or isinstance(step, g.Repeat) or plays:
                found |= inside
    return found


def _ends(step: g.Step, played: Collection[g.Step]) -> bool:
    """Whether it hangs on a question that the match is over, or the loop of the deals."""
    inside = set(steps_in(step)) if isinstance(step, g.If) else set()
    leaves = g.Win | g.Stop | g.End if step not in played else g.Win
    return any(isinstance(one, leaves) for one in inside)


Asked = dict[g.Step, list[g.Step | g.Action]]


def _list_askers(game: g.Game, of: Collection[g.Register]) -> dict[g.Register, Asked]:
    """The steps that ask for each of some registers, also by way of what they use.

    With each of them what it asks for: an action, else the step as a whole.
    """
    found: dict[g.Register, Asked] = {}
    for step in all_steps(game) if of else ():
        for asker, reads in _split_reads(step):
            for thing in things_read(*(read.value for read in reads)):
                if isinstance(thing, g.Register) and thing in of:
                    found.setdefault(thing, {}).setdefault(step, []).append(asker)
    return found


def _split_reads(step: g.Step) -> Iterator[tuple[g.Step | g.Action, tuple[Read, ...]]]:
    """What a step reads, that of each action by itself."""
    actions = step.actions if isinstance(step, g.Choose) else ()
    of_actions = list[Read]()
    for action in actions:
        reads = [read for param in action.params for read in param_reads(param)]
        reads += [read for must in action.musts for read in must_reads(must)]
        of_actions += reads
        yield action, tuple(reads)
    yield step, tuple(read for read in step_facts(step).reads if read not in of_actions)


def _is_right(register: g.Register, asked: Asked, writes: Collection[g.Step]) -> bool:
    """Whether what a register of several seats bars is only what adds to it."""
    of_several = register.index or isinstance(t.bare(register.type), t.SeveralT)
    askers = [one for several in asked.values() for one in several]
    return bool(of_several) and all(set(writes) <= set(steps_in(one)) for one in askers)


def _report(register: g.Register, loop: g.Step, write: g.Assign, report: Report) -> None:
    begins = "0" if isinstance(t.bare(register.type), t.NumberT) else "empty"
    if register.default is not None:
        begins = register.default.span.words
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
            "or, if it shall last, write behind the line why:  # T12 is meant: …",
        ),
    )  # fmt: skip
