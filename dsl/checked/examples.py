"""Examples: who plays, and every line with its names settled, so that mistakes are told at once.

What an example says is tried only when it is run (interpreter/testing/examples.py).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from itertools import takewhile

import attrs

from hoyle.dsl.checked import example_lines as x
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import types as t
from hoyle.dsl.checked.context import CheckContext, Scope
from hoyle.dsl.checked.example_moves import can_become, check_moves
from hoyle.dsl.checked.expressions import (
    check_arguments,
    check_optional,
    check_question,
    check_typed,
    check_value,
)
from hoyle.dsl.checked.names import is_cards, is_known_alone
from hoyle.dsl.checked.pack import count_copies, list_removed
from hoyle.dsl.checked.ranges import check_in_range
from hoyle.dsl.nearest import listed
from hoyle.dsl.node import Node, map_children, select_kind, walk
from hoyle.dsl.printable import count_players, to_dashes
from hoyle.dsl.source import Span
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e
from hoyle.dsl.tree import statements as s

RECORD = re.compile(r"([a-z][a-z0-9_]*)_([1-9][0-9]{0,3})")
SEAT_BEFORE = re.compile(r"([a-z][a-z0-9_]*)\s+of\s+$|\sto\s+$")


def check_examples(ctx: CheckContext, trees: list[d.Example]) -> list[g.Example]:
    """The examples, checked; what only they read is noted, and is not read by the game."""
    uses, steps = ctx.game.uses, _index_steps(ctx.game)
    ctx.game.uses = uses.copy()
    checked = [
        _check_example(ctx, case, steps) for tree in trees for case in _expand_cases(ctx, tree)
    ]
    ctx.game.read_by_examples = ctx.game.uses.read - uses.read
    ctx.game.uses = uses
    return checked


@attrs.frozen
class _Steps:
    """What lines of examples name of the game's steps, gone through once for all examples.

    The sentences said, as written; the types of names that are announced, and of those that steps
    give to what chance brings (`let wheel = random of …`); the actions by their names; the zones
    that are shuffled.
    """

    said: list[str]
    announced: dict[str, t.Type]
    drawn: dict[str, t.Type]
    actions: dict[str, list[g.Action]]
    shuffled: set[str]


def _index_steps(game: g.Game) -> _Steps:
    found = _Steps([], {}, {}, {}, set())
    for node in walk(tuple(phase.body for phase in game.phases.values())):
        match node:
            case g.Say(draws=False):
                found.said.append(re.sub('^say "|"$', "", node.span.words))
            case g.Shuffle():
                found.shuffled.add(node.pile.thing.name)
            case g.Action():
                found.actions.setdefault(node.name, []).append(node)
            case g.Let(var=var):
                if node.announced:
                    found.announced[var.name] = var.type
                kept = var.name in game.registers or var.name in game.zones
                if node.value.drawn_among and not kept:
                    found.drawn[var.name] = var.type
    return found


def _check_example(ctx: CheckContext, case: Case, steps: _Steps) -> g.Example:
    tree, title, row = case
    players = next(iter(select_kind(tree.lines, d.ExamplePlayers)), None)
    if players is None:
        some = " ".join(x.SEAT_NAMES[: ctx.game.counts[0]])
        ctx.error("E05", "an example begins with who plays", tree.title.span,
                   help=(f"write for example `players {some}`",))  # fmt: skip
        return g.Example(title, (), 0, False, None, (), tree.span, tree, tree.span, row)
    _check_players(ctx, players)
    names = players.names or x.SEAT_NAMES[: players.count]
    seats = tuple(g.Var(name, t.SEAT, players.span) for name in names)
    records = _find_records(ctx, tree)
    scope = Scope(ctx, {var.name: var for var in (*seats, *records)})
    _check_cards(ctx, tree, steps)
    checked: list[g.ExampleLine] = []
    _check_set_up(ctx, tree, players)
    _check_places(ctx, tree.lines)
    for line in tree.lines:
        if isinstance(line, d.ExampleSet):
            found = _check_set(ctx, line, players.refused)
        else:
            found = _check_line(scope, line, names, steps)
        seat_given = isinstance(found, x.Given) and t.bare(found.place.type) == t.SEAT
        _report_strangers(ctx, line.span, names, seat_given)
        if found is not None:
            checked.append(found)
    return g.Example(
        title, seats, players.count, players.refused,
        players.sentence.plain if players.sentence is not None else None, tuple(checked),
        players.span, tree, tree.span, row, tuple(records.items()),
    )  # fmt: skip


def _find_records(ctx: CheckContext, tree: d.Example) -> dict[g.Var, int]:
    """The records that are named by their numbers, as in moves: `stake of box_2`."""
    found: dict[str, tuple[g.Var, int]] = {}
    kinds = {name.lower(): name for name in ctx.game.records}
    for node in walk(tree.lines):
        named = RECORD.fullmatch(node.name) if isinstance(node, e.Name) else None
        free = isinstance(node, e.Name) and node.name not in ctx.declared
        if named is not None and named[1] in kinds and isinstance(node, e.Name) and free:
            var = g.Var(node.name, t.RecordT(kinds[named[1]]), node.span)
            found.setdefault(node.name, (var, int(named[2]) - 1))
    return dict(found.values())


# ---------------------------------------------------------------------- cases


Case = tuple[d.Example, str, Span | None]  # its title, and the row that it stands for


def _expand_cases(ctx: CheckContext, tree: d.Example) -> list[Case]:
    """An example for each row of its cases, where names are replaced by what stands in the row."""
    title = tree.title.plain
    tables = [line for line in tree.lines if isinstance(line, d.ExampleCases)]
    if not tables:
        return [(tree, title, None)]
    for more in tables[1:]:
        ctx.error("E07", "an example has one table of cases", more.span.find_word("cases"))
    names = [_check_case_name(ctx, head) for head in tables[0].heads]
    plain = attrs.evolve(tree, lines=tuple(line for line in tree.lines if line not in tables))
    cases: list[Case] = []
    for number, row in enumerate(tables[0].rows, start=1):
        values = _check_case(ctx, row, len(names))
        if values is None:
            continue
        meant = dict(zip(names, values, strict=True))
        ctx.case_cells.update(value.span for value in values)
        case = map_children(plain, partial(_replace_names, meant=meant))
        cases.append((case, f"{title} (case {number})", row.span))
    return cases


def _replace_names(node: Node, meant: Mapping[str, e.Expr]) -> Node:
    if isinstance(node, e.Name) and node.name in meant:
        return meant[node.name]
    return map_children(node, partial(_replace_names, meant=meant))


def _check_case_name(ctx: CheckContext, head: d.Heading) -> str:
    """The name at the top of a column of cases; it must mean nothing else."""
    if not isinstance(head.what, e.Name):
        ctx.error("E07", "above a column of cases stands a name", head.span)
        return ""
    name = head.what.name
    if name in ctx.declared:
        also = ((ctx.declared[name], "it is declared here"),)
        title = f"`{name}` means something else in this game"
        ctx.error("N02", title, head.span, label="call it otherwise", also=also)
    return name


def _check_case(ctx: CheckContext, row: d.Row, wanted: int) -> list[e.Expr] | None:
    """What the names stand for in one case: one value each; None after a mistake."""
    if len(row.cells) != wanted:
        cells = f"{len(row.cells)} cell{'s' * (len(row.cells) != 1)}"
        ctx.error("B01", f"this case has {cells}, and there are {wanted} names", row.span)
        return None
    values = []
    for cell in row.cells:
        test, *more = cell.tests
        if more or not isinstance(test, e.Expr):
            ctx.error("E07", "a cell of a case holds one value", cell.span)
            return None
        values.append(test)
    return values


def _check_players(ctx: CheckContext, players: d.ExamplePlayers) -> None:
    """Who plays, each by another name; as many as can play, unless it is said they are refused."""
    count = players.count
    start = players.span.start
    words = [
        Span(players.span.source, start + word.start(), start + word.end())
        for word in re.finditer(r"[a-z0-9_]+", players.span.text)
    ][1:]
    for number, name in enumerate(players.names):
        if name in players.names[:number]:
            first = (words[players.names.index(name)], "the first is here")
            ctx.error("N02", f"two players are called `{name}`", words[number], also=(first,))
    if players.refused or count in ctx.game.counts or not ctx.counts_known:
        return
    most = ctx.game.counts[-1]
    span = words[most] if players.names and count > most else words[-1]
    help_: tuple[str, ...] = ()
    if not players.names:
        help_ = (f"if that is what the example says, write `players {count} refused`",)
    elif count == 1:
        names = " ".join(x.SEAT_NAMES[: ctx.game.counts[0]])
        help_ = (f"each who plays has a name:  players {names}",)
    who = count_players(ctx.game.for_players)
    ctx.error("E05", f"{count} play here, and the game is for {who}", span, help=help_)


def _check_set_up(ctx: CheckContext, tree: d.Example, players: d.ExamplePlayers) -> None:
    """Who plays, an option and what is given are said once; who is refused plays nothing."""
    seen: dict[str, Span] = {}
    refused = players.refused
    for line in select_kind(tree.lines, d.ExamplePlayers):
        title = "who plays is said already"
        refused &= ctx.check_once(seen, "players", line.span, "E07", title)
    for option in select_kind(tree.lines, d.ExampleSet):
        title = f"`{option.name}` is set already"
        ctx.check_once(seen, f"set {option.name}", option.span, "E07", title)
    for given in select_kind(tree.lines, d.ExampleGiven):
        words = " ".join(given.place.words.split())
        ctx.check_once(seen, words, given.span, "E07", f"`{words}` is given already")
    needless = (
        line for line in tree.lines if not isinstance(line, d.ExamplePlayers | d.ExampleSet)
    )
    more = next(needless, None)
    if refused and more is not None:
        ctx.error(
            "E07", f"nothing is played here: {players.count} players are refused", more.span,
            help=("only `set` can stand here: an option with which they are refused",),
            also=((players.span, "they are refused here"),),
        )  # fmt: skip


BEFORE_START = (d.ExampleSet, d.ExamplePack, d.ExampleGiven, s.Show, d.ExampleStart)
AFTER_START = (
    d.ExampleMove, d.ExampleSees, d.ExampleSeesState, d.ExampleSaid, d.ExampleAnnounced,
    d.ExamplePayoff, d.ExampleWins, d.ExampleEnds,
)  # fmt: skip


def _check_places(ctx: CheckContext, lines: tuple[d.ExampleLine, ...]) -> None:
    """What sets the table up stands before the start; what is played, after it."""
    started: d.ExampleLine | None = None
    start = next(iter(select_kind(lines, d.ExampleStart)), None)
    told = given = False
    for line in lines:
        if isinstance(line, d.ExampleExpect) and given and start is not None and not started:
            title = "this is asked before the table is laid, which is done at the start"
            also = ((start.span, "write it below this"),)
            ctx.error("E07", title, line.span, also=also)
        given = given or isinstance(line, d.ExampleGiven)
        if isinstance(line, BEFORE_START) and started is not None:
            title = f"`{line.span.first_word.text}` comes too late: the play has been started above"
            ctx.error("E07", title, line.span, also=((started.span, "it stands above this"),))
        if isinstance(line, AFTER_START) and not started and not told:
            ctx.error(
                "E07", "nothing is being played yet", line.span,
                help=("write above it what is played, for example `start match`",),
            )  # fmt: skip
        started = line if isinstance(line, d.ExampleStart) and started is None else started
        told = told or isinstance(line, AFTER_START)


# ---------------------------------------------------------------------- cards


def _check_cards(ctx: CheckContext, tree: d.Example, steps: _Steps) -> None:
    """A card can be laid as often as the pack has it: in zones, or in the first pack.

    A pack may also say how cards fall that lie in a zone which the rules shuffle.
    """
    most = count_copies(ctx.game)
    seen: dict[str, list[Span]] = {}  # under its name, and as it is written
    mixed: set[str] = set()
    packs = 0
    for line in sorted(tree.lines, key=lambda line: isinstance(line, d.ExamplePack)):
        cards: tuple[e.Expr, ...] = ()
        if isinstance(line, d.ExampleGiven) and isinstance(line.value, e.Listing):
            cards = line.value.items if line.place.name in ctx.game.zones else ()
            if line.place.name in steps.shuffled:
                mixed |= {_without_mark(card.span.words) for card in cards}
        elif isinstance(line, d.ExamplePack):
            packs += 1
            cards = line.cards
            seen = {
                words: spans for words, spans in seen.items()
                if packs == 1 and _without_mark(words) not in mixed
            }  # fmt: skip
        for card in cards:
            words = card.span.words
            name = _without_mark(words)
            for key in {name, words}:
                seen.setdefault(key, []).append(card.span)
            spans = seen[name]
            same = len(seen[words]) > 1 and words != name
            there = most.get(ctx.game.words.find_card(name), len(spans))
            if not there:
                gone = (one for line in ctx.game.pack for one in list_removed(line))
                places = [one.span for one in gone if one.word == name]
                also = tuple((place, "it is removed here") for place in places[:1])
                ctx.error("P05", f"the pack has no {name} any more", card.span, also=also)
            elif same:  # the same copy, not one more
                also = ((seen[words][0], "the first time is here"),)
                ctx.error("E03", f"{words} is given twice", card.span, also=also)
            elif len(spans) > there:
                also = ((spans[0], "the first time is here"),)
                title = f"{name} is given {len(spans)} times, and the pack has {there}"
                title = title if there > 1 else f"{name} is given twice"
                ctx.error("E03", title, card.span, also=also)


def _without_mark(words: str) -> str:
    """The name of a card without the mark of a further copy: `A♠` for `A♠'` and `A♠'3`."""
    return words.partition("'")[0]


# ---------------------------------------------------------------------- lines


# What is not asked by `expect`, by the word that is tried for it.
LINES_FOR = {
    **dict.fromkeys(("over", "ended", "finished", "done"), "match ends"),
    **dict.fromkeys(("winner", "winners", "won"), "{} wins"),
}


def _check_line(
    scope: Scope, line: d.ExampleLine, names: tuple[str, ...], steps: _Steps
) -> g.ExampleLine | None:
    """One line; None where nothing is to be done, or after a mistake."""
    match line:
        case d.ExamplePack():
            found = [_check_literal(scope, card) for card in line.cards]
            cards = tuple(card for card in found if card is not None)
            return x.LaidPack(cards, span=line.span)
        case d.ExampleGiven():
            return _check_given(scope, line, steps)
        case s.Show():
            lead = "only cards can be shown"
            what = check_typed(scope, line.what, t.SetT(t.CARD), lead=lead, code="T08")
            return x.Shown(what, check_optional(scope, line.to, t.SEAT), span=line.span)
        case d.ExampleStart():
            return _check_start(scope, line)
        case d.ExampleMove() | d.ExampleSees() | d.ExampleSeesState() | d.ExamplePayoff() if (
            line.seat not in names
        ):
            _report_stranger(scope.ctx, line.seat, line.span.find_word(line.seat), names)
        case d.ExampleMove():
            return check_moves(scope, line, names.index(line.seat), steps.actions)
        case d.ExampleSees():
            cards_seen = check_value(scope, line.zone)
            if not is_cards(cards_seen.type) and cards_seen.type != t.UNKNOWN:
                scope.ctx.error(
                    "T08", f"one sees cards; `{line.zone.words}` is {cards_seen.type}",
                    line.zone.span,
                    help=("of state its value is seen, without brackets: `as 7`, or `as ?`",),
                )  # fmt: skip
            seen = tuple(c if c is None else _check_literal(scope, c) for c in line.cards)
            return x.Sees(names.index(line.seat), cards_seen, seen, span=line.span)
        case d.ExampleSeesState():
            return _check_state_seen(scope, line, names.index(line.seat))
        case d.ExampleExpect() if (
            (first := next((part for part in walk(line.test) if isinstance(part, e.Name)), None))
            and first.name in LINES_FOR and not is_known_alone(scope.ctx, first.name)
        ):  # fmt: skip
            label = f"a line of its own says it:  {LINES_FOR[first.name].format(names[0])}"
            title = f"there is nothing called `{first.name}`"
            scope.ctx.add_repeated("N01", title, first.span, label)
        case d.ExampleExpect():
            test = check_question(scope, line.test, "`expect` is followed by a question")
            return x.Expect(test, span=line.span)
        case d.ExampleSaid():
            return _check_said(scope.ctx, line, steps)
        case d.ExampleAnnounced():
            return _check_announced(scope, line, steps)
        case d.ExamplePayoff():
            if scope.game.payoff is None:
                scope.ctx.error(
                    "E02", "this game declares no payoff", line.span,
                    help=(f"who has won is said by `{line.seat} wins`",),
                )  # fmt: skip
                return None
            value = check_typed(scope, line.value, t.NumberT(), "a number")
            return x.Payoff(names.index(line.seat), value, span=line.span)
        case d.ExampleWins():
            return _check_wins(scope.ctx, line, names)
        case d.ExampleEnds():
            if line.phase is not None and line.phase not in scope.game.phases:
                scope.ctx.add_unknown_phase("E02", line.phase, line.span.find_word(line.phase))
                return None
            return x.Ends(line.phase or "match", span=line.span)
    return None


def _check_state_seen(scope: Scope, line: d.ExampleSeesState, seat: int) -> g.ExampleLine | None:
    place = check_value(scope, line.place)
    if place.type == t.UNKNOWN:
        return None
    if is_cards(place.type) and isinstance(place, g.Load) and place.thing.holds_cards:
        help_ = "what is seen of a zone stands in brackets: `as [7♥ ?]`"
        scope.ctx.error("T08", f"`{line.place.words}` is {place.type}", line.span, help=(help_,))
        return None
    if not isinstance(place, g.Load):
        title = f"`{line.place.words}` is neither a zone nor state"
        scope.ctx.error("T08", title, line.place.span)
        return None
    value = None
    if line.value is not None:
        kind = str(place.type)
        value = check_typed(scope, line.value, place.type, kind, register=place.register)
    return x.SeesState(seat, place, value, span=line.span)


def _check_said(ctx: CheckContext, line: d.ExampleSaid, steps: _Steps) -> g.ExampleLine | None:
    wanted = line.sentence.plain
    if "{" in wanted:
        ctx.error(
            "E06", "what is said is expected in the words that come, without braces",
            line.sentence.span,
        )  # fmt: skip
        return None
    if not any(can_become(sentence, wanted) for sentence in steps.said):
        help_ = (f"what is said in this game: {listed(steps.said)}",) if steps.said else ()
        for name in steps.announced:
            word = to_dashes(name)
            if told := re.fullmatch(rf"(?:\w+: )?{word}:? ([\w-]+)", wanted):
                value = re.sub(r"(?<=\w)-", "_", told[1])
                help_ = (f"`{word}` is announced: write `expect announce {name} is {value}`",)
        ctx.error("E06", f"nothing says `{wanted}`", line.sentence.span, help=help_)
        return None
    return x.Said(wanted, span=line.span)


def _check_announced(scope: Scope, line: d.ExampleAnnounced, steps: _Steps) -> g.ExampleLine | None:
    if line.name not in steps.announced:
        scope.ctx.add_unknown(
            "E02", f"nothing called `{line.name}` is announced", line.span.find_word(line.name),
            line.name, steps.announced, "what is announced",
        )  # fmt: skip
        return None
    kind = steps.announced[line.name]
    return x.Announced(line.name, check_typed(scope, line.value, kind, str(kind)), span=line.span)


def _check_wins(
    ctx: CheckContext, line: d.ExampleWins, names: tuple[str, ...]
) -> g.ExampleLine | None:
    if line.seats == ("nobody",) and "nobody" not in names:
        return x.Wins((), span=line.span)
    unknown = [name for name in line.seats if name not in names]
    for name in unknown:
        _report_stranger(ctx, name, line.span.find_word(name), names)
    return None if unknown else x.Wins(tuple(map(names.index, line.seats)), span=line.span)


def _check_literal(scope: Scope, tree: e.Expr) -> g.Literal | None:
    """A card by its name; None where something else is named."""
    found = check_value(scope, tree, t.CARD)
    if isinstance(found, g.Literal) and found.what == "card":
        return found
    if found.type != t.UNKNOWN:
        scope.ctx.error("T01", f"a card is wanted here, but `{tree.words}` is none", tree.span)
    return None


def _check_set(ctx: CheckContext, line: d.ExampleSet, refused: bool) -> g.ExampleLine | None:
    """The value of an option; a number that is not allowed may be what is `refused`."""
    option = ctx.game.options.get(line.name)
    if option is None and line.name in ctx.game.registers:
        ctx.error(
            "E04", f"`{line.name}` is state, no option", line.span.find_word(line.name),
            label="write `given` before it",
        )  # fmt: skip
        return None
    title = f"there is no option called `{line.name}`"
    if option is None and line.name in ctx.game.added_options:
        variant = ctx.game.added_options[line.name]
        label = f"only the variant `{variant}` has it, in whose own examples it can be set"
        ctx.error("E04", title, line.span, label=label)
        return None
    if option is None:
        ctx.add_unknown(
            "E04", title, line.span, line.name,
            ctx.game.options, "options are",
        )  # fmt: skip
        return None
    kind = t.bare(option.type)
    if isinstance(kind, t.ChoiceT) and isinstance(line.value, e.Name | e.Word):
        word = line.value.words
        if word not in (*kind.words, *(["none"] if kind != option.type else [])):
            ctx.add_unknown(
                "E04", f"`{option.name}` is never `{word}`", line.value.span, word, kind.words,
                "it can be",
            )  # fmt: skip
            return None
    found = check_typed(Scope(ctx), line.value, option.type, str(option.type))
    if not refused:
        check_in_range(
            ctx, kind, found, line.value.span, f"`{option.name}`", "E04", option.allowed,
            _name_allowing(ctx, line),
        )  # fmt: skip
    words = [a.word for a in option.allowed if isinstance(a, g.Literal)]
    if isinstance(found, g.Literal) and words and found.word not in words:
        ctx.add_unknown(
            "E04", f"`{option.name}` is never `{found.word}`", line.value.span, found.word, words,
            "it can be",
        )  # fmt: skip
    return x.SetOption(option, found, span=line.span)


def _name_allowing(ctx: CheckContext, line: d.ExampleSet) -> tuple[str, ...]:
    """The first variant below whose own line of the option has the number in its range."""
    for variant, option in ctx.variant_options:
        between = option.type.value if isinstance(option.type, d.TypeValue) else None
        if option.name != line.name or not isinstance(between, e.Between):
            continue
        match between.low, line.value, between.high:
            case e.Number(value=low), e.Number(value=number), e.Number(value=high):
                if low <= number <= high:
                    return (
                        f"the variant `{variant}` allows it, in whose own examples it can be set",
                    )
    return ()


def _check_given(scope: Scope, line: d.ExampleGiven, steps: _Steps) -> g.ExampleLine | None:
    if isinstance(line.place, e.Name) and line.place.name in steps.drawn:
        kind = steps.drawn[line.place.name]
        values = (check_typed(scope, v, kind, str(kind)) for v in (line.value, *line.later))
        return x.GivenName(line.place.name, tuple(values), span=line.span)
    if isinstance(line.place, e.Name) and line.place.name in scope.game.options:
        title, start = f"`{line.place.name}` is an option", line.span.start
        until_name = Span(line.span.source, start, line.place.span.end)
        scope.ctx.error("T06", title, until_name, label=f"write `set {line.place.name}`")
        return None
    place = check_value(scope, line.place)
    if place.type == t.UNKNOWN:
        return None
    numbered = isinstance(place, g.Load) and (
        place.thing.record is None or isinstance(place.index[0], g.Local)
    )
    if not isinstance(place, g.Load) or not numbered:
        help_ = (
            "given are zones and state; a record by its number, as in `given stake of box_1 = 5`"
        )
        title, kind = f"`{line.place.words}` cannot be given", t.bare(place.type)
        of = kind.name if isinstance(kind, t.ChoiceT) and not isinstance(place, g.Load) else ""
        label = f"it is an alternative of `{of}`" if of else ""
        scope.ctx.error("T06", title, line.place.span, label=label, help=(help_,))
        return None
    if not place.thing.holds_cards:
        found, *later = (
            check_typed(scope, v, place.type, str(place.type), register=place.register)
            for v in (line.value, *line.later)
        )
        for value in (found, *later):
            name = f"`{line.place.words}`"
            check_in_range(scope.ctx, place.type, value, value.span, name, "R01")
        return x.Given(place, found, tuple(later), None, span=line.span)
    if line.later:
        scope.ctx.error(
            "E07", "`then` is for what chance brings again; cards lie where they are given",
            line.later[0].span,
        )  # fmt: skip
    found = check_value(scope, line.value, t.SetT(t.CARD))
    if not is_cards(found.type) and found.type != t.UNKNOWN:
        scope.ctx.error("T08", f"`{line.value.words}` is {found.type}, not cards", line.value.span)
    if place.zone is not None and place.zone.starts:
        listed = _list_cards(found)
        named = " ".join(card.span.text for card in listed) if listed else ""
        named = named or scope.game.words.write_two()
        others = (name for name, zone in scope.game.zones.items() if not zone.starts)
        other = next((name for name in others if not scope.game.zones[name].index), "heap")
        scope.ctx.error(
            "E07", f"`{place.zone.name}` starts with the pack", line.place.span,
            label="it keeps what is given to no other zone",
            help=(
                f"how its cards lie is said by `pack`, from the top:  pack {named}",
                "cards that it lacks are given to another zone, below what hands are given:  "
                f"given {other} = {place.zone.name} - [{named}]",
            ),
        )  # fmt: skip
    return x.Given(place, found, (), _list_cards(found), span=line.span)


def _list_cards(value: g.Value) -> tuple[g.Literal, ...] | None:
    """The cards of a list in the order of the text; None where they are not all named."""
    named = value.args if isinstance(value, g.Op) and value.name == "list" else (None,)
    cards = tuple(card for card in named if isinstance(card, g.Literal))
    return cards if len(cards) == len(named) else None


def _check_start(scope: Scope, line: d.ExampleStart) -> g.ExampleLine | None:
    if line.phase is None:
        return x.Start("match", (), span=line.span)
    if (name := line.phase.name) not in scope.game.phases:
        scope.ctx.add_unknown_phase("E02", name, line.phase.name_span)
        return None
    params, shown = scope.game.phases[name].params, list[str]()
    for param in params:
        there = (one.name for one in scope.all_vars() if one.type == param.type)
        low = getattr(t.bare(param.type), "low", None)  # of a number, which seldom has a name here
        some = param.name if low is None else str(low)
        shown.append(next((one for one in there if one not in shown), some))
    args = check_arguments(scope, line.phase, params, shown)
    return None if args is None else x.Start(name, args, span=line.span)


# ---------------------------------------------------------------------- seats that nobody has


def _report_strangers(
    ctx: CheckContext, line: Span, names: tuple[str, ...], seat_given: bool
) -> None:
    """An unknown name of this line, where a seat is wanted, is somebody who does not play."""
    for name in dict.fromkeys(re.findall(r"\w+", line.text)):
        places = ctx.missing.get(name, [])
        # what was just checked stands last
        for place in takewhile(lambda one: one.span.is_inside(line), places[::-1]):
            if seat_given or _wants_seat(ctx, place.span):
                places.remove(place)
                _report_stranger(ctx, name, place.span, names)
        if not places:
            ctx.missing.pop(name, None)


def _wants_seat(ctx: CheckContext, span: Span) -> bool:
    """Whether the name stands after `… of` or `show … to`, where a seat is asked for."""
    text = span.source.text[max(0, span.start - 80) : span.start]
    before = SEAT_BEFORE.search(text)
    if before is None:
        return False
    name = before[1]
    if name is None:
        return True
    family = ctx.game.registers.get(name) or ctx.game.zones.get(name)
    if family is not None and family.index:
        return family.index[0].type == t.SEAT
    tree = ctx.definitions.get(name)
    first = tree.params[0].type if tree is not None and tree.params else None
    return isinstance(first, d.TypeNamed) and first.name == "Seat"


def _report_stranger(ctx: CheckContext, name: str, span: Span, names: tuple[str, ...]) -> None:
    ctx.add_unknown(
        "E01", f"nobody called `{name}` plays in this example", span, name, names,
        "at the table are",
    )  # fmt: skip
