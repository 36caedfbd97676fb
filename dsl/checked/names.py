"""From a name in an expression to the thing it stands for."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Sequence
from functools import lru_cache, partial

import attrs

from hoyle.dsl.card_words import FRENCH, write_best_first
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import types as t
from hoyle.dsl.checked.builtins import OPERATIONS
from hoyle.dsl.checked.context import CheckContext, Scope
from hoyle.dsl.checked.example_lines import SEAT_NAMES
from hoyle.dsl.checked.missing_arguments import (
    report_action,
    report_missing_arguments,
    report_question,
)
from hoyle.dsl.checked.out_of_reach import report_out_of_reach, report_unset
from hoyle.dsl.checked.running import list_gone
from hoyle.dsl.checked.written_names import (
    ALL_OF,
    as_noun,
    list_fields,
    list_names,
    list_pack_names,
    name_in_sight,
    stands_alone,
    write_application,
)
from hoyle.dsl.nearest import find_holding, find_written, listed, nearest
from hoyle.dsl.parser.construct_examples import ELSE, ELSE_EXAMPLE
from hoyle.dsl.source import Span
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e


def _answering(wanted: t.Type | None) -> t.Type:
    """The type of the single thing that is wanted, without `or none`."""
    kind = t.bare(wanted) if wanted is not None else t.UNKNOWN
    return kind.element or kind


def list_answers(wanted: t.Type | None) -> tuple[str, ...] | None:
    """The words that a named alternative, or a row of a ranking, can be; None for other types."""
    return _answering(wanted).answers


def _check_answer(
    ctx: CheckContext, word: str, wanted: t.Type | None, span: Span
) -> g.Value | None:
    """A named alternative: of the wanted type, or of the only type that has the word."""
    kind = _answering(wanted)
    if kind.answers is None:
        owners = [choice for choice in ctx.choices if word in choice.words]
        if not owners or (len(owners) > 1 and wanted != t.YESNO):  # that none of them is
            return None
        kind = owners[0]
    words = kind.answers or ()
    if word not in words:
        return None
    if isinstance(kind, t.KindT):
        return g.Literal("kind", f"{kind.ranking}.{word}", 0, kind, span)
    return g.Const(words.index(word), kind, span)


def check_name(scope: Scope, name: str, wanted: t.Type | None, span: Span) -> g.Value | None:
    """What a name that stands alone means; None (and a problem told) where nothing does."""
    var = scope.find(name)
    if var is not None:
        scope.game.uses.vars.add(var)
        return g.Local(var, var.type, span)
    choice = _check_answer(scope.ctx, name, wanted, span)
    if choice is not None and list_answers(wanted) is not None:
        return choice
    found = _check_global_name(scope.ctx, name, span)
    if found is not None:
        return found
    if choice is not None and not (
        _may_be_given(scope.ctx, name, wanted) or _means_it(scope, name, choice.type, wanted)
    ):
        return choice
    if not (wanted in (t.UNKNOWN, t.SetT(t.UNKNOWN)) and _is_answer(scope.ctx, name)):
        _report_unknown(scope, name, wanted, span)
    return None


def _means_it(scope: Scope, name: str, kind: t.Type, wanted: t.Type | None) -> bool:
    """Whether an alternative of a type that does not fit is what an element might be called."""
    named = scope.it is not None and as_noun(scope.it.type) == name
    fits = wanted is None or wanted == t.UNKNOWN or t.is_assignable(kind, wanted)
    return named and not fits


def _may_be_given(ctx: CheckContext, name: str, wanted: t.Type | None) -> bool:
    """Whether a word that is an alternative of another type is what a library gives."""
    if wanted is None or t.bare(wanted) == t.UNKNOWN or t.element(t.bare(wanted)) is not None:
        return False
    if ctx.library_lost or name in ctx.not_given:
        return True
    _, giving = ctx.find_giving(name, ctx.declared, ctx.game.ranks, False)
    return bool(giving) and t.is_assignable(wanted, ctx.find_type_given(giving, name))


def _is_answer(ctx: CheckContext, word: str) -> bool:
    """Whether a word is an answer of anything: compared with something unknown, it may be right."""
    return any(word in choice.words for choice in ctx.choices) or any(
        isinstance(kind, t.KindT) and word in kind.rows for kind in ctx.types.values()
    )


def _check_global_name(ctx: CheckContext, name: str, span: Span) -> g.Value | None:
    game = ctx.game
    ctx.game.uses.names.add(name)
    if name in game.options:
        return g.Setting(name, game.options[name].type, span)
    if name in game.registers and not game.registers[name].index:
        game.uses.read.add(game.registers[name])
        return g.Load(game.registers[name], (), game.registers[name].type, span)
    if name in game.zones and not game.zones[name].index:
        return g.Load(game.zones[name], (), game.zones[name].type, span)
    if name in game.orders:
        return g.Literal("order", name, 0, t.ORDER, span)
    word = _check_pack_word(game, name, span)
    if word is not None:
        return word
    if name in ("ranks", "suits"):
        of = t.RANK if name == "ranks" else t.SUIT
        return g.Setting(name, t.SetT(of), span)
    if stands_alone(ctx.definitions.get(name)):
        checked = ctx.check_definition(ctx, name)
        return make_unknown(span) if checked is None else g.Call(checked, (), checked.type, span)
    return None


def _check_pack_word(game: g.Game, name: str, span: Span) -> g.Value | None:
    """A rank, suit or card that has a name."""
    words = game.words
    if name in words.suits:
        return g.Literal("suit", name, 0, t.SUIT, span)
    if name in words.ranks:
        return g.Literal("rank", name, 0, t.RANK, span)
    return g.Literal("card", name, 0, t.NAMED_CARD, span) if name in words.singles else None


# ---------------------------------------------------------------------- names that mean nothing


def write_order(game: g.Game, name: str) -> str:
    """How an order of all ranks of the pack is declared."""
    lead = "an order of the ranks names them all, in a line at the left edge:  order"
    return f"{lead} {name}, best first: {write_best_first(game.ranks)}"


def is_known_alone(ctx: CheckContext, name: str) -> bool:
    """Whether a name that is no variable means something by itself."""
    game = ctx.game
    family = game.registers.get(name) or game.zones.get(name)
    return (
        name in game.options
        or name in game.orders
        or (family is not None and not family.index)
        or stands_alone(ctx.definitions.get(name))
        or name in (*list_pack_names(game), "ranks", "suits")
    )


def reject_words(scope: Scope, tree: e.Expr, of: t.Type, subject: str = "") -> bool:
    """Tell words that are none of the answers that something has: `pace is quik`.

    Without a subject they stand in a table below the name of a hand.
    """
    words = list_answers(of)
    if words is None:  # of what is not known, what it could be is not known either
        lost = of == t.UNKNOWN and isinstance(tree, e.Name) and not scope.find(tree.name)
        return lost and not is_known_alone(scope.ctx, tree.words)
    told = False
    for item in tree.items if isinstance(tree, e.Listing) else (tree,):
        if not isinstance(item, e.Name) or item.name in words or scope.find(item.name):
            continue
        if not is_known_alone(scope.ctx, item.name):
            code, title = "T07", f"`{subject}` is never `{item.name}`"
            if not subject:
                code, title = "B06", f"there is no {as_noun(t.bare(of))} called `{item.name}`"
            possible = (*words, "none") if of.or_none else words
            scope.ctx.add_unknown(code, title, item.span, item.name, possible, "it can be")
            told = True
    return told


WITH_DASHES = re.compile(r"[a-z]\w*(?:-[a-z]\w*)+")
CARD_WITH_DASHES = re.compile(r"\w[\w-]*-of-\w[\w-]*")


ONE_OF_ALL = {"seat": "seats", "side": "sides"}


def _report_unknown(scope: Scope, name: str, wanted: t.Type | None, span: Span) -> None:
    game = scope.game
    words = list_answers(wanted)
    if name in scope.ctx.not_given:
        return
    if wanted is not None and t.bare(wanted) == t.UNKNOWN and scope.ctx.lacks_type:
        return  # one of the words of a type that is told already
    if not scope.ctx.suggests:  # so many are unknown that it is not asked what is meant
        title = f"there is nothing called `{name}`"
        return scope.ctx.add_unknown("N01", title, span, name, (), "")
    if report_missing_arguments(scope, name, wanted, span):
        return
    if wanted == t.ORDER and not game.orders and len(game.ranks) > 1:
        return scope.ctx.add_repeated("N01", f"there is no order called `{name}`", span,
                                      help=(write_order(game, name),))  # fmt: skip
    if words is not None and _report_name_with_dashes(scope, words, span):
        return
    if words is not None:
        title = f"`{name}` is none of the answers that are possible here"
        scope.ctx.add_unknown("T07", title, span, name, words, "possible are")
        return
    if scope.it is not None and t.bare(scope.it.type) == t.UNKNOWN and name.capitalize() in ALL_OF:
        return  # what is gone through is told already, and what an element is called there
    if scope.it is not None and as_noun(scope.it.type) == name:
        return scope.ctx.error("N01", "an element is called `it` here", span, label="write `it`")
    title = f"there is nothing called `{name}`"
    if report_lone_else(scope, name, span) or _report_card_with_dashes(scope, name, span):
        return
    owners = [choice for choice in scope.ctx.choices if name in choice.words]
    if len(owners) > 1 and wanted == t.UNKNOWN:
        return None  # what it is held against, or set to, is told already
    if len(owners) > 1 and wanted != t.ZONE:
        title = f"`{name}` is an alternative of several types, and nothing says here of which"
        label = f"of {' and of '.join(f'`{owner.name or owner}`' for owner in owners)}"
        return scope.ctx.add_repeated("N01", title, span, label=label, help=(ONE_TYPE,))
    from hoyle.dsl.parser.vocabulary import is_reserved  # the parser, which is loaded for this only

    if _report_asked_number(scope, name, span) or _report_adjective(scope, name, span):
        return
    in_rules = scope.of_type(t.SEAT) is None  # else it may be an example
    if name in SEAT_NAMES and wanted is not None and t.bare(wanted) == t.SEAT and in_rules:
        chance = "only examples name seats; by chance it is one `random of seats`"
        return scope.ctx.add_repeated("N01", title, span, help=(chance,))
    if name == "equal" and span.source.text[: span.start].endswith(" or "):
        label = "`<=` and `>=` ask whether it is as much, too"
        return scope.ctx.add_repeated("N01", title, span, label)
    if name in ("nobody", "noone") and _report_nobody(scope, title, span):
        return
    if name in EVERYONE and span.source.text[: span.start].endswith(" to "):
        return scope.ctx.add_repeated("N01", title, span, help=("without `to`, all are shown it",))
    every = ALL_OF.get(str(getattr(wanted, "name", "")))
    if every is not None and name in EVERYONE:
        return scope.ctx.add_repeated("N01", title, span, label=f"write `{every}`")
    if name in OTHERS and (seat := scope.of_type(t.SEAT)) is not None:
        return scope.ctx.add_repeated("N01", title, span, label=f"write `seats after {seat.name}`")
    if is_reserved(name):
        title = f"`{name}` is a word of the language, and no value"
        meant = find_holding(name, list_names(scope))
        if wanted is not None and t.bare(wanted) == t.YESNO and name in ("always", "never"):
            meant = {"always": "yes", "never": "no"}[name]
        label = f"did you mean `{meant}`?" if meant else ""
        several = wanted is None or wanted in (t.ZONE, t.UNKNOWN) or t.element(wanted) is not None
        cards = (ALL_CARDS,) * (name == "all" and several)
        return scope.ctx.add_repeated("N01", title, span, label, cards)
    if _report_chooser(scope, name, wanted, span) or _report_rank(scope, name, wanted, span):
        return
    if _is_named_behind(name, span):
        label = "it gets its name behind this: that stands first"
        return scope.ctx.add_repeated("N01", title, span, label=label)
    itself = re.match(r"\w*", span.source.line_text(span.line).strip())  # what is declared, or set
    known, lead = list_names(scope), "you can write here"
    known = [one for one in known if itself is None or one != itself[0]]
    fitting = _list_fitting(scope, known, wanted, name)
    fitting += ["empty"] * _may_be_empty(wanted, span)
    if wanted == t.ZONE:
        known, lead = fitting, "zones are"
    if scope.it is not None:
        lead = "an element is called `it` here; you can write"
    meant = None if scope.ctx.library_lost else find_written(name)
    if meant in (*FRENCH, *"AJQK") and meant not in (*game.words.ranks, *game.words.suits):
        meant = None if game.words.ranks else meant  # the pack has others, and they are known
    if meant is not None and meant not in known:
        takes_none = wanted is None or wanted.or_none or wanted == t.UNKNOWN
        if meant == "none" and not takes_none and _may_be_empty(wanted, span):
            meant = "empty"
        if meant != "none" or takes_none:
            return scope.ctx.error("N01", title, span, label=f"write `{meant}`")
        if kept := STATE_LINE.match(span.source.line_text(span.line)):
            none = f"write:  {kept[1]} or none = none{kept[2] or ''}"
            label = "what may be none says so in its type"
            return scope.ctx.error("N01", title, span, label=label, help=(none,))
    if (write := _find_parameter(name, span)) is not None:
        scope.ctx.lacking.add(write.split("(")[0].split()[1])
        label = f"what it is asked of stands behind its name: `{write}`"
        return scope.ctx.add_repeated("N01", title, span, label=label)
    if report_question(scope, name, span) or report_action(scope, name, span):
        return None
    if name in ONE_OF_ALL and "owner" in known:  # what belongs to somebody is declared
        return scope.ctx.add_repeated("N01", title, span, label="write `owner`")
    if name in ONE_OF_ALL and ONE_OF_ALL[name] in known:
        where = re.match(r" where [^#\n]*[^#\n ]", span.source.text[span.end :])
        if where is not None and (wanted is None or t.element(wanted) is None):
            one = f"write:  first {name} in {name}s{_end_at_bracket(where[0])}"
            label = "one that fits is found with `first`"
            return scope.ctx.add_repeated("N01", title, span, label=label, help=(one,))
        other = None if wanted is None or wanted == t.SEAT else scope.of_type(t.bare(wanted))
        if other is not None:
            label = f"did you mean `{other.name}`?"
            return scope.ctx.add_repeated("N01", title, span, label=label)
        if " " in scope.chosen_by and name == "seat":
            help_ = [f"who chooses gets a name above:  let chooser = {scope.chosen_by}"]
            help_.append("and then:  choose chooser")
            return scope.ctx.add_repeated("N01", title, span, help=tuple(help_))
        if scope.chosen_by and name == "seat":
            label = f"who chooses here is `{scope.chosen_by}`"
            return scope.ctx.add_repeated("N01", title, span, label=label)
        if (asked := _ask_of_several(name, span)) is not None:
            return scope.ctx.add_repeated("N01", title, span, help=asked)
        help_ = [f"one of all gets a name where they are gone through:  for {name} in {name}s"]
        zone = re.search(r"(\w+) of $", span.source.line_text(span.line)[: span.column - 1])
        if zone is not None and zone[1] in scope.game.zones:
            help_.insert(0, f"all of them together:  {zone[1]} of {name}s")
        elif fitting:
            help_.append(f"{lead}: {listed(fitting)}")
        return scope.ctx.add_repeated("N01", title, span, help=tuple(help_))
    if scope.sets is not None:
        return report_unset(scope, name, title, span, scope.sets)
    if report_out_of_reach(scope, name, span):
        return None
    if scope.phase and set(fitting) == {"yes", "no"} and nearest(name, known) is None:
        help_ = [f"an answer gets a name on a line above:  let {name} = …"]
        return scope.ctx.add_repeated("N01", title, span, help=tuple(help_))
    in_sight = {var.name for var in scope.all_vars()}  # what is misspelt may be where it is named
    takes = partial(_is_taken, takes=t.UNKNOWN if wanted is None else wanted)
    scope.ctx.add_unknown("N01", title, span, name, known, lead, in_sight, fitting, takes=takes)
    told = scope.ctx.missing.get(name, [])
    if told and not told[-1].label and re.search(rf"^ +{name} [-+]?= ", span.source.text, re.M):
        stands = f"what is kept stands under `state`:  {name}: {_write_kept(wanted)}"
        told[-1] = attrs.evolve(told[-1], help=(*told[-1].help, stands))


def _write_kept(kind: t.Type | None) -> str:
    """The type of state of which no more is known than what it is used as, and a first value."""
    if kind == t.SEAT:
        return "Seat = random of seats"
    if kind is not None and t.bare(kind) in (t.SUIT, t.RANK, t.SEAT, t.SIDE, t.CARD):
        return f"{as_noun(t.bare(kind)).title()} or none = none"
    return "0..100 = 0" if kind is not None and t.is_number(kind) else "…"


# A line of the state with what it begins with, and the question of a law.
STATE_LINE = re.compile(r" +(\w+[^:=]*: [^=]*?) = \w+(,[^#]*?)? *(?:#.*)?$")
LAW = re.compile(r"((always|never) \"[^\"]*\"(?: at [\w.]+)? ?:) ?([^#]*?) *(?:#.*)?$")


def _ask_of_several(name: str, span: Span) -> tuple[str, ...] | None:
    """Help where no `for` can stand around `seat`: in a law, and in what ends a loop."""
    text = span.source.text
    head = text[text.rfind("\n", 0, span.start) + 1 : span.start].lstrip(" ")
    if not head.startswith(("always ", "never ", "repeat until ")):
        return None
    law = LAW.match(span.source.line_text(span.line))
    some, each = f"any {name} in {name}s where", f"every {name} in {name}s:"
    if law is None and re.match(r" is (?:not )?empty\b", text[span.end :][:20]):
        return None  # that is asked of all hands together
    if law is None:
        return (f"of any of them:  {some} …", f"of all of them:  {each} …")
    return (f"write:  {law[1]} {each if law[2] == 'always' else some} {law[3]}",)


ONE_TYPE = "let both be one type with a name, or call the alternatives of one otherwise"
OTHERS = ("others", "other_seats", "other_players")
EVERYONE = ("all", "everybody", "everyone")
ALL_CARDS = "a zone stands for all its cards; those of everywhere come with `gather into …`"
HEAD = re.compile(r"^((?:table|define|ranking) \w+\b) *(?:\(([^()\n]+)\))?", re.MULTILINE)
AT_EDGE = re.compile(r"^\S", re.MULTILINE)


def _find_parameter(name: str, span: Span) -> str | None:
    """`define worth(card: Card)`, where `card` stands in what has no such parameter."""
    kind = name.capitalize()
    if kind not in ALL_OF:
        return None
    text = span.source.text
    edges = _list_edges(text)
    before = bisect_left(edges, span.end)
    head = HEAD.match(text, edges[before - 1]) if before else None
    if not head or (head[2] and nearest(name, re.findall(r"\w+(?=:)", head[2]))):
        return None
    others = f"{head[2]}, " if head[2] else ""
    return f"{head[1]}({others}{name}: {kind})"


@lru_cache(maxsize=4)
def _list_edges(text: str) -> list[int]:
    """Where a line of the text begins at the left edge: a declaration, most often."""
    return [edge.start() for edge in AT_EDGE.finditer(text)]


EVEN = re.compile(r"(\w+(?: of \w+)*|\([^()]*\)) is (not )?$")  # what stands before `even`
OR_MORE = {"more": ">=", "above": ">=", "over": ">=", "less": "<=", "fewer": "<=", "below": "<="}


def _report_asked_number(scope: Scope, name: str, span: Span) -> bool:
    """Tell `points is 100 or more`, and `points is even`."""
    before = span.source.text[max(0, span.start - 100) : span.start]
    if name in ("even", "odd") and (asked := EVEN.search(before)):
        rest = int((name == "odd") is not bool(asked[2]))
        help_ = (
            f"what a division by 2 leaves is asked:  remainder({asked[1].strip('()')}, 2) is {rest}"
        )
        scope.ctx.error("N01", f"there is nothing called `{name}`", span, help=(help_,))
        return True
    asked = re.search(r"(\w+(?: of \w+)*) is (\w+) or $", before) if name in OR_MORE else None
    if asked is None:
        return False
    title, write = f"`or {name}` is written with `{OR_MORE[name]}`", f"{asked[1]} {OR_MORE[name]}"
    scope.ctx.error("N01", title, span, label=f"write `{write} {asked[2]}`")
    return True


BARE = ("bare", "blank", "clean", "clear", "cleared", "exhausted", "gone", "vacant")
ADJECTIVES = {"positive": "> 0", "negative": "< 0", "set": "is not none", "unset": "is none"}
CONTRARY = {"> 0": "<= 0", "< 0": ">= 0", "is not none": "is none", "is none": "is not none"}


def _report_adjective(scope: Scope, name: str, span: Span) -> bool:
    """Tell `points is positive`, and `pile is full` of a zone that holds so many at most."""
    before = span.source.text[max(0, span.start - 100) : span.start]
    asked = re.search(r"(\w+(?: of \w+)*) is (not )?$", before)
    if asked is None or name not in (*ADJECTIVES, *BARE, "full"):
        return False
    title, test = f"there is nothing called `{name}`", ADJECTIVES.get(name, "")
    if test:
        write = f"{asked[1]} {CONTRARY[test] if asked[2] else test}"
    else:
        zone = scope.game.zones.get(asked[1].split()[0])
        if zone is not None and name in BARE:
            scope.ctx.error("N01", title, span, label="write `empty`")
            return True
        if zone is None or zone.capacity is None:
            return False
        write = f"size of {asked[1]} is {asked[2] or ''}{zone.capacity.span.words}"
    place = Span(span.source, span.start - len(asked[0]), span.end)
    scope.ctx.error("N01", title, place, label=f"write `{write}`")
    return True


def _report_nobody(scope: Scope, title: str, span: Span) -> bool:
    """Tell `nobody is staying`, or `in` it, where these are seats, or one that may be none."""
    asked = re.match(r" (?:is|in|is in) (\w+)(?! of\b|\()", span.source.text[span.end :][:100])
    name = asked[1] if asked else ""
    if name in scope.ctx.definitions and scope.ctx.all_declared and not scope.ctx.in_work:
        scope.ctx.check_definition(scope.ctx, name)
    register, define = scope.game.registers.get(name), scope.game.defines.get(name)
    if register is not None and not register.index:
        kind = register.type
    elif define is not None and not define.params:
        kind = define.type
    else:
        return False
    several = t.element(t.bare(kind)) is not None
    if asked and (several or kind.or_none):
        place = Span(span.source, span.start, span.end + len(asked[0]))
        write = f"{asked[1]} is {'empty' if several else 'none'}"
        scope.ctx.error("N01", title, place, label=f"write `{write}`")
    return several or kind.or_none


RANK_IN = re.compile(r" (?:in|of) (\w+(?: of \w+)*)")


def _report_rank(scope: Scope, name: str, wanted: t.Type | None, span: Span) -> bool:
    """Tell `card is jack`, and `number of aces in hand of seat`: a rank that is no card."""
    rank, text = find_written(name), span.source.text
    if rank not in scope.game.ranks:
        return False
    title, place = f"there is nothing called `{name}`", RANK_IN.match(text, span.end)
    card = re.search(r"(\w+) is (not )?$", text[max(0, span.start - 50) : span.start])
    if place is not None and re.search(
        r"\bnumber of $", text[max(0, span.start - 20) : span.start]
    ):
        how = f"count card in {place[1]} where rank of card is {rank}"
        scope.ctx.add_repeated("N01", title, span, help=(f"they are counted so:  {how}",))
        return True
    if card is not None and wanted is not None and t.bare(wanted) == t.CARD:
        label = f"its rank is asked:  rank of {card[1]} is {card[2] or ''}{rank}"
        scope.ctx.add_repeated("N01", title, span, label=label)
        return True
    return False


def _is_named_behind(name: str, span: Span) -> bool:
    """Whether an action takes it further on in its line: `lay card in row(n), n in 1..4`."""
    line = span.source.line_text(span.line)
    action = re.match(r" +\w+ \w+ in ", line)
    return action is not None and bool(re.search(rf", *{name} in ", line[span.column :]))


def _report_chooser(scope: Scope, name: str, wanted: t.Type | None, span: Span) -> bool:
    """Tell a name for who chooses in a row of a policy, where no seat has a name in sight."""
    seat = name == as_noun(t.SEAT) or (wanted is not None and t.bare(wanted) == t.SEAT)
    lost = name in scope.choosers  # the choice is told to have the same name, which nothing has
    if not seat or not scope.choosers or lost or scope.of_type(t.SEAT) is not None:
        return False
    label = f"who chooses is `{'` or `'.join(scope.choosers)}` here"
    many = len(scope.choosers) > 1
    write = "to give both one name, let both run one phase that chooses:  phase change(seat: Seat)"
    help_ = (write,) if many else ()
    scope.ctx.add_repeated("N01", f"there is nothing called `{name}`", span, label, help_)
    return True


def report_lone_else(scope: Scope, name: str, span: Span) -> bool:
    """Tell an `else` without its `if`, which reads as a name or as what is asked of a value."""
    if name == "else":
        title = "`else` cannot stand here"
        scope.ctx.add_repeated("N01", title, span, label=ELSE, help=(ELSE_EXAMPLE,))
    return name == "else"


def report_taker(scope: Scope, tree: e.Apply, title: str) -> None:
    """Tell `winner of trick`: who it is has a name where something finds the player of a card."""
    named = [
        name for name, one in scope.ctx.definitions.items()
        if isinstance(one, d.Define) and not one.params
        and isinstance(one.value, e.Apply) and one.value.name == "player"
    ]  # fmt: skip
    if len(named) == 1:
        return scope.ctx.error("N01", title, tree.span, label=f"write `{named[0]}`")
    best = f"as in:  player of (best card in {tree.args[0].words} by …)"
    label = "the player of the best card, which a number of each card finds"
    return scope.ctx.error("N01", title, tree.name_span, label=label, help=(best,))


def report_order(scope: Scope, tree: e.Apply) -> bool:
    """Tell `way of rank of card` of a parameter `way: Order`, which gives no heights."""
    var = scope.find(tree.name)
    if var is None or var.type != t.ORDER:
        return False
    title = f"`{tree.name}` stands for an order, which only `consecutive(cards, {tree.name})` takes"
    asked = ", ".join(arg.words for arg in tree.args)
    named = " or ".join(f"`{order} of {asked}`" for order in scope.game.orders)
    help_ = f"for a height the order itself is named: {named}"
    scope.ctx.add_repeated("N03", title, tree.span, help=(help_,))
    return True


def _report_card_with_dashes(scope: Scope, name: str, span: Span) -> bool:
    """Tell a card written as in transcripts, `king-of-roses`, of which `of` reads as a name."""
    place = _find_around(CARD_WITH_DASHES, span) if name == "of" else None
    if place is None:
        return False
    title = f"a card is written with spaces in a ruleset, not `{place.text}`"
    right = place.text.replace("-of-", " of ").replace("-", "_")
    scope.ctx.error("N01", title, place, label=f"write `{right}`")
    return True


def _report_name_with_dashes(scope: Scope, words: Collection[str], span: Span) -> bool:
    """Tell an answer written as in transcripts, `two-pairs`, once for all of its parts."""
    place = _find_around(WITH_DASHES, span)
    if place is None or (right := place.text.replace("-", "_")) not in words:
        return False
    if place.start == span.start:
        title = f"`{place.text}` is written with `_`"
        scope.ctx.error("T07", title, place, label=f"write `{right}`")
    return True


def _find_around(words: re.Pattern[str], span: Span) -> Span | None:
    """The words of a form in whose middle something stands."""
    begin = span.start - span.column + 1
    for found in words.finditer(span.source.line_text(span.line)):
        if found.start() < span.column <= found.end():
            return Span(span.source, begin + found.start(), begin + found.end())
    return None


ASKED_OR_SET = re.compile(r"(?:\bis(?: not)?|=) $")


def _may_be_empty(wanted: t.Type | None, span: Span) -> bool:
    """Whether it is asked, or set, what several things are, of which there may be none."""
    before = span.source.line_text(span.line)[: span.column - 1]
    several = wanted is not None and t.element(t.bare(wanted)) is not None
    return several and ASKED_OR_SET.search(before) is not None


def _list_fitting(
    scope: Scope, names: Sequence[str], wanted: t.Type | None, word: str
) -> list[str]:
    """Those of the names that can be of the type that is wanted.

    One whose type is not known yet is among them where none else is, or where `word` is near it.
    """
    game = scope.game
    kinds: dict[str, t.Type] = {"players": t.NumberT(*game.players), "seats": t.SequenceT(t.SEAT)}
    kinds |= {"pack": t.SetT(t.CARD), "sides": t.SequenceT(t.SIDE), "ranks": t.SetT(t.RANK)}
    kinds |= {"suits": t.SetT(t.SUIT)}
    can_ask = scope.ctx.all_declared and not scope.ctx.in_work
    for name in names:
        if name in scope.ctx.definitions and can_ask:
            scope.ctx.check_definition(scope.ctx, name)
    for group in (game.options, game.registers, game.zones, game.defines, game.tables):
        kinds |= {name: one.type for name, one in group.items()}
    kinds |= {var.name: var.type for var in scope.all_vars()}
    words = game.words
    kinds |= dict.fromkeys(words.suits, t.SUIT) | dict.fromkeys(words.ranks, t.RANK)
    kinds |= dict.fromkeys(words.singles, t.CARD)
    if scope.phase:
        gone = list_gone(scope.ctx, scope.phase)
        names = [name for name in names if name not in gone]
    if scope.fixed:
        kept = {**game.registers, **game.zones, **scope.ctx.definitions}
        names = [name for name in names if name not in kept]
    if wanted == t.SEVERAL:
        return [one for one in names if t.element(t.bare(kinds.get(one, t.SEVERAL))) is not None]
    if wanted is None or t.UNKNOWN in (wanted, t.element(wanted)):
        return [*names]
    if wanted == t.ZONE:
        return list_zones(scope)
    answers = ["yes", "no"] * (t.bare(wanted) == t.YESNO) + ["none"] * wanted.or_none
    sure = [name for name in names if name in kinds and _is_taken(kinds[name], wanted)]
    unsure = [name for name in names if name not in kinds]
    meant = nearest(word, unsure)
    shown = {*sure, *(unsure if not sure else filter(None, [meant]))}
    return [*(name for name in names if name in shown), *answers]


def list_zones(scope: Scope, kind: t.Type = t.UNKNOWN, words: str = "") -> list[str]:
    """Each zone as it is written here: `hand of seat`.

    Where a zone is of one thing, and `words` say such a `kind` of thing, it is the one of that.
    """
    found = []
    for zone in scope.game.zones.values():
        kinds = [index.type for index in zone.index]
        args = [words] if kinds == [kind] else [name_in_sight(scope, one) for one in kinds]
        found.append(write_application(zone.name, args) if args else zone.name)
    return found


def _is_taken(kind: t.Type, takes: t.Type) -> bool:
    """Whether it can be given; for a side a seat of it stands as well."""
    of_seat = kind == t.SEAT and t.bare(takes) == t.SIDE
    return of_seat or t.is_assignable(kind, takes)


def _find_taken(ctx: CheckContext, name: str) -> t.Type | None:
    """The type of the first thing that a define or table takes; None where it is not known."""
    game = ctx.game
    checked = (game.defines | game.tables | game.rankings).get(name)
    if checked is not None:
        return checked.params[0].type
    written = getattr(ctx.definitions[name].params[0].type, "name", "")
    return t.NAMED.get(written) or ctx.types.get(written)


def list_names_of(ctx: CheckContext, kind: t.Type, count: int = 1) -> list[str]:
    """Every name that can be asked of `count` things, the first of some type."""
    game = ctx.game
    found: set[str] = set()
    inner = t.element(kind) or kind
    if isinstance(inner, t.RecordT) and count == 1:
        record = game.records.get(inner.name)
        if record is not None:
            found |= {field.name for field in list_fields(record)} | {"owner"}
    things: list[g.Zone | g.Register] = [*game.registers.values(), *game.zones.values()]
    for thing in things:
        if len(thing.index) == count and (
            thing.index[0].type == inner or _is_taken(kind, thing.index[0].type)
        ):
            found.add(thing.name)
    found |= {
        name for name, tree in ctx.definitions.items()
        if len(tree.params) == count
        and ((takes := _find_taken(ctx, name)) is None or _is_taken(kind, takes))
    }  # fmt: skip
    if isinstance(kind, t.NumberT) or kind == t.UNKNOWN:
        return sorted(found)
    if kind == t.RANK and count == 1:
        found |= set(game.orders)
    for (name, many), operation in OPERATIONS.items():
        first = operation.takes[0]
        several = t.element(kind) is not None
        if count == many and (several if isinstance(first, str) else t.is_assignable(kind, first)):
            found.add(name)
    return sorted(found)


def make_unknown(span: Span) -> g.Value:
    """A stand-in after a mistake."""
    return g.Const(0, t.UNKNOWN, span)


def is_cards(type_: t.Type) -> bool:
    """One card or several."""
    return t.bare(type_) == t.CARD or t.element(t.bare(type_)) == t.CARD or type_ == t.EMPTY


def check_word(scope: Scope, tree: e.Word) -> g.Value:
    """What a word of the language stands for, such as `yes`, `it` or `players`."""
    span = tree.span
    match tree.text:
        case "yes" | "no":
            return g.Const(int(tree.text == "yes"), t.YESNO, span)
        case "none":
            return g.Const(-1, t.NONE, span)
        case "empty":
            return g.Op("empty", (), t.EMPTY, span)
        case "it":
            if scope.it is None:
                title, label = "`it` means an element after `where`, and here is none", ""
                of, write = re.match(r" *(\w+)", span.source.text[span.end :]), ""
                if span.text == "its" and of is not None:  # all that is asked of it goes together
                    span, write = Span(span.source, span.start, span.end + of.end()), of[1]
                    if scope.find(write):
                        label = f"write `{write}`"
                if scope.element is not None:
                    name = scope.element.name
                    title = f"the element has a name here: `{name}`"
                    label = f"write `{write} of {name}`" if write else f"write `{name}`"
                scope.ctx.error("N01", title, span, label=label)
                return make_unknown(span)
            return g.Local(scope.it, scope.it.type, span)
        case "players":
            return g.Setting("players", t.NumberT(*scope.game.players), span)
        case "sides":
            return g.Setting("sides", t.SequenceT(t.SIDE), span)
        case "seats":
            return g.Setting("seats", t.SequenceT(t.SEAT), span)
        case _:
            return g.Setting("pack", t.SetT(t.CARD), span)


def list_alternatives(ctx: CheckContext, tree: e.Alternatives) -> g.Value:
    """`Manner` behind `in`: its alternatives, in their order."""
    kind = ctx.types.get(tree.type) or t.NAMED.get(tree.type, t.UNKNOWN)
    span = tree.span
    if isinstance(kind, t.ChoiceT) or kind == t.YESNO:
        count = len(kind.words) if isinstance(kind, t.ChoiceT) else 2
        words = tuple(g.Const(k, kind, span) for k in range(count))
        return g.Op("list", words, t.SequenceT(kind), span)
    if tree.type in ctx.types and t.bare(kind) == t.UNKNOWN:  # the type itself is at fault
        return make_unknown(span)
    if isinstance(t.bare(kind), t.ChoiceT):
        title = f"`{tree.type}` can be none, and none cannot be gone through"
        declared = ctx.named_types[tree.type][0]
        also = ((declared.span, "leave `none` out here; what can be none says so: `… or none`"),)
        ctx.error("T03", title, span, also=also)
        return make_unknown(span)
    title = f"`{tree.type}` has no alternatives to go through"
    known = [name for name, one in ctx.types.items() if isinstance(one, t.ChoiceT)]
    if tree.type in ALL_OF:
        ctx.error("T03", title, span, label=f"write `{ALL_OF[tree.type]}`")
    elif tree.type in ctx.types or tree.type in t.NAMED:
        help_ = (f"types of alternatives are {', '.join(known)}",) if known else ()
        written = ctx.named_types[tree.type][0].words if isinstance(kind, t.NumberT) else ""
        ctx.error("T03", title, span, label=written and f"write `{written}`", help=help_)
    else:
        title = f"there is no type called `{tree.type}`"
        ctx.add_unknown("N04", title, span, tree.type, known, "types of alternatives are")
    return make_unknown(span)


def _end_at_bracket(words: str) -> str:
    """The words up to the bracket behind them that was opened before them, or to a comma there."""
    opened = 0
    for k, sign in enumerate(words):
        opened += (sign in "([{") - (sign in ")]}")
        if opened < 0 or (sign == "," and not opened):
            return words[:k]
    return words
