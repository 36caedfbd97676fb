"""From the statements of a phase to checked steps."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import assert_never

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import types as t
from hoyle.dsl.checked.context import CheckContext, Scope
from hoyle.dsl.checked.declarations import resolve_type
from hoyle.dsl.checked.expressions import (
    bind_element,
    bind_narrowed,
    check_arguments,
    check_count,
    check_optional,
    check_question,
    check_several,
    check_typed,
    check_value,
)
from hoyle.dsl.checked.names import reject_words
from hoyle.dsl.checked.out_of_reach import list_settable
from hoyle.dsl.checked.places import (
    check_pile,
    check_register,
    check_swap,
    check_zone,
    is_zone,
    setting,
)  # fmt: skip
from hoyle.dsl.checked.ranges import check_in_range
from hoyle.dsl.checked.suggestions import point_at_record
from hoyle.dsl.checked.values import definition_values, find_zone, things_read
from hoyle.dsl.checked.written_names import write_application
from hoyle.dsl.node import select_kind, walk
from hoyle.dsl.report import Problem
from hoyle.dsl.source import Span
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e
from hoyle.dsl.tree import statements as s

LEAVES = (s.Stop, s.End, s.Win)  # what no other line of a block can follow
MAX_ROUNDS = 10_000  # of a loop that goes on `however long`; then the game is a draw


def check_block(scope: Scope, body: s.Block) -> tuple[g.Step, ...]:
    """The steps of a block; its names end with it."""
    inner = scope.inner()
    found: list[g.Step] = []
    left = False
    for k, statement in enumerate(body):
        checked = _check_step(inner, statement)
        if checked is not None and not left:
            found.append(checked)
        endless = _never_ends(statement)
        if (endless or isinstance(statement, LEAVES)) and k + 1 < len(body) and not left:
            help_ = ("the loop above it ends only by `stop`, and has none",) * endless
            title = "this line can never be reached"
            scope.ctx.report.warn("F05", title, body[k + 1].span, help=help_)
            left = True
    for let in select_kind(found, g.Let):
        _tell_hidden(scope, let.var, body[-1].span)
    return tuple(found)


def _never_ends(statement: s.Statement) -> bool:
    """Whether it is a loop that only `stop` ends, and has none."""
    if not isinstance(statement, s.Repeat) or statement.until or statement.times:
        return False
    bound = statement.limit is not None and statement.limit.times is not None
    inside = walk(statement.body, outside=(s.For, s.Repeat))
    return not bound and not any(isinstance(part, s.Stop) for part in inside)


def _tell_hidden(scope: Scope, var: g.Var, last: Span) -> None:
    """Tell of a name that hides something of another type, where types do not fit below it.

    What does not fit, up to the `last` line of the block, is no mistake of its own.
    """
    hidden, word = scope.find(var.name), re.compile(rf"\b{re.escape(var.name)}\b")
    if hidden is None or t.bare(hidden.type) == t.bare(var.type):
        return

    def follows(one: Problem) -> bool:
        below = var.span.end < one.span.start < last.end and one.span.source is last.source
        return below and one.code[0] == "T" and word.search(one.span.text) is not None

    if follow := scope.ctx.withdraw(follows):
        title = f"this `{var.name}` is {var.type}, and hides the one that is {hidden.type}"
        also = ((follow[0].span, "here it is too"),)
        scope.ctx.error("N02", title, var.span, label="call it otherwise", also=also)


def _check_step(scope: Scope, tree: s.Statement) -> g.Step | None:
    span = tree.span
    match tree:
        case s.Assign():
            return _check_assign(scope, tree)
        case s.Run():
            return _check_run(scope, tree)
        case s.Let():
            found = check_value(scope, tree.value)
            _warn_of_hidden_state(scope, tree, found)
            var = scope.add(g.Var(tree.name, found.type, tree.name_span, find_zone(found)))
            return g.Let(var, found, tree.announced, span=span)
        case s.Move():
            return _check_move(scope, tree)
        case s.Deal():
            return _check_deal(scope, tree)
        case s.Swap():
            return check_swap(scope, tree)
        case s.Shuffle():
            pile = check_pile(scope, tree.pile, "only a pile can be shuffled")
            return g.Shuffle(pile, span=span) if pile else None
        case s.Gather():
            pile = check_pile(scope, tree.pile, "cards are gathered into a pile")
            return g.Gather(pile, span=span) if pile else None
        case s.Show():
            what = _check_cards(scope, tree.what, "shown" if not tree.hidden else "hidden")
            return g.Show(what, _check_seer(scope, tree), tree.hidden, span=span)
        case s.Pay():
            return _check_pay(scope, tree)
        case s.New():
            return _check_new(scope, tree)
        case s.Say():
            return g.Say(_check_sentence(scope, tree.sentence), span=span)
        case s.EndsWhen():
            test = check_question(scope, tree.test, "`ends when` is followed by a question")
            return g.EndsWhen(test, span=span)
        case s.Stop():
            if not scope.in_loop:
                help_ = "to leave a phase, write `end` and its name; to end all, `end match`"
                scope.ctx.error("F03", "`stop` is in no loop", span, help=(help_,))
            return g.Stop(span=span)
        case s.End():
            return _check_end(scope.ctx, tree)
        case s.Win():
            who = check_typed(
                scope, tree.who, t.SetT(t.SEAT), lead="a seat or seats are wanted here"
            )
            return g.Win(who, span=span)
        case s.If():
            branches = tuple(
                (check_question(scope, test, "`if` is followed by a question"),
                 check_block(scope, body))
                for test, body in tree.branches
            )  # fmt: skip
            return g.If(branches, check_block(scope, tree.otherwise), span=span)
        case s.For():
            return _check_for(scope, tree)
        case s.Repeat():
            return _check_repeat(scope, tree)
        case s.Choose():
            return _check_choose(scope, tree)
    assert_never(tree)


def _check_sentence(scope: Scope, tree: e.Sentence) -> tuple[str | g.Value, ...]:
    return tuple(p if isinstance(p, str) else check_value(scope, p) for p in tree.pieces)


def _check_refusal(
    scope: Scope, tree: e.Sentence | None, plain: str
) -> tuple[tuple[str | g.Value, ...] | None, str]:
    """The sentence of a refusal with its values, and as it is written, else `plain`."""
    return (None, plain) if tree is None else (_check_sentence(scope, tree), tree.plain)


# ---------------------------------------------------------------------- places


def _check_cards(scope: Scope, tree: e.Expr, done: str, if_number: str = "") -> g.Value:
    """A card or cards that something is done with."""
    lead = f"only cards can be {done}"
    or_else = (t.NumberT(), if_number) if if_number else None
    return check_typed(scope, tree, t.SetT(t.CARD), lead=lead, code="T08", or_else=or_else)


def _check_facing(scope: Scope, tree: e.Expr | None) -> g.Value | None:
    """`up`, `down`, or an option that is one of them: a yes-or-no value, up."""
    if tree is None:
        return None
    if isinstance(tree, e.Name) and tree.name in ("up", "down") and not scope.find(tree.name):
        return g.Const(int(tree.name == "up"), t.YESNO, tree.span)
    found = check_value(scope, tree)
    kind = t.bare(found.type)
    if isinstance(kind, t.ChoiceT) and set(kind.words) == {"up", "down"}:
        up = g.Const(kind.words.index("up"), kind, tree.span)
        return g.Op("is", (found, up), t.YESNO, tree.span)
    if kind != t.UNKNOWN:
        title = f"cards lie face up or face down, but `{tree.words}` is {kind}"
        scope.ctx.error("T07", title, tree.span)
    return None


# ---------------------------------------------------------------------- single steps


def _check_assign(scope: Scope, tree: s.Assign) -> g.Step | None:
    if tree.place.name == "payoff" and "payoff" not in scope.ctx.declared:
        title = "a payoff is no step: it is said once, for the whole game"
        line = f"payoff of seat = {tree.value.words if tree.op == '=' else '…'}"
        label = f"at the left edge, under no `match` and no phase, stands `{line}`"
        scope.ctx.error("N03", title, tree.place.span, label=label)
        return None  # who is meant there has no name here
    place = check_register(scope, tree.place)
    if place is None:
        _suggest_let(scope, tree)
        check_value(scope, tree.value, t.UNKNOWN)
        return None
    said = tree.place.words
    if isinstance(t.element(t.bare(place.type)), t.RecordT):
        title = f"records join `{said}` by `new`, and leave it when its phase ends"
        scope.ctx.error("T06", title, tree.place.span)
        return None
    was_read = place.register in scope.game.uses.read
    number = t.is_number(place.type)
    if (
        tree.op != "="
        and not number
        and place.type != t.UNKNOWN
        and not t.element(t.bare(place.type))
    ):
        title = f"only numbers can be added, but `{said}` is {place.type}"
        help_ = f"to set it, write:  {said} = …"
        if t.bare(place.type) == t.SEAT and tree.value.words == "1":
            help_ = f"write:  {said} = {'left' if tree.op == '+=' else 'right'} of {said}"
        several = t.SetT(t.bare(place.type))
        if isinstance(tree.value, e.Listing) and several in t.NAMED.values():
            names = {kind: name for name, kind in t.NAMED.items()}
            help_ = f"what holds several is `{names[several]}`, not `{names[several][:-1]}`"
            scope.ctx.add_unfit(place.register, several, "T05", title, tree.place.span, (help_,))
        else:
            scope.ctx.error("T05", title, tree.place.span, help=(help_,))
        return None
    if reject_words(scope, tree.value, place.type, said):
        return None
    if tree.op != "=" and number:
        verb = "added to" if tree.op == "+=" else "taken from"
        lead = f"only numbers can be {verb} `{said}`"
        found = check_typed(scope, tree.value, place.type, lead=lead, code="T05")
    else:
        lead = f"`{said}` is {place.type}"
        found = check_typed(scope, tree.value, place.type, lead=lead, register=place.register)
    if tree.op == "=":
        check_in_range(scope.ctx, place.type, found, tree.value.span, f"`{said}`", "R01")
    inner = [
        value.calls for value in select_kind(walk(found), g.ValueNode) if value.calls is not None
    ]
    applied = things_read(*(value for of in inner for value in definition_values(of)))
    if not was_read and place.register is not None and place.register not in applied:
        scope.game.uses.read.discard(place.register)  # for its own change it is not read
    return g.Assign(tree.op, place, found, span=tree.span)


def _warn_of_hidden_state(scope: Scope, tree: s.Let, found: g.Value) -> None:
    """`let leader = taker`, where `leader` is state and was to be set."""
    state = scope.game.registers.get(tree.name)
    if state is None or state.index or tree.announced:
        return
    if not t.is_assignable(t.bare(found.type), t.bare(state.type)):
        return
    scope.ctx.report.warn(
        "N17", f"this sets no state: it gives a value the name `{tree.name}`, and hides the state",
        tree.name_span, also=((state.span, "the state"),),
        help=(f"to set it, write:  {tree.name} = {tree.value.words}", "else call it otherwise"),
    )  # fmt: skip


def _suggest_let(scope: Scope, tree: s.Assign) -> None:
    """Help where a value is given to a name that nothing has: `next_card = top of stock`."""
    told = scope.ctx.missing.get(tree.place.words, [])
    # of a name that is used often the first is told
    if tree.op == "=" and len(told) == 1 and told[0].span == tree.place.span:
        meant = told[-1].label.partition("`")[2].partition("`")[0]
        if meant not in scope.game.registers:  # nothing else can be set
            a_name = f"a value gets a name with `let`:  let {tree.words}"
            help_: tuple[str, ...] = (a_name, "what is kept stands under `state`")
            if _stands_outside(tree.place.span):
                help_ = help_[1:]
                told[0] = attrs.evolve(told[0], label="", help=help_)
            if tree.place.words in ("winner", "winners"):
                # loaded where something is wrong only
                from hoyle.dsl.parser.plain_rounds import write_winning

                who = write_winning(tree.value.words)
                wins = f"who wins stands behind `win`:  win {who}"
                named = re.findall(rf"\b{tree.place.words}\b", tree.span.source.text)
                help_ = (a_name, wins) if len(named) > 1 else (wins,)
            told[0] = attrs.evolve(told[0], label="", help=help_)


def _stands_outside(name: Span) -> bool:
    """Whether a name stands elsewhere than in the rest of the block in which it is set."""
    text = re.sub(r"#.*|\"[^\"\n]*\"", lambda found: " " * len(found[0]), name.source.text)
    line = name.source.line_starts[name.line - 1]
    block = re.compile(rf"(?: {{{name.column - 1},}}.*\n|[ ]*\n)*").match(text, line)
    elsewhere = text[:line] + text[block.end() if block else line :]
    return re.search(rf"\b{re.escape(name.text)}\b", elsewhere) is not None


def _is_headlike(step: Span) -> bool:
    """Whether the next line stands further in than a step, or is a condition beside it."""
    at = step.column - 1
    below = rf".*\n(?:\s*(?:#.*)?\n)* {{{at}}}(?: +[^\s#]|must\b)"
    return re.compile(below).match(step.source.text, step.end) is not None


def _check_run(scope: Scope, tree: s.Run) -> g.Step | None:
    name = tree.phase.name
    if name not in scope.ctx.phase_trees:
        known = (
            other for other, phase in scope.ctx.phase_trees.items()
            if other != "match" and not tree.span.is_inside(phase.span)
        )  # fmt: skip
        title = f"there is no phase called `{name}`"
        ended = name.removeprefix("end_")
        if ended != name and ended in scope.ctx.phase_trees:
            label = f"write `end {ended}`"
            scope.ctx.error("N01", title, tree.phase.name_span, label=label)
        elif name in scope.game.registers or name in scope.game.zones:
            changed = "what changes it stands behind, as in `… = 3` or `… += 1`"
            changed = "cards come and go with `move`" if name in scope.game.zones else changed
            title = f"`{tree.phase.words}` alone does nothing"
            scope.ctx.error("N01", title, tree.span, label=changed)
            return None
        elif not _is_headlike(tree.span):  # else it is no phase, and that is told there
            scope.ctx.add_unknown(
                "N01", title, tree.phase.name_span, name, known, "phases are",
                lacking=_say_beside(scope.ctx, tree),
            )  # fmt: skip
        for arg in tree.phase.args:
            check_value(scope, arg)
        return None
    scope.game.uses.names.add(name)
    values = check_arguments(scope, tree.phase, scope.game.phases[name].params)
    return None if values is None else g.Run(name, values, span=tree.span)


def _say_beside(ctx: CheckContext, tree: s.Run) -> str:
    """Of what stands last in an action: it is perhaps the next action, too far in."""
    if not ctx.suggests or tree.phase.args:
        return ""
    if ctx.last_in is None:  # gone through once for all
        ctx.last_in = {id(one.body[-1]): one.name for _, one in ctx.actions if one.body}
    name = ctx.last_in.get(id(tree))
    return f"what is chosen too stands below `{name}`, as far in as it does" if name else ""


def _names_cards(scope: Scope, tree: s.Move) -> bool:
    """Tell `move card from hand to trick`: cards that are named lie where they lie."""
    assert tree.source is not None
    kind = t.bare(check_value(scope, tree.what, t.NumberT()).type)
    if kind == t.CARD or t.element(kind) == t.CARD:
        title = "a number stands before `from`; cards that have a name lie where they lie"
        label = f"write `move {tree.what.words} to {tree.to.words}`"
    elif kind == t.RANK:
        title = "a number stands before `from`, and not a rank"
        fitting = f"({tree.source.words} where rank of it is {tree.what.words})"
        label = f"write `move {fitting} to {tree.to.words}`"
    else:
        return False
    whole = Span(tree.span.source, tree.span.start, tree.to.span.end)
    scope.ctx.error("T01", title, whole, label=label)
    return True


def _check_seer(scope: Scope, tree: s.Show) -> g.Value | None:
    """The seat that something is shown to alone; a zone is where cards are moved to."""
    if not isinstance(tree.to, e.Name | e.Apply):
        return check_optional(scope, tree.to, t.SEAT)
    zone = scope.game.zones.get(tree.to.name)
    goes = f"cards go there with `move`:  move {tree.what.words} to {tree.to.words}"
    return check_typed(scope, tree.to, t.SEAT, or_else=(zone.type, goes) if zone else None)


def _check_move(scope: Scope, tree: s.Move) -> g.Step | None:
    """Cards to a zone; or a number of cards from the top of a pile."""
    source: g.Value | None
    if tree.source is not None and isinstance(tree.what, e.Name) and tree.what.name == "all":
        label = f"write `move {tree.source.words} to {tree.to.words}`"
        scope.ctx.error("N01", "a zone stands for all its cards", tree.what.span, label=label)
        return None
    if tree.source is not None and _names_cards(scope, tree):
        return None
    if tree.source is not None:
        what = check_typed(scope, tree.what, t.NumberT(), "a number of cards")
        source = check_pile(scope, tree.source, "a number of cards is taken from a pile")
    else:
        pile = next((z.name for z in scope.game.zones.values() if z.starts), "…")
        hint = f"say with `from` which pile they come from:  move {tree.what.words} from {pile} to "
        hint += tree.to.words
        what = _check_cards(scope, tree.what, "moved", hint)
        source = find_zone(what)
    to = check_zone(scope, tree.to)
    up = _check_facing(scope, tree.facing)
    if to is None:
        return None
    return g.Move(what, source, to, up, tree.bottom, tree.turned, span=tree.span)


def _check_deal(scope: Scope, tree: s.Deal) -> g.Step | None:
    packet = isinstance(tree.amount, s.Packet)
    size = tree.amount.size if isinstance(tree.amount, s.Packet) else tree.amount
    amount = check_optional(scope, size, t.NumberT(), "a number of cards")
    source = check_pile(scope, tree.source, "cards are dealt from a pile")
    over = check_several(scope, tree.over)
    var, inner, over = bind_narrowed(scope, tree.name, over, tree.where, tree.name_span)
    to = check_zone(inner, tree.to)
    up = _check_facing(inner, tree.facing)
    if source is None or to is None:
        return None
    if packet and amount is not None:
        # one card each, and each as often in a row as the packet has cards
        kind = t.SequenceT(t.element(t.bare(over.type)) or t.UNKNOWN)
        over = g.Op("repeated", (over, amount), kind, tree.over.span)
        amount = g.Const(1, t.NumberT(1, 1), amount.span)
    return g.Deal(amount, source, var, over, to, up, span=tree.span)


def _check_pay(scope: Scope, tree: s.Pay) -> g.Step | None:
    giver, taker = _check_chips(scope, tree.giver), _check_chips(scope, tree.taker)
    if isinstance(tree.amount, e.Name) and tree.amount.name == "all":
        write = f"write `pay {tree.giver.words} from {tree.giver.words}`"
        scope.ctx.error(
            "N01", "chips are paid as a number, not as `all`", tree.amount.span, label=write
        )
        return None
    amount = check_typed(scope, tree.amount, t.NumberT(), "a number of chips")
    if tree.giver.words == tree.taker.words:
        scope.ctx.report.warn(
            "N19", "this changes nothing: it is paid to where it comes from", tree.taker.span
        )
    return g.Pay(amount, giver, taker, span=tree.span) if giver and taker else None


def _check_chips(scope: Scope, tree: e.Expr) -> g.Load | None:
    """A number that is kept, and that chips are paid from or to."""
    found = check_value(setting(scope, tree, t.NUMBER), tree)
    match found:
        case g.Load(thing=g.Register() as register) if t.is_number(found.type):
            scope.game.uses.written.add(register)
            return found
    if found.type != t.UNKNOWN:
        what = "a zone" if is_zone(found) else found.type
        numbers = [r for r in scope.game.registers.values() if t.is_number(r.type)]
        kept = [f"`{r.name} of {tree.words}`" for r in numbers
                if len(r.index) == 1 and r.index[0].type == t.bare(found.type)]  # fmt: skip
        kept = kept or [f"`{one}`" for one in list_settable(scope, t.NUMBER)]
        title = f"chips are paid from and to a number that is kept, but `{tree.words}` is {what}"
        help_ = (f"such are {', '.join(kept)}",) if kept else ()
        scope.ctx.error("T09", title, tree.span, help=help_)
    return None


def _check_new(scope: Scope, tree: s.New) -> g.Step | None:
    place = check_register(scope, tree.place)
    kind = place.type if place is not None else t.UNKNOWN
    of = t.element(t.bare(kind))
    if not isinstance(of, t.RecordT) and kind != t.UNKNOWN:
        title = f"a list of records is wanted here, but `{tree.place.words}` is {kind}"
        also = point_at_record(place.register) if place is not None and place.register else ()
        key = f"one at {also[0][0]}" if also else f"new {tree.place.span}"
        scope.ctx.add_repeated("T06", title, tree.place.span, also=also, key=key)
    after = check_optional(scope, tree.after, of or t.UNKNOWN)
    var = scope.add(g.Var(tree.name, of or t.UNKNOWN, tree.name_span))
    return g.New(var, place, after, span=tree.span) if place is not None else None


LOOPS = ("for", "loop", "repeat", "while")
BLOCKS = (*LOOPS, "choose", "else", "if")


def _check_end(ctx: CheckContext, tree: s.End) -> g.Step | None:
    """`end phase`; whether that phase is running is seen when the phases are put together."""
    if tree.phase in BLOCKS and tree.phase not in ctx.phase_trees:
        label = "a block ends by itself, where a line stands less far in"
        label += "; a loop is left with `stop`" * (tree.phase in LOOPS)
        ctx.error("F04", f"there is no phase `{tree.phase}` to end", tree.span, label=label)
        return None
    if tree.phase is not None and tree.phase not in ctx.phase_trees:
        ctx.add_unknown(
            "F04", f"there is no phase `{tree.phase}` to end", tree.span, tree.phase,
            ctx.phase_trees, "phases are",
        )  # fmt: skip
        return None
    return g.End(None if tree.phase == "match" else tree.phase, span=tree.span)


# ---------------------------------------------------------------------- loops


def _check_limit(
    scope: Scope, tree: s.Limit | None
) -> tuple[g.Value | None, tuple[g.Step, ...] | None]:
    if tree is None:
        return None, None
    if tree.times is None:
        long = g.Const(MAX_ROUNDS, t.NumberT(MAX_ROUNDS, MAX_ROUNDS), tree.span)
        says = f"after {MAX_ROUNDS:,} rounds without an end the game is a draw"
        return long, (g.Say((says,), draws=True, span=tree.span), g.End(None, span=tree.span))
    most = check_typed(scope, tree.times, t.NumberT(), "a number of times")
    otherwise = None
    if tree.otherwise is not None:
        found = _check_step(scope, tree.otherwise)
        otherwise = (found,) if found is not None else ()
    return most, otherwise


def _check_for(scope: Scope, tree: s.For) -> g.Step | None:
    """`for x in S`, `for line in table`, round and round."""
    called = tree.over if isinstance(tree.over, s.Place) else None
    name = called.name if called is not None else ""
    table_tree = scope.ctx.definitions.get(name)
    if called is not None and isinstance(table_tree, d.Table) and table_tree.reading == "steps":
        if called.args:
            says = f"the rows of `{name}` are gone through; what it is asked of stands inside"
            asked = write_application(tree.name, [arg.words for arg in called.args])
            help_ = (f"what a row gives is `{asked}`",)
            scope.ctx.error("N03", says, called.span, label=f"write `{name}`", help=help_)
            return None
        scope.game.uses.names.add(name)
        table = scope.ctx.check_definition(scope.ctx, name)
        inner = scope.inner()
        var = inner.add(g.Var(tree.name, t.LineT(name), tree.name_span))
        body = check_block(inner.looping(), tree.body)
        return g.ForLines(var, table, body, span=tree.span) if isinstance(table, g.Table) else None
    over = check_several(scope, tree.over)
    if tree.where is not None:
        var, inner, over = bind_narrowed(scope, tree.name, over, tree.where, tree.name_span)
    else:
        var, inner = bind_element(scope, tree.name, over, tree.name_span)
    until = check_optional(inner, tree.until, t.YESNO, after="until")
    if until is not None and not t.is_assignable(var.type, t.SEAT):
        title = f"only seats go round and round, but `{tree.over.words}` is {over.type}"
        scope.ctx.error("T01", title, tree.over.span)
    most, at_bound = _check_limit(scope.looping(), tree.limit)
    body = check_block(inner.looping(), tree.body)
    return g.For(var, over, until, most, at_bound, body, span=tree.span)


def _check_repeat(scope: Scope, tree: s.Repeat) -> g.Step:
    until = check_optional(scope, tree.until, t.YESNO, after="until")
    times = check_optional(scope, tree.times, t.NumberT(), "a number of times")
    most, at_bound = _check_limit(scope.looping(), tree.limit)
    body = check_block(scope.looping(), tree.body)
    return g.Repeat(until, times, most, at_bound, body, span=tree.span)


# ---------------------------------------------------------------------- choices


def _check_choose(scope: Scope, tree: s.Choose) -> g.Step | None:
    over = var = None
    inner = attrs.evolve(scope, chosen_by=tree.seat.words if tree.seat is not None else "")
    seat = check_optional(scope, tree.seat, t.SEAT)
    decider = check_optional(scope, tree.decider, t.SEAT)
    if seat is None and tree.over is None:
        seat = g.Const(0, t.SEAT, tree.head_span)
        if scope.game.counts != (1,):
            title = "`choose` says who chooses, where more than one can play"
            _report_no_chooser(scope, title, tree.head_span)
    elif tree.over is not None:
        assert tree.name is not None
        over = check_several(scope, tree.over)
        var, inner, over = bind_narrowed(inner, tree.name, over, tree.where, tree.head_span)
    actions = []
    seen: dict[str, Span] = {}
    for action in tree.actions:
        title = f"`{action.name}` is twice in this choice"
        if scope.ctx.check_once(seen, action.name, action.name_span, "N10", title):
            actions.append(_check_action(inner, action))
    otherwise = check_block(inner, tree.otherwise) if tree.otherwise is not None else None
    return g.Choose(seat, decider, var, over, tuple(actions), otherwise, span=tree.head_span)


def _report_no_chooser(scope: Scope, title: str, span: Span) -> None:
    """Say whose choice it may be: a seat that has a name here, or each in turn."""
    known = scope.of_type(t.SEAT) or next(
        (one for one in scope.game.registers.values() if one.type == t.SEAT and not one.index), None
    )
    label = f"write, for example, `choose {known.name}`" if known is not None else ""
    help_ = "each in turn, or one of them, comes with a `for` above it:  for seat in seats"
    help_ += ", and below it, further in:  choose seat"
    scope.ctx.error("C03", title, span, label=label, help=() if known else (help_,))


def _check_action(scope: Scope, tree: s.Action) -> g.Action:
    inner = scope.inner()
    params = []
    for binding in _part_choices(scope.ctx, tree.bindings):
        over = _name_cards(scope.ctx, check_several(inner, binding.over))
        of = t.element(t.bare(over.type)) or t.UNKNOWN
        if isinstance(of, t.NumberT) and None in (of.low, of.high):
            scope.ctx.error(
                "C01", f"it is not known how far `{binding.name}` can go", binding.over.span,
                help=("give a range with two ends, for example `1..10`",),
            )  # fmt: skip
        sentence, plain = _check_refusal(inner, binding.sentence, "")
        var = inner.add(g.Var(binding.name, of, binding.name_span, find_zone(over)))
        params.append(g.Param(var, over, sentence, plain, binding.span))
        inner.element = var
    musts = tuple(m for must_tree in tree.musts for m in check_must(inner, must_tree))
    body = check_block(inner, tree.body)
    return g.Action(tree.name, tuple(params), musts, body, tuple(inner.all_vars()), tree.name_span)


def _part_choices(ctx: CheckContext, bindings: Sequence[s.Binding]) -> Iterator[s.Binding]:
    """What is chosen; `card in hand of seat and other in table` is two things, and told."""
    for binding in bindings:
        match binding.over:
            case e.Both(left, e.Compare("in", e.Name(name) as word, over)):
                between = Span(word.span.source, left.span.end, word.span.start)
                ctx.error(
                    "G01", "`and` cannot stand here", between.find_word("and"),
                    label="between what is chosen stands a comma: write `,`",
                )  # fmt: skip
                yield attrs.evolve(binding, over=left)
                yield attrs.evolve(binding, name=name, name_span=word.span, over=over)
            case _:
                yield binding


def _name_cards(ctx: CheckContext, over: g.Value) -> g.Value:
    """Of the cards of the pack, wherever they lie, one is chosen by its name."""
    if not _is_of_pack(over):
        return over
    if not ctx.game.has_copies:
        return attrs.evolve(over, type=t.SetT(t.NAMED_CARD))
    return g.Op("one_of_each", (over,), t.SetT(t.NAMED_CARD), over.span)


def _is_of_pack(over: g.Value) -> bool:
    """Whether it is the pack, or those of its cards of which something holds wherever they lie."""
    match over:
        case g.Setting(name="pack"):
            return True
        case g.Phrase(kind="filter", over=whole, where=test) if test is not None:
            read = things_read(test)
            return _is_of_pack(whole) and not any(isinstance(thing, g.Zone) for thing in read)
        case g.Call(of=g.Define(params=(), value=value)):
            return _is_of_pack(value)
    return False


def check_must(scope: Scope, tree: s.Must) -> list[g.Must]:
    """One condition, or the list of conditions that it names."""
    test = tree.test
    if (
        isinstance(test, e.Apply | e.Name)
        and not scope.find(test.name)
        and test.name in scope.ctx.conditions_trees
    ):
        return _check_named_conditions(scope, tree, test)
    found = check_question(scope, test, "`must` is followed by a question")
    sentence, plain = _check_refusal(scope, tree.sentence, test.words)
    return [g.Must(found, tree.if_able, sentence, plain, tree.span)]


def _check_named_conditions(scope: Scope, tree: s.Must, called: e.Apply | e.Name) -> list[g.Must]:
    """`must can_draw of box`: its own conditions, with the arguments in place of the parameters.

    The conditions are read again for each use, with the parameters as variables of that use.
    """
    name = called.name
    if tree.sentence is not None or tree.if_able:
        title = f"the conditions of `{name}` have sentences of their own"
        scope.ctx.error("N03", title, tree.sentence.span if tree.sentence else tree.span,
                   help=(f"write:  must {' '.join(tree.test.span.text.split())}",))  # fmt: skip
    conditions = scope.ctx.conditions_trees[name]
    scope.game.uses.names.add(name)
    takes = ", ".join(param.span.words for param in conditions.params)
    right = f"it takes:  {name}({takes})" if takes else ""
    if not check_count(scope.ctx, called, [len(conditions.params)], right):
        return []
    inner = Scope(scope.ctx)
    for param, arg in zip(conditions.params, called.args, strict=True):
        kind = resolve_type(scope.ctx, param.type)
        found = check_typed(scope, arg, kind)
        if not isinstance(found, g.Local):
            if found.type != t.UNKNOWN:
                scope.ctx.error(
                    "T01", f"`{name}` is asked of a name in sight, but `{arg.words}` is not one",
                    arg.span, help=(
                        f"write its lines here, with `{arg.words}` in place of `{param.name}`",
                        "or make each of them a `define`, which may be asked of any phrase",
                    ),
                )  # fmt: skip
            return []
        inner.names[param.name] = found.var
    if name in scope.ctx.in_work:
        scope.ctx.error("F01", f"the conditions `{name}` run in a circle", tree.span)
        return []
    scope.ctx.in_work.append(name)
    musts = [m for line in conditions.musts for m in check_must(inner, line)]
    scope.ctx.in_work.pop()
    return musts
