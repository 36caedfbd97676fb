"""What each checked step does: the one place that tells all of them apart.

Whoever needs what is read, written, moved, told, left or bound asks here, so that a new kind of
step is added once; mypy names the functions below that have forgotten it. What values read is said
by dsl/checked/values.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from functools import lru_cache
from typing import assert_never

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import NumberT, bare
from hoyle.dsl.checked.values import definition_values, values_inside
from hoyle.dsl.node import Parts, field_names, select_kind, walk


class Purpose(Enum):
    """What a value is read for; see `AUDIENCES` for who learns it."""

    WAY = "which way the game goes from here"
    ASKED = "a condition of an action"
    OFFERED = "what an action is chosen from"
    REFUSED = "the sentence of a refusal"
    STATE = "what a register becomes, or which register it is"
    PAID = "how many chips are paid"
    SAID = "a sentence"
    AMOUNT = "how many cards are dealt or moved"
    CARDS = "which cards are moved, shown or hidden: everybody sees how many, and where they lie"
    OPENED = "the same of cards that everybody sees"
    NAMED = "a name for a value"
    PLACE = "which zone, list or seat it is about"
    RESULT = "who has won"


class Audience(Enum):
    """Who learns what a value is, so that it may hold no secret of theirs."""

    ALL = "everybody"
    SEER = "whoever sees the register"
    CHOOSER = "the seat that chooses"
    NOBODY = "nobody: it is kept, or is told for what it is"


AUDIENCES = {
    Purpose.WAY: Audience.ALL,
    Purpose.ASKED: Audience.CHOOSER,
    Purpose.OFFERED: Audience.CHOOSER,
    Purpose.REFUSED: Audience.CHOOSER,
    Purpose.STATE: Audience.SEER,
    Purpose.PAID: Audience.ALL,
    Purpose.SAID: Audience.ALL,
    Purpose.AMOUNT: Audience.ALL,
    Purpose.CARDS: Audience.ALL,
    Purpose.OPENED: Audience.ALL,
    Purpose.PLACE: Audience.ALL,
    Purpose.NAMED: Audience.NOBODY,
    Purpose.RESULT: Audience.NOBODY,
}


@attrs.frozen
class Read:
    """A value that a step reads, in the order in which they are read."""

    value: g.Value
    purpose: Purpose

    @property
    def audience(self) -> Audience:
        """Who learns what it is."""
        return AUDIENCES[self.purpose]


class Role(Enum):
    """What a block inside a step is to it."""

    BRANCH = "gone through where its test holds"
    OTHERWISE = "gone through where nothing else is"
    ROUND = "gone through again and again"
    AT_BOUND = "gone through when the rounds are used up"
    ACTION = "gone through when it is chosen"


@attrs.frozen
class Block:
    """Steps inside a step; `test` of a branch, `action` of a choice."""

    role: Role
    body: tuple[g.Step, ...]
    test: g.Value | None = None
    action: g.Action | None = None


class Exit(Enum):
    """Where a step leads other than to the next one."""

    LOOP = "out of the innermost loop"
    PHASE = "out of a phase that runs"
    MATCH = "the end of the match"


class CardChange(Enum):
    """What a step does to cards or to who knows them."""

    MOVE = "from wherever they are to one zone"
    DEAL = "from the top of one pile to several zones"
    SWAP = "two zones change their cards"
    SHUFFLE = "a pile has a new order"
    GATHER = "all cards come to one pile"
    SHOW = "cards are shown or hidden"


@attrs.frozen
class StepFacts:
    """What one step does by itself; what stands in its blocks has facts of its own.

    `takes` are the cards that leave their places, or the zones that they are taken from (see
    `zone_holding`); `lays` are the zones that they come to, and `facing` says whether
    face up, where the step does. `announces` and `says`: everybody hears
    a value.
    """

    reads: tuple[Read, ...] = ()
    writes: tuple[g.Load, ...] = ()
    binds: tuple[g.Var, ...] = ()
    takes: tuple[g.Value, ...] = ()
    lays: tuple[g.Load, ...] = ()
    facing: g.Value | None = None
    cards: CardChange | None = None
    announces: bool = False
    says: bool = False
    wins: bool = False
    runs: str | None = None
    exit: Exit | None = None
    may_exit: bool = False  # `exit` is taken only where a test holds
    blocks: tuple[Block, ...] = ()

    @property
    def is_event(self) -> bool:
        """Whether play tells of the step itself, with its own line."""
        return bool(self.writes or self.cards or self.says or self.wins)

    @property
    def always_leaves(self) -> bool:
        """Whether the step after this one is never reached from it."""
        return self.exit is not None and not self.may_exit


@lru_cache(maxsize=2000)
def step_facts(step: g.Step) -> StepFacts:
    """What a step does."""
    match step:
        case g.Assign(place=place, value=value):
            reads = [Read(value, Purpose.STATE), *_indices(place, Purpose.STATE)]
            return StepFacts(tuple(reads), writes=(place,))
        case g.Let(var=var, value=value, announced=announced):
            return StepFacts((Read(value, Purpose.NAMED),), binds=(var,), announces=announced)
        case g.Pay(amount=amount, giver=giver, taker=taker):
            places = (*_indices(giver, Purpose.PAID), *_indices(taker, Purpose.PAID))
            return StepFacts((Read(amount, Purpose.PAID), *places), writes=(giver, taker))
        case g.Say(pieces=pieces):
            said = (Read(piece, Purpose.SAID) for piece in pieces if not isinstance(piece, str))
            return StepFacts(tuple(said), says=True)
        case g.Run(phase=phase, args=args):
            return StepFacts(tuple(Read(arg, Purpose.NAMED) for arg in args), runs=phase)
        case g.Move(what=what, source=source, to=to, facing=facing):
            counted = isinstance(bare(what.type), NumberT)
            reads = [Read(what, Purpose.AMOUNT if counted else Purpose.CARDS)]
            reads += [Read(source, Purpose.CARDS)] if source is not None else []
            reads += [*_indices(to, Purpose.PLACE)]
            reads += [Read(facing, Purpose.WAY)] if facing is not None else []
            taken = source if source is not None else what
            return StepFacts(
                tuple(reads), takes=(taken,), lays=(to,), facing=facing, cards=CardChange.MOVE
            )
        case g.Deal(amount=amount, source=source, var=var, over=over, to=to, facing=facing):
            reads = [Read(amount, Purpose.AMOUNT)] if amount is not None else []
            reads += [Read(over, Purpose.AMOUNT), Read(source, Purpose.CARDS)]
            reads += [*_indices(to, Purpose.PLACE)]
            reads += [Read(facing, Purpose.WAY)] if facing is not None else []
            return StepFacts(
                tuple(reads), binds=(var,), takes=(source,), lays=(to,), facing=facing,
                cards=CardChange.DEAL,
            )  # fmt: skip
        case g.Swap(one=one, other=other):
            indices = (*_indices(one, Purpose.PLACE), *_indices(other, Purpose.PLACE))
            return StepFacts(indices, takes=(one, other), lays=(one, other), cards=CardChange.SWAP)
        case g.Shuffle(pile=pile):
            return StepFacts((Read(pile, Purpose.CARDS),), cards=CardChange.SHUFFLE)
        case g.Gather(pile=pile):
            return StepFacts(_indices(pile, Purpose.PLACE), lays=(pile,), cards=CardChange.GATHER)
        case g.Show(what=what, to=to):
            reads = [Read(what, Purpose.CARDS)]
            reads += [Read(to, Purpose.PLACE)] if to is not None else []
            return StepFacts(tuple(reads), cards=CardChange.SHOW)
        case g.New(var=var, place=place, after=after):
            reads = [*_indices(place, Purpose.PLACE)]
            reads += [Read(after, Purpose.PLACE)] if after is not None else []
            return StepFacts(tuple(reads), writes=(place,), binds=(var,))
        case g.EndsWhen(test=test):
            return StepFacts((Read(test, Purpose.WAY),), exit=Exit.PHASE, may_exit=True)
        case g.Stop():
            return StepFacts(exit=Exit.LOOP)
        case g.End(phase=phase):
            return StepFacts(exit=Exit.MATCH if phase in (None, "match") else Exit.PHASE)
        case g.Win(who=who):
            return StepFacts((Read(who, Purpose.RESULT),), wins=True, exit=Exit.MATCH)
        case g.If(branches=branches, otherwise=otherwise):
            tests = tuple(Read(test, Purpose.WAY) for test, _ in branches)
            ways = tuple(Block(Role.BRANCH, body, test=test) for test, body in branches)
            return StepFacts(tests, blocks=(*ways, Block(Role.OTHERWISE, otherwise)))
        case g.For(var=var, over=over, until=until, times=times, at_bound=bound, body=body):
            several = over.args if isinstance(over, g.Op) and over.name == "list" else ()
            # what is written out is gone through one by one: who knows all may know none of them
            reads = [Read(one, Purpose.WAY) for one in (several if len(several) > 1 else (over,))]
            reads += [Read(value, Purpose.WAY) for value in (until, times) if value is not None]
            return StepFacts(tuple(reads), binds=(var,), blocks=_rounds(body, bound))
        case g.Repeat(until=until, times=times, most=most, at_bound=bound, body=body):
            reads = [Read(v, Purpose.WAY) for v in (until, times, most) if v is not None]
            return StepFacts(tuple(reads), blocks=_rounds(body, bound))
        case g.ForLines(var=var, body=body):
            return StepFacts(binds=(var,), blocks=_rounds(body, None))
        case g.Choose(var=chosen_by, actions=actions, otherwise=fallback):
            asked = (step.seat, step.decider, step.over)
            reads = [Read(one, Purpose.WAY) for one in asked if one is not None]
            for action in actions:
                reads += [read for param in action.params for read in param_reads(param)]
                reads += [read for must in action.musts for read in must_reads(must)]
            ways = tuple(Block(Role.ACTION, action.body, action=action) for action in actions)
            if fallback is not None:
                ways = (*ways, Block(Role.OTHERWISE, fallback))
            return StepFacts(
                tuple(reads), binds=() if chosen_by is None else (chosen_by,), blocks=ways
            )
        case _:
            assert_never(step)


def must_reads(must: g.Must) -> tuple[Read, ...]:
    """What a condition asks, and what its refusal tells."""
    return (Read(must.test, Purpose.ASKED), *_refusal_reads(must.sentence))


def param_reads(param: g.Param) -> tuple[Read, ...]:
    """What may be chosen, and what the refusal of anything else tells."""
    return (Read(param.over, Purpose.OFFERED), *_refusal_reads(param.sentence))


def _refusal_reads(sentence: tuple[str | g.Value, ...] | None) -> Iterator[Read]:
    pieces = (piece for piece in sentence or () if not isinstance(piece, str))
    return (Read(piece, Purpose.REFUSED) for piece in pieces)


def names_given(game: g.Game, step: g.Step) -> list[tuple[g.Var, g.Value]]:
    """The names that a step gives to values: by `let`, or to the parameters of a phase."""
    match step:
        case g.Let(var=var, value=value):
            return [(var, value)]
        case g.Run(phase=phase, args=args):
            return list(zip(game.phases[phase].params, args, strict=True))
    return []


def list_named(game: g.Game, step: g.Step) -> tuple[g.Var, ...]:
    """All names that stand for something else after a step, those of its actions with them."""
    facts = step_facts(step)
    chosen = (
        param.var for block in facts.blocks if block.action is not None
        for param in block.action.params
    )  # fmt: skip
    return (*facts.binds, *(var for var, _ in names_given(game, step)), *chosen)


def list_given(game: g.Game) -> dict[g.Var, list[g.Value]]:
    """Of each name of the steps the values that it may stand for, or that it goes through."""
    found: dict[g.Var, list[g.Value]] = {}
    for step in all_steps(game):
        for var, value in names_given(game, step):
            found.setdefault(var, []).append(value)
        facts = step_facts(step)
        for var in facts.binds:
            found.setdefault(var, []).extend(read.value for read in facts.reads)
    return found


def trace_values(given: Mapping[g.Var, list[g.Value]], values: Iterable[g.Value]) -> list[g.Value]:
    """Values, and those that the names in them stand for, and so on."""
    found, seen = list(values), set[g.Var]()
    for value in found:
        names = {part.local for part in values_inside(value) if part.local is not None} - seen
        seen |= names
        for var in sorted(names, key=lambda var: var.name):
            found += given.get(var, ())
    return found


def _indices(place: g.Load, purpose: Purpose) -> tuple[Read, ...]:
    return tuple(Read(value, purpose) for value in place.index)


def _rounds(body: tuple[g.Step, ...], bound: tuple[g.Step, ...] | None) -> tuple[Block, ...]:
    found = (Block(Role.ROUND, body),)
    return found if bound is None else (*found, Block(Role.AT_BOUND, bound))


# ---------------------------------------------------------------------- all steps
# They are looked for outside values: most nodes stand there, and no step does.


def steps_in(part: Parts) -> Iterator[g.Step]:
    """Every step of a block, a step or an action, and of the blocks inside it, as in the text."""
    return (node for node in walk(part, g.ValueNode) if isinstance(node, g.Step))


def rounds_in(part: Parts) -> Iterator[tuple[g.Step, ...]]:
    """What is done in each round of each loop in a block, the outer loops first."""
    for step in steps_in(part):
        yield from (block.body for block in step_facts(step).blocks if block.role is Role.ROUND)


def list_runs(body: Iterable[g.Step]) -> list[str]:
    """The phases that a round runs each time; where there are none, those under an `if` alone."""
    body = list(body)
    found = [runs for step in body if (runs := step_facts(step).runs) is not None]
    for step in () if found else body:
        if isinstance(step, g.If) and len(step.branches) == 1 and not step.otherwise:
            found += list_runs(step.branches[0][1])
    return found


def actions_in(part: Parts) -> Iterator[g.Action]:
    """Every action of the choices in a block and in the blocks inside it, as in the text."""
    return (node for node in walk(part, g.ValueNode) if isinstance(node, g.Action))


def all_steps(game: g.Game) -> Iterator[g.Step]:
    """Every step of a game, phase by phase."""
    for phase in game.phases.values():
        yield from steps_in(phase.body)


def all_values(game: g.Game) -> Iterator[g.Value]:
    """Every value of the phases and definitions of a game, the outer before the inner."""
    parts: list[Parts] = [tuple(phase.body for phase in game.phases.values())]
    definitions: list[g.Define | g.Table | g.Ranking] = [*game.defines.values()]
    definitions += [*game.tables.values(), *game.rankings.values()]
    parts += [definition_values(of) for of in definitions]
    return (node for part in parts for node in walk(part) if isinstance(node, g.Value))


def rules_of(game: g.Game) -> Iterator[tuple[object, tuple[object, ...]]]:
    """Every declaration, but for laws and examples, and what stands in it."""
    records = game.records.values()
    things: list[object] = [*game.pack, *game.needs]
    for named in (
        game.phases, game.defines, game.tables, game.rankings, game.conditions, game.options,
        game.zones, game.registers,
    ):  # fmt: skip
        things += named.values()
    things += (part for record in records for part in (*record.zones, *record.registers))
    for thing in things:
        yield thing, tuple(getattr(thing, name) for name in field_names(type(thing)))
    yield game, (game.side_count, game.backwards, game.payoff and game.payoff[1])


def steps_run(game: g.Game, body: Iterable[g.Step]) -> Iterator[g.Step]:
    """Every step of a block, and once those of each phase that is run from there."""
    entered: set[str] = set()
    waiting = [tuple(body)]
    while waiting:
        for step in steps_in(waiting.pop()):
            yield step
            runs = step_facts(step).runs
            if runs is not None and runs not in entered:
                entered.add(runs)
                waiting.append(game.phases[runs].body)


def list_later(game: g.Game, step: g.Step) -> set[g.Step]:
    """The steps that may be done after one: below it, in a further round, behind its phase."""
    home = {one: phase for phase in game.phases.values() for one in steps_in(phase.body)}
    runs = list(select_kind(home, g.Run))
    below, waiting, seen = list[g.Step](), [step], {step}
    for one in waiting:
        below += _list_below(home[one].body, one) or ()
        callers = [run for run in runs if run.phase == home[one].name and run not in seen]
        waiting += callers
        seen.update(callers)
    return set(steps_run(game, below))


def _list_below(body: tuple[g.Step, ...], step: g.Step) -> tuple[g.Step, ...] | None:
    """What of a block may come after a step that stands in it; None where it does not."""
    for k, one in enumerate(body):
        if one is step:
            return body[k + 1 :]
        for block in step_facts(one).blocks:
            inner = _list_below(block.body, step)
            if inner is not None:
                by_several = isinstance(one, g.Choose) and one.over is not None
                again = (one,) if block.role is Role.ROUND or by_several else ()
                return (*inner, *again, *body[k + 1 :])
    return None


def list_also_called(game: g.Game, steps: Iterable[g.Step], vars: set[g.Var]) -> set[g.Var]:
    """Variables, and the further names that steps give to what they hold."""
    found = set(vars)
    for step in steps:
        found |= {var for var, value in names_given(game, step) if value.local in found}
    return found
